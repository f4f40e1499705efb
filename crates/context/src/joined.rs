//! Which threads were joined already.
//!
//! Joins are counted as passes of barriers are, by their place. Let one join only concern the handles of some memory that nobody copies (`handles.rs`), let it be executed by one activation, and let the
//! handle that it is given come from the cell of its round: the one that the creation of that round wrote. If it was executed as often as its loop has gone round, then the threads of the
//! first so many cells were joined, those of the others were not. Threads that were joined are gone: a thread of the context has a later cell.
//!
//! A join concerns handles that may lie where it reads its own from; all of them, if that is not known or handles may have been copied, or threads ask for their own.
//!
//! What it misses: joins that may give up, several joins of one array, joins in another order than that of creations.

use raddle_ir::{CompareOp, FuncId, Op, Operand, Reg, Terminator, Type};
use raddle_library::Deed;
use raddle_pointsto::{ObjectId, Position, positions_of};
use raddle_warn::sync::{SyncOp, sync_op};
use rustc_hash::FxHashSet;

use crate::broken::Broken;
use crate::cells::Row;
use crate::definitions::ROUNDS;
use crate::distinct::Met;
use crate::flow::{Analysis, State};
use crate::handles::{Cell, Joined};
use crate::stack::Before;
use crate::values::Val;
use crate::world::World;

/// An operation that joins a thread, or detaches it.
#[derive(Debug)]
pub(crate) struct LetGo {
    at: Position,
    /// It joins, and does not give up.
    joins: bool,
    /// Where its handle lies. `None`: anywhere.
    objects: Option<Vec<ObjectId>>,
    address: Option<Val>,
    rounds: Option<Vec<Val>>,
    /// How often it was executed before, in its round.
    nth: Option<Val>,
    /// The only thread that executes it, by its kind.
    runner: Option<usize>,
}

impl LetGo {
    /// Whether it may be given a handle that lies in an object. `None`: handles may come from anywhere.
    pub(crate) fn concerns(&self, object: ObjectId, copied: &Option<FxHashSet<ObjectId>>) -> bool {
        let (Some(objects), Some(copied)) = (&self.objects, copied) else { return true };
        objects.contains(&object) || copied.contains(&object)
    }
}

/// Whether a function joins or detaches the thread whose handle is its first argument.
fn lets_go(function: &str) -> bool {
    raddle_library::find(function)
        .is_some_and(|row| row.threads.deed == Deed::Join || row.threads.watches.ends())
}

impl World<'_> {
    fn places_in_library(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Position> {
        let mut functions: Vec<FuncId> = self.points_to.calls.reachable().into_iter().collect();
        functions.sort_unstable();
        let positions = functions.into_iter().flat_map(|func| positions_of(self.program, func));
        let is_wanted = |at: &Position| {
            let call = at.op(self.program).and_then(|op| self.library_call(op));
            call.is_some_and(|(name, _)| wanted(name))
        };
        positions.filter(is_wanted).collect()
    }

    /// Whether threads may have been joined or detached, and whether some may have been detached.
    pub(crate) fn may_be_gone(&self, executed: &dyn Fn(Position) -> bool) -> (bool, bool) {
        let born = self.may_be_born_detached(executed);
        let sites = self.places_in_library(&lets_go);
        let done: Vec<Position> = sites.into_iter().filter(|&at| executed(at)).collect();
        let joins = |at: &Position| {
            let name = self.library_call_at(*at).map(|(name, _)| name);
            name.is_some_and(|name| sync_op(name) == Some(SyncOp::Join))
        };
        (born || !done.is_empty(), born || !done.iter().all(joins))
    }

    /// Whether a creation may have made a thread that nobody can join.
    pub(crate) fn may_be_born_detached(&self, executed: &dyn Fn(Position) -> bool) -> bool {
        let creates = |name: &str| matches!(sync_op(name), Some(SyncOp::Create { .. }));
        let attributes = |at: &Position| {
            let (name, args) = self.library_call_at(*at)?;
            (name == "pthread_create").then_some(args.get(1)?.value)
        };
        let is_odd = |at: &Position| attributes(at).is_some_and(|value| value != Operand::Const(0));
        self.program.function("pthread_attr_setdetachstate").is_some()
            && self.places_in_library(&creates).iter().any(|at| executed(*at) && is_odd(at))
    }
}

