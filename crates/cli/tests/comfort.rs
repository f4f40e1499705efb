//! Commands around a check: completions, manual pages, a first harness, the doctor, and the comparison of two reports.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("src")).expect("the directory can be made");
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("the file can be written");
    }
    directory
}

fn command(directory: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split_whitespace()).current_dir(directory).stdin(Stdio::null());
    command
}

/// What is printed to both streams, and the exit code.
fn told(output: &Output) -> (String, Option<i32>) {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

fn raddle(directory: &Path, line: &str) -> (String, Option<i32>) {
    told(&command(directory, line).output().expect("raddle can be started"))
}

fn shows(printed: &str, what: &[&str]) {
    for what in what {
        assert!(printed.contains(what), "{what} is not in\n{printed}");
    }
}

#[test]
fn shells_know_every_flag_that_help_shows() {
    let directory = directory("completions", &[]);
    let (help, _) = raddle(&directory, "check --help");
    let flags: Vec<&str> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .filter(|flag| flag.len() > 2 && flag.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .collect();
    assert!(flags.len() > 30, "{flags:?}");
    for shell in ["bash", "zsh", "fish"] {
        let (script, code) = raddle(&directory, &format!("completions {shell}"));
        assert_eq!(code, Some(0), "{shell}");
        for flag in &flags {
            assert!(script.contains(flag), "{shell} does not know --{flag}");
        }
        for hidden in ["--stall", "turns-eagerly", "--once"] {
            assert!(!script.contains(hidden), "{shell} knows {hidden}");
        }
        let path = directory.join(format!("raddle.{shell}"));
        std::fs::write(&path, script).expect("it can be written");
        // The shell itself reads it, if it is there.
        let read = Command::new(shell).arg("-n").arg(&path).output();
        assert!(read.map_or(true, |output| output.status.success()), "{shell}");
    }
    let complete = "source raddle.bash; COMP_WORDS=(raddle check --unw); COMP_CWORD=2; _raddle raddle --unw check; echo \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    let output = bash.args(["-c", complete]).current_dir(&directory).output().expect("bash");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "--unwind", "{output:?}");
    assert_eq!(raddle(&directory, "completions tcsh").1, Some(2));
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let directory = directory("man", &[]);
    let (help, _) = raddle(&directory, "--help");
    let (_, code) = raddle(&directory, "man --dir pages");
    assert_eq!(code, Some(0));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| !line.starts_with("   "));
    let mut count = 0;
    for name in commands.filter_map(|line| line.split_whitespace().next()) {
        let path = directory.join(format!("pages/raddle-{name}.1"));
        let page = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} has none"));
        shows(&page, &[".TH", ".SH NAME", &format!("raddle\\-{name}")]);
        count += 1;
    }
    assert!(count >= 15, "{help}");
    let (page, _) = raddle(&directory, "man");
    shows(&page, &[".TH raddle 1", "raddle\\-check(1)", "Exit codes"]);
}

const LIBRARY: &str = "#include <stdbool.h>\n#include <stdio.h>\n#include <string.h>\nstruct node { int key; struct node *next; };\n\
    typedef struct { int x, y; } point;\ntypedef int (*compare)(const void *, const void *);\n\
    int last(const int *values, unsigned count) { return values[count - 1]; }\n\
    size_t length(const char *text) { return strlen(text); }\n\
    static int all(struct node *list, point *where, bool deep, unsigned char small, FILE *file, void *data, char **names, double scale, compare by) {\n    \
    (void)where; (void)file; (void)data; (void)names; (void)by; return list->key + deep + small + (scale > 0); }\n\
    int main(void) { struct node n = {1, 0}; point p = {0, 0}; return all(&n, &p, true, 1, stdout, &n, 0, 1, 0); }\n";

#[test]
fn a_first_harness_compiles_and_finds() {
    let directory = directory("init", &[("src/library.c", LIBRARY)]);
    let (printed, code) = raddle(&directory, "init --function last src/library.c");
    assert_eq!(code, Some(0), "{printed}");
    shows(
        &printed,
        &["wrote raddle.toml", "wrote check_last.c", "next: raddle check check_last.c"],
    );
    let (printed, code) = raddle(&directory, "check check_last.c");
    assert_eq!(code, Some(1), "{printed}");
    shows(&printed, &["error[R0201]", "src/library.c:7"]);
    for name in ["length", "all"] {
        let (printed, code) = raddle(&directory, &format!("init --function {name} src/library.c"));
        assert_eq!(code, Some(0), "{printed}");
        let (printed, code) = raddle(&directory, &format!("check --input 3 check_{name}.c"));
        assert_eq!(code, Some(0), "{printed}");
    }
    let (printed, code) = raddle(&directory, "init --function last src/library.c");
    assert_eq!(code, Some(2), "{printed}");
    shows(&printed, &["check_last.c is there already", "--force"]);
    let (printed, code) = raddle(&directory, "init --function lats src/library.c");
    assert_eq!(code, Some(2), "{printed}");
    shows(&printed, &["did you mean last?"]);
}

