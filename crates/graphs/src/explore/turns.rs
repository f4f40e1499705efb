//! Who adds the next step.
//!
//! Any rule will do that looks at nothing but the graph. It matters for what revisits delete, which has to be added again. As a rule threads come one after the other, so that
//! those that were created first end first and are joined once, and not in every graph. But what only one thread accesses is revisited by nobody: if it is there
//! before all else, no revisit deletes it. Which locations these are the first complete graph tells. If there are enough of them, all begins again: they come first,
//! and then threads take turns, so that a write is added shortly after the reads that it revisits. Where another graph has other accesses, that is as right, and worth less.

use std::rc::Rc;

use raddle_ir::{Op, Operand};
use raddle_machine::{ObjectId, State, ThreadId, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Explorer;
use crate::execute::standing_before;
use crate::graph::{Graph, Loc, Step};

/// So many steps to locations that one thread accesses are worth a new beginning.
const WORTH_KNOWING: usize = 16;

/// Locations that only one thread accesses.
#[derive(Debug, Default)]
pub(super) struct Private {
    locations: FxHashSet<Loc>,
    /// A complete graph was looked at.
    known: bool,
}

impl Explorer<'_, '_> {
    /// The thread whose turn it is among those that were not asked yet.
    pub(super) fn in_turn(&self, graph: &Graph, asked: &[ThreadId]) -> Option<ThreadId> {
        let threads = graph.state().threads.iter().filter(|thread| thread.is_running());
        let mut threads = threads.map(|thread| thread.id).filter(|thread| !asked.contains(thread));
        match self.take_turns() {
            false => threads.next(),
            true => threads.min_by_key(|thread| (graph.turn_of(*thread), *thread)),
        }
    }

    /// Whether threads take turns, and what only one accesses comes first.
    pub(super) fn take_turns(&self) -> bool {
        !self.private.locations.is_empty()
    }

    /// Takes note of threads that stand before an access that nobody else makes, in the state behind a step.
    pub(super) fn note_private(&self, step: &mut Step, state: &State) {
        if !self.take_turns() {
            return;
        }
        for (thread, standing) in &mut step.after {
            let access = self.next_access(state, ThreadId(*thread));
            let at = access.and_then(|(object, start)| self.location_at(object, start));
            Rc::make_mut(standing).private =
                at.is_some_and(|loc| self.private.locations.contains(&loc));
        }
    }

    /// Learns from the first complete graph which locations only one thread accesses. Whether all should begin again.
    pub(super) fn learn_private(&mut self, graph: &Graph) -> bool {
        if std::mem::replace(&mut self.private.known, true) {
            return false;
        }
        let mut accesses = 0;
        let mut is_shared = false;
        for loc in (0..graph.accesses.len() as u32).map(Loc) {
            let names = || graph.writes(loc).iter().chain(graph.readers(loc));
            let threads: SmallVec<[u32; 8]> = names().map(|name| name.thread).collect();
            match threads.split_first() {
                Some((first, others)) if others.iter().all(|other| other == first) => {
                    accesses += threads.len();
                    self.private.locations.insert(loc);
                }
                Some(_) => is_shared = true,
                None => {}
            }
        }
        let pays = is_shared && accesses >= WORTH_KNOWING;
        if !pays {
            self.private.locations.clear();
        }
        pays
    }

    /// The address of the atomic access that a thread stands before, if it is known.
    fn next_access(&self, state: &State, thread: ThreadId) -> Option<(ObjectId, u64)> {
        let (Op::Load { ptr, .. }
        | Op::Store { ptr, .. }
        | Op::AtomicUpdate { ptr, .. }
        | Op::CompareExchange { ptr, .. }) = standing_before(self.machine, state, thread)?
        else {
            return None;
        };
        let address = match *ptr {
            Operand::Reg(reg) => match state.thread(thread).top().regs[reg.0 as usize] {
                Value::Word(address) => address,
                _ => return None,
            },
            Operand::Global(global, addend) => {
                self.machine.address_of_global(global)?.wrapping_add_signed(addend)
            }
            _ => return None,
        };
        let (object, offset) = self.machine.names.resolve(address)?;
        Some((object, u64::try_from(offset).ok()?))
    }

    fn location_at(&self, object: ObjectId, start: u64) -> Option<Loc> {
        let known = self.located.get(&object)?;
        known.iter().copied().find(|loc| self.ranges[loc.0 as usize].start == start)
    }
}
