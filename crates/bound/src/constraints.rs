//! Conjunctions of linear constraints, and what follows from them.
//!
//! A conjunction keeps one range (and excluded values) per *form*, a linear expression without constant and with
//! coprime coefficients. So `j < n-1-i`, `j+1 < n-1-i`, … are one entry with the tightest bound, and the
//! conditions collected along a thousand iterations stay as small as those of one.
//!
//! Conclusions are drawn by inserting equations (solved by elimination), by propagating ranges and by adding one constraint to a question. This is incomplete: a
//! `false` from [`Store::assume`] or a narrow range from [`Store::bound`] is certain, the contrary is not. An
//! infeasible path that goes unnoticed can only make a bound larger.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::affine::{Affine, Int, Range, Terms, Var};

/// One constraint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Constraint {
    /// The expression is at least zero.
    AtLeastZero(Affine),
    Zero(Affine),
    NotZero(Affine),
}

impl Constraint {
    pub fn expression(&self) -> &Affine {
        match self {
            Constraint::AtLeastZero(affine)
            | Constraint::Zero(affine)
            | Constraint::NotZero(affine) => affine,
        }
    }
    /// `None` if the expression becomes too large.
    pub fn negated(&self) -> Option<Constraint> {
        Some(match self {
            Constraint::AtLeastZero(affine) => {
                Constraint::AtLeastZero(affine.scale(-1)?.shift(-1)?)
            }
            Constraint::Zero(affine) => Constraint::NotZero(affine.clone()),
            Constraint::NotZero(affine) => Constraint::Zero(affine.clone()),
        })
    }
    pub fn map(&self, image: impl FnMut(Var) -> Option<Affine>) -> Option<Constraint> {
        Some(match self {
            Constraint::AtLeastZero(affine) => Constraint::AtLeastZero(affine.substitute(image)?),
            Constraint::Zero(affine) => Constraint::Zero(affine.substitute(image)?),
            Constraint::NotZero(affine) => Constraint::NotZero(affine.substitute(image)?),
        })
    }
    /// Whether the constraint holds for all, or no, values of its expression in the range.
    pub fn decided(&self, range: Range) -> Option<bool> {
        match self {
            Constraint::AtLeastZero(_) if range.lo >= 0 => Some(true),
            Constraint::AtLeastZero(_) if range.hi < 0 => Some(false),
            Constraint::AtLeastZero(_) => None,
            Constraint::Zero(_) => is_zero(range),
            Constraint::NotZero(_) => is_zero(range).map(|zero| !zero),
        }
    }
}

fn is_zero(range: Range) -> Option<bool> {
    match range.value() {
        Some(value) => Some(value == 0),
        None if range.lo > 0 || range.hi < 0 => Some(false),
        None => None,
    }
}

/// What is known of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub range: Range,
    /// Values inside the range that the form does not have.
    pub except: SmallVec<[Int; 1]>,
}

impl Bound {
    fn free() -> Bound {
        Bound { range: Range::ALL, except: SmallVec::new() }
    }
    fn meet(&mut self, other: &Bound) {
        self.range = self.range.meet(other.range);
        for &value in &other.except {
            self.exclude(value);
        }
        self.tidy();
    }
    fn exclude(&mut self, value: Int) {
        if !self.except.contains(&value) {
            self.except.push(value);
        }
    }
    /// Excluded ends shorten the range; excluded values outside of it say nothing.
    fn tidy(&mut self) {
        loop {
            let Range { lo, hi } = self.range;
            if lo > hi || self.except.is_empty() {
                break;
            }
            if self.except.contains(&lo) {
                self.range.lo += 1;
            } else if self.except.contains(&hi) {
                self.range.hi -= 1;
            } else {
                break;
            }
        }
        let range = self.range;
        self.except.retain(|value| range.lo <= *value && *value <= range.hi);
        self.except.sort_unstable();
    }
    fn hull(&self, other: &Bound) -> Bound {
        let except = self.except.iter().filter(|value| {
            other.except.contains(value) || **value < other.range.lo || other.range.hi < **value
        });
        let except = except.copied().collect();
        let mut hull = Bound { range: self.range.hull(other.range), except };
        hull.tidy();
        hull
    }
}

/// A conjunction of constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    forms: BTreeMap<Terms, Bound>,
}

