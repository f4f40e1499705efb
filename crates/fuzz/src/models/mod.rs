//! Tiny programs of atomic accesses: what the memory models allow them, and whether Raddle agrees.
//!
//! Reading order: the language ([`program`]) and how it is written down ([`notation`]); all candidate graphs of a program
//! ([`graph`]) and which of them a model allows ([`axioms`], on [`relation`]); the same for store buffers, step by step
//! ([`buffers`]); the answer of both ([`oracle`]). Then where programs come from ([`families`] of litmus tests, or at random:
//! [`generate`], [`generations`]), how they become C ([`print_c`]), and how Raddle's answers are compared ([`drive`],
//! [`smaller`]).

pub mod axioms;
pub mod buffers;
pub mod drive;
pub mod families;
pub mod generate;
pub mod generations;
pub mod graph;
pub mod litmus;
pub mod model;
pub mod notation;
pub mod oracle;
pub mod print_c;
pub mod program;
pub mod relation;
pub mod smaller;
