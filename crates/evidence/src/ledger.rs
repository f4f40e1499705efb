//! What an exploration has found so far: findings, cuts, counts. It watches the search as its [`Visitor`].

use std::collections::BTreeMap;
use std::time::Duration;

use raddle_budget::{Budget, Spent, peak_bytes};
use raddle_expr::Bits;
use raddle_findings::codes::{FindingKind, ReasonKind};
use raddle_findings::{
    BranchEnd, Finding, Reason, Report, SCHEMA_VERSION, ScheduleOperation, Stats, Verdict,
};
use raddle_ir::{Loc, Program};
use raddle_machine::{
    Config, Cut, CutKind, Fault, FaultKind, Halt, InputRecord, Machine, Property, State, Status,
    ThreadId, View,
};
use raddle_plan::{Facts, MemoryModel, Options, Plan};
use raddle_properties::{PropertyKind, places_of_assertions};
use rustc_hash::FxHashMap;

use crate::asked::fault_kinds;
use crate::assemble;
use crate::assumptions::assumptions;
use crate::coverage;
use crate::hot::HotPlaces;
use crate::misuse;
use crate::observer::{Observer, Progress, TestCase};
use crate::pace::Pace;
use crate::recorded_tree::TreeRecorder;
use crate::replay::{self, Entry, Rerun};
use crate::rows;
use crate::schedules;
use crate::shorten;
use crate::shrink;
use crate::start_heap::start_heap;
use crate::successors::Successors;
use crate::visitor::{Notice, Visitor};

/// The work of a state apart from executing instructions and from the solver. Measured: searches with threads make some 30,000 states a second.
const WORK_PER_STATE: u64 = 800;

pub struct Ledger<'a, 'p> {
    program: &'p Program,
    options: Options,
    properties: Vec<Property>,
    budget: Budget,
    /// What there is for replays after the budget was spent.
    respite: Option<Budget>,
    pace: Pace,
    observer: &'a mut dyn Observer,
    /// Kinds and places of faults, with the ids of their findings if they could be confirmed.
    seen: FxHashMap<(FaultKind, Loc, Loc), Option<String>>,
    findings: Vec<Finding>,
    cuts: BTreeMap<Cut, u64>,
    /// Reasons that concern the search as a whole.
    reasons: Vec<ReasonKind>,
    unconfirmed: Vec<Reason>,
    /// The run that had no end when the search stopped.
    endless: Option<Reason>,
    /// A bounded search is at work.
    probing: bool,
    /// What such searches have counted.
    probe_counts: [u64; COUNTED],
    pub stats: Stats,
    tree: Option<TreeRecorder>,
    /// What was done ever, whichever search it counts for.
    work: Work,
    hot: HotPlaces,
    /// Counts of another search, which may be at its end first.
    other_counts: [u64; COUNTED],
    /// Estimated share of the tree that is explored.
    share: f64,
    /// Findings and reasons that there were when somebody was last told.
    told: usize,
    /// The run at hand was not counted yet.
    run_is_open: bool,
    /// What may still be found, if that is known.
    left: Option<Vec<(PropertyKind, Loc)>>,
    successors: Option<Successors>,
    /// What the run at hand has synchronised, if somebody wants to know.
    synchronised: Vec<ScheduleOperation>,
    memory_model: MemoryModel,
}

/// Counts for somebody who watches: they never fall.
#[derive(Debug, Default)]
struct Work {
    states: u64,
    runs: u64,
    /// Runs that ended early.
    pruned: u64,
}

