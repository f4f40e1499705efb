//! What happened at a desk and when, for measurements: who had which task, and who waited.

use std::time::Instant;

use serde::Serialize;

/// Something that happened, so many microseconds after the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    pub at: u64,
    /// 0 is whoever has the desk, others are members.
    pub who: u64,
    pub what: What,
    /// The task that it is about, if it is about one.
    pub task: Option<u64>,
    /// How long the message was.
    pub bytes: usize,
    /// So many microseconds of a core had it used by then for the work itself. Waiting for a core, or for anything else, does not count.
    pub spent: Option<u64>,
}

/// What this thread has used of a core, in microseconds. Nothing where the system does not say.
pub(crate) fn thread_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1000)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    Offers,
    Begins,
    Ends,
    /// It has nothing to do.
    Waits,
    /// It has been told what to do.
    Goes,
}

#[derive(Debug)]
pub(crate) struct Record {
    begun: Instant,
    moments: Vec<Moment>,
}

impl Record {
    pub(crate) fn new() -> Record {
        Record { begun: Instant::now(), moments: Vec::new() }
    }

    pub(crate) fn add(
        &mut self,
        who: u64,
        what: What,
        task: Option<u64>,
        bytes: usize,
        spent: Option<u64>,
    ) {
        let at = u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.moments.push(Moment { at, who, what, task, bytes, spent });
    }

    pub(crate) fn take(&mut self) -> Vec<Moment> {
        std::mem::take(&mut self.moments)
    }
}
