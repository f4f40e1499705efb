//! `raddle check --jobs N` for a program with threads: worker processes explore parts of the search (`raddle_explore::Team`).
//!
//! This process begins alone, and asks for help after a second. It has the list of tasks, the book of names and the report; a thread for each worker reads what that
//! says. Whoever has nothing to do, or waits for what it gave away, gets the task that was offered first: most lies below it. A task that nobody has begun
//! when its giver needs the outcome goes back to the giver. A worker that dies loses what it was exploring, and nothing else: outcomes came with a report of
//! what was found; it is replaced a few times.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Book, Entries, NewName, Next, Observer, Options, TaskNumber, Team};
use raddle_findings::Report;
use raddle_ir::Program;
use raddle_pool::{MemoryQueue, Queue, TaskId};

use crate::arguments::CheckArguments;
use crate::compiled::Compiled;
use crate::lock::lock;
use crate::merge;
use crate::messages::{Asked, Task, Told, Wanted};
use crate::setting::Setting;
use crate::so_far::{SoFar, add_spent};

/// A check stays in one process for this long: small ones lose nothing.
const ALONE: Duration = Duration::from_secs(1);
/// Workers say when they are done, or die: nobody loses a task by being slow.
const LEASE: Duration = Duration::from_secs(1 << 30);
/// Workers that are started in place of others that died.
const MOST_REPLACED: u32 = 4;
/// Somebody who waits looks up this often, to see whether time is up.
const PATIENCE: Duration = Duration::from_millis(50);
/// Tasks that nobody waits for yet are offered this often.
const SPARE: Duration = Duration::from_millis(5);
/// Workers that have nothing to do have so much time to say what they found.
const FAREWELL: Duration = Duration::from_secs(2);
/// The same when time is up.
const HASTY_FAREWELL: Duration = Duration::from_millis(300);
/// Tasks on offer when as many as possible are wanted.
const EAGER: usize = 8;

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
    let mut leader = Leader {
        arguments,
        words: setting.words.clone(),
        compiled: None,
        desk: Arc::new(Desk {
            inner: Mutex::default(),
            news: Condvar::new(),
            wanted: AtomicU8::new(0),
            mail: AtomicBool::new(false),
        }),
        offered: start,
        begun: start,
        given: 0,
        alone: true,
        outbox: Vec::new(),
        threads: Vec::new(),
        budget: budget.clone(),
    };
    lock(&leader.desk.inner).so_far = Some(so_far.clone());
    lock(&leader.desk.inner).eager = arguments.search.share_eagerly;
    let report = raddle_explore::check_together(program, options, &mut leader, budget, observer);
    let reports = leader.end();
    let mut report = report.map_err(|error| crate::setup_help::with_help(error, program))?;
    for other in reports {
        merge::add_part(&mut report, other);
    }
    // What was given away may not have come back.
    add_spent(&mut report, budget.spent());
    report.stats.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// Where everybody looks for tasks and outcomes.
struct Desk {
    inner: Mutex<Inner>,
    news: Condvar,
    /// What this process looks at between any two steps: whether a task is wanted, and whether there is mail or somebody new.
    wanted: AtomicU8,
    mail: AtomicBool,
}

#[derive(Default)]
struct Inner {
    queue: MemoryQueue<TaskNumber>,
    tasks: BTreeMap<TaskNumber, Offered>,
    book: Entries,
    /// This process, and then every worker that was started.
    members: Vec<Member>,
    /// Whether somebody should offer something: as it was last told.
    wanted: Wanted,
    eager: bool,
    replaced: u32,
    /// Summaries for this process.
    mail: Vec<String>,
    /// Somebody was started who has none.
    newcomer: bool,
    /// Workers that there are, or that will be started.
    looked_after: usize,
    over: bool,
    /// Where reports of workers are kept for whoever answers in place of this process.
    so_far: Option<SoFar>,
}

