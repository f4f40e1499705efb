//! POSIX mutexes: ⟨await owner = none; owner := me⟩.
//!
//! A timed lock of a held mutex may time out at any moment, and one of a free mutex may not: it is a try.
//! That it waits and gets the lock later is the run in which it is scheduled later.

use raddle_ir::{Loc, Type};

use crate::event::Sync;
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::sync::{
    DESTROYED, EAGAIN, EBUSY, EDEADLK, EINVAL, ENOMEM, EPERM, ETIMEDOUT, Shape, SyncObject,
    accepted, attribute, decide_cells, free_if_untyped, init_attributes, is_priority, known_value,
    out_of_reach, put_attribute, set_shared, store_result,
};
use crate::models::times::Deadline;
use crate::models::value;
use crate::names::{ThreadId, owner_of, owner_word};
use crate::state::{Halt, State, Status};
use crate::stop::{Exec, Stop};
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_mutex_init", init),
    ("pthread_mutex_destroy", destroy),
    ("pthread_mutex_lock", lock),
    ("pthread_mutex_trylock", trylock),
    ("pthread_mutex_timedlock", timedlock),
    ("pthread_mutex_clocklock", clocklock),
    ("pthread_mutex_unlock", unlock),
    ("pthread_mutex_consistent", consistent),
    ("pthread_mutex_getprioceiling", ceiling),
    ("pthread_mutex_setprioceiling", ceiling),
    ("pthread_mutexattr_init", attr_init),
    ("pthread_mutexattr_destroy", accepted),
    ("pthread_mutexattr_settype", attr_settype),
    ("pthread_mutexattr_gettype", attr_gettype),
    ("pthread_mutexattr_setkind_np", attr_settype),
    ("pthread_mutexattr_setrobust", attr_setrobust),
    ("pthread_mutexattr_setrobust_np", attr_setrobust),
    ("pthread_mutexattr_setpshared", set_shared),
    ("pthread_mutexattr_setprotocol", attr_setprotocol),
    ("pthread_mutexattr_setprioceiling", attr_setprioceiling),
];

/// The thread that holds it, plus one.
pub(super) const OWNER: u64 = 0;
/// How often a recursive mutex was locked beyond the first time.
pub(super) const COUNT: u64 = 4;
pub(super) const MARK: u64 = 8;
/// Bytes an operation may change.
pub(super) const CELLS: u64 = 12;
const WHAT: &str = "mutex";

pub(super) const RECURSIVE: u64 = 1;
const ERRORCHECK: u64 = 2;
/// Beside the kind: when its owner ends, the next one gets the lock and is told.
pub(super) const ROBUST: u64 = 0x10;
const EOWNERDEAD: u64 = 130;
pub(super) const ENOTRECOVERABLE: u64 = 131;

/// In the mark cell of a robust mutex: its owner ended, and nobody has said yet that what it guards is in order.
const INCONSISTENT: u64 = 0x6465_6164;
/// It was given back like that: nobody gets it any more.
const LOST: u64 = 0x6c6f_7374;

/// Where static initialisers put the kind, and the size of the whole object.
pub(super) fn layout(machine: &Machine<'_>) -> (u64, u64) {
    if machine.facts.pointer_bits == 64 { (16, 40) } else { (12, 24) }
}

fn shape(machine: &Machine<'_>) -> Shape {
    Shape { what: WHAT, cells: CELLS, size: layout(machine).1 }
}

/// What an attempt to lock finds.
pub(super) enum Attempt {
    /// The lock is taken now; the code is zero or `EOWNERDEAD`.
    Taken(u64),
    /// The thread has it already and the kind does not allow to take it again.
    Own,
    Busy(ThreadId),
    /// Nobody can have it any more.
    Lost,
}

pub(super) fn object(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    sync: Sync,
) -> Exec<SyncObject> {
    let mutex = SyncObject::new(machine, st, call, pointer, shape(machine), sync)?;
    let (kind, size) = layout(machine);
    free_if_untyped(machine, st, &mutex, OWNER, size);
    decide_cells(machine, st, call, &mutex, &[OWNER, COUNT, MARK, kind])?;
    Ok(mutex)
}

