//! Nodes in the middle of what a thread does while it holds a lock: nothing is looked up or kept there.
//!
//! A thread that has a lock and accesses what the lock is for is alone with it. Whoever comes to a state in the middle came by the same accesses from the state in which it got the lock, and
//! that one was compared with all that is known. So a summary of the middle is next to never of use, and there are several such nodes for every one at which something
//! is decided. What is learnt there goes to the node above as ever; it is not kept, and the state is not compared with what was learnt elsewhere. Nothing depends on a summary being
//! kept, or found.
//!
//! It is the middle only where nothing is decided: where inputs have just told two ways apart, these may come together again; and where somebody else was tried, too, because it does not care for
//! the lock, orders come together. Such places of the program are remembered, and states there are compared and kept as all others.

use raddle_ir::{Block, FuncId};
use raddle_machine::{State, Thread};
use rustc_hash::FxHashSet;

use crate::node::Node;
use crate::run::Run;

type Place = (FuncId, Block, usize);

#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// Where a thread stood with a lock when others were tried, too.
    interrupted: FxHashSet<Place>,
}

impl Sections {
    /// Whether a state that the newest event of a run leads to is in the middle of a section.
    pub fn are_entered(&self, run: &Run, state: &State) -> bool {
        let (Some(above), Some(step)) = (run.stack.last(), run.trace.steps().last()) else {
            return false;
        };
        let event = &step.event;
        let accesses = event.accesses.iter().all(|access| access.sync.is_plain());
        let only_accesses = accesses && event.created.is_empty() && event.fences.is_empty();
        let rests = state.rest.now || above.state.rest.now;
        let undecided = state.path.len() == above.state.path.len();
        let thread = state.thread(step.thread);
        let alone = thread.is_running() && !thread.held.is_empty();
        only_accesses && !rests && undecided && alone && !self.interrupted.contains(&place(thread))
    }

    /// Everything below a node in the middle of a section of some thread was explored.
    pub fn leave(&mut self, run: &Run, node: &Node) {
        let Some(step) = run.trace.steps().last() else { return };
        if node.done.len() > 1 {
            self.interrupted.insert(place(node.state.thread(step.thread)));
        }
    }
}

fn place(thread: &Thread) -> Place {
    let frame = thread.top();
    (frame.func, frame.block, frame.inst)
}
