//! Objects, cells and values in the words of the source, and the recording of steps.

use raddle_analysis::defined_registers;
use raddle_ir::{
    BinaryOp, Block, BlockData, CastOp, DebugType, DebugTypeId, Field, FuncId, InitPart, Inst, Loc,
    Op, Operand, Type,
};

use crate::machine::{Machine, c_name};
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::place::{Direction, Place};
use crate::state::State;
use crate::trace::HeapType;
use crate::trace::{TraceEvent, TraceKind};
use crate::value::{Value, signed};

/// The type of an input that is a character, or the end of the input: -1.
pub const CHARACTER: &str = "character";
const STREAM_NAMES: [&str; 3] = ["stdin", "stdout", "stderr"];
/// Characters of a string literal that are worth showing.
const LONGEST_LITERAL: usize = 24;

impl Machine<'_> {
    /// What a person would call an object.
    pub fn object_name(&self, id: ObjectId) -> String {
        match self.names.name(id) {
            ObjectName::Global(global) | ObjectName::ThreadLocal(global, _) => {
                let global = &self.program.globals[*global];
                match &global.source_name {
                    Some(name) => format!("`{name}`"),
                    None if global.name.starts_with(".str") => "a string literal".to_owned(),
                    None => format!("`{}`", global.name),
                }
            }
            ObjectName::Function(func) => format!("function `{}`", self.function_name(*func)),
            ObjectName::Thread(thread) => format!("thread {thread}"),
            ObjectName::Stack { func, slot, .. } => {
                let body = self.program.functions[*func].body.as_ref();
                let slot = body.and_then(|body| body.slots.get(*slot));
                match slot.and_then(|slot| slot.name.as_ref()) {
                    Some(name) => format!("local variable `{name}`"),
                    None => format!("a local variable of `{}`", self.function_name(*func)),
                }
            }
            ObjectName::Heap { .. } => "heap memory".to_owned(),
            ObjectName::Environment { what, index } => match *what {
                "argument" => format!("argv[{index}]"),
                "stream" => {
                    STREAM_NAMES.get(*index as usize).copied().unwrap_or("stream").to_owned()
                }
                _ => match self.hidden_memory_of(id) {
                    Some(function) => format!("the hidden memory of `{function}`"),
                    None => format!("`{what}`"),
                },
            },
            ObjectName::Unknown { path, .. } => {
                format!("what `{}` points to", self.pointer_there(path).0)
            }
        }
    }

    pub fn function_name(&self, func: FuncId) -> &str {
        let function = &self.program.functions[func];
        let name = function.source_name.as_deref().unwrap_or(&function.name);
        // Headers declare `scanf` under the name of the C standard it follows.
        let plain = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix));
        plain.unwrap_or(name)
    }

    /// The start of a string literal as the source spells it.
    fn literal_text(&self, id: ObjectId, offset: u64) -> Option<String> {
        let ObjectName::Global(global) = self.names.name(id) else { return None };
        let global = &self.program.globals[*global];
        if global.source_name.is_some() || !global.name.starts_with(".str") {
            return None;
        }
        let [(0, InitPart::Bytes(bytes))] = global.init.as_ref()?.parts.as_slice() else {
            return None;
        };
        let text: Vec<u8> =
            bytes.iter().skip(offset as usize).copied().take_while(|&byte| byte != 0).collect();
        let text = escaped(&text, b'"');
        let shown: String = text.chars().take(LONGEST_LITERAL).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        Some(format!("\"{shown}{rest}\""))
    }

    /// What a person would call `size` bytes at an offset of an object: `counter`, `a[3]`, `p.next`.
    pub fn cell_name(&self, id: ObjectId, offset: u64) -> String {
        let (name, ty) = match self.names.name(id) {
            ObjectName::Global(global) | ObjectName::ThreadLocal(global, _) => {
                let global = &self.program.globals[*global];
                (global.source_name.clone().unwrap_or_else(|| global.name.clone()), global.ty)
            }
            ObjectName::Stack { func, slot, .. } => {
                let body = self.program.functions[*func].body.as_ref();
                let slot = body.and_then(|body| body.slots.get(*slot));
                let name = slot.and_then(|slot| slot.name.clone());
                (name.unwrap_or_else(|| "local".to_owned()), slot.and_then(|slot| slot.debug_type))
            }
            ObjectName::Heap { thread, count, .. } => {
                let name = format!("heap#{count}@{thread}");
                match self.heap_types.get(&id) {
                    Some(HeapType { ty, size, several: true }) => {
                        let part = self.selector(*ty, offset % size);
                        return format!("{name}[{}]{part}", offset / size);
                    }
                    known => (name, known.map(|known| known.ty)),
                }
            }
            ObjectName::Unknown { path, .. } => {
                let ty = self.unknown_type(id);
                let (path, first) = self.shown_pointer(path, ty);
                let first = first as i64;
                let Some(ty) = ty else { return format!("{path}[{}]", offset as i64 - first) };
                let size = self.type_size(ty).unwrap_or(1).max(1);
                let part = self.selector(ty, offset % size);
                return match ((offset / size) as i64 - first / size as i64, part.strip_prefix('.'))
                {
                    (0, Some(field)) => format!("{path}->{field}"),
                    (0, None) if part.is_empty() => format!("*{path}"),
                    (index, _) => format!("{path}[{index}]{part}"),
                };
            }
            ObjectName::Function(_) | ObjectName::Thread(_) | ObjectName::Environment { .. } => {
                (self.object_name(id), None)
            }
        };
        match ty {
            Some(ty) => format!("{name}{}", self.selector(ty, offset)),
            None if offset == 0 => name,
            None => format!("{name}+{offset}"),
        }
    }

    /// A pointer to memory that was made for one of this name, and how many bytes of it lie before the place that it leads to.
    fn shown_pointer(&self, path: &str, ty: Option<DebugTypeId>) -> (String, u64) {
        let (path, index) = self.pointer_there(path);
        (path, index * ty.and_then(|ty| self.type_size(ty)).unwrap_or(1).max(1))
    }

    /// What a person would call a synchronisation object: without the C library's own members.
    pub fn lock_name(&self, id: ObjectId, offset: u64) -> String {
        let mut name = self.cell_name(id, offset);
        if let Some(inside) = name.find(".__") {
            name.truncate(inside);
        }
        name
    }

    pub fn selector(&self, ty: DebugTypeId, offset: u64) -> String {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Array { element, .. } => {
                let Some(length) = self.type_size(*element).filter(|&length| length > 0) else {
                    return format!("+{offset}");
                };
                let inner = self.selector(*element, offset % length);
                format!("[{}]{inner}", offset / length)
            }
            DebugType::Struct { fields, .. } => match field_at(fields, offset) {
                Some((field, inside)) => {
                    let inner = self.selector(field.ty, inside);
                    if field.name.is_empty() { inner } else { format!(".{}{inner}", field.name) }
                }
                None => format!("+{offset}"),
            },
            _ if offset == 0 => String::new(),
            _ => format!("+{offset}"),
        }
    }

    /// The way to the first part at an offset that is like this: members of a union lie at the same place.
    pub fn selector_of(&self, ty: DebugTypeId, offset: u64, leaf: PartKind) -> Option<String> {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Array { element, .. } => {
                let length = self.type_size(*element).filter(|&length| length > 0)?;
                let inner = self.selector_of(*element, offset % length, leaf)?;
                Some(format!("[{}]{inner}", offset / length))
            }
            DebugType::Struct { fields, .. } => fields.iter().find_map(|field| {
                let inside = offset.checked_sub(field.offset_bits / 8)?;
                let within = field.offset_bits % 8 == 0 && inside * 8 < field.bits;
                let inner = self.selector_of(field.ty, inside, leaf).filter(|_| within)?;
                let dot = if field.name.is_empty() { "" } else { "." };
                Some(format!("{dot}{}{inner}", field.name))
            }),
            DebugType::Pointer { to, .. } => {
                (offset == 0 && leaf.is_pointer_to(self, *to)).then(String::new)
            }
            _ => {
                let size = self.type_size(ty);
                let fits = matches!(leaf, PartKind::Number(bytes) if size == Some(bytes));
                (offset == 0 && fits).then(String::new)
            }
        }
    }

    /// A value as a C programmer would write it.
    pub fn value_text(&self, value: Value, ty: Type) -> String {
        if let Some(thread) = self.thread_of_handle(value, ty) {
            return thread;
        }
        match value {
            Value::Word(word) => self.typed_word(word, ty),
            Value::Term(term) => match self.terms.as_const(term) {
                Some(bits) => bits.to_u128().map_or("?".to_owned(), |wide| format!("{wide:#x}")),
                None => "?".to_owned(),
            },
            Value::Undef => "undefined".to_owned(),
        }
    }

    /// A value at a place as the type that is declared there: an unsigned one has no sign.
    fn stored_text(&self, value: Value, ty: Type, place: Place) -> String {
        let name = match (place.offset, ty) {
            (Value::Word(offset), Type::Int(bits)) if bits.is_multiple_of(8) => {
                self.shown_type_name(place.object, offset, u64::from(bits / 8))
            }
            _ => None,
        };
        if let Some(thread) = self.thread_of_handle(value, ty) {
            return thread;
        }
        match (value, name) {
            (Value::Word(word), Some(name)) => word_text(name, ty.bits(&self.program.target), word),
            _ => self.value_text(value, ty),
        }
    }

    /// The name of a thread, for its handle: a number that is as good as any to the program, and means nothing to its reader.
    fn thread_of_handle(&self, value: Value, ty: Type) -> Option<String> {
        let is_wide = ty.bits(&self.program.target) == self.facts.pointer_bits;
        let (object, offset) = self.names.resolve(value.word().filter(|_| is_wide)?)?;
        match self.names.name(object) {
            ObjectName::Thread(thread) if offset == 0 => Some(format!("thread {thread}")),
            _ => None,
        }
    }

    fn typed_word(&self, word: u64, ty: Type) -> String {
        match ty {
            Type::Ptr => self.pointer_text(word),
            Type::F32 => format!("{:?}", f32::from_bits(word as u32)),
            Type::F64 => format!("{:?}", f64::from_bits(word)),
            Type::Int(bits) => word_text(c_name(ty), u32::from(bits), word),
            Type::F80 => format!("{word:#x}"),
        }
    }

    pub(crate) fn pointer_text(&self, address: u64) -> String {
        if address == 0 {
            return "NULL".to_owned();
        }
        match self.names.resolve(address) {
            Some((id, offset)) if offset >= 0 => {
                if let Some(literal) = self.literal_text(id, offset as u64) {
                    return literal;
                }
                let cell = self.cell_name(id, offset as u64);
                match self.names.name(id) {
                    // The start of what was allocated is all of it, not its first member.
                    ObjectName::Heap { thread, count, .. } if offset == 0 => {
                        format!("&heap#{count}@{thread}")
                    }
                    // So is the start of what a pointer led to when the function was called.
                    ObjectName::Unknown { path, .. } => {
                        let (path, first) = self.shown_pointer(path, self.unknown_type(id));
                        if offset as u64 == first { path } else { format!("&{cell}") }
                    }
                    ObjectName::Function(func) => self.function_name(*func).to_owned(),
                    ObjectName::Environment { what: "stream", .. } => cell,
                    _ => format!("&{cell}"),
                }
            }
            _ => format!("{address:#x}"),
        }
    }

    pub(crate) fn record(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: TraceKind,
        text: String,
        visible: bool,
    ) {
        self.record_cell(st, thread, kind, text, visible, None);
    }

    /// Records a step that reads or changes a cell, which has the given value afterwards.
    pub(crate) fn record_cell(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: TraceKind,
        text: String,
        visible: bool,
        cell: Option<(String, String)>,
    ) {
        let internal = match kind {
            TraceKind::Call
            | TraceKind::Return
            | TraceKind::Branch
            | TraceKind::Read
            | TraceKind::Write => true,
            TraceKind::Input
            | TraceKind::Output
            | TraceKind::Allocate
            | TraceKind::Free
            | TraceKind::Fault
            | TraceKind::Synchronise => false,
        };
        // How the run-time library does its work is nothing its user wants to read.
        if internal && self.is_in_library(st, thread) {
            return;
        }
        if self.recorder.is_some() {
            self.learn_from_registers(st, thread);
        }
        let here = self.here(st, thread);
        if let Some(recorder) = &mut self.recorder {
            recorder.push(TraceEvent {
                thread,
                kind,
                func: here.func,
                loc: here.loc,
                text,
                visible,
                transition: st.decisions.len(),
                cell,
                condition: None,
            });
        }
    }

    /// A branch whose sides inputs or values decide goes to the block `next`. What the source says there is looked up later, by
    /// the place of the comparison that decides: compilers turn branches round and fold negations, comparisons they keep.
    pub(crate) fn record_branch(
        &mut self,
        st: &State,
        thread: ThreadId,
        cond: Option<(Operand, bool)>,
        next: Block,
    ) {
        if self.recorder.is_none() || self.is_in_library(st, thread) {
            return;
        }
        let frame = st.thread(thread).top();
        let Some(body) = self.program.functions[frame.func].body.as_ref() else { return };
        let condition = cond.and_then(|(cond, taken)| {
            let (loc, same) = deciding_comparison(&body.blocks[frame.block].insts, cond)?;
            Some((loc, taken == same))
        });
        // Within a line that says nothing.
        let here = self.here(st, thread).loc.get().map(|place| place.line);
        let text = match first_line(&body.blocks[next]) {
            Some(line) if here != Some(line) => format!("goes on at line {line}"),
            Some(_) | None => String::new(),
        };
        self.record(st, thread, TraceKind::Branch, text, false);
        if let Some(recorder) = &mut self.recorder {
            recorder.last_is_decided_by(condition);
        }
    }

    /// A switch has gone to a block, because a case has its value or because none has.
    pub(crate) fn record_switch(
        &mut self,
        st: &State,
        thread: ThreadId,
        (width, value): (u32, u64),
        has_case: bool,
        next: Block,
    ) {
        if self.recorder.is_none() || self.is_in_library(st, thread) {
            return;
        }
        let value = signed(width.min(64), value);
        let choice = if has_case { "a case" } else { "no case" };
        let func = st.thread(thread).top().func;
        let body = self.program.functions[func].body.as_ref();
        let line = body.and_then(|body| first_line(&body.blocks[next]));
        let onwards = line.map_or(String::new(), |line| format!(": line {line}"));
        let text = format!("{value} is {choice}{onwards}");
        self.record(st, thread, TraceKind::Branch, text, false);
    }

    pub(crate) fn record_access(
        &mut self,
        st: &State,
        thread: ThreadId,
        place: Place,
        ty: Type,
        value: Value,
        access: Direction,
    ) {
        if self.recorder.is_none() || self.is_bookkeeping(place.object) {
            return;
        }
        self.learn_from_registers(st, thread);
        if let (Direction::Write, Value::Word(offset), Value::Word(address), Type::Ptr) =
            (access, place.offset, value, ty)
        {
            self.learn_from_store(st, (place.object, offset), address);
        }
        let cell = match place.offset {
            Value::Word(offset) => self.cell_name(place.object, offset),
            Value::Term(_) | Value::Undef => format!("{}[?]", self.object_name(place.object)),
        };
        let value = self.stored_text(value, ty, place);
        let shared = st.memory.get(place.object).is_some_and(|object| self.others_may_hold(object));
        // Beside other threads it matters who does it.
        let (kind, text) = match (access, shared && st.unjoined > 0) {
            (Direction::Read, true) => (TraceKind::Read, format!("reads {cell}: {value}")),
            (Direction::Write, true) => (TraceKind::Write, format!("writes {cell}: {value}")),
            (Direction::Read, false) => (TraceKind::Read, format!("{cell} is {value}")),
            (Direction::Write, false) => (TraceKind::Write, format!("{cell} = {value}")),
        };
        self.record_cell(st, thread, kind, text, shared, Some((cell, value)));
    }

    /// Whether an object is none of the program's own: which invariants have been declared.
    fn is_bookkeeping(&self, id: ObjectId) -> bool {
        match self.names.name(id) {
            ObjectName::Global(global) | ObjectName::ThreadLocal(global, _) => {
                let global = &self.program.globals[*global];
                global.ty.is_none() && global.name.starts_with("raddle.")
            }
            _ => false,
        }
    }

    pub(crate) fn record_call(
        &mut self,
        st: &State,
        thread: ThreadId,
        func: FuncId,
        args: &[Value],
    ) {
        if self.recorder.is_none() {
            return;
        }
        let types = self.program.functions[func].params.iter().map(|param| param.ty);
        let args: Vec<String> =
            args.iter().zip(types).map(|(&value, ty)| self.value_text(value, ty)).collect();
        let text = format!("{}({})", self.function_name(func), args.join(", "));
        self.record(st, thread, TraceKind::Call, text, false);
    }

    pub(crate) fn record_return(&mut self, st: &State, thread: ThreadId, func: FuncId) {
        if self.recorder.is_some() {
            let text = format!("{} returns", self.function_name(func));
            self.record(st, thread, TraceKind::Return, text, false);
        }
    }
}

