//! Ranges of global variables and their members that hold in every state, whoever writes them: an index stays within its array, a count within its queue.
//!
//! A *cell* is a whole number in a global variable that is only ever written by plain stores of all of it, beside stores to computed places that do not come there (`indexed.rs`). Its range begins with its initial value and grows by what is
//! stored, until nothing changes. A stored value is looked at with what is known at the store (`summary.rs`): it is computed from values that were read, which
//! lie in the ranges of their cells, and conditions of branches limit these further. So `if (used < 8) used++` stays within 8, because the second read of `used` under one
//! lock is the first one (`memory.rs`).
//!
//! **Why it holds.** By induction over a run: what a store writes was read from cells that were in their ranges, under conditions that held of what was read. All stores that
//! may have been executed before the context count, by the pointer analysis; those of functions without a summary may store anything.
//!
//! What it misses: relations between cells, values that wrap around, memory on the heap, elements of arrays.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Type};
use raddle_pointsto::{Object, Position, Region, positions_of};

use crate::broken::Broken;
use crate::cells::{Cell, Range, Ranges};
use crate::flow::Analysis;
use crate::indexed::IndexedStore;
use crate::summary::StoreNote;
use crate::values::{Instance, Node, Symbol, SymbolKind, Val, opposite, signed};

/// A range that grew so often is widened to a number that the program compares with.
const EXACT: u32 = 20;
/// After so many times nothing is known.
const MOST: u32 = 60;
/// With more cells than this nobody wants to wait.
const MOST_CELLS: usize = 500;

