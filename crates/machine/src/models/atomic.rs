//! Calls of the compilers' atomics library, which stand for atomic accesses of sizes that have no
//! instruction, or that are only known when the program runs.
//!
//! `…_N` work on integers of N bytes; those without a size take it as first argument and pass values by
//! address.

use raddle_ir::{AtomicOp, CompareOp, Ordering, Type};

use crate::event::{Order, Sync};
use crate::fault::CutKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::known_value;
use crate::models::{nothing, value};
use crate::names::ObjectId;
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// One line per size.
macro_rules! sizes {
    ($(($stem:literal, $model:ident)),* $(,)?) => {
        &[
            ("__atomic_load", load),
            ("__atomic_store", store),
            ("__atomic_exchange", exchange),
            ("__atomic_compare_exchange", compare_exchange),
            ("__atomic_is_lock_free", is_lock_free),
            ("__atomic_thread_fence", thread_fence),
            ("__atomic_signal_fence", signal_fence),
            ("__sync_synchronize", full_fence),
            $(
                (concat!($stem, "_1"), $model),
                (concat!($stem, "_2"), $model),
                (concat!($stem, "_4"), $model),
                (concat!($stem, "_8"), $model),
                (concat!($stem, "_16"), $model),
            )*
        ]
    };
}

pub(super) const TABLE: super::Table = sizes![
    ("__atomic_load", load_sized),
    ("__atomic_store", store_sized),
    ("__atomic_exchange", update_sized),
    ("__atomic_compare_exchange", compare_exchange_sized),
    ("__atomic_fetch_add", update_sized),
    ("__atomic_fetch_sub", update_sized),
    ("__atomic_fetch_and", update_sized),
    ("__atomic_fetch_or", update_sized),
    ("__atomic_fetch_xor", update_sized),
    ("__atomic_fetch_nand", update_sized),
    ("__atomic_add_fetch", update_sized),
    ("__atomic_sub_fetch", update_sized),
    ("__atomic_and_fetch", update_sized),
    ("__atomic_or_fetch", update_sized),
    ("__atomic_xor_fetch", update_sized),
    ("__atomic_nand_fetch", update_sized),
    ("__sync_fetch_and_add", update_sized),
    ("__sync_fetch_and_sub", update_sized),
    ("__sync_fetch_and_and", update_sized),
    ("__sync_fetch_and_or", update_sized),
    ("__sync_fetch_and_xor", update_sized),
    ("__sync_fetch_and_nand", update_sized),
    ("__sync_add_and_fetch", update_sized),
    ("__sync_sub_and_fetch", update_sized),
    ("__sync_and_and_fetch", update_sized),
    ("__sync_or_and_fetch", update_sized),
    ("__sync_xor_and_fetch", update_sized),
    ("__sync_nand_and_fetch", update_sized),
    ("__sync_lock_test_and_set", update_sized),
    ("__sync_val_compare_and_swap", sync_compare_and_swap),
    ("__sync_bool_compare_and_swap", sync_compare_and_swap),
    ("__sync_lock_release", lock_release),
];

/// The order that an argument asks for.
fn order(machine: &mut Machine<'_>, st: &mut State, call: &Call, argument: usize) -> Exec<Order> {
    let ordering = match call.args.len() > argument {
        true => ordering(known_value(machine, st, call, call.arg(argument))?),
        false => Ordering::SeqCst,
    };
    machine.note_order(st, call.thread, ordering);
    Ok(Order::of(ordering))
}

/// An order by its number in the compilers' headers.
fn ordering(number: u64) -> Ordering {
    match number {
        0 => Ordering::Relaxed,
        // Consuming is taken for acquiring, as by every compiler.
        1 | 2 => Ordering::Acquire,
        3 => Ordering::Release,
        4 => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    }
}

/// The type in the name of the called function.
fn sized(machine: &Machine<'_>, call: &Call) -> Type {
    let name = &machine.program.functions[call.func].name;
    let bytes = name.rsplit('_').next().and_then(|size| size.parse::<u16>().ok());
    Type::Int(8 * bytes.unwrap_or(4))
}

fn load_sized(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let sync = Sync::AtomicLoad(order(machine, st, call, 1)?);
    let ty = sized(machine, call);
    let size = ty.bytes(&machine.program.target);
    let place = machine.place_for(st, call.thread, call.arg(0), size, Direction::Read, sync)?;
    let content = machine.load(st, call.thread, place, ty)?;
    machine.record_access(st, call.thread, place, ty, content, Direction::Read);
    value(content)
}

fn store_sized(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let order = order(machine, st, call, 2)?;
    let ty = sized(machine, call);
    put(machine, st, call, ty, call.arg(1), order)?;
    nothing()
}

