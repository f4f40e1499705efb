//! Absolute values, without forks. The smallest number has none.

use raddle_expr::TermId;

use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::value;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table =
    &[("abs", absolute), ("labs", absolute), ("llabs", absolute), ("imaxabs", absolute)];

fn absolute(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let width = call.arg_type(0).bits(&machine.program.target);
    let number = call.arg(0).term(&mut machine.terms, width);
    if machine.config.checks(FaultKind::SignedOverflow) {
        let fits = has_absolute_value(machine, number, width);
        machine.demand(st, call.thread, fits, FaultKind::SignedOverflow, |_| {
            "the absolute value of the smallest number does not fit its type".to_owned()
        })?;
    }
    let zero = machine.terms.constant(width, 0);
    let negative = machine.terms.slt(number, zero);
    let negated = machine.terms.neg(number);
    let result = machine.terms.ite(negative, negated, number);
    value(Value::of_term(&machine.terms, result))
}

fn has_absolute_value(machine: &mut Machine<'_>, number: TermId, width: u32) -> Value {
    let smallest = machine.terms.constant(width, 1 << (width - 1));
    let fits = machine.terms.ne(number, smallest);
    Value::of_term(&machine.terms, fits)
}
