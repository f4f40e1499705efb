//! The run at hand: the events up to where the search stands, the nodes that they lead through, and what lies open along them.

use raddle_machine::{State, ThreadId};
use raddle_reduce::{Broken, Race, Trace};

use crate::node::Node;
use crate::team::TaskNumber;
use crate::who_can_move::Above;

/// Transitions in a row that a thread is given first.
const LONGEST_STRETCH: usize = 64;

pub(crate) struct Run {
    pub(crate) trace: Trace,
    pub(crate) stack: Vec<Node>,
    /// Races that may have to be reversed.
    pub(crate) open_races: Vec<Race>,
    /// It is complete, and its races were not judged yet.
    pub(crate) complete: bool,
    /// States that the program comes to before anybody has a choice, and that are left.
    pub(crate) roots: Vec<State>,
    /// Such states that others explore.
    pub(crate) given_roots: Vec<(TaskNumber, State)>,
    /// So many nodes lie on the path to the task at hand: its last transition is explored, and nothing else of them.
    pub(crate) floor: usize,
}

impl Run {
    pub(crate) fn new(broken: Option<Broken>) -> Run {
        Run {
            trace: Trace::new(broken),
            stack: Vec::new(),
            open_races: Vec::new(),
            complete: false,
            roots: Vec::new(),
            given_roots: Vec::new(),
            floor: 0,
        }
    }

    /// A thread that never stops must not keep the others from being seen at all.
    pub(crate) fn has_moved_enough(&self, last: Option<&ThreadId>) -> bool {
        let recent = self.trace.steps().iter().rev().take(LONGEST_STRETCH);
        recent.take_while(|step| Some(&step.thread) == last).count() == LONGEST_STRETCH
    }

    /// The thread tried first: the one that moved last, to keep switches few, else the lowest or, if `descending`, the highest.
    pub(crate) fn first_choice(&self, node: &Node, descending: bool) -> Option<ThreadId> {
        let awake = |thread: &ThreadId| !node.sleep.contains(*thread);
        let last = node.state.decisions.iter_back().next();
        if self.has_moved_enough(last) {
            let others =
                || node.enabled.iter().filter(|thread| awake(thread) && Some(*thread) != last);
            let next = others().find(|thread| Some(*thread) > last).or_else(|| others().next());
            if next.is_some() {
                return next.copied();
            }
        }
        let same = last.filter(|last| node.enabled.contains(last) && awake(last));
        let mut others = node.enabled.iter().filter(|thread| awake(thread));
        let other = if descending { others.next_back() } else { others.next() };
        same.or(other).copied()
    }

    /// After a thread that may never stop: the one that has waited longest.
    pub(crate) fn longest_waiting(&self, node: &Node) -> Option<ThreadId> {
        let last = node.state.decisions.iter_back().next();
        if !self.has_moved_enough(last) {
            return None;
        }
        let moved =
            |thread: &ThreadId| self.trace.steps().iter().rposition(|step| step.thread == *thread);
        node.enabled.iter().filter(|thread| Some(*thread) != last).min_by_key(|t| moved(t)).copied()
    }

    /// Notes how often threads that could go on were interrupted on the way to a new node.
    pub(crate) fn count_preemptions(&self, node: &mut Node) {
        let newest = self.trace.steps().last().map(|step| step.thread);
        node.moving = newest.filter(|thread| node.enabled.contains(thread));
        if let (Some(parent), Some(thread)) = (self.stack.last(), newest) {
            node.preemptions = parent.preemptions + u32::from(parent.is_preempted_by(thread));
        }
    }

    /// The node that the newest event leads away from. `careless`: whatever depends on that event is overlooked, for tests.
    pub(crate) fn above(&self, careless: bool) -> Option<Above<'_>> {
        let (node, step) = (self.stack.last()?, self.trace.steps().last()?);
        let leads_here = node.pushed && node.current == Some(step.thread);
        leads_here.then_some(Above { node, mover: step.thread, event: &step.event, careless })
    }

    /// The node where the transition began that an event is a part of: between, it only rested.
    pub(crate) fn start_of(&self, event: usize) -> usize {
        self.stack[..=event].iter().rposition(|node| !node.state.rest.now).unwrap_or(0)
    }
}
