//! Putting siblings together (JoinHorizontal).
//!
//! Where two paths leave a cell with different values, the value is an expression that both have in common, plus an
//! unknown within the hull of the rest. What is known of such unknowns together is kept for certain forms ([`Joining::relate`]):
//! octagons, proportions, changes and the sum of all, instead of a polyhedron of which nobody knows how many sides it has.

use std::collections::BTreeMap;

use crate::affine::{Affine, Int, Range, Var};
use crate::constraints::{Births, Constraint, Constraints, Store};
use crate::context::{Context, Fill, Value};
use crate::edge::{Base, Pin};
use crate::interpolants::{Interpolants, justify};
use crate::summary::{
    Effect, Loss, MAX_MERGED, Outcome, Requires, Summary, retain_relevant, split_unknowns,
};
use crate::world::{Cell, World};

/// Puts siblings together.
pub fn join(
    world: &mut World<'_>,
    interpolants: Interpolants,
    context: &Context,
    a: Summary,
    b: Summary,
    losses: &mut Vec<Loss>,
) -> Summary {
    let mut requires = a.requires;
    requires.never |= b.requires.never;
    requires.constraints.add_all(&b.requires.constraints);
    requires.bases.extend(b.requires.bases);
    let mut outcomes = a.outcomes;
    for (outcome, effect) in b.outcomes {
        let joined = match outcomes.remove(&outcome) {
            None => effect,
            Some(first) => {
                let mut joining = Joining {
                    world,
                    interpolants,
                    context,
                    requires: &mut requires,
                    outcome,
                    losses,
                };
                joining.effects(&first, &effect)
            }
        };
        outcomes.insert(outcome, joined);
    }
    Summary { requires, outcomes, ..Summary::default() }
}

/// One of two values: its part over cells, the range of the rest, and the effect it comes from.
type Side<'e> = (&'e Affine, Range, &'e Effect);

/// Expressions that are at least zero where `cells` and noise add up to something in the range; ends that the type
/// guarantees are left out, and `None` is one that cannot be expressed.
fn within(cells: &Affine, noise: Range, range: Range, birth: Range) -> Vec<Option<Affine>> {
    let mut wanted = Vec::new();
    if cells.terms.is_empty() {
        return wanted;
    }
    if range.lo > birth.lo {
        wanted.push(cells.shift(noise.lo).and_then(|least| least.shift(-range.lo)));
    }
    if range.hi < birth.hi {
        wanted.push(cells.shift(noise.hi).and_then(|most| most.scale(-1)?.shift(range.hi)));
    }
    wanted
}

/// Further cells are not related to each other: the pairs would be too many. Six must be: without their relations
/// the largest benchmark (a token in one of six places) is not finished in a minute, with them in seconds.
const MAX_RELATED: usize = 8;

fn sum(a: Option<Affine>, b: Option<Affine>) -> Option<Affine> {
    a?.add(&b?)
}

/// The paths of an effect whose values are merged: those of two effects if they differ, else those that were.
fn merged(a: &Effect, b: &Effect, differ: bool) -> Vec<Constraints> {
    let own = |effect: &Effect| match effect.merged.is_empty() && differ {
        true => vec![effect.witness.clone()],
        false => effect.merged.clone(),
    };
    let mut all = own(a);
    for path in own(b) {
        if !all.contains(&path) {
            all.push(path);
        }
    }
    all.retain(|path| !path.is_empty());
    all.truncate(MAX_MERGED);
    all
}

struct Joining<'a, 'p> {
    world: &'a mut World<'p>,
    interpolants: Interpolants,
    context: &'a Context,
    requires: &'a mut Requires,
    outcome: Outcome,
    losses: &'a mut Vec<Loss>,
}