struct Offered {
    id: TaskId,
    giver: usize,
    text: String,
    taken: Option<usize>,
    outcome: Option<String>,
}

#[derive(Default)]
struct Member {
    /// It waits for outcomes of these tasks, or for anything to do.
    waits_for: Option<Vec<TaskNumber>>,
    /// It was told that everything is over.
    leaves: bool,
    /// What it says does not count any more.
    dismissed: bool,
    child: Option<(Child, ChildStdin)>,
    report: Option<Report>,
}

/// The member that this process is.
const LEADER: usize = 0;

impl Inner {
    fn offer(&mut self, giver: usize, number: TaskNumber, text: String) {
        let id = self.queue.push(number);
        self.tasks.insert(number, Offered { id, giver, text, taken: None, outcome: None });
        self.hand_out();
    }

    /// What somebody who waits does next.
    fn next(&mut self, member: usize, awaited: &[TaskNumber]) -> Option<Next> {
        if self.over {
            return Some(Next::Over);
        }
        for &number in awaited {
            let Some(task) = self.tasks.get_mut(&number) else { return Some(Next::Yours(number)) };
            if let Some(outcome) = task.outcome.take() {
                self.tasks.remove(&number);
                return Some(Next::Outcome(number, outcome));
            }
        }
        // For tests: whatever can be explored by others is.
        let keeps = self.eager && self.looked_after > 0;
        let free = |number: &&TaskNumber| self.tasks[number].taken.is_none();
        if let Some(&number) = awaited.iter().rev().find(free).filter(|_| !keeps) {
            if let Some(task) = self.tasks.remove(&number) {
                self.queue.ack(task.id);
            }
            return Some(Next::Yours(number));
        }
        let mut passed = Vec::new();
        let mut found = None;
        while let Some((id, number, _)) = self.queue.lease(Instant::now(), LEASE) {
            match self.tasks.get_mut(&number) {
                Some(task) if task.giver != member || !keeps => {
                    task.taken = Some(member);
                    found = Some(Next::Help(number, task.text.clone()));
                    break;
                }
                Some(_) => passed.push(id),
                None => {
                    self.queue.ack(id);
                }
            }
        }
        passed.into_iter().for_each(|id| self.queue.release(id));
        found
    }

    /// Serves everybody who waits, and tells everybody whether more is wanted.
    fn hand_out(&mut self) {
        for index in 1..self.members.len() {
            let Some(awaited) = self.members[index].waits_for.take() else { continue };
            match self.next(index, &awaited) {
                Some(next) => {
                    self.members[index].leaves = matches!(next, Next::Over);
                    self.tell(index, &Told::next(next));
                }
                None => self.members[index].waits_for = Some(awaited),
            }
        }
        let waiting = self.members.iter().filter(|member| member.waits_for.is_some()).count();
        let enough = if self.eager { EAGER } else { waiting.max(1) };
        let (on_offer, started) = (self.queue.waiting(), !self.members.is_empty());
        let wanted = match on_offer {
            _ if !started => Wanted::No,
            0 if waiting == 0 && !self.eager => Wanted::Soon,
            _ if on_offer < enough => Wanted::Now,
            _ => Wanted::No,
        };
        if wanted != self.wanted {
            self.wanted = wanted;
            for index in 1..self.members.len() {
                self.tell(index, &Told::Wanted(wanted));
            }
        }
    }

    /// Hands summaries on to everybody but who made them.
    fn spread(&mut self, maker: usize, summaries: Vec<String>) {
        let told = Told::Learnt(summaries);
        for index in (1..self.members.len()).filter(|&index| index != maker) {
            self.tell(index, &told);
        }
        if let Told::Learnt(summaries) = told
            && maker != LEADER
        {
            self.mail.extend(summaries);
        }
    }

