//! Joins in a row: in which order a thread waits for others does not matter.
//!
//! Main often ends with a loop that joins all threads it created. Which of them comes first tells them apart, and
//! nothing else may. But while it does nothing except join threads, without looking at their results, only the end
//! of those threads comes before it and nothing comes after it: every run has an equivalent one in which all the joins
//! happen at its end, when all those threads are done, and then any order of them leads to the same state. If some thread never
//! ends, main waits whatever the order, perhaps at another of its joins. That is no other finding: a deadlock is shown at a thread that does not wait to join,
//! and where all do, one was found. So a condition that names the joined threads in one order holds for every order of the same threads, all else being equal.
//!
//! What main is going to do is rehearsed on a copy of the state in which the thread it waits for is taken for done.
//!
//! Before main comes to its joins it may do anything else. The terms that say where it will find which handle are pushed back with the rest of the condition. They are still
//! free to change places above a transition, as long as every outcome agrees: each either has the same free terms, or says nothing of them. Where
//! a guard asks for the same handle, or an outcome below which the order matters does, they are fixed ([`Handles`]). By induction over what was explored, the condition with
//! its free terms in another order is a proof, too: no step above the joins looked at them.

use raddle_expr::{BinaryOp, Term, TermId};
use raddle_ir::{Callee, Op, Operand};
use raddle_machine::{
    Cell, Effect, Event, Machine, Names, ObjectName, Settled, State, ThreadId, Value,
};
use raddle_moves::FUEL;
use raddle_reduce::Broken;

use crate::condition::{self, Condition};

/// The terms about handles of threads that main is going to join, while a node is explored.
#[derive(Debug, Default)]
pub struct Handles {
    /// Those whose threads may change places, as all outcomes so far agree.
    free: Vec<TermId>,
    /// Those that are asked for as they are.
    fixed: Vec<TermId>,
    /// A mistake on purpose: nothing is ever fixed.
    careless: bool,
}

impl Handles {
    /// Takes note of an outcome: what was free after it, and the condition before it but for its guards.
    pub fn add_outcome(
        &mut self,
        machine: &mut Machine<'_>,
        effect: &Effect,
        free_after: &[TermId],
        before: &Condition,
        broken: Option<Broken>,
    ) {
        self.careless = broken == Some(Broken::HandlesNeverFixed);
        let mut free = Vec::with_capacity(free_after.len());
        for &term in free_after {
            let term = condition::term_before(machine, effect, term);
            free.extend(term.filter(|&term| joins(machine, term).is_some()));
        }
        free.sort_unstable();
        let others = before.terms.iter().filter(|&term| !free.contains(term));
        self.fixed.extend(others.filter(|&&term| joins(machine, term).is_some()));
        if self.free.is_empty() || self.careless {
            self.free.append(&mut free);
            self.free.sort_unstable();
            self.free.dedup();
        } else if !free.is_empty() && self.free != free {
            self.fixed.append(&mut free);
            self.fixed.extend(&self.free);
        }
    }

    /// Something else asks for these.
    pub fn add_fixed(&mut self, machine: &Machine<'_>, terms: impl Iterator<Item = TermId>) {
        let mut asked = Condition::default();
        terms.for_each(|term| asked.add(&machine.terms, term));
        self.fixed.extend(asked.terms.iter().filter(|&&term| joins(machine, term).is_some()));
    }

    /// The terms whose threads may change places before the node, if all was taken note of.
    pub fn free(self, condition: &Condition) -> Vec<TermId> {
        let Handles { free, fixed, careless } = self;
        let is_fixed = |term: &TermId| fixed.contains(term) && !careless;
        let is_lost = |term: &TermId| !condition.terms.contains(term);
        if free.iter().any(|term| is_fixed(term) || is_lost(term)) { Vec::new() } else { free }
    }
}

/// Terms that say which threads main is going to join, whatever their order, in a state that main joins threads in.
/// `None` in other states.
pub fn free_before_joins(
    machine: &mut Machine<'_>,
    state: &State,
    condition: &Condition,
) -> Option<Vec<TermId>> {
    if !stands_before_join(machine, state) {
        return None;
    }
    let joined = joined_in_a_row(machine, state);
    Some(order_terms(machine, &condition.terms, &joined))
}

/// Threads that main joins one after another from here on.
fn joined_in_a_row(machine: &mut Machine<'_>, state: &State) -> Vec<ThreadId> {
    let mut joined = Vec::new();
    machine.try_out(|machine| {
        let mut now = state.clone();
        while stands_before_join(machine, &now) {
            let Some((thread, after)) = rehearse(machine, &now) else { break };
            if joined.contains(&thread) {
                break;
            }
            joined.push(thread);
            let Some(after) = after else { break };
            now = after;
        }
    });
    joined
}

