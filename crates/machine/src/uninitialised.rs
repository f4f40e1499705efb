//! Memory that nobody wrote, where nobody asks about it.
//!
//! With the property `memory`, what depends on such memory is a fault (`Machine::demand_defined`). Without it, each of its bytes holds an
//! arbitrary value, the same at every read, and a check that depends on one assumes that. The value belongs to the object and the offset,
//! so it has the same name in every interleaving; copies copy it. A local variable that lives in a register gets its value when it is first
//! read. In a finding these values are inputs like all others.
//!
//! What has no plain meaning on any machine, such as a jump or an access to an arbitrary address, still ends its path.

use std::rc::Rc;

use raddle_expr::{Bits, Sort, TermId};
use raddle_ir::{Loc, Operand, Type};
use raddle_solver::Path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::history::InputRecord;
use crate::inputs::{input_name, integer_name};
use crate::machine::{Machine, c_name};
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::object::Byte;
use crate::property::Property;
use crate::state::State;
use crate::value::Value;

/// How the inputs of this file begin in findings.
pub const OF_MEMORY: &str = "uninitialised memory of ";
pub const OF_VARIABLE: &str = "uninitialised variable ";

/// Bytes of one input.
const LARGEST_PIECE: u64 = 8;

impl Machine<'_> {
    /// Whether memory that nobody wrote holds arbitrary values, rather than being a fault where something depends on it.
    pub(crate) fn uninitialised_is_arbitrary(&self) -> bool {
        !self.config.properties.contains(Property::Memory)
    }

    /// The value of a byte that nobody wrote, in an object that was made at `loc`.
    pub(crate) fn uninitialised_byte(&mut self, id: ObjectId, offset: u64, loc: Loc) -> TermId {
        if let Some(&known) = self.uninitialised.bytes.get(&(id, offset)) {
            return known;
        }
        let label = self.uninitialised_label(id);
        let term = if let Some(given) = &self.given.inputs {
            let byte = given_byte(given, &label, offset);
            self.terms.constant(8, u128::from(byte))
        } else {
            let term = self.terms.marked_var(&byte_name(&label, offset), Sort::Bits(8));
            for &variable in &self.terms.vars_of(term) {
                self.uninitialised.places.insert(variable, (id, offset, loc));
            }
            term
        };
        self.uninitialised.bytes.insert((id, offset), term);
        term
    }

    /// The object as the names of inputs call it: different objects of one run have different labels.
    fn uninitialised_label(&self, id: ObjectId) -> String {
        let numbered = |name: &str, count: u64, thread: ThreadId| input_name(name, count, thread);
        match self.names.name(id) {
            ObjectName::Stack { thread, func, slot, count } => {
                let body = self.program.functions[*func].body.as_ref();
                let slot = body.and_then(|body| body.slots.get(*slot));
                let name = slot.and_then(|slot| slot.name.as_deref());
                numbered(name.unwrap_or_else(|| self.function_name(*func)), *count, *thread)
            }
            ObjectName::Heap { thread, count, .. } => numbered("heap", *count, *thread),
            ObjectName::ThreadLocal(_, thread) => {
                format!("{}@{thread}", self.object_name(id).replace('`', ""))
            }
            ObjectName::Unknown { path, ty } => format!("*{path}#{ty}"),
            ObjectName::Environment { what, index } => numbered(what, *index, Names::MAIN),
            ObjectName::Global(_) | ObjectName::Function(_) | ObjectName::Thread(_) => {
                self.object_name(id).replace('`', "")
            }
        }
    }

    /// The value of a register that nobody assigned.
    pub(crate) fn uninitialised_register(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        operand: Option<Operand>,
        ty: Type,
    ) -> Value {
        let bits = ty.bits(&self.program.target);
        let loc = self.here(st, thread).loc;
        let frame = st.thread(thread).top();
        let body = self.program.functions[frame.func].body.as_ref();
        let info = match operand {
            Some(Operand::Reg(reg)) => body.and_then(|body| body.regs.get(reg)),
            _ => None,
        };
        let name = info.and_then(|info| info.name.as_deref()).unwrap_or("without a name");
        let owner = st.thread_mut(thread);
        owner.undefined += 1;
        let name = input_name(&format!("{OF_VARIABLE}{name}"), owner.undefined, thread);
        let value = match &self.given.inputs {
            Some(given) => {
                let value = given.get(&name).and_then(Bits::to_u128).unwrap_or(0);
                Value::of_bits(&mut self.terms, Bits::new(bits, value))
            }
            // The width is part of the variable's name: one count may be reached with another type. No input is
            // called like this.
            None => Value::Term(self.terms.marked_var(&format!("{name}?{bits}"), Sort::Bits(bits))),
        };
        let record =
            InputRecord { name: Rc::from(name), ty: c_name(ty), value, bits, loc, hidden: false };
        self.record_input(st, thread, &record);
        st.inputs.push(record);
        value
    }

    /// Whether a byte of a range was never written.
    pub(crate) fn is_partly_undefined(
        &self,
        st: &State,
        id: ObjectId,
        offset: u64,
        size: u64,
    ) -> bool {
        st.memory.get(id).is_some_and(|object| {
            (offset..offset + size).any(|at| object.byte(at) == Byte::Undefined)
        })
    }

    /// The memory nobody wrote that a path asks something of, as inputs of it.
    pub fn uninitialised_inputs(&mut self, path: &Path) -> Vec<InputRecord> {
        if self.uninitialised.places.is_empty() {
            return Vec::new();
        }
        let mut met = FxHashSet::default();
        for condition in path.iter().filter(|&condition| self.terms.has_marked(condition)) {
            met.extend(self.terms.vars_of(condition));
        }
        let places = met.iter().filter_map(|variable| self.uninitialised.places.get(variable));
        let mut bytes: Vec<(ObjectId, u64, Loc)> = places.copied().collect();
        bytes.sort_unstable_by_key(|&(object, offset, _)| (object, offset));
        let mut records = Vec::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (piece, others) = rest.split_at(piece_length(rest));
            records.extend(self.uninitialised_piece(piece));
            rest = others;
        }
        records
    }

    fn uninitialised_piece(&mut self, piece: &[(ObjectId, u64, Loc)]) -> Option<InputRecord> {
        let &(object, start, loc) = piece.first()?;
        let mut whole: Option<TermId> = None;
        for &(_, offset, _) in piece {
            let byte = self.uninitialised_byte(object, offset, loc);
            whole = Some(match whole {
                None => byte,
                Some(low) => self.terms.concat(byte, low),
            });
        }
        let size = piece.len() as u64;
        Some(InputRecord {
            name: Rc::from(byte_name(&self.uninitialised_label(object), start)),
            ty: integer_name(size),
            value: Value::Term(whole?),
            bits: size as u32 * 8,
            loc,
            hidden: false,
        })
    }
}

