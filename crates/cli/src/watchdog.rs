//! Ends the command a second after its budget is spent, whatever it is doing then.
//!
//! Everything that may take long looks at the budget, and the command then ends by itself. The watchdog is for what does not: it gives
//! the answer in place of the command, with what was found so far, and ends the process. It also looks at the clock and the memory for
//! everybody else, so that all they need to look at is a flag.
//!
//! One of both gives the answer. If it is the command, the watchdog still sees to it that it comes to an end: somebody who does not
//! read what is written must not keep the process alive after its time.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Spent};

use crate::lock::lock;
use crate::outcome::Outcome;
use crate::output::print_line_to_stderr;

/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(20);
/// How long the command may go on after its budget is spent.
const GRACE: Duration = Duration::from_millis(900);
/// How long a piece of the answer may take to be written after that.
const WRITING: Duration = Duration::from_secs(2);

/// Makes the answer, prints it, and says how the command ends.
pub(crate) type LastWords = Box<dyn FnOnce(Spent) -> Outcome + Send>;

/// Clones speak of the same command.
#[derive(Clone, Debug)]
pub(crate) struct Watchdog(Arc<Mutex<Answer>>);

/// Who gives the answer.
#[derive(Debug)]
enum Answer {
    Open,
    /// The command, which will end like this, and last wrote something then.
    Given(Outcome, Instant),
    Watchdogs,
    /// There is nothing to be watched any more, and the process goes on.
    Over,
}

impl Watchdog {
    /// Begins to watch.
    pub(crate) fn start(budget: &Budget, last_words: LastWords) -> Watchdog {
        let watchdog = Watchdog(Arc::new(Mutex::new(Answer::Open)));
        let (answer, budget) = (watchdog.0.clone(), budget.clone());
        // Without the thread, limits hold where the budget is looked at, as long as somebody does.
        let watch = move || watch(&answer, &budget, last_words);
        let _ = std::thread::Builder::new().name("watchdog".to_owned()).spawn(watch);
        watchdog
    }

    /// What was watched has come to its end, and something else follows. If it is too late for that, this does not return.
    pub(crate) fn dismiss(&self) {
        self.answer(Outcome::DONE);
        *lock(&self.0) = Answer::Over;
    }

    /// The command itself gives the answer from now on. If it is too late for that, this does not return.
    pub(crate) fn answer(&self, outcome: Outcome) {
        {
            let mut answer = lock(&self.0);
            if !matches!(*answer, Answer::Watchdogs) {
                *answer = Answer::Given(outcome, Instant::now());
                return;
            }
        }
        loop {
            std::thread::park();
        }
    }
}

fn watch(answer: &Mutex<Answer>, budget: &Budget, last_words: LastWords) {
    let spent = loop {
        if let Some(spent) = budget.look() {
            break spent;
        }
        std::thread::sleep(PERIOD);
        if matches!(*lock(answer), Answer::Over) {
            return;
        }
    };
    let end = Instant::now() + GRACE;
    loop {
        std::thread::sleep(PERIOD);
        let mut answer = lock(answer);
        match *answer {
            Answer::Open if Instant::now() >= end => {
                *answer = Answer::Watchdogs;
                break;
            }
            Answer::Given(outcome, wrote) if Instant::now() >= end.max(wrote + WRITING) => {
                leave(outcome.number());
            }
            Answer::Over => return,
            Answer::Open | Answer::Given(..) | Answer::Watchdogs => {}
        }
    }
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let outcome = last_words(spent);
        let _ = sender.send(outcome);
        // The last thing, because nobody may read it.
        print_line_to_stderr("note: a step took longer than the limit allows and was ended");
        let _ = sender.send(outcome);
    });
    // The answer, and then the note, if somebody reads them.
    let outcome = receiver.recv_timeout(WRITING).unwrap_or(Outcome::Unknown);
    let _ = receiver.recv_timeout(PERIOD);
    leave(outcome.number());
}

/// Ends the process in the middle of its work, and removes what it has written for itself.
pub(crate) fn leave(code: i32) -> ! {
    let process = std::process::id();
    let (whole, numbered) = (format!("raddle-check-{process}"), format!("raddle-{process}-"));
    let ours = |name: &str| name == whole || name.starts_with(&numbered);
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(ours) {
            // Nothing to be done about a directory that cannot be removed.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    std::process::exit(code)
}
