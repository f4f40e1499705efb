//! Inputs, assumptions and checks: the `__VERIFIER_…` conventions and `<raddle.h>`.

use raddle_ir::Type;

use crate::decide::STAYS;
use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::{nothing, value};
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::trace::TraceKind;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("__VERIFIER_nondet_int", nondet),
    ("__VERIFIER_nondet_uint", nondet),
    ("__VERIFIER_nondet_unsigned", nondet),
    ("__VERIFIER_nondet_unsigned_int", nondet),
    ("__VERIFIER_nondet_char", nondet),
    ("__VERIFIER_nondet_uchar", nondet),
    ("__VERIFIER_nondet_unsigned_char", nondet),
    ("__VERIFIER_nondet_short", nondet),
    ("__VERIFIER_nondet_ushort", nondet),
    ("__VERIFIER_nondet_long", nondet),
    ("__VERIFIER_nondet_ulong", nondet),
    ("__VERIFIER_nondet_unsigned_long", nondet),
    ("__VERIFIER_nondet_longlong", nondet),
    ("__VERIFIER_nondet_ulonglong", nondet),
    ("__VERIFIER_nondet_int128", nondet),
    ("__VERIFIER_nondet_uint128", nondet),
    ("__VERIFIER_nondet_bool", nondet),
    ("__VERIFIER_nondet__Bool", nondet),
    ("__VERIFIER_nondet_size_t", nondet),
    ("__VERIFIER_nondet_u8", nondet),
    ("__VERIFIER_nondet_u16", nondet),
    ("__VERIFIER_nondet_u32", nondet),
    ("__VERIFIER_nondet_u64", nondet),
    ("__VERIFIER_nondet_s8", nondet),
    ("__VERIFIER_nondet_s16", nondet),
    ("__VERIFIER_nondet_s32", nondet),
    ("__VERIFIER_nondet_s64", nondet),
    ("__VERIFIER_nondet_pointer", nondet),
    ("__VERIFIER_nondet_float", nondet),
    ("__VERIFIER_nondet_double", nondet),
    ("__VERIFIER_assume", assume),
    ("raddle_assume", assume),
    ("raddle_make_symbolic", make_symbolic),
    ("raddle_check", check),
    ("raddle.holds", check),
    ("raddle.section_depth", section_depth),
    ("raddle.stays", stays),
    ("raddle.reached", reached),
    ("raddle_print", print),
];

/// The C type in the name of a `__VERIFIER_nondet_…` function.
fn type_in_name(name: &str) -> (&'static str, Option<u32>) {
    match name.trim_start_matches("__VERIFIER_nondet_") {
        "int" | "s32" => ("int", None),
        "uint" | "unsigned" | "unsigned_int" | "u32" => ("unsigned int", None),
        "char" => ("char", None),
        "s8" => ("signed char", None),
        "uchar" | "unsigned_char" | "u8" => ("unsigned char", None),
        "short" | "s16" => ("short", None),
        "ushort" | "u16" => ("unsigned short", None),
        "long" => ("long", None),
        "ulong" | "unsigned_long" => ("unsigned long", None),
        "longlong" | "s64" => ("long long", None),
        "ulonglong" | "u64" => ("unsigned long long", None),
        "int128" => ("__int128", None),
        "uint128" => ("unsigned __int128", None),
        "bool" | "_Bool" => ("_Bool", Some(1)),
        "size_t" => ("size_t", None),
        "float" => ("float", None),
        "double" => ("double", None),
        _ => ("pointer", None),
    }
}

fn nondet(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let function = &machine.program.functions[call.func];
    let (ty, narrow) = type_in_name(&function.name);
    let Some(&result) = function.returns.first() else {
        return nothing();
    };
    let width = result.bits(&machine.program.target);
    let what = function.name.trim_start_matches("__VERIFIER_").to_owned();
    let bits = narrow.unwrap_or(width).min(width);
    let input = machine.input_value(st, call.thread, &what, ty, bits, call.loc, false);
    if bits == width {
        return value(input);
    }
    let term = input.term(&mut machine.terms, bits);
    let wide = machine.terms.zext(term, width);
    value(Value::of_term(&machine.terms, wide))
}

/// Whether an argument of any integer type is not zero.
fn truth(machine: &mut Machine<'_>, call: &Call, index: usize) -> Value {
    let width = call.arg_type(index).bits(&machine.program.target);
    machine.compare(raddle_ir::CompareOp::Ne, width, call.arg(index), Value::Word(0))
}

fn assume(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let condition = truth(machine, call, 0);
    machine.assume(st, call.thread, condition)?;
    nothing()
}

fn check(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let condition = truth(machine, call, 0);
    machine.demand_defined(st, call.thread, condition, "a checked condition")?;
    machine.outbox.checked.insert(call.loc);
    let name = machine.program.functions[call.func].name.as_str();
    let (kind, message) = match name {
        "raddle.holds" => (FaultKind::Invariant, "invariant is false"),
        _ => (FaultKind::Check, "checked condition is false"),
    };
    machine.check_and_go_on(st, call.thread, condition, kind, message.to_owned());
    nothing()
}

/// How deeply the thread is inside of atomic sections.
fn section_depth(_machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let depth = st.atomic.filter(|(owner, _)| *owner == call.thread).map_or(0, |(_, depth)| depth);
    value(Value::Word(u64::from(depth)))
}

/// Whether a thread stays at a target for ever: nobody asked for this input.
fn stays(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let input = machine.input_value(st, call.thread, STAYS, "_Bool", 1, call.loc, true);
    let term = input.term(&mut machine.terms, 1);
    let wide = machine.terms.zext(term, 32);
    value(Value::of_term(&machine.terms, wide))
}

/// The goal of a hunt.
fn reached(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    Err(machine.fail(st, call.thread, FaultKind::Target, "the target is reached".to_owned()))
}

/// `raddle_make_symbolic(pointer, size, name)`
fn make_symbolic(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    if size == 0 {
        return nothing();
    }
    let name = machine.known_string(st, call.arg(2)).unwrap_or_else(|| "input".to_owned());
    let place = machine.place(st, call.thread, call.arg(0), size, Direction::Write)?;
    let Value::Word(offset) = place.offset else {
        let message = "raddle_make_symbolic on an address that depends on inputs".to_owned();
        return Err(machine.cut(st, call.thread, CutKind::FanOut, message));
    };
    machine.symbolic_range(st, call.thread, (place.object, offset), size, &name, call.loc);
    nothing()
}

/// `raddle_print(label, value)`: a row of the trace.
fn print(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if machine.recorder.is_some() {
        let label = machine.known_string(st, call.arg(0)).unwrap_or_default();
        let text = machine.value_text(call.arg(1), Type::Int(64));
        machine.record(st, call.thread, TraceKind::Output, format!("{label} = {text}"), true);
    }
    nothing()
}
