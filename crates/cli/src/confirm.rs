//! `raddle warn --confirm`: which warnings come true.
//!
//! One check of the whole program decides all warnings if it comes to its end: what it finds is confirmed, what it does not find
//! is refuted. What is still open then is hunted one by one, in rounds that give each the same time, more in every round, so that what is
//! cheap is decided first. A race is two threads at the same memory; a cycle of locks is threads that stand at the
//! acquisitions, if the locks they keep there are known by name; of anything else it is asked whether the place can be reached at all.
//!
//! That two accesses are never about to happen at once does not refute a race: an order that nothing enforces is none.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;
use raddle_budget::Budget;
use raddle_explore::{Facts, Observer, Plan, Processes, Progress, check as explore};
use raddle_findings::codes::{FindingKind, WarningKind};
use raddle_findings::{
    Confirmation, ConfirmationStatus, Finding, Location, Report, Verdict, WarnedPlace, Warning,
};
use raddle_ir::Program;
use raddle_target::{Place, Resolved, accesses, resolve};

use crate::arguments::{CheckArguments, HelpersArguments};
use crate::command_line::{Command, CommandLine, compiler_spellings};
use crate::crew::{self, Came, Crew, MOST_REPLACED};
use crate::errands::{Errand, HuntErrand, HuntOutcome, HuntSearch, Runner, TargetText, Task};
use crate::finding_files;
use crate::paths;
use crate::so_far::SoFar;
use crate::together::{self, Remote};
use crate::workers::{asked_workers, first_file, local_workers};

/// The first round of hunts gives each warning so much.
const FIRST_ROUND: Duration = Duration::from_millis(250);

/// What to confirm with.
pub(crate) struct Request<'r> {
    pub(crate) program: &'r Program,
    /// The words of the command line about the program.
    pub(crate) input: &'r [String],
    /// Where findings are kept.
    pub(crate) directory: PathBuf,
    pub(crate) time: Duration,
    pub(crate) jobs: usize,
    pub(crate) helpers: &'r HelpersArguments,
    pub(crate) files: &'r [PathBuf],
    pub(crate) budget: &'r Budget,
}

/// A finding that shows a warning, and the command that finds it.
struct Shown {
    command: Vec<String>,
    finding: Finding,
}

