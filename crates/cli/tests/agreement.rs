//! How a check is distributed does not change its answer: a slice of the programs with threads by one process, by two (`--jobs 2`), and
//! property by property (`--per-property`).
//!
//! Verdicts are the same. Two processes find what one finds. A property on its own finds what is found among all, and may find more only behind
//! something that ends a run of the whole check.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

mod sample;

/// One of so many programs is looked at.
const ONE_OF: u64 = 20;

/// General directives that say how a program has to be checked; programs with one are left out. Flags of revisions are not used.
const SPECIAL: &[&str] = &["//@ flags:", "//@ files:", "//@ exit:", "//@ time:"];

#[derive(Debug, PartialEq, Eq)]
struct Answer {
    verdict: String,
    /// Kind and line. Either of two racing accesses may be the one that is shown, so races have no line.
    findings: BTreeSet<(String, u64)>,
}

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

#[test]
fn answers_do_not_depend_on_who_explores_what() {
    let chosen = programs();
    assert!(chosen.len() >= 20, "only {} programs are looked at", chosen.len());
    for (program, arguments) in &chosen {
        let name = program.display();
        let one = check(program, arguments, &[]);
        assert_eq!(check(program, arguments, &["--jobs", "2"]), one, "{name} --jobs 2");
        let alone = check(program, arguments, &["--per-property"]);
        assert_eq!(alone.verdict, one.verdict, "{name} --per-property: {alone:?} {one:?}");
        assert!(
            alone.findings.is_superset(&one.findings),
            "{name} --per-property: {alone:?} {one:?}"
        );
        assert!(!one.findings.is_empty() || alone == one, "{name} --per-property: {alone:?}");
    }
}

/// Programs, with what they want to be checked with.
fn programs() -> Vec<(PathBuf, Vec<String>)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let mut sources = sample::sources(&corpus);
    sources.retain(|path| sample::is_chosen(&corpus, path, ONE_OF));
    sources.into_iter().filter_map(|path| Some((path.clone(), arguments(&path)?))).collect()
}

fn arguments(program: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(program).ok()?;
    let value = |name: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(name)?.strip_prefix(": "))
    };
    let special = text.lines().any(|line| SPECIAL.iter().any(|name| line.starts_with(name)));
    // What has no verdict is a part of another program, and what is unknown may be so because of a limit alone.
    if special || value("verdict").is_none_or(|verdict| verdict == "unknown") {
        return None;
    }
    let mut arguments = Vec::new();
    for property in value("property").unwrap_or_default().split_whitespace() {
        arguments.extend(["--property".to_owned(), property.to_owned()]);
    }
    if let Some((name, sizes)) = value("family").and_then(|family| family.split_once('=')) {
        let smallest: String = sizes.chars().take_while(char::is_ascii_digit).collect();
        arguments.push(format!("-D{name}={smallest}"));
    }
    Some(arguments)
}

fn check(program: &Path, arguments: &[String], flags: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--no-config", "--quiet", "--format", "json", "--time", "120s"]);
    command.args(flags).args(arguments).arg(program);
    command.current_dir(home()).stdin(Stdio::null());
    let output = command.output().expect("raddle runs");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{} {flags:?}: {}", program.display(), String::from_utf8_lossy(&output.stderr))
    });
    let findings = report["findings"].as_array().expect("a list of findings").iter();
    let findings = findings.map(|finding| {
        let kind = finding["kind"].as_str().unwrap_or_default().to_owned();
        let line = finding["location"]["line"].as_u64().unwrap_or(0);
        if kind == "data-race" { (kind, 0) } else { (kind, line) }
    });
    Answer {
        verdict: report["verdict"].as_str().unwrap_or_default().to_owned(),
        findings: findings.collect(),
    }
}
