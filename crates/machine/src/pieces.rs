//! Where a piece of a program ends, and where its threads stand then.
//!
//! A thread stays where a loop starts over if nobody knows how often it does: no test that may leave the loop was decided in this round,
//! or only by inputs; one that what is known where the piece begins decides is not. (A test that is decided without inputs bounds the loop; then the others are ways out of it.) So that pieces are short, it also stays there after
//! many rounds, and after it has done much that others can notice or that inputs decided ([`MOST_WORK`]).

use raddle_ir::{Block, FuncId, Op};
use raddle_solver::Answer;

use crate::event::Event;
use crate::loop_ends::{LoopEnds, Rounds};
use crate::machine::Machine;
use crate::models::waits;
use crate::names::ThreadId;
use crate::state::State;
use crate::state::{Halt, Rest, Status, control, in_atomic};
use crate::stop::Settled;
use crate::value::Value;

/// What a thread does within a piece before a loop that starts over ends it, where inputs decide and what others can notice.
const MOST_WORK: u64 = 48;
/// So much of it is a branch that inputs decide, and a transition.
const FORK: u64 = 6;
const TRANSITION: u64 = 3;
/// Instructions from where a thread was stopped in a loop to where it looks whether it still has to wait.
const MOST_FURTHER: u64 = 1_000;

