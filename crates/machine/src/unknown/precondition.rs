//! What a precondition means in the state a function starts in.
//!
//! Values are exact: each has as many bits as it needs and a sign, so `n * sizeof *p` never wraps around. A condition that looks
//! at memory through a pointer that is null, or outside of its object, does not hold.

use std::ops::Range;

use raddle_condition::{BitOperator, ConditionError, Kind, Node, Operator, parse};
use raddle_expr::TermId;
use raddle_ir::{
    Arg, Callee, DebugType, DebugTypeId, FuncId, Global, GlobalId, InitPart, Op, Operand, Program,
    Type,
};
use raddle_solver::Path;
use rustc_hash::FxHashMap;

use super::chains::speaks_of_chains;
use super::choice::Leaf;
use super::spelled::{self, basic_integer, is_signed};
use crate::machine::{Machine, SetupError};
use crate::names::{Names, ObjectId};
use crate::place::Place;
use crate::state::State;
use crate::value::Value;

/// Wider values are refused: nobody needs them, and the solver would suffer.
const WIDEST: u32 = 512;

/// Places that bits may be shifted by, and one more.
const LONGEST_SHIFT: u32 = 64;

/// A value with its sign bit, and the condition under which it means something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) term: TermId,
    pub(super) ok: TermId,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    Number(Number),
    Pointer {
        term: TermId,
        to: Option<DebugTypeId>,
        ok: TermId,
    },
    /// Something in memory.
    Memory {
        address: TermId,
        ty: DebugTypeId,
        ok: TermId,
    },
}

pub(super) type Found<T> = Result<T, ConditionError>;

pub(super) struct Evaluation<'e, 'm, 'p> {
    pub(super) machine: &'e mut Machine<'m>,
    pub(super) st: &'e mut State,
    pub(super) text: &'p str,
    /// The names of `all(i, …)`, and the numbers they are.
    pub(super) numbers: Vec<(String, u64)>,
    /// How often conditions of `all(…)` were looked at.
    pub(super) written_out: u32,
    /// When what is looked at has to hold: in `a ==> b`, where `a` does.
    pub(super) given: TermId,
    /// The path, and conjuncts that were looked at before.
    pub(super) so_far: Path,
}

/// What `raddle_requires` of `<raddle.h>` becomes.
const REQUIRES: &str = "raddle_requires_text";

/// The preconditions that a function states in its source.
pub fn required_in_source(program: &Program, func: FuncId) -> Vec<String> {
    let (Some(body), Some(requires)) = (&program.functions[func].body, program.function(REQUIRES))
    else {
        return Vec::new();
    };
    let text = |arg: Option<&Arg>| match arg?.value {
        Operand::Global(text, 0) => text_of(&program.globals[text]),
        _ => None,
    };
    let mut found = Vec::new();
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        let Op::Call { callee: Callee::Direct(callee), args, .. } = &inst.op else { continue };
        if *callee == requires {
            // Macros of the program are known by what they become, unless that is no expression.
            let expanded = text(args.get(1)).filter(|text| parse(text).is_ok());
            found.extend(expanded.or_else(|| text(args.first())));
        }
    }
    found
}

