//! Why a thread waits, as it is told.

use raddle_ir::Loc;

use crate::history::StackEntry;
use crate::names::{ObjectId, ThreadId};

/// Why a thread cannot go on.
#[derive(Clone, Debug)]
pub struct WaitInfo {
    /// For a report: "waits for mutex `m` held by T1".
    pub text: String,
    /// Threads one of which has to do something before the thread can go on. Empty: anyone may.
    pub owners: Vec<ThreadId>,
    /// The operation that waits.
    pub at: StackEntry,
    /// Other places that belong to it, such as where the lock it waits for was taken.
    pub related: Vec<(String, Loc)>,
    /// The object it waits for, if it is one.
    pub object: Option<(ObjectId, u64)>,
    /// It waits for a signal, and one was given while nobody waited.
    pub lost_signal: bool,
}

/// Whether somebody wants to know why an operation cannot go on, and the answer.
#[derive(Clone, Debug)]
pub(crate) enum Explanation {
    NotAsked,
    Asked,
    Given(WaitInfo),
}

/// An explanation as a model gives it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    pub text: String,
    pub owners: Vec<ThreadId>,
    pub object: Option<(ObjectId, u64)>,
    pub lost_signal: bool,
}
