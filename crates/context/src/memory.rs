//! Stores and loads whose value must still be in memory (sections 3.3 and 4.4).
//!
//! After a store or a load the memory at that address holds that value. An entry ends with a write that may overlap, by the pointer analysis (writes of called functions
//! included), unless addresses show that it does not: the same root at another constant distance. What is left is about other threads.
//!
//! **Conflict-free** memory stays as it is: nobody else has its address; or everybody who may write it is this thread (the only one of its kind); or it is written only
//! before there are threads. The last kind is *frozen*: every thread reads the same value there, so it is one symbol for all of them, or
//! what the first thread knew at every creation.
//!
//! **Interference-free** memory, for the rest: if there are no data races, a write by another thread is ordered before or behind our access, and it can be behind
//! only if we *released* something in between (unlocked, created a thread, waited, …). So an entry lives to the next release. It outlives a release if some lock
//! is held across it that every other writer holds, too: the writer has to wait for that one. Memory that is written by atomic or volatile accesses of others is not
//! looked at, since these may come unordered without a race.
//!
//! What the creator of a thread knew holds for what the thread *reads* until it acquires something: a write that its read could see otherwise would be unordered with
//! it. Such entries are answers to loads, but no facts about the state until the thread has read them.
//!
//! The argument needs that there are no data races before the context; whenever an entry about memory with writers is used, `assumes_no_races` says so.
//!
//! What it misses: entries that differ between ways that no condition tells apart, bytes of an entry at another type, what a called function leaves behind in memory it allocates.

use std::rc::Rc;

use raddle_ir::{Entity, FuncId, GlobalId, InitPart, Op, Operand, Type};
use raddle_library::{Deed, Sort};
use raddle_pointsto::{Object, ObjectId, Position, Region, positions_of, published};
use raddle_warn::sync::{Family, SyncOp, sync_op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::broken::Broken;
use crate::flow::{Analysis, Frame, Joint, State, Storing, Ways};
use crate::values::{Instance, Node, Symbol, SymbolKind, Val};
use crate::world::World;

/// More are not kept.
const MOST: usize = 128;
/// With more written regions, nothing is known of initial values.
const MOST_WRITTEN: usize = 4000;

/// What is known of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    pub(crate) entries: Vec<Entry>,
    /// What may have been written since the program began, if that is known: the rest of the globals holds its initial values.
    pub(crate) written: Option<Vec<Region>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) address: Val,
    pub(crate) ty: Type,
    pub(crate) value: Val,
    pub(crate) regions: Rc<[Region]>,
    /// Others may write it.
    pub(crate) exposed: bool,
    /// The thread has accessed it itself; else this is what its creator knew.
    pub(crate) own: bool,
}

/// What others may do to memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exposure {
    /// Nothing.
    Free,
    /// They may write it, ordered by synchronisation.
    Exposed,
    /// They may write it whenever they like.
    Racy,
}

/// A write of the program.
#[derive(Clone, Copy, Debug)]
struct Write {
    bytes: Option<(u64, u64)>,
    at: Position,
    /// It is atomic or volatile.
    racy: bool,
}

/// Bytes of objects; `None`: all.
type Ranges = FxHashMap<ObjectId, Vec<Option<(u64, u64)>>>;

/// Who writes what.
#[derive(Debug, Default)]
pub(crate) struct Sharing {
    published: Vec<bool>,
    writes: FxHashMap<ObjectId, Vec<Write>>,
    /// Bytes of synchronisation objects.
    synchronising: Ranges,
    exposures: FxHashMap<(Region, Option<usize>), Exposure>,
    /// Whether everybody else who writes a region holds a lock then.
    guarded: FxHashMap<(Region, Val, Option<usize>), bool>,
    /// What frozen globals hold.
    frozen: FxHashMap<(Val, Type), Val>,
    /// What a function may write, what it calls included.
    written_by: FxHashMap<FuncId, Rc<Ranges>>,
    /// Whether a function may acquire and release.
    orders: FxHashMap<FuncId, (bool, bool)>,
}

