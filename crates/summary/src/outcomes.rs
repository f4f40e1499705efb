//! The outcomes of one transition: conditions under which each of them happens and what is below it holds, and conditions under
//! which it does not matter which one does.

use raddle_expr::{Bits, Model, TermId, VarId};
use raddle_machine::{Guard, Machine, Named, Otherwise, Spot, State, Value};
use raddle_reduce::Broken;
use rustc_hash::FxHashMap;

use crate::asking::Asking;
use crate::condition::{self, Condition};

/// The condition that all guards hold and then the given one; where a check fails whose fault was reported
/// already there is nothing left to find, unless the run goes on from there.
pub fn with_guards(
    machine: &mut Machine<'_>,
    state: &State,
    rest: Condition,
    guards: &[Guard],
) -> Condition {
    let mut condition = rest;
    for guard in guards.iter().rev() {
        match guard.otherwise {
            Otherwise::Fault(kind, loc) if machine.is_reported(kind, loc) => {
                if kind.lets_the_run_go_on() {
                    continue;
                }
                let all = conjunction(machine, &condition);
                let fails = machine.terms.not(guard.condition);
                let either = machine.terms.or(fails, all);
                let Condition { defined, spots, fixed, .. } = condition;
                condition = Condition { defined, spots, fixed, ..Condition::default() };
                condition.add(&machine.terms, either);
            }
            Otherwise::Another
            | Otherwise::Fault(..)
            | Otherwise::LeadsNowhere
            | Otherwise::Waits => {
                match condition::as_shifted_bound(machine, state, guard.condition) {
                    Some(bound) => condition.add_bound(bound),
                    None => condition.add(&machine.terms, guard.condition),
                }
            }
        }
    }
    condition
}

/// The outcomes beside one with these guards that were left out because they do not lead to the property: nothing is asked
/// of what is below them. What `taken` accesses counts as theirs. Without those that no input has in this state, as if all had been explored.
pub fn left_out(
    machine: &mut Machine<'_>,
    state: &State,
    asking: &mut Asking,
    taken: &Condition,
    guards: &[Guard],
    broken: Option<Broken>,
) -> Vec<Condition> {
    let mut outcomes = Vec::new();
    let any_side = broken == Some(Broken::SidesLeadNowhere);
    for (at, guard) in guards.iter().enumerate() {
        let certain = |machine: &mut Machine<'_>, asking: &mut Asking| {
            let mut alone = Condition::default();
            alone.add(&machine.terms, guard.condition);
            alone.holds(machine, state, asking).is_some()
        };
        let leads_nowhere = match guard.otherwise {
            Otherwise::LeadsNowhere => true,
            Otherwise::Another | Otherwise::Waits => any_side,
            Otherwise::Fault(..) => false,
        };
        if !leads_nowhere || (certain(machine, asking) && !any_side) {
            continue;
        }
        let Condition { defined, spots, fixed, .. } = taken.clone();
        let mut outcome = Condition { defined, spots, fixed, ..Condition::default() };
        let fails = machine.terms.not(guard.condition);
        outcome.add(&machine.terms, fails);
        outcomes.push(with_guards(machine, state, outcome, &guards[..at]));
    }
    outcomes
}

fn conjunction(machine: &mut Machine<'_>, condition: &Condition) -> TermId {
    let mut all = machine.terms.truth(true);
    for term in condition.as_terms(&mut machine.terms) {
        all = machine.terms.and(all, term);
    }
    all
}

