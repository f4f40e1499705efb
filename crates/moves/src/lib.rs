//! Which threads can move in a state.
//!
//! Most operations are always possible. For the others, such as taking a lock, it is tried: the machine
//! executes the transition and says whether it was possible, and the result is kept for later.

use std::rc::Rc;

use raddle_ir::{Callee, Op};
use raddle_library::Waits;
use raddle_machine::{
    Event, Halt, LONGEST_CYCLE, Machine, Settled, State, Status, Thread, ThreadId,
};

/// Instructions between two looks at the clock.
pub const FUEL: u64 = 200_000;

/// What became of trying a thread's transition.
#[derive(Debug)]
pub enum Tried {
    Possible(Vec<State>),
    Impossible(Event),
    /// It depends on inputs: the conditions of the cases.
    Depends(Vec<State>),
    /// The budget was spent before it was known.
    Unfinished,
}

/// Whether only trying can tell if a thread's transition is possible here.
pub fn has_to_be_tried(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> bool {
    machine.may_block(state, thread)
        || machine.may_wait_in_loop(state, thread)
        || state.thread(thread).spin.waits.is_some()
}

/// Tries a thread's transition on all inputs of a state. It does not happen: nothing is recorded.
pub fn attempt(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Tried {
    let recorder = machine.take_recorder();
    let tried = attempt_unrecorded(machine, state, thread);
    machine.record_with(recorder);
    tried
}

fn attempt_unrecorded(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Tried {
    if let Some(waits) = machine.waits_in_loop(state, thread) {
        let mut event = Event::default();
        event.accesses.extend(waits.iter().map(|(access, _)| *access));
        return Tried::Impossible(event);
    }
    let granted = machine.grant(state.clone(), thread);
    let mark = machine.outbox.mark();
    let mut possible = Vec::new();
    let mut impossible = Vec::new();
    let mut pending = vec![granted];
    while let Some(next) = pending.pop() {
        if machine.config.budget.is_spent() {
            // What fails on the way to something possible has failed.
            if !impossible.is_empty() {
                machine.outbox.return_faults_to(mark);
            }
            return Tried::Unfinished;
        }
        let case = (next.path.clone(), next.model.clone());
        match machine.settle(next, FUEL) {
            Settled::Done(mut after) => {
                undo_halted_section(state, &mut after, thread);
                let repeats = note_transition(machine, state, &mut after, thread);
                if repeats {
                    impossible
                        .push((after.event.clone(), (after.path.clone(), after.model.clone())));
                } else {
                    possible.push(after);
                }
            }
            Settled::OutOfFuel(after) => pending.push(after),
            Settled::Forked(holds, fails) => pending.extend([fails, holds]),
            Settled::Blocked(event) => impossible.push((event, case)),
        }
    }
    if impossible.is_empty() {
        return Tried::Possible(possible);
    }
    // What failed while trying is reported when the transition is really made.
    machine.outbox.return_to(mark);
    if possible.is_empty() {
        let mut event = Event::default();
        for (part, _) in &impossible {
            event.accesses.extend(part.accesses.iter().copied());
            event.obscure |= part.obscure;
        }
        return Tried::Impossible(event);
    }
    let cases = possible
        .iter()
        .map(|after| (after.path.clone(), after.model.clone()))
        .chain(impossible.into_iter().map(|(_, case)| case))
        .map(|(path, model)| State { path, model, shareable: false, ..state.clone() });
    Tried::Depends(cases.collect())
}

/// Whether the operation that a thread stands before could be executed in an earlier state, whatever the inputs are.
pub fn is_possible_for(machine: &mut Machine<'_>, earlier: &State, standing: &Rc<Thread>) -> bool {
    let mut now = earlier.clone();
    match now.position(standing.id) {
        Some(position) => now.threads[position] = standing.clone(),
        None => {
            let position = now.threads.partition_point(|other| other.id < standing.id);
            now.threads.insert(position, standing.clone());
        }
    }
    is_possible(machine, earlier, &now, standing.id)
}

fn waits_for_one_object(name: &str) -> bool {
    raddle_library::find(name).is_some_and(|row| row.threads.waits == Waits::ForOneObject)
}

/// A thread as it stands before an operation that waits for one object.
pub fn waiting(machine: &Machine<'_>, state: &State, thread: ThreadId) -> Option<Rc<Thread>> {
    let thread = &state.threads[state.position(thread)?];
    let frame = thread.frames.last()?;
    let body = machine.program.functions[frame.func].body.as_ref()?;
    let inst = body.blocks[frame.block].insts.get(frame.inst)?;
    let Op::Call { callee: Callee::Direct(func), .. } = inst.op else { return None };
    let function = &machine.program.functions[func];
    let waits = function.body.is_none() && waits_for_one_object(&function.name);
    waits.then(|| thread.clone())
}

/// Whether the operation that `thread` stands before in state `now` could be executed with the memory of
/// an earlier state.
pub fn is_possible(
    machine: &mut Machine<'_>,
    earlier: &State,
    now: &State,
    thread: ThreadId,
) -> bool {
    let mut mixed = earlier.clone();
    let current = now.threads[now.position(thread).expect("the thread exists")].clone();
    match mixed.position(thread) {
        Some(position) => mixed.threads[position] = current,
        None => {
            let position = mixed.threads.partition_point(|other| other.id < thread);
            mixed.threads.insert(position, current);
        }
    }
    mixed.path = now.path.clone();
    mixed.model = now.model.clone();
    mixed.unjoined = mixed.unjoined.max(1);
    if let Some(waits) = machine.waits_in_loop(&mixed, thread) {
        return waits.is_empty();
    }
    let mark = machine.outbox.mark();
    let granted = machine.grant(mixed.clone(), thread);
    let possible = match machine.settle(granted, FUEL) {
        Settled::Blocked(_) => false,
        Settled::Done(mut after) => !note_transition(machine, &mixed, &mut after, thread),
        Settled::OutOfFuel(_) | Settled::Forked(..) => true,
    };
    machine.outbox.return_to(mark);
    possible
}

/// Keeps account of a transition; returns whether it left the thread exactly as it was. One with a rest in it is not
/// looked at: inputs had a say in it. But who waits in a loop has no rest there, and no piece of the program ends there.
pub fn note_transition(
    machine: &mut Machine<'_>,
    before: &State,
    after: &mut State,
    thread: ThreadId,
) -> bool {
    if let Some((waiting, repeats)) = gone_round(machine, before, after, thread) {
        *after = waiting;
        return repeats;
    }
    if before.rest.now || after.rest.now {
        after.forget_spin(thread);
        return false;
    }
    machine.note_transition(before, after, thread)
}

/// The state of a thread that was stopped in a loop where it only waits, as it is when the loop starts over; and whether this transition alone is a round of it.
fn gone_round(
    machine: &mut Machine<'_>,
    before: &State,
    after: &State,
    thread: ThreadId,
) -> Option<(State, bool)> {
    let rests = after.rest.now && machine.may_wait_in_loop(before, thread);
    let stopped = rests || machine.ends_at_loop(after, thread);
    if before.rest.now || !stopped || writes(after) {
        return None;
    }
    let mark = machine.outbox.mark();
    let found = machine.without_stops(after, thread).and_then(|mut further| {
        let repeats = machine.note_transition(before, &mut further, thread);
        if further.thread(thread).spin.waits.is_none() {
            let round = next_round(machine, &further, thread)?;
            further.thread_mut(thread).spin = round.thread(thread).spin.clone();
        }
        Some((further, repeats))
    });
    if found.is_none() {
        machine.outbox.return_to(mark);
    }
    found
}

/// The state of a thread when it has gone round a loop where it only waits. A first round does not show that if it began in the middle.
fn next_round(machine: &mut Machine<'_>, from: &State, thread: ThreadId) -> Option<State> {
    let mut state = from.clone();
    for _ in 0..LONGEST_CYCLE {
        if !state.thread(thread).is_running() {
            return None;
        }
        let granted = machine.grant(state.clone(), thread);
        let mut next = machine.without_stops(&granted, thread)?;
        if writes(&next) {
            return None;
        }
        machine.note_transition(&state, &mut next, thread);
        if next.thread(thread).spin.waits.is_some() {
            return Some(next);
        }
        state = next;
    }
    None
}

fn writes(state: &State) -> bool {
    state.event.accesses.iter().any(|access| access.write)
}

/// What another order of transitions would come to.
#[derive(Debug)]
pub enum Rehearsal {
    /// What the last transition accesses.
    Possible(Event),
    /// The last transition cannot be made, because of what it accesses.
    Impossible(Event),
    /// Inputs have a say in it.
    Unclear,
}

/// Makes moves from a state, and then the next one of `last`, of which nothing is kept.
pub fn rehearse(
    machine: &mut Machine<'_>,
    from: &State,
    moves: impl Iterator<Item = ThreadId>,
    last: ThreadId,
) -> Rehearsal {
    let mark = machine.outbox.mark();
    let mut state = from.clone();
    let mut result = Rehearsal::Unclear;
    for thread in moves.map(Some).chain([None]) {
        match attempt(machine, &state, thread.unwrap_or(last)) {
            Tried::Possible(mut states) if states.len() == 1 => state = states.remove(0),
            Tried::Impossible(event) if thread.is_none() => {
                result = Rehearsal::Impossible(event);
                break;
            }
            Tried::Possible(_) | Tried::Impossible(_) | Tried::Depends(_) | Tried::Unfinished => {
                break;
            }
        }
        if thread.is_none() {
            result = Rehearsal::Possible(state.event.clone());
        }
    }
    machine.outbox.return_to(mark);
    result
}

/// A thread that halted inside an atomic section has shown a part of it to nobody: the others go on as if
/// it had not begun.
pub fn undo_halted_section(before: &State, after: &mut State, thread: ThreadId) {
    let inside = after.atomic.is_some_and(|(owner, _)| owner == thread);
    let Status::Halted(halt) = after.thread(thread).status else { return };
    // After a rest there is nobody else, or the section is not the one of the rest.
    if !inside || before.rest.now {
        return;
    }
    let mut undone = before.clone();
    undone.path = after.path.clone();
    undone.model = after.model.clone();
    undone.event = after.event.clone();
    undone.decisions = after.decisions.clone();
    undone.inputs = after.inputs.clone();
    undone.sides = after.sides.clone();
    undone.shareable = after.shareable;
    undone.thread_mut(thread).status = Status::Halted(halt);
    *after = undone;
}

/// The same before anybody had a choice: the section began when there was one thread, so those that it created were never there.
pub fn undo_halted_start(state: &mut State) {
    let Some((owner, _)) = state.atomic else { return };
    if matches!(state.thread(owner).status, Status::Halted(_)) {
        state.threads.retain(|thread| thread.id == owner);
    }
}

/// Threads that wait, if no thread can move at all; `None` if one can.
pub fn all_blocked(machine: &mut Machine<'_>, state: &State) -> Option<Vec<(ThreadId, Event)>> {
    let running: Vec<ThreadId> =
        state.threads.iter().filter(|thread| thread.is_running()).map(|thread| thread.id).collect();
    let mut blocked = Vec::new();
    for thread in running {
        if !has_to_be_tried(machine, state, thread) {
            return None;
        }
        match attempt(machine, state, thread) {
            Tried::Impossible(event) => blocked.push((thread, event)),
            Tried::Possible(_) | Tried::Depends(_) | Tried::Unfinished => return None,
        }
    }
    Some(blocked)
}

/// The threads that cannot move.
pub fn blocked_threads(machine: &mut Machine<'_>, state: &State) -> Vec<(ThreadId, Event)> {
    let running: Vec<ThreadId> =
        state.threads.iter().filter(|thread| thread.is_running()).map(|thread| thread.id).collect();
    let mut blocked = Vec::new();
    for thread in running {
        if has_to_be_tried(machine, state, thread)
            && let Tried::Impossible(event) = attempt(machine, state, thread)
        {
            blocked.push((thread, event));
        }
    }
    blocked
}

/// Whether the program has ended, or its end is only a matter of scheduling: nobody waits in vain then.
pub fn is_ending(state: &State) -> bool {
    state.threads.iter().any(|thread| match thread.status {
        Status::Halted(
            Halt::Fault | Halt::Exit(_) | Halt::Abort | Halt::Assume | Halt::Cut | Halt::End,
        ) => true,
        Status::Running | Status::Done => false,
    })
}
