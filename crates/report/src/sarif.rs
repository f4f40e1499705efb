//! The report as SARIF 2.1.0 (OASIS), for code-scanning services and editors.
//!
//! One run, one rule per code that occurs, one result per finding. A counterexample is a code flow with one thread flow
//! per thread; `executionOrder` interleaves them again, `state` carries the value a step left in a cell. The finding's
//! id is the fingerprint: it does not change with edits elsewhere. What was not explored is a notification of the
//! invocation, because nothing is wrong at that place.

use raddle_findings::{Finding, Location, Reason, Related, Report, TraceStep, Verdict, codes};
use serde_json::{Map, Value, json};

use crate::text::printable;

/// The name under which the finding's id is kept; the number is raised if ids are ever computed in another way.
const FINGERPRINT: &str = "raddleFindingId/v1";
/// SARIF readers keep everything in memory; a longer flow keeps its end, which is where things go wrong.
const LONGEST_FLOW: usize = 5_000;

/// One SARIF log, indented, ending in a newline.
pub fn sarif(report: &Report) -> serde_json::Result<String> {
    let rules = Rules::of(report);
    let results: Vec<Value> =
        report.findings.iter().map(|finding| result(finding, &rules)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Raddle",
                "semanticVersion": report.tool_version,
                "rules": rules.descriptions(),
                "notifications": notification_kinds(report),
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [invocation(report)],
            "artifacts": artifacts(report),
            "results": results,
            "properties": { "verdict": report.verdict, "checked": report.properties },
        }],
    });
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// The codes that occur, in order of first mention.
struct Rules<'a>(Vec<&'a str>);

impl<'a> Rules<'a> {
    fn of(report: &'a Report) -> Self {
        let mut rules: Vec<&str> = Vec::new();
        for finding in &report.findings {
            if !rules.contains(&&*finding.code) {
                rules.push(&finding.code);
            }
        }
        Rules(rules)
    }

    fn index(&self, code: &str) -> Option<usize> {
        self.0.iter().position(|rule| *rule == code)
    }

    fn descriptions(&self) -> Vec<Value> {
        self.0.iter().map(|code| rule(code)).collect()
    }
}

pub(crate) fn rule(code: &str) -> Value {
    let Some(info) = codes::by_code(code) else { return json!({ "id": code }) };
    let mut description = json!({
        "id": code,
        "name": info.kind,
        "shortDescription": { "text": info.title },
        "fullDescription": { "text": info.explanation.trim() },
        "help": { "text": info.help },
    });
    if !info.property.is_empty() {
        let level = if code.starts_with('W') { "warning" } else { "error" };
        description["defaultConfiguration"] = json!({ "level": level });
        description["properties"] = json!({ "tags": [info.property] });
    }
    description
}

fn notification_kinds(report: &Report) -> Vec<Value> {
    let mut kinds: Vec<&str> = report.reasons.iter().map(|reason| &*reason.code).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(rule).collect()
}

fn invocation(report: &Report) -> Value {
    let notes: Vec<Value> = report.reasons.iter().map(notification).collect();
    json!({
        "executionSuccessful": true,
        "exitCode": match report.verdict { Verdict::Safe => 0, Verdict::Unsafe => 1, Verdict::Unknown => 3 },
        "toolExecutionNotifications": notes,
    })
}

fn notification(reason: &Reason) -> Value {
    let mut note = json!({
        "descriptor": { "id": reason.code },
        "level": "warning",
        "message": { "text": printable(&reason.message) },
        "properties": { "count": reason.count },
    });
    if let Some(place) = &reason.location {
        note["locations"] = json!([location(place, None)]);
    }
    note
}

fn artifacts(report: &Report) -> Vec<Value> {
    let mut files: Vec<&str> = Vec::new();
    let stated = report.findings.iter().filter_map(|finding| finding.location.as_ref());
    let stepped = report.findings.iter().flat_map(|finding| &finding.trace);
    let stepped = stepped.filter_map(|step| step.location.as_ref());
    let named = stated.chain(stepped).map(|place| &*place.file);
    for file in report.files.iter().map(String::as_str).chain(named) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files.into_iter().map(|file| json!({ "location": artifact(file) })).collect()
}