/// What was found out about a warning.
enum Known {
    Confirmed(Box<Shown>, &'static str),
    Refuted(&'static str),
}

/// Finds out what comes of each warning.
pub(crate) fn confirm(warnings: &mut [Warning], request: &Request<'_>) -> anyhow::Result<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let mut known: Vec<Option<Known>> = warnings.iter().map(|_| None).collect();
    // Those that need calls to fail are decided where calls fail, and only there.
    let mut groups = Vec::new();
    for failing in [false, true] {
        let is_asked = |warning: &Warning| raddle_warn::needs_failing_calls(warning) == failing;
        let Some(first) = warnings.iter().find(|warning| is_asked(warning)) else { continue };
        let check = command("check", &flags_of(first), request);
        let arguments = arguments(&check)?;
        let left = request.budget.time_left(request.time).unwrap_or_default();
        let part = request.budget.part(Some(left / 2));
        let report = checked(&arguments, request, &part)?;
        let mut shown = report.clone();
        tidy(&mut shown, request.program);
        for (warning, known) in warnings.iter().zip(&mut known).filter(|(one, _)| is_asked(one)) {
            *known = by_check(warning, &report, &shown, &check);
        }
        groups.push((failing, arguments));
    }
    hunt_the_rest(warnings, &mut known, &groups, request)?;
    tell(warnings, known, request)
}

/// What commands about a warning have to be told, beside the program.
pub(crate) fn flags_of(warning: &Warning) -> Vec<String> {
    let failing = raddle_warn::needs_failing_calls(warning);
    failing.then(|| "--calls-may-fail".to_owned()).into_iter().collect()
}

/// A check of the whole program, with which workers help.
fn checked(
    arguments: &CheckArguments,
    request: &Request<'_>,
    budget: &Budget,
) -> anyhow::Result<Report> {
    let (program, options) = (request.program, arguments.options());
    let plan = Plan::resolve(&Facts::of(program, &options), &options)?;
    match asked_workers(request.helpers, request.files, budget)? {
        Some(transport) if matches!(plan.processes, Processes::Together) => together::check(
            arguments,
            Some(Remote { transport, resumable: false }),
            program,
            &options,
            budget,
            &SoFar::new(),
            &mut Silent,
        ),
        _ => Ok(explore(program, &options, budget, &mut Silent)?),
    }
}

/// Says it in the words of the source, and names files as people do.
fn tidy(report: &mut Report, program: &Program) {
    raddle_report::tell_conditions(&mut report.findings, &program.source_names());
    paths::shorten(report);
}

/// What a check says of a warning; `shown` is its report for people.
fn by_check(
    warning: &Warning,
    report: &Report,
    shown: &Report,
    command: &[String],
) -> Option<Known> {
    let found = report.findings.iter().position(|finding| shows(finding, warning));
    if let Some(finding) = found.and_then(|index| shown.findings.get(index)) {
        let shown = Shown { command: command.to_vec(), finding: finding.clone() };
        let because = match raddle_warn::needs_failing_calls(warning) {
            true => "a check in which calls may fail finds it",
            false => "a check of the program finds it",
        };
        return Some(Known::Confirmed(Box::new(shown), because));
    }
    let complete = report.reasons.is_empty() && report.verdict != Verdict::Unknown;
    // A run that ends at the place in another way may hide it, and of deadlocks at one place, one is reported.
    let hidden = report.findings.iter().any(|finding| {
        let hides = match (&*warning.property, &*finding.property) {
            ("race", "memory") | ("deadlock", "deadlock") => true,
            ("race", "deadlock") => !is_wait(finding),
            _ => false,
        };
        hides && finding.location.iter().any(|at| lines(warning).contains(&key(at)))
    });
    (complete && !hidden)
        .then_some(Known::Refuted("everything was explored, and it does not happen"))
}

type Line<'a> = (&'a str, u32);

fn key(at: &Location) -> Line<'_> {
    (&at.file, at.line)
}

fn lines(warning: &Warning) -> Vec<Line<'_>> {
    warning.places.iter().filter_map(|place| place.location.as_ref()).map(key).collect()
}

/// Whether a finding is what a warning warns of.
fn shows(finding: &Finding, warning: &Warning) -> bool {
    let lines = lines(warning);
    let at = finding.location.iter().map(key);
    let is = |kind: WarningKind| warning.code == kind.code();
    if is(WarningKind::PossibleRace) {
        let other = finding.related.first().and_then(|one| one.location.as_ref()).map(key);
        // What is destroyed, freed or made anew under somebody's feet shows in how it is used.
        let plain = |place: &WarnedPlace| {
            place.what.starts_with("read of ") || place.what.starts_with("write of ")
        };
        if !warning.places.iter().all(plain) && matches!(&*finding.property, "deadlock" | "memory")
        {
            return !is_wait(finding) && finding.location.iter().any(|at| lines.contains(&key(at)));
        }
        let mut raced: Vec<Line<'_>> = at.chain(other).collect();
        let mut warned: Vec<Line<'_>> = lines.into_iter().take(2).collect();
        if warned.len() == 1 {
            warned.push(warned[0]);
        }
        raced.sort_unstable();
        warned.sort_unstable();
        return finding.code == FindingKind::DataRace.code() && raced == warned;
    }
    if finding.property != "deadlock" {
        return false;
    }
    let related = finding.related.iter().filter_map(|one| one.location.as_ref()).map(key);
    let named: Vec<Line<'_>> = at.chain(related).collect();
    let here = finding.location.as_ref().map(key);
    let is_at = |line: Option<&Line<'_>>| line.copied() == here;
    if is(WarningKind::LockCycle) {
        return is_wait(finding) && lines.iter().all(|line| named.contains(line));
    }
    if is(WarningKind::DoubleLock) || is(WarningKind::UnlockNotHeld) {
        return is_at(lines.first());
    }
    is_wait(finding) && lines.iter().any(|line| named.contains(line))
}

