//! A worker's end of the pool: what it is told, sorted.
//!
//! A thread listens, so that whoever works only looks at a number to see whether tasks are wanted. Somebody who asks waits for the next answer of that kind; an answer
//! that nobody asked for ends the membership, as does whatever is no message.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::blob::{Hash, unpacked};
use crate::record::thread_time;
use crate::transport::Link;
use crate::wire::{Assembler, Next, Said, Told, WIRE, Wanted, frames};

/// The listening thread looks up this often.
const PATIENCE: Duration = Duration::from_secs(1);
/// Bytes of what others share that wait to be read: it is of use, but not needed.
const MOST_WAITING: usize = 64 << 20;

/// How a membership ends when it is not for the worker to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The coordinator wants it.
    Dismissed,
    /// There is no coordinator any more, or it talks nonsense.
    Lost,
}

/// A place in a pool.
pub struct Membership {
    voice: Speaker,
    heard: Arc<Heard>,
    next: Receiver<Next>,
    answers: Mutex<Receiver<Vec<u8>>>,
    contents: Receiver<Option<Vec<u8>>>,
    given: u64,
}

impl std::fmt::Debug for Membership {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Membership")
    }
}

#[derive(Default)]
struct Heard {
    wanted: AtomicU8,
    has_shared: AtomicBool,
    shared: Mutex<Vec<Vec<u8>>>,
}

impl Membership {
    /// Asks to be let in; what it has to know. What happens when the coordinator is gone later is up to the worker, and called from another thread.
    pub fn join(
        link: Arc<dyn Link>,
        version: &str,
        name: &str,
        ending: impl Fn(Ending) + Send + 'static,
    ) -> io::Result<(Membership, Vec<u8>)> {
        let hello = Said::Hello { wire: WIRE, version: version.to_owned(), name: name.to_owned() };
        let voice = Speaker(Arc::new(Voice {
            link: link.clone(),
            turn: Mutex::new(()),
            measured: AtomicBool::new(false),
        }));
        voice.say(&hello)?;
        let mut assembler = Assembler::default();
        let setup = match next_message(&*link, &mut assembler)? {
            Told::Welcome(setup) => setup,
            Told::Refused(why) => return Err(io::Error::other(why)),
            Told::Leave => return Err(io::ErrorKind::ConnectionAborted.into()),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        let heard = Arc::new(Heard::default());
        let (next_to, next) = sync_channel(1);
        let (answers_to, answers) = sync_channel(1);
        let (contents_to, contents) = sync_channel(1);
        let ears = Ears {
            heard: heard.clone(),
            next: next_to,
            answers: answers_to,
            contents: contents_to,
        };
        std::thread::spawn(move || ending(ears.listen(&*link, assembler)));
        let answers = Mutex::new(answers);
        Ok((Membership { voice, heard, next, answers, contents, given: 0 }, setup))
    }

    /// From now on it is said with every task how much of a core was used.
    pub fn measure(&self) {
        self.voice.0.measured.store(true, Ordering::Relaxed);
    }

    /// The content with this hash.
    pub fn content(&self, hash: Hash) -> io::Result<Vec<u8>> {
        self.voice.say(&Said::Want(hash))?;
        let gone = |_| io::Error::from(io::ErrorKind::UnexpectedEof);
        let packed = self.contents.recv().map_err(gone)?;
        packed
            .and_then(|packed| unpacked(hash, &packed))
            .ok_or_else(|| io::Error::other("the content is not what it should be"))
    }

    /// Whether tasks should be offered.
    pub fn wanted(&self) -> Wanted {
        Wanted::of(self.heard.wanted.load(Ordering::Relaxed))
    }

    /// Somebody may do this task. Its number.
    pub fn offer(&mut self, task: Vec<u8>) -> io::Result<u64> {
        let number = self.given;
        self.given += 1;
        // Until it is told otherwise, one is enough.
        self.heard.wanted.store(Wanted::No as u8, Ordering::Relaxed);
        self.voice.say(&Said::Offer(number, task))?;
        Ok(number)
    }

    /// What there is to do, for somebody who waits for outcomes of these tasks.
    pub fn next(&self, awaited: &[u64]) -> io::Result<Next> {
        self.voice.say(&Said::Next(awaited.to_vec()))?;
        self.next.recv().map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }

    /// For whoever has the work to do.
    pub fn speaker(&self) -> Speaker {
        self.voice.clone()
    }

    /// For all other members.
    pub fn share(&self, all: Vec<Vec<u8>>) -> io::Result<()> {
        self.voice.say(&Said::Share(all))
    }

    /// What others share.
    pub fn take_shared(&self) -> Vec<Vec<u8>> {
        if !self.heard.has_shared.swap(false, Ordering::Relaxed) {
            return Vec::new();
        }
        std::mem::take(&mut locked(&self.heard.shared))
    }

    /// The answer to a question.
    pub fn ask(&self, question: Vec<u8>) -> io::Result<Vec<u8>> {
        let answers = locked(&self.answers);
        self.voice.say(&Said::Ask(question))?;
        answers.recv().map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }
}

/// Tells the coordinator things, from any thread.
#[derive(Clone)]
pub struct Speaker(Arc<Voice>);

struct Voice {
    link: Arc<dyn Link>,
    /// Frames of one message follow each other.
    turn: Mutex<()>,
    /// It is said how much of a core was used.
    measured: AtomicBool,
}

impl std::fmt::Debug for Speaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Speaker")
    }
}

