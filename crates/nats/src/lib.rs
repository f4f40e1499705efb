//! Workers on other machines: the pool's messages over a NATS server with JetStream.
//!
//! A [`Coordinator`] opens a check on a server, and a [`Member`] joins it; each implements one end of the pool's transport. What they say is kept by the server in
//! a stream of the check until the other end has processed it, so that neither a lost connection nor a server that is restarted loses anything.
//! Who works on what, and what a death costs, is not known here: that is the pool's matter.
//!
//! The protocol is spoken by hand, in a few threads, because the part that is needed is small: `docs/rooms.md` has the measurement.

mod address;
mod client;
mod coordinator;
mod credentials;
mod envelope;
mod jetstream;
mod member;
mod order;
mod outbox;
mod overview;
mod protocol;
mod server;
mod socket;
mod subjects;

use std::io;

pub use address::{Address, LONGEST_NAME, check_name, valid_name};
pub use coordinator::{Coordinator, SILENCE};
pub use credentials::Credentials;
pub use member::{LIFE, Member};
pub use overview::{Cancelled, CheckStatus, MemberStatus, Overview, Watch, cancel};
pub use server::{HOW_TO_INSTALL, LocalServer, find_server};
pub use subjects::Introduction;

/// Whether a server answers and lets us in; an error of the kind `PermissionDenied` if it does not let us in.
pub fn try_to_reach(server: &Server) -> io::Result<()> {
    client::Client::connect(server).map(drop)
}

/// A server, and who we are there.
#[derive(Clone, Debug)]
pub struct Server {
    pub address: Address,
    pub credentials: Credentials,
}

impl Server {
    pub fn new(address: &str, credentials: Credentials) -> io::Result<Self> {
        Ok(Self { address: Address::parse(address)?, credentials })
    }
}
