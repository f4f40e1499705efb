//! IEEE floating point as terms over bit vectors, rounding to nearest, ties to even: addition, multiplication, division, comparison and
//! conversion of numbers that depend on inputs.
//!
//! A number is taken apart into sign, exponent and significand; an operation computes an exact result, or one whose last bit says
//! whether anything was lost; `round` makes a number of it. The carry of rounding runs from the fraction into the exponent, and from
//! the largest number into infinity, by itself. What is not a number follows x86: the first operand that is none, made quiet, else the
//! one with the sign set.
//!
//! Only the width of the fields makes a difference, so the tests try all numbers of an eight-bit format.

use raddle_expr::{TermId, Terms};
use raddle_ir::{FloatBinaryOp, FloatCompareOp, Type};

/// The widths of the fields of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub exponent: u32,
    pub fraction: u32,
}

impl Format {
    /// The format of a type that has one of these. The extended one stores its leading bit, which is left out here.
    pub fn of(ty: Type) -> Option<Format> {
        match ty {
            Type::F32 => Some(Format { exponent: 8, fraction: 23 }),
            Type::F64 => Some(Format { exponent: 11, fraction: 52 }),
            Type::F80 => Some(Format { exponent: 15, fraction: 63 }),
            Type::Int(_) | Type::Ptr => None,
        }
    }
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }
    pub fn precision(self) -> u32 {
        self.fraction + 1
    }
    pub fn bias(self) -> u128 {
        (1 << (self.exponent - 1)) - 1
    }
    /// A width in which exponents of all results are signed numbers, also those of subnormal numbers and products.
    fn wide(self) -> u32 {
        let shifts = 32 - (2 * self.precision() + 8).leading_zeros();
        self.exponent.max(shifts) + 4
    }
}

/// A number taken apart.
pub(crate) struct Parts {
    sign: TermId,
    /// Of the leading bit of the significand, in the wide form.
    pub exponent: TermId,
    /// `precision` bits; the leading one is set unless the number is zero.
    pub significand: TermId,
    pub is_zero: TermId,
    pub is_infinite: TermId,
    is_nan: TermId,
}

/// A result before rounding: `significand * 2 ^ (exponent - (width - 1))`, whose leading bit is set unless it is zero.
pub(crate) struct Exact {
    pub sign: TermId,
    pub exponent: TermId,
    pub significand: TermId,
}

pub(crate) fn binary(
    terms: &mut Terms,
    format: Format,
    op: FloatBinaryOp,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    Some(match op {
        FloatBinaryOp::Add => add(terms, format, a, b),
        FloatBinaryOp::Sub => {
            let negated = negate(terms, format, b);
            // The sign of what is not a number stays.
            let result = add(terms, format, a, negated);
            let (a_is_nan, b_is_nan) = (is_nan(terms, format, a), is_nan(terms, format, b));
            let quiet = quiet(terms, format, b);
            let chosen = terms.ite(b_is_nan, quiet, result);
            terms.ite(a_is_nan, result, chosen)
        }
        FloatBinaryOp::Mul => multiply(terms, format, a, b),
        FloatBinaryOp::Div => divide(terms, format, a, b),
        FloatBinaryOp::Rem => return None,
    })
}

pub(crate) fn compare(
    terms: &mut Terms,
    format: Format,
    op: FloatCompareOp,
    a: TermId,
    b: TermId,
) -> TermId {
    let (a_is_nan, b_is_nan) = (is_nan(terms, format, a), is_nan(terms, format, b));
    let unordered = terms.or(a_is_nan, b_is_nan);
    let ordered = terms.not(unordered);
    let (equal, less) = (equal(terms, format, a, b), less(terms, format, a, b));
    let greater = {
        let at_most = terms.or(equal, less);
        terms.not(at_most)
    };
    let meant = match op {
        FloatCompareOp::False => return terms.truth(false),
        FloatCompareOp::True => return terms.truth(true),
        FloatCompareOp::Ord => return ordered,
        FloatCompareOp::Uno => return unordered,
        FloatCompareOp::Oeq | FloatCompareOp::Ueq => equal,
        FloatCompareOp::Ogt | FloatCompareOp::Ugt => greater,
        FloatCompareOp::Oge | FloatCompareOp::Uge => terms.not(less),
        FloatCompareOp::Olt | FloatCompareOp::Ult => less,
        FloatCompareOp::Ole | FloatCompareOp::Ule => terms.not(greater),
        FloatCompareOp::One | FloatCompareOp::Une => terms.not(equal),
    };
    let holds_unordered = matches!(
        op,
        FloatCompareOp::Ueq
            | FloatCompareOp::Ugt
            | FloatCompareOp::Uge
            | FloatCompareOp::Ult
            | FloatCompareOp::Ule
            | FloatCompareOp::Une
    );
    if holds_unordered { terms.or(unordered, meant) } else { terms.and(ordered, meant) }
}

