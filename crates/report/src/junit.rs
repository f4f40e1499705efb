//! The report as JUnit XML, for continuous integration services.
//!
//! The program is a test suite; each property is a test that passes, or is replaced by one failing test per finding.
//! Properties that were checked on their own are a test each. *Unknown* is an error of the property, not a pass. Findings that are suppressed or in the baseline are skipped tests.

use raddle_findings::{Finding, PropertyResult, Report, Verdict};

use crate::terminal::finding as finding_text;
use crate::text::place;
use crate::text_options::TextOptions;
use crate::xml::escaped;

/// An XML document, ending in a newline.
pub fn junit(report: &Report) -> String {
    let cases: Vec<Case> = if report.by_property.is_empty() {
        report.properties.iter().flat_map(|name| cases(report, name)).collect()
    } else {
        report.by_property.iter().flat_map(|one| property_cases(report, one)).collect()
    };
    let count =
        |wanted: fn(&Ending) -> bool| cases.iter().filter(|case| wanted(&case.ending)).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\"",
        cases.len(),
        count(|ending| matches!(ending, Ending::Failure { .. })),
        count(|ending| matches!(ending, Ending::Error { .. })),
        count(|ending| matches!(ending, Ending::Skipped { .. })),
        report.stats.seconds,
    );
    let name = escaped(&report.files.join(" "));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"raddle\" {counts}>\n  \
         <testsuite name=\"{name}\" {counts}>\n"
    );
    for case in &cases {
        text.push_str(&case.xml(&name));
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

struct Case {
    name: String,
    ending: Ending,
}

enum Ending {
    Pass,
    Failure { kind: String, message: String, text: String },
    Error { message: String, text: String },
    Skipped { message: String },
}

fn cases(report: &Report, property: &str) -> Vec<Case> {
    let own = report.findings.iter().filter(|finding| finding.property == property);
    let mut cases: Vec<Case> = own.map(finding_case).collect();
    if cases.is_empty() {
        cases.push(Case { name: property.to_owned(), ending: ending_without_finding(report) });
    }
    cases
}

/// A test for each property that was checked on its own, or for each of its findings.
fn property_cases(report: &Report, one: &PropertyResult) -> Vec<Case> {
    let own = report.findings.iter().filter(|finding| one.findings.contains(&finding.id));
    let mut cases: Vec<Case> = own.map(finding_case).collect();
    if cases.is_empty() {
        let ending = match one.verdict {
            Verdict::Safe | Verdict::Unsafe => Ending::Pass,
            Verdict::Unknown => Ending::Error {
                message: "unknown: not everything was explored".to_owned(),
                text: one.reasons.join(" "),
            },
        };
        cases.push(Case { name: format!("{}: {}", one.id, one.text), ending });
    }
    cases
}

fn finding_case(finding: &Finding) -> Case {
    let at = finding
        .location
        .as_ref()
        .map_or(String::new(), |location| format!(" at {}", place(location)));
    let name = format!("{}: {}{at} [{}]", finding.property, finding.kind, finding.id);
    let ending = match (&finding.suppressed, finding.known) {
        (Some(reason), _) => Ending::Skipped { message: format!("suppressed: {reason}") },
        (None, true) => Ending::Skipped { message: "known from the baseline".to_owned() },
        (None, false) => Ending::Failure {
            kind: finding.code.clone(),
            message: finding.message.clone(),
            text: finding_text(finding, &TextOptions::default()),
        },
    };
    Case { name, ending }
}

fn ending_without_finding(report: &Report) -> Ending {
    if report.reasons.is_empty() {
        return Ending::Pass;
    }
    let lines = report.reasons.iter().map(|reason| {
        let at = reason
            .location
            .as_ref()
            .map_or(String::new(), |location| format!("{}: ", place(location)));
        format!("{at}{} ({})\n", reason.message, reason.code)
    });
    let message = "unknown: not everything was explored".to_owned();
    Ending::Error { message, text: lines.collect() }
}

impl Case {
    fn xml(&self, class: &str) -> String {
        let head = format!("    <testcase classname=\"{class}\" name=\"{}\"", escaped(&self.name));
        match &self.ending {
            Ending::Pass => format!("{head}/>\n"),
            Ending::Failure { kind, message, text } => format!(
                "{head}>\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(message),
                escaped(text)
            ),
            Ending::Error { message, text } => format!(
                "{head}>\n      <error type=\"unknown\" message=\"{}\">{}</error>\n    </testcase>\n",
                escaped(message),
                escaped(text)
            ),
            Ending::Skipped { message } => {
                format!(
                    "{head}>\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                    escaped(message)
                )
            }
        }
    }
}
