//! Checks proofs of worst-case costs (interpolation-based symbolic simulation, "a proof tree so that a third party
//! can certify the result").
//!
//! A proof is a list of *claims* about places of the program ([`mod@format`]). Each says: an execution that goes on from
//! this place in a state that satisfies the condition either ends with the program, at no more than this cost, or
//! has a beginning that comes to one of these places, at no more than this cost and changing the cells at most like
//! this. A claim is either one step of the program followed by earlier claims, or one earlier claim followed by
//! another; because claims only rely on earlier ones, and each step executes something, all of them hold by induction
//! over the length of the execution. The program costs at most what the last claim says of its start.
//!
//! The checker ([`check`]) executes each step over bit-vectors (`step`, `state`) and asks the solver whether
//! what a claim says can fail (`obligations`). It has never heard of the simulation that found the proof, of
//! linear expressions with unknowns, of summaries or of loops. It trusts the translation of the program, the
//! solver, the analysis of where pointers that the proof does not speak of may point to, and the processor's
//! arithmetic on constant floating-point numbers (`floats`, the one thing both sides use). Where assertions about
//! counters are involved, the paths of the proof are counted again, without any reuse (`counting`).

mod check;
mod conditions;
mod counting;
mod error;
mod facts;
pub mod floats;
pub mod format;
mod names;
mod obligations;
mod state;
mod step;
mod valid;

pub use check::{Certificate, check};
pub use error::Rejected;
pub use names::fingerprint;

use raddle_expr::{TermId, Terms};
use raddle_ir::{FuncId, GlobalId, Loc};

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    Instructions,
    Ticks,
    Held,
    Heap,
}

impl Resource {
    /// Whether it is given back, so that the most ever held is what counts.
    pub fn has_peak(self) -> bool {
        match self {
            Resource::Instructions | Resource::Ticks => false,
            Resource::Held | Resource::Heap => true,
        }
    }
}

/// What happens to a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Count(u32),
    Reset(u32),
    Assume(u32),
}

/// What a proof has to answer: the meaning of costs, arguments and counters is the question's, not the proof's.
pub trait Question {
    fn resource(&self) -> Resource;
    /// The function that is bounded; `None` for the whole program.
    fn function(&self) -> Option<&str>;
    /// The cost of a call that marks an instruction of the input; `None` if the function is no mark.
    fn mark(&self, callee: FuncId, within: FuncId, loc: Loc) -> Option<i64>;
    /// What is known of the arguments, as a term over them.
    fn assumption(
        &self,
        terms: &mut Terms,
        arguments: &[(String, TermId)],
    ) -> Result<Option<TermId>, String>;
    /// How many counters there are; none if no assertion speaks of them.
    fn counters(&self) -> usize;
    /// What a call of this function with this text means for counters.
    fn event(&self, callee: FuncId, global: GlobalId, offset: i64) -> Option<Event>;
    /// Whether an assertion holds for these values of the counters.
    fn holds(&self, assertion: u32, values: &[u64]) -> bool;
}
