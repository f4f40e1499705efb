//! How much time, memory and work there is, and whether somebody wants an end.
//!
//! One [`Budget`] is for a whole command and is handed down to everything that may take long: compiling, reading, static analyses,
//! exploration, machine, solver, replay. Clones speak of the same budget. Once spent, it stays spent.
//!
//! Loops ask [`Budget::is_spent`] in every round, which costs a few instructions: it looks at the clock now and then only. Whoever
//! begins something long asks [`Budget::look`]. The command has a watchdog besides, which looks every few milliseconds, so a loop
//! learns of a limit in its next round, and what does not ask at all is ended from outside.
//!
//! A part of a budget may be limited by work instead of time ([`Budget::part_of_work`]). Work is counted by whoever does it, so it is the same on
//! every machine: whoever changes its way when a part is spent takes that, and two runs go the same way. What the user allows is always time.
//!
//! What was cut short because the budget is spent proves nothing. Whoever makes a report therefore asks the budget last: a report that
//! is made after it was spent says so.

mod memory;
mod stall;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use memory::{machine_memory, peak_bytes, resident_bytes};
pub use stall::{Stage, Stall};

/// Questions between two looks at the clock.
const CALLS_PER_LOOK: u32 = 64;
/// Microseconds between two looks at the memory, for which the system has to be asked.
const MEMORY_PERIOD: u64 = 20_000;

/// What was used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    Time,
    Memory,
    /// Nothing, but somebody wants an end.
    Interrupted,
}

/// Time, memory, and the wish to end. The default has no limits, and can be interrupted.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    begun: Instant,
    deadline: Option<Instant>,
    /// Bytes of resident memory.
    memory: Option<u64>,
    /// 0, or which [`Spent`].
    spent: AtomicU8,
    calls: AtomicU32,
    /// What this is a part of: when that is spent, this is.
    whole: Option<Budget>,
    /// Units of work that may be done.
    work: Option<u64>,
    worked: AtomicU64,
    /// Whether work is limited here, or in what this is a part of.
    counts_work: bool,
    /// When the memory was last looked at, in microseconds after `begun`.
    measured: AtomicU64,
    stall: Option<Stall>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(None, None)
    }
}

