//! Ways to look at a term that several rule families share.

use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

/// A value that depends on one condition only.
pub(super) struct Choice {
    pub(super) cond: TermId,
    pub(super) then: Bits,
    pub(super) otherwise: Bits,
}

impl Choice {
    fn map(self, operation: impl Fn(&Bits) -> Bits) -> Choice {
        let (then, otherwise) = (operation(&self.then), operation(&self.otherwise));
        Choice { then, otherwise, ..self }
    }
}

/// How far the functions on known bits look into a term.
const LOOK_DEPTH: u32 = 4;

impl Terms {
    pub(super) fn is_const(&self, t: TermId) -> bool {
        self.as_const(t).is_some()
    }
    pub(super) fn is_zero(&self, t: TermId) -> bool {
        self.as_const(t).is_some_and(Bits::is_zero)
    }
    pub(super) fn is_ones(&self, t: TermId) -> bool {
        self.as_const(t).is_some_and(Bits::is_ones)
    }
    pub(super) fn zero(&mut self, width: u32) -> TermId {
        self.constant_bits(Bits::zero(width))
    }
    pub(super) fn ones(&mut self, width: u32) -> TermId {
        self.constant_bits(Bits::ones(width))
    }
    /// The operands, if the term is this operation.
    pub(super) fn operands(&self, op: BinaryOp, t: TermId) -> Option<(TermId, TermId)> {
        match *self.get(t) {
            Term::Binary(found, left, right) if found == op => Some((left, right)),
            _ => None,
        }
    }
    /// The operands, if the term is this operation with a constant on the right.
    pub(super) fn operand_and_constant(&self, op: BinaryOp, t: TermId) -> Option<(TermId, &Bits)> {
        let (left, right) = self.operands(op, t)?;
        Some((left, self.as_const(right)?))
    }
    /// One of the terms is the complement of the other.
    pub(super) fn are_complements(&self, a: TermId, b: TermId) -> bool {
        *self.get(a) == Term::Not(b) || *self.get(b) == Term::Not(a)
    }
    pub(super) fn sign_bit(&mut self, t: TermId) -> TermId {
        let top = self.width(t) - 1;
        self.extract(t, top, top)
    }

    /// The term as a choice between two constants: an `ite` of constants or an extended condition, extended or with
    /// constants before or after it.
    pub(super) fn choice(&self, t: TermId) -> Option<Choice> {
        self.choice_to(t, LOOK_DEPTH)
    }
    /// A one-bit term is a choice, too: between one and zero.
    pub(super) fn choice_or_condition(&self, t: TermId) -> Option<Choice> {
        self.choice_or_condition_to(t, LOOK_DEPTH)
    }

    fn choice_to(&self, t: TermId, depth: u32) -> Option<Choice> {
        let depth = depth.checked_sub(1)?;
        match *self.get(t) {
            Term::Ite { cond, then, otherwise } => {
                let (then, otherwise) = (self.as_const(then)?, self.as_const(otherwise)?);
                Some(Choice { cond, then: then.clone(), otherwise: otherwise.clone() })
            }
            Term::ZExt { width, of } => {
                let inner = self.choice_or_condition_to(of, depth)?;
                Some(inner.map(|bits| bits.zext(width)))
            }
            Term::SExt { width, of } => {
                let inner = self.choice_or_condition_to(of, depth)?;
                Some(inner.map(|bits| bits.sext(width)))
            }
            Term::Binary(BinaryOp::Concat, high, low) => {
                if let Some(high) = self.as_const(high) {
                    let low = self.choice_or_condition_to(low, depth)?;
                    return Some(low.map(|low| high.concat(low)));
                }
                let high = self.choice_or_condition_to(high, depth)?;
                let low = self.as_const(low)?;
                Some(high.map(|high| high.concat(low)))
            }
            _ => None,
        }
    }
    fn choice_or_condition_to(&self, t: TermId, depth: u32) -> Option<Choice> {
        if self.width(t) == 1 && !self.is_const(t) {
            return Some(Choice {
                cond: t,
                then: Bits::truth(true),
                otherwise: Bits::truth(false),
            });
        }
        self.choice_to(t, depth)
    }
    /// `ite(cond, then, otherwise)`.
    pub(super) fn choose_bits(&mut self, cond: TermId, then: Bits, otherwise: Bits) -> TermId {
        let (then, otherwise) = (self.constant_bits(then), self.constant_bits(otherwise));
        self.ite(cond, then, otherwise)
    }

