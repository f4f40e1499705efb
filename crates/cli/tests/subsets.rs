//! What is checked does not change what is found: each property alone on a slice of the corpus, against all of them together.
//!
//! What the whole check finds, the property alone finds, too. Alone it may find more only behind what ends a run in the whole check, and a
//! program without any finding has none alone, and no reason to be unknown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

mod sample;

const PROPERTIES: &[&str] = &["assert", "memory", "memory:leak", "overflow", "race", "deadlock"];

/// One of so many programs is looked at.
const ONE_OF: u64 = 17;

/// Directives that say how a program has to be checked; those with one are left out.
const SPECIAL: &[&str] = &["flags:", "files:", "exit:", "family:", "time:"];

struct Answer {
    verdict: String,
    /// Kind and line.
    findings: BTreeSet<(String, u64)>,
}

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

#[test]
fn a_property_alone_finds_what_it_finds_among_all() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut chosen = sample::sources(&corpus);
    chosen.retain(|path| is_plain(path) && sample::is_chosen(&corpus, path, ONE_OF));
    assert!(chosen.len() >= 20, "only {} programs are looked at", chosen.len());
    for program in &chosen {
        let whole = check(program, PROPERTIES);
        for &property in PROPERTIES {
            compare(program, property, &whole, &check(program, &[property]));
        }
    }
}

fn compare(program: &Path, property: &str, whole: &Answer, alone: &Answer) {
    let place = format!("{} with {property} alone", program.display());
    let own = |(kind, _): &&(String, u64)| property_of(kind) == property;
    let wanted: BTreeSet<_> = whole.findings.iter().filter(own).collect();
    let found: BTreeSet<_> = alone.findings.iter().filter(own).collect();
    if property == "race" {
        // Either of two accesses may be the one that is shown.
        assert_eq!(wanted.is_empty(), found.is_empty(), "{place}: {wanted:?} or {found:?}");
        return;
    }
    assert!(wanted.is_subset(&found), "{place}: {wanted:?} became {found:?}");
    let others = whole.findings.len() > wanted.len();
    assert!(others || found == wanted, "{place}: {wanted:?} became {found:?}");
    assert!(
        whole.verdict != "safe" || alone.verdict == "safe",
        "{place}: {} instead of safe",
        alone.verdict
    );
}

fn check(program: &Path, properties: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--format", "json", "--color", "never", "--time", "20s"]).arg(program);
    properties.iter().for_each(|property| {
        command.args(["--property", property]);
    });
    let output = command.current_dir(home()).output().expect("raddle runs");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr))
    });
    let findings = report["findings"].as_array().expect("a list of findings").iter();
    let findings = findings.map(|finding| {
        let kind = finding["kind"].as_str().unwrap_or_default().to_owned();
        (kind, finding["location"]["line"].as_u64().unwrap_or(0))
    });
    Answer {
        verdict: report["verdict"].as_str().unwrap_or_default().to_owned(),
        findings: findings.collect(),
    }
}

/// The property that a kind of finding belongs to, as `raddle explain` says.
fn property_of(kind: &str) -> String {
    let known = raddle_findings::codes::FindingKind::ALL.iter().find(|known| known.kind() == kind);
    match (kind, known) {
        ("memory-leak", _) => "memory:leak".to_owned(),
        (_, Some(known)) => known.property().to_owned(),
        (_, None) => panic!("`{kind}` is no kind of finding"),
    }
}

/// Programs that want to be checked as they are.
fn is_plain(program: &Path) -> bool {
    let text = std::fs::read_to_string(program).unwrap_or_default();
    let mut directives = text.lines().filter(|line| line.starts_with("//@"));
    let special = directives.any(|line| SPECIAL.iter().any(|name| line.contains(name)));
    // What has no directive is a part of another program.
    !special && text.contains("//@ verdict:")
}
