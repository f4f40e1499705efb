//! Vector clocks: how many nodes (or steps) of each thread come before something. A copy shares its numbers until one of the two changes.

use std::rc::Rc;

#[derive(Clone, Default, Debug)]
pub struct Clock(Option<Rc<[u32]>>);

impl Clock {
    fn counts(&self) -> &[u32] {
        self.0.as_deref().unwrap_or(&[])
    }

    pub fn get(&self, thread: u32) -> u32 {
        self.counts().get(thread as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, thread: u32, count: u32) {
        let at = thread as usize;
        let known = self.counts();
        if at < known.len() {
            if let Some(counts) = &mut self.0 {
                Rc::make_mut(counts)[at] = count;
            }
            return;
        }
        let new = |index: usize| match index == at {
            true => count,
            false => known.get(index).copied().unwrap_or(0),
        };
        self.0 = Some((0..=at).map(new).collect());
    }

    /// Whether all that comes before one comes before the other.
    fn is_within(&self, other: &Clock) -> bool {
        let (mine, theirs) = (self.counts(), other.counts());
        mine.len() <= theirs.len() && mine.iter().zip(theirs).all(|(mine, theirs)| mine <= theirs)
    }

    pub fn join(&mut self, other: &Clock) {
        if other.is_within(self) {
            return;
        }
        if self.is_within(other) {
            self.clone_from(other);
            return;
        }
        let longest = self.counts().len().max(other.counts().len()) as u32;
        self.0 = Some((0..longest).map(|at| self.get(at).max(other.get(at))).collect());
    }
}