/// From one format to another.
pub(crate) fn convert(terms: &mut Terms, from: Format, to: Format, a: TermId) -> TermId {
    let parts = unpack(terms, from, a);
    let width = from.precision().max(to.precision() + 2);
    let significand = widened(terms, parts.significand, width);
    let exponent = resized(terms, parts.exponent, to.wide().max(from.wide()));
    let exact = Exact { sign: parts.sign, exponent, significand };
    let rounded = round(terms, to, &exact);
    let zero = zero(terms, to, parts.sign);
    let infinity = infinity(terms, to, parts.sign);
    // The upper bits of what it carries stay.
    let fraction = terms.extract(a, from.fraction - 1, 0);
    let kept = if to.fraction >= from.fraction {
        widened(terms, fraction, to.fraction)
    } else {
        terms.extract(fraction, from.fraction - 1, from.fraction - to.fraction)
    };
    let quiet_bit = terms.constant(to.fraction, 1 << (to.fraction - 1));
    let payload = terms.or(kept, quiet_bit);
    let exponent = ones(terms, to.exponent);
    let nan = packed(terms, parts.sign, exponent, payload);
    let result = terms.ite(parts.is_zero, zero, rounded);
    let result = terms.ite(parts.is_infinite, infinity, result);
    terms.ite(parts.is_nan, nan, result)
}

/// A signed or unsigned integer as a number.
pub(crate) fn from_integer(terms: &mut Terms, to: Format, signed: bool, a: TermId) -> TermId {
    let width = terms.width(a);
    let sign = if signed { terms.extract(a, width - 1, width - 1) } else { terms.constant(1, 0) };
    let negated = terms.neg(a);
    let one = terms.constant(1, 1);
    let is_negative = terms.eq(sign, one);
    let magnitude = terms.ite(is_negative, negated, a);
    let room = width.max(to.precision() + 2);
    let significand = widened(terms, magnitude, room);
    let wide = to.wide().max(33 - width.leading_zeros());
    let exponent = terms.constant(wide, u128::from(width - 1));
    let exact = normalised(terms, Exact { sign, exponent, significand });
    let rounded = round(terms, to, &exact);
    let none = terms.constant(width, 0);
    let is_zero = terms.eq(a, none);
    let zero = terms.constant(to.bits(), 0);
    terms.ite(is_zero, zero, rounded)
}

/// A number as an integer, rounded towards zero. One that does not fit gives the smallest signed integer, as x86 does.
pub(crate) fn to_integer(
    terms: &mut Terms,
    from: Format,
    signed: bool,
    width: u32,
    a: TermId,
) -> TermId {
    let parts = unpack(terms, from, a);
    let precision = from.precision();
    let wide = from.wide().max(34 - (width + precision).leading_zeros());
    let exponent = resized(terms, parts.exponent, wide);
    let number = |terms: &mut Terms, value: u32| terms.constant(wide, u128::from(value));
    // One bit more than the result, and the significand below it: then a shift to the right cuts the fraction off.
    let room = width + precision + 1;
    let limit = number(terms, width + 1);
    let is_large = terms.sle(limit, exponent);
    let none = number(terms, 0);
    let is_small = terms.slt(exponent, none);
    let significand = terms.zext(parts.significand, room);
    let amount = {
        let shown = terms.ite(is_large, none, exponent);
        let shown = terms.ite(is_small, none, shown);
        resized_unsigned(terms, shown, room)
    };
    let shifted = terms.shl(significand, amount);
    let magnitude = terms.extract(shifted, room - 1, precision - 1);
    let magnitude = terms.extract(magnitude, width, 0);
    let nothing = terms.constant(width + 1, 0);
    let tiny = terms.or(is_small, parts.is_zero);
    let magnitude = terms.ite(tiny, nothing, magnitude);
    let one = terms.constant(1, 1);
    let is_negative = terms.eq(parts.sign, one);
    let half = terms.constant(width + 1, 1 << (width - 1));
    let fits = if signed {
        let below = terms.ult(magnitude, half);
        let smallest = terms.eq(magnitude, half);
        let smallest = terms.and(is_negative, smallest);
        terms.or(below, smallest)
    } else {
        let top = terms.extract(magnitude, width, width);
        let clear = terms.constant(1, 0);
        let below = terms.eq(top, clear);
        let is_nothing = terms.eq(magnitude, nothing);
        let positive = terms.not(is_negative);
        let allowed = terms.or(positive, is_nothing);
        terms.and(below, allowed)
    };
    let low = terms.extract(magnitude, width - 1, 0);
    let negated = terms.neg(low);
    let value = terms.ite(is_negative, negated, low);
    let invalid = terms.constant(width, 1 << (width - 1));
    let special = terms.or(parts.is_nan, parts.is_infinite);
    let large = {
        let small = terms.not(tiny);
        terms.and(is_large, small)
    };
    let outside = terms.or(special, large);
    let value = terms.ite(fits, value, invalid);
    terms.ite(outside, invalid, value)
}