fn overlap(a: Option<(u64, u64)>, b: Option<(u64, u64)>) -> bool {
    match (a, b) {
        (Some((a, a_end)), Some((b, b_end))) => a < b_end && b < a_end,
        (None, _) | (_, None) => true,
    }
}

/// The bytes of the synchronisation object that a function is given first.
pub(crate) fn size_of(name: &str) -> u64 {
    let sort = match raddle_library::deed(name) {
        Deed::Lock { of, .. }
        | Deed::TryLock { of, .. }
        | Deed::Unlock { of }
        | Deed::Init { of }
        | Deed::Destroy { of } => of,
        Deed::InitWithKind => Sort::Mutex,
        Deed::Wait { .. } | Deed::Signal { .. } => Sort::Condition,
        Deed::Once => return 4,
        _ => Sort::Barrier,
    };
    match sort {
        Sort::Mutex => 40,
        Sort::Condition => 48,
        Sort::ReadWriteLock => 56,
        Sort::Spinlock => 4,
        Sort::Semaphore | Sort::Barrier => 32,
    }
}

/// Arguments that point to synchronisation objects, with their sizes, where a call touches nothing else.
pub(crate) fn synchronised(name: &str) -> &'static [usize] {
    match sync_op(name) {
        Some(
            SyncOp::Lock { .. }
            | SyncOp::TryLock { .. }
            | SyncOp::Unlock { .. }
            | SyncOp::MutexInit
            | SyncOp::C11MutexInit
            | SyncOp::SemaphoreInit
            | SyncOp::Signal { .. }
            | SyncOp::BarrierInit
            | SyncOp::BarrierWait
            | SyncOp::Once
            | SyncOp::Making,
        ) => &[0],
        Some(SyncOp::Wait) => &[0, 1],
        Some(
            SyncOp::RecursiveAttribute
            | SyncOp::Create { .. }
            | SyncOp::Join
            | SyncOp::ThreadEnd
            | SyncOp::SectionBegin
            | SyncOp::SectionEnd
            | SyncOp::Await
            | SyncOp::Nothing,
        )
        | None => &[],
    }
}

impl Sharing {
    /// Looks at every write that may have been executed; `None` if the budget is spent.
    pub(crate) fn new(world: &World<'_>, executed: &dyn Fn(Position) -> bool) -> Option<Sharing> {
        let mut sharing =
            Sharing { published: published(world.program, world.points_to), ..Sharing::default() };
        let mut functions: Vec<FuncId> = world.points_to.calls.reachable().into_iter().collect();
        functions.sort_unstable();
        for at in functions.into_iter().flat_map(|func| positions_of(world.program, func)) {
            if world.budget.is_spent() {
                return None;
            }
            sharing.note_synchronised(world, at);
            if !executed(at) {
                continue;
            }
            let racy = match at.op(world.program) {
                Some(Op::Store { volatile, order, .. }) => *volatile || order.is_some(),
                Some(Op::AtomicUpdate { .. } | Op::CompareExchange { .. }) => true,
                Some(Op::Call { .. }) => {
                    let library = at.op(world.program).and_then(|op| world.library_call(op));
                    library.is_some_and(|(name, _)| {
                        name.starts_with("__atomic") || name.starts_with("__sync")
                    })
                }
                _ => false,
            };
            for region in written_at(world, at) {
                let write = Write { bytes: region.bytes, at, racy };
                sharing.writes.entry(region.object).or_default().push(write);
            }
        }
        Some(sharing)
    }

