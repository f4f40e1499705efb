//! Functions of the C library that the machine knows by name alone. A path that calls one ends as *unknown*.

use raddle_library::{By, Deed, StandIn};

use crate::fault::CutKind;
use crate::library_call::{Call, Model, Outcome};
use crate::machine::{Machine, c_name};
use crate::models::{hidden, nothing, value};
use crate::state::State;
use crate::stop::Exec;

pub(super) fn lookup(name: &str) -> Option<Model> {
    let row = raddle_library::find(name)?;
    match row.by {
        By::Nobody(StandIn::AnyResult) if row.hidden.is_some() => Some(hidden::races_at_least),
        By::Nobody(StandIn::AnyResult) => Some(any_result),
        By::Nobody(StandIn::Nothing) => Some(no_result),
        // Should its C text be missing, no result stands for what it does to other threads.
        By::C(_) => (row.threads.deed != Deed::Plain).then_some(no_result as Model),
        By::Machine(_) | By::Either(..) | By::Frontend => None,
    }
}

/// How a function without a body could be stood in for; `None` if it has a model.
pub fn stand_in(name: &str) -> Option<StandIn> {
    let Some(row) = raddle_library::find(name).filter(|_| super::is_known(name)) else {
        return Some(StandIn::AnyResult);
    };
    match row.by {
        By::Nobody(stand_in) => Some(stand_in),
        By::C(_) => Some(StandIn::Nothing),
        By::Machine(_) | By::Either(..) | By::Frontend => None,
    }
}

/// With `--havoc-externals` it returns any value.
pub(super) fn any_result(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if !machine.config.havoc_externals {
        return no_result(machine, st, call);
    }
    let function = &machine.program.functions[call.func];
    let Some(&result) = function.returns.first() else { return nothing() };
    let (name, bits) = (function.name.clone(), result.bits(&machine.program.target));
    let any = machine.input_value(st, call.thread, &name, c_name(result), bits, call.loc, false);
    value(any)
}

fn no_result(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = &machine.program.functions[call.func].name;
    let message = format!("`{name}` is not modelled");
    Err(machine.cut(st, call.thread, CutKind::Unsupported, message))
}
