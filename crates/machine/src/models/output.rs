//! Output: `printf` and its family, `puts`, `fwrite`, `write`.
//!
//! What goes to a stream is kept with the state (standard output) and in the trace; what goes to memory is
//! written there.

use std::rc::Rc;

use raddle_ir::{CompareOp, Type};

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::errno::failed;
use crate::models::memory::read_bytes;
use crate::models::printf::{Arguments, Purpose, Rendered, render};
use crate::models::stream::{EOF, stream, wrong_way};
use crate::models::sync::{EBADF, out_of_reach};
use crate::models::text::{End, known_word, low_byte, read_string};
use crate::models::{alloc, nothing, value};
use crate::object::Fill;
use crate::place::{Direction, Place};
use crate::state::State;
use crate::stop::Exec;
use crate::trace::TraceKind;
use crate::value::Value;

const STANDARD_INPUT: u64 = 0;
const STANDARD_OUTPUT: u64 = 1;
const STANDARD_ERROR: u64 = 2;

/// Rows differ only in where their parameters are, so each says that itself.
pub(super) const TABLE: super::Table = &[
    ("printf", |m, st, c| print(m, st, c, To::Out, 0, direct(1))),
    ("__printf_chk", |m, st, c| print(m, st, c, To::Out, 1, direct(2))),
    ("vprintf", |m, st, c| print(m, st, c, To::Out, 0, list(c, 1))),
    ("__vprintf_chk", |m, st, c| print(m, st, c, To::Out, 1, list(c, 2))),
    ("fprintf", |m, st, c| print(m, st, c, To::Stream, 1, direct(2))),
    ("__fprintf_chk", |m, st, c| print(m, st, c, To::Stream, 2, direct(3))),
    ("vfprintf", |m, st, c| print(m, st, c, To::Stream, 1, list(c, 2))),
    ("__vfprintf_chk", |m, st, c| print(m, st, c, To::Stream, 2, list(c, 3))),
    ("dprintf", |m, st, c| print(m, st, c, To::Descriptor, 1, direct(2))),
    ("vdprintf", |m, st, c| print(m, st, c, To::Descriptor, 1, list(c, 2))),
    ("sprintf", |m, st, c| print(m, st, c, To::Memory, 1, direct(2))),
    ("__sprintf_chk", |m, st, c| print(m, st, c, To::Memory, 3, direct(4))),
    ("vsprintf", |m, st, c| print(m, st, c, To::Memory, 1, list(c, 2))),
    ("__vsprintf_chk", |m, st, c| print(m, st, c, To::Memory, 3, list(c, 4))),
    ("snprintf", |m, st, c| print(m, st, c, To::Bounded, 2, direct(3))),
    ("__snprintf_chk", |m, st, c| print(m, st, c, To::Bounded, 4, direct(5))),
    ("vsnprintf", |m, st, c| print(m, st, c, To::Bounded, 2, list(c, 3))),
    ("__vsnprintf_chk", |m, st, c| print(m, st, c, To::Bounded, 4, list(c, 5))),
    ("asprintf", |m, st, c| print(m, st, c, To::Allocated, 1, direct(2))),
    ("__asprintf_chk", |m, st, c| print(m, st, c, To::Allocated, 2, direct(3))),
    ("vasprintf", |m, st, c| print(m, st, c, To::Allocated, 1, list(c, 2))),
    ("__vasprintf_chk", |m, st, c| print(m, st, c, To::Allocated, 2, list(c, 3))),
    ("puts", puts),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("putchar", putchar),
    ("putchar_unlocked", putchar),
    ("fputc", fputc),
    ("putc", fputc),
    ("_IO_putc", fputc),
    ("fputc_unlocked", fputc),
    ("putc_unlocked", fputc),
    ("fwrite", fwrite),
    ("fwrite_unlocked", fwrite),
    ("write", write),
    ("perror", perror),
];

/// Where a formatted text goes to; the parameter that says so is the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    Out,
    Stream,
    Descriptor,
    Memory,
    /// At most as many bytes as the second parameter says.
    Bounded,
    /// New memory, whose address is stored.
    Allocated,
}

fn direct(index: usize) -> Arguments {
    Arguments::Direct(index)
}

fn list(call: &Call, index: usize) -> Arguments {
    Arguments::List(call.arg(index))
}

fn print(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    to: To,
    format: usize,
    arguments: Arguments,
) -> Exec<Outcome> {
    let purpose = match to {
        To::Out | To::Stream | To::Descriptor => Purpose::Stream,
        To::Memory | To::Bounded | To::Allocated => Purpose::Memory,
    };
    let number = match to {
        To::Out => STANDARD_OUTPUT,
        To::Stream => match stream(machine, st, call, call.arg(0))? {
            (STANDARD_INPUT, object) => return wrong_way(machine, st, call, object),
            (number, _) => number,
        },
        To::Descriptor => match descriptor(machine, st, call)? {
            Some(number) => number,
            None => return failed(machine, st, call, EBADF),
        },
        To::Memory | To::Bounded | To::Allocated => 0,
    };
    let text = render(machine, st, call, call.arg(format), arguments, purpose)?;
    match to {
        To::Out | To::Stream | To::Descriptor => emit(machine, st, call, number, &text.bytes),
        To::Memory => store_text(machine, st, call, call.arg(0), &text.bytes)?,
        To::Bounded => {
            let room = machine.known_size(st, call.thread, call.arg(1))?;
            if room > 0 {
                let shown = text.bytes.len().min((room - 1) as usize);
                store_text(machine, st, call, call.arg(0), &text.bytes[..shown])?;
            }
        }
        To::Allocated => return allocated(machine, st, call, &text),
    }
    value(text.length(machine, st, call))
}

