//! `raddle warn`: suspicions from a look at the program, without executing anything.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use raddle_budget::Stage;
use raddle_findings::{ConfirmationStatus, Rank, Warning, Warnings};
use raddle_frontend::FrontendError;
use raddle_report::TextOptions;

use crate::arguments::ColorWhen;
use crate::confirm::{Request, confirm, flags_of, hunt_words};
use crate::finding_files;
use crate::limits::nothing_to_say;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::{print, terminal_width, wants_color};
use crate::paths::shown;
use crate::warn_arguments::{RankName, WarnArguments, WarnFormat};

/// What --confirm takes if nothing is said.
const CONFIRM_TIME: Duration = Duration::from_secs(60);

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
    anyhow::ensure!(
        arguments.confirm || arguments.helpers.workers.is_none(),
        "--workers is for --confirm: without it nothing is executed"
    );
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
            helpers: &arguments.helpers,
            files: &arguments.input.files,
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
        warning.decided_by = check_command(warning, arguments);
        warning.hunted_by = hunt_command(warning, arguments);
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
fn check_command(warning: &Warning, arguments: &WarnArguments) -> String {
    let mut words = vec!["--property".to_owned(), warning.property.clone()];
    words.extend(flags_of(warning));
    words.extend(input_words(arguments));
    format!("raddle check {}", words.join(" "))
}

/// The hunt for its places; nothing if they are not known.
fn hunt_command(warning: &Warning, arguments: &WarnArguments) -> String {
    let mut words = hunt_words(warning);
    if words.is_empty() {
        return String::new();
    }
    words.extend(flags_of(warning));
    words.extend(input_words(arguments));
    format!("raddle hunt {}", words.join(" "))
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
