//! `raddle check --per-property`: every property in a sub-check of its own, several at once, each in a worker process.
//!
//! What a sub-check found is appended to a journal before it is told, so that `--resume` goes on where a check was ended. A worker
//! that dies is replaced and its property checked once more; if that happens again and again the property is *unknown*, and not
//! finished as far as the journal is concerned.

use std::collections::{BTreeMap, BTreeSet};

use raddle_budget::Budget;
use raddle_explore::Options;
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{PropertyResult, Reason, Report, Verdict};
use raddle_ir::Program;
use raddle_pool::{Hash, Kept, MOST_LOSSES, Transport};
use raddle_properties::{Property, PropertyKind};

use crate::arguments::CheckArguments;
use crate::crew::{Came, Crew, MOST_REPLACED, Request};
use crate::errands::{Errand, Task};
use crate::journal::{no_journal, open_journal};
use crate::load::load_program;
use crate::merge;
use crate::property_progress::PropertyProgress;
use crate::so_far::SoFar;
use crate::workers::{first_file, local_workers};

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
    let text = Hash::of(program.to_string().as_bytes());
    let journal = match open_journal(arguments, &options, text) {
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
    let search = &arguments.search;
    let request = Request {
        program: &program,
        asked: arguments.asked(),
        memory: search.memory.or(budget.memory().filter(|_| transport.is_none())),
        about: first_file(&arguments.input.files),
        countable: true,
        talks: !arguments.output.quiet,
    };
    let replacements = MOST_REPLACED + MOST_LOSSES * u32::try_from(listed.len()).unwrap_or(1000);
    let workers = search.jobs.min(listed.len());
    let transport = transport.unwrap_or_else(|| local_workers(workers, replacements));
    let mut crew = Crew::others(transport, request, journal);
    let task = |property: &Property| Task {
        name: property.id.clone(),
        time: search.time,
        errand: Errand::Property(property.id.clone()),
    };
    let mut open: BTreeMap<u64, &Property> = BTreeMap::new();
    for property in &listed {
        open.insert(crew.offer(task(property)), property);
    }
    let mut reports: BTreeMap<String, Report> = BTreeMap::new();
    let result = |reports: &BTreeMap<String, Report>| {
        let missing = budget.spent().map_or(ReasonKind::WorkerLost, raddle_explore::spent_reason);
        merged(&program, &options, &listed, reports.clone(), missing)
    };
    while !open.is_empty() && budget.look().is_none() {
        let came = crew.next(|property, pace| progress.update(property, pace))?;
        match came {
            Some(Came::Outcome(number, outcome)) => {
                let Some(property) = open.remove(&number) else { continue };
                let Ok(report) = serde_json::from_slice::<Report>(&outcome) else {
                    progress.lost(&property.id, "what its worker says is damaged");
                    continue;
                };
                let before = known.contains(&Hash::of(&task(property).bytes()));
                progress.finished(&property.id, &report, before);
                reports.insert(property.id.clone(), report);
                so_far.set(result(&reports));
            }
            Some(Came::Lost(number, why)) => {
                let Some(property) = open.remove(&number) else { continue };
                progress.lost(&property.id, &why);
            }
            None => {}
        }
    }
    drop(crew);
    progress.clear();
    Ok(result(&reports))
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
