//! Carrying out a format: arguments in, bytes out.
//!
//! Where the result goes to memory, it is exact: an integer that depends on inputs forks on its sign and
//! number of digits, its digits are terms. Where it only goes to a stream nothing may fork, because nobody
//! can observe the difference: what depends on inputs prints as `?`.

use raddle_expr::{Sort, TermId};
use raddle_ir::Type;

use crate::access::Access;
use crate::decide::Exec;
use crate::fault::{CutKind, FaultKind};
use crate::float::Number;
use crate::machine::Machine;
use crate::models::Call;
use crate::models::format::{Count, Directive, Length, Piece, digits, float_text, pieces};
use crate::models::text::{End, known_text, known_word, length_of, read_string, read_text};
use crate::state::State;
use crate::value::{Value, mask, signed};

/// Where the text goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Stream,
    Memory,
}

/// A carried-out format.
#[derive(Clone, Debug, Default)]
pub(super) struct Rendered {
    /// One value of eight bits per byte.
    pub bytes: Vec<Value>,
    /// Something printed as `?`: the real length is another one.
    pub uncertain: bool,
}

impl Rendered {
    fn text(&mut self, text: &[u8]) {
        self.bytes.extend(text.iter().map(|&byte| Value::Word(u64::from(byte))));
    }

    fn unknown(&mut self) {
        self.uncertain = true;
        self.text(b"?");
    }

    /// The number of bytes as an `int`; any number where it is not certain.
    pub fn length(&self, machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Value {
        if !self.uncertain {
            return Value::Word(self.bytes.len() as u64);
        }
        let owner = st.thread_mut(call.thread);
        owner.undefined += 1;
        let name = format!("printed {} {}", owner.id, owner.undefined);
        let low = machine.terms.var(&name, Sort::Bits(31));
        Value::Term(machine.terms.zext(low, 32))
    }
}

/// The arguments of a format.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arguments {
    /// Those of the call, from this one on.
    Direct(usize),
    /// What a `va_list` stands for; the value that was passed as one.
    List(Value),
}

/// Carries out the format at `format`.
pub(super) fn render(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    format: Value,
    mut arguments: Arguments,
    purpose: Purpose,
) -> Exec<Rendered> {
    let format = known_text(machine, st, call, format, "a format")?;
    let pieces = match pieces(&format) {
        Ok(pieces) => pieces,
        Err(what) => {
            let message = format!("{what} in a format");
            return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
        }
    };
    let mut out = Rendered::default();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.text(text),
            Piece::Directive(directive) => {
                convert(machine, st, call, &directive, &mut arguments, purpose, &mut out)?;
            }
        }
    }
    Ok(out)
}

/// A directive whose width and precision are known numbers.
struct Layout {
    left: bool,
    zero: bool,
    width: usize,
    precision: Option<u64>,
}

fn convert(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    directive: &Directive,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    let width = count(machine, st, call, directive.width, arguments, purpose)?;
    let precision = count(machine, st, call, directive.precision, arguments, purpose)?;
    let layout = Layout {
        left: directive.left || width.is_some_and(|width| width < 0),
        zero: directive.zero,
        width: width.unwrap_or(0).unsigned_abs().min(1 << 20) as usize,
        // A negative precision is taken as if there were none.
        precision: precision.and_then(|precision| u64::try_from(precision).ok()),
    };
    match directive.conversion {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            integer(machine, st, call, directive, &layout, arguments, purpose, out)
        }
        b'c' => character(machine, st, call, &layout, arguments, purpose, out),
        b's' => string(machine, st, call, directive, &layout, arguments, purpose, out),
        b'p' => pointer(machine, st, call, &layout, arguments, purpose, out),
        b'n' => {
            let message = "the conversion `%n` in a format".to_owned();
            Err(machine.cut(st, call.thread, CutKind::Unsupported, message))
        }
        _ => float(machine, st, call, directive, &layout, arguments, purpose, out),
    }
}

