//! Exploring tasks of others.

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_evidence::{Notice, Visitor};
use raddle_findings::Report;
use raddle_machine::{Machine, Settled, Side, State, ThreadId};
use raddle_moves::FUEL;
use raddle_moves::{note_transition, undo_halted_section};
use raddle_reduce::WakeupTree;

use super::task::{Explored, Outcome, Step, Task};
use super::{Next, TaskNumber, stamped, unstamped};
use crate::cycles::OnRun;
use crate::interleave::{End, Interleaver};
use crate::run::Run;

/// The run at hand, while another one is explored.
struct Aside {
    run: Run,
    on_run: OnRun,
}

impl Interleaver<'_, '_> {
    /// Explores tasks of others until everything ends.
    pub fn serve(mut self, initial: &State, visitor: &mut dyn Visitor) {
        self.tree.optimal = false;
        self.teamwork.start_with(initial);
        loop {
            let Some(team) = &mut self.team else { return };
            match team.next(&[]) {
                Next::Help(number, text) => match self.help(number, &text, visitor) {
                    End::Finished => {}
                    // Who gave it starts again, and says so in what it gives then.
                    End::Refuted => self.share_everything(),
                    End::Stopped | End::Paused => return,
                },
                Next::Over => break,
                Next::Nothing | Next::Outcome(..) | Next::Yours(_) | Next::GivenUp(_) => {}
            }
        }
        self.tell_counts(visitor);
        let report = visitor.report(self.machine, false);
        if let Some(team) = &mut self.team {
            team.found(report);
        }
    }

    /// Explores a task; what was being explored goes on afterwards.
    pub(crate) fn help(
        &mut self,
        number: TaskNumber,
        text: &str,
        visitor: &mut dyn Visitor,
    ) -> End {
        let aside = self.set_aside();
        let task = unstamped(self.machine, text).and_then(Task::from_text);
        let (outcome, end) = match task {
            Some(task) => self.explore_task(&task, visitor),
            None => (Outcome::Lost, End::Finished),
        };
        self.go_back_to(aside);
        self.teamwork.helped += u64::from(matches!(outcome, Outcome::Explored(_)));
        self.tell_counts(visitor);
        let report = visitor.report(self.machine, true);
        let done = matches!(outcome, Outcome::Explored(_) | Outcome::Refuted);
        let outcome = done.then(|| stamped(self.machine, &outcome.text()));
        if let Some(team) = &mut self.team {
            team.done(number, outcome, report);
        }
        end
    }

    fn set_aside(&mut self) -> Aside {
        let fresh = Run::new(self.tree.plan.broken);
        let run = std::mem::replace(&mut self.tree.run, fresh);
        Aside { run, on_run: self.tree.cycles.set_aside() }
    }

    fn go_back_to(&mut self, aside: Aside) {
        self.tree.run = aside.run;
        self.tree.cycles.go_back_to(aside.on_run);
    }

    fn share_everything(&mut self) {
        self.machine.outbox.take_hidden_address();
        self.machine.config.all_shared = true;
        self.tree.forget_what_was_learnt();
    }

    fn explore_task(&mut self, task: &Task, visitor: &mut dyn Visitor) -> (Outcome, End) {
        if task.all_shared && !self.machine.config.all_shared {
            self.share_everything();
        }
        if task.all_shared != self.machine.config.all_shared {
            return (Outcome::Lost, End::Finished);
        }
        self.tree.cycles.found |= task.circles;
        let rests = self.machine.rests();
        let arrived = self.arrive(task);
        self.machine.give_sides(Vec::new());
        self.machine.set_rests(rests);
        if arrived.is_none() {
            return (Outcome::Lost, End::Finished);
        }
        self.tree.run.floor = task.steps.len();
        self.exchange(visitor);
        let end =
            if task.steps.is_empty() { self.explore_roots(visitor) } else { self.explore(visitor) };
        let outcome = match end {
            End::Finished => Outcome::Explored(self.explored()),
            End::Refuted => Outcome::Refuted,
            End::Stopped | End::Paused => Outcome::Lost,
        };
        // What was met last comes with the report.
        let end = match (end, &self.teamwork.initial) {
            (End::Finished, Some(initial)) => {
                let initial = initial.clone();
                if visitor.tick(self.machine, &initial, 0) { End::Stopped } else { end }
            }
            _ => end,
        };
        (outcome, end)
    }

    fn explored(&mut self) -> Explored {
        let learnt = self.learnt();
        let footprint =
            self.tree.run.stack.last_mut().map(|node| std::mem::take(&mut node.footprint));
        let path = self.tree.run.stack.iter_mut();
        Explored {
            footprint: Rc::new(footprint.unwrap_or_default()),
            circles: self.tree.cycles.found,
            wakeups: path.map(|node| std::mem::take(&mut node.wakeup)).collect(),
            learnt,
        }
    }

