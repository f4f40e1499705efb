//! Carrying out a format: arguments in, bytes out.
//!
//! Where the result goes to memory, it is exact: an integer that depends on inputs forks on its sign and
//! number of digits, its digits are terms. Where it only goes to a stream nothing may fork, because nobody
//! can observe the difference: what depends on inputs prints as `?`.

use raddle_expr::{Sort, TermId};
use raddle_ir::Type;

use crate::fault::{CutKind, FaultKind};
use crate::float::Number;
use crate::library_call::Call;
use crate::machine::Machine;
use crate::models::format::{Count, Directive, Length, Piece, digits, float_text, pieces};
use crate::models::text::{End, known_text, known_word, length_of, read_string, read_text};
use crate::place::Direction;
use crate::state::State;
use crate::stop::{Exec, Stop};
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
    arguments: Arguments,
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
    let mut printer = Printer { machine, st, call, arguments, purpose, out: Rendered::default() };
    for piece in pieces {
        match piece {
            Piece::Text(text) => printer.out.text(text),
            Piece::Directive(directive) => printer.convert(&directive)?,
        }
    }
    Ok(printer.out)
}

/// A directive whose width and precision are known numbers.
struct Layout {
    left: bool,
    zero: bool,
    width: usize,
    precision: Option<u64>,
}

/// A format being carried out.
struct Printer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    st: &'a mut State,
    call: &'a Call,
    arguments: Arguments,
    purpose: Purpose,
    out: Rendered,
}

