//! One instruction in full generality: symbolic operands, checks, calls.

use raddle_expr::{Bits, Sort};
use raddle_ir::{
    AtomicOp, BinaryOp, CastOp, CompareOp, Inst, NON_TEMPORAL_STORE, Op, Operand, Ordering,
    Overflow, Reg, SlotId, Type,
};

use crate::event::{Order, Sync};
use crate::fault::CutKind;
use crate::machine::Machine;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Fill, Object, ObjectKind};
use crate::place::Direction;
use crate::property::Property;
use crate::state::State;
use crate::stop::Exec;
use crate::value::{Value, mask};

impl Machine<'_> {
    pub(crate) fn execute(&mut self, st: &mut State, thread: ThreadId, inst: &Inst) -> Exec {
        match &inst.op {
            Op::Copy { dst, ty, src } => {
                let value = self.read_to_copy(st, thread, *src, *ty);
                self.write(st, thread, *dst, value);
            }
            Op::Binary { dst, op, ty, a, b, overflow } => {
                let (a, b) = (self.read(st, thread, *a, *ty), self.read(st, thread, *b, *ty));
                let width = ty.bits(&self.program.target);
                let divides =
                    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
                self.note_hidden_addresses(*op, ty.bits(&self.program.target), a, b);
                let value = if !divides && self.is_idle(st, thread) {
                    Value::Word(0)
                } else if !divides && self.may_be_moved(st, thread) {
                    self.moved_binary(st, thread, (*op, *dst, *overflow), width, (a, b))?
                } else {
                    self.binary(st, thread, *op, width, a, b, *overflow)?
                };
                self.write(st, thread, *dst, value);
            }
            Op::Compare { dst, op, ty, a, b } => {
                let (a, b) = (self.read(st, thread, *a, *ty), self.read(st, thread, *b, *ty));
                let value = self.compare(*op, ty.bits(&self.program.target), a, b);
                self.write(st, thread, *dst, value);
            }
            Op::FloatBinary { dst, op, ty, a, b } => {
                let (a, b) = (self.read(st, thread, *a, *ty), self.read(st, thread, *b, *ty));
                let value = self.float_binary(st, thread, *op, *ty, a, b)?;
                self.write(st, thread, *dst, value);
            }
            Op::FloatNeg { dst, ty, a } => {
                let a = self.read(st, thread, *a, *ty);
                let value = self.float_neg(*ty, a);
                self.write(st, thread, *dst, value);
            }
            Op::FloatCompare { dst, op, ty, a, b } => {
                let (a, b) = (self.read(st, thread, *a, *ty), self.read(st, thread, *b, *ty));
                let value = self.float_compare(st, thread, *op, *ty, a, b)?;
                self.write(st, thread, *dst, value);
            }
            Op::Cast { dst, op, from, to, a } => {
                let value = self.cast(st, thread, *op, *from, *to, *a)?;
                self.write(st, thread, *dst, value);
            }
            Op::Select { dst, ty, cond, a, b } => {
                let value = match self.is_branch(st, thread, *dst, (*a, *b)) {
                    true => self.select_side(st, thread, *ty, *cond, (*a, *b))?,
                    false => self.select(st, thread, *ty, *cond, *a, *b),
                };
                self.write(st, thread, *dst, value);
            }
            Op::Address { dst, base, offset, indices, in_bounds: _ } => {
                let value = self.address(st, thread, *base, *offset, indices);
                self.write(st, thread, *dst, value);
            }
            Op::Load { dst, ty, ptr, order, volatile, align: _ } => {
                let value = self.load_from(st, thread, *ty, *ptr, *order, *volatile)?;
                self.write(st, thread, *dst, value);
                self.begin_speculation(st, thread, *dst);
            }
            Op::Store { ty, value, ptr, order, .. } => {
                self.store_to(st, thread, *ty, *value, *ptr, *order)?;
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, order } => {
                self.note_order(st, thread, *order);
                let order = Order::of(*order);
                let old = self.atomic_update(st, thread, *op, *ty, *ptr, *value, order)?;
                self.write(st, thread, *dst, old);
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure } => {
                if *weak {
                    self.note_never_spurious(st, thread);
                }
                self.note_order(st, thread, *success);
                self.note_order(st, thread, *failure);
                let orders = (Order::of(*success), Order::of(*failure));
                let (found, equal) =
                    self.compare_exchange(st, thread, *ty, *ptr, *expected, *new, orders)?;
                self.write(st, thread, *old, found);
                self.write(st, thread, *ok, equal);
            }
            Op::Fence { order } => self.fence(st, thread, *order),
            Op::Alloca { dst, slot, size, count, align: _ } => {
                let address = self.alloca(st, thread, *slot, *size, *count)?;
                self.write(st, thread, *dst, address);
            }
            Op::Call { dsts, callee, args } => {
                return self.call(st, thread, dsts, *callee, args, inst.loc);
            }
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                let results = self.intrinsic(st, thread, *intrinsic, *ty, args)?;
                for (&reg, &value) in dsts.iter().zip(&results) {
                    self.write(st, thread, reg, value);
                }
            }
            Op::Unsupported { what } if what == NON_TEMPORAL_STORE && st.unjoined == 0 => {}
            Op::Unsupported { what } => {
                let kind = if what.starts_with("inline assembly") {
                    CutKind::InlineAssembly
                } else {
                    CutKind::Unsupported
                };
                return Err(self.cut(st, thread, kind, what.clone()));
            }
        }
        st.thread_mut(thread).top_mut().inst += 1;
        Ok(())
    }

    /// An operand that may stay undefined because it is only moved.
    pub(crate) fn read_lazily(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        operand: Operand,
        ty: Type,
    ) -> Value {
        match operand {
            Operand::Reg(reg) => st.thread(thread).top().regs[reg.0 as usize],
            Operand::Const(word) => self.constant(ty, Bits::new(64, u128::from(word))),
            Operand::Wide { low, high } => {
                let bits = Bits::new(128, u128::from(low) | u128::from(high) << 64);
                self.constant(ty, bits)
            }
            Operand::Global(global, addend) => {
                let base = self.global_address(st, thread, global);
                let Value::Word(base) = base else {
                    return self.offset_pointer(base, addend as u64);
                };
                Value::Word(mask(self.facts.pointer_bits, base.wrapping_add_signed(addend)))
            }
            Operand::Func(func) => Value::Word(self.function_address(func)),
            Operand::Undef => Value::Undef,
        }
    }

    /// An operand that is moved and still there afterwards. Where uninitialised memory holds arbitrary values, both must hold the same.
    pub(crate) fn read_to_copy(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        operand: Operand,
        ty: Type,
    ) -> Value {
        if self.uninitialised_is_arbitrary() && matches!(operand, Operand::Reg(_)) {
            return self.read(st, thread, operand, ty);
        }
        self.read_lazily(st, thread, operand, ty)
    }

    fn constant(&mut self, ty: Type, bits: Bits) -> Value {
        let width = ty.bits(&self.program.target);
        let value = bits.to_u128().unwrap_or(0);
        Value::of_bits(&mut self.terms, Bits::new(width, value))
    }

    /// An operand that is computed with: what was never assigned becomes a marked variable.
    pub(crate) fn read(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        operand: Operand,
        ty: Type,
    ) -> Value {
        let value = self.read_lazily(st, thread, operand, ty);
        if value != Value::Undef {
            return value;
        }
        self.cannot_generalise();
        let value = self.undefined(st, thread, Some(operand), ty);
        if let Operand::Reg(reg) = operand {
            self.write(st, thread, reg, value);
        }
        value
    }

    fn undefined(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        operand: Option<Operand>,
        ty: Type,
    ) -> Value {
        if self.uninitialised_is_arbitrary() {
            return self.uninitialised_register(st, thread, operand, ty);
        }
        let width = ty.bits(&self.program.target);
        let owner = st.thread_mut(thread);
        owner.undefined += 1;
        let name = format!("undefined {} {}", owner.id, owner.undefined);
        // Names are per width, since a thread may reach the same count along different paths.
        let name = format!("{name}:{width}");
        Value::Term(self.terms.marked_var(&name, Sort::Bits(width)))
    }

    pub(crate) fn write(&mut self, st: &mut State, thread: ThreadId, reg: Reg, value: Value) {
        st.thread_mut(thread).top_mut().regs[reg.0 as usize] = value;
    }

    fn cast(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: CastOp,
        from: Type,
        to: Type,
        a: Operand,
    ) -> Exec<Value> {
        if Self::is_float_cast(op) {
            let a = self.read(st, thread, a, from);
            return self.float_cast(st, thread, op, from, to, a);
        }
        if op == CastOp::Bits {
            return Ok(self.read_to_copy(st, thread, a, from));
        }
        let (width, bits) = (to.bits(&self.program.target), from.bits(&self.program.target));
        let a = self.read(st, thread, a, from);
        if bits > width {
            self.note_shortened_addresses(bits, width, a);
        }
        let a = a.term(&mut self.terms, bits);
        let result = match op {
            CastOp::Trunc => self.terms.extract(a, width - 1, 0),
            CastOp::SExt => self.terms.sext(a, width),
            _ => self.terms.zext(a, width),
        };
        Ok(Value::of_term(&self.terms, result))
    }

    fn select(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        cond: Operand,
        a: Operand,
        b: Operand,
    ) -> Value {
        match self.read(st, thread, cond, Type::BOOL) {
            Value::Word(word) => {
                let chosen = if word & 1 == 1 { a } else { b };
                self.read_to_copy(st, thread, chosen, ty)
            }
            cond => {
                let width = ty.bits(&self.program.target);
                let cond = cond.term(&mut self.terms, 1);
                let a = self.read(st, thread, a, ty).term(&mut self.terms, width);
                let b = self.read(st, thread, b, ty).term(&mut self.terms, width);
                let chosen = self.terms.ite(cond, a, b);
                Value::of_term(&self.terms, chosen)
            }
        }
    }

    /// One of two numbers, after a decision which.
    fn select_side(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        cond: Operand,
        (a, b): (Operand, Operand),
    ) -> Exec<Value> {
        let value = self.read(st, thread, cond, Type::BOOL);
        if matches!(value, Value::Term(term) if self.terms.has_marked(term)) {
            return Ok(self.select(st, thread, ty, cond, a, b));
        }
        let chosen = if self.decide(st, thread, value)? { a } else { b };
        Ok(self.read_to_copy(st, thread, chosen, ty))
    }

    fn address(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Value {
        let width = self.facts.pointer_bits;
        let mut sum = self.read(st, thread, base, Type::Ptr).term(&mut self.terms, width);
        let constant = self.terms.constant(width, u128::from(mask(width, offset as u64)));
        sum = self.terms.add(sum, constant);
        for &(index, ty, scale) in indices {
            let from = ty.bits(&self.program.target);
            let index = self.read(st, thread, index, ty).term(&mut self.terms, from);
            let index = if from < width {
                self.terms.sext(index, width)
            } else {
                self.terms.extract(index, width - 1, 0)
            };
            let scale = self.terms.constant(width, u128::from(scale));
            let scaled = self.terms.mul(index, scale);
            sum = self.terms.add(sum, scaled);
        }
        Value::of_term(&self.terms, sum)
    }

    fn load_from(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        ptr: Operand,
        order: Option<Ordering>,
        volatile: bool,
    ) -> Exec<Value> {
        let pointer = self.read(st, thread, ptr, Type::Ptr);
        let size = ty.bytes(&self.program.target);
        let sync = match self.atomic_sync(st, thread, order, Sync::AtomicLoad) {
            Sync::Plain if !volatile && self.may_speculate(st, thread) => Sync::Movable,
            sync => sync,
        };
        if let Some(places) =
            self.guarded_places(st, thread, pointer, size, Direction::Read, sync)?
        {
            return self.load_guarded(st, thread, &places, ty);
        }
        let place = self.place_for(st, thread, pointer, size, Direction::Read, sync)?;
        let value = self.load(st, thread, place, ty)?;
        self.record_access(st, thread, place, ty, value, Direction::Read);
        Ok(value)
    }

    fn store_to(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        value: Operand,
        ptr: Operand,
        order: Option<Ordering>,
    ) -> Exec {
        let pointer = self.read(st, thread, ptr, Type::Ptr);
        let value = if self.is_idle(st, thread) {
            Value::Word(0)
        } else if self.uninitialised_is_arbitrary() {
            self.read(st, thread, value, ty)
        } else {
            self.read_lazily(st, thread, value, ty)
        };
        let size = ty.bytes(&self.program.target);
        let sync = self.atomic_sync(st, thread, order, Sync::AtomicStore);
        if let Some(places) =
            self.guarded_places(st, thread, pointer, size, Direction::Write, sync)?
        {
            return self.store_guarded(st, thread, &places, ty, value);
        }
        let place = self.place_for(st, thread, pointer, size, Direction::Write, sync)?;
        self.record_access(st, thread, place, ty, value, Direction::Write);
        self.publish(st, place.object, value);
        self.store(st, thread, place, ty, value)?;
        self.publish_word(st, place, size);
        Ok(())
    }

    fn atomic_update(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: AtomicOp,
        ty: Type,
        ptr: Operand,
        value: Operand,
        order: Order,
    ) -> Exec<Value> {
        let pointer = self.read(st, thread, ptr, Type::Ptr);
        let value = self.read(st, thread, value, ty);
        let size = ty.bytes(&self.program.target);
        let sync = Sync::AtomicUpdate(order);
        let place = self.place_for(st, thread, pointer, size, Direction::Write, sync)?;
        let old = self.load(st, thread, place, ty)?;
        let old = self.defined_or_marked(st, thread, old, ty);
        let new = self.updated(st, thread, op, ty, old, value)?;
        if self.same_value(new, old) {
            self.was_only_read(st, place.object, Sync::AtomicUpdate(order));
            return Ok(old);
        }
        let counts =
            matches!(op, AtomicOp::Add | AtomicOp::Sub) && matches!(value, Value::Word(1..));
        // Such an update is a write whatever was there.
        let new = if counts && self.is_idle(st, thread) { Value::Word(0) } else { new };
        self.record_access(st, thread, place, ty, new, Direction::Write);
        self.publish(st, place.object, new);
        self.store(st, thread, place, ty, new)?;
        Ok(old)
    }

    pub(crate) fn defined_or_marked(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        value: Value,
        ty: Type,
    ) -> Value {
        if value == Value::Undef { self.undefined(st, thread, None, ty) } else { value }
    }

    pub(crate) fn updated(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: AtomicOp,
        ty: Type,
        old: Value,
        value: Value,
    ) -> Exec<Value> {
        let width = ty.bits(&self.program.target);
        let wrapping = Overflow::default();
        let binary = match op {
            AtomicOp::Exchange => return Ok(value),
            AtomicOp::Add => BinaryOp::Add,
            AtomicOp::Sub => BinaryOp::Sub,
            AtomicOp::And => BinaryOp::And,
            AtomicOp::Or => BinaryOp::Or,
            AtomicOp::Xor => BinaryOp::Xor,
            AtomicOp::Nand => {
                self.note_hidden_addresses(BinaryOp::Xor, width, old, value);
                let both = self.binary(st, thread, BinaryOp::And, width, old, value, wrapping)?;
                let both = both.term(&mut self.terms, width);
                let nand = self.terms.not(both);
                return Ok(Value::of_term(&self.terms, nand));
            }
            AtomicOp::Max => return Ok(self.pick(CompareOp::Sgt, width, old, value)),
            AtomicOp::Min => return Ok(self.pick(CompareOp::Slt, width, old, value)),
            AtomicOp::UMax => return Ok(self.pick(CompareOp::Ugt, width, old, value)),
            AtomicOp::UMin => return Ok(self.pick(CompareOp::Ult, width, old, value)),
            AtomicOp::FAdd => {
                let add = raddle_ir::FloatBinaryOp::Add;
                return self.float_binary(st, thread, add, ty, old, value);
            }
            AtomicOp::FSub => {
                let sub = raddle_ir::FloatBinaryOp::Sub;
                return self.float_binary(st, thread, sub, ty, old, value);
            }
        };
        self.note_hidden_addresses(binary, width, old, value);
        self.binary(st, thread, binary, width, old, value, wrapping)
    }

    /// Whether an update leaves a value as it is.
    pub(crate) fn same_value(&mut self, new: Value, old: Value) -> bool {
        if !self.is_generalising() || new == old {
            return new == old;
        }
        let width = [new, old].iter().find_map(|value| match value {
            Value::Term(term) => Some(self.terms.width(*term)),
            Value::Word(_) | Value::Undef => None,
        });
        let Some(width) = width else { return false };
        let (new, old) = (new.term(&mut self.terms, width), old.term(&mut self.terms, width));
        let equal = self.terms.eq(new, old);
        // An update that others notice is taken for one everywhere; one that they do not must stay so.
        self.holds_here(equal) && self.follow(equal)
    }

    /// An atomic operation that left the memory as it was is a read for other threads.
    fn was_only_read(&mut self, st: &mut State, object: ObjectId, sync: Sync) {
        if let Some(access) = st.event.accesses.last_mut()
            && access.object == object
            && matches!(access.sync, Sync::AtomicUpdate(_))
        {
            access.write = false;
            access.sync = sync;
        }
    }

    /// `a` if `a op b`, else `b`.
    pub(crate) fn pick(&mut self, op: CompareOp, width: u32, a: Value, b: Value) -> Value {
        match self.compare(op, width, a, b) {
            Value::Word(word) => {
                if word == 1 {
                    a
                } else {
                    b
                }
            }
            cond => {
                let cond = cond.term(&mut self.terms, 1);
                let (a, b) = (a.term(&mut self.terms, width), b.term(&mut self.terms, width));
                let chosen = self.terms.ite(cond, a, b);
                Value::of_term(&self.terms, chosen)
            }
        }
    }

    fn compare_exchange(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        ptr: Operand,
        expected: Operand,
        new: Operand,
        (success, failure): (Order, Order),
    ) -> Exec<(Value, Value)> {
        let width = ty.bits(&self.program.target);
        let pointer = self.read(st, thread, ptr, Type::Ptr);
        let expected = self.read(st, thread, expected, ty);
        let new = self.read(st, thread, new, ty);
        let size = ty.bytes(&self.program.target);
        let sync = Sync::AtomicUpdate(success);
        let place = self.place_for(st, thread, pointer, size, Direction::Write, sync)?;
        let old = self.load(st, thread, place, ty)?;
        let old = self.defined_or_marked(st, thread, old, ty);
        let mut equal = self.compare(CompareOp::Eq, width, old, expected);
        // Where weak orders may tell, what is ordered after it depends on whether it succeeds; so does what it races with.
        let races = self.config.properties.contains(Property::Race);
        if self.is_generalising() || self.facts.weak_orders_tell || races {
            equal = Value::truth(self.decide(st, thread, equal)?);
        }
        let stored = match equal {
            Value::Word(1) => new,
            Value::Word(_) => old,
            cond => {
                let cond = cond.term(&mut self.terms, 1);
                let (new, old) =
                    (new.term(&mut self.terms, width), old.term(&mut self.terms, width));
                let stored = self.terms.ite(cond, new, old);
                Value::of_term(&self.terms, stored)
            }
        };
        if self.same_value(stored, old) {
            let failed = equal == Value::FALSE;
            let sync = if failed { Sync::AtomicLoad(failure) } else { sync };
            self.was_only_read(st, place.object, sync);
            return Ok((old, equal));
        }
        self.record_access(st, thread, place, ty, stored, Direction::Write);
        self.publish(st, place.object, stored);
        self.store(st, thread, place, ty, stored)?;
        Ok((old, equal))
    }

    fn alloca(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        slot: SlotId,
        size: u64,
        count: Operand,
    ) -> Exec<Value> {
        let count_type = Type::Int(self.facts.pointer_bits as u16);
        let count = self.read(st, thread, count, count_type);
        let count = self.known_size(st, thread, count)?;
        let size = size.saturating_mul(count);
        let owner = st.thread_mut(thread);
        let func = owner.top().func;
        let name = ObjectName::Stack { thread, func, slot, count: owner.allocations };
        owner.allocations += 1;
        owner.stack_bytes = owner.stack_bytes.saturating_add(size);
        self.check_stack(st, thread)?;
        let Some(id) = self.names.object(name, size) else {
            let message =
                format!("a local variable of {size} bytes does not fit the address space");
            return Err(self.cut(st, thread, CutKind::TooLarge, message));
        };
        let loc = self.slot_loc(func, slot);
        st.memory.insert(Object::new(id, size, ObjectKind::Stack, Fill::Undefined, loc));
        st.thread_mut(thread).top_mut().locals.push(id);
        Ok(self.address_value(id))
    }
}
