//! What an exploration may make of a slice.
//!
//! - A *free branch* is outside of the slice, and so is everything it decides about. Whichever side is taken,
//!   the run goes on alike as far as the verdict is concerned, for *all* inputs that lead to the branch: so one
//!   side is enough, and the condition must not be remembered as one that holds. Whether something is executed that
//!   another thread could notice is decided inside of the slice, so the schedule of a run does not depend on the
//!   side either. (This is
//!   assertion-guided symbolic execution's type B; choosing a side *and* keeping its condition loses the
//!   inputs of the other side.)
//! - What an instruction stores that is *idle*, or computes outside of the slice, may be replaced by any value: nothing reads it that matters.
//! - An access outside of the slice need not be tried in every order with those of other threads.
//! - A place from which nothing of the slice can be reached can be left: if all threads stand at such places
//!   the run may end (type A). What threads would still have done is outside of the slice, so it cannot have
//!   mattered in another order either.

use raddle_analysis::successors;
use raddle_ir::{FuncId, Op, Program, Terminator};
use raddle_pointsto::{
    Control, Effect, Expired, PointsTo, Position, Positions, Sharing, library_function,
    positions_of,
};
use rustc_hash::FxHashSet;

use crate::{Question, Slice};

/// Answers per instruction, as plain tables.
#[derive(Clone, Debug)]
pub struct SliceFacts {
    positions: Positions,
    kept: Vec<bool>,
    valued: Vec<bool>,
    free: Vec<bool>,
    /// Something of the slice can be reached from here, this position included.
    matters: Vec<bool>,
    /// The end of a thread may run code.
    ends_matter: bool,
    /// Counts, for statistics.
    pub instructions: usize,
    pub instructions_kept: usize,
    pub free_branches: usize,
}

impl SliceFacts {
    pub fn new(
        program: &Program,
        entry: FuncId,
        question: Question,
        expired: Expired<'_>,
    ) -> Option<SliceFacts> {
        let points_to = PointsTo::new(program, entry, expired)?;
        let sharing = Sharing::new(program, &points_to, expired)?;
        let slice = Slice::new(program, &points_to, &sharing, question, expired)?;
        let free = free_branches(program, &slice);
        let matters = Reaching::new(program, &points_to, &slice, question).solve(expired)?;
        let reachable = slice.reachable.iter();
        let all = reachable.flat_map(|&func| positions_of(program, func));
        let (mut instructions, mut instructions_kept) = (0, 0);
        for at in all {
            instructions += 1;
            instructions_kept += usize::from(slice.contains(at));
        }
        let (mut kept, mut valued) = (slice.kept, slice.valued);
        // What nobody can reach is not looked at; should it be reached all the same, it counts.
        for func in program.functions.keys().filter(|func| !slice.reachable.contains(func)) {
            for at in positions_of(program, func) {
                kept[slice.positions.index(at)] = true;
                valued[slice.positions.index(at)] = true;
            }
        }
        Some(SliceFacts {
            free_branches: free.iter().filter(|&&free| free).count(),
            ends_matter: has_destructors(program),
            positions: slice.positions,
            kept,
            valued,
            free,
            matters,
            instructions,
            instructions_kept,
        })
    }

    /// Whether the terminator of a block is a branch of which one side is enough.
    pub fn is_free_branch(&self, at: Position) -> bool {
        self.free[self.positions.index(at)]
    }

    /// Whether an instruction is outside of the slice.
    pub fn is_outside(&self, at: Position) -> bool {
        !self.kept[self.positions.index(at)]
    }

    /// Whether nothing in the slice depends on what an instruction computes or stores. Whether it is executed, and what it accesses, may matter.
    pub fn is_idle(&self, at: Position) -> bool {
        !self.valued[self.positions.index(at)]
    }

    /// Whether a thread that stands here, and will return from here to its callers, can still do anything
    /// that matters. To be asked for every call of its stack.
    pub fn can_matter(&self, at: Position) -> bool {
        self.ends_matter || self.matters[self.positions.index(at)]
    }
}

