//! Summaries of everything that can happen from a place on, and how they are put together.
//!
//! A summary [place, cost, Δ, Ψ, ω] is built backwards from edges: *composing* puts an edge in front of what comes
//! after it, *joining* puts siblings together (JoinVertical and JoinHorizontal). Ψ (`Requires`) is the condition
//! on the cells before the place under which every path that was found infeasible still is. Each infeasible side
//! of a decision contributes the negation of its condition, which travels backwards through edges by
//! substitution; what the conditions of an edge already guarantee is dropped on the way, and what they contribute
//! to is subtracted. Where this fails the summary is marked as never usable again: it can only cost time.
//!
//! Deviation from the papers: a summary has one effect (cost, Δ, ω) per way its paths end (each enclosing loop's
//! head, or the end of the program), so that loops may be left anywhere.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::affine::{Affine, Range, Var};
use crate::constraints::{Births, Constraint, Constraints, Store};
use crate::context::{Context, Fill, Value, memory_object};
use crate::edge::{Base, Edge, Ending, Local, Pin};
use crate::weight::Weight;
use crate::world::{Cell, ObjectId, ObjectKind, Place, World};

/// How paths end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    End(Ending),
    /// At the head of an enclosing loop: the iteration is over.
    Back(Place),
}

/// What paths with one outcome do.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    pub weight: Weight,
    /// New values of cells over the old ones; other cells keep theirs.
    pub values: BTreeMap<Var, Value>,
    pub refilled: BTreeMap<ObjectId, Fill>,
    /// What the old cells satisfy on all these paths.
    pub guard: Constraints,
    /// What they satisfy on the most expensive one.
    pub witness: Constraints,
}

/// When a summary can be used.
#[derive(Clone, Debug, Default)]
pub struct Requires {
    pub constraints: Constraints,
    pub bases: BTreeMap<Var, Base>,
    pub never: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub requires: Requires,
    pub outcomes: BTreeMap<Outcome, Effect>,
}

/// A join that forgot something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loss {
    /// Head of the loop whose iterations were merged.
    pub place: Place,
    pub cell: Var,
}

impl Summary {
    /// Nothing more happens.
    pub fn ended(outcome: Outcome) -> Summary {
        Summary {
            requires: Requires::default(),
            outcomes: BTreeMap::from([(outcome, Effect::default())]),
        }
    }

    /// Whether the summary is valid in the context and its most expensive paths seem possible there.
    pub fn usable(&self, world: &mut World<'_>, context: &Context) -> bool {
        let requires = &self.requires;
        if requires.never {
            return false;
        }
        let bases_match = requires.bases.iter().all(|(&var, &base)| {
            context.lookup(world, var).and_then(|value| Base::of(&value)) == Some(base)
        });
        bases_match
            && requires.constraints.iter().all(|constraint| context.entails(world, &constraint))
            && self.outcomes.values().all(|effect| effect.possible(world, context))
    }
}

impl Effect {
    /// `false` only if the most expensive path is certainly infeasible in the context.
    fn possible(&self, world: &mut World<'_>, context: &Context) -> bool {
        if self.witness.is_empty() {
            return true;
        }
        let mut trial = context.clone();
        self.witness.iter().all(|constraint| match trial.resolve_constraint(world, &constraint) {
            Some(resolved) => trial.assume(world, &resolved),
            None => true,
        })
    }

    /// The context after these paths.
    pub fn apply(&self, world: &mut World<'_>, context: &Context) -> Context {
        let mut after = context.clone();
        for constraint in self.guard.iter() {
            if let Some(resolved) = context.resolve_constraint(world, &constraint) {
                // A contradiction would mean that no path comes here; then any context will do.
                let _ = after.assume(world, &resolved);
            }
        }
        for (&object, &fill) in &self.refilled {
            after.refill(world, object, fill);
        }
        let values: Vec<(Var, Value)> = self
            .values
            .iter()
            .map(|(&cell, value)| {
                let resolved = match value.affine() {
                    None => value.clone(),
                    Some(affine) => match context.resolve(world, affine) {
                        Some(resolved) => value.with(resolved),
                        None => Value::Any,
                    },
                };
                (cell, resolved)
            })
            .collect();
        for (cell, value) in values {
            after.set(world, cell, value);
        }
        forget_indexed(world, &mut after);
        after.tidy();
        after
    }

