//! Hash-consed bit-vector and array terms.
//!
//! A truth value is a bit-vector of width 1. Division by zero follows SMT-LIB (`udiv` gives all ones,
//! `urem` the dividend). This crate knows nothing of programs, memory, threads or solvers.

mod bits;
mod model;
mod table;

pub use bits::Bits;
pub use model::{ArrayValue, Model};
pub use table::{BinaryOp, Sort, Term, TermId, Terms, VarId};