impl Joining<'_, '_> {
    fn effects(&mut self, a: &Effect, b: &Effect) -> Effect {
        let weight = a.weight.or(&b.weight);
        let first_is_worse = a.weight.high.max(a.weight.net) >= b.weight.high.max(b.weight.net);
        let mut refilled = BTreeMap::new();
        for object in a.refilled.keys().chain(b.refilled.keys()) {
            let fill = match (a.refilled.get(object), b.refilled.get(object)) {
                (Some(x), Some(y)) if x == y => *x,
                _ => Fill::Unknown,
            };
            refilled.insert(*object, fill);
        }
        let mut cells: Vec<Var> = a.values.keys().chain(b.values.keys()).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut values = BTreeMap::new();
        let mut differ = false;
        for cell in cells {
            let (x, y) = (self.value_in(a, cell), self.value_in(b, cell));
            differ |= x != y;
            let value = if x == y { x } else { self.value(cell, (&x, a), (&y, b)) };
            values.insert(cell, value);
        }
        let mut guard = a.guard.hull(&b.guard);
        retain_relevant(self.world, &mut guard, &values);
        self.relate(a, b, &values, &mut guard);
        let witness = if first_is_worse { a.witness.clone() } else { b.witness.clone() };
        let merged = merged(a, b, differ);
        Effect { weight, values, refilled, guard, witness, merged }
    }

    /// What is known of several merged values at once: merged one by one, they would be independent. Related are
    /// pairs of cells that lost their values (their differences, sums and proportions), each with what it held before, and
    /// all of them.
    fn relate(
        &mut self,
        a: &Effect,
        b: &Effect,
        values: &BTreeMap<Var, Value>,
        guard: &mut Constraints,
    ) {
        let lost: Vec<(Var, Affine)> = values
            .iter()
            .filter_map(|(&cell, value)| Some((cell, self.noise(value)?)))
            .take(MAX_RELATED)
            .collect();
        if lost.is_empty() {
            return;
        }
        let sides = [(a, self.under(a)), (b, self.under(b))];
        for (index, (p, p_noise)) in lost.iter().enumerate() {
            let beyond = |joining: &mut Self, effect: &Effect| joining.beyond(effect, *p, values);
            let before = Affine::var(*p);
            if let Some(change) = p_noise.sub(&before) {
                let on =
                    |joining: &mut Self, effect: &Effect| beyond(joining, effect)?.sub(&before);
                self.keep_hull(&change, &sides, on, guard);
            }
            for (q, q_noise) in &lost[index + 1..] {
                let mut factors: Vec<(Int, Int)> = vec![(1, -1), (1, 1)];
                factors.extend(self.proportions(a, b, (*p, *q), values));
                for (of_p, of_q) in factors {
                    let combine = |x: &Affine, y: &Affine| x.scale(of_p)?.add_scaled(y, of_q);
                    let Some(form) = combine(p_noise, q_noise) else { continue };
                    let on = |joining: &mut Self, effect: &Effect| {
                        let other = joining.beyond(effect, *q, values)?;
                        combine(&beyond(joining, effect)?, &other)
                    };
                    self.keep_hull(&form, &sides, on, guard);
                }
            }
        }
        if lost.len() > 2 {
            self.relate_sum(&lost, &sides, values, guard);
        }
    }

    /// Factors with which two lost values may have a constant sum: two points are on a line, and where one side is merged
    /// itself, its equations are candidates.
    fn proportions(
        &mut self,
        a: &Effect,
        b: &Effect,
        (p, q): (Var, Var),
        values: &BTreeMap<Var, Value>,
    ) -> Vec<(Int, Int)> {
        let mut found = Vec::new();
        let mut points = Vec::new();
        for effect in [a, b] {
            let (Some(x), Some(y)) =
                (self.beyond(effect, p, values), self.beyond(effect, q, values))
            else {
                continue;
            };
            if let (Some(x), Some(y)) = (x.as_constant(), y.as_constant()) {
                points.push((x, y));
            }
            let (&[(x, 1)], &[(y, 1)]) = (&x.terms[..], &y.terms[..]) else { continue };
            for constraint in effect.guard.iter() {
                if let Constraint::Zero(equation) = constraint
                    && equation.terms.len() == 2
                    && let (of_x, of_y) = (equation.coefficient(x), equation.coefficient(y))
                    && of_x != 0
                    && of_y != 0
                {
                    found.push((of_x, of_y));
                }
            }
        }
        if let [(x, y), (other_x, other_y)] = points[..] {
            found.push((other_y - y, x - other_x));
        }
        found.retain(|&(x, y)| x != 0 && y != 0 && x.abs() != y.abs());
        found
    }

