//! Zero and sign extension.

use super::range::Range;
use super::{ExtendRule, rules};
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

pub(super) const ZEXT: &[ExtendRule] = rules![zext_zext, zext_of_fitting_part, zext_of_fitting_sum];
pub(super) const SEXT: &[ExtendRule] = rules![
    sext_sext,
    sext_of_fitting_part,
    sext_of_fitting_sum,
    sext_non_negative,
    sext_concat_ones,
    sext_choice
];

/// match: `zext(zext(x))`
/// result: `zext(x)`
fn zext_zext(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    match *terms.get(t) {
        Term::ZExt { of, .. } => Some(terms.zext(of, width)),
        _ => None,
    }
}

/// match: `sext(sext(x))`
/// result: `sext(x)`
fn sext_sext(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    match *terms.get(t) {
        Term::SExt { of, .. } => Some(terms.sext(of, width)),
        _ => None,
    }
}

/// match: `zext(extract(k, 0, x))`, x known to lie between 0 and 2^(k+1) - 1 and at least as wide as the result
/// result: `x`, its low part if it is wider
fn zext_of_fitting_part(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let of = terms.low_part_of(t, width)?;
    let (least, greatest) = terms.signed_range(of)?;
    let fits = 0 <= least && greatest < 1i128 << terms.width(t);
    fits.then(|| terms.extract(of, width - 1, 0))
}

/// match: `sext(extract(k, 0, x))`, x known to lie between -2^k and 2^k - 1 and at least as wide as the result
/// result: `x`, its low part if it is wider
fn sext_of_fitting_part(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let of = terms.low_part_of(t, width)?;
    let (least, greatest) = terms.signed_range(of)?;
    let half = 1i128 << (terms.width(t) - 1);
    let fits = -half <= least && greatest < half;
    fits.then(|| terms.extract(of, width - 1, 0))
}

/// match: `zext(extract(k, 0, x) + c)`, x + c known to lie between 0 and 2^(k+1) - 1, x at least as wide as the result
/// result: `x + c`, of the low part of x if it is wider
fn zext_of_fitting_sum(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let greatest = (1i128 << terms.width(t).min(64)) - 1;
    fitting_sum(terms, t, width, (0, greatest))
}

/// match: `sext(extract(k, 0, x) + c)`, x + c known to lie between -2^k and 2^k - 1, x at least as wide as the result
/// result: `x + c`, of the low part of x if it is wider
fn sext_of_fitting_sum(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let half = 1i128 << (terms.width(t).min(64) - 1);
    fitting_sum(terms, t, width, (-half, half - 1))
}

/// The sum of a low part and a constant, computed where the part comes from, if it lies within these bounds there.
fn fitting_sum(terms: &mut Terms, t: TermId, width: u32, bounds: Range) -> Option<TermId> {
    let (part, _) = terms.operand_and_constant(BinaryOp::Add, t)?;
    let (_, constant) = terms.operands(BinaryOp::Add, t)?;
    let of = terms.low_part_of(part, width)?;
    let (least, greatest) = terms.signed_range(of)?;
    let (summand, _) = terms.signed_range(constant)?;
    let fits = bounds.0 <= least + summand && greatest + summand <= bounds.1;
    fits.then(|| {
        let (of, constant) = (terms.extract(of, width - 1, 0), terms.sext(constant, width));
        terms.add(of, constant)
    })
}

/// match: `sext(x)`, the top bit of x known to be zero
/// result: `zext(x)`
fn sext_non_negative(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    terms.is_non_negative(t).then(|| terms.zext(t, width))
}

/// match: `sext(concat(c, x))`, c constant with the top bit set
/// result: `concat(sext(c), x)`
fn sext_concat_ones(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let (high, low) = terms.operands(BinaryOp::Concat, t)?;
    if !terms.is_const(high) {
        return None;
    }
    let high = terms.sext(high, width - terms.width(low));
    Some(terms.concat(high, low))
}

/// match: `sext(ite(cond, c, d))`, constants
/// result: `ite(cond, sext(c), sext(d))`
fn sext_choice(terms: &mut Terms, t: TermId, width: u32) -> Option<TermId> {
    let choice = terms.choice(t)?;
    Some(terms.choose_bits(choice.cond, choice.then.sext(width), choice.otherwise.sext(width)))
}

impl Terms {
    /// The term whose low part this is, if that has at least `width` bits.
    fn low_part_of(&self, t: TermId, width: u32) -> Option<TermId> {
        match *self.get(t) {
            Term::Extract { low: 0, of, .. } if self.width(of) >= width => Some(of),
            _ => None,
        }
    }
}
