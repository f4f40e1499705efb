//! How much one query may take, and how it is told to stop.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};

use crate::UnknownReason;
use crate::effort::Effort;

/// Calls between two looks at the clock: the SAT solver asks at every decision.
const CALLS_PER_LOOK: u32 = 128;

/// The clock of the query under way; clones speak of the same query.
#[derive(Clone, Debug)]
pub struct QueryClock(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    /// What all queries, and everything else, may take together.
    budget: Budget,
    deadline: Cell<Option<Instant>>,
    calls: Cell<u32>,
    /// The work of all queries.
    spent: Cell<Effort>,
    /// The work of all queries at which this one is stopped.
    end: Cell<Effort>,
    /// The work of all queries at which the SAT solver pauses, so that it can be told more.
    pause: Cell<Effort>,
    stopped: Cell<Option<UnknownReason>>,
}

impl QueryClock {
    pub fn new(budget: Budget) -> QueryClock {
        QueryClock(Rc::new(Shared {
            budget,
            deadline: Cell::new(None),
            calls: Cell::new(0),
            spent: Cell::new(Effort::default()),
            end: Cell::new(Effort::UNLIMITED),
            pause: Cell::new(Effort::UNLIMITED),
            stopped: Cell::new(None),
        }))
    }
    /// Starts the clock for a new query.
    pub fn start(&self, limit: Effort, time: Option<Duration>) {
        self.0.deadline.set(time.and_then(|time| Instant::now().checked_add(time)));
        self.0.end.set(self.spent().plus(limit));
        self.0.pause.set(Effort::UNLIMITED);
        self.0.calls.set(0);
        self.0.stopped.set(None);
    }
    /// The SAT solver is to pause after so much more work; for ever if there is no limit.
    pub fn pause_after(&self, work: Effort) {
        self.0.pause.set(self.spent().plus(work));
    }
    /// Whether so much was done that the SAT solver is to pause.
    pub fn is_paused(&self) -> bool {
        self.spent() > self.0.pause.get()
    }
    /// Why the query was stopped, if it was.
    pub fn stopped(&self) -> Option<UnknownReason> {
        self.0.stopped.get()
    }
    /// The work of all queries.
    pub fn spent(&self) -> Effort {
        self.0.spent.get()
    }
    /// Notes work that was done, and whether it was too much.
    pub fn spend(&self, effort: Effort) -> bool {
        let shared = &*self.0;
        shared.spent.set(shared.spent.get().plus(effort));
        shared.budget.work(effort.0);
        let is_over = shared.spent.get() > shared.end.get();
        if is_over && shared.stopped.get().is_none() {
            shared.stopped.set(Some(UnknownReason::Timeout));
        }
        is_over
    }
    /// Looks at the clock and the budget now.
    pub fn look(&self) -> bool {
        let shared = &*self.0;
        if shared.budget.look().is_some() {
            shared.stopped.set(Some(UnknownReason::Interrupted));
        } else if shared.deadline.get().is_some_and(|deadline| Instant::now() >= deadline) {
            shared.stopped.set(Some(UnknownReason::Timeout));
        }
        shared.stopped.get().is_some()
    }
    /// Work of this kind begins.
    pub fn enter(&self, stage: Stage) {
        self.0.budget.enter(stage);
    }
}

impl batsat::Callbacks for QueryClock {
    fn on_new_clause(&mut self, literals: &[batsat::Lit], _: batsat::ClauseKind) {
        self.spend(Effort::CLAUSE.plus(Effort::LITERAL.times(literals.len() as u64)));
    }
    fn stop(&self) -> bool {
        if self.spend(Effort::DECISION) || self.is_paused() {
            return true;
        }
        let calls = self.0.calls.get() + 1;
        // Somebody else may have looked: the flag is cheap.
        if calls < CALLS_PER_LOOK && self.0.budget.spent().is_none() {
            self.0.calls.set(calls);
            return self.0.stopped.get().is_some();
        }
        self.0.calls.set(0);
        self.look()
    }
}
