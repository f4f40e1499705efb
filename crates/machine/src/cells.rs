//! Cells: the parts of a state that a transition reads and writes, and what is learnt from executing one over them (`generalise.rs`).

use raddle_expr::{Model, TermId, VarId};
use raddle_ir::{Loc, Reg};
use rustc_hash::FxHashMap;

use crate::fault::FaultKind;
use crate::names::{ObjectId, ThreadId};
use crate::state::State;

/// A storage place that a condition can speak of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Cell {
    Register {
        thread: ThreadId,
        depth: u32,
        reg: Reg,
    },
    Memory {
        object: ObjectId,
        offset: u64,
        size: u32,
    },
    /// No storage: where an object of a thread lies, which differs between threads that are otherwise alike.
    Base {
        object: ObjectId,
    },
    /// No storage: what stands for a thread in a lock that it holds.
    Owner {
        thread: ThreadId,
    },
}

/// Cells and the variables that stand for them.
#[derive(Debug, Default)]
pub struct Cells {
    pub(crate) variables: FxHashMap<(Cell, u32), TermId>,
    /// By the number of the variable.
    pub(crate) cells: Vec<Option<Cell>>,
}

impl Cells {
    /// The cell a variable stands for; `None` for an input.
    pub fn cell(&self, variable: VarId) -> Option<Cell> {
        self.cells.get(variable.0 as usize).copied().flatten()
    }
}

/// A condition under which a transition takes its course.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    pub condition: TermId,
    pub otherwise: Otherwise,
}

/// What happens where a guard fails.
#[derive(Clone, Copy, Debug)]
pub enum Otherwise {
    /// Another course, of which nothing is known.
    Another,
    /// This fault.
    Fault(FaultKind, Loc),
    /// A course that cannot lead to the property the exploration is guided to.
    LeadsNowhere,
    /// The thread waits until it holds.
    Waits,
}

/// A transition over cells.
#[derive(Clone, Debug)]
pub struct Effect {
    pub guards: Vec<Guard>,
    /// Variables of cells that must not hold memory nobody wrote.
    pub defined: Vec<VarId>,
    /// What it owes to names; nothing unless states are compared up to them.
    pub named: Named,
    pub(crate) thread: ThreadId,
    pub(crate) before: State,
    pub(crate) after: State,
    /// The lowest frames of the thread, which the transition did not touch.
    pub(crate) untouched_frames: usize,
}

/// Why a thread cannot move.
#[derive(Clone, Debug)]
pub struct Blocking {
    pub guards: Vec<TermId>,
    pub named: Named,
}

/// What is known while a transition is being generalised.
#[derive(Debug)]
pub(crate) struct Generalising {
    /// Values of inputs, and of cells read so far.
    pub(crate) model: Model,
    pub(crate) guards: Vec<Guard>,
    pub(crate) defined: Vec<VarId>,
    /// Something was met that cannot be expressed.
    pub(crate) opaque: bool,
    pub(crate) naming: Option<Naming>,
    /// The condition of the side of a joined branch that is being executed.
    pub(crate) side: Option<TermId>,
}

/// Bytes that a transition accesses, and how it computes where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The address, over cells of the state before the transition.
    pub address: TermId,
    pub object: ObjectId,
    pub start: u64,
    pub end: u64,
}

/// What a transition owes to names.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub spots: Vec<Spot>,
    /// It holds under these names only.
    pub fixed: bool,
}

/// What is known of it while the transition is being executed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    pub named: Named,
    /// Addresses of the operation at hand are used for nothing but the content behind them.
    pub plain: bool,
    /// The bytes whose address the operation at hand has computed.
    pub(crate) current: Option<(ObjectId, u64, u64)>,
}

/// How far a transition had come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamingMark {
    pub(crate) spots: usize,
    pub(crate) fixed: bool,
}

impl Naming {
    pub fn mark(&self) -> NamingMark {
        NamingMark { spots: self.named.spots.len(), fixed: self.named.fixed }
    }

    pub fn return_to(&mut self, mark: NamingMark) {
        self.named.spots.truncate(mark.spots);
        self.named.fixed = mark.fixed;
    }

    pub(crate) fn covers(&self, object: ObjectId, start: u64, end: u64) -> bool {
        self.current.is_some_and(|(own, from, to)| own == object && from <= start && end <= to)
    }
}
