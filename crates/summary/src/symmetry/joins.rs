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

use raddle_expr::{BinaryOp, Term, TermId};
use raddle_ir::{Callee, Op, Operand};
use raddle_machine::{Cell, Event, Machine, Names, ObjectName, Settled, State, ThreadId};
use raddle_moves::FUEL;

/// Threads that main joins one after another from here on.
pub fn joined_in_a_row(machine: &mut Machine<'_>, state: &State) -> Vec<ThreadId> {
    let mut joined = Vec::new();
    if !stands_before_join(machine, state) {
        return joined;
    }
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
pub fn order_terms(machine: &Machine<'_>, terms: &[TermId], joined: &[ThreadId]) -> Vec<TermId> {
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
fn joins(machine: &Machine<'_>, term: TermId) -> Option<ThreadId> {
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

/// A term of [`order_terms`] about another thread.
pub fn about(machine: &mut Machine<'_>, term: TermId, thread: ThreadId) -> Option<TermId> {
    let Term::Binary(BinaryOp::Eq, a, b) = *machine.terms.get(term) else { return None };
    let is_base = |term: TermId| match *machine.terms.get(term) {
        Term::Var(variable) => matches!(machine.cells.cell(variable), Some(Cell::Base { .. })),
        _ => false,
    };
    let cell = if is_base(a) { b } else { a };
    let object = machine.thread_object(thread);
    let bits = machine.terms.width(cell);
    let base = machine.cell_variable(Cell::Base { object }, bits);
    Some(machine.terms.eq(cell, base))
}
