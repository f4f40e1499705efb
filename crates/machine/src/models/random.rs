//! Random numbers: every number a generator could give is tried, whatever its seed.

use raddle_ir::Type;

use crate::fault::CutKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::errno::failed;
use crate::models::failures::failure;
use crate::models::sync::{EAGAIN, EINTR, EINVAL, EIO, known_value};
use crate::models::text::known_word;
use crate::models::{hidden, nothing, value};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("rand", rand),
    ("rand_r", rand_r),
    ("random", random),
    ("lrand48", lrand48),
    ("srand", srand),
    ("srandom", srandom),
    ("srand48", srand48),
    ("mrand48", mrand48),
    ("arc4random", any),
    ("arc4random_uniform", uniform),
    ("getentropy", getentropy),
    ("arc4random_buf", arc4random_buf),
    ("getrandom", getrandom),
];

/// RAND_MAX is 2³¹ − 1.
const BITS: u32 = 31;

fn rand(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Write)?;
    number(machine, st, call, BITS)
}

fn srand(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Write)?;
    nothing()
}

fn lrand48(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Write)?;
    number(machine, st, call, BITS)
}

fn mrand48(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Write)?;
    number(machine, st, call, 32)
}

fn srand48(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    hidden::touch_own(machine, st, call, Direction::Write)?;
    nothing()
}

/// Thread-safe, unlike `rand`.
fn random(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    number(machine, st, call, BITS)
}

fn srandom(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    nothing()
}

fn rand_r(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let seed = Type::Int(32);
    let place = machine.place(st, call.thread, call.arg(0), 4, Direction::Write)?;
    let old = machine.load(st, call.thread, place, seed)?;
    let old = machine.defined_or_marked(st, call.thread, old, seed);
    machine.demand_defined(st, call.thread, old, "the seed of `rand_r`")?;
    number(machine, st, call, BITS)
}

fn any(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    number(machine, st, call, 32)
}

/// A new input of `bits` bits in the function's result type.
fn number(machine: &mut Machine<'_>, st: &mut State, call: &Call, bits: u32) -> Exec<Outcome> {
    let function = &machine.program.functions[call.func];
    let Some(&result) = function.returns.first() else { return nothing() };
    let (name, width) = (function.name.clone(), result.bits(&machine.program.target));
    let sign_extended = bits == 32 && name == "mrand48";
    let bits = bits.min(width);
    let input = machine.input_value(st, call.thread, &name, "int", bits, call.loc, false);
    let term = input.term(&mut machine.terms, bits);
    let term = if sign_extended {
        machine.terms.sext(term, width)
    } else {
        machine.terms.zext(term, width)
    };
    value(Value::of_term(&machine.terms, term))
}

fn uniform(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = "arc4random_uniform";
    let input = machine.input_value(st, call.thread, name, "unsigned int", 32, call.loc, false);
    let bound = call.arg(0).term(&mut machine.terms, 32);
    let number = input.term(&mut machine.terms, 32);
    let zero = machine.terms.constant(32, 0);
    let no_bound = machine.terms.eq(bound, zero);
    let below = machine.terms.ult(number, bound);
    let is_zero = machine.terms.eq(number, zero);
    let fits = machine.terms.ite(no_bound, is_zero, below);
    let fits = Value::of_term(&machine.terms, fits);
    machine.assume(st, call.thread, fits)?;
    value(input)
}

fn getentropy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const LARGEST: u64 = 256;
    if machine.known_size(st, call.thread, call.arg(1))? > LARGEST {
        return failed(machine, st, call, EIO);
    }
    if let Some(error) = failure(machine, st, call, &[EIO])? {
        return failed(machine, st, call, error);
    }
    fill(machine, st, call)?;
    value(Value::Word(0))
}

fn arc4random_buf(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    fill(machine, st, call)?;
    nothing()
}

fn getrandom(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    const FLAGS: u64 = 7;
    if known_value(machine, st, call, call.arg(2))? & !FLAGS != 0 {
        return failed(machine, st, call, EINVAL);
    }
    if let Some(error) = failure(machine, st, call, &[EINTR, EAGAIN])? {
        return failed(machine, st, call, error);
    }
    let size = fill(machine, st, call)?;
    value(Value::Word(size))
}

/// Fills the memory of the first two parameters with inputs.
fn fill(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<u64> {
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    if size > machine.config.max_fan_out {
        let message = format!("{size} random bytes at once");
        return Err(machine.cut(st, call.thread, CutKind::TooLarge, message));
    }
    if size > 0 {
        let place = machine.place(st, call.thread, call.arg(0), size, Direction::Write)?;
        let offset = known_word(machine, st, call, place.offset, "an address")?;
        let at = (place.object, offset);
        machine.symbolic_range(st, call.thread, at, size, "random", call.loc);
    }
    Ok(size)
}
