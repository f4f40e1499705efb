//! Two searches that take turns: one that learns, and one without summaries.
//!
//! Where no state is met again, summaries cost much and bring nothing; and a search that prunes cannot reverse races in
//! the optimal way. Nobody knows beforehand. So the search that learns lives on credit (`summary/thrift.rs`). When that is used
//! up, the same program is explored without summaries, from the start, for a number of states; then the search that learns
//! goes on where it stopped, and so on, each time for longer. Most of the time goes to the one that will be at its end first, as far as
//! the share of its tree that is done tells (`share.rs`); where it does not tell, both get as much. Each of them is
//! complete and knows nothing of the other, so the program is explored as soon as either is at its end; what
//! they find goes into one report. A program for which summaries are of little use takes hardly longer than
//! without them, and one for which they begin to pay late is not lost. Turns are counted in states, never in time: the same
//! program is explored in the same way everywhere.
//!
//! Once there are circles the search that learns has no rival: without summaries such a program has no end.

use raddle_evidence::{Notice, Visitor};
use raddle_machine::State;
use raddle_reduce::Broken;
use raddle_summary::Favour;

use crate::interleave::{End, Interleaver};
use crate::share::{self, Pace};
use crate::tree::Tree;

/// A guess may give most of the time to a search only if it is at least this many times faster than the other one.
const CLEARLY: f64 = 2.0;

/// A search without summaries may get most of the time only if it seems to be at its end after no more than so many times what it cost up to now. Where both ends are far away, the other one's is
/// nearer than it seems: the more a search has learnt, the less is left of it.
const FORESEEABLE: f64 = 32.0;

/// A search without summaries that has done this share of its work goes on for one part in so many of what it has cost, once in a turn.
const NEARLY_DONE: f64 = 0.75;
const LAST_PART: u64 = 3;

/// What a search is believed to cost may be too little by one part in so many.
const ENOUGH: u64 = 4;

/// Executed instructions that are counted as one more state.
const INSTRUCTIONS: u64 = 256;

/// Whose turn it is.
#[derive(Default)]
pub(crate) struct Turns {
    /// There is only one search.
    alone: bool,
    /// The search that is not at hand.
    other: Option<Box<Tree>>,
    /// The search without summaries is at hand.
    plain: bool,
    /// When its turn ends: states entered, and instructions executed.
    states: u64,
    instructions: u64,
    /// The turn has been made longer; what the search had cost when that was done last.
    prolonged: bool,
    prolonged_at: u64,
    pace_of_learning: Pace,
    pace_of_plain: Pace,
    /// What the search without summaries will probably still cost, if that is known.
    left_of_plain: Option<u64>,
}

impl Turns {
    pub fn new(alone: bool) -> Turns {
        Turns { alone, ..Turns::default() }
    }

    /// Nodes that both searches have entered; `at_hand` is the one at hand.
    pub fn entered(&self, at_hand: &Tree) -> u64 {
        at_hand.entered + self.other.as_ref().map_or(0, |other| other.entered)
    }
}

/// Which search should get most of the time, by what each will probably still cost, and what the one without summaries has cost. Where nothing is known of either, nobody is favoured.
fn favour(with: f64, without: f64, spent_without: u64) -> Favour {
    if with.is_infinite() && without.is_infinite() {
        Favour::Neither
    } else if with * CLEARLY < without {
        Favour::Learning
    } else if with < without * CLEARLY || without > FORESEEABLE * spent_without as f64 {
        Favour::Neither
    } else {
        Favour::Plain
    }
}

impl Interleaver<'_, '_> {
    /// Whether the other search should go on.
    pub(crate) fn turn_is_over(&self) -> bool {
        if self.turns.plain {
            let instructions = self.machine.counters().instructions;
            return self.tree.entered >= self.turns.states
                || instructions >= self.turns.instructions;
        }
        !self.turns.alone
            && self.team.is_none()
            && !self.tree.cycles.found
            && self.tree.summaries.as_ref().is_some_and(|summaries| !summaries.pay())
    }

