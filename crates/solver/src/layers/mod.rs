//! Layers: solvers that answer some queries themselves and hand the rest to the solver below.
//!
//! From the top: logging and recording, statistics, simplification, independence splitting, model reuse, query cache,
//! core cache, intervals, repair of models; then a backend, or two with escalation between them. Each layer is one file and owns its counters.

mod core_cache;
mod escalation;
mod independence;
mod intervals;
mod logging;
mod model_reuse;
mod query_cache;
mod recording;
mod repair;
mod simplification;
mod statistics;
mod validation;

pub use core_cache::CoreCache;
pub use escalation::Escalation;
pub use independence::Independence;
pub use intervals::Intervals;
pub use logging::Logging;
pub use model_reuse::ModelReuse;
pub use query_cache::QueryCache;
pub use recording::Recording;
pub use repair::{Repair, RepairMistake};
pub use simplification::Simplification;
pub use statistics::Statistics;
pub use validation::Validation;
