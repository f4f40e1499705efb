//! A node of the tree of inputs and schedules: a state in which every thread stands before a visible operation, and what is left to try there.

use std::rc::Rc;

use raddle_evidence::{Notice, Visitor};
use raddle_expr::TermId;
use raddle_machine::{Event, State, ThreadId};
use raddle_reduce::{Cover, Moves, Sequence, SleepSet, WakeupTree};
use raddle_summary::{Open, Reach};
use smallvec::SmallVec;

use crate::team::Given;

pub(crate) struct Node {
    pub(crate) state: State,
    pub(crate) enabled: SmallVec<[ThreadId; 4]>,
    pub(crate) blocked: SmallVec<[(ThreadId, Event); 2]>,
    /// Results of transitions that had to be tried to know whether they are possible.
    pub(crate) tried: Vec<(ThreadId, Vec<State>)>,
    /// The accesses of transitions that were tried, here or above, and turned out to be possible.
    pub(crate) trials: Vec<(ThreadId, Rc<Event>)>,
    pub(crate) sleep: SleepSet,
    /// What is left to explore here.
    pub(crate) wakeup: WakeupTree,
    pub(crate) done: SmallVec<[ThreadId; 4]>,
    /// The thread of the newest event, if it can go on.
    pub(crate) moving: Option<ThreadId>,
    /// How often a thread that could go on was interrupted.
    pub(crate) preemptions: u32,
    /// The thread whose transition is being explored, and what is left of it.
    pub(crate) current: Option<ThreadId>,
    /// What has to be explored after that transition.
    pub(crate) after: Rc<WakeupTree>,
    pub(crate) children: Vec<State>,
    /// All that the transition of `current` accessed, over all inputs.
    pub(crate) footprint: Event,
    /// The children's transitions were made, and noted, when they were tried.
    pub(crate) noted: bool,
    /// States could rest in the transition of `current`.
    pub(crate) may_rest: bool,
    /// An event of `current` is on the trace.
    pub(crate) pushed: bool,
    /// The choice of threads is right if these conditions on cells hold.
    pub(crate) concluded_from: Vec<TermId>,
    /// What others explore.
    pub(crate) given: Vec<Given>,
    /// Set while a part that was given away is explored here after all: the sleep set that holds for all other parts.
    pub(crate) usual_sleep: Option<SleepSet>,
    /// What is learnt here, with summaries.
    pub(crate) open: Option<Box<Open>>,
    /// It is in the middle of a section, and what is learnt is not kept.
    pub(crate) inside: bool,
}

impl Node {
    /// A node of which nothing is known yet.
    pub(crate) fn new(state: State, sleep: SleepSet, wakeup: WakeupTree) -> Node {
        Node {
            enabled: SmallVec::new(),
            blocked: SmallVec::new(),
            tried: Vec::new(),
            trials: Vec::new(),
            sleep,
            wakeup,
            done: SmallVec::new(),
            moving: None,
            preemptions: 0,
            current: None,
            after: Rc::default(),
            children: Vec::new(),
            footprint: Event::default(),
            noted: false,
            may_rest: false,
            pushed: false,
            concluded_from: Vec::new(),
            given: Vec::new(),
            usual_sleep: None,
            open: None,
            inside: false,
            state,
        }
    }

    /// A transition was explored with all that can follow it.
    pub(crate) fn finish(&mut self, thread: ThreadId, sleeps: bool) {
        if let Some(usual) = self.usual_sleep.take() {
            self.sleep = usual;
        }
        let footprint = std::mem::take(&mut self.footprint);
        self.finish_with(thread, Rc::new(footprint), sleeps);
    }

    /// The same for a transition that was explored by others.
    pub(crate) fn finish_with(&mut self, thread: ThreadId, footprint: Rc<Event>, sleeps: bool) {
        if !self.done.contains(&thread) {
            self.done.push(thread);
        }
        if sleeps && !self.sleep.contains(thread) {
            self.sleep.insert(thread, footprint);
        }
    }

    /// Takes out an alternative that was not explored yet, so that somebody else can explore it.
    pub(crate) fn take_pending(&mut self) -> Option<(ThreadId, Rc<WakeupTree>)> {
        while let Some((thread, after)) = self.wakeup.take_first() {
            let known = self.done.contains(&thread) || self.sleep.contains(thread);
            if known || self.current == Some(thread) {
                continue;
            }
            if self.enabled.contains(&thread) {
                return Some((thread, after));
            }
            self.try_everybody();
        }
        None
    }

    /// A thread has to be tried here.
    pub(crate) fn wake(&mut self, thread: ThreadId) {
        if self.current == Some(thread) || self.sleep.contains(thread) {
            return;
        }
        if self.enabled.contains(&thread) {
            self.wakeup.add_thread(thread);
        } else {
            self.try_everybody();
        }
    }

    /// Nothing is known about who matters.
    pub(crate) fn try_everybody(&mut self) {
        for &other in &self.enabled {
            if !self.done.contains(&other) {
                self.wakeup.add_thread(other);
            }
        }
    }

    pub(crate) fn is_preempted_by(&self, thread: ThreadId) -> bool {
        self.moving.is_some_and(|moving| moving != thread)
    }

    /// The next transition to explore here, and what has to follow it.
    pub(crate) fn next_alternative(
        &mut self,
        most_preemptions: Option<u32>,
        visitor: &mut dyn Visitor,
    ) -> Option<(ThreadId, Rc<WakeupTree>)> {
        let used_up = most_preemptions.is_some_and(|most| self.preemptions >= most);
        while let Some((thread, after)) = self.wakeup.take_first() {
            if self.done.contains(&thread) || self.sleep.contains(thread) {
                continue;
            }
            if used_up && self.is_preempted_by(thread) {
                visitor.notice(Notice::TooManyPreemptions);
                continue;
            }
            if self.enabled.contains(&thread) {
                return Some((thread, after));
            }
            // Inputs may have made the sequence impossible here.
            self.try_everybody();
        }
        // Something has to be explored from every state that goes on.
        let awake = |thread: &&ThreadId| {
            let refused = used_up && self.is_preempted_by(**thread);
            !refused && !self.sleep.contains(**thread)
        };
        let first = if self.done.is_empty() { self.enabled.iter().find(awake) } else { None };
        first.map(|&thread| (thread, Rc::default()))
    }

    /// Tries whoever makes an access further down that a sleeping thread's transition depends on.
    pub(crate) fn wake_wakers(&mut self, sleeper: ThreadId, next: &Event, reach: &Reach) {
        for reached in reach.iter().filter(|reached| reached.thread != sleeper) {
            let wakes = next.obscure
                || next.accesses.iter().any(|access| access.conflicts(&reached.access));
            if !wakes {
                continue;
            }
            if self.sleep.contains(reached.thread) {
                self.try_everybody();
                return;
            }
            self.wake(reached.thread);
        }
    }

    /// Something found elsewhere has to be tried here.
    pub(crate) fn try_sequence(&mut self, sequence: &Sequence) {
        if let Some(thread) = sequence.thread {
            self.wake(thread);
            return;
        }
        let moves = Moves::of(&sequence.moves);
        if !moves.is_empty() && self.sleep.covers(&moves) == Cover::No {
            self.wakeup.insert(moves);
        }
    }
}
