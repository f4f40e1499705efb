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
use raddle_ir::Loc as Place;
use raddle_machine::{
    Access, Cut, CutKind, Event, Fence, Halt, Machine, ObjectId, Settled, StackEntry, State,
    Status, ThreadId,
};
use raddle_moves::FUEL;
use raddle_reduce::Broken;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::build::{Builder, Changed, Kind};
use crate::execute::{Events, Executed, Range, execute, joined};
use crate::graph::{Graph, Loc, Source, Step};
use crate::model::Model;
use locations::order_of;
use turns::Private;

mod conflicts;
mod locations;
mod place;
mod repeats;
mod revisit;
mod turns;
mod ways;

/// What a step costs beside its instructions, for each step that is there already: orders and pasts are looked at. In units of the budget.
const WORK_PER_EARLIER_STEP: u64 = 8;

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
    private: Private,
    /// Something was learnt that makes all that follows shorter.
    begins_again: bool,
    /// Before there is a complete graph none may have more steps; otherwise it is taken for one without end.
    longest_first: Option<usize>,
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

/// What a step does that is not followed.
struct Refusal {
    message: &'static str,
    at: StackEntry,
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
            events: Events::new(model, broken),
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
            private: Private::default(),
            begins_again: false,
            longest_first: None,
            graphs: 0,
            blocked: 0,
        }
    }

    /// Gives up a program whose first graph has more steps than that.
    pub fn expect_a_graph_within(&mut self, steps: usize) {
        self.longest_first = Some(steps);
    }

    pub fn run(&mut self, initial: State, ledger: &mut Ledger<'_, '_>) -> End {
        let mut roots = vec![initial.clone()];
        loop {
            let too_fine = std::mem::take(&mut self.too_fine);
            let too_plain = std::mem::take(&mut self.too_plain);
            if too_fine | too_plain | std::mem::take(&mut self.begins_again) {
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
                self.count_step(&graph);
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

    fn count_step(&mut self, graph: &Graph) {
        let steps = graph.steps.len();
        self.machine.config.budget.work(steps as u64 * WORK_PER_EARLIER_STEP);
        if self.graphs == 0 && self.longest_first.is_some_and(|longest| steps > longest) {
            let newest = graph.steps.last().map(|step| step.thread);
            let place = newest.and_then(|thread| self.place_of(graph.state(), thread));
            self.cut("no execution comes to its end", place);
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
        let mut builder = Builder::new(&graph, main, Kind::Section, self.coarse, self.broken);
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
        let mut step = Step { transitions: 0, ..builder.finish(false) };
        self.note_private(&mut step, &state);
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
        let mut urgent: Vec<ThreadId> = Vec::new();
        let mut asked: SmallVec<[ThreadId; 8]> = SmallVec::new();
        while let Some(thread) = urgent.pop().or_else(|| self.in_turn(&graph, &asked)) {
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
                urgent.extend((!self.take_turns()).then_some(other));
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
                        urgent.extend((!self.take_turns()).then_some(other));
                    } else {
                        let info = self.machine.blocked_on(&state, thread);
                        urgent.extend(info.into_iter().flat_map(|info| info.owners));
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
        self.begins_again = self.learn_private(graph);
        if self.begins_again {
            return;
        }
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
}
