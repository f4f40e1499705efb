//! `cargo xtask native`: every finding of the corpus shown on the real binary, and why the others are not.

use crate::shell::{self, TEST_PROFILE, cargo};

pub(crate) fn run(filters: &[String]) -> anyhow::Result<()> {
    let mut command = cargo();
    command.env("RADDLE_NATIVE", "all");
    if let Some(filter) = filters.first() {
        command.env("RADDLE_NATIVE_FILTER", filter);
    }
    let what = ["test", "--quiet", "--package", "raddle-cli", "--profile", TEST_PROFILE];
    shell::run(command.args(what).args([
        "--test",
        "native",
        "--",
        "--nocapture",
        "findings_are_shown",
    ]))
}
