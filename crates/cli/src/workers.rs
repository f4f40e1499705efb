//! Who works for a check, and how they are reached.

use std::process::Command;

use raddle_pool::{LocalProcesses, Transport};

/// Workers are of the same version as the check.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Processes of this machine, of which so many are replaced when they die.
pub(crate) fn local_workers(count: usize, replacements: u32) -> Box<dyn Transport> {
    let start = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("worker");
        Ok(command)
    };
    Box::new(LocalProcesses::start(Box::new(start), count, replacements))
}
