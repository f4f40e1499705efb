//! `raddle hunt`: from a line, or several, to a run that goes there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use raddle_budget::{Budget, Spent, Stage};
use raddle_explore::{
    Hunted, Observer, Options, PartHunted, Progress, Searches, guided_parts, hunt as drive, hunted,
};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report, Verdict};
use raddle_frontend::FrontendError;
use raddle_ir::Program;
use raddle_pointsto::PointsTo;
use raddle_report::WitnessTask;
use raddle_target::{Goal, System, system};
use serde_json::Value;

use crate::abstract_system;
use crate::arguments::{CheckArguments, Format};
use crate::check::{keep_findings, tell};
use crate::clock;
use crate::crew::{Came, Crew, MOST_REPLACED, Request};
use crate::errands::{Errand, HuntOutcome, HuntSearch, Task};
use crate::hunt_result::{HuntResult, all_in_all, object, printed, reasons, text, verdict_line};
use crate::interrupt::interrupt_on_signals;
use crate::limits;
use crate::load::load_program;
use crate::lock::lock;
use crate::outcome::Outcome;
use crate::output::print;
use crate::paths;
use crate::progress::ProgressLine;
use crate::quarry::{
    Quarry, QuarryArguments, SearchWith, names, note_if_never_called, note_if_one_thread, quarries,
};
use crate::reports::write_reports;
use crate::setting::Setting;
use crate::setup_help::with_help;
use crate::so_far::{SoFar, add_spent};
use crate::triage;
use crate::watchdog::Watchdog;
use crate::workers::{asked_workers, first_file, local_workers};

const EXAMPLES: &str = "Examples:
  raddle hunt server.c --target server.c:112
  raddle hunt pool.c main.c --target pool.c:40 --target pool.c:71 --time 30s
  raddle hunt pool.c --target pool.c:40 --condition \"queue->size > 3 && i == 0\"
  raddle hunt server.c --target-property assertion-3f2a91c4

A line is reached when some thread comes to it; several are reached in a state in which distinct threads stand at each of them.

Exit codes: 0 unreachable, 1 reached, 2 usage or input error, 3 unknown, 101 internal error.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct HuntArguments {
    #[command(flatten)]
    pub(crate) quarry: QuarryArguments,
    #[command(flatten)]
    pub(crate) check: CheckArguments,
}

/// What is known of the goals by now, for whoever has to answer in place of the command.
#[derive(Default)]
struct Known {
    /// All goals, each by the names of its targets.
    goals: Vec<Vec<String>>,
    /// What JSON says of the first of them, which are decided.
    objects: Vec<Value>,
    decided: Vec<Verdict>,
}

impl Known {
    /// Says what is known, and that the rest is not.
    fn last_words(&self, format: Format, spent: Spent) -> Outcome {
        let report = SoFar::new().report(spent);
        let left = &self.goals[self.decided.len().min(self.goals.len())..];
        let mut verdicts = self.decided.clone();
        verdicts.push(Verdict::Unknown);
        let text = match format {
            // Those that are decided were printed.
            Format::Text if self.goals.is_empty() => format!("unknown: {}\n", reasons(&report)),
            Format::Text => left.iter().map(|targets| verdict_line(&report, targets)).collect(),
            Format::Json => {
                let unknown = |targets: &Vec<String>| {
                    let mut value = serde_json::to_value(&report).unwrap_or_default();
                    value["targets"] = targets.clone().into();
                    value
                };
                let none = [Vec::new()];
                let left = if self.goals.is_empty() { &none[..] } else { left };
                let objects = self.objects.iter().cloned().chain(left.iter().map(unknown));
                printed(objects.collect(), all_in_all(&verdicts))
            }
        };
        if print(&text).is_err() {
            return Outcome::InputError;
        }
        match all_in_all(&verdicts) {
            Verdict::Unsafe => Outcome::Unsafe,
            Verdict::Safe | Verdict::Unknown => Outcome::Unknown,
        }
    }
}

