//! Vector clocks: how many nodes (or steps) of each thread come before something.

use smallvec::SmallVec;

#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Clock(SmallVec<[u32; 6]>);

impl Clock {
    pub fn get(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, thread: u32, count: u32) {
        let at = thread as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = count;
    }

    pub fn join(&mut self, other: &Clock) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }
}
