//! The run at hand as a sequence of events with their happens-before order.
//!
//! Happens-before here is the order that partial-order reduction keeps: program order, creation, and the
//! order of every two conflicting accesses. An event that accesses a range is ordered after all earlier
//! conflicting events; scanning back can stop at a write that covers the range, because whatever conflicts
//! before that write happened before it.
//!
//! Races: Abdulla, Aronis, Jonsson, Sagonas, "Optimal dynamic partial order reduction", 2014. The
//! deviation is in operations that can block. Two of them, such as two `lock`s of one mutex, are never
//! adjacent in a run: an `unlock` stands between. So an event that could not have been executed right
//! before the other one is passed over, and the search for the event to reverse goes on behind it.

use std::rc::Rc;

use raddle_machine::{Access, Event, ObjectId, ThreadId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::broken::Broken;
use crate::clock::Clock;
use crate::initial::{Move, Moves};
use crate::synchronise::Weak;

#[derive(Clone, Debug)]
pub struct Step {
    pub thread: ThreadId,
    pub event: Rc<Event>,
    /// What happened before it, itself included.
    clock: Clock,
    /// The number of its first place, in clocks of synchronisation.
    pub(crate) first_place: u32,
    /// What happened before it by synchronisation alone, itself included, as long as no fence is behind it.
    pub(crate) sync_clock: Clock,
    pub(crate) weak: Option<Rc<Weak>>,
    /// It comes, by synchronisation, after every earlier access to what it writes.
    pub(crate) follows_all: bool,
}

/// Two events, the second of which should also be tried before the first.
#[derive(Clone, Debug)]
pub struct Race {
    /// Indices in the run. The second event need not be in it: then it is an operation that waits.
    pub first: usize,
    pub second: usize,
    pub thread: ThreadId,
    /// What the second event accesses when it comes first, and what it accessed in the run at hand.
    pub event: Rc<Event>,
    pub seen: Rc<Event>,
    /// How many events the run must have for the race to be part of it.
    pub length: usize,
}

impl Race {
    /// Whether the second event is an operation that waits, and not in the run.
    fn waits(&self) -> bool {
        self.length == self.second
    }

    /// Whether the second event accesses the same wherever it comes.
    pub fn is_alike(&self) -> bool {
        Rc::ptr_eq(&self.event, &self.seen) || self.changed_objects().is_empty()
    }

    /// The objects that the second event accesses in another way when it comes first.
    fn changed_objects(&self) -> Vec<ObjectId> {
        let without = |some: &Event, other: &Event| {
            let missing = |a: &&Access| !other.accesses.iter().any(|b| a.is_like(b));
            some.accesses.iter().filter(missing).map(|access| access.object).collect::<Vec<_>>()
        };
        let mut changed = without(&self.event, &self.seen);
        changed.extend(without(&self.seen, &self.event));
        changed
    }
}

/// The objects that an event accesses, whether others can notice it or not.
fn touched(event: &Event) -> impl Iterator<Item = ObjectId> + '_ {
    let private = event.private.iter().map(|private| private.access.object);
    event.accesses.iter().map(|access| access.object).chain(private)
}

/// The last of the events by somebody among the first ones of a run.
fn newest(by: &FxHashMap<ThreadId, Vec<u32>>, thread: ThreadId, length: usize) -> Option<usize> {
    let mut indices = by.get(&thread)?.iter().rev().map(|&index| index as usize);
    indices.find(|&index| index < length)
}

/// The events since the start of the run; grows and shrinks like a stack.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Step>,
    by_object: FxHashMap<ObjectId, Vec<u32>>,
    by_thread: FxHashMap<ThreadId, Vec<u32>>,
    creator: FxHashMap<ThreadId, Vec<u32>>,
    broken: Option<Broken>,
}

impl Trace {
    /// An empty run, for a reduction with a defect if so wanted.
    pub fn new(broken: Option<Broken>) -> Trace {
        Trace { broken, ..Trace::default() }
    }
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What happened before the next transition of a thread, whatever that is.
    pub fn clock_of(&self, thread: ThreadId) -> Clock {
        self.last_step(thread).map(|step| step.clock.clone()).unwrap_or_default()
    }

    /// What is done wrong on purpose.
    pub fn broken(&self) -> Option<Broken> {
        self.broken
    }

    /// The thread's last event among the first ones of the run.
    pub(crate) fn last_of(&self, thread: ThreadId, length: usize) -> Option<&Step> {
        newest(&self.by_thread, thread, length).map(|index| &self.steps[index])
    }

    /// Index of the event among the first ones of the run that created a thread.
    pub(crate) fn creation_of(&self, thread: ThreadId, length: usize) -> Option<usize> {
        newest(&self.creator, thread, length)
    }

