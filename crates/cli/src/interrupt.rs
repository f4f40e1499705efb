//! Ctrl-C and termination signals: the first asks the exploration to end and report, the second ends the process.

use raddle_explore::Interrupt;

use crate::output::print_line_to_stderr;

/// Conventional exit code of a process ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// An interrupt that signals raise. Without a handler (an exotic system) Ctrl-C simply ends the process.
pub(crate) fn interrupt_on_signals() -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    let installed = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(INTERRUPTED);
        }
        raised.raise();
        print_line_to_stderr("interrupted: finishing the report; once more to stop at once");
    });
    if let Err(error) = installed {
        print_line_to_stderr(&format!("warning: Ctrl-C will end without a report: {error}"));
    }
    interrupt
}
