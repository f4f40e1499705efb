//! Format strings: how `printf` reads them and how it writes numbers. Nothing here knows the machine.
//!
//! Floating point prints as glibc does: the exact decimal value, rounded half to even.

/// A part of a format string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece<'f> {
    Text(&'f [u8]),
    Directive(Directive),
}

/// `%…`
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Directive {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    pub length: Length,
    pub conversion: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Number(u64),
    /// `*`: taken from the arguments.
    Argument,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Length {
    #[default]
    Plain,
    Char,
    Short,
    Long,
    LongLong,
    /// `z`, `t`
    Pointer,
    /// `j`
    Max,
    /// `L`
    LongDouble,
}

impl Length {
    /// Width of an integer with this modifier.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Length::Plain => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long | Length::Pointer => pointer_bits,
            Length::LongLong | Length::Max | Length::LongDouble => 64,
        }
    }
}

/// Splits a format into literal text and directives; `Err` says what is not understood.
pub(super) fn pieces(format: &[u8]) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let literal = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        if literal > 0 {
            pieces.push(Piece::Text(&rest[..literal]));
            rest = &rest[literal..];
            continue;
        }
        if rest.get(1) == Some(&b'%') {
            pieces.push(Piece::Text(&rest[..1]));
            rest = &rest[2..];
            continue;
        }
        let (directive, length) = directive(&rest[1..])?;
        pieces.push(Piece::Directive(directive));
        rest = &rest[1 + length..];
    }
    Ok(pieces)
}

/// The directive at the start of `text` (behind its `%`) and how long it is.
fn directive(text: &[u8]) -> Result<(Directive, usize), String> {
    let mut found = Directive::default();
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(b'-') => found.left = true,
            Some(b'+') => found.plus = true,
            Some(b' ') => found.space = true,
            Some(b'#') => found.alternate = true,
            Some(b'0') => found.zero = true,
            _ => break,
        }
        at += 1;
    }
    found.width = count(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        found.precision = Some(count(text, &mut at).unwrap_or(Count::Number(0)));
    }
    let (length, letters) = match (text.get(at), text.get(at + 1)) {
        (Some(b'h'), Some(b'h')) => (Length::Char, 2),
        (Some(b'h'), _) => (Length::Short, 1),
        (Some(b'l'), Some(b'l')) => (Length::LongLong, 2),
        (Some(b'l'), _) => (Length::Long, 1),
        (Some(b'q'), _) => (Length::LongLong, 1),
        (Some(b'z' | b't'), _) => (Length::Pointer, 1),
        (Some(b'j'), _) => (Length::Max, 1),
        (Some(b'L'), _) => (Length::LongDouble, 1),
        _ => (Length::Plain, 0),
    };
    found.length = length;
    at += letters;
    match text.get(at) {
        Some(&conversion @ (b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' | b's' | b'p'))
        | Some(&conversion @ (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' | b'n')) => {
            found.conversion = conversion;
            Ok((found, at + 1))
        }
        Some(&other) => Err(format!("the conversion `%{}`", char::from(other))),
        None => Err("a format that ends in the middle of a conversion".to_owned()),
    }
}

fn count(text: &[u8], at: &mut usize) -> Option<Count> {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Count::Argument);
    }
    let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let number = text[*at..*at + digits]
        .iter()
        .fold(0u64, |number, digit| number.saturating_mul(10) + u64::from(digit - b'0'));
    *at += digits;
    Some(Count::Number(number))
}

/// The digits of a number, most significant first.
pub(super) fn digits(mut number: u64, base: u64, upper: bool) -> Vec<u8> {
    let mut digits = Vec::new();
    loop {
        digits.push(digit((number % base) as u8, upper));
        number /= base;
        if number == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}

fn digit(value: u8, upper: bool) -> u8 {
    match value {
        0..=9 => b'0' + value,
        _ if upper => b'A' + value - 10,
        _ => b'a' + value - 10,
    }
}

/// A number without its sign, by the conversion's letter in lower case.
pub(super) fn float_text(
    number: f64,
    conversion: u8,
    precision: Option<u64>,
    alternate: bool,
) -> String {
    let number = number.abs();
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return "inf".to_owned();
    }
    let precision = precision.map(|precision| precision as usize);
    match conversion {
        b'f' => fixed(number, precision.unwrap_or(6), alternate),
        b'e' => scientific(number, precision.unwrap_or(6), alternate),
        b'a' => hexadecimal(number, precision, alternate),
        _ => general(number, precision.unwrap_or(6).max(1), alternate),
    }
}

fn fixed(number: f64, precision: usize, alternate: bool) -> String {
    let point = if alternate && precision == 0 { "." } else { "" };
    format!("{number:.precision$}{point}")
}

fn scientific(number: f64, precision: usize, alternate: bool) -> String {
    let (mantissa, exponent) = parts(number, precision);
    let point = if alternate && precision == 0 { "." } else { "" };
    format!("{mantissa}{point}{}", exponent_text(exponent))
}

