//! Data races in the sense of C11: two conflicting accesses of different threads, not both atomic, that
//! synchronisation does not order.
//!
//! Every pair of accesses in a run is compared, not only those that follow each other: accesses to atomics between them may
//! be dependent, and so keep their order in every run that the reduction takes for equal, and still order nothing (`synchronise.rs`). So which
//! pairs of places race is the same for all runs of one trace. Behind a write
//! that covers an access no older ones are compared if the write is ordered after all of them and before
//! the access: by transitivity, the access is ordered after them. (A write alone is not enough: what comes before it may be
//! unable to come after it.)
//!
//! Memory whose address only one thread holds is accessed without anybody noticing. Whoever gets the address is ordered after these accesses
//! if the address was handed on with an order, and so they need not be known; but a relaxed store hands it on without. Where weak orders tell,
//! they are noted beside the accesses of an event ([`Private`]): as the earlier ones of a race only, because nobody else was there before.
//!
//! A race makes everything behind it meaningless in C11. It is reported, and the run goes on as if every access were a step of its own.

use raddle_machine::{Access, Private, ThreadId};

use crate::trace::Trace;

/// Two accesses that race.
#[derive(Clone, Copy, Debug)]
pub struct DataRace {
    pub earlier: RacyAccess,
    pub later: RacyAccess,
}

#[derive(Clone, Copy, Debug)]
pub struct RacyAccess {
    pub thread: ThreadId,
    pub access: Access,
    /// Index of its event in the run.
    pub step: usize,
}

impl Trace {
    /// Whether the last event comes, by synchronisation, after every earlier access to what it writes.
    pub(crate) fn last_follows_all(&self) -> bool {
        let Some(last) = self.steps().last() else { return true };
        let mut writes = last.event.accesses.iter().enumerate().filter(|(_, access)| access.write);
        writes.all(|(at, access)| {
            let clock = last.sync_clock_at(at);
            for (index, step) in self.touching(access.object) {
                let unordered = |private: &Private| {
                    private.by != last.thread
                        && self.comes_earlier(index, private, at)
                        && private.access.overlaps(access)
                        && !step.private_is_before(private, clock)
                };
                if step.event.private.iter().any(unordered) {
                    return false;
                }
                let accesses = step.event.accesses.iter().enumerate();
                let mut overlapping = accesses.filter(|(_, earlier)| earlier.overlaps(access));
                let is_before = |at: usize| step.thread == last.thread || step.is_before(at, clock);
                if overlapping.clone().any(|(at, _)| !is_before(at)) {
                    return false;
                }
                let covers = |earlier: &Access| {
                    earlier.write && earlier.start <= access.start && access.end <= earlier.end
                };
                if step.follows_all && overlapping.any(|(_, earlier)| covers(earlier)) {
                    return true;
                }
            }
            true
        })
    }

    /// Whether a private access was made before one of the last event, in which others may have made some, too.
    fn comes_earlier(&self, step: usize, private: &Private, access: usize) -> bool {
        let last = &self.steps()[self.len() - 1].event;
        step + 1 < self.len() || private.place <= last.place_of(access)
    }

    /// Races between the last event of the run and earlier ones.
    pub fn data_races(&self) -> Vec<DataRace> {
        let Some(last) = self.steps().last() else { return Vec::new() };
        let newest = self.len() - 1;
        let mut races = Vec::new();
        for (at, access) in last.event.accesses.iter().enumerate() {
            let clock = last.sync_clock_at(at);
            let later = RacyAccess { thread: last.thread, access: *access, step: newest };
            let private =
                |private: &&Private| private.by != last.thread && private.access.races_with(access);
            'steps: for (index, step) in self.touching(access.object) {
                let private = step.event.private.iter().filter(private);
                for earlier in private.filter(|one| self.comes_earlier(index, one, at)) {
                    if !step.private_is_before(earlier, clock) {
                        let (thread, access) = (earlier.by, earlier.access);
                        let earlier = RacyAccess { thread, access, step: index };
                        races.push(DataRace { earlier, later });
                    }
                }
                let conflicting = |earlier: &&Access| {
                    earlier.overlaps(access) && (earlier.modifies() || access.modifies())
                };
                let accesses = step.event.accesses.iter().enumerate();
                for (at, earlier) in accesses.filter(|(_, earlier)| conflicting(earlier)) {
                    let ordered = step.thread == last.thread || step.is_before(at, clock);
                    if earlier.races_with(access) && !ordered {
                        races.push(DataRace {
                            earlier: RacyAccess {
                                thread: step.thread,
                                access: *earlier,
                                step: index,
                            },
                            later,
                        });
                    }
                    let covers = earlier.start <= access.start && access.end <= earlier.end;
                    if earlier.write && covers && ordered && step.follows_all {
                        break 'steps;
                    }
                }
            }
        }
        races
    }
}
