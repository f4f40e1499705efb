//! What the models of library functions return, asked of the real functions: every correct program of `lib/errors` has to run
//! natively without a failed assertion. Those that want inputs of Raddle are left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LONGEST: Duration = Duration::from_secs(20);

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let entries = std::fs::read_dir(root.join("tests/corpus/lib/errors")).expect("the directory");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with("_ok.c"))
        .collect();
    programs.sort();
    programs
}

fn wants_inputs(program: &Path) -> bool {
    let text = std::fs::read_to_string(program).expect("a program can be read");
    text.contains("__VERIFIER_") || text.contains("raddle.h")
}

/// What went wrong, if something did.
fn run(program: &Path, binary: &Path) -> Option<String> {
    let clang = raddle_frontend::find_clang().expect("clang is there");
    let built = Command::new(clang)
        .args(["-w", "-pthread", "-o"])
        .arg(binary)
        .arg(program)
        .arg("-lm")
        .output()
        .expect("clang can be started");
    if !built.status.success() {
        return Some(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let mut child = Command::new(binary)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let begin = Instant::now();
    while child.try_wait().expect("the program can be waited for").is_none() {
        if begin.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            return Some(format!("it did not end within {LONGEST:?}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the program has ended");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then(|| format!("{}: {said}", output.status))
}

#[test]
#[cfg(target_os = "linux")]
fn real_functions_fail_as_their_models_do() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let mut complaints = Vec::new();
    let mut count = 0;
    for program in programs().iter().filter(|program| !wants_inputs(program)) {
        let binary = directory.join(program.file_stem().unwrap_or_default());
        count += 1;
        if let Some(complaint) = run(program, &binary) {
            complaints.push(format!("{}: {complaint}", program.display()));
        }
    }
    let _ = std::fs::remove_dir_all(&directory);
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert!(count >= 10, "only {count} programs were found");
}
