//! `.ll → ir`: each IR file under `golden/`, as compilers of different ages print it, beside the text
//! form of the program it becomes. `RADDLE_BLESS=1` rewrites the expectations.

use std::fs;
use std::path::{Path, PathBuf};

use raddle_frontend::load_texts;
use raddle_ir::parse_program;

fn inputs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(directory).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    files.sort();
    files
}

#[test]
fn ir_files_become_the_expected_programs() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let mut different = Vec::new();
    for input in inputs() {
        let text = fs::read_to_string(&input).expect("readable");
        let program = match load_texts(&[(input.clone(), text)]) {
            Ok(program) => program,
            Err(error) => panic!("{error}"),
        };
        let printed = program.to_string();
        let read = parse_program(&printed).unwrap_or_else(|e| panic!("{}: {e}", input.display()));
        assert_eq!(read.to_string(), printed, "{}", input.display());
        let expectation = input.with_extension("rir");
        if bless {
            fs::write(&expectation, &printed).expect("writable");
        } else if fs::read_to_string(&expectation).ok().as_deref() != Some(&printed) {
            different.push(expectation);
        }
    }
    assert!(different.is_empty(), "RADDLE_BLESS=1 would change {different:?}");
}
