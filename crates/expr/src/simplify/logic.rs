//! Bitwise logic: `and`, `or`, `xor`, `not`.

use super::view::either_order;
use super::{BinaryRule, UnaryRule, pieces, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const AND: &[BinaryRule] = rules![
    and_zero,
    and_ones,
    and_same,
    and_complement,
    and_nested_constants,
    and_choices,
    and_condition,
    and_rows,
    and_absorbs,
    and_nested_same,
    and_nested_complement,
    and_hoists_constant,
    and_distinct_equalities,
];

pub(super) const OR: &[BinaryRule] = rules![
    or_zero,
    or_ones,
    or_same,
    or_complement,
    or_nested_constants,
    or_choices,
    or_condition,
    or_rows,
    or_absorbs,
    or_nested_same,
    or_nested_complement,
    or_hoists_constant,
    or_distinct_equalities,
];

pub(super) const XOR: &[BinaryRule] = rules![
    xor_zero,
    xor_ones,
    xor_same,
    xor_nested_constants,
    xor_choices,
    xor_complement,
    xor_nested_same,
    xor_rows,
    xor_hoists_constant,
];

pub(super) const NOT: &[UnaryRule] =
    rules![not_not, not_xor, not_neg, not_choice, not_sext, not_row];

/// match: `x & 0`
/// result: `0`
fn and_zero(terms: &mut Terms, _: TermId, b: TermId) -> Option<TermId> {
    terms.is_zero(b).then_some(b)
}

/// match: `x & 11…1`
/// result: `x`
fn and_ones(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_ones(b).then_some(a)
}

/// match: `x & x`
/// result: `x`
fn and_same(_: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (a == b).then_some(a)
}

/// match: `x & ~x`
/// result: `0`
fn and_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    terms.are_complements(a, b).then(|| terms.zero(width))
}

/// match: `(x & c) & d`
/// result: `x & (c & d)`
fn and_nested_constants(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_constants(terms, BinaryOp::And, a, b)
}

/// match: `u & v`, both depending on one condition alone (or constant)
/// result: `ite(cond, …, …)` of constants
fn and_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choices(terms, BinaryOp::And, a, b)
}

/// match: `sext(cond) & y`
/// result: `ite(cond, y, 0)`
fn and_condition(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, y| {
        let cond = repeated_condition(terms, a)?;
        let zero = terms.zero(terms.width(y));
        Some(terms.ite(cond, y, zero))
    })
}

/// match: `u & v`, rows of pieces
/// result: piece by piece, see [`pieces::bitwise`]
fn and_rows(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    pieces::bitwise(terms, BinaryOp::And, a, b)
}

/// match: `x & (x | y)`
/// result: `x`
fn and_absorbs(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    absorbs(terms, BinaryOp::Or, a, b)
}

/// match: `x & (x & y)`
/// result: `x & y`
fn and_nested_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_same(terms, BinaryOp::And, a, b)
}

/// match: `x & (~x & y)`, `x & (~x | y)`
/// result: `0`, `x & y`
fn and_nested_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_complement(terms, BinaryOp::And, BinaryOp::Or, a, b)
}

/// match: `(x & c) & y`
/// result: `(x & y) & c`
fn and_hoists_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    hoists_constant(terms, BinaryOp::And, a, b)
}

/// match: `x == c & x == d`, `x == c & x != d`, c ≠ d
/// result: `false`, `x == c`
fn and_distinct_equalities(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let (x, constant) = terms.operand_and_constant(BinaryOp::Eq, a)?;
        let (equality, negated) = strip_not(terms, b);
        let (y, other) = terms.operand_and_constant(BinaryOp::Eq, equality)?;
        if x != y || constant == other {
            return None;
        }
        Some(if negated { a } else { terms.truth(false) })
    })
}

/// match: `x | 0`
/// result: `x`
fn or_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_zero(b).then_some(a)
}

/// match: `x | 11…1`
/// result: `11…1`
fn or_ones(terms: &mut Terms, _: TermId, b: TermId) -> Option<TermId> {
    terms.is_ones(b).then_some(b)
}

/// match: `x | x`
/// result: `x`
fn or_same(_: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (a == b).then_some(a)
}

/// match: `x | ~x`
/// result: `11…1`
fn or_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    terms.are_complements(a, b).then(|| terms.ones(width))
}

