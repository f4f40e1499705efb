//! What a guided search wants to happen, in this order.

use std::rc::Rc;
use std::sync::Arc;

use raddle_budget::Budget;
use raddle_ir::Program;
use raddle_pointsto::{PointsTo, Position};
use raddle_properties::Guide;
use rustc_hash::FxHashMap;

use crate::slicing::analysis_expired;

/// Operations one of which some thread has to execute.
#[derive(Clone, Debug)]
pub(crate) struct Milestone {
    pub positions: Rc<[Position]>,
    /// How often.
    pub times: u32,
    pub guide: Arc<Guide>,
}

/// Milestones in order; the last one is the goal.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub milestones: Vec<Milestone>,
    /// How often it was refined.
    pub refinements: u32,
    /// How much of it is guessed: the less the better.
    pub guesses: u32,
}

/// What makes two plans the same.
pub(crate) type PlanKey = Vec<(Rc<[Position]>, u32)>;

impl Plan {
    pub fn key(&self) -> PlanKey {
        self.milestones.iter().map(|one| (one.positions.clone(), one.times)).collect()
    }

    /// The same plan with something that has to happen before milestone `index`. What has to happen there already
    /// happens more often.
    pub fn refined(&self, index: usize, milestone: Milestone, guesses: u32) -> Plan {
        let mut milestones = self.milestones.clone();
        let same =
            index.checked_sub(1).filter(|&at| milestones[at].positions == milestone.positions);
        match same {
            Some(at) => milestones[at].times += milestone.times,
            None => milestones.insert(index, milestone),
        }
        Plan { milestones, refinements: self.refinements + 1, guesses: self.guesses + guesses }
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
    pub fn milestone(&mut self, positions: &[Position], times: u32) -> Option<Milestone> {
        let positions: Rc<[Position]> = positions.into();
        let guide = match self.known.get(&positions) {
            Some(guide) => guide.clone(),
            None => {
                let expired = || analysis_expired(self.budget);
                let guide = Guide::by(self.program, self.points_to, &positions, &expired)?;
                let guide = Arc::new(guide);
                self.known.insert(positions.clone(), guide.clone());
                guide
            }
        };
        Some(Milestone { positions, times, guide })
    }
}
