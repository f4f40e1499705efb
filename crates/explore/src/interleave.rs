//! Depth-first exploration of inputs and interleavings in one tree.
//!
//! A node is a state in which every thread stands before a visible operation. Its children are the
//! transitions of the threads tried there; where inputs decide how a transition goes on, one transition has
//! several children. With `Reduce::Dpor` one thread is tried first, others
//! when an event further down turns out to be in a race with the one executed here (`reversal.rs`); sleep sets keep
//! equivalent runs from being explored twice. With `Reduce::None` every enabled thread is tried.
//!
//! A thread that can never move again (its next step fails, exits or contradicts an assumption) is left
//! where it is and the others go on: what they do could have happened before that step.

use std::rc::Rc;

use raddle_expr::TermId;
use raddle_findings::Report;
use raddle_machine::{Event, Machine, Property, Settled, State, Status, Sync, Thread, ThreadId};
use raddle_reduce::{Broken, Race, SleepSet, Trace, WakeupTree};
use raddle_solver::Hurry;
use smallvec::SmallVec;

use crate::cycles::Cycles;
use crate::enabled::{self, Tried, note_transition, undo_halted_section};
use crate::lockset::Locksets;
use crate::options::{Options, Reduce, Symmetry};
use crate::pace::FUEL;
use crate::pdpor::SemiCommutation;
use crate::persistent::Futures;
use crate::reversal;
use crate::share;
use crate::slicing::entry_function;
use crate::summary::{Below, Open, Summaries};
use crate::symmetry::threads_may_be_alike;
use crate::team::{Given, TaskNumber, Team, Teamwork};
use crate::turns::Turns;

