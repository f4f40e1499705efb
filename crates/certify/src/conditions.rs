//! Linear conditions as terms.

use raddle_expr::{TermId, Terms};

use crate::format::{Linear, Relation};

/// The condition as a term of width 1, computed so wide that nothing wraps around. `number` gives the bits of a cell.
pub(crate) fn term(
    terms: &mut Terms,
    linear: &Linear,
    number: impl Fn(u32, bool) -> TermId,
) -> TermId {
    let mut parts = Vec::new();
    let mut largest = u128::from(linear.constant.unsigned_abs());
    for (list, new) in [(&linear.old, false), (&linear.new, true)] {
        for &(factor, cell) in list {
            let bits = number(cell, new);
            let magnitude = u128::from(factor.unsigned_abs()) << terms.width(bits).min(63);
            largest = largest.saturating_add(magnitude);
            parts.push((factor, bits));
        }
    }
    let width = 130 - largest.leading_zeros();
    let constant = |terms: &mut Terms, value: i64| {
        let word = terms.constant(64, value as u64 as u128);
        if width <= 64 { terms.extract(word, width - 1, 0) } else { terms.sext(word, width) }
    };
    let mut sum = constant(terms, linear.constant);
    for (factor, bits) in parts {
        let value = extended(terms, bits, width);
        let part = if factor == 1 {
            value
        } else {
            let factor = constant(terms, factor);
            terms.mul(factor, value)
        };
        sum = terms.add(sum, part);
    }
    let zero = terms.constant(width, 0);
    match linear.is {
        Relation::AtLeastZero => terms.sle(zero, sum),
        Relation::Zero => terms.eq(sum, zero),
        Relation::NotZero => terms.ne(sum, zero),
    }
}

/// The number in the bits: two's complement, but a single bit is 0 or 1.
fn extended(terms: &mut Terms, bits: TermId, width: u32) -> TermId {
    let own = terms.width(bits);
    if own > width {
        // No condition is about cells this wide.
        terms.extract(bits, width - 1, 0)
    } else if own == 1 {
        terms.zext(bits, width)
    } else {
        terms.sext(bits, width)
    }
}