    /// The effect as an edge, for composing.
    pub fn as_edge(&self, after: Context) -> Edge {
        Edge {
            target: crate::edge::Target::End(Ending::Exit),
            guards: self.guard.iter().map(|constraint| (constraint, Vec::new())).collect(),
            requires: Vec::new(),
            assigned: self
                .values
                .iter()
                .map(|(&cell, value)| (cell, Local::of(value.clone())))
                .collect(),
            observed: Default::default(),
            refilled: self.refilled.clone(),
            weight: self.weight.clone(),
            after,
        }
    }
}

/// Cells of unknown arrays that got a name are unknown again in the next iteration.
fn forget_indexed(world: &World<'_>, context: &mut Context) {
    let fills = context.fills.clone();
    let is_unknown = |object: ObjectId| match (fills.get(&object), world.object_kind(object)) {
        (Some(fill), _) => *fill == Fill::Unknown,
        (None, ObjectKind::Global(global)) => world.program.globals[global].init.is_none(),
        (None, ObjectKind::Slot(..) | ObjectKind::Heap(..)) => true,
    };
    std::rc::Rc::make_mut(&mut context.cells).retain(|&var, _| match memory_object(world, var) {
        Some(object) => !(world.indexed.contains(&object) && is_unknown(object)),
        None => true,
    });
}

/// Puts an edge in front of a summary. `context` is the one in front of the edge.
pub fn compose(world: &mut World<'_>, context: &Context, edge: &Edge, rest: &Summary) -> Summary {
    let mut composing = Composing { world, context, edge, requires: Requires::default() };
    composing.carry_requires(&rest.requires);
    let mut outcomes = BTreeMap::new();
    for (&outcome, effect) in &rest.outcomes {
        outcomes.insert(outcome, composing.effect(outcome, effect));
    }
    for pin in &edge.requires {
        composing.require(pin);
    }
    Summary { requires: composing.requires, outcomes }
}

struct Composing<'a, 'p> {
    world: &'a mut World<'p>,
    context: &'a Context,
    edge: &'a Edge,
    requires: Requires,
}

impl Composing<'_, '_> {
    fn require(&mut self, pin: &Pin) {
        match pin {
            Pin::Holds(constraint) => self.require_constraint(constraint),
            Pin::Base(var, base) => {
                self.requires.bases.insert(*var, *base);
            }
        }
    }

    /// Adds what must hold in front of the edge for the constraint to hold on this way.
    fn require_constraint(&mut self, constraint: &Constraint) {
        if self.requires.never {
            return;
        }
        match justify(self.world, self.context, &self.edge.guards, constraint) {
            None => self.requires.never = true,
            Some((found, pins)) => {
                for constraint in found {
                    self.requires.never |= !self.requires.constraints.add(&constraint);
                }
                for pin in pins {
                    match pin {
                        Pin::Base(var, base) => {
                            self.requires.bases.insert(var, base);
                        }
                        // The pins of a guard speak of the cells in front of the edge alone.
                        Pin::Holds(constraint) => {
                            if self.context.entails(self.world, &constraint) {
                                self.requires.never |= !self.requires.constraints.add(&constraint);
                            } else {
                                self.requires.never = true;
                            }
                        }
                    }
                }
            }
        }
    }

    fn carry_requires(&mut self, rest: &Requires) {
        self.requires.never |= rest.never;
        for constraint in rest.constraints.iter() {
            if self.requires.never {
                return;
            }
            let mut pins = Vec::new();
            let before = constraint.map(|var| self.image(var, &mut pins));
            match before {
                None => self.requires.never = true,
                Some(constraint) => {
                    self.require_constraint(&constraint);
                    for pin in &pins {
                        self.require(pin);
                    }
                }
            }
        }
        for (&var, &base) in &rest.bases {
            match self.edge.assigned.get(&var) {
                None => {
                    self.requires.bases.insert(var, base);
                }
                Some(local) => {
                    self.requires.never |= Base::of(&local.value) != Some(base);
                    for pin in &local.pins {
                        self.require(pin);
                    }
                }
            }
        }
    }

