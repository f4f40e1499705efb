//! `malloc` and its family.

use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::{Machine, Metered};
use crate::models::failures::memory_is_refused;
use crate::models::sync::{EINVAL, ENOMEM, out_of_reach};
use crate::models::{errno, nothing, value};
use crate::names::{ObjectId, ObjectName, Site};
use crate::object::{Fill, Life, Object, ObjectKind};
use crate::place::{Direction, Resolved};
use crate::state::State;
use crate::stop::Exec;
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

/// Versions of the C library differ in what they do with an alignment that is no power of two.
fn aligned_alloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let alignment = machine.known_size(st, call.thread, call.arg(0))?;
    if !alignment.is_power_of_two() {
        let what = format!("an alignment of {alignment}");
        return Err(out_of_reach(machine, st, call, &what));
    }
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    value(allocate(machine, st, call, size, Fill::Undefined)?)
}

fn posix_memalign(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let pointer_bytes = u64::from(machine.facts.pointer_bits / 8);
    let alignment = machine.known_size(st, call.thread, call.arg(1))?;
    if !alignment.is_power_of_two() || alignment < pointer_bytes {
        return value(Value::Word(EINVAL));
    }
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    let address = allocate(machine, st, call, size, Fill::Undefined)?;
    if address == Value::Word(0) {
        return value(Value::Word(ENOMEM));
    }
    let place = machine.place(st, call.thread, call.arg(0), pointer_bytes, Direction::Write)?;
    machine.store(st, call.thread, place, raddle_ir::Type::Ptr, address)?;
    value(Value::Word(0))
}

fn calloc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let count = machine.known_size(st, call.thread, call.arg(0))?;
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    match count.checked_mul(size) {
        Some(size) => value(allocate(machine, st, call, size, Fill::Zero)?),
        None => value(refuse(machine, st, call)),
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
    if size >= refused_size(machine) || memory_is_refused(machine, st, call)? {
        return Ok(refuse(machine, st, call));
    }
    new_object(machine, st, call, size, fill, ObjectKind::Heap)
}

/// A new object that is there until it is given back.
pub(super) fn new_object(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    size: u64,
    fill: Fill,
    kind: ObjectKind,
) -> Exec<Value> {
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
    st.memory.insert(Object::new(id, size, kind, fill, loc));
    if let Some(meter) = &mut machine.meter {
        meter(&Metered::Allocated(size));
    }
    if machine.recorder.is_some() {
        let text = format!("{} bytes allocated", size);
        machine.record(st, call.thread, TraceKind::Allocate, text, false);
    }
    Ok(machine.address_value(id))
}

/// So many bytes no machine can give: they are refused, as a real allocator does.
pub(super) fn refused_size(machine: &Machine<'_>) -> u64 {
    if machine.facts.pointer_bits == 64 { 1 << 40 } else { 1 << 31 }
}

fn refuse(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Value {
    errno::set(machine, st, call.thread, ENOMEM);
    Value::Word(0)
}

fn free(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if let Some(id) = heap_object(machine, st, call, call.arg(0), "freed")? {
        release(machine, st, call, id);
    }
    nothing()
}

pub(super) fn release(machine: &mut Machine<'_>, st: &mut State, call: &Call, id: ObjectId) {
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
    machine.name_object(st, id);
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
    let (id, offset) = match pointee(machine, st, call, pointer)? {
        Pointee::Null => return Ok(None),
        Pointee::Nothing(address) => {
            let message = format!("pointer {address:#x}, which points to no object, is {verb}");
            return Err(machine.fail(st, call.thread, FaultKind::InvalidFree, message));
        }
        Pointee::Object(id, offset) => (id, offset),
    };
    let name = machine.object_name(id);
    let size = st.memory.get(id).map_or(0, |object| object.size);
    machine.notice(st, call.thread, id, 0..size.max(1), Direction::Write, Sync::Plain)?;
    match st.memory.get(id).map(|object| (object.kind, object.life)) {
        Some((ObjectKind::Heap | ObjectKind::Unknown, Life::Ended(_))) => {
            let message = format!("{name} is {verb} a second time");
            Err(machine.fail_at_object(st, call.thread, FaultKind::DoubleFree, message, id))
        }
        Some((ObjectKind::Heap | ObjectKind::Unknown, Life::Alive)) => match offset {
            Value::Word(0) => Ok(Some(id)),
            Value::Word(offset) => {
                let message = format!("a pointer {} bytes into {name} is {verb}", offset as i64);
                Err(machine.fail_at_object(st, call.thread, FaultKind::InvalidFree, message, id))
            }
            Value::Term(_) | Value::Undef => {
                let message = format!("a pointer that may not be the start of {name} is {verb}");
                machine.demand_start(st, call.thread, id, offset, message)?;
                Ok(Some(id))
            }
        },
        _ => {
            let message = format!("{name}, which is not heap memory, is {verb}");
            Err(machine.fail(st, call.thread, FaultKind::InvalidFree, message))
        }
    }
}

/// What a pointer points to, as far as it matters to who gives memory back.
enum Pointee {
    Null,
    /// An object, living or not, and how far into it.
    Object(ObjectId, Value),
    Nothing(u64),
}

/// Where a pointer points to. Of one that depends on inputs, NULL is one case, each object of the heap is one, and everything else is
/// one.
fn pointee(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<Pointee> {
    let term = match pointer {
        Value::Word(address) => return Ok(known_pointee(machine, address)),
        Value::Term(term) => term,
        Value::Undef => unreachable!("undefined values are replaced when read"),
    };
    machine.demand_meaning(st, call.thread, pointer, "a pointer")?;
    if machine.is_generalising() {
        // What is learnt is learnt of the address at hand.
        let candidate = machine.eval_here(st, term);
        let address = candidate.to_u64().unwrap_or(0);
        let constant = machine.terms.constant_bits(candidate);
        let equal = machine.terms.eq(term, constant);
        machine.follow(equal);
        return Ok(known_pointee(machine, address));
    }
    Ok(match machine.freed_by_term(st, call.thread, term)? {
        Resolved::Null => Pointee::Null,
        Resolved::Heap(id) => Pointee::Object(id, machine.offset_in(id, term)),
        Resolved::Other(address) => known_pointee(machine, address),
    })
}

fn known_pointee(machine: &Machine<'_>, address: u64) -> Pointee {
    match machine.names.resolve(address) {
        _ if address == 0 => Pointee::Null,
        Some((id, offset)) => Pointee::Object(id, Value::Word(offset as u64)),
        None => Pointee::Nothing(address),
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
        None => value(refuse(machine, st, call)),
    }
}

fn resize(machine: &mut Machine<'_>, st: &mut State, call: &Call, size: u64) -> Exec<Outcome> {
    let old = heap_object(machine, st, call, call.arg(0), "reallocated")?;
    if let (Some(old), 0) = (old, size) {
        // C leaves it open; glibc frees the memory and returns NULL.
        release(machine, st, call, old);
        return value(Value::Word(0));
    }
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
