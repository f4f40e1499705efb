//! Between which numbers a term lies, whatever its variables are.
//!
//! C computes digits and characters in `int` and keeps them in `char`: `text[i] = n % 10 + '0'`. That such a value fits
//! the narrow type is plain from its range and invisible from its bits.

use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

/// The least and the greatest of some numbers.
pub(super) type Range = (i128, i128);

/// How far a term is looked into.
const DEPTH: u32 = 5;
/// Wider terms are not looked at.
const WIDEST: u32 = 64;

impl Terms {
    /// The least and the greatest value, read as signed numbers; what the width allows if nothing else is known.
    /// Nothing for terms wider than 64 bits.
    pub(super) fn signed_range(&self, t: TermId) -> Option<Range> {
        (self.width(t) <= WIDEST).then(|| self.signed_range_to(t, DEPTH))
    }

    fn signed_range_to(&self, t: TermId, depth: u32) -> Range {
        let whole = whole_range(self.width(t));
        let Some(depth) = depth.checked_sub(1) else { return whole };
        let range = |of: TermId| self.signed_range_to(of, depth);
        let found = match *self.get(t) {
            Term::Const(_) => self.signed_constant(t).map(|value| (value, value)),
            Term::ZExt { of, .. } => Some(unsigned(range(of), self.width(of))),
            Term::SExt { of, .. } => Some(range(of)),
            Term::Neg(of) => Some((-range(of).1, -range(of).0)),
            Term::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (range(a), range(b));
                Some((a.0 + b.0, a.1 + b.1))
            }
            Term::Binary(BinaryOp::SRem, a, b) => {
                let most = self.signed_constant(b).filter(|&by| by != 0).map(|by| by.abs() - 1);
                let (least, greatest) = range(a);
                most.map(|most| ((-most).max(least.min(0)), most.min(greatest.max(0))))
            }
            Term::Binary(BinaryOp::URem, _, b) => {
                self.signed_constant(b).filter(|&by| by > 0).map(|by| (0, by - 1))
            }
            Term::Ite { then, otherwise, .. } => {
                let (a, b) = (range(then), range(otherwise));
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            // The low part of a number that fits it is that number.
            Term::Extract { low: 0, of, .. } if self.width(of) <= WIDEST => Some(range(of)),
            Term::Var(_)
            | Term::Not(_)
            | Term::Binary(..)
            | Term::Extract { .. }
            | Term::Read { .. }
            | Term::Write { .. }
            | Term::ConstArray { .. } => None,
        };
        // A sum that leaves the width starts again at the other end.
        found.filter(|&(least, greatest)| whole.0 <= least && greatest <= whole.1).unwrap_or(whole)
    }

    fn signed_constant(&self, t: TermId) -> Option<i128> {
        let width = self.width(t);
        let value = self.as_const(t)?.to_u64()?;
        let unused = 64 - width;
        Some(i128::from(((value << unused) as i64) >> unused))
    }
}

fn whole_range(width: u32) -> Range {
    let half = 1i128 << (width - 1);
    (-half, half - 1)
}

/// What a range of signed numbers of this width is when read as unsigned ones.
fn unsigned((least, greatest): Range, width: u32) -> Range {
    if least >= 0 { (least, greatest) } else { (0, (1i128 << width) - 1) }
}
