//! `raddle replay`: runs into a finding of an earlier check again, or says how the program changed.

use clap::Parser;
use raddle_findings::{Finding, TraceStep};
use raddle_report::TextOptions;

use crate::Outcome;
use crate::arguments::{Command, CommandLine, ReplayArguments};
use crate::finding_files;
use crate::load::load_program;
use crate::output::{print, terminal_width, wants_color};

pub(crate) fn replay(arguments: &ReplayArguments) -> anyhow::Result<Outcome> {
    let file = finding_files::read(&arguments.finding)?;
    let command = std::iter::once("raddle".to_owned()).chain(file.command.iter().cloned());
    let spelled = crate::arguments::compiler_spellings(command.map(Into::into));
    let Command::Check(check) = CommandLine::try_parse_from(spelled)?.command else {
        anyhow::bail!("{} does not come from `raddle check`", arguments.finding.display());
    };
    let program = load_program(&check.input)?;
    let replayed = raddle_explore::replay_finding(&program, &check.options(), &file.finding)?;
    if !replayed.confirmed {
        print(&not_confirmed(&file.finding))?;
        return Ok(Outcome::Unknown);
    }
    let mut finding = file.finding;
    finding.trace = raddle_explore::trace_steps(&program, &replayed);
    finding.message = replayed.message.unwrap_or(finding.message);
    let options = TextOptions {
        width: terminal_width(),
        color: wants_color(),
        quiet: false,
        full_trace: true,
        statistics: false,
    };
    print(&format!(
        "{}confirmed: {}\n",
        raddle_report::finding(&finding, &options),
        finding.message
    ))?;
    Ok(Outcome::Unsafe)
}

fn not_confirmed(finding: &Finding) -> String {
    let place = finding.location.as_ref().map_or_else(
        || "the place it was found at".to_owned(),
        |location| format!("{}:{}", location.file, location.line),
    );
    let last = finding.trace.iter().rev().find_map(|step: &TraceStep| step.location.as_ref());
    let mut text = format!(
        "not confirmed: on these inputs and this schedule the program no longer fails at {place} ({})\n",
        finding.message
    );
    if let Some(location) = last {
        text += &format!(
            "help: the program or its flags changed since; compare with {}:{} or run `raddle check` again\n",
            location.file, location.line
        );
    }
    text
}
