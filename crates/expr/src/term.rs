//! What a term is: identifiers, sorts and the stored node.

use std::num::NonZeroU32;

use crate::bits::Bits;

/// A term of one [`Terms`](crate::Terms) table. Ids grow with creation: a term's operands have smaller ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(NonZeroU32);

impl TermId {
    /// Position for dense maps: 0 for the first term of a table.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
    pub(crate) fn from_index(index: usize) -> TermId {
        let id = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        TermId(id.expect("fewer than 2^32 terms"))
    }
    pub(crate) fn raw(self) -> u32 {
        self.0.get()
    }
    pub(crate) fn from_raw(raw: u32) -> Option<TermId> {
        NonZeroU32::new(raw).map(TermId)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bits(u32),
    /// A total map from `index`-bit to `element`-bit vectors.
    Array {
        index: u32,
        element: u32,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Add,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,
    /// Width 1; also between arrays of one sort.
    Eq,
    Ult,
    Slt,
    /// The first operand is the high part.
    Concat,
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 16] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Add,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Eq,
        BinaryOp::Ult,
        BinaryOp::Slt,
        BinaryOp::Concat,
    ];

    pub fn is_commutative(self) -> bool {
        match self {
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::Eq => true,
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::Ult
            | BinaryOp::Slt
            | BinaryOp::Concat => false,
        }
    }

    /// The operation on constants.
    pub fn apply(self, left: &Bits, right: &Bits) -> Bits {
        match self {
            BinaryOp::And => left.and(right),
            BinaryOp::Or => left.or(right),
            BinaryOp::Xor => left.xor(right),
            BinaryOp::Add => left.add(right),
            BinaryOp::Mul => left.mul(right),
            BinaryOp::UDiv => left.udiv(right),
            BinaryOp::URem => left.urem(right),
            BinaryOp::SDiv => left.sdiv(right),
            BinaryOp::SRem => left.srem(right),
            BinaryOp::Shl => left.shl(right),
            BinaryOp::LShr => left.lshr(right),
            BinaryOp::AShr => left.ashr(right),
            BinaryOp::Eq => Bits::truth(left == right),
            BinaryOp::Ult => Bits::truth(left.ult(right)),
            BinaryOp::Slt => Bits::truth(left.slt(right)),
            BinaryOp::Concat => left.concat(right),
        }
    }

    /// Width of the result for operands of these widths.
    pub(crate) fn result_width(self, left: u32, right: u32) -> u32 {
        match self {
            BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt => 1,
            BinaryOp::Concat => left + right,
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => left,
        }
    }
}

/// A term as it is stored. Subtraction, `≤` and `≠` are expressed by the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Const(Bits),
    Var(VarId),
    Not(TermId),
    Neg(TermId),
    Binary(BinaryOp, TermId, TermId),
    /// Bits `low ..= high`.
    Extract {
        high: u32,
        low: u32,
        of: TermId,
    },
    ZExt {
        width: u32,
        of: TermId,
    },
    SExt {
        width: u32,
        of: TermId,
    },
    Ite {
        cond: TermId,
        then: TermId,
        otherwise: TermId,
    },
    /// The array that maps everything to `value`.
    ConstArray {
        index: u32,
        value: TermId,
    },
    Read {
        array: TermId,
        index: TermId,
    },
    Write {
        array: TermId,
        index: TermId,
        value: TermId,
    },
}

// Millions of these are kept; a new variant must not make all of them bigger.
const _: () = assert!(size_of::<Term>() <= 24);

impl Term {
    /// The operands, in order.
    pub fn children(&self) -> impl Iterator<Item = TermId> + use<> {
        let children = match *self {
            Term::Const(_) | Term::Var(_) => [None; 3],
            Term::Not(of)
            | Term::Neg(of)
            | Term::Extract { of, .. }
            | Term::ZExt { of, .. }
            | Term::SExt { of, .. }
            | Term::ConstArray { value: of, .. } => [Some(of), None, None],
            Term::Binary(_, left, right) => [Some(left), Some(right), None],
            Term::Read { array, index } => [Some(array), Some(index), None],
            Term::Ite { cond, then, otherwise } => [Some(cond), Some(then), Some(otherwise)],
            Term::Write { array, index, value } => [Some(array), Some(index), Some(value)],
        };
        children.into_iter().flatten()
    }
}
