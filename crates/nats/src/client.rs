//! A client of a server that stays one: a connection that breaks is made anew, with all subscriptions, for as long as the client lives.
//!
//! One thread reads, and calls what was subscribed with. Whoever publishes writes in its own thread. Nothing is kept for a server that is away:
//! who needs a message to arrive publishes it again, until it is confirmed ([`crate::outbox`]).

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Server;
use crate::protocol::{Heard, Hearing, Info, Message, publish};
use crate::socket::{PATIENCE, Socket, lock};

/// How often the server is asked whether it is there.
const PING: Duration = Duration::from_millis(250);
/// A server that has not said anything for this time is away.
pub(crate) const AWAY: Duration = Duration::from_millis(750);
/// After this time of silence the connection is made anew: the way there may be broken.
const BROKEN: Duration = Duration::from_secs(15);
/// A question without an answer is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(5);
/// Pauses between attempts to connect become longer.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// What read from a socket at a time, more than an encrypted block.
const BUFFER: usize = 64 * 1024;

type Deliver = Arc<dyn Fn(Message) + Send + Sync>;

/// Shared by everybody who speaks over the same connection.
#[derive(Clone)]
pub(crate) struct Client {
    shared: Arc<Shared>,
    /// The last one to go ends the connection.
    _last: Arc<Last>,
}

struct Shared {
    server: Server,
    /// Where answers to us go; nobody can guess it.
    inbox: String,
    line: Mutex<Line>,
    changed: Condvar,
    subscriptions: Mutex<HashMap<u64, (String, Deliver)>>,
    /// Who waits for which answer.
    waiting: Mutex<HashMap<u64, mpsc::SyncSender<Message>>>,
    last_number: AtomicU64,
    ended: AtomicBool,
}

/// How the connection is.
struct Line {
    socket: Option<Arc<Socket>>,
    /// How often it was made.
    times: u64,
    heard: Instant,
    info: Info,
}

struct Last(Arc<Shared>);

impl Drop for Last {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
        if let Some(socket) = lock(&self.0.line).socket.take() {
            socket.close();
        }
        self.0.changed.notify_all();
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a client of {}", self.shared.server.address)
    }
}

impl Client {
    /// The first connection must succeed: what is wrong with it is seldom better later.
    pub(crate) fn connect(server: &Server) -> io::Result<Self> {
        let (socket, info, hearing) = greet(server).map_err(|error| about(server, &error))?;
        let line = Line { socket: None, times: 0, heard: Instant::now(), info };
        let shared = Arc::new(Shared {
            server: server.clone(),
            inbox: format!("_INBOX.{}", random_name()?),
            line: Mutex::new(line),
            changed: Condvar::new(),
            subscriptions: Mutex::new(HashMap::new()),
            waiting: Mutex::new(HashMap::new()),
            last_number: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        });
        let client =
            Self { shared: Arc::clone(&shared), _last: Arc::new(Last(Arc::clone(&shared))) };
        let answers = Arc::downgrade(&shared);
        client.subscribe(&format!("{}.*", shared.inbox), move |message| {
            let Some(shared) = answers.upgrade() else { return };
            let number = message.subject.rsplit('.').next().and_then(|token| token.parse().ok());
            if let Some(waiting) =
                number.and_then(|number: u64| lock(&shared.waiting).remove(&number))
            {
                // Whoever asked may have lost patience.
                let _ = waiting.try_send(message);
            }
        })?;
        shared.use_line(&Arc::new(socket), None);
        let reading = Arc::clone(&shared);
        thread::Builder::new().name("nats".to_owned()).spawn(move || reading.stay(hearing))?;
        let pinging = Arc::clone(&shared);
        thread::Builder::new().name("nats-ping".to_owned()).spawn(move || pinging.ping())?;
        Ok(client)
    }

    /// From now on, and after every break. The function is called by the thread that reads: it must not wait for answers.
    pub(crate) fn subscribe(
        &self,
        subject: &str,
        deliver: impl Fn(Message) + Send + Sync + 'static,
    ) -> io::Result<u64> {
        let number = self.number();
        lock(&self.shared.subscriptions).insert(number, (subject.to_owned(), Arc::new(deliver)));
        // A line that is away at this moment gets it with all others as soon as it is back.
        let _ = self.shared.write(format!("SUB {subject} {number}\r\n").as_bytes());
        Ok(number)
    }

    pub(crate) fn unsubscribe(&self, number: u64) {
        lock(&self.shared.subscriptions).remove(&number);
        let _ = self.shared.write(format!("UNSUB {number}\r\n").as_bytes());
    }

