//! C11 `<threads.h>`: the POSIX operations with other names and result codes.

use raddle_ir::Type;

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::sync::{EAGAIN, EBUSY, ENOMEM, ETIMEDOUT, Step, accepted, known_value};
use crate::models::times::Deadline;
use crate::models::{condvar, keys, mutex, nothing, pthread, value};
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("thrd_create", create),
    ("thrd_join", join),
    ("thrd_exit", pthread::exit),
    ("thrd_detach", pthread::detach),
    ("thrd_current", pthread::this_thread),
    ("thrd_equal", pthread::equal),
    ("thrd_yield", yields),
    ("mtx_init", mtx_init),
    ("mtx_destroy", mtx_destroy),
    ("mtx_lock", mtx_lock),
    ("mtx_trylock", mtx_trylock),
    ("mtx_timedlock", mtx_timedlock),
    ("mtx_unlock", mtx_unlock),
    ("cnd_init", cnd_init),
    ("cnd_destroy", cnd_destroy),
    ("cnd_wait", cnd_wait),
    ("cnd_timedwait", cnd_timedwait),
    ("cnd_signal", cnd_signal),
    ("cnd_broadcast", cnd_broadcast),
    ("tss_create", tss_create),
    ("tss_delete", tss_delete),
    ("tss_set", tss_set),
    ("tss_get", keys::get),
    ("sched_yield", accepted),
    ("pthread_yield", accepted),
];

const SUCCESS: u64 = 0;
const BUSY: u64 = 1;
const ERROR: u64 = 2;
const NO_MEMORY: u64 = 3;
const TIMED_OUT: u64 = 4;
const MTX_RECURSIVE: u64 = 1;

/// The C11 name of a POSIX error code.
fn result(code: u64) -> Exec<Outcome> {
    value(Value::Word(match code {
        0 => SUCCESS,
        EBUSY => BUSY,
        ETIMEDOUT => TIMED_OUT,
        ENOMEM => NO_MEMORY,
        _ => ERROR,
    }))
}

/// `thrd_create(handle, start, argument)`
fn create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return result(error);
    }
    pthread::create_with(machine, st, call, (call.arg(1), Type::Int(32)), call.arg(2), false)?;
    value(Value::Word(SUCCESS))
}

/// `thrd_join(handle, int *result)`
fn join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    pthread::join_with(machine, st, call, Type::Int(32))?;
    value(Value::Word(SUCCESS))
}

fn yields(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    nothing()
}

/// The kinds of C11 are bits; only recursion matters here.
fn mtx_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let kind = known_value(machine, st, call, call.arg(1))? & MTX_RECURSIVE;
    if let Some(error) = failure(machine, st, call, &[EAGAIN])? {
        return result(error);
    }
    mutex::make(machine, st, call, kind)?;
    value(Value::Word(SUCCESS))
}

fn mtx_destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    mutex::destroy_code(machine, st, call)?;
    nothing()
}

fn mtx_lock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(mutex::lock_code(machine, st, call)?)
}

fn mtx_trylock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.note_never_spurious(st, call.thread);
    result(mutex::try_code(machine, st, call)?)
}

fn mtx_timedlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(mutex::timed_code(machine, st, call, Deadline::at(1))?)
}

fn mtx_unlock(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(mutex::unlock_code(machine, st, call, false)?)
}

fn cnd_init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return result(error);
    }
    condvar::make(machine, st, call)?;
    value(Value::Word(SUCCESS))
}

fn cnd_destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    condvar::destroy_code(machine, st, call)?;
    nothing()
}

fn cnd_wait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    waited(condvar::wait_step(machine, st, call, false)?)
}

fn cnd_timedwait(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    waited(condvar::timed_step(machine, st, call, Deadline::at(2))?)
}

fn waited(step: Step) -> Exec<Outcome> {
    match step {
        Step::Done(code) => result(code),
        Step::Again => Ok(Outcome::Again),
    }
}

fn cnd_signal(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(condvar::signal_code(machine, st, call, false)?)
}

fn cnd_broadcast(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(condvar::signal_code(machine, st, call, true)?)
}

fn tss_create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(keys::create_code(machine, st, call)?)
}

fn tss_delete(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    keys::delete_code(machine, st, call)?;
    nothing()
}

fn tss_set(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    result(keys::set_code(machine, st, call)?)
}