fn count(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    count: Option<Count>,
    arguments: &mut Arguments,
    purpose: Purpose,
) -> Exec<Option<i64>> {
    match count {
        None => Ok(None),
        Some(Count::Number(number)) => Ok(i64::try_from(number).ok()),
        Some(Count::Argument) => {
            let value = next(machine, st, call, arguments, Type::Int(32))?;
            match (value, purpose) {
                (Value::Word(word), _) => Ok(Some(signed(32, word))),
                (_, Purpose::Stream) => Ok(None),
                (value, Purpose::Memory) => {
                    let word = known_word(machine, st, call, value, "the width in a format")?;
                    Ok(Some(signed(32, word)))
                }
            }
        }
    }
}

/// The next argument, which has to be of the given kind of type.
fn next(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    arguments: &mut Arguments,
    wanted: Type,
) -> Exec<Value> {
    match arguments {
        Arguments::Direct(index) => {
            let Some(&(value, ty)) = call.args.get(*index) else {
                return Err(too_few(machine, st, call));
            };
            *index += 1;
            if ty.is_float() != wanted.is_float() || ty.is_float() && ty != wanted {
                let message = format!(
                    "a conversion in a format expects another type than {ty} (argument {index})"
                );
                return Err(machine.fail(st, call.thread, FaultKind::LibraryMisuse, message));
            }
            Ok(resize(machine, value, ty, wanted))
        }
        Arguments::List(list) => next_of_list(machine, st, call, list, wanted),
    }
}

fn too_few(machine: &mut Machine<'_>, st: &State, call: &Call) -> crate::decide::Stop {
    let message = "a format has more conversions than there are arguments".to_owned();
    machine.fail(st, call.thread, FaultKind::LibraryMisuse, message)
}

/// An integer argument as one of another width: what is read of it on the machines we model.
fn resize(machine: &mut Machine<'_>, value: Value, from: Type, to: Type) -> Value {
    let target = &machine.program.target;
    let (from, to) = (from.bits(target), to.bits(target));
    match value {
        Value::Word(word) if from <= 64 && to <= 64 => {
            Value::Word(mask(to, signed(from, word) as u64))
        }
        _ if from == to => value,
        _ => {
            let term = value.term(&mut machine.terms, from);
            let term = if from < to {
                machine.terms.sext(term, to)
            } else {
                machine.terms.extract(term, to - 1, 0)
            };
            Value::of_term(&machine.terms, term)
        }
    }
}

/// `va_arg`. With 64-bit pointers the list is a structure whose third word points to the next argument
/// (`va_start` puts none into the register area), with 32-bit ones it is that pointer.
fn next_of_list(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    list: &mut Value,
    wanted: Type,
) -> Exec<Value> {
    const AREA: u64 = 8;
    let wide = machine.pointer_bits == 64;
    let slot = u64::from(machine.pointer_bits / 8);
    let size = wanted.bytes(&machine.program.target).next_multiple_of(slot);
    let field = machine.offset_pointer(*list, AREA);
    let at = if wide {
        let place = machine.place(st, call.thread, field, slot, Access::Write)?;
        machine.load(st, call.thread, place, Type::Ptr)?
    } else {
        *list
    };
    let at = machine.defined_or_marked(st, call.thread, at, Type::Ptr);
    let mut at = known_word(machine, st, call, at, "a list of arguments")?;
    if wide && size > 8 {
        at = at.next_multiple_of(16);
    }
    let room = machine
        .names
        .resolve(at)
        .and_then(|(id, offset)| st.memory.get(id)?.size.checked_sub(u64::try_from(offset).ok()?));
    if room.is_some_and(|room| room < size) {
        return Err(too_few(machine, st, call));
    }
    let place = machine.place(st, call.thread, Value::Word(at), size, Access::Read)?;
    let value = machine.load(st, call.thread, place, wanted)?;
    let value = machine.defined_or_marked(st, call.thread, value, wanted);
    let following = Value::Word(at + size);
    if wide {
        let place = machine.place(st, call.thread, field, slot, Access::Write)?;
        machine.store(st, call.thread, place, Type::Ptr, following)?;
    } else {
        *list = following;
    }
    Ok(value)
}

