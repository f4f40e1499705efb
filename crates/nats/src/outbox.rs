//! Messages to one receiver, published until the server has confirmed each of them.
//!
//! Several are on their way at a time, at most [`WINDOW`]. A message that is published again may come twice or late: the receiver puts them in order
//! ([`crate::order`]).

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::envelope::{Kind, seal};
use crate::jetstream::{Stored, stored};
use crate::order::WINDOW;
use crate::socket::lock;

/// A message that was not confirmed within this time is published again.
const CONFIRM_WITHIN: Duration = Duration::from_secs(2);
/// A server whose disk is full gets so long to become better, time in which it is away not counted.
const FULL: Duration = Duration::from_secs(60);
/// Right after its start a server may not know its streams yet.
const NOWHERE: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) struct Outbox {
    client: Client,
    subject: String,
    /// Where confirmations come.
    confirmations: String,
    subscription: u64,
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    pending: BTreeMap<u64, Pending>,
    /// Since when the server refuses.
    refused: Option<(Instant, Stored)>,
    /// Since when messages wait, and none of them was confirmed while the server was there.
    waiting: Option<Instant>,
    /// Nothing gets through any more, and why.
    failed: Option<(io::ErrorKind, String)>,
}

#[derive(Debug)]
struct Pending {
    bytes: Vec<u8>,
    sent: Instant,
    /// Over which of the connections.
    times: u64,
}

impl Outbox {
    pub(crate) fn new(client: &Client, subject: String) -> io::Result<Self> {
        let state = Arc::new((Mutex::new(State::default()), Condvar::new()));
        let confirmations = client.own_subject();
        let confirmed = Arc::clone(&state);
        let subscription = client.subscribe(&format!("{confirmations}.*"), move |answer| {
            let (state, changed) = &*confirmed;
            let Some(number) = answer.subject.rsplit('.').next().and_then(|token| token.parse().ok()) else { return };
            let mut state = lock(state);
            match stored(&answer) {
                Stored::Yes => {
                    state.pending.remove(&number);
                    state.refused = None;
                    state.waiting = None;
                    changed.notify_all();
                }
                refusal => {
                    if !matches!(&state.refused, Some((_, before)) if std::mem::discriminant(before) == std::mem::discriminant(&refusal)) {
                        state.refused = Some((Instant::now(), refusal));
                    }
                }
            }
        })?;
        Ok(Self { client: client.clone(), subject, confirmations, subscription, state })
    }

    /// Waits only if very much is on its way.
    pub(crate) fn send(&self, kind: Kind, message: &[u8]) -> io::Result<()> {
        let (state, changed) = &*self.state;
        let mut guard = lock(state);
        loop {
            if let Some((kind, why)) = &guard.failed {
                return Err(io::Error::new(*kind, why.clone()));
            }
            let oldest = guard.pending.keys().next().copied().unwrap_or(guard.next);
            if guard.next - oldest < WINDOW {
                break;
            }
            guard = changed
                .wait_timeout(guard, CONFIRM_WITHIN)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        let number = guard.next;
        guard.next += 1;
        let bytes = seal(kind, number, message);
        let times = self.client.times();
        // The lock is held, so that messages of several threads leave in the order of their numbers. One that does not leave is published again by `repeat`.
        let _ = self.publish(number, &bytes);
        guard.pending.insert(number, Pending { bytes, sent: Instant::now(), times });
        Ok(())
    }

    /// Publishes again what needs it. To be called a few times a second.
    pub(crate) fn repeat(&self) {
        let (state, changed) = &*self.state;
        let mut guard = lock(state);
        if !self.client.is_there() {
            // What a server says that just came back does not count.
            guard.refused = None;
            guard.waiting = None;
            return;
        }
        if guard.pending.is_empty() {
            guard.waiting = None;
        } else {
            guard.waiting.get_or_insert_with(Instant::now);
        }
        let failure = match &guard.refused {
            Some((since, Stored::Nowhere)) if since.elapsed() > NOWHERE => {
                Some((io::ErrorKind::UnexpectedEof, "the check has ended".to_owned()))
            }
            Some((since, Stored::NotNow(why))) if since.elapsed() > FULL => Some((
                io::ErrorKind::StorageFull,
                format!("the NATS server keeps no more messages: {why}"),
            )),
            // (A server of version 2.9 whose disk was full may not answer at all any more.)
            _ if guard.waiting.is_some_and(|since| since.elapsed() > FULL) => Some((
                io::ErrorKind::TimedOut,
                "the NATS server confirms no message: look at its disk, and restart it".to_owned(),
            )),
            _ => None,
        };
        if failure.is_some() {
            guard.failed = failure;
            changed.notify_all();
            return;
        }
        let times = self.client.times();
        let patience = if guard.refused.is_some() { CONFIRM_WITHIN / 8 } else { CONFIRM_WITHIN };
        for (number, pending) in &mut guard.pending {
            if pending.times == times && pending.sent.elapsed() < patience {
                continue;
            }
            if self.publish(*number, &pending.bytes).is_err() {
                return;
            }
            pending.sent = Instant::now();
            pending.times = times;
        }
    }

    /// So many are confirmed, none before them being missing.
    pub(crate) fn confirmed(&self) -> u64 {
        let state = lock(&self.state.0);
        state.pending.keys().next().copied().unwrap_or(state.next)
    }

    /// Waits until everything is confirmed, for so long.
    pub(crate) fn flush(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let (state, changed) = &*self.state;
        let mut guard = lock(state);
        while !guard.pending.is_empty() && guard.failed.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            guard = changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nothing more will be sent.
    pub(crate) fn fail(&self, kind: io::ErrorKind, why: &str) {
        let (state, changed) = &*self.state;
        let mut guard = lock(state);
        guard.failed.get_or_insert((kind, why.to_owned()));
        guard.pending.clear();
        changed.notify_all();
    }

    pub(crate) fn failed(&self) -> Option<io::Error> {
        lock(&self.state.0).failed.as_ref().map(|(kind, why)| io::Error::new(*kind, why.clone()))
    }

    fn publish(&self, number: u64, bytes: &[u8]) -> io::Result<()> {
        self.client.publish(&self.subject, Some(&format!("{}.{number}", self.confirmations)), bytes)
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.client.unsubscribe(self.subscription);
    }
}
