//! `raddle check --jobs N` for one check of all properties: parts of the search are explored by worker processes.
//!
//! The check begins in this process alone. After a second, what lies open longest is given to idle workers, and workers are asked for
//! parts of their own when others have nothing to do. Results are put together in the order of the parts, so they do not depend on who
//! explored what. A part whose worker died is explored once more; should that fail again, the verdict is *unknown*.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Observer, Options, Part, Sharing};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report, Verdict};
use raddle_ir::Program;
use raddle_pool::{MemoryQueue, Queue, TaskId};

use crate::arguments::CheckArguments;
use crate::compiled::Compiled;
use crate::lock::lock;
use crate::merge;
use crate::messages::{Said, Task};
use crate::setting::Setting;
use crate::so_far::{SoFar, add_spent};

/// A check stays in one process for this long: small ones lose nothing.
const ALONE: Duration = Duration::from_secs(1);
const LEASE: Duration = Duration::from_secs(3600);
const MOST_LEASES: u32 = 2;
/// Time between two requests for parts.
const PATIENCE: Duration = Duration::from_millis(20);
/// Workers have so much time to say what they found after time is up.
const FAREWELL: Duration = Duration::from_millis(300);

pub(crate) fn check(
    arguments: &CheckArguments,
    setting: &Setting,
    program: &Program,
    options: &Options,
    budget: &Budget,
    so_far: &SoFar,
    observer: &mut dyn Observer,
) -> anyhow::Result<Report> {
    let start = Instant::now();
    let compiled = Compiled::new(arguments, budget)?;
    let task = Task {
        words: setting.words.clone(),
        files: compiled.files.clone(),
        property: None,
        part: None,
        member: None,
        names: Vec::new(),
        time: None,
        memory: budget.memory(),
    };
    let team = Team {
        inner: Arc::new(Mutex::new(Inner {
            queue: MemoryQueue::default(),
            reports: Vec::new(),
            busy: Vec::new(),
            idle: 0,
            lost: 0,
            started: false,
            over: false,
            asked: start,
        })),
        task,
        budget: budget.clone(),
        so_far: so_far.clone(),
        begun: start,
    };
    let jobs = arguments.search.jobs;
    let mut giver = Giver { team: team.clone(), workers: jobs - 1, threads: Vec::new() };
    let whole = Part::default();
    let first = raddle_explore::check_part(program, options, &whole, &mut giver, budget, observer)?;
    so_far.set(first.clone());
    lock(&team.inner).reports.push((whole, first));
    // Its own part is done: this process helps with the others.
    while let Some((id, part)) = team.next_part(true) {
        let report =
            raddle_explore::check_part(program, options, &part, &mut giver, budget, observer)?;
        team.done(id, part, report);
    }
    lock(&team.inner).over = true;
    team.end_late_workers(&giver.threads);
    for thread in giver.threads {
        let _ = thread.join();
    }
    let mut inner = lock(&team.inner);
    let mut report = put_together(std::mem::take(&mut inner.reports));
    if inner.lost > 0 {
        let kind = ReasonKind::WorkerLost;
        let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
        report.reasons.push(Reason { code, message, location: None, count: inner.lost });
        if report.verdict == Verdict::Safe {
            report.verdict = Verdict::Unknown;
        }
    }
    // A part that somebody was at when time was up is not among them.
    add_spent(&mut report, budget.spent());
    report.stats.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// One report from those of all parts, in the order of the parts.
fn put_together(mut reports: Vec<(Part, Report)>) -> Report {
    reports.sort_by(|a, b| a.0.cmp(&b.0));
    let mut reports = reports.into_iter().map(|(_, report)| report);
    let mut whole =
        reports.next().unwrap_or_else(|| unreachable!("the first part is always there"));
    for report in reports {
        merge::add_part(&mut whole, report);
    }
    whole.verdict = merge::verdict(&whole);
    whole
}

/// Everybody who takes part.
#[derive(Clone)]
struct Team {
    inner: Arc<Mutex<Inner>>,
    task: Task,
    budget: Budget,
    so_far: SoFar,
    begun: Instant,
}

struct Inner {
    queue: MemoryQueue<Part>,
    reports: Vec<(Part, Report)>,
    /// Where to ask busy workers for parts.
    busy: Vec<(u32, ChildStdin)>,
    idle: usize,
    lost: u64,
    started: bool,
    over: bool,
    asked: Instant,
}

/// Gives parts of what this process explores to workers.
struct Giver {
    team: Team,
    workers: usize,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Sharing for Giver {
    fn wants_work(&mut self) -> bool {
        if self.team.begun.elapsed() < ALONE || self.workers == 0 {
            return false;
        }
        if self.threads.is_empty() {
            lock(&self.team.inner).started = true;
            for _ in 0..self.workers {
                let team = self.team.clone();
                self.threads.push(std::thread::spawn(move || team.serve()));
            }
        }
        let inner = lock(&self.team.inner);
        inner.queue.waiting() < inner.idle.max(1)
    }

    fn give(&mut self, part: Part) {
        lock(&self.team.inner).queue.push(part);
    }
}

impl Team {
    /// The next part; waits while there may be one. `None`: everything is explored.
    fn next_part(&self, owner: bool) -> Option<(TaskId, Part)> {
        let mut counted = false;
        let answer = loop {
            let mut inner = lock(&self.inner);
            if self.budget.look().is_some() || inner.over {
                break None;
            }
            if let Some((id, part, before)) = inner.queue.lease(Instant::now(), LEASE) {
                if before >= MOST_LEASES {
                    inner.queue.ack(id);
                    inner.lost += 1;
                    continue;
                }
                break Some((id, part));
            }
            if !counted {
                inner.idle += 1;
                counted = true;
            }
            // Nothing waits and nobody works on anything: all is done. Workers stay until the owner says so.
            if owner && inner.queue.is_empty() {
                break None;
            }
            if inner.asked.elapsed() >= PATIENCE {
                inner.asked = Instant::now();
                ask_for_parts(&mut inner);
            }
            drop(inner);
            std::thread::sleep(Duration::from_millis(2));
        };
        if counted {
            lock(&self.inner).idle -= 1;
        }
        answer
    }

    fn done(&self, id: TaskId, part: Part, report: Report) {
        let mut inner = lock(&self.inner);
        inner.queue.ack(id);
        inner.reports.push((part, report));
        let whole = Part::default();
        let others = inner.reports.iter().filter(|(part, _)| *part != whole);
        self.so_far.set_others(others.map(|(_, report)| report.clone()).collect());
    }

    /// Workers end by themselves when time is up, and say what they found. Who does not is ended.
    fn end_late_workers(&self, threads: &[std::thread::JoinHandle<()>]) {
        let end = Instant::now() + FAREWELL;
        while self.budget.is_spent() && threads.iter().any(|thread| !thread.is_finished()) {
            if Instant::now() >= end {
                // A worker ends when nobody holds the other end of its standard input any more.
                lock(&self.inner).busy.clear();
            }
            std::thread::sleep(PATIENCE);
        }
    }

    /// Looks after one worker at a time until all is explored.
    fn serve(&self) {
        while let Some((id, part)) = self.next_part(false) {
            match self.run_worker(&part) {
                Some(report) => self.done(id, part, report),
                None => lock(&self.inner).queue.release(id),
            }
        }
    }

    /// Lets a process explore a part; `None` if it died.
    fn run_worker(&self, part: &Part) -> Option<Report> {
        let program = std::env::current_exe().ok()?;
        let mut command = Command::new(program);
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let time = self.budget.rest();
        let task = Task { part: Some(part.text().to_owned()), time, ..self.task.clone() };
        let mut line = serde_json::to_vec(&task).ok()?;
        line.push(b'\n');
        let mut stdin = child.stdin.take()?;
        stdin.write_all(&line).ok()?;
        lock(&self.inner).busy.push((child.id(), stdin));
        let mut answer = None;
        for line in BufReader::new(child.stdout.take()?).lines().map_while(Result::ok) {
            match serde_json::from_str(&line) {
                Ok(Said::Part(text)) => {
                    lock(&self.inner).queue.push(Part::from_text(&text));
                }
                Ok(Said::Report(report)) => {
                    answer = Some(*report);
                    break;
                }
                Ok(Said::Progress(_)) => {}
                Ok(Said::Failed(_)) | Err(_) => break,
            }
        }
        lock(&self.inner).busy.retain(|(id, _)| *id != child.id());
        let _ = child.kill();
        let _ = child.wait();
        answer
    }
}

/// Asks every busy worker for a part.
fn ask_for_parts(inner: &mut Inner) {
    for (_, stdin) in &mut inner.busy {
        let _ = stdin.write_all(b"split\n").and_then(|()| stdin.flush());
    }
}
