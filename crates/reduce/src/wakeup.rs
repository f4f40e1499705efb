//! Wakeup trees: which continuations a node still has to explore, in which order.
//!
//! When two events turn out to be in a race, the node before the first one must explore a run in which the
//! second comes first. Remembering the whole sequence that leads there, and not just its first thread, keeps
//! the search from running into states where everything left to do is asleep (Abdulla et al. 2014, §6; we
//! insert sequences when the race is seen and not at the end of the run, which is simpler and not optimal:
//! a few blocked runs remain).

use std::rc::Rc;

use raddle_machine::{Event, ThreadId};

use crate::sleep::SleepSet;

/// A thread's transition, as it was when it was last executed.
pub type Move = (ThreadId, Rc<Event>);

/// Alternatives in the order in which they are to be explored.
#[derive(Clone, Debug, Default)]
pub struct WakeupTree {
    branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
struct Branch {
    thread: ThreadId,
    rest: WakeupTree,
}

impl WakeupTree {
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Explore this thread, and then whatever.
    pub fn add_thread(&mut self, thread: ThreadId) {
        if !self.branches.iter().any(|branch| branch.thread == thread) {
            self.branches.push(Branch { thread, rest: WakeupTree::default() });
        }
    }

    /// Takes the next alternative: a thread, and what is to be explored after it.
    pub fn take_first(&mut self) -> Option<(ThreadId, WakeupTree)> {
        if self.branches.is_empty() {
            return None;
        }
        let branch = self.branches.remove(0);
        Some((branch.thread, branch.rest))
    }

    /// Makes sure that a run which starts like `sequence`, up to the order of independent moves, is explored.
    pub fn insert(&mut self, mut sequence: Vec<Move>) {
        let mut tree = self;
        loop {
            let matching =
                tree.branches.iter().position(|branch| is_initial(&sequence, branch.thread));
            let Some(at) = matching else {
                tree.branches.extend(chain(sequence));
                return;
            };
            let thread = tree.branches[at].thread;
            if let Some(index) = sequence.iter().position(|(other, _)| *other == thread) {
                sequence.remove(index);
            }
            // A branch without a rest leaves open what follows, so it covers the sequence.
            if tree.branches[at].rest.is_empty() || sequence.is_empty() {
                return;
            }
            tree = &mut tree.branches[at].rest;
        }
    }
}

fn chain(sequence: Vec<Move>) -> Option<Branch> {
    sequence.into_iter().rev().fold(None, |rest, (thread, _)| {
        let rest = WakeupTree { branches: rest.into_iter().collect() };
        Some(Branch { thread, rest })
    })
}

/// Whether an equivalent of the sequence can start with a move of this thread: its first move in it depends
/// on none before. A thread without a move in it does not count, although its next one may be independent of all (a
/// weak initial): the sequence ends with the race, and what follows it may have to come before that move.
fn is_initial(sequence: &[Move], thread: ThreadId) -> bool {
    sequence.iter().position(|(other, _)| *other == thread).is_some_and(|first| {
        let (_, event) = &sequence[first];
        sequence[..first].iter().all(|(_, earlier)| independent(earlier, event, thread))
    })
}

fn independent(earlier: &Event, event: &Event, thread: ThreadId) -> bool {
    !earlier.conflicts(event) && !earlier.created.contains(&thread)
}

impl SleepSet {
    /// Whether what starts like this sequence was explored already.
    pub fn covers(&self, sequence: &[Move]) -> bool {
        self.iter().any(|(thread, _)| is_initial(sequence, *thread))
    }
}
