//! What a transition does in every state that takes the same course, not just in the one it was executed in.
//!
//! The transition is executed again with *cells* in place of values: each register and each place of memory
//! that it reads is a variable. Every decision is answered as it was answered before, and becomes a
//! condition on cells (a guard); an address becomes a guard that pins it. What the transition leaves behind
//! are terms over the cells of the state before it, so a condition on the state after it turns into one on
//! the state before it by substitution. Library models need no second description: those that compute with
//! values generalise, the others read their cells through `load_at`, which pins what it reads.
//!
//! Whatever cannot be expressed like this makes the effect unusable, never wrong.

use std::rc::Rc;

use raddle_expr::{Bits, Model, Sort, TermId, VarId};
use raddle_ir::Reg;
use smallvec::SmallVec;

use crate::cells::{Blocking, Cell, Effect, Generalising, Guard, Otherwise};
use crate::cells::{Named, Naming, NamingMark, Spot};
use crate::event::Event;
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::memory::Touched;
use crate::mistakes::SummaryMistake;
use crate::names::{ObjectId, ThreadId};
use crate::state::{Halt, Rest, State, Status};
use crate::stop::{Exec, Settled, Stop};
use crate::value::Value;

/// How much a transition may execute: it is executed again, in a slow way.
const FUEL: u64 = 1 << 16;

