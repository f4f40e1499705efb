//! Writing to standard output and standard error. A reader that went away (`raddle … | head`) is not an error.

use std::io::{ErrorKind, IsTerminal, Write};

use anyhow::Context;
use raddle_frontend::FrontendError;

/// Writes a whole result to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// Writes a line to standard error; there is nowhere left to complain if that fails.
pub(crate) fn print_line_to_stderr(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// `error: what was being done: what is wrong`, with causes indented and what to do next below.
pub(crate) fn print_error(error: &anyhow::Error) {
    let mut text = format!("error: {error}");
    for cause in error.chain().skip(1) {
        text.push_str(&format!("\n  because: {cause}"));
    }
    // Messages quote compilers and files, and may be of several lines; nothing else of them commands a terminal.
    let mut text: String =
        text.split('\n').map(raddle_report::printable).collect::<Vec<_>>().join("\n");
    if let Some(help) = error.downcast_ref().and_then(FrontendError::help) {
        text.push_str(&format!("\nhelp: {help}"));
    }
    print_line_to_stderr(&text);
}

/// Columns of the terminal behind standard output, within what reads well.
pub(crate) fn terminal_width() -> usize {
    let detected = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    detected.unwrap_or(100).clamp(60, 120)
}

/// Colours on a terminal, unless the user's environment says otherwise (`NO_COLOR`, `TERM=dumb`).
pub(crate) fn wants_color() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    std::io::stdout().is_terminal() && !refused && !dumb
}
