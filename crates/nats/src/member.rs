//! A worker's end: it finds a check that is open, joins it, and gives signs of life from a thread of its own.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use raddle_pool::{Link, MOST_BYTES};

use crate::Server;
use crate::address::{check_name, valid_name};
use crate::client::{Client, random_name};
use crate::envelope::{self, Kind};
use crate::jetstream;
use crate::order::{Order, Place};
use crate::outbox::Outbox;
use crate::protocol::Message;
use crate::socket::lock;
use crate::subjects::{self, Beacon, Epoch, Introduction, Life, is_token};

/// How often a worker says that it lives.
pub const LIFE: Duration = Duration::from_millis(300);
/// A coordinator of which nothing was heard for so long is gone, time in which the server was away not counted.
const COORDINATOR_SILENCE: Duration = Duration::from_secs(10);
/// For how long answers to "which checks are open?" are collected.
const COLLECT: Duration = Duration::from_millis(250);
/// How often it is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// The end waits so long until what was said is stored.
const LAST_PATIENCE: Duration = Duration::from_secs(5);
/// With so many messages that nobody has asked for, some may be held back.
pub(crate) const BUSY: usize = 32;
/// So many checks at most are looked at.
const MOST_CHECKS: usize = 1000;

/// A worker that takes part in a check. Its end tells the coordinator.
pub struct Member {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    epoch: Epoch,
    stream: String,
    token: String,
    outbox: Outbox,
    order: Mutex<Order<(Kind, Vec<u8>, Option<String>)>>,
    inbox: Mutex<Inbox>,
    arrived: Condvar,
    /// When the coordinator was heard of.
    heard: Mutex<Instant>,
    leaves: AtomicBool,
    ended: AtomicBool,
}

#[derive(Default)]
struct Inbox {
    messages: VecDeque<(Vec<u8>, Option<String>)>,
    /// What the message that was returned last has to be acknowledged with.
    processed: Option<String>,
    /// There is no coordinator any more, and how that is known.
    over: Option<String>,
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a member of {}", self.inner.epoch.name)
    }
}

impl Member {
    /// Takes part in the open check that has the fewest members, or in the one of this name. Waits for one, for as long as it is told to.
    pub fn join(
        server: &Server,
        only: Option<&str>,
        patience: Option<Duration>,
    ) -> io::Result<Option<Self>> {
        if let Some(only) = only {
            check_name(only)?;
        }
        let client = Client::connect(server)?;
        let deadline = patience.map(|patience| Instant::now() + patience);
        let beacons: Arc<Mutex<BTreeMap<String, (Beacon, Instant)>>> = Arc::default();
        let hearing = Arc::clone(&beacons);
        let subscription = client.subscribe(subjects::OPEN, move |message| {
            let Some((name, beacon)) = read_beacon(&message) else { return };
            let mut beacons = lock(&hearing);
            if beacons.len() < MOST_CHECKS || beacons.contains_key(&name) {
                beacons.insert(name, (beacon, Instant::now()));
            }
        })?;
        let introduction = serde_json::to_vec(&Introduction::ours())?;
        loop {
            let asked = Instant::now();
            // A server that is away is asked again.
            let _ = client
                .publish(subjects::WHO, None, b"")
                .and_then(|()| client.publish(subjects::IDLE, None, &introduction));
            while asked.elapsed() < ASK_AGAIN {
                thread::sleep(COLLECT);
                let open: Vec<(String, Beacon)> = {
                    let mut beacons = lock(&beacons);
                    beacons.retain(|_, (_, heard)| heard.elapsed() < COORDINATOR_SILENCE);
                    beacons
                        .iter()
                        .filter(|(name, _)| only.is_none_or(|only| only == name.as_str()))
                        .map(|(name, (beacon, _))| (name.clone(), beacon.clone()))
                        .collect()
                };
                if let Some((name, beacon)) = choose(&open)? {
                    if let Some(member) = Self::enter(&client, &name, &beacon)? {
                        client.unsubscribe(subscription);
                        return Ok(Some(member));
                    }
                    // It ended at this moment.
                    lock(&beacons).remove(&name);
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Ok(None);
                }
            }
        }
    }

    /// The name of the check.
    pub fn check(&self) -> &str {
        &self.inner.epoch.name
    }

    /// Nothing, if the check is over already.
    fn enter(client: &Client, name: &str, beacon: &Beacon) -> io::Result<Option<Self>> {
        let epoch = Epoch { name: name.to_owned(), epoch: beacon.epoch.clone() };
        let token = random_name()?;
        let stream = subjects::stream(name);
        let deliver = client.own_subject();
        let inner = Arc::new(Inner {
            client: client.clone(),
            outbox: Outbox::new(client, epoch.from(&token))?,
            stream,
            token,
            order: Mutex::default(),
            inbox: Mutex::default(),
            arrived: Condvar::new(),
            heard: Mutex::new(Instant::now()),
            leaves: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            epoch,
        });
        let told = Arc::downgrade(&inner);
        client.subscribe(&deliver, move |message| with(&told, |inner| inner.told(message)))?;
        let gone = Arc::downgrade(&inner);
        client.subscribe(&inner.epoch.gone(&inner.token), move |_| {
            with(&gone, |inner| {
                inner.over(
                    "the coordinator has gone on without this worker, of which it heard nothing",
                )
            })
        })?;
        let open = Arc::downgrade(&inner);
        client.subscribe(&subjects::open(name), move |message| {
            with(&open, |inner| inner.beacon(&message))
        })?;
        match jetstream::create_consumer(
            client,
            &inner.stream,
            &inner.token,
            &inner.epoch.to(&inner.token),
            &deliver,
        ) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        inner.outbox.send(Kind::Hello, &serde_json::to_vec(&Introduction::ours())?)?;
        let living = Arc::downgrade(&inner);
        thread::Builder::new().name("nats-life".to_owned()).spawn(move || live(&living))?;
        Ok(Some(Self { inner }))
    }
}

