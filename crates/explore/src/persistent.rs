//! Static persistent sets (Godefroid, "Partial-order methods for the verification of concurrent systems", 1996): threads whose
//! next transitions nothing that the other threads may ever do depends on. Only these have to be tried in a state.
//!
//! What a thread may ever do is known from its call stack alone: all that the code it can still reach may access, by the
//! analysis of pointers. What its next transition accesses is known exactly, because the transition is made. So sets that hold in one state hold in
//! all states with the same control in which these transitions access the same, which is what summaries ask for.

use std::rc::Rc;

use raddle_budget::Budget;
use raddle_ir::{Block, FuncId, Program};
use raddle_library::Watches;
use raddle_machine::{Access, Machine, ObjectName, Site, State, ThreadId};
use raddle_pointsto::{
    Object, ObjectId, PointsTo, Position, Region, library_function, positions_of,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::enabled::{self, Tried};
use crate::interleave::{Interleaver, Node};
use crate::slicing::analysis_expired;

/// What code may access.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    reads: FxHashSet<Region>,
    writes: FxHashSet<Region>,
    /// It may wait for threads, or let go of them.
    threads: bool,
    /// Nothing is known about some of it.
    anything: bool,
}

impl Footprint {
    pub fn add(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.threads |= other.threads;
        self.anything |= other.anything;
    }

    fn touches(&self, region: &Region, write: bool) -> bool {
        let overlaps = |own: &Region| own.overlaps(region);
        self.writes.iter().any(overlaps) || (write && self.reads.iter().any(overlaps))
    }
}

/// What threads may do from where they stand.
pub(crate) struct Futures {
    pointers: PointsTo,
    objects: FxHashMap<Object, ObjectId>,
    functions: FxHashMap<FuncId, Rc<Footprint>>,
    blocks: FxHashMap<(FuncId, Block), Rc<Footprint>>,
    stacks: FxHashMap<Vec<(FuncId, Block)>, Rc<Footprint>>,
}

impl Futures {
    /// `None` if there is no time for it.
    pub fn new(program: &Program, entry: FuncId, budget: &Budget) -> Option<Futures> {
        let pointers = PointsTo::new(program, entry, &|| analysis_expired(budget))?;
        let objects = pointers.objects().map(|object| (pointers.object(object), object)).collect();
        let functions = FxHashMap::default();
        let (blocks, stacks) = (FxHashMap::default(), FxHashMap::default());
        Some(Futures { pointers, objects, functions, blocks, stacks })
    }

    /// The smallest set found of enabled threads that nobody else can interfere with, given what their next transitions access.
    pub fn persistent_set(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        next: &[(ThreadId, Vec<Access>)],
        turn: Option<ThreadId>,
    ) -> Vec<ThreadId> {
        let all = || next.iter().map(|(thread, _)| *thread).collect::<Vec<_>>();
        let closures = firsts(next, turn).map(|first| self.closure(machine, state, next, first));
        closures.flatten().min_by_key(Vec::len).unwrap_or_else(all)
    }

    /// A thread, and whoever may interfere with what it and they do next; `None` if somebody among them cannot move.
    fn closure(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        next: &[(ThreadId, Vec<Access>)],
        first: ThreadId,
    ) -> Option<Vec<ThreadId>> {
        let mut set = vec![first];
        let mut at = 0;
        while at < set.len() {
            let (_, accesses) = next.iter().find(|(thread, _)| *thread == set[at])?;
            for thread in state.threads.iter().filter(|thread| thread.is_running()) {
                if set.contains(&thread.id) {
                    continue;
                }
                let future = self.of_thread(machine.program, state, thread.id);
                let interferes =
                    |access: &Access| self.may_interfere(machine, thread.id, &future, access);
                if accesses.iter().any(interferes) {
                    next.iter().find(|(enabled, _)| *enabled == thread.id)?;
                    set.push(thread.id);
                }
            }
            at += 1;
        }
        Some(set)
    }

