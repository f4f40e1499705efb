//! Limits of time and memory, and when to look at them.
//!
//! One budget is for a whole run: the simulation, the second phase, the integer program, the search for a run and the
//! checking of proofs all look at the same one. Loops ask [`Budget::is_spent`], which is cheap; whoever starts something
//! that looks at its own clock (a solver) tells it [`Budget::time_left`]. Once spent, a budget stays spent.

use std::cell::Cell;
use std::time::{Duration, Instant};

use raddle_ir::Loc;

use crate::error::Stop;

/// Calls between two looks at the clock.
const CALLS_PER_LOOK: u32 = 16;
/// Looks at the clock between two looks at the memory, for which the system has to be asked.
const LOOKS_PER_MEASUREMENT: u32 = 64;

/// What was used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    Time,
    Memory,
    /// Nothing, but somebody wants an end.
    Interrupted,
}

/// How much memory may be used, and how to find out how much is.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    pub bytes: u64,
    pub used: fn() -> u64,
}

pub struct Budget<'a> {
    deadline: Option<Instant>,
    memory: Option<MemoryLimit>,
    interrupt: &'a dyn Fn() -> bool,
    calls: Cell<u32>,
    looks: Cell<u32>,
    spent: Cell<Option<Spent>>,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Budget { deadline, memory, interrupt: _, calls: _, looks: _, spent } = self;
        f.debug_struct("Budget")
            .field("deadline", deadline)
            .field("memory", memory)
            .field("spent", spent)
            .finish_non_exhaustive()
    }
}

impl<'a> Budget<'a> {
    pub fn new(
        time: Option<Duration>,
        memory: Option<MemoryLimit>,
        interrupt: &'a dyn Fn() -> bool,
    ) -> Budget<'a> {
        Budget {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            memory,
            interrupt,
            calls: Cell::new(0),
            looks: Cell::new(0),
            spent: Cell::new(None),
        }
    }

    /// Whether to end now. For inner loops: it looks at the clock only now and then.
    pub fn is_spent(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(CALLS_PER_LOOK) {
            self.look();
        }
        self.spent.get().is_some()
    }

    /// What is used up as of now.
    pub fn look(&self) -> Option<Spent> {
        if self.spent.get().is_some() {
            return self.spent.get();
        }
        let looks = self.looks.get();
        self.looks.set(looks.wrapping_add(1));
        let measure = looks.is_multiple_of(LOOKS_PER_MEASUREMENT);
        let spent = if (self.interrupt)() {
            Some(Spent::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Spent::Time)
        } else if measure && self.memory.is_some_and(|limit| (limit.used)() > limit.bytes) {
            Some(Spent::Memory)
        } else {
            None
        };
        self.spent.set(spent);
        spent
    }

    /// How long something may take that usually takes at most so long; `None`: nothing may.
    pub fn time_left(&self, usual: Duration) -> Option<Duration> {
        if self.look().is_some() {
            return None;
        }
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        Some(left.map_or(usual, |left| left.min(usual)))
    }

    /// An error at a place if the budget is spent.
    pub fn check(&self, loc: impl FnOnce() -> Loc) -> Result<(), Stop> {
        if !self.is_spent() {
            return Ok(());
        }
        Err(self.stop(loc()))
    }

    /// That the budget is spent, as an answer.
    pub fn stop(&self, loc: Loc) -> Stop {
        let (what, advice) = match self.spent.get() {
            None | Some(Spent::Time) => {
                ("time is up", "raise --time, or bound the inputs with raddle_assume")
            }
            Some(Spent::Memory) => {
                ("memory is used up", "raise --memory, or bound the inputs with raddle_assume")
            }
            Some(Spent::Interrupted) => ("interrupted", "let it run longer"),
        };
        Stop::new(loc, what, advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_without_limits_is_never_spent() {
        let budget = Budget::new(None, None, &|| false);
        assert!((0..10_000).all(|_| !budget.is_spent()));
        assert_eq!(budget.time_left(Duration::from_secs(7)), Some(Duration::from_secs(7)));
    }

    #[test]
    fn time_that_is_over_is_noticed_at_once_and_for_good() {
        let budget = Budget::new(Some(Duration::ZERO), None, &|| false);
        assert!(budget.is_spent());
        assert_eq!(budget.look(), Some(Spent::Time));
        assert_eq!(budget.time_left(Duration::from_secs(7)), None);
        assert!(budget.check(|| Loc::NONE).is_err());
    }

    #[test]
    fn a_question_gets_no_more_time_than_is_left() {
        let budget = Budget::new(Some(Duration::from_secs(5)), None, &|| false);
        let left = budget.time_left(Duration::from_secs(3600));
        assert!(left.is_some_and(|left| left <= Duration::from_secs(5)));
    }

    #[test]
    fn an_interrupt_and_the_memory_are_looked_at() {
        let raised = Cell::new(false);
        let interrupt = || raised.get();
        let budget = Budget::new(None, None, &interrupt);
        assert!(!budget.is_spent());
        raised.set(true);
        assert!((0..=CALLS_PER_LOOK).any(|_| budget.is_spent()));
        let limit = MemoryLimit { bytes: 1000, used: || 1001 };
        let budget = Budget::new(None, Some(limit), &|| false);
        assert_eq!(budget.look(), Some(Spent::Memory));
        assert_eq!(budget.stop(Loc::NONE).what, "memory is used up");
    }
}
