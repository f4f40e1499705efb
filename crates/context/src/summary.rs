//! What a call of a function does that comes back before the context, relative to its entry: locks taken and given back, barriers passed, what it leaves in memory,
//! what it returns. Everything is over its parameters, which the caller replaces by arguments; what cannot be said that way is left out where that is harmless
//! (values, memory), and over-approximated where it is not (locks).
//!
//! A function that calls itself is summarised again until nothing changes, beginning with a call that does not come back. Functions that call each other in a circle have no
//! summary: then nothing is known about locks and barriers behind a call, if they have to do with any.

use std::rc::Rc;

use raddle_ir::{Arg, Body, FuncId, Op, Reg, Terminator, Type};
use raddle_pointsto::{ObjectId, Place, Position, Region};
use raddle_warn::sync::{SyncOp, ends_process, sync_op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::broken::Broken;
use crate::definitions::ROUNDS;
use crate::flow::{Analysis, Frame, Joint, State};
use crate::locksets::{MANY, Named, Returned, Taken, held_kind};
use crate::memory::{Entry, Exposure, is_lock};
use crate::values::{Instance, Symbol, SymbolKind, Val};

/// Recursive functions are summarised at most so often.
const ROUNDS_OF_RECURSION: usize = 5;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Summary {
    /// Whether a call comes back.
    returns: bool,
    /// One per result.
    results: Vec<Option<Val>>,
    memory: Vec<(Val, Type, Val, Rc<[Region]>)>,
    pub(crate) taken: Vec<Taken>,
    pub(crate) returned: Vec<Returned>,
    passes: Option<Vec<(Val, Val)>>,
    /// At calls and writes: locks that mean the same to everybody and are held for certain, and whether no lock of the caller was given back before.
    pub(crate) certain: FxHashMap<Position, (Vec<Val>, bool)>,
    /// Stores that add to what was read before, with the place that read it.
    pub(crate) draws: FxHashMap<Position, Position>,
    /// At calls: arguments that mean the same to everybody.
    pub(crate) arguments_at: FxHashMap<Position, Vec<Option<Val>>>,
    /// At stores, and at copies and calls that write a known number of bytes: what is known there.
    pub(crate) stores: FxHashMap<Position, StoreNote>,
    /// At calls that wait for a condition variable or wake there: which one.
    pub(crate) wakes: FxHashMap<Position, Val>,
    /// At calls: what may be held.
    pub(crate) taken_at: FxHashMap<Position, Vec<Taken>>,
}

/// What is known at a store.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StoreNote {
    pub(crate) address: Option<Val>,
    pub(crate) value: Option<Val>,
    /// What the memory holds that is overwritten.
    pub(crate) before: Option<Val>,
    pub(crate) conditions: Vec<Val>,
}

