//! `--svcomp` with tasks and properties, witnesses, and the way back through `raddle replay`.

#[path = "../../report/tests/common/xml.rs"]
mod xml;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// A directory of its own for each test, with files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("the file can be written");
    }
    directory
}

fn raddle(directory: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split(' ')).current_dir(directory).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn property(formula: &str) -> String {
    format!("CHECK( init(main()), LTL({formula}) )\n")
}

/// The last line of a check of a program for a formula.
fn verdict(name: &str, program: &str, formulas: &[&str]) -> String {
    let property: String = formulas.iter().map(|formula| property(formula)).collect();
    let directory = project(name, &[("p.c", program), ("p.prp", &property)]);
    let output = raddle(&directory, "check --svcomp -q p.prp p.c");
    let printed = text(&output.stdout);
    let last = printed.lines().last().unwrap_or_default().to_owned();
    let code = match last.as_str() {
        "TRUE" => 0,
        "UNKNOWN" => 3,
        _ => 1,
    };
    assert_eq!(output.status.code(), Some(code), "{name}: {printed}{}", text(&output.stderr));
    last
}

const HEAD: &str = "extern void abort(void);\nvoid reach_error(void) { abort(); }\n\
    extern int __VERIFIER_nondet_int(void);\n#include <stdlib.h>\n#include <assert.h>\n";

fn with_head(body: &str) -> String {
    format!("{HEAD}{body}\n")
}

#[test]
fn only_what_is_asked_makes_it_false() {
    let reach = "G ! call(reach_error())";
    let memory = ["G valid-free", "G valid-deref", "G valid-memtrack"];
    for (name, body, formulas, expected) in [
        (
            "reach",
            "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }",
            &[reach][..],
            "FALSE(unreach-call)",
        ),
        (
            "unreached",
            "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) reach_error(); return 0; }",
            &[reach],
            "TRUE",
        ),
        (
            "assert",
            "int main(void) { assert(__VERIFIER_nondet_int() == 3); return 0; }",
            &[reach],
            "TRUE",
        ),
        (
            "behind-assert",
            "int main(void) { int x = __VERIFIER_nondet_int(); assert(x == 3); if (x == 3) reach_error(); return 0; }",
            &[reach],
            "FALSE(unreach-call)",
        ),
        (
            "undefined",
            "int main(void) { int a[2]; a[__VERIFIER_nondet_int()] = 1; return 0; }",
            &[reach],
            "UNKNOWN",
        ),
        (
            "overflow",
            "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x; }",
            &["G ! overflow"],
            "FALSE(no-overflow)",
        ),
        (
            "division",
            "int main(void) { return 1 / __VERIFIER_nondet_int(); }",
            &["G ! overflow"],
            "UNKNOWN",
        ),
        (
            "deref",
            "int main(void) { int *p = malloc(4); free(p); return *p; }",
            &memory,
            "FALSE(valid-deref)",
        ),
        (
            "free",
            "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }",
            &memory,
            "FALSE(valid-free)",
        ),
        ("tracked", "int *p; int main(void) { p = malloc(4); return 0; }", &memory, "UNKNOWN"),
        (
            "memory",
            "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }",
            &memory,
            "TRUE",
        ),
        (
            "cleanup",
            "int *p; int main(void) { p = malloc(4); return 0; }",
            &["G valid-memcleanup"],
            "FALSE(valid-memcleanup)",
        ),
        ("termination", "int main(void) { return 0; }", &["F end"], "UNKNOWN"),
    ] {
        assert_eq!(verdict(name, &with_head(body), formulas), expected, "{name}");
    }
}

const RACE: &str = "#include <pthread.h>\nint x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
    void *f(void *a) {\n    LOCK\n    x++;\n    UNLOCK\n    return a;\n}\n\
    int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    f(0);\n    pthread_join(t, 0);\n    return 0;\n}\n";

#[test]
fn races_and_deadlocks() {
    let racy = RACE.replace("UNLOCK", "").replace("LOCK", "");
    let locked = RACE
        .replace("UNLOCK", "pthread_mutex_unlock(&m);")
        .replace("LOCK", "pthread_mutex_lock(&m);");
    let stuck = RACE.replace("UNLOCK", "").replace("LOCK", "pthread_mutex_lock(&m);");
    assert_eq!(verdict("racy", &racy, &["G ! data-race"]), "FALSE(no-data-race)");
    assert_eq!(verdict("locked", &locked, &["G ! data-race"]), "TRUE");
    assert_eq!(verdict("stuck", &stuck, &["G ! deadlock"]), "FALSE(no-deadlock)");
    assert_eq!(verdict("fluent", &locked, &["G ! deadlock"]), "TRUE");
}

