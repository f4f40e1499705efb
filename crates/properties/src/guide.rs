//! How far it is from anywhere to a property: the least number of branches on a way through the inter-procedural control flow.
//!
//! `inside` counts ways that stay in the activation at hand, the functions it calls and the threads these start; `leave` counts the
//! way to its end, from where the caller goes on. Both over-approximate what can be executed, so what has no way there
//! can never come there. Where code may run at the end of threads or of the program, and can reach the property, everything is near;
//! and so it is in a program that calls `longjmp`.

use std::collections::VecDeque;

use raddle_analysis::successors;
use raddle_ir::{Block, Body, Callee, Entity, FuncId, Op, Program, Terminator};
use raddle_pointsto::{Expired, PointsTo, Position, Positions, positions_of};

const NEVER: u32 = u32::MAX;

/// Distances to one property, as plain tables.
#[derive(Clone, Debug)]
pub struct Guide {
    positions: Positions,
    inside: Vec<u32>,
    leave: Vec<u32>,
}

impl Guide {
    /// Distances to the targets in a program that starts in `entry`.
    pub fn new(
        program: &Program,
        entry: FuncId,
        targets: &[Position],
        expired: Expired<'_>,
    ) -> Option<Guide> {
        Guide::by(program, &PointsTo::new(program, entry, expired)?, targets, expired)
    }

    /// The same, where it is known already where pointers point.
    pub fn by(
        program: &Program,
        points_to: &PointsTo,
        targets: &[Position],
        expired: Expired<'_>,
    ) -> Option<Guide> {
        let entry = points_to.calls.entry;
        let positions = Positions::new(program);
        let count = positions.len();
        let mut is_target = vec![false; count];
        for &target in targets {
            is_target[positions.index(target)] = true;
        }
        let guide = Guide { positions, inside: vec![NEVER; count], leave: vec![NEVER; count] };
        let mut finder = Finder { program, points_to, is_target, guide };
        finder.solve(expired)?;
        finder.consider_ends(entry);
        Some(finder.guide)
    }

    /// The distance from a stack of calls, innermost first; `None` if there is no way.
    pub fn distance(&self, stack: impl Iterator<Item = Position>) -> Option<u32> {
        let mut best = NEVER;
        let mut left = 0u32;
        for at in stack {
            let index = self.positions.index(at);
            best = best.min(left.saturating_add(self.inside[index]));
            left = left.saturating_add(self.leave[index]);
            if left >= best {
                break;
            }
        }
        (best != NEVER).then_some(best)
    }

    /// The start of a block as a position.
    pub fn start(func: FuncId, block: Block) -> Position {
        Position { func, block, inst: 0 }
    }
}

struct Finder<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    is_target: Vec<bool>,
    guide: Guide,
}

