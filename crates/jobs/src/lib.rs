//! Work that several workers share: a queue whose tasks are leased and come back if nobody finishes them, and a journal on disk of
//! what is finished, for going on after the process was ended.
//!
//! Neither knows what a task is.

mod journal;
mod queue;

pub use journal::Journal;
pub use queue::{MemoryQueue, Queue, TaskId};