/// One of the outcomes of a transition happens, depending on inputs.
pub fn any_of(
    machine: &mut Machine<'_>,
    state: &State,
    asking: &mut Asking,
    mut outcomes: Vec<Condition>,
    broken: Option<Broken>,
) -> Condition {
    if outcomes.len() == 1 {
        return outcomes.remove(0);
    }
    let spots = common_spots(machine, state, &mut outcomes, broken);
    let all: Vec<Vec<TermId>> =
        outcomes.iter().map(|outcome| outcome.as_terms(&mut machine.terms)).collect();
    let defined = outcomes.iter().flat_map(|outcome| outcome.defined.iter().copied());
    let defined: Vec<VarId> = defined.collect();
    let with_defined = |mut condition: Condition| {
        defined.iter().for_each(|&variable| condition.add_defined(variable));
        condition.spots.clone_from(&spots.spots);
        condition.fixed = spots.fixed;
        condition
    };
    for asked in [Asked::OfAll, Asked::WhereNeeded] {
        let Some(terms) = whichever(machine, state, asking, all.clone(), asked, broken) else {
            break;
        };
        let mut condition = Condition::default();
        for term in terms {
            condition.add(&machine.terms, term);
        }
        let condition = with_defined(condition);
        if condition.holds(machine, state, asking).is_some() {
            return condition;
        }
    }
    let mut result = Condition::default();
    // What all outcomes have in common stays outside of the disjunction.
    let common: Vec<TermId> = all[0]
        .iter()
        .copied()
        .filter(|term| all[1..].iter().all(|others| others.contains(term)))
        .collect();
    let mut any = machine.terms.truth(false);
    for terms in all {
        let mut own = machine.terms.truth(true);
        for term in terms.into_iter().filter(|term| !common.contains(term)) {
            own = machine.terms.and(own, term);
        }
        any = machine.terms.or(any, own);
    }
    for term in common {
        result.add(&machine.terms, term);
    }
    result.add(&machine.terms, any);
    with_defined(result)
}

/// Takes the bytes that outcomes access out of them: those that all of them access, and those whose address does not
/// depend on what the outcome depends on. They are asked for whatever the outcome is, which is more than is needed, and right. If there are others, the
/// outcomes keep them under their names.
fn common_spots(
    machine: &mut Machine<'_>,
    state: &State,
    outcomes: &mut [Condition],
    broken: Option<Broken>,
) -> Named {
    let mut named =
        Named { fixed: outcomes.iter().any(|outcome| outcome.fixed), ..Named::default() };
    let all = |spot: &Spot, outcomes: &[Condition]| {
        outcomes.iter().all(|outcome| outcome.spots.contains(spot))
    };
    let mut common: Vec<Spot> = Vec::new();
    for outcome in outcomes.iter() {
        for spot in &outcome.spots {
            if common.contains(spot) {
                continue;
            }
            if all(spot, outcomes) {
                common.push(*spot);
            } else if is_known_here(machine, state, spot) {
                common.push(match broken {
                    Some(Broken::OutcomesAnchored) => {
                        machine.anchor(spot.object, spot.start, spot.end)
                    }
                    _ => *spot,
                });
            } else {
                named.fixed = true;
            }
        }
    }
    for outcome in outcomes.iter_mut() {
        if named.fixed {
            outcome.fix(machine);
        }
        outcome.spots.clear();
    }
    if !named.fixed {
        named.spots = common;
    }
    named
}

/// Whether a spot is where it was whatever inputs are, those of the state and those still to come.
fn is_known_here(machine: &mut Machine<'_>, state: &State, spot: &Spot) -> bool {
    let mut model = Model::default();
    for variable in machine.terms.vars_of(spot.address) {
        let Some(Value::Word(word)) = condition::content(machine, state, variable) else {
            return false;
        };
        let width = machine.terms.width(machine.terms.var_term(variable));
        model.bits.insert(variable, Bits::new(width, u128::from(word)));
    }
    let address = machine.names.base(spot.object).wrapping_add(spot.start);
    machine.terms.eval(spot.address, &model).to_u64() == Some(address)
}

/// Outcomes beyond this are not compared with each other.
const MOST_COMPARED: usize = 32;

/// What is asked of inputs that take one side of a decision if something holds on that side only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// What is asked on either side is asked whichever side is taken: often it does not matter, and this is the shortest.
    OfAll,
    /// What does not hold in this state whichever side is taken is asked where its side is.
    WhereNeeded,
}

