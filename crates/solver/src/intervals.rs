//! Between which numbers a term lies where some conditions hold, in either reading of its bits.
//!
//! Sums and products of digits, characters and indices are small because each of them is. A SAT solver finds that out bit by bit, which
//! takes it as long as all those numbers have values; here it is one pass over the term. Only conditions that bound a term by a constant
//! are looked at. A number that may leave its width wraps round, and can be anything then.
//!
//! A sum that does not wrap round is the same with more bits (`linear`), so whether it overflows is told in the same way.
//!
//! One of several conditions holds if one of them can be shown to hold where all of them fail: *if this is a digit, the number is small* is
//! such a disjunction, and most of what summaries ask for looks like it. What was assumed for the sake of that argument is no reason for its result.

use raddle_expr::{BinaryOp, Sort, Term, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::bounds::Bound;
use crate::linear::Linear;

/// All numbers from the first to the second. None if the second is smaller: then no value satisfies the conditions.
type Range = (i128, i128);

/// Terms that are looked at for one question, and how deep.
const MOST_TERMS: usize = 4_096;
const DEEPEST: u32 = 256;
/// Wider terms are not looked at.
const WIDEST: u32 = 64;
/// So many assumptions are made inside of others.
const MOST_NESTED: u32 = 3;
/// Disjunctions with more parts are not looked at as a whole.
const MOST_PARTS: usize = 32;

/// Deliberate defects, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMistake {
    /// A disjunction holds nowhere if one of its parts does not.
    OnePartForAll,
    /// One of several conditions is shown to hold where it was assumed to.
    PartsAssumed,
    /// Numbers do not leave their width.
    NothingWraps,
}

/// Ranges under some conditions.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    mistake: Option<IntervalMistake>,
    /// For a term and a reading of it, what conditions say, and which.
    bounds: FxHashMap<(TermId, bool), (Range, Vec<TermId>)>,
    /// Conditions that hold, or do not, and the one that says so.
    decided: FxHashMap<TermId, (bool, TermId)>,
    known: FxHashMap<(TermId, bool), Range>,
    /// Terms that were looked at, here and under further assumptions.
    looked_at: usize,
    nested: u32,
    /// Conditions that made some range smaller.
    pub used: Vec<TermId>,
}

impl Intervals {
    pub fn of(
        terms: &Terms,
        conditions: impl Iterator<Item = TermId>,
        mistake: Option<IntervalMistake>,
    ) -> Intervals {
        let mut intervals = Intervals { mistake, ..Intervals::default() };
        for condition in conditions {
            intervals.add(terms, condition);
        }
        intervals
    }

    fn add(&mut self, terms: &Terms, condition: TermId) {
        self.assume(terms, condition, true, condition);
    }

    /// A condition holds, or does not, because another one does.
    fn assume(&mut self, terms: &Terms, condition: TermId, holds: bool, why: TermId) {
        match *terms.get(condition) {
            Term::Not(of) => return self.assume(terms, of, !holds, why),
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if holds == (op == BinaryOp::And) =>
            {
                self.assume(terms, a, holds, why);
                return self.assume(terms, b, holds, why);
            }
            _ => self.decided.insert(condition, (holds, why)),
        };
        if let Some(bound) = Bound::of_comparison(terms, condition, !holds) {
            if let Some((signed, range)) = bound.range() {
                self.narrow(terms, bound.term, signed, range, why);
            }
            return;
        }
        let Term::Binary(BinaryOp::Eq, a, b) = *terms.get(condition) else { return };
        let (term, constant) = if terms.as_const(a).is_some() { (b, a) } else { (a, b) };
        for signed in [false, true].into_iter().filter(|_| holds) {
            if let Some(value) = constant_of(terms, constant, signed) {
                self.narrow(terms, term, signed, (value, value), why);
            }
        }
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        signed: bool,
        range: Range,
        condition: TermId,
    ) {
        let Some(all) = whole(terms, term, signed) else { return };
        let (known, why) = self.bounds.entry((term, signed)).or_insert((all, Vec::new()));
        let smaller = common(*known, range);
        if smaller != *known {
            *known = smaller;
            why.push(condition);
        }
    }

    /// The smallest and the largest number, without a sign, that a term can be.
    pub fn between(&mut self, terms: &Terms, term: TermId) -> Option<(u64, u64)> {
        let (low, high) = self.range(terms, term, false, 0)?;
        u64::try_from(low).ok().zip(u64::try_from(high).ok())
    }

