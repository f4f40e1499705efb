//! Random sequential programs run by Raddle and natively must print the same and end the same. `cargo xtask fuzz diff` tries more. What others compute
//! natively must be what Raddle says they can compute (`cargo xtask fuzz floats` and so on).

use std::path::PathBuf;

use raddle_fuzz::sequential::compare::{Tools, compare_many};
use raddle_fuzz::surroundings::{Family, compare};

fn tools() -> Tools {
    Tools {
        raddle: PathBuf::from(env!("CARGO_BIN_EXE_raddle")),
        compiler: PathBuf::from("cc"),
        directory: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")),
    }
}

fn agree(seeds: std::ops::Range<u64>) {
    let tools = tools();
    let expected = seeds.end - seeds.start;
    match compare_many(&tools, seeds, None) {
        Ok(agreed) => assert_eq!(agreed, expected),
        Err(disagreement) => panic!("{disagreement}"),
    }
}

// Two halves each, so that two cores work on them.

#[test]
fn first_20_random_programs() {
    agree(0..20);
}

#[test]
fn second_20_random_programs() {
    agree(20..40);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn next_130_random_programs() {
    agree(40..170);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn last_130_random_programs() {
    agree(170..300);
}

fn possible(seeds: std::ops::Range<u64>) {
    for family in Family::ALL {
        for seed in seeds.clone() {
            if let Err(disagreement) = compare::compare(&tools(), family, seed) {
                panic!("{disagreement}");
            }
        }
    }
}

#[test]
fn what_6_programs_of_each_family_compute() {
    possible(0..6);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn what_60_programs_of_each_family_compute() {
    possible(6..66);
}
