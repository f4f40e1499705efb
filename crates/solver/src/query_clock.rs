//! How long one query may take, and how it is told to stop. Beside the time there is the work that it takes, which is the same on every machine.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};

use crate::UnknownReason;
use crate::hurry::Hurry;

/// What decisions of the SAT solver, gates that are given to it, and terms that become gates count as. A unit is some 0.04 microseconds.
pub(crate) mod effort {
    pub(crate) const DECISION: u64 = 16;
    /// A clause that was learnt, and each of its literals: how far the consequences of decisions reach shows in those.
    pub(crate) const CLAUSE: u64 = 100;
    pub(crate) const LITERAL: u64 = 20;
    pub(crate) const GATE: u64 = 2;
    pub(crate) const TERM: u64 = 8;
}

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
    hurry: Hurry,
    /// The work at which the query is stopped.
    end: Cell<Option<u64>>,
    stopped: Cell<Option<UnknownReason>>,
}

impl QueryClock {
    pub fn new(budget: Budget, hurry: Hurry) -> QueryClock {
        QueryClock(Rc::new(Shared {
            budget,
            deadline: Cell::new(None),
            calls: Cell::new(0),
            hurry,
            end: Cell::new(None),
            stopped: Cell::new(None),
        }))
    }
    /// Starts the clock for a new query.
    pub fn start(&self, time: Duration) {
        self.0.deadline.set(Instant::now().checked_add(self.0.hurry.limit(time)));
        self.0.end.set(self.0.hurry.end());
        self.0.calls.set(0);
        self.0.stopped.set(None);
    }
    /// Why the query was stopped, if it was.
    pub fn stopped(&self) -> Option<UnknownReason> {
        self.0.stopped.get()
    }
    /// The work of all queries.
    pub fn spent(&self) -> u64 {
        self.0.hurry.spent()
    }
    /// Notes work that was done, and whether it was too much.
    pub fn spend(&self, effort: u64) -> bool {
        let shared = &*self.0;
        shared.hurry.spend(effort);
        let is_over = shared.end.get().is_some_and(|end| shared.hurry.spent() > end);
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
        self.spend(effort::CLAUSE + effort::LITERAL * literals.len() as u64);
    }
    fn stop(&self) -> bool {
        if self.spend(effort::DECISION) {
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
