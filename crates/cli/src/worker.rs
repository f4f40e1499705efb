//! A worker process of `raddle check --per-property`: one task comes in on standard input, lines of JSON go out.
//!
//! A process of its own for each sub-check: one that runs out of memory, or meets a defect of Raddle, does not take the others
//! with it. A worker whose coordinator is gone ends: nobody holds the other end of its standard input any more.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use raddle_budget::{Budget, Stage};
use raddle_explore::{Next, Observer, Part, Progress, Sharing};
use raddle_findings::Report;
use serde::{Deserialize, Serialize};

use crate::Outcome;
use crate::arguments::{CheckArguments, Command, CommandLine, compiler_spellings};
use crate::helper::{self, Heard};
use crate::load::load_silently;
use crate::so_far::SoFar;
use crate::watchdog::{Watchdog, leave};

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The words of the check.
    pub(crate) words: Vec<String>,
    /// Compiled files to use in place of those that the words name.
    pub(crate) files: Vec<std::path::PathBuf>,
    /// The id of a property to check on its own.
    pub(crate) property: Option<String>,
    /// A part of the search, in the form of `raddle_explore::Part`.
    pub(crate) part: Option<String>,
    /// It explores parts of a search together with others, as this member.
    pub(crate) member: Option<u64>,
    /// The names in their book.
    pub(crate) names: Vec<String>,
    /// How long it may take, and how much memory it may use.
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Said {
    Progress(Pace),
    Report(Box<Report>),
    /// This part of the search is for somebody else.
    Part(String),
    /// It cannot be done: why.
    Failed(String),
}

/// What a worker says that explores together with others.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Asked {
    /// Somebody else may explore this task.
    Offer(u64, String),
    /// What is to be done by somebody who waits for outcomes of these tasks?
    Next(Vec<u64>),
    /// This name, or what others have entered, is new to somebody who knows so many.
    Enter(Option<String>, u64),
    /// What came of a task, if it was explored, and everything that was found up to now.
    Explored(u64, Option<String>, Option<Box<Report>>),
    /// Everything that was found up to now.
    Found(Box<Report>),
    /// Summaries for everybody.
    Learnt(Vec<String>),
}

/// Whether tasks should be offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wanted {
    #[default]
    No = 0,
    /// Nobody waits for one, but there is none.
    Soon = 1,
    Now = 2,
}

impl Wanted {
    /// From its number.
    pub(crate) fn of(number: u8) -> Wanted {
        match number {
            1 => Wanted::Soon,
            2 => Wanted::Now,
            _ => Wanted::No,
        }
    }
}

/// What a worker that explores together with others is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Told {
    /// Whether tasks are wanted.
    Wanted(Wanted),
    Names(Vec<String>),
    /// Summaries of others.
    Learnt(Vec<String>),
    Outcome(u64, String),
    Yours(u64),
    Help(u64, String),
    Nothing,
    Over,
}

impl Told {
    pub(crate) fn next(next: Next) -> Told {
        match next {
            Next::Outcome(number, text) => Told::Outcome(number.0, text),
            Next::Yours(number) => Told::Yours(number.0),
            Next::Help(number, text) => Told::Help(number.0, text),
            Next::Nothing => Told::Nothing,
            Next::Over => Told::Over,
        }
    }
}

/// A glance at a running sub-check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pace {
    pub(crate) seconds: f64,
    pub(crate) runs: u64,
    pub(crate) states: u64,
    pub(crate) pruned: u64,
    /// Estimated share of the tree that is done.
    pub(crate) share: f64,
    pub(crate) findings: u64,
}

