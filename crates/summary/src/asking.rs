//! Questions about summaries that only the solver can answer, and how much work they may take.
//!
//! A prune saves work, but nobody knows how much, and a question can be harder than all of that. So one question may not
//! take long, and all together not more than a part of the work done so far; beyond, nothing is pruned that values alone
//! do not decide. Work is counted, not timed, so that a search goes the same way on every machine.

use raddle_expr::TermId;
use raddle_machine::{Machine, State};
use raddle_solver::{Answer, Effort};

/// The work of one question: some 50 milliseconds.
const LONGEST: Effort = Effort(400_000);
/// What questions may take together at least.
const HEAD_START: Effort = Effort(800_000);
/// All questions together may take one part in so many of the work done so far.
const SHARE: u64 = 5;
/// What an instruction counts as, with all that the search does about it.
const INSTRUCTION: Effort = Effort(10);

#[derive(Debug, Default)]
pub struct Asking {
    spent: Effort,
    /// Questions that were not asked.
    pub left_out: u64,
}

impl Asking {
    /// Whether a condition on inputs can be seen to hold on all inputs of a state.
    pub fn holds(&mut self, machine: &mut Machine<'_>, state: &State, condition: TermId) -> bool {
        let before = machine.solver.spent();
        let all = before.plus(INSTRUCTION.times(machine.counters().instructions));
        if self.spent > HEAD_START && self.spent > all.part(SHARE) {
            self.left_out += 1;
            return false;
        }
        let fails = machine.terms.not(condition);
        let Machine { solver, terms, .. } = machine;
        let answer = solver.check_within(terms, &state.path, &[fails], LONGEST);
        self.spent = self.spent.plus(solver.spent().minus(before));
        match answer {
            Answer::Unsat(_) => true,
            Answer::Sat(_) | Answer::Unknown(_) => false,
        }
    }
}
