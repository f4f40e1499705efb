//! Which way control came where ways come together: a value that differs between them is a choice (`cond ? a : b`), and not lost.
//!
//! Each way brings conditions that hold (`conditions.rs`). If one of them holds on some ways and its opposite on all others, it tells these apart; so do further ones
//! among those that are left. What conditions mention has not changed since (`definitions.rs`), so they hold *now*, and the choice between what the ways know is what
//! holds now, too. Nothing is asked about the shape of the program.
//!
//! What it misses: ways that no condition tells apart, headers of loops, many ways, and large values.

use crate::broken::Broken;
use crate::flow::{Analysis, Joint, Ways};
use crate::values::Val;

/// With more ways nothing is chosen.
const MOST_WAYS: usize = 6;

impl Analysis<'_> {
    /// `None` if conditions do not tell the ways apart.
    pub(crate) fn ways(&mut self, joint: &Joint<'_>) -> Option<Ways> {
        let count = joint.incoming.len();
        if joint.around.is_some() || joint.forced || !(2..=MOST_WAYS).contains(&count) {
            return None;
        }
        self.told_apart(joint, &(0..count).collect::<Vec<usize>>())
    }

    fn told_apart(&mut self, joint: &Joint<'_>, ways: &[usize]) -> Option<Ways> {
        if let [only] = ways {
            return Some(Ways::One(*only));
        }
        let known = |way: usize| &joint.incoming[way].0.conditions;
        for &condition in ways.iter().flat_map(|&way| known(way)) {
            let Some(opposite) = self.values.not(condition) else { continue };
            let (holds, not): (Vec<usize>, Vec<usize>) =
                ways.iter().partition(|&&way| known(way).binary_search(&condition).is_ok());
            let excluded = |way: &usize| known(*way).binary_search(&opposite).is_ok();
            if not.is_empty() || !not.iter().all(excluded) {
                continue;
            }
            let (on, off) = (self.told_apart(joint, &holds)?, self.told_apart(joint, &not)?);
            return Some(Ways::Either(condition, Box::new(on), Box::new(off)));
        }
        None
    }

    /// The value that is this one on each way.
    pub(crate) fn chosen_by(&mut self, ways: &Ways, of: &dyn Fn(usize) -> Val) -> Option<Val> {
        match ways {
            Ways::One(way) => Some(of(*way)),
            Ways::Either(condition, on, off) => {
                let (on, off) = (self.chosen_by(on, of)?, self.chosen_by(off, of)?);
                let ty = self.values.type_of(on);
                if ty != self.values.type_of(off) || !self.values.is_small(on, off) {
                    return None;
                }
                match self.world.broken {
                    Some(Broken::WaysMixedUp) => self.values.select(ty, *condition, off, on),
                    _ => self.values.select(ty, *condition, on, off),
                }
            }
        }
    }
}
