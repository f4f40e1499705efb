//! Sets up an exploration and picks how it goes about it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};
use raddle_evidence::Entry;
use raddle_evidence::Ledger;
use raddle_evidence::{Observer, Progress, TestCase};
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{Assumption, Report, Verdict};
use raddle_ir::{FuncId, Program};
use raddle_library::Deed;
use raddle_machine::{
    AccessMistake, Book, JoinMistake, LoopEnds, Machine, NewName, Property, Settled, SetupError,
    State, SummaryMistake, TableMistake,
};
use raddle_moves as enabled;
use raddle_moves::FUEL;
use raddle_plan::{
    Facts, MemoryModel, Options, Plan, Reduce, Slices, Slicing, entry_function, machine_config,
    unheeded_orders,
};
use raddle_reduce::{Broken, KnownRaces};
use raddle_solver::{Effort, SolverConfig, default_solver};

use crate::frontier::{self, Frontier};
use crate::guide;
use crate::interleave::Interleaver;
use crate::models;
use crate::probes::Probes;
use crate::slicing;
use crate::team::Team;

/// A program made ready to be explored.
pub(crate) struct Ready<'p> {
    pub machine: Machine<'p>,
    pub initial: State,
    pub properties: Vec<Property>,
    pub plan: Plan,
    pub facts: Facts,
    pub entry: FuncId,
    /// Those that searches with this machine have reported.
    pub known_races: KnownRaces,
    slicing_time: Duration,
}

pub(crate) fn prepare<'p>(
    program: &'p Program,
    options: &Options,
    budget: &Budget,
    names: &[NewName],
) -> Result<Ready<'p>, SetupError> {
    let asked = options;
    // Whoever leaves the choice to us has made it before.
    let sc = options.memory_model == MemoryModel::Auto;
    let sc = sc.then(|| Options { memory_model: MemoryModel::Sc, ..options.clone() });
    let options = sc.as_ref().unwrap_or(options);
    let mut facts = Facts::of(program, options);
    let properties = facts.properties.clone();
    // Whoever names a time wants that, whatever work it is.
    let query_effort = match options.query_time {
        Some(_) => Effort::UNLIMITED,
        None => SolverConfig::default().query_effort,
    };
    let solver = default_solver(&SolverConfig {
        query_effort,
        query_time: options.query_time,
        log_queries: options.log_queries.clone(),
        budget: budget.clone(),
        ..SolverConfig::default()
    });
    let mut config = machine_config(program, options, &properties, budget);
    guide::towards(program, options, &properties, &mut config)?;
    facts.guided = config.guide.is_some();
    let mut plan = Plan::resolve(&facts, options)?;
    plan.decisions.extend(unheeded_orders(&facts, asked));
    config.only_toward_goal = plan.skips_sides;
    config.joins = plan.joins;
    config.join_mistake = match options.broken {
        Some(Broken::JoinedTheWrongWay) => Some(JoinMistake::GuardSwapped),
        Some(Broken::UntakenStoreKept) => Some(JoinMistake::UntakenStoreKept),
        Some(Broken::FailingSideJoined) => Some(JoinMistake::FailingSideJoined),
        _ => None,
    };
    config.access_mistake = match options.broken {
        Some(Broken::StridesNeverWrap) => Some(AccessMistake::StridesNeverWrap),
        Some(Broken::LastPlaceLeftOut) => Some(AccessMistake::LastLeftOut),
        _ => None,
    };
    config.table_mistake = match options.broken {
        Some(Broken::KnownWritesForgotten) => Some(TableMistake::KnownWritesForgotten),
        Some(Broken::FirstWriteKept) => Some(TableMistake::FirstWriteKept),
        _ => None,
    };
    budget.enter(Stage::Analyse);
    let before_slicing = Instant::now();
    if plan.slices == Slices::AtOnce {
        config.indifferent = slicing::facts(program, options, budget)?.map(Rc::new);
    }
    let slicing_time = before_slicing.elapsed();
    config.slice_mistake = options.slice_mistake;
    config.loop_ends = options
        .pieces
        .map(|rounds| Rc::new(LoopEnds::new(program, options.surroundings.as_deref(), rounds)));
    config.summary_mistake = match options.broken {
        Some(Broken::AddressesUnpinned) => Some(SummaryMistake::AddressesUnpinned),
        Some(Broken::ObjectsNotInKey) => Some(SummaryMistake::ObjectsNotInKey),
        Some(Broken::ObjectsNotAskedFor) => Some(SummaryMistake::ObjectsNotAskedFor),
        Some(Broken::OwnersNotRenamed) => Some(SummaryMistake::OwnersNotRenamed),
        Some(Broken::AddressesAlike) => Some(SummaryMistake::AddressesAlike),
        _ => None,
    };
    let mut machine = Machine::new(program, config, solver)?;
    machine.names.adopt(names);
    if plan.leaves_out() {
        machine.see_nothing();
        machine.assume_unseen();
    }
    let initial = Entry::of(options).initial_state(&mut machine)?;
    let entry = entry_function(program, options.function.as_deref())?;
    let known_races = KnownRaces::default();
    Ok(Ready { machine, initial, properties, plan, facts, entry, known_races, slicing_time })
}

