//! What surrounds a process: environment variables, waiting, and calls that are out of reach.

use raddle_ir::CompareOp;

use crate::fault::CutKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::errno::{self, failed};
use crate::models::failures::{self, failure};
use crate::models::sync::{EBADF, EINTR, EINVAL, ENOTSUP, ENOTTY, known_value, out_of_reach};
use crate::models::text::known_text;
use crate::models::times::{SleepClock, is_duration, sleep_clock};
use crate::models::{hidden, nothing, value};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("getenv", getenv),
    ("__raddle_input_limit", input_limit),
    ("__raddle_is_known", is_known),
    ("secure_getenv", getenv),
    ("__secure_getenv", getenv),
    ("sleep", sleep),
    ("usleep", usleep),
    ("nanosleep", nanosleep),
    ("clock_nanosleep", clock_nanosleep),
    ("thrd_sleep", thrd_sleep),
    ("sync", done),
    ("isatty", isatty),
    ("__raddle_input", input),
    ("__raddle_input_int", input_int),
    ("__raddle_choose", choose),
    ("__raddle_fails", fails),
    ("__raddle_misuse", misuse),
    ("__raddle_unsupported", refused),
];

/// Time passes anyway: waiting is no event of its own. A signal ends it early.
fn interrupted(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
    Ok(failure(machine, st, call, &[EINTR])?.is_some())
}

/// Tells how many seconds are left.
fn sleep(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let some = machine.compare(CompareOp::Ne, 32, call.arg(0), Value::Word(0));
    if !machine.decide(st, call.thread, some)? || !interrupted(machine, st, call)? {
        return value(Value::Word(0));
    }
    value(call.arg(0))
}

fn usleep(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if interrupted(machine, st, call)? {
        return failed(machine, st, call, EINTR);
    }
    value(Value::Word(0))
}

fn nanosleep(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if !is_duration(machine, st, call, call.arg(0))? {
        return failed(machine, st, call, EINVAL);
    }
    if interrupted(machine, st, call)? {
        leave_time(machine, st, call, call.arg(0), call.arg(1))?;
        return failed(machine, st, call, EINTR);
    }
    value(Value::Word(0))
}

/// `thrd_sleep(duration, left)`: -1 if interrupted, another negative number if there is an error.
fn thrd_sleep(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const INTERRUPTED: u64 = 0xffff_ffff;
    const ERROR: u64 = 0xffff_fffe;
    if !is_duration(machine, st, call, call.arg(0))? {
        return value(Value::Word(ERROR));
    }
    if interrupted(machine, st, call)? {
        leave_time(machine, st, call, call.arg(0), call.arg(1))?;
        return value(Value::Word(INTERRUPTED));
    }
    value(Value::Word(0))
}

/// `clock_nanosleep(clock, flags, time, left)` returns its error.
fn clock_nanosleep(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    match sleep_clock(machine, st, call, call.arg(0))? {
        SleepClock::Usable => {}
        SleepClock::NotForSleeping => return value(Value::Word(ENOTSUP)),
        SleepClock::NoClock => return value(Value::Word(EINVAL)),
        SleepClock::Unclear => return Err(out_of_reach(machine, st, call, "this clock")),
    }
    if !is_duration(machine, st, call, call.arg(2))? {
        return value(Value::Word(EINVAL));
    }
    if !interrupted(machine, st, call)? {
        return value(Value::Word(0));
    }
    const ABSOLUTE: u64 = 1;
    if known_value(machine, st, call, call.arg(1))? & ABSOLUTE == 0 {
        leave_time(machine, st, call, call.arg(2), call.arg(3))?;
    }
    value(Value::Word(EINTR))
}

/// Nothing of the time has passed when the signal came.
fn leave_time(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    time: Value,
    left: Value,
) -> Exec {
    let size = u64::from(machine.facts.pointer_bits / 4);
    if left != Value::Word(0) {
        machine.copy_memory(st, call.thread, left, time, Value::Word(size), true)?;
    }
    Ok(())
}

fn done(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    nothing()
}

/// Either answer is possible for what may be open.
fn isatty(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let negative = machine.compare(CompareOp::Slt, 32, call.arg(0), Value::Word(0));
    if machine.decide(st, call.thread, negative)? {
        errno::set(machine, st, call.thread, EBADF);
        return value(Value::Word(0));
    }
    let answer = machine.input_value(st, call.thread, "isatty", "_Bool", 1, call.loc, false);
    if machine.decide(st, call.thread, answer)? {
        return value(Value::Word(1));
    }
    errno::set(machine, st, call.thread, ENOTTY);
    value(Value::Word(0))
}

