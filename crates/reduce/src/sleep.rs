//! Sleep sets: threads whose next transition need not be explored here, because everything that starts
//! with it was explored from an ancestor and nothing since then depends on it.

use std::rc::Rc;

use raddle_machine::{Event, ThreadId};

use crate::initial::{Cover, Moves, cover};

#[derive(Clone, Debug, Default)]
pub struct SleepSet(Vec<(ThreadId, Rc<Event>)>);

impl SleepSet {
    pub fn contains(&self, thread: ThreadId) -> bool {
        self.0.iter().any(|(asleep, _)| *asleep == thread)
    }
    /// The transition that a thread is asleep before.
    pub fn transition_of(&self, thread: ThreadId) -> Option<&Rc<Event>> {
        self.0.iter().find(|(asleep, _)| *asleep == thread).map(|(_, event)| event)
    }
    pub fn insert(&mut self, thread: ThreadId, event: Rc<Event>) {
        self.0.push((thread, event));
    }
    /// Whether a sleeping thread was explored in place of these moves.
    pub fn covers(&self, moves: &Moves<'_>) -> Cover {
        let mut best = Cover::No;
        for (thread, footprint) in &self.0 {
            match cover(moves, *thread, Some(footprint)) {
                Cover::Always => return Cover::Always,
                Cover::Now => best = Cover::Now,
                Cover::No => {}
            }
        }
        best
    }
    /// Whether all that sleeps in another set sleeps here too, before the same transition: one that touches
    /// the same memory, so that the same events wake it.
    pub fn includes(&self, other: &SleepSet) -> bool {
        other.0.iter().all(|(thread, event)| {
            self.0.iter().any(|(known, own)| known == thread && event.touches_same(own))
        })
    }
    pub fn iter(&self) -> impl Iterator<Item = (ThreadId, &Rc<Event>)> {
        self.0.iter().map(|(thread, event)| (*thread, event))
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Who still sleeps after a thread made this transition.
    pub fn after(&self, thread: ThreadId, event: &Event) -> SleepSet {
        let asleep =
            self.0.iter().filter(|(other, next)| *other != thread && !next.conflicts(event));
        SleepSet(asleep.cloned().collect())
    }
}
