//! `raddle check`: load, explore, report.

use anyhow::Context;
use raddle_explore::Progress;
use raddle_findings::{Report, Verdict};
use raddle_report::TextOptions;

use crate::Outcome;
use crate::arguments::{CheckArguments, ColorWhen, Format, OutputArguments};
use crate::interrupt::interrupt_on_signals;
use crate::load::load_program;
use crate::output::{print, terminal_width, wants_color};
use crate::progress::ProgressLine;

pub(crate) fn check(arguments: CheckArguments) -> anyhow::Result<Outcome> {
    let options = arguments.options();
    for directory in [&options.emit_tests, &options.log_queries].into_iter().flatten() {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create the directory {}", directory.display()))?;
    }
    let program = load_program(&arguments.input)?;
    let interrupt = interrupt_on_signals();
    let mut line = ProgressLine::new(!arguments.output.quiet);
    let mut progress = |progress: &Progress| line.update(progress);
    let mut report = raddle_explore::check(&program, &options, &interrupt, &mut progress);
    line.clear();
    report.files = arguments.input.files.iter().map(|file| file.display().to_string()).collect();
    print(&shown(&report, &arguments.output)?)?;
    Ok(outcome(report.verdict))
}

fn shown(report: &Report, output: &OutputArguments) -> anyhow::Result<String> {
    match output.format {
        Format::Json => raddle_report::json(report).context("cannot print the report as JSON"),
        Format::Text => Ok(raddle_report::terminal(report, &text_options(output))),
    }
}

fn text_options(output: &OutputArguments) -> TextOptions {
    TextOptions {
        width: terminal_width(),
        color: match output.color {
            ColorWhen::Auto => wants_color(),
            ColorWhen::Always => true,
            ColorWhen::Never => false,
        },
        quiet: output.quiet,
        full_trace: output.trace_full,
        statistics: output.stats,
    }
}

fn outcome(verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Safe => Outcome::Safe,
        Verdict::Unsafe => Outcome::Unsafe,
        Verdict::Unknown => Outcome::Unknown,
    }
}