impl Analysis<'_> {
    /// The ranges of all cells, as far as stores go where they are supposed to (`beside.rs`).
    pub(crate) fn ranges_as_supposed(&mut self) -> Ranges {
        let (stores, indexed) = self.stores();
        let mut ranges = Ranges(self.cells(&stores, &indexed));
        if ranges.0.len() > MOST_CELLS {
            return Ranges::default();
        }
        let limits = self.limits(&stores);
        let mut grown: BTreeMap<Cell, u32> = BTreeMap::new();
        loop {
            let before = ranges.0.clone();
            for store in &stores {
                if self.world.budget.is_spent() {
                    return Ranges::default();
                }
                for cell in &store.cells {
                    let Some(&range) = ranges.0.get(cell) else { continue };
                    let Some(stored) = self.stored(&ranges, store) else { continue };
                    let next = range.with(stored);
                    if next == range {
                        continue;
                    }
                    let times = grown.entry(*cell).or_default();
                    *times += 1;
                    ranges.0.insert(*cell, widened(next, range, *times, &limits, *cell));
                }
            }
            for store in &indexed {
                for cell in self.overwritten(&ranges, store) {
                    ranges.0.remove(&cell);
                }
            }
            if before == ranges.0 {
                return ranges;
            }
        }
    }

    /// Where a value may lie, with what is known beside it; `None` if that contradicts itself.
    pub(crate) fn range_of(
        &self,
        ranges: &Ranges,
        value: Val,
        conditions: &[Val],
    ) -> Option<Range> {
        let mut range = self.plain_range(ranges, value, conditions, 0)?;
        for &condition in conditions {
            let Some((op, ty, a, b)) = self.comparison(condition) else { continue };
            if !matches!(ty, Type::Int(_)) {
                continue;
            }
            let (op, other) = match (a == value, b == value) {
                (true, _) => (op, b),
                (_, true) => (mirrored(op), a),
                _ => continue,
            };
            let other = self.plain_range(ranges, other, &[], 0)?;
            range = limited(range, op, other)?;
        }
        Some(range)
    }

    /// A condition as a comparison, also if it is the opposite of one.
    fn comparison(&self, condition: Val) -> Option<(CompareOp, Type, Val, Val)> {
        match *self.values.node(condition) {
            Node::Binary(BinaryOp::Xor, Type::BOOL, inner, one)
                if self.values.word(one) == Some(1) =>
            {
                let (op, ty, a, b) = self.comparison(inner)?;
                Some((opposite(op), ty, a, b))
            }
            Node::Compare(CompareOp::Eq, Type::BOOL, inner, zero)
                if self.values.word(zero) == Some(0) =>
            {
                let (op, ty, a, b) = self.comparison(inner)?;
                Some((opposite(op), ty, a, b))
            }
            Node::Compare(op, ty, a, b) => Some((op, ty, a, b)),
            _ => None,
        }
    }

    /// The same without looking at what conditions say of the value itself.
    fn plain_range(
        &self,
        ranges: &Ranges,
        value: Val,
        conditions: &[Val],
        depth: u32,
    ) -> Option<Range> {
        let ty = self.values.type_of(value);
        let Type::Int(bits) = ty else { return Some(Range::of(64)) };
        let bits = u32::from(bits);
        let all = Range::of(bits);
        if depth > 8 || bits > 64 {
            return Some(all);
        }
        if let Some(word) = self.values.word(value) {
            return Some(Range::only(i128::from(signed(bits, word))));
        }
        let part = |part: Val| match depth {
            0..=3 if !conditions.is_empty() => self.range_of(ranges, part, conditions),
            _ => self.plain_range(ranges, part, &[], depth + 1),
        };
        Some(match self.values.node(value) {
            Node::Symbol(symbol) => match self.values.symbols[*symbol].kind {
                SymbolKind::Result(at, 0) => self.loaded(ranges, at, ty),
                _ => all,
            },
            Node::Binary(op, _, a, b) => binary(*op, part(*a)?, part(*b)?).fitted(bits),
            Node::Cast(op, from, _, a) => {
                let Type::Int(narrow) = *from else { return Some(all) };
                let inner = part(*a)?;
                match op {
                    CastOp::SExt => inner,
                    CastOp::ZExt if inner.least >= 0 => inner,
                    CastOp::ZExt if u32::from(narrow) < bits => {
                        Range { least: 0, most: (1i128 << narrow) - 1 }
                    }
                    CastOp::Trunc => inner.fitted(bits),
                    _ => all,
                }
            }
            Node::Select(_, _, a, b) => part(*a)?.with(part(*b)?),
            _ => all,
        })
    }

    /// What a load may read.
    fn loaded(&self, ranges: &Ranges, at: Position, ty: Type) -> Range {
        let Type::Int(bits) = ty else { return Range::of(64) };
        let all = Range::of(u32::from(bits));
        let Some(Op::Load { ty: read, .. }) = at.op(self.world.program) else { return all };
        let regions = self.world.points_to.accesses(self.world.program, at).reads;
        if *read != ty || regions.is_empty() {
            return all;
        }
        let mut range: Option<Range> = None;
        for region in &regions {
            let known = self.cell(region, ty).and_then(|cell| ranges.0.get(&cell));
            let Some(&known) = known else { return all };
            range = Some(range.map_or(known, |range| range.with(known)));
        }
        range.unwrap_or(all)
    }

    /// The cell that an access of a region is about, if it is about one.
    pub(crate) fn cell(&self, region: &Region, ty: Type) -> Option<Cell> {
        let Object::Global(global) = self.world.points_to.object(region.object) else {
            return None;
        };
        let (offset, end) = region.bytes?;
        let Type::Int(bits @ (8 | 16 | 32 | 64)) = ty else { return None };
        (end - offset == u64::from(bits / 8)).then_some(Cell { global, offset, bits })
    }

    /// Plain stores that may have been executed, with what is known there: those to cells, and those to computed places.
    fn stores(&mut self) -> (Vec<Stored>, Vec<IndexedStore>) {
        let (mut stores, mut indexed) = (Vec::new(), Vec::new());
        for at in self.sharing.all_writers() {
            // What others may write is no cell.
            let Some(op) = at.op(self.world.program).filter(|op| self.written(op).is_some()) else {
                continue;
            };
            let regions = self.world.points_to.accesses(self.world.program, at).writes;
            let cells: Vec<Cell> = match op {
                Op::Store { ty, .. } => regions.iter().filter_map(|r| self.cell(r, *ty)).collect(),
                _ => Vec::new(),
            };
            let is_indexed = regions.iter().any(|region| region.bytes.is_none());
            if cells.is_empty() && !is_indexed {
                continue;
            }
            let note = match self.summary(at.func) {
                Some(summary) => match summary.stores.get(&at) {
                    Some(note) => Some(note.clone()),
                    // Control does not come there.
                    None => continue,
                },
                None => None,
            };
            if self.world.broken == Some(Broken::StoresOfOthersForgotten)
                && !self.world.kinds[0].runs.contains(&at.func)
            {
                continue;
            }
            if is_indexed {
                let unknown = StoreNote::default();
                indexed.extend(self.indexed_store(at, note.as_ref().unwrap_or(&unknown)));
            }
            if !cells.is_empty() {
                stores.push(Stored { cells, note });
            }
        }
        (stores, indexed)
    }

    fn stored(&self, ranges: &Ranges, store: &Stored) -> Option<Range> {
        let bits = u32::from(store.cells[0].bits);
        let value = store.note.as_ref().and_then(|note| note.value.map(|value| (note, value)));
        let Some((note, value)) = value else { return Some(Range::of(bits)) };
        self.range_of(ranges, value, &note.conditions)
    }

    /// All cells, with what they hold at first.
    fn cells(&mut self, stores: &[Stored], indexed: &[IndexedStore]) -> BTreeMap<Cell, Range> {
        let mut candidates: BTreeSet<Cell> = stores.iter().flat_map(|s| s.cells.clone()).collect();
        candidates.extend(self.read_beside(indexed));
        let later = self.written_anywhere();
        if candidates.len() + later.len() <= MOST_CELLS {
            candidates.extend(later);
        }
        let mut cells = BTreeMap::new();
        for cell in candidates {
            if self.world.program.globals[cell.global].thread_local || !self.is_plain(cell) {
                continue;
            }
            let first = self.initial_value(cell.global, cell.offset as i64, cell.ty());
            if let Some(word) = first.and_then(|first| self.values.word(first)) {
                let number = i128::from(signed(u32::from(cell.bits), word));
                cells.insert(cell, Range::only(number));
            }
        }
        cells
    }

    /// Cells that some store writes, be it one that was not executed before the context: until then they hold what they held at first.
    fn written_anywhere(&self) -> BTreeSet<Cell> {
        let program = self.world.program;
        let mut cells = BTreeSet::new();
        let functions = self.world.points_to.calls.reachable();
        for at in functions.into_iter().flat_map(|func| positions_of(program, func)) {
            let Some(Op::Store { ty, .. }) = at.op(program) else { continue };
            if self.world.budget.is_spent() {
                break;
            }
            let writes = self.world.points_to.accesses(program, at).writes;
            cells.extend(writes.iter().filter_map(|region| self.cell(region, *ty)));
        }
        cells
    }

    /// Whether whatever writes a cell stores all of it and nothing else, or to a computed place.
    fn is_plain(&self, cell: Cell) -> bool {
        let is_it = |object: &raddle_pointsto::ObjectId| {
            self.world.points_to.object(*object) == Object::Global(cell.global)
        };
        let Some(object) = self.world.points_to.objects().find(is_it) else { return false };
        let end = cell.offset + u64::from(cell.bits / 8);
        let region = Region { object, bytes: Some((cell.offset, end)) };
        !self.sharing.is_synchronising(&region)
            && self.sharing.places_that_write(&region).all(|(at, bytes)| {
                match at.op(self.world.program) {
                    Some(Op::Store { ty, .. }) if bytes.is_some() => {
                        bytes == region.bytes && *ty == cell.ty()
                    }
                    Some(op) => bytes.is_none() && self.written(op).is_some(),
                    None => false,
                }
            })
    }

    /// Numbers that ranges are widened to: those that the program compares with, and their neighbours.
    fn limits(&self, stores: &[Stored]) -> BTreeSet<i128> {
        let mut limits = BTreeSet::new();
        for note in stores.iter().filter_map(|store| store.note.as_ref()) {
            for &condition in &note.conditions {
                let Some((_, Type::Int(bits), a, b)) = self.comparison(condition) else { continue };
                for word in [a, b].into_iter().filter_map(|side| self.values.word(side)) {
                    let number = i128::from(signed(u32::from(bits), word));
                    limits.extend([number - 1, number, number + 1]);
                }
            }
        }
        limits
    }

    /// What ranges say, as conditions on what cells hold.
    pub(crate) fn range_conditions(&mut self, ranges: &Ranges) -> Vec<Val> {
        let known: Vec<(Cell, Range)> = ranges.known().collect();
        known.into_iter().flat_map(|(cell, range)| self.lies_in(cell, range)).collect()
    }

    /// That a cell holds a number of a range.
    pub(crate) fn lies_in(&mut self, cell: Cell, range: Range) -> Vec<Val> {
        let (ty, value) = (cell.ty(), self.held_now(cell));
        let least = self.values.constant(range.least as u64, ty);
        let most = self.values.constant(range.most as u64, ty);
        let above = self.values.compare(CompareOp::Sle, ty, least, value);
        let below = self.values.compare(CompareOp::Sle, ty, value, most);
        above.into_iter().chain(below).collect()
    }

    /// What a cell holds in the context.
    pub(crate) fn held_now(&mut self, cell: Cell) -> Val {
        let kind = SymbolKind::Now(cell.global, cell.offset as i64);
        self.values.symbol(Symbol { instance: Instance::ONCE, kind, ty: cell.ty() })
    }

    /// The cell at an address, if it is that of one.
    pub(crate) fn cell_at(&self, address: Val, ty: Type) -> Option<Cell> {
        let Node::Constant(Operand::Global(global, offset), _) = *self.values.node(address) else {
            return None;
        };
        let Type::Int(bits @ (8 | 16 | 32 | 64)) = ty else { return None };
        Some(Cell { global, offset: u64::try_from(offset).ok()?, bits })
    }
}

