//! C strings as rows of byte values, for models that work on whole strings.
//!
//! Nothing here forks on the content of a string: its length, the place of a character or the result of a
//! comparison is one term over its bytes. A loop in C would fork at every byte, so `strcmp(word, "key") == 0`
//! would cost one path per letter of the key; this way it costs two.

use raddle_expr::TermId;
use raddle_ir::Type;

use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::library_call::Call;
use crate::machine::Machine;
use crate::names::ObjectId;
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// Why a row of bytes ends where it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The last byte is certainly zero.
    Zero,
    /// As many bytes as were asked for.
    Limit,
    /// The object ends here.
    Object,
}

/// Bytes in memory, each a value of eight bits.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub address: u64,
    pub object: ObjectId,
    pub bytes: Vec<Value>,
    pub end: End,
}

impl Text {
    /// The bytes before the first zero, if all that matters is known.
    pub fn known(&self) -> Option<Vec<u8>> {
        let mut known = Vec::new();
        for byte in &self.bytes {
            match byte.word()? as u8 {
                0 => return Some(known),
                byte => known.push(byte),
            }
        }
        (self.end == End::Limit).then_some(known)
    }
}

/// The bytes from `pointer` up to the first that is certainly zero, at most `limit`.
pub(super) fn read_text(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    limit: Option<u64>,
) -> Exec<Text> {
    let place = machine.place(st, call.thread, pointer, 1, Direction::Read)?;
    let offset = known_word(machine, st, call, place.offset, "an address")?;
    machine.unfold_all(st, place.object);
    let (whole, length) =
        st.memory.get(place.object).map_or((0, None), |object| (object.size, object.length));
    let size = match length {
        Some(length) => known_word(machine, st, call, length, "the size of an array")?,
        None => whole,
    };
    let address = machine.names.base(place.object).wrapping_add(offset);
    let mut text = Text { address, object: place.object, bytes: Vec::new(), end: End::Object };
    let mut symbolic = 0;
    for at in offset..size {
        if limit == Some(at - offset) {
            break;
        }
        let byte = machine.load_at(st, place.object, at, 1);
        let byte = machine.defined_or_marked(st, call.thread, byte, Type::Int(8));
        text.bytes.push(byte);
        if byte == Value::Word(0) {
            text.end = End::Zero;
            break;
        }
        symbolic += u64::from(byte.word().is_none());
        if symbolic > machine.config.max_fan_out {
            let message = format!("a string has more than {symbolic} bytes that depend on inputs");
            return Err(machine.cut(st, call.thread, CutKind::FanOut, message));
        }
    }
    let length = text.bytes.len() as u64;
    if text.end == End::Object && limit == Some(length) {
        text.end = End::Limit;
    }
    let range = offset..offset + length;
    machine.notice(st, call.thread, place.object, range, Direction::Read, Sync::Plain)?;
    Ok(text)
}

/// A zero-terminated string; one that runs to the end of its object without a zero is a fault.
pub(super) fn read_string(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<Text> {
    let text = read_text(machine, st, call, pointer, None)?;
    if text.end == End::Object {
        let mut ends = machine.terms.truth(false);
        for &byte in &text.bytes {
            let zero = is_zero(machine, byte);
            ends = machine.terms.or(ends, zero);
        }
        demand_end(machine, st, call, ends, text.object)?;
    }
    Ok(text)
}

/// Goes on only where a scan stops before the end of the object.
pub(super) fn demand_end(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    ends: TermId,
    object: ObjectId,
) -> Exec {
    let ends = Value::of_term(&machine.terms, ends);
    let name = machine.object_name(object);
    let message = format!("the string in {name} has no terminating zero: read behind its end");
    if ends == Value::FALSE {
        let kind = FaultKind::OutOfBounds;
        return Err(machine.fail_at_object(st, call.thread, kind, message, object));
    }
    machine.demand(st, call.thread, ends, FaultKind::OutOfBounds, |_| message)
}

/// The number of bytes before the first zero (all of them, if there is none), as a pointer-wide value.
pub(super) fn length_of(machine: &mut Machine<'_>, text: &Text) -> Value {
    let width = machine.facts.pointer_bits;
    let mut length = machine.terms.constant(width, text.bytes.len() as u128);
    for (index, &byte) in text.bytes.iter().enumerate().rev() {
        let zero = is_zero(machine, byte);
        let here = machine.terms.constant(width, index as u128);
        length = machine.terms.ite(zero, here, length);
    }
    Value::of_term(&machine.terms, length)
}

/// The length of a string, as a term over its bytes.
pub(super) fn string_length(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<Value> {
    let text = read_string(machine, st, call, pointer)?;
    let length = length_of(machine, &text);
    machine.demand_defined(st, call.thread, length, "the length of a string")?;
    Ok(length)
}

impl Machine<'_> {
    /// The address of a byte that is some way, a term, behind another one.
    pub(super) fn address_of_byte(&mut self, start: u64, position: TermId) -> Value {
        let start = self.terms.constant(self.facts.pointer_bits, u128::from(start));
        let address = self.terms.add(start, position);
        Value::of_term(&self.terms, address)
    }
}

pub(super) fn is_zero(machine: &mut Machine<'_>, byte: Value) -> TermId {
    let byte = byte.term(&mut machine.terms, 8);
    let zero = machine.terms.constant(8, 0);
    machine.terms.eq(byte, zero)
}

/// A value that becomes known by trying every value it can have.
pub(super) fn known_word(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    value: Value,
    what: &'static str,
) -> Exec<u64> {
    let term = match value {
        Value::Word(word) => return Ok(word),
        Value::Term(term) => term,
        Value::Undef => unreachable!("undefined values are replaced when read"),
    };
    machine.demand_defined(st, call.thread, value, what)?;
    loop {
        let candidate = machine.eval_here(st, term);
        let word = candidate.to_u64().unwrap_or(0);
        let constant = machine.terms.constant_bits(candidate);
        let equal = machine.terms.eq(term, constant);
        let equal = Value::of_term(&machine.terms, equal);
        if machine.decide(st, call.thread, equal)? {
            return Ok(word);
        }
    }
}

/// The low eight bits of an argument.
pub(super) fn low_byte(machine: &mut Machine<'_>, call: &Call, index: usize) -> Value {
    match call.arg(index) {
        Value::Word(word) => Value::Word(word & 0xff),
        value => {
            let width = call.arg_type(index).bits(&machine.program.target);
            let term = value.term(&mut machine.terms, width);
            let low = machine.terms.extract(term, 7.min(width - 1), 0);
            Value::of_term(&machine.terms, low)
        }
    }
}

/// A zero-terminated string whose bytes must be known, because what the call does with them cannot be
/// said of symbolic text (a format, the digits of a floating-point number).
pub(super) fn known_text(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    what: &str,
) -> Exec<Vec<u8>> {
    let text = read_string(machine, st, call, pointer)?;
    match text.known() {
        Some(known) => Ok(known),
        None => {
            let message = format!("{what} depends on inputs");
            Err(machine.cut(st, call.thread, CutKind::Unsupported, message))
        }
    }
}
