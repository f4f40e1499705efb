//! What is kept of a state for others in which threads have changed roles.

use std::cell::OnceCell;

use raddle_machine::{Machine, State, ThreadId};
use raddle_reduce::SleepSet;

use crate::below::Below;
use crate::symmetry::plan::Plan;
use crate::symmetry::role::{Role, Standing};

/// An entry of the table of summaries, made ready for other names.
#[derive(Debug)]
pub struct Known {
    pub below: Below,
    pub asleep: SleepSet,
    pub threads: Vec<Standing>,
    /// Most are never looked at.
    pub ready: OnceCell<Ready>,
}

/// How an entry is compared with states.
#[derive(Debug)]
pub struct Ready {
    pub plan: Plan,
}

impl Known {
    pub fn new(
        state: &State,
        threads: &[(Role, ThreadId)],
        asleep: &SleepSet,
        below: &Below,
    ) -> Known {
        let threads = threads.iter().map(|&(role, thread)| {
            let held = state.thread(thread).held.iter().map(|held| (held.0, held.1)).collect();
            Standing { role, thread, held }
        });
        Known {
            below: below.clone(),
            asleep: asleep.clone(),
            threads: threads.collect(),
            ready: OnceCell::new(),
        }
    }

    pub fn ready(&self, machine: &mut Machine<'_>) -> &Ready {
        self.ready.get_or_init(|| {
            let Below { condition, free, .. } = &self.below;
            Ready { plan: Plan::new(machine, &self.threads, &self.asleep, condition, free) }
        })
    }
}
