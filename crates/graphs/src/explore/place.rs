//! A step in one of its ways: the graph with it, if that is consistent.

use std::rc::Rc;

use raddle_ir::Op;
use raddle_machine::{Access, Machine, ObjectName, State, Sync, ThreadId, Value, View};

use super::locations::order_of;
use super::ways::deed_of;
use super::{Choice, Explorer, Refusal};
use crate::build::{Builder, Changed, Kind, Main, is_relaxed};
use crate::execute::{
    Outcome, asks_for_end, has_ended, is_atomic, is_attempt, is_call, is_look, looks,
};
use crate::graph::{Deed, Graph, Source, Step};
use crate::model::Model;

impl Explorer<'_, '_> {
    /// The graph with one more step, if it is consistent. Only then races, faults and cuts are reported.
    pub(super) fn place(
        &mut self,
        mut graph: Graph,
        thread: ThreadId,
        outcome: &Outcome,
        choice: Choice,
    ) -> Option<Graph> {
        let mut state = outcome.state.clone();
        let before = graph.state().clone();
        let mut main = None;
        if let Some(at) = outcome.main {
            let access = outcome.events[0].accesses[at];
            let loc = self.locate(&access)?;
            if !graph.is_accessed(loc) {
                let range = self.ranges[loc.0 as usize];
                let start = self.machine.bytes_at(&before, range.object, range.start, range.size());
                graph.accesses_mut(loc).start = start.or(Some(Value::Undef));
            }
            let deed = deed_of(&access, choice.source.unwrap_or(Source::Start));
            let order = order_of(&access);
            let locked = is_update(self.machine, &before, thread);
            let value = outcome.written.unwrap_or(Value::Undef);
            main = Some(Main { access: at, loc, deed, order, locked, value });
        }
        let (mut step, refusal) = self.build(&graph, thread, outcome, main)?;
        if let Some(main) = main
            && !self.is_coherent(&graph, &step, main, choice)
        {
            return None;
        }
        step.forks = outcome.forks.clone();
        let updates = main.is_some_and(|main| matches!(main.deed, Deed::Update(_)));
        step.stamp = choice.stamp.unwrap_or(graph.next_stamp);
        step.written = if updates { graph.next_stamp } else { step.stamp };
        if choice.stamp.is_none() || updates {
            graph.next_stamp += 1;
        }
        if let Some(main) = main
            && let (Deed::Write, Some(position)) = (main.deed, choice.position)
            && position < graph.writes(main.loc).len()
            && let Source::Node(newest) = graph.newest(main.loc)
        {
            let range = self.ranges[main.loc.0 as usize];
            let value = graph.value(main.loc, Source::Node(newest));
            let size = range.size();
            let (decision, left) = (before.decisions.len(), Some(graph.decision(newest)));
            let state = Rc::make_mut(&mut state);
            self.machine.put_bytes(state, range.object, range.start, size, value);
            state.views.push(View { decision, saw: None, left });
        }
        // What reads from and writes behind what is newest comes before nothing, and so closes no circle.
        let is_newest = main.is_none_or(|main| {
            let reads_newest = choice.source.is_none_or(|source| source == graph.newest(main.loc));
            let end = graph.writes(main.loc).len();
            reads_newest && choice.position.is_none_or(|position| position == end)
        });
        self.note_private(&mut step, &state);
        graph.reserved.retain(|reserved| reserved.thread != thread);
        graph.joining.retain(|(waits, _)| *waits != thread);
        graph.joining.extend(outcome.joins.map(|other| (thread, other)));
        for node in &step.nodes {
            let Some(loc) = node.loc else { continue };
            let accesses = graph.accesses_mut(loc);
            if node.source().is_some() {
                accesses.readers.push(node.name);
            }
            if node.writes() {
                let is_main = main.is_some_and(|main| main.loc == loc) && node.offset == 0;
                let end = accesses.order.len();
                let position = choice.position.filter(|_| is_main).unwrap_or(end);
                accesses.order.insert(position, node.name);
            }
        }
        graph.push(Rc::new(step), state);
        if !is_newest && !self.events.model.allows(&graph, self.broken) {
            return None;
        }
        if let Some(Refusal { message, at }) = refusal {
            self.cut(message, Some(at));
            return None;
        }
        outcome.told.tell(self.machine, self.broken);
        // What follows a race has a meaning only where plain accesses have one.
        if self.races(&mut graph, !outcome.told.faults.is_empty())
            && (self.too_plain || !self.events.model.has_plain_events())
        {
            return None;
        }
        Some(graph)
    }

