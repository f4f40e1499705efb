//! Answers queries that are unsatisfiable because numbers in them are too small or too large ([`crate::intervals`]).

use raddle_expr::{TermId, Terms};

use crate::intervals::{IntervalMistake, Intervals as Ranges};
use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// Longer paths are not looked through.
const LONGEST_PATH: u32 = 512;

#[derive(Debug)]
pub struct Intervals<S> {
    below: S,
    answered: u64,
    mistake: Option<IntervalMistake>,
}

impl<S: Solver> Intervals<S> {
    pub fn new(below: S) -> Intervals<S> {
        Intervals { below, answered: 0, mistake: None }
    }
    /// With a deliberate defect.
    pub fn with_mistake(below: S, mistake: IntervalMistake) -> Intervals<S> {
        Intervals { below, answered: 0, mistake: Some(mistake) }
    }
    /// How many queries it did not have to hand on.
    pub fn answered(&self) -> u64 {
        self.answered
    }
}

/// A core, if intervals tell.
fn refuted(
    terms: &Terms,
    path: &Path,
    assumptions: &[TermId],
    mistake: Option<IntervalMistake>,
) -> Option<Vec<TermId>> {
    if path.len() > LONGEST_PATH {
        return None;
    }
    for &assumption in assumptions {
        let others = assumptions.iter().copied().filter(|&other| other != assumption);
        let mut ranges = Ranges::of(terms, path.iter().chain(others), mistake);
        if ranges.refutes(terms, assumption) {
            let mut core = std::mem::take(&mut ranges.used);
            core.push(assumption);
            core.sort_unstable();
            core.dedup();
            return Some(core);
        }
    }
    None
}

impl<S: Solver> Solver for Intervals<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        if let Some(core) = refuted(terms, path, assumptions, self.mistake) {
            self.answered += 1;
            return Answer::Unsat(core.into());
        }
        self.below.check_within(terms, path, assumptions, limit)
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.push(("answered by intervals", self.answered));
        self.below.counters(into);
    }
}
