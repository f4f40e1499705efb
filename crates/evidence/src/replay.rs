//! Running into a finding again: the same machine on given inputs, recording what happens.

use std::rc::Rc;

use raddle_budget::{Budget, Stage};
use raddle_expr::Bits;
use raddle_findings::{Finding, Input, Location, ScheduleStep};
use raddle_ir::Program;
use raddle_machine::{
    Config, Fault, FaultKind, InputRecord, Machine, Recorder, Settled, SetupError, Standing, State,
    ThreadId, TraceEvent, TraceKind, View, Writer,
};
use raddle_moves::FUEL;
use raddle_moves::{self as enabled, note_transition, undo_halted_section};
use raddle_plan::{MemoryModel, Options, default_properties, machine_config};
use raddle_reduce::{KnownRaces, Trace};
use raddle_solver::{SolverConfig, default_solver};
use rustc_hash::FxHashMap;

use crate::assemble;
use crate::ending::{self, RaceDetails, Transition};
use crate::misuse;
use crate::views::{First, Views};

/// Rows a trace keeps, half of them from its beginning and half from its end.
const TRACE_LIMIT: usize = 20_000;
/// States a replay may visit: given inputs leave only undefined memory to fork on.
const STATE_LIMIT: usize = 10_000;
/// Instructions a replay may execute for each it may have taken to find the fault, in units of fuel.
const ROUNDS: u64 = 50_000;

/// Where execution starts.
#[derive(Clone, Debug)]
pub struct Entry {
    function: Option<String>,
    preconditions: Vec<String>,
}

