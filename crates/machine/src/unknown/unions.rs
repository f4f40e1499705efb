//! What unions hold that nobody has stored to yet.
//!
//! The bytes are those of the largest member, the first of several. Where another member has a pointer that the largest one has not, they are either: an input says
//! whether the union *holds* that pointer, and then it is like any other unknown pointer; otherwise the bytes are those of the largest member. Nothing is left out that way, and a precondition can
//! say when the pointer is held (`value->kind == TEXT ==> valid(value->as.text)`).

use std::ops::Range;

use raddle_ir::{DebugType, DebugTypeId, Field};

use super::content::{member_path, scalar_name};
use crate::machine::Machine;
use crate::names::ObjectId;
use crate::state::State;
use crate::value::Value;

/// A pointer in one of the members.
struct Held {
    at: Range<u64>,
    pointee: Option<DebugTypeId>,
    path: String,
}

/// As `UnknownPart` calls what is a pointer or a number.
pub const EITHER: &str = "pointer or number";

impl Machine<'_> {
    /// Makes a union of these members, as far as it is wanted.
    pub(super) fn make_union(
        &mut self,
        st: &mut State,
        id: ObjectId,
        fields: &[Field],
        at: Range<u64>,
        wanted: &Range<u64>,
        path: &str,
    ) {
        let member = |field: &Field| member_path(path, &field.name);
        let whole = |field: &&Field| {
            let size = self.type_size(field.ty);
            field.offset_bits == 0 && size.is_some_and(|size| size * 8 == field.bits)
        };
        let most = fields.iter().filter(whole).map(|field| field.bits).max();
        let Some(largest) = fields.iter().filter(whole).find(|field| Some(field.bits) == most)
        else {
            self.make_bytes(st, id, &at, &(at.start..at.end), wanted, path);
            return;
        };
        let (own_path, end) = (member(largest), at.start + largest.bits / 8);
        let mut own = Vec::new();
        self.pointers_in(largest.ty, at.start, &own_path, &mut own);
        let mut others = Vec::new();
        for field in fields.iter().filter(whole).filter(|field| field.name != largest.name) {
            self.pointers_in(field.ty, at.start, &member(field), &mut others);
        }
        let agrees = |one: &Held, other: &Held| {
            one.at == other.at && self.may_be_same_pointee(one.pointee, other.pointee)
        };
        others.retain(|held| !own.iter().any(|known| agrees(known, held)));
        others.sort_by_key(|held| held.at.start);
        let mut from = at.start;
        for same in others.chunk_by(|one, other| one.at == other.at) {
            let place = same[0].at.clone();
            self.make_within(
                st,
                id,
                largest.ty,
                (at.start..end, from..place.start),
                wanted,
                &own_path,
            );
            from = from.max(place.end);
            if place.start < wanted.end && wanted.start < place.end {
                self.make_either(st, id, (largest.ty, at.start, &own_path), same);
            }
        }
        self.make_within(st, id, largest.ty, (at.start..end, from..end), wanted, &own_path);
        self.make_bytes(st, id, &at, &(end..at.end), wanted, path);
    }

    /// The part of a member that lies in a range.
    fn make_within(
        &mut self,
        st: &mut State,
        id: ObjectId,
        ty: DebugTypeId,
        (at, part): (Range<u64>, Range<u64>),
        wanted: &Range<u64>,
        path: &str,
    ) {
        let both = part.start.max(wanted.start)..part.end.min(wanted.end);
        if !both.is_empty() {
            self.make(st, id, Some(ty), at, &both, path);
        }
    }

    /// Bytes that belong to no member.
    fn make_bytes(
        &mut self,
        st: &mut State,
        id: ObjectId,
        at: &Range<u64>,
        part: &Range<u64>,
        wanted: &Range<u64>,
        path: &str,
    ) {
        let joint = if path.ends_with("->") { "" } else { "." };
        for byte in part.start.max(wanted.start)..part.end.min(wanted.end) {
            let name = format!("{path}{joint}byte {}", byte - at.start);
            self.make(st, id, None, byte..byte + 1, wanted, &name);
        }
    }

    /// One of the pointers that members have at a place, or what the largest member has there.
    fn make_either(
        &mut self,
        st: &mut State,
        id: ObjectId,
        (ty, start, path): (DebugTypeId, u64, &str),
        held: &[Held],
    ) {
        let at = held[0].at.clone();
        if self.is_made(st, id, &at) {
            return;
        }
        let limit = self.limit_in(st, id, &at);
        let bits = (at.end - at.start) as u32 * 8;
        let mut value = match self.leaf_at(ty, at.start - start, path) {
            Some((path, leaf)) if self.type_size(leaf) == Some(at.end - at.start) => {
                match self.program.types[self.resolved(leaf)].clone() {
                    DebugType::Pointer { to, .. } => self.unknown_pointer(st, &path, to, &limit),
                    scalar => self.unknown_value(st, &path, scalar_name(Some(&scalar)), bits),
                }
            }
            _ => {
                let name = format!("{path} bytes {} to {}", at.start - start, at.end - start);
                self.unknown_value(st, &name, "unsigned long", bits)
            }
        };
        for Held { pointee, path, .. } in held {
            let name = format!("union holds {path}");
            let holds = self.input_named(&name, 1);
            self.note_unknown(st, name, "_Bool", 1, holds, true);
            let holds = holds.term(&mut self.terms, 1);
            let pointer = self.unknown_pointer(st, path, *pointee, &limit);
            let pointer = pointer.term(&mut self.terms, bits);
            let other = value.term(&mut self.terms, bits);
            let either = self.terms.ite(holds, pointer, other);
            value = Value::of_term(&self.terms, either);
        }
        self.keep(st, id, at, value, Some(EITHER));
        self.keep_acyclic(st);
    }

    /// All pointers in something of a type that lies at an offset.
    fn pointers_in(&self, ty: DebugTypeId, at: u64, path: &str, found: &mut Vec<Held>) {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Pointer { to, bits } => {
                let size = u64::from(bits / 8);
                found.push(Held { at: at..at + size, pointee: *to, path: path.to_owned() });
            }
            DebugType::Struct { fields, .. } => {
                for field in fields.iter().filter(|field| field.offset_bits % 8 == 0) {
                    let inner = member_path(path, &field.name);
                    self.pointers_in(field.ty, at + field.offset_bits / 8, &inner, found);
                }
            }
            DebugType::Array { element, count } => {
                let size = self.type_size(*element).unwrap_or(0);
                for index in 0..count.unwrap_or(0).min(super::types::MOST_PLACES as u64) {
                    let inner = format!("{path}[{index}]");
                    self.pointers_in(*element, at + index * size, &inner, found);
                }
            }
            _ => {}
        }
    }

    /// What has no parts and begins at an offset, and the way to it.
    pub(super) fn leaf_at(
        &self,
        ty: DebugTypeId,
        offset: u64,
        path: &str,
    ) -> Option<(String, DebugTypeId)> {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Struct { fields, .. } => fields.iter().find_map(|field| {
                let inside = offset.checked_sub(field.offset_bits / 8)?;
                let fits = field.offset_bits % 8 == 0 && inside * 8 < field.bits;
                let inner = member_path(path, &field.name);
                fits.then(|| self.leaf_at(field.ty, inside, &inner)).flatten()
            }),
            DebugType::Array { element, .. } => {
                let size = self.type_size(*element).filter(|&size| size > 0)?;
                let inner = format!("{path}[{}]", offset / size);
                self.leaf_at(*element, offset % size, &inner)
            }
            _ => (offset == 0).then(|| (path.to_owned(), ty)),
        }
    }
}
