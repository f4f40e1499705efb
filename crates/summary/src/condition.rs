//! Conditions on the cells of a state.
//!
//! A condition is a conjunction: intervals of single cells, which cost next to nothing to check, and terms for
//! everything else. Variables that are no cells are inputs still to come: a condition holds in a state if it
//! holds for all their values.

use raddle_expr::{BinaryOp, Bits, Model, Term, TermId, Terms, VarId};
use raddle_machine::{Cell, Effect, Machine, Named, Spot, State, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asking::Asking;
use crate::ranges::Ranges;

/// An interval of a cell's values. Most of what summaries take is this, so it is kept small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub variable: VarId,
    width: u8,
    pub signed: bool,
    low: u64,
    high: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    pub bounds: Vec<Bound>,
    pub terms: Vec<TermId>,
    /// Cells that must not hold memory nobody wrote.
    pub defined: Vec<VarId>,
    /// Bytes that are accessed, at the addresses they have to be at. Kept only if threads may change names.
    pub spots: Vec<Spot>,
    /// It cannot be asked under other names.
    pub fixed: bool,
}

/// How it was found that a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    ByValues,
    BySolver,
}

impl Bound {
    /// The values `low ..= high` of a cell of at most 64 bits.
    pub fn new(variable: VarId, width: u32, signed: bool, low: i128, high: i128) -> Bound {
        let (least, greatest) = (Bound::least(width, signed), Bound::greatest(width, signed));
        let (mut low, mut high) = (low.max(least), high.min(greatest));
        if low > high {
            // No value at all.
            (low, high) = (greatest, least);
        }
        Bound { variable, width: width as u8, signed, low: low as u64, high: high as u64 }
    }

    /// The same values of another cell of the same width.
    pub fn of(self, variable: VarId) -> Bound {
        Bound { variable, ..self }
    }

    pub fn width(&self) -> u32 {
        u32::from(self.width)
    }
    /// The word that a cell has to hold, if there is only one.
    pub fn only_word(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low & (u64::MAX >> (64 - self.width())))
    }
    pub fn low(&self) -> i128 {
        number(self.low, 64, self.signed)
    }
    pub fn high(&self) -> i128 {
        number(self.high, 64, self.signed)
    }

    pub fn least(width: u32, signed: bool) -> i128 {
        if signed { -(1i128 << (width - 1)) } else { 0 }
    }
    pub fn greatest(width: u32, signed: bool) -> i128 {
        if signed { (1i128 << (width - 1)) - 1 } else { (1i128 << width) - 1 }
    }
    pub fn contains(&self, word: u64) -> bool {
        let value = number(word, self.width(), self.signed);
        self.low() <= value && value <= self.high()
    }
    /// The bound as conditions on a term.
    fn on(&self, terms: &mut Terms, term: TermId, into: &mut Vec<TermId>) {
        let constant = |terms: &mut Terms, value: i128| {
            let mask = Bound::greatest(self.width(), false);
            terms.constant(self.width(), (value & mask) as u128)
        };
        if self.low == self.high {
            let value = constant(terms, self.low());
            into.push(terms.eq(term, value));
            return;
        }
        if self.low() > Bound::least(self.width(), self.signed) {
            let low = constant(terms, self.low());
            let below = if self.signed { terms.slt(term, low) } else { terms.ult(term, low) };
            into.push(terms.not(below));
        }
        if self.high() < Bound::greatest(self.width(), self.signed) {
            let high = constant(terms, self.high());
            let above = if self.signed { terms.slt(high, term) } else { terms.ult(high, term) };
            into.push(terms.not(above));
        }
    }
}

/// The number that the low bits of a word stand for.
pub fn number(word: u64, width: u32, signed: bool) -> i128 {
    let unused = 128 - width;
    let value = i128::from(word);
    if signed { (value << unused) >> unused } else { value }
}

