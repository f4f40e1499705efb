//! Findings of corpus programs, shown on the real binary: how many are, and why the others are not.
//!
//! `RADDLE_NATIVE=all` in the environment goes over every unsafe program and prints the table (`cargo xtask native`); otherwise a
//! slice of them is looked at, one program of each directory.

#[path = "corpus/annotations.rs"]
#[expect(dead_code, reason = "this test needs the programs, not what they expect")]
mod annotations;
#[path = "corpus/cases.rs"]
#[expect(dead_code, reason = "this test needs the programs, not what they expect")]
mod cases;
#[path = "corpus/directives.rs"]
mod directives;
mod shared;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cases::Case;
use raddle_findings::Verdict;

/// Why a finding is nothing that a real machine can show.
const BEYOND_A_MACHINE: [&str; 6] = [
    "a real machine does not notice",
    "has no effect that a real machine shows",
    "the C library does not notice",
    "no order of threads forces a real machine",
    "is no program to run",
    "cannot be instrumented",
];

/// Programs of one directory in the slice.
const PER_DIRECTORY: usize = 1;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

fn raddle(arguments: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

/// One case of every unsafe program: its smallest size and first revision.
fn unsafe_cases() -> Vec<Case> {
    let corpus = root().join("tests/corpus");
    let programs = cases::programs(&corpus).expect("the corpus can be read");
    let mut all = Vec::new();
    for program in programs {
        let name = program.strip_prefix(&corpus).unwrap_or(&program).display().to_string();
        let cases = cases::expand(&program, &name).unwrap_or_default();
        all.extend(cases.into_iter().find(|case| case.expected.verdict == Some(Verdict::Unsafe)));
    }
    all
}

/// The first of each directory.
fn slice(cases: Vec<Case>) -> Vec<Case> {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut keep = |case: &Case| {
        let directory = case.file.parent().unwrap_or(Path::new("")).to_owned();
        let count = counts.entry(directory).or_default();
        *count += 1;
        *count <= PER_DIRECTORY
    };
    cases.into_iter().filter(|case| keep(case)).collect()
}

/// Kind, place and the last line of each native replay of a program's findings.
fn native_results(case: &Case) -> Vec<(String, Option<String>)> {
    let name: String =
        case.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&out);
    let relative = |path: &PathBuf| path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut arguments = vec!["check".to_owned(), "--out".to_owned(), out.display().to_string()];
    arguments.extend(["--quiet".to_owned(), "--no-config".to_owned()]);
    arguments
        .extend(case.properties.iter().flat_map(|name| ["--property".to_owned(), name.clone()]));
    arguments.extend(case.defines.iter().map(|define| format!("-D{define}")));
    arguments.push(relative(&case.file));
    arguments.extend(case.files.iter().map(relative));
    let directory = relative(&case.file.parent().unwrap_or(Path::new(".")).to_owned());
    let scratch = out.display().to_string();
    let flags = case.flags.iter();
    arguments
        .extend(flags.map(|flag| flag.replace("{dir}", &directory).replace("{tmp}", &scratch)));
    raddle(&arguments);
    let place = PathBuf::from(relative(&case.file));
    let place = if place.extension().is_some_and(|ending| ending == "c") {
        place.with_extension("")
    } else {
        place
    };
    let Ok(entries) = std::fs::read_dir(out.join(place)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let results = files.iter().map(|file| native_result(file)).collect();
    let _ = std::fs::remove_dir_all(&out);
    results
}

/// What a finding is, and why it was not confirmed natively (`None` if it was).
fn native_result(file: &Path) -> (String, Option<String>) {
    let text = std::fs::read_to_string(file).expect("a finding can be read");
    let json: serde_json::Value = serde_json::from_str(&text).expect("a finding is JSON");
    let finding = &json["finding"];
    let what =
        format!("{}:{}", finding["kind"].as_str().unwrap_or(""), finding["location"]["line"]);
    let output = raddle(&["replay".to_owned(), "--native".to_owned(), file.display().to_string()]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = printed.lines().last().unwrap_or_default();
    if last.starts_with("confirmed natively: ") {
        assert_eq!(output.status.code(), Some(1), "{printed}");
        return (what, None);
    }
    let reason = last.strip_prefix("not confirmed natively: ").map_or_else(
        || format!("?? {printed}{}", String::from_utf8_lossy(&output.stderr)),
        str::to_owned,
    );
    (what, Some(reason))
}

#[test]
fn findings_are_shown_on_the_real_binary_or_it_is_said_why_not() {
    let everything = std::env::var_os("RADDLE_NATIVE").is_some_and(|value| value == "all");
    let filter = std::env::var("RADDLE_NATIVE_FILTER").unwrap_or_default();
    let cases: Vec<Case> =
        unsafe_cases().into_iter().filter(|case| case.name.contains(&filter)).collect();
    let cases = if everything { cases } else { slice(cases) };
    let (mut confirmed, mut all, mut beyond) = (0, 0, 0);
    let mut unexplained = Vec::new();
    for case in &cases {
        for (what, reason) in native_results(case) {
            all += 1;
            match reason {
                None => confirmed += 1,
                Some(reason) => {
                    eprintln!("{} {what}: {reason}", case.name);
                    beyond += usize::from(BEYOND_A_MACHINE.iter().any(|one| reason.contains(one)));
                    if reason.starts_with("??") || reason.is_empty() {
                        unexplained.push(format!("{} {what}: {reason}", case.name));
                    }
                }
            }
        }
    }
    eprintln!("{confirmed} of {all} findings of {} programs are confirmed natively", cases.len());
    assert!(unexplained.is_empty(), "without a reason: {unexplained:#?}");
    let possible = all - beyond;
    assert!(
        confirmed > 0 && confirmed * 10 >= possible * 8,
        "only {confirmed} of {possible} that a machine can show are confirmed natively"
    );
}

/// The standalone test needs nothing but a compiler.
#[test]
fn an_emitted_test_fails_by_itself() {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join("emitted");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let program = "tests/corpus/threads/classic/dekker_bad.c".to_owned();
    let out = directory.display().to_string();
    raddle(
        &["check", "-q", "--no-config", "--property", "assert", "--out", &out, &program]
            .map(str::to_owned),
    );
    let finding = directory
        .join("tests/corpus/threads/classic/dekker_bad/finding-1.json")
        .display()
        .to_string();
    let test = directory.join("emitted.c");
    let name = test.display().to_string();
    let output = raddle(&["replay", "--emit-test", &name, &finding].map(str::to_owned));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("wrote "), "{printed}");
    let text = std::fs::read_to_string(&test).expect("the test was written");
    let command = text.lines().nth(3).and_then(|line| line.strip_prefix(" * ")).expect("a command");
    let run = Command::new("sh").args(["-c", command]).current_dir(&directory).output();
    let run = run.expect("a shell can be started");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success(), "{said}");
    assert!(said.contains("Assertion `inside == me' failed"), "{said}");
}
