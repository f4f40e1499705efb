//! Values that come from outside: variables while exploring, given values while replaying.
//!
//! An input is named by what asked for it, its thread and a per-thread count, so that the same input has
//! the same name in every interleaving.

use std::rc::Rc;

use raddle_expr::{Bits, Sort};
use raddle_ir::{DebugType, DebugTypeId, Loc};

use crate::describe::TEXT;
use crate::history::InputRecord;
use crate::machine::Machine;
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::trace::TraceKind;
use crate::value::Value;

impl Machine<'_> {
    /// A new input of `bits` bits.
    pub(crate) fn input_value(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        what: &str,
        ty: &'static str,
        bits: u32,
        loc: Loc,
        hidden: bool,
    ) -> Value {
        let owner = st.thread_mut(thread);
        let count = owner.inputs;
        owner.inputs += 1;
        let name = input_name(what, count, thread);
        let value = self.input_named(&name, bits);
        let record = InputRecord { name: Rc::from(name), ty, value, bits, loc, hidden };
        self.record_input(st, thread, &record);
        st.inputs.push(record);
        value
    }

    pub(crate) fn input_named(&mut self, name: &str, bits: u32) -> Value {
        match &self.given.inputs {
            None => {
                // The width is part of the variable's name: one count may be reached with another type.
                let variable = format!("{name}:{bits}");
                Value::Term(self.terms.var(&variable, Sort::Bits(bits)))
            }
            Some(given) => {
                let value = given.get(name).cloned().unwrap_or_else(|| Bits::new(bits, 0));
                let value = if value.width() == bits {
                    value
                } else {
                    Bits::new(bits, value.to_u128().unwrap_or(0))
                };
                Value::of_bits(&mut self.terms, value)
            }
        }
    }

    /// Fills the first `size` bytes of an object with inputs, one per byte.
    pub(crate) fn symbolic_bytes(
        &mut self,
        st: &mut State,
        object: ObjectId,
        size: u64,
        name: &str,
        loc: Loc,
    ) {
        self.symbolic_range(st, Names::MAIN, (object, 0), size, name, loc);
    }

    pub(crate) fn symbolic_range(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        at: (ObjectId, u64),
        size: u64,
        name: &str,
        loc: Loc,
    ) {
        let owner = st.thread_mut(thread);
        let count = owner.inputs;
        owner.inputs += 1;
        // A scalar is one input; anything else is a byte string.
        let scalar = matches!(size, 1 | 2 | 4 | 8);
        let (step, steps) = if scalar { (size, 1) } else { (1, size) };
        // Bytes are called after what they are parts of.
        let (mut part, mut left) = ("byte", 0);
        for index in 0..steps {
            if !scalar && left == 0 {
                (part, left) = self.part_name((at.0, at.1 + index));
            }
            left = left.saturating_sub(1);
            let suffix = if scalar { String::new() } else { format!("[{index}]") };
            let full = input_name(&format!("{name}{suffix}"), count, thread);
            let value = self.input_named(&full, step as u32 * 8);
            self.store_at(st, at.0, at.1 + index * step, step, value);
            let ty = if scalar { self.scalar_name(at, size) } else { part };
            let record = InputRecord {
                name: Rc::from(full),
                ty,
                value,
                bits: step as u32 * 8,
                loc,
                hidden: false,
            };
            self.record_input(st, thread, &record);
            st.inputs.push(record);
        }
    }

    pub(crate) fn record_input(&mut self, st: &State, thread: ThreadId, record: &InputRecord) {
        // What a hidden input decides is told in words where it happens.
        if self.recorder.is_none() || st.threads[0].frames.is_empty() || record.hidden {
            return;
        }
        let text = match record.value {
            Value::Word(word) => {
                let value = crate::describe::word_text(record.ty, record.bits, word);
                format!("{} = {value}", record.name)
            }
            Value::Term(_) | Value::Undef => record.name.to_string(),
        };
        self.record(st, thread, TraceKind::Input, text, false);
    }

    /// What C calls a scalar of `size` bytes at a place.
    fn scalar_name(&self, at: (ObjectId, u64), size: u64) -> &'static str {
        let declared = self.declared_type(at.0, at.1);
        let is_text = size > 1
            && (self.is_text_of_process(at.0) || declared.is_some_and(|ty| self.is_character(ty)));
        if is_text {
            return TEXT;
        }
        self.type_name(declared, size).unwrap_or_else(|| integer_name(size))
    }

    /// Arguments of the command line and variables of the environment are characters.
    fn is_text_of_process(&self, id: ObjectId) -> bool {
        let texts = ["argument", "environment"];
        matches!(self.names.name(id), ObjectName::Environment { what, .. } if texts.contains(what))
    }

    fn is_character(&self, ty: DebugTypeId) -> bool {
        matches!(self.program.types[self.resolved(ty)], DebugType::Char { bits: 8, .. })
    }

    /// What a byte is a part of, and how many bytes that has.
    fn part_name(&self, at: (ObjectId, u64)) -> (&'static str, u64) {
        if self.is_text_of_process(at.0) {
            return ("char", 1);
        }
        let Some(ty) = self.declared_type(at.0, at.1) else { return ("byte", 1) };
        let size = self.type_size(ty).unwrap_or(1);
        if size == 1 {
            let name = if self.is_character(ty) { "char" } else { "byte" };
            return (name, 1);
        }
        let is_number = matches!(
            self.program.types[self.resolved(ty)],
            DebugType::Signed { .. }
                | DebugType::Unsigned { .. }
                | DebugType::Float { .. }
                | DebugType::Enum { .. }
                | DebugType::Pointer { .. }
        );
        let name = match self.type_name(Some(ty), size).unwrap_or_else(|| integer_name(size)) {
            _ if !is_number => "byte",
            "short" => "byte of short",
            "unsigned short" => "byte of unsigned short",
            "int" => "byte of int",
            "unsigned int" => "byte of unsigned int",
            "long" => "byte of long",
            "unsigned long" => "byte of unsigned long",
            "float" => "byte of float",
            "double" => "byte of double",
            "pointer" => "byte of pointer",
            _ => "byte",
        };
        (name, if name == "byte" { 1 } else { size })
    }

    /// The name of a number's type, if it has this size and is no plain signed one.
    pub(crate) fn type_name(&self, ty: Option<DebugTypeId>, size: u64) -> Option<&'static str> {
        let ty = self.resolved(ty?);
        if self.type_size(ty) != Some(size) {
            return None;
        }
        match (&self.program.types[ty], size) {
            (DebugType::Char { signed: false, .. } | DebugType::Unsigned { .. }, 1) => {
                Some("unsigned char")
            }
            (DebugType::Unsigned { .. }, 2) => Some("unsigned short"),
            (DebugType::Unsigned { .. }, 4) => Some("unsigned int"),
            (DebugType::Unsigned { .. }, 8) => Some("unsigned long"),
            (DebugType::Bool { .. }, 1) => Some("_Bool"),
            (DebugType::Float { .. }, 4) => Some("float"),
            (DebugType::Float { .. }, 8) => Some("double"),
            (DebugType::Pointer { .. }, _) => Some("pointer"),
            _ => None,
        }
    }

    /// What typedefs call a type, the outermost first.
    pub(crate) fn typedefs(&self, ty: DebugTypeId) -> impl Iterator<Item = &str> {
        let mut next = Some(ty);
        let names = std::iter::from_fn(move || match &self.program.types[next?] {
            DebugType::Typedef { name, of } => {
                next = *of;
                Some(name.as_str())
            }
            _ => None,
        });
        names.take(100)
    }

    /// The type behind typedefs.
    pub(crate) fn resolved(&self, ty: DebugTypeId) -> DebugTypeId {
        self.program.resolved_type(ty)
    }

    pub(crate) fn type_size(&self, ty: DebugTypeId) -> Option<u64> {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Signed { bits, .. }
            | DebugType::Unsigned { bits, .. }
            | DebugType::Char { bits, .. }
            | DebugType::Bool { bits, .. }
            | DebugType::Float { bits, .. }
            | DebugType::Pointer { bits, .. }
            | DebugType::Enum { bits, .. } => Some(u64::from(bits.div_ceil(8))),
            DebugType::Array { element, count } => {
                Some(self.type_size(*element)?.saturating_mul((*count)?))
            }
            DebugType::Struct { bits, .. } => Some(bits.div_ceil(8)),
            DebugType::Typedef { .. } | DebugType::Function | DebugType::Unknown { .. } => None,
        }
    }
}

/// The `count`-th input of a thread.
pub(crate) fn input_name(what: &str, count: u64, thread: ThreadId) -> String {
    if thread == Names::MAIN {
        format!("{what}#{count}")
    } else {
        format!("{what}#{count}@{thread}")
    }
}

pub(crate) fn integer_name(size: u64) -> &'static str {
    match size {
        1 => "char",
        2 => "short",
        4 => "int",
        _ => "long",
    }
}
