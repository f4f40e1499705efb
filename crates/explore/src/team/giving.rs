//! Giving parts of the search away, and taking in what came of them.

use std::rc::Rc;

use raddle_evidence::Visitor;
use raddle_machine::State;
use raddle_moves::{self as enabled, Rehearsal};
use raddle_plan::Reduce;
use raddle_reduce::WakeupTree;

use super::given::{Given, What};
use super::task::{Explored, Outcome, Step, Task};
use super::{Next, TaskNumber, stamped, unstamped};
use crate::interleave::{End, Interleaver};
use crate::node::Node;

/// A part is given away only if the longest runs have so many nodes below it.
const LEAST_HEIGHT: usize = 6;

impl Interleaver<'_, '_> {
    /// Gives something away if somebody has nothing to do: what lies highest, because most lies below it.
    pub(crate) fn share_work(&mut self, visitor: &mut dyn Visitor) {
        self.exchange(visitor);
        self.teamwork.highest = self.teamwork.highest.max(self.tree.run.stack.len());
        if !self.team.as_mut().is_some_and(|team| team.wants_work()) {
            return;
        }
        if self.tree.run.floor == 0 && self.give_root() {
            return;
        }
        let top = self.tree.run.stack.len() - 1;
        // Little lies below what is deep down.
        let deep = self.teamwork.highest.saturating_sub(LEAST_HEIGHT).max(LEAST_HEIGHT);
        for at in self.tree.run.floor.saturating_sub(1)..top.min(deep) {
            if self.give_outcome(at) || (at >= self.tree.run.floor && self.give_transition(at)) {
                return;
            }
        }
    }

    /// The same between two roots: a program with one thread may consist of nothing else.
    pub(crate) fn share_roots(&mut self, visitor: &mut dyn Visitor) {
        self.exchange(visitor);
        if self.tree.run.floor == 0 && self.team.as_mut().is_some_and(|team| team.wants_work()) {
            self.give_root();
        }
    }

    fn give_root(&mut self) -> bool {
        let Some(at) = self.tree.run.roots.iter().position(|root| root.shareable) else {
            return false;
        };
        let root = self.tree.run.roots.remove(at);
        self.tree.stop_being_optimal();
        let task = Task { sides: sides(&root), ..self.plain_task() };
        let number = self.offer(&task);
        self.tree.run.given_roots.push((number, root));
        true
    }

    fn give_outcome(&mut self, at: usize) -> bool {
        let children = &mut self.tree.run.stack[at].children;
        if !children.first().is_some_and(|child| child.shareable) {
            return false;
        }
        let child = children.remove(0);
        self.tree.stop_being_optimal();
        let after = WakeupTree::clone(&self.tree.run.stack[at].after);
        let steps = self.path_to(at);
        let task = Task { steps, sides: sides(&child), after, ..self.plain_task() };
        let number = self.offer(&task);
        let what = What::Outcome(Box::new(child));
        self.tree.run.stack[at].given.push(Given { number, what });
        true
    }

    fn give_transition(&mut self, at: usize) -> bool {
        let node = &mut self.tree.run.stack[at];
        // What the transition being explored accesses has to be known as a whole.
        let settled = node.children.is_empty() && !node.given.iter().any(Given::is_outcome);
        if !settled || node.usual_sleep.is_some() || !node.state.shareable {
            return false;
        }
        let Some((thread, after)) = node.take_pending() else { return false };
        self.tree.stop_being_optimal();
        let mut steps = self.path_to(at);
        let node = &mut self.tree.run.stack[at];
        let sleeps = self.tree.plan.reduce == Reduce::Dpor && self.tree.plan.preemptions.is_none();
        let current = node.current.expect("it is being explored");
        let last = steps.last_mut().expect("the node is on the path");
        last.thread = thread;
        last.done.push(current);
        if sleeps {
            last.sleep.insert(current, Rc::new(node.footprint.clone()));
        }
        let sleep = last.sleep.clone();
        let sides = sides(&node.state);
        node.done.push(thread);
        if sleeps
            && let Rehearsal::Possible(event) =
                enabled::rehearse(self.machine, &node.state, std::iter::empty(), thread)
        {
            node.sleep.insert(thread, Rc::new(event));
        }
        let task = Task { steps, sides, after: WakeupTree::clone(&after), ..self.plain_task() };
        let number = self.offer(&task);
        let what = What::Transition { thread, after, sleep };
        self.tree.run.stack[at].given.push(Given { number, what });
        true
    }

    fn plain_task(&self) -> Task {
        let all_shared = self.machine.config.all_shared;
        Task { all_shared, circles: self.tree.cycles.found, ..Task::default() }
    }

    /// The nodes up to this one, and the transitions that are explored at them.
    fn path_to(&self, at: usize) -> Vec<Step> {
        let step = |node: &Node| Step {
            thread: node.current.expect("it is on the way"),
            rests: node.state.rest.now,
            may_rest: node.may_rest,
            sleep: node.sleep.clone(),
            done: node.done.to_vec(),
        };
        self.tree.run.stack[..=at].iter().map(step).collect()
    }

    fn offer(&mut self, task: &Task) -> TaskNumber {
        let team = self.team.as_mut().expect("somebody wants it");
        if !self.machine.names.has_book() {
            let book = team.book(self.machine.names.entries());
            self.machine.names.use_book(book);
        }
        self.teamwork.given += 1;
        team.offer(stamped(self.machine, &task.text()))
    }

