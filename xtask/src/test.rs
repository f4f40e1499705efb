//! `cargo xtask test`: all that must pass before a change is delivered. Tests that take long are left to `--all`, and listed; CI runs
//! `test` and then `test --long`, which is the same as `--all`.
//!
//! A test that takes long says so itself: `#[ignore = "long: cargo xtask test --all"]`. So `cargo test` leaves it out, too, and counts it as ignored.

use std::time::Instant;

use anyhow::bail;

use crate::shell::{self, TEST_PROFILE, cargo, say};
use crate::{editors, test_programs, tidy};

/// A name for the output, and what to do.
type Step = (&'static str, fn() -> anyhow::Result<()>);

/// What everybody runs.
const QUICK: [Step; 5] = [
    ("tidy", || tidy::run(&[])),
    ("tests", || test_programs::run(&[])),
    ("solver against Z3", || solver_against_z3(&[])),
    ("editors", || editors::run(&[])),
    ("documentation", run_documentation),
];

/// What takes long.
const LONG: [Step; 2] = [
    ("long tests", || test_programs::run(&["--ignored"])),
    ("solver against Z3", || solver_against_z3(&["--ignored"])),
];

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            run_steps(&QUICK)?;
            tell_what_is_left()
        }
        ["--all"] => {
            run_steps(&QUICK)?;
            run_steps(&LONG)
        }
        ["--long"] => run_steps(&LONG),
        _ => bail!("usage: cargo xtask test [--all | --long]"),
    }
}

fn run_steps(steps: &[Step]) -> anyhow::Result<()> {
    for (name, step) in steps {
        let start = Instant::now();
        step()?;
        say(&format!("{name}: passed in {:.0} s", start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// Names the tests that were not run. Everything is built by now, so asking for them is quick.
fn tell_what_is_left() -> anyhow::Result<()> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--profile", TEST_PROFILE]);
    command.args(["--quiet", "--lib", "--bins", "--tests", "--", "--list", "--ignored"]);
    let output = command.output()?;
    if !output.status.success() {
        bail!("cannot list the long tests: {}", String::from_utf8_lossy(&output.stderr));
    }
    say(&left(&String::from_utf8_lossy(&output.stdout)));
    Ok(())
}

/// From the lists that test programs print. Programs of the corpus are many, and have a path for a name.
fn left(lists: &str) -> String {
    let names = lists.lines().filter_map(|line| line.strip_suffix(": test"));
    let (programs, others): (Vec<&str>, Vec<&str>) = names.partition(|name| name.contains('/'));
    let mut text =
        format!("left to `cargo xtask test --all`: {} tests", programs.len() + others.len());
    for name in others {
        text.push_str(&format!("\n  {name}"));
    }
    if !programs.is_empty() {
        text.push_str(&format!("\n  {} of the corpus", programs.len()));
    }
    text
}

/// The solver's answers are compared with Z3's where that is installed; `./setup.sh --tools --z3` installs it.
fn solver_against_z3(arguments: &[&str]) -> anyhow::Result<()> {
    if !shell::z3_is_installed() {
        say("libz3 is not installed, so the solver has no second opinion here");
        return Ok(());
    }
    let profile = ["--profile", TEST_PROFILE];
    // The other tests of the solver are the same with and without Z3, and ran before.
    let what = ["test", "--quiet", "--package", "raddle-solver", "--features", "z3"];
    let mut command = cargo();
    command.args(what).args(["--lib", "--test", "oracle", "--test", "limits"]).args(profile);
    shell::run(command.arg("--").args(arguments))?;
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

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn what_was_not_run_is_named() {
        let lists = "one: test\n\n1 test, 0 benchmarks\nseq/a.c: test\nseq/a.c@x: test\n";
        let told = left(lists);
        assert!(told.starts_with("left to `cargo xtask test --all`: 3 tests"), "{told}");
        assert!(told.contains("\n  one\n  2 of the corpus"), "{told}");
    }
}
