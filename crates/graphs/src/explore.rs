//! Explores every consistent graph of a program once.
//!
//! The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, "Truly stateless, optimal dynamic partial order reduction",
//! POPL 2022). Steps are added one by one, by a rule that looks at nothing but the graph. A read branches over the writes that
//! it may read from, a write over its places in modification order. A write also *revisits* reads that were there before it and
//! are not in its past: what was added before the read and what is in the past of the write is kept, the rest is deleted, and the read takes
//! the new value. A revisit is made only if all that is deleted was added in the one *maximal* way, reading from and writing
//! behind what is newest; then no graph comes twice, and nothing needs to be remembered.
//!
//! Where we deviate:
//!
//! - Inputs decide branches. Which side comes first is settled where a branch is met; a deleted step is maximal only if it took first sides,
//!   or there were no others given what is kept. So inputs are as one more thing that is read.
//! - A read-modify-write is one step. If another write revisits it, it reads where it was, but writes anew: its write is the newest one, and revisits
//!   reads itself. What is deleted may be its write alone (`Pending`).
//! - Operations on objects of the library (locks, …) are read-modify-writes of all bytes they look at: each comes after all that conflict with
//!   it, and revisits those that it could come before. One that has to wait is no step; who holds what it waits for goes first.
//! - An atomic section is an operation on all bytes that it accesses.
//! - A read that only makes a loop go round again is *stuck*: its thread does nothing until the read is revisited.
//! - A data race ends the graph: nothing behind it has a meaning in C11. Under `tso` and `pso` the accesses that race become events, and all begins again.

use std::rc::Rc;

use raddle_evidence::Ledger;
use raddle_ir::{Loc as Place, Op};
use raddle_machine::{
    Access, Cut, CutKind, Event, Fence, Halt, Machine, ObjectId, ObjectName, Order, Property,
    Settled, StackEntry, State, Status, Sync, ThreadId, Value, View, Writer,
};
use raddle_moves::FUEL;
use raddle_reduce::Broken;
use raddle_solver::Answer;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::build::{Builder, Changed, Main, is_relaxed};
use crate::clock::Clock;
use crate::execute::{
    Events, Executed, Glance, Outcome, Range, always_writes, asks_for_end, execute, has_ended,
    is_atomic, is_attempt, is_call, is_look, joined,
};
use crate::graph::{Deed, Graph, Loc, Name, Node, Source, Step};
use crate::model::Model;
use crate::races;

mod revisit;

/// Longer loops of reads are not noticed.
const LONGEST_CYCLE: usize = 8;

const MIXED: &str = "the same bytes are accessed in an atomic section and by an atomic operation";

/// What became of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Finished,
    /// The ledger wants no more, or the budget is spent.
    Stopped,
    /// The program does something that is not followed here; there is a cut that says what.
    Unsupported,
}

pub struct Explorer<'m, 'p> {
    machine: &'m mut Machine<'p>,
    events: Events,
    broken: Option<Broken>,
    ranges: Vec<Range>,
    known: FxHashMap<Range, Loc>,
    /// The locations of each object.
    located: FxHashMap<ObjectId, Vec<Loc>>,
    /// What atomic sections access.
    sections: Vec<Range>,
    open: Vec<Graph>,
    unsupported: bool,
    /// Operations of the library have one order for all objects.
    coarse: bool,
    /// They should have.
    too_fine: bool,
    /// Plain accesses raced that were no events, and are now.
    too_plain: bool,
    pub graphs: u64,
    pub blocked: u64,
}

impl std::fmt::Debug for Explorer<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer").field("graphs", &self.graphs).finish_non_exhaustive()
    }
}

/// What is chosen for the access that a step begins with.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    source: Option<Source>,
    /// Its place among the writes; a read-modify-write comes right behind its source.
    position: Option<usize>,
    stamp: Option<u32>,
}

/// A write that looks for reads to revisit.
#[derive(Clone, Copy, Debug)]
struct Visitor {
    thread: ThreadId,
    loc: Loc,
    /// What it reads from, if it reads.
    source: Option<Source>,
    /// When it has read, if that was earlier.
    stamp: Option<u32>,
}

impl<'m, 'p> Explorer<'m, 'p> {
    pub fn new(
        machine: &'m mut Machine<'p>,
        model: Model,
        broken: Option<Broken>,
    ) -> Explorer<'m, 'p> {
        Explorer {
            machine,
            events: Events::new(model),
            broken,
            ranges: Vec::new(),
            known: FxHashMap::default(),
            located: FxHashMap::default(),
            sections: Vec::new(),
            open: Vec::new(),
            unsupported: false,
            coarse: false,
            too_fine: false,
            too_plain: false,
            graphs: 0,
            blocked: 0,
        }
    }

