//! Findings of `--function` as C programs that build the heap and fail: `raddle replay --emit-test`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of the corpus, and what the C compiler has to add for the failure to show.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("list_reverse_bad.c", &[]),
    ("list_free_bad.c", &["-fsanitize=address"]),
    ("field_overlap_bad.c", &[]),
    ("global_alias_bad.c", &[]),
    ("array_largest_bad.c", &["-fsanitize=address"]),
    ("tree_rotate_bad.c", &[]),
    ("string_duplicate_bad.c", &["-fsanitize=address,undefined"]),
    ("sum_overflow_bad.c", &["-fsanitize=address,undefined"]),
    ("account_close_bad.c", &["-fsanitize=address,undefined"]),
    ("board_row_bad.c", &["-fsanitize=address,undefined"]),
    ("array_empty_bad.c", &["-fsanitize=address,undefined"]),
    ("handle_read_bad.c", &["-fsanitize=address,undefined"]),
    ("queue_clear_bad.c", &["-fsanitize=address,undefined"]),
    ("span_equal_bad.c", &["-fsanitize=address,undefined"]),
    ("timers_expire_bad.c", &["-fsanitize=address,undefined"]),
    ("tree_free_bad.c", &["-fsanitize=address,undefined"]),
];

/// Those whose repaired twins do right with the memory of the finding, so that what is emitted has nothing to complain about.
const REPAIRED: &[&str] = &[
    "string_duplicate_bad.c",
    "sum_overflow_bad.c",
    "account_close_bad.c",
    "board_row_bad.c",
    "array_empty_bad.c",
    "handle_read_bad.c",
    "queue_clear_bad.c",
    "span_equal_bad.c",
    "timers_expire_bad.c",
    "tree_free_bad.c",
];

#[test]
fn emitted_programs_fail() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/seq/functions");
    for (name, more) in PROGRAMS {
        let scratch =
            std::env::temp_dir().join(format!("raddle-harness-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&scratch).expect("a directory");
        let source = corpus.join(name).canonicalize().expect("the program is there");
        let finding = find(&source, &scratch);
        let test = scratch.join("test.c");
        let replay =
            raddle(&scratch).arg("replay").arg("--emit-test").arg(&test).arg(finding).output();
        assert_eq!(replay.expect("raddle runs").status.code(), Some(1), "{name}");
        let binary = scratch.join("test");
        let compiled = |test: &Path| {
            let compiler = Command::new("cc")
                .args(["-w", "-pthread", "-I."])
                .current_dir(&scratch)
                .args(*more)
                .arg("-o")
                .arg(&binary)
                .arg(test)
                .output()
                .expect("there is a C compiler");
            let errors = String::from_utf8_lossy(&compiler.stderr).into_owned();
            assert!(compiler.status.success(), "{name}: {errors}");
            Command::new(&binary).output().expect("it runs").status.success()
        };
        assert!(!compiled(&test), "{name} does not fail");
        if REPAIRED.contains(name) {
            let text = std::fs::read_to_string(&test).expect("it was written");
            let repaired = scratch.join("repaired.c");
            std::fs::write(&repaired, text.replace("_bad.c\"", "_ok.c\"")).expect("it is written");
            assert!(compiled(&repaired), "{name} fails when it is repaired");
        }
        std::fs::remove_dir_all(&scratch).ok();
    }
}

fn raddle(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.current_dir(directory);
    command
}

/// Checks a program as its directives say; the file of its first finding.
fn find(source: &Path, scratch: &Path) -> PathBuf {
    let text = std::fs::read_to_string(source).expect("it can be read");
    let flags = text.lines().find_map(|line| line.strip_prefix("//@ flags: ")).expect("flags");
    // Words in quotes are one.
    let parts = flags.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    let out = scratch.join("out");
    let mut check = raddle(scratch);
    check.arg("check").args(words).arg("--out").arg(&out).arg(source);
    assert_eq!(check.output().expect("raddle runs").status.code(), Some(1), "{}", source.display());
    // A program outside of the current directory has a place with a number.
    let places = std::fs::read_dir(&out).expect("findings are kept");
    let mut files = places.flatten().map(|place| place.path().join("finding-1.json"));
    files.find(|file| file.exists()).expect("a finding is kept")
}