/// A variable of the environment: absent, unless the environment is symbolic. Then it may be absent or
/// hold any text up to the given length, and stays what it was when first asked for.
fn getenv(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Read)?;
    let name = known_text(machine, st, call, call.arg(0), "the name of an environment variable")?;
    let Some(length) = machine.config.symbolic_env else {
        return value(Value::Word(0));
    };
    let length = u64::from(length);
    let present = length + 1;
    let object = machine.environment_object(st, "environment", hash(&name), present + 1);
    if st.memory.get(object).is_some_and(|object| !object.constant) {
        let name = String::from_utf8_lossy(&name).into_owned();
        let is_set = format!("{name} is set");
        let flag = machine.input_value(st, call.thread, &is_set, "_Bool", 1, call.loc, false);
        let flag = flag.term(&mut machine.terms, 1);
        let flag = machine.terms.zext(flag, 8);
        let flag = Value::of_term(&machine.terms, flag);
        machine.symbolic_bytes(st, object, length, &name, call.loc);
        machine.store_at(st, object, present, 1, flag);
        if let Some(object) = st.memory.get_mut(object) {
            object.constant = true;
        }
    }
    let flag = machine.load_at(st, object, present, 1).term(&mut machine.terms, 8);
    let zero = machine.terms.constant(8, 0);
    let is_set = machine.terms.ne(flag, zero);
    let is_set = Value::of_term(&machine.terms, is_set);
    let found = machine.decide(st, call.thread, is_set)?;
    value(Value::Word(if found { machine.names.base(object) } else { 0 }))
}

/// FNV-1a: a number that stands for a name.
fn hash(name: &[u8]) -> u64 {
    name.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Bytes of an undefined variable that may be made inputs; an access to a larger one ends its path.
const LARGEST_EXTERNAL: u64 = 4096;

/// `--havoc-externals`: variables that nobody defines start with any value. An array without a length stays
/// out of reach, as there is no telling which accesses to it are right.
pub(super) fn fill_external_variables(machine: &mut Machine<'_>, st: &mut State) {
    let program = machine.program;
    for (id, global) in program.globals.iter() {
        let Some(variable) = machine.facts.global_objects[id] else { continue };
        let undefined = st.memory.get(variable).is_some_and(|object| object.external);
        if !undefined || global.size == 0 || global.size > LARGEST_EXTERNAL {
            continue;
        }
        let name = global.source_name.as_deref().unwrap_or(&global.name);
        machine.symbolic_bytes(st, variable, global.size, name, global.loc);
        if let Some(object) = st.memory.get_mut(variable) {
            object.external = false;
        }
    }
}

/// `__raddle_input_limit()`: how many characters the input may have, for the run-time library.
fn input_limit(machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    value(Value::Word(u64::from(machine.config.input_limit.unwrap_or(i32::MAX as u32))))
}

/// `__raddle_is_known(number)`: whether it does not depend on inputs. Whatever is done in both cases has to mean the same.
fn is_known(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
    let number = machine.pin(call.arg(0));
    value(Value::Word(u64::from(matches!(number, Value::Word(_)))))
}

/// `__raddle_input(name)`: a 64-bit input, for the run-time library.
fn input(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    named_input(machine, st, call, ["long", "unsigned long"], 64)
}

/// `__raddle_input_int(name)`: an input that is an `int`.
fn input_int(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    named_input(machine, st, call, ["int", "unsigned int"], 32)
}

fn named_input(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    [signed, unsigned]: [&'static str; 2],
    bits: u32,
) -> Exec<Outcome> {
    let name = machine.known_string(st, call.arg(0)).unwrap_or_else(|| "input".to_owned());
    let ty = match name.as_str() {
        "scanf_unsigned" | "scanf_hex" | "scanf_octal" => unsigned,
        _ => signed,
    };
    let loc = machine.user_location(st, call.thread);
    value(machine.input_value(st, call.thread, &name, ty, bits, loc, false))
}

/// `__raddle_choose(name, count)`: a number below `count` that the environment chooses.
fn choose(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = machine.known_string(st, call.arg(0)).unwrap_or_else(|| "choice".to_owned());
    let loc = machine.user_location(st, call.thread);
    let choice = machine.input_value(st, call.thread, &name, "unsigned int", 32, loc, true);
    let number = choice.term(&mut machine.terms, 32);
    let count = call.arg(1).term(&mut machine.terms, 32);
    let possible = machine.terms.ult(number, count);
    let possible = Value::of_term(&machine.terms, possible);
    machine.assume(st, call.thread, possible)?;
    value(choice)
}

/// `__raddle_fails(function, error)`: whether the environment lets a call of a function fail, with an error.
fn fails(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = machine.known_string(st, call.arg(0)).unwrap_or_default();
    if !failures::fails(machine, st, call, &name)? {
        return value(Value::Word(0));
    }
    if let Value::Word(error) = call.arg(1) {
        errno::set(machine, st, call.thread, error);
    }
    value(Value::Word(1))
}

/// `__raddle_misuse(message)`: the run-time library was called with arguments that C does not allow.
fn misuse(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let message = machine.known_string(st, call.arg(0)).unwrap_or_default();
    Err(machine.fail(st, call.thread, crate::fault::FaultKind::LibraryMisuse, message))
}

/// `__raddle_unsupported(message)`: the run-time library was asked for something it cannot do.
fn refused(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let message = machine.known_string(st, call.arg(0)).unwrap_or_default();
    Err(machine.cut(st, call.thread, CutKind::Unsupported, message))
}
