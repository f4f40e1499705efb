//! What a thread did since it last changed something, to notice that it goes round in a circle (`spin.rs`).

use std::rc::Rc;

use smallvec::SmallVec;

use crate::event::Access;
use crate::memory::Memory;
use crate::state::Thread;
use crate::value::Value;

/// Transitions since the thread last changed anything but local variables of its own.
#[derive(Clone, Debug, Default)]
pub struct SpinLog {
    pub(crate) steps: Rc<Vec<SpinStep>>,
    /// The thread repeats itself until one of these cells changes.
    pub waits: Option<Rc<[(Access, Value)]>>,
}

impl SpinLog {
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.waits.is_none()
    }
    /// Whether two threads wait for the same cells to change from the same values, or both do not wait.
    pub(crate) fn waits_like(&self, other: &SpinLog) -> bool {
        let cell =
            |(access, value): &(Access, Value)| (access.object, access.start, access.end, *value);
        match (&self.waits, &other.waits) {
            (Some(own), Some(other)) => own.iter().map(cell).eq(other.iter().map(cell)),
            (own, other) => own.is_none() && other.is_none(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SpinStep {
    /// The local state before the step.
    pub(crate) before: Rc<Thread>,
    /// What its variables held then.
    pub(crate) memory: Memory,
    /// It has changed variables of its own.
    pub(crate) stored: bool,
    pub(crate) reads: SmallVec<[(Access, Value); 2]>,
}
