//! A worker process of `raddle check --jobs N` for a program with threads: it explores tasks until it is killed (`together.rs`).
//!
//! It is alone with what comes in on standard input: whoever waits for an answer waits for the next line of its kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Book, NewName, Next, Options, TaskNumber, Team};
use raddle_findings::Report;
use raddle_ir::Program;

use crate::messages::{Asked, Task, Told, Wanted, say};
use crate::watchdog::leave;

pub(crate) fn help(
    program: &Program,
    options: &Options,
    task: &Task,
    budget: &Budget,
    heard: Heard,
) -> anyhow::Result<()> {
    let names: Vec<NewName> =
        task.names.iter().filter_map(|line| NewName::from_text(line)).collect();
    if names.len() != task.names.len() {
        anyhow::bail!("the names are damaged");
    }
    let Heard { wanted, next, new_names, learnt } = heard;
    let given = task.member.unwrap_or(0) << 32;
    let mut team =
        Helper { wanted, offered: Instant::now(), next, given, learnt, outbox: Vec::new() };
    let book = Box::new(HelpersBook(new_names));
    raddle_explore::help_together(program, options, &names, book, &mut team, budget, &mut ())?;
    Ok(())
}

/// What it is told, sorted.
pub(crate) struct Heard {
    wanted: Arc<AtomicU8>,
    next: Receiver<Next>,
    new_names: Receiver<Vec<NewName>>,
    learnt: Receiver<Vec<String>>,
}

impl Heard {
    /// Begins to listen.
    pub(crate) fn listening() -> Heard {
        let wanted = Arc::new(AtomicU8::new(Wanted::No as u8));
        let (next_to, next) = channel();
        let (names_to, new_names) = channel();
        let (learnt_to, learnt) = channel();
        let flag = wanted.clone();
        std::thread::spawn(move || listen(&flag, &next_to, &names_to, &learnt_to));
        Heard { wanted, next, new_names, learnt }
    }
}

fn listen(
    wanted: &AtomicU8,
    next: &Sender<Next>,
    names: &Sender<Vec<NewName>>,
    learnt: &Sender<Vec<String>>,
) {
    let mut line = String::new();
    while std::io::stdin().read_line(&mut line).is_ok_and(|length| length > 0) {
        let told = serde_json::from_str(&line);
        line.clear();
        let heard = match told {
            Ok(Told::Wanted(want)) => {
                wanted.store(want as u8, Ordering::Relaxed);
                true
            }
            Ok(Told::Names(lines)) => {
                let lines = lines.iter().map(|line| NewName::from_text(line));
                lines.collect::<Option<_>>().is_some_and(|news| names.send(news).is_ok())
            }
            Ok(Told::Learnt(summaries)) => learnt.send(summaries).is_ok(),
            Ok(Told::Outcome(number, text)) => {
                next.send(Next::Outcome(TaskNumber(number), text)).is_ok()
            }
            Ok(Told::Yours(number)) => next.send(Next::Yours(TaskNumber(number))).is_ok(),
            Ok(Told::Help(number, text)) => next.send(Next::Help(TaskNumber(number), text)).is_ok(),
            Ok(Told::Nothing) => next.send(Next::Nothing).is_ok(),
            Ok(Told::Over) => next.send(Next::Over).is_ok(),
            Err(_) => false,
        };
        if !heard {
            break;
        }
    }
    // Whoever would have wanted the answer is gone.
    leave(2);
}

struct Helper {
    wanted: Arc<AtomicU8>,
    offered: Instant,
    next: Receiver<Next>,
    given: u64,
    learnt: Receiver<Vec<String>>,
    /// Summaries to send.
    outbox: Vec<String>,
}

/// Tasks that nobody waits for yet are offered this often.
const SPARE: Duration = Duration::from_millis(5);
/// So many summaries are sent at once.
const BATCH: usize = 16;

impl Helper {
    fn flush(&mut self) {
        if !self.outbox.is_empty() {
            say(&Asked::Learnt(std::mem::take(&mut self.outbox)));
        }
    }
}

impl Team for Helper {
    fn wants_work(&mut self) -> bool {
        match Wanted::of(self.wanted.load(Ordering::Relaxed)) {
            Wanted::No => false,
            Wanted::Soon => self.offered.elapsed() >= SPARE,
            Wanted::Now => true,
        }
    }
    fn book(&mut self, _names: Vec<NewName>) -> Box<dyn Book> {
        unreachable!("it has one from the beginning")
    }
    fn offer(&mut self, task: String) -> TaskNumber {
        let number = self.given;
        self.given += 1;
        // Until it is told otherwise, one is enough.
        self.wanted.store(Wanted::No as u8, Ordering::Relaxed);
        self.offered = Instant::now();
        say(&Asked::Offer(number, task));
        TaskNumber(number)
    }
    fn next(&mut self, awaited: &[TaskNumber]) -> Next {
        self.flush();
        say(&Asked::Next(awaited.iter().map(|number| number.0).collect()));
        self.next.recv().unwrap_or(Next::Over)
    }
    fn done(&mut self, task: TaskNumber, outcome: Option<String>, report: Option<Report>) {
        self.flush();
        say(&Asked::Explored(task.0, outcome, report.map(Box::new)));
    }
    fn forget(&mut self) {}
    fn send(&mut self, summary: String) {
        self.outbox.push(summary);
        if self.outbox.len() >= BATCH {
            self.flush();
        }
    }
    fn found(&mut self, report: Option<Report>) {
        self.flush();
        report.into_iter().for_each(|report| say(&Asked::Found(Box::new(report))));
    }
    fn receive(&mut self) -> Vec<String> {
        self.learnt.try_iter().flatten().collect()
    }
    fn has_newcomer(&mut self) -> bool {
        false
    }
}

#[derive(Debug)]
struct HelpersBook(Receiver<Vec<NewName>>);

impl HelpersBook {
    fn ask(&mut self, name: Option<String>, known: usize) -> Vec<NewName> {
        say(&Asked::Enter(name, known as u64));
        // Without an answer there is nobody to explore for: the listener ends the process.
        self.0.recv().unwrap_or_default()
    }
}

impl Book for HelpersBook {
    fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName> {
        self.ask(Some(name.text()), known)
    }
    fn since(&mut self, known: usize) -> Vec<NewName> {
        self.ask(None, known)
    }
}
