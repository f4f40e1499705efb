//! `raddle slice`: each program under `slice/` beside its source with the kept lines marked. `RADDLE_BLESS=1`
//! rewrites the expectations.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use raddle_budget::Budget;
use raddle_explore::{Options, Property, SliceMistake, Slicing};
use raddle_findings::Verdict;
use raddle_frontend::{FrontendOptions, load};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slice")
}

fn raddle_slice(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.arg("slice").args(arguments).current_dir(directory());
    command.output().expect("raddle can be started")
}

#[test]
fn programs_have_the_expected_slices() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let entries = fs::read_dir(directory()).expect("the directory exists");
    let mut inputs: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    inputs.sort();
    assert!(!inputs.is_empty());
    let mut different = Vec::new();
    for input in inputs {
        let source = fs::read_to_string(&input).expect("readable");
        let name = input.file_name().expect("a file").to_string_lossy().into_owned();
        let property = source.lines().find_map(|line| line.strip_prefix("//@ property: "));
        let mut arguments = vec![name.as_str()];
        arguments.extend(property.iter().flat_map(|property| ["--property", property]));
        let output = raddle_slice(&arguments);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        let expectation = input.with_extension("slice");
        if bless {
            fs::write(&expectation, &text).expect("writable");
        } else if fs::read_to_string(&expectation).ok().as_deref() != Some(&text) {
            different.push((expectation, text));
        }
    }
    assert!(different.is_empty(), "RADDLE_BLESS=1 would change {different:#?}");
}

#[test]
fn a_function_that_is_not_there_is_an_input_error() {
    let output = raddle_slice(&["branches.c", "--function", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere"));
}

/// A program of the corpus and its verdict, which is unsafe, under a mistake.
fn verdict(program: &str, mistake: Option<SliceMistake>) -> Verdict {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let path = root.join("tests/corpus").join(program);
    let program = match load(&[path], &FrontendOptions::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let options = Options {
        properties: Some(vec![Property::Assert]),
        slice: Slicing::On,
        slice_mistake: mistake,
        ..Options::default()
    };
    let report = raddle_explore::check(&program, &options, &Budget::default(), &mut ());
    report.expect("the program can be started").verdict
}

#[test]
fn every_mistake_in_the_use_of_a_slice_is_noticed_by_a_program() {
    for (mistake, program) in [
        (SliceMistake::ConditionKept, "threads/litmus/type_b_condition.c"),
        (SliceMistake::AllBranchesFree, "seq/slice/branch_matters_bad.c"),
        (SliceMistake::OneThreadEnds, "threads/slice/last_write_bad.c"),
        (SliceMistake::AllValuesIdle, "threads/probes/counted_rounds_bad.c"),
    ] {
        assert_eq!(verdict(program, None), Verdict::Unsafe, "{program}");
        assert_ne!(verdict(program, Some(mistake)), Verdict::Unsafe, "{program} {mistake:?}");
    }
}
