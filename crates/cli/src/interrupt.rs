//! Ctrl-C and termination signals: the first asks the command to end and report, the second ends the process.

use std::io::IsTerminal;

use raddle_budget::{Budget, Spent};

use crate::output::print_line_to_stderr;
use crate::progress::ERASED;
use crate::watchdog::leave;

/// Conventional exit code of a process ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Lets signals interrupt. Without a handler (an exotic system) Ctrl-C simply ends the process.
pub(crate) fn interrupt_on_signals(budget: &Budget) {
    let interrupted = budget.clone();
    let mut before = false;
    let installed = ctrlc::set_handler(move || {
        if std::mem::replace(&mut before, true) {
            leave(INTERRUPTED);
        }
        interrupted.interrupt();
        if interrupted.spent() == Some(Spent::Interrupted) {
            // Somebody who does not read messages must not keep the second signal from being heard.
            std::thread::spawn(|| {
                // A terminal shows `^C` behind what stands in the line.
                let start = if std::io::stderr().is_terminal() { ERASED } else { "" };
                let message = "interrupted: finishing the report; once more to stop at once";
                print_line_to_stderr(&format!("{start}{message}"));
            });
        }
    });
    if let Err(error) = installed {
        print_line_to_stderr(&format!("warning: Ctrl-C will end without a report: {error}"));
    }
}
