//! What a tally may hold at any time, and what is the same for all of it.
//!
//! Whoever looks at a tally while others still add to it finds what it holds at first plus what each thread has added by then, and that is something between the least and the most that
//! the thread has added at any time. So it finds a number in an interval, the *span* of the tally. A comparison with a number that comes out the same at both ends of the span
//! is decided, whenever the tally was read ([`Content::Was`]): a thread that asserts how many there are at most need not be tried between any two additions.
//!
//! What is decided like this does not depend on what others do. So it may also be decided where nobody may wait for the others ([`Content::Glimpsed`], `updates.rs`).
//!
//! How much threads add is not known before all their paths were followed, and these may depend on comparisons. As with all else, a span is taken for granted that was seen in the round before, and what is added in a
//! round with comparisons must lie in it. Else it becomes wider, and everything is done again. (In the last round nobody leaves the span first: up to that moment all comparisons
//! came out as they were taken to.)

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::CompareOp;
use raddle_machine::{compare_words, mask, signed};

use super::path::{Content, TallyId};
use super::survey::Survey;

/// The least and the most that a tally holds at any time.
pub(super) type Span = (i128, i128);

#[derive(Debug, Default)]
pub(super) struct Spans {
    /// As they were seen before.
    assumed: BTreeMap<TallyId, Span>,
    /// Those that something was compared with in this round.
    compared: BTreeSet<TallyId>,
}

impl Survey<'_, '_> {
    /// What a comparison comes to that is the same for all that a tally may hold.
    pub fn compare_with_tally(
        &mut self,
        op: CompareOp,
        width: u32,
        a: Content,
        b: Content,
    ) -> Option<Content> {
        let (tally, word, first) = match (a.as_tally(), a, b.as_tally(), b) {
            (Some(tally), _, None, Content::Word(word)) => (tally, word, true),
            (None, Content::Word(word), Some(tally), _) => (tally, word, false),
            _ => return None,
        };
        let (id, plus) = tally;
        if width != self.bits_of_tally(id) || self.is_new(word) {
            return None;
        }
        self.spans.compared.insert(id);
        let Some(&(low, high)) = self.spans.assumed.get(&id) else {
            self.changed = true;
            return None;
        };
        let (low, high) = (low + i128::from(plus), high + i128::from(plus));
        let at = |number: i128| {
            let number = mask(width, number as u64);
            let (a, b) = if first { (number, word) } else { (word, number) };
            compare_words(op, width, a, b)
        };
        let limit = 1i128 << (width - 1);
        let least = match op {
            CompareOp::Eq | CompareOp::Ne => {
                let outside = !(low..=high).contains(&i128::from(signed(width, word)));
                (outside || low == high).then_some(-limit)?
            }
            CompareOp::Slt | CompareOp::Sle | CompareOp::Sgt | CompareOp::Sge => -limit,
            CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge => 0,
        };
        let decided = least <= low && high < limit && at(low) == at(high);
        decided.then(|| Content::Word(u64::from(at(low))))
    }

    /// Whether what was added in this round lies in the spans that were taken for granted. Those that do not hold are wider from now on.
    pub fn spans_are_as_assumed(&mut self) -> bool {
        let mut hold = true;
        for id in std::mem::take(&mut self.spans.compared) {
            let Some((low, high)) = self.span_of_tally(id) else { continue };
            let known = self.spans.assumed.get(&id).copied();
            let wider = known.map_or((low, high), |known| (known.0.min(low), known.1.max(high)));
            if Some(wider) != known {
                self.spans.assumed.insert(id, wider);
                hold = false;
            }
        }
        hold
    }
}