    /// The content of a cell behind the edge, over cells in front of it.
    fn image(&self, var: Var, pins: &mut Vec<Pin>) -> Option<Affine> {
        if !self.world.is_cell(var) {
            return Some(Affine::var(var));
        }
        if let Some(local) = self.edge.assigned.get(&var) {
            pins.extend(local.pins.iter().cloned());
            return local.value.affine().cloned();
        }
        if let Some(Cell::Memory(object, offset, size)) = self.world.cell_of(var)
            && let Some(fill) = self.edge.refilled.get(&object)
        {
            return match fill {
                Fill::Unknown => None,
                Fill::Zero => Some(Affine::constant(0)),
                Fill::CopyOf(global) => {
                    self.world.initial(*global, offset, size).map(Affine::constant)
                }
            };
        }
        if self.edge.assigned.keys().any(|&written| self.world.overlap(written, var)) {
            return None;
        }
        Some(Affine::var(var))
    }

    fn effect(&mut self, outcome: Outcome, rest: &Effect) -> Effect {
        let mut renamed: FxHashMap<Var, Var> = FxHashMap::default();
        for value in rest.values.values() {
            for var in value.affine().into_iter().flat_map(Affine::vars) {
                if !self.world.is_cell(var) && !renamed.contains_key(&var) {
                    let range = self.world.range_at_birth(var);
                    renamed.insert(var, self.world.unknown(range));
                }
            }
        }
        let mut values = BTreeMap::new();
        for (&cell, value) in &rest.values {
            let value = self.value(value, &renamed);
            values.insert(cell, value);
        }
        for (&cell, local) in &self.edge.assigned {
            let overwritten = values.contains_key(&cell)
                || self.edge.observed.contains(&cell)
                || memory_object(self.world, cell)
                    .is_some_and(|object| rest.refilled.contains_key(&object));
            let shared = rest.values.keys().any(|&written| self.world.overlap(written, cell));
            if shared && !overwritten && survives(self.world, outcome, cell) {
                values.insert(cell, Value::Any);
            } else if !overwritten && survives(self.world, outcome, cell) {
                for pin in local.pins.clone() {
                    self.require(&pin);
                }
                values.insert(cell, local.value.clone());
            }
        }
        let mut refilled = self.edge.refilled.clone();
        refilled.extend(rest.refilled.iter().map(|(&object, &fill)| (object, fill)));
        refilled.retain(|&object, _| object_survives(self.world, outcome, object));
        let mut guard = self.before(&rest.guard, &renamed);
        let mut witness = self.before(&rest.witness, &renamed);
        for (constraint, pins) in &self.edge.guards {
            if pins.is_empty() {
                guard.add(constraint);
            }
            witness.add(constraint);
        }
        let kept: Vec<Var> = values
            .values()
            .filter_map(Value::affine)
            .flat_map(|a| a.vars().collect::<Vec<_>>())
            .collect();
        let world = &*self.world;
        guard.retain(|var| world.is_cell(var) || kept.contains(&var));
        witness.retain(|var| world.is_cell(var));
        Effect { weight: self.edge.weight.then(&rest.weight), values, refilled, guard, witness }
    }

    fn value(&mut self, value: &Value, renamed: &FxHashMap<Var, Var>) -> Value {
        let Some(affine) = value.affine() else { return value.clone() };
        let mut pins = Vec::new();
        let image = affine.substitute(|var| match renamed.get(&var) {
            Some(&new) => Some(Affine::var(new)),
            None => self.image(var, &mut pins),
        });
        for pin in &pins {
            self.require(pin);
        }
        image.map_or(Value::Any, |affine| value.with(affine))
    }

