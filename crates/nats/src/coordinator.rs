//! The coordinator's end: it makes the stream of its check, lets workers in, and notices who is gone.
//!
//! A worker that gives no sign of life is gone; a server that is silent is waited for, and while it is away, nobody's silence counts.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use raddle_pool::{Event, MOST_BYTES, MemberId, Transport};
use serde_json::{Value, json};

use crate::Server;
use crate::address::check_name;
use crate::client::{Client, random_name};
use crate::envelope::{self, Kind};
use crate::jetstream;
use crate::member::BUSY;
use crate::order::{Order, Place, Received};
use crate::outbox::Outbox;
use crate::protocol::Message;
use crate::socket::lock;
use crate::subjects::{self, Beacon, Epoch, Introduction, Life, is_token};

/// How often somebody looks who is silent, and publishes again what was not confirmed.
const TICK: Duration = Duration::from_millis(100);
/// A worker that was silent for so long is gone. Workers give a sign every [`crate::member::LIFE`].
pub const SILENCE: Duration = Duration::from_millis(1800);
/// A confirmed message that has been missing for so long is asked for once more, longer than the server waits before it delivers again by itself.
const STALLED: Duration = Duration::from_secs(5);
/// A member of which a confirmed message has been missing for so long will never get it, or never be heard.
const MISSING: Duration = Duration::from_secs(20);
/// After the server was away workers get so long to come back.
const GRACE: Duration = Duration::from_secs(4);
/// How often it is repeated that the check is open.
const BEACON: Duration = Duration::from_millis(400);
/// For how long somebody listens before a name is taken for free.
const LISTEN: Duration = Duration::from_millis(1500);
/// A worker that was dismissed gets so long to leave by itself, before it is told that it is gone.
const POLITE: Duration = Duration::from_secs(2);
/// So many workers at most.
const MOST_MEMBERS: usize = 4096;
/// So many of those that are gone are remembered.
const MOST_GONE: usize = 4096;
/// No report of how far it is is longer.
const LONGEST_STATUS: usize = 256 * 1024;
/// For how long the end waits for a server.
const LAST_PATIENCE: Duration = Duration::from_secs(3);
/// The consumer of everything that workers say.
const DESK: &str = "desk";

/// A check that is open on a server. Its end closes it.
pub struct Coordinator {
    shared: Arc<Shared>,
}

struct Shared {
    client: Client,
    name: String,
    stream: String,
    silence: Duration,
    epoch: Mutex<Epoch>,
    /// Subscriptions of the epoch.
    subscriptions: Mutex<Vec<u64>>,
    members: Mutex<Members>,
    events: Mutex<VecDeque<Happened>>,
    arrived: Condvar,
    /// Members who are not heard any more, whatever of them is under way.
    dismissed: Mutex<HashSet<MemberId>>,
    /// What the event that was returned last has to be acknowledged with.
    processed: Mutex<Option<String>>,
    status: Mutex<Vec<u8>>,
    closed: AtomicBool,
    ended: AtomicBool,
    since: Instant,
    on_cancel: Box<dyn Fn() + Send + Sync>,
}

struct Happened {
    event: Event,
    acknowledge: Option<String>,
}

#[derive(Default)]
struct Members {
    by_token: HashMap<String, Member>,
    tokens: HashMap<MemberId, String>,
    last: u64,
    gone: HashMap<String, Instant>,
    /// In the order in which they left.
    left: VecDeque<String>,
}

struct Member {
    id: MemberId,
    order: Order<Received>,
    heard: Instant,
    /// Since when the same messages are missing, on either side.
    complete: Instant,
    progress: (u64, u64),
    /// How much it has sent.
    sent: u64,
    /// From its introduction on.
    outbox: Option<Arc<Outbox>>,
    introduction: Introduction,
}

impl fmt::Debug for Coordinator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the coordinator of {}", self.shared.name)
    }
}

