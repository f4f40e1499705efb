//! Orders: `ult` and `slt`. The other comparisons are negations of these with the operands swapped.

use super::linear::compare_conditions;
use super::range::Range;
use super::{BinaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const ULT: &[BinaryRule] = rules![
    ult_same,
    ult_one_bit,
    ult_least,
    ult_next_to_least,
    ult_greatest,
    ult_choices,
    ult_extensions,
    ult_beyond_bound,
    ult_out_of_range,
    ult_concat_constant,
    ult_common_pieces,
    ult_remainder,
    ult_constant_arm,
    ult_conditions,
    ult_offset_extension,
];

pub(super) const SLT: &[BinaryRule] = rules![
    slt_same,
    slt_one_bit,
    slt_non_negative,
    slt_sign_known,
    slt_zero,
    slt_least,
    slt_greatest,
    slt_choices,
    slt_extensions,
    slt_out_of_range,
    slt_constant_arm,
    slt_conditions,
];

/// match: `x <u x`
/// result: `false`
fn ult_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (a == b).then(|| terms.truth(false))
}

/// match: `x <u y`, one bit wide
/// result: `~x & y`
fn ult_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| {
        let not_a = terms.not(a);
        terms.and(not_a, b)
    })
}

/// match: `x <u 0`, `11…1 <u x`
/// result: `false`
fn ult_least(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_zero(b) || terms.is_ones(a)).then(|| terms.truth(false))
}

/// match: `x <u 1`, `11…10 <u x`
/// result: `x == 0`, `x == 11…1`
fn ult_next_to_least(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    if terms.as_const(b).is_some_and(Bits::is_one) {
        let zero = terms.zero(width);
        return Some(terms.eq(a, zero));
    }
    let next_to_greatest = terms.as_const(a)?.not().is_one();
    next_to_greatest.then(|| {
        let ones = terms.ones(width);
        terms.eq(b, ones)
    })
}

/// match: `0 <u x`, `x <u 11…1`
/// result: `x != 0`, `x != 11…1`
fn ult_greatest(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_zero(a) || terms.is_ones(b)).then(|| terms.ne(a, b))
}

/// match: `u <u v`, depending on one condition alone
/// result: `cond`, `~cond`, `true` or `false`
fn ult_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choices(terms, BinaryOp::Ult, a, b)
}

/// match: `zext(x) <u zext(y)`, `sext(x) <u sext(y)`, `zext(x) <u c` where c fits, …
/// result: `x <u y`, the narrower extended
fn ult_extensions(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (a, b) = common_narrowing(terms, a, b, Extension::Zero)
        .or_else(|| common_narrowing(terms, a, b, Extension::Sign))?;
    Some(terms.ult(a, b))
}

/// match: `x <u c`, `c <u x`, where known leading zeros bound x
/// result: `true`, `false`
fn ult_beyond_bound(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(bound) = terms.as_const(b) {
        return (terms.leading_zeros(a) > bound.leading_zeros()).then(|| terms.truth(true));
    }
    let bound = terms.as_const(a)?;
    let (width, zeros) = (bound.width(), terms.leading_zeros(b));
    let greatest = Bits::low_mask(width, width - zeros);
    (zeros > 0 && greatest.ule(bound)).then(|| terms.truth(false))
}

/// match: `x <u c`, `c <u x`, c less than all or greater than all that x can be, which is never negative
/// result: `true`, `false`
fn ult_out_of_range(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (left, right) = ranges(terms, a, b)?;
    (left.0 >= 0 && right.0 >= 0).then(|| decided_by_ranges(terms, left, right)).flatten()
}

