//! `raddle replay --native --schedule`: the real binary goes along the schedules that `raddle schedules --format json` wrote.

use std::path::Path;

use anyhow::Context;
use clap::Parser;
use raddle_budget::Budget;
use raddle_frontend::shown_path;
use raddle_native::{Ended, Epoch, ScheduledRun};
use raddle_report::printable;
use serde::Deserialize;

use crate::arguments::ReplayArguments;
use crate::command_line::{Command, CommandLine, compiler_spellings};
use crate::load::compiled_files;
use crate::native_replay::{cannot_run, printed};
use crate::outcome::Outcome;
use crate::output::print;
use crate::trust;
use crate::watchdog::Watchdog;

/// What is used of the file.
#[derive(Deserialize)]
struct ScheduleFile {
    command: Vec<String>,
    complete: bool,
    epochs: Vec<Epoch>,
}

pub(crate) fn follow(
    arguments: &ReplayArguments,
    path: &Path,
    budget: &Budget,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    let shown = shown_path(path);
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let file: ScheduleFile = serde_json::from_str(&text)
        .with_context(|| format!("{shown} is not what `raddle schedules --format json` writes"))?;
    let command = std::iter::once("raddle".to_owned()).chain(file.command.iter().cloned());
    let spelled = compiler_spellings(command.map(Into::into));
    let Command::Schedules(schedules) = CommandLine::try_parse_from(spelled)?.command else {
        anyhow::bail!("{shown} does not come from `raddle schedules`");
    };
    let check = &schedules.check;
    trust::demand_harmless(&check.input, path, arguments.trust)?;
    if let Some(reason) = cannot_run(check) {
        anyhow::bail!("{reason}");
    }
    let (files, compile) = compiled_files(&check.input, budget)?;
    let given = check.environment.arguments.iter().chain(&arguments.arguments);
    let run = ScheduledRun {
        files: &files,
        compile: &compile,
        epochs: &file.epochs,
        arguments: &given.cloned().collect::<Vec<String>>(),
        values: &arguments.values,
    };
    let followed = raddle_native::follow(&run)?;
    let (outcome, text) = answer(&followed.ended);
    watchdog.answer(outcome);
    let incomplete = match file.complete || outcome == Outcome::Safe {
        true => "",
        false => "note: the file does not cover all inputs\n",
    };
    print(&format!("{}{text}\n{incomplete}", printed(&followed.stdout, &followed.stderr)))?;
    Ok(outcome)
}

fn answer(ended: &Ended) -> (Outcome, String) {
    match ended {
        Ended::Along { operations, epochs, whole: true } => {
            let epochs = counted(*epochs, "epoch");
            let text = format!(
                "followed the schedules: {} in {epochs}",
                counted(*operations, "operation")
            );
            (Outcome::Safe, text)
        }
        Ended::Along { operations, .. } => {
            let done = counted(*operations, "operation");
            (
                Outcome::Unknown,
                format!("left the schedules: after {done} the program ended, and they go on"),
            )
        }
        Ended::Deadlock { operations } => (
            Outcome::Unsafe,
            format!(
                "followed the schedules into a deadlock: after {} no thread can go on",
                counted(*operations, "operation")
            ),
        ),
        Ended::Left(how) => (Outcome::Unknown, format!("left the schedules: {}", printable(how))),
        Ended::Otherwise(how) => (Outcome::Unknown, format!("not followed: {}", printable(how))),
    }
}

fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