    fn note_synchronised(&mut self, world: &World<'_>, at: Position) {
        let Some((name, args)) = at.op(world.program).and_then(|op| world.library_call(op)) else {
            return;
        };
        for &index in synchronised(name) {
            let size = if index == 1 { 40 } else { size_of(name) };
            let Some(arg) = args.get(index) else { continue };
            for place in world.points_to.places(at.func, arg.value) {
                let bytes = match place.offset {
                    raddle_pointsto::Offset::At(offset) => Some((offset, offset + size)),
                    raddle_pointsto::Offset::Any => None,
                };
                let known = self.synchronising.entry(place.object).or_default();
                if !known.contains(&bytes) {
                    known.push(bytes);
                }
            }
        }
    }

    pub(crate) fn is_synchronising(&self, region: &Region) -> bool {
        let known = self.synchronising.get(&region.object);
        known.is_some_and(|known| {
            known.iter().any(|&bytes| bytes.is_some() && overlap(bytes, region.bytes))
        })
    }

    /// Forgets who holds which locks at writes.
    pub(crate) fn forget_guards(&mut self) {
        self.guarded.clear();
    }

    pub(crate) fn is_published(&self, object: ObjectId) -> bool {
        self.published.get(object.0 as usize).copied().unwrap_or(true)
    }

    /// Writes that may change a region.
    fn writes_to(&self, region: &Region) -> impl Iterator<Item = &Write> {
        let writes = self.writes.get(&region.object).map_or(&[][..], Vec::as_slice);
        let bytes = region.bytes;
        writes.iter().filter(move |write| overlap(write.bytes, bytes))
    }

    /// The same as places, with the bytes that each of them writes.
    pub(crate) fn places_that_write(
        &self,
        region: &Region,
    ) -> impl Iterator<Item = (Position, Option<(u64, u64)>)> {
        self.writes_to(region).map(|write| (write.at, write.bytes))
    }

    /// All places that write, in order.
    pub(crate) fn all_writers(&self) -> Vec<Position> {
        let mut places: Vec<Position> =
            self.writes.values().flatten().map(|write| write.at).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Globals that hold synchronisation objects: their bytes change although nobody writes them.
    pub(crate) fn used_globals<'s>(
        &'s self,
        points_to: &'s raddle_pointsto::PointsTo,
    ) -> impl Iterator<Item = GlobalId> + 's {
        self.synchronising.keys().filter_map(|&object| match points_to.object(object) {
            Object::Global(global) => Some(global),
            _ => None,
        })
    }

    /// Objects that something writes.
    pub(crate) fn written(&self) -> impl Iterator<Item = ObjectId> {
        let written = self.writes.iter().filter(|(_, writes)| !writes.is_empty());
        written.map(|(&object, _)| object)
    }

    /// Who writes an object.
    pub(crate) fn writers(&self, object: ObjectId) -> impl Iterator<Item = Position> {
        self.writes.get(&object).into_iter().flatten().map(|write| write.at)
    }

    /// Whether nothing writes an object.
    pub(crate) fn is_unwritten(&self, object: ObjectId) -> bool {
        self.writes.get(&object).is_none_or(Vec::is_empty)
    }
}

/// What an operation writes itself, synchronisation objects left out.
pub(crate) fn written_at(world: &World<'_>, at: Position) -> Vec<Region> {
    if let Some((name, _)) = at.op(world.program).and_then(|op| world.library_call(op))
        && !synchronised(name).is_empty()
    {
        return Vec::new();
    }
    world.points_to.accesses(world.program, at).writes
}

