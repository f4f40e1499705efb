//! Several processes explore one search of a program with threads.
//!
//! Everybody explores depth first, as one alone would (`interleave.rs`). When somebody else has nothing to do, a process gives a *task* away: what
//! lies open at the shallowest node of its stack, an outcome of the transition explored there or another thread's
//! transition, with all that follows (`giving.rs`). The node waits for what comes of it, in the end, before it is concluded. Whoever takes the task executes
//! the path to it again, so that the events of the path are on its run and races with them are seen, explores what lies below (`helping.rs`), and
//! may give away parts of that in turn. While it waits, a process takes tasks of others. The processes are equal but for one: who began has the report.
//!
//! Why nothing is lost, whatever the timing:
//! - What a part of the search tells the nodes above it is what has to be tried there (wakeup trees). In the other process, the nodes of the path collect it;
//!   it comes back with the outcome, and is put into the trees of the giver's nodes, which are still on its stack.
//! - A transition that was given away counts as explored at its node from then on. It sleeps in what the node explores later, and what was
//!   explored there before, and what is being explored, sleeps in it: of two alternatives one sleeps in the other and never the other way round, as with one process. A sequence that starts with it
//!   is not put into the tree any more: everything that starts with it is explored, whichever sequences were known when it was given away
//!   (wakeup trees tell what to begin with, they do not limit what is explored).
//! - Until all outcomes of a transition are explored, it is not known what it accesses, so nothing that it would sleep in is given away
//!   at its node. If what a given transition accesses depends on inputs, it does not sleep before its outcome is there.
//! - Races are reversed when they are seen (see `reversal.rs`): the optimal way would need the run that a task is part of to be complete. An
//!   exploration that began optimally stops being so when it first gives something away: the races that are open then are reversed.
//! - A task that is not explored to its end, because its worker died, ran out of a budget or did not find the way, is explored by the giver after all.
//! - A task over which too many processes were lost is given up. Whoever has the report says so, and nothing is learnt above it.
//! - Findings and reasons come with the outcome, in a report of all that the process has met. A part that was cut short has a reason there, and is no
//!   less explored than it would have been here.
//! - A circle that is closed in a task (`cycles.rs`) makes the nodes above try everybody, as one closed here does; a task that began before anybody knew of circles
//!   and closed none is finite and hides nobody.
//! - Summaries are proofs, so whoever has one may use it (`exchange.rs`). What was learnt about a transition that was given away comes with the outcome, so the
//!   giver's node learns as if it had explored it itself. A summary says that nothing is below that was not reported: whatever its maker has found is told before it.
//!   Nothing is kept of what leads back into the run at hand, so what depends on nodes above a task is not sent.
//! - Names of threads and objects, and so ids and addresses, are the same everywhere (`raddle_machine::Book`). What is written says how many names its writer knew;
//!   whoever reads it knows as many first.

mod exchange;
mod given;
mod giving;
mod helping;
mod task;

use std::time::{Duration, Instant};

use raddle_findings::Report;
use raddle_machine::{Book, Machine, NewName, State};

pub(crate) use given::Given;

/// A task, as its giver knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskNumber(pub u64);

/// The others, seen from one process.
pub trait Team {
    /// Whether somebody has nothing to do, or might soon.
    fn wants_work(&mut self) -> bool;
    /// The book of names, which begins with these. Asked for once, before anything is offered.
    fn book(&mut self, names: Vec<NewName>) -> Box<dyn Book>;
    /// The names of an earlier run that this one goes on with, and the book that has them.
    fn resumed(&mut self) -> Option<(Vec<NewName>, Box<dyn Book>)> {
        None
    }
    /// Somebody may explore this.
    fn offer(&mut self, task: String) -> TaskNumber;
    /// What to do for somebody who waits for outcomes of these tasks, or has nothing to do at all.
    fn next(&mut self, awaited: &[TaskNumber]) -> Next;
    /// A task of somebody else was explored, or, without an outcome, was not.
    fn done(&mut self, task: TaskNumber, outcome: Option<String>, report: Option<Report>);
    /// Whatever was offered or is being explored does not count.
    fn forget(&mut self);
    /// A summary for everybody.
    fn send(&mut self, summary: String);
    /// Everything that was found here, before summaries are sent that rely on its being known.
    fn found(&mut self, report: Option<Report>);
    /// Summaries of others.
    fn receive(&mut self) -> Vec<String>;
    /// Whether somebody is new and has no summaries yet.
    fn has_newcomer(&mut self) -> bool;
}

#[derive(Clone, Debug)]
pub enum Next {
    /// A task was explored.
    Outcome(TaskNumber, String),
    /// Nobody explores this task: the giver has to.
    Yours(TaskNumber),
    /// Nobody can explore this task: too many processes were lost over it. Whoever has the report says so.
    GivenUp(TaskNumber),
    /// A task of somebody else.
    Help(TaskNumber, String),
    /// Nothing at the moment.
    Nothing,
    /// Everything ends.
    Over,
}

/// A text for others, with the number of names that it may speak of.
fn stamped(machine: &Machine<'_>, text: &str) -> String {
    format!("{} {text}", machine.names.count())
}

/// The text from others, of which all names are known now.
fn unstamped<'a>(machine: &mut Machine<'_>, text: &'a str) -> Option<&'a str> {
    let (count, text) = text.split_once(' ')?;
    machine.names.catch_up_with(count.parse().ok()?);
    Some(text)
}

/// How many transitions lead to a task, if it is one.
pub fn depth_of(task: &str) -> Option<usize> {
    let (_, text) = task.split_once(' ')?;
    Some(task::Task::from_text(text)?.steps.len())
}

/// What a process needs to know to work with others, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Teamwork {
    /// The state before anything.
    initial: Option<State>,
    given: u64,
    used: u64,
    taken_back: u64,
    helped: u64,
    sent: u64,
    received: u64,
    /// Summaries that cannot be written.
    unwritten: u64,
    /// Faults and races that were met when others were last told.
    told: usize,
    /// When summaries were first sent or received, and the time that went into that.
    begun: Option<Instant>,
    spent: Duration,
    /// How often the least weight of summaries that are sent was doubled.
    reluctance: u32,
    /// The height of the stack where it was highest.
    highest: usize,
}

impl Teamwork {
    pub fn start_with(&mut self, initial: &State) {
        self.initial = Some(initial.clone());
    }

    pub fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counters = [
            ("tasks given away", self.given),
            ("tasks explored by others", self.used),
            ("tasks taken back", self.taken_back),
            ("tasks explored for others", self.helped),
            ("summaries sent", self.sent),
            ("summaries received", self.received),
            ("summaries not sent", self.unwritten),
        ];
        counters.into_iter().filter(|&(_, count)| count > 0)
    }
}