/// match: `concat(x, c) <u d`, `d <u concat(x, c)`, c and d constant
/// result: `x <u d1` or `x <=u d1`; `d1 <u x` or `d1 <=u x`
fn ult_concat_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if let Some((x, low)) = terms.operand_and_constant(BinaryOp::Concat, a) {
        let bound = terms.as_const(b)?;
        let (bound_high, bound_low) = split(bound, low.width());
        let or_equal = low.ult(&bound_low);
        let bound_high = terms.constant_bits(bound_high);
        return Some(if or_equal { terms.ule(x, bound_high) } else { terms.ult(x, bound_high) });
    }
    let (x, low) = terms.operand_and_constant(BinaryOp::Concat, b)?;
    let bound = terms.as_const(a)?;
    let (bound_high, bound_low) = split(bound, low.width());
    let or_equal = bound_low.ult(low);
    let bound_high = terms.constant_bits(bound_high);
    Some(if or_equal { terms.ule(bound_high, x) } else { terms.ult(bound_high, x) })
}

/// match: `concat(x, y) <u concat(x, z)`, `concat(x, z) <u concat(y, z)`
/// result: `y <u z`, `x <u y`
fn ult_common_pieces(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (high_a, low_a) = terms.operands(BinaryOp::Concat, a)?;
    let (high_b, low_b) = terms.operands(BinaryOp::Concat, b)?;
    if high_a == high_b {
        return Some(terms.ult(low_a, low_b));
    }
    (low_a == low_b).then(|| terms.ult(high_a, high_b))
}

/// match: `x % c <u d`, 0 < c <= d; `x % y <u y`
/// result: `true`; `y != 0`
fn ult_remainder(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (_, divisor) = terms.operands(BinaryOp::URem, a)?;
    if let (Some(divisor), Some(bound)) = (terms.as_const(divisor), terms.as_const(b)) {
        let always = !divisor.is_zero() && divisor.ule(bound);
        return always.then(|| terms.truth(true));
    }
    (divisor == b).then(|| {
        let zero = terms.zero(terms.width(b));
        terms.ne(b, zero)
    })
}

/// match: `ite(cond, c, y) <u d`, `d <u ite(cond, c, y)`, c and d constant (either arm)
/// result: `ite(cond, c <u d, y <u d)`, …
fn ult_constant_arm(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    constant_arm(terms, BinaryOp::Ult, a, b)
}

/// match: `zext(p) + c * zext(q) + d <u e`, up to three conditions; the operands either way round
/// result: a formula over the conditions, see [`compare_conditions`]
fn ult_conditions(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    compare_conditions(terms, BinaryOp::Ult, a, b)
}

/// match: `ext(x) - c <u d`, where all of c .. c + d are values of the extension
/// result: `x - c <u d`, narrow
fn ult_offset_extension(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (extended, offset) = terms.operand_and_constant(BinaryOp::Add, a)?;
    let count = terms.as_const(b)?;
    let (x, signed) = match *terms.get(extended) {
        Term::ZExt { of, .. } => (of, false),
        Term::SExt { of, .. } => (of, true),
        _ => return None,
    };
    let inner = terms.width(x);
    let lowest = offset.neg();
    let highest = lowest.add(count).sub(&Bits::one(count.width()));
    let in_range = |value: &Bits| {
        let part = value.extract(inner - 1, 0);
        let back = if signed { part.sext(value.width()) } else { part.zext(value.width()) };
        back == *value
    };
    let ordered = if signed { lowest.sle(&highest) } else { lowest.ule(&highest) };
    // A count that does not fit would cover all values, which needs no comparison.
    let fits = count.leading_zeros() >= count.width() - inner;
    if !(in_range(&lowest) && in_range(&highest) && ordered && fits) {
        return None;
    }
    let (offset, count) = (offset.extract(inner - 1, 0), count.extract(inner - 1, 0));
    let (offset, count) = (terms.constant_bits(offset), terms.constant_bits(count));
    let difference = terms.add(x, offset);
    Some(terms.ult(difference, count))
}

/// match: `x <s x`
/// result: `false`
fn slt_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (a == b).then(|| terms.truth(false))
}

/// match: `x <s y`, one bit wide
/// result: `x & ~y`
fn slt_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| {
        let not_b = terms.not(b);
        terms.and(a, not_b)
    })
}

/// match: `x <s y`, both known not to be negative
/// result: `x <u y`
fn slt_non_negative(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.is_non_negative(a) && terms.is_non_negative(b)).then(|| terms.ult(a, b))
}

