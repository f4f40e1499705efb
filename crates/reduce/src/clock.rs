//! Vector clocks: per thread, how much of the run happened before.

use raddle_machine::ThreadId;
use smallvec::SmallVec;

/// Per thread, one more than the number of the last that it did and that happened before (0: none). What is numbered depends on
/// the order: events by their index for the reduction, the places in them for synchronisation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock(SmallVec<[u32; 8]>);

impl Clock {
    pub fn get(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.0 as usize).copied().unwrap_or(0)
    }
    pub fn set(&mut self, thread: ThreadId, value: u32) {
        let at = thread.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = value;
    }
    pub fn raise(&mut self, thread: ThreadId, value: u32) {
        if self.get(thread) < value {
            self.set(thread, value);
        }
    }
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }
}
