//! Makes the inputs of a finding as plain as possible: zero where that still fails, else small.

use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_expr::{Model, TermId};
use raddle_machine::{Fault, Machine, Value};
use raddle_solver::{Answer, Path};

/// Time spent on one finding.
const TIME: Duration = Duration::from_secs(2);

/// A model of the fault's path with small inputs.
pub(crate) fn shrink(machine: &mut Machine<'_>, fault: &Fault) -> Rc<Model> {
    let start = Instant::now();
    let mut path = fault.path.clone();
    let mut model = fault.model.clone();
    for record in fault.inputs.to_vec() {
        let Value::Term(term) = record.value else { continue };
        if start.elapsed() > TIME {
            break;
        }
        shrink_one(machine, &mut path, &mut model, term);
    }
    model
}

fn shrink_one(machine: &mut Machine<'_>, path: &mut Path, model: &mut Rc<Model>, term: TermId) {
    let width = machine.terms.width(term);
    let zero = machine.terms.constant(width, 0);
    let is_zero = machine.terms.eq(term, zero);
    if restrict(machine, path, model, is_zero) {
        return;
    }
    // The smallest k with a solution among 0 ..= 2^k, else among -2^k ..= 2^k.
    for magnitude in [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 28, 30, 40, 62] {
        if magnitude + 1 >= width {
            return;
        }
        let bound = machine.terms.constant(width, 1 << magnitude);
        let small = machine.terms.ule(term, bound);
        if restrict(machine, path, model, small) {
            break;
        }
        let negated = machine.terms.neg(term);
        let small = machine.terms.ule(negated, bound);
        if restrict(machine, path, model, small) {
            break;
        }
    }
    let value = machine.terms.eval(term, model);
    let value = machine.terms.constant_bits(value);
    let fixed = machine.terms.eq(term, value);
    *path = path.and(fixed);
}

/// Adds a condition if it can hold.
fn restrict(
    machine: &mut Machine<'_>,
    path: &mut Path,
    model: &mut Rc<Model>,
    condition: TermId,
) -> bool {
    if !machine.terms.eval_bool(condition, model) {
        match machine.solver.check(&mut machine.terms, path, &[condition]) {
            Answer::Sat(found) => *model = found,
            Answer::Unsat(_) | Answer::Unknown(_) => return false,
        }
    }
    *path = path.and(condition);
    true
}