/// A number of the extended format without its stored leading bit. Where that bit is missing the hardware sees no number.
pub(crate) fn from_extended(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let top = format.bits();
    let sign = terms.extract(a, top, top);
    let exponent = terms.extract(a, top - 1, format.fraction + 1);
    let leading = terms.extract(a, format.fraction, format.fraction);
    let fraction = terms.extract(a, format.fraction - 1, 0);
    let (none, one) = (terms.constant(format.exponent, 0), terms.constant(format.exponent, 1));
    let set = terms.constant(1, 1);
    let is_leading = terms.eq(leading, set);
    let is_small = terms.eq(exponent, none);
    // A leading bit with the exponent of subnormal numbers means the exponent above.
    let raised = terms.and(is_small, is_leading);
    let field = terms.ite(raised, one, exponent);
    let number = packed(terms, sign, field, fraction);
    let all = ones(terms, format.exponent);
    let payload = terms.constant(format.fraction, 1 << (format.fraction - 1));
    let no_number = packed(terms, set, all, payload);
    let is_odd = {
        let normal = terms.not(is_small);
        let missing = terms.not(is_leading);
        terms.and(normal, missing)
    };
    terms.ite(is_odd, no_number, number)
}

/// The way back.
pub(crate) fn to_extended(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let exponent = exponent_field(terms, format, a);
    let fraction = fraction_field(terms, format, a);
    let none = terms.constant(format.exponent, 0);
    let leading = terms.ne(exponent, none);
    let high = terms.extract(a, format.bits() - 1, format.fraction);
    let high = terms.concat(high, leading);
    terms.concat(high, fraction)
}

fn negate(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let sign = terms.constant(format.bits(), 1 << (format.bits() - 1));
    terms.xor(a, sign)
}

fn ones(terms: &mut Terms, width: u32) -> TermId {
    terms.constant(width, (1 << width) - 1)
}

/// A value in more bits, with zeros behind it.
fn widened(terms: &mut Terms, a: TermId, width: u32) -> TermId {
    let more = width - terms.width(a);
    if more == 0 {
        return a;
    }
    let zeros = terms.constant(more, 0);
    terms.concat(a, zeros)
}

fn resized(terms: &mut Terms, a: TermId, width: u32) -> TermId {
    if terms.width(a) == width { a } else { terms.sext(a, width) }
}

/// A number that is not negative and fits.
fn resized_unsigned(terms: &mut Terms, a: TermId, width: u32) -> TermId {
    let now = terms.width(a);
    if now <= width { terms.zext(a, width) } else { terms.extract(a, width - 1, 0) }
}

fn packed(terms: &mut Terms, sign: TermId, exponent: TermId, fraction: TermId) -> TermId {
    let high = terms.concat(sign, exponent);
    terms.concat(high, fraction)
}

fn zero(terms: &mut Terms, format: Format, sign: TermId) -> TermId {
    let rest = terms.constant(format.bits() - 1, 0);
    terms.concat(sign, rest)
}

pub(crate) fn infinity(terms: &mut Terms, format: Format, sign: TermId) -> TermId {
    let exponent = ones(terms, format.exponent);
    let fraction = terms.constant(format.fraction, 0);
    packed(terms, sign, exponent, fraction)
}

fn exponent_field(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    terms.extract(a, format.bits() - 2, format.fraction)
}

fn fraction_field(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    terms.extract(a, format.fraction - 1, 0)
}

pub(crate) fn is_nan(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let (exponent, fraction) = (exponent_field(terms, format, a), fraction_field(terms, format, a));
    let (all, none) = (ones(terms, format.exponent), terms.constant(format.fraction, 0));
    let special = terms.eq(exponent, all);
    let some = terms.ne(fraction, none);
    terms.and(special, some)
}

