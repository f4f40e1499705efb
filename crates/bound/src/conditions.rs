//! What preconditions say of numbers: as terms for the checker of proofs, and as a program-level assumption of the simulation.

use raddle_expr::{TermId, Terms};

use crate::affine::{Affine, Int};
use crate::constraints::Constraint;
use crate::expression::{Expression, Operator};

/// Wide enough that nothing of 64-bit arguments wraps around.
const WIDTH: u32 = 160;

/// The condition as a term of width 1 over named arguments (their terms are read as signed numbers).
pub fn condition_term(
    terms: &mut Terms,
    condition: &Expression,
    names: &[(String, TermId)],
) -> Result<TermId, String> {
    let value = number_term(terms, condition, names)?;
    let zero = terms.constant(WIDTH, 0);
    Ok(terms.ne(value, zero))
}

fn number_term(
    terms: &mut Terms,
    expression: &Expression,
    names: &[(String, TermId)],
) -> Result<TermId, String> {
    Ok(match expression {
        Expression::Number(number) => {
            let word = terms.constant(128, *number as u128);
            terms.sext(word, WIDTH)
        }
        Expression::Name(name) => {
            let found = names.iter().find(|(known, _)| known == name);
            let &(_, term) = found.ok_or_else(|| format!("there is no argument `{name}`"))?;
            terms.sext(term, WIDTH)
        }
        Expression::Not(inner) => {
            let inner = number_term(terms, inner, names)?;
            let zero = terms.constant(WIDTH, 0);
            let truth = terms.eq(inner, zero);
            terms.zext(truth, WIDTH)
        }
        Expression::Negative(inner) => {
            let inner = number_term(terms, inner, names)?;
            terms.neg(inner)
        }
        Expression::Absolute(inner) => {
            let inner = number_term(terms, inner, names)?;
            let zero = terms.constant(WIDTH, 0);
            let negative = terms.slt(inner, zero);
            let negated = terms.neg(inner);
            terms.ite(negative, negated, inner)
        }
        Expression::Binary(operator, a, b) => {
            let a = number_term(terms, a, names)?;
            let b = number_term(terms, b, names)?;
            let truth = match operator {
                Operator::Add => return Ok(terms.add(a, b)),
                Operator::Subtract => return Ok(terms.sub(a, b)),
                Operator::Multiply => return Ok(terms.mul(a, b)),
                Operator::Divide => return Ok(terms.sdiv(a, b)),
                Operator::Remainder => return Ok(terms.srem(a, b)),
                Operator::Or | Operator::And => {
                    let zero = terms.constant(WIDTH, 0);
                    let (a, b) = (terms.ne(a, zero), terms.ne(b, zero));
                    if *operator == Operator::Or { terms.or(a, b) } else { terms.and(a, b) }
                }
                Operator::Equal => terms.eq(a, b),
                Operator::NotEqual => terms.ne(a, b),
                Operator::Less => terms.slt(a, b),
                Operator::LessEqual => terms.sle(a, b),
                Operator::Greater => terms.slt(b, a),
                Operator::GreaterEqual => terms.sle(b, a),
            };
            terms.zext(truth, WIDTH)
        }
    })
}

/// Linear constraints that the condition implies; conjuncts that are not linear are left out, which is safe.
pub fn implied(
    condition: &Expression,
    argument: &dyn Fn(&str) -> Option<Affine>,
) -> Vec<Constraint> {
    let mut found = Vec::new();
    conjuncts(condition, argument, &mut found);
    found
}

fn conjuncts(
    condition: &Expression,
    argument: &dyn Fn(&str) -> Option<Affine>,
    found: &mut Vec<Constraint>,
) {
    let Expression::Binary(operator, a, b) = condition else { return };
    if *operator == Operator::And {
        conjuncts(a, argument, found);
        conjuncts(b, argument, found);
        return;
    }
    // What is at most so far from zero is so on both sides.
    let near = match (operator, &**a, &**b) {
        (Operator::Less | Operator::LessEqual, Expression::Absolute(number), _) => Some(number),
        (Operator::Greater | Operator::GreaterEqual, _, Expression::Absolute(number)) => {
            Some(number)
        }
        _ => None,
    };
    if let Some(number) = near {
        for side in [number.clone(), Box::new(Expression::Negative(number.clone()))] {
            let (a, b) = match **a {
                Expression::Absolute(_) => (side, b.clone()),
                _ => (a.clone(), side),
            };
            conjuncts(&Expression::Binary(*operator, a, b), argument, found);
        }
        return;
    }
    let (Some(a), Some(b)) = (linear(a, argument), linear(b, argument)) else { return };
    let at_least = |x: &Affine, y: &Affine, more: Int| {
        x.sub(y).and_then(|difference| difference.shift(-more)).map(Constraint::AtLeastZero)
    };
    found.extend(match operator {
        Operator::Equal => a.sub(&b).map(Constraint::Zero),
        Operator::NotEqual => a.sub(&b).map(Constraint::NotZero),
        Operator::Less => at_least(&b, &a, 1),
        Operator::LessEqual => at_least(&b, &a, 0),
        Operator::Greater => at_least(&a, &b, 1),
        Operator::GreaterEqual => at_least(&a, &b, 0),
        _ => None,
    });
}

fn linear(expression: &Expression, argument: &dyn Fn(&str) -> Option<Affine>) -> Option<Affine> {
    match expression {
        Expression::Number(number) => Some(Affine::constant(*number)),
        Expression::Name(name) => argument(name),
        Expression::Negative(inner) => linear(inner, argument)?.scale(-1),
        Expression::Binary(Operator::Add, a, b) => linear(a, argument)?.add(&linear(b, argument)?),
        Expression::Binary(Operator::Subtract, a, b) => {
            linear(a, argument)?.sub(&linear(b, argument)?)
        }
        Expression::Binary(Operator::Multiply, a, b) => {
            let (a, b) = (linear(a, argument)?, linear(b, argument)?);
            match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => b.scale(factor),
                (_, Some(factor)) => a.scale(factor),
                (None, None) => None,
            }
        }
        _ => None,
    }
}