    fn tell(&mut self, member: usize, told: &Told) {
        let Some((_, stdin)) = &mut self.members[member].child else { return };
        let Ok(mut line) = serde_json::to_vec(told) else { return };
        line.push(b'\n');
        // One that is gone is noticed by who listens to it.
        let _ = stdin.write_all(&line).and_then(|()| stdin.flush());
    }

    fn explored(&mut self, member: usize, number: TaskNumber, outcome: Option<String>) {
        if let Some(task) = self.tasks.get_mut(&number)
            && task.taken == Some(member)
        {
            self.queue.ack(task.id);
            match outcome {
                Some(_) => task.outcome = outcome,
                None => {
                    self.tasks.remove(&number);
                }
            }
        }
        self.hand_out();
    }

    fn keep_report(&mut self, member: usize, report: Report, lost: bool) {
        let known = &mut self.members[member].report;
        match known {
            // Why a task was not explored to its end is no reason: somebody else explores it.
            Some(known) if lost => known.findings = report.findings,
            None if lost => {
                *known = Some(Report { reasons: Vec::new(), ..report });
            }
            _ => *known = Some(report),
        }
        if let Some(so_far) = &self.so_far {
            let reports = self.members.iter().filter_map(|member| member.report.clone());
            so_far.set_others(reports.collect());
        }
    }

    /// A worker is gone: what it explored is anybody's again, what it offered is nobody's.
    fn lose(&mut self, member: usize) {
        self.members[member].waits_for = None;
        self.members[member].child = None;
        let gone: Vec<TaskNumber> = self
            .tasks
            .iter()
            .filter(|(_, task)| task.giver == member || task.taken == Some(member))
            .filter(|(_, task)| task.giver == member || task.outcome.is_none())
            .map(|(&number, _)| number)
            .collect();
        for number in gone {
            if let Some(task) = self.tasks.remove(&number) {
                self.queue.ack(task.id);
            }
        }
        self.hand_out();
    }

    fn new_member(&mut self, child: Option<(Child, ChildStdin)>) -> usize {
        self.members.push(Member { child, ..Member::default() });
        self.members.len() - 1
    }
}

/// This process as a member of the team.
struct Leader<'a> {
    arguments: &'a CheckArguments,
    words: Vec<String>,
    compiled: Option<Compiled>,
    desk: Arc<Desk>,
    begun: Instant,
    given: u64,
    alone: bool,
    offered: Instant,
    /// Summaries to send.
    outbox: Vec<String>,
    threads: Vec<std::thread::JoinHandle<()>>,
    budget: Budget,
}

/// So many summaries are sent at once.
const BATCH: usize = 16;

impl Leader<'_> {
    fn start_workers(&mut self) {
        if self.compiled.is_none() {
            self.compiled = Compiled::new(self.arguments, &self.budget).ok();
        }
        let Some(compiled) = &self.compiled else { return };
        let task = Task {
            words: self.words.clone(),
            files: compiled.files.clone(),
            property: None,
            part: None,
            member: None,
            names: Vec::new(),
            time: self.budget.rest(),
            memory: self.budget.memory(),
        };
        for _ in 1..self.arguments.search.jobs {
            let (desk, task) = (self.desk.clone(), task.clone());
            lock(&desk.inner).looked_after += 1;
            self.threads.push(std::thread::spawn(move || {
                look_after(&desk, &task);
                lock(&desk.inner).looked_after -= 1;
                desk.news.notify_all();
            }));
        }
    }

    fn flush(&mut self) {
        if !self.outbox.is_empty() {
            let summaries = std::mem::take(&mut self.outbox);
            lock(&self.desk.inner).spread(LEADER, summaries);
        }
    }

    /// Ends the workers; the reports of all of them.
    fn end(&mut self) -> Vec<Report> {
        {
            let mut inner = lock(&self.desk.inner);
            inner.over = true;
            inner.hand_out();
            let leaving = |member: &Member| member.child.is_some() && member.leaves;
            let patience = if self.budget.is_spent() { HASTY_FAREWELL } else { FAREWELL };
            let deadline = Instant::now() + patience;
            while inner.members.iter().any(leaving) && Instant::now() < deadline {
                let waited = self.desk.news.wait_timeout(inner, PATIENCE);
                inner = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            kill_workers(&mut inner);
        }
        self.threads.drain(..).for_each(|thread| {
            let _ = thread.join();
        });
        let mut inner = lock(&self.desk.inner);
        inner.members.iter_mut().filter_map(|member| member.report.take()).collect()
    }
}

