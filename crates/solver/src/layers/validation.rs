//! Checks the answers of the solver below; a wrong one is a bug of the engine and panics.
//!
//! Models are evaluated on every condition. Cores must be subsets of the query, and with a second solver
//! they are solved again on their own. Debug builds stack this on top of everything else.

use raddle_expr::{Model, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::path::Path;
use crate::{Answer, Effort, Solver};

pub struct Validation<S> {
    below: S,
    second: Option<Box<dyn Solver>>,
    models: u64,
    cores: u64,
}

impl<S: std::fmt::Debug> std::fmt::Debug for Validation<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Validation").field("below", &self.below).finish_non_exhaustive()
    }
}

impl<S: Solver> Validation<S> {
    /// Checks models, and that cores are subsets of their queries.
    pub fn new(below: S) -> Validation<S> {
        Validation { below, second: None, models: 0, cores: 0 }
    }
    /// Also checks, with the second solver, that cores are unsatisfiable.
    pub fn with_second(below: S, second: Box<dyn Solver>) -> Validation<S> {
        Validation { second: Some(second), ..Validation::new(below) }
    }

    fn validate_model(
        &mut self,
        terms: &Terms,
        model: &Model,
        path: &Path,
        assumptions: &[TermId],
    ) {
        self.models += 1;
        let mut evaluator = raddle_expr::Evaluator::new(model);
        for condition in path.iter().chain(assumptions.iter().copied()) {
            assert!(
                evaluator.eval_bool(terms, condition),
                "a model violates condition {condition:?} of its query"
            );
        }
    }
    fn validate_core(
        &mut self,
        terms: &mut Terms,
        core: &[TermId],
        path: &Path,
        assumptions: &[TermId],
    ) {
        self.cores += 1;
        let query: FxHashSet<TermId> = path.iter().chain(assumptions.iter().copied()).collect();
        assert!(core.iter().all(|condition| query.contains(condition)), "a core is a subset");
        if let Some(second) = &mut self.second {
            let answer = second.check(terms, &Path::new(), core);
            assert!(!matches!(answer, Answer::Sat(_)), "a core has a model");
        }
    }
}

impl<S: Solver> Solver for Validation<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let answer = self.below.check_within(terms, path, assumptions, limit);
        match &answer {
            Answer::Sat(model) => self.validate_model(terms, model, path, assumptions),
            Answer::Unsat(core) => self.validate_core(terms, core, path, assumptions),
            Answer::Unknown(_) => (),
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("models validated", self.models), ("cores validated", self.cores)]);
        self.below.counters(into);
    }
}
