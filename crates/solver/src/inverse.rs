//! Which values variables should have for a condition to hold, if all others stay as they are: a walk from the condition down to variables, on which each operation says what its
//! operand would have to be. It is a proposal: a variable may stand at two places, so whoever asks evaluates the condition again.

use raddle_expr::{BinaryOp, Bits, Evaluator, Sort, Term, TermId, Terms, VarId};
use smallvec::SmallVec;

/// Terms that are looked at for one condition.
const STEPS: u32 = 200;
/// How deep the walk goes.
const DEPTH: u32 = 64;

/// Variables and their new values.
pub(crate) type Changes = SmallVec<[(VarId, Bits); 4]>;

/// What to change for a condition to hold that does not hold in the evaluator's model.
pub(crate) fn changes(
    terms: &Terms,
    evaluator: Evaluator<'_>,
    condition: TermId,
) -> Option<Changes> {
    let mut walk = Walk { terms, evaluator, changes: Changes::new(), steps: STEPS, depth: DEPTH };
    walk.set(condition, 1).then_some(walk.changes)
}

struct Walk<'t, 'm> {
    terms: &'t Terms,
    evaluator: Evaluator<'m>,
    changes: Changes,
    steps: u32,
    depth: u32,
}

fn ones(width: u32) -> u64 {
    u64::MAX.checked_shr(64 - width).unwrap_or(0)
}

/// The number of a word with a sign, moved so that it compares like one without.
fn ordered(width: u32, value: u64, signed: bool) -> u64 {
    if signed { value ^ 1 << (width - 1) } else { value }
}

impl Walk<'_, '_> {
    /// The word that a term is in the model. Arrays and wider terms are left alone.
    fn now(&mut self, t: TermId) -> Option<u64> {
        match self.terms.sort(t) {
            Sort::Bits(..=64) => self.evaluator.eval(self.terms, t).to_u64(),
            _ => None,
        }
    }

    /// Lets a term have a value. If it cannot, nothing was changed.
    fn set(&mut self, t: TermId, value: u64) -> bool {
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        let Some(now) = self.now(t) else { return false };
        if now == value {
            return true;
        }
        self.steps = steps;
        if self.depth == 0 {
            return false;
        }
        let before = self.changes.len();
        self.depth -= 1;
        let done = self.set_term(t, now, value).unwrap_or(false);
        self.depth += 1;
        if !done {
            self.changes.truncate(before);
        }
        done
    }

    /// The first of two attempts that works.
    fn either(&mut self, first: (TermId, u64), second: (TermId, u64)) -> bool {
        self.set(first.0, first.1) || self.set(second.0, second.1)
    }

    fn set_term(&mut self, t: TermId, now: u64, value: u64) -> Option<bool> {
        let width = self.terms.width(t);
        let mask = ones(width);
        Some(match *self.terms.get(t) {
            Term::Var(var) => self.set_variable(var, width, value),
            Term::Not(of) => self.set(of, !value & mask),
            Term::Neg(of) => self.set(of, value.wrapping_neg() & mask),
            Term::Extract { high, low, of } => {
                // Behind this question, it is no wider than a word.
                let old = self.now(of)?;
                let part = ones(high - low + 1) << low;
                self.set(of, old & !part | value << low)
            }
            Term::ZExt { of, .. } => value <= ones(self.terms.width(of)) && self.set(of, value),
            Term::SExt { of, .. } => self.set_extended(of, width, value),
            Term::Ite { cond, then, otherwise } => {
                let taken = self.now(cond)? == 1;
                let (taken, other) = if taken { (then, otherwise) } else { (otherwise, then) };
                if self.set(taken, value) {
                    return Some(true);
                }
                let switched = self.now(cond)? ^ 1;
                self.now(other)? == value && self.set(cond, switched)
            }
            Term::Binary(op, a, b) => return self.set_binary(op, (a, b), (now, value), mask),
            Term::Const(_) | Term::ConstArray { .. } | Term::Read { .. } | Term::Write { .. } => {
                false
            }
        })
    }

    /// A variable has one value: what was said of it before stays.
    fn set_variable(&mut self, var: VarId, width: u32, value: u64) -> bool {
        let value = Bits::new(width, u128::from(value));
        match self.changes.iter().find(|(known, _)| *known == var) {
            Some((_, known)) => *known == value,
            None => {
                self.changes.push((var, value));
                true
            }
        }
    }