    pub fn run(&mut self, initial: State, ledger: &mut Ledger<'_, '_>) -> End {
        let mut roots = vec![initial.clone()];
        loop {
            let too_fine = std::mem::take(&mut self.too_fine);
            if too_fine | std::mem::take(&mut self.too_plain) {
                (self.graphs, self.blocked) = (0, 0);
                self.coarse |= too_fine;
                self.open.clear();
                roots = vec![initial.clone()];
            }
            if self.unsupported {
                return End::Unsupported;
            }
            let depth = self.open.len() as u64;
            if ledger.collect(self.machine)
                || ledger.out_of_budget(self.machine, depth, roots.len() as u64)
            {
                return End::Stopped;
            }
            if let Some(graph) = self.open.pop() {
                ledger.count_state();
                self.extend(graph, ledger);
                continue;
            }
            let Some(root) = roots.pop() else { return End::Finished };
            match self.machine.settle(root, FUEL) {
                Settled::Done(state) => self.begin(state),
                Settled::OutOfFuel(state) => roots.push(state),
                Settled::Forked(one, two) => roots.extend([two, one]),
                Settled::Blocked(_) => {}
            }
        }
    }

    /// A graph for a state in which nobody had a choice yet.
    fn begin(&mut self, mut state: State) {
        // What happened so far is a step of its own, so that it belongs to nobody's first one.
        let event = std::mem::take(&mut state.event);
        state.in_event = true;
        let main = ThreadId(0);
        // What was accessed before there was another thread is nobody's concern. A section may go on after it has created one.
        let alone = event.created_after.first().copied().unwrap_or(event.accesses.len());
        let accesses: SmallVec<[Access; 2]> = event.accesses[alone..].iter().copied().collect();
        for access in &accesses {
            if order_of(access).is_some() && !self.note_section(access) {
                return;
            }
        }
        let mut graph = Graph::new(Rc::new(state.clone()));
        let mut builder = Builder::new(&graph, main, false, self.coarse, self.broken);
        let behind = |after: usize| after.saturating_sub(alone);
        let shown = Event {
            accesses,
            created_after: event.created_after.iter().map(|&after| behind(after)).collect(),
            fences: (event.fences.iter())
                .map(|fence| Fence { after: behind(fence.after), ..*fence })
                .collect(),
            ..event
        };
        let names = &self.machine.names;
        builder.transition(&shown, None, |object| names.name(object), &Changed::default());
        let step = Step { transitions: 0, ..builder.finish(false) };
        graph.push(Rc::new(step), Rc::new(state));
        graph.next_stamp = 1;
        self.open.push(graph);
    }

    fn cut(&mut self, message: &str, at: Option<StackEntry>) {
        self.unsupported = true;
        let (loc, func) = at.map_or((Place::NONE, None), |at| (at.loc, Some(at.func.0)));
        let message = format!("{message} (under memory model {})", self.events.model.name());
        self.machine.outbox.report_cut(Cut { kind: CutKind::Unsupported, message, loc, func });
    }

    /// Where a thread stands, in code of the user if it can be told.
    fn place_of(&self, state: &State, thread: ThreadId) -> Option<StackEntry> {
        let stack = self.machine.stack(state, thread);
        let own = stack.iter().find(|entry| self.machine.is_user_location(entry.loc));
        own.or(stack.first()).copied()
    }

    /// Adds the next step, in all ways, or takes note of a graph that is complete.
    fn extend(&mut self, graph: Graph, ledger: &mut Ledger<'_, '_>) {
        // Threads that wait to join others are asked when nobody else can move.
        if let Some(graph) = self.step(graph, true, ledger) {
            self.step(graph, false, ledger);
        }
    }

    /// Adds the next step if there is one. The graph is given back if threads that wait to join others were not asked, and others cannot move.
    fn step(
        &mut self,
        mut graph: Graph,
        joiners_wait: bool,
        ledger: &mut Ledger<'_, '_>,
    ) -> Option<Graph> {
        if let Some(pending) = graph.pending.pop() {
            self.update_again(&graph, pending);
            return None;
        }
        let mut skipped = false;
        let state = graph.state().clone();
        let mut waiting: Vec<(ThreadId, Event)> = Vec::new();
        let mut next: Vec<ThreadId> = state.threads.iter().rev().map(|thread| thread.id).collect();
        let mut asked: SmallVec<[ThreadId; 8]> = SmallVec::new();
        while let Some(thread) = next.pop() {
            if asked.contains(&thread) || !state.thread(thread).is_running() {
                continue;
            }
            asked.push(thread);
            let waits = graph.reserved.iter().any(|reserved| reserved.thread == thread);
            if waits || graph.is_stuck(thread.0) {
                continue;
            }
            if state.atomic.is_some() {
                let at = self.place_of(&state, thread);
                self.cut("a thread stops inside an atomic section", at);
                return None;
            }
            if joiners_wait
                && let Some(&(_, other)) = graph.joining.iter().find(|(waits, _)| *waits == thread)
                && state.position(other).is_some_and(|at| state.threads[at].is_running())
            {
                next.push(other);
                skipped = true;
                continue;
            }
            match execute(self.machine, &self.events, &state, thread, None) {
                Executed::Outcomes(outcomes) => {
                    self.add(graph, thread, outcomes);
                    return None;
                }
                Executed::Waits(event) => {
                    // Who can end the wait goes first: what it does until then is in the past of what waits.
                    if let Some(other) = joined(self.machine, thread, &event) {
                        graph.joining.retain(|(waits, _)| *waits != thread);
                        graph.joining.push((thread, other));
                        next.push(other);
                    } else {
                        let info = self.machine.blocked_on(&state, thread);
                        next.extend(info.into_iter().flat_map(|info| info.owners));
                    }
                    waiting.push((thread, event));
                }
                Executed::Depends => {
                    let at = self.place_of(&state, thread);
                    self.cut("whether an operation waits depends on inputs", at);
                    return None;
                }
                Executed::Unfinished => return None,
            }
        }
        if skipped {
            return Some(graph);
        }
        self.complete(&graph, &waiting, ledger);
        None
    }