/// match: `x <s c`, x known not to be negative, c negative; `c <s x` likewise
/// result: `false`; `true`
fn slt_sign_known(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.as_const(b).is_some_and(Bits::sign) && terms.is_non_negative(a) {
        return Some(terms.truth(false));
    }
    (terms.as_const(a).is_some_and(Bits::sign) && terms.is_non_negative(b))
        .then(|| terms.truth(true))
}

/// match: `x <s 0`, `-1 <s x`
/// result: the top bit of x; its complement
fn slt_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.is_zero(b) {
        return Some(terms.sign_bit(a));
    }
    terms.is_ones(a).then(|| {
        let sign = terms.sign_bit(b);
        terms.not(sign)
    })
}

/// match: `x <s min`, `max <s x`; `x <s min + 1`, `max - 1 <s x`
/// result: `false`; `x == min`, `x == max`
fn slt_least(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    if let Some(bound) = terms.as_const(b) {
        let least = Bits::signed_min(width);
        return below_extreme(terms, a, bound.sub(&least), least);
    }
    let bound = terms.as_const(a)?;
    let greatest = Bits::signed_max(width);
    below_extreme(terms, b, greatest.sub(bound), greatest)
}

/// match: `min <s x`, `x <s max`
/// result: `x != min`, `x != max`
fn slt_greatest(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    let from_least = terms.as_const(a).is_some_and(|bits| *bits == Bits::signed_min(width));
    let to_greatest = terms.as_const(b).is_some_and(|bits| *bits == Bits::signed_max(width));
    (from_least || to_greatest).then(|| terms.ne(a, b))
}

/// match: `u <s v`, depending on one condition alone
/// result: `cond`, `~cond`, `true` or `false`
fn slt_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choices(terms, BinaryOp::Slt, a, b)
}

/// match: `sext(x) <s sext(y)`, `sext(x) <s c` where c fits, …; `sext(x) <s c` where c does not fit
/// result: `x <s y`, the narrower extended; the comparison of c with 0, as x has a smaller magnitude
fn slt_extensions(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if let Some((a, b)) = common_narrowing(terms, a, b, Extension::Sign) {
        return Some(terms.slt(a, b));
    }
    match (terms.get(a), terms.get(b)) {
        (Term::SExt { .. }, Term::Const(bound)) => {
            let above = !bound.sign();
            Some(terms.truth(above))
        }
        (Term::Const(bound), Term::SExt { .. }) => {
            let below = bound.sign();
            Some(terms.truth(below))
        }
        _ => None,
    }
}

/// match: `x <s c`, `c <s x`, c less than all or greater than all that x can be
/// result: `true`, `false`
fn slt_out_of_range(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (left, right) = ranges(terms, a, b)?;
    decided_by_ranges(terms, left, right)
}

/// Between which signed numbers both lie, if one of them is constant.
fn ranges(terms: &Terms, a: TermId, b: TermId) -> Option<(Range, Range)> {
    let one_is_constant = terms.is_const(a) || terms.is_const(b);
    one_is_constant.then(|| Some((terms.signed_range(a)?, terms.signed_range(b)?))).flatten()
}

fn decided_by_ranges(terms: &mut Terms, left: Range, right: Range) -> Option<TermId> {
    match (left.1 < right.0, right.1 <= left.0) {
        (true, _) => Some(terms.truth(true)),
        (false, true) => Some(terms.truth(false)),
        (false, false) => None,
    }
}

/// match: `ite(cond, c, y) <s d`, `d <s ite(cond, c, y)`, c and d constant (either arm)
/// result: `ite(cond, c <s d, y <s d)`, …
fn slt_constant_arm(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    constant_arm(terms, BinaryOp::Slt, a, b)
}

/// match: `zext(p) + c * zext(q) + d <s e`, up to three conditions; the operands either way round
/// result: a formula over the conditions, see [`compare_conditions`]
fn slt_conditions(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    compare_conditions(terms, BinaryOp::Slt, a, b)
}

