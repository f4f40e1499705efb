//! What a precondition means in the state a function starts in.
//!
//! Values are exact: each has as many bits as it needs and a sign, so `n * sizeof *p` never wraps around. A condition that looks
//! at memory through a pointer that is null, or outside of its object, does not hold.

use std::ops::Range;

use raddle_condition::{ConditionError, Kind, Node, Operator, parse};
use raddle_expr::TermId;
use raddle_ir::{
    Callee, DebugType, DebugTypeId, FuncId, Global, GlobalId, InitPart, Op, Operand, Type,
};
use raddle_solver::Answer;
use rustc_hash::FxHashMap;

use super::UnknownPart;
use super::choice::Leaf;
use crate::fault::Assumed;
use crate::machine::{Machine, SetupError};
use crate::names::{Names, ObjectId};
use crate::place::Place;
use crate::state::State;
use crate::value::Value;

/// Predicates, as they are shown to people.
const PREDICATES: &str = "size(p), null(p), string(p), aliases(p, q), acyclic(p, member)";
/// Wider values are refused: nobody needs them, and the solver would suffer.
const WIDEST: u32 = 512;

/// Paths of pointers whose objects get a length of their own because preconditions speak of it.
pub(crate) fn sized_paths(texts: &[String]) -> Vec<String> {
    let mut paths = Vec::new();
    for node in texts.iter().filter_map(|text| parse(text).ok()) {
        node.for_each_call(&mut |name, arguments| {
            if let ("size" | "string", [pointer]) = (name, arguments) {
                paths.extend(pointer.path());
            }
        });
    }
    paths
}

/// A value with its sign bit, and the condition under which it means something.
#[derive(Clone, Copy, Debug)]
struct Number {
    term: TermId,
    ok: TermId,
}

#[derive(Clone, Copy, Debug)]
enum Meaning {
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

type Found<T> = Result<T, ConditionError>;

struct Evaluation<'e, 'm, 'p> {
    machine: &'e mut Machine<'m>,
    st: &'e mut State,
    text: &'p str,
}

/// What `raddle_requires` of `<raddle.h>` becomes.
const REQUIRES: &str = "raddle_requires_text";

impl Machine<'_> {
    /// The preconditions that a function states in its source.
    pub(crate) fn required_in_source(&self, func: FuncId) -> Vec<String> {
        let program = self.program;
        let (Some(body), Some(requires)) =
            (&program.functions[func].body, program.function(REQUIRES))
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            let Op::Call { callee: Callee::Direct(callee), args, .. } = &inst.op else { continue };
            if let (true, Some(Operand::Global(text, 0))) =
                (*callee == requires, args.first().map(|arg| arg.value))
            {
                found.extend(text_of(&program.globals[text]));
            }
        }
        found
    }

    /// Goes on only with arguments and memory that satisfy a precondition of the function that was entered.
    pub fn assume_precondition(&mut self, st: &mut State, text: &str) -> Result<(), SetupError> {
        let node = parse(text).map_err(SetupError::Precondition)?;
        let mut evaluation = Evaluation { machine: self, st, text };
        let condition = evaluation.required(&node).map_err(SetupError::Precondition)?;
        if self.assume(st, Names::MAIN, Value::of_term(&self.terms, condition)).is_err() {
            return Err(SetupError::NothingSatisfies(text.to_owned()));
        }
        Ok(())
    }

    /// The chains that must end, as far as they were met, do.
    pub(super) fn keep_acyclic(&mut self, st: &mut State) {
        for (root, offset) in st.unknowns.acyclic.clone() {
            let ends = self.chain_ends(st, root, offset);
            if self.terms.as_u64(ends) == Some(1) {
                continue;
            }
            if !self.terms.eval_bool(ends, &st.model)
                && let Answer::Sat(model) = self.solver.check(&mut self.terms, &st.path, &[ends])
            {
                st.model = model;
            }
            st.path = st.path.and(ends);
        }
    }

    /// Whether the chain of pointers from `root` through the members at an offset ends, or comes to what was not met yet.
    fn chain_ends(&mut self, st: &State, root: Value, offset: u64) -> TermId {
        let zero = self.terms.constant(self.facts.pointer_bits, 0);
        let mut nexts: FxHashMap<u64, TermId> = FxHashMap::default();
        for object in st.unknowns.objects() {
            let is_next = |part: &&UnknownPart| part.offset == offset && part.ty.is_none();
            if let Some(part) = object.parts.iter().find(is_next) {
                let next = part.value.term(&mut self.terms, self.facts.pointer_bits);
                nexts.insert(self.names.base(object.id), next);
            }
        }
        let mut at = root.term(&mut self.terms, self.facts.pointer_bits);
        for _ in 0..=nexts.len() {
            let Some(leaves) = self.leaves(at, &mut FxHashMap::default()) else {
                return self.terms.truth(true);
            };
            let mut next = zero;
            for leaf in leaves {
                if let Some(&following) = nexts.get(&leaf.base) {
                    next = self.terms.ite(leaf.guard, following, next);
                }
            }
            if next == zero {
                return self.terms.truth(true);
            }
            at = next;
        }
        self.terms.eq(at, zero)
    }
}

