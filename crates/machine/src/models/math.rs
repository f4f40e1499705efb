//! `<math.h>`.
//!
//! Results on concrete numbers are those of the host's C library, which Rust's floating-point functions call. Exact functions of
//! numbers that depend on inputs are terms. Others end the path as unknown, and so do functions of `long double` that are not exact.

use std::num::FpCategory;

use raddle_expr::{TermId, Terms};
use raddle_ir::{CastOp, FloatCompareOp, Type};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;

use crate::fault::CutKind;
use crate::float::Number;
use crate::float_math::{self, Kind, Whole};
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::ERANGE;
use crate::models::{errno, nothing, value};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::{Value, mask, signed};

/// Each function comes for `double`, `float` and `long double`; the types of the call say which it is.
macro_rules! table {
    ($($name:literal => $model:expr,)*) => {
        &[$(
            ($name, $model),
            (concat!($name, "f"), $model),
            (concat!($name, "l"), $model),
        )*]
    };
}

pub(super) const TABLE: super::Table = table! {
    "sqrt" => square_root,
    "cbrt" => cube_root,
    "sin" => |m, st, c| unary(m, st, c, f64::sin, f32::sin),
    "cos" => |m, st, c| unary(m, st, c, f64::cos, f32::cos),
    "tan" => |m, st, c| unary(m, st, c, f64::tan, f32::tan),
    "asin" => |m, st, c| unary(m, st, c, f64::asin, f32::asin),
    "acos" => |m, st, c| unary(m, st, c, f64::acos, f32::acos),
    "atan" => |m, st, c| unary(m, st, c, f64::atan, f32::atan),
    "sinh" => |m, st, c| unary(m, st, c, f64::sinh, f32::sinh),
    "cosh" => |m, st, c| unary(m, st, c, f64::cosh, f32::cosh),
    "tanh" => |m, st, c| unary(m, st, c, f64::tanh, f32::tanh),
    "exp" => |m, st, c| unary(m, st, c, f64::exp, f32::exp),
    "exp2" => |m, st, c| unary(m, st, c, f64::exp2, f32::exp2),
    "expm1" => |m, st, c| unary(m, st, c, f64::exp_m1, f32::exp_m1),
    "log" => |m, st, c| unary(m, st, c, f64::ln, f32::ln),
    "log2" => |m, st, c| unary(m, st, c, f64::log2, f32::log2),
    "log10" => |m, st, c| unary(m, st, c, f64::log10, f32::log10),
    "log1p" => |m, st, c| unary(m, st, c, f64::ln_1p, f32::ln_1p),
    "floor" => |m, st, c| whole(m, st, c, Whole::Down, f64::floor, f32::floor),
    "ceil" => |m, st, c| whole(m, st, c, Whole::Up, f64::ceil, f32::ceil),
    "trunc" => |m, st, c| whole(m, st, c, Whole::TowardsZero, f64::trunc, f32::trunc),
    "round" => |m, st, c| whole(m, st, c, Whole::Nearest, f64::round, f32::round),
    "rint" => |m, st, c| whole(m, st, c, Whole::NearestEven, f64::round_ties_even, f32::round_ties_even),
    "nearbyint" => |m, st, c| whole(m, st, c, Whole::NearestEven, f64::round_ties_even, f32::round_ties_even),
    "roundeven" => |m, st, c| whole(m, st, c, Whole::NearestEven, f64::round_ties_even, f32::round_ties_even),
    "fabs" => absolute,
    "pow" => |m, st, c| binary(m, st, c, f64::powf, f32::powf),
    "fmod" => |m, st, c| binary(m, st, c, |a, b| a % b, |a, b| a % b),
    "remainder" => |m, st, c| binary(m, st, c, remainder, |a, b| remainder(a.into(), b.into()) as f32),
    "atan2" => |m, st, c| binary(m, st, c, f64::atan2, f32::atan2),
    "hypot" => |m, st, c| binary(m, st, c, f64::hypot, f32::hypot),
    "fmin" => |m, st, c| extreme(m, st, c, FloatCompareOp::Olt, smaller, smaller),
    "fmax" => |m, st, c| extreme(m, st, c, FloatCompareOp::Ogt, larger, larger),
    "fdim" => |m, st, c| binary(m, st, c, positive_difference, |a, b| positive_difference(a.into(), b.into()) as f32),
    "copysign" => copy_sign,
    "nextafter" => |m, st, c| binary(m, st, c, next_after, next_after_single),
    "fma" => fused,
    "ldexp" => scaled,
    "scalbn" => scaled,
    "frexp" => frexp,
    "modf" => modf,
    "lround" => |m, st, c| to_integer(m, st, c, Whole::Nearest, f64::round),
    "llround" => |m, st, c| to_integer(m, st, c, Whole::Nearest, f64::round),
    "lrint" => |m, st, c| to_integer(m, st, c, Whole::NearestEven, f64::round_ties_even),
    "llrint" => |m, st, c| to_integer(m, st, c, Whole::NearestEven, f64::round_ties_even),
    "isnan" => |m, st, c| test(m, st, c, Question::Nan),
    "__isnan" => |m, st, c| test(m, st, c, Question::Nan),
    "isinf" => |m, st, c| test(m, st, c, Question::InfinitySign),
    "__isinf" => |m, st, c| test(m, st, c, Question::InfinitySign),
    "finite" => |m, st, c| test(m, st, c, Question::Finite),
    "__finite" => |m, st, c| test(m, st, c, Question::Finite),
    "__signbit" => |m, st, c| test(m, st, c, Question::SignBit),
    "__fpclassify" => |m, st, c| test(m, st, c, Question::Class),
};