/// match: `(x | c) | d`
/// result: `x | (c | d)`
fn or_nested_constants(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_constants(terms, BinaryOp::Or, a, b)
}

/// match: `u | v`, both depending on one condition alone (or constant)
/// result: `ite(cond, …, …)` of constants
fn or_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choices(terms, BinaryOp::Or, a, b)
}

/// match: `sext(cond) | y`
/// result: `ite(cond, 11…1, y)`
fn or_condition(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, y| {
        let cond = repeated_condition(terms, a)?;
        let ones = terms.ones(terms.width(y));
        Some(terms.ite(cond, ones, y))
    })
}

/// match: `u | v`, rows of pieces
/// result: piece by piece, see [`pieces::bitwise`]
fn or_rows(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    pieces::bitwise(terms, BinaryOp::Or, a, b)
}

/// match: `x | (x & y)`
/// result: `x`
fn or_absorbs(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    absorbs(terms, BinaryOp::And, a, b)
}

/// match: `x | (x | y)`
/// result: `x | y`
fn or_nested_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_same(terms, BinaryOp::Or, a, b)
}

/// match: `x | (~x | y)`, `x | (~x & y)`
/// result: `11…1`, `x | y`
fn or_nested_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_complement(terms, BinaryOp::Or, BinaryOp::And, a, b)
}

/// match: `(x | c) | y`
/// result: `(x | y) | c`
fn or_hoists_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    hoists_constant(terms, BinaryOp::Or, a, b)
}

/// match: `x != c | x != d`, `x != c | x == d`, c ≠ d
/// result: `true`, `x != c`
fn or_distinct_equalities(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Term::Not(first) = *terms.get(a) else { return None };
        let (x, constant) = terms.operand_and_constant(BinaryOp::Eq, first)?;
        let (equality, negated) = strip_not(terms, b);
        let (y, other) = terms.operand_and_constant(BinaryOp::Eq, equality)?;
        if x != y || constant == other {
            return None;
        }
        Some(if negated { terms.truth(true) } else { a })
    })
}

/// match: `x ^ 0`
/// result: `x`
fn xor_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_zero(b).then_some(a)
}

/// match: `x ^ 11…1`
/// result: `~x`
fn xor_ones(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_ones(b).then(|| terms.not(a))
}

/// match: `x ^ x`
/// result: `0`
fn xor_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    (a == b).then(|| terms.zero(width))
}

/// match: `(x ^ c) ^ d`
/// result: `x ^ (c ^ d)`
fn xor_nested_constants(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    nested_constants(terms, BinaryOp::Xor, a, b)
}

/// match: `u ^ v`, both depending on one condition alone (or constant)
/// result: `ite(cond, …, …)` of constants
fn xor_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    choices(terms, BinaryOp::Xor, a, b)
}

/// match: `~x ^ y`
/// result: `~(x ^ y)`
fn xor_complement(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let Term::Not(x) = *terms.get(a) else { return None };
        let result = terms.xor(x, b);
        Some(terms.not(result))
    })
}

/// match: `x ^ (x ^ y)`
/// result: `y`
fn xor_nested_same(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |a, b| {
        let (left, right) = terms.operands(BinaryOp::Xor, b)?;
        either_order(left, right, |left, right| (left == a).then_some(right))
    })
}

/// match: `u ^ v`, rows of pieces
/// result: piece by piece, see [`pieces::bitwise`]
fn xor_rows(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    pieces::bitwise(terms, BinaryOp::Xor, a, b)
}

/// match: `(x ^ c) ^ y`
/// result: `(x ^ y) ^ c`
fn xor_hoists_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    hoists_constant(terms, BinaryOp::Xor, a, b)
}

/// match: `~~x`
/// result: `x`
fn not_not(terms: &mut Terms, a: TermId) -> Option<TermId> {
    match *terms.get(a) {
        Term::Not(of) => Some(of),
        _ => None,
    }
}

/// match: `~(x ^ c)`
/// result: `x ^ ~c`
fn not_xor(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let (x, constant) = terms.operand_and_constant(BinaryOp::Xor, a)?;
    let constant = constant.not();
    let constant = terms.constant_bits(constant);
    Some(terms.xor(x, constant))
}

