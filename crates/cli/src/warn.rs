//! `raddle warn`: suspicions from a look at the program, without executing anything.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use raddle_budget::Stage;
use raddle_findings::{ConfirmationStatus, Rank, Warning, Warnings};
use raddle_frontend::FrontendError;
use raddle_report::TextOptions;

use crate::arguments::{ColorWhen, InputArguments};
use crate::confirm::{Request, confirm};
use crate::finding_files;
use crate::limits::{LimitArguments, nothing_to_say};
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::{print, terminal_width, wants_color};
use crate::paths::shown;
use crate::reports::{ReportFormat, ReportTarget, parse_report};

const WARN_HELP: &str = "Warns of possible data races, deadlocks, endless waits, signals without the lock, waits outside of a loop, locks taken twice,
unlocks of what is not held, and returns with a lock held. A warning may be of something that cannot happen; `raddle check` decides it, and --confirm
finds out which of them come true.
What may be missing is listed at the end: functions that are not known are taken to do nothing (docs/warn.md).

Examples:
  raddle warn program.c
  raddle warn --rank medium -I include src/*.c
  raddle warn --format json program.c
  raddle warn --report warnings.sarif program.c
  raddle warn --confirm --time 20s program.c

Exit codes: 0 no warnings, 1 warnings, 2 usage or input error, 3 no warnings until time ran out, 101 internal error.
With --confirm: 0 all are refuted, 1 some are confirmed, 3 none is confirmed and some are open.";

/// What --confirm takes if nothing is said.
const CONFIRM_TIME: Duration = Duration::from_secs(60);

#[derive(Args, Debug)]
#[command(after_help = WARN_HELP)]
pub(crate) struct WarnArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Start in this function instead of main
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Leave out warnings of a lower rank
    #[arg(long, value_name = "RANK", default_value = "low")]
    rank: RankName,
    #[command(flatten)]
    limits: LimitArguments,
    /// Find out what comes of each warning: confirmed by a run, refuted, or open when the time is up [default: 1m]
    #[arg(long)]
    confirm: bool,
    /// Hunt so many warnings at a time, with --confirm
    #[arg(long, value_name = "N", default_value = "1", requires = "confirm", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Keep what confirms warnings in this directory
    #[arg(long, value_name = "DIR", requires = "confirm")]
    out: Option<PathBuf>,
    /// Text for people, one JSON object (docs/warn.md), or SARIF
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: WarnFormat,
    /// Write the warnings also as FORMAT=FILE or to a FILE whose ending tells the format; repeatable: text, json, sarif
    #[arg(long = "report", value_name = "[FORMAT=]FILE", value_parser = parse_report)]
    reports: Vec<ReportTarget>,
    /// Print the number of warnings only
    #[arg(long, short = 'q')]
    quiet: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RankName {
    High,
    Medium,
    Low,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WarnFormat {
    Text,
    Json,
    Sarif,
}

impl WarnFormat {
    fn of(format: ReportFormat) -> Option<WarnFormat> {
        match format {
            ReportFormat::Text => Some(WarnFormat::Text),
            ReportFormat::Json => Some(WarnFormat::Json),
            ReportFormat::Sarif => Some(WarnFormat::Sarif),
            ReportFormat::Junit
            | ReportFormat::Html
            | ReportFormat::Witness
            | ReportFormat::Graphml => None,
        }
    }
}

pub(crate) fn warn(arguments: WarnArguments) -> anyhow::Result<Outcome> {
    let arguments = Arc::new(arguments);
    let asked = arguments.clone();
    // Nothing is known before the analyses are through; those that look at the budget hand over what they have.
    let last_words = move |spent| {
        let report = raddle_warn::no_warnings(false);
        answer(&asked, report).unwrap_or_else(|_| nothing_to_say(spent))
    };
    let started = Instant::now();
    for target in &arguments.reports {
        if WarnFormat::of(target.format).is_none() {
            bail!(
                "warnings cannot be written to {} in this format\nhelp: text, json and sarif are possible",
                target.path.display()
            );
        }
    }
    let (budget, watchdog) = arguments.limits.begin(Box::new(last_words));
    let program = match load_program(&arguments.input, &budget) {
        Err(error) if matches!(error.downcast_ref(), Some(FrontendError::Spent)) => {
            return answer(&arguments, raddle_warn::no_warnings(false));
        }
        loaded => loaded?,
    };
    let entry = raddle_explore::entry_function(&program, arguments.function.as_deref())?;
    let expired = || {
        budget.enter(Stage::Warn);
        budget.is_spent()
    };
    let mut report = raddle_warn::warnings(&program, entry, &expired);
    keep_ranks(&arguments, &mut report);
    if arguments.confirm {
        let time = arguments.limits.time.unwrap_or(CONFIRM_TIME);
        let request = Request {
            program: &program,
            input: &input_words(&arguments),
            directory: finding_files::directory(
                arguments.out.as_deref(),
                &arguments.input.files[0],
            ),
            time,
            jobs: arguments.jobs.into(),
            budget: &budget.part(Some(time)),
        };
        confirm(&mut report.warnings, &request)?;
    }
    report.stats.seconds = started.elapsed().as_secs_f64();
    watchdog.answer(outcome(&arguments, &report));
    answer(&arguments, report)
}

fn keep_ranks(arguments: &WarnArguments, report: &mut Warnings) {
    let lowest = match arguments.rank {
        RankName::High => Rank::High,
        RankName::Medium => Rank::Medium,
        RankName::Low => Rank::Low,
    };
    report.warnings.retain(|warning| warning.rank <= lowest);
}

/// Prints and writes warnings.
fn answer(arguments: &WarnArguments, mut report: Warnings) -> anyhow::Result<Outcome> {
    report.files = arguments.input.files.iter().map(|file| file.display().to_string()).collect();
    report.rename_files(|file| Some(shown(file)));
    for warning in &mut report.warnings {
        warning.decided_by = check_command(&warning.property, arguments);
    }
    let color = match arguments.color {
        ColorWhen::Auto => wants_color(),
        ColorWhen::Always => true,
        ColorWhen::Never => false,
    };
    let options = TextOptions {
        width: terminal_width(),
        color,
        quiet: arguments.quiet,
        ..TextOptions::default()
    };
    print(&rendered(&report, arguments.format, &options)?)?;
    for target in &arguments.reports {
        let Some(format) = WarnFormat::of(target.format) else { continue };
        let text = rendered(&report, format, &TextOptions::default())?;
        std::fs::write(&target.path, text)
            .with_context(|| format!("cannot write {}", target.path.display()))?;
    }
    Ok(outcome(arguments, &report))
}

fn outcome(arguments: &WarnArguments, report: &Warnings) -> Outcome {
    if arguments.confirm {
        return outcome_of_confirmation(report);
    }
    match (report.warnings.is_empty(), report.complete) {
        (false, _) => Outcome::Unsafe,
        (true, true) => Outcome::Safe,
        (true, false) => Outcome::Unknown,
    }
}

fn outcome_of_confirmation(report: &Warnings) -> Outcome {
    let has = |status| {
        let is = |one: &Warning| one.confirmation.as_ref().is_some_and(|one| one.status == status);
        report.warnings.iter().any(is)
    };
    if has(ConfirmationStatus::Confirmed) {
        Outcome::Unsafe
    } else if has(ConfirmationStatus::Open) || !report.complete {
        Outcome::Unknown
    } else {
        Outcome::Safe
    }
}

fn rendered(
    report: &Warnings,
    format: WarnFormat,
    options: &TextOptions,
) -> anyhow::Result<String> {
    match format {
        WarnFormat::Text => Ok(raddle_report::warnings_text(report, options)),
        WarnFormat::Json => {
            raddle_report::warnings_json(report).context("cannot print the warnings as JSON")
        }
        WarnFormat::Sarif => {
            raddle_report::warnings_sarif(report).context("cannot print the warnings as SARIF")
        }
    }
}

/// The check that decides a warning, with the flags that matter to the compiler.
fn check_command(property: &str, arguments: &WarnArguments) -> String {
    let words = input_words(arguments);
    format!("raddle check --property {property} {}", words.join(" "))
}

/// What a command line says of the program.
fn input_words(arguments: &WarnArguments) -> Vec<String> {
    let input = &arguments.input;
    let mut words = Vec::new();
    if let Some(function) = &arguments.function {
        words.extend(["--function".to_owned(), function.clone()]);
    }
    if let Some(clang) = &input.clang {
        words.extend(["--clang".to_owned(), clang.display().to_string()]);
    }
    words.extend(input.include_directories.iter().map(|one| format!("-I{}", one.display())));
    words.extend(input.defines.iter().map(|one| format!("-D{one}")));
    words.extend(input.standard.iter().map(|one| format!("-std={one}")));
    if input.bits32 {
        words.push("-m32".to_owned());
    }
    words.extend(input.files.iter().map(|file| file.display().to_string()));
    if !input.compiler_arguments.is_empty() {
        words.push("--".to_owned());
        words.extend(input.compiler_arguments.iter().cloned());
    }
    words
}
