//! Random sequential programs run by Raddle and natively must print the same and end the same. `cargo xtask fuzz diff` tries more.

use std::path::PathBuf;

use raddle_fuzz::sequential::compare::{Tools, compare_many};

fn agree(seeds: std::ops::Range<u64>) {
    let tools = Tools {
        raddle: PathBuf::from(env!("CARGO_BIN_EXE_raddle")),
        compiler: PathBuf::from("cc"),
        directory: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("differential"),
    };
    let expected = seeds.end - seeds.start;
    match compare_many(&tools, seeds, None) {
        Ok(agreed) => assert_eq!(agreed, expected),
        Err(disagreement) => panic!("{disagreement}"),
    }
}

// Two halves, so that two cores work on them.

#[test]
fn first_150_random_programs() {
    agree(0..150);
}

#[test]
fn second_150_random_programs() {
    agree(150..300);
}
