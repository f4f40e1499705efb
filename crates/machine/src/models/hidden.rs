//! Functions that need not be thread-safe (POSIX, 2.9.1): each has hidden memory that every call uses, and nothing orders these
//! uses. What the memory holds is of no interest, so it is only used where races are looked for.
//!
//! That a C library guards some of them with a lock of its own is no reason to rely on it.

use raddle_library::Hidden;

use crate::event::Sync;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::nothing;
use crate::models::unmodelled::any_result;
use crate::names::{ObjectId, ObjectName};
use crate::place::Direction;
use crate::property::Property;
use crate::state::State;
use crate::stop::Exec;

pub(super) const TABLE: super::Table =
    &[("__raddle_not_thread_safe", not_thread_safe), ("__raddle_reads_hidden", reads_hidden)];

const HIDDEN: &str = "hidden";

/// A call uses hidden memory.
fn touch(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    hidden: Hidden,
    access: Direction,
) -> Exec {
    if machine.config.properties.contains(Property::Race) {
        let object = machine.environment_object(st, HIDDEN, hidden as u64, 1);
        machine.notice(st, call.thread, object, 0..1, access, Sync::Plain)?;
    }
    Ok(())
}

/// A call of a function with hidden memory, as its row says.
pub(super) fn touch_own(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    access: Direction,
) -> Exec {
    let name = machine.program.functions[call.func].name.as_str();
    let hidden = raddle_library::find(raddle_library::own_name(name)).and_then(|row| row.hidden);
    debug_assert!(hidden.is_some(), "`{name}` is not among those with hidden memory");
    hidden.map_or(Ok(()), |hidden| touch(machine, st, call, hidden, access))
}

/// A function that is not modelled; but whoever looks for races is told if another thread uses the same memory.
pub(super) fn races_at_least(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
) -> Exec<Outcome> {
    touch_own(machine, st, call, Direction::Write)?;
    any_result(machine, st, call)
}

/// `__raddle_not_thread_safe(function)`: for the run-time library.
fn not_thread_safe(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    use_hidden(machine, st, call, Direction::Write)
}

/// `__raddle_reads_hidden(function)`: a call that disturbs only those that change something.
fn reads_hidden(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    use_hidden(machine, st, call, Direction::Read)
}

fn use_hidden(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    access: Direction,
) -> Exec<Outcome> {
    let function = machine.known_string(st, call.arg(0)).unwrap_or_default();
    let hidden = Hidden::of(&function);
    debug_assert!(hidden.is_some(), "`{function}` is not among those with hidden memory");
    if let Some(hidden) = hidden {
        touch(machine, st, call, hidden, access)?;
    }
    nothing()
}

impl Machine<'_> {
    /// The function whose hidden memory an object is.
    pub fn hidden_memory_of(&self, object: ObjectId) -> Option<&'static str> {
        match *self.names.name(object) {
            ObjectName::Environment { what: HIDDEN, index } => {
                Hidden::ALL.get(index as usize).map(|hidden| hidden.function())
            }
            _ => None,
        }
    }
}