pub(crate) fn quiet(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let bit = terms.constant(format.bits(), 1 << (format.fraction - 1));
    terms.or(a, bit)
}

/// What an operation gives if an operand is not a number, or if `invalid`.
pub(crate) fn with_nans(
    terms: &mut Terms,
    format: Format,
    (a, b): (TermId, TermId),
    invalid: TermId,
    result: TermId,
) -> TermId {
    let one = terms.constant(1, 1);
    let exponent = ones(terms, format.exponent);
    let payload = terms.constant(format.fraction, 1 << (format.fraction - 1));
    let default = packed(terms, one, exponent, payload);
    let (quiet_a, quiet_b) = (quiet(terms, format, a), quiet(terms, format, b));
    let (a_is_nan, b_is_nan) = (is_nan(terms, format, a), is_nan(terms, format, b));
    let result = terms.ite(invalid, default, result);
    let result = terms.ite(b_is_nan, quiet_b, result);
    terms.ite(a_is_nan, quiet_a, result)
}

/// Takes a number apart; the significand of a subnormal one is shifted up.
pub(crate) fn unpack(terms: &mut Terms, format: Format, a: TermId) -> Parts {
    let sign = terms.extract(a, format.bits() - 1, format.bits() - 1);
    let field = exponent_field(terms, format, a);
    let fraction = fraction_field(terms, format, a);
    let (all, none) = (ones(terms, format.exponent), terms.constant(format.exponent, 0));
    let no_fraction = terms.constant(format.fraction, 0);
    let is_special = terms.eq(field, all);
    let is_small = terms.eq(field, none);
    let is_round = terms.eq(fraction, no_fraction);
    let is_zero = terms.and(is_small, is_round);
    let is_infinite = terms.and(is_special, is_round);
    let is_nan = {
        let some = terms.not(is_round);
        terms.and(is_special, some)
    };
    let (hidden, shown) = (terms.constant(1, 0), terms.constant(1, 1));
    let leading = terms.ite(is_small, hidden, shown);
    let significand = terms.concat(leading, fraction);
    // The exponent of subnormal numbers is that of the smallest normal ones.
    let lowest = terms.constant(format.exponent, 1);
    let field = terms.ite(is_small, lowest, field);
    let field = terms.zext(field, format.wide());
    let bias = terms.constant(format.wide(), format.bias());
    let exponent = terms.sub(field, bias);
    let exact = normalised(terms, Exact { sign, exponent, significand });
    let Exact { exponent, significand, .. } = exact;
    Parts { sign, exponent, significand, is_zero, is_infinite, is_nan }
}

/// Shifts the leading bit to the front.
fn normalised(terms: &mut Terms, exact: Exact) -> Exact {
    let Exact { sign, mut exponent, mut significand } = exact;
    let width = terms.width(significand);
    let wide = terms.width(exponent);
    let mut step = 1u32 << (31 - width.leading_zeros());
    while step > 0 {
        if step < width {
            let top = terms.extract(significand, width - 1, width - step);
            let none = terms.constant(step, 0);
            let is_empty = terms.eq(top, none);
            let amount = terms.constant(width, u128::from(step));
            let shifted = terms.shl(significand, amount);
            significand = terms.ite(is_empty, shifted, significand);
            let amount = terms.constant(wide, u128::from(step));
            let lower = terms.sub(exponent, amount);
            exponent = terms.ite(is_empty, lower, exponent);
        }
        step /= 2;
    }
    Exact { sign, exponent, significand }
}

/// Shifts to the right by an amount that is not negative; the last bit says whether anything was lost.
fn shifted_right(terms: &mut Terms, a: TermId, amount: TermId) -> TermId {
    let width = terms.width(a);
    let most = terms.constant(terms.width(amount), u128::from(width));
    let is_all = terms.ule(most, amount);
    let capped = terms.ite(is_all, most, amount);
    let capped = resized_unsigned(terms, capped, width.max(8));
    let (a, capped) = if width < 8 { (terms.zext(a, 8), capped) } else { (a, capped) };
    let shifted = terms.lshr(a, capped);
    let back = terms.shl(shifted, capped);
    let lost = terms.ne(back, a);
    let lost = terms.zext(lost, width.max(8));
    let result = terms.or(shifted, lost);
    if width < 8 { terms.extract(result, width - 1, 0) } else { result }
}

