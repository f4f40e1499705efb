//! Who does errands (`errands.rs`): this process, one after the other, or workers of a pool.

use std::collections::{BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_ir::Program;
use raddle_pool::{
    About, Blob, Client, Damaged, Hash, Journal, Kept, MOST_LOSSES, MemberId, Next, Pool, Terms,
    Transport,
};

use crate::arguments::Asked;
use crate::errands::{Runner, Task};
use crate::journal::no_journal;
use crate::limits::Allowance;
use crate::messages::{Note, Pace, Setup, Work};
use crate::output::print_line_to_stderr;
use crate::workers::VERSION;

/// Workers that die before they are given anything.
pub(crate) const MOST_REPLACED: u32 = 4;
/// Whoever waits looks up this often, to see whether somebody wants an end.
const PATIENCE: Duration = Duration::from_millis(100);
/// After this time somebody is told that nobody helps.
const LONELY: Duration = Duration::from_secs(5);

/// What workers have to know.
pub(crate) struct Request<'r> {
    pub(crate) program: &'r Program,
    pub(crate) asked: Asked,
    /// What each process may use.
    pub(crate) memory: Option<u64>,
    /// What the work is about, for people.
    pub(crate) about: String,
    /// All tasks are known from the beginning, so that it can be said how much is done.
    pub(crate) countable: bool,
    /// It may be said that nobody helps.
    pub(crate) talks: bool,
}

/// Tasks, and whoever does them.
pub(crate) struct Crew {
    hands: Hands,
    /// Tasks of which nothing has come yet.
    open: BTreeSet<u64>,
}

enum Hands {
    Here { runner: Box<Runner>, budget: Budget, tasks: VecDeque<(u64, Task)>, next: u64 },
    Others { pool: Pool<Office>, events: Receiver<News>, begun: Instant, lonely: bool },
}

/// What came of a task.
pub(crate) enum Came {
    Outcome(u64, Vec<u8>),
    /// Nothing, and why.
    Lost(u64, String),
}

enum News {
    Progress(String, Pace),
    /// Why a task cannot be done.
    Failed(String),
}

impl Crew {
    /// This process does everything.
    pub(crate) fn here(runner: Runner, budget: &Budget) -> Crew {
        let (runner, budget) = (Box::new(runner), budget.clone());
        let hands = Hands::Here { runner, budget, tasks: VecDeque::new(), next: 0 };
        Crew { hands, open: BTreeSet::new() }
    }

    /// Workers that come by a transport. With a journal, what it holds need not be done again.
    pub(crate) fn others(
        transport: Box<dyn Transport>,
        request: Request<'_>,
        journal: Option<(Journal, Vec<Kept>)>,
    ) -> Crew {
        let text = Blob::of(request.program.to_string().as_bytes());
        let setup = Setup {
            asked: request.asked,
            program: text.hash.to_string(),
            time: None,
            memory: request.memory,
            measured: false,
            work: Work::Errands,
        };
        let (news, events) = channel();
        let office = Office {
            about: request.about,
            setup,
            news,
            begun: Instant::now(),
            offered: 0,
            done: 0,
            countable: request.countable,
        };
        let terms = Terms {
            version: VERSION.to_owned(),
            identity: Hash::of,
            works_here: false,
            most_losses: Some(MOST_LOSSES),
            eager: false,
        };
        let pool = Pool::start(transport, office, terms, vec![text], journal);
        let (begun, lonely) = (Instant::now(), request.talks);
        let hands = Hands::Others { pool, events, begun, lonely };
        Crew { hands, open: BTreeSet::new() }
    }

    /// The number of the task.
    pub(crate) fn offer(&mut self, task: Task) -> u64 {
        let number = match &mut self.hands {
            Hands::Here { tasks, next, .. } => {
                let number = *next;
                *next += 1;
                tasks.push_back((number, task));
                number
            }
            Hands::Others { pool, .. } => {
                pool.client(|office| office.offered += 1);
                pool.offer(task.bytes())
            }
        };
        self.open.insert(number);
        number
    }

