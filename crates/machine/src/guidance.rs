//! What the machine makes of a way to a property: sides of branches that do not lead there are not taken, and of two that do
//! the nearer one comes first.

use raddle_expr::TermId;
use raddle_ir::{Block, Terminator};
use raddle_pointsto::Position;
use raddle_properties::Guide;

use crate::branching::Detour;
use crate::cells::Otherwise;
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::run::body_of;
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

impl Machine<'_> {
    /// The side of a branch on inputs that has to be taken because the other cannot lead to the property; the inputs that would
    /// take the other one are left out. Ends the run where neither leads there.
    pub(crate) fn only_side(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        condition: Value,
        (then, otherwise): (Block, Block),
    ) -> Exec<Option<bool>> {
        let Value::Term(term) = condition else { return Ok(None) };
        let Some(guide) = self.config.guide.clone().filter(|_| self.config.only_toward_goal) else {
            return Ok(None);
        };
        // Another thread, or one that it may still create, can come there whatever this one does.
        let others = st.threads.iter().filter(|other| other.id != thread && other.is_running());
        if others.into_iter().any(|other| distance(&guide, st, other.id, None).is_some()) {
            return Ok(None);
        }
        let leads = |block| distance(&guide, st, thread, Some(block)).is_some();
        let (holds, fails) = (leads(then), leads(otherwise));
        if self.is_generalising() {
            return Ok(self.follow_side(term, holds, fails));
        }
        if holds && fails {
            return Ok(None);
        }
        self.counters.skipped += 1;
        if !holds && !fails {
            return Err(Stop::Halt(Halt::Assume));
        }
        let wanted = if holds { term } else { self.terms.not(term) };
        let wanted = Value::of_term(&self.terms, wanted);
        let assumed = self.assume(st, thread, wanted);
        if let Err(Stop::Halt(Halt::Assume)) = assumed {
            // All inputs that come here take the other side: the branch was reached, and what it guards was decided.
            let frame = st.thread(thread).top();
            self.coverage.take(frame.func, frame.block, usize::from(holds));
        }
        assumed?;
        Ok(Some(holds))
    }

    /// Executed over cells, a transition goes the way it went; that it did does not matter where the other leads nowhere.
    fn follow_side(&mut self, condition: TermId, holds: bool, fails: bool) -> Option<bool> {
        let taken = self.follow_or(condition, |taken| {
            let other_leads = if taken { fails } else { holds };
            if other_leads { Otherwise::Another } else { Otherwise::LeadsNowhere }
        });
        Some(taken)
    }

    /// Which side of the branch a thread stands before is nearer to the property: whether it is the one where the condition holds.
    pub(crate) fn nearer_side(&self, st: &State, thread: ThreadId) -> Option<bool> {
        let guide = self.config.guide.as_ref().filter(|_| self.config.guide_orders)?;
        let frame = st.thread(thread).top();
        let data = &body_of(self.program, frame).blocks[frame.block];
        let Terminator::Branch { then, otherwise, .. } = data.terminator else { return None };
        if frame.inst < data.insts.len() {
            return None;
        }
        let far = |block| distance(guide, st, thread, Some(block)).unwrap_or(u32::MAX);
        let (holds, fails) = (far(then), far(otherwise));
        (holds != fails).then_some(holds < fails)
    }
}

impl Machine<'_> {
    /// Notes that a branch on known values goes away from where the guide leads.
    pub(crate) fn note_detour(
        &mut self,
        st: &State,
        thread: ThreadId,
        condition: Value,
        (then, otherwise): (Block, Block),
    ) {
        let (true, Some(guide)) = (self.detours.is_some(), self.config.guide.clone()) else {
            return;
        };
        let guide = &*guide;
        let (taken, condition) = match condition {
            Value::Word(word) => (word & 1 == 1, None),
            Value::Term(term) if self.config.follow_model => {
                (self.model_says(term, &st.model), Some(term))
            }
            // Both sides are followed.
            Value::Term(_) | Value::Undef => return,
        };
        let far = |block| distance(guide, st, thread, Some(block)).unwrap_or(u32::MAX);
        let (holds, fails) = (far(then), far(otherwise));
        let wanted = holds < fails;
        if holds == fails || wanted == taken {
            return;
        }
        // Where both sides are followed, one of them is right.
        if condition.is_some_and(|condition| self.whether_to_stay(condition).is_some()) {
            return;
        }
        let frame = st.thread(thread).top();
        let at = Position { func: frame.func, block: frame.block, inst: frame.inst as u32 };
        let words = frame.regs.iter().map(|value| value.word()).collect();
        self.detours.get_or_insert_default().push(Detour { thread, at, wanted, condition, words });
    }

    /// How far it is from where a thread stands to where the guide leads; `None` if there is no way.
    pub fn distance_of(&self, st: &State, thread: ThreadId, guide: &Guide) -> Option<u32> {
        distance(guide, st, thread, None)
    }
}

/// The distance of a thread, or of what it would be if it went to this block.
fn distance(guide: &Guide, st: &State, thread: ThreadId, goes_to: Option<Block>) -> Option<u32> {
    let frames = st.thread(thread).frames.iter().rev().enumerate();
    guide.distance(frames.map(|(depth, frame)| match goes_to {
        Some(block) if depth == 0 => Guide::start(frame.func, block),
        _ => Position { func: frame.func, block: frame.block, inst: frame.inst as u32 },
    }))
}