/// Rounds an exact result that is not zero.
pub(crate) fn round(terms: &mut Terms, format: Format, exact: &Exact) -> TermId {
    let Exact { sign, exponent, significand } = *exact;
    let (width, wide) = (terms.width(significand), terms.width(exponent));
    let precision = format.precision();
    let bias = terms.constant(wide, format.bias());
    let biased = terms.add(exponent, bias);
    let one = terms.constant(wide, 1);
    // Below the smallest normal number the exponent stays and the significand moves.
    let is_subnormal = terms.slt(biased, one);
    let distance = terms.sub(one, biased);
    let moved = shifted_right(terms, significand, distance);
    let significand = terms.ite(is_subnormal, moved, significand);
    let kept = terms.extract(significand, width - 1, width - precision);
    let rest = terms.extract(significand, width - precision - 1, 0);
    let rest_width = width - precision;
    let half = terms.constant(rest_width, 1 << (rest_width - 1));
    let above = terms.ult(half, rest);
    let tie = terms.eq(rest, half);
    let lowest = terms.extract(kept, 0, 0);
    let set = terms.constant(1, 1);
    let is_odd = terms.eq(lowest, set);
    let up = terms.and(tie, is_odd);
    let up = terms.or(above, up);
    let largest = terms.constant(wide, (1 << format.exponent) - 1);
    let overflows = terms.sle(largest, biased);
    let none = terms.constant(wide, 0);
    let field = terms.ite(is_subnormal, none, biased);
    let field = resized_unsigned(terms, field, format.exponent);
    let fraction = terms.extract(kept, format.fraction - 1, 0);
    let magnitude = terms.concat(field, fraction);
    let up = terms.zext(up, format.bits() - 1);
    let rounded = terms.add(magnitude, up);
    let rounded = terms.concat(sign, rounded);
    let infinity = infinity(terms, format, sign);
    terms.ite(overflows, infinity, rounded)
}

fn magnitude(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    terms.extract(a, format.bits() - 2, 0)
}

fn equal(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (magnitude(terms, format, a), magnitude(terms, format, b));
    let none = terms.constant(format.bits() - 1, 0);
    let (x_is_zero, y_is_zero) = (terms.eq(x, none), terms.eq(y, none));
    let zeros = terms.and(x_is_zero, y_is_zero);
    let same = terms.eq(a, b);
    terms.or(zeros, same)
}

/// Of two numbers.
fn less(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (magnitude(terms, format, a), magnitude(terms, format, b));
    let top = format.bits() - 1;
    let (a_sign, b_sign) = (terms.extract(a, top, top), terms.extract(b, top, top));
    let set = terms.constant(1, 1);
    let (a_is_negative, b_is_negative) = (terms.eq(a_sign, set), terms.eq(b_sign, set));
    let (below, above) = (terms.ult(x, y), terms.ult(y, x));
    let none = terms.constant(top, 0);
    let both = terms.or(x, y);
    let some = terms.ne(both, none);
    // Of different signs the negative one is less, unless both are zero.
    let if_negative = terms.ite(b_is_negative, above, some);
    let no = terms.truth(false);
    let if_positive = terms.ite(b_is_negative, no, below);
    terms.ite(a_is_negative, if_negative, if_positive)
}

fn add(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (magnitude(terms, format, a), magnitude(terms, format, b));
    let swap = terms.ult(x, y);
    let (large, small) = (terms.ite(swap, b, a), terms.ite(swap, a, b));
    let (big, little) = (unpack(terms, format, large), unpack(terms, format, small));
    // Room for a carry in front, and for three bits behind: they tell apart what rounding has to tell apart.
    let width = format.precision() + 4;
    let room = |terms: &mut Terms, significand: TermId| {
        let front = terms.zext(significand, format.precision() + 1);
        widened(terms, front, width)
    };
    let (first, second) = (room(terms, big.significand), room(terms, little.significand));
    let distance = terms.sub(big.exponent, little.exponent);
    let aligned = shifted_right(terms, second, distance);
    let none = terms.constant(width, 0);
    let aligned = terms.ite(little.is_zero, none, aligned);
    let same = terms.eq(big.sign, little.sign);
    let (sum, difference) = (terms.add(first, aligned), terms.sub(first, aligned));
    let significand = terms.ite(same, sum, difference);
    let is_nothing = terms.eq(significand, none);
    let one = terms.constant(format.wide(), 1);
    let exponent = terms.add(big.exponent, one);
    let exact = normalised(terms, Exact { sign: big.sign, exponent, significand });
    let rounded = round(terms, format, &exact);
    // Nothing is left: the sum of two zeros of the same sign has it, everything else is positive.
    let positive = terms.constant(1, 0);
    let sign_of_nothing = terms.ite(same, big.sign, positive);
    let nothing = zero(terms, format, sign_of_nothing);
    let result = terms.ite(is_nothing, nothing, rounded);
    let both_zero = terms.and(big.is_zero, little.is_zero);
    let result = terms.ite(both_zero, nothing, result);
    let only_large = {
        let some = terms.not(big.is_zero);
        terms.and(some, little.is_zero)
    };
    let result = terms.ite(only_large, large, result);
    let infinity = infinity(terms, format, big.sign);
    let result = terms.ite(big.is_infinite, infinity, result);
    let opposite = terms.not(same);
    let both_infinite = terms.and(big.is_infinite, little.is_infinite);
    let invalid = terms.and(both_infinite, opposite);
    with_nans(terms, format, (a, b), invalid, result)
}

