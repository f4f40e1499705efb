//! Thread attributes: one pointer-sized slot each. Only the detach state has an effect.

use raddle_ir::Type;

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::alloc::refused_size;
use crate::models::failures::failure;
use crate::models::sync::is_priority;
use crate::models::sync::store_result;
use crate::models::sync::{EINVAL, ENOMEM, ENOTSUP, accepted, known_value};
use crate::models::value;
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_attr_init", init),
    ("pthread_attr_destroy", destroy),
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
    ("pthread_attr_setschedparam", set_priority),
    ("pthread_attr_setaffinity_np", accepted),
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
const FIFO: u64 = 1;
const ROUND_ROBIN: u64 = 2;
/// `PTHREAD_STACK_MIN`
const SMALLEST_STACK: u64 = 16384;

fn slot_type(machine: &Machine<'_>) -> Type {
    Type::Int(machine.facts.pointer_bits as u16)
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
    let place = machine.place(st, call.thread, pointer, size, Direction::Write)?;
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
    let place = machine.place(st, call.thread, pointer, size, Direction::Read)?;
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

/// Whether attributes ask for more stack than a machine has.
pub(super) fn asks_too_much(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    attributes: Value,
) -> Exec<bool> {
    if attributes == Value::Word(0) {
        return Ok(false);
    }
    Ok(read(machine, st, call, attributes, STACK_SIZE)? >= refused_size(machine))
}

/// Whether a thread may have a policy with the priority that a `struct sched_param` begins with.
pub(super) fn is_schedule(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    policy: u64,
    parameters: Value,
) -> Exec<bool> {
    let int = Type::Int(32);
    let place = machine.place(st, call.thread, parameters, 4, Direction::Read)?;
    let priority = machine.load(st, call.thread, place, int)?;
    let priority = machine.defined_or_marked(st, call.thread, priority, int);
    match policy {
        0 => Ok(known_value(machine, st, call, priority)? == 0),
        FIFO | ROUND_ROBIN => is_priority(machine, st, call, priority),
        _ => Ok(false),
    }
}

/// A setting that has to be one of the numbers from 0 to `largest`.
fn set_up_to(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    slot: u64,
    largest: u64,
) -> Exec<Outcome> {
    let content = known_value(machine, st, call, call.arg(1))?;
    if content > largest {
        return value(Value::Word(EINVAL));
    }
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

fn destroy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    read(machine, st, call, call.arg(0), DETACH_STATE)?;
    value(Value::Word(0))
}

fn init(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(error) = failure(machine, st, call, &[ENOMEM])? {
        return value(Value::Word(error));
    }
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
    set_up_to(machine, st, call, DETACH_STATE, DETACHED)
}

fn get_detach_state(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, DETACH_STATE, Type::Int(32))
}

fn set_stack_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = known_value(machine, st, call, call.arg(1))?;
    if size < SMALLEST_STACK {
        return value(Value::Word(EINVAL));
    }
    put(machine, st, call, STACK_SIZE, size)
}

fn get_stack_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = slot_type(machine);
    get(machine, st, call, STACK_SIZE, ty)
}

fn set_guard_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set_up_to(machine, st, call, GUARD_SIZE, u64::MAX)
}

fn get_guard_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = slot_type(machine);
    get(machine, st, call, GUARD_SIZE, ty)
}

fn set_policy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set_up_to(machine, st, call, POLICY, ROUND_ROBIN)
}

fn get_policy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, POLICY, Type::Int(32))
}

fn set_inherit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    set_up_to(machine, st, call, INHERIT, 1)
}

fn get_inherit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, INHERIT, Type::Int(32))
}

fn set_scope(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    match known_value(machine, st, call, call.arg(1))? {
        0 => put(machine, st, call, SCOPE, 0),
        1 => value(Value::Word(ENOTSUP)),
        _ => value(Value::Word(EINVAL)),
    }
}

fn get_scope(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    get(machine, st, call, SCOPE, Type::Int(32))
}

fn set_priority(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let policy = read(machine, st, call, call.arg(0), POLICY)?;
    let fits = is_schedule(machine, st, call, policy, call.arg(1))?;
    value(Value::Word(if fits { 0 } else { EINVAL }))
}
