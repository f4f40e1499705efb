//! A query that contains a known unsatisfiable core is unsatisfiable.
//!
//! Cores are found by their members: the path alone is satisfiable as a rule, so a core within a query
//! contains one of the assumptions.

use std::rc::Rc;

use raddle_expr::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// Larger cores are hardly ever met again.
const LARGEST: usize = 24;
/// Cores remembered for one condition, the newest ones.
const PER_CONDITION: usize = 16;
/// Conditions with cores; then the cache starts anew.
const CAPACITY: usize = 1 << 16;

#[derive(Debug)]
pub struct CoreCache<S> {
    below: S,
    by_member: FxHashMap<TermId, Vec<Rc<[TermId]>>>,
    hits: u64,
    stored: u64,
}

impl<S: Solver> CoreCache<S> {
    pub fn new(below: S) -> CoreCache<S> {
        CoreCache { below, by_member: FxHashMap::default(), hits: 0, stored: 0 }
    }

    fn find(&self, path: &Path, assumptions: &[TermId]) -> Option<Rc<[TermId]>> {
        let mut query: Option<FxHashSet<TermId>> = None;
        for assumption in assumptions {
            for core in self.by_member.get(assumption).into_iter().flatten().rev() {
                let query = query.get_or_insert_with(|| {
                    path.iter().chain(assumptions.iter().copied()).collect()
                });
                if core.iter().all(|condition| query.contains(condition)) {
                    return Some(core.clone());
                }
            }
        }
        None
    }
    fn store(&mut self, core: &Rc<[TermId]>) {
        if core.len() > LARGEST {
            return;
        }
        if self.by_member.len() >= CAPACITY {
            self.by_member.clear();
        }
        self.stored += 1;
        for &member in core.iter() {
            let cores = self.by_member.entry(member).or_default();
            if cores.len() == PER_CONDITION {
                cores.remove(0);
            }
            cores.push(core.clone());
        }
    }
}

impl<S: Solver> Solver for CoreCache<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        if let Some(core) = self.find(path, assumptions) {
            self.hits += 1;
            return Answer::Unsat(core);
        }
        let answer = self.below.check_within(terms, path, assumptions, limit);
        if let Answer::Unsat(core) = &answer {
            self.store(core);
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("core cache hits", self.hits), ("cores stored", self.stored)]);
        self.below.counters(into);
    }
}
