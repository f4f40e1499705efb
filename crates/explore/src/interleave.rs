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

use raddle_evidence::{Notice, Visitor};
use raddle_ir::FuncId;
use raddle_machine::{
    ControlKey, Event, Machine, Property, Settled, State, Status, Sync, Thread, ThreadId,
};
use raddle_moves::FUEL;
use raddle_moves::{note_transition, undo_halted_section, undo_halted_start};
use raddle_plan::{Plan, Reduce};
use raddle_reduce::{Broken, KnownRaces, SleepSet, WakeupTree};
use raddle_summary::{Below, Summaries};

use crate::lockset::Locksets;
use crate::node::Node;
use crate::probes::Probes;
use crate::share;
use crate::static_sets::StaticSets;
use crate::team::{Given, Team, Teamwork};
use crate::tree::Tree;
use crate::turns::Turns;
use crate::walk::Walk;
use crate::who_can_move;

pub(crate) struct Interleaver<'m, 'p> {
    pub(crate) machine: &'m mut Machine<'p>,
    /// The search at hand.
    pub(crate) tree: Tree,
    /// Whose turn it is, of two searches.
    pub(crate) turns: Turns,
    static_sets: StaticSets,
    /// Looking ahead.
    locksets: Option<Locksets>,
    /// Short searches beside this one.
    pub(crate) probes: Option<Probes<'p>>,
    /// Chooses one way wherever there are several.
    walk: Option<Walk>,
    /// The work done when something was last explored completely.
    pub(crate) explored_at: u64,
    /// Where the program starts.
    pub(crate) entry: FuncId,
    pub(crate) looked_for_idle_values: bool,
    /// Others who explore parts of the search.
    pub(crate) team: Option<&'m mut dyn Team>,
    pub(crate) teamwork: Teamwork,
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

impl<'m, 'p> Interleaver<'m, 'p> {
    /// `entry` is where the program starts.
    pub fn new(
        machine: &'m mut Machine<'p>,
        plan: Plan,
        entry: FuncId,
        known_races: &KnownRaces,
    ) -> Self {
        let &Plan { reduce, symmetry, parts, eager_turns, broken, .. } = &plan;
        machine.config.generalise_names = symmetry;
        if plan.rests {
            machine.allow_rests();
        }
        let races = machine.config.properties.contains(Property::Race);
        let reach_matters = reduce == Reduce::Dpor || races;
        let static_sets = StaticSets::new(machine, &plan, entry);
        let summaries = plan.summaries.map(|limits| {
            Summaries::new(limits, reach_matters, symmetry, parts, eager_turns, broken)
        });
        Interleaver {
            static_sets,
            locksets: plan.look_ahead.map(|way| Locksets::new(machine, way, broken)),
            machine,
            turns: Turns::new(!plan.second_search),
            tree: Tree::new(&Rc::new(plan), summaries, known_races),
            probes: None,
            walk: None,
            explored_at: 0,
            entry,
            looked_for_idle_values: false,
            team: None,
            teamwork: Teamwork::default(),
        }
    }

    /// Lets others explore parts.
    pub fn with_team(self, team: &'m mut dyn Team) -> Self {
        Interleaver { team: Some(team), ..self }
    }

    /// Lets short searches begin beside this one.
    pub fn with_probes(self, probes: Option<Probes<'p>>) -> Self {
        Interleaver { probes, ..self }
    }

    /// Makes one random run, and explores nothing else.
    pub fn with_walk(self, walk: Option<Walk>) -> Self {
        Interleaver { walk, ..self }
    }

