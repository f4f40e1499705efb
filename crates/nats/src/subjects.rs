//! What is said where.
//!
//! Kept in a stream, one per check: `raddle.check.NAME.EPOCH.to.WORKER` and `….from.WORKER`. An epoch is one run of a coordinator, so that nobody
//! mixes up what was said to an earlier one. Not kept: signs of life and what is repeated anyway.

use serde::{Deserialize, Serialize};

/// Coordinators repeat here that a check is open.
pub(crate) const OPEN: &str = "raddle.open.*";
/// Who asks here makes coordinators repeat it at once.
pub(crate) const WHO: &str = "raddle.who";
/// How far each check is, for people.
pub(crate) const STATUS: &str = "raddle.status.*";
/// Workers that wait for a check.
pub(crate) const IDLE: &str = "raddle.idle";
/// Everything that streams of ours keep.
pub(crate) const KEPT: &str = "raddle.check.>";

pub(crate) fn open(name: &str) -> String {
    format!("raddle.open.{name}")
}

pub(crate) fn status(name: &str) -> String {
    format!("raddle.status.{name}")
}

pub(crate) fn cancel(name: &str) -> String {
    format!("raddle.cancel.{name}")
}

pub(crate) fn stream(name: &str) -> String {
    format!("raddle-{name}")
}

/// The subjects of one run of a coordinator.
#[derive(Clone, Debug)]
pub(crate) struct Epoch {
    pub name: String,
    pub epoch: String,
}

impl Epoch {
    fn about(&self, what: &str) -> String {
        format!("raddle.check.{}.{}.{what}", self.name, self.epoch)
    }

    pub(crate) fn to(&self, worker: &str) -> String {
        self.about(&format!("to.{worker}"))
    }

    pub(crate) fn from(&self, worker: &str) -> String {
        self.about(&format!("from.{worker}"))
    }

    /// Not below `to` and `from`, which are kept.
    pub(crate) fn life(&self) -> String {
        self.about("life")
    }

    pub(crate) fn gone(&self, worker: &str) -> String {
        self.about(&format!("gone.{worker}"))
    }
}

/// A name that `random_name` made.
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c))
}

/// A sign of life: who, how many messages it has sent, and how many have reached it. A server that lost power may have lost some that it confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life<'a> {
    pub token: &'a str,
    pub sent: u64,
    pub received: u64,
}

impl<'a> Life<'a> {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        [self.token.as_bytes(), &self.sent.to_le_bytes(), &self.received.to_le_bytes()].concat()
    }

    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (token, numbers) = bytes.split_at_checked(32)?;
        let (sent, received) = numbers.split_at_checked(8)?;
        let token = std::str::from_utf8(token).ok().filter(|token| is_token(token))?;
        let number = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).ok();
        Some(Self { token, sent: number(sent)?, received: number(received)? })
    }
}

/// "This check is open."
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Beacon {
    /// Of the envelopes, not of Raddle.
    pub version: u8,
    pub epoch: String,
    pub members: usize,
    /// It is ending: nobody is let in.
    pub closed: bool,
    pub by: Introduction,
}

/// Where a process is, for people.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Introduction {
    pub host: String,
    pub process: u32,
    pub raddle: String,
}

impl Introduction {
    pub(crate) fn ours() -> Self {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Self {
            host: host.trim().to_owned(),
            process: std::process::id(),
            raddle: env!("CARGO_PKG_VERSION").to_owned(),
        }
        .tidy()
    }

    /// What others say about themselves is shown in terminals.
    pub(crate) fn tidy(mut self) -> Self {
        self.host = tidy(&self.host, 64);
        self.raddle = tidy(&self.raddle, 20);
        self
    }
}

/// Without what terminals and pages would take for commands, and not longer than this.
pub(crate) fn tidy(text: &str, most: usize) -> String {
    text.chars()
        .filter(|c| !c.is_control() && !"<>&\u{202e}\u{2066}\u{2067}".contains(*c))
        .take(most)
        .collect()
}
