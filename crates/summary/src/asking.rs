//! Questions about summaries that only the solver can answer, and how much time they may take.
//!
//! A prune saves work, but nobody knows how much, and a question can be harder than all of that. So one question may not
//! take long, and all together not more than a part of the time spent so far; beyond, nothing is pruned that values alone
//! do not decide.

use std::time::{Duration, Instant};

use raddle_expr::TermId;
use raddle_machine::{Machine, State};
use raddle_solver::{Answer, Hurry};

/// The time of one question.
const LONGEST: Duration = Duration::from_millis(50);
/// What questions may take together at least.
const HEAD_START: Duration = Duration::from_millis(100);
/// All questions together may take one part in so many of the time spent so far.
const SHARE: u32 = 5;

#[derive(Debug)]
pub struct Asking {
    hurry: Hurry,
    started: Instant,
    spent: Duration,
    /// Questions that were not asked.
    pub left_out: u64,
}

impl Asking {
    pub fn new(hurry: Hurry) -> Asking {
        Asking { hurry, started: Instant::now(), spent: Duration::ZERO, left_out: 0 }
    }

    /// Whether a condition on inputs can be seen to hold on all inputs of a state.
    pub fn holds(&mut self, machine: &mut Machine<'_>, state: &State, condition: TermId) -> bool {
        if self.spent > HEAD_START && self.spent > self.started.elapsed() / SHARE {
            self.left_out += 1;
            return false;
        }
        let fails = machine.terms.not(condition);
        let before = Instant::now();
        self.hurry.set(Some(LONGEST));
        let answer = machine.solver.check(&mut machine.terms, &state.path, &[fails]);
        self.hurry.set(None);
        self.spent += before.elapsed();
        match answer {
            Answer::Unsat(_) => true,
            Answer::Sat(_) | Answer::Unknown(_) => false,
        }
    }
}
