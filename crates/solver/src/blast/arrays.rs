//! Arrays: reads as selections over writes, equality of arrays.
//!
//! A read becomes a chain of selections over the writes below it, ending in a constant array or in a
//! *base read*: fresh inputs for the value of an array variable at an index. That base reads at equal
//! indices have equal values is not in the graph; the instance that uses them adds it on demand. A run
//! of writes at constant indices becomes a decision tree over the index bits instead of one comparison
//! for each write, which is what look-up tables need.
//!
//! Equality of arrays with few indices is equality at each of them. Otherwise it is an input `e` with a
//! *witness* index: without `e` the arrays differ there. With `e` they are equal at their *default*
//! place, a fictitious index that no write hits, and at those indices for which the instance finds a
//! difference and asks for a lemma. The lemmas speak of the indices of reads and writes, of which there
//! are finitely many, rather than of their values. Such a place exists while fewer writes than indices are in use,
//! which the instance checks ([`Blaster::has_default_place`]).

use raddle_expr::{Bits, Sort, Term, TermId, Terms, VarId};
use rustc_hash::FxHashSet;

use super::circuits::{self, Word};
use super::gates::Edge;
use super::{BaseRead, Blaster, Origin, ReadId, constant, table};

/// Up to this index width, arrays are compared index by index.
const COMPARED_INDEX_BY_INDEX: u32 = 5;

/// Where an array is read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    Term(TermId),
    Constant(Bits),
    /// The index of a base read.
    Read(ReadId),
    /// The index at which the arrays of an equality differ, unless they are equal.
    Witness(EqualityId),
    /// Where no write hits.
    Default,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EqualityId(u32);

#[derive(Debug)]
pub struct Equality {
    pub left: TermId,
    pub right: TermId,
    pub index_width: u32,
    pub equal: Edge,
    witness: Word,
    /// Edges that hold whenever the equality is used.
    pub constraints: Vec<Edge>,
}

impl Blaster {
    pub fn equality(&self, equality: EqualityId) -> &Equality {
        &self.equalities[equality.0 as usize]
    }
    /// Whether some index is hit by no write, so that arrays have a default place.
    pub fn has_default_place(&self, index_width: u32) -> bool {
        let writes = self.writes.get(&index_width).copied().unwrap_or(0);
        index_width >= 63 || writes < 1 << index_width
    }
    /// Both arrays have the same value at the index.
    pub fn equal_at(&mut self, terms: &Terms, equality: EqualityId, index: &Index) -> Edge {
        let Equality { left, right, .. } = *self.equality(equality);
        self.equal_reads(terms, left, right, index)
    }
    /// The value an array variable has by default, if anything speaks of it.
    pub fn array_default(&self, terms: &Terms, array: VarId) -> Option<&[Edge]> {
        let key = (terms.var_term(array), Index::Default);
        self.array_reads.get(&key).map(|&span| self.span(span))
    }

    pub(super) fn array_equality(
        &mut self,
        terms: &Terms,
        left: TermId,
        right: TermId,
        index_width: u32,
    ) -> Edge {
        if index_width <= COMPARED_INDEX_BY_INDEX {
            let mut equal = Edge::TRUE;
            for index in 0..1u128 << index_width {
                let index = Index::Constant(Bits::new(index_width, index));
                let here = self.equal_reads(terms, left, right, &index);
                equal = self.gates.and(equal, here);
            }
            return equal;
        }
        let id = EqualityId(self.equalities.len() as u32);
        let equal = self.fresh_word(Origin::Equality(id), 1)[0];
        let witness = self.fresh_word(Origin::Free, index_width as usize);
        let constraints = Vec::new();
        self.equalities.push(Equality { left, right, index_width, equal, witness, constraints });
        let at_witness = self.equal_reads(terms, left, right, &Index::Witness(id));
        let by_default = self.equal_reads(terms, left, right, &Index::Default);
        let differ = self.gates.or(equal, !at_witness);
        let agree = self.gates.or(!equal, by_default);
        self.equalities[id.0 as usize].constraints = vec![differ, agree];
        equal
    }
    fn equal_reads(&mut self, terms: &Terms, left: TermId, right: TermId, at: &Index) -> Edge {
        let (left, right) = (self.read(terms, left, at), self.read(terms, right, at));
        circuits::equal(&mut self.gates, &left, &right)
    }

