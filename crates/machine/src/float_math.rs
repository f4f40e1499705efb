//! Functions of floating-point numbers as terms: those whose results IEEE prescribes to the last bit (rounding to whole numbers,
//! square roots), and those that only look at signs and kinds of numbers. What is not a number comes out quiet.
//!
//! As in `float_terms.rs` the tests try all numbers of an eight-bit format.

use raddle_expr::{TermId, Terms};
use raddle_ir::FloatCompareOp;

use crate::float_terms::{self, Exact, Format};

/// How a number becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    Down,
    Up,
    TowardsZero,
    /// Halves go away from zero.
    Nearest,
    /// Halves go to the even number.
    NearestEven,
}

/// The whole number next to a number, as `floor` and its relatives give it.
pub(crate) fn whole(terms: &mut Terms, format: Format, way: Whole, a: TermId) -> TermId {
    let Format { exponent, fraction } = format;
    let width = format.bits() - 1;
    let sign = terms.extract(a, width, width);
    let magnitude = terms.extract(a, width - 1, 0);
    let field = terms.extract(a, width - 1, fraction);
    let one = terms.constant(1, 1);
    let is_negative = terms.eq(sign, one);
    // Numbers from here on have no fraction, and infinity and what is no number neither.
    let large = terms.constant(exponent, format.bias() + u128::from(fraction));
    let is_large = terms.ule(large, field);
    let unit = terms.constant(exponent, format.bias());
    let is_below_one = terms.ult(field, unit);
    // How many bits of the significand are behind the point, where there is a bit before it.
    let none = terms.constant(exponent, 0);
    let distance = terms.sub(large, field);
    let behind = terms.ite(is_large, none, distance);
    let behind = terms.ite(is_below_one, none, behind);
    let behind = shift_amount(terms, behind, width);
    let step = terms.constant(width, 1);
    let step = terms.shl(step, behind);
    let ones = terms.constant(width, 1);
    let mask = terms.sub(step, ones);
    let lost = terms.and(magnitude, mask);
    let kept = terms.xor(magnitude, lost);
    let half = terms.lshr(step, ones);
    let nothing = terms.constant(width, 0);
    let is_exact = terms.eq(lost, nothing);
    let is_inexact = terms.not(is_exact);
    let is_positive = terms.not(is_negative);
    let up = match way {
        Whole::TowardsZero => terms.truth(false),
        Whole::Down => terms.and(is_negative, is_inexact),
        Whole::Up => terms.and(is_positive, is_inexact),
        Whole::Nearest => {
            let at_least = terms.ule(half, lost);
            terms.and(is_inexact, at_least)
        }
        Whole::NearestEven => {
            let above = terms.ult(half, lost);
            let tie = terms.eq(half, lost);
            // The leading bit of the significand is not stored.
            let hidden = terms.constant(width, 1 << fraction);
            let low = terms.constant(width, (1 << fraction) - 1);
            let significand = terms.and(magnitude, low);
            let significand = terms.or(significand, hidden);
            let before = terms.and(significand, step);
            let is_odd = terms.ne(before, nothing);
            let up = terms.and(tie, is_odd);
            let up = terms.or(above, up);
            terms.and(is_inexact, up)
        }
    };
    // The carry runs into the exponent by itself.
    let next = terms.add(kept, step);
    let rounded = terms.ite(up, next, kept);
    let small = {
        let half = terms.constant(width, (format.bias() - 1) << fraction);
        let some = terms.ne(magnitude, nothing);
        let up = match way {
            Whole::TowardsZero => terms.truth(false),
            Whole::Down => terms.and(is_negative, some),
            Whole::Up => terms.and(is_positive, some),
            Whole::Nearest => terms.ule(half, magnitude),
            Whole::NearestEven => terms.ult(half, magnitude),
        };
        let one = terms.constant(width, format.bias() << fraction);
        terms.ite(up, one, nothing)
    };
    let rounded = terms.ite(is_below_one, small, rounded);
    let rounded = terms.concat(sign, rounded);
    let result = terms.ite(is_large, a, rounded);
    let is_nan = float_terms::is_nan(terms, format, a);
    let quiet = float_terms::quiet(terms, format, a);
    terms.ite(is_nan, quiet, result)
}

/// A small number as an amount to shift by.
fn shift_amount(terms: &mut Terms, a: TermId, width: u32) -> TermId {
    let now = terms.width(a);
    if now <= width { terms.zext(a, width) } else { terms.extract(a, width - 1, 0) }
}

