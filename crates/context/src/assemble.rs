//! Puts the analyses together: follows every thread to its place, relates the threads, and writes down what is known.

use raddle_analysis::Liveness;
use raddle_budget::Budget;
use raddle_ir::{CompareOp, EntityMap, FuncId, GlobalId, Operand, Program, Reg, Type};
use raddle_pointsto::{Object, PointsTo, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::broken::Broken;
use crate::cells::{Balances, Beside, Ranges};
use crate::distinct::{Made, Met};
use crate::executed::Executed;
use crate::flow::{Analysis, Frame, State};
use crate::handles::{self, Pool};
use crate::locksets::{MANY, Taken};
use crate::memory::Sharing;
use crate::places::{check_kinds, check_places, place_name, possible_kinds, whole_stacks};
use crate::values::{Instance, Node, SymbolId, SymbolKind, Val, Values};
use crate::waits::Waiter;
use crate::world::World;
use crate::writer::{BEFORE, Writer};
use crate::{
    BarrierCount, Context, ContextError, Facts, FrameFacts, Held, Known, LeftLocks, OwnHandles,
    Precision, Span, ThreadAt, ThreadFacts, ValueId,
};

/// A thread that was followed to its place.
struct Followed {
    met: Met,
    start: Option<FuncId>,
    /// As in the context: the frame and what is known there.
    frames: Vec<(Frame, State)>,
}

/// Where a thread began, and its frames.
type Frames = (Option<FuncId>, Vec<(Frame, State)>);

pub(crate) fn facts(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    precision: Precision,
    budget: &Budget,
    broken: Option<Broken>,
) -> Result<Facts, ContextError> {
    let Some(world) = World::new(program, points_to, budget, broken) else {
        return Ok(Facts::naive(context));
    };
    let Some((done, kinds)) = located(&world, context)? else { return Ok(Facts::naive(context)) };
    let executed = |at: Position| done.contains(at);
    if precision == Precision::Naive {
        let (let_go, detached) = world.may_be_gone(&executed);
        return Ok(Facts { let_go, detached, ..Facts::naive(context) });
    }
    let Some(sharing) = Sharing::new(&world, &executed) else { return Ok(Facts::naive(context)) };
    let mut analysis = Analysis {
        values: Values::new(&program.target),
        world,
        sharing,
        summaries: FxHashMap::default(),
        drafts: FxHashMap::default(),
        balances: Balances::default(),
        beside: Beside::default(),
        rows: FxHashMap::default(),
        giving: false,
        under_way: Vec::new(),
        left_out: Vec::new(),
        assumes_no_races: false,
        locks_lost: false,
    };
    if analysis.thaw(&executed).is_none() {
        return Ok(Facts::naive(context));
    }
    let Some(left_out) = analysis.left_out(&kinds, &executed) else {
        return Ok(Facts::naive(context));
    };
    if broken != Some(Broken::OthersForgotten) {
        analysis.left_out = left_out;
    }
    let calls_succeed = context.whole;
    let whole = context.whole || analysis.left_out.is_empty();
    let context = &Context { whole, ..context.clone() };
    let ranges = match precision {
        Precision::Full | Precision::NoInvariants => analysis.ranges(),
        Precision::NoDefinitions | Precision::Naive => Ranges::default(),
    };
    if precision == Precision::Full {
        analysis.find_balances(context, calls_succeed, &ranges, &executed);
    }
    let mut threads = Vec::new();
    for (thread, kinds) in context.threads.iter().zip(&kinds) {
        match analysis.thread(thread, kinds, &executed)? {
            Some(followed) => threads.push(followed),
            None => return Ok(Facts::naive(context)),
        }
    }
    let facts = analysis.assemble(context, threads, precision, &ranges, &executed);
    let Some(mut facts) = facts else { return Ok(Facts::naive(context)) };
    facts.left = match precision {
        Precision::NoInvariants if !analysis.left_out.is_empty() => {
            LeftLocks { anything: true, ..LeftLocks::default() }
        }
        _ => analysis.left_locks(&executed),
    };
    if !context.whole {
        let start = |&kind: &usize| analysis.world.kinds[kind].start;
        facts.left_out = analysis.left_out.iter().map(start).collect();
        facts.left_out.sort_unstable();
        facts.left_out.dedup();
    }
    Ok(facts)
}

/// Whether threads may stand at their places together, as far as the places alone say.
pub(crate) fn may_stand(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    budget: &Budget,
) -> Result<(), ContextError> {
    match World::new(program, points_to, budget, None) {
        Some(world) => located(&world, context).map(|_| ()),
        None => Ok(()),
    }
}

/// What may have been executed before the context, and the kinds of threads that each of its threads may be. `None` if that is not known, or the budget is spent.
#[allow(clippy::type_complexity)]
fn located(
    world: &World<'_>,
    context: &Context,
) -> Result<Option<(Executed, Vec<Vec<usize>>)>, ContextError> {
    check_places(world, context)?;
    if world.goes_back() {
        return Ok(None);
    }
    let kinds = possible_kinds(world, context, &|_| true);
    check_kinds(world, context, &kinds)?;
    let stacks = whole_stacks(world, context, &kinds);
    let Some(done) = Executed::new(world, &stacks) else { return Ok(None) };
    let kinds = possible_kinds(world, context, &|at| done.contains(at));
    check_kinds(world, context, &kinds)?;
    Ok(Some((done, kinds)))
}

impl Analysis<'_> {
    /// Follows a thread to its place. `None` if the budget is spent.
    fn thread(
        &mut self,
        thread: &ThreadAt,
        kinds: &[usize],
        executed: &dyn Fn(Position) -> bool,
    ) -> Result<Option<Followed>, ContextError> {
        let kind = match kinds {
            [kind] => Some(*kind),
            _ => None,
        };
        let outermost = thread.frames[thread.frames.len() - 1];
        self.values.owner = format!("{BEFORE}{}", thread.name);
        let Some(mut entered) = self.entered(outermost.func, kind, executed, 0) else {
            return Ok(None);
        };
        let creations = std::mem::take(&mut entered.creations);
        let mut own = std::mem::take(&mut entered.own);
        self.values.owner = thread.name.clone();
        let mut frames: Vec<(Frame, State)> = Vec::new();
        for (index, &at) in thread.frames.iter().enumerate().rev() {
            let instance = self.values.new_instance();
            let frame = Frame { func: at.func, instance, kind };
            let entry = self.enter_frame(&frame, entered);
            let Some(solved) = self.follow(&frame, entry) else { return Ok(None) };
            let Some(state) = self.state_at(&solved, at) else {
                let place = place_name(self.world.program, at);
                return Err(ContextError::Unreachable { thread: thread.name.clone(), place });
            };
            entered = self.entered_from(state.clone(), at);
            if index > 0 && !self.passes_arguments(at, thread.frames[index - 1].func) {
                // The library came in between.
                entered.params = Vec::new();
                entered.memory = crate::memory::Memory::default();
            }
            frames.push((frame, state));
        }
        frames.reverse();
        own.extend(frames.iter().map(|(frame, _)| frame.instance));
        let mut state = frames[0].1.clone();
        if self.world.broken == Some(Broken::UnitsTakenTooEarly) {
            let behind = self.step(&frames[0].0, state.clone(), thread.frames[0]);
            state.passes = behind.and_then(|behind| behind.passes);
        }
        let mut waits_at = None;
        if thread.waiting {
            waits_at = self.waits_at(&state, thread.frames[0]);
            // Locks are those before the wait, which gives some back itself; but others may write by now what it guarded.
            let behind = self.step(&frames[0].0, state.clone(), thread.frames[0]);
            state.memory = behind.map(|behind| behind.memory).unwrap_or_default();
        }
        let mut starts: Vec<FuncId> =
            kinds.iter().map(|&kind| self.world.kinds[kind].start).collect();
        starts.dedup();
        let start = match starts[..] {
            [start] => Some(start),
            _ => None,
        };
        Ok(Some(Followed {
            met: Met { kinds: kinds.to_vec(), creations, own, state, waits_at },
            start,
            frames,
        }))
    }

    fn passes_arguments(&self, at: Position, callee: FuncId) -> bool {
        self.world.callers(callee).iter().any(|site| site.at == at && site.passes_arguments)
    }

    /// `None` if the budget is spent.
    fn assemble(
        &mut self,
        context: &Context,
        threads: Vec<Followed>,
        precision: Precision,
        ranges: &Ranges,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Facts> {
        let definitions = precision == Precision::Full || precision == Precision::NoInvariants;
        let invariants = precision == Precision::Full || precision == Precision::NoDefinitions;
        let mut conditions: Vec<Val> = Vec::new();
        for (index, one) in threads.iter().enumerate() {
            for other in &threads[index + 1..] {
                conditions.extend(self.different(&one.met, &other.met));
                conditions.extend(self.different_tickets(&one.met, &other.met));
            }
        }
        if definitions {
            conditions
                .extend(threads.iter().flat_map(|thread| thread.met.state.conditions.clone()));
        }
        let made = if invariants { self.made_barriers(executed)? } else { Vec::new() };
        let (followed, met): (Vec<Frames>, Vec<Met>) =
            threads.into_iter().map(|thread| ((thread.start, thread.frames), thread.met)).unzip();
        if invariants {
            conditions.extend(self.in_lock_step(&met, &made, context.whole, executed)?);
        }
        let mut pools = Vec::new();
        if definitions {
            let (found, gone) = self.pools(&met, executed)?;
            pools = found;
            conditions.extend(gone);
            conditions.extend(self.created_already(&met, executed));
            conditions.extend(self.in_order(context, &met));
            conditions.extend(self.range_conditions(ranges));
            if invariants {
                conditions.extend(self.balance_conditions(&met));
                conditions.extend(self.unit_conditions());
                let standing = context.threads.iter().zip(&followed).zip(&met);
                let waiters: Vec<Waiter<'_>> = standing
                    .filter(|((thread, _), _)| thread.waiting && !thread.woken)
                    .map(|((thread, (_, frames)), met)| Waiter {
                        state: &frames[0].1,
                        kinds: &met.kinds,
                        at: thread.frames[0],
                    })
                    .collect();
                conditions.extend(self.wait_conditions(context, &waiters, ranges, executed));
            }
        }
        let mut writer = Writer {
            frames: frame_index(context, &followed),
            values: EntityMap::new(),
            known: FxHashMap::default(),
            handles: self.handle_values(&pools, &met),
            fresh: 0,
        };
        let (let_go, detached) = self.world.may_be_gone(executed);
        let mut facts = Facts { locks_unknown: !invariants, let_go, detached, ..Facts::default() };
        let mut said: FxHashSet<SymbolId> = FxHashSet::default();
        self.write_pools(&mut writer, &pools, &mut facts, &mut said);
        for (start, frames) in &followed {
            let mut thread = ThreadFacts { start: *start, ..ThreadFacts::default() };
            for (index, (frame, state)) in frames.iter().enumerate() {
                let place = context.threads[facts.threads.len()].frames[index];
                let registers = match definitions {
                    true => self.live_registers(frame, place, state),
                    false => Vec::new(),
                };
                let mut known = FrameFacts::default();
                for (reg, value) in registers {
                    said.extend(self.values.mentions(value));
                    known.registers.push((reg, writer.value(self, value)));
                }
                thread.frames.push(known);
            }
            if invariants {
                let taken = frames[0].1.locks.taken.clone();
                for taken in &taken {
                    said.extend(self.values.mentions(taken.lock));
                    self.hold(&mut writer, taken, &mut thread.held, &mut facts.locks_unknown);
                }
            }
            facts.threads.push(thread);
        }
        facts.locks_unknown |= self.locks_lost;
        if facts.locks_unknown {
            facts.threads.iter_mut().for_each(|thread| thread.held.clear());
        }
        if definitions {
            self.write_memory(&mut writer, &met, &mut facts, &mut conditions, &mut said);
            facts.unwritten = self.unwritten();
        }
        facts.barriers = self.barrier_counts(&mut writer, &made);
        facts.conditions = self.relevant(&mut writer, conditions, said);
        facts.values = writer.values;
        facts.assumes_no_races |= self.assumes_no_races && definitions;
        Some(facts)
    }

    fn write_pools(
        &mut self,
        writer: &mut Writer,
        pools: &[Pool],
        facts: &mut Facts,
        said: &mut FxHashSet<SymbolId>,
    ) {
        for pool in pools {
            let mut own = OwnHandles {
                object: self.world.points_to.object(pool.object),
                every: pool.every,
                threads: pool.threads.clone(),
                cells: Vec::new(),
                joined: Vec::new(),
                let_go: pool.let_go,
                written: None,
                zeroed: pool.zeroed,
            };
            for cell in &pool.cells {
                if writer.knows(self, cell.address) {
                    said.extend(self.values.mentions(cell.address));
                    own.cells.push((cell.thread, writer.value(self, cell.address)));
                }
            }
            let mut span = |cells: &handles::Span| {
                writer.knows(self, cells.from).then(|| {
                    said.extend(self.values.mentions(cells.to));
                    let (from, to) = (writer.value(self, cells.from), writer.value(self, cells.to));
                    Span { from, to, stride: cells.stride }
                })
            };
            own.joined = pool.joined.iter().filter_map(&mut span).collect();
            own.let_go |= own.joined.len() < pool.joined.len();
            own.written = pool.written.as_ref().and_then(|all| all.iter().map(span).collect());
            facts.own_handles.push(own);
        }
    }

    /// Handles that were read from memory which nobody copies them to, and where they are: they are read again when all is known of it.
    fn handle_values(&mut self, pools: &[Pool], threads: &[Met]) -> FxHashMap<Val, (Val, Type)> {
        let mut found = FxHashMap::default();
        for (id, symbol) in self.values.symbols.clone().iter() {
            let SymbolKind::Frozen(global, offset) = symbol.kind else { continue };
            let object = Object::Global(global);
            if symbol.ty == Type::Int(64)
                && pools.iter().any(|pool| self.world.points_to.object(pool.object) == object)
                && let Some(address) =
                    self.values.operand(Operand::Global(global, offset), Type::Ptr)
            {
                found.insert(self.values.of_symbol(id), (address, symbol.ty));
            }
        }
        for entry in threads.iter().flat_map(|thread| &thread.state.memory.entries) {
            let lies = |region: &raddle_pointsto::Region| {
                pools.iter().any(|pool| pool.object == region.object)
            };
            let certain = entry.own || (!entry.exposed && self.is_global(entry.address));
            if certain
                && self.values.symbol_of(entry.value).is_some()
                && entry.ty == Type::Int(64)
                && entry.regions.iter().all(lies)
            {
                found.entry(entry.value).or_insert((entry.address, entry.ty));
            }
        }
        found
    }

    /// Registers that may be read at or behind a place, with their values.
    fn live_registers(&self, frame: &Frame, at: Position, state: &State) -> Vec<(Reg, Val)> {
        let Some(body) = self.world.body(frame.func) else { return Vec::new() };
        let liveness = Liveness::new(body);
        let mut live = liveness.live_at(body, at.block, at.inst as usize);
        live.extend(liveness.live_at(body, at.block, at.inst as usize + 1));
        if let Some(op) = at.op(self.world.program) {
            op.for_each_result(|&dst| {
                let before = liveness.live_at(body, at.block, at.inst as usize).contains(&dst);
                live.retain(|&reg| reg != dst || before);
            });
        }
        live.sort_unstable();
        live.dedup();
        let unassigned = |value: Val| {
            matches!(self.values.symbol_of(value), Some(symbol)
                if matches!(symbol.kind, SymbolKind::Unassigned(..)))
        };
        live.into_iter()
            .map(|reg| (reg, state.regs[reg.0 as usize]))
            .filter(|(_, value)| !unassigned(*value))
            .collect()
    }

    fn hold(&mut self, writer: &mut Writer, taken: &Taken, held: &mut Vec<Held>, lost: &mut bool) {
        if taken.most >= MANY {
            *lost = true;
            return;
        }
        for level in 0..taken.most {
            let lock = match self.is_some_lock(taken.lock) {
                true => writer.some_lock(self, taken),
                false => writer.value(self, taken.lock),
            };
            held.push(Held { lock, kind: taken.kind, must: level < taken.least });
        }
    }

    /// What the threads know of memory. Where two of them know the same place, their values are equal.
    fn write_memory(
        &mut self,
        writer: &mut Writer,
        threads: &[Met],
        facts: &mut Facts,
        conditions: &mut Vec<Val>,
        said: &mut FxHashSet<SymbolId>,
    ) {
        let mut known: Vec<(Val, Type, Val)> = Vec::new();
        for entry in threads.iter().flat_map(|thread| &thread.state.memory.entries) {
            let named = self.is_global(entry.address) || writer.has_slot(self, entry.address);
            if !entry.own && (entry.exposed || !named) {
                continue;
            }
            facts.assumes_no_races |= entry.exposed;
            known.push((entry.address, entry.ty, entry.value));
        }
        // A frozen global holds its value, and a cell what is said of it.
        for (id, symbol) in self.values.symbols.clone().iter() {
            if let SymbolKind::Frozen(global, offset) | SymbolKind::Now(global, offset) =
                symbol.kind
                && let Some(address) =
                    self.values.operand(Operand::Global(global, offset), Type::Ptr)
            {
                let value = self.values.of_symbol(id);
                known.push((address, symbol.ty, value));
                // What is said of it matters even if a thread knows what it holds: both may contradict each other.
                if matches!(symbol.kind, SymbolKind::Now(..)) {
                    said.insert(id);
                }
            }
        }
        for index in 0..known.len() {
            let (address, ty, value) = known[index];
            let before = known[..index].iter().find(|other| (other.0, other.1) == (address, ty));
            match before {
                Some(_) if ty.is_float() => {}
                Some(&(_, _, other)) => {
                    conditions.extend(self.values.compare(CompareOp::Eq, ty, other, value));
                }
                None => {
                    said.extend(self.values.mentions(address));
                    said.extend(self.values.mentions(value));
                    let address = writer.value(self, address);
                    let value = writer.value(self, value);
                    facts.memory.push(Known { address, ty, value });
                }
            }
        }
    }

    fn is_global(&self, address: Val) -> bool {
        matches!(self.values.node(address), Node::Constant(Operand::Global(..), _))
    }

    fn unwritten(&self) -> Vec<GlobalId> {
        let written: FxHashSet<GlobalId> = self
            .world
            .points_to
            .objects()
            .filter(|&object| !self.sharing.is_unwritten(object))
            .filter_map(|object| match self.world.points_to.object(object) {
                Object::Global(global) => Some(global),
                _ => None,
            })
            .collect();
        let used: FxHashSet<GlobalId> = self.sharing.used_globals(self.world.points_to).collect();
        let globals = self.world.program.globals.iter();
        globals
            .filter(|(id, global)| {
                !global.constant
                    && !global.thread_local
                    && global.init.is_some()
                    && !written.contains(id)
                    && !used.contains(id)
            })
            .map(|(id, _)| id)
            .collect()
    }

    fn barrier_counts(&mut self, writer: &mut Writer, made: &[Made]) -> Vec<BarrierCount> {
        let mut counts: Vec<BarrierCount> = Vec::new();
        for one in made {
            let barrier = one.barrier.map(|barrier| writer.value(self, barrier));
            let count = match one.count {
                Some(count) => writer.value(self, count),
                None => writer.unknown(Type::Int(32), "count".to_owned(), None),
            };
            match counts.iter_mut().find(|known| known.barrier == barrier) {
                Some(known) if known.counts.contains(&count) => {}
                Some(known) => known.counts.push(count),
                None => counts.push(BarrierCount { barrier, counts: vec![count] }),
            }
        }
        counts
    }

    /// Conditions that say something about what else is said.
    fn relevant(
        &mut self,
        writer: &mut Writer,
        mut open: Vec<Val>,
        mut said: FxHashSet<SymbolId>,
    ) -> Vec<ValueId> {
        open.sort_unstable();
        open.dedup();
        let mut written = Vec::new();
        loop {
            // What cannot be is said in any case.
            let matters = |value: &Val| {
                self.values.word(*value) == Some(0)
                    || self.values.mentions(*value).iter().any(|symbol| said.contains(symbol))
            };
            let (now, later): (Vec<Val>, Vec<Val>) = open.into_iter().partition(matters);
            if now.is_empty() {
                break;
            }
            for condition in now {
                said.extend(self.values.mentions(condition));
                written.push(condition);
            }
            open = later;
        }
        written.sort_unstable();
        written.into_iter().map(|condition| writer.value(self, condition)).collect()
    }
}

/// Which frame of the context an instance is, and which functions are among its frames.
fn frame_index(
    context: &Context,
    followed: &[Frames],
) -> FxHashMap<(Instance, FuncId), (usize, usize)> {
    let mut index = FxHashMap::default();
    for (thread, (_, frames)) in followed.iter().enumerate() {
        debug_assert_eq!(frames.len(), context.threads[thread].frames.len());
        for (depth, (frame, _)) in frames.iter().enumerate() {
            index.insert((frame.instance, frame.func), (thread, depth));
            index.insert((Instance::ONCE, frame.func), (thread, depth));
        }
    }
    index
}
