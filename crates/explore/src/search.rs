//! The search: takes states from the frontier, lets the machine run them, keeps what it finds.

use std::collections::BTreeMap;

use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{Assumption, Finding, Reason, Report, SCHEMA_VERSION, Stats, Verdict};
use raddle_ir::{Loc, Program};
use raddle_machine::{
    Config, Cut, Fault, FaultKind, Halt, Machine, Property, PropertySet, Settled, SetupError,
    State, Status,
};
use raddle_solver::{SolverConfig, default_solver};
use rustc_hash::FxHashSet;

use crate::assemble;
use crate::budget::{Budget, FUEL, peak_bytes};
use crate::coverage;
use crate::frontier::{self, Frontier};
use crate::options::{Interrupt, Observer, Options, Progress, TestCase};
use crate::replay::{self, Entry};
use crate::shrink;

pub(crate) struct Search<'p> {
    program: &'p Program,
    options: Options,
    properties: Vec<Property>,
    interrupt: Interrupt,
    machine: Machine<'p>,
    budget: Budget,
    /// Kinds and places of faults that were reported or could not be confirmed.
    seen: FxHashSet<(FaultKind, Loc, Loc)>,
    findings: Vec<Finding>,
    cuts: BTreeMap<Cut, u64>,
    /// Reasons that concern the search as a whole.
    reasons: Vec<ReasonKind>,
    unconfirmed: Vec<Reason>,
    stats: Stats,
}

