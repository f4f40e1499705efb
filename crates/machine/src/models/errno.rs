//! `errno`: one object per thread.

use raddle_ir::Loc;

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::value;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Fill, Object, ObjectKind};
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table =
    &[("__errno_location", location), ("__error", location), ("__errno", location)];

fn location(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let object = object(machine, st, call.thread);
    value(Value::Word(machine.names.base(object)))
}

fn object(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) -> ObjectId {
    let name = ObjectName::Environment { what: "errno", index: u64::from(thread.0) };
    let id = machine.names.object(name, 4).expect("environment objects are small");
    if st.memory.get(id).is_none() {
        // Not shared, as long as the thread does not give its address away.
        st.memory.insert(Object::new(id, 4, ObjectKind::Environment, Fill::Zero, Loc::NONE));
        if let Some(owner) = machine.name_in_context(thread) {
            let before = machine.unknown_value(st, &format!("{owner}:errno"), "int", 32);
            machine.store_at(st, id, 0, 4, before);
        }
    }
    id
}

pub(super) fn set(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId, code: u64) {
    let object = object(machine, st, thread);
    machine.store_at(st, object, 0, 4, Value::Word(code));
}

/// The result of functions that return -1 and say why in `errno`.
pub(super) fn failed(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    code: u64,
) -> Exec<Outcome> {
    set(machine, st, call.thread, code);
    let returns = machine.program.functions[call.func].returns.first();
    let bits = returns.map_or(32, |ty| ty.bits(&machine.program.target));
    value(Value::Word(u64::MAX >> 64u32.saturating_sub(bits.max(1))))
}