impl Speaker {
    pub fn note(&self, note: Vec<u8>) -> io::Result<()> {
        self.say(&Said::Note(note))
    }

    /// What came of a task.
    pub fn done(&self, task: u64, outcome: Option<Vec<u8>>, note: Vec<u8>) -> io::Result<()> {
        self.say(&Said::Done { task, outcome, note })
    }

    /// This was all. Returns when what was said has arrived.
    pub fn leave(&self) {
        self.0.link.leave();
    }

    fn say(&self, said: &Said) -> io::Result<()> {
        let _turn = locked(&self.0.turn);
        let is_about_tasks = matches!(said, Said::Offer(..) | Said::Next(_) | Said::Done { .. });
        if is_about_tasks
            && self.0.measured.load(Ordering::Relaxed)
            && let Some(spent) = thread_time()
        {
            frames(&Said::Spent(spent).bytes()).try_for_each(|frame| self.0.link.send(&frame))?;
        }
        frames(&said.bytes()).try_for_each(|frame| self.0.link.send(&frame))
    }
}

struct Ears {
    heard: Arc<Heard>,
    next: SyncSender<Next>,
    answers: SyncSender<Vec<u8>>,
    contents: SyncSender<Option<Vec<u8>>>,
}

impl Ears {
    fn listen(&self, link: &dyn Link, mut assembler: Assembler) -> Ending {
        while let Ok(told) = next_message(link, &mut assembler) {
            let expected = match told {
                Told::Wanted(wanted) => {
                    self.heard.wanted.store(wanted as u8, Ordering::Relaxed);
                    true
                }
                Told::Next(next) => self.next.try_send(next).is_ok(),
                Told::Answer(answer) => self.answers.try_send(answer).is_ok(),
                Told::Content(content) => self.contents.try_send(content).is_ok(),
                Told::Shared(all) => {
                    self.take_in(all);
                    true
                }
                Told::Leave => return Ending::Dismissed,
                Told::Welcome(_) | Told::Refused(_) => false,
            };
            if !expected {
                break;
            }
        }
        Ending::Lost
    }

    fn take_in(&self, all: Vec<Vec<u8>>) {
        let size = |texts: &[Vec<u8>]| texts.iter().map(Vec::len).sum::<usize>();
        let mut shared = locked(&self.heard.shared);
        if size(&shared) + size(&all) <= MOST_WAITING {
            shared.extend(all);
            self.heard.has_shared.store(true, Ordering::Relaxed);
        }
    }
}

fn next_message(link: &dyn Link, assembler: &mut Assembler) -> io::Result<Told> {
    let damaged = |_| io::Error::from(io::ErrorKind::InvalidData);
    loop {
        let Some(frame) = link.next(PATIENCE)? else { continue };
        if let Some(message) = assembler.add(&frame).map_err(damaged)? {
            return Told::read(&message).map_err(damaged);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
