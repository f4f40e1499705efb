//! Thread attributes: one pointer-sized slot each. Only the detach state has an effect.

use raddle_ir::Type;

use crate::access::Access;
use crate::decide::Exec;
use crate::machine::Machine;
use crate::models::pthread::store_result;
use crate::models::sync::{EINVAL, accepted, known_value, unsupported};
use crate::models::{Call, Outcome, value};
use crate::state::State;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_attr_init", init),
    ("pthread_attr_destroy", accepted),
    ("pthread_attr_setdetachstate", set_detach_state),
    ("pthread_attr_getdetachstate", get_detach_state),
    ("pthread_attr_setstacksize", set_stack_size),
    ("pthread_attr_getstacksize", get_stack_size),
    ("pthread_attr_setguardsize", set_guard_size),
    ("pthread_attr_getguardsize", get_guard_size),
    ("pthread_attr_setschedpolicy", set_policy),
    ("pthread_attr_getschedpolicy", get_policy),
    ("pthread_attr_setinheritsched", set_inherit),
    ("pthread_attr_getinheritsched", get_inherit),
    ("pthread_attr_setscope", set_scope),
    ("pthread_attr_getscope", get_scope),
    ("pthread_attr_setschedparam", accepted),
    ("pthread_attr_setaffinity_np", accepted),
    ("pthread_attr_getschedparam", unsupported),
    ("pthread_attr_setstack", unsupported),
    ("pthread_attr_getstack", unsupported),
    ("pthread_attr_setstackaddr", unsupported),
    ("pthread_attr_getstackaddr", unsupported),
];

const DETACH_STATE: u64 = 0;
const STACK_SIZE: u64 = 1;
const GUARD_SIZE: u64 = 2;
const POLICY: u64 = 3;
const INHERIT: u64 = 4;
const SCOPE: u64 = 5;
const SLOTS: u64 = 6;

const DEFAULT_STACK: u64 = 8 << 20;
const DEFAULT_GUARD: u64 = 4096;
const DETACHED: u64 = 1;

fn slot_type(machine: &Machine<'_>) -> Type {
    Type::Int(machine.pointer_bits as u16)
}

fn put(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    slot: u64,
    content: u64,
) -> Exec<Outcome> {
    let ty = slot_type(machine);
    let size = ty.bytes(&machine.program.target);
    let pointer = machine.offset_pointer(call.arg(0), slot * size);
    let place = machine.place(st, call.thread, pointer, size, Access::Write)?;
    machine.store(st, call.thread, place, ty, Value::Word(content))?;
    value(Value::Word(0))
}

fn read(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    attributes: Value,
    slot: u64,
) -> Exec<u64> {
    let ty = slot_type(machine);
    let size = ty.bytes(&machine.program.target);
    let pointer = machine.offset_pointer(attributes, slot * size);
    let place = machine.place(st, call.thread, pointer, size, Access::Read)?;
    let content = machine.load(st, call.thread, place, ty)?;
    let content = machine.defined_or_marked(st, call.thread, content, ty);
    known_value(machine, st, call, content)
}

/// Whether attributes (or their absence) ask for a detached thread.
pub(super) fn says_detached(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    attributes: Value,
) -> Exec<bool> {
    if attributes == Value::Word(0) {
        return Ok(false);
    }
    Ok(read(machine, st, call, attributes, DETACH_STATE)? == DETACHED)
}

fn set(machine: &mut Machine<'_>, st: &mut State, call: &Call, slot: u64) -> Exec<Outcome> {
    let content = known_value(machine, st, call, call.arg(1))?;
    put(machine, st, call, slot, content)
}

fn get(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    slot: u64,
    ty: Type,
) -> Exec<Outcome> {
    let content = read(machine, st, call, call.arg(0), slot)?;
    store_result(machine, st, call, call.arg(1), ty, Value::Word(content))?;
    value(Value::Word(0))
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    for slot in 0..SLOTS {
        let content = match slot {
            STACK_SIZE => DEFAULT_STACK,
            GUARD_SIZE => DEFAULT_GUARD,
            _ => 0,
        };
        put(machine, st, call, slot, content)?;
    }
    value(Value::Word(0))
}

fn set_detach_state(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let state = known_value(machine, st, call, call.arg(1))?;
    if state > DETACHED {
        return value(Value::Word(EINVAL));
    }
    put(machine, st, call, DETACH_STATE, state)
}

fn get_detach_state(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, DETACH_STATE, Type::Int(32))
}

fn set_stack_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set(machine, st, call, STACK_SIZE)
}

fn get_stack_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = slot_type(machine);
    get(machine, st, call, STACK_SIZE, ty)
}

fn set_guard_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set(machine, st, call, GUARD_SIZE)
}

fn get_guard_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = slot_type(machine);
    get(machine, st, call, GUARD_SIZE, ty)
}

fn set_policy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set(machine, st, call, POLICY)
}

fn get_policy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, POLICY, Type::Int(32))
}

fn set_inherit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set(machine, st, call, INHERIT)
}

fn get_inherit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, INHERIT, Type::Int(32))
}

fn set_scope(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set(machine, st, call, SCOPE)
}

fn get_scope(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, SCOPE, Type::Int(32))
}
