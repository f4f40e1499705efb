//! Calls that fail although the caller did nothing wrong: no memory, no more threads, a signal.
//!
//! They are explored with `--calls-may-fail`. Without it, that they succeed is an assumption.

use raddle_library::Refused;

use crate::library_call::Call;
use crate::machine::Machine;
use crate::models::sync::choose;
use crate::state::State;
use crate::stop::Exec;

/// Whether a call that wants memory gets none.
pub(super) fn memory_is_refused(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
) -> Exec<bool> {
    happens(machine, st, call, "malloc_fails")
}

/// The error with which the environment lets a call fail, if it does.
pub(super) fn failure(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    errors: &[u64],
) -> Exec<Option<u64>> {
    let name = machine.program.functions[call.func].name.as_str();
    debug_assert_eq!(
        raddle_library::find(raddle_library::own_name(name)).map(|row| row.refused),
        Some(Refused::Else),
        "`{name}` fails, but nobody assumes that it does not"
    );
    if !happens(machine, st, call, &format!("{name}_fails"))? {
        return Ok(None);
    }
    let which = choose(machine, st, call, &format!("{name}_error"), errors.len())?;
    Ok(errors.get(which).copied())
}

/// Whether the environment lets a call fail that C text of the run-time library executes.
pub(super) fn fails(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    name: &str,
) -> Exec<bool> {
    debug_assert_eq!(
        raddle_library::find(name).map(|row| row.refused),
        Some(Refused::Else),
        "`{name}` fails, but nobody assumes that it does not"
    );
    happens(machine, st, call, &format!("{name}_fails"))
}

fn happens(machine: &mut Machine<'_>, st: &mut State, call: &Call, input: &str) -> Exec<bool> {
    if !machine.config.calls_may_fail {
        return Ok(false);
    }
    let loc = machine.user_location(st, call.thread);
    let fails = machine.input_value(st, call.thread, input, "_Bool", 1, loc, false);
    machine.decide(st, call.thread, fails)
}
