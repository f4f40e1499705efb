//! Sums of products in normal form.
//!
//! The constructors keep sums and products apart: `(x + y) * z` stays a product, as multiplying out can blow a term up and
//! costs a solver multipliers. But a solver that works on bits never finishes with `(x + y) * z = x * z + y * z`. Here
//! every sum and product is multiplied out to a polynomial over the other subterms, with coefficients modulo 2^width, as
//! long as it stays small; equal polynomials become equal terms, and an equality is decided on the difference.
//!
//! The result is equivalent to the term but may be larger. Whoever asks should take it if it decides something (is a
//! constant, most of all) and otherwise keep the term.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId};

/// How far sums and products are multiplied out; beyond it a subterm is left as it is.
#[derive(Clone, Copy, Debug)]
pub struct PolynomialLimits {
    /// Products in one sum.
    pub monomials: usize,
    /// Factors in one product.
    pub degree: usize,
    /// Whether `a mod b` is taken apart as `a - b * (a / b)`: what was taken apart into digits and put together again
    /// is then what it was before.
    pub remainders: bool,
    /// Whether bits from the middle of a number are taken apart, `x[h:l]` as `(x >> l) - 2^(h+1-l) * (x >> h+1)`: halves
    /// that were multiplied one by one are then the number again.
    pub pieces: bool,
}

impl Default for PolynomialLimits {
    fn default() -> PolynomialLimits {
        PolynomialLimits { monomials: 64, degree: 8, remainders: false, pieces: false }
    }
}

/// The term with sums and products in normal form, within the default limits.
pub fn normalise_polynomials(terms: &mut Terms, t: TermId) -> TermId {
    normalise_polynomials_within(terms, t, PolynomialLimits::default())
}

/// The term with sums and products in normal form.
pub fn normalise_polynomials_within(
    terms: &mut Terms,
    t: TermId,
    limits: PolynomialLimits,
) -> TermId {
    let mut normaliser = Normaliser {
        terms,
        limits,
        polynomials: FxHashMap::default(),
        results: FxHashMap::default(),
        nesting: 0,
    };
    normaliser.visit(t);
    normaliser.result(t)
}

/// Factors in ascending order, a power as repetition; none for the constant summand.
type Monomial = SmallVec<[TermId; 4]>;

/// Products with their coefficients, none zero.
#[derive(Clone, Debug, Default)]
struct Polynomial(BTreeMap<Monomial, Bits>);

struct Normaliser<'t> {
    terms: &'t mut Terms,
    limits: PolynomialLimits,
    /// Of the sums and products met so far.
    polynomials: FxHashMap<TermId, Rc<Polynomial>>,
    /// What the terms met so far become. Filled in for a sum or product only when something else needs it.
    results: FxHashMap<TermId, TermId>,
    /// Low parts that are being taken apart.
    nesting: u32,
}

/// Low parts of low parts of … that are taken apart; each costs stack.
const DEEPEST_NESTING: u32 = 8;

