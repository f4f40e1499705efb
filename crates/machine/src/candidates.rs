//! Which offsets inside of an object an access can have that depends on inputs.
//!
//! The low bits of the offset say it, or the size of the elements (`strides.rs`). Conditions on inputs say how far it goes: an index below 4 stays in an array of four elements,
//! and a store there leaves no choice in the lock beside that array. What is left out is what the offset cannot be where the path's conditions hold, which stay with the state. A summary
//! does not have these conditions, so nothing is left out where one is made.

use raddle_expr::{BinaryOp, Term, TermId};
use raddle_solver::Intervals;

use crate::fault::CutKind;
use crate::machine::Machine;
use crate::mistakes::AccessMistake;
use crate::names::{ObjectId, ThreadId};
use crate::state::State;
use crate::stop::Exec;
use crate::updates::Grid;

/// So few are not worth a look at all conditions.
const FEW: u64 = 6;

/// Offsets that an access may go to: `first + k·step` for `k < count`, with the index `k` as term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    pub first: u64,
    pub step: u64,
    pub count: u64,
    pub index: TermId,
}

impl Candidates {
    /// The candidates as places that are the same or have nothing in common.
    pub(crate) fn grid(&self, size: u64) -> Option<Grid> {
        let grid = Grid { first: self.first % self.step, step: self.step, size };
        (size <= self.step).then_some(grid)
    }
}

impl Machine<'_> {
    /// The candidates of an access of so many bytes, unless there are too many.
    pub(crate) fn candidates(
        &mut self,
        st: &State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
        most: u64,
    ) -> Exec<Candidates> {
        let limit = st.memory.get(id).expect("a place names a living object").size;
        let width = self.facts.pointer_bits;
        let constant = self.constant_part(offset);
        let constant_term = self.terms.constant(width, u128::from(constant));
        let variable = self.terms.sub(offset, constant_term);
        if let Some(last) = limit.checked_sub(size)
            && let Some(strided) = self.strided(st, (constant, variable), last)
            && strided.count <= most
        {
            return Ok(self.narrowed(st, offset, strided));
        }
        let shift = self.trailing_zeros(variable).min(12);
        let step = 1u64 << shift;
        let first = constant % step;
        let count = (limit - size).saturating_sub(first) / step + 1;
        if count > most {
            let name = self.object_name(id);
            let message =
                format!("an access that depends on inputs may go to {count} places of {name}");
            return Err(self.cut(st, thread, CutKind::FanOut, message));
        }
        let first_term = self.terms.constant(width, u128::from(first));
        let from_first = self.terms.sub(offset, first_term);
        let index = self.terms.extract(from_first, width - 1, shift);
        Ok(self.narrowed(st, offset, Candidates { first, step, count, index }))
    }

    /// Without those that conditions on inputs exclude.
    fn narrowed(&mut self, st: &State, offset: TermId, all: Candidates) -> Candidates {
        if all.count < FEW || self.is_generalising() {
            return all;
        }
        let mut ranges = Intervals::of(&self.terms, st.path.iter(), None);
        let Some((low, high)) = ranges.between(&self.terms, offset) else { return all };
        let Candidates { first, step, count, index } = all;
        let skipped = low.saturating_sub(first).div_ceil(step);
        let end = match high.checked_sub(first) {
            Some(high) if self.config.access_mistake == Some(AccessMistake::LastLeftOut) => {
                high / step
            }
            Some(high) => (high / step).saturating_add(1),
            None => return all,
        };
        let end = end.min(count);
        if skipped >= end || (skipped, end) == (0, count) {
            return all;
        }
        let width = self.terms.width(index);
        let skipped_term = self.terms.constant(width, u128::from(skipped));
        let index = self.terms.sub(index, skipped_term);
        Candidates { first: first + skipped * step, step, count: end - skipped, index }
    }

    /// The constant addend of a sum.
    pub(crate) fn constant_part(&self, term: TermId) -> u64 {
        match self.terms.get(term) {
            Term::Binary(BinaryOp::Add, a, b) => {
                self.constant_part(*a).wrapping_add(self.constant_part(*b))
            }
            _ => self.terms.as_u64(term).unwrap_or(0),
        }
    }

    /// How many low bits of a term are certainly zero.
    pub(crate) fn trailing_zeros(&self, term: TermId) -> u32 {
        let width = self.terms.width(term);
        match self.terms.get(term) {
            Term::Const(_) => {
                self.terms.as_u64(term).map_or(0, |word| word.trailing_zeros().min(width))
            }
            Term::Binary(BinaryOp::Add, a, b) => {
                self.trailing_zeros(*a).min(self.trailing_zeros(*b))
            }
            Term::Binary(BinaryOp::Mul, a, b) => {
                (self.trailing_zeros(*a) + self.trailing_zeros(*b)).min(width)
            }
            Term::Binary(BinaryOp::Shl, a, b) => match self.terms.as_u64(*b) {
                Some(shift) => {
                    (self.trailing_zeros(*a) + shift.min(u64::from(width)) as u32).min(width)
                }
                None => self.trailing_zeros(*a),
            },
            Term::Binary(BinaryOp::Concat, high, low) => {
                let zeros = self.trailing_zeros(*low);
                let low_width = self.terms.width(*low);
                if zeros == low_width { low_width + self.trailing_zeros(*high) } else { zeros }
            }
            Term::ZExt { of, .. } | Term::SExt { of, .. } => {
                let zeros = self.trailing_zeros(*of);
                if zeros == self.terms.width(*of) { width } else { zeros }
            }
            Term::Neg(of) => self.trailing_zeros(*of),
            Term::Ite { then, otherwise, .. } => {
                self.trailing_zeros(*then).min(self.trailing_zeros(*otherwise))
            }
            _ => 0,
        }
    }
}
