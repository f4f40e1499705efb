//! Conditions as linear facts over integers, and which of them follow from others without asking the solver.
//!
//! Most of what a claim needs is what an earlier one says, with a counter one step further: equations are inserted, and
//! the rest is compared. Bit by bit the solver needs minutes for some of these (`4·s + i >= 8` where `i` became
//! `i + s`). What does not follow here is asked.

use std::collections::BTreeMap;

use raddle_expr::{TermId, Terms};

use crate::format::{Linear, Relation};

/// `constant + Σ factor · number` compared with zero; a number is the integer in some bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    is: Relation,
    sum: Sum,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    constant: i128,
    /// No factor is zero.
    factors: BTreeMap<TermId, i128>,
}

impl Sum {
    fn add(&mut self, factor: i128, number: TermId) -> Option<()> {
        let entry = self.factors.entry(number).or_insert(0);
        *entry = entry.checked_add(factor)?;
        if *entry == 0 {
            self.factors.remove(&number);
        }
        Some(())
    }

    fn add_scaled(&mut self, other: &Sum, by: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(by)?)?;
        for (&number, &factor) in &other.factors {
            self.add(factor.checked_mul(by)?, number)?;
        }
        Some(())
    }
}

impl Fact {
    /// `number` gives the bits of a cell. `None` if they, or the numbers, are too large.
    pub fn new(
        terms: &Terms,
        linear: &Linear,
        number: impl Fn(u32, bool) -> TermId,
    ) -> Option<Fact> {
        let mut sum = Sum { constant: linear.constant.into(), ..Sum::default() };
        for (list, new) in [(&linear.old, false), (&linear.new, true)] {
            for &(factor, cell) in list {
                let bits = number(cell, new);
                let width = terms.width(bits);
                if width > 64 {
                    return None;
                }
                match terms.as_u64(bits) {
                    Some(word) => {
                        let product = integer(word, width).checked_mul(factor.into())?;
                        sum.constant = sum.constant.checked_add(product)?;
                    }
                    None => sum.add(factor.into(), bits)?,
                }
            }
        }
        Some(Fact { is: linear.is, sum })
    }
}

/// Two's complement, but a single bit is 0 or 1.
fn integer(word: u64, width: u32) -> i128 {
    match width {
        0 | 1 => i128::from(word & 1),
        _ => i128::from((word << (64 - width)) as i64 >> (64 - width)),
    }
}

/// So many facts are added up to find out whether another follows: two steps one after the other need two, what is known
/// before them a third.
const MAX_ADDED: usize = 3;

/// Facts with their equations inserted into each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// What a number is, over numbers that are not defined.
    definitions: Vec<(TermId, Sum)>,
    others: Vec<Fact>,
}

impl Facts {
    pub fn add(&mut self, fact: &Fact) {
        let Some(sum) = self.inserted(&fact.sum) else { return };
        // The newest number with a factor of one is defined: older ones are what claims have in common.
        let defined = sum.factors.iter().rev().find(|(_, factor)| factor.abs() == 1);
        match (fact.is, defined) {
            (Relation::Zero, Some((&number, &factor))) => self.define(number, factor, &sum),
            _ => self.others.push(Fact { is: fact.is, sum }),
        }
    }

    /// `factor · number + rest = 0`, where the factor is 1 or -1.
    fn define(&mut self, number: TermId, factor: i128, sum: &Sum) {
        let mut rest = sum.clone();
        rest.factors.remove(&number);
        let mut meaning = Sum::default();
        if meaning.add_scaled(&rest, -factor).is_none() {
            return;
        }
        self.definitions.push((number, meaning));
        let definitions = std::mem::take(&mut self.definitions);
        for (index, (defined, sum)) in definitions.iter().enumerate() {
            let last = index + 1 == definitions.len();
            let new = &definitions[definitions.len() - 1..];
            if let Some(sum) = if last { Some(sum.clone()) } else { insert(new, sum) } {
                self.definitions.push((*defined, sum));
            }
        }
        let others = std::mem::take(&mut self.others);
        for Fact { is, sum } in others {
            self.others.extend(self.inserted(&sum).map(|sum| Fact { is, sum }));
        }
    }

    fn inserted(&self, sum: &Sum) -> Option<Sum> {
        insert(&self.definitions, sum)
    }

