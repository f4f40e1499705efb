//! Why a proof is not accepted.

use crate::format::Place;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    #[error("the proof cannot be read: {0}")]
    Malformed(String),
    #[error("the proof is about another program")]
    OtherProgram,
    #[error("the proof answers another question: {0}")]
    OtherQuestion(String),
    #[error("claim {claim} does not hold: {what}")]
    Claim { claim: usize, place: Place, what: String },
    #[error("claim {claim} could not be decided: {what}")]
    Undecided { claim: usize, place: Place, what: String },
    #[error("{0}")]
    Conclusion(String),
    #[error("time is up")]
    Interrupted,
}
