//! Counts what was asked and how long the answers took.

use std::time::{Duration, Instant};

use raddle_expr::{TermId, Terms};

use crate::path::Path;
use crate::{Answer, Effort, Solver};

#[derive(Debug)]
pub struct Statistics<S> {
    below: S,
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    time: Duration,
    slowest: Duration,
}

impl<S: Solver> Statistics<S> {
    pub fn new(below: S) -> Statistics<S> {
        Statistics {
            below,
            queries: 0,
            sat: 0,
            unsat: 0,
            unknown: 0,
            time: Duration::ZERO,
            slowest: Duration::ZERO,
        }
    }
}

impl<S: Solver> Solver for Statistics<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let start = Instant::now();
        let answer = self.below.check_within(terms, path, assumptions, limit);
        let time = start.elapsed();
        self.queries += 1;
        self.time += time;
        self.slowest = self.slowest.max(time);
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("queries", self.queries),
            ("queries sat", self.sat),
            ("queries unsat", self.unsat),
            ("queries unknown", self.unknown),
            ("solver microseconds", self.time.as_micros() as u64),
            ("slowest query microseconds", self.slowest.as_micros() as u64),
        ]);
        self.below.counters(into);
    }
}