/// The square root, rounded to nearest: digit by digit, with one bit that says whether anything is left.
pub(crate) fn square_root(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let parts = float_terms::unpack(terms, format, a);
    let precision = format.precision();
    let digits = precision + 2;
    let one = terms.constant(1, 1);
    // An odd exponent becomes even, and the significand twice as large.
    let lowest = terms.extract(parts.exponent, 0, 0);
    let is_odd = terms.eq(lowest, one);
    let wide = terms.zext(parts.significand, precision + 1);
    let by = terms.constant(precision + 1, 1);
    let doubled = terms.shl(wide, by);
    let radicand = terms.ite(is_odd, doubled, wide);
    let zeros = terms.constant(2 * digits - precision - 1, 0);
    let radicand = terms.concat(radicand, zeros);
    let exponent_width = terms.width(parts.exponent);
    let by = terms.constant(exponent_width, 1);
    let exponent = terms.ashr(parts.exponent, by);
    let width = digits + 2;
    let mut root = terms.constant(width, 0);
    let mut rest = terms.constant(width, 0);
    let (single, double) = (terms.constant(width, 1), terms.constant(width, 2));
    for digit in (0..digits).rev() {
        let pair = terms.extract(radicand, 2 * digit + 1, 2 * digit);
        let kept = terms.extract(rest, width - 3, 0);
        rest = terms.concat(kept, pair);
        let trial = terms.shl(root, double);
        let trial = terms.or(trial, single);
        let fits = terms.ule(trial, rest);
        let less = terms.sub(rest, trial);
        rest = terms.ite(fits, less, rest);
        let shifted = terms.shl(root, single);
        let with_digit = terms.or(shifted, single);
        root = terms.ite(fits, with_digit, shifted);
    }
    let none = terms.constant(width, 0);
    let is_inexact = terms.ne(rest, none);
    let root = terms.extract(root, digits - 1, 0);
    let significand = terms.concat(root, is_inexact);
    let positive = terms.constant(1, 0);
    let exact = Exact { sign: positive, exponent, significand };
    let rounded = float_terms::round(terms, format, &exact);
    let infinity = float_terms::infinity(terms, format, positive);
    let result = terms.ite(parts.is_infinite, infinity, rounded);
    // The root of -0 is -0.
    let result = terms.ite(parts.is_zero, a, result);
    let invalid = has_no_root(terms, format, a);
    float_terms::with_nans(terms, format, (a, a), invalid, result)
}

/// Whether a number is negative and not zero.
pub(crate) fn has_no_root(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let zero = terms.constant(format.bits(), 0);
    float_terms::compare(terms, format, FloatCompareOp::Olt, a, zero)
}

/// A number instead of what is none, and of two equal ones (zeros of either sign) the second, as x86 computes it.
pub(crate) fn extreme(
    terms: &mut Terms,
    format: Format,
    op: FloatCompareOp,
    a: TermId,
    b: TermId,
) -> TermId {
    let wins = float_terms::compare(terms, format, op, a, b);
    let is_nan = float_terms::is_nan(terms, format, b);
    let first = terms.or(wins, is_nan);
    terms.ite(first, a, b)
}

pub(crate) fn copy_sign(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let top = format.bits() - 1;
    let magnitude = terms.extract(a, top - 1, 0);
    let sign = terms.extract(b, top, top);
    terms.concat(sign, magnitude)
}

/// What a number is; each answer is a truth value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub negative: TermId,
    pub zero: TermId,
    pub subnormal: TermId,
    pub infinite: TermId,
    pub nan: TermId,
}

pub(crate) fn kind(terms: &mut Terms, format: Format, a: TermId) -> Kind {
    let top = format.bits() - 1;
    let sign = terms.extract(a, top, top);
    let one = terms.constant(1, 1);
    let negative = terms.eq(sign, one);
    let magnitude = terms.extract(a, top - 1, 0);
    let nothing = terms.constant(top, 0);
    let zero = terms.eq(magnitude, nothing);
    let positive = terms.constant(1, 0);
    let infinity = float_terms::infinity(terms, format, positive);
    let infinity = terms.extract(infinity, top - 1, 0);
    let infinite = terms.eq(magnitude, infinity);
    let smallest = terms.constant(top, 1 << format.fraction);
    let small = terms.ult(magnitude, smallest);
    let some = terms.not(zero);
    let subnormal = terms.and(small, some);
    Kind { negative, zero, subnormal, infinite, nan: float_terms::is_nan(terms, format, a) }
}

#[cfg(test)]
mod tests {
    use raddle_expr::Bits;
    use raddle_expr::random::Random;
    use rustc_apfloat::ieee::Float8E5M2;
    use rustc_apfloat::{Float, Round};

    use super::*;