impl std::fmt::Debug for Ledger<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger").field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl<'a, 'p> Ledger<'a, 'p> {
    pub fn new(
        program: &'p Program,
        options: &Options,
        properties: &[Property],
        budget: &Budget,
        observer: &'a mut dyn Observer,
    ) -> Ledger<'a, 'p> {
        Ledger {
            program,
            options: options.clone(),
            properties: properties.to_vec(),
            budget: budget.clone(),
            respite: None,
            pace: Pace::new(),
            observer,
            seen: FxHashMap::default(),
            findings: Vec::new(),
            cuts: BTreeMap::new(),
            reasons: Vec::new(),
            unconfirmed: Vec::new(),
            endless: None,
            probing: false,
            probe_counts: [0; COUNTED],
            stats: Stats::default(),
            tree: options.record_tree.then(TreeRecorder::new),
            share: 0.0,
            work: Work::default(),
            hot: HotPlaces::default(),
            other_counts: [0; COUNTED],
            told: 0,
            run_is_open: true,
            left: None,
            successors: options.pieces.map(|_| Successors::default()),
            synchronised: Vec::new(),
            memory_model: MemoryModel::Sc,
        }
    }

    /// What the exploration makes use of.
    pub fn follow(&mut self, plan: &Plan, facts: &Facts) {
        self.stats.plan = plan.listed(facts);
        self.memory_model = plan.memory_model;
        if plan.ends_with_the_last_finding {
            let places = places_of_assertions(self.program);
            self.left =
                places.map(|places| places.into_iter().map(|(kind, loc, _)| (kind, loc)).collect());
        }
    }

    /// A state was made.
    pub fn count_state(&mut self) {
        self.run_is_open = true;
        self.stats.states += 1;
        self.work.states += 1;
    }

    pub fn add_reason(&mut self, reason: ReasonKind) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// How often something happened.
    pub fn count(&mut self, name: &str, count: u64) {
        self.stats.counters.insert(name.to_owned(), count);
    }

    /// Whose counts are counted from now on.
    fn change_to_probes(&mut self, probing: bool) {
        if std::mem::replace(&mut self.probing, probing) != probing {
            let counts = counted(&mut self.stats).into_iter().zip(&mut self.probe_counts);
            counts.for_each(|(count, other)| std::mem::swap(count, other));
        }
    }

    fn count_from_zero(&mut self) {
        counted(&mut self.stats).into_iter().for_each(|count| *count = 0);
    }

    /// The run at hand is not followed any further.
    fn end_run(&mut self, end: BranchEnd) {
        self.run_is_open = false;
        self.work.runs += 1;
        self.work.pruned += u64::from(end != BranchEnd::Bound);
        if let Some(tree) = &mut self.tree {
            tree.branch_cut(end);
        }
    }

    /// A run in which nobody can move any more.
    pub fn count_run(&mut self, machine: &Machine<'_>, state: &State) {
        // A run that an assumption excludes is no run.
        let excluded = |thread: &std::rc::Rc<raddle_machine::Thread>| {
            thread.status == Status::Halted(Halt::Assume)
        };
        if state.threads.iter().any(excluded) {
            return;
        }
        self.work.runs += 1;
        self.stats.runs += 1;
        self.stats.full_runs += 1;
        if self.options.branches.is_some() {
            self.stats.paths.insert(machine.taken_in_context(state));
        }
        if self.options.emit_tests {
            let inputs = assemble::inputs(machine, state, &state.model);
            let end = match state.threads[0].status {
                Status::Halted(Halt::Exit(code)) => format!("exit {code}"),
                Status::Halted(Halt::Abort) => "abort".to_owned(),
                Status::Halted(Halt::Fault) => "fault".to_owned(),
                Status::Halted(Halt::Cut | Halt::Assume | Halt::End) => "cut".to_owned(),
                Status::Running => "blocked".to_owned(),
                Status::Done => "end".to_owned(),
            };
            self.observer.test_case(&TestCase { inputs, end });
        }
    }

    /// Takes what the machine has met; `true` if that ends the search.
    pub fn collect(&mut self, machine: &mut Machine<'_>) -> bool {
        for cut in machine.outbox.take_cuts() {
            if self.probing {
                continue;
            }
            if let Some(tree) = &mut self.tree {
                tree.cut(cut.kind);
            }
            *self.cuts.entry(cut).or_insert(0) += 1;
        }
        for fault in machine.take_faults() {
            if !self.probing {
                *self.stats.counters.entry("violating runs".to_owned()).or_insert(0) += 1;
            }
            let loc =
                assemble::user_entry(machine, &fault.stack).map_or(Loc::NONE, |entry| entry.loc);
            let other = match fault.kind {
                FaultKind::DataRace => fault.related.first().map_or(Loc::NONE, |&(_, loc)| loc),
                _ => Loc::NONE,
            };
            let key = (fault.kind, loc.min(other), loc.max(other));
            if !self.seen.contains_key(&key) {
                let found = self.confirm(machine, &fault);
                // What a probe could not confirm is met again by the search that looks at everything.
                if found.is_some() || !self.probing {
                    self.seen.insert(key, found);
                }
            }
            if let (Some(tree), Some(Some(id))) = (&mut self.tree, self.seen.get(&key)) {
                tree.finding(fault.decisions.len(), id);
            }
        }
        let first = self.options.first && !self.findings.is_empty();
        if first {
            self.add_reason(ReasonKind::FirstFinding);
        }
        let ends = first || self.is_nothing_left(machine);
        if ends && std::mem::take(&mut self.run_is_open) {
            self.stats.full_runs += 1;
        }
        ends
    }

    /// Whether everything that can be found was found and confirmed: then all summaries are true.
    fn is_nothing_left(&mut self, machine: &Machine<'_>) -> bool {
        let Some(left) = &mut self.left else { return false };
        left.retain(|&(kind, loc)| {
            let kinds = fault_kinds(kind);
            !kinds.iter().any(|&kind| machine.is_reported(kind, loc))
        });
        left.is_empty() && self.unconfirmed.is_empty() && !self.findings.is_empty()
    }

    /// Shrinks a fault's inputs, replays it, and reports it only if it happens again; the id of the finding.
    fn confirm(&mut self, machine: &mut Machine<'_>, fault: &Fault) -> Option<String> {
        let asked_for = fault.inputs.len();
        let mut fault = fault.clone();
        for record in machine.uninitialised_inputs(&fault.path) {
            fault.inputs.push(record);
        }
        for record in machine.undecided_inputs(&fault) {
            fault.inputs.push(record);
        }
        let fault = &fault;
        let model = shrink::shrink(machine, fault);
        let records = fault.inputs.to_vec();
        let inputs =
            records.iter().map(|record| assemble::input(machine, record, &model)).collect();
        let given: FxHashMap<String, Bits> = records
            .iter()
            .map(|record| {
                let bits = assemble::input_bits(&machine.terms, record, &model);
                (record.name.to_string(), bits)
            })
            .collect();
        let entry = Entry::of(&self.options);
        let config = Config { guide: None, idle: None, ..machine.config.clone() };
        let threads = machine.names.thread_paths();
        let views: Vec<View> = fault.views.to_vec().into_iter().copied().collect();
        let rerun = Rerun {
            program: self.program,
            config: &config,
            entry: &entry,
            inputs: &given,
            views: &views,
            threads: &threads,
        };
        let schedule: Vec<ThreadId> = fault.decisions.to_vec().into_iter().copied().collect();
        let schedule = match machine.config.orders_matter {
            true => schedule,
            false => shrink::shrink_schedule(&rerun, schedule, fault),
        };
        // Memory that a function starts with, and bytes that nobody has written, are not asked for one by one.
        let plain = self.options.function.is_none()
            && self.options.surroundings.is_none()
            && asked_for == fault.inputs.len();
        let sequential = schedule.is_empty() && threads.is_empty();
        let shorter =
            if plain && sequential { shorten::shorten(&rerun, &records, fault) } else { None };
        let rerun = Rerun { inputs: shorter.as_ref().unwrap_or(&given), ..rerun };
        let budget = time_to_replay(&self.budget, &mut self.respite);
        let config = Config { budget, ..config.clone() };
        let rerun = Rerun { config: &config, ..rerun };
        let expected = |_: &Machine<'_>, found: &Fault| replay::same_fault(fault, found);
        let replayed = replay::replay(&rerun, &schedule, &expected, true);
        let mut finding = assemble::finding(machine, fault, inputs, &schedule);
        let function = self.options.function.as_deref();
        finding.heap = start_heap(machine, function, fault, &model);
        match replayed {
            Ok(replayed) if replayed.confirmed => {
                finding.replayed = true;
                if let Some(given) = &shorter {
                    let input = |record: &InputRecord| {
                        let zero = Bits::new(record.bits, 0);
                        let bits = given.get(&*record.name).unwrap_or(&zero);
                        assemble::input_of_bits(self.program, record, bits)
                    };
                    finding.inputs = replayed.inputs.iter().map(input).collect();
                }
                finding.trace = rows::trace_steps(self.program, &replayed);
                if let Some(race) = &replayed.race {
                    assemble::add_race_details(self.program, &mut finding, race);
                }
                finding.message = replayed.message.unwrap_or(finding.message);
                let id = finding.id.clone();
                if self.probing {
                    self.stats.probes.findings += 1;
                } else if self.findings.is_empty() {
                    self.count("states at the first finding", self.stats.states);
                }
                self.findings.push(finding);
                let so_far = self.report_so_far(machine);
                self.observer.found(&so_far);
                return Some(id);
            }
            Ok(_) | Err(_) if self.probing => {}
            Ok(_) | Err(_) => self.unconfirmed.push(Reason {
                code: ReasonKind::NotReplayed.code().to_owned(),
                message: format!("not confirmed by replay: {}", finding.message),
                location: finding.location,
                count: 1,
            }),
        }
        None
    }

    /// Whether the budget is used up; shows progress from time to time.
    pub fn out_of_budget(&mut self, machine: &Machine<'_>, depth: u64, pending: u64) -> bool {
        self.budget.work(WORK_PER_STATE);
        if self.budget.look().is_some() {
            return true;
        }
        if self.pace.is_due() {
            let progress = Progress {
                seconds: self.pace.seconds(),
                runs: self.work.runs,
                states: self.work.states,
                queries: counter(machine, "queries"),
                depth,
                pending,
                instructions: machine.counters().instructions,
                findings: self.findings.len() as u64,
                pruned: self.work.pruned,
                share: self.share,
                milestones: None,
            };
            self.observer.progress(&progress);
        }
        false
    }

    pub fn report(mut self, machine: &Machine<'_>) -> Report {
        let tree = self.tree.take().map(TreeRecorder::finish);
        Report { tree, ..self.report_so_far(machine) }
    }

    /// A report of what was met up to now, without the tree.
    fn report_so_far(&self, machine: &Machine<'_>) -> Report {
        let mut stats = self.stats.clone();
        let mut of_probes = self.probe_counts;
        if self.probing {
            counted(&mut stats)
                .into_iter()
                .zip(&mut of_probes)
                .for_each(|(a, b)| std::mem::swap(a, b));
        }
        let [states, runs @ .., _] = of_probes;
        (stats.probes.states, stats.probes.runs) = (states, runs.iter().sum());
        stats.runs = stats.full_runs + stats.partial_runs + stats.blocked_runs;
        stats.seconds = self.pace.seconds();
        stats.instructions = machine.counters().instructions;
        stats.peak_memory = peak_bytes();
        for (name, count) in counters(machine) {
            *stats.counters.entry(name.to_owned()).or_insert(0) += count;
        }
        stats.queries = counter(machine, "queries");
        let [states, runs @ .., _] = self.other_counts;
        if states > 0 {
            stats.counters.insert("states of the other search".to_owned(), states);
            stats.counters.insert("runs of the other search".to_owned(), runs.iter().sum());
        }
        stats.counters.insert("terms".to_owned(), machine.terms.len() as u64);
        if machine.config.joins {
            stats.counters.insert("joined branches".to_owned(), machine.counters().joined);
        }
        let aliases = machine.counters().aliases;
        if aliases > 0 {
            stats.counters.insert("places that unknown pointers may share".to_owned(), aliases);
            let (shared, all) = (machine.counters().shared_objects, machine.counters().all_objects);
            stats.counters.insert("objects that unknown pointers may share".to_owned(), shared);
            stats.counters.insert("the same without types and pointer analysis".to_owned(), all);
        }
        if machine.config.only_toward_goal {
            stats
                .counters
                .insert("skipped sides of branches".to_owned(), machine.counters().skipped);
        }
        if let Some(slice) = &machine.config.indifferent {
            let counts = [
                ("instructions reachable", slice.instructions as u64),
                ("instructions in the slice", slice.instructions_kept as u64),
                ("branches of which one side was enough", machine.counters().free_branches),
            ];
            let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), count));
            stats.counters.extend(counts);
        }
        if self.budget.spent().is_some() {
            stats.hot = self.hot.told(self.program, &self.options);
        }
        let reasons = self.all_reasons();
        let verdict = if !self.findings.is_empty() {
            Verdict::Unsafe
        } else if reasons.is_empty() {
            Verdict::Safe
        } else {
            Verdict::Unknown
        };
        let mut findings = self.findings.clone();
        findings.sort_by(|a, b| (&a.location, &a.code).cmp(&(&b.location, &b.code)));
        Report {
            schema_version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            files: Vec::new(),
            properties: self
                .properties
                .iter()
                .map(|&property| property.name().to_owned())
                .collect(),
            verdict,
            reasons,
            assumptions: assumptions(machine, &self.options, self.is_racy()),
            vacuous: coverage::vacuous(machine),
            coverage: coverage::summarise(machine),
            findings,
            stats,
            by_property: Vec::new(),
            fragments: Vec::new(),
            abstract_systems: Vec::new(),
            context: Vec::new(),
            memory_model: self.memory_model.name().to_owned(),
            refuted: Vec::new(),
            tree: None,
            unmodelled: Vec::new(),
        }
    }

    /// Whether one order of all operations was taken for granted although there are races.
    fn is_racy(&self) -> bool {
        if self.memory_model.has_graphs() {
            return false;
        }
        let is_race = |finding: &Finding| finding.code == FindingKind::DataRace.code();
        let met = |(kind, ..): &(FaultKind, Loc, Loc)| *kind == FaultKind::DataRace;
        self.findings.iter().any(is_race) || self.seen.keys().any(met)
    }

    fn all_reasons(&self) -> Vec<Reason> {
        let mut cuts = self.cuts.clone();
        for (what, loc) in &self.program.unsupported {
            let cut =
                Cut { kind: CutKind::Unsupported, message: what.clone(), loc: *loc, func: None };
            *cuts.entry(cut).or_insert(0) += 1;
        }
        let cuts = cuts.iter().map(|(cut, &count)| assemble::reason(self.program, cut, count));
        // Whatever was left out because of it: the search as a whole is not complete.
        let spent = self.budget.spent().map(spent_reason);
        let whole = self.reasons.iter().chain(&spent).map(|kind| Reason {
            code: kind.code().to_owned(),
            message: kind.title().to_owned(),
            location: None,
            count: 1,
        });
        let mut reasons: Vec<Reason> = cuts
            .chain(whole)
            .chain(self.unconfirmed.iter().chain(&self.endless).cloned())
            .collect();
        if spent.is_some() {
            // A query that was cut short by it is no reason of its own.
            reasons.retain(|reason| {
                reason.code != ReasonKind::Interrupted.code() || reason.location.is_none()
            });
        }
        reasons
    }
}

