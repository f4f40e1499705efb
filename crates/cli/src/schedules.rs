//! `raddle schedules`: input-covering schedules.
//!
//! An *epoch* is a fragment of the program (`pieces.rs`). In each, threads go on as long as they can, so that inputs alone decide what happens; what threads
//! synchronise on the way is a schedule, and the inputs that lead to the same one are put together. The schedules of an epoch cover all its inputs: whoever makes threads follow
//! them, one epoch after the other, needs no other order of threads. They are right for programs without data races, of which this says nothing.

use clap::Args;
use raddle_budget::Spent;
use raddle_explore::{Reduce, Slicing, Strategy, spent_reason};
use raddle_findings::{ContextThread, FragmentResult, Report, Schedule, ScheduleOperation};
use raddle_report::printable;
use serde_json::json;

use crate::arguments::{CheckArguments, Format, PropertyName};
use crate::from_arguments::{ContextArguments, PrecisionName};
use crate::from_context::From;
use crate::interrupt::interrupt_on_signals;
use crate::limits;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::print;
use crate::paths;
use crate::pieces;
use crate::so_far::SoFar;
use crate::watchdog::Watchdog;

const EXAMPLES: &str = "Examples:
  raddle schedules pipeline.c
  raddle schedules --symbolic-args 1,4 --jobs 4 --time 1m --format json scan.c

An epoch ends where loops of unknown length start over; what is an input of a later one is all that is not known where it begins.
Schedules are right for programs without data races: `raddle check` looks for those.

Exit codes: 0 all inputs are covered, 2 usage or input error, 3 some inputs are not covered, 101 internal error.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchedulesArguments {
    /// What to find out about the state that epochs start in; for research
    #[arg(long, value_name = "HOW", default_value = "full")]
    precision: PrecisionName,
    #[command(flatten)]
    pub(crate) check: CheckArguments,
}

pub(crate) fn schedules(
    arguments: SchedulesArguments,
    command: Vec<String>,
) -> anyhow::Result<Outcome> {
    let SchedulesArguments { precision, check } = arguments;
    refuse_what_is_not_used(&check)?;
    let search = &check.search;
    let memory = search.memory.or_else(limits::default_memory);
    let budget = limits::budget(search.time, memory, search.stall.clone());
    interrupt_on_signals(&budget);
    let (format, words) = (check.output.format, command.clone());
    let last_words = move |spent| not_in_time(spent, format, &words);
    let watchdog = Watchdog::start(&budget, Box::new(last_words));
    let program = load_program(&check.input, &budget)?;
    let mut options = check.options();
    options.one_schedule = true;
    let from = From::new(ContextArguments::in_pieces(precision));
    let mut report = pieces::check(&program, &check, &from, options, &budget, &SoFar::new())?;
    paths::shorten(&mut report);
    let outcome = if is_complete(&report) { Outcome::Safe } else { Outcome::Unknown };
    watchdog.answer(outcome);
    print(&match check.output.format {
        Format::Text => text(&report),
        Format::Json => format!("{:#}\n", as_json(&report, &command)),
    })?;
    Ok(outcome)
}

fn refuse_what_is_not_used(check: &CheckArguments) -> anyhow::Result<()> {
    let CheckArguments { question, search, output, .. } = check;
    let options = check.options();
    let refused = [
        (question.function.is_some(), "--function"),
        (question.per_property, "--per-property"),
        (question.svcomp, "--svcomp"),
        (!question.preconditions.is_empty(), "--where"),
        (search.resume, "--resume"),
        (!output.reports.is_empty(), "--report"),
        (output.tree.is_some(), "--tree"),
        (output.emit_tests.is_some(), "--emit-tests"),
        (output.baseline.is_some(), "--baseline"),
        (output.log_queries.is_some(), "--log-queries"),
        (search.preemptions.is_some(), "--preemptions"),
        (options.slice == Slicing::On, "--slice on"),
        (options.strategy != Strategy::Dfs, "--strategy"),
        (!matches!(options.reduce, Reduce::Dpor | Reduce::None), "--reduce persistent and pdpor"),
        (question.properties.contains(&PropertyName::Leak), "--property memory:leak"),
    ];
    match refused.iter().find(|(given, _)| *given) {
        Some((_, flag)) => anyhow::bail!("{flag} has no meaning for `raddle schedules`"),
        None => Ok(()),
    }
}