impl Condition {
    /// About how much work it is to do something with all parts of it.
    pub fn work(&self) -> u64 {
        let Condition { bounds, terms, defined, spots, .. } = self;
        ((bounds.len() + defined.len()) / 2 + 2 * terms.len() + 2 * spots.len()) as u64
    }

    /// Adds a conjunct.
    pub fn add(&mut self, terms: &Terms, term: TermId) {
        if terms.is_true(term) || self.terms.contains(&term) {
            return;
        }
        if let Term::Binary(BinaryOp::And, a, b) = *terms.get(term) {
            self.add(terms, a);
            self.add(terms, b);
            return;
        }
        match as_bound(terms, term) {
            Some(bound) => self.add_bound(bound),
            None => self.terms.push(term),
        }
    }

    pub fn add_bound(&mut self, bound: Bound) {
        let same =
            |known: &&mut Bound| known.variable == bound.variable && known.signed == bound.signed;
        match self.bounds.iter_mut().find(same) {
            Some(known) => {
                let low = known.low().max(bound.low());
                let high = known.high().min(bound.high());
                *known = Bound::new(bound.variable, bound.width(), bound.signed, low, high);
            }
            None => self.bounds.push(bound),
        }
    }

    pub fn add_defined(&mut self, variable: VarId) {
        if !self.defined.contains(&variable) {
            self.defined.push(variable);
        }
    }

    pub fn add_spot(&mut self, spot: Spot) {
        if !self.spots.contains(&spot) {
            self.spots.push(spot);
        }
    }

    /// Adds what a transition owes to names.
    pub fn add_named(&mut self, machine: &mut Machine<'_>, named: &Named) {
        self.fixed |= named.fixed;
        for &spot in &named.spots {
            self.add_spot(spot);
        }
        if self.fixed || self.spots.len() > MOST_SPOTS {
            self.fix(machine);
        }
    }

    /// Spots become conditions like others: it is asked under its own names only from now on.
    pub fn fix(&mut self, machine: &mut Machine<'_>) {
        self.fixed = true;
        for spot in std::mem::take(&mut self.spots) {
            let term = is_there(machine, &spot);
            self.add(&machine.terms, term);
        }
    }

    /// The condition under its own names, with numbers for what stands for threads and spots.
    pub fn spelled_out(&self, machine: &mut Machine<'_>, spelling: &mut Spelling) -> Condition {
        let mut result = Condition { defined: self.defined.clone(), ..Condition::default() };
        for bound in &self.bounds {
            if !stands_for_thread(machine, bound.variable) {
                result.add_bound(*bound);
            }
        }
        for &term in &self.terms {
            let term = spelling.term(machine, term);
            result.add(&machine.terms, term);
        }
        for spot in &self.spots {
            let term = spelling.spot(machine, spot);
            result.add(&machine.terms, term);
        }
        result
    }

    pub fn add_all(&mut self, terms: &Terms, other: Condition) {
        if *self == Condition::default() {
            *self = other;
            return;
        }
        self.bounds.reserve(other.bounds.len().saturating_sub(self.bounds.len()));
        for &bound in &other.bounds {
            self.add_bound(bound);
        }
        for &term in &other.terms {
            self.add(terms, term);
        }
        for &variable in &other.defined {
            self.add_defined(variable);
        }
        for &spot in &other.spots {
            self.add_spot(spot);
        }
        self.fixed |= other.fixed;
    }

