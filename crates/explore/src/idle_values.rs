//! Values that nothing depends on are no part of a state.
//!
//! Threads that go round for ever come back to the same states, unless they count: `n++` makes every state a new one although nothing ever looks at
//! `n`. The slice for the properties knows what nothing depends on (`raddle_slice::SliceFacts::is_idle`). From the moment at which a run seems to have no end,
//! the machine stores zero in place of such values. A state differs then from what it would have been only in what cannot
//! matter, so all that can go wrong from the one can go wrong from the other, by the same schedule: that is what a slice promises. Accesses stay what they are, so nothing changes for races,
//! and nothing that was explored or learnt before has to be done again. Findings are replayed with all values.
//!
//! The slice needs an analysis of pointers of the whole program. A search that comes to its end does not pay for that.

use std::rc::Rc;

use crate::interleave::Interleaver;
use crate::slicing;

/// A run of so many transitions may have no end, although parts of it were explored completely.
const LONG: usize = 1_000;

impl Interleaver<'_, '_> {
    /// Once, when a run seems to have no end: finds out what nothing depends on.
    pub(crate) fn forget_idle_values(&mut self) {
        if !self.tree.plan.idle_values || self.looked_for_idle_values {
            return;
        }
        if !self.has_no_end() && self.tree.run.trace.len() < LONG {
            return;
        }
        self.looked_for_idle_values = true;
        let Interleaver { machine, .. } = self;
        let budget = machine.config.budget.clone();
        let facts = slicing::facts_for(machine.program, self.entry, &machine.config, &budget);
        let Some(facts) = facts else { return };
        // What is computed there is not seen any more.
        machine.see_nothing();
        machine.assume_unseen();
        machine.config.idle = Some(Rc::new(facts));
    }
}
