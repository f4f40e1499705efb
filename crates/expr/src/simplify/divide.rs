//! Division and remainder, with SMT-LIB's results for a zero divisor.

use super::{BinaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const UDIV: &[BinaryRule] = rules![
    udiv_zero,
    udiv_one_bit,
    udiv_power_of_two,
    udiv_small_dividend,
    udiv_narrow,
    udiv_nested,
    udiv_product,
    udiv_choice,
];
pub(super) const UREM: &[BinaryRule] = rules![
    urem_zero,
    urem_same,
    urem_one_bit,
    urem_power_of_two,
    urem_small_dividend,
    urem_narrow,
    urem_product,
    urem_choice,
];
pub(super) const SDIV: &[BinaryRule] =
    rules![sdiv_one, sdiv_minus_one, sdiv_non_negative, sdiv_choice];
pub(super) const SREM: &[BinaryRule] =
    rules![srem_one, srem_same, srem_non_negative, srem_narrow, srem_choice];

/// match: `x / 0`
/// result: `11…1`
fn udiv_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    terms.is_zero(b).then(|| terms.ones(width))
}

/// match: `x / y`, one bit wide
/// result: `x | ~y`
fn udiv_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| {
        let not_b = terms.not(b);
        terms.or(a, not_b)
    })
}

/// match: `x / 2^k`
/// result: `zext(x[w-1:k])`
fn udiv_power_of_two(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let exponent = terms.as_const(b)?.power_of_two()?;
    let width = terms.width(a);
    let part = terms.extract(a, width - 1, exponent);
    Some(terms.zext(part, width))
}

/// match: `x / c`, where known leading zeros make x less than c
/// result: `0`
fn udiv_small_dividend(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    is_below(terms, a, b).then(|| terms.zero(width))
}

/// match: `zext(x) / c`, c fits the width of x
/// result: `zext(x / c)`
fn udiv_narrow(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    narrow_by_constant(terms, BinaryOp::UDiv, a, b)
}

/// match: `(x / c) / d`, c and d not zero
/// result: `x / (c * d)`, or `0` if that overflows
fn udiv_nested(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (x, inner) = terms.operand_and_constant(BinaryOp::UDiv, a)?;
    let outer = terms.as_const(b)?;
    if inner.is_zero() || outer.is_zero() {
        return None;
    }
    let width = outer.width();
    let product = inner.zext(2 * width).mul(&outer.zext(2 * width));
    if product.leading_zeros() < width {
        return Some(terms.zero(width));
    }
    let product = terms.constant_bits(product.extract(width - 1, 0));
    Some(terms.udiv(x, product))
}

/// match: `(x * y) / y`, y not constant, where known leading zeros make the product fit
/// result: `ite(y = 0, 11…1, x)`
fn udiv_product(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let x = other_factor(terms, a, b)?;
    let (zero, ones) = (terms.zero(terms.width(a)), terms.ones(terms.width(a)));
    let by_zero = terms.eq(b, zero);
    Some(terms.ite(by_zero, ones, x))
}

/// match: `ite(cond, c, d) / e`, constants
/// result: `ite(cond, c / e, d / e)`
fn udiv_choice(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choice(terms, BinaryOp::UDiv, a, b)
}

/// match: `x % 0`, `0 % x`
/// result: `x`, `0`
fn urem_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_zero(a) || terms.is_zero(b)).then_some(a)
}

/// match: `x % x`
/// result: `0`
fn urem_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    (a == b).then(|| terms.zero(width))
}

/// match: `x % y`, one bit wide
/// result: `x & ~y`
fn urem_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| {
        let not_b = terms.not(b);
        terms.and(a, not_b)
    })
}

/// match: `x % 2^k`
/// result: `zext(x[k-1:0])`, or `0` for k = 0
fn urem_power_of_two(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let exponent = terms.as_const(b)?.power_of_two()?;
    let width = terms.width(a);
    if exponent == 0 {
        return Some(terms.zero(width));
    }
    let part = terms.extract(a, exponent - 1, 0);
    Some(terms.zext(part, width))
}

/// match: `x % c`, where known leading zeros make x less than c
/// result: `x`
fn urem_small_dividend(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    is_below(terms, a, b).then_some(a)
}

