//! Floating point on constant words, for the checker and for the analysis: the arithmetic of the machine this runs on.
//! Only the two common formats; anything else is unknown.

use raddle_ir::{CastOp, FloatBinaryOp, FloatCompareOp, Type};

fn number(ty: Type, word: u128) -> Option<f64> {
    match ty {
        Type::F32 => Some(f32::from_bits(word as u32).into()),
        Type::F64 => Some(f64::from_bits(word as u64)),
        Type::F80 | Type::Int(_) | Type::Ptr => None,
    }
}

fn word(ty: Type, value: f64) -> Option<(u128, u32)> {
    match ty {
        Type::F32 => Some(((value as f32).to_bits().into(), 32)),
        Type::F64 => Some((value.to_bits().into(), 64)),
        Type::F80 | Type::Int(_) | Type::Ptr => None,
    }
}

/// Sums, products and quotients of two `float`s rounded through `double` are correctly rounded.
pub fn binary(op: FloatBinaryOp, ty: Type, a: u128, b: u128) -> Option<(u128, u32)> {
    let (a, b) = (number(ty, a)?, number(ty, b)?);
    let result = match op {
        FloatBinaryOp::Add => a + b,
        FloatBinaryOp::Sub => a - b,
        FloatBinaryOp::Mul => a * b,
        FloatBinaryOp::Div => a / b,
        FloatBinaryOp::Rem => a % b,
    };
    word(ty, result)
}

pub fn negate(ty: Type, a: u128) -> Option<(u128, u32)> {
    word(ty, -number(ty, a)?)
}

pub fn compare(op: FloatCompareOp, ty: Type, a: u128, b: u128) -> Option<(u128, u32)> {
    use FloatCompareOp as Op;
    let (a, b) = (number(ty, a)?, number(ty, b)?);
    let unordered = a.is_nan() || b.is_nan();
    let result = match op {
        Op::False => false,
        Op::True => true,
        Op::Oeq => a == b,
        Op::Ogt => a > b,
        Op::Oge => a >= b,
        Op::Olt => a < b,
        Op::Ole => a <= b,
        Op::One => a != b && !unordered,
        Op::Ord => !unordered,
        Op::Ueq => a == b || unordered,
        Op::Ugt => a > b || unordered,
        Op::Uge => a >= b || unordered,
        Op::Ult => a < b || unordered,
        Op::Ule => a <= b || unordered,
        Op::Une => a != b,
        Op::Uno => unordered,
    };
    Some((result.into(), 1))
}

/// Conversions; one that is out of range is undefined and unknown here.
pub fn cast(
    op: CastOp,
    from: Type,
    to: Type,
    from_bits: u32,
    to_bits: u32,
    value: u128,
) -> Option<(u128, u32)> {
    match op {
        CastOp::FpTrunc | CastOp::FpExt => word(to, number(from, value)?),
        CastOp::FpToSi | CastOp::FpToUi => {
            let truncated = number(from, value)?.trunc();
            let limit = 2f64.powi(to_bits.min(63) as i32 - 1);
            (truncated.abs() < limit).then_some(((truncated as i64) as u128, to_bits))
        }
        // Exact below 2^53; beyond, rounding to `float` through `double` could round twice.
        CastOp::SiToFp | CastOp::UiToFp => {
            let signed = signed(value, from_bits);
            let number = if op == CastOp::UiToFp && signed < 0 {
                signed + (1i128 << from_bits.min(100))
            } else {
                signed
            };
            (number.abs() < 1 << 53).then(|| word(to, number as f64)).flatten()
        }
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits => None,
    }
}

/// The number that the low bits of a word mean as a two's complement integer (0 or 1 for one bit).
fn signed(word: u128, bits: u32) -> i128 {
    match bits {
        0 | 1 => (word & 1) as i128,
        2..=127 => ((word << (128 - bits)) as i128) >> (128 - bits),
        _ => word as i128,
    }
}
