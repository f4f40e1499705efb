//! Equality. Against a constant it moves through everything that is injective; between two terms common parts go.

use super::linear::{Sum, compare_conditions};
use super::view::either_order;
use super::{BinaryRule, pieces, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId};

pub(super) const EQ: &[BinaryRule] = rules![
    eq_same,
    eq_one_bit,
    eq_choice_constant,
    eq_out_of_range,
    eq_zext,
    eq_sext,
    eq_rows,
    eq_complement,
    eq_complements,
    eq_xor_constant,
    eq_xor_common,
    eq_or_zero,
    eq_conditions,
    eq_scaled,
    eq_linear,
    eq_ite_constant_arm,
    eq_ite_same_arm,
    eq_ite_same_condition,
];

/// match: `x == x`
/// result: `true`
fn eq_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (a == b).then(|| terms.truth(true))
}

/// match: `x == y`, one bit wide
/// result: `~(x ^ y)`
fn eq_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.sort(a) == Sort::Bits(1)).then(|| {
        let different = terms.xor(a, b);
        terms.not(different)
    })
}

/// match: `x == c`, c less than all or greater than all that x can be
/// result: `false`
fn eq_out_of_range(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Sort::Bits(_) = terms.sort(a) else { return None };
    if !terms.is_const(b) {
        return None;
    }
    let (least, greatest) = terms.signed_range(a)?;
    let (constant, _) = terms.signed_range(b)?;
    (constant < least || greatest < constant).then(|| terms.truth(false))
}

/// match: `ite(cond, c, d) == e`, constants; also two choices by one condition
/// result: `cond`, `~cond`, `true` or `false`
fn eq_choice_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Sort::Bits(_) = terms.sort(a) else { return None };
    let left = terms.choice(a)?;
    let (then, otherwise) = match terms.as_const(b) {
        Some(constant) => (constant.clone(), constant.clone()),
        None => {
            let right = terms.choice(b).filter(|right| right.cond == left.cond)?;
            (right.then, right.otherwise)
        }
    };
    let (then, otherwise) = (left.then == then, left.otherwise == otherwise);
    Some(terms.choose_bits(left.cond, Bits::truth(then), Bits::truth(otherwise)))
}

/// match: `zext(x) == c`, `zext(x) == zext(y)`
/// result: `x == c`, or `false` if c does not fit; `x == y`, the narrower extended
fn eq_zext(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Term::ZExt { of: x, .. } = *terms.get(a) else { return None };
        let width = terms.width(x);
        match *terms.get(b) {
            Term::Const(ref bits) => {
                let part = bits.extract(width - 1, 0);
                let fits = part.zext(bits.width()) == *bits;
                narrowed(terms, x, part, fits)
            }
            Term::ZExt { of: y, .. } if terms.width(y) <= width => {
                let y = terms.zext(y, width);
                Some(terms.eq(x, y))
            }
            _ => None,
        }
    })
}

/// match: `sext(x) == c`, `sext(x) == sext(y)`
/// result: `x == c`, or `false` if c does not fit; `x == y`, the narrower extended
fn eq_sext(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Term::SExt { of: x, .. } = *terms.get(a) else { return None };
        let width = terms.width(x);
        match *terms.get(b) {
            Term::Const(ref bits) => {
                let part = bits.extract(width - 1, 0);
                let fits = part.sext(bits.width()) == *bits;
                narrowed(terms, x, part, fits)
            }
            Term::SExt { of: y, .. } if terms.width(y) <= width => {
                let y = terms.sext(y, width);
                Some(terms.eq(x, y))
            }
            _ => None,
        }
    })
}

/// match: `concat(x, y) == c`, `concat(x, y) == concat(u, v)`, matching pieces
/// result: `x == c1 & y == c2`, see [`pieces::equality`]
fn eq_rows(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    pieces::equality(terms, a, b)
}

/// match: `x == ~x`
/// result: `false`
fn eq_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.are_complements(a, b).then(|| terms.truth(false))
}

/// match: `~x == c`, `~x == ~y`
/// result: `x == ~c`, `x == y`
fn eq_complements(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Term::Not(x) = *terms.get(a) else { return None };
    if !terms.is_const(b) && !matches!(terms.get(b), Term::Not(_)) {
        return None;
    }
    let y = terms.not(b);
    Some(terms.eq(x, y))
}

/// match: `x ^ c == d`
/// result: `x == c ^ d`
fn eq_xor_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (x, constant) = terms.operand_and_constant(BinaryOp::Xor, a)?;
    let other = terms.as_const(b)?;
    let constant = constant.xor(other);
    let constant = terms.constant_bits(constant);
    Some(terms.eq(x, constant))
}

/// match: `x ^ y == 0`, `x ^ y == x`
/// result: `x == y`, `y == 0`
fn eq_xor_common(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Sort::Bits(width) = terms.sort(a) else { return None };
        let (x, y) = terms.operands(BinaryOp::Xor, a)?;
        if terms.is_zero(b) {
            return Some(terms.eq(x, y));
        }
        let rest = either_order(x, y, |x, y| (x == b).then_some(y))?;
        let zero = terms.zero(width);
        Some(terms.eq(rest, zero))
    })
}

