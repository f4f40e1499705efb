//! `cargo xtask bless`: runs the tests that compare with golden files and lets them rewrite these.

use crate::shell::{self, TEST_PROFILE, cargo};

/// Crates with golden files.
const CRATES: &[&str] =
    &["raddle-frontend", "raddle-report", "raddle-pointsto", "raddle-cli", "raddle-fuzz"];

pub(crate) fn run(crates: &[String]) -> anyhow::Result<()> {
    let all: Vec<String> = CRATES.iter().map(|name| (*name).to_owned()).collect();
    for name in if crates.is_empty() { &all } else { crates } {
        let mut command = cargo();
        command.env("RADDLE_BLESS", "1");
        shell::run(command.args([
            "test",
            "--quiet",
            "--package",
            name,
            "--profile",
            TEST_PROFILE,
        ]))?;
    }
    Ok(())
}
