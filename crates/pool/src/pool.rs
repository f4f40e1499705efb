//! A desk with members who come by a transport.
//!
//! A thread hears what members say. Whoever has the work to do uses the desk meanwhile; both send what follows before they let go of it, so that everybody is told
//! things in the order in which they happened. What came of a task is in the journal before anybody is told.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::blob::{Blob, Hash};
use crate::desk::{Client, DeadLetter, Desk, Terms};
use crate::journal::Journal;
use crate::record::Moment;
use crate::transport::{Event, MemberId, Transport};
use crate::wire::{Assembler, Next, Said, Told, Wanted, frames};

/// The listening thread looks up this often.
const PATIENCE: Duration = Duration::from_millis(10);

/// How far it is is shown this often.
const SHOW: Duration = Duration::from_secs(1);

/// An entry of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// What came of the task with this hash.
    Outcome(String, String),
    /// What the client wanted to be kept.
    Note(String),
}

impl Kept {
    /// The hash of the task of which something came.
    pub fn task(&self) -> Option<Hash> {
        match self {
            Kept::Outcome(task, _) => Hash::from_text(task),
            Kept::Note(_) => None,
        }
    }
}

/// Clones speak of the same pool.
#[derive(Debug)]
pub struct Pool<C>(Arc<Shared<C>>);

impl<C> Clone for Pool<C> {
    fn clone(&self) -> Self {
        Pool(self.0.clone())
    }
}

struct Shared<C> {
    transport: Box<dyn Transport>,
    office: Mutex<Office<C>>,
    news: Condvar,
    /// What is looked at between any two steps of a search: whether a task is wanted, and whether there is mail or somebody new.
    wanted: AtomicU8,
    mail: AtomicBool,
    ended: AtomicBool,
    listener: Mutex<Option<JoinHandle<()>>>,
}

impl<C> std::fmt::Debug for Shared<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pool")
    }
}

struct Office<C> {
    desk: Desk,
    client: C,
    /// Messages that are not complete yet.
    incoming: BTreeMap<MemberId, Assembler>,
    journal: Option<Journal>,
    /// The journal cannot be written any more.
    failure: Option<std::io::Error>,
}