impl Evaluation<'_, '_, '_> {
    fn error<T>(&self, span: &Range<usize>, message: impl Into<String>) -> Found<T> {
        let (text, message) = (self.text.to_owned(), message.into());
        Err(ConditionError { text, span: span.clone(), message })
    }

    /// A condition as a whole: its conjuncts one by one.
    fn required(&mut self, node: &Node) -> Found<TermId> {
        match &node.kind {
            Kind::Binary(Operator::And, a, b) => {
                let (a, b) = (self.required(a)?, self.required(b)?);
                Ok(self.machine.terms.and(a, b))
            }
            Kind::Call(name, arguments) if name == "acyclic" => self.acyclic(node, arguments),
            _ => self.holds(node),
        }
    }

    fn holds(&mut self, node: &Node) -> Found<TermId> {
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

    fn number(&mut self, node: &Node) -> Found<Number> {
        match self.meaning(node)? {
            Meaning::Number(number) => Ok(number),
            Meaning::Pointer { .. } => self.error(&node.span, "this is a pointer, not a number"),
            Meaning::Memory { .. } => self.error(&node.span, "this is no number"),
        }
    }

    fn pointer(&mut self, node: &Node) -> Found<(TermId, Option<DebugTypeId>, TermId)> {
        match self.meaning(node)? {
            Meaning::Pointer { term, to, ok } => Ok((term, to, ok)),
            Meaning::Memory { .. } | Meaning::Number(_) => {
                self.error(&node.span, "this is no pointer")
            }
        }
    }

    /// What a part means; something in memory is where it is.
    fn place(&mut self, node: &Node) -> Found<Meaning> {
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
            Kind::Member { of, name, arrow } => self.member(node, of, name, *arrow),
            Kind::Index(array, index) => self.element(node, array, index),
            Kind::Binary(operator, a, b) => self.binary(*operator, a, b),
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
        let known: Vec<String> = function
            .params
            .iter()
            .filter_map(|param| body.regs[param.reg].name.clone())
            .map(|name| format!("`{name}`"))
            .collect();
        let known = match known.is_empty() {
            true => "has none; was it compiled without debug information?".to_owned(),
            false => format!("has {}", known.join(", ")),
        };
        let message =
            format!("there is no parameter or global variable `{name}`; the function {known}");
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
            _ => self.scalar(node, debug, term, ok),
        }
    }

    /// A number of a type from its bits.
    fn scalar(&mut self, node: &Node, ty: DebugTypeId, term: TermId, ok: TermId) -> Found<Meaning> {
        let width = self.machine.terms.width(term);
        let signed = match &self.machine.program.types[self.machine.resolved(ty)] {
            DebugType::Signed { .. } | DebugType::Enum { .. } => true,
            DebugType::Char { signed, .. } => *signed,
            DebugType::Unsigned { .. } | DebugType::Bool { .. } => false,
            _ => {
                let name = self.machine.type_text(ty);
                return self.error(&node.span, format!("a `{name}` is no integer and no pointer"));
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
    fn places(&mut self, node: &Node, address: TermId) -> Found<Vec<(Leaf, ObjectId, TermId)>> {
        let Some(leaves) = self.machine.leaves(address, &mut FxHashMap::default()) else {
            return self.error(&node.span, "this may point to too many places");
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
        let plain: Vec<&str> = name.split_whitespace().collect();
        let plain = plain.join(" ");
        let types = self.machine.program.types.iter();
        let found = types.filter(|&(id, _)| self.machine.type_text(id) == plain);
        let size = found.filter_map(|(id, _)| self.machine.type_size(id)).next();
        match size.or(basic_size(&plain)) {
            Some(size) => Ok(self.constant(i128::from(size))),
            None => self.error(&node.span, format!("the program does not use a type `{name}`")),
        }
    }

    fn member(&mut self, node: &Node, of: &Node, name: &str, arrow: bool) -> Found<Meaning> {
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
        let text = self.machine.type_text(ty);
        let DebugType::Struct { fields, .. } =
            &self.machine.program.types[self.machine.resolved(ty)]
        else {
            return self.error(&of.span, format!("`{text}` is no struct"));
        };
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let message = format!("`{text}` has no member `{name}`, only {}", known.join(", "));
            return self.error(&node.span, message);
        };
        if field.offset_bits % 8 != 0 || field.bits % 8 != 0 {
            return self.error(&node.span, "bit-fields cannot be spoken of");
        }
        let (offset, ty) = (field.offset_bits / 8, field.ty);
        let offset =
            self.machine.terms.constant(self.machine.facts.pointer_bits, u128::from(offset));
        let address = self.machine.terms.add(address, offset);
        Ok(Meaning::Memory { address, ty, ok })
    }

    fn element(&mut self, node: &Node, array: &Node, index: &Node) -> Found<Meaning> {
        let (address, to, ok) = self.pointer(array)?;
        let index = self.number(index)?;
        let width = self.machine.facts.pointer_bits;
        let size = to.and_then(|to| self.machine.type_size(to));
        let (Some(size), Some(ty)) = (size, to) else {
            return self.error(&array.span, "the size of what this points to is not known");
        };
        let term = self.resized(index.term, width);
        let size = self.machine.terms.constant(width, u128::from(size));
        let offset = self.machine.terms.mul(term, size);
        let address = self.machine.terms.add(address, offset);
        let ok = self.machine.terms.and(ok, index.ok);
        self.pointee(node, address, Some(ty), ok)
    }

    fn resized(&mut self, term: TermId, width: u32) -> TermId {
        match self.machine.terms.width(term) {
            narrow if narrow < width => self.machine.terms.sext(term, width),
            _ => self.machine.terms.extract(term, width - 1, 0),
        }
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

    /// Equality of pointers, null among them, and a pointer plus a number.
    fn compare_pointers(
        &mut self,
        operator: Operator,
        (a, left): (&Node, Meaning),
        (b, right): (&Node, Meaning),
    ) -> Found<Meaning> {
        let span = a.span.start..b.span.end;
        if let (Operator::Add, Meaning::Pointer { .. }, Meaning::Number(_)) =
            (operator, left, right)
        {
            let Meaning::Memory { address, ty, ok } = self.element(a, a, b)? else {
                return self.error(&span, "this is no pointer");
            };
            return Ok(Meaning::Pointer { term: address, to: Some(ty), ok });
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

    fn predicate(&mut self, node: &Node, name: &str, arguments: &[Node]) -> Found<Meaning> {
        match (name, arguments) {
            ("null", [pointer]) => {
                let (term, _, ok) = self.pointer(pointer)?;
                let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
                let null = self.machine.terms.eq(term, zero);
                let term = self.machine.terms.zext(null, 2);
                Ok(Meaning::Number(Number { term, ok }))
            }
            ("size", [pointer]) => self.size(pointer),
            ("string", [pointer]) => self.string(pointer),
            ("aliases", [a, b]) => self.aliases(a, b),
            ("acyclic", _) => {
                let message =
                    "acyclic(…) is a condition of its own: it cannot be part of `||` or `!`";
                self.error(&node.span, message)
            }
            ("size" | "null" | "string", _) => {
                self.error(&node.span, format!("{name}(…) takes one pointer"))
            }
            ("aliases", _) => self.error(&node.span, "aliases(…) takes two pointers"),
            _ => {
                let message = format!("`{name}` is not known here; there are {PREDICATES}");
                self.error(&node.span, message)
            }
        }
    }

    /// Bytes from a pointer to the end of its object; none for null.
    fn size(&mut self, pointer: &Node) -> Found<Meaning> {
        self.refuse_flexible_array(pointer)?;
        let (address, _, ok) = self.pointer(pointer)?;
        let width = self.machine.facts.pointer_bits;
        let mut size = self.machine.terms.constant(width, 0);
        for (leaf, id, offset) in self.places(pointer, address)? {
            let length = self.length(id);
            let left = self.machine.terms.sub(length, offset);
            size = self.machine.terms.ite(leaf.guard, left, size);
        }
        self.note_limit(pointer);
        let term = self.machine.terms.zext(size, width + 1);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Only where the way to a struct has a name it is known in time that its tail has elements. Elsewhere a condition on how many there are would quietly leave out all callers but those with none.
    fn refuse_flexible_array(&mut self, node: &Node) -> Found<()> {
        if node.path().is_some() {
            return Ok(());
        }
        let Meaning::Memory { ty, .. } = self.place(node)? else { return Ok(()) };
        match self.machine.program.types[self.machine.resolved(ty)] {
            DebugType::Array { count: None | Some(0), .. } => self.error(
                &node.span,
                "this flexible array member has no elements here: speak of it as `pointer->member`, or check a small main that allocates one",
            ),
            _ => Ok(()),
        }
    }

    fn length(&mut self, id: ObjectId) -> TermId {
        let object = self.st.memory.get(id);
        let (size, length) = object.map_or((0, None), |object| (object.size, object.length));
        let length = length.unwrap_or(Value::Word(size));
        length.term(&mut self.machine.terms, self.machine.facts.pointer_bits)
    }

    /// How long arrays may be is limited, which is part of the answer.
    fn note_limit(&mut self, pointer: &Node) {
        let sized =
            pointer.path().is_some_and(|path| self.machine.config.sized_parameters.contains(&path));
        if sized {
            let frame = &self.st.threads[0].frames[0];
            let loc = self.machine.program.functions[frame.func].loc;
            self.machine.outbox.assumptions.insert((Assumed::BoundedArrays, loc));
        }
    }

    /// A zero lies between a pointer and the end of its object.
    fn string(&mut self, pointer: &Node) -> Found<Meaning> {
        self.refuse_flexible_array(pointer)?;
        let (address, to, ok) = self.pointer(pointer)?;
        if to.is_some_and(|to| self.machine.type_size(to) != Some(1)) {
            return self.error(&pointer.span, "this does not point to characters");
        }
        let width = self.machine.facts.pointer_bits;
        let mut ends = self.machine.terms.truth(false);
        for (leaf, id, offset) in self.places(pointer, address)? {
            self.machine.unfold_all(self.st, id);
            let whole = self.st.memory.get(id).map_or(0, |object| object.size);
            for at in 0..whole {
                let here = self.machine.terms.constant(width, u128::from(at));
                let behind = self.machine.terms.ule(offset, here);
                let inside = self.machine.inside(self.st, id, here, 1);
                let byte = self.machine.load_at(self.st, id, at, 1);
                let byte = self.machine.defined_or_marked(self.st, Names::MAIN, byte, Type::Int(8));
                let byte = byte.term(&mut self.machine.terms, 8);
                let terms = &mut self.machine.terms;
                let zero = terms.constant(8, 0);
                let zero = terms.eq(byte, zero);
                let there = terms.and(behind, inside);
                let there = terms.and(there, zero);
                let there = terms.and(there, leaf.guard);
                ends = terms.or(ends, there);
            }
        }
        self.note_limit(pointer);
        let term = self.machine.terms.zext(ends, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Two pointers point into one object.
    fn aliases(&mut self, a: &Node, b: &Node) -> Found<Meaning> {
        let (x, _, x_ok) = self.object_pointer(a)?;
        let (y, _, y_ok) = self.object_pointer(b)?;
        let (left, right) = (self.places(a, x)?, self.places(b, y)?);
        let mut same = self.machine.terms.truth(false);
        for (one, object, _) in &left {
            for (other, also, _) in &right {
                if object == also {
                    let both = self.machine.terms.and(one.guard, other.guard);
                    same = self.machine.terms.or(same, both);
                }
            }
        }
        let ok = self.machine.terms.and(x_ok, y_ok);
        let term = self.machine.terms.zext(same, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// A pointer, or where something lies: `aliases(p, counter)` speaks of the variable.
    fn object_pointer(&mut self, node: &Node) -> Found<(TermId, Option<DebugTypeId>, TermId)> {
        match self.place(node)? {
            Meaning::Memory { address, ty, ok } if self.machine.pointee(ty).is_none() => {
                Ok((address, Some(ty), ok))
            }
            _ => self.pointer(node),
        }
    }

    /// From `p` through a member one never comes back to where one was.
    fn acyclic(&mut self, node: &Node, arguments: &[Node]) -> Found<TermId> {
        let [pointer, member] = arguments else {
            return self.error(&node.span, "acyclic(…) takes a pointer and the name of a member");
        };
        let Kind::Name(member_name) = &member.kind else {
            return self.error(&member.span, "this should be the name of a member");
        };
        let (root, to, _) = self.pointer(pointer)?;
        let fields = to.map(|to| &self.machine.program.types[self.machine.resolved(to)]);
        let Some(DebugType::Struct { fields, .. }) = fields else {
            return self.error(&pointer.span, "this does not point to a struct");
        };
        let Some(field) = fields.iter().find(|field| &field.name == member_name) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let message = format!("there is no member `{member_name}`, only {}", known.join(", "));
            return self.error(&member.span, message);
        };
        if self.machine.pointee(field.ty).is_none() {
            return self.error(&member.span, "this member is no pointer");
        }
        let offset = field.offset_bits / 8;
        if let Some(path) = pointer.path() {
            self.st.unknowns.chains.push((path, member_name.clone()));
        }
        let root = Value::of_term(&self.machine.terms, root);
        self.st.unknowns.acyclic.push((root, offset));
        Ok(self.machine.chain_ends(self.st, root, offset))
    }
}

/// The text of a string literal.
fn text_of(global: &Global) -> Option<String> {
    let parts = &global.init.as_ref()?.parts;
    let [(0, InitPart::Bytes(bytes))] = parts.as_slice() else { return None };
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    Some(String::from_utf8_lossy(text).into_owned())
}

/// Sizes that C programmers take for granted on the targets there are.
fn basic_size(name: &str) -> Option<u64> {
    Some(match name {
        "char" | "unsigned char" | "signed char" | "_Bool" | "bool" => 1,
        "short" | "unsigned short" => 2,
        "int" | "unsigned" | "unsigned int" => 4,
        "long long" | "unsigned long long" => 8,
        _ => return None,
    })
}
