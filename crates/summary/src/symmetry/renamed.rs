//! Conditions, accesses and sleep sets under new names.

use std::rc::Rc;

use raddle_expr::{TermId, VarId};
use raddle_machine::{Access, Event, Machine, ObjectId, Renaming, State, ThreadId};
use raddle_reduce::{Broken, NewNames, SleepSet};

use crate::below::Below;
use crate::condition::Condition;
use crate::reach::{Reach, Reached, Waits, Way};
use crate::symmetry::joins;
use crate::symmetry::known::Known;

/// Everything known about what is below a state, under new names, for a state that it may cover.
pub fn below(
    machine: &mut Machine<'_>,
    state: &State,
    known: &Known,
    renaming: &Renaming,
    broken: Option<Broken>,
) -> Option<Below> {
    let free = free(machine, state, &known.below.free, renaming)?;
    let condition = Rc::new(condition(machine, &known.below.condition, renaming, &free)?);
    let reach = match broken {
        Some(Broken::ReachNotRenamed) => known.below.reach.clone(),
        _ => Rc::new(reach(machine, &known.below.reach, renaming)?),
    };
    let touched = known.below.touched.as_ref();
    let touched = touched.and_then(|touched| touched.renamed(machine, renaming)).map(Rc::new);
    let free = free.into_iter().map(|(_, here)| here).collect();
    Some(Below { condition, reach, states: known.below.states, touched, free })
}

/// Terms about handles whose threads may change places, and what they are here. `None` if the handles are not those of the same threads.
fn free(
    machine: &mut Machine<'_>,
    state: &State,
    known: &[TermId],
    renaming: &Renaming,
) -> Option<Vec<(TermId, TermId)>> {
    let (mut wanted, mut found) = (Vec::new(), Vec::new());
    let mut terms = Vec::with_capacity(known.len());
    for &term in known {
        let thread = joins::joins(machine, term)?;
        wanted.push(machine.renamed_thread(renaming, thread));
        let renamed = machine.renamed_term(renaming, term)?;
        let (here, thread) = joins::as_found(machine, state, renamed)?;
        found.push(thread);
        terms.push((term, here));
    }
    wanted.sort_unstable();
    found.sort_unstable();
    (wanted == found).then_some(terms)
}

fn condition(
    machine: &mut Machine<'_>,
    condition: &Condition,
    renaming: &Renaming,
    free: &[(TermId, TermId)],
) -> Option<Condition> {
    let mut result = Condition::default();
    for bound in &condition.bounds {
        let variable = variable(machine, bound.variable, renaming)?;
        result.add_bound(bound.of(variable));
    }
    for &term in &condition.terms {
        let term = match free.iter().find(|(known, _)| *known == term) {
            Some(&(_, here)) => here,
            None => machine.renamed_term(renaming, term)?,
        };
        result.add(&machine.terms, term);
    }
    for &defined in &condition.defined {
        result.add_defined(variable(machine, defined, renaming)?);
    }
    for spot in &condition.spots {
        let mut new = *spot;
        new.address = machine.renamed_term(renaming, spot.address)?;
        (new.object, new.start) =
            machine.renamed_bytes(renaming, spot.object, spot.start, spot.end)?;
        new.end = new.start + (spot.end - spot.start);
        result.add_spot(new);
    }
    Some(result)
}

pub fn variable(machine: &mut Machine<'_>, variable: VarId, renaming: &Renaming) -> Option<VarId> {
    // Inputs still to come have no names that matter.
    let Some(cell) = machine.cells.cell(variable) else { return Some(variable) };
    let new = machine.renamed_cell(renaming, cell)?;
    let bits = machine.terms.width(machine.terms.var_term(variable));
    let term = machine.cell_variable(new, bits);
    machine.terms.vars_of(term).first().copied()
}

/// The names that a renaming gives, for those who do not know machines.
struct Names<'a, 'p> {
    machine: &'a mut Machine<'p>,
    renaming: &'a Renaming,
}

impl NewNames for Names<'_, '_> {
    fn thread(&mut self, thread: ThreadId) -> ThreadId {
        self.machine.renamed_thread(self.renaming, thread)
    }
    fn bytes(&mut self, object: ObjectId, start: u64, end: u64) -> Option<(ObjectId, u64)> {
        self.machine.renamed_bytes(self.renaming, object, start, end)
    }
}

fn reach(machine: &mut Machine<'_>, reach: &Reach, renaming: &Renaming) -> Option<Reach> {
    let mut result = Reach::default();
    for reached in reach.iter() {
        let access = access(machine, &reached.access, renaming)?;
        let sources = reached.sources.renamed(&mut Names { machine, renaming })?;
        let waits = match &reached.waits {
            Waits::Never => Waits::Never,
            // How the other thread stands there, nobody has seen.
            Waits::ForObject(_) | Waits::Unclear => Waits::Unclear,
        };
        let thread = machine.renamed_thread(renaming, reached.thread);
        let transition = Rc::new(event(machine, &reached.transition, renaming)?);
        let way = way(machine, &reached.way, renaming).unwrap_or_default();
        let is_first = reached.is_first;
        result.add(Reached { thread, access, transition, sources, waits, is_first, way });
    }
    Some(result)
}

fn way(machine: &mut Machine<'_>, way: &Way, renaming: &Renaming) -> Option<Way> {
    let mut before = Vec::with_capacity(way.before.len());
    for known in way.before.iter() {
        before.push(access(machine, known, renaming)?);
    }
    let opening = match &way.opening {
        Some(opening) => Some(Rc::new(event(machine, opening, renaming)?)),
        None => None,
    };
    Some(Way { before: Rc::new(before), opening, alone: way.alone })
}

fn access(machine: &mut Machine<'_>, access: &Access, renaming: &Renaming) -> Option<Access> {
    if access.symbolic.is_some() {
        return None;
    }
    let (object, start) =
        machine.renamed_bytes(renaming, access.object, access.start, access.end)?;
    Some(Access { object, start, end: start + (access.end - access.start), ..*access })
}

fn event(machine: &mut Machine<'_>, event: &Event, renaming: &Renaming) -> Option<Event> {
    // It stands for what may come, not for a part of the run: private accesses say nothing there.
    let mut new = Event { accesses: Default::default(), private: Vec::new(), ..event.clone() };
    for known in &event.accesses {
        new.accesses.push(access(machine, known, renaming)?);
    }
    for created in &mut new.created {
        *created = machine.renamed_thread(renaming, *created);
    }
    for fence in &mut new.fences {
        fence.by = machine.renamed_thread(renaming, fence.by);
    }
    Some(new)
}

impl Known {
    /// Whether all that slept there sleeps here, under its new name.
    pub fn is_asleep(
        &self,
        machine: &mut Machine<'_>,
        renaming: &Renaming,
        sleep: Option<&SleepSet>,
    ) -> bool {
        let Some(sleep) = sleep else { return true };
        let mut renamed = SleepSet::default();
        for (thread, next) in self.asleep.iter() {
            let Some(next) = event(machine, next, renaming) else { return false };
            renamed.insert(machine.renamed_thread(renaming, thread), Rc::new(next));
        }
        sleep.includes(&renamed)
    }
}