    const TINY: Format = Format { exponent: 5, fraction: 2 };
    const SINGLE: Format = Format { exponent: 8, fraction: 23 };
    const DOUBLE: Format = Format { exponent: 11, fraction: 52 };

    const WAYS: [(Whole, Round); 5] = [
        (Whole::Down, Round::TowardNegative),
        (Whole::Up, Round::TowardPositive),
        (Whole::TowardsZero, Round::TowardZero),
        (Whole::Nearest, Round::NearestTiesToAway),
        (Whole::NearestEven, Round::NearestTiesToEven),
    ];

    fn value(terms: &Terms, term: TermId) -> u128 {
        terms.as_const(term).and_then(Bits::to_u128).expect("constants give constants")
    }

    /// The value of a number of the tiny format.
    fn tiny(bits: u128) -> f64 {
        let mut exact = true;
        let wide: rustc_apfloat::ieee::Double =
            rustc_apfloat::FloatConvert::convert(Float8E5M2::from_bits(bits), &mut exact).value;
        f64::from_bits(wide.to_bits() as u64)
    }

    #[test]
    fn all_whole_numbers_of_a_tiny_format() {
        let mut terms = Terms::new();
        for bits in 0..256u128 {
            let number = Float8E5M2::from_bits(bits);
            if number.is_nan() {
                continue;
            }
            for (way, mode) in WAYS {
                let term = terms.constant(8, bits);
                let got = whole(&mut terms, TINY, way, term);
                let wanted = number.round_to_integral(mode).value.to_bits();
                assert_eq!(value(&terms, got), wanted, "{way:?} of {bits:#x}");
            }
        }
    }

    #[test]
    fn all_roots_of_a_tiny_format() {
        let mut terms = Terms::new();
        for bits in 0..256u128 {
            let term = terms.constant(8, bits);
            let got = square_root(&mut terms, TINY, term);
            let got = tiny(value(&terms, got));
            let exact = tiny(bits).sqrt();
            if exact.is_nan() {
                assert!(got.is_nan(), "{bits:#x}");
                continue;
            }
            // Double precision is enough to see which number of the format is nearest.
            let nearest = (0..256u128).map(tiny).filter(|number| !number.is_nan()).fold(
                f64::INFINITY,
                |best, number| {
                    if (number - exact).abs() < (best - exact).abs() { number } else { best }
                },
            );
            assert_eq!(got, nearest, "the root of {}", tiny(bits));
            assert_eq!(got.is_sign_negative(), exact.is_sign_negative());
        }
    }

    #[test]
    fn numbers_of_c() {
        let mut terms = Terms::new();
        let mut random = Random::new(11);
        for round in 0..4000 {
            let mut bits = random.next_u64();
            if round % 2 == 0 {
                // Numbers that have a whole part and a fraction.
                bits = (random.next_u64() as f64 / (1u64 << (round % 64)) as f64).to_bits();
            }
            let (x, y) = (f64::from_bits(bits), f32::from_bits(bits as u32));
            if x.is_nan() || y.is_nan() {
                continue;
            }
            let (double, single) =
                (terms.constant(64, bits.into()), terms.constant(32, (bits as u32).into()));
            let got = square_root(&mut terms, DOUBLE, double);
            let got = f64::from_bits(value(&terms, got) as u64);
            assert!(got == x.sqrt() || got.is_nan() && x.sqrt().is_nan(), "the root of {x}");
            let got = square_root(&mut terms, SINGLE, single);
            let got = f32::from_bits(value(&terms, got) as u32);
            assert!(got == y.sqrt() || got.is_nan() && y.sqrt().is_nan(), "the root of {y}");
            let wanted = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
            for ((way, _), wanted) in WAYS.into_iter().zip(wanted) {
                let got = whole(&mut terms, DOUBLE, way, double);
                assert_eq!(value(&terms, got) as u64, wanted.to_bits(), "{way:?} of {x}");
            }
        }
    }

    #[test]
    fn kinds_of_numbers() {
        let mut terms = Terms::new();
        for number in [0.0f64, -0.0, 1.5, -2.0, f64::INFINITY, f64::NEG_INFINITY, 5e-324, f64::NAN]
        {
            let term = terms.constant(64, number.to_bits().into());
            let kind = kind(&mut terms, DOUBLE, term);
            let is = |term| value(&terms, term) == 1;
            assert_eq!(is(kind.negative), number.is_sign_negative());
            assert_eq!(is(kind.zero), number == 0.0);
            assert_eq!(is(kind.subnormal), number.is_subnormal());
            assert_eq!(is(kind.infinite), number.is_infinite());
            assert_eq!(is(kind.nan), number.is_nan());
        }
    }
}