    /// Goes on with the other search.
    pub(crate) fn take_turns(&mut self, initial: &State, visitor: &mut dyn Visitor) -> End {
        if self.turns.plain {
            let done = share::of_search(&self.tree.run.roots, &self.tree.run.stack);
            // What was not enough the last time was judged by a share that did not tell.
            let trusted = self.tree.entered >= 2 * self.turns.prolonged_at;
            if done > NEARLY_DONE && !self.turns.prolonged && trusted {
                self.turns.prolonged = true;
                self.turns.prolonged_at = self.tree.entered;
                self.begin_turn(self.tree.entered / LAST_PART);
                return self.explore_roots(visitor);
            }
            let without = self.turns.pace_of_plain.left(self.tree.entered, done);
            self.turns.left_of_plain = without.is_finite().then_some(without as u64);
            let spent_without = self.tree.entered;
            self.change_over();
            visitor.notice(Notice::CountsForTheOther);
            let done = share::of_search(&self.tree.run.roots, &self.tree.run.stack);
            if let Some(summaries) = &mut self.tree.summaries {
                let cost = self.tree.entered + summaries.spent();
                let with = self.turns.pace_of_learning.left_of_learning(cost, done);
                summaries.try_again(favour(with, without, spent_without));
            }
            return self.explore_roots(visitor);
        }
        let Some(summaries) = &mut self.tree.summaries else { return self.explore_roots(visitor) };
        // Where it is believed to be at its end soon, it need not get more than it takes to see whether that is true.
        let enough = self.turns.left_of_plain.map(|left| left.saturating_add(left / ENOUGH));
        let states = summaries.begin_pause(enough.unwrap_or(u64::MAX));
        let begins = self.turns.other.is_none();
        if begins {
            self.turns.other =
                Some(Box::new(Tree::new(&self.tree.plan, None, &self.tree.known_races)));
        }
        self.change_over();
        visitor.notice(Notice::CountsForTheOther);
        self.turns.prolonged = false;
        self.begin_turn(states);
        if begins { self.run_once(initial.clone(), visitor) } else { self.explore_roots(visitor) }
    }

    /// The search without summaries may explore so many more states.
    fn begin_turn(&mut self, states: u64) {
        self.turns.states = self.tree.entered + states;
        self.turns.instructions = self.machine.counters().instructions + states * INSTRUCTIONS;
    }

    /// Puts the search at hand aside.
    fn change_over(&mut self) {
        let Some(other) = &mut self.turns.other else { return };
        self.turns.plain = !self.turns.plain;
        self.tree.rests = self.machine.rests();
        std::mem::swap(&mut self.tree, other);
        self.machine.set_rests(self.tree.rests);
    }

    /// The search without summaries cannot go on as it is. `false` if that is not what was refuted.
    pub(crate) fn refutes_plain_search_only(&mut self, visitor: &mut dyn Visitor) -> bool {
        if !self.turns.plain || self.machine.outbox.has_hidden_address() {
            return false;
        }
        self.change_over();
        let plain =
            Tree { optimal: false, ..Tree::new(&self.tree.plan, None, &self.tree.known_races) };
        self.turns.other = Some(Box::new(plain));
        self.turns.pace_of_plain = Pace::default();
        self.change_over();
        if self.tree.is_broken(Broken::CutsOfTheOtherForgotten) {
            visitor.notice(Notice::StartedAgain);
        } else {
            visitor.notice(Notice::CountsFromZero);
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

#[cfg(test)]
mod tests {
    use super::{Favour, favour};

    #[test]
    fn who_is_clearly_faster_is_favoured_and_nobody_if_nobody_can_tell() {
        let never = f64::INFINITY;
        let favour = |with, without| favour(with, without, 10);
        assert_eq!(favour(10.0, 21.0), Favour::Learning);
        assert_eq!(favour(10.0, 19.0), Favour::Neither);
        assert_eq!(favour(10.0, 6.0), Favour::Neither);
        assert_eq!(favour(10.0, 4.0), Favour::Plain);
        assert_eq!(favour(10.0, never), Favour::Learning);
        assert_eq!(favour(never, 10.0), Favour::Plain);
        assert_eq!(favour(never, never), Favour::Neither);
    }

    #[test]
    fn a_search_without_summaries_whose_end_is_far_away_is_not_favoured() {
        assert_eq!(favour(1e9, 1e6, 100_000), Favour::Plain);
        assert_eq!(favour(1e9, 1e6, 10_000), Favour::Neither);
        assert_eq!(favour(1e5, 1e6, 10_000), Favour::Learning);
    }
}