const EDOM: u64 = 33;

/// The arguments as numbers of the first one's type.
fn numbers(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    count: usize,
) -> Exec<Vec<Number>> {
    let ty = call.arg_type(0);
    let mut numbers = Vec::new();
    for index in 0..count {
        if !call.arg_type(index).is_float() {
            let message = "a mathematical function is called with an argument of a wrong type";
            let kind = crate::fault::FaultKind::LibraryMisuse;
            return Err(machine.fail(st, call.thread, kind, message.to_owned()));
        }
        numbers.push(machine.number(st, call.thread, ty, call.arg(index))?);
    }
    Ok(numbers)
}

fn finish(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    arguments: &[Number],
    result: Number,
) -> Exec<Outcome> {
    let finite = arguments.iter().all(|number| number.to_f64().is_finite());
    let double = result.to_f64();
    if double.is_nan() && finite {
        errno::set(machine, st, call.thread, EDOM);
    } else if (double.is_infinite() || vanishes(machine, call, arguments, double)) && finite {
        errno::set(machine, st, call.thread, ERANGE);
    }
    value(machine.number_value(call.arg_type(0), result))
}

/// Whether the result is zero because it is too small. What is zero by its nature is no error.
fn vanishes(machine: &Machine<'_>, call: &Call, arguments: &[Number], result: f64) -> bool {
    let name = machine.program.functions[call.func].name.trim_end_matches(['f', 'l']);
    let of_zero = arguments.first().is_some_and(|number| number.to_f64() == 0.0);
    match name {
        "exp" | "exp2" => result == 0.0,
        "pow" | "ldexp" | "scalbn" => result == 0.0 && !of_zero,
        _ => false,
    }
}

fn extended(machine: &mut Machine<'_>, st: &State, call: &Call) -> crate::stop::Stop {
    let name = &machine.program.functions[call.func].name;
    let message = format!("`{name}` of a long double");
    machine.cut(st, call.thread, CutKind::Unsupported, message)
}

fn absolute(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
    value(machine.float_abs(call.arg_type(0), call.arg(0)))
}

