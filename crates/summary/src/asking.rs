//! Questions about summaries that only the solver can answer, and how much work they may take.
//!
//! A prune saves work, but nobody knows how much, and a question can be harder than all of that. So one question may not
//! take long, and all together not more than a part of the work done so far; beyond, nothing is pruned that values alone
//! do not decide. Work is counted, not timed, so that a search goes the same way on every machine.

use raddle_expr::TermId;
use raddle_machine::{Machine, State};
use raddle_solver::{Answer, Hurry};

/// The work of one question: some 50 milliseconds.
const LONGEST: u64 = 1_250_000;
/// What questions may take together at least.
const HEAD_START: u64 = 2_500_000;
/// All questions together may take one part in so many of the work done so far.
const SHARE: u64 = 5;
/// What an instruction counts as, with all that the search does about it.
const INSTRUCTION: u64 = 10;

#[derive(Debug)]
pub struct Asking {
    hurry: Hurry,
    spent: u64,
    /// Questions that were not asked.
    pub left_out: u64,
}

impl Asking {
    pub fn new(hurry: Hurry) -> Asking {
        Asking { hurry, spent: 0, left_out: 0 }
    }

    /// Whether a condition on inputs can be seen to hold on all inputs of a state.
    pub fn holds(&mut self, machine: &mut Machine<'_>, state: &State, condition: TermId) -> bool {
        let before = self.hurry.spent();
        let all = before + INSTRUCTION * machine.counters().instructions;
        if self.spent > HEAD_START && self.spent > all / SHARE {
            self.left_out += 1;
            return false;
        }
        let fails = machine.terms.not(condition);
        self.hurry.set_effort(Some(LONGEST));
        let answer = machine.solver.check(&mut machine.terms, &state.path, &[fails]);
        self.hurry.set_effort(None);
        self.spent += self.hurry.spent() - before;
        match answer {
            Answer::Unsat(_) => true,
            Answer::Sat(_) | Answer::Unknown(_) => false,
        }
    }
}