/// Conditions under which one of the outcomes happens. They are the leaves of a tree of decisions: where a condition parts
/// them in two, one happens if one does on either side of it. What says nothing of that condition may be
/// needed on both sides; without a condition that parts them, one outcome has to do for all.
fn whichever(
    machine: &mut Machine<'_>,
    state: &State,
    asking: &mut Asking,
    outcomes: Vec<Vec<TermId>>,
    asked: Asked,
    broken: Option<Broken>,
) -> Option<Vec<TermId>> {
    if outcomes.len() > MOST_COMPARED {
        return None;
    }
    let mut opposites: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in outcomes.iter().flatten() {
        opposites.entry(term).or_insert_with(|| opposite(machine, term));
    }
    let splits_left = MOST_COMPARED * 2;
    Merging { machine, state, asking, opposites, asked, splits_left, broken }.merge(outcomes)
}

struct Merging<'m, 'p> {
    machine: &'m mut Machine<'p>,
    state: &'m State,
    asking: &'m mut Asking,
    opposites: FxHashMap<TermId, TermId>,
    asked: Asked,
    splits_left: usize,
    broken: Option<Broken>,
}

impl Merging<'_, '_> {
    fn merge(&mut self, outcomes: Vec<Vec<TermId>>) -> Option<Vec<TermId>> {
        let Some((parting, opposite)) = parting(&self.opposites, &outcomes) else {
            // None is left on a side that only what cannot happen belongs to.
            return outcomes.into_iter().next();
        };
        self.splits_left = self.splits_left.checked_sub(1)?;
        let mut all = Vec::new();
        for (wanted, unwanted) in [(parting, opposite), (opposite, parting)] {
            for term in self.merge(on_side(&outcomes, wanted, unwanted))? {
                let term = self.on_its_side(term, unwanted);
                if !all.contains(&term) {
                    all.push(term);
                }
            }
            if self.broken == Some(Broken::OtherOutcomeForgotten) {
                break;
            }
        }
        Some(all)
    }

    /// What has to be asked so that a term holds unless the other side is taken.
    fn on_its_side(&mut self, term: TermId, other_side: TermId) -> TermId {
        if self.asked == Asked::OfAll {
            return term;
        }
        let mut alone = Condition::default();
        alone.add(&self.machine.terms, term);
        if alone.holds(self.machine, self.state, self.asking).is_some() {
            return term;
        }
        self.machine.terms.or(other_side, term)
    }
}

/// The outcomes that a side of a decision can have, without that decision.
fn on_side(outcomes: &[Vec<TermId>], wanted: TermId, unwanted: TermId) -> Vec<Vec<TermId>> {
    let possible = outcomes.iter().filter(|outcome| !outcome.contains(&unwanted));
    let (mut own, others): (Vec<Vec<TermId>>, Vec<Vec<TermId>>) =
        possible.cloned().partition(|outcome| outcome.contains(&wanted));
    own.iter_mut().for_each(|outcome| outcome.retain(|&term| term != wanted));
    own.extend(others);
    own
}

/// The condition, with its opposite, on which most outcomes depend: one that some ask for and some the opposite of.
fn parting(
    opposites: &FxHashMap<TermId, TermId>,
    outcomes: &[Vec<TermId>],
) -> Option<(TermId, TermId)> {
    let asked = |term: TermId| outcomes.iter().filter(|outcome| outcome.contains(&term)).count();
    let parted = outcomes.iter().flatten().filter_map(|&term| {
        let opposite = opposites[&term];
        let (holds, fails) = (asked(term), asked(opposite));
        (holds > 0 && fails > 0).then_some((holds + fails, (term, opposite)))
    });
    // The first of the best, so that the answer does not depend on an order of ids.
    parted.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, both)| both)
}

/// The opposite of a condition, in the form in which conditions give back their terms.
fn opposite(machine: &mut Machine<'_>, term: TermId) -> TermId {
    let opposite = machine.terms.not(term);
    let mut condition = Condition::default();
    condition.add(&machine.terms, opposite);
    match condition.as_terms(&mut machine.terms)[..] {
        [one] => one,
        _ => opposite,
    }
}
