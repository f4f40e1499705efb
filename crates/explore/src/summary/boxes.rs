//! Boxes: an interval for each cell, around the values that a state has, in which a condition holds.
//!
//! The exact condition under which nothing can go wrong has a conjunct for every way the rest of the program
//! can go, and there are as many of those as we want to avoid looking at. A box is as large as the number of
//! cells. It is found by going down a term with the truth value it has: a comparison leaves some slack
//! between its sides, a sum shares the slack out among its summands, and what is not understood is pinned.
//! Any way of sharing is sound; equal parts work well.

use raddle_expr::{BinaryOp, Model, Term, TermId, Terms, VarId};

use crate::summary::condition::{Bound, Condition, number};

pub(crate) struct Boxer<'a> {
    pub terms: &'a Terms,
    /// The values of all cells that the terms speak of.
    pub model: &'a Model,
    pub condition: &'a mut Condition,
    /// A cell is too wide for an interval.
    pub failed: bool,
}

/// Which side of a value is bounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    AtMost,
    AtLeast,
}

impl Side {
    fn opposite(self) -> Side {
        match self {
            Side::AtMost => Side::AtLeast,
            Side::AtLeast => Side::AtMost,
        }
    }
}

impl Boxer<'_> {
    /// Bounds cells such that a term keeps the truth value it has.
    pub fn keep(&mut self, term: TermId) {
        let truth = self.terms.eval_bool(term, self.model);
        match *self.terms.get(term) {
            Term::Const(_) => {}
            Term::Not(inner) => self.keep(inner),
            Term::Binary(BinaryOp::And, a, b) => self.keep_junction(a, b, truth, false),
            Term::Binary(BinaryOp::Or, a, b) => self.keep_junction(a, b, truth, true),
            Term::Binary(BinaryOp::Ult, a, b) => self.keep_order(a, b, truth, false),
            Term::Binary(BinaryOp::Slt, a, b) => self.keep_order(a, b, truth, true),
            Term::Binary(BinaryOp::Eq, a, b) if !truth && self.width(a).is_some() => {
                let signed = true;
                let less = self.value(a, signed) < self.value(b, signed);
                let (a, b) = if less { (a, b) } else { (b, a) };
                self.keep_order(a, b, true, signed);
            }
            Term::Ite { cond, then, otherwise } => {
                self.keep(cond);
                let chosen = if self.terms.eval_bool(cond, self.model) { then } else { otherwise };
                self.keep(chosen);
            }
            _ => self.pin(term),
        }
    }

    /// Of a conjunction that is false one false side is enough, and of a disjunction that is true a true one.
    fn keep_junction(&mut self, a: TermId, b: TermId, truth: bool, deciding: bool) {
        if truth != deciding {
            self.keep(a);
            self.keep(b);
        } else if self.terms.eval_bool(a, self.model) == deciding {
            self.keep(a);
        } else {
            self.keep(b);
        }
    }

    fn width(&self, term: TermId) -> Option<u32> {
        match self.terms.sort(term) {
            raddle_expr::Sort::Bits(width) if width <= 64 => Some(width),
            _ => None,
        }
    }

    fn value(&self, term: TermId, signed: bool) -> i128 {
        let bits = self.terms.eval(term, self.model);
        number(bits.to_u64().unwrap_or(0), bits.width().min(64), signed)
    }

    /// `a < b`, or not, stays as it is.
    fn keep_order(&mut self, a: TermId, b: TermId, less: bool, signed: bool) {
        if self.width(a).is_none() {
            self.pin(a);
            self.pin(b);
            return;
        }
        let (low, high, gap) = if less { (a, b, 1) } else { (b, a, 0) };
        let (below, above) = (self.value(low, signed), self.value(high, signed));
        let slack = above - below - gap;
        // A constant needs no part of the slack.
        let share = match (self.terms.get(low), self.terms.get(high)) {
            (Term::Const(_), _) => 0,
            (_, Term::Const(_)) => slack,
            _ => slack / 2,
        };
        self.limit(low, below + share, signed, Side::AtMost);
        self.limit(high, above - (slack - share), signed, Side::AtLeast);
    }

    /// Bounds cells such that a term, read as a number, stays on one side of a limit.
    fn limit(&mut self, term: TermId, limit: i128, signed: bool, side: Side) {
        let Some(width) = self.width(term) else { return self.pin(term) };
        match *self.terms.get(term) {
            Term::Const(_) => {}
            Term::Var(variable) => self.bound(variable, width, limit, signed, side),
            Term::ZExt { of, .. } => {
                // The wide value is never negative, so both readings agree on it.
                let narrow = self.width(of).unwrap_or(64);
                let limit = limit.clamp(0, Bound::greatest(narrow, false));
                self.limit(of, limit, false, side);
            }
            Term::SExt { of, .. } if signed => {
                let narrow = self.width(of).unwrap_or(64);
                let range = Bound::least(narrow, true)..=Bound::greatest(narrow, true);
                self.limit(of, limit.clamp(*range.start(), *range.end()), true, side);
            }
            Term::Ite { cond, then, otherwise } => {
                self.keep(cond);
                let chosen = if self.terms.eval_bool(cond, self.model) { then } else { otherwise };
                self.limit(chosen, limit, signed, side);
            }
            Term::Binary(BinaryOp::Add | BinaryOp::Mul, ..) | Term::Neg(_) => {
                self.limit_sum(term, width, limit, signed, side);
            }
            _ => self.pin(term),
        }
    }

    fn limit_sum(&mut self, term: TermId, width: u32, limit: i128, signed: bool, side: Side) {
        let mut summands = Vec::new();
        let constant = match self.summands(term, 1, &mut summands) {
            // A product of cells is its own only summand: there is nothing to share out.
            Some(constant) if summands.iter().all(|&(_, summand)| summand != term) => constant,
            _ => return self.pin(term),
        };
        // The sum must be the number it looks like, without wrapping round, everywhere in the box.
        let exact: i128 = summands
            .iter()
            .map(|&(factor, summand)| factor * self.value(summand, signed))
            .sum::<i128>()
            + constant;
        let value = self.value(term, signed);
        if exact != value {
            return self.pin(term);
        }
        let (least, greatest) = (Bound::least(width, signed), Bound::greatest(width, signed));
        let (up, down) = match side {
            Side::AtMost => (limit - value, value - least),
            Side::AtLeast => (greatest - value, value - limit),
        };
        let count = summands.len() as i128;
        for (index, (factor, summand)) in summands.into_iter().enumerate() {
            let part = |slack: i128| slack / count + i128::from((index as i128) < slack % count);
            let (up, down) = (part(up) / factor.abs(), part(down) / factor.abs());
            let (up, down) = if factor > 0 { (up, down) } else { (down, up) };
            let here = self.value(summand, signed);
            let most = (here + up).min(greatest);
            let fewest = (here - down).max(least);
            self.limit(summand, most, signed, Side::AtMost);
            self.limit(summand, fewest, signed, Side::AtMost.opposite());
        }
    }

    /// Splits a sum of multiples; returns its constant.
    fn summands(&self, term: TermId, factor: i128, into: &mut Vec<(i128, TermId)>) -> Option<i128> {
        if factor.abs() > 1 << 32 {
            return None;
        }
        let width = self.width(term)?;
        match *self.terms.get(term) {
            Term::Const(_) => {
                let value = number(self.terms.as_u64(term)?, width, true);
                Some(factor * value)
            }
            Term::Neg(of) => self.summands(of, -factor, into),
            Term::Binary(BinaryOp::Add, a, b) => {
                Some(self.summands(a, factor, into)? + self.summands(b, factor, into)?)
            }
            Term::Binary(BinaryOp::Mul, a, b) => {
                let (constant, other) = match (self.terms.as_u64(a), self.terms.as_u64(b)) {
                    (Some(constant), _) => (constant, b),
                    (_, Some(constant)) => (constant, a),
                    _ => {
                        into.push((factor, term));
                        return Some(0);
                    }
                };
                self.summands(other, factor * number(constant, width, true), into)
            }
            _ => {
                into.push((factor, term));
                Some(0)
            }
        }
    }

    fn bound(&mut self, variable: VarId, width: u32, limit: i128, signed: bool, side: Side) {
        let (mut low, mut high) = (Bound::least(width, signed), Bound::greatest(width, signed));
        match side {
            Side::AtMost => high = limit,
            Side::AtLeast => low = limit,
        }
        self.condition.add_bound(Bound { variable, width, signed, low, high });
    }

    /// Every cell of a term keeps its value.
    fn pin(&mut self, term: TermId) {
        for variable in self.terms.vars_of(term) {
            let bits = self.terms.eval(self.terms.var_term(variable), self.model);
            match bits.to_u64() {
                Some(word) if bits.width() <= 64 => {
                    let (value, width) = (i128::from(word), bits.width());
                    let bound = Bound { variable, width, signed: false, low: value, high: value };
                    self.condition.add_bound(bound);
                }
                _ => self.failed = true,
            }
        }
    }
}
