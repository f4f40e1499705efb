//! `raddle replay --native` and `--emit-test`: the real binary runs into a finding, or it is said why it does not.

use std::path::Path;

use raddle_budget::Budget;
use raddle_findings::{Choreography, Finding};
use raddle_frontend::shown_path;
use raddle_native::{Arrival, Confirmation, Native, NativeError, Request};
use raddle_report::printable;

use crate::arguments::CheckArguments;
use crate::files;
use crate::load::compiled_files;
use crate::outcome::Outcome;
use crate::output::print;
use crate::watchdog::Watchdog;

/// A finding that the machine has just run into again.
pub(crate) struct NativeReplay<'a> {
    pub(crate) check: &'a CheckArguments,
    pub(crate) finding: Finding,
    pub(crate) choreography: Choreography,
    /// Where threads are to come to, if a hunt found it.
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) emit_test: Option<&'a Path>,
    pub(crate) budget: &'a Budget,
    pub(crate) watchdog: &'a Watchdog,
}

pub(crate) fn replay_natively(replay: &NativeReplay<'_>) -> anyhow::Result<Outcome> {
    let input = &replay.check.input;
    if let Some(reason) = cannot_run(replay.check) {
        return not_confirmed(reason);
    }
    if !replay.finding.without.is_empty() {
        let behind = replay.finding.behind.join(", ");
        let reason = format!("it shows only past {behind}, which a real binary stops at");
        return not_confirmed(&reason);
    }
    let (files, compile) = compiled_files(input, replay.budget)?;
    let request = Request {
        files: &files,
        compile: &compile,
        finding: &replay.finding,
        choreography: &replay.choreography,
        arrivals: &replay.arrivals,
        arguments: &replay.check.environment.arguments,
    };
    let native = match raddle_native::run(&request) {
        Ok(native) => native,
        // Such a program cannot be built here; whether the finding is real is another question.
        Err(NativeError::Tool { step, message }) => {
            return not_confirmed(&format!(
                "{step} failed: {}",
                message.lines().next().unwrap_or("")
            ));
        }
        Err(other) => return Err(other.into()),
    };
    let outcome = match &native.confirmation {
        Confirmation::Yes(_) => Outcome::Unsafe,
        Confirmation::Not(_) => Outcome::Unknown,
    };
    replay.watchdog.answer(outcome);
    print(&shown(&native))?;
    if let Some(path) = replay.emit_test {
        emit_test(&request, &native, path)?;
    }
    Ok(outcome)
}

/// Checks that have no counterpart in a real process.
pub(crate) fn cannot_run(check: &CheckArguments) -> Option<&'static str> {
    let given_as_ir = |path: &Path| path.extension().is_some_and(|ending| ending == "ll");
    if check.question.function.is_some() {
        Some("a function that was checked on its own is no program to run")
    } else if check.input.files.iter().any(|file| given_as_ir(file)) {
        Some("a program that is given as LLVM IR cannot be instrumented")
    } else if check.input.bits32 {
        Some("the instrumentation hooks do not exist for 32-bit programs")
    } else {
        None
    }
}

fn not_confirmed(reason: &str) -> anyhow::Result<Outcome> {
    print(&format!("not confirmed natively: {reason}\n"))?;
    Ok(Outcome::Unknown)
}

/// What a process printed.
pub(crate) fn printed(stdout: &str, stderr: &str) -> String {
    let mut text = String::new();
    for (name, output) in [("stdout", stdout), ("stderr", stderr)] {
        for line in output.lines().take(40) {
            text += &format!("{name} | {}\n", printable(line));
        }
    }
    text
}

/// What the process printed, and the answer.
fn shown(native: &Native) -> String {
    printed(&native.stdout, &native.stderr)
        + &match &native.confirmation {
            Confirmation::Yes(how) => format!("confirmed natively: {}\n", printable(how)),
            Confirmation::Not(why) => format!("not confirmed natively: {}\n", printable(why)),
        }
}

fn emit_test(request: &Request<'_>, native: &Native, path: &Path) -> anyhow::Result<()> {
    let name = path.file_name().map_or("test.c".into(), |name| name.to_string_lossy());
    match raddle_native::standalone_test(request, native, &name) {
        Ok(text) => {
            files::write(path, &text)?;
            let path = shown_path(path);
            print(&format!("wrote {path}; its first lines say how to compile and run it\n"))
        }
        Err(reason) => print(&format!("no test was written: {reason}\n")),
    }
}
