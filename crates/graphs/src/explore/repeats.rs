//! Reads that only make a loop go round again: whoever makes them is stuck until it can read something else.

use std::rc::Rc;

use raddle_machine::{Access, Event, ObjectName, State, ThreadId};
use raddle_reduce::Broken;
use smallvec::SmallVec;

use super::Explorer;
use super::locations::order_of;
use crate::execute::Outcome;
use crate::graph::{Deed, Graph, Node};

/// Longer loops of reads are not noticed.
const LONGEST_CYCLE: usize = 8;

impl Explorer<'_, '_> {
    /// Whether a thread is where it was before: since then it has read, and written nothing but variables of its own, which hold what they held; in functions that were called
    /// anew these have other names.
    /// To read on is of no use until it reads something else: without this round, whatever follows is consistent, too, and nothing that raced is
    /// ordered. Its fences order nothing that others would miss. An operation of the library that only looks, and an atomic section that only reads, are reads as well:
    /// without them others have the same order, and who comes after them comes after less.
    pub(super) fn repeats(&mut self, graph: &Graph, thread: ThreadId, outcome: &Outcome) -> bool {
        let names = &self.machine.names;
        let is_own = |access: &Access| {
            let owner = names.name(access.object);
            let is_stack = matches!(owner, ObjectName::Stack { thread: of, .. } if *of == thread);
            is_stack && access.sync.is_plain()
        };
        let harmless = |access: &Access| !access.write || is_own(access);
        let reads = outcome
            .events
            .iter()
            .all(|event| event.created.is_empty() && event.accesses.iter().all(harmless));
        let looks = |event: &Event| event.accesses.iter().any(|access| order_of(access).is_some());
        let is_read = outcome.main.is_some() || outcome.events.iter().any(looks);
        if !reads || !is_read || !outcome.state.thread(thread).is_running() {
            return false;
        }
        // The states before this step, and before earlier ones that have only read.
        let mut earlier: SmallVec<[Rc<State>; LONGEST_CYCLE]> = SmallVec::new();
        let mut fenced = outcome.events.iter().any(|event| !event.fences.is_empty());
        earlier.push(graph.state().clone());
        let own = graph.steps.iter().enumerate().rev().filter(|(_, step)| step.thread == thread);
        for (at, step) in own.take(LONGEST_CYCLE - 1) {
            let only_reads = |(at, node): (usize, &Node)| match node.deed {
                Deed::Read(_) | Deed::Fence | Deed::Look => true,
                Deed::Write | Deed::Update(_) => false,
                Deed::Other => step.operates == Some(at),
            };
            let looks = step.operation.iter().all(|access| !access.write);
            let touches = step.touches.iter().all(|touch| harmless(&touch.access));
            if !step.nodes.iter().enumerate().all(only_reads) || !touches || !looks {
                break;
            }
            fenced |= step.nodes.iter().any(|node| node.deed == Deed::Fence);
            earlier.push(graph.states[at].clone());
        }
        let overlooks = match self.broken {
            Some(Broken::CountersOverlooked) => true,
            Some(Broken::FencesEndLoops) => fenced,
            _ => false,
        };
        earlier.iter().any(|before| {
            let (old, new) = (before.thread(thread), outcome.state.thread(thread));
            let same = self.machine.same_local_state(old, new)
                && (overlooks || self.own_memory_is_same(before, outcome, thread));
            same || self.machine.stands_alike_renamed(before, &outcome.state, thread)
        })
    }

    fn own_memory_is_same(&self, before: &State, outcome: &Outcome, thread: ThreadId) -> bool {
        let mut same = true;
        outcome.state.memory.for_each(&mut |object| {
            let owner = self.machine.names.name(object.id);
            if matches!(owner, ObjectName::Stack { thread: of, .. } if *of == thread) {
                let known = before.memory.get(object.id);
                same &= known.is_some_and(|known| known.same_content(object));
            }
        });
        same
    }
}