impl Machine<'_> {
    /// Goes on only with arguments and memory that satisfy a precondition of the function that was entered.
    pub fn assume_precondition(&mut self, st: &mut State, text: &str) -> Result<(), SetupError> {
        let node = parse(text).map_err(SetupError::Precondition)?;
        let (given, so_far) = (self.terms.truth(true), st.path.clone());
        let mut evaluation = Evaluation {
            machine: self,
            st,
            text,
            numbers: Vec::new(),
            written_out: 0,
            given,
            so_far,
        };
        let condition = evaluation.positive(&node).map_err(SetupError::Precondition)?;
        if self.assume(st, Names::MAIN, Value::of_term(&self.terms, condition)).is_err() {
            return Err(SetupError::NothingSatisfies(text.to_owned()));
        }
        Ok(())
    }
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn error<T>(&self, span: &Range<usize>, message: impl Into<String>) -> Found<T> {
        let (text, message) = (self.text.to_owned(), message.into());
        Err(ConditionError { text, span: span.clone(), message })
    }

    /// A condition that stands on its own, and its parts that do as long as others have no say: asking for less than what it says only lets more callers in.
    pub(super) fn positive(&mut self, node: &Node) -> Found<TermId> {
        match &node.kind {
            Kind::Binary(Operator::And, a, b) => {
                let a = self.positive(a)?;
                self.so_far = self.so_far.and(a);
                let b = self.positive(b)?;
                Ok(self.machine.terms.and(a, b))
            }
            Kind::Binary(Operator::Or, a, b) => {
                let (first, second) = if speaks_of_chains(a) { (b, a) } else { (a, b) };
                if speaks_of_chains(first) {
                    let message = "of two alternatives, one may speak of chains";
                    return self.error(&node.span, message);
                }
                let always = self.machine.terms.truth(true);
                let one = self.positive_if(always, first)?;
                let otherwise = self.machine.terms.not(one);
                let other = self.positive_if(otherwise, second)?;
                Ok(self.machine.terms.or(one, other))
            }
            Kind::Choice(condition, a, b) => {
                let yes = self.holds(condition)?;
                let no = self.machine.terms.not(yes);
                let (a, b) = (self.positive_if(yes, a)?, self.positive_if(no, b)?);
                Ok(self.machine.terms.ite(yes, a, b))
            }
            Kind::Call(name, arguments) if name == "all" => self.all(node, arguments),
            Kind::Call(name, arguments) if matches!(name.as_str(), "acyclic" | "tree" | "ends") => {
                self.chain(node, name, arguments)
            }
            _ => self.holds(node),
        }
    }

    /// The same for what is asked for under a condition.
    pub(super) fn positive_if(&mut self, given: TermId, node: &Node) -> Found<TermId> {
        let both = self.machine.terms.and(self.given, given);
        let outside = std::mem::replace(&mut self.given, both);
        let so_far = self.so_far.clone();
        self.so_far = self.so_far.and(given);
        let result = self.positive(node);
        self.given = outside;
        self.so_far = so_far;
        result
    }

    pub(super) fn holds(&mut self, node: &Node) -> Found<TermId> {
        let terms = |evaluation: &mut Self, a, b| evaluation.machine.terms.and(a, b);
        match self.meaning(node)? {
            Meaning::Pointer { term, ok, .. } => {
                let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
                let is = self.machine.terms.ne(term, zero);
                Ok(terms(self, is, ok))
            }
            Meaning::Number(Number { term, ok }) => {
                let width = self.machine.terms.width(term);
                let zero = self.machine.terms.constant(width, 0);
                let is = self.machine.terms.ne(term, zero);
                Ok(terms(self, is, ok))
            }
            Meaning::Memory { .. } => self.error(&node.span, "this is no number and no pointer"),
        }
    }

    fn truth(&mut self, term: TermId) -> Meaning {
        let ok = self.machine.terms.truth(true);
        let term = self.machine.terms.zext(term, 2);
        Meaning::Number(Number { term, ok })
    }

    fn constant(&mut self, number: i128) -> Meaning {
        let ok = self.machine.terms.truth(true);
        let term = self.machine.terms.constant(128, number as u128);
        // Only as wide as it has to be.
        let magnitude = if number < 0 { !number } else { number };
        let bits = (129 - magnitude.leading_zeros()).min(128);
        let term = self.machine.terms.extract(term, bits - 1, 0);
        Meaning::Number(Number { term, ok })
    }

    /// What a part means; memory is read.
    fn meaning(&mut self, node: &Node) -> Found<Meaning> {
        match self.place(node)? {
            Meaning::Memory { address, ty, ok } => self.read(node, address, ty, ok),
            other => Ok(other),
        }
    }

    pub(super) fn number(&mut self, node: &Node) -> Found<Number> {
        match self.meaning(node)? {
            Meaning::Number(number) => Ok(number),
            Meaning::Pointer { .. } => self.error(&node.span, "this is a pointer, not a number"),
            Meaning::Memory { .. } => self.error(&node.span, "this is no number"),
        }
    }

    pub(super) fn pointer(&mut self, node: &Node) -> Found<(TermId, Option<DebugTypeId>, TermId)> {
        match self.meaning(node)? {
            Meaning::Pointer { term, to, ok } => Ok((term, to, ok)),
            Meaning::Memory { .. } | Meaning::Number(_) => {
                self.error(&node.span, "this is no pointer")
            }
        }
    }

    /// What a part means; something in memory is where it is.
    pub(super) fn place(&mut self, node: &Node) -> Found<Meaning> {
        match &node.kind {
            Kind::Number(number) => Ok(self.constant(*number)),
            Kind::Name(name) => self.named(node, name),
            Kind::Not(of) => {
                let of = self.holds(of)?;
                let not = self.machine.terms.not(of);
                Ok(self.truth(not))
            }
            Kind::Negative(of) => {
                let Number { term, ok } = self.number(of)?;
                let width = self.machine.terms.width(term) + 1;
                let wide = self.machine.terms.sext(term, width);
                let term = self.machine.terms.neg(wide);
                Ok(Meaning::Number(Number { term, ok }))
            }
            Kind::Pointee(of) => {
                let (address, to, ok) = self.pointer(of)?;
                self.pointee(node, address, to, ok)
            }
            Kind::AddressOf(of) => match self.place(of)? {
                Meaning::Memory { address, ty, ok } => {
                    Ok(Meaning::Pointer { term: address, to: Some(ty), ok })
                }
                Meaning::Number(_) | Meaning::Pointer { .. } => {
                    self.error(&node.span, "only what is in memory has an address")
                }
            },
            Kind::SizeOf(of) => self.size_of(of),
            Kind::SizeOfType(name) => self.size_of_type(node, name),
            Kind::OffsetOf(ty, member) => self.offset_of(node, ty, member),
            Kind::Cast(ty, of) => self.cast(node, ty, of),
            Kind::Member { of, name, arrow } => self.member(node, of, name, *arrow),
            Kind::Index(array, index) => self.element(node, array, index),
            Kind::Binary(operator, a, b) => self.binary(*operator, a, b),
            Kind::Bits(operator, a, b) => self.bits(node, *operator, a, b),
            Kind::Choice(condition, a, b) => self.choice(node, condition, a, b),
            Kind::Call(name, arguments) => self.predicate(node, name, arguments),
        }
    }

    fn pointee(
        &mut self,
        node: &Node,
        address: TermId,
        to: Option<DebugTypeId>,
        ok: TermId,
    ) -> Found<Meaning> {
        match to {
            Some(ty) => Ok(Meaning::Memory { address, ty, ok }),
            None => self.error(&node.span, "what this points to has no type"),
        }
    }

    fn named(&mut self, node: &Node, name: &str) -> Found<Meaning> {
        let bound = self.numbers.iter().rev().find(|(known, _)| known == name);
        if let Some(&(_, number)) = bound {
            return Ok(self.constant(i128::from(number)));
        }
        let frame = self.st.threads[0].frames[0].clone();
        let program = self.machine.program;
        let function = &program.functions[frame.func];
        let Some(body) = &function.body else { return self.error(&node.span, "no such name") };
        for param in &function.params {
            if body.regs[param.reg].name.as_deref() != Some(name) {
                continue;
            }
            let value = frame.regs[param.reg.0 as usize];
            return self.parameter(node, name, param.ty, param.debug_type, value);
        }
        let is_called = |global: &raddle_ir::Global| {
            global.source_name.as_deref().unwrap_or(&global.name) == name
        };
        let found = program.globals.iter().find(|(_, global)| is_called(global));
        if let Some((id, global)) = found {
            let Some(ty) = global.ty else {
                return self
                    .error(&node.span, format!("`{name}` has no type in debug information"));
            };
            return self.global(node, id, ty);
        }
        if let Some(number) = spelled::enumerator(program, name) {
            return Ok(self.constant(i128::from(number)));
        }
        if body.slots.values().any(|slot| slot.name.as_deref() == Some(name)) {
            return self.error(&node.span, in_registers(name));
        }
        let known: Vec<String> = function
            .params
            .iter()
            .filter_map(|param| body.regs[param.reg].name.clone())
            .map(|name| format!("`{name}`"))
            .collect();
        let known = match known.is_empty() {
            true if function.params.is_empty() => "takes none".to_owned(),
            true => "has none; was it compiled without debug information?".to_owned(),
            false => format!("has {}", known.join(", ")),
        };
        let macros = match name.chars().any(|c| c.is_ascii_lowercase()) {
            true => "",
            false => " (macros are known in `raddle_requires` only)",
        };
        let message = format!(
            "there is no parameter, global variable or enumerator `{name}`{macros}; the function {known}"
        );
        self.error(&node.span, message)
    }

    fn global(&mut self, node: &Node, id: GlobalId, ty: DebugTypeId) -> Found<Meaning> {
        let Some(address) = self.machine.address_of_global(id) else {
            return self.error(&node.span, "every thread has its own of this variable");
        };
        let address =
            self.machine.terms.constant(self.machine.facts.pointer_bits, u128::from(address));
        let ok = self.machine.terms.truth(true);
        Ok(Meaning::Memory { address, ty, ok })
    }

    fn parameter(
        &mut self,
        node: &Node,
        name: &str,
        ty: Type,
        debug: Option<DebugTypeId>,
        value: Value,
    ) -> Found<Meaning> {
        let ok = self.machine.terms.truth(true);
        let Some(debug) = debug else {
            let message = format!(
                "the type of `{name}` is not known: compile with -g, or give the source of the function"
            );
            return self.error(&node.span, message);
        };
        let width = ty.bits(&self.machine.program.target);
        let term = value.term(&mut self.machine.terms, width);
        match self.machine.program.types[self.machine.resolved(debug)] {
            DebugType::Pointer { to, .. } => Ok(Meaning::Pointer { term, to, ok }),
            DebugType::Struct { .. } if ty == Type::Ptr => {
                Ok(Meaning::Memory { address: term, ty: debug, ok })
            }
            DebugType::Struct { .. } => self.error(&node.span, in_registers(name)),
            _ => self.scalar(node, debug, term, ok),
        }
    }

    /// A member of a struct that is passed by value, and that has a register of its own.
    fn part_in_register(&mut self, node: &Node) -> Option<Found<Meaning>> {
        let path = node.member_path()?;
        let frame = &self.st.threads[0].frames[0];
        let params = self.machine.program.functions[frame.func].params.iter();
        let found = params.filter_map(|param| {
            let part = self.machine.part_of_parameter(frame.func, param)?;
            (part.path == path).then(|| (param.ty, part.ty, frame.regs[param.reg.0 as usize]))
        });
        let (ty, debug, value) = found.into_iter().next()?;
        Some(self.parameter(node, &path, ty, Some(debug), value))
    }

    /// A number of a type from its bits.
    fn scalar(&mut self, node: &Node, ty: DebugTypeId, term: TermId, ok: TermId) -> Found<Meaning> {
        let width = self.machine.terms.width(term);
        let signed = match &self.machine.program.types[self.machine.resolved(ty)] {
            DebugType::Signed { .. } => true,
            DebugType::Enum { values, .. } => is_signed(values),
            DebugType::Char { signed, .. } => *signed,
            DebugType::Unsigned { .. } | DebugType::Bool { .. } => false,
            _ => {
                let name = self.machine.type_text(ty);
                let message =
                    format!("a `{name}` is no integer and no pointer, and cannot be spoken of");
                return self.error(&node.span, message);
            }
        };
        let term = if signed { term } else { self.machine.terms.zext(term, width + 1) };
        Ok(Meaning::Number(Number { term, ok }))
    }

    fn read(
        &mut self,
        node: &Node,
        address: TermId,
        ty: DebugTypeId,
        ok: TermId,
    ) -> Found<Meaning> {
        let resolved = self.machine.resolved(ty);
        if let DebugType::Array { element, .. } = self.machine.program.types[resolved] {
            return Ok(Meaning::Pointer { term: address, to: Some(element), ok });
        }
        let Some(size) = self.machine.type_size(ty).filter(|_| !self.machine.is_struct(ty)) else {
            return Ok(Meaning::Memory { address, ty, ok });
        };
        let (term, inside) = self.load(node, address, size)?;
        let ok = self.machine.terms.and(ok, inside);
        if let DebugType::Pointer { to, .. } = self.machine.program.types[resolved] {
            return Ok(Meaning::Pointer { term, to, ok });
        }
        self.scalar(node, ty, term, ok)
    }

    /// The places a pointer may be at, but null.
    pub(super) fn places(
        &mut self,
        node: &Node,
        address: TermId,
    ) -> Found<Vec<(Leaf, ObjectId, TermId)>> {
        let Some(leaves) = self.machine.leaves(address, &mut FxHashMap::default()) else {
            return self.error(&node.span, "this may point to too many places: there are fewer with --array-elements 4, or the like");
        };
        let width = self.machine.facts.pointer_bits;
        let mut places = Vec::new();
        for leaf in leaves {
            let Some((id, offset)) = self.machine.names.resolve(leaf.base) else { continue };
            if self.st.memory.get(id).is_none() {
                continue;
            }
            let offset = crate::value::mask(width, offset as u64);
            let offset = self.machine.terms.constant(width, u128::from(offset));
            let offset = match leaf.more {
                Some(more) => self.machine.terms.add(offset, more),
                None => offset,
            };
            places.push((leaf, id, offset));
        }
        Ok(places)
    }

    /// What is at an address, and the condition under which something is there.
    fn load(&mut self, node: &Node, address: TermId, size: u64) -> Found<(TermId, TermId)> {
        let bits = size as u32 * 8;
        let mut value = self.machine.terms.constant(bits, 0);
        let mut ok = self.machine.terms.truth(false);
        for (leaf, id, offset) in self.places(node, address)? {
            let inside = self.machine.inside(self.st, id, offset, size);
            if self.machine.terms.as_u64(inside) == Some(0) {
                continue;
            }
            match self.machine.terms.as_u64(offset) {
                Some(start) => self.machine.unfold(self.st, id, start..start + size),
                None => self.machine.unfold_all(self.st, id),
            }
            let offset = Value::of_term(&self.machine.terms, offset);
            let place = Place { object: id, offset };
            let ty = Type::Int(bits as u16);
            let Ok(loaded) = self.machine.load(self.st, Names::MAIN, place, ty) else {
                return self.error(&node.span, "this may be at too many places");
            };
            let loaded = self.machine.defined_or_marked(self.st, Names::MAIN, loaded, ty);
            let loaded = loaded.term(&mut self.machine.terms, bits);
            value = self.machine.terms.ite(leaf.guard, loaded, value);
            let here = self.machine.terms.and(leaf.guard, inside);
            ok = self.machine.terms.or(ok, here);
        }
        Ok((value, ok))
    }

    fn size_of(&mut self, of: &Node) -> Found<Meaning> {
        let bytes = match self.place(of)? {
            Meaning::Memory { ty, .. } => self.machine.type_size(ty),
            Meaning::Pointer { .. } => Some(u64::from(self.machine.facts.pointer_bits / 8)),
            Meaning::Number(Number { term, .. }) => {
                Some(u64::from(self.machine.terms.width(term) / 8))
            }
        };
        match bytes {
            Some(bytes) => Ok(self.constant(i128::from(bytes))),
            None => self.error(&of.span, "the size of this is not known"),
        }
    }

    fn size_of_type(&mut self, node: &Node, name: &str) -> Found<Meaning> {
        if name.ends_with('*') {
            return Ok(self.constant(i128::from(self.machine.facts.pointer_bits / 8)));
        }
        let found = self.machine.types_called(name);
        let size = found.into_iter().find_map(|id| self.machine.type_size(id));
        let basic = || spelled::basic_size(name, self.machine.facts.pointer_bits);
        match size.or_else(basic) {
            Some(size) => Ok(self.constant(i128::from(size))),
            None => self.error(&node.span, format!("the program does not use a type `{name}`")),
        }
    }

    fn offset_of(&mut self, node: &Node, ty: &str, member: &str) -> Found<Meaning> {
        let found = self.machine.types_called(ty);
        let Some(id) = found.into_iter().find(|&id| self.machine.is_struct(id)) else {
            return self.error(&node.span, format!("the program does not use a struct `{ty}`"));
        };
        let (mut bits, mut at) = (0, id);
        for name in member.split('.') {
            let (start, field) = self.field(node, at, name.trim())?;
            (bits, at) = (bits + start, field);
        }
        Ok(self.constant(i128::from(bits / 8)))
    }

    /// A pointer that is taken for one to something else, or a number of another type: as in C, that may make it another number.
    fn cast(&mut self, node: &Node, ty: &str, of: &Node) -> Found<Meaning> {
        let width = self.machine.facts.pointer_bits;
        let value = self.meaning(of)?;
        if let Some(pointee) = ty.strip_suffix('*') {
            let to = self.machine.types_called(pointee).into_iter().next();
            let is_basic =
                spelled::is_void(pointee) || spelled::basic_size(pointee, width).is_some();
            if to.is_none() && !is_basic {
                let message = format!("the program does not use a type `{}`", pointee.trim());
                return self.error(&node.span, message);
            }
            return match value {
                Meaning::Pointer { term, ok, .. } => Ok(Meaning::Pointer { term, to, ok }),
                Meaning::Number(Number { term, ok }) => {
                    Ok(Meaning::Pointer { term: self.resized(term, width), to, ok })
                }
                Meaning::Memory { .. } => self.error(&of.span, "this is no number and no pointer"),
            };
        }
        let Meaning::Number(Number { term, ok }) = value else {
            return self.error(&of.span, "only a number becomes a number by a cast");
        };
        let known = self.machine.types_called(ty).into_iter();
        let known = known.filter_map(|id| self.machine.integer_type(id)).next();
        let Some((bits, signed)) = known.or_else(|| basic_integer(ty, width)) else {
            return self.error(&node.span, format!("`{ty}` is no type of integers that is known"));
        };
        let cut = self.resized(term, bits);
        let term = if signed { cut } else { self.machine.terms.zext(cut, bits + 1) };
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// A member of a type, and the bit it begins with.
    pub(super) fn field(
        &self,
        node: &Node,
        ty: DebugTypeId,
        name: &str,
    ) -> Found<(u64, DebugTypeId)> {
        let text = self.machine.type_text(ty);
        let known = &self.machine.program.types[self.machine.resolved(ty)];
        let DebugType::Struct { fields, .. } = known else {
            return self.error(&node.span, format!("`{text}` is no struct"));
        };
        if fields.is_empty() {
            let message = format!("`{text}` is only declared: what it has is not known here");
            return self.error(&node.span, message);
        }
        let Some((start, field)) = self.machine.member_of(fields, name) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let message = format!("`{text}` has no member `{name}`, only {}", known.join(", "));
            return self.error(&node.span, message);
        };
        if start % 8 != 0 || field.bits % 8 != 0 {
            return self.error(&node.span, "bit-fields cannot be spoken of");
        }
        Ok((start, field.ty))
    }

    fn member(&mut self, node: &Node, of: &Node, name: &str, arrow: bool) -> Found<Meaning> {
        if let Some(part) = self.part_in_register(node) {
            return part;
        }
        let (address, ty, ok) = if arrow {
            match self.pointer(of)? {
                (address, Some(ty), ok) => (address, ty, ok),
                _ => return self.error(&of.span, "what this points to has no type"),
            }
        } else {
            match self.place(of)? {
                Meaning::Memory { address, ty, ok } => (address, ty, ok),
                Meaning::Pointer { .. } => {
                    return self.error(&of.span, "this is a pointer: use `->`");
                }
                Meaning::Number(_) => return self.error(&of.span, "this is no struct"),
            }
        };
        let (start, ty) = self.field(node, ty, name)?;
        let offset = start / 8;
        let offset =
            self.machine.terms.constant(self.machine.facts.pointer_bits, u128::from(offset));
        let address = self.machine.terms.add(address, offset);
        Ok(Meaning::Memory { address, ty, ok })
    }

    fn element(&mut self, node: &Node, array: &Node, index: &Node) -> Found<Meaning> {
        let (address, to, ok) = self.moved(array, index, false)?;
        self.pointee(node, address, to, ok)
    }

    /// A pointer plus or minus a number, in elements; what has no type is made of bytes.
    fn moved(
        &mut self,
        array: &Node,
        index: &Node,
        back: bool,
    ) -> Found<(TermId, Option<DebugTypeId>, TermId)> {
        let (address, to, ok) = self.pointer(array)?;
        let index = self.number(index)?;
        let width = self.machine.facts.pointer_bits;
        let size = self.size_behind(array, to)?;
        let mut term = self.resized(index.term, width);
        if back {
            term = self.machine.terms.neg(term);
        }
        let size = self.machine.terms.constant(width, u128::from(size));
        let offset = self.machine.terms.mul(term, size);
        let address = self.machine.terms.add(address, offset);
        let ok = self.machine.terms.and(ok, index.ok);
        Ok((address, to, ok))
    }

    fn size_behind(&self, pointer: &Node, to: Option<DebugTypeId>) -> Found<u64> {
        let size = to.map_or(Some(1), |to| self.machine.type_size(to)).filter(|&size| size > 0);
        match size {
            Some(size) => Ok(size),
            None => self.error(&pointer.span, "the size of what this points to is not known"),
        }
    }

    fn resized(&mut self, term: TermId, width: u32) -> TermId {
        match self.machine.terms.width(term) {
            narrow if narrow < width => self.machine.terms.sext(term, width),
            _ => self.machine.terms.extract(term, width - 1, 0),
        }
    }

    /// What is computed with bits, of numbers with so many of them as it takes.
    fn bits(&mut self, node: &Node, operator: BitOperator, a: &Node, b: &Node) -> Found<Meaning> {
        let (left, right) = (self.number(a)?, self.number(b)?);
        let terms = &mut self.machine.terms;
        let ok = terms.and(left.ok, right.ok);
        let more = if operator == BitOperator::ShiftLeft { LONGEST_SHIFT } else { 0 };
        // Wide enough to tell how far one may shift.
        let width = terms.width(left.term).max(terms.width(right.term)).max(8) + more;
        if width > WIDEST {
            return self.error(&node.span, "this is too large a number");
        }
        let (x, y) = (terms.sext(left.term, width), terms.sext(right.term, width));
        let term = match operator {
            BitOperator::And => terms.and(x, y),
            BitOperator::Or => terms.or(x, y),
            BitOperator::Xor => terms.xor(x, y),
            BitOperator::ShiftLeft => terms.shl(x, y),
            BitOperator::ShiftRight => terms.ashr(x, y),
        };
        let ok = match operator {
            BitOperator::And | BitOperator::Or | BitOperator::Xor => ok,
            BitOperator::ShiftLeft | BitOperator::ShiftRight => {
                // What is negative is far too large here.
                let limit = terms.constant(width, u128::from(LONGEST_SHIFT));
                let possible = terms.ult(y, limit);
                terms.and(ok, possible)
            }
        };
        Ok(Meaning::Number(Number { term, ok }))
    }

    fn choice(&mut self, node: &Node, condition: &Node, a: &Node, b: &Node) -> Found<Meaning> {
        let which = self.holds(condition)?;
        let (one, other) = (self.meaning(a)?, self.meaning(b)?);
        if let (Meaning::Number(one), Meaning::Number(other)) = (one, other) {
            let terms = &mut self.machine.terms;
            let width = terms.width(one.term).max(terms.width(other.term));
            let (x, y) = (terms.sext(one.term, width), terms.sext(other.term, width));
            let (term, ok) = (terms.ite(which, x, y), terms.ite(which, one.ok, other.ok));
            return Ok(Meaning::Number(Number { term, ok }));
        }
        let to = match (one, other) {
            (Meaning::Pointer { to, .. }, _) | (_, Meaning::Pointer { to, .. }) => to,
            _ => return self.error(&node.span, "this is no number and no pointer"),
        };
        let ((x, x_ok), (y, y_ok)) = (self.address(a, one)?, self.address(b, other)?);
        let terms = &mut self.machine.terms;
        let (term, ok) = (terms.ite(which, x, y), terms.ite(which, x_ok, y_ok));
        Ok(Meaning::Pointer { term, to, ok })
    }

    fn binary(&mut self, operator: Operator, a: &Node, b: &Node) -> Found<Meaning> {
        if let Operator::And | Operator::Or = operator {
            let (a, b) = (self.holds(a)?, self.holds(b)?);
            let both = match operator {
                Operator::And => self.machine.terms.and(a, b),
                _ => self.machine.terms.or(a, b),
            };
            return Ok(self.truth(both));
        }
        let (left, right) = (self.meaning(a)?, self.meaning(b)?);
        let (left, right) = match (left, right) {
            (Meaning::Number(left), Meaning::Number(right)) => (left, right),
            (Meaning::Memory { .. }, _) => return self.error(&a.span, "this is no number"),
            (_, Meaning::Memory { .. }) => return self.error(&b.span, "this is no number"),
            (left, right) => return self.compare_pointers(operator, (a, left), (b, right)),
        };
        let terms = &mut self.machine.terms;
        let ok = terms.and(left.ok, right.ok);
        let (x, y) = (terms.width(left.term), terms.width(right.term));
        let width = match operator {
            Operator::Multiply => x + y,
            Operator::Add | Operator::Subtract | Operator::Divide | Operator::Remainder => {
                x.max(y) + 1
            }
            _ => x.max(y),
        };
        if width > WIDEST {
            return self.error(&(a.span.start..b.span.end), "this is too large a number");
        }
        let (x, y) = (terms.sext(left.term, width), terms.sext(right.term, width));
        let truth = match operator {
            Operator::Add => return Ok(Meaning::Number(Number { term: terms.add(x, y), ok })),
            Operator::Subtract => return Ok(Meaning::Number(Number { term: terms.sub(x, y), ok })),
            Operator::Multiply => return Ok(Meaning::Number(Number { term: terms.mul(x, y), ok })),
            Operator::Divide | Operator::Remainder if terms.as_u64(y) == Some(0) => {
                return self.error(&b.span, "nothing can be divided by this, which is zero");
            }
            Operator::Divide | Operator::Remainder => {
                let zero = terms.constant(width, 0);
                let divides = terms.ne(y, zero);
                let ok = terms.and(ok, divides);
                let term = match operator {
                    Operator::Divide => terms.sdiv(x, y),
                    _ => terms.srem(x, y),
                };
                return Ok(Meaning::Number(Number { term, ok }));
            }
            Operator::Equal => terms.eq(x, y),
            Operator::NotEqual => terms.ne(x, y),
            Operator::Less => terms.slt(x, y),
            Operator::LessEqual => terms.sle(x, y),
            Operator::Greater => terms.slt(y, x),
            Operator::GreaterEqual => terms.sle(y, x),
            Operator::And | Operator::Or => unreachable!("they were looked at above"),
        };
        let term = terms.zext(truth, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Equality of pointers, null among them, a pointer and a number, and how far two pointers into one object are apart.
    fn compare_pointers(
        &mut self,
        operator: Operator,
        (a, left): (&Node, Meaning),
        (b, right): (&Node, Meaning),
    ) -> Found<Meaning> {
        let span = a.span.start..b.span.end;
        let moved = match (operator, left, right) {
            (Operator::Add, Meaning::Pointer { .. }, Meaning::Number(_)) => Some((a, b, false)),
            (Operator::Add, Meaning::Number(_), Meaning::Pointer { .. }) => Some((b, a, false)),
            (Operator::Subtract, Meaning::Pointer { .. }, Meaning::Number(_)) => Some((a, b, true)),
            _ => None,
        };
        if let Some((pointer, number, back)) = moved {
            let (term, to, ok) = self.moved(pointer, number, back)?;
            return Ok(Meaning::Pointer { term, to, ok });
        }
        if let (Operator::Subtract, Meaning::Pointer { to, .. }, Meaning::Pointer { .. }) =
            (operator, left, right)
        {
            return self.distance(a, b, to);
        }
        let (x, x_ok) = self.address(a, left)?;
        let (y, y_ok) = self.address(b, right)?;
        let terms = &mut self.machine.terms;
        let ok = terms.and(x_ok, y_ok);
        let truth = match operator {
            Operator::Equal => terms.eq(x, y),
            Operator::NotEqual => terms.ne(x, y),
            Operator::Less => terms.ult(x, y),
            Operator::LessEqual => terms.ule(x, y),
            Operator::Greater => terms.ult(y, x),
            Operator::GreaterEqual => terms.ule(y, x),
            _ => return self.error(&span, "pointers cannot be computed with like this"),
        };
        let term = terms.zext(truth, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Elements between two pointers into one object.
    fn distance(&mut self, a: &Node, b: &Node, to: Option<DebugTypeId>) -> Found<Meaning> {
        let size = self.size_behind(a, to)?;
        let together = self.aliases(a, b)?;
        let ((x, ..), (y, ..)) = (self.pointer(a)?, self.pointer(b)?);
        let Meaning::Number(Number { term: together, ok }) = together else {
            return self.error(&a.span, "this is no pointer");
        };
        let terms = &mut self.machine.terms;
        let together = terms.extract(together, 0, 0);
        let bytes = terms.sub(x, y);
        let size = terms.constant(terms.width(bytes), u128::from(size));
        let (term, ok) = (terms.sdiv(bytes, size), terms.and(ok, together));
        Ok(Meaning::Number(Number { term, ok }))
    }

    fn address(&mut self, node: &Node, meaning: Meaning) -> Found<(TermId, TermId)> {
        let width = self.machine.facts.pointer_bits;
        match meaning {
            Meaning::Pointer { term, ok, .. } => Ok((term, ok)),
            Meaning::Number(Number { term, ok }) if self.machine.terms.as_u64(term) == Some(0) => {
                Ok((self.machine.terms.constant(width, 0), ok))
            }
            Meaning::Number(_) | Meaning::Memory { .. } => {
                self.error(&node.span, "a pointer is compared with this, which is none")
            }
        }
    }
}

/// What is said of a struct that compilers take apart.
fn in_registers(name: &str) -> String {
    format!(
        "`{name}` is no parameter, or one whose parts are passed in registers, which cannot be spoken of: check a function that takes a pointer to it and passes on what it points to"
    )
}

/// The text of a string literal.
fn text_of(global: &Global) -> Option<String> {
    let parts = &global.init.as_ref()?.parts;
    let [(0, InitPart::Bytes(bytes))] = parts.as_slice() else { return None };
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    Some(String::from_utf8_lossy(text).into_owned())
}