/// `x` is less than `distance` away from the extreme value: never, or only at the extreme itself.
fn below_extreme(terms: &mut Terms, x: TermId, distance: Bits, extreme: Bits) -> Option<TermId> {
    if distance.is_zero() {
        return Some(terms.truth(false));
    }
    distance.is_one().then(|| {
        let extreme = terms.constant_bits(extreme);
        terms.eq(x, extreme)
    })
}

fn split(bits: &Bits, low_width: u32) -> (Bits, Bits) {
    (bits.extract(bits.width() - 1, low_width), bits.extract(low_width - 1, 0))
}

/// Compares two values that depend on one condition alone.
fn choices(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let (cond, left, right) = match (terms.as_const(a), terms.as_const(b)) {
        (Some(left), _) => {
            let right = terms.choice(b)?;
            (right.cond, (left.clone(), left.clone()), (right.then, right.otherwise))
        }
        (_, Some(right)) => {
            let left = terms.choice(a)?;
            (left.cond, (left.then, left.otherwise), (right.clone(), right.clone()))
        }
        _ => {
            let (left, right) = (terms.choice(a)?, terms.choice(b)?);
            if left.cond != right.cond {
                return None;
            }
            (left.cond, (left.then, left.otherwise), (right.then, right.otherwise))
        }
    };
    Some(terms.choose_bits(cond, op.apply(&left.0, &right.0), op.apply(&left.1, &right.1)))
}

/// Compares a constant with an `ite` that has a constant arm.
fn constant_arm(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let (choice, constant, choice_is_left) = match (terms.get(a), terms.get(b)) {
        (Term::Ite { .. }, Term::Const(_)) => (a, b, true),
        (Term::Const(_), Term::Ite { .. }) => (b, a, false),
        _ => return None,
    };
    let Term::Ite { cond, then, otherwise } = *terms.get(choice) else { return None };
    if !terms.is_const(then) && !terms.is_const(otherwise) {
        return None;
    }
    let mut compare = |arm| {
        if choice_is_left {
            terms.binary(op, arm, constant)
        } else {
            terms.binary(op, constant, arm)
        }
    };
    let (then, otherwise) = (compare(then), compare(otherwise));
    Some(terms.ite(cond, then, otherwise))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Zero,
    Sign,
}

/// Both operands before an extension of one kind, brought to the wider of their widths; one of them may be a constant
/// that fits.
fn common_narrowing(
    terms: &mut Terms,
    a: TermId,
    b: TermId,
    extension: Extension,
) -> Option<(TermId, TermId)> {
    let inner = |t: TermId| match (terms.get(t), extension) {
        (&Term::ZExt { of, .. }, Extension::Zero) | (&Term::SExt { of, .. }, Extension::Sign) => {
            Some(of)
        }
        _ => None,
    };
    let (inner_a, inner_b) = (inner(a), inner(b));
    let width = match (inner_a, inner_b) {
        (Some(x), Some(y)) => terms.width(x).max(terms.width(y)),
        (Some(x), None) if terms.is_const(b) => terms.width(x),
        (None, Some(y)) if terms.is_const(a) => terms.width(y),
        _ => return None,
    };
    let a = narrow(terms, inner_a, a, width, extension)?;
    let b = narrow(terms, inner_b, b, width, extension)?;
    Some((a, b))
}

fn narrow(
    terms: &mut Terms,
    inner: Option<TermId>,
    whole: TermId,
    width: u32,
    extension: Extension,
) -> Option<TermId> {
    if let Some(of) = inner {
        return Some(match extension {
            Extension::Zero => terms.zext(of, width),
            Extension::Sign => terms.sext(of, width),
        });
    }
    let bits = terms.as_const(whole)?;
    let part = bits.extract(width - 1, 0);
    let back = match extension {
        Extension::Zero => part.zext(bits.width()),
        Extension::Sign => part.sext(bits.width()),
    };
    let fits = back == *bits;
    fits.then(|| terms.constant_bits(part))
}
