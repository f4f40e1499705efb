//! Where a thread woke up spuriously, as long as it has done nothing since (see `models/condvar.rs`).
//!
//! The place is kept in the thread's phase between operations: the number of the instruction in its function and the depth of the call stack. It is forgotten at the next
//! operation that does more than read, and when the function that waited returns. That registers are on the way back to the call what
//! they were is a fact about the program (`raddle_analysis::comes_back_unchanged`).

use raddle_analysis::{comes_back_unchanged, has_effect};
use raddle_ir::{Callee, Op};

use crate::machine::Machine;
use crate::models::{forget_wait, waits};
use crate::names::ThreadId;
use crate::state::{State, Thread};

/// Numbers and depths are kept in so many bits.
const BITS: u32 = 16;

impl Machine<'_> {
    /// Keeps the wait the thread stands at, if it may come back to it without doing anything: whether it may.
    pub(crate) fn note_where_it_wakes(&mut self, st: &mut State, thread: ThreadId) -> bool {
        let here = self.wait_place(st.thread(thread));
        if let Some(here) = here {
            st.thread_mut(thread).phase.code = here;
        }
        here.is_some()
    }

    /// Whether the thread stands at the wait that was kept.
    pub(crate) fn stands_where_it_woke(&mut self, st: &State, thread: ThreadId) -> bool {
        let thread = st.thread(thread);
        has_woken(thread) && self.wait_place(thread) == Some(thread.phase.code)
    }

    /// An operation of the thread is about to be executed. Whether a wait is the one it woke up from is for the wait to say.
    pub(crate) fn note_effect(&mut self, st: &mut State, thread: ThreadId, op: &Op) {
        if has_woken(st.thread(thread)) && has_effect(self.program, op) && !self.is_wait(op) {
            forget_wait(self, st, thread);
        }
    }

    fn is_wait(&self, op: &Op) -> bool {
        let Op::Call { callee: Callee::Direct(func), .. } = op else { return false };
        waits(&self.program.functions[*func].name)
    }

    /// The function at the top of the thread's stack returns.
    pub(crate) fn leaves_wait(&mut self, st: &mut State, thread: ThreadId) {
        let owner = st.thread(thread);
        if has_woken(owner) && owner.frames.len() as u32 <= owner.phase.code & ((1 << BITS) - 1) {
            forget_wait(self, st, thread);
        }
    }

    fn wait_place(&mut self, thread: &Thread) -> Option<u32> {
        let frame = thread.top();
        let place = (frame.func, frame.block, frame.inst);
        let depth = u32::try_from(thread.frames.len()).ok().filter(|depth| depth >> BITS == 0)?;
        let number = match self.facts.waits.known.get(&place) {
            Some(&known) => known,
            None => {
                let body = self.program.functions[frame.func].body.as_ref()?;
                let unchanged =
                    comes_back_unchanged(self.program, frame.func, (frame.block, frame.inst));
                let before = body.blocks.values().take(frame.block.0 as usize);
                let before: usize = before.map(|block| block.insts.len()).sum();
                let number = u32::try_from(before + frame.inst + 1).unwrap_or(u32::MAX);
                let number = (unchanged && number >> BITS == 0).then_some(number);
                self.facts.waits.known.insert(place, number);
                number
            }
        };
        Some(number? << BITS | depth)
    }
}

/// Whether a place is kept: between operations the code of a phase means nothing else.
pub(crate) fn has_woken(thread: &Thread) -> bool {
    thread.phase.step == 0 && thread.phase.code != 0
}
