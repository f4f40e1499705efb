//! Loops that only wait: a transition, or a cycle of read-only transitions, that leaves its thread in the
//! local state it started in cannot make progress until a cell it read changes.

use std::rc::Rc;

use raddle_analysis::{Liveness, Loops};
use raddle_ir::{Block, FuncId, Op, Reg};
use smallvec::SmallVec;

use crate::event::Access;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::names::ThreadId;
use crate::object::Object;
use crate::spin_log::{SpinLog, SpinStep};
use crate::state::{Frame, State, Thread};
use crate::value::Value;

/// Longer cycles of reads are not noticed.
pub const LONGEST_CYCLE: usize = 32;

impl State {
    /// What a thread did last is not part of a loop that only waits.
    pub fn forget_spin(&mut self, thread: ThreadId) {
        let spins = |thread: &Rc<Thread>| !thread.spin.is_empty();
        if self.position(thread).is_some_and(|position| spins(&self.threads[position])) {
            self.thread_mut(thread).spin = SpinLog::default();
        }
    }
}

impl Machine<'_> {
    fn facts(&mut self, func: FuncId) -> Rc<(Liveness, Loops)> {
        let program = self.program;
        let facts = self.facts.loops.functions.entry(func).or_insert_with(|| {
            let body = program.functions[func].body.as_ref().expect("frames have bodies");
            Rc::new((Liveness::new(body), Loops::new(body)))
        });
        facts.clone()
    }

    pub(crate) fn live_registers(&mut self, frame: &Frame) -> Rc<[Reg]> {
        let key = (frame.func, frame.block.0, frame.inst);
        if let Some(live) = self.facts.loops.live.get(&key) {
            return live.clone();
        }
        let facts = self.facts(frame.func);
        let body = self.program.functions[frame.func].body.as_ref().expect("frames have bodies");
        let live: Rc<[Reg]> = facts.0.live_at(body, frame.block, frame.inst).into();
        self.facts.loops.live.insert(key, live.clone());
        live
    }

    /// Whether two local states of a thread behave alike.
    pub fn same_local_state(&mut self, a: &Thread, b: &Thread) -> bool {
        a.inputs == b.inputs && self.alike_locally(a, b)
    }

    /// The same but for how many inputs were read so far: those to come can be anything in both.
    pub(crate) fn alike_locally(&mut self, a: &Thread, b: &Thread) -> bool {
        a.status == b.status
            && a.frames.len() == b.frames.len()
            && (a.phase.step, a.phase.code) == (b.phase.step, b.phase.code)
            && (a.allocations, a.created) == (b.allocations, b.created)
            && a.frames.iter().zip(&b.frames).rev().all(|(a, b)| self.same_frame(a, b))
    }

    fn same_frame(&mut self, a: &Rc<Frame>, b: &Rc<Frame>) -> bool {
        if Rc::ptr_eq(a, b) {
            return true;
        }
        if (a.func, a.block, a.inst) != (b.func, b.block, b.inst) || a.locals != b.locals {
            return false;
        }
        let live = self.live_registers(a);
        live.iter().all(|reg| a.regs[reg.0 as usize] == b.regs[reg.0 as usize])
    }

    /// Whether a thread stands before a read in a loop that may do nothing but wait, so that it has to be
    /// tried whether its next transition changes anything.
    pub fn may_wait_in_loop(&mut self, st: &State, thread: ThreadId) -> bool {
        let frame = st.thread(thread).top();
        let (func, block, inst) = (frame.func, frame.block, frame.inst);
        let body = self.program.functions[func].body.as_ref().expect("frames have bodies");
        let reads = matches!(
            body.blocks[block].insts.get(inst).map(|inst| &inst.op),
            Some(Op::Load { .. } | Op::CompareExchange { .. } | Op::AtomicUpdate { .. })
        );
        reads && self.is_in_read_only_loop(func, block)
    }

    /// Whether a block is in a loop that stores nothing.
    pub fn is_in_read_only_loop(&mut self, func: FuncId, block: Block) -> bool {
        self.facts(func).1.in_read_only_loop(block)
    }

    /// Keeps account of a transition; returns whether it left the thread exactly as it was.
    pub fn note_transition(&mut self, before: &State, after: &mut State, thread: ThreadId) -> bool {
        let told = after
            .event
            .accesses
            .iter()
            .any(|access| access.write && !self.is_private(after, access, thread))
            || !after.event.created.is_empty()
            || after.output.len() != before.output.len();
        let Some(position) = after.position(thread) else { return false };
        let old = before.threads[before.position(thread).expect("it moved")].clone();
        let new = after.threads[position].clone();
        // Memory of its own counts too: a loop that counts in it does not repeat itself. One that stores what is there already does, and one that calls a function with
        // local variables, which are others in every round.
        let stored = after.memory.changes() != before.memory.changes();
        let harmless = !told && (!stored || self.changes_own_only(before, after, thread));
        let goes_round =
            harmless && self.is_where_it_was((&old, &before.memory), &new, after, stored);
        if goes_round {
            let waits = self.values_read(before, after, thread).into_iter().collect::<Rc<[_]>>();
            after.thread_mut(thread).spin = SpinLog { steps: Rc::default(), waits: Some(waits) };
        } else if harmless && self.is_in_loop(&new) {
            let step = SpinStep {
                before: strip(&old),
                memory: before.memory.clone(),
                stored,
                reads: self.values_read(before, after, thread),
            };
            after.thread_mut(thread).spin = self.with_step(after, &new, step);
        } else if !new.spin.is_empty() {
            after.thread_mut(thread).spin = SpinLog::default();
        }
        goes_round
    }

    /// Whether an access is to a local variable of its thread that nobody else can have the address of. Under weak memory models these are accesses, too.
    fn is_private(&self, state: &State, access: &Access, thread: ThreadId) -> bool {
        let is_shared = state.memory.get(access.object).is_some_and(|object| object.shared);
        access.sync.is_plain() && !is_shared && self.names.is_local_of(access.object, thread)
    }

    fn is_in_loop(&mut self, thread: &Thread) -> bool {
        thread.frames.iter().rev().any(|frame| self.facts(frame.func).1.in_loop(frame.block))
    }

    /// Whether a transition changed no memory but local variables of its thread.
    fn changes_own_only(&self, before: &State, after: &State, thread: ThreadId) -> bool {
        let is_own = |object: &Object| self.names.is_local_of(object.id, thread);
        before.memory.differ_only(&after.memory, &|pair| match pair {
            (Some(one), Some(other)) => is_own(one) || one.same_content(other),
            (one, other) => one.or(other).is_some_and(is_own),
        })
    }

    /// Whether a thread that has only read since, and perhaps stored in variables of its own, behaves as it did before.
    fn is_where_it_was(
        &mut self,
        (old, before): (&Rc<Thread>, &Memory),
        new: &Rc<Thread>,
        after: &State,
        stored: bool,
    ) -> bool {
        if !stands_where(old, new) {
            return false;
        }
        if !stored {
            return self.same_local_state(old, new);
        }
        // Variables of frames that were left or entered are compared as far as the thread can reach them. What is there in both states may be reached in other ways.
        let thread = new.id;
        let kept = before.differ_only(&after.memory, &|pair| match pair {
            (Some(one), Some(other)) if one.life == other.life => {
                !self.names.is_local_of(one.id, thread) || one.same_content(other)
            }
            _ => true,
        });
        kept && (self.same_local_state(old, new)
            || self.is_alike_renamed((old, before), (new, &after.memory)))
    }

    /// The log of a thread after one more step, and whether it has gone round with it.
    fn with_step(&mut self, after: &State, new: &Rc<Thread>, step: SpinStep) -> SpinLog {
        let mut steps = (*new.spin.steps).clone();
        steps.push(step);
        if steps.len() > LONGEST_CYCLE {
            steps.remove(0);
        }
        let (new, mut stored) = (strip(new), false);
        let start = (0..steps.len()).rev().find(|&at| {
            let step = &steps[at];
            stored |= step.stored;
            let earlier = (step.before.clone(), step.memory.clone());
            self.is_where_it_was((&earlier.0, &earlier.1), &new, after, stored)
        });
        let waits = start.map(|start| {
            steps[start..].iter().flat_map(|step| step.reads.iter().copied()).collect::<Rc<[_]>>()
        });
        SpinLog { steps: Rc::new(steps), waits }
    }

    /// What a transition has read that others may change.
    fn values_read(
        &mut self,
        before: &State,
        after: &State,
        thread: ThreadId,
    ) -> SmallVec<[(Access, Value); 2]> {
        let accesses = after.event.accesses.iter();
        let accesses: SmallVec<[Access; 2]> =
            accesses.filter(|access| !self.is_private(after, access, thread)).copied().collect();
        accesses.into_iter().map(|access| (access, self.value_at(before, &access))).collect()
    }

    fn value_at(&mut self, st: &State, access: &Access) -> Value {
        // An access is noted before it is checked: it may lie outside of its object.
        let inside = st.memory.get(access.object).is_some_and(|object| access.end <= object.size);
        if !inside || access.end - access.start > 16 {
            return Value::Undef;
        }
        self.load_at(st, access.object, access.start, access.end - access.start)
    }

    /// The cells a thread waits for in a loop, if they all still have the values it read.
    pub fn waits_in_loop(&mut self, st: &State, thread: ThreadId) -> Option<Rc<[(Access, Value)]>> {
        let waits = st.thread(thread).spin.waits.clone()?;
        let unchanged = waits.iter().all(|(access, value)| self.value_at(st, access) == *value);
        unchanged.then_some(waits)
    }
}

/// Whether a thread is in the same calls, before the same operation.
fn stands_where(a: &Thread, b: &Thread) -> bool {
    let alike = |(a, b): (&Rc<Frame>, &Rc<Frame>)| {
        Rc::ptr_eq(a, b) || (a.func, a.block, a.inst) == (b.func, b.block, b.inst)
    };
    a.frames.len() == b.frames.len() && a.frames.iter().zip(&b.frames).rev().all(alike)
}

/// A thread's local state without its own log, so that logs do not nest.
fn strip(thread: &Rc<Thread>) -> Rc<Thread> {
    if thread.spin.is_empty() {
        return thread.clone();
    }
    let mut copy = Thread::clone(thread);
    copy.spin = SpinLog::default();
    Rc::new(copy)
}
