//! Linear expressions with integer coefficients over variables, and ranges of integers.
//!
//! Values are mathematical integers; that a machine integer did not wrap around is a condition kept elsewhere
//! (`execute`). Coefficients and constants that grow beyond what a sum of machine integers can reach make the
//! operation fail, and the caller then forgets the expression: nothing here overflows silently.

use raddle_ir::entity;
use smallvec::SmallVec;

entity!(/// What an expression speaks of: the content of a cell, or an unknown number.
    Var, "v");

pub type Int = i128;

/// Larger coefficients are given up.
const COEFFICIENT_LIMIT: Int = 1 << 40;
/// Larger constants are given up.
const CONSTANT_LIMIT: Int = 1 << 80;

/// All integers from `lo` to `hi`; the ends of `Int` stand for infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    pub lo: Int,
    pub hi: Int,
}

impl Range {
    pub const ALL: Range = Range { lo: Int::MIN, hi: Int::MAX };

    pub fn new(lo: Int, hi: Int) -> Range {
        Range { lo, hi }
    }
    pub fn point(value: Int) -> Range {
        Range { lo: value, hi: value }
    }
    /// Values of a two's complement integer; a truth value is 0 or 1.
    pub fn signed(bits: u32) -> Range {
        match bits {
            0 | 1 => Range::new(0, 1),
            _ => {
                let half = 1i128 << (bits.min(100) - 1);
                Range::new(-half, half - 1)
            }
        }
    }
    pub fn is_empty(self) -> bool {
        self.lo > self.hi
    }
    pub fn value(self) -> Option<Int> {
        (self.lo == self.hi).then_some(self.lo)
    }
    pub fn contains(self, other: Range) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }
    pub fn meet(self, other: Range) -> Range {
        Range::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }
    pub fn hull(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }
    pub fn shift(self, by: Int) -> Range {
        Range::new(shifted(self.lo, by), shifted(self.hi, by))
    }
    pub fn plus(self, other: Range) -> Range {
        Range::new(add_ends(self.lo, other.lo, Int::MIN), add_ends(self.hi, other.hi, Int::MAX))
    }
    pub fn times(self, factor: Int) -> Range {
        let (a, b) = (scaled(self.lo, factor), scaled(self.hi, factor));
        if factor < 0 { Range::new(b, a) } else { Range::new(a, b) }
    }
}

/// Infinity stays infinite.
fn shifted(end: Int, by: Int) -> Int {
    if end == Int::MIN || end == Int::MAX { end } else { end.saturating_add(by) }
}

fn add_ends(a: Int, b: Int, infinite: Int) -> Int {
    if a == infinite || b == infinite { infinite } else { a.saturating_add(b) }
}

fn scaled(end: Int, factor: Int) -> Int {
    match (end, factor) {
        (_, 0) => 0,
        (Int::MIN, _) => {
            if factor > 0 {
                Int::MIN
            } else {
                Int::MAX
            }
        }
        (Int::MAX, _) => {
            if factor > 0 {
                Int::MAX
            } else {
                Int::MIN
            }
        }
        _ => end.saturating_mul(factor),
    }
}

pub type Terms = SmallVec<[(Var, Int); 2]>;

/// `constant + Σ coefficient · variable`; terms are sorted by variable and have no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Affine {
    pub constant: Int,
    pub terms: Terms,
}

impl Affine {
    pub fn constant(constant: Int) -> Affine {
        Affine { constant, terms: Terms::new() }
    }
    pub fn var(var: Var) -> Affine {
        Affine { constant: 0, terms: SmallVec::from_slice(&[(var, 1)]) }
    }
    pub fn as_constant(&self) -> Option<Int> {
        self.terms.is_empty().then_some(self.constant)
    }
    pub fn coefficient(&self, var: Var) -> Int {
        self.terms.iter().find(|&&(other, _)| other == var).map_or(0, |&(_, factor)| factor)
    }
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|&(var, _)| var)
    }
    pub fn add(&self, other: &Affine) -> Option<Affine> {
        self.add_scaled(other, 1)
    }
    pub fn sub(&self, other: &Affine) -> Option<Affine> {
        self.add_scaled(other, -1)
    }
    pub fn shift(&self, by: Int) -> Option<Affine> {
        let constant = within(self.constant.checked_add(by)?, CONSTANT_LIMIT)?;
        Some(Affine { constant, terms: self.terms.clone() })
    }
    pub fn scale(&self, factor: Int) -> Option<Affine> {
        Affine::default().add_scaled(self, factor)
    }

    /// `self + factor · other`
    pub fn add_scaled(&self, other: &Affine, factor: Int) -> Option<Affine> {
        let scaled = other.constant.checked_mul(factor)?;
        let constant = within(self.constant.checked_add(scaled)?, CONSTANT_LIMIT)?;
        let mut terms = Terms::new();
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (var, coefficient) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(var, a)), None) => {
                    left.next();
                    (var, a)
                }
                (None, Some(&&(var, b))) => {
                    right.next();
                    (var, b.checked_mul(factor)?)
                }
                (Some(&&(x, a)), Some(&&(y, b))) => {
                    if x < y {
                        left.next();
                        (x, a)
                    } else if y < x {
                        right.next();
                        (y, b.checked_mul(factor)?)
                    } else {
                        left.next();
                        right.next();
                        (x, a.checked_add(b.checked_mul(factor)?)?)
                    }
                }
            };
            if coefficient != 0 {
                terms.push((var, within(coefficient, COEFFICIENT_LIMIT)?));
            }
        }
        Some(Affine { constant, terms })
    }

    /// Replaces variables; `None` from `image` gives up on the whole expression.
    pub fn substitute(&self, mut image: impl FnMut(Var) -> Option<Affine>) -> Option<Affine> {
        let mut result = Affine::constant(self.constant);
        for &(var, factor) in &self.terms {
            result = result.add_scaled(&image(var)?, factor)?;
        }
        Some(result)
    }
}

fn within(value: Int, limit: Int) -> Option<Int> {
    (-limit..=limit).contains(&value).then_some(value)
}
