//! Condition variables: enqueue and unlock; await signalled; relock.
//!
//! The first step puts the waiter into the queue and gives the mutex back. The second waits until it was
//! signalled *and* the mutex is free, and takes it: nobody can tell the two apart. A time-out leaves the queue in a step of
//! its own, because signals given between that step
//! and the relock go to others or are lost. A thread that already gave up in the very same state of the whole
//! program would only go round in circles: it stays in the queue until something changes. The queue is kept in the waiters' control blocks; which of them
//! a signal wakes is an input the user did not ask for.
//!
//! **Spurious wake-ups.** POSIX and C allow a wait to return although nobody signalled. Whether it does is one more input,
//! read when the wait begins. If so, the thread gives the mutex back and never enters the queue: it only takes the mutex again
//! (phase [`EARLY`]). Nothing is lost by deciding so early: while a thread that wakes up spuriously was in the queue, signals went to others, and they
//! go there without it, too. A wake-up that *may* happen never helps anybody out of a deadlock: the same wait is also explored without it.
//!
//! Two kinds of runs with a spurious wake-up are abandoned, like runs in which an assumption is false, since a run without
//! it is explored that shows the same:
//! - *The thread comes back to the same wait having done nothing* but read memory and call functions that do so
//!   ([`comes_back`]). Had it stayed in the queue, the others could have done all they did: signals in between went to
//!   others or to nobody, and a waiter that was woken can do whatever one in the queue can, which is to wait. What was read on the way has been looked at for
//!   races. So a wait in a loop that tests again costs one extra run, not one per round.
//! - *The variable is signalled before the thread has its mutex again*, and the signal would have reached it: a broadcast, or nobody else
//!   waits. Then the thread may just as well have been woken by that signal ([`would_have_woken`]).
//!
//! What remains are the runs in which the thread goes on where a signal could not have made it: a wait without a loop, a condition
//! that somebody made true and did not signal, or one that was signalled to another thread. A thread that counts its
//! wake-ups could go on like this for ever, so a few in a row are explored ([`MOST_IN_A_ROW`]); that there are no more is an
//! assumption, made only where a thread comes so far.
//!
//! A signal orders nothing: neither C11 nor C++ let it synchronise with the wait that it ends, which may as well end for no reason. What is
//! written before a signal is ordered by the mutex, or races.

use crate::event::{Order, Sync};
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::mutex::{self, Attempt};
use crate::models::sync::{
    DESTROYED, EAGAIN, EINVAL, ENOMEM, ETIMEDOUT, Shape, Step, SyncObject, accepted,
    check_attributes, choose, control_word, decide_cells, enqueue, finish, free_if_untyped,
    init_attributes, look_at_queue, queued, set_control, set_phase, set_shared, waiting, wake,
    was_woken,
};
use crate::models::times::{Deadline, is_wait_clock};
use crate::models::{context, value};
use crate::names::ThreadId;
use crate::state::{Halt, State, control};
use crate::stop::{Exec, Stop};
use crate::trace::TraceKind;
use crate::value::Value;
use crate::waits::Waiting;

/// How a signal goes from one thread to another.
const SIGNAL: Sync = Sync::AtomicStore(Order::Relaxed);