    /// The thread's last event, or the one that created it.
    fn last_step(&self, thread: ThreadId) -> Option<&Step> {
        let own = self.by_thread.get(&thread).and_then(|indices| indices.last());
        let index = own.or_else(|| self.creator.get(&thread).and_then(|indices| indices.last()));
        index.map(|&index| &self.steps[index as usize])
    }

    pub fn push(&mut self, thread: ThreadId, event: Rc<Event>) {
        let index = self.steps.len() as u32;
        let mut clock = self.clock_of(thread);
        for access in &event.accesses {
            self.for_each_conflict(access, &mut |_, step| {
                clock.join(&step.clock);
                true
            });
        }
        clock.set(thread, index + 1);
        let first_place = self.first_place(self.len());
        let (sync_clock, weak) = self.synchronised(thread, &event);
        for object in touched(&event) {
            let indices = self.by_object.entry(object).or_default();
            if indices.last() != Some(&index) {
                indices.push(index);
            }
        }
        self.by_thread.entry(thread).or_default().push(index);
        for &child in &event.created {
            self.creator.entry(child).or_default().push(index);
        }
        let follows_all = false;
        self.steps.push(Step { thread, event, clock, first_place, sync_clock, weak, follows_all });
        self.steps[index as usize].follows_all = self.last_follows_all();
    }

