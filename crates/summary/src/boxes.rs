//! Boxes: an interval for each cell, around the values that a state has, in which a condition holds.
//!
//! The exact condition under which nothing can go wrong has a conjunct for every way the rest of the program
//! can go, and there are as many of those as we want to avoid looking at. A box is as large as the number of
//! cells. It is found by going down a term with the truth value it has: a comparison leaves some slack
//! between its sides, a sum shares the slack out among its summands, and what is not understood is pinned.
//! Any way of sharing is sound; parts like the summands are right however sums are nested. A cell whose value depends on inputs stands for all numbers
//! that it can be: it keeps these, and the slack is for the others.

use raddle_expr::{BinaryOp, Model, Term, TermId, Terms, VarId};

use crate::condition::{Bound, Condition, number};
use crate::ranges::{Range, Ranges, multiple, width};

pub struct Boxer<'a> {
    pub terms: &'a Terms,
    /// The values of all cells that the terms speak of; one of several for those that depend on inputs.
    pub model: &'a Model,
    /// What the cells that depend on inputs can be.
    pub ranges: &'a Ranges,
    pub condition: &'a mut Condition,
}

/// Which side of a value is bounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    AtMost,
    AtLeast,
}

impl Boxer<'_> {
    /// Bounds cells such that a term keeps the truth value it has. If that cannot be done, nothing has changed.
    pub fn try_to_keep(&mut self, term: TermId) -> bool {
        let bounds = self.condition.bounds.clone();
        let kept = self.keep(term);
        if !kept {
            self.condition.bounds = bounds;
        }
        kept
    }

    fn keep(&mut self, term: TermId) -> bool {
        let truth = self.terms.eval_bool(term, self.model);
        match *self.terms.get(term) {
            Term::Const(_) => true,
            Term::Not(inner) => self.keep(inner),
            Term::Binary(BinaryOp::And, a, b) => self.keep_junction(a, b, truth, false),
            Term::Binary(BinaryOp::Or, a, b) => self.keep_junction(a, b, truth, true),
            Term::Binary(BinaryOp::Ult, a, b) => self.keep_order(a, b, truth, false),
            Term::Binary(BinaryOp::Slt, a, b) => self.keep_order(a, b, truth, true),
            Term::Binary(BinaryOp::Eq, a, b) if !truth && width(self.terms, a).is_some() => {
                let signed = true;
                let less = self.some_value(a, signed) < self.some_value(b, signed);
                let (a, b) = if less { (a, b) } else { (b, a) };
                self.keep_order(a, b, true, signed)
            }
            Term::Ite { cond, then, otherwise } => {
                let chosen = if self.terms.eval_bool(cond, self.model) { then } else { otherwise };
                self.keep(cond) && self.keep(chosen)
            }
            _ => self.pin(term),
        }
    }

    /// Of a conjunction that is false one false side is enough, and of a disjunction that is true a true one.
    fn keep_junction(&mut self, a: TermId, b: TermId, truth: bool, deciding: bool) -> bool {
        if truth != deciding {
            return self.keep(a) && self.keep(b);
        }
        let decides = |side: &TermId| self.terms.eval_bool(*side, self.model) == deciding;
        let sides: Vec<TermId> = [a, b].into_iter().filter(decides).collect();
        sides.into_iter().any(|side| self.try_to_keep(side))
    }

    fn depends_on_inputs(&self, term: TermId) -> bool {
        let by_inputs = |variable: VarId| self.ranges.contains(variable);
        !self.ranges.is_empty() && self.terms.vars_of(term).into_iter().any(by_inputs)
    }

    fn some_value(&self, term: TermId, signed: bool) -> i128 {
        let bits = self.terms.eval(term, self.model);
        number(bits.to_u64().unwrap_or(0), bits.width().min(64), signed)
    }

    /// All numbers that a term can be in the state.
    fn values(&self, term: TermId, signed: bool) -> Option<Range> {
        if !self.depends_on_inputs(term) {
            let value = self.some_value(term, signed);
            return Some((value, value));
        }
        match *self.terms.get(term) {
            Term::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Concat, ..) | Term::Neg(_) => {
                let (summands, constant) = self.summands_of(term)?;
                self.value_of_sum(&summands, constant, signed)
            }
            _ => self.ranges.of(self.terms, term, signed),
        }
    }

    /// `a < b`, or not, stays as it is.
    fn keep_order(&mut self, a: TermId, b: TermId, less: bool, signed: bool) -> bool {
        if width(self.terms, a).is_none() {
            return self.pin(a) && self.pin(b);
        }
        let (low, high, gap) = if less { (a, b, 1) } else { (b, a, 0) };
        let (Some(below), Some(above)) = (self.values(low, signed), self.values(high, signed))
        else {
            return false;
        };
        let slack = above.0 - below.1 - gap;
        if slack < 0 {
            // Not between numbers: between what inputs make of both sides.
            return false;
        }
        // A constant needs no part of the slack, nor does what only inputs change.
        let share = match (self.is_given(low), self.is_given(high)) {
            (true, _) => 0,
            (_, true) => slack,
            _ => slack / 2,
        };
        self.limit(low, below.1 + share, signed, Side::AtMost)
            && self.limit(high, above.0 - (slack - share), signed, Side::AtLeast)
    }

    /// Whether a term is a constant or a cell that depends on inputs.
    fn is_given(&self, term: TermId) -> bool {
        match *self.terms.get(term) {
            Term::Const(_) => true,
            Term::Var(variable) => self.ranges.contains(variable),
            Term::ZExt { of, .. } | Term::SExt { of, .. } => self.is_given(of),
            _ => false,
        }
    }

    /// Bounds cells such that a term, read as a number, stays on one side of a limit.
    fn limit(&mut self, term: TermId, limit: i128, signed: bool, side: Side) -> bool {
        let Some(width_here) = width(self.terms, term) else { return self.pin(term) };
        match *self.terms.get(term) {
            Term::Const(_) => true,
            Term::Var(variable) => self.bound(variable, width_here, limit, signed, side),
            Term::ZExt { of, .. } => {
                // The wide value is never negative, so both readings agree on it.
                let narrow = width(self.terms, of).unwrap_or(64);
                let limit = limit.clamp(0, Bound::greatest(narrow, false));
                self.limit(of, limit, false, side)
            }
            Term::SExt { of, .. } if signed => {
                let narrow = width(self.terms, of).unwrap_or(64);
                let range = Bound::least(narrow, true)..=Bound::greatest(narrow, true);
                self.limit(of, limit.clamp(*range.start(), *range.end()), true, side)
            }
            Term::Ite { cond, then, otherwise } => {
                let chosen = if self.terms.eval_bool(cond, self.model) { then } else { otherwise };
                self.keep(cond) && self.limit(chosen, limit, signed, side)
            }
            Term::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Concat, ..) | Term::Neg(_) => {
                self.limit_sum(term, width_here, limit, signed, side)
            }
            _ => self.pin(term),
        }
    }

    fn limit_sum(
        &mut self,
        term: TermId,
        width: u32,
        limit: i128,
        signed: bool,
        side: Side,
    ) -> bool {
        let Some((summands, constant)) = self.summands_of(term) else { return self.pin(term) };
        // The sum must be the number it looks like, without wrapping round, everywhere in the box.
        let Some(value) = self.value_of_sum(&summands, constant, signed) else {
            return self.pin(term);
        };
        let (least, greatest) = (Bound::least(width, signed), Bound::greatest(width, signed));
        if value.0 < least || value.1 > greatest {
            return self.pin(term);
        }
        let (up, down) = match side {
            Side::AtMost => (limit - value.1, value.0 - least),
            Side::AtLeast => (greatest - value.1, value.0 - limit),
        };
        let weight = |&(factor, summand): &(i128, TermId)| {
            let weight = (self.some_value(summand, signed).abs() + 1) * factor.abs();
            if self.is_given(summand) { 0 } else { weight.min(i128::from(u64::MAX)) }
        };
        let weights: Vec<i128> = summands.iter().map(weight).collect();
        let all = weights.iter().sum::<i128>().max(1);
        for ((factor, summand), weight) in summands.into_iter().zip(weights) {
            let part = |slack: i128| slack * weight / all / factor.abs();
            let (more, less) =
                if factor > 0 { (part(up), part(down)) } else { (part(down), part(up)) };
            let Some(here) = self.values(summand, signed) else { return false };
            let most = (here.1 + more).min(greatest);
            let fewest = (here.0 - less).max(least);
            if !self.limit(summand, most, signed, Side::AtMost)
                || !self.limit(summand, fewest, signed, Side::AtLeast)
            {
                return false;
            }
        }
        true
    }

    /// All numbers that a sum of multiples can be, if it never wraps round.
    fn value_of_sum(
        &self,
        summands: &[(i128, TermId)],
        constant: i128,
        signed: bool,
    ) -> Option<Range> {
        let width = width(self.terms, summands.first()?.1)?;
        let (mut low, mut high) = (constant, constant);
        for &(factor, summand) in summands {
            let values = self.values(summand, signed)?;
            let (a, b) = (values.0.checked_mul(factor)?, values.1.checked_mul(factor)?);
            low += a.min(b);
            high += a.max(b);
        }
        let fits = Bound::least(width, signed) <= low && high <= Bound::greatest(width, signed);
        fits.then_some((low, high))
    }

    /// A sum as its summands, each with a factor, and a constant; `None` if there is nothing to take apart.
    fn summands_of(&self, term: TermId) -> Option<(Vec<(i128, TermId)>, i128)> {
        let mut summands = Vec::new();
        let constant = self.summands(term, 1, &mut summands)?;
        // A product of cells is its own only summand.
        let apart = !summands.is_empty() && summands.iter().all(|&(_, summand)| summand != term);
        apart.then_some((summands, constant))
    }

    fn summands(&self, term: TermId, factor: i128, into: &mut Vec<(i128, TermId)>) -> Option<i128> {
        if factor.abs() > 1 << 32 {
            return None;
        }
        let width = width(self.terms, term)?;
        match *self.terms.get(term) {
            Term::Const(_) => {
                let value = number(self.terms.as_u64(term)?, width, true);
                Some(factor * value)
            }
            Term::Neg(of) => self.summands(of, -factor, into),
            Term::Binary(BinaryOp::Add, a, b) => {
                Some(self.summands(a, factor, into)? + self.summands(b, factor, into)?)
            }
            _ => match multiple(self.terms, term) {
                Some((times, of)) => self.summands(of, factor.checked_mul(times)?, into),
                None => {
                    into.push((factor, term));
                    Some(0)
                }
            },
        }
    }

    fn bound(
        &mut self,
        variable: VarId,
        width: u32,
        limit: i128,
        signed: bool,
        side: Side,
    ) -> bool {
        let (mut low, mut high) = (Bound::least(width, signed), Bound::greatest(width, signed));
        let all = (low, high);
        match side {
            Side::AtMost => high = limit,
            Side::AtLeast => low = limit,
        }
        if (low.max(all.0), high.min(all.1)) != all {
            self.condition.add_bound(Bound::new(variable, width, signed, low, high));
        }
        true
    }

    /// Every cell of a term keeps its value.
    fn pin(&mut self, term: TermId) -> bool {
        self.terms.vars_of(term).into_iter().all(|variable| {
            let bits = self.terms.eval(self.terms.var_term(variable), self.model);
            let width = bits.width();
            match bits.to_u64() {
                Some(word) if width <= 64 && !self.ranges.contains(variable) => {
                    let value = i128::from(word);
                    let bound = Bound::new(variable, width, false, value, value);
                    self.condition.add_bound(bound);
                    true
                }
                _ => false,
            }
        })
    }
}