/// Mantissa and decimal exponent after rounding to `precision` digits behind the point.
fn parts(number: f64, precision: usize) -> (String, i32) {
    let text = format!("{number:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.abs())
}

fn general(number: f64, precision: usize, alternate: bool) -> String {
    let (mantissa, exponent) = parts(number, precision - 1);
    let plain = exponent >= -4 && exponent < precision as i32;
    let text = if plain {
        fixed(number, (precision as i32 - 1 - exponent) as usize, alternate)
    } else if alternate && precision == 1 {
        format!("{mantissa}.")
    } else {
        mantissa
    };
    let kept = if alternate || !text.contains('.') {
        text.as_str()
    } else {
        text.trim_end_matches('0').trim_end_matches('.')
    };
    if plain { kept.to_owned() } else { format!("{kept}{}", exponent_text(exponent)) }
}

fn hexadecimal(number: f64, precision: Option<usize>, alternate: bool) -> String {
    const FRACTION_BITS: u32 = 52;
    const FRACTION_DIGITS: usize = 13;
    let bits = number.to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let biased = (bits >> FRACTION_BITS) as i32;
    let (lead, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1u64, biased - 1023),
    };
    let mut mantissa = lead << FRACTION_BITS | fraction;
    let mut shown = FRACTION_DIGITS;
    match precision {
        Some(precision) if precision < FRACTION_DIGITS => {
            let dropped = 4 * (FRACTION_DIGITS - precision);
            let half = 1u64 << (dropped - 1);
            let rest = mantissa & ((1 << dropped) - 1);
            mantissa >>= dropped;
            if rest > half || rest == half && mantissa & 1 == 1 {
                mantissa += 1;
            }
            shown = precision;
        }
        _ => {}
    }
    let lead = mantissa >> (4 * shown);
    let fraction = mantissa & ((1 << (4 * shown)) - 1);
    let mut tail = if shown == 0 { String::new() } else { format!("{fraction:0shown$x}") };
    match precision {
        None => tail.truncate(tail.trim_end_matches('0').len()),
        Some(precision) => tail.extend(std::iter::repeat_n('0', precision.saturating_sub(shown))),
    }
    let point = if tail.is_empty() && !alternate { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("0x{lead}{point}{tail}p{sign}{}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: f64, conversion: u8, precision: Option<u64>) -> String {
        float_text(number, conversion, precision, false)
    }

    #[test]
    fn splits_formats() {
        let found = pieces(b"a%%b%-08.3lld%*s").unwrap();
        let number = Directive {
            left: true,
            zero: true,
            width: Some(Count::Number(8)),
            precision: Some(Count::Number(3)),
            length: Length::LongLong,
            conversion: b'd',
            ..Directive::default()
        };
        let string =
            Directive { width: Some(Count::Argument), conversion: b's', ..Directive::default() };
        let expected = vec![
            Piece::Text(b"a"),
            Piece::Text(b"%"),
            Piece::Text(b"b"),
            Piece::Directive(number),
            Piece::Directive(string),
        ];
        assert_eq!(found, expected);
        assert!(pieces(b"100%").is_err());
        assert!(pieces(b"%y").is_err());
    }

    #[test]
    fn writes_numbers_in_every_base() {
        assert_eq!(digits(0, 10, false), b"0");
        assert_eq!(digits(u64::MAX, 10, false), b"18446744073709551615");
        assert_eq!(digits(0xbeef, 16, true), b"BEEF");
        assert_eq!(digits(8, 8, false), b"10");
    }

    /// Expected texts are what glibc prints.
    #[test]
    fn writes_floating_point_like_c() {
        assert_eq!(text(3.25, b'f', None), "3.250000");
        assert_eq!(text(0.5, b'f', Some(0)), "0");
        assert_eq!(text(2.5, b'f', Some(0)), "2");
        assert_eq!(text(1e22, b'f', Some(1)), "10000000000000000000000.0");
        assert_eq!(text(0.1, b'f', Some(20)), "0.10000000000000000555");
        assert_eq!(text(12345.678, b'e', None), "1.234568e+04");
        assert_eq!(text(0.0, b'e', Some(0)), "0e+00");
        assert_eq!(text(1e-300, b'e', Some(2)), "1.00e-300");
        assert_eq!(text(100000.0, b'g', None), "100000");
        assert_eq!(text(1000000.0, b'g', None), "1e+06");
        assert_eq!(text(0.0001, b'g', None), "0.0001");
        assert_eq!(text(0.00001234, b'g', None), "1.234e-05");
        assert_eq!(text(999999.5, b'g', None), "1e+06");
        assert_eq!(text(0.0, b'g', None), "0");
        assert_eq!(float_text(1.0, b'g', Some(3), true), "1.00");
        assert_eq!(text(f64::INFINITY, b'f', None), "inf");
        assert_eq!(text(f64::NAN, b'g', None), "nan");
        assert_eq!(text(1.0, b'a', None), "0x1p+0");
        assert_eq!(text(0.1, b'a', None), "0x1.999999999999ap-4");
        assert_eq!(text(1.999, b'a', Some(0)), "0x2p+0");
        assert_eq!(text(0.0, b'a', None), "0x0p+0");
        assert_eq!(text(1.0, b'a', Some(3)), "0x1.000p+0");
    }
}