    /// The bits of a read. Works through the arrays below with an explicit stack.
    pub(super) fn read(&mut self, terms: &Terms, array: TermId, index: &Index) -> Word {
        let bits = self.index_bits(index);
        let mut stack = vec![(array, false)];
        while let Some((array, below_done)) = stack.pop() {
            if self.array_reads.contains_key(&(array, index.clone())) {
                continue;
            }
            if !below_done {
                stack.push((array, true));
                self.arrays_below(terms, array, bits.as_deref(), &mut stack);
                continue;
            }
            let word = self.read_node(terms, array, index, bits.as_deref());
            let span = self.keep(&word);
            self.array_reads.insert((array, index.clone()), span);
        }
        self.known_read(array, index)
    }
    /// The default place has no bits.
    fn index_bits(&self, index: &Index) -> Option<Word> {
        match index {
            Index::Term(term) => Some(self.word(*term)),
            Index::Constant(bits) => Some(constant(bits)),
            Index::Read(read) => Some(self.base_read(*read).index.clone()),
            Index::Witness(equality) => Some(self.equality(*equality).witness.clone()),
            Index::Default => None,
        }
    }
    fn known_read(&self, array: TermId, index: &Index) -> Word {
        self.span(self.array_reads[&(array, index.clone())]).to_vec()
    }
    fn arrays_below(
        &self,
        terms: &Terms,
        array: TermId,
        index: Option<&[Edge]>,
        stack: &mut Vec<(TermId, bool)>,
    ) {
        match *terms.get(array) {
            Term::Ite { then, otherwise, .. } => {
                stack.push((then, false));
                stack.push((otherwise, false));
            }
            Term::Write { array: below, .. } => {
                let run = table::constant_writes(terms, array);
                let below = match index {
                    Some(index) if table_hit(index, &run).is_some() => return,
                    Some(_) if run.entries.is_empty() => below,
                    Some(_) => run.below,
                    None => below,
                };
                stack.push((below, false));
            }
            // A variable or a constant array; other terms are not arrays.
            _ => (),
        }
    }
    /// The read of one array whose parts are already read at the same index.
    fn read_node(
        &mut self,
        terms: &Terms,
        array: TermId,
        index: &Index,
        bits: Option<&[Edge]>,
    ) -> Word {
        match *terms.get(array) {
            Term::ConstArray { value, .. } => self.word(value),
            Term::Ite { cond, then, otherwise } => {
                let cond = self.bits(cond)[0];
                let (then, otherwise) =
                    (self.known_read(then, index), self.known_read(otherwise, index));
                circuits::select(&mut self.gates, cond, &then, &otherwise)
            }
            Term::Write { array: below, index: at, value } => match bits {
                Some(bits) => self.read_write(terms, array, (below, at, value), index, bits),
                None => self.known_read(below, index),
            },
            Term::Var(var) => self.base_read_of(terms, var, bits),
            _ => unreachable!("no other term has an array sort"),
        }
    }
    fn read_write(
        &mut self,
        terms: &Terms,
        array: TermId,
        (below, at, value): (TermId, TermId, TermId),
        index: &Index,
        bits: &[Edge],
    ) -> Word {
        let run = table::constant_writes(terms, array);
        if run.entries.is_empty() {
            let below = self.known_read(below, index);
            let (at, value) = (self.word(at), self.word(value));
            let hit = circuits::equal(&mut self.gates, &at, bits);
            return circuits::select(&mut self.gates, hit, &value, &below);
        }
        if let Some(value) = table_hit(bits, &run) {
            return self.word(value);
        }
        let below = self.known_read(run.below, index);
        let mut entries: Vec<(Word, Word)> =
            run.entries.iter().map(|(at, &value)| (constant(at), self.word(value))).collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.iter().rev().cmp(b.iter().rev()));
        table::look_up(&mut self.gates, bits, &entries, &below)
    }
    fn base_read_of(&mut self, terms: &Terms, array: VarId, index: Option<&[Edge]>) -> Word {
        let Sort::Array { element, .. } = terms.var_sort(array) else {
            unreachable!("only arrays are read")
        };
        let Some(index) = index else {
            return self.fresh_word(Origin::Default(array), element as usize);
        };
        let id = ReadId(self.base_reads.len() as u32);
        let value = self.fresh_word(Origin::Read(id), element as usize);
        self.base_reads.push(BaseRead { array, index: index.to_vec(), value: value.clone() });
        value
    }
}

/// The indices written to anywhere in an array term.
pub fn written_indices(terms: &Terms, array: TermId) -> Vec<TermId> {
    let mut indices = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![array];
    while let Some(array) = stack.pop() {
        if !seen.insert(array) {
            continue;
        }
        match *terms.get(array) {
            Term::Write { array, index, .. } => {
                indices.push(index);
                stack.push(array);
            }
            Term::Ite { then, otherwise, .. } => stack.extend([then, otherwise]),
            // A variable or a constant array; other terms are not arrays.
            _ => (),
        }
    }
    indices
}

/// The value written at a constant index.
fn table_hit(index: &[Edge], run: &table::Run) -> Option<TermId> {
    let mut words = vec![0u64; index.len().div_ceil(64)];
    for (place, bit) in index.iter().enumerate() {
        words[place / 64] |= u64::from(bit.as_constant()?) << (place % 64);
    }
    run.entries.iter().find(|(at, _)| at.words() == words).map(|(_, &value)| value)
}
