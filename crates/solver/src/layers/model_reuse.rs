//! Tries models of earlier queries before asking: most branches are feasible, and half of them under a
//! model that is already known.
//!
//! Models of the path itself and of its nearest prefixes come first, then the most recent models of any
//! path. A model that fits is remembered at the path.

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_expr::{Evaluator, Model, TermId, Terms};
use smallvec::SmallVec;

use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// Prefixes of the path whose models are tried.
const PREFIXES: usize = 4;
/// Models of other paths that are tried.
const RECENT: usize = 6;

#[derive(Debug)]
pub struct ModelReuse<S> {
    below: S,
    /// The newest first.
    recent: VecDeque<Rc<Model>>,
    reused: u64,
    tried: u64,
}

impl<S: Solver> ModelReuse<S> {
    pub fn new(below: S) -> ModelReuse<S> {
        ModelReuse { below, recent: VecDeque::new(), reused: 0, tried: 0 }
    }

    fn find(&mut self, terms: &Terms, path: &Path, assumptions: &[TermId]) -> Option<Rc<Model>> {
        let mut tried: SmallVec<[Rc<Model>; 16]> = SmallVec::new();
        let mut newer: SmallVec<[TermId; PREFIXES]> = SmallVec::new();
        for prefix in path.prefixes().take(PREFIXES) {
            for model in prefix.models() {
                if tried.iter().any(|other| Rc::ptr_eq(other, &model)) {
                    continue;
                }
                self.tried += 1;
                if satisfies(terms, &model, assumptions.iter().chain(newer.iter().rev()).copied()) {
                    return Some(model);
                }
                tried.push(model);
            }
            newer.extend(prefix.split_last().map(|(condition, _)| condition));
        }
        for model in &self.recent {
            if tried.iter().any(|other| Rc::ptr_eq(other, model)) {
                continue;
            }
            self.tried += 1;
            if satisfies(terms, model, assumptions.iter().copied().chain(path.iter())) {
                return Some(model.clone());
            }
        }
        None
    }
    fn remember(&mut self, path: &Path, model: &Rc<Model>) {
        path.remember(model);
        if self.recent.front().is_some_and(|newest| Rc::ptr_eq(newest, model)) {
            return;
        }
        self.recent.truncate(RECENT - 1);
        self.recent.push_front(model.clone());
    }
}

fn satisfies(terms: &Terms, model: &Model, mut conditions: impl Iterator<Item = TermId>) -> bool {
    let mut evaluator = Evaluator::new(model);
    conditions.all(|condition| evaluator.eval_bool(terms, condition))
}

impl<S: Solver> Solver for ModelReuse<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        if let Some(model) = self.find(terms, path, assumptions) {
            self.reused += 1;
            path.remember(&model);
            return Answer::Sat(model);
        }
        let answer = self.below.check_within(terms, path, assumptions, limit);
        if let Answer::Sat(model) = &answer {
            self.remember(path, model);
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("answered by a known model", self.reused), ("models tried", self.tried)]);
        self.below.counters(into);
    }
}