#[test]
fn task_definitions_and_their_data_model() {
    let program = with_head("int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }")
        .replace("#include <stdlib.h>\n#include <assert.h>\n", "");
    let task = |model: &str| {
        format!(
            "format_version: '2.0'\ninput_files: 'p.i'\nproperties:\n  - property_file: reach.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: {model}\n"
        )
    };
    let (reach, overflow) = (property("G ! call(reach_error())"), property("G ! overflow"));
    let directory = project(
        "tasks",
        &[
            ("p.i", &program),
            ("reach.prp", &reach),
            ("overflow.prp", &overflow),
            ("small.yml", &task("ILP32")),
            ("large.yml", &task("LP64")),
            ("odd.yml", &task("LLP64")),
        ],
    );
    let last = |line: &str| {
        text(&raddle(&directory, line).stdout).lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last("check --svcomp -q small.yml"), "FALSE(unreach-call)");
    assert_eq!(last("check --svcomp -q large.yml"), "TRUE");
    assert_eq!(last("check --svcomp -q overflow.prp small.yml"), "TRUE");
    // From another directory: everything is relative to the task.
    let name = directory.join("small.yml").display().to_string();
    let elsewhere = raddle(root(), &format!("check --svcomp -q {name}"));
    assert!(
        text(&elsewhere.stdout).ends_with("FALSE(unreach-call)\n"),
        "{}",
        text(&elsewhere.stderr)
    );
    for (line, word) in [
        ("check --svcomp odd.yml", "LLP64"),
        ("check --svcomp p.i", ".prp"),
        ("check --svcomp reach.prp", "program"),
        ("check --svcomp reach.prp overflow.prp p.i", "two"),
        ("check --svcomp nothing.prp p.i", "nothing.prp"),
    ] {
        let output = raddle(&directory, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(word), "{line}: {}", text(&output.stderr));
    }
    // A kept finding knows the task.
    assert_eq!(raddle(&directory, "check --svcomp small.yml").status.code(), Some(1));
    let kept = raddle(&directory, "replay raddle-out/p.i/finding-1.json");
    assert_eq!(kept.status.code(), Some(1), "{}", text(&kept.stderr));
}

/// Writes a witness of a corpus program and runs into the violation again.
fn round_trip(program: &str, flags: &str) {
    let name = program.replace('/', "-");
    let directory = project(&format!("witness-{name}"), &[]);
    let witness = directory.join("witness.yml").display().to_string();
    let graph = directory.join("witness.graphml").display().to_string();
    let line =
        format!("check -q {flags} --report {witness} --report {graph} tests/corpus/{program}");
    let output = raddle(root(), &line.replace("  ", " "));
    assert_eq!(output.status.code(), Some(1), "{program}: {}", text(&output.stderr));
    let replayed = raddle(root(), &format!("replay {witness}"));
    let printed = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(1), "{program}: {printed}{}", text(&replayed.stderr));
    assert!(printed.contains("confirmed: ") && !printed.contains("not confirmed"), "{printed}");
    let graph = std::fs::read_to_string(graph).expect("a graph was written");
    let elements = xml::elements(&graph).expect("well-formed");
    assert!(elements.iter().any(|(path, _)| path == "graphml/graph/edge"), "{graph}");
}

#[test]
fn witnesses_lead_back() {
    for program in [
        "seq/assert/reach_error_bad.c",
        "threads/atomics/aba_bad.c",
        "threads/mutex/array_of_locks_bad.c",
    ] {
        round_trip(program, "");
    }
    let folders = [
        "seq/assert",
        "seq/memory",
        "threads/race",
        "threads/deadlock",
        "threads/condvar",
        "threads/semaphore",
    ];
    for folder in folders {
        let entries =
            std::fs::read_dir(root().join("tests/corpus").join(folder)).expect("a folder");
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.retain(|name| name.ends_with("_bad.c"));
        names.sort();
        // Programs with flags of their own or with families are the corpus harness' business.
        names.retain(|name| {
            let path = root().join("tests/corpus").join(folder).join(name);
            let source = std::fs::read_to_string(path).unwrap_or_default();
            !source.contains("flags:")
                && !source.contains("family:")
                && !source.contains("property:")
        });
        for name in names.iter().take(4) {
            round_trip(&format!("{folder}/{name}"), "");
        }
    }
}