fn multiply(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (unpack(terms, format, a), unpack(terms, format, b));
    let sign = terms.xor(x.sign, y.sign);
    let width = 2 * format.precision();
    let (first, second) = (terms.zext(x.significand, width), terms.zext(y.significand, width));
    let significand = terms.mul(first, second);
    let one = terms.constant(format.wide(), 1);
    let exponent = terms.add(x.exponent, y.exponent);
    let exponent = terms.add(exponent, one);
    let exact = one_up(terms, Exact { sign, exponent, significand });
    let rounded = round(terms, format, &exact);
    let is_zero = terms.or(x.is_zero, y.is_zero);
    let is_infinite = terms.or(x.is_infinite, y.is_infinite);
    let (zero, infinity) = (zero(terms, format, sign), infinity(terms, format, sign));
    let result = terms.ite(is_zero, zero, rounded);
    let result = terms.ite(is_infinite, infinity, result);
    let invalid = terms.and(is_zero, is_infinite);
    with_nans(terms, format, (a, b), invalid, result)
}

fn divide(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (unpack(terms, format, a), unpack(terms, format, b));
    let sign = terms.xor(x.sign, y.sign);
    let precision = format.precision();
    let width = 2 * precision + 2;
    let dividend = widened(terms, x.significand, width);
    let divisor = terms.zext(y.significand, width);
    let quotient = terms.udiv(dividend, divisor);
    let remainder = terms.urem(dividend, divisor);
    // At most three bits more than the precision, and one that says whether anything is left.
    let quotient = terms.extract(quotient, precision + 2, 0);
    let none = terms.constant(width, 0);
    let rest = terms.ne(remainder, none);
    let significand = terms.concat(quotient, rest);
    let exponent = terms.sub(x.exponent, y.exponent);
    let exact = one_up(terms, Exact { sign, exponent, significand });
    let rounded = round(terms, format, &exact);
    let gives_zero = terms.or(x.is_zero, y.is_infinite);
    let gives_infinity = terms.or(x.is_infinite, y.is_zero);
    let (zero, infinity) = (zero(terms, format, sign), infinity(terms, format, sign));
    let result = terms.ite(gives_zero, zero, rounded);
    let result = terms.ite(gives_infinity, infinity, result);
    let zeros = terms.and(x.is_zero, y.is_zero);
    let infinities = terms.and(x.is_infinite, y.is_infinite);
    let invalid = terms.or(zeros, infinities);
    with_nans(terms, format, (a, b), invalid, result)
}

/// The leading bit is the first or the second one.
fn one_up(terms: &mut Terms, exact: Exact) -> Exact {
    let Exact { sign, exponent, significand } = exact;
    let width = terms.width(significand);
    let top = terms.extract(significand, width - 1, width - 1);
    let set = terms.constant(1, 1);
    let is_first = terms.eq(top, set);
    let by = terms.constant(width, 1);
    let shifted = terms.shl(significand, by);
    let one = terms.constant(terms.width(exponent), 1);
    let lower = terms.sub(exponent, one);
    let significand = terms.ite(is_first, significand, shifted);
    let exponent = terms.ite(is_first, exponent, lower);
    Exact { sign, exponent, significand }
}

#[cfg(test)]
mod tests {
    use raddle_expr::Bits;
    use raddle_expr::random::Random;
    use rustc_apfloat::ieee::{Float8E5M2, Half};
    use rustc_apfloat::{Float, FloatConvert, Round, Status};

    use super::*;

