//! The standard streams: which object is which, and what a run remembers about its input.
//!
//! A stream is an object of the environment. Its content is laid out as `struct raddle_stream` of the
//! run-time library, which reads lines and formatted input on top of `fgetc` here.

use raddle_expr::TermId;
use raddle_ir::{CompareOp, Type};

use crate::describe::CHARACTER;
use crate::event::{Order, Sync};
use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::ctype::in_ranges;
use crate::models::sync::EBADF;
use crate::models::text::known_word;
use crate::models::{errno, nothing, value};
use crate::names::{ObjectId, ObjectName};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("getchar", getchar),
    ("getchar_unlocked", getchar),
    ("fgetc", fgetc),
    ("getc", fgetc),
    ("_IO_getc", fgetc),
    ("getc_unlocked", fgetc),
    ("fgetc_unlocked", fgetc),
    ("__raddle_getc", fgetc),
    ("__raddle_stdin", standard_input),
    ("__raddle_scan_other", scan_output),
    ("ungetc", ungetc),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", ferror),
    ("ferror_unlocked", ferror),
    ("clearerr", clearerr),
    ("fileno", fileno),
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("fclose", fclose),
    ("setbuf", ignored),
    ("setbuffer", ignored),
    ("setlinebuf", ignored),
    ("setvbuf", setvbuf),
    ("flockfile", ignored),
    ("funlockfile", ignored),
];

/// `struct raddle_stream`: five `int`s.
const AT_END: u64 = 0;
/// A character given back by `ungetc`, plus one.
const GIVEN_BACK: u64 = 4;
/// What the run-time library knows about the character that comes next.
const NEXT: u64 = 8;
/// Characters read so far; only counted where they are limited.
const TAKEN: u64 = 12;
/// 1 after an attempt to write to the input or to read from an output.
const FAILED: u64 = 16;
const SIZE: u64 = 20;

/// Values of `NEXT`: after a number, or what should have been one, comes no digit, and after skipped white space no more of it.
const NO_DIGIT: u64 = 1;
const NO_SPACE: u64 = 2;

/// End of file as an `int`.
pub(super) const EOF: u64 = 0xffff_ffff;

/// Global variables that the C library defines.
pub(super) fn provide_globals(machine: &mut Machine<'_>, st: &mut State) {
    let program = machine.program;
    for (id, global) in program.globals.iter() {
        let stream = match global.name.as_str() {
            "stdin" | "__stdinp" => 0,
            "stdout" | "__stdoutp" => 1,
            "stderr" | "__stderrp" => 2,
            _ => continue,
        };
        if global.init.is_none()
            && let Some(variable) = machine.facts.global_objects[id]
        {
            let object = stream_object(machine, st, stream);
            let address = Value::Word(machine.names.base(object));
            let size = Type::Ptr.bytes(&program.target);
            machine.store_at(st, variable, 0, size.min(global.size), address);
            if let Some(object) = st.memory.get_mut(variable) {
                object.external = false;
            }
        }
    }
}

fn stream_object(machine: &mut Machine<'_>, st: &mut State, stream: u64) -> ObjectId {
    machine.environment_object(st, "stream", stream, SIZE)
}

/// The number (file descriptor) of the stream a pointer points to, and its object.
pub(super) fn stream(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<(u64, ObjectId)> {
    let address = known_word(machine, st, call, pointer, "a stream")?;
    // What is written has no effect on any thread, so using a stream is no event; reading its state is.
    if let Some((object, 0)) = machine.names.resolve(address)
        && let ObjectName::Environment { what: "stream", index } = machine.names.name(object)
    {
        return Ok((*index, object));
    }
    machine.place(st, call.thread, pointer, 1, Direction::Write)?;
    if machine.names.resolve(address).is_some_and(|(object, _)| st.unknowns.get(object).is_some()) {
        let message = "a stream of a caller that nobody knows is used".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::Unsupported, message));
    }
    let message = "a pointer that is no stream is used as one".to_owned();
    Err(machine.fail(st, call.thread, FaultKind::LibraryMisuse, message))
}

/// The state of a stream is shared, and guarded by a lock of its own.
fn touch(machine: &mut Machine<'_>, st: &mut State, call: &Call, object: ObjectId) -> Exec {
    machine.notice(
        st,
        call.thread,
        object,
        0..SIZE,
        Direction::Write,
        Sync::AtomicUpdate(Order::AcquireRelease),
    )
}

/// Output streams cannot be read, and the input cannot be written.
pub(super) fn wrong_way(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    object: ObjectId,
) -> Exec<Outcome> {
    touch(machine, st, call, object)?;
    machine.store_at(st, object, FAILED, 4, Value::Word(1));
    errno::set(machine, st, call.thread, EBADF);
    value(Value::Word(EOF))
}

fn standard_input(machine: &mut Machine<'_>, st: &mut State, _call: &Call) -> Exec<Outcome> {
    let object = stream_object(machine, st, 0);
    value(Value::Word(machine.names.base(object)))
}

fn getchar(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let object = stream_object(machine, st, 0);
    next_character(machine, st, call, object)
}

fn fgetc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (number, object) = stream(machine, st, call, call.arg(0))?;
    if number != 0 {
        return wrong_way(machine, st, call, object);
    }
    next_character(machine, st, call, object)
}

/// Formatted input from a standard stream that is none for input.
fn scan_output(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(0))?;
    wrong_way(machine, st, call, object)
}