/// Whether main stands before a join that does not ask for a result.
fn stands_before_join(machine: &Machine<'_>, state: &State) -> bool {
    let main = state.threads.first().filter(|main| main.id == Names::MAIN && main.is_running());
    let Some(frame) = main.and_then(|main| main.frames.last()) else { return false };
    let body = machine.program.functions[frame.func].body.as_ref();
    let inst = body.and_then(|body| body.blocks[frame.block].insts.get(frame.inst));
    let Some(Op::Call { callee: Callee::Direct(func), args, .. }) = inst.map(|inst| &inst.op)
    else {
        return false;
    };
    let no_result = args.get(1).is_some_and(|result| result.value == Operand::Const(0));
    let function = &machine.program.functions[*func];
    no_result && function.name == "pthread_join" && function.body.is_none()
}

/// The thread that main joins next, and the state after that unless it cannot be told.
fn rehearse(machine: &mut Machine<'_>, state: &State) -> Option<(ThreadId, Option<State>)> {
    let granted = machine.grant(state.clone(), Names::MAIN);
    match machine.settle(granted, FUEL) {
        Settled::Blocked(event) => {
            let thread = joined_thread(machine, &event)?;
            let mut done = state.clone();
            machine.take_for_done(&mut done, thread);
            let granted = machine.grant(done, Names::MAIN);
            let after = match machine.settle(granted, FUEL) {
                Settled::Done(after) => Some(after),
                Settled::Blocked(_) | Settled::OutOfFuel(_) | Settled::Forked(..) => None,
            };
            Some((thread, after))
        }
        Settled::Done(after) => Some((joined_thread(machine, &after.event)?, Some(after))),
        Settled::OutOfFuel(_) => None,
        // The last one: what follows depends on inputs.
        Settled::Forked(after, _) => Some((joined_thread(machine, &after.event)?, None)),
    }
}

/// The thread whose end is all that a transition looked at.
fn joined_thread(machine: &Machine<'_>, event: &Event) -> Option<ThreadId> {
    let object = event.accesses.first()?.object;
    let alone = event.accesses.iter().all(|access| access.object == object);
    match *machine.names.name(object) {
        ObjectName::Thread(thread) if alone && event.created.is_empty() => Some(thread),
        _ => None,
    }
}

/// The terms of a condition that say which of some threads is joined where, if there is one for each of them.
fn order_terms(machine: &Machine<'_>, terms: &[TermId], joined: &[ThreadId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for &thread in joined {
        let mut own = terms.iter().copied().filter(|&term| joins(machine, term) == Some(thread));
        match (own.next(), own.next()) {
            (Some(term), None) => found.push(term),
            _ => return Vec::new(),
        }
    }
    found
}

/// The thread that a cell has to hold the handle of, by a term that says no more.
pub fn joins(machine: &Machine<'_>, term: TermId) -> Option<ThreadId> {
    let Term::Binary(BinaryOp::Eq, a, b) = *machine.terms.get(term) else { return None };
    let cell = |term: TermId| match *machine.terms.get(term) {
        Term::Var(variable) => machine.cells.cell(variable),
        _ => None,
    };
    let thread = |cell: Cell| match cell {
        Cell::Base { object } => match *machine.names.name(object) {
            ObjectName::Thread(thread) => Some(thread),
            _ => None,
        },
        Cell::Register { .. } | Cell::Memory { .. } | Cell::Owner { .. } => None,
    };
    match (cell(a)?, cell(b)?) {
        (Cell::Register { .. } | Cell::Memory { .. }, base @ Cell::Base { .. })
        | (base @ Cell::Base { .. }, Cell::Register { .. } | Cell::Memory { .. }) => thread(base),
        _ => None,
    }
}

/// A term about a handle with the thread that is there in a state, and that thread.
pub fn as_found(
    machine: &mut Machine<'_>,
    state: &State,
    term: TermId,
) -> Option<(TermId, ThreadId)> {
    let Term::Binary(BinaryOp::Eq, a, b) = *machine.terms.get(term) else { return None };
    let variable = |term: TermId| match *machine.terms.get(term) {
        Term::Var(variable) => machine.cells.cell(variable),
        _ => None,
    };
    let (handle, cell) = match (variable(a)?, variable(b)?) {
        (Cell::Base { .. }, cell) => (b, cell),
        (cell, _) => (a, cell),
    };
    let Some(Value::Word(address)) = machine.cell_content(state, cell) else { return None };
    let (object, 0) = machine.names.resolve(address)? else { return None };
    let ObjectName::Thread(thread) = *machine.names.name(object) else { return None };
    let bits = machine.terms.width(handle);
    let base = machine.cell_variable(Cell::Base { object }, bits);
    Some((machine.terms.eq(handle, base), thread))
}
