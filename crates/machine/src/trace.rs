//! What happened, step by step, recorded while a finding is replayed.

use std::collections::VecDeque;

use raddle_ir::{DebugTypeId, FuncId, Loc};
use rustc_hash::FxHashMap;

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
    /// For a branch: the comparison that decides it, and whether that is true.
    pub condition: Option<(Loc, bool)>,
}

/// Keeps the beginning and, as a ring, the end of what happened: the end is where it goes wrong.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    beginning: Vec<TraceEvent>,
    end: VecDeque<TraceEvent>,
    /// How many events each of the two keeps.
    half: usize,
    /// How often each thread has completed an operation of the source.
    pub(crate) executed: FxHashMap<(ThreadId, CodeSite), u32>,
    /// The operation that each transition began with.
    pub granted: Vec<Standing>,
    /// What the threads stood before when the last transition was granted, without the one that got it.
    pub others: Vec<Standing>,
}

impl Recorder {
    pub fn new(limit: usize) -> Recorder {
        Recorder { half: (limit / 2).max(1), ..Recorder::default() }
    }
    pub fn push(&mut self, event: TraceEvent) {
        if self.beginning.len() < self.half {
            self.beginning.push(event);
            return;
        }
        if self.end.len() == self.half {
            self.end.pop_front();
        }
        self.end.push_back(event);
    }
    /// The newest event is a branch that this comparison decides.
    pub(crate) fn last_is_decided_by(&mut self, condition: Option<(Loc, bool)>) {
        let last =
            if self.end.is_empty() { self.beginning.last_mut() } else { self.end.back_mut() };
        if let Some(event) = last {
            event.condition = condition;
        }
    }
    pub fn into_events(self) -> Vec<TraceEvent> {
        let mut events = self.beginning;
        events.extend(self.end);
        events
    }
}

/// What an object on the heap is: one of a type, or several in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapType {
    pub ty: DebugTypeId,
    pub size: u64,
    pub several: bool,
}

/// A kind of operation, as far as instrumentation tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    Read,
    Write,
    Atomic,
    /// A copy or fill of memory that the compiler inserted.
    Block,
    Call,
}

/// A place in the source and what is done there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodeSite {
    pub loc: Loc,
    pub kind: OperationKind,
}

/// A thread, the operation it stands before, and how many of its kind and place it has completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    pub thread: ThreadId,
    pub site: Option<CodeSite>,
    pub occurrence: u32,
}
