//! Random concurrent programs against a brute-force interpreter, in all interleavings and in reduced ones, with and without slices,
//! summaries, and invariants, in several processes, and from the middle of programs. `cargo xtask fuzz threads` and `fuzz contexts` try more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_fuzz::threads::contexts;
use raddle_fuzz::threads::drive::{Config, run};

fn config(name: &str, seed: u64, programs: u64) -> Config {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let mut config = Config::new(directory);
    config.seed = seed;
    config.programs = programs;
    // The number of programs is the limit; a slow machine must not test fewer of them.
    config.time = Duration::from_secs(3600);
    config
}

fn agree(mut config: Config) {
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/include");
    config.compile_with_installed_clang(&headers);
    let raddle = Path::new(env!("CARGO_BIN_EXE_raddle"));
    let summary = run(&config, raddle, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(summary.programs, config.programs);
    assert!(
        summary.counts.failing > 0
            && summary.counts.deadlocking > 0
            && summary.counts.racy > 0
            && summary.counts.clean > 0
    );
    let told: Vec<String> = summary
        .mismatches
        .iter()
        .map(|mismatch| format!("{}: {}", mismatch.file.display(), mismatch.differences.join("; ")))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn thirty_random_programs() {
    agree(config("threads-plain", 7, 30));
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn four_hundred_random_programs() {
    agree(config("threads-plain-long", 1_007, 400));
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn two_hundred_random_programs_with_summaries() {
    let mut config = config("threads-summaries-long", 1_011, 200);
    config.modes = Config::modes(true);
    config.twins.clear();
    agree(config);
}

#[test]
fn forty_random_programs_with_summaries() {
    let mut config = config("threads-summaries", 12, 40);
    config.modes = Config::modes(true);
    config.twins.clear();
    agree(config);
}

#[test]
fn thirty_random_programs_with_barriers() {
    let mut config = config("threads-barriers", 20, 30);
    config.shape.barrier_percent = 60;
    config.modes = Config::modes(true);
    config.twins.clear();
    agree(config);
}

#[test]
fn forty_random_programs_with_counters_and_invariants() {
    let mut config = config("threads-pdpor", 13, 40);
    config.shape.counters = true;
    config.invariants = true;
    config.modes = Config::modes_with_pdpor();
    config.twins = Config::twins_with_invariants();
    agree(config);
}

#[test]
fn twenty_random_programs_in_several_processes() {
    let mut config = config("threads-jobs", 13, 20);
    config.modes = Config::modes_with_jobs();
    config.twins.clear();
    agree(config);
}

#[test]
fn twenty_random_programs_in_turns() {
    let mut config = config("threads-turns", 19, 20);
    config.modes = Config::modes_with_turns();
    config.twins.clear();
    agree(config);
}

#[test]
fn thirty_random_programs_from_the_middle() {
    let mut config = config("threads-contexts", 17, 30);
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/include");
    config.compile_with_installed_clang(&headers);
    let raddle = Path::new(env!("CARGO_BIN_EXE_raddle"));
    let summary = contexts::run(&config, raddle, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(summary.programs, config.programs);
    assert!(summary.counts.wrong > 0 && summary.counts.safe > 0);
    assert!(summary.mismatches.is_empty(), "{:?}", summary.mismatches);
}
