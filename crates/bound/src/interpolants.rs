//! Interpolants: what must hold in front of a place for a summary to be used there.
//!
//! Each infeasible side of a decision contributes the negation of its condition, which travels backwards through edges by
//! substitution; what the conditions of an edge already guarantee is dropped on the way, and what they contribute to
//! is subtracted ([`justify`]). Where this fails the summary is marked as never usable again: it can only cost
//! time. Constraint deletion is there to be compared with (§3.7.3 of the thesis on interpolation).

use crate::affine::{Affine, Range};
use crate::constraints::{Constraint, Constraints, Store};
use crate::context::Context;
use crate::edge::Pin;
use crate::summary::split_unknowns;
use crate::world::World;

/// How the condition under which a summary can be used is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolants {
    /// What infeasible paths need is carried backwards by substitution.
    Precondition,
    /// What is known of the cells that infeasible paths need is kept as it is, everything else is deleted.
    ConstraintDeletion,
}

impl Interpolants {
    /// What to require so that the constraint, which holds in the context, holds.
    pub fn require(
        self,
        world: &mut World<'_>,
        context: &Context,
        constraint: &Constraint,
    ) -> Vec<Constraint> {
        match self {
            Interpolants::Precondition => vec![constraint.clone()],
            Interpolants::ConstraintDeletion => known_of_cells(world, context, constraint)
                .unwrap_or_else(|| vec![constraint.clone()]),
        }
    }
}

/// What the context says of each cell of the constraint, if that is enough for it to hold.
fn known_of_cells(
    world: &mut World<'_>,
    context: &Context,
    constraint: &Constraint,
) -> Option<Vec<Constraint>> {
    let mut known = Constraints::default();
    let mut store = Store::default();
    for cell in constraint.expression().vars() {
        let range = context.range(world, &Affine::var(cell));
        let above = Constraint::AtLeastZero(Affine::var(cell).shift(-range.lo)?);
        let below = Constraint::AtLeastZero(Affine::var(cell).scale(-1)?.shift(range.hi)?);
        for bound in [above, below] {
            known.add(&bound);
            // It holds in the context, so it contradicts nothing.
            let _ = store.assume(world, &bound);
        }
    }
    (store.decide(world, constraint) == Some(true)).then(|| known.iter().collect())
}

/// Constraints over cells in front of an edge that, together with its guards, imply the given one; they hold in the
/// context. With them come the pins of the guards that were used.
pub fn justify(
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
    // An equation may also bring in what the context knows more of.
    let helpers: Vec<(Affine, bool, &Vec<Pin>)> = guards
        .iter()
        .flat_map(|(guard, pins)| {
            let signs: &[i128] = match guard {
                Constraint::AtLeastZero(_) => &[1],
                Constraint::Zero(_) => &[1, -1],
                Constraint::NotZero(_) => &[],
            };
            let always = matches!(guard, Constraint::Zero(_));
            signs
                .iter()
                .filter_map(move |&sign| Some((guard.expression().scale(sign)?, always, pins)))
        })
        .collect();
    let shares =
        |a: &Affine, b: &Affine| a.vars().any(|var| b.coefficient(var) * a.coefficient(var) > 0);
    for (helper, always, pins) in &helpers {
        if !always && !shares(wanted, helper) {
            continue;
        }
        let Some(rest) = wanted.sub(helper) else { continue };
        if let Some(found) = settled(world, context, &rest) {
            return Some((found, (*pins).clone()));
        }
        for (second, _, more) in &helpers {
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
