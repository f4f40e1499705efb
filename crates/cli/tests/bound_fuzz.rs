//! Bounds of random loop nests against the costs of random native runs. `cargo xtask fuzz bound` tries more.

use std::path::{Path, PathBuf};

use raddle_fuzz::bounds::{Comparison, compare};
use raddle_fuzz::sequential::compare::Tools;

#[test]
fn no_run_of_20_random_loop_nests_costs_more_than_the_bound() {
    let tools = Tools {
        raddle: PathBuf::from(env!("CARGO_BIN_EXE_raddle")),
        compiler: PathBuf::from("cc"),
        directory: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")),
    };
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/include");
    let found: Vec<Comparison> = (0..20)
        .map(|seed| compare(&tools, &header, seed).unwrap_or_else(|failure| panic!("{failure}")))
        .collect();
    let exact = found
        .iter()
        .filter(|comparison| matches!(comparison, Comparison::Bound { exact: true, .. }))
        .count();
    let certified = found
        .iter()
        .filter(|comparison| matches!(comparison, Comparison::Bound { certified: true, .. }))
        .count();
    assert!(certified >= 15, "only {certified} of 20 bounds are certified");
    assert!(exact >= 8, "only {exact} of 20 bounds are exact");
}
