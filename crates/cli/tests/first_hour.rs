//! What somebody sees in the first hour: values as C writes them, few inputs, and where the time went.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("the file can be written");
    }
    directory
}

/// What is printed to both streams, and the exit code.
fn raddle(directory: &Path, line: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split_whitespace()).current_dir(directory).stdin(Stdio::null());
    let output = command.output().expect("raddle can be started");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

fn shows(printed: &str, what: &[&str]) {
    for what in what {
        assert!(printed.contains(what), "{what} is not in\n{printed}");
    }
}

#[test]
fn values_are_written_as_c_writes_them() {
    let text = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic unsigned total;\nint main(void) {\n    \
        unsigned a;\n    char c;\n    const char *mode = getenv(\"MODE\");\n    if (scanf(\"%u %c\", &a, &c) != 2 || !mode) return 1;\n    total = a;\n    \
        assert(!(total == 3000000000u && c == 'q' && strcmp(mode, \"\\v\\\"\") == 0));\n    return 0;\n}\n";
    let directory = directory("values", &[("p.c", text)]);
    let (printed, code) = raddle(&directory, "check --symbolic-env 4 --input 3 p.c");
    assert_eq!(code, Some(1), "{printed}");
    shows(
        &printed,
        &["= 3000000000", "unsigned int at p.c:10", "= \"\\v\\\"\"", "113 'q'", "`c == 'q'`"],
    );
    for ugly in ["-1294967296", "\\u{b}", ", ,"] {
        assert!(!printed.contains(ugly), "{ugly} is in\n{printed}");
    }
    let (printed, code) = raddle(&directory, "replay --native raddle-out/p/finding-1.json");
    assert_eq!(code, Some(1), "{printed}");
    shows(&printed, &["confirmed natively: the assertion `!(total == 3000000000u"]);
}

#[test]
fn inputs_that_do_not_matter_are_not_shown() {
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    int v[11], large = 0;\n    \
        for (int i = 0; i < 11; i++) v[i] = __VERIFIER_nondet_int();\n    for (int i = 0; i < 11; i++) if (v[i] > 5) large++;\n    \
        assert(!(v[1] == 3 && v[4] == v[7] + 1 && v[7] > 3));\n    return large;\n}\n";
    let directory = directory("inputs", &[("p.c", text)]);
    let (printed, _) = raddle(&directory, "check --first p.c");
    let rows = printed.lines().filter(|line| line.contains("int at p.c:5")).count();
    assert_eq!(rows, 3, "{printed}");
    shows(&printed, &["nondet_int#1 = 3 ", "the other 8 are 0"]);
    let (printed, code) = raddle(&directory, "replay raddle-out/p/finding-1.json");
    assert_eq!(code, Some(1), "{printed}");
}

#[test]
fn a_text_that_is_read_has_no_more_characters_than_it_needs() {
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    int c, marks = 0;\n    while ((c = getchar()) != EOF) {\n        \
        if (c == '#') marks++;\n        else if (c == 'x' && marks == 2) marks = 3;\n    }\n    assert(marks < 4);\n    return 0;\n}\n";
    let directory = directory("text", &[("p.c", text)]);
    let (printed, code) = raddle(&directory, "check --input 9 p.c");
    assert_eq!(code, Some(1), "{printed}");
    shows(&printed, &["stdin#0..4 = \"##", "4 characters, then the end, at p.c:5"]);
}

#[test]
fn unknown_says_where_the_time_went() {
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    int c, sum = 0;\n    while ((c = getchar()) != EOF)\n        \
        if (c > sum) sum = sum * 3 + c;\n    assert(sum != -1);\n    return 0;\n}\n";
    let directory = directory("hot", &[("p.c", text)]);
    let (printed, code) = raddle(&directory, "check --time 4s --report r.json p.c");
    assert_eq!(code, Some(3), "{printed}");
    shows(&printed, &["% of the states are in the loop at p.c:5: --input N ends what it reads"]);
    let json = std::fs::read_to_string(directory.join("r.json")).expect("it was written");
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let hot = &report["stats"]["hot"][0];
    assert_eq!((&hot["loop"], &hot["location"]["line"]), (&true.into(), &5.into()), "{hot}");
    assert!(hot["states"].as_u64() <= hot["of"].as_u64(), "{hot}");
}

#[test]
fn json_has_all_functions_that_nobody_knows() {
    let text =
        "int first(void), second(void);\nint main(void) {\n    return first() + second();\n}\n";
    let directory = directory("unmodelled", &[("p.c", text)]);
    let (printed, code) = raddle(&directory, "check --report r.json p.c");
    assert_eq!(code, Some(3), "{printed}");
    let json = std::fs::read_to_string(directory.join("r.json")).expect("it was written");
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let functions = report["unmodelled"].as_array().expect("they are listed");
    let told: Vec<_> = functions.iter().map(|one| (&one["name"], &one["havoc"])).collect();
    assert_eq!(told, [(&"first".into(), &true.into()), (&"second".into(), &true.into())]);
    assert_eq!(functions[0]["location"]["line"], 3, "{report}");
    let (printed, _) = raddle(&directory, "check --havoc-externals --format json p.c");
    assert!(!printed.contains("unmodelled"), "{printed}");
}

#[test]
fn typing_errors_are_answered_with_what_was_meant() {
    let file = ("raddle.toml", "[check]\nunwnid = 3\n");
    let directory = directory("typos", &[file, ("p.c", "int main(void) { return 0; }\n")]);
    let (printed, code) = raddle(&directory, "check p.c");
    assert_eq!(code, Some(2), "{printed}");
    shows(&printed, &["did you mean `unwind`?"]);
    let (printed, code) = raddle(&directory, "explain r202");
    assert_eq!(code, Some(2), "{printed}");
    shows(&printed, &["did you mean R0202"]);
}
