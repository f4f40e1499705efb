//! `raddle check --jobs N`, or `--workers`: workers explore parts of the search (`raddle_explore::Team`).
//!
//! This process begins alone, and asks for help after half a second. It has the pool with its tasks, the book of names and the report. A worker that dies loses what it was
//! exploring, and nothing else: outcomes came with a report of what was found.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Book, Entries, NewName, Next, Observer, Options, TaskNumber, Team};
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report, Stats};
use raddle_ir::Program;
use raddle_pool::{
    About, Blob, Client, Damaged, DeadLetter, Hash, Journal, Kept, MOST_LOSSES, MemberId, Pool,
    Terms, Transport, Wanted,
};
use serde::{Deserialize, Serialize};

use crate::arguments::CheckArguments;
use crate::helper::{BATCH, SPARE, next_of_search, texts};
use crate::journal::{no_journal, open_journal};
use crate::merge;
use crate::messages::{Enter, Note, Setup, Work};
use crate::output::print_line_to_stderr;
use crate::so_far::{SoFar, add_spent};
use crate::workers::{VERSION, first_file, local_workers};

/// A check stays in one process for this long: small ones lose nothing.
const ALONE: Duration = Duration::from_millis(500);
/// Workers that are started in place of others that died.
const MOST_REPLACED: u32 = 4;
/// Somebody who waits looks up this often, to see whether time is up.
const PATIENCE: Duration = Duration::from_millis(50);
/// Workers that have nothing to do have so much time to say what they found.
const FAREWELL: Duration = Duration::from_secs(2);
/// The same when time is up.
const HASTY_FAREWELL: Duration = Duration::from_millis(300);

/// Workers of other machines.
pub(crate) struct Remote {
    pub(crate) transport: Box<dyn Transport>,
    /// The check can be resumed.
    pub(crate) resumable: bool,
}

/// Workers are those of other machines, or processes of this one.
pub(crate) fn check(
    arguments: &CheckArguments,
    remote: Option<Remote>,
    program: &Program,
    options: &Options,
    budget: &Budget,
    so_far: &SoFar,
    observer: &mut dyn Observer,
) -> anyhow::Result<Report> {
    let start = Instant::now();
    let resumable = remote.as_ref().is_some_and(|remote| remote.resumable);
    let mut leader = Leader {
        arguments,
        program,
        transport: remote.map(|remote| remote.transport),
        pool: None,
        begun: start,
        offered: start,
        alone: true,
        outbox: Vec::new(),
        budget: budget.clone(),
        so_far: so_far.clone(),
        journal: None,
        earlier: Vec::new(),
    };
    if resumable || arguments.search.resume {
        leader.open_journal(options)?;
    }
    let report = raddle_explore::check_together(program, options, &mut leader, budget, observer);
    let Ended { mut reports, dead, recalled } = leader.end();
    reports.append(&mut leader.earlier);
    let mut report = report.map_err(|error| crate::setup_help::with_help(error, program))?;
    for other in reports {
        merge::add_part(&mut report, other);
    }
    report.reasons.extend(dead.iter().map(given_up));
    if recalled > 0 {
        let counters = &mut report.stats.counters;
        counters.insert("tasks known from an earlier run".to_owned(), recalled);
    }
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

/// What workers leave behind.
#[derive(Default)]
struct Ended {
    reports: Vec<Report>,
    dead: Vec<DeadLetter>,
    recalled: u64,
}

/// No search needs more names.
const MOST_NAMES: usize = 10_000_000;

/// This process among those that find something.
const HERE: u64 = u64::MAX;

/// What the pool asks this process for.
struct Staff {
    /// Without names.
    setup: Setup,
    budget: Budget,
    book: Entries,
    reports: BTreeMap<MemberId, Report>,
    /// Where reports of workers are kept for whoever answers in place of this process.
    so_far: SoFar,
    /// For people.
    program: String,
    begun: Instant,
    /// There is a journal.
    keeps: bool,
    /// How many names, findings and reasons are there, and what was found that is not.
    kept_names: usize,
    kept: BTreeMap<u64, (usize, usize)>,
    unkept: Vec<Report>,
}

impl Staff {
    /// What was found is kept with the next outcome: it may rely on its being known.
    fn keep_found(&mut self, who: u64, report: &Report) {
        let size = |report: &Report| (report.findings.len(), report.reasons.len());
        if self.keeps && self.kept.insert(who, size(report)) != Some(size(report)) {
            self.unkept.push(findings_of(report));
        }
    }
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
        if self.book.all().len() >= MOST_NAMES {
            return Err(Damaged);
        }
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
        if about == About::NotDone {
            self.keep_found(member.0, &Report { reasons: Vec::new(), ..report.clone() });
        } else {
            self.keep_found(member.0, &report);
        }
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

    fn to_keep(&mut self) -> Vec<String> {
        let names: Vec<String> =
            self.book.all()[self.kept_names..].iter().map(NewName::text).collect();
        self.kept_names += names.len();
        let names = (!names.is_empty()).then_some(Memory::Names(names));
        let found = std::mem::take(&mut self.unkept).into_iter();
        let found = found.map(|report| Memory::Found(Box::new(report)));
        let all = names.into_iter().chain(found);
        all.filter_map(|memory| serde_json::to_string(&memory).ok()).collect()
    }

    fn name(&self, task: &[u8]) -> Option<String> {
        let text = std::str::from_utf8(task).ok()?;
        Some(format!("a part of the search, {} deep", raddle_explore::depth_of(text)?))
    }

    fn status(&mut self) -> serde_json::Map<String, serde_json::Value> {
        let seconds = self.begun.elapsed().as_secs_f64();
        let reports = self.reports.values();
        let states: u64 = reports.map(|report| report.stats.states).sum();
        serde_json::Map::from_iter([
            ("program".to_owned(), self.program.clone().into()),
            ("seconds".to_owned(), seconds.into()),
            ("states".to_owned(), states.into()),
        ])
    }
}

/// What outcomes in the journal rely on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Memory {
    /// Names in the book.
    Names(Vec<String>),
    /// Everything that somebody had found.
    Found(Box<Report>),
}