impl Budget {
    /// A budget that begins now.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Budget {
        Budget::with_stall(time, memory, None)
    }

    /// The same, with something that hangs on purpose.
    #[doc(hidden)]
    pub fn with_stall(time: Option<Duration>, memory: Option<u64>, stall: Option<Stall>) -> Budget {
        let begun = Instant::now();
        Budget(Arc::new(Inner {
            begun,
            deadline: time.and_then(|time| begun.checked_add(time)),
            memory,
            spent: AtomicU8::new(0),
            calls: AtomicU32::new(0),
            whole: None,
            work: None,
            worked: AtomicU64::new(0),
            counts_work: false,
            measured: AtomicU64::new(0),
            stall,
        }))
    }

    /// A budget for what has to be brought to its end although this one may be spent, such as the replay of a finding.
    pub fn respite(&self, time: Option<Duration>) -> Budget {
        Budget::with_stall(time, None, self.0.stall.clone())
    }

    /// A part of this budget: for so long at most, and with an end of its own. Ending it does not end the whole.
    pub fn part(&self, time: Option<Duration>) -> Budget {
        self.limited(time, None)
    }

    /// A part of this budget for so many units of work.
    pub fn part_of_work(&self, units: u64) -> Budget {
        self.limited(None, Some(units))
    }

    fn limited(&self, time: Option<Duration>, work: Option<u64>) -> Budget {
        let begun = Instant::now();
        Budget(Arc::new(Inner {
            begun,
            deadline: time.and_then(|time| begun.checked_add(time)),
            memory: None,
            spent: AtomicU8::new(0),
            calls: AtomicU32::new(0),
            whole: Some(self.clone()),
            work,
            worked: AtomicU64::new(0),
            counts_work: work.is_some() || self.0.counts_work,
            measured: AtomicU64::new(0),
            stall: self.0.stall.clone(),
        }))
    }

    /// Units of work were done. A unit is some 0.04 microseconds: an instruction is ten, and the solver counts its own.
    #[inline]
    pub fn work(&self, units: u64) {
        if self.0.counts_work {
            self.count_work(units);
        }
    }

    fn count_work(&self, units: u64) {
        let Inner { work, worked, whole, .. } = &*self.0;
        let worked = worked.fetch_add(units, Ordering::Relaxed).saturating_add(units);
        if work.is_some_and(|limit| worked > limit) {
            self.spend(Spent::Time);
        }
        whole.iter().for_each(|whole| whole.work(units));
    }

    /// Somebody wants an end.
    pub fn interrupt(&self) {
        self.spend(Spent::Interrupted);
    }

    /// Whether to end now. For inner loops.
    #[inline]
    pub fn is_spent(&self) -> bool {
        let inner = &*self.0;
        if self.spent().is_some() {
            return true;
        }
        // Not one atomic step: a lost count only delays the next look.
        let calls = inner.calls.load(Ordering::Relaxed).wrapping_add(1);
        inner.calls.store(calls, Ordering::Relaxed);
        calls.is_multiple_of(CALLS_PER_LOOK) && self.look().is_some()
    }

    /// What is used up, as far as somebody has looked.
    pub fn spent(&self) -> Option<Spent> {
        match self.0.spent.load(Ordering::Relaxed) {
            0 => self.0.whole.as_ref().and_then(Budget::spent),
            1 => Some(Spent::Time),
            2 => Some(Spent::Memory),
            _ => Some(Spent::Interrupted),
        }
    }

    /// What is used up as of now.
    pub fn look(&self) -> Option<Spent> {
        let known = self.spent();
        let Inner { begun, deadline, memory, measured, whole, .. } = &*self.0;
        if known.is_some() || (deadline.is_none() && memory.is_none() && whole.is_none()) {
            return known;
        }
        if let Some(spent) = whole.as_ref().and_then(Budget::look) {
            return Some(spent);
        }
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            self.spend(Spent::Time);
        } else if let Some(limit) = memory {
            let elapsed = now.duration_since(*begun).as_micros() as u64;
            if elapsed >= measured.load(Ordering::Relaxed) + MEMORY_PERIOD {
                measured.store(elapsed, Ordering::Relaxed);
                if resident_bytes() > *limit {
                    self.spend(Spent::Memory);
                }
            }
        }
        self.spent()
    }

    /// The first to be used up is what counts.
    fn spend(&self, what: Spent) {
        let number = match what {
            Spent::Time => 1,
            Spent::Memory => 2,
            Spent::Interrupted => 3,
        };
        let _ = self.0.spent.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// How long something may take that usually takes at most so long; `None`: nothing may.
    pub fn time_left(&self, usual: Duration) -> Option<Duration> {
        if self.look().is_some() {
            return None;
        }
        Some(self.rest().map_or(usual, |left| left.min(usual)))
    }

    /// What is left of the time, if there is a limit.
    pub fn rest(&self) -> Option<Duration> {
        let own = self.0.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let whole = self.0.whole.as_ref().and_then(Budget::rest);
        own.into_iter().chain(whole).min()
    }

    /// The limit on memory.
    pub fn memory(&self) -> Option<u64> {
        self.0.memory.or_else(|| self.0.whole.as_ref()?.memory())
    }

    /// A stage of the work begins, or a round of it. Nothing happens here unless a test wants the stage to hang.
    #[inline]
    pub fn enter(&self, stage: Stage) {
        if let Some(stall) = &self.0.stall {
            stall.happen(stage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_its_work_and_the_whole_goes_on() {
        let whole = Budget::default();
        let outer = whole.part_of_work(100);
        let inner = outer.part(None);
        inner.work(60);
        assert!(!inner.is_spent() && !outer.is_spent());
        inner.work(41);
        assert_eq!(inner.spent(), Some(Spent::Time));
        assert!(outer.is_spent() && !whole.is_spent());
        // The next part begins anew.
        assert!(!whole.part_of_work(100).is_spent());
    }

    #[test]
    fn a_budget_without_limits_is_never_spent() {
        let budget = Budget::default();
        assert!((0..10_000).all(|_| !budget.is_spent()));
        assert_eq!(budget.time_left(Duration::from_secs(7)), Some(Duration::from_secs(7)));
    }

    #[test]
    fn time_that_is_over_is_noticed_and_stays_over() {
        let budget = Budget::new(Some(Duration::ZERO), None);
        assert!((0..CALLS_PER_LOOK).any(|_| budget.is_spent()));
        assert_eq!(budget.look(), Some(Spent::Time));
        assert_eq!(budget.time_left(Duration::from_secs(7)), None);
        budget.interrupt();
        assert_eq!(budget.spent(), Some(Spent::Time));
    }

    #[test]
    fn a_part_ends_with_the_whole_but_not_the_other_way() {
        let whole = Budget::default();
        let (first, second) = (whole.part(None), whole.part(Some(Duration::ZERO)));
        first.interrupt();
        assert_eq!(first.look(), Some(Spent::Interrupted));
        assert_eq!(second.look(), Some(Spent::Time));
        assert_eq!(whole.look(), None);
        let third = whole.part(Some(Duration::from_secs(60)));
        whole.interrupt();
        assert!(third.is_spent());
        assert_eq!(third.look(), Some(Spent::Interrupted));
    }

    #[test]
    fn a_question_gets_no_more_time_than_is_left() {
        let budget = Budget::new(Some(Duration::from_secs(5)), None);
        let left = budget.time_left(Duration::from_secs(3600));
        assert!(left.is_some_and(|left| left <= Duration::from_secs(5)));
    }

    #[test]
    fn memory_is_looked_at() {
        let budget = Budget::new(None, Some(1));
        std::thread::sleep(Duration::from_micros(2 * MEMORY_PERIOD));
        // Where the system does not say how much is used, there is no limit.
        assert_eq!(budget.look(), (resident_bytes() > 1).then_some(Spent::Memory));
    }

    #[test]
    fn clones_are_interrupted_together_and_a_respite_is_not() {
        let budget = Budget::default();
        let clone = budget.clone();
        let respite = budget.respite(Some(Duration::from_secs(3600)));
        budget.interrupt();
        assert!(clone.is_spent());
        assert_eq!(clone.look(), Some(Spent::Interrupted));
        assert_eq!(respite.look(), None);
    }
}