    /// Whether what a thread may still do can depend on an access of another one.
    fn may_interfere(
        &self,
        machine: &Machine<'_>,
        thread: ThreadId,
        future: &Footprint,
        access: &Access,
    ) -> bool {
        let bytes = (access.object, access.start, access.end, access.write);
        self.interferes(machine, thread, future, bytes)
    }

    /// The same for bytes of an object that are read or, if so, written.
    pub fn interferes(
        &self,
        machine: &Machine<'_>,
        thread: ThreadId,
        future: &Footprint,
        (object, start, end, write): (raddle_machine::ObjectId, u64, u64, bool),
    ) -> bool {
        let object = match *machine.names.name(object) {
            ObjectName::Global(global) => Object::Global(global),
            ObjectName::Stack { thread: owner, func, slot, .. } if owner != thread => {
                Object::Local(func, slot)
            }
            ObjectName::Heap { site, .. } => {
                let Site { func, block, inst } = site;
                Object::Heap(Position { func, block, inst })
            }
            // Its end is an access of its own.
            ObjectName::Thread(other) => return other == thread || future.threads,
            ObjectName::Stack { .. }
            | ObjectName::ThreadLocal(..)
            | ObjectName::Function(_)
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. } => return true,
        };
        let Some(&object) = self.objects.get(&object) else { return true };
        let region = Region { object, bytes: Some((start, end)) };
        future.anything || future.touches(&region, write)
    }

    fn of_thread(&mut self, program: &Program, state: &State, thread: ThreadId) -> Rc<Footprint> {
        let frames = &state.thread(thread).frames;
        let stack: Vec<_> = frames.iter().map(|frame| (frame.func, frame.block)).collect();
        if let Some(known) = self.stacks.get(&stack) {
            return known.clone();
        }
        let mut footprint = Footprint::default();
        for &(func, block) in &stack {
            footprint.add(&self.of_rest(program, func, block));
        }
        let at_end = self.pointers.calls.by_any_thread.clone();
        for func in at_end.into_iter().chain(program.function("exit")) {
            footprint.add(&self.of_function(program, func));
        }
        let footprint = Rc::new(footprint);
        self.stacks.insert(stack, footprint.clone());
        footprint
    }

    /// What a function may do from a block on, threads that it starts included.
    fn of_rest(&mut self, program: &Program, func: FuncId, block: Block) -> Rc<Footprint> {
        if let Some(known) = self.blocks.get(&(func, block)) {
            return known.clone();
        }
        let mut footprint = Footprint::default();
        if let Some(body) = &program.functions[func].body {
            let mut reached = FxHashSet::from_iter([block]);
            let mut open = vec![block];
            while let Some(block) = open.pop() {
                let next = raddle_analysis::successors(&body.blocks[block].terminator);
                open.extend(next.into_iter().filter(|&block| reached.insert(block)));
            }
            let here = positions_of(program, func).filter(|at| reached.contains(&at.block));
            for at in here.collect::<Vec<_>>() {
                self.add_position(program, at, &mut footprint);
                let calls = &self.pointers.calls;
                let callees: Vec<FuncId> =
                    calls.called_at(at).chain(calls.started_at(at)).collect();
                for callee in callees {
                    footprint.add(&self.of_function(program, callee));
                }
            }
        }
        let footprint = Rc::new(footprint);
        self.blocks.insert((func, block), footprint.clone());
        footprint
    }

    /// Functions that every thread may call when it ends.
    pub fn called_at_end(&self) -> impl Iterator<Item = FuncId> + use<> {
        self.pointers.calls.by_any_thread.clone().into_iter()
    }

    pub fn called_at(&self, at: Position) -> Vec<FuncId> {
        self.pointers.calls.called_at(at).collect()
    }

    pub fn started_at(&self, at: Position) -> Vec<FuncId> {
        self.pointers.calls.started_at(at).collect()
    }

    pub fn reachable_from(&self, func: FuncId) -> FxHashSet<FuncId> {
        self.pointers.calls.reachable_from([func])
    }

    /// What a call of a function may do, threads that it starts included.
    pub fn of_function(&mut self, program: &Program, func: FuncId) -> Rc<Footprint> {
        if let Some(known) = self.functions.get(&func) {
            return known.clone();
        }
        let mut footprint = Footprint::default();
        let mut reached = FxHashSet::from_iter([func]);
        let mut open = vec![func];
        while let Some(func) = open.pop() {
            for at in positions_of(program, func).collect::<Vec<_>>() {
                self.add_position(program, at, &mut footprint);
                let calls = &self.pointers.calls;
                let callees = calls.called_at(at).chain(calls.started_at(at));
                open.extend(callees.filter(|&callee| reached.insert(callee)));
            }
        }
        let footprint = Rc::new(footprint);
        self.functions.insert(func, footprint.clone());
        footprint
    }

    /// Adds what one instruction may do, without what it calls.
    pub fn add_position(&self, program: &Program, at: Position, footprint: &mut Footprint) {
        let accesses = self.pointers.accesses(program, at);
        footprint.reads.extend(accesses.reads);
        footprint.writes.extend(accesses.writes);
        for callee in self.pointers.calls.called_at(at) {
            let function = &program.functions[callee];
            if function.body.is_none() {
                footprint.anything |= library_function(&function.name).is_none();
                let row = raddle_library::find(&function.name);
                footprint.threads |= match row {
                    Some(row) => row.threads.watches != Watches::Nothing,
                    None => raddle_library::is_of_threads(&function.name),
                };
            }
        }
    }
}