/// match: `zext(x) % c`, c fits the width of x; `zext(x) % zext(y)`, equal widths
/// result: `zext(x % c)`; `zext(x % y)`
fn urem_narrow(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if let (&Term::ZExt { of: x, width }, &Term::ZExt { of: y, .. }) = (terms.get(a), terms.get(b))
        && terms.width(x) == terms.width(y)
    {
        let remainder = terms.urem(x, y);
        return Some(terms.zext(remainder, width));
    }
    narrow_by_constant(terms, BinaryOp::URem, a, b)
}

/// match: `(x * y) % y`, y not constant, where known leading zeros make the product fit
/// result: `0`
fn urem_product(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    other_factor(terms, a, b).map(|_| terms.zero(width))
}

/// match: `ite(cond, c, d) % e`, constants
/// result: `ite(cond, c % e, d % e)`
fn urem_choice(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choice(terms, BinaryOp::URem, a, b)
}

/// match: `x /s 1`
/// result: `x`
fn sdiv_one(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.as_const(b).is_some_and(Bits::is_one).then_some(a)
}

/// match: `x /s -1`
/// result: `-x`
fn sdiv_minus_one(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_ones(b).then(|| terms.neg(a))
}

/// match: `x /s y`, both known not to be negative
/// result: `x / y`
fn sdiv_non_negative(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_non_negative(a) && terms.is_non_negative(b)).then(|| terms.udiv(a, b))
}

/// match: `ite(cond, c, d) /s e`, constants
/// result: `ite(cond, c /s e, d /s e)`
fn sdiv_choice(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choice(terms, BinaryOp::SDiv, a, b)
}

/// match: `x %s 1`, `x %s -1`, `x %s 0`
/// result: `0`, `0`, `x`
fn srem_one(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let divisor = terms.as_const(b)?;
    if divisor.is_zero() {
        return Some(a);
    }
    (divisor.is_one() || divisor.is_ones()).then(|| terms.zero(terms.width(a)))
}

/// match: `x %s x`
/// result: `0`
fn srem_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    (a == b).then(|| terms.zero(width))
}

/// match: `x %s y`, both known not to be negative
/// result: `x % y`
fn srem_non_negative(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_non_negative(a) && terms.is_non_negative(b)).then(|| terms.urem(a, b))
}

/// match: `sext(x) %s sext(y)`, equal widths
/// result: `sext(x %s y)`
fn srem_narrow(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (&Term::SExt { of: x, width }, &Term::SExt { of: y, .. }) = (terms.get(a), terms.get(b))
    else {
        return None;
    };
    (terms.width(x) == terms.width(y)).then(|| {
        let remainder = terms.srem(x, y);
        terms.sext(remainder, width)
    })
}

/// match: `ite(cond, c, d) %s e`, constants
/// result: `ite(cond, c %s e, d %s e)`
fn srem_choice(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choice(terms, BinaryOp::SRem, a, b)
}

/// What `product` is a multiple of `factor` by, if the leading zeros of both prove that it fits.
fn other_factor(terms: &Terms, product: TermId, factor: TermId) -> Option<TermId> {
    let (a, b) = terms.operands(BinaryOp::Mul, product)?;
    let fits = terms.leading_zeros(a) + terms.leading_zeros(b) >= terms.width(product);
    let other = if a == factor { b } else { a };
    (fits && (a == factor || b == factor)).then_some(other)
}

/// The leading zeros of `a` prove it less than the constant `b`.
fn is_below(terms: &Terms, a: TermId, b: TermId) -> bool {
    terms.as_const(b).is_some_and(|bound| terms.leading_zeros(a) > bound.leading_zeros())
}

fn narrow_by_constant(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let Term::ZExt { of, width } = *terms.get(a) else { return None };
    let divisor = terms.as_const(b)?;
    let inner = terms.width(of);
    // A divisor of zero would give all ones of another width.
    if divisor.is_zero() || divisor.leading_zeros() < width - inner {
        return None;
    }
    let divisor = divisor.extract(inner - 1, 0);
    let divisor = terms.constant_bits(divisor);
    let result = terms.binary(op, of, divisor);
    Some(terms.zext(result, width))
}

fn choice(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let divisor = terms.as_const(b)?.clone();
    let choice = terms.choice(a)?;
    let then = op.apply(&choice.then, &divisor);
    Some(terms.choose_bits(choice.cond, then, op.apply(&choice.otherwise, &divisor)))
}
