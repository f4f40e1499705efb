//! Loads of optimised code that nothing uses.
//!
//! In C a read that races is an error; in LLVM IR a load that races yields an undefined value, and only its use may be an error. So an
//! optimiser may turn `if (c) x += shared;` into a load of `shared` and a `select` by `c`. The load must not count as an access
//! unless `c` holds.
//!
//! So the value of a plain load in a function that an optimiser may have changed is followed through registers, from the load to the end of its
//! transition. If it can no longer be used by then, the load is one that the source does not make here ([`Sync::Observed`]). If it was used, or
//! may be used later, the load is [`Sync::Movable`]: a race makes the verdict unknown. A use is whatever is not
//! mere computation: a branch, an address that is accessed, a store, a call, a result.
//!
//! What is missed: a value that waits in a register for the next visible operation of its thread counts as used, whatever becomes of it.
//! To follow it further would make pruning depend on what loads are pending.

use raddle_analysis::{defined_registers, read_operands, terminator_operands};
use raddle_ir::{BinaryOp, Op, Operand, Reg, Terminator, Type};
use smallvec::smallvec;

use crate::event::Sync;
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::optimised::Speculation;
use crate::property::Property;
use crate::state::State;
use crate::stop::Exec;

impl Machine<'_> {
    /// Whether a load of a thread may be one that its source does not make.
    pub(crate) fn may_speculate(&self, st: &State, thread: ThreadId) -> bool {
        let func = st.thread(thread).top().func;
        self.program.functions[func].optimised && self.config.properties.contains(Property::Race)
    }

    /// A load into a register was executed. (Of the loads of a transition, only the one that it begins with can be noticed.)
    pub(crate) fn begin_speculation(&self, st: &mut State, thread: ThreadId, loaded: Reg) {
        if let [only] = st.event.accesses.as_slice()
            && only.sync == Sync::Movable
            && st.acting
        {
            let depth = st.thread(thread).frames.len();
            st.speculation = Some(Speculation { thread, depth, holders: smallvec![loaded] });
        }
    }

    /// An instruction is about to be executed.
    pub(crate) fn follow_speculation(&mut self, st: &mut State, thread: ThreadId, op: &Op) -> Exec {
        let Some(speculation) = speculation_of(st, thread) else { return Ok(()) };
        let holders = speculation.holders.clone();
        let reads = self.passes_on(st, thread, op, &holders)?;
        if reads && !is_mere_computation(op) {
            st.speculation = None;
        }
        let Some(speculation) = &mut st.speculation else { return Ok(()) };
        defined_registers(op, &mut |reg| {
            speculation.holders.retain(|holder| *holder != reg);
            if reads {
                speculation.holders.push(reg);
            }
        });
        Ok(())
    }

    /// Whether what an operation does depends on one of these registers. Of a select only the side counts that is chosen.
    pub(crate) fn passes_on(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: &Op,
        holders: &[Reg],
    ) -> Exec<bool> {
        let holds = |operand| matches!(operand, Operand::Reg(reg) if holders.contains(&reg));
        let mut reads = false;
        match *op {
            Op::Select { cond, a, b, .. } if !holds(cond) => {
                let (from_a, from_b) = (holds(a), holds(b));
                reads = from_a;
                // Which one is chosen has to be known then.
                if from_a != from_b {
                    let cond = self.read(st, thread, cond, Type::BOOL);
                    reads = self.decide(st, thread, cond)? == from_a;
                }
            }
            _ => read_operands(op, &mut |operand| reads |= holds(operand)),
        }
        Ok(reads)
    }

    /// A block is about to end.
    pub(crate) fn terminate_speculation(
        &self,
        st: &mut State,
        thread: ThreadId,
        terminator: &Terminator,
    ) {
        let Some(speculation) = speculation_of(st, thread) else { return };
        let mut reads = false;
        terminator_operands(terminator, &mut |operand| reads |= speculation.holds(operand));
        let returns = matches!(terminator, Terminator::Return(_));
        if reads {
            st.speculation = None;
        } else if let Some(speculation) = st.speculation.as_mut().filter(|_| returns) {
            speculation.holders.clear();
        }
    }

    /// The transition ends: what may still be used counts as used.
    pub(crate) fn end_speculation(&mut self, st: &mut State) {
        let Some(Speculation { thread, depth, holders }) = st.speculation.take() else { return };
        let frames = st.position(thread).map(|at| &st.threads[at].frames);
        let frame = frames.and_then(|frames| frames.get(depth - 1));
        let used = match frame.filter(|_| !holders.is_empty()) {
            None => false,
            Some(frame) => self.live_registers(frame).iter().any(|reg| holders.contains(reg)),
        };
        if !used && let Some(load) = st.event.accesses.first_mut() {
            load.sync = Sync::Observed;
        }
    }
}

/// The speculation at hand, if the instruction that a thread executes can use its value.
fn speculation_of(st: &State, thread: ThreadId) -> Option<&Speculation> {
    let speculation = st.speculation.as_ref().filter(|speculation| speculation.thread == thread)?;
    (st.thread(thread).frames.len() == speculation.depth).then_some(speculation)
}

/// Whether an operation does nothing but compute a value from others, whatever these are.
pub(crate) fn is_mere_computation(op: &Op) -> bool {
    match op {
        Op::Binary { op, .. } => {
            !matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
        }
        Op::Copy { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. } => true,
        Op::Load { .. }
        | Op::Store { .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Fence { .. }
        | Op::Alloca { .. }
        | Op::Call { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => false,
    }
}
