//! One step: a block is executed from a place to its end, to the call of a function, or to the end of the program.
//!
//! Every path through it is one [`Way`]. Values are bit-vectors or addresses; what is neither is unknown, and what
//! is computed from it is any value. Signed arithmetic that is undefined on overflow is assumed not to overflow, as
//! everywhere in Raddle. What this does not know makes it give up: the claim is then not accepted.

use raddle_expr::{TermId, Terms};
use raddle_ir::{
    Arg, BinaryOp, Block, Callee, CastOp, CompareOp, FuncId, Inst, Intrinsic, Op, Operand,
    Overflow, Reg, Terminator, Type,
};
use raddle_pointsto::{Effect, Object as Abstract, Offset, PointsTo, library_function};

use crate::format::{Object, Place, Stack};
use crate::state::{Key, Scene, State, Value};
use crate::{Event, Question, Resource};

/// Paths through one block; more are not followed.
const MAX_WAYS: usize = 1024;
/// Elements of a constant table among which an index may choose.
const MAX_TABLE: u64 = 1024;

/// Functions that end the program.
const ENDS: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "quick_exit",
    "__assert_fail",
    "__assert",
    "__VERIFIER_error",
    "reach_error",
];

/// A cost on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charge {
    Fixed(i64),
    /// A signed number of 64 bits, at least zero, that is used up.
    Used(TermId),
    /// The same, given back.
    Returned(TermId),
}

/// Where a way leads.
#[derive(Clone, Debug)]
pub(crate) enum To {
    Place(Place),
    /// A function of the program is called from before `back`.
    Call {
        function: FuncId,
        arguments: Vec<Value>,
        back: Place,
    },
    Exit,
    /// A function that claims speak of as a whole returns.
    Return,
}

#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub conditions: Vec<TermId>,
    pub state: State,
    pub charges: Vec<Charge>,
    pub events: Vec<Event>,
    pub to: To,
}

pub(crate) struct Step<'a, 'p> {
    pub scene: &'a mut Scene<'p>,
    pub question: &'a dyn Question,
    /// Where pointers may point to that the proof does not speak of; none if the callers are not known.
    pub pointers: Option<&'a PointsTo>,
    pub stack: u32,
    block: u32,
}

/// A path under way.
#[derive(Clone, Debug)]
struct Path {
    inst: usize,
    way: Way,
}

type Result<T> = std::result::Result<T, String>;

impl<'a, 'p> Step<'a, 'p> {
    pub fn new(
        scene: &'a mut Scene<'p>,
        question: &'a dyn Question,
        pointers: Option<&'a PointsTo>,
        at: Place,
    ) -> Self {
        Step { scene, question, pointers, stack: at.stack, block: at.block }
    }

    /// All ways from an instruction of the block on.
    pub fn ways(&mut self, inst: u32, state: State, conditions: Vec<TermId>) -> Result<Vec<Way>> {
        let func = self.scene.function(self.stack);
        let body = self.scene.program.functions[func].body.as_ref().ok_or("there is no code")?;
        let block = &body.blocks[Block(self.block)];
        let way = Way { conditions, state, charges: Vec::new(), events: Vec::new(), to: To::Exit };
        let (mut open, mut done) = (vec![Path { inst: inst as usize, way }], Vec::new());
        while let Some(mut path) = open.pop() {
            if open.len() + done.len() > MAX_WAYS {
                return Err("too many ways through one block".to_owned());
            }
            match block.insts.get(path.inst) {
                None => self.leave(path.way, &block.terminator, &mut done),
                Some(inst) => {
                    path.inst += 1;
                    match self.instruction(&mut path, inst)? {
                        Flow::Next => open.push(path),
                        Flow::Leave(to) => done.push(Way { to, ..path.way }),
                        Flow::Fork(other) => {
                            open.push(path);
                            open.push(other);
                        }
                    }
                }
            }
        }
        done.retain(|way| !way.conditions.iter().any(|&term| self.scene.terms.is_false(term)));
        Ok(done)
    }

