//! Paths of a proof, with the values of counters: what they cost at most when assertions forbid some of them.
//!
//! The claims give the paths (which were found to be possible) and the costs of their steps. Every claim is
//! followed once for each combination of values that counters have before it. No solution is carried over to
//! other values, so there is nothing here to be argued about; it takes as many steps as there are combinations.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::format::{Outcome, Place};
use crate::{Event, Question};

/// The paths of a claim.
#[derive(Clone, Debug)]
pub(crate) enum Skeleton {
    Step(Vec<Branch>),
    /// `at`: the place of the second.
    Sequence {
        first: u32,
        second: u32,
        at: Place,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub net: i128,
    pub high: i128,
    pub events: Vec<Event>,
    pub next: Next,
}

#[derive(Clone, Debug)]
pub(crate) enum Next {
    Outcome(Outcome),
    Claims(Vec<u32>),
    /// Functions as a whole, and what follows their return.
    Call {
        entered: Vec<u32>,
        then: Vec<u32>,
    },
}

/// Where paths lead, with the counters there and the largest cost of getting there.
type Results = FxHashMap<(Outcome, Vec<u64>), (i128, i128)>;

/// Time is up.
struct Late;

/// The largest cost of a path from a claim to the end that no assertion forbids, `None` if there is none; no answer
/// at all if it is late before that.
pub(crate) fn worst(
    question: &dyn Question,
    skeletons: &[Skeleton],
    claim: u32,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<Option<(i128, i128)>> {
    let mut counting = Counting { question, skeletons, known: FxHashMap::default(), is_late };
    let results = counting.claim(claim, &vec![0; question.counters()]).ok()?;
    Some(results.values().copied().reduce(larger))
}

fn larger(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.max(b.0), a.1.max(b.1))
}

struct Counting<'a> {
    question: &'a dyn Question,
    skeletons: &'a [Skeleton],
    known: FxHashMap<(u32, Vec<u64>), Rc<Results>>,
    is_late: &'a mut dyn FnMut() -> bool,
}

impl Counting<'_> {
    fn claim(&mut self, claim: u32, values: &[u64]) -> Result<Rc<Results>, Late> {
        let key = (claim, values.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if (self.is_late)() {
            return Err(Late);
        }
        let skeletons = self.skeletons;
        let mut results = Results::default();
        match &skeletons[claim as usize] {
            Skeleton::Sequence { first, second, at } => {
                let before = self.claim(*first, values)?;
                for ((outcome, values), &cost) in before.iter() {
                    if *outcome == Outcome::At(*at) {
                        let after = self.claim(*second, values)?;
                        extend(&mut results, cost, &after);
                    } else {
                        add(&mut results, *outcome, values.clone(), cost);
                    }
                }
            }
            Skeleton::Step(branches) => {
                for branch in branches {
                    self.branch(branch, values, &mut results)?;
                }
            }
        }
        let results = Rc::new(results);
        self.known.insert(key, results.clone());
        Ok(results)
    }

    fn branch(
        &mut self,
        branch: &Branch,
        values: &[u64],
        results: &mut Results,
    ) -> Result<(), Late> {
        let mut values = values.to_vec();
        for event in &branch.events {
            match *event {
                Event::Count(counter) => values[counter as usize] += 1,
                Event::Reset(counter) => values[counter as usize] = 0,
                Event::Assume(assertion) if !self.question.holds(assertion, &values) => {
                    return Ok(());
                }
                Event::Assume(_) => {}
            }
        }
        let cost = (branch.net, branch.high);
        match &branch.next {
            Next::Outcome(outcome) => add(results, *outcome, values, cost),
            Next::Claims(claims) => {
                for &claim in claims {
                    let after = self.claim(claim, &values)?;
                    extend(results, cost, &after);
                }
            }
            Next::Call { entered, then } => {
                for &claim in entered {
                    let called = self.claim(claim, &values)?;
                    let mut inside = Results::default();
                    extend(&mut inside, cost, &called);
                    for ((outcome, values), cost) in inside {
                        if outcome == Outcome::Return {
                            for &claim in then {
                                let after = self.claim(claim, &values)?;
                                extend(results, cost, &after);
                            }
                        } else {
                            add(results, outcome, values, cost);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Once the program has ended, counters do not matter any more.
fn add(results: &mut Results, outcome: Outcome, values: Vec<u64>, cost: (i128, i128)) {
    let values = if outcome == Outcome::Exit { Vec::new() } else { values };
    let known = results.entry((outcome, values)).or_insert(cost);
    *known = larger(*known, cost);
}

/// Adds what follows a path of this cost.
fn extend(results: &mut Results, (net, high): (i128, i128), after: &Results) {
    for ((outcome, values), &(more, peak)) in after {
        let cost = (net + more, high.max(net + peak));
        add(results, *outcome, values.clone(), cost);
    }
}
