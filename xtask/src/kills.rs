//! `cargo xtask kills`: checks that are killed at random points and go on with `--resume`.

use crate::shell::{self, TEST_PROFILE, cargo};

/// How many kills, unless said otherwise.
const KILLS: &str = "200";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let mut command = cargo();
    command.env("RADDLE_KILLS", arguments.first().map_or(KILLS, String::as_str));
    let what = ["test", "--quiet", "--package", "raddle-cli", "--profile", TEST_PROFILE];
    shell::run(command.args(what).args(["--test", "per_property", "--", "kills_change_nothing"]))
}
