//! The command as a user meets it: bad input, flags, exit codes, pipes, interrupts. What programs do is in the corpus.

#[path = "../../report/tests/common/validator.rs"]
mod validator;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use raddle_findings::{Report, Verdict};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

fn raddle(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

/// A file of its own for each test.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let path = directory.join(name);
    std::fs::write(&path, content).expect("the file can be written");
    path
}

fn check(path: &Path, flags: &[&str]) -> Output {
    let mut arguments = vec!["check"];
    arguments.extend(flags);
    let path = path.display().to_string();
    arguments.push(&path);
    raddle(&arguments)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An input error: exit code 2, nothing on standard output, a message that contains the words.
fn assert_input_error(output: &Output, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "{}", stdout(output));
    for word in words {
        assert!(message.contains(word), "`{word}` is missing in: {message}");
    }
}

#[test]
fn inputs_that_are_no_programs() {
    assert_input_error(&raddle(&["check", "no-such-file.c"]), &["no-such-file.c"]);
    assert_input_error(&raddle(&["check", "tests"]), &["tests"]);
    assert_input_error(&check(&file("empty.c", ""), &[]), &["empty.c", "empty"]);
    assert_input_error(&check(&file("notes.txt", "hello"), &[]), &["notes.txt"]);
    assert_input_error(&check(&file("binary.ll", [0_u8, 159, 146, 150]), &[]), &["binary.ll"]);
    assert_input_error(&check(&file("no_main.c", "int f(void) { return 1; }"), &[]), &["main"]);
}

#[test]
fn the_compiler_is_quoted_when_it_complains() {
    let path = file("broken.c", "int main(void) { return undeclared_thing; }");
    assert_input_error(&check(&path, &[]), &["broken.c", "undeclared_thing"]);
    let path = file("fine.c", "int main(void) { return 0; }");
    assert_input_error(&check(&path, &["--clang", "/nowhere/clang"]), &["/nowhere/clang"]);
}

/// Callers allocate the struct and elements of any number behind it.
#[test]
fn a_precondition_on_a_flexible_array() {
    let text = "struct text { int used; char tail[]; };\nvoid end(struct text *t) { t->tail[t->used] = 0; }";
    let path = file("tail.c", text);
    let code = |precondition: &str| {
        check(&path, &["--function", "end", "--where", precondition]).status.code()
    };
    assert_eq!(code("size(t->tail) > 4"), Some(1));
    assert_eq!(code("size(t) == sizeof *t + t->used"), Some(1));
    assert_eq!(code("t && 0 <= t->used && size(t->tail) > t->used"), Some(0));
    assert_eq!(code("t && 0 <= t->used && size(t) > sizeof *t + t->used"), Some(0));
}

#[test]
fn a_function_that_does_not_exist() {
    let path = file("one.c", "int main(void) { return 0; }");
    assert_input_error(&check(&path, &["--function", "two"]), &["two"]);
}

