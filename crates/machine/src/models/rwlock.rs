//! Read-write locks: writers ⟨await no writer, no reader⟩, readers ⟨await no writer⟩.
//!
//! Waiting writers do not keep readers out (the POSIX default without thread priorities leaves it open;
//! this covers both, since a scheduler that lets the writer in first is among the runs).
//!
//! Readers do not disturb each other, and shall not seem to: whoever locks for reading is noted as reading
//! the lock and as writing a cell of its own control block, and whoever locks for writing as reading that
//! cell of every thread. The number of readers in the lock itself sums those cells up.

use crate::event::Sync;
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::mutex::locked_here;
use crate::models::sync::{
    DESTROYED, EAGAIN, EBUSY, EDEADLK, EINVAL, ENOMEM, ETIMEDOUT, Shape, SyncObject, accepted,
    check_attributes, control_word, decide_cells, free_if_untyped, init_attributes, known_value,
    out_of_reach, set_control, set_shared,
};
use crate::models::times::Deadline;
use crate::models::value;
use crate::names::{owner_of, owner_word};
use crate::state::{Halt, State, control};
use crate::stop::{Exec, Stop};
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_rwlock_init", init),
    ("pthread_rwlock_destroy", destroy),
    ("pthread_rwlock_rdlock", read_lock),
    ("pthread_rwlock_tryrdlock", try_read_lock),
    ("pthread_rwlock_timedrdlock", timed_read_lock),
    ("pthread_rwlock_clockrdlock", clock_read_lock),
    ("pthread_rwlock_wrlock", write_lock),
    ("pthread_rwlock_trywrlock", try_write_lock),
    ("pthread_rwlock_timedwrlock", timed_write_lock),
    ("pthread_rwlock_clockwrlock", clock_write_lock),
    ("pthread_rwlock_unlock", unlock),
    ("pthread_rwlockattr_init", attr_init),
    ("pthread_rwlockattr_destroy", accepted),
    ("pthread_rwlockattr_setpshared", set_shared),
    ("pthread_rwlockattr_setkind_np", attr_setkind),
];

/// The thread that holds it for writing, plus one.
pub(super) const WRITER: u64 = 0;
/// How often it is held for reading.
pub(super) const READERS: u64 = 4;
pub(super) const MARK: u64 = 8;
/// Bytes an operation may change.
pub(super) const CELLS: u64 = 12;
/// Of the whole object, with 64-bit pointers.
pub(super) const SIZE: u64 = 56;
const WHAT: &str = "read-write lock";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

/// What to do when the lock cannot be had at once.
#[derive(Clone, Copy)]
enum Patience {
    Wait,
    Refuse,
    Until(Deadline),
}

fn shape(machine: &Machine<'_>) -> Shape {
    let size = if machine.facts.pointer_bits == 64 { SIZE } else { 32 };
    Shape { what: WHAT, cells: CELLS, size }
}

fn object(machine: &mut Machine<'_>, st: &mut State, call: &Call, sync: Sync) -> Exec<SyncObject> {
    let lock = SyncObject::new(machine, st, call, call.arg(0), shape(machine), sync)?;
    let size = shape(machine).size;
    free_if_untyped(machine, st, &lock, WRITER, size);
    decide_cells(machine, st, call, &lock, &[WRITER, READERS, MARK])?;
    Ok(lock)
}

fn acquire(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    mode: Mode,
    patience: Patience,
) -> Exec<Outcome> {
    if let Patience::Until(deadline) = patience
        && !deadline.is_valid(machine, st, call)?
    {
        return value(Value::Word(EINVAL));
    }
    let lock = object(machine, st, call, Sync::Acquire)?;
    let writer = lock.owner(machine, st, call, WRITER)?;
    lock.check_alive(machine, st, call, MARK, false)?;
    let readers = lock.word(machine, st, call, READERS)?;
    match mode {
        Mode::Read => lock.only_read(st, CELLS),
        Mode::Write => look_at_readers(machine, st, call, &lock),
    }
    if writer == 0 && (mode == Mode::Read || readers == 0) {
        take(machine, st, call, &lock, mode, readers);
        return value(Value::Word(0));
    }
    match patience {
        Patience::Refuse => {
            lock.refused(st, CELLS);
            lock.record(machine, st, call.thread, "does not get");
            value(Value::Word(EBUSY))
        }
        Patience::Until(_) if writer == owner_word(call.thread) => {
            lock.refused(st, CELLS);
            value(Value::Word(EDEADLK))
        }
        Patience::Until(_) => {
            lock.refused(st, CELLS);
            lock.record(machine, st, call.thread, "times out waiting for");
            value(Value::Word(ETIMEDOUT))
        }
        Patience::Wait if writer == owner_word(call.thread) => {
            let name = lock.name(machine);
            let message = format!("{name} is locked by the thread that already holds it");
            let related = locked_here(st, call.thread, &lock);
            let kind = FaultKind::SelfLock;
            machine.record_fault_with(st, call.thread, kind, message, None, related);
            Err(Stop::Halt(Halt::Fault))
        }
        Patience::Wait => {
            let holders = lock.holders(st);
            Err(lock.blocked(machine, st, call.thread, &holders))
        }
    }
}

