//! What the machine makes of a slice (see `raddle_slice::SliceFacts` for why this is sound).

use raddle_pointsto::Position;

use crate::machine::Machine;
use crate::mistakes::SliceMistake;
use crate::names::ThreadId;
use crate::state::{Frame, State};
use crate::value::Value;

impl Machine<'_> {
    /// The side of a branch of which one side is enough: the one the state's current inputs take. No condition
    /// is added to the path, so that all inputs go on.
    pub(crate) fn free_choice(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        condition: Value,
    ) -> Option<bool> {
        let facts = self.config.indifferent.clone()?;
        let Value::Term(condition) = condition else { return None };
        let everything = self.config.slice_mistake == Some(SliceMistake::AllBranchesFree);
        if !everything && !facts.is_free_branch(position_of(st.thread(thread).top())) {
            return None;
        }
        // In every state the other side would have done as well: nothing has to be remembered of this one.
        let model = self.generalising.as_ref().map_or(&*st.model, |general| &general.model);
        let taken = self.terms.eval_bool(condition, model);
        self.counters.free_branches += 1;
        if self.config.slice_mistake == Some(SliceMistake::ConditionKept) {
            let holds = if taken { condition } else { self.terms.not(condition) };
            st.path = st.path.and(holds);
        }
        Some(taken)
    }

    /// Whether what the thread is about to do is outside of the slice, so that its order with what other
    /// threads do makes no difference.
    pub(crate) fn acts_outside_slice(&self, st: &State, thread: ThreadId) -> bool {
        let facts = self.config.indifferent.as_ref();
        facts.is_some_and(|facts| facts.is_outside(position_of(st.thread(thread).top())))
    }

    /// Whether nothing depends on what the thread's next instruction stores or, if it accesses nothing, computes.
    #[inline]
    pub(crate) fn is_idle(&self, st: &State, thread: ThreadId) -> bool {
        let Some(facts) = &self.config.idle else { return false };
        self.config.slice_mistake == Some(SliceMistake::AllValuesIdle)
            || facts.is_idle(position_of(st.thread(thread).top()))
    }

    /// Whether no thread can do anything any more that is in the slice.
    pub fn nothing_matters(&self, st: &State) -> bool {
        let Some(facts) = &self.config.indifferent else { return false };
        let mut running = st.threads.iter().filter(|thread| thread.is_running());
        let idle = |frames: &[std::rc::Rc<Frame>]| {
            frames.iter().all(|frame| !facts.can_matter(position_of(frame)))
        };
        if self.config.slice_mistake == Some(SliceMistake::OneThreadEnds) {
            return running.any(|thread| idle(&thread.frames));
        }
        running.all(|thread| idle(&thread.frames))
    }
}

pub(crate) fn position_of(frame: &Frame) -> Position {
    Position { func: frame.func, block: frame.block, inst: frame.inst as u32 }
}