impl Link for Member {
    fn next(&self, patience: Duration) -> io::Result<Option<Vec<u8>>> {
        let inner = &self.inner;
        let deadline = Instant::now() + patience;
        let mut inbox = lock(&inner.inbox);
        if let Some(processed) = inbox.processed.take() {
            jetstream::acknowledge(&inner.client, Some(&processed));
        }
        loop {
            if let Some((message, reply)) = inbox.messages.pop_front() {
                inbox.processed = reply;
                return Ok(Some(message));
            }
            if let Some(why) = &inbox.over {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why.clone()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            inbox =
                inner.arrived.wait_timeout(inbox, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn send(&self, message: &[u8]) -> io::Result<()> {
        if message.len() > MOST_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the message is too long"));
        }
        self.inner.outbox.send(Kind::Message, message)
    }

    fn leave(&self) {
        let inner = &self.inner;
        if inner.leaves.swap(true, Ordering::Relaxed) {
            return;
        }
        if inner.client.is_there() && inner.outbox.send(Kind::Bye, b"").is_ok() {
            inner.outbox.flush(LAST_PATIENCE);
        }
        // Until now, what got lost was sent again.
        inner.ended.store(true, Ordering::Relaxed);
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.leave();
    }
}

fn with(weak: &Weak<Inner>, act: impl FnOnce(&Inner)) {
    if let Some(inner) = weak.upgrade() {
        act(&inner);
    }
}

/// Gives signs of life, and notices when the coordinator gives none.
fn live(weak: &Weak<Inner>) {
    loop {
        {
            let Some(inner) = weak.upgrade().filter(|inner| !inner.ended.load(Ordering::Relaxed))
            else {
                return;
            };
            let life = inner.life();
            let _ = inner.client.publish(&inner.epoch.life(), None, &life);
            if !inner.client.is_there() {
                *lock(&inner.heard) = Instant::now();
            } else if lock(&inner.heard).elapsed() > COORDINATOR_SILENCE {
                inner.over("the coordinator gives no sign of life");
            }
            inner.outbox.repeat();
            if let Some(error) = inner.outbox.failed() {
                inner.over(&error.to_string());
            }
        }
        thread::sleep(LIFE);
    }
}

impl Inner {
    fn life(&self) -> Vec<u8> {
        let received = lock(&self.order).expected();
        // Who has much to do is not delivered more.
        let busy = lock(&self.inbox).messages.len() >= BUSY;
        let received = if busy { u64::MAX } else { received };
        Life { token: &self.token, sent: self.outbox.confirmed(), received }.bytes()
    }

    fn told(&self, message: Message) {
        let Some((kind, number, text)) = envelope::open(&message.payload) else {
            return jetstream::acknowledge(&self.client, message.reply.as_deref());
        };
        let place = lock(&self.order).place(
            number,
            (kind, text.to_vec(), message.reply.clone()),
            text.len(),
        );
        let Place::Next(next) = place else {
            return jetstream::acknowledge(&self.client, message.reply.as_deref());
        };
        for (kind, text, reply) in next {
            match kind {
                Kind::Message => lock(&self.inbox).messages.push_back((text, reply)),
                Kind::Hello | Kind::Bye => jetstream::acknowledge(&self.client, reply.as_deref()),
            }
        }
        self.arrived.notify_all();
    }

    fn beacon(&self, message: &Message) {
        let Some((_, beacon)) = read_beacon(message) else { return };
        if beacon.epoch == self.epoch.epoch {
            *lock(&self.heard) = Instant::now();
        } else {
            self.over("another coordinator has begun this check anew");
        }
    }

    fn over(&self, why: &str) {
        lock(&self.inbox).over.get_or_insert_with(|| why.to_owned());
        self.arrived.notify_all();
        self.outbox.fail(io::ErrorKind::UnexpectedEof, why);
    }
}

fn read_beacon(message: &Message) -> Option<(String, Beacon)> {
    let name = message.subject.rsplit('.').next().filter(|name| valid_name(name))?;
    let beacon: Beacon = serde_json::from_slice(&message.payload).ok()?;
    is_token(&beacon.epoch).then(|| (name.to_owned(), beacon))
}

/// The check with the fewest members. If there are only such that speak otherwise, that is an error.
fn choose(open: &[(String, Beacon)]) -> io::Result<Option<(String, Beacon)>> {
    let ours = open.iter().filter(|(_, beacon)| beacon.version == envelope::VERSION);
    let best =
        ours.clone().filter(|(_, beacon)| !beacon.closed).min_by_key(|(_, beacon)| beacon.members);
    match (best, open.first()) {
        (None, Some((name, other))) if ours.count() == 0 => {
            let by = other.by.clone().tidy();
            let why = format!(
                "the check {name} is run by Raddle {} on {}, whose messages this Raddle ({}) does not understand",
                by.raddle,
                by.host,
                env!("CARGO_PKG_VERSION")
            );
            Err(io::Error::new(io::ErrorKind::Unsupported, why))
        }
        (best, _) => Ok(best.cloned()),
    }
}
