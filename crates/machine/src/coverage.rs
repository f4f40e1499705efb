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
    /// The next fork begins with its second side.
    second_first: bool,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let functions = program.functions.values().map(|function| {
            let blocks = function.body.iter().flat_map(|body| body.blocks.values());
            blocks
                .map(|block| BlockCoverage {
                    entered: false,
                    edges: vec![false; edge_count(&block.terminator)].into(),
                    second_first: false,
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
    /// Called at each fork in a block: whether it begins with its second side. Every other one does, so that a
    /// loop over an endless input is left now and then. With the first side each time, a depth-first search would
    /// follow one run that never ends.
    pub fn begins_with_second(&mut self, func: FuncId, block: Block) -> bool {
        let second_first = &mut self.functions[func][block].second_first;
        *second_first = !*second_first;
        !*second_first
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
