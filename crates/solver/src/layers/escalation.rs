//! Hands queries that the first backend cannot decide to a second one.
//!
//! The core of the second backend may be larger; its models are checked by evaluation before they are
//! believed, since they come from outside.

use raddle_expr::{Evaluator, Model, TermId, Terms};

use crate::path::Path;
use crate::{Answer, Solver, UnknownReason};

#[derive(Debug)]
pub struct Escalation<S, T> {
    first: S,
    second: T,
    escalated: u64,
    decided: u64,
}

impl<S: Solver, T: Solver> Escalation<S, T> {
    pub fn new(first: S, second: T) -> Escalation<S, T> {
        Escalation { first, second, escalated: 0, decided: 0 }
    }
}

fn satisfies(terms: &Terms, model: &Model, path: &Path, assumptions: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new(model);
    path.iter().chain(assumptions.iter().copied()).all(|t| evaluator.eval_bool(terms, t))
}

impl<S: Solver, T: Solver> Solver for Escalation<S, T> {
    fn check(&mut self, terms: &mut Terms, path: &Path, assumptions: &[TermId]) -> Answer {
        let reason = match self.first.check(terms, path, assumptions) {
            Answer::Unknown(UnknownReason::Interrupted) => {
                return Answer::Unknown(UnknownReason::Interrupted);
            }
            Answer::Unknown(reason) => reason,
            answer @ (Answer::Sat(_) | Answer::Unsat(_)) => return answer,
        };
        self.escalated += 1;
        match self.second.check(terms, path, assumptions) {
            Answer::Sat(model) if !satisfies(terms, &model, path, assumptions) => {
                Answer::Unknown(reason)
            }
            answer @ (Answer::Sat(_) | Answer::Unsat(_)) => {
                self.decided += 1;
                answer
            }
            Answer::Unknown(_) => Answer::Unknown(reason),
        }
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("queries escalated", self.escalated),
            ("escalated queries decided", self.decided),
        ]);
        self.first.counters(into);
        self.second.counters(into);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use raddle_expr::{Sort, Terms};

    use super::Escalation;
    use crate::{Answer, BitBlaster, Path, Solver, SolverConfig};

    #[test]
    fn the_second_backend_decides_what_the_first_leaves_open() {
        let hurried = SolverConfig { query_time: Duration::ZERO, ..SolverConfig::default() };
        let first = BitBlaster::new(&hurried);
        let mut solver = Escalation::new(first, BitBlaster::new(&SolverConfig::default()));
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::Bits(32)), terms.var("y", Sort::Bits(32)));
        let product = terms.mul(x, y);
        let constant = terms.constant(32, 1_000_003);
        let large = terms.ult(constant, x);
        let equal = terms.eq(product, constant);
        let answer = solver.check(&mut terms, &Path::new(), &[large, equal]);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
        let mut counters = Vec::new();
        solver.counters(&mut counters);
        assert!(counters.contains(&("escalated queries decided", 1)), "{counters:?}");
    }
}
