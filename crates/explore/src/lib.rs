//! The loop that puts step, schedule and solver together: strategies, budgets, replay.
//!
//! It knows nothing of files, arguments or terminals: requests come as [`Options`], results go back as a
//! [`Report`](raddle_findings::Report) and through an [`Observer`].

mod assemble;
mod budget;
mod concrete;
mod coverage;
mod frontier;
mod options;
mod replay;
mod search;
mod shrink;

pub use concrete::{ConcreteRun, run_concrete};
pub use options::{Interrupt, Observer, Options, Progress, Property, Strategy, TestCase};
pub use replay::{Replayed, replay};

use raddle_findings::Report;
use raddle_ir::Program;
pub use raddle_machine::{Property as MachineProperty, SetupError};

/// Explores the program and says what was found.
pub fn check(
    program: &Program,
    options: &Options,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    search::Search::new(program, options, interrupt)?.run(observer)
}
