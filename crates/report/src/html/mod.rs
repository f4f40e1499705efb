//! The report as one self-contained page: no network, no second file, readable in ten years.
//!
//! The page is a template with a style sheet, a script and the report as JSON; the script draws everything from that data. Text
//! of the analysed program is never part of the markup: it stands in the JSON, in which `<` is escaped, and the script makes
//! text nodes of it. A content security policy forbids the page to load anything.

use std::collections::BTreeMap;

use raddle_findings::{Report, Verdict, codes};
use serde_json::{Value, json};

use crate::sources::Sources;
use crate::xml::escaped;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// In the order in which they use each other.
const SCRIPTS: &[&str] = &[
    include_str!("model.js"),
    include_str!("source.js"),
    include_str!("values.js"),
    include_str!("trace.js"),
    include_str!("statistics.js"),
    include_str!("tree.js"),
    include_str!("heap.js"),
    include_str!("buffers.js"),
    include_str!("graph.js"),
    include_str!("abstract.js"),
    include_str!("finding.js"),
    include_str!("main.js"),
];
/// Sources beyond this many bytes are left out: a page must open quickly.
const MOST_SOURCE: usize = 8 << 20;

/// One HTML document.
pub fn html(report: &Report) -> serde_json::Result<String> {
    let data =
        json!({ "report": report, "sources": sources(report), "codes": explanations(report) });
    // Within a script element only `</script` and `<!--` end the text; without `<` there is neither.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let parts = [
        ("@TITLE@", escaped(&format!("Raddle: {}", report.files.join(" ")))),
        ("@SUMMARY@", escaped(&summary(report))),
        ("@STYLE@", STYLE.to_owned()),
        ("@SCRIPT@", SCRIPTS.concat()),
        ("@DATA@", data),
    ];
    Ok(fill(TEMPLATE, &parts))
}

/// Replaces each mark once, in the order of the template; what was put in is not looked at again.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((at, (mark, text))) =
        parts.iter().filter_map(|part| Some((rest.find(part.0)?, part))).min_by_key(|(at, _)| *at)
    {
        page.push_str(&rest[..at]);
        page.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    page + rest
}

/// For readers without scripts.
fn summary(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    };
    format!("The verdict is {verdict}, with {} findings.", report.findings.len())
}

/// The texts of all files that findings and what lies on the way to them point at.
fn sources(report: &Report) -> BTreeMap<&str, String> {
    let sources = Sources::default();
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut room = MOST_SOURCE;
    let found = report.findings.iter().flat_map(|finding| {
        let steps = finding.trace.iter().filter_map(|step| step.location.as_ref());
        finding.location.iter().chain(&finding.stack).chain(steps)
    });
    let elements = report.abstract_systems.iter().flat_map(|system| &system.elements);
    let on_ways = elements.filter_map(|element| element.location.as_ref());
    for location in found.chain(on_ways) {
        if texts.contains_key(&*location.file) {
            continue;
        }
        if let Some(source) = sources.get(&location.file).filter(|source| source.text.len() <= room)
        {
            room -= source.text.len();
            texts.insert(&location.file, source.text.clone());
        }
    }
    texts
}

/// What `raddle explain` says of the codes that occur.
fn explanations(report: &Report) -> BTreeMap<&str, Value> {
    let findings = report.findings.iter().map(|finding| &*finding.code);
    let reasons = report.reasons.iter().map(|reason| &*reason.code);
    let known = findings.chain(reasons).filter_map(|code| Some((code, codes::by_code(code)?)));
    known
        .map(|(code, info)| {
            (
                code,
                json!({ "title": info.title, "help": info.help, "explanation": info.explanation }),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn marks_in_what_is_filled_in_are_left_alone() {
        let parts = [("@A@", "x@B@x".to_owned()), ("@B@", "y".to_owned())];
        assert_eq!(fill("1@A@2@B@3", &parts), "1x@B@x2y3");
    }
}