pub(crate) fn hunt(arguments: &HuntArguments, setting: &Setting) -> anyhow::Result<Outcome> {
    refuse_what_has_no_meaning(&arguments.check)?;
    let search = &arguments.check.search;
    let budget = limits::budget(search.time, search.memory, search.stall.clone());
    interrupt_on_signals(&budget);
    let known: Arc<Mutex<Known>> = Arc::default();
    let (told, format) = (known.clone(), arguments.check.output.format);
    let last_words = move |spent| lock(&told).last_words(format, spent);
    let watchdog = Watchdog::start(&budget, Box::new(last_words));
    match pursue(arguments, setting, &budget, &known, &watchdog) {
        Err(error) if matches!(error.downcast_ref(), Some(FrontendError::Spent)) => {
            let spent = budget.spent().unwrap_or(Spent::Time);
            Ok(lock(&known).last_words(format, spent))
        }
        pursued => pursued,
    }
}

fn pursue(
    arguments: &HuntArguments,
    setting: &Setting,
    budget: &Budget,
    known: &Mutex<Known>,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    let program = load_program(&arguments.check.input, budget)?;
    let quarries = quarries(&arguments.quarry, &program)?;
    lock(known).goals = quarries.iter().map(|quarry| names(&program, quarry)).collect();
    let entry = arguments.check.question.function.as_deref().unwrap_or("main");
    let expired = || raddle_explore::analysis_expired(budget);
    let points_to =
        program.function(entry).and_then(|entry| PointsTo::new(&program, entry, &expired));
    if let Some(PointsTo { calls, .. }) = &points_to {
        for quarry in &quarries {
            quarry.resolved.iter().for_each(|target| note_if_never_called(&program, target, calls));
            note_if_one_thread(&program, &quarry.resolved, calls);
        }
    }
    let output = &arguments.check.output;
    let mut hunts = Hunts::begin(arguments, &program, &quarries, budget)?;
    let mut results = Vec::new();
    for (index, quarry) in quarries.iter().enumerate() {
        let goal = quarry.goal(&program)?;
        let known_before = is_asked_for(arguments)
            .then(|| abstract_system(&program, quarry, points_to.as_ref(), &expired))
            .flatten();
        let started = Instant::now();
        let mut hunted = hunts.hunt(index, &goal)?;
        let report = &mut hunted.report;
        report.stats.seconds = started.elapsed().as_secs_f64();
        paths::shorten(report);
        limits::name_memory_limit(report, budget);
        report.files =
            arguments.check.input.files.iter().map(|f| f.display().to_string()).collect();
        let targets = names(&program, quarry);
        let finding = hunted.report.findings.first_mut();
        let system = known_before.or_else(|| {
            let is_shown = finding.is_some() || output.format == Format::Json;
            is_shown.then_some(())?;
            abstract_system(&program, quarry, points_to.as_ref(), &expired)
        });
        if let Some(system) = system {
            let trace = finding.as_ref().map_or(&[][..], |finding| &finding.trace);
            let mut told = abstract_system::told(&program, &system, &targets, trace);
            if let Some(finding) = finding {
                finding.elements = abstract_system::in_order(&told);
                told.finding = Some(finding.id.clone());
            }
            hunted.report.abstract_systems.push(told);
        }
        let result = HuntResult { goal, targets, quarry, hunted };
        // Whoever answers in place of the command does not say it twice.
        let mut known = lock(known);
        match output.format {
            Format::Text => print(&text(&result, output))?,
            Format::Json => known.objects.push(object(&result)?),
        }
        known.decided.push(result.hunted.report.verdict);
        results.push(result);
    }
    drop(hunts);
    if let Some(path) = &arguments.quarry.show_abstract {
        let systems = results.iter().flat_map(HuntResult::abstract_system);
        let graphs: String = systems.map(abstract_system::dot).collect();
        std::fs::write(path, graphs).with_context(|| format!("cannot write {}", path.display()))?;
    }
    budget.enter(Stage::Report);
    let report = together(&results);
    watchdog.answer(triage::outcome(&report));
    if output.format == Format::Json {
        print(&printed(lock(known).objects.clone(), report.verdict))?;
    }
    let witness = WitnessTask {
        specification: String::new(),
        bits32: arguments.check.input.bits32,
        created: clock::now(),
        command: setting.words.clone(),
    };
    let mut failures = write_reports(&report, &output.reports, &witness);
    failures.extend(keep_findings(&report, &arguments.check, setting).err());
    Ok(tell(&failures, triage::outcome(&report)))
}

