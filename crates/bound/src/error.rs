//! Why there is no bound.

use raddle_ir::Loc;

/// The analysis met something it cannot see through. There is no bound then, only this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    pub loc: Loc,
    pub what: String,
    /// What would help.
    pub advice: String,
}

impl Stop {
    pub fn new(loc: Loc, what: impl Into<String>, advice: impl Into<String>) -> Stop {
        Stop { loc, what: what.into(), advice: advice.into() }
    }
}

/// The question itself is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundError {
    #[error("the program defines no function `{0}`")]
    NoSuchFunction(String),
    #[error("cost file {path}, line {line}: {message}")]
    CostFile { path: String, line: usize, message: String },
    #[error("precondition: {0}")]
    Precondition(raddle_condition::ConditionError),
    #[error(
        "no arguments satisfy the precondition `{0}` (together with what stands before it): nothing would be bounded"
    )]
    NothingSatisfies(String),
    #[error("{0}")]
    Proof(String),
}
