//! Drops assumptions that are true or already on the path, splits conjunctions, and answers queries with
//! an assumption that is false or contradicts the path literally.

use raddle_expr::{BinaryOp, Term, TermId, Terms};
use smallvec::SmallVec;

use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// Conditions of the path that are compared with an assumption, from the newest.
const LOOK_BACK: usize = 256;

#[derive(Debug)]
pub struct Simplification<S> {
    below: S,
    answered: u64,
    dropped: u64,
}

/// A conjunct and the assumption it comes from.
#[derive(Clone, Copy, Debug)]
struct Part {
    condition: TermId,
    of: TermId,
}

impl<S: Solver> Simplification<S> {
    pub fn new(below: S) -> Simplification<S> {
        Simplification { below, answered: 0, dropped: 0 }
    }

    /// The conjuncts that say something new, or a core.
    fn simplify(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
    ) -> Result<SmallVec<[Part; 4]>, Vec<TermId>> {
        let mut kept: SmallVec<[Part; 4]> = SmallVec::new();
        for part in conjuncts(terms, assumptions) {
            match terms.as_truth(part.condition) {
                Some(true) => self.dropped += 1,
                Some(false) => return Err(vec![part.of]),
                None => kept.push(part),
            }
        }
        let mut at = 0;
        while let Some(&part) = kept.get(at) {
            let negated = terms.not(part.condition);
            let older = kept[..at].iter().map(|part| (part.condition, part.of));
            let on_path = path.iter().take(LOOK_BACK).map(|condition| (condition, condition));
            let decided = older
                .chain(on_path)
                .find(|&(condition, _)| condition == part.condition || condition == negated);
            match decided {
                Some((condition, of)) if condition == negated => return Err(vec![of, part.of]),
                Some(_) => {
                    kept.remove(at);
                    self.dropped += 1;
                }
                None => at += 1,
            }
        }
        Ok(kept)
    }
}

fn conjuncts(terms: &Terms, assumptions: &[TermId]) -> SmallVec<[Part; 4]> {
    let mut parts = SmallVec::new();
    let mut stack: SmallVec<[Part; 8]> =
        assumptions.iter().rev().map(|&of| Part { condition: of, of }).collect();
    while let Some(part) = stack.pop() {
        match *terms.get(part.condition) {
            Term::Binary(BinaryOp::And, a, b) => {
                stack.push(Part { condition: b, of: part.of });
                stack.push(Part { condition: a, of: part.of });
            }
            _ => parts.push(part),
        }
    }
    parts
}

/// The core in terms of the assumptions that were asked.
fn original_core(core: &[TermId], parts: &[Part], path: &Path) -> Answer {
    let mut original: Vec<TermId> = Vec::with_capacity(core.len());
    for &condition in core {
        let part = parts.iter().find(|part| part.condition == condition);
        // A condition that is both on the path and a part of an assumption is taken from the path.
        let of = match part {
            Some(part) if part.of != condition && !path.iter().any(|c| c == condition) => part.of,
            Some(_) | None => condition,
        };
        if !original.contains(&of) {
            original.push(of);
        }
    }
    Answer::Unsat(original.into())
}

impl<S: Solver> Solver for Simplification<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let parts = match self.simplify(terms, path, assumptions) {
            Ok(parts) => parts,
            Err(core) => {
                self.answered += 1;
                return Answer::Unsat(core.into());
            }
        };
        let conditions: SmallVec<[TermId; 4]> = parts.iter().map(|part| part.condition).collect();
        match self.below.check_within(terms, path, &conditions, limit) {
            Answer::Unsat(core) if parts.iter().any(|part| part.of != part.condition) => {
                original_core(&core, &parts, path)
            }
            answer => answer,
        }
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("answered by simplification", self.answered),
            ("assumptions simplified away", self.dropped),
        ]);
        self.below.counters(into);
    }
}
