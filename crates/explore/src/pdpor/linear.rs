//! Terms as sums of variables.

use raddle_expr::{BinaryOp, Term, TermId, Terms};
use raddle_summary::number;

/// A term as `Σ factor · variable + constant`, modulo its width; factors and constant as signed numbers.
///
/// A part that is narrower than the term counts modulo its own width only, so its factor has to make up for the rest: this is so for the high part of a
/// concatenation, which is how shifts are written.
pub(super) fn linear(terms: &Terms, term: TermId) -> Option<(Vec<(TermId, i128)>, i128)> {
    let mut parts: Vec<(TermId, i128)> = Vec::new();
    let mut constant = 0i128;
    let mut open = vec![(term, 1i128)];
    let mut seen = 0;
    while let Some((term, factor)) = open.pop() {
        seen += 1;
        if seen > LARGEST_SUM || factor.abs() > 1 << 62 {
            return None;
        }
        let number = |term: TermId| Some(number(terms.as_u64(term)?, terms.width(term), true));
        match *terms.get(term) {
            Term::Const(_) => constant += factor.checked_mul(number(term)?)?,
            Term::Var(_) => match parts.iter_mut().find(|(known, _)| *known == term) {
                Some((_, known)) => *known += factor,
                None => parts.push((term, factor)),
            },
            Term::Neg(a) => open.push((a, -factor)),
            Term::Extract { low: 0, of, .. } if factor != 1 => open.push((of, factor)),
            Term::Binary(BinaryOp::Add, a, b) => open.extend([(a, factor), (b, factor)]),
            Term::Binary(BinaryOp::Mul, a, b) => match (number(a), number(b)) {
                (Some(by), _) => open.push((b, factor.checked_mul(by)?)),
                (_, Some(by)) => open.push((a, factor.checked_mul(by)?)),
                (None, None) => return None,
            },
            Term::Binary(BinaryOp::Concat, a, b) => {
                let low = i128::from(terms.as_u64(b)?);
                constant += factor.checked_mul(low)?;
                open.push((a, factor.checked_mul(1 << terms.width(b).min(100))?));
            }
            _ => return None,
        }
    }
    parts.retain(|&(_, factor)| factor != 0);
    Some((parts, constant))
}

/// Terms with more nodes are not looked at.
const LARGEST_SUM: usize = 64;

#[cfg(test)]
mod tests {
    use raddle_expr::{Bits, Model, Sort, TermId, Terms};

    use super::linear;

    /// Compares a sum with the term that it was read from, on some values.
    fn agrees(terms: &Terms, term: TermId, variables: &[TermId]) {
        let (parts, constant) = linear(terms, term).expect("a sum");
        for seed in 0..50i128 {
            let mut model = Model::default();
            let mut expected = constant;
            for (index, &variable) in variables.iter().enumerate() {
                let value = (seed * 37 + index as i128 * 91 + seed * seed) & 0xff;
                let id = terms.vars_of(variable)[0];
                model.bits.insert(id, Bits::new(8, value as u128));
                let factor = parts.iter().find(|(part, _)| *part == variable);
                expected += factor.map_or(0, |(_, factor)| factor * value);
            }
            let value = terms.eval(term, &model).to_u64().expect("a byte");
            assert_eq!(i128::from(value), expected & 0xff, "{parts:?} + {constant}");
        }
    }

    #[test]
    fn a_sum_is_worth_what_its_term_is() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(8));
        let y = terms.var("y", Sort::Bits(8));
        for factor in [1u128, 2, 3, 4, 6, 8, 250] {
            for constant in [0u128, 1, 7, 255] {
                let (k, n) = (terms.constant(8, factor), terms.constant(8, constant));
                let product = terms.mul(x, k);
                let sum = terms.add(product, n);
                agrees(&terms, sum, &[x, y]);
                let both = terms.add(sum, y);
                agrees(&terms, both, &[x, y]);
                let less = terms.sub(y, sum);
                agrees(&terms, less, &[x, y]);
            }
        }
        for shift in [1u128, 3] {
            let by = terms.constant(8, shift);
            let shifted = terms.shl(x, by);
            agrees(&terms, shifted, &[x, y]);
        }
    }

    #[test]
    fn other_terms_are_no_sums() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(8));
        let y = terms.var("y", Sort::Bits(8));
        let narrow = terms.extract(x, 3, 0);
        let back = terms.sext(narrow, 8);
        let others = [terms.mul(x, y), terms.xor(x, y), back, terms.lshr(x, y)];
        assert!(others.into_iter().all(|term| linear(&terms, term).is_none()));
    }
}
