//! Random well-defined sequential C programs, and whether Raddle executes them as the processor does.
//!
//! A generated program reads no input, is free of undefined and unspecified behaviour by construction, ends soon, and
//! prints a checksum of everything it computed. It is compiled and run natively, run by Raddle, and both must print the
//! same text and return the same exit code. How definedness is ensured:
//!
//! * expressions are pure; assignments, calls and increments are statements, so no order of evaluation matters;
//! * signed arithmetic, division, shifts and conversions from floating point go through guarded helpers of the `prelude`;
//! * every variable is initialised, every index is reduced modulo the length, every pointer points to something that
//!   lives at least as long as itself;
//! * loops count up to constants, recursion counts down, and each function knows its cost, so that calls in loops are
//!   only made when they are affordable.
//!
//! Reading order: `types`, `expressions`, `statements`, `program`; `compare` runs both sides.

pub mod compare;
mod expressions;
mod prelude;
pub mod program;
mod refusals;
mod statements;
mod types;
