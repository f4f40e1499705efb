//! POSIX semaphores: ⟨await value > 0; value := value − 1⟩. The value may depend on inputs.
//!
//! **Posts commute.** Each adds a unit, is told nothing, and releases what its thread did to whoever takes a unit later: taking one acquires all that was released before.
//! So two posts one after the other leave the same state behind whichever is first, unless there is no room for both. A post that finds the semaphore less than half
//! full is therefore noted as [`Sync::Arrival`], and two of these do not conflict. With all other operations it conflicts as ever.

use raddle_ir::{CompareOp, Type};

use crate::event::Sync;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::errno::failed;
use crate::models::failures::failure;
use crate::models::sync::{
    DESTROYED, EAGAIN, EINTR, EINVAL, ENOSPC, ETIMEDOUT, READY, Shape, SyncObject, decide_cells,
    store_result,
};
use crate::models::times::Deadline;
use crate::models::value;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;
use crate::waits::Waiting;

pub(super) const TABLE: super::Table = &[
    ("sem_init", init),
    ("sem_destroy", destroy),
    ("sem_wait", wait),
    ("sem_trywait", try_wait),
    ("sem_timedwait", timed_wait),
    ("sem_clockwait", clock_wait),
    ("sem_post", post),
    ("sem_getvalue", get_value),
];

pub(super) const VALUE: u64 = 0;
pub(super) const MARK: u64 = 4;
/// Bytes an operation may change.
const CELLS: u64 = 8;
const WHAT: &str = "semaphore";
const SEM_VALUE_MAX: u64 = 0x7fff_ffff;
/// There is room for more than one unit.
const HALF_FULL: u64 = SEM_VALUE_MAX / 2;
const EOVERFLOW: u64 = 75;

fn shape(machine: &Machine<'_>) -> Shape {
    let size = if machine.facts.pointer_bits == 64 { 32 } else { 16 };
    Shape { what: WHAT, cells: CELLS, size }
}

fn object(machine: &mut Machine<'_>, st: &mut State, call: &Call, sync: Sync) -> Exec<SyncObject> {
    let semaphore = SyncObject::new(machine, st, call, call.arg(0), shape(machine), sync)?;
    decide_cells(machine, st, call, &semaphore, &[MARK])?;
    semaphore.check_alive(machine, st, call, MARK, true)?;
    Ok(semaphore)
}

/// Takes a unit if there is one.
fn take(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    semaphore: &SyncObject,
) -> Exec<bool> {
    let units = semaphore.cell(machine, st, VALUE);
    let some = machine.compare(CompareOp::Ne, 32, units, Value::Word(0));
    if !machine.decide(st, call.thread, some)? {
        return Ok(false);
    }
    let left = add(machine, units, 0xffff_ffff);
    machine.store_at(st, semaphore.object, semaphore.offset + VALUE, 4, left);
    semaphore.record(machine, st, call.thread, "takes a unit of");
    Ok(true)
}

fn add(machine: &mut Machine<'_>, a: Value, b: u64) -> Value {
    let (a, b) = (a.term(&mut machine.terms, 32), machine.terms.constant(32, u128::from(b)));
    let sum = machine.terms.add(a, b);
    Value::of_term(&machine.terms, sum)
}

fn wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let semaphore = object(machine, st, call, Sync::Acquire)?;
    if take(machine, st, call, &semaphore)? {
        return value(Value::Word(0));
    }
    // Only who waits is interrupted.
    if let Some(error) = failure(machine, st, call, &[EINTR])? {
        semaphore.refused(st, CELLS);
        return failed(machine, st, call, error);
    }
    Err(machine.blocked(st, call.thread, |machine| Waiting {
        text: format!("waits for a unit of {}", semaphore.name(machine)),
        owners: Vec::new(),
        object: Some(semaphore.id()),
        lost_signal: false,
    }))
}

fn try_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let semaphore = object(machine, st, call, Sync::Acquire)?;
    if take(machine, st, call, &semaphore)? {
        return value(Value::Word(0));
    }
    semaphore.refused(st, CELLS);
    semaphore.record(machine, st, call.thread, "finds no unit of");
    failed(machine, st, call, EAGAIN)
}

fn timed_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    wait_until(machine, st, call, Deadline::at(1))
}

fn clock_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    wait_until(machine, st, call, Deadline::on_clock(1))
}

/// A wait that could time out takes a unit if there is one: that it waits for one is a later schedule.
fn wait_until(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    deadline: Deadline,
) -> Exec<Outcome> {
    if !deadline.is_valid(machine, st, call)? {
        return failed(machine, st, call, EINVAL);
    }
    let semaphore = object(machine, st, call, Sync::Acquire)?;
    if take(machine, st, call, &semaphore)? {
        return value(Value::Word(0));
    }
    let interrupted = failure(machine, st, call, &[EINTR])?;
    semaphore.refused(st, CELLS);
    if let Some(error) = interrupted {
        return failed(machine, st, call, error);
    }
    semaphore.record(machine, st, call.thread, "times out waiting for");
    failed(machine, st, call, ETIMEDOUT)
}

fn post(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let semaphore = object(machine, st, call, Sync::Release)?;
    let units = semaphore.cell(machine, st, VALUE);
    let crowded = machine.compare(CompareOp::Uge, 32, units, Value::Word(HALF_FULL));
    if machine.decide(st, call.thread, crowded)? {
        let full = machine.compare(CompareOp::Uge, 32, units, Value::Word(SEM_VALUE_MAX));
        if machine.decide(st, call.thread, full)? {
            semaphore.refused(st, CELLS);
            return failed(machine, st, call, EOVERFLOW);
        }
    } else {
        semaphore.arrives_early(st);
    }
    let more = add(machine, units, 1);
    machine.store_at(st, semaphore.object, semaphore.offset + VALUE, 4, more);
    semaphore.record(machine, st, call.thread, "posts");
    value(Value::Word(0))
}

fn get_value(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let semaphore = object(machine, st, call, Sync::Acquire)?;
    semaphore.refused(st, CELLS);
    let units = semaphore.cell(machine, st, VALUE);
    semaphore.record(machine, st, call.thread, "reads the value of");
    store_result(machine, st, call, call.arg(1), Type::Int(32), units)?;
    value(Value::Word(0))
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let whole = shape(machine).whole();
    let units = call.arg(2);
    let semaphore = SyncObject::new(machine, st, call, call.arg(0), whole, Sync::Acquire)?;
    let large = machine.compare(CompareOp::Ugt, 32, units, Value::Word(SEM_VALUE_MAX));
    if machine.decide(st, call.thread, large)? {
        return failed(machine, st, call, EINVAL);
    }
    if let Some(error) = failure(machine, st, call, &[ENOSPC])? {
        return failed(machine, st, call, error);
    }
    semaphore.clear(machine, st, whole.size);
    machine.store_at(st, semaphore.object, semaphore.offset + VALUE, 4, units);
    semaphore.set(machine, st, MARK, READY);
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let shape = shape(machine);
    let semaphore = SyncObject::new(machine, st, call, call.arg(0), shape, Sync::Acquire)?;
    semaphore.check_destroyed_once(machine, st, call, MARK)?;
    semaphore.check_alive(machine, st, call, MARK, true)?;
    semaphore.set(machine, st, MARK, DESTROYED);
    semaphore.record(machine, st, call.thread, "destroys");
    value(Value::Word(0))
}