pub(crate) fn check(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let plan = Plan::resolve(&Facts::of(program, options), options)?;
    if plan.memory_model.has_graphs() {
        return models::check(program, options, plan.memory_model, budget, observer);
    }
    if plan.slices == Slices::Later {
        return check_whole_first(program, options, budget, observer);
    }
    if let Some(report) = check_essence(program, options, &plan, budget, observer)? {
        return Ok(report);
    }
    check_whole(program, options, budget, observer)
}

/// The work for which the whole program is tried before slices of it, some second: an answer about the whole assumes less.
const WHOLE_FIRST: u64 = 25_000_000;
/// The work for which steps that the property allows are tried then. What takes longer that way is no better off than before.
const PROPERTY_DRIVEN_THEN: u64 = 2 * WHOLE_FIRST;
/// Where threads have steps that are made for that, the work after which it is tried for the first time, and for which. Programs that it decides at all
/// it mostly decides at once, at any size; so there is no size up to which they take longer than beyond.
const EARLY: u64 = WHOLE_FIRST / 16;
/// The work for which what assertions depend on is tried after that.
const ESSENCE_THEN: u64 = 10 * WHOLE_FIRST;

/// Leaves nothing out for a while, and what cannot matter if that is not enough.
fn check_whole_first(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    if let Some(report) = check_early(program, options, budget, observer)? {
        return Ok(report);
    }
    let first = budget.part_of_work(WHOLE_FIRST);
    let report = check_whole(program, options, &first, observer)?;
    if !first.is_spent() || budget.is_spent() {
        return Ok(report);
    }
    if report.verdict == Verdict::Unsafe {
        return check_whole(program, options, budget, observer);
    }
    let then = budget.part_of_work(PROPERTY_DRIVEN_THEN);
    if let Some(report) = check_property_driven(program, options, &then, observer)? {
        return Ok(report);
    }
    let options = &Options { slice: Slicing::On, ..options.clone() };
    let then = budget.part_of_work(ESSENCE_THEN);
    let plan = Plan::resolve(&Facts::of(program, options), options)?;
    if let Some(report) = check_essence(program, options, &plan, &then, observer)? {
        return Ok(report);
    }
    check_whole(program, options, budget, observer)
}