fn lock_release(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = sized(machine, call);
    machine.note_order(st, call.thread, Ordering::Release);
    put(machine, st, call, ty, Value::Word(0), Order::Release)?;
    nothing()
}

fn put(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    ty: Type,
    content: Value,
    order: Order,
) -> Exec {
    let size = ty.bytes(&machine.program.target);
    let (pointer, sync) = (call.arg(0), Sync::AtomicStore(order));
    let place = machine.place_for(st, call.thread, pointer, size, Direction::Write, sync)?;
    machine.record_access(st, call.thread, place, ty, content, Direction::Write);
    machine.publish(st, place.object, content);
    machine.store(st, call.thread, place, ty, content)
}

/// The operation in a function's name, and whether the new value is returned.
fn operation(name: &str) -> (AtomicOp, bool) {
    let has = |part: &str| name.contains(part);
    let op = if has("_nand_") {
        AtomicOp::Nand
    } else if has("exchange") || has("test_and_set") {
        AtomicOp::Exchange
    } else if has("_add_") {
        AtomicOp::Add
    } else if has("_sub_") {
        AtomicOp::Sub
    } else if has("_xor_") {
        AtomicOp::Xor
    } else if has("_or_") {
        AtomicOp::Or
    } else {
        AtomicOp::And
    };
    (op, has("_fetch_") && !has("__atomic_fetch_") && !has("__sync_fetch_"))
}

fn update_sized(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = sized(machine, call);
    let order = match machine.program.functions[call.func].name.starts_with("__sync") {
        true => Order::SeqCst,
        false => order(machine, st, call, 2)?,
    };
    let (op, returns_new) = operation(&machine.program.functions[call.func].name);
    let (size, sync) = (ty.bytes(&machine.program.target), Sync::AtomicUpdate(order));
    let place = machine.place_for(st, call.thread, call.arg(0), size, Direction::Write, sync)?;
    let old = machine.load(st, call.thread, place, ty)?;
    let old = machine.defined_or_marked(st, call.thread, old, ty);
    let new = machine.updated(st, call.thread, op, ty, old, call.arg(1))?;
    machine.record_access(st, call.thread, place, ty, new, Direction::Write);
    machine.publish(st, place.object, new);
    machine.store(st, call.thread, place, ty, new)?;
    value(if returns_new { new } else { old })
}

/// `__atomic_compare_exchange_N(pointer, expected pointer, desired, success order, failure order)`
fn compare_exchange_sized(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let orders = (order(machine, st, call, 3)?, order(machine, st, call, 4)?);
    let ty = sized(machine, call);
    let size = ty.bytes(&machine.program.target);
    let expected_at = machine.place(st, call.thread, call.arg(1), size, Direction::Read)?;
    let expected = machine.load(st, call.thread, expected_at, ty)?;
    let expected = machine.defined_or_marked(st, call.thread, expected, ty);
    let (old, equal) = swap_if_equal(machine, st, call, ty, (expected, call.arg(2)), orders)?;
    if !equal {
        let expected_at = machine.place(st, call.thread, call.arg(1), size, Direction::Write)?;
        machine.store(st, call.thread, expected_at, ty, old)?;
    }
    value(Value::truth(equal))
}

fn sync_compare_and_swap(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ty = sized(machine, call);
    let values = (call.arg(1), call.arg(2));
    let orders = (Order::SeqCst, Order::SeqCst);
    let (old, equal) = swap_if_equal(machine, st, call, ty, values, orders)?;
    let says_whether = machine.program.functions[call.func].name.contains("bool");
    value(if says_whether { Value::truth(equal) } else { old })
}

fn swap_if_equal(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    ty: Type,
    (expected, desired): (Value, Value),
    (success, failure): (Order, Order),
) -> Exec<(Value, bool)> {
    let noted = st.event.accesses.len();
    let (width, size) = (ty.bits(&machine.program.target), ty.bytes(&machine.program.target));
    let (pointer, sync) = (call.arg(0), Sync::AtomicUpdate(success));
    let place = machine.place_for(st, call.thread, pointer, size, Direction::Write, sync)?;
    let old = machine.load(st, call.thread, place, ty)?;
    let old = machine.defined_or_marked(st, call.thread, old, ty);
    let equal = machine.compare(CompareOp::Eq, width, old, expected);
    let equal = machine.decide(st, call.thread, equal)?;
    if equal {
        machine.record_access(st, call.thread, place, ty, desired, Direction::Write);
        machine.publish(st, place.object, desired);
        machine.store(st, call.thread, place, ty, desired)?;
    } else {
        machine.record_access(st, call.thread, place, ty, old, Direction::Read);
        was_read(st, noted, failure);
    }
    Ok((old, equal))
}

