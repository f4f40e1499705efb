//! Tests of the harness itself: a harness that lets things pass proves nothing.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use raddle_findings::{Coverage, Finding, FindingKind, Location, Report, Stats, Verdict};

use crate::cases::{Case, Relation, expand_text};
use crate::shared::split_words;
use crate::verify::{compare, inconsistencies};

type Check = fn() -> Result<(), String>;

pub fn trials() -> Vec<Trial> {
    let checks: &[(&str, Check)] = &[
        ("harness/mistakes_in_programs_are_errors", mistakes_in_programs_are_errors),
        ("harness/revisions_and_sizes_multiply", revisions_and_sizes_multiply),
        ("harness/words_can_be_quoted", words_can_be_quoted),
        (
            "harness/findings_and_annotations_match_both_ways",
            findings_and_annotations_match_both_ways,
        ),
        ("harness/inconsistent_reports_are_noticed", inconsistent_reports_are_noticed),
    ];
    let trial = |(name, check): &(&str, Check)| {
        let check = *check;
        Trial::test(*name, move || check().map_err(Failed::from))
    };
    checks.iter().map(trial).collect()
}

fn require(holds: bool, text: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(text.into()) }
}

fn cases(text: &str) -> Result<Vec<Case>, String> {
    expand_text(Path::new("dir/program.c"), "topic/program.c", text)
}

fn mistakes_in_programs_are_errors() -> Result<(), String> {
    let wrong = [
        "int main(void) {}",
        "//@ verdict: fine",
        "//@ verdict: safe\n//@ exit: 2",
        "//@ verdict: safe\n//@ verdikt: safe",
        "//@ verdict: safe\n//@ no colon",
        "//@ verdict: unsafe",
        "//@ verdict: safe\nx; //~ FINDING assert",
        "//@ verdict: unsafe\nx; //~ FINDING asert",
        "//@ verdict: unsafe\nx; //~ assert",
        "//@ verdict: unsafe\nx; //~ FINDING U0101",
        "//@ verdict: unknown\n//@ reason: U9999",
        "//@ verdict: safe\n//@[fast] flags: -x",
        "//@ revisions: a b\n//@[a] verdict: safe\n//@[b] verdict: safe",
        "//@ verdict: safe\n//@ family: N=3..1",
        "//@ verdict: safe\n//@ family: N=1..3\n//@ runs: 1 2",
        "//@ verdict: safe\n//@ runs: about 5",
    ];
    for text in wrong {
        require(cases(text).is_err(), format!("accepted: {text}"))?;
    }
    Ok(())
}

fn revisions_and_sizes_multiply() -> Result<(), String> {
    let text = "//@ verdict: safe\n//@ revisions: none dpor\n//@ family: N=2,4\n//@ flags: -a\n\
                //@[dpor] flags: -b\n//@ runs: 10 20\n//@[dpor] runs: <= 5\n//@[N=4] states: 7";
    let cases = cases(text)?;
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let expected = ["none:N=2", "none:N=4", "dpor:N=2", "dpor:N=4"];
    let expected = expected.map(|name| format!("topic/program.c@{name}"));
    require(names == expected, format!("{names:?}"))?;
    require(cases[0].flags == ["-a"] && cases[3].flags == ["-a", "-b"], "flags add up")?;
    require(cases[1].expected.counts[0].number == 20, "the second size has the second number")?;
    require(
        cases[3].expected.counts[0].relation == Relation::AtMost,
        "a revision overrides counts",
    )?;
    require(
        cases[2].expected.counts.len() == 1 && cases[3].expected.counts.len() == 2,
        "a size is a condition",
    )
}

fn words_can_be_quoted() -> Result<(), String> {
    let words = split_words("--arg \"two words\" -x \"\"");
    require(words == ["--arg", "two words", "-x", ""], format!("{words:?}"))
}

fn report(findings: Vec<Finding>) -> Report {
    Report {
        schema_version: 1,
        tool_version: String::new(),
        files: Vec::new(),
        properties: Vec::new(),
        verdict: if findings.is_empty() { Verdict::Safe } else { Verdict::Unsafe },
        reasons: Vec::new(),
        assumptions: Vec::new(),
        findings,
        vacuous: Vec::new(),
        coverage: Coverage::default(),
        stats: Stats::default(),
        by_property: Vec::new(),
        fragments: Vec::new(),
        abstract_systems: Vec::new(),
        context: Vec::new(),
        memory_model: raddle_findings::sequential_consistency(),
        refuted: Vec::new(),
        tree: None,
        unmodelled: Vec::new(),
    }
}

fn finding(kind: FindingKind, line: u32) -> Finding {
    let file = "anywhere/program.c".to_owned();
    Finding {
        elements: Vec::new(),
        id: format!("{}-{line}", kind.kind()),
        code: kind.code().to_owned(),
        kind: kind.kind().to_owned(),
        property: kind.property().to_owned(),
        message: String::new(),
        location: Some(Location { file, line, column: 1, function: None }),
        related: Vec::new(),
        stack: Vec::new(),
        inputs: Vec::new(),
        schedule: Vec::new(),
        threads: Vec::new(),
        replayed: true,
        behind: Vec::new(),
        heap: None,
        context: Vec::new(),
        certainty: None,
        without: Vec::new(),
        suppressed: None,
        known: false,
        trace: Vec::new(),
    }
}

fn findings_and_annotations_match_both_ways() -> Result<(), String> {
    let text = "//@ verdict: unsafe\nx; //~ FINDING memory\ny;\n//~^ FINDING assertion";
    let expected = &cases(text)?[0].expected;
    let overrun = || finding(FindingKind::OutOfBounds, 2);
    let failure = || finding(FindingKind::Assertion, 3);
    let accepted = |findings| compare(expected, &report(findings)).is_empty();
    require(accepted(vec![overrun(), failure()]), "exactly what is annotated")?;
    require(!accepted(vec![overrun()]), "a missing finding")?;
    let other = finding(FindingKind::Assertion, 4);
    require(!accepted(vec![overrun(), failure(), other]), "a finding at another line")?;
    let other_kind = finding(FindingKind::SignedOverflow, 2);
    require(!accepted(vec![other_kind, failure()]), "a finding of another kind")?;
    let unconfirmed = Finding { replayed: false, ..overrun() };
    require(!accepted(vec![unconfirmed, failure()]), "a finding that was not replayed")
}

fn inconsistent_reports_are_noticed() -> Result<(), String> {
    let good = report(Vec::new());
    require(inconsistencies(&good, Some(0)).is_empty(), "a good report")?;
    require(!inconsistencies(&good, Some(1)).is_empty(), "a wrong exit code")?;
    let empty = Report { verdict: Verdict::Unsafe, ..good.clone() };
    require(!inconsistencies(&empty, Some(1)).is_empty(), "unsafe without findings")?;
    let miscounted = Report { stats: Stats { runs: 1, ..Stats::default() }, ..good };
    require(!inconsistencies(&miscounted, Some(0)).is_empty(), "runs that do not add up")
}
