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

/// Cells that are only added to (`balances.rs`).
#[derive(Debug, Default)]
pub(crate) struct Balances {
    /// With the functions that do.
    pub(crate) cells: Vec<(Cell, Vec<FuncId>)>,
    /// By how much each store changes its cell.
    pub(crate) steps: FxHashMap<Position, u64>,
}
