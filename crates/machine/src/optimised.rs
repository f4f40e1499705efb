//! What is remembered of values that only an optimiser made the program compute (`poison.rs`, `speculation.rs`).

use raddle_ir::{Loc, Operand, Reg};
use smallvec::SmallVec;

use crate::fault::FaultKind;
use crate::names::ThreadId;
use crate::state::State;

/// The result of an operation that left its range, as long as nothing has used it.
#[derive(Clone, Debug)]
pub struct Poison {
    pub(crate) thread: ThreadId,
    /// How many frames the thread had.
    pub(crate) depth: usize,
    /// Where the value, or something computed from it, is.
    pub(crate) holders: SmallVec<[Reg; 4]>,
    pub(crate) kind: FaultKind,
    pub(crate) message: String,
    pub(crate) loc: Loc,
}

impl Poison {
    /// Whether the instruction that a thread executes can use it.
    pub(crate) fn is_of(&self, st: &State, thread: ThreadId) -> bool {
        self.thread == thread && st.thread(thread).frames.len() == self.depth
    }
}

/// A load whose value nothing has used so far.
#[derive(Clone, Debug)]
pub struct Speculation {
    pub(crate) thread: ThreadId,
    /// How many frames the thread had.
    pub(crate) depth: usize,
    /// Where the value, or something computed from it, is.
    pub(crate) holders: SmallVec<[Reg; 4]>,
}

impl Speculation {
    pub(crate) fn holds(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Reg(reg) if self.holders.contains(&reg))
    }
}
