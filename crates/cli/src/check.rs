//! `raddle check`: load, explore, report.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use raddle_budget::{Budget, Spent, Stage};
use raddle_explore::{Facts, Observer, Options, Plan, Processes, Progress, TestCase};
use raddle_findings::{Finding, Report};
use raddle_frontend::FrontendError;
use raddle_native::quoted_path;
use raddle_report::{TextOptions, WitnessTask};

use crate::announce::Announcer;
use crate::arguments::{CheckArguments, ColorWhen, Format, OutputArguments};
use crate::clock;
use crate::files;
use crate::finding_files;
use crate::from_context::{From, is_vacuous, no_such_state};
use crate::interrupt::interrupt_on_signals;
use crate::limits;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::{print, print_error, print_line_to_stderr, terminal_width, wants_color};
use crate::paths;
use crate::per_property;
use crate::pieces;
use crate::progress::ProgressLine;
use crate::reports::{ReportFormat, ReportTarget, write_reports};
use crate::setting::{Setting, Suppression};
use crate::setup_help::with_help;
use crate::so_far::SoFar;
use crate::svcomp;
use crate::together::{self, Remote};
use crate::triage;
use crate::trust;
use crate::unmodelled::{tell_unmodelled, unmodelled};
use crate::watchdog::Watchdog;
use crate::workers::asked_workers;

pub(crate) fn check(arguments: CheckArguments, setting: Setting) -> anyhow::Result<Outcome> {
    check_from(arguments, None, setting)
}

/// The same, from a context if one is given.
pub(crate) fn check_from(
    mut arguments: CheckArguments,
    from: Option<From>,
    setting: Setting,
) -> anyhow::Result<Outcome> {
    let speaks_of_start =
        !arguments.question.preconditions.is_empty() || arguments.question.array_elements.is_some();
    anyhow::ensure!(
        !speaks_of_start || arguments.question.function.is_some() || from.is_some(),
        "--where and --array-elements speak of where a check starts: name a function with --function, or a context with `raddle from`"
    );
    let shared = arguments.search.jobs > 1 || arguments.helpers.workers.is_some();
    anyhow::ensure!(
        !arguments.search.resume || shared || arguments.question.per_property,
        "--resume goes on with what several processes did: add --per-property, --jobs or --workers"
    );
    let task = svcomp::prepare(&mut arguments)?;
    let options = arguments.options();
    for directory in [&arguments.output.emit_tests, &options.log_queries].into_iter().flatten() {
        files::create_directory(directory)?;
    }
    let budget = budget(&arguments);
    interrupt_on_signals(&budget);
    let baseline = OnceLock::new();
    let budget_of_request = budget.clone();
    let request =
        Arc::new(Request { arguments, from, setting, task, baseline, budget: budget_of_request });
    let so_far = SoFar::new();
    let (asked, known) = (request.clone(), so_far.clone());
    let last_words = move |spent| asked.last_words(known.report(spent));
    let watchdog = Watchdog::start(&budget, Box::new(last_words));
    if let Some(path) = &request.arguments.output.baseline {
        let _ = request.baseline.set(triage::read_baseline(path)?);
    }
    // What could not be written. The answer is known all the same, and everything else is written.
    let mut failures = Vec::new();
    let report = match request.explore(options, &so_far, &mut failures) {
        Err(error) if matches!(error.downcast_ref(), Some(FrontendError::Spent)) => {
            so_far.report(budget.spent().unwrap_or(Spent::Time))
        }
        explored => explored?,
    };
    budget.enter(Stage::Report);
    request.answer(report, &watchdog, failures)
}

/// With `--per-property` limits are for each property, in a process of its own. Jobs are processes that share the memory.
fn budget(arguments: &CheckArguments) -> Budget {
    let search = &arguments.search;
    let processes = search.jobs as u64;
    let (time, memory) = match arguments.question.per_property {
        true => (None, None),
        false => (search.time, search.memory.map(|bytes| bytes / processes)),
    };
    let shared = || limits::default_memory().map(|bytes| bytes / processes);
    limits::budget(time, memory.or_else(shared), search.stall.clone())
}

