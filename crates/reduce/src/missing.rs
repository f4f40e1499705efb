//! Which order the program would have had to ask for, so that two accesses would not race.
//!
//! Between the two accesses a value may have been handed on by atomics that do not order anything: a read that sees a write, of which one
//! or both are too weak. If the second access would be ordered after the first one had they been strong enough, they are what to tell
//! people. Nothing here decides whether there is a race.

use rustc_hash::FxHashMap;

use raddle_machine::{Access, Order, Sync, ThreadId};

use crate::data_race::{DataRace, RacyAccess};
use crate::synchronise::{Bytes, acquires_lock, reads, releases_lock};
use crate::trace::Trace;

/// A write that was read without ordering the two threads.
#[derive(Clone, Copy, Debug)]
pub struct MissingOrder {
    pub write: RacyAccess,
    pub read: RacyAccess,
    /// Whether the write had to release.
    pub release: bool,
    /// Whether the read had to acquire.
    pub acquire: bool,
}

impl MissingOrder {
    /// The orders that were asked for.
    pub fn orders(&self) -> (Order, Order) {
        (order_of(&self.write.access), order_of(&self.read.access))
    }
}

impl Trace {
    /// What would order a race, the first link first; nothing if atomics have nothing to do with it.
    pub fn missing_orders(&self, race: &DataRace) -> Vec<MissingOrder> {
        let first = race.earlier.step;
        // Who would come after the first access, and through which links.
        let mut after: FxHashMap<ThreadId, Vec<MissingOrder>> = FxHashMap::default();
        after.insert(race.earlier.thread, Vec::new());
        let mut known: Vec<(usize, Vec<MissingOrder>)> = vec![(first, Vec::new())];
        for (index, step) in self.steps().iter().enumerate().take(race.later.step).skip(first + 1) {
            if !after.contains_key(&step.thread)
                && let Some(links) = self.links_to(index, race, &known)
            {
                after.insert(step.thread, links);
            }
            if let Some(links) = after.get(&step.thread).cloned() {
                for &child in &step.event.created {
                    after.insert(child, links.clone());
                }
                known.push((index, links));
            }
        }
        after.remove(&race.later.thread).unwrap_or_default()
    }

    /// The links by which an event would come after the first access of a race, if those in `known` would.
    fn links_to(
        &self,
        index: usize,
        race: &DataRace,
        known: &[(usize, Vec<MissingOrder>)],
    ) -> Option<Vec<MissingOrder>> {
        let step = &self.steps()[index];
        for (at, access) in step.event.accesses.iter().enumerate() {
            let bytes = Bytes::of(access);
            let mut touching = self.touching_before(bytes.object, index);
            let touches = |earlier: &&Access| bytes.touches(earlier);
            if acquires_lock(access) {
                let released = touching.find_map(|(from, step)| {
                    let mut accesses = step.event.accesses.iter().filter(touches);
                    accesses.any(releases_lock).then(|| links_of(known, from)).flatten()
                });
                if released.is_some() {
                    return released.cloned();
                }
                continue;
            }
            let Some((heads, order)) = reads(access) else { continue };
            let last = touching.find_map(|(from, step)| {
                let mut writes = step.event.accesses.iter().filter(touches);
                let write = writes.rfind(|earlier| earlier.write)?;
                Some((from, step.thread, *write))
            });
            let Some((from, thread, write)) = last else { continue };
            let (true, Some(links)) = (is_atomic(&write), links_of(known, from)) else { continue };
            let mut message = crate::clock::Clock::default();
            self.join_message(bytes, heads, index, &mut message);
            let handed_on = message.get(race.earlier.thread) > race.earlier.step as u32;
            let release = !order_of(&write).releases() && !handed_on;
            let acquire = !order.acquires() && !self.fenced_between(step.thread, index, at, race);
            let mut links = links.clone();
            if release || acquire {
                let write = RacyAccess { thread, access: write, step: from };
                let read = RacyAccess { thread: step.thread, access: *access, step: index };
                links.push(MissingOrder { write, read, release, acquire });
            }
            return Some(links);
        }
        None
    }

    /// Whether a thread makes an acquire fence between one of its accesses and the second one of a race.
    fn fenced_between(&self, thread: ThreadId, index: usize, at: usize, race: &DataRace) -> bool {
        let steps = self.steps()[index..race.later.step].iter().enumerate();
        steps.filter(|(_, step)| step.thread == thread).any(|(nth, step)| {
            step.event.fences.iter().any(|fence| {
                fence.by == thread && fence.order.acquires() && (nth > 0 || fence.after > at)
            })
        })
    }
}

fn links_of(known: &[(usize, Vec<MissingOrder>)], index: usize) -> Option<&Vec<MissingOrder>> {
    let at = known.binary_search_by_key(&index, |(index, _)| *index).ok()?;
    Some(&known[at].1)
}

fn is_atomic(access: &Access) -> bool {
    matches!(access.sync, Sync::AtomicStore(_) | Sync::AtomicUpdate(_))
}

fn order_of(access: &Access) -> Order {
    match access.sync {
        Sync::AtomicLoad(order) | Sync::AtomicStore(order) | Sync::AtomicUpdate(order) => order,
        Sync::Plain
        | Sync::Movable
        | Sync::Acquire
        | Sync::Release
        | Sync::Both
        | Sync::Arrival
        | Sync::Observed => Order::AcquireRelease,
    }
}
