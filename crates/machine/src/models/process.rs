//! Ending the program: `exit`, `abort`, failed assertions.
//!
//! `exit`, `_exit`, `_Exit` and `quick_exit` are ends like the return from `main`, whatever the code. `abort` says that something is wrong: it is
//! a fault, as `__builtin_trap` is. Tasks of the competition use it for assumptions, though: there it ends the run, and so it does everywhere in their function
//! `assume_abort_if_not`. Signals that a program sends to itself (`raise`) are not modelled.

use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

/// In a function of this name `abort` is an assumption.
const ASSUMPTION: &str = "assume_abort_if_not";

pub(super) const TABLE: super::Table = &[
    ("__raddle_exit", exit),
    ("exit", exit),
    ("_exit", exit),
    ("_Exit", exit),
    ("quick_exit", exit),
    ("abort", abort),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail_bsd),
    ("__assert_rtn", assert_fail_mac),
    ("__assert_perror_fail", assert_perror_fail),
    ("_assert", assert_fail),
    ("__VERIFIER_error", reach_error),
    ("reach_error", reach_error),
];

fn exit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let code = match call.arg(0) {
        Value::Word(word) => word as i32,
        // Which code it is makes no difference to any property.
        Value::Term(term) => machine.eval_here(st, term).to_u64().unwrap_or(0) as i32,
        Value::Undef => 0,
    };
    Err(machine.exit(st, call.thread, code))
}

fn abort(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let caller = st.thread(call.thread).top().func;
    let assumes = machine.program.functions[caller].name == ASSUMPTION;
    if machine.config.abort_ends_run || assumes {
        return Err(Stop::Halt(Halt::Abort));
    }
    Err(machine.fail(st, call.thread, FaultKind::Abort, "`abort` is called".to_owned()))
}

/// `__assert_fail(expression, file, line, function)`
fn assert_fail(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    failed_assertion(machine, st, call, 0)
}

/// `__assert(function, file, line, expression)` or `(file, line, expression)`: the expression comes last.
fn assert_fail_bsd(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let index = if call.args.len() == 3 { 0 } else { call.args.len().saturating_sub(1) };
    failed_assertion(machine, st, call, index)
}

/// `__assert_rtn(function, file, line, expression)`
fn assert_fail_mac(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    failed_assertion(machine, st, call, 3)
}

fn assert_perror_fail(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let message = "assert_perror failed".to_owned();
    Err(machine.fail(st, call.thread, FaultKind::Assertion, message))
}

fn failed_assertion(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    expression: usize,
) -> Exec<Outcome> {
    let text = machine.known_string(st, call.arg(expression)).unwrap_or_else(|| "?".to_owned());
    let message = format!("assertion `{text}` fails");
    Err(machine.fail(st, call.thread, FaultKind::Assertion, message))
}

fn reach_error(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = &machine.program.functions[call.func].name;
    let message = format!("`{name}` is reached");
    Err(machine.fail(st, call.thread, FaultKind::ReachError, message))
}