/// `expression = scale · form + constant`, scale nonzero.
struct Normal {
    form: Terms,
    scale: Int,
    constant: Int,
}

fn normal(expression: &Affine) -> Option<Normal> {
    let &(_, first) = expression.terms.first()?;
    let divisor = expression.terms.iter().fold(0, |divisor, &(_, factor)| gcd(divisor, factor));
    let scale = if first < 0 { -divisor } else { divisor };
    let form = expression.terms.iter().map(|&(var, factor)| (var, factor / scale)).collect();
    Some(Normal { form, scale, constant: expression.constant })
}

fn gcd(a: Int, b: Int) -> Int {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub fn floor_div(a: Int, b: Int) -> Int {
    let quotient = a / b;
    if a % b != 0 && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient }
}

fn ceil_div(a: Int, b: Int) -> Int {
    -floor_div(-a, b)
}

/// The bound a constraint puts on its form, or its truth if it speaks of no variable.
fn form_bound(constraint: &Constraint) -> Result<(Terms, Bound), bool> {
    let expression = constraint.expression();
    let Some(Normal { form, scale, constant }) = normal(expression) else {
        return Err(constraint.decided(Range::point(expression.constant)) == Some(true));
    };
    let mut bound = Bound::free();
    match constraint {
        Constraint::AtLeastZero(_) if scale > 0 => bound.range.lo = ceil_div(-constant, scale),
        Constraint::AtLeastZero(_) => bound.range.hi = floor_div(constant, -scale),
        Constraint::Zero(_) if constant % scale != 0 => return Err(false),
        Constraint::Zero(_) => bound.range = Range::point(-constant / scale),
        Constraint::NotZero(_) if constant % scale != 0 => return Err(true),
        Constraint::NotZero(_) => bound.exclude(-constant / scale),
    }
    Ok((form, bound))
}

impl Constraints {
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
    /// `false` if the constraint cannot hold together with what is known of its form.
    pub fn add(&mut self, constraint: &Constraint) -> bool {
        match form_bound(constraint) {
            Err(truth) => truth,
            Ok((form, bound)) => {
                let entry = self.forms.entry(form).or_insert_with(Bound::free);
                entry.meet(&bound);
                !entry.range.is_empty()
            }
        }
    }
    pub fn add_all(&mut self, other: &Constraints) {
        for (form, bound) in &other.forms {
            self.forms.entry(form.clone()).or_insert_with(Bound::free).meet(bound);
        }
    }
    /// What both imply, form by form.
    pub fn hull(&self, other: &Constraints) -> Constraints {
        let both = self.forms.iter().filter_map(|(form, bound)| {
            let hull = bound.hull(other.forms.get(form)?);
            let says_something = hull.range != Range::ALL || !hull.except.is_empty();
            says_something.then(|| (form.clone(), hull))
        });
        Constraints { forms: both.collect() }
    }
    /// Whether the constraint follows from what is known of its own form.
    pub fn states(&self, constraint: &Constraint) -> bool {
        match form_bound(constraint) {
            Err(truth) => truth,
            Ok((form, asked)) => self.forms.get(&form).is_some_and(|known| {
                let excluded = |value: &Int| {
                    known.except.contains(value)
                        || *value < known.range.lo
                        || known.range.hi < *value
                };
                asked.range.contains(known.range) && asked.except.iter().all(excluded)
            }),
        }
    }
    /// A variable among the wanted ones whose value is fixed, and the value.
    pub fn fixed_variable(&self, wanted: impl Fn(Var) -> bool) -> Option<(Var, Int)> {
        self.forms.iter().find_map(|(form, bound)| match form[..] {
            [(var, 1)] if wanted(var) => Some((var, bound.range.value()?)),
            _ => None,
        })
    }
    pub fn retain(&mut self, keep: impl Fn(Var) -> bool) {
        self.forms.retain(|form, _| form.iter().all(|&(var, _)| keep(var)));
    }
    /// The conjuncts one by one.
    pub fn iter(&self) -> impl Iterator<Item = Constraint> + '_ {
        self.forms.iter().flat_map(|(form, bound)| conjuncts(form, bound))
    }
}