    const TINY: Format = Format { exponent: 5, fraction: 2 };
    const HALF: Format = Format { exponent: 5, fraction: 10 };
    const SINGLE: Format = Format { exponent: 8, fraction: 23 };
    const DOUBLE: Format = Format { exponent: 11, fraction: 52 };

    const OPERATIONS: [FloatBinaryOp; 4] =
        [FloatBinaryOp::Add, FloatBinaryOp::Sub, FloatBinaryOp::Mul, FloatBinaryOp::Div];

    fn value(terms: &Terms, term: TermId) -> u128 {
        terms.as_const(term).and_then(Bits::to_u128).expect("constants give constants")
    }

    /// Which bits something that is not a number has is not compared here.
    fn same(format: Format, a: u128, b: u128) -> bool {
        let special = ((1u128 << format.exponent) - 1) << format.fraction;
        let sign = 1u128 << (format.bits() - 1);
        let is_nan = |bits: u128| bits & !sign > special;
        a == b || is_nan(a) && is_nan(b)
    }

    fn expected<F: Float>(op: FloatBinaryOp, a: F, b: F) -> u128 {
        match op {
            FloatBinaryOp::Add => (a + b).value,
            FloatBinaryOp::Sub => (a - b).value,
            FloatBinaryOp::Mul => (a * b).value,
            FloatBinaryOp::Div => (a / b).value,
            FloatBinaryOp::Rem => unreachable!("it is not among the operations"),
        }
        .to_bits()
    }

    fn check_pair(
        terms: &mut Terms,
        format: Format,
        op: FloatBinaryOp,
        a: u128,
        b: u128,
        wanted: u128,
    ) {
        let (x, y) = (terms.constant(format.bits(), a), terms.constant(format.bits(), b));
        let result = binary(terms, format, op, x, y).expect("an operation");
        let got = value(terms, result);
        assert!(same(format, got, wanted), "{op:?} {a:#x} {b:#x}: {got:#x}, not {wanted:#x}");
    }

    #[test]
    fn all_pairs_of_a_tiny_format() {
        for op in OPERATIONS {
            let mut terms = Terms::new();
            for a in 0..256u128 {
                for b in 0..256u128 {
                    let wanted = expected(op, Float8E5M2::from_bits(a), Float8E5M2::from_bits(b));
                    check_pair(&mut terms, TINY, op, a, b, wanted);
                }
            }
        }
    }

    /// Numbers near each other, near the ends of the range, and anything.
    fn samples(random: &mut Random, format: Format) -> (u128, u128) {
        let all = (1u128 << format.bits()) - 1;
        let wild = |random: &mut Random| {
            let bits = (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) & all;
            match random.next_u64() % 4 {
                0 => bits & !(((1u128 << format.exponent) - 1) << format.fraction),
                1 => bits & !((1u128 << (format.fraction - 3)) - 1),
                _ => bits,
            }
        };
        let a = wild(random);
        let b = if random.next_u64().is_multiple_of(2) {
            wild(random)
        } else {
            (a ^ u128::from(random.next_u64() % 64)) & all
        };
        (a, b)
    }

    #[test]
    fn random_pairs_of_the_formats_of_c() {
        let mut random = Random::new(7);
        let mut terms = Terms::new();
        for _ in 0..4000 {
            for op in OPERATIONS {
                let (a, b) = samples(&mut random, SINGLE);
                let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                let result = match op {
                    FloatBinaryOp::Add => x + y,
                    FloatBinaryOp::Sub => x - y,
                    FloatBinaryOp::Mul => x * y,
                    FloatBinaryOp::Div | FloatBinaryOp::Rem => x / y,
                };
                check_pair(&mut terms, SINGLE, op, a, b, u128::from(result.to_bits()));
                let (a, b) = samples(&mut random, DOUBLE);
                let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
                let result = match op {
                    FloatBinaryOp::Add => x + y,
                    FloatBinaryOp::Sub => x - y,
                    FloatBinaryOp::Mul => x * y,
                    FloatBinaryOp::Div | FloatBinaryOp::Rem => x / y,
                };
                check_pair(&mut terms, DOUBLE, op, a, b, u128::from(result.to_bits()));
            }
        }
    }

