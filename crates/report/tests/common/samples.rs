//! Hand-made reports for the tests of this crate; their sources lie in `tests/goldens`.

// Every test uses some of them.
#![allow(dead_code)]

use std::collections::BTreeMap;

use raddle_findings::{
    After, Assumption, AssumptionKind, BranchEnd, CellValue, Coverage, ExploredTree, Finding,
    FindingKind, Input, Location, OrderKind, PropertyResult, Reason, ReasonKind, Related, Report,
    SCHEMA_VERSION, ScheduleStep, Stats, TraceStep, TreeNode, Verdict,
};

/// One of each.
pub fn all() -> Vec<Report> {
    vec![safe(), unknown(), out_of_bounds(), lost_update(), with_tree()]
}

/// A violated property.
pub fn property(id: &str, findings: Vec<String>) -> PropertyResult {
    PropertyResult {
        id: id.to_owned(),
        kind: "assertion".to_owned(),
        text: "counter == 2".to_owned(),
        location: Some(place("lost_update.c", 20, 5, "main")),
        verdict: Verdict::Unsafe,
        findings,
        reasons: Vec::new(),
        states: 12,
        states_at_first_finding: Some(7),
        runs: 3,
        violating_runs: 1,
        seconds: 0.125,
        peak_memory: 5 << 20,
    }
}

pub fn place(file: &str, line: u32, column: u32, function: &str) -> Location {
    let file = format!("tests/goldens/{file}");
    Location { file, line, column, function: Some(function.to_owned()) }
}

pub fn step(thread: u32, kind: &str, location: Location, text: &str, visible: bool) -> TraceStep {
    TraceStep {
        thread,
        kind: kind.to_owned(),
        location: Some(location),
        text: text.to_owned(),
        visible,
        transition: 0,
        cell: None,
        condition: None,
        after: Vec::new(),
    }
}

fn empty_report(verdict: Verdict) -> Report {
    Report {
        schema_version: SCHEMA_VERSION,
        tool_version: "0.1.0".to_owned(),
        files: vec!["tests/goldens/bounds.c".to_owned()],
        properties: vec!["assert".to_owned(), "memory".to_owned()],
        verdict,
        reasons: Vec::new(),
        assumptions: Vec::new(),
        findings: Vec::new(),
        vacuous: Vec::new(),
        coverage: Coverage {
            lines_covered: 10,
            lines_total: 12,
            branches_covered: 5,
            branches_total: 6,
            missed: BTreeMap::from([("tests/goldens/bounds.c".to_owned(), vec![14])]),
        },
        stats: Stats {
            runs: 12,
            full_runs: 12,
            states: 1234,
            queries: 1,
            seconds: 0.25,
            peak_memory: 5 << 20,
            counters: BTreeMap::from([("solver.cache_hits".to_owned(), 7)]),
            ..Stats::default()
        },
        by_property: Vec::new(),
        fragments: Vec::new(),
        abstract_systems: Vec::new(),
        context: Vec::new(),
        memory_model: raddle_findings::sequential_consistency(),
        refuted: Vec::new(),
        tree: None,
        unmodelled: Vec::new(),
    }
}

fn finding(kind: FindingKind, message: &str, location: Location) -> Finding {
    Finding {
        elements: Vec::new(),
        id: "f-0123456789abcdef".to_owned(),
        code: kind.code().to_owned(),
        kind: kind.kind().to_owned(),
        property: kind.property().to_owned(),
        message: message.to_owned(),
        location: Some(location),
        related: Vec::new(),
        stack: Vec::new(),
        inputs: Vec::new(),
        schedule: Vec::new(),
        threads: Vec::new(),
        replayed: true,
        behind: Vec::new(),
        heap: None,
        context: Vec::new(),
        certainty: None,
        without: Vec::new(),
        suppressed: None,
        known: false,
        trace: Vec::new(),
    }
}

/// One thread: an array is read behind its end.
pub fn out_of_bounds() -> Report {
    let at = |line, column, function| place("bounds.c", line, column, function);
    let message = "read of 4 bytes at offset 8 of an object of 8 bytes";
    let mut found = finding(FindingKind::OutOfBounds, message, at(6, 18, "sum"));
    found.related = vec![Related {
        label: "allocated here".to_owned(),
        location: Some(at(11, 19, "main")),
        stack: Vec::new(),
    }];
    found.stack = vec![at(6, 18, "sum"), at(14, 16, "main")];
    found.inputs = vec![Input {
        name: "nondet_int#0".to_owned(),
        ty: "int".to_owned(),
        value: "2".to_owned(),
        bits: "02000000".to_owned(),
        hidden: false,
        location: Some(at(12, 17, "main")),
    }];
    found.schedule = vec![ScheduleStep::of(0)];
    found.trace = vec![
        step(0, "input", at(12, 17, "main"), "nondet_int#0 = 2", false),
        step(0, "branch", at(13, 9, "main"), "taken", false),
        step(0, "call", at(14, 16, "main"), "sum(values, 2)", false),
        step(0, "branch", at(5, 5, "sum"), "3 times round", false),
        step(0, "fault", at(6, 18, "sum"), "reads behind the end", false),
    ];
    let mut report = empty_report(Verdict::Unsafe);
    report.findings = vec![found];
    report.reasons = vec![reason(ReasonKind::FirstFinding, "stopped at the first finding", None)];
    report
}

