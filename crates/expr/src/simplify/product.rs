//! Products: `mul` as a constant times factors in a fixed order.

use smallvec::SmallVec;

use super::linear::Sum;
use super::view::either_order;
use super::{BinaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const MUL: &[BinaryRule] = rules![
    mul_zero,
    mul_one,
    mul_one_bit,
    mul_choices,
    mul_unit,
    mul_quotient,
    mul_signed_quotient,
    mul_factors
];

/// Longer products are factors themselves.
const MOST_FACTORS: usize = 8;

/// match: `x * 0`
/// result: `0`
fn mul_zero(terms: &mut Terms, _: TermId, b: TermId) -> Option<TermId> {
    terms.is_zero(b).then_some(b)
}

/// match: `x * 1`
/// result: `x`
fn mul_one(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.as_const(b).is_some_and(Bits::is_one).then_some(a)
}

/// match: `x * y`, one bit wide
/// result: `x & y`
fn mul_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| terms.and(a, b))
}

/// match: `ite(cond, c, d) * e`, all constant
/// result: `ite(cond, c * e, d * e)`
fn mul_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let factor = terms.as_const(b)?.clone();
    if extended_condition(terms, a).is_some() || matches!(terms.get(a), Term::SExt { .. }) {
        return None;
    }
    let choice = terms.choice(a)?;
    let (then, otherwise) = (choice.then.mul(&factor), choice.otherwise.mul(&factor));
    Some(terms.choose_bits(choice.cond, then, otherwise))
}

/// match: `ite(cond, c, d) * y`, c and d among 0, 1 and -1, y not constant; in particular `zext(cond) * y` and a sign times a number
/// result: `ite(cond, c * y, d * y)`, without a product
fn mul_unit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.is_const(b) {
        return None;
    }
    either_order(a, b, |a, y| {
        let choice = terms.choice(a)?;
        let arms = [&choice.then, &choice.otherwise];
        if !arms.iter().all(|arm| arm.is_zero() || arm.is_one() || arm.is_ones()) {
            return None;
        }
        let [then, otherwise] = arms.map(|arm| {
            let factor = terms.constant_bits(arm.clone());
            terms.mul(y, factor)
        });
        Some(terms.ite(choice.cond, then, otherwise))
    })
}

/// match: `(x / y) * y`, `(x /s y) * y`, `zext(x / y) * zext(y)`, y not constant
/// result: `x - x % y`, `x - x %s y`, `zext(x) - zext(x % y)`, without a product; digits are put together by constants,
/// and for those the product is the better form
fn mul_quotient(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.is_const(b) {
        return None;
    }
    either_order(a, b, |quotient, divisor| {
        let (quotient, y) = match (terms.get(quotient), terms.get(divisor)) {
            (&Term::ZExt { of, .. }, &Term::ZExt { of: y, .. }) => (of, y),
            _ => (quotient, divisor),
        };
        let is_wide = y != divisor;
        let (remainder, x) = match *terms.get(quotient) {
            Term::Binary(BinaryOp::UDiv, x, by) if by == y => (terms.urem(x, y), x),
            Term::Binary(BinaryOp::SDiv, x, by) if by == y && !is_wide => (terms.srem(x, y), x),
            _ => return None,
        };
        let width = terms.width(a);
        let (x, remainder) = (terms.zext(x, width), terms.zext(remainder, width));
        Some(terms.sub(x, remainder))
    })
}

/// match: `sext(x /s y) * sext(y)`
/// result: `ite(x = 10…0 & y = -1, 2^(k-1), sext(x) - sext(x %s y))`, k bits narrow: that quotient alone does not fit them
fn mul_signed_quotient(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |quotient, divisor| {
        let (&Term::SExt { of: quotient, width }, &Term::SExt { of: y, .. }) =
            (terms.get(quotient), terms.get(divisor))
        else {
            return None;
        };
        let (x, _) = terms.operands(BinaryOp::SDiv, quotient).filter(|&(_, by)| by == y)?;
        let narrow = terms.width(x);
        let least = Bits::one(narrow).shl_by(narrow - 1);
        let beyond = terms.constant_bits(least.zext(width));
        let (least, minus_one) = (terms.constant_bits(least), terms.ones(narrow));
        let (is_least, is_minus_one) = (terms.eq(x, least), terms.eq(y, minus_one));
        let does_not_fit = terms.and(is_least, is_minus_one);
        let remainder = terms.srem(x, y);
        let (x, remainder) = (terms.sext(x, width), terms.sext(remainder, width));
        let fits = terms.sub(x, remainder);
        Some(terms.ite(does_not_fit, beyond, fits))
    })
}

/// match: `a * b`
/// result: the normal form of the product: constants and signs in one coefficient, factors by id; the coefficient is
/// multiplied into a sum of one atom and a constant, `(x + 1) * 4` as `4 * x + 4`
fn mul_factors(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let product = Product::of(terms, a, b);
    Some(product.build(terms))
}

fn extended_condition(terms: &Terms, t: TermId) -> Option<TermId> {
    match *terms.get(t) {
        Term::ZExt { of, .. } if terms.width(of) == 1 => Some(of),
        _ => None,
    }
}

struct Product {
    coefficient: Bits,
    factors: SmallVec<[TermId; 8]>,
}

impl Product {
    fn of(terms: &mut Terms, a: TermId, b: TermId) -> Product {
        let mut product =
            Product { coefficient: Bits::one(terms.width(a)), factors: SmallVec::new() };
        let mut stack: SmallVec<[TermId; 8]> = SmallVec::from_iter([a, b]);
        while let Some(t) = stack.pop() {
            let room = product.factors.len() + stack.len() + 2 <= MOST_FACTORS;
            match *terms.get(t) {
                Term::Const(ref bits) => product.coefficient = product.coefficient.mul(bits),
                Term::Neg(of) => {
                    product.coefficient = product.coefficient.neg();
                    stack.push(of);
                }
                Term::Binary(BinaryOp::Mul, left, right) if room || terms.is_const(right) => {
                    stack.extend([left, right]);
                }
                _ => match terms.shifted(t) {
                    Some((of, amount)) => {
                        product.coefficient = product.coefficient.shl_by(amount);
                        product.factors.push(of);
                    }
                    None => product.factors.push(t),
                },
            }
        }
        product.factors.sort_unstable();
        product
    }

    fn build(self, terms: &mut Terms) -> TermId {
        let mut factors = self.factors.into_iter();
        let Some(first) = factors.next() else {
            return terms.constant_bits(self.coefficient);
        };
        let product = factors.fold(first, |product, t| terms.raw_binary(BinaryOp::Mul, product, t));
        let mut sum = Sum::of(terms, product);
        if sum.atoms.len() <= 1 || self.coefficient.is_ones() {
            sum.scale(&self.coefficient);
            return sum.build(terms);
        }
        if self.coefficient.is_zero() || self.coefficient.is_one() {
            return if self.coefficient.is_one() {
                product
            } else {
                terms.constant_bits(self.coefficient)
            };
        }
        let coefficient = terms.constant_bits(self.coefficient);
        terms.raw_binary(BinaryOp::Mul, product, coefficient)
    }
}