/// What was asked for.
struct Request {
    arguments: CheckArguments,
    from: Option<From>,
    setting: Setting,
    task: Option<svcomp::Task>,
    /// Findings that do not count, once they were read.
    baseline: OnceLock<BTreeSet<String>>,
    budget: Budget,
}

impl Request {
    fn explore(
        &self,
        mut options: Options,
        so_far: &SoFar,
        failures: &mut Vec<anyhow::Error>,
    ) -> anyhow::Result<Report> {
        if self.arguments.question.per_property {
            let CheckArguments { helpers, input, .. } = &self.arguments;
            let workers = asked_workers(helpers, &input.files, &self.budget)?;
            return per_property::check(&self.arguments, workers, &self.budget, so_far);
        }
        // One violation decides; whether it is one of the kind asked for shows afterwards.
        options.first |= self.task.is_some();
        self.check_at_once(options, so_far, failures)
    }

    /// All properties in one exploration.
    fn check_at_once(
        &self,
        mut options: Options,
        so_far: &SoFar,
        failures: &mut Vec<anyhow::Error>,
    ) -> anyhow::Result<Report> {
        let Request { arguments, from, budget, .. } = self;
        let original = load_program(&arguments.input, budget)?;
        if let Some(from) = from.as_ref().filter(|from| from.is_piecewise()) {
            let mut report = pieces::check(
                &original,
                arguments,
                from,
                options,
                &from.for_search(budget),
                so_far,
            )?;
            raddle_report::tell_conditions(&mut report.findings, &original.source_names());
            from.confirm(&original, arguments.options(), &mut report, budget)?;
            return Ok(report);
        }
        let program = match from {
            Some(from) => from.enter(&original, &mut options, budget)?,
            None => original.clone(),
        };
        let reading = from.as_ref().and_then(From::reading);
        if let Some(reading) = reading.filter(|_| !arguments.output.quiet) {
            print_line_to_stderr(&reading);
        }
        let unmodelled = unmodelled(&program, &options);
        let nothing = raddle_explore::empty_report(&program, &options);
        so_far.set(Report { unmodelled: unmodelled.clone(), ..nothing });
        if !arguments.output.quiet {
            tell_unmodelled(&unmodelled);
        }
        let line = ProgressLine::new(!arguments.output.quiet);
        let tests = arguments.output.emit_tests.clone();
        let unbounded = arguments.search.time.is_none() && !arguments.output.quiet;
        let advice = from.as_ref().filter(|_| unbounded).and_then(From::advice);
        let announces = unbounded && arguments.output.format == Format::Text;
        let announcer = Announcer::new(announces.then(|| self.unwanted()));
        let mut watcher = Watcher {
            line,
            tests,
            written: 0,
            failure: None,
            so_far: so_far.clone(),
            advice,
            announcer,
        };
        let jobs = arguments.search.jobs;
        let plan = Plan::resolve(&Facts::of(&program, &options), &options)
            .map_err(|error| with_help(error, &program))?;
        let asked = jobs > 1 || arguments.helpers.workers.is_some();
        let processes = match plan.processes {
            _ if !asked => Processes::One("one was asked for"),
            // What cannot be said to workers cannot be shared.
            Processes::Together if !arguments.asked().is_all_of(&options) => {
                Processes::One("it starts in the middle of the program, or writes its queries")
            }
            processes => processes,
        };
        let mut report = match processes {
            Processes::Together => together::check(
                arguments,
                asked_workers(&arguments.helpers, &arguments.input.files, budget)?
                    .map(|transport| Remote { transport, resumable: true }),
                &program,
                &options,
                budget,
                so_far,
                &mut watcher,
            )?,
            Processes::One(why) => {
                if asked && !arguments.output.quiet {
                    print_line_to_stderr(&format!(
                        "note: this search is not shared between processes: {why}; --per-property shares properties"
                    ));
                }
                let search = from.as_ref().map(|from| from.for_search(budget));
                let search = search.as_ref().unwrap_or(budget);
                raddle_explore::check(&program, &options, search, &mut watcher)
                    .map_err(|error| with_help(error, &program))?
            }
        };
        if let Some(task) = &self.task {
            let answers = |finding: &Finding| task.violated(finding).is_some();
            if !report.findings.is_empty() && !report.findings.iter().any(answers) {
                options.first = false;
                report = raddle_explore::check(&program, &options, budget, &mut watcher)?;
            }
            task.judge(&mut report);
        }
        watcher.line.clear();
        report.unmodelled = unmodelled;
        failures.extend(watcher.failure);
        raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        if let Some(from) = from {
            if is_vacuous(&report) {
                return Err(no_such_state());
            }
            from.count_feasible(&original, arguments, &mut report, budget)?;
            from.confirm(&original, arguments.options(), &mut report, budget)?;
        }
        Ok(report)
    }

