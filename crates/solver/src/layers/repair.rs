//! Answers queries whose path has a model that is next to right: the few values that a condition is about are changed ([`crate::inverse`]), and if all conditions hold with them, that
//! is a model.
//!
//! Which other side of a branch inputs could take is the question that is asked most, and as a rule it takes another value of one or two of them. A SAT solver decides about every
//! bit of all that was ever looked at on the path, also about memory that nobody asks for.

use std::rc::Rc;

use raddle_expr::{Evaluator, Model, TermId, Terms};

use crate::inverse;
use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// Conditions that are put right one after the other.
const ROUNDS: usize = 4;
/// Longer paths are not looked through.
const LONGEST_PATH: u32 = 512;
/// Prefixes of a path whose models are tried.
const PREFIXES: usize = 3;
/// Where fewer than one in so many attempts is of use, only one in as many queries is tried.
const RARELY: u64 = 8;

/// A deliberate defect, for a test that shows that it is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairMistake {
    /// What was put right is not broken by what is put right later.
    OnceRight,
}

#[derive(Debug)]
pub struct Repair<S> {
    below: S,
    repaired: u64,
    attempts: u64,
    asked: u64,
    mistake: Option<RepairMistake>,
}

impl<S: Solver> Repair<S> {
    pub fn new(below: S) -> Repair<S> {
        Repair { below, repaired: 0, attempts: 0, asked: 0, mistake: None }
    }
    /// With a deliberate defect.
    pub fn with_mistake(below: S, mistake: RepairMistake) -> Repair<S> {
        Repair { mistake: Some(mistake), ..Repair::new(below) }
    }
    /// How many queries it did not have to hand on.
    pub fn answered(&self) -> u64 {
        self.repaired
    }

    fn is_worth_it(&self, path: &Path) -> bool {
        let often = self.attempts < 64 || self.repaired * RARELY >= self.attempts;
        path.len() <= LONGEST_PATH && (often || self.asked.is_multiple_of(RARELY))
    }

    /// A model of all conditions, from one of the path or a prefix.
    fn find(&mut self, terms: &Terms, path: &Path, assumptions: &[TermId]) -> Option<Model> {
        let near = path.prefixes().take(PREFIXES);
        let base = near.filter_map(|prefix| prefix.models().into_iter().next()).next()?;
        self.attempts += 1;
        let mut model = (*base).clone();
        let mut right: Vec<TermId> = Vec::new();
        for _ in 0..ROUNDS {
            let mut evaluator = Evaluator::new(&model);
            let mut conditions = assumptions.iter().copied().chain(path.iter());
            let wrong = conditions.find(|condition| {
                !right.contains(condition) && !evaluator.eval_bool(terms, *condition)
            });
            let Some(wrong) = wrong else { return Some(model) };
            let changes = inverse::changes(terms, evaluator, wrong)?;
            for (var, value) in changes {
                model.bits.insert(var, value);
            }
            if self.mistake == Some(RepairMistake::OnceRight) {
                right.push(wrong);
            }
        }
        None
    }
}

impl<S: Solver> Solver for Repair<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        self.asked += 1;
        if self.is_worth_it(path)
            && let Some(model) = self.find(terms, path, assumptions)
        {
            self.repaired += 1;
            return Answer::Sat(Rc::new(model));
        }
        self.below.check_within(terms, path, assumptions, limit)
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("answered by a repaired model", self.repaired),
            ("models repaired in vain", self.attempts - self.repaired),
        ]);
        self.below.counters(into);
    }
}