#[test]
fn a_witness_that_is_wrong_is_not_confirmed() {
    let program = with_head(
        "int main(void) {\n    int x = __VERIFIER_nondet_int();\n    int y = __VERIFIER_nondet_int();\n    if (x == 70 && y == 71)\n        reach_error();\n    return 0;\n}",
    );
    let reach = property("G ! call(reach_error())");
    let directory = project("wrong", &[("p.c", &program), ("p.prp", &reach)]);
    let output =
        raddle(&directory, "check -q --svcomp p.prp p.c --report w.yml --report json=r.json");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let witness = std::fs::read_to_string(directory.join("w.yml")).expect("a witness");
    assert!(
        witness.contains("\\\\result == 70") && witness.contains("format_version: \"2.0\""),
        "{witness}"
    );
    assert_eq!(raddle(&directory, "replay w.yml").status.code(), Some(1));
    for (from, to) in [("result == 71", "result == 72"), ("line: 10", "line: 11")] {
        assert!(witness.contains(from), "{from} in {witness}");
        std::fs::write(directory.join("x.yml"), witness.replace(from, to)).expect("written");
        let output = raddle(&directory, "replay x.yml");
        assert_eq!(output.status.code(), Some(3), "{from}: {}", text(&output.stdout));
        assert!(text(&output.stdout).contains("not confirmed"));
    }
    for damaged in [
        "",
        "- entry_type: invariant_set\n",
        "{",
        "- entry_type: violation_sequence\n  content: []\n",
    ] {
        std::fs::write(directory.join("x.yml"), damaged).expect("written");
        assert_eq!(raddle(&directory, "replay x.yml").status.code(), Some(2), "{damaged}");
    }
}

#[test]
fn witnesses_of_others_are_understood() {
    let program = with_head(
        "int main(void) {\n    unsigned char x = __VERIFIER_nondet_int();\n    int y = __VERIFIER_nondet_int();\n    if (x == 7 && y == -2)\n        reach_error();\n    return 0;\n}",
    );
    let witness = "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.0'\n    uuid: 3b9aca00-0000-4000-8000-000000000000\n    creation_time: 2024-01-01T00:00:00Z\n    producer: {name: Other, version: '1'}\n    task:\n      input_files: [\"p.c\"]\n      input_file_hashes: {\"p.c\": abc}\n      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n      data_model: LP64\n      language: C\n  content:\n  - segment:\n    - waypoint:\n        type: function_return\n        action: follow\n        location: {file_name: p.c, line: 7, column: 50}\n        constraint: {value: \\result == 7, format: acsl_expression}\n  - segment:\n    - waypoint: {type: function_return, action: follow, location: {file_name: p.c, line: 8}, constraint: {value: '-2==\\result'}}\n  - segment:\n    - waypoint: {type: target, action: follow, location: {file_name: p.c, line: 10, column: 9}}\n";
    let directory = project("others", &[("p.c", &program), ("w.yml", witness)]);
    let output = raddle(&directory, "replay w.yml");
    assert_eq!(output.status.code(), Some(1), "{}{}", text(&output.stdout), text(&output.stderr));
    // The program is found beside the witness, too.
    let path = directory.join("w.yml").display().to_string();
    assert_eq!(raddle(root(), &format!("replay {path}")).status.code(), Some(1));
}

#[test]
fn correct_programs_have_witnesses_too() {
    let program = with_head("int main(void) { return 0; }");
    let reach = property("G ! call(reach_error())");
    let directory = project("correct", &[("p.c", &program), ("p.prp", &reach)]);
    let line = "check -q --svcomp p.prp p.c --report w.yml --report w.graphml";
    assert_eq!(raddle(&directory, line).status.code(), Some(0));
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).expect("written");
    assert!(read("w.yml").contains("entry_type: invariant_set"));
    assert!(read("w.graphml").contains("correctness_witness"));
    xml::elements(&read("w.graphml")).expect("well-formed");
    assert_eq!(raddle(&directory, "replay w.yml").status.code(), Some(2));
    // Nothing witnesses an unknown verdict.
    std::fs::write(directory.join("end.prp"), property("F end")).expect("written");
    assert_eq!(
        raddle(&directory, "check -q --svcomp end.prp p.c --report u.yml").status.code(),
        Some(3)
    );
    assert!(!directory.join("u.yml").exists());
}