    /// Explores everything from a state, which may have local work to do.
    pub fn run(mut self, initial: State, visitor: &mut dyn Visitor) -> End {
        self.teamwork.start_with(&initial);
        let mut end = self.run_once(initial.clone(), visitor);
        loop {
            end = match end {
                End::Finished | End::Stopped => break,
                End::Paused if self.tree.is_broken(Broken::PauseTakenForEnd) => break,
                End::Paused => self.take_turns(&initial, visitor),
                // What was cut short in a rehearsal refutes nothing, and what was counted so far counts.
                End::Refuted if self.machine.config.budget.is_spent() => End::Stopped,
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
        if end == End::Stopped {
            self.tell_endless(visitor);
        }
        self.end_turns();
        self.tell_counts(visitor);
        end
    }

    pub(crate) fn tell_counts(&self, visitor: &mut dyn Visitor) {
        for (name, count) in self.teamwork.counters() {
            visitor.notice(Notice::Count(name, count));
        }
        for (name, count) in self.tree.summaries.iter().flat_map(Summaries::counters) {
            visitor.notice(Notice::Count(name, count));
        }
        if let Some((left_out, asked)) = self.static_sets.counts() {
            visitor.notice(Notice::Count("threads_left_out_by_property", left_out));
            visitor.notice(Notice::Count("orders_asked_about", asked));
        }
        if let Some(locksets) = &self.locksets {
            visitor.notice(Notice::Count("pruned_by_locksets", locksets.left_out));
            visitor.notice(Notice::Count("looked_ahead", locksets.tried));
        }
        if self.tree.rests_explored + self.tree.rests_pruned > 0 {
            visitor.notice(Notice::Count("rests_explored", self.tree.rests_explored));
            visitor.notice(Notice::Count("rests_pruned", self.tree.rests_pruned));
        }
    }

    /// Forgets everything but what refuted the way it was explored.
    fn start_again(&mut self, visitor: &mut dyn Visitor) {
        if let Some(team) = &mut self.team {
            team.forget();
        }
        if self.machine.outbox.take_hidden_address() {
            self.machine.config.all_shared = true;
            self.tree.forget_what_was_learnt();
        }
        // What nobody has been told of yet is met again, in a run that counts.
        self.machine.outbox.forget();
        self.tree.known_races.forget();
        self.tree.start_again();
        visitor.notice(Notice::StartedAgain);
    }

    /// Whether what was explored may be too little.
    pub(crate) fn is_refuted(&self) -> bool {
        self.tree.optimality_refuted || self.machine.outbox.has_hidden_address()
    }

    pub(crate) fn run_once(&mut self, initial: State, visitor: &mut dyn Visitor) -> End {
        visitor.notice(Notice::Node);
        self.tree.run.roots.push(initial);
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
            if self.probe_is_due() && self.probe(visitor) {
                return End::Stopped;
            }
            if self.tree.run.roots.len() > 1 && self.team.is_some() {
                self.share_roots(visitor);
            }
            if let Some(walk) = &mut self.walk {
                walk.keep_one(&mut self.tree.run.roots);
            }
            let Some(root) = self.tree.run.roots.pop() else {
                match self.await_roots(visitor) {
                    End::Finished
                        if self.tree.run.roots.is_empty()
                            && self.tree.run.given_roots.is_empty() =>
                    {
                        break;
                    }
                    End::Finished => continue,
                    end => return end,
                }
            };
            if visitor.share_is_due() {
                let left: f64 = self.tree.run.roots.iter().chain([&root]).map(share::weight).sum();
                visitor.notice(Notice::Share((1.0 - left).max(0.0)));
            }
            if visitor.tick(self.machine, &root, 0) {
                self.tree.run.roots.push(root);
                return End::Stopped;
            }
            let mut others = Vec::new();
            let settled = self.settle_one(root, &mut others, visitor);
            self.tree.run.roots.append(&mut others);
            let Some(mut state) = settled else { continue };
            undo_halted_start(&mut state);
            self.explored_at = self.work();
            self.tree.cycles.forget_run();
            let key = match self.tree.is_covered(self.machine, &state, &SleepSet::default()) {
                Ok(()) => {
                    visitor.notice(Notice::Node);
                    visitor.notice(Notice::RunSubsumed);
                    continue;
                }
                Err(key) => key,
            };
            if self.nothing_can_go_wrong_from(&state, key.as_ref()) {
                visitor.notice(Notice::Node);
                visitor.notice(Notice::RunHarmless);
                continue;
            }
            let (sleep, wakeup) = (SleepSet::default(), WakeupTree::default());
            let node = self.new_node(state, sleep, wakeup, &mut others, visitor);
            self.tree.run.roots.append(&mut others);
            if let Some(node) = node {
                self.tree.enter(node, key);
            }
        }
        if self.is_refuted() { End::Refuted } else { End::Finished }
    }

    /// Explores the node on the stack.
    pub(crate) fn explore(&mut self, visitor: &mut dyn Visitor) -> End {
        while !self.is_refuted() {
            if self.tree.run.stack.is_empty() {
                return End::Finished;
            }
            // What is learnt on the way up takes time, too.
            if self.machine.config.budget.is_spent() {
                return End::Stopped;
            }
            if self.turn_is_over() {
                return End::Paused;
            }
            if self.probe_is_due() && self.probe(visitor) || self.has_gone_far_enough(visitor) {
                return End::Stopped;
            }
            self.forget_idle_values();
            let node = self.tree.run.stack.last_mut().expect("there is one");
            if std::mem::take(&mut node.pushed) {
                self.take_back();
                continue;
            }
            if !node.children.is_empty() && self.team.is_some() {
                self.share_work(visitor);
            }
            let node = self.tree.run.stack.last_mut().expect("it is still there");
            if let Some(walk) = &mut self.walk {
                walk.keep_one(&mut node.children);
            }
            if let Some(child) = node.children.pop() {
                let depth = self.tree.run.stack.len();
                if visitor.share_is_due() {
                    visitor.notice(Notice::Share(share::of_stack(&self.tree.run.stack)));
                }
                if visitor.tick(self.machine, &child, depth) {
                    let node = self.tree.run.stack.last_mut().expect("it is still there");
                    node.children.push(child);
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
            if self.tree.run.stack.len() == self.tree.run.floor {
                return End::Finished;
            }
            let node = self.tree.run.stack.last_mut().expect("it is still there");
            if let Some(thread) = node.current.take() {
                node.finish(
                    thread,
                    self.tree.plan.reduce == Reduce::Dpor && self.tree.plan.preemptions.is_none(),
                );
            }
            match node.next_alternative(self.tree.plan.preemptions, visitor) {
                Some((thread, after)) => self.begin(thread, after),
                None if !node.given.is_empty() => match self.await_given(visitor) {
                    End::Finished => {}
                    end => return end,
                },
                None => {
                    self.explored_at = self.work();
                    let node = self.tree.run.stack.pop().expect("it was the last");
                    let wanted = self.team.is_some();
                    if let Some(lesson) = self.tree.conclude(self.machine, node, wanted) {
                        self.tell_others(&lesson, visitor);
                    }
                }
            }
        }
        End::Refuted
    }

    /// Begins with the transition of a thread at the top node.
    pub(crate) fn begin(&mut self, thread: ThreadId, after: Rc<WakeupTree>) {
        let node = self.tree.run.stack.last_mut().expect("there is a node to begin at");
        let tried = node.tried.iter_mut().find(|(other, _)| *other == thread);
        node.noted = tried.is_some();
        node.children = match tried {
            Some((_, states)) => std::mem::take(states),
            None => match who_can_move::try_after_all(self.machine, node, thread) {
                Some(states) => {
                    node.noted = true;
                    states
                }
                None => vec![self.machine.grant(node.state.clone(), thread)],
            },
        };
        node.children.reverse();
        node.current = Some(thread);
        node.after = after;
    }

    /// Takes the newest event back.
    fn take_back(&mut self) {
        if std::mem::take(&mut self.tree.run.complete) {
            self.tree.judge_races(self.machine);
        }
        self.tree.take_back();
    }

    /// Whether nothing that follows a state can go wrong.
    fn nothing_can_go_wrong_from(&mut self, state: &State, key: Option<&ControlKey>) -> bool {
        let Interleaver { machine, tree, locksets, .. } = self;
        locksets
            .as_mut()
            .is_some_and(|locksets| locksets.is_harmless_from(machine, tree, state, key))
    }

    /// Goes on with one outcome of the transition that is being explored at the top node.
    fn descend(&mut self, child: State, visitor: &mut dyn Visitor) {
        let mut siblings = Vec::new();
        let may_rest = self.machine.rests();
        let settled = self.settle_one(child, &mut siblings, visitor);
        let node = self.tree.run.stack.last_mut().expect("a child has a parent");
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
        if self.tree.is_broken(Broken::InvariantsIndependent) {
            state.event.accesses.retain(|access| access.sync != Sync::Observed);
        }
        for (defect, sync) in [
            (Broken::LastArrivalsIndependent, Sync::Both),
            (Broken::PostsAlwaysIndependent, Sync::Release),
        ] {
            if self.tree.is_broken(defect) {
                let accesses = state.event.accesses.iter_mut();
                accesses
                    .filter(|access| access.sync == sync)
                    .for_each(|access| access.sync = Sync::Arrival);
            }
        }
        let event = Rc::new(state.event.clone());
        let node = self.tree.run.stack.last_mut().expect("a child has a parent");
        node.footprint.accesses.extend(event.accesses.iter().copied());
        node.footprint.created.extend(event.created.iter().copied());
        let sleep = if self.tree.plan.broken == Some(Broken::SleepersNeverWake) {
            node.sleep.after(thread, &Event::default())
        } else {
            node.sleep.after(thread, &event)
        };
        if self.tree.plan.reverses() {
            self.tree.add_reversals(self.machine, &before, thread, &event);
        }
        self.tree.run.trace.push(thread, event);
        self.tree.run.stack.last_mut().expect("a child has a parent").pushed = true;
        visitor.notice(Notice::Event {
            machine: self.machine,
            trace: &self.tree.run.trace,
            state: &state,
            known_races: &self.tree.known_races,
        });
        if self.tree.plan.max_steps.is_some_and(|limit| self.tree.run.trace.len() as u64 >= limit)
            && !state.is_over()
        {
            visitor.notice(Notice::RunTooLong);
            let below = self.tree.is_broken(Broken::CutsIgnored).then(Below::default);
            self.tree.learn(self.machine, &state, below.as_ref());
            return;
        }
        visitor.notice(Notice::Node);
        let key = match self.tree.is_covered(self.machine, &state, &sleep) {
            Ok(()) => {
                visitor.notice(Notice::RunSubsumed);
                return;
            }
            Err(key) => key,
        };
        if self.nothing_can_go_wrong_from(&state, key.as_ref()) {
            visitor.notice(Notice::RunHarmless);
            return;
        }
        let mut splits = Vec::new();
        match self.new_node(state, sleep, wakeup, &mut splits, visitor) {
            Some(node) => self.tree.enter(node, key),
            None => {
                // Split by inputs: the parts come again as outcomes of the same transition.
                let node = self.tree.run.stack.last_mut().expect("a child has a parent");
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
            Settled::OutOfFuel(mut state) => {
                if self.tree.works_for_ever(self.machine, &mut state) {
                    visitor.notice(Notice::RunSubsumed);
                } else {
                    others.push(state);
                }
                None
            }
            Settled::Forked(holds, fails) => {
                visitor.notice(Notice::Node);
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
        let mut node = Node::new(state, sleep, wakeup);
        visitor.notice(Notice::Settled {
            machine: self.machine,
            trace: &self.tree.run.trace,
            state: &node.state,
        });
        if node.state.rest.now {
            // The transition goes on; nobody else moves before that.
            let thread = *node.state.unsettled.last().expect("it is at work");
            node.enabled.push(thread);
            node.wakeup.continue_with(thread);
            return Some(node);
        }
        let halted = |thread: &Rc<Thread>| matches!(thread.status, Status::Halted(_));
        if self.machine.nothing_matters(&node.state) {
            self.tree.run.complete = self.tree.optimal;
            self.end_run(&node, visitor);
            return Some(node);
        }
        if self.tree.is_broken(Broken::HaltEndsRun) && node.state.threads.iter().any(halted) {
            self.end_run(&node, visitor);
            return Some(node);
        }
        let outlived = self.tree.is_broken(Broken::TrialsOutlived);
        let above = self.tree.run.above(outlived);
        if let Err(cases) = who_can_move::find(self.machine, &mut node, above) {
            splits.extend(cases);
            return None;
        }
        if self.tree.optimal && self.tree.contradicts_optimality(&node) {
            self.tree.optimal = false;
            // Nothing is lost where nothing was explored.
            self.tree.optimality_refuted = !self.tree.run.trace.is_empty();
        }
        if self.tree.optimality_refuted {
            return None;
        }
        self.tree.run.count_preemptions(&mut node);
        if self.tree.plan.reverses() {
            self.tree.reverse_blocked(self.machine, &node);
        }
        let newest = self.tree.run.trace.steps().last().map(|step| step.thread);
        if node.blocked.len() > 1 && node.blocked.iter().any(|(thread, _)| Some(*thread) == newest)
        {
            visitor.notice(Notice::SomeBlocked {
                machine: self.machine,
                state: &node.state,
                blocked: &node.blocked,
            });
        }
        if node.enabled.is_empty() {
            self.tree.run.complete = self.tree.optimal;
            self.end_run(&node, visitor);
            return Some(node);
        }
        self.choose_threads(&mut node, visitor);
        if self.tree.cycles.found && !self.tree.is_broken(Broken::CirclesHideOthers) {
            node.try_everybody();
        }
        Some(node)
    }

    /// No thread can move any more.
    fn end_run(&mut self, node: &Node, visitor: &mut dyn Visitor) {
        let (state, blocked) = (&node.state, &node.blocked[..]);
        visitor.notice(Notice::RunEnded { machine: self.machine, state, blocked });
    }

    /// Which of the threads that can move are tried, as far as that is known before anything is.
    fn choose_threads(&mut self, node: &mut Node, visitor: &mut dyn Visitor) {
        if let Some(walk) = &mut self.walk {
            node.wakeup.add_thread(walk.thread(node));
            return;
        }
        match self.tree.plan.reduce {
            Reduce::None => node.enabled.iter().for_each(|&thread| node.wakeup.add_thread(thread)),
            Reduce::Dpor => match self.tree.run.first_choice(node, self.tree.plan.descending) {
                Some(thread) if node.wakeup.is_empty() => node.wakeup.add_thread(thread),
                Some(_) => {}
                None => {
                    visitor.notice(Notice::RunBlocked);
                    node.wakeup = WakeupTree::default();
                }
            },
            Reduce::Persistent | Reduce::Pdpor => {
                let run = &self.tree.run;
                for thread in self.static_sets.choose(self.machine, run, node) {
                    node.wakeup.add_thread(thread);
                }
            }
        }
    }
}
