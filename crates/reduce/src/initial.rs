//! Initials: the threads with which an equivalent of a sequence of moves can start.
//!
//! A thread is an initial if its first move in the sequence depends on none before. It is a weak initial, too, if
//! it has no move in the sequence but its next one depends on none of them. The sequences come from races: what
//! does not depend on the first event, and the second event among it. Up to that second event they are the same whatever
//! the run does afterwards, so an initial found there is one for good. What follows may have to come before a weak
//! initial, so these count only if the run is complete.

use std::rc::Rc;

use raddle_machine::{Event, ThreadId};

use crate::broken::Broken;

/// A thread's transition and what it accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<'a> {
    pub thread: ThreadId,
    pub event: &'a Rc<Event>,
}

/// The moves that reverse a race, from the state before its first event.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    moves: Vec<Move<'a>>,
    /// How many there are up to the second event of the race, which is included.
    settled: usize,
    /// Weak initials count.
    weak: bool,
    broken: Option<Broken>,
}

/// Whether something explored explores a sequence, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    No,
    /// In the run at hand.
    Now,
    /// In all that start like it, too.
    Always,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(
        moves: Vec<Move<'a>>,
        settled: usize,
        weak: bool,
        broken: Option<Broken>,
    ) -> Moves<'a> {
        Moves { moves, settled, weak, broken }
    }
    /// Moves that were worked out elsewhere.
    pub fn of(sequence: &'a [(ThreadId, Rc<Event>)]) -> Moves<'a> {
        let moves = sequence.iter().map(|(thread, event)| Move { thread: *thread, event });
        Moves::new(moves.collect(), sequence.len(), false, None)
    }
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Move<'a>> {
        self.moves.iter()
    }
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
    pub(crate) fn remove_first_of(&mut self, thread: ThreadId) {
        if let Some(at) = self.position(thread) {
            self.moves.remove(at);
        }
    }
    fn position(&self, thread: ThreadId) -> Option<usize> {
        self.moves.iter().position(|step| step.thread == thread)
    }
}

/// Whether exploring a thread explores these moves. Its next transition accesses `footprint`, if that is known.
pub(crate) fn cover(moves: &Moves<'_>, thread: ThreadId, footprint: Option<&Event>) -> Cover {
    if moves.broken == Some(Broken::OrderInSequencesIgnored) && moves.position(thread).is_some() {
        return Cover::Always;
    }
    let (earlier, event, covered) = match (moves.position(thread), footprint) {
        (Some(first), _) => {
            let covered = if first < moves.settled { Cover::Always } else { Cover::Now };
            (&moves.moves[..first], &**moves.moves[first].event, covered)
        }
        (None, Some(footprint)) if moves.weak => (&moves.moves[..], footprint, Cover::Now),
        (None, _) => return Cover::No,
    };
    let independent =
        |step: &Move<'_>| !step.event.conflicts(event) && !step.event.created.contains(&thread);
    if earlier.iter().all(independent) { covered } else { Cover::No }
}