pub(crate) fn work() -> anyhow::Result<Outcome> {
    let mut text = String::new();
    std::io::stdin().read_line(&mut text).context("cannot read the task")?;
    let task: Task = serde_json::from_str(&text).context("the task is damaged")?;
    // The one who started it decides when to stop: Ctrl-C reaches the whole group of processes.
    let _ = ctrlc::set_handler(|| {});
    let check = words_of(&task)?;
    let budget = Budget::with_stall(task.time, task.memory, check.search.stall.clone());
    if task.member.is_some() {
        // Whoever started it ends it: it listens from the start.
        let heard = Heard::listening();
        budget.enter(Stage::Worker);
        let program = load_silently(&check.input, &budget)?;
        helper::help(&program, &check.options(), &task, &budget, heard)?;
        return Ok(Outcome::DONE);
    }
    let so_far = SoFar::new();
    let known = so_far.clone();
    let last_words = move |spent| {
        say(&Said::Report(Box::new(known.report(spent))));
        Outcome::DONE
    };
    let watchdog = Watchdog::start(&budget, Box::new(last_words));
    let checked = check_one(&task, &check, &budget, &so_far);
    watchdog.answer(Outcome::DONE);
    let said = match checked {
        Ok(report) => Said::Report(Box::new(report)),
        Err(error) => Said::Failed(format!("{error:#}")),
    };
    say(&said);
    Ok(Outcome::DONE)
}

/// What is asked of which files.
fn words_of(task: &Task) -> anyhow::Result<Box<CheckArguments>> {
    let words = std::iter::once("raddle".to_owned()).chain(task.words.iter().cloned());
    let spelled = compiler_spellings(words.map(Into::into));
    let Command::Check(mut check) = CommandLine::try_parse_from(spelled)?.command else {
        anyhow::bail!("the task is no check");
    };
    check.input.files.clone_from(&task.files);
    // They are all of the program.
    check.input.build = None;
    Ok(check)
}

fn check_one(
    task: &Task,
    check: &CheckArguments,
    budget: &Budget,
    so_far: &SoFar,
) -> anyhow::Result<Report> {
    let mut giver = Giver::listening();
    budget.enter(Stage::Worker);
    let mut speaker = Speaker(so_far.clone());
    let program = load_silently(&check.input, budget)?;
    let options = check.options();
    so_far.set(raddle_explore::empty_report(&program, &options));
    if let Some(part) = &task.part {
        let part = Part::from_text(part);
        let report = raddle_explore::check_part(
            &program,
            &options,
            &part,
            &mut giver,
            budget,
            &mut speaker,
        )?;
        return Ok(report);
    }
    let wanted = task.property.as_deref().unwrap_or_default();
    let listed = raddle_properties::properties(&program, raddle_explore::asked(&program, &options));
    let property = listed.iter().find(|property| property.id == wanted);
    let property = property.with_context(|| format!("there is no property {wanted}"))?;
    let guided = !check.search.unguided;
    let mut report =
        raddle_explore::check_property(&program, &options, property, guided, budget, &mut speaker)?;
    raddle_report::tell_conditions(&mut report.findings, &program.source_names());
    Ok(report)
}

/// Gives parts away when it is asked to: by a line on standard input.
struct Giver {
    asked: Arc<AtomicBool>,
}

impl Giver {
    fn listening() -> Giver {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = asked.clone();
        std::thread::spawn(move || {
            let mut line = String::new();
            while std::io::stdin().read_line(&mut line).is_ok_and(|length| length > 0) {
                line.clear();
                flag.store(true, Ordering::Relaxed);
            }
            // Whoever would have wanted the answer is gone.
            leave(2);
        });
        Giver { asked }
    }
}

impl Sharing for Giver {
    fn wants_work(&mut self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
    fn give(&mut self, part: Part) {
        self.asked.store(false, Ordering::Relaxed);
        say(&Said::Part(part.text().to_owned()));
    }
}

/// Tells the coordinator how it goes.
struct Speaker(SoFar);

impl Observer for Speaker {
    fn found(&mut self, report: &Report) {
        self.0.set(report.clone());
    }
    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
        say(&Said::Progress(Pace {
            seconds: progress.seconds,
            runs: progress.runs,
            states: progress.states,
            pruned: progress.pruned,
            share: progress.share,
            findings: progress.findings,
        }));
    }
}

/// Nobody listens any more: then there is nothing left to do.
pub(crate) fn say(said: &impl Serialize) {
    let Ok(mut line) = serde_json::to_vec(said) else { return };
    line.push(b'\n');
    let mut stdout = std::io::stdout().lock();
    if stdout.write_all(&line).and_then(|()| stdout.flush()).is_err() {
        leave(2);
    }
}
