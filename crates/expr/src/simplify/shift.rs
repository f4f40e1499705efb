//! Shifts. Those by constants become extraction and concatenation, which the other rules understand.

use super::{BinaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::TermId;

pub(super) const SHL: &[BinaryRule] = rules![shl_of_zero, shl_by_constant];
pub(super) const LSHR: &[BinaryRule] = rules![lshr_of_zero, lshr_by_constant];
pub(super) const ASHR: &[BinaryRule] = rules![ashr_of_sign, ashr_by_constant, ashr_non_negative];

/// match: `0 << y`
/// result: `0`
fn shl_of_zero(terms: &mut Terms, a: TermId, _: TermId) -> Option<TermId> {
    terms.is_zero(a).then_some(a)
}

/// match: `x << k`
/// result: `concat(x[w-k-1:0], 0)`, or `0` if k ≥ w
fn shl_by_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    match amount(terms, b)? {
        0 => Some(a),
        k if k >= width => Some(terms.zero(width)),
        k => {
            let kept = terms.extract(a, width - k - 1, 0);
            let zeros = terms.zero(k);
            Some(terms.concat(kept, zeros))
        }
    }
}

/// match: `0 >> y`
/// result: `0`
fn lshr_of_zero(terms: &mut Terms, a: TermId, _: TermId) -> Option<TermId> {
    terms.is_zero(a).then_some(a)
}

/// match: `x >> k`, logical
/// result: `zext(x[w-1:k])`, or `0` if k ≥ w
fn lshr_by_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    match amount(terms, b)? {
        k if k >= width => Some(terms.zero(width)),
        k => {
            let kept = terms.extract(a, width - 1, k);
            Some(terms.zext(kept, width))
        }
    }
}

/// match: `0 >> y`, `11…1 >> y`, `sext(bit) >> y`, arithmetic
/// result: the shifted term: all its bits are equal
fn ashr_of_sign(terms: &mut Terms, a: TermId, _: TermId) -> Option<TermId> {
    let all_equal = match terms.get(a) {
        crate::Term::Const(bits) => bits.is_zero() || bits.is_ones(),
        crate::Term::SExt { of, .. } => terms.width(*of) == 1,
        _ => terms.width(a) == 1,
    };
    all_equal.then_some(a)
}

/// match: `x >> k`, arithmetic
/// result: `sext(x[w-1:min(k, w-1)])`
fn ashr_by_constant(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    let kept = amount(terms, b)?.min(width - 1);
    let part = terms.extract(a, width - 1, kept);
    Some(terms.sext(part, width))
}

/// match: `x >> y`, arithmetic, the top bit of x known to be zero
/// result: `x >> y`, logical
fn ashr_non_negative(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    terms.is_non_negative(a).then(|| terms.lshr(a, b))
}

/// A constant shift amount; a huge one as `u32::MAX`.
fn amount(terms: &Terms, t: TermId) -> Option<u32> {
    let value = terms.as_const(t).map(Bits::small_value)?;
    Some(value.and_then(|value| u32::try_from(value).ok()).unwrap_or(u32::MAX))
}
