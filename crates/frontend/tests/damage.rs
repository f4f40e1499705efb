//! Damaged IR: cut off at any byte, mutated, nested too deep. The front end answers with an error or a
//! program, never with a panic, and in time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use raddle_frontend::{FrontendError, fuzz_once, load_texts};
use raddle_fuzz::mutate::mutate;
use raddle_fuzz::random::Random;

/// Time for the random part; `cargo xtask fuzz ir` goes on for longer.
const BUDGET: Duration = Duration::from_secs(4);

fn originals() -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(directory).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    files.sort();
    files.iter().map(|path| fs::read_to_string(path).expect("readable")).collect()
}

#[test]
fn a_file_cut_anywhere_is_no_panic() {
    let originals = originals();
    let start = Instant::now();
    // Every byte of a small file's code; coarser steps through the rest.
    for (index, text) in originals.iter().enumerate() {
        let step = if index == 0 { 7 } else { 97 };
        for end in (0..text.len()).step_by(step) {
            fuzz_once(&text.as_bytes()[..end]);
            if start.elapsed() > BUDGET {
                return;
            }
        }
    }
}

#[test]
fn mutated_files_are_no_panic() {
    let originals = originals();
    let mut random = Random::new(1);
    let start = Instant::now();
    while start.elapsed() < BUDGET {
        let original = random.pick(&originals).clone();
        let damaged = mutate(&original, &mut random);
        let before = Instant::now();
        fuzz_once(damaged.as_bytes());
        assert!(before.elapsed() < Duration::from_secs(10), "a file took too long");
    }
}

fn error_of(text: &str) -> FrontendError {
    match load_texts(&[(PathBuf::from("input.ll"), text.to_owned())]) {
        Ok(_) => panic!("accepted: {}", text.chars().take(60).collect::<String>()),
        Err(error) => error,
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    for text in [
        format!("@g = global {}i8{} undef", "[1 x ".repeat(deep), "]".repeat(deep)),
        format!(
            "@g = global ptr {}null{}",
            "getelementptr (i8, ptr ".repeat(deep),
            ")".repeat(deep)
        ),
        format!("!0 = {}{}", "!{".repeat(deep), "}".repeat(deep)),
        format!("@g = global i8 {}", "{".repeat(deep)),
    ] {
        assert!(matches!(error_of(&text), FrontendError::Parse { .. }));
    }
    let chain: String = (0..deep).map(|i| format!("%t{i} = type {{ %t{} }}\n", i + 1)).collect();
    let _ = load_texts(&[(PathBuf::from("chain.ll"), format!("{chain}@g = global %t0 undef"))]);
}

#[test]
fn doubling_types_cost_no_time() {
    let mut text = "%t0 = type {}\n%s0 = type { i8 }\n".to_owned();
    for i in 0..60 {
        text += &format!(
            "%t{} = type {{ %t{i}, %t{i} }}\n%s{} = type {{ %s{i}, %s{i} }}\n",
            i + 1,
            i + 1
        );
    }
    text += "define %t60 @f(%t60 %x) {\n ret %t60 %x\n}\ndefine void @g(ptr %p) {\n %v = load %s60, ptr %p\n ret void\n}\n";
    let start = Instant::now();
    let _ = load_texts(&[(PathBuf::from("doubling.ll"), text)]);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn errors_say_where_and_what() {
    for (text, line, column, message) in [
        ("define i32 @f() {\n  ret i32 %x\n}", 2, 11, "%x is used but not defined"),
        ("define i32 @f() {\n  br label %x\n}", 2, 12, "label %x is not defined"),
        ("define i32 @f() {\n  %a = add i32 1,\n}", 3, 1, "expected a value, found '}'"),
        ("@g = global i32", 1, 16, "expected a value, found the end of the file"),
        ("@g = global [4 y i8] undef", 1, 16, "expected 'x', found 'y'"),
        ("hello", 1, 1, "expected a top-level entity, found 'hello'"),
        ("@g = constant [2 x i8] c\"ab", 1, 25, "this string is never closed"),
    ] {
        let FrontendError::Parse { line: l, column: c, message: m, .. } = error_of(text) else {
            panic!("{text}");
        };
        assert_eq!((l, c, m.as_str()), (line, column, message), "{text}");
    }
    for (text, line, message) in [
        (
            "define i32 @f(i32 %x) {\n  %y = add i64 %x, 1\n  ret i32 %x\n}",
            2,
            "%x is used with a type other than its own",
        ),
        ("define i32 @f() {\n  ret i64 1\n}", 2, "a return of another type than the function's"),
        ("define void @f() {\n  call void @g()\n  ret void\n}", 2, "@g is not declared"),
        ("define void @f() {\na:\n  br label %a\n}", 3, "a jump to the entry block"),
        (
            "define void @f(i32 %x) {\n  switch i32 %x, label %a [ i32 1, label %a i32 1, label %a ]\na:\n  ret void\n}",
            2,
            "a switch with two equal cases",
        ),
    ] {
        let FrontendError::Malformed { line: l, message: m, .. } = error_of(text) else {
            panic!("{text}: {}", error_of(text));
        };
        assert_eq!((l, m.as_str()), (line, message), "{text}");
    }
}
