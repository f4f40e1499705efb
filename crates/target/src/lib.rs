//! Targets: places that somebody wants a program to be driven to (`raddle hunt`).
//!
//! A target is a line (`place.rs`). Several targets are one goal: a state in which distinct threads stand at each of them. The goal
//! is made a part of the program (`arrival.rs`), so that whatever can find a failing assertion can find it, and whatever can prove
//! that none fails can prove that there is no way. What stands between a run and a target is a branch that went the other
//! way; `definitions.rs` tells which operations of the program can change that.
//!
//! This crate has never heard of states, solvers or searches.

mod arrival;
mod condition;
mod definitions;
mod encounter;
mod mark;
mod place;
mod system;
mod traces;

pub use arrival::{
    Goal, REACHED, STAYS, Through, through, with_conditions, with_encounter, with_goal,
};
pub use condition::Condition;
pub use definitions::{Definition, Definitions, Effect, Reading};
pub use encounter::accesses;
pub use mark::{Marked, with_marks};
pub use place::{Place, PlaceError, Resolved, resolve, with_known_path};
pub use system::{Element, ElementKind, System, Trace, system};
