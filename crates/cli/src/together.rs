//! `raddle check --jobs N`, or `--workers`: workers explore parts of the search (`raddle_explore::Team`).
//!
//! This process begins alone, and asks for help after a second. It has the pool with its tasks, the book of names and the report. A worker that dies loses what it was
//! exploring, and nothing else: outcomes came with a report of what was found.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Book, Entries, NewName, Next, Observer, Options, TaskNumber, Team};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report};
use raddle_ir::Program;
use raddle_pool::{
    About, Blob, Client, Damaged, DeadLetter, Hash, MemberId, Pool, Terms, Transport, Wanted,
};

use crate::arguments::CheckArguments;
use crate::helper::{BATCH, SPARE, next_of_search, texts};
use crate::merge;
use crate::messages::{Enter, Note, Setup, Work};
use crate::so_far::{SoFar, add_spent};
use crate::workers::{VERSION, local_workers};

/// A check stays in one process for this long: small ones lose nothing.
const ALONE: Duration = Duration::from_secs(1);
/// Workers that are started in place of others that died.
const MOST_REPLACED: u32 = 4;
/// Somebody who waits looks up this often, to see whether time is up.
const PATIENCE: Duration = Duration::from_millis(50);
/// Workers that have nothing to do have so much time to say what they found.
const FAREWELL: Duration = Duration::from_secs(2);
/// The same when time is up.
const HASTY_FAREWELL: Duration = Duration::from_millis(300);

/// Workers come by the transport, or are processes of this machine.
pub(crate) fn check(
    arguments: &CheckArguments,
    transport: Option<Box<dyn Transport>>,
    program: &Program,
    options: &Options,
    budget: &Budget,
    so_far: &SoFar,
    observer: &mut dyn Observer,
) -> anyhow::Result<Report> {
    let start = Instant::now();
    let mut leader = Leader {
        arguments,
        program,
        transport,
        pool: None,
        begun: start,
        offered: start,
        alone: true,
        outbox: Vec::new(),
        budget: budget.clone(),
        so_far: so_far.clone(),
    };
    let report = raddle_explore::check_together(program, options, &mut leader, budget, observer);
    let (reports, dead) = leader.end();
    let mut report = report.map_err(|error| crate::setup_help::with_help(error, program))?;
    for other in reports {
        merge::add_part(&mut report, other);
    }
    report.reasons.extend(dead.iter().map(given_up));
    // What was given away may not have come back.
    add_spent(&mut report, budget.spent());
    report.stats.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// Why a part of the search was not explored.
fn given_up(letter: &DeadLetter) -> Reason {
    let kind = ReasonKind::WorkerLost;
    let DeadLetter { task, losses } = letter;
    let (task, why) = (Hash::of(task).to_string(), losses.last().map_or("", String::as_str));
    let message = format!(
        "{} workers were lost over a part of the search (task {}; the last one: {why})",
        losses.len(),
        &task[..12]
    );
    Reason { code: kind.code().to_owned(), message, location: None, count: 1 }
}

/// What the pool asks this process for.
struct Staff {
    /// Without names.
    setup: Setup,
    budget: Budget,
    book: Entries,
    reports: BTreeMap<MemberId, Report>,
    /// Where reports of workers are kept for whoever answers in place of this process.
    so_far: SoFar,
}

impl Client for Staff {
    fn welcome(&mut self, _: MemberId) -> Vec<u8> {
        let names = self.book.all().iter().map(NewName::text).collect();
        let time = self.budget.rest();
        let setup = Setup { work: Work::Team(names), time, ..self.setup.clone() };
        serde_json::to_vec(&setup).unwrap_or_default()
    }

    fn answer(&mut self, _: MemberId, question: &[u8]) -> Result<Vec<u8>, Damaged> {
        let Enter { name, known } = serde_json::from_slice(question).map_err(|_| Damaged)?;
        let known = usize::try_from(known).map_err(|_| Damaged)?;
        let news = match name {
            None => self.book.since(known),
            Some(name) => self.book.enter(&NewName::from_text(&name).ok_or(Damaged)?, known),
        };
        let lines: Vec<String> = news.iter().map(NewName::text).collect();
        serde_json::to_vec(&lines).map_err(|_| Damaged)
    }

    fn note(&mut self, member: MemberId, note: &[u8], about: About) -> Result<(), Damaged> {
        let Ok(Note::Found(report)) = serde_json::from_slice(note) else { return Err(Damaged) };
        let report = *report;
        match self.reports.get_mut(&member) {
            // Why a task was not explored to its end is no reason: somebody else explores it.
            Some(known) if about == About::NotDone => known.findings = report.findings,
            None if about == About::NotDone => {
                self.reports.insert(member, Report { reasons: Vec::new(), ..report });
            }
            _ => {
                self.reports.insert(member, report);
            }
        }
        self.so_far.set_others(self.reports.values().cloned().collect());
        Ok(())
    }

    fn lost(&mut self, _: MemberId, _: &str) {}
}

/// This process as a member of the team.
struct Leader<'a> {
    arguments: &'a CheckArguments,
    program: &'a Program,
    transport: Option<Box<dyn Transport>>,
    /// As soon as somebody is needed.
    pool: Option<Pool<Staff>>,
    begun: Instant,
    offered: Instant,
    alone: bool,
    /// Summaries to send.
    outbox: Vec<Vec<u8>>,
    budget: Budget,
    so_far: SoFar,
}