    pub fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let index = self.steps.len() as u32;
        for object in touched(&step.event) {
            if let Some(indices) = self.by_object.get_mut(&object)
                && indices.last() == Some(&index)
            {
                indices.pop();
            }
        }
        if let Some(indices) = self.by_thread.get_mut(&step.thread) {
            indices.pop();
        }
        for child in &step.event.created {
            if let Some(indices) = self.creator.get_mut(child) {
                indices.pop();
            }
        }
    }

    /// Calls `visit` with earlier events that conflict with an access, the newest first, until `visit`
    /// returns true at an event with a write that covers the access.
    fn for_each_conflict(&self, access: &Access, visit: &mut dyn FnMut(usize, &Step) -> bool) {
        for (index, step) in self.touching(access.object) {
            if !step.event.accesses.iter().any(|earlier| earlier.conflicts(access)) {
                continue;
            }
            let covers = |earlier: &Access| earlier.conflicts(access) && earlier.stands_for(access);
            if visit(index, step) && step.event.accesses.iter().any(covers) {
                return;
            }
        }
    }

    /// Earlier events that touch an object, the newest first.
    pub(crate) fn touching(&self, object: ObjectId) -> impl Iterator<Item = (usize, &Step)> + '_ {
        let indices = self.by_object.get(&object).map_or(&[][..], Vec::as_slice);
        indices.iter().rev().map(|&index| (index as usize, &self.steps[index as usize]))
    }

    /// The same among the first events of the run.
    pub(crate) fn touching_before(
        &self,
        object: ObjectId,
        length: usize,
    ) -> impl Iterator<Item = (usize, &Step)> + '_ {
        self.touching(object).skip_while(move |(index, _)| *index >= length)
    }

    /// Indices of the events that the next transition of `thread` should also be tried before. `possible_before(i)`
    /// says whether that transition could have been executed without event `i` and what depends on it; it is `None` for a
    /// transition that can always be executed.
    pub fn reversals(
        &self,
        thread: ThreadId,
        event: &Event,
        mut possible_before: Option<&mut dyn FnMut(usize) -> bool>,
    ) -> Vec<usize> {
        let before = self.clock_of(thread);
        let blocking = possible_before.is_some();
        let mut found = Vec::new();
        let mut ordered = before.clone();
        let mut candidates: SmallVec<[usize; 8]> = SmallVec::new();
        for access in &event.accesses {
            self.for_each_conflict(access, &mut |index, step| {
                let concurrent = step.thread != thread && before.get(step.thread) <= index as u32;
                if concurrent && !candidates.contains(&index) {
                    candidates.push(index);
                }
                // Behind an event of this thread or one ordered before it nothing can be reversed; behind
                // a concurrent one there may be, if that one cannot be.
                !concurrent || !blocking
            });
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        for index in candidates {
            let step = &self.steps[index];
            if ordered.get(step.thread) > index as u32 {
                continue;
            }
            if let Some(possible_before) = &mut possible_before
                && !possible_before(index)
            {
                continue;
            }
            ordered.join(&step.clock);
            found.push(index);
        }
        found
    }

    /// Events of other threads, the newest first, that conflict with an access that a thread makes at some later
    /// time and that are not ordered before all that this thread does from now on.
    pub fn unordered_conflicts(&self, thread: ThreadId, access: &Access) -> Vec<usize> {
        let before = self.clock_of(thread);
        let conflicting = self.touching(access.object).filter(|(index, step)| {
            step.thread != thread
                && before.get(step.thread) <= *index as u32
                && step.event.accesses.iter().any(|earlier| earlier.conflicts(access))
        });
        conflicting.map(|(index, _)| index).collect()
    }

    /// Whether a later transition of a thread that makes one of these accesses first would be ordered after event `at`.
    pub fn would_follow(&self, at: usize, accesses: &[Access]) -> bool {
        let thread = self.steps[at].thread;
        accesses.iter().any(|access| {
            let later = self.touching(access.object).take_while(|(index, _)| *index >= at);
            later.into_iter().any(|(_, step)| {
                step.clock.get(thread) > at as u32
                    && step.event.accesses.iter().any(|earlier| earlier.conflicts(access))
            })
        })
    }

    /// Whether something after event `at` that does not depend on it may have made a transition possible:
    /// then the state before `at` alone does not tell.
    pub fn enabled_meanwhile(&self, at: usize, event: &Event) -> bool {
        self.independent_of(at).any(|(_, step)| step.event.conflicts(event))
    }

    /// The events after one that do not depend on it.
    pub fn independent_of(&self, first: usize) -> impl Iterator<Item = (usize, &Step)> + '_ {
        let thread = self.steps[first].thread;
        let after = self.steps.iter().enumerate().skip(first + 1);
        after.filter(move |(_, step)| step.clock.get(thread) <= first as u32)
    }

    /// Indices of those events after one, independent of it, that decide what a thread's next transition does: what
    /// that thread comes after, whatever conflicts with what it is about to access, and what these come after. All others can be
    /// left out when its transition is rehearsed in the state before the first event: what is left is closed under
    /// happens-before, so it takes the same course, and what is left out changes nothing that the transition looks at.
    /// (Who accesses something else there has to be asked again.)
    pub fn company(&self, first: usize, thread: ThreadId, event: &Event) -> Vec<usize> {
        let mut wanted = self.clock_of(thread);
        let mut company = Vec::new();
        let of_first = self.steps[first].thread;
        for (index, step) in self.steps.iter().enumerate().skip(first + 1).rev() {
            let independent = step.clock.get(of_first) <= first as u32;
            let meets =
                || self.broken != Some(Broken::CompanyMissing) && step.event.conflicts(event);
            if independent && (wanted.get(step.thread) > index as u32 || meets()) {
                wanted.join(&step.clock);
                company.push(index);
            }
        }
        company.reverse();
        company
    }

    /// The same as moves that can be made from the state before that event, and then perhaps another one.
    pub fn meanwhile<'a>(
        &'a self,
        first: usize,
        then: Option<(ThreadId, &'a Rc<Event>)>,
    ) -> Moves<'a> {
        let steps = self.independent_of(first);
        let steps = steps.map(|(_, step)| (step.thread, &step.event)).chain(then);
        let moves: Vec<_> = steps.map(|(thread, event)| Move { thread, event }).collect();
        let settled = moves.len();
        Moves::new(moves, settled, false, self.broken)
    }

    /// Whether the second event of a race depends on the same events when it comes first.
    pub fn depends_likewise(&self, race: &Race) -> bool {
        if Rc::ptr_eq(&race.event, &race.seen) {
            return true;
        }
        let reversed = self.steps[race.first].thread;
        let likewise = |(index, step): (usize, &Step)| {
            index <= race.first
                || step.clock.get(reversed) > race.first as u32
                || step.event.conflicts(&race.event) == step.event.conflicts(&race.seen)
        };
        race.changed_objects().into_iter().all(|object| self.touching(object).all(likewise))
    }

    /// What does not depend on the first event of a race, with the second one where it stands: a run from
    /// the state before the first one in which the second comes first. `complete`: nothing can follow the run at hand.
    pub fn reversal<'a>(&'a self, race: &'a Race, complete: bool) -> Moves<'a> {
        let mut moves = Vec::new();
        let mut settled = 0;
        // What depends on an operation that waits, were it made now.
        let mut dependent: SmallVec<[(ThreadId, usize); 4]> = SmallVec::new();
        for (index, step) in self.independent_of(race.first) {
            if index < race.second {
                settled += 1;
            } else if race.waits() {
                let behind = |&(thread, at): &(ThreadId, usize)| step.clock.get(thread) > at as u32;
                if step.event.conflicts(&race.event) || dependent.iter().any(behind) {
                    dependent.push((step.thread, index));
                    continue;
                }
            }
            moves.push(Move { thread: step.thread, event: &step.event });
        }
        moves.insert(settled, Move { thread: race.thread, event: &race.event });
        let weak = complete || self.broken == Some(Broken::WeakInitialsOfPieces);
        Moves::new(moves, settled + 1, weak, self.broken)
    }
}
