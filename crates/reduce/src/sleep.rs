//! Sleep sets: threads whose next transition need not be explored here, because everything that starts
//! with it was explored from an ancestor and nothing since then depends on it.

use std::rc::Rc;

use raddle_machine::{Event, ThreadId};

#[derive(Clone, Debug, Default)]
pub struct SleepSet(Vec<(ThreadId, Rc<Event>)>);

impl SleepSet {
    pub fn contains(&self, thread: ThreadId) -> bool {
        self.0.iter().any(|(asleep, _)| *asleep == thread)
    }
    pub fn insert(&mut self, thread: ThreadId, event: Rc<Event>) {
        self.0.push((thread, event));
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(ThreadId, Rc<Event>)> {
        self.0.iter()
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
