//! Blocks of memory: `memcpy` and its kin, also under the names that fortified headers use.

use raddle_ir::Type;

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::text::{End, demand_end, low_byte, read_text};
use crate::models::{nothing, value};
use crate::place::{Direction, Place};
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("memcpy", memcpy),
    ("__memcpy_chk", memcpy),
    ("__raddle_copy", memcpy),
    ("memmove", memmove),
    ("__memmove_chk", memmove),
    ("mempcpy", mempcpy),
    ("__mempcpy", mempcpy),
    ("__mempcpy_chk", mempcpy),
    ("memset", memset),
    ("__memset_chk", memset),
    ("explicit_memset", memset),
    ("bcopy", bcopy),
    ("bzero", bzero),
    ("explicit_bzero", bzero),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
    ("rawmemchr", rawmemchr),
];

fn memcpy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.copy_memory(st, call.thread, call.arg(0), call.arg(1), call.arg(2), false)?;
    value(call.arg(0))
}

fn memmove(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.copy_memory(st, call.thread, call.arg(0), call.arg(1), call.arg(2), true)?;
    value(call.arg(0))
}

fn mempcpy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    machine.copy_memory(st, call.thread, call.arg(0), call.arg(1), Value::Word(size), false)?;
    value(machine.offset_pointer(call.arg(0), size))
}

fn bcopy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.copy_memory(st, call.thread, call.arg(1), call.arg(0), call.arg(2), true)?;
    nothing()
}

fn memset(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let byte = low_byte(machine, call, 1);
    machine.set_memory(st, call.thread, call.arg(0), byte, call.arg(2))?;
    value(call.arg(0))
}

fn bzero(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.set_memory(st, call.thread, call.arg(0), Value::Word(0), call.arg(1))?;
    nothing()
}

/// The difference of the first bytes that differ, as one term.
fn memcmp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    if size == 0 {
        return value(Value::Word(0));
    }
    let mut rows = Vec::new();
    for index in 0..2 {
        rows.push(read_bytes(machine, st, call, call.arg(index), size)?);
    }
    let mut result = machine.terms.constant(32, 0);
    for (&a, &b) in rows[0].iter().zip(&rows[1]).rev() {
        let (a, b) = (a.term(&mut machine.terms, 8), b.term(&mut machine.terms, 8));
        let equal = machine.terms.eq(a, b);
        let (a, b) = (machine.terms.zext(a, 32), machine.terms.zext(b, 32));
        let difference = machine.terms.sub(a, b);
        result = machine.terms.ite(equal, result, difference);
    }
    let result = Value::of_term(&machine.terms, result);
    machine.demand_defined(st, call.thread, result, "a comparison of memory")?;
    value(result)
}

/// `size` bytes, all of which have to exist.
pub(super) fn read_bytes(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    size: u64,
) -> Exec<Vec<Value>> {
    let byte = Type::Int(8);
    let mut bytes = Vec::new();
    let whole = machine.place(st, call.thread, pointer, size, Direction::Read)?;
    for index in 0..size {
        let offset = machine.offset_pointer(whole.offset, index);
        let loaded = machine.load(st, call.thread, Place { offset, ..whole }, byte)?;
        bytes.push(machine.defined_or_marked(st, call.thread, loaded, byte));
    }
    Ok(bytes)
}

/// `memchr` reads no further than the byte it finds, so a length beyond the object is no fault by itself.
fn memchr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    find_byte(machine, st, call, Some(size))
}

fn rawmemchr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    find_byte(machine, st, call, None)
}

fn find_byte(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    size: Option<u64>,
) -> Exec<Outcome> {
    if size == Some(0) {
        return value(Value::Word(0));
    }
    let wanted = low_byte(machine, call, 1).term(&mut machine.terms, 8);
    // `read_text` stops at zeros; collect across them.
    let mut row = read_text(machine, st, call, call.arg(0), size)?;
    while row.end == End::Zero && size != Some(row.bytes.len() as u64) {
        let read = row.bytes.len() as u64;
        let object = st.memory.get(row.object).map_or(0, |object| object.size);
        if row.address + read == machine.names.base(row.object) + object {
            row.end = End::Object;
            break;
        }
        let pointer = Value::Word(row.address + read);
        let rest = read_text(machine, st, call, pointer, size.map(|size| size - read))?;
        row.bytes.extend(rest.bytes);
        row.end = rest.end;
    }
    let width = machine.facts.pointer_bits;
    let mut found = machine.terms.truth(false);
    let mut position = machine.terms.constant(width, 0);
    for (index, &byte) in row.bytes.iter().enumerate().rev() {
        let byte = byte.term(&mut machine.terms, 8);
        let equal = machine.terms.eq(byte, wanted);
        found = machine.terms.or(equal, found);
        let here = machine.terms.constant(width, index as u128);
        position = machine.terms.ite(equal, here, position);
    }
    if row.end == End::Object {
        demand_end(machine, st, call, found, row.object)?;
    }
    let found = Value::of_term(&machine.terms, found);
    machine.demand_defined(st, call.thread, found, "a search in memory")?;
    if !machine.decide(st, call.thread, found)? {
        return value(Value::Word(0));
    }
    value(machine.address_of_byte(row.address, position))
}