impl<C: Client + 'static> Pool<C> {
    /// Begins to listen. With a journal, what it holds counts and new outcomes are added.
    pub fn start(
        transport: Box<dyn Transport>,
        client: C,
        terms: Terms,
        contents: Vec<Blob>,
        journal: Option<(Journal, Vec<Kept>)>,
    ) -> Pool<C> {
        let mut desk = Desk::new(terms, contents);
        let journal = journal.map(|(journal, kept)| {
            desk.keep(kept.into_iter().filter_map(|kept| match kept {
                Kept::Outcome(task, outcome) => {
                    Some((Hash::from_text(&task)?, outcome.into_bytes()))
                }
                Kept::Note(_) => None,
            }));
            journal
        });
        let incoming = BTreeMap::new();
        let office = Office { desk, client, incoming, journal, failure: None };
        let pool = Pool(Arc::new(Shared {
            transport,
            office: Mutex::new(office),
            news: Condvar::new(),
            wanted: AtomicU8::new(Wanted::Soon as u8),
            mail: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            listener: Mutex::new(None),
        }));
        let listening = pool.clone();
        let listener = std::thread::spawn(move || listening.listen());
        *locked(&pool.0.listener) = Some(listener);
        pool
    }

    /// Whether tasks should be offered.
    pub fn wanted(&self) -> Wanted {
        Wanted::of(self.0.wanted.load(Ordering::Relaxed))
    }

    /// Somebody may do this task. Its number.
    pub fn offer(&self, task: Vec<u8>) -> u64 {
        self.at_desk(|office| office.desk.offer(task))
    }

    /// What there is to do here, for somebody who waits for outcomes of these tasks; nothing after this time.
    pub fn next(&self, awaited: &[u64], patience: Duration) -> Next {
        let deadline = Instant::now() + patience;
        let mut office = locked(&self.0.office);
        loop {
            let next = office.desk.next(awaited);
            let left = deadline.saturating_duration_since(Instant::now());
            if next.is_some() || left.is_zero() {
                office.desk.stop_waiting();
                self.settle(&mut office);
                return next.unwrap_or(Next::Nothing);
            }
            self.settle(&mut office);
            // The desk is let go of while somebody waits, and not before: what happens between the look and the waiting would not be heard.
            let waited = self.0.news.wait_timeout(office, left);
            office = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What came of a task that was done here.
    pub fn done(&self, task: u64, outcome: Option<Vec<u8>>) {
        self.at_desk(|office| office.desk.done(task, outcome));
    }

    /// For all members.
    pub fn share(&self, all: Vec<Vec<u8>>) {
        self.at_desk(|office| office.desk.share(all));
    }

    /// What members share.
    pub fn take_mail(&self) -> Vec<Vec<u8>> {
        if !self.0.mail.load(Ordering::Relaxed) {
            return Vec::new();
        }
        locked(&self.0.office).desk.take_mail()
    }

    /// Whether somebody is new and knows nothing of what was shared.
    pub fn has_newcomer(&self) -> bool {
        // There is mail, or there was: it has been looked at.
        self.0.mail.swap(false, Ordering::Relaxed) && locked(&self.0.office).desk.take_newcomer()
    }

    /// Whatever was offered or is being done does not count, and whoever helps starts again.
    pub fn forget(&self) {
        let gone = self.at_desk(|office| {
            office.incoming.clear();
            office.desk.forget()
        });
        for member in gone {
            let _ = self.0.transport.dismiss(member);
        }
    }

    /// Nobody needs the outcomes of these tasks any more. Whoever is doing one of them has to leave.
    pub fn withdraw(&self, numbers: &[u64]) {
        let gone = self.at_desk(|office| {
            let gone = office.desk.withdraw(numbers);
            for member in &gone {
                office.incoming.remove(member);
            }
            gone
        });
        for member in gone {
            let _ = self.0.transport.dismiss(member);
        }
    }

    /// Nobody is there, and nobody will come.
    pub fn is_deserted(&self) -> bool {
        locked(&self.0.office).desk.is_deserted()
    }

    /// Members that help.
    pub fn helpers(&self) -> usize {
        locked(&self.0.office).desk.helpers()
    }

    /// Tasks whose outcomes were known from an earlier run.
    pub fn recalled(&self) -> u64 {
        locked(&self.0.office).desk.recalled()
    }

    /// Tasks that were given up.
    pub fn dead_letters(&self) -> Vec<DeadLetter> {
        locked(&self.0.office).desk.dead_letters().to_vec()
    }

    /// From now on it is put down what happens at the desk.
    pub fn record(&self) {
        locked(&self.0.office).desk.record();
    }

    pub fn take_record(&self) -> Vec<Moment> {
        locked(&self.0.office).desk.take_record()
    }

    /// Why the journal is not written any more. Told once.
    pub fn journal_failure(&self) -> Option<std::io::Error> {
        locked(&self.0.office).failure.take()
    }

    /// Asks or tells the client.
    pub fn client<R>(&self, ask: impl FnOnce(&mut C) -> R) -> R {
        ask(&mut locked(&self.0.office).client)
    }

    /// Everything ends: whoever waits may say good-bye for so long, and the others are ended.
    pub fn end(&self, patience: Duration) {
        self.0.transport.close();
        self.at_desk(|office| office.desk.end());
        let deadline = Instant::now() + patience;
        let mut office = locked(&self.0.office);
        while office.desk.is_farewell() && Instant::now() < deadline {
            let waited = self.0.news.wait_timeout(office, PATIENCE);
            office = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let left = office.desk.forget();
        self.send(&mut office);
        drop(office);
        for member in left {
            let _ = self.0.transport.dismiss(member);
        }
        self.0.ended.store(true, Ordering::Relaxed);
        if let Some(listener) = locked(&self.0.listener).take() {
            let _ = listener.join();
        }
    }

    fn listen(&self) {
        let mut shown: Option<Instant> = None;
        while !self.0.ended.load(Ordering::Relaxed) {
            if shown.is_none_or(|shown| shown.elapsed() >= SHOW) {
                shown = Some(Instant::now());
                self.show();
            }
            match self.0.transport.next(PATIENCE) {
                Ok(Some(event)) => self.hear(event),
                Ok(None) => {}
                Err(_) => {
                    self.at_desk(|office| office.desk.desert());
                    return;
                }
            }
        }
    }

    fn show(&self) {
        let status = {
            let mut office = locked(&self.0.office);
            let mut status = office.desk.status(&office.client);
            status.extend(office.client.status());
            status
        };
        if let Ok(status) = serde_json::to_vec(&status) {
            self.0.transport.show(&status);
        }
    }

    fn hear(&self, event: Event) {
        let bad = self.at_desk(|office| {
            let Office { desk, client, incoming, .. } = office;
            match event {
                Event::Joined(member) => desk.join(member),
                Event::Left(member, why) => {
                    incoming.remove(&member);
                    desk.lose(member, &why);
                }
                Event::Said(member, frame) => {
                    if let Err(why) = said(desk, client, incoming, member, &frame) {
                        return Some((member, why));
                    }
                }
            }
            None
        });
        if let Some((member, why)) = bad {
            self.at_desk(|office| {
                for frame in frames(&Told::Refused(why.clone()).bytes()) {
                    let _ = self.0.transport.send(member, &frame);
                }
                office.incoming.remove(&member);
                office.desk.lose(member, &why);
            });
            let _ = self.0.transport.dismiss(member);
        }
    }

    /// Does something at the desk, and sends what follows.
    fn at_desk<R>(&self, act: impl FnOnce(&mut Office<C>) -> R) -> R {
        let mut office = locked(&self.0.office);
        let done = act(&mut office);
        self.settle(&mut office);
        drop(office);
        self.0.news.notify_all();
        done
    }

    fn settle(&self, office: &mut Office<C>) {
        self.send(office);
        self.0.wanted.store(office.desk.wanted() as u8, Ordering::Relaxed);
        if office.desk.has_news() {
            self.0.mail.store(true, Ordering::Relaxed);
        }
    }

    fn send(&self, office: &mut Office<C>) {
        let fresh = office.desk.take_fresh();
        if let Some(journal) = office.journal.as_mut().filter(|_| !fresh.is_empty()) {
            let notes = office.client.to_keep().into_iter().map(Kept::Note);
            let outcomes = fresh.into_iter().filter_map(|(task, outcome)| {
                Some(Kept::Outcome(task.to_string(), String::from_utf8(outcome).ok()?))
            });
            let all: Vec<Kept> = notes.chain(outcomes).collect();
            if let Err(error) = journal.append_all(&all) {
                office.failure = Some(error);
                office.journal = None;
            }
        }
        for post in office.desk.take_post() {
            let message = post.told.bytes();
            for member in post.to {
                for frame in frames(&message) {
                    // One that is gone is noticed when the transport says so.
                    let _ = self.0.transport.send(member, &frame);
                }
            }
        }
    }
}

/// Does what a frame of a member says. An error: why it has to go.
fn said(
    desk: &mut Desk,
    client: &mut dyn Client,
    incoming: &mut BTreeMap<MemberId, Assembler>,
    member: MemberId,
    frame: &[u8],
) -> Result<(), String> {
    let damaged = |_| "what it sends is no message".to_owned();
    let message = incoming.entry(member).or_default().add(frame).map_err(damaged)?;
    let Some(message) = message else { return Ok(()) };
    desk.hear(member, Said::read(&message).map_err(damaged)?, client)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
