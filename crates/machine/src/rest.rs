//! Rests: where local work stops so that a summary can be asked for, or made.
//!
//! A transition may do much local work after its visible operation, and a program without other threads does
//! nothing else. Where inputs decide branches in it, the paths come together again at the next block that can be
//! entered from several places; there the state rests. Nobody else moves while a state rests: the transition goes
//! on as if nothing had happened, so rests do not change which interleavings there are, nor are they part of a schedule.

use raddle_ir::{Block, FuncId};

use crate::facts::Merges;
use crate::machine::Machine;
use crate::state::{Rest, State};
use crate::stop::{Exec, Stop};

impl Machine<'_> {
    /// Lets states rest from now on.
    pub fn allow_rests(&mut self) {
        self.facts.merges = Merges::new(self.program);
    }

    /// No more rests; what was learnt from them stays right.
    pub fn forbid_rests(&mut self) {
        self.facts.merges.rests = false;
    }

    /// Whether states rest.
    pub fn rests(&self) -> bool {
        self.facts.merges.rests
    }

    /// Lets states rest, or not, where it is known that they may.
    pub fn set_rests(&mut self, rest: bool) {
        self.facts.merges.rests = rest && self.facts.merges.are_known();
    }

    /// A block was entered: whether the state rests there.
    pub(crate) fn note_merge(&self, st: &mut State, func: FuncId, block: Block) -> Exec {
        if !self.facts.merges.contain(func, block) {
            return Ok(());
        }
        st.rest.passed += 1;
        let rests = if self.is_generalising() {
            st.rest.after == Some(st.rest.passed)
        } else {
            self.facts.merges.rests && self.recorder.is_none() && may_rest(st)
        };
        if rests { Err(Stop::Rest) } else { Ok(()) }
    }

    /// Goes on after a rest.
    pub(crate) fn go_on(&self, mut st: State) -> State {
        st.rest = Rest::default();
        st.jumps = 0;
        let thread = st.unsettled.last().copied();
        let loc = thread.map(|thread| self.here(&st, thread).loc).unwrap_or_default();
        st.begin_event(loc);
        st
    }
}

/// A section that nobody sees into is not left half-way.
pub(crate) fn may_rest(st: &State) -> bool {
    st.rest.forked && st.atomic.is_none() && st.granted.is_none()
}
