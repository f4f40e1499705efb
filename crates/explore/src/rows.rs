//! From what a replay recorded to the rows of a counterexample.

use raddle_findings::{CellValue, Condition, TraceStep};
use raddle_ir::Program;
use raddle_machine::{TraceEvent, TraceKind};

use crate::assemble::location;
use crate::order;
use crate::replay::Replayed;

/// What a replay recorded, as rows of a report.
pub(crate) fn trace_steps(program: &Program, replayed: &Replayed) -> Vec<TraceStep> {
    let steps = replayed.trace.iter().map(|event| trace_step(program, event));
    let mut steps: Vec<TraceStep> = steps.collect();
    let transitions = replayed.transitions.iter();
    let events: Vec<_> = transitions.map(|made| (made.thread, made.event.clone())).collect();
    for (row, after) in order::between_rows(&events, &replayed.trace) {
        steps[row].after.push(after);
    }
    steps
}

fn trace_step(program: &Program, event: &TraceEvent) -> TraceStep {
    let cell = event.cell.clone();
    TraceStep {
        thread: event.thread.0,
        kind: trace_kind(event.kind).to_owned(),
        location: location(program, event.func, event.loc),
        text: event.text.clone(),
        visible: event.visible,
        transition: u32::try_from(event.transition).unwrap_or(u32::MAX),
        cell: cell.map(|(name, value)| CellValue { name, value }),
        condition: event.condition.and_then(|(loc, holds)| {
            Some(Condition { location: location(program, event.func, loc)?, holds })
        }),
        after: Vec::new(),
    }
}

fn trace_kind(kind: TraceKind) -> &'static str {
    match kind {
        TraceKind::Call => "call",
        TraceKind::Return => "return",
        TraceKind::Branch => "branch",
        TraceKind::Input => "input",
        TraceKind::Read => "read",
        TraceKind::Write => "write",
        TraceKind::Output => "output",
        TraceKind::Allocate => "allocate",
        TraceKind::Free => "free",
        TraceKind::Fault => "fault",
        TraceKind::Synchronise => "synchronise",
    }
}