    /// All conjuncts as terms, but for spots.
    pub fn as_terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut all = self.terms.clone();
        for bound in &self.bounds {
            let variable = terms.var_term(bound.variable);
            bound.on(terms, variable, &mut all);
        }
        all
    }

    /// The condition on the state before a transition under which this one holds after it. `None` if it
    /// speaks of something that the transition leaves undefined. `state` is the state before it.
    pub fn before(
        &self,
        machine: &mut Machine<'_>,
        effect: &Effect,
        state: &State,
    ) -> Option<Condition> {
        let mut result = Condition::default();
        result.bounds.reserve(self.bounds.len() + 4);
        for bound in &self.bounds {
            let image = image(machine, effect, bound.variable)?;
            let variable = machine.terms.var_term(bound.variable);
            if image == variable {
                result.add_bound(*bound);
                continue;
            }
            if let Term::Var(moved) = *machine.terms.get(image) {
                result.add_bound(bound.of(moved));
                continue;
            }
            if let Some((variable, added)) = variable_in_sum(&machine.terms, image)
                && let Some(shifted) = shifted(machine, state, bound, variable, added)
            {
                result.add_bound(shifted);
                continue;
            }
            let mut conditions = Vec::new();
            bound.on(&mut machine.terms, image, &mut conditions);
            for term in conditions {
                result.add(&machine.terms, term);
            }
        }
        for &term in &self.terms {
            let term = term_before(machine, effect, term)?;
            result.add(&machine.terms, term);
        }
        for &variable in &self.defined {
            let image = image(machine, effect, variable)?;
            for variable in machine.terms.vars_of(image) {
                if machine.cells.cell(variable).is_some() {
                    result.add_defined(variable);
                }
            }
        }
        result.fixed = self.fixed;
        for spot in &self.spots {
            let mut replacements = FxHashMap::default();
            for variable in machine.terms.vars_of(spot.address) {
                if machine.cells.cell(variable).is_some() {
                    let image = image(machine, effect, variable)?;
                    replacements.insert(machine.terms.var_term(variable), image);
                }
            }
            let address = machine.terms.substitute(spot.address, &replacements);
            result.add_spot(Spot { address, ..*spot });
        }
        Some(result)
    }

    /// Whether the condition holds in a state, on all its inputs.
    pub fn holds(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        asking: &mut Asking,
    ) -> Option<Decided> {
        for &variable in &self.defined {
            content(machine, state, variable)?;
        }
        let mut open = Vec::new();
        let mut inputs = None;
        for bound in &self.bounds {
            match content(machine, state, bound.variable)? {
                Value::Word(word) => {
                    if !bound.contains(word) {
                        return None;
                    }
                }
                Value::Term(term) => {
                    let inputs = inputs
                        .get_or_insert_with(|| Ranges::of_inputs(&machine.terms, &state.path));
                    let range = inputs.of(&machine.terms, term, bound.signed);
                    if !range.is_some_and(|(low, high)| bound.low() <= low && high <= bound.high())
                    {
                        bound.on(&mut machine.terms, term, &mut open);
                    }
                }
                Value::Undef => return None,
            }
        }
        let spots: Vec<TermId> = self.spots.iter().map(|spot| is_there(machine, spot)).collect();
        for term in self.terms.iter().copied().chain(spots) {
            let mut model = Model::default();
            let mut replacements = FxHashMap::default();
            let mut known = true;
            for variable in machine.terms.vars_of(term) {
                let width = machine.terms.width(machine.terms.var_term(variable));
                if machine.cells.cell(variable).is_none() {
                    known = false;
                    replacements.insert(machine.terms.var_term(variable), later(machine, variable));
                    continue;
                }
                let value = content(machine, state, variable)?;
                match value {
                    Value::Word(word) => {
                        model.bits.insert(variable, Bits::new(width, u128::from(word)));
                    }
                    Value::Term(_) | Value::Undef => known = false,
                }
                let value = value.term(&mut machine.terms, width);
                replacements.insert(machine.terms.var_term(variable), value);
            }
            if known {
                if !machine.terms.eval_bool(term, &model) {
                    return None;
                }
            } else {
                open.push(machine.terms.substitute(term, &replacements));
            }
        }
        if open.is_empty() {
            return Some(Decided::ByValues);
        }
        holds_on_path(machine, state, asking, &open)
    }
}

/// Terms with numbers for what stands for threads, as far as they were asked for: most are asked for many times.
#[derive(Debug, Default)]
pub struct Spelling {
    terms: FxHashMap<TermId, TermId>,
    spots: FxHashMap<Spot, TermId>,
}

