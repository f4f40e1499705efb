//! Integer operations of SSE and AVX for which LLVM has no common instruction: what the functions of `<emmintrin.h>` and its successors
//! are made of where they do not become plain vector instructions. Each is computed element by element.

use raddle_ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Type};

use super::function::FunctionContext;
use super::intrinsics::arg;
use super::{Issue, malformed};
use crate::ast::{Call, LocalId};

/// What the processor has an instruction for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Packed {
    /// All elements by the same amount, a number or the low 64 bits of a vector. Larger amounts shift everything out.
    Shift(BinaryOp),
    /// Two vectors of signed elements into one of half as wide ones, with saturation.
    Narrow { signed: bool },
    /// The mean of two elements, rounded up.
    Average,
    /// The upper half of a product.
    MultiplyHigh { signed: bool },
    /// Sums of two neighbouring products, twice as wide.
    MultiplyAdd,
    /// Sums of the differences of eight bytes.
    SumOfDifferences,
    /// Bytes of the first operand chosen by those of the second; none where the highest bit is set.
    ShuffleBytes,
    /// Bytes of the second operand where the highest bit of the third is set.
    BlendBytes,
    /// Whether the operands have no bit in common, or the second none that the first has not.
    Test { inverted: bool },
    /// A checksum with the polynomial of iSCSI.
    Checksum,
}

/// Vectors of 256 bits are mostly treated as two of this many.
const BLOCK_BITS: usize = 128;