fn conjuncts(form: &Terms, bound: &Bound) -> SmallVec<[Constraint; 2]> {
    let with = |constant: Int, sign: Int| Affine {
        constant,
        terms: form.iter().map(|&(var, factor)| (var, factor * sign)).collect(),
    };
    let mut found = SmallVec::new();
    match bound.range.value() {
        Some(value) => found.push(Constraint::Zero(with(-value, 1))),
        None => {
            if bound.range.lo != Int::MIN {
                found.push(Constraint::AtLeastZero(with(-bound.range.lo, 1)));
            }
            if bound.range.hi != Int::MAX {
                found.push(Constraint::AtLeastZero(with(bound.range.hi, -1)));
            }
        }
    }
    for &value in &bound.except {
        found.push(Constraint::NotZero(with(-value, 1)));
    }
    found
}

/// Steps of propagation after one new constraint.
const PROPAGATION_STEPS: usize = 64;

/// What is known of unknown numbers along a path: ranges, and constraints between several of them.
#[derive(Clone, Debug, Default)]
pub struct Store {
    ranges: BTreeMap<Var, Bound>,
    relations: Constraints,
    /// The equations among the relations, solved for a variable each; made when first needed.
    solved: OnceCell<Vec<(Var, Affine)>>,
}

/// Ranges that variables have from birth.
pub trait Births {
    fn range_at_birth(&self, var: Var) -> Range;
}

impl Store {
    pub fn range(&self, births: &impl Births, var: Var) -> Range {
        let birth = births.range_at_birth(var);
        self.ranges.get(&var).map_or(birth, |known| known.range.meet(birth))
    }

    fn interval(&self, births: &impl Births, expression: &Affine) -> Range {
        let start = Range::point(expression.constant);
        expression
            .terms
            .iter()
            .fold(start, |sum, &(var, factor)| sum.plus(self.range(births, var).times(factor)))
    }

    /// A range that contains every possible value of the expression.
    pub fn bound(&self, births: &impl Births, expression: &Affine) -> Range {
        let range = self.bound_as_is(births, expression);
        match self.reduced(expression) {
            Some(reduced) => range.meet(self.bound_as_is(births, &reduced)),
            None => range,
        }
    }

    /// The expression with equations inserted; `None` if none speaks of its variables.
    fn reduced(&self, expression: &Affine) -> Option<Affine> {
        if self.relations.is_empty() {
            return None;
        }
        let solved = self.solved.get_or_init(|| self.solve());
        let concerned = expression.vars().any(|var| solved.iter().any(|&(own, _)| own == var));
        if concerned { inserted(solved, expression) } else { None }
    }

    /// Equations among the relations, each solved for a variable that none of the others speaks of (Gauss). Those without
    /// a factor of one are left out: their solutions would not be integers.
    fn solve(&self) -> Vec<(Var, Affine)> {
        let fixed = |var: Var| self.ranges.get(&var).and_then(|known| known.range.value());
        let mut solved: Vec<(Var, Affine)> = Vec::new();
        for (form, bound) in &self.relations.forms {
            let Some(value) = bound.range.value() else { continue };
            let equation = Affine { constant: -value, terms: form.clone() };
            let equation = equation.substitute(|var| {
                Some(fixed(var).map_or_else(|| Affine::var(var), Affine::constant))
            });
            let Some(equation) = equation.and_then(|equation| inserted(&solved, &equation)) else {
                continue;
            };
            // The newest variable: older ones are what more is known of.
            let Some(&(var, factor)) =
                equation.terms.iter().rev().find(|(_, factor)| factor.abs() == 1)
            else {
                continue;
            };
            // factor · var + rest = 0
            let meaning = equation
                .add_scaled(&Affine::var(var), -factor)
                .and_then(|rest| rest.scale(-factor));
            let Some(meaning) = meaning else { continue };
            let new = [(var, meaning)];
            solved = solved
                .into_iter()
                .filter_map(|(own, sum)| Some((own, inserted(&new, &sum)?)))
                .collect();
            solved.extend(new);
        }
        solved
    }

    fn bound_as_is(&self, births: &impl Births, expression: &Affine) -> Range {
        let mut range = self.interval(births, expression);
        if expression.terms.len() < 2 && self.relations.is_empty() {
            return range;
        }
        for (form, bound) in &self.relations.forms {
            let Some(factor) = common_factor(expression, form) else { continue };
            let form_value = Affine { constant: 0, terms: form.clone() };
            let Some(rest) = expression.add_scaled(&form_value, -factor) else { continue };
            let through = bound.range.times(factor).plus(self.interval(births, &rest));
            range = range.meet(through);
        }
        range.meet(self.through_all(births, expression))
    }

