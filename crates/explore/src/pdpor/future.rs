//! What a thread may still do from where it stands, step by step where the steps have a shape.
//!
//! As in `persistent.rs` this follows from the call stack alone; but to the instruction, not to the block, and sections that have a shape
//! are told apart from everything else, of which only the memory is known.

use std::rc::Rc;

use raddle_ir::{Block, Body, Callee, FuncId, Op, Program};
use raddle_machine::{Machine, State, ThreadId};
use raddle_pointsto::Position;
use rustc_hash::{FxHashMap, FxHashSet};

use super::execute::Shapes;
use super::shape::Shape;
use crate::persistent::{Footprint, Futures};

/// A step to come.
#[derive(Clone, Debug)]
pub(super) struct Coming {
    pub at: Position,
    pub shape: Rc<Shape>,
    /// It may be made more than once, or by more threads than there are now.
    pub repeats: bool,
}

/// All that a thread may still do, and threads that it starts.
#[derive(Debug, Default)]
pub(super) struct Future {
    pub steps: Vec<Coming>,
    /// What is accessed by code that has no shape.
    pub rest: Footprint,
}

type Standing = Vec<(FuncId, Block, usize)>;

#[derive(Debug, Default)]
pub(super) struct ComingSteps {
    pub shapes: Shapes,
    known: FxHashMap<Standing, Rc<Future>>,
    circles: FxHashMap<FuncId, Rc<FxHashSet<Block>>>,
}

impl ComingSteps {
    /// What a thread may still do.
    pub fn of_thread(
        &mut self,
        machine: &mut Machine<'_>,
        futures: &mut Futures,
        state: &State,
        thread: ThreadId,
    ) -> Rc<Future> {
        let standing = standing(state, thread);
        if let Some(known) = self.known.get(&standing) {
            return known.clone();
        }
        let mut walk =
            Walk { steps: self, machine, futures, future: Future::default(), entered: Vec::new() };
        for &(func, block, inst) in &standing {
            walk.from(func, block, inst, false);
        }
        let program = walk.machine.program;
        let at_end: Vec<FuncId> =
            walk.futures.called_at_end().chain(program.function("exit")).collect();
        for func in at_end {
            let footprint = walk.futures.of_function(program, func);
            walk.future.rest.add(&footprint);
        }
        let future = Rc::new(walk.future);
        self.known.insert(standing, future.clone());
        future
    }

    /// Blocks of a function that control may come back to.
    fn circles(&mut self, program: &Program, func: FuncId) -> Rc<FxHashSet<Block>> {
        if let Some(known) = self.circles.get(&func) {
            return known.clone();
        }
        let mut found = FxHashSet::default();
        if let Some(body) = &program.functions[func].body {
            for block in body.blocks.keys() {
                let mut reached = FxHashSet::default();
                let mut open = vec![block];
                while let Some(at) = open.pop() {
                    let next = raddle_analysis::successors(&body.blocks[at].terminator);
                    open.extend(next.into_iter().filter(|&block| reached.insert(block)));
                }
                if reached.contains(&block) {
                    found.insert(block);
                }
            }
        }
        let found = Rc::new(found);
        self.circles.insert(func, found.clone());
        found
    }
}

/// Where the frames of a thread go on.
fn standing(state: &State, thread: ThreadId) -> Standing {
    let frames = &state.thread(thread).frames;
    let again = |depth: usize| frames.get(depth + 1).is_some_and(|next| next.again);
    frames
        .iter()
        .enumerate()
        .map(|(depth, frame)| (frame.func, frame.block, frame.inst - usize::from(again(depth))))
        .collect()
}

/// The way through the code of one thread.
struct Walk<'a, 'm, 'p> {
    steps: &'a mut ComingSteps,
    machine: &'m mut Machine<'p>,
    futures: &'a mut Futures,
    future: Future,
    entered: Vec<FuncId>,
}

impl Walk<'_, '_, '_> {
    /// Follows a function from an instruction on.
    fn from(&mut self, func: FuncId, block: Block, inst: usize, repeats: bool) {
        let program = self.machine.program;
        let Some(body) = &program.functions[func].body else { return };
        let circles = self.steps.circles(program, func);
        let mut seen = FxHashSet::from_iter([(block, inst)]);
        let mut open = vec![(block, inst)];
        while let Some((block, inst)) = open.pop() {
            let repeats = repeats || circles.contains(&block);
            let next = self.follow_block(func, body, block, inst, repeats);
            open.extend(next.into_iter().filter(|&place| seen.insert(place)));
        }
    }

    /// Follows a block up to its end, or to the end of a step in it: where control goes then.
    fn follow_block(
        &mut self,
        func: FuncId,
        body: &Body,
        block: Block,
        from: usize,
        repeats: bool,
    ) -> Vec<(Block, usize)> {
        let program = self.machine.program;
        let data = &body.blocks[block];
        for inst in from..data.insts.len() {
            let at = Position { func, block, inst: inst as u32 };
            if begins_step(program, &data.insts[inst].op)
                && let Some(shape) = self.steps.shapes.at(self.machine, at)
            {
                let ends = shape.ends.clone();
                self.add(Coming { at, shape, repeats });
                return ends;
            }
            self.futures.add_position(program, at, &mut self.future.rest);
            for callee in self.futures.called_at(at) {
                self.enter(callee, repeats);
            }
            for started in self.futures.started_at(at) {
                self.enter(started, true);
            }
        }
        let next = raddle_analysis::successors(&data.terminator);
        next.into_iter().map(|block| (block, 0)).collect()
    }

    fn add(&mut self, coming: Coming) {
        match self.future.steps.iter_mut().find(|known| known.at == coming.at) {
            // Two ways lead there, which may both be taken.
            Some(known) => known.repeats = true,
            None => self.future.steps.push(coming),
        }
    }

    fn enter(&mut self, func: FuncId, repeats: bool) {
        if self.entered.contains(&func) {
            // Called from several places: what it does may happen more than once.
            let steps = self.future.steps.iter_mut();
            steps.for_each(|step| step.repeats |= step.at.func == func);
            // So may what it calls.
            let below = self.futures.reachable_from(func);
            let steps = self.future.steps.iter_mut();
            steps.for_each(|step| step.repeats |= below.contains(&step.at.func));
            return;
        }
        self.entered.push(func);
        self.from(func, Body::ENTRY, 0, repeats);
    }
}

/// Whether an operation may be the first of a step that has a shape.
fn begins_step(program: &Program, op: &Op) -> bool {
    match op {
        Op::Load { .. } | Op::Store { .. } | Op::AtomicUpdate { .. } => true,
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let name = program.functions[*callee].name.as_str();
            name.starts_with("__VERIFIER_atomic_") || name == "raddle_atomic_begin"
        }
        _ => false,
    }
}