impl Analysis<'_> {
    /// `None` if there is none, or no time to make it.
    pub(crate) fn summary(&mut self, func: FuncId) -> Option<Rc<Summary>> {
        if let Some(known) = self.summaries.get(&func) {
            return known.clone();
        }
        if self.under_way.contains(&func) || self.under_way.len() > 200 {
            return None;
        }
        let calls = &self.world.points_to.calls;
        let recursive = calls.is_recursive(func);
        let circle = recursive
            && calls
                .reachable_from([func])
                .into_iter()
                .any(|other| other != func && calls.reachable_from([other]).contains(&func));
        if circle {
            self.summaries.insert(func, None);
            // What it holds at calls is still worth knowing.
            return None;
        }
        if !recursive {
            self.under_way.push(func);
            let summary = self.summarise(func).map(Rc::new);
            self.under_way.pop();
            self.summaries.insert(func, summary.clone());
            return summary;
        }
        let mut known = Rc::new(Summary::default());
        for _ in 0..ROUNDS_OF_RECURSION {
            self.summaries.insert(func, Some(known.clone()));
            let next = self.summarise(func)?;
            if next == *known {
                return Some(known);
            }
            known = Rc::new(next);
        }
        self.summaries.insert(func, None);
        None
    }

    /// The summary of a function that need not be called from here. If it calls one whose summary is being made, nothing is known behind that call, which
    /// must not become known as the function's summary: what others take for granted would depend on who asked first.
    pub(crate) fn draft(&mut self, func: FuncId) -> Option<Rc<Summary>> {
        if let Some(known) = self.summaries.get(&func).or_else(|| self.drafts.get(&func)) {
            return known.clone();
        }
        let needed = self.world.points_to.calls.reachable_from([func]);
        if !self.under_way.iter().any(|func| needed.contains(func)) {
            return self.summary(func);
        }
        let (summaries, lost) = (self.summaries.clone(), self.locks_lost);
        let draft = self.summary(func);
        (self.summaries, self.locks_lost) = (summaries, lost);
        self.drafts.insert(func, draft.clone());
        draft
    }

    /// What they were made with has changed.
    pub(crate) fn forget_summaries(&mut self) {
        self.summaries.clear();
        self.drafts.clear();
    }

    fn summarise(&mut self, func: FuncId) -> Option<Summary> {
        let instance = Self::summary_instance(func);
        let frame = Frame { func, instance, kind: None };
        let mut entry = self.entry_state(&frame, &[]);
        entry.locks.relative = true;
        let solved = self.follow(&frame, entry)?;
        let mut exits: Vec<(Rc<State>, bool)> = Vec::new();
        let mut results: Option<Vec<Option<Val>>> = None;
        let mut summary = Summary::default();
        self.for_each(&solved, &mut |analysis, at, state| {
            let program = analysis.world.program;
            match at.op(program) {
                Some(op @ Op::Call { .. }) => {
                    summary.note(analysis, at, state);
                    summary.note_store(analysis, at, state, op);
                    summary.note_arguments(analysis, at, state);
                    summary.note_wake(analysis, at, state);
                    if !state.locks.taken.is_empty() {
                        summary.taken_at.insert(at, state.locks.taken.clone());
                    }
                }
                Some(op @ Op::Store { .. }) => {
                    summary.note(analysis, at, state);
                    summary.note_store(analysis, at, state, op);
                    if let Some(draw) = analysis.adds_to(state, at) {
                        summary.draws.insert(at, draw);
                    }
                }
                Some(op @ Op::Intrinsic { .. }) => {
                    summary.note(analysis, at, state);
                    summary.note_store(analysis, at, state, op);
                }
                Some(Op::AtomicUpdate { .. } | Op::CompareExchange { .. }) => {
                    summary.note(analysis, at, state);
                }
                _ => {}
            }
            if let Some(Terminator::Return(values)) = at.terminator(program) {
                let types = &program.functions[func].returns;
                let values: Vec<Option<Val>> = values
                    .iter()
                    .zip(types)
                    .map(|(&value, &ty)| analysis.eval(state, value, ty))
                    .collect();
                results = Some(match results.take() {
                    None => values,
                    Some(known) => known
                        .into_iter()
                        .zip(values)
                        .map(|(known, value)| known.filter(|_| known == value))
                        .collect(),
                });
                exits.push((Rc::new(state.clone()), false));
            }
        });
        if exits.is_empty() {
            return Some(summary);
        }
        let joint = Joint {
            frame: &frame,
            block: Body::ENTRY,
            around: None,
            incoming: &exits,
            forced: false,
        };
        let locks = self.join_locks(&joint, &[]);
        let ways = self.ways(&joint);
        let memory = self.join_memory(&joint, ways.as_ref());
        summary.returns = true;
        summary.results = results.unwrap_or_default();
        summary.passes = self.join_passes(&joint, None, &FxHashMap::default());
        summary.memory = memory
            .entries
            .into_iter()
            .map(|entry| (entry.address, entry.ty, entry.value, entry.regions))
            .collect();
        summary.taken = locks.taken;
        summary.returned = locks.returned;
        Some(summary)
    }

    /// One instance per function, so that a summary that is made again has the same symbols.
    pub(crate) fn summary_instance(func: FuncId) -> Instance {
        Instance(u32::MAX - func.0)
    }

    pub(crate) fn call(
        &mut self,
        frame: &Frame,
        mut state: State,
        at: Position,
        op: &Op,
    ) -> Option<State> {
        let Op::Call { dsts, args, .. } = op else { return Some(state) };
        if let Some((name, _)) = self.world.library_call(op) {
            let state = self.called_back(frame, state, at);
            return self.library(frame, state, at, op, name, args);
        }
        let callees: Vec<FuncId> = self.world.points_to.calls.called_at(at).collect();
        let before = state.clone();
        self.forget_written(frame, &mut state, at);
        match callees[..] {
            [callee] if self.world.body(callee).is_some() => {
                let effects = self.called(frame, state, at, callee, args)?;
                state = effects;
                self.results(frame, &before, &mut state, at, op, callee, (dsts, args));
            }
            _ => {
                for callee in callees {
                    state = self.one_of_several(frame, state, at, callee);
                }
                self.assign_unknown(frame, &mut state, at, op);
            }
        }
        Some(state)
    }

    /// What is known behind the call of a function, but for its results.
    fn called(
        &mut self,
        frame: &Frame,
        mut state: State,
        at: Position,
        callee: FuncId,
        args: &[Arg],
    ) -> Option<State> {
        let summary = self.summary(callee);
        let (acquires, releases) = self.order_by(callee);
        self.forget_called(&mut state, callee);
        let Some(summary) = summary else {
            self.lose(frame, &mut state, callee);
            return Some(state);
        };
        if !summary.returns {
            return None;
        }
        if acquires {
            self.acquire(frame, &mut state);
        }
        let arguments = self.arguments(&state, args);
        if releases {
            let lost: FxHashSet<ObjectId> = summary
                .returned
                .iter()
                .flat_map(|returned| returned.places.iter().map(|place| place.object))
                .collect();
            self.release(frame, &mut state, Some(&lost));
        }
        for returned in &summary.returned {
            let lock = returned.lock.and_then(|lock| self.translate(lock, callee, &arguments));
            let named = Named { lock, places: returned.places.clone() };
            match returned.certain && lock.is_some() {
                true => self.give_back(&mut state, &named, returned.kind),
                false => {
                    self.doubt(&mut state, &named, returned.kind);
                    let places = named.places;
                    let kind = returned.kind;
                    self.note_returned(
                        &mut state,
                        Returned { lock: None, kind, places, certain: false },
                    );
                }
            }
        }
        if self.world.broken != Some(Broken::LocksOfCalleesForgotten) {
            for taken in &summary.taken {
                let lock = self.translate(taken.lock, callee, &arguments);
                self.add_taken(&mut state, at, taken, lock);
            }
        }
        match &summary.passes {
            Some(passes) => {
                for &(barrier, times) in passes {
                    let times = self.translate(times, callee, &arguments).unwrap_or_else(|| {
                        let kind = SymbolKind::Result(at, u32::MAX - barrier.0);
                        self.symbol(frame, at.block, kind, ROUNDS)
                    });
                    let key = self.translate(barrier, callee, &arguments);
                    let steady = self.is_steady(barrier).then_some(barrier);
                    self.add_steps(&mut state, key.or(steady), times);
                }
            }
            None => state.passes = None,
        }
        for (address, ty, value, regions) in &summary.memory {
            let address = self.translate(*address, callee, &arguments);
            let value = self.translate(*value, callee, &arguments);
            let exposure = self.exposure(regions, frame.kind);
            if let (Some(address), Some(value)) = (address, value)
                && exposure != Exposure::Racy
                && !state.memory.entries.iter().any(|e| e.address == address && e.ty == *ty)
            {
                let exposed = exposure == Exposure::Exposed;
                let regions = regions.clone();
                state.memory.entries.push(Entry {
                    address,
                    ty: *ty,
                    value,
                    regions,
                    exposed,
                    own: true,
                });
            }
        }
        Some(state)
    }

    fn add_taken(&mut self, state: &mut State, at: Position, taken: &Taken, lock: Option<Val>) {
        let named = Named { lock, places: taken.places.clone() };
        for level in 0..taken.most.max(1) {
            let lock = self.take(state, at, named.clone(), taken.kind, None);
            let same = |other: &&mut Taken| other.lock == lock && other.kind == taken.kind;
            if level >= taken.least
                && let Some(entry) = state.locks.taken.iter_mut().find(same)
            {
                entry.least = entry.least.saturating_sub(1);
            }
        }
    }

    /// Functions of the program that a function of the library may call, as `pthread_once` does.
    fn called_back(&mut self, frame: &Frame, mut state: State, at: Position) -> State {
        if self.world.broken == Some(Broken::CalledBackForgotten) {
            return state;
        }
        let callees = self.world.points_to.calls.called_at(at);
        let own: Vec<FuncId> =
            callees.filter(|&callee| self.world.body(callee).is_some()).collect();
        for callee in own {
            state = self.one_of_several(frame, state, at, callee);
        }
        state
    }

    /// A call of one of several functions.
    fn one_of_several(
        &mut self,
        frame: &Frame,
        mut state: State,
        at: Position,
        callee: FuncId,
    ) -> State {
        let function = &self.world.program.functions[callee];
        if function.body.is_none() {
            let order = self.world.order_of(&function.name);
            if order.acquires {
                self.acquire(frame, &mut state);
            }
            if order.releases {
                self.release(frame, &mut state, None);
                state.memory.entries.retain(|entry| !entry.exposed);
            }
            match sync_op(&function.name) {
                Some(
                    SyncOp::Lock { family, .. }
                    | SyncOp::TryLock { family, .. }
                    | SyncOp::Unlock { family },
                ) if is_lock(family) => {
                    self.locks_lost = true;
                }
                Some(SyncOp::BarrierWait) => state.passes = None,
                _ => {}
            }
            return state;
        }
        let (acquires, releases) = self.order_by(callee);
        self.forget_called(&mut state, callee);
        if acquires {
            self.acquire(frame, &mut state);
        }
        if releases {
            state.memory.entries.retain(|entry| !entry.exposed);
        }
        match self.summary(callee) {
            Some(summary) => {
                for returned in &summary.returned {
                    let named = Named { lock: None, places: returned.places.clone() };
                    self.doubt(&mut state, &named, returned.kind);
                    let returned = Returned { lock: None, certain: false, ..returned.clone() };
                    self.note_returned(&mut state, returned);
                }
                for taken in &summary.taken {
                    let lock = self.translate(taken.lock, callee, &[]);
                    self.add_taken(&mut state, at, &Taken { least: 0, ..taken.clone() }, lock);
                }
                self.doubt_counts(frame, &mut state, at, &summary);
            }
            None => self.lose(frame, &mut state, callee),
        }
        state
    }

    /// Behind a call that may have been one of this function.
    fn doubt_counts(&mut self, frame: &Frame, state: &mut State, at: Position, callee: &Summary) {
        let Some(counted) = &callee.passes else {
            state.passes = None;
            return;
        };
        for &(key, _) in counted {
            let key = if self.is_steady(key) { key } else { self.values.constant(0, Type::Ptr) };
            let kind = SymbolKind::Result(at, u32::MAX - key.0);
            let unknown = self.symbol(frame, at.block, kind, ROUNDS);
            if let Some(passes) = &mut state.passes {
                passes.retain(|(other, _)| *other != key);
                passes.push((key, unknown));
                passes.sort_unstable();
            }
        }
    }

    /// Behind a call of which nothing is known.
    fn lose(&mut self, frame: &Frame, state: &mut State, callee: FuncId) {
        let mut locks = false;
        let mut counted = false;
        for called in self.world.points_to.calls.reachable_from([callee]) {
            let function = &self.world.program.functions[called];
            if function.body.is_some() {
                counted |= self.adds(called);
                continue;
            }
            match sync_op(&function.name) {
                Some(
                    SyncOp::Lock { family, .. }
                    | SyncOp::TryLock { family, .. }
                    | SyncOp::Unlock { family },
                ) => {
                    locks |= is_lock(family);
                }
                Some(SyncOp::BarrierWait | SyncOp::Create { .. } | SyncOp::Join) => counted = true,
                _ => {}
            }
        }
        if locks {
            self.locks_lost = true;
            for taken in &mut state.locks.taken {
                (taken.least, taken.most) = (0, MANY);
            }
        }
        if counted {
            state.passes = None;
        }
        self.acquire(frame, state);
        state.memory.entries.retain(|entry| !entry.exposed);
    }

    /// The values of arguments that a callee sees as its parameters.
    pub(crate) fn arguments(&mut self, state: &State, args: &[Arg]) -> Vec<Option<Val>> {
        let value = |arg: &Arg| match arg.by_value {
            // The callee gets a copy at another address.
            Some(_) => None,
            None => self.eval(state, arg.value, arg.ty),
        };
        args.iter().map(value).collect()
    }

    /// A value of a callee as one of the caller; `None` if it has no name there.
    fn translate(&mut self, value: Val, callee: FuncId, arguments: &[Option<Val>]) -> Option<Val> {
        self.values.replace(value, &mut |values, symbol| {
            let known: Symbol = values.symbols[symbol];
            match known.kind {
                SymbolKind::Param(func, index) if func == callee => {
                    let argument = arguments.get(index as usize).copied().flatten()?;
                    values.converted(argument, known.ty)
                }
                // It ended with the call.
                SymbolKind::Slot(func, _) if func == callee => None,
                _ if known.instance == Instance::ONCE => Some(values.of_symbol(symbol)),
                _ => None,
            }
        })
    }

    fn results(
        &mut self,
        frame: &Frame,
        before: &State,
        state: &mut State,
        at: Position,
        op: &Op,
        callee: FuncId,
        (dsts, args): (&[Reg], &[Arg]),
    ) {
        self.assign_unknown(frame, state, at, op);
        let Some(summary) = self.summary(callee) else { return };
        let arguments = self.arguments(before, args);
        for (index, &dst) in dsts.iter().enumerate() {
            let result = summary.results.get(index).copied().flatten();
            let value = result.and_then(|result| self.translate(result, callee, &arguments));
            let before = state.regs[dst.0 as usize];
            let ty = self.values.type_of(before);
            if let Some(value) = value.and_then(|value| self.values.converted(value, ty)) {
                state.regs[dst.0 as usize] = value;
            }
        }
    }

    /// A call of a function without a body, by name.
    fn library(
        &mut self,
        frame: &Frame,
        mut state: State,
        at: Position,
        op: &Op,
        name: &str,
        args: &[Arg],
    ) -> Option<State> {
        let sync = sync_op(name);
        if ends_process(name) || sync == Some(SyncOp::ThreadEnd) {
            return None;
        }
        self.forget_written(frame, &mut state, at);
        self.assign_unknown(frame, &mut state, at, op);
        let order = self.world.order_of(name);
        if order.acquires {
            self.acquire(frame, &mut state);
        }
        self.count_units(&mut state, at);
        let mut lost: FxHashSet<ObjectId> = FxHashSet::default();
        let first = args.first().map(|arg| arg.value);
        match (sync, first) {
            (Some(SyncOp::Lock { family, mode }), Some(lock)) if is_lock(family) => {
                let named = self.named(&state, at, lock);
                self.take(&mut state, at, named, held_kind(family, mode), None);
            }
            (Some(SyncOp::TryLock { family, mode }), Some(lock)) if is_lock(family) => {
                let named = self.named(&state, at, lock);
                let result = self.symbol(frame, at.block, SymbolKind::Result(at, 0), Type::Int(32));
                self.take(&mut state, at, named, held_kind(family, mode), Some(result));
            }
            (Some(SyncOp::Unlock { family }), Some(lock)) if is_lock(family) => {
                let named = self.named(&state, at, lock);
                let mode = raddle_warn::sync::Mode::Write;
                self.give_back(&mut state, &named, held_kind(family, mode));
            }
            (Some(SyncOp::Wait), _) => {
                if let Some(mutex) = args.get(1) {
                    let places: Vec<Place> = self.world.points_to.places(at.func, mutex.value);
                    lost.extend(places.into_iter().map(|place| place.object));
                }
            }
            (Some(SyncOp::Create { .. }), _) => self.count_creation(&mut state, at),
            (Some(SyncOp::Join), _) => self.count(&mut state, at),
            (Some(SyncOp::BarrierWait), Some(barrier)) => {
                let named = self.barrier(&state, at, barrier);
                self.pass(&mut state, &named);
            }
            _ => {}
        }
        if order.releases {
            self.release(frame, &mut state, Some(&lost));
        }
        Some(state)
    }
}

