//! What C11 calls synchronizes-with, along one run.
//!
//! Synchronisation is kept in clocks of its own, coarser than those of the reduction: only creation, join, locks and the
//! like, and what atomics and fences ask for, order threads. An acquiring lock operation is ordered after every earlier
//! release of the same object. Atomics hand on *messages* (C11, 5.1.2.4 and 7.17.3 and 7.17.4):
//!
//! - A release store or update heads a release sequence: itself, and behind it, without a gap in the order of
//!   modifications, later stores of the same thread and updates of any thread. Whoever reads from one of them by an acquiring
//!   operation is ordered after all that the head's thread had done. A store of another thread breaks the
//!   sequence; so does a plain write.
//! - A relaxed store or update heads one, too, for what its thread had done at its last release fence.
//! - What a relaxed read has seen counts from its thread's next acquire fence on.
//!
//! Runs are sequentially consistent, so a read sees the last write. All of this is a function of the order of conflicting
//! accesses, and so the same for every run that the reduction takes for equal. That needs care where an update
//! leaves the memory as it was: for the reduction it is a read, whose order with other reads is open. So a load does not see it
//! (C11 lets it read the value from the write before), but the next write, which is ordered after it, hands its message on.
//!
//! A transition is one operation and what its thread did locally behind it, so fences stand between its accesses; each access has the
//! clock of its moment. All accesses between two fences share one.
//!
//! What a thread did is numbered by *places*: each access and each fence of an event has one, and all events of the run have theirs one after the
//! other. The accesses of an event count as one (at the place of the first), but a private one ([`Private`]) has been handed on only
//! by what its thread does at its place or later. Creation has a place, too: inside of an atomic section, one event may create several
//! threads, and fill memory for the second one in between. So the accesses behind the first creation have places of their own. A new thread goes on to its first access as a part of the event that created it: so
//! what it did on the way has places before its first event, and a fence there speaks of them.
//!
//! The same rules are needed forwards, for clocks, and backwards, for what something still to come is ordered after
//! (`sources.rs`): [`pass`] is the one place that knows about atomics.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use raddle_machine::{Access, Event, ObjectId, Order, Private, Sync, ThreadId};

use crate::broken::Broken;
use crate::clock::Clock;
use crate::trace::{Step, Trace};

/// Whose messages a reader of some bytes still gets, going back over the accesses to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heads {
    /// Of the last write and what it continues: for loads.
    Seen,
    /// Of all that belong to the sequence, updates that wrote nothing among them: for updates.
    All,
    /// Of this thread only: one of its stores follows.
    By(ThreadId),
}

/// What an access adds to the message that is read behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Adds {
    Nothing,
    /// What its thread had done at its last release fence.
    Fenced,
    /// All that its thread had done.
    All,
}

impl Adds {
    fn of(order: Order, broken: Option<Broken>) -> Adds {
        if order.releases() || broken == Some(Broken::RelaxedTakenForRelease) {
            Adds::All
        } else if broken == Some(Broken::FencesIgnored) {
            Adds::Nothing
        } else {
            Adds::Fenced
        }
    }
}

/// What an access of a thread means to who reads the same bytes later, and who still counts before it.
pub(crate) fn pass(
    heads: Heads,
    thread: ThreadId,
    access: &Access,
    broken: Option<Broken>,
) -> (Adds, Option<Heads>) {
    let others = matches!(heads, Heads::By(only) if only != thread);
    let (adds, before) = match access.sync {
        Sync::Release | Sync::Both if access.write => (Adds::All, None),
        // Those before it were not seen by it.
        Sync::Arrival => (Adds::All, Some(heads)),
        Sync::Plain | Sync::Acquire if access.write => (Adds::Nothing, None),
        Sync::AtomicStore(_) if access.write && others => (Adds::Nothing, None),
        // What its thread had released before it has released now, too.
        Sync::AtomicStore(order) if access.write && order.releases() => (Adds::All, None),
        Sync::AtomicStore(order) if access.write => {
            (Adds::of(order, broken), Some(Heads::By(thread)))
        }
        Sync::AtomicUpdate(_) if others => (Adds::Nothing, Some(heads)),
        Sync::AtomicUpdate(_) if heads == Heads::Seen && !access.write => {
            (Adds::Nothing, Some(heads))
        }
        Sync::AtomicUpdate(order) => {
            let has_all = match heads {
                Heads::By(_) => order.releases(),
                Heads::Seen | Heads::All => order.acquires() && order.releases() && access.write,
            };
            let before = if heads == Heads::Seen { Heads::All } else { heads };
            (Adds::of(order, broken), (!has_all).then_some(before))
        }
        Sync::Plain
        | Sync::Movable
        | Sync::Acquire
        | Sync::Release
        | Sync::Both
        | Sync::AtomicLoad(_)
        | Sync::AtomicStore(_)
        | Sync::Observed => (Adds::Nothing, Some(heads)),
    };
    let forgets = broken == Some(Broken::ReleaseSequencesForgotten) && access.write;
    (adds, before.filter(|_| !forgets))
}

