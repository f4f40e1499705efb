//! `errno`: one object per thread.

use crate::decide::Exec;
use crate::machine::Machine;
use crate::models::{Call, Outcome, value};
use crate::names::{ObjectId, ThreadId};
use crate::state::State;
use crate::value::Value;

pub(super) const TABLE: super::Table =
    &[("__errno_location", location), ("__error", location), ("__errno", location)];

pub(super) const ERANGE: u64 = 34;

fn location(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let object = object(machine, st, call.thread);
    value(Value::Word(machine.names.base(object)))
}

fn object(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) -> ObjectId {
    machine.environment_object(st, "errno", u64::from(thread.0), 4)
}

pub(super) fn set(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId, code: u64) {
    let object = object(machine, st, thread);
    machine.store_at(st, object, 0, 4, Value::Word(code));
}
