//! Data races that were reported.
//!
//! A search may leave out a state although a race hides behind it, if that race is known. Searches of the same program share what they know: clones speak of the same races.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_ir::Loc;
use rustc_hash::FxHashSet;

/// Pairs of places in the program.
#[derive(Clone, Debug, Default)]
pub struct KnownRaces(Rc<RefCell<FxHashSet<(Loc, Loc)>>>);

impl KnownRaces {
    /// Takes note of a race between accesses at two places.
    pub fn note(&self, a: Loc, b: Loc) {
        self.0.borrow_mut().insert(pair(a, b));
    }

    pub fn contain(&self, a: Loc, b: Loc) -> bool {
        self.0.borrow().contains(&pair(a, b))
    }

    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Nothing is known any more.
    pub fn forget(&self) {
        self.0.borrow_mut().clear();
    }
}

/// The smaller place first.
fn pair(a: Loc, b: Loc) -> (Loc, Loc) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use raddle_ir::{FileId, Loc};

    use super::KnownRaces;

    #[test]
    fn a_race_is_known_whichever_access_came_first() {
        let [first, second] = [3, 7].map(|line| Loc::new(FileId(0), line, 1));
        let known = KnownRaces::default();
        let shared = known.clone();
        known.note(second, first);
        assert!(shared.contain(first, second) && shared.contain(second, first));
        assert!(!shared.contain(first, first) && shared.count() == 1);
        shared.forget();
        assert!(!known.contain(first, second));
    }
}