    /// A range of the expression by taking out one relation after the other, as long as that helps.
    fn through_all(&self, births: &impl Births, expression: &Affine) -> Range {
        let (mut taken, mut rest) = (Range::point(0), expression.clone());
        for (form, bound) in &self.relations.forms {
            let Some(factor) = common_factor(&rest, form) else { continue };
            let form_value = Affine { constant: 0, terms: form.clone() };
            let Some(smaller) = rest.add_scaled(&form_value, -factor) else { continue };
            let part = bound.range.times(factor);
            let (before, after) =
                (self.interval(births, &rest), part.plus(self.interval(births, &smaller)));
            if before.contains(after) && before != after {
                taken = taken.plus(part);
                rest = smaller;
            }
        }
        taken.plus(self.interval(births, &rest))
    }

    /// Whether the constraint holds, does not hold, or may do either.
    pub fn decide(&self, births: &impl Births, constraint: &Constraint) -> Option<bool> {
        let expression = constraint.expression();
        let decided = constraint.decided(self.bound(births, expression));
        if decided.is_some() {
            return decided;
        }
        if let Constraint::Zero(_) | Constraint::NotZero(_) = constraint
            && self.excludes_zero(expression)
        {
            return Some(matches!(constraint, Constraint::NotZero(_)));
        }
        let mut trial = self.clone();
        if !trial.assume(births, constraint) {
            return Some(false);
        }
        let mut trial = self.clone();
        match constraint.negated() {
            Some(negated) if !trial.assume(births, &negated) => Some(true),
            _ => None,
        }
    }

    fn excludes_zero(&self, expression: &Affine) -> bool {
        let Some(Normal { form, scale, constant }) = normal(expression) else { return false };
        if constant % scale != 0 {
            return true;
        }
        let value = -constant / scale;
        match form[..] {
            [(var, 1)] => self.ranges.get(&var).is_some_and(|known| known.except.contains(&value)),
            _ => self.relations.forms.get(&form).is_some_and(|known| known.except.contains(&value)),
        }
    }

    /// Adds a constraint. `false`: it contradicts what is known.
    #[must_use]
    pub fn assume(&mut self, births: &impl Births, constraint: &Constraint) -> bool {
        let (form, bound) = match form_bound(constraint) {
            Err(truth) => return truth,
            Ok(found) => found,
        };
        if let Some(reduced) = self.reduced(constraint.expression())
            && constraint.decided(self.bound_as_is(births, &reduced)) == Some(false)
        {
            return false;
        }
        self.solved.take();
        let mut open: Vec<Terms> = Vec::new();
        if let [(var, 1)] = form[..] {
            if !self.narrow(births, var, &bound) {
                return false;
            }
            open.extend(self.relations_with(var));
        } else {
            let entry = self.relations.forms.entry(form.clone()).or_insert_with(Bound::free);
            entry.meet(&bound);
            if entry.range.is_empty() {
                return false;
            }
            open.push(form);
        }
        self.propagate(births, open)
    }

    fn relations_with(&self, var: Var) -> Vec<Terms> {
        let forms = self.relations.forms.keys();
        forms.filter(|form| form.iter().any(|&(other, _)| other == var)).cloned().collect()
    }

    fn narrow(&mut self, births: &impl Births, var: Var, bound: &Bound) -> bool {
        let birth = births.range_at_birth(var);
        let entry = self
            .ranges
            .entry(var)
            .or_insert_with(|| Bound { range: birth, except: SmallVec::new() });
        entry.meet(bound);
        !entry.range.is_empty()
    }

    /// Shortens the ranges of variables as far as the open relations demand.
    fn propagate(&mut self, births: &impl Births, mut open: Vec<Terms>) -> bool {
        for _ in 0..PROPAGATION_STEPS {
            let Some(form) = open.pop() else { return true };
            let Some(bound) = self.relations.forms.get(&form).cloned() else { continue };
            for &(var, factor) in &form {
                let rest = Affine {
                    constant: 0,
                    terms: form.iter().filter(|&&(other, _)| other != var).copied().collect(),
                };
                // factor · var = form − rest
                let room = bound.range.plus(self.interval(births, &rest).times(-1));
                let range = divided(room, factor);
                let before = self.range(births, var);
                if before.lo >= range.lo && before.hi <= range.hi {
                    continue;
                }
                if !self.narrow(births, var, &Bound { range, except: SmallVec::new() }) {
                    return false;
                }
                for other in self.relations_with(var) {
                    if !open.contains(&other) {
                        open.push(other);
                    }
                }
            }
        }
        true
    }

