//! How long one query may take, and how it is told to stop.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::UnknownReason;

/// Calls between two looks at the clock: the SAT solver asks at every decision.
const CALLS_PER_LOOK: u32 = 128;

/// The budget of the query under way; clones speak of the same query.
#[derive(Clone, Debug)]
pub struct Budget(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    interrupt: Option<Arc<AtomicBool>>,
    deadline: Cell<Option<Instant>>,
    calls: Cell<u32>,
    stopped: Cell<Option<UnknownReason>>,
}

impl Budget {
    pub fn new(interrupt: Option<Arc<AtomicBool>>) -> Budget {
        Budget(Rc::new(Shared {
            interrupt,
            deadline: Cell::new(None),
            calls: Cell::new(0),
            stopped: Cell::new(None),
        }))
    }
    /// Starts the clock of a new query.
    pub fn start(&self, time: Duration) {
        self.0.deadline.set(Instant::now().checked_add(time));
        self.0.calls.set(0);
        self.0.stopped.set(None);
    }
    /// Why the query was stopped, if it was.
    pub fn stopped(&self) -> Option<UnknownReason> {
        self.0.stopped.get()
    }
    /// Looks at the clock and the interrupt flag now.
    pub fn look(&self) -> bool {
        let shared = &*self.0;
        if shared.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            shared.stopped.set(Some(UnknownReason::Interrupted));
        } else if shared.deadline.get().is_some_and(|deadline| Instant::now() >= deadline) {
            shared.stopped.set(Some(UnknownReason::Timeout));
        }
        shared.stopped.get().is_some()
    }
}

impl batsat::Callbacks for Budget {
    fn stop(&self) -> bool {
        let calls = self.0.calls.get() + 1;
        if calls < CALLS_PER_LOOK {
            self.0.calls.set(calls);
            return self.0.stopped.get().is_some();
        }
        self.0.calls.set(0);
        self.look()
    }
}