pub(super) const TABLE: super::Table = &[
    ("pthread_cond_init", init),
    ("pthread_cond_destroy", destroy),
    ("pthread_cond_wait", wait),
    ("pthread_cond_timedwait", timed_wait),
    ("pthread_cond_clockwait", clock_wait),
    ("pthread_cond_signal", signal),
    ("pthread_cond_broadcast", broadcast),
    ("pthread_condattr_init", attr_init),
    ("pthread_condattr_destroy", accepted),
    ("pthread_condattr_setclock", set_clock),
    ("pthread_condattr_setpshared", set_shared),
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
const SHAPE: Shape = Shape { what: "condition variable", cells: CELLS, size: SIZE };

/// Phases of a wait: in the queue; out of it after a time-out; never in it, since it wakes up spuriously.
const QUEUED: u32 = 1;
const GAVE_UP: u32 = 2;
const EARLY: u32 = 3;

/// In the cell `SIGNALLED` of a thread that wakes up spuriously and has not got its mutex yet.
const WAKES_EARLY: u64 = 2;

/// So many spurious wake-ups in a row of one thread are explored.
const MOST_IN_A_ROW: u64 = 2;

/// Others do not synchronise through the variable itself: nothing is released into it.
fn object(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<SyncObject> {
    let condition = SyncObject::new(machine, st, call, call.arg(0), SHAPE, Sync::Acquire)?;
    free_if_untyped(machine, st, &condition, WAITERS, SIZE);
    decide_cells(machine, st, call, &condition, &[WAITERS, MARK])?;
    Ok(condition)
}

/// Whether a function of the library waits at a condition variable.
pub(crate) fn waits(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "pthread_cond_wait",
        "pthread_cond_timedwait",
        "pthread_cond_clockwait",
        "cnd_wait",
        "cnd_timedwait",
    ];
    NAMES.contains(&name)
}

/// `wait(condition, mutex)`; the mutex is the second argument everywhere.
pub(super) fn wait_step(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    timed: bool,
) -> Exec<Step> {
    if st.thread(call.thread).phase.step != 0 {
        context::may_go_on(machine, st, call)?;
    }
    match st.thread(call.thread).phase.step {
        QUEUED => await_signal(machine, st, call, timed),
        GAVE_UP => {
            machine.visible(st, call.thread)?;
            let code = st.thread(call.thread).phase.code;
            relock(machine, st, call, u64::from(code))
        }
        EARLY => wake_early(machine, st, call),
        _ => start_waiting(machine, st, call),
    }
}

fn start_waiting(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    let condition = object(machine, st, call)?;
    let mutex = mutex::object(machine, st, call, call.arg(1), Sync::Release)?;
    let waiters = condition.word(machine, st, call, WAITERS)?;
    condition.check_alive(machine, st, call, MARK, false)?;
    // Who stands in a wait that began long ago has given its mutex back.
    let mine = mutex::is_mine(machine, st, call, &mutex)?;
    if !mine && !context::is_entering(st, call.thread) {
        let (condition, mutex) = (condition.name(machine), mutex.name(machine));
        let message = format!("{condition} is waited on without holding {mutex}");
        return Err(machine.fail(st, call.thread, FaultKind::WaitWithoutMutex, message));
    }
    check_mutex(machine, st, call, (&condition, waiters), &mutex)?;
    if comes_back(machine, st, call, (&condition, &mutex)) {
        return Err(Stop::Halt(Halt::Assume));
    }
    let woken = context::was_woken_before(st, call.thread);
    let early = !woken
        && may_wake_early(machine, st, call)
        && choose(machine, st, call, "wakes_up_spuriously", 2)? == 1;
    condition.record(machine, st, call.thread, "waits for a signal on");
    if mine {
        mutex::release(machine, st, call, &mutex)?;
    }
    let address = condition.address(machine);
    enqueue(machine, st, call.thread, address);
    if early {
        set_control(machine, st, call.thread, control::SIGNALLED, WAKES_EARLY);
        set_phase(st, call.thread, EARLY, 0);
    } else {
        condition.set(machine, st, WAITERS, waiters + u64::from(!woken));
        set_phase(st, call.thread, QUEUED, 0);
    }
    context::entered(machine, st, call)?;
    Ok(Step::Again)
}

/// Whether one more spurious wake-up of the thread is explored.
fn may_wake_early(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> bool {
    let may = control_word(machine, st, call.thread, control::EARLY) < MOST_IN_A_ROW;
    if !may {
        machine.note_no_more_wakeups(st, call.thread);
    }
    may
}

/// Whether the thread woke up spuriously from this very wait and has done nothing since.
fn comes_back(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    (condition, mutex): (&SyncObject, &SyncObject),
) -> bool {
    if !machine.stands_where_it_woke(st, call.thread) {
        return false;
    }
    let (condition, mutex) = (condition.address(machine), mutex.address(machine));
    control_word(machine, st, call.thread, control::QUEUE) == condition
        && control_word(machine, st, call.thread, control::SIGNALLED) == mutex
}

/// The mutex is taken again although nobody signalled.
fn wake_early(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    // Whoever signals now looks at the same cell.
    was_woken(machine, st, call.thread, SIGNAL)?;
    let address = control_word(machine, st, call.thread, control::QUEUE);
    let in_a_row = control_word(machine, st, call.thread, control::EARLY);
    record_early(machine, st, call.thread, address);
    let mutex = mutex::object(machine, st, call, call.arg(1), Sync::Acquire)?;
    let step = take_again(machine, st, call, &mutex, 0)?;
    set_control(machine, st, call.thread, control::EARLY, in_a_row + 1);
    if machine.note_where_it_wakes(st, call.thread) {
        let mutex = mutex.address(machine);
        set_control(machine, st, call.thread, control::QUEUE, address);
        set_control(machine, st, call.thread, control::SIGNALLED, mutex);
    }
    Ok(step)
}

fn record_early(machine: &mut Machine<'_>, st: &State, thread: ThreadId, address: u64) {
    if machine.recorder.is_none() {
        return;
    }
    let Some((object, offset)) = machine.names.resolve(address) else { return };
    let condition = SyncObject::known(object, offset.max(0) as u64, SHAPE.what);
    condition.record(machine, st, thread, "wakes up spuriously from its wait on");
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
    let bound = machine.load_state(st, condition.object, at, 8);
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
        let step = relock(machine, st, call, 0)?;
        set_control(machine, st, call.thread, control::EARLY, 0);
        return Ok(step);
    }
    if timed && !machine.gave_up_here(st, call.thread) {
        return leave_queue(machine, st, call);
    }
    let address = control_word(machine, st, call.thread, control::QUEUE);
    Err(machine.blocked(st, call.thread, |machine| describe(machine, st, address)))
}

fn describe(machine: &mut Machine<'_>, st: &State, address: u64) -> Waiting {
    let Some((object, offset)) = machine.names.resolve(address) else { return Waiting::default() };
    let condition = SyncObject::known(object, offset.max(0) as u64, SHAPE.what);
    let exists = st.memory.get(object).is_some();
    // A store at an index that depends on inputs may have left a choice there: what it is in the run that is told counts.
    let lost = exists
        && match condition.cell(machine, st, LOST) {
            Value::Word(word) => word == 1,
            Value::Term(term) => machine.terms.eval(term, &st.model).to_u64() == Some(1),
            Value::Undef => false,
        };
    Waiting {
        text: format!("waits for a signal on {}", condition.name(machine)),
        owners: Vec::new(),
        object: Some(condition.id()),
        lost_signal: lost,
    }
}

/// The time is over before a signal came.
fn leave_queue(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Step> {
    let condition = object(machine, st, call)?;
    let waiters = condition.word(machine, st, call, WAITERS)?;
    machine.note_giving_up(st, call.thread);
    condition.set(machine, st, WAITERS, waiters.saturating_sub(1));
    finish(machine, st, call.thread);
    set_phase(st, call.thread, GAVE_UP, ETIMEDOUT as u32);
    condition.record(machine, st, call.thread, "times out waiting for");
    Ok(Step::Again)
}

fn relock(machine: &mut Machine<'_>, st: &mut State, call: &Call, code: u64) -> Exec<Step> {
    let mutex = mutex::object(machine, st, call, call.arg(1), Sync::Acquire)?;
    take_again(machine, st, call, &mutex, code)
}

fn take_again(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    mutex: &SyncObject,
    code: u64,
) -> Exec<Step> {
    match mutex::attempt(machine, st, call, mutex)? {
        Attempt::Busy(owner) => Err(mutex.blocked(machine, st, call.thread, &[owner])),
        Attempt::Lost => {
            finish(machine, st, call.thread);
            Ok(Step::Done(mutex::ENOTRECOVERABLE))
        }
        // That its owner ended is told first.
        Attempt::Taken(ended) if ended != 0 => {
            finish(machine, st, call.thread);
            Ok(Step::Done(ended))
        }
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
    if (all || count == 0) && would_have_woken(machine, st, call, &condition) {
        return Err(Stop::Halt(Halt::Assume));
    }
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

/// Whether a signal that reaches everybody who waits comes while a thread wakes up spuriously and has not got its mutex yet.
fn would_have_woken(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    condition: &SyncObject,
) -> bool {
    let address = condition.address(machine);
    let Some(&early) = waiting(machine, st, address, WAKES_EARLY).first() else { return false };
    // That thread may have its mutex before the signal is given: that makes a difference.
    look_at_queue(machine, st, call.thread, early);
    true
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
    let whole = SHAPE.whole();
    let condition = SyncObject::new(machine, st, call, call.arg(0), whole, Sync::Acquire)?;
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
    check_attributes(machine, st, call)?;
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return value(Value::Word(error));
    }
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
    timed_step(machine, st, call, Deadline::at(2))?.outcome()
}

fn clock_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    timed_step(machine, st, call, Deadline::on_clock(2))?.outcome()
}

/// A wrong time is refused before anything else happens.
pub(super) fn timed_step(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    deadline: Deadline,
) -> Exec<Step> {
    let begins = st.thread(call.thread).phase.step == 0;
    if begins && !deadline.is_valid(machine, st, call)? {
        context::did_not_wait(st, call.thread)?;
        return Ok(Step::Done(EINVAL));
    }
    wait_step(machine, st, call, true)
}

fn set_clock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let known = is_wait_clock(machine, st, call, call.arg(1))?;
    value(Value::Word(if known { 0 } else { EINVAL }))
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
