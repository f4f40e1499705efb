//! Limits of time and memory, and when to look at them.

use std::time::{Duration, Instant};

use raddle_findings::codes::ReasonKind;

use crate::options::{Interrupt, Options};

/// Instructions between two looks at the clock.
pub(crate) const FUEL: u64 = 200_000;

#[derive(Debug)]
pub(crate) struct Budget {
    start: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    interrupt: Interrupt,
    last_progress: Instant,
    checks: u32,
}

impl Budget {
    pub fn new(options: &Options, interrupt: &Interrupt) -> Budget {
        let start = Instant::now();
        Budget {
            start,
            time: options.time,
            memory: options.memory,
            interrupt: interrupt.clone(),
            last_progress: start,
            checks: 0,
        }
    }

    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Why exploration has to end now.
    pub fn exhausted(&mut self) -> Option<ReasonKind> {
        if self.interrupt.is_raised() {
            return Some(ReasonKind::Interrupted);
        }
        if self.time.is_some_and(|limit| self.start.elapsed() >= limit) {
            return Some(ReasonKind::TimeBound);
        }
        self.checks += 1;
        let look = self.checks.is_multiple_of(64);
        if look && self.memory.is_some_and(|limit| resident_bytes() > limit) {
            return Some(ReasonKind::MemoryBound);
        }
        None
    }

    /// Whether progress will be shown soon.
    pub fn progress_is_near(&self) -> bool {
        self.last_progress.elapsed() >= Duration::from_millis(200)
    }

    /// Whether it is time to show progress.
    pub fn progress_due(&mut self) -> bool {
        let due = self.last_progress.elapsed() >= Duration::from_millis(200);
        if due {
            self.last_progress = Instant::now();
        }
        due
    }
}

/// Bytes of memory the process occupies now; 0 where the system does not say.
pub fn resident_bytes() -> u64 {
    status_field("VmRSS:")
}

/// The most it has ever occupied.
pub(crate) fn peak_bytes() -> u64 {
    status_field("VmHWM:")
}

fn status_field(field: &str) -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
