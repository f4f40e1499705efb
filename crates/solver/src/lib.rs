//! Is this path condition satisfiable? One trait, stackable layers, and a bit-blasting backend.
//!
//! This crate has never heard of programs, states, threads or schedules.

mod bit_blaster;
mod blast;
mod bounds;
mod config;
mod effort;
mod instance;
mod intervals;
mod inverse;
pub mod layers;
mod linear;
mod normal_form;
mod orders;
mod path;
mod query_clock;
pub mod random_terms;
pub mod recorded;
mod refine;
mod shrink;
pub mod smtlib;
pub mod workload;
#[cfg(feature = "z3")]
mod z3_backend;

use std::rc::Rc;

use raddle_expr::{Model, TermId, Terms};

pub use bit_blaster::BitBlaster;
pub use config::{OpenMistake, SolverConfig, all_layers, default_solver};
pub use effort::Effort;
pub use intervals::{IntervalMistake, Intervals};
pub use orders::OrderMistake;
pub use path::Path;
pub use shrink::shrink_core;
#[cfg(feature = "z3")]
pub use z3_backend::{Z3Backend, Z3Mode};

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A model of the path and all assumptions.
    Sat(Rc<Model>),
    /// A subset of the path's conditions and the assumptions that is already unsatisfiable.
    Unsat(Rc<[TermId]>),
    Unknown(UnknownReason),
}

/// Why a query was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownReason {
    /// The limit of one query was not enough.
    Timeout,
    /// The budget of everything is spent, or somebody wants an end.
    Interrupted,
    /// The backend cannot express the query.
    Unsupported,
}

/// Decides satisfiability. Layers implement it around another solver.
///
/// Contract: the model of `Sat` satisfies every condition of `path` and every assumption; the core of
/// `Unsat` is a subset of them; whatever is not decided is `Unknown`, never a guess. Assumptions are
/// terms of width 1 and hold for this query only.
pub trait Solver {
    /// Decides with as much work as the configuration allows for one query.
    fn check(&mut self, terms: &mut Terms, path: &Path, assumptions: &[TermId]) -> Answer {
        self.check_within(terms, path, assumptions, Effort::UNLIMITED)
    }
    /// Gives up when this much work was done. A query that falls apart into independent ones has the limit for each of them.
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer;
    /// The work of all queries so far.
    fn spent(&self) -> Effort;
    /// Adds this layer's counters, then those of the layers below.
    fn counters(&self, into: &mut Vec<(&'static str, u64)>);
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        (**self).check_within(terms, path, assumptions, limit)
    }
    fn spent(&self) -> Effort {
        (**self).spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        (**self).counters(into);
    }
}