fn kind(machine: &mut Machine<'_>, st: &mut State, call: &Call, mutex: &SyncObject) -> Exec<u64> {
    let at = layout(machine).0;
    mutex.word(machine, st, call, at)
}

/// Takes the lock if it can be taken.
pub(super) fn attempt(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    mutex: &SyncObject,
) -> Exec<Attempt> {
    let owner = mutex.owner(machine, st, call, OWNER)?;
    mutex.check_alive(machine, st, call, MARK, false)?;
    let kind = kind(machine, st, call, mutex)?;
    if kind & ROBUST != 0 && mutex.word(machine, st, call, MARK)? == LOST {
        return Ok(Attempt::Lost);
    }
    if owner == 0 {
        take(machine, st, call, mutex);
        return Ok(Attempt::Taken(0));
    }
    if owner_of(owner) != call.thread {
        let owner = owner_of(owner);
        if kind & ROBUST != 0 && has_ended(machine, st, call.thread, owner) {
            take(machine, st, call, mutex);
            mutex.set(machine, st, COUNT, 0);
            mutex.set(machine, st, MARK, INCONSISTENT);
            return Ok(Attempt::Taken(EOWNERDEAD));
        }
        return Ok(Attempt::Busy(owner));
    }
    if kind & 3 != RECURSIVE {
        return Ok(Attempt::Own);
    }
    let count = mutex.word(machine, st, call, COUNT)?;
    mutex.set(machine, st, COUNT, count + 1);
    mutex.record(machine, st, call.thread, "locks again");
    Ok(Attempt::Taken(0))
}

fn take(machine: &mut Machine<'_>, st: &mut State, call: &Call, mutex: &SyncObject) {
    mutex.set_owner(machine, st, OWNER, call.thread);
    mutex.hold(machine, st, call.thread);
    mutex.record(machine, st, call.thread, "locks");
}

fn has_ended(machine: &mut Machine<'_>, st: &mut State, by: ThreadId, thread: ThreadId) -> bool {
    if machine.was_gone(thread) {
        return true;
    }
    let block = machine.control_block(st, thread);
    if st.unjoined > 0 {
        machine.push_access(st, by, block, 0..8, false, Sync::Acquire);
    }
    st.position(thread).is_some_and(|at| st.threads[at].status == Status::Done)
}

/// Locks, or blocks.
pub(super) fn lock_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    match attempt(machine, st, call, &mutex)? {
        Attempt::Taken(code) => Ok(code),
        Attempt::Busy(owner) => Err(mutex.blocked(machine, st, call.thread, &[owner])),
        Attempt::Lost => {
            mutex.refused(st, CELLS);
            Ok(ENOTRECOVERABLE)
        }
        Attempt::Own if kind(machine, st, call, &mutex)? & 3 == ERRORCHECK => {
            mutex.refused(st, CELLS);
            Ok(EDEADLK)
        }
        Attempt::Own => {
            let name = mutex.name(machine);
            let message = format!("{name} is locked by the thread that already holds it");
            let related = locked_here(st, call.thread, &mutex);
            let kind = FaultKind::SelfLock;
            machine.record_fault_with(st, call.thread, kind, message, None, related);
            Err(Stop::Halt(Halt::Fault))
        }
    }
}

/// Where a thread took a lock, for a report.
pub(super) fn locked_here(st: &State, thread: ThreadId, lock: &SyncObject) -> Vec<(String, Loc)> {
    let held = st.thread(thread).held.iter();
    let place = held.rev().find(|held| (held.0, held.1) == lock.id());
    place.map(|held| ("first locked here".to_owned(), held.2.loc)).into_iter().collect()
}

/// Locks if that is possible at once.
pub(super) fn try_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    let refusal = match attempt(machine, st, call, &mutex)? {
        Attempt::Taken(code) => return Ok(code),
        Attempt::Busy(_) | Attempt::Own => EBUSY,
        Attempt::Lost => ENOTRECOVERABLE,
    };
    mutex.refused(st, CELLS);
    mutex.record(machine, st, call.thread, "does not get");
    Ok(refusal)
}

