//! `raddle check --per-property`: every property in a sub-check of its own, several at once, each in a worker process.
//!
//! What a sub-check found is appended to a journal before it is told, so that `--resume` goes on where a check was ended. A worker
//! that dies is replaced and its property checked once more; if that happens again and again the property is *unknown*, and not
//! finished as far as the journal is concerned.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use anyhow::Context;
use raddle_budget::Budget;
use raddle_explore::Options;
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{PropertyResult, Reason, Report, Verdict};
use raddle_frontend::shown_path;
use raddle_ir::Program;
use raddle_pool::{
    About, Blob, Client, Damaged, Hash, Journal, Kept, MOST_LOSSES, MemberId, Next, Pool, Terms,
    Transport,
};
use raddle_properties::{Property, PropertyKind};

use crate::arguments::{CheckArguments, SearchArguments};
use crate::files;
use crate::finding_files;
use crate::fnv::Fnv;
use crate::load::load_program;
use crate::merge;
use crate::messages::{Note, Pace, Setup, Work};
use crate::output::print_line_to_stderr;
use crate::property_progress::PropertyProgress;
use crate::so_far::SoFar;
use crate::workers::{VERSION, local_workers};

/// Workers that die before they are given anything.
const MOST_REPLACED: u32 = 4;
/// Whoever waits looks up this often, to see whether somebody wants an end.
const PATIENCE: Duration = Duration::from_millis(100);

/// What workers want to be known.
enum News {
    Progress(String, Pace),
    /// Why a property could not be checked.
    Failed(String),
}

pub(crate) fn check(
    arguments: &CheckArguments,
    transport: Option<Box<dyn Transport>>,
    budget: &Budget,
    so_far: &SoFar,
) -> anyhow::Result<Report> {
    let program = load_program(&arguments.input, budget)?;
    let options = arguments.options();
    so_far.set(raddle_explore::empty_report(&program, &options));
    let listed = raddle_properties::properties(&program, raddle_explore::asked(&program, &options));
    let text = Blob::of(program.to_string().as_bytes());
    let journal = match open_journal(arguments, &options, text.hash) {
        Ok(journal) => Some(journal),
        Err(error) if arguments.search.resume => return Err(error),
        Err(error) => {
            no_journal(&error);
            None
        }
    };
    let known = journal.iter().flat_map(|(_, kept)| kept.iter().map(Kept::task));
    let known: BTreeSet<Hash> = known.flatten().collect();
    let mut progress = PropertyProgress::new(!arguments.output.quiet, listed.len());
    let (news, events) = channel();
    let setup = Setup {
        asked: arguments.asked(),
        program: text.hash.to_string(),
        time: arguments.search.time,
        memory: arguments.search.memory.or(budget.memory().filter(|_| transport.is_none())),
        work: Work::Properties,
    };
    let replacements = MOST_REPLACED + MOST_LOSSES * u32::try_from(listed.len()).unwrap_or(1000);
    let workers = arguments.search.jobs.min(listed.len());
    let transport = transport.unwrap_or_else(|| local_workers(workers, replacements));
    let (version, identity) = (VERSION.to_owned(), Hash::of);
    let most_losses = Some(MOST_LOSSES);
    let terms = Terms { version, identity, works_here: false, most_losses, eager: false };
    let pool = Pool::start(
        transport,
        Office { program: first_file(arguments), setup, news },
        terms,
        vec![text],
        journal,
    );
    let mut open: BTreeMap<u64, &Property> = BTreeMap::new();
    for property in &listed {
        open.insert(pool.offer(property.id.clone().into_bytes()), property);
    }
    let mut reports: BTreeMap<String, Report> = BTreeMap::new();
    let result = |reports: &BTreeMap<String, Report>| {
        let missing = budget.spent().map_or(ReasonKind::WorkerLost, raddle_explore::spent_reason);
        merged(&program, &options, &listed, reports.clone(), missing)
    };
    while !open.is_empty() && budget.look().is_none() {
        let awaited: Vec<u64> = open.keys().copied().collect();
        let next = pool.next(&awaited, PATIENCE);
        let mut failed = None;
        for event in events.try_iter() {
            match event {
                News::Progress(property, pace) => progress.update(&property, pace),
                News::Failed(why) => failed = Some(why),
            }
        }
        if let Some(error) = pool.journal_failure() {
            no_journal(&anyhow::Error::new(error).context("cannot write the journal"));
        }
        match next {
            Next::Outcome(number, outcome) => {
                let Some(property) = open.remove(&number) else { continue };
                let Ok(report) = serde_json::from_slice::<Report>(&outcome) else {
                    progress.lost(&property.id, "what its worker says is damaged");
                    continue;
                };
                let before = known.contains(&Hash::of(property.id.as_bytes()));
                progress.finished(&property.id, &report, before);
                reports.insert(property.id.clone(), report);
                so_far.set(result(&reports));
            }
            Next::GivenUp(number) => {
                let Some(property) = open.remove(&number) else { continue };
                let letters = pool.dead_letters();
                let letter = letters.iter().find(|one| one.task == property.id.as_bytes());
                let last = letter.and_then(|letter| letter.losses.last().cloned());
                progress.lost(&property.id, &failed.or(last).unwrap_or_default());
            }
            Next::Nothing if pool.is_deserted() => break,
            Next::Nothing | Next::Yours(_) | Next::Help(..) | Next::Over => {}
        }
    }
    pool.end(Duration::ZERO);
    progress.clear();
    Ok(result(&reports))
}