fn allocated(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    text: &Rendered,
) -> Exec<Outcome> {
    let size = Type::Ptr.bytes(&machine.program.target);
    let place = machine.place(st, call.thread, call.arg(0), size, Direction::Write)?;
    let length = text.bytes.len() as u64;
    let memory = alloc::allocate(machine, st, call, length + 1, Fill::Undefined)?;
    if memory == Value::Word(0) {
        return value(Value::Word(EOF));
    }
    machine.store(st, call.thread, place, Type::Ptr, memory)?;
    store_text(machine, st, call, memory, &text.bytes)?;
    value(Value::Word(length))
}

/// Writes bytes and a terminating zero.
fn store_text(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    to: Value,
    bytes: &[Value],
) -> Exec {
    let size = bytes.len() as u64 + 1;
    let whole = machine.place(st, call.thread, to, size, Direction::Write)?;
    for (index, &byte) in bytes.iter().chain(&[Value::Word(0)]).enumerate() {
        let offset = machine.offset_pointer(whole.offset, index as u64);
        machine.store(st, call.thread, Place { offset, ..whole }, Type::Int(8), byte)?;
    }
    Ok(())
}

/// Sends bytes to a stream; those that depend on inputs show as `?`.
fn emit(machine: &mut Machine<'_>, st: &mut State, call: &Call, number: u64, bytes: &[Value]) {
    let shown = |byte: &Value| byte.word().map_or(b'?', |word| word as u8);
    let bytes: Rc<[u8]> = bytes.iter().map(shown).collect();
    if machine.recorder.is_some() {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches('\n').to_owned();
        machine.record(st, call.thread, TraceKind::Output, text, true);
    }
    if number == STANDARD_OUTPUT {
        st.output.push(bytes);
    }
}

fn puts(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let mut bytes = visible_bytes(machine, st, call)?;
    bytes.push(Value::Word(u64::from(b'\n')));
    emit(machine, st, call, STANDARD_OUTPUT, &bytes);
    value(Value::Word(1))
}

fn fputs(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (number, object) = stream(machine, st, call, call.arg(1))?;
    let bytes = visible_bytes(machine, st, call)?;
    if number == STANDARD_INPUT {
        return wrong_way(machine, st, call, object);
    }
    emit(machine, st, call, number, &bytes);
    value(Value::Word(1))
}

/// The string of the first parameter, up to its first certain zero.
fn visible_bytes(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Vec<Value>> {
    let mut text = read_string(machine, st, call, call.arg(0))?;
    if text.end == End::Zero {
        text.bytes.pop();
    }
    Ok(text.bytes)
}

fn putchar(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    put_byte(machine, st, call, STANDARD_OUTPUT)
}

fn fputc(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (number, object) = stream(machine, st, call, call.arg(1))?;
    if number == STANDARD_INPUT {
        return wrong_way(machine, st, call, object);
    }
    put_byte(machine, st, call, number)
}

fn put_byte(machine: &mut Machine<'_>, st: &mut State, call: &Call, number: u64) -> Exec<Outcome> {
    let byte = low_byte(machine, call, 0);
    emit(machine, st, call, number, &[byte]);
    let byte = byte.term(&mut machine.terms, 8);
    let wide = machine.terms.zext(byte, 32);
    value(Value::of_term(&machine.terms, wide))
}

fn fwrite(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let (number, object) = stream(machine, st, call, call.arg(3))?;
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    let count = machine.known_size(st, call.thread, call.arg(2))?;
    if size == 0 || count == 0 {
        return value(Value::Word(0));
    }
    if number == STANDARD_INPUT {
        wrong_way(machine, st, call, object)?;
        return value(Value::Word(0));
    }
    send(machine, st, call, number, call.arg(0), size.saturating_mul(count))?;
    value(Value::Word(count))
}

fn write(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(2))?;
    let Some(number) = descriptor(machine, st, call)? else {
        return failed(machine, st, call, EBADF);
    };
    if size > 0 {
        send(machine, st, call, number, call.arg(1), size)?;
    }
    value(Value::Word(size))
}

/// The descriptor of the first parameter, if it may be one. The program can open none, so that others than those
/// it starts with are out of reach.
fn descriptor(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Option<u64>> {
    let negative = machine.compare(CompareOp::Slt, 32, call.arg(0), Value::Word(0));
    if machine.decide(st, call.thread, negative)? {
        return Ok(None);
    }
    match known_word(machine, st, call, call.arg(0), "a descriptor")? {
        number @ (STANDARD_OUTPUT | STANDARD_ERROR) => Ok(Some(number)),
        _ => Err(out_of_reach(machine, st, call, "a descriptor other than 1 and 2")),
    }
}

fn send(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    number: u64,
    from: Value,
    size: u64,
) -> Exec {
    let bytes = read_bytes(machine, st, call, from, size)?;
    emit(machine, st, call, number, &bytes);
    Ok(())
}

fn perror(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let mut bytes = match call.arg(0) {
        Value::Word(0) => Vec::new(),
        _ => visible_bytes(machine, st, call)?,
    };
    bytes.extend(b": error\n".iter().map(|&byte| Value::Word(u64::from(byte))));
    emit(machine, st, call, STANDARD_ERROR, &bytes);
    nothing()
}
