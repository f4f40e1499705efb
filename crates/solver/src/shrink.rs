//! Making unsatisfiable cores small.
//!
//! The backend's cores name the asserted part of a long path as a whole. Whoever stores a core for long,
//! as summaries do, can afford a few more queries to make it minimal.

use raddle_expr::{TermId, Terms};

use crate::path::Path;
use crate::{Answer, Solver};

/// A subset of the core that is still unsatisfiable and of which, if all queries were decided, no
/// condition can be left out. Asks at most one query for each condition.
pub fn shrink_core(solver: &mut dyn Solver, terms: &mut Terms, core: &[TermId]) -> Vec<TermId> {
    let mut kept = core.to_vec();
    let mut needed = Vec::new();
    while let Some(&candidate) = kept.iter().find(|condition| !needed.contains(*condition)) {
        let without: Vec<TermId> = kept.iter().copied().filter(|&t| t != candidate).collect();
        match solver.check(terms, &Path::new(), &without) {
            Answer::Unsat(smaller) => {
                kept = without.into_iter().filter(|t| smaller.contains(t)).collect()
            }
            Answer::Sat(_) | Answer::Unknown(_) => needed.push(candidate),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use raddle_expr::{Sort, Terms};

    use super::shrink_core;
    use crate::{BitBlaster, SolverConfig};

    #[test]
    fn what_does_not_matter_goes() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Bits(8)));
        let constants = [1, 5, 9].map(|value| terms.constant(8, value));
        let below = terms.ult(x, constants[1]);
        let above = terms.ult(constants[2], x);
        let other = terms.ult(constants[0], y);
        let together = terms.ult(y, x);
        let mut solver = BitBlaster::new(&SolverConfig::default());
        let core = shrink_core(&mut solver, &mut terms, &[other, below, together, above]);
        assert_eq!(core, [below, above]);
    }
}
