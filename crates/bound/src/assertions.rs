//! The second phase: the worst path among those that assertions about counters allow.
//!
//! The first phase leaves a graph of choices in which only costs and counters are left (`weight`). Here its paths
//! are followed with the values of counters. The solution of a node is the set of ways in which its paths change
//! the counters, each with the largest cost; it is stored with what made it so: assertions that blocked a path
//! (relative to the counters at the node) and assertions that the most expensive paths passed. It is used again
//! where the former still block and the latter still pass: then the same paths are left and the same are worst.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::counters::Counters;
use crate::weight::{Choices, Event, Weight};
use raddle_budget::Budget;

/// Which of two equally expensive paths to keep. They may not be equally possible: one that swaps elements as early
/// as it can is a different input from one that does so as late as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    First,
    Last,
}

/// How a counter changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Change {
    Add(u64),
    Set(u64),
}

/// How all counters change.
type Changes = Vec<Change>;

/// An assertion after some changes.
type Condition = (u32, Rc<Changes>);

/// Paths that change counters alike.
#[derive(Clone, Debug)]
struct Class {
    changes: Rc<Changes>,
    weight: Weight,
    passed: Vec<Condition>,
}

#[derive(Clone, Debug, Default)]
struct Solution {
    classes: Vec<Class>,
    blocked: Vec<Condition>,
}

/// What the second phase did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseStatistics {
    pub states: u64,
    pub reused: u64,
}

/// Why the second phase did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    States(u64),
    Budget,
}

/// The worst weight of any path that no assertion blocks; `None` if all are blocked, `Err` if it would take too long.
pub fn worst(
    counters: &Counters,
    weight: &Weight,
    limit: u64,
    budget: &Budget,
    ties: Ties,
) -> Result<(Option<Weight>, PhaseStatistics), GaveUp> {
    let count = counters.names.len();
    let mut phase = Phase {
        counters,
        memo: FxHashMap::default(),
        statistics: PhaseStatistics::default(),
        limit,
        budget,
        ties,
    };
    phase.statistics.states = 1;
    let identity = Rc::new(vec![Change::Add(0); count]);
    let solution = phase.solve(&weight.as_choices(), &vec![0; count], &identity)?;
    let weights = solution.classes.iter().map(|class| class.weight.clone());
    let worst = weights.reduce(|a, b| a.or(&b));
    Ok((worst, phase.statistics))
}

struct Phase<'c> {
    counters: &'c Counters,
    budget: &'c Budget,
    /// Solutions by node; the graph lives as long as the phase.
    memo: FxHashMap<usize, Vec<Rc<Solution>>>,
    statistics: PhaseStatistics,
    limit: u64,
    ties: Ties,
}