impl Analysis<'_> {
    /// What may have joined or detached threads. `None` if the budget is spent.
    pub(crate) fn let_go_sites(
        &mut self,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<LetGo>> {
        let mut sites = Vec::new();
        for at in self.world.places_in_library(&lets_go) {
            if !executed(at) {
                continue;
            }
            let kind = self.world.certain_kind(at.func, executed);
            let Before { frame, state, own, .. } = self.state_before(at, kind, executed, 0)?;
            let Some(state) = state else { continue };
            let (name, first) = match self.world.library_call_at(at) {
                Some((name, args)) => (name, args.first().map(|arg| (arg.value, arg.ty))),
                None => continue,
            };
            let read = first.and_then(|(operand, ty)| self.read_from(&state, operand, ty));
            let times = self.times(at);
            sites.push(LetGo {
                at,
                joins: matches!(name, "pthread_join" | "thrd_join"),
                objects: read.as_ref().map(|(_, objects)| objects.clone()),
                address: read.map(|(address, _)| address),
                rounds: self.rounds_around(at, &frame, &own, executed),
                nth: self.passed(&state, times),
                runner: kind.filter(|&kind| self.world.kinds[kind].single),
            });
        }
        Some(sites)
    }

    /// The memory that a value was read from, if it still lies there.
    fn read_from(
        &mut self,
        state: &State,
        operand: Operand,
        ty: Type,
    ) -> Option<(Val, Vec<ObjectId>)> {
        let value = self.eval(state, operand, ty)?;
        let symbol = self.values.symbol_of(value).is_some();
        let entry = state.memory.entries.iter().find(|entry| symbol && entry.value == value)?;
        Some((entry.address, entry.regions.iter().map(|region| region.object).collect()))
    }

    /// Memory out of which handles may have been copied. `None`: out of any.
    pub(crate) fn copied_handles(&self) -> Option<Option<FxHashSet<ObjectId>>> {
        let program = self.world.program;
        let asks = ["pthread_self", "thrd_current"];
        if asks.iter().any(|name| program.function(name).is_some()) {
            return Some(None);
        }
        let mut copied = FxHashSet::default();
        let mut functions: Vec<FuncId> =
            self.world.points_to.calls.reachable().into_iter().collect();
        functions.sort_unstable();
        for func in functions {
            if self.world.budget.is_spent() {
                return None;
            }
            let kept = self.registers_that_go_elsewhere(func);
            for at in positions_of(program, func) {
                let goes_on = match at.op(program) {
                    Some(Op::Load { dst, .. }) => kept.contains(dst),
                    Some(op @ Op::Call { .. }) => {
                        let call = self.world.library_call(op);
                        call.and_then(|(name, _)| sync_op(name)).is_none()
                    }
                    Some(Op::AtomicUpdate { .. } | Op::CompareExchange { .. }) => true,
                    Some(Op::Intrinsic { .. }) => true,
                    _ => false,
                };
                if goes_on {
                    let reads = self.world.points_to.accesses(program, at).reads;
                    copied.extend(reads.into_iter().map(|region| region.object));
                }
            }
        }
        if self.world.broken == Some(Broken::CopiesOverlooked) {
            copied.clear();
        }
        Some(Some(copied))
    }

    /// Registers that are used for anything but to name a thread to the library.
    fn registers_that_go_elsewhere(&self, func: FuncId) -> FxHashSet<Reg> {
        let mut used = FxHashSet::default();
        let Some(body) = self.world.body(func) else { return used };
        let mut note = |operand: &Operand| {
            if let Operand::Reg(reg) = operand {
                used.insert(*reg);
            }
        };
        for block in body.blocks.values() {
            for inst in &block.insts {
                let names = self.world.library_call(&inst.op).is_some_and(|(name, _)| {
                    lets_go(name) || matches!(name, "pthread_equal" | "thrd_equal" | "pthread_kill")
                });
                if !names {
                    inst.op.for_each_operand(&mut note);
                }
            }
            if let Terminator::Return(values) = &block.terminator {
                values.iter().for_each(&mut note);
            }
        }
        used
    }

    /// The cells of an object whose threads an operation has joined. The outer `None`: that is not known.
    #[allow(clippy::option_option)]
    pub(crate) fn joined(
        &mut self,
        object: ObjectId,
        row: Option<Row>,
        site: &LetGo,
        threads: &[Met],
    ) -> Option<Option<Joined>> {
        if !site.joins || site.objects.as_deref() != Some(&[object]) {
            return None;
        }
        let kind = site.runner?;
        let joiner = threads.iter().find(|met| met.kinds == [kind])?;
        let (address, rounds, nth) = (site.address?, site.rounds.as_deref()?, site.nth?);
        let times = self.times(site.at);
        let mut done = self.passed(&joiner.state, times)?;
        if self.world.broken == Some(Broken::JoinsOffByOne) {
            let one = self.values.constant(1, ROUNDS);
            done = self.values.binary(raddle_ir::BinaryOp::Add, ROUNDS, done, one)?;
        }
        let joins = Row { nth: Some(nth), ..self.row(address, rounds)? };
        let Some(cells) = self.span(&joins, done)? else { return Some(None) };
        if joins.round.is_none() {
            return Some(Some(Joined { cells, rounds: None }));
        }
        let row = row.filter(|row| row.round.is_some())?;
        let same = self.in_round(&row, nth)? == joins.address;
        same.then_some(Some(Joined { cells, rounds: Some(done) }))
    }

    /// Threads of the context were not joined.
    pub(crate) fn still_there(&mut self, cells: &[Cell], joined: Option<Joined>) -> Vec<Val> {
        let Some(joined) = joined else { return Vec::new() };
        let mut conditions = Vec::new();
        for cell in cells {
            conditions.extend(match (joined.rounds, cell.round) {
                (Some(done), Some(round)) => {
                    self.values.compare(CompareOp::Uge, ROUNDS, round, done)
                }
                (None, _) => {
                    self.values.compare(CompareOp::Ne, Type::Ptr, cell.address, joined.cells.from)
                }
                (Some(_), None) => None,
            });
        }
        conditions
    }
}
