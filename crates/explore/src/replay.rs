//! Running into a finding again: the same machine on given inputs, recording what happens.

use std::rc::Rc;

use raddle_expr::Bits;
use raddle_ir::Program;
use raddle_machine::{
    Config, Fault, Machine, Recorder, Settled, SetupError, State, ThreadId, TraceEvent,
};
use raddle_reduce::Trace;
use raddle_solver::{SolverConfig, default_solver};
use rustc_hash::FxHashMap;

use crate::budget::FUEL;
use crate::enabled::{self, undo_halted_section};
use crate::misuse;
use crate::options::Options;

/// Rows a trace keeps; more are counted.
const TRACE_LIMIT: usize = 20_000;
/// States a replay may visit: given inputs leave only undefined memory to fork on.
const STATE_LIMIT: usize = 10_000;
/// Instructions a replay may execute for each it may have taken to find the fault, in units of fuel.
const ROUNDS: u64 = 50_000;

/// Where execution starts.
#[derive(Clone, Debug)]
pub struct Entry {
    function: Option<String>,
}

impl Entry {
    pub(crate) fn of(options: &Options) -> Entry {
        Entry { function: options.function.clone() }
    }
    pub(crate) fn initial_state(&self, machine: &mut Machine<'_>) -> Result<State, SetupError> {
        match &self.function {
            None => machine.initial_state(),
            Some(name) => machine.initial_state_of(name),
        }
    }
}

/// The outcome of a replay.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The expected fault happened again.
    pub confirmed: bool,
    /// The fault as it happened on the given inputs: its message speaks of values.
    pub message: Option<String>,
    pub trace: Vec<TraceEvent>,
}

/// What to run again.
#[derive(Clone, Debug)]
pub struct Rerun<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    pub entry: &'a Entry,
    pub inputs: &'a FxHashMap<String, Bits>,
}

/// Runs the program on the given inputs and schedule and looks for the expected fault.
pub fn replay(
    rerun: &Rerun<'_>,
    schedule: &[ThreadId],
    expected: &Fault,
    record: bool,
) -> Result<Replayed, SetupError> {
    let Rerun { program, config, entry, inputs } = rerun;
    let solver = default_solver(&SolverConfig::default());
    let mut machine = Machine::new(program, (*config).clone(), solver)?;
    machine.given_inputs = Some((*inputs).clone());
    machine.recorder = record.then(|| Recorder::new(TRACE_LIMIT));
    let initial = entry.initial_state(&mut machine)?;
    // A state on its way, the settled one it started from, and what was recorded on the way.
    let mut stack = vec![(initial.clone(), initial, machine.recorder.clone(), Trace::default())];
    let mut rounds = 0;
    while let Some((state, base, recorder, mut trace)) = stack.pop() {
        rounds += 1;
        if rounds > ROUNDS || stack.len() > STATE_LIMIT {
            break;
        }
        machine.recorder = recorder;
        match machine.settle(state, FUEL) {
            Settled::OutOfFuel(state) => stack.push((state, base, machine.recorder.clone(), trace)),
            Settled::Forked(holds, fails) => {
                stack.push((fails, base.clone(), machine.recorder.clone(), trace.clone()));
                stack.push((holds, base, machine.recorder.clone(), trace));
            }
            Settled::Done(mut state) => {
                let moved = state.decisions.iter_back().next().copied();
                if let Some(moved) = moved {
                    undo_halted_section(&base, &mut state, moved);
                    machine.note_transition(&base, &mut state, moved);
                    trace.push(moved, Rc::new(state.event.clone()));
                    misuse::report_races(&mut machine, &trace, &state);
                }
                match schedule.get(state.decisions.len() as usize) {
                    Some(&next) if state.position(next).is_some() => {
                        let granted = machine.grant(state.clone(), next);
                        stack.push((granted, state, machine.recorder.clone(), trace));
                    }
                    _ => {
                        if let Some(blocked) = enabled::all_blocked(&mut machine, &state) {
                            misuse::report_deadlock(&mut machine, &state, &blocked);
                        }
                    }
                }
            }
            Settled::Blocked(_) => {}
        }
        let faults = std::mem::take(&mut machine.faults);
        let again = faults.into_iter().find(|fault| same_fault(expected, fault));
        if let Some(fault) = again {
            let message = Some(fault.message);
            return Ok(Replayed { confirmed: true, message, trace: recorded(&mut machine) });
        }
    }
    Ok(Replayed { confirmed: false, message: None, trace: recorded(&mut machine) })
}

fn same_fault(a: &Fault, b: &Fault) -> bool {
    a.kind == b.kind && a.thread == b.thread && a.stack == b.stack
}

/// The recorded steps up to the last fault.
fn recorded(machine: &mut Machine<'_>) -> Vec<TraceEvent> {
    let mut events = machine.recorder.take().map(|recorder| recorder.events).unwrap_or_default();
    let last = events.iter().rposition(|event| event.kind == raddle_machine::TraceKind::Fault);
    if let Some(last) = last {
        events.truncate(last + 1);
    }
    events
}
