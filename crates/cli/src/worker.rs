//! A worker process of `raddle check --per-property`: one task comes in on standard input, lines of JSON go out.
//!
//! A process of its own for each sub-check: one that runs out of memory, or meets a defect of Raddle, does not take the others
//! with it. A worker whose coordinator is gone ends: nobody holds the other end of its standard input any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Parser;
use raddle_budget::{Budget, Stage};
use raddle_explore::{Observer, Part, Progress, Sharing};
use raddle_findings::Report;

use crate::arguments::CheckArguments;
use crate::command_line::{Command, CommandLine, compiler_spellings};
use crate::helper::{self, Heard};
use crate::load::load_silently;
use crate::messages::{Pace, Said, Task, say};
use crate::outcome::Outcome;
use crate::so_far::SoFar;
use crate::watchdog::{Watchdog, leave};

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