    /// No thread can move any more.
    fn complete(
        &mut self,
        graph: &Graph,
        waiting: &[(ThreadId, Event)],
        ledger: &mut Ledger<'_, '_>,
    ) {
        let state = graph.state().clone();
        let mut blocked = waiting.to_vec();
        let mut unfair = false;
        for thread in state.threads.iter().filter(|thread| thread.is_running()) {
            let standing = graph.standing(thread.id.0);
            if standing.stuck {
                blocked.push((thread.id, Event::default()));
                // It has seen what is newest: waiting for something else is in vain.
                unfair |= self.machine.waits_in_loop(&state, thread.id).is_none();
            }
        }
        for reserved in &graph.reserved {
            match execute(self.machine, &self.events, &state, reserved.thread, None) {
                Executed::Waits(event) => blocked.push((reserved.thread, event)),
                _ => {
                    unfair = true;
                    blocked.push((reserved.thread, Event::default()));
                }
            }
        }
        let excluded = |status| status == Status::Halted(Halt::Assume);
        if state.threads.iter().any(|thread| excluded(thread.status)) {
            // What an assumption excludes is no run.
        } else if blocked.is_empty() {
            self.graphs += 1;
            ledger.count_run(self.machine, &state);
        } else {
            self.blocked += 1;
            if !unfair {
                raddle_evidence::report_deadlock(self.machine, &state, &blocked, false);
            }
        }
        // What waits for ever where it stands may have come earlier.
        for (thread, event) in waiting {
            self.revisit_operations(graph, *thread, &event.accesses);
        }
    }

    /// The location of an access.
    fn locate(&mut self, access: &Access) -> Option<Loc> {
        if access.symbolic.is_some() {
            self.cut("an access to an address that depends on inputs", Some(access.at));
            return None;
        }
        let range = Range::of(access);
        if let Some(&loc) = self.known.get(&range) {
            return Some(loc);
        }
        if self.ranges.iter().any(|other| other.overlaps(&range)) {
            self.cut("atomic accesses of different sizes to the same bytes", Some(access.at));
            return None;
        }
        if self.sections.iter().any(|other| other.overlaps(&range)) {
            self.cut(MIXED, Some(access.at));
            return None;
        }
        let loc = Loc(self.ranges.len() as u32);
        self.ranges.push(range);
        self.known.insert(range, loc);
        self.located.entry(range.object).or_default().push(loc);
        Some(loc)
    }

    /// Takes note of what a section accesses. `false`: it cannot be followed, or not with an order of operations for each object.
    fn note_section(&mut self, access: &Access) -> bool {
        let range = Range::of(access);
        if self.ranges.iter().any(|other| other.overlaps(&range)) {
            self.cut(MIXED, Some(access.at));
            return false;
        }
        if !self.sections.contains(&range) {
            self.sections.push(range);
        }
        // What a section accesses may depend on what it reads.
        self.too_fine |= !self.coarse;
        self.coarse
    }

