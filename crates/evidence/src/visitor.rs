//! What the exploration of interleavings tells its owner, who may end it.

use raddle_findings::Report;
use raddle_findings::codes::ReasonKind;
use raddle_machine::{Event, Machine, StackEntry, State, ThreadId};
use raddle_reduce::{KnownRaces, Trace};

/// Something that happened.
#[derive(Debug)]
pub enum Notice<'a, 'p> {
    /// A node was created.
    Node,
    /// An event was appended to the run.
    Event {
        machine: &'a mut Machine<'p>,
        trace: &'a Trace,
        state: &'a State,
        /// Races that the event is in become known.
        known_races: &'a KnownRaces,
    },
    /// A state in which everybody stands before a visible operation, or has come to an end.
    Settled {
        machine: &'a mut Machine<'p>,
        trace: &'a Trace,
        state: &'a State,
    },
    /// The newest event left its thread, or another one, waiting while others can still move.
    SomeBlocked {
        machine: &'a mut Machine<'p>,
        state: &'a State,
        blocked: &'a [(ThreadId, Event)],
    },
    /// A run ended because no thread can move. `blocked` are threads that wait.
    RunEnded {
        machine: &'a mut Machine<'p>,
        state: &'a State,
        blocked: &'a [(ThreadId, Event)],
    },
    /// A run ended because whatever could follow was explored elsewhere.
    RunBlocked,
    /// A run ended because a summary covers all that could follow.
    RunSubsumed,
    /// A run ended because nothing that could follow can go wrong.
    RunHarmless,
    /// A run was longer than allowed.
    RunTooLong,
    /// A schedule with more preemptions than allowed was left out.
    TooManyPreemptions,
    /// Everything is explored once more from the start, in another way.
    StartedAgain,
    /// The search at hand begins again; the other one of two goes on, and what it met still holds.
    CountsFromZero,
    /// What is counted from now on belongs to the other one of two searches.
    CountsForTheOther,
    /// What is met from now on is met by a bounded search: findings count, and nothing else does.
    ProbeBegins,
    ProbeEnds,
    /// The search stops in the middle of a run that seems to have no end.
    Endless {
        kind: ReasonKind,
        message: String,
        at: StackEntry,
    },
    /// An estimate of how much is done.
    Share(f64),
    /// How often something happened in the whole exploration.
    Count(&'static str, u64),
}

/// The owner of an exploration.
pub trait Visitor {
    /// Called after every piece of work; `true` ends the exploration.
    fn tick(&mut self, machine: &mut Machine<'_>, state: &State, depth: usize) -> bool;
    /// Takes note of something.
    fn notice(&mut self, what: Notice<'_, '_>);
    /// Whether anything was found.
    fn has_findings(&self) -> bool;
    /// Whether somebody wants to know how much is done.
    fn share_is_due(&self) -> bool;
    /// A report of what was found up to now; `news`: only if there is anything new that matters to the verdict.
    fn report(&mut self, machine: &mut Machine<'_>, news: bool) -> Option<Report>;
}
