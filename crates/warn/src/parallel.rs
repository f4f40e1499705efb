//! Which threads may run at the same time.
//!
//! Who created a thread sees it from the creation to the join: that is in the state at each of its places. Two threads of which neither created the other
//! overlap if one may run when the other is created, or if the one that creates it overlaps with it. Barriers part what comes before them from what comes behind.

use raddle_ir::EntityMap;
use raddle_pointsto::Place;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::locks::{Passed, phases_meet};
use crate::threads::{Kind, Threads};

#[derive(Debug)]
pub(crate) struct Parallel {
    overlaps: EntityMap<Kind, Bits>,
    /// Barriers that let nobody pass before all who use them have come.
    complete: FxHashMap<Place, bool>,
}

/// When a thread is where it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct When {
    pub(crate) kind: Kind,
    pub(crate) live: Bits,
    pub(crate) passed: Vec<Passed>,
}

impl Parallel {
    /// `creations`: which thread creates which, with those that may run then.
    pub(crate) fn new(
        threads: &Threads,
        creations: &[(Kind, Kind, Bits)],
        complete: FxHashMap<Place, bool>,
    ) -> Parallel {
        let mut overlaps: EntityMap<Kind, Bits> =
            threads.kinds.keys().map(|_| Bits::default()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (creator, created, live) in creations {
                let mut all = overlaps[*creator].clone();
                all.union(live);
                let before = overlaps[*created].clone();
                overlaps[*created].union(&all);
                if overlaps[*created] != before {
                    changed = true;
                    for other in all.iter() {
                        overlaps[Kind(other as u32)].insert(created.0 as usize);
                    }
                }
            }
        }
        Parallel { overlaps, complete }
    }

    pub(crate) fn overlap(&self, a: Kind, b: Kind) -> bool {
        self.overlaps[a].contains(b.0 as usize)
    }

    /// Whether two threads may be there at the same time.
    pub(crate) fn meet(&self, a: &When, b: &When) -> bool {
        let at_all = a.live.contains(b.kind.0 as usize)
            || b.live.contains(a.kind.0 as usize)
            || self.overlap(a.kind, b.kind);
        let counts = |barrier: Place| self.complete.get(&barrier).copied().unwrap_or(false);
        at_all && phases_meet(&a.passed, &b.passed, &counts)
    }
}
