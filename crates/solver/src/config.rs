//! Configuration and the stack of layers that `raddle` uses.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use raddle_budget::Budget;

use crate::Solver;
use crate::bit_blaster::BitBlaster;
use crate::layers::{
    CoreCache, Independence, Logging, ModelReuse, QueryCache, Recording, Simplification,
    Statistics, Validation,
};

#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// A query that takes longer is unknown.
    pub query_time: Duration,
    /// Writes every query to a file of its own in this directory (SMT-LIB), and all together to
    /// `recorded.queries`, in the format of [`crate::recorded`]. Whoever takes the name from the user
    /// checks that it can be written; here a failure is only counted.
    pub log_queries: Option<PathBuf>,
    /// What all queries, and everything else, may take together. A query under way when it is spent is unknown.
    pub budget: Budget,
    /// Shortens queries for a while.
    pub hurry: Hurry,
}

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

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            query_time: Duration::from_secs(10),
            log_queries: None,
            budget: Budget::default(),
            hurry: Hurry::default(),
        }
    }
}

/// The default stack: all layers over the built-in backend. Debug builds validate every answer.
pub fn default_solver(config: &SolverConfig) -> Box<dyn Solver> {
    let mut solver = all_layers(backend(config));
    if cfg!(debug_assertions) {
        solver = Box::new(Validation::new(solver));
    }
    if let Some(directory) = &config.log_queries {
        let logging = Logging::new(solver, directory);
        solver = Box::new(Recording::new(logging, &directory.join("recorded.queries")));
    }
    solver
}

#[cfg(not(feature = "z3"))]
fn backend(config: &SolverConfig) -> impl Solver + 'static {
    BitBlaster::new(config)
}

/// With Z3 built in, a query over budget gets the same time again there.
#[cfg(feature = "z3")]
fn backend(config: &SolverConfig) -> impl Solver + 'static {
    use crate::z3_backend::{Z3Backend, Z3Mode};
    let second = Z3Backend::new(config, Z3Mode::Fresh);
    crate::layers::Escalation::new(BitBlaster::new(config), second)
}

/// The layers that answer queries, over any backend.
pub fn all_layers(backend: impl Solver + 'static) -> Box<dyn Solver> {
    let cached = QueryCache::new(CoreCache::new(backend));
    let split = Independence::new(ModelReuse::new(cached));
    Box::new(Statistics::new(Simplification::new(split)))
}
