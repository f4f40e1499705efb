//! The loop that puts step, schedule and solver together: strategies, budgets, replay.
//!
//! It knows nothing of files, arguments or terminals: requests come as [`Options`], results go back as a
//! [`Report`] and through an [`Observer`].

mod cycles;
mod endless;
mod feasible;
mod frontier;
mod guide;
mod hunt;
mod idle_values;
mod interleave;
mod lockset;
mod models;
mod node;
mod pdpor;
mod per_property;
mod persistent;
mod probes;
mod pruning;
mod reversal;
mod run;
mod search;
mod sections;
mod share;
mod slicing;
mod static_sets;
mod team;
mod tree;
mod turns;
mod unmodelled;
mod walk;
mod who_can_move;
mod wrapping;

pub use feasible::{Feasible, Standpoint, feasible};
pub use hunt::{
    Blocking, GuidedStats, HuntPart, Hunted, PartHunted, Searches, guided_parts, hunt, hunt_part,
    hunted,
};
pub use per_property::{check_property, without};
pub use search::{check_together, help_together};
pub use slicing::{analysis_expired, slice_question};

use raddle_budget::Budget;
pub use raddle_evidence::{
    ConcreteRun, InputCondition, Observer, Progress, Replayed, ScheduledRun, TestCase, asked,
    choreography, empty_report, located, property_names, replay_finding, replay_towards,
    run_concrete, spent_reason, trace_steps,
};
use raddle_findings::Report;
use raddle_ir::Program;
pub use raddle_library::StandIn;
pub use raddle_machine::{
    Book, Entries, FramePlace, NewName, SetupError, Whereabouts, is_library_function,
};
#[doc(hidden)]
pub use raddle_plan::Broken;
pub use raddle_plan::{
    Aim, Facts, Focus, MemoryModel, Options, Plan, Processes, Property, Reduce, SliceMistake,
    Slicing, Strategy, SummaryLimits, Symmetry, Technique, UnknownMistake, entry_function,
    uses_threads,
};
pub use team::{Next, TaskNumber, Team, depth_of};
pub use unmodelled::{Unmodelled, unmodelled};

/// Explores the program and says what was found.
pub fn check(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let mut report = search::check(program, options, budget, observer)?;
    wrapping::drop_needless_assumptions(program, options, budget, observer, &mut report)?;
    Ok(report)
}