    fn before(&self, constraints: &Constraints, renamed: &FxHashMap<Var, Var>) -> Constraints {
        let mut found = Constraints::default();
        for constraint in constraints.iter() {
            let mut pins = Vec::new();
            let image = constraint.map(|var| match renamed.get(&var) {
                Some(&new) => Some(Affine::var(new)),
                None => self.image(var, &mut pins),
            });
            if let Some(image) = image.filter(|_| pins.is_empty()) {
                found.add(&image);
            }
        }
        found
    }
}

/// Whether a cell matters after paths that end like this.
fn survives(world: &mut World<'_>, outcome: Outcome, cell: Var) -> bool {
    match (outcome, world.cell_of(cell)) {
        (_, None) | (Outcome::End(Ending::Exit), _) => false,
        (Outcome::End(Ending::Return), Some(cell)) => match cell {
            Cell::Reg(..) | Cell::Argument(..) => false,
            Cell::Memory(object, ..) => object_survives(world, outcome, object),
            Cell::Result(..) => true,
        },
        (Outcome::Back(place), Some(cell)) => match cell {
            Cell::Reg(owner, reg) if owner == place.stack => world.live(place).contains(&reg),
            Cell::Reg(owner, _) => !world.called_from(owner, place.stack),
            Cell::Memory(object, ..) => object_survives(world, outcome, object),
            Cell::Argument(..) | Cell::Result(..) => false,
        },
    }
}

fn object_survives(world: &World<'_>, outcome: Outcome, object: ObjectId) -> bool {
    match (outcome, world.object_kind(object)) {
        (Outcome::End(Ending::Exit), _) => false,
        (_, ObjectKind::Global(_)) => true,
        (_, ObjectKind::Heap(..)) => false,
        (Outcome::End(Ending::Return), ObjectKind::Slot(owner, _)) => {
            world.stack_of(owner).back.is_none()
        }
        (Outcome::Back(place), ObjectKind::Slot(owner, _)) => {
            !world.called_from(owner, place.stack)
        }
    }
}

/// Constraints over cells in front of an edge that, together with its guards, imply the given one; they hold in the
/// context. With them come the pins of the guards that were used.
fn justify(
    world: &mut World<'_>,
    context: &Context,
    guards: &[(Constraint, Vec<Pin>)],
    wanted: &Constraint,
) -> Option<(Vec<Constraint>, Vec<Pin>)> {
    if let Some(value) = wanted.expression().as_constant() {
        return wanted
            .decided(Range::point(value))
            .filter(|&holds| holds)
            .map(|_| (Vec::new(), Vec::new()));
    }
    if wanted.decided(Store::default().bound(world, wanted.expression())) == Some(true) {
        return Some((Vec::new(), Vec::new()));
    }
    if let Some((_, pins)) = guards.iter().find(|(guard, _)| implies(guard, wanted)) {
        return Some((Vec::new(), pins.clone()));
    }
    if let Some(found) = without_unknowns(world, context, wanted)
        && context.entails(world, &found)
    {
        return Some((vec![found], Vec::new()));
    }
    match wanted {
        Constraint::AtLeastZero(expression) => with_help(world, context, guards, expression),
        Constraint::Zero(expression) => {
            let below = expression.scale(-1)?;
            let (mut found, mut pins) =
                justify(world, context, guards, &Constraint::AtLeastZero(expression.clone()))?;
            let (more, more_pins) =
                justify(world, context, guards, &Constraint::AtLeastZero(below))?;
            found.extend(more);
            pins.extend(more_pins);
            Some((found, pins))
        }
        Constraint::NotZero(expression) => {
            let above = Constraint::AtLeastZero(expression.shift(-1)?);
            let below = Constraint::AtLeastZero(expression.scale(-1)?.shift(-1)?);
            justify(world, context, guards, &above)
                .or_else(|| justify(world, context, guards, &below))
        }
    }
}

fn implies(guard: &Constraint, wanted: &Constraint) -> bool {
    let mut single = Constraints::default();
    single.add(guard);
    single.states(wanted)
}

