//! Concatenation: nested to the right, with parts that belong together fused.

use super::{BinaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const CONCAT: &[BinaryRule] = rules![
    concat_left_nested,
    concat_zero,
    concat_leading_zeros,
    concat_left_zext,
    concat_left_sext,
    concat_constants,
    concat_choices,
    concat_fuses,
    concat_fuses_nested,
    concat_repeats_sign,
];

/// How deep [`fuse`] follows operations on parts.
const FUSE_DEPTH: u32 = 3;

/// match: `concat(concat(x, y), z)`
/// result: `concat(x, concat(y, z))`
fn concat_left_nested(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (x, y) = terms.operands(BinaryOp::Concat, a)?;
    let rest = terms.concat(y, b);
    Some(terms.concat(x, rest))
}

/// match: `concat(0, x)`
/// result: `zext(x)`
fn concat_zero(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a) + terms.width(b);
    terms.is_zero(a).then(|| terms.zext(b, width))
}

/// match: `concat(00c, x)`, c constant
/// result: `zext(concat(c, x))`
fn concat_leading_zeros(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let high = terms.as_const(a)?;
    let (width, zeros) = (high.width(), high.leading_zeros());
    if zeros == 0 || zeros == width {
        return None;
    }
    let rest = high.extract(width - zeros - 1, 0);
    let rest = terms.constant_bits(rest);
    let inner = terms.concat(rest, b);
    Some(terms.zext(inner, width + terms.width(b)))
}

/// match: `concat(zext(x), y)`
/// result: `zext(concat(x, y))`
fn concat_left_zext(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Term::ZExt { of, width } = *terms.get(a) else { return None };
    let inner = terms.concat(of, b);
    Some(terms.zext(inner, width + terms.width(b)))
}

/// match: `concat(sext(x), y)`
/// result: `sext(concat(x, y))`
fn concat_left_sext(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let Term::SExt { of, width } = *terms.get(a) else { return None };
    let inner = terms.concat(of, b);
    Some(terms.sext(inner, width + terms.width(b)))
}

/// match: `concat(c, concat(d, x))`, `concat(c, zext(x))`, c and d constant
/// result: `concat(cd, x)`, `concat(c0, x)`
fn concat_constants(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let high = terms.as_const(a)?;
    let (middle, low) = match *terms.get(b) {
        Term::Binary(BinaryOp::Concat, middle, low) => (terms.as_const(middle)?.clone(), low),
        Term::ZExt { of, width } => (Bits::zero(width - terms.width(of)), of),
        _ => return None,
    };
    let high = high.concat(&middle);
    let high = terms.constant_bits(high);
    Some(terms.concat(high, low))
}

/// match: `concat(u, v)`, both depending on one condition alone
/// result: `ite(cond, …, …)` of constants
fn concat_choices(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let high = terms.choice_or_condition(a)?;
    let low = terms.choice_or_condition(b)?;
    if high.cond != low.cond {
        return None;
    }
    let then = high.then.concat(&low.then);
    Some(terms.choose_bits(low.cond, then, high.otherwise.concat(&low.otherwise)))
}

/// match: `concat(x[a:b], x[b-1:c])`, also through bitwise operations and `ite` on such parts
/// result: `x[a:c]`
fn concat_fuses(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    fuse(terms, a, b, FUSE_DEPTH)
}

/// match: `concat(x[a:b], concat(x[b-1:c], y))`
/// result: `concat(x[a:c], y)`
fn concat_fuses_nested(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (middle, low) = terms.operands(BinaryOp::Concat, b)?;
    let fused = fuse(terms, a, middle, FUSE_DEPTH)?;
    Some(terms.concat(fused, low))
}

/// match: `concat(s, x)`, s the top bit of x
/// result: `sext(x)`
fn concat_repeats_sign(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.width(a) != 1 || terms.is_const(a) || terms.sign_bit(b) != a {
        return None;
    }
    let width = terms.width(b) + 1;
    Some(terms.sext(b, width))
}

/// The concatenation as a single term that is no concatenation.
fn fuse(terms: &mut Terms, high: TermId, low: TermId, depth: u32) -> Option<TermId> {
    if let Some(result) = fuse_extracts(terms, high, low) {
        return Some(result);
    }
    let depth = depth.checked_sub(1)?;
    match (terms.get(high), terms.get(low)) {
        (Term::Const(left), Term::Const(right)) => {
            let bits = left.concat(right);
            Some(terms.constant_bits(bits))
        }
        (Term::Const(left), _) if left.is_zero() => {
            let width = left.width() + terms.width(low);
            Some(terms.zext(low, width))
        }
        (&Term::Not(left), &Term::Not(right)) => {
            let inner = fuse(terms, left, right, depth)?;
            Some(terms.not(inner))
        }
        (&Term::Binary(op, a, b), &Term::Binary(other, c, d)) if op == other => {
            fuse_bitwise(terms, op, (a, b), (c, d), depth)
        }
        (
            &Term::Ite { cond, then, otherwise },
            &Term::Ite { cond: cond2, then: then2, otherwise: otherwise2 },
        ) if cond == cond2 => {
            let then = fuse(terms, then, then2, depth)?;
            let otherwise = fuse(terms, otherwise, otherwise2, depth)?;
            Some(terms.ite(cond, then, otherwise))
        }
        _ => None,
    }
}

fn fuse_bitwise(
    terms: &mut Terms,
    op: BinaryOp,
    (a, b): (TermId, TermId),
    (c, d): (TermId, TermId),
    depth: u32,
) -> Option<TermId> {
    if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
        return None;
    }
    // Operands are ordered by id, which need not pair those that belong together.
    for (c, d) in [(c, d), (d, c)] {
        if let Some(left) = fuse(terms, a, c, depth)
            && let Some(right) = fuse(terms, b, d, depth)
        {
            return Some(terms.binary(op, left, right));
        }
    }
    None
}

/// One of the two is a part of a term, and the other is what extraction gives for the neighbouring bits.
fn fuse_extracts(terms: &mut Terms, high: TermId, low: TermId) -> Option<TermId> {
    if let Term::Extract { high: top, low: border, of } = *terms.get(high)
        && let Some(bottom) = border.checked_sub(terms.width(low))
        && is_part(terms, low, of, border - 1, bottom)
    {
        return Some(terms.extract(of, top, bottom));
    }
    if let Term::Extract { high: border, low: bottom, of } = *terms.get(low) {
        let top = border + terms.width(high);
        if top < terms.width(of) && is_part(terms, high, of, top, border + 1) {
            return Some(terms.extract(of, top, bottom));
        }
    }
    None
}

/// `part` is what extraction of these bits gives. Most candidates are ruled out without building anything.
fn is_part(terms: &mut Terms, part: TermId, of: TermId, high: u32, low: u32) -> bool {
    if let Term::Extract { of: other, high: part_high, low: part_low } = *terms.get(part)
        && other == of
    {
        return (part_high, part_low) == (high, low);
    }
    // Extraction does not move into these.
    if matches!(terms.get(of), Term::Var(_) | Term::Read { .. }) {
        return false;
    }
    let related = terms.is_const(part) || terms.share_variable(part, of);
    related && terms.extract(of, high, low) == part
}