/// A fault met in time should be confirmed although time is up by now. There is little time for all of them together.
const RESPITE: Duration = Duration::from_millis(400);

fn time_to_replay(budget: &Budget, respite: &mut Option<Budget>) -> Budget {
    if budget.look().is_some() {
        return respite.get_or_insert_with(|| budget.respite(Some(RESPITE))).clone();
    }
    budget.respite(budget.rest().map(|rest| rest + RESPITE))
}

/// Why a search whose budget is spent is not complete.
pub fn spent_reason(spent: Spent) -> ReasonKind {
    match spent {
        Spent::Time => ReasonKind::TimeBound,
        Spent::Memory => ReasonKind::MemoryBound,
        Spent::Interrupted => ReasonKind::Interrupted,
    }
}

/// What is counted for each search on its own; states come first and full runs second.
fn counted(stats: &mut Stats) -> [&mut u64; COUNTED] {
    let Stats { states, full_runs, partial_runs, blocked_runs, subsumed, .. } = stats;
    [states, full_runs, partial_runs, blocked_runs, subsumed]
}

const COUNTED: usize = 5;

impl Visitor for Ledger<'_, '_> {
    fn tick(&mut self, machine: &mut Machine<'_>, state: &State, depth: usize) -> bool {
        // Where probes and random runs are says nothing about where the search spends its time.
        if !self.probing {
            self.hot.look(machine, state, self.work.states);
        }
        let ends = !machine.outbox.is_empty() && self.collect(machine);
        ends || self.out_of_budget(machine, depth as u64 + u64::from(state.path.len()), 0)
    }

