//! The published schema describes what is printed: every sample validates, and a damaged report does not.

#[path = "common/samples.rs"]
mod samples;
#[path = "common/validator.rs"]
mod validator;

use raddle_report::json;
use validator::Validator;

#[test]
fn every_sample_validates() {
    for report in samples::all() {
        let text = json(&report).expect("reports can be printed");
        assert_eq!(Validator::validate(&text), Vec::<String>::new());
    }
}

#[test]
fn damaged_reports_do_not_validate() {
    let text = json(&samples::out_of_bounds()).expect("reports can be printed");
    for (from, to) in [
        ("\"unsafe\"", "\"fine\""),
        ("\"R0201\"", "\"R020\""),
        ("\"replayed\": true", "\"replayed\": 1"),
        ("\"verdict\"", "\"verdikt\""),
        ("\"02000000\"", "\"0200000\""),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(!Validator::validate(&text.replace(from, to)).is_empty(), "{from} → {to}");
    }
}

#[test]
fn a_report_survives_the_round_trip() {
    let text = json(&samples::lost_update()).expect("reports can be printed");
    let again: raddle_findings::Report = serde_json::from_str(&text).expect("reports can be read");
    assert_eq!(json(&again).expect("reports can be printed"), text);
}