/// How an atomic access reads: whose messages it gets, and whether at once or with the next acquire fence.
pub(crate) fn reads(access: &Access) -> Option<(Heads, Order)> {
    match access.sync {
        Sync::AtomicLoad(order) => Some((Heads::Seen, order)),
        Sync::AtomicUpdate(order) if access.write => Some((Heads::All, order)),
        Sync::AtomicUpdate(order) => Some((Heads::Seen, order)),
        Sync::Plain
        | Sync::Movable
        | Sync::Acquire
        | Sync::Release
        | Sync::Both
        | Sync::Arrival
        | Sync::AtomicStore(_)
        | Sync::Observed => None,
    }
}

/// Whether an access acquires all that was ever released through its bytes.
pub(crate) fn acquires_lock(access: &Access) -> bool {
    matches!(access.sync, Sync::Acquire | Sync::Both)
}

pub(crate) fn releases_lock(access: &Access) -> bool {
    matches!(access.sync, Sync::Release | Sync::Both | Sync::Arrival)
}

/// Some bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes {
    pub object: ObjectId,
    pub start: u64,
    pub end: u64,
}

impl Bytes {
    pub(crate) fn of(access: &Access) -> Bytes {
        let &Access { object, start, end, .. } = access;
        Bytes { object, start, end }
    }
    pub(crate) fn touches(&self, access: &Access) -> bool {
        self.object == access.object && self.start < access.end && access.start < self.end
    }
}

/// What fences and relaxed reads of a thread have to do with a transition of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weak {
    /// The first one begins with the transition, each other one behind a fence.
    moments: Vec<Moment>,
    /// What relaxed reads have seen until its end.
    read: Clock,
}

/// A part of a transition.
#[derive(Clone, Debug)]
struct Moment {
    /// The accesses from this one on belong to it.
    from: usize,
    clock: Clock,
    /// What the thread had done at its last release fence.
    fenced: Clock,
}

/// What an event hands on.
enum Head<'a> {
    /// What its thread had done at its last release fence.
    Fenced(&'a Clock),
    /// All that its thread had done up to this access.
    All(usize),
}

/// What a thread comes after.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge<'a> {
    pub clock: Option<Cow<'a, Clock>>,
    /// What it came after at its last release fence.
    pub fenced: Option<Cow<'a, Clock>>,
    /// What it will come after at its next acquire fence, because relaxed reads have seen it.
    pub read: Option<&'a Clock>,
}

impl Step {
    /// What happened before one of its accesses by synchronisation, the transition itself included.
    pub(crate) fn sync_clock_at(&self, access: usize) -> &Clock {
        self.moment(access).map_or(&self.sync_clock, |moment| &moment.clock)
    }
    fn sync_clock_at_end(&self) -> &Clock {
        self.sync_clock_at(usize::MAX)
    }
    fn fenced_at(&self, access: usize) -> Option<&Clock> {
        self.moment(access).map(|moment| &moment.fenced)
    }
    /// What a thread that it creates comes after.
    fn clock_at_creation(&self, child: ThreadId) -> Cow<'_, Clock> {
        match self.event.creation_of(child) {
            None | Some(0) => Cow::Borrowed(self.sync_clock_at(0)),
            Some(at) => {
                let mut clock = Clock::default();
                self.join_all_at(self.event.last_of_creation(at), &mut clock);
                Cow::Owned(clock)
            }
        }
    }
    /// The place of its accesses before the first creation.
    fn place(&self) -> u32 {
        self.first_place + self.event.place_of(0) as u32
    }
    pub(crate) fn private_place(&self, private: &Private) -> u32 {
        self.first_place + private.place as u32
    }
    /// The place of one of its accesses.
    pub(crate) fn place_of(&self, access: usize) -> u32 {
        match self.event.is_behind_creation(access) {
            true => self.first_place + self.event.place_of(access) as u32,
            false => self.place(),
        }
    }
    /// Whether one of its accesses is among what happened before.
    pub(crate) fn is_before(&self, access: usize, clock: &Clock) -> bool {
        clock.get(self.thread) > self.place_of(access)
    }
    pub(crate) fn private_is_before(&self, private: &Private, clock: &Clock) -> bool {
        clock.get(private.by) > self.private_place(private)
    }
    /// Joins all that its thread had done up to one of its accesses.
    fn join_all_at(&self, access: usize, clock: &mut Clock) {
        clock.join(self.sync_clock_at(access));
        clock.raise(self.thread, self.first_place + self.event.place_of(access) as u32 + 1);
    }
    fn moment(&self, access: usize) -> Option<&Moment> {
        self.weak.as_ref()?.moments.iter().rev().find(|moment| moment.from <= access)
    }
}

