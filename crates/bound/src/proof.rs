//! What the simulation found, written down so that somebody else can check it (`raddle-certify`).
//!
//! Every summary becomes a claim, with the claims it was put together from. Summaries speak of unknowns; claims
//! speak of cells alone, so unknowns are eliminated here: one that a cell determines is that cell, any other is
//! replaced by its range. This can only say less, so at worst a proof is not accepted. A summary whose requirements could
//! not be expressed (`Requires::never`) was used in one context only, and its claim requires that context.

use std::collections::{BTreeMap, BTreeSet};

use raddle_certify::format::{
    self, Base, Cell, Claim, End, Linear, Object, Outcome, Relation, Rule,
};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Int, Range, Var};
use crate::constraints::{Births, Constraint, Store};
use crate::context::{Context, Fill, Value};
use crate::edge::{self, Ending};
use crate::summary::{self, Effect, Requires, Summary};
use crate::world::{self, ObjectId, ObjectKind, Place, World};

/// The contents of cells afterwards have numbers of their own, far above those of variables.
const NEW: u32 = 1 << 31;

/// Pairs of more cells than this are not related.
const MAX_RELATED: usize = 6;

/// A summary on record.
#[derive(Debug)]
struct Record {
    place: Place,
    requires: Requires,
    outcomes: BTreeMap<summary::Outcome, Effect>,
    /// Where it was made, if it can be used nowhere else.
    context: Option<Context>,
    rule: Rule,
}

/// All summaries in the order in which they were finished.
#[derive(Debug, Default)]
pub struct Records {
    all: Vec<Record>,
}

/// The claims that a step led to.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    pub next: Vec<u32>,
    pub called: Vec<u32>,
}

impl Followed {
    pub fn rule(mut self) -> Rule {
        for list in [&mut self.next, &mut self.called] {
            list.sort_unstable();
            list.dedup();
        }
        Rule::Step { next: self.next, called: self.called }
    }
}

impl Records {
    /// Takes down a summary and returns its number.
    pub fn add(&mut self, place: Place, summary: &Summary, context: &Context, rule: Rule) -> u32 {
        let light = |effect: &Effect| Effect {
            weight: crate::weight::Weight {
                net: effect.weight.net,
                high: effect.weight.high,
                ..Default::default()
            },
            witness: Default::default(),
            ..effect.clone()
        };
        self.all.push(Record {
            place,
            requires: summary.requires.clone(),
            outcomes: summary.outcomes.iter().map(|(end, effect)| (*end, light(effect))).collect(),
            context: summary.requires.never.then(|| context.clone()),
            rule,
        });
        self.all.len() as u32 - 1
    }

    /// The stacks, objects, cells and claims of the proof; what a proof says besides is up to the caller.
    pub fn claims(&self, world: &mut World<'_>, proof: &mut format::Proof) {
        let mut writer = Writer::new(world);
        for record in &self.all {
            writer.collect(record);
        }
        if self.all.iter().any(|record| record.context.is_some()) {
            // A context knows every cell that was ever looked at.
            let all: Vec<Var> = writer.world.memory_cells().collect();
            writer.in_memory.extend(all);
        }
        proof.claims = self.all.iter().map(|record| writer.claim(record)).collect();
        proof.stacks = writer.world.stacks().map(|(_, stack)| written_stack(stack)).collect();
        proof.objects =
            writer.objects.into_iter().map(|object| written(writer.world, object)).collect();
        proof.cells = writer.cells;
    }
}

fn written_stack(stack: world::Stack) -> format::Stack {
    format::Stack { function: stack.func.0, back: stack.back.map(written_place), start: stack.root }
}

fn written_place(place: Place) -> format::Place {
    format::Place { stack: place.stack.0, block: place.block.0, inst: place.inst }
}

fn written(world: &World<'_>, object: ObjectId) -> Object {
    match world.object_kind(object) {
        ObjectKind::Global(global) => Object::Global(global.0),
        ObjectKind::Slot(stack, slot) => Object::Slot(stack.0, slot.0),
        ObjectKind::Heap(place, size) => {
            Object::Heap(written_place(place), i64::try_from(size).unwrap_or(i64::MAX))
        }
    }
}

struct Writer<'w, 'p> {
    world: &'w mut World<'p>,
    objects: Vec<ObjectId>,
    object_numbers: FxHashMap<ObjectId, u32>,
    cells: Vec<Cell>,
    cell_numbers: FxHashMap<Var, u32>,
    /// Cells of memory that the proof speaks of.
    in_memory: BTreeSet<Var>,
}