    /// Waits for something that the node on top of the stack has given away; helps others meanwhile.
    pub(crate) fn await_given(&mut self, visitor: &mut dyn Visitor) -> End {
        let node = self.tree.run.stack.last().expect("it waits");
        let given = node.given.iter();
        // Outcomes of a transition come before everything else at its node.
        let given = given.filter(|given| node.current.is_none() || given.is_outcome());
        let numbers: Vec<TaskNumber> = given.map(|given| given.number).collect();
        let (number, outcome) = match self.await_any(&numbers, visitor) {
            Ok(found) => found,
            Err(end) => return end,
        };
        let node = self.tree.run.stack.last_mut().expect("it waits");
        let at = node.given.iter().position(|given| given.number == number);
        let given = node.given.swap_remove(at.expect("it was asked for"));
        match outcome {
            Outcome::Lost => self.take_back_given(given),
            Outcome::Refuted => self.machine.outbox.note_hidden_address(),
            Outcome::Explored(explored) => self.take_in(given, explored),
        }
        End::Finished
    }

    /// The same for states before anybody had a choice.
    pub(crate) fn await_roots(&mut self, visitor: &mut dyn Visitor) -> End {
        let numbers: Vec<TaskNumber> =
            self.tree.run.given_roots.iter().map(|(number, _)| *number).collect();
        if numbers.is_empty() {
            return End::Finished;
        }
        let (number, outcome) = match self.await_any(&numbers, visitor) {
            Ok(found) => found,
            Err(end) => return end,
        };
        let at = self.tree.run.given_roots.iter().position(|(given, _)| *given == number);
        let (_, root) = self.tree.run.given_roots.swap_remove(at.expect("it was asked for"));
        match outcome {
            Outcome::Lost => {
                self.teamwork.taken_back += 1;
                self.tree.run.roots.push(root);
            }
            Outcome::Refuted => {
                self.machine.outbox.note_hidden_address();
                return End::Refuted;
            }
            Outcome::Explored(explored) => {
                self.teamwork.used += 1;
                self.tree.cycles.found |= explored.circles;
            }
        }
        End::Finished
    }

    fn await_any(
        &mut self,
        numbers: &[TaskNumber],
        visitor: &mut dyn Visitor,
    ) -> Result<(TaskNumber, Outcome), End> {
        loop {
            let team = self.team.as_mut().expect("somebody took it");
            match team.next(numbers) {
                Next::Outcome(number, text) => {
                    let text = unstamped(self.machine, &text);
                    return Ok((number, text.map_or(Outcome::Lost, Outcome::from_text)));
                }
                Next::Yours(number) => return Ok((number, Outcome::Lost)),
                // Nothing is known of it.
                Next::GivenUp(number) => {
                    return Ok((number, Outcome::Explored(Explored::default())));
                }
                Next::Help(number, text) => match self.help(number, &text, visitor) {
                    End::Finished => {}
                    end => return Err(end),
                },
                Next::Nothing => {
                    let waiting = self.tree.run.stack.last().map(|node| node.state.clone());
                    let waiting = waiting.or_else(|| self.teamwork.initial.clone());
                    let depth = self.tree.run.stack.len();
                    if waiting.is_some_and(|state| visitor.tick(self.machine, &state, depth)) {
                        return Err(End::Stopped);
                    }
                }
                Next::Over => return Err(End::Stopped),
            }
        }
    }

    /// Explores here what was given away.
    fn take_back_given(&mut self, given: Given) {
        self.teamwork.taken_back += 1;
        let node = self.tree.run.stack.last_mut().expect("it waits");
        match given.what {
            What::Outcome(child) => node.children.push(*child),
            What::Transition { thread, after, sleep } => {
                node.usual_sleep = Some(std::mem::replace(&mut node.sleep, sleep));
                self.begin(thread, after);
            }
        }
    }

    fn take_in(&mut self, given: Given, explored: Explored) {
        self.teamwork.used += 1;
        let Explored { footprint, circles, wakeups, learnt } = explored;
        let sleeps = self.tree.plan.reduce == Reduce::Dpor && self.tree.plan.preemptions.is_none();
        if circles {
            self.tree.cycles.found = true;
            if self.tree.plan.reduce != Reduce::None {
                self.tree.run.stack.iter_mut().for_each(Node::try_everybody);
            }
        }
        for (node, tree) in self.tree.run.stack.iter_mut().zip(&wakeups) {
            tree.sequences().iter().for_each(|sequence| node.try_sequence(sequence));
        }
        let node = self.tree.run.stack.last_mut().expect("it waits");
        let thread = match &given.what {
            What::Outcome(_) => node.current.expect("its outcomes are being explored"),
            What::Transition { thread, .. } => *thread,
        };
        match given.what {
            What::Outcome(_) => {
                node.footprint.accesses.extend(footprint.accesses.iter().copied());
                node.footprint.created.extend(footprint.created.iter().copied());
            }
            What::Transition { .. } => node.finish_with(thread, footprint, sleeps),
        }
        self.learn_from(thread, learnt.as_deref());
    }
}

fn sides(state: &State) -> Vec<raddle_machine::Side> {
    state.sides.to_vec().into_iter().copied().collect()
}