/// A store to cells.
#[derive(Debug)]
struct Stored {
    cells: Vec<Cell>,
    /// `None`: nothing is known there.
    note: Option<StoreNote>,
}

/// The next range of a cell that grows.
fn widened(next: Range, before: Range, times: u32, limits: &BTreeSet<i128>, cell: Cell) -> Range {
    let all = Range::of(u32::from(cell.bits));
    if times > MOST {
        return all;
    }
    if times <= EXACT {
        return next;
    }
    let least = match next.least < before.least {
        true => limits.range(..=next.least).next_back().copied().unwrap_or(all.least),
        false => next.least,
    };
    let most = match next.most > before.most {
        true => limits.range(next.most..).next().copied().unwrap_or(all.most),
        false => next.most,
    };
    Range { least: least.max(all.least), most: most.min(all.most) }
}

/// Of whole numbers, before they wrap around.
fn binary(op: BinaryOp, a: Range, b: Range) -> Range {
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let all =
            [of(a.least, b.least), of(a.least, b.most), of(a.most, b.least), of(a.most, b.most)];
        let least = all.iter().copied().min().unwrap_or(i128::MIN);
        Range { least, most: all.into_iter().max().unwrap_or(i128::MAX) }
    };
    let everything = Range { least: i128::MIN, most: i128::MAX };
    match op {
        BinaryOp::Add => corners(&|x, y| x + y),
        BinaryOp::Sub => corners(&|x, y| x - y),
        BinaryOp::Mul => corners(&|x, y| x.saturating_mul(y)),
        BinaryOp::And if a.least >= 0 => Range { least: 0, most: a.most },
        BinaryOp::And if b.least >= 0 => Range { least: 0, most: b.most },
        BinaryOp::URem | BinaryOp::SRem if a.least >= 0 && b.least > 0 => {
            Range { least: 0, most: a.most.min(b.most - 1) }
        }
        BinaryOp::URem if b.least > 0 => Range { least: 0, most: b.most - 1 },
        BinaryOp::SRem if b.least > 0 => Range { least: 1 - b.most, most: b.most - 1 },
        BinaryOp::UDiv | BinaryOp::SDiv if a.least >= 0 && b.least > 0 => {
            Range { least: a.least / b.most, most: a.most / b.least }
        }
        _ => everything,
    }
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq | CompareOp::Ne => op,
        CompareOp::Ult => CompareOp::Ugt,
        CompareOp::Ule => CompareOp::Uge,
        CompareOp::Ugt => CompareOp::Ult,
        CompareOp::Uge => CompareOp::Ule,
        CompareOp::Slt => CompareOp::Sgt,
        CompareOp::Sle => CompareOp::Sge,
        CompareOp::Sgt => CompareOp::Slt,
        CompareOp::Sge => CompareOp::Sle,
    }
}

