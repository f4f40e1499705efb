//! Library functions that the machine itself understands, one file per family.
//!
//! A model reads its arguments, may ask the solver, and returns a value. It must reach every question
//! (`decide`, `known_size`, …) before its first lasting effect on anything but the state: after a fork it is
//! called again from the start with the state as it was. Functions that are easier to say in C live in the
//! run-time library that the front end links when the program needs them.
//!
//! To add a function: write it in the file of its family, add a line to that family's `TABLE`, and its row to the table
//! of the crate `library`. To add a family: one file, one line in `FAMILIES`.

mod alloc;
mod atomic;
mod attributes;
mod barrier;
mod c11threads;
pub(crate) mod cleanup;
mod condvar;
pub(crate) mod context;
mod cost;
mod ctype;
mod environment;
mod errno;
pub(crate) mod failures;
mod float_text;
mod format;
mod hidden;
mod integer;
pub(crate) mod keys;
mod mapping;
mod math;
mod memory;
mod mutex;
mod once;
mod output;
mod printf;
mod process;
mod pthread;
mod random;
mod rwlock;
mod semaphore;
mod spinlock;
mod stream;
mod string;
mod sync;
mod text;
mod times;
mod unmodelled;
mod usable;
mod verifier;

pub(crate) use condvar::waits;
pub(crate) use sync::finish as forget_wait;
pub use unmodelled::stand_in;
pub use usable::{SyncSort, UsableSync};

use raddle_ir::Function;
use raddle_library::{Arguments, own_name};

use crate::library_call::{Model, Outcome};
use crate::machine::Machine;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

type Table = &'static [(&'static str, Model)];

/// All families by the names of their files, in the order in which they are searched.
const FAMILIES: &[(&str, Table)] = &[
    ("pthread", pthread::TABLE),
    ("attributes", attributes::TABLE),
    ("mutex", mutex::TABLE),
    ("condvar", condvar::TABLE),
    ("context", context::TABLE),
    ("cost", cost::TABLE),
    ("rwlock", rwlock::TABLE),
    ("barrier", barrier::TABLE),
    ("semaphore", semaphore::TABLE),
    ("spinlock", spinlock::TABLE),
    ("once", once::TABLE),
    ("keys", keys::TABLE),
    ("cleanup", cleanup::TABLE),
    ("c11threads", c11threads::TABLE),
    ("atomic", atomic::TABLE),
    ("verifier", verifier::TABLE),
    ("alloc", alloc::TABLE),
    ("mapping", mapping::TABLE),
    ("process", process::TABLE),
    ("memory", memory::TABLE),
    ("string", string::TABLE),
    ("ctype", ctype::TABLE),
    ("errno", errno::TABLE),
    ("output", output::TABLE),
    ("stream", stream::TABLE),
    ("integer", integer::TABLE),
    ("random", random::TABLE),
    ("environment", environment::TABLE),
    ("hidden", hidden::TABLE),
    ("math", math::TABLE),
    ("float_text", float_text::TABLE),
];

/// Gives variables of the C library that the program declares their values.
pub(crate) fn provide_globals(machine: &mut Machine<'_>, st: &mut State) {
    stream::provide_globals(machine, st);
    if machine.config.havoc_externals {
        environment::fill_external_variables(machine, st);
    }
}

/// The model of a function without a body.
pub(crate) fn lookup(function: &Function) -> Option<Model> {
    if function.body.is_some() {
        return None;
    }
    let name = own_name(&function.name);
    FAMILIES
        .iter()
        .find_map(|(_, table)| {
            table.iter().find(|(known, _)| *known == name).map(|&(_, model)| model)
        })
        .or_else(|| unmodelled::lookup(name))
        .or_else(|| cost::mark(name))
}

/// Functions whose models take arguments for what they are, known or not. For the others a transition that is
/// executed over cells has its arguments pinned.
pub(crate) fn takes_values(name: &str) -> bool {
    raddle_library::find(name).is_some_and(|row| row.arguments == Arguments::AsTheyAre)
}

/// Whether a name is a library function that the machine has heard of.
pub fn is_known(name: &str) -> bool {
    let name = own_name(name);
    unmodelled::lookup(name).is_some()
        || FAMILIES.iter().any(|(_, table)| table.iter().any(|(known, _)| *known == name))
}

pub(crate) fn nothing() -> Exec<Outcome> {
    Ok(Outcome::Return(None))
}

pub(crate) fn value(value: Value) -> Exec<Outcome> {
    Ok(Outcome::Return(Some(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_library::{By, rows};

    fn family_of(name: &str) -> Option<&'static str> {
        let has = |table: &Table| table.iter().any(|(known, _)| *known == name);
        FAMILIES.iter().find(|(_, table)| has(table)).map(|&(family, _)| family)
    }

    #[test]
    fn every_model_has_a_row() {
        for (name, _) in FAMILIES.iter().flat_map(|(_, table)| table.iter()) {
            assert!(raddle_library::find(name).is_some(), "{name} has a model, but no row");
        }
    }

    #[test]
    fn every_row_says_who_executes_it() {
        for row in rows() {
            let family = match row.by {
                By::Machine(family) | By::Either(family, _) => Some(family),
                By::C(_) | By::Nobody(_) | By::Frontend => None,
            };
            for name in row.names {
                assert_eq!(family_of(name), family, "{name}");
            }
        }
    }

    /// Which functions share their hidden memory is in the table alone; models ask for it there.
    #[test]
    fn what_nobody_executes_is_known_all_the_same() {
        for name in raddle_library::names(|row| matches!(row.by, By::Nobody(_))) {
            assert!(is_known(name) && stand_in(name).is_some(), "{name}");
        }
        assert_eq!(stand_in("pthread_mutex_lock"), None);
    }
}
