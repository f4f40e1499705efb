//! Instructions, one function each; the big match only dispatches.

use raddle_ir::{
    BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, Op, Operand, Overflow, Terminator,
    Type,
};
use smallvec::SmallVec;

use super::function::{FunctionContext, Operands, Regs};
use super::{Issue, malformed};
use crate::ast::{
    CastKind, Inst, InstKind, LabelId, LocalId, TerminatorKind, TypeId, TypedValue, Value,
};

pub(super) type Types = SmallVec<[Type; 2]>;

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn lower_inst(
        &mut self,
        result: Option<LocalId>,
        kind: &InstKind<'a>,
    ) -> Result<(), Issue> {
        match kind {
            InstKind::Binary { op, overflow, a, b } => self.binary(result, *op, *overflow, a, b),
            InstKind::FloatBinary { op, a, b } => self.float_binary(result, *op, a, b),
            InstKind::FloatNeg { a } => self.float_neg(result, a),
            InstKind::Compare { op, a, b } => self.compare(result, *op, a, b),
            InstKind::FloatCompare { op, a, b } => self.float_compare(result, *op, a, b),
            InstKind::Cast { kind, value, to } => self.cast(result, *kind, value, *to),
            InstKind::Select { cond, a, b } => self.select(result, cond, a, b),
            InstKind::Freeze { value } => self.copy(result, value),
            // A φ is assigned on the edges that lead to it.
            InstKind::Phi { ty, .. } => self.define_typed(result, *ty).map(|_| ()),
            InstKind::ElementPointer { source, in_bounds, base, indices } => {
                self.element_pointer(result, *source, *in_bounds, base, indices)
            }
            InstKind::Load { ty, ptr, align, volatile, order } => {
                self.load(result, *ty, ptr, *align, (*volatile, *order))
            }
            InstKind::Store { value, ptr, align, volatile, order } => {
                self.store(value, ptr, *align, (*volatile, *order))
            }
            InstKind::Alloca { ty, count, align } => self.alloca(result, *ty, count, *align),
            InstKind::Fence { order } => {
                self.emit(Op::Fence { order: *order });
                Ok(())
            }
            InstKind::CompareExchange { ptr, expected, new, weak, success, failure } => {
                self.compare_exchange(result, ptr, expected, new, *weak, (*success, *failure))
            }
            InstKind::AtomicUpdate { op, ptr, value, order } => {
                self.atomic_update(result, *op, ptr, value, *order)
            }
            InstKind::ExtractValue { aggregate, path } => {
                self.extract_value(result, aggregate, path)
            }
            InstKind::InsertValue { aggregate, element, path } => {
                self.insert_value(result, aggregate, element, path)
            }
            InstKind::ExtractElement { vector, index } => {
                self.extract_element(result, vector, index)
            }
            InstKind::InsertElement { vector, element, index } => {
                self.insert_element(result, vector, element, index)
            }
            InstKind::ShuffleVector { a, b, mask } => self.shuffle_vector(result, a, b, mask),
            InstKind::VaArg { to, .. } => {
                self.unsupported_result(result, *to, "instruction va_arg")
            }
            InstKind::LandingPad { ty } => {
                self.unsupported_result(result, *ty, "exception handling (landingpad)")
            }
            InstKind::Call(call) => self.call(result, call),
            InstKind::DebugVariable { .. } | InstKind::Nothing => Ok(()),
            InstKind::Unknown { name } => Err(format!("instruction {name}").into()),
            InstKind::Terminator(_) => malformed("a terminator inside a block"),
        }
    }

    /// Operations for a constant expression that could not be folded.
    pub(super) fn expression(&mut self, kind: &InstKind<'a>) -> Result<Regs, Issue> {
        let before = self.body.regs.next_key();
        let scratch = self.locals.push(None);
        self.lower_inst(Some(scratch), kind)?;
        match self.locals[scratch] {
            Some(regs) => Ok(regs),
            None => Ok(Regs { first: before, count: 0 }),
        }
    }

    pub(super) fn types(&mut self, ty: TypeId) -> Result<Types, Issue> {
        Ok(self.module.leaves(ty)?.iter().map(|leaf| leaf.ty).collect())
    }

    /// Like `types`, but refuses floats that our IR only carries around as integers.
    fn arithmetic_types(&mut self, ty: TypeId) -> Result<Types, Issue> {
        let leaves = self.module.leaves(ty)?;
        if leaves.iter().any(|leaf| leaf.opaque_float) {
            return Err("arithmetic on 16- or 128-bit floating point".into());
        }
        Ok(leaves.iter().map(|leaf| leaf.ty).collect())
    }

    pub(super) fn define_typed(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
    ) -> Result<Regs, Issue> {
        let types = self.types(ty)?;
        self.define(result, &types)
    }

    fn unsupported_result(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
        what: &str,
    ) -> Result<(), Issue> {
        self.define_typed(result, ty)?;
        Err(what.into())
    }

    fn pair(
        &mut self,
        a: &TypedValue<'a>,
        b: &Value<'a>,
    ) -> Result<(Types, Operands, Operands), Issue> {
        let types = self.arithmetic_types(a.ty)?;
        let left = self.operands(a.ty, &a.value)?;
        let right = self.operands(a.ty, b)?;
        Ok((types, left, right))
    }

    fn binary(
        &mut self,
        result: Option<LocalId>,
        op: BinaryOp,
        overflow: Overflow,
        a: &TypedValue<'a>,
        b: &Value<'a>,
    ) -> Result<(), Issue> {
        let (types, left, right) = self.pair(a, b)?;
        if types.iter().any(|ty| !matches!(ty, Type::Int(_))) {
            return malformed("integer arithmetic on something else");
        }
        let regs = self.define(result, &types)?;
        for (i, &ty) in types.iter().enumerate() {
            let (dst, a, b) = (regs.get(i), left[i], right[i]);
            self.emit(Op::Binary { dst, op, ty, a, b, overflow });
        }
        Ok(())
    }

    fn float_binary(
        &mut self,
        result: Option<LocalId>,
        op: FloatBinaryOp,
        a: &TypedValue<'a>,
        b: &Value<'a>,
    ) -> Result<(), Issue> {
        self.define_typed(result, a.ty)?;
        let (types, left, right) = self.pair(a, b)?;
        require_floats(&types)?;
        let regs = self.define(result, &types)?;
        for (i, &ty) in types.iter().enumerate() {
            let (dst, a, b) = (regs.get(i), left[i], right[i]);
            self.emit(Op::FloatBinary { dst, op, ty, a, b });
        }
        Ok(())
    }

    fn float_neg(&mut self, result: Option<LocalId>, a: &TypedValue<'a>) -> Result<(), Issue> {
        let types = self.arithmetic_types(a.ty)?;
        require_floats(&types)?;
        let operands = self.operands(a.ty, &a.value)?;
        let regs = self.define(result, &types)?;
        for (i, &ty) in types.iter().enumerate() {
            self.emit(Op::FloatNeg { dst: regs.get(i), ty, a: operands[i] });
        }
        Ok(())
    }

    fn compare(
        &mut self,
        result: Option<LocalId>,
        op: CompareOp,
        a: &TypedValue<'a>,
        b: &Value<'a>,
    ) -> Result<(), Issue> {
        let (types, left, right) = self.pair(a, b)?;
        if types.iter().any(|ty| ty.is_float()) {
            return malformed("an integer comparison of floats");
        }
        let regs = self.define(result, &bools(types.len()))?;
        for (i, &ty) in types.iter().enumerate() {
            let (dst, a, b) = (regs.get(i), left[i], right[i]);
            self.emit(Op::Compare { dst, op, ty, a, b });
        }
        Ok(())
    }

    fn float_compare(
        &mut self,
        result: Option<LocalId>,
        op: FloatCompareOp,
        a: &TypedValue<'a>,
        b: &Value<'a>,
    ) -> Result<(), Issue> {
        let (types, left, right) = self.pair(a, b)?;
        require_floats(&types)?;
        let regs = self.define(result, &bools(types.len()))?;
        for (i, &ty) in types.iter().enumerate() {
            let (dst, a, b) = (regs.get(i), left[i], right[i]);
            self.emit(Op::FloatCompare { dst, op, ty, a, b });
        }
        Ok(())
    }

    pub(super) fn copy(
        &mut self,
        result: Option<LocalId>,
        value: &TypedValue<'a>,
    ) -> Result<(), Issue> {
        let operands = self.operands(value.ty, &value.value)?;
        let regs = self.define_typed(result, value.ty)?;
        self.copy_all(regs, &operands);
        Ok(())
    }

    /// Assigns operands to registers of the same types.
    pub(super) fn copy_all(&mut self, regs: Regs, operands: &[Operand]) {
        for (dst, &src) in regs.iter().zip(operands) {
            let ty = self.body.regs[dst].ty;
            self.emit(Op::Copy { dst, ty, src });
        }
    }

    fn select(
        &mut self,
        result: Option<LocalId>,
        cond: &TypedValue<'a>,
        a: &TypedValue<'a>,
        b: &TypedValue<'a>,
    ) -> Result<(), Issue> {
        let conditions = self.operands(cond.ty, &cond.value)?;
        if self.types(cond.ty)?.iter().any(|&ty| ty != Type::BOOL) {
            return malformed("a selection by something other than i1");
        }
        let types = self.types(a.ty)?;
        let left = self.operands(a.ty, &a.value)?;
        let right = self.operands(b.ty, &b.value)?;
        if right.len() != left.len() || self.types(b.ty)? != types {
            return malformed("a selection between different types");
        }
        let regs = self.define(result, &types)?;
        for (i, &ty) in types.iter().enumerate() {
            // One condition for everything, or one per lane.
            let lane = if conditions.len() == 1 { 0 } else { i };
            let Some(&cond) = conditions.get(lane) else {
                return malformed("a selection with too few conditions");
            };
            self.emit(Op::Select { dst: regs.get(i), ty, cond, a: left[i], b: right[i] });
        }
        Ok(())
    }

    fn cast(
        &mut self,
        result: Option<LocalId>,
        kind: CastKind,
        value: &TypedValue<'a>,
        to: TypeId,
    ) -> Result<(), Issue> {
        if let (CastKind::BitCast, Some(local)) = (kind, result)
            && self.promoted.contains_key(&local)
        {
            // The cast of a promoted local's address, which only lifetime markers look at.
            return Ok(());
        }
        if kind == CastKind::BitCast {
            return self.bit_cast(result, value, to);
        }
        let regs = self.define_typed(result, to)?;
        let from = self.arithmetic_types(value.ty)?;
        let to = self.arithmetic_types(to)?;
        if from.len() != to.len() {
            return malformed("a cast between values of different shape");
        }
        let operands = self.operands(value.ty, &value.value)?;
        for i in 0..to.len() {
            self.scalar_cast(kind, regs.get(i), from[i], to[i], operands[i])?;
        }
        Ok(())
    }

    fn scalar_cast(
        &mut self,
        kind: CastKind,
        dst: raddle_ir::Reg,
        from: Type,
        to: Type,
        a: Operand,
    ) -> Result<(), Issue> {
        let op = match kind {
            CastKind::PtrToInt if from == Type::Ptr => return self.pointer_to_int(dst, to, a),
            CastKind::IntToPtr if to == Type::Ptr => return self.int_to_pointer(dst, from, a),
            CastKind::Plain(op) => op,
            CastKind::PtrToInt | CastKind::IntToPtr | CastKind::BitCast => {
                return malformed("a cast between pointers and integers of other types");
            }
        };
        self.check_cast(op, from, to)?;
        self.emit(Op::Cast { dst, op, from, to, a });
        Ok(())
    }

    fn check_cast(&self, op: CastOp, from: Type, to: Type) -> Result<(), Issue> {
        let (from_bits, to_bits) = (self.module.bits_of(from), self.module.bits_of(to));
        let int = |ty| matches!(ty, Type::Int(_));
        let valid = match op {
            CastOp::Trunc => int(from) && int(to) && to_bits < from_bits,
            CastOp::ZExt | CastOp::SExt => int(from) && int(to) && to_bits > from_bits,
            CastOp::FpTrunc => from.is_float() && to.is_float() && to_bits < from_bits,
            CastOp::FpExt => from.is_float() && to.is_float() && to_bits > from_bits,
            CastOp::FpToUi | CastOp::FpToSi => from.is_float() && int(to),
            CastOp::UiToFp | CastOp::SiToFp => int(from) && to.is_float(),
            CastOp::Bits => from_bits == to_bits,
        };
        if valid { Ok(()) } else { malformed("a cast between unsuitable types") }
    }

    fn pointer_to_int(&mut self, dst: raddle_ir::Reg, to: Type, a: Operand) -> Result<(), Issue> {
        let wide = self.pointer_int();
        if !matches!(to, Type::Int(_)) {
            return malformed("a pointer cast to something other than an integer");
        }
        if to == wide {
            self.emit(Op::Cast { dst, op: CastOp::Bits, from: Type::Ptr, to, a });
            return Ok(());
        }
        let middle = self.temporary(wide);
        self.emit(Op::Cast { dst: middle, op: CastOp::Bits, from: Type::Ptr, to: wide, a });
        let op = self.resize_op(wide, to);
        self.emit(Op::Cast { dst, op, from: wide, to, a: Operand::Reg(middle) });
        Ok(())
    }

    fn int_to_pointer(&mut self, dst: raddle_ir::Reg, from: Type, a: Operand) -> Result<(), Issue> {
        if !matches!(from, Type::Int(_)) {
            return malformed("something other than an integer cast to a pointer");
        }
        let wide = self.pointer_int();
        let value = self.resized(from, wide, a);
        self.emit(Op::Cast { dst, op: CastOp::Bits, from: wide, to: Type::Ptr, a: value });
        Ok(())
    }

    fn resize_op(&self, from: Type, to: Type) -> CastOp {
        if self.module.bits_of(from) < self.module.bits_of(to) {
            CastOp::ZExt
        } else {
            CastOp::Trunc
        }
    }

    /// `value`, an integer of type `from`, cut or zero-extended to type `to`.
    pub(super) fn resized(&mut self, from: Type, to: Type, value: Operand) -> Operand {
        if from == to || value == Operand::Undef {
            return value;
        }
        if let (Operand::Const(bits), true) = (value, self.module.bits_of(to) <= 64) {
            let bits = super::constants::mask(u128::from(bits), self.module.bits_of(to));
            return Operand::Const(bits as u64);
        }
        let dst = self.temporary(to);
        let op = self.resize_op(from, to);
        self.emit(Op::Cast { dst, op, from, to, a: value });
        Operand::Reg(dst)
    }

    pub(super) fn lower_terminator(
        &mut self,
        inst: &Inst<'a>,
        kind: &TerminatorKind<'a>,
    ) -> Result<Terminator, Issue> {
        match kind {
            TerminatorKind::Return(value) => self.ret(value.as_ref()),
            TerminatorKind::Branch(target) => Ok(Terminator::Jump(self.block_of[*target])),
            TerminatorKind::CondBranch { cond, then, otherwise } => {
                let cond = self.condition(cond)?;
                let (then, otherwise) = (self.block_of[*then], self.block_of[*otherwise]);
                Ok(Terminator::Branch { cond, then, otherwise })
            }
            TerminatorKind::Switch { value, default, cases } => self.switch(value, *default, cases),
            TerminatorKind::IndirectBranch { address, targets } => {
                self.indirect_branch(address, targets)
            }
            TerminatorKind::Invoke { call, normal } => {
                let outcome = self.call(inst.result, call);
                self.settle_issue(outcome)?;
                Ok(Terminator::Jump(self.block_of[*normal]))
            }
            TerminatorKind::Unreachable => Ok(Terminator::Unreachable),
            TerminatorKind::Unknown { name } => Err(format!("instruction {name}").into()),
        }
    }

    /// Makes an unsupported call an operation, so that the jump after it can still be translated.
    fn settle_issue(&mut self, outcome: Result<(), Issue>) -> Result<(), Issue> {
        match outcome {
            Err(Issue::Unsupported(what)) => {
                self.emit(Op::Unsupported { what });
                Ok(())
            }
            other => other,
        }
    }

    fn condition(&mut self, value: &Value<'a>) -> Result<Operand, Issue> {
        match value {
            Value::Local(local) => Ok(Operand::Reg(self.define_one(Some(*local), Type::BOOL)?)),
            Value::Int { bits, .. } => Ok(Operand::Const((*bits & 1) as u64)),
            Value::Undef | Value::Poison => Ok(Operand::Undef),
            Value::Expression(expression) => {
                let regs = self.expression(expression)?;
                if regs.count != 1 || self.body.regs[regs.first].ty != Type::BOOL {
                    return malformed("a branch condition must have type i1");
                }
                Ok(Operand::Reg(regs.first))
            }
            _ => malformed("a branch condition must have type i1"),
        }
    }

    fn ret(&mut self, value: Option<&TypedValue<'a>>) -> Result<Terminator, Issue> {
        let expected = self.types(self.definition.result)?;
        let Some(value) = value else {
            return match expected.is_empty() {
                true => Ok(Terminator::Return(Vec::new())),
                false => malformed("a return without the value that the function must return"),
            };
        };
        if self.types(value.ty)? != expected {
            return malformed("a return of another type than the function's");
        }
        Ok(Terminator::Return(self.operands(value.ty, &value.value)?.to_vec()))
    }

    fn switch(
        &mut self,
        value: &TypedValue<'a>,
        default: LabelId,
        cases: &[(Value<'a>, LabelId)],
    ) -> Result<Terminator, Issue> {
        let (operand, ty) = self.typed_scalar(value)?;
        if !matches!(ty, Type::Int(_)) {
            return malformed("a switch over something other than an integer");
        }
        let mut targets = Vec::with_capacity(cases.len());
        for (case, label) in cases {
            let number = self.module.scalar_constant(value.ty, case)?;
            let Ok(number) = u64::try_from(number.bits) else {
                return Err("a switch over values of more than 64 bits".into());
            };
            targets.push((number, self.block_of[*label]));
        }
        let mut numbers: Vec<u64> = targets.iter().map(|&(number, _)| number).collect();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return malformed("a switch with two equal cases");
        }
        let default = self.block_of[default];
        Ok(Terminator::Switch { ty, value: operand, cases: targets, default })
    }

    /// A computed goto: labels are numbers (see `block_number`), any other value is unsupported.
    fn indirect_branch(
        &mut self,
        address: &TypedValue<'a>,
        targets: &[LabelId],
    ) -> Result<Terminator, Issue> {
        let pointer = self.pointer(address)?;
        let ty = self.pointer_int();
        let number = self.temporary(ty);
        let (op, from) = (CastOp::Bits, Type::Ptr);
        self.emit(Op::Cast { dst: number, op, from, to: ty, a: pointer });
        let mut cases: Vec<(u64, raddle_ir::Block)> = Vec::new();
        for &label in targets {
            let block = self.block_of[label];
            let case = u64::from(block.0) + 1;
            if !cases.contains(&(case, block)) {
                cases.push((case, block));
            }
        }
        let default = self.stray_jump();
        Ok(Terminator::Switch { ty, value: Operand::Reg(number), cases, default })
    }
}

pub(super) fn bools(count: usize) -> Types {
    SmallVec::from_elem(Type::BOOL, count)
}

fn require_floats(types: &[Type]) -> Result<(), Issue> {
    if types.iter().all(|ty| ty.is_float()) {
        return Ok(());
    }
    malformed("floating-point arithmetic on something else")
}