impl Machine<'_> {
    /// The transition of `thread` from `before`, on the inputs of `model`, which led to `after`. `None` if
    /// it cannot be expressed over cells.
    pub fn effect(
        &mut self,
        before: &State,
        thread: ThreadId,
        model: &Rc<Model>,
        after: &State,
    ) -> Option<Effect> {
        let target = after.thread(thread).frames.as_slice();
        let frames = &before.thread(thread).frames;
        let untouched = frames.iter().zip(target).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        // Whoever halted may have been put back to where it was, and a step that fails at once looks at its frame, too.
        let untouched = match after.thread(thread).status {
            Status::Halted(_) => 0,
            Status::Running | Status::Done => untouched.min(frames.len().saturating_sub(1)),
        };
        let rest = Rest {
            after: after.rest.now.then_some(after.rest.passed),
            to_join: after.rest.joined.clone(),
            ..Rest::default()
        };
        let (settled, general, start) = self.generalise(before, thread, model, untouched, rest)?;
        let Settled::Done(mut result) = settled else { return None };
        if !before.rest.now {
            undo_section(&start, &mut result, thread);
        }
        if general.opaque || !self.has_same_control(&result, after) {
            return None;
        }
        let named = self.named(general.naming, &result.event);
        Some(Effect {
            guards: general.guards,
            defined: general.defined,
            named,
            thread,
            before: start,
            after: result,
            untouched_frames: untouched,
        })
    }

    /// What a transition owes to names, all that others may notice of it included.
    fn named(&mut self, naming: Option<Naming>, event: &Event) -> Named {
        let Some(mut named) = naming.map(|naming| naming.named) else { return Named::default() };
        for access in &event.accesses {
            let covers = |spot: &Spot| {
                spot.object == access.object && spot.start <= access.start && access.end <= spot.end
            };
            if !named.spots.iter().any(covers) {
                let anchor = self.anchor(access.object, access.start, access.end);
                named.spots.push(anchor);
            }
        }
        named
    }

    /// The conditions under which a thread cannot move, as in this state.
    pub fn blocking_guards(&mut self, state: &State, thread: ThreadId) -> Option<Blocking> {
        if let Some(waits) = self.waits_in_loop(state, thread) {
            let mut guards = self.pinned_registers(state, thread)?;
            for (access, value) in waits.iter() {
                let size = (access.end - access.start) as u32;
                let cell = Cell::Memory { object: access.object, offset: access.start, size };
                guards.push(self.pinned(cell, size * 8, *value)?);
            }
            // Registers are pinned, addresses among them.
            let named = Named { fixed: true, ..Named::default() };
            return Some(Blocking { guards, named });
        }
        let model = state.model.clone();
        let rest = Rest::default();
        let (settled, general, _) = self.generalise(state, thread, &model, 0, rest)?;
        if general.opaque {
            return None;
        }
        match settled {
            Settled::Blocked(event) => {
                let guards = general.guards.iter().map(|guard| guard.condition).collect();
                let named = self.named(general.naming, &event);
                Some(Blocking { guards, named })
            }
            // It would come back to where it stands: true of exactly these values, and perhaps of others.
            Settled::Done(after) => {
                let named = self.named(general.naming, &after.event);
                let cells: Vec<(VarId, Bits)> = general
                    .model
                    .bits
                    .iter()
                    .filter(|&(variable, _)| self.cells.cell(variable).is_some())
                    .map(|(variable, bits)| (variable, bits.clone()))
                    .collect();
                let guards =
                    cells.into_iter().map(|(variable, bits)| self.equals(variable, bits)).collect();
                Some(Blocking { guards, named })
            }
            Settled::OutOfFuel(_) | Settled::Forked(..) => None,
        }
    }

    /// Every register of a thread has the value it has here.
    fn pinned_registers(&mut self, state: &State, thread: ThreadId) -> Option<Vec<TermId>> {
        let mut guards = Vec::new();
        for depth in 0..state.thread(thread).frames.len() {
            for (reg, bits) in self.live_cells(state, thread, depth) {
                let value = state.thread(thread).frames[depth].regs[reg.0 as usize];
                let cell = Cell::Register { thread, depth: depth as u32, reg };
                guards.push(self.pinned(cell, bits, value)?);
            }
        }
        Some(guards)
    }

    fn pinned(&mut self, cell: Cell, bits: u32, value: Value) -> Option<TermId> {
        let Value::Word(word) = value else { return None };
        let variable = self.cell_variable(cell, bits);
        let constant = self.terms.constant(bits, u128::from(word));
        Some(self.terms.eq(variable, constant))
    }

    /// Registers of a frame that hold something that may be read again, and their widths.
    fn live_cells(&mut self, st: &State, thread: ThreadId, depth: usize) -> Vec<(Reg, u32)> {
        let frames = &st.thread(thread).frames;
        let mut at = (*frames[depth]).clone();
        // A library function called from here comes back before its call, not behind it.
        at.inst -= usize::from(frames.get(depth + 1).is_some_and(|next| next.again));
        let live = self.live_registers(&at);
        let body = self.program.functions[at.func].body.as_ref().expect("frames have bodies");
        let defined = live.iter().filter(|reg| at.regs[reg.0 as usize] != Value::Undef);
        defined.map(|&reg| (reg, body.regs[reg].ty.bits(&self.program.target))).collect()
    }

    fn equals(&mut self, variable: VarId, bits: Bits) -> TermId {
        let constant = self.terms.constant_bits(bits);
        let variable = self.terms.var_term(variable);
        self.terms.eq(variable, constant)
    }

    fn generalise(
        &mut self,
        before: &State,
        thread: ThreadId,
        model: &Rc<Model>,
        untouched: usize,
        rest: Rest,
    ) -> Option<(Settled, Generalising, State)> {
        let general = Generalising {
            model: Model::clone(model),
            guards: Vec::new(),
            defined: Vec::new(),
            opaque: false,
            naming: (self.config.generalise_names && self.facts.pointer_bits == 64)
                .then(Naming::default),
            side: None,
        };
        let mut start = before.clone();
        start.model = model.clone();
        start.memory.track();
        let recorder = self.recorder.take();
        let (faults, cuts) = (self.outbox.faults.len(), self.outbox.cuts.len());
        let instructions = self.counters.instructions;
        self.generalising = Some(Box::new(general));
        self.generalise_registers(&mut start, thread, untouched);
        let mut granted = self.grant(start.clone(), thread);
        granted.rest = rest;
        let settled = self.settle(granted, FUEL);
        let general = self.generalising.take().expect("it was set above");
        self.outbox.faults.truncate(faults);
        self.outbox.cuts.truncate(cuts);
        self.counters.instructions = instructions;
        self.recorder = recorder;
        Some((settled, *general, start))
    }

    fn generalise_registers(&mut self, start: &mut State, thread: ThreadId, untouched: usize) {
        let frames = start.thread(thread).frames.len();
        for depth in untouched..frames {
            for (reg, bits) in self.live_cells(start, thread, depth) {
                let value = start.thread(thread).frames[depth].regs[reg.0 as usize];
                let cell = Cell::Register { thread, depth: depth as u32, reg };
                let general = self.cell_value(start, cell, bits, value);
                let frames = &mut start.thread_mut(thread).frames;
                Rc::make_mut(&mut frames[depth]).regs[reg.0 as usize] = general;
            }
        }
    }

    /// The variable of a cell.
    pub fn cell_variable(&mut self, cell: Cell, bits: u32) -> TermId {
        // The same register of another function in the same place may have another width.
        if let Some(&known) = self.cells.variables.get(&(cell, bits)) {
            return known;
        }
        let name = match cell {
            Cell::Register { thread, depth, reg } => format!("cell {thread}.{depth}.{reg}:{bits}"),
            Cell::Memory { object, offset, size } => format!("cell {object}+{offset}:{size}"),
            Cell::Base { object } => format!("base {object}"),
            Cell::Owner { thread } => format!("owner {thread}:{bits}"),
        };
        let variable = self.terms.var(&name, Sort::Bits(bits));
        self.cells.variables.insert((cell, bits), variable);
        for id in self.terms.vars_of(variable) {
            let (cells, index) = (&mut self.cells.cells, id.0 as usize);
            cells.resize(cells.len().max(index + 1), None);
            cells[index] = Some(cell);
        }
        variable
    }

    /// A cell that is read: its variable, whose value is kept to answer questions with.
    fn cell_value(&mut self, st: &State, cell: Cell, bits: u32, actual: Value) -> Value {
        let concrete = match actual {
            Value::Word(word) => Bits::new(bits, u128::from(word)),
            Value::Term(term) if !self.terms.has_marked(term) => self.terms.eval(term, &st.model),
            Value::Term(_) | Value::Undef => {
                self.cannot_generalise();
                return actual;
            }
        };
        let variable = self.cell_variable(cell, bits);
        let id = self.terms.vars_of(variable)[0];
        if let Some(general) = &mut self.generalising {
            general.model.bits.insert(id, concrete);
        }
        Value::Term(variable)
    }

    pub(crate) fn is_generalising(&self) -> bool {
        self.generalising.is_some()
    }

    pub(crate) fn cannot_generalise(&mut self) {
        if let Some(general) = &mut self.generalising {
            general.opaque = true;
        }
    }

    /// How far the transition has come, to go back to.
    pub(crate) fn guard_mark(&self) -> (usize, Option<NamingMark>) {
        self.generalising.as_ref().map_or((0, None), |general| {
            (general.guards.len(), general.naming.as_ref().map(Naming::mark))
        })
    }

    pub(crate) fn forget_guards(&mut self, (count, naming): (usize, Option<NamingMark>)) {
        if let Some(general) = &mut self.generalising {
            general.guards.truncate(count);
            if let (Some(own), Some(mark)) = (&mut general.naming, naming) {
                own.return_to(mark);
            }
        }
    }

    /// The value of a term on the inputs at hand.
    pub(crate) fn eval_here(&self, st: &State, term: TermId) -> Bits {
        let model = self.generalising.as_ref().map_or(&*st.model, |general| &general.model);
        self.terms.eval(term, model)
    }

    /// Whether a condition holds on the values at hand.
    pub(crate) fn holds_here(&self, condition: TermId) -> bool {
        let general = self.generalising.as_ref().expect("only asked while generalising");
        self.terms.eval_bool(condition, &general.model)
    }

    /// Answers a question as it was answered before, and notes the condition.
    pub(crate) fn follow(&mut self, condition: TermId) -> bool {
        self.follow_or(condition, |_| Otherwise::Another)
    }

    /// The same where it is known what would happen if the answer were the other one.
    pub(crate) fn follow_or(
        &mut self,
        condition: TermId,
        otherwise: impl FnOnce(bool) -> Otherwise,
    ) -> bool {
        let general = self.generalising.as_mut().expect("only asked while generalising");
        let holds = self.terms.eval_bool(condition, &general.model);
        let mut condition = if holds { condition } else { self.terms.not(condition) };
        if let Some(side) = general.side {
            let other = self.terms.not(side);
            condition = self.terms.or(other, condition);
        }
        let general = self.generalising.as_mut().expect("only asked while generalising");
        if !self.terms.is_true(condition) {
            general.guards.push(Guard { condition, otherwise: otherwise(holds) });
        }
        holds
    }

    /// How many decisions were noted so far.
    pub(crate) fn decisions(&self) -> usize {
        self.generalising.as_ref().map_or(0, |general| general.guards.len())
    }

    /// The thread would wait if the decisions noted since then were others.
    pub(crate) fn waits_unless_decided_so(&mut self, since: usize) {
        let Some(general) = &mut self.generalising else { return };
        for guard in general.guards.iter_mut().skip(since) {
            guard.otherwise = Otherwise::Waits;
        }
    }

    /// A check whose failing side is a fault.
    pub(crate) fn follow_check(
        &mut self,
        st: &State,
        thread: ThreadId,
        ok: TermId,
        kind: FaultKind,
    ) -> Exec {
        let loc = self.here(st, thread).loc;
        let otherwise =
            |holds| if holds { Otherwise::Fault(kind, loc) } else { Otherwise::Another };
        if self.follow_or(ok, otherwise) { Ok(()) } else { Err(Stop::Halt(Halt::Fault)) }
    }

    /// A value that has to be known: pinned to what it was.
    pub(crate) fn pin(&mut self, value: Value) -> Value {
        let Value::Term(term) = value else { return value };
        let Some(general) = &self.generalising else { return value };
        let concrete = self.terms.eval(term, &general.model);
        let constant = self.terms.constant_bits(concrete.clone());
        if self.config.summary_mistake != Some(SummaryMistake::AddressesUnpinned) {
            let equal = self.terms.eq(term, constant);
            self.follow(equal);
        }
        Value::of_bits(&mut self.terms, concrete)
    }

    /// The course of the transition depends on these cells being defined.
    pub(crate) fn follow_defined(&mut self, term: TermId) {
        let variables = self.terms.vars_of(term);
        let cells: SmallVec<[VarId; 4]> =
            variables.into_iter().filter(|&id| self.cells.cell(id).is_some()).collect();
        if let Some(general) = &mut self.generalising {
            for id in cells {
                if !general.defined.contains(&id) {
                    general.defined.push(id);
                }
            }
        }
    }

    /// A value that others may follow from now on, if it is an address: pinned, unless it cannot be one.
    pub(crate) fn pin_shared(&mut self, value: Value) -> Value {
        let Value::Term(term) = value else { return value };
        let Some(general) = &self.generalising else { return value };
        let width = self.terms.width(term);
        let actual = self.terms.eval(term, &general.model).to_u64().unwrap_or(u64::MAX);
        let lowest = if self.facts.pointer_bits == 64 { 1u64 << 36 } else { 0x1000 };
        if width < self.facts.pointer_bits {
            return Value::Word(0);
        }
        if width == self.facts.pointer_bits && actual < lowest {
            let bound = self.terms.constant(width, u128::from(lowest));
            let small = self.terms.ult(term, bound);
            self.follow(small);
            return Value::Word(0);
        }
        self.pin_to_object(term, actual).unwrap_or_else(|| self.pin(value))
    }

    /// Reads memory that the transition has not written as cells.
    pub(crate) fn load_general(
        &mut self,
        st: &State,
        id: ObjectId,
        offset: u64,
        size: u64,
    ) -> Value {
        self.name_bytes(id, offset, offset + size);
        let object = st.memory.get(id).expect("a place names a living object");
        if object.constant {
            return self.load_plain(st, id, offset, size);
        }
        match object.touched(offset, size) {
            Touched::Wholly => self.load_plain(st, id, offset, size),
            Touched::Not => {
                let actual = self.load_plain(st, id, offset, size);
                let cell = Cell::Memory { object: id, offset, size: size as u32 };
                self.cell_value(st, cell, size as u32 * 8, actual)
            }
            Touched::Partly => {
                let mut whole: Option<TermId> = None;
                for at in offset..offset + size {
                    let part = match self.load_general(st, id, at, 1) {
                        Value::Undef => {
                            self.cannot_generalise();
                            return Value::Undef;
                        }
                        part => part.term(&mut self.terms, 8),
                    };
                    whole = Some(match whole {
                        None => part,
                        Some(low) => self.terms.concat(part, low),
                    });
                }
                Value::of_term(&self.terms, whole.expect("a value has at least one byte"))
            }
        }
    }

    /// What a cell of the state after a transition is in terms of the state before it. `None`: undefined.
    pub fn image(&mut self, effect: &Effect, cell: Cell, bits: u32) -> Option<TermId> {
        match cell {
            Cell::Register { thread, depth, reg } => {
                let existed = effect.before.position(thread).is_some();
                let kept = (depth as usize) < effect.untouched_frames;
                if existed && (thread != effect.thread || kept) {
                    return Some(self.cell_variable(cell, bits));
                }
                let after = &effect.after.threads[effect.after.position(thread)?];
                let frame = after.frames.get(depth as usize)?;
                match *frame.regs.get(reg.0 as usize)? {
                    Value::Undef => None,
                    value => {
                        let term = value.term(&mut self.terms, bits);
                        (self.terms.width(term) == bits).then_some(term)
                    }
                }
            }
            Cell::Memory { object, offset, size } => {
                let found = effect.after.memory.get(object)?;
                if offset + u64::from(size) > found.size {
                    return None;
                }
                match found.touched(offset, u64::from(size)) {
                    Touched::Not => Some(self.cell_variable(cell, bits)),
                    Touched::Wholly => {
                        match self.load_plain(&effect.after, object, offset, u64::from(size)) {
                            Value::Undef => None,
                            value => Some(value.term(&mut self.terms, bits)),
                        }
                    }
                    Touched::Partly => {
                        let mut whole: Option<TermId> = None;
                        for at in offset..offset + u64::from(size) {
                            let byte = Cell::Memory { object, offset: at, size: 1 };
                            let part = self.image(effect, byte, 8)?;
                            whole = Some(match whole {
                                None => part,
                                Some(low) => self.terms.concat(part, low),
                            });
                        }
                        whole
                    }
                }
            }
            Cell::Base { .. } | Cell::Owner { .. } => Some(self.cell_variable(cell, bits)),
        }
    }

    /// What a cell holds in a state. `None`: nothing that a condition may speak of.
    pub fn cell_content(&mut self, st: &State, cell: Cell) -> Option<Value> {
        let value = match cell {
            Cell::Register { thread, depth, reg } => {
                let thread = &st.threads[st.position(thread)?];
                *thread.frames.get(depth as usize)?.regs.get(reg.0 as usize)?
            }
            Cell::Memory { object, offset, size } => {
                let found = st.memory.get(object)?;
                if offset + u64::from(size) > found.size {
                    return None;
                }
                self.load_plain(st, object, offset, u64::from(size))
            }
            Cell::Base { .. } | Cell::Owner { .. } => Value::Word(self.identity_word(cell)?),
        };
        match value {
            Value::Undef => None,
            Value::Term(term) if self.terms.has_marked(term) => None,
            Value::Word(_) | Value::Term(_) => Some(value),
        }
    }
}

/// A thread that halts inside an atomic section has shown nothing of it.
fn undo_section(before: &State, after: &mut State, thread: ThreadId) {
    let inside = after.atomic.is_some_and(|(owner, _)| owner == thread);
    let Status::Halted(halt) = after.thread(thread).status else { return };
    if inside {
        let mut undone = before.clone();
        undone.thread_mut(thread).status = Status::Halted(halt);
        *after = undone;
    }
}
