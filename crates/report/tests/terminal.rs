//! Golden texts of the terminal report. `cargo xtask bless` rewrites them.

#[path = "common/samples.rs"]
mod samples;

use std::path::PathBuf;

use raddle_findings::Report;
use raddle_report::{TextOptions, terminal};

fn compare(name: &str, report: &Report, options: &TextOptions) {
    let text = terminal(report, options);
    let path = PathBuf::from(format!("tests/goldens/{name}.txt"));
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{} differs; `cargo xtask bless` accepts the new text",
        path.display()
    );
}

#[test]
fn one_thread() {
    compare("one_thread", &samples::out_of_bounds(), &TextOptions::default());
}

#[test]
fn several_threads_in_columns() {
    compare("columns_100", &samples::lost_update(), &TextOptions::default());
    let narrow = TextOptions { width: 80, full_trace: true, ..TextOptions::default() };
    compare("columns_80_full", &samples::lost_update(), &narrow);
}

#[test]
fn threads_that_do_not_fit_become_a_list() {
    let narrow = TextOptions { width: 60, ..TextOptions::default() };
    compare("columns_60", &samples::lost_update(), &narrow);
}

#[test]
fn safe_names_assumptions_and_vacuous_assertions() {
    let options = TextOptions { statistics: true, ..TextOptions::default() };
    compare("safe", &samples::safe(), &options);
}

#[test]
fn unknown_gives_reasons_and_help() {
    compare("unknown", &samples::unknown(), &TextOptions::default());
}

#[test]
fn quiet_is_one_line() {
    let options = TextOptions { quiet: true, ..TextOptions::default() };
    for report in samples::all() {
        let options = TextOptions { width: 1000, ..options };
        assert_eq!(terminal(&report, &options).lines().count(), 1);
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [80, 100, 120] {
        let options = TextOptions { width, full_trace: true, ..TextOptions::default() };
        for report in samples::all() {
            for line in terminal(&report, &options).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn colour_changes_nothing_but_colour() {
    let options = TextOptions { color: true, ..TextOptions::default() };
    let text = terminal(&samples::lost_update(), &options);
    assert!(text.contains('\u{1b}'));
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('\u{1b}') {
        plain.push_str(&rest[..start]);
        let end = rest[start..].find('m').expect("a colour sequence ends in m");
        rest = &rest[start + end + 1..];
    }
    plain.push_str(rest);
    assert_eq!(plain, terminal(&samples::lost_update(), &TextOptions::default()));
}
