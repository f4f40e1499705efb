//! The properties of a program one by one (Wen and Yang, "Parallel property checking with symbolic execution"): what they are
//! called (`list`), the program with the assertions of all others removed (`only`), and how far it is to one of them
//! from anywhere (`guide`).
//!
//! An assertion, a call of `reach_error` and a check of `raddle.h` are a property each. Accesses to memory are one property for each
//! function, overflows likewise; races, deadlocks, leaks and traps are one property of the whole program. This crate has never
//! heard of states or searches.

mod guide;
mod list;
mod only;

pub use guide::Guide;
pub use list::{Asked, Property, PropertyKind, places_of_assertions, properties};
pub use only::only;
