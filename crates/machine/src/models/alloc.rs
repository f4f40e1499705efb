//! `malloc` and its family.

use crate::access::Access;
use crate::decide::Exec;
use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::machine::{Machine, Metered};
use crate::models::{Call, Outcome, nothing, value};
use crate::names::{ObjectId, ObjectName, Site};
use crate::object::{Fill, Life, Object, ObjectKind};
use crate::state::State;
use crate::trace::TraceKind;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("valloc", malloc),
    ("free", free),
    ("cfree", free),
    ("malloc_usable_size", malloc_usable_size),
    ("alloca", alloca),
];

fn malloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    value(allocate(machine, st, call, size, Fill::Undefined)?)
}

fn aligned_alloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    value(allocate(machine, st, call, size, Fill::Undefined)?)
}

fn posix_memalign(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    let address = allocate(machine, st, call, size, Fill::Undefined)?;
    if address == Value::Word(0) {
        const ENOMEM: u64 = 12;
        return value(Value::Word(ENOMEM));
    }
    let pointer_bytes = u64::from(machine.pointer_bits / 8);
    let place = machine.place(st, call.thread, call.arg(0), pointer_bytes, Access::Write)?;
    machine.store(st, call.thread, place, raddle_ir::Type::Ptr, address)?;
    value(Value::Word(0))
}

fn calloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let count = machine.known_size(st, call.thread, call.arg(0))?;
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    match count.checked_mul(size) {
        Some(size) => value(allocate(machine, st, call, size, Fill::Zero)?),
        None => value(Value::Word(0)),
    }
}

/// A new heap object, or NULL where allocation may fail.
pub(super) fn allocate(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    size: u64,
    fill: Fill,
) -> Exec<Value> {
    if machine.config.malloc_may_fail {
        let fails =
            machine.input_value(st, call.thread, "malloc_fails", "_Bool", 1, call.loc, false);
        if machine.decide(st, call.thread, fails)? {
            return Ok(Value::Word(0));
        }
    }
    // What no machine can give is refused, as a real allocator does.
    let refused = if machine.pointer_bits == 64 { 1 << 40 } else { 1 << 31 };
    if size >= refused {
        return Ok(Value::Word(0));
    }
    let owner = st.thread_mut(call.thread);
    let frame = owner.top();
    let site = Site { func: frame.func, block: frame.block, inst: frame.inst as u32 };
    let name = ObjectName::Heap { thread: call.thread, site, count: owner.allocations };
    owner.allocations += 1;
    let Some(id) = machine.names.object(name, size) else {
        let message = format!("a heap object of {size} bytes does not fit the address space");
        return Err(machine.cut(st, call.thread, CutKind::TooLarge, message));
    };
    let loc = machine.user_location(st, call.thread);
    st.memory.insert(Object::new(id, size, ObjectKind::Heap, fill, loc));
    if let Some(meter) = &mut machine.meter {
        meter(&Metered::Allocated(size));
    }
    if machine.recorder.is_some() {
        let text = format!("{} bytes allocated", size);
        machine.record(st, call.thread, TraceKind::Allocate, text, false);
    }
    Ok(machine.address_value(id))
}

fn free(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(id) = heap_object(machine, st, call, call.arg(0), "freed")? {
        release(machine, st, call, id);
    }
    nothing()
}

fn release(machine: &mut Machine<'_>, st: &mut State, call: &Call, id: ObjectId) {
    let loc = machine.user_location(st, call.thread);
    if let Some(object) = st.memory.get(id) {
        if let Some(meter) = &mut machine.meter {
            meter(&Metered::Freed(object.size));
        }
        let mut ended = Object::new(id, object.size, object.kind, Fill::Undefined, object.loc);
        ended.life = Life::Ended(loc);
        ended.shared = object.shared;
        st.memory.insert(ended);
    }
    if machine.recorder.is_some() {
        let object = st.memory.get(id);
        let noticed =
            st.unjoined > 0 && object.is_some_and(|object| machine.others_may_hold(object));
        let text = if noticed {
            format!("frees {}", machine.cell_name(id, 0))
        } else {
            "memory freed".to_owned()
        };
        machine.record(st, call.thread, TraceKind::Free, text, noticed);
    }
}

