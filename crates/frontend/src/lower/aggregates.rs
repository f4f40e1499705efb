//! Structs, arrays and vectors held in registers: picking, replacing and reinterpreting their scalars.

use raddle_ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Overflow, Reg, Type};

use super::function::{FunctionContext, Operands};
use super::{Issue, malformed};
use crate::ast::{LocalId, TypeId, TypeKind, TypedValue};

/// Scalars wider than this are not cut into pieces: our constants end there.
const MAX_REPACK_BITS: u32 = 128;
/// Neither are values that fall into more pieces than this.
const MAX_PIECES: u32 = 512;

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn extract_value(
        &mut self,
        result: Option<LocalId>,
        aggregate: &TypedValue<'a>,
        path: &[u64],
    ) -> Result<(), Issue> {
        let types = self.types(aggregate.ty)?;
        let (first, count) = self.leaf_range(aggregate.ty, path)?;
        let operands = self.operands(aggregate.ty, &aggregate.value)?;
        let regs = self.define(result, &types[first..first + count])?;
        self.copy_all(regs, &operands[first..first + count]);
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        result: Option<LocalId>,
        aggregate: &TypedValue<'a>,
        element: &TypedValue<'a>,
        path: &[u64],
    ) -> Result<(), Issue> {
        let types = self.types(aggregate.ty)?;
        let (first, count) = self.leaf_range(aggregate.ty, path)?;
        let mut operands = self.operands(aggregate.ty, &aggregate.value)?;
        let replacement = self.operands(element.ty, &element.value)?;
        if self.types(element.ty)?[..] != types[first..first + count] {
            return malformed("an inserted value of another type");
        }
        operands[first..first + count].copy_from_slice(&replacement);
        let regs = self.define(result, &types)?;
        self.copy_all(regs, &operands);
        Ok(())
    }

    fn leaf_range(&mut self, ty: TypeId, path: &[u64]) -> Result<(usize, usize), Issue> {
        let range = self.module.layouts.leaf_range(&self.module.module.types, ty, path);
        match range {
            Ok(range) => Ok(range),
            Err(message) => malformed(message),
        }
    }

    /// The type of a vector's elements and their number.
    fn vector_shape(&mut self, ty: TypeId) -> Result<(Type, usize), Issue> {
        if !matches!(self.module.kind(ty), TypeKind::Vector { .. }) {
            return malformed("a vector was expected");
        }
        let types = self.types(ty)?;
        match types.first() {
            Some(&element) => Ok((element, types.len())),
            None => malformed("an empty vector"),
        }
    }

    pub(super) fn extract_element(
        &mut self,
        result: Option<LocalId>,
        vector: &TypedValue<'a>,
        index: &TypedValue<'a>,
    ) -> Result<(), Issue> {
        let (element, count) = self.vector_shape(vector.ty)?;
        let operands = self.operands(vector.ty, &vector.value)?;
        let (index, index_ty) = self.typed_scalar(index)?;
        let dst = self.define_one(result, element)?;
        if let Operand::Const(index) = index {
            let src = operands.get(index as usize).copied().unwrap_or(Operand::Undef);
            self.emit(Op::Copy { dst, ty: element, src });
            return Ok(());
        }
        // result = operands[index], as a chain of choices; out of range is undefined.
        self.emit(Op::Copy { dst, ty: element, src: Operand::Undef });
        for (position, &candidate) in operands.iter().enumerate().take(count) {
            let hit = self.index_is(index, index_ty, position);
            let (a, b) = (candidate, Operand::Reg(dst));
            self.emit(Op::Select { dst, ty: element, cond: hit, a, b });
        }
        Ok(())
    }

    pub(super) fn insert_element(
        &mut self,
        result: Option<LocalId>,
        vector: &TypedValue<'a>,
        element: &TypedValue<'a>,
        index: &TypedValue<'a>,
    ) -> Result<(), Issue> {
        let (ty, count) = self.vector_shape(vector.ty)?;
        let mut operands = self.operands(vector.ty, &vector.value)?;
        let (value, value_ty) = self.typed_scalar(element)?;
        if value_ty != ty {
            return malformed("an inserted element of another type");
        }
        let (index, index_ty) = self.typed_scalar(index)?;
        let regs = self.define_typed(result, vector.ty)?;
        if let Operand::Const(index) = index {
            match operands.get_mut(index as usize) {
                Some(place) => *place = value,
                None => operands.iter_mut().for_each(|place| *place = Operand::Undef),
            }
            self.copy_all(regs, &operands);
            return Ok(());
        }
        for position in 0..count {
            let cond = self.index_is(index, index_ty, position);
            let dst = regs.get(position);
            self.emit(Op::Select { dst, ty, cond, a: value, b: operands[position] });
        }
        Ok(())
    }

    fn index_is(&mut self, index: Operand, ty: Type, position: usize) -> Operand {
        let dst = self.temporary(Type::BOOL);
        let b = Operand::Const(position as u64);
        self.emit(Op::Compare { dst, op: CompareOp::Eq, ty, a: index, b });
        Operand::Reg(dst)
    }

    pub(super) fn shuffle_vector(
        &mut self,
        result: Option<LocalId>,
        a: &TypedValue<'a>,
        b: &TypedValue<'a>,
        mask: &TypedValue<'a>,
    ) -> Result<(), Issue> {
        let (element, _) = self.vector_shape(a.ty)?;
        let mut pool = self.operands(a.ty, &a.value)?;
        pool.extend(self.operands(b.ty, &b.value)?);
        if self.vector_shape(b.ty)?.0 != element {
            return malformed("a shuffle of different vectors");
        }
        let mut chosen = Operands::new();
        for lane in self.operands(mask.ty, &mask.value)? {
            chosen.push(match lane {
                Operand::Const(index) => match pool.get(index as usize) {
                    Some(&operand) => operand,
                    None => return malformed("a shuffle of elements that do not exist"),
                },
                Operand::Undef => Operand::Undef,
                _ => return malformed("a shuffle by something other than constants"),
            });
        }
        let types: super::instructions::Types = chosen.iter().map(|_| element).collect();
        let regs = self.define(result, &types)?;
        self.copy_all(regs, &chosen);
        Ok(())
    }

    /// Same bits, other type. Values of different shape are cut into the largest pieces that both are
    /// made of.
    pub(super) fn bit_cast(
        &mut self,
        result: Option<LocalId>,
        value: &TypedValue<'a>,
        to: TypeId,
    ) -> Result<(), Issue> {
        let from = self.types(value.ty)?;
        let to = self.types(to)?;
        let operands = self.operands(value.ty, &value.value)?;
        let bits = |types: &[Type]| -> u32 {
            types.iter().map(|&ty| self.module.bits_of(ty)).fold(0, u32::saturating_add)
        };
        let (from_bits, to_bits) = (bits(&from), bits(&to));
        if from_bits != to_bits {
            return malformed("a bitcast between values of different size");
        }
        let regs = self.define(result, &to)?;
        if from.len() == to.len() {
            for i in 0..to.len() {
                self.reinterpret(regs.get(i), from[i], to[i], operands[i])?;
            }
            return Ok(());
        }
        let piece_bits =
            from.iter().chain(&to).fold(0, |all, &ty| gcd(all, self.module.bits_of(ty)));
        let widest = from.iter().chain(&to).map(|&ty| self.module.bits_of(ty)).max();
        if widest > Some(MAX_REPACK_BITS) || from_bits / piece_bits.max(1) > MAX_PIECES {
            return Err("a bitcast of a very wide value".into());
        }
        let mut pieces = Operands::new();
        for (&ty, &operand) in from.iter().zip(&operands) {
            self.split(ty, operand, piece_bits, &mut pieces)?;
        }
        let mut rest = &pieces[..];
        for (dst, &ty) in regs.iter().zip(&to) {
            let count = (self.module.bits_of(ty) / piece_bits) as usize;
            self.join(dst, ty, piece_bits, &rest[..count])?;
            rest = &rest[count..];
        }
        Ok(())
    }

    fn reinterpret(&mut self, dst: Reg, from: Type, to: Type, a: Operand) -> Result<(), Issue> {
        if from == to {
            self.emit(Op::Copy { dst, ty: to, src: a });
        } else if self.module.bits_of(from) == self.module.bits_of(to) {
            self.emit(Op::Cast { dst, op: CastOp::Bits, from, to, a });
        } else {
            return malformed("a bitcast between values of different size");
        }
        Ok(())
    }

    /// Cuts a scalar into integers of `bits` bits, the lowest first.
    fn split(
        &mut self,
        ty: Type,
        value: Operand,
        bits: u32,
        pieces: &mut Operands,
    ) -> Result<(), Issue> {
        let width = self.module.bits_of(ty);
        let (int, piece) = (Type::Int(width as u16), Type::Int(bits as u16));
        let plain = self.temporary(int);
        self.reinterpret(plain, ty, int, value)?;
        for shift in (0..width).step_by(bits as usize) {
            let low = self.shifted(int, BinaryOp::LShr, Operand::Reg(plain), shift);
            pieces.push(self.resized(int, piece, low));
        }
        Ok(())
    }

    /// Makes a scalar of pieces of `bits` bits, the lowest first.
    fn join(&mut self, dst: Reg, ty: Type, bits: u32, pieces: &[Operand]) -> Result<(), Issue> {
        let int = Type::Int(self.module.bits_of(ty) as u16);
        let mut joined: Option<Operand> = None;
        for (index, &piece) in pieces.iter().enumerate() {
            let wide = self.resized(Type::Int(bits as u16), int, piece);
            let placed = self.shifted(int, BinaryOp::Shl, wide, index as u32 * bits);
            joined = Some(match joined {
                None => placed,
                Some(low) => self.plain_binary(int, BinaryOp::Or, low, placed),
            });
        }
        self.reinterpret(dst, int, ty, joined.unwrap_or(Operand::Undef))
    }

    fn shifted(&mut self, ty: Type, op: BinaryOp, value: Operand, by: u32) -> Operand {
        if by == 0 {
            return value;
        }
        let amount = super::constants::number_operand(u128::from(by), self.module.bits_of(ty));
        self.plain_binary(ty, op, value, amount)
    }

    /// An operation on one integer type that cannot overflow in an undefined way.
    pub(super) fn plain_binary(
        &mut self,
        ty: Type,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let dst = self.temporary(ty);
        let overflow = Overflow::default();
        self.emit(Op::Binary { dst, op, ty, a, b, overflow });
        Operand::Reg(dst)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
