//! `raddle run`: executes a program once, on concrete inputs, as the processor would. It serves the differential tests.
//!
//! The program's output goes to standard output and its exit code becomes ours; everything else is on standard error.

use std::io::Write;

use anyhow::bail;
use raddle_budget::Budget;
use raddle_explore::run_concrete;

use crate::arguments::RunArguments;
use crate::interrupt::interrupt_on_signals;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::watchdog::Watchdog;

/// Returns the exit code of the program.
pub(crate) fn run(arguments: &RunArguments) -> anyhow::Result<i32> {
    // Whoever runs a program says how long by ending it.
    let budget = Budget::default();
    interrupt_on_signals(&budget);
    Watchdog::start(&budget, Box::new(|_| Outcome::InputError));
    let program = load_program(&arguments.input, &budget)?;
    let run = run_concrete(&program, &arguments.arguments, Default::default(), &budget)?;
    let _ = std::io::stdout().lock().write_all(&run.output);
    if let Some((code, message)) = run.problems.first() {
        bail!("the run met {code}: {message}");
    }
    match run.exit {
        Some(code) => Ok(code),
        None => bail!("the program did not end by returning from main or calling exit"),
    }
}