impl Summary {
    /// What was counted when a call comes back. `None` if that is not known, or no call comes back.
    pub(crate) fn passes_at_end(&self) -> Option<&[(Val, Val)]> {
        self.passes.as_deref().filter(|_| self.returns)
    }

    fn note(&mut self, analysis: &mut Analysis<'_>, at: Position, state: &State) {
        let held = analysis.certain_locks(state, None);
        self.certain.insert(at, (held, state.locks.returned.is_empty()));
    }

    /// Which condition variable a call waits for, or wakes at.
    fn note_wake(&mut self, analysis: &mut Analysis<'_>, at: Position, state: &State) {
        let call = at.op(analysis.world.program).and_then(|op| analysis.world.library_call(op));
        let Some((name, args)) = call else { return };
        if let (Some(SyncOp::Signal { .. } | SyncOp::Wait), Some(arg)) =
            (sync_op(name), args.first())
            && let Some(whom) = analysis.eval(state, arg.value, Type::Ptr)
        {
            self.wakes.insert(at, whom);
        }
    }

    fn note_store(&mut self, analysis: &mut Analysis<'_>, at: Position, state: &State, op: &Op) {
        let Some((pointer, _)) = analysis.written(op) else { return };
        let address = analysis.eval(state, pointer, Type::Ptr);
        let conditions = state.conditions.clone();
        let mut note = StoreNote { address, conditions, ..StoreNote::default() };
        if let Op::Store { ty, value, .. } = op {
            let entries = &state.memory.entries;
            let before =
                entries.iter().find(|e| Some(e.address) == address && e.ty == *ty && e.own);
            note.before = before.map(|entry| entry.value);
            note.value = analysis.eval(state, *value, *ty);
        }
        self.stores.insert(at, note);
    }

    fn note_arguments(&mut self, analysis: &mut Analysis<'_>, at: Position, state: &State) {
        let Some(Op::Call { args, .. }) = at.op(analysis.world.program) else { return };
        let mut values = analysis.arguments(state, args);
        for value in &mut values {
            *value = value.filter(|&value| analysis.is_steady(value));
        }
        if values.iter().any(Option::is_some) {
            self.arguments_at.insert(at, values);
        }
    }
}