/// What the exploration tells its owner, who may end it.
pub(crate) trait Visitor {
    /// Called after every piece of work; `true` ends the exploration.
    fn tick(&mut self, machine: &mut Machine<'_>, state: &State, depth: usize) -> bool;
    /// A node was created.
    fn node(&mut self);
    /// A run ended because no thread can move. `blocked` are threads that wait.
    fn run_ended(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        blocked: &[(ThreadId, Event)],
    );
    /// The newest event left its thread, or another one, waiting while others can still move.
    fn some_blocked(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        blocked: &[(ThreadId, Event)],
    );
    /// A run ended because whatever could follow was explored elsewhere.
    fn run_blocked(&mut self);
    /// An event was appended to the run.
    fn event(&mut self, machine: &mut Machine<'_>, trace: &Trace, state: &State);
    /// A state in which everybody stands before a visible operation, or has come to an end.
    fn settled(&mut self, machine: &mut Machine<'_>, trace: &Trace, state: &State);
    /// Everything is explored once more from the start, in another way.
    fn started_again(&mut self);
    /// The search at hand begins again; the other one of two goes on, and what it met still holds.
    fn counts_from_zero(&mut self);
    /// What is counted from now on belongs to the other one of two searches.
    fn counts_for_the_other(&mut self);
    /// A schedule with more preemptions than allowed was left out.
    fn too_many_preemptions(&mut self);
    /// A run was longer than allowed.
    fn too_long(&mut self);
    /// A run ended because a summary covers all that could follow.
    fn run_subsumed(&mut self);
    /// A run ended because nothing that could follow can go wrong.
    fn rest_harmless(&mut self);
    /// Whether somebody wants to know how much is done.
    fn share_is_due(&self) -> bool;
    /// An estimate of how much is done.
    fn share(&mut self, share: f64);
    /// How often something happened in the whole exploration.
    fn count(&mut self, name: &'static str, count: u64);
    /// A report of what was found up to now.
    fn so_far(&mut self, machine: &mut Machine<'_>) -> Option<Report>;
    /// The same if there is anything new that matters to the verdict.
    fn news(&mut self, machine: &mut Machine<'_>) -> Option<Report>;
}

pub(crate) struct Interleaver<'m, 'p> {
    pub(crate) machine: &'m mut Machine<'p>,
    pub(crate) reduce: Reduce,
    pub(crate) max_steps: Option<u64>,
    /// How often a run may take the turn from a thread that could go on.
    pub(crate) preemptions: Option<u32>,
    /// Of several threads to try first, take the newest.
    descending: bool,
    /// What threads may do, for persistent sets.
    pub(crate) futures: Option<Futures>,
    pub(crate) semi_commutation: Option<SemiCommutation>,
    /// Looking ahead.
    pub(crate) locksets: Option<Locksets>,
    pub(crate) broken: Option<Broken>,
    pub(crate) summaries: Option<Summaries>,
    /// Symmetry was left to a look at the program, which said that threads may be alike, or not.
    alike: Option<bool>,
    pub(crate) cycles: Cycles,
    /// States that rested in local work: those explored, and those that a summary covered.
    pub(crate) rests_explored: u64,
    pub(crate) rests_pruned: u64,
    pub(crate) trace: Trace,
    pub(crate) stack: Vec<Node>,
    /// Which of the two ways of `reversal.rs` is taken.
    pub(crate) optimal: bool,
    pub(crate) optimality_refuted: bool,
    /// Races of the run that may have to be reversed.
    pub(crate) open_races: Vec<Race>,
    /// The run at hand is complete, and its races were not judged yet.
    pub(crate) complete: bool,
    /// Nodes that were put on the stack.
    pub(crate) entered: u64,
    /// States that the program comes to before anybody has a choice, and that are left.
    pub(crate) roots: Vec<State>,
    /// Such states that others explore.
    pub(crate) given_roots: Vec<(TaskNumber, State)>,
    /// So many nodes lie on the path to the task at hand: its last transition is explored, and nothing else of them.
    pub(crate) floor: usize,
    /// Others who explore parts of the search.
    pub(crate) team: Option<&'m mut dyn Team>,
    pub(crate) teamwork: Teamwork,
    /// Races may be reversed in the optimal way if nothing is pruned.
    pub(crate) may_be_optimal: bool,
    pub(crate) turns: Turns,
    /// No other order of threads is explored.
    one_schedule: bool,
}

/// How an exploration ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Finished,
    /// The visitor wanted it.
    Stopped,
    /// It has to be done again, not optimally.
    Refuted,
    /// It is not at its end, but another one should go on.
    Paused,
}

/// Transitions in a row that a thread is given first.
const LONGEST_TURN: usize = 64;

pub(crate) struct Node {
    pub(crate) state: State,
    pub(crate) enabled: SmallVec<[ThreadId; 4]>,
    pub(crate) blocked: SmallVec<[(ThreadId, Event); 2]>,
    /// Results of transitions that had to be tried to know whether they are possible.
    pub(crate) tried: Vec<(ThreadId, Vec<State>)>,
    pub(crate) sleep: SleepSet,
    /// What is left to explore here.
    pub(crate) wakeup: WakeupTree,
    pub(crate) done: SmallVec<[ThreadId; 4]>,
    /// The thread that could go on, if the newest event is one of it.
    moving: Option<ThreadId>,
    /// How often the turn was taken from a thread that could go on.
    preemptions: u32,
    /// The thread whose transition is being explored, and what is left of it.
    pub(crate) current: Option<ThreadId>,
    /// What has to be explored after that transition.
    pub(crate) after: Rc<WakeupTree>,
    pub(crate) children: Vec<State>,
    /// All that the transition of `current` accessed, over all inputs.
    pub(crate) footprint: Event,
    /// The children's transitions were made, and noted, when they were tried.
    noted: bool,
    /// States could rest in the transition of `current`.
    pub(crate) may_rest: bool,
    /// An event of `current` is on the trace.
    pub(crate) pushed: bool,
    /// What the choice of threads was concluded from, as conditions on cells.
    pub(crate) concluded_from: Vec<TermId>,
    /// What others explore.
    pub(crate) given: Vec<Given>,
    /// What slept here for everybody else, while something that was given away is explored here after all.
    pub(crate) usual_sleep: Option<SleepSet>,
    /// What is learnt here, with summaries.
    pub(crate) open: Option<Box<Open>>,
}

impl<'m, 'p> Interleaver<'m, 'p> {
    pub fn new(machine: &'m mut Machine<'p>, options: &Options, hurry: Hurry) -> Self {
        let &Options { reduce, max_steps, preemptions, descending, broken, .. } = options;
        // A bound on schedules cuts what a summary would have to speak of.
        let summaries = options.summaries.filter(|_| preemptions.is_none());
        let asked = options.symmetry == Symmetry::Auto && summaries.is_some();
        let alike = asked.then(|| threads_may_be_alike(machine.program));
        let symmetry = options.symmetry == Symmetry::On || alike == Some(true);
        let symmetry = symmetry && summaries.is_some() && machine.program.target.pointer_bits == 64;
        // Which threads persistent sets leave out is decided by name.
        let symmetry = symmetry && !reduce.is_static();
        machine.config.symmetry = symmetry;
        // A pruned run is not complete: its races are reversed when they are seen.
        let may_be_optimal = reduce == Reduce::Dpor
            && max_steps.is_none()
            && preemptions.is_none()
            && !options.one_schedule
            && reversal::may_be_optimal(machine.program);
        // A persistent set is worked out from whole transitions.
        let rests = summaries.is_some() && !reduce.is_static();
        if rests && max_steps.is_none() && !options.record_tree {
            machine.allow_rests();
        }
        // A run that covers another one may need more preemptions.
        let persistent = reduce.is_static() && preemptions.is_none();
        let entry = entry_function(machine.program, options.function.as_deref());
        let entry = entry.ok().filter(|_| persistent);
        let semi = reduce == Reduce::Pdpor && SemiCommutation::applies_to(machine);
        let races = machine.config.properties.contains(Property::Race);
        let reach_matters = reduce == Reduce::Dpor || races;
        // The other reductions are for comparison with published figures, and a tree is one of one search.
        let thrifty = reduce == Reduce::Dpor && !options.record_tree;
        Interleaver {
            futures: entry
                .and_then(|entry| Futures::new(machine.program, entry, &machine.config.budget)),
            locksets: Locksets::new(machine, options),
            semi_commutation: semi.then(|| SemiCommutation::new(hurry.clone(), broken)),
            machine,
            reduce,
            max_steps,
            preemptions,
            descending,
            broken,
            trace: Trace::new(broken),
            stack: Vec::new(),
            optimal: may_be_optimal && summaries.is_none(),
            summaries: summaries.map(|limits| {
                Summaries::new(limits, reach_matters, hurry, symmetry, options.eager_turns, broken)
            }),
            alike,
            cycles: Cycles::default(),
            rests_explored: 0,
            rests_pruned: 0,
            optimality_refuted: false,
            open_races: Vec::new(),
            complete: false,
            entered: 0,
            roots: Vec::new(),
            given_roots: Vec::new(),
            floor: 0,
            team: None,
            teamwork: Teamwork::default(),
            may_be_optimal,
            turns: Turns::new(!thrifty, broken),
            one_schedule: options.one_schedule,
        }
    }

    /// Lets others explore parts.
    pub fn with_team(self, team: &'m mut dyn Team) -> Self {
        Interleaver { team: Some(team), ..self }
    }

    pub(crate) fn is_broken(&self, how: Broken) -> bool {
        self.broken == Some(how)
    }

    /// Explores everything from a state, which may have local work to do.
    pub fn run(mut self, initial: State, visitor: &mut dyn Visitor) {
        self.teamwork.start_with(&initial);
        let mut end = self.run_once(initial.clone(), visitor);
        loop {
            end = match end {
                End::Finished | End::Stopped => break,
                End::Paused if self.is_broken(Broken::PauseTakenForEnd) => break,
                End::Paused => self.take_turns(&initial, visitor),
                End::Refuted if self.refutes_plain_search_only(visitor) => {
                    self.run_once(initial.clone(), visitor)
                }
                End::Refuted => {
                    self.end_turns();
                    self.start_again(visitor);
                    self.run_once(initial.clone(), visitor)
                }
            };
        }
        self.end_turns();
        self.tell_counts(visitor);
    }

    pub(crate) fn tell_counts(&self, visitor: &mut dyn Visitor) {
        for (name, count) in self.teamwork.counters() {
            visitor.count(name, count);
        }
        for (name, count) in self.summaries.iter().flat_map(Summaries::counters) {
            visitor.count(name, count);
        }
        if let Some(semi) = &self.semi_commutation {
            visitor.count("threads_left_out_by_property", semi.left_out);
            visitor.count("orders_asked_about", semi.asked());
        }
        if let Some(locksets) = &self.locksets {
            visitor.count("pruned_by_locksets", locksets.left_out);
            visitor.count("looked_ahead", locksets.tried);
        }
        if let Some(alike) = self.alike {
            visitor.count("symmetry: threads may be alike", u64::from(alike));
        }
        if self.rests_explored + self.rests_pruned > 0 {
            visitor.count("rests_explored", self.rests_explored);
            visitor.count("rests_pruned", self.rests_pruned);
        }
    }

    /// Forgets everything but what refuted the way it was explored.
    fn start_again(&mut self, visitor: &mut dyn Visitor) {
        if let Some(team) = &mut self.team {
            team.forget();
        }
        self.roots.clear();
        self.given_roots.clear();
        if std::mem::take(&mut self.optimality_refuted) {
            self.optimal = false;
        }
        if std::mem::take(&mut self.machine.hidden_address) {
            self.machine.config.all_shared = true;
            self.forget_what_was_learnt();
        }
        // What nobody has been told of yet is met again, in a run that counts.
        self.machine.faults.clear();
        self.machine.cuts.clear();
        self.machine.reported_races = Rc::default();
        self.trace = Trace::new(self.broken);
        self.stack.clear();
        self.open_races.clear();
        self.complete = false;
        visitor.started_again();
    }

    pub(crate) fn forget_what_was_learnt(&mut self) {
        self.summaries.iter_mut().for_each(Summaries::forget);
        self.cycles = Cycles::default();
    }

    /// Whether what was explored may be too little.
    pub(crate) fn is_refuted(&self) -> bool {
        self.optimality_refuted || self.machine.hidden_address
    }

    pub(crate) fn run_once(&mut self, initial: State, visitor: &mut dyn Visitor) -> End {
        visitor.node();
        self.roots.push(initial);
        self.explore_roots(visitor)
    }

    /// Explores the states that are left before anybody has a choice.
    pub(crate) fn explore_roots(&mut self, visitor: &mut dyn Visitor) -> End {
        loop {
            // What was put aside is at some node.
            let end = self.explore(visitor);
            if end != End::Finished {
                return end;
            }
            if self.turn_is_over() {
                return End::Paused;
            }
            let Some(root) = self.roots.pop() else {
                match self.await_roots(visitor) {
                    End::Finished if self.roots.is_empty() && self.given_roots.is_empty() => break,
                    End::Finished => continue,
                    end => return end,
                }
            };
            if visitor.share_is_due() {
                let left: f64 = self.roots.iter().chain([&root]).map(share::weight).sum();
                visitor.share((1.0 - left).max(0.0));
            }
            if visitor.tick(self.machine, &root, 0) {
                return End::Stopped;
            }
            let mut others = Vec::new();
            let settled = self.settle_one(root, &mut others, visitor);
            self.roots.append(&mut others);
            let Some(state) = settled else { continue };
            self.cycles.forget_run();
            let key = match self.is_covered(&state, &SleepSet::default()) {
                Ok(()) => {
                    visitor.node();
                    visitor.run_subsumed();
                    continue;
                }
                Err(key) => key,
            };
            if self.is_rest_harmless(&state, key.as_ref()) {
                visitor.node();
                visitor.rest_harmless();
                continue;
            }
            let (sleep, wakeup) = (SleepSet::default(), WakeupTree::default());
            let node = self.new_node(state, sleep, wakeup, &mut others, visitor);
            self.roots.append(&mut others);
            if let Some(node) = node {
                self.enter(node, key);
            }
        }
        if self.is_refuted() { End::Refuted } else { End::Finished }
    }

    /// Explores the node on the stack.
    pub(crate) fn explore(&mut self, visitor: &mut dyn Visitor) -> End {
        while !self.is_refuted() {
            if self.stack.is_empty() {
                return End::Finished;
            }
            // What is learnt on the way up takes time, too.
            if self.machine.config.budget.is_spent() {
                return End::Stopped;
            }
            if self.turn_is_over() {
                return End::Paused;
            }
            let node = self.stack.last_mut().expect("there is one");
            if std::mem::take(&mut node.pushed) {
                self.take_back();
                continue;
            }
            if !node.children.is_empty() && self.team.is_some() {
                self.share_work(visitor);
            }
            let node = self.stack.last_mut().expect("it is still there");
            if let Some(child) = node.children.pop() {
                let depth = self.stack.len();
                if visitor.share_is_due() {
                    visitor.share(share::of_stack(&self.stack));
                }
                if visitor.tick(self.machine, &child, depth) {
                    return End::Stopped;
                }
                self.descend(child, visitor);
                continue;
            }
            if node.current.is_some() && node.given.iter().any(Given::is_outcome) {
                match self.await_given(visitor) {
                    End::Finished => continue,
                    end => return end,
                }
            }
            if self.stack.len() == self.floor {
                return End::Finished;
            }
            let node = self.stack.last_mut().expect("it is still there");
            if let Some(thread) = node.current.take() {
                node.finish(thread, self.reduce == Reduce::Dpor && self.preemptions.is_none());
            }
            match node.next_alternative(self.preemptions, visitor) {
                Some((thread, after)) => self.begin(thread, after),
                None if !node.given.is_empty() => match self.await_given(visitor) {
                    End::Finished => {}
                    end => return end,
                },
                None => {
                    let node = self.stack.pop().expect("it was the last");
                    self.conclude(node, visitor);
                }
            }
        }
        End::Refuted
    }

    /// Begins with the transition of a thread at the top node.
    pub(crate) fn begin(&mut self, thread: ThreadId, after: Rc<WakeupTree>) {
        let node = self.stack.last_mut().expect("there is a node to begin at");
        let tried = node.tried.iter_mut().find(|(other, _)| *other == thread);
        node.noted = tried.is_some();
        node.children = match tried {
            Some((_, states)) => std::mem::take(states),
            None => vec![self.machine.grant(node.state.clone(), thread)],
        };
        node.children.reverse();
        node.current = Some(thread);
        node.after = after;
    }

    /// Takes the newest event back.
    fn take_back(&mut self) {
        if std::mem::take(&mut self.complete) {
            self.judge_races();
        }
        self.trace.pop();
        let length = self.trace.len();
        self.open_races.retain(|race| race.length <= length);
    }

    /// Goes on with one outcome of the transition that is being explored at the top node.
    fn descend(&mut self, child: State, visitor: &mut dyn Visitor) {
        let mut siblings = Vec::new();
        let may_rest = self.machine.rests();
        let settled = self.settle_one(child, &mut siblings, visitor);
        let node = self.stack.last_mut().expect("a child has a parent");
        node.may_rest = may_rest;
        node.children.append(&mut siblings);
        let Some(mut state) = settled else { return };
        let thread = node.current.expect("a child belongs to a transition");
        let wakeup = WakeupTree::clone(&node.after);
        let before = node.state.clone();
        if !node.noted {
            undo_halted_section(&before, &mut state, thread);
            note_transition(self.machine, &before, &mut state, thread);
        }
        if self.is_broken(Broken::InvariantsIndependent) {
            state.event.accesses.retain(|access| access.sync != Sync::Observed);
        }
        let event = Rc::new(state.event.clone());
        let node = self.stack.last_mut().expect("a child has a parent");
        node.footprint.accesses.extend(event.accesses.iter().copied());
        node.footprint.created.extend(event.created.iter().copied());
        let sleep = if self.broken == Some(Broken::SleepersNeverWake) {
            node.sleep.after(thread, &Event::default())
        } else {
            node.sleep.after(thread, &event)
        };
        if self.reduce == Reduce::Dpor && !self.one_schedule {
            self.add_reversals(&before, thread, &event);
        }
        self.trace.push(thread, event);
        self.stack.last_mut().expect("a child has a parent").pushed = true;
        visitor.event(self.machine, &self.trace, &state);
        if self.max_steps.is_some_and(|limit| self.trace.len() as u64 >= limit) && !state.is_over()
        {
            visitor.too_long();
            let below = self.is_broken(Broken::CutsIgnored).then(Below::default);
            self.learn(&state, below.as_ref());
            return;
        }
        visitor.node();
        let key = match self.is_covered(&state, &sleep) {
            Ok(()) => {
                visitor.run_subsumed();
                return;
            }
            Err(key) => key,
        };
        if self.is_rest_harmless(&state, key.as_ref()) {
            visitor.rest_harmless();
            return;
        }
        let mut splits = Vec::new();
        match self.new_node(state, sleep, wakeup, &mut splits, visitor) {
            Some(node) => self.enter(node, key),
            None => {
                // Split by inputs: the parts come again as outcomes of the same transition.
                let node = self.stack.last_mut().expect("a child has a parent");
                node.children.append(&mut splits);
            }
        }
    }

    /// Lets the machine do the local work of a state. Other outcomes are added to `others`.
    fn settle_one(
        &mut self,
        state: State,
        others: &mut Vec<State>,
        visitor: &mut dyn Visitor,
    ) -> Option<State> {
        match self.machine.settle(state, FUEL) {
            Settled::Done(state) => Some(state),
            Settled::OutOfFuel(state) => {
                others.push(state);
                None
            }
            Settled::Forked(holds, fails) => {
                visitor.node();
                others.push(fails);
                others.push(holds);
                None
            }
            // A transition is only started where it is possible; a part of its inputs may not be, and that
            // part was split off before.
            Settled::Blocked(_) => None,
        }
    }

    /// A node for a settled state, or `None` if the state ends the run or has to be split by inputs.
    pub(crate) fn new_node(
        &mut self,
        state: State,
        sleep: SleepSet,
        wakeup: WakeupTree,
        splits: &mut Vec<State>,
        visitor: &mut dyn Visitor,
    ) -> Option<Node> {
        let mut node = Node {
            enabled: SmallVec::new(),
            blocked: SmallVec::new(),
            tried: Vec::new(),
            sleep,
            wakeup,
            done: SmallVec::new(),
            moving: None,
            preemptions: 0,
            current: None,
            after: Rc::default(),
            children: Vec::new(),
            footprint: Event::default(),
            noted: false,
            may_rest: false,
            pushed: false,
            concluded_from: Vec::new(),
            given: Vec::new(),
            usual_sleep: None,
            open: None,
            state,
        };
        visitor.settled(self.machine, &self.trace, &node.state);
        if node.state.rest.now {
            // The transition goes on; nobody else has a turn before that.
            let thread = *node.state.unsettled.last().expect("it is at work");
            node.enabled.push(thread);
            node.wakeup.continue_with(thread);
            return Some(node);
        }
        if self.machine.nothing_matters(&node.state) {
            self.complete = self.optimal;
            visitor.run_ended(self.machine, &node.state, &[]);
            return Some(node);
        }
        let halted = |thread: &Rc<Thread>| matches!(thread.status, Status::Halted(_));
        if self.is_broken(Broken::HaltEndsRun) && node.state.threads.iter().any(halted) {
            visitor.run_ended(self.machine, &node.state, &[]);
            return Some(node);
        }
        let threads: SmallVec<[ThreadId; 8]> = node
            .state
            .threads
            .iter()
            .filter(|thread| thread.is_running())
            .map(|thread| thread.id)
            .collect();
        for thread in threads {
            if !enabled::has_to_be_tried(self.machine, &node.state, thread) {
                node.enabled.push(thread);
                continue;
            }
            match enabled::attempt(self.machine, &node.state, thread) {
                Tried::Possible(states) => {
                    node.enabled.push(thread);
                    node.tried.push((thread, states));
                }
                Tried::Impossible(event) => node.blocked.push((thread, event)),
                Tried::Depends(cases) => {
                    splits.extend(cases);
                    return None;
                }
                // It is left as it is for whoever asks what is left.
                Tried::Unfinished => {
                    splits.push(node.state);
                    return None;
                }
            }
        }
        if self.optimal && self.contradicts_optimality(&node) {
            self.optimal = false;
            // Nothing is lost where nothing was explored.
            self.optimality_refuted = !self.trace.is_empty();
        }
        if self.optimality_refuted {
            return None;
        }
        self.count_preemptions(&mut node);
        if self.reduce == Reduce::Dpor && !self.one_schedule {
            self.reverse_blocked(&node);
        }
        let newest = self.trace.steps().last().map(|step| step.thread);
        if node.blocked.len() > 1 && node.blocked.iter().any(|(thread, _)| Some(*thread) == newest)
        {
            visitor.some_blocked(self.machine, &node.state, &node.blocked);
        }
        if node.enabled.is_empty() {
            self.complete = self.optimal;
            visitor.run_ended(self.machine, &node.state, &node.blocked);
            return Some(node);
        }
        match self.reduce {
            Reduce::None => node.enabled.iter().for_each(|&thread| node.wakeup.add_thread(thread)),
            Reduce::Dpor => match self.first_choice(&node) {
                Some(thread) if node.wakeup.is_empty() => node.wakeup.add_thread(thread),
                Some(_) => {}
                None => {
                    visitor.run_blocked();
                    node.wakeup = WakeupTree::default();
                }
            },
            Reduce::Persistent | Reduce::Pdpor => {
                for thread in self.persistent_set(&mut node) {
                    node.wakeup.add_thread(thread);
                }
            }
        }
        if self.cycles.found && !self.is_broken(Broken::CirclesHideOthers) {
            node.try_everybody();
        }
        Some(node)
    }

    /// A thread that never stops must not keep the others from being seen at all.
    pub(crate) fn had_its_turn(&self, last: Option<&ThreadId>) -> bool {
        let recent = self.trace.steps().iter().rev().take(LONGEST_TURN);
        recent.take_while(|step| Some(&step.thread) == last).count() == LONGEST_TURN
    }

    fn count_preemptions(&self, node: &mut Node) {
        let newest = self.trace.steps().last().map(|step| step.thread);
        node.moving = newest.filter(|thread| node.enabled.contains(thread));
        if let (Some(parent), Some(thread)) = (self.stack.last(), newest) {
            node.preemptions = parent.preemptions + u32::from(parent.is_preempted_by(thread));
        }
    }

    /// The thread tried first: the one that moved last, to keep switches few, else the lowest.
    fn first_choice(&self, node: &Node) -> Option<ThreadId> {
        let awake = |thread: &ThreadId| !node.sleep.contains(*thread);
        let last = node.state.decisions.iter_back().next();
        if self.had_its_turn(last) {
            let others =
                || node.enabled.iter().filter(|thread| awake(thread) && Some(*thread) != last);
            let next = others().find(|thread| Some(*thread) > last).or_else(|| others().next());
            if next.is_some() {
                return next.copied();
            }
        }
        let same = last.filter(|last| node.enabled.contains(last) && awake(last));
        let mut others = node.enabled.iter().filter(|thread| awake(thread));
        let other = if self.descending { others.next_back() } else { others.next() };
        same.or(other).copied()
    }
}

impl Node {
    /// A transition was explored with all that can follow it.
    fn finish(&mut self, thread: ThreadId, sleeps: bool) {
        if let Some(usual) = self.usual_sleep.take() {
            self.sleep = usual;
        }
        let footprint = std::mem::take(&mut self.footprint);
        self.finish_with(thread, Rc::new(footprint), sleeps);
    }

    /// The same for a transition that was explored by others.
    pub(crate) fn finish_with(&mut self, thread: ThreadId, footprint: Rc<Event>, sleeps: bool) {
        if !self.done.contains(&thread) {
            self.done.push(thread);
        }
        if sleeps && !self.sleep.contains(thread) {
            self.sleep.insert(thread, footprint);
        }
    }

    /// Takes an alternative that is not explored yet for somebody else.
    pub(crate) fn take_pending(&mut self) -> Option<(ThreadId, Rc<WakeupTree>)> {
        while let Some((thread, after)) = self.wakeup.take_first() {
            let known = self.done.contains(&thread) || self.sleep.contains(thread);
            if known || self.current == Some(thread) {
                continue;
            }
            if self.enabled.contains(&thread) {
                return Some((thread, after));
            }
            self.try_everybody();
        }
        None
    }

    /// A thread has to be tried here.
    pub(crate) fn wake(&mut self, thread: ThreadId) {
        if self.current == Some(thread) || self.sleep.contains(thread) {
            return;
        }
        if self.enabled.contains(&thread) {
            self.wakeup.add_thread(thread);
        } else {
            self.try_everybody();
        }
    }

    /// Nothing is known about who matters.
    pub(crate) fn try_everybody(&mut self) {
        for &other in &self.enabled {
            if !self.done.contains(&other) {
                self.wakeup.add_thread(other);
            }
        }
    }

    fn is_preempted_by(&self, thread: ThreadId) -> bool {
        self.moving.is_some_and(|moving| moving != thread)
    }

    /// The next transition to explore here, and what has to follow it.
    fn next_alternative(
        &mut self,
        most_preemptions: Option<u32>,
        visitor: &mut dyn Visitor,
    ) -> Option<(ThreadId, Rc<WakeupTree>)> {
        let used_up = most_preemptions.is_some_and(|most| self.preemptions >= most);
        while let Some((thread, after)) = self.wakeup.take_first() {
            if self.done.contains(&thread) || self.sleep.contains(thread) {
                continue;
            }
            if used_up && self.is_preempted_by(thread) {
                visitor.too_many_preemptions();
                continue;
            }
            if self.enabled.contains(&thread) {
                return Some((thread, after));
            }
            // Inputs may have made the sequence impossible here.
            self.try_everybody();
        }
        // Something has to be explored from every state that goes on.
        let awake = |thread: &&ThreadId| {
            let refused = used_up && self.is_preempted_by(**thread);
            !refused && !self.sleep.contains(**thread)
        };
        let first = if self.done.is_empty() { self.enabled.iter().find(awake) } else { None };
        first.map(|&thread| (thread, Rc::default()))
    }
}