    fn notice(&mut self, what: Notice<'_, '_>) {
        match what {
            Notice::Node => self.count_state(),
            Notice::Event { machine, trace, state, known_races } => {
                misuse::report_races(machine, trace, state, known_races);
                if let Some(tree) = &mut self.tree {
                    tree.event(machine, trace);
                }
            }
            Notice::Settled { machine, trace, state } => {
                if self.options.one_schedule {
                    self.synchronised = schedules::operations(machine, trace);
                    return;
                }
                let Some(successors) = &mut self.successors else { return };
                for threads in successors.met(machine, trace, state) {
                    self.observer.successor(threads);
                }
            }
            Notice::SomeBlocked { machine, state, blocked } => {
                misuse::report_deadlock(machine, state, blocked, true);
            }
            Notice::RunEnded { machine, state, blocked } => {
                misuse::report_deadlock(machine, state, blocked, false);
                misuse::report_reads_in_vain(machine, state, blocked);
                if let Some(tree) = &mut self.tree {
                    tree.run_ended(machine, state);
                }
                self.run_is_open = false;
                let runs = self.stats.runs;
                self.count_run(machine, state);
                if self.options.one_schedule && self.stats.runs > runs {
                    let operations = self.synchronised.clone();
                    self.observer.scheduled(schedules::scheduled(machine, operations, state));
                }
            }
            Notice::RunBlocked => {
                self.end_run(BranchEnd::SleepSet);
                self.stats.blocked_runs += 1;
            }
            Notice::RunSubsumed => {
                self.end_run(BranchEnd::Summary);
                self.stats.partial_runs += 1;
                self.stats.subsumed += 1;
            }
            Notice::RunHarmless => {
                self.end_run(BranchEnd::RaceFree);
                self.stats.partial_runs += 1;
            }
            Notice::RunTooLong => {
                self.end_run(BranchEnd::Bound);
                self.stats.full_runs += 1;
                self.add_reason(ReasonKind::StepBound);
            }
            Notice::TooManyPreemptions => self.add_reason(ReasonKind::PreemptionBound),
            Notice::StartedAgain => {
                if let Some(tree) = &mut self.tree {
                    *tree = TreeRecorder::new();
                }
                self.count_from_zero();
                self.cuts.clear();
            }
            Notice::CountsFromZero => self.count_from_zero(),
            Notice::CountsForTheOther => {
                let counts = counted(&mut self.stats).into_iter().zip(&mut self.other_counts);
                counts.for_each(|(count, other)| std::mem::swap(count, other));
            }
            Notice::ProbeBegins => {
                self.stats.probes.searches += 1;
                self.change_to_probes(true);
            }
            Notice::ProbeEnds => self.change_to_probes(false),
            Notice::Endless { kind, message, at } => {
                let location = assemble::location(self.program, at.func, at.loc);
                let code = kind.code().to_owned();
                self.endless = Some(Reason { code, message, location, count: 1 });
            }
            Notice::Share(share) => self.share = share,
            Notice::Count(name, count) => self.count(name, count),
        }
    }

    fn has_findings(&self) -> bool {
        !self.findings.is_empty()
    }

    fn share_is_due(&self) -> bool {
        self.pace.is_near()
    }

    fn report(&mut self, machine: &mut Machine<'_>, news: bool) -> Option<Report> {
        self.collect(machine);
        if news {
            let kinds = [self.findings.len(), self.cuts.len(), self.reasons.len()];
            let met = kinds.iter().sum::<usize>() + self.unconfirmed.len();
            if std::mem::replace(&mut self.told, met) == met {
                return None;
            }
        }
        Some(self.report_so_far(machine))
    }
}

fn counters(machine: &Machine<'_>) -> Vec<(&'static str, u64)> {
    let mut counters = Vec::new();
    machine.solver.counters(&mut counters);
    counters
}

fn counter(machine: &Machine<'_>, name: &str) -> u64 {
    counters(machine).iter().find(|(known, _)| *known == name).map_or(0, |&(_, count)| count)
}
