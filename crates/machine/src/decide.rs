//! Questions to the solver: what a condition can be here, and whether something must hold.
//!
//! An operation whose course depends on inputs asks [`Machine::decide`]. If both answers are feasible it is
//! abandoned with [`Stop::Fork`] and executed again from its start in two states, one per answer. So every
//! operation must reach its questions without lasting side effects: the state is the one before it.

use std::rc::Rc;

use raddle_expr::{Bits, Evaluator, Model, Sort, TermId, VarId};
use raddle_ir::Loc;
use raddle_solver::Answer;
use rustc_hash::FxHashMap;

use crate::fault::{Assumed, CutKind, Fault, FaultKind};
use crate::history::StackEntry;
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::trace::{TraceEvent, TraceKind};
use crate::value::Value;

/// How many of the newest path conditions are compared with a question before the solver is asked.
/// After a fork the answer is always the newest.
const RECENT: usize = 6;
/// How inputs begin that say whether a thread stays at a target.
pub(crate) const STAYS: &str = "stays";

impl Machine<'_> {
    /// The value of a truth value here; forks if it can be both.
    pub(crate) fn decide(&mut self, st: &mut State, thread: ThreadId, value: Value) -> Exec<bool> {
        let condition = match value {
            Value::Word(word) => return Ok(word & 1 == 1),
            Value::Term(term) => term,
            Value::Undef => unreachable!("undefined values are replaced when read"),
        };
        if self.is_generalising() {
            return Ok(self.follow(condition));
        }
        if let Some(known) = self.recently_decided(st, condition) {
            return Ok(known);
        }
        if self.config.follow_model {
            return self.follow_model(st, condition);
        }
        let here = self.terms.eval_bool(condition, &st.model);
        let negated = self.terms.not(condition);
        let (same, opposite) = if here { (condition, negated) } else { (negated, condition) };
        match self.solver.check(&mut self.terms, &st.path, &[opposite]) {
            Answer::Sat(other) => {
                let here_model = st.model.clone();
                let (if_true, if_false) =
                    if here { (here_model, other) } else { (other, here_model) };
                Err(Stop::Fork { condition, if_true, if_false })
            }
            Answer::Unsat(_) => Ok(here),
            Answer::Unknown(reason) => {
                self.solver_gave_up(st, thread, reason);
                st.path = st.path.and(same);
                Ok(here)
            }
        }
    }

    /// The input that decides whether a thread stays at a target, if that is all a condition depends on.
    pub(crate) fn whether_to_stay(&self, condition: TermId) -> Option<VarId> {
        match self.terms.vars_of(condition)[..] {
            [var] if self.terms.var_name(var).starts_with(STAYS) => Some(var),
            _ => None,
        }
    }

    /// Goes the way of the model. Only whether to stay at a target is still open: it is nobody's input, and nothing else depends on it.
    fn follow_model(&mut self, st: &mut State, condition: TermId) -> Exec<bool> {
        if let Some(var) = self.whether_to_stay(condition) {
            let with = |value: bool| {
                let mut model = (*st.model).clone();
                model.bits.insert(var, Bits::new(1, u128::from(value)));
                Rc::new(model)
            };
            let (one, other) = (with(true), with(false));
            let holds = self.terms.eval_bool(condition, &one);
            let (if_true, if_false) = if holds { (one, other) } else { (other, one) };
            return Err(Stop::Fork { condition, if_true, if_false });
        }
        self.counters.followed_model += 1;
        let holds = self.model_says(condition, &st.model);
        let same = if holds { condition } else { self.terms.not(condition) };
        st.path = st.path.and(same);
        Ok(holds)
    }

    /// The value of a condition under a model that many conditions are evaluated under.
    pub(crate) fn model_says(&mut self, condition: TermId, model: &Rc<Model>) -> bool {
        let known = self.followed_values.take().filter(|(of, _)| Rc::ptr_eq(of, model));
        let values = known.map(|(_, values)| values).unwrap_or_default();
        let mut evaluator = Evaluator::resume(model, values);
        let holds = evaluator.eval_bool(&self.terms, condition);
        let values = evaluator.into_values();
        self.followed_values = Some((model.clone(), values));
        holds
    }

    pub(crate) fn recently_decided(&mut self, st: &State, condition: TermId) -> Option<bool> {
        let negated = self.terms.not(condition);
        st.path.iter().take(RECENT).find_map(|known| {
            if known == condition { Some(true) } else { (known == negated).then_some(false) }
        })
    }

    /// Goes on only where `ok` holds; where it may fail, that is a fault of the given kind.
    pub(crate) fn demand(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ok: Value,
        kind: FaultKind,
        message: impl FnOnce(&mut Self) -> String,
    ) -> Exec {
        let ok = match ok {
            Value::Word(word) if word & 1 == 1 => return Ok(()),
            Value::Word(_) => {
                let message = message(self);
                return Err(self.fail(st, thread, kind, message));
            }
            Value::Term(term) => term,
            Value::Undef => unreachable!("undefined values are replaced when read"),
        };
        if self.is_generalising() {
            return self.follow_check(st, thread, ok, kind);
        }
        if self.recently_decided(st, ok) == Some(true) {
            return Ok(());
        }
        let bad = self.terms.not(ok);
        if self.config.follow_model && self.model_says(ok, &st.model) {
            st.path = st.path.and(ok);
            return Ok(());
        }
        if self.terms.eval_bool(bad, &st.model) {
            let message = message(self);
            let model = st.model.clone();
            self.record_fault(st, thread, kind, message, Some((bad, model)));
            return self.assume_term(st, thread, ok, Halt::Fault);
        }
        match self.solver.check(&mut self.terms, &st.path, &[bad]) {
            Answer::Unsat(_) => return Ok(()),
            Answer::Sat(model) => {
                let message = message(self);
                self.record_fault(st, thread, kind, message, Some((bad, model)));
            }
            Answer::Unknown(reason) => self.solver_gave_up(st, thread, reason),
        }
        st.path = st.path.and(ok);
        Ok(())
    }

    /// Records whether `ok` may fail, and goes on either way.
    pub(crate) fn check_and_go_on(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        ok: Value,
        kind: FaultKind,
        message: String,
    ) {
        let bad = match ok {
            Value::Word(word) if word & 1 == 1 => return,
            Value::Word(_) => {
                self.record_fault(st, thread, kind, message, None);
                return;
            }
            Value::Term(ok) if self.is_generalising() => {
                // Where it fails it was reported already, and nothing else depends on it.
                let _ = self.follow_check(st, thread, ok, kind);
                return;
            }
            Value::Term(_) if self.config.follow_model => return,
            Value::Term(ok) => self.terms.not(ok),
            Value::Undef => unreachable!("undefined values are replaced when read"),
        };
        match self.solver.check(&mut self.terms, &st.path, &[bad]) {
            Answer::Unsat(_) => {}
            Answer::Sat(model) => self.record_fault(st, thread, kind, message, Some((bad, model))),
            Answer::Unknown(reason) => self.solver_gave_up(st, thread, reason),
        }
    }

    /// Goes on only where the value is true; otherwise the thread halts.
    pub(crate) fn assume(&mut self, st: &mut State, thread: ThreadId, value: Value) -> Exec {
        match value {
            Value::Word(word) if word & 1 == 1 => Ok(()),
            Value::Word(_) => Err(Stop::Halt(Halt::Assume)),
            Value::Term(term) => self.assume_term(st, thread, term, Halt::Assume),
            Value::Undef => unreachable!("undefined values are replaced when read"),
        }
    }

    fn assume_term(&mut self, st: &mut State, thread: ThreadId, term: TermId, or: Halt) -> Exec {
        if self.is_generalising() {
            return if self.follow(term) { Ok(()) } else { Err(Stop::Halt(or)) };
        }
        if !self.terms.eval_bool(term, &st.model) {
            match self.solver.check(&mut self.terms, &st.path, &[term]) {
                Answer::Sat(model) => st.model = model,
                Answer::Unsat(_) => return Err(Stop::Halt(or)),
                Answer::Unknown(reason) => {
                    self.solver_gave_up(st, thread, reason);
                    return Err(Stop::Halt(Halt::Cut));
                }
            }
        }
        st.path = st.path.and(term);
        Ok(())
    }

    /// A value whose course must not depend on memory nobody wrote: a branch condition, a size. Where that is not asked about, it is assumed
    /// that such memory holds any value.
    pub(crate) fn demand_defined(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        value: Value,
        what: &'static str,
    ) -> Exec {
        if !self.uninitialised_is_arbitrary() || self.is_generalising() {
            return self.demand_meaning(st, thread, value, what);
        }
        let Value::Term(term) = value else { return Ok(()) };
        if !self.terms.has_marked(term) {
            return Ok(());
        }
        let assumption = (Assumed::ArbitraryMemory, self.here(st, thread).loc);
        if !self.outbox.assumptions.contains(&assumption) {
            let (differs, _) = self.differs_if_undefined(term);
            match self.solver.check(&mut self.terms, &st.path, &[differs]) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) | Answer::Unknown(_) => {
                    self.outbox.assumptions.insert(assumption);
                }
            }
        }
        Ok(())
    }

    /// A value with which nothing can be done if it depends on memory nobody wrote: a pointer.
    pub(crate) fn demand_meaning(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        value: Value,
        what: &'static str,
    ) -> Exec {
        let Value::Term(term) = value else { return Ok(()) };
        if self.is_generalising() {
            self.follow_defined(term);
            return Ok(());
        }
        if !self.terms.has_marked(term) {
            return Ok(());
        }
        let (differs, depends_on_inputs) = self.differs_if_undefined(term);
        let same = self.terms.not(differs);
        match self.solver.check(&mut self.terms, &st.path, &[differs]) {
            Answer::Unsat(_) => Ok(()),
            Answer::Sat(model) => {
                let message = format!("{what} depends on uninitialised memory");
                self.record_fault(
                    st,
                    thread,
                    FaultKind::Uninitialised,
                    message,
                    Some((differs, model)),
                );
                if !depends_on_inputs {
                    // No input makes it defined: whatever follows would be chance.
                    return Err(Stop::Halt(Halt::Fault));
                }
                // Some other contents may do as well although it depends on them.
                let defined = self.same_for_extremes(term);
                let same = self.terms.and(same, defined);
                self.assume_term(st, thread, same, Halt::Fault)
            }
            Answer::Unknown(reason) => {
                self.solver_gave_up(st, thread, reason);
                Ok(())
            }
        }
    }

    /// The condition that a value is the same whether undefined bytes hold nothing but zeros or nothing but ones. Where it does not hold, the value depends on them.
    fn same_for_extremes(&mut self, term: TermId) -> TermId {
        let (mut zeros, mut ones) = (FxHashMap::default(), FxHashMap::default());
        for var in self.terms.vars_of(term).to_vec() {
            if let (true, Sort::Bits(width)) = (self.terms.is_marked(var), self.terms.var_sort(var))
            {
                let (var, zero) = (self.terms.var_term(var), self.terms.constant(width, 0));
                zeros.insert(var, zero);
                ones.insert(var, self.terms.not(zero));
            }
        }
        let low = self.terms.substitute(term, &zeros);
        let high = self.terms.substitute(term, &ones);
        self.terms.eq(low, high)
    }

    /// The condition that other contents of undefined bytes can make a value another one; whether it depends on inputs, too.
    pub(crate) fn differs_if_undefined(&mut self, term: TermId) -> (TermId, bool) {
        let mut other = FxHashMap::default();
        let mut depends_on_inputs = false;
        for var in self.terms.vars_of(term).to_vec() {
            if !self.terms.is_marked(var) {
                depends_on_inputs = true;
            } else {
                let (name, sort) =
                    (format!("{}'", self.terms.var_name(var)), self.terms.var_sort(var));
                let twin = self.terms.marked_var(&name, sort);
                other.insert(self.terms.var_term(var), twin);
            }
        }
        let twin = self.terms.substitute(term, &other);
        (self.terms.ne(term, twin), depends_on_inputs)
    }

    /// Whether misbehaviour does not count yet.
    pub fn is_too_early(&mut self, st: &State) -> bool {
        let Some(variable) = self.config.counts_after else { return false };
        let object = self.facts.global_objects[variable];
        object.is_some_and(|object| self.load_state(st, object, 0, 4) == Value::Word(0))
    }

    /// Whether a thread is still on its way to where the context says it stands. What fails there is no run of the program.
    pub(crate) fn is_prelude(&self, st: &State, thread: ThreadId) -> bool {
        let Some(surroundings) = &self.config.surroundings else { return false };
        let frame = st.thread(thread).frames.last();
        frame.is_some_and(|frame| surroundings.preludes.contains(&frame.func))
    }

    /// A fault that ends this thread's part of the run.
    pub(crate) fn fail(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: FaultKind,
        message: String,
    ) -> Stop {
        self.record_fault(st, thread, kind, message, None);
        Stop::Halt(Halt::Fault)
    }

    pub(crate) fn record_fault(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: FaultKind,
        message: String,
        condition: Option<(TermId, Rc<Model>)>,
    ) {
        self.record_fault_with(st, thread, kind, message, condition, Vec::new());
    }

    pub(crate) fn record_fault_with(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: FaultKind,
        message: String,
        condition: Option<(TermId, Rc<Model>)>,
        related: Vec<(String, Loc)>,
    ) {
        if self.is_prelude(st, thread) || self.is_too_early(st) {
            return;
        }
        let stack = self.stack(st, thread);
        let own = stack.iter().find(|entry| self.is_user_location(entry.loc));
        let own = own.or(stack.first()).copied();
        if !self.config.checks(kind) || !self.config.counts(kind, own.map(|entry| entry.func)) {
            self.inactive_fault(kind, message, &stack);
            return;
        }
        if let (Some(recorder), Some(entry)) = (&mut self.recorder, own) {
            recorder.push(TraceEvent {
                thread,
                kind: TraceKind::Fault,
                func: entry.func,
                loc: entry.loc,
                text: message.clone(),
                visible: true,
                transition: st.decisions.len(),
                cell: None,
                condition: None,
            });
        }
        let (path, model) = match condition {
            Some((term, model)) => (st.path.and(term), model),
            None => (st.path.clone(), st.model.clone()),
        };
        let (inputs, decisions) = (st.inputs.clone(), st.decisions.clone());
        self.outbox.faults.push(Fault {
            kind,
            message,
            thread,
            stack,
            related,
            path,
            model,
            inputs,
            decisions,
            views: st.views.clone(),
            unknowns: st.unknowns.clone(),
        });
    }

    /// Undefined behaviour that the user did not ask about still ends the path, so it taints "safe". A
    /// failed assertion and a trap are defined behaviour: the program aborts. Code that must not be reached is not.
    fn inactive_fault(&mut self, kind: FaultKind, message: String, stack: &[StackEntry]) {
        let defined = match kind {
            FaultKind::Unreachable => false,
            FaultKind::Leak => true,
            kind => kind.property() == crate::property::Property::Assert,
        };
        if defined {
            return;
        }
        let own = stack.iter().find(|entry| self.is_user_location(entry.loc));
        let hunting = self
            .config
            .focus
            .as_ref()
            .is_some_and(|focus| focus.kinds.contains(&FaultKind::Target));
        if hunting && matches!(kind, FaultKind::NullDereference | FaultKind::DivisionByZero) {
            let loc = own.or(stack.first()).map_or(Loc::NONE, |entry| entry.loc);
            self.outbox.assumptions.insert((Assumed::MistakesEndRuns, loc));
            return;
        }
        if let Some(entry) = own.or(stack.first()).copied() {
            let message = format!("{message} (property {})", kind.property().name());
            self.cut_at(CutKind::UndefinedBehaviour, message, entry.func, entry.loc);
        }
    }

    /// Takes the faults met so far, to tell somebody.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        let faults = std::mem::take(&mut self.outbox.faults);
        for fault in &faults {
            let key = self.key_of(fault);
            self.outbox.told.insert(key);
        }
        faults
    }

    /// Whether somebody was told of a fault, or will be. Those that were met in a trial and dropped again do not count.
    pub fn is_reported(&self, kind: FaultKind, loc: Loc) -> bool {
        self.outbox.told.contains(&(kind, loc))
            || self.outbox.faults.iter().any(|fault| self.key_of(fault) == (kind, loc))
    }

    /// How many faults somebody was told of, or will be.
    pub fn told_or_met(&self) -> usize {
        self.outbox.told.len() + self.outbox.faults.len()
    }

    fn key_of(&self, fault: &Fault) -> (FaultKind, Loc) {
        let own = fault.stack.iter().find(|entry| self.is_user_location(entry.loc));
        let own = own.or(fault.stack.first());
        (fault.kind, own.map_or(Loc::NONE, |entry| entry.loc))
    }

    /// The call stack of a thread, innermost first.
    pub fn stack(&self, st: &State, thread: ThreadId) -> Vec<StackEntry> {
        let frames = st.thread(thread).frames.iter().rev();
        frames
            .enumerate()
            .map(|(depth, frame)| {
                // A caller stands behind its call already.
                let inst = if depth == 0 { frame.inst } else { frame.inst.saturating_sub(1) };
                StackEntry { func: frame.func, loc: self.loc_of(frame.func, frame.block, inst) }
            })
            .collect()
    }

    fn loc_of(&self, func: raddle_ir::FuncId, block: raddle_ir::Block, inst: usize) -> Loc {
        let function = &self.program.functions[func];
        let Some(body) = &function.body else { return function.loc };
        let block = &body.blocks[block];
        block.insts.get(inst).map_or(block.terminator_loc, |inst| inst.loc)
    }

    /// Where a thread stands, as its user sees it: in the innermost function of the user's own files.
    pub(crate) fn here(&self, st: &State, thread: ThreadId) -> StackEntry {
        let frame = st.thread(thread).top();
        let loc = self.loc_of(frame.func, frame.block, frame.inst);
        if self.is_user_location(loc) {
            return StackEntry { func: frame.func, loc };
        }
        let stack = self.stack(st, thread);
        let own = stack.iter().find(|entry| self.is_user_location(entry.loc));
        own.copied().unwrap_or(StackEntry { func: frame.func, loc })
    }

    /// Whether a thread executes code of the run-time library.
    pub(crate) fn is_in_library(&self, st: &State, thread: ThreadId) -> bool {
        let frame = st.thread(thread).top();
        let loc = self.loc_of(frame.func, frame.block, frame.inst);
        !loc.is_none() && !self.is_user_location(loc)
    }

    pub(crate) fn cut(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: CutKind,
        message: String,
    ) -> Stop {
        let here = self.here(st, thread);
        self.cut_at(kind, message, here.func, here.loc);
        Stop::Halt(Halt::Cut)
    }

    fn solver_gave_up(
        &mut self,
        st: &State,
        thread: ThreadId,
        reason: raddle_solver::UnknownReason,
    ) {
        let (kind, message) = match reason {
            raddle_solver::UnknownReason::Timeout => {
                (CutKind::SolverTimeout, "a solver query took too much work or time")
            }
            raddle_solver::UnknownReason::Interrupted => (CutKind::Interrupted, "interrupted"),
            raddle_solver::UnknownReason::Unsupported => {
                (CutKind::Unsupported, "the solver cannot express a condition")
            }
        };
        let here = self.here(st, thread);
        self.cut_at(kind, message.to_owned(), here.func, here.loc);
    }
}