    #[test]
    fn comparisons_of_a_tiny_format() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let mut terms = Terms::new();
        for a in 0..256u128 {
            for b in 0..256u128 {
                let order = Float8E5M2::from_bits(a).partial_cmp(&Float8E5M2::from_bits(b));
                let (x, y) = (terms.constant(8, a), terms.constant(8, b));
                for (op, wanted) in [
                    (FloatCompareOp::Oeq, order == Some(Equal)),
                    (FloatCompareOp::Olt, order == Some(Less)),
                    (FloatCompareOp::Ole, matches!(order, Some(Less | Equal))),
                    (FloatCompareOp::Ogt, order == Some(Greater)),
                    (FloatCompareOp::Oge, matches!(order, Some(Greater | Equal))),
                    (FloatCompareOp::One, matches!(order, Some(Less | Greater))),
                    (FloatCompareOp::Ord, order.is_some()),
                    (FloatCompareOp::Uno, order.is_none()),
                    (FloatCompareOp::Ueq, matches!(order, None | Some(Equal))),
                    (FloatCompareOp::Ult, matches!(order, None | Some(Less))),
                    (FloatCompareOp::Ule, matches!(order, None | Some(Less | Equal))),
                    (FloatCompareOp::Ugt, matches!(order, None | Some(Greater))),
                    (FloatCompareOp::Uge, matches!(order, None | Some(Greater | Equal))),
                    (FloatCompareOp::Une, order != Some(Equal)),
                ] {
                    let result = compare(&mut terms, TINY, op, x, y);
                    assert_eq!(value(&terms, result) == 1, wanted, "{op:?} {a:#x} {b:#x}");
                }
            }
        }
    }

    #[test]
    fn conversions_between_formats() {
        let mut terms = Terms::new();
        let mut lossy = false;
        for a in 0..1u128 << 16 {
            let term = terms.constant(16, a);
            let narrow = convert(&mut terms, HALF, TINY, term);
            let wanted: Float8E5M2 = Half::from_bits(a).convert(&mut lossy).value;
            let got = value(&terms, narrow);
            assert!(same(TINY, got, wanted.to_bits()), "{a:#x}: {got:#x}");
            let wide = convert(&mut terms, HALF, SINGLE, term);
            let wanted: rustc_apfloat::ieee::Single = Half::from_bits(a).convert(&mut lossy).value;
            let got = value(&terms, wide);
            assert!(same(SINGLE, got, wanted.to_bits()), "{a:#x}: {got:#x}");
        }
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let bits = random.next_u64();
            let term = terms.constant(64, u128::from(bits));
            let narrow = convert(&mut terms, DOUBLE, SINGLE, term);
            let got = value(&terms, narrow);
            let wanted = (f64::from_bits(bits) as f32).to_bits();
            assert!(same(SINGLE, got, u128::from(wanted)), "{bits:#x}");
        }
    }

    #[test]
    fn integers_and_numbers() {
        let mut terms = Terms::new();
        let mut exact = true;
        for a in 0..1u128 << 16 {
            let term = terms.constant(16, a);
            for (signed, width) in [(true, 8), (false, 8), (true, 32), (false, 32)] {
                let number = Half::from_bits(a);
                let (bits, status) = if signed {
                    let got = number.to_i128_r(width, Round::TowardZero, &mut exact);
                    (got.value as u128, got.status)
                } else {
                    let got = number.to_u128_r(width, Round::TowardZero, &mut exact);
                    (got.value, got.status)
                };
                let invalid = status.contains(Status::INVALID_OP);
                let wanted = if invalid { 1 << (width - 1) } else { bits & ((1 << width) - 1) };
                let got = to_integer(&mut terms, HALF, signed, width as u32, term);
                assert_eq!(value(&terms, got), wanted, "{a:#x} {signed} {width}");
            }
            let (plain, positive) = (a as u16 as i16, a as u16);
            let got = from_integer(&mut terms, HALF, true, term);
            assert_eq!(
                value(&terms, got),
                Half::from_i128(plain.into()).value.to_bits(),
                "{plain}"
            );
            let got = from_integer(&mut terms, HALF, false, term);
            assert_eq!(
                value(&terms, got),
                Half::from_u128(positive.into()).value.to_bits(),
                "{positive}"
            );
        }
        let mut random = Random::new(5);
        for _ in 0..1000 {
            let bits = random.next_u64() >> (random.next_u64() % 64);
            let term = terms.constant(64, u128::from(bits));
            let got = from_integer(&mut terms, DOUBLE, true, term);
            assert_eq!(value(&terms, got), u128::from((bits as i64 as f64).to_bits()), "{bits}");
            let got = from_integer(&mut terms, SINGLE, false, term);
            assert_eq!(value(&terms, got), u128::from((bits as f32).to_bits()), "{bits}");
        }
    }
}
