//! Barriers: arrive; await that all have arrived.
//!
//! The last one to arrive takes the others out of the queue, and is the serial thread. Those that leave
//! look at their own control block only, so that the barrier may be used again or destroyed at once.
//!
//! **Arrivals commute** as long as nobody can be the last one. Each adds one to the number of those who have arrived, waits, and is told nothing; the queue has no order. So two threads that
//! arrive one after the other leave the same state behind whoever is first, unless the second one opens the barrier. An arrival after which at least two more are awaited is therefore noted as
//! [`Sync::Arrival`], and two of these do not conflict. The last two conflict with each other and with all before them: who is last tells. A thread that is asleep before its
//! arrival wakes in time, because the arrival that leaves only one place conflicts with it. N threads are then at most N * (N - 1) orders, and not N!.
//! Nothing is acquired before the barrier opens: the last one acquires what all others released, and hands it on to those that it wakes.

use raddle_ir::CompareOp;

use crate::event::Sync;
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::sync::{
    DESTROYED, EAGAIN, EINVAL, ENOMEM, READY, Shape, Step, SyncObject, accepted, check_attributes,
    control_word, decide_cells, enqueue, finish, init_attributes, known_value, queued, set_phase,
    set_shared, wake, was_woken,
};
use crate::models::{context, value};
use crate::names::ThreadId;
use crate::state::{State, control};
use crate::stop::Exec;
use crate::value::Value;
use crate::waits::Waiting;

pub(super) const TABLE: super::Table = &[
    ("pthread_barrier_init", init),
    ("pthread_barrier_destroy", destroy),
    ("pthread_barrier_wait", wait),
    ("pthread_barrierattr_init", attr_init),
    ("pthread_barrierattr_destroy", accepted),
    ("pthread_barrierattr_setpshared", set_shared),
];

/// How many have arrived since it last opened.
const ARRIVED: u64 = 0;
/// How many must arrive.
pub(super) const NEEDED: u64 = 4;
pub(super) const MARK: u64 = 8;
/// Bytes an operation may change.
const CELLS: u64 = 12;
const WHAT: &str = "barrier";
const SERIAL_THREAD: u64 = 0xffff_ffff;
/// glibc refuses barriers for so many.
const TOO_MANY: u64 = 0x7fff_ffff;

/// The phase of a thread that has arrived.
const ARRIVED_HERE: u32 = 1;

fn shape(machine: &Machine<'_>) -> Shape {
    let size = if machine.facts.pointer_bits == 64 { 32 } else { 20 };
    Shape { what: WHAT, cells: CELLS, size }
}

pub(super) fn object(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    sync: Sync,
) -> Exec<SyncObject> {
    let barrier = SyncObject::new(machine, st, call, call.arg(0), shape(machine), sync)?;
    decide_cells(machine, st, call, &barrier, &[ARRIVED, MARK])?;
    Ok(barrier)
}

fn wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let step = match st.thread(call.thread).phase.step {
        ARRIVED_HERE => {
            context::may_go_on(machine, st, call)?;
            leave(machine, st, call)?
        }
        _ => arrive(machine, st, call)?,
    };
    step.outcome()
}

fn arrive(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    let barrier = object(machine, st, call, Sync::Both)?;
    barrier.check_alive(machine, st, call, MARK, true)?;
    let arrived = barrier.word(machine, st, call, ARRIVED)? + 1;
    let needed = match st.unknowns.get(barrier.object) {
        Some(_) => barrier.cell(machine, st, NEEDED),
        None => Value::Word(barrier.word(machine, st, call, NEEDED)?),
    };
    let address = barrier.address(machine);
    let too_few = machine.compare(CompareOp::Ult, 32, Value::Word(arrived), needed);
    if machine.decide(st, call.thread, too_few)? {
        if matches!(needed, Value::Word(needed) if arrived + 1 < needed) {
            barrier.arrives_early(st);
        }
        barrier.set(machine, st, ARRIVED, arrived);
        enqueue(machine, st, call.thread, address);
        set_phase(st, call.thread, ARRIVED_HERE, 0);
        barrier.record(machine, st, call.thread, "waits at");
        context::entered(machine, st, call)?;
        return Ok(Step::Again);
    }
    context::did_not_wait(st, call.thread)?;
    for waiter in queued(machine, st, address) {
        wake(machine, st, call.thread, waiter, Sync::Release);
    }
    barrier.set(machine, st, ARRIVED, 0);
    barrier.record(machine, st, call.thread, "arrives last at");
    Ok(Step::Done(SERIAL_THREAD))
}

