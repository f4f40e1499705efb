//! What an access that is still to come will be ordered after, seen from an earlier moment of the run.
//!
//! Synchronisation orders an access after what its thread did before (a thread is a source), after what was
//! released through the locks that it acquires on the way and after the messages that it reads (cells are
//! sources; `synchronise.rs` has the rules). Pushed back over an event, a source
//! becomes the sources of that event's thread if the event released through the cell, or created the
//! thread. A relaxed store hands on what its thread had done at its last release fence, and an acquire fence what relaxed reads
//! before it have seen: both are sources, too. At the moment of interest, sources have clocks.

use std::rc::Rc;

use raddle_machine::{Access, Event, Fence, ObjectId, ThreadId};

use crate::clock::Clock;
use crate::synchronise::{Adds, Bytes, Heads, acquires_lock, pass, reads, releases_lock};
use crate::trace::Trace;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// All that a thread has done.
    Thread(ThreadId),
    /// All that a thread had done at its last release fence.
    Fenced(ThreadId),
    /// All that relaxed reads of a thread have seen.
    Read(ThreadId),
    /// All that was released through a lock in these bytes.
    Lock(Bytes),
    /// The message that is read from these bytes.
    Message(Bytes, Heads),
}

impl Source {
    /// Whether it may be something else before an event of a thread.
    fn is_changed_by(&self, thread: ThreadId, event: &Event) -> bool {
        match self {
            Source::Thread(other) | Source::Fenced(other) | Source::Read(other) => {
                *other == thread
                    || event.created.contains(other)
                    || event.fences.iter().any(|fence| fence.by == *other)
            }
            Source::Lock(bytes) | Source::Message(bytes, _) => {
                event.accesses.iter().any(|access| bytes.touches(access))
            }
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
    /// Equal for the very same, as long as somebody has them.
    pub fn identity(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }

    /// Whether somebody else has the very same.
    pub fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    /// What is done behind an event of a thread is ordered after.
    pub fn of_event(thread: ThreadId, event: &Event) -> Sources {
        Sources::of_access(thread, event, usize::MAX)
    }

    /// What one of the accesses of an event is ordered after, or for a number beyond them what is done behind all.
    pub fn of_access(thread: ThreadId, event: &Event, at: usize) -> Sources {
        let fences = || event.fences.iter().filter(|fence| fence.by == thread);
        // All accesses between two fences are one moment.
        let next = fences().map(|fence| fence.after).find(|&after| after > at);
        let until = next.unwrap_or(event.accesses.len());
        let before = fences().take_while(|fence| fence.after <= at);
        Sources::of_moment(thread, event, until, before)
    }

    /// What a thread that an event creates comes after.
    fn of_start(thread: ThreadId, event: &Event, child: ThreadId) -> Sources {
        Sources::of_access(thread, event, event.creation_of(child).unwrap_or(0))
    }

    /// What a thread comes after that has made some accesses of an event and some fences.
    fn of_moment<'a>(
        thread: ThreadId,
        event: &Event,
        accesses: usize,
        fences: impl Iterator<Item = &'a Fence>,
    ) -> Sources {
        let mut sources = Sources::default();
        sources.add(Source::Thread(thread));
        for access in &event.accesses[..accesses] {
            if acquires_lock(access) {
                sources.add(Source::Lock(Bytes::of(access)));
            }
            if let Some((heads, order)) = reads(access)
                && order.acquires()
            {
                sources.add(Source::Message(Bytes::of(access), heads));
            }
        }
        let acquiring = fences.filter(|fence| fence.order.acquires()).last();
        if let Some(fence) = acquiring {
            sources.add(Source::Read(thread));
            sources.add_relaxed_reads(&event.accesses[..fence.after]);
        }
        sources
    }

    fn add_relaxed_reads(&mut self, accesses: &[Access]) {
        for access in accesses {
            if let Some((heads, order)) = reads(access)
                && !order.acquires()
            {
                self.add(Source::Message(Bytes::of(access), heads));
            }
        }
    }

    /// What a thread came after at its last release fence before one of the accesses of an event.
    fn of_fence(thread: ThreadId, event: &Event, at: usize) -> Sources {
        let fences = || event.fences.iter().filter(|fence| fence.by == thread);
        let before = fences().take_while(|fence| fence.after <= at);
        let last = before.enumerate().filter(|(_, fence)| fence.order.releases()).last();
        match last {
            None => Sources::of([Source::Fenced(thread)]),
            Some((number, fence)) => {
                Sources::of_moment(thread, event, fence.after, fences().take(number + 1))
            }
        }
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
        let mut result = Sources::default();
        let has_fenced = |other: ThreadId| {
            event.fences.iter().any(|fence| fence.by == other && fence.order.releases())
        };
        for &source in &*self.0 {
            match source {
                Source::Thread(other) if other == thread => {
                    result.add_all(&Sources::of_event(thread, event));
                }
                Source::Thread(other) if event.created.contains(&other) => {
                    result.add_all(&Sources::of_start(thread, event, other));
                }
                Source::Fenced(other) if other == thread => {
                    result.add_all(&Sources::of_fence(thread, event, usize::MAX));
                }
                // Before its first event a thread comes after nothing but its creation.
                Source::Fenced(other) if has_fenced(other) => {
                    if event.created.contains(&other) {
                        result.add_all(&Sources::of_start(thread, event, other));
                    } else {
                        result.add(Source::Thread(other));
                    }
                }
                Source::Fenced(other) if event.created.contains(&other) => {}
                Source::Read(other) if other == thread => {
                    result.add(source);
                    result.add_relaxed_reads(&event.accesses);
                }
                Source::Read(other) if event.created.contains(&other) => {}
                Source::Thread(_) | Source::Fenced(_) | Source::Read(_) => result.add(source),
                Source::Lock(bytes) => {
                    for (at, access) in event.accesses.iter().enumerate() {
                        if bytes.touches(access) && releases_lock(access) {
                            result.add_all(&Sources::of_access(thread, event, at));
                        }
                    }
                    result.add(source);
                }
                Source::Message(bytes, heads) => {
                    result.add_message(thread, event, bytes, heads);
                }
            }
        }
        result
    }

    /// Adds what a message that is read after an event is made of.
    fn add_message(&mut self, thread: ThreadId, event: &Event, bytes: Bytes, mut heads: Heads) {
        for (at, access) in event.accesses.iter().enumerate().rev() {
            if !bytes.touches(access) {
                continue;
            }
            let (adds, before) = pass(heads, thread, access, None);
            match adds {
                Adds::Nothing => {}
                Adds::Fenced => self.add_all(&Sources::of_fence(thread, event, at)),
                Adds::All => self.add_all(&Sources::of_access(thread, event, at)),
            }
            match before {
                Some(before) => heads = before,
                None => return,
            }
        }
        self.add(Source::Message(bytes, heads));
    }

    /// The same under other names of threads and places; `None` if some place has none.
    pub fn renamed(&self, names: &mut dyn NewNames) -> Option<Sources> {
        let mut result = Sources::default();
        for source in &*self.0 {
            let mut moved = |bytes: Bytes| {
                let (object, start) = names.bytes(bytes.object, bytes.start, bytes.end)?;
                Some(Bytes { object, start, end: start + (bytes.end - bytes.start) })
            };
            result.add(match *source {
                Source::Lock(bytes) => Source::Lock(moved(bytes)?),
                Source::Message(bytes, heads) => {
                    let bytes = moved(bytes)?;
                    let heads = match heads {
                        Heads::By(thread) => Heads::By(names.thread(thread)),
                        Heads::Seen | Heads::All => heads,
                    };
                    Source::Message(bytes, heads)
                }
                Source::Thread(thread) => Source::Thread(names.thread(thread)),
                Source::Fenced(thread) => Source::Fenced(names.thread(thread)),
                Source::Read(thread) => Source::Read(names.thread(thread)),
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

impl Trace {
    /// What happened before something with these sources, by synchronisation alone.
    fn clock_of_sources(&self, sources: &Sources) -> Clock {
        let mut clock = Clock::default();
        sources.iter().for_each(|&source| self.join_source(source, self.len(), &mut clock));
        clock
    }

    /// Joins what comes before a source after the first events of the run.
    pub(crate) fn join_source(&self, source: Source, length: usize, clock: &mut Clock) {
        let mut join =
            |known: Option<&Clock>| known.into_iter().for_each(|known| clock.join(known));
        match source {
            Source::Thread(thread) => {
                join(self.knowledge_of(thread, length).clock.as_deref());
                clock.raise(thread, self.first_place(length));
            }
            Source::Fenced(thread) => join(self.knowledge_of(thread, length).fenced.as_deref()),
            Source::Read(thread) => join(self.knowledge_of(thread, length).read),
            Source::Lock(bytes) => self.join_released(bytes, length, clock),
            Source::Message(bytes, heads) => self.join_message(bytes, heads, length, clock),
        }
    }

    /// Events of the run that may race with an access that a thread makes at some later time: their access.
    pub fn racing(&self, thread: ThreadId, access: &Access, sources: &Sources) -> Vec<Access> {
        let conflicting = |earlier: &&Access| earlier.races_with(access);
        let mut clock = None;
        let mut found = Vec::new();
        for (_, step) in self.touching(access.object) {
            let private = step.event.private.iter().filter(|private| private.by != thread);
            for private in private.filter(|private| conflicting(&&private.access)) {
                let clock = clock.get_or_insert_with(|| self.clock_of_sources(sources));
                if !step.private_is_before(private, clock) {
                    found.push(private.access);
                }
            }
            if step.thread == thread {
                continue;
            }
            let accesses = step.event.accesses.iter().enumerate();
            for (at, earlier) in accesses.filter(|(_, earlier)| conflicting(earlier)) {
                let clock = clock.get_or_insert_with(|| self.clock_of_sources(sources));
                if !step.is_before(at, clock) {
                    found.push(*earlier);
                }
            }
        }
        found
    }
}
