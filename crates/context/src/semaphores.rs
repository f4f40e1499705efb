//! Semaphores as balances (`balances.rs`): one holds what it was initialised with, and all that threads have posted less what they have taken.
//!
//! The only initialisation counts as adding what it says to memory that holds zeros: it is executed at most once, before there are threads, and using a semaphore before it is an error. A post adds one and a wait that
//! has come back took one; whoever stands before or in a wait has taken nothing yet.
//!
//! It needs what balances need, and that calls do not fail: the context itself must say that it has all threads. What it misses: semaphores that somebody tries to take, or waits for with a limit, that are destroyed or written to before the context,
//! that are used by an address that may be another one, and those in memory that is not global. That a semaphore is full, so that a post fails, is not thought of.

use raddle_ir::{Callee, FuncId, InitPart, Op, Operand};
use raddle_library::{Deed, Sort, deed};
use raddle_pointsto::{Object, Offset, Place, Position, Region, positions_of};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cells::{Balanced, Cell, Range};
use crate::definitions::ROUNDS;
use crate::flow::{Analysis, State};
use crate::memory::{size_of, synchronised};
use crate::values::Val;

/// No semaphore has more units.
const MOST_UNITS: i128 = 0x7fff_ffff;

/// What a call does to a semaphore.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Init,
    Adds(u64),
    Other,
}

fn use_of(name: &str) -> Option<Use> {
    match deed(name) {
        Deed::Init { of: Sort::Semaphore } => Some(Use::Init),
        Deed::Unlock { of: Sort::Semaphore } => Some(Use::Adds(1)),
        Deed::Lock { of: Sort::Semaphore, .. } => Some(Use::Adds(u64::MAX)),
        Deed::TryLock { of: Sort::Semaphore, .. } | Deed::Destroy { of: Sort::Semaphore } => {
            Some(Use::Other)
        }
        _ => None,
    }
}

/// What is found about semaphores.
#[derive(Default)]
struct Found {
    inits: FxHashMap<Cell, Vec<Position>>,
    uses: FxHashMap<Cell, Vec<(Position, u64)>>,
    /// Bytes that something else may change.
    lost: Vec<(Place, u64)>,
}

