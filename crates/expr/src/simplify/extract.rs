//! Extraction. It moves inwards as long as that makes something vanish, and stops otherwise: the parts of a plain word
//! stay recognisable, so that `concat` can put them together again.

use super::linear::Sum;
use super::{ExtractRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const EXTRACT: &[ExtractRule] = rules![
    extract_extract,
    extract_concat,
    extract_zext,
    extract_sext,
    extract_choice,
    extract_low_zeros,
    extract_bitwise,
    extract_not,
    extract_drops_summands,
    extract_narrows_arithmetic,
    extract_quotient,
    extract_ite,
];

/// How deep arithmetic is looked through for operands that narrow.
const NARROW_DEPTH: u32 = 3;

/// match: `x[a:b][h:l]`
/// result: `x[h+b:l+b]`
fn extract_extract(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    match *terms.get(t) {
        Term::Extract { low: offset, of, .. } => {
            Some(terms.extract(of, high + offset, low + offset))
        }
        _ => None,
    }
}

/// match: `concat(x, y)[h:l]`
/// result: a part of `x`, a part of `y`, or the concatenation of parts of both
fn extract_concat(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let (upper, lower) = terms.operands(BinaryOp::Concat, t)?;
    let border = terms.width(lower);
    Some(if high < border {
        terms.extract(lower, high, low)
    } else if low >= border {
        terms.extract(upper, high - border, low - border)
    } else {
        let upper = terms.extract(upper, high - border, 0);
        let lower = terms.extract(lower, border - 1, low);
        terms.concat(upper, lower)
    })
}

/// match: `zext(x)[h:l]`
/// result: a part of `x`, `0`, or an extended part
fn extract_zext(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::ZExt { of, .. } = *terms.get(t) else { return None };
    let border = terms.width(of);
    Some(if high < border {
        terms.extract(of, high, low)
    } else if low >= border {
        terms.zero(high - low + 1)
    } else {
        let part = terms.extract(of, border - 1, low);
        terms.zext(part, high - low + 1)
    })
}

/// match: `sext(x)[h:l]`
/// result: a part of `x`, its sign bit repeated, or an extended part
fn extract_sext(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::SExt { of, .. } = *terms.get(t) else { return None };
    let border = terms.width(of);
    if high < border {
        return Some(terms.extract(of, high, low));
    }
    let part = terms.extract(of, border - 1, low.min(border - 1));
    Some(terms.sext(part, high - low + 1))
}

/// match: `ite(cond, c, d)[h:l]`, constants
/// result: `ite(cond, c[h:l], d[h:l])`
fn extract_choice(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let choice = terms.choice(t)?;
    let then = choice.then.extract(high, low);
    Some(terms.choose_bits(choice.cond, then, choice.otherwise.extract(high, low)))
}

/// match: `x[h:l]`, the bits up to h known to be zero
/// result: `0`
fn extract_low_zeros(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    (terms.trailing_zeros(t) > high).then(|| terms.zero(high - low + 1))
}

/// match: `(x op y)[h:l]`, op bitwise, where one operand gets simpler by it
/// result: `x[h:l] op y[h:l]`
fn extract_bitwise(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) = *terms.get(t)
    else {
        return None;
    };
    if !(is_divisible(terms, a) || is_divisible(terms, b)) {
        return None;
    }
    let (a, b) = (terms.extract(a, high, low), terms.extract(b, high, low));
    Some(terms.binary(op, a, b))
}

/// match: `(~x)[h:l]`, where `x` gets simpler by it
/// result: `~(x[h:l])`
fn extract_not(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::Not(of) = *terms.get(t) else { return None };
    if !is_divisible(terms, of) {
        return None;
    }
    let part = terms.extract(of, high, low);
    Some(terms.not(part))
}

/// match: `(x + y)[h:l]`, y a multiple of 2^(h+1)
/// result: `x[h:l]`
fn extract_drops_summands(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    if !matches!(terms.get(t), Term::Binary(BinaryOp::Add, ..)) {
        return None;
    }
    let mut sum = Sum::of(terms, t);
    let mask = Bits::low_mask(terms.width(t), high + 1);
    let count = sum.atoms.len();
    sum.atoms
        .retain(|(atom, factor)| factor.trailing_zeros() + terms.trailing_zeros(*atom) <= high);
    let constant = sum.constant.and(&mask);
    if sum.atoms.len() == count && constant == sum.constant {
        return None;
    }
    sum.constant = constant;
    let rest = sum.build(terms);
    Some(terms.extract(rest, high, low))
}

