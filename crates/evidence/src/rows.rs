//! From what a replay recorded to the rows of a counterexample.

use std::rc::Rc;

use raddle_findings::{CellValue, Condition, TraceStep};
use raddle_ir::Program;
use raddle_machine::{Access, Event, ThreadId, TraceEvent, TraceKind, View, Writer};

use crate::assemble::location;
use crate::order;
use crate::replay::Replayed;

/// What a replay recorded, as rows of a report.
pub fn trace_steps(program: &Program, replayed: &Replayed) -> Vec<TraceStep> {
    let steps = replayed.trace.iter().map(|event| trace_step(program, event));
    let mut steps: Vec<TraceStep> = steps.collect();
    for (row, after) in order::between_rows(&ordered_events(replayed), &replayed.trace) {
        steps[row].after.push(after);
    }
    for view in &replayed.views {
        tell_view(program, replayed, view, &mut steps);
    }
    steps
}

/// What transitions did, without what did not take effect in the order of the run: a read of something old comes after no write that it did not see, and
/// nothing comes after a write that others take for older.
fn ordered_events(replayed: &Replayed) -> Vec<(ThreadId, Rc<Event>)> {
    let transitions = replayed.transitions.iter();
    let mut events: Vec<_> = transitions.map(|made| (made.thread, made.event.clone())).collect();
    for view in &replayed.views {
        let newer = view.saw.map(|(_, instead)| instead).or(view.left);
        let newer = newer.and_then(|newer| replayed.transitions.get(newer as usize));
        if let (Some(newer), Some((_, event))) = (newer, events.get_mut(view.decision as usize)) {
            let is_written = |access: &Access| {
                newer.event.accesses.iter().any(|other| other.write && other.overlaps(access))
            };
            if let Some(at) = event.accesses.iter().position(is_written) {
                forget_access(Rc::make_mut(event), at);
            }
        }
    }
    events
}

fn forget_access(event: &mut Event, at: usize) {
    event.accesses.remove(at);
    let places = event.fences.iter_mut().map(|fence| &mut fence.after);
    for after in places.chain(&mut event.created_after) {
        *after -= usize::from(*after > at);
    }
}

/// Says which write a read saw, and which newer one it did not see.
fn tell_view(program: &Program, replayed: &Replayed, view: &View, steps: &mut [TraceStep]) {
    let own = |step: &&mut TraceStep| {
        u64::from(step.transition) == view.decision + 1
            && matches!(step.kind.as_str(), "read" | "write")
    };
    let Some(step) = steps.iter_mut().find(own) else { return };
    let writer = |decision: u64| {
        let made = replayed.transitions.get(decision as usize)?;
        if made.event.anew {
            return Some(format!("{} wrote while it was alone", made.thread));
        }
        let write = made.event.accesses.iter().find(|access| access.write);
        let at = write.map_or(made.event.loc, |access| access.at.loc);
        let line = location(program, write.map(|access| access.at.func)?, at)?.line;
        Some(format!("{} wrote in line {line}", made.thread))
    };
    if let Some((saw, instead)) = view.saw
        && let Some(newer) = writer(instead)
    {
        let seen = match saw {
            Writer::Start => Some("the value from the start".to_owned()),
            Writer::Decision(decision) => writer(decision).map(|text| format!("what {text}")),
        };
        let seen = seen.unwrap_or_else(|| "an older value".to_owned());
        step.text.push_str(&format!("; sees {seen}, not yet what {newer}"));
    } else if let Some(newer) = view.left.and_then(writer) {
        step.text.push_str(&format!("; others take it for older than what {newer}"));
    }
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
