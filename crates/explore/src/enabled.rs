//! Which threads can move in a state.
//!
//! Most operations are always possible. For the others, such as taking a lock, it is tried: the machine
//! executes the transition and says whether it was possible, and the result is kept for later.

use std::rc::Rc;

use raddle_ir::{Callee, Op};
use raddle_machine::{Access, Event, Halt, Machine, ObjectId, Settled, State, Status, ThreadId};
use raddle_reduce::Footprint;

use crate::budget::FUEL;

/// What became of trying a thread's transition.
pub(crate) enum Tried {
    Possible(Vec<State>),
    Impossible(Event),
    /// It depends on inputs: the conditions of the cases.
    Depends(Vec<State>),
}

/// Whether only trying can tell if a thread's transition is possible here.
pub(crate) fn has_to_be_tried(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> bool {
    machine.may_block(state, thread)
        || machine.may_wait_in_loop(state, thread)
        || state.thread(thread).spin.waits.is_some()
}

/// Tries a thread's transition on all inputs of a state. It does not happen: nothing is recorded.
pub(crate) fn attempt(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Tried {
    let recorder = machine.recorder.take();
    let tried = attempt_unrecorded(machine, state, thread);
    machine.recorder = recorder;
    tried
}

fn attempt_unrecorded(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Tried {
    if let Some(waits) = machine.waits_in_loop(state, thread) {
        let mut event = Event::default();
        event.accesses.extend(waits.iter().map(|(access, _)| *access));
        return Tried::Impossible(event);
    }
    let granted = machine.grant(state.clone(), thread);
    let (faults, cuts) = (machine.faults.len(), machine.cuts.len());
    let mut possible = Vec::new();
    let mut impossible = Vec::new();
    let mut pending = vec![granted];
    while let Some(next) = pending.pop() {
        let case = (next.path.clone(), next.model.clone());
        match machine.settle(next, FUEL) {
            Settled::Done(mut after) => {
                undo_halted_section(state, &mut after, thread);
                let repeats = machine.note_transition(state, &mut after, thread);
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
    machine.faults.truncate(faults);
    machine.cuts.truncate(cuts);
    if possible.is_empty() {
        let mut event = Event::default();
        for (part, _) in &impossible {
            event.accesses.extend(part.accesses.iter().copied());
        }
        return Tried::Impossible(event);
    }
    let cases = possible
        .iter()
        .map(|after| (after.path.clone(), after.model.clone()))
        .chain(impossible.into_iter().map(|(_, case)| case))
        .map(|(path, model)| State { path, model, ..state.clone() });
    Tried::Depends(cases.collect())
}

/// Whether the operation that `thread` stands before in state `now` could be executed with the memory of
/// an earlier state.
pub(crate) fn is_possible(
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
    let (faults, cuts) = (machine.faults.len(), machine.cuts.len());
    let granted = machine.grant(mixed.clone(), thread);
    let possible = match machine.settle(granted, FUEL) {
        Settled::Blocked(_) => false,
        Settled::Done(mut after) => !machine.note_transition(&mixed, &mut after, thread),
        Settled::OutOfFuel(_) | Settled::Forked(..) => true,
    };
    machine.faults.truncate(faults);
    machine.cuts.truncate(cuts);
    possible
}

/// Calls that touch one object, and nothing else, in whatever state it is.
const TOUCH_ONE_OBJECT: &[&str] = &[
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_rwlock_unlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_join",
    "sem_post",
    "sem_trywait",
    "sem_wait",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "thrd_join",
];

/// What the transition that `thread` makes from `state` would access at another place of the run, where it may read
/// other values; `None` if that is not certain.
pub(crate) fn footprint_elsewhere(
    machine: &mut Machine<'_>,
    state: &State,
    thread: ThreadId,
    event: &Event,
) -> Footprint {
    let shared = |id: &ObjectId| state.memory.get(*id).is_some_and(|object| object.shared);
    let frames = &state.thread(thread).frames;
    // Whether it returns, and ends local variables that others know, may depend on what it reads.
    if frames.iter().any(|frame| frame.locals.iter().any(shared)) {
        return None;
    }
    let mut footprint = event.clone();
    match operation(machine, state, thread)? {
        Op::Load { .. } | Op::Store { .. } => {}
        Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {}
        Op::Call { callee: Callee::Direct(callee), .. }
            if TOUCH_ONE_OBJECT.contains(&&*machine.program.functions[*callee].name) => {}
        _ => return None,
    }
    if !matches!(operation(machine, state, thread)?, Op::Load { .. }) {
        // A compare-exchange or an attempt to lock that failed would write if it succeeded.
        footprint.accesses.iter_mut().for_each(|access| access.write = true);
    }
    // The end of a thread belongs to its last transition.
    let own = machine.thread_object(thread);
    let first = *event.accesses.first()?;
    let life = Access { object: own, start: 0, end: u64::MAX, write: true, ..first };
    footprint.accesses.push(life);
    Some(Rc::new(footprint))
}

fn operation<'p>(machine: &Machine<'p>, state: &State, thread: ThreadId) -> Option<&'p Op> {
    let frame = state.thread(thread).top();
    let body = machine.program.functions[frame.func].body.as_ref()?;
    body.blocks[frame.block].insts.get(frame.inst).map(|inst| &inst.op)
}

/// A thread that halted inside an atomic section has shown a part of it to nobody: the others go on as if
/// it had not begun.
pub(crate) fn undo_halted_section(before: &State, after: &mut State, thread: ThreadId) {
    let inside = after.atomic.is_some_and(|(owner, _)| owner == thread);
    let Status::Halted(halt) = after.thread(thread).status else { return };
    if !inside {
        return;
    }
    let mut undone = before.clone();
    undone.path = after.path.clone();
    undone.model = after.model.clone();
    undone.event = after.event.clone();
    undone.decisions = after.decisions.clone();
    undone.inputs = after.inputs.clone();
    undone.thread_mut(thread).status = Status::Halted(halt);
    *after = undone;
}

/// Threads that wait, if no thread can move at all; `None` if one can.
pub(crate) fn all_blocked(
    machine: &mut Machine<'_>,
    state: &State,
) -> Option<Vec<(ThreadId, Event)>> {
    let running: Vec<ThreadId> =
        state.threads.iter().filter(|thread| thread.is_running()).map(|thread| thread.id).collect();
    let mut blocked = Vec::new();
    for thread in running {
        if !has_to_be_tried(machine, state, thread) {
            return None;
        }
        match attempt(machine, state, thread) {
            Tried::Impossible(event) => blocked.push((thread, event)),
            Tried::Possible(_) | Tried::Depends(_) => return None,
        }
    }
    Some(blocked)
}

/// The threads that cannot move.
pub(crate) fn blocked_threads(machine: &mut Machine<'_>, state: &State) -> Vec<(ThreadId, Event)> {
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
pub(crate) fn is_ending(state: &State) -> bool {
    state.threads.iter().any(|thread| match thread.status {
        Status::Halted(Halt::Fault | Halt::Exit(_) | Halt::Abort | Halt::Assume | Halt::Cut) => {
            true
        }
        Status::Running | Status::Done => false,
    })
}
