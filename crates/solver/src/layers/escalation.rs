//! Hands queries that the first backend cannot decide to a second one.
//!
//! A query of enormous size stays unknown: Z3 does not look at its time limit while it prepares a formula, so
//! a second opinion on thousands of wide products would never come back.
//!
//! The core of the second backend may be larger; its models are checked by evaluation before they are
//! believed, since they come from outside.

use raddle_expr::{BinaryOp, Evaluator, Model, Sort, Term, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::path::Path;
use crate::{Answer, Effort, Solver, UnknownReason};

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

/// Gates beyond which a query is not handed on.
const MOST_GATES: u64 = 4_000_000;

/// Whether the circuit of these terms would be larger than [`MOST_GATES`].
fn is_enormous(terms: &Terms, mut pending: Vec<TermId>) -> bool {
    let mut seen = FxHashSet::default();
    let mut gates = 0u64;
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let width = match terms.sort(term) {
            Sort::Bits(width) => u64::from(width),
            Sort::Array { element, .. } => u64::from(element),
        };
        gates += width;
        match terms.get(term) {
            Term::Const(_) | Term::Var(_) => {}
            Term::Not(a) | Term::Neg(a) => pending.push(*a),
            Term::Binary(op, a, b) => {
                if matches!(
                    op,
                    BinaryOp::Mul
                        | BinaryOp::UDiv
                        | BinaryOp::URem
                        | BinaryOp::SDiv
                        | BinaryOp::SRem
                ) {
                    gates += width * width;
                }
                pending.extend([*a, *b]);
            }
            Term::Extract { of, .. } | Term::ZExt { of, .. } | Term::SExt { of, .. } => {
                pending.push(*of)
            }
            Term::Ite { cond, then, otherwise } => pending.extend([*cond, *then, *otherwise]),
            Term::ConstArray { value, .. } => pending.push(*value),
            Term::Read { array, index } => pending.extend([*array, *index]),
            Term::Write { array, index, value } => pending.extend([*array, *index, *value]),
        }
        if gates > MOST_GATES {
            return true;
        }
    }
    false
}

fn satisfies(terms: &Terms, model: &Model, path: &Path, assumptions: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new(model);
    path.iter().chain(assumptions.iter().copied()).all(|t| evaluator.eval_bool(terms, t))
}

impl<S: Solver, T: Solver> Solver for Escalation<S, T> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let reason = match self.first.check_within(terms, path, assumptions, limit) {
            Answer::Unknown(UnknownReason::Interrupted) => {
                return Answer::Unknown(UnknownReason::Interrupted);
            }
            Answer::Unknown(reason) => reason,
            answer @ (Answer::Sat(_) | Answer::Unsat(_)) => return answer,
        };
        if is_enormous(terms, path.iter().chain(assumptions.iter().copied()).collect()) {
            return Answer::Unknown(reason);
        }
        self.escalated += 1;
        match self.second.check_within(terms, path, assumptions, limit) {
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
    fn spent(&self) -> Effort {
        self.first.spent().plus(self.second.spent())
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
    use raddle_expr::{Sort, Terms};

    use super::Escalation;
    use crate::{Answer, BitBlaster, Effort, Path, Solver, SolverConfig};

    #[test]
    fn the_second_backend_decides_what_the_first_leaves_open() {
        let none = SolverConfig { query_effort: Effort::default(), ..SolverConfig::default() };
        let first = BitBlaster::new(&none);
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