/// The numbers of a range that compare like this with one of another. `None` if there is none.
fn limited(range: Range, op: CompareOp, other: Range) -> Option<Range> {
    let below = |most: i128| range.and(Range { least: range.least.min(most), most });
    let above = |least: i128| range.and(Range { least, most: range.most.max(least) });
    // Unsigned numbers are compared like others where none of them is large.
    let small = Range { least: 0, most: i128::MAX };
    match op {
        CompareOp::Eq => range.and(other),
        CompareOp::Ne if other.least == other.most && range.least == other.least => {
            above(other.least + 1)
        }
        CompareOp::Ne if other.least == other.most && range.most == other.most => {
            below(other.most - 1)
        }
        CompareOp::Ne => Some(range),
        CompareOp::Slt => below(other.most - 1),
        CompareOp::Sle => below(other.most),
        CompareOp::Sgt => above(other.least + 1),
        CompareOp::Sge => above(other.least),
        CompareOp::Ult if other.least >= 0 => range.and(Range { least: 0, most: other.most - 1 }),
        CompareOp::Ule if other.least >= 0 => range.and(Range { least: 0, most: other.most }),
        CompareOp::Ugt if range.within(small) && other.least >= 0 => above(other.least + 1),
        CompareOp::Uge if range.within(small) && other.least >= 0 => above(other.least),
        CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge => Some(range),
    }
}
