//! Operations of optimised code that leave their range.
//!
//! In C a signed sum that does not fit is an error; in LLVM IR it is a value that must not be used (poison). So an optimiser may turn
//! `if (c) x = a + b;` into the sum and a `select` by `c`. The sum must not count as an error unless `c` holds.
//!
//! So in a function that an optimiser may have changed, such a value is followed through registers. It is an error where something uses it:
//! a branch, an address that is accessed, a store, a call, a result. What only computes hands it on, and of a `select` the chosen
//! side counts.
//!
//! States are compared where transitions end, and must not depend on what is pending. A value that may still be used there, or that goes
//! through an operation of which this is not known, makes the verdict unknown ([`CutKind::MovedOperation`]).

use raddle_analysis::{defined_registers, terminator_operands};
use raddle_ir::{BinaryOp, Op, Operand, Overflow, Reg, Terminator};
use smallvec::smallvec;

use crate::fault::{CutKind, FaultKind};
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::optimised::Poison;
use crate::speculation::is_mere_computation;
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

impl Machine<'_> {
    /// Whether an operation that a thread is about to execute may stand where its source does not compute anything.
    pub(crate) fn may_be_moved(&self, st: &State, thread: ThreadId) -> bool {
        let func = st.thread(thread).top().func;
        self.program.functions[func].optimised && self.config.checks(FaultKind::SignedOverflow)
    }

    /// Executes an operation that may have been moved. (Divisions never are: they end a process.)
    pub(crate) fn moved_binary(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        (op, dst, overflow): (BinaryOp, Reg, Overflow),
        width: u32,
        (a, b): (Value, Value),
    ) -> Exec<Value> {
        let (x, y) = (a.term(&mut self.terms, width), b.term(&mut self.terms, width));
        let from_poison = st
            .poison
            .iter()
            .any(|poison| poison.is_of(st, thread) && poison.holders.contains(&dst));
        if !from_poison {
            for (ok, kind, message) in self.range_checks(op, width, x, y, overflow) {
                let ok = Value::of_term(&self.terms, ok);
                if !self.decide(st, thread, ok)? {
                    let depth = st.thread(thread).frames.len();
                    let loc = self.here(st, thread).loc;
                    let holders = smallvec![dst];
                    st.poison.push(Poison { thread, depth, holders, kind, message, loc });
                    break;
                }
            }
        }
        let result = self.binary_term(op, x, y);
        Ok(Value::of_term(&self.terms, result))
    }

    /// An instruction is about to be executed.
    pub(crate) fn follow_poison(&mut self, st: &mut State, thread: ThreadId, op: &Op) -> Exec {
        for at in 0..st.poison.len() {
            if !st.poison[at].is_of(st, thread) {
                continue;
            }
            let holders = st.poison[at].holders.clone();
            let reads = self.passes_on(st, thread, op, &holders)?;
            if reads && !is_mere_computation(op) {
                return Err(self.poison_used(st, thread, at, op));
            }
            let holders = &mut st.poison[at].holders;
            defined_registers(op, &mut |reg| {
                holders.retain(|holder| *holder != reg);
                if reads {
                    holders.push(reg);
                }
            });
        }
        st.poison.retain(|poison| !poison.holders.is_empty());
        Ok(())
    }

    /// A block is about to end.
    pub(crate) fn terminate_poison(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        terminator: &Terminator,
    ) -> Exec {
        for at in 0..st.poison.len() {
            let poison = &st.poison[at];
            if !poison.is_of(st, thread) {
                continue;
            }
            let mut reads = false;
            let holds =
                |operand| matches!(operand, Operand::Reg(reg) if poison.holders.contains(&reg));
            terminator_operands(terminator, &mut |operand| reads |= holds(operand));
            if reads {
                return Err(self.poison_error(st, thread, at));
            }
        }
        if matches!(terminator, Terminator::Return(_)) {
            let depth = st.thread(thread).frames.len();
            st.poison.retain(|poison| poison.thread != thread || poison.depth < depth);
        }
        Ok(())
    }

    /// The transition ends, and with it what is known of values that nothing has used so far.
    pub(crate) fn end_poison(&mut self, st: &mut State) {
        for poison in std::mem::take(&mut st.poison) {
            let owner = st.position(poison.thread).map(|at| &st.threads[at]);
            let owner = owner.filter(|owner| owner.is_running());
            let frame = owner.and_then(|owner| owner.frames.get(poison.depth - 1));
            let used = frame.is_some_and(|frame| {
                self.live_registers(frame).iter().any(|reg| poison.holders.contains(reg))
            });
            if used {
                // The run goes on: nothing that is found later becomes wrong by it, and the verdict is not safe any more.
                let _ = self.cut(st, poison.thread, CutKind::MovedOperation, lost(&poison));
            }
        }
    }

    /// Something other than mere computation gets the value.
    fn poison_used(&mut self, st: &State, thread: ThreadId, at: usize, op: &Op) -> Stop {
        match op {
            Op::Intrinsic { .. } | Op::Unsupported { .. } => {
                let message = lost(&st.poison[at]);
                self.cut(st, thread, CutKind::MovedOperation, message)
            }
            _ => self.poison_error(st, thread, at),
        }
    }

    fn poison_error(&mut self, st: &State, thread: ThreadId, at: usize) -> Stop {
        let Poison { kind, ref message, loc, .. } = st.poison[at];
        let related = vec![("the operation".to_owned(), loc)];
        self.record_fault_with(st, thread, kind, message.clone(), None, related);
        Stop::Halt(Halt::Fault)
    }
}

fn lost(poison: &Poison) -> String {
    format!(
        "{}; an optimiser may have moved the operation, and what becomes of its result is not followed",
        poison.message
    )
}
