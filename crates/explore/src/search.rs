//! Sets up an exploration and picks how it goes about it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{Assumption, Report, Verdict};
use raddle_ir::Program;
use raddle_machine::{
    Book, Config, LoopEnds, Machine, NewName, Property, PropertySet, Settled, SetupError, State,
    SummaryMistake,
};
use raddle_reduce::Broken;
use raddle_solver::{Hurry, SolverConfig, default_solver};

use crate::enabled;
use crate::frontier::{self, Frontier};
use crate::interleave::{Interleaver, Visitor};
use crate::ledger::Ledger;
use crate::misuse;
use crate::options::{Observer, Options, Progress, Reduce, Slicing, Strategy, TestCase};
use crate::pace::FUEL;
use crate::per_property;
use crate::replay::Entry;
use crate::slicing;
use crate::team::Team;
use crate::unknown_memory;

/// A program made ready to be explored.
pub(crate) struct Ready<'p> {
    pub machine: Machine<'p>,
    pub initial: State,
    pub properties: Vec<Property>,
    hurry: Hurry,
    slicing_time: Duration,
}

pub(crate) fn prepare<'p>(
    program: &'p Program,
    options: &Options,
    budget: &Budget,
    names: &[NewName],
) -> Result<Ready<'p>, SetupError> {
    let properties = options.properties.clone().unwrap_or_else(|| default_properties(program));
    let hurry = Hurry::default();
    let solver = default_solver(&SolverConfig {
        query_time: options.query_time,
        log_queries: options.log_queries.clone(),
        budget: budget.clone(),
        hurry: hurry.clone(),
    });
    let mut config = machine_config(options, &properties, budget);
    budget.enter(Stage::Analyse);
    let before_slicing = Instant::now();
    config.slice = slicing::facts(program, options, budget)?.map(Rc::new);
    let slicing_time = before_slicing.elapsed();
    config.slice_mistake = options.slice_mistake;
    config.loop_ends = options
        .pieces
        .map(|rounds| Rc::new(LoopEnds::new(program, options.surroundings.as_deref(), rounds)));
    per_property::guide(program, options, &properties, &mut config)?;
    config.summary_mistake = match options.broken {
        Some(Broken::AddressesUnpinned) => Some(SummaryMistake::AddressesUnpinned),
        Some(Broken::ObjectsNotInKey) => Some(SummaryMistake::ObjectsNotInKey),
        Some(Broken::OwnersNotRenamed) => Some(SummaryMistake::OwnersNotRenamed),
        _ => None,
    };
    let mut machine = Machine::new(program, config, solver)?;
    machine.names.adopt(names);
    let leaves_out = machine.config.slice.is_some()
        || machine.config.guide_cuts
        || options.reduce == Reduce::Pdpor;
    if leaves_out {
        machine.see_nothing();
        machine.assume_unseen();
    }
    let initial = Entry::of(options).initial_state(&mut machine)?;
    Ok(Ready { machine, initial, properties, hurry, slicing_time })
}

pub(crate) fn check(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let options = &*unknown_memory::fit(program, options)?;
    // The other orders neither look for races nor notice loops that only wait, so they could call a
    // program safe that is not.
    let depth_first = matches!(options.strategy, Strategy::Dfs | Strategy::Distance);
    if !depth_first && uses_threads(program) {
        return Err(SetupError::OrderWithThreads);
    }
    if slicing::is_promising(program, options) {
        return check_whole_first(program, options, budget, observer);
    }
    if let Some(report) = check_essence(program, options, budget, observer)? {
        return Ok(report);
    }
    check_whole(program, options, budget, observer)
}

/// So long the whole program is tried before slices of it: an answer about the whole assumes less.
const WHOLE_FIRST: Duration = Duration::from_secs(1);
/// So long what assertions depend on is tried then.
const ESSENCE_THEN: Duration = Duration::from_secs(10);

/// Leaves nothing out for a while, and what cannot matter if that is not enough.
fn check_whole_first(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let first = budget.part(Some(WHOLE_FIRST));
    let report = check_whole(program, options, &first, observer)?;
    if !first.is_spent() || budget.is_spent() {
        return Ok(report);
    }
    if report.verdict == Verdict::Unsafe {
        return check_whole(program, options, budget, observer);
    }
    let options = &Options { slice: Slicing::On, ..options.clone() };
    let then = budget.part(Some(ESSENCE_THEN));
    if let Some(report) = check_essence(program, options, &then, observer)? {
        return Ok(report);
    }
    check_whole(program, options, budget, observer)
}

fn check_whole(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let Ready { mut machine, initial, properties, hurry, slicing_time } =
        prepare(program, options, budget, &[])?;
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    if unknown_memory::is_met(program, options) {
        ledger.count("without summaries: unknown memory", 1);
    }
    if machine.config.slice.is_some() {
        ledger.count("slice microseconds", slicing_time.as_micros() as u64);
    }
    match options.strategy {
        Strategy::Dfs | Strategy::Distance => {
            let interleaver = Interleaver::new(&mut machine, options, hurry);
            interleaver.run(initial, &mut ledger);
        }
        Strategy::Bfs | Strategy::Random | Strategy::Coverage => {
            let frontier = frontier::new(options.strategy, options.seed);
            FrontierSearch { machine: &mut machine, options, frontier }.run(initial, &mut ledger);
        }
    }
    ledger.collect(&mut machine);
    Ok(ledger.report(&machine))
}

/// Tells of everything but findings.
struct Discreet<'a>(&'a mut dyn Observer);

