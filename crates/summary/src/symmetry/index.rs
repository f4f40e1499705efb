//! Summaries of one shape, by what they ask of registers and of memory: a key that does not depend on names.
//!
//! Where threads count, states of one shape are many, and each has its summary: trying to rename one after another would take as long as exploring. Mostly a
//! summary asks that registers hold certain words. If it does so for all threads of a role, then a state can only be covered if its threads of
//! that role hold the same words, in any order. So entries are kept by which registers are asked for (a *pattern*) and by a sum of hashes of the words. Bytes whose
//! address depends on nothing stay where they are under every renaming, so what is asked of them is asked of the same bytes: such cells are part of a pattern, too. So are
//! addresses by which threads meet (`neighbours.rs`). What is left out this way could not have been renamed; what is found still has to be.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_ir::Reg;
use raddle_machine::{Cell, Machine, Spot, State, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHasher};

use crate::condition::Condition;
use crate::demand::Demand;
use crate::symmetry::known::Known;
use crate::symmetry::neighbours::{self, Addresses};
use crate::symmetry::plan::contains;
use crate::symmetry::role::Role;

/// A register of a thread: how deep its frame is, and its number there.
type Place = (u32, Reg);

/// Where a summary asks for one word, whatever the names are.
#[derive(Debug, Default, PartialEq, Eq)]
struct Pattern {
    /// For each role the registers of which one word is asked in all threads of it.
    registers: Vec<(Role, Vec<Place>)>,
    /// Memory that stays where it is.
    cells: Vec<Cell>,
    /// By which threads meet, if they do.
    addresses: Addresses,
}

/// Beyond so many patterns of one shape memory and addresses are left out: each of them is looked at.
const MOST_PATTERNS: usize = 16;

/// Summaries by the sum of the words that they ask for.
type BySum = FxHashMap<u64, Vec<Rc<Known>>>;

/// The summaries of one shape.
#[derive(Debug, Default)]
pub struct Index {
    patterns: Vec<(Pattern, BySum)>,
    pub demand: Demand,
}

impl Index {
    pub fn insert(
        &mut self,
        machine: &mut Machine<'_>,
        threads: &[(Role, ThreadId)],
        condition: &Condition,
        known: Known,
    ) {
        let words = asked_words(machine, condition);
        let mut pattern = pattern(threads, &words);
        let met = neighbours::of_condition(machine, threads, condition);
        let mut met_sum = 0;
        if let Some((addresses, sum)) = met {
            (pattern.addresses, met_sum) = (addresses, sum);
        }
        let is_known = |pattern: &Pattern| self.patterns.iter().any(|(known, _)| known == pattern);
        if self.patterns.len() >= MOST_PATTERNS && !is_known(&pattern) {
            pattern.cells = Vec::new();
            pattern.addresses = Vec::new();
            met_sum = 0;
        }
        let sum = sum(&pattern, threads, |cell| words.get(&cell).copied());
        let at = self.patterns.iter().position(|(other, _)| *other == pattern);
        let at = at.unwrap_or_else(|| {
            self.patterns.push((pattern, FxHashMap::default()));
            self.patterns.len() - 1
        });
        // Every place of the pattern has a word.
        let sum = sum.unwrap_or_default().wrapping_add(met_sum);
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
            let known = sum(pattern, threads, |cell| match machine.cell_content(state, cell) {
                Some(Value::Word(word)) => Some(word),
                Some(Value::Term(_) | Value::Undef) | None => None,
            });
            let known = known.and_then(|sum| {
                if pattern.addresses.is_empty() {
                    return Some(sum);
                }
                let met = neighbours::of_state(machine, state, threads, &pattern.addresses)?;
                Some(sum.wrapping_add(met))
            });
            match known.filter(|_| !all) {
                Some(sum) => lists.extend(by_sum.get_mut(&sum)),
                // Something depends on inputs.
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

/// Registers, and memory that stays where it is, of which a condition asks one word.
fn asked_words(machine: &Machine<'_>, condition: &Condition) -> FxHashMap<Cell, u64> {
    let still = |spot: &&Spot| machine.terms.vars_of(spot.address).is_empty();
    let still: Vec<&Spot> = condition.spots.iter().filter(still).collect();
    let words = condition.bounds.iter().filter_map(|bound| {
        let cell = machine.cells.cell(bound.variable)?;
        let known = match cell {
            Cell::Register { .. } => true,
            Cell::Memory { .. } => still.iter().any(|spot| contains(spot, cell)),
            Cell::Base { .. } | Cell::Owner { .. } => false,
        };
        let word = bound.only_word().filter(|_| known)?;
        Some((cell, word))
    });
    words.collect()
}

fn pattern(threads: &[(Role, ThreadId)], words: &FxHashMap<Cell, u64>) -> Pattern {
    let mut pattern = Pattern::default();
    for of_role in threads.chunk_by(|a, b| a.0 == b.0) {
        let (role, first) = of_role[0];
        let everywhere = |&(depth, reg): &Place| {
            let registers =
                of_role.iter().map(|&(_, thread)| Cell::Register { thread, depth, reg });
            registers.into_iter().all(|register| words.contains_key(&register))
        };
        let places = words.keys().filter_map(|cell| match *cell {
            Cell::Register { thread, depth, reg } if thread == first => Some((depth, reg)),
            _ => None,
        });
        let mut places: Vec<Place> = places.filter(everywhere).collect();
        places.sort_unstable();
        if !places.is_empty() {
            pattern.registers.push((role, places));
        }
    }
    let memory = words.keys().filter(|cell| matches!(cell, Cell::Memory { .. }));
    pattern.cells = memory.copied().collect();
    pattern.cells.sort_unstable();
    pattern
}

/// A sum over all threads of a pattern, which does not depend on their order, and over its cells.
fn sum(
    pattern: &Pattern,
    threads: &[(Role, ThreadId)],
    mut word: impl FnMut(Cell) -> Option<u64>,
) -> Option<u64> {
    let mut sum = 0u64;
    for (role, places) in &pattern.registers {
        for &(_, thread) in threads.iter().filter(|(other, _)| other == role) {
            let mut hasher = FxHasher::default();
            role.hash(&mut hasher);
            for &(depth, reg) in places {
                word(Cell::Register { thread, depth, reg })?.hash(&mut hasher);
            }
            sum = sum.wrapping_add(hasher.finish());
        }
    }
    let mut hasher = FxHasher::default();
    for &cell in &pattern.cells {
        word(cell)?.hash(&mut hasher);
    }
    Some(sum.wrapping_add(hasher.finish()))
}
