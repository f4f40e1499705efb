//! Workers that are processes of this machine: messages go through their standard input and output, each with its length before it.
//!
//! Processes are started as they are needed, and one that ends is replaced: as often as they want if they end by themselves, a given number of times if they die. A
//! worker whose coordinator is gone ends, because nobody holds the other end of its standard input any more.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::transport::{Event, Link, MOST_BYTES, MemberId, Transport};

/// How a worker is started.
pub type Start = Box<dyn Fn() -> io::Result<Command> + Send>;

/// Worker processes on this machine.
pub struct LocalProcesses {
    team: Arc<Mutex<Team>>,
    events: Mutex<Receiver<Event>>,
}

impl std::fmt::Debug for LocalProcesses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LocalProcesses")
    }
}

struct Team {
    start: Start,
    /// Deaths that are made up for.
    replacements: u32,
    closed: bool,
    next: u64,
    workers: BTreeMap<MemberId, Worker>,
    /// Workers that are gone and may be replaced.
    leaving: usize,
    /// Gone when nobody will come any more.
    sender: Option<Sender<Event>>,
}

struct Worker {
    child: Child,
    /// To the thread that writes to it.
    outgoing: Sender<Vec<u8>>,
    dismissed: bool,
}

impl LocalProcesses {
    pub fn start(start: Start, workers: usize, replacements: u32) -> LocalProcesses {
        let (sender, events) = channel();
        let team = Arc::new(Mutex::new(Team {
            start,
            replacements,
            closed: false,
            next: 1,
            workers: BTreeMap::new(),
            leaving: 0,
            sender: Some(sender),
        }));
        for _ in 0..workers {
            add_worker(&team);
        }
        close_if_empty(&mut locked(&team));
        LocalProcesses { team, events: Mutex::new(events) }
    }
}

impl Transport for LocalProcesses {
    fn next(&self, patience: Duration) -> io::Result<Option<Event>> {
        match locked(&self.events).recv_timeout(patience) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn send(&self, to: MemberId, message: &[u8]) -> io::Result<()> {
        if let Some(worker) = locked(&self.team).workers.get(&to) {
            // If its thread has ended, so has the worker.
            let _ = worker.outgoing.send(message.to_vec());
        }
        Ok(())
    }

    fn dismiss(&self, member: MemberId) -> io::Result<()> {
        if let Some(worker) = locked(&self.team).workers.get_mut(&member) {
            worker.dismissed = true;
            let _ = worker.child.kill();
        }
        Ok(())
    }

    fn close(&self) {
        locked(&self.team).closed = true;
    }
}

impl Drop for LocalProcesses {
    fn drop(&mut self) {
        let mut team = locked(&self.team);
        team.closed = true;
        for worker in team.workers.values_mut() {
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}

fn add_worker(team: &Arc<Mutex<Team>>) {
    let mut inner = locked(team);
    let Some(sender) = inner.sender.clone() else { return };
    let Ok((child, outgoing, stdout)) = (inner.start)().and_then(started) else { return };
    let member = MemberId(inner.next);
    inner.next += 1;
    inner.workers.insert(member, Worker { child, outgoing, dismissed: false });
    let _ = sender.send(Event::Joined(member));
    drop(inner);
    let team = team.clone();
    std::thread::spawn(move || {
        listen(stdout, |message| sender.send(Event::Said(member, message)).is_ok());
        drop(sender);
        bury(&team, member);
    });
}

fn started(mut command: Command) -> io::Result<(Child, Sender<Vec<u8>>, ChildStdout)> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    let (outgoing, to_write) = channel::<Vec<u8>>();
    // Whoever sends never waits for a worker that does not read.
    std::thread::spawn(move || {
        for message in to_write {
            if write_frame(&mut stdin, &message).is_err() {
                return;
            }
        }
    });
    Ok((child, outgoing, stdout))
}

fn listen(mut stdout: ChildStdout, mut hear: impl FnMut(Vec<u8>) -> bool) {
    while let Ok(Some(message)) = read_frame(&mut stdout) {
        if !hear(message) {
            return;
        }
    }
}

/// Tells that a worker is gone, and starts another one.
fn bury(team: &Arc<Mutex<Team>>, member: MemberId) {
    let gone = {
        let mut inner = locked(team);
        inner.leaving += 1;
        inner.workers.remove(&member)
    };
    let Some(Worker { mut child, outgoing, dismissed }) = gone else { return };
    drop(outgoing);
    // It said something that is too long, or has closed its output.
    let _ = child.kill();
    let status = child.wait();
    let by_itself = status.as_ref().is_ok_and(|status| status.success());
    let why = match status {
        Ok(status) => format!("its process ended ({status})"),
        Err(error) => format!("its process is lost: {error}"),
    };
    let mut inner = locked(team);
    if let Some(sender) = &inner.sender {
        let _ = sender.send(Event::Left(member, why));
    }
    let free = by_itself || dismissed;
    let again = !inner.closed && (free || inner.replacements > 0);
    if again && !free {
        inner.replacements -= 1;
    }
    drop(inner);
    if again {
        add_worker(team);
    }
    let mut inner = locked(team);
    inner.leaving -= 1;
    close_if_empty(&mut inner);
}

/// Lets whoever listens know that nobody will come.
fn close_if_empty(team: &mut Team) {
    if team.workers.is_empty() && team.leaving == 0 {
        team.sender = None;
    }
}

/// The worker's end: standard input and output of this process.
#[derive(Debug)]
pub struct Pipes {
    messages: Mutex<Receiver<Vec<u8>>>,
}

impl Pipes {
    /// Begins to read standard input.
    pub fn open() -> Pipes {
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Ok(Some(message)) = read_frame(&mut stdin) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Pipes { messages: Mutex::new(messages) }
    }
}

impl Link for Pipes {
    fn next(&self, patience: Duration) -> io::Result<Option<Vec<u8>>> {
        match locked(&self.messages).recv_timeout(patience) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn send(&self, message: &[u8]) -> io::Result<()> {
        write_frame(&mut io::stdout().lock(), message)
    }
}

fn write_frame(to: &mut impl Write, message: &[u8]) -> io::Result<()> {
    let length = u32::try_from(message.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    to.write_all(&[&length.to_le_bytes()[..], message].concat())?;
    to.flush()
}

/// `None` at the end.
fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MOST_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut message = vec![0; length];
    from.read_exact(&mut message)?;
    Ok(Some(message))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