/// Whoever gets the lock at once may have named any time.
pub(super) fn timed_code(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    deadline: Deadline,
) -> Exec<u64> {
    if !deadline.has_clock(machine, st, call)? {
        return Ok(EINVAL);
    }
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    let own = match attempt(machine, st, call, &mutex)? {
        Attempt::Taken(code) => return Ok(code),
        Attempt::Busy(_) => false,
        Attempt::Own => true,
        Attempt::Lost => {
            mutex.refused(st, CELLS);
            return Ok(ENOTRECOVERABLE);
        }
    };
    mutex.refused(st, CELLS);
    if own && kind(machine, st, call, &mutex)? & 3 == ERRORCHECK {
        return Ok(EDEADLK);
    }
    // What is long over is not looked at any closer.
    if !deadline.is_ancient(machine, st, call)? && !deadline.has_time(machine, st, call)? {
        return Ok(EINVAL);
    }
    mutex.record(machine, st, call.thread, "times out waiting for");
    Ok(ETIMEDOUT)
}

/// `tells`: whether kinds of mutexes that know their owner refuse others, rather than leave it undefined.
pub(super) fn unlock_code(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    tells: bool,
) -> Exec<u64> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Release)?;
    let owner = mutex.owner(machine, st, call, OWNER)?;
    mutex.check_alive(machine, st, call, MARK, false)?;
    if owner == owner_word(call.thread) {
        release(machine, st, call, &mutex)?;
        return Ok(0);
    }
    let kind = kind(machine, st, call, &mutex)?;
    let knows = matches!(kind & 3, ERRORCHECK | RECURSIVE) || kind & ROBUST != 0;
    if knows && tells {
        mutex.refused(st, CELLS);
        return Ok(EPERM);
    }
    Err(not_owner(machine, st, call, &mutex, owner))
}

pub(super) fn not_owner(
    machine: &mut Machine<'_>,
    st: &State,
    call: &Call,
    lock: &SyncObject,
    owner: u64,
) -> Stop {
    let name = lock.name(machine);
    let message = if owner == 0 {
        format!("{name} is unlocked although it is not locked")
    } else {
        format!("{name} is unlocked by {} although {} holds it", call.thread, owner_of(owner))
    };
    machine.fail(st, call.thread, FaultKind::UnlockNotOwner, message)
}

/// Gives back a lock that the thread holds.
pub(super) fn release(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    mutex: &SyncObject,
) -> Exec {
    let count = mutex.word(machine, st, call, COUNT)?;
    if count > 0 {
        mutex.set(machine, st, COUNT, count - 1);
        mutex.record(machine, st, call.thread, "unlocks once of several times");
    } else {
        mutex.set(machine, st, OWNER, 0);
        if mutex.word(machine, st, call, MARK)? == INCONSISTENT {
            mutex.set(machine, st, MARK, LOST);
        }
        mutex.let_go(st, call.thread);
        mutex.record(machine, st, call.thread, "unlocks");
    }
    Ok(())
}

/// Whether the calling thread holds the mutex.
pub(super) fn is_mine(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    mutex: &SyncObject,
) -> Exec<bool> {
    mutex.check_alive(machine, st, call, MARK, false)?;
    Ok(mutex.owner(machine, st, call, OWNER)? == owner_word(call.thread))
}

/// Makes a mutex of a kind, free, whatever was there before.
pub(super) fn make(machine: &mut Machine<'_>, st: &mut State, call: &Call, kind: u64) -> Exec {
    let (at, size) = layout(machine);
    let whole = shape(machine).whole();
    let mutex = SyncObject::new(machine, st, call, call.arg(0), whole, Sync::Acquire)?;
    mutex.clear(machine, st, size);
    mutex.set(machine, st, at, kind);
    Ok(())
}

