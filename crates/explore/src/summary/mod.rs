//! Summaries: what was learnt below a state, so that states like it need not be explored again.
//!
//! When everything below a node was explored, the condition under which nothing unreported can go wrong
//! there is pushed back through the executed transitions to a condition on the cells of the node itself,
//! and kept under the node's control. A later state with that control in which the condition holds is
//! pruned. Predicate summaries (Guo, Kusano, Wang, Yang, Gupta, 2015) and state interpolants (Chu and
//! Jaffar) are this one mechanism.
//!
//! What makes it sound together with partial-order reduction, beyond the published rules:
//! - every decision on the way is a guard, and every address is pinned, so the transitions below depend on
//!   each other in the pruned state as they did here;
//! - a thread that could not move still cannot;
//! - a node that was explored with threads asleep speaks only for states in which these sleep too, before the
//!   same transitions. (A node where all that could move slept has nothing to add then.)
//! - what the pruned part would have accessed is handed to the reduction (see [`Reach`]);
//! - nothing is pruned where what is below might race with what came before, unless that race is known;
//! - nothing is kept of a part that a bound or a budget cut short.

mod boxes;
pub(crate) mod condition;
mod reach;
mod table;

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_expr::{Bits, Model, TermId};
use raddle_machine::{
    ControlKey, Event, Guard, Halt, Machine, Property, State, Status, ThreadId, Value,
};
use raddle_reduce::SleepSet;

use boxes::Boxer;
use condition::{Condition, Decided};
pub(crate) use reach::{Reach, Reached};
use table::Table;

/// Bounds on what is kept.
#[derive(Clone, Copy, Debug)]
pub struct SummaryLimits {
    /// Summaries of all nodes together.
    pub entries: usize,
    /// Nodes of the terms of one summary; beyond, it is replaced by intervals.
    pub size: usize,
}

impl Default for SummaryLimits {
    fn default() -> Self {
        SummaryLimits { entries: 1_000_000, size: 16 }
    }
}

/// What is known about everything below a node.
#[derive(Clone, Debug)]
pub(crate) struct Below {
    pub condition: Rc<Condition>,
    pub reach: Rc<Reach>,
}

/// What is collected while a node is being explored.
#[derive(Debug)]
pub(crate) struct Open {
    key: ControlKey,
    asleep: SleepSet,
    /// Per explored thread the outcomes of its transition.
    explored: Vec<(ThreadId, Vec<Condition>)>,
    reach: Reach,
    /// Something below was cut short or cannot be expressed.
    incomplete: bool,
}

impl Open {
    pub fn new(key: ControlKey, sleep: &SleepSet) -> Open {
        Open {
            key,
            asleep: sleep.clone(),
            explored: Vec::new(),
            reach: Reach::default(),
            incomplete: false,
        }
    }
    pub fn key(&self) -> &ControlKey {
        &self.key
    }
    pub fn asleep(&self) -> &SleepSet {
        &self.asleep
    }
}

/// The table of summaries.
#[derive(Debug)]
pub(crate) struct Summaries {
    limits: SummaryLimits,
    table: Table,
    counters: BTreeMap<&'static str, u64>,
}

impl Summaries {
    pub fn new(limits: SummaryLimits) -> Summaries {
        Summaries { limits, table: Table::default(), counters: BTreeMap::new() }
    }