    /// An error: the server is away.
    pub(crate) fn publish(
        &self,
        subject: &str,
        reply: Option<&str>,
        payload: &[u8],
    ) -> io::Result<()> {
        self.shared.write(&publish(subject, reply, payload))
    }

    /// Asks until there is an answer, for so long; a question that gets lost is asked again, so it must be one that may be asked twice. A server that is away is waited for, as long as the patience lasts.
    pub(crate) fn request(
        &self,
        subject: &str,
        payload: &[u8],
        patience: Duration,
    ) -> io::Result<Message> {
        let deadline = Instant::now() + patience;
        loop {
            let number = self.number();
            let (give, take) = mpsc::sync_channel(1);
            lock(&self.shared.waiting).insert(number, give);
            let times = self.times();
            let sent =
                self.publish(subject, Some(&format!("{}.{number}", self.shared.inbox)), payload);
            let until = deadline.min(Instant::now() + ASK_AGAIN);
            let answer = sent.is_ok().then(|| self.await_answer(&take, times, until)).flatten();
            lock(&self.shared.waiting).remove(&number);
            match answer {
                Some(message) if message.status == Some(503) => {
                    return Err(io::Error::new(io::ErrorKind::NotConnected, "nobody answers"));
                }
                Some(message) => return Ok(message),
                None if Instant::now() >= deadline || self.ended() => {
                    return Err(io::Error::new(
                        io::ErrorKind::TimedOut,
                        format!("no answer from {}", self.shared.server.address),
                    ));
                }
                None => thread::sleep(FIRST_PAUSE),
            }
        }
    }

    /// Nothing, if the connection breaks meanwhile: the question may not have arrived.
    fn await_answer(
        &self,
        take: &mpsc::Receiver<Message>,
        times: u64,
        deadline: Instant,
    ) -> Option<Message> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match take.recv_timeout(left.min(PING)) {
                Ok(message) => return Some(message),
                Err(_) if left.is_zero() || self.times() != times => return None,
                Err(_) => {}
            }
        }
    }

    /// A subject that only we listen to, if somebody subscribes to it.
    pub(crate) fn own_subject(&self) -> String {
        format!("{}.own.{}", self.shared.inbox, self.number())
    }

    /// How often the connection was made.
    pub(crate) fn times(&self) -> u64 {
        lock(&self.shared.line).times
    }

    /// Whether the server said something a moment ago.
    pub(crate) fn is_there(&self) -> bool {
        let line = lock(&self.shared.line);
        line.socket.is_some() && line.heard.elapsed() < AWAY
    }

    pub(crate) fn info(&self) -> Info {
        lock(&self.shared.line).info.clone()
    }

    pub(crate) fn ended(&self) -> bool {
        self.shared.ended.load(Ordering::Relaxed)
    }

    fn number(&self) -> u64 {
        self.shared.last_number.fetch_add(1, Ordering::Relaxed) + 1
    }
}

impl Shared {
    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let socket = lock(&self.line).socket.clone();
        socket.ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected))?.write(bytes)
    }

    /// Everything that was subscribed to is subscribed to again.
    fn use_line(&self, socket: &Arc<Socket>, info: Option<Info>) {
        let mut said: Vec<u8> = Vec::new();
        for (number, (subject, _)) in lock(&self.subscriptions).iter() {
            said.extend_from_slice(format!("SUB {subject} {number}\r\n").as_bytes());
        }
        // A line that is broken already is noticed by the reader.
        let _ = socket.wait(BROKEN).and_then(|()| socket.write(&said));
        let mut line = lock(&self.line);
        line.socket = Some(Arc::clone(socket));
        line.times += 1;
        line.heard = Instant::now();
        if let Some(info) = info {
            line.info = info;
        }
        drop(line);
        self.changed.notify_all();
    }

    /// Reads until nobody needs the connection.
    fn stay(&self, mut hearing: Hearing) {
        while !self.ended.load(Ordering::Relaxed) {
            let socket = lock(&self.line).socket.clone();
            if let Some(socket) = socket {
                // Whatever it was, the line is broken.
                let _ = self.read(&socket, &mut hearing);
                socket.close();
                lock(&self.line).socket = None;
            }
            hearing = self.again();
        }
    }

    /// Connects until it succeeds. Somebody may have changed the server meanwhile, so that no error is final.
    fn again(&self) -> Hearing {
        let mut pause = FIRST_PAUSE;
        while !self.ended.load(Ordering::Relaxed) {
            if let Ok((socket, info, hearing)) = greet(&self.server) {
                self.use_line(&Arc::new(socket), Some(info));
                return hearing;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        Hearing::default()
    }

    fn read(&self, socket: &Socket, hearing: &mut Hearing) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        loop {
            while let Some(heard) = hearing.next()? {
                match heard {
                    Heard::Message(message) => {
                        let deliver = lock(&self.subscriptions)
                            .get(&message.subscription)
                            .map(|(_, deliver)| Arc::clone(deliver));
                        if let Some(deliver) = deliver {
                            deliver(message);
                        }
                    }
                    Heard::Ping => socket.write(b"PONG\r\n")?,
                    // A server complains about a subject that we may not use, and goes on; whoever asked hears no answer.
                    Heard::Info(_) | Heard::Pong | Heard::Fine | Heard::Complaint(_) => {}
                }
            }
            let count = socket.read(&mut buffer)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            lock(&self.line).heard = Instant::now();
            hearing.feed(&buffer[..count]);
        }
    }

    fn ping(&self) {
        let mut line = lock(&self.line);
        while !self.ended.load(Ordering::Relaxed) {
            let socket = line.socket.clone();
            drop(line);
            if let Some(socket) = socket {
                // A broken line is noticed by the reader.
                let _ = socket.write(b"PING\r\n");
            }
            line = lock(&self.line);
            line = self
                .changed
                .wait_timeout(line, PING)
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .0;
        }
    }
}

