//! Dependence between transitions: vector clocks over the run at hand, the races that partial-order
//! reduction has to reverse, data races, and sleep sets.
//!
//! This crate knows events and threads. It has never heard of memory layout, solvers or search order.

mod broken;
mod clock;
mod data_race;
mod initial;
mod known_races;
mod missing;
mod sleep;
mod sources;
mod standing;
mod synchronise;
mod trace;
mod wakeup;

pub use broken::Broken;
pub use clock::Clock;
pub use data_race::{DataRace, RacyAccess};
pub use initial::{Cover, Moves};
pub use known_races::KnownRaces;
pub use missing::MissingOrder;
pub use sleep::SleepSet;
pub use sources::{NewNames, Source, Sources};
pub use standing::Standing;
pub use synchronise::{Bytes, Heads};
pub use trace::{Race, Step, Trace};
pub use wakeup::{Sequence, WakeupTree};
