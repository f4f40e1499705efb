//! Sums: `add` and `neg` as linear combinations in normal form.
//!
//! A sum is a constant and atoms with constant coefficients. Both operands of an addition are taken apart, like atoms are
//! joined, and the result is written as `((m1 + m2) + …) + constant` with the atoms in the order of their ids, so that
//! equal sums are one term. A sum of more than [`MOST_ATOMS`] atoms is an atom itself: otherwise a loop that adds up an
//! array would take quadratic time.

use smallvec::SmallVec;

use super::{BinaryRule, UnaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const ADD: &[BinaryRule] =
    rules![add_zero, add_one_bit, add_choices, add_constant, add_linear];

pub(super) const NEG: &[UnaryRule] = rules![neg_one_bit, neg_neg, neg_condition, neg_linear];

/// The most atoms that are taken apart and joined.
const MOST_ATOMS: usize = 128;

/// match: `x + 0`
/// result: `x`
fn add_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_zero(b).then_some(a)
}

/// match: `x + y`, one bit wide
/// result: `x ^ y`
fn add_one_bit(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then(|| terms.xor(a, b))
}

/// match: `ite(cond, c, d) + e`, all constant
/// result: `ite(cond, c + e, d + e)`; not for `zext(cond)`, which is better an atom of a sum
fn add_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let constant = terms.as_const(b)?.clone();
    if is_extended_condition(terms, a) {
        return None;
    }
    let choice = terms.choice(a)?;
    let (then, otherwise) = (choice.then.add(&constant), choice.otherwise.add(&constant));
    Some(terms.choose_bits(choice.cond, then, otherwise))
}

/// match: `x + c`, `(x + c) + d`, x neither a negation nor a complement
/// result: `x + c`, `x + (c + d)`; what [`add_linear`] gives, without taking x apart
fn add_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let constant = terms.as_const(b)?;
    let (x, constant) = match terms.operand_and_constant(BinaryOp::Add, a) {
        Some((x, inner)) => (x, constant.add(inner)),
        None => (a, constant.clone()),
    };
    if matches!(terms.get(x), Term::Neg(_) | Term::Not(_)) {
        return None;
    }
    if constant.is_zero() {
        return Some(x);
    }
    let constant = terms.constant_bits(constant);
    Some(terms.raw_binary(BinaryOp::Add, x, constant))
}

/// match: `a + b`
/// result: the normal form of the sum
fn add_linear(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let mut sum = Sum::of(terms, a);
    sum.add(Sum::of(terms, b));
    if sum.atoms.len() > MOST_ATOMS {
        sum = Sum::shallow(terms, a);
        sum.add(Sum::shallow(terms, b));
    }
    Some(sum.build(terms))
}

/// match: `-x`, one bit wide
/// result: `x`
fn neg_one_bit(terms: &mut Terms, a: TermId) -> Option<TermId> {
    (terms.width(a) == 1).then_some(a)
}

/// match: `-(-x)`
/// result: `x`
fn neg_neg(terms: &mut Terms, a: TermId) -> Option<TermId> {
    match *terms.get(a) {
        Term::Neg(of) => Some(of),
        _ => None,
    }
}

/// match: `-zext(cond)`, `-sext(cond)`
/// result: `sext(cond)`, `zext(cond)`
fn neg_condition(terms: &mut Terms, a: TermId) -> Option<TermId> {
    match *terms.get(a) {
        Term::ZExt { of, width } if terms.width(of) == 1 => Some(terms.sext(of, width)),
        Term::SExt { of, width } if terms.width(of) == 1 => Some(terms.zext(of, width)),
        _ => None,
    }
}

/// match: `-(x + y)`, `-(c * x)`, `-~x`
/// result: `-x + -y`, `(-c) * x`, `x + 1`: the normal form of the sum
fn neg_linear(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let mut sum = Sum::of(terms, a);
    if sum.is_atom(a) {
        return None;
    }
    sum.scale(&Bits::ones(terms.width(a)));
    Some(sum.build(terms))
}

/// The normal form of a sum.
pub(super) struct Sum {
    /// Atoms with their coefficients, by ascending id, none zero.
    pub(super) atoms: SmallVec<[(TermId, Bits); 4]>,
    pub(super) constant: Bits,
}

impl Sum {
    /// The term taken apart; itself as an atom if it has too many.
    pub(super) fn of(terms: &mut Terms, t: TermId) -> Sum {
        Sum::deep(terms, t).unwrap_or_else(|| Sum::shallow(terms, t))
    }