pub(super) fn destroy_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    let owner = mutex.owner(machine, st, call, OWNER)?;
    mutex.check_destroyed_once(machine, st, call, MARK)?;
    if owner != 0 {
        let name = mutex.name(machine);
        let message = format!("{name} is destroyed while {} holds it", owner_of(owner));
        return Err(machine.fail(st, call.thread, FaultKind::DestroyLocked, message));
    }
    mutex.set(machine, st, MARK, DESTROYED);
    mutex.record(machine, st, call.thread, "destroys");
    Ok(0)
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let kind = match call.arg(1) {
        Value::Word(0) => 0,
        pointer => attributes(machine, st, call, pointer)?,
    };
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return value(Value::Word(error));
    }
    make(machine, st, call, kind)?;
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(destroy_code(machine, st, call)?))
}

fn lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(lock_code(machine, st, call)?))
}

fn trylock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(try_code(machine, st, call)?))
}

fn timedlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(timed_code(machine, st, call, Deadline::at(1))?))
}

fn clocklock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(timed_code(machine, st, call, Deadline::on_clock(1))?))
}

/// The owner says that what the mutex guards is in order again.
fn consistent(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    mutex.check_alive(machine, st, call, MARK, false)?;
    let robust = kind(machine, st, call, &mutex)? & ROBUST != 0;
    let mine = mutex.owner(machine, st, call, OWNER)? == owner_word(call.thread);
    if !robust || !mine || mutex.word(machine, st, call, MARK)? != INCONSISTENT {
        mutex.refused(st, CELLS);
        return value(Value::Word(EINVAL));
    }
    mutex.set(machine, st, MARK, 0);
    value(Value::Word(0))
}

/// No mutex here has a priority ceiling: attributes that ask for one are out of reach.
fn ceiling(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let mutex = object(machine, st, call, call.arg(0), Sync::Acquire)?;
    mutex.check_alive(machine, st, call, MARK, false)?;
    mutex.refused(st, CELLS);
    value(Value::Word(EINVAL))
}

fn unlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(unlock_code(machine, st, call, true)?))
}

fn attr_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    init_attributes(machine, st, call, 4)
}

/// The kind in the attributes object that a pointer points to.
fn attributes(machine: &mut Machine<'_>, st: &mut State, call: &Call, pointer: Value) -> Exec<u64> {
    let kind = attribute(machine, st, call, pointer)?;
    known_value(machine, st, call, kind)
}

fn attr_settype(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let kind = known_value(machine, st, call, call.arg(1))?;
    if kind > 3 {
        return value(Value::Word(EINVAL));
    }
    let robust = attributes(machine, st, call, call.arg(0))? & ROBUST;
    put_attribute(machine, st, call, 0, Value::Word(kind | robust))?;
    value(Value::Word(0))
}

fn attr_gettype(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let kind = attributes(machine, st, call, call.arg(0))? & 3;
    store_result(machine, st, call, call.arg(1), Type::Int(32), Value::Word(kind))?;
    value(Value::Word(0))
}

fn attr_setrobust(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let robust = known_value(machine, st, call, call.arg(1))?;
    if robust > 1 {
        return value(Value::Word(EINVAL));
    }
    let kind = attributes(machine, st, call, call.arg(0))? & 3;
    let content = if robust == 0 { kind } else { kind | ROBUST };
    put_attribute(machine, st, call, 0, Value::Word(content))?;
    value(Value::Word(0))
}

/// Inheriting priorities changes nothing that is looked at here.
fn attr_setprotocol(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const PRIO_PROTECT: u64 = 2;
    match known_value(machine, st, call, call.arg(1))? {
        0 | 1 => value(Value::Word(0)),
        PRIO_PROTECT => Err(out_of_reach(machine, st, call, "a priority ceiling")),
        _ => value(Value::Word(EINVAL)),
    }
}

/// Only used by mutexes that are out of reach.
fn attr_setprioceiling(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let fits = is_priority(machine, st, call, call.arg(1))?;
    value(Value::Word(if fits { 0 } else { EINVAL }))
}
