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
    use raddle_findings::{CellValue, Finding, Location, TraceStep};

    use super::{kept, mentions, quoted};

    fn step(thread: u32, kind: &str, line: u32, text: &str) -> TraceStep {
        let location = Location { file: "a.c".to_owned(), line, column: 1, function: None };
        let (kind, text) = (kind.to_owned(), text.to_owned());
        TraceStep {
            thread,
            kind,
            location: Some(location),
            text,
            visible: true,
            transition: 0,
            cell: None,
            condition: None,
            after: Vec::new(),
        }
    }

    fn with_cell(mut step: TraceStep, name: &str) -> TraceStep {
        step.cell = Some(CellValue { name: name.to_owned(), value: "1".to_owned() });
        step
    }

    /// A finding in line 99 of thread 1, with another place in line 50.
    fn finding() -> Finding {
        serde_json::from_value(serde_json::json!({
            "id": "a", "code": "R0101", "kind": "assertion", "property": "assert",
            "message": "somebody missed `cv`", "location": {"file": "a.c", "line": 99, "column": 1},
            "related": [{"label": "here", "location": {"file": "a.c", "line": 50, "column": 1}}],
            "stack": [], "inputs": [], "schedule": [], "replayed": true, "trace": []
        }))
        .expect("a finding")
    }

    #[test]
    fn steps_that_decide_are_kept() {
        let mut steps: Vec<TraceStep> =
            (0..80).map(|at| step(1, "read", 200 + at, "reads")).collect();
        steps[20] = step(1, "lock", 50, "locks m");
        steps[25] = step(1, "signal", 60, "signals cv: nobody waits");
        steps[30] = with_cell(step(1, "write", 61, "writes x: 1"), "x");
        steps[34] = with_cell(step(1, "write", 61, "writes y: 1"), "y");
        steps[37] = step(2, "wait", 70, "waits");
        steps[78] = with_cell(step(1, "read", 99, "reads x: 1"), "x");
        steps[79] = step(1, "fault", 99, "fails");
        let steps: Vec<&TraceStep> = steps.iter().collect();
        let kept = kept(&steps, &finding(), false);
        let between: Vec<usize> = (10..60).filter(|&at| kept[at]).collect();
        assert_eq!(between, [20, 25, 30, 37]);
        assert!(kept[..10].iter().chain(&kept[60..]).all(|&kept| kept));
        assert!(super::kept(&steps, &finding(), true).iter().all(|&kept| kept));
    }

    #[test]
    fn names_are_whole_words() {
        assert!(mentions("signals heap#2@main.cv: nobody waits", "heap#2@main.cv"));
        assert!(!mentions("signals heap#2@main.cv2", "heap#2@main.cv"));
        assert_eq!(quoted("T1 reads `a` while T2 writes `b.c`").collect::<Vec<_>>(), ["a", "b.c"]);
    }
}
