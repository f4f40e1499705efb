//! Built-in operations of the representation.

use raddle_expr::TermId;
use raddle_ir::{BinaryOp, CompareOp, FloatCompareOp, Intrinsic, Operand, Overflow, Type};
use smallvec::{SmallVec, smallvec};

use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::float::Number;
use crate::float_math::Whole;
use crate::machine::Machine;
use crate::names::{ObjectName, ThreadId};
use crate::object::{Fill, Life, Object, ObjectKind};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

type Results = SmallVec<[Value; 2]>;

/// Sizes up to this many are tried one after the other.
const FEW_SIZES: u64 = 16;
/// Sizes above this are not tried: each one is a path of its own, which is more than an offset costs.
const MOST_SIZES: u64 = 1024;

impl Machine<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Exec<Results> {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => {
                let to = self.read(st, thread, args[0], Type::Ptr);
                let from = self.read(st, thread, args[1], Type::Ptr);
                let size = self.read(st, thread, args[2], ty);
                let may_overlap = intrinsic == Intrinsic::MemMove;
                self.copy_memory(st, thread, to, from, size, may_overlap)?;
                Ok(smallvec![])
            }
            Intrinsic::MemSet => {
                let to = self.read(st, thread, args[0], Type::Ptr);
                let byte = self.read_lazily(st, thread, args[1], Type::Int(8));
                let size = self.read(st, thread, args[2], ty);
                self.set_memory(st, thread, to, byte, size)?;
                Ok(smallvec![])
            }
            Intrinsic::SAddOverflow
            | Intrinsic::UAddOverflow
            | Intrinsic::SSubOverflow
            | Intrinsic::USubOverflow
            | Intrinsic::SMulOverflow
            | Intrinsic::UMulOverflow => self.with_overflow(st, thread, intrinsic, ty, args),
            Intrinsic::SAddSat | Intrinsic::UAddSat | Intrinsic::SSubSat | Intrinsic::USubSat => {
                self.saturating(st, thread, intrinsic, ty, args)
            }
            Intrinsic::SMax | Intrinsic::SMin | Intrinsic::UMax | Intrinsic::UMin => {
                let (a, b) =
                    (self.read(st, thread, args[0], ty), self.read(st, thread, args[1], ty));
                let op = match intrinsic {
                    Intrinsic::SMax => CompareOp::Sgt,
                    Intrinsic::SMin => CompareOp::Slt,
                    Intrinsic::UMax => CompareOp::Ugt,
                    _ => CompareOp::Ult,
                };
                Ok(smallvec![self.pick(op, ty.bits(&self.program.target), a, b)])
            }
            Intrinsic::Abs
            | Intrinsic::CountOnes
            | Intrinsic::LeadingZeros
            | Intrinsic::TrailingZeros
            | Intrinsic::ByteSwap
            | Intrinsic::BitReverse => {
                let width = ty.bits(&self.program.target);
                let a = self.read(st, thread, args[0], ty).term(&mut self.terms, width);
                if intrinsic == Intrinsic::Abs && self.config.checks(FaultKind::SignedOverflow) {
                    let zero = self.terms.constant(width, 0);
                    let fits = self.signed_fits(BinaryOp::Sub, width, zero, a);
                    let message = "the absolute value of the smallest integer overflows".to_owned();
                    self.demand(st, thread, fits, FaultKind::SignedOverflow, |_| message)?;
                }
                let result = self.bit_operation(intrinsic, width, a);
                Ok(smallvec![Value::of_term(&self.terms, result)])
            }
            Intrinsic::FunnelShiftLeft | Intrinsic::FunnelShiftRight => {
                Ok(smallvec![self.funnel_shift(st, thread, intrinsic, ty, args)])
            }
            Intrinsic::FAbs => {
                let a = self.read(st, thread, args[0], ty);
                Ok(smallvec![self.float_abs(ty, a)])
            }
            Intrinsic::FSqrt
            | Intrinsic::FFloor
            | Intrinsic::FCeil
            | Intrinsic::FTrunc
            | Intrinsic::FRint
            | Intrinsic::FRound
            | Intrinsic::FMin
            | Intrinsic::FMax
            | Intrinsic::FCopySign
            | Intrinsic::FMulAdd
            | Intrinsic::FPow
            | Intrinsic::FExp
            | Intrinsic::FExp2
            | Intrinsic::FLog
            | Intrinsic::FLog2
            | Intrinsic::FLog10
            | Intrinsic::FSin
            | Intrinsic::FCos => self.float_function(st, thread, intrinsic, ty, args),
            Intrinsic::VaStart => {
                let list = self.read(st, thread, args[0], Type::Ptr);
                self.va_start(st, thread, list)?;
                Ok(smallvec![])
            }
            Intrinsic::VaEnd => Ok(smallvec![]),
            Intrinsic::VaCopy => {
                let to = self.read(st, thread, args[0], Type::Ptr);
                let from = self.read(st, thread, args[1], Type::Ptr);
                let size = if self.facts.pointer_bits == 64 { 24 } else { 4 };
                self.copy_memory(st, thread, to, from, Value::Word(size), true)?;
                Ok(smallvec![])
            }
            Intrinsic::StackSave => {
                let count = st.thread(thread).top().locals.len() as u64;
                Ok(smallvec![Value::Word(count)])
            }
            Intrinsic::StackRestore => {
                let saved = self.read(st, thread, args[0], Type::Ptr);
                self.stack_restore(st, thread, saved);
                Ok(smallvec![])
            }
            Intrinsic::LifetimeStart => {
                self.lifetime_start(st, thread, args);
                Ok(smallvec![])
            }
            Intrinsic::LifetimeEnd => {
                self.lifetime_end(st, thread, args);
                Ok(smallvec![])
            }
            Intrinsic::Assume => {
                let cond = self.read(st, thread, args[0], Type::BOOL);
                let message = "an assumption the compiler was given is false".to_owned();
                self.demand(st, thread, cond, FaultKind::Unreachable, |_| message)?;
                Ok(smallvec![])
            }
            Intrinsic::ObjectSize => Ok(smallvec![self.object_size(st, thread, ty, args)]),
            Intrinsic::ReturnAddress | Intrinsic::FrameAddress => {
                let what = "the address of a frame or of a return is taken".to_owned();
                Err(self.cut(st, thread, CutKind::Unsupported, what))
            }
            Intrinsic::ThreadPointer => {
                let object = self.thread_object(thread);
                Ok(smallvec![self.address_value(object)])
            }
            Intrinsic::Trap => {
                let message = "the program traps".to_owned();
                Err(self.fail(st, thread, FaultKind::Trap, message))
            }
        }
    }

    /// A length that is known, or becomes known by trying the values it can have.
    ///
    /// The range is halved until few values are left, which are then tried one by one: trying all of them in
    /// a row gives path conditions as long as the range (twelve times slower for 800 sizes).
    pub(crate) fn known_size(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        size: Value,
    ) -> Exec<u64> {
        let term = match size {
            Value::Word(size) => return Ok(size),
            Value::Term(term) => term,
            Value::Undef => unreachable!("undefined values are replaced when read"),
        };
        self.demand_defined(st, thread, size, "a size")?;
        let mut low = 0;
        let mut high = FEW_SIZES - 1;
        if !self.decide_at_most(st, thread, term, high)? {
            low = FEW_SIZES;
            high = MOST_SIZES;
            if !self.decide_at_most(st, thread, term, high)? {
                let message =
                    "the size of a memory operation depends on inputs and may be large".to_owned();
                return Err(self.cut(st, thread, CutKind::SymbolicSize, message));
            }
        }
        while high - low >= FEW_SIZES {
            let middle = low + (high - low) / 2;
            if self.decide_at_most(st, thread, term, middle)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        loop {
            let candidate = self.eval_here(st, term);
            let value = candidate.to_u64().unwrap_or(0);
            let constant = self.terms.constant_bits(candidate);
            let equal = self.terms.eq(term, constant);
            let equal = Value::of_term(&self.terms, equal);
            if self.decide(st, thread, equal)? {
                return Ok(value);
            }
        }
    }

    fn decide_at_most(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        term: TermId,
        limit: u64,
    ) -> Exec<bool> {
        let limit = self.terms.constant(self.terms.width(term), u128::from(limit));
        let at_most = self.terms.ule(term, limit);
        let at_most = Value::of_term(&self.terms, at_most);
        self.decide(st, thread, at_most)
    }

    pub(crate) fn copy_memory(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        to: Value,
        from: Value,
        size: Value,
        may_overlap: bool,
    ) -> Exec {
        let size = self.known_size(st, thread, size)?;
        if size == 0 {
            return Ok(());
        }
        let source = self.place(st, thread, from, size, Direction::Read)?;
        let target = self.place(st, thread, to, size, Direction::Write)?;
        if !may_overlap && source.object == target.object {
            let apart = self.apart_or_equal(source.offset, target.offset, size);
            let message = format!("source and destination of a copy of {size} bytes overlap");
            self.demand(st, thread, apart, FaultKind::OverlappingCopy, |_| message)?;
        }
        let (Value::Word(source_offset), Value::Word(target_offset)) =
            (source.offset, target.offset)
        else {
            return self.copy_symbolic(st, thread, to, from, size);
        };
        self.copy_bytes(st, (target.object, target_offset), (source.object, source_offset), size);
        Ok(())
    }

    /// Whether two ranges of one object have no byte in common. The same range twice is fine: that is what compilers make of `*p = *p`.
    fn apart_or_equal(&mut self, one: Value, other: Value, size: u64) -> Value {
        let width = self.facts.pointer_bits;
        let (one, other) = (one.term(&mut self.terms, width), other.term(&mut self.terms, width));
        let size = self.terms.constant(width, u128::from(size));
        let equal = self.terms.eq(one, other);
        // Both lie in the object, so neither end wraps around.
        let (one_end, other_end) = (self.terms.add(one, size), self.terms.add(other, size));
        let before = self.terms.ule(one_end, other);
        let behind = self.terms.ule(other_end, one);
        let apart = self.terms.or(before, behind);
        let fine = self.terms.or(equal, apart);
        Value::of_term(&self.terms, fine)
    }

    /// A copy whose addresses depend on inputs: all bytes are read, then all are written.
    fn copy_symbolic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        to: Value,
        from: Value,
        size: u64,
    ) -> Exec {
        let byte = Type::Int(8);
        let mut bytes = Vec::with_capacity(size as usize);
        for index in 0..size {
            let pointer = self.offset_pointer(from, index);
            let place = self.place(st, thread, pointer, 1, Direction::Read)?;
            bytes.push(self.load(st, thread, place, byte)?);
        }
        for (index, value) in bytes.into_iter().enumerate() {
            let pointer = self.offset_pointer(to, index as u64);
            let place = self.place(st, thread, pointer, 1, Direction::Write)?;
            self.store(st, thread, place, byte, value)?;
        }
        Ok(())
    }

    pub(crate) fn offset_pointer(&mut self, pointer: Value, offset: u64) -> Value {
        match pointer {
            Value::Word(address) => Value::Word(address.wrapping_add(offset)),
            other => {
                let width = self.facts.pointer_bits;
                let base = other.term(&mut self.terms, width);
                let offset = self.terms.constant(width, u128::from(offset));
                let sum = self.terms.add(base, offset);
                Value::of_term(&self.terms, sum)
            }
        }
    }

    pub(crate) fn set_memory(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        to: Value,
        byte: Value,
        size: Value,
    ) -> Exec {
        let size = self.known_size(st, thread, size)?;
        if size == 0 {
            return Ok(());
        }
        let place = self.place(st, thread, to, size, Direction::Write)?;
        for index in 0..size {
            match place.offset {
                Value::Word(offset) => self.store_at(st, place.object, offset + index, 1, byte),
                _ => {
                    let pointer = self.offset_pointer(to, index);
                    let place = self.place(st, thread, pointer, 1, Direction::Write)?;
                    self.store(st, thread, place, Type::Int(8), byte)?;
                }
            }
        }
        Ok(())
    }

    fn with_overflow(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Exec<Results> {
        let width = ty.bits(&self.program.target);
        let (a, b) = (self.read(st, thread, args[0], ty), self.read(st, thread, args[1], ty));
        let (op, is_signed) = match intrinsic {
            Intrinsic::SAddOverflow | Intrinsic::SAddSat => (BinaryOp::Add, true),
            Intrinsic::UAddOverflow | Intrinsic::UAddSat => (BinaryOp::Add, false),
            Intrinsic::SSubOverflow | Intrinsic::SSubSat => (BinaryOp::Sub, true),
            Intrinsic::USubOverflow | Intrinsic::USubSat => (BinaryOp::Sub, false),
            Intrinsic::SMulOverflow => (BinaryOp::Mul, true),
            _ => (BinaryOp::Mul, false),
        };
        let result = self.binary(st, thread, op, width, a, b, Overflow::default())?;
        let (x, y) = (a.term(&mut self.terms, width), b.term(&mut self.terms, width));
        let fits = if is_signed {
            self.signed_fits(op, width, x, y)
        } else {
            self.unsigned_fits(op, width, x, y)
        };
        let fits = fits.term(&mut self.terms, 1);
        let overflowed = self.terms.not(fits);
        Ok(smallvec![result, Value::of_term(&self.terms, overflowed)])
    }

    fn saturating(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Exec<Results> {
        let width = ty.bits(&self.program.target);
        let a = self.read(st, thread, args[0], ty).term(&mut self.terms, width);
        let results = self.with_overflow(st, thread, intrinsic, ty, args)?;
        let result = results[0].term(&mut self.terms, width);
        let overflowed = results[1].term(&mut self.terms, 1);
        let zero = self.terms.constant(width, 0);
        let ones = self.terms.not(zero);
        let limit = match intrinsic {
            Intrinsic::UAddSat => ones,
            Intrinsic::USubSat => zero,
            _ => {
                // The sign of the first operand says on which side it overflowed.
                let one = self.terms.constant(width, 1);
                let top = self.terms.constant(width, u128::from(width) - 1);
                let minimum = self.terms.shl(one, top);
                let maximum = self.terms.not(minimum);
                let negative = self.terms.slt(a, zero);
                self.terms.ite(negative, minimum, maximum)
            }
        };
        let value = self.terms.ite(overflowed, limit, result);
        Ok(smallvec![Value::of_term(&self.terms, value)])
    }

    fn bit_operation(&mut self, intrinsic: Intrinsic, width: u32, a: TermId) -> TermId {
        match intrinsic {
            Intrinsic::Abs => {
                let zero = self.terms.constant(width, 0);
                let negative = self.terms.slt(a, zero);
                let negated = self.terms.neg(a);
                self.terms.ite(negative, negated, a)
            }
            Intrinsic::CountOnes => {
                let mut sum = self.terms.constant(width, 0);
                for bit in 0..width {
                    let one = self.terms.extract(a, bit, bit);
                    let one = self.terms.zext(one, width);
                    sum = self.terms.add(sum, one);
                }
                sum
            }
            Intrinsic::LeadingZeros | Intrinsic::TrailingZeros => {
                let mut result = self.terms.constant(width, u128::from(width));
                // The last test made is the outermost choice: end with the bit that decides first.
                for step in 0..width {
                    let (bit, zeros) = if intrinsic == Intrinsic::LeadingZeros {
                        (step, width - 1 - step)
                    } else {
                        (width - 1 - step, width - 1 - step)
                    };
                    let set = self.terms.extract(a, bit, bit);
                    let zeros = self.terms.constant(width, u128::from(zeros));
                    result = self.terms.ite(set, zeros, result);
                }
                result
            }
            Intrinsic::ByteSwap => self.reversed(a, width, 8),
            _ => self.reversed(a, width, 1),
        }
    }

    fn reversed(&mut self, a: TermId, width: u32, unit: u32) -> TermId {
        let mut result = self.terms.extract(a, unit - 1, 0);
        for low in (unit..width).step_by(unit as usize) {
            let part = self.terms.extract(a, low + unit - 1, low);
            result = self.terms.concat(result, part);
        }
        result
    }

    fn funnel_shift(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Value {
        let width = ty.bits(&self.program.target);
        let high = self.read(st, thread, args[0], ty).term(&mut self.terms, width);
        let low = self.read(st, thread, args[1], ty).term(&mut self.terms, width);
        let shift = self.read(st, thread, args[2], ty).term(&mut self.terms, width);
        let modulus = self.terms.constant(width, u128::from(width));
        let shift = self.terms.urem(shift, modulus);
        let both = self.terms.concat(high, low);
        let shift = self.terms.zext(shift, 2 * width);
        let result = if intrinsic == Intrinsic::FunnelShiftLeft {
            let shifted = self.terms.shl(both, shift);
            self.terms.extract(shifted, 2 * width - 1, width)
        } else {
            let shifted = self.terms.lshr(both, shift);
            self.terms.extract(shifted, width - 1, 0)
        };
        Value::of_term(&self.terms, result)
    }

    fn float_function(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Exec<Results> {
        let values: SmallVec<[Value; 3]> =
            args.iter().map(|&arg| self.read(st, thread, arg, ty)).collect();
        if let Some(result) = self.symbolic_function(intrinsic, ty, &values) {
            return Ok(smallvec![result]);
        }
        let mut numbers: SmallVec<[Number; 3]> = SmallVec::new();
        for value in values {
            numbers.push(self.number(st, thread, ty, value)?);
        }
        let computed = match (ty, numbers.as_slice()) {
            // The one operation whose result differs if it is rounded to double precision first.
            (Type::F32, [Number::F32(a), Number::F32(b), Number::F32(c)])
                if intrinsic == Intrinsic::FMulAdd =>
            {
                Some(Number::F32(a.mul_add(*b, *c)))
            }
            (Type::F32 | Type::F64, [first, ..]) => {
                let second = numbers.get(1).map_or(0.0, |n| n.to_f64());
                let third = numbers.get(2).map_or(0.0, |n| n.to_f64());
                let result = double_function(intrinsic, first.to_f64(), second, third);
                Some(Number::F64(result).convert(ty))
            }
            _ => None,
        };
        match computed {
            Some(number) => Ok(smallvec![self.number_value(ty, number)]),
            None => {
                let message = format!("{intrinsic:?} of a long double");
                Err(self.cut(st, thread, CutKind::Unsupported, message))
            }
        }
    }

    /// A function whose result is exact, of numbers that depend on inputs.
    fn symbolic_function(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        values: &[Value],
    ) -> Option<Value> {
        let whole = match intrinsic {
            Intrinsic::FFloor => Some(Whole::Down),
            Intrinsic::FCeil => Some(Whole::Up),
            Intrinsic::FTrunc => Some(Whole::TowardsZero),
            Intrinsic::FRound => Some(Whole::Nearest),
            Intrinsic::FRint => Some(Whole::NearestEven),
            _ => None,
        };
        match (intrinsic, whole, values) {
            (_, Some(way), &[a]) => self.symbolic_whole(ty, way, a),
            (Intrinsic::FSqrt, _, &[a]) => self.symbolic_root(ty, a),
            (Intrinsic::FMin, _, &[a, b]) => self.symbolic_extreme(ty, FloatCompareOp::Olt, a, b),
            (Intrinsic::FMax, _, &[a, b]) => self.symbolic_extreme(ty, FloatCompareOp::Ogt, a, b),
            (Intrinsic::FCopySign, _, &[a, b]) => self.symbolic_copy_sign(ty, a, b),
            _ => None,
        }
    }

    /// `va_start`: all variable arguments lie in one block of memory, eight (four) bytes each, and the list
    /// says that the registers' save area is used up, so that they are taken from that block.
    fn va_start(&mut self, st: &mut State, thread: ThreadId, list: Value) -> Exec {
        let triple = &self.program.target.triple;
        let wide = self.facts.pointer_bits == 64;
        if wide && !(triple.is_empty() || triple.starts_with("x86_64")) {
            let message = format!("variable arguments on {triple}");
            return Err(self.cut(st, thread, CutKind::Unsupported, message));
        }
        // Of a function that is checked on its own, nobody knows what is passed in place of `...`.
        if thread == crate::names::Names::MAIN
            && st.thread(thread).frames.len() == 1
            && !st.unknowns.arguments.is_empty()
        {
            let message =
                "what callers pass in place of `...`: check a function that calls this one";
            return Err(self.cut(st, thread, CutKind::Unsupported, message.to_owned()));
        }
        let slot_bytes = u64::from(self.facts.pointer_bits / 8);
        let varargs = st.thread(thread).top().varargs.clone();
        let mut offsets = Vec::new();
        let mut end = 0u64;
        for arg in varargs.iter() {
            let (size, align) = match arg.by_value {
                Some((size, align)) => (size, align.clamp(slot_bytes, 16)),
                None if arg.ty == Type::F80 && wide => (16, 16),
                None => {
                    let size = arg.ty.bytes(&self.program.target);
                    (size, if wide && size > 8 { 16 } else { slot_bytes })
                }
            };
            end = end.next_multiple_of(align);
            offsets.push(end);
            end += size.next_multiple_of(slot_bytes);
        }
        let owner = st.thread_mut(thread);
        let func = owner.top().func;
        let slot = raddle_ir::SlotId(u32::MAX - 1);
        let name = ObjectName::Stack { thread, func, slot, count: owner.allocations };
        owner.allocations += 1;
        let Some(id) = self.names.object(name, end) else {
            let message = "variable arguments do not fit the address space".to_owned();
            return Err(self.cut(st, thread, CutKind::TooLarge, message));
        };
        let loc = self.program.functions[func].loc;
        st.memory.insert(Object::new(id, end, ObjectKind::Stack, Fill::Undefined, loc));
        st.thread_mut(thread).top_mut().locals.push(id);
        for (arg, offset) in varargs.iter().zip(offsets) {
            if let Some((size, _)) = arg.by_value {
                let from = self.place(st, thread, arg.value, size, Direction::Read)?;
                self.copy_bytes(st, (id, offset), (from.object, 0), size);
                continue;
            }
            let place = crate::place::Place { object: id, offset: Value::Word(offset) };
            self.store(st, thread, place, arg.ty, arg.value)?;
        }
        let area = self.address_value(id);
        let fields: &[(u64, Type, Value)] = if wide {
            &[
                (0, Type::Int(32), Value::Word(48)),
                (4, Type::Int(32), Value::Word(176)),
                (8, Type::Ptr, area),
                (16, Type::Ptr, area),
            ]
        } else {
            &[(0, Type::Ptr, area)]
        };
        for &(offset, ty, value) in fields {
            let pointer = self.offset_pointer(list, offset);
            let size = ty.bytes(&self.program.target);
            let place = self.place(st, thread, pointer, size, Direction::Write)?;
            self.store(st, thread, place, ty, value)?;
        }
        Ok(())
    }

    fn stack_restore(&mut self, st: &mut State, thread: ThreadId, saved: Value) {
        let Value::Word(count) = self.pin(saved) else { return };
        let locals = st.thread(thread).top().locals.clone();
        for &id in locals.iter().skip(count as usize) {
            st.memory.remove(id);
        }
        st.thread_mut(thread).top_mut().locals.truncate(count as usize);
    }

    fn lifetime_start(&mut self, st: &mut State, thread: ThreadId, args: &[Operand]) {
        let Some(&pointer) = args.last() else { return };
        let pointer = self.read_lazily(st, thread, pointer, Type::Ptr);
        if let Value::Word(address) = self.pin(pointer)
            && let Some((id, 0)) = self.names.resolve(address)
            && let Some(object) = st.memory.get(id)
        {
            let fresh = Object::new(id, object.size, object.kind, Fill::Undefined, object.loc);
            st.memory.insert(fresh);
        }
    }

    /// The block of a local is left. Entering it again gives the place a new life without content.
    fn lifetime_end(&mut self, st: &mut State, thread: ThreadId, args: &[Operand]) {
        let Some(&pointer) = args.last() else { return };
        let pointer = self.read_lazily(st, thread, pointer, Type::Ptr);
        if let Value::Word(address) = self.pin(pointer)
            && let Some((id, 0)) = self.names.resolve(address)
            && let Some(object) = st.memory.get(id)
        {
            let loc = self.user_location(st, thread);
            let mut ended = Object::new(id, object.size, object.kind, Fill::Undefined, object.loc);
            ended.life = Life::Ended(loc);
            ended.shared = object.shared;
            let noticed = st.unjoined > 0 && self.others_may_hold(object);
            let size = object.size;
            st.memory.insert(ended);
            if noticed {
                self.push_access(st, thread, id, 0..size, true, Sync::Plain);
            }
        }
    }

    fn object_size(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        args: &[Operand],
    ) -> Value {
        let pointer = self.read_lazily(st, thread, args[0], Type::Ptr);
        let minimum = self.read_lazily(st, thread, args[1], Type::BOOL);
        if let Value::Word(address) = self.pin(pointer)
            && let Some((id, offset)) = self.names.resolve(address)
            && let Some(object) = st.memory.get(id)
            && offset >= 0
        {
            return Value::Word(object.size.saturating_sub(offset as u64));
        }
        let all_ones = crate::value::mask(ty.bits(&self.program.target), u64::MAX);
        if minimum == Value::TRUE { Value::Word(0) } else { Value::Word(all_ones) }
    }
}

fn double_function(intrinsic: Intrinsic, a: f64, b: f64, c: f64) -> f64 {
    match intrinsic {
        Intrinsic::FSqrt => a.sqrt(),
        Intrinsic::FFloor => a.floor(),
        Intrinsic::FCeil => a.ceil(),
        Intrinsic::FTrunc => a.trunc(),
        Intrinsic::FRint => a.round_ties_even(),
        Intrinsic::FRound => a.round(),
        Intrinsic::FMin => a.min(b),
        Intrinsic::FMax => a.max(b),
        Intrinsic::FCopySign => a.copysign(b),
        Intrinsic::FMulAdd => a.mul_add(b, c),
        Intrinsic::FPow => a.powf(b),
        Intrinsic::FExp => a.exp(),
        Intrinsic::FExp2 => a.exp2(),
        Intrinsic::FLog => a.ln(),
        Intrinsic::FLog2 => a.log2(),
        Intrinsic::FLog10 => a.log10(),
        Intrinsic::FSin => a.sin(),
        _ => a.cos(),
    }
}
