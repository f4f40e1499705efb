//! What a step does in any state: an atomic section, or one access, executed over cells without a state.
//!
//! Every memory cell it reads is its variable (the one that summaries use), every register that it does not assign itself is a
//! variable, too, and branches on either are followed both ways, so a shape says what the step does whatever cells and
//! registers hold. Only what others can notice is described: what a thread does behind its section is local work, a function of its registers,
//! so the registers that may still be read are part of what the step leaves behind. Sections that wait, that access memory at
//! addresses that are not constants, or that do anything else that is not followed here have no shape.

use raddle_expr::TermId;
use raddle_ir::{Block, FuncId, Loc, Reg};
use raddle_machine::{Cell, Machine};
use rustc_hash::FxHashMap;

/// Which check fails: by the function that checks, and its place.
pub(super) type Check = (FuncId, Loc);

/// A step over cells and registers.
#[derive(Debug)]
pub(super) struct Shape {
    /// Names shapes in caches.
    pub id: u32,
    /// The cells it accesses, and whether it may write them.
    pub cells: Vec<(Cell, bool)>,
    /// What cells hold after it.
    pub writes: Vec<(Cell, TermId)>,
    /// Registers that may still be read, and the place behind the step as the last one.
    pub outs: Vec<TermId>,
    /// When a check fails on the way.
    pub fails: Vec<(Check, TermId)>,
    /// The registers that it reads, and the variables that stand for them.
    pub registers: Vec<(Reg, TermId)>,
    /// The places behind it.
    pub ends: Vec<(Block, usize)>,
    /// Cells whose value before it makes a difference.
    pub reads: Vec<Cell>,
    /// The same for each cell that it writes.
    pub flows: Vec<(Cell, Vec<Cell>)>,
}

impl Shape {
    /// Fills in what follows from the rest.
    pub fn with_flows(mut self, machine: &Machine<'_>) -> Shape {
        self.flows =
            self.writes.iter().map(|&(cell, value)| (cell, read_by(machine, value))).collect();
        let terms = self.outs.iter().copied().chain(self.fails.iter().map(|&(_, fails)| fails));
        self.reads = self.flows.iter().flat_map(|(_, reads)| reads.iter().copied()).collect();
        self.reads.extend(terms.flat_map(|term| read_by(machine, term)));
        self.reads.sort_unstable();
        self.reads.dedup();
        self
    }

    /// The shape with other terms in place of variables.
    pub fn replaced(
        &self,
        machine: &mut Machine<'_>,
        replacements: &FxHashMap<TermId, TermId>,
        id: u32,
    ) -> Shape {
        let mut replace = |term: TermId| machine.terms.substitute(term, replacements);
        let writes = self.writes.iter().map(|&(cell, value)| (cell, replace(value))).collect();
        let outs = self.outs.iter().map(|&out| replace(out)).collect();
        let fails = self.fails.iter().map(|&(check, fails)| (check, replace(fails))).collect();
        let registers = &self.registers;
        let registers =
            registers.iter().filter(|(_, variable)| !replacements.contains_key(variable));
        Shape {
            id,
            cells: self.cells.clone(),
            writes,
            outs,
            fails,
            registers: registers.copied().collect(),
            ends: self.ends.clone(),
            reads: Vec::new(),
            flows: Vec::new(),
        }
        .with_flows(machine)
    }

    pub fn touches(&self, cell: Cell) -> bool {
        self.cells.iter().any(|&(own, _)| own == cell)
    }
}

fn read_by(machine: &Machine<'_>, term: TermId) -> Vec<Cell> {
    machine.terms.vars_of(term).into_iter().filter_map(|id| machine.cells.cell(id)).collect()
}

/// Whether two cells share bytes without being the same.
pub(super) fn overlap(a: Cell, b: Cell) -> bool {
    match (a, b) {
        (
            Cell::Memory { object, offset, size },
            Cell::Memory { object: other, offset: start, size: length },
        ) => {
            object == other
                && a != b
                && offset < start + u64::from(length)
                && start < offset + u64::from(size)
        }
        _ => a == b,
    }
}

/// The variable of a memory cell.
pub(super) fn variable(machine: &mut Machine<'_>, cell: Cell) -> Option<TermId> {
    let Cell::Memory { size, .. } = cell else { return None };
    Some(machine.cell_variable(cell, size * 8))
}