/// The report of short searches, if one of them comes to its end.
fn check_early(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, SetupError> {
    let plan = Plan::resolve(&Facts::of(program, options), options)?;
    if !plan.property_driven || !has_sections(program) {
        return Ok(None);
    }
    let first = budget.part_of_work(EARLY);
    let report = check_whole(program, options, &first, observer)?;
    if !first.is_spent() || budget.is_spent() {
        return Ok(Some(report));
    }
    if report.verdict == Verdict::Unsafe {
        return Ok(None);
    }
    let then = budget.part_of_work(EARLY);
    check_property_driven(program, options, &then, observer)
}

/// Whether a thread may do several things at once that others do not come between.
fn has_sections(program: &Program) -> bool {
    let begins = |name: &str| {
        raddle_library::find(name).is_some_and(|row| row.threads.deed == Deed::BeginSection)
    };
    program.functions.iter().any(|(_, function)| function.body.is_none() && begins(&function.name))
}

/// The report of a search that explores one of two orders of steps where the property needs no more (`pdpor/`), if that shows the program to be safe.
fn check_property_driven(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, SetupError> {
    let plan = Plan::resolve(&Facts::of(program, options), options)?;
    if !plan.property_driven {
        return Ok(None);
    }
    let request = Options { reduce: Reduce::Pdpor, slice: Slicing::Off, ..options.clone() };
    let report = check_whole(program, &request, budget, &mut Discreet(observer))?;
    Ok((report.verdict == Verdict::Safe).then_some(report))
}

fn check_whole(
    program: &Program,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let Ready { mut machine, initial, properties, plan, facts, entry, known_races, slicing_time } =
        prepare(program, options, budget, &[])?;
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    ledger.follow(&plan, &facts);
    if machine.config.indifferent.is_some() {
        ledger.count("slice microseconds", slicing_time.as_micros() as u64);
    }
    match frontier::new(options.strategy, options.seed) {
        None => {
            let probes = plan.probes.then(|| Probes::new(program, options, budget));
            let interleaver = Interleaver::new(&mut machine, plan, entry, &known_races);
            interleaver.with_probes(probes).run(initial, &mut ledger);
        }
        Some(frontier) => {
            FrontierSearch { machine: &mut machine, options, frontier }.run(initial, &mut ledger);
        }
    }
    ledger.collect(&mut machine);
    Ok(ledger.report(&machine))
}

/// Tells of everything but findings.
pub(crate) struct Discreet<'a>(pub &'a mut dyn Observer);

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
    plan: &Plan,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, SetupError> {
    if !plan.essence {
        return Ok(None);
    }
    let Some(essence) = slicing::essence(program, options, budget)? else { return Ok(None) };
    let properties = Some(vec![Property::Assert]);
    let request =
        Options { properties, slice: Slicing::Off, slice_mistake: None, ..options.clone() };
    let request = Options { memory_model: MemoryModel::Sc, ..request };
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
    let plan = Plan::resolve(&Facts::of(program, options), options)?;
    if let Some(report) = check_essence(program, options, &plan, budget, observer)? {
        return Ok(report);
    }
    let (names, book) = team.resumed().unzip();
    let Ready { mut machine, initial, properties, plan, facts, entry, known_races, .. } =
        prepare(program, options, budget, &names.unwrap_or_default())?;
    if let Some(book) = book {
        machine.names.use_book(book);
    }
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    ledger.follow(&plan, &facts);
    let probes = plan.probes.then(|| Probes::new(program, options, budget));
    let interleaver = Interleaver::new(&mut machine, plan, entry, &known_races);
    interleaver.with_probes(probes).with_team(team).run(initial, &mut ledger);
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
    let Ready { mut machine, initial, properties, plan, facts, entry, known_races, .. } =
        prepare(program, options, budget, names)?;
    machine.names.use_book(book);
    let mut ledger = Ledger::new(program, options, &properties, budget, observer);
    ledger.follow(&plan, &facts);
    let interleaver = Interleaver::new(&mut machine, plan, entry, &known_races);
    interleaver.with_team(team).serve(&initial, &mut ledger);
    Ok(())
}

/// All interleavings and inputs in the order a frontier hands them out, without reduction.
struct FrontierSearch<'a, 'p> {
    machine: &'a mut Machine<'p>,
    options: &'a Options,
    frontier: Box<dyn Frontier>,
}

impl FrontierSearch<'_, '_> {
    fn run(mut self, initial: State, ledger: &mut Ledger<'_, '_>) {
        ledger.count_state();
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
                ledger.count_state();
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
            raddle_evidence::report_deadlock(self.machine, &state, &blocked, false);
            ledger.count_run(self.machine, &state);
            return;
        }
        let running = state.threads.iter().filter(|thread| thread.is_running());
        for thread in running.map(|thread| thread.id).collect::<Vec<_>>() {
            ledger.count_state();
            self.frontier.push(self.machine.grant(state.clone(), thread));
        }
    }
}
