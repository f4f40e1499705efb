//! Whether signed operations leave their range at all.
//!
//! Whoever does not look for overflow assumes that it wraps. Where states were left out because others like them were explored, nobody knows what is computed in
//! them, so every signed operation below is named as if it could leave its range: `counter++` of two threads, too. A small program is explored once more for overflow,
//! too. If there is none, nothing has to be assumed.

use std::time::Duration;

use raddle_budget::Budget;
use raddle_evidence::Observer;
use raddle_findings::codes::AssumptionKind;
use raddle_findings::{Report, Verdict};
use raddle_ir::Program;
use raddle_machine::{Property, SetupError};
use raddle_plan::{Facts, MemoryModel, Options, Slicing};

use crate::search::{Discreet, check};

/// A search of at most so many states is made again.
const SMALL: u64 = 5_000;
/// If another search without summaries went on beside it, and was not larger than this either.
const SMALL_OF_OTHERS: u64 = 16_000;
/// For so much work, some fifth of a second, and so many times that of the search before; some two seconds at most, and never longer than this.
const LEAST_WORK: u64 = 5_000_000;
const TIMES_BEFORE: u64 = 4;
const MOST_WORK: u64 = 50_000_000;
const LONGEST: Duration = Duration::from_secs(5);

/// Drops what a report assumes about signed operations and shifts if it need not.
pub(crate) fn drop_needless_assumptions(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
    report: &mut Report,
) -> Result<(), SetupError> {
    let is_about_range = |code: &str| {
        [AssumptionKind::Wrapping, AssumptionKind::MaskedShift]
            .iter()
            .any(|kind| kind.code() == code)
    };
    let assumed = report.assumptions.iter().any(|assumption| is_about_range(&assumption.code));
    let others = report.stats.counters.get("states of the other search").copied();
    let small = report.stats.states <= SMALL
        && others.unwrap_or_default() <= SMALL_OF_OTHERS
        && report.stats.graphs.is_none();
    let plain = options.aim.is_none()
        && options.pieces.is_none()
        && options.broken.is_none()
        && options.slice_mistake.is_none()
        && !options.emit_tests
        && !options.record_tree
        && !options.one_schedule;
    if report.verdict != Verdict::Safe || !assumed || !small || !plain || budget.is_spent() {
        return Ok(());
    }
    // Together with what was asked: without a look for races, their absence would be one more assumption.
    let mut properties = Facts::of(program, options).properties;
    properties.push(Property::Overflow);
    let request = Options {
        properties: Some(properties),
        memory_model: MemoryModel::Sc,
        slice: Slicing::Off,
        first: true,
        log_queries: None,
        ..options.clone()
    };
    // What counts for ever has few states, unless the count matters.
    let work = LEAST_WORK.saturating_add(work_of(report).saturating_mul(TIMES_BEFORE));
    let part = budget.part(Some(LONGEST)).part_of_work(work.min(MOST_WORK));
    let again = check(program, &request, &part, &mut Discreet(observer))?;
    let known =
        |code: &String| report.assumptions.iter().any(|assumption| assumption.code == *code);
    if again.verdict == Verdict::Safe && again.assumptions.iter().all(|other| known(&other.code)) {
        report.assumptions.retain(|assumption| !is_about_range(&assumption.code));
    }
    Ok(())
}

/// About how much work a search was, in the units of [`Budget::work`].
fn work_of(report: &Report) -> u64 {
    const INSTRUCTION: u64 = 10;
    const STATE: u64 = 800;
    let effort = report.stats.counters.get("solver effort").copied().unwrap_or_default();
    let explored = report.stats.instructions.saturating_mul(INSTRUCTION);
    effort.saturating_add(explored).saturating_add(report.stats.states.saturating_mul(STATE))
}