/// What somebody looks for in memory that several types describe.
#[derive(Clone, Copy, Debug)]
pub enum PartKind {
    /// To something of this type, or anything.
    Pointer(Option<DebugTypeId>),
    /// Of so many bytes.
    Number(u64),
}

impl PartKind {
    fn is_pointer_to(self, machine: &Machine<'_>, to: Option<DebugTypeId>) -> bool {
        match self {
            PartKind::Pointer(wanted) => {
                wanted.is_none() || machine.may_be_same_pointee(wanted, to)
            }
            PartKind::Number(_) => false,
        }
    }
}

/// The member of a structure that a byte belongs to, and which of its bytes that is.
pub(crate) fn field_at(fields: &[Field], offset: u64) -> Option<(&Field, u64)> {
    let bit = offset * 8;
    let covers =
        |field: &&Field| field.offset_bits <= bit && bit < field.offset_bits + field.bits.max(1);
    let field = fields.iter().find(covers)?;
    Some((field, (bit - field.offset_bits) / 8))
}

/// A word of a named C type as text.
pub fn word_text(ty: &str, bits: u32, word: u64) -> String {
    if ty == "float" {
        return format!("{:?}", f32::from_bits(word as u32));
    }
    if ty == "double" {
        return format!("{:?}", f64::from_bits(word));
    }
    if ty == TEXT {
        let bytes = word.to_le_bytes();
        let text = &bytes[..(bits / 8).min(8) as usize];
        let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        return format!("\"{}\"", escaped(&text[..end], b'"'));
    }
    if ty == CHARACTER {
        return character_text(signed(bits, word));
    }
    if matches!(ty, "char" | "byte" | "unsigned char")
        && let Ok(character @ (7..=13 | b' '..=b'~')) = u8::try_from(word)
    {
        return format!("{word} '{}'", escaped(&[character], b'\''));
    }
    let unsigned =
        ty.starts_with('u') || ty.starts_with("byte") || matches!(ty, "size_t" | "_Bool" | "bool");
    if ty == "pointer" {
        return format!("{word:#x}");
    }
    if unsigned { word.to_string() } else { signed(bits.clamp(1, 64), word).to_string() }
}

