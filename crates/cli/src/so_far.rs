//! What a check has found up to now, for whoever has to answer in its place.

use std::sync::{Arc, Mutex};

use raddle_budget::{Spent, peak_bytes};
use raddle_explore::{Progress, spent_reason};
use raddle_findings::{Coverage, Reason, Report, SCHEMA_VERSION, Stats, Verdict};

use crate::lock::lock;
use crate::merge;

/// Clones speak of the same check.
#[derive(Clone, Debug)]
pub(crate) struct SoFar(Arc<Mutex<Known>>);

#[derive(Debug)]
struct Known {
    report: Report,
    /// What other processes found.
    others: Vec<Report>,
    progress: Option<Progress>,
}

impl SoFar {
    /// Nothing is known, not even the program.
    pub(crate) fn new() -> SoFar {
        let report = Report {
            schema_version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            files: Vec::new(),
            properties: Vec::new(),
            verdict: Verdict::Unknown,
            reasons: Vec::new(),
            assumptions: Vec::new(),
            findings: Vec::new(),
            vacuous: Vec::new(),
            coverage: Coverage::default(),
            stats: Stats::default(),
            by_property: Vec::new(),
            fragments: Vec::new(),
            abstract_systems: Vec::new(),
            context: Vec::new(),
            memory_model: raddle_findings::sequential_consistency(),
            refuted: Vec::new(),
            tree: None,
            unmodelled: Vec::new(),
        };
        SoFar(Arc::new(Mutex::new(Known { report, others: Vec::new(), progress: None })))
    }

    /// What this process knows by now.
    pub(crate) fn set(&self, report: Report) {
        lock(&self.0).report = report;
    }

    /// What another process has told, in place of what it told before.
    pub(crate) fn set_others(&self, reports: Vec<Report>) {
        lock(&self.0).others = reports;
    }

    pub(crate) fn progress(&self, progress: &Progress) {
        lock(&self.0).progress = Some(progress.clone());
    }

    /// A report of all that, which is not complete because something was used up.
    pub(crate) fn report(&self, spent: Spent) -> Report {
        let known = lock(&self.0);
        let mut report = known.report.clone();
        if let Some(progress) = &known.progress {
            let stats = &mut report.stats;
            stats.seconds = progress.seconds;
            stats.states = progress.states;
            stats.runs = progress.runs;
            stats.queries = progress.queries;
            stats.instructions = progress.instructions;
        }
        for other in &known.others {
            merge::add_part(&mut report, other.clone());
        }
        report.stats.peak_memory = peak_bytes();
        add_spent(&mut report, Some(spent));
        report
    }
}

/// A report that is made after something was used up says so.
pub(crate) fn add_spent(report: &mut Report, spent: Option<Spent>) {
    if let Some(kind) = spent.map(spent_reason)
        && !report.reasons.iter().any(|reason| reason.code == kind.code())
    {
        let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
        report.reasons.push(Reason { code, message, location: None, count: 1 });
    }
    report.verdict = merge::verdict(report);
}
