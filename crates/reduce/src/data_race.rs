//! Data races in the sense of C11: two conflicting accesses of different threads, not both atomic, that
//! synchronisation does not order.
//!
//! Synchronisation is kept in clocks of its own, coarser than those of the reduction: only creation, join,
//! locks and the like, and atomics order threads. An acquiring lock operation is ordered after every
//! earlier release of the same object; an atomic read after the atomic write it reads from. Behind a write
//! that covers an access no older ones are compared if the write is ordered after all of them and before
//! the access. (A write alone is not enough: what comes before it may be unable to come after it.)

use std::ops::Range;

use raddle_machine::{Access, Event, ObjectId, Sync, ThreadId};

use crate::clock::Clock;
use crate::sources::releases;
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
    /// The synchronisation clock of a thread after an event that is about to be pushed.
    pub(crate) fn sync_clock_after(&self, thread: ThreadId, event: &Event) -> Clock {
        let mut clock = self.sync_clock_of(thread);
        for access in &event.accesses {
            match access.sync {
                Sync::Plain | Sync::Release | Sync::AtomicStore | Sync::Observed => {}
                Sync::Acquire | Sync::Both => {
                    self.join_releases(access.object, access.start..access.end, false, &mut clock);
                }
                Sync::AtomicLoad | Sync::AtomicUpdate => {
                    self.join_releases(access.object, access.start..access.end, true, &mut clock);
                }
            }
        }
        clock
    }

    /// Joins what was released through some bytes, by the last write only or by all.
    pub(crate) fn join_releases(
        &self,
        object: ObjectId,
        range: Range<u64>,
        last_only: bool,
        clock: &mut Clock,
    ) {
        for (_, step) in self.touching(object) {
            let overlapping = step.event.accesses.iter().filter(|earlier| {
                earlier.object == object && earlier.start < range.end && range.start < earlier.end
            });
            for earlier in overlapping {
                if releases(earlier) {
                    clock.join(&step.sync_clock);
                }
                if earlier.write && last_only {
                    return;
                }
            }
        }
    }

    /// Whether an event that is about to be pushed comes, by synchronisation, after every earlier access to
    /// what it writes.
    pub(crate) fn follows_all(&self, thread: ThreadId, event: &Event, clock: &Clock) -> bool {
        event.accesses.iter().filter(|access| access.write).all(|access| {
            for (index, step) in self.touching(access.object) {
                let overlapping = |earlier: &&Access| earlier.overlaps(access);
                let mut overlapping = step.event.accesses.iter().filter(overlapping).peekable();
                if overlapping.peek().is_none() {
                    continue;
                }
                if step.thread != thread && clock.get(step.thread) <= index as u32 {
                    return false;
                }
                let covers = |earlier: &Access| {
                    earlier.write && earlier.start <= access.start && access.end <= earlier.end
                };
                if step.follows_all && overlapping.any(covers) {
                    return true;
                }
            }
            true
        })
    }

    /// Races between the last event of the run and earlier ones.
    pub fn data_races(&self) -> Vec<DataRace> {
        let Some(last) = self.steps().last() else { return Vec::new() };
        let newest = self.len() - 1;
        let mut races = Vec::new();
        for access in &last.event.accesses {
            'steps: for (index, step) in
                self.touching(access.object).skip_while(|(index, _)| *index == newest)
            {
                for earlier in
                    step.event.accesses.iter().filter(|earlier| earlier.conflicts(access))
                {
                    let ordered = step.thread == last.thread
                        || last.sync_clock.get(step.thread) > index as u32;
                    if earlier.may_race(access) && !ordered {
                        races.push(DataRace {
                            earlier: RacyAccess {
                                thread: step.thread,
                                access: *earlier,
                                step: index,
                            },
                            later: RacyAccess {
                                thread: last.thread,
                                access: *access,
                                step: newest,
                            },
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
