//! Spinlocks: four bytes that say who holds them. They wait like a mutex; spinning is not observable.

use crate::event::Sync;
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::mutex::{locked_here, not_owner};
use crate::models::sync::{EAGAIN, EBUSY, ENOMEM, Shape, SyncObject, decide_cells};
use crate::models::value;
use crate::names::{owner_of, owner_word};
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_spin_init", init),
    ("pthread_spin_destroy", destroy),
    ("pthread_spin_lock", lock),
    ("pthread_spin_trylock", trylock),
    ("pthread_spin_unlock", unlock),
];

/// The thread that holds it, plus one; all ones when it was destroyed.
pub(super) const OWNER: u64 = 0;
pub(super) const CELLS: u64 = 4;
const SHAPE: Shape = Shape { what: "spinlock", cells: CELLS, size: CELLS };
pub(super) const GONE: u64 = 0xffff_ffff;

fn object(machine: &mut Machine<'_>, st: &mut State, call: &Call, sync: Sync) -> Exec<SyncObject> {
    let lock = SyncObject::new(machine, st, call, call.arg(0), SHAPE, sync)?;
    decide_cells(machine, st, call, &lock, &[OWNER])?;
    Ok(lock)
}

/// Who holds it, in an object that may still be used.
fn owner(machine: &mut Machine<'_>, st: &mut State, call: &Call, lock: &SyncObject) -> Exec<u64> {
    let owner = lock.owner(machine, st, call, OWNER)?;
    if owner != GONE {
        return Ok(owner);
    }
    let message = format!("{} is used after it was destroyed", lock.name(machine));
    Err(machine.fail(st, call.thread, FaultKind::UninitialisedSync, message))
}

fn take(machine: &mut Machine<'_>, st: &mut State, call: &Call, lock: &SyncObject) {
    lock.set_owner(machine, st, OWNER, call.thread);
    lock.hold(machine, st, call.thread);
    lock.record(machine, st, call.thread, "locks");
}

fn lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Acquire)?;
    let owner = owner(machine, st, call, &lock)?;
    if owner == 0 {
        take(machine, st, call, &lock);
        return value(Value::Word(0));
    }
    if owner != owner_word(call.thread) {
        return Err(lock.blocked(machine, st, call.thread, &[owner_of(owner)]));
    }
    let message = format!("{} is locked by the thread that already holds it", lock.name(machine));
    let related = locked_here(st, call.thread, &lock);
    machine.record_fault_with(st, call.thread, FaultKind::SelfLock, message, None, related);
    Err(Stop::Halt(Halt::Fault))
}

fn trylock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Acquire)?;
    if owner(machine, st, call, &lock)? == 0 {
        take(machine, st, call, &lock);
        return value(Value::Word(0));
    }
    lock.refused(st, CELLS);
    lock.record(machine, st, call.thread, "does not get");
    value(Value::Word(EBUSY))
}

fn unlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Release)?;
    let owner = owner(machine, st, call, &lock)?;
    if owner != owner_word(call.thread) {
        return Err(not_owner(machine, st, call, &lock, owner));
    }
    lock.set(machine, st, OWNER, 0);
    lock.let_go(st, call.thread);
    lock.record(machine, st, call.thread, "unlocks");
    value(Value::Word(0))
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Acquire)?;
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return value(Value::Word(error));
    }
    lock.set(machine, st, OWNER, 0);
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let lock = object(machine, st, call, Sync::Acquire)?;
    match lock.word(machine, st, call, OWNER)? {
        0 => {}
        GONE => {
            let message = format!("{} is destroyed a second time", lock.name(machine));
            return Err(machine.fail(st, call.thread, FaultKind::DoubleDestroy, message));
        }
        owner => {
            let name = lock.name(machine);
            let message = format!("{name} is destroyed while {} holds it", owner_of(owner));
            return Err(machine.fail(st, call.thread, FaultKind::DestroyLocked, message));
        }
    }
    lock.set(machine, st, OWNER, GONE);
    lock.record(machine, st, call.thread, "destroys");
    value(Value::Word(0))
}