    /// Whether a fact certainly holds. `false` says nothing.
    pub fn imply(&self, wanted: &Fact) -> bool {
        let Some(sum) = self.inserted(&wanted.sum) else { return false };
        if sum.factors.is_empty() {
            return match wanted.is {
                Relation::AtLeastZero => sum.constant >= 0,
                Relation::Zero => sum.constant == 0,
                Relation::NotZero => sum.constant != 0,
            };
        }
        match wanted.is {
            Relation::AtLeastZero => self.add_up_to(&sum, MAX_ADDED),
            Relation::Zero | Relation::NotZero => {
                self.others.iter().any(|known| known.is == wanted.is && known.sum == sum)
            }
        }
    }

    /// Whether the sum is at least that of some facts, each of which is at least zero.
    fn add_up_to(&self, sum: &Sum, most: usize) -> bool {
        let Some((number, &factor)) = sum.factors.first_key_value() else {
            return sum.constant >= 0;
        };
        if most == 0 {
            return false;
        }
        self.others.iter().filter(|known| known.is == Relation::AtLeastZero).any(|known| {
            let own = known.sum.factors.get(number).copied().unwrap_or(0);
            let mut rest = sum.clone();
            own.signum() == factor.signum()
                && own.abs() <= factor.abs()
                && rest.add_scaled(&known.sum, -1).is_some()
                && self.add_up_to(&rest, most - 1)
        })
    }
}

fn insert(definitions: &[(TermId, Sum)], sum: &Sum) -> Option<Sum> {
    let mut found = sum.clone();
    for (number, meaning) in definitions {
        if let Some(factor) = found.factors.remove(number) {
            found.add_scaled(meaning, factor)?;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use raddle_expr::Sort;

    use super::*;

    fn linear(is: Relation, constant: i64, old: &[(i64, u32)]) -> Linear {
        Linear { is, constant, old: old.to_vec(), new: Vec::new() }
    }

    #[test]
    fn equations_are_inserted_in_any_order() {
        let mut terms = Terms::new();
        let numbers: Vec<TermId> =
            (0..3).map(|index| terms.var(&format!("x{index}"), Sort::Bits(32))).collect();
        let fact = |is, constant, old: &[(i64, u32)]| {
            Fact::new(&terms, &linear(is, constant, old), |cell, _| numbers[cell as usize])
                .expect("small numbers")
        };
        // x2 = x1 + x0, 4·x0 + x1 >= 8
        let equation = fact(Relation::Zero, 0, &[(1, 2), (-1, 1), (-1, 0)]);
        let known = fact(Relation::AtLeastZero, -8, &[(4, 0), (1, 1)]);
        let wanted = fact(Relation::AtLeastZero, -8, &[(3, 0), (1, 2)]);
        let stronger = fact(Relation::AtLeastZero, -9, &[(3, 0), (1, 2)]);
        for order in [[&equation, &known], [&known, &equation]] {
            let mut facts = Facts::default();
            order.into_iter().for_each(|fact| facts.add(fact));
            assert!(facts.imply(&wanted));
            assert!(!facts.imply(&stronger));
        }
        assert!(!Facts::default().imply(&wanted));
    }

    #[test]
    fn changes_add_up() {
        let mut terms = Terms::new();
        let numbers: Vec<TermId> =
            (0..3).map(|index| terms.var(&format!("x{index}"), Sort::Bits(32))).collect();
        let at_least = |constant, old: &[(i64, u32)]| {
            let condition = linear(Relation::AtLeastZero, constant, old);
            Fact::new(&terms, &condition, |cell, _| numbers[cell as usize]).expect("small numbers")
        };
        let mut facts = Facts::default();
        facts.add(&at_least(-2, &[(1, 1), (-1, 0)]));
        facts.add(&at_least(-3, &[(1, 2), (-1, 1)]));
        assert!(facts.imply(&at_least(-5, &[(1, 2), (-1, 0)])));
        assert!(!facts.imply(&at_least(-6, &[(1, 2), (-1, 0)])));
        assert!(!facts.imply(&at_least(-5, &[(-1, 2), (1, 0)])));
    }

    #[test]
    fn constants_are_two_s_complement_but_single_bits_are_not() {
        let mut terms = Terms::new();
        let (minus_two, one) = (terms.constant(8, 0xfe), terms.constant(1, 1));
        let condition = linear(Relation::Zero, 1, &[(1, 0), (1, 1)]);
        let pick = |cell: u32, _: bool| if cell == 0 { minus_two } else { one };
        let fact = Fact::new(&terms, &condition, pick).expect("small numbers");
        assert!(Facts::default().imply(&fact));
    }
}