/// Subtracts one guard, or two, from what is wanted: if the rest holds in the context, it is all that is needed.
fn with_help(
    world: &mut World<'_>,
    context: &Context,
    guards: &[(Constraint, Vec<Pin>)],
    wanted: &Affine,
) -> Option<(Vec<Constraint>, Vec<Pin>)> {
    let helpers: Vec<(Affine, &Vec<Pin>)> = guards
        .iter()
        .flat_map(|(guard, pins)| {
            let signs: &[i128] = match guard {
                Constraint::AtLeastZero(_) => &[1],
                Constraint::Zero(_) => &[1, -1],
                Constraint::NotZero(_) => &[],
            };
            signs.iter().filter_map(move |&sign| Some((guard.expression().scale(sign)?, pins)))
        })
        .collect();
    let shares =
        |a: &Affine, b: &Affine| a.vars().any(|var| b.coefficient(var) * a.coefficient(var) > 0);
    for (helper, pins) in &helpers {
        if !shares(wanted, helper) {
            continue;
        }
        let Some(rest) = wanted.sub(helper) else { continue };
        if let Some(found) = settled(world, context, &rest) {
            return Some((found, (*pins).clone()));
        }
        for (second, more) in &helpers {
            if !shares(&rest, second) {
                continue;
            }
            if let Some(rest) = rest.sub(second)
                && let Some(found) = settled(world, context, &rest)
            {
                let mut pins = (*pins).clone();
                pins.extend(more.iter().cloned());
                return Some((found, pins));
            }
        }
    }
    None
}

/// What is needed in front of the edge for the expression to be at least zero, if the context has it.
fn settled(
    world: &mut World<'_>,
    context: &Context,
    expression: &Affine,
) -> Option<Vec<Constraint>> {
    let constraint = Constraint::AtLeastZero(expression.clone());
    if constraint.decided(Store::default().bound(world, expression)) == Some(true) {
        return Some(Vec::new());
    }
    let found = without_unknowns(world, context, &constraint)?;
    context.entails(world, &found).then(|| vec![found])
}

/// A constraint over cells alone that implies the given one whatever the unknowns are.
fn without_unknowns(
    world: &mut World<'_>,
    context: &Context,
    wanted: &Constraint,
) -> Option<Constraint> {
    let (cells, unknown) = split_unknowns(world, wanted.expression());
    if unknown.terms.is_empty() {
        return Some(wanted.clone());
    }
    let noise = Store::default().bound(world, &unknown);
    match wanted {
        Constraint::AtLeastZero(_) => Some(Constraint::AtLeastZero(cells.shift(noise.lo)?)),
        Constraint::Zero(_) => {
            noise.value().and_then(|value| cells.shift(value)).map(Constraint::Zero)
        }
        Constraint::NotZero(_) => {
            let above = Constraint::AtLeastZero(cells.shift(noise.lo)?.shift(-1)?);
            if context.entails(world, &above) {
                return Some(above);
            }
            Some(Constraint::AtLeastZero(cells.shift(noise.hi)?.scale(-1)?.shift(-1)?))
        }
    }
}

/// The part of an expression over cells (with its constant) and the part over unknowns.
fn split_unknowns(world: &World<'_>, expression: &Affine) -> (Affine, Affine) {
    let (mut cells, mut unknown) = (Affine::constant(expression.constant), Affine::constant(0));
    for &(var, factor) in &expression.terms {
        let part = if world.is_cell(var) { &mut cells } else { &mut unknown };
        part.terms.push((var, factor));
    }
    (cells, unknown)
}

/// Puts siblings together.
pub fn join(
    world: &mut World<'_>,
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
                let mut joining =
                    Joining { world, context, requires: &mut requires, outcome, losses };
                joining.effects(&first, &effect)
            }
        };
        outcomes.insert(outcome, joined);
    }
    Summary { requires, outcomes }
}

struct Joining<'a, 'p> {
    world: &'a mut World<'p>,
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
        self.requires.never |= match expression {
            None => true,
            Some(expression) => {
                !self.requires.constraints.add(&Constraint::AtLeastZero(expression))
            }
        };
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
