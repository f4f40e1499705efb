//! What is shown for the name under the pointer: what the last check says of a function and of a line, and what the worst case costs.

use std::path::Path;

use lsp_types::Position;
use raddle_findings::{Finding, Verdict};
use serde::Deserialize;

use crate::documents::Document;
use crate::explain;
use crate::functions::Function;
use crate::results::{Checked, Results};
use crate::text::moved;
use crate::work::Subject;

/// What is marked in a line, in full.
pub(crate) fn of_line(
    file: &Path,
    document: &Document,
    position: Position,
    results: &Results,
) -> Vec<String> {
    let mut sections = Vec::new();
    let is_here = |before: Option<&String>, line: u32| {
        before.and_then(|before| moved(before, &document.text, line)) == Some(position.line)
    };
    for checked in results.checks.values() {
        let before = checked.texts.get(file);
        let findings = checked.report.as_ref().map_or(&[][..], |report| &report.findings);
        for mark in checked.marks.iter().filter(|mark| mark.file == file) {
            if is_here(before, mark.diagnostic.range.start.line) {
                let finding = match mark.about {
                    crate::marks::About::Finding(number) => findings.get(number),
                    _ => None,
                };
                sections.push(section(&mark.diagnostic, finding));
            }
        }
    }
    for warned in results.warnings.values() {
        let before = warned.texts.get(file);
        for mark in warned.marks.iter().filter(|mark| mark.file == file) {
            if is_here(before, mark.diagnostic.range.start.line) {
                sections.push(section(&mark.diagnostic, None));
            }
        }
    }
    sections
}

fn section(diagnostic: &lsp_types::Diagnostic, finding: Option<&Finding>) -> String {
    let code = match &diagnostic.code {
        Some(lsp_types::Code::String(code)) => code.as_str(),
        _ => "",
    };
    let mut text = String::new();
    match finding {
        Some(finding) => {
            text.push_str(&format!("{}\n\n", finding.message));
            text.push_str(&inputs(finding));
        }
        None => {
            if let lsp_types::Message::String(message) = &diagnostic.message {
                text.push_str(&format!("{message}\n\n"));
            }
        }
    }
    text.push_str(&explain::section(code).unwrap_or_default());
    text
}

fn inputs(finding: &Finding) -> String {
    let shown: Vec<String> = finding
        .inputs
        .iter()
        .filter(|input| !input.hidden)
        .map(|input| format!("- `{} = {}` ({})\n", input.name, input.value, input.ty))
        .collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!("With these inputs:\n\n{}\n", shown.concat())
    }
}

/// What is known of a function.
pub(crate) fn of_function(
    file: &Path,
    document: &Document,
    function: &Function,
    results: &Results,
) -> String {
    let mut text = heading(&function.name);
    let program = Subject { file: file.to_owned(), function: None };
    let alone = Subject { file: file.to_owned(), function: Some(function.name.clone()) };
    if let Some(checked) = results.checks.get(&program).filter(|checked| checked.report.is_some()) {
        text.push_str(&format!(
            "- last check of the program: {}\n",
            in_program(checked, file, document, function)
        ));
    }
    if let Some(checked) = results.checks.get(&alone) {
        text.push_str(&format!(
            "- checked on its own, with arbitrary arguments: {}{}\n",
            checked.verdict(),
            assumptions(checked)
        ));
    }
    text
}

fn heading(name: &str) -> String {
    format!("**`{name}`**\n\n")
}

/// Whether a hover says more than the name of a function.
pub(crate) fn says_something(text: &str) -> bool {
    let text = text.trim();
    let is_heading = text.starts_with("**`") && text.ends_with("`**") && !text.contains('\n');
    !text.is_empty() && !is_heading
}