impl Entry {
    pub fn of(options: &Options) -> Entry {
        let (function, preconditions) = (options.function.clone(), options.preconditions.clone());
        Entry { function, preconditions }
    }
    pub fn initial_state(&self, machine: &mut Machine<'_>) -> Result<State, SetupError> {
        match &self.function {
            None => machine.initial_state(),
            Some(name) => machine.initial_state_of(name, &self.preconditions),
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
    /// What the program asked for until it ran into the fault.
    pub inputs: Vec<InputRecord>,
    /// What is known about both accesses, if it is a data race.
    pub race: Option<RaceDetails>,
    /// The transitions, for the order between their rows of the trace.
    pub transitions: Vec<Transition>,
    /// The operations that the transitions began with, and what threads stood before at the end.
    pub granted: Vec<Standing>,
    pub standing: Vec<Standing>,
    /// The thread that ran into the fault.
    pub failing: Option<ThreadId>,
    /// Creation paths of all threads, thread 1 first.
    pub threads: Vec<(ThreadId, u32)>,
    /// What decisions saw and left that their order does not tell.
    pub views: Vec<View>,
}

/// What to run again.
#[derive(Clone, Debug)]
pub struct Rerun<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    pub entry: &'a Entry,
    pub inputs: &'a FxHashMap<String, Bits>,
    /// What decisions saw and left in memory that their order does not tell.
    pub views: &'a [View],
    /// Creation paths of threads in the order of the ids that the schedule and names of inputs use.
    pub threads: &'a [(ThreadId, u32)],
}

/// Runs the program on the given inputs and schedule and looks for the expected fault.
pub fn replay(
    rerun: &Rerun<'_>,
    schedule: &[ThreadId],
    expected: &dyn Fn(&Machine<'_>, &Fault) -> bool,
    record: bool,
) -> Result<Replayed, SetupError> {
    if rerun.config.plain_is_atomic && !rerun.views.is_empty() {
        let replayed = replay_with(rerun, First::Any, schedule, expected, record)?;
        if replayed.confirmed {
            return Ok(replayed);
        }
    }
    replay_with(rerun, First::Atomic, schedule, expected, record)
}

fn replay_with(
    rerun: &Rerun<'_>,
    first: First,
    schedule: &[ThreadId],
    expected: &dyn Fn(&Machine<'_>, &Fault) -> bool,
    record: bool,
) -> Result<Replayed, SetupError> {
    let Rerun { program, config, entry, inputs, views, threads } = rerun;
    let mut views = Views::new(views, first);
    let budget = &config.budget;
    let solver =
        default_solver(&SolverConfig { budget: budget.clone(), ..SolverConfig::default() });
    let mut machine = Machine::new(program, (*config).clone(), solver)?;
    machine.names.adopt_threads(threads);
    machine.give_inputs((*inputs).clone());
    machine.record_with(record.then(|| Recorder::new(TRACE_LIMIT)));
    let initial = entry.initial_state(&mut machine)?;
    // A state on its way, the settled one it started from, and what was recorded on the way.
    let mut stack = vec![(initial.clone(), initial, machine.recorder().cloned(), Trace::default())];
    // The transitions of the state at hand: states are taken depth first, so a prefix is always its own.
    let mut transitions: Vec<Transition> = Vec::new();
    let known_races = KnownRaces::default();
    let mut rounds = 0;
    while let Some((state, base, recorder, mut trace)) = stack.pop() {
        rounds += 1;
        budget.enter(Stage::Replay);
        if rounds > ROUNDS || stack.len() > STATE_LIMIT || budget.look().is_some() {
            break;
        }
        machine.record_with(recorder);
        match machine.settle(state, FUEL) {
            Settled::OutOfFuel(state) => stack.push((state, base, machine.take_recorder(), trace)),
            Settled::Forked(holds, fails) => {
                stack.push((fails, base.clone(), machine.recorder().cloned(), trace.clone()));
                stack.push((holds, base, machine.recorder().cloned(), trace));
            }
            Settled::Done(mut state) => {
                let moved = state.decisions.iter_back().next().copied();
                if let Some(moved) = moved {
                    undo_halted_section(&base, &mut state, moved);
                    note_transition(&mut machine, &base, &mut state, moved);
                    views.after(&mut machine, &base, &mut state);
                    let event = Rc::new(state.event.clone());
                    transitions.truncate(trace.len());
                    let held = ending::held_locks(&machine, &base, moved);
                    transitions.push(Transition { thread: moved, event: event.clone(), held });
                    trace.push(moved, event);
                    match views.is_empty() {
                        true => misuse::report_races(&mut machine, &trace, &state, &known_races),
                        false => misuse::report_conflicts(&mut machine, &trace, &state),
                    }
                }
                match schedule.get(state.decisions.len() as usize) {
                    Some(&next) if is_running(&state, next) => {
                        note_standing(&mut machine, &state, Some(next));
                        views.before(&mut machine, &mut state);
                        let granted = machine.grant(state.clone(), next);
                        stack.push((granted, state, machine.take_recorder(), trace));
                    }
                    _ => {
                        note_standing(&mut machine, &state, None);
                        // To find out who can move, moves are tried; what fails there is no part of this run.
                        let own = machine.outbox.take_faults();
                        let all = enabled::all_blocked(&mut machine, &state);
                        let others_move = all.is_none();
                        let blocked =
                            all.unwrap_or_else(|| enabled::blocked_threads(&mut machine, &state));
                        machine.outbox.put_back_faults(own);
                        let known = machine.outbox.mark();
                        misuse::report_deadlock(&mut machine, &state, &blocked, others_move);
                        let reported = machine.outbox.fault_since(known).map(|fault| fault.thread);
                        if let Some(reported) = reported.filter(|_| record) {
                            ending::record_waits(&mut machine, &state, reported);
                        }
                    }
                }
            }
            Settled::Blocked(_) => {}
        }
        let faults = machine.outbox.take_faults();
        let again = faults.into_iter().find(|fault| expected(&machine, fault));
        if let Some(fault) = again {
            let mut message = fault.message.clone();
            // The recorder may have gone on with the state that was pushed last.
            let recorder = machine.take_recorder();
            let recorder =
                recorder.or_else(|| stack.pop().and_then(|(_, _, recorder, _)| recorder));
            let (granted, standing) = recorder
                .as_ref()
                .map(|recorder| (recorder.granted.clone(), recorder.others.clone()))
                .unwrap_or_default();
            let mut trace = recorded(recorder, fault.kind);
            let race = ending::end_race(&machine, &fault, &transitions, &mut trace);
            message.extend(race.iter().map(ending::held_sentence));
            return Ok(Replayed {
                confirmed: true,
                message: Some(message),
                trace,
                inputs: fault.inputs.to_vec().into_iter().cloned().collect(),
                race,
                transitions,
                granted,
                standing,
                failing: Some(fault.thread),
                threads: machine.names.thread_paths(),
                views: rerun.views.to_vec(),
            });
        }
    }
    let trace = machine.take_recorder().map(Recorder::into_events).unwrap_or_default();
    Ok(Replayed {
        confirmed: false,
        message: None,
        trace,
        inputs: Vec::new(),
        race: None,
        transitions: Vec::new(),
        granted: Vec::new(),
        standing: Vec::new(),
        failing: None,
        threads: Vec::new(),
        views: Vec::new(),
    })
}

/// Writes down what every thread stands before when one of them, or nobody, moves next.
fn note_standing(machine: &mut Machine<'_>, state: &State, next: Option<ThreadId>) {
    if machine.recorder().is_none() {
        return;
    }
    let running = state.threads.iter().filter(|thread| thread.is_running());
    let all: Vec<Standing> = running.map(|thread| machine.standing(state, thread.id)).collect();
    let Some(recorder) = machine.recorder_mut() else { return };
    recorder.granted.extend(all.iter().filter(|standing| Some(standing.thread) == next));
    recorder.others = all;
    recorder.others.retain(|standing| Some(standing.thread) != next);
}

/// A schedule from an older program may name threads that are not there any more.
fn is_running(state: &State, thread: ThreadId) -> bool {
    state.position(thread).is_some_and(|at| state.threads[at].is_running())
}

/// Whether a fault is the one that was met while exploring.
pub fn same_fault(expected: &Fault, fault: &Fault) -> bool {
    let partner = |fault: &Fault| match fault.kind {
        FaultKind::DataRace => fault.related.first().map(|&(_, loc)| loc),
        _ => None,
    };
    expected.kind == fault.kind
        && expected.thread == fault.thread
        && expected.stack == fault.stack
        && partner(expected) == partner(fault)
}

/// Replays a finding of an earlier check.
pub fn replay_finding(
    program: &Program,
    options: &Options,
    budget: &Budget,
    finding: &Finding,
) -> Result<Replayed, SetupError> {
    let place = |location: Option<&Location>| location.map(|at| (at.line, at.column));
    replay_towards(program, options, budget, finding, &mut |code, found| {
        code == finding.code && place(found) == place(finding.location.as_ref())
    })
}

/// Runs the program on the inputs and the schedule of a finding until it meets a fault that is accepted by its code and
/// its place.
pub fn replay_towards(
    program: &Program,
    options: &Options,
    budget: &Budget,
    finding: &Finding,
    accepts: &mut dyn FnMut(&'static str, Option<&Location>) -> bool,
) -> Result<Replayed, SetupError> {
    let properties = options.properties.clone().unwrap_or_else(|| default_properties(program));
    let views = views_of(finding);
    // Such a finding is one of C11, whatever the check was asked for.
    let weak = (options.memory_model == MemoryModel::Auto && !views.is_empty())
        .then(|| Options { memory_model: MemoryModel::C11, ..options.clone() });
    let config = machine_config(program, weak.as_ref().unwrap_or(options), &properties, budget);
    let inputs = finding.inputs.iter().filter_map(|input| Some((input.name.clone(), bits(input)?)));
    let inputs = inputs.collect();
    let entry = Entry::of(options);
    let threads = finding.threads.iter();
    let threads: Vec<_> = threads.map(|path| (ThreadId(path.parent), path.nth)).collect();
    let rerun = Rerun {
        program,
        config: &config,
        entry: &entry,
        inputs: &inputs,
        views: &views,
        threads: &threads,
    };
    let schedule: Vec<ThreadId> =
        finding.schedule.iter().map(|step| ThreadId(step.thread)).collect();
    let accepts = std::cell::RefCell::new(accepts);
    let expected = |machine: &Machine<'_>, fault: &Fault| {
        let entry = assemble::user_entry(machine, &fault.stack);
        let found =
            entry.and_then(|entry| assemble::location(machine.program, entry.func, entry.loc));
        (accepts.borrow_mut())(assemble::finding_kind(fault.kind).code(), found.as_ref())
    };
    let replayed = replay(&rerun, &schedule, &expected, true)?;
    if replayed.confirmed {
        return Ok(replayed);
    }
    // The check may have found it after it had to take every object for shared, which makes more steps.
    let config = Config { all_shared: true, ..config.clone() };
    let again = replay(&Rerun { config: &config, ..rerun }, &schedule, &expected, true)?;
    Ok(if again.confirmed { again } else { replayed })
}

/// What a finding says of memory beside its schedule.
fn views_of(finding: &Finding) -> Vec<View> {
    let steps = finding.schedule.iter().enumerate();
    let view = |(decision, step): (usize, &ScheduleStep)| {
        let saw = step.saw.map(|saw| {
            let writer = saw.step.map_or(Writer::Start, Writer::Decision);
            (writer, saw.instead_of)
        });
        let left = step.left;
        (saw.is_some() || left.is_some()).then_some(View { decision: decision as u64, saw, left })
    };
    steps.filter_map(view).collect()
}

/// An input's value from its hexadecimal digits.
fn bits(input: &Input) -> Option<Bits> {
    let digits = input.bits.as_bytes();
    if digits.is_empty() {
        return None;
    }
    let mut value = 0u128;
    for (index, pair) in digits.chunks(2).enumerate().take(16) {
        let byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        value |= u128::from(byte) << (8 * index);
    }
    Some(Bits::new(digits.len() as u32 * 4, value))
}

/// The recorded steps up to the last fault; for a race, all of them.
fn recorded(recorder: Option<Recorder>, kind: FaultKind) -> Vec<TraceEvent> {
    let mut events = recorder.map(Recorder::into_events).unwrap_or_default();
    let last = events.iter().rposition(|event| event.kind == TraceKind::Fault);
    if let (Some(last), true) = (last, kind != FaultKind::DataRace) {
        events.truncate(last + 1);
    }
    events
}