#[test]
fn wrong_usage() {
    for arguments in [
        &[][..],
        &["check"],
        &["chekc", "a.c"],
        &["check", "--property", "speed", "a.c"],
        &["check", "--quiet", "--stats", "a.c"],
        &["check", "--time", "soon", "a.c"],
        &["check", "--arg", "x", "--symbolic-args", "1", "a.c"],
        &["explain", "R9999"],
    ] {
        let output = raddle(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn truncated_ir_is_refused_at_any_byte() {
    let text =
        "define i32 @main() {\n  %1 = add i32 1, 2\n  %2 = icmp eq i32 %1, 3\n  ret i32 0\n}\n";
    for length in 1..text.len() - 1 {
        let output = check(&file("cut.ll", &text[..length]), &["--quiet"]);
        assert_eq!(output.status.code(), Some(2), "cut at {length}: {}", stderr(&output));
    }
    assert_eq!(check(&file("whole.ll", text), &["--quiet"]).status.code(), Some(0));
}

#[test]
fn help_and_version() {
    let help = raddle(&["check", "--help"]);
    assert_eq!(help.status.code(), Some(0));
    for word in ["--property", "--unwind", "Exit codes", "-I <DIR>"] {
        assert!(stdout(&help).contains(word), "{word}");
    }
    assert!(stdout(&raddle(&["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn explain_knows_codes_and_names() {
    assert!(stdout(&raddle(&["explain"])).contains("U0101"));
    assert_eq!(
        stdout(&raddle(&["explain", "R0202"])),
        stdout(&raddle(&["explain", "use-after-free"]))
    );
}

#[test]
fn quiet_prints_one_line() {
    let output = raddle(&["check", "--quiet", "examples/distance.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 1);
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README can be read");
    let block = readme.split("$ raddle check examples/distance.c\n").nth(1).expect("the example");
    let shown: Vec<&str> = block.lines().take_while(|line| !line.starts_with("```")).collect();
    let printed = stdout(&raddle(&["check", "examples/distance.c"]));
    let printed: Vec<&str> = printed.lines().collect();
    // One line has the time in it, and inputs may differ between versions of the solver.
    assert_eq!(shown.len(), printed.len(), "{}", printed.join("\n"));
    assert_eq!(shown[..6], printed[..6]);
    let verdict = |lines: &[&str]| lines.iter().position(|line| line.starts_with("unsafe: "));
    assert_eq!(verdict(&shown), verdict(&printed));
}

#[test]
fn examples_have_the_bugs_they_speak_of() {
    for (example, code) in [("distance.c", "R0101"), ("top_readings.c", "R0201")] {
        let output = raddle(&["check", "--format", "json", &format!("examples/{example}")]);
        let report: Report = serde_json::from_str(&stdout(&output)).expect("a report");
        let codes: Vec<&str> =
            report.findings.iter().map(|finding| finding.code.as_str()).collect();
        assert_eq!(codes, [code], "{example}");
        assert_eq!(
            report.findings[0].location.as_ref().map(|place| place.file.clone()),
            Some(format!("examples/{example}"))
        );
    }
}

#[test]
fn printed_reports_fit_the_schema() {
    let external = "int other(int);\nint main(void) { return other(1); }\n";
    let safe = "int main(void) { return 0; }\n";
    let distance = std::fs::read(root().join("examples/distance.c")).expect("the example exists");
    for (name, text, code) in [
        ("schema_unsafe.c", &distance[..], 1),
        ("schema_unknown.c", external.as_bytes(), 3),
        ("schema_safe.c", safe.as_bytes(), 0),
    ] {
        let output = check(&file(name, text), &["--format", "json"]);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", stderr(&output));
        assert_eq!(validator::Validator::validate(&stdout(&output)), Vec::<String>::new());
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "examples/distance.c"]).current_dir(root());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raddle can be started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("raddle ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn test_cases_are_written() {
    let source = "int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() > 3) return 1; return 0; }\n";
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join("emitted");
    let _ = std::fs::remove_dir_all(&directory);
    let path = directory.display().to_string();
    let output = check(&file("two_paths.c", source), &["--emit-tests", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(&directory).expect("the directory exists").count(), 2);
}

/// A program whose exploration does not end.
const ENDLESS: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) { unsigned n = 0; while (__VERIFIER_nondet_int()) if (++n == 4000000000u) __builtin_trap(); return 0; }\n";

#[test]
fn the_time_limit_is_kept_and_reported() {
    let start = Instant::now();
    let output = check(&file("endless_time.c", ENDLESS), &["--time", "1s", "--format", "json"]);
    assert!(start.elapsed() < Duration::from_secs(15));
    let report: Report = serde_json::from_str(&stdout(&output)).expect("a report");
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reasons.iter().any(|reason| reason.code == "U0103"), "{:?}", report.reasons);
}

#[cfg(unix)]
#[test]
fn an_interrupt_still_gives_a_report() {
    let path = file("endless_interrupt.c", ENDLESS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--format", "json"]).arg(&path).stdin(Stdio::null());
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raddle can be started");
    // Long enough for the compiler to be done on a busy machine; a signal before the handler would simply end it.
    std::thread::sleep(Duration::from_secs(3));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("raddle ends");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let report: Report = serde_json::from_str(&stdout(&output)).expect("a report");
    assert!(report.reasons.iter().any(|reason| reason.code == "U0105"), "{:?}", report.reasons);
}
