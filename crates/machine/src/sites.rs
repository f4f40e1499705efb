//! Which operation of the source a thread stands before, counted the way a compiler's instrumentation would meet it.
//!
//! A run of the real binary is led along a recorded one by counting: "the third read at line 7, column 5, by this thread".
//! The count is of operations that were completed, so one that pauses for its turn, or is done in several steps, counts
//! once. What happens inside of the run-time library counts as the user's call of it: the real library is not instrumented.

use raddle_ir::{Callee, Intrinsic, Op, Operand};

use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::trace::{CodeSite, OperationKind, Standing};

/// An instruction that is about to be executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    site: CodeSite,
    depth: usize,
    position: (raddle_ir::Block, usize),
}

impl Machine<'_> {
    /// What a running thread stands before. Only while a run is recorded.
    pub fn standing(&self, st: &State, thread: ThreadId) -> Standing {
        let own = self.own_site(st, thread);
        let site = own.or_else(|| {
            let loc = self.here(st, thread).loc;
            (!loc.is_none()).then_some(CodeSite { loc, kind: OperationKind::Call })
        });
        let counted = site.map_or(0, |site| self.executed(thread, site));
        // A call into the run-time library was counted when it began.
        let occurrence = if own.is_some() { counted } else { counted.saturating_sub(1) };
        Standing { thread, site, occurrence }
    }

    fn executed(&self, thread: ThreadId, site: CodeSite) -> u32 {
        let recorder = self.recorder.as_ref();
        recorder.and_then(|recorder| recorder.executed.get(&(thread, site)).copied()).unwrap_or(0)
    }

    /// The site of the instruction itself, if the user wrote it and instrumentation would notice it.
    fn own_site(&self, st: &State, thread: ThreadId) -> Option<CodeSite> {
        let frame = st.thread(thread).frames.last()?;
        let body = self.program.functions[frame.func].body.as_ref()?;
        let inst = body.blocks[frame.block].insts.get(frame.inst)?;
        if self.is_watching(st, thread) {
            return None;
        }
        let kind = match self.of_invariants(&inst.op) {
            OfInvariants::Nothing => operation_kind(&inst.op)?,
            OfInvariants::Declaration => OperationKind::Call,
            OfInvariants::Evaluation => return None,
        };
        self.is_user_location(inst.loc).then_some(CodeSite { loc: inst.loc, kind })
    }

    /// What an instruction that the front end made has to do with invariants.
    fn of_invariants(&self, op: &Op) -> OfInvariants {
        let generated = |name: &str, prefix: &str| name.starts_with(prefix);
        match *op {
            Op::Store { ptr: Operand::Global(global, _), .. }
                if generated(&self.program.globals[global].name, "raddle.declared") =>
            {
                OfInvariants::Declaration
            }
            Op::Call { callee: Callee::Direct(callee), .. }
                if generated(&self.program.functions[callee].name, "raddle.") =>
            {
                OfInvariants::Evaluation
            }
            _ => OfInvariants::Nothing,
        }
    }

    pub(crate) fn begin_site(&self, st: &State, thread: ThreadId) -> Option<Begun> {
        self.recorder.as_ref()?;
        let site = self.own_site(st, thread)?;
        let frames = &st.thread(thread).frames;
        let frame = frames.last()?;
        Some(Begun { site, depth: frames.len(), position: (frame.block, frame.inst) })
    }

    /// The instruction was executed; it counts unless the thread still stands before it.
    pub(crate) fn end_site(&mut self, st: &State, thread: ThreadId, begun: Option<Begun>) {
        let (Some(begun), Some(recorder)) = (begun, &mut self.recorder) else { return };
        let frames = &st.thread(thread).frames;
        let stays = frames.len() == begun.depth
            && frames.last().is_some_and(|frame| (frame.block, frame.inst) == begun.position);
        if !stays {
            *recorder.executed.entry((thread, begun.site)).or_insert(0) += 1;
        }
    }
}

enum OfInvariants {
    Nothing,
    /// The call of `raddle_invariant` in the source.
    Declaration,
    /// Nothing that stands in the source.
    Evaluation,
}

fn operation_kind(op: &Op) -> Option<OperationKind> {
    match op {
        Op::Load { order: None, .. } => Some(OperationKind::Read),
        Op::Store { order: None, .. } => Some(OperationKind::Write),
        Op::Load { order: Some(_), .. }
        | Op::Store { order: Some(_), .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Fence { .. } => Some(OperationKind::Atomic),
        Op::Intrinsic {
            intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
            ..
        } => Some(OperationKind::Block),
        Op::Call { .. } => Some(OperationKind::Call),
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => None,
    }
}
