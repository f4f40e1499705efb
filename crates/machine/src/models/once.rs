//! One-time initialisation: ⟨await not running⟩; the first caller runs the function, then says it is done.
//!
//! Four bytes: zero, done, or who runs the function and how deep its call stack was when it started, so
//! that a call from inside the function is told apart from its end.

use crate::event::Sync;
use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::{Shape, SyncObject, decide_cells};
use crate::models::{nothing, value};
use crate::names::{owner_of, owner_word};
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

pub(super) const TABLE: super::Table = &[("pthread_once", once), ("call_once", call_once)];

const STATE: u64 = 0;
const CELLS: u64 = 4;
const SHAPE: Shape = Shape { what: "once control", cells: CELLS, size: CELLS };
pub(super) const DONE: u64 = 0x8000_0000;
const DEPTH_BITS: u32 = 10;

fn running(st: &State, call: &Call) -> u64 {
    let depth = st.thread(call.thread).frames.len() as u64 & ((1 << DEPTH_BITS) - 1);
    (owner_word(call.thread) << DEPTH_BITS | depth) & (DONE - 1)
}

/// Whether the call may return; if not, the function has to be run and this asked again.
fn is_done(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
    let control = SyncObject::new(machine, st, call, call.arg(0), SHAPE, Sync::Both)?;
    decide_cells(machine, st, call, &control, &[STATE])?;
    let state = control.word(machine, st, call, STATE)?;
    let mine = running(st, call);
    if state == DONE {
        control.only_read(st, CELLS);
        return Ok(true);
    }
    if state == 0 {
        control.set(machine, st, STATE, mine);
        control.record(machine, st, call.thread, "runs the function of");
        return Ok(false);
    }
    if state == mine {
        control.set(machine, st, STATE, DONE);
        control.record(machine, st, call.thread, "has run the function of");
        return Ok(true);
    }
    let owner = owner_of(state >> DEPTH_BITS);
    if owner != call.thread {
        return Err(control.blocked(machine, st, call.thread, &[owner]));
    }
    let message = format!("the function of {} waits for itself", control.name(machine));
    machine.record_fault(st, call.thread, FaultKind::SelfLock, message, None);
    Err(Stop::Halt(Halt::Fault))
}

fn run(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Option<Outcome>> {
    if is_done(machine, st, call)? {
        return Ok(None);
    }
    let function = machine.function_behind(st, call.thread, call.arg(1))?;
    Ok(Some(Outcome::EnterThenAgain(function, Vec::new())))
}

fn once(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    match run(machine, st, call)? {
        Some(outcome) => Ok(outcome),
        None => value(Value::Word(0)),
    }
}

fn call_once(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    match run(machine, st, call)? {
        Some(outcome) => Ok(outcome),
        None => nothing(),
    }
}
