//! Atomic reads and updates of what others may change.
//!
//! An atomic update never waits. What can keep a thread waiting is a loop that looks, again and again, at what others have to change. So where deadlocks are looked
//! for, what an atomic operation finds is [`Content::Unseen`] unless it is known: it may be computed with and thrown away, as the result of `count++` is, but as soon as anything
//! depends on it (a branch, an address, a call of the library, a store) the look ahead ends. In a round that is done again anyway because something that was taken for granted
//! is not true, it may be any value. What comes out the same for all that it may hold may be decided by it (`spans.rs`). The same goes for plain reads without a lock where these are no races, or none that anybody would be told of.
//!
//! What is known may keep a thread waiting, too: for ever, if nobody changes it any more. So a path that looks at memory, does nothing that others may notice, and goes back to
//! where it was ends the look ahead (`Path::looks`, `Survey::follow`). Plain reads count in loops that store nothing, and in what is called there.
//!
//! Additions of a number that is known go to tallies (`tallies.rs`).

use raddle_ir::{AtomicOp, Type};
use raddle_machine::{Property, mask, signed};
use raddle_reduce::Broken;

use super::path::{Content, Path, Who};
use super::steps::narrow;
use super::survey::{Manner, Survey};

impl Survey<'_, '_> {
    /// What an atomic operation has found, if nobody may wait for it to change.
    pub fn not_awaited(&self, found: Content) -> Content {
        let decided = matches!(found, Content::Word(_)) || self.changed;
        let harmless = decided || !self.looks_for(Property::Deadlock);
        if harmless || self.is_broken(Broken::UpdatesTakenForCalm) {
            return found;
        }
        found.as_tally().map_or(Content::Unseen, |(id, plus)| Content::Glimpsed(id, plus))
    }

    /// Whether a read is one that a thread may make again and again until it finds something else.
    pub fn may_be_looked_at_for_ever(&mut self, path: &Path, shared: bool) -> bool {
        // The defect is that neither what is found nor the loop is minded: one of them is enough.
        if shared && self.is_broken(Broken::UpdatesTakenForCalm) {
            return false;
        }
        let mut frames = path.frames.iter();
        self.looks_for(Property::Deadlock)
            && (shared
                || frames.any(|frame| self.machine.is_in_read_only_loop(frame.func, frame.block)))
    }

    /// An atomic update, and what it has found.
    pub fn update(
        &mut self,
        who: Who,
        path: &mut Path,
        pointer: Content,
        ty: Type,
        (op, by): (AtomicOp, Content),
        manner: Manner,
    ) -> Option<Content> {
        if ty.is_float() {
            return None;
        }
        let bits = narrow(ty.bits(&self.program.target))?;
        let size = ty.bytes(&self.program.target);
        let (memory, offset) = self.place(who, path, pointer, size, true)?;
        self.note(who, path, memory, (offset, offset + size), false, manner);
        self.note(who, path, memory, (offset, offset + size), true, manner);
        let more = self.addend(op, bits, by);
        let old = match self.tally_at(memory, offset, size) {
            Some(tally) => {
                let old = self.known_tally(who, path, tally);
                self.add_atomically(who, path, tally, more);
                old
            }
            None => self.content(who, path, memory, offset, size)?.alone(),
        };
        let new = match (old, more) {
            (Content::Word(old), Some(more)) if !self.is_new(old) => {
                Content::Word(mask(bits, old.wrapping_add_signed(more)))
            }
            _ => Content::Any,
        };
        self.keep(who, path, (memory, offset, size), new);
        Some(match old {
            Content::Word(word) => Content::Word(mask(bits, word)),
            other => other,
        })
    }

    /// By how much an operation makes larger what it finds.
    fn addend(&self, op: AtomicOp, bits: u32, by: Content) -> Option<i64> {
        let Content::Word(word) = by else { return None };
        if self.is_new(word) {
            return None;
        }
        match op {
            AtomicOp::Add => Some(signed(bits, word)),
            AtomicOp::Sub => signed(bits, word).checked_neg(),
            _ => None,
        }
    }
}