impl Printer<'_, '_> {
    fn convert(&mut self, directive: &Directive) -> Exec {
        let width = self.count(directive.width)?;
        let precision = self.count(directive.precision)?;
        let layout = Layout {
            left: directive.left || width.is_some_and(|width| width < 0),
            zero: directive.zero,
            width: width.unwrap_or(0).unsigned_abs().min(1 << 20) as usize,
            // A negative precision is taken as if there were none.
            precision: precision.and_then(|precision| u64::try_from(precision).ok()),
        };
        match directive.conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => self.integer(directive, &layout),
            b'c' => self.character(&layout),
            b's' => self.string(directive, &layout),
            b'p' => self.pointer(&layout),
            b'n' => {
                let message = "the conversion `%n` in a format".to_owned();
                Err(self.machine.cut(self.st, self.call.thread, CutKind::Unsupported, message))
            }
            _ => self.float(directive, &layout),
        }
    }

    fn count(&mut self, count: Option<Count>) -> Exec<Option<i64>> {
        match count {
            None => Ok(None),
            Some(Count::Number(number)) => Ok(i64::try_from(number).ok()),
            Some(Count::Argument) => {
                let value = self.next(Type::Int(32))?;
                match (value, self.purpose) {
                    (Value::Word(word), _) => Ok(Some(signed(32, word))),
                    (_, Purpose::Stream) => Ok(None),
                    (value, Purpose::Memory) => {
                        let word = known_word(
                            self.machine,
                            self.st,
                            self.call,
                            value,
                            "the width in a format",
                        )?;
                        Ok(Some(signed(32, word)))
                    }
                }
            }
        }
    }

    /// The next argument, which has to be of the given kind of type.
    fn next(&mut self, wanted: Type) -> Exec<Value> {
        match self.arguments {
            Arguments::Direct(index) => {
                let Some(&(value, ty)) = self.call.args.get(index) else {
                    return Err(self.too_few());
                };
                self.arguments = Arguments::Direct(index + 1);
                if ty.is_float() != wanted.is_float() || ty.is_float() && ty != wanted {
                    let message = format!(
                        "a conversion in a format expects another type than {ty} (argument {})",
                        index + 1
                    );
                    return Err(self.machine.fail(
                        self.st,
                        self.call.thread,
                        FaultKind::LibraryMisuse,
                        message,
                    ));
                }
                Ok(resize(self.machine, value, ty, wanted))
            }
            Arguments::List(list) => self.next_of_list(list, wanted),
        }
    }

    fn too_few(&mut self) -> Stop {
        let message = "a format has more conversions than there are arguments".to_owned();
        self.machine.fail(self.st, self.call.thread, FaultKind::LibraryMisuse, message)
    }

    /// `va_arg`. With 64-bit pointers the list is a structure whose third word points to the next argument
    /// (`va_start` puts none into the register area), with 32-bit ones it is that pointer.
    fn next_of_list(&mut self, list: Value, wanted: Type) -> Exec<Value> {
        const AREA: u64 = 8;
        let wide = self.machine.facts.pointer_bits == 64;
        let slot = u64::from(self.machine.facts.pointer_bits / 8);
        let size = wanted.bytes(&self.machine.program.target).next_multiple_of(slot);
        let field = self.machine.offset_pointer(list, AREA);
        let at = if wide {
            let place =
                self.machine.place(self.st, self.call.thread, field, slot, Direction::Write)?;
            self.machine.load(self.st, self.call.thread, place, Type::Ptr)?
        } else {
            list
        };
        let at = self.machine.defined_or_marked(self.st, self.call.thread, at, Type::Ptr);
        let mut at = known_word(self.machine, self.st, self.call, at, "a list of arguments")?;
        if wide && size > 8 {
            at = at.next_multiple_of(16);
        }
        let room = self.machine.names.resolve(at).and_then(|(id, offset)| {
            self.st.memory.get(id)?.size.checked_sub(u64::try_from(offset).ok()?)
        });
        if room.is_some_and(|room| room < size) {
            return Err(self.too_few());
        }
        let place = self.machine.place(
            self.st,
            self.call.thread,
            Value::Word(at),
            size,
            Direction::Read,
        )?;
        let value = self.machine.load(self.st, self.call.thread, place, wanted)?;
        let value = self.machine.defined_or_marked(self.st, self.call.thread, value, wanted);
        let following = Value::Word(at + size);
        if wide {
            let place =
                self.machine.place(self.st, self.call.thread, field, slot, Direction::Write)?;
            self.machine.store(self.st, self.call.thread, place, Type::Ptr, following)?;
        } else {
            self.arguments = Arguments::List(following);
        }
        Ok(value)
    }

    /// Puts sign or prefix, zeros and blanks around a number or text.
    fn pad(&mut self, layout: &Layout, zeros: bool, prefix: &[u8], body: &[Value]) {
        let missing = layout.width.saturating_sub(prefix.len() + body.len());
        let fill = if zeros && !layout.left { b'0' } else { b' ' };
        let filling = vec![fill; missing];
        if !layout.left && fill == b' ' {
            self.out.text(&filling);
        }
        self.out.text(prefix);
        if !layout.left && fill == b'0' {
            self.out.text(&filling);
        }
        self.out.bytes.extend_from_slice(body);
        if layout.left {
            self.out.text(&filling);
        }
    }

    fn integer(&mut self, directive: &Directive, layout: &Layout) -> Exec {
        let bits = directive.length.bits(self.machine.facts.pointer_bits);
        let passed = Type::Int(bits.max(32) as u16);
        let argument = self.next(passed)?;
        let argument = resize(self.machine, argument, passed, Type::Int(bits as u16));
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
            _ if self.purpose == Purpose::Stream => {
                self.out.unknown();
                return Ok(());
            }
            value => {
                self.machine.demand_defined(self.st, self.call.thread, value, "formatted text")?;
                let term = value.term(&mut self.machine.terms, bits);
                self.symbolic_digits(term, is_signed, base, upper)?
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
            b'o' if directive.alternate && body.first() != Some(&Value::Word(u64::from(b'0'))) => {
                b"0"
            }
            _ => b"",
        };
        self.pad(layout, layout.zero && layout.precision.is_none(), prefix, &body);
        Ok(())
    }

    /// Sign and digits of a number that depends on inputs: one state per sign and number of digits.
    fn symbolic_digits(
        &mut self,
        number: TermId,
        is_signed: bool,
        base: u64,
        upper: bool,
    ) -> Exec<(bool, Vec<Value>)> {
        let bits = self.machine.terms.width(number);
        let zero = self.machine.terms.constant(bits, 0);
        let is_negative = self.machine.terms.slt(number, zero);
        let is_negative = Value::of_term(&self.machine.terms, is_negative);
        let negative = is_signed && self.machine.decide(self.st, self.call.thread, is_negative)?;
        let magnitude = if negative { self.machine.terms.neg(number) } else { number };
        let mut count = 1;
        let mut limit = u128::from(base);
        while limit < 1 << bits {
            let bound = self.machine.terms.constant(bits, limit);
            let shorter = self.machine.terms.ult(magnitude, bound);
            let shorter = Value::of_term(&self.machine.terms, shorter);
            if self.machine.decide(self.st, self.call.thread, shorter)? {
                break;
            }
            limit *= u128::from(base);
            count += 1;
        }
        let mut body = Vec::new();
        let base_term = self.machine.terms.constant(bits, u128::from(base));
        let mut weight = 1u128;
        for _ in 0..count {
            let weight_term = self.machine.terms.constant(bits, weight);
            let shifted = self.machine.terms.udiv(magnitude, weight_term);
            let digit = self.machine.terms.urem(shifted, base_term);
            body.insert(0, digit_character(self.machine, digit, upper));
            weight *= u128::from(base);
        }
        Ok((negative, body))
    }

    fn character(&mut self, layout: &Layout) -> Exec {
        let argument = self.next(Type::Int(32))?;
        let byte = resize(self.machine, argument, Type::Int(32), Type::Int(8));
        let byte = match (byte, self.purpose) {
            (Value::Term(_), Purpose::Stream) => Value::Word(u64::from(b'?')),
            (byte, _) => byte,
        };
        self.pad(layout, false, b"", &[byte]);
        Ok(())
    }

    fn string(&mut self, directive: &Directive, layout: &Layout) -> Exec {
        if directive.length != Length::Plain {
            let message = "wide characters in a format".to_owned();
            return Err(self.machine.cut(self.st, self.call.thread, CutKind::Unsupported, message));
        }
        let pointer = self.next(Type::Ptr)?;
        if layout.precision == Some(0) {
            self.pad(layout, false, b"", &[]);
            return Ok(());
        }
        let text = match layout.precision {
            None => read_string(self.machine, self.st, self.call, pointer)?,
            Some(limit) => read_text(self.machine, self.st, self.call, pointer, Some(limit))?,
        };
        let mut body = text.bytes.clone();
        if text.end == End::Zero {
            body.pop();
        }
        if self.purpose == Purpose::Memory {
            let length = length_of(self.machine, &text);
            let length = self.machine.known_size(self.st, self.call.thread, length)?;
            body.truncate(length as usize);
        } else {
            for byte in &mut body {
                if byte.word().is_none() {
                    self.out.uncertain = true;
                    *byte = Value::Word(u64::from(b'?'));
                }
            }
        }
        self.pad(layout, false, b"", &body);
        Ok(())
    }

    fn pointer(&mut self, layout: &Layout) -> Exec {
        let argument = self.next(Type::Ptr)?;
        let address = match (argument, self.purpose) {
            (Value::Word(address), _) => address,
            (_, Purpose::Stream) => {
                self.out.unknown();
                return Ok(());
            }
            (argument, Purpose::Memory) => {
                known_word(self.machine, self.st, self.call, argument, "formatted text")?
            }
        };
        let mut text = Rendered::default();
        match address {
            0 => text.text(b"(nil)"),
            _ => {
                text.text(b"0x");
                text.text(&digits(address, 16, false));
            }
        }
        self.pad(layout, false, b"", &text.bytes);
        Ok(())
    }

    fn float(&mut self, directive: &Directive, layout: &Layout) -> Exec {
        let ty = if directive.length == Length::LongDouble { Type::F80 } else { Type::F64 };
        let argument = self.next(ty)?;
        if self.purpose == Purpose::Stream
            && let Value::Term(term) = argument
            && self.machine.terms.as_const(term).is_none()
        {
            self.out.unknown();
            return Ok(());
        }
        let number = self.machine.number(self.st, self.call.thread, ty, argument)?;
        let double = number.to_f64();
        if Number::F64(double).convert(ty).to_bits() != number.to_bits()
            && self.purpose == Purpose::Memory
        {
            let message = "a long double that is no double in a format".to_owned();
            return Err(self.machine.cut(self.st, self.call.thread, CutKind::Unsupported, message));
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
        self.pad(layout, layout.zero && double.is_finite(), &prefix, &body);
        Ok(())
    }
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