impl Normaliser<'_> {
    /// Goes through everything below `root`, operands first, without recursion.
    fn visit(&mut self, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if self.results.contains_key(&t) || self.polynomials.contains_key(&t) {
                continue;
            }
            if operands_done {
                self.normalise(t);
            } else {
                stack.push((t, true));
                stack.extend(self.terms.get(t).children().map(|child| (child, false)));
            }
        }
    }

    fn normalise(&mut self, t: TermId) {
        if let Some(polynomial) = self.arithmetic(t) {
            self.polynomials.insert(t, Rc::new(polynomial));
            return;
        }
        let children: SmallVec<[TermId; 3]> = self.terms.get(t).children().collect();
        for child in children {
            self.result(child);
        }
        let result = match self.equality(t) {
            Some(decided) => decided,
            None => self.terms.rebuild(t, |child| self.results[&child]),
        };
        self.results.insert(t, result);
    }

    /// What a visited term becomes.
    fn result(&mut self, t: TermId) -> TermId {
        if let Some(&result) = self.results.get(&t) {
            return result;
        }
        let polynomial = self.polynomials[&t].clone();
        let width = self.terms.width(t);
        let result = self.build(&polynomial, width);
        self.results.insert(t, result);
        result
    }

    /// The polynomial of a sum or product whose operands have been visited, unless it gets too large.
    fn arithmetic(&mut self, t: TermId) -> Option<Polynomial> {
        let Sort::Bits(width) = self.terms.sort(t) else { return None };
        if width == 1 {
            return None;
        }
        let polynomial = match *self.terms.get(t) {
            Term::Binary(BinaryOp::Add, a, b) => {
                let (left, right) = (self.polynomial(a), self.polynomial(b));
                left.plus(&right, &Bits::one(width))
            }
            Term::Binary(BinaryOp::Mul, a, b) => {
                let (left, right) = (self.polynomial(a), self.polynomial(b));
                left.times(&right, self.limits)?
            }
            Term::Neg(of) => self.polynomial(of).scaled(&Bits::ones(width)),
            // ~x = -x - 1
            Term::Not(of) => {
                let minus_one = Polynomial::constant(Bits::ones(width));
                minus_one.plus(&self.polynomial(of), &Bits::ones(width))
            }
            Term::Binary(BinaryOp::Concat, high, low) if self.limits.pieces => {
                let high = self.high_part(high, width)?;
                let factor = Bits::one(width).shl_by(self.terms.width(low));
                self.widened(low, width).plus(&high, &factor)
            }
            Term::ZExt { of, .. } if self.limits.pieces => self.widened(of, width),
            Term::Binary(BinaryOp::Concat, ..) | Term::ZExt { .. } | Term::SExt { .. } => {
                return self.shifted(t, width);
            }
            Term::Extract { low: 0, of, .. } => return self.low_part(of, width),
            Term::Binary(op @ (BinaryOp::URem | BinaryOp::SRem), a, b)
                if self.limits.remainders =>
            {
                self.remainder(op, a, b)?
            }
            _ => return None,
        };
        (polynomial.0.len() <= self.limits.monomials).then_some(polynomial)
    }

    /// `x << k` as 2^k x, if x has been visited.
    fn shifted(&mut self, t: TermId, width: u32) -> Option<Polynomial> {
        let (of, amount) = self.terms.shifted(t)?;
        let visited = self.results.contains_key(&of) || self.polynomials.contains_key(&of);
        let factor = Bits::one(width).shl_by(amount);
        visited.then(|| self.polynomial(of).scaled(&factor))
    }

    /// Something that equals the term in the term's own bits, with more of them; the others are shifted out.
    fn high_part(&mut self, t: TermId, width: u32) -> Option<Polynomial> {
        let Some(polynomial) = self.polynomials.get(&t).cloned() else {
            return Some(self.widened(t, width));
        };
        let mut sum = Polynomial::default();
        for (monomial, coefficient) in &polynomial.0 {
            let mut product = Polynomial::constant(coefficient.zext(width));
            for &factor in monomial {
                product = product.times(&self.widened(factor, width), self.limits)?;
            }
            sum = sum.plus(&product, &Bits::one(width));
        }
        Some(sum)
    }

    /// The term with zeros in front. What is neither put together nor a piece is a single factor.
    fn widened(&mut self, t: TermId, width: u32) -> Polynomial {
        let mut sum = Polynomial::default();
        let mut stack: SmallVec<[(TermId, u32); 4]> = SmallVec::from_iter([(t, 0)]);
        while let Some((t, amount)) = stack.pop() {
            let factor = Bits::one(width).shl_by(amount);
            match *self.terms.get(t) {
                Term::ZExt { of, .. } => stack.push((of, amount)),
                Term::Binary(BinaryOp::Concat, high, low) => {
                    stack.extend([(high, amount + self.terms.width(low)), (low, amount)]);
                }
                Term::Extract { high, low, of } if high + 1 < self.terms.width(of) => {
                    let beyond = self.shifted_down(of, high + 1, width);
                    let piece = Bits::one(width).shl_by(high + 1 - low).neg();
                    sum = sum.plus(&self.shifted_down(of, low, width), &factor);
                    sum = sum.plus(&beyond, &factor.mul(&piece));
                }
                _ => {
                    let whole = self.terms.zext(t, width);
                    sum = sum.plus(&self.single(whole), &factor);
                }
            }
        }
        sum
    }

    /// The low bits of `t >> bit`, as many as there are.
    fn shifted_down(&mut self, t: TermId, bit: u32, width: u32) -> Polynomial {
        let whole = self.terms.width(t);
        if bit == 0 && whole == width {
            let known = self.polynomials.get(&t).cloned();
            return known.map_or_else(|| self.single(t), |known| (*known).clone());
        }
        let end = whole.min(bit.saturating_add(width));
        let part = self.terms.extract(t, end - 1, bit);
        let part = self.terms.zext(part, width);
        self.single(part)
    }

    /// `a mod b` as a - b * (a / b). That holds for b = 0, too: the remainder is a then.
    fn remainder(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<Polynomial> {
        let division = if op == BinaryOp::URem { BinaryOp::UDiv } else { BinaryOp::SDiv };
        let (dividend, divisor) = (self.result(a), self.result(b));
        let quotient = self.terms.binary(division, dividend, divisor);
        let minus_one = Bits::ones(self.terms.width(quotient));
        let product = self.polynomial(b).times(&self.single(quotient), self.limits)?;
        Some(self.polynomial(a).plus(&product, &minus_one))
    }

    /// The low bits of a sum or product are that of its operands' low bits.
    fn low_part(&mut self, of: TermId, width: u32) -> Option<Polynomial> {
        let polynomial = self.polynomials.get(&of)?.clone();
        if self.nesting == DEEPEST_NESTING {
            return None;
        }
        self.nesting += 1;
        let sum = self.low_sum(&polynomial, width);
        self.nesting -= 1;
        sum.filter(|sum| sum.0.len() <= self.limits.monomials)
    }

    fn low_sum(&mut self, polynomial: &Polynomial, width: u32) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (monomial, coefficient) in &polynomial.0 {
            let mut product = Polynomial::constant(coefficient.extract(width - 1, 0));
            for &factor in monomial {
                let low = self.terms.extract(factor, width - 1, 0);
                self.visit(low);
                product = product.times(&self.polynomial(low), self.limits)?;
            }
            sum = sum.plus(&product, &Bits::one(width));
        }
        Some(sum)
    }

    /// A result as a single factor.
    fn single(&self, result: TermId) -> Polynomial {
        match self.terms.as_const(result) {
            Some(bits) => Polynomial::constant(bits.clone()),
            None => {
                let one = Bits::one(self.terms.width(result));
                Polynomial(BTreeMap::from_iter([(Monomial::from_iter([result]), one)]))
            }
        }
    }

    /// The polynomial of any visited term: its own, or itself as a single factor.
    fn polynomial(&mut self, t: TermId) -> Rc<Polynomial> {
        if let Some(polynomial) = self.polynomials.get(&t) {
            return polynomial.clone();
        }
        let result = self.result(t);
        Rc::new(self.single(result))
    }

    /// An equality of two polynomials that have something in common, on their difference.
    fn equality(&mut self, t: TermId) -> Option<TermId> {
        let Term::Binary(BinaryOp::Eq, a, b) = *self.terms.get(t) else { return None };
        let Sort::Bits(width) = self.terms.sort(a) else { return None };
        if !self.polynomials.contains_key(&a) && !self.polynomials.contains_key(&b) {
            return None;
        }
        let (left, right) = (self.polynomial(a), self.polynomial(b));
        let difference = left.plus(&right, &Bits::ones(width));
        if difference.0.len() == left.0.len() + right.0.len() {
            return None;
        }
        let (negative, positive): (BTreeMap<_, _>, BTreeMap<_, _>) =
            difference.0.into_iter().partition(|(_, coefficient)| coefficient.sign());
        let positive = self.build(&Polynomial(positive), width);
        let negative = Polynomial(negative).scaled(&Bits::ones(width));
        let negative = self.build(&negative, width);
        Some(self.terms.eq(positive, negative))
    }

    fn build(&mut self, polynomial: &Polynomial, width: u32) -> TermId {
        let mut sum = self.terms.constant(width, 0);
        for (monomial, coefficient) in &polynomial.0 {
            let mut product = self.terms.constant_bits(coefficient.clone());
            for &factor in monomial.iter().rev() {
                product = self.terms.mul(product, factor);
            }
            sum = self.terms.add(sum, product);
        }
        sum
    }
}