/// Any byte, or the end of the input; after the end nothing follows.
fn next_character(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    object: ObjectId,
) -> Exec<Outcome> {
    touch(machine, st, call, object)?;
    let given_back = machine.load_at(st, object, GIVEN_BACK, 4).term(&mut machine.terms, 32);
    let zero = machine.terms.constant(32, 0);
    let some = machine.terms.ne(given_back, zero);
    let some = Value::of_term(&machine.terms, some);
    if machine.decide(st, call.thread, some)? {
        let one = machine.terms.constant(32, 1);
        let character = machine.terms.sub(given_back, one);
        machine.store_at(st, object, GIVEN_BACK, 4, Value::Word(0));
        return value(Value::of_term(&machine.terms, character));
    }
    let at_end = machine.load_at(st, object, AT_END, 4).term(&mut machine.terms, 32);
    let ended = machine.terms.ne(at_end, zero);
    let ended = Value::of_term(&machine.terms, ended);
    if machine.decide(st, call.thread, ended)? {
        return value(Value::Word(EOF));
    }
    if let Some(limit) = machine.config.input_limit {
        let taken = machine.load_at(st, object, TAKEN, 4);
        let taken = known_word(machine, st, call, taken, "a stream")?;
        if taken >= u64::from(limit) {
            machine.store_at(st, object, AT_END, 4, Value::Word(1));
            return value(Value::Word(EOF));
        }
        machine.store_at(st, object, TAKEN, 4, Value::Word(taken + 1));
    }
    let known = machine.load_at(st, object, NEXT, 4);
    let known = known_word(machine, st, call, known, "a stream")?;
    let input = machine.input_value(st, call.thread, "stdin", CHARACTER, 32, call.loc, false);
    let character = input.term(&mut machine.terms, 32);
    let one = machine.terms.constant(32, 1);
    let from_end = machine.terms.add(character, one);
    let last = machine.terms.constant(32, 256);
    let possible = machine.terms.ule(from_end, last);
    let possible = Value::of_term(&machine.terms, possible);
    machine.assume(st, call.thread, possible)?;
    if known != 0 {
        let excluded = excluded_by(machine, known, character);
        let allowed = machine.terms.not(excluded);
        let allowed = Value::of_term(&machine.terms, allowed);
        machine.assume(st, call.thread, allowed)?;
        machine.store_at(st, object, NEXT, 4, Value::Word(0));
    }
    let is_end = machine.terms.eq(from_end, zero);
    let is_end = machine.terms.zext(is_end, 32);
    let is_end = Value::of_term(&machine.terms, is_end);
    machine.store_at(st, object, AT_END, 4, is_end);
    value(input)
}

/// Whether what is known about the next character rules this one out.
fn excluded_by(machine: &mut Machine<'_>, known: u64, character: TermId) -> TermId {
    let digits = (b'0', b'9');
    let spaces = [(b'\t', b'\r'), (b' ', b' ')];
    match known {
        NO_DIGIT => in_ranges(machine, character, &[digits]),
        NO_SPACE => in_ranges(machine, character, &spaces),
        _ => machine.terms.truth(false),
    }
}

fn ungetc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(1))?;
    touch(machine, st, call, object)?;
    let character = call.arg(0).term(&mut machine.terms, 32);
    let end = machine.terms.constant(32, u128::from(EOF));
    let is_end = machine.terms.eq(character, end);
    let is_end = Value::of_term(&machine.terms, is_end);
    let earlier = machine.load_at(st, object, GIVEN_BACK, 4).term(&mut machine.terms, 32);
    let zero = machine.terms.constant(32, 0);
    let full = machine.terms.ne(earlier, zero);
    let full = Value::of_term(&machine.terms, full);
    // Only one character can be given back for certain.
    if machine.decide(st, call.thread, is_end)? || machine.decide(st, call.thread, full)? {
        return value(Value::Word(EOF));
    }
    let byte = machine.terms.extract(character, 7, 0);
    let byte = machine.terms.zext(byte, 32);
    let one = machine.terms.constant(32, 1);
    let stored = machine.terms.add(byte, one);
    let stored = Value::of_term(&machine.terms, stored);
    machine.store_at(st, object, GIVEN_BACK, 4, stored);
    machine.store_at(st, object, AT_END, 4, Value::Word(0));
    value(Value::of_term(&machine.terms, byte))
}

fn feof(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(0))?;
    touch(machine, st, call, object)?;
    value(machine.load_at(st, object, AT_END, 4))
}

/// The standard streams fail only if they are used the wrong way.
fn ferror(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(0))?;
    touch(machine, st, call, object)?;
    value(machine.load_at(st, object, FAILED, 4))
}

fn clearerr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(0))?;
    touch(machine, st, call, object)?;
    machine.store_at(st, object, AT_END, 4, Value::Word(0));
    machine.store_at(st, object, FAILED, 4, Value::Word(0));
    nothing()
}

fn fileno(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (number, _) = stream(machine, st, call, call.arg(0))?;
    value(Value::Word(number))
}

fn fflush(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if call.arg(0) != Value::Word(0) {
        stream(machine, st, call, call.arg(0))?;
    }
    value(Value::Word(0))
}

/// A standard stream is closed: whatever is read from it afterwards is at its end.
fn fclose(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (_, object) = stream(machine, st, call, call.arg(0))?;
    touch(machine, st, call, object)?;
    machine.store_at(st, object, GIVEN_BACK, 4, Value::Word(0));
    machine.store_at(st, object, AT_END, 4, Value::Word(1));
    value(Value::Word(0))
}

/// `setvbuf(stream, buffer, mode, size)`: there are three modes.
fn setvbuf(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    stream(machine, st, call, call.arg(0))?;
    let known = machine.compare(CompareOp::Ule, 32, call.arg(2), Value::Word(2));
    let known = machine.decide(st, call.thread, known)?;
    value(Value::Word(if known { 0 } else { EOF }))
}

fn ignored(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    stream(machine, st, call, call.arg(0))?;
    nothing()
}
