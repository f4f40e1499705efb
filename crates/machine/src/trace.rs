//! What happened, step by step, recorded while a finding is replayed.

use raddle_ir::{FuncId, Loc};

use crate::names::ThreadId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceKind {
    Call,
    Return,
    Branch,
    Input,
    Read,
    Write,
    Output,
    Allocate,
    Free,
    Fault,
    Synchronise,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEvent {
    pub thread: ThreadId,
    pub kind: TraceKind,
    pub func: FuncId,
    pub loc: Loc,
    pub text: String,
    /// Whether other threads can observe it.
    pub visible: bool,
    /// How many transitions had been granted: it is part of the last one.
    pub transition: u64,
    /// What was accessed and its value afterwards, both in the words of the source.
    pub cell: Option<(String, String)>,
}

#[derive(Clone, Debug, Default)]
pub struct Recorder {
    pub events: Vec<TraceEvent>,
    /// Events beyond this many are counted, not kept.
    pub limit: usize,
    pub dropped: u64,
}

impl Recorder {
    pub fn new(limit: usize) -> Recorder {
        Recorder { events: Vec::new(), limit, dropped: 0 }
    }
    pub fn push(&mut self, event: TraceEvent) {
        if self.events.len() < self.limit {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}
