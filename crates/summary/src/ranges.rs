//! What numbers a value that depends on inputs can be, as far as single conditions of a path tell.

use raddle_expr::{BinaryOp, Term, TermId, Terms, VarId};
use raddle_solver::Path;
use rustc_hash::FxHashMap;

use crate::condition::{Bound, as_bound, number};

/// All numbers from the first to the second.
pub type Range = (i128, i128);

/// Intervals of variables, by how they are read. What is not here can be anything.
#[derive(Clone, Debug, Default)]
pub struct Ranges(FxHashMap<(VarId, bool), Range>);

/// Longer paths are not looked through.
const LONGEST_PATH: u32 = 64;

impl Ranges {
    /// What a path says about its inputs.
    pub fn of_inputs(terms: &Terms, path: &Path) -> Ranges {
        let mut ranges = Ranges::default();
        if path.len() > LONGEST_PATH {
            return ranges;
        }
        let mut rest = path;
        while let Some((condition, before)) = rest.split_last() {
            ranges.add_condition(terms, condition);
            rest = before;
        }
        ranges
    }

    fn add_condition(&mut self, terms: &Terms, condition: TermId) {
        if let Term::Binary(BinaryOp::And, a, b) = *terms.get(condition) {
            self.add_condition(terms, a);
            self.add_condition(terms, b);
        } else if let Some(bound) = as_bound(terms, condition) {
            let known = self.of_variable(bound.variable, bound.width(), bound.signed);
            let narrowed = (known.0.max(bound.low()), known.1.min(bound.high()));
            self.0.insert((bound.variable, bound.signed), narrowed);
        }
    }

    /// What a variable of some width can be, in one reading.
    pub fn insert(&mut self, variable: VarId, signed: bool, range: Option<Range>, width: u32) {
        let all = (Bound::least(width.min(64), signed), Bound::greatest(width.min(64), signed));
        self.0.insert((variable, signed), range.unwrap_or(all));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, variable: VarId) -> bool {
        self.0.contains_key(&(variable, true)) || self.0.contains_key(&(variable, false))
    }

    fn of_variable(&self, variable: VarId, width: u32, signed: bool) -> Range {
        let all = (Bound::least(width, signed), Bound::greatest(width, signed));
        let known = |signed| self.0.get(&(variable, signed)).copied();
        // What is small in both readings is the same number.
        let other =
            known(!signed).filter(|other| other.0 >= 0 && other.1 <= Bound::greatest(width, true));
        let own = known(signed).unwrap_or(all);
        let other = other.unwrap_or(all);
        (own.0.max(other.0), own.1.min(other.1))
    }

    /// All numbers that a term can be; `None` if it is not understood, or wider than a word.
    pub fn of(&self, terms: &Terms, term: TermId, signed: bool) -> Option<Range> {
        let width = width(terms, term)?;
        let all = (Bound::least(width, signed), Bound::greatest(width, signed));
        let range = match *terms.get(term) {
            Term::Const(_) => {
                let value = number(terms.as_u64(term)?, width, signed);
                (value, value)
            }
            Term::Var(variable) => self.of_variable(variable, width, signed),
            Term::ZExt { of, .. } => self.of(terms, of, false)?,
            Term::SExt { of, .. } if signed => self.of(terms, of, true)?,
            Term::Neg(of) => {
                let (low, high) = self.of(terms, of, signed)?;
                (-high, -low)
            }
            Term::Binary(BinaryOp::Add, a, b) => {
                // A large unsigned summand is usually a small negative one.
                let signed_too = |term| self.of(terms, term, true);
                let (a, b) = if signed || (terms.as_u64(a).is_none() && terms.as_u64(b).is_none()) {
                    (self.of(terms, a, signed)?, self.of(terms, b, signed)?)
                } else if terms.as_u64(a).is_some() {
                    (signed_too(a)?, self.of(terms, b, signed)?)
                } else {
                    (self.of(terms, a, signed)?, signed_too(b)?)
                };
                (a.0 + b.0, a.1 + b.1)
            }
            _ => {
                let (factor, of) = multiple(terms, term)?;
                let (low, high) = self.of(terms, of, signed)?;
                let (a, b) = (low.checked_mul(factor)?, high.checked_mul(factor)?);
                (a.min(b), a.max(b))
            }
        };
        // Beyond, it would wrap round.
        (all.0 <= range.0 && range.1 <= all.1).then_some(range)
    }
}

/// The width of a term that fits into a word.
pub fn width(terms: &Terms, term: TermId) -> Option<u32> {
    match terms.sort(term) {
        raddle_expr::Sort::Bits(width) if width <= 64 => Some(width),
        _ => None,
    }
}

/// A term as a constant times another one, up to wrapping round. Powers of two look like shifted bits.
pub fn multiple(terms: &Terms, term: TermId) -> Option<(i128, TermId)> {
    let width = width(terms, term)?;
    match *terms.get(term) {
        Term::Binary(BinaryOp::Mul, a, b) => {
            let (factor, of) = match (terms.as_u64(a), terms.as_u64(b)) {
                (Some(factor), _) => (factor, b),
                (_, Some(factor)) => (factor, a),
                _ => return None,
            };
            Some((number(factor, width, true), of))
        }
        Term::Binary(BinaryOp::Concat, upper, zeros) => {
            let shift =
                terms.as_u64(zeros).filter(|&bits| bits == 0).map(|_| terms.width(zeros))?;
            let Term::Extract { low: 0, of, .. } = *terms.get(upper) else { return None };
            (terms.width(of) == width).then_some((1 << shift, of))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use raddle_expr::{Sort, Terms};
    use raddle_solver::Path;

    use super::{Ranges, multiple};

    #[test]
    fn conditions_of_a_path_bound_inputs_and_sums_of_them() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(8));
        let (three, ten) = (terms.constant(8, 3), terms.constant(8, 10));
        let below = terms.slt(x, three);
        let at_least = terms.not(below);
        let at_most = terms.slt(x, ten);
        let path = Path::new().and(at_least).and(at_most);
        let ranges = Ranges::of_inputs(&terms, &path);
        assert_eq!(ranges.of(&terms, x, true), Some((3, 9)));
        // Small numbers are the same however they are read.
        assert_eq!(ranges.of(&terms, x, false), Some((3, 9)));
        let more = terms.add(x, ten);
        assert_eq!(ranges.of(&terms, more, true), Some((13, 19)));
    }

    #[test]
    fn what_may_wrap_round_has_no_range() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(8));
        let large = terms.constant(8, 100);
        let small = terms.slt(x, large);
        let ranges = Ranges::of_inputs(&terms, &Path::new().and(small));
        assert_eq!(ranges.of(&terms, x, true), Some((-128, 99)));
        let sum = terms.add(x, large);
        assert_eq!(ranges.of(&terms, sum, true), None);
        let two = terms.constant(8, 2);
        let double = terms.mul(x, two);
        assert_eq!(ranges.of(&terms, double, true), None);
    }

    #[test]
    fn shifted_bits_are_multiples() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(32));
        let four = terms.constant(32, 4);
        let product = terms.mul(x, four);
        assert_eq!(multiple(&terms, product), Some((4, x)));
        assert_eq!(multiple(&terms, x), None);
    }
}
