//! What is known about the program, found out once.

use std::rc::Rc;

use raddle_analysis::{Liveness, Loops, successors};
use raddle_ir::{Block, FuncId, Program, Reg};
use rustc_hash::FxHashMap;

/// The blocks that can be entered from several places; empty where nobody asks for rests.
#[derive(Debug, Default)]
pub(crate) struct Merges {
    pub(crate) blocks: Vec<Box<[bool]>>,
    /// States rest there.
    pub(crate) rests: bool,
}

impl Merges {
    pub(crate) fn new(program: &Program) -> Merges {
        let blocks = program.functions.values().map(|function| {
            let Some(body) = &function.body else { return Box::default() };
            let mut entered = vec![0u32; body.blocks.len()];
            for block in body.blocks.values() {
                let mut next = successors(&block.terminator);
                next.sort_unstable();
                next.dedup();
                next.into_iter().for_each(|block| entered[block.0 as usize] += 1);
            }
            entered.into_iter().map(|times| times > 1).collect()
        });
        Merges { blocks: blocks.collect(), rests: true }
    }

    pub(crate) fn are_known(&self) -> bool {
        !self.blocks.is_empty()
    }

    pub(crate) fn contain(&self, func: FuncId, block: Block) -> bool {
        self.blocks.get(func.0 as usize).is_some_and(|blocks| blocks[block.0 as usize])
    }
}

/// Facts about functions, computed when first needed.
#[derive(Debug, Default)]
pub(crate) struct LoopFacts {
    pub(crate) functions: FxHashMap<FuncId, Rc<(Liveness, Loops)>>,
    pub(crate) live: FxHashMap<(FuncId, u32, usize), Rc<[Reg]>>,
}

/// Calls that wait, by place: their number in the function, if the thread may come back to it unchanged.
#[derive(Debug, Default)]
pub(crate) struct WaitSites {
    pub(crate) known: FxHashMap<(FuncId, Block, usize), Option<u32>>,
}

/// Marks source files of the linked run-time library.
pub const RUNTIME_PREFIX: &str = "<raddle>";
