//! Work that several workers share: a queue whose tasks are leased and come back if nobody finishes them, and a journal on disk of
//! what is finished, for going on after the process was ended. Messages travel by a transport.
//!
//! Nothing here knows what a task is.

mod journal;
mod queue;
mod transport;

pub use journal::Journal;
pub use queue::{MemoryQueue, Queue, TaskId};
pub use transport::{Event, Link, MOST_BYTES, MemberId, Transport};
