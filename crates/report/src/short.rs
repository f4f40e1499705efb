//! Which steps of several threads a short trace keeps: the beginning, the end, and of what lies between the steps that decide. Those are,
//! each where it happened last: a step at a place that the finding names (the other access of a race, the lock that is held), what was done
//! to something that its message names (the signal that came too early), the write of what the failing line reads, and what a thread
//! did last that does not move any more.

use std::collections::BTreeSet;

use raddle_findings::{Finding, TraceStep};

use crate::SHORT_TRACE_ROWS;

/// How many last steps of a thread that has stopped are told.
const LAST_STEPS: usize = 2;

/// For each step whether it is told.
pub(crate) fn kept(steps: &[&TraceStep], finding: &Finding, full: bool) -> Vec<bool> {
    if full || steps.len() <= SHORT_TRACE_ROWS {
        return vec![true; steps.len()];
    }
    let head = SHORT_TRACE_ROWS / 3;
    let tail = steps.len() - (SHORT_TRACE_ROWS - head);
    let mut kept = vec![true; steps.len()];
    kept[head..tail].fill(false);
    for index in deciding(steps, finding, tail) {
        kept[index] = true;
    }
    // To say that one is missing takes as much room.
    for index in head..tail {
        kept[index] |= kept[index - 1] && kept[index + 1];
    }
    kept
}

/// The steps before `tail` that decide.
fn deciding(steps: &[&TraceStep], finding: &Finding, tail: usize) -> BTreeSet<usize> {
    let last = |wanted: &dyn Fn(&TraceStep) -> bool| {
        let found = steps.iter().rposition(|step| step.kind != "fault" && wanted(step));
        found.filter(|&index| index < tail)
    };
    let related = finding.related.iter().filter_map(|related| related.location.as_ref());
    let places = finding.location.iter().chain(related);
    let at_places = places.filter_map(|place| {
        last(&|step| {
            step.location.as_ref().is_some_and(|at| at.file == place.file && at.line == place.line)
        })
    });
    let named = quoted(&finding.message)
        .filter_map(|name| last(&|step| step.kind != "read" && mentions(&step.text, name)));
    let written = read_at_fault(steps)
        .filter_map(|name| last(&|step| step.kind == "write" && cell(step) == Some(name)));
    let threads: BTreeSet<u32> = steps.iter().map(|step| step.thread).collect();
    let stopped = threads.into_iter().filter(|&thread| {
        steps[tail..].iter().all(|step| step.thread != thread || step.kind == "fault")
    });
    let last_steps = stopped.flat_map(|thread| {
        let of_thread = move |&index: &usize| steps[index].thread == thread;
        (0..tail).rev().filter(of_thread).take(LAST_STEPS)
    });
    at_places.chain(named).chain(written).chain(last_steps).collect()
}

/// Names between backquotes.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

/// Whether a text has a name as a whole.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '#' | '@');
    text.split(|c: char| !is_part(c)).any(|word| word == name)
}

fn cell(step: &TraceStep) -> Option<&str> {
    step.cell.as_ref().map(|cell| cell.name.as_str())
}

/// What the line reads at which it goes wrong.
fn read_at_fault<'s>(steps: &[&'s TraceStep]) -> impl Iterator<Item = &'s str> {
    let fault = steps.iter().rev().find(|step| step.kind == "fault").copied();
    let at_fault = move |step: &&&'s TraceStep| {
        fault.is_some_and(|fault| {
            let line = |step: &TraceStep| step.location.as_ref().map(|place| place.line);
            step.kind == "read" && step.thread == fault.thread && line(step) == line(fault)
        })
    };
    let names: BTreeSet<&str> =
        steps.iter().filter(at_fault).filter_map(|step| cell(step)).collect();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::{mentions, quoted};

    #[test]
    fn names_are_whole_words() {
        assert!(mentions("signals heap#2@main.cv: nobody waits", "heap#2@main.cv"));
        assert!(!mentions("signals heap#2@main.cv2", "heap#2@main.cv"));
        assert_eq!(quoted("T1 reads `a` while T2 writes `b.c`").collect::<Vec<_>>(), ["a", "b.c"]);
    }
}
