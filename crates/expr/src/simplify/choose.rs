//! `ite`: conditions out of the way, one-bit choices as logic, choices between constants without common leading or trailing bits.

use super::linear::Sum;
use super::{TernaryRule, rules};
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId};

pub(super) const ITE: &[TernaryRule] = rules![
    ite_negated_condition,
    ite_one_bit_constant,
    ite_one_bit_condition_arm,
    ite_one_bit_complements,
    ite_all_ones,
    ite_common_bits,
    ite_nested_same_condition,
    ite_nested_same_arm,
    ite_extensions,
    ite_equality,
    ite_sums,
];

/// match: `ite(~cond, x, y)`
/// result: `ite(cond, y, x)`
fn ite_negated_condition(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    let Term::Not(cond) = *terms.get(cond) else { return None };
    Some(terms.ite(cond, y, x))
}

/// match: `ite(cond, x, y)`, one bit wide, an arm constant
/// result: `cond | y`, `~cond & y`, `cond & x`, `~cond | x`
fn ite_one_bit_constant(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    if terms.sort(x) != Sort::Bits(1) {
        return None;
    }
    match (terms.as_truth(x), terms.as_truth(y)) {
        (Some(true), _) => Some(terms.or(cond, y)),
        (_, Some(false)) => Some(terms.and(cond, x)),
        (Some(false), _) => {
            let not_cond = terms.not(cond);
            Some(terms.and(not_cond, y))
        }
        (_, Some(true)) => {
            let not_cond = terms.not(cond);
            Some(terms.or(not_cond, x))
        }
        (None, None) => None,
    }
}

/// match: `ite(cond, cond, y)`, `ite(cond, ~cond, y)`, `ite(cond, x, cond)`, `ite(cond, x, ~cond)`
/// result: the arm replaced by the value it has there
fn ite_one_bit_condition_arm(
    terms: &mut Terms,
    cond: TermId,
    x: TermId,
    y: TermId,
) -> Option<TermId> {
    let known = |terms: &Terms, arm: TermId, value: bool| {
        if arm == cond { Some(value) } else { terms.are_complements(arm, cond).then_some(!value) }
    };
    let (known_x, known_y) = (known(terms, x, true), known(terms, y, false));
    if known_x.is_none() && known_y.is_none() {
        return None;
    }
    let x = known_x.map_or(x, |value| terms.truth(value));
    let y = known_y.map_or(y, |value| terms.truth(value));
    Some(terms.ite(cond, x, y))
}

/// match: `ite(cond, x, ~x)`, one bit wide
/// result: `~(cond ^ x)`
fn ite_one_bit_complements(
    terms: &mut Terms,
    cond: TermId,
    x: TermId,
    y: TermId,
) -> Option<TermId> {
    if terms.sort(x) != Sort::Bits(1) || !terms.are_complements(x, y) {
        return None;
    }
    let different = terms.xor(cond, x);
    Some(terms.not(different))
}

/// match: `ite(cond, 11…1, 0)`, `ite(cond, 0, 11…1)`
/// result: `sext(cond)`, `sext(~cond)`
fn ite_all_ones(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    if terms.is_ones(x) && terms.is_zero(y) {
        return Some(terms.sext(cond, terms.width(x)));
    }
    (terms.is_zero(x) && terms.is_ones(y)).then(|| {
        let not_cond = terms.not(cond);
        terms.sext(not_cond, terms.width(x))
    })
}

/// match: `ite(cond, c, d)`, constants with leading or trailing bits in common
/// result: `concat(leading, ite(cond, c, d), trailing)`, narrower; in particular `zext(cond)` for 1 and 0
fn ite_common_bits(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    let (then, otherwise) = (terms.as_const(x)?, terms.as_const(y)?);
    let different = then.xor(otherwise);
    let (leading, trailing) = (different.leading_zeros(), different.trailing_zeros());
    if leading == 0 && trailing == 0 {
        return None;
    }
    let top = then.width() - 1;
    let above = (leading > 0).then(|| then.extract(top, top - leading + 1));
    let below = (trailing > 0).then(|| then.extract(trailing - 1, 0));
    let (then, otherwise) =
        (then.extract(top - leading, trailing), otherwise.extract(top - leading, trailing));
    let mut result = terms.choose_bits(cond, then, otherwise);
    if let Some(below) = below {
        let below = terms.constant_bits(below);
        result = terms.concat(result, below);
    }
    if let Some(above) = above {
        let above = terms.constant_bits(above);
        result = terms.concat(above, result);
    }
    Some(result)
}

