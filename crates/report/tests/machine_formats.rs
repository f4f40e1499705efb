//! SARIF against the part of the standard's schema that it uses; JUnit as well-formed XML with the right counts.

#[path = "common/samples.rs"]
mod samples;
#[path = "common/validator.rs"]
mod validator;
#[path = "common/xml.rs"]
mod xml;

use raddle_report::{junit, sarif};
use serde_json::Value;
use validator::Validator;

const SARIF: &str = include_str!("common/sarif.schema.json");

fn parsed(report: &raddle_findings::Report) -> Value {
    let text = sarif(report).expect("reports can be printed");
    serde_json::from_str(&text).expect("SARIF is JSON")
}

#[test]
fn sarif_validates() {
    for report in samples::all() {
        let text = sarif(&report).expect("reports can be printed");
        assert_eq!(Validator::validate_with(SARIF, &text), Vec::<String>::new());
    }
}

#[test]
fn damaged_sarif_does_not_validate() {
    let text = sarif(&samples::out_of_bounds()).expect("reports can be printed");
    for (from, to) in [
        ("\"version\"", "\"versions\""),
        ("\"level\": \"error\"", "\"level\": \"bad\""),
        ("\"startLine\": 6", "\"startLine\": 0"),
        ("\"executionOrder\": 1", "\"executionOrder\": -1"),
        ("\"threadFlows\"", "\"threads\""),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(
            !Validator::validate_with(SARIF, &text.replace(from, to)).is_empty(),
            "{from} → {to}"
        );
    }
}

#[test]
fn every_thread_has_its_flow_and_the_orders_interleave_them() {
    let log = parsed(&samples::lost_update());
    let result = &log["runs"][0]["results"][0];
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    let ids: Vec<&str> = flows.iter().filter_map(|flow| flow["id"].as_str()).collect();
    assert_eq!(ids, ["T0", "T1", "T2"]);
    let mut orders: Vec<u64> = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().expect("locations"))
        .map(|location| location["executionOrder"].as_u64().expect("a number"))
        .collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=11).collect::<Vec<u64>>());
    assert_eq!(result["partialFingerprints"]["raddleFindingId/v1"], "f-0123456789abcdef");
}

#[test]
fn rules_are_found_by_their_index() {
    for report in samples::all() {
        let log = parsed(&report);
        let run = &log["runs"][0];
        for result in run["results"].as_array().expect("results") {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        }
    }
}

#[test]
fn suppressed_and_known_findings_say_so() {
    let mut report = samples::out_of_bounds();
    report.findings[0].suppressed = Some("tolerated".to_owned());
    report.findings[0].known = true;
    let log = parsed(&report);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["suppressions"][0]["justification"], "tolerated");
    assert_eq!(result["baselineState"], "unchanged");
}

fn attribute<'a>(attributes: &'a [(String, String)], name: &str) -> &'a str {
    let found = attributes.iter().find(|(known, _)| known == name);
    found.map_or("", |(_, value)| value)
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    for report in samples::all() {
        let elements = xml::elements(&junit(&report)).expect("well-formed");
        let count =
            |ending: &str| elements.iter().filter(|(path, _)| path.ends_with(ending)).count();
        let (_, suite) =
            elements.iter().find(|(path, _)| path == "testsuites/testsuite").expect("a suite");
        for (name, ending) in [
            ("tests", "/testcase"),
            ("failures", "/failure"),
            ("errors", "/error"),
            ("skipped", "/skipped"),
        ] {
            assert_eq!(attribute(suite, name), count(ending).to_string(), "{name}");
        }
    }
}

#[test]
fn junit_endings_follow_the_verdict() {
    assert!(junit(&samples::out_of_bounds()).contains("<failure type=\"R0201\""));
    assert!(junit(&samples::unknown()).contains("<error type=\"unknown\""));
    assert!(!junit(&samples::safe()).contains("<failure"));
    let mut report = samples::out_of_bounds();
    report.findings[0].suppressed = Some("a < b & \"c\"".to_owned());
    assert!(junit(&report).contains("suppressed: a &lt; b &amp; &quot;c&quot;"));
}

#[test]
fn text_of_the_program_cannot_break_out() {
    let mut report = samples::out_of_bounds();
    report.findings[0].message = "</failure>\u{1}<x y=\"".to_owned();
    report.findings[0].trace[0].text = "]]>\u{7}&".to_owned();
    xml::elements(&junit(&report)).expect("well-formed");
    let text = sarif(&report).expect("reports can be printed");
    assert_eq!(Validator::validate_with(SARIF, &text), Vec::<String>::new());
}