impl Spelling {
    fn term(&mut self, machine: &mut Machine<'_>, term: TermId) -> TermId {
        if let Some(&known) = self.terms.get(&term) {
            return known;
        }
        let mut replacements = FxHashMap::default();
        for variable in machine.terms.vars_of(term) {
            if stands_for_thread(machine, variable)
                && let Some(bits) = number_for_thread(machine, variable)
            {
                let constant = machine.terms.constant_bits(bits);
                replacements.insert(machine.terms.var_term(variable), constant);
            }
        }
        let spelled = machine.terms.substitute(term, &replacements);
        self.terms.insert(term, spelled);
        spelled
    }

    fn spot(&mut self, machine: &mut Machine<'_>, spot: &Spot) -> TermId {
        if let Some(&known) = self.spots.get(spot) {
            return known;
        }
        let term = is_there(machine, spot);
        let spelled = self.term(machine, term);
        self.spots.insert(*spot, spelled);
        spelled
    }
}

/// More bytes than this are not followed under other names.
const MOST_SPOTS: usize = 1024;

/// The condition that a spot is where it was.
fn is_there(machine: &mut Machine<'_>, spot: &Spot) -> TermId {
    let address = machine.names.base(spot.object).wrapping_add(spot.start);
    let width = machine.terms.width(spot.address);
    let constant = machine.terms.constant(width, u128::from(address));
    machine.terms.eq(spot.address, constant)
}

/// Whether a variable is no storage place but a thread, or where an object of it lies.
pub fn stands_for_thread(machine: &Machine<'_>, variable: VarId) -> bool {
    match machine.cells.cell(variable) {
        Some(Cell::Base { .. } | Cell::Owner { .. }) => true,
        Some(Cell::Register { .. } | Cell::Memory { .. }) | None => false,
    }
}

fn number_for_thread(machine: &Machine<'_>, variable: VarId) -> Option<Bits> {
    let word = machine.identity_word(machine.cells.cell(variable)?)?;
    let width = machine.terms.width(machine.terms.var_term(variable));
    Some(Bits::new(width, u128::from(word)))
}

/// Whether conditions on inputs hold on all inputs of a state.
fn holds_on_path(
    machine: &mut Machine<'_>,
    state: &State,
    asking: &mut Asking,
    conditions: &[TermId],
) -> Option<Decided> {
    if conditions.iter().any(|&term| !machine.terms.eval_bool(term, &state.model)) {
        return None;
    }
    let mut all = machine.terms.truth(true);
    for &term in conditions {
        all = machine.terms.and(all, term);
    }
    if machine.terms.is_true(all) {
        return Some(Decided::ByValues);
    }
    asking.holds(machine, state, all).then_some(Decided::BySolver)
}

/// An input still to come, under a name that no state has used yet.
fn later(machine: &mut Machine<'_>, variable: VarId) -> TermId {
    let name = format!("later {}", machine.terms.var_name(variable));
    let sort = machine.terms.var_sort(variable);
    machine.terms.var(&name, sort)
}

/// What the cell of a variable holds; `None` if nothing may be concluded from it.
pub fn content(machine: &mut Machine<'_>, state: &State, variable: VarId) -> Option<Value> {
    let cell = machine.cells.cell(variable)?;
    machine.cell_content(state, cell)
}

/// The condition on the state before a transition under which a term holds after it.
pub fn term_before(machine: &mut Machine<'_>, effect: &Effect, term: TermId) -> Option<TermId> {
    let mut replacements = FxHashMap::default();
    for variable in machine.terms.vars_of(term) {
        if machine.cells.cell(variable).is_some() {
            let image = image(machine, effect, variable)?;
            let own = machine.terms.var_term(variable);
            if image != own {
                replacements.insert(own, image);
            }
        }
    }
    Some(machine.terms.substitute(term, &replacements))
}

