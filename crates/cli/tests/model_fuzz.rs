//! Random programs of atomic accesses, fences and locks under each memory model, against a brute-force oracle: the same outcomes and as
//! many graphs. `cargo xtask fuzz models` tries more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_fuzz::models::drive::{Config, run};

#[test]
fn twenty_random_programs_under_each_model() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/include");
    let mut config = Config::new(directory, headers);
    config.programs = 20;
    // The number of programs is the limit; a slow machine must not test fewer of them.
    config.time = Duration::from_secs(3600);
    let raddle = Path::new(env!("CARGO_BIN_EXE_raddle"));
    let summary = run(&config, raddle, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(summary.programs, config.programs);
    assert!(["tso", "pso", "c11"].iter().all(|model| summary.weak[model] > 0), "{summary:?}");
    let told: Vec<String> = summary
        .mismatches
        .iter()
        .map(|mismatch| format!("{}: {}", mismatch.file.display(), mismatch.differences.join("; ")))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
