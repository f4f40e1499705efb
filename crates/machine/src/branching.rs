//! Branches that were taken: which way, on whose advice, and away from where.

use raddle_expr::TermId;
use raddle_ir::{Block, FuncId};
use raddle_pointsto::Position;

use crate::names::ThreadId;

/// One side taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub holds: bool,
    pub func: FuncId,
    pub block: Block,
    /// Conditions of the path before it.
    pub conditions: u32,
}

/// What a state that has to follow given sides does at a question.
pub(crate) enum Way {
    /// It is past them.
    Open,
    Side(bool),
    /// This is not the question that was answered there.
    Lost,
}

/// A branch that went the longer way because the values at hand left no choice.
#[derive(Clone, Debug)]
pub struct Detour {
    pub thread: ThreadId,
    /// The branch.
    pub at: Position,
    /// What its condition should have been.
    pub wanted: bool,
    /// The condition, if it depends on inputs.
    pub condition: Option<TermId>,
    /// The registers of its function, as far as they hold words.
    pub words: Vec<Option<u64>>,
}

/// A branch whose sides were joined: where it is, and how many places where branches come together were passed before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    pub(crate) func: FuncId,
    pub(crate) block: Block,
    pub(crate) depth: u32,
    pub(crate) passed: u32,
}