impl<'w, 'p> Writer<'w, 'p> {
    fn new(world: &'w mut World<'p>) -> Self {
        Writer {
            world,
            objects: Vec::new(),
            object_numbers: FxHashMap::default(),
            cells: Vec::new(),
            cell_numbers: FxHashMap::default(),
            in_memory: BTreeSet::new(),
        }
    }

    fn object(&mut self, object: ObjectId) -> u32 {
        *self.object_numbers.entry(object).or_insert_with(|| {
            self.objects.push(object);
            self.objects.len() as u32 - 1
        })
    }

    /// The number of a cell; `None` if claims cannot speak of it.
    fn cell(&mut self, var: Var) -> Option<u32> {
        if let Some(&number) = self.cell_numbers.get(&var) {
            return Some(number);
        }
        let cell = match self.world.cell_of(var)? {
            world::Cell::Reg(stack, reg) => Cell::Register(stack.0, reg.0),
            world::Cell::Memory(object, offset, size) => match self.world.object_kind(object) {
                ObjectKind::Heap(..) => return None,
                ObjectKind::Global(_) | ObjectKind::Slot(..) => {
                    Cell::Memory(self.object(object), offset, size)
                }
            },
            world::Cell::Result(func, index) => Cell::Result(func.0, index),
            world::Cell::Argument(..) => return None,
        };
        self.cells.push(cell);
        let number = self.cells.len() as u32 - 1;
        self.cell_numbers.insert(var, number);
        Some(number)
    }

    /// Takes note of the cells of memory that a record speaks of.
    fn collect(&mut self, record: &Record) {
        let mut vars: Vec<Var> = record.requires.bases.keys().copied().collect();
        for constraint in record.requires.constraints.iter() {
            vars.extend(constraint.expression().vars());
        }
        for effect in record.outcomes.values() {
            vars.extend(effect.values.keys());
            vars.extend(effect.values.values().filter_map(Value::affine).flat_map(Affine::vars));
        }
        if let Some(context) = &record.context {
            vars.extend(context.cells.keys());
        }
        let memory = |var: &Var| matches!(self.world.cell_of(*var), Some(world::Cell::Memory(..)));
        self.in_memory.extend(vars.into_iter().filter(memory));
    }

    fn base(&mut self, var: Var, value: &Value) -> Option<Base> {
        Some(match edge::Base::of(value)? {
            edge::Base::Number if !self.world.may_hold_address(var) => return None,
            base => self.written_base(base),
        })
    }

    fn written_base(&mut self, base: edge::Base) -> Base {
        match base {
            edge::Base::Object(object) => Base::Object(self.object(object)),
            edge::Base::Function(func) => Base::Function(func.0),
            edge::Base::Number => Base::Number,
        }
    }

    fn claim(&mut self, record: &Record) -> Claim {
        let mut bases: BTreeMap<u32, Base> = BTreeMap::new();
        for (&var, &base) in &record.requires.bases {
            let base = self.written_base(base);
            if let Some(cell) = self.cell(var) {
                bases.insert(cell, base);
            }
        }
        let mut constraints: Vec<Constraint> = record.requires.constraints.iter().collect();
        if let Some(context) = &record.context {
            constraints.extend(self.context(context, &mut bases));
        }
        Claim {
            at: written_place(record.place),
            requires: self.linears(&constraints),
            bases: bases.into_iter().collect(),
            ends: record.outcomes.iter().map(|(end, effect)| self.end(*end, effect)).collect(),
            by: record.rule.clone(),
        }
    }

    /// What a context says of cells.
    fn context(&mut self, context: &Context, bases: &mut BTreeMap<u32, Base>) -> Vec<Constraint> {
        let mut system = System::default();
        let memory: Vec<Var> = self.in_memory.iter().copied().collect();
        let vars: BTreeSet<Var> = context.cells.keys().copied().chain(memory).collect();
        for var in vars {
            let Some(value) = context.lookup(self.world, var) else { continue };
            let base = self.base(var, &value);
            if let (Some(cell), Some(base)) = (self.cell(var), base) {
                bases.insert(cell, base);
            }
            if let Some(affine) = value.affine() {
                system.equations.extend(Affine::var(var).sub(affine));
            }
        }
        system.add(context.store.constraints());
        let mut found = system.solve(self.world);
        self.octagon(context, &mut found);
        found
    }

