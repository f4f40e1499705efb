//! Shows a finding on the real binary: compiles the program with the compiler's thread-sanitizer hooks, links it with a small
//! run-time of ours that enforces the recorded schedule and feeds the inputs, and looks whether it fails as recorded.
//!
//! The way: `instrument` tells every hook its place in the source, `tables` writes the recorded run down in C, `build` compiles
//! and runs, `judge` compares what happened with the finding. `standalone` writes the same as one C file for others to keep.
//! The run-time is C text in `runtime/`, part of the binary. Nothing is taken for confirmed that the real program did not
//! do by itself; what cannot be shown this way is a [`Confirmation::Not`] with the reason.

mod build;
mod embed;
mod error;
mod instrument;
mod judge;
mod quote;
mod schedules;
mod standalone;
mod surroundings;
mod tables;
mod undefined;

pub use build::{Arrival, Native, Request, run};
pub use error::NativeError;
pub use judge::Confirmation;
pub use quote::{quoted_for_shell, quoted_path};
pub use schedules::{Ended, Epoch, Followed, ScheduledRun, follow};
pub use standalone::standalone_test;

/// Who runs next: along a recorded run, or along schedules for all inputs.
const TURNS: &str = include_str!("../runtime/turns.c");
const SCHEDULES: &str = include_str!("../runtime/schedules.c");

/// The parts of the run-time behind that.
const PARTS: &[&str] = &[
    include_str!("../runtime/order.c"),
    include_str!("../runtime/arrivals.c"),
    include_str!("../runtime/memory.c"),
    include_str!("../runtime/atomics.c"),
    include_str!("../runtime/inputs.c"),
    include_str!("../runtime/allocation.c"),
    include_str!("../runtime/creation.c"),
    include_str!("../runtime/locks.c"),
    include_str!("../runtime/waiting.c"),
    include_str!("../runtime/c11.c"),
    include_str!("../runtime/start.c"),
];

/// The run-time as one file, after the tables.
fn runtime(tables: &str, turns: &str) -> String {
    let threads = include_str!("../runtime/threads.c");
    format!("{}{tables}{threads}\n{turns}{}", tables::PRELUDE, PARTS.concat())
}

/// Library functions that the run-time has its own version of.
fn replaced_functions() -> Vec<String> {
    let mut names = Vec::new();
    for line in PARTS.iter().flat_map(|part| part.lines()) {
        let argument = |prefix: &str| line.strip_prefix(prefix)?.split([',', ')']).next();
        if let Some(name) = argument("RADDLE_NONDET(") {
            names.push(format!("__VERIFIER_nondet_{name}"));
        } else if let Some(name) = ["RADDLE_SECTION(", "RADDLE_NUMBER(", "RADDLE_REMEMBERED("]
            .iter()
            .find_map(|prefix| argument(prefix))
        {
            names.push(name.to_owned());
        } else if let Some(at) = line.find("raddle_w_").filter(|_| line.ends_with('{')) {
            let name = line[at + "raddle_w_".len()..].split('(').next().unwrap_or_default();
            if !line.starts_with(' ') && !name.contains('#') {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_runtime_lists_what_it_replaces() {
        let names = super::replaced_functions();
        for name in ["malloc", "pthread_mutex_lock", "__VERIFIER_nondet_int", "raddle_atomic_begin"]
        {
            assert!(names.iter().any(|known| known == name), "{name} is missing in {names:?}");
        }
        assert!(
            names.iter().all(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        );
    }

    #[test]
    fn the_table_says_what_is_replaced() {
        use raddle_library::Native;
        let mut listed: Vec<&str> =
            raddle_library::names(|row| row.native == Native::Wrapped).collect();
        listed.sort_unstable();
        assert_eq!(super::replaced_functions(), listed);
    }
}
