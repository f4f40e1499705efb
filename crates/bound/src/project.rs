//! What constraints over cells and unknowns say of the cells alone (§3.7.1 of the thesis on interpolation: witnesses are
//! kept without the variables of their paths).
//!
//! Unknowns are eliminated one after the other: a constraint that bounds one from below together with one that bounds it
//! from above (Fourier and Motzkin), and each with the range the unknown has from birth. Where that would be many,
//! the range alone is used. The result is implied by the constraints but for rounding, which makes it weaker.

use crate::affine::{Affine, Var};
use crate::constraints::{Constraint, Constraints, Store};
use crate::world::World;

/// More combinations for one unknown are not made.
const MAX_COMBINATIONS: usize = 36;

pub fn project(world: &World<'_>, constraints: &Constraints) -> Constraints {
    let is_unknown = |var: Var| !world.is_cell(var);
    let mut found = Constraints::default();
    let mut open: Vec<Affine> = Vec::new();
    for constraint in constraints.iter() {
        if !constraint.expression().vars().any(is_unknown) {
            found.add(&constraint);
            continue;
        }
        match &constraint {
            Constraint::AtLeastZero(expression) => open.push(expression.clone()),
            Constraint::Zero(expression) => {
                open.push(expression.clone());
                open.extend(expression.scale(-1));
            }
            Constraint::NotZero(_) => {}
        }
    }
    let next = |open: &[Affine]| open.iter().flat_map(Affine::vars).find(|&var| is_unknown(var));
    while let Some(unknown) = next(&open) {
        for expression in eliminate(world, &mut open, unknown) {
            if expression.vars().any(is_unknown) {
                open.push(expression);
            } else {
                found.add(&Constraint::AtLeastZero(expression));
            }
        }
    }
    found
}

/// Takes all expressions with the unknown out and returns what they say without it.
fn eliminate(world: &World<'_>, open: &mut Vec<Affine>, unknown: Var) -> Vec<Affine> {
    let (mut above, mut below, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for expression in open.drain(..) {
        match expression.coefficient(unknown) {
            0 => rest.push(expression),
            factor if factor > 0 => above.push(expression),
            _ => below.push(expression),
        }
    }
    *open = rest;
    let range = Store::default().bound(world, &Affine::var(unknown));
    let alone = above.iter().chain(&below).filter_map(|expression| {
        let factor = expression.coefficient(unknown);
        let end = if factor > 0 { range.hi } else { range.lo };
        let without = expression.add_scaled(&Affine::var(unknown), -factor)?;
        without.shift(factor.checked_mul(end)?)
    });
    let mut found: Vec<Affine> = alone.collect();
    if above.len() * below.len() > MAX_COMBINATIONS {
        return found;
    }
    for lower in &above {
        for upper in &below {
            let (up, down) = (lower.coefficient(unknown), -upper.coefficient(unknown));
            found.extend(lower.scale(down).and_then(|scaled| scaled.add_scaled(upper, up)));
        }
    }
    found
}
