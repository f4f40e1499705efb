//! Findings that do not count: suppressed ones, and with `--baseline` those an earlier report has.
//!
//! They stay in every report, marked. They only do not make the command fail: its exit code is what it would be without
//! them.

use std::collections::BTreeSet;
use std::path::Path;

use raddle_findings::{Finding, Report, Verdict};

use crate::outcome::Outcome;
use crate::reports::read_report;
use crate::setting::Suppression;

/// Ids of the findings of an earlier report.
pub(crate) fn read_baseline(path: &Path) -> anyhow::Result<BTreeSet<String>> {
    let report = read_report(path)?;
    Ok(report.findings.into_iter().map(|finding| finding.id).collect())
}

/// Marks findings that do not count.
pub(crate) fn mark(report: &mut Report, suppressions: &[Suppression], baseline: &BTreeSet<String>) {
    for finding in &mut report.findings {
        let suppression = suppressions.iter().find(|suppression| suppression.id == finding.id);
        finding.suppressed = suppression.map(|suppression| suppression.reason.clone());
        finding.known = baseline.contains(&finding.id);
    }
}

/// Suppressions that nothing needs any more; only a complete check can tell.
pub(crate) fn stale<'a>(report: &Report, suppressions: &'a [Suppression]) -> Vec<&'a Suppression> {
    if !report.reasons.is_empty() {
        return Vec::new();
    }
    let unused = |suppression: &&Suppression| {
        report.findings.iter().all(|finding| finding.id != suppression.id)
    };
    suppressions.iter().filter(unused).collect()
}

/// How the command ends.
pub(crate) fn outcome(report: &Report) -> Outcome {
    let counts = |finding: &Finding| finding.suppressed.is_none() && !finding.known;
    match report.verdict {
        Verdict::Unsafe if report.findings.iter().any(counts) => Outcome::Unsafe,
        Verdict::Unsafe if report.reasons.is_empty() => Outcome::Safe,
        Verdict::Unsafe | Verdict::Unknown => Outcome::Unknown,
        Verdict::Safe => Outcome::Safe,
    }
}
