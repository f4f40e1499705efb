//! The verdict line: `safe, assuming …`, `unsafe: 2 findings (…)`, `unknown: …`.

use raddle_findings::{Assumption, Finding, Report, Verdict, codes};

use crate::paint::{Paint, Role};
use crate::text::{counted, wrap};

/// The verdict, wrapped to the width, each line ended.
pub(crate) fn verdict_lines(report: &Report, paint: Paint, width: usize) -> String {
    let (word, role, rest) = match report.verdict {
        Verdict::Safe => ("safe", Role::Good, safe_rest(report)),
        Verdict::Unsafe => ("unsafe", Role::Bad, unsafe_rest(report)),
        Verdict::Unknown => ("unknown", Role::Doubtful, unknown_rest(report)),
    };
    let model = match report.memory_model.as_str() {
        "sc" => String::new(),
        model => format!(" under memory model {model}"),
    };
    let lines = wrap(&format!("{word}{model}{rest}"), width.max(40));
    let mut text = lines.join("\n    ");
    text.push('\n');
    text.replacen(word, &paint.text(role, word), 1)
}

/// A finding the user knows of and does not want to read again.
pub(crate) fn is_set_aside(finding: &Finding) -> bool {
    finding.suppressed.is_some() || finding.known
}

fn safe_rest(report: &Report) -> String {
    let mut rest = assuming(&report.assumptions);
    if !report.vacuous.is_empty() {
        let count = counted(report.vacuous.len() as u64, "assertion");
        rest.push_str(&format!(" ({count} never reached)"));
    }
    rest
}

/// What was taken for granted, each kind once; nothing if that is nothing.
pub fn assuming(assumptions: &[Assumption]) -> String {
    // The first one of a kind may say more than its title.
    let mut told: Vec<&str> = Vec::new();
    let mut titles: Vec<String> = Vec::new();
    for assumption in assumptions {
        if told.contains(&assumption.code.as_str()) {
            continue;
        }
        told.push(&assumption.code);
        let title = codes::by_code(&assumption.code).map(|info| info.title);
        let more = title.is_none_or(|title| assumption.message.starts_with(title));
        titles.push(title.filter(|_| !more).unwrap_or(&assumption.message).to_owned());
    }
    if titles.is_empty() { String::new() } else { format!(", assuming {}", titles.join(", ")) }
}

fn unsafe_rest(report: &Report) -> String {
    let kinds = distinct(report.findings.iter().map(title_of));
    let listed: Vec<String> = kinds
        .into_iter()
        .map(|kind| {
            let count = report.findings.iter().filter(|finding| title_of(finding) == kind).count();
            if count > 1 { format!("{kind} ×{count}") } else { kind }
        })
        .collect();
    let count = counted(report.findings.len() as u64, "finding");
    let gap = if report.reasons.is_empty() { "" } else { "; not everything was explored" };
    let aside = match report.findings.iter().filter(|finding| is_set_aside(finding)).count() {
        0 => String::new(),
        all if all == report.findings.len() => {
            format!(", all of them set aside{}", assuming(&report.assumptions))
        }
        some => format!(", {some} of them set aside"),
    };
    format!(": {count} ({}){aside}{gap}", listed.join(", "))
}

fn title_of(finding: &Finding) -> String {
    codes::by_code(&finding.code).map_or_else(|| finding.kind.clone(), |info| info.title.to_owned())
}

fn unknown_rest(report: &Report) -> String {
    let titles = distinct(report.reasons.iter().map(|reason| {
        let info = codes::by_code(&reason.code);
        info.map_or_else(|| reason.message.clone(), |info| info.title.to_owned())
    }));
    format!(": {}; no finding in what was explored", titles.join("; "))
}

/// Each text once, in order of first appearance.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut result: Vec<String> = Vec::new();
    for text in texts {
        if !result.contains(&text) {
            result.push(text);
        }
    }
    result
}