fn has_destructors(program: &Program) -> bool {
    program.functions.values().any(|function| {
        let known = library_function(&function.name).filter(|_| function.body.is_none());
        known.is_some_and(|known| {
            known.effects.iter().any(|effect| matches!(effect, Effect::CallsAtEnd { .. }))
        })
    })
}

/// Branches outside of the slice.
fn free_branches(program: &Program, slice: &Slice) -> Vec<bool> {
    let mut free = vec![false; slice.positions.len()];
    for at in slice.reachable.iter().flat_map(|&func| positions_of(program, func)) {
        let branches = matches!(
            at.terminator(program),
            Some(Terminator::Branch { .. } | Terminator::Switch { .. })
        );
        free[slice.positions.index(at)] = branches && !slice.contains(at);
    }
    free
}

/// From where the slice can be reached.
struct Reaching<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    slice: &'a Slice,
    question: Question,
    /// Functions in which, below which or by whose threads the slice is reached.
    functions: FxHashSet<FuncId>,
}

impl<'a> Reaching<'a> {
    fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        slice: &'a Slice,
        question: Question,
    ) -> Reaching<'a> {
        Reaching { program, points_to, slice, question, functions: FxHashSet::default() }
    }

    fn solve(mut self, expired: Expired<'_>) -> Option<Vec<bool>> {
        loop {
            if expired() {
                return None;
            }
            let more: Vec<FuncId> = self
                .slice
                .reachable
                .iter()
                .copied()
                .filter(|func| !self.functions.contains(func))
                .filter(|&func| positions_of(self.program, func).any(|at| self.is_relevant(at)))
                .collect();
            if more.is_empty() {
                break;
            }
            self.functions.extend(more);
        }
        let mut matters = vec![true; self.slice.positions.len()];
        for &func in &self.slice.reachable {
            if expired() {
                return None;
            }
            self.function(func, &mut matters);
        }
        Some(matters)
    }

    /// Whether executing a position itself matters, or what it calls or starts.
    fn is_relevant(&self, at: Position) -> bool {
        let calls = &self.points_to.calls;
        if calls
            .called_at(at)
            .chain(calls.started_at(at))
            .any(|func| self.functions.contains(&func))
        {
            return true;
        }
        if !self.slice.contains(at) {
            return false;
        }
        // Whoever waits for the end of a thread, or ends, only lets others go on; they are looked at too.
        let only_ends = match at.op(self.program) {
            Some(Op::Call { .. }) => {
                let mut callees = calls.called_at(at).peekable();
                callees.peek().is_some() && callees.all(|callee| self.joins_or_enters(callee))
            }
            Some(_) => false,
            None => match at.terminator(self.program) {
                Some(Terminator::Return(_)) => !self.leads_to_exit_handlers(at.func),
                Some(Terminator::Jump(_)) => true,
                Some(Terminator::Branch { .. } | Terminator::Switch { .. }) => false,
                Some(Terminator::Unreachable) | None => false,
            },
        };
        self.question.deadlock || self.question.leak || !only_ends
    }

    fn joins_or_enters(&self, callee: FuncId) -> bool {
        let function = &self.program.functions[callee];
        if function.body.is_some() {
            return !self.points_to.calls.is_recursive(callee);
        }
        library_function(&function.name).is_some_and(|known| known.control == Control::Joins)
    }

    fn leads_to_exit_handlers(&self, func: FuncId) -> bool {
        let exit = self.program.function("exit");
        func == self.points_to.calls.entry
            && exit.is_some_and(|exit| self.functions.contains(&exit))
    }

    fn function(&self, func: FuncId, matters: &mut [bool]) {
        let Some(body) = &self.program.functions[func].body else { return };
        let mut from_start = vec![false; body.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (block, data) in body.blocks.iter() {
                let mut after =
                    successors(&data.terminator).iter().any(|next| from_start[next.0 as usize]);
                for inst in (0..=data.insts.len() as u32).rev() {
                    let at = Position { func, block, inst };
                    after |= self.is_relevant(at);
                    matters[self.slice.positions.index(at)] = after;
                }
                changed |= after && !from_start[block.0 as usize];
                from_start[block.0 as usize] = after;
            }
        }
    }
}
