//! The worst-case cost of any path of a sequential program.
//!
//! [`bound`] simulates a program symbolically with its loops unrolled (`simulate`), and makes that cheap by
//! summaries (`summary`) that are valid wherever their interpolant holds. Values are linear expressions
//! (`affine`) under linear constraints (`constraints`); a block is executed into edges (`execute`, with `values`,
//! `decisions`, `arithmetic`, `memory`, `calls`), each a relation between the cells before and after. What cannot influence control or cost is not
//! looked at (`relevance`). Assertions about counters choose among the paths that are left (`assertions`).
//!
//! The bound is never below the cost of a run. Whether it is exact is not argued but shown: the path that reaches
//! it is executed (`witness`). Whatever is not understood ends in a located [`Stop`], never in a number.

mod affine;
mod arithmetic;
mod budget;
mod calls;
mod certificate;
mod compose;
mod constraints;
mod context;
mod cost;
mod counters;
mod decisions;
mod edge;
mod error;
mod execute;
mod expression;
mod html;
mod interpolants;
mod intrinsics;
mod ipet;
mod join;
mod library;
mod library_facts;
mod memory;
mod project;
mod proof;
mod relevance;
mod report;
mod simulate;
mod summary;
mod values;
mod weight;
mod world;

mod analyse;
mod assertions;
mod conditions;
mod preconditions;
mod witness;

pub use affine::Int;
pub use analyse::{Answer, Bounded, Options, Reason, bound};
pub use assertions::PhaseStatistics;
pub use budget::spent_stop;
pub use certificate::{ProofError, check_proof};
pub use cost::{CostTable, Resource};
pub use error::{BoundError, Stop};
pub use html::page;
pub use interpolants::Interpolants;
pub use raddle_certify::format::Proof;
pub use raddle_certify::{Certificate, Rejected};
pub use report::{Entry, Positions, Report};
pub use simulate::{Limits, Method, Statistics};
pub use witness::Witness;
