//! Stores to a computed place of an array that leave what is known of its neighbours as it is: `q->items[q->tail] = item` is no store to `q->used`, as long as `tail` stays in its range.
//!
//! Ranges (`ranges.rs`) rest on what is known at stores, and that rests on where stores go. So while ranges are looked for, it is *supposed* that such a store misses what else is known in the
//! same object. When they are found, each supposition is looked at with them: the index lies in a range at the store, so the store does. If one does not hold, everything is done again
//! without it. From then on no suppositions are needed: ranges say where a store goes.
//!
//! **Why it holds.** By the induction of `ranges.rs`: look at the first store of a run that hits what it was supposed to miss. Up to then all suppositions were right, so all ranges were, and these say
//! that it misses.
//!
//! What it misses: several indices, copies, pointers into arrays that are moved step by step.

use raddle_ir::{Op, Type};

use crate::broken::Broken;
use crate::cells::{Ranges, Supposition};
use crate::flow::{Analysis, State, Storing};
use crate::values::{Root, Val};

/// So often everything is done again.
const MOST_TRIES: u32 = 4;

impl Analysis<'_> {
    /// The ranges of all cells, with suppositions that they confirm.
    pub(crate) fn ranges(&mut self) -> Ranges {
        self.beside.supposing = true;
        for _ in 0..MOST_TRIES {
            let ranges = self.ranges_as_supposed();
            let supposed: Vec<Supposition> = self.beside.supposed.drain().collect();
            let before = self.beside.refuted.len();
            for one in supposed {
                if !self.is_confirmed(&ranges, &one) {
                    self.beside.refuted.insert(one);
                }
            }
            if self.beside.refuted.len() == before {
                self.beside.supposing = false;
                self.beside.known = Some(ranges.clone());
                return ranges;
            }
            self.start_again();
        }
        self.beside.supposing = false;
        self.start_again();
        let ranges = self.ranges_as_supposed();
        self.beside.known = Some(ranges.clone());
        ranges
    }

    /// Forgets what rests on suppositions.
    fn start_again(&mut self) {
        self.beside.supposed.clear();
        self.forget_summaries();
        self.sharing.forget_guards();
        self.locks_lost = false;
        self.assumes_no_races = false;
    }

    fn is_confirmed(&self, ranges: &Ranges, supposition: &Supposition) -> bool {
        let Supposition { at, address, from, bytes } = *supposition;
        let Some(&Op::Store { ty, .. }) = at.op(self.world.program) else { return false };
        let size = ty.bytes(&self.world.program.target);
        let summaries = [&self.summaries, &self.drafts].into_iter();
        let notes = summaries.filter_map(|all| all.get(&at.func)?.as_ref()?.stores.get(&at));
        let mut notes = notes.filter(|note| note.address == Some(address)).peekable();
        notes.peek().is_some()
            && notes.all(|note| {
                self.goes_past(ranges, &note.conditions, (address, size), (from, bytes))
            })
    }

    /// Whether a store leaves memory as it is that begins at an address and has so many bytes.
    pub(crate) fn goes_beside(
        &mut self,
        state: &State,
        storing: &Storing<'_>,
        other: (Val, u64),
    ) -> bool {
        let (Root::Indexed(root, indices), start) = self.values.distance(storing.address) else {
            return false;
        };
        let (base, begin) = self.values.distance(other.0);
        if indices.len() != 1 || *root != base {
            return false;
        }
        let (from, bytes) = (begin.wrapping_sub(start), other.1);
        if let Some(ranges) = &self.beside.known {
            let written = (storing.address, storing.bytes);
            return self.goes_past(ranges, &state.conditions, written, (from, bytes));
        }
        let Storing { at, address, .. } = *storing;
        let supposition = Supposition { at, address, from, bytes };
        // Elsewhere nobody notes what is known at the store.
        let noted = storing.frame.instance == Self::summary_instance(storing.frame.func);
        if !self.beside.supposing || !noted || self.beside.refuted.contains(&supposition) {
            return false;
        }
        self.beside.supposed.insert(supposition);
        true
    }

    /// Whether ranges say that a store to an array does not come to bytes that begin so far behind where its index is 0.
    fn goes_past(
        &self,
        ranges: &Ranges,
        conditions: &[Val],
        (address, size): (Val, u64),
        (from, bytes): (i64, u64),
    ) -> bool {
        let (Root::Indexed(_, indices), _) = self.values.distance(address) else { return false };
        let [(index, _, scale)] = indices[..] else { return false };
        if !matches!(self.values.type_of(index), Type::Int(1..=64)) {
            return false;
        }
        // Control does not come there.
        let Some(range) = self.range_of(ranges, index, conditions) else { return true };
        if self.world.broken == Some(Broken::SuppositionsTrusted) {
            return true;
        }
        let scale = i128::from(scale);
        let (least, most) = (range.least * scale, range.most * scale + i128::from(size));
        let (from, to) = (i128::from(from), i128::from(from) + i128::from(bytes));
        let fits = i64::try_from(least).is_ok() && i64::try_from(most).is_ok();
        fits && (most <= from || to <= least)
    }
}
