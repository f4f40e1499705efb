//! Hash-consed bit-vector and array terms.
//!
//! A truth value is a bit-vector of width 1. Division by zero follows SMT-LIB (`udiv` gives all ones,
//! `urem` the dividend). This crate knows nothing of programs, memory, threads or solvers.

mod bits;
mod eval;
mod model;
mod polynomial;
mod radix;
pub mod random;
mod simplify;
mod substitute;
mod table;
mod term;
mod text;
mod unique;
mod varset;

pub use bits::{Bits, ParseBitsError};
pub use eval::Evaluator;
pub use model::{ArrayValue, Model, VarMap};
pub use polynomial::{PolynomialLimits, normalise_polynomials, normalise_polynomials_within};
pub use radix::{Pair, RadixMap};
pub use table::Terms;
pub use term::{BinaryOp, Sort, Term, TermId, VarId};
pub use text::{DisplayTerm, ParseError, ParseProblem};