impl Analysis<'_> {
    /// Semaphores whose units are counted, and by how much each call changes which of them.
    pub(crate) fn find_semaphores(
        &mut self,
        executed: &dyn Fn(Position) -> bool,
    ) -> (Vec<Balanced>, FxHashMap<Position, (Cell, u64)>) {
        let mut steps = FxHashMap::default();
        let mut cells = Vec::new();
        let program = self.world.program;
        let functions = program.functions.iter();
        let used: FxHashSet<FuncId> = functions
            .filter(|(_, function)| function.body.is_none() && use_of(&function.name).is_some())
            .map(|(func, _)| func)
            .collect();
        if used.is_empty() || self.has_address_taken(&used) {
            return (cells, steps);
        }
        let Some(found) = self.uses_of_semaphores(executed) else { return (cells, steps) };
        let elsewhere = self.runs_elsewhere();
        for (&cell, inits) in &found.inits {
            let &[init] = &inits[..] else { continue };
            let Some(units) = self.first_units(init) else { continue };
            let uses = found.uses.get(&cell).map_or(&[][..], Vec::as_slice);
            let mut writers: Vec<FuncId> = uses.iter().map(|(at, _)| at.func).collect();
            writers.push(init.func);
            let alone = self.is_alone(cell, &found);
            if !alone || writers.iter().any(|func| elsewhere.contains(func)) {
                continue;
            }
            let first = self.initial_value(cell.global, cell.offset as i64, cell.ty());
            if first.and_then(|first| self.values.word(first)) != Some(0) {
                continue;
            }
            steps.insert(init, (cell, units));
            steps.extend(uses.iter().map(|&(at, step)| (at, (cell, step))));
            cells.push(Balanced { cell, writers, set_to: None });
        }
        (cells, steps)
    }

    /// Whether functions may be called by other than their names.
    fn has_address_taken(&self, funcs: &FxHashSet<FuncId>) -> bool {
        let program = self.world.program;
        let is_one =
            |operand: Operand| matches!(operand, Operand::Func(func) if funcs.contains(&func));
        let in_data = program.globals.values().any(|global| {
            global
                .init
                .iter()
                .flat_map(|init| &init.parts)
                .any(|(_, part)| matches!(part, InitPart::Func(func) if funcs.contains(func)))
        });
        let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
        let mut in_code = false;
        for block in bodies.flat_map(|body| body.blocks.values()) {
            for inst in &block.insts {
                inst.op.for_each_operand(|&operand| in_code |= is_one(operand));
            }
            block.terminator.for_each_operand(|&operand| in_code |= is_one(operand));
        }
        in_data || in_code
    }

    /// `None` if any memory may be meant, or the budget is spent.
    fn uses_of_semaphores(&self, executed: &dyn Fn(Position) -> bool) -> Option<Found> {
        let program = self.world.program;
        let mut found = Found::default();
        let functions = self.world.points_to.calls.reachable();
        for at in functions.into_iter().flat_map(|func| positions_of(program, func)) {
            let Some(Op::Call { callee: Callee::Direct(_), .. }) = at.op(program) else { continue };
            let Some((name, args)) = self.world.library_call_at(at) else { continue };
            if self.world.budget.is_spent() {
                return None;
            }
            if !executed(at) {
                continue;
            }
            for &index in synchronised(name) {
                let arg = args.get(index)?;
                let places = self.world.points_to.places(at.func, arg.value);
                let size = if index == 1 { 40 } else { size_of(name) };
                match (use_of(name), &places[..]) {
                    (Some(one @ (Use::Init | Use::Adds(_))), &[place])
                        if self.semaphore(place).is_some() =>
                    {
                        let cell = self.semaphore(place)?;
                        match one {
                            Use::Adds(step) => {
                                found.uses.entry(cell).or_default().push((at, step));
                            }
                            _ => found.inits.entry(cell).or_default().push(at),
                        }
                    }
                    _ => {
                        for place in places {
                            match self.world.points_to.object(place.object) {
                                Object::Unknown | Object::Library => return None,
                                _ => found.lost.push((place, size)),
                            }
                        }
                    }
                }
            }
        }
        Some(found)
    }

    /// The cell with the units of the semaphore at a place.
    fn semaphore(&self, place: Place) -> Option<Cell> {
        let Object::Global(global) = self.world.points_to.object(place.object) else { return None };
        let Offset::At(offset) = place.offset else { return None };
        let known = &self.world.program.globals[global];
        (!known.thread_local && !known.constant).then_some(Cell { global, offset, bits: 32 })
    }

    /// What a semaphore is initialised with, if that is done once, before there are threads.
    fn first_units(&mut self, at: Position) -> Option<u64> {
        let first_only = !self.world.may_be_later(at) && self.world.at_most_once(at.func, at.block);
        let (_, args) = self.world.library_call_at(at)?;
        let units = self.values.operand(args.get(2)?.value, args.get(2)?.ty)?;
        let units = self.values.word(units)?;
        (first_only && i128::from(units) <= MOST_UNITS).then_some(units)
    }

    /// Whether nothing else changes a semaphore, nor one that shares bytes with it.
    fn is_alone(&self, cell: Cell, found: &Found) -> bool {
        let points_to = self.world.points_to;
        let Some(object) = points_to.find(Object::Global(cell.global)) else { return false };
        let (begin, end) = (cell.offset, cell.offset + 32);
        let region = Region { object, bytes: Some((begin, end)) };
        let overlaps = |&(place, size): &(Place, u64)| {
            place.object == object
                && match place.offset {
                    Offset::At(offset) => offset < end && begin < offset + size,
                    Offset::Any => true,
                }
        };
        let shares = |other: &Cell| {
            *other != cell && other.global == cell.global && other.offset.abs_diff(begin) < 32
        };
        !found.lost.iter().any(overlaps)
            && !found.uses.keys().chain(found.inits.keys()).any(shares)
            && self.sharing.places_that_write(&region).next().is_none()
    }

    /// A semaphore is initialised, posted, or was taken.
    pub(crate) fn count_units(&mut self, state: &mut State, at: Position) {
        let Some(&(cell, step)) = self.balances.units.get(&at) else { return };
        let step = self.values.constant(step, ROUNDS);
        let key = self
            .values
            .operand(Operand::Global(cell.global, cell.offset as i64), raddle_ir::Type::Ptr);
        self.add_steps(state, key, step);
    }

    /// No semaphore that is counted has less than no units, or more than there can be.
    pub(crate) fn unit_conditions(&mut self) -> Vec<Val> {
        let mut cells: Vec<Cell> = self.balances.units.values().map(|(cell, _)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let range = Range { least: 0, most: MOST_UNITS };
        cells.into_iter().flat_map(|cell| self.lies_in(cell, range)).collect()
    }
}