/// What is said in place of a search that does not come to its end.
fn not_in_time(spent: Spent, format: Format, command: &[String]) -> Outcome {
    let reason = spent_reason(spent);
    let text = match format {
        Format::Text => format!("not covered: {}\n", reason.title()),
        Format::Json => {
            let reason = json!({ "code": reason.code(), "message": reason.title() });
            let nothing = json!({
                "command": command, "complete": false, "schedules": 0, "epochs": [], "findings": [], "reasons": [reason],
            });
            format!("{nothing:#}\n")
        }
    };
    // Nobody may be there to read it.
    let _ = print(&text);
    Outcome::Unknown
}

/// Whether every input is covered: every epoch was explored, and nothing was cut.
fn is_complete(report: &Report) -> bool {
    report.reasons.is_empty() && report.fragments.iter().all(|one| one.verdict.is_some())
}

fn as_json(report: &Report, command: &[String]) -> serde_json::Value {
    let epochs = report.fragments.iter().map(|one| {
        json!({ "epoch": one.number, "begins": one.begins, "impossible": one.impossible, "schedules": one.schedules })
    });
    let epochs: Vec<serde_json::Value> = epochs.collect();
    json!({
        "command": command,
        "complete": is_complete(report),
        "schedules": count(report),
        "epochs": epochs,
        "findings": report.findings.iter().map(|one| json!({ "code": one.code, "message": one.message, "location": one.location })).collect::<Vec<_>>(),
        "reasons": report.reasons,
        "seconds": report.stats.seconds,
    })
}

fn count(report: &Report) -> usize {
    report.fragments.iter().map(|one| one.schedules.len()).sum()
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for epoch in report.fragments.iter().filter(|one| !one.impossible) {
        text += &format!("epoch {}: {}\n", epoch.number, begins(epoch));
        if epoch.verdict.is_none() {
            text += "  not explored\n";
        }
        for (nth, schedule) in epoch.schedules.iter().enumerate() {
            text += &schedule_text(nth + 1, schedule);
        }
        text.push('\n');
    }
    for finding in &report.findings {
        let place = finding.location.as_ref();
        let place =
            place.map_or(String::new(), |at| format!(" at {}:{}", printable(&at.file), at.line));
        text +=
            &format!("found on the way: {} {}{place}\n", finding.code, printable(&finding.message));
    }
    for reason in &report.reasons {
        text += &format!("not covered[{}]: {}\n", reason.code, printable(&reason.message));
    }
    let covered =
        if is_complete(report) { "all inputs are covered" } else { "not all inputs are covered" };
    let epochs = report.fragments.iter().filter(|one| !one.impossible).count();
    text += &format!(
        "{} in {}: {covered}, if the program has no data races\n",
        counted(count(report), "schedule"),
        counted(epochs, "epoch")
    );
    text
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn begins(epoch: &FragmentResult) -> String {
    if epoch.begins.is_empty() {
        return "from the start of the program".to_owned();
    }
    let place = |thread: &ContextThread| {
        let at = thread.frames.first();
        let at = at.map_or(String::new(), |at| format!("{}:{}", printable(&at.file), at.line));
        let wait = match (thread.waiting, thread.woken) {
            (_, true) => " (woken)",
            (true, false) => " (waiting)",
            (false, false) => "",
        };
        format!("{} at {at}{wait}", printable(&thread.name))
    };
    epoch.begins.iter().map(place).collect::<Vec<String>>().join(", ")
}

/// Alternatives of conditions that are shown.
const ALTERNATIVES: usize = 4;

fn schedule_text(number: usize, schedule: &Schedule) -> String {
    let mut text = format!("  schedule {number}\n");
    let all = |conditions: &Vec<String>| match &conditions[..] {
        [] => "any input".to_owned(),
        conditions => conditions.join(" and "),
    };
    for (nth, conditions) in schedule.conditions.iter().take(ALTERNATIVES).enumerate() {
        let word = if nth == 0 { "for" } else { " or" };
        text += &format!("    {word} {}\n", printable(&all(conditions)));
    }
    if let Some(more @ 1..) = schedule.conditions.len().checked_sub(ALTERNATIVES) {
        text += &format!("     or {more} more; --format json has them all\n");
    }
    for operation in &schedule.operations {
        text += &format!("      {}\n", operation_text(operation));
    }
    if schedule.operations.is_empty() {
        text += "      nothing is synchronised\n";
    }
    text += &match schedule.next {
        Some(next) => format!("    then epoch {next}\n"),
        None => "    then the program is over\n".to_owned(),
    };
    text
}

fn operation_text(operation: &ScheduleOperation) -> String {
    let at = operation.location.as_ref();
    let at = at.map_or(String::new(), |at| format!("  {}:{}", printable(&at.file), at.line));
    format!(
        "{:<10} {} {}{at}",
        printable(&operation.thread),
        operation.operation,
        printable(&operation.object)
    )
}
