//! What the accesses of a run still mean for data races to come.
//!
//! Of one thread's accesses to the same bytes by the same instruction only the last one counts: whatever is ordered after it
//! is ordered after the earlier ones, and whoever races with an earlier one races with the same instruction in the last one.
//! One that every other thread is ordered after does not count at all any more. What is left, and which
//! source of order ([`Source`]) comes after which of it, has few values even on a run that goes on for ever.

use raddle_ir::Loc;
use raddle_machine::{ObjectId, Sync, ThreadId};

use crate::broken::Broken;
use crate::clock::Clock;
use crate::sources::Source;
use crate::synchronise::{Bytes, Heads, acquires_lock, releases_lock};
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

impl Standing {
    /// Whether what races after a run with this standing races after one with the other, too, if the same follows.
    pub fn is_covered_by(&self, other: &Standing) -> bool {
        self.is_covered_renamed(other, &Some)
    }

    /// The same where objects have other names there. What has none there cannot be accessed any more.
    pub fn is_covered_renamed(
        &self,
        other: &Standing,
        name: &dyn Fn(ObjectId) -> Option<ObjectId>,
    ) -> bool {
        let mut places = Vec::with_capacity(self.accesses.len());
        for (own_place, access) in self.accesses.iter().enumerate() {
            let Some(object) = name(access.bytes.object) else { continue };
            let renamed = Touch { bytes: Bytes { object, ..access.bytes }, ..*access };
            let Ok(place) = other.accesses.binary_search(&renamed) else { return false };
            places.push((own_place, place));
        }
        self.written == other.written
            && other.after.iter().all(|(source, theirs)| {
                let own = self.after.iter().find(|(known, _)| known == source);
                places.iter().all(|&(own_place, place)| {
                    !theirs[place] || own.is_some_and(|(_, own)| own[own_place])
                })
            })
    }
}

impl Trace {
    /// The standing after the first events of the run.
    pub fn standing(&self, length: usize) -> Standing {
        let steps = &self.steps()[..length];
        let mut accesses: Vec<(Touch, u32)> = Vec::new();
        let mut threads: Vec<(ThreadId, usize)> = Vec::new();
        let mut written: Vec<(Bytes, usize)> = Vec::new();
        let mut locks: Vec<(Bytes, usize)> = Vec::new();
        let mut atomics: Vec<(Bytes, usize)> = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            note(&mut threads, step.thread, index);
            for &child in &step.event.created {
                note(&mut threads, child, index);
            }
            for private in &step.event.private {
                let (access, thread) = (&private.access, private.by);
                let (bytes, plain) = (Bytes::of(access), access.sync.is_plain());
                let touch =
                    Touch { thread, bytes, write: access.modifies(), plain, loc: access.at.loc };
                note(&mut accesses, touch, step.private_place(private));
            }
            let made = step.event.accesses.iter().enumerate();
            for (at, access) in made.filter(|(_, access)| access.sync != Sync::Observed) {
                let (bytes, plain) = (Bytes::of(access), access.sync.is_plain());
                let (thread, write, loc) = (step.thread, access.modifies(), access.at.loc);
                note(&mut accesses, Touch { thread, bytes, write, plain, loc }, step.place_of(at));
                if acquires_lock(access) || releases_lock(access) {
                    note(&mut locks, bytes, index);
                } else if !plain {
                    note(&mut atomics, bytes, index);
                }
                if !plain && access.write {
                    note(&mut written, bytes, index);
                }
            }
        }
        let clock_of = |source: Source| {
            let mut clock = Clock::default();
            self.join_source(source, length, &mut clock);
            clock
        };
        let follows =
            |clock: &Clock, &(touch, place): &(Touch, u32)| clock.get(touch.thread) > place;
        let clocks: Vec<(ThreadId, Clock)> =
            threads.iter().map(|&(thread, _)| (thread, clock_of(Source::Thread(thread)))).collect();
        accesses.retain(|access| {
            clocks
                .iter()
                .any(|(thread, clock)| *thread != access.0.thread && !follows(clock, access))
        });
        let of = |clock: &Clock| accesses.iter().map(|access| follows(clock, access)).collect();
        let mut after: Vec<(Source, Vec<bool>)> =
            clocks.iter().map(|(thread, clock)| (Source::Thread(*thread), of(clock))).collect();
        if self.broken() != Some(Broken::StandingWithoutMessages) {
            let threads = || threads.iter().map(|&(thread, _)| thread);
            let locks = locks.iter().map(|&(bytes, _)| Source::Lock(bytes));
            let heads = || [Heads::Seen, Heads::All].into_iter().chain(threads().map(Heads::By));
            let messages = atomics
                .iter()
                .flat_map(|&(bytes, _)| heads().map(move |heads| Source::Message(bytes, heads)));
            let fences =
                threads().flat_map(|thread| [Source::Fenced(thread), Source::Read(thread)]);
            after.extend(
                locks.chain(messages).chain(fences).map(|source| (source, of(&clock_of(source)))),
            );
        }
        written.sort_by_key(|&(_, index)| index);
        Standing {
            accesses: accesses.iter().map(|&(touch, _)| touch).collect(),
            after,
            written: written.iter().map(|&(bytes, _)| bytes).collect(),
        }
    }
}

/// Notes where something was met last, in a list sorted by what it is.
fn note<T: Ord, Place: Ord + Copy>(known: &mut Vec<(T, Place)>, what: T, place: Place) {
    match known.binary_search_by(|(other, _)| other.cmp(&what)) {
        Ok(at) => known[at].1 = known[at].1.max(place),
        Err(at) => known.insert(at, (what, place)),
    }
}
