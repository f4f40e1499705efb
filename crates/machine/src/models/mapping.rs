//! Memory that a process asks of the system: `mmap` without a file, and what is done to it. A mapping is one object; it is given back as
//! a whole. Files are out of reach, and so is a mapping of which a part is given back.

use raddle_ir::CompareOp;

use crate::event::Sync;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::errno::failed;
use crate::models::failures::failure;
use crate::models::sync::{EINVAL, ENOMEM, known_value, out_of_reach};
use crate::models::{alloc, value};
use crate::names::ObjectId;
use crate::object::{Fill, Life, ObjectKind};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("mmap", mmap),
    ("mmap64", mmap),
    ("munmap", munmap),
    ("mprotect", mprotect),
    ("madvise", advise),
    ("posix_madvise", advise),
    ("mlock", advise),
    ("munlock", advise),
];

const PAGE: u64 = 4096;
const READ_AND_WRITE: u64 = 3;
const SHARED: u64 = 1;
const PRIVATE: u64 = 2;
const FIXED: u64 = 0x10;
const ANONYMOUS: u64 = 0x20;

/// `mmap(address, length, protection, flags, descriptor, offset)`
fn mmap(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let length = machine.known_size(st, call.thread, call.arg(1))?;
    let protection = known_value(machine, st, call, call.arg(2))?;
    let flags = known_value(machine, st, call, call.arg(3))?;
    if length == 0 || ![SHARED, PRIVATE].contains(&(flags & (SHARED | PRIVATE))) {
        return failed(machine, st, call, EINVAL);
    }
    if flags & ANONYMOUS == 0 {
        return Err(out_of_reach(machine, st, call, "a file"));
    }
    if flags & FIXED != 0 {
        return Err(out_of_reach(machine, st, call, "an address that must be taken"));
    }
    if protection & READ_AND_WRITE != READ_AND_WRITE {
        return Err(out_of_reach(machine, st, call, "memory that cannot be read and written"));
    }
    let size = length.next_multiple_of(PAGE);
    if size >= alloc::refused_size(machine) || failure(machine, st, call, &[ENOMEM])?.is_some() {
        return failed(machine, st, call, ENOMEM);
    }
    value(alloc::new_object(machine, st, call, size, Fill::Zero, ObjectKind::Mapped)?)
}

/// `munmap(address, length)`
fn munmap(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let length = machine.known_size(st, call.thread, call.arg(1))?;
    let address = known_value(machine, st, call, call.arg(0))?;
    if length == 0 || address % PAGE != 0 && machine.facts.pointer_bits == 64 {
        return failed(machine, st, call, EINVAL);
    }
    let Some((id, size)) = mapping(machine, st, address) else {
        return Err(out_of_reach(machine, st, call, "what is no mapping"));
    };
    if length.next_multiple_of(PAGE) != size {
        return Err(out_of_reach(machine, st, call, "a part of a mapping"));
    }
    machine.notice(st, call.thread, id, 0..size, Direction::Write, Sync::Plain)?;
    alloc::release(machine, st, call, id);
    value(Value::Word(0))
}

/// Memory stays readable and writable.
fn mprotect(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let protection = known_value(machine, st, call, call.arg(2))?;
    if protection & READ_AND_WRITE != READ_AND_WRITE {
        return Err(out_of_reach(machine, st, call, "less than reading and writing"));
    }
    value(Value::Word(0))
}

/// A hint; but throwing pages away would change what is in them.
fn advise(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const THROW_AWAY: u64 = 4;
    let name = machine.program.functions[call.func].name.as_str();
    if name == "madvise" {
        let harmless = machine.compare(CompareOp::Ult, 32, call.arg(2), Value::Word(THROW_AWAY));
        if !machine.decide(st, call.thread, harmless)? {
            return Err(out_of_reach(machine, st, call, "advice that changes memory"));
        }
    }
    value(Value::Word(0))
}

/// The living mapping that begins at an address, and its size.
fn mapping(machine: &Machine<'_>, st: &State, address: u64) -> Option<(ObjectId, u64)> {
    let (id, offset) = machine.names.resolve(address)?;
    let object = st.memory.get(id)?;
    let whole = object.kind == ObjectKind::Mapped && object.life == Life::Alive && offset == 0;
    whole.then_some((id, object.size))
}
