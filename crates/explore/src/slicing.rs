//! From a request to the slice that answers it.

use raddle_budget::{Budget, Stage};
use raddle_ir::{FuncId, Program};
use raddle_machine::{Config, Property, SetupError};
use raddle_plan::{Options, default_properties, entry_function};
use raddle_properties::places_of_assertions;
use raddle_slice::{Essence, Question, SliceFacts};

/// What static analyses ask now and then.
pub fn analysis_expired(budget: &Budget) -> bool {
    budget.enter(Stage::Analyse);
    budget.is_spent()
}

/// What an exploration may leave out.
pub(crate) fn facts(
    program: &Program,
    options: &Options,
    budget: &Budget,
) -> Result<Option<SliceFacts>, SetupError> {
    let entry = entry_function(program, options.function.as_deref())?;
    let question = slice_question(program, options.properties.as_deref());
    Ok(SliceFacts::new(program, entry, question, &|| analysis_expired(budget)))
}

/// The same for what a machine looks for.
pub(crate) fn facts_for(
    program: &Program,
    entry: FuncId,
    config: &Config,
    budget: &Budget,
) -> Option<SliceFacts> {
    let asks = |property| config.properties.contains(property);
    let question = Question {
        race: asks(Property::Race),
        deadlock: asks(Property::Deadlock),
        overflow: asks(Property::Overflow),
        leak: asks(Property::Leak),
    };
    SliceFacts::new(program, entry, question, &|| analysis_expired(budget))
}

/// What assertions depend on as a program of its own, if threads do not share it.
pub(crate) fn essence(
    program: &Program,
    options: &Options,
    budget: &Budget,
) -> Result<Option<Essence>, SetupError> {
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
