//! What threads waited for when they began to wait, and still wait for: whoever changes it wakes them, and nobody has.
//!
//! A thread that stands in the wait of `while (used == 0 && !closed) pthread_cond_wait(…)` read `used` and `closed` under its lock. If every store that could make a difference is followed
//! by a broadcast, then a thread that was not woken still finds what it found: if somebody stored since, then he is between his store and the broadcast (the *gap*), and
//! the context says where everybody stands.
//!
//! **Why it holds.** Take the threads of the context that wait for one condition variable, and the moment when the last of them began to. Look at the first store to the cell
//! since then. It is not by one of them. It is not a store whose own conditions say that the cell holds something else than the last waiter read, since nobody changed it in between. So it
//! is followed by a signal in the same function, on all ways. Whoever stored is still in the gap, which is looked at, or he has signalled; a broadcast wakes all of them, and a
//! signal one of them, if nobody else can be waiting there. Neither has happened, so there was no store, and the cell holds what the last waiter read.
//!
//! It needs that the context has all threads that store to the cell, that nobody can be ended from outside, and that there are no data races before.

use raddle_ir::{Block, CompareOp, FuncId, Operand, Terminator, Type};
use raddle_library::{Deed, Limit};
use raddle_pointsto::{Object, Offset, Place, Position, Region, positions_of};
use raddle_warn::sync::{SyncOp, ends_process, sync_op};
use rustc_hash::FxHashSet;

use crate::broken::Broken;
use crate::cells::{Cell, Range, Ranges};
use crate::flow::{Analysis, State};
use crate::summary::StoreNote;
use crate::values::{Node, Root, SymbolKind, Val};
use crate::{Context, ThreadAt};

/// A thread of the context that stands in a wait.
#[derive(Debug)]
pub(crate) struct Waiter<'w> {
    /// Before the wait.
    pub(crate) state: &'w State,
    pub(crate) kinds: &'w [usize],
    pub(crate) at: Position,
}

/// Those that wait for one condition variable.
struct Group<'g, 'w> {
    waiters: Vec<&'g Waiter<'w>>,
    condition: (Val, Place),
    /// The kinds of these threads, if there are no other threads of them.
    kinds: Option<Vec<usize>>,
}

