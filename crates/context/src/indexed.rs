//! Stores and copies to a computed place of a global variable: which of its bytes they may write, so that a store into an array of a struct does not count for the members beside it.
//!
//! The place is an address that the pointer analysis knows the offset of, and indices beside it. These are computed from values that were read, which lie in the ranges of their cells
//! (`ranges.rs`), under conditions that held: so the place lies in a range, too. A cell that it may overlap may hold anything from then on.
//!
//! **Why it holds.** By the induction of `ranges.rs`: up to a store all cells were in their ranges, so the store goes where these say, and cells elsewhere keep what they hold. Nothing is taken
//! for granted about indices staying in their arrays, which a program need not see to for the store to stay in its object.
//!
//! What it misses: pointers into arrays that are moved step by step, and what functions of the library write, but for the handles of new threads.

use std::collections::BTreeSet;

use raddle_ir::{GlobalId, Intrinsic, Op, Operand, Type};
use raddle_pointsto::{Object, Offset, Position, positions_of};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::cells::{Cell, Range, Ranges};
use crate::flow::Analysis;
use crate::summary::StoreNote;
use crate::values::{Node, SymbolKind, Val};

/// A store to a computed place.
#[derive(Debug)]
pub(crate) struct IndexedStore {
    /// What it may write to, and from which offsets indices count. `None`: from anywhere.
    targets: Vec<(GlobalId, Option<Vec<i128>>)>,
    bytes: i128,
    note: StoreNote,
}

impl Analysis<'_> {
    /// Where an operation writes, and how many bytes, if it writes to one place and that many.
    pub(crate) fn written(&self, op: &Op) -> Option<(Operand, u64)> {
        let target = &self.world.program.target;
        match op {
            Op::Store { ty, ptr, .. } => Some((*ptr, ty.bytes(target))),
            Op::Intrinsic {
                intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
                args,
                ..
            } => match args[..] {
                [to, _, Operand::Const(bytes)] => Some((to, bytes)),
                _ => None,
            },
            _ => {
                let (name, args) = self.world.library_call(op)?;
                let Some(SyncOp::Create { handle, .. }) = sync_op(name) else { return None };
                Some((args.get(handle)?.value, u64::from(target.pointer_bits / 8)))
            }
        }
    }

    /// The store at a place, if it may write somewhere in a global variable and something is known about where.
    pub(crate) fn indexed_store(&self, at: Position, note: &StoreNote) -> Option<IndexedStore> {
        let (_, bytes) = self.written(at.op(self.world.program)?)?;
        let bytes = i128::from(bytes);
        let writes = self.world.points_to.accesses(self.world.program, at).writes;
        let globals = writes.iter().filter(|region| region.bytes.is_none()).filter_map(|region| {
            match self.world.points_to.object(region.object) {
                Object::Global(global) => Some(global),
                _ => None,
            }
        });
        let targets: Vec<_> = globals.map(|global| (global, self.bases(note, global))).collect();
        (!targets.is_empty()).then(|| IndexedStore { targets, bytes, note: note.clone() })
    }

    /// Offsets in a variable that the address of a store counts from. `None` if it may be any.
    fn bases(&self, note: &StoreNote, global: GlobalId) -> Option<Vec<i128>> {
        let base = match *self.values.node(note.address?) {
            Node::Address(base, ..) => base,
            _ => note.address?,
        };
        if let Node::Constant(Operand::Global(known, offset), _) = *self.values.node(base) {
            return Some(if known == global { vec![i128::from(offset)] } else { Vec::new() });
        }
        let (func, register) = match self.values.symbol_of(base)?.kind {
            SymbolKind::Param(func, index) => {
                let params = &self.world.program.functions[func].params;
                (func, params.get(index as usize)?.reg)
            }
            SymbolKind::Merge(func, _, register) => (func, register),
            SymbolKind::Result(at, 0) => match at.op(self.world.program)? {
                Op::Load { dst, .. } => (at.func, *dst),
                _ => return None,
            },
            _ => return None,
        };
        let places = self.world.points_to.places(func, Operand::Reg(register));
        let mine = places
            .into_iter()
            .filter(|place| self.world.points_to.object(place.object) == Object::Global(global));
        mine.map(|place| match place.offset {
            Offset::At(offset) => Some(i128::from(offset)),
            Offset::Any => None,
        })
        .collect()
    }

    /// What the program reads of the variables that such stores write to: nothing else may write there yet.
    pub(crate) fn read_beside(&self, stores: &[IndexedStore]) -> BTreeSet<Cell> {
        let globals: BTreeSet<GlobalId> =
            stores.iter().flat_map(|store| &store.targets).map(|(global, _)| *global).collect();
        let mut cells = BTreeSet::new();
        if globals.is_empty() {
            return cells;
        }
        let program = self.world.program;
        let functions = self.world.points_to.calls.reachable();
        for at in functions.into_iter().flat_map(|func| positions_of(program, func)) {
            let Some(Op::Load { ty, .. }) = at.op(program) else { continue };
            let reads = self.world.points_to.accesses(program, at).reads;
            let read = reads.iter().filter_map(|region| self.cell(region, *ty));
            cells.extend(read.filter(|cell| globals.contains(&cell.global)));
        }
        cells
    }

    /// The cells that such a store may overlap, with what is known of them so far.
    pub(crate) fn overwritten(&self, ranges: &Ranges, store: &IndexedStore) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (global, bases) in &store.targets {
            let moved = self.moved_by(ranges, store);
            let meets = |cell: &Cell| match (&moved, bases) {
                // Control does not come there.
                (Moved::Never, _) => false,
                (Moved::By(by), Some(bases)) => bases.iter().any(|base| {
                    let (first, last) = (base + by.least, base + by.most + store.bytes);
                    let start = i128::from(cell.offset);
                    start < last && first < start + cell.bytes()
                }),
                (Moved::Anywhere, _) | (_, None) => true,
            };
            let skipped = self.world.broken == Some(Broken::IndicesTrusted);
            cells.extend(ranges.cells_of(*global).filter(|cell| !skipped && meets(cell)));
        }
        cells
    }

    /// How far behind its base a store may begin.
    fn moved_by(&self, ranges: &Ranges, store: &IndexedStore) -> Moved {
        let (by, indices) = match store.note.address.map(|address| self.values.node(address)) {
            Some(Node::Address(_, by, indices)) => (by, &indices[..]),
            Some(_) => (&0, &[][..]),
            None => return Moved::Anywhere,
        };
        let (mut least, mut most) = (i128::from(*by), i128::from(*by));
        for &(index, _, scale) in indices {
            match self.added_by(ranges, index, scale, &store.note.conditions) {
                Some(Some(step)) => {
                    least += step.least;
                    most += step.most;
                }
                Some(None) => return Moved::Anywhere,
                None => return Moved::Never,
            }
        }
        // Addresses wrap around.
        match i64::try_from(least).is_ok() && i64::try_from(most).is_ok() {
            true => Moved::By(Range { least, most }),
            false => Moved::Anywhere,
        }
    }

    /// What an index adds; `None` inside if that is not known, outside if no value is possible.
    fn added_by(
        &self,
        ranges: &Ranges,
        index: Val,
        scale: u64,
        conditions: &[Val],
    ) -> Option<Option<Range>> {
        if !matches!(self.values.type_of(index), Type::Int(1..=64)) {
            return Some(None);
        }
        let range = self.range_of(ranges, index, conditions)?;
        let scale = i128::from(scale);
        Some(Some(Range { least: range.least * scale, most: range.most * scale }))
    }
}

#[derive(Debug)]
enum Moved {
    Never,
    By(Range),
    Anywhere,
}
