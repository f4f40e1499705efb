//! Conditions that bound a term by a constant.
//!
//! A loop with a symbolic bound adds `0 < n`, `1 < n`, `2 < n` … to its path: all but the last are implied
//! by it, and a solver that keeps them all takes quadratic time for the loop.

use std::cmp::Ordering;

use raddle_expr::{BinaryOp, Bits, Term, TermId, Terms};

/// `limit ≤ term` or `term ≤ limit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    pub term: TermId,
    pub side: Side,
    limit: Bits,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    signed: bool,
    lower: bool,
}

impl Side {
    /// The other end of the same range.
    pub fn opposite(self) -> Side {
        Side { lower: !self.lower, ..self }
    }
    fn compare(self, a: &Bits, b: &Bits) -> Ordering {
        if self.signed { a.compare_signed(b) } else { a.compare_unsigned(b) }
    }
}

impl Bound {
    /// What a condition says, if it bounds a term by a constant.
    ///
    /// match: `c < t`, `t < c`, and their negations `t ≤ c`, `c ≤ t`, signed and unsigned
    pub fn of(terms: &Terms, condition: TermId) -> Option<Bound> {
        match *terms.get(condition) {
            Term::Not(of) => Bound::of_comparison(terms, of, true),
            _ => Bound::of_comparison(terms, condition, false),
        }
    }
    /// What a comparison with a constant says, or its negation.
    pub fn of_comparison(terms: &Terms, comparison: TermId, negated: bool) -> Option<Bound> {
        let (signed, a, b) = match *terms.get(comparison) {
            Term::Binary(BinaryOp::Ult, a, b) => (false, a, b),
            Term::Binary(BinaryOp::Slt, a, b) => (true, a, b),
            _ => return None,
        };
        let (term, constant, constant_first) = match (terms.as_const(a), terms.as_const(b)) {
            (Some(constant), None) => (b, constant, true),
            (None, Some(constant)) => (a, constant, false),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        // `c < t` and `c ≤ t` are lower bounds; negation turns the one into the other's opposite.
        let side = Side { signed, lower: constant_first != negated };
        let limit = if negated { constant.clone() } else { tighter(side, constant)? };
        Some(Bound { term, side, limit })
    }
    /// The numbers it allows, and whether they are read as signed ones; none for terms wider than a word.
    pub fn range(&self) -> Option<(bool, (i128, i128))> {
        let (width, value) = (self.limit.width(), self.limit.to_u64()?);
        let unused = 64u32.checked_sub(width)?;
        let Side { signed, lower } = self.side;
        let limit = match signed {
            true => i128::from(((value << unused) as i64) >> unused),
            false => i128::from(value),
        };
        Some((signed, if lower { (limit, i128::MAX) } else { (i128::MIN, limit) }))
    }
    /// A number for the bounds of a term on one side.
    pub fn key(term: TermId, side: Side) -> u32 {
        let term = u32::try_from(4 * term.index()).expect("memory does not hold a billion terms");
        term + 2 * u32::from(side.signed) + u32::from(side.lower)
    }
    /// Whether this bound, of the same term and side, leaves nothing for the other to exclude.
    pub fn implies(&self, other: &Bound) -> bool {
        let order = self.side.compare(&self.limit, &other.limit);
        self.term == other.term
            && self.side == other.side
            && if self.side.lower { order.is_ge() } else { order.is_le() }
    }
    /// Whether the two are the ends of an empty range.
    pub fn excludes(&self, other: &Bound) -> bool {
        let order = self.side.compare(&self.limit, &other.limit);
        self.term == other.term
            && self.side == other.side.opposite()
            && if self.side.lower { order.is_gt() } else { order.is_lt() }
    }
}

/// The limit of the strict bound as that of one that is not strict; none if nothing is left.
fn tighter(side: Side, constant: &Bits) -> Option<Bits> {
    let width = constant.width();
    let end = match (side.signed, side.lower) {
        (false, true) => Bits::ones(width),
        (false, false) => Bits::zero(width),
        (true, true) => Bits::signed_max(width),
        (true, false) => Bits::signed_min(width),
    };
    if *constant == end {
        return None;
    }
    let one = Bits::one(width);
    Some(if side.lower { constant.add(&one) } else { constant.sub(&one) })
}

#[cfg(test)]
mod tests {
    use raddle_expr::{Bits, Model, Sort, TermId, Terms};

    use super::Bound;

    /// All bounds of a three-bit variable, with the values that satisfy them.
    fn all_bounds(terms: &mut Terms) -> Vec<(TermId, Vec<u128>)> {
        let x = terms.var("x", Sort::Bits(3));
        let mut conditions = Vec::new();
        for value in 0..8 {
            let constant = terms.constant(3, value);
            let comparisons = [
                terms.ult(x, constant),
                terms.ult(constant, x),
                terms.slt(x, constant),
                terms.slt(constant, x),
            ];
            for comparison in comparisons {
                conditions.extend([comparison, terms.not(comparison)]);
            }
        }
        let var = terms.vars_of(x)[0];
        let holds = |condition: TermId, value: u128| {
            let mut model = Model::default();
            model.bits.insert(var, Bits::new(3, value));
            terms.eval_bool(condition, &model)
        };
        conditions
            .into_iter()
            .map(|condition| (condition, (0..8).filter(|&value| holds(condition, value)).collect()))
            .collect()
    }

    #[test]
    fn implied_and_excluded_bounds_are_so() {
        let mut terms = Terms::new();
        let all = all_bounds(&mut terms);
        let mut counts = (0, 0);
        for (a, values) in &all {
            for (b, others) in &all {
                let (Some(a), Some(b)) = (Bound::of(&terms, *a), Bound::of(&terms, *b)) else {
                    continue;
                };
                if a.implies(&b) {
                    counts.0 += 1;
                    assert!(values.iter().all(|value| others.contains(value)), "{a:?} {b:?}");
                }
                if a.excludes(&b) {
                    counts.1 += 1;
                    assert!(!values.iter().any(|value| others.contains(value)), "{a:?} {b:?}");
                }
            }
        }
        assert!(counts.0 > 100 && counts.1 > 50, "{counts:?}");
    }
}