    /// Whether a condition holds nowhere.
    pub fn refutes(&mut self, terms: &Terms, condition: TermId) -> bool {
        match *terms.get(condition) {
            Term::Not(of) => self.proves(terms, of),
            Term::Binary(BinaryOp::Or, a, b) => {
                let careless = self.mistake == Some(IntervalMistake::OnePartForAll);
                self.refutes(terms, a) && (careless || self.refutes(terms, b))
            }
            Term::Binary(BinaryOp::And, ..) => self.one_is(terms, condition, false),
            Term::Binary(BinaryOp::Ult, a, b) => self.never_less(terms, a, b, false),
            Term::Binary(BinaryOp::Slt, a, b) => self.never_less(terms, a, b, true),
            Term::Binary(BinaryOp::Eq, a, b) => [false, true].into_iter().any(|signed| {
                let ranges = self.range(terms, a, signed, 0).zip(self.range(terms, b, signed, 0));
                ranges.is_some_and(|(a, b)| is_empty(common(a, b)))
            }),
            _ => false,
        }
    }

    /// Whether a condition holds everywhere.
    fn proves(&mut self, terms: &Terms, condition: TermId) -> bool {
        match *terms.get(condition) {
            Term::Not(of) => self.refutes(terms, of),
            Term::Binary(BinaryOp::Or, ..) => self.one_is(terms, condition, true),
            Term::Binary(BinaryOp::And, a, b) => self.proves(terms, a) && self.proves(terms, b),
            Term::Binary(BinaryOp::Ult, a, b) => self.always_less(terms, a, b, false),
            Term::Binary(BinaryOp::Slt, a, b) => self.always_less(terms, a, b, true),
            Term::Binary(BinaryOp::Eq, a, b) => {
                let ranges = self.range(terms, a, true, 0).zip(self.range(terms, b, true, 0));
                ranges.is_some_and(|(a, b)| a == b && a.0 == a.1) || self.same_sum(terms, a, b)
            }
            _ => false,
        }
    }

    /// Whether one part of a disjunction holds everywhere, or one of a conjunction nowhere, or at least where no other one does.
    fn one_is(&mut self, terms: &Terms, condition: TermId, holds: bool) -> bool {
        let mut parts = Vec::new();
        if !parts_of(terms, condition, holds, &mut parts) {
            return false;
        }
        parts.iter().any(|&(part, holds)| self.is(terms, part, holds))
            || self.one_is_without_the_others(terms, &parts)
    }

    fn is(&mut self, terms: &Terms, condition: TermId, holds: bool) -> bool {
        if holds { self.proves(terms, condition) } else { self.refutes(terms, condition) }
    }

    fn one_is_without_the_others(&mut self, terms: &Terms, parts: &[(TermId, bool)]) -> bool {
        if self.nested >= MOST_NESTED {
            return false;
        }
        let mut none = Intervals {
            bounds: self.bounds.clone(),
            decided: self.decided.clone(),
            looked_at: self.looked_at,
            nested: self.nested + 1,
            mistake: self.mistake,
            ..Intervals::default()
        };
        let assumed = self.mistake == Some(IntervalMistake::PartsAssumed);
        for &(part, holds) in parts {
            none.assume(terms, part, holds == assumed, part);
        }
        let found = parts.iter().any(|&(part, holds)| none.is(terms, part, holds));
        self.looked_at = none.looked_at;
        if found {
            let assumed = |why: &TermId| parts.iter().any(|(part, _)| part == why);
            self.used.extend(none.used.into_iter().filter(|why| !assumed(why)));
        }
        found
    }

    /// Whether two terms are the same sum, as numbers.
    fn same_sum(&mut self, terms: &Terms, a: TermId, b: TermId) -> bool {
        let extended = |term: TermId| matches!(terms.get(term), Term::SExt { .. });
        (extended(a) || extended(b))
            && self.sum(terms, a, 0).is_some_and(|sum| Some(sum) == self.sum(terms, b, 0))
    }