    /// Ids of findings that the user does not want to hear of.
    fn unwanted(&self) -> BTreeSet<String> {
        let suppressed = self.setting.suppressions.iter().map(|suppression| suppression.id.clone());
        suppressed.chain(self.baseline.get().into_iter().flatten().cloned()).collect()
    }

    /// The answer in place of a check that does not come to its end.
    fn last_words(&self, mut report: Report) -> Outcome {
        if let Some(task) = &self.task {
            task.judge(&mut report);
        }
        let outcome = self.finish(&mut report);
        let printed = shown(&report, &self.arguments.output).and_then(|text| print(&text));
        let mut failures: Vec<anyhow::Error> = printed.err().into_iter().collect();
        failures.extend(self.write(&report));
        tell(&failures, outcome)
    }

    fn answer(
        &self,
        mut report: Report,
        watchdog: &Watchdog,
        mut failures: Vec<anyhow::Error>,
    ) -> anyhow::Result<Outcome> {
        let outcome = self.finish(&mut report);
        let text = shown(&report, &self.arguments.output)?;
        for piece in pieces(&text) {
            watchdog.answer(outcome);
            if let Err(error) = print(piece) {
                failures.push(error);
                break;
            }
        }
        watchdog.answer(outcome);
        failures.extend(self.write(&report));
        Ok(tell(&failures, outcome))
    }

    /// Puts into the report what only the command knows; how the command ends.
    fn finish(&self, report: &mut Report) -> Outcome {
        if let Some(from) = &self.from {
            from.mark(report);
        }
        paths::shorten(report);
        let files = self.arguments.input.files.iter();
        report.files = files.map(|file| file.display().to_string()).collect();
        limits::name_memory_limit(report, &self.budget);
        let baseline = self.baseline.get_or_init(BTreeSet::new);
        triage::mark(report, &self.setting.suppressions, baseline);
        triage::outcome(report)
    }

    /// Writes everything that is written beside the report on standard output; what could not be.
    fn write(&self, report: &Report) -> Vec<anyhow::Error> {
        let Request { arguments, setting, task, .. } = self;
        let witness = WitnessTask {
            specification: task.as_ref().map_or(String::new(), |task| task.specification.clone()),
            bits32: arguments.input.bits32,
            created: clock::now(),
            command: setting.words.clone(),
        };
        let tree = arguments.output.tree.clone();
        let tree = tree.map(|path| ReportTarget { format: ReportFormat::Html, path });
        let targets: Vec<ReportTarget> =
            arguments.output.reports.iter().cloned().chain(tree).collect();
        let mut failures = write_reports(report, &targets, &witness);
        failures.extend(keep_findings(report, arguments, setting).err());
        for suppression in triage::stale(report, &setting.suppressions) {
            let Suppression { id, reason } = suppression;
            print_line_to_stderr(&format!(
                "note: nothing needs the suppression of {id} ({reason})"
            ));
        }
        if let Some(task) = task {
            failures.extend(print(&task.verdict_line(report)).err());
        }
        failures
    }
}