    fn deep(terms: &mut Terms, t: TermId) -> Option<Sum> {
        let width = terms.width(t);
        let mut sum = Sum::constant(Bits::zero(width));
        let mut stack: SmallVec<[(TermId, Bits); 8]> = SmallVec::new();
        stack.push((t, Bits::one(width)));
        while let Some((t, scale)) = stack.pop() {
            match *terms.get(t) {
                Term::Const(ref bits) => sum.constant = sum.constant.add(&bits.mul(&scale)),
                Term::Binary(BinaryOp::Add, a, b) => {
                    stack.push((a, scale.clone()));
                    stack.push((b, scale));
                }
                Term::Neg(of) => stack.push((of, scale.neg())),
                // ~x = -x - 1
                Term::Not(of) => {
                    sum.constant = sum.constant.sub(&scale);
                    stack.push((of, scale.neg()));
                }
                _ => {
                    let (atom, factor) = atom_and_factor(terms, t, scale);
                    sum.insert(atom, factor);
                }
            }
            if sum.atoms.len() + stack.len() > MOST_ATOMS + 1 {
                return None;
            }
        }
        Some(sum)
    }

    pub(super) fn constant(constant: Bits) -> Sum {
        Sum { atoms: SmallVec::new(), constant }
    }

    /// Only a constant summand is taken off.
    fn shallow(terms: &Terms, t: TermId) -> Sum {
        let width = terms.width(t);
        let (atom, constant) = match terms.operand_and_constant(BinaryOp::Add, t) {
            Some((rest, constant)) => (rest, constant.clone()),
            None => (t, Bits::zero(width)),
        };
        Sum { atoms: SmallVec::from_iter([(atom, Bits::one(width))]), constant }
    }

    pub(super) fn add(&mut self, other: Sum) {
        self.constant = self.constant.add(&other.constant);
        for (atom, factor) in other.atoms {
            self.insert(atom, factor);
        }
    }

    /// Whether there are atoms, and all of them are in the other sum as often.
    pub(super) fn is_part_of(&self, other: &Sum) -> bool {
        !self.atoms.is_empty() && self.atoms.iter().all(|atom| other.atoms.contains(atom))
    }

    pub(super) fn without(mut self, mut other: Sum) -> Sum {
        let width = self.constant.width();
        other.scale(&Bits::ones(width));
        self.add(other);
        self
    }

    pub(super) fn scale(&mut self, factor: &Bits) {
        self.constant = self.constant.mul(factor);
        for (_, coefficient) in &mut self.atoms {
            *coefficient = coefficient.mul(factor);
        }
        self.atoms.retain(|(_, coefficient)| !coefficient.is_zero());
    }

    fn insert(&mut self, atom: TermId, factor: Bits) {
        match self.atoms.binary_search_by_key(&atom, |(atom, _)| *atom) {
            Ok(position) => {
                let coefficient = self.atoms[position].1.add(&factor);
                if coefficient.is_zero() {
                    self.atoms.remove(position);
                } else {
                    self.atoms[position].1 = coefficient;
                }
            }
            Err(_) if factor.is_zero() => {}
            Err(position) => self.atoms.insert(position, (atom, factor)),
        }
    }

    /// The sum is this term alone.
    fn is_atom(&self, t: TermId) -> bool {
        self.constant.is_zero()
            && matches!(self.atoms.as_slice(), [(atom, factor)] if *atom == t && factor.is_one())
    }

    pub(super) fn build(self, terms: &mut Terms) -> TermId {
        if let [(atom, factor)] = self.atoms.as_slice()
            && factor.is_ones()
            && self.constant.is_ones()
        {
            return terms.not(*atom);
        }
        let mut result = None;
        for (atom, factor) in self.atoms {
            let multiple = multiple(terms, atom, factor);
            result = Some(match result {
                None => multiple,
                Some(before) => terms.raw_binary(BinaryOp::Add, before, multiple),
            });
        }
        let is_zero = self.constant.is_zero();
        match result {
            Some(sum) if is_zero => sum,
            Some(sum) => {
                let constant = terms.constant_bits(self.constant);
                terms.raw_binary(BinaryOp::Add, sum, constant)
            }
            None => terms.constant_bits(self.constant),
        }
    }
}

/// A sum of one to three conditions (`p + 2 * q - 1`, say) against a constant, as a formula over the conditions: the
/// comparison is done for each combination of truth values. Three-way comparison functions make such sums.
pub(super) fn compare_conditions(
    terms: &mut Terms,
    op: BinaryOp,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let (sum, constant, sum_is_left) = match (terms.get(a), terms.get(b)) {
        (Term::Binary(BinaryOp::Add | BinaryOp::Mul, ..) | Term::Neg(_), Term::Const(bits)) => {
            (a, bits.clone(), true)
        }
        (Term::Const(bits), Term::Binary(BinaryOp::Add | BinaryOp::Mul, ..) | Term::Neg(_)) => {
            (b, bits.clone(), false)
        }
        _ => return None,
    };
    let sum = Sum::of(terms, sum);
    let conditions: SmallVec<[(TermId, Bits); 4]> = sum
        .atoms
        .iter()
        .map(|(atom, factor)| Some((extended_condition(terms, *atom)?, factor.clone())))
        .collect::<Option<_>>()?;
    if conditions.len() > MOST_CONDITIONS {
        return None;
    }
    let holds = |value: &Bits| match sum_is_left {
        true => op.apply(value, &constant),
        false => op.apply(&constant, value),
    };
    Some(formula(terms, &conditions, sum.constant, &holds))
}

