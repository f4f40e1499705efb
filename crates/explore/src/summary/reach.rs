//! What can still be accessed below a state: what the reduction and the search for races would have seen there.

use raddle_ir::Loc;
use raddle_machine::{Access, Event, ObjectId, Sync, ThreadId};
use raddle_reduce::Sources;

/// An access that some run below a state makes.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub thread: ThreadId,
    pub access: Access,
    /// What it is ordered after by synchronisation. Kept only when races are looked for.
    pub sources: Sources,
}

type Key = (ThreadId, ObjectId, u64, u64, bool, bool, Loc);

impl Reached {
    fn key(&self) -> Key {
        let Access { object, start, end, write, sync, at, .. } = self.access;
        (self.thread, object, start, end, write, sync == Sync::Plain, at.loc)
    }
}

/// One access is kept with at most so many sets of sources; then with what they have in common.
const MOST_VARIANTS: usize = 4;

/// Accesses below a state, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach(Vec<Reached>);

impl Reach {
    pub fn iter(&self) -> impl Iterator<Item = &Reached> {
        self.0.iter()
    }

    /// Adds what an event of a thread accesses, and what is accessed after it.
    pub fn add_before(&mut self, thread: ThreadId, event: &Event, after: &Reach, races: bool) {
        self.add_event(thread, event, races);
        for reached in &after.0 {
            let mut reached = reached.clone();
            if races {
                reached.sources = reached.sources.before(thread, event);
            }
            self.add(reached);
        }
    }

    pub fn add_event(&mut self, thread: ThreadId, event: &Event, races: bool) {
        let sources = if races { Sources::of_event(thread, event) } else { Sources::default() };
        for access in &event.accesses {
            let access = Access { symbolic: None, ..*access };
            self.add(Reached { thread, access, sources: sources.clone() });
        }
    }

    fn add(&mut self, reached: Reached) {
        let key = reached.key();
        let from = self.0.partition_point(|known| known.key() < key);
        let count = self.0[from..].iter().take_while(|known| known.key() == key).count();
        let same = &mut self.0[from..from + count];
        if same.iter().any(|known| known.sources.is_subset(&reached.sources)) {
            return;
        }
        if count == MOST_VARIANTS {
            same[0].sources = same[0].sources.intersection(&reached.sources);
            return;
        }
        self.0.insert(from, reached);
    }
}
