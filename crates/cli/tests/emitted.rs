//! Tests that `raddle replay --emit-test` writes: compiled as their first lines say, without anything of the project around them, each fails every
//! time, and does not once the program in it is repaired.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[expect(dead_code, reason = "this test has a list of its own")]
mod sample;

/// How often a test has to fail.
const TIMES: usize = 20;

struct Case {
    name: &'static str,
    flags: &'static str,
    /// Sources; the first one is the program's name.
    files: &'static [(&'static str, &'static str)],
    /// What `--native` says.
    confirmed: &'static str,
    /// What the test prints.
    said: &'static str,
    /// A repair of the program: text and what takes its place.
    repair: (&'static str, &'static str),
    /// Exit code of the repaired test: 0, or 71 if it leaves the recorded run.
    repaired: i32,
}

const CASES: &[Case] = &[
    Case {
        name: "characters",
        flags: "--input 6",
        files: &[(
            "p.c",
            "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    int c, all = 0, marks = 0;\n    while ((c = getchar()) != EOF) {\n\
             all++;\n        marks += c == '?';\n    }\n    assert(!(all == 6 && marks == 2));\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `!(all == 6 && marks == 2)` fails (p.c:9)",
        said: "Assertion `!(all == 6 && marks == 2)' failed",
        repair: ("marks == 2)", "marks == 7)"),
        repaired: 0,
    },
    Case {
        name: "scanf",
        flags: "--input 9",
        files: &[(
            "p.c",
            "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    int a, b;\n    unsigned x;\n    char last;\n\
             if (scanf(\"%d,%d %x %c\", &a, &b, &x, &last) == 4)\n        assert(!(a == 17 && b == -4 && x == 0xbeef && last == '7'));\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `!(a == 17",
        said: "failed",
        repair: ("x == 0xbeef", "x == 0"),
        repaired: 0,
    },
    Case {
        name: "getenv",
        flags: "--symbolic-env 3",
        files: &[(
            "p.c",
            "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n    const char *mode = getenv(\"MODE\");\n\
             if (mode)\n        assert(strcmp(mode, \"go\") != 0);\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `strcmp(mode, \"go\") != 0` fails",
        said: "strcmp(mode, \"go\") != 0",
        repair: ("if (mode)", "if (mode && 0)"),
        repaired: 0,
    },
    Case {
        name: "arguments",
        flags: "--symbolic-args 2,3",
        files: &[(
            "p.c",
            "#include <assert.h>\n#include <string.h>\nint main(int count, char **arguments) {\n\
             assert(count != 3 || strcmp(arguments[1], \"a\") || strcmp(arguments[2], \"bc\"));\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `count != 3",
        said: "failed",
        repair: ("count != 3", "count != 4"),
        repaired: 0,
    },
    Case {
        name: "files",
        flags: "-Iinclude -DSTEP=2",
        files: &[
            (
                "p.c",
                "#include \"list.h\"\n#include <assert.h>\nstatic int step(void) { return 1; }\nint main(void) {\n    struct list all = {0};\n\
                 add(&all);\n    assert(all.count == step());\n    return 0;\n}\n",
            ),
            (
                "list.c",
                "#include <list.h>\nstatic int step(void) { return STEP; }\nvoid add(struct list *all) { all->count += step(); }\n",
            ),
            (
                "include/list.h",
                "#pragma once\n#include \"list.h\"\nstruct list { int count; };\nvoid add(struct list *all);\n",
            ),
        ],
        confirmed: "the assertion `all.count == step()` fails (p.c:7)",
        said: "p.c:7",
        repair: ("return STEP", "return 1"),
        repaired: 0,
    },
    Case {
        name: "undefined",
        flags: "",
        files: &[(
            "p.c",
            "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint other(int);\nextern int elsewhere;\nint main(void) {\n\
             int x = __VERIFIER_nondet_int();\n    if (x == 1)\n        return other(elsewhere);\n    assert(x != 5);\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `x != 5` fails",
        said: "`x != 5' failed",
        repair: ("assert(x != 5)", "assert(x != 1)"),
        repaired: 0,
    },
    Case {
        name: "havoc",
        flags: "--havoc-externals",
        files: &[(
            "p.c",
            "#include <assert.h>\nunsigned char measure(int);\nlong count(void);\nint main(void) {\n    int found = measure(count() > 0);\n\
             assert(!(found == 250 && count() == -77));\n    return 0;\n}\n",
        )],
        confirmed: "the assertion `!(found == 250",
        said: "failed",
        repair: ("== -77", "== -78"),
        repaired: 0,
    },
    Case {
        name: "memalign",
        flags: "",
        files: &[(
            "p.c",
            "#include <stdlib.h>\nint main(void) {\n    int *p;\n    if (posix_memalign((void **)&p, 64, 16))\n        return 1;\n    p[0] = 0;\n    free(p);\n\
             return p[0];\n}\n",
        )],
        confirmed: "access of 4 bytes to a block of 16 bytes that was freed (p.c:8",
        said: "that was freed at p.c:8",
        repair: ("free(p);", ""),
        repaired: 0,
    },
    Case {
        name: "getline",
        flags: "--input 4",
        files: &[(
            "p.c",
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    char *line = 0;\n    size_t size = 0;\n    long length = getline(&line, &size, stdin);\n\
             free(line);\n    return length == 3 ? line[0] == 'z' : 0;\n}\n",
        )],
        confirmed: "that was freed (p.c:8",
        said: "that was freed",
        repair: ("line[0] == 'z'", "0"),
        repaired: 0,
    },
    Case {
        name: "leak",
        flags: "--property memory:leak",
        files: &[(
            "p.c",
            "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(4);\n    p[0] = 1;\n    return 0;\n}\n",
        )],
        confirmed: "memory is left at the end",
        said: "1 block of memory was never freed",
        repair: ("return 0;", "free(p); return 0;"),
        repaired: 0,
    },
    Case {
        name: "race",
        flags: "--property race",
        files: &[(
            "p.c",
            "#include <pthread.h>\nint shared;\nstatic void *work(void *unused) {\n    shared = 1;\n    return unused;\n}\n\
             int main(void) {\n    pthread_t thread;\n    pthread_create(&thread, 0, work, 0);\n    int seen = shared;\n    pthread_join(thread, 0);\n    return seen;\n}\n",
        )],
        confirmed: "nothing orders them",
        said: "data race: thread",
        repair: (
            "int seen = shared;\n    pthread_join(thread, 0);",
            "pthread_join(thread, 0);\n    int seen = shared - 1;",
        ),
        repaired: 71,
    },
    Case {
        name: "deadlock",
        flags: "--property deadlock",
        files: &[(
            "p.c",
            "#include <pthread.h>\npthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n\
             static void both(pthread_mutex_t *one, pthread_mutex_t *two) {\n    pthread_mutex_lock(one);\n    pthread_mutex_lock(two);\n\
             pthread_mutex_unlock(two);\n    pthread_mutex_unlock(one);\n}\n\
             static void *work(void *unused) {\n    both(&b, &a);\n    return unused;\n}\n\
             int main(void) {\n    pthread_t thread;\n    pthread_create(&thread, 0, work, 0);\n    both(&a, &b);\n    pthread_join(thread, 0);\n    return 0;\n}\n",
        )],
        confirmed: "is stuck in pthread_mutex_lock",
        said: "is stuck in pthread_mutex_lock at p.c:5",
        repair: ("both(&b, &a)", "both(&a, &b)"),
        repaired: 71,
    },
];

fn raddle(directory: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let words = line.split(' ').filter(|word| !word.is_empty());
    command.args(words).current_dir(directory).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The command in the first lines of a test, without the last step, which runs it.
fn build(test: &str) -> &str {
    let command = test.lines().nth(3).and_then(|line| line.strip_prefix(" * ")).expect("a command");
    command.strip_suffix(" && ./test").expect("it runs the test")
}

/// Compiles a test where nothing else is, and runs it.
fn run(directory: &Path, test: &str, times: usize) -> Vec<Output> {
    let _ = std::fs::remove_dir_all(directory);
    std::fs::create_dir_all(directory).expect("the directory can be made");
    std::fs::write(directory.join("test.c"), test).expect("the test can be written");
    let compiled = Command::new("sh").args(["-c", build(test)]).current_dir(directory).output();
    let compiled = compiled.expect("a shell can be started");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let run = || {
        let mut command = Command::new(directory.join("test"));
        command.current_dir(directory).stdin(Stdio::null());
        command.output().expect("the test can be started")
    };
    (0..times).map(|_| run()).collect()
}

fn check(case: &Case) {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(case.name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("include")).expect("the directory can be made");
    for (name, source) in case.files {
        std::fs::write(directory.join(name), source).expect("the file can be written");
    }
    let sources: Vec<&str> =
        case.files.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".c")).collect();
    let checked = raddle(&directory, &format!("check {} {}", case.flags, sources.join(" ")));
    assert_eq!(
        checked.status.code(),
        Some(1),
        "{}{}",
        text(&checked.stdout),
        text(&checked.stderr)
    );
    let replay = "replay --native --emit-test test.c raddle-out/p/finding-1.json";
    let printed = text(&raddle(&directory, replay).stdout);
    assert!(printed.contains("confirmed natively: "), "{}: {printed}", case.name);
    assert!(printed.contains(case.confirmed), "{}: {printed}", case.name);
    assert!(printed.contains("wrote test.c"), "{}: {printed}", case.name);
    let test = std::fs::read_to_string(directory.join("test.c")).expect("the test was written");
    assert!(
        !test.contains(env!("CARGO_TARGET_TMPDIR")),
        "{}: it tells where it was made",
        case.name
    );
    for output in run(&directory.join("alone"), &test, TIMES) {
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{}: {said}", case.name);
        assert!(said.contains(case.said), "{}: {said}", case.name);
    }
    let (wrong, right) = case.repair;
    let program = test.rfind("#elif RADDLE_PART == 1").expect("the program");
    let repaired = format!("{}{}", &test[..program], test[program..].replacen(wrong, right, 1));
    assert_ne!(repaired, test, "{}: there is nothing to repair", case.name);
    for output in run(&directory.join("repaired"), &repaired, 1) {
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(case.repaired), "{}: {said}", case.name);
        assert_eq!(said.contains("leaves the recorded run"), case.repaired == 71, "{said}");
    }
}

fn is_quick(case: &&Case) -> bool {
    sample::is_chosen(Path::new(""), Path::new(case.name), 3)
}

#[test]
fn a_test_fails_alone_every_time_and_not_when_it_is_repaired() {
    let quick = CASES.iter().filter(is_quick);
    assert!(quick.map(check).count() >= 4);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn the_other_tests_fail_alone_every_time_and_not_when_they_are_repaired() {
    CASES.iter().filter(|case| !is_quick(case)).for_each(check);
}

#[test]
fn the_command_names_the_compiler_that_was_used() {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join("compiler");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("my tools")).expect("the directory can be made");
    let clang = raddle_frontend::find_clang().expect("clang is there");
    std::os::unix::fs::symlink(&clang, directory.join("my tools/cc")).expect("a link can be made");
    std::fs::write(directory.join("p.c"), "#include <assert.h>\nint main(void) { assert(0); }\n")
        .expect("the file can be written");
    let compiler = || {
        let replay = "replay --trust --emit-test test.c raddle-out/p/finding-1.json";
        let printed = text(&raddle(&directory, replay).stdout);
        let test = std::fs::read_to_string(directory.join("test.c"));
        let test = test.unwrap_or_else(|_| panic!("{printed}"));
        build(&test).split(" -std").next().unwrap_or_default().to_owned()
    };
    raddle(&directory, "check -q p.c");
    let name = clang.file_name().expect("a name").to_string_lossy().into_owned();
    assert_eq!(compiler(), name);
    let own = directory.join("my tools/cc").display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "-q", "--clang", &own, "p.c"]).current_dir(&directory);
    command.output().expect("raddle can be started");
    assert_eq!(compiler(), format!("'{own}'"));
}

#[test]
fn whoever_compiles_it_as_any_other_file_is_told_what_to_do() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(env!("CARGO_CRATE_NAME"))
        .join("in_one_piece");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    std::fs::write(directory.join("p.c"), "#include <assert.h>\nint main(void) { assert(0); }\n")
        .expect("the file can be written");
    raddle(&directory, "check -q p.c");
    raddle(&directory, "replay --emit-test test.c raddle-out/p/finding-1.json");
    let compiled =
        Command::new("cc").args(["test.c", "-o", "test"]).current_dir(&directory).output();
    let compiled = compiled.expect("a compiler can be started");
    let said = text(&compiled.stderr);
    assert!(
        !compiled.status.success() && said.contains("the command in its first lines"),
        "{said}"
    );
}
