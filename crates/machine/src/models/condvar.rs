//! Condition variables: enqueue and unlock; await signalled; relock.
//!
//! The first step puts the waiter into the queue and gives the mutex back. The second waits until it was
//! signalled *and* the mutex is free, and takes it: nobody can tell the two apart. A time-out (or, if asked
//! for, a spurious wake-up) leaves the queue in a step of its own, because signals given between that step
//! and the relock go to others or are lost. A thread that already gave up in the very same state of the whole
//! program would only go round in circles: it stays in the queue until something changes. The queue is kept in the waiters' control blocks; which of them
//! a signal wakes is an input the user did not ask for.
//!
//! A signal orders nothing: neither C11 nor C++ let it synchronise with the wait that it ends, which may as well end for no reason. What is
//! written before a signal is ordered by the mutex, or races.

use crate::decide::Exec;
use crate::event::{Order, Sync};
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::models::mutex::{self, Attempt};
use crate::models::sync::{
    DESTROYED, ETIMEDOUT, Step, SyncObject, accepted, choose, control_word, enqueue, finish,
    init_attributes, queued, set_phase, wake, was_woken,
};
use crate::models::{Call, Outcome, value};
use crate::names::ThreadId;
use crate::state::State;
use crate::threads::control;
use crate::trace::TraceKind;
use crate::value::Value;
use crate::waiting::Waiting;

/// How a signal goes from one thread to another.
const SIGNAL: Sync = Sync::AtomicStore(Order::Relaxed);

pub(super) const TABLE: super::Table = &[
    ("pthread_cond_init", init),
    ("pthread_cond_destroy", destroy),
    ("pthread_cond_wait", wait),
    ("pthread_cond_timedwait", timed_wait),
    ("pthread_cond_clockwait", timed_wait),
    ("pthread_cond_signal", signal),
    ("pthread_cond_broadcast", broadcast),
    ("pthread_condattr_init", attr_init),
    ("pthread_condattr_destroy", accepted),
    ("pthread_condattr_setclock", accepted),
    ("pthread_condattr_setpshared", accepted),
];

/// How many threads are in the queue.
pub(super) const WAITERS: u64 = 0;
pub(super) const MARK: u64 = 4;
/// Bytes an operation may change.
const CELLS: u64 = 8;
/// 1 when a signal was given while nobody waited. Only for reports.
pub(super) const LOST: u64 = 8;
/// Address of the mutex with which those in the queue wait.
const MUTEX: u64 = 16;
pub(super) const SIZE: u64 = 48;
const WHAT: &str = "condition variable";

/// Phases of a wait: in the queue, and out of it without a signal.
const QUEUED: u32 = 1;
const GAVE_UP: u32 = 2;