fn whole(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    way: Whole,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> Exec<Outcome> {
    match machine.symbolic_whole(call.arg_type(0), way, call.arg(0)) {
        Some(result) => value(result),
        None => unary(machine, st, call, double, single),
    }
}

fn square_root(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (ty, a) = (call.arg_type(0), call.arg(0));
    let Some((format, [number])) = machine.symbolic_numbers(ty, [a]) else {
        return unary(machine, st, call, f64::sqrt, f32::sqrt);
    };
    let is_wrong = float_math::has_no_root(&mut machine.terms, format, number);
    let is_wrong = Value::of_term(&machine.terms, is_wrong);
    if machine.decide(st, call.thread, is_wrong)? {
        errno::set(machine, st, call.thread, EDOM);
    }
    let root = float_math::square_root(&mut machine.terms, format, number);
    value(machine.float_value(ty, root))
}

fn extreme(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    op: FloatCompareOp,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Exec<Outcome> {
    match machine.symbolic_extreme(call.arg_type(0), op, call.arg(0), call.arg(1)) {
        Some(result) => value(result),
        None => binary(machine, st, call, double, single),
    }
}

fn copy_sign(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    match machine.symbolic_copy_sign(call.arg_type(0), call.arg(0), call.arg(1)) {
        Some(result) => value(result),
        None => binary(machine, st, call, f64::copysign, f32::copysign),
    }
}

fn unary(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    let result = match arguments[0] {
        Number::F32(x) => Number::F32(single(x)),
        Number::F64(x) => Number::F64(double(x)),
        Number::F80(_) => return Err(extended(machine, st, call)),
    };
    finish(machine, st, call, &arguments, result)
}

fn binary(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 2)?;
    let result = match (arguments[0], arguments[1]) {
        (Number::F32(x), Number::F32(y)) => Number::F32(single(x, y)),
        (Number::F64(x), Number::F64(y)) => Number::F64(double(x, y)),
        _ => return Err(extended(machine, st, call)),
    };
    finish(machine, st, call, &arguments, result)
}

fn fused(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 3)?;
    let result = match (arguments[0], arguments[1], arguments[2]) {
        (Number::F32(x), Number::F32(y), Number::F32(z)) => Number::F32(x.mul_add(y, z)),
        (Number::F64(x), Number::F64(y), Number::F64(z)) => Number::F64(x.mul_add(y, z)),
        _ => return Err(extended(machine, st, call)),
    };
    finish(machine, st, call, &arguments, result)
}

/// A number instead of NaN, and of two equal ones (zeros of either sign) the second, as x86 computes it.
fn smaller<F: PartialOrd>(a: F, b: F) -> F {
    if a < b || is_nan(&b) { a } else { b }
}

fn larger<F: PartialOrd>(a: F, b: F) -> F {
    if a > b || is_nan(&b) { a } else { b }
}

fn is_nan<F: PartialOrd>(number: &F) -> bool {
    number.partial_cmp(number).is_none()
}

/// Libraries round cube roots differently, so only exact ones are certain.
fn cube_root(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    let number = arguments[0].to_f64();
    let root = number.cbrt().round();
    if root * root * root != number {
        let message = "a cube root that is no whole number".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
    }
    let result = Number::F64(root).convert(call.arg_type(0));
    finish(machine, st, call, &arguments, result)
}

fn remainder(a: f64, b: f64) -> f64 {
    let (a, b) = (Double::from_bits(a.to_bits().into()), Double::from_bits(b.to_bits().into()));
    f64::from_bits(a.ieee_rem(b).value.to_bits() as u64)
}

fn positive_difference(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a > b {
        a - b
    } else {
        0.0
    }
}

fn next_after(from: f64, to: f64) -> f64 {
    if from.is_nan() || to.is_nan() {
        f64::NAN
    } else if from == to {
        to
    } else if from < to {
        from.next_up()
    } else {
        from.next_down()
    }
}

fn next_after_single(from: f32, to: f32) -> f32 {
    if from.is_nan() || to.is_nan() {
        f32::NAN
    } else if from == to {
        to
    } else if from < to {
        from.next_up()
    } else {
        from.next_down()
    }
}

fn power_of_two_times(number: f64, exponent: i32) -> f64 {
    let number = Double::from_bits(number.to_bits().into());
    f64::from_bits(number.scalbn(exponent).to_bits() as u64)
}

fn scaled(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    let Value::Word(exponent) = call.arg(1) else {
        let message = "an exponent that depends on inputs".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::SymbolicFloat, message));
    };
    let exponent = signed(32, exponent) as i32;
    let result = match arguments[0] {
        Number::F80(_) => return Err(extended(machine, st, call)),
        number => {
            // A `float` times a power of two is exact in double but for overflow and underflow.
            Number::F64(power_of_two_times(number.to_f64(), exponent)).convert(call.arg_type(0))
        }
    };
    finish(machine, st, call, &arguments, result)
}

/// `frexp(x, &exponent)`: x = result · 2^exponent with the result in [½, 1).
fn frexp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    let number = match arguments[0] {
        Number::F80(_) => return Err(extended(machine, st, call)),
        number => number.to_f64(),
    };
    let exponent = if number == 0.0 || !number.is_finite() {
        0
    } else {
        Double::from_bits(number.to_bits().into()).ilogb() + 1
    };
    let place = machine.place(st, call.thread, call.arg(1), 4, Direction::Write)?;
    let stored = Value::Word(mask(32, exponent as u64));
    machine.store(st, call.thread, place, Type::Int(32), stored)?;
    let fraction = power_of_two_times(number, -exponent);
    let result = Number::F64(fraction).convert(call.arg_type(0));
    value(machine.number_value(call.arg_type(0), result))
}