impl<'p> Search<'p> {
    pub fn new(
        program: &'p Program,
        options: &Options,
        interrupt: &Interrupt,
    ) -> Result<Search<'p>, SetupError> {
        let properties =
            options.properties.clone().unwrap_or_else(|| vec![Property::Assert, Property::Memory]);
        let config = machine_config(options, &properties);
        let solver = default_solver(&SolverConfig {
            query_time: options.query_time,
            log_queries: options.log_queries.clone(),
            interrupt: Some(interrupt.flag()),
            ..SolverConfig::default()
        });
        Ok(Search {
            program,
            options: options.clone(),
            properties,
            interrupt: interrupt.clone(),
            machine: Machine::new(program, config, solver)?,
            budget: Budget::new(options, interrupt),
            seen: FxHashSet::default(),
            findings: Vec::new(),
            cuts: BTreeMap::new(),
            reasons: Vec::new(),
            unconfirmed: Vec::new(),
            stats: Stats::default(),
        })
    }

    pub fn run(mut self, observer: &mut dyn Observer) -> Result<Report, SetupError> {
        let entry = Entry::of(&self.options);
        let initial = entry.initial_state(&mut self.machine)?;
        let mut frontier = frontier::new(self.options.strategy, self.options.seed);
        self.stats.states = 1;
        frontier.push(initial);
        while let Some(state) = frontier.pop(&self.machine) {
            if let Some(reason) = self.budget.exhausted() {
                self.reasons.push(reason);
                break;
            }
            if self.budget.progress_due() {
                observer.progress(&self.progress(&state, frontier.len()));
            }
            self.advance(state, frontier.as_mut(), observer);
            if self.options.first && !self.findings.is_empty() {
                if frontier.len() > 0 {
                    self.reasons.push(ReasonKind::FirstFinding);
                }
                break;
            }
        }
        Ok(self.report())
    }

    fn advance(&mut self, state: State, frontier: &mut dyn Frontier, observer: &mut dyn Observer) {
        match self.machine.settle(state, FUEL) {
            Settled::OutOfFuel(state) => {
                if self.options.max_steps.is_some_and(|limit| state.decisions.len() >= limit) {
                    self.reasons.push(ReasonKind::StepBound);
                } else {
                    frontier.push(state);
                }
            }
            Settled::Forked(holds, fails) => {
                self.stats.states += 2;
                // The newest is taken first: prefer the side where the condition holds.
                frontier.push(fails);
                frontier.push(holds);
            }
            Settled::Done(state) => self.run_ended(&state, observer),
            Settled::Blocked(_) => {}
        }
        self.take_cuts();
        self.take_faults();
    }

    /// A run that an assumption excludes is no run.
    fn run_ended(&mut self, state: &State, observer: &mut dyn Observer) {
        let end = match state.threads[0].status {
            Status::Halted(Halt::Assume) => return,
            Status::Halted(Halt::Exit(code)) => format!("exit {code}"),
            Status::Halted(Halt::Abort) => "abort".to_owned(),
            Status::Halted(Halt::Fault) => "fault".to_owned(),
            Status::Halted(Halt::Cut) => "cut".to_owned(),
            Status::Running | Status::Done => "end".to_owned(),
        };
        self.stats.runs += 1;
        self.stats.full_runs += 1;
        if self.options.emit_tests {
            let inputs = assemble::inputs(&self.machine, state, &state.model);
            observer.test_case(&TestCase { inputs, end });
        }
    }

    fn take_cuts(&mut self) {
        for cut in std::mem::take(&mut self.machine.cuts) {
            *self.cuts.entry(cut).or_insert(0) += 1;
        }
    }

    fn take_faults(&mut self) {
        for fault in std::mem::take(&mut self.machine.faults) {
            let entry = assemble::user_entry(&self.machine, &fault.stack);
            let loc = entry.map_or(Loc::NONE, |entry| entry.loc);
            let other = match fault.kind {
                FaultKind::Leak => Loc::NONE,
                _ => fault.related.first().map_or(Loc::NONE, |&(_, loc)| loc),
            };
            if self.seen.insert((fault.kind, loc, other)) && !self.found_here(&fault, loc) {
                self.confirm(&fault);
            }
        }
    }

    /// One finding per kind and line, whatever else differs.
    fn found_here(&self, fault: &Fault, loc: Loc) -> bool {
        let kind = assemble::finding_kind(fault.kind).code();
        let place = loc.get().map(|place| (place.line, place.column));
        self.findings.iter().any(|finding| {
            finding.code == kind
                && finding.location.as_ref().map(|location| (location.line, location.column))
                    == place
        })
    }

    /// Shrinks a fault's inputs, replays it, and reports it only if it happens again.
    fn confirm(&mut self, fault: &Fault) {
        let model = shrink::shrink(&mut self.machine, fault);
        let records = fault.inputs.to_vec();
        let inputs =
            records.iter().map(|record| assemble::input(&self.machine, record, &model)).collect();
        let given = records
            .iter()
            .map(|record| {
                let bits = assemble::input_bits(&self.machine.terms, record, &model);
                (record.name.to_string(), bits)
            })
            .collect();
        let config = self.machine.config.clone();
        let entry = Entry::of(&self.options);
        let replayed = replay::replay(self.program, config, &entry, given, Some(fault));
        let mut finding = assemble::finding(&self.machine, fault, inputs);
        match replayed {
            Ok(replayed) if replayed.confirmed => {
                finding.replayed = true;
                finding.message = replayed.message.unwrap_or(finding.message);
                finding.trace = replayed
                    .trace
                    .iter()
                    .map(|event| assemble::trace_step(self.program, event))
                    .collect();
                self.findings.push(finding);
            }
            Ok(_) | Err(_) => self.unconfirmed.push(Reason {
                code: ReasonKind::NotReplayed.code().to_owned(),
                message: format!("not confirmed by replay: {}", finding.message),
                location: finding.location,
                count: 1,
            }),
        }
    }

    fn progress(&self, state: &State, pending: usize) -> Progress {
        Progress {
            seconds: self.budget.seconds(),
            runs: self.stats.runs,
            states: self.stats.states,
            queries: self.counter("queries"),
            depth: u64::from(state.path.len()),
            pending: pending as u64,
            instructions: self.machine.instructions,
            findings: self.findings.len() as u64,
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = Vec::new();
        self.machine.solver.counters(&mut counters);
        counters
    }

    fn counter(&self, name: &str) -> u64 {
        self.counters().iter().find(|(known, _)| *known == name).map_or(0, |&(_, count)| count)
    }

    fn report(mut self) -> Report {
        for (what, loc) in &self.program.unsupported {
            let cut = Cut {
                kind: raddle_machine::CutKind::Unsupported,
                message: what.clone(),
                loc: *loc,
                func: None,
            };
            *self.cuts.entry(cut).or_insert(0) += 1;
        }
        self.stats.seconds = self.budget.seconds();
        self.stats.instructions = self.machine.instructions;
        self.stats.peak_memory = peak_bytes();
        self.stats.queries = self.counter("queries");
        for (name, count) in self.counters() {
            *self.stats.counters.entry(name.to_owned()).or_insert(0) += count;
        }
        self.stats.counters.insert("terms".to_owned(), self.machine.terms.len() as u64);
        let reasons = self.all_reasons();
        let verdict = if !self.findings.is_empty() {
            Verdict::Unsafe
        } else if reasons.is_empty() {
            Verdict::Safe
        } else {
            Verdict::Unknown
        };
        self.findings.sort_by(|a, b| (&a.location, &a.code).cmp(&(&b.location, &b.code)));
        Report {
            schema_version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            files: Vec::new(),
            properties: self
                .properties
                .iter()
                .map(|&property| property_name(property).to_owned())
                .collect(),
            verdict,
            reasons,
            assumptions: self.assumptions(),
            vacuous: coverage::vacuous(&self.machine),
            coverage: coverage::summarise(&self.machine),
            findings: self.findings,
            stats: self.stats,
        }
    }

    fn all_reasons(&self) -> Vec<Reason> {
        let cuts = self.cuts.iter().map(|(cut, &count)| assemble::reason(self.program, cut, count));
        let whole = self.reasons.iter().map(|kind| Reason {
            code: kind.code().to_owned(),
            message: kind.title().to_owned(),
            location: None,
            count: 1,
        });
        let mut reasons: Vec<Reason> =
            cuts.chain(whole).chain(self.unconfirmed.iter().cloned()).collect();
        if self.interrupt.is_raised() {
            // A query that was cut short by Ctrl-C is no reason of its own.
            reasons.retain(|reason| {
                reason.code != ReasonKind::Interrupted.code() || reason.location.is_none()
            });
        }
        reasons.dedup();
        reasons
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let mut kinds = Vec::new();
        let calls = |name: &str| self.program.function(name).is_some();
        if !self.options.malloc_may_fail
            && ["malloc", "calloc", "realloc"].iter().any(|name| calls(name))
        {
            kinds.push(AssumptionKind::MallocNeverFails);
        }
        if self.options.havoc_externals {
            kinds.push(AssumptionKind::ExternalsHavoc);
        }
        if !self.options.args.is_empty() {
            kinds.push(AssumptionKind::ConcreteArguments);
        }
        if self.options.symbolic_env.is_none() && calls("getenv") {
            kinds.push(AssumptionKind::EmptyEnvironment);
        }
        if self.options.function.is_some() {
            kinds.push(AssumptionKind::FunctionArguments);
        }
        kinds
            .into_iter()
            .map(|kind| Assumption {
                code: kind.code().to_owned(),
                message: kind.title().to_owned(),
                location: None,
            })
            .collect()
    }
}

pub(crate) fn machine_config(options: &Options, properties: &[Property]) -> Config {
    Config {
        properties: PropertySet::of(properties),
        malloc_may_fail: options.malloc_may_fail,
        havoc_externals: options.havoc_externals,
        unwind: options.unwind,
        symbolic_args: options.symbolic_args,
        args: options.args.clone(),
        symbolic_env: options.symbolic_env,
        ..Config::default()
    }
}

pub(crate) fn property_name(property: Property) -> &'static str {
    match property {
        Property::Assert => "assert",
        Property::Memory => "memory",
        Property::Leak => "memory:leak",
        Property::Overflow => "overflow",
        Property::Race => "race",
        Property::Deadlock => "deadlock",
    }
}