fn kill_workers(inner: &mut Inner) {
    for (child, _) in inner.members.iter_mut().filter_map(|member| member.child.as_mut()) {
        let _ = child.kill();
    }
}

/// Starts a worker, does what it asks for, and starts another one if it dies.
fn look_after(desk: &Desk, task: &Task) {
    loop {
        let Some((member, stdout)) = start(desk, task) else { return };
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let Ok(said) = serde_json::from_str(&line) else { break };
            if !listen(desk, member, said) {
                break;
            }
        }
        let mut inner = lock(&desk.inner);
        let child = inner.members[member].child.take();
        inner.lose(member);
        inner.replaced += u32::from(!inner.members[member].dismissed);
        let last = inner.over || inner.replaced > MOST_REPLACED;
        desk.look(&inner);
        drop(inner);
        if let Some((mut child, stdin)) = child {
            drop(stdin);
            let _ = child.kill();
            let _ = child.wait();
        }
        if last {
            return;
        }
    }
}

fn start(desk: &Desk, task: &Task) -> Option<(usize, std::process::ChildStdout)> {
    let program = std::env::current_exe().ok()?;
    let mut command = Command::new(program);
    command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (mut stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
    let mut inner = lock(&desk.inner);
    let member = inner.members.len();
    let names = inner.book.all().iter().map(NewName::text).collect();
    let task = Task { member: Some(member as u64), names, ..task.clone() };
    let mut line = serde_json::to_vec(&task).ok()?;
    line.push(b'\n');
    if inner.over || stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
        drop(inner);
        let _ = child.kill();
        let _ = child.wait();
        return None;
    }
    inner.new_member(Some((child, stdin)));
    inner.newcomer = true;
    let wanted = inner.wanted;
    inner.tell(member, &Told::Wanted(wanted));
    desk.look(&inner);
    Some((member, stdout))
}

/// Does what a worker says; `false` if it has nothing more to say.
fn listen(desk: &Desk, member: usize, said: Asked) -> bool {
    let mut inner = lock(&desk.inner);
    let Member { leaves, dismissed, .. } = inner.members[member];
    if dismissed || (inner.over && !leaves) {
        return false;
    }
    match said {
        Asked::Offer(number, text) => inner.offer(member, TaskNumber(number), text),
        Asked::Next(awaited) => {
            inner.members[member].waits_for = Some(awaited.into_iter().map(TaskNumber).collect());
            inner.hand_out();
        }
        Asked::Enter(name, known) => {
            let known = known as usize;
            let news = match name.as_deref().map(NewName::from_text) {
                None => inner.book.since(known),
                Some(Some(name)) => inner.book.enter(&name, known),
                Some(None) => return false,
            };
            inner.tell(member, &Told::Names(news.iter().map(NewName::text).collect()));
        }
        Asked::Found(report) => inner.keep_report(member, *report, false),
        Asked::Learnt(summaries) => inner.spread(member, summaries),
        Asked::Explored(number, outcome, report) => {
            if let Some(report) = report {
                inner.keep_report(member, *report, outcome.is_none());
            }
            inner.explored(member, TaskNumber(number), outcome);
        }
    }
    desk.look(&inner);
    true
}

