//! `cargo xtask editors`: builds the extension for Visual Studio Code and lets it talk to the real server.
//!
//! It needs node and the packages of its lock file. Where these cannot be had, that is said, and everything else is tested all the same.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::{self, TEST_PROFILE, root, say};

pub(crate) fn run(_arguments: &[String]) -> anyhow::Result<()> {
    let directory = root().join("editors/vscode");
    if !["node", "npm"].into_iter().all(is_installed) {
        say(
            "node and npm are not installed, so the extension for Visual Studio Code was NOT built and NOT tested",
        );
        return Ok(());
    }
    let raddle = shell::build_raddle(TEST_PROFILE)?;
    if shell::run(npm(&directory).args(["ci", "--no-audit", "--no-fund"])).is_err() {
        say(
            "its packages cannot be installed, so the extension for Visual Studio Code was NOT built and NOT tested",
        );
        return Ok(());
    }
    shell::run(npm(&directory).args(["run", "build"]))?;
    shell::run(npm(&directory).arg("test").env("RADDLE", raddle))
}

fn npm(directory: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(directory);
    command
}

fn is_installed(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}
