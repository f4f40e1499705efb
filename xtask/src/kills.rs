//! `cargo xtask kills`: checks that are killed at random points and go on with `--resume`. With `--cluster`, also their workers on a NATS server, and that server and its disk.

use crate::shell::{self, TEST_PROFILE, cargo};

/// How many kills, unless said otherwise.
const KILLS: &str = "200";

/// Servers with checks that are disturbed at the same time.
const AT_ONCE: &str = "4";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let cluster = arguments.iter().any(|argument| argument == "--cluster");
    let count = arguments.iter().find(|argument| !argument.starts_with("--"));
    let test = if cluster { "cluster" } else { "per_property" };
    let mut command = cargo();
    command.env("RADDLE_KILLS", count.map_or(KILLS, String::as_str)).env("RADDLE_AT_ONCE", AT_ONCE);
    let what = ["test", "--quiet", "--package", "raddle-cli", "--profile", TEST_PROFILE];
    shell::run(command.args(what).args([
        "--test",
        test,
        "--",
        "--nocapture",
        "kills_change_nothing",
    ]))
}