/// match: `~(-x)`
/// result: `x - 1`
fn not_neg(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let Term::Neg(x) = *terms.get(a) else { return None };
    let minus_one = terms.ones(terms.width(a));
    Some(terms.add(x, minus_one))
}

/// match: `~ite(cond, c, d)`
/// result: `ite(cond, ~c, ~d)`
fn not_choice(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let choice = terms.choice(a)?;
    Some(terms.choose_bits(choice.cond, choice.then.not(), choice.otherwise.not()))
}

/// match: `~sext(x)`
/// result: `sext(~x)`
fn not_sext(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let Term::SExt { width, of } = *terms.get(a) else { return None };
    let inner = terms.not(of);
    Some(terms.sext(inner, width))
}

/// match: `~concat(x, y)`, one of them constant; `~zext(x)`
/// result: `concat(~x, ~y)`; `concat(11…1, ~x)`
fn not_row(terms: &mut Terms, a: TermId) -> Option<TermId> {
    match *terms.get(a) {
        Term::Binary(BinaryOp::Concat, high, low)
            if terms.is_const(high) || terms.is_const(low) =>
        {
            let (high, low) = (terms.not(high), terms.not(low));
            Some(terms.concat(high, low))
        }
        Term::ZExt { width, of } => {
            let high = terms.ones(width - terms.width(of));
            let low = terms.not(of);
            Some(terms.concat(high, low))
        }
        _ => None,
    }
}

/// `(x op c) op d` as `x op (c op d)`.
fn nested_constants(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let outer = terms.as_const(b)?;
    let (x, inner) = terms.operand_and_constant(op, a)?;
    let constant = op.apply(inner, outer);
    let constant = terms.constant_bits(constant);
    Some(terms.binary(op, x, constant))
}

/// `(x op c) op y` as `(x op y) op c`.
fn hoists_constant(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    if terms.is_const(b) {
        return None;
    }
    either_order(a, b, |a, y| {
        let (x, constant) = terms.operands(op, a)?;
        if !terms.is_const(constant) {
            return None;
        }
        let rest = terms.binary(op, x, y);
        Some(terms.binary(op, rest, constant))
    })
}

/// `x` combined with `x inner y` where `inner` is the dual operation: `x`.
fn absorbs(terms: &mut Terms, inner: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |x, b| {
        let (left, right) = terms.operands(inner, b)?;
        (left == x || right == x).then_some(x)
    })
}

/// `x op (x op y)`: the inner one.
fn nested_same(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    either_order(a, b, |x, b| {
        let (left, right) = terms.operands(op, b)?;
        (left == x || right == x).then_some(b)
    })
}

/// `x op (~x op y)` is the operation's absorbing constant; `x op (~x dual y)` is `x op y`.
fn nested_complement(
    terms: &mut Terms,
    op: BinaryOp,
    dual: BinaryOp,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    either_order(a, b, |x, b| {
        let Term::Binary(inner, left, right) = *terms.get(b) else { return None };
        if inner != op && inner != dual {
            return None;
        }
        let rest = either_order(left, right, |left, right| {
            terms.are_complements(x, left).then_some(right)
        })?;
        if inner == dual {
            return Some(terms.binary(op, x, rest));
        }
        let width = terms.width(x);
        Some(if op == BinaryOp::And { terms.zero(width) } else { terms.ones(width) })
    })
}

/// Combines two values that depend on one condition alone. A bare condition is left to the other rules.
fn choices(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    if terms.width(a) == 1 {
        return None;
    }
    let left = terms.choice(a)?;
    let (then, otherwise) = match terms.as_const(b) {
        Some(constant) => (constant.clone(), constant.clone()),
        None => {
            let right = terms.choice(b).filter(|right| right.cond == left.cond)?;
            (right.then, right.otherwise)
        }
    };
    let then: Bits = op.apply(&left.then, &then);
    Some(terms.choose_bits(left.cond, then, op.apply(&left.otherwise, &otherwise)))
}

/// The bit of which the term is the repetition.
fn repeated_condition(terms: &Terms, t: TermId) -> Option<TermId> {
    match *terms.get(t) {
        Term::SExt { of, .. } if terms.width(of) == 1 => Some(of),
        _ => None,
    }
}

fn strip_not(terms: &Terms, t: TermId) -> (TermId, bool) {
    match *terms.get(t) {
        Term::Not(of) => (of, true),
        _ => (t, false),
    }
}