    /// At least this many top bits are zero.
    pub(super) fn leading_zeros(&self, t: TermId) -> u32 {
        self.leading_zeros_to(t, LOOK_DEPTH)
    }
    /// At least this many low bits are zero.
    pub(super) fn trailing_zeros(&self, t: TermId) -> u32 {
        self.trailing_zeros_to(t, LOOK_DEPTH)
    }
    /// The value is not negative when read as signed.
    pub(super) fn is_non_negative(&self, t: TermId) -> bool {
        self.leading_zeros(t) > 0
    }

    fn leading_zeros_to(&self, t: TermId, depth: u32) -> u32 {
        if depth == 0 {
            return 0;
        }
        let zeros = |t: TermId| self.leading_zeros_to(t, depth - 1);
        match *self.get(t) {
            Term::Const(ref bits) => bits.leading_zeros(),
            Term::ZExt { width, of } => width - self.width(of) + zeros(of),
            Term::Binary(BinaryOp::Concat, high, low) => {
                let found = zeros(high);
                if found == self.width(high) { found + zeros(low) } else { found }
            }
            Term::Binary(BinaryOp::And, a, b) => zeros(a).max(zeros(b)),
            Term::Binary(BinaryOp::Or | BinaryOp::Xor, a, b) => zeros(a).min(zeros(b)),
            Term::Binary(BinaryOp::UDiv, a, b) if self.is_const(b) && !self.is_zero(b) => zeros(a),
            Term::Binary(BinaryOp::URem, a, b) if self.is_const(b) && !self.is_zero(b) => {
                zeros(a).max(zeros(b))
            }
            Term::Binary(BinaryOp::LShr | BinaryOp::URem, a, _) => zeros(a),
            Term::Ite { then, otherwise, .. } => zeros(then).min(zeros(otherwise)),
            Term::Var(_)
            | Term::Not(_)
            | Term::Neg(_)
            | Term::Binary(..)
            | Term::Extract { .. }
            | Term::SExt { .. }
            | Term::ConstArray { .. }
            | Term::Read { .. }
            | Term::Write { .. } => 0,
        }
    }

    fn trailing_zeros_to(&self, t: TermId, depth: u32) -> u32 {
        if depth == 0 {
            return 0;
        }
        let zeros = |t: TermId| self.trailing_zeros_to(t, depth - 1);
        match *self.get(t) {
            Term::Const(ref bits) => bits.trailing_zeros(),
            Term::ZExt { of, .. } | Term::SExt { of, .. } | Term::Neg(of) => zeros(of),
            Term::Binary(BinaryOp::Concat, high, low) => {
                let found = zeros(low);
                if found == self.width(low) { found + zeros(high) } else { found }
            }
            Term::Binary(BinaryOp::Mul, a, b) => (zeros(a) + zeros(b)).min(self.width(t)),
            Term::Binary(BinaryOp::And, a, b) => zeros(a).max(zeros(b)),
            Term::Binary(BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add, a, b) => {
                zeros(a).min(zeros(b))
            }
            Term::Binary(BinaryOp::Shl, a, _) => zeros(a),
            Term::Ite { then, otherwise, .. } => zeros(then).min(zeros(otherwise)),
            Term::Var(_)
            | Term::Not(_)
            | Term::Binary(..)
            | Term::Extract { .. }
            | Term::ConstArray { .. }
            | Term::Read { .. }
            | Term::Write { .. } => 0,
        }
    }
}

/// Tries a rule with the operands in either order.
pub(super) fn either_order<T>(
    a: TermId,
    b: TermId,
    mut rule: impl FnMut(TermId, TermId) -> Option<T>,
) -> Option<T> {
    rule(a, b).or_else(|| rule(b, a))
}
