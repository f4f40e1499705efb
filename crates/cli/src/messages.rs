//! What a check and its worker processes say to each other, in lines of JSON on standard input and output.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use raddle_explore::Next;
use raddle_findings::Report;
use serde::{Deserialize, Serialize};

use crate::watchdog::leave;

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The words of the check.
    pub(crate) words: Vec<String>,
    /// Compiled files to use in place of those that the words name.
    pub(crate) files: Vec<PathBuf>,
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

/// Says something on standard output. If nobody listens any more, there is nothing left to do.
pub(crate) fn say(said: &impl Serialize) {
    let Ok(mut line) = serde_json::to_vec(said) else { return };
    line.push(b'\n');
    let mut stdout = std::io::stdout().lock();
    if stdout.write_all(&line).and_then(|()| stdout.flush()).is_err() {
        leave(2);
    }
}
