//! Memory models other than sequential consistency: the exploration of `graphs`, with the same machine, evidence and report.

use raddle_budget::Budget;
use raddle_evidence::{Ledger, Observer, Visitor};
use raddle_findings::Report;
use raddle_graphs::{End, Explorer, Model};
use raddle_ir::Program;
use raddle_machine::SetupError;
use raddle_plan::{MemoryModel, Options};

use crate::search::{Ready, prepare};

/// Explores the program by execution graphs. `None`: somebody left the choice of a model to us, and the program does something that
/// is not followed there.
pub(crate) fn check(
    program: &Program,
    options: &Options,
    memory_model: MemoryModel,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, SetupError> {
    let model = match memory_model {
        MemoryModel::Auto | MemoryModel::Sc => return Ok(None),
        MemoryModel::Tso => Model::Tso,
        MemoryModel::Pso => Model::Pso,
        MemoryModel::C11 => Model::C11,
    };
    let chosen = options.memory_model == MemoryModel::Auto;
    let options = &Options { memory_model, ..options.clone() };
    let Ready { mut machine, initial, properties, plan, facts, .. } =
        prepare(program, options, budget, &[])?;
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    ledger.follow(&plan, &facts);
    let mut explorer = Explorer::new(&mut machine, model);
    let end = explorer.run(initial, &mut ledger);
    if end == End::Unsupported && chosen && !ledger.has_findings() {
        return Ok(None);
    }
    ledger.stats.graphs = Some(explorer.graphs);
    ledger.stats.blocked_graphs = Some(explorer.blocked);
    ledger.collect(&mut machine);
    Ok(Some(ledger.report(&machine)))
}
