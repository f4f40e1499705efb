//! One pool of workers for everything that is shared.
//!
//! Whoever has work to do starts a [`Pool`], whose [`Desk`] has the tasks: who gave them, who has which, what came of them. Workers become members ([`Membership`]) by a
//! [`Transport`]: processes of this machine ([`LocalProcesses`]), or whatever else carries bytes. A [`Journal`] on disk has what is finished, for going on after
//! the process was ended.
//!
//! Nothing here knows what a task is: tasks, outcomes, notes and questions are bytes of the [`Client`].

mod blob;
mod desk;
mod journal;
mod local;
mod membership;
mod pool;
mod record;
mod transport;
mod wire;

pub use blob::{Blob, Hash};
pub use desk::{About, Client, DeadLetter, Desk, MOST_LOSSES, Post, Terms};
pub use journal::Journal;
pub use local::{LocalProcesses, Pipes, Start};
pub use membership::{Ending, Membership, Speaker};
pub use pool::{Kept, Pool};
pub use record::{Moment, What};
pub use transport::{Event, Link, MOST_BYTES, MemberId, Transport};
pub use wire::{Assembler, Damaged, Next, Said, Told, WIRE, Wanted, frames};