/// What the pool asks this process for.
struct Office {
    /// For people.
    program: String,
    setup: Setup,
    news: Sender<News>,
}

impl Client for Office {
    fn welcome(&mut self, _: MemberId) -> Vec<u8> {
        serde_json::to_vec(&self.setup).unwrap_or_default()
    }

    fn answer(&mut self, _: MemberId, _: &[u8]) -> Result<Vec<u8>, Damaged> {
        Err(Damaged)
    }

    fn note(&mut self, _: MemberId, note: &[u8], _: About) -> Result<(), Damaged> {
        let news = match serde_json::from_slice(note) {
            Ok(Note::Progress(property, pace)) => News::Progress(property, pace),
            Ok(Note::Failed(why)) => News::Failed(why),
            Ok(Note::Found(_)) | Err(_) => return Err(Damaged),
        };
        // Nobody hears what is said after the end.
        let _ = self.news.send(news);
        Ok(())
    }

    fn status(&mut self) -> serde_json::Map<String, serde_json::Value> {
        let name = self.program.clone();
        serde_json::Map::from_iter([("program".to_owned(), name.into())])
    }
}

/// A check that cannot be resumed is still a check.
pub(crate) fn no_journal(error: &anyhow::Error) {
    let error = raddle_report::printable(&format!("{error:#}"));
    print_line_to_stderr(&format!("note: this check cannot be resumed: {error}"));
}

/// The journal lies beside the findings. What it is about: the program, the request and this version of Raddle.
pub(crate) fn open_journal(
    arguments: &CheckArguments,
    options: &Options,
    text: Hash,
) -> anyhow::Result<(Journal, Vec<Kept>)> {
    let program = arguments.input.files.first().map_or(Path::new("program"), PathBuf::as_path);
    let directory = finding_files::directory(arguments.output.out.as_deref(), program);
    files::create_directory(&directory)?;
    let path = directory.join("journal.jsonl");
    let mut request = Fnv::default();
    let SearchArguments { unguided, time, memory, .. } = &arguments.search;
    let by_property = arguments.question.per_property;
    // What one search had time for does not matter to the next: what was cut short is not kept.
    let limits = by_property.then_some((time, memory));
    request.add(format!("{options:?} {unguided} {by_property} {limits:?}").as_bytes());
    let key = format!("{VERSION} {text} {:016x}", request.0);
    let opened = if arguments.search.resume {
        Journal::resume(&path, &key)
    } else {
        Journal::create(&path, &key).map(|journal| (journal, Vec::new()))
    };
    opened.with_context(|| format!("cannot use the journal {}", shown_path(&path)))
}

/// What a check is about, for people.
pub(crate) fn first_file(arguments: &CheckArguments) -> String {
    arguments.input.files.first().map(|file| file.display().to_string()).unwrap_or_default()
}

/// One report from those of all properties.
fn merged(
    program: &Program,
    options: &Options,
    listed: &[Property],
    mut reports: BTreeMap<String, Report>,
    missing: ReasonKind,
) -> Report {
    let mut whole: Option<Report> = None;
    let mut by_property = Vec::new();
    let undecided = listed.iter().filter(|property| !reports.contains_key(&property.id)).count();
    for property in listed {
        let report = reports.remove(&property.id);
        by_property.push(result(program, property, report.as_ref(), missing));
        let Some(report) = report else { continue };
        match &mut whole {
            None => whole = Some(report),
            Some(whole) => merge::add(whole, report),
        }
    }
    let mut whole = whole.unwrap_or_else(|| raddle_explore::empty_report(program, options));
    if undecided > 0 {
        let (code, message) = (missing.code().to_owned(), missing.title().to_owned());
        let count = undecided as u64;
        whole.reasons.push(Reason { code, message, location: None, count });
    }
    whole.findings.sort_by(|a, b| (&a.location, &a.code).cmp(&(&b.location, &b.code)));
    whole.properties = raddle_explore::property_names(program, options);
    whole.verdict = merge::verdict(&whole);
    // The other sub-checks did not know.
    let is_race = |result: &PropertyResult| result.kind == PropertyKind::Race.name();
    if by_property.iter().any(|result| is_race(result) && result.verdict == Verdict::Safe) {
        let code = AssumptionKind::SequentialConsistency.code();
        whole.assumptions.retain(|known| known.code != code || known.location.is_some());
    }
    whole.by_property = by_property;
    whole
}

fn result(
    program: &Program,
    property: &Property,
    report: Option<&Report>,
    missing: ReasonKind,
) -> PropertyResult {
    let lost = || vec![missing.code().to_owned()];
    let counter = |name: &str| report.and_then(|report| report.stats.counters.get(name).copied());
    PropertyResult {
        id: property.id.clone(),
        kind: property.kind.name().to_owned(),
        text: property.text.clone(),
        location: raddle_explore::located(program, property),
        verdict: report.map_or(Verdict::Unknown, |report| report.verdict),
        findings: report.map_or_else(Vec::new, |report| {
            report.findings.iter().map(|finding| finding.id.clone()).collect()
        }),
        reasons: report.map_or_else(lost, |report| {
            report.reasons.iter().map(|reason| reason.code.clone()).collect()
        }),
        states: report.map_or(0, |report| report.stats.states),
        states_at_first_finding: counter("states at the first finding"),
        runs: report.map_or(0, |report| report.stats.runs),
        violating_runs: counter("violating runs").unwrap_or(0),
        seconds: report.map_or(0.0, |report| report.stats.seconds),
        peak_memory: report.map_or(0, |report| report.stats.peak_memory),
    }
}
