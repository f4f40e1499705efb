//! `raddle check --per-property`: every property in a sub-check of its own, several at once, each in a worker process.
//!
//! What a sub-check found is appended to a journal before it is told, so that `--resume` goes on where a check was ended. A worker
//! that dies is replaced and its property checked once more; if that happens again and again the property is *unknown*, and not
//! finished as far as the journal is concerned.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use raddle_budget::Budget;
use raddle_explore::Options;
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{PropertyResult, Reason, Report, Verdict};
use raddle_frontend::shown_path;
use raddle_ir::Program;
use raddle_pool::{Journal, MemoryQueue, Queue, TaskId};
use raddle_properties::{Property, PropertyKind};
use serde::{Deserialize, Serialize};

use crate::arguments::{CheckArguments, SearchArguments};
use crate::compiled::Compiled;
use crate::files;
use crate::finding_files;
use crate::fnv::Fnv;
use crate::load::load_program;
use crate::lock::lock;
use crate::merge;
use crate::messages::{Pace, Said, Task};
use crate::output::print_line_to_stderr;
use crate::property_progress::PropertyProgress;
use crate::setting::Setting;
use crate::so_far::SoFar;

/// How long a worker may be silent before its property is given to another.
const LEASE: Duration = Duration::from_secs(60);
/// Workers that may die over one property.
const MOST_LEASES: u32 = 3;

/// A finished sub-check in the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Finished {
    property: String,
    report: Report,
}

/// What happens while workers work.
enum Happening {
    Progress(String, Pace),
    Finished(String, Box<Report>),
    Lost(String, String),
    /// A worker has nothing left to do.
    Idle,
}

pub(crate) fn check(
    arguments: &CheckArguments,
    setting: &Setting,
    budget: &Budget,
    so_far: &SoFar,
) -> anyhow::Result<Report> {
    let program = load_program(&arguments.input, budget)?;
    let options = arguments.options();
    so_far.set(raddle_explore::empty_report(&program, &options));
    let listed = raddle_properties::properties(&program, raddle_explore::asked(&program, &options));
    let compiled = Compiled::new(arguments, budget)?;
    let (journal, finished) = match open_journal(arguments, &options, &compiled) {
        Ok((journal, finished)) => (Some(journal), finished),
        Err(error) if arguments.search.resume => return Err(error),
        Err(error) => {
            no_journal(&error);
            (None, Vec::new())
        }
    };
    let mut reports: BTreeMap<String, Report> = BTreeMap::new();
    for entry in
        finished.into_iter().filter(|entry| listed.iter().any(|one| one.id == entry.property))
    {
        reports.insert(entry.property, entry.report);
    }
    let mut progress = PropertyProgress::new(!arguments.output.quiet, listed.len());
    for property in &listed {
        if let Some(report) = reports.get(&property.id) {
            progress.finished(&property.id, report, true);
        }
    }
    let shared = Shared {
        queue: Arc::new(Mutex::new(MemoryQueue::default())),
        budget: budget.clone(),
        children: Arc::new(Mutex::new(Vec::new())),
    };
    for property in listed.iter().filter(|property| !reports.contains_key(&property.id)) {
        let words = setting.words.clone();
        let (files, property) = (compiled.files.clone(), Some(property.id.clone()));
        let task = Task {
            words,
            files,
            property,
            part: None,
            member: None,
            names: Vec::new(),
            time: arguments.search.time,
            memory: arguments.search.memory.or(budget.memory()),
        };
        lock(&shared.queue).push(task);
    }
    let events = shared.start(arguments.search.jobs);
    let result = |reports: &BTreeMap<String, Report>| {
        let missing = budget.spent().map_or(ReasonKind::WorkerLost, raddle_explore::spent_reason);
        merged(&program, &options, &listed, reports.clone(), missing)
    };
    let mut finished = |reports: &BTreeMap<String, Report>| so_far.set(result(reports));
    collect(&events, arguments, journal, &mut reports, &mut progress, &shared, &mut finished)?;
    progress.clear();
    Ok(result(&reports))
}

/// Takes what workers say until all are done.
fn collect(
    events: &Receiver<Happening>,
    arguments: &CheckArguments,
    mut journal: Option<Journal>,
    reports: &mut BTreeMap<String, Report>,
    progress: &mut PropertyProgress,
    shared: &Shared,
    finished: &mut dyn FnMut(&BTreeMap<String, Report>),
) -> anyhow::Result<()> {
    let mut workers = arguments.search.jobs;
    while workers > 0 {
        let event = match events.recv_timeout(Duration::from_millis(100)) {
            Ok(event) => event,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                if shared.budget.look().is_some() {
                    shared.end_children();
                }
                continue;
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
        };
        match event {
            Happening::Progress(property, pace) => progress.update(&property, pace),
            Happening::Finished(property, report) => {
                let entry = Finished { property: property.clone(), report: *report };
                let noted = journal.as_mut().map_or(Ok(()), |journal| journal.append(&entry));
                if let Err(error) = noted.context("cannot write the journal") {
                    no_journal(&error);
                    journal = None;
                }
                progress.finished(&property, &entry.report, false);
                reports.insert(property, entry.report);
                finished(reports);
            }
            Happening::Lost(property, why) => progress.lost(&property, &why),
            Happening::Idle => workers -= 1,
        }
    }
    Ok(())
}

