//! The loop that puts step, schedule and solver together: strategies, budgets, replay.
//!
//! It knows nothing of files, arguments or terminals.

mod options;

pub use options::{Interrupt, Options, Progress, Property, Strategy};

use raddle_findings::Report;
use raddle_ir::Program;

/// Explores the program and says what was found. `progress` is called a few times a second.
pub fn check(
    _program: &Program,
    _options: &Options,
    _interrupt: &Interrupt,
    _progress: &mut dyn FnMut(&Progress),
) -> Report {
    unimplemented!()
}
