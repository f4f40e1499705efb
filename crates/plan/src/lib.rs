//! What can be asked of an exploration ([`Options`]), and which techniques it uses then ([`Plan`]).
//!
//! All decisions about which techniques go together are made in `plan.rs`, from a few facts about the program (`facts.rs`). What explores only carries them out.

mod facts;
mod options;
mod plan;
mod request;
mod technique;

pub use facts::{Facts, starts_with_unknown_memory};
#[doc(hidden)]
pub use options::Broken;
pub use options::{
    Aim, Focus, MemoryModel, Options, Property, Reduce, SliceMistake, Slicing, Strategy,
    SummaryLimits, Symmetry, UnknownMistake,
};
pub use plan::{Decision, LookAhead, Plan, Processes, Slices, guided_to_one, unheeded_orders};
pub use request::{default_properties, entry_function, machine_config, uses_threads};
pub use technique::Technique;
