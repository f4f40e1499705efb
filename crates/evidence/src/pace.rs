//! How often an exploration looks up: for limits, and to show progress.

use std::time::{Duration, Instant};

/// Time between two glances at a running exploration.
const PERIOD: Duration = Duration::from_millis(200);

/// When an exploration began, and when progress was last shown.
#[derive(Debug)]
pub struct Pace {
    begun: Instant,
    last: Instant,
}

impl Pace {
    pub fn new() -> Pace {
        let now = Instant::now();
        Pace { begun: now, last: now }
    }

    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Whether progress will be shown soon.
    pub fn is_near(&self) -> bool {
        self.last.elapsed() >= PERIOD
    }

    /// Whether it is time to show progress.
    pub fn is_due(&mut self) -> bool {
        let due = self.is_near();
        if due {
            self.last = Instant::now();
        }
        due
    }
}