fn character_text(code: i64) -> String {
    match u8::try_from(code) {
        Ok(character @ (7..=13 | b' '..=b'~')) => {
            format!("{code} '{}'", escaped(&[character], b'\''))
        }
        Ok(_) => code.to_string(),
        Err(_) => format!("{code} (end of input)"),
    }
}

/// Characters as C writes them between quotes of one kind.
fn escaped(bytes: &[u8], quote: u8) -> String {
    const NAMED: &[u8; 7] = b"abtnvfr";
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            7..=13 => text.extend(['\\', char::from(NAMED[usize::from(byte) - 7])]),
            b'\\' => text.push_str("\\\\"),
            _ if byte == quote => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Three digits, so that a digit behind it is not taken for a part of it.
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    text
}

/// The type of a few characters that are one input.
pub(crate) const TEXT: &str = "char[]";

/// The comparison that a branch condition is, and whether it is the condition itself or its negation.
fn deciding_comparison(insts: &[Inst], cond: Operand) -> Option<(Loc, bool)> {
    let Operand::Reg(mut reg) = cond else { return None };
    let mut same = true;
    for inst in insts.iter().rev() {
        let from = match &inst.op {
            Op::Compare { dst, .. } | Op::FloatCompare { dst, .. } if *dst == reg => {
                return (!inst.loc.is_none()).then_some((inst.loc, same));
            }
            Op::Copy { dst, src, .. } if *dst == reg => *src,
            Op::Cast { dst, op: CastOp::ZExt | CastOp::Trunc, a, .. } if *dst == reg => *a,
            Op::Binary { dst, op: BinaryOp::Xor, a, b: Operand::Const(1), .. } if *dst == reg => {
                same = !same;
                *a
            }
            op => {
                let mut assigns = false;
                defined_registers(op, &mut |dst| assigns |= dst == reg);
                if assigns {
                    return None;
                }
                continue;
            }
        };
        let Operand::Reg(next) = from else { return None };
        reg = next;
    }
    None
}

fn first_line(data: &BlockData) -> Option<u32> {
    let locs = data.insts.iter().map(|inst| inst.loc).chain([data.terminator_loc]);
    locs.filter_map(Loc::get).map(|place| place.line).find(|&line| line > 0)
}
