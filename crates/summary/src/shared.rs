//! What is reached below states, kept once.
//!
//! The same threads make the same accesses on the same ways below very many states: of a bounded buffer a million entries, most of them equal to others. Each is made
//! anew by the transition above it, or by new names. Before a state's accesses are kept they are therefore exchanged for equal ones that are known already, and so are
//! their parts: transitions, accesses on the way, sources. Nothing depends on it but memory, and the time that it takes to fill it.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_machine::{Access, Event};
use raddle_reduce::Sources;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::reach::{Accesses, Reach, Reached};

/// Things by a hash of what they are.
type ByHash<Thing> = FxHashMap<u64, Vec<Rc<Thing>>>;

/// What nobody else has any more is forgotten when there is twice as much as the last time, and so much at least.
const LEAST: usize = 4_096;

#[derive(Debug, Default)]
pub struct Shared {
    events: ByHash<Event>,
    ways: ByHash<Vec<Access>>,
    sources: FxHashSet<Sources>,
    reached: ByHash<Reached>,
    entries: usize,
    /// How many there may be before it is looked who still needs them.
    most: usize,
}

impl Shared {
    /// Exchanges what is new in a state's accesses for what is known.
    pub fn share(&mut self, reach: &mut Reach) {
        for reached in reach.entries_mut() {
            // Somebody has it already: so it is not kept twice.
            let Some(new) = Rc::get_mut(reached) else { continue };
            new.transition = self.event(new.transition.clone());
            new.way.opening = new.way.opening.take().map(|event| self.event(event));
            new.way.before = self.way(&new.way.before);
            new.sources = self.sources_like(&new.sources);
            *reached = self.reached(reached);
        }
        if self.entries > self.most.max(LEAST) {
            self.forget();
        }
    }

    /// A transition like this one.
    pub fn event(&mut self, event: Rc<Event>) -> Rc<Event> {
        let is_plain = |event: &Event| {
            event.fences.is_empty() && event.private.is_empty() && event.born.is_empty()
        };
        if !is_plain(&event) {
            return event;
        }
        let mut hasher = FxHasher::default();
        event.accesses.iter().for_each(|access| hash_access(access, &mut hasher));
        event.loc.hash(&mut hasher);
        known(&mut self.events, hasher.finish(), &event, are_alike, &mut self.entries)
    }

    fn way(&mut self, way: &Accesses) -> Accesses {
        let mut hasher = FxHasher::default();
        way.iter().for_each(|access| hash_access(access, &mut hasher));
        known(&mut self.ways, hasher.finish(), way, |a, b| a == b, &mut self.entries)
    }

    fn sources_like(&mut self, sources: &Sources) -> Sources {
        if let Some(known) = self.sources.get(sources) {
            return known.clone();
        }
        self.entries += 1;
        self.sources.insert(sources.clone());
        sources.clone()
    }

    fn reached(&mut self, reached: &Rc<Reached>) -> Rc<Reached> {
        let mut hasher = FxHasher::default();
        reached.thread.hash(&mut hasher);
        hash_access(&reached.access, &mut hasher);
        (Rc::as_ptr(&reached.way.before) as usize).hash(&mut hasher);
        (Rc::as_ptr(&reached.transition) as usize).hash(&mut hasher);
        let opening = reached.way.opening.as_ref().map(|event| Rc::as_ptr(event) as usize);
        (reached.sources.identity(), opening, reached.is_first).hash(&mut hasher);
        let same = |own: &Reached, other: &Reached| own.is_same(other);
        known(&mut self.reached, hasher.finish(), reached, same, &mut self.entries)
    }

    /// Forgets what nobody else has.
    pub fn forget(&mut self) {
        let mut left = retain(&mut self.reached);
        left += retain(&mut self.events);
        left += retain(&mut self.ways);
        self.sources.retain(Sources::is_shared);
        left += self.sources.len();
        (self.entries, self.most) = (left, 2 * left);
    }
}

fn known<Thing>(
    by_hash: &mut ByHash<Thing>,
    hash: u64,
    new: &Rc<Thing>,
    same: impl Fn(&Thing, &Thing) -> bool,
    entries: &mut usize,
) -> Rc<Thing> {
    let all = by_hash.entry(hash).or_default();
    if let Some(known) = all.iter().find(|known| Rc::ptr_eq(known, new) || same(known, new)) {
        return known.clone();
    }
    *entries += 1;
    all.push(new.clone());
    new.clone()
}

fn retain<Thing>(by_hash: &mut ByHash<Thing>) -> usize {
    let mut left = 0;
    by_hash.retain(|_, all| {
        all.retain(|thing| Rc::strong_count(thing) > 1);
        left += all.len();
        !all.is_empty()
    });
    left
}

fn hash_access(access: &Access, hasher: &mut FxHasher) {
    let Access { object, start, end, write, at, .. } = access;
    (object, start, end, write, at).hash(hasher);
}

/// Whether two transitions are the same in all that there is to them.
fn are_alike(a: &Event, b: &Event) -> bool {
    // Those with anything in the others are not exchanged.
    let Event { accesses, created, created_after, created_behind, anew, loc, obscure, .. } = a;
    let Event { fences: _, private: _, born: _, .. } = a;
    (anew, loc, obscure) == (&b.anew, &b.loc, &b.obscure)
        && *accesses == b.accesses
        && *created == b.created
        && *created_after == b.created_after
        && *created_behind == b.created_behind
}