/// Puts sign or prefix, zeros and blanks around a number or text.
fn pad(out: &mut Rendered, layout: &Layout, zeros: bool, prefix: &[u8], body: &[Value]) {
    let missing = layout.width.saturating_sub(prefix.len() + body.len());
    let fill = if zeros && !layout.left { b'0' } else { b' ' };
    let filling = vec![fill; missing];
    if !layout.left && fill == b' ' {
        out.text(&filling);
    }
    out.text(prefix);
    if !layout.left && fill == b'0' {
        out.text(&filling);
    }
    out.bytes.extend_from_slice(body);
    if layout.left {
        out.text(&filling);
    }
}

fn integer(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    directive: &Directive,
    layout: &Layout,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    let bits = directive.length.bits(machine.pointer_bits);
    let passed = Type::Int(bits.max(32) as u16);
    let argument = next(machine, st, call, arguments, passed)?;
    let argument = resize(machine, argument, passed, Type::Int(bits as u16));
    let is_signed = matches!(directive.conversion, b'd' | b'i');
    let base = match directive.conversion {
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    };
    let upper = directive.conversion == b'X';
    let (negative, mut body) = match argument {
        Value::Word(word) => {
            let negative = is_signed && signed(bits, word) < 0;
            let magnitude = if negative { signed(bits, word).unsigned_abs() } else { word };
            let digits = digits(magnitude, base, upper);
            (negative, digits.into_iter().map(|digit| Value::Word(u64::from(digit))).collect())
        }
        _ if purpose == Purpose::Stream => {
            out.unknown();
            return Ok(());
        }
        value => {
            machine.demand_defined(st, call.thread, value, "formatted text")?;
            let term = value.term(&mut machine.terms, bits);
            symbolic_digits(machine, st, call, term, is_signed, base, upper)?
        }
    };
    let is_zero = body == [Value::Word(u64::from(b'0'))];
    if is_zero && layout.precision == Some(0) {
        body.clear();
    }
    let precision = layout.precision.unwrap_or(1).min(1 << 20) as usize;
    while body.len() < precision {
        body.insert(0, Value::Word(u64::from(b'0')));
    }
    let prefix: &[u8] = match directive.conversion {
        b'd' | b'i' if negative => b"-",
        b'd' | b'i' if directive.plus => b"+",
        b'd' | b'i' if directive.space => b" ",
        b'x' if directive.alternate && !is_zero => b"0x",
        b'X' if directive.alternate && !is_zero => b"0X",
        b'o' if directive.alternate && body.first() != Some(&Value::Word(u64::from(b'0'))) => b"0",
        _ => b"",
    };
    pad(out, layout, layout.zero && layout.precision.is_none(), prefix, &body);
    Ok(())
}

/// Sign and digits of a number that depends on inputs: one state per sign and number of digits.
fn symbolic_digits(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    number: TermId,
    is_signed: bool,
    base: u64,
    upper: bool,
) -> Exec<(bool, Vec<Value>)> {
    let bits = machine.terms.width(number);
    let zero = machine.terms.constant(bits, 0);
    let is_negative = machine.terms.slt(number, zero);
    let is_negative = Value::of_term(&machine.terms, is_negative);
    let negative = is_signed && machine.decide(st, call.thread, is_negative)?;
    let magnitude = if negative { machine.terms.neg(number) } else { number };
    let mut count = 1;
    let mut limit = u128::from(base);
    while limit < 1 << bits {
        let bound = machine.terms.constant(bits, limit);
        let shorter = machine.terms.ult(magnitude, bound);
        let shorter = Value::of_term(&machine.terms, shorter);
        if machine.decide(st, call.thread, shorter)? {
            break;
        }
        limit *= u128::from(base);
        count += 1;
    }
    let mut body = Vec::new();
    let base_term = machine.terms.constant(bits, u128::from(base));
    let mut weight = 1u128;
    for _ in 0..count {
        let weight_term = machine.terms.constant(bits, weight);
        let shifted = machine.terms.udiv(magnitude, weight_term);
        let digit = machine.terms.urem(shifted, base_term);
        body.insert(0, digit_character(machine, digit, upper));
        weight *= u128::from(base);
    }
    Ok((negative, body))
}

