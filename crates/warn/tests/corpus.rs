//! Every race and every deadlock that the programs of `tests/corpus` are annotated with is among the warnings: a warning of the same property names the
//! line. (What a program says about itself there is what `raddle check` finds; the corpus harness compares it.)

use std::path::{Path, PathBuf};

use raddle_findings::{Rank, Warnings};
use raddle_frontend::FrontendOptions;

/// What a program is annotated with, and how it is compiled.
struct Case {
    path: PathBuf,
    defines: Vec<String>,
    files: Vec<PathBuf>,
    /// Lines of findings, with their property.
    expected: Vec<(u32, &'static str)>,
}

/// Kinds of findings that a warning has to name, with their property. Misuse that has no warning of its own (a destroyed mutex, a thread
/// joined twice) is not among them.
const KINDS: &[(&str, &str)] = &[
    ("data-race", "race"),
    ("race", "race"),
    ("deadlock", "deadlock"),
    ("self-lock", "deadlock"),
    ("lost-wakeup", "deadlock"),
    ("livelock", "deadlock"),
    ("unlock-not-owner", "deadlock"),
    ("wait-without-mutex", "deadlock"),
];

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the corpus can be read");
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "c") {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let mut case = Case {
        path: path.to_owned(),
        defines: Vec::new(),
        files: Vec::new(),
        expected: Vec::new(),
    };
    for (number, line) in (1u32..).zip(text.lines()) {
        if let Some(directive) = line.strip_prefix("//@ ") {
            if let Some(family) = directive.strip_prefix("family: ") {
                // The smallest size but one is where most programs go wrong already.
                let (name, sizes) = family.split_once('=').expect("a family has sizes");
                let size = sizes.split(['.', ',']).rfind(|size| !size.is_empty());
                case.defines.push(format!("{name}={}", size.expect("a size").trim()));
            } else if let Some(flags) = directive.strip_prefix("flags: ") {
                let defines = flags.split_whitespace().filter_map(|flag| flag.strip_prefix("-D"));
                case.defines.extend(defines.map(str::to_owned));
            } else if let Some(files) = directive.strip_prefix("files: ") {
                let directory = path.parent().expect("programs lie in directories");
                case.files.extend(files.split_whitespace().map(|file| directory.join(file)));
            }
        }
        for note in line.split("//~").skip(1) {
            let up = note.chars().take_while(|&c| c == '^').count() as u32;
            let note = note.trim_start_matches('^').trim_start();
            let note = note
                .strip_prefix('[')
                .and_then(|rest| rest.split_once(']'))
                .map_or(note, |split| split.1);
            let Some(kind) = note.trim_start().strip_prefix("FINDING ") else { continue };
            let kind = kind.split_whitespace().next().unwrap_or_default();
            if let Some((_, property)) = KINDS.iter().find(|(known, _)| *known == kind) {
                case.expected.push((number - up, property));
            }
        }
    }
    case
}

fn warn(case: &Case) -> Warnings {
    let options = FrontendOptions { defines: case.defines.clone(), ..FrontendOptions::default() };
    let mut files = vec![case.path.clone()];
    files.extend(case.files.iter().cloned());
    let program = raddle_frontend::load(&files, &options).expect("the corpus compiles");
    let entry = program.function("main").expect("there is a main function");
    raddle_warn::warnings(&program, entry, &|| false)
}

#[test]
fn every_race_and_deadlock_of_the_corpus_is_among_the_warnings() {
    let only = std::env::var("WARN_ONLY").unwrap_or_default();
    let mut paths = Vec::new();
    for directory in ["threads", "lib"] {
        programs(&corpus().join(directory), &mut paths);
    }
    paths.sort();
    let mut missing = Vec::new();
    let mut count = 0;
    for path in paths.iter().filter(|path| path.display().to_string().contains(&only)) {
        let case = read(path);
        if case.expected.is_empty() {
            continue;
        }
        let report = warn(&case);
        for &(line, property) in &case.expected {
            count += 1;
            let named = report.warnings.iter().any(|warning| {
                warning.property == property
                    && warning.places.iter().any(|place| {
                        let stack = place.stack.iter().chain(&place.location);
                        stack.into_iter().any(|location| location.line == line)
                    })
            });
            if !named {
                missing.push(format!("{}:{line}: {property}", path.display()));
            }
        }
    }
    assert!(count > 100 || !only.is_empty(), "only {count} findings were looked at");
    assert!(
        missing.is_empty(),
        "{} of {count} are missing:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

/// Programs that are safe for all properties: more than half have no warning at all, and few have one of high rank.
#[test]
fn most_safe_programs_have_no_warning() {
    let mut paths = Vec::new();
    programs(&corpus().join("threads"), &mut paths);
    let (mut safe, mut quiet, mut alarming) = (0, 0, Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        // A program that is asked for assertions alone may well race.
        if !text.contains("//@ verdict: safe") || text.contains("//@ property:") {
            continue;
        }
        let report = warn(&read(&path));
        safe += 1;
        quiet += usize::from(report.warnings.is_empty());
        if report.warnings.iter().any(|warning| warning.rank == Rank::High) {
            alarming.push(path);
        }
    }
    assert!(safe > 100, "only {safe} programs were looked at");
    assert!(quiet * 2 > safe, "{quiet} of {safe} safe programs are without a warning");
    assert!(alarming.len() * 10 < safe, "{} of {safe}: {alarming:?}", alarming.len());
}