impl Machine<'_> {
    /// A branch that may leave loops was decided.
    pub(crate) fn note_exit_test(&self, st: &mut State, thread: ThreadId, by_inputs: bool) {
        let Some(ends) = self.config.loop_ends.clone() else { return };
        let frame = st.thread_mut(thread).top_mut();
        let Some(headers) = ends.functions[frame.func].exits.get(&frame.block) else { return };
        for &header in headers {
            let at = frame.rounds.iter().position(|one| one.header == header);
            let at = at.unwrap_or_else(|| {
                frame.rounds.push(Rounds { header, count: 0, bounded: false });
                frame.rounds.len() - 1
            });
            frame.rounds[at].bounded |= !by_inputs;
        }
    }

    /// Whether inputs decided a test that may leave a loop: not if what is known where the piece begins leaves no choice.
    pub(crate) fn is_by_inputs(
        &mut self,
        st: &State,
        thread: ThreadId,
        test: Value,
        holds: bool,
    ) -> bool {
        let Value::Term(test) = test else { return false };
        let frame = st.thread(thread).top();
        let is_exit = |ends: &LoopEnds| ends.functions[frame.func].exits.contains_key(&frame.block);
        let (Some(ends), Some(given)) = (&self.config.loop_ends, &st.given) else { return true };
        if !is_exit(ends) || self.recently_decided(st, test).is_some() {
            return true;
        }
        let opposite = if holds { self.terms.not(test) } else { test };
        !matches!(self.solver.check(&mut self.terms, given, &[opposite]), Answer::Unsat(_))
    }

    /// A thread goes from one block to the next: whether it stays there because a loop starts over.
    pub(crate) fn check_round(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        from: Block,
        next: Block,
    ) -> bool {
        let Some(ends) = self.config.loop_ends.clone() else { return false };
        let work = st.thread(thread).branches;
        let inside = in_atomic(st, thread) || self.is_watching(st, thread);
        let frame = st.thread_mut(thread).top_mut();
        let loops = &ends.functions[frame.func];
        if !loops.headers.contains(&next) {
            return false;
        }
        let at = frame.rounds.iter().position(|one| one.header == next);
        if !loops.back.contains(&(from, next)) {
            if let Some(at) = at {
                frame.rounds.swap_remove(at);
            }
            return false;
        }
        let before = at.map(|at| frame.rounds[at]);
        let count = before.map_or(0, |rounds| rounds.count) + 1;
        let rounds = Rounds { header: next, count, bounded: false };
        match at {
            Some(at) => frame.rounds[at] = rounds,
            None => frame.rounds.push(rounds),
        }
        let bounded = before.is_some_and(|rounds| rounds.bounded);
        !inside && (!bounded || count >= ends.most_rounds || work >= MOST_WORK)
    }

    /// Whether a thread stays where a loop starts over.
    pub fn ends_at_loop(&self, st: &State, thread: ThreadId) -> bool {
        let Some(ends) = &self.config.loop_ends else { return false };
        let thread = st.thread(thread);
        thread.status == Status::Halted(Halt::End)
            && thread.frames.last().is_some_and(|top| {
                top.inst == 0 && ends.functions[top.func].headers.contains(&top.block)
            })
    }

    /// Where the local work of a thread leads to if neither rests nor ends of pieces stop it; nothing if inputs have a say, or it is long.
    pub fn without_stops(&mut self, st: &State, thread: ThreadId) -> Option<State> {
        let mut st = st.clone();
        st.rest = Rest::default();
        if st.thread(thread).status == Status::Halted(Halt::End) {
            st.thread_mut(thread).status = Status::Running;
            st.unsettled.push(thread);
        }
        let (rests, ends) = (self.rests(), self.config.loop_ends.take());
        self.set_rests(false);
        let settled = self.settle(st, MOST_FURTHER);
        self.set_rests(rests);
        self.config.loop_ends = ends;
        match settled {
            Settled::Done(st) => Some(st),
            Settled::Forked(..) | Settled::OutOfFuel(_) | Settled::Blocked(_) => None,
        }
    }

    /// Inputs decide how a thread goes on.
    pub(crate) fn count_fork(&self, st: &mut State, thread: ThreadId) {
        if self.config.loop_ends.is_some() {
            st.thread_mut(thread).branches += FORK;
        }
    }

    /// A thread does something that others can notice.
    pub(crate) fn count_transition(&self, st: &mut State, thread: ThreadId) {
        if self.config.loop_ends.is_some() {
            st.thread_mut(thread).branches += TRANSITION;
        }
    }

    /// Where a thread stands that has not ended, innermost frame first.
    pub fn whereabouts(&mut self, st: &State, thread: ThreadId) -> Whereabouts {
        let own = st.thread(thread);
        let frames = own.frames.iter().rev().enumerate().map(|(depth, frame)| FramePlace {
            func: frame.func,
            block: frame.block,
            // An outer frame stands behind its call.
            inst: (frame.inst as u32).saturating_sub(u32::from(depth > 0)),
        });
        let mut whereabouts = Whereabouts { frames: frames.collect(), waits: false, woken: false };
        if own.phase.step == 0 {
            return whereabouts;
        }
        // Who was signalled has to take his mutex yet. Nothing is left to do for one whom a barrier released.
        let of_condition = self.is_condition_wait(&whereabouts);
        let released = !of_condition && self.is_released(st, thread);
        whereabouts.waits = !released;
        whereabouts.woken = of_condition && !self.is_still_waiting(st, thread);
        if released {
            whereabouts.frames[0].inst += 1;
        }
        whereabouts
    }

    /// Whether an event of another thread may have ended a wait of this one.
    pub fn may_release(&mut self, event: &Event, thread: ThreadId) -> bool {
        let block = self.thread_object(thread);
        event.accesses.iter().any(|access| access.object == block && access.write)
    }

    fn is_released(&mut self, st: &State, thread: ThreadId) -> bool {
        let block = self.thread_object(thread);
        st.memory.get(block).is_some()
            && self.load_at(st, block, control::SIGNALLED, 8) == Value::Word(1)
    }

    /// Whether nobody has woken a thread, and it has not begun to wake up for no reason.
    fn is_still_waiting(&mut self, st: &State, thread: ThreadId) -> bool {
        let block = self.thread_object(thread);
        st.memory.get(block).is_some()
            && self.load_at(st, block, control::SIGNALLED, 8) == Value::Word(0)
    }

    fn is_condition_wait(&self, whereabouts: &Whereabouts) -> bool {
        let place = whereabouts.frames[0];
        let body = self.program.functions[place.func].body.as_ref();
        let block = body.map(|body| &body.blocks[place.block]);
        let inst = block.and_then(|block| block.insts.get(place.inst as usize));
        match inst.map(|inst| &inst.op) {
            Some(Op::Call { callee: raddle_ir::Callee::Direct(func), .. }) => {
                waits(&self.program.functions[*func].name)
            }
            _ => false,
        }
    }
}

/// Where a thread stands, in the program that is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// Innermost first: the next operation, and the calls that are under way.
    pub frames: Vec<FramePlace>,
    /// It has begun the wait that is its next operation.
    pub waits: bool,
    /// It is on its way out of there.
    pub woken: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlace {
    pub func: FuncId,
    pub block: Block,
    pub inst: u32,
}