    /// The sum of all lost values, which is what stays the same when things only move between cells.
    fn relate_sum(
        &mut self,
        lost: &[(Var, Affine)],
        sides: &[(&Effect, Store); 2],
        values: &BTreeMap<Var, Value>,
        guard: &mut Constraints,
    ) {
        let noises = lost.iter().map(|(_, noise)| noise.clone());
        let Some(form) = noises.map(Some).reduce(sum).flatten() else { return };
        let on = |joining: &mut Self, effect: &Effect| {
            let parts = lost.iter().map(|(cell, _)| joining.beyond(effect, *cell, values));
            parts.reduce(sum).flatten()
        };
        self.keep_hull(&form, sides, on, guard);
    }

    /// Keeps what both sides know of a form by their own conditions, whatever the context is; `on` is the form on a side.
    fn keep_hull(
        &mut self,
        form: &Affine,
        sides: &[(&Effect, Store); 2],
        on: impl Fn(&mut Self, &Effect) -> Option<Affine>,
        guard: &mut Constraints,
    ) {
        let [x, y] = sides.each_ref().map(|(effect, store)| {
            let expression = on(self, effect)?;
            Some(store.bound(self.world, &expression))
        });
        if let (Some(x), Some(y)) = (x, y) {
            self.keep_relation(form, x.hull(y), guard);
        }
    }

    /// Adds the range of a form, if it says more than the ranges of its parts.
    fn keep_relation(&mut self, form: &Affine, range: Range, guard: &mut Constraints) {
        let apart = Store::default().bound(self.world, form);
        if range.lo > apart.lo
            && let Some(above) = form.shift(-range.lo)
        {
            guard.add(&Constraint::AtLeastZero(above));
        }
        if range.hi < apart.hi
            && let Some(below) = form.scale(-1).and_then(|negative| negative.shift(range.hi))
        {
            guard.add(&Constraint::AtLeastZero(below));
        }
    }

    /// The single unknown that a joined value has beside cells.
    fn noise(&self, value: &Value) -> Option<Affine> {
        let Value::Int(affine) = value else { return None };
        let (_, unknown) = split_unknowns(self.world, affine);
        match unknown.terms[..] {
            [(_, 1)] => Some(unknown),
            _ => None,
        }
    }

    /// What an effect adds to the part of a joined value that is over cells.
    fn beyond(
        &mut self,
        effect: &Effect,
        cell: Var,
        values: &BTreeMap<Var, Value>,
    ) -> Option<Affine> {
        let (base, _) = split_unknowns(self.world, values.get(&cell)?.affine()?);
        let Value::Int(own) = self.value_in(effect, cell) else { return None };
        own.sub(&base)
    }

    /// The value a cell has after the effect.
    fn value_in(&mut self, effect: &Effect, cell: Var) -> Value {
        if let Some(value) = effect.values.get(&cell) {
            return value.clone();
        }
        if let Some(Cell::Memory(object, offset, size)) = self.world.cell_of(cell)
            && let Some(fill) = effect.refilled.get(&object)
        {
            return match fill {
                Fill::Unknown => Value::Any,
                Fill::Zero => Value::constant(0),
                Fill::CopyOf(global) => {
                    self.world.initial(*global, offset, size).map_or(Value::Any, Value::constant)
                }
            };
        }
        if effect.values.keys().any(|&written| self.world.overlap(written, cell)) {
            return Value::Any;
        }
        let Some(value) = self.context.lookup(self.world, cell) else { return Value::Any };
        if self.world.may_hold_address(cell)
            && let Some(base) = Base::of(&value)
        {
            self.requires.bases.insert(cell, base);
        }
        value.with(Affine::var(cell))
    }

    fn value(&mut self, cell: Var, a: (&Value, &Effect), b: (&Value, &Effect)) -> Value {
        let joined = match (a.0, b.0) {
            (Value::Int(x), Value::Int(y)) => Value::Int(self.affine(cell, (x, a.1), (y, b.1))),
            (Value::Pointer(p, x), Value::Pointer(q, y)) if p == q => {
                Value::Pointer(*p, self.affine(cell, (x, a.1), (y, b.1)))
            }
            _ => Value::Any,
        };
        if let Outcome::Back(place) = self.outcome {
            self.losses.push(Loss { place, cell });
        }
        joined
    }