fn result(finding: &Finding, rules: &Rules<'_>) -> Value {
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": rules.index(&finding.code),
        "kind": "fail",
        "level": "error",
        "message": { "text": message(finding) },
        "fingerprints": { FINGERPRINT: finding.id },
        "partialFingerprints": { FINGERPRINT: finding.id },
        "locations": finding.location.iter().map(|place| location(place, None)).collect::<Vec<_>>(),
        "relatedLocations": related_locations(&finding.related),
        "properties": {
            "property": finding.property,
            "replayed": finding.replayed,
            "inputs": inputs(finding),
        },
    });
    if !finding.behind.is_empty() {
        result["properties"]["behind"] = json!(finding.behind);
    }
    if !finding.trace.is_empty() {
        result["codeFlows"] = json!([code_flow(finding)]);
    }
    if !finding.stack.is_empty() {
        let frames: Vec<Value> = finding
            .stack
            .iter()
            .map(|frame| json!({ "location": location(frame, None) }))
            .collect();
        result["stacks"] = json!([{ "message": { "text": "call stack" }, "frames": frames }]);
    }
    if finding.known {
        result["baselineState"] = json!("unchanged");
    }
    if let Some(reason) = &finding.suppressed {
        result["suppressions"] =
            json!([{ "kind": "external", "status": "accepted", "justification": reason }]);
    }
    result
}

fn message(finding: &Finding) -> String {
    if finding.message.is_empty() { finding.kind.clone() } else { printable(&finding.message) }
}

fn inputs(finding: &Finding) -> Map<String, Value> {
    let shown = finding.inputs.iter().filter(|input| !input.hidden);
    shown.map(|input| (input.name.clone(), json!(input.value))).collect()
}

fn related_locations(related: &[Related]) -> Vec<Value> {
    let placed = related.iter().filter_map(|related| Some((related, related.location.as_ref()?)));
    placed
        .enumerate()
        .map(|(id, (related, place))| {
            let mut value = location(place, Some(&related.label));
            value["id"] = json!(id);
            value
        })
        .collect()
}

/// One thread flow per thread, in the order in which the threads appear.
fn code_flow(finding: &Finding) -> Value {
    let left_out = finding.trace.len().saturating_sub(LONGEST_FLOW);
    let steps: Vec<(usize, &TraceStep)> = finding.trace.iter().enumerate().skip(left_out).collect();
    let mut threads: Vec<u32> = Vec::new();
    for (_, step) in &steps {
        if !threads.contains(&step.thread) {
            threads.push(step.thread);
        }
    }
    let flows: Vec<Value> =
        threads.iter().map(|&thread| thread_flow(finding, thread, &steps)).collect();
    let what = if left_out == 0 {
        "how it gets there".to_owned()
    } else {
        format!("how it gets there; {left_out} steps at the beginning are left out")
    };
    json!({ "message": { "text": what }, "threadFlows": flows })
}

fn thread_flow(finding: &Finding, thread: u32, steps: &[(usize, &TraceStep)]) -> Value {
    let own = steps.iter().filter(|(_, step)| step.thread == thread);
    let locations: Vec<Value> = own.map(|&(index, step)| flow_location(index, step)).collect();
    let name = match finding.thread_name(thread).as_str() {
        "main" => "main thread".to_owned(),
        name => format!("thread {name}"),
    };
    json!({ "id": format!("T{thread}"), "message": { "text": name }, "locations": locations })
}

fn flow_location(index: usize, step: &TraceStep) -> Value {
    let importance = match (step.kind.as_str(), step.visible) {
        ("fault", _) => "essential",
        (_, true) => "important",
        (_, false) => "unimportant",
    };
    let text = printable(&step.text);
    let place = match &step.location {
        Some(place) => location(place, Some(&text)),
        None => json!({ "message": { "text": text } }),
    };
    let mut value = json!({
        "location": place,
        "executionOrder": index + 1,
        "kinds": [step.kind],
        "importance": importance,
    });
    if let Some(cell) = &step.cell {
        value["state"] = json!({ cell.name.clone(): { "text": printable(&cell.value) } });
    }
    value
}

/// A place; lines and columns that are not known are left out, because they start at one.
pub(crate) fn location(place: &Location, message: Option<&str>) -> Value {
    let mut physical = json!({ "artifactLocation": artifact(&place.file) });
    if place.line > 0 {
        let mut region = json!({ "startLine": place.line });
        if place.column > 0 {
            region["startColumn"] = json!(place.column);
        }
        physical["region"] = region;
    }
    let mut value = json!({ "physicalLocation": physical });
    if let Some(function) = &place.function {
        value["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
    }
    if let Some(message) = message {
        value["message"] = json!({ "text": message });
    }
    value
}

/// Relative names are relative to wherever the sources lie for the reader.
pub(crate) fn artifact(file: &str) -> Value {
    if file.starts_with('/') {
        json!({ "uri": format!("file://{}", uri(file)) })
    } else {
        json!({ "uri": uri(file), "uriBaseId": "%SRCROOT%" })
    }
}

/// Percent-encodes what may not stand in the path of a URI (RFC 3986).
fn uri(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' => {
                text.push(char::from(byte));
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn odd_names_become_uris() {
        assert_eq!(uri("src/a b#1.c"), "src/a%20b%231.c");
        assert_eq!(uri("ü.c"), "%C3%BC.c");
    }
}
