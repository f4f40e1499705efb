//! `raddle hunt`: from a line, or several, to a run that goes there.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use raddle_budget::{Budget, Spent, Stage};
use raddle_explore::{
    Blocking, Hunted, Observer, Options, PartHunted, Progress, Searches, guided_parts,
    hunt as drive, hunted,
};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{AbstractSystem, Assumption, Finding, Reason, Report, Verdict};
use raddle_frontend::FrontendError;
use raddle_ir::Program;
use raddle_pointsto::{CallGraph, PointsTo};
use raddle_report::{WitnessTask, printable};
use raddle_target::{
    Condition, Goal, Place, Resolved, System, accesses, resolve, system, with_conditions,
    with_encounter,
};
use serde_json::Value;

use crate::abstract_system;
use crate::arguments::{CheckArguments, Format};
use crate::check::{keep_findings, tell, text_options};
use crate::clock;
use crate::crew::{Came, Crew, MOST_REPLACED, Request};
use crate::errands::{Errand, HuntErrand, HuntOutcome, HuntSearch, TargetText, Task};
use crate::interrupt::interrupt_on_signals;
use crate::limits;
use crate::load::load_program;
use crate::lock::lock;
use crate::outcome::Outcome;
use crate::output::{print, print_line_to_stderr};
use crate::paths;
use crate::progress::ProgressLine;
use crate::reports::write_reports;
use crate::setting::Setting;
use crate::setup_help::with_help;
use crate::so_far::{SoFar, add_spent};
use crate::suspicions;
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

/// What to hunt for.
#[derive(Args, Debug)]
#[command(next_help_heading = "Targets")]
pub(crate) struct QuarryArguments {
    // In front of the targets, whose places on the command line are gone once they are read.
    #[command(flatten)]
    conditions: Conditions,
    /// A line to be reached; given several times, distinct threads have to stand at each of them at once
    #[arg(long = "target", value_name = "FILE:LINE", display_order = 0)]
    targets: Vec<String>,
    /// The place of a property that `raddle properties` lists, as a target
    #[arg(long = "target-property", value_name = "ID")]
    target_properties: Vec<String>,
    /// Two targets are accesses to the same memory, one of them a write and one not atomic: a data race
    #[arg(long)]
    same_memory: bool,
    /// Targets from SARIF, from a report of ThreadSanitizer, or from warnings of a compiler; each is hunted on its own
    #[arg(long = "targets", value_name = "FILE")]
    suspicions: Vec<PathBuf>,
    /// Write what lies on the ways to the targets as a graph for Graphviz: calls, branches with the wanted side, writes that turn them
    #[arg(long, value_name = "FILE.dot")]
    show_abstract: Option<PathBuf>,
    /// Which of the two searches to use: both side by side, or one of them, for measurements
    #[arg(long, value_name = "WHICH", default_value = "both", hide = true)]
    search_with: SearchWith,
}

/// Conditions, each with the number of the `--target` in front of it.
#[derive(Clone, Debug, Default)]
struct Conditions(Vec<(Option<usize>, String)>);

const CONDITION: &str = "condition";

impl Args for Conditions {
    fn augment_args(command: clap::Command) -> clap::Command {
        let help = "What has to hold at the --target in front of it, when all threads are where they are to be: a C expression over variables that are known there";
        let argument = clap::Arg::new(CONDITION)
            .long(CONDITION)
            .value_name("CONDITION")
            .action(clap::ArgAction::Append)
            .requires("targets")
            .display_order(0)
            .help(help);
        command.arg(argument)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Conditions::augment_args(command)
    }
}

