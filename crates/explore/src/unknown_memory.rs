//! What of an exploration has to be left out where a function starts with memory that nobody knows.
//!
//! An access through an unknown pointer goes to several objects at once. Summaries follow one of them when they generalise a
//! step, so they are not used. Static persistent sets and slices come from a pointer analysis that knows nothing of a
//! caller's memory, so asking for them is refused.

use std::borrow::Cow;

use raddle_ir::{Program, Type};
use raddle_machine::SetupError;

use crate::options::{Options, Slicing, Symmetry};

/// Whether the search starts with memory that is not known.
pub(crate) fn is_met(program: &Program, options: &Options) -> bool {
    if options.surroundings.is_some() {
        return true;
    }
    let name = options.function.as_deref();
    let func = name.and_then(|name| program.function(name));
    func.is_some_and(|func| {
        program.functions[func].params.iter().any(|param| param.ty == Type::Ptr)
    })
}

/// The options as far as they can be followed.
pub(crate) fn fit<'o>(
    program: &Program,
    options: &'o Options,
) -> Result<Cow<'o, Options>, SetupError> {
    if !is_met(program, options) {
        return Ok(Cow::Borrowed(options));
    }
    if options.reduce.is_static() {
        return Err(SetupError::NotWithUnknownMemory("--reduce persistent and pdpor"));
    }
    if options.slice == Slicing::On {
        return Err(SetupError::NotWithUnknownMemory("--slice on"));
    }
    Ok(Cow::Owned(Options { summaries: None, symmetry: Symmetry::Off, ..options.clone() }))
}
