//! One search: where it stands in the tree of inputs and schedules, and what it has learnt there.
//!
//! Everything that belongs to one search and not to another one that takes turns with it is in here, so that changing over is one swap.

use std::rc::Rc;

use raddle_plan::Plan;
use raddle_reduce::{Broken, KnownRaces};
use raddle_summary::Summaries;

use crate::cycles::Cycles;
use crate::run::Run;
use crate::sections::Sections;

pub(crate) struct Tree {
    pub(crate) plan: Rc<Plan>,
    pub(crate) run: Run,
    /// What was learnt, if anything is.
    pub(crate) summaries: Option<Summaries>,
    pub(crate) cycles: Cycles,
    /// Where nothing is looked up or kept.
    pub(crate) sections: Sections,
    /// Shared with other searches of the same machine.
    pub(crate) known_races: KnownRaces,
    /// Which of the two ways of `reversal.rs` is taken.
    pub(crate) optimal: bool,
    pub(crate) optimality_refuted: bool,
    /// Nodes that were put on the stack.
    pub(crate) entered: u64,
    /// States that rested in local work: those explored, and those that a summary covered.
    pub(crate) rests_explored: u64,
    pub(crate) rests_pruned: u64,
    /// Whether states rest, while the search is not at hand.
    pub(crate) rests: bool,
}

impl Tree {
    /// A search that has not begun.
    pub(crate) fn new(
        plan: &Rc<Plan>,
        summaries: Option<Summaries>,
        known_races: &KnownRaces,
    ) -> Tree {
        Tree {
            // A pruned run is not complete: its races are reversed when they are seen.
            optimal: plan.optimal && summaries.is_none(),
            run: Run::new(plan.broken),
            plan: plan.clone(),
            summaries,
            cycles: Cycles::default(),
            sections: Sections::default(),
            known_races: known_races.clone(),
            optimality_refuted: false,
            entered: 0,
            rests_explored: 0,
            rests_pruned: 0,
            rests: false,
        }
    }

    pub(crate) fn is_broken(&self, how: Broken) -> bool {
        self.plan.broken == Some(how)
    }

    /// Back to the start, not in the optimal way if that was refuted. What was learnt stays.
    pub(crate) fn start_again(&mut self) {
        if std::mem::take(&mut self.optimality_refuted) {
            self.optimal = false;
        }
        self.run = Run::new(self.plan.broken);
    }

    pub(crate) fn forget_what_was_learnt(&mut self) {
        self.summaries.iter_mut().for_each(Summaries::forget);
        self.cycles = Cycles::default();
    }

    /// Takes the newest event of the run back.
    pub(crate) fn take_back(&mut self) {
        self.run.trace.pop();
        let length = self.run.trace.len();
        self.run.open_races.retain(|race| race.length <= length);
    }
}
