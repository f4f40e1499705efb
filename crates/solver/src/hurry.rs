//! How much single queries may take, where somebody does not want to wait.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// A limit on single queries that can be changed while the solver is in use; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Hurry(Rc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    time: Cell<Option<Duration>>,
    effort: Cell<Option<u64>>,
    /// Of all queries.
    spent: Cell<u64>,
}

impl Hurry {
    /// Queries from now on may take so long.
    pub fn set(&self, limit: Option<Duration>) {
        self.0.time.set(limit);
    }
    /// Queries from now on may take so much work , counted by decisions of the SAT solver and gates. Unlike time that is the same on every machine: whoever lets the search depend on what was
    /// answered in time takes this.
    pub fn set_effort(&self, limit: Option<u64>) {
        self.0.effort.set(limit);
    }
    /// The work that all queries took so far.
    pub fn spent(&self) -> u64 {
        self.0.spent.get()
    }
    pub(crate) fn limit(&self, usual: Duration) -> Duration {
        self.0.time.get().map_or(usual, |limit| limit.min(usual))
    }
    pub(crate) fn spend(&self, effort: u64) {
        self.0.spent.set(self.0.spent.get() + effort);
    }
    /// What may be spent until the query that begins now is stopped.
    pub(crate) fn end(&self) -> Option<u64> {
        self.0.effort.get().map(|limit| self.0.spent.get().saturating_add(limit))
    }
    #[cfg(feature = "z3")]
    pub(crate) fn is_set(&self) -> bool {
        self.0.time.get().is_some() || self.0.effort.get().is_some()
    }
}