impl Observer for Discreet<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }
    fn test_case(&mut self, test: &TestCase) {
        self.0.test_case(test);
    }
}

/// The report on what assertions depend on, if that is enough to call the program safe.
fn check_essence(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, SetupError> {
    if !uses_threads(program) || unknown_memory::is_met(program, options) {
        return Ok(None);
    }
    let properties = options.properties.clone().unwrap_or_else(|| default_properties(program));
    let Some(essence) = slicing::essence(program, options, &properties, budget)? else {
        return Ok(None);
    };
    let properties = Some(properties);
    let request =
        Options { properties, slice: Slicing::Off, slice_mistake: None, ..options.clone() };
    // What fails there need not fail in the program.
    let mut report = check(&essence.program, &request, budget, &mut Discreet(observer))?;
    if report.verdict != Verdict::Safe {
        return Ok(None);
    }
    let counted = "instructions that assertions depend on".to_owned();
    report.stats.counters.insert(counted, essence.instructions as u64);
    let kind = AssumptionKind::RestIsDefined;
    let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
    report.assumptions.push(Assumption { code, message, location: None });
    Ok(Some(report))
}

/// Explores the program depth first and gives parts of the search to others. The report has what was met here.
pub fn check_together(
    program: &Program,
    options: &Options,
    team: &mut dyn Team,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let options = &*unknown_memory::fit(program, options)?;
    if let Some(report) = check_essence(program, options, budget, observer)? {
        return Ok(report);
    }
    let Ready { mut machine, initial, properties, hurry, .. } =
        prepare(program, options, budget, &[])?;
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    Interleaver::new(&mut machine, options, hurry).with_team(team).run(initial, &mut ledger);
    ledger.collect(&mut machine);
    Ok(ledger.report(&machine))
}

/// Explores parts of a search that others began. `names` are those in their book.
pub fn help_together(
    program: &Program,
    options: &Options,
    names: &[NewName],
    book: Box<dyn Book>,
    team: &mut dyn Team,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<(), SetupError> {
    let options = &*unknown_memory::fit(program, options)?;
    let Ready { mut machine, initial, properties, hurry, .. } =
        prepare(program, options, budget, names)?;
    machine.names.use_book(book);
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    Interleaver::new(&mut machine, options, hurry).with_team(team).serve(&initial, &mut ledger);
    Ok(())
}

/// Whether the program can create threads.
pub fn uses_threads(program: &Program) -> bool {
    ["pthread_create", "thrd_create"].iter().any(|name| program.function(name).is_some())
}

/// Whether the program uses locks and the like, with which even one thread can wait for ever.
fn synchronises(program: &Program) -> bool {
    const FAMILIES: [&str; 6] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once"];
    let library = program.functions.values().filter(|function| function.body.is_none());
    library
        .into_iter()
        .any(|function| FAMILIES.iter().any(|family| function.name.starts_with(family)))
}

pub(crate) fn default_properties(program: &Program) -> Vec<Property> {
    let mut properties = vec![Property::Assert, Property::Memory];
    if uses_threads(program) || synchronises(program) {
        properties.extend([Property::Race, Property::Deadlock]);
    }
    properties
}

pub(crate) fn machine_config(
    options: &Options,
    properties: &[Property],
    budget: &Budget,
) -> Config {
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
        symbolic_args: options.symbolic_args,
        args: options.args.clone(),
        symbolic_env: options.symbolic_env,
        input_limit: options.input_limit,
        focus: options.aim.as_ref().map(|aim| aim.focus.clone()),
        ..Config::default()
    }
}

/// All interleavings and inputs in the order a frontier hands them out, without reduction.
struct FrontierSearch<'a, 'p> {
    machine: &'a mut Machine<'p>,
    options: &'a Options,
    frontier: Box<dyn Frontier>,
}

impl FrontierSearch<'_, '_> {
    fn run(mut self, initial: State, ledger: &mut Ledger<'_, '_>) {
        ledger.node();
        self.frontier.push(initial);
        while let Some(state) = self.frontier.pop(self.machine) {
            let depth = u64::from(state.path.len());
            if ledger.collect(self.machine)
                || ledger.out_of_budget(self.machine, depth, self.frontier.len() as u64)
            {
                return;
            }
            self.advance(state, ledger);
        }
    }

    fn advance(&mut self, state: State, ledger: &mut Ledger<'_, '_>) {
        match self.machine.settle(state, FUEL) {
            Settled::OutOfFuel(state) => self.frontier.push(state),
            Settled::Forked(holds, fails) => {
                ledger.node();
                // The newest is taken first by most strategies: prefer the side where it holds.
                self.frontier.push(fails);
                self.frontier.push(holds);
            }
            Settled::Done(state) => self.schedule(state, ledger),
            Settled::Blocked(_) => {}
        }
    }

    fn schedule(&mut self, state: State, ledger: &mut Ledger<'_, '_>) {
        if self.options.max_steps.is_some_and(|limit| state.decisions.len() >= limit)
            && !state.is_over()
        {
            ledger.add_reason(ReasonKind::StepBound);
            return;
        }
        if let Some(blocked) = enabled::all_blocked(self.machine, &state) {
            misuse::report_deadlock(self.machine, &state, &blocked, false);
            ledger.count_run(self.machine, &state);
            return;
        }
        let running = state.threads.iter().filter(|thread| thread.is_running());
        for thread in running.map(|thread| thread.id).collect::<Vec<_>>() {
            ledger.node();
            self.frontier.push(self.machine.grant(state.clone(), thread));
        }
    }
}
