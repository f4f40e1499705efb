//! From a request to the slice that answers it.

use raddle_budget::{Budget, Stage};
use raddle_ir::{FuncId, Program};
use raddle_machine::{Property, SetupError};
use raddle_properties::places_of_assertions;
use raddle_slice::{Essence, Question, SliceFacts};

use crate::options::{Options, Reduce, Slicing, Strategy};
use crate::search::{default_properties, uses_threads};
use crate::unknown_memory;

/// What static analyses ask now and then.
pub fn analysis_expired(budget: &Budget) -> bool {
    budget.enter(Stage::Analyse);
    budget.is_spent()
}

/// What an exploration may leave out, if it is asked to. One input set per path is only had by following all
/// paths, so nothing is left out then.
pub(crate) fn facts(
    program: &Program,
    options: &Options,
    budget: &Budget,
) -> Result<Option<SliceFacts>, SetupError> {
    if options.slice != Slicing::On || options.emit_tests {
        return Ok(None);
    }
    let entry = entry_function(program, options.function.as_deref())?;
    let question = slice_question(program, options.properties.as_deref());
    Ok(SliceFacts::new(program, entry, question, &|| analysis_expired(budget)))
}

/// Whether a slice may be worth its price, if nobody has said so. Memory and races depend on nearly everything.
pub(crate) fn is_promising(program: &Program, options: &Options) -> bool {
    options.slice == Slicing::Auto
        && options.properties.as_deref() == Some(&[Property::Assert])
        && options.strategy == Strategy::Dfs
        && options.reduce == Reduce::Dpor
        && options.summaries.is_some()
        && options.aim.is_none()
        && !options.record_tree
        && !options.emit_tests
        && uses_threads(program)
        && !unknown_memory::is_met(program, options)
}

/// What assertions depend on as a program of its own, if nothing else is asked about and threads do not share it.
pub(crate) fn essence(
    program: &Program,
    options: &Options,
    properties: &[Property],
    budget: &Budget,
) -> Result<Option<Essence>, SetupError> {
    let whole = options.emit_tests || options.record_tree || options.aim.is_some();
    if options.slice != Slicing::On || whole || properties != [Property::Assert] {
        return Ok(None);
    }
    let entry = entry_function(program, options.function.as_deref())?;
    let Some(places) = places_of_assertions(program) else { return Ok(None) };
    let targets: Vec<_> = places.into_iter().map(|(_, _, at)| at).collect();
    Ok(raddle_slice::essence(program, entry, &targets, &|| analysis_expired(budget)))
}

/// What a slice for these properties has to preserve; `None`: the default ones.
pub fn slice_question(program: &Program, properties: Option<&[Property]>) -> Question {
    let default = default_properties(program);
    let properties = properties.unwrap_or(&default);
    Question {
        race: properties.contains(&Property::Race),
        deadlock: properties.contains(&Property::Deadlock),
        overflow: properties.contains(&Property::Overflow),
        leak: properties.contains(&Property::Leak),
    }
}

/// The function in which an exploration starts.
pub fn entry_function(program: &Program, name: Option<&str>) -> Result<FuncId, SetupError> {
    let name = name.unwrap_or("main");
    let found = program.function(name);
    let defined = found.filter(|&func| program.functions[func].body.is_some());
    defined.ok_or_else(|| SetupError::NoSuchFunction(name.to_owned()))
}