/// Two threads and main: an update is lost.
pub fn lost_update() -> Report {
    let at = |line, column, function| place("lost_update.c", line, column, function);
    let mut found = finding(FindingKind::Assertion, "counter == 2", at(18, 5, "main"));
    found.trace = vec![
        step(0, "create", at(14, 5, "main"), "creates T1", true),
        step(0, "create", at(15, 5, "main"), "creates T2", true),
        step(1, "read", at(7, 16, "increment"), "reads counter = 0", true),
        step(2, "read", at(7, 16, "increment"), "reads counter = 0", true),
        step(2, "call", at(8, 20, "increment"), "seen + 1 = 1", false),
        step(2, "write", at(8, 13, "increment"), "counter = 1 (was 0)", true),
        step(1, "write", at(8, 13, "increment"), "counter = 1 (was 1)", true),
        step(0, "join", at(16, 5, "main"), "joins T1", true),
        step(0, "join", at(17, 5, "main"), "joins T2", true),
        step(0, "read", at(18, 5, "main"), "reads counter = 1", true),
        step(0, "fault", at(18, 5, "main"), "assertion failed", true),
    ];
    for (index, value) in [(2, "0"), (3, "0"), (5, "1"), (6, "1"), (9, "1")] {
        let cell = CellValue { name: "counter".to_owned(), value: value.to_owned() };
        found.trace[index].cell = Some(cell);
    }
    for (to, from, because) in [
        (2, 0, OrderKind::Synchronises),
        (3, 1, OrderKind::Synchronises),
        (6, 5, OrderKind::Conflicts),
        (7, 6, OrderKind::Synchronises),
        (8, 5, OrderKind::Synchronises),
    ] {
        found.trace[to].after.push(After { step: from, because });
    }
    found.schedule = [0, 0, 1, 2, 2, 1, 0, 0, 0].map(ScheduleStep::of).to_vec();
    let mut report = empty_report(Verdict::Unsafe);
    report.findings = vec![found];
    report
}

/// Four threads that take turns in adding to a sum, for so many steps.
pub fn long_run(steps: usize) -> Report {
    let mut report = lost_update();
    let finding = &mut report.findings[0];
    let at = |line| place("lost_update.c", line, 13, "increment");
    finding.trace = (0..steps)
        .map(|index| {
            let thread = (index / 3 % 4) as u32;
            let value = (index * index).saturating_sub(index).to_string();
            let text = format!("total = {value}");
            let mut row = step(thread, "write", at(7 + index as u32 % 2), &text, true);
            row.cell = Some(CellValue { name: "total".to_owned(), value });
            if index > 0 && index % 3 == 0 {
                row.after.push(After { step: index as u32 - 1, because: OrderKind::Conflicts });
            }
            row
        })
        .collect();
    report
}

/// The lost update with what was explored on the way.
pub fn with_tree() -> Report {
    let mut report = lost_update();
    let mut tree = ExploredTree { nodes: Vec::new(), dropped: 3 };
    let id = report.findings[0].id.clone();
    let mut push = |parent, thread, label: &str, end, detail: &str| {
        let location = Some(place("lost_update.c", 8, 13, "increment"));
        tree.push(TreeNode {
            parent,
            thread,
            label: label.to_owned(),
            location,
            end,
            detail: detail.to_owned(),
        })
    };
    let root = push(None, 0, "starts", None, "");
    let first = push(Some(root), 1, "reads counter", None, "");
    let second = push(Some(root), 2, "reads counter", Some(BranchEnd::SleepSet), "");
    push(Some(first), 1, "writes counter", Some(BranchEnd::Complete), "");
    push(Some(first), 2, "reads counter", Some(BranchEnd::Finding), &id);
    assert!(first < second);
    report.tree = Some(tree);
    report
}

pub fn safe() -> Report {
    let mut report = empty_report(Verdict::Safe);
    report.assumptions = [AssumptionKind::MallocNeverFails, AssumptionKind::EmptyEnvironment]
        .map(|kind| Assumption {
            code: kind.code().to_owned(),
            message: kind.title().to_owned(),
            location: None,
        })
        .to_vec();
    report.vacuous = vec![place("lost_update.c", 18, 5, "main")];
    report
}

pub fn unknown() -> Report {
    let mut report = empty_report(Verdict::Unknown);
    let call = |line| Some(place("bounds.c", line, 17, "main"));
    report.reasons = vec![
        reason(ReasonKind::UnresolvedExternal, "`frobnicate` has no body", call(12)),
        reason(ReasonKind::UnresolvedExternal, "`twiddle` has no body", call(14)),
        reason(ReasonKind::TimeBound, "10 s were used up", None),
        reason(
            ReasonKind::UnwindBound,
            "loop cut after 3 rounds",
            Some(Location { file: "gone.c".to_owned(), line: 3, column: 5, function: None }),
        ),
    ];
    report
}

fn reason(kind: ReasonKind, message: &str, location: Option<Location>) -> Reason {
    Reason { code: kind.code().to_owned(), message: message.to_owned(), location, count: 2 }
}
