//! How much work queries take. Work is counted, not timed, so that whatever depends on it is the same on every machine.

/// Work of the solver: decisions of the SAT solver, clauses it learns, gates, and terms that become gates. A unit is some 0.03 to 0.2 microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(pub u64);

impl Effort {
    /// Enough for everything.
    pub const UNLIMITED: Effort = Effort(u64::MAX);

    pub(crate) const DECISION: Effort = Effort(16);
    /// A clause that was learnt, and each of its literals: how far the consequences of decisions reach shows in those.
    pub(crate) const CLAUSE: Effort = Effort(100);
    pub(crate) const LITERAL: Effort = Effort(20);
    pub(crate) const GATE: Effort = Effort(2);
    pub(crate) const TERM: Effort = Effort(8);

    pub fn plus(self, more: Effort) -> Effort {
        Effort(self.0.saturating_add(more.0))
    }
    pub fn minus(self, less: Effort) -> Effort {
        Effort(self.0.saturating_sub(less.0))
    }
    /// One part in so many.
    pub fn part(self, of: u64) -> Effort {
        Effort(self.0 / of.max(1))
    }
    pub fn times(self, count: u64) -> Effort {
        Effort(self.0.saturating_mul(count))
    }
}
