//! `<math.h>` on concrete numbers.
//!
//! Results are those of the host's C library, which Rust's floating-point functions call. A number that
//! depends on inputs ends the path as unknown, and so do functions of `long double` that are not exact.

use raddle_ir::Type;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;

use crate::fault::CutKind;
use crate::float::Number;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::ERANGE;
use crate::models::{errno, nothing, value};
use crate::place::Access;
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
    "sqrt" => |m, st, c| unary(m, st, c, f64::sqrt, f32::sqrt),
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
    "floor" => |m, st, c| unary(m, st, c, f64::floor, f32::floor),
    "ceil" => |m, st, c| unary(m, st, c, f64::ceil, f32::ceil),
    "trunc" => |m, st, c| unary(m, st, c, f64::trunc, f32::trunc),
    "round" => |m, st, c| unary(m, st, c, f64::round, f32::round),
    "rint" => |m, st, c| unary(m, st, c, f64::round_ties_even, f32::round_ties_even),
    "nearbyint" => |m, st, c| unary(m, st, c, f64::round_ties_even, f32::round_ties_even),
    "roundeven" => |m, st, c| unary(m, st, c, f64::round_ties_even, f32::round_ties_even),
    "fabs" => absolute,
    "pow" => |m, st, c| binary(m, st, c, f64::powf, f32::powf),
    "fmod" => |m, st, c| binary(m, st, c, |a, b| a % b, |a, b| a % b),
    "remainder" => |m, st, c| binary(m, st, c, remainder, |a, b| remainder(a.into(), b.into()) as f32),
    "atan2" => |m, st, c| binary(m, st, c, f64::atan2, f32::atan2),
    "hypot" => |m, st, c| binary(m, st, c, f64::hypot, f32::hypot),
    "fmin" => |m, st, c| binary(m, st, c, smaller, smaller),
    "fmax" => |m, st, c| binary(m, st, c, larger, larger),
    "fdim" => |m, st, c| binary(m, st, c, positive_difference, |a, b| positive_difference(a.into(), b.into()) as f32),
    "copysign" => |m, st, c| binary(m, st, c, f64::copysign, f32::copysign),
    "nextafter" => |m, st, c| binary(m, st, c, next_after, next_after_single),
    "fma" => fused,
    "ldexp" => scaled,
    "scalbn" => scaled,
    "frexp" => frexp,
    "modf" => modf,
    "lround" => |m, st, c| to_integer(m, st, c, f64::round),
    "llround" => |m, st, c| to_integer(m, st, c, f64::round),
    "lrint" => |m, st, c| to_integer(m, st, c, f64::round_ties_even),
    "llrint" => |m, st, c| to_integer(m, st, c, f64::round_ties_even),
    "isnan" => |m, st, c| test(m, st, c, |x| u64::from(x.is_nan())),
    "__isnan" => |m, st, c| test(m, st, c, |x| u64::from(x.is_nan())),
    "isinf" => |m, st, c| test(m, st, c, infinity_sign),
    "__isinf" => |m, st, c| test(m, st, c, infinity_sign),
    "finite" => |m, st, c| test(m, st, c, |x| u64::from(x.is_finite())),
    "__finite" => |m, st, c| test(m, st, c, |x| u64::from(x.is_finite())),
    "__signbit" => |m, st, c| test(m, st, c, |x| u64::from(x.is_sign_negative())),
    "__fpclassify" => |m, st, c| test(m, st, c, class),
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
    let place = machine.place(st, call.thread, call.arg(1), 4, Access::Write)?;
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
    let place = machine.place(st, call.thread, call.arg(1), size, Access::Write)?;
    let stored = machine.number_value(ty, Number::F64(whole).convert(ty));
    machine.store(st, call.thread, place, ty, stored)?;
    value(machine.number_value(ty, Number::F64(rest).convert(ty)))
}

fn to_integer(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    round: fn(f64) -> f64,
) -> Exec<Outcome> {
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

fn test(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    question: fn(f64) -> u64,
) -> Exec<Outcome> {
    let arguments = numbers(machine, st, call, 1)?;
    value(Value::Word(question(arguments[0].to_f64())))
}

/// 1, −1 or 0 as an `int`.
fn infinity_sign(number: f64) -> u64 {
    match number {
        f64::INFINITY => 1,
        f64::NEG_INFINITY => 0xffff_ffff,
        _ => 0,
    }
}

/// glibc's FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL.
fn class(number: f64) -> u64 {
    match number.classify() {
        std::num::FpCategory::Nan => 0,
        std::num::FpCategory::Infinite => 1,
        std::num::FpCategory::Zero => 2,
        std::num::FpCategory::Subnormal => 3,
        std::num::FpCategory::Normal => 4,
    }
}
