//! Division by constraints: a quotient and a remainder are fresh inputs with n = q·d + r, r < d.
//!
//! That is one multiplier per division, where a divider circuit would be a chain of subtractions each
//! waiting for the one before. The remainder is only as wide as the divisor and the quotient only as
//! wide as it can be for a constant divisor. The constraints are satisfiable for all operands, so an
//! instance may load them, or not, with the inputs they define.

use super::circuits::{self, Word, used_width, widened};
use super::gates::{Edge, Gates};
use super::open::Operation;

#[derive(Debug)]
pub struct Division {
    pub quotient: Word,
    pub remainder: Word,
    /// Edges that hold whenever one of the fresh inputs is used.
    pub constraints: Vec<Edge>,
    /// Edges that hold, too, and have the multiplier in them.
    pub exact: Vec<Edge>,
    /// What the multiplier is about, if the divisor is not constant.
    pub operation: Option<Operation>,
}

/// Unsigned division; by zero the quotient is all ones and the remainder the dividend (SMT-LIB).
/// `fresh` makes a new input.
pub fn divide(
    gates: &mut Gates,
    fresh: &mut dyn FnMut(&mut Gates) -> Edge,
    dividend: &[Edge],
    divisor: &[Edge],
) -> Division {
    let width = dividend.len();
    let dividend_width = used_width(dividend);
    let divisor_width = used_width(divisor);
    if divisor_width == 0 {
        let remainder = dividend.to_vec();
        return exact(vec![Edge::TRUE; width], remainder);
    }
    if let Some(shift) = power_of_two(divisor) {
        let mut quotient = dividend[shift..].to_vec();
        quotient.resize(width, Edge::FALSE);
        let mut remainder = dividend[..shift].to_vec();
        remainder.resize(width, Edge::FALSE);
        return exact(quotient, remainder);
    }
    let quotient_width = quotient_width(divisor, dividend_width, divisor_width);
    let remainder_width = divisor_width.min(dividend_width);
    let inputs: Vec<Edge> = (0..quotient_width + remainder_width).map(|_| fresh(gates)).collect();
    let (quotient, remainder) = inputs.split_at(quotient_width);
    let by_zero = circuits::is_zero(gates, divisor);
    let exact = relate(gates, dividend, divisor, quotient, remainder, by_zero);
    let constraints = limit(gates, dividend, divisor, quotient, remainder, by_zero);

    let quotient = widened(quotient, width);
    let remainder = widened(remainder, width);
    let is_open = divisor.iter().any(|bit| bit.as_constant().is_none());
    Division {
        quotient: circuits::select(gates, by_zero, &vec![Edge::TRUE; width], &quotient),
        remainder: circuits::select(gates, by_zero, dividend, &remainder),
        constraints,
        exact,
        operation: is_open.then(|| Operation::Division {
            dividend: dividend.to_vec(),
            divisor: divisor.to_vec(),
            quotient,
            remainder,
        }),
    }
}

/// Signed division, rounding towards zero, through absolute values.
pub fn divide_signed(
    gates: &mut Gates,
    fresh: &mut dyn FnMut(&mut Gates) -> Edge,
    dividend: &[Edge],
    divisor: &[Edge],
) -> Division {
    let sign = dividend.len() - 1;
    let (dividend_negative, divisor_negative) = (dividend[sign], divisor[sign]);
    let dividend = negate_if(gates, dividend_negative, dividend);
    let divisor = negate_if(gates, divisor_negative, divisor);
    let magnitude = divide(gates, fresh, &dividend, &divisor);
    let signs_differ = gates.xor(dividend_negative, divisor_negative);
    Division {
        quotient: negate_if(gates, signs_differ, &magnitude.quotient),
        remainder: negate_if(gates, dividend_negative, &magnitude.remainder),
        ..magnitude
    }
}

/// `q·d + r = n` without overflow, unless the divisor is zero.
fn relate(
    gates: &mut Gates,
    dividend: &[Edge],
    divisor: &[Edge],
    quotient: &[Edge],
    remainder: &[Edge],
    by_zero: Edge,
) -> Vec<Edge> {
    let dividend = &dividend[..used_width(dividend)];
    let divisor = &divisor[..used_width(divisor)];
    let offset = widened(remainder, dividend.len());
    // The rows of the multiplier are the divisor's when it has constant bits to skip.
    let constant = divisor.iter().all(|bit| bit.as_constant().is_some());
    let (rows, row) = if constant { (divisor, quotient) } else { (quotient, divisor) };
    let (product, overflow) = circuits::multiply_add_overflow(gates, rows, row, &offset);
    let mut constraints = vec![gates.or(by_zero, !overflow)];
    for (&bit, &expected) in product.iter().zip(dividend) {
        let same = gates.equal(bit, expected);
        constraints.push(gates.or(by_zero, same));
    }
    constraints
}

/// What is known of quotient and remainder without a multiplier: `r < d`, and none is above the dividend.
fn limit(
    gates: &mut Gates,
    dividend: &[Edge],
    divisor: &[Edge],
    quotient: &[Edge],
    remainder: &[Edge],
    by_zero: Edge,
) -> Vec<Edge> {
    let dividend = &dividend[..used_width(dividend)];
    let divisor = &divisor[..used_width(divisor)];
    let mut constraints = Vec::new();
    constraints.extend(not_above(gates, dividend, quotient, by_zero));
    constraints.extend(not_above(gates, dividend, remainder, by_zero));
    let remainder = widened(remainder, divisor.len());
    let small = circuits::less(gates, &remainder, divisor);
    constraints.push(gates.or(by_zero, small));
    constraints
}

/// No bit of a part is above the highest one of the dividend. It follows, but only by multiplication: said, a bound on the dividend is one on the part at once.
fn not_above(gates: &mut Gates, dividend: &[Edge], part: &[Edge], by_zero: Edge) -> Vec<Edge> {
    let (mut whole_is, mut part_is) = (Edge::FALSE, Edge::FALSE);
    let mut constraints = Vec::new();
    for (place, &bit) in dividend.iter().enumerate().rev() {
        whole_is = gates.or(whole_is, bit);
        let Some(&bit) = part.get(place) else { continue };
        part_is = gates.or(part_is, bit);
        let within = gates.or(!part_is, whole_is);
        constraints.push(gates.or(by_zero, within));
    }
    constraints
}

fn quotient_width(divisor: &[Edge], dividend_width: usize, divisor_width: usize) -> usize {
    let leading_one = divisor[divisor_width - 1] == Edge::TRUE;
    let narrowing = if leading_one { divisor_width - 1 } else { 0 };
    dividend_width.saturating_sub(narrowing)
}

fn exact(quotient: Word, remainder: Word) -> Division {
    Division { quotient, remainder, constraints: vec![], exact: vec![], operation: None }
}

fn power_of_two(word: &[Edge]) -> Option<usize> {
    let constants: Option<Vec<bool>> = word.iter().map(|bit| bit.as_constant()).collect();
    let constants = constants?;
    let ones = constants.iter().filter(|&&bit| bit).count();
    (ones == 1).then(|| constants.iter().position(|&bit| bit)).flatten()
}

fn negate_if(gates: &mut Gates, cond: Edge, word: &[Edge]) -> Word {
    if cond == Edge::FALSE {
        return word.to_vec();
    }
    let negated = circuits::negate(gates, word);
    circuits::select(gates, cond, &negated, word)
}
