//! Summaries of everything that can happen from a place on.
//!
//! A summary [place, cost, Δ, Ψ, ω] is built backwards from edges: *composing* (`compose`) puts an edge in front of what
//! comes after it, *joining* (`join`) puts siblings together (JoinVertical and JoinHorizontal of the thesis on
//! interpolation). Ψ ([`Requires`]) is the condition on the cells before the place under which every path that was
//! found infeasible still is; `interpolants` says how it is found.
//!
//! Deviation from the papers: a summary has one effect (cost, Δ, ω) per way its paths end (each enclosing loop's
//! head, or the end of the program), so that loops may be left anywhere.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::affine::{Affine, Var};
use crate::constraints::Constraints;
use crate::context::{Context, Fill, Value, memory_object};
use crate::edge::{Base, Edge, Ending, Local};
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
    /// What they satisfy on paths whose values were merged although they differ: where one of them is not possible, the
    /// values are less precise than they would be without it.
    pub merged: Vec<Constraints>,
}

/// Further merged paths are not asked for when a summary is used.
pub const MAX_MERGED: usize = 4;

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
    /// At the head of a loop: how often it goes round from here on.
    pub rounds: u64,
    /// Its number in the proof, if one is written.
    pub claim: Option<u32>,
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
        Summary { outcomes: BTreeMap::from([(outcome, Effect::default())]), ..Summary::default() }
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
    /// `false` only if the most expensive path, or one that makes the values less precise, is certainly infeasible in
    /// the context.
    fn possible(&self, world: &mut World<'_>, context: &Context) -> bool {
        std::iter::once(&self.witness).chain(&self.merged).all(|path| {
            let mut trial = context.clone();
            path.iter().all(|constraint| match trial.resolve_constraint(world, &constraint) {
                Some(resolved) => trial.assume(world, &resolved),
                None => true,
            })
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
            witness: self.witness.clone(),
            merged: self.merged.clone(),
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

/// Whether a cell matters after paths that end like this.
pub fn survives(world: &mut World<'_>, outcome: Outcome, cell: Var) -> bool {
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

pub fn object_survives(world: &World<'_>, outcome: Outcome, object: ObjectId) -> bool {
    match (outcome, world.object_kind(object)) {
        (Outcome::End(Ending::Exit), _) => false,
        (_, ObjectKind::Global(_)) => true,
        (_, ObjectKind::Heap(..)) => false,
        // Frames of callers are still there, and those of the function are entered anew before they are read again.
        (Outcome::End(Ending::Return), ObjectKind::Slot(..)) => true,
        (Outcome::Back(place), ObjectKind::Slot(owner, _)) => {
            !world.called_from(owner, place.stack)
        }
    }
}

/// The part of an expression over cells (with its constant) and the part over unknowns.
pub fn split_unknowns(world: &World<'_>, expression: &Affine) -> (Affine, Affine) {
    let (mut cells, mut unknown) = (Affine::constant(expression.constant), Affine::constant(0));
    for &(var, factor) in &expression.terms {
        let part = if world.is_cell(var) { &mut cells } else { &mut unknown };
        part.terms.push((var, factor));
    }
    (cells, unknown)
}

/// Forgets what constraints say of unknowns that are in none of the values.
pub fn retain_relevant(
    world: &World<'_>,
    constraints: &mut Constraints,
    values: &BTreeMap<Var, Value>,
) {
    let kept: FxHashSet<Var> =
        values.values().filter_map(Value::affine).flat_map(Affine::vars).collect();
    constraints.retain(|var| world.is_cell(var) || kept.contains(&var));
}
