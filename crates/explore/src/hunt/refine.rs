//! What to put into a plan where a branch went the wrong way.
//!
//! Candidates are the writes to memory that the branch depends on, in all threads. One that stores a constant is asked whether the
//! branch would turn; one that adds a constant is asked how often it has to happen, so that a counter is brought to its value in one
//! refinement. Those of which nothing is known come last.

use raddle_machine::Detour;
use raddle_pointsto::Position;
use raddle_target::{Definitions, Effect, Reading};

/// Something that may turn a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remedy {
    pub at: Position,
    pub times: u32,
    /// How little is known about it.
    pub guesses: u32,
}

/// The most often that an addition is repeated.
const MOST_TIMES: u32 = 4096;
/// Remedies that are tried for one branch.
const MOST_REMEDIES: usize = 8;

/// What may turn a branch, best first.
pub(crate) fn remedies(definitions: &Definitions<'_>, detour: &Detour) -> Vec<Remedy> {
    let mut found: Vec<Remedy> = Vec::new();
    for reading in definitions.readings(detour.at) {
        for definition in definitions.of(&reading) {
            let Some((times, guesses)) = helps(definitions, detour, &reading, definition.effect)
            else {
                continue;
            };
            let remedy = Remedy { at: definition.at, times, guesses };
            match found.iter_mut().find(|known| known.at == remedy.at) {
                Some(known) if known.guesses <= remedy.guesses => {}
                Some(known) => *known = remedy,
                None => found.push(remedy),
            }
        }
    }
    found.sort_by_key(|remedy| (remedy.guesses, remedy.times, remedy.at));
    found.truncate(MOST_REMEDIES);
    found
}

/// How often a write has to happen, and how much of that is a guess; `None` if it cannot help.
fn helps(
    definitions: &Definitions<'_>,
    detour: &Detour,
    reading: &Reading,
    effect: Effect,
) -> Option<(u32, u32)> {
    let turns = |word| definitions.condition_with(detour.at, &detour.words, reading, word);
    match effect {
        Effect::Sets(word) => match turns(word) {
            Some(truth) => (truth == detour.wanted).then_some((1, 0)),
            None => Some((1, 1)),
        },
        Effect::Adds(delta) => {
            let register = reading.register.map(|register| register.0 as usize);
            let current = register.and_then(|at| detour.words.get(at).copied().flatten());
            let Some(current) = current else { return Some((1, 1)) };
            let mut word = current;
            for times in 1..=MOST_TIMES {
                word = word.wrapping_add(delta);
                match turns(word) {
                    Some(truth) if truth == detour.wanted => return Some((times, 0)),
                    Some(_) => {}
                    None => return Some((1, 1)),
                }
            }
            None
        }
        Effect::Unknown => Some((1, 2)),
    }
}