    /// What came of one of the tasks; nothing after a moment, so that the caller can look whether time is up. An error: this process cannot do a task.
    pub(crate) fn next(
        &mut self,
        mut progress: impl FnMut(&str, Pace),
    ) -> anyhow::Result<Option<Came>> {
        let came = match &mut self.hands {
            Hands::Here { runner, budget, tasks, .. } => {
                let Some((number, task)) = tasks.pop_front() else { return Ok(None) };
                let part = budget.part(task.time);
                Came::Outcome(
                    number,
                    runner.run(&task.errand, &part, Allowance::default(), &mut ())?,
                )
            }
            Hands::Others { pool, events, begun, lonely } => {
                let awaited: Vec<u64> = self.open.iter().copied().collect();
                let next = pool.next(&awaited, PATIENCE);
                let mut failed = None;
                for event in events.try_iter() {
                    match event {
                        News::Progress(task, pace) => progress(&task, pace),
                        News::Failed(why) => failed = Some(why),
                    }
                }
                if let Some(error) = pool.journal_failure() {
                    no_journal(&anyhow::Error::new(error).context("cannot write the journal"));
                }
                if *lonely && begun.elapsed() > LONELY {
                    *lonely = false;
                    if pool.helpers() == 0 {
                        print_line_to_stderr(
                            "note: no worker has come yet; `raddle worker ADDRESS` starts some",
                        );
                    }
                }
                match next {
                    Next::Outcome(number, outcome) => {
                        pool.client(|office| office.done += 1);
                        Came::Outcome(number, outcome)
                    }
                    Next::GivenUp(number) => {
                        pool.client(|office| office.done += 1);
                        let last = pool.dead_letters().pop();
                        let last = last.and_then(|mut letter| letter.losses.pop());
                        Came::Lost(number, failed.or(last).unwrap_or_default())
                    }
                    // Whoever was lost is not replaced any more.
                    Next::Nothing if pool.is_deserted() => {
                        let Some(&number) = self.open.first() else { return Ok(None) };
                        Came::Lost(number, "there are no workers any more".to_owned())
                    }
                    Next::Nothing | Next::Yours(_) | Next::Help(..) | Next::Over => {
                        return Ok(None);
                    }
                }
            }
        };
        let (Came::Outcome(number, _) | Came::Lost(number, _)) = came;
        self.open.remove(&number);
        Ok(Some(came))
    }

    /// Nobody needs the outcomes of these any more. Whoever is doing one of them ends it.
    pub(crate) fn withdraw(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.open.remove(number);
        }
        match &mut self.hands {
            Hands::Here { tasks, .. } => tasks.retain(|(number, _)| !numbers.contains(number)),
            Hands::Others { pool, .. } => pool.withdraw(numbers),
        }
    }

    /// Workers that help at the moment.
    pub(crate) fn helpers(&self) -> usize {
        match &self.hands {
            Hands::Here { .. } => 1,
            Hands::Others { pool, .. } => pool.helpers(),
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if let Hands::Others { pool, .. } = &self.hands {
            pool.end(Duration::ZERO);
        }
    }
}

/// What the pool asks this process for.
struct Office {
    about: String,
    setup: Setup,
    news: Sender<News>,
    begun: Instant,
    offered: u64,
    done: u64,
    countable: bool,
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
            Ok(Note::Progress(task, pace)) => News::Progress(task, pace),
            Ok(Note::Failed(why)) => News::Failed(why),
            Ok(Note::Found(_)) | Err(_) => return Err(Damaged),
        };
        // Nobody hears what is said after the end.
        let _ = self.news.send(news);
        Ok(())
    }

    fn name(&self, task: &[u8]) -> Option<String> {
        Task::read(task).map(|task| task.name)
    }

    fn status(&mut self) -> serde_json::Map<String, serde_json::Value> {
        let mut status = serde_json::Map::new();
        status.insert("program".to_owned(), self.about.clone().into());
        status.insert("seconds".to_owned(), self.begun.elapsed().as_secs_f64().into());
        if self.countable && self.offered > 0 {
            let share = self.done as f64 / self.offered as f64;
            status.insert("share".to_owned(), share.into());
        }
        status
    }
}
