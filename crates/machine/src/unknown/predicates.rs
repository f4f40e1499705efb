//! The predicates of preconditions: `size(p)`, `null(p)`, `valid(p)`, `string(p)`, `aliases(p, q)`, `acyclic(p, member)`, `tree(p, left, right)`, `ends(p, member, n)`, `all(i, n, condition)`, `abs(n)`.

use raddle_condition::{Kind, Node};
use raddle_expr::TermId;
use raddle_ir::{DebugTypeId, Type};
use raddle_solver::Answer;

use super::precondition::{Evaluation, Found, Meaning, Number};
use crate::fault::Assumed;
use crate::names::{Names, ObjectId, ObjectName};
use crate::sized::refuse_nameless;
use crate::value::Value;

/// Predicates, as they are shown to people.
const PREDICATES: &str = "size(p), null(p), valid(p), string(p), aliases(p, q), acyclic(p, member), tree(p, left, right), ends(p, member, n), all(i, n, condition), abs(n)";

/// Conditions that `all(…)` may stand for.
const MOST_WRITTEN_OUT: u32 = 1 << 14;

impl Evaluation<'_, '_, '_> {
    pub(super) fn predicate(
        &mut self,
        node: &Node,
        name: &str,
        arguments: &[Node],
    ) -> Found<Meaning> {
        match (name, arguments) {
            ("null", [pointer]) => {
                let (term, _, ok) = self.pointer(pointer)?;
                let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
                let null = self.machine.terms.eq(term, zero);
                let term = self.machine.terms.zext(null, 2);
                Ok(Meaning::Number(Number { term, ok }))
            }
            ("abs" | "labs", [number]) => self.absolute(number),
            ("size", [pointer]) => self.size(pointer),
            ("string", [pointer]) => self.string(pointer),
            ("valid", [pointer]) => self.valid(pointer),
            ("aliases", [a, b]) => self.aliases(a, b),
            ("acyclic" | "tree" | "ends", _) => {
                let message = format!(
                    "{name}(…) cannot be part of `!`, of a number, or of the left side of `==>`: only that chains end can be asked for"
                );
                self.error(&node.span, message)
            }
            ("all", _) => {
                let message = "all(…) cannot be part of `!`, of a number, or of the left side of `==>`: write all(i, n, !…) for none, or name the elements one by one";
                self.error(&node.span, message)
            }
            ("size" | "null" | "string" | "valid", _) => {
                self.error(&node.span, format!("{name}(…) takes one pointer"))
            }
            ("abs" | "labs", _) => self.error(&node.span, format!("{name}(…) takes one number")),
            ("aliases", _) => self.error(&node.span, "aliases(…) takes two pointers"),
            _ => {
                let message = format!("`{name}` is not known here; there are {PREDICATES}");
                self.error(&node.span, message)
            }
        }
    }

    fn absolute(&mut self, number: &Node) -> Found<Meaning> {
        let Number { term, ok } = self.number(number)?;
        let terms = &mut self.machine.terms;
        let width = terms.width(term) + 1;
        let (wide, zero) = (terms.sext(term, width), terms.constant(width, 0));
        let (negative, negated) = (terms.slt(wide, zero), terms.neg(wide));
        let term = terms.ite(negative, negated, wide);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Bytes from a pointer to the end of its object; none for null.
    fn size(&mut self, pointer: &Node) -> Found<Meaning> {
        refuse_nameless(self.text, pointer)?;
        let (address, _, ok) = self.pointer(pointer)?;
        let width = self.machine.facts.pointer_bits;
        let mut size = self.machine.terms.constant(width, 0);
        for (leaf, id, offset) in self.places(pointer, address)? {
            let length = self.length(id);
            let left = self.machine.terms.sub(length, offset);
            size = self.machine.terms.ite(leaf.guard, left, size);
        }
        self.note_limit();
        let term = self.machine.terms.zext(size, width + 1);
        Ok(Meaning::Number(Number { term, ok }))
    }

    fn length(&mut self, id: ObjectId) -> TermId {
        let object = self.st.memory.get(id);
        let (size, length) = object.map_or((0, None), |object| (object.size, object.length));
        let length = length.unwrap_or(Value::Word(size));
        length.term(&mut self.machine.terms, self.machine.facts.pointer_bits)
    }

    /// How long arrays may be is limited, which is part of the answer.
    fn note_limit(&mut self) {
        let frame = &self.st.threads[0].frames[0];
        let loc = self.machine.program.functions[frame.func].loc;
        self.machine.outbox.assumptions.insert((Assumed::BoundedArrays, loc));
    }

    /// A zero lies between a pointer and the end of its object.
    fn string(&mut self, pointer: &Node) -> Found<Meaning> {
        refuse_nameless(self.text, pointer)?;
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
        self.note_limit();
        let term = self.machine.terms.zext(ends, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Two pointers point into one object.
    pub(super) fn aliases(&mut self, a: &Node, b: &Node) -> Found<Meaning> {
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

    /// A pointer is null, or points to something of the type that it points to.
    fn valid(&mut self, pointer: &Node) -> Found<Meaning> {
        let (address, to, ok) = self.pointer(pointer)?;
        let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
        let mut valid = self.machine.terms.eq(address, zero);
        for (leaf, id, _) in self.places(pointer, address)? {
            let offset = leaf.base.wrapping_sub(self.machine.names.base(id));
            let is_inside = offset <= i64::MAX as u64;
            if is_inside && self.may_lie_at(id, offset, to) {
                valid = self.machine.terms.or(valid, leaf.guard);
            }
        }
        let term = self.machine.terms.zext(valid, 2);
        Ok(Meaning::Number(Number { term, ok }))
    }

    /// Whether something of a type lies at an offset of an object.
    fn may_lie_at(&self, id: ObjectId, offset: u64, ty: Option<DebugTypeId>) -> bool {
        let machine = &*self.machine;
        match machine.names.name(id) {
            ObjectName::Function(_) => machine.is_function_type(ty),
            ObjectName::Unknown { .. } => {
                let Some(object) = self.st.unknowns.get(id) else { return false };
                machine.offsets(object.ty, ty).contains(&(offset % object.element))
                    || object.tail.as_ref().is_some_and(|tail| tail.offset <= offset)
            }
            ObjectName::Global(global) => {
                let (element, _) = machine.elements_of(machine.program.globals[*global].ty);
                let size = element.and_then(|element| machine.type_size(element)).unwrap_or(1);
                machine.offsets(element, ty).contains(&(offset % size.max(1)))
            }
            _ => false,
        }
    }

    /// A condition holds for every number from 0 on that is less than `count`. Where the count is not a constant, as many are looked at as arrays have elements; that it holds for more of them is not asked for.
    pub(super) fn all(&mut self, node: &Node, arguments: &[Node]) -> Found<TermId> {
        let [variable, count, condition] = arguments else {
            let message = "all(…) takes a name, a number and a condition: all(i, n, a[i] > 0)";
            return self.error(&node.span, message);
        };
        let Kind::Name(name) = &variable.kind else {
            return self.error(&variable.span, "this should be a name that the condition uses");
        };
        let count = self.number(count)?;
        let mut every = count.ok;
        let known = self.machine.terms.as_u64(count.term);
        for number in 0..known.unwrap_or(self.machine.config.array_limit) {
            self.written_out += 1;
            if self.written_out > MOST_WRITTEN_OUT {
                return self.error(&node.span, "this speaks of too many numbers");
            }
            let counts = self.is_less(number, count.term);
            // Where no caller has as many, memory behind them would be made for nothing.
            let asked = self.machine.solver.check(
                &mut self.machine.terms,
                &self.so_far,
                &[self.given, counts],
            );
            if matches!(asked, Answer::Unsat(_)) {
                break;
            }
            self.numbers.push((name.clone(), number));
            let holds = self.positive_if(counts, condition);
            self.numbers.pop();
            let holds = holds?;
            let terms = &mut self.machine.terms;
            let not = terms.not(counts);
            let holds = terms.or(not, holds);
            every = terms.and(every, holds);
        }
        Ok(every)
    }

    fn is_less(&mut self, number: u64, count: TermId) -> TermId {
        let terms = &mut self.machine.terms;
        let width = terms.width(count).max(65);
        let (number, count) = (terms.constant(width, u128::from(number)), terms.sext(count, width));
        terms.slt(number, count)
    }
}