    /// A term as a sum, as far as nothing in it wraps round.
    fn sum(&mut self, terms: &Terms, term: TermId, depth: u32) -> Option<Linear> {
        if depth >= DEEPEST || self.looked_at >= MOST_TERMS {
            return None;
        }
        self.looked_at += 1;
        let depth = depth + 1;
        let sum = match *terms.get(term) {
            Term::Const(_) => return constant_of(terms, term, true).map(Linear::constant),
            Term::SExt { of, .. } => return self.sum(terms, of, depth),
            Term::Ite { cond, then, otherwise } => {
                let &(holds, why) = self.decided.get(&cond)?;
                self.used.push(why);
                return self.sum(terms, if holds { then } else { otherwise }, depth);
            }
            Term::Neg(of) if self.fits(terms, term) => self.sum(terms, of, depth)?.times(-1),
            Term::Binary(BinaryOp::Add, a, b) if self.fits(terms, term) => {
                self.sum(terms, a, depth)?.plus(self.sum(terms, b, depth)?)
            }
            Term::Binary(BinaryOp::Mul, a, b) if self.fits(terms, term) => {
                let (a, b) = (self.sum(terms, a, depth)?, self.sum(terms, b, depth)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => b.times(factor),
                    (None, Some(factor)) => a.times(factor),
                    (None, None) => None,
                }
            }
            _ => None,
        };
        Some(sum.unwrap_or_else(|| Linear::term(term)))
    }

    /// Whether what operands say about a signed number is within its width.
    fn fits(&mut self, terms: &Terms, term: TermId) -> bool {
        if self.mistake == Some(IntervalMistake::NothingWraps) {
            return true;
        }
        let Some(all) = whole(terms, term, true) else { return false };
        let computed = self.computed(terms, term, true, 0);
        computed.is_some_and(|range| all.0 <= range.0 && range.1 <= all.1)
    }

    fn always_less(&mut self, terms: &Terms, a: TermId, b: TermId, signed: bool) -> bool {
        let ranges = self.range(terms, a, signed, 0).zip(self.range(terms, b, signed, 0));
        ranges.is_some_and(|(a, b)| a.1 < b.0)
    }

    fn never_less(&mut self, terms: &Terms, a: TermId, b: TermId, signed: bool) -> bool {
        let ranges = self.range(terms, a, signed, 0).zip(self.range(terms, b, signed, 0));
        ranges.is_some_and(|(a, b)| a.0 >= b.1)
    }

    /// The numbers that a term can be in one reading; none for what is wider than a word, and for arrays.
    fn range(&mut self, terms: &Terms, term: TermId, signed: bool, depth: u32) -> Option<Range> {
        let all = whole(terms, term, signed)?;
        if let Some(&known) = self.known.get(&(term, signed)) {
            return Some(known);
        }
        if depth >= DEEPEST || self.looked_at >= MOST_TERMS {
            return Some(all);
        }
        self.looked_at += 1;
        // Whoever asks for it again on the way, in the other reading, gets what is right in any case.
        self.known.insert((term, signed), all);
        let careless = self.mistake == Some(IntervalMistake::NothingWraps);
        let fits = |range: &Range| careless || (all.0 <= range.0 && range.1 <= all.1);
        let mut range = self.computed(terms, term, signed, depth + 1).filter(fits).unwrap_or(all);
        if let Some((bound, why)) = self.bounds.get(&(term, signed)) {
            let smaller = common(range, *bound);
            if smaller != range {
                range = smaller;
                self.used.extend_from_slice(why);
            }
        }
        // A number below half of all is the same in both readings.
        if range == all
            && let Some(other) = self.range(terms, term, !signed, depth + 1)
            && let Some(half) = whole(terms, term, true)
            && other.0 >= 0
            && other.1 <= half.1
        {
            range = other;
        }
        self.known.insert((term, signed), range);
        Some(range)
    }