impl Phase<'_> {
    fn solve(
        &mut self,
        choices: &Rc<Choices>,
        values: &[u64],
        identity: &Rc<Changes>,
    ) -> Result<Rc<Solution>, GaveUp> {
        let single = |changes: Rc<Changes>, weight: Weight, passed: Vec<Condition>| Solution {
            classes: vec![Class { changes, weight, passed }],
            blocked: Vec::new(),
        };
        Ok(Rc::new(match &**choices {
            Choices::Plain(weight) => single(identity.clone(), weight.clone(), Vec::new()),
            Choices::Event(Event::Count(counter)) => {
                single(changed(identity, *counter, Change::Add(1)), Weight::default(), Vec::new())
            }
            Choices::Event(Event::Reset(counter)) => {
                single(changed(identity, *counter, Change::Set(0)), Weight::default(), Vec::new())
            }
            Choices::Event(Event::Assume(assertion)) => {
                let condition = vec![(*assertion, identity.clone())];
                if self.counters.holds(*assertion, values) {
                    single(identity.clone(), Weight::default(), condition)
                } else {
                    Solution { classes: Vec::new(), blocked: condition }
                }
            }
            Choices::Seq(first, second) => self.sequence(first, second, values, identity)?,
            Choices::Either(first, second) => {
                let mut joined = (*self.solve(first, values, identity)?).clone();
                let other = self.solve(second, values, identity)?;
                for class in &other.classes {
                    joined.add(class.clone(), self.ties);
                }
                joined.block_all(&other.blocked);
                joined
            }
            Choices::Node(inner) => return self.node(choices, inner, values, identity),
            Choices::Last(inner) => {
                (*self.solve(inner, values, identity)?).clone().merged(identity, self.ties)
            }
        }))
    }

    fn node(
        &mut self,
        node: &Rc<Choices>,
        inner: &Rc<Choices>,
        values: &[u64],
        identity: &Rc<Changes>,
    ) -> Result<Rc<Solution>, GaveUp> {
        self.statistics.states += 1;
        if self.statistics.states > self.limit {
            return Err(GaveUp::States(self.limit));
        }
        let key = Rc::as_ptr(node) as usize;
        if let Some(known) = self.memo.get(&key)
            && let Some(found) =
                known.iter().find(|solution| solution.usable(self.counters, values))
        {
            self.statistics.reused += 1;
            return Ok(found.clone());
        }
        let solution = self.solve(inner, values, identity)?;
        self.memo.entry(key).or_default().push(solution.clone());
        Ok(solution)
    }

    fn sequence(
        &mut self,
        first: &Rc<Choices>,
        second: &Rc<Choices>,
        values: &[u64],
        identity: &Rc<Changes>,
    ) -> Result<Solution, GaveUp> {
        let start = self.solve(first, values, identity)?;
        let mut joined = Solution { classes: Vec::new(), blocked: start.blocked.clone() };
        for class in &start.classes {
            if self.budget.is_spent() {
                return Err(GaveUp::Budget);
            }
            let rest = self.solve(second, &apply(&class.changes, values), identity)?;
            let behind = |conditions: &[Condition]| -> Vec<Condition> {
                conditions
                    .iter()
                    .map(|(assertion, changes)| (*assertion, after(&class.changes, changes)))
                    .collect()
            };
            joined.block_all(&behind(&rest.blocked));
            for next in &rest.classes {
                let mut passed = class.passed.clone();
                for condition in behind(&next.passed) {
                    if !passed.contains(&condition) {
                        passed.push(condition);
                    }
                }
                let class = Class {
                    changes: after(&class.changes, &next.changes),
                    weight: class.weight.then(&next.weight),
                    passed,
                };
                joined.add(class, self.ties);
            }
        }
        Ok(joined)
    }
}

impl Solution {
    fn add(&mut self, class: Class, ties: Ties) {
        match self.classes.iter_mut().find(|known| known.changes == class.changes) {
            None => self.classes.push(class),
            Some(known) => {
                let worse = class.weight.net.max(class.weight.high)
                    > known.weight.net.max(known.weight.high);
                known.weight = match ties {
                    Ties::First => known.weight.or(&class.weight),
                    Ties::Last => class.weight.or(&known.weight),
                };
                if worse {
                    known.passed = class.passed;
                }
            }
        }
    }

    fn block_all(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            if !self.blocked.contains(condition) {
                self.blocked.push(condition.clone());
            }
        }
    }

    /// Counters no longer matter: one class is left.
    fn merged(mut self, identity: &Rc<Changes>, ties: Ties) -> Solution {
        let classes = std::mem::take(&mut self.classes);
        for class in classes {
            self.add(Class { changes: identity.clone(), ..class }, ties);
        }
        self
    }

    fn usable(&self, counters: &Counters, values: &[u64]) -> bool {
        let holds =
            |(assertion, changes): &Condition| counters.holds(*assertion, &apply(changes, values));
        !self.blocked.iter().any(holds)
            && self.classes.iter().all(|class| class.passed.iter().all(holds))
    }
}

fn changed(identity: &Rc<Changes>, counter: u32, change: Change) -> Rc<Changes> {
    let mut changes = (**identity).clone();
    changes[counter as usize] = change;
    Rc::new(changes)
}

fn apply(changes: &Changes, values: &[u64]) -> Vec<u64> {
    let change = |(change, value): (&Change, &u64)| match change {
        Change::Add(amount) => value + amount,
        Change::Set(amount) => *amount,
    };
    changes.iter().zip(values).map(change).collect()
}

/// One change after the other.
fn after(first: &Rc<Changes>, second: &Rc<Changes>) -> Rc<Changes> {
    let both = first.iter().zip(second.iter()).map(|(first, second)| match (first, second) {
        (_, Change::Set(amount)) => Change::Set(*amount),
        (Change::Add(a), Change::Add(b)) => Change::Add(a + b),
        (Change::Set(a), Change::Add(b)) => Change::Set(a + b),
    });
    Rc::new(both.collect())
}
