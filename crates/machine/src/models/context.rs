//! How a run that starts in the middle of a program gets there (see the crate `fragment`, which puts these calls into the
//! program), and what synchronisation objects hold that nothing is known of.
//!
//! Threads come to their places one after the other: each says that it is there, and then waits until all are. One that stands
//! in a wait says so with the first step of that wait ([`entered`]) and takes none of the later ones before all are there ([`may_go_on`]).

use smallvec::{SmallVec, smallvec};

use crate::event::Sync;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::{GATE, READY, Shape, SyncObject, set_control};
use crate::models::{barrier, mutex, nothing, once, rwlock, semaphore};
use crate::names::{ObjectId, ThreadId};
use crate::state::{ENDED, Gate, Halt, State, control};
use crate::stop::{Exec, Stop};
use crate::unknown::Span;
use crate::value::Value;
use crate::waits::Waiting;

pub(super) const TABLE: super::Table = &[
    ("raddle.start", start),
    ("raddle.ready", ready),
    ("raddle.wait", wait),
    ("raddle.stands", stands),
    ("raddle.gone", gone),
    ("raddle.end", end),
    ("raddle.barrier", one_barrier),
    ("raddle.barriers", all_barriers),
    ("raddle.handle", handle),
    ("raddle.joined", joined),
    ("raddle.written", written),
];

const CELLS: u64 = 4;
const SHAPE: Shape = Shape { what: GATE, cells: CELLS, size: CELLS };

/// `start(function, arguments …)` creates a thread.
fn start(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    let address = call.arg(0).word().and_then(|address| machine.names.resolve(address));
    let func = address.and_then(|(object, _)| machine.facts.function_of_object.get(&object));
    let func = *func.expect("fragments start functions that they have");
    st.acting = true;
    let arguments: SmallVec<[Value; 8]> = call.args[1..].iter().map(|&(value, _)| value).collect();
    let child = machine.create_thread(st, call.thread, func, &arguments);
    let block = machine.thread_object(child);
    let detached = machine.unknown_claim(st, child);
    machine.store_at(st, block, control::CLAIMED, 8, detached);
    let life = 0..control::LIFE;
    machine.push_access(st, call.thread, block, life, true, Sync::Release);
    nothing()
}

/// `ready(cell)`: others may go on.
fn ready(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let gate = SyncObject::new(machine, st, call, call.arg(0), SHAPE, Sync::Release)?;
    gate.set(machine, st, 0, 1);
    // The last one comes before all that the threads do from their places on.
    st.given = Some(st.path.clone());
    nothing()
}

/// `wait(cell)` until somebody was ready.
fn wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    pass(machine, st, call, call.arg(0))?;
    nothing()
}

fn pass(machine: &mut Machine<'_>, st: &mut State, call: &Call, cell: Value) -> Exec {
    let gate = SyncObject::new(machine, st, call, cell, SHAPE, Sync::Acquire)?;
    if gate.cell(machine, st, 0) == Value::Word(0) {
        return Err(machine.blocked(st, call.thread, |_| Waiting {
            text: "has not come to its place".to_owned(),
            ..Waiting::default()
        }));
    }
    Ok(())
}

/// `stands(ready, open, woken)`: the operation that comes next is the wait that the thread stands in, and maybe somebody has woken it there.
fn stands(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let woken = call.arg(2) == Value::Word(1);
    st.thread_mut(call.thread).gate = Some(Gate { ready: call.arg(0), open: call.arg(1), woken });
    nothing()
}

/// Whether a thread is on its way into the wait that the context has it in.
pub(super) fn is_entering(st: &State, thread: ThreadId) -> bool {
    st.thread(thread).gate.is_some()
}

/// Whether somebody has woken a thread from there before the run starts.
pub(super) fn was_woken_before(st: &State, thread: ThreadId) -> bool {
    st.thread(thread).gate.is_some_and(|gate| gate.woken)
}

