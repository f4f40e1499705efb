//! `cargo xtask tidy`: format, lints, and the rules of the house that no compiler checks.

use anyhow::bail;

use crate::modules;
use crate::shell::{self, TEST_PROFILE, cargo, root, say};
use crate::{supported, words};

pub(crate) fn run(_arguments: &[String]) -> anyhow::Result<()> {
    let (circles, too_large) = modules::circles(&root())?;
    circles.iter().for_each(|circle| say(circle));
    let mut complaints = words::complaints(&root())?;
    complaints.extend(too_large);
    complaints.extend(supported::complaint(&root()));
    if !complaints.is_empty() {
        complaints.iter().for_each(|complaint| say(complaint));
        bail!("{} places need attention", complaints.len());
    }
    shell::run(cargo().args(["fmt", "--all", "--check"]))?;
    shell::run(cargo().args([
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--profile",
        TEST_PROFILE,
        "--",
        "-D",
        "warnings",
    ]))
}