    /// Adds a step in every way. Its outcomes are those with memory as it is.
    fn add(&mut self, graph: Graph, thread: ThreadId, outcomes: Vec<Outcome>) {
        let mut locations: SmallVec<[Loc; 2]> = SmallVec::new();
        let mut operations: Vec<SmallVec<[Access; 2]>> = Vec::new();
        for outcome in &outcomes {
            let Some(access) = outcome.access().copied() else { continue };
            let Some(loc) = self.locate(&access) else { return };
            if !locations.contains(&loc) {
                locations.push(loc);
            }
        }
        if let [outcome] = &outcomes[..]
            && let Some(choice) = only_choice(&graph, outcome, locations.first())
        {
            let next = self.place(graph, thread, outcome, choice);
            self.open.extend(next);
            return;
        }
        for outcome in &outcomes {
            match outcome.access().copied() {
                None => {
                    let next = self.place(graph.clone(), thread, outcome, Choice::default());
                    if let Some(next) = next {
                        let step = next.steps.last().expect("it was added");
                        let known = operations.iter().any(|other| same(other, &step.operation));
                        if !step.operation.is_empty() && !known {
                            operations.push(step.operation.clone());
                        }
                        self.open.push(next);
                    }
                }
                Some(access) => {
                    let Some(loc) = self.locate(&access) else { return };
                    let newest = graph.newest(loc);
                    for choice in self.choices(&graph, thread, loc, &access, newest) {
                        let next = self.place(graph.clone(), thread, outcome, choice);
                        self.open.extend(next);
                    }
                }
            }
        }
        for accesses in operations {
            self.revisit_operations(&graph, thread, &accesses);
        }
        for loc in locations {
            self.add_at(&graph, thread, loc, &outcomes);
        }
    }

    /// Reads that see something older, and revisits, at one location.
    fn add_at(&mut self, graph: &Graph, thread: ThreadId, loc: Loc, outcomes: &[Outcome]) {
        let at_loc = |explorer: &mut Self, outcome: &Outcome| {
            let access = outcome.access().copied()?;
            (explorer.locate(&access) == Some(loc)).then_some(access)
        };
        let newest = graph.newest(loc);
        let mut stores = false;
        let mut updates: SmallVec<[Source; 4]> = SmallVec::new();
        let mut reads = false;
        for outcome in outcomes {
            let Some(access) = at_loc(self, outcome) else { continue };
            match deed_of(&access, newest) {
                Deed::Write => stores = true,
                Deed::Update(_) => {
                    updates.push(newest);
                    reads = true;
                }
                _ => reads = true,
            }
        }
        if reads {
            let oldest = self.oldest(graph, loc, &graph.standing(thread.0).hb);
            let always_writes = always_writes(self.machine, graph.state(), thread);
            let count = graph.writes(loc).len();
            for position in (oldest..count).rev() {
                let source = source_at(graph, loc, position);
                if always_writes && self.is_taken(graph, loc, position) {
                    updates.push(source);
                    continue;
                }
                let Some(glance) = self.glance(graph, loc, source) else { continue };
                let state = graph.state().clone();
                let executed = execute(self.machine, &self.events, &state, thread, Some(&glance));
                let Some(outcomes) = self.outcomes(executed, &state, thread) else { return };
                for outcome in &outcomes {
                    let Some(access) = at_loc(self, outcome) else { continue };
                    if matches!(deed_of(&access, source), Deed::Update(_))
                        && !updates.contains(&source)
                    {
                        updates.push(source);
                    }
                    for choice in self.choices(graph, thread, loc, &access, source) {
                        let next = self.place(graph.clone(), thread, outcome, choice);
                        self.open.extend(next);
                    }
                }
            }
        }
        if stores {
            self.revisit(graph, Visitor { thread, loc, source: None, stamp: None });
        }
        for source in updates {
            self.revisit(graph, Visitor { thread, loc, source: Some(source), stamp: None });
        }
    }

    /// The first place in the order of writes that someone with this knowledge may still read from.
    fn oldest(&self, graph: &Graph, loc: Loc, hb: &Clock) -> usize {
        let counts = |node: &Node| node.writes() || self.broken != Some(Broken::ReadsNotCoherent);
        let is_known = |name: &&Name| Graph::knows(hb, **name);
        let written = graph.writes(loc).iter().rposition(|name| is_known(&name));
        let readers = graph.readers(loc).iter().filter(is_known).map(|&name| graph.node(name));
        let read =
            readers.filter(|node| !node.writes() && counts(node)).map(|node| graph.rank(node));
        read.max().max(written.map(|at| at + 1)).unwrap_or(0)
    }

    /// Whether what comes behind so many writes is a read-modify-write, which nothing may come before.
    fn is_taken(&self, graph: &Graph, loc: Loc, position: usize) -> bool {
        let next = graph.writes(loc).get(position).map(|&name| graph.node(name).deed);
        match next {
            Some(Deed::Update(source)) => {
                self.broken != Some(Broken::UpdatesTorn) && graph.position(loc, source) == position
            }
            _ => false,
        }
    }

    /// The ways in which an access can be placed that reads from `source` if it reads.
    fn choices(
        &self,
        graph: &Graph,
        thread: ThreadId,
        loc: Loc,
        access: &Access,
        source: Source,
    ) -> SmallVec<[Choice; 4]> {
        let count = graph.writes(loc).len();
        match deed_of(access, source) {
            Deed::Write => (self.oldest(graph, loc, &graph.standing(thread.0).hb)..=count)
                .filter(|&position| !self.is_taken(graph, loc, position))
                .map(|position| Choice { position: Some(position), ..Choice::default() })
                .collect(),
            Deed::Update(source) => {
                let position = Some(graph.position(loc, source));
                SmallVec::from_iter([Choice { source: Some(source), position, stamp: None }])
            }
            _ => SmallVec::from_iter([Choice { source: Some(source), ..Choice::default() }]),
        }
    }

