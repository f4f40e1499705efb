//! What a thread that cannot go on waits for, in words, and who could help it.
//!
//! The operation itself says why it cannot go on: [`Machine::blocked_on`] lets the thread try its next
//! transition on a copy of the state, and whatever blocks leaves an explanation. While exploring nobody
//! asks, and nothing is put into words.

use std::rc::Rc;

use raddle_ir::Loc;

use crate::machine::Machine;
use crate::names::{ObjectId, ThreadId};
use crate::state::in_atomic;
use crate::state::{Snapshot, State, Status, Thread};
use crate::stop::{Settled, Stop};
use crate::waits::{Explanation, WaitInfo, Waiting};

/// Instructions a thread may execute on its way to the operation that blocks.
const FUEL: u64 = 1_000_000;

impl Machine<'_> {
    /// What a thread waits for; `None` if it can go on, has ended, or never will move for another reason.
    pub fn blocked_on(&mut self, st: &State, thread: ThreadId) -> Option<WaitInfo> {
        if st.thread(thread).status != Status::Running {
            return None;
        }
        let recorder = self.recorder.take();
        let (faults, cuts) =
            (std::mem::take(&mut self.outbox.faults), std::mem::take(&mut self.outbox.cuts));
        let instructions = self.counters.instructions;
        self.explanation = Explanation::Asked;
        let granted = self.grant(st.clone(), thread);
        let mut settled = self.settle(granted, FUEL);
        // What it waits for may depend on inputs, such as the thread that it joins: it is told for those that the state has.
        while let Settled::Forked(holds, fails) = settled {
            let here = holds.path.iter().all(|term| self.terms.eval_bool(term, &st.model));
            settled = self.settle(if here { holds } else { fails }, FUEL);
        }
        let explanation = std::mem::replace(&mut self.explanation, Explanation::NotAsked);
        self.counters.instructions = instructions;
        self.recorder = recorder;
        self.outbox.faults = faults;
        self.outbox.cuts = cuts;
        match (settled, explanation) {
            (Settled::Blocked(_), Explanation::Given(info)) => Some(info),
            _ => None,
        }
    }

    /// An operation of a model cannot be executed now. One that nobody granted yet is only stood before.
    pub(crate) fn blocked(
        &mut self,
        st: &State,
        thread: ThreadId,
        why: impl FnOnce(&mut Self) -> Waiting,
    ) -> Stop {
        self.explain(st, thread, why);
        if st.acting || st.granted == Some(thread) || in_atomic(st, thread) {
            Stop::Blocked
        } else {
            Stop::Pause
        }
    }

    /// Says why an operation cannot go on, if somebody wants to know.
    pub(crate) fn explain(
        &mut self,
        st: &State,
        thread: ThreadId,
        why: impl FnOnce(&mut Self) -> Waiting,
    ) {
        if let Explanation::Asked = self.explanation {
            let Waiting { text, owners, object, lost_signal } = why(self);
            let related = owners.iter().filter_map(|&owner| self.taken_at(st, owner, object));
            let related = related.collect();
            let at = self.user_entry(st, thread);
            let info = WaitInfo { text, owners, at, related, object, lost_signal };
            self.explanation = Explanation::Given(info);
        }
    }

    /// Where a thread took the lock that is waited for.
    fn taken_at(
        &self,
        st: &State,
        owner: ThreadId,
        object: Option<(ObjectId, u64)>,
    ) -> Option<(String, Loc)> {
        let (object, offset) = object?;
        let position = st.position(owner)?;
        let mut held = st.threads[position].held.iter().rev();
        let taken = held.find(|lock| (lock.0, lock.1) == (object, offset))?;
        Some((format!("taken by {owner} here"), taken.2.loc))
    }
}

/// So many states in which a thread gave up waiting are remembered.
const REMEMBERED: usize = 16;

impl Machine<'_> {
    /// Whether all that can follow one state can follow the other, whatever was read so far.
    pub fn goes_on_like(&mut self, a: &Snapshot, b: &State) -> bool {
        a.threads.len() == b.threads.len()
            && a.memory.same_content(&b.memory)
            && a.threads.iter().zip(&b.threads).all(|(a, b)| {
                // Whoever waits in a loop cannot move; without having gone round it could.
                let alike = |a: &Thread, b: &Thread| a.id == b.id && a.spin.waits_like(&b.spin);
                Rc::ptr_eq(a, b) || (alike(a, b) && self.alike_locally(a, b))
            })
    }

    /// Whether the thread stopped waiting before in a state like this one.
    pub(crate) fn gave_up_here(&mut self, st: &State, thread: ThreadId) -> bool {
        let before = st.thread(thread).phase.given_up.clone();
        if !before.is_empty() {
            // It depends on how the state was reached.
            self.cannot_generalise();
        }
        before.iter().any(|snapshot| self.goes_on_like(snapshot, st))
    }

    /// The thread stops waiting in this state, of its own accord.
    pub(crate) fn note_giving_up(&mut self, st: &mut State, thread: ThreadId) {
        let threads = st.threads.iter().map(without_history).collect();
        let snapshot = Snapshot { threads, memory: st.memory.clone() };
        let given_up = Rc::make_mut(&mut st.thread_mut(thread).phase.given_up);
        if given_up.len() == REMEMBERED {
            given_up.remove(0);
        }
        given_up.push(snapshot);
    }
}

/// A thread without the states it remembers, so that they do not nest.
fn without_history(thread: &Rc<Thread>) -> Rc<Thread> {
    if thread.phase.given_up.is_empty() {
        return thread.clone();
    }
    let mut copy = Thread::clone(thread);
    copy.phase.given_up = Rc::default();
    Rc::new(copy)
}