/// How hunts are done: one after the other in this process, or their parts by others, all at once.
struct Hunts<'h> {
    options: Options,
    budget: &'h Budget,
    time: Option<Duration>,
    searches: Searches,
    goals: usize,
    quiet: bool,
    others: Option<Others>,
}

/// What others do.
struct Others {
    crew: Crew,
    /// Of each task the goal that it is about.
    open: BTreeMap<u64, usize>,
    /// What has come of each goal's parts.
    found: Vec<Vec<HuntOutcome>>,
    lost: Vec<Vec<String>>,
}

impl<'h> Hunts<'h> {
    fn begin(
        arguments: &HuntArguments,
        program: &Program,
        quarries: &[Quarry],
        budget: &'h Budget,
    ) -> anyhow::Result<Hunts<'h>> {
        let CheckArguments { search, helpers, input, output, .. } = &arguments.check;
        let with = arguments.quarry.search_with;
        let searches = Searches {
            guided: with != SearchWith::Exhaustive,
            exhaustive: with != SearchWith::Guided,
        };
        let mut hunts = Hunts {
            options: arguments.check.options(),
            budget,
            time: search.time,
            searches,
            goals: quarries.len(),
            quiet: output.quiet,
            others: None,
        };
        let workers = asked_workers(helpers, &input.files, budget)?;
        if workers.is_none() && search.jobs == 1 {
            return Ok(hunts);
        }
        let remote = workers.is_some();
        let request = Request {
            program,
            asked: arguments.check.asked(),
            memory: match remote {
                true => search.memory,
                false => budget.memory().map(|all| all / (search.jobs as u64 + 1)),
            },
            about: first_file(&input.files),
            countable: true,
            talks: !output.quiet,
        };
        // The exhaustive search is no part of --jobs.
        let processes = search.jobs + usize::from(searches.exhaustive);
        let transport =
            workers.unwrap_or_else(|| local_workers(processes, MOST_REPLACED * processes as u32));
        let mut crew = Crew::others(transport, request, None);
        let most = if remote { MOST_PARTS } else { search.jobs };
        let mut tasks = Vec::new();
        for (index, quarry) in quarries.iter().enumerate() {
            let parts = match searches.guided {
                true => guided_parts(&quarry.goal(program)?, most),
                false => 0,
            };
            let mut kinds = Vec::new();
            kinds.extend(searches.exhaustive.then_some(HuntSearch::Exhaustive));
            kinds.extend((0..parts).map(|part| HuntSearch::Guided { part, of: parts }));
            let name = names(program, quarry).join(" and ");
            tasks.extend(
                kinds
                    .into_iter()
                    .map(|search| (index, name.clone(), quarry.errand(program, search))),
            );
        }
        let hands = if remote { MOST_PARTS } else { processes };
        let share = |time: Duration| time.mul_f64((hands as f64 / tasks.len() as f64).min(1.0));
        let time = search.time.map(share);
        let mut open = BTreeMap::new();
        for (index, place, errand) in tasks {
            let how = match errand.search {
                HuntSearch::Guided { part, of } => format!(" (guided, {} of {of})", part + 1),
                HuntSearch::Exhaustive | HuntSearch::Both => String::new(),
            };
            let name = format!("hunt for {place}{how}");
            open.insert(crew.offer(Task { name, time, errand: Errand::Hunt(errand) }), index);
        }
        let found = quarries.iter().map(|_| Vec::new()).collect();
        let lost = vec![Vec::new(); quarries.len()];
        hunts.others = Some(Others { crew, open, found, lost });
        Ok(hunts)
    }

    /// What comes of one goal.
    fn hunt(&mut self, index: usize, goal: &Goal) -> anyhow::Result<Hunted> {
        let Some(others) = &mut self.others else {
            // Those that are left share the time that is left.
            let left = (self.goals - index) as u32;
            let time = self.time.map(|time| self.budget.time_left(time).unwrap_or_default() / left);
            let own = self.budget.part(time);
            let mut line = Line(ProgressLine::new(!self.quiet));
            let mut hunted = drive(goal, &self.options, &own, self.searches, &mut line)
                .map_err(|error| with_help(error, &goal.program))?;
            line.0.clear();
            let findings = &mut hunted.report.findings;
            raddle_report::tell_conditions(findings, &goal.program.source_names());
            return Ok(hunted);
        };
        while others.is_open(index) && self.budget.look().is_none() {
            others.listen()?;
        }
        let found = std::mem::take(&mut others.found[index]);
        let found: Vec<PartHunted> =
            found.into_iter().map(|one| one.found(&goal.program)).collect();
        let decided = found.iter().any(PartHunted::decides);
        let mut hunted = hunted(goal, &self.options, found);
        if !decided {
            for why in &others.lost[index] {
                let kind = ReasonKind::WorkerLost;
                let message = format!("{} ({why})", kind.title());
                let code = kind.code().to_owned();
                let reason = Reason { code, message, location: None, count: 1 };
                hunted.report.reasons.push(reason);
            }
            if others.is_open(index) {
                add_spent(&mut hunted.report, self.budget.spent());
            }
        }
        Ok(hunted)
    }
}