    /// What a read has to be shown so that it sees a source; `None` if the location is not in memory any more.
    fn glance(&mut self, graph: &Graph, loc: Loc, source: Source) -> Option<Glance> {
        let range = self.ranges[loc.0 as usize];
        let newest = graph.newest(loc);
        let Source::Node(newest_name) = newest else { return None };
        let saw = match source {
            Source::Start => Writer::Start,
            Source::Node(name) => Writer::Decision(graph.decision(name)),
        };
        let instead = graph.decision(newest_name);
        let decision = graph.state().decisions.len();
        let view = View { decision, saw: Some((saw, instead)), left: Some(instead) };
        let (value, newest) = (graph.value(loc, source), graph.value(loc, newest));
        Some(Glance { range, value, newest, view })
    }

    /// The graph with one more step, if it is consistent. Races and faults are reported.
    fn place(
        &mut self,
        mut graph: Graph,
        thread: ThreadId,
        outcome: &Outcome,
        choice: Choice,
    ) -> Option<Graph> {
        let mut state = outcome.state.clone();
        let before = graph.state().clone();
        let mut main = None;
        if let Some(at) = outcome.main {
            let access = outcome.events[0].accesses[at];
            let loc = self.locate(&access)?;
            if !graph.is_accessed(loc) {
                let range = self.ranges[loc.0 as usize];
                let start = self.machine.bytes_at(&before, range.object, range.start, range.size());
                graph.accesses_mut(loc).start = start.or(Some(Value::Undef));
            }
            let deed = deed_of(&access, choice.source.unwrap_or(Source::Start));
            let order = order_of(&access);
            let locked = is_update(self.machine, &before, thread);
            let value = outcome.written.unwrap_or(Value::Undef);
            main = Some(Main { access: at, loc, deed, order, locked, value });
        }
        let mut step = self.build(&graph, thread, outcome, main)?;
        if let Some(main) = main
            && !self.is_coherent(&graph, &step, main, choice)
        {
            return None;
        }
        step.forks = outcome.forks.clone();
        let updates = main.is_some_and(|main| matches!(main.deed, Deed::Update(_)));
        step.stamp = choice.stamp.unwrap_or(graph.next_stamp);
        step.written = if updates { graph.next_stamp } else { step.stamp };
        if choice.stamp.is_none() || updates {
            graph.next_stamp += 1;
        }
        if let Some(main) = main
            && let (Deed::Write, Some(position)) = (main.deed, choice.position)
            && position < graph.writes(main.loc).len()
            && let Source::Node(newest) = graph.newest(main.loc)
        {
            let range = self.ranges[main.loc.0 as usize];
            let value = graph.value(main.loc, Source::Node(newest));
            let size = range.size();
            let (decision, left) = (before.decisions.len(), Some(graph.decision(newest)));
            let state = Rc::make_mut(&mut state);
            self.machine.put_bytes(state, range.object, range.start, size, value);
            state.views.push(View { decision, saw: None, left });
        }
        // What reads from and writes behind what is newest comes before nothing, and so closes no circle.
        let is_newest = main.is_none_or(|main| {
            let reads_newest = choice.source.is_none_or(|source| source == graph.newest(main.loc));
            let end = graph.writes(main.loc).len();
            reads_newest && choice.position.is_none_or(|position| position == end)
        });
        graph.reserved.retain(|reserved| reserved.thread != thread);
        graph.joining.retain(|(waits, _)| *waits != thread);
        graph.joining.extend(outcome.joins.map(|other| (thread, other)));
        for node in &step.nodes {
            let Some(loc) = node.loc else { continue };
            let accesses = graph.accesses_mut(loc);
            if node.source().is_some() {
                accesses.readers.push(node.name);
            }
            if node.writes() {
                let is_main = main.is_some_and(|main| main.loc == loc) && node.offset == 0;
                let end = accesses.order.len();
                let position = choice.position.filter(|_| is_main).unwrap_or(end);
                accesses.order.insert(position, node.name);
            }
        }
        graph.push(Rc::new(step), state);
        if !is_newest && !self.events.model.allows(&graph, self.broken) {
            return None;
        }
        for fault in &outcome.faults {
            self.machine.outbox.report(fault.clone());
        }
        // What follows a race has a meaning only where plain accesses have one.
        if self.races(&mut graph, !outcome.faults.is_empty())
            && (self.too_plain || !self.events.model.has_plain_events())
        {
            return None;
        }
        Some(graph)
    }