impl clap::FromArgMatches for Conditions {
    fn from_arg_matches(matches: &clap::ArgMatches) -> std::result::Result<Self, clap::Error> {
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let targets: Vec<usize> = places("targets").collect();
        let texts = matches.get_many::<String>(CONDITION).into_iter().flatten();
        let mut all = Vec::new();
        for (at, text) in places(CONDITION).zip(texts) {
            let before = targets.iter().filter(|&&target| target < at).count();
            all.push((before.checked_sub(1), text.clone()));
        }
        Ok(Conditions(all))
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &clap::ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        *self = Conditions::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SearchWith {
    Both,
    Guided,
    Exhaustive,
}

/// One thing to hunt for.
struct Quarry {
    resolved: Vec<Resolved>,
    /// For each of the first targets the condition there.
    conditions: Vec<Option<Condition>>,
    /// Two accesses that meet.
    same_memory: bool,
    /// What another tool says of it.
    message: Option<String>,
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
        let result = Result { goal, targets, quarry, hunted };
        // Whoever answers in place of the command does not say it twice.
        let mut known = lock(known);
        match output.format {
            Format::Text => print(&text(&result, arguments))?,
            Format::Json => known.objects.push(object(&result)?),
        }
        known.decided.push(result.hunted.report.verdict);
        results.push(result);
    }
    drop(hunts);
    if let Some(path) = &arguments.quarry.show_abstract {
        let systems = results.iter().flat_map(Result::abstract_system);
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

/// What came of hunting for one thing.
struct Result<'q> {
    goal: Goal,
    quarry: &'q Quarry,
    targets: Vec<String>,
    hunted: Hunted,
}

impl Result<'_> {
    fn abstract_system(&self) -> Option<&AbstractSystem> {
        self.hunted.report.abstract_systems.first()
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

fn names(program: &Program, quarry: &Quarry) -> Vec<String> {
    let name = |(index, target): (usize, &Resolved)| {
        let place = format!("{}:{}", paths::shown(&program.files[target.file].path), target.line);
        match quarry.conditions.get(index) {
            Some(Some(condition)) => format!("{place} with {}", condition.text()),
            _ => place,
        }
    };
    quarry.resolved.iter().enumerate().map(name).collect()
}

/// All results as one report.
fn together(results: &[Result<'_>]) -> Report {
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

/// One goal that is reached counts, then one of which nothing is known.
fn all_in_all(verdicts: &[Verdict]) -> Verdict {
    let counts = [Verdict::Unsafe, Verdict::Unknown].into_iter();
    counts.into_iter().find(|one| verdicts.contains(one)).unwrap_or(Verdict::Safe)
}

fn quarries(arguments: &QuarryArguments, program: &Program) -> anyhow::Result<Vec<Quarry>> {
    let mut all = Vec::new();
    let named = named(arguments, program)?;
    if !named.is_empty() {
        let conditions = conditions(&arguments.conditions, named.len())?;
        let same_memory = arguments.same_memory;
        let resolved = if same_memory { two_accesses(program, named)? } else { named };
        anyhow::ensure!(
            !same_memory || conditions.iter().all(Option::is_none),
            "--same-memory is a condition of its own; it cannot be combined with --condition"
        );
        all.push(Quarry { resolved, conditions, same_memory, message: None });
    }
    for path in &arguments.suspicions {
        let is_known = |place: &Place| resolve(program, place).is_ok();
        for suspicion in suspicions::read(path, &is_known)? {
            let resolved: std::result::Result<Vec<Resolved>, _> =
                suspicion.places.iter().map(|place| resolve(program, place)).collect();
            let (resolved, message) = (resolved?, Some(suspicion.message));
            all.push(Quarry { resolved, conditions: Vec::new(), same_memory: false, message });
        }
    }
    anyhow::ensure!(
        !all.is_empty(),
        "nothing to hunt for; name a line with --target FILE:LINE, a property with --target-property ID, or a report of another tool with --targets FILE"
    );
    Ok(all)
}

/// The targets named by flags, which are one goal.
fn named(arguments: &QuarryArguments, program: &Program) -> anyhow::Result<Vec<Resolved>> {
    let mut resolved: Vec<Resolved> = Vec::new();
    for text in &arguments.targets {
        let place = Place::parse(text)?;
        resolved.push(resolve(program, &place)?);
    }
    for id in &arguments.target_properties {
        resolved.push(place_of_property(program, id)?);
    }
    Ok(resolved)
}

/// Two lines as the accesses on them.
fn two_accesses(program: &Program, named: Vec<Resolved>) -> anyhow::Result<Vec<Resolved>> {
    anyhow::ensure!(
        named.len() == 2,
        "--same-memory needs two --target lines, not {}",
        named.len()
    );
    let of_line = |line: &Resolved| {
        accesses(program, line).with_context(|| {
            let file = paths::shown(&program.files[line.file].path);
            format!(
                "{file}:{} has no access to memory that --same-memory could be about",
                line.line
            )
        })
    };
    named.iter().map(of_line).collect()
}

/// The condition of each target; several at one are a conjunction.
fn conditions(given: &Conditions, targets: usize) -> anyhow::Result<Vec<Option<Condition>>> {
    let mut texts: Vec<Vec<&str>> = vec![Vec::new(); targets];
    for (target, text) in &given.0 {
        // Each on its own first: a mistake is shown where it is.
        Condition::parse(text).map_err(|error| anyhow::anyhow!("--condition: {error}"))?;
        let target = target.with_context(|| {
            format!("--condition \"{text}\" belongs behind the --target that it is about")
        })?;
        texts[target].push(text);
    }
    let together = |texts: Vec<&str>| match &texts[..] {
        [] => Ok(None),
        [one] => Condition::parse(one).map(Some),
        several => Condition::parse(&format!("({})", several.join(") && ("))).map(Some),
    };
    let all: std::result::Result<Vec<_>, _> = texts.into_iter().map(together).collect();
    all.map_err(|error| anyhow::anyhow!("--condition: {error}"))
}

impl Quarry {
    fn errand(&self, program: &Program, search: HuntSearch) -> HuntErrand {
        let text = |condition: &Condition| condition.text().to_owned();
        let conditions = self.conditions.iter().map(|one| one.as_ref().map(text)).collect();
        let targets = self.resolved.iter().map(|one| TargetText::of(program, one)).collect();
        HuntErrand { targets, conditions, same_memory: self.same_memory, search }
    }

    fn goal(&self, program: &Program) -> anyhow::Result<Goal> {
        if let (true, [one, other]) = (self.same_memory, &self.resolved[..]) {
            return Ok(with_encounter(program, &[one.clone(), other.clone()]));
        }
        with_conditions(program, &self.resolved, &self.conditions)
            .map_err(|error| anyhow::anyhow!("--condition: {error}"))
    }
}

/// What a finding was hunted as, for its replay.
pub(crate) struct Pursued {
    /// The program with the goal in it.
    pub(crate) goal: Goal,
    pub(crate) targets: Vec<Resolved>,
    pub(crate) same_memory: bool,
    pub(crate) has_conditions: bool,
}

/// What a finding was hunted as.
pub(crate) fn pursued(
    arguments: &QuarryArguments,
    program: &Program,
    finding: &Finding,
) -> anyhow::Result<Pursued> {
    let quarries = quarries(arguments, program)?;
    let place = finding.location.as_ref();
    // The finding stands at one of its targets. Several goals may share it: the message tells them apart.
    let fits = |quarry: &&Quarry| {
        quarry.resolved.iter().any(|target| place.is_some_and(|place| place.line == target.line))
    };
    let quarry = quarries.iter().find(fits).or(quarries.first());
    let quarry = quarry.context("the hunt that made the finding has no targets any more")?;
    Ok(Pursued {
        goal: quarry.goal(program)?,
        targets: quarry.resolved.clone(),
        same_memory: quarry.same_memory,
        has_conditions: quarry.conditions.iter().any(Option::is_some),
    })
}

fn place_of_property(program: &Program, id: &str) -> anyhow::Result<Resolved> {
    use raddle_properties::{Asked, properties};
    let asked = Asked { assert: true, ..Asked::default() };
    let all = properties(program, asked);
    let found = all.iter().find(|property| property.id == id).with_context(|| {
        format!(
            "the program has no assertion, error or check `{id}`; `raddle properties` lists them"
        )
    })?;
    let place = found.loc.get().with_context(|| format!("`{id}` has no place of its own"))?;
    Ok(Resolved { file: place.file, line: place.line, positions: found.targets.clone() })
}

/// A target in code that nothing calls is unreachable, and probably a mistake.
fn note_if_never_called(program: &Program, target: &Resolved, calls: &CallGraph) {
    let reachable = calls.reachable();
    if target.positions.iter().any(|at| reachable.contains(&at.func)) {
        return;
    }
    let names: Vec<&str> =
        target.positions.iter().map(|at| &*program.functions[at.func].name).collect();
    let place = format!("{}:{}", paths::shown(&program.files[target.file].path), target.line);
    print_line_to_stderr(&format!(
        "note: {place} is in {}, which nothing calls",
        names.first().copied().unwrap_or("a function")
    ));
}

/// Several targets are for distinct threads; where only the main thread comes to each of them, that is probably a mistake.
fn note_if_one_thread(program: &Program, targets: &[Resolved], calls: &CallGraph) {
    let by_main = calls.reachable_from(calls.roots.iter().copied());
    let by_others = calls.reachable_from(calls.starts.iter().map(|start| start.0));
    let only_main = |target: &Resolved| {
        let functions = || target.positions.iter().map(|at| at.func);
        functions().any(|func| by_main.contains(&func))
            && !functions().any(|func| by_others.contains(&func))
    };
    if targets.len() > 1 && targets.iter().all(only_main) {
        let places = targets.iter().map(|target| {
            format!("{}:{}", paths::shown(&program.files[target.file].path), target.line)
        });
        let places: Vec<String> = places.collect();
        print_line_to_stderr(&format!(
            "note: only the main thread comes to {}; targets are for distinct threads, so they are not reached at once",
            places.join(" and ")
        ));
    }
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

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unsafe => "reached",
        Verdict::Safe => "unreachable",
        Verdict::Unknown => "unknown",
    }
}

/// The report as an object, with what is said of a hunt in place of a check's words; several goals are a list of such objects.
fn printed(mut objects: Vec<Value>, verdict: Verdict) -> String {
    let value = match objects.len() {
        1 => objects.remove(0),
        _ => serde_json::json!({ "verdict": verdict_name(verdict), "goals": objects }),
    };
    format!("{value:#}\n")
}

fn object(result: &Result<'_>) -> anyhow::Result<Value> {
    let Hunted { report, guided, stats, likelihood } = &result.hunted;
    let mut value = serde_json::to_value(report).context("cannot print the report as JSON")?;
    value["verdict"] = verdict_name(report.verdict).into();
    value["targets"] = result.targets.clone().into();
    value["message"] = result.quarry.message.clone().into();
    value["guided"] = (*guided).into();
    value["stats"]["guided_states"] = stats.states.into();
    value["stats"]["trace_sets"] = stats.trace_sets.into();
    value["stats"]["trace_length"] = stats.trace_length.into();
    value["stats"]["refinements"] = stats.refinements.into();
    value["likelihood"] = (*likelihood).into();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("abstract_systems");
    }
    if let Some(system) = result.abstract_system() {
        value["abstract"] =
            serde_json::to_value(system).context("cannot print the abstract system as JSON")?;
    }
    if report.verdict == Verdict::Unknown {
        value["best"] = serde_json::json!({ "met": stats.best.0, "of": stats.best.1 });
        let blocking = stats.blocking.iter().filter_map(|one| {
            let (file, line) = place_of(one, &result.goal.program)?;
            Some(serde_json::json!({ "file": file, "line": line, "times": one.times, "why": why(one) }))
        });
        value["blocking"] = blocking.collect();
    }
    Ok(value)
}

fn text(result: &Result<'_>, arguments: &HuntArguments) -> String {
    let output = &arguments.check.output;
    let options = text_options(output);
    let Hunted { report, guided, stats, .. } = &result.hunted;
    let mut text = String::new();
    if !output.quiet {
        for finding in &report.findings {
            text += &raddle_report::finding(finding, &options);
            text += &abstract_trace(finding);
            text.push('\n');
        }
    }
    text += &verdict_line(report, &result.targets);
    if let Some(message) = &result.quarry.message {
        text += &format!("  suspected: {}\n", printable(message));
    }
    if output.quiet {
        return text;
    }
    let explored = if *guided { 0 } else { report.stats.states };
    text += &format!(
        "guided: {} states, {} plans, {} refinements; exhaustive: {explored} states; {:.2} s\n",
        stats.states, stats.trace_sets, stats.refinements, report.stats.seconds,
    );
    if report.verdict == Verdict::Unknown {
        text += &blocking(&result.hunted, &result.goal.program);
    }
    text
}

fn verdict_line(report: &Report, targets: &[String]) -> String {
    let where_to = match targets {
        [one] => one.clone(),
        several => format!("{} at once", several.join(" and ")),
    };
    let model = match report.memory_model.as_str() {
        "sc" => String::new(),
        model => format!(" under memory model {model}"),
    };
    match report.verdict {
        Verdict::Unsafe => format!("reached{model}: {where_to}\n"),
        Verdict::Safe => {
            // The first one of a kind may say more than the others.
            let mut assumptions: Vec<&Assumption> = report.assumptions.iter().collect();
            assumptions.dedup_by_key(|one| &one.code);
            let assumed: Vec<&str> = assumptions.iter().map(|one| one.message.as_str()).collect();
            let assuming = match &assumed[..] {
                [] => String::new(),
                some => format!(", assuming {}", some.join(", ")),
            };
            format!("unreachable{model}: {where_to}{assuming}\n")
        }
        Verdict::Unknown => {
            format!("unknown: {where_to} was not reached ({})\n", reasons(report))
        }
    }
}

fn reasons(report: &Report) -> String {
    let reasons: Vec<&str> = report.reasons.iter().map(|reason| reason.message.as_str()).collect();
    reasons.join("; ")
}

/// What stood in the way.
fn blocking(hunted: &Hunted, program: &Program) -> String {
    let (met, of) = hunted.stats.best;
    let percent = 100.0 * hunted.likelihood;
    let mut text = format!(
        "the best run met {met} of {of} milestones; reachable with {percent:.0} %, at a guess\n"
    );
    for one in hunted.stats.blocking.iter().take(3) {
        let Some((file, line)) = place_of(one, program) else { continue };
        let times = one.times;
        text += &format!(
            "  the branch at {file}:{line} went the other way {times} times: {}\n",
            why(one)
        );
    }
    text
}

fn place_of(blocking: &Blocking, program: &Program) -> Option<(String, u32)> {
    let place = blocking.at.data(program).terminator_loc.get()?;
    Some((paths::shown(&program.files[place.file].path), place.line))
}

/// Why nobody could pass a branch, as far as it is known.
fn why(blocking: &Blocking) -> String {
    match (blocking.on_inputs, blocking.writers) {
        (true, _) => "it depends on inputs, and none of those that were tried turn it".to_owned(),
        (false, 0) => "nothing in the program writes what it depends on".to_owned(),
        (false, writers) => {
            format!("{writers} places write what it depends on, and none of them turned it in time")
        }
    }
}

/// The abstract trace: what of it the run did, in the order of the run.
fn abstract_trace(finding: &Finding) -> String {
    let mut text = String::new();
    for element in finding.elements.iter().take(MOST_ELEMENTS) {
        let (Some(at), Some(step)) = (&element.location, element.step) else { continue };
        let thread = finding.trace.get(step as usize).map_or(0, |step| step.thread);
        let thread = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        let line = printable(&format!("{}  {}:{}, by {thread}", element.text, at.file, at.line));
        text += &format!("    {line}\n");
    }
    if text.is_empty() { text } else { format!("  what led there\n{text}") }
}

/// Parts of one hunt, for workers of which nobody knows how many there are.
const MOST_PARTS: usize = 8;

/// Elements of the abstract trace that are printed.
const MOST_ELEMENTS: usize = 30;