/// Every line of the configuration that is commented out means something.
#[test]
fn the_settings_of_init_are_right_when_the_marks_are_removed() {
    let directory = directory("settings", &[("p.c", "int main(void) { return 0; }\n")]);
    let (printed, code) = raddle(&directory, "init");
    assert_eq!(code, Some(0), "{printed}");
    let (printed, code) = raddle(&directory, "check -q p.c");
    assert_eq!((printed.as_str(), code), ("safe\n", Some(0)));
    let path = directory.join("raddle.toml");
    let text = std::fs::read_to_string(&path).expect("it was written");
    let is_setting = |rest: &&str| {
        let word = rest.split(" = ").next().unwrap_or("");
        rest.starts_with("[[") || rest.contains(" = ") && !word.contains(' ')
    };
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.strip_prefix("# ").filter(is_setting).unwrap_or(line))
        .collect();
    std::fs::write(&path, lines.join("\n")).expect("it can be written");
    let (printed, code) = raddle(&directory, "check --print-config p.c");
    assert_eq!(code, Some(0), "{printed}");
    let settings = printed.lines().filter(|line| line.ends_with("# raddle.toml")).count();
    assert_eq!(settings, 11, "{printed}");
    shows(&printed, &["[[suppress]]", "counters may lose hits"]);
    assert_eq!(raddle(&directory, "check -q p.c").1, Some(0));
}

#[test]
fn the_doctor_says_what_is_missing() {
    let directory = directory("doctor", &[]);
    let (printed, code) = raddle(&directory, "doctor");
    assert_eq!(code, Some(0), "{printed}");
    shows(&printed, &["ok       compiler   clang ", "everything that checks need is there"]);
    let mut without = command(&directory, "doctor");
    let output = without.env("PATH", &directory).output().expect("raddle can be started");
    let (printed, code) = told(&output);
    assert_eq!(code, Some(3), "{printed}");
    shows(&printed, &["missing  compiler", "clang"]);
    let mut nowhere = command(&directory, "doctor");
    let output = nowhere.env("TMPDIR", "/proc/none").output().expect("raddle can be started");
    let (printed, code) = told(&output);
    assert_eq!(code, Some(3), "{printed}");
    shows(&printed, &["missing  temporary", "TMPDIR"]);
}

const OLD: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    assert(x != 7);\n    return 0;\n}\n";

#[test]
fn two_reports_are_compared() {
    let directory = directory("diff", &[("p.c", OLD)]);
    raddle(&directory, "check -q --report old.json p.c");
    // The same finding at another line.
    std::fs::write(directory.join("p.c"), format!("/* moved */\n{OLD}"))
        .expect("it can be written");
    raddle(&directory, "check -q --report moved.json p.c");
    let (printed, code) = raddle(&directory, "diff old.json moved.json");
    assert_eq!(code, Some(0), "{printed}");
    shows(&printed, &["changed\n  R0101-", "was: p.c:5", "unsafe as before"]);
    let more = OLD.replace("x != 7", "x != 8").replace("return 0", "while (x) ;\n    return 0");
    std::fs::write(directory.join("p.c"), more).expect("it can be written");
    raddle(&directory, "check -q --unwind 2 --report new.json p.c");
    let (printed, code) = raddle(&directory, "diff old.json new.json");
    assert_eq!(code, Some(1), "{printed}");
    shows(
        &printed,
        &["appeared\n  R0101-", "assertion `x != 8` fails", "went\n  R0101-", "not explored: "],
    );
    let (printed, code) = raddle(&directory, "diff new.json old.json --format json");
    assert_eq!(code, Some(1), "{printed}");
    let compared: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
    assert_eq!(compared["appeared"].as_array().map(Vec::len), Some(1), "{printed}");
    let (printed, code) = raddle(&directory, "diff old.json old.json");
    assert_eq!(code, Some(0));
    assert_eq!(printed, "unsafe as before: nothing appeared, went or changed\n");
    let (printed, code) = raddle(&directory, "diff old.json p.c");
    assert_eq!(code, Some(2), "{printed}");
}

#[test]
fn a_summary_in_markdown() {
    let directory = directory("markdown", &[("p.c", OLD)]);
    raddle(&directory, "check -q --report summary.md p.c");
    let text = std::fs::read_to_string(directory.join("summary.md")).expect("it was written");
    shows(
        &text,
        &[
            "# Raddle: p.c\n\n**unsafe**: 1 finding (assertion failed)\n",
            "| `R0101` assertion failed | p.c:5 | assertion \\`x != 7\\` fails |",
            "<details><summary>R0101-",
            "```text\nerror[R0101]",
        ],
    );
}
