//! Cells: whole numbers in global variables, and what is known about how they change and where stores go. Only data: what is done with it is in `ranges.rs`, `balances.rs`, `beside.rs`, `handles.rs` and `given.rs`.

use std::collections::BTreeMap;

use raddle_ir::{FuncId, GlobalId, Type};
use raddle_pointsto::Position;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::values::Val;

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
    /// By how much each call changes which semaphore (`semaphores.rs`).
    pub(crate) units: FxHashMap<Position, (Cell, u64)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Balanced {
    pub(crate) cell: Cell,
    pub(crate) writers: Vec<FuncId>,
    /// What all stores store; `None`: each adds something.
    pub(crate) set_to: Option<u64>,
}

/// Numbers from the first to the second, with signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl Range {
    pub(crate) fn of(bits: u32) -> Range {
        let half = 1i128 << (bits.clamp(1, 64) - 1);
        Range { least: -half, most: half - 1 }
    }

    pub(crate) fn only(number: i128) -> Range {
        Range { least: number, most: number }
    }

    pub(crate) fn with(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    pub(crate) fn within(self, other: Range) -> bool {
        other.least <= self.least && self.most <= other.most
    }

    /// `None` if no number is in both.
    pub(crate) fn and(self, other: Range) -> Option<Range> {
        let both = Range { least: self.least.max(other.least), most: self.most.min(other.most) };
        (both.least <= both.most).then_some(both)
    }

    /// What a number of so many bits holds: all of them if it may have wrapped around.
    pub(crate) fn fitted(self, bits: u32) -> Range {
        let all = Range::of(bits);
        if self.within(all) { self } else { all }
    }
}

/// Ranges by cell; what is missing may hold anything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(pub(crate) BTreeMap<Cell, Range>);

impl Ranges {
    pub(crate) fn cells_of(&self, global: GlobalId) -> impl Iterator<Item = Cell> {
        self.0.keys().copied().filter(move |cell| cell.global == global)
    }

    /// Whether only plain stores change a cell.
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.0.contains_key(&cell)
    }

    pub(crate) fn known(&self) -> impl Iterator<Item = (Cell, Range)> {
        let known = self.0.iter().map(|(cell, range)| (*cell, *range));
        known.filter(|(cell, range)| *range != Range::of(u32::from(cell.bits)))
    }
}

/// What is known about where stores go.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    pub(crate) supposing: bool,
    pub(crate) supposed: FxHashSet<Supposition>,
    pub(crate) refuted: FxHashSet<Supposition>,
    pub(crate) known: Option<Ranges>,
}

/// That a store misses some bytes, counted from where its index is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Supposition {
    pub(crate) at: Position,
    pub(crate) address: Val,
    pub(crate) from: i64,
    pub(crate) bytes: u64,
}

/// An address in each round of a loop, or one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) address: Val,
    pub(crate) round: Option<Val>,
    /// By so much it grows in every round.
    pub(crate) stride: u64,
    /// How often the operation was executed before.
    pub(crate) nth: Option<Val>,
}

/// Rows of stores that were looked at.
pub(crate) type Rows = FxHashMap<Position, Option<Row>>;
