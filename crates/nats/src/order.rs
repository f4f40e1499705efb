//! Messages of one sender, each once and in the order in which they were sent.

use std::collections::BTreeMap;

/// A sender has so many messages on their way at most, so that none is further ahead.
pub(crate) const WINDOW: u64 = 64;
/// What is kept of messages that came too early. A sender that needs more is not one of ours.
const MOST_KEPT: usize = 64 << 20;

#[derive(Debug)]
pub(crate) struct Order<T> {
    expected: u64,
    early: BTreeMap<u64, (T, usize)>,
    kept: usize,
}

/// What to do with a message that came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place<T> {
    /// These are next, the one that came being the first of them.
    Next(Vec<T>),
    /// One before it is missing: it is kept.
    Early,
    /// It was here before.
    Again,
    /// No sender of ours sends it.
    Impossible,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self { expected: 0, early: BTreeMap::new(), kept: 0 }
    }
}

impl<T> Order<T> {
    /// So many have come in order.
    pub(crate) fn expected(&self) -> u64 {
        self.expected
    }

    pub(crate) fn place(&mut self, number: u64, message: T, length: usize) -> Place<T> {
        if number < self.expected || self.early.contains_key(&number) {
            return Place::Again;
        }
        if number - self.expected >= WINDOW
            || (number > self.expected && self.kept + length > MOST_KEPT)
        {
            return Place::Impossible;
        }
        if number > self.expected {
            self.early.insert(number, (message, length));
            self.kept += length;
            return Place::Early;
        }
        let mut next = vec![message];
        self.expected += 1;
        while let Some((message, length)) = self.early.remove(&self.expected) {
            next.push(message);
            self.kept -= length;
            self.expected += 1;
        }
        Place::Next(next)
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Place, WINDOW};

    #[test]
    fn each_once_and_in_order() {
        let mut order = Order::default();
        assert_eq!(order.place(0, 'a', 1), Place::Next(vec!['a']));
        assert_eq!(order.place(0, 'a', 1), Place::Again);
        assert_eq!(order.place(3, 'd', 1), Place::Early);
        assert_eq!(order.place(2, 'c', 1), Place::Early);
        assert_eq!(order.place(3, 'd', 1), Place::Again);
        assert_eq!(order.place(1, 'b', 1), Place::Next(vec!['b', 'c', 'd']));
        assert_eq!(order.place(3, 'd', 1), Place::Again);
        assert_eq!(order.place(4 + WINDOW, 'z', 1), Place::Impossible);
        assert_eq!(order.place(u64::MAX, 'z', 1), Place::Impossible);
        assert_eq!(order.place(5, 'f', usize::MAX / 2), Place::Impossible);
        assert_eq!(order.place(4, 'e', usize::MAX / 2), Place::Next(vec!['e']));
    }
}
