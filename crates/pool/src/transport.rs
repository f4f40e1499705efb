//! How a coordinator and its workers reach each other.
//!
//! A transport moves whole messages and tells who came and who went. It knows neither tasks nor programs: who gets which task, what a death costs and what
//! has to be kept are matters of the pool. Every message arrives once and in the order in which its sender sent it, or its sender counts as gone.

use std::io;
use std::time::Duration;

/// No message is longer. Larger things (a program) are sent in pieces.
pub const MOST_BYTES: usize = 512 * 1024;

/// A worker, as long as it is connected. Numbers are not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId(pub u64);

/// What a coordinator hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody can be sent messages from now on.
    Joined(MemberId),
    Said(MemberId, Vec<u8>),
    /// Nothing more comes from it, and nothing reaches it: it ended, was killed, or has given no sign of life for too long. Why, for people.
    Left(MemberId, String),
}

/// The coordinator's end. One thread asks for what happened, any may send meanwhile.
pub trait Transport: Send + Sync {
    /// The next thing that happened, or nothing within this time. An error: nobody is there, and nobody will come any more. (A network that is away for a
    /// while is no error: it is waited for.)
    fn next(&self, patience: Duration) -> io::Result<Option<Event>>;

    /// At most [`MOST_BYTES`]. Whoever is gone does not get it, which is no error: that it left is told by `next`.
    fn send(&self, to: MemberId, message: &[u8]) -> io::Result<()>;

    /// Whatever it says from now on does not count. A worker that was started for this coordinator alone is ended.
    fn dismiss(&self, member: MemberId) -> io::Result<()>;

    /// Nobody is let in from now on: everything comes to its end.
    fn close(&self);

    /// What people see who ask how far it is (JSON), about once a second. Processes of this machine have nobody who asks.
    fn show(&self, _status: &[u8]) {}
}

/// A worker's end. Signs of life are given by a thread of its own, so that a worker may be silent for as long as it works.
pub trait Link: Send + Sync {
    /// The next message, or nothing within this time. An error of the kind `UnexpectedEof`: there is no coordinator any more.
    fn next(&self, patience: Duration) -> io::Result<Option<Vec<u8>>>;

    fn send(&self, message: &[u8]) -> io::Result<()>;

    /// This was all. Returns when what was sent has arrived.
    fn leave(&self) {}
}