impl Coordinator {
    /// Opens a check of this name. What a killed coordinator left there under this name is removed. `on_cancel` is called, perhaps several times, when
    /// somebody asks for the end of the check.
    pub fn open(
        server: &Server,
        name: &str,
        silence: Duration,
        on_cancel: Box<dyn Fn() + Send + Sync>,
    ) -> io::Result<Self> {
        check_name(name)?;
        let client = Client::connect(server)?;
        let stream = subjects::stream(name);
        if jetstream::stream_exists(&client, &stream)? {
            if let Some(by) = somebody_has(&client, name)? {
                let why = format!(
                    "a check named {name} is open already (process {} on {}): choose another --name, or end it with `raddle cancel`",
                    by.process, by.host
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            jetstream::delete_stream(&client, &stream)?;
        }
        let shared = Arc::new(Shared {
            epoch: Mutex::new(Epoch { name: name.to_owned(), epoch: random_name()? }),
            client,
            name: name.to_owned(),
            stream,
            silence,
            subscriptions: Mutex::default(),
            members: Mutex::default(),
            events: Mutex::default(),
            arrived: Condvar::new(),
            dismissed: Mutex::default(),
            processed: Mutex::default(),
            status: Mutex::default(),
            closed: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            since: Instant::now(),
            on_cancel,
        });
        shared.listen()?;
        begin_epoch(&shared)?;
        let watched = Arc::downgrade(&shared);
        thread::Builder::new().name("nats-members".to_owned()).spawn(move || watch(&watched))?;
        Ok(Self { shared })
    }
}

impl Transport for Coordinator {
    fn next(&self, patience: Duration) -> io::Result<Option<Event>> {
        let shared = &self.shared;
        // Whoever asks for the next thing has stored the last one.
        let processed = lock(&shared.processed).take();
        jetstream::acknowledge(&shared.client, processed.as_deref());
        let deadline = Instant::now() + patience;
        let mut events = lock(&shared.events);
        loop {
            if let Some(Happened { event, acknowledge }) = events.pop_front() {
                let (Event::Joined(member) | Event::Said(member, _) | Event::Left(member, _)) =
                    &event;
                if lock(&shared.dismissed).contains(member) {
                    jetstream::acknowledge(&shared.client, acknowledge.as_deref());
                    continue;
                }
                *lock(&shared.processed) = acknowledge;
                return Ok(Some(event));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            events =
                shared.arrived.wait_timeout(events, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn send(&self, to: MemberId, message: &[u8]) -> io::Result<()> {
        if message.len() > MOST_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the message is too long"));
        }
        let outbox = {
            let members = lock(&self.shared.members);
            let member = members.tokens.get(&to).and_then(|token| members.by_token.get(token));
            member.and_then(|member| member.outbox.clone())
        };
        if let Some(outbox) = outbox {
            // An outbox that fails makes the member leave, which is told by `next`.
            let _ = outbox.send(Kind::Message, message);
        }
        Ok(())
    }

    fn dismiss(&self, member: MemberId) -> io::Result<()> {
        lock(&self.shared.dismissed).insert(member);
        let mut members = lock(&self.shared.members);
        if let Some(token) = members.tokens.get(&member).cloned() {
            members.remove(&token, Instant::now() + POLITE);
        }
        Ok(())
    }

    fn close(&self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.beacon();
    }

    /// It is repeated until there is another.
    fn show(&self, status: &[u8]) {
        if status.len() <= LONGEST_STATUS {
            *lock(&self.shared.status) = status.to_vec();
        }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.close();
        self.shared.ended.store(true, Ordering::Relaxed);
        if self.shared.client.is_there() {
            // A stream that stays is found by the next check of this name, and by `raddle cancel`.
            let _ = jetstream::delete_stream_within(
                &self.shared.client,
                &self.shared.stream,
                LAST_PATIENCE,
            );
        }
    }
}

/// Who says that a check of this name is open, if somebody does.
pub(crate) fn somebody_has(client: &Client, name: &str) -> io::Result<Option<Introduction>> {
    let heard: Arc<Mutex<Option<Introduction>>> = Arc::default();
    let hearing = Arc::clone(&heard);
    let subscription = client.subscribe(&subjects::open(name), move |message| {
        if let Ok(beacon) = serde_json::from_slice::<Beacon>(&message.payload) {
            *lock(&hearing) = Some(beacon.by.tidy());
        }
    })?;
    let deadline = Instant::now() + LISTEN;
    // It may have been closed and about to end: that is no reason to wait, the name is taken.
    while lock(&heard).is_none() && Instant::now() < deadline {
        let _ = client.publish(subjects::WHO, None, b"");
        thread::sleep(TICK);
    }
    client.unsubscribe(subscription);
    Ok(lock(&heard).take())
}

/// The stream and the subscriptions of a new epoch.
fn begin_epoch(shared: &Arc<Shared>) -> io::Result<()> {
    let epoch = lock(&shared.epoch).clone();
    let kept = [epoch.to("*"), epoch.from("*")];
    let deliver = shared.client.own_subject();
    let from = Arc::downgrade(shared);
    let saying = shared.client.subscribe(&deliver, move |message| {
        if let Some(shared) = from.upgrade() {
            shared.said(message);
        }
    })?;
    let life = Arc::downgrade(shared);
    let living = shared.client.subscribe(&epoch.life(), move |message| {
        if let Some(shared) = life.upgrade() {
            shared.lives(&message);
        }
    })?;
    *lock(&shared.subscriptions) = vec![saying, living];
    jetstream::create_stream(&shared.client, &shared.stream, &kept)?;
    jetstream::create_consumer(&shared.client, &shared.stream, DESK, &epoch.from("*"), &deliver)?;
    shared.beacon();
    Ok(())
}

/// Looks after everything until the coordinator ends.
fn watch(watched: &Weak<Shared>) {
    let (mut last_beacon, mut last_tick) = (Instant::now(), Instant::now());
    let mut last_asked = Instant::now();
    let mut away = false;
    let mut times = 1;
    loop {
        thread::sleep(TICK);
        let Some(shared) = watched.upgrade().filter(|shared| !shared.ended.load(Ordering::Relaxed))
        else {
            return;
        };
        // This process may have been stopped itself.
        if !shared.client.is_there() || last_tick.elapsed() > TICK * 10 {
            away = true;
        } else if away {
            away = false;
            shared.forgive();
        }
        last_tick = Instant::now();
        if away {
            continue;
        }
        let lost = shared.drop_silent();
        if lost || shared.client.times() != times {
            times = shared.client.times();
            // A server may have come back without its store. Nobody can speak any more then: all begin anew.
            if matches!(jetstream::stream_exists(&shared.client, &shared.stream), Ok(false))
                && !shared.ended.load(Ordering::Relaxed)
            {
                shared.all_leave("the NATS server has lost its store");
                // If it fails, the next tick tries again.
                let renewed = random_name()
                    .map(|epoch| lock(&shared.epoch).epoch = epoch)
                    .and_then(|()| begin_epoch(&shared));
                times = if renewed.is_ok() { shared.client.times() } else { 0 };
            }
        }
        if last_beacon.elapsed() >= BEACON {
            last_beacon = Instant::now();
            shared.beacon();
            shared.publish_status();
        }
        if last_asked.elapsed() >= STALLED {
            last_asked = Instant::now();
            shared.ask_anew();
        }
        shared.repeat();
    }
}

impl Shared {
    /// What does not belong to an epoch.
    fn listen(self: &Arc<Self>) -> io::Result<()> {
        let asked = Arc::downgrade(self);
        self.client.subscribe(subjects::WHO, move |_| {
            if let Some(shared) =
                asked.upgrade().filter(|shared| !shared.ended.load(Ordering::Relaxed))
            {
                shared.beacon();
            }
        })?;
        let cancelled = Arc::downgrade(self);
        self.client.subscribe(&subjects::cancel(&self.name), move |message| {
            let Some(shared) = cancelled.upgrade() else { return };
            (shared.on_cancel)();
            if let Some(reply) = message.reply.filter(|reply| reply.starts_with("_INBOX.")) {
                // Who asked asks again.
                let _ = shared.client.publish(&reply, None, b"cancelled");
            }
        })?;
        Ok(())
    }

    fn beacon(&self) {
        let members = lock(&self.members).by_token.len();
        let epoch = lock(&self.epoch).epoch.clone();
        let beacon = Beacon {
            version: envelope::VERSION,
            epoch,
            members,
            closed: self.closed.load(Ordering::Relaxed),
            by: Introduction::ours(),
        };
        if let Ok(text) = serde_json::to_vec(&beacon) {
            // It is repeated anyway.
            let _ = self.client.publish(&subjects::open(&self.name), None, &text);
        }
    }

    fn publish_status(&self) {
        let members: Vec<Value> = {
            let members = lock(&self.members);
            let joined = members.by_token.values().filter(|member| member.outbox.is_some());
            joined.map(|member| json!({ "id": member.id.0, "host": member.introduction.host, "process": member.introduction.process })).collect()
        };
        let desk: Value = serde_json::from_slice(&lock(&self.status)).unwrap_or_default();
        let status = json!({ "by": Introduction::ours(), "seconds": self.since.elapsed().as_secs_f64(), "members": members, "desk": desk }).to_string();
        // It is repeated anyway.
        let _ = self.client.publish(&subjects::status(&self.name), None, status.as_bytes());
    }

    /// Something came from the stream.
    fn said(&self, message: Message) {
        let token = message.subject.rsplit('.').next().unwrap_or_default();
        let Some((kind, number, text)) =
            envelope::open(&message.payload).filter(|_| is_token(token))
        else {
            return jetstream::acknowledge(&self.client, message.reply.as_deref());
        };
        let mut members = lock(&self.members);
        if members.gone.contains_key(token)
            || !members.lets_in(token, self.closed.load(Ordering::Relaxed))
        {
            drop(members);
            return jetstream::acknowledge(&self.client, message.reply.as_deref());
        }
        let member = members.member(token);
        member.heard = member.heard.max(Instant::now());
        let place =
            member.order.place(number, (kind, text.to_vec(), message.reply.clone()), text.len());
        match place {
            Place::Next(next) => {
                for (kind, text, reply) in next {
                    self.happen(&mut members, token, kind, text, reply);
                }
            }
            Place::Early | Place::Again | Place::Impossible => {
                drop(members);
                jetstream::acknowledge(&self.client, message.reply.as_deref());
            }
        }
    }

    /// The next thing that a member has said.
    fn happen(
        &self,
        members: &mut Members,
        token: &str,
        kind: Kind,
        text: Vec<u8>,
        acknowledge: Option<String>,
    ) {
        let Some(member) = members.by_token.get_mut(token) else { return };
        let id = member.id;
        let event = match kind {
            Kind::Hello => {
                let epoch = lock(&self.epoch).clone();
                let Ok(outbox) = Outbox::new(&self.client, epoch.to(token)) else { return };
                // Messages are numbered, and the first is a greeting.
                let _ = outbox.send(Kind::Hello, b"");
                member.introduction =
                    serde_json::from_slice::<Introduction>(&text).unwrap_or_default().tidy();
                member.outbox = Some(Arc::new(outbox));
                Event::Joined(id)
            }
            Kind::Message => Event::Said(id, text),
            Kind::Bye => {
                self.forget(members, token);
                Event::Left(id, "it went by itself".to_owned())
            }
        };
        self.tell(event, acknowledge);
    }

    fn tell(&self, event: Event, acknowledge: Option<String>) {
        lock(&self.events).push_back(Happened { event, acknowledge });
        self.arrived.notify_all();
    }

    fn forget(&self, members: &mut Members, token: &str) {
        members.remove(token, Instant::now());
        let epoch = lock(&self.epoch).clone();
        jetstream::forget_consumer(&self.client, &self.stream, token, &epoch.to(token));
    }

    fn lives(&self, message: &Message) {
        let Some(Life { token, sent, received }) = Life::read(&message.payload) else { return };
        let busy = lock(&self.events).len() >= BUSY;
        let mut members = lock(&self.members);
        if let Some(member) = members.by_token.get_mut(token) {
            member.heard = member.heard.max(Instant::now());
            member.look(sent, received, busy);
        } else if members.gone.get(token).is_some_and(|since| *since <= Instant::now()) {
            drop(members);
            // It gives its next sign soon.
            let _ = self.client.publish(&lock(&self.epoch).gone(token), None, b"");
        }
    }

    /// Nobody could be heard: everybody gets time to be heard again.
    fn forgive(&self) {
        let until = Instant::now() + GRACE;
        for member in lock(&self.members).by_token.values_mut() {
            member.heard = until;
            member.complete = until;
        }
    }

    /// Whether messages to a member could not be stored.
    fn drop_silent(&self) -> bool {
        let mut members = lock(&self.members);
        let now = Instant::now();
        let why = |member: &Member| match member.outbox.as_ref().and_then(|outbox| outbox.failed())
        {
            Some(error) => Some((format!("nothing reaches it: {error}"), true)),
            None if now.saturating_duration_since(member.heard) > self.silence => Some((
                format!(
                    "no sign of life from process {} on {} for {:.1} s",
                    member.introduction.process,
                    member.introduction.host,
                    self.silence.as_secs_f64()
                ),
                false,
            )),
            None if now.saturating_duration_since(member.complete) > MISSING => {
                Some(("the NATS server has lost messages".to_owned(), false))
            }
            None => None,
        };
        let silent: Vec<(String, (String, bool))> = members
            .by_token
            .iter()
            .filter_map(|(token, member)| Some((token.clone(), why(member)?)))
            .collect();
        for (token, (why, _)) in &silent {
            let joined = members
                .by_token
                .get(token)
                .filter(|member| member.outbox.is_some())
                .map(|member| member.id);
            self.forget(&mut members, token);
            if let Some(id) = joined {
                self.tell(Event::Left(id, why.clone()), None);
            }
        }
        silent.iter().any(|(_, (_, failed))| *failed)
    }

    fn all_leave(&self, why: &str) {
        let mut members = lock(&self.members);
        for token in members.by_token.keys().cloned().collect::<Vec<_>>() {
            let joined = members
                .by_token
                .get(&token)
                .filter(|member| member.outbox.is_some())
                .map(|member| member.id);
            members.remove(&token, Instant::now());
            if let Some(id) = joined {
                self.tell(Event::Left(id, why.to_owned()), None);
            }
        }
        for subscription in lock(&self.subscriptions).drain(..) {
            self.client.unsubscribe(subscription);
        }
    }

    /// What the server keeps to itself is asked for anew: consumers of which something has been missing for long.
    fn ask_anew(&self) {
        let stalled: Vec<String> = {
            let (members, now) = (lock(&self.members), Instant::now());
            let stalling = || members.by_token.iter().filter(|(_, member)| member.stalls(now));
            let unheard = stalling().any(|(_, member)| member.progress.0 < member.sent);
            let unread = stalling().filter(|(_, member)| member.progress.1 < member.told());
            let unread = unread.map(|(token, _)| token.clone());
            unread.chain(unheard.then(|| DESK.to_owned())).collect()
        };
        for consumer in stalled {
            // If it fails, the next time tries again, and in the end the member is given up.
            let _ = jetstream::renew_consumer(&self.client, &self.stream, &consumer);
        }
    }

    fn repeat(&self) {
        let outboxes: Vec<Arc<Outbox>> = lock(&self.members)
            .by_token
            .values()
            .filter_map(|member| member.outbox.clone())
            .collect();
        outboxes.iter().for_each(|outbox| outbox.repeat());
    }
}

impl Member {
    /// Whether everything that was confirmed has arrived, or more of it than before.
    fn look(&mut self, sent: u64, received: u64, busy: bool) {
        let progress = (self.order.expected(), received);
        if busy || (sent <= progress.0 && self.told() <= received) || progress != self.progress {
            self.complete = Instant::now();
        }
        self.progress = progress;
        self.sent = sent;
    }

    /// So much of what it was told the server has confirmed.
    fn told(&self) -> u64 {
        self.outbox.as_ref().map_or(0, |outbox| outbox.confirmed())
    }

    fn stalls(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.complete) > STALLED
    }
}

impl Members {
    fn lets_in(&self, token: &str, closed: bool) -> bool {
        self.by_token.contains_key(token) || (!closed && self.by_token.len() < MOST_MEMBERS)
    }

    fn member(&mut self, token: &str) -> &mut Member {
        if !self.by_token.contains_key(token) {
            self.last += 1;
            self.tokens.insert(MemberId(self.last), token.to_owned());
        }
        let id = MemberId(self.last);
        self.by_token.entry(token.to_owned()).or_insert_with(|| Member {
            id,
            order: Order::default(),
            heard: Instant::now(),
            complete: Instant::now(),
            progress: (0, 0),
            sent: 0,
            outbox: None,
            introduction: Introduction::default(),
        })
    }

    /// From `told` on it is told that it is gone.
    fn remove(&mut self, token: &str, told: Instant) {
        let Some(member) = self.by_token.remove(token) else { return };
        if let Some(outbox) = &member.outbox {
            // Whoever is sending to it at this moment need not wait.
            if told <= Instant::now() {
                outbox.fail(io::ErrorKind::NotConnected, "it is gone");
            }
        }
        self.tokens.remove(&member.id);
        self.gone.insert(token.to_owned(), told);
        self.left.push_back(token.to_owned());
        if self.left.len() > MOST_GONE
            && let Some(oldest) = self.left.pop_front()
        {
            self.gone.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Members;

    #[test]
    fn lost_messages_are_noticed() {
        let mut members = Members::default();
        let member = members.member("x");
        let long_ago = Instant::now().checked_sub(Duration::from_secs(60)).unwrap();
        let mut looks = |sent, received, busy| {
            member.complete = long_ago;
            member.look(sent, received, busy);
            member.complete > long_ago
        };
        assert!(looks(0, 0, false), "nothing was sent");
        assert!(!looks(2, 0, false), "two were sent, none has come");
        assert!(looks(2, 0, true), "more may wait in the queue");
        assert!(looks(2, 1, false), "something has moved");
        assert!(!looks(2, 1, false), "and no more");
    }
}
