//! What unknown objects hold: inputs by the types of their parts, made when they are accessed.

use std::ops::Range;
use std::rc::Rc;

use raddle_ir::{DebugType, DebugTypeId, Loc};

use super::spelled::is_signed;
use super::{Tail, UnknownPart};
use crate::fault::Assumed;
use crate::history::InputRecord;
use crate::machine::Machine;
use crate::mistakes::UnknownMistake;
use crate::names::{Names, ObjectId, ObjectName};
use crate::object::Byte;
use crate::state::State;
use crate::surroundings::Limit;
use crate::value::Value;

/// Types of objects that threads synchronise with and that are ready when they are zero.
const LOCKS: &[&str] = &["pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "mtx_t", "cnd_t"];

impl Machine<'_> {
    /// Makes what an unknown object holds in a range, as far as that has not happened. Any other object stays as it is.
    pub(crate) fn unfold(&mut self, st: &mut State, id: ObjectId, range: Range<u64>) {
        let Some(object) = st.unknowns.get(id) else { return };
        let size = st.memory.get(id).map_or(0, |object| object.size);
        let range = range.start..range.end.min(size);
        if object.made.iter().any(|&(start, end)| start <= range.start && range.end <= end) {
            return;
        }
        let (path, ty, element) = (object.path.clone(), object.ty, object.element);
        let variable = object.variable;
        let several = object.several;
        let tail = object.tail.clone();
        let mut range = range;
        if let Some(tail) = &tail {
            self.make_tail(st, id, tail, range.clone(), size, &path);
            range.end = range.end.min(tail.offset);
        }
        if range.is_empty() {
            return;
        }
        for index in range.start / element..range.end.div_ceil(element) {
            let inner = match ty.map(|ty| &self.program.types[self.resolved(ty)]) {
                _ if variable => path.to_string(),
                _ if several => format!("{path}[{index}]"),
                Some(DebugType::Struct { .. }) => format!("{path}->"),
                Some(DebugType::Pointer { .. } | DebugType::Array { .. }) => format!("(*{path})"),
                _ => format!("*{path}"),
            };
            self.make(st, id, ty, index * element..(index + 1) * element, &range, &inner);
        }
    }

    /// Makes elements of a flexible array member, and the bytes of one that does not fit.
    fn make_tail(
        &mut self,
        st: &mut State,
        id: ObjectId,
        tail: &Tail,
        range: Range<u64>,
        size: u64,
        path: &str,
    ) {
        let wanted = range.start.max(tail.offset)..range.end;
        if wanted.is_empty() {
            return;
        }
        let first = (wanted.start - tail.offset) / tail.element;
        for index in first..(wanted.end - tail.offset).div_ceil(tail.element) {
            let start = tail.offset + index * tail.element;
            let end = start + tail.element;
            let name = format!("{path}->{}[{index}]", tail.name);
            match end <= size {
                true => self.make(st, id, Some(tail.ty), start..end, &wanted, &name),
                false => self.make(st, id, None, start..size, &wanted, &name),
            }
        }
    }

    /// The same for all of an object.
    pub(crate) fn unfold_all(&mut self, st: &mut State, id: ObjectId) {
        let size = st.memory.get(id).map_or(0, |object| object.size);
        self.unfold(st, id, 0..size);
    }

    /// Makes what lies at `at`, or those parts of it that `wanted` overlaps.
    pub(super) fn make(
        &mut self,
        st: &mut State,
        id: ObjectId,
        ty: Option<DebugTypeId>,
        at: Range<u64>,
        wanted: &Range<u64>,
        path: &str,
    ) {
        if at.is_empty() || at.end <= wanted.start || wanted.end <= at.start {
            return;
        }
        // Objects may be large: only what is wanted is looked at.
        let both = at.start.max(wanted.start)..at.end.min(wanted.end);
        let known = ty.map(|ty| self.program.types[self.resolved(ty)].clone());
        match known {
            _ if ty.is_some_and(|ty| self.is_lock(ty)) => self.make_free(st, id, at, path),
            _ if ty.is_some_and(|ty| self.is_sync_of_context(ty)) => {
                self.make_sync(st, id, ty, at, path);
            }
            Some(DebugType::Struct { fields, union: true, .. }) => {
                self.make_union(st, id, &fields, at, wanted, path);
            }
            Some(DebugType::Struct { fields, .. }) => {
                let joint = if path.ends_with("->") { "" } else { "." };
                let mut covered: Vec<(u64, u64)> = Vec::new();
                for field in &fields {
                    let whole = field.offset_bits % 8 == 0 && field.bits % 8 == 0;
                    let Some(size) = self.type_size(field.ty).filter(|_| whole) else { continue };
                    if size * 8 != field.bits {
                        continue;
                    }
                    let start = at.start + field.offset_bits / 8;
                    covered.push((start, start + size));
                    let name = member_path(path, &field.name);
                    self.make(st, id, Some(field.ty), start..start + size, wanted, &name);
                }
                // Bit-fields, and what lies between members.
                for byte in both {
                    if !covered.iter().any(|&(start, end)| start <= byte && byte < end) {
                        let name = format!("{path}{joint}byte {}", byte - at.start);
                        self.make(st, id, None, byte..byte + 1, wanted, &name);
                    }
                }
            }
            Some(DebugType::Array { element, .. }) => {
                let size = self.type_size(element).unwrap_or(0).max(1);
                for index in (both.start - at.start) / size..(both.end - at.start).div_ceil(size) {
                    let start = at.start + index * size;
                    let name = format!("{path}[{index}]");
                    match start + size <= at.end {
                        true => {
                            self.make(st, id, Some(element), start..start + size, wanted, &name)
                        }
                        false => self.make(st, id, None, start..at.end, wanted, &name),
                    }
                }
            }
            Some(DebugType::Pointer { to, .. }) => {
                if self.is_made(st, id, &at) {
                    return;
                }
                let limit = self.limit_in(st, id, &at);
                let value = self.unknown_pointer(st, path.trim_end_matches("->"), to, &limit);
                self.keep(st, id, at, value, None);
                self.keep_acyclic(st);
            }
            Some(DebugType::Bool { .. }) if at.end - at.start == 1 => {
                if !self.is_made(st, id, &at) {
                    let bit = self.unknown_value(st, path, "_Bool", 1);
                    let bit = bit.term(&mut self.terms, 1);
                    let byte = self.terms.zext(bit, 8);
                    let byte = Value::of_term(&self.terms, byte);
                    self.keep(st, id, at, byte, Some("_Bool"));
                }
            }
            Some(
                DebugType::Signed { .. }
                | DebugType::Unsigned { .. }
                | DebugType::Char { .. }
                | DebugType::Bool { .. }
                | DebugType::Float { .. }
                | DebugType::Enum { .. },
            ) if at.end - at.start <= 16 => {
                if !self.is_made(st, id, &at) {
                    let name = scalar_name(known.as_ref());
                    let bits = (at.end - at.start) as u32 * 8;
                    let value = self.unknown_value(st, path, name, bits);
                    self.keep(st, id, at, value, Some(name));
                }
            }
            _ if at.end - at.start == 1 => {
                if !self.is_made(st, id, &at) {
                    let value = self.input_named(path, 8);
                    // What lies between members has no meaning to anybody.
                    let hidden = st.unknowns.get(id).is_some_and(|object| object.ty.is_some());
                    self.note_unknown(st, path.to_owned(), "byte", 8, value, hidden);
                    self.keep(st, id, at, value, Some("byte"));
                }
            }
            _ => {
                for byte in both {
                    let name = format!("{path} byte {}", byte - at.start);
                    self.make(st, id, None, byte..byte + 1, wanted, &name);
                }
            }
        }
    }

    /// Whether something is a lock or the like that is ready to be used when all its bytes are zero.
    pub(super) fn is_lock(&self, ty: DebugTypeId) -> bool {
        self.typedefs(ty).any(|name| LOCKS.contains(&name))
    }

    /// Locks of a caller were made ready, and nobody holds them.
    fn make_free(&mut self, st: &mut State, id: ObjectId, at: Range<u64>, path: &str) {
        if self.is_made(st, id, &at) {
            return;
        }
        match self.config.surroundings.clone() {
            None => {
                let loc = st.threads[0].frames.first();
                let loc = loc.map_or(Loc::NONE, |frame| self.program.functions[frame.func].loc);
                self.outbox.assumptions.insert((Assumed::FreeLocks, loc));
            }
            Some(surroundings) => {
                self.make_lock_state(st, id, &at, path, &surroundings);
            }
        }
        if let Some(object) = st.unknowns.get_mut(id) {
            object.made.push((at.start, at.end));
        }
        let Some(object) = st.memory.get(id) else { return };
        let untouched: Vec<u64> = at.filter(|&byte| object.byte(byte) == Byte::Undefined).collect();
        for byte in untouched {
            self.store_at(st, id, byte, 1, Value::Word(0));
        }
    }

    /// The same where bytes of unknown type turn out to be a lock.
    pub(crate) fn make_lock_of_bytes(&mut self, st: &mut State, id: ObjectId, at: Range<u64>) {
        for byte in at.clone() {
            self.store_at(st, id, byte, 1, Value::Word(0));
        }
        let path = st.unknowns.get(id).map(|object| object.path.clone());
        let path = format!("{}[{}]", path.unwrap_or_default(), at.start);
        match self.config.surroundings.clone() {
            Some(surroundings) => self.make_lock_state(st, id, &at, &path, &surroundings),
            None => _ = self.outbox.assumptions.insert((Assumed::FreeLocks, Loc::NONE)),
        }
    }

    /// Where a pointer that lies in unknown memory may point.
    pub(super) fn limit_in(&self, st: &State, id: ObjectId, at: &Range<u64>) -> Limit {
        let surroundings = self.config.surroundings.as_ref()?;
        let object = st.unknowns.get(id)?;
        match self.names.name(id) {
            ObjectName::Global(global) | ObjectName::ThreadLocal(global, _) => {
                surroundings.held_by(*global, at)
            }
            _ => {
                let size = at.end - at.start;
                let at = match self.config.unknown_mistake {
                    Some(UnknownMistake::FieldsMixedUp) => at.start + size..at.end + size,
                    _ => at.clone(),
                };
                surroundings.held_by_nameless(&object.origins, &at)
            }
        }
    }

    pub(super) fn is_made(&self, st: &State, id: ObjectId, at: &Range<u64>) -> bool {
        let object = st.unknowns.get(id);
        object.is_some_and(|object| object.made.contains(&(at.start, at.end)))
    }

    /// Stores what was there at the start, where nothing was stored since.
    pub(super) fn keep(
        &mut self,
        st: &mut State,
        id: ObjectId,
        at: Range<u64>,
        value: Value,
        ty: Option<&'static str>,
    ) {
        if let Some(object) = st.unknowns.get_mut(id) {
            object.made.push((at.start, at.end));
            let bits = (at.end - at.start) as u32 * 8;
            object.parts.push(UnknownPart { offset: at.start, value, bits, ty });
        }
        let Some(object) = st.memory.get(id) else { return };
        let size = at.end - at.start;
        let untouched: Vec<u64> =
            at.clone().filter(|&byte| object.byte(byte) == Byte::Undefined).collect();
        if untouched.len() as u64 == size {
            self.store_at(st, id, at.start, size, value);
            return;
        }
        let term = value.term(&mut self.terms, size as u32 * 8);
        for byte in untouched {
            let low = (byte - at.start) as u32 * 8;
            let part = self.terms.extract(term, low + 7, low);
            let part = Value::of_term(&self.terms, part);
            self.store_at(st, id, byte, 1, part);
        }
    }

    /// An input that has its name from the place it was in at the start.
    pub(crate) fn unknown_value(
        &mut self,
        st: &mut State,
        path: &str,
        ty: &'static str,
        bits: u32,
    ) -> Value {
        let value = self.input_named(path, bits);
        self.note_unknown(st, path.to_owned(), ty, bits, value, false);
        value
    }

    pub(super) fn note_unknown(
        &mut self,
        st: &mut State,
        name: String,
        ty: &'static str,
        bits: u32,
        value: Value,
        hidden: bool,
    ) {
        let name = Rc::from(name);
        let record = InputRecord { name, ty, value, bits, loc: Loc::NONE, hidden };
        if !hidden {
            self.record_input(st, Names::MAIN, &record);
        }
        st.inputs.push(record);
    }
}

/// The way to a member; one without a name is passed by.
pub(super) fn member_path(path: &str, member: &str) -> String {
    match member {
        "" => path.to_owned(),
        member if path.ends_with("->") => format!("{path}{member}"),
        member => format!("{path}.{member}"),
    }
}

pub(super) fn scalar_name(ty: Option<&DebugType>) -> &'static str {
    match ty {
        Some(DebugType::Char { .. }) => "char",
        Some(DebugType::Float { bits: 32, .. }) => "float",
        Some(DebugType::Float { bits: 64, .. }) => "double",
        Some(DebugType::Unsigned { bits: 8, .. }) => "unsigned char",
        Some(DebugType::Unsigned { bits: 16, .. }) => "unsigned short",
        Some(DebugType::Unsigned { bits: 32, .. }) => "unsigned int",
        Some(DebugType::Unsigned { bits: 64, .. }) => "unsigned long",
        Some(DebugType::Signed { bits: 16, .. }) => "short",
        Some(DebugType::Enum { values, .. }) if !is_signed(values) => "unsigned int",
        Some(DebugType::Signed { bits: 32, .. } | DebugType::Enum { .. }) => "int",
        Some(DebugType::Signed { bits: 64, .. }) => "long",
        _ => "bits",
    }
}
