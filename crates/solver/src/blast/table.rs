//! Look-up tables: a run of writes at constant indices, read at a symbolic index.

use raddle_expr::{Bits, Term, TermId, Terms};
use rustc_hash::FxHashMap;

use super::circuits::{self, Word};
use super::gates::{Edge, Gates};

/// The longest run of writes at constant indices on top of an array.
#[derive(Debug)]
pub struct Run {
    /// The newest value at each index.
    pub entries: FxHashMap<Bits, TermId>,
    pub below: TermId,
}

pub fn constant_writes(terms: &Terms, array: TermId) -> Run {
    let mut run = Run { entries: FxHashMap::default(), below: array };
    while let Term::Write { array, index, value } = *terms.get(run.below)
        && let Some(at) = terms.as_const(index)
    {
        run.entries.entry(at.clone()).or_insert(value);
        run.below = array;
    }
    run
}

/// The value of the entry whose constant index equals `index`, else `below`. Entries are constant words
/// in increasing order. Bits on which all entries agree are compared once, then the entries are split by
/// the highest bit on which they differ.
pub fn look_up(
    gates: &mut Gates,
    index: &[Edge],
    entries: &[(Word, Word)],
    below: &[Edge],
) -> Word {
    look_up_below(gates, index, entries, below, index.len())
}

/// The recursion is as deep as the index is wide.
fn look_up_below(
    gates: &mut Gates,
    index: &[Edge],
    entries: &[(Word, Word)],
    below: &[Edge],
    width: usize,
) -> Word {
    let Some(((first, value), (last, _))) = entries.first().zip(entries.last()) else {
        return below.to_vec();
    };
    let split = (0..width).rev().find(|&place| first[place] != last[place]);
    let agreed = split.map_or(0, |place| place + 1);
    let same = circuits::equal(gates, &index[agreed..width], &first[agreed..width]);
    let inside = match split {
        None => value.clone(),
        Some(place) => {
            let middle = entries.partition_point(|(at, _)| at[place] == Edge::FALSE);
            let low = look_up_below(gates, index, &entries[..middle], below, place);
            let high = look_up_below(gates, index, &entries[middle..], below, place);
            circuits::select(gates, index[place], &high, &low)
        }
    };
    circuits::select(gates, same, &inside, below)
}