/// The names and findings of an earlier run, if there are any.
fn remembered(kept: &[Kept]) -> Option<(Vec<NewName>, Vec<Report>)> {
    let (mut names, mut found) = (Vec::new(), Vec::new());
    for entry in kept {
        let Kept::Note(line) = entry else { continue };
        match serde_json::from_str(line).ok()? {
            Memory::Names(lines) => {
                let lines = lines.iter().map(|line| NewName::from_text(line));
                names.extend(lines.collect::<Option<Vec<_>>>()?);
            }
            Memory::Found(report) => found.push(*report),
        }
    }
    (!names.is_empty()).then_some((names, found))
}

/// What was found, without what it took.
fn findings_of(report: &Report) -> Report {
    Report { stats: Stats::default(), ..report.clone() }
}

/// A task without the number of names that were known when it was given.
fn identity(task: &[u8]) -> Hash {
    let blank = task.iter().position(|&byte| byte == b' ').unwrap_or(0);
    Hash::of(&task[blank..])
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
    /// What came of tasks, for a check that is resumed.
    journal: Option<(Journal, Vec<Kept>)>,
    /// What was found before this check was resumed.
    earlier: Vec<Report>,
}

impl Leader<'_> {
    /// What a check needs that can be resumed.
    fn open_journal(&mut self, options: &Options) -> anyhow::Result<()> {
        let resume = self.arguments.search.resume;
        let text = Hash::of(self.program.to_string().as_bytes());
        match open_journal(self.arguments, options, text) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) if resume => return Err(error),
            Err(error) => no_journal(&error),
        }
        Ok(())
    }

    /// `kept_names`: so many of the names are in the journal.
    fn start(&mut self, names: Vec<NewName>, kept_names: usize) -> Pool<Staff> {
        let search = &self.arguments.search;
        let program = Blob::of(self.program.to_string().as_bytes());
        let setup = Setup {
            asked: self.arguments.asked(),
            program: program.hash.to_string(),
            time: None,
            // Other machines have memory of their own.
            memory: match self.transport {
                Some(_) => search.memory,
                None => self.budget.memory(),
            },
            measured: self.arguments.output.log_tasks.is_some(),
            work: Work::Team(Vec::new()),
        };
        let most_losses = self.transport.is_some().then_some(MOST_LOSSES);
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
            program: first_file(&self.arguments.input.files),
            begun: self.begun,
            keeps: self.journal.is_some(),
            kept_names,
            kept: BTreeMap::new(),
            unkept: Vec::new(),
        };
        let (version, eager) = (VERSION.to_owned(), search.share_eagerly);
        let terms = Terms { version, identity, works_here: true, most_losses, eager };
        let pool = Pool::start(transport, staff, terms, vec![program], self.journal.take());
        if self.arguments.output.log_tasks.is_some() {
            pool.record();
        }
        pool
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

    /// Ends the workers.
    fn end(&mut self) -> Ended {
        let Some(pool) = self.pool.take() else { return Ended::default() };
        if let Some(path) = &self.arguments.output.log_tasks {
            let written = serde_json::to_vec(&pool.take_record())
                .map_err(std::io::Error::from)
                .and_then(|text| std::fs::write(path, text));
            if let Err(error) = written {
                print_line_to_stderr(&format!("note: {} is not written: {error}", path.display()));
            }
        }
        pool.end(if self.budget.is_spent() { HASTY_FAREWELL } else { FAREWELL });
        let reports = pool.client(|staff| std::mem::take(&mut staff.reports));
        let reports = reports.into_values().collect();
        Ended { reports, dead: pool.dead_letters(), recalled: pool.recalled() }
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
        let pool = self.start(names, 0);
        self.pool = Some(pool.clone());
        Box::new(LeadersBook(pool))
    }

    fn resumed(&mut self) -> Option<(Vec<NewName>, Box<dyn Book>)> {
        let (_, kept) = self.journal.as_mut()?;
        let Some((names, earlier)) = remembered(kept) else {
            // Outcomes speak of names.
            kept.clear();
            return None;
        };
        self.earlier = earlier;
        let pool = self.start(names.clone(), names.len());
        self.pool = Some(pool.clone());
        self.alone = false;
        Some((names, Box::new(LeadersBook(pool))))
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

    fn done(&mut self, task: TaskNumber, outcome: Option<String>, report: Option<Report>) {
        self.flush();
        // The outcome is kept, and nobody explores the task again: what was found in it must be kept with it. Why a task was not explored to its end is no reason.
        if let Some(report) = report {
            let reasons = if outcome.is_some() { report.reasons.clone() } else { Vec::new() };
            let report = Report { reasons, ..report };
            self.pool().client(|staff| staff.keep_found(HERE, &report));
        }
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
    fn found(&mut self, report: Option<Report>) {
        if let (Some(pool), Some(report)) = (&self.pool, report) {
            pool.client(|staff| staff.keep_found(HERE, &report));
        }
    }

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

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io;
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use clap::Parser;
    use raddle_budget::Budget;
    use raddle_explore::{Next, Team};
    use raddle_findings::{Reason, Report};
    use raddle_ir::Program;
    use raddle_pool::{Event, Journal, MemberId, Said, Transport, WIRE, frames};

    use super::Leader;
    use crate::command_line::{Command, CommandLine};
    use crate::so_far::SoFar;
    use crate::workers::VERSION;

    /// Somebody who says all this, and does not listen.
    struct Talker(Mutex<VecDeque<Event>>);

    impl Talker {
        fn new(says: &[Said]) -> Box<Talker> {
            let member = MemberId(1);
            let mut events = VecDeque::from([Event::Joined(member)]);
            for said in says {
                events.extend(frames(&said.bytes()).map(|frame| Event::Said(member, frame)));
            }
            Box::new(Talker(Mutex::new(events)))
        }
    }

    impl Transport for Talker {
        fn next(&self, patience: Duration) -> io::Result<Option<Event>> {
            let event = self.0.lock().expect("nobody failed").pop_front();
            if event.is_none() {
                std::thread::sleep(patience);
            }
            Ok(event)
        }
        fn send(&self, _: MemberId, _: &[u8]) -> io::Result<()> {
            Ok(())
        }
        fn dismiss(&self, _: MemberId) -> io::Result<()> {
            Ok(())
        }
        fn close(&self) {}
    }

    /// Nobody explores the task again after the check was killed and resumed.
    #[test]
    fn what_is_found_in_a_task_of_somebody_else_is_kept_with_its_outcome() {
        let Ok(CommandLine { command: Command::Check(arguments) }) =
            CommandLine::try_parse_from(["raddle", "check", "program.c"])
        else {
            panic!("it is a check")
        };
        let name = format!("raddle-together-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let journal = Journal::create(&path, "key").expect("it can be written");
        let hello =
            Said::Hello { wire: WIRE, version: VERSION.to_owned(), name: "talker".to_owned() };
        let (program, start) = (Program::default(), Instant::now());
        let mut leader = Leader {
            arguments: &arguments,
            program: &program,
            transport: Some(Talker::new(&[hello, Said::Offer(0, b"0 task".to_vec())])),
            pool: None,
            begun: start,
            offered: start,
            alone: false,
            outbox: Vec::new(),
            budget: Budget::default(),
            so_far: SoFar::new(),
            journal: Some((journal, Vec::new())),
            earlier: Vec::new(),
        };
        leader.book(Vec::new());
        let task = loop {
            match leader.next(&[]) {
                Next::Help(number, _) => break number,
                _ => assert!(start.elapsed() < Duration::from_secs(60), "there is a task"),
            }
        };
        let met = Reason {
            code: "U0001".to_owned(),
            message: "met there".to_owned(),
            location: None,
            count: 1,
        };
        let report =
            Report { reasons: vec![met], ..SoFar::new().report(raddle_budget::Spent::Time) };
        leader.done(task, Some("outcome".to_owned()), Some(report));
        leader.end();
        let text = std::fs::read_to_string(&path).expect("it was written");
        let _ = std::fs::remove_file(&path);
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what}: {text}"));
        assert!(place("met there") < place("\"outcome\""), "{text}");
    }
}
