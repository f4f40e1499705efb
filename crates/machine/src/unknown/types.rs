//! What may lie where, by types: which pointers may be equal.

use std::rc::Rc;

use raddle_ir::{DebugType, DebugTypeId, Field, GlobalId};
use rustc_hash::FxHashSet;

use super::{Tail, UnknownObject};
use crate::machine::Machine;
use crate::names::{ObjectId, ObjectName};
use crate::value::Value;

/// Places in one object that are worth telling apart; what is beyond them is given up.
pub(super) const MOST_PLACES: usize = 64;

impl Machine<'_> {
    /// Offsets in something of type `within` at which something of type `wanted` lies.
    pub(super) fn places_of(&self, within: DebugTypeId, wanted: DebugTypeId) -> Vec<u64> {
        let mut found = Vec::new();
        self.collect_places(within, wanted, 0, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect_places(
        &self,
        within: DebugTypeId,
        wanted: DebugTypeId,
        at: u64,
        found: &mut Vec<u64>,
    ) {
        if found.len() > MOST_PLACES {
            return;
        }
        if self.is_same_type(within, wanted) {
            found.push(at);
            return;
        }
        // Nobody points into what only the library looks into.
        if self.is_opaque(within) {
            return;
        }
        match &self.program.types[self.resolved(within)] {
            DebugType::Struct { fields, .. } => {
                for field in fields.iter().filter(|field| field.offset_bits % 8 == 0) {
                    self.collect_places(field.ty, wanted, at + field.offset_bits / 8, found);
                }
            }
            DebugType::Array { element, count } => {
                let size = self.type_size(*element).unwrap_or(0);
                for index in 0..count.unwrap_or(0).min(MOST_PLACES as u64 + 1) {
                    self.collect_places(*element, wanted, at + index * size, found);
                }
            }
            _ => {}
        }
    }

    /// The flexible array member that a struct ends in.
    pub(crate) fn tail_of(&self, ty: DebugTypeId) -> Option<Tail> {
        let DebugType::Struct { fields, union: false, .. } = &self.program.types[self.resolved(ty)]
        else {
            return None;
        };
        let field = fields.last()?;
        match self.program.types[self.resolved(field.ty)] {
            DebugType::Array { element: ty, count: None | Some(0) } => Some(Tail {
                name: Rc::from(field.name.as_str()),
                offset: field.offset_bits / 8,
                ty,
                element: self.type_size(ty).filter(|&size| size > 0)?,
                count: Value::Word(0),
            }),
            _ => None,
        }
    }

    /// Whether a pointer to the one may point to the other. Signs do not matter to C, and files have descriptions of their own.
    pub(super) fn is_same_type(&self, a: DebugTypeId, b: DebugTypeId) -> bool {
        let (a, b) = (self.resolved(a), self.resolved(b));
        if a == b {
            return true;
        }
        match (&self.program.types[a], &self.program.types[b]) {
            (
                DebugType::Struct { name, bits, .. },
                DebugType::Struct { name: other, bits: also, .. },
            ) => !name.is_empty() && name == other && bits == also,
            (DebugType::Pointer { to: a, .. }, DebugType::Pointer { to: b, .. }) => {
                self.may_be_same_pointee(*a, *b)
            }
            (DebugType::Function, DebugType::Function) => true,
            (DebugType::Char { .. }, DebugType::Char { .. }) => true,
            (DebugType::Float { bits, .. }, DebugType::Float { bits: also, .. })
            | (DebugType::Bool { bits, .. }, DebugType::Bool { bits: also, .. }) => bits == also,
            (a, b) => integer_bits(a).is_some_and(|bits| integer_bits(b) == Some(bits)),
        }
    }

    /// A `void *` may hold any pointer to data; pointers to pointers are not looked into.
    pub(crate) fn may_be_same_pointee(
        &self,
        a: Option<DebugTypeId>,
        b: Option<DebugTypeId>,
    ) -> bool {
        if self.is_function_type(a) || self.is_function_type(b) {
            return self.is_function_type(a) && self.is_function_type(b);
        }
        let (Some(a), Some(b)) = (a, b) else { return true };
        let is_pointer =
            |ty| matches!(self.program.types[self.resolved(ty)], DebugType::Pointer { .. });
        if is_pointer(a) || is_pointer(b) {
            return is_pointer(a) && is_pointer(b);
        }
        self.is_same_type(a, b)
    }

    /// The way to something of type `wanted` at an offset of something of another type: the whole before its first member.
    pub fn selector_to(
        &self,
        within: DebugTypeId,
        offset: u64,
        wanted: DebugTypeId,
    ) -> Option<String> {
        if offset == 0 && self.is_same_type(within, wanted) {
            return Some(String::new());
        }
        match &self.program.types[self.resolved(within)] {
            DebugType::Struct { fields, .. } => fields.iter().find_map(|field| {
                let inside = offset.checked_sub(field.offset_bits / 8)?;
                let fits = field.offset_bits % 8 == 0 && inside * 8 < field.bits;
                let inner = self.selector_to(field.ty, inside, wanted).filter(|_| fits)?;
                let dot = if field.name.is_empty() { "" } else { "." };
                Some(format!("{dot}{}{inner}", field.name))
            }),
            DebugType::Array { element, .. } => {
                let size = self.type_size(*element).filter(|&size| size > 0)?;
                let inner = self.selector_to(*element, offset % size, wanted)?;
                Some(format!("[{}]{inner}", offset / size))
            }
            _ => None,
        }
    }

    /// What a pointer of this type points to.
    pub fn declared_pointee(&self, pointer: Option<DebugTypeId>) -> Option<DebugTypeId> {
        let to = self.pointee(pointer?)?;
        Some(self.of_known_length(to))
    }

    /// What the pointer at an offset of an unknown object points to, by its type.
    pub fn pointee_at(&self, object: &UnknownObject, offset: u64) -> Option<DebugTypeId> {
        let (ty, inside) = match object.tail.as_ref().filter(|tail| tail.offset <= offset) {
            Some(tail) => (tail.ty, (offset - tail.offset) % tail.element),
            None => (object.ty?, offset % object.element),
        };
        let (_, leaf) = self.leaf_at(ty, inside, "")?;
        self.declared_pointee(Some(leaf))
    }

    /// Of an array of unknown length, such as a row of `int a[n][m]`, what it is made of: a pointer to it leads to elements.
    pub(super) fn of_known_length(&self, ty: DebugTypeId) -> DebugTypeId {
        match self.program.types[self.resolved(ty)] {
            DebugType::Array { element, count: None } => self.of_known_length(element),
            _ => ty,
        }
    }

    /// A member by its name, also one of a struct or union in it that has none, and the bit that it begins with.
    pub(super) fn member_of<'f>(
        &'f self,
        fields: &'f [Field],
        name: &str,
    ) -> Option<(u64, &'f Field)> {
        fields.iter().find_map(|field| {
            if field.name == name {
                return Some((field.offset_bits, field));
            }
            match &self.program.types[self.resolved(field.ty)] {
                DebugType::Struct { fields, .. } if field.name.is_empty() => {
                    let (start, inner) = self.member_of(fields, name)?;
                    Some((field.offset_bits + start, inner))
                }
                _ => None,
            }
        })
    }

    /// Structs that have something of this type as a member, by name once each.
    pub(super) fn containers_of(&self, wanted: DebugTypeId) -> Vec<DebugTypeId> {
        let mut names = FxHashSet::default();
        let types = self.program.types.iter();
        let structs = types.filter_map(|(id, ty)| match ty {
            DebugType::Struct { name, .. } if !name.is_empty() => Some((id, name.as_str())),
            _ => None,
        });
        structs
            .filter(|&(id, _)| !self.is_same_type(id, wanted))
            .filter(|&(id, _)| !self.places_of(id, wanted).is_empty())
            .filter(|&(_, name)| names.insert(name))
            .map(|(id, _)| id)
            .collect()
    }

    /// What a pointer of this type points to: a type, or nothing that is known.
    pub(super) fn pointee(&self, pointer: DebugTypeId) -> Option<DebugTypeId> {
        match &self.program.types[self.resolved(pointer)] {
            DebugType::Pointer { to, .. } => *to,
            _ => None,
        }
    }

    /// The type of an element of unknown memory.
    pub(crate) fn unknown_type(&self, id: ObjectId) -> Option<DebugTypeId> {
        let ObjectName::Unknown { ty, .. } = self.names.name(id) else { return None };
        ty.checked_sub(1).map(DebugTypeId)
    }

    pub(super) fn is_function_type(&self, ty: Option<DebugTypeId>) -> bool {
        ty.is_some_and(|ty| matches!(self.program.types[self.resolved(ty)], DebugType::Function))
    }

    pub(super) fn is_struct(&self, ty: DebugTypeId) -> bool {
        matches!(self.program.types[self.resolved(ty)], DebugType::Struct { .. })
    }

    pub fn is_struct_variable(&self, global: GlobalId) -> bool {
        self.program.globals[global].ty.is_some_and(|ty| self.is_struct(ty))
    }

    /// `struct node`, as C calls it.
    pub fn type_text(&self, ty: DebugTypeId) -> String {
        match &self.program.types[ty] {
            DebugType::Struct { name, union, .. } => {
                format!("{} {name}", if *union { "union" } else { "struct" })
            }
            DebugType::Signed { name, .. }
            | DebugType::Unsigned { name, .. }
            | DebugType::Char { name, .. }
            | DebugType::Bool { name, .. }
            | DebugType::Float { name, .. }
            | DebugType::Typedef { name, .. }
            | DebugType::Unknown { name } => name.clone(),
            DebugType::Enum { name, .. } => format!("enum {name}"),
            DebugType::Pointer { to, .. } => {
                format!("{} *", to.map_or("void".to_owned(), |to| self.type_text(to)))
            }
            DebugType::Array { element, count } => {
                // The outer count stands first.
                let element = self.type_text(*element);
                let (of, inner) = element.split_at(element.find('[').unwrap_or(element.len()));
                let count = count.map_or(String::new(), |count| count.to_string());
                format!("{of}[{count}]{inner}")
            }
            DebugType::Function => "function".to_owned(),
        }
    }
}

fn integer_bits(ty: &DebugType) -> Option<u32> {
    match ty {
        DebugType::Signed { bits, .. }
        | DebugType::Unsigned { bits, .. }
        | DebugType::Enum { bits, .. } => Some(*bits),
        _ => None,
    }
}
