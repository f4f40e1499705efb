//! Functions that need not be thread-safe (POSIX, 2.9.1): each has hidden memory that every call uses, and nothing orders these
//! uses. What the memory holds is of no interest, so it is only used where races are looked for.
//!
//! That a C library guards some of them with a lock of its own is no reason to rely on it.

use crate::access::Access;
use crate::config::Property;
use crate::decide::Exec;
use crate::event::Sync;
use crate::machine::Machine;
use crate::models::unmodelled::any_result;
use crate::models::{Call, Outcome, nothing};
use crate::names::{ObjectId, ObjectName};
use crate::state::State;

pub(super) const TABLE: super::Table = &[
    ("__raddle_not_thread_safe", not_thread_safe),
    ("__raddle_reads_hidden", reads_hidden),
    ("asctime", races_at_least),
    ("clearenv", races_at_least),
    ("ctime", races_at_least),
    ("drand48", races_at_least),
    ("gmtime", races_at_least),
    ("hcreate", races_at_least),
    ("hdestroy", races_at_least),
    ("hsearch", races_at_least),
    ("lcong48", races_at_least),
    ("localeconv", races_at_least),
    ("localtime", races_at_least),
    ("putenv", races_at_least),
    ("seed48", races_at_least),
    ("setenv", races_at_least),
    ("strsignal", races_at_least),
    ("unsetenv", races_at_least),
];

const HIDDEN: &str = "hidden";

/// Memory is named after the function that everybody knows it from. `srand` uses that of `rand`.
const FUNCTIONS: &[&str] = &[
    "rand",
    "lrand48",
    "strtok",
    "strerror",
    "setlocale",
    "getenv",
    "localtime",
    "asctime",
    "hsearch",
    "strsignal",
];

/// Whether nothing but the hidden memory of a function is known.
pub(super) fn is_empty(name: &str) -> bool {
    !name.starts_with("__raddle_") && TABLE.iter().any(|(known, _)| *known == name)
}

/// A call uses the hidden memory of a function.
pub(super) fn touch(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    function: &str,
    access: Access,
) -> Exec {
    let known = FUNCTIONS.iter().position(|&known| known == function);
    debug_assert!(known.is_some(), "`{function}` is not among those with hidden memory");
    let asked = machine.config.properties.contains(Property::Race);
    if let (Some(index), true) = (known, asked) {
        let object = machine.environment_object(st, HIDDEN, index as u64, 1);
        machine.notice(st, call.thread, object, 0..1, access, Sync::Plain)?;
    }
    Ok(())
}

/// A function that is not modelled; but whoever looks for races is told if another thread uses the same memory.
fn races_at_least(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let memory = match machine.program.functions[call.func].name.as_str() {
        "clearenv" | "putenv" | "setenv" | "unsetenv" => "getenv",
        "ctime" | "gmtime" | "localtime" => "localtime",
        "drand48" | "lcong48" | "seed48" => "lrand48",
        "hcreate" | "hdestroy" | "hsearch" => "hsearch",
        "localeconv" => "setlocale",
        "strsignal" => "strsignal",
        _ => "asctime",
    };
    touch(machine, st, call, memory, Access::Write)?;
    any_result(machine, st, call)
}

/// `__raddle_not_thread_safe(function)`: for the run-time library.
fn not_thread_safe(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    use_hidden(machine, st, call, Access::Write)
}

/// `__raddle_reads_hidden(function)`: a call that disturbs only those that change something.
fn reads_hidden(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    use_hidden(machine, st, call, Access::Read)
}

fn use_hidden(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    access: Access,
) -> Exec<Outcome> {
    let function = machine.known_string(st, call.arg(0)).unwrap_or_default();
    touch(machine, st, call, &function, access)?;
    nothing()
}

impl Machine<'_> {
    /// The function whose hidden memory an object is.
    pub fn hidden_memory_of(&self, object: ObjectId) -> Option<&'static str> {
        match *self.names.name(object) {
            ObjectName::Environment { what: HIDDEN, index } => {
                FUNCTIONS.get(index as usize).copied()
            }
            _ => None,
        }
    }
}