    fn leave(&mut self, mut way: Way, terminator: &Terminator, done: &mut Vec<Way>) {
        let stack = self.stack;
        let to = |block: Block| To::Place(Place { stack, block: block.0, inst: 0 });
        match terminator {
            Terminator::Jump(block) => done.push(Way { to: to(*block), ..way }),
            Terminator::Branch { cond, then, otherwise } => {
                let condition = self.number(&mut way, *cond, Type::BOOL);
                let negated = self.scene.terms.not(condition);
                let mut other = way.clone();
                way.conditions.push(condition);
                other.conditions.push(negated);
                done.push(Way { to: to(*then), ..way });
                done.push(Way { to: to(*otherwise), ..other });
            }
            Terminator::Switch { ty, value, cases, default } => {
                let value = self.number(&mut way, *value, *ty);
                let width = self.scene.bits(*ty);
                for &(case, block) in cases {
                    let case = self.scene.terms.constant(width, case.into());
                    let equal = self.scene.terms.eq(value, case);
                    let mut taken = way.clone();
                    taken.conditions.push(equal);
                    done.push(Way { to: to(block), ..taken });
                    way.conditions.push(self.scene.terms.not(equal));
                }
                done.push(Way { to: to(*default), ..way });
            }
            Terminator::Return(values) => {
                let to = self.returning(&mut way, values);
                done.push(Way { to, ..way });
            }
            Terminator::Unreachable => done.push(Way { to: To::Exit, ..way }),
        }
    }

    fn returning(&mut self, way: &mut Way, values: &[Operand]) -> To {
        let stack = self.scene.stacks.get(self.stack);
        let function = FuncId(stack.function);
        let types = self.scene.program.functions[function].returns.clone();
        let results: Vec<Value> =
            values.iter().zip(&types).map(|(&value, &ty)| self.operand(way, value, ty)).collect();
        match stack.back {
            _ if stack.start => To::Exit,
            Some(back) => {
                receive(self.scene, &mut way.state, back, &results);
                To::Place(back)
            }
            None => {
                for (index, &result) in results.iter().enumerate() {
                    way.state.set(Key::Result(function.0, index as u32), result);
                }
                To::Return
            }
        }
    }

    fn operand(&mut self, way: &mut Way, operand: Operand, ty: Type) -> Value {
        let width = self.scene.bits(ty);
        match operand {
            Operand::Reg(reg) => match self.scene.address(self.stack, reg) {
                Some(object) => Value::Pointer(object, self.offset_constant(0)),
                None => way.state.register(self.scene, self.stack, reg, ty),
            },
            Operand::Const(word) => Value::Bits(self.scene.terms.constant(width, word.into())),
            Operand::Wide { low, high } => {
                let word = u128::from(low) | u128::from(high) << 64;
                Value::Bits(self.scene.terms.constant(width, word))
            }
            Operand::Global(global, offset) => {
                Value::Pointer(Object::Global(global.0), self.offset_constant(offset))
            }
            Operand::Func(function) => Value::Function(function.0),
            Operand::Undef => Value::Unknown,
        }
    }

    fn offset_constant(&mut self, offset: i64) -> TermId {
        let width = self.scene.program.target.pointer_bits;
        let word = self.scene.terms.constant(64, offset as u64 as u128);
        self.scene.terms.extract(word, width - 1, 0)
    }

    /// An operand as bits: any bits if it is something else.
    fn number(&mut self, way: &mut Way, operand: Operand, ty: Type) -> TermId {
        match self.operand(way, operand, ty) {
            Value::Bits(bits) => bits,
            Value::Pointer(..) | Value::Function(_) | Value::Unknown => {
                let width = self.scene.bits(ty);
                self.scene.any(width)
            }
        }
    }

    fn assign(&mut self, way: &mut Way, dst: Reg, value: Value) {
        way.state.set(Key::Register(self.stack, dst.0), value);
    }

    fn assign_any(&mut self, way: &mut Way, dst: Reg) {
        let func = self.scene.function(self.stack);
        let ty = self.scene.program.functions[func].body.as_ref().map(|body| body.regs[dst].ty);
        let value = match ty {
            None | Some(Type::Ptr) => Value::Unknown,
            Some(ty) => {
                let width = self.scene.bits(ty);
                Value::Bits(self.scene.any(width))
            }
        };
        self.assign(way, dst, value);
    }