/// The first step of a wait is made: says so, if that is what others wait for.
pub(super) fn entered(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec {
    let Some(Gate { ready, woken, .. }) = st.thread(call.thread).gate else { return Ok(()) };
    let gate = SyncObject::new(machine, st, call, ready, SHAPE, Sync::Release)?;
    gate.set(machine, st, 0, 1);
    if woken {
        set_control(machine, st, call.thread, control::SIGNALLED, 1);
    }
    Ok(())
}

/// Later steps of the wait come when all threads are at their places.
pub(super) fn may_go_on(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec {
    let Some(Gate { open, .. }) = st.thread(call.thread).gate else { return Ok(()) };
    pass(machine, st, call, open)?;
    st.thread_mut(call.thread).gate = None;
    Ok(())
}

/// A wait that is over at once is none that a thread stands in.
pub(super) fn did_not_wait(st: &State, thread: ThreadId) -> Exec {
    if is_entering(st, thread) { Err(Stop::Halt(Halt::Assume)) } else { Ok(()) }
}

/// `gone(local)`: the frame of a local variable returns.
fn gone(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let address = machine.pin(call.arg(0)).word();
    if let Some((object, _)) = address.and_then(|address| machine.names.resolve(address)) {
        machine.end_object(st, call.thread, object);
    }
    nothing()
}

/// `end()`: the thread stays here for good, since what follows is not known.
fn end(machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    Err(machine.end_of_fragment())
}

/// `barrier(barrier, counts …)`: it waits for one of these numbers of threads.
fn one_barrier(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let barrier = barrier::object(machine, st, call, Sync::Acquire)?;
    let counts: Vec<Value> = call.args[1..].iter().map(|&(value, _)| value).collect();
    let path = machine.lock_name(barrier.object, barrier.offset);
    let count = machine.one_of_counts(st, &path, &counts);
    machine.store_at(st, barrier.object, barrier.offset + barrier::NEEDED, 4, count);
    nothing()
}

/// `barriers(counts …)`: the same for all that nothing else is known of.
fn all_barriers(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    st.unknowns.barrier_counts = call.args.iter().map(|&(value, _)| value).collect();
    nothing()
}

/// `handle(address, n)`: memory at this address holds the handle of the n-th thread of the context.
fn handle(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(nth) = call.arg(1).word() {
        st.unknowns.handles.know(nth as usize, call.arg(0));
    }
    nothing()
}

/// `joined(from, to, stride)`: the threads were joined whose handles lie there, the end left out.
fn joined(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    st.unknowns.handles.joined.push(span(call));
    nothing()
}

/// `written(from, to, stride)`: creations of threads have written there.
fn written(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    st.unknowns.handles.written.push(span(call));
    nothing()
}

fn span(call: &Call) -> Span {
    Span { from: call.arg(0), to: call.arg(1), stride: call.arg(2).word().unwrap_or(1) }
}

/// Offsets and values of cells of four bytes.
pub(crate) type SyncCells = SmallVec<[(u64, Value); 2]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockSort {
    Mutex,
    ReadWrite,
}

/// The sort of a lock by its size; nothing for a condition variable, which is always the same.
pub(crate) fn lock_sort(machine: &Machine<'_>, size: u64) -> Option<LockSort> {
    match size {
        size if size == mutex::layout(machine).1 => Some(LockSort::Mutex),
        rwlock::SIZE => Some(LockSort::ReadWrite),
        _ => None,
    }
}

pub(crate) fn owner(owner: Value) -> SyncCells {
    const { assert!(mutex::OWNER == rwlock::WRITER) };
    smallvec![(mutex::OWNER, owner)]
}

pub(crate) fn mutex_kind(machine: &Machine<'_>, kind: Value) -> SyncCells {
    smallvec![(mutex::layout(machine).0, kind)]
}

pub(crate) fn semaphore(units: Value) -> SyncCells {
    smallvec![(semaphore::VALUE, units), (semaphore::MARK, Value::Word(READY))]
}

/// What a control of `pthread_once` holds when its function has run. That it runs is not known of any thread.
pub(crate) fn once_is_done() -> u64 {
    once::DONE
}

/// Functions that give back what a thread was told before the run starts, of which nothing is kept.
pub(crate) fn remembers(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "pthread_getspecific",
        "pthread_setspecific",
        "tss_get",
        "tss_set",
        "__pthread_unregister_cancel",
        "longjmp",
        "siglongjmp",
    ];
    NAMES.contains(&name)
}

pub(crate) fn barrier(needed: Value) -> SyncCells {
    smallvec![(barrier::NEEDED, needed), (barrier::MARK, Value::Word(READY))]
}

/// What a handle stands for whose thread has ended before the run starts, and whether it was joined or detached. No two of them are the same.
pub(crate) fn ended_thread(
    machine: &mut Machine<'_>,
    st: &mut State,
    nth: u64,
    claimed: Value,
) -> ObjectId {
    let ended = machine.environment_object(st, ENDED, nth, 8);
    machine.store_at(st, ended, 0, 8, claimed);
    ended
}
