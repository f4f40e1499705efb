//! Programs of several files, each with its own flags: compilation databases, `raddle cc`, response files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fresh directory with files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    for (path, text) in files {
        let path = directory.join(path);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    directory
}

fn raddle(directory: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(directory)
        .args(words)
        .output()
        .expect("raddle can be started")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

const POOL: &[(&str, &str)] = &[
    (
        "inc/pool.h",
        "#ifndef CAPACITY\n#error no capacity\n#endif\nint put(int x);\nint count(void);\n",
    ),
    (
        "src/pool.c",
        "#include \"pool.h\"\nint clamp(int);\nstatic int n;\n\
         int put(int x) { if (n >= CAPACITY) return -1; n += clamp(x); return 0; }\nint count(void) { return n; }\n",
    ),
    ("src/clamp.c", "int clamp(int x) { return x > 1 ? 1 : x < 0 ? 0 : LOW; }\n"),
    ("src/tool.c", "int clamp(int x) { return x; }\nint main(void) { return 0; }\n"),
    (
        "tests/pool_test.c",
        "#include \"pool.h\"\n#include <assert.h>\n#include <stdio.h>\n\
         int main(void) {\n    for (int i = 0; i < 3; i++)\n        put(getchar());\n    assert(count() < 2);\n    return 0;\n}\n",
    ),
];

#[test]
fn a_database_has_flags_and_missing_files() {
    let directory = project("database", POOL);
    let entry = |file: &str, flags: &str| {
        format!(
            "{{\"directory\": \"build\", \"file\": \"../{file}\", \"command\": \"cc {flags} -O2 -o x.o -c ../{file}\"}}"
        )
    };
    let entries = |capacity: u32| {
        let flags = format!("-I../inc -DCAPACITY={capacity}");
        let all = [
            entry("tests/pool_test.c", &flags),
            entry("src/tool.c", ""),
            entry("src/pool.c", &flags),
            entry("src/clamp.c", "-DLOW=1"),
        ];
        format!("[{}]", all.join(","))
    };
    std::fs::create_dir_all(directory.join("build")).expect("a directory");
    for (capacity, code) in [(1, 0), (2, 1)] {
        // Directories of a database are relative to it.
        std::fs::write(directory.join("compile_commands.json"), entries(capacity)).expect("a file");
        let output = raddle(&directory, &["check", "--build", ".", "tests/pool_test.c"]);
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
    }
    std::fs::write(directory.join("words"), "--build '.' -q").expect("a file");
    let output = raddle(&directory, &["check", "@words", "tests/pool_test.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let output = raddle(&directory, &["replay", "raddle-out/tests/pool_test/finding-1.json"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
}

#[test]
fn a_wrong_database_is_told() {
    let directory =
        project("wrong", &[("a.c", "int main(void) { return 0; }\n"), ("no.json", "{}")]);
    for build in ["nowhere", "no.json"] {
        let output = raddle(&directory, &["check", "--build", build, "a.c"]);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(build), "{}", told(&output));
    }
}

#[test]
fn a_compiled_program_can_be_checked() {
    let directory = project("compiled", POOL);
    let flags = "-Iinc -DCAPACITY=2 -O2 -c";
    let mut steps: Vec<String> = vec![
        format!("cc {flags} tests/pool_test.c -o tests/pool_test.o"),
        format!("cc {flags} src/pool.c -o src/pool.o"),
        "cc -DLOW=1 -c src/clamp.c -o src/clamp.o".to_owned(),
    ];
    for step in &steps {
        let words: Vec<&str> = step.split(' ').collect();
        let output = raddle(&directory, &words);
        assert!(output.status.success(), "{step}: {}", told(&output));
    }
    let archived = Command::new("ar")
        .current_dir(&directory)
        .args(["rcs", "libpool.a", "src/pool.o", "src/clamp.o"])
        .status()
        .expect("ar can be started");
    assert!(archived.success());
    steps = vec!["cc tests/pool_test.o -L. -lpool -o pool_test".to_owned()];
    let words: Vec<&str> = steps[0].split(' ').collect();
    let output = raddle(&directory, &words);
    assert!(output.status.success(), "{}", told(&output));
    let output = raddle(&directory, &["check", "./pool_test"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let output = raddle(&directory, &["cc", "-c", "nowhere.c"]);
    assert_eq!(output.status.code(), Some(1), "the compiler's own exit code: {}", told(&output));
}
