//! A worker that explores parts of a search together with others (`together.rs`), until everything ends.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_explore::{Book, NewName, Next, Options, TaskNumber, Team};
use raddle_findings::Report;
use raddle_ir::Program;
use raddle_pool::{self as pool, Membership, Wanted};

use crate::limits::Allowance;
use crate::messages::{Enter, Note};
use crate::watchdog::leave;

/// Tasks that nobody waits for yet are offered this often.
pub(crate) const SPARE: Duration = Duration::from_millis(5);
/// So many summaries are sent at once.
pub(crate) const BATCH: usize = 16;

pub(crate) fn help(
    program: &Program,
    options: &Options,
    names: &[String],
    budget: &Budget,
    allowed: Allowance,
    membership: Membership,
) -> anyhow::Result<()> {
    let names: Option<Vec<NewName>> = names.iter().map(|line| NewName::from_text(line)).collect();
    let Some(names) = names else { anyhow::bail!("the names are damaged") };
    let membership = Rc::new(RefCell::new(membership));
    let book = Box::new(HelpersBook(membership.clone()));
    let mut team = Helper { membership, offered: Instant::now(), allowed, outbox: Vec::new() };
    raddle_explore::help_together(program, options, &names, book, &mut team, budget, &mut ())?;
    team.flush();
    Ok(())
}

struct Helper {
    membership: Rc<RefCell<Membership>>,
    offered: Instant,
    allowed: Allowance,
    /// Summaries to send.
    outbox: Vec<Vec<u8>>,
}

impl Helper {
    fn found_note(&self, mut report: Report) -> Vec<u8> {
        self.allowed.name(&mut report);
        Note::Found(Box::new(report)).bytes()
    }

    fn flush(&mut self) {
        if !self.outbox.is_empty() {
            heard(self.membership.borrow().share(std::mem::take(&mut self.outbox)));
        }
    }
}

/// If nobody listens any more, there is nothing left to do.
pub(crate) fn heard<T>(said: io::Result<T>) -> T {
    said.unwrap_or_else(|_| leave(2))
}

impl Team for Helper {
    fn wants_work(&mut self) -> bool {
        match self.membership.borrow().wanted() {
            Wanted::No => false,
            Wanted::Soon => self.offered.elapsed() >= SPARE,
            Wanted::Now => true,
        }
    }
    fn book(&mut self, _names: Vec<NewName>) -> Box<dyn Book> {
        unreachable!("it has one from the beginning")
    }
    fn offer(&mut self, task: String) -> TaskNumber {
        self.offered = Instant::now();
        TaskNumber(heard(self.membership.borrow_mut().offer(task.into_bytes())))
    }
    fn next(&mut self, awaited: &[TaskNumber]) -> Next {
        self.flush();
        let awaited: Vec<u64> = awaited.iter().map(|number| number.0).collect();
        next_of_search(heard(self.membership.borrow().next(&awaited)))
    }
    fn done(&mut self, task: TaskNumber, outcome: Option<String>, report: Option<Report>) {
        self.flush();
        let note = report.map(|report| self.found_note(report)).unwrap_or_default();
        let speaker = self.membership.borrow().speaker();
        heard(speaker.done(task.0, outcome.map(String::into_bytes), note));
    }
    fn forget(&mut self) {}
    fn send(&mut self, summary: String) {
        self.outbox.push(summary.into_bytes());
        if self.outbox.len() >= BATCH {
            self.flush();
        }
    }
    fn found(&mut self, report: Option<Report>) {
        self.flush();
        let speaker = self.membership.borrow().speaker();
        if let Some(report) = report {
            heard(speaker.note(self.found_note(report)));
        }
    }
    fn receive(&mut self) -> Vec<String> {
        texts(self.membership.borrow().take_shared())
    }
    fn has_newcomer(&mut self) -> bool {
        false
    }
}

/// What the pool says, in the words of the search. What is no text is nothing to a search either.
pub(crate) fn next_of_search(next: pool::Next) -> Next {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
    match next {
        pool::Next::Outcome(number, outcome) => Next::Outcome(TaskNumber(number), text(outcome)),
        pool::Next::Yours(number) => Next::Yours(TaskNumber(number)),
        pool::Next::GivenUp(number) => Next::GivenUp(TaskNumber(number)),
        pool::Next::Help(number, task) => Next::Help(TaskNumber(number), text(task)),
        pool::Next::Nothing => Next::Nothing,
        pool::Next::Over => Next::Over,
    }
}

/// Summaries as texts.
pub(crate) fn texts(all: Vec<Vec<u8>>) -> Vec<String> {
    all.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

#[derive(Debug)]
struct HelpersBook(Rc<RefCell<Membership>>);

impl HelpersBook {
    fn ask(&mut self, name: Option<String>, known: usize) -> Vec<NewName> {
        let question = serde_json::to_vec(&Enter { name, known: known as u64 });
        let answer = heard(self.0.borrow().ask(question.unwrap_or_default()));
        let lines: Vec<String> = serde_json::from_slice(&answer).unwrap_or_else(|_| leave(2));
        let names: Option<_> = lines.iter().map(|line| NewName::from_text(line)).collect();
        // Without an answer there is nobody to explore for.
        names.unwrap_or_else(|| leave(2))
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
