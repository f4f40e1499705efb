//! Compares a report with what the program expects, and with what must hold for every report.

use std::collections::BTreeSet;
use std::path::Path;

use raddle_findings::{Finding, Location, Report, Verdict, codes};

use crate::annotations::{Annotation, Role};
use crate::cases::{Case, Count, Expected, Relation};
use crate::execute::Execution;

/// Everything that is wrong, in words; empty if nothing is.
pub fn verify(case: &Case, execution: &Execution) -> Vec<String> {
    let expected = &case.expected;
    let mut complaints = Vec::new();
    if execution.stderr.contains("internal error") || execution.exit == Some(101) {
        complaints.push("raddle had an internal error".to_owned());
        return complaints;
    }
    complaints.extend(missing_texts("stderr", &expected.errors, &execution.stderr));
    if let Some(exit) = expected.exit {
        if execution.exit != Some(exit) {
            complaints.push(format!("exit code {:?}, expected {exit}", execution.exit));
        }
        return complaints;
    }
    match serde_json::from_str::<Report>(&execution.stdout) {
        Ok(report) => {
            complaints.extend(compare(expected, &report));
            complaints.extend(inconsistencies(&report, execution.exit));
        }
        Err(error) => complaints
            .push(format!("exit code {:?} and no report in JSON ({error})", execution.exit)),
    }
    if let Some(text) = &execution.text {
        complaints.extend(missing_texts("the text report", &expected.outputs, text));
    }
    complaints
}

fn missing_texts(place: &str, wanted: &[String], text: &str) -> Vec<String> {
    let missing = wanted.iter().filter(|wanted| !text.contains(wanted.as_str()));
    missing.map(|wanted| format!("`{wanted}` does not occur in {place}")).collect()
}

pub fn compare(expected: &Expected, report: &Report) -> Vec<String> {
    let mut complaints = Vec::new();
    if let Some(verdict) = expected.verdict
        && verdict != report.verdict
    {
        complaints.push(format!("verdict {:?}, expected {verdict:?}", report.verdict));
    }
    complaints.extend(compare_findings(expected, report));
    complaints.extend(expected.counts.iter().filter_map(|count| compare_count(count, report)));
    if let Some(expected) = &expected.reasons {
        let reported: BTreeSet<String> =
            report.reasons.iter().map(|reason| reason.code.clone()).collect();
        if reported != *expected {
            complaints.push(format!("reasons {reported:?}, expected {expected:?}"));
        }
    }
    let reported: BTreeSet<&str> =
        report.assumptions.iter().map(|assumption| assumption.code.as_str()).collect();
    if let Some(expected) = &expected.assumptions {
        for code in expected {
            match code.strip_prefix('!') {
                Some(code) if reported.contains(code) => {
                    complaints.push(format!("{code} is assumed"));
                }
                None if !reported.contains(code.as_str()) => {
                    complaints.push(format!("the assumption {code} is not reported"));
                }
                Some(_) | None => {}
            }
        }
        if expected.is_empty() && !reported.is_empty() {
            complaints.push(format!("assumptions {reported:?}, and there should be none"));
        }
    }
    if let Some(expected) = &expected.vacuous {
        let reported: BTreeSet<u32> = report.vacuous.iter().map(|location| location.line).collect();
        if reported != *expected {
            complaints
                .push(format!("vacuous assertions at lines {reported:?}, expected {expected:?}"));
        }
    }
    complaints
}

fn compare_findings(expected: &Expected, report: &Report) -> Vec<String> {
    let mut complaints = Vec::new();
    for finding in &report.findings {
        if !is_expected(finding, expected) {
            complaints.push(format!("unexpected: {}", describe(finding)));
        }
        if !finding.replayed {
            complaints.push(format!("not replayed: {}", describe(finding)));
        }
    }
    for annotation in &expected.annotations {
        if !report.findings.iter().any(|finding| satisfies(finding, annotation)) {
            let Annotation { role, file, line, kind, .. } = annotation;
            complaints.push(format!("missing: {role:?} {kind} at {file}:{line}"));
        }
    }
    for kind in &expected.unplaced {
        if !report
            .findings
            .iter()
            .any(|finding| finding.location.is_none() && finding.kind == *kind)
        {
            complaints.push(format!("missing: {kind} without a place"));
        }
    }
    complaints
}

