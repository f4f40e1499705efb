//! Putting an edge in front of a summary (JoinVertical).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::affine::{Affine, Var};
use crate::constraints::{Births, Constraint, Constraints};
use crate::context::{Context, Fill, Value, memory_object};
use crate::edge::{Base, Edge, Pin};
use crate::interpolants::{Interpolants, justify};
use crate::project::project;
use crate::summary::{
    Effect, MAX_MERGED, Outcome, Requires, Summary, object_survives, retain_relevant, survives,
};
use crate::world::{Cell, World};

/// Puts an edge in front of a summary. `context` is the one in front of the edge.
pub fn compose(
    world: &mut World<'_>,
    interpolants: Interpolants,
    context: &Context,
    edge: &Edge,
    rest: &Summary,
) -> Summary {
    let requires = Requires::default();
    let mut composing = Composing { world, interpolants, context, edge, requires };
    composing.carry_requires(&rest.requires);
    let mut outcomes = BTreeMap::new();
    for (&outcome, effect) in &rest.outcomes {
        outcomes.insert(outcome, composing.effect(outcome, effect));
    }
    for pin in &edge.requires {
        composing.require(pin);
    }
    Summary { requires: composing.requires, outcomes, ..Summary::default() }
}

struct Composing<'a, 'p> {
    world: &'a mut World<'p>,
    interpolants: Interpolants,
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
                    self.add(&constraint);
                }
                for pin in pins {
                    match pin {
                        Pin::Base(var, base) => {
                            self.requires.bases.insert(var, base);
                        }
                        // The pins of a guard speak of the cells in front of the edge alone.
                        Pin::Holds(constraint) => {
                            if self.context.entails(self.world, &constraint) {
                                self.add(&constraint);
                            } else {
                                self.requires.never = true;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Requires something that holds in the context.
    fn add(&mut self, constraint: &Constraint) {
        for required in self.interpolants.require(self.world, self.context, constraint) {
            self.requires.never |= !self.requires.constraints.add(&required);
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
        let mut merged = self.edge.merged.clone();
        merged.extend(rest.merged.iter().map(|path| self.path_before(path, &renamed)));
        merged.truncate(MAX_MERGED);
        let mut witness = self.path_before(&rest.witness, &renamed);
        witness.add_all(&self.edge.witness);
        for (constraint, pins) in &self.edge.guards {
            if pins.is_empty() {
                guard.add(constraint);
            }
        }
        retain_relevant(self.world, &mut guard, &values);
        Effect {
            weight: self.edge.weight.then(&rest.weight),
            values,
            refilled,
            guard,
            witness,
            merged,
        }
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

    /// What a path through the edge satisfies, of which the rest is given.
    fn path_before(&self, rest: &Constraints, renamed: &FxHashMap<Var, Var>) -> Constraints {
        let mut path = self.before(rest, renamed);
        for (constraint, _) in &self.edge.guards {
            path.add(constraint);
        }
        project(self.world, &path)
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
