//! Memory: addresses, loads, stores, stack objects and atomics. An access of an aggregate is one
//! access per scalar.

use raddle_ir::{AtomicOp, CastOp, Op, Operand, Ordering, Reg, Type};

use super::constants::Step;
use super::function::FunctionContext;
use super::globals::valid_align;
use super::instructions::Types;
use super::layout::Leaf;
use super::{Issue, malformed};
use crate::ast::{LocalId, TypeId, TypeKind, TypedValue, Value};

/// Volatile or not, and the memory order of an atomic access.
type AccessMode = (bool, Option<Ordering>);

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn element_pointer(
        &mut self,
        result: Option<LocalId>,
        source: TypeId,
        in_bounds: bool,
        base: &TypedValue<'a>,
        indices: &[TypedValue<'a>],
    ) -> Result<(), Issue> {
        let bases = self.operands(base.ty, &base.value)?;
        if self.types(base.ty)?.iter().any(|&ty| ty != Type::Ptr) {
            return malformed("an address computed from something other than a pointer");
        }
        let mut lanes = bases.len();
        let mut steps = Vec::new();
        let mut ty = source;
        for (position, index) in indices.iter().enumerate() {
            let types = self.types(index.ty)?;
            if types.iter().any(|ty| !matches!(ty, Type::Int(_))) {
                return malformed("an index that is no integer");
            }
            let operands = self.operands(index.ty, &index.value)?;
            lanes = lanes.max(operands.len());
            let step = if position == 0 {
                Step::Element(ty, self.module.extent(ty)?.size)
            } else {
                self.module.index_step(ty, constant_of(&operands))?
            };
            let (Step::Element(next, _) | Step::Field(next, _)) = step;
            ty = next;
            steps.push((step, operands, types));
        }
        let regs = self.define(result, &Types::from_elem(Type::Ptr, lanes))?;
        for lane in 0..lanes {
            let pick = |operands: &[Operand]| match operands {
                [only] => Some(*only),
                _ => operands.get(lane).copied(),
            };
            let base = pick(&bases).ok_or_else(wrong_lanes)?;
            let mut offset = 0i64;
            let mut scaled = Vec::new();
            for (step, operands, types) in &steps {
                match *step {
                    Step::Field(_, bytes) => offset = offset.wrapping_add(bytes as i64),
                    Step::Element(_, stride) => {
                        let index = pick(operands).ok_or_else(wrong_lanes)?;
                        match self.constant_index(index, types[0]) {
                            Some(index) => {
                                offset = offset.wrapping_add(index.wrapping_mul(stride as i64));
                            }
                            None => scaled.push((index, types[0], stride)),
                        }
                    }
                }
            }
            let dst = regs.get(lane);
            self.emit(Op::Address { dst, base, offset, indices: scaled, in_bounds });
        }
        Ok(())
    }

    fn constant_index(&self, index: Operand, ty: Type) -> Option<i64> {
        let Operand::Const(bits) = index else { return None };
        Some(super::constants::sign_extend(u128::from(bits), self.module.bits_of(ty)) as i64)
    }

    /// `pointer + offset`, inside one object.
    fn displaced(&mut self, pointer: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return pointer;
        }
        if let Operand::Global(id, start) = pointer {
            return Operand::Global(id, start.wrapping_add(offset as i64));
        }
        let dst = self.temporary(Type::Ptr);
        let offset = offset as i64;
        self.emit(Op::Address { dst, base: pointer, offset, indices: Vec::new(), in_bounds: true });
        Operand::Reg(dst)
    }

    /// The leaves of a type that is loaded or stored as a whole.
    fn memory_leaves(&mut self, ty: TypeId) -> Result<std::rc::Rc<[Leaf]>, Issue> {
        let leaves = self.module.leaves(ty)?;
        let bit_vector = matches!(self.module.kind(ty), TypeKind::Vector { .. })
            && leaves.iter().any(|leaf| !self.module.bits_of(leaf.ty).is_multiple_of(8));
        if bit_vector {
            return Err("a vector of bits in memory".into());
        }
        Ok(leaves)
    }

    pub(super) fn load(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
        ptr: &TypedValue<'a>,
        align: Option<u64>,
        (volatile, order): AccessMode,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, ty)?;
        if let Value::Local(local) = ptr.value
            && let Some(&(variable, from)) = self.promoted.get(&local)
        {
            let to = self.types(ty)?[0];
            self.convert(regs.first, from, to, Operand::Reg(variable));
            return Ok(());
        }
        let leaves = self.memory_leaves(ty)?;
        let pointer = self.pointer(ptr)?;
        let align = valid_align(align, self.module.extent(ty)?.align);
        for (leaf, dst) in leaves.iter().zip(regs.iter()) {
            let ptr = self.displaced(pointer, leaf.offset);
            let align = align_at(align, leaf.offset);
            self.emit(Op::Load { dst, ty: leaf.ty, ptr, align, volatile, order });
        }
        Ok(())
    }

    /// Between a promoted variable and what it is accessed as: the same type, or the other one of the same bits.
    fn convert(&mut self, dst: Reg, from: Type, to: Type, a: Operand) {
        if from == to || matches!(a, Operand::Undef | Operand::Const(_)) {
            self.emit(Op::Copy { dst, ty: to, src: a });
        } else {
            self.emit(Op::Cast { dst, op: CastOp::Bits, from, to, a });
        }
    }

    pub(super) fn store(
        &mut self,
        value: &TypedValue<'a>,
        ptr: &TypedValue<'a>,
        align: Option<u64>,
        (volatile, order): AccessMode,
    ) -> Result<(), Issue> {
        let operands = self.operands(value.ty, &value.value)?;
        if let Value::Local(local) = ptr.value
            && let Some(&(dst, to)) = self.promoted.get(&local)
        {
            let from = self.types(value.ty)?[0];
            self.convert(dst, from, to, operands[0]);
            return Ok(());
        }
        let leaves = self.memory_leaves(value.ty)?;
        let pointer = self.pointer(ptr)?;
        let align = valid_align(align, self.module.extent(value.ty)?.align);
        for (leaf, &value) in leaves.iter().zip(&operands) {
            let ptr = self.displaced(pointer, leaf.offset);
            let align = align_at(align, leaf.offset);
            self.emit(Op::Store { ty: leaf.ty, value, ptr, align, volatile, order });
        }
        Ok(())
    }

    pub(super) fn alloca(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
        count: &Option<TypedValue<'a>>,
        align: Option<u64>,
    ) -> Result<(), Issue> {
        if let Some(local) = result
            && let Some(&(dst, ty)) = self.promoted.get(&local)
        {
            // A fresh frame has no values yet; one made again in a loop forgets its old value.
            if !self.in_entry_block() {
                self.emit(Op::Copy { dst, ty, src: Operand::Undef });
            }
            return Ok(());
        }
        let extent = self.module.extent(ty)?;
        let count = match count {
            None => Operand::Const(1),
            Some(count) => match self.typed_scalar(count)? {
                (operand, from @ Type::Int(_)) => self.resized(from, self.pointer_int(), operand),
                _ => return malformed("a number of elements that is no integer"),
            },
        };
        let slot = self.new_slot(result);
        let dst = self.define_one(result, Type::Ptr)?;
        let align = valid_align(align, extent.align);
        self.emit(Op::Alloca { dst, slot, size: extent.size, count, align });
        Ok(())
    }

    pub(super) fn compare_exchange(
        &mut self,
        result: Option<LocalId>,
        ptr: &TypedValue<'a>,
        expected: &TypedValue<'a>,
        new: &TypedValue<'a>,
        weak: bool,
        (success, failure): (Ordering, Ordering),
    ) -> Result<(), Issue> {
        let ptr = self.pointer(ptr)?;
        let (expected, ty) = self.typed_scalar(expected)?;
        let (new, new_ty) = self.typed_scalar(new)?;
        if ty != new_ty || ty.is_float() {
            return malformed("a compare-and-exchange of unsuitable types");
        }
        let regs = self.define(result, &[ty, Type::BOOL])?;
        let (old, ok) = (regs.get(0), regs.get(1));
        self.emit(Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure });
        Ok(())
    }

    pub(super) fn atomic_update(
        &mut self,
        result: Option<LocalId>,
        op: Result<AtomicOp, &'a str>,
        ptr: &TypedValue<'a>,
        value: &TypedValue<'a>,
        order: Ordering,
    ) -> Result<(), Issue> {
        let ptr = self.pointer(ptr)?;
        let (value, ty) = self.typed_scalar(value)?;
        let dst = self.define_one(result, ty)?;
        let op = match op {
            Ok(op) => op,
            Err(name) => return Err(format!("atomic operation {name}").into()),
        };
        let suitable = match op {
            AtomicOp::Exchange => true,
            AtomicOp::FAdd | AtomicOp::FSub => ty.is_float(),
            AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::And
            | AtomicOp::Nand
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::Max
            | AtomicOp::Min
            | AtomicOp::UMax
            | AtomicOp::UMin => matches!(ty, Type::Int(_)),
        };
        if !suitable {
            return Err("an atomic operation on a value of this type".into());
        }
        self.emit(Op::AtomicUpdate { dst, op, ty, ptr, value, order });
        Ok(())
    }
}

fn constant_of(operands: &[Operand]) -> Option<u64> {
    // A vector of equal field numbers selects one field in every lane.
    match operands {
        [Operand::Const(first), rest @ ..] if rest.iter().all(|o| *o == Operand::Const(*first)) => {
            Some(*first)
        }
        _ => None,
    }
}

fn wrong_lanes() -> Issue {
    Issue::Malformed("vectors of different lengths in one address".to_owned())
}

/// What is known of the alignment of a part at `offset`.
fn align_at(align: u64, offset: u64) -> u64 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) }
}