    /// Ranges of cells, of their sums and of their differences: what elimination loses of them.
    fn octagon(&mut self, context: &Context, found: &mut Vec<Constraint>) {
        let is_number =
            |value: &Value| matches!(value, Value::Int(affine) if affine.as_constant().is_none());
        let cells: Vec<Var> = context
            .cells
            .iter()
            .filter_map(|(&cell, value)| is_number(value).then_some(cell))
            .collect();
        let mut forms: Vec<Affine> = cells.iter().map(|&cell| Affine::var(cell)).collect();
        if cells.len() <= MAX_RELATED {
            for (index, &first) in cells.iter().enumerate() {
                for &second in &cells[index + 1..] {
                    for sign in [1, -1] {
                        let second = Affine::var(second);
                        forms.extend(Affine::var(first).add_scaled(&second, sign));
                    }
                }
            }
        }
        for form in forms {
            let range = context.range(self.world, &form);
            let apart = form.terms.iter().fold(Range::point(0), |sum, &(cell, factor)| {
                sum.plus(context.range(self.world, &Affine::var(cell)).times(factor))
            });
            if form.terms.len() > 1 && range == apart {
                continue;
            }
            let above = form.shift(-range.lo);
            let below = form.scale(-1).and_then(|negative| negative.shift(range.hi));
            found.extend(above.into_iter().chain(below).map(Constraint::AtLeastZero));
        }
        found.retain(|constraint| !is_obvious(self.world, constraint));
    }

    fn end(&mut self, outcome: summary::Outcome, effect: &Effect) -> End {
        let number = |amount: Int| i64::try_from(amount).unwrap_or(i64::MAX);
        let mut end = End {
            outcome: match outcome {
                summary::Outcome::End(Ending::Exit) => Outcome::Exit,
                summary::Outcome::End(Ending::Return) => Outcome::Return,
                summary::Outcome::Back(place) => Outcome::At(written_place(place)),
            },
            net: number(effect.weight.net),
            high: number(effect.weight.high),
            changed: Vec::new(),
            bases: Vec::new(),
            objects: Vec::new(),
            relation: Vec::new(),
        };
        if end.outcome == Outcome::Exit {
            return end;
        }
        let mut values = effect.values.clone();
        for (&object, &fill) in &effect.refilled {
            let number = self.object(object);
            end.objects.push(number);
            self.filled(object, fill, &mut values);
        }
        let mut system = System::default();
        system.add(effect.guard.iter());
        for (&var, value) in &values {
            let base = self.base(var, value);
            let Some(cell) = self.cell(var) else { continue };
            end.changed.push(cell);
            end.bases.extend(base.map(|base| (cell, base)));
            if let Some(affine) = value.affine() {
                let new = Affine::var(Var(NEW + var.0));
                system.equations.extend(new.sub(affine));
            }
        }
        let constraints = system.solve(self.world);
        end.relation = self.linears(&constraints);
        end
    }

    /// Cells of an object that was filled with something known.
    fn filled(&mut self, object: ObjectId, fill: Fill, values: &mut BTreeMap<Var, Value>) {
        for &var in &self.in_memory {
            let Some(world::Cell::Memory(owner, offset, size)) = self.world.cell_of(var) else {
                continue;
            };
            let content = match fill {
                _ if owner != object || values.contains_key(&var) => continue,
                Fill::Unknown => continue,
                Fill::Zero => Some(0),
                Fill::CopyOf(global) => self.world.initial(global, offset, size),
            };
            if let Some(content) = content {
                values.insert(var, Value::constant(content));
            }
        }
    }

    fn linears(&mut self, constraints: &[Constraint]) -> Vec<Linear> {
        constraints.iter().filter_map(|constraint| self.linear(constraint)).collect()
    }

    fn linear(&mut self, constraint: &Constraint) -> Option<Linear> {
        let expression = constraint.expression();
        expression.terms.first()?;
        let mut linear = Linear {
            is: match constraint {
                Constraint::AtLeastZero(_) => Relation::AtLeastZero,
                Constraint::Zero(_) => Relation::Zero,
                Constraint::NotZero(_) => Relation::NotZero,
            },
            constant: i64::try_from(expression.constant).ok()?,
            old: Vec::new(),
            new: Vec::new(),
        };
        for &(var, factor) in &expression.terms {
            let factor = i64::try_from(factor).ok()?;
            if var.0 >= NEW {
                linear.new.push((factor, self.cell(Var(var.0 - NEW))?));
            } else {
                linear.old.push((factor, self.cell(var)?));
            }
        }
        Some(linear)
    }
}