/// Joins what a thread comes after that was created before the first event of the run.
fn join_birth(thread: ThreadId, first: &Event, clock: &mut Clock) {
    if let Some(born) = first.born.iter().find(|born| born.thread == thread) {
        clock.raise(born.by, born.place as u32 + 1);
        join_birth(born.by, first, clock);
    }
}

impl Trace {
    /// The clock of an event that is about to be pushed, and what weak orders add to that.
    pub(crate) fn synchronised(
        &self,
        thread: ThreadId,
        event: &Event,
    ) -> (Clock, Option<Rc<Weak>>) {
        let now = self.len();
        let first_place = self.first_place(now);
        let Knowledge { clock, fenced, read } = self.knowledge_of(thread, now);
        let mut is_weak = fenced.is_some() || read.is_some();
        let mut clock = clock.map(Cow::into_owned).unwrap_or_default();
        if now == 0 {
            join_birth(thread, event, &mut clock);
        }
        let mut read = read.cloned().unwrap_or_default();
        let mut fenced = fenced.map(Cow::into_owned).unwrap_or_default();
        clock.set(thread, first_place + event.place_of(0) as u32 + 1);
        let mut moments = Vec::new();
        let fences = event.fences.iter().enumerate();
        let mut fences = fences.filter(|(_, fence)| fence.by == thread).peekable();
        let mut from = 0;
        for at in 0..=event.accesses.len() {
            while let Some((nth, fence)) = fences.next_if(|(_, fence)| fence.after <= at) {
                moments.push(Moment { from, clock: clock.clone(), fenced: fenced.clone() });
                (from, is_weak) = (at, true);
                if fence.order.acquires() && self.broken() != Some(Broken::FencesIgnored) {
                    clock.join(&read);
                }
                if fence.order.releases() {
                    fenced = clock.clone();
                    fenced.set(thread, first_place + (fence.after + nth) as u32 + 1);
                }
            }
            let Some(access) = event.accesses.get(at) else { break };
            if acquires_lock(access) {
                self.join_released(Bytes::of(access), now, &mut clock);
            }
            let Some((heads, order)) = reads(access) else { continue };
            if order.acquires() {
                self.join_message(Bytes::of(access), heads, now, &mut clock);
            } else {
                self.join_message(Bytes::of(access), heads, now, &mut read);
                is_weak = true;
            }
        }
        if !is_weak {
            return (clock, None);
        }
        moments.push(Moment { from, clock, fenced });
        (moments[0].clock.clone(), Some(Rc::new(Weak { moments, read })))
    }

