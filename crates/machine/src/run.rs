//! The loop that executes a thread's instructions.
//!
//! `settle` runs the threads that have local work to do until each stands before a visible operation, has
//! ended, or something forks. Operations on known words are executed right here; everything else goes
//! through `exec`, which handles symbolic values, checks and calls.

use std::rc::Rc;

use raddle_budget::Stage;
use raddle_expr::{Model, TermId};
use raddle_ir::{Block, Body, CastOp, Loc, Op, Operand, Program, Terminator, Type};

use crate::arith::{binary_words, compare_words};
use crate::branching::Way;
use crate::fault::{Assumed, CutKind, FaultKind};
use crate::float::cast_word;
use crate::machine::Machine;
use crate::models::cleanup;
use crate::names::{Names, ThreadId};
use crate::object::{Life, ObjectKind};
use crate::rest::may_rest;
use crate::slicing::position_of;
use crate::state::{Frame, Halt, State, Status};
use crate::stop::{Exec, Settled, Stop};
use crate::value::{Value, mask, signed};
use crate::wakeups::has_woken;

enum Flow {
    /// The thread ended or halted.
    Stopped,
    OutOfFuel,
    Fork {
        condition: TermId,
        if_true: Rc<Model>,
        if_false: Rc<Model>,
    },
    Blocked,
    Rest,
}

/// What sides are told apart by: any large odd number would do.
const SIDES: u64 = 0x9e37_79b9_7f4a_7c15;
/// What executing an instruction counts as in a budget of work.
const WORK_PER_INSTRUCTION: u64 = 10;