impl Others {
    fn is_open(&self, index: usize) -> bool {
        self.open.values().any(|one| *one == index)
    }

    /// Puts down what came of a part. If it decides its goal, nobody needs the others.
    fn listen(&mut self) -> anyhow::Result<()> {
        match self.crew.next(|_, _| ())? {
            Some(Came::Outcome(number, outcome)) => {
                let Some(index) = self.open.remove(&number) else { return Ok(()) };
                let outcome: HuntOutcome = serde_json::from_slice(&outcome)
                    .context("what came of a part of a hunt is damaged")?;
                if outcome.decides() {
                    let same = |(&number, &of): (&u64, &usize)| (of == index).then_some(number);
                    let surplus: Vec<u64> = self.open.iter().filter_map(same).collect();
                    self.crew.withdraw(&surplus);
                    self.open.retain(|number, _| !surplus.contains(number));
                }
                self.found[index].push(outcome);
            }
            Some(Came::Lost(number, why)) => {
                if let Some(index) = self.open.remove(&number) {
                    self.lost[index].push(why);
                }
            }
            None => {}
        }
        Ok(())
    }
}

/// Whether the abstract system is drawn, also of a hunt that takes all its time.
fn is_asked_for(arguments: &HuntArguments) -> bool {
    arguments.quarry.show_abstract.is_some() || !arguments.check.output.reports.is_empty()
}

/// What lies on the ways to the targets.
fn abstract_system(
    program: &Program,
    quarry: &Quarry,
    points_to: Option<&PointsTo>,
    expired: &dyn Fn() -> bool,
) -> Option<System> {
    let targets: Vec<_> = quarry.resolved.iter().map(|target| target.positions.clone()).collect();
    system(program, points_to?, &targets, expired)
}

/// All results as one report.
fn together(results: &[HuntResult<'_>]) -> Report {
    let mut reports = results.iter().map(|result| &result.hunted.report);
    let mut whole = reports.next().expect("there is something to hunt for").clone();
    for report in reports {
        whole.findings.extend(report.findings.iter().cloned());
        whole.reasons.extend(report.reasons.iter().cloned());
        whole.abstract_systems.extend(report.abstract_systems.iter().cloned());
    }
    let verdicts: Vec<Verdict> = results.iter().map(|one| one.hunted.report.verdict).collect();
    whole.verdict = all_in_all(&verdicts);
    whole
}

fn refuse_what_has_no_meaning(check: &CheckArguments) -> anyhow::Result<()> {
    let CheckArguments { question, search, output, .. } = check;
    let refused = [
        (question.per_property, "--per-property"),
        (question.svcomp, "--svcomp"),
        (!question.properties.is_empty(), "--property"),
        (
            question.function.is_none() && !question.preconditions.is_empty(),
            "--where without --function",
        ),
        (search.resume, "--resume"),
        (output.tree.is_some(), "--tree"),
        (output.emit_tests.is_some(), "--emit-tests"),
        (output.baseline.is_some(), "--baseline"),
    ];
    match refused.iter().find(|(given, _)| *given) {
        Some((_, flag)) => anyhow::bail!("{flag} has no meaning for `raddle hunt`"),
        None => Ok(()),
    }
}

struct Line(ProgressLine);

impl Observer for Line {
    fn progress(&mut self, progress: &Progress) {
        self.0.update(progress);
    }
}

/// Parts of one hunt, for workers of which nobody knows how many there are.
const MOST_PARTS: usize = 8;