    /// The step, and what of it is not followed. What no choice of values leads to is refused at once.
    fn build(
        &mut self,
        graph: &Graph,
        thread: ThreadId,
        outcome: &Outcome,
        main: Option<Main>,
    ) -> Option<(Step, Option<Refusal>)> {
        if asks_for_end(self.machine, graph.state(), thread)
            && let Some(access) =
                outcome.events[0].accesses.iter().find(|access| self.joins(access))
        {
            let message = "a question whether a thread has ended, which does not wait";
            self.cut(message, Some(access.at));
            return None;
        }
        if self.events.model == Model::C11 {
            let mut accesses = outcome.events[0].accesses.iter();
            let given_back = |other: &Access| matches!(other.sync, Sync::Release | Sync::Both);
            let late = if is_attempt(self.machine, graph.state(), thread) {
                let message = "an attempt to get a lock that may still be seen as held: that it was given back is known from relaxed reads only";
                let late = |access: &&Access| may_be_late(graph, thread, access, given_back);
                accesses.find(late).map(|access| (message, access.at))
            } else if is_look(self.machine, graph.state(), thread) {
                let message =
                    "a look at a semaphore whose changes are known from relaxed reads only";
                let late = |access: &&Access| may_be_late(graph, thread, access, |one| one.write);
                accesses.find(late).map(|access| (message, access.at))
            } else {
                None
            };
            if let Some((message, at)) = late {
                self.cut(message, Some(at));
                return None;
            }
        }
        let calls = is_call(self.machine, graph.state(), thread);
        let kind = match calls {
            true => Kind::Call,
            false if looks(self.machine, graph.state(), thread, &outcome.events[0]) => Kind::Look,
            false => Kind::Section,
        };
        let mut builder = Builder::new(graph, thread, kind, self.coarse, self.broken);
        let mut refusal = None;
        for (nth, event) in outcome.events.iter().enumerate() {
            let atomic = main.filter(|_| nth == 0);
            for (at, access) in event.accesses.iter().enumerate() {
                let is_main = atomic.is_some_and(|main| main.access == at);
                let again = atomic.is_some() && order_of(access).is_some();
                let plain_event = self.events.is_event(access)
                    && event.created.is_empty()
                    && !has_ended(&outcome.state, access.object);
                let in_section = atomic.is_none()
                    && order_of(access).is_some()
                    && !(calls && is_relaxed(access));
                if in_section && !self.note_section(access) {
                    return None;
                }
                let observed = access.sync == Sync::Observed;
                if observed || !is_main && (again || plain_event) {
                    let message = "one step makes several accesses to shared memory";
                    refusal = Some(Refusal { message, at: access.at });
                }
            }
            let changed = self.changed(graph, outcome, event).unwrap_or_else(|refused| {
                refusal = Some(refused);
                Changed::default()
            });
            let names = &self.machine.names;
            builder.transition(event, atomic, |object| names.name(object), &changed);
        }
        let stuck = outcome.stuck || self.repeats(graph, thread, outcome);
        Some((builder.finish(stuck), refusal))
    }

    fn joins(&self, access: &Access) -> bool {
        let is_thread = matches!(self.machine.names.name(access.object), ObjectName::Thread(_));
        is_thread && access.sync == Sync::Acquire
    }
}

/// Whether a thread that tries to get a lock may see it as held although it was given back. C lets it if nothing but program order and reads-from
/// says so: the attempt that is refused is a relaxed read. Operations have one order here, in which it cannot be. `matters` tells which operations of
/// others it may overlook: a semaphore that is only looked at may be any that it was.
fn may_be_late(
    graph: &Graph,
    thread: ThreadId,
    access: &Access,
    matters: impl Fn(&Access) -> bool,
) -> bool {
    let standing = graph.standing(thread.0);
    let is_same = |other: &Access| other.overlaps(access);
    let own = graph
        .steps
        .iter()
        .rfind(|step| step.thread == thread && step.operation.iter().any(is_same));
    graph.steps.iter().any(|step| {
        Graph::contains(&standing.past, step)
            && step.operation.iter().any(|other| is_same(other) && matters(other))
            && step.operates().is_some_and(|node| !Graph::knows(&standing.hb, node.name))
            && own.is_none_or(|own| !Graph::contains(&own.past, step))
    })
}

/// Whether a thread stands before a read-modify-write.
fn is_update(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    if !is_atomic(machine, state, thread) {
        return false;
    }
    let frame = state.thread(thread).top();
    let body = machine.program.functions[frame.func].body.as_ref();
    let op = body.and_then(|body| body.blocks[frame.block].insts.get(frame.inst));
    !matches!(op.map(|inst| &inst.op), Some(Op::Load { .. } | Op::Store { .. }))
}
