//! Putting siblings together (JoinHorizontal).
//!
//! Where two paths leave a cell with different values, the value is an expression that both have in common, plus an
//! unknown within the hull of the rest.

use std::collections::BTreeMap;

use crate::affine::{Affine, Range, Var};
use crate::constraints::{Births, Constraint, Constraints, Store};
use crate::context::{Context, Fill, Value};
use crate::edge::Base;
use crate::interpolants::Interpolants;
use crate::summary::{Effect, Loss, Outcome, Requires, Summary, split_unknowns};
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
    Summary { requires, outcomes, claim: None }
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
        for cell in cells {
            let (x, y) = (self.value_in(a, cell), self.value_in(b, cell));
            let value = if x == y { x } else { self.value(cell, (&x, a), (&y, b)) };
            values.insert(cell, value);
        }
        let guard = self.guard(a, b, &values);
        let witness = if first_is_worse { a.witness.clone() } else { b.witness.clone() };
        Effect { weight, values, refilled, guard, witness }
    }

    fn guard(&mut self, a: &Effect, b: &Effect, values: &BTreeMap<Var, Value>) -> Constraints {
        let mut guard = a.guard.hull(&b.guard);
        let kept: Vec<Var> = values
            .values()
            .filter_map(Value::affine)
            .flat_map(|x| x.vars().collect::<Vec<_>>())
            .collect();
        let world = &*self.world;
        guard.retain(|var| world.is_cell(var) || kept.contains(&var));
        guard
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
        let x_range = self.context.range(self.world, &x_cells).plus(x_noise);
        let y_range = self.context.range(self.world, &y_cells).plus(y_noise);
        let birth = self.world.range_at_birth(cell);
        let hull = x_range.hull(y_range).meet(birth);
        for (cells, noise) in [(&x_cells, x_noise), (&y_cells, y_noise)] {
            if cells.terms.is_empty() {
                continue;
            }
            if hull.lo > birth.lo {
                self.demand(cells.shift(noise.lo).and_then(|least| least.shift(-hull.lo)));
            }
            if hull.hi < birth.hi {
                self.demand(cells.shift(noise.hi).and_then(|most| most.scale(-1)?.shift(hull.hi)));
            }
        }
        self.plus_noise(cell, Affine::constant(0), hull)
    }

    /// Requires an expression to be at least zero; one that cannot be expressed makes the summary unusable.
    fn demand(&mut self, expression: Option<Affine>) {
        let Some(expression) = expression else {
            self.requires.never = true;
            return;
        };
        let constraint = Constraint::AtLeastZero(expression);
        for required in self.interpolants.require(self.world, self.context, &constraint) {
            self.requires.never |= !self.requires.constraints.add(&required);
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
