//! Who works for a check, and how they are reached.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::Context;
use raddle_budget::Budget;
use raddle_nats::{Coordinator, Member};
use raddle_pool::{Link, LocalProcesses, Transport};

use crate::arguments::HelpersArguments;
use crate::cluster;

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
    helpers: &HelpersArguments,
    files: &[PathBuf],
    budget: &Budget,
) -> anyhow::Result<Option<Box<dyn Transport>>> {
    let Some(address) = &helpers.workers else { return Ok(None) };
    let server = cluster::server(address, helpers.credentials.as_deref())?;
    let first = files.first().and_then(|file| file.file_stem());
    let usual = || usual_name(first.and_then(|name| name.to_str()).unwrap_or("check"));
    let name = helpers.check_name.clone().unwrap_or_else(usual);
    let cancelled = budget.clone();
    let on_cancel = Box::new(move || cancelled.interrupt());
    let coordinator = Coordinator::open(&server, &name, raddle_nats::SILENCE, on_cancel)?;
    Ok(Some(Box::new(coordinator)))
}

/// What a check is about, for people.
pub(crate) fn first_file(files: &[PathBuf]) -> String {
    files.first().map(|file| file.display().to_string()).unwrap_or_default()
}

/// What a check is called whose file is called this: names are part of subjects.
fn usual_name(file: &str) -> String {
    let fitting = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    file.chars().map(fitting).take(raddle_nats::LONGEST_NAME).collect()
}

/// A worker's way to a check at an address; waits for one that wants help.
pub(crate) fn joined(address: &str, credentials: Option<&Path>) -> anyhow::Result<Arc<dyn Link>> {
    let server = cluster::server(address, credentials)?;
    let member = Member::join(&server, None, None)?;
    Ok(Arc::new(member.context("no check is open")?))
}