impl Polynomial {
    fn constant(bits: Bits) -> Polynomial {
        let mut result = Polynomial::default();
        result.insert(Monomial::new(), bits);
        result
    }

    fn insert(&mut self, monomial: Monomial, coefficient: Bits) {
        let sum = match self.0.remove(&monomial) {
            Some(before) => before.add(&coefficient),
            None => coefficient,
        };
        if !sum.is_zero() {
            self.0.insert(monomial, sum);
        }
    }

    /// `self + factor * other`
    fn plus(&self, other: &Polynomial, factor: &Bits) -> Polynomial {
        let mut result = self.clone();
        for (monomial, coefficient) in &other.0 {
            result.insert(monomial.clone(), coefficient.mul(factor));
        }
        result
    }

    fn scaled(&self, factor: &Bits) -> Polynomial {
        Polynomial::default().plus(self, factor)
    }

    fn times(&self, other: &Polynomial, limits: PolynomialLimits) -> Option<Polynomial> {
        // Some products may cancel, so that more than the limit may be tried.
        if self.0.len() * other.0.len() > 4 * limits.monomials {
            return None;
        }
        let mut result = Polynomial::default();
        for (left, left_coefficient) in &self.0 {
            for (right, right_coefficient) in &other.0 {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                if monomial.len() > limits.degree {
                    return None;
                }
                monomial.sort_unstable();
                result.insert(monomial, left_coefficient.mul(right_coefficient));
            }
        }
        Some(result)
    }
}
