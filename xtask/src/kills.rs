//! `cargo xtask kills`: checks that are killed at random points and go on with `--resume`. With `--cluster`, also their workers on a NATS server, and that server and its disk. With `--hostile`, messages are damaged
//! on their way instead.

use crate::shell::{self, TEST_PROFILE, cargo};

/// How many kills, unless said otherwise.
const KILLS: &str = "200";

/// Servers with checks that are disturbed at the same time.
const AT_ONCE: &str = "4";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let count = arguments.iter().find(|argument| !argument.starts_with("--"));
    let count = count.map_or(KILLS, String::as_str);
    let (test, name) = match (has("--hostile"), has("--cluster")) {
        (true, _) => ("cluster", "damaged_messages_harm_nobody"),
        (false, true) => ("cluster", "kills_change_nothing"),
        (false, false) => ("per_property", "kills_change_nothing"),
    };
    let mut command = cargo();
    command.env("RADDLE_KILLS", count).env("RADDLE_HOSTILE", count).env("RADDLE_AT_ONCE", AT_ONCE);
    let what = ["test", "--quiet", "--package", "raddle-cli", "--profile", TEST_PROFILE];
    shell::run(command.args(what).args(["--test", test, "--", "--nocapture", name]))
}
