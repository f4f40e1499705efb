//! The predicates of preconditions: `size(p)`, `null(p)`, `valid(p)`, `string(p)`, `aliases(p, q)`, `acyclic(p, member)`, `ends(p, member, n)`, `all(i, n, condition)`.

use raddle_condition::{Kind, Node};
use raddle_expr::TermId;
use raddle_ir::{DebugType, DebugTypeId, Type};

use super::precondition::{Evaluation, Found, Meaning, Number};
use crate::fault::Assumed;
use crate::names::{Names, ObjectId, ObjectName};
use crate::value::Value;

/// Predicates, as they are shown to people.
const PREDICATES: &str = "size(p), null(p), valid(p), string(p), aliases(p, q), acyclic(p, member), ends(p, member, n), all(i, n, condition)";

/// Conditions that `all(…)` may stand for.
const MOST_WRITTEN_OUT: u32 = 1 << 14;

/// Members that `ends(…)` may follow.
const LONGEST_CHAIN: i128 = 64;

/// `null(p)`, which does not hold where `p` cannot be read.
fn null(pointer: &Node) -> Node {
    let span = pointer.span.clone();
    Node { kind: Kind::Call("null".to_owned(), vec![pointer.clone()]), span }
}

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
            ("size", [pointer]) => self.size(pointer),
            ("string", [pointer]) => self.string(pointer),
            ("valid", [pointer]) => self.valid(pointer),
            ("aliases", [a, b]) => self.aliases(a, b),
            ("acyclic" | "ends", _) => {
                let message = format!(
                    "{name}(…) is a condition of its own: it cannot be part of `||` or `!`"
                );
                self.error(&node.span, message)
            }
            ("all", _) => self.error(&node.span, "all(…) cannot be part of `!` or of a number"),
            ("size" | "null" | "string" | "valid", _) => {
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
    pub(super) fn acyclic(&mut self, node: &Node, arguments: &[Node]) -> Found<TermId> {
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

    /// Who follows a member from `p` comes to null after at most so many.
    pub(super) fn ends(&mut self, node: &Node, arguments: &[Node]) -> Found<TermId> {
        let [pointer, member, count] = arguments else {
            let message = "ends(…) takes a pointer, the name of a member and a number";
            return self.error(&node.span, message);
        };
        let most = match count.kind {
            Kind::Number(most @ 0..=LONGEST_CHAIN) => most,
            _ => {
                let message = format!("this should be a number up to {LONGEST_CHAIN}");
                return self.error(&count.span, message);
            }
        };
        let acyclic = self.acyclic(node, &arguments[..2])?;
        let Kind::Name(name) = &member.kind else { return Ok(acyclic) };
        let mut at = pointer.clone();
        let mut over = self.holds(&null(&at))?;
        for _ in 0..most {
            let (of, name) = (Box::new(at), name.clone());
            at = Node { kind: Kind::Member { of, name, arrow: true }, span: pointer.span.clone() };
            let ends = self.holds(&null(&at))?;
            over = self.machine.terms.or(over, ends);
        }
        Ok(self.machine.terms.and(acyclic, over))
    }

    /// A pointer is null, or points to something of the type that it points to.
    fn valid(&mut self, pointer: &Node) -> Found<Meaning> {
        let (address, to, ok) = self.pointer(pointer)?;
        let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
        let mut valid = self.machine.terms.eq(address, zero);
        for (leaf, id, _) in self.places(pointer, address)? {
            let offset = leaf.base.wrapping_sub(self.machine.names.base(id));
            if self.may_lie_at(id, offset, to) {
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
            self.numbers.push((name.clone(), number));
            let holds = self.positive(condition);
            self.numbers.pop();
            let holds = holds?;
            let terms = &mut self.machine.terms;
            let width = terms.width(count.term).max(65);
            let (index, count) =
                (terms.constant(width, u128::from(number)), terms.sext(count.term, width));
            let counts = terms.slt(index, count);
            let not = terms.not(counts);
            let holds = terms.or(not, holds);
            every = terms.and(every, holds);
        }
        Ok(every)
    }
}
