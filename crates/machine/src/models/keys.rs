//! Thread-specific data: keys, one value per thread and key, destructors at thread end.
//!
//! The keys live in one object that all threads share; a thread's values in one that nobody else looks
//! at, so that setting and getting them is local work.

use raddle_ir::{FuncId, Type};

use crate::event::Sync;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::sync::store_result;
use crate::models::sync::{EAGAIN, EINVAL, ENOMEM, known_value, out_of_reach};
use crate::models::value;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_key_create", create),
    ("pthread_key_delete", delete),
    ("pthread_setspecific", set),
    ("pthread_getspecific", get),
];

const LIMIT: u64 = 128;
/// `PTHREAD_DESTRUCTOR_ITERATIONS`
const ITERATIONS: u64 = 4;

/// Cells of a key: its state, and its destructor.
const KEY_SIZE: u64 = 16;
const KEYS_SIZE: u64 = LIMIT * KEY_SIZE;
const STATE: u64 = 0;
const DESTRUCTOR: u64 = 8;
/// States of a key.
const UNUSED: u64 = 0;
const USED: u64 = 1;

/// Cells behind a thread's values: the next key to look at when the thread ends, and how often all keys
/// were gone through.
const NEXT: u64 = 8 * LIMIT;
const ROUND: u64 = NEXT + 8;
const VALUES_SIZE: u64 = ROUND + 8;

fn keys(machine: &mut Machine<'_>, st: &mut State) -> ObjectId {
    machine.environment_object(st, "keys", 0, KEYS_SIZE)
}

fn values(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) -> ObjectId {
    machine.environment_object(st, "key values", u64::from(thread.0), VALUES_SIZE)
}

fn word(machine: &mut Machine<'_>, st: &State, object: ObjectId, offset: u64) -> u64 {
    machine.load_at(st, object, offset, 8).word().unwrap_or(0)
}

pub(super) fn create_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    machine.visible(st, call.thread)?;
    let destructor = known_value(machine, st, call, call.arg(1))?;
    let keys = keys(machine, st);
    let unused = (0..LIMIT).find(|&key| word(machine, st, keys, key * KEY_SIZE + STATE) == UNUSED);
    // The real limit is higher.
    let Some(key) = unused else {
        return Err(out_of_reach(machine, st, call, "more than 128 keys"));
    };
    if let Some(error) = failure(machine, st, call, &[EAGAIN, ENOMEM])? {
        return Ok(error);
    }
    let cell = key * KEY_SIZE;
    if st.unjoined > 0 {
        machine.push_access(st, call.thread, keys, 0..KEYS_SIZE, true, Sync::Acquire);
    }
    store_result(machine, st, call, call.arg(0), Type::Int(32), Value::Word(key))?;
    machine.store_at(st, keys, cell + STATE, 8, Value::Word(USED));
    machine.store_at(st, keys, cell + DESTRUCTOR, 8, Value::Word(destructor));
    Ok(0)
}

pub(super) fn delete_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    machine.visible(st, call.thread)?;
    let key = known_value(machine, st, call, call.arg(0))?;
    let keys = keys(machine, st);
    if key >= LIMIT || word(machine, st, keys, key * KEY_SIZE + STATE) != USED {
        return Ok(EINVAL);
    }
    if st.unjoined > 0 {
        let cell = key * KEY_SIZE..(key + 1) * KEY_SIZE;
        machine.push_access(st, call.thread, keys, cell, true, Sync::Acquire);
    }
    machine.store_at(st, keys, key * KEY_SIZE + STATE, 8, Value::Word(UNUSED));
    machine.store_at(st, keys, key * KEY_SIZE + DESTRUCTOR, 8, Value::Word(0));
    for thread in st.threads.iter().map(|thread| thread.id).collect::<Vec<_>>() {
        let values = values(machine, st, thread);
        machine.store_at(st, values, 8 * key, 8, Value::Word(0));
    }
    Ok(0)
}

pub(super) fn set_code(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let key = known_value(machine, st, call, call.arg(0))?;
    if !is_used(machine, st, key) {
        return Ok(EINVAL);
    }
    if let Some(error) = failure(machine, st, call, &[ENOMEM])? {
        return Ok(error);
    }
    let content = widened(machine, call.arg(1));
    let values = values(machine, st, call.thread);
    machine.store_at(st, values, 8 * key, 8, content);
    Ok(0)
}

fn is_used(machine: &mut Machine<'_>, st: &mut State, key: u64) -> bool {
    let keys = keys(machine, st);
    key < LIMIT && word(machine, st, keys, key * KEY_SIZE + STATE) == USED
}

/// A pointer as the eight bytes that hold it here.
fn widened(machine: &mut Machine<'_>, pointer: Value) -> Value {
    match pointer {
        Value::Term(term) if machine.facts.pointer_bits < 64 => {
            let wide = machine.terms.zext(term, 64);
            Value::of_term(&machine.terms, wide)
        }
        Value::Term(_) | Value::Word(_) | Value::Undef => pointer,
    }
}

fn create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(create_code(machine, st, call)?))
}

fn delete(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(delete_code(machine, st, call)?))
}

fn set(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(Value::Word(set_code(machine, st, call)?))
}

pub(super) fn get(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let key = known_value(machine, st, call, call.arg(0))?;
    if key >= LIMIT {
        return value(Value::Word(0));
    }
    let values = values(machine, st, call.thread);
    let content = machine.load_at(st, values, 8 * key, 8);
    let bits = machine.facts.pointer_bits;
    value(match content {
        Value::Term(term) if bits < 64 => {
            let low = machine.terms.extract(term, bits - 1, 0);
            Value::of_term(&machine.terms, low)
        }
        other => other,
    })
}

/// `free` may be a destructor: then the run-time library has a function that calls it.
fn with_body(machine: &Machine<'_>, function: FuncId) -> FuncId {
    let is_free = machine.program.functions[function].name == "free";
    let stand_in = machine.program.function("__raddle_free");
    stand_in.filter(|_| is_free).unwrap_or(function)
}

/// The next destructor a thread that ends has to run, with its argument. The value is gone by then.
pub(crate) fn next_destructor(
    machine: &mut Machine<'_>,
    st: &mut State,
    thread: ThreadId,
) -> Exec<Option<(FuncId, Value)>> {
    // Most programs have no keys: leave nothing behind then.
    let known = machine.names.object(ObjectName::Environment { what: "keys", index: 0 }, KEYS_SIZE);
    if known.is_none_or(|keys| st.memory.get(keys).is_none()) {
        return Ok(None);
    }
    // Values are kept by the number of the thread.
    machine.name_fixed();
    let keys = keys(machine, st);
    let values = values(machine, st, thread);
    let mut round = word(machine, st, values, ROUND);
    let mut key = word(machine, st, values, NEXT);
    while round < ITERATIONS {
        while key < LIMIT {
            let content = machine.load_at(st, values, 8 * key, 8);
            let destructor = word(machine, st, keys, key * KEY_SIZE + DESTRUCTOR);
            if content != Value::Word(0) && destructor != 0 {
                let function = machine.function_behind(st, thread, Value::Word(destructor))?;
                let function = with_body(machine, function);
                machine.store_at(st, values, 8 * key, 8, Value::Word(0));
                machine.store_at(st, values, NEXT, 8, Value::Word(key + 1));
                return Ok(Some((function, content)));
            }
            key += 1;
        }
        round += 1;
        key = 0;
        machine.store_at(st, values, ROUND, 8, Value::Word(round));
        machine.store_at(st, values, NEXT, 8, Value::Word(0));
    }
    Ok(None)
}