impl Desk {
    /// Lets this process see that something has changed.
    fn look(&self, inner: &Inner) {
        self.wanted.store(inner.wanted as u8, Ordering::Relaxed);
        if !inner.mail.is_empty() || inner.newcomer {
            self.mail.store(true, Ordering::Relaxed);
        }
        self.news.notify_all();
    }
}

impl Team for Leader<'_> {
    fn wants_work(&mut self) -> bool {
        if self.alone {
            if !self.arguments.search.share_eagerly && self.begun.elapsed() < ALONE {
                return false;
            }
            self.alone = false;
            let mut inner = lock(&self.desk.inner);
            inner.new_member(None);
            inner.hand_out();
            self.desk.look(&inner);
        }
        match Wanted::of(self.desk.wanted.load(Ordering::Relaxed)) {
            Wanted::No => false,
            Wanted::Soon => self.offered.elapsed() >= SPARE,
            Wanted::Now => true,
        }
    }

    fn book(&mut self, names: Vec<NewName>) -> Box<dyn Book> {
        lock(&self.desk.inner).book = Entries::new(names);
        self.start_workers();
        Box::new(LeadersBook(self.desk.clone()))
    }

    fn offer(&mut self, task: String) -> TaskNumber {
        let number = TaskNumber(self.given);
        self.given += 1;
        self.offered = Instant::now();
        let mut inner = lock(&self.desk.inner);
        inner.offer(LEADER, number, task);
        self.desk.look(&inner);
        number
    }

    fn next(&mut self, awaited: &[TaskNumber]) -> Next {
        self.flush();
        let mut inner = lock(&self.desk.inner);
        if let Some(next) = inner.next(LEADER, awaited) {
            inner.hand_out();
            self.desk.look(&inner);
            return next;
        }
        inner.members[LEADER].waits_for = Some(awaited.to_vec());
        inner.hand_out();
        let waited: Result<(MutexGuard<'_, Inner>, _), _> =
            self.desk.news.wait_timeout(inner, PATIENCE);
        let Ok((mut inner, _)) = waited else { return Next::Over };
        inner.members[LEADER].waits_for = None;
        let next = inner.next(LEADER, awaited);
        inner.hand_out();
        self.desk.look(&inner);
        next.unwrap_or(Next::Nothing)
    }

    fn done(&mut self, task: TaskNumber, outcome: Option<String>, _report: Option<Report>) {
        self.flush();
        let mut inner = lock(&self.desk.inner);
        inner.explored(LEADER, task, outcome);
        self.desk.look(&inner);
    }

    fn forget(&mut self) {
        let mut inner = lock(&self.desk.inner);
        inner.tasks.clear();
        inner.queue = MemoryQueue::default();
        kill_workers(&mut inner);
        inner.mail.clear();
        for member in inner.members.iter_mut().skip(1) {
            member.dismissed = true;
            member.waits_for = None;
            member.report.iter_mut().for_each(|report| report.reasons.clear());
        }
        self.outbox.clear();
    }

    fn send(&mut self, summary: String) {
        self.outbox.push(summary);
        if self.outbox.len() >= BATCH {
            self.flush();
        }
    }

    // The report is made here.
    fn found(&mut self, _report: Option<Report>) {}

    fn receive(&mut self) -> Vec<String> {
        if !self.desk.mail.load(Ordering::Relaxed) {
            return Vec::new();
        }
        std::mem::take(&mut lock(&self.desk.inner).mail)
    }

    fn has_newcomer(&mut self) -> bool {
        // There is mail, or there was: it has been looked at.
        self.desk.mail.swap(false, Ordering::Relaxed)
            && std::mem::take(&mut lock(&self.desk.inner).newcomer)
    }
}

#[derive(Debug)]
struct LeadersBook(Arc<Desk>);

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

impl Book for LeadersBook {
    fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName> {
        lock(&self.0.inner).book.enter(name, known)
    }
    fn since(&mut self, known: usize) -> Vec<NewName> {
        lock(&self.0.inner).book.since(known)
    }
}
