//! What a guided search wants to happen, in this order.

use std::rc::Rc;
use std::sync::Arc;

use raddle_budget::Budget;
use raddle_expr::{Model, TermId};
use raddle_ir::Program;
use raddle_machine::ThreadId;
use raddle_pointsto::{PointsTo, Position};
use raddle_properties::Guide;
use rustc_hash::FxHashMap;

use crate::slicing::analysis_expired;

/// Some thread has to execute one of these operations.
#[derive(Clone, Debug)]
pub(crate) struct Milestone {
    pub positions: Rc<[Position]>,
    /// How often.
    pub times: u32,
    /// The thread that waits for it does not count.
    pub except: Option<ThreadId>,
}

impl Milestone {
    pub fn new(positions: &[Position], times: u32) -> Milestone {
        Milestone { positions: positions.into(), times, except: None }
    }
}

/// Inputs that a plan is followed with: branches on inputs go their way.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub model: Rc<Model>,
    /// What they were chosen for.
    pub wanted: Vec<TermId>,
}

/// Milestones in order; the last one is the goal.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub milestones: Vec<Milestone>,
    /// How often an operation was put into it.
    pub refinements: u32,
    /// How much of it is guessed: the less the better.
    pub guesses: u32,
    /// Without them both sides of branches on inputs are followed.
    pub inputs: Option<Inputs>,
}

/// What makes two plans the same.
pub(crate) type PlanKey = (Vec<(Rc<[Position]>, u32, Option<ThreadId>)>, Option<Vec<TermId>>);

impl Plan {
    /// Nothing was learnt for it yet, neither operations nor inputs.
    pub fn is_untouched(&self) -> bool {
        self.refinements == 0 && self.inputs.as_ref().is_some_and(|inputs| inputs.wanted.is_empty())
    }

    pub fn key(&self) -> PlanKey {
        let milestones = self.milestones.iter();
        let milestones = milestones.map(|one| (one.positions.clone(), one.times, one.except));
        (milestones.collect(), self.inputs.as_ref().map(|inputs| inputs.wanted.clone()))
    }

    /// The same plan with one more milestone before milestone `index`. If that one is there already, it has to be
    /// passed more often.
    pub fn refined(&self, index: usize, milestone: Milestone, guesses: u32) -> Plan {
        let mut milestones = self.milestones.clone();
        let same =
            index.checked_sub(1).filter(|&at| milestones[at].positions == milestone.positions);
        match same {
            Some(at) => milestones[at].times += milestone.times,
            None => milestones.insert(index, milestone),
        }
        let (refinements, guesses) = (self.refinements + 1, self.guesses + guesses);
        Plan { milestones, refinements, guesses, inputs: self.inputs.clone() }
    }
}

/// Distances to sets of operations, each worked out once.
pub(crate) struct Guides<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    budget: &'a Budget,
    known: FxHashMap<Rc<[Position]>, Arc<Guide>>,
}

impl<'a> Guides<'a> {
    pub fn new(program: &'a Program, points_to: &'a PointsTo, budget: &'a Budget) -> Guides<'a> {
        Guides { program, points_to, budget, known: FxHashMap::default() }
    }

    /// `None` if there is no time to find the way there.
    pub fn to(&mut self, milestone: &Milestone) -> Option<Arc<Guide>> {
        let positions = &milestone.positions;
        if let Some(guide) = self.known.get(positions) {
            return Some(guide.clone());
        }
        let expired = || analysis_expired(self.budget);
        let guide = Arc::new(Guide::by(self.program, self.points_to, positions, &expired)?);
        self.known.insert(positions.clone(), guide.clone());
        Some(guide)
    }
}
