//! What a check and its workers say to each other, inside of the messages of the pool.

use std::time::Duration;

use raddle_findings::Report;
use serde::{Deserialize, Serialize};

use crate::arguments::Asked;

/// What a worker has to know. The program comes as a content of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) asked: Asked,
    /// The hash of the program's text.
    pub(crate) program: String,
    /// How long it may take, and how much memory it may use. Errands say themselves how long they may take.
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
    /// It says how much of a core's time it has used.
    pub(crate) measured: bool,
    pub(crate) work: Work,
}

/// What tasks are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    /// Parts of one search; the names in the book.
    Team(Vec<String>),
    /// Questions that can be answered on their own (`errands.rs`).
    Errands,
}

/// A question of a worker that explores together with others: this name, or what others have entered, is new to somebody who knows so many.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Enter {
    pub(crate) name: Option<String>,
    pub(crate) known: u64,
}

/// What a worker wants to be known.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Note {
    /// Everything that was found up to now.
    Found(Box<Report>),
    /// How a sub-check goes.
    Progress(String, Pace),
    /// A task cannot be done: why.
    Failed(String),
}

impl Note {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
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
