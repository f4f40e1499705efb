//! Who works for a check, and how they are reached.

use std::process::Command;
use std::sync::Arc;

use raddle_budget::Budget;
use raddle_pool::{Link, LocalProcesses, Transport};

use crate::arguments::CheckArguments;

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

/// Those that `--workers` asks for, if it does. Somebody who cancels the check there wants an end.
pub(crate) fn asked_workers(
    arguments: &CheckArguments,
    budget: &Budget,
) -> anyhow::Result<Option<Box<dyn Transport>>> {
    let Some(address) = &arguments.helpers.workers else { return Ok(None) };
    let first = arguments.input.files.first().and_then(|file| file.file_stem());
    let first = first.and_then(|name| name.to_str()).unwrap_or("check");
    let name = arguments.helpers.check_name.as_deref().unwrap_or(first);
    reached(address, name, budget).map(Some)
}

/// A check that is open to workers at an address.
fn reached(address: &str, name: &str, budget: &Budget) -> anyhow::Result<Box<dyn Transport>> {
    let _ = (name, budget);
    Err(no_way(address))
}

/// A worker's way to a check at an address; waits for one that wants help.
pub(crate) fn joined(address: &str) -> anyhow::Result<Arc<dyn Link>> {
    Err(no_way(address))
}

fn no_way(address: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "there is no way to workers at `{address}`: write an address such as nats://host:4222"
    )
}
