//! Conditions of branches that lie on every way to a place and whose operands have not changed since.
//!
//! A condition is a truth value over symbols. On the edges of a branch it, or its opposite, is known. Where ways come together those stay that hold on all of them,
//! and at the header of a loop those that mention nothing the loop assigns: what symbols stand for does not change in between (`definitions.rs`), so a condition that
//! held once holds on. An edge whose condition is false, or the opposite of a known one, is not taken.
//!
//! Also ranges of counters: in a loop `for (i = a; i < n; i++)` every growth of `i` is behind `i < n`, so it does not wrap around, and `a <= i`; likewise for other
//! steps with constant bounds, and downwards. And a loop that has come round went on the last time: at its header `i` is `a`, or what it was one step before passed the test, if `n` is the same in
//! every round. So who stands where the loop starts over has not gone round more often than it ever does.

use raddle_ir::{BinaryOp, Block, Body, CompareOp, Entity, Operand, Reg, Terminator, Type};
use rustc_hash::FxHashMap;

use crate::broken::Broken;
use crate::definitions::{Induction, ROUNDS, guard};
use crate::flow::{Analysis, Frame, Joint, State};
use crate::values::{Val, signed};

/// More are not kept.
const MOST: usize = 64;
/// Cases of a switch of which the default is known to be none.
const MOST_CASES: usize = 8;

