//! `cargo xtask corpus`: the corpus harness, filtered by name.

use crate::shell::{self, TEST_PROFILE, cargo};

pub(crate) fn run(filters: &[String]) -> anyhow::Result<()> {
    let mut command = cargo();
    command.args([
        "test",
        "--quiet",
        "--package",
        "raddle-cli",
        "--profile",
        TEST_PROFILE,
        "--test",
        "corpus",
        "--",
    ]);
    shell::run(command.args(filters))
}