fn in_program(checked: &Checked, file: &Path, document: &Document, function: &Function) -> String {
    let Some(report) = &checked.report else { return checked.verdict() };
    if function.name == "main" {
        return format!("{}{}", checked.verdict(), assumptions(checked));
    }
    let before = checked.texts.get(file);
    let line_now = |line: u32| before.and_then(|before| moved(before, &document.text, line));
    let is_inside = |line: &u32| (function.line..=function.end).contains(line);
    let missed = report.coverage.missed.iter().filter(|(name, _)| checked.root.join(name) == file);
    let missed =
        missed.flat_map(|(_, lines)| lines).filter_map(|line| line_now(line.saturating_sub(1)));
    let missed: Vec<u32> = missed.filter(is_inside).collect();
    if missed.contains(&function.line) {
        return format!("{}; no explored path executes this function", checked.verdict());
    }
    // The other access of a race is a part of the finding, wherever it is marked.
    let of_finding = |finding: &Finding| {
        let related = finding.related.iter().filter_map(|related| related.location.as_ref());
        let places = finding.location.iter().chain(related);
        let places = places.filter(|place| checked.root.join(&place.file) == file);
        places
            .filter_map(|place| line_now(place.line.saturating_sub(1)))
            .any(|line| is_inside(&line))
    };
    let here = report.findings.iter().filter(|finding| of_finding(finding)).count();
    let verdict = match (here, report.verdict) {
        (0, Verdict::Safe) => format!("safe in every run{}", assumptions(checked)),
        (0, _) => format!("nothing found here, and the program is {}", checked.verdict()),
        (1, _) => "unsafe: 1 finding here".to_owned(),
        (count, _) => format!("unsafe: {count} findings here"),
    };
    match missed.len() {
        0 => verdict,
        1 => format!("{verdict}; 1 line of it is executed by no explored path"),
        count => format!("{verdict}; {count} lines of it are executed by no explored path"),
    }
}

fn assumptions(checked: &Checked) -> String {
    // The first one of a kind may say more than the others.
    let mut codes: Vec<&str> = Vec::new();
    let mut texts: Vec<&str> = Vec::new();
    for assumption in checked.report.iter().flat_map(|report| &report.assumptions) {
        if !codes.contains(&assumption.code.as_str()) {
            codes.push(&assumption.code);
            texts.push(&assumption.message);
        }
    }
    if texts.is_empty() { String::new() } else { format!(", assuming {}", texts.join(", ")) }
}

/// What `raddle bound` prints, as far as it is shown.
#[derive(Debug, Deserialize)]
struct BoundReport {
    resources: Vec<BoundEntry>,
}

#[derive(Debug, Deserialize)]
struct BoundEntry {
    resource: String,
    bound: Option<i64>,
    exact: bool,
    unknown: Option<BoundUnknown>,
    witness: Option<BoundWitness>,
}

#[derive(Debug, Deserialize)]
struct BoundUnknown {
    what: String,
}

#[derive(Debug, Deserialize)]
struct BoundWitness {
    inputs: Vec<BoundInput>,
}

#[derive(Debug, Deserialize)]
struct BoundInput {
    name: String,
    value: String,
}

/// The worst case as lines of a hover; nothing if there is no answer.
pub(crate) fn bound(json: &str) -> String {
    let Ok(report) = serde_json::from_str::<BoundReport>(json) else { return String::new() };
    report.resources.iter().map(bound_line).collect()
}

fn bound_line(entry: &BoundEntry) -> String {
    let Some(bound) = entry.bound else {
        let why = entry.unknown.as_ref().map_or("", |unknown| &unknown.what);
        // Threads and much of the library are beyond it. That is no news of this function.
        if why.starts_with("nothing is known of the function") {
            return String::new();
        }
        return format!("- no bound on {} is known: {why}\n", entry.resource);
    };
    if !entry.exact {
        return format!(
            "- at most {bound} {} (proved; the worst case may be less)\n",
            entry.resource
        );
    }
    // Others stand for choices that have no name in the source.
    let is_plain = |input: &&BoundInput| !input.name.contains([' ', '|']);
    let inputs = entry.witness.iter().flat_map(|witness| &witness.inputs).filter(is_plain);
    let inputs: Vec<String> =
        inputs.take(4).map(|input| format!("{} = {}", input.name, input.value)).collect();
    let with =
        if inputs.is_empty() { String::new() } else { format!(" with `{}`", inputs.join(", ")) };
    format!("- at most {bound} {}, which a run reaches{with}\n", entry.resource)
}

/// The lines about a function come first, and the bound is one of them.
pub(crate) fn with_bound(text: &str, lines: &str) -> String {
    match text.split_once("\n---\n") {
        Some((function, rest)) => format!("{function}{lines}\n---\n{rest}"),
        None => format!("{text}{lines}"),
    }
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn bounds_are_lines() {
        let known = r#"{"resources":[{"resource":"ticks","bound":7,"exact":true,"unknown":null,
                        "witness":{"inputs":[{"name":"n","value":"3"}]}}]}"#;
        assert_eq!(bound(known), "- at most 7 ticks, which a run reaches with `n = 3`\n");
        let unknown = r#"{"resources":[{"resource":"heap","bound":null,"exact":false,"unknown":{"what":"time is up"},"witness":null}]}"#;
        assert_eq!(bound(unknown), "- no bound on heap is known: time is up\n");
        assert_eq!(
            bound(&unknown.replace("time is up", "nothing is known of the function `f`")),
            ""
        );
        assert_eq!(bound("error"), "");
    }
}