/// Nothing was written: the access noted first is a load.
fn was_read(st: &mut State, noted: usize, order: Order) {
    if let Some(access) = st.event.accesses.get_mut(noted)
        && matches!(access.sync, Sync::AtomicUpdate(_))
    {
        access.write = false;
        access.sync = Sync::AtomicLoad(order);
    }
}

/// A place at a known offset.
fn bytes_at(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    size: u64,
    access: Direction,
    sync: Sync,
) -> Exec<(ObjectId, u64)> {
    let place = machine.place_for(st, call.thread, pointer, size, access, sync)?;
    let Value::Word(offset) = place.offset else {
        let message = "an atomic access whose address depends on inputs".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::FanOut, message));
    };
    Ok((place.object, offset))
}

/// `__atomic_load(size, pointer, result, order)`
fn load(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let sync = Sync::AtomicLoad(order(machine, st, call, 3)?);
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    let from = bytes_at(machine, st, call, call.arg(1), size, Direction::Read, sync)?;
    let to = bytes_at(machine, st, call, call.arg(2), size, Direction::Write, Sync::Plain)?;
    machine.copy_bytes(st, to, from, size);
    nothing()
}

/// `__atomic_store(size, pointer, value, order)`
fn store(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let sync = Sync::AtomicStore(order(machine, st, call, 3)?);
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    let to = bytes_at(machine, st, call, call.arg(1), size, Direction::Write, sync)?;
    let from = bytes_at(machine, st, call, call.arg(2), size, Direction::Read, Sync::Plain)?;
    machine.copy_bytes(st, to, from, size);
    nothing()
}

/// `__atomic_exchange(size, pointer, value, result, order)`
fn exchange(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let sync = Sync::AtomicUpdate(order(machine, st, call, 4)?);
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    let shared = bytes_at(machine, st, call, call.arg(1), size, Direction::Write, sync)?;
    let new = bytes_at(machine, st, call, call.arg(2), size, Direction::Read, Sync::Plain)?;
    let old = bytes_at(machine, st, call, call.arg(3), size, Direction::Write, Sync::Plain)?;
    let kept = byte_values(machine, st, new, size);
    machine.copy_bytes(st, old, shared, size);
    for (index, byte) in (0..).zip(kept) {
        machine.store_at(st, shared.0, shared.1 + index, 1, byte);
    }
    machine.publish_content(st, shared.0);
    nothing()
}

/// `__atomic_compare_exchange(size, pointer, expected, desired, success order, failure order)`
fn compare_exchange(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (sync, failure) =
        (Sync::AtomicUpdate(order(machine, st, call, 4)?), order(machine, st, call, 5)?);
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    let noted = st.event.accesses.len();
    let shared = bytes_at(machine, st, call, call.arg(1), size, Direction::Write, sync)?;
    let expected = bytes_at(machine, st, call, call.arg(2), size, Direction::Write, Sync::Plain)?;
    let desired = bytes_at(machine, st, call, call.arg(3), size, Direction::Read, Sync::Plain)?;
    let equal = same_bytes(machine, st, shared, expected, size);
    if machine.decide(st, call.thread, equal)? {
        machine.copy_bytes(st, shared, desired, size);
        return value(Value::TRUE);
    }
    was_read(st, noted, failure);
    machine.copy_bytes(st, expected, shared, size);
    value(Value::FALSE)
}

fn byte_values(
    machine: &mut Machine<'_>,
    st: &State,
    at: (ObjectId, u64),
    size: u64,
) -> Vec<Value> {
    (0..size).map(|index| machine.load_at(st, at.0, at.1 + index, 1)).collect()
}

/// Whether two ranges hold the same bytes. Undefined ones, such as padding, are equal to nothing else.
fn same_bytes(
    machine: &mut Machine<'_>,
    st: &State,
    a: (ObjectId, u64),
    b: (ObjectId, u64),
    size: u64,
) -> Value {
    let mut all = machine.terms.truth(true);
    let (a, b) = (byte_values(machine, st, a, size), byte_values(machine, st, b, size));
    for (a, b) in a.into_iter().zip(b) {
        let equal = match (a, b) {
            (Value::Undef, Value::Undef) => continue,
            (Value::Undef, _) | (_, Value::Undef) => return Value::FALSE,
            (a, b) => machine.compare(CompareOp::Eq, 8, a, b).term(&mut machine.terms, 1),
        };
        all = machine.terms.and(all, equal);
    }
    Value::of_term(&machine.terms, all)
}

fn is_lock_free(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    value(Value::TRUE)
}

fn thread_fence(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let ordering = ordering(known_value(machine, st, call, call.arg(0))?);
    machine.fence(st, call.thread, ordering);
    nothing()
}

/// Only signal handlers and the compiler notice it.
fn signal_fence(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    nothing()
}

fn full_fence(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.fence(st, call.thread, Ordering::SeqCst);
    nothing()
}