    fn build(
        &mut self,
        graph: &Graph,
        thread: ThreadId,
        outcome: &Outcome,
        main: Option<Main>,
    ) -> Option<Step> {
        if asks_for_end(self.machine, graph.state(), thread)
            && let Some(access) =
                outcome.events[0].accesses.iter().find(|access| self.joins(access))
        {
            let message = "a question whether a thread has ended, which does not wait";
            self.cut(message, Some(access.at));
            return None;
        }
        if self.events.model == Model::C11 {
            let mut accesses = outcome.events[0].accesses.iter();
            let given_back = |other: &Access| matches!(other.sync, Sync::Release | Sync::Both);
            let late = if is_attempt(self.machine, graph.state(), thread) {
                let message = "an attempt to get a lock that may still be seen as held: that it was given back is known from relaxed reads only";
                let late = |access: &&Access| may_be_late(graph, thread, access, given_back);
                accesses.find(late).map(|access| (message, access.at))
            } else if is_look(self.machine, graph.state(), thread) {
                let message =
                    "a look at a semaphore whose changes are known from relaxed reads only";
                let late = |access: &&Access| may_be_late(graph, thread, access, |one| one.write);
                accesses.find(late).map(|access| (message, access.at))
            } else {
                None
            };
            if let Some((message, at)) = late {
                self.cut(message, Some(at));
                return None;
            }
        }
        let calls = is_call(self.machine, graph.state(), thread);
        let mut builder = Builder::new(graph, thread, calls, self.coarse, self.broken);
        for (nth, event) in outcome.events.iter().enumerate() {
            let atomic = main.filter(|_| nth == 0);
            let mut odd = None;
            for (at, access) in event.accesses.iter().enumerate() {
                let is_main = atomic.is_some_and(|main| main.access == at);
                let again = atomic.is_some() && order_of(access).is_some();
                let plain_event = self.events.is_event(access)
                    && event.created.is_empty()
                    && !has_ended(&outcome.state, access.object);
                let in_section = atomic.is_none()
                    && order_of(access).is_some()
                    && !(calls && is_relaxed(access));
                if in_section && !self.note_section(access) {
                    return None;
                }
                let observed = access.sync == Sync::Observed;
                if observed || !is_main && (again || plain_event) {
                    odd = Some(*access);
                }
            }
            if let Some(access) = odd {
                self.cut("one step makes several accesses to shared memory", Some(access.at));
                return None;
            }
            let changed = self.changed(graph, outcome, event)?;
            let names = &self.machine.names;
            builder.transition(event, atomic, |object| names.name(object), &changed);
        }
        let stuck = outcome.stuck || self.repeats(graph, thread, outcome);
        Some(builder.finish(stuck))
    }

    fn joins(&self, access: &Access) -> bool {
        let is_thread = matches!(self.machine.names.name(access.object), ObjectName::Thread(_));
        is_thread && access.sync == Sync::Acquire
    }

    /// Whether a thread is where it was before: since then it has read, and written nothing but variables of its own, which hold what they held.
    /// To read on is of no use until it reads something else: without this round, whatever follows is consistent, too, and nothing that raced is
    /// ordered. Its fences order nothing that others would miss.
    fn repeats(&mut self, graph: &Graph, thread: ThreadId, outcome: &Outcome) -> bool {
        let names = &self.machine.names;
        let is_own = |access: &Access| {
            let owner = names.name(access.object);
            let is_stack = matches!(owner, ObjectName::Stack { thread: of, .. } if *of == thread);
            is_stack && access.sync.is_plain()
        };
        let harmless = |access: &Access| !access.write || is_own(access);
        let reads = outcome
            .events
            .iter()
            .all(|event| event.created.is_empty() && event.accesses.iter().all(harmless));
        if !reads || outcome.main.is_none() || !outcome.state.thread(thread).is_running() {
            return false;
        }
        // The states before this step, and before earlier ones that have only read.
        let mut earlier: SmallVec<[Rc<State>; LONGEST_CYCLE]> = SmallVec::new();
        let mut fenced = outcome.events.iter().any(|event| !event.fences.is_empty());
        earlier.push(graph.state().clone());
        let own = graph.steps.iter().enumerate().rev().filter(|(_, step)| step.thread == thread);
        for (at, step) in own.take(LONGEST_CYCLE - 1) {
            let only_reads = |node: &Node| matches!(node.deed, Deed::Read(_) | Deed::Fence);
            let touches = step.touches.iter().all(|touch| harmless(&touch.access));
            if !step.nodes.iter().all(only_reads) || !touches || !step.operation.is_empty() {
                break;
            }
            fenced |= step.nodes.iter().any(|node| node.deed == Deed::Fence);
            earlier.push(graph.states[at].clone());
        }
        let overlooks = match self.broken {
            Some(Broken::CountersOverlooked) => true,
            Some(Broken::FencesEndLoops) => fenced,
            _ => false,
        };
        earlier.iter().any(|before| {
            let (old, new) = (before.thread(thread), outcome.state.thread(thread));
            self.machine.same_local_state(old, new)
                && (overlooks || self.own_memory_is_same(before, outcome, thread))
        })
    }

