//! The loop that puts step, schedule and solver together: strategies, budgets, replay.
//!
//! It knows nothing of files, arguments or terminals: requests come as [`Options`], results go back as a
//! [`Report`] and through an [`Observer`].

mod asked;
mod assemble;
mod choreography;
mod concrete;
mod coverage;
mod cycles;
mod enabled;
mod ending;
mod frontier;
mod guide;
mod hunt;
mod interleave;
mod ledger;
mod lockset;
mod misuse;
mod node;
mod observer;
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
mod rows;
mod run;
mod search;
mod share;
mod shrink;
mod slicing;
mod start_heap;
mod static_sets;
mod summary;
mod symmetry;
mod team;
mod tree;
mod turns;
mod unmodelled;
mod visitor;

pub use asked::{asked, empty_report, located, property_names};
pub use concrete::{ConcreteRun, run_concrete};
pub use hunt::{Blocking, GuidedStats, Hunted, Searches, hunt};
pub use ledger::spent_reason;
pub use observer::{Observer, Progress, TestCase};
pub use parts::{Part, Sharing, check_part};
pub use per_property::{check_property, without};
pub use replay::{Replayed, replay_finding, replay_towards};
pub use search::{check_together, help_together};
pub use slicing::{analysis_expired, slice_question};

use raddle_budget::Budget;
use raddle_findings::{Choreography, Report, TraceStep};
use raddle_ir::Program;
pub use raddle_library::StandIn;
pub use raddle_machine::{Book, Entries, NewName, SetupError, is_library_function};
#[doc(hidden)]
pub use raddle_plan::Broken;
pub use raddle_plan::{
    Aim, Facts, Focus, Options, Plan, Processes, Property, Reduce, SliceMistake, Slicing, Strategy,
    SummaryLimits, Symmetry, Technique, entry_function, uses_threads,
};
pub use team::{Next, TaskNumber, Team};
pub use unmodelled::{Unmodelled, unmodelled};

/// What a replay recorded, in the form of a report.
pub fn trace_steps(program: &Program, replayed: &Replayed) -> Vec<TraceStep> {
    rows::trace_steps(program, replayed)
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
