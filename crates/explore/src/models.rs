//! Memory models other than sequential consistency: the exploration of `graphs`, with the same machine, evidence and report.

use std::time::Duration;

use raddle_budget::Budget;
use raddle_evidence::{Ledger, Observer};
use raddle_findings::codes::{AssumptionKind, FindingKind};
use raddle_findings::{Assumption, Report, Verdict};
use raddle_graphs::{End, Explorer, Model};
use raddle_ir::Program;
use raddle_machine::SetupError;
use raddle_plan::{MemoryModel, Options};

use crate::search::{self, Discreet, Ready, prepare};

/// The work for which C11 is explored if nobody asked for it. Sequential consistency, with the assumption named, is better than no answer.
const WEAK_FIRST: u64 = 250_000_000;
/// And so long, or half of the time that there is.
const WEAK_FIRST_TIME: Duration = Duration::from_secs(10);
/// More steps than any first graph has of which all others can be explored, too. Graphs of endless loops never end; circles of states do.
const LONGEST_FIRST: usize = 3_000;

/// Explores the program under the memory model of a plan.
pub(crate) fn check(
    program: &Program,
    options: &Options,
    memory_model: MemoryModel,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let chosen = options.memory_model == MemoryModel::Auto;
    let weak = Options { memory_model, ..options.clone() };
    if !chosen {
        return Ok(explore(program, &weak, None, budget, observer)?.0);
    }
    let time = budget.rest().map_or(WEAK_FIRST_TIME, |rest| WEAK_FIRST_TIME.min(rest / 2));
    let first = budget.part(Some(time)).part_of_work(WEAK_FIRST);
    let (report, end) =
        explore(program, &weak, Some(LONGEST_FIRST), &first, &mut Discreet(observer))?;
    let races = |report: &Report| {
        let code = FindingKind::DataRace.code();
        report.findings.iter().any(|finding| finding.code == code)
    };
    match report.verdict {
        Verdict::Safe => return Ok(report),
        // What follows a race has no meaning in C11; there is more to tell of it where every access is a step.
        Verdict::Unsafe if !races(&report) => return Ok(report),
        Verdict::Unsafe | Verdict::Unknown => {}
    }
    if budget.look().is_some() {
        return Ok(report);
    }
    let strong = Options { memory_model: MemoryModel::Sc, ..options.clone() };
    let mut other = search::check(program, &strong, budget, observer)?;
    other.stats.seconds += report.stats.seconds;
    if report.verdict == Verdict::Unsafe && !races(&other) {
        return Ok(report);
    }
    // C11 was explored to its end, and allows what nobody follows: that it does not happen in one order of all operations is no answer.
    if report.verdict == Verdict::Unknown && end == End::Finished && other.verdict == Verdict::Safe
    {
        return Ok(report);
    }
    if report.verdict == Verdict::Unknown {
        say_why(&mut other, &report);
    }
    Ok(other)
}

/// Says why one order of all operations had to be assumed, and where, if that is known.
fn say_why(strong: &mut Report, weak: &Report) {
    let kind = AssumptionKind::SequentialConsistency;
    let why = weak.reasons.iter().find_map(|reason| Some((reason, reason.location.as_ref()?)));
    let Some((reason, place)) = why else { return };
    if !strong.assumptions.iter().any(|assumption| assumption.code == kind.code()) {
        return;
    }
    let what = reason.message.split(" (under memory model").next().unwrap_or(&reason.message);
    let (title, line) = (kind.title(), place.line);
    let message = format!("{title} (C11 is not followed in line {line}: {what})");
    let (code, location) = (kind.code().to_owned(), Some(place.clone()));
    strong.assumptions.insert(0, Assumption { code, message, location });
}

fn explore(
    program: &Program,
    options: &Options,
    longest_first: Option<usize>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<(Report, End), SetupError> {
    let model = match options.memory_model {
        MemoryModel::Auto | MemoryModel::Sc => Model::Sc,
        MemoryModel::Tso => Model::Tso,
        MemoryModel::Pso => Model::Pso,
        MemoryModel::C11 => Model::C11,
    };
    let Ready { mut machine, initial, properties, plan, facts, .. } =
        prepare(program, options, budget, &[])?;
    machine.config.splits_atomics = true;
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    ledger.follow(&plan, &facts);
    let mut explorer = Explorer::new(&mut machine, model, options.broken);
    if let Some(steps) = longest_first {
        explorer.expect_a_graph_within(steps);
    }
    let end = explorer.run(initial, &mut ledger);
    ledger.stats.graphs = Some(explorer.graphs);
    ledger.stats.blocked_graphs = Some(explorer.blocked);
    ledger.collect(&mut machine);
    Ok((ledger.report(&machine), end))
}