    /// Forgets everything about variables that nothing speaks of any more.
    pub fn retain(&mut self, keep: impl Fn(Var) -> bool) {
        self.ranges.retain(|&var, _| keep(var));
        self.relations.retain(keep);
        self.solved.take();
    }

    /// Everything that is known.
    pub fn constraints(&self) -> Vec<Constraint> {
        let ranges = self.ranges.iter().flat_map(|(&var, bound)| {
            let form = SmallVec::from_slice(&[(var, 1)]);
            conjuncts(&form, bound)
        });
        ranges.chain(self.relations.iter()).collect()
    }

    pub fn has_relations(&self) -> bool {
        !self.relations.is_empty()
    }
}

/// `None` if the expression becomes too large.
fn inserted(solved: &[(Var, Affine)], expression: &Affine) -> Option<Affine> {
    expression.substitute(|var| {
        let found = solved.iter().find(|(own, _)| *own == var);
        Some(found.map_or_else(|| Affine::var(var), |(_, meaning)| meaning.clone()))
    })
}

/// The factor with which `form` takes a variable out of the expression, if there is an integer one.
fn common_factor(expression: &Affine, form: &Terms) -> Option<Int> {
    form.iter().find_map(|&(var, factor)| {
        let coefficient = expression.coefficient(var);
        (coefficient != 0 && coefficient % factor == 0).then(|| coefficient / factor)
    })
}

/// Integers whose product with `factor` lies in the range.
fn divided(range: Range, factor: Int) -> Range {
    let low =
        |end: Int| if end == Int::MIN || end == Int::MAX { end } else { ceil_div(end, factor) };
    let high =
        |end: Int| if end == Int::MIN || end == Int::MAX { end } else { floor_div(end, factor) };
    if factor > 0 {
        Range::new(low(range.lo), high(range.hi))
    } else {
        let flip = |end: Int| match end {
            Int::MIN => Int::MAX,
            Int::MAX => Int::MIN,
            other => other,
        };
        let (lo, hi) = (flip(range.hi), flip(range.lo));
        let lo = if lo == Int::MIN || lo == Int::MAX { lo } else { ceil_div(lo, factor) };
        let hi = if hi == Int::MIN || hi == Int::MAX { hi } else { floor_div(hi, factor) };
        Range::new(lo, hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bytes;

    impl Births for Bytes {
        fn range_at_birth(&self, _: Var) -> Range {
            Range::new(-128, 127)
        }
    }

    fn sum(constant: Int, factors: &[(u32, Int)]) -> Affine {
        let terms = factors.iter().map(|&(var, factor)| (Var(var), factor)).collect();
        Affine { constant, terms }
    }

    #[test]
    fn equations_are_solved_together() {
        let mut store = Store::default();
        // a + b + c = 1, d = a - b, c = 0
        for equation in [
            sum(-1, &[(0, 1), (1, 1), (2, 1)]),
            sum(0, &[(0, 1), (1, -1), (3, -1)]),
            sum(0, &[(2, 1)]),
        ] {
            assert!(store.assume(&Bytes, &Constraint::Zero(equation)));
        }
        assert_eq!(store.bound(&Bytes, &sum(0, &[(0, 1), (1, 1)])), Range::point(1));
        assert_eq!(store.decide(&Bytes, &Constraint::Zero(sum(0, &[(0, 1), (1, 1)]))), Some(false));
        assert!(!store.clone().assume(&Bytes, &Constraint::Zero(sum(-2, &[(0, 1), (1, 1)]))));
    }

    #[test]
    fn what_is_forgotten_is_not_inserted_any_more() {
        let mut store = Store::default();
        assert!(store.assume(&Bytes, &Constraint::Zero(sum(0, &[(0, 1), (1, -1)]))));
        assert_eq!(store.bound(&Bytes, &sum(0, &[(0, 1), (1, -1)])), Range::point(0));
        store.retain(|var| var == Var(0));
        assert_eq!(store.bound(&Bytes, &sum(0, &[(0, 1), (1, -1)])), Range::new(-255, 255));
    }
}