impl<'a> FunctionContext<'_, '_, 'a> {
    pub(super) fn packed(
        &mut self,
        result: Option<LocalId>,
        packed: Packed,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, call.result)?;
        let results = self.types(call.result)?;
        let mut inputs = Vec::new();
        for index in 0..call.args.len() {
            let arg = arg(call, index)?;
            let width = match self.types(arg.ty)?.first() {
                Some(&Type::Int(width)) => width,
                _ => return Err("a packed operation on floating point".into()),
            };
            inputs.push((width, self.operands(arg.ty, &arg.value)?.to_vec()));
        }
        let values = match (packed, &inputs[..]) {
            (Packed::Shift(op), [(width, a), (amount_width, amount)]) => {
                let amount = self.shift_amount(*amount_width, amount);
                a.iter().map(|&element| self.shift(op, *width, element, amount)).collect()
            }
            (Packed::Narrow { signed }, [(width, a), (_, b)]) => {
                let block = (BLOCK_BITS / usize::from(*width)).max(1);
                let pairs = a.chunks(block).zip(b.chunks(block));
                let order: Vec<Operand> =
                    pairs.flat_map(|(a, b)| a.iter().chain(b)).copied().collect();
                order.into_iter().map(|element| self.narrow(*width, signed, element)).collect()
            }
            (Packed::Average, [(width, a), (_, b)]) => {
                self.pairs(a, b, |this, a, b| this.average(*width, a, b))
            }
            (Packed::MultiplyHigh { signed }, [(width, a), (_, b)]) => {
                self.pairs(a, b, |this, a, b| this.multiply_high(*width, signed, a, b))
            }
            (Packed::MultiplyAdd, [(width, a), (_, b)]) => {
                let products = self.pairs(a, b, |this, a, b| {
                    let (from, to) = (Type::Int(*width), Type::Int(2 * *width));
                    let (a, b) = (
                        this.converted(CastOp::SExt, from, to, a),
                        this.converted(CastOp::SExt, from, to, b),
                    );
                    this.plain_binary(to, BinaryOp::Mul, a, b)
                });
                let to = Type::Int(2 * *width);
                products
                    .chunks_exact(2)
                    .map(|pair| self.plain_binary(to, BinaryOp::Add, pair[0], pair[1]))
                    .collect()
            }
            (Packed::SumOfDifferences, [(8, a), (8, b)]) => {
                let differences = self.pairs(a, b, |this, a, b| this.difference(a, b));
                differences.chunks_exact(8).map(|eight| self.sum(Type::Int(64), eight)).collect()
            }
            (Packed::ShuffleBytes, [(8, a), (8, chosen)]) => {
                let block = BLOCK_BITS / 8;
                let blocks = a.chunks(block).zip(chosen.chunks(block));
                let blocks: Vec<(Vec<Operand>, Vec<Operand>)> =
                    blocks.map(|(a, b)| (a.to_vec(), b.to_vec())).collect();
                let mut bytes = Vec::new();
                for (a, chosen) in blocks {
                    bytes.extend(chosen.into_iter().map(|byte| self.chosen_byte(&a, byte)));
                }
                bytes
            }
            (Packed::BlendBytes, [(8, a), (8, b), (8, chosen)]) => {
                let pairs = self.pairs(b, chosen, |this, _, chosen| this.is_set(8, 7, chosen));
                let sides = a.iter().zip(b).zip(pairs);
                sides.map(|((&a, &b), cond)| self.either(Type::Int(8), cond, b, a)).collect()
            }
            (Packed::Test { inverted }, [(width, a), (_, b)]) => {
                vec![self.have_nothing_in_common(*width, inverted, a, b)]
            }
            (Packed::Checksum, [(width, before), (data_width, data)]) => {
                vec![self.checksum(*width, before[0], *data_width, data[0])]
            }
            _ => return malformed("a packed operation with operands of the wrong shape"),
        };
        if values.len() != results.len() || !results.iter().all(|ty| matches!(ty, Type::Int(_))) {
            return malformed("a packed operation of the wrong type");
        }
        for (lane, (&ty, src)) in results.iter().zip(values).enumerate() {
            self.emit(Op::Copy { dst: regs.get(lane), ty, src });
        }
        Ok(())
    }

    fn pairs(
        &mut self,
        a: &[Operand],
        b: &[Operand],
        mut operation: impl FnMut(&mut Self, Operand, Operand) -> Operand,
    ) -> Vec<Operand> {
        a.iter().zip(b).map(|(&a, &b)| operation(self, a, b)).collect()
    }

    fn converted(&mut self, op: CastOp, from: Type, to: Type, a: Operand) -> Operand {
        let dst = self.temporary(to);
        self.emit(Op::Cast { dst, op, from, to, a });
        Operand::Reg(dst)
    }

    fn either(&mut self, ty: Type, cond: Operand, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Op::Select { dst, ty, cond, a, b });
        Operand::Reg(dst)
    }

    fn compares(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(Type::BOOL);
        self.emit(Op::Compare { dst, op, ty, a, b });
        Operand::Reg(dst)
    }

    fn is_set(&mut self, width: u16, bit: u32, a: Operand) -> Operand {
        let ty = Type::Int(width);
        let bit = self.plain_binary(ty, BinaryOp::And, a, Operand::Const(1 << bit));
        self.compares(CompareOp::Ne, ty, bit, Operand::Const(0))
    }

    /// A number of 64 bits.
    fn shift_amount(&mut self, width: u16, amount: &[Operand]) -> Operand {
        let (from, to) = (Type::Int(width), Type::Int(64));
        let count = 64 / usize::from(width);
        let mut total = Operand::Const(0);
        for (index, &element) in amount.iter().take(count).enumerate() {
            let wide =
                if width == 64 { element } else { self.converted(CastOp::ZExt, from, to, element) };
            let place = Operand::Const(u64::from(width) * index as u64);
            let moved = self.plain_binary(to, BinaryOp::Shl, wide, place);
            total = self.plain_binary(to, BinaryOp::Or, total, moved);
        }
        total
    }

    fn shift(&mut self, op: BinaryOp, width: u16, element: Operand, amount: Operand) -> Operand {
        let (ty, wide) = (Type::Int(width), Type::Int(64));
        let fits = self.compares(CompareOp::Ult, wide, amount, Operand::Const(width.into()));
        let last = Operand::Const(u64::from(width) - 1);
        let amount = self.either(wide, fits, amount, last);
        let amount =
            if width == 64 { amount } else { self.converted(CastOp::Trunc, wide, ty, amount) };
        let shifted = self.plain_binary(ty, op, element, amount);
        match op {
            // The sign is all that is left.
            BinaryOp::AShr => shifted,
            _ => self.either(ty, fits, shifted, Operand::Const(0)),
        }
    }

    fn narrow(&mut self, width: u16, signed: bool, element: Operand) -> Operand {
        let (from, half) = (Type::Int(width), width / 2);
        let (lowest, highest) = match signed {
            true => (-(1i64 << (half - 1)), (1i64 << (half - 1)) - 1),
            false => (0, (1i64 << half) - 1),
        };
        let mask = u64::MAX >> (64 - width);
        let (lowest, highest) =
            (Operand::Const(lowest as u64 & mask), Operand::Const(highest as u64 & mask));
        let below = self.compares(CompareOp::Slt, from, element, lowest);
        let element = self.either(from, below, lowest, element);
        let above = self.compares(CompareOp::Sgt, from, element, highest);
        let element = self.either(from, above, highest, element);
        self.converted(CastOp::Trunc, from, Type::Int(half), element)
    }

    fn average(&mut self, width: u16, a: Operand, b: Operand) -> Operand {
        let (from, to) = (Type::Int(width), Type::Int(2 * width));
        let (a, b) =
            (self.converted(CastOp::ZExt, from, to, a), self.converted(CastOp::ZExt, from, to, b));
        let sum = self.plain_binary(to, BinaryOp::Add, a, b);
        let sum = self.plain_binary(to, BinaryOp::Add, sum, Operand::Const(1));
        let mean = self.plain_binary(to, BinaryOp::LShr, sum, Operand::Const(1));
        self.converted(CastOp::Trunc, to, from, mean)
    }

    fn multiply_high(&mut self, width: u16, signed: bool, a: Operand, b: Operand) -> Operand {
        let (from, to) = (Type::Int(width), Type::Int(2 * width));
        let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
        let (a, b) = (self.converted(extend, from, to, a), self.converted(extend, from, to, b));
        let product = self.plain_binary(to, BinaryOp::Mul, a, b);
        let high = self.plain_binary(to, BinaryOp::LShr, product, Operand::Const(width.into()));
        self.converted(CastOp::Trunc, to, from, high)
    }

    /// Of two bytes, in 64 bits.
    fn difference(&mut self, a: Operand, b: Operand) -> Operand {
        let (from, to) = (Type::Int(8), Type::Int(64));
        let (a, b) =
            (self.converted(CastOp::ZExt, from, to, a), self.converted(CastOp::ZExt, from, to, b));
        let less = self.compares(CompareOp::Ult, to, a, b);
        let (up, down) = (
            self.plain_binary(to, BinaryOp::Sub, b, a),
            self.plain_binary(to, BinaryOp::Sub, a, b),
        );
        self.either(to, less, up, down)
    }

    fn sum(&mut self, ty: Type, elements: &[Operand]) -> Operand {
        let mut total = Operand::Const(0);
        for &element in elements {
            total = self.plain_binary(ty, BinaryOp::Add, total, element);
        }
        total
    }

    /// The low four bits say which; a tree of choices, one level for each bit.
    fn chosen_byte(&mut self, bytes: &[Operand], byte: Operand) -> Operand {
        let mut left = bytes.to_vec();
        for bit in 0..4 {
            let cond = self.is_set(8, bit, byte);
            left = left
                .chunks_exact(2)
                .map(|pair| self.either(Type::Int(8), cond, pair[1], pair[0]))
                .collect();
        }
        let none = self.is_set(8, 7, byte);
        self.either(Type::Int(8), none, Operand::Const(0), left[0])
    }

    fn have_nothing_in_common(
        &mut self,
        width: u16,
        inverted: bool,
        a: &[Operand],
        b: &[Operand],
    ) -> Operand {
        let ty = Type::Int(width);
        let mut found = Operand::Const(0);
        for (&a, &b) in a.iter().zip(b) {
            let ones = Operand::Const(u64::MAX >> (64 - width));
            let a = if inverted { self.plain_binary(ty, BinaryOp::Xor, a, ones) } else { a };
            let common = self.plain_binary(ty, BinaryOp::And, a, b);
            found = self.plain_binary(ty, BinaryOp::Or, found, common);
        }
        let none = self.compares(CompareOp::Eq, ty, found, Operand::Const(0));
        self.converted(CastOp::ZExt, Type::BOOL, Type::Int(32), none)
    }

    /// Bit by bit, the lowest one first.
    fn checksum(&mut self, width: u16, before: Operand, data_width: u16, data: Operand) -> Operand {
        const POLYNOMIAL: u64 = 0x82f6_3b78;
        let (ty, wide) = (Type::Int(width), Type::Int(64));
        let widened = |this: &mut Self, width: u16, a: Operand| match width {
            64 => a,
            _ => this.converted(CastOp::ZExt, Type::Int(width), wide, a),
        };
        let before = widened(self, width, before);
        let mask = Operand::Const(0xffff_ffff);
        let before = self.plain_binary(wide, BinaryOp::And, before, mask);
        let data = widened(self, data_width, data);
        let mut sum = self.plain_binary(wide, BinaryOp::Xor, before, data);
        for _ in 0..data_width {
            let odd = self.is_set(64, 0, sum);
            let half = self.plain_binary(wide, BinaryOp::LShr, sum, Operand::Const(1));
            let divided = self.plain_binary(wide, BinaryOp::Xor, half, Operand::Const(POLYNOMIAL));
            sum = self.either(wide, odd, divided, half);
        }
        if width == 64 { sum } else { self.converted(CastOp::Trunc, wide, ty, sum) }
    }
}
