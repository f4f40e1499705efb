//! What threads are doing.

use raddle_machine::{ObjectId, ThreadId};

/// What a thread is doing: equal for threads that may change names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(pub u32);

/// Threads in the order of their roles.
pub type Roles = Vec<(Role, ThreadId)>;

/// A thread of a state that is known.
#[derive(Debug)]
pub struct Standing {
    pub role: Role,
    pub thread: ThreadId,
    /// Locks it holds.
    pub held: Vec<(ObjectId, u64)>,
}