fn is_wait(finding: &Finding) -> bool {
    let kinds = [
        FindingKind::Deadlock,
        FindingKind::SelfLock,
        FindingKind::LostWakeup,
        FindingKind::Livelock,
        FindingKind::WaitWithoutMutex,
    ];
    kinds.iter().any(|kind| finding.code == kind.code())
}

/// A hunt that says something about a warning.
struct Hunt {
    errand: HuntErrand,
    failing: bool,
    command: Vec<String>,
    /// What it means that the goal is reached, or that it cannot be.
    reached: Option<&'static str>,
    unreachable: Option<&'static str>,
}

/// Where threads have to be for a warning to come true.
fn places_to_hunt(warning: &Warning) -> Vec<&Location> {
    let is = |kind: WarningKind| warning.code == kind.code();
    let places = warning.places.iter().filter_map(|place| place.location.as_ref());
    let mut places: Vec<&Location> = places.collect();
    let most = match () {
        () if is(WarningKind::PossibleRace) => 2,
        () if is(WarningKind::LockCycle) => places.len(),
        () => 1,
    };
    if most > 1 && places.len() == 1 {
        places.push(places[0]);
    }
    places.truncate(most);
    places
}

/// The flags of a hunt for a warning; nothing if its places are not known.
pub(crate) fn hunt_words(warning: &Warning) -> Vec<String> {
    let places = places_to_hunt(warning);
    let target =
        |at: &&Location| ["--target".to_owned(), format!("{}:{}", paths::shown(&at.file), at.line)];
    let mut words: Vec<String> = places.iter().flat_map(target).collect();
    if warning.code == WarningKind::PossibleRace.code() && !words.is_empty() {
        words.push("--same-memory".to_owned());
    }
    words
}

/// `None` if no hunt says anything about it.
fn hunt_of(warning: &Warning, request: &Request<'_>) -> Option<Hunt> {
    let program = request.program;
    let is = |kind: WarningKind| warning.code == kind.code();
    let pair = is(WarningKind::PossibleRace) || is(WarningKind::LockCycle);
    let mut resolved: Vec<Resolved> = Vec::new();
    for at in places_to_hunt(warning) {
        let place = Place { file: Some(at.file.clone()), line: at.line };
        resolved.push(resolve(program, &place).ok()?);
    }
    let mut words = hunt_words(warning);
    words.extend(flags_of(warning));
    if is(WarningKind::PossibleRace) {
        let [one, other] = &resolved[..] else { return None };
        let targets = [accesses(program, one)?, accesses(program, other)?];
        return Some(Hunt {
            errand: errand(program, &targets, true),
            failing: raddle_warn::needs_failing_calls(warning),
            command: command("hunt", &words, request),
            reached: Some("two threads are about to access the same memory"),
            unreachable: None,
        });
    }
    let reached = if is(WarningKind::LockCycle) && is_known_by_name(warning) {
        Some("each of the threads stands before a lock that the next one keeps")
    } else if is(WarningKind::WaitOutsideLoop) {
        Some("the wait is reached, and may end for no reason")
    } else {
        None
    };
    Some(Hunt {
        errand: errand(program, &resolved, false),
        failing: raddle_warn::needs_failing_calls(warning),
        command: command("hunt", &words, request),
        reached,
        unreachable: Some(match pair {
            true => "the places are never reached at the same time",
            false => "the place is never reached",
        }),
    })
}

fn errand(program: &Program, targets: &[Resolved], same_memory: bool) -> HuntErrand {
    let targets = targets.iter().map(|target| TargetText::of(program, target)).collect();
    HuntErrand { targets, conditions: Vec::new(), same_memory, search: HuntSearch::Both }
}

