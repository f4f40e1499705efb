//! Which part of a program can matter to what is checked (a slice), and what an exploration may make of it.
//!
//! The slice is closed under dependence: whatever decides whether something in the slice is executed, or
//! computes a value it uses, is in the slice as well, through calls, memory and threads. It starts from all
//! operations that a verdict depends on (`criteria.rs`), which includes everything that may fail, wait or not
//! return: a fault that nobody asked about still ends a run and makes the verdict *unknown*, so it must not get
//! lost. What is outside can fail in no state, always ends, and leaves nothing that the slice reads. So it may
//! be executed with *any* values: a branch outside needs only one of its sides (see [`SliceFacts`]).
//!
//! Memory dependence is insensitive to order and context, on top of `raddle-pointsto`, so it holds between
//! threads as it does within one. Horwitz, Reps and Binkley's slices distinguish calling contexts; these do
//! not, which makes them larger, never wrong.

mod closure;
mod criteria;
mod defined;
mod direct;
mod essence;
mod facts;
mod termination;

pub use essence::{Essence, essence};
pub use facts::SliceFacts;

use raddle_ir::{FuncId, Program};
use raddle_pointsto::{Expired, PointsTo, Position, Positions, Sharing};
use rustc_hash::FxHashSet;

/// Which properties, beyond failed assertions and invalid memory accesses, a slice is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    pub race: bool,
    pub deadlock: bool,
    pub overflow: bool,
    /// Leaks depend on which addresses are kept anywhere: everything is in the slice.
    pub leak: bool,
}

/// The slice of a program.
#[derive(Debug)]
pub struct Slice {
    positions: Positions,
    kept: Vec<bool>,
    /// Also what it computes or stores.
    valued: Vec<bool>,
    /// Functions that some thread may execute.
    reachable: FxHashSet<FuncId>,
}

impl Slice {
    pub fn new(
        program: &Program,
        points_to: &PointsTo,
        sharing: &Sharing,
        question: Question,
        expired: Expired<'_>,
    ) -> Option<Slice> {
        closure::slice(program, points_to, sharing, question, expired)
    }

    /// Whether an instruction or a terminator is in the slice.
    pub fn contains(&self, at: Position) -> bool {
        self.kept[self.positions.index(at)]
    }

    /// Whether some thread may execute the function at all.
    pub fn is_reachable(&self, func: FuncId) -> bool {
        self.reachable.contains(&func)
    }
}