/// match: `ite(cond, ite(cond, x, u), y)`, `ite(cond, x, ite(cond, u, y))`
/// result: `ite(cond, x, y)`
fn ite_nested_same_condition(
    terms: &mut Terms,
    cond: TermId,
    x: TermId,
    y: TermId,
) -> Option<TermId> {
    let under = |terms: &Terms, arm: TermId, value: bool| match *terms.get(arm) {
        Term::Ite { cond: inner, then, otherwise } if inner == cond => {
            Some(if value { then } else { otherwise })
        }
        _ => None,
    };
    let (inner_x, inner_y) = (under(terms, x, true), under(terms, y, false));
    if inner_x.is_none() && inner_y.is_none() {
        return None;
    }
    Some(terms.ite(cond, inner_x.unwrap_or(x), inner_y.unwrap_or(y)))
}

/// match: `ite(c, x, ite(d, x, y))`, `ite(c, x, ite(d, y, x))`, `ite(c, ite(d, x, y), y)`, `ite(c, ite(d, x, y), x)`
/// result: `ite(c | d, x, y)`, `ite(c | ~d, x, y)`, `ite(c & d, x, y)`, `ite(c & ~d, y, x)`
fn ite_nested_same_arm(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    if let Term::Ite { cond: inner, then, otherwise } = *terms.get(y)
        && (then == x || otherwise == x)
    {
        let (second, rest) = if then == x { (inner, otherwise) } else { (terms.not(inner), then) };
        let either = terms.or(cond, second);
        return Some(terms.ite(either, x, rest));
    }
    let Term::Ite { cond: inner, then, otherwise } = *terms.get(x) else { return None };
    if then != y && otherwise != y {
        return None;
    }
    let (second, rest) = if otherwise == y { (inner, then) } else { (terms.not(inner), otherwise) };
    let both = terms.and(cond, second);
    Some(terms.ite(both, rest, y))
}

/// match: `ite(cond, zext(x), zext(y))`, `ite(cond, zext(x), c)` where c fits; likewise `sext`
/// result: `zext(ite(cond, x, y))`, the narrower extended
fn ite_extensions(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    let signed =
        matches!(terms.get(x), Term::SExt { .. }) || matches!(terms.get(y), Term::SExt { .. });
    let width = needed_width(terms, x, signed).max(needed_width(terms, y, signed));
    let whole = terms.sort(x);
    let (Sort::Bits(whole), true) = (whole, Sort::Bits(width) != whole) else { return None };
    // A choice between constants has its own form.
    if terms.is_const(x) && terms.is_const(y) {
        return None;
    }
    let (then, otherwise) = (terms.extract(x, width - 1, 0), terms.extract(y, width - 1, 0));
    let narrow = terms.ite(cond, then, otherwise);
    Some(if signed { terms.sext(narrow, whole) } else { terms.zext(narrow, whole) })
}

/// match: `ite(x == c, c, x)`, `ite(x == y, x, y)`
/// result: `x`, `y`
fn ite_equality(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    let (left, right) = terms.operands(BinaryOp::Eq, cond)?;
    ((left, right) == (x, y) || (right, left) == (x, y)).then_some(y)
}

/// match: `ite(cond, x + y, x)`, `ite(cond, x, x + y)`, x not constant
/// result: `x + ite(cond, y, 0)`, `x + ite(cond, 0, y)`: what is common is no matter of the condition
fn ite_sums(terms: &mut Terms, cond: TermId, x: TermId, y: TermId) -> Option<TermId> {
    let is_sum = |t: TermId| terms.operands(BinaryOp::Add, t).is_some();
    if !is_sum(x) && !is_sum(y) {
        return None;
    }
    let (first, second) = (Sum::of(terms, x), Sum::of(terms, y));
    let zero = terms.constant(terms.width(x), 0);
    if second.is_part_of(&first) {
        let more = first.without(second).build(terms);
        let choice = terms.ite(cond, more, zero);
        return Some(terms.add(y, choice));
    }
    if first.is_part_of(&second) {
        let more = second.without(first).build(terms);
        let choice = terms.ite(cond, zero, more);
        return Some(terms.add(x, choice));
    }
    None
}

/// The least width of which the term is visibly an extension; its own if there is none, the greatest for arrays.
fn needed_width(terms: &Terms, t: TermId, signed: bool) -> u32 {
    match (terms.get(t), terms.sort(t)) {
        (Term::ZExt { of, .. }, _) => terms.width(*of) + u32::from(signed),
        (Term::SExt { of, .. }, _) if signed => terms.width(*of),
        (Term::Const(bits), _) if signed => {
            bits.width() + 1 - bits.leading_zeros().max(bits.leading_ones())
        }
        (Term::Const(bits), _) => (bits.width() - bits.leading_zeros()).max(1),
        (_, Sort::Bits(width)) => width,
        (_, Sort::Array { .. }) => u32::MAX,
    }
}
