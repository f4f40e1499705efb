//! Joins: a branch on inputs whose sides only compute is not followed twice. Both sides are evaluated, and what they leave behind becomes one state whose values are choices.
//!
//! N such branches in a row are one path then and not 2^N. It is if-conversion as compilers know it, or the simplest form of
//! state merging (Kuznetsov, Kinder, Bucur and Candea, *Efficient state merging in symbolic execution*, PLDI 2012): a state is never kept to wait for another one.
//!
//! **What is joined.** The sides of a diamond of the program (`raddle_analysis::Diamonds`), if inputs can take both. Each side is executed on its own copy of the state, whose path has the side's
//! condition, by the same operations as ever: so what could go wrong in a side is asked under its condition. A side that does anything but change registers and own memory
//! (a fault, a cut, an assumption about inputs, something other threads may notice, a further fork, a halt, a new object, an input) is no side to join: the copies are dropped,
//! and the branch forks as it would have. Branches within a side are joined first.
//!
//! **What is not worth it.** Two pointers make every access behind them a question, and two numbers that addresses or branches in loops depend on make one of each of them. In a program that may go
//! on for ever, two numbers that leave the function would keep circles of states from closing. Nor are many differences joined. Undefined values are never joined with others: what depends on them is reported where it is used.
//!
//! **What is decided instead.** `state = c == '*' ? BODY : CODE` is a join that compilers make: one instruction, and no branch. If both arms are numbers and
//! branches in a loop depend on the result, it is a branch like any other: each arm is followed on its own. A machine whose states are numbers comes back to them; one whose states are conditions on all inputs so far
//! never does.
//!
//! **Summaries.** Executed over cells (`generalise.rs`), a transition joins where it joined before (`Rest::joined`); a guard met in a side is asked for only under the side's condition. Where a branch is
//! followed instead, the effect is one of fewer states, and still right.
//!
//! **What it does not change.** Inputs decide the same things. A replay has inputs that are known, and nothing to join there: traces have the one side that was taken. Both sides are possible,
//! so both count as covered.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_analysis::{Diamonds, may_go_on};
use raddle_expr::{Model, TermId};
use raddle_ir::{Block, FuncId, Operand, Reg, Type};
use smallvec::SmallVec;

use crate::branching::Joined;
use crate::cells::NamingMark;
use crate::machine::Machine;
use crate::mistakes::JoinMistake;
use crate::names::{ObjectId, ThreadId};
use crate::object::Object;
use crate::state::{Frame, State, Status};
use crate::stop::{Exec, Stop};
use crate::value::Value;

/// Registers and places of memory that may differ between two sides.
const MOST_DIFFERENCES: usize = 8;
/// Instructions that a side executes.
const MOST_STEPS: usize = 256;

/// Bytes of an object.
type Range = (ObjectId, u64, u64);