/// match: `(x + y)[h:0]`, `(x * y)[h:0]`, `(-x)[h:0]`, where every operand gets simpler by it
/// result: `x[h:0] + y[h:0]`, …
fn extract_narrows_arithmetic(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    if low != 0 || !narrows_arithmetic(terms, t, NARROW_DEPTH) {
        return None;
    }
    match *terms.get(t) {
        Term::Binary(op, a, b) => {
            let (a, b) = (terms.extract(a, high, 0), terms.extract(b, high, 0));
            Some(terms.binary(op, a, b))
        }
        Term::Neg(a) => {
            let a = terms.extract(a, high, 0);
            Some(terms.neg(a))
        }
        _ => None,
    }
}

/// match: `(zext(x) / zext(y))[h:l]`, `(sext(x) /s sext(y))[h:l]`, x and y equally wide, h within
/// result: `(x / y)[h:l]`, `(x /s y)[h:l]`; what does not fit, or is divided by zero, is the same in these bits
fn extract_quotient(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::Binary(op, a, b) = *terms.get(t) else { return None };
    let (x, y) = match (op, terms.get(a), terms.get(b)) {
        (BinaryOp::UDiv, &Term::ZExt { of: x, .. }, &Term::ZExt { of: y, .. })
        | (BinaryOp::SDiv, &Term::SExt { of: x, .. }, &Term::SExt { of: y, .. }) => (x, y),
        _ => return None,
    };
    if terms.width(x) != terms.width(y) || high >= terms.width(x) {
        return None;
    }
    let quotient = terms.binary(op, x, y);
    Some(terms.extract(quotient, high, low))
}

/// match: `ite(cond, x, y)[h:l]`, where both get simpler by it
/// result: `ite(cond, x[h:l], y[h:l])`
fn extract_ite(terms: &mut Terms, t: TermId, high: u32, low: u32) -> Option<TermId> {
    let Term::Ite { cond, then, otherwise } = *terms.get(t) else { return None };
    if !(is_divisible(terms, then) && is_divisible(terms, otherwise)) {
        return None;
    }
    let (then, otherwise) = (terms.extract(then, high, low), terms.extract(otherwise, high, low));
    Some(terms.ite(cond, then, otherwise))
}

/// Extraction from the term is free or removes something.
fn is_divisible(terms: &Terms, t: TermId) -> bool {
    match *terms.get(t) {
        Term::Const(_)
        | Term::ZExt { .. }
        | Term::SExt { .. }
        | Term::Extract { .. }
        | Term::Binary(BinaryOp::Concat, ..) => true,
        Term::Not(of) => is_divisible_leaf(terms, of),
        Term::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
            is_divisible_leaf(terms, a) || is_divisible_leaf(terms, b)
        }
        Term::Ite { then, otherwise, .. } => {
            is_divisible_leaf(terms, then) && is_divisible_leaf(terms, otherwise)
        }
        Term::Var(_)
        | Term::Neg(_)
        | Term::Binary(..)
        | Term::ConstArray { .. }
        | Term::Read { .. }
        | Term::Write { .. } => false,
    }
}

/// [`is_divisible`] without looking further.
fn is_divisible_leaf(terms: &Terms, t: TermId) -> bool {
    matches!(
        terms.get(t),
        Term::Const(_)
            | Term::ZExt { .. }
            | Term::SExt { .. }
            | Term::Extract { .. }
            | Term::Binary(BinaryOp::Concat, ..)
    )
}

/// A sum, product or negation all of whose operands narrow.
fn narrows_arithmetic(terms: &Terms, t: TermId, depth: u32) -> bool {
    let narrows =
        |t| is_divisible(terms, t) || depth > 0 && narrows_arithmetic(terms, t, depth - 1);
    match *terms.get(t) {
        Term::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => {
            // A lone constant would make `x + 1` look narrow.
            narrows(a) && narrows(b)
        }
        Term::Neg(a) => narrows(a),
        _ => false,
    }
}