    fn instruction(&mut self, path: &mut Path, inst: &Inst) -> Result<Flow> {
        let way = &mut path.way;
        match &inst.op {
            Op::Copy { dst, ty, src } => {
                let value = self.operand(way, *src, *ty);
                self.assign(way, *dst, value);
            }
            Op::Binary { dst, op, ty, a, b, overflow } => {
                let (a, b) = (self.number(way, *a, *ty), self.number(way, *b, *ty));
                let value = self.binary(way, *op, *overflow, a, b);
                self.assign(way, *dst, Value::Bits(value));
            }
            Op::Compare { dst, op, ty, a, b } => {
                let (a, b) = (self.operand(way, *a, *ty), self.operand(way, *b, *ty));
                let value = self.compare(*op, a, b);
                self.assign(way, *dst, Value::Bits(value));
            }
            Op::Cast { dst, op, from, to, a } => {
                let a = self.operand(way, *a, *from);
                match self.cast(*op, *from, *to, a) {
                    Some(value) => self.assign(way, *dst, value),
                    None => self.assign_any(way, *dst),
                }
            }
            Op::Select { dst, ty, cond, a, b } => {
                let cond = self.number(way, *cond, Type::BOOL);
                let (a, b) = (self.operand(way, *a, *ty), self.operand(way, *b, *ty));
                return Ok(self.select(path, *dst, cond, a, b));
            }
            Op::Address { dst, base, offset, indices, .. } => {
                let value = self.address(way, *base, *offset, indices);
                self.assign(way, *dst, value);
            }
            Op::Load { dst, ty, ptr, volatile, .. } => {
                let pointer = self.operand(way, *ptr, Type::Ptr);
                match if *volatile { None } else { self.load(way, pointer, *ty) } {
                    Some(value) => self.assign(way, *dst, value),
                    None => self.assign_any(way, *dst),
                }
            }
            Op::Store { ty, value, ptr, .. } => {
                let value = self.operand(way, *value, *ty);
                let pointer = self.operand(way, *ptr, Type::Ptr);
                let size = ty.bytes(&self.scene.program.target);
                self.store(way, *ptr, pointer, size, value);
            }
            Op::AtomicUpdate { dst, ty, ptr, .. } => {
                self.atomic(way, *ptr, *ty);
                self.assign_any(way, *dst);
            }
            Op::CompareExchange { old, ok, ty, ptr, .. } => {
                self.atomic(way, *ptr, *ty);
                self.assign_any(way, *old);
                self.assign_any(way, *ok);
            }
            Op::FloatBinary { dst, .. }
            | Op::FloatNeg { dst, .. }
            | Op::FloatCompare { dst, .. } => self.assign_any(way, *dst),
            Op::Fence { .. } => {}
            Op::Alloca { dst, slot, .. } => {
                // Elsewhere it may be executed again while the first object lives.
                let object = match self.block == 0 {
                    true => Object::Slot(self.stack, slot.0),
                    false => {
                        let inst = path.inst as u32 - 1;
                        Object::Heap(Place { stack: self.stack, block: self.block, inst }, 0)
                    }
                };
                let lost = self.scene.cells_in(object);
                way.state.lose(lost);
                let zero = self.offset_constant(0);
                self.assign(way, *dst, Value::Pointer(object, zero));
            }
            Op::Call { callee, args, dsts } => {
                return self.call(path, *callee, args, dsts, inst);
            }
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                return self.intrinsic(way, *intrinsic, *ty, args, dsts);
            }
            Op::Unsupported { what } => return Err(format!("unsupported: {what}")),
        }
        Ok(Flow::Next)
    }

    fn binary(
        &mut self,
        way: &mut Way,
        op: BinaryOp,
        overflow: Overflow,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let terms = &mut self.scene.terms;
        if overflow.signed
            && let Some(fits) = no_overflow(terms, op, a, b)
        {
            way.conditions.push(fits);
        }
        match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::UDiv => terms.udiv(a, b),
            BinaryOp::SDiv => terms.sdiv(a, b),
            BinaryOp::URem => terms.urem(a, b),
            BinaryOp::SRem => terms.srem(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            BinaryOp::Shl => terms.shl(a, b),
            BinaryOp::LShr => terms.lshr(a, b),
            BinaryOp::AShr => terms.ashr(a, b),
        }
    }

    fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> TermId {
        let (a, b) = match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => (a, b),
            (Value::Pointer(x, a), Value::Pointer(y, b)) if x == y && !is_heap(x) => (a, b),
            (Value::Pointer(x, _), Value::Pointer(y, _)) if !is_heap(x) && !is_heap(y) => {
                match op {
                    CompareOp::Eq => return self.scene.terms.truth(false),
                    CompareOp::Ne => return self.scene.terms.truth(true),
                    _ => return self.scene.any(1),
                }
            }
            // An address inside an object is not null.
            (Value::Pointer(..) | Value::Function(_), Value::Bits(zero))
            | (Value::Bits(zero), Value::Pointer(..) | Value::Function(_))
                if self.scene.terms.as_u64(zero) == Some(0) =>
            {
                match op {
                    CompareOp::Eq => return self.scene.terms.truth(false),
                    CompareOp::Ne => return self.scene.terms.truth(true),
                    _ => return self.scene.any(1),
                }
            }
            _ => return self.scene.any(1),
        };
        let terms = &mut self.scene.terms;
        match op {
            CompareOp::Eq => terms.eq(a, b),
            CompareOp::Ne => terms.ne(a, b),
            CompareOp::Ult => terms.ult(a, b),
            CompareOp::Ule => terms.ule(a, b),
            CompareOp::Ugt => terms.ult(b, a),
            CompareOp::Uge => terms.ule(b, a),
            CompareOp::Slt => terms.slt(a, b),
            CompareOp::Sle => terms.sle(a, b),
            CompareOp::Sgt => terms.slt(b, a),
            CompareOp::Sge => terms.sle(b, a),
        }
    }

    /// `None`: any value.
    fn cast(&mut self, op: CastOp, from: Type, to: Type, a: Value) -> Option<Value> {
        let width = self.scene.bits(to);
        if op == CastOp::Bits && (from == Type::Ptr) == (to == Type::Ptr) {
            return (a != Value::Unknown).then_some(a);
        }
        let Value::Bits(bits) = a else { return None };
        let terms = &mut self.scene.terms;
        match op {
            CastOp::Trunc => Some(Value::Bits(terms.extract(bits, width - 1, 0))),
            CastOp::ZExt => Some(Value::Bits(terms.zext(bits, width))),
            CastOp::SExt => Some(Value::Bits(terms.sext(bits, width))),
            CastOp::Bits => Some(a),
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => None,
        }
    }

    fn select(&mut self, path: &mut Path, dst: Reg, cond: TermId, a: Value, b: Value) -> Flow {
        let terms = &mut self.scene.terms;
        let either = match (a, b) {
            _ if a == b => Some(a),
            (Value::Bits(a), Value::Bits(b)) => Some(Value::Bits(terms.ite(cond, a, b))),
            (Value::Pointer(x, a), Value::Pointer(y, b)) if x == y => {
                Some(Value::Pointer(x, terms.ite(cond, a, b)))
            }
            _ => None,
        };
        if let Some(value) = either {
            self.assign(&mut path.way, dst, value);
            return Flow::Next;
        }
        let negated = terms.not(cond);
        let mut other = path.clone();
        path.way.conditions.push(cond);
        other.way.conditions.push(negated);
        self.assign(&mut path.way, dst, a);
        self.assign(&mut other.way, dst, b);
        Flow::Fork(other)
    }

    fn address(
        &mut self,
        way: &mut Way,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Value {
        let base = self.operand(way, base, Type::Ptr);
        let mut sum = self.offset_constant(offset);
        for &(index, ty, scale) in indices {
            let index = self.number(way, index, ty);
            let pointer_bits = self.scene.program.target.pointer_bits;
            let scale = self.offset_constant(scale as i64);
            let terms = &mut self.scene.terms;
            let index = match terms.width(index) > pointer_bits {
                true => terms.extract(index, pointer_bits - 1, 0),
                false => terms.sext(index, pointer_bits),
            };
            let part = terms.mul(index, scale);
            sum = terms.add(sum, part);
        }
        match base {
            Value::Pointer(object, start) => {
                Value::Pointer(object, self.scene.terms.add(start, sum))
            }
            Value::Bits(start) => Value::Bits(self.scene.terms.add(start, sum)),
            Value::Function(_) | Value::Unknown => Value::Unknown,
        }
    }

    /// The offset as a number of the host, if it is a constant.
    fn constant_offset(&self, offset: TermId) -> Option<i64> {
        let width = self.scene.terms.width(offset);
        let word = self.scene.terms.as_u64(offset)?;
        Some(if width == 32 { i64::from(word as u32 as i32) } else { word as i64 })
    }

    /// An access that covers all of an object is at its start: runs that are out of bounds are not considered.
    fn in_bounds(&mut self, object: Object, offset: TermId, size: u64) -> TermId {
        match self.scene.size(object) == Some(size) {
            true => self.offset_constant(0),
            false => offset,
        }
    }

    /// `None`: anything.
    fn load(&mut self, way: &Way, pointer: Value, ty: Type) -> Option<Value> {
        let Value::Pointer(object, offset) = pointer else { return None };
        let size = u8::try_from(ty.bytes(&self.scene.program.target)).ok()?;
        let offset = self.in_bounds(object, offset, size.into());
        let width = self.scene.bits(ty);
        let fitting = |scene: &mut Scene<'_>, value: Value| match value {
            Value::Bits(bits) if scene.terms.width(bits) == width => Some(value),
            Value::Bits(bits) if scene.terms.width(bits) > width => {
                Some(Value::Bits(scene.terms.extract(bits, width - 1, 0)))
            }
            Value::Pointer(..) | Value::Function(_) if ty == Type::Ptr => Some(value),
            _ => None,
        };
        if let Some(at) = self.constant_offset(offset) {
            let value = self.content(way, object, at, size);
            return fitting(self.scene, value);
        }
        let mut offsets: Vec<i64> = self
            .scene
            .cells_in(object)
            .into_iter()
            .filter_map(|key| match key {
                Key::Memory(_, at, length) if length == size => Some(at),
                _ => None,
            })
            .collect();
        if let Object::Global(global) = object {
            let data = &self.scene.program.globals[raddle_ir::GlobalId(global)];
            let elements = data.size / u64::from(size.max(1));
            if data.constant && elements <= MAX_TABLE {
                offsets.extend((0..elements).map(|index| (index * u64::from(size)) as i64));
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        let mut found = self.scene.any(width);
        for at in offsets {
            let content = self.content(way, object, at, size);
            let Some(Value::Bits(bits)) = fitting(self.scene, content) else { continue };
            let here = self.offset_constant(at);
            let terms = &mut self.scene.terms;
            let equal = terms.eq(offset, here);
            found = terms.ite(equal, bits, found);
        }
        (ty != Type::Ptr).then_some(Value::Bits(found))
    }

    fn content(&mut self, way: &Way, object: Object, at: i64, size: u8) -> Value {
        let key = Key::Memory(object, at, size);
        if self.scene.is_known(key) {
            return way.state.get(self.scene, key);
        }
        match object {
            Object::Global(global)
                if self.scene.program.globals[raddle_ir::GlobalId(global)].constant =>
            {
                self.scene.initial(global, at, size)
            }
            _ => Value::Unknown,
        }
    }

    /// `operand` is the pointer as the program writes it.
    fn store(&mut self, way: &mut Way, operand: Operand, pointer: Value, size: u64, value: Value) {
        let Value::Pointer(object, offset) = pointer else {
            self.lose_behind(way, operand);
            return;
        };
        let offset = self.in_bounds(object, offset, size);
        let at = self.constant_offset(offset);
        for key in self.scene.cells_in(object) {
            let Key::Memory(_, start, length) = key else { continue };
            let same_size = u64::from(length) == size;
            let new = match at {
                Some(at) if at == start && same_size => value,
                Some(at) => {
                    let apart = at.saturating_add(size as i64) <= start
                        || start.saturating_add(i64::from(length)) <= at;
                    if apart {
                        continue;
                    }
                    Value::Unknown
                }
                None => self.maybe_stored(way, key, offset, (start, length), size, value),
            };
            way.state.set(key, new);
        }
    }

    /// What a cell holds after a store at an offset that may or may not be its own.
    fn maybe_stored(
        &mut self,
        way: &Way,
        key: Key,
        offset: TermId,
        (start, length): (i64, u8),
        size: u64,
        value: Value,
    ) -> Value {
        let Value::Bits(old) = way.state.get(self.scene, key) else { return Value::Unknown };
        let width = self.scene.terms.width(old);
        let anything = self.scene.any(width);
        let (first, last) = (
            self.offset_constant(start.saturating_sub(size as i64)),
            self.offset_constant(start.saturating_add(i64::from(length))),
        );
        let here = self.offset_constant(start);
        let terms = &mut self.scene.terms;
        let (after, before) = (terms.slt(first, offset), terms.slt(offset, last));
        let touched = terms.and(after, before);
        let mut new = terms.ite(touched, anything, old);
        if let Value::Bits(value) = value
            && terms.width(value) == width
            && u64::from(length) == size
        {
            let equal = terms.eq(offset, here);
            new = terms.ite(equal, value, new);
        }
        Value::Bits(new)
    }

    /// Forgets whatever a pointer may point to.
    fn lose_behind(&mut self, way: &mut Way, pointer: Operand) {
        let func = self.scene.function(self.stack);
        let places = self.pointers.map(|pointers| {
            let places = pointers.places(func, pointer).into_iter();
            places
                .map(|place| (pointers.object(place.object), place.offset))
                .collect::<Vec<(Abstract, Offset)>>()
        });
        let keys: Vec<Key> = self.scene.cells.clone();
        for key in keys {
            let Key::Memory(object, ..) = key else { continue };
            let may_be = match &places {
                None => true,
                Some(places) => places.iter().any(|(place, _)| match (place, object) {
                    (Abstract::Unknown | Abstract::Library, _) => true,
                    (Abstract::Global(global), Object::Global(other)) => global.0 == other,
                    (Abstract::Local(owner, slot), Object::Slot(stack, other)) => {
                        slot.0 == other && *owner == self.scene.function(stack)
                    }
                    _ => false,
                }),
            };
            if may_be {
                way.state.lose([key]);
            }
        }
    }

    fn atomic(&mut self, way: &mut Way, pointer: Operand, ty: Type) {
        let target = self.operand(way, pointer, Type::Ptr);
        let size = ty.bytes(&self.scene.program.target);
        self.store(way, pointer, target, size, Value::Unknown);
    }

    /// A range of bytes from a pointer on holds anything.
    fn lose_block(&mut self, way: &mut Way, operand: Operand) {
        match self.operand(way, operand, Type::Ptr) {
            Value::Pointer(object, _) => {
                let lost = self.scene.cells_in(object);
                way.state.lose(lost);
            }
            _ => self.lose_behind(way, operand),
        }
    }

    fn call(
        &mut self,
        path: &mut Path,
        callee: Callee,
        args: &[Arg],
        dsts: &[Reg],
        inst: &Inst,
    ) -> Result<Flow> {
        let way = &mut path.way;
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => match self.operand(way, pointer, Type::Ptr) {
                Value::Function(function) => FuncId(function),
                _ => return Err("a call through a pointer of which nothing is claimed".to_owned()),
            },
        };
        let within = self.scene.function(self.stack);
        if let Some(cost) = self.question.mark(function, within, inst.loc) {
            way.charges.push(Charge::Fixed(cost));
            return Ok(Flow::Next);
        }
        let data = &self.scene.program.functions[function];
        if data.body.is_some() {
            if data.varargs || args.iter().any(|arg| arg.by_value.is_some()) {
                return Err("a call with variable or copied arguments".to_owned());
            }
            let arguments = args.iter().map(|arg| self.operand(way, arg.value, arg.ty)).collect();
            let back = Place { stack: self.stack, block: self.block, inst: path.inst as u32 };
            return Ok(Flow::Leave(To::Call { function, arguments, back }));
        }
        let back = Place { stack: self.stack, block: self.block, inst: path.inst as u32 };
        self.library(way, function, args, dsts, back)
    }

    fn library(
        &mut self,
        way: &mut Way,
        function: FuncId,
        args: &[Arg],
        dsts: &[Reg],
        back: Place,
    ) -> Result<Flow> {
        let name = self.scene.program.functions[function].name.as_str();
        for &dst in dsts {
            self.assign_any(way, dst);
        }
        match name {
            "raddle_count" | "raddle_reset" | "raddle_assume_count" => {
                if let Some(Operand::Global(global, offset)) = args.first().map(|arg| arg.value) {
                    way.events.extend(self.question.event(function, global, offset));
                }
            }
            "raddle_tick" if self.question.resource() == Resource::Ticks => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Used(amount));
            }
            "raddle_acquire" if self.question.resource() == Resource::Held => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Used(amount));
            }
            "raddle_release" if self.question.resource() == Resource::Held => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Returned(amount));
            }
            "raddle_tick" | "raddle_acquire" | "raddle_release" => {}
            "raddle_assume" | "__VERIFIER_assume" => {
                let condition = self.number(way, args[0].value, args[0].ty);
                let width = self.scene.terms.width(condition);
                let zero = self.scene.terms.constant(width, 0);
                way.conditions.push(self.scene.terms.ne(condition, zero));
            }
            "raddle_make_symbolic" => self.lose_block(way, args[0].value),
            "malloc" | "calloc" | "realloc" => self.allocate(way, name, args, dsts, back)?,
            "free" => self.free(way, &args[0]),
            "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" => {
                if let (Some(&dst), Some(&ty)) =
                    (dsts.first(), self.scene.program.functions[function].returns.first())
                {
                    let width = self.scene.bits(ty);
                    let bit = self.scene.any(1);
                    let value = self.scene.terms.zext(bit, width);
                    self.assign(way, dst, Value::Bits(value));
                }
            }
            _ if ENDS.contains(&name) => return Ok(Flow::Leave(To::Exit)),
            // They look at what they are given, and print.
            "raddle_print" | "raddle_check" | "raddle_invariant" => {}
            _ => self.table_function(way, name, args)?,
        }
        Ok(Flow::Next)
    }

    /// A function that the table of library functions knows.
    fn table_function(&mut self, way: &mut Way, name: &str, args: &[Arg]) -> Result<()> {
        let known = library_function(name)
            .ok_or_else(|| format!("nothing is known of the function `{name}`"))?;
        for effect in known.effects {
            match *effect {
                Effect::ReturnsFresh
                | Effect::ReturnsFilled
                | Effect::ReturnsInto(_)
                | Effect::ReturnsLibrary
                | Effect::ReturnsKept
                | Effect::Reads(_)
                | Effect::ReadsFrom(_)
                | Effect::CopiesToFresh { .. }
                | Effect::Loads { .. }
                | Effect::Keeps(_) => {}
                Effect::Writes(to)
                | Effect::Copies { to, .. }
                | Effect::StoresFresh { to }
                | Effect::StoresInto { to, .. }
                | Effect::Stores { to, .. }
                | Effect::StoresKept { to } => {
                    if let Some(arg) = args.get(to) {
                        self.lose_block(way, arg.value);
                    }
                }
                Effect::Starts { .. } | Effect::Calls { .. } | Effect::CallsAtEnd { .. } => {
                    return Err(format!("`{name}` calls functions of the program"));
                }
            }
        }
        Ok(())
    }

    /// An argument as a signed number of 64 bits.
    fn amount(&mut self, way: &mut Way, arg: &Arg) -> TermId {
        let bits = self.number(way, arg.value, arg.ty);
        match self.scene.terms.width(bits) {
            64.. => self.scene.terms.extract(bits, 63, 0),
            _ => self.scene.terms.sext(bits, 64),
        }
    }

    fn allocate(
        &mut self,
        way: &mut Way,
        name: &str,
        args: &[Arg],
        dsts: &[Reg],
        back: Place,
    ) -> Result<()> {
        let heap = self.question.resource() == Resource::Heap;
        let size = match name {
            "calloc" => {
                let (count, size) = (self.amount(way, &args[0]), self.amount(way, &args[1]));
                self.scene.terms.mul(count, size)
            }
            "realloc" => self.amount(way, &args[1]),
            _ => self.amount(way, &args[0]),
        };
        let sizes: Vec<i64> = self
            .scene
            .objects
            .iter()
            .filter_map(|object| match object {
                Object::Heap(place, size) if *place == back => Some(*size),
                _ => None,
            })
            .collect();
        // Several sizes at one place belong to different claims: which one is meant cannot be told here.
        let tag = match sizes[..] {
            [size] => size,
            _ => i64::from(u32::MAX),
        };
        if heap {
            let [_] = sizes[..] else {
                return Err("blocks of several sizes are allocated at one place".to_owned());
            };
            let most = self.scene.terms.constant(64, tag as u64 as u128);
            let fits = self.scene.terms.ule(size, most);
            // Asked for rather than assumed: an amount that is too large makes the charge too large.
            let excess = self.scene.terms.sub(size, most);
            let zero = self.scene.terms.constant(64, 0);
            let excess = self.scene.terms.ite(fits, zero, excess);
            way.charges.push(Charge::Fixed(tag));
            way.charges.push(Charge::Used(excess));
            if name == "realloc" {
                self.free(way, &args[0]);
            }
        }
        if let Some(&dst) = dsts.first() {
            let zero = self.offset_constant(0);
            self.assign(way, dst, Value::Pointer(Object::Heap(back, tag), zero));
        }
        Ok(())
    }

    /// What is not known to be given back counts as held.
    fn free(&mut self, way: &mut Way, arg: &Arg) {
        if self.question.resource() != Resource::Heap {
            return;
        }
        if let Value::Pointer(Object::Heap(_, size), _) = self.operand(way, arg.value, Type::Ptr) {
            way.charges.push(Charge::Fixed(-size));
        }
    }

    fn intrinsic(
        &mut self,
        way: &mut Way,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
        dsts: &[Reg],
    ) -> Result<Flow> {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => self.copy_block(way, args, ty),
            Intrinsic::MemSet => self.set_block(way, args, ty),
            Intrinsic::SMax | Intrinsic::SMin | Intrinsic::UMax | Intrinsic::UMin => {
                let (a, b) = (self.number(way, args[0], ty), self.number(way, args[1], ty));
                let terms = &mut self.scene.terms;
                let less = match intrinsic {
                    Intrinsic::SMax | Intrinsic::SMin => terms.slt(a, b),
                    _ => terms.ult(a, b),
                };
                let value = match intrinsic {
                    Intrinsic::SMax | Intrinsic::UMax => terms.ite(less, b, a),
                    _ => terms.ite(less, a, b),
                };
                dsts.iter().for_each(|&dst| self.assign(way, dst, Value::Bits(value)));
            }
            Intrinsic::Abs => {
                let a = self.number(way, args[0], ty);
                let terms = &mut self.scene.terms;
                let zero = terms.constant(terms.width(a), 0);
                let (negative, negated) = (terms.slt(a, zero), terms.neg(a));
                let value = terms.ite(negative, negated, a);
                dsts.iter().for_each(|&dst| self.assign(way, dst, Value::Bits(value)));
            }
            Intrinsic::Assume => {
                let condition = self.number(way, args[0], Type::BOOL);
                way.conditions.push(condition);
            }
            Intrinsic::Trap => return Ok(Flow::Leave(To::Exit)),
            Intrinsic::VaStart | Intrinsic::VaEnd | Intrinsic::VaCopy => {
                return Err("variable arguments".to_owned());
            }
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {}
            // Everything else computes a value that is not followed, and changes no memory.
            _ => dsts.iter().for_each(|&dst| self.assign_any(way, dst)),
        }
        Ok(Flow::Next)
    }

    /// A block that covers the whole of an object, from its start.
    fn covers(
        &mut self,
        way: &mut Way,
        target: Operand,
        length: Operand,
        ty: Type,
    ) -> Option<Object> {
        let Value::Pointer(object, offset) = self.operand(way, target, Type::Ptr) else {
            return None;
        };
        let length = self.number(way, length, ty);
        let length = i64::try_from(self.scene.terms.as_u64(length)?).ok()?;
        let inside = self.scene.cells_in(object).into_iter().all(|key| match key {
            Key::Memory(_, at, size) => at >= 0 && at + i64::from(size) <= length,
            Key::Register(..) | Key::Result(..) => true,
        });
        (self.constant_offset(offset) == Some(0) && inside).then_some(object)
    }

    fn copy_block(&mut self, way: &mut Way, args: &[Operand], ty: Type) {
        let source = self.operand(way, args[1], Type::Ptr);
        let source = match source {
            Value::Pointer(Object::Global(global), offset)
                if self.constant_offset(offset) == Some(0)
                    && self.scene.program.globals[raddle_ir::GlobalId(global)].constant =>
            {
                Some(global)
            }
            _ => None,
        };
        let (Some(object), Some(global)) = (self.covers(way, args[0], args[2], ty), source) else {
            return self.lose_block(way, args[0]);
        };
        for key in self.scene.cells_in(object) {
            if let Key::Memory(_, at, size) = key {
                let value = self.scene.initial(global, at, size);
                way.state.set(key, value);
            }
        }
    }

    fn set_block(&mut self, way: &mut Way, args: &[Operand], ty: Type) {
        let byte = self.number(way, args[1], Type::Int(8));
        let zero = self.scene.terms.as_u64(byte) == Some(0);
        let Some(object) = self.covers(way, args[0], args[2], ty).filter(|_| zero) else {
            return self.lose_block(way, args[0]);
        };
        for key in self.scene.cells_in(object) {
            let width = self.scene.width(key);
            let value = Value::Bits(self.scene.terms.constant(width, 0));
            way.state.set(key, value);
        }
    }
}