/// Equations and constraints over cells, new cells and unknowns.
#[derive(Default)]
struct System {
    /// Each is zero.
    equations: Vec<Affine>,
    constraints: Vec<Constraint>,
}

impl System {
    fn add(&mut self, constraints: impl IntoIterator<Item = Constraint>) {
        for constraint in constraints {
            match constraint {
                Constraint::Zero(expression) => self.equations.push(expression),
                Constraint::AtLeastZero(_) | Constraint::NotZero(_) => {
                    self.constraints.push(constraint);
                }
            }
        }
    }

    /// What follows for cells alone.
    fn solve(mut self, world: &World<'_>) -> Vec<Constraint> {
        let is_unknown = |var: Var| var.0 < NEW && !world.is_cell(var);
        let expressions =
            self.equations.iter().chain(self.constraints.iter().map(Constraint::expression));
        let unknowns: BTreeSet<Var> =
            expressions.flat_map(Affine::vars).filter(|&var| is_unknown(var)).collect();
        for &unknown in &unknowns {
            let range = world.range_at_birth(unknown);
            let (above, below) =
                (Affine::var(unknown).shift(-range.lo), range_above(unknown, range.hi));
            self.constraints.extend(above.map(Constraint::AtLeastZero));
            self.constraints.extend(below.map(Constraint::AtLeastZero));
        }
        for unknown in unknowns {
            self.eliminate(unknown);
        }
        let mut found = Vec::new();
        for equation in std::mem::take(&mut self.equations) {
            if equation.vars().any(is_unknown) {
                // Between its smallest and its largest value.
                let negative = equation.scale(-1);
                found.extend(relaxed(world, &equation, is_unknown).map(Constraint::AtLeastZero));
                found.extend(
                    negative
                        .and_then(|negative| relaxed(world, &negative, is_unknown))
                        .map(Constraint::AtLeastZero),
                );
            } else {
                found.push(Constraint::Zero(equation));
            }
        }
        for constraint in self.constraints {
            let expression = constraint.expression();
            if !expression.vars().any(is_unknown) {
                found.push(constraint);
            } else if let Constraint::AtLeastZero(expression) = &constraint {
                found.extend(relaxed(world, expression, is_unknown).map(Constraint::AtLeastZero));
            }
        }
        found.retain(|constraint| !is_obvious(world, constraint));
        found.sort();
        found.dedup();
        found
    }

    /// Replaces an unknown by what an equation says it is.
    fn eliminate(&mut self, unknown: Var) {
        let Some(index) =
            self.equations.iter().position(|equation| equation.coefficient(unknown).abs() == 1)
        else {
            return;
        };
        let equation = self.equations.swap_remove(index);
        let factor = equation.coefficient(unknown);
        // factor · unknown + rest = 0
        let image = Affine::var(unknown)
            .scale(factor)
            .and_then(|own| equation.sub(&own))
            .and_then(|rest| rest.scale(-factor));
        let Some(image) = image else { return };
        let replaced =
            |var: Var| Some(if var == unknown { image.clone() } else { Affine::var(var) });
        self.equations =
            self.equations.iter().filter_map(|equation| equation.substitute(replaced)).collect();
        self.constraints =
            self.constraints.iter().filter_map(|constraint| constraint.map(replaced)).collect();
    }
}

fn range_above(unknown: Var, hi: Int) -> Option<Affine> {
    Affine::var(unknown).scale(-1)?.shift(hi)
}

/// An expression without unknowns that is at least zero wherever the given one is.
fn relaxed(
    world: &World<'_>,
    expression: &Affine,
    is_unknown: impl Fn(Var) -> bool,
) -> Option<Affine> {
    let (mut known, mut unknown) = (Affine::constant(expression.constant), Affine::constant(0));
    for &(var, factor) in &expression.terms {
        let part = if is_unknown(var) { &mut unknown } else { &mut known };
        part.terms.push((var, factor));
    }
    let most = Store::default().bound(world, &unknown).hi;
    if most == Int::MAX || known.terms.is_empty() { None } else { known.shift(most) }
}

/// Whether a constraint says no more than the types of its cells.
fn is_obvious(world: &World<'_>, constraint: &Constraint) -> bool {
    let same = |var: Var| Some(Affine::var(if var.0 >= NEW { Var(var.0 - NEW) } else { var }));
    match constraint.expression().terms[..] {
        [] => true,
        [_] => constraint.map(same).is_some_and(|constraint| {
            let range = Store::default().bound(world, constraint.expression());
            constraint.decided(range) == Some(true)
        }),
        _ => false,
    }
}