impl Machine<'_> {
    /// Which side of a branch is taken; `None` if both were, and the state stands where they come together.
    pub(crate) fn side_or_join(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        cond: Value,
        sides: (Block, Block),
    ) -> Exec<Option<bool>> {
        let (Some(join), Value::Term(condition)) = (self.join_of(st, thread), cond) else {
            return self.decide(st, thread, cond).map(Some);
        };
        if self.is_generalising() {
            let here = joined_here(st, thread);
            if st.rest.to_join.iter_back().any(|known| *known == here) {
                let mark = self.guard_mark();
                let models = (st.model.clone(), st.model.clone());
                if let Some(joined) = self.join(st, thread, (condition, models), sides, join) {
                    return self.stand_at(st, thread, joined);
                }
                self.forget_guards(mark);
            }
            return self.decide(st, thread, cond).map(Some);
        }
        match self.decide(st, thread, cond) {
            Err(Stop::Fork { condition, if_true, if_false }) => {
                let models = (if_true.clone(), if_false.clone());
                match self.join(st, thread, (condition, models), sides, join) {
                    Some(joined) => {
                        self.counters.joined += 1;
                        self.stand_at(st, thread, joined)
                    }
                    None => Err(Stop::Fork { condition, if_true, if_false }),
                }
            }
            decided => decided.map(Some),
        }
    }

    fn stand_at(&mut self, st: &mut State, thread: ThreadId, joined: State) -> Exec<Option<bool>> {
        *st = joined;
        let frame = st.thread(thread).top();
        let (func, block) = (frame.func, frame.block);
        self.note_merge(st, func, block)?;
        Ok(None)
    }

    /// Where the sides of the branch that a thread stands before come together, if they may be joined in this state.
    fn join_of(&mut self, st: &State, thread: ThreadId) -> Option<Block> {
        if !self.may_join(st) {
            return None;
        }
        let frame = st.thread(thread).top();
        let block = frame.block;
        self.diamonds(frame.func).join(block)
    }

    fn may_join(&self, st: &State) -> bool {
        self.config.joins
            && self.recorder.is_none()
            && self.meter.is_none()
            && self.detours.is_none()
            && !self.config.follow_model
            && st.speculation.is_none()
            && st.poison.is_empty()
    }

    /// Whether a choice between two operands is a branch: both are numbers, and branches in loops depend on which.
    pub(crate) fn is_branch(
        &mut self,
        st: &State,
        thread: ThreadId,
        dst: Reg,
        arms: (Operand, Operand),
    ) -> bool {
        let (Operand::Const(one), Operand::Const(other)) = arms else { return false };
        let func = st.thread(thread).top().func;
        one != other && self.may_join(st) && self.diamonds(func).turns(dst)
    }

    fn diamonds(&mut self, func: FuncId) -> Rc<Diamonds> {
        let program = self.program;
        let known = self.facts.diamonds.entry(func).or_insert_with(|| {
            let body = program.functions[func].body.as_ref().expect("frames have bodies");
            Rc::new(Diamonds::new(program, body))
        });
        known.clone()
    }

    fn may_go_on(&mut self) -> bool {
        let program = self.program;
        *self.facts.may_go_on.get_or_insert_with(|| may_go_on(program))
    }

    /// The state where both sides have come together; `None` if they cannot be joined, or should not be.
    fn join(
        &mut self,
        st: &State,
        thread: ThreadId,
        (condition, models): (TermId, (Rc<Model>, Rc<Model>)),
        (then, otherwise): (Block, Block),
        join: Block,
    ) -> Option<State> {
        let negated = self.terms.not(condition);
        let mark = self.outbox.mark();
        let (_, named) = self.guard_mark();
        let outer = self.generalising.as_ref().map(|general| general.side);
        let side = |machine: &mut Self, guard, model, edge, next| {
            let within = outer.map(|outer| match outer {
                Some(outer) => machine.terms.and(outer, guard),
                None => guard,
            });
            machine.set_side(within);
            let after = machine.side(st, thread, (guard, model), (edge, next), join);
            machine.set_side(outer.flatten());
            after
        };
        let both = side(self, condition, models.0, 0, then)
            .and_then(|holds| Some((holds, side(self, negated, models.1, 1, otherwise)?)));
        let failed = self.outbox.mark() != mark;
        self.outbox.return_to(mark);
        if failed && self.config.join_mistake != Some(JoinMistake::FailingSideJoined) {
            return None;
        }
        let (holds, fails) = both?;
        let joined = self.joined(st, thread, condition, (&holds, &fails))?;
        self.fix_names_since(named);
        Some(joined)
    }

    /// A side that is not taken accesses nothing: where its bytes are under other names is not asked.
    fn fix_names_since(&mut self, mark: Option<NamingMark>) {
        let naming = self.generalising.as_mut().and_then(|general| general.naming.as_mut());
        if let (Some(naming), Some(mark)) = (naming, mark) {
            naming.named.fixed |= naming.named.spots.len() > mark.spots;
        }
    }

    fn set_side(&mut self, side: Option<TermId>) {
        if let Some(general) = &mut self.generalising {
            general.side = side;
        }
    }

    /// One side up to the join.
    fn side(
        &mut self,
        st: &State,
        thread: ThreadId,
        (guard, model): (TermId, Rc<Model>),
        (edge, next): (usize, Block),
        join: Block,
    ) -> Option<State> {
        let mut side = st.clone();
        side.memory.track();
        side.path = side.path.and(guard);
        side.model = model;
        // Nothing rests half-way.
        side.rest.forked = false;
        side.rest.after = None;
        let depth = side.thread(thread).frames.len();
        self.jump(&mut side, thread, next, Some(edge)).ok()?;
        for _ in 0..MOST_STEPS {
            let owner = side.thread(thread);
            if owner.status != Status::Running {
                return None;
            }
            let frame = owner.top();
            if owner.frames.len() == depth && frame.block == join && frame.inst == 0 {
                return self.did_nothing_else(st, &side, thread).then_some(side);
            }
            self.counters.instructions += 1;
            self.execute_next(&mut side, thread).ok()?;
        }
        None
    }

    /// Whether a side has changed nothing but registers of its function and memory.
    fn did_nothing_else(&self, before: &State, after: &State, thread: ThreadId) -> bool {
        let (old, new) = (before.thread(thread), after.thread(thread));
        let below = old.frames.len() - 1;
        let frames = |one: &Rc<Frame>, other: &Rc<Frame>| Rc::ptr_eq(one, other);
        let (one, other) = (&before.event, &after.event);
        let may_fail = self.config.join_mistake == Some(JoinMistake::FailingSideJoined);
        new.frames.len() == old.frames.len()
            && old.frames[..below].iter().zip(&new.frames[..below]).all(|(a, b)| frames(a, b))
            && old.top().locals == new.top().locals
            && (old.allocations, old.inputs, old.undefined, old.created)
                == (new.allocations, new.inputs, new.undefined, new.created)
            && (old.stack_bytes, old.held.len(), old.branches)
                == (new.stack_bytes, new.held.len(), new.branches)
            && (old.phase.step, old.phase.code) == (new.phase.step, new.phase.code)
            && before.threads.len() == after.threads.len()
            && (may_fail || after.path.len() == before.path.len() + 1)
            && before.decisions.len() == after.decisions.len()
            && before.sides.len() == after.sides.len()
            && before.inputs.len() == after.inputs.len()
            && before.output.len() == after.output.len()
            && (before.exiting, before.unjoined, before.granted, before.acting, before.atomic)
                == (after.exiting, after.unjoined, after.granted, after.acting, after.atomic)
            && (one.accesses.len(), one.created.len(), one.fences.len(), one.private.len())
                == (
                    other.accesses.len(),
                    other.created.len(),
                    other.fences.len(),
                    other.private.len(),
                )
            && one.obscure == other.obscure
            && after.speculation.is_none()
            && after.poison.is_empty()
    }

    /// One state of two that differ in a few values.
    fn joined(
        &mut self,
        before: &State,
        thread: ThreadId,
        condition: TermId,
        (holds, fails): (&State, &State),
    ) -> Option<State> {
        let (one, other) = (holds.thread(thread).top(), fails.thread(thread).top());
        if one.iterations != other.iterations {
            return None;
        }
        let live = self.live_registers(one);
        let regs = one.regs.iter().zip(&other.regs).enumerate();
        let differing: SmallVec<[usize; 8]> =
            regs.filter(|(_, (one, other))| one != other).map(|(reg, _)| reg).collect();
        let is_live = |reg: usize| live.iter().any(|live| live.0 as usize == reg);
        let ranges = self.written(before, holds, fails)?;
        let differences = differing.iter().filter(|&&reg| is_live(reg)).count() + ranges.len();
        if differences > MOST_DIFFERENCES {
            return None;
        }
        let (func, mut regs) = (one.func, one.regs.clone());
        for reg in differing {
            let value = if is_live(reg) {
                let values = (one.regs[reg], other.regs[reg]);
                self.joined_register(func, Reg(reg as u32), condition, values)?
            } else {
                Value::Undef
            };
            regs[reg] = value;
        }
        let mut joined = before.clone();
        for (object, offset, size) in ranges {
            let values = if self.is_generalising() {
                (
                    self.load_general(holds, object, offset, size),
                    self.load_general(fails, object, offset, size),
                )
            } else {
                (
                    self.load_plain(holds, object, offset, size),
                    self.load_plain(fails, object, offset, size),
                )
            };
            let numbers = matches!(values, (Value::Word(_), Value::Word(_)));
            if numbers && values.0 != values.1 && (before.unjoined > 0 || self.may_go_on()) {
                return None;
            }
            let value = match self.config.join_mistake {
                Some(JoinMistake::UntakenStoreKept) => values.0,
                _ => self.either(condition, values, size as u32 * 8)?,
            };
            if value == Value::Undef {
                return None;
            }
            self.store_at(&mut joined, object, offset, size, value);
        }
        let frame = joined.thread_mut(thread).top_mut();
        frame.regs = regs;
        frame.block = one.block;
        frame.inst = 0;
        frame.iterations = one.iterations.clone();
        joined.jumps = holds.jumps.max(fails.jumps);
        joined.rest.joined.push(joined_here(before, thread));
        for side in [holds, fails] {
            let known = before.rest.joined.len();
            let new = (side.rest.joined.len() - known) as usize;
            for inner in side.rest.joined.iter_back().take(new) {
                joined.rest.joined.push(*inner);
            }
        }
        Some(joined)
    }

    fn joined_register(
        &mut self,
        func: FuncId,
        reg: Reg,
        condition: TermId,
        values: (Value, Value),
    ) -> Option<Value> {
        let body = self.program.functions[func].body.as_ref()?;
        let ty = body.regs[reg].ty;
        if ty == Type::Ptr {
            return None;
        }
        let width = ty.bits(&self.program.target);
        if matches!(values, (Value::Word(_), Value::Word(_))) {
            let diamonds = self.diamonds(func);
            if diamonds.steers(reg) || (self.may_go_on() && diamonds.leaves(reg)) {
                return None;
            }
        }
        self.either(condition, values, width)
    }

    /// The first value if the condition holds, else the second; `None` if that is no value to go on with.
    fn either(&mut self, condition: TermId, values: (Value, Value), width: u32) -> Option<Value> {
        if values.0 == values.1 {
            return Some(values.0);
        }
        let fits = |value: Value| match value {
            Value::Word(word) => {
                width < self.facts.pointer_bits || self.names.resolve(word).is_none()
            }
            Value::Term(term) => !self.terms.has_marked(term) && self.terms.width(term) == width,
            Value::Undef => false,
        };
        if !fits(values.0) || !fits(values.1) {
            return None;
        }
        let (one, other) = match self.config.join_mistake {
            Some(JoinMistake::GuardSwapped) => (values.1, values.0),
            _ => values,
        };
        let (one, other) = (one.term(&mut self.terms, width), other.term(&mut self.terms, width));
        let either = self.terms.ite(condition, one, other);
        Some(Value::of_term(&self.terms, either))
    }

    /// What either side has written, as far as it is not too much anyway; `None` if it changed something else about objects.
    fn written(&self, before: &State, holds: &State, fails: &State) -> Option<Vec<Range>> {
        let ranges = RefCell::new(Vec::new());
        for side in [holds, fails] {
            let compare = |old: &Object, new: &Object| {
                let same = (old.size, old.life, old.shared, old.length)
                    == (new.size, new.life, new.shared, new.length);
                for &(from, to) in new.written_since(old) {
                    let range = (new.id, from, to - from);
                    let mut ranges = ranges.borrow_mut();
                    if ranges.len() <= MOST_DIFFERENCES && !ranges.contains(&range) {
                        ranges.push(range);
                    }
                }
                same
            };
            if !before.memory.all_changed(&side.memory, &compare) {
                return None;
            }
        }
        Some(ranges.into_inner())
    }
}

fn joined_here(st: &State, thread: ThreadId) -> Joined {
    let owner = st.thread(thread);
    let frame = owner.top();
    let depth = owner.frames.len() as u32;
    Joined { func: frame.func, block: frame.block, depth, passed: st.rest.passed }
}