impl Analysis<'_> {
    /// Adds a condition. `false` if it cannot hold.
    pub(crate) fn assume(&mut self, state: &mut State, condition: Val) -> bool {
        match self.values.word(condition) {
            Some(0) => return false,
            Some(_) => return true,
            None => {}
        }
        if let Some(opposite) = self.values.not(condition)
            && state.conditions.binary_search(&opposite).is_ok()
        {
            return false;
        }
        if let Err(at) = state.conditions.binary_search(&condition)
            && state.conditions.len() < MOST
        {
            state.conditions.insert(at, condition);
        }
        self.learn_try(state, condition);
        true
    }

    pub(crate) fn join_conditions(&mut self, joint: &Joint<'_>) -> Vec<Val> {
        let (first, rest) = joint.incoming.split_first().expect("some way comes here");
        let everywhere = |condition: &&Val| {
            rest.iter().all(|(state, _)| state.conditions.binary_search(condition).is_ok())
                && !joint.is_stale(&self.values, **condition)
        };
        first.0.conditions.iter().filter(everywhere).copied().collect()
    }

    /// What is known on each edge out of a block, `None` where control cannot go.
    pub(crate) fn branch(
        &mut self,
        _frame: &Frame,
        body: &Body,
        block: Block,
        state: State,
    ) -> Vec<Option<State>> {
        match &body.blocks[block].terminator {
            Terminator::Jump(_) => vec![Some(state)],
            Terminator::Branch { cond, then, otherwise } => {
                let Some(truth) = self.eval(&state, *cond, Type::BOOL) else {
                    return vec![Some(state.clone()), Some(state)];
                };
                if then == otherwise {
                    return vec![Some(state.clone()), Some(state)];
                }
                let opposite = self.values.not(truth);
                let mut on = state.clone();
                let mut off = state;
                let taken = self.assume(&mut on, truth);
                let not_taken = opposite.is_none_or(|opposite| self.assume(&mut off, opposite));
                vec![taken.then_some(on), not_taken.then_some(off)]
            }
            Terminator::Switch { ty, value, cases, default } => {
                let value = self.eval(&state, *value, *ty);
                let mut outs = Vec::with_capacity(cases.len() + 1);
                for &(word, target) in cases {
                    let alone = target != *default
                        && cases.iter().filter(|(_, other)| *other == target).count() == 1;
                    outs.push(self.case(&state, value.filter(|_| alone), *ty, word));
                }
                let shared = cases.iter().any(|(_, target)| target == default);
                let mut rest = Some(state);
                if let Some(value) = value.filter(|_| !shared && cases.len() <= MOST_CASES) {
                    for &(word, _) in cases {
                        let word = self.values.constant(word, *ty);
                        let other = self.values.compare(CompareOp::Ne, *ty, value, word);
                        rest = rest.and_then(|mut state| {
                            let holds = other.is_none_or(|other| self.assume(&mut state, other));
                            holds.then_some(state)
                        });
                    }
                }
                outs.push(rest);
                outs
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    fn case(&mut self, state: &State, value: Option<Val>, ty: Type, word: u64) -> Option<State> {
        let mut state = state.clone();
        let Some(value) = value else { return Some(state) };
        let word = self.values.constant(word, ty);
        let equal = self.values.compare(CompareOp::Eq, ty, value, word);
        equal.is_none_or(|equal| self.assume(&mut state, equal)).then_some(state)
    }

    /// Ranges of the counters of a loop, at its header.
    pub(crate) fn header_conditions(
        &mut self,
        body: &Body,
        joint: &Joint<'_>,
        state: &mut State,
        inductions: &FxHashMap<(Block, Reg), Induction>,
    ) {
        let Some(around) = joint.around else { return };
        let Some((counter, op, bound)) = guard(body, around) else { return };
        let Some(Induction { step, ty: ty @ Type::Int(bits) }) =
            inductions.get(&(joint.block, counter)).copied()
        else {
            return;
        };
        let Some(step) = self.values.word(step) else { return };
        let mut entering = joint.incoming.iter().filter(|(_, back)| !back);
        let Some(first) = entering.next().map(|(state, _)| state.regs[counter.index()]) else {
            return;
        };
        let agreed = entering.all(|(state, _)| state.regs[counter.index()] == first);
        let value = state.regs[counter.index()];
        let assigned = |reg: Reg| {
            body.blocks[joint.block].insts.iter().any(|inst| {
                let mut found = false;
                inst.op.for_each_result(|result| found |= *result == reg);
                found
            })
        };
        let bound = match bound {
            Operand::Const(word) => Some(self.values.constant(word, ty)),
            Operand::Reg(reg) if !assigned(reg) => Some(state.regs[reg.index()]),
            _ => None,
        };
        let known = bound.and_then(|bound| self.values.word(bound));
        if !agreed || !cannot_wrap(op, step, u32::from(bits), known, self.values.word(first)) {
            return;
        }
        let range = match (op, (signed(u32::from(bits), step)) > 0) {
            (CompareOp::Ult | CompareOp::Ule, true) => CompareOp::Ule,
            (_, true) => CompareOp::Sle,
            (CompareOp::Ugt | CompareOp::Uge, false) => CompareOp::Uge,
            (_, false) => CompareOp::Sge,
        };
        if let Some(condition) = self.values.compare(range, ty, first, value) {
            self.assume(state, condition);
        }
        self.assume_last_test(joint, state, (op, bound, ty), (first, value, step));
        if bits < 64 {
            let rounds = self.rounds(joint.frame, joint.block);
            let limit = self.values.constant(1 << bits, ROUNDS);
            if let Some(condition) = self.values.compare(CompareOp::Ult, ROUNDS, rounds, limit) {
                self.assume(state, condition);
            }
        }
    }

    /// At the header of a loop, its counter is what it was at first, or passed the test when it was one step less.
    fn assume_last_test(
        &mut self,
        joint: &Joint<'_>,
        state: &mut State,
        (op, bound, ty): (CompareOp, Option<Val>, Type),
        (first, value, step): (Val, Val, u64),
    ) {
        let Some(bound) = bound.filter(|&bound| !joint.is_stale(&self.values, bound)) else {
            return;
        };
        let step = match self.world.broken {
            Some(Broken::NextTestTrusted) => 0,
            _ => step,
        };
        let back = self.values.constant(step.wrapping_neg(), ty);
        let before = self.values.binary(BinaryOp::Add, ty, value, back);
        let passed = before.and_then(|before| self.values.compare(op, ty, before, bound));
        let begins = self.values.compare(CompareOp::Eq, ty, value, first);
        let Some((begins, passed)) = begins.zip(passed) else { return };
        if let Some(either) = self.values.binary(BinaryOp::Or, Type::BOOL, begins, passed) {
            self.assume(state, either);
        }
    }
}

/// Whether a counter that moves by `step` only while `counter OP bound` holds never wraps around.
fn cannot_wrap(
    op: CompareOp,
    step: u64,
    bits: u32,
    bound: Option<u64>,
    first: Option<u64>,
) -> bool {
    if !(2..=64).contains(&bits) {
        return false;
    }
    let step = i128::from(signed(bits, step));
    let (lowest, highest) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let most = (1i128 << bits) - 1;
    let number = |word: u64| i128::from(signed(bits, word));
    match op {
        CompareOp::Slt => {
            step == 1 || (step > 0 && bound.is_some_and(|b| number(b) - 1 + step <= highest))
        }
        CompareOp::Sle => step > 0 && bound.is_some_and(|b| number(b) + step <= highest),
        CompareOp::Ult => {
            step == 1 || (step > 0 && bound.is_some_and(|b| i128::from(b) - 1 + step <= most))
        }
        CompareOp::Ule => step > 0 && bound.is_some_and(|b| i128::from(b) + step <= most),
        CompareOp::Sgt => {
            step == -1 || (step < 0 && bound.is_some_and(|b| number(b) + 1 + step >= lowest))
        }
        CompareOp::Sge => step < 0 && bound.is_some_and(|b| number(b) + step >= lowest),
        CompareOp::Ugt => step == -1,
        CompareOp::Uge => step == -1 && bound.is_some_and(|b| b > 0),
        CompareOp::Ne => {
            step == 1 && matches!((bound, first), (Some(b), Some(f)) if number(f) <= number(b))
        }
        CompareOp::Eq => false,
    }
}
