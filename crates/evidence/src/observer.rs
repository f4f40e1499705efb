//! What an exploration tells while it goes on.

use raddle_findings::Report;
use raddle_machine::Whereabouts;

use crate::schedules::ScheduledRun;

/// A glance at a running exploration.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub seconds: f64,
    pub runs: u64,
    pub states: u64,
    pub queries: u64,
    pub depth: u64,
    pub pending: u64,
    pub instructions: u64,
    pub findings: u64,
    /// Runs that ended early because a summary or another order covers what follows.
    pub pruned: u64,
    /// Estimated share of the tree that is explored, from 0 to 1.
    pub share: f64,
    /// Of a hunt: how many milestones the best run of the guided search has met, and of how many.
    pub milestones: Option<(u64, u64)>,
}

/// Inputs that drive the program along one completed path.
#[derive(Clone, Debug)]
pub struct TestCase {
    pub inputs: Vec<raddle_findings::Input>,
    /// How the path ended: `exit 0`, `abort`, `fault`.
    pub end: String,
}

/// Told what happens while it happens.
pub trait Observer {
    /// Called a few times a second.
    fn progress(&mut self, _progress: &Progress) {}
    /// Called for every completed path if tests are asked for.
    fn test_case(&mut self, _test: &TestCase) {}
    /// Called after every finding, with everything up to now.
    fn found(&mut self, _report: &Report) {}
    /// Called with the threads that another piece of the program starts with, if [`Options::pieces`](raddle_plan::Options::pieces) is set; the same ones may come again.
    fn successor(&mut self, _threads: Vec<Whereabouts>) {}
    /// Called for every run if [`Options::one_schedule`](raddle_plan::Options::one_schedule) is set.
    fn scheduled(&mut self, _run: ScheduledRun) {}
}

/// An observer that looks away.
impl Observer for () {}