    /// Goes the path to a task. `None`: it leads elsewhere.
    fn arrive(&mut self, task: &Task) -> Option<()> {
        let initial = self.teamwork.initial.clone()?;
        self.machine.forget_being_lost();
        // Faults and cuts of the path are the business of who gave the task.
        let faults = self.machine.outbox.take_faults();
        let cuts = self.machine.outbox.take_cuts();
        let arrived = self.go_along(task, initial);
        self.machine.outbox.put_back(faults, cuts);
        let start = arrived?;
        let start = begun(self.machine, start, &task.sides)?;
        match self.tree.run.stack.last_mut() {
            Some(node) => node.children.extend(start),
            None => self.tree.run.roots.extend(start),
        }
        // Going the path again has shown nothing new.
        self.tree.run.stack.iter_mut().for_each(|node| node.wakeup = WakeupTree::default());
        Some(())
    }

    /// Comes to the state before the transition of the task.
    fn go_along(&mut self, task: &Task, initial: State) -> Option<State> {
        let Some((last, before)) = task.steps.split_last() else { return Some(initial) };
        let mut state = settled(self.machine, initial, &task.sides)?;
        for step in before {
            let granted = self.enter_path(step, state, WakeupTree::default())?;
            self.machine.set_rests(step.may_rest);
            state = settled(self.machine, granted, &task.sides)?;
            self.note_step(step.thread, &mut state);
        }
        let granted = self.enter_path(last, state, task.after.clone())?;
        self.machine.set_rests(last.may_rest);
        Some(granted)
    }

    /// Puts a node of the path on the stack; the state in which its transition begins.
    fn enter_path(&mut self, step: &Step, state: State, after: WakeupTree) -> Option<State> {
        if state.rest.now != step.rests {
            return None;
        }
        let key = self.tree.summaries.is_some().then(|| self.machine.control_key(&state));
        let mut splits = Vec::new();
        let (sleep, wakeup) = (step.sleep.clone(), WakeupTree::default());
        let mut node = self.new_node(state, sleep, wakeup, &mut splits, &mut Silent)?;
        if !node.enabled.contains(&step.thread) {
            return None;
        }
        node.done = step.done.iter().copied().collect();
        node.current = Some(step.thread);
        node.after = Rc::new(after);
        let granted = self.machine.grant(node.state.clone(), step.thread);
        self.tree.enter(node, key);
        Some(granted)
    }

    /// The event of a transition of the path.
    fn note_step(&mut self, thread: ThreadId, state: &mut State) {
        let node = self.tree.run.stack.last_mut().expect("it was just entered");
        let before = node.state.clone();
        undo_halted_section(&before, state, thread);
        note_transition(self.machine, &before, state, thread);
        self.tree.run.trace.push(thread, Rc::new(state.event.clone()));
        node.pushed = true;
    }
}

/// Local work up to the next choice, on the given side of every question. `None` if there is another question.
fn settled(machine: &mut Machine<'_>, state: State, sides: &[Side]) -> Option<State> {
    machine.give_sides(sides.to_vec());
    let mut state = state;
    let settled = loop {
        match machine.settle(state, FUEL) {
            Settled::Done(done) => break Some(done),
            Settled::OutOfFuel(_) if machine.config.budget.is_spent() => break None,
            Settled::OutOfFuel(next) => state = next,
            Settled::Forked(..) | Settled::Blocked(_) => break None,
        }
    };
    machine.give_sides(Vec::new());
    settled.filter(|_| !machine.is_lost())
}

/// The same up to the last given side; what comes then is explored.
fn begun(machine: &mut Machine<'_>, state: State, sides: &[Side]) -> Option<Vec<State>> {
    machine.give_sides(sides.to_vec());
    let mut states = VecDeque::from([state]);
    while let [state] = states.make_contiguous() {
        if state.sides.len() >= sides.len() as u64 || machine.config.budget.is_spent() {
            break;
        }
        match machine.settle(state.clone(), FUEL) {
            Settled::Done(done) => {
                states = VecDeque::from([done]);
                break;
            }
            Settled::OutOfFuel(next) => states = VecDeque::from([next]),
            Settled::Forked(first, second) => states = VecDeque::from([second, first]),
            Settled::Blocked(_) => states.clear(),
        }
    }
    machine.give_sides(Vec::new());
    let there = states.iter().all(|state| state.sides.len() >= sides.len() as u64);
    (there && !machine.is_lost()).then(|| states.into())
}

/// Sees what was seen before.
struct Silent;

impl Visitor for Silent {
    fn tick(&mut self, _: &mut Machine<'_>, _: &State, _: usize) -> bool {
        false
    }
    fn notice(&mut self, _: Notice<'_, '_>) {}
    fn has_findings(&self) -> bool {
        false
    }
    fn share_is_due(&self) -> bool {
        false
    }
    fn report(&mut self, _: &mut Machine<'_>, _: bool) -> Option<Report> {
        None
    }
}