fn byte_name(label: &str, offset: u64) -> String {
    format!("{OF_MEMORY}{label}+{offset}")
}

/// How many bytes of a sorted list are one input: as many as a number at this address could have.
fn piece_length(bytes: &[(ObjectId, u64, Loc)]) -> usize {
    let Some(&(object, start, _)) = bytes.first() else { return 0 };
    let follows = |length: u64| {
        start.is_multiple_of(length)
            && (0..length).all(|index| {
                bytes
                    .get(index as usize)
                    .is_some_and(|&(other, offset, _)| (other, offset) == (object, start + index))
            })
    };
    [LARGEST_PIECE, 4, 2].into_iter().find(|&length| follows(length)).unwrap_or(1) as usize
}

/// A byte of one of the given inputs, zero if none of them has it.
fn given_byte(given: &FxHashMap<String, Bits>, label: &str, offset: u64) -> u8 {
    let first = offset.saturating_sub(LARGEST_PIECE - 1);
    let byte = (first..=offset).find_map(|start| {
        let bits = given.get(&byte_name(label, start))?;
        let (within, bytes) = (offset - start, u64::from(bits.width()).div_ceil(8));
        (within < bytes).then(|| bits.to_u64().unwrap_or(0) >> (8 * within))
    });
    byte.unwrap_or(0) as u8
}