    fn own_memory_is_same(&self, before: &State, outcome: &Outcome, thread: ThreadId) -> bool {
        let mut same = true;
        outcome.state.memory.for_each(&mut |object| {
            let owner = self.machine.names.name(object.id);
            if matches!(owner, ObjectName::Stack { thread: of, .. } if *of == thread) {
                let known = before.memory.get(object.id);
                same &= known.is_some_and(|known| known.same_content(object));
            }
        });
        same
    }

    /// The locations that a transition changes by plain writes, or before it creates the first thread beside its own. `None`: inputs decide which.
    fn changed(&mut self, graph: &Graph, outcome: &Outcome, event: &Event) -> Option<Changed> {
        let mut changed = Changed::default();
        for (nth, access) in event.accesses.iter().enumerate() {
            let is_local = access.sync.is_plain() && !self.events.is_event(access);
            if !access.write || !is_local {
                continue;
            }
            let Some(known) = self.located.get(&access.object) else { continue };
            let range = Range::of(access);
            let exact = self.broken == Some(Broken::OtherSizesForgotten);
            let overlaps = |loc: &Loc| {
                let other = self.ranges[loc.0 as usize];
                other == range || !exact && other.overlaps(&range)
            };
            let locations: SmallVec<[Loc; 2]> = known.iter().copied().filter(overlaps).collect();
            for loc in locations.into_iter().filter(|&loc| graph.is_accessed(loc)) {
                if access.symbolic.is_some() && !self.may_change(&outcome.state, access, loc)? {
                    continue;
                }
                let value = self.held(&outcome.state, loc);
                changed.plain.extend(value.map(|value| (nth, (loc, value))));
            }
        }
        if event.anew && self.broken != Some(Broken::WrittenAloneForgotten) {
            for loc in (0..graph.accesses.len() as u32).map(Loc) {
                if !graph.is_accessed(loc) {
                    continue;
                }
                let before = graph.value(loc, graph.newest(loc));
                let value = self.held(&outcome.state, loc).filter(|&value| value != before);
                changed.alone.extend(value.map(|value| (loc, value)));
            }
        }
        Some(changed)
    }

    /// What a location holds in a state.
    fn held(&mut self, state: &State, loc: Loc) -> Option<Value> {
        let range = self.ranges[loc.0 as usize];
        self.machine.bytes_at(state, range.object, range.start, range.size())
    }

    /// Whether a plain write to an address that depends on inputs may be one to a location: if so, that is not followed.
    fn may_change(&mut self, state: &State, access: &Access, loc: Loc) -> Option<bool> {
        let range = self.ranges[loc.0 as usize];
        let there = Access { start: range.start, end: range.end, symbolic: None, ..*access };
        let Some(condition) = self.machine.overlap(access, &there) else { return Some(true) };
        if matches!(self.answer(state, condition), Answer::Unsat(_)) {
            return Some(false);
        }
        let message = "a plain write to an address that depends on inputs, which may be that of an atomic variable";
        self.cut(message, Some(access.at));
        None
    }

    /// Coherence and atomicity of a new access, which nothing comes after yet.
    fn is_coherent(&self, graph: &Graph, step: &Step, main: Main, choice: Choice) -> bool {
        let Some(node) = step.main() else { return true };
        let oldest = self.oldest(graph, main.loc, &node.hb);
        if let Some(source) = node.source()
            && graph.position(main.loc, source) < oldest
        {
            return false;
        }
        let Some(position) = choice.position.filter(|_| node.writes()) else { return true };
        if position < oldest {
            return false;
        }
        // Nothing comes between a read-modify-write and what it reads from.
        !self.is_taken(graph, main.loc, position)
    }

    /// Reports races of the newest step. Whether nothing is left of the graph: if accesses touch the same bytes for some inputs only, it
    /// goes on with the others.
    fn races(&mut self, graph: &mut Graph, failed: bool) -> bool {
        let found = races::of_newest(graph);
        let asked = self.machine.config.properties.contains(Property::Race);
        let mut nothing_left = false;
        for race in found {
            let state = graph.state().clone();
            let (earlier, later) = (&race.earlier.access, &race.later.access);
            if failed && self.is_variable_of_thread(later.object) && has_ended(&state, later.object)
            {
                // That it is gone has been told.
                nothing_left = true;
                continue;
            }
            let condition = match self.machine.overlap(earlier, later) {
                None => None,
                Some(condition) => match self.answer(&state, condition) {
                    Answer::Unsat(_) => continue,
                    Answer::Sat(model) => Some((condition, model)),
                    Answer::Unknown(_) => {
                        self.cut("whether two accesses overlap is not decided", Some(later.at));
                        return true;
                    }
                },
            };
            let plain = self.events.model.has_plain_events() && !has_ended(&state, later.object);
            if asked {
                raddle_evidence::report_race(self.machine, &state, &race, condition.clone());
            } else if !plain {
                let message = "a data race, which has no meaning in C11".to_owned();
                let (kind, func) = (CutKind::UndefinedBehaviour, Some(later.at.func.0));
                let cut = Cut { kind, message, loc: later.at.loc, func };
                self.machine.outbox.report_cut(cut);
            }
            for access in [earlier, later] {
                let stays_local = self.broken == Some(Broken::RacyAccessesLocal);
                let local = access.sync.is_plain() && !self.events.is_event(access);
                if plain && local && !stays_local {
                    self.events.note_race(access);
                    self.too_plain = true;
                }
            }
            let Some((condition, _)) = condition else {
                nothing_left = true;
                continue;
            };
            let apart = self.machine.terms.not(condition);
            match self.answer(&state, apart) {
                Answer::Sat(model) => {
                    let path = state.path.and(apart);
                    let state = State { path, model, ..(*state).clone() };
                    *graph.states.last_mut().expect("there is one") = Rc::new(state);
                }
                Answer::Unsat(_) | Answer::Unknown(_) => nothing_left = true,
            }
        }
        nothing_left
    }

