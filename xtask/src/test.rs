//! `cargo xtask test`: all that must pass before a change is delivered. CI runs exactly this.

use std::time::Instant;

use crate::shell::{self, TEST_PROFILE, cargo, say};
use crate::{editors, tidy};

/// A name for the output, and what to do.
type Step = (&'static str, fn() -> anyhow::Result<()>);

pub(crate) fn run(_arguments: &[String]) -> anyhow::Result<()> {
    let steps: [Step; 5] = [
        ("tidy", || tidy::run(&[])),
        ("tests", || shell::run(cargo().args(["test", "--workspace", "--profile", TEST_PROFILE]))),
        ("solver against Z3", solver_against_z3),
        ("editors", || editors::run(&[])),
        ("documentation", run_documentation),
    ];
    for (name, step) in steps {
        let start = Instant::now();
        step()?;
        say(&format!("{name}: passed in {:.0} s", start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// The solver's answers are compared with Z3's where that is installed; `./setup.sh --tools --z3` installs it.
fn solver_against_z3() -> anyhow::Result<()> {
    if !shell::z3_is_installed() {
        say("libz3 is not installed, so the solver has no second opinion here");
        return Ok(());
    }
    let profile = ["--profile", TEST_PROFILE];
    let what = ["test", "--quiet", "--package", "raddle-solver", "--features", "z3"];
    shell::run(cargo().args(what).args(profile))?;
    // The command with Z3 as its second solver is built by users only, so it is at least type-checked here.
    let command = ["check", "--quiet", "--package", "raddle-cli", "--features", "z3"];
    shell::run(cargo().args(command).args(profile))
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