fn take(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    lock: &SyncObject,
    mode: Mode,
    readers: u64,
) {
    let verb = match mode {
        Mode::Read => {
            lock.set(machine, st, READERS, readers + 1);
            count_reading(machine, st, call, 1, Sync::Acquire);
            "locks for reading"
        }
        Mode::Write => {
            lock.set_owner(machine, st, WRITER, call.thread);
            "locks for writing"
        }
    };
    lock.hold(machine, st, call.thread);
    lock.record(machine, st, call.thread, verb);
}

/// Changes how many locks the calling thread holds for reading.
fn count_reading(machine: &mut Machine<'_>, st: &mut State, call: &Call, change: u64, sync: Sync) {
    let count = control_word(machine, st, call.thread, control::READING);
    set_control(machine, st, call.thread, control::READING, count.wrapping_add(change));
    if st.unjoined > 0 {
        let block = machine.control_block(st, call.thread);
        let cell = control::READING..control::READING + 8;
        machine.push_access(st, call.thread, block, cell, true, sync);
    }
}

/// Notes that what happens depends on every thread that may hold the lock for reading.
fn look_at_readers(machine: &mut Machine<'_>, st: &mut State, call: &Call, lock: &SyncObject) {
    if !lock.is_noticed() {
        return;
    }
    for thread in st.threads.iter().map(|thread| thread.id).collect::<Vec<_>>() {
        let block = machine.control_block(st, thread);
        let cell = control::READING..control::READING + 8;
        machine.push_access(st, call.thread, block, cell, false, Sync::Acquire);
    }
}

fn unlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Release)?;
    let writer = lock.owner(machine, st, call, WRITER)?;
    lock.check_alive(machine, st, call, MARK, false)?;
    let readers = lock.word(machine, st, call, READERS)?;
    if !lock.is_held_by(st, call.thread) {
        let name = lock.name(machine);
        let message = format!("{name} is unlocked by {}, which does not hold it", call.thread);
        return Err(machine.fail(st, call.thread, FaultKind::UnlockNotOwner, message));
    }
    if writer == owner_word(call.thread) {
        lock.set(machine, st, WRITER, 0);
    } else {
        lock.only_read(st, CELLS);
        lock.set(machine, st, READERS, readers.saturating_sub(1));
        count_reading(machine, st, call, u64::MAX, Sync::Release);
    }
    lock.let_go(st, call.thread);
    lock.record(machine, st, call.thread, "unlocks");
    value(Value::Word(0))
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    check_attributes(machine, st, call)?;
    let whole = shape(machine).whole();
    let lock = SyncObject::new(machine, st, call, call.arg(0), whole, Sync::Acquire)?;
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return value(Value::Word(error));
    }
    lock.clear(machine, st, whole.size);
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Acquire)?;
    let writer = lock.owner(machine, st, call, WRITER)?;
    lock.check_destroyed_once(machine, st, call, MARK)?;
    look_at_readers(machine, st, call, &lock);
    let readers = lock.word(machine, st, call, READERS)?;
    if writer != 0 || readers != 0 {
        let name = lock.name(machine);
        let message = if writer != 0 {
            format!("{name} is destroyed while {} holds it", owner_of(writer))
        } else {
            format!("{name} is destroyed while it is held for reading")
        };
        return Err(machine.fail(st, call.thread, FaultKind::DestroyLocked, message));
    }
    lock.set(machine, st, MARK, DESTROYED);
    lock.record(machine, st, call.thread, "destroys");
    value(Value::Word(0))
}

fn read_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Read, Patience::Wait)
}

fn try_read_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Read, Patience::Refuse)
}

fn timed_read_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Read, Patience::Until(Deadline::at(1)))
}

fn clock_read_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Read, Patience::Until(Deadline::on_clock(1)))
}

fn write_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Write, Patience::Wait)
}

fn try_write_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Write, Patience::Refuse)
}

fn timed_write_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Write, Patience::Until(Deadline::at(1)))
}

fn clock_write_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    acquire(machine, st, call, Mode::Write, Patience::Until(Deadline::on_clock(1)))
}

fn attr_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    init_attributes(machine, st, call, 8)
}

fn attr_setkind(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const PREFER_WRITER_NONRECURSIVE: u64 = 2;
    match known_value(machine, st, call, call.arg(1))? {
        // What they say they prefer, glibc prefers readers.
        0 | 1 => value(Value::Word(0)),
        PREFER_WRITER_NONRECURSIVE => {
            Err(out_of_reach(machine, st, call, "waiting writers that keep readers out"))
        }
        _ => value(Value::Word(EINVAL)),
    }
}
