//! Terms as sums of multiples of other terms, as numbers: without wrapping round.
//!
//! Whether an operation overflows is asked as *the same operation with more bits has the same value*. Where ranges tell that neither wraps round, both
//! are the same sum of the same terms, whatever these are. Numbers are read with signs.

use raddle_expr::TermId;
use smallvec::SmallVec;

/// Sums of more terms are not looked at.
const MOST_TERMS: usize = 32;

/// A constant, and terms with their factors, sorted, none of which is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    constant: i128,
    terms: SmallVec<[(TermId, i128); 4]>,
}

impl Linear {
    pub fn constant(constant: i128) -> Linear {
        Linear { constant, ..Linear::default() }
    }

    pub fn term(term: TermId) -> Linear {
        Linear { constant: 0, terms: SmallVec::from_slice(&[(term, 1)]) }
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn plus(mut self, other: Linear) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (term, factor) in other.terms {
            match self.terms.binary_search_by_key(&term, |&(known, _)| known) {
                Ok(at) => {
                    self.terms[at].1 = self.terms[at].1.checked_add(factor)?;
                    if self.terms[at].1 == 0 {
                        self.terms.remove(at);
                    }
                }
                Err(at) => self.terms.insert(at, (term, factor)),
            }
        }
        (self.terms.len() <= MOST_TERMS).then_some(self)
    }

    pub fn times(mut self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::default());
        }
        self.constant = self.constant.checked_mul(factor)?;
        for (_, own) in &mut self.terms {
            *own = own.checked_mul(factor)?;
        }
        Some(self)
    }
}
