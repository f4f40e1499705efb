//! Summaries: what was learnt below a state, so that states like it need not be explored again.
//!
//! When everything below a node was explored, the condition under which nothing unreported can go wrong
//! there is pushed back through the executed transitions to a condition on the cells of the node itself,
//! and kept under the node's control. A later state with that control in which the condition holds is
//! pruned. Predicate summaries (Guo, Kusano, Wang, Yang, Gupta, 2015) and state interpolants (Chu and
//! Jaffar) are this one mechanism.
//!
//! What makes it sound together with partial-order reduction, beyond the published rules:
//! - every decision on the way is a guard, and every address is pinned, so the transitions below depend on
//!   each other in the pruned state as they did here;
//! - a thread that could not move still cannot;
//! - a node that was explored with threads asleep speaks only for states in which these sleep too, before the
//!   same transitions. (A node where all that could move slept has nothing to add then.)
//! - what the pruned part would have accessed is handed to the reduction (see [`Reach`]);
//! - nothing is pruned where what is below might race with what came before, unless that race is known;
//! - nothing is kept of a part that a bound or a budget cut short.

mod asking;
mod below;
mod boxes;
mod condition;
mod demand;
mod outcomes;
mod ranges;
mod reach;
mod shared;
mod summaries;
mod symmetry;
mod table;
mod text;
mod thrift;
mod touched;
mod wire;

pub use below::{Below, Open, Outcomes};
pub use condition::{Condition, number};
pub use reach::{Reach, Reached, Waits, Way};
pub use summaries::Summaries;
pub use text::{read_outcomes, read_summary, write_outcomes, write_summary};
pub use thrift::Favour;
pub use wire::{Reader, Writer};
