//! The real binary along the schedules of `raddle schedules`, whatever its inputs are.
//!
//! No condition is evaluated: which of the schedules the inputs want shows in what threads come to (`runtime/schedules.c`).

use std::path::PathBuf;

use raddle_budget::Stage;
use raddle_findings::{ContextThread, Location, Schedule, ScheduleOperation};
use raddle_frontend::FrontendOptions;
use rustc_hash::FxHashSet;
use serde::Deserialize;

use crate::build::{
    Compiled, Directory, INSTRUMENT, Outside, compile_all, compiler, complete, execute,
};
use crate::error::NativeError;
use crate::instrument::Sites;
use crate::surroundings::Surroundings;
use crate::tables::{escaped, surroundings, table};
use crate::{SCHEDULES, runtime};

/// Schedules for all inputs of a part of a program.
#[derive(Clone, Debug, Deserialize)]
pub struct Epoch {
    #[serde(rename = "epoch")]
    pub number: usize,
    /// The threads that there are when it begins; none at the start of the program.
    pub begins: Vec<ContextThread>,
    pub schedules: Vec<Schedule>,
}

/// A program that is to follow schedules.
#[derive(Clone, Debug)]
pub struct ScheduledRun<'a> {
    pub files: &'a [PathBuf],
    pub compile: &'a FrontendOptions,
    pub epochs: &'a [Epoch],
    /// Command-line arguments of the program.
    pub arguments: &'a [String],
    /// What functions such as `__VERIFIER_nondet_int` return, by the names of inputs (`nondet_int`).
    pub values: &'a [(String, u64)],
}

/// How a program went along schedules.
#[derive(Clone, Debug)]
pub struct Followed {
    pub ended: Ended,
    pub stdout: String,
    pub stderr: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All that threads synchronised is in the order of a schedule.
    Along {
        operations: u64,
        epochs: u64,
        /// By itself; otherwise by a signal or `exit` on the way.
        whole: bool,
    },
    /// The same, and in the end no thread can go on.
    Deadlock { operations: u64 },
    /// No schedule goes on like the program.
    Left(String),
    /// Something else ended it.
    Otherwise(String),
}

/// Compiles and runs the program along its schedules.
pub fn follow(run: &ScheduledRun<'_>) -> Result<Followed, NativeError> {
    let budget = &run.compile.budget;
    budget.enter(Stage::Native);
    let directory = Directory::new()?;
    let clang = compiler(run.compile)?;
    let mut options = run.compile.clone();
    options.extra_args.extend(INSTRUMENT.iter().map(|&argument| argument.to_owned()));
    let Compiled { sites, objects, declared, .. } =
        compile_all(run.files, &options, &[], &clang, &directory)?;
    let runtime = runtime(&tables(run, &sites), SCHEDULES);
    let (binary, _) = complete(&clang, &directory.path, objects, &runtime, &declared, budget)?;
    let happened = execute(&binary, &directory.path, Outside::Input, budget)?;
    let ended = ended(&happened.report, happened.status.and_then(|status| status.code()));
    Ok(Followed { ended, stdout: happened.stdout, stderr: happened.stderr })
}

/// What needs no turn: it comes after what it needs by itself, and nothing else depends on when it comes.
const UNORDERED: &[&str] = &["end", "pthread_create", "pthread_join", "thrd_create", "thrd_join"];

