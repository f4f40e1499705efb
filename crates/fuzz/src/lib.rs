//! Random programs and independent oracles that check Raddle from outside.
//!
//! This crate knows the raddle binary only as a program that is given a C file and answers in JSON. It uses no
//! crate of the engine: an oracle that shared code with what it checks would share its mistakes.

pub mod bounds;
pub mod campaign;
pub mod casts;
pub mod large;
pub mod models;
pub mod mutate;
pub mod random;
pub mod sequential;
pub mod surroundings;
pub mod threads;