impl Leader<'_> {
    fn start(&mut self, names: Vec<NewName>) -> Pool<Staff> {
        let search = &self.arguments.search;
        let program = Blob::of(self.program.to_string().as_bytes());
        let setup = Setup {
            asked: self.arguments.asked(),
            program: program.hash.to_string(),
            time: None,
            memory: self.budget.memory(),
            work: Work::Team(Vec::new()),
        };
        let transport = self
            .transport
            .take()
            .unwrap_or_else(|| local_workers(search.jobs.saturating_sub(1), MOST_REPLACED));
        let staff = Staff {
            setup,
            budget: self.budget.clone(),
            book: Entries::new(names),
            reports: BTreeMap::new(),
            so_far: self.so_far.clone(),
        };
        let eager = search.share_eagerly;
        let terms = Terms { version: VERSION.to_owned(), works_here: true, eager };
        Pool::start(transport, staff, terms, vec![program], None)
    }

    fn pool(&self) -> &Pool<Staff> {
        self.pool.as_ref().expect("the book of names comes first")
    }

    fn flush(&mut self) {
        if !self.outbox.is_empty() {
            let summaries = std::mem::take(&mut self.outbox);
            self.pool().share(summaries);
        }
    }

    /// Ends the workers; the reports of all of them, and what was given up.
    fn end(&mut self) -> (Vec<Report>, Vec<DeadLetter>) {
        let Some(pool) = self.pool.take() else { return (Vec::new(), Vec::new()) };
        pool.end(if self.budget.is_spent() { HASTY_FAREWELL } else { FAREWELL });
        let reports = pool.client(|staff| std::mem::take(&mut staff.reports));
        (reports.into_values().collect(), pool.dead_letters())
    }
}

impl Team for Leader<'_> {
    fn wants_work(&mut self) -> bool {
        let eager = self.arguments.search.share_eagerly;
        if self.alone && !eager && self.begun.elapsed() < ALONE {
            return false;
        }
        self.alone = false;
        let wanted = self.pool.as_ref().map_or(Wanted::Soon, Pool::wanted);
        match wanted {
            Wanted::No => false,
            Wanted::Soon => eager || self.offered.elapsed() >= SPARE,
            Wanted::Now => true,
        }
    }

    fn book(&mut self, names: Vec<NewName>) -> Box<dyn Book> {
        let pool = self.start(names);
        self.pool = Some(pool.clone());
        Box::new(LeadersBook(pool))
    }

    fn offer(&mut self, task: String) -> TaskNumber {
        self.offered = Instant::now();
        TaskNumber(self.pool().offer(task.into_bytes()))
    }

    fn next(&mut self, awaited: &[TaskNumber]) -> Next {
        self.flush();
        let awaited: Vec<u64> = awaited.iter().map(|number| number.0).collect();
        next_of_search(self.pool().next(&awaited, PATIENCE))
    }

    fn done(&mut self, task: TaskNumber, outcome: Option<String>, _report: Option<Report>) {
        self.flush();
        self.pool().done(task.0, outcome.map(String::into_bytes));
    }

    fn forget(&mut self) {
        self.outbox.clear();
        if let Some(pool) = &self.pool {
            pool.forget();
            let no_reasons = |report: &mut Report| report.reasons.clear();
            pool.client(|staff| staff.reports.values_mut().for_each(no_reasons));
        }
    }

    fn send(&mut self, summary: String) {
        self.outbox.push(summary.into_bytes());
        if self.outbox.len() >= BATCH {
            self.flush();
        }
    }

    // The report is made here.
    fn found(&mut self, _report: Option<Report>) {}

    fn receive(&mut self) -> Vec<String> {
        texts(self.pool.as_ref().map(Pool::take_mail).unwrap_or_default())
    }

    fn has_newcomer(&mut self) -> bool {
        self.pool.as_ref().is_some_and(Pool::has_newcomer)
    }
}

#[derive(Debug)]
struct LeadersBook(Pool<Staff>);

impl std::fmt::Debug for Staff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Staff")
    }
}

impl Book for LeadersBook {
    fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName> {
        self.0.client(|staff| staff.book.enter(name, known))
    }
    fn since(&mut self, known: usize) -> Vec<NewName> {
        self.0.client(|staff| staff.book.since(known))
    }
}