pub fn image(machine: &mut Machine<'_>, effect: &Effect, variable: VarId) -> Option<TermId> {
    let cell = machine.cells.cell(variable)?;
    let width = machine.terms.width(machine.terms.var_term(variable));
    machine.image(effect, cell, width)
}

/// Of two terms that are equal if adding a constant to a variable does not overflow, with a sign: for which values that is.
fn no_overflow(terms: &Terms, a: TermId, b: TermId) -> Option<Bound> {
    let (&Term::Binary(BinaryOp::Add, wide, constant), &Term::SExt { of: sum, .. }) =
        (terms.get(a), terms.get(b))
    else {
        return None;
    };
    let &Term::SExt { of: own, .. } = terms.get(wide) else { return None };
    let (variable, added) = variable_in_sum(terms, sum)?;
    let width = terms.width(sum);
    let same = matches!(*terms.get(own), Term::Var(own) if own == variable);
    let constant = number(terms.as_u64(constant)?, terms.width(a), true);
    if !same || constant != added || width >= 64 || terms.width(a) <= width {
        return None;
    }
    let (least, greatest) = (Bound::least(width, true), Bound::greatest(width, true));
    Some(Bound::new(
        variable,
        width,
        true,
        (least - added).max(least),
        (greatest - added).min(greatest),
    ))
}

/// An interval of a cell and a constant as an interval of that cell: what would wrap around is left out, unless the state needs it.
fn shifted(
    machine: &mut Machine<'_>,
    state: &State,
    bound: &Bound,
    variable: VarId,
    added: i128,
) -> Option<Bound> {
    let (low, high) = (bound.low() - added, bound.high() - added);
    let shifted = Bound::new(variable, bound.width(), bound.signed, low, high);
    match content(machine, state, variable)? {
        Value::Word(word) => shifted.contains(word).then_some(shifted),
        Value::Term(_) | Value::Undef => None,
    }
}

/// A variable, and the constant that a term adds to it.
pub fn variable_in_sum(terms: &Terms, term: TermId) -> Option<(VarId, i128)> {
    let (variable, constant) = match *terms.get(term) {
        Term::Var(variable) => return Some((variable, 0)),
        Term::Binary(BinaryOp::Add, a, b) => match (terms.get(a), terms.get(b)) {
            (Term::Var(variable), Term::Const(_)) => (*variable, b),
            (Term::Const(_), Term::Var(variable)) => (*variable, a),
            _ => return None,
        },
        _ => return None,
    };
    Some((variable, number(terms.as_u64(constant)?, terms.width(constant), true)))
}

/// All variables that a condition speaks of.
pub fn variables(machine: &Machine<'_>, condition: &Condition) -> Vec<VarId> {
    let mut variables: Vec<VarId> = condition.bounds.iter().map(|bound| bound.variable).collect();
    let spots = condition.spots.iter().map(|spot| spot.address);
    for term in condition.terms.iter().copied().chain(spots) {
        variables.extend(machine.terms.vars_of(term));
    }
    variables.extend(&condition.defined);
    variables
}

/// A term that says no more than an interval of one variable.
pub fn as_bound(terms: &Terms, term: TermId) -> Option<Bound> {
    as_interval(terms, term).filter(|(_, added)| *added == 0).map(|(bound, _)| bound)
}

/// A term that says no more than that a variable and a constant are in an interval, if that is so in a state without wrapping around.
pub fn as_shifted_bound(machine: &mut Machine<'_>, state: &State, term: TermId) -> Option<Bound> {
    let (bound, added) = as_interval(&machine.terms, term).filter(|(_, added)| *added != 0)?;
    shifted(machine, state, &bound, bound.variable, added)
}

