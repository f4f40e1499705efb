//! What the accesses of a run still mean for data races to come.
//!
//! Of one thread's accesses to the same bytes by the same instruction only the last one counts: whatever is ordered after it
//! is ordered after the earlier ones, and whoever races with an earlier one races with the same instruction in the last one.
//! One that every other thread is ordered after does not count at all any more. What is left, and which
//! source of order ([`Source`]) comes after which of it, has few values even on a run that goes on for ever.

use raddle_ir::Loc;
use raddle_machine::{Access, ObjectId, Sync, ThreadId};

use crate::clock::Clock;
use crate::sources::{Source, releases};
use crate::trace::Trace;

/// The accesses that something to come may race with.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    accesses: Vec<Touch>,
    /// Per source of order, which of the accesses it comes after.
    after: Vec<(Source, Vec<bool>)>,
    /// The bytes written by synchronisation, those written last at the end.
    written: Vec<Bytes>,
}

/// An access as it would be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Touch {
    thread: ThreadId,
    bytes: Bytes,
    write: bool,
    plain: bool,
    loc: Loc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bytes {
    object: ObjectId,
    start: u64,
    end: u64,
}

impl Bytes {
    fn of(access: &Access) -> Bytes {
        let &Access { object, start, end, .. } = access;
        Bytes { object, start, end }
    }
    fn overlap(&self, other: &Bytes) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
}

/// What was released through some bytes.
struct Released {
    bytes: Bytes,
    by_all: Clock,
    by_last: Clock,
}

impl Standing {
    /// Whether what races after a run with this standing races after one with the other, too, if the same follows.
    pub fn is_covered_by(&self, other: &Standing) -> bool {
        let places: Option<Vec<usize>> =
            self.accesses.iter().map(|access| other.accesses.binary_search(access).ok()).collect();
        let Some(places) = places else { return false };
        self.written == other.written
            && other.after.iter().all(|(source, theirs)| {
                let own = self.after.iter().find(|(known, _)| known == source);
                places.iter().enumerate().all(|(own_place, &place)| {
                    !theirs[place] || own.is_some_and(|(_, own)| own[own_place])
                })
            })
    }
}

impl Trace {
    /// The standing after the first events of the run.
    pub fn standing(&self, length: usize) -> Standing {
        let steps = &self.steps()[..length];
        let mut accesses: Vec<(Touch, usize)> = Vec::new();
        let mut clocks: Vec<(ThreadId, usize)> = Vec::new();
        let mut written: Vec<(Bytes, usize)> = Vec::new();
        let mut cells: Vec<(Bytes, usize)> = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            note(&mut clocks, step.thread, index);
            for &child in &step.event.created {
                note(&mut clocks, child, index);
            }
            for access in step.event.accesses.iter().filter(|access| access.sync != Sync::Observed)
            {
                let (bytes, plain) = (Bytes::of(access), access.sync == Sync::Plain);
                let (thread, write, loc) = (step.thread, access.write, access.at.loc);
                note(&mut accesses, Touch { thread, bytes, write, plain, loc }, index);
                if !plain {
                    note(&mut cells, bytes, index);
                }
                if !plain && write {
                    note(&mut written, bytes, index);
                }
            }
        }
        let clock_at = |index: usize| &steps[index].sync_clock;
        let follows = |clock: &Clock, &(touch, index): &(Touch, usize)| {
            clock.get(touch.thread) > index as u32
        };
        accesses.retain(|access| {
            clocks.iter().any(|&(thread, index)| {
                thread != access.0.thread && !follows(clock_at(index), access)
            })
        });
        let of = |clock: &Clock| accesses.iter().map(|access| follows(clock, access)).collect();
        let mut after: Vec<(Source, Vec<bool>)> = clocks
            .iter()
            .map(|&(thread, index)| (Source::Thread(thread), of(clock_at(index))))
            .collect();
        for released in self.released(length, &cells) {
            let Bytes { object, start, end } = released.bytes;
            let cell = |last_only| Source::Cell { object, start, end, last_only };
            after.push((cell(false), of(&released.by_all)));
            after.push((cell(true), of(&released.by_last)));
        }
        written.sort_by_key(|&(_, index)| index);
        Standing {
            accesses: accesses.iter().map(|&(touch, _)| touch).collect(),
            after,
            written: written.iter().map(|&(bytes, _)| bytes).collect(),
        }
    }

    fn released(&self, length: usize, cells: &[(Bytes, usize)]) -> Vec<Released> {
        let new = |&(bytes, _): &(Bytes, usize)| Released {
            bytes,
            by_all: Clock::default(),
            by_last: Clock::default(),
        };
        let mut released: Vec<Released> = cells.iter().map(new).collect();
        for step in &self.steps()[..length] {
            for access in &step.event.accesses {
                let bytes = Bytes::of(access);
                for cell in released.iter_mut().filter(|cell| cell.bytes.overlap(&bytes)) {
                    if access.write {
                        cell.by_last = Clock::default();
                    }
                    if releases(access) {
                        cell.by_all.join(&step.sync_clock);
                        cell.by_last.join(&step.sync_clock);
                    }
                }
            }
        }
        released
    }
}

/// Notes where something was met last, in a list sorted by what it is.
fn note<T: Ord>(known: &mut Vec<(T, usize)>, what: T, index: usize) {
    match known.binary_search_by(|(other, _)| other.cmp(&what)) {
        Ok(at) => known[at].1 = index,
        Err(at) => known.insert(at, (what, index)),
    }
}
