//! What Raddle knows about library functions: one row per function, with all facts that any analysis, the machine, the exploration
//! or the native run-time asks for by name. The rows are in `rows/`, a file per section of `docs/supported.md`, which is
//! made from them; the columns are in `facts.rs`.
//!
//! Functions that agree in everything share a row. A function that has to do with threads says everything about that
//! ([`Threads`] has no defaults). What `plain` leaves out is the cautious answer, or is checked: that every model has a
//! row and every row its model is a test of `machine`, the same for C text in `frontend` and for wrappers in `native`.
//!
//! This crate knows nothing of programs: names come in, facts go out.

mod facts;
mod rows;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use facts::{
    Arguments, By, Cancellation, Control, Deed, Effect, Granted, Hidden, Limit, Memory, Mode,
    Native, Output, Refused, Sort, StandIn, ThreadName, Threads, Waits, Watches,
};
pub use rows::{SECTIONS, Section};

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub names: &'static [&'static str],
    pub by: By,
    pub memory: Memory,
    pub control: Control,
    pub threads: Threads,
    pub arguments: Arguments,
    pub refused: Refused,
    /// It need not be thread-safe: every call uses this memory, and nothing orders the uses.
    pub hidden: Option<Hidden>,
    pub output: Output,
    pub granted: &'static [Granted],
    pub cancellation: Cancellation,
    pub native: Native,
    /// What is covered and what is assumed, for `docs/supported.md`.
    pub about: &'static str,
}

/// The run-time library has versions of its own of some functions, and calls the machine's by names with this prefix.
const STANDARD_PREFIX: &str = "__raddle_standard_";

/// The name of the function itself.
pub fn own_name(name: &str) -> &str {
    name.strip_prefix(STANDARD_PREFIX).unwrap_or(name)
}

/// How functions begin that return any value of the type in their name.
const NONDET_PREFIX: &str = "__VERIFIER_nondet_";

/// The row of a function that the program does not define. Inputs of types that nobody knows are inputs all the same.
pub fn find(name: &str) -> Option<&'static Row> {
    static ROWS: LazyLock<FxHashMap<&str, &Row>> = LazyLock::new(|| {
        rows().flat_map(|row| row.names.iter().map(move |&name| (name, row))).collect()
    });
    let known = || ROWS.get("__VERIFIER_nondet_int").filter(|_| name.starts_with(NONDET_PREFIX));
    ROWS.get(name).or_else(known).copied()
}

pub fn rows() -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(|section| section.rows)
}

/// The names of all functions for which something holds.
pub fn names(which: impl Fn(&Row) -> bool) -> impl Iterator<Item = &'static str> {
    rows().filter(move |row| which(row)).flat_map(|row| row.names.iter().copied())
}

/// What a function does to threads and locks; nothing if it is not known.
pub fn deed(name: &str) -> Deed {
    find(name).map_or(Deed::Plain, |row| row.threads.deed)
}

/// Whether a function belongs to a library of threads by its name, known or not.
pub fn is_of_threads(name: &str) -> bool {
    const FAMILIES: [&str; 6] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once"];
    FAMILIES.iter().any(|family| name.starts_with(family))
}

/// A function that has nothing to do with threads.
const fn plain(names: &'static [&'static str], by: By, memory: Memory, about: &'static str) -> Row {
    threaded(names, by, memory, Threads::NONE, about)
}

/// A function that has to do with threads.
const fn threaded(
    names: &'static [&'static str],
    by: By,
    memory: Memory,
    threads: Threads,
    about: &'static str,
) -> Row {
    Row {
        names,
        by,
        memory,
        control: Control::Kept,
        threads,
        arguments: Arguments::Pinned,
        refused: Refused::Never,
        hidden: None,
        output: Output::AsItWas,
        granted: &[],
        cancellation: Cancellation::Never,
        native: Native::AsItIs,
        about,
    }
}

impl Row {
    const fn computes(self) -> Row {
        Row { control: Control::Computes, ..self }
    }

    const fn joins(self) -> Row {
        Row { control: Control::Joins, ..self }
    }

    const fn takes_values(self) -> Row {
        Row { arguments: Arguments::AsTheyAre, ..self }
    }

    const fn refused(self, refused: Refused) -> Row {
        Row { refused, ..self }
    }

    const fn hidden(self, hidden: Hidden) -> Row {
        Row { hidden: Some(hidden), ..self }
    }

    const fn changes_output(self) -> Row {
        Row { output: Output::Changed, ..self }
    }

    const fn granted(self, granted: &'static [Granted]) -> Row {
        Row { granted, ..self }
    }

    const fn cancels(self) -> Row {
        Row { cancellation: Cancellation::Always, ..self }
    }

    const fn may_cancel(self) -> Row {
        Row { cancellation: Cancellation::Allowed, ..self }
    }

    const fn wrapped(self) -> Row {
        Row { native: Native::Wrapped, ..self }
    }

    /// Whether programs call it by this name, and not only Raddle's own text does.
    pub fn is_public(name: &str) -> bool {
        !name.starts_with("__raddle_") && !name.starts_with("raddle.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn no_function_has_two_rows() {
        let mut seen = FxHashSet::default();
        for name in rows().flat_map(|row| row.names) {
            assert!(seen.insert(name), "{name} has two rows");
        }
    }

    /// `plain` says that there is nothing to say about threads.
    #[test]
    fn functions_of_threads_are_not_plain() {
        for row in rows().filter(|row| row.threads == Threads::NONE) {
            for name in row.names {
                let exempt = matches!(row.by, By::C(_)) || row.control == Control::Computes;
                assert!(exempt || !is_of_threads(name), "{name}: say what it does to threads");
            }
        }
    }

    #[test]
    fn facts_agree_with_each_other() {
        for row in rows() {
            let names = row.names;
            let starts = match row.memory {
                Memory::Does(effects) => {
                    effects.iter().any(|effect| matches!(effect, Effect::Starts { .. }))
                }
                Memory::AsWritten | Memory::Anything => false,
            };
            let creates = matches!(row.threads.deed, Deed::Create { .. });
            assert_eq!(starts, creates, "{names:?}");
            let joins = row.threads.deed == Deed::Join;
            assert_eq!(row.control == Control::Joins, joins, "{names:?}");
            let locks = matches!(row.threads.deed, Deed::Lock { .. });
            assert!(!locks || row.threads.waits == Waits::ForOneObject, "{names:?}");
            let written = row.memory == Memory::AsWritten;
            assert_eq!(matches!(row.by, By::C(_)), written, "{names:?}");
            let computes = row.control == Control::Computes;
            assert!(!computes || row.refused == Refused::Never, "{names:?}");
        }
    }

    #[test]
    fn every_row_says_what_it_covers() {
        for row in rows() {
            assert!(row.about.ends_with('.'), "{:?}: a sentence is missing", row.names);
        }
    }

    #[test]
    fn the_run_time_library_reaches_the_machines_own_version() {
        assert_eq!(own_name("__raddle_standard_write"), "write");
        assert!(find("write").is_some() && find("no_such_function").is_none());
    }
}