/// A term that says no more than that a variable and a constant are in an interval: that interval, and the constant.
fn as_interval(terms: &Terms, term: TermId) -> Option<(Bound, i128)> {
    let (inner, holds) = match *terms.get(term) {
        Term::Not(inner) => (inner, false),
        _ => (term, true),
    };
    if let Term::Var(variable) = *terms.get(inner) {
        let value = i128::from(holds);
        return Some((Bound::new(variable, 1, false, value, value), 0));
    }
    let Term::Binary(op, a, b) = *terms.get(inner) else { return None };
    if op == BinaryOp::Eq
        && holds
        && let Some(bound) = no_overflow(terms, a, b)
    {
        return Some((bound, 0));
    }
    let width = match terms.sort(a) {
        raddle_expr::Sort::Bits(width) if width <= 64 => width,
        _ => return None,
    };
    let signed = op == BinaryOp::Slt;
    let ((variable, added), constant, variable_first) = match (terms.get(a), terms.get(b)) {
        (_, Term::Const(_)) => (variable_in_sum(terms, a)?, terms.as_u64(b)?, true),
        (Term::Const(_), _) => (variable_in_sum(terms, b)?, terms.as_u64(a)?, false),
        _ => return None,
    };
    let constant = number(constant, width, signed);
    let (least, greatest) = (Bound::least(width, signed), Bound::greatest(width, signed));
    let (low, high) = match (op, variable_first, holds) {
        (BinaryOp::Eq, _, true) => (constant, constant),
        (BinaryOp::Ult | BinaryOp::Slt, true, true) => (least, constant - 1),
        (BinaryOp::Ult | BinaryOp::Slt, true, false) => (constant, greatest),
        (BinaryOp::Ult | BinaryOp::Slt, false, true) => (constant + 1, greatest),
        (BinaryOp::Ult | BinaryOp::Slt, false, false) => (least, constant),
        _ => return None,
    };
    Some((Bound::new(variable, width, signed, low, high), added))
}

/// Nodes of a set of terms, counted up to a limit.
pub fn size(terms: &Terms, roots: &[TermId], limit: usize) -> usize {
    let mut seen = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if seen.len() > limit {
            break;
        }
        if seen.insert(term) {
            stack.extend(terms.get(term).children());
        }
    }
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(width: u32, signed: bool, low: i128, high: i128) -> Bound {
        Bound::new(VarId(0), width, signed, low, high)
    }

    #[test]
    fn the_ends_of_an_interval_are_what_they_were() {
        for (width, signed) in [(1, false), (8, false), (8, true), (64, false), (64, true)] {
            let (least, greatest) = (Bound::least(width, signed), Bound::greatest(width, signed));
            for (low, high) in [(least, greatest), (least, least), (greatest, greatest)] {
                let bound = bound(width, signed, low, high);
                assert_eq!((bound.low(), bound.high()), (low, high), "{width} {signed}");
                let mask = u64::MAX >> (64 - width);
                assert!(bound.contains(low as u64 & mask) && bound.contains(high as u64 & mask));
            }
        }
        let signed = bound(8, true, -2, 1);
        assert!([0xfe, 0xff, 0, 1].iter().all(|&word| signed.contains(word)));
        assert!(!signed.contains(0xfd) && !signed.contains(2));
    }

    #[test]
    fn an_interval_without_values_has_none() {
        for empty in [bound(1, false, 1, 0), bound(8, false, 0, -1), bound(8, true, 128, 300)] {
            assert!((0..256).all(|word| !empty.contains(word)), "{empty:?}");
        }
        let widest = bound(64, false, 0, -1);
        assert!(!widest.contains(0) && !widest.contains(u64::MAX));
    }

    #[test]
    fn two_intervals_of_a_cell_become_what_they_share() {
        let mut condition = Condition::default();
        condition.add_bound(bound(8, true, -5, 5));
        condition.add_bound(bound(8, true, 0, 9));
        assert_eq!(condition.bounds, [bound(8, true, 0, 5)]);
        condition.add_bound(bound(8, true, 6, 9));
        assert!((0..256).all(|word| !condition.bounds[0].contains(word)));
    }
}