/// More conditions would make large formulas.
const MOST_CONDITIONS: usize = 3;

/// `property` of the value plus the given conditions' sum.
fn formula(
    terms: &mut Terms,
    conditions: &[(TermId, Bits)],
    value: Bits,
    property: &impl Fn(&Bits) -> Bits,
) -> TermId {
    let Some(((cond, factor), rest)) = conditions.split_first() else {
        return terms.constant_bits(property(&value));
    };
    let then = formula(terms, rest, value.add(factor), property);
    let otherwise = formula(terms, rest, value, property);
    terms.ite(*cond, then, otherwise)
}

fn extended_condition(terms: &Terms, t: TermId) -> Option<TermId> {
    match *terms.get(t) {
        Term::ZExt { of, .. } if terms.width(of) == 1 => Some(of),
        _ => None,
    }
}

/// A condition that was extended to a number.
fn is_extended_condition(terms: &Terms, t: TermId) -> bool {
    match *terms.get(t) {
        Term::ZExt { of, .. } | Term::SExt { of, .. } => terms.width(of) == 1,
        _ => false,
    }
}

/// A term that is no sum as a multiple of an atom: `c * x`, `x << k` and `sext(cond)` are multiples of something else.
fn atom_and_factor(terms: &mut Terms, t: TermId, scale: Bits) -> (TermId, Bits) {
    match *terms.get(t) {
        Term::Binary(BinaryOp::Mul, of, factor) => match terms.as_const(factor) {
            Some(factor) => (of, factor.mul(&scale)),
            None => (t, scale),
        },
        Term::SExt { of, width } if terms.width(of) == 1 => (terms.zext(of, width), scale.neg()),
        _ => match terms.shifted(t) {
            Some((of, amount)) => (of, scale.shl_by(amount)),
            None => (t, scale),
        },
    }
}

/// `factor * atom` in the form that [`atom_and_factor`] reads, and that is cheap to compute.
fn multiple(terms: &mut Terms, atom: TermId, factor: Bits) -> TermId {
    if factor.is_one() {
        return atom;
    }
    let negated = factor.neg();
    if factor.sign() && negated.count_ones() < factor.count_ones() {
        return match *terms.get(atom) {
            Term::ZExt { of, width } if factor.is_ones() && terms.width(of) == 1 => {
                terms.sext(of, width)
            }
            _ => {
                let positive = multiple(terms, atom, negated);
                terms.intern(Term::Neg(positive))
            }
        };
    }
    if let Some(exponent) = factor.power_of_two() {
        return shift(terms, atom, exponent);
    }
    let factor = terms.constant_bits(factor);
    terms.raw_binary(BinaryOp::Mul, atom, factor)
}

/// `atom << exponent`
fn shift(terms: &mut Terms, atom: TermId, exponent: u32) -> TermId {
    let zeros = terms.zero(exponent);
    match *terms.get(atom) {
        // The same as below, without the terms in between.
        Term::ZExt { of, width } if terms.width(of) + exponent <= width => {
            let inner = terms.concat(of, zeros);
            terms.zext(inner, width)
        }
        Term::SExt { of, width } if terms.width(of) + exponent <= width => {
            let inner = terms.concat(of, zeros);
            terms.sext(inner, width)
        }
        _ => {
            let kept = terms.extract(atom, terms.width(atom) - exponent - 1, 0);
            terms.concat(kept, zeros)
        }
    }
}

impl Terms {
    /// A term whose lowest bits are a zero constant as `x << k`, where `x` has the same width.
    pub(crate) fn shifted(&mut self, t: TermId) -> Option<(TermId, u32)> {
        let width = self.width(t);
        let inner = match *self.get(t) {
            Term::ZExt { of, .. } | Term::SExt { of, .. } => of,
            _ => t,
        };
        let amount = self.trailing_zero_piece(inner)?;
        let kept = self.extract(inner, self.width(inner) - 1, amount);
        let atom = match (self.get(t), self.get(kept)) {
            (Term::SExt { .. }, _) => self.sext(kept, width),
            // The top bits are shifted out anyway.
            (Term::Binary(..), &Term::Extract { low: 0, of, .. }) if self.width(of) == width => of,
            _ => self.zext(kept, width),
        };
        Some((atom, amount))
    }

    /// The width of the lowest piece of a concatenation, if that is zero.
    fn trailing_zero_piece(&self, t: TermId) -> Option<u32> {
        let (_, mut lowest) = self.operands(BinaryOp::Concat, t)?;
        while let Some((_, low)) = self.operands(BinaryOp::Concat, lowest) {
            lowest = low;
        }
        self.is_zero(lowest).then(|| self.width(lowest))
    }
}
