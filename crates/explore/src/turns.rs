//! Two searches that take turns: one that learns, and one without summaries.
//!
//! Where no state is met again, summaries cost much and bring nothing; and a search that prunes cannot reverse races in
//! the optimal way. Nobody knows beforehand. So the search that learns lives on credit (`summary/thrift.rs`). When that is used
//! up, the same program is explored without summaries, from the start, for a number of states; then the search that learns
//! goes on where it stopped, and so on, each time for longer. Most of the time goes to the one that will be at its end first, as far as
//! the share of its tree that is done tells (`share.rs`). Each of them is
//! complete and knows nothing of the other, so the program is explored as soon as either is at its end; what
//! they find goes into one report. A program for which summaries are of little use takes hardly longer than
//! without them, and one for which they begin to pay late is not lost. Turns are counted in states, never in time: the same
//! program is explored in the same way everywhere.
//!
//! Once there are circles the search that learns has no rival: without summaries such a program has no end.

use raddle_machine::State;
use raddle_reduce::{Broken, Race, Trace};

use crate::cycles::Cycles;
use crate::interleave::{End, Interleaver, Node, Visitor};
use crate::share::{self, Pace};
use crate::summary::Summaries;

/// So many times faster than the other search has to be what is given most of the time because of a guess.
const CLEARLY: f64 = 2.0;

/// A search without summaries that has done this share of its work goes on for one part in so many of what it has cost, once in a turn.
const NEARLY_DONE: f64 = 0.75;
const LAST_PART: u64 = 3;

/// Executed instructions that are counted as one more state.
const INSTRUCTIONS: u64 = 256;

/// Where a search stands that is not at hand.
#[derive(Default)]
pub(crate) struct Aside {
    summaries: Option<Summaries>,
    trace: Trace,
    stack: Vec<Node>,
    cycles: Cycles,
    roots: Vec<State>,
    optimal: bool,
    optimality_refuted: bool,
    open_races: Vec<Race>,
    complete: bool,
    entered: u64,
    rests: bool,
}

/// Whose turn it is.
#[derive(Default)]
pub(crate) struct Turns {
    /// There is only one search.
    alone: bool,
    other: Option<Box<Aside>>,
    /// The search without summaries is at hand.
    plain: bool,
    /// When its turn ends: states entered, and instructions executed.
    states: u64,
    instructions: u64,
    /// The turn has been made longer.
    prolonged: bool,
    pace_of_learning: Pace,
    pace_of_plain: Pace,
}

impl Turns {
    pub fn new(alone: bool, broken: Option<Broken>) -> Turns {
        // What is noticed of a defect should not depend on whose turn it is.
        let defect = broken.is_some_and(|broken| !Broken::OF_TURNS.contains(&broken));
        Turns { alone: alone || defect, ..Turns::default() }
    }
}

impl Interleaver<'_, '_> {
    /// Whether the other search should go on.
    pub(crate) fn turn_is_over(&self) -> bool {
        if self.turns.plain {
            let instructions = self.machine.counters().instructions;
            return self.entered >= self.turns.states || instructions >= self.turns.instructions;
        }
        !self.turns.alone
            && self.team.is_none()
            && !self.cycles.found
            && self.summaries.as_ref().is_some_and(|summaries| !summaries.pay())
    }

    /// Goes on with the other search.
    pub(crate) fn take_turns(&mut self, initial: &State, visitor: &mut dyn Visitor) -> End {
        if self.turns.plain {
            let done = share::of_search(&self.roots, &self.stack);
            if done > NEARLY_DONE && !self.turns.prolonged {
                self.turns.prolonged = true;
                self.begin_turn(self.entered / LAST_PART);
                return self.explore_roots(visitor);
            }
            let without = self.turns.pace_of_plain.left(self.entered, done);
            self.change_over();
            visitor.counts_for_the_other();
            let done = share::of_search(&self.roots, &self.stack);
            if let Some(summaries) = &mut self.summaries {
                let cost = self.entered + summaries.spent();
                let with = self.turns.pace_of_learning.left(cost, done);
                summaries.try_again(with * CLEARLY < without);
            }
            return self.explore_roots(visitor);
        }
        let Some(summaries) = &mut self.summaries else { return self.explore_roots(visitor) };
        let states = summaries.begin_pause();
        let begins = self.turns.other.is_none();
        if begins {
            self.turns.other =
                Some(Box::new(Aside { optimal: self.may_be_optimal, ..Aside::default() }));
        }
        self.change_over();
        visitor.counts_for_the_other();
        self.turns.prolonged = false;
        self.begin_turn(states);
        if begins { self.run_once(initial.clone(), visitor) } else { self.explore_roots(visitor) }
    }

    /// The search without summaries may explore so many more states.
    fn begin_turn(&mut self, states: u64) {
        self.turns.states = self.entered + states;
        self.turns.instructions = self.machine.counters().instructions + states * INSTRUCTIONS;
    }

    /// Puts the search at hand aside.
    fn change_over(&mut self) {
        let Some(other) = &mut self.turns.other else { return };
        self.turns.plain = !self.turns.plain;
        std::mem::swap(&mut self.summaries, &mut other.summaries);
        std::mem::swap(&mut self.trace, &mut other.trace);
        std::mem::swap(&mut self.stack, &mut other.stack);
        std::mem::swap(&mut self.cycles, &mut other.cycles);
        std::mem::swap(&mut self.roots, &mut other.roots);
        std::mem::swap(&mut self.optimal, &mut other.optimal);
        std::mem::swap(&mut self.optimality_refuted, &mut other.optimality_refuted);
        std::mem::swap(&mut self.open_races, &mut other.open_races);
        std::mem::swap(&mut self.complete, &mut other.complete);
        std::mem::swap(&mut self.entered, &mut other.entered);
        let rests = self.machine.rests();
        self.machine.set_rests(other.rests);
        other.rests = rests;
    }

    /// The search without summaries cannot go on as it is. `false` if that is not what was refuted.
    pub(crate) fn refutes_plain_search_only(&mut self, visitor: &mut dyn Visitor) -> bool {
        if !self.turns.plain || self.machine.outbox.has_hidden_address() {
            return false;
        }
        self.change_over();
        self.turns.other = Some(Box::default());
        self.turns.pace_of_plain = Pace::default();
        self.change_over();
        if self.is_broken(Broken::CutsOfTheOtherForgotten) {
            visitor.started_again();
        } else {
            visitor.counts_from_zero();
        }
        true
    }

    /// Everything but the search that learns is given up.
    pub(crate) fn end_turns(&mut self) {
        if self.turns.plain {
            self.change_over();
        }
        self.turns.other = None;
    }
}
