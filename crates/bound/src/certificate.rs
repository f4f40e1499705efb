//! Checking a proof: the question it has to answer, in the terms of the independent checker.
//!
//! Costs, counters and conditions on arguments are what the user said, so their meaning is shared with the analysis; how
//! the bound was found is not.

use raddle_certify::format::Proof;
use raddle_certify::{Certificate, Event, Question, Rejected};
use raddle_expr::{TermId, Terms};
use raddle_ir::{FuncId, GlobalId, Loc, Program};

use crate::analyse::Options;
use crate::conditions::condition_term;
use crate::cost::{CostModel, Resource};
use crate::counters::{Counters, Role};
use crate::error::{BoundError, Stop};
use crate::expression::Expression;
use crate::preconditions::Preconditions;
use crate::weight;
use raddle_budget::Budget;

/// Why a proof certifies nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    #[error("{0}")]
    Rejected(#[from] Rejected),
    /// The program itself makes no sense.
    #[error("{}", .0.what)]
    Program(Stop),
    #[error("{0}")]
    Question(#[from] BoundError),
}

/// Accepts a proof that answers the question of the options, or says why not.
pub fn check_proof(
    program: &Program,
    options: &Options,
    proof: &Proof,
    budget: &Budget,
) -> Result<Certificate, ProofError> {
    let counters = Counters::of(program, options.use_assertions).map_err(ProofError::Program)?;
    let known = Preconditions::of(program, options.function.as_deref(), &options.preconditions)?;
    if known.text() != proof.assumption || options.use_assertions != proof.assertions {
        let what = match &proof.assumption {
            Some(assumption) => format!("it assumes {assumption}"),
            None => "it assumes other things".to_owned(),
        };
        return Err(Rejected::OtherQuestion(what).into());
    }
    let costs = CostModel { resource: options.resource, table: options.table.clone() };
    let question = Asked { program, options, numbers: known.numbers, costs, counters };
    Ok(raddle_certify::check(program, &question, proof, budget)?)
}

struct Asked<'a> {
    program: &'a Program,
    options: &'a Options,
    numbers: Option<Expression>,
    costs: CostModel,
    counters: Counters,
}

impl Question for Asked<'_> {
    fn resource(&self) -> raddle_certify::Resource {
        match self.costs.resource {
            Resource::Instructions => raddle_certify::Resource::Instructions,
            Resource::Ticks => raddle_certify::Resource::Ticks,
            Resource::Held => raddle_certify::Resource::Held,
            Resource::Heap => raddle_certify::Resource::Heap,
        }
    }
    fn function(&self) -> Option<&str> {
        self.options.function.as_deref()
    }
    fn mark(&self, callee: FuncId, within: FuncId, loc: Loc) -> Option<i64> {
        let cost = self.costs.mark(self.program, callee, within, loc)?;
        Some(i64::try_from(cost).unwrap_or(i64::MAX))
    }
    fn assumption(
        &self,
        terms: &mut Terms,
        arguments: &[(String, TermId)],
    ) -> Result<Option<TermId>, String> {
        let condition = self.numbers.as_ref();
        condition.map(|condition| condition_term(terms, condition, arguments)).transpose()
    }
    fn counters(&self) -> usize {
        if self.counters.assertions.is_empty() { 0 } else { self.counters.names.len() }
    }
    fn event(&self, callee: FuncId, global: GlobalId, offset: i64) -> Option<Event> {
        let role = Role::of(&self.program.functions[callee].name)?;
        Some(match self.counters.event(role, global, offset)? {
            weight::Event::Count(counter) => Event::Count(counter),
            weight::Event::Reset(counter) => Event::Reset(counter),
            weight::Event::Assume(assertion) => Event::Assume(assertion),
        })
    }
    fn holds(&self, assertion: u32, values: &[u64]) -> bool {
        self.counters.holds(assertion, values)
    }
}
