//! What an access that is still to come will be ordered after, seen from an earlier moment of the run.
//!
//! Synchronisation orders an access after what its thread did before (a thread is a source), and after what was
//! released through the cells it acquires on the way (a cell is a source). Pushed back over an event, a source
//! becomes the sources of that event's thread if the event released through the cell, or created the
//! thread. At the moment of interest, sources have clocks.

use std::rc::Rc;

use raddle_machine::{Access, Event, ObjectId, Sync, ThreadId};

use crate::clock::Clock;
use crate::trace::Trace;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// All that a thread has done.
    Thread(ThreadId),
    /// All that was released through some bytes, by the last write to them only or by any.
    Cell { object: ObjectId, start: u64, end: u64, last_only: bool },
}

impl Source {
    /// Whether it may be something else before an event of a thread.
    fn is_changed_by(&self, thread: ThreadId, event: &Event) -> bool {
        match *self {
            Source::Thread(other) => other == thread || event.created.contains(&other),
            Source::Cell { object, start, end, .. } => event
                .accesses
                .iter()
                .any(|access| access.object == object && access.start < end && start < access.end),
        }
    }
}

/// Other names for threads, and other places for bytes.
pub trait NewNames {
    fn thread(&mut self, thread: ThreadId) -> ThreadId;
    /// The object, and where the bytes begin in it.
    fn bytes(&mut self, object: ObjectId, start: u64, end: u64) -> Option<(ObjectId, u64)>;
}

/// Sources in order, each once. Most accesses share theirs with others.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sources(Rc<Vec<Source>>);

impl Sources {
    /// What the accesses of an event are ordered after.
    pub fn of_event(thread: ThreadId, event: &Event) -> Sources {
        let mut sources = Sources::default();
        sources.add(Source::Thread(thread));
        for access in &event.accesses {
            let last_only = match access.sync {
                Sync::Acquire | Sync::Both => false,
                Sync::AtomicLoad | Sync::AtomicUpdate => true,
                Sync::Plain | Sync::Release | Sync::AtomicStore | Sync::Observed => continue,
            };
            let Access { object, start, end, .. } = *access;
            sources.add(Source::Cell { object, start, end, last_only });
        }
        sources
    }

    pub fn of(sources: impl IntoIterator<Item = Source>) -> Sources {
        let mut result = Sources::default();
        sources.into_iter().for_each(|source| result.add(source));
        result
    }

    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    fn add(&mut self, source: Source) {
        if let Err(at) = self.0.binary_search(&source) {
            Rc::make_mut(&mut self.0).insert(at, source);
        }
    }

    fn add_all(&mut self, others: &Sources) {
        others.0.iter().for_each(|&source| self.add(source));
    }

    /// These sources as they were before an event of a thread.
    pub fn before(&self, thread: ThreadId, event: &Event) -> Sources {
        if !self.0.iter().any(|source| source.is_changed_by(thread, event)) {
            return self.clone();
        }
        let own = Sources::of_event(thread, event);
        let mut result = Sources::default();
        for &source in &*self.0 {
            match source {
                Source::Thread(other) if other == thread || event.created.contains(&other) => {
                    result.add_all(&own);
                }
                Source::Thread(_) => result.add(source),
                Source::Cell { object, start, end, last_only } => {
                    let overlapping = event.accesses.iter().filter(|access| {
                        access.object == object && access.start < end && start < access.end
                    });
                    let mut overwritten = false;
                    for access in overlapping {
                        if releases(access) {
                            result.add_all(&own);
                        }
                        overwritten |= access.write;
                    }
                    if !(overwritten && last_only) {
                        result.add(source);
                    }
                }
            }
        }
        result
    }

    /// The same under other names of threads and places; `None` if some place has none.
    pub fn renamed(&self, names: &mut dyn NewNames) -> Option<Sources> {
        let mut result = Sources::default();
        for source in &*self.0 {
            result.add(match *source {
                Source::Thread(thread) => Source::Thread(names.thread(thread)),
                Source::Cell { object, start, end, last_only } => {
                    let (object, new) = names.bytes(object, start, end)?;
                    Source::Cell { object, start: new, end: new + (end - start), last_only }
                }
            });
        }
        Some(result)
    }

    pub fn is_subset(&self, other: &Sources) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.iter().all(|source| other.0.contains(source))
    }

    /// What both have.
    pub fn intersection(&self, other: &Sources) -> Sources {
        let both = self.0.iter().copied().filter(|source| other.0.contains(source));
        Sources(Rc::new(both.collect()))
    }
}

pub(crate) fn releases(access: &Access) -> bool {
    match access.sync {
        Sync::Release | Sync::Both => true,
        Sync::AtomicStore | Sync::AtomicUpdate => access.write,
        Sync::Plain | Sync::Acquire | Sync::AtomicLoad | Sync::Observed => false,
    }
}

impl Trace {
    /// What happened before something with these sources, by synchronisation alone.
    fn clock_of_sources(&self, sources: &Sources) -> Clock {
        let mut clock = Clock::default();
        for source in &*sources.0 {
            match *source {
                Source::Thread(thread) => clock.join(&self.sync_clock_of(thread)),
                Source::Cell { object, start, end, last_only } => {
                    self.join_releases(object, start..end, last_only, &mut clock);
                }
            }
        }
        clock
    }

    /// Events of the run that may race with an access that a thread makes at some later time: their access.
    pub fn racing(&self, thread: ThreadId, access: &Access, sources: &Sources) -> Vec<Access> {
        let conflicting = |earlier: &&Access| earlier.may_race(access) && earlier.conflicts(access);
        let mut clock = None;
        let mut found = Vec::new();
        for (index, step) in self.touching(access.object) {
            if step.thread == thread {
                continue;
            }
            for earlier in step.event.accesses.iter().filter(conflicting) {
                let clock = clock.get_or_insert_with(|| self.clock_of_sources(sources));
                if clock.get(step.thread) <= index as u32 {
                    found.push(*earlier);
                }
            }
        }
        found
    }
}
