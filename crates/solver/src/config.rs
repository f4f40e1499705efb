//! Configuration and the stack of layers that `raddle` uses.

use std::path::PathBuf;
use std::time::Duration;

use raddle_budget::Budget;

use crate::Solver;
use crate::bit_blaster::BitBlaster;
use crate::effort::Effort;
use crate::layers::{
    CoreCache, Independence, Intervals, Logging, ModelReuse, QueryCache, Recording, Repair,
    Simplification, Statistics, Validation,
};
use crate::orders::OrderMistake;

/// What one query may take if nobody says otherwise. Measured in seconds of CPU time: products and quotients of integers 18 to 25, arrays 35, products of floating-point numbers 130.
const QUERY_EFFORT: Effort = Effort(600_000_000);

/// Partial products from which on an operation is left open at first: 32 bits times a constant of five digits that are not zero, or 13 bits times 13.
const OPEN_FROM: usize = 160;

/// The work after which a query counts as hard. Binary search in 16 sorted numbers, in CPU seconds: 0.04 with this, more than 20 without lemmas.
const ORDERS_FROM: Effort = Effort(100_000);

/// Deliberate defects of what is said about open operations, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMistake {
    /// Models are believed although operations are wrong in them.
    ModelsBelieved,
    /// What holds for small operands is said of all.
    SmallForAll,
    /// Operations with equal operands in one model have equal results in all.
    OnceEqual,
}

#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// A query that takes more work is unknown.
    pub query_effort: Effort,
    /// A query that takes longer is unknown. Whoever sets this lets the answer depend on the machine.
    pub query_time: Option<Duration>,
    /// Writes every query to a file of its own in this directory (SMT-LIB), and all together to
    /// `recorded.queries`, in the format of [`crate::recorded`]. Whoever takes the name from the user
    /// checks that it can be written; here a failure is only counted.
    pub log_queries: Option<PathBuf>,
    /// What all queries, and everything else, may take together. A query under way when it is spent is unknown.
    pub budget: Budget,
    /// Products and quotients of at least so many partial products are left open until a model is wrong about them.
    pub open_from: usize,
    /// A deliberate defect.
    pub open_mistake: Option<OpenMistake>,
    /// A query that takes more work is told what orders are like.
    pub orders_from: Effort,
    /// A deliberate defect.
    pub order_mistake: Option<OrderMistake>,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            query_effort: QUERY_EFFORT,
            query_time: None,
            log_queries: None,
            budget: Budget::default(),
            open_from: OPEN_FROM,
            open_mistake: None,
            orders_from: ORDERS_FROM,
            order_mistake: None,
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
    let cached = QueryCache::new(CoreCache::new(Intervals::new(Repair::new(backend))));
    let split = Independence::new(ModelReuse::new(cached));
    Box::new(Statistics::new(Simplification::new(split)))
}
