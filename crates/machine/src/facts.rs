//! What is known about the program, found out once.

use std::rc::Rc;

use raddle_analysis::{Diamonds, Liveness, Loops, successors};
use raddle_ir::{Block, EntityMap, FileId, FuncId, GlobalId, Program, Reg};
use rustc_hash::FxHashMap;

use crate::library_call::Model as LibraryModel;
use crate::names::ObjectId;
use crate::unknown::Outside;

/// All of it. What takes long is found out when it is first needed.
pub(crate) struct Facts {
    pub pointer_bits: u32,
    pub global_objects: EntityMap<GlobalId, Option<ObjectId>>,
    /// Variables of which every thread has its own.
    pub thread_locals: Vec<GlobalId>,
    pub function_objects: EntityMap<FuncId, ObjectId>,
    pub function_of_object: FxHashMap<ObjectId, FuncId>,
    pub models: EntityMap<FuncId, Option<LibraryModel>>,
    /// The function that evaluates the program's invariants.
    pub evaluate_invariants: Option<FuncId>,
    /// Which files are the user's, not the run-time library's.
    pub user_files: EntityMap<FileId, bool>,
    /// A function tells whether another thread has ended.
    pub ends_are_asked_for: bool,
    /// Races are looked for, and some atomic operation asks for less than sequential consistency.
    pub weak_orders_tell: bool,
    pub loops: LoopFacts,
    /// Branches whose sides can be joined, computed when first needed.
    pub diamonds: FxHashMap<FuncId, Rc<Diamonds>>,
    /// The program may go on for ever, found out when first needed.
    pub may_go_on: Option<bool>,
    /// What pointers from outside may point to.
    pub outside: std::cell::OnceCell<Outside>,
    pub waits: WaitSites,
    pub merges: Merges,
}

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
