//! Facts about programs that hold in every run: control flow and control dependence, liveness.
//!
//! This crate has never heard of states, solvers or search.

mod cfg;
mod diamonds;
mod liveness;
mod loops;
mod natural_loops;
mod postdominators;
mod retest;
mod uses;

pub use cfg::successors;
pub use diamonds::{Diamonds, may_go_on};
pub use liveness::Liveness;
pub use loops::{Loops, strongly_connected};
pub use natural_loops::{NaturalLoop, natural_loops};
pub use postdominators::PostDominators;
pub use retest::{comes_back_unchanged, has_effect};
pub use uses::{defined_registers, read_operands, terminator_operands};