/// Whether every thread of a cycle keeps, on every way, the one lock that another one waits for.
fn is_known_by_name(warning: &Warning) -> bool {
    let waited: Option<Vec<&str>> = warning
        .places
        .iter()
        .map(|place| place.what.strip_prefix("waits for ")?.split(" with ").next())
        .collect();
    let is_plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let Some(waited) = waited.filter(|names| names.len() > 1 && names.iter().all(is_plain)) else {
        return false;
    };
    (0..waited.len()).all(|k| {
        let keeper = &warning.places[(k + 1) % waited.len()];
        keeper.locks.iter().any(|lock| lock == waited[k])
    })
}

fn hunt_the_rest(
    warnings: &[Warning],
    known: &mut [Option<Known>],
    groups: &[(bool, CheckArguments)],
    request: &Request<'_>,
) -> anyhow::Result<()> {
    let mut open: Vec<(usize, Hunt)> = warnings
        .iter()
        .enumerate()
        .filter(|(index, _)| known[*index].is_none())
        .filter_map(|(index, warning)| Some((index, hunt_of(warning, request)?)))
        .collect();
    if open.is_empty() || request.budget.is_spent() {
        return Ok(());
    }
    let mut crews = Vec::new();
    for (failing, arguments) in groups {
        if open.iter().any(|(_, hunt)| hunt.failing == *failing) {
            crews.push((*failing, crew(arguments, request)?));
        }
    }
    let mut each = FIRST_ROUND;
    while !open.is_empty() && !request.budget.is_spent() {
        let left = request.budget.time_left(request.time).unwrap_or_default();
        // Nobody gets more than a fair share of what is left.
        let hands = crews.iter().map(|(_, crew)| crew.helpers()).max().unwrap_or(0).max(1);
        let fair = left * hands as u32 / open.len() as u32;
        let share = each.min(fair);
        let mut found = Vec::new();
        for (failing, crew) in &mut crews {
            let own: Vec<&(usize, Hunt)> =
                open.iter().filter(|(_, hunt)| hunt.failing == *failing).collect();
            found.extend(round(&own, share, crew, request)?);
        }
        let last = share < each;
        let mut rest = Vec::new();
        for (index, hunt) in open {
            match found.iter().find(|(of, _)| *of == index) {
                // There is nothing more to be learnt of a goal that is decided.
                Some((_, Some(_))) => {}
                _ => rest.push((index, hunt)),
            }
        }
        open = rest;
        for (index, decided) in found {
            if let Some(Decided::Told(one)) = decided {
                known[index] = Some(one);
            }
        }
        if last {
            break;
        }
        each *= 4;
    }
    Ok(())
}

/// Who hunts: this process if nobody else is asked for.
fn crew(check: &CheckArguments, request: &Request<'_>) -> anyhow::Result<Crew> {
    let workers = asked_workers(request.helpers, request.files, request.budget)?;
    if workers.is_none() && request.jobs == 1 {
        let runner = Runner::new(Arc::new(request.program.clone()), check.options(), false);
        return Ok(Crew::here(runner, request.budget));
    }
    let jobs = request.jobs as u64;
    let asked = crew::Request {
        program: request.program,
        asked: check.asked(),
        memory: request.budget.memory().filter(|_| workers.is_none()).map(|all| all / jobs),
        about: first_file(request.files),
        countable: false,
        talks: true,
    };
    let replacements = MOST_REPLACED * request.jobs as u32;
    let transport = workers.unwrap_or_else(|| local_workers(request.jobs, replacements));
    Ok(Crew::others(transport, asked, None))
}

/// What came of a hunt that ended.
enum Decided {
    Told(Known),
    /// The answer says nothing about the warning.
    Silent,
}

