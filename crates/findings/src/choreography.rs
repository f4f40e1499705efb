//! A recorded run as a real binary can be led along it: who moves when, told by places of the source.
//!
//! A thread is told where it is by counting: "the third read at this line and column". Whoever follows a choreography needs
//! no more of the program than its debug information.

use serde::{Deserialize, Serialize};

use crate::{Location, ThreadPath};

/// The order of the visible operations of a run, and where the threads stand at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choreography {
    /// One entry for each transition.
    pub steps: Vec<Beat>,
    /// What threads stand before and are not to execute.
    pub standing: Vec<Beat>,
    /// The thread that misbehaves.
    pub failing: u32,
    /// What the numbers of threads mean: thread 1 first, those that never move included.
    pub threads: Vec<ThreadPath>,
}

/// A visible operation of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    pub thread: u32,
    /// `None`: the operation has no place in the source.
    pub location: Option<Location>,
    pub kind: BeatKind,
    /// How many operations of this kind the thread has completed at this place before.
    pub occurrence: u32,
}

/// What an operation is to a compiler's instrumentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BeatKind {
    Read,
    Write,
    Atomic,
    /// A copy or fill of memory that the compiler inserted.
    Block,
    Call,
}
