//! Summaries of one shape, by what they ask of registers: a key that does not depend on names.
//!
//! Where threads count, states of one shape are many, and each has its summary: trying to rename one after another would take as long as exploring. Mostly a
//! summary asks that registers hold certain words. If it does so for all threads of a role, then a state can only be covered if its threads of
//! that role hold the same words, in any order. So entries are kept by which registers are asked for (a *pattern*) and by a sum of hashes of the words. What is left
//! out this way could not have been renamed; what is found still has to be.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_ir::Reg;
use raddle_machine::{Cell, Machine, State, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHasher};

use crate::condition::Condition;
use crate::symmetry::{Known, Role};

/// A register of a thread: how deep its frame is, and its number there.
type Place = (u32, Reg);

/// For each role the registers of which one word is asked in all threads of it.
type Pattern = Vec<(Role, Vec<Place>)>;

/// Summaries by the sum of the words that they ask for.
type BySum = FxHashMap<u64, Vec<Rc<Known>>>;

/// The summaries of one shape.
#[derive(Debug, Default)]
pub struct Index {
    patterns: Vec<(Pattern, BySum)>,
}

impl Index {
    pub fn insert(
        &mut self,
        machine: &Machine<'_>,
        threads: &[(Role, ThreadId)],
        condition: &Condition,
        known: Known,
    ) {
        let words = asked_words(machine, condition);
        let pattern = pattern(threads, &words);
        let sum = sum(&pattern, threads, |thread, place| words.get(&(thread, place)).copied());
        let at = self.patterns.iter().position(|(other, _)| *other == pattern);
        let at = at.unwrap_or_else(|| {
            self.patterns.push((pattern, FxHashMap::default()));
            self.patterns.len() - 1
        });
        // Every place of the pattern has a word.
        let sum = sum.unwrap_or_default();
        self.patterns[at].1.entry(sum).or_default().push(Rc::new(known));
    }

    /// Lists of entries that may cover a state, the newest entry of each last. `all`: whatever they ask for.
    pub fn candidates(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        threads: &[(Role, ThreadId)],
        all: bool,
    ) -> Vec<&mut Vec<Rc<Known>>> {
        let mut lists = Vec::new();
        for (pattern, by_sum) in &mut self.patterns {
            let known = sum(pattern, threads, |thread, (depth, reg)| {
                match machine.cell_content(state, Cell::Register { thread, depth, reg }) {
                    Some(Value::Word(word)) => Some(word),
                    Some(Value::Term(_) | Value::Undef) | None => None,
                }
            });
            match known.filter(|_| !all) {
                Some(sum) => lists.extend(by_sum.get_mut(&sum)),
                // A register depends on inputs.
                None => lists.extend(by_sum.values_mut()),
            }
        }
        lists
    }

    /// Forgets what was used least recently.
    pub fn forget_half(&mut self) {
        for (_, by_sum) in &mut self.patterns {
            for known in by_sum.values_mut() {
                known.drain(..known.len().div_ceil(2));
            }
            by_sum.retain(|_, known| !known.is_empty());
        }
        self.patterns.retain(|(_, by_sum)| !by_sum.is_empty());
    }

    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}

/// Registers of which a condition asks one word.
fn asked_words(machine: &Machine<'_>, condition: &Condition) -> FxHashMap<(ThreadId, Place), u64> {
    let words = condition.bounds.iter().filter_map(|bound| {
        let Some(Cell::Register { thread, depth, reg }) = machine.cells.cell(bound.variable) else {
            return None;
        };
        Some(((thread, (depth, reg)), bound.only_word()?))
    });
    words.collect()
}

fn pattern(threads: &[(Role, ThreadId)], words: &FxHashMap<(ThreadId, Place), u64>) -> Pattern {
    let mut pattern = Vec::new();
    for of_role in threads.chunk_by(|a, b| a.0 == b.0) {
        let (role, first) = of_role[0];
        let everywhere = |place: &Place| {
            of_role.iter().all(|&(_, thread)| words.contains_key(&(thread, *place)))
        };
        let places = words.keys().filter(|(thread, _)| *thread == first).map(|&(_, place)| place);
        let mut places: Vec<Place> = places.filter(everywhere).collect();
        places.sort_unstable();
        if !places.is_empty() {
            pattern.push((role, places));
        }
    }
    pattern
}

/// A sum over all threads of a pattern, which does not depend on their order.
fn sum(
    pattern: &Pattern,
    threads: &[(Role, ThreadId)],
    mut word: impl FnMut(ThreadId, Place) -> Option<u64>,
) -> Option<u64> {
    let mut sum = 0u64;
    for (role, places) in pattern {
        for &(_, thread) in threads.iter().filter(|(other, _)| other == role) {
            let mut hasher = FxHasher::default();
            role.hash(&mut hasher);
            for &place in places {
                word(thread, place)?.hash(&mut hasher);
            }
            sum = sum.wrapping_add(hasher.finish());
        }
    }
    Some(sum)
}
