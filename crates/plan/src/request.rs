//! What follows from a request for the machine and for whoever starts it.

use raddle_budget::Budget;
use raddle_ir::{FuncId, Program};
use raddle_library::{Deed, Row};
use raddle_machine::{Config, Property, PropertySet, SetupError, has_weak_orders};

use crate::options::{MemoryModel, Options};

/// What is looked for if nobody says: assertions and memory, and races and deadlocks where they are possible.
pub fn default_properties(program: &Program) -> Vec<Property> {
    let mut properties = vec![Property::Assert, Property::Memory];
    if uses_threads(program) || synchronises(program) {
        properties.extend([Property::Race, Property::Deadlock]);
    }
    properties
}

/// Whether the program can create threads.
pub fn uses_threads(program: &Program) -> bool {
    knows(program, |row| matches!(row.threads.deed, Deed::Create { .. }))
}

/// Whether the program has a library function of some sort.
pub(crate) fn knows(program: &Program, sort: impl Fn(&Row) -> bool) -> bool {
    raddle_library::names(sort).any(|name| program.function(name).is_some())
}

/// Whether the program uses locks and the like, with which even one thread can wait for ever.
fn synchronises(program: &Program) -> bool {
    let mut library = program.functions.values().filter(|function| function.body.is_none());
    library.any(|function| raddle_library::is_of_threads(&function.name))
}

/// The machine's part of a request.
pub fn machine_config(
    program: &Program,
    options: &Options,
    properties: &[Property],
    budget: &Budget,
) -> Config {
    // A race between what a thread did to memory of its own in one piece, and what others do in a later one to whom it was handed without an order: such memory counts as
    // shared from the start, so that no thread goes on alone for it.
    let handed_without_order = options.pieces.is_some()
        && properties.contains(&Property::Race)
        && has_weak_orders(program);
    Config {
        budget: budget.clone(),
        properties: PropertySet::of(properties),
        calls_may_fail: options.calls_may_fail,
        havoc_externals: options.havoc_externals,
        abort_ends_run: options.abort_ends_run,
        unwind: options.unwind,
        // Work that others cannot notice is one transition however long it takes; a bound on transitions
        // alone would never end a loop in it.
        max_jumps: options.max_steps.map(|steps| steps.saturating_mul(1000)),
        max_threads: options.max_threads,
        array_limit: options.array_limit,
        surroundings: options.surroundings.clone(),
        counts_after: options.counts_after,
        branches: options.branches,
        unknown_mistake: options.unknown_mistake,
        symbolic_args: options.symbolic_args,
        args: options.args.clone(),
        symbolic_env: options.symbolic_env,
        input_limit: options.input_limit,
        focus: options.aim.as_ref().map(|aim| aim.focus.clone()),
        orders_matter: options.memory_model.has_graphs(),
        plain_is_atomic: options.memory_model.has_graphs()
            && options.memory_model != MemoryModel::C11,
        // Who hands an address on without an order lets others see memory as it was before.
        all_shared: options.memory_model.has_graphs() || handed_without_order,
        ..Config::default()
    }
}

/// The function in which an exploration starts.
pub fn entry_function(program: &Program, name: Option<&str>) -> Result<FuncId, SetupError> {
    let name = name.unwrap_or("main");
    let found = program.function(name);
    let defined = found.filter(|&func| program.functions[func].body.is_some());
    defined.ok_or_else(|| SetupError::NoSuchFunction(name.to_owned()))
}