fn leave(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    if !was_woken(machine, st, call.thread, Sync::Acquire)? {
        let address = control_word(machine, st, call.thread, control::QUEUE);
        return Err(machine.blocked(st, call.thread, |machine| describe(machine, st, address)));
    }
    let address = control_word(machine, st, call.thread, control::QUEUE);
    finish(machine, st, call.thread);
    if let Some(barrier) = behind(machine, address) {
        barrier.record(machine, st, call.thread, "leaves");
    }
    Ok(Step::Done(0))
}

fn behind(machine: &Machine<'_>, address: u64) -> Option<SyncObject> {
    let (object, offset) = machine.names.resolve(address)?;
    Some(SyncObject::known(object, u64::try_from(offset).ok()?, WHAT))
}

fn describe(machine: &mut Machine<'_>, st: &State, address: u64) -> Waiting {
    let Some(barrier) = behind(machine, address) else { return Waiting::default() };
    let arrived = queued(machine, st, address).len();
    let needed = match st.memory.get(barrier.object).is_some() {
        true => barrier.cell(machine, st, NEEDED).word().unwrap_or(0),
        false => 0,
    };
    Waiting {
        text: format!("waits at {} ({arrived} of {needed} have arrived)", barrier.name(machine)),
        owners: Vec::new(),
        object: Some(barrier.id()),
        lost_signal: false,
    }
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    check_attributes(machine, st, call)?;
    let whole = shape(machine).whole();
    let count = known_value(machine, st, call, call.arg(2))? & 0xffff_ffff;
    let barrier = SyncObject::new(machine, st, call, call.arg(0), whole, Sync::Acquire)?;
    if count == 0 {
        let name = barrier.name(machine);
        let message = format!("{name} is initialised for no threads");
        // It is refused, which is defined behaviour: of interest only to who asked.
        let kind = FaultKind::BarrierMisuse;
        if machine.config.checks(kind) {
            machine.record_fault(st, call.thread, kind, message, None);
        }
        return value(Value::Word(EINVAL));
    }
    if count >= TOO_MANY {
        return value(Value::Word(EINVAL));
    }
    check_unused(machine, st, call, &barrier, "initialised")?;
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return value(Value::Word(error));
    }
    barrier.clear(machine, st, whole.size);
    barrier.set(machine, st, NEEDED, count);
    barrier.set(machine, st, MARK, READY);
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let barrier = object(machine, st, call, Sync::Acquire)?;
    barrier.check_destroyed_once(machine, st, call, MARK)?;
    barrier.check_alive(machine, st, call, MARK, true)?;
    check_unused(machine, st, call, &barrier, "destroyed")?;
    barrier.set(machine, st, MARK, DESTROYED);
    barrier.record(machine, st, call.thread, "destroys");
    value(Value::Word(0))
}

fn check_unused(
    machine: &mut Machine<'_>,
    st: &State,
    call: &Call,
    barrier: &SyncObject,
    verb: &str,
) -> Exec {
    let address = barrier.address(machine);
    let waiting: Vec<ThreadId> = queued(machine, st, address);
    let Some(first) = waiting.first() else { return Ok(()) };
    let message = format!("{} is {verb} while {first} waits at it", barrier.name(machine));
    Err(machine.fail(st, call.thread, FaultKind::BarrierMisuse, message))
}

fn attr_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    init_attributes(machine, st, call, 4)
}
