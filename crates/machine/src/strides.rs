//! Elements whose size is no power of two: where an access at `&a[i].member` can go.
//!
//! By its low bits alone, an offset `16 + 56·i` may be any multiple of 8. A store there would leave a choice in every member of every element, the
//! locks among them. So an offset is brought into the form `first + step·index`, which holds modulo the size of addresses, and the index
//! is shown to be less than the number of elements. Then nothing wraps around, and the access goes to `first`, `first + step`, … and
//! nowhere else.
//!
//! An index that is too small for the product to wrap around needs no question: the offset was found to be inside of the
//! object. The solver is asked about others, with little work. Where it does not know, low bits decide (`candidates.rs`).

use raddle_expr::{BinaryOp, Term, TermId};
use raddle_solver::{Answer, Effort};

use crate::candidates::Candidates;
use crate::machine::Machine;
use crate::mistakes::AccessMistake;
use crate::state::State;

/// How deep sums and choices are looked into.
const DEPTH: u32 = 6;
/// Work of one question that only saves work.
const LONGEST: Effort = Effort(50_000);

impl Machine<'_> {
    /// The places inside of an object that an access can go to, if they are further apart than the low bits of its offset tell.
    pub(crate) fn strided(
        &mut self,
        st: &State,
        (constant, variable): (u64, TermId),
        last: u64,
    ) -> Option<Candidates> {
        let width = self.facts.pointer_bits;
        let (step, index) = self.factored(variable, DEPTH);
        if step == 0 || step.is_power_of_two() {
            return None;
        }
        let constant = signed(constant, width);
        let first = constant.rem_euclid(i128::from(step)) as u64;
        if first > last {
            return None;
        }
        let earlier = (constant - i128::from(first)) / i128::from(step);
        let earlier = self.terms.constant(width, earlier as u128);
        let index = self.terms.add(index, earlier);
        let count = (last - first) / step + 1;
        let certain = self.config.access_mistake == Some(AccessMistake::StridesNeverWrap)
            || self.is_small(index, step)
            || self.is_below(st, index, count);
        certain.then_some(Candidates { first, step, count, index })
    }

    /// A term as a number times a term.
    fn factored(&mut self, term: TermId, depth: u32) -> (u64, TermId) {
        let width = self.terms.width(term);
        if let Some(word) = self.terms.as_u64(term) {
            let number = signed(word, width);
            let sign = self.terms.constant(width, number.signum() as u128);
            return (number.unsigned_abs() as u64, sign);
        }
        let parts = match *self.terms.get(term) {
            _ if depth == 0 => None,
            Term::Binary(BinaryOp::Mul, a, b) => {
                let ((m, i), (n, j)) = (self.factored(a, depth - 1), self.factored(b, depth - 1));
                let product = m.checked_mul(n).filter(|&product| product < 1 << 31);
                return match product {
                    Some(product) => (product, self.terms.mul(i, j)),
                    None => (1, term),
                };
            }
            Term::Binary(BinaryOp::Add, a, b) => Some((a, b, None)),
            Term::Ite { cond, then, otherwise } => Some((then, otherwise, Some(cond))),
            _ => None,
        };
        let Some((a, b, condition)) = parts else {
            let zeros = self.trailing_zeros(term).min(12);
            if zeros == 0 {
                return (1, term);
            }
            let high = self.terms.extract(term, width - 1, zeros);
            return (1 << zeros, self.terms.zext(high, width));
        };
        let ((m, i), (n, j)) = (self.factored(a, depth - 1), self.factored(b, depth - 1));
        let common = greatest_divisor(m, n);
        if common <= 1 {
            return (1, term);
        }
        let mut times = |number: u64, index: TermId| {
            let number = self.terms.constant(width, u128::from(number / common));
            self.terms.mul(number, index)
        };
        let (i, j) = (times(m, i), times(n, j));
        let index = match condition {
            Some(condition) => self.terms.ite(condition, i, j),
            None => self.terms.add(i, j),
        };
        (common, index)
    }

    /// Whether an index is too small for its product with a number, and what is added to it, to wrap around.
    fn is_small(&self, index: TermId, step: u64) -> bool {
        let bits = self.magnitude(index, 2 * DEPTH);
        bits.is_some_and(|bits| bits + bit_length(step) + 2 < self.facts.pointer_bits)
    }

    /// So many bits that the term, with its sign, is not further from zero than two to the power of them.
    fn magnitude(&self, term: TermId, depth: u32) -> Option<u32> {
        let width = self.terms.width(term);
        if let Some(word) = self.terms.as_u64(term) {
            return Some(bit_length(signed(word, width).unsigned_abs() as u64));
        }
        let depth = depth.checked_sub(1)?;
        let fits = |bits: u32| (bits + 1 < width).then_some(bits);
        match *self.terms.get(term) {
            Term::ZExt { of, .. } => fits(self.terms.width(of)),
            Term::SExt { of, .. } => fits(self.terms.width(of)),
            Term::Binary(BinaryOp::Add, a, b) => {
                fits(self.magnitude(a, depth)?.max(self.magnitude(b, depth)?) + 1)
            }
            Term::Binary(BinaryOp::Mul, a, b) => {
                fits(self.magnitude(a, depth)? + self.magnitude(b, depth)?)
            }
            Term::Ite { then, otherwise, .. } => {
                Some(self.magnitude(then, depth)?.max(self.magnitude(otherwise, depth)?))
            }
            // A remainder by zero is the dividend.
            Term::Binary(BinaryOp::URem, _, b) => {
                fits(bit_length(self.terms.as_u64(b).filter(|&by| by > 0)?))
            }
            Term::Binary(BinaryOp::Concat, high, low) if self.terms.as_u64(high) == Some(0) => {
                fits(self.terms.width(low))
            }
            _ => None,
        }
    }

    fn is_below(&mut self, st: &State, index: TermId, count: u64) -> bool {
        let count = self.terms.constant(self.facts.pointer_bits, u128::from(count));
        let below = self.terms.ult(index, count);
        let not_below = self.terms.not(below);
        let answer = self.solver.check_within(&mut self.terms, &st.path, &[not_below], LONGEST);
        matches!(answer, Answer::Unsat(_))
    }
}

/// A word of some bits as a number with a sign.
fn signed(word: u64, width: u32) -> i128 {
    let (word, half) = (i128::from(word), 1i128 << (width - 1));
    if word >= half { word - 2 * half } else { word }
}

fn bit_length(number: u64) -> u32 {
    64 - number.leading_zeros()
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
