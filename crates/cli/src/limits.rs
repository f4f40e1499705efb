//! How much time and memory a command has.

use std::time::Duration;

use raddle_budget::{Budget, Stall, machine_memory};
use raddle_findings::Report;
use raddle_findings::codes::ReasonKind;

/// Of four parts of the memory, so many are used where nothing else was said.
const DEFAULT_QUARTERS: u64 = 3;

/// A budget that begins now. Without `--memory`, a share of what the machine or the container has is the limit.
pub(crate) fn budget(time: Option<Duration>, memory: Option<u64>, stall: Option<Stall>) -> Budget {
    Budget::with_stall(time, memory.or_else(default_memory), stall)
}

/// The limit on memory for all processes of a command together.
pub(crate) fn default_memory() -> Option<u64> {
    machine_memory().map(|bytes| bytes / 4 * DEFAULT_QUARTERS)
}

/// Says which limit on memory it was: there is one that nobody asked for.
pub(crate) fn name_memory_limit(report: &mut Report, budget: &Budget) {
    let Some(limit) = budget.memory() else { return };
    let code = ReasonKind::MemoryBound.code();
    for reason in report.reasons.iter_mut().filter(|reason| reason.code == code) {
        let title = ReasonKind::MemoryBound.title();
        reason.message = format!("{title} ({} MiB; --memory sets another one)", limit >> 20);
    }
}
