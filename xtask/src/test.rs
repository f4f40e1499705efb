//! `cargo xtask test`: all that must pass before a change is delivered. CI runs exactly this.

use std::time::Instant;

use crate::shell::{self, TEST_PROFILE, cargo, say};
use crate::tidy;

/// A name for the output, and what to do.
type Step = (&'static str, fn() -> anyhow::Result<()>);

pub(crate) fn run(_arguments: &[String]) -> anyhow::Result<()> {
    let steps: [Step; 3] = [
        ("tidy", || tidy::run(&[])),
        ("tests", || shell::run(cargo().args(["test", "--workspace", "--profile", TEST_PROFILE]))),
        ("documentation", run_documentation),
    ];
    for (name, step) in steps {
        let start = Instant::now();
        step()?;
        say(&format!("{name}: passed in {:.0} s", start.elapsed().as_secs_f64()));
    }
    Ok(())
}

fn run_documentation() -> anyhow::Result<()> {
    let mut command = cargo();
    command.env("RUSTDOCFLAGS", "-D warnings");
    shell::run(command.args([
        "doc",
        "--quiet",
        "--workspace",
        "--no-deps",
        "--profile",
        TEST_PROFILE,
    ]))
}
