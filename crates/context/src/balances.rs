//! What threads have added to a global variable, all together: a count of what is in a queue is what was put there less what was taken.
//!
//! A cell (`ranges.rs`) is *balanced* if every store to it changes it by a number that is known: `used++`, or `full = 1` where `full` is 0. Each thread counts what it has added as it
//! counts the barriers it passed (`barriers.rs`): one more per store, `first + step · rounds` in a loop that adds the same in every round. Then the cell holds what it held at first, and what all threads have
//! added: those of the context, and those that are gone, if each of them adds the same from its beginning to its end (`ended.rs`).
//!
//! **Why it holds.** A store is the only thing that changes the cell, and what it changes it by is what the state at the store says, whoever executes it. Numbers are added modulo the size of the cell, so
//! nothing is lost where they wrap around.
//!
//! A cell is also known if all stores store the same number (`finished = 1`): it holds that if there was a store, and what it held at first if there was none. So what a thread announces at its end
//! is known once it is gone.
//!
//! It needs that the context has all threads, that the first one created them, that nobody can be ended from outside, and that there are no data races before.
//!
//! What it misses: stores of values that are computed in another way, cells that are set to their first value by a function, what handlers of signals and constructors store.

use raddle_ir::{BinaryOp, CastOp, CompareOp, FuncId, Op, Operand, Type};
use raddle_pointsto::Position;
use raddle_warn::sync::{SyncOp, sync_op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Context;
use crate::broken::Broken;
use crate::cells::{Balanced, Balances, Cell, Ranges};
use crate::definitions::ROUNDS;
use crate::distinct::Met;
use crate::flow::{Analysis, State};
use crate::summary::StoreNote;
use crate::values::{Node, SymbolKind, Val, signed};

/// With more cells than this nobody wants to wait.
const MOST: usize = 32;

impl Analysis<'_> {
    /// Looks for balanced cells, also of semaphores if calls do not fail. Summaries are made again with what they add.
    pub(crate) fn find_balances(
        &mut self,
        context: &Context,
        calls_succeed: bool,
        ranges: &Ranges,
        executed: &dyn Fn(Position) -> bool,
    ) {
        if !context.whole || self.world.program.function("pthread_cancel").is_some() {
            return;
        }
        let mut writers: FxHashMap<Cell, Vec<FuncId>> = FxHashMap::default();
        let mut lost: FxHashSet<Cell> = FxHashSet::default();
        let mut steps: FxHashMap<Position, u64> = FxHashMap::default();
        let mut stored: FxHashMap<Cell, Vec<(Position, Option<u64>)>> = FxHashMap::default();
        for at in self.sharing.all_writers() {
            let Some(&Op::Store { ty, volatile, order, .. }) = at.op(self.world.program) else {
                continue;
            };
            let regions = self.world.points_to.accesses(self.world.program, at).writes;
            let cells: Vec<Cell> = regions.iter().filter_map(|r| self.cell(r, ty)).collect();
            if cells.is_empty() {
                continue;
            }
            let summary = self.summary(at.func);
            let note = summary.as_ref().map(|summary| summary.stores.get(&at));
            let (step, word) = match note {
                // Control does not come there.
                Some(None) => continue,
                Some(Some(note)) if !volatile && order.is_none() => {
                    let fixed = note.address.is_some_and(|address| self.is_fixed(address));
                    let word = note.value.and_then(|value| self.values.word(value));
                    let alone = fixed && regions.len() == 1;
                    (self.step_of(ranges, note, cells[0]), word.filter(|_| alone))
                }
                _ => (None, None),
            };
            for &cell in &cells {
                writers.entry(cell).or_default().push(at.func);
                stored.entry(cell).or_default().push((at, word));
            }
            match step {
                Some(step) => {
                    steps.insert(at, step);
                }
                None => lost.extend(cells),
            }
        }
        let elsewhere = self.runs_elsewhere();
        let mut cells: Vec<Balanced> = Vec::new();
        for (cell, writers) in writers {
            if !ranges.has(cell) || writers.iter().any(|func| elsewhere.contains(func)) {
                continue;
            }
            let set_to = match lost.contains(&cell) {
                true => same_word(&stored[&cell]),
                false => None,
            };
            if set_to.is_some() {
                steps.extend(stored[&cell].iter().map(|&(at, _)| (at, 1)));
            }
            if set_to.is_some() || !lost.contains(&cell) {
                cells.push(Balanced { cell, writers, set_to });
            }
        }
        let mut units = FxHashMap::default();
        if calls_succeed {
            let (semaphores, found) = self.find_semaphores(executed);
            cells.extend(semaphores);
            units = found;
        }
        cells.sort_unstable_by_key(|balanced| balanced.cell);
        if !cells.is_empty() && cells.len() <= MOST {
            self.balances = Balances { cells, steps, units };
            self.forget_summaries();
        }
    }

    /// What does not belong to a thread that begins in `main` or where it was created.
    pub(crate) fn runs_elsewhere(&self) -> FxHashSet<FuncId> {
        let calls = &self.world.points_to.calls;
        let roots = calls.roots.iter().filter(|&&root| root != calls.entry);
        calls.reachable_from(roots.chain(&calls.by_any_thread).copied())
    }

    /// By how much a store changes what it overwrites.
    fn step_of(&self, ranges: &Ranges, note: &StoreNote, cell: Cell) -> Option<u64> {
        let (address, value, before) = (note.address?, note.value?, note.before?);
        if !self.is_fixed(address) {
            return None;
        }
        if value == before {
            return Some(0);
        }
        let Type::Int(bits) = cell.ty() else { return None };
        if let Node::Binary(BinaryOp::Add, _, base, by) = *self.values.node(value)
            && base == before
            && let Some(by) = self.values.word(by)
        {
            return Some(signed(u32::from(bits), by) as u64);
        }
        let only = |value: Val| {
            let range = self.range_of(ranges, value, &note.conditions)?;
            (range.least == range.most).then_some(range.least)
        };
        i64::try_from(only(value)? - only(before)?).ok().map(|step| step as u64)
    }

    /// Whether an address stays the same while a function runs.
    fn is_fixed(&self, address: Val) -> bool {
        self.values
            .mentions(address)
            .iter()
            .all(|&symbol| matches!(self.values.symbols[symbol].kind, SymbolKind::Param(..)))
    }

    /// A store is executed.
    pub(crate) fn count_step(&mut self, state: &mut State, at: Position, place: Operand) {
        let Some(&step) = self.balances.steps.get(&at) else { return };
        let address = self.named(state, at, place).lock;
        let step = self.values.constant(step, ROUNDS);
        self.add_steps(state, address, step);
    }

    /// Whatever was added at an address. Where nobody can tell which one, a key says so that is no address.
    pub(crate) fn add_steps(&mut self, state: &mut State, address: Option<Val>, steps: Val) {
        let lost = self.values.constant(0, Type::Ptr);
        let address = address.filter(|&address| self.is_steady(address) || self.is_fixed(address));
        self.add_passes(state, address.unwrap_or(lost), steps);
    }

    /// Whether a function may change a balanced cell.
    pub(crate) fn adds(&self, func: FuncId) -> bool {
        self.balances.cells.iter().any(|balanced| balanced.writers.contains(&func))
    }

    /// What balanced cells hold.
    pub(crate) fn balance_conditions(&mut self, threads: &[Met]) -> Vec<Val> {
        // Summaries that are made on the way ask for the cells as well.
        let cells = self.balances.cells.clone();
        let conditions: Vec<Val> =
            cells.iter().filter_map(|balanced| self.balance(balanced, threads)).collect();
        self.assumes_no_races |= !conditions.is_empty();
        conditions
    }

    fn balance(&mut self, balanced: &Balanced, threads: &[Met]) -> Option<Val> {
        let Balanced { cell, ref writers, set_to } = *balanced;
        let ty = cell.ty();
        let Type::Int(bits) = ty else { return None };
        let key = Operand::Global(cell.global, cell.offset as i64);
        let key = self.values.operand(key, Type::Ptr)?;
        let first = self.initial_value(cell.global, cell.offset as i64, ty)?;
        let first = signed(u32::from(bits), self.values.word(first)?) as u64;
        let begin = if set_to.is_some() { 0 } else { first };
        let mut sum = self.values.constant(begin, ROUNDS);
        for thread in threads {
            let added = self.passed(&thread.state, key)?;
            sum = self.values.binary(BinaryOp::Add, ROUNDS, sum, added)?;
        }
        // It may have ended by itself.
        let first_adds = writers.iter().any(|func| self.world.kinds[0].runs.contains(func));
        let first_is_there = threads.iter().any(|thread| thread.kinds == [0])
            || self.world.broken == Some(Broken::FirstThreadForgotten);
        if first_adds && !first_is_there {
            return None;
        }
        let kinds = self.world.kinds.iter().skip(1);
        let adding = kinds.filter(|kind| writers.iter().any(|func| kind.runs.contains(func)));
        let mut starts: Vec<FuncId> = adding.map(|kind| kind.start).collect();
        starts.sort_unstable();
        starts.dedup();
        for start in starts {
            // However many are gone, they have added nothing.
            let each = self.passes_of(start, key).and_then(|each| self.values.word(each));
            if each == Some(0) {
                continue;
            }
            let gone = self.gone(start, threads)?;
            let none_is_gone = self.values.word(gone) == Some(0);
            if !none_is_gone && self.world.broken != Some(Broken::StoresOfEndedForgotten) {
                let each = self.passes_of(start, key)?;
                // A product of two numbers that nobody knows is too much for a solver.
                self.values.word(each).or(self.values.word(gone))?;
                let added = self.values.binary(BinaryOp::Mul, ROUNDS, each, gone)?;
                sum = self.values.binary(BinaryOp::Add, ROUNDS, sum, added)?;
            }
        }
        if let Some(word) = set_to {
            if self.world.broken == Some(Broken::SetTooEarly) {
                sum = self.values.constant(1, ROUNDS);
            }
            let none = self.values.constant(0, ROUNDS);
            let never = self.values.compare(CompareOp::Eq, ROUNDS, sum, none)?;
            let (first, word) = (self.values.constant(first, ty), self.values.constant(word, ty));
            sum = self.values.select(ty, never, first, word)?;
        } else if bits < 64 {
            sum = self.values.cast(CastOp::Trunc, ROUNDS, ty, sum)?;
        }
        let now = self.held_now(cell);
        self.values.compare(CompareOp::Eq, ty, now, sum)
    }

    /// How many threads that begin in a function were created, if only the first thread creates them.
    pub(crate) fn created(&mut self, start: FuncId, threads: &[Met]) -> Option<Val> {
        let program = self.world.program;
        for kind in self.world.kinds.iter().filter(|kind| kind.start == start) {
            let Some(site) = kind.site else { continue };
            let (name, _) = self.world.library_call(site.op(program)?)?;
            let by_others =
                self.world.kinds.iter().skip(1).any(|other| other.runs.contains(&site.func));
            let several = self.world.points_to.calls.started_at(site).count() > 1;
            if !matches!(sync_op(name), Some(SyncOp::Create { .. })) || by_others || several {
                return None;
            }
        }
        let first = threads.iter().find(|thread| thread.kinds == [0])?;
        let key = self.values.operand(Operand::Func(start), Type::Ptr)?;
        self.passed(&first.state, key)
    }

    /// How many threads that began in a function are not there any more, if the first thread created all of them.
    fn gone(&mut self, start: FuncId, threads: &[Met]) -> Option<Val> {
        let created = self.created(start, threads)?;
        let begins_there = |kind: &usize| self.world.kinds[*kind].start == start;
        let mut there = 0;
        for thread in threads.iter().filter(|thread| thread.kinds.iter().any(begins_there)) {
            if !thread.kinds.iter().all(begins_there) {
                return None;
            }
            there += 1;
        }
        if self.values.word(created).is_some_and(|created| created < there) {
            return None;
        }
        let there = self.values.constant(there, ROUNDS);
        self.values.binary(BinaryOp::Sub, ROUNDS, created, there)
    }
}

/// What all these store, if it is the same.
fn same_word(stored: &[(Position, Option<u64>)]) -> Option<u64> {
    let (_, first) = stored.first()?;
    stored.iter().all(|(_, word)| word == first).then_some(*first)?
}