/// The threads that a set may begin with: any, unless it is the turn of one.
pub(crate) fn firsts(
    next: &[(ThreadId, Vec<Access>)],
    turn: Option<ThreadId>,
) -> impl Iterator<Item = ThreadId> {
    let threads = next.iter().map(|(thread, _)| *thread);
    threads.filter(move |&thread| turn.is_none_or(|turn| turn == thread))
}

impl Interleaver<'_, '_> {
    /// After a thread that may never stop: the one that has waited longest.
    fn whose_turn(&self, node: &Node) -> Option<ThreadId> {
        let last = node.state.decisions.iter_back().next();
        if !self.had_its_turn(last) {
            return None;
        }
        let moved =
            |thread: &ThreadId| self.trace.steps().iter().rposition(|step| step.thread == *thread);
        node.enabled.iter().filter(|thread| Some(*thread) != last).min_by_key(|t| moved(t)).copied()
    }

    /// The threads to try in a node. What their transitions lead to is kept for later.
    pub(crate) fn persistent_set(&mut self, node: &mut Node) -> Vec<ThreadId> {
        let everybody = node.enabled.to_vec();
        let turn = self.whose_turn(node);
        let Interleaver { machine, futures, semi_commutation, .. } = self;
        let usable = !machine.config.all_shared;
        let Some(futures) = futures.as_mut().filter(|_| usable) else { return everybody };
        let mut next = Vec::new();
        let mut failures = Vec::new();
        for &thread in &everybody {
            let known = node.tried.iter().position(|(tried, _)| *tried == thread);
            let before = machine.outbox.mark();
            let at = match known {
                Some(at) => at,
                None => match enabled::attempt(machine, &node.state, thread) {
                    Tried::Possible(states) => {
                        node.tried.push((thread, states));
                        node.tried.len() - 1
                    }
                    Tried::Impossible(_) | Tried::Depends(_) | Tried::Unfinished => {
                        return everybody;
                    }
                },
            };
            if known.is_none() {
                failures.push((thread, before, machine.outbox.mark()));
            }
            let accesses = node.tried[at].1.iter().flat_map(|state| &state.event.accesses);
            next.push((thread, accesses.copied().collect()));
        }
        let chosen = match semi_commutation {
            Some(semi) => {
                let choice = semi.persistent_set(machine, futures, &node.state, &next, turn);
                node.concluded_from = choice.conditions;
                choice.threads
            }
            None => futures.persistent_set(machine, &node.state, &next, turn),
        };
        // What was only tried did not happen.
        for (thread, before, after) in failures.into_iter().rev() {
            if !chosen.contains(&thread) {
                node.tried.retain(|(tried, _)| *tried != thread);
                machine.outbox.forget_between(before, after);
            }
        }
        chosen
    }
}