fn is_expected(finding: &Finding, expected: &Expected) -> bool {
    if finding.location.is_none() {
        return expected.unplaced.contains(&finding.kind);
    }
    let findings =
        expected.annotations.iter().filter(|annotation| annotation.role == Role::Finding);
    findings.into_iter().any(|annotation| satisfies(finding, annotation))
}

/// Either access of a race may carry the annotation: which one comes first depends on the exploration.
fn satisfies(finding: &Finding, annotation: &Annotation) -> bool {
    let here = |location: &Location| {
        let name =
            Path::new(&location.file).file_name().map(|name| name.to_string_lossy().into_owned());
        name.as_deref() == Some(annotation.file.as_str())
            && location.line as usize == annotation.line
    };
    let main = finding.location.as_ref().is_some_and(here);
    let related = finding.related.iter().any(|related| related.location.as_ref().is_some_and(here));
    let place = match annotation.role {
        Role::Finding => main || (finding.property == "race" && related),
        Role::Related => related || (finding.property == "race" && main),
    };
    place && annotation.fits_kind(finding)
}

fn describe(finding: &Finding) -> String {
    let place = finding.location.as_ref().map_or_else(
        || "without a place".to_owned(),
        |place| format!("at {}:{}:{}", place.file, place.line, place.column),
    );
    format!("{} {place}: {}", finding.kind, finding.message)
}

fn compare_count(count: &Count, report: &Report) -> Option<String> {
    let stats = &report.stats;
    let actual = match count.name.as_str() {
        "runs" => stats.runs,
        "full_runs" => stats.full_runs,
        "partial_runs" => stats.partial_runs,
        "blocked_runs" => stats.blocked_runs,
        "states" => stats.states,
        "subsumed" => stats.subsumed,
        "queries" => stats.queries,
        name => match stats.counters.get(name.trim_start_matches("counter.")) {
            Some(value) => *value,
            None => return Some(format!("there is no {name}")),
        },
    };
    let (holds, sign) = match count.relation {
        Relation::Exactly => (actual == count.number, ""),
        Relation::AtMost => (actual <= count.number, "at most "),
        Relation::AtLeast => (actual >= count.number, "at least "),
    };
    (!holds).then(|| format!("{} = {actual}, expected {sign}{}", count.name, count.number))
}

/// What must hold for every report, whatever the program.
pub fn inconsistencies(report: &Report, exit: Option<i32>) -> Vec<String> {
    let stats = &report.stats;
    let (expected_exit, fits) = match report.verdict {
        Verdict::Safe => (0, report.findings.is_empty() && report.reasons.is_empty()),
        Verdict::Unsafe => (1, !report.findings.is_empty()),
        Verdict::Unknown => (3, report.findings.is_empty() && !report.reasons.is_empty()),
    };
    let mut complaints = Vec::new();
    let mut require = |holds: bool, text: &str| {
        if !holds {
            complaints.push(text.to_owned());
        }
    };
    require(exit == Some(expected_exit), "the exit code does not fit the verdict");
    require(fits, "the verdict does not fit the findings and reasons");
    require(
        stats.runs == stats.full_runs + stats.partial_runs + stats.blocked_runs,
        "runs is not full_runs + partial_runs + blocked_runs",
    );
    for finding in &report.findings {
        let info = codes::by_code(&finding.code);
        let known =
            info.is_some_and(|info| info.kind == finding.kind && info.property == finding.property);
        require(
            known,
            &format!("code, kind and property do not belong together: {}", describe(finding)),
        );
    }
    let mut identifiers: Vec<&str> =
        report.findings.iter().map(|finding| finding.id.as_str()).collect();
    identifiers.sort_unstable();
    identifiers.dedup();
    require(identifiers.len() == report.findings.len(), "two findings have the same id");
    let reasons = report.reasons.iter().map(|reason| &reason.code);
    let assumptions = report.assumptions.iter().map(|assumption| &assumption.code);
    for code in reasons.chain(assumptions) {
        require(codes::by_code(code).is_some(), &format!("`raddle explain` does not know {code}"));
    }
    complaints
}
