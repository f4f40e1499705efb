//! Wakeup trees: which continuations a node still has to explore, in which order.
//!
//! When two events turn out to be in a race, the node before the first one must explore a run in which the
//! second comes first. Remembering the whole sequence that leads there, and not just its first thread, keeps
//! the search from running into states where everything left to do is asleep (Abdulla, Aronis, Jonsson,
//! Sagonas, "Optimal dynamic partial order reduction", 2014, §6).

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_machine::{Event, ThreadId};

use crate::initial::{Cover, Moves, cover};

/// Alternatives in the order in which they are to be explored. Subtrees are shared between clones.
#[derive(Clone, Debug, Default)]
pub struct WakeupTree {
    branches: VecDeque<Branch>,
}

/// Moves that some run is to start with, or a thread of which nothing else is known.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    pub moves: Vec<(ThreadId, Rc<Event>)>,
    pub thread: Option<ThreadId>,
}

#[derive(Clone, Debug)]
struct Branch {
    thread: ThreadId,
    /// What it was seen to access.
    event: Option<Rc<Event>>,
    rest: Rc<WakeupTree>,
}

impl WakeupTree {
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Explore this thread, and then whatever.
    pub fn add_thread(&mut self, thread: ThreadId) {
        if !self.branches.iter().any(|branch| branch.thread == thread) {
            self.branches.push_back(Branch { thread, event: None, rest: Rc::default() });
        }
    }

    /// A thread has to go on before any of this; it may be the first of it already.
    pub fn continue_with(&mut self, thread: ThreadId) {
        if self.branches.front().is_some_and(|branch| branch.thread == thread) {
            return;
        }
        let rest = Rc::new(std::mem::take(self));
        self.branches.push_back(Branch { thread, event: None, rest });
    }

    /// Takes the next alternative: a thread, and what is to be explored after it.
    pub fn take_first(&mut self) -> Option<(ThreadId, Rc<WakeupTree>)> {
        self.branches.pop_front().map(|branch| (branch.thread, branch.rest))
    }

    /// The alternatives in order: a thread, what it was seen to access, and what is to follow.
    pub fn branches(
        &self,
    ) -> impl ExactSizeIterator<Item = (ThreadId, Option<&Rc<Event>>, &WakeupTree)> {
        self.branches.iter().map(|branch| (branch.thread, branch.event.as_ref(), &*branch.rest))
    }

    /// A tree from its branches.
    pub fn of_branches(
        branches: impl IntoIterator<Item = (ThreadId, Option<Rc<Event>>, WakeupTree)>,
    ) -> WakeupTree {
        let branch = |(thread, event, rest)| Branch { thread, event, rest: Rc::new(rest) };
        WakeupTree { branches: branches.into_iter().map(branch).collect() }
    }

    /// All sequences from the root to a leaf, as far as it is known what they access.
    pub fn sequences(&self) -> Vec<Sequence> {
        let mut found = Vec::new();
        self.collect(&mut Sequence::default(), &mut found);
        found
    }

    fn collect(&self, so_far: &mut Sequence, into: &mut Vec<Sequence>) {
        for branch in &self.branches {
            let Some(event) = &branch.event else {
                // What follows is left open: a shorter sequence stands for more runs.
                let thread = so_far.moves.is_empty().then_some(branch.thread);
                into.push(Sequence { moves: so_far.moves.clone(), thread });
                continue;
            };
            so_far.moves.push((branch.thread, event.clone()));
            if branch.rest.is_empty() {
                into.push(so_far.clone());
            }
            branch.rest.collect(so_far, into);
            so_far.moves.pop();
        }
    }

    /// Makes sure that a run which starts like these moves, up to the order of independent ones, is explored.
    pub fn insert(&mut self, mut moves: Moves<'_>) {
        let mut tree = self;
        loop {
            let matching = tree.branches.iter().position(|branch| {
                cover(&moves, branch.thread, branch.event.as_deref()) != Cover::No
            });
            let Some(at) = matching else {
                tree.branches.extend(chain(&moves));
                return;
            };
            let branch = &mut tree.branches[at];
            moves.remove_first_of(branch.thread);
            // A branch without a rest leaves open what follows, so it covers the sequence.
            if branch.rest.is_empty() || moves.is_empty() {
                return;
            }
            tree = Rc::make_mut(&mut branch.rest);
        }
    }
}

fn chain(moves: &Moves<'_>) -> Option<Branch> {
    moves.iter().rev().fold(None, |rest, step| {
        let branches = rest.into_iter().collect();
        let rest = Rc::new(WakeupTree { branches });
        Some(Branch { thread: step.thread, event: Some(step.event.clone()), rest })
    })
}