impl Machine<'_> {
    /// Does the local work of a state, executing at most `fuel` instructions.
    pub fn settle(&mut self, mut st: State, mut fuel: u64) -> Settled {
        // A state that rests is as settled as it gets.
        while let Some(&thread) = st.unsettled.last().filter(|_| !st.rest.now) {
            match self.run_thread(&mut st, thread, &mut fuel) {
                Flow::Stopped => st.unsettled.retain(|other| *other != thread),
                Flow::OutOfFuel => return Settled::OutOfFuel(st),
                Flow::Blocked => return Settled::Blocked(st.event),
                Flow::Rest => {
                    st.rest.now = true;
                    self.end_speculation(&mut st);
                    self.end_poison(&mut st);
                    return Settled::Done(st);
                }
                Flow::Fork { condition, if_true, if_false } => {
                    let question = self.question(&st, thread);
                    let way = self.way(&st, question);
                    let negated = self.terms.not(condition);
                    st.rest.forked = true;
                    self.count_fork(&mut st, thread);
                    let mut other = st.clone();
                    st.path = st.path.and(condition);
                    st.model = if_true;
                    st.take_side(question, true);
                    other.path = other.path.and(negated);
                    other.model = if_false;
                    other.take_side(question, false);
                    match way {
                        Way::Open => {}
                        Way::Side(holds) => {
                            if !holds {
                                st = other;
                            }
                            continue;
                        }
                        Way::Lost => {
                            self.lose_the_way(&st, thread);
                            st.thread_mut(thread).status = Status::Halted(Halt::Cut);
                            st.unsettled.retain(|other| *other != thread);
                            continue;
                        }
                    }
                    let frame = st.thread(thread).top();
                    let swap = match self.nearer_side(&st, thread) {
                        Some(holds) => !holds,
                        None => self.coverage.begins_with_second(frame.func, frame.block),
                    };
                    return if swap {
                        Settled::Forked(other, st)
                    } else {
                        Settled::Forked(st, other)
                    };
                }
            }
        }
        self.end_speculation(&mut st);
        self.end_poison(&mut st);
        st.lap = None;
        Settled::Done(st)
    }

    fn run_thread(&mut self, st: &mut State, thread: ThreadId, fuel: &mut u64) -> Flow {
        loop {
            // Creating a thread may move the others, so the position is looked up each time.
            let position = st.position(thread).expect("an unsettled thread exists");
            if st.threads[position].status != Status::Running {
                return Flow::Stopped;
            }
            if *fuel == 0 || self.config.budget.is_spent() {
                return Flow::OutOfFuel;
            }
            let before = *fuel;
            if self.recorder.is_none()
                && self.generalising.is_none()
                && !has_woken(&st.threads[position])
                && st.speculation.is_none()
                && st.poison.is_empty()
                && self.run_words(st, position, fuel)
            {
                return Flow::Rest;
            }
            self.counters.instructions += before - *fuel + 1;
            self.config.budget.work((before - *fuel + 1) * WORK_PER_INSTRUCTION);
            *fuel = fuel.saturating_sub(1);
            let (granted, noticed) = (st.granted, st.event.accesses.len());
            let guarded = self.guard_mark();
            let begun = self.begin_site(st, thread);
            self.config.budget.enter(Stage::Step);
            let result = self.execute_next(st, thread);
            st.acting = false;
            match result {
                Ok(()) => self.end_site(st, thread, begun),
                Err(Stop::Halt(halt)) => {
                    // On the way to where the context has its threads nothing goes wrong: there is no such run.
                    let halt = match halt {
                        Halt::Fault if self.is_prelude(st, thread) => Halt::Assume,
                        halt => halt,
                    };
                    st.thread_mut(thread).status = Status::Halted(halt);
                    return Flow::Stopped;
                }
                Err(Stop::Fork { condition, if_true, if_false }) => {
                    st.granted = granted;
                    st.event.accesses.truncate(noticed);
                    return Flow::Fork { condition, if_true, if_false };
                }
                Err(Stop::Pause) => {
                    // What the operation looked at before it paused is looked at again when it is executed.
                    self.forget_guards(guarded);
                    return Flow::Stopped;
                }
                Err(Stop::Rest) => return Flow::Rest,
                Err(Stop::Blocked) if self.is_moving(st, thread, granted) => return Flow::Blocked,
                // Not granted yet: it stands before the operation like before any other visible one.
                Err(Stop::Blocked) => {
                    self.forget_guards(guarded);
                    return Flow::Stopped;
                }
            }
        }
    }

    /// Executes operations on known words until one needs more than that, or the state rests: whether it does.
    fn run_words(&mut self, st: &mut State, position: usize, fuel: &mut u64) -> bool {
        let program = self.program;
        let concurrent = st.unjoined > 0;
        // Where weak orders tell, accesses that nobody notices are noted, too.
        let all_shared = self.config.all_shared || self.facts.weak_orders_tell;
        let merging = self.facts.merges.are_known();
        let may_rest = self.facts.merges.rests && may_rest(st);
        let State { threads, memory, rest, .. } = st;
        let thread = threads[position].id;
        let frame = Rc::make_mut(&mut threads[position]).top_mut();
        let body = body_of(program, frame);
        let pointer_bits = self.facts.pointer_bits;
        let unwinding = self.config.unwind.is_some()
            || self.config.max_jumps.is_some()
            || self.config.branches.is_some()
            || self.config.loop_ends.is_some();
        let watched = self.detours.is_some();
        let facts = self.config.idle.clone();
        let idle =
            |frame: &Frame| facts.as_ref().is_some_and(|facts| facts.is_idle(position_of(frame)));
        let mut block = &body.blocks[frame.block];
        while *fuel > 0 {
            *fuel -= 1;
            let Some(inst) = block.insts.get(frame.inst) else {
                let next = match &block.terminator {
                    Terminator::Jump(next) if !unwinding => *next,
                    Terminator::Branch { cond, then, otherwise } if !unwinding && !watched => {
                        let Some(word) = self.known(frame, *cond) else { break };
                        let edge = usize::from(word & 1 == 0);
                        self.coverage.take(frame.func, frame.block, edge);
                        if edge == 0 { *then } else { *otherwise }
                    }
                    _ => break,
                };
                frame.block = next;
                frame.inst = 0;
                self.coverage.enter(frame.func, next);
                block = &body.blocks[next];
                if merging && self.facts.merges.contain(frame.func, next) {
                    rest.passed += 1;
                    if may_rest {
                        return true;
                    }
                }
                continue;
            };
            let (dst, result) = match &inst.op {
                Op::Copy { dst, src, .. } => match self.known(frame, *src) {
                    Some(word) => (*dst, word),
                    None => break,
                },
                Op::Binary { dst, op, ty, a, b, overflow } => {
                    let width = ty.bits(&program.target);
                    let (Some(a), Some(b)) = (self.known(frame, *a), self.known(frame, *b)) else {
                        break;
                    };
                    if width > 64 || idle(frame) {
                        break;
                    }
                    self.note_hidden_address(*op, a, b);
                    match binary_words(*op, width, a, b, *overflow) {
                        Some(word) => (*dst, word),
                        None => break,
                    }
                }
                Op::Compare { dst, op, ty, a, b } => {
                    let width = ty.bits(&program.target);
                    let (Some(a), Some(b)) = (self.known(frame, *a), self.known(frame, *b)) else {
                        break;
                    };
                    if width > 64 {
                        break;
                    }
                    (*dst, u64::from(compare_words(*op, width, a, b)))
                }
                Op::Cast { dst, op, from, to, a } => {
                    let (from, to) = (from.bits(&program.target), to.bits(&program.target));
                    let Some(a) = self.known(frame, *a) else { break };
                    if from > 64 || to > 64 {
                        break;
                    }
                    self.note_shortened_address(from, to, a);
                    match cast_word(*op, from, to, a) {
                        Some(word) => (*dst, word),
                        None => break,
                    }
                }
                Op::Select { dst, cond, a, b, .. } => {
                    let Some(cond) = self.known(frame, *cond) else { break };
                    match self.known(frame, if cond & 1 == 1 { *a } else { *b }) {
                        Some(word) => (*dst, word),
                        None => break,
                    }
                }
                Op::Address { dst, base, offset, indices, .. } => {
                    let Some(mut address) = self.known(frame, *base) else { break };
                    address = address.wrapping_add_signed(*offset);
                    let mut complete = true;
                    for (index, ty, scale) in indices {
                        let Some(word) = self.known(frame, *index) else {
                            complete = false;
                            break;
                        };
                        let index = signed(ty.bits(&program.target), word) as u64;
                        address = address.wrapping_add(index.wrapping_mul(*scale));
                    }
                    if !complete {
                        break;
                    }
                    (*dst, mask(pointer_bits, address))
                }
                Op::Load { dst, ty, ptr, .. } => {
                    let size = ty.bytes(&program.target);
                    let Some(address) = self.known(frame, *ptr) else { break };
                    let Some((id, offset)) = self.names.resolve(address) else { break };
                    let Some(object) = memory.get(id) else { break };
                    let noticed = object.shared || all_shared || self.is_foreign(thread, id);
                    if (concurrent && noticed && !object.constant)
                        || object.life != Life::Alive
                        || object.kind == ObjectKind::Function
                        || object.external
                        || object.length.is_some()
                        || offset < 0
                        || size > 8
                        || (offset as u64).saturating_add(size) > object.size
                    {
                        break;
                    }
                    match object.load_known(offset as u64, size) {
                        Some(word) => (*dst, mask(ty.bits(&program.target), word)),
                        None => break,
                    }
                }
                Op::Store { ty, value, ptr, .. } => {
                    let size = ty.bytes(&program.target);
                    let (Some(address), Some(word)) =
                        (self.known(frame, *ptr), self.known(frame, *value))
                    else {
                        break;
                    };
                    let Some((id, offset)) = self.names.resolve(address) else { break };
                    let Some(object) = memory.get_mut(id) else { break };
                    let noticed = object.shared || all_shared || self.is_foreign(thread, id);
                    if (concurrent && noticed)
                        || object.life != Life::Alive
                        || object.constant
                        || idle(frame)
                        || object.external
                        || object.remembered.is_some()
                        || object.length.is_some()
                        || offset < 0
                        || size > 8
                        || (offset as u64).saturating_add(size) > object.size
                        || !object.store_known(&mut self.terms, offset as u64, size, word)
                    {
                        break;
                    }
                    frame.inst += 1;
                    continue;
                }
                _ => break,
            };
            frame.regs[dst.0 as usize] = Value::Word(result);
            frame.inst += 1;
        }
        // The instruction at hand was not executed here.
        *fuel += 1;
        false
    }

    /// An operand, if it is a known word.
    #[inline]
    fn known(&self, frame: &Frame, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Reg(reg) => frame.regs[reg.0 as usize].word(),
            Operand::Const(word) => Some(word),
            Operand::Global(global, addend) => self.facts.global_objects[global].map(|object| {
                mask(self.facts.pointer_bits, self.names.base(object).wrapping_add_signed(addend))
            }),
            Operand::Func(func) => Some(self.function_address(func)),
            Operand::Wide { .. } | Operand::Undef => None,
        }
    }

    /// Executes the next instruction or terminator in full generality.
    pub(crate) fn execute_next(&mut self, st: &mut State, thread: ThreadId) -> Exec {
        let frame = st.thread(thread).top();
        let program = self.program;
        let block = &body_of(program, frame).blocks[frame.block];
        let inst = block.insts.get(frame.inst);
        self.name_operation(inst.map(|inst| &inst.op));
        match inst {
            Some(inst) => {
                self.follow_speculation(st, thread, &inst.op)?;
                self.follow_poison(st, thread, &inst.op)?;
                self.note_effect(st, thread, &inst.op);
                self.execute(st, thread, inst)
            }
            None => {
                self.terminate_speculation(st, thread, &block.terminator);
                self.terminate_poison(st, thread, &block.terminator)?;
                self.terminate(st, thread, &block.terminator)
            }
        }
    }

    fn terminate(&mut self, st: &mut State, thread: ThreadId, terminator: &Terminator) -> Exec {
        match terminator {
            Terminator::Jump(next) => self.jump(st, thread, *next, None),
            Terminator::Branch { cond: deciding, then, otherwise } => {
                self.check_branches(st, thread)?;
                let cond = self.read(st, thread, *deciding, Type::BOOL);
                let taken = match self.free_choice(st, thread, cond) {
                    Some(taken) => taken,
                    None => {
                        self.demand_defined(st, thread, cond, "a branch")?;
                        match self.only_side(st, thread, cond, (*then, *otherwise))? {
                            Some(taken) => taken,
                            None => {
                                let sides = (*then, *otherwise);
                                match self.side_or_join(st, thread, cond, sides)? {
                                    Some(taken) => taken,
                                    None => return Ok(()),
                                }
                            }
                        }
                    }
                };
                let (next, edge) = if taken { (*then, 0) } else { (*otherwise, 1) };
                self.record_branch(st, thread, Some((*deciding, taken)), next);
                self.note_detour(st, thread, cond, (*then, *otherwise));
                let by_inputs = self.is_by_inputs(st, thread, cond, taken);
                self.note_exit_test(st, thread, by_inputs);
                self.jump(st, thread, next, Some(edge))
            }
            Terminator::Switch { ty, value, cases, default } => {
                self.switch(st, thread, *ty, *value, cases, *default)
            }
            Terminator::Return(values) => self.return_from(st, thread, values),
            Terminator::Unreachable => {
                let message = "code marked unreachable was reached".to_owned();
                Err(self.fail(st, thread, FaultKind::Unreachable, message))
            }
        }
    }

    /// A thread that has taken as many branches as it may stays where it is.
    fn check_branches(&mut self, st: &State, thread: ThreadId) -> Exec {
        match self.config.branches {
            Some(most) if st.thread(thread).branches >= most && !self.is_prelude(st, thread) => {
                Err(self.end_of_fragment())
            }
            _ => Ok(()),
        }
    }

    /// A thread stays for good although the program would go on: the answer says so.
    pub(crate) fn end_of_fragment(&mut self) -> Stop {
        self.outbox.assumptions.insert((Assumed::FragmentOnly, Loc::NONE));
        Stop::Halt(Halt::End)
    }

    fn count_branch(&self, st: &mut State, thread: ThreadId, edge: usize) {
        if self.config.branches.is_some() && !self.is_prelude(st, thread) {
            let thread = st.thread_mut(thread);
            thread.branches += 1;
            thread.taken = thread.taken.wrapping_mul(SIDES).wrapping_add(edge as u64 + 1);
        }
    }

    fn switch(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ty: Type,
        value: Operand,
        cases: &[(u64, Block)],
        default: Block,
    ) -> Exec {
        let width = ty.bits(&self.program.target);
        self.check_branches(st, thread)?;
        let value = self.read(st, thread, value, ty);
        self.demand_defined(st, thread, value, "a switch")?;
        if let Value::Word(word) = value {
            let chosen = cases.iter().position(|&(case, _)| case == word);
            let next = chosen.map_or(default, |edge| cases[edge].1);
            self.record_switch(st, thread, (width, word), chosen.is_some(), next);
            self.note_exit_test(st, thread, false);
            return self.jump(st, thread, next, Some(chosen.unwrap_or(cases.len())));
        }
        // Cases with the same target are one question, so that a fork does not split them.
        let subject = value.term(&mut self.terms, width);
        let mut edge = 0;
        while edge < cases.len() {
            let target = cases[edge].1;
            let first = edge;
            let mut any = self.terms.truth(false);
            while edge < cases.len() && cases[edge].1 == target {
                let case = self.terms.constant(width, u128::from(cases[edge].0));
                let equal = self.terms.eq(subject, case);
                any = self.terms.or(any, equal);
                edge += 1;
            }
            let any = Value::of_term(&self.terms, any);
            let taken = match self.free_choice(st, thread, any) {
                Some(taken) => taken,
                None => self.decide(st, thread, any)?,
            };
            if taken {
                self.note_exit_test(st, thread, true);
                self.record_branch(st, thread, None, target);
                return self.jump(st, thread, target, Some(first));
            }
        }
        self.note_exit_test(st, thread, true);
        self.jump(st, thread, default, Some(cases.len()))
    }

    pub(crate) fn jump(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        next: Block,
        edge: Option<usize>,
    ) -> Exec {
        let (func, from) = {
            let frame = st.thread(thread).top();
            (frame.func, frame.block)
        };
        if let Some(edge) = edge {
            self.count_branch(st, thread, edge);
        }
        if let Some(bound) = self.config.unwind {
            self.count_iteration(st, thread, from, next, bound)?;
        }
        if let Some(bound) = self.config.max_jumps {
            st.jumps += 1;
            if st.jumps > bound {
                let message = format!("a transition was left after {bound} jumps");
                return Err(self.cut(st, thread, CutKind::Steps, message));
            }
        }
        if let Some(edge) = edge {
            self.coverage.take(func, from, edge);
        }
        let ends = self.check_round(st, thread, from, next);
        let frame = st.thread_mut(thread).top_mut();
        frame.block = next;
        frame.inst = 0;
        if ends {
            return Err(self.end_of_fragment());
        }
        self.coverage.enter(func, next);
        self.note_merge(st, func, next)
    }

    /// A jump to an earlier block in layout order counts as one more iteration of the loop there; coming
    /// to a block from before starts its loop afresh.
    fn count_iteration(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        from: Block,
        next: Block,
        bound: u64,
    ) -> Exec {
        let iterations = &mut st.thread_mut(thread).top_mut().iterations;
        let entry = iterations.iter_mut().find(|(block, _)| *block == next);
        if next > from {
            if let Some(entry) = entry {
                entry.1 = 0;
            }
            return Ok(());
        }
        let count = match entry {
            Some(entry) => {
                entry.1 += 1;
                entry.1
            }
            None => {
                iterations.push((next, 1));
                1
            }
        };
        if count > bound {
            // Undo: the cut state must look as it did before.
            let message = format!("a loop was left after {bound} iterations");
            return Err(self.cut(st, thread, CutKind::Unwind, message));
        }
        Ok(())
    }

    fn return_from(&mut self, st: &mut State, thread: ThreadId, values: &[Operand]) -> Exec {
        let func = st.thread(thread).top().func;
        let types = &self.program.functions[func].returns;
        let mut results = smallvec::SmallVec::<[Value; 2]>::new();
        for (&value, &ty) in values.iter().zip(types) {
            results.push(self.read_lazily(st, thread, value, ty));
        }
        let depth = st.thread(thread).frames.len();
        if depth == 1 {
            return self.last_return(st, thread, results.first().copied());
        }
        if self.is_atomic_function(func) {
            self.end_atomic(st, thread);
        }
        self.end_locals(st, thread);
        self.leaves_wait(st, thread);
        let thread_state = st.thread_mut(thread);
        let frame = thread_state.frames.pop().expect("the returning frame exists");
        let bytes = crate::state::frame_bytes(&frame);
        thread_state.stack_bytes = thread_state.stack_bytes.saturating_sub(bytes);
        let caller = thread_state.top_mut();
        caller.inst -= usize::from(frame.again);
        for (&reg, &value) in frame.results.iter().zip(&results) {
            caller.regs[reg.0 as usize] = value;
        }
        self.record_return(st, thread, func);
        Ok(())
    }

    /// The start function of a thread returned. For the initial thread that ends the program.
    fn last_return(&mut self, st: &mut State, thread: ThreadId, value: Option<Value>) -> Exec {
        if thread != Names::MAIN {
            let value = value.unwrap_or(Value::Undef);
            cleanup::check_return(self, st, thread)?;
            return self.end_thread(st, thread, value);
        }
        if self.checked_function_only(st, thread) {
            return Err(self.exit(st, thread, 0));
        }
        let code = match value {
            Some(Value::Word(word)) => word as i32,
            Some(Value::Term(_) | Value::Undef) | None => 0,
        };
        // `return` from main is `exit`: the run-time library's version runs registered functions.
        if let Some(exit) = self.program.function("exit")
            && self.program.functions[exit].body.is_some()
            && self.fits(exit, &[Type::Int(32)], &[])
        {
            let frame = self.new_frame(exit, &[value.unwrap_or(Value::Word(0))]);
            st.thread_mut(thread).frames.push(Rc::new(frame));
            return Ok(());
        }
        Err(self.exit(st, thread, code))
    }

    /// Whether the thread's start function is not `main` but one checked on its own.
    fn checked_function_only(&self, st: &State, thread: ThreadId) -> bool {
        let start = st.thread(thread).frames[0].func;
        self.program.functions[start].name != "main"
    }

    /// Ends the program as `exit` does.
    pub(crate) fn exit(&mut self, st: &mut State, thread: ThreadId, code: i32) -> Stop {
        if self.config.checks(FaultKind::Leak) {
            self.report_leaks(st, thread);
        }
        st.exiting = Some(code);
        Stop::Halt(Halt::Exit(code))
    }
}

pub(crate) fn body_of<'p>(program: &'p Program, frame: &Frame) -> &'p Body {
    program.functions[frame.func].body.as_ref().expect("frames belong to functions with a body")
}

impl Machine<'_> {
    pub(crate) fn is_float_cast(op: CastOp) -> bool {
        match op {
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => true,
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits => false,
        }
    }
}
