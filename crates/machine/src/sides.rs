//! The sides that a state took where inputs decided, so that another process can go the same way.
//!
//! A side is told together with its place and the number of conditions before it. Branches and switches depend on nothing but what was
//! executed, so the same sides lead to the same state in every process. Other questions (which object, which size) may be asked in another
//! order by another process: a state that answered one cannot be handed on.

use crate::branching::{Side, Way};
use crate::fault::CutKind;
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;

impl Machine<'_> {
    /// The question a thread stands before, if the answer can be handed on.
    pub(crate) fn question(&self, st: &State, thread: ThreadId) -> Option<Side> {
        let frame = st.thread(thread).top();
        let body = self.program.functions[frame.func].body.as_ref()?;
        let at_end = frame.inst == body.blocks[frame.block].insts.len();
        let (func, block) = (frame.func, frame.block);
        at_end.then(|| Side { holds: true, func, block, conditions: st.path.len() })
    }

    pub(crate) fn way(&self, st: &State, question: Option<Side>) -> Way {
        let Some(given) = self.given.sides.get(st.sides.len() as usize) else { return Way::Open };
        match question {
            Some(question) if (Side { holds: true, ..*given }) == question => {
                Way::Side(given.holds)
            }
            Some(_) | None => Way::Lost,
        }
    }

    pub(crate) fn lose_the_way(&mut self, st: &State, thread: ThreadId) {
        self.given.lost = true;
        let message = "a part of the search could not be found again".to_owned();
        let here = self.here(st, thread);
        self.cut_at(CutKind::Unsupported, message, here.func, here.loc);
    }
}

impl State {
    /// Remembers a side.
    pub(crate) fn take_side(&mut self, question: Option<Side>, holds: bool) {
        match question {
            Some(question) => self.sides.push(Side { holds, ..question }),
            None => self.shareable = false,
        }
    }
}