/// `modf(x, &whole)`: both parts have the sign of x.
fn modf(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    let ty = call.arg_type(0);
    let number = match arguments[0] {
        Number::F80(_) => return Err(extended(machine, st, call)),
        number => number.to_f64(),
    };
    let whole = number.trunc();
    let rest = if number.is_infinite() { 0.0f64.copysign(number) } else { number - whole };
    let rest = rest.copysign(number);
    let size = ty.bytes(&machine.program.target);
    let place = machine.place(st, call.thread, call.arg(1), size, Direction::Write)?;
    let stored = machine.number_value(ty, Number::F64(whole).convert(ty));
    machine.store(st, call.thread, place, ty, stored)?;
    value(machine.number_value(ty, Number::F64(rest).convert(ty)))
}

fn to_integer(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    way: Whole,
    round: fn(f64) -> f64,
) -> Exec<Outcome> {
    let ty = call.arg_type(0);
    if let Some(number) = machine.symbolic_whole(ty, way, call.arg(0)) {
        let returns = machine.program.functions[call.func].returns.first().copied();
        let result = returns.unwrap_or(Type::Int(64));
        let cast = CastOp::FpToSi;
        return value(machine.float_cast(st, call.thread, cast, ty, result, number)?);
    }
    let arguments = numbers(machine, st, call, 1)?;
    let number = match arguments[0] {
        Number::F80(_) => return Err(extended(machine, st, call)),
        number => round(number.to_f64()),
    };
    let Some(&result) = machine.program.functions[call.func].returns.first() else {
        return nothing();
    };
    let width = result.bits(&machine.program.target);
    let limit = power_of_two_times(1.0, width as i32 - 1);
    // Out of range is unspecified; like x86 hardware, give the smallest number.
    let integer = if number >= -limit && number < limit { number as i64 } else { i64::MIN };
    let integer = if width < 64 && integer == i64::MIN { 1 << (width - 1) } else { integer };
    value(Value::Word(mask(width, integer as u64)))
}

/// What can be asked about a number.
#[derive(Clone, Copy, Debug)]
enum Question {
    Nan,
    /// 1, −1 or 0 as an `int`
    InfinitySign,
    Finite,
    SignBit,
    /// glibc's FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL
    Class,
}

fn test(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    question: Question,
) -> Exec<Outcome> {
    if let Some(kind) = machine.symbolic_kind(call.arg_type(0), call.arg(0)) {
        let answer = symbolic_answer(&mut machine.terms, question, kind);
        return value(Value::of_term(&machine.terms, answer));
    }
    let number = numbers(machine, st, call, 1)?[0].to_f64();
    let answer = match question {
        Question::Nan => u64::from(number.is_nan()),
        Question::InfinitySign if number.is_infinite() && number < 0.0 => 0xffff_ffff,
        Question::InfinitySign => u64::from(number.is_infinite()),
        Question::Finite => u64::from(number.is_finite()),
        Question::SignBit => u64::from(number.is_sign_negative()),
        Question::Class => match number.classify() {
            FpCategory::Nan => 0,
            FpCategory::Infinite => 1,
            FpCategory::Zero => 2,
            FpCategory::Subnormal => 3,
            FpCategory::Normal => 4,
        },
    };
    value(Value::Word(answer))
}

fn symbolic_answer(terms: &mut Terms, question: Question, kind: Kind) -> TermId {
    let mut number = |value: u128| terms.constant(32, value);
    let [zero, one, two, three, four, less] = [0, 1, 2, 3, 4, 0xffff_ffff].map(&mut number);
    match question {
        Question::Nan => terms.ite(kind.nan, one, zero),
        Question::SignBit => terms.ite(kind.negative, one, zero),
        Question::Finite => {
            let special = terms.or(kind.nan, kind.infinite);
            terms.ite(special, zero, one)
        }
        Question::InfinitySign => {
            let sign = terms.ite(kind.negative, less, one);
            terms.ite(kind.infinite, sign, zero)
        }
        Question::Class => {
            let class = terms.ite(kind.subnormal, three, four);
            let class = terms.ite(kind.zero, two, class);
            let class = terms.ite(kind.infinite, one, class);
            terms.ite(kind.nan, zero, class)
        }
    }
}