    /// What the operands say, as a number that may not fit.
    fn computed(&mut self, terms: &Terms, term: TermId, signed: bool, depth: u32) -> Option<Range> {
        match *terms.get(term) {
            Term::Const(_) => constant_of(terms, term, signed).map(|value| (value, value)),
            Term::ZExt { of, .. } => self.range(terms, of, false, depth),
            Term::SExt { of, .. } => {
                self.range(terms, of, true, depth).filter(|range| signed || range.0 >= 0)
            }
            // The low part of a number that fits it is that number.
            Term::Extract { low: 0, of, .. } => self.range(terms, of, signed, depth),
            Term::Neg(of) => self.range(terms, of, signed, depth).map(|(a, b)| (-b, -a)),
            Term::Ite { cond, then, otherwise } => {
                if let Some(&(holds, why)) = self.decided.get(&cond) {
                    self.used.push(why);
                    return self.range(terms, if holds { then } else { otherwise }, signed, depth);
                }
                let a = self.range(terms, then, signed, depth)?;
                let b = self.range(terms, otherwise, signed, depth)?;
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Term::Binary(op, a, b) => self.of_operation(terms, op, a, b, signed, depth),
            Term::Var(_)
            | Term::Not(_)
            | Term::Extract { .. }
            | Term::Read { .. }
            | Term::Write { .. }
            | Term::ConstArray { .. } => None,
        }
    }

    fn of_operation(
        &mut self,
        terms: &Terms,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        signed: bool,
        depth: u32,
    ) -> Option<Range> {
        match op {
            BinaryOp::Add => {
                // A large unsigned summand is usually a small negative one.
                let a = self.range(terms, a, signed || terms.as_const(a).is_some(), depth)?;
                let b = self.range(terms, b, signed || terms.as_const(b).is_some(), depth)?;
                Some((a.0 + b.0, a.1 + b.1))
            }
            BinaryOp::Mul => {
                let a = self.range(terms, a, signed, depth)?;
                let b = self.range(terms, b, signed, depth)?;
                let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                let ends = ends.map(|(a, b)| a.checked_mul(b));
                let least = ends.into_iter().collect::<Option<Vec<i128>>>()?;
                Some((*least.iter().min()?, *least.iter().max()?))
            }
            BinaryOp::Concat => {
                let factor = 1i128 << terms.width(b).min(WIDEST);
                // Bits moved up: a multiple by a power of two.
                let upper = match *terms.get(a) {
                    Term::Extract { low: 0, of, .. } if terms.as_u64(b) == Some(0) => of,
                    _ => a,
                };
                let upper = self.range(terms, upper, signed, depth)?;
                let lower = self.range(terms, b, false, depth)?;
                let (least, greatest) =
                    (upper.0.checked_mul(factor)?, upper.1.checked_mul(factor)?);
                Some((least.checked_add(lower.0)?, greatest.checked_add(lower.1)?))
            }
            BinaryOp::And if !signed => {
                let a = self.range(terms, a, false, depth)?;
                let b = self.range(terms, b, false, depth)?;
                Some((0, a.1.min(b.1)))
            }
            BinaryOp::URem if !signed => {
                let a = self.range(terms, a, false, depth)?;
                let by =
                    self.range(terms, b, false, depth).filter(|by| 0 < by.0 && by.0 <= by.1)?;
                Some(if a.1 < by.0 { a } else { (0, a.1.min(by.1 - 1)) })
            }
            BinaryOp::UDiv if !signed => {
                let a = self.range(terms, a, false, depth)?;
                let by =
                    self.range(terms, b, false, depth).filter(|by| 0 < by.0 && by.0 <= by.1)?;
                Some((a.0 / by.1, a.1 / by.0))
            }
            BinaryOp::SRem if signed => {
                let a = self.range(terms, a, true, depth)?;
                let by = self.range(terms, b, true, depth).filter(|by| 0 < by.0 && by.0 <= by.1)?;
                let most = by.1 - 1;
                Some(((-most).max(a.0.min(0)), most.min(a.1.max(0))))
            }
            BinaryOp::SDiv if signed => {
                let a = self.range(terms, a, true, depth)?;
                let by = self.range(terms, b, true, depth).filter(|by| 0 < by.0 && by.0 <= by.1)?;
                let ends = [a.0 / by.0, a.0 / by.1, a.1 / by.0, a.1 / by.1];
                Some((*ends.iter().min()?, *ends.iter().max()?))
            }
            BinaryOp::LShr if !signed => {
                let a = self.range(terms, a, false, depth)?;
                let by = terms.as_u64(b).filter(|&by| by < u64::from(WIDEST))?;
                Some((a.0 >> by, a.1 >> by))
            }
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::Eq
            | BinaryOp::Ult
            | BinaryOp::Slt => None,
        }
    }
}

/// The parts of a disjunction, or those of a conjunction, and whether they are to hold; `false` if there are too many.
fn parts_of(terms: &Terms, condition: TermId, holds: bool, into: &mut Vec<(TermId, bool)>) -> bool {
    match *terms.get(condition) {
        Term::Not(of) => parts_of(terms, of, !holds, into),
        Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
            if holds == (op == BinaryOp::Or) =>
        {
            parts_of(terms, a, holds, into) && parts_of(terms, b, holds, into)
        }
        _ => {
            into.push((condition, holds));
            into.len() <= MOST_PARTS
        }
    }
}

fn common(a: Range, b: Range) -> Range {
    (a.0.max(b.0), a.1.min(b.1))
}

fn is_empty(range: Range) -> bool {
    range.0 > range.1
}

/// All numbers of a term's width; none for arrays and what is wider than a word.
fn whole(terms: &Terms, term: TermId, signed: bool) -> Option<Range> {
    let Sort::Bits(width) = terms.sort(term) else { return None };
    let half = 1i128 << (width.min(WIDEST) - 1);
    let all = if signed { (-half, half - 1) } else { (0, 2 * half - 1) };
    (width <= WIDEST).then_some(all)
}

fn constant_of(terms: &Terms, term: TermId, signed: bool) -> Option<i128> {
    let (value, width) = (terms.as_const(term)?.to_u64()?, terms.width(term));
    let unused = 64 - width.min(WIDEST);
    let value = match signed {
        true => i128::from(((value << unused) as i64) >> unused),
        false => i128::from(value),
    };
    (width <= WIDEST).then_some(value)
}

#[cfg(test)]
mod tests {
    use raddle_expr::random::Random;
    use raddle_expr::{Bits, Model, Sort, Terms};