    fn affine(&mut self, cell: Var, a: (&Affine, &Effect), b: (&Affine, &Effect)) -> Affine {
        let ((x, x_effect), (y, y_effect)) = (a, b);
        let (x_cells, x_unknown) = split_unknowns(self.world, x);
        let (y_cells, y_unknown) = split_unknowns(self.world, y);
        let x_noise = self.under(x_effect).bound(self.world, &x_unknown);
        let y_noise = self.under(y_effect).bound(self.world, &y_unknown);
        if x_cells.terms == y_cells.terms {
            let hull = x_noise.shift(x_cells.constant).hull(y_noise.shift(y_cells.constant));
            let base = Affine { constant: 0, terms: x_cells.terms.clone() };
            return self.plus_noise(cell, base, hull);
        }
        let birth = self.world.range_at_birth(cell);
        let sides = [(&x_cells, x_noise, x_effect), (&y_cells, y_noise, y_effect)];
        let hull = self.hull(&sides, birth);
        self.plus_noise(cell, Affine::constant(0), hull)
    }

    /// A range that contains what both sides add up to, and is required to.
    fn hull(&mut self, sides: &[Side<'_>; 2], birth: Range) -> Range {
        // What an effect's own conditions say of cells helps where it can be relied on.
        let tight = sides.map(|(cells, noise, effect)| {
            let mut context = self.context.clone();
            for constraint in effect.guard.iter() {
                if let Some(resolved) = context.resolve_constraint(self.world, &constraint) {
                    let _ = context.assume(self.world, &resolved);
                }
            }
            context.range(self.world, cells).plus(noise)
        });
        let tight = tight[0].hull(tight[1]).meet(birth);
        let plain =
            sides.map(|(cells, noise, _)| self.context.range(self.world, cells).plus(noise));
        let plain = plain[0].hull(plain[1]).meet(birth);
        if tight != plain
            && let Some(needed) = self.justified(sides, tight, birth)
        {
            for constraint in needed {
                self.add(&constraint);
            }
            return tight;
        }
        for (cells, noise, _) in sides {
            for wanted in within(cells, *noise, plain, birth) {
                self.demand(wanted);
            }
        }
        plain
    }

    /// What must hold so that both sides are within a range, given the conditions of their effects.
    fn justified(
        &mut self,
        sides: &[Side<'_>; 2],
        range: Range,
        birth: Range,
    ) -> Option<Vec<Constraint>> {
        let mut needed = Vec::new();
        for (cells, noise, effect) in sides {
            let guards: Vec<(Constraint, Vec<Pin>)> =
                effect.guard.iter().map(|constraint| (constraint, Vec::new())).collect();
            for wanted in within(cells, *noise, range, birth) {
                let wanted = Constraint::AtLeastZero(wanted?);
                let (found, _) = justify(self.world, self.context, &guards, &wanted)?;
                needed.extend(found);
            }
        }
        Some(needed)
    }

    /// Requires something that holds in the context.
    fn add(&mut self, constraint: &Constraint) {
        for required in self.interpolants.require(self.world, self.context, constraint) {
            self.requires.never |= !self.requires.constraints.add(&required);
        }
    }

    /// Requires an expression to be at least zero; one that cannot be expressed makes the summary unusable.
    fn demand(&mut self, expression: Option<Affine>) {
        match expression {
            None => self.requires.never = true,
            Some(expression) => self.add(&Constraint::AtLeastZero(expression)),
        }
    }

    /// What an effect's own conditions say of its unknowns.
    fn under(&self, effect: &Effect) -> Store {
        let mut store = Store::default();
        for constraint in effect.guard.iter() {
            // A contradiction means that there is no such path; what is known is good enough.
            let _ = store.assume(&*self.world, &constraint);
        }
        store
    }

    fn plus_noise(&mut self, cell: Var, base: Affine, noise: Range) -> Affine {
        if let Some(value) = noise.value()
            && let Some(sum) = base.shift(value)
        {
            return sum;
        }
        let unknown = Affine::var(self.world.unknown(noise));
        base.add(&unknown).unwrap_or_else(|| {
            let range = self.world.range_at_birth(cell);
            Affine::var(self.world.unknown(range))
        })
    }
}
