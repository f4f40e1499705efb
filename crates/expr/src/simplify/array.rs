//! Arrays: reads over writes, and writes that others make superfluous.

use super::linear::Sum;
use super::{BinaryRule, TernaryRule, rules};
use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{Term, TermId};

pub(super) const READ: &[BinaryRule] = rules![read_constant_array, read_over_writes];
pub(super) const WRITE: &[TernaryRule] =
    rules![write_same_value, write_default_value, write_over_write];

/// How many writes a read looks through at once, and a write looks for one it replaces.
const MOST_WRITES_READ: usize = 1 << 12;
const MOST_WRITES_REPLACED: usize = 64;

/// match: `const_array(v)[i]`
/// result: `v`
fn read_constant_array(terms: &mut Terms, array: TermId, _: TermId) -> Option<TermId> {
    match *terms.get(array) {
        Term::ConstArray { value, .. } => Some(value),
        _ => None,
    }
}

/// match: `write(a, i, v)[j]`, i and j equal or certainly different
/// result: `v`, `a[j]`
fn read_over_writes(terms: &mut Terms, array: TermId, index: TermId) -> Option<TermId> {
    let mut below = array;
    for _ in 0..MOST_WRITES_READ {
        let Term::Write { array: next, index: at, value } = *terms.get(below) else { break };
        if at == index {
            return Some(value);
        }
        if !are_different(terms, at, index) {
            break;
        }
        below = next;
    }
    (below != array).then(|| terms.read(below, index))
}

/// match: `write(a, i, a[i])`
/// result: `a`
fn write_same_value(
    terms: &mut Terms,
    array: TermId,
    index: TermId,
    value: TermId,
) -> Option<TermId> {
    (*terms.get(value) == Term::Read { array, index }).then_some(array)
}

/// match: `write(const_array(v), i, v)`
/// result: `const_array(v)`
fn write_default_value(
    terms: &mut Terms,
    array: TermId,
    _: TermId,
    value: TermId,
) -> Option<TermId> {
    matches!(*terms.get(array), Term::ConstArray { value: default, .. } if default == value)
        .then_some(array)
}

/// match: `write(write(…write(a, i, u)…, j, v), i, w)`, all j certainly different from i
/// result: the same without the innermost write
fn write_over_write(
    terms: &mut Terms,
    array: TermId,
    index: TermId,
    value: TermId,
) -> Option<TermId> {
    let mut kept = Vec::new();
    let mut below = array;
    for _ in 0..MOST_WRITES_REPLACED {
        let Term::Write { array: next, index: at, value: old } = *terms.get(below) else {
            return None;
        };
        if at == index {
            let mut result = next;
            for (at, old) in kept.into_iter().rev() {
                result = terms.intern(Term::Write { array: result, index: at, value: old });
            }
            return Some(terms.write(result, index, value));
        }
        if !are_different(terms, at, index) {
            return None;
        }
        kept.push((at, old));
        below = next;
    }
    None
}

/// The indices differ under every assignment: they are sums that differ by a constant.
fn are_different(terms: &mut Terms, a: TermId, b: TermId) -> bool {
    if terms.is_const(a) && terms.is_const(b) {
        return a != b;
    }
    if !terms.share_variable(a, b) {
        return false;
    }
    let mut difference = Sum::of(terms, b);
    difference.scale(&Bits::ones(terms.width(b)));
    difference.add(Sum::of(terms, a));
    difference.atoms.is_empty() && !difference.constant.is_zero()
}