fn tables(run: &ScheduledRun<'_>, sites: &Sites) -> String {
    let mut text = surroundings(&Surroundings::new(&[], run.arguments));
    for (ty, name) in [
        ("struct raddle_step", "step"),
        ("struct raddle_step", "standing"),
        ("struct raddle_arrival", "arrival"),
    ] {
        table(&mut text, ty, name, std::iter::empty());
    }
    let values = run.values.iter();
    let values = values.map(|(name, value)| format!("{{0, \"{}\", 0x{value:x}u}}", escaped(name)));
    table(&mut text, "struct raddle_input", "input", values);
    let mut labels = vec!["main"];
    let (mut operations, mut schedules) = (Vec::new(), Vec::new());
    let each = run.epochs.iter();
    for (epoch, schedule) in each.flat_map(|one| one.schedules.iter().map(move |all| (one, all))) {
        let first = operations.len();
        for one in &schedule.operations {
            if UNORDERED.contains(&&*one.operation) {
                continue;
            }
            let known = labels.iter().position(|label| *label == one.thread);
            let label = known.unwrap_or_else(|| {
                labels.push(&one.thread);
                labels.len() - 1
            });
            operations.push(operation(one, label, sites));
        }
        let (count, next) = (operations.len() - first, schedule.next.unwrap_or(0));
        schedules.push(format!("{{{}, {first}, {count}, {next}}}", epoch.number));
    }
    table(&mut text, "struct raddle_operation", "operation", operations.into_iter());
    table(&mut text, "struct raddle_schedule", "schedule", schedules.into_iter());
    // A thread that stands elsewhere is on its way to an operation.
    let all = run.epochs.iter().flat_map(|one| &one.schedules).flat_map(|one| &one.operations);
    let operated: FxHashSet<u32> =
        all.filter_map(|one| site(one.location.as_ref()?, sites)).collect();
    let places = run.epochs.iter().flat_map(|epoch| {
        let place = |one: &ContextThread| {
            let site = one.frames.first().and_then(|at| site(at, sites));
            let site = site.filter(|site| operated.contains(site)).unwrap_or(u32::MAX);
            format!("{{{}, {}, {site}u}}", epoch.number, u32::from(one.name == "main"))
        };
        epoch.begins.iter().map(place)
    });
    table(&mut text, "struct raddle_place", "place", places);
    let names = sites.names().iter().map(|name| format!("\"{}\"", escaped(name)));
    table(&mut text, "char *const", "site", names);
    text.push_str(&format!(
        "static const char raddle_recorded_place[] = \"\";\n\
         enum {{ raddle_failing = -1, raddle_tells_leaks = 0, raddle_tells_races = 0, raddle_tells_stuck = 0, raddle_meets = 0, \
         raddle_keeps_surroundings = 1, raddle_label_count = {} }};\n\n",
        labels.len()
    ));
    text
}

fn operation(one: &ScheduleOperation, label: usize, sites: &Sites) -> String {
    let kind = if one.operation == "atomic access" { "RADDLE_ATOMIC" } else { "RADDLE_CALL" };
    let place = one.location.as_ref();
    let site = place.and_then(|at| site(at, sites));
    let shown = place.map_or(String::new(), |at| format!("{}:{}", at.file, at.line));
    format!("{{{label}, {}u, {kind}, \"{}\"}}", site.unwrap_or(u32::MAX), escaped(&shown))
}

/// The number of a place whose file may be written as seen from here.
fn site(at: &Location, sites: &Sites) -> Option<u32> {
    let here = std::env::current_dir().unwrap_or_default();
    sites.find(&here.join(&at.file).to_string_lossy(), at.line, at.column)
}

/// What the run-time wrote down.
fn ended(report: &str, code: Option<i32>) -> Ended {
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut last = Ended::Otherwise(match code {
        Some(code) => format!("the program ended on the way, with exit code {code}"),
        None => "a signal ended the program".to_owned(),
    });
    for line in report.lines() {
        let mut words = line.split('\t');
        match words.next() {
            Some("followed") => {
                let (operations, epochs) = (number(words.next()), number(words.next()));
                last = Ended::Along { operations, epochs, whole: words.next() == Some("1") };
            }
            Some("deadlock") => last = Ended::Deadlock { operations: number(words.next()) },
            Some("diverged") => {
                let operations = number(words.next());
                let text = words.next().unwrap_or_default();
                last = Ended::Left(format!("after {operations} operations {text}"));
            }
            Some("failure") => {
                let text = words.nth(3).unwrap_or_default();
                last = Ended::Otherwise(format!("the program failed: {text}"));
            }
            _ => {}
        }
    }
    last
}
