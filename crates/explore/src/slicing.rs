//! From a request to the slice that answers it.

use raddle_ir::{FuncId, Program};
use raddle_machine::{Property, SetupError};
use raddle_slice::Question;

use crate::search::default_properties;

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
