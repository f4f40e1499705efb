//! Costs and counters of `<raddle.h>`, and the marks of counted instructions. They change nothing; who wants to know
//! of them sets [`Machine::meter`].

use crate::library_call::{Call, Model, Outcome};
use crate::machine::{Machine, Metered};
use crate::models::nothing;
use crate::state::State;
use crate::stop::Exec;

pub(super) const TABLE: super::Table = &[
    ("raddle_tick", metered),
    ("raddle_acquire", metered),
    ("raddle_release", metered),
    ("raddle_count", metered),
    ("raddle_reset", metered),
    ("raddle_assume_count", metered),
    // It means something before the function begins.
    ("raddle_requires_text", |_, _, _| nothing()),
];

/// What the names of marks start with; the front end makes them.
const MARK_PREFIX: &str = "raddle.cost.";

/// The model of a mark.
pub(super) fn mark(name: &str) -> Option<Model> {
    name.starts_with(MARK_PREFIX).then_some(metered as Model)
}

fn metered(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let Some(mut meter) = machine.meter.take() else { return nothing() };
    let within = st.thread(call.thread).top().func;
    let text = machine.known_string(st, call.arg(0));
    let amount = call.arg(0).word();
    meter(&Metered::Called { callee: call.func, within, loc: call.loc, amount, text });
    machine.meter = Some(meter);
    nothing()
}