enum Flow {
    Next,
    /// The path goes on, and so does another one.
    Fork(Path),
    Leave(To),
}

fn is_heap(object: Object) -> bool {
    matches!(object, Object::Heap(..))
}

/// Gives results of a call to the registers of the caller; `back` is the place behind the call.
pub(crate) fn receive(scene: &Scene<'_>, state: &mut State, back: Place, results: &[Value]) {
    let caller = scene.function(back.stack);
    let Some(body) = scene.program.functions[caller].body.as_ref() else { return };
    let Some(before) = (back.inst as usize).checked_sub(1) else { return };
    if let Some(Inst { op: Op::Call { dsts, .. }, .. }) =
        body.blocks[Block(back.block)].insts.get(before)
    {
        for (index, &dst) in dsts.iter().enumerate() {
            let result = results.get(index).copied().unwrap_or(Value::Unknown);
            state.set(Key::Register(back.stack, dst.0), result);
        }
    }
}

/// The stack of a function that is called, and its start.
pub(crate) fn entry(scene: &mut Scene<'_>, function: FuncId, back: Option<Place>) -> Place {
    let stack = scene.stacks.number(Stack { function: function.0, back, start: false });
    Place { stack, block: 0, inst: 0 }
}

/// That a sum, difference or product by a constant does not overflow. Other products are left alone: to say it costs
/// more than it helps.
fn no_overflow(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    let constant = terms.as_const(a).is_some() || terms.as_const(b).is_some();
    let wide = match op {
        BinaryOp::Add | BinaryOp::Sub => width + 1,
        BinaryOp::Mul if constant => 2 * width,
        _ => return None,
    };
    let (a, b) = (terms.sext(a, wide), terms.sext(b, wide));
    let exact = match op {
        BinaryOp::Add => terms.add(a, b),
        BinaryOp::Sub => terms.sub(a, b),
        _ => terms.mul(a, b),
    };
    let low = terms.extract(exact, width - 1, 0);
    let back = terms.sext(low, wide);
    Some(terms.eq(exact, back))
}