/// The living heap object that a pointer points to the start of; `None` for NULL.
fn heap_object(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    verb: &str,
) -> Exec<Option<ObjectId>> {
    let pointer = machine.freed_pointer(st, call.thread, pointer)?;
    let address = known_address(machine, st, call, pointer)?;
    if address == 0 {
        return Ok(None);
    }
    let resolved = machine.names.resolve(address);
    let Some((id, offset)) = resolved else {
        let message = format!("pointer {address:#x}, which points to no object, is {verb}");
        return Err(machine.fail(st, call.thread, FaultKind::InvalidFree, message));
    };
    let name = machine.object_name(id);
    let size = st.memory.get(id).map_or(0, |object| object.size);
    machine.notice(st, call.thread, id, 0..size.max(1), Access::Write, Sync::Plain)?;
    match st.memory.get(id).map(|object| (object.kind, object.life)) {
        Some((ObjectKind::Heap | ObjectKind::Unknown, Life::Ended(_))) => {
            let message = format!("{name} is {verb} a second time");
            Err(machine.fail_at_object(st, call.thread, FaultKind::DoubleFree, message, id))
        }
        Some((ObjectKind::Heap | ObjectKind::Unknown, Life::Alive)) if offset == 0 => Ok(Some(id)),
        Some((ObjectKind::Heap | ObjectKind::Unknown, Life::Alive)) => {
            let message = format!("a pointer {offset} bytes into {name} is {verb}");
            Err(machine.fail_at_object(st, call.thread, FaultKind::InvalidFree, message, id))
        }
        _ => {
            let message = format!("{name}, which is not heap memory, is {verb}");
            Err(machine.fail(st, call.thread, FaultKind::InvalidFree, message))
        }
    }
}

/// A pointer whose value decides what happens: every value it can have is tried.
fn known_address(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<u64> {
    let term = match pointer {
        Value::Word(address) => return Ok(address),
        Value::Term(term) => term,
        Value::Undef => unreachable!("undefined values are replaced when read"),
    };
    machine.demand_defined(st, call.thread, pointer, "a pointer")?;
    loop {
        let candidate = machine.eval_here(st, term);
        let address = candidate.to_u64().unwrap_or(0);
        let constant = machine.terms.constant_bits(candidate);
        let equal = machine.terms.eq(term, constant);
        let equal = Value::of_term(&machine.terms, equal);
        if machine.decide(st, call.thread, equal)? {
            return Ok(address);
        }
    }
}

fn realloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    resize(machine, st, call, size)
}

fn reallocarray(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let count = machine.known_size(st, call.thread, call.arg(1))?;
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    match count.checked_mul(size) {
        Some(size) => resize(machine, st, call, size),
        None => value(Value::Word(0)),
    }
}

fn resize(machine: &mut Machine<'_>, st: &mut State, call: &Call, size: u64) -> Exec<Outcome> {
    let old = heap_object(machine, st, call, call.arg(0), "reallocated")?;
    let new = allocate(machine, st, call, size, Fill::Undefined)?;
    if let (Some(old), Value::Word(address)) = (old, new)
        && address != 0
    {
        let kept = st.memory.get(old).map_or(0, |object| object.size).min(size);
        if let Some((id, _)) = machine.names.resolve(address) {
            machine.unfold_all(st, old);
            machine.copy_bytes(st, (id, 0), (old, 0), kept);
        }
        release(machine, st, call, old);
    }
    value(new)
}

/// Memory that lives as long as the call of the function that asks for it.
fn alloca(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(0))?;
    let owner = st.thread_mut(call.thread);
    let (func, count) = (owner.top().func, owner.allocations);
    let slot = raddle_ir::SlotId(u32::MAX - 2);
    let name = ObjectName::Stack { thread: call.thread, func, slot, count };
    owner.allocations += 1;
    owner.stack_bytes = owner.stack_bytes.saturating_add(size);
    machine.check_stack(st, call.thread)?;
    let Some(id) = machine.names.object(name, size) else {
        let message = format!("a local variable of {size} bytes does not fit the address space");
        return Err(machine.cut(st, call.thread, CutKind::TooLarge, message));
    };
    st.memory.insert(Object::new(id, size, ObjectKind::Stack, Fill::Undefined, call.loc));
    st.thread_mut(call.thread).top_mut().locals.push(id);
    value(Value::Word(machine.names.base(id)))
}

fn malloc_usable_size(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let object = heap_object(machine, st, call, call.arg(0), "measured")?;
    let size = object.and_then(|id| st.memory.get(id)).map_or(0, |object| object.size);
    value(Value::Word(size))
}
