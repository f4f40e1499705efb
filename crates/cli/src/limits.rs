//! How much time and memory a command has.

use std::time::Duration;

use clap::Args;
use raddle_budget::{Budget, Spent, Stall, machine_memory};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report};

use crate::interrupt::interrupt_on_signals;
use crate::outcome::Outcome;
use crate::output::print_line_to_stderr;
use crate::units::{parse_bytes, parse_duration};
use crate::watchdog::{LastWords, Watchdog};

/// Of four parts of the memory, so many are used where nothing else was said.
const DEFAULT_QUARTERS: u64 = 3;

/// The limits of a command.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LimitArguments {
    /// Stop after this time: 30, 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Stop when using this much memory: 500M, 4G [default: three quarters of what the machine or the container has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Let a stage of the work hang (STAGE) or dawdle (slow-STAGE); for tests
    #[arg(long, hide = true, value_name = "STAGE")]
    stall: Option<Stall>,
}

impl LimitArguments {
    /// A budget that begins now, with somebody who sees to it that it is kept to.
    pub(crate) fn begin(&self, last_words: LastWords) -> (Budget, Watchdog) {
        let budget = budget(self.time, self.memory, self.stall.clone());
        interrupt_on_signals(&budget);
        let watchdog = Watchdog::start(&budget, last_words);
        (budget, watchdog)
    }

    /// The same for a command whose answer is all or nothing.
    pub(crate) fn begin_silently(&self) -> (Budget, Watchdog) {
        self.begin(Box::new(nothing_to_say))
    }
}

/// What is left to say where there is no part of an answer.
pub(crate) fn nothing_to_say(spent: Spent) -> Outcome {
    let title = raddle_explore::spent_reason(spent).title();
    print_line_to_stderr(&format!("unknown: {title}"));
    Outcome::Unknown
}

/// A budget that begins now. Without `--memory`, a share of what the machine or the container has is the limit.
pub(crate) fn budget(time: Option<Duration>, memory: Option<u64>, stall: Option<Stall>) -> Budget {
    Budget::with_stall(time, memory.or_else(default_memory), stall)
}

/// The limit on memory for all processes of a command together.
pub(crate) fn default_memory() -> Option<u64> {
    machine_memory().map(|bytes| bytes / 4 * DEFAULT_QUARTERS)
}

/// What a worker may use on its machine, where that is less than the check allows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

impl Allowance {
    /// Says that it was not the check that set the limit.
    pub(crate) fn name(self, report: &mut Report) {
        let time = self.time.map(|time| (ReasonKind::TimeBound, format!("{time:?}"), "--time"));
        let memory = self
            .memory
            .map(|bytes| (ReasonKind::MemoryBound, format!("{} MiB", bytes >> 20), "--memory"));
        for (kind, limit, flag) in time.into_iter().chain(memory) {
            for reason in report.reasons.iter_mut().filter(|reason| is_plain(reason, kind)) {
                let title = kind.title();
                reason.message = format!(
                    "{title} ({limit}, of a worker; `raddle worker {flag}` sets another one)"
                );
            }
        }
    }
}

/// Nobody has said yet which limit it was.
fn is_plain(reason: &Reason, kind: ReasonKind) -> bool {
    reason.code == kind.code() && reason.message == kind.title()
}

/// Says which limit on memory it was: there is one that nobody asked for.
pub(crate) fn name_memory_limit(report: &mut Report, budget: &Budget) {
    let Some(limit) = budget.memory() else { return };
    let kind = ReasonKind::MemoryBound;
    for reason in report.reasons.iter_mut().filter(|reason| is_plain(reason, kind)) {
        let title = kind.title();
        reason.message = format!("{title} ({} MiB; --memory sets another one)", limit >> 20);
    }
}