    fn set_extended(&mut self, of: TermId, width: u32, value: u64) -> bool {
        let narrow = self.terms.width(of);
        let low = value & ones(narrow);
        let negative = low >> (narrow - 1) == 1;
        let wide = if negative { low | ones(width) & !ones(narrow) } else { low };
        wide == value && self.set(of, low)
    }

    fn set_binary(
        &mut self,
        op: BinaryOp,
        (a, b): (TermId, TermId),
        (now, value): (u64, u64),
        mask: u64,
    ) -> Option<bool> {
        let (x, y) = (self.now(a)?, self.now(b)?);
        Some(match op {
            // Bits that have to change do so on one side where that is enough.
            BinaryOp::And => {
                let rising = value & !now;
                self.both((a, x | rising), (b, (y | rising) & (value | !(x | rising))))
                    || self.both((b, y | rising), (a, (x | rising) & (value | !(y | rising))))
            }
            BinaryOp::Or => {
                let falling = now & !value;
                let (p, q) = (x & !falling, y & !falling);
                self.both((a, p), (b, q | value & !p)) || self.both((b, q), (a, p | value & !q))
            }
            BinaryOp::Xor => self.either((b, value ^ x), (a, value ^ y)),
            BinaryOp::Add => {
                self.either((b, value.wrapping_sub(x) & mask), (a, value.wrapping_sub(y) & mask))
            }
            BinaryOp::Mul => {
                let quotient = |by: u64| {
                    let odd = by & 1 == 1;
                    match value.checked_rem(by) {
                        Some(0) => value.checked_div(by),
                        _ if odd => Some(value.wrapping_mul(inverse_of_odd(by)) & mask),
                        _ => None,
                    }
                };
                quotient(x).is_some_and(|word| self.set(b, word))
                    || quotient(y).is_some_and(|word| self.set(a, word))
            }
            BinaryOp::Shl | BinaryOp::LShr => self.set_shifted(op, a, (x, y), value, mask),
            BinaryOp::Eq if value == 1 => self.either((a, y), (b, x)),
            BinaryOp::Eq => {
                let mask = ones(self.terms.width(a));
                self.either((a, x.wrapping_add(1) & mask), (b, y.wrapping_add(1) & mask))
            }
            BinaryOp::Ult => self.set_less((a, x), (b, y), value == 1, false),
            BinaryOp::Slt => self.set_less((a, x), (b, y), value == 1, true),
            BinaryOp::Concat => {
                let low = self.terms.width(b);
                self.both((a, value >> low), (b, value & ones(low)))
            }
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr => {
                false
            }
        })
    }

    fn both(&mut self, first: (TermId, u64), second: (TermId, u64)) -> bool {
        let before = self.changes.len();
        let done = self.set(first.0, first.1) && self.set(second.0, second.1);
        if !done {
            self.changes.truncate(before);
        }
        done
    }

    /// A shift by what is shifted by now.
    fn set_shifted(
        &mut self,
        op: BinaryOp,
        a: TermId,
        (x, by): (u64, u64),
        value: u64,
        mask: u64,
    ) -> bool {
        if by >= u64::from(mask.count_ones()) {
            return false;
        }
        let lost = match op {
            BinaryOp::Shl => !(mask >> by) & mask,
            _ => !(mask << by) & mask,
        };
        let (shifted, back) = match op {
            BinaryOp::Shl => (value >> by, value >> by << by),
            _ => (value << by & mask, (value << by & mask) >> by),
        };
        back == value && self.set(a, shifted | x & lost)
    }

    /// `a < b`, or not: as close to what they are as can be.
    fn set_less(
        &mut self,
        (a, x): (TermId, u64),
        (b, y): (TermId, u64),
        holds: bool,
        signed: bool,
    ) -> bool {
        let width = self.terms.width(a);
        let mask = ones(width);
        if !holds {
            return self.either((a, y), (b, x));
        }
        let below = (ordered(width, y, signed) > 0).then(|| y.wrapping_sub(1) & mask);
        let above = (ordered(width, x, signed) < mask).then(|| x.wrapping_add(1) & mask);
        below.is_some_and(|below| self.set(a, below))
            || above.is_some_and(|above| self.set(b, above))
    }
}

/// What an odd number is multiplied by to be one, modulo 2^64: Newton's method doubles the bits that are right.
fn inverse_of_odd(number: u64) -> u64 {
    let mut inverse = number;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(number.wrapping_mul(inverse)));
    }
    inverse
}