impl Finder<'_> {
    /// Function by function, until none has a shorter way. A function is looked at again when that at the start of one it enters has become shorter.
    fn solve(&mut self, expired: Expired<'_>) -> Option<()> {
        let program = self.program;
        let mut open: VecDeque<FuncId> = program.functions.keys().collect();
        let mut waits = vec![true; open.len()];
        while let Some(func) = open.pop_front() {
            if expired() {
                return None;
            }
            waits[func.index()] = false;
            let before = self.at_start(func);
            while self.function(func) {}
            if self.at_start(func) == before {
                continue;
            }
            // Starts of threads are among the calls.
            for site in self.points_to.calls.callers(func) {
                if !std::mem::replace(&mut waits[site.at.func.index()], true) {
                    open.push_back(site.at.func);
                }
            }
        }
        Some(())
    }

    /// The distances at the start of a function.
    fn at_start(&self, func: FuncId) -> Option<(u32, u32)> {
        self.program.functions[func].body.as_ref()?;
        let index = self.guide.positions.index(Guide::start(func, Body::ENTRY));
        Some((self.guide.inside[index], self.guide.leave[index]))
    }

    /// One backward pass over a function; whether a distance became smaller.
    fn function(&mut self, func: FuncId) -> bool {
        let program = self.program;
        let Some(body) = &program.functions[func].body else { return false };
        let mut changed = false;
        let blocks: Vec<Block> = body.blocks.keys().collect();
        for &block in blocks.iter().rev() {
            let data = &body.blocks[block];
            let (mut inside, mut leave) = self.after(func, &data.terminator);
            for inst in (0..=data.insts.len() as u32).rev() {
                let at = Position { func, block, inst };
                if data
                    .insts
                    .get(inst as usize)
                    .is_some_and(|inst| matches!(inst.op, Op::Call { .. }))
                {
                    (inside, leave) = self.before(at, inside, leave);
                }
                let index = self.guide.positions.index(at);
                if self.is_target[index] {
                    inside = 0;
                }
                changed |= inside < self.guide.inside[index] || leave < self.guide.leave[index];
                self.guide.inside[index] = inside.min(self.guide.inside[index]);
                self.guide.leave[index] = leave.min(self.guide.leave[index]);
            }
        }
        changed
    }

    /// Distances behind a terminator.
    fn after(&self, func: FuncId, terminator: &Terminator) -> (u32, u32) {
        let cost = match terminator {
            Terminator::Return(_) => return (NEVER, 0),
            Terminator::Unreachable => return (NEVER, NEVER),
            Terminator::Jump(_) => 0,
            Terminator::Branch { .. } | Terminator::Switch { .. } => 1,
        };
        let (mut inside, mut leave) = (NEVER, NEVER);
        for next in successors(terminator) {
            let index = self.guide.positions.index(Guide::start(func, next));
            inside = inside.min(self.guide.inside[index]);
            leave = leave.min(self.guide.leave[index]);
        }
        (inside.saturating_add(cost), leave.saturating_add(cost))
    }

    /// Distances in front of a call that are these behind it.
    fn before(&self, at: Position, inside: u32, leave: u32) -> (u32, u32) {
        let calls = &self.points_to.calls;
        let entry = |func: FuncId| self.guide.positions.index(Guide::start(func, Body::ENTRY));
        let mut nearest = NEVER;
        let mut through = NEVER;
        let mut enters = false;
        for callee in calls.called_at(at) {
            if self.program.functions[callee].body.is_none() {
                through = 0;
                continue;
            }
            enters = true;
            nearest = nearest.min(self.guide.inside[entry(callee)]);
            through = through.min(self.guide.leave[entry(callee)]);
        }
        for started in calls.started_at(at) {
            if self.program.functions[started].body.is_some() {
                nearest = nearest.min(self.guide.inside[entry(started)]);
            }
        }
        // A call through a pointer of which nothing is known may come anywhere.
        if !enters && through == NEVER && self.is_through_pointer(at) {
            nearest = 0;
        }
        // What is not known to be entered returns; a call through a pointer may also enter something unknown.
        let through = if enters && !self.is_indirect(at) { through } else { 0 };
        (nearest.min(inside.saturating_add(through)), leave.saturating_add(through))
    }

    fn is_through_pointer(&self, at: Position) -> bool {
        matches!(at.op(self.program), Some(Op::Call { callee: Callee::Indirect(_), .. }))
    }

    fn is_indirect(&self, at: Position) -> bool {
        match at.op(self.program) {
            Some(Op::Call { callee: Callee::Direct(func), .. }) => {
                // A library function that calls back may also return without doing so.
                self.program.functions[*func].body.is_none()
            }
            _ => true,
        }
    }

    /// Code that runs at the end of threads or of the program is called from nowhere.
    fn consider_ends(&mut self, entry: FuncId) {
        let calls = &self.points_to.calls;
        let reaches = |func: FuncId| {
            let has_body = self.program.functions[func].body.is_some();
            let at = Guide::start(func, Body::ENTRY);
            has_body && self.guide.inside[self.guide.positions.index(at)] != NEVER
        };
        let at_ends = calls.by_any_thread.iter().copied();
        let roots = calls.roots.iter().copied().filter(|&root| root != entry);
        // A jump leads to any mark that was made, wherever that is.
        let jumps = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
        let jumps = jumps.iter().any(|name| self.program.function(name).is_some());
        if jumps || at_ends.chain(roots).any(reaches) {
            for func in self.program.functions.keys() {
                for at in positions_of(self.program, func) {
                    let index = self.guide.positions.index(at);
                    self.guide.inside[index] = self.guide.inside[index].min(NEVER - 1);
                }
            }
        }
    }
}
