//! Configuration and the stack of layers that `raddle` uses.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Solver;
use crate::bit_blaster::BitBlaster;
use crate::layers::{
    CoreCache, Independence, ModelReuse, QueryCache, Simplification, Statistics, Validation,
};

#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// A query that takes longer is unknown.
    pub query_time: Duration,
    /// Writes every query to a file of its own in this directory (SMT-LIB).
    pub log_queries: Option<PathBuf>,
    /// Raised by the caller to end the query under way; it is then unknown.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig { query_time: Duration::from_secs(10), log_queries: None, interrupt: None }
    }
}

/// The default stack: all layers over the built-in backend. Debug builds validate every answer.
pub fn default_solver(config: &SolverConfig) -> Box<dyn Solver> {
    let backend = BitBlaster::new(config);
    let cached = QueryCache::new(CoreCache::new(backend));
    let split = Independence::new(ModelReuse::new(cached));
    let solver = Statistics::new(Simplification::new(split));
    if cfg!(debug_assertions) { Box::new(Validation::new(solver)) } else { Box::new(solver) }
}