impl Analysis<'_> {
    /// What cells hold because somebody waits for them to change.
    pub(crate) fn wait_conditions(
        &mut self,
        context: &Context,
        waiters: &[Waiter<'_>],
        ranges: &Ranges,
        executed: &dyn Fn(Position) -> bool,
    ) -> Vec<Val> {
        let mut found = Vec::new();
        if self.world.program.function("pthread_cancel").is_some() {
            return found;
        }
        for group in self.groups(waiters) {
            let first = group.waiters[0].state.memory.entries.clone();
            for entry in first.iter().filter(|entry| entry.exposed && entry.own) {
                let Some(cell) = self.cell_at(entry.address, entry.ty) else { continue };
                let Some(read) = read_by_all(&group, entry.address, entry.ty) else { continue };
                if self.stays(context, &group, cell, &read, ranges, executed) {
                    found.extend(self.one_of(cell, &read));
                    let ranges = read.iter().filter_map(|(value, state)| {
                        self.range_of(ranges, *value, &state.conditions)
                    });
                    if let Some(range) = ranges.reduce(Range::with) {
                        found.extend(self.lies_in(cell, range));
                    }
                    self.assumes_no_races = true;
                }
            }
        }
        found
    }

    /// The waiters by condition variable, as far as that is a global.
    fn groups<'g, 'w>(&mut self, waiters: &'g [Waiter<'w>]) -> Vec<Group<'g, 'w>> {
        let mut groups: Vec<Group<'g, 'w>> = Vec::new();
        for waiter in waiters {
            let Some(condition) = self.waited_for(waiter) else { continue };
            let Some(place) = self.place_of(condition) else { continue };
            match groups.iter_mut().find(|group| group.condition.0 == condition) {
                Some(group) => group.waiters.push(waiter),
                None => groups.push(Group {
                    waiters: vec![waiter],
                    condition: (condition, place),
                    kinds: None,
                }),
            }
        }
        for group in &mut groups {
            let mut kinds: Vec<usize> =
                group.waiters.iter().flat_map(|waiter| waiter.kinds.iter().copied()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let single = kinds.iter().all(|&kind| self.world.kinds[kind].single);
            group.kinds = (single && kinds.len() == group.waiters.len()).then_some(kinds);
        }
        groups
    }

    fn waited_for(&mut self, waiter: &Waiter<'_>) -> Option<Val> {
        let (name, args) = self.world.library_call(waiter.at.op(self.world.program)?)?;
        // Who waits for some time only may have given up by now.
        if raddle_library::deed(name) != (Deed::Wait { limit: Limit::None }) {
            return None;
        }
        let operand = args.first()?.value;
        self.eval(waiter.state, operand, Type::Ptr)
    }

    /// Where a global's address points.
    fn place_of(&self, address: Val) -> Option<Place> {
        let Node::Constant(Operand::Global(global, offset), _) = *self.values.node(address) else {
            return None;
        };
        let is_it = |object: &raddle_pointsto::ObjectId| {
            self.world.points_to.object(*object) == Object::Global(global)
        };
        let object = self.world.points_to.objects().find(is_it)?;
        Some(Place { object, offset: Offset::At(u64::try_from(offset).ok()?) })
    }

    /// The cell holds one of these values.
    fn one_of(&mut self, cell: Cell, read: &[(Val, &State)]) -> Option<Val> {
        let now = self.held_now(cell);
        let holds = self.values.constant(1, Type::BOOL);
        let mut either: Option<Val> = None;
        for &(value, _) in read {
            let equal = self.values.compare(CompareOp::Eq, cell.ty(), now, value)?;
            either = Some(match either {
                None => equal,
                Some(others) => self.values.select(Type::BOOL, equal, holds, others)?,
            });
        }
        either
    }

    /// Whether nobody has stored to a cell since the last of a group began to wait.
    fn stays(
        &mut self,
        context: &Context,
        group: &Group<'_, '_>,
        cell: Cell,
        read: &[(Val, &State)],
        ranges: &Ranges,
        executed: &dyn Fn(Position) -> bool,
    ) -> bool {
        let address =
            self.values.operand(Operand::Global(cell.global, cell.offset as i64), Type::Ptr);
        let Some(place) = address.and_then(|address| self.place_of(address)) else { return false };
        let end = cell.offset + cell.ty().bytes(&self.world.program.target);
        let region = Region { object: place.object, bytes: Some((cell.offset, end)) };
        // Stores to computed places stay away from a cell whose range is known (`indexed.rs`).
        let writes = self.sharing.places_that_write(&region);
        let writes: Vec<Position> = writes
            .filter(|(_, bytes)| bytes.is_some() || !ranges.has(cell))
            .map(|(at, _)| at)
            .collect();
        for at in writes {
            if !self.world.may_be_later(at) || self.is_of_group(group, at, executed) {
                continue;
            }
            let Some(summary) = self.summary(at.func) else { return false };
            // A place that is not a store has no note, and neither has one that control does not come to.
            if !matches!(at.op(self.world.program), Some(raddle_ir::Op::Store { .. })) {
                return false;
            }
            let Some(note) = summary.stores.get(&at).cloned() else { continue };
            if self.is_excluded(&note, read, ranges) {
                continue;
            }
            if !context.whole && !self.has_all_that_run(at.func, executed) {
                return false;
            }
            let Some(gap) = self.gap(group, cell, at, &note, executed) else { return false };
            let in_gap = |thread: &ThreadAt| thread.frames.iter().any(|at| gap.contains(at));
            if context.threads.iter().any(in_gap) {
                return false;
            }
        }
        true
    }

    /// Whether the context has all threads that ever execute a function.
    fn has_all_that_run(&self, func: FuncId, executed: &dyn Fn(Position) -> bool) -> bool {
        let runners = self.world.kinds_of(func, executed);
        self.world.broken == Some(Broken::WritersOverlooked)
            || (!self.world.points_to.calls.by_any_thread.contains(&func)
                && runners.iter().all(|kind| !self.left_out.contains(kind)))
    }

    /// Whether nobody but the waiters executes a place.
    fn is_of_group(
        &self,
        group: &Group<'_, '_>,
        at: Position,
        executed: &dyn Fn(Position) -> bool,
    ) -> bool {
        // A handler of a signal may come in the middle of a wait.
        if self.world.points_to.calls.by_any_thread.contains(&at.func) {
            return false;
        }
        let runners = self.world.kinds_of(at.func, executed);
        group.kinds.as_ref().is_some_and(|kinds| runners.iter().all(|kind| kinds.contains(kind)))
    }

    /// Whether a store is only executed when the cell holds something else than what was read.
    fn is_excluded(&self, note: &StoreNote, read: &[(Val, &State)], ranges: &Ranges) -> bool {
        let Some(before) = note.before else { return false };
        let Some(here) = self.range_of(ranges, before, &note.conditions) else { return true };
        read.iter().all(|(value, state)| {
            let there = self.range_of(ranges, *value, &state.conditions);
            there.is_none_or(|there| there.most < here.least || here.most < there.least)
        })
    }

    /// Where a thread may stand that has stored, and has not woken the group yet. `None` if it need not wake it.
    fn gap(
        &mut self,
        group: &Group<'_, '_>,
        cell: Cell,
        at: Position,
        note: &StoreNote,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<FxHashSet<Position>> {
        let summary = self.summary(at.func)?;
        let body = self.world.body(at.func)?;
        let shape = self.world.shape(at.func);
        let mut gap: FxHashSet<Position> = FxHashSet::default();
        let mut begun: FxHashSet<(Block, bool)> = FxHashSet::default();
        let mut open: Vec<(Position, bool)> = vec![(Position { inst: at.inst + 1, ..at }, true)];
        while let Some((from, same_round)) = open.pop() {
            let mut here = from;
            let woken = loop {
                gap.insert(here);
                let Some(op) = here.op(self.world.program) else { break false };
                if let Some((name, _)) = self.world.library_call(op) {
                    match sync_op(name) {
                        // An assertion that fails: nobody waits any more.
                        _ if ends_process(name) => break true,
                        Some(SyncOp::Signal { all }) => {
                            let condition = group.condition.0;
                            let wakes = summary.wakes.get(&here).is_some_and(|&whom| {
                                whom == condition
                                    || (same_round && self.goes_along(condition, cell, note, whom))
                            });
                            if wakes && (all || self.one_is_enough(group, at, executed)) {
                                break true;
                            }
                        }
                        Some(
                            SyncOp::Lock { .. } | SyncOp::TryLock { .. } | SyncOp::Unlock { .. },
                        ) => {}
                        _ => return None,
                    }
                } else if matches!(op, raddle_ir::Op::Call { .. }) {
                    return None;
                }
                here.inst += 1;
            };
            if woken {
                continue;
            }
            match &body.blocks[here.block].terminator {
                Terminator::Return(_) => return None,
                other => {
                    for next in raddle_analysis::successors(other) {
                        // In another round, what is named alike may be something else.
                        let same_round = same_round
                            && (shape.headed[next].is_none()
                                || self.world.broken == Some(Broken::OtherRoundsTrusted));
                        if begun.insert((next, same_round)) {
                            open.push((Position { block: next, inst: 0, ..at }, same_round));
                        }
                    }
                }
            }
        }
        Some(gap)
    }

    /// Whether a signal is given to a condition variable whenever a store goes to a cell, if what both name is the same.
    fn goes_along(&self, condition: Val, cell: Cell, note: &StoreNote, whom: Val) -> bool {
        let (Some(address), (Root::Global(global), there)) =
            (note.address, self.values.distance(condition))
        else {
            return false;
        };
        let ((root, stored), (other, woken)) =
            (self.values.distance(address), self.values.distance(whom));
        let apart = there.wrapping_sub(cell.offset as i64);
        global == cell.global && root == other && woken.wrapping_sub(stored) == apart
    }

    /// Whether nobody else can be waiting, but who gives the signal himself.
    fn one_is_enough(
        &mut self,
        group: &Group<'_, '_>,
        at: Position,
        executed: &dyn Fn(Position) -> bool,
    ) -> bool {
        if self.world.broken == Some(Broken::SignalsTakenForBroadcasts) {
            return true;
        }
        let Some(kinds) = &group.kinds else { return false };
        let own = self.world.certain_kind(at.func, executed);
        let own = own.filter(|&own| self.world.kinds[own].single);
        (0..self.world.kinds.len()).all(|kind| {
            kinds.contains(&kind)
                || own == Some(kind)
                || !self.may_wait(kind, group.condition, executed)
        })
    }

    /// Whether a thread of a kind may wait for a condition variable.
    fn may_wait(
        &mut self,
        kind: usize,
        condition: (Val, Place),
        executed: &dyn Fn(Position) -> bool,
    ) -> bool {
        if self.world.kinds[kind].site.is_some_and(|site| !executed(site)) {
            return false;
        }
        let mut functions: Vec<_> = self.world.kinds[kind].runs.iter().copied().collect();
        functions.sort_unstable();
        for at in functions.into_iter().flat_map(|func| positions_of(self.world.program, func)) {
            let call = at.op(self.world.program).and_then(|op| self.world.library_call(op));
            let Some((name, args)) = call else { continue };
            if sync_op(name) != Some(SyncOp::Wait) {
                continue;
            }
            let Some(arg) = args.first() else { return true };
            let places = self.world.points_to.places(at.func, arg.value);
            let here = |place: &Place| {
                place.object == condition.1.object
                    && (place.offset == condition.1.offset || place.offset == Offset::Any)
            };
            let unknown = |place: &Place| {
                matches!(self.world.points_to.object(place.object), Object::Unknown)
            };
            let possible = places.is_empty() || places.iter().any(|p| here(p) || unknown(p));
            if possible && !self.waits_elsewhere(kind, condition.0, at) {
                return true;
            }
        }
        false
    }

    /// Whether the arguments of all calls of a function say that it waits for another condition variable.
    fn waits_elsewhere(&mut self, kind: usize, condition: Val, at: Position) -> bool {
        let Some(summary) = self.summary(at.func) else { return false };
        let Some(&whom) = summary.wakes.get(&at) else { return false };
        let (root, by) = self.values.distance(whom);
        let Root::Value(base) = root else {
            return matches!(root, Root::Global(_)) && whom != condition;
        };
        let Some(SymbolKind::Param(func, index)) =
            self.values.symbol_of(base).map(|symbol| symbol.kind)
        else {
            return false;
        };
        let calls = &self.world.points_to.calls;
        if func != at.func || calls.roots.contains(&func) || calls.by_any_thread.contains(&func) {
            return false;
        }
        let (Root::Global(wanted), wanted_at) = self.values.distance(condition) else {
            return false;
        };
        let sites = self.world.callers(func).iter();
        let runs = &self.world.kinds[kind].runs;
        let sites: Vec<_> = sites.filter(|site| runs.contains(&site.at.func)).copied().collect();
        sites.into_iter().all(|site| {
            let summary = self.summary(site.at.func);
            let arguments = summary.and_then(|s| s.arguments_at.get(&site.at).cloned());
            let argument = arguments.and_then(|all| all.get(index as usize).copied().flatten());
            site.passes_arguments
                && site.starts_with.is_none()
                && argument.is_some_and(|argument| match self.values.distance(argument) {
                    (Root::Global(global), offset) => {
                        (global, offset.wrapping_add(by)) != (wanted, wanted_at)
                    }
                    _ => false,
                })
        })
    }
}

/// What each of a group read at an address, if all of them did.
fn read_by_all<'w>(group: &Group<'_, 'w>, address: Val, ty: Type) -> Option<Vec<(Val, &'w State)>> {
    let read = group.waiters.iter().map(|waiter| {
        let entries = &waiter.state.memory.entries;
        let alike = entries.iter().find(|e| e.address == address && e.ty == ty && e.own)?;
        Some((alike.value, waiter.state))
    });
    read.collect()
}
