//! Cells: whole numbers in global variables, and what is known about how they change.

use raddle_ir::{FuncId, GlobalId, Type};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

/// A whole number in a global variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cell {
    pub(crate) global: GlobalId,
    pub(crate) offset: u64,
    pub(crate) bits: u16,
}

impl Cell {
    pub(crate) fn bytes(self) -> i128 {
        i128::from(self.bits / 8)
    }

    pub(crate) fn ty(self) -> Type {
        Type::Int(self.bits)
    }
}

/// Cells whose stores are counted (`balances.rs`).
#[derive(Debug, Default)]
pub(crate) struct Balances {
    pub(crate) cells: Vec<Balanced>,
    /// By how much each store changes its cell; 1 if all of them store the same.
    pub(crate) steps: FxHashMap<Position, u64>,
}

#[derive(Debug)]
pub(crate) struct Balanced {
    pub(crate) cell: Cell,
    pub(crate) writers: Vec<FuncId>,
    /// What all stores store; `None`: each adds something.
    pub(crate) set_to: Option<u64>,
}