    fn is_variable_of_thread(&self, object: ObjectId) -> bool {
        let name = self.machine.names.name(object);
        matches!(name, ObjectName::Stack { .. } | ObjectName::ThreadLocal(..))
    }

    fn answer(&mut self, state: &State, condition: raddle_expr::TermId) -> Answer {
        self.machine.solver.check(&mut self.machine.terms, &state.path, &[condition])
    }
}

/// Whether two operations are about the same bytes.
fn same(one: &[Access], two: &[Access]) -> bool {
    let ranges = |operation: &[Access]| -> Vec<Range> { operation.iter().map(Range::of).collect() };
    ranges(one) == ranges(two)
}

/// Whether a thread that tries to get a lock may see it as held although it was given back. C lets it if nothing but program order and reads-from
/// says so: the attempt that is refused is a relaxed read. Operations have one order here, in which it cannot be. `matters` tells which operations of
/// others it may overlook: a semaphore that is only looked at may be any that it was.
fn may_be_late(
    graph: &Graph,
    thread: ThreadId,
    access: &Access,
    matters: impl Fn(&Access) -> bool,
) -> bool {
    let standing = graph.standing(thread.0);
    let is_same = |other: &Access| other.overlaps(access);
    let own = graph
        .steps
        .iter()
        .rfind(|step| step.thread == thread && step.operation.iter().any(is_same));
    graph.steps.iter().any(|step| {
        Graph::contains(&standing.past, step)
            && step.operation.iter().any(|other| is_same(other) && matters(other))
            && step.nodes.first().is_some_and(|node| !Graph::knows(&standing.hb, node.name))
            && own.is_none_or(|own| !Graph::contains(&own.past, step))
    })
}

/// The choice of a step that can be added in one way only, and revisits nothing.
fn only_choice(graph: &Graph, outcome: &Outcome, loc: Option<&Loc>) -> Option<Choice> {
    let (Some(&loc), Some(access)) = (loc, outcome.access()) else {
        return outcome.only_threads.then(Choice::default);
    };
    if !graph.writes(loc).is_empty() || !graph.readers(loc).is_empty() {
        return None;
    }
    Some(match deed_of(access, Source::Start) {
        Deed::Write => Choice { position: Some(0), ..Choice::default() },
        Deed::Update(source) => Choice { source: Some(source), position: Some(0), stamp: None },
        _ => Choice { source: Some(Source::Start), ..Choice::default() },
    })
}

fn source_at(graph: &Graph, loc: Loc, position: usize) -> Source {
    match position {
        0 => Source::Start,
        at => Source::Node(graph.writes(loc)[at - 1]),
    }
}

/// What an access is that reads from `source` if it reads.
fn deed_of(access: &Access, source: Source) -> Deed {
    match access.sync {
        Sync::AtomicStore(_) => Deed::Write,
        Sync::AtomicUpdate(_) => Deed::Update(source),
        Sync::AtomicLoad(_) => Deed::Read(source),
        _ if access.write => Deed::Write,
        _ => Deed::Read(source),
    }
}

fn order_of(access: &Access) -> Option<Order> {
    match access.sync {
        Sync::AtomicStore(order) | Sync::AtomicUpdate(order) | Sync::AtomicLoad(order) => {
            Some(order)
        }
        _ => None,
    }
}

/// Whether a thread stands before a read-modify-write.
fn is_update(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    if !is_atomic(machine, state, thread) {
        return false;
    }
    let frame = state.thread(thread).top();
    let body = machine.program.functions[frame.func].body.as_ref();
    let op = body.and_then(|body| body.blocks[frame.block].insts.get(frame.inst));
    !matches!(op.map(|inst| &inst.op), Some(Op::Load { .. } | Op::Store { .. }))
}
