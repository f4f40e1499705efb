//! Which blocks and edges some run has executed.

use raddle_ir::{Block, EntityMap, FuncId, Program, Terminator};

#[derive(Clone, Debug)]
pub struct Coverage {
    functions: EntityMap<FuncId, EntityMap<Block, BlockCoverage>>,
    /// What is executed is no part of a run.
    pub(crate) paused: bool,
}

#[derive(Clone, Debug)]
pub struct BlockCoverage {
    pub entered: bool,
    /// One per outgoing edge of a branch or switch; empty otherwise.
    pub edges: Box<[bool]>,
    turn: bool,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let functions = program.functions.values().map(|function| {
            let blocks = function.body.iter().flat_map(|body| body.blocks.values());
            blocks
                .map(|block| BlockCoverage {
                    entered: false,
                    edges: vec![false; edge_count(&block.terminator)].into(),
                    turn: false,
                })
                .collect()
        });
        Coverage { functions: functions.collect(), paused: false }
    }

    #[inline]
    pub fn enter(&mut self, func: FuncId, block: Block) {
        self.functions[func][block].entered |= !self.paused;
    }
    #[inline]
    pub fn take(&mut self, func: FuncId, block: Block, edge: usize) {
        self.functions[func][block].edges[edge] |= !self.paused;
    }
    /// Called at each fork in a block; true for every other one. Depth-first search starts with the sides of
    /// a branch in turn, so that a loop over an endless input is left now and then: its first side for ever
    /// would be one run that never ends.
    pub fn turns(&mut self, func: FuncId, block: Block) -> bool {
        let turn = &mut self.functions[func][block].turn;
        *turn = !*turn;
        !*turn
    }
    /// What another one has seen was executed, too.
    pub fn add(&mut self, other: &Coverage) {
        for (own, others) in self.functions.values_mut().zip(other.functions.values()) {
            for (own, other) in own.values_mut().zip(others.values()) {
                own.entered |= other.entered;
                own.edges.iter_mut().zip(&other.edges).for_each(|(own, other)| *own |= other);
            }
        }
    }
    pub fn block(&self, func: FuncId, block: Block) -> &BlockCoverage {
        &self.functions[func][block]
    }
}

fn edge_count(terminator: &Terminator) -> usize {
    match terminator {
        Terminator::Branch { .. } => 2,
        Terminator::Switch { cases, .. } => cases.len() + 1,
        Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => 0,
    }
}
