//! What `raddle warn` says: suspicions with the places they are about. None of them was executed.

use serde::{Deserialize, Serialize};

use crate::Location;

/// Everything one look at a program says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Warnings {
    pub schema_version: u32,
    pub tool_version: String,
    pub files: Vec<String>,
    /// The most likely first.
    pub warnings: Vec<Warning>,
    /// What was taken for granted, and what was not looked at.
    pub notes: Vec<WarningNote>,
    /// Whether there was time for everything.
    pub complete: bool,
    pub stats: WarnStats,
}

/// How much speaks for a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    High,
    Medium,
    Low,
}

impl Rank {
    pub fn name(self) -> &'static str {
        match self {
            Rank::High => "high",
            Rank::Medium => "medium",
            Rank::Low => "low",
        }
    }
}

/// One suspicion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// For `raddle explain`, e.g. `W0101`.
    pub code: String,
    /// `possible-race`, `possible-deadlock`, ….
    pub kind: String,
    /// The property of `raddle check` that decides it.
    pub property: String,
    pub rank: Rank,
    /// Why it has this rank.
    pub because: String,
    pub message: String,
    /// What it is about, in the source's words: a variable or a lock.
    pub subject: String,
    /// The places it is about, the main one first.
    pub places: Vec<WarnedPlace>,
    /// How many more pairs of places say the same of the same memory.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u64,
    /// The command that decides it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub decided_by: String,
    /// The command that looks for a run to its places.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hunted_by: String,
    /// What came of it, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Confirmation>,
}

/// Whether a warning comes true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    pub status: ConfirmationStatus,
    /// The finding that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// The file of that finding, for `raddle replay`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub because: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConfirmationStatus {
    Confirmed,
    Refuted,
    Open,
}

impl ConfirmationStatus {
    pub fn name(self) -> &'static str {
        match self {
            ConfirmationStatus::Confirmed => "confirmed",
            ConfirmationStatus::Refuted => "refuted",
            ConfirmationStatus::Open => "open",
        }
    }
}

/// One place of a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarnedPlace {
    /// What happens here: `write of counter`, `lock of b`.
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The thread: `main`, or its start function and where it is created.
    pub thread: String,
    /// Locks that are held here on every way.
    pub locks: Vec<String>,
    /// From here to the start of the thread, innermost first.
    pub stack: Vec<Location>,
}

/// Something that may make the list too short.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WarningNote {
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// How many places it is about.
    pub count: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WarnStats {
    pub functions: u64,
    pub instructions: u64,
    pub threads: u64,
    pub locks: u64,
    pub shared_objects: u64,
    pub accesses: u64,
    /// Functions times the situations they are called in.
    pub contexts: u64,
    pub seconds: f64,
}

impl Warnings {
    /// Renames every source file the warnings speak of.
    pub fn rename_files(&mut self, rename: impl Fn(&str) -> Option<String>) {
        let places = self.warnings.iter_mut().flat_map(|warning| &mut warning.places);
        let placed = places.flat_map(|place| place.location.iter_mut().chain(&mut place.stack));
        let noted = self.notes.iter_mut().filter_map(|note| note.location.as_mut());
        for location in placed.chain(noted) {
            if let Some(name) = rename(&location.file) {
                location.file = name;
            }
        }
    }
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}
