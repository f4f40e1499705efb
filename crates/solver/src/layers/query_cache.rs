//! Answers a query that was asked before as a set: the order of conditions does not matter, so
//! interleavings that collect the same conditions differently share answers.

use std::rc::Rc;

use raddle_expr::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::path::{Path, hash_of};
use crate::{Answer, Effort, Solver};

/// Queries kept; then the cache starts anew.
const CAPACITY: usize = 1 << 16;

#[derive(Debug)]
pub struct QueryCache<S> {
    below: S,
    entries: FxHashMap<u64, Entry>,
    hits: u64,
    misses: u64,
}

#[derive(Debug)]
struct Entry {
    path: Path,
    assumptions: Rc<[TermId]>,
    answer: Answer,
}

impl<S: Solver> QueryCache<S> {
    pub fn new(below: S) -> QueryCache<S> {
        QueryCache { below, entries: FxHashMap::default(), hits: 0, misses: 0 }
    }

    fn look_up(&self, hash: u64, path: &Path, assumptions: &[TermId]) -> Option<Answer> {
        let entry = self.entries.get(&hash)?;
        // The hash finds the entry, comparison decides.
        let same = entry.path.same(path) && *entry.assumptions == *assumptions
            || sorted(&entry.path, &entry.assumptions) == sorted(path, assumptions);
        same.then(|| entry.answer.clone())
    }
}

fn sorted(path: &Path, assumptions: &[TermId]) -> Vec<TermId> {
    let mut conditions: Vec<TermId> = path.iter().chain(assumptions.iter().copied()).collect();
    conditions.sort_unstable();
    conditions
}

impl<S: Solver> Solver for QueryCache<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let shares = assumptions.iter().map(|&condition| hash_of(condition));
        let hash = shares.fold(path.hash(), u64::wrapping_add);
        if let Some(answer) = self.look_up(hash, path, assumptions) {
            self.hits += 1;
            return answer;
        }
        self.misses += 1;
        let answer = self.below.check_within(terms, path, assumptions, limit);
        match &answer {
            Answer::Sat(_) | Answer::Unsat(_) => {
                if self.entries.len() >= CAPACITY {
                    self.entries.clear();
                }
                let entry = Entry {
                    path: path.clone(),
                    assumptions: assumptions.into(),
                    answer: answer.clone(),
                };
                self.entries.insert(hash, entry);
            }
            // Another attempt may have more time.
            Answer::Unknown(_) => (),
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("query cache hits", self.hits), ("query cache misses", self.misses)]);
        self.below.counters(into);
    }
}