/// A check that cannot be resumed is still a check.
fn no_journal(error: &anyhow::Error) {
    let error = raddle_report::printable(&format!("{error:#}"));
    print_line_to_stderr(&format!("note: this check cannot be resumed: {error}"));
}

/// The journal lies beside the findings. What it is about: the compiled program, the request and this version of Raddle.
fn open_journal(
    arguments: &CheckArguments,
    options: &Options,
    compiled: &Compiled,
) -> anyhow::Result<(Journal, Vec<Finished>)> {
    let program = arguments.input.files.first().map_or(Path::new("program"), PathBuf::as_path);
    let directory = finding_files::directory(arguments.output.out.as_deref(), program);
    files::create_directory(&directory)?;
    let path = directory.join("journal.jsonl");
    let mut request = Fnv::default();
    let SearchArguments { unguided, time, memory, .. } = &arguments.search;
    request.add(format!("{options:?} {unguided} {time:?} {memory:?}").as_bytes());
    let key = format!("{} {} {:016x}", env!("CARGO_PKG_VERSION"), compiled.key, request.0);
    let opened = if arguments.search.resume {
        Journal::resume(&path, &key)
    } else {
        Journal::create(&path, &key).map(|journal| (journal, Vec::new()))
    };
    opened.with_context(|| format!("cannot use the journal {}", shown_path(&path)))
}

/// What the threads that look after workers share.
#[derive(Clone)]
struct Shared {
    queue: Arc<Mutex<MemoryQueue<Task>>>,
    budget: Budget,
    /// What keeps workers alive: each ends when nobody holds the other end of its standard input any more.
    children: Arc<Mutex<Vec<(u32, ChildStdin)>>>,
}

impl Shared {
    /// Starts the threads that look after one worker each.
    fn start(&self, jobs: usize) -> Receiver<Happening> {
        let (sender, receiver) = channel();
        for _ in 0..jobs {
            let (shared, sender) = (self.clone(), sender.clone());
            std::thread::spawn(move || {
                shared.serve(&sender);
                let _ = sender.send(Happening::Idle);
            });
        }
        receiver
    }

    /// Leases one task after the other.
    fn serve(&self, sender: &Sender<Happening>) {
        while !self.budget.is_spent() {
            let leased = lock(&self.queue).lease(Instant::now(), LEASE);
            let Some((id, task, before)) = leased else {
                if lock(&self.queue).is_empty() {
                    return;
                }
                // What others have may come back.
                std::thread::sleep(Duration::from_millis(50));
                continue;
            };
            let property = task.property.clone().unwrap_or_default();
            match self.run_worker(id, &task, sender) {
                Ok(report) => {
                    lock(&self.queue).ack(id);
                    let _ = sender.send(Happening::Finished(property, Box::new(report)));
                }
                Err(_) if self.budget.is_spent() => return,
                Err(why) if before + 1 >= MOST_LEASES => {
                    lock(&self.queue).ack(id);
                    let _ = sender.send(Happening::Lost(property, why));
                }
                Err(_) => lock(&self.queue).release(id),
            }
        }
    }

    /// Lets a process check one property.
    fn run_worker(
        &self,
        id: TaskId,
        task: &Task,
        sender: &Sender<Happening>,
    ) -> Result<Report, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|error| format!("cannot start a worker: {error}"))?;
        let answer = self.listen(&mut child, id, task, sender);
        let _ = child.kill();
        let status = child.wait();
        lock(&self.children).retain(|(other, _)| *other != child.id());
        answer.unwrap_or_else(|| {
            Err(match status {
                Ok(status) => format!("its worker ended ({status})"),
                Err(error) => format!("its worker is lost: {error}"),
            })
        })
    }

    /// What the worker says in the end; `None` if it ends without a word.
    fn listen(
        &self,
        child: &mut Child,
        id: TaskId,
        task: &Task,
        sender: &Sender<Happening>,
    ) -> Option<Result<Report, String>> {
        let mut text = serde_json::to_vec(task).ok()?;
        text.push(b'\n');
        let mut stdin = child.stdin.take()?;
        stdin.write_all(&text).ok()?;
        lock(&self.children).push((child.id(), stdin));
        if self.budget.is_spent() {
            self.end_children();
        }
        for line in BufReader::new(child.stdout.take()?).lines() {
            match serde_json::from_str(&line.ok()?).ok()? {
                Said::Progress(pace) => {
                    lock(&self.queue).extend(id, Instant::now(), LEASE);
                    let property = task.property.clone().unwrap_or_default();
                    let _ = sender.send(Happening::Progress(property, pace));
                }
                Said::Report(report) => return Some(Ok(*report)),
                Said::Failed(why) => return Some(Err(why)),
                // Nobody asked for a part.
                Said::Part(_) => {}
            }
        }
        None
    }

    /// Ends all workers: Ctrl-C.
    fn end_children(&self) {
        lock(&self.children).clear();
    }
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