fn digit_character(machine: &mut Machine<'_>, digit: TermId, upper: bool) -> Value {
    let digit = machine.terms.extract(digit, 7, 0);
    let zero = machine.terms.constant(8, u128::from(b'0'));
    let decimal = machine.terms.add(digit, zero);
    let letter = if upper { b'A' } else { b'a' };
    let letter = machine.terms.constant(8, u128::from(letter - 10));
    let letter = machine.terms.add(digit, letter);
    let nine = machine.terms.constant(8, 9);
    let is_decimal = machine.terms.ule(digit, nine);
    let character = machine.terms.ite(is_decimal, decimal, letter);
    Value::of_term(&machine.terms, character)
}

fn character(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    layout: &Layout,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    let argument = next(machine, st, call, arguments, Type::Int(32))?;
    let byte = resize(machine, argument, Type::Int(32), Type::Int(8));
    let byte = match (byte, purpose) {
        (Value::Term(_), Purpose::Stream) => Value::Word(u64::from(b'?')),
        (byte, _) => byte,
    };
    pad(out, layout, false, b"", &[byte]);
    Ok(())
}

fn string(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    directive: &Directive,
    layout: &Layout,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    if directive.length != Length::Plain {
        let message = "wide characters in a format".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
    }
    let pointer = next(machine, st, call, arguments, Type::Ptr)?;
    if layout.precision == Some(0) {
        pad(out, layout, false, b"", &[]);
        return Ok(());
    }
    let text = match layout.precision {
        None => read_string(machine, st, call, pointer)?,
        Some(limit) => read_text(machine, st, call, pointer, Some(limit))?,
    };
    let mut body = text.bytes.clone();
    if text.end == End::Zero {
        body.pop();
    }
    if purpose == Purpose::Memory {
        let length = length_of(machine, &text);
        let length = machine.known_size(st, call.thread, length)?;
        body.truncate(length as usize);
    } else {
        for byte in &mut body {
            if byte.word().is_none() {
                out.uncertain = true;
                *byte = Value::Word(u64::from(b'?'));
            }
        }
    }
    pad(out, layout, false, b"", &body);
    Ok(())
}

fn pointer(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    layout: &Layout,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    let argument = next(machine, st, call, arguments, Type::Ptr)?;
    let address = match (argument, purpose) {
        (Value::Word(address), _) => address,
        (_, Purpose::Stream) => {
            out.unknown();
            return Ok(());
        }
        (argument, Purpose::Memory) => known_word(machine, st, call, argument, "formatted text")?,
    };
    let mut text = Rendered::default();
    match address {
        0 => text.text(b"(nil)"),
        _ => {
            text.text(b"0x");
            text.text(&digits(address, 16, false));
        }
    }
    pad(out, layout, false, b"", &text.bytes);
    Ok(())
}

fn float(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    directive: &Directive,
    layout: &Layout,
    arguments: &mut Arguments,
    purpose: Purpose,
    out: &mut Rendered,
) -> Exec {
    let ty = if directive.length == Length::LongDouble { Type::F80 } else { Type::F64 };
    let argument = next(machine, st, call, arguments, ty)?;
    if purpose == Purpose::Stream
        && let Value::Term(term) = argument
        && machine.terms.as_const(term).is_none()
    {
        out.unknown();
        return Ok(());
    }
    let number = machine.number(st, call.thread, ty, argument)?;
    let double = number.to_f64();
    if Number::F64(double).convert(ty).to_bits() != number.to_bits() && purpose == Purpose::Memory {
        let message = "a long double that is no double in a format".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
    }
    let lower = directive.conversion.to_ascii_lowercase();
    let text = float_text(double, lower, layout.precision, directive.alternate);
    let mut text = text.into_bytes();
    if lower != directive.conversion {
        text.make_ascii_uppercase();
    }
    let sign: &[u8] = if double.is_sign_negative() {
        b"-"
    } else if directive.plus {
        b"+"
    } else if directive.space {
        b" "
    } else {
        b""
    };
    let mut prefix = sign.to_vec();
    if lower == b'a' && double.is_finite() {
        prefix.extend(text.drain(..2));
    }
    let body: Vec<Value> = text.into_iter().map(|byte| Value::Word(u64::from(byte))).collect();
    pad(out, layout, layout.zero && double.is_finite(), &prefix, &body);
    Ok(())
}
