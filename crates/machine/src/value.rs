//! Values: a concrete word, a term, or nothing yet.
//!
//! Invariant: what fits 64 bits and is constant is always a `Word` (zero-extended), so a concrete program
//! never touches the term table. Constants wider than 64 bits are constant terms.

use raddle_expr::{Bits, TermId, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Word(u64),
    Term(TermId),
    /// Never assigned. Turned into a marked variable when it is first used.
    Undef,
}

impl Value {
    pub const FALSE: Value = Value::Word(0);
    pub const TRUE: Value = Value::Word(1);

    pub fn truth(b: bool) -> Value {
        Value::Word(u64::from(b))
    }
    pub fn word(self) -> Option<u64> {
        match self {
            Value::Word(word) => Some(word),
            Value::Term(_) | Value::Undef => None,
        }
    }
    /// The value a term stands for: a `Word` if it is a narrow constant.
    pub fn of_term(terms: &Terms, term: TermId) -> Value {
        terms.as_u64(term).map_or(Value::Term(term), Value::Word)
    }
    pub fn of_bits(terms: &mut Terms, bits: Bits) -> Value {
        match bits.to_u64() {
            Some(word) => Value::Word(word),
            None => Value::Term(terms.constant_bits(bits)),
        }
    }
    /// The value as a term of `width` bits, which it has unless something was declared wrongly. `Undef` has to be replaced before.
    pub fn term(self, terms: &mut Terms, width: u32) -> TermId {
        match self {
            Value::Word(word) => terms.constant(width, u128::from(word)),
            Value::Term(term) => terms.resized(term, width),
            Value::Undef => unreachable!("an undefined value is replaced when it is read"),
        }
    }
}

/// The low `width` bits (at most 64) of a word.
#[inline]
pub fn mask(width: u32, word: u64) -> u64 {
    if width >= 64 { word } else { word & ((1u64 << width) - 1) }
}

/// The signed reading of the low `width` bits (1 to 64).
#[inline]
pub fn signed(width: u32, word: u64) -> i64 {
    let unused = 64 - width.min(64);
    ((word << unused) as i64) >> unused
}