/// Says what could not be written; how the command ends then.
pub(crate) fn tell(failures: &[anyhow::Error], outcome: Outcome) -> Outcome {
    for failure in failures {
        print_error(failure);
    }
    if failures.is_empty() { outcome } else { Outcome::InputError }
}

/// A long text in pieces: each that is written shows that somebody reads.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const PIECE: usize = 1 << 16;
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (0..=PIECE.min(rest.len())).rev().find(|&at| rest.is_char_boundary(at));
        let (piece, left) = rest.split_at(end.unwrap_or(0));
        rest = left;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Keeps findings for `raddle replay` and says so. JSON goes to programs, which ask for files if they want
/// them.
pub(crate) fn keep_findings(
    report: &Report,
    arguments: &CheckArguments,
    setting: &Setting,
) -> anyhow::Result<()> {
    let output = &arguments.output;
    let asked = output.out.is_some() || output.format == Format::Text;
    let (Some(program), true) = (arguments.input.files.first(), asked) else { return Ok(()) };
    let directory = finding_files::directory(output.out.as_deref(), program);
    match finding_files::write(&directory, &setting.words, &report.findings) {
        Ok(paths) => match paths.first() {
            Some(first) if output.format == Format::Text && !output.quiet => {
                let trust = trust::refused_in(&arguments.input).map_or("", |_| "--trust ");
                let first = quoted_path(first);
                print(&format!("raddle replay {trust}{first} runs into the first finding again\n"))
            }
            _ => Ok(()),
        },
        // Nobody asked for them, and a directory nobody can write to is no reason to lose the verdict.
        Err(error) if output.out.is_none() => {
            let error = raddle_report::printable(&format!("{error:#}"));
            print_line_to_stderr(&format!(
                "note: findings are not kept for `raddle replay`: {error}"
            ));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Shows progress and writes test cases while the check runs.
struct Watcher {
    line: ProgressLine,
    tests: Option<PathBuf>,
    written: u64,
    failure: Option<anyhow::Error>,
    so_far: SoFar,
    /// What to say if it takes long.
    advice: Option<String>,
    announcer: Announcer,
}

/// So long, in seconds, before somebody is told what bounds a search.
const LONG: f64 = 10.0;

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.so_far.progress(progress);
        if progress.seconds > LONG
            && let Some(advice) = self.advice.take()
        {
            self.line.clear();
            print_line_to_stderr(&advice);
        }
        self.announcer.tell(progress.seconds, &mut self.line);
        self.line.update(progress);
    }

    fn found(&mut self, report: &Report) {
        self.announcer.notice(report);
        self.so_far.set(report.clone());
    }

    fn test_case(&mut self, test: &TestCase) {
        let Some(directory) = &self.tests else { return };
        if self.failure.is_some() {
            return;
        }
        self.written += 1;
        let path = directory.join(format!("test-{:06}.json", self.written));
        let data = serde_json::json!({ "inputs": test.inputs, "end": test.end });
        self.failure = files::write(&path, &format!("{data:#}\n")).err();
    }
}

fn shown(report: &Report, output: &OutputArguments) -> anyhow::Result<String> {
    match output.format {
        Format::Json => raddle_report::json(report).context("cannot print the report as JSON"),
        Format::Text => Ok(raddle_report::terminal(report, &text_options(output))),
    }
}

pub(crate) fn text_options(output: &OutputArguments) -> TextOptions {
    TextOptions {
        width: terminal_width(),
        color: match output.color {
            ColorWhen::Auto => wants_color(),
            ColorWhen::Always => true,
            ColorWhen::Never => false,
        },
        quiet: output.quiet,
        full_trace: output.trace_full,
        all_pairs: output.all_pairs,
        statistics: output.stats,
    }
}