    use super::{Intervals, Range};
    use crate::random_terms::{Generator, Vocabulary};

    fn read(bits: &Bits, signed: bool) -> i128 {
        let (value, width) = (bits.to_u64().expect("small") as i128, bits.width());
        if signed && value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
    }

    /// Whatever values satisfy the conditions, every term has one of the numbers that it is said to have.
    #[test]
    fn ranges_contain_every_value() {
        let mut narrow = 0;
        for seed in 0..3_000 {
            let mut terms = Terms::new();
            let vocabulary = Vocabulary::new(&mut terms, &[3, 5], 1, 0);
            let mut random = Random::new(seed);
            let (terms, random) = (&mut terms, &mut random);
            let mut generator = Generator { terms, vocabulary: &vocabulary, random };
            let conditions: Vec<_> = (0..3).map(|_| generator.condition(2)).collect();
            let term = generator.word(5, 4);
            let terms = generator.terms;
            let mut intervals = Intervals::of(terms, conditions.iter().copied(), None);
            let ranges: [Range; 2] =
                [false, true].map(|signed| intervals.range(terms, term, signed, 0).expect("small"));
            narrow += u32::from(ranges != [(0, 31), (-16, 15)]);
            let refuted = conditions.iter().any(|&condition| {
                let others = conditions.iter().copied().filter(|&other| other != condition);
                Intervals::of(terms, others, None).refutes(terms, condition)
            });
            let variables = vocabulary.words.iter().map(|&word| terms.vars_of(word)[0]);
            let variables: Vec<_> = variables.collect();
            for values in 0..1u128 << 8 {
                let mut model = Model::default();
                model.bits.insert(variables[0], Bits::new(3, values & 7));
                model.bits.insert(variables[1], Bits::new(5, values >> 3));
                if conditions.iter().any(|&condition| !terms.eval_bool(condition, &model)) {
                    continue;
                }
                assert!(!refuted, "seed {seed}: the conditions hold for {values:#b}");
                for (signed, range) in [false, true].into_iter().zip(ranges) {
                    let value = read(&terms.eval(term, &model), signed);
                    assert!(
                        range.0 <= value && value <= range.1,
                        "seed {seed}: {value} is not in {range:?}"
                    );
                }
            }
        }
        assert!(narrow > 300, "{narrow}");
    }

    #[test]
    fn a_number_of_three_digits_is_below_a_thousand() {
        let mut terms = Terms::new();
        let (ten, zero) = (terms.constant(32, 10), terms.constant(32, 48));
        let mut value = terms.constant(32, 0);
        let mut conditions = Vec::new();
        for index in 0..3 {
            let character = terms.var(&format!("c{index}"), Sort::Bits(8));
            let (first, last) = (terms.constant(8, 48), terms.constant(8, 57));
            let (below, above) = (terms.slt(character, first), terms.slt(last, character));
            conditions.extend([terms.not(below), terms.not(above)]);
            let wide = terms.sext(character, 32);
            let digit = terms.sub(wide, zero);
            let tens = terms.mul(value, ten);
            value = terms.add(tens, digit);
        }
        let limit = terms.constant(32, 1000);
        let below = terms.slt(value, limit);
        let fails = terms.not(below);
        let mut intervals = Intervals::of(&terms, conditions.iter().copied(), None);
        assert!(intervals.refutes(&terms, fails));
        assert_eq!(intervals.used.len(), 6, "every digit has two ends");
        // The first character may be larger than a digit.
        let without_end = conditions.iter().copied().filter(|&it| it != conditions[1]);
        assert!(!Intervals::of(&terms, without_end, None).refutes(&terms, fails));
    }
}
