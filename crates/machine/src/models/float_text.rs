//! Floating-point numbers from known text, for `strtod` and its family (`decimal.c` of the run-time library).

use raddle_ir::Type;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

use crate::fault::CutKind;
use crate::float::Number;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::ERANGE;
use crate::models::text::known_text;
use crate::models::{errno, value};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table =
    &[("__raddle_strtod", strtod), ("__raddle_strtof", strtof), ("__raddle_strtold", strtold)];

fn strtod(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    convert(machine, st, call, Type::F64, call.arg(1))
}

fn strtof(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    convert(machine, st, call, Type::F32, call.arg(1))
}

fn strtold(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    convert(machine, st, call, Type::F80, call.arg(1))
}

fn convert(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    ty: Type,
    end: Value,
) -> Exec<Outcome> {
    let text = known_text(machine, st, call, call.arg(0), "the text of a floating-point number")?;
    let (length, shape) = prefix(&text);
    let Some(number) = number_of(&text[..length], shape, ty) else {
        let message = "the text of a floating-point number is too unusual".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
    };
    if end != Value::Word(0) {
        let size = Type::Ptr.bytes(&machine.program.target);
        let place = machine.place(st, call.thread, end, size, Direction::Write)?;
        let stop = machine.offset_pointer(call.arg(0), length as u64);
        machine.store(st, call.thread, place, Type::Ptr, stop)?;
    }
    let out_of_range = match shape {
        Shape::Decimal | Shape::Hexadecimal => {
            let double = number.to_f64();
            double.is_infinite() || double == 0.0 && has_nonzero_digit(&text[..length])
        }
        Shape::Nothing | Shape::Infinity | Shape::NotANumber => false,
    };
    if out_of_range {
        errno::set(machine, st, call.thread, ERANGE);
    }
    value(machine.number_value(ty, number))
}

/// What kind of number a text begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Nothing,
    Decimal,
    Hexadecimal,
    Infinity,
    NotANumber,
}

/// The length of the number a text begins with, white space before it included.
fn prefix(text: &[u8]) -> (usize, Shape) {
    let blanks = text.iter().take_while(|&&byte| matches!(byte, b'\t'..=b'\r' | b' ')).count();
    let mut at = blanks + usize::from(matches!(text.get(blanks), Some(b'+' | b'-')));
    let rest = text[at..].to_ascii_lowercase();
    for word in [&b"infinity"[..], b"inf"] {
        if rest.starts_with(word) {
            return (at + word.len(), Shape::Infinity);
        }
    }
    if rest.starts_with(b"nan") {
        return (at + 3, Shape::NotANumber);
    }
    if rest.starts_with(b"0x") && digits(&rest[2..], 16).1 {
        at += 2 + digits(&rest[2..], 16).0;
        return (at + exponent(&text[at..], b'p'), Shape::Hexadecimal);
    }
    let (length, any) = digits(&rest, 10);
    if !any {
        return (0, Shape::Nothing);
    }
    at += length;
    (at + exponent(&text[at..], b'e'), Shape::Decimal)
}

/// How many bytes of digits with at most one point there are, and whether any is a digit.
fn digits(text: &[u8], base: u32) -> (usize, bool) {
    let mut point = false;
    let mut any = false;
    let mut length = 0;
    for &byte in text {
        if byte == b'.' && !point {
            point = true;
        } else if char::from(byte).is_digit(base) {
            any = true;
        } else {
            break;
        }
        length += 1;
    }
    (length, any)
}

/// The length of an exponent, 0 if there is none.
fn exponent(text: &[u8], letter: u8) -> usize {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = text[1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

fn has_nonzero_digit(text: &[u8]) -> bool {
    text.iter()
        .take_while(|&&byte| !matches!(byte, b'e' | b'E' | b'p' | b'P'))
        .any(|byte| matches!(byte, b'1'..=b'9'))
}

fn number_of(text: &[u8], shape: Shape, ty: Type) -> Option<Number> {
    let text =
        std::str::from_utf8(text).ok()?.trim_start_matches(|c: char| c.is_ascii_whitespace());
    // Vertical tabs are white space to C.
    let text = text.trim_start_matches('\u{b}');
    let negative = text.starts_with('-');
    let magnitude = text.trim_start_matches(['+', '-']);
    let number = match shape {
        Shape::Nothing => return Some(Number::F64(0.0).convert(ty)),
        Shape::Infinity => Number::F64(f64::INFINITY).convert(ty),
        Shape::NotANumber => Number::F64(f64::NAN).convert(ty),
        Shape::Decimal => match ty {
            Type::F32 => Number::F32(magnitude.parse().ok()?),
            Type::F64 => Number::F64(magnitude.parse().ok()?),
            _ => extended(magnitude)?,
        },
        Shape::Hexadecimal => {
            let lower = magnitude.to_ascii_lowercase();
            let text = if lower.contains('p') { lower } else { format!("{lower}p0") };
            extended(&text)?.convert(ty)
        }
    };
    Some(if negative { negated(number) } else { number })
}

fn extended(text: &str) -> Option<Number> {
    let parsed = X87DoubleExtended::from_str_r(text, Round::NearestTiesToEven).ok()?;
    Some(Number::F80(parsed.value))
}

fn negated(number: Number) -> Number {
    match number {
        Number::F32(x) => Number::F32(-x),
        Number::F64(x) => Number::F64(-x),
        Number::F80(x) => Number::F80(-x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (f64, usize) {
        let (length, shape) = prefix(text.as_bytes());
        let number = number_of(&text.as_bytes()[..length], shape, Type::F64).unwrap();
        (number.to_f64(), length)
    }

    #[test]
    fn reads_the_longest_number() {
        assert_eq!(parse("12.5abc"), (12.5, 4));
        assert_eq!(parse("  -1e3x"), (-1000.0, 6));
        assert_eq!(parse("1e+"), (1.0, 1));
        assert_eq!(parse(".5"), (0.5, 2));
        assert_eq!(parse("."), (0.0, 0));
        assert_eq!(parse("x"), (0.0, 0));
        assert_eq!(parse("0x1.8p1z"), (3.0, 7));
        assert_eq!(parse("0x10"), (16.0, 4));
        assert_eq!(parse("0xg"), (0.0, 1));
        assert_eq!(parse("-infinite"), (f64::NEG_INFINITY, 4));
        assert_eq!(parse("1e999"), (f64::INFINITY, 5));
        assert!(parse("nan").0.is_nan());
    }
}
