//! What is known about everything below a node, and what is collected while that is explored.

use std::rc::Rc;

use raddle_expr::TermId;
use raddle_machine::{ControlKey, ThreadId};
use raddle_reduce::SleepSet;

use crate::condition::Condition;
use crate::reach::Reach;
use crate::symmetry::joins::Handles;
use crate::touched::Touched;

/// What an access below a state adds to the work of doing something with a summary. Measured.
const REACHED_WORK: u64 = 1;

/// What is known about everything below a node.
#[derive(Clone, Debug, Default)]
pub struct Below {
    pub condition: Rc<Condition>,
    pub reach: Rc<Reach>,
    /// How many states that is, those that were pruned included.
    pub states: u64,
    /// How memory is used below it, if that is known.
    pub touched: Option<Rc<Touched>>,
    /// Terms of the condition that say where the handles of threads are which main is going to join: the threads may change places.
    pub free: Rc<[TermId]>,
}

impl Below {
    /// About how much work it is to do something with it.
    pub fn work(&self) -> u64 {
        self.condition.work() + REACHED_WORK * self.reach.iter().len() as u64
    }
}

/// What was learnt below the outcomes of one transition: conditions on the state before it, and what is accessed from there on.
#[derive(Debug, Default)]
pub struct Outcomes {
    pub conditions: Vec<Condition>,
    pub reach: Reach,
}

/// What is collected while a node is being explored.
#[derive(Debug)]
pub struct Open {
    pub(crate) key: ControlKey,
    pub(crate) asleep: SleepSet,
    /// Per explored thread the outcomes of its transition.
    pub(crate) explored: Vec<(ThreadId, Vec<Condition>)>,
    pub(crate) reach: Reach,
    /// How memory is used so far; `None` if that cannot be told.
    pub(crate) touched: Option<Touched>,
    /// What is asked about handles so far; `None` if nobody keeps account of it.
    pub(crate) handles: Option<Handles>,
    /// Conditions that the choice of explored threads depends on.
    pub(crate) concluded_from: Vec<TermId>,
    /// Something below was cut short or cannot be expressed.
    pub(crate) incomplete: bool,
    /// Nodes there were before it.
    entered: u64,
    /// States there are below, those that were pruned included.
    pub(crate) states: u64,
}

impl Open {
    pub fn new(
        key: ControlKey,
        sleep: &SleepSet,
        concluded_from: Vec<TermId>,
        entered: u64,
    ) -> Open {
        Open {
            key,
            entered,
            asleep: sleep.clone(),
            explored: Vec::new(),
            reach: Reach::default(),
            touched: Some(Touched::default()),
            handles: Some(Handles::default()),
            concluded_from,
            incomplete: false,
            states: 0,
        }
    }
    pub fn key(&self) -> &ControlKey {
        &self.key
    }
    pub fn asleep(&self) -> &SleepSet {
        &self.asleep
    }
    pub fn entered(&self) -> u64 {
        self.entered
    }
    /// Nothing is known about something below.
    pub fn cut_short(&mut self) {
        self.incomplete = true;
    }
    /// What was learnt, if one transition only was explored here.
    pub fn into_outcomes(self) -> Option<Outcomes> {
        let Open { mut explored, reach, incomplete, .. } = self;
        let conditions = explored.pop().map(|(_, conditions)| conditions).unwrap_or_default();
        (!incomplete && explored.is_empty()).then_some(Outcomes { conditions, reach })
    }
    /// Takes over what others learnt about a transition from here.
    pub fn add_outcomes(&mut self, thread: ThreadId, outcomes: Outcomes) {
        self.reach.add_all(outcomes.reach);
        self.touched = None;
        self.handles = None;
        if outcomes.conditions.is_empty() {
            return;
        }
        match self.explored.iter_mut().find(|(other, _)| *other == thread) {
            Some((_, known)) => known.extend(outcomes.conditions),
            None => self.explored.push((thread, outcomes.conditions)),
        }
    }
}