/// Others do not synchronise through the variable itself: nothing is released into it.
fn object(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<SyncObject> {
    SyncObject::new(machine, st, call, call.arg(0), (WHAT, CELLS), Sync::Acquire)
}

/// `wait(condition, mutex)`; the mutex is the second argument everywhere.
pub(super) fn wait_step(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    timed: bool,
) -> Exec<Step> {
    match st.thread(call.thread).phase.step {
        QUEUED => await_signal(machine, st, call, timed),
        GAVE_UP => {
            machine.visible(st, call.thread)?;
            let code = st.thread(call.thread).phase.code;
            relock(machine, st, call, u64::from(code))
        }
        _ => start_waiting(machine, st, call),
    }
}

fn start_waiting(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    let condition = object(machine, st, call)?;
    let mutex = mutex::object(machine, st, call, call.arg(1), Sync::Release)?;
    let waiters = condition.word(machine, st, call, WAITERS)?;
    condition.check_alive(machine, st, call, MARK, false)?;
    if !mutex::is_mine(machine, st, call, &mutex)? {
        let (condition, mutex) = (condition.name(machine), mutex.name(machine));
        let message = format!("{condition} is waited on without holding {mutex}");
        return Err(machine.fail(st, call.thread, FaultKind::WaitWithoutMutex, message));
    }
    check_mutex(machine, st, call, (&condition, waiters), &mutex)?;
    condition.set(machine, st, WAITERS, waiters + 1);
    condition.record(machine, st, call.thread, "waits for a signal on");
    mutex::release(machine, st, call, &mutex)?;
    let address = condition.address(machine);
    enqueue(machine, st, call.thread, address);
    set_phase(st, call.thread, QUEUED, 0);
    Ok(Step::Again)
}

/// All who wait on a variable at the same time have to wait with the same mutex.
fn check_mutex(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    (condition, waiters): (&SyncObject, u64),
    mutex: &SyncObject,
) -> Exec {
    let address = mutex.address(machine);
    let at = condition.offset + MUTEX;
    let bound = machine.load_at(st, condition.object, at, 8);
    let bound = machine.pin(bound).word().unwrap_or(0);
    if waiters == 0 {
        machine.store_at(st, condition.object, at, 8, Value::Word(address));
    } else if bound != address {
        let (condition, mutex) = (condition.name(machine), mutex.name(machine));
        let message =
            format!("{condition} is waited on with {mutex}, and by others with another mutex");
        return Err(machine.fail(st, call.thread, FaultKind::WaitWithoutMutex, message));
    }
    Ok(())
}

fn await_signal(machine: &mut Machine<'_>, st: &mut State, call: &Call, timed: bool) -> Exec<Step> {
    if was_woken(machine, st, call.thread, SIGNAL)? {
        return relock(machine, st, call, 0);
    }
    let spurious = machine.config.spurious;
    let circular = (timed || spurious) && machine.gave_up_here(st, call.thread);
    if (timed || spurious) && !circular {
        let both = usize::from(timed) + usize::from(spurious);
        let chosen = choose(machine, st, call, "wakes_up_early", both)?;
        let code = if timed && chosen == 0 { ETIMEDOUT } else { 0 };
        return leave_queue(machine, st, call, code);
    }
    let address = control_word(machine, st, call.thread, control::QUEUE);
    Err(machine.blocked(st, call.thread, |machine| describe(machine, st, address)))
}

fn describe(machine: &mut Machine<'_>, st: &State, address: u64) -> Waiting {
    let Some((object, offset)) = machine.names.resolve(address) else { return Waiting::default() };
    let condition = SyncObject::known(object, offset.max(0) as u64, WHAT);
    let exists = st.memory.get(object).is_some();
    Waiting {
        text: format!("waits for a signal on {}", condition.name(machine)),
        owners: Vec::new(),
        object: Some(condition.id()),
        lost_signal: exists && condition.cell(machine, st, LOST) == Value::Word(1),
    }
}

/// The thread stops waiting for a signal.
fn leave_queue(machine: &mut Machine<'_>, st: &mut State, call: &Call, code: u64) -> Exec<Step> {
    let condition = object(machine, st, call)?;
    let waiters = condition.word(machine, st, call, WAITERS)?;
    machine.note_giving_up(st, call.thread);
    condition.set(machine, st, WAITERS, waiters.saturating_sub(1));
    finish(machine, st, call.thread);
    set_phase(st, call.thread, GAVE_UP, code as u32);
    let verb = if code == 0 { "wakes up for no reason from" } else { "times out waiting for" };
    condition.record(machine, st, call.thread, verb);
    Ok(Step::Again)
}

fn relock(machine: &mut Machine<'_>, st: &mut State, call: &Call, code: u64) -> Exec<Step> {
    let mutex = mutex::object(machine, st, call, call.arg(1), Sync::Acquire)?;
    match mutex::attempt(machine, st, call, &mutex)? {
        Attempt::Busy(owner) => Err(mutex.blocked(machine, st, call.thread, &[owner])),
        Attempt::Taken(_) | Attempt::Own => {
            finish(machine, st, call.thread);
            Ok(Step::Done(code))
        }
    }
}

pub(super) fn signal_code(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    all: bool,
) -> Exec<u64> {
    let condition = object(machine, st, call)?;
    let count = condition.word(machine, st, call, WAITERS)?;
    condition.check_alive(machine, st, call, MARK, false)?;
    if count == 0 {
        lose(machine, st, call, &condition, all);
        return Ok(0);
    }
    let address = condition.address(machine);
    let mut woken = queued(machine, st, address);
    if !all {
        let chosen = choose(machine, st, call, "woken_waiter", woken.len())?;
        woken = woken.get(chosen).copied().into_iter().collect();
    }
    for &waiter in &woken {
        wake(machine, st, call.thread, waiter, SIGNAL);
    }
    condition.set(machine, st, WAITERS, count.saturating_sub(woken.len() as u64));
    record_wake(machine, st, call.thread, &condition, &woken, all);
    Ok(0)
}

/// Nobody waits: nothing happens but that reports can tell of it.
fn lose(machine: &mut Machine<'_>, st: &mut State, call: &Call, condition: &SyncObject, all: bool) {
    condition.only_read(st, CELLS);
    if condition.cell(machine, st, LOST) != Value::Word(1) {
        condition.set(machine, st, LOST, 1);
        condition.also_writes(machine, st, call.thread, LOST, Sync::Acquire);
    }
    record_wake(machine, st, call.thread, condition, &[], all);
}

fn record_wake(
    machine: &mut Machine<'_>,
    st: &State,
    thread: ThreadId,
    condition: &SyncObject,
    woken: &[ThreadId],
    all: bool,
) {
    if machine.recorder.is_none() {
        return;
    }
    let verb = if all { "broadcasts" } else { "signals" };
    let name = condition.short_name(machine);
    let names: Vec<String> = woken.iter().map(ToString::to_string).collect();
    let whom = if names.is_empty() {
        "nobody waits".to_owned()
    } else {
        format!("wakes {}", names.join(", "))
    };
    let text = format!("{verb} {name}: {whom}");
    machine.record(st, thread, TraceKind::Synchronise, text, true);
}

pub(super) fn make(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec {
    let what = (WHAT, SIZE);
    let condition = SyncObject::new(machine, st, call, call.arg(0), what, Sync::Acquire)?;
    condition.clear(machine, st, SIZE);
    Ok(())
}

pub(super) fn destroy_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let condition = object(machine, st, call)?;
    let waiters = condition.word(machine, st, call, WAITERS)?;
    condition.check_destroyed_once(machine, st, call, MARK)?;
    if waiters > 0 {
        let name = condition.name(machine);
        let message = format!("{name} is destroyed while {waiters} thread(s) wait on it");
        return Err(machine.fail(st, call.thread, FaultKind::DestroyLocked, message));
    }
    condition.set(machine, st, MARK, DESTROYED);
    condition.record(machine, st, call.thread, "destroys");
    Ok(0)
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    make(machine, st, call)?;
    value(Value::Word(0))
}

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(destroy_code(machine, st, call)?))
}

fn wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    wait_step(machine, st, call, false)?.outcome()
}

fn timed_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    wait_step(machine, st, call, true)?.outcome()
}

fn signal(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(signal_code(machine, st, call, false)?))
}

fn broadcast(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(signal_code(machine, st, call, true)?))
}

fn attr_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    init_attributes(machine, st, call, 4)
}