/// A connection over which the server has answered.
fn greet(server: &Server) -> io::Result<(Socket, Info, Hearing)> {
    let socket = Socket::connect(&server.address)?;
    let mut hearing = Hearing::default();
    let Heard::Info(info) = hear(&socket, &mut hearing)? else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no NATS server"));
    };
    if server.address.encrypted && !info.tls_required && !info.tls_available {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the server offers no encryption, which tls:// insists on",
        ));
    }
    if info.tls_required || server.address.encrypted {
        socket.encrypt(&server.address, server.credentials.authorities())?;
    }
    let Value::Object(mut fields) = json!({
        "verbose": false, "pedantic": false, "tls_required": server.address.encrypted, "lang": "raddle", "name": "raddle",
        "version": env!("CARGO_PKG_VERSION"), "protocol": 1, "headers": true, "no_responders": true, "echo": true,
    }) else {
        return Err(io::Error::other("no greeting"));
    };
    server.credentials.greeting(info.nonce.as_deref(), &mut fields)?;
    socket.write(format!("CONNECT {}\r\nPING\r\n", Value::Object(fields)).as_bytes())?;
    loop {
        match hear(&socket, &mut hearing)? {
            Heard::Pong => return Ok((socket, *info, hearing)),
            Heard::Complaint(what) => {
                let kind = if what.to_ascii_lowercase().contains("auth") {
                    io::ErrorKind::PermissionDenied
                } else {
                    io::ErrorKind::ConnectionRefused
                };
                return Err(io::Error::new(kind, what));
            }
            Heard::Ping => socket.write(b"PONG\r\n")?,
            Heard::Info(_) | Heard::Message(_) | Heard::Fine => {}
        }
    }
}

fn hear(socket: &Socket, hearing: &mut Hearing) -> io::Result<Heard> {
    let mut buffer = vec![0; BUFFER];
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(heard) = hearing.next()? {
            return Ok(heard);
        }
        match socket.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => hearing.feed(&buffer[..count]),
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

/// What went wrong, and what to do about it.
fn about(server: &Server, error: &io::Error) -> io::Error {
    let address = &server.address;
    let text = match error.kind() {
        io::ErrorKind::PermissionDenied if error.to_string().contains("Authorization") => {
            format!(
                "the NATS server at {address} does not let us in ({error}); it was shown {:?}: see --credentials",
                server.credentials
            )
        }
        io::ErrorKind::ConnectionRefused => format!(
            "no NATS server answers at {address} ({error}); `raddle up --local 4` starts one on this machine"
        ),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!("the NATS server at {address} does not answer")
        }
        io::ErrorKind::UnexpectedEof
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe => format!("whatever listens at {address} hung up"),
        _ => format!("cannot use the NATS server at {address}: {error}"),
    };
    io::Error::new(error.kind(), text)
}

/// 128 random bits as text that fits into a subject.
pub(crate) fn random_name() -> io::Result<String> {
    let mut bytes = [0; 16];
    ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut bytes)
        .map_err(|_| io::Error::other("this system has no random numbers"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
