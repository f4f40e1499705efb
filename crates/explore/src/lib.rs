//! The loop that puts step, schedule and solver together: strategies, budgets, replay.
//!
//! It knows nothing of files, arguments or terminals: requests come as [`Options`], results go back as a
//! [`Report`] and through an [`Observer`].

mod assemble;
mod choreography;
mod concrete;
mod coverage;
mod cycles;
mod enabled;
mod ending;
mod frontier;
mod hunt;
mod interleave;
mod ledger;
mod lockset;
mod misuse;
mod options;
mod order;
mod pace;
mod parts;
mod pdpor;
mod per_property;
mod persistent;
mod pruning;
mod recorded_tree;
mod replay;
mod results;
mod reversal;
mod schedules;
mod search;
mod share;
mod shrink;
mod slicing;
mod start_heap;
mod successors;
mod summary;
mod symmetry;
mod team;
mod turns;
mod unknown_memory;
mod unmodelled;

pub use concrete::{ConcreteRun, run_concrete};
pub use hunt::{Blocking, GuidedStats, Hunted, Searches, hunt};
pub use ledger::spent_reason;
#[doc(hidden)]
pub use options::Broken;
pub use options::{
    Aim, Focus, Observer, Options, Progress, Property, Reduce, SliceMistake, Slicing, Strategy,
    SummaryLimits, Symmetry, TestCase,
};
pub use parts::{Part, Sharing, can_be_explored_together, can_be_shared, check_part};
pub use per_property::{asked, check_property, empty_report, located, property_names, without};
pub use replay::{Replayed, replay_finding, replay_towards};
pub use schedules::ScheduledRun;
pub use search::{check_together, help_together, uses_threads};
pub use slicing::{analysis_expired, entry_function, slice_question};

use raddle_budget::Budget;
use raddle_findings::{Choreography, Report, TraceStep};
use raddle_ir::Program;
pub use raddle_machine::{
    Book, Entries, FramePlace, NewName, Property as MachineProperty, SetupError, StandIn,
    Whereabouts, is_library_function,
};
pub use team::{Next, TaskNumber, Team};
pub use unmodelled::{Unmodelled, unmodelled};

/// What a replay recorded, in the form of a report.
pub fn trace_steps(program: &Program, replayed: &Replayed) -> Vec<TraceStep> {
    assemble::trace_steps(program, replayed)
}

/// A replay as a real binary can be led along it.
pub fn choreography(program: &Program, replayed: &Replayed) -> Choreography {
    choreography::choreography(program, replayed)
}

/// Explores the program and says what was found.
pub fn check(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    search::check(program, options, budget, observer)
}