/// One round over all warnings that are open, on as many cores as there are.
fn round(
    open: &[&(usize, Hunt)],
    share: Duration,
    crew: &mut Crew,
    request: &Request<'_>,
) -> anyhow::Result<Vec<(usize, Option<Decided>)>> {
    let mut tasks = BTreeMap::new();
    for (index, hunt) in open {
        let name = format!("hunt for {}", hunt.command[1..].join(" "));
        let (time, errand) = (Some(share), Errand::Hunt(hunt.errand.clone()));
        tasks.insert(crew.offer(Task { name, time, errand }), (*index, hunt));
    }
    let mut found = Vec::new();
    while !tasks.is_empty() && request.budget.look().is_none() {
        match crew.next(|_, _| ())? {
            Some(Came::Outcome(number, outcome)) => {
                let Some((index, hunt)) = tasks.remove(&number) else { continue };
                let outcome: HuntOutcome =
                    serde_json::from_slice(&outcome).context("what came of a hunt is damaged")?;
                found.push((index, hunt.decided(outcome)));
            }
            Some(Came::Lost(number, _)) => {
                tasks.remove(&number);
            }
            None => {}
        }
    }
    let left: Vec<u64> = tasks.into_keys().collect();
    crew.withdraw(&left);
    Ok(found)
}

impl Hunt {
    fn decided(&self, outcome: HuntOutcome) -> Option<Decided> {
        let mut report = outcome.into_report()?;
        paths::shorten(&mut report);
        let told = match report.verdict {
            Verdict::Unknown => return None,
            Verdict::Safe => self.unreachable.map(Known::Refuted),
            Verdict::Unsafe => self.reached.and_then(|because| {
                let finding = report.findings.first()?.clone();
                let shown = Shown { command: self.command.clone(), finding };
                Some(Known::Confirmed(Box::new(shown), because))
            }),
        };
        Some(told.map_or(Decided::Silent, Decided::Told))
    }
}

/// Writes down what was found out, and keeps the findings.
fn tell(
    warnings: &mut [Warning],
    known: Vec<Option<Known>>,
    request: &Request<'_>,
) -> anyhow::Result<()> {
    let mut kept: Vec<(&[String], &Finding)> = Vec::new();
    let mut number: Vec<Option<usize>> = Vec::new();
    for one in &known {
        number.push(match one {
            Some(Known::Confirmed(shown, _)) => {
                // One finding may show several warnings.
                let is_same = |(command, finding): &(&[String], &Finding)| {
                    finding.id == shown.finding.id && **command == shown.command
                };
                let same = kept.iter().position(is_same);
                Some(same.unwrap_or_else(|| {
                    kept.push((&shown.command, &shown.finding));
                    kept.len() - 1
                }))
            }
            _ => None,
        });
    }
    let files = finding_files::write_each(&request.directory, &kept)?;
    for ((warning, known), number) in warnings.iter_mut().zip(&known).zip(number) {
        let file = number.and_then(|number| files.get(number));
        let (status, finding, because) = match known {
            Some(Known::Confirmed(shown, because)) => {
                (ConfirmationStatus::Confirmed, Some(shown.finding.id.clone()), *because)
            }
            Some(Known::Refuted(because)) => (ConfirmationStatus::Refuted, None, *because),
            None => (ConfirmationStatus::Open, None, "time was not enough, or nothing decides it"),
        };
        let file = file.map(|file| file.display().to_string());
        warning.confirmation =
            Some(Confirmation { status, finding, file, because: because.to_owned() });
    }
    Ok(())
}

fn command(name: &str, more: &[String], request: &Request<'_>) -> Vec<String> {
    let mut words = vec![name.to_owned()];
    words.extend(more.iter().cloned());
    words.extend(request.input.iter().cloned());
    words
}

/// The check that a command stands for.
fn arguments(command: &[String]) -> anyhow::Result<CheckArguments> {
    let words = std::iter::once("raddle".to_owned()).chain(command.iter().cloned());
    match CommandLine::try_parse_from(compiler_spellings(words.map(Into::into)))?.command {
        Command::Check(check) => Ok(*check),
        _ => anyhow::bail!("{command:?} is no check"),
    }
}

/// Nobody looks on.
struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _progress: &Progress) {}
}
