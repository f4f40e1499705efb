//! `raddle check`: load, explore, report.

use std::path::PathBuf;

use anyhow::Context;
use raddle_explore::{Interrupt, Observer, Options, Progress, TestCase};
use raddle_findings::{Finding, Report};
use raddle_report::{TextOptions, WitnessTask};

use crate::Outcome;
use crate::arguments::{CheckArguments, ColorWhen, Format, OutputArguments};
use crate::clock;
use crate::config::{Setting, Suppression};
use crate::finding_files;
use crate::interrupt::interrupt_on_signals;
use crate::load::load_program;
use crate::output::{print, print_line_to_stderr, terminal_width, wants_color};
use crate::parallel;
use crate::paths;
use crate::per_property;
use crate::progress::ProgressLine;
use crate::reports::{ReportFormat, ReportTarget, write_reports};
use crate::setup_help::with_help;
use crate::svcomp;
use crate::together;
use crate::triage;

pub(crate) fn check(mut arguments: CheckArguments, setting: &Setting) -> anyhow::Result<Outcome> {
    if arguments.configuration.print_config {
        print(&setting.listing)?;
        return Ok(Outcome::DONE);
    }
    let baseline = arguments.output.baseline.as_deref().map(triage::read_baseline).transpose()?;
    let task = svcomp::prepare(&mut arguments)?;
    let mut options = arguments.options();
    // One violation decides; whether it is one of the kind asked for shows afterwards.
    options.first |= task.is_some();
    for directory in [&arguments.output.emit_tests, &options.log_queries].into_iter().flatten() {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create the directory {}", directory.display()))?;
    }
    let interrupt = interrupt_on_signals();
    let mut report = if arguments.question.per_property {
        per_property::check(&arguments, setting, &interrupt)?
    } else {
        check_at_once(&arguments, setting, &mut options, task.as_ref(), &interrupt)?
    };
    paths::shorten(&mut report);
    report.files = arguments.input.files.iter().map(|file| file.display().to_string()).collect();
    triage::mark(&mut report, &setting.suppressions, &baseline.unwrap_or_default());
    print(&shown(&report, &arguments.output)?)?;
    let witness = WitnessTask {
        specification: task.as_ref().map_or(String::new(), |task| task.specification.clone()),
        bits32: arguments.input.bits32,
        created: clock::now(),
        command: setting.words.clone(),
    };
    let tree = arguments.output.tree.clone();
    let tree = tree.map(|path| ReportTarget { format: ReportFormat::Html, path });
    let targets: Vec<ReportTarget> = arguments.output.reports.iter().cloned().chain(tree).collect();
    write_reports(&report, &targets, &witness)?;
    keep_findings(&report, &arguments, setting)?;
    for suppression in triage::stale(&report, &setting.suppressions) {
        let Suppression { id, reason } = suppression;
        print_line_to_stderr(&format!("note: nothing needs the suppression of {id} ({reason})"));
    }
    if let Some(task) = &task {
        print(&task.verdict_line(&report))?;
    }
    Ok(triage::outcome(&report))
}

/// All properties in one exploration.
fn check_at_once(
    arguments: &CheckArguments,
    setting: &Setting,
    options: &mut Options,
    task: Option<&svcomp::Task>,
    interrupt: &Interrupt,
) -> anyhow::Result<Report> {
    let program = load_program(&arguments.input)?;
    let line = ProgressLine::new(!arguments.output.quiet);
    let mut watcher =
        Watcher { line, tests: arguments.output.emit_tests.clone(), written: 0, failure: None };
    let jobs = arguments.search.jobs;
    let shared = jobs > 1 && raddle_explore::can_be_shared(&program, options);
    let together = jobs > 1 && raddle_explore::can_be_explored_together(&program, options);
    if jobs > 1 && !shared && !together && !arguments.output.quiet {
        print_line_to_stderr(
            "note: this search is not shared between processes because of flags that need one; --per-property shares properties",
        );
    }
    let mut report = if together {
        together::check(arguments, setting, &program, options, interrupt, &mut watcher)?
    } else if shared {
        parallel::check(arguments, setting, &program, options, interrupt, &mut watcher)?
    } else {
        raddle_explore::check(&program, options, interrupt, &mut watcher)
            .map_err(|error| with_help(error, &program))?
    };
    if let Some(task) = task {
        let answers = |finding: &Finding| task.violated(finding).is_some();
        if !report.findings.is_empty() && !report.findings.iter().any(answers) {
            options.first = false;
            report = raddle_explore::check(&program, options, interrupt, &mut watcher)?;
        }
        task.judge(&mut report);
    }
    watcher.line.clear();
    if let Some(failure) = watcher.failure {
        return Err(failure);
    }
    raddle_report::tell_conditions(&mut report.findings, &program.source_names());
    Ok(report)
}

/// Keeps findings for `raddle replay` and says so. JSON goes to programs, which ask for files if they want
/// them.
fn keep_findings(
    report: &Report,
    arguments: &CheckArguments,
    setting: &Setting,
) -> anyhow::Result<()> {
    let output = &arguments.output;
    let asked = output.out.is_some() || (output.format == Format::Text && !output.quiet);
    let (Some(program), true) = (arguments.input.files.first(), asked) else { return Ok(()) };
    if report.findings.is_empty() {
        return Ok(());
    }
    let directory = output.out.clone().unwrap_or_else(|| PathBuf::from("raddle-out"));
    let written = finding_files::write(&directory, program, &setting.words, &report.findings);
    match written {
        Ok(paths) if output.format == Format::Text && !output.quiet => {
            let first = paths.first().map_or(String::new(), |path| path.display().to_string());
            print(&format!("raddle replay {first} runs into the first finding again\n"))
        }
        Ok(_) => Ok(()),
        // A directory nobody can write to is no reason to lose the report.
        Err(_) if output.out.is_none() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Shows progress and writes test cases while the check runs.
struct Watcher {
    line: ProgressLine,
    tests: Option<PathBuf>,
    written: u64,
    failure: Option<anyhow::Error>,
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn test_case(&mut self, test: &TestCase) {
        let Some(directory) = &self.tests else { return };
        if self.failure.is_some() {
            return;
        }
        self.written += 1;
        let path = directory.join(format!("test-{:06}.json", self.written));
        let data = serde_json::json!({ "inputs": test.inputs, "end": test.end });
        let written = std::fs::write(&path, format!("{data:#}\n"));
        self.failure = written.with_context(|| format!("cannot write {}", path.display())).err();
    }
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
