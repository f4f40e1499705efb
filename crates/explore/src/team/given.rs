//! What a node has given to others.

use std::rc::Rc;

use raddle_machine::{State, ThreadId};
use raddle_reduce::{SleepSet, WakeupTree};

use super::TaskNumber;

/// What a node has given away.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) number: TaskNumber,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// An outcome of the transition that is being explored.
    Outcome(Box<State>),
    /// A transition, what is to follow it, and what sleeps in it.
    Transition { thread: ThreadId, after: Rc<WakeupTree>, sleep: SleepSet },
}

impl Given {
    /// Whether it belongs to the transition that is being explored.
    pub fn is_outcome(&self) -> bool {
        matches!(self.what, What::Outcome(_))
    }
}