    pub fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counters.iter().map(|(&name, &count)| (name, count))
    }

    fn count(&mut self, name: &'static str) {
        *self.counters.entry(name).or_insert(0) += 1;
    }

    /// A summary that covers a state, if `allows` its use.
    pub fn find(
        &mut self,
        machine: &mut Machine<'_>,
        key: &ControlKey,
        state: &State,
        sleep: Option<&SleepSet>,
        allows: &mut dyn FnMut(&Reach) -> bool,
    ) -> Option<Below> {
        let mut allows = |below: &Below| allows(&below.reach);
        let (below, decided) = self.table.find(machine, key, state, sleep, &mut allows)?;
        self.count(match decided {
            Decided::ByValues => "pruned_by_values",
            Decided::BySolver => "pruned_by_solver",
        });
        Some(below)
    }

    /// Notes what is below one outcome of a thread's transition. `None`: nothing is known.
    pub fn outcome(
        &mut self,
        machine: &mut Machine<'_>,
        open: &mut Open,
        before: &State,
        thread: ThreadId,
        after: &State,
        below: Option<&Below>,
    ) {
        let Some(below) = below else {
            open.incomplete = true;
            return;
        };
        if open.incomplete {
            return;
        }
        let races = machine.config.properties.contains(Property::Race);
        open.reach.add_before(thread, &after.event, &below.reach, races);
        let condition = match machine.effect(before, thread, &after.model, after) {
            None => None,
            Some(effect) => below.condition.before(machine, &effect).map(|mut condition| {
                for &variable in &effect.defined {
                    condition.add_defined(variable);
                }
                with_guards(machine, condition, &effect.guards)
            }),
        };
        let Some(condition) = condition else {
            self.count("not_expressible");
            open.incomplete = true;
            return;
        };
        match open.explored.iter_mut().find(|(other, _)| *other == thread) {
            Some((_, outcomes)) => outcomes.push(condition),
            None => open.explored.push((thread, vec![condition])),
        }
    }

    /// Everything below a node was explored: keeps and returns what was learnt.
    pub fn finish(
        &mut self,
        machine: &mut Machine<'_>,
        mut open: Open,
        state: &State,
        blocked: &[(ThreadId, Event)],
    ) -> Option<Below> {
        let cut = |thread: &Rc<raddle_machine::Thread>| thread.status == Status::Halted(Halt::Cut);
        if open.incomplete || state.threads.iter().any(cut) {
            return None;
        }
        let mut condition = Condition::default();
        let races = machine.config.properties.contains(Property::Race);
        for (thread, event) in blocked {
            open.reach.add_event(*thread, event, races);
            let Some(guards) = machine.blocking_guards(state, *thread) else {
                self.count("not_expressible");
                return None;
            };
            for guard in guards {
                condition.add(&machine.terms, guard);
            }
        }
        for (_, outcomes) in open.explored {
            let of_thread = any_of(machine, outcomes);
            condition.add_all(&machine.terms, &of_thread);
        }
        self.bound_size(machine, state, &mut condition)?;
        let below = Below { condition: Rc::new(condition), reach: Rc::new(open.reach) };
        self.keep(machine, open.key, open.asleep, &below);
        Some(below)
    }

    fn keep(&mut self, machine: &Machine<'_>, key: ControlKey, asleep: SleepSet, below: &Below) {
        if self.limits.entries == 0 {
            return;
        }
        if self.table.entries >= self.limits.entries {
            self.table.forget_half();
            self.count("summaries_forgotten");
        }
        self.count("summaries");
        self.table.insert(machine, key, asleep, below.clone());
    }

    /// Replaces the terms of a condition that has grown too large by a box around the state.
    fn bound_size(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        condition: &mut Condition,
    ) -> Option<()> {
        let limit = self.limits.size;
        if condition::size(&machine.terms, &condition.terms, limit) <= limit {
            return Some(());
        }
        self.count("boxed");
        let mut model = Model::default();
        for &term in &condition.terms {
            for variable in machine.terms.vars_of(term) {
                let cell = machine.cells.cell(variable)?;
                let Value::Word(word) = machine.cell_content(state, cell)? else {
                    self.count("too_large");
                    return None;
                };
                let width = machine.terms.width(machine.terms.var_term(variable));
                model.bits.insert(variable, Bits::new(width, u128::from(word)));
            }
        }
        let terms = std::mem::take(&mut condition.terms);
        let mut boxer = Boxer { terms: &machine.terms, model: &model, condition, failed: false };
        for term in terms {
            boxer.keep(term);
        }
        (!boxer.failed).then_some(())
    }
}

/// The condition that all guards hold and then the given one; where a check fails whose fault was reported
/// already there is nothing left to find.
fn with_guards(machine: &mut Machine<'_>, rest: Condition, guards: &[Guard]) -> Condition {
    let reported = |machine: &Machine<'_>, guard: &Guard| {
        guard.otherwise.is_some_and(|fault| machine.reported.contains(&fault))
    };
    let mut condition = rest;
    for guard in guards.iter().rev() {
        if reported(machine, guard) {
            let all = conjunction(machine, &condition);
            let fails = machine.terms.not(guard.condition);
            let either = machine.terms.or(fails, all);
            condition = Condition { defined: condition.defined, ..Condition::default() };
            condition.add(&machine.terms, either);
        } else {
            condition.add(&machine.terms, guard.condition);
        }
    }
    condition
}

fn conjunction(machine: &mut Machine<'_>, condition: &Condition) -> TermId {
    let mut all = machine.terms.truth(true);
    for term in condition.as_terms(&mut machine.terms) {
        all = machine.terms.and(all, term);
    }
    all
}

/// One of the outcomes of a transition happens, depending on inputs.
fn any_of(machine: &mut Machine<'_>, mut outcomes: Vec<Condition>) -> Condition {
    if outcomes.len() == 1 {
        return outcomes.remove(0);
    }
    let mut result = Condition::default();
    let all: Vec<Vec<TermId>> =
        outcomes.iter().map(|outcome| outcome.as_terms(&mut machine.terms)).collect();
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
    for outcome in &outcomes {
        for &variable in &outcome.defined {
            result.add_defined(variable);
        }
    }
    result
}