impl Analysis<'_> {
    /// What others than the thread of a kind may do to a region.
    fn exposure_of(&mut self, region: &Region, kind: Option<usize>) -> Exposure {
        if let Some(&known) = self.sharing.exposures.get(&(*region, kind)) {
            return known;
        }
        let exposure = self.find_exposure(region, kind);
        self.sharing.exposures.insert((*region, kind), exposure);
        exposure
    }

    fn find_exposure(&self, region: &Region, kind: Option<usize>) -> Exposure {
        if matches!(self.world.points_to.object(region.object), Object::Unknown | Object::Library) {
            return Exposure::Racy;
        }
        if !self.sharing.is_published(region.object) {
            return Exposure::Free;
        }
        let mut exposure = Exposure::Free;
        for write in self.sharing.writes_to(region) {
            if self.is_others(write.at, kind) {
                let found = if write.racy { Exposure::Racy } else { Exposure::Exposed };
                exposure = exposure.max(found);
            }
        }
        exposure
    }

    /// Whether another thread than the one of a kind may execute a place while that one runs.
    fn is_others(&self, at: Position, kind: Option<usize>) -> bool {
        if !self.world.may_be_later(at) {
            return false;
        }
        let own = |index: usize| kind == Some(index) && self.world.kinds[index].single;
        let mut runners =
            self.world.kinds.iter().enumerate().filter(|(_, other)| other.runs.contains(&at.func));
        runners.any(|(index, _)| !own(index))
    }

    pub(crate) fn exposure(&mut self, regions: &[Region], kind: Option<usize>) -> Exposure {
        let worst = regions.iter().map(|region| self.exposure_of(region, kind)).max();
        worst.unwrap_or(Exposure::Racy)
    }

    /// Whether nobody writes a region once there are threads.
    fn is_frozen(&self, region: &Region) -> bool {
        self.sharing.writes_to(region).all(|write| !self.world.may_be_later(write.at))
    }

    pub(crate) fn load(&mut self, frame: &Frame, state: &mut State, at: Position, op: &Op) {
        let Op::Load { dst, ty, ptr, volatile, order, .. } = op else { return };
        let regions: Rc<[Region]> =
            self.world.points_to.accesses(self.world.program, at).reads.into();
        let plain = !volatile && order.is_none();
        if order.is_some() {
            self.acquire(frame, state);
        }
        let exposure = self.exposure(&regions, frame.kind);
        let address = self.eval(state, *ptr, Type::Ptr);
        let usable = exposure == Exposure::Free || (plain && exposure == Exposure::Exposed);
        let Some(address) = address.filter(|_| usable) else {
            return self.assign_unknown(frame, state, at, op);
        };
        let known = state.memory.entries.iter_mut().find(|e| e.address == address && e.ty == *ty);
        if let Some(entry) = known {
            entry.own = true;
            let (value, exposed) = (entry.value, entry.exposed);
            self.assumes_no_races |= exposed;
            state.regs[dst.index()] = value;
            return;
        }
        let value = self
            .initial(state, address, *ty, exposure)
            .or_else(|| self.frozen(at, address, *ty, &regions));
        match value {
            Some(value) => state.regs[dst.index()] = value,
            None => self.assign_unknown(frame, state, at, op),
        }
        let value = state.regs[dst.index()];
        self.remember(
            state,
            Entry {
                address,
                ty: *ty,
                value,
                regions,
                exposed: exposure == Exposure::Exposed,
                own: true,
            },
        );
    }

    /// The initial value of a global that was not written.
    fn initial(
        &mut self,
        state: &State,
        address: Val,
        ty: Type,
        exposure: Exposure,
    ) -> Option<Val> {
        let &Node::Constant(Operand::Global(global, offset), _) = self.values.node(address) else {
            return None;
        };
        let constant = self.world.program.globals[global].constant;
        if !constant {
            let written = state.memory.written.as_ref()?;
            let object = Object::Global(global);
            let bytes = ty.bytes(&self.world.program.target);
            let start = u64::try_from(offset).ok()?;
            let overlaps = |region: &Region| {
                self.world.points_to.object(region.object) == object
                    && overlap(region.bytes, Some((start, start + bytes)))
            };
            if exposure != Exposure::Free || written.iter().any(overlaps) {
                return None;
            }
        }
        self.initial_value(global, offset, ty)
    }

    pub(crate) fn initial_value(&mut self, global: GlobalId, offset: i64, ty: Type) -> Option<Val> {
        let init = self.world.program.globals[global].init.as_ref()?;
        let start = u64::try_from(offset).ok()?;
        let bytes = ty.bytes(&self.world.program.target);
        let end = start.checked_add(bytes)?;
        if bytes > 8 || end > self.world.program.globals[global].size || ty.is_float() {
            return None;
        }
        let pointer = u64::from(self.world.program.target.pointer_bits / 8);
        let mut word = 0u64;
        for (at, part) in &init.parts {
            match part {
                InitPart::Bytes(content) => {
                    for (index, &byte) in content.iter().enumerate() {
                        let place = at + index as u64;
                        if (start..end).contains(&place) {
                            word |= u64::from(byte) << (8 * (place - start));
                        }
                    }
                }
                InitPart::Global(target, by) if *at == start && bytes == pointer => {
                    let thread_local = self.world.program.globals[*target].thread_local;
                    return match ty == Type::Ptr && !thread_local {
                        true => self.values.operand(Operand::Global(*target, *by), ty),
                        false => None,
                    };
                }
                InitPart::Func(target) if *at == start && ty == Type::Ptr => {
                    return self.values.operand(Operand::Func(*target), ty);
                }
                _ if at + pointer > start && *at < end => return None,
                _ => {}
            }
        }
        Some(self.values.constant(word, ty))
    }

    /// The value of a global that nobody writes any more.
    fn frozen(&mut self, at: Position, address: Val, ty: Type, regions: &[Region]) -> Option<Val> {
        let &Node::Constant(Operand::Global(global, offset), _) = self.values.node(address) else {
            return None;
        };
        let frozen = self.world.may_be_later(at)
            && regions.iter().all(|region| {
                self.is_frozen(region)
                    && matches!(self.world.points_to.object(region.object), Object::Global(_))
            });
        if !frozen {
            return None;
        }
        let kind = SymbolKind::Frozen(global, offset);
        if let Some(&known) = self.sharing.frozen.get(&(address, ty)) {
            return Some(known);
        }
        Some(self.values.symbol(Symbol { instance: Instance::ONCE, kind, ty }))
    }

    /// Finds out what frozen globals hold: what the first thread knows of them wherever it creates others. `None` if the budget is spent.
    pub(crate) fn thaw(&mut self, executed: &dyn Fn(Position) -> bool) -> Option<()> {
        let sites: Vec<Position> = self.world.kinds.iter().filter_map(|kind| kind.site).collect();
        let mut agreed: Option<FxHashMap<(Val, Type), Val>> = None;
        for at in sites {
            // Whatever other threads do, the first creation is one of the first thread.
            if !executed(at) || !self.world.kinds[0].runs.contains(&at.func) {
                continue;
            }
            let state = self.state_before(at, Some(0), executed, 0)?.state;
            let Some(state) = state else { continue };
            let mut known = FxHashMap::default();
            for entry in &state.memory.entries {
                let frozen = entry.regions.iter().all(|region| self.is_frozen(region));
                if frozen && self.is_steady(entry.value) {
                    known.insert((entry.address, entry.ty), entry.value);
                }
            }
            match &mut agreed {
                None => agreed = Some(known),
                Some(agreed) => {
                    agreed.retain(|place, value| known.get(place) == Some(value));
                }
            }
        }
        self.sharing.frozen = agreed.unwrap_or_default();
        // They were made without this.
        self.forget_summaries();
        self.locks_lost = false;
        self.assumes_no_races = false;
        Some(())
    }

    pub(crate) fn store(&mut self, frame: &Frame, state: &mut State, at: Position, op: &Op) {
        let Op::Store { ty, value, ptr, volatile, order, .. } = op else { return };
        let regions: Rc<[Region]> =
            self.world.points_to.accesses(self.world.program, at).writes.into();
        let address = self.eval(state, *ptr, Type::Ptr);
        self.count_step(state, at, *ptr);
        let bytes = ty.bytes(&self.world.program.target);
        let storing = address.map(|address| Storing { frame, at, address, bytes });
        self.forget(state, &regions, storing.as_ref());
        if order.is_some() {
            self.release(frame, state, None);
        }
        let exposure = self.exposure(&regions, frame.kind);
        let plain = !volatile && order.is_none();
        let usable = exposure == Exposure::Free || (plain && exposure == Exposure::Exposed);
        let value = self.eval(state, *value, *ty);
        if let (Some(address), Some(value), true) = (address, value, usable) {
            let exposed = exposure == Exposure::Exposed;
            self.remember(state, Entry { address, ty: *ty, value, regions, exposed, own: true });
        }
    }

    fn remember(&mut self, state: &mut State, entry: Entry) {
        let entries = &mut state.memory.entries;
        let alike = |other: &Entry| other.address == entry.address && other.ty == entry.ty;
        let own_local = entry.regions.iter().all(|region| {
            !matches!(self.world.points_to.object(region.object), Object::Unknown | Object::Library)
        });
        if own_local
            && entries.len() < MOST
            && !entries.iter().any(alike)
            && !entry.regions.is_empty()
            && !entry.regions.iter().any(|region| self.sharing.is_synchronising(region))
        {
            entries.push(entry);
        }
    }

    /// Ends what a write may change.
    pub(crate) fn forget(
        &mut self,
        state: &mut State,
        regions: &[Region],
        to: Option<&Storing<'_>>,
    ) {
        if let Some(written) = &mut state.memory.written {
            for region in regions {
                if let Err(at) = written.binary_search(region) {
                    written.insert(at, *region);
                }
            }
        }
        let entries = std::mem::take(&mut state.memory.entries);
        for entry in entries {
            if !self.may_change(state, &entry, regions, to) {
                state.memory.entries.push(entry);
            }
        }
    }

    /// Whether a write to some regions may change an entry.
    fn may_change(
        &mut self,
        state: &State,
        entry: &Entry,
        regions: &[Region],
        to: Option<&Storing<'_>>,
    ) -> bool {
        let overlap = entry.regions.iter().any(|a| regions.iter().any(|b| a.overlaps(b)));
        let Some(storing) = to else { return overlap };
        let bytes = entry.ty.bytes(&self.world.program.target);
        let (root, at) = self.values.distance(storing.address);
        let (other_root, other) = self.values.distance(entry.address);
        if root == other_root {
            let end = at.wrapping_add(storing.bytes as i64);
            let other_end = other.wrapping_add(bytes as i64);
            return end > other && other_end > at;
        }
        overlap && !self.goes_beside(state, storing, (entry.address, bytes))
    }

    /// Ends what an operation may change by itself.
    pub(crate) fn forget_written(&mut self, frame: &Frame, state: &mut State, at: Position) {
        debug_assert_eq!(frame.func, at.func, "an operation of the frame's function");
        let regions = written_at(&self.world, at);
        self.forget(state, &regions, None);
    }

    /// Ends what a called function may change.
    pub(crate) fn forget_called(&mut self, state: &mut State, callee: FuncId) {
        if self.world.broken == Some(Broken::CalleesWritesIgnored) {
            return;
        }
        let written = self.written_by(callee);
        if let Some(known) = &mut state.memory.written {
            for (&object, ranges) in written.iter() {
                for &bytes in ranges {
                    let region = Region { object, bytes };
                    if let Err(at) = known.binary_search(&region) {
                        known.insert(at, region);
                    }
                }
            }
            if known.len() > MOST_WRITTEN {
                state.memory.written = None;
            }
        }
        state.memory.entries.retain(|entry| {
            !entry.regions.iter().any(|region| {
                let ranges = written.get(&region.object);
                ranges
                    .is_some_and(|ranges| ranges.iter().any(|&bytes| overlap(bytes, region.bytes)))
            })
        });
    }

    pub(crate) fn written_by(&mut self, func: FuncId) -> Rc<Ranges> {
        if let Some(known) = self.sharing.written_by.get(&func) {
            return known.clone();
        }
        let mut written: Ranges = FxHashMap::default();
        for called in self.world.points_to.calls.reachable_from([func]) {
            for at in positions_of(self.world.program, called) {
                for region in written_at(&self.world, at) {
                    let ranges = written.entry(region.object).or_default();
                    if !ranges.contains(&region.bytes) {
                        ranges.push(region.bytes);
                    }
                }
            }
        }
        let written = Rc::new(written);
        self.sharing.written_by.insert(func, written.clone());
        written
    }

    /// Whether a function, or what it calls, may acquire and release.
    pub(crate) fn order_by(&mut self, func: FuncId) -> (bool, bool) {
        if let Some(&known) = self.sharing.orders.get(&func) {
            return known;
        }
        let (mut acquires, mut releases) = (false, false);
        for called in self.world.points_to.calls.reachable_from([func]) {
            if self.world.body(called).is_none() {
                let order = self.world.order_of(&self.world.program.functions[called].name);
                acquires |= order.acquires;
                releases |= order.releases;
            }
            for at in positions_of(self.world.program, called) {
                match at.op(self.world.program) {
                    Some(Op::Load { order: Some(_), .. }) => acquires = true,
                    Some(
                        Op::Store { order: Some(_), .. }
                        | Op::AtomicUpdate { .. }
                        | Op::CompareExchange { .. }
                        | Op::Fence { .. },
                    ) => (acquires, releases) = (true, true),
                    _ => {}
                }
            }
        }
        self.sharing.orders.insert(func, (acquires, releases));
        (acquires, releases)
    }

    /// What others did may be seen from here on.
    pub(crate) fn acquire(&mut self, _frame: &Frame, state: &mut State) {
        if self.world.broken != Some(Broken::InterferenceIgnored) {
            state.memory.entries.retain(|entry| !entry.exposed || entry.own);
        }
    }

    /// Others may change what was seen, unless they need a lock that stays held; `lost` are places of locks that may be given back meanwhile.
    pub(crate) fn release(
        &mut self,
        frame: &Frame,
        state: &mut State,
        lost: Option<&FxHashSet<ObjectId>>,
    ) {
        if self.world.broken == Some(Broken::InterferenceIgnored) {
            return;
        }
        let guards = self.certain_locks(state, lost);
        let entries = std::mem::take(&mut state.memory.entries);
        for entry in entries {
            let stays = !entry.exposed
                || (entry.own && guards.iter().any(|&lock| self.guards(lock, &entry, frame.kind)));
            if stays {
                state.memory.entries.push(entry);
            }
        }
    }

    pub(crate) fn acquire_and_release(
        &mut self,
        frame: &Frame,
        state: &mut State,
        lost: Option<&FxHashSet<ObjectId>>,
    ) {
        self.acquire(frame, state);
        self.release(frame, state, lost);
    }

    /// Whether everybody else who writes an entry's memory holds a lock then.
    fn guards(&mut self, lock: Val, entry: &Entry, kind: Option<usize>) -> bool {
        entry.regions.iter().all(|region| {
            if let Some(&known) = self.sharing.guarded.get(&(*region, lock, kind)) {
                return known;
            }
            let writes = self.sharing.writes_to(region).map(|write| write.at);
            let mut places: Vec<Position> = writes.filter(|&at| self.is_others(at, kind)).collect();
            places.sort_unstable();
            places.dedup();
            let guarded = places.into_iter().all(|at| self.held_for_certain(at, lock));
            // While a summary is made, others may be missing that say more.
            if self.under_way.is_empty() {
                self.sharing.guarded.insert((*region, lock, kind), guarded);
            }
            guarded
        })
    }

    /// Whether what is allocated at a place may be given back.
    pub(crate) fn is_freed(&self, at: Position) -> bool {
        let heap = |object: &ObjectId| self.world.points_to.object(*object) == Object::Heap(at);
        let Some(object) = self.world.points_to.objects().find(heap) else { return true };
        let region = Region { object, bytes: None };
        self.sharing.writes_to(&region).any(|write| {
            let op = write.at.op(self.world.program);
            // A function that is not known by name may free, too.
            op.is_some_and(|op| match op {
                Op::Call { .. } => self.world.library_call(op).is_none_or(|(name, _)| {
                    raddle_pointsto::library_function(name).is_none()
                        || matches!(name, "free" | "cfree" | "realloc" | "reallocarray")
                }),
                _ => false,
            })
        })
    }

    /// Places that may write a region while there are several threads.
    pub(crate) fn later_writes(&self, region: &Region) -> Vec<Position> {
        let writes = self.sharing.writes_to(region).map(|write| write.at);
        writes.filter(|&at| self.world.may_be_later(at)).collect()
    }

    pub(crate) fn join_memory(&mut self, joint: &Joint<'_>, ways: Option<&Ways>) -> Memory {
        let (first, rest) = joint.incoming.split_first().expect("some way comes here");
        let mut entries = Vec::new();
        for entry in &first.0.memory.entries {
            if joint.is_stale(&self.values, entry.address)
                || joint.is_stale(&self.values, entry.value)
            {
                continue;
            }
            let alike = |other: &&Entry| other.address == entry.address && other.ty == entry.ty;
            let (mut own, mut exposed) = (entry.own, entry.exposed);
            let mut values = vec![entry.value];
            for (state, _) in rest {
                let Some(other) = state.memory.entries.iter().find(alike) else { break };
                own &= other.own;
                exposed |= other.exposed;
                values.push(other.value);
            }
            if values.len() <= rest.len() {
                continue;
            }
            let value = match ways {
                _ if values.iter().all(|&value| value == entry.value) => Some(entry.value),
                Some(ways) => self.chosen_by(ways, &|way| values[way]),
                None => None,
            };
            if let Some(value) = value {
                entries.push(Entry { own, exposed, value, ..entry.clone() });
            }
        }
        let mut written = first.0.memory.written.clone();
        for (state, _) in rest {
            written = match (written, &state.memory.written) {
                (Some(mut all), Some(more)) => {
                    all.extend(more);
                    all.sort_unstable();
                    all.dedup();
                    Some(all)
                }
                _ => None,
            };
        }
        Memory { entries, written }
    }

    /// What a thread knows of memory when it begins, from what its creator knew.
    pub(crate) fn inherited(&mut self, memory: &Memory, kind: Option<usize>) -> Memory {
        let mut entries = Vec::new();
        for entry in &memory.entries {
            let published = entry.regions.iter().all(|r| self.sharing.is_published(r.object));
            let exposure = self.exposure(&entry.regions, kind);
            if published && exposure != Exposure::Racy {
                let exposed = exposure == Exposure::Exposed;
                entries.push(Entry { exposed, own: false, ..entry.clone() });
            }
        }
        Memory { entries, written: memory.written.clone() }
    }

    /// What is known of memory when `main` begins.
    pub(crate) fn memory_at_start(&mut self) -> Memory {
        let mut written: Vec<Region> = Vec::new();
        for func in self.world.program.constructors.clone() {
            for (&object, ranges) in self.written_by(func).iter() {
                written.extend(ranges.iter().map(|&bytes| Region { object, bytes }));
            }
        }
        written.sort_unstable();
        written.dedup();
        Memory { entries: Vec::new(), written: Some(written) }
    }
}

/// The family of a lock's functions as far as it is a lock.
pub(crate) fn is_lock(family: Family) -> bool {
    match family {
        Family::Mutex | Family::ReadWrite | Family::Spin => true,
        Family::Semaphore | Family::Once => false,
    }
}