/// match: `(x | y) == 0`
/// result: `x == 0 & y == 0`
fn eq_or_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if !terms.is_zero(b) {
        return None;
    }
    let (x, y) = terms.operands(BinaryOp::Or, a)?;
    let (x, y) = (terms.eq(x, b), terms.eq(y, b));
    Some(terms.and(x, y))
}

/// match: `zext(p) + c * zext(q) + d == e`, up to three conditions
/// result: a formula over the conditions, see [`compare_conditions`]
fn eq_conditions(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    compare_conditions(terms, BinaryOp::Eq, a, b)
}

/// match: `c * x == d`, c = odd · 2^k
/// result: `x[w-k-1:0] == (d >> k) / odd` modulo 2^(w-k), or `false` if 2^k does not divide d
fn eq_scaled(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (x, factor) = terms.operand_and_constant(BinaryOp::Mul, a)?;
    let product = terms.as_const(b)?;
    let zeros = factor.trailing_zeros();
    if product.trailing_zeros() < zeros {
        return Some(terms.truth(false));
    }
    let top = factor.width() - 1;
    let odd = factor.extract(top, zeros);
    let quotient = product.extract(top, zeros).mul(&odd.inverse());
    let part = terms.extract(x, top - zeros, 0);
    let quotient = terms.constant_bits(quotient);
    Some(terms.eq(part, quotient))
}

/// match: `x + u == y + u`, `x + c == d`, `-x == c`, `x - y == 0`, …
/// result: common atoms and constants removed, each remaining atom on the side where its coefficient is positive
fn eq_linear(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Sort::Bits(width) = terms.sort(a) else { return None };
    let is_sum = |t: TermId| {
        matches!(terms.get(t), Term::Neg(_) | Term::Binary(BinaryOp::Add | BinaryOp::Mul, ..))
    };
    if !is_sum(a) && !is_sum(b) {
        return None;
    }
    let mut difference = Sum::of(terms, b);
    difference.scale(&Bits::ones(width));
    difference.add(Sum::of(terms, a));
    let (mut left, mut right) =
        (Sum::constant(Bits::zero(width)), Sum::constant(Bits::zero(width)));
    for (atom, factor) in difference.atoms {
        let side = if factor.sign() { &mut right } else { &mut left };
        let factor = if factor.sign() { factor.neg() } else { factor };
        side.atoms.push((atom, factor));
    }
    // left + constant == right; the oldest atom goes to the left, the constant to an empty side if there is one.
    let mut constant = difference.constant;
    let oldest = |sum: &Sum| sum.atoms.first().map(|(atom, _)| *atom);
    if oldest(&left).is_none() || oldest(&right).is_some_and(|t| Some(t) < oldest(&left)) {
        std::mem::swap(&mut left, &mut right);
        constant = constant.neg();
    }
    if right.atoms.is_empty() {
        right.constant = constant.neg();
    } else {
        left.constant = constant;
    }
    let (left, right) = (left.build(terms), right.build(terms));
    let unchanged = (left, right) == (a, b) || (right, left) == (a, b);
    (!unchanged).then(|| terms.eq(left, right))
}

/// match: `ite(cond, c, y) == d`, c and d constant (either arm)
/// result: `cond | y == d` if c = d, else `~cond & y == d`
fn eq_ite_constant_arm(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Term::Ite { cond, then, otherwise } = *terms.get(a) else { return None };
    if !terms.is_const(b) {
        return None;
    }
    if terms.is_const(then) {
        let rest = terms.eq(otherwise, b);
        let first = terms.truth(then == b);
        return Some(terms.ite(cond, first, rest));
    }
    if terms.is_const(otherwise) {
        let first = terms.eq(then, b);
        let rest = terms.truth(otherwise == b);
        return Some(terms.ite(cond, first, rest));
    }
    None
}

/// match: `ite(cond, x, y) == x`, `ite(cond, x, y) == y`
/// result: `cond | y == x`, `~cond | x == y`
fn eq_ite_same_arm(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Term::Ite { cond, then, otherwise } = *terms.get(a) else { return None };
        if then != b && otherwise != b {
            return None;
        }
        let (then, otherwise) = (terms.eq(then, b), terms.eq(otherwise, b));
        Some(terms.ite(cond, then, otherwise))
    })
}

/// match: `ite(cond, x, y) == ite(cond, u, v)`
/// result: `ite(cond, x == u, y == v)`
fn eq_ite_same_condition(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Term::Ite { cond, then, otherwise } = *terms.get(a) else { return None };
    let Term::Ite { cond: cond2, then: then2, otherwise: otherwise2 } = *terms.get(b) else {
        return None;
    };
    if cond != cond2 {
        return None;
    }
    let (then, otherwise) = (terms.eq(then, then2), terms.eq(otherwise, otherwise2));
    Some(terms.ite(cond, then, otherwise))
}

/// `x == part` if the constant it comes from is in the range of the extension, else `false`.
fn narrowed(terms: &mut Terms, x: TermId, part: Bits, fits: bool) -> Option<TermId> {
    if !fits {
        return Some(terms.truth(false));
    }
    let part = terms.constant_bits(part);
    Some(terms.eq(x, part))
}