    /// What a thread knows after the first events of the run, of what happened before by synchronisation.
    pub(crate) fn knowledge_of(&self, thread: ThreadId, length: usize) -> Knowledge<'_> {
        if let Some(step) = self.last_of(thread, length) {
            let weak = step.weak.as_deref();
            let (clock, fenced) = (step.sync_clock_at_end(), step.fenced_at(usize::MAX));
            let fenced = fenced.map(Cow::Borrowed);
            let read = weak.map(|weak| &weak.read);
            return Knowledge { clock: Some(Cow::Borrowed(clock)), fenced, read };
        }
        let creation = self.creation_of(thread, length);
        let clock = match creation {
            Some(index) => Some(self.steps()[index].clock_at_creation(thread)),
            None => self.steps().first().map(|first| {
                let mut clock = Clock::default();
                join_birth(thread, &first.event, &mut clock);
                Cow::Owned(clock)
            }),
        };
        let fenced = self.fenced_before_first(thread, creation.unwrap_or(0)..length).map(|place| {
            let mut fenced = clock.clone().map(Cow::into_owned).unwrap_or_default();
            fenced.set(thread, place + 1);
            Cow::Owned(fenced)
        });
        Knowledge { clock, fenced, read: None }
    }

    /// The place of the last release fence that a thread has made without an event of its own.
    fn fenced_before_first(&self, thread: ThreadId, events: Range<usize>) -> Option<u32> {
        self.steps()[events].iter().rev().find_map(|step| {
            let mut fences = step.event.fences.iter().enumerate().rev();
            let own = fences.find(|(_, fence)| fence.by == thread && fence.order.releases());
            own.map(|(nth, fence)| step.first_place + (fence.after + nth) as u32)
        })
    }

    /// The first place of the event that follows the first ones of the run.
    pub(crate) fn first_place(&self, length: usize) -> u32 {
        let Some(last) = length.checked_sub(1).map(|last| &self.steps()[last]) else { return 0 };
        last.first_place + (last.event.accesses.len() + last.event.fences.len()) as u32 + 1
    }

    /// Joins all that was released through a lock.
    pub(crate) fn join_released(&self, bytes: Bytes, length: usize, clock: &mut Clock) {
        for (_, step) in self.touching_before(bytes.object, length) {
            for (at, access) in step.event.accesses.iter().enumerate() {
                if bytes.touches(access) && releases_lock(access) {
                    step.join_all_at(at, clock);
                }
            }
        }
    }

    /// Joins the message that is read from some bytes.
    pub(crate) fn join_message(
        &self,
        bytes: Bytes,
        heads: Heads,
        length: usize,
        clock: &mut Clock,
    ) {
        self.for_each_head(bytes, heads, length, &mut |index, head| match head {
            Head::Fenced(fenced) => clock.join(fenced),
            Head::All(at) => self.steps()[index].join_all_at(at, clock),
        });
    }

    /// Calls `visit` with each event that heads what is read from some bytes, and what it hands on.
    fn for_each_head(
        &self,
        bytes: Bytes,
        mut heads: Heads,
        length: usize,
        visit: &mut dyn FnMut(usize, Head<'_>),
    ) {
        for (index, step) in self.touching_before(bytes.object, length) {
            for (at, access) in step.event.accesses.iter().enumerate().rev() {
                if !bytes.touches(access) {
                    continue;
                }
                let (adds, before) = pass(heads, step.thread, access, self.broken());
                match adds {
                    Adds::Nothing => {}
                    Adds::Fenced => {
                        if let Some(fenced) = step.fenced_at(at) {
                            visit(index, Head::Fenced(fenced));
                        }
                    }
                    Adds::All => visit(index, Head::All(at)),
                }
                match before {
                    Some(before) => heads = before,
                    None => return,
                }
            }
        }
    }

    /// The events that an event of the run synchronises with: those that released what it acquires.
    pub fn synchronises_with(&self, index: usize) -> Vec<usize> {
        let step = &self.steps()[index];
        let mut found = Vec::new();
        for access in &step.event.accesses {
            let bytes = Bytes::of(access);
            if acquires_lock(access) {
                let released = |(_, step): &(usize, &Step)| {
                    let mut accesses = step.event.accesses.iter();
                    accesses.any(|access| bytes.touches(access) && releases_lock(access))
                };
                let before = self.touching_before(bytes.object, index).filter(released);
                found.extend(before.map(|(index, _)| index));
            }
            if let Some((heads, order)) = reads(access)
                && order.acquires()
            {
                self.for_each_head(bytes, heads, index, &mut |head, _| found.push(head));
            }
        }
        let mut fences = step.event.fences.iter();
        if fences.any(|fence| fence.by == step.thread && fence.order.acquires()) {
            let own = self.steps()[..=index].iter().enumerate();
            for (read, own) in own.filter(|(_, own)| own.thread == step.thread) {
                for access in &own.event.accesses {
                    if let Some((heads, Order::Relaxed | Order::Release)) = reads(access) {
                        let bytes = Bytes::of(access);
                        self.for_each_head(bytes, heads, read, &mut |head, _| found.push(head));
                    }
                }
            }
        }
        found
    }
}
