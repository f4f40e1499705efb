//! Several threads: which operations others can notice, atomic sections, creation and end.
//!
//! A thread that is not granted its turn stops before its next visible operation; granted, it executes that
//! operation and what follows locally up to the next one. Accesses are visible only while some thread was
//! created and not joined, and only to objects another thread may hold the address of.

use std::ops::Range;
use std::rc::Rc;

use raddle_expr::{Term, TermId, Terms};
use raddle_ir::{FuncId, GlobalId, Loc, Op, Ordering};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::event::{Access, Born, Fence, Order, Private, Sync};
use crate::fault::{Assumed, CutKind};
use crate::history::StackEntry;
use crate::machine::Machine;
use crate::models::keys;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Fill, Life, Object, ObjectKind};
use crate::place::{Direction, Place};
use crate::property::Property;
use crate::spin_log::SpinLog;
use crate::state::{Phase, Rest, State, Status, Thread, control, in_atomic};
use crate::stop::{Exec, Stop};
use crate::value::Value;

/// Bytes that every processor reads and writes at once.
const LARGEST_STEP: u64 = 8;

/// How thread-local variables of the run-time library begin that a new thread has from its creator.
const INHERITED_PREFIX: &str = "raddle_inherited_";

impl Machine<'_> {
    /// The state in which a thread may execute its visible operation, or goes on after a rest.
    pub fn grant(&self, mut st: State, thread: ThreadId) -> State {
        if st.rest.now {
            return self.go_on(st);
        }
        st.rest = Rest::default();
        st.granted = Some(thread);
        st.jumps = 0;
        st.begin_event(self.here(&st, thread).loc);
        st.speculation = None;
        st.unsettled.push(thread);
        st.decisions.push(thread);
        self.count_transition(&mut st, thread);
        st
    }

    /// Whether the operation a thread stands before may be impossible in some states: calls into the
    /// library and atomic sections, and any operation where the program uses `raddle_await`.
    pub fn may_block(&self, st: &State, thread: ThreadId) -> bool {
        let frame = st.thread(thread).top();
        let body = self.program.functions[frame.func].body.as_ref().expect("frames have bodies");
        let inst = body.blocks[frame.block].insts.get(frame.inst);
        let is_call = inst.is_some_and(|inst| matches!(inst.op, Op::Call { .. }));
        is_call || self.program.function("raddle_await").is_some()
    }

    /// Whether the thread is executing a granted transition (and not merely on its way to one).
    pub(crate) fn is_moving(
        &self,
        st: &State,
        thread: ThreadId,
        granted: Option<ThreadId>,
    ) -> bool {
        granted == Some(thread)
            || in_atomic(st, thread)
            || st.decisions.iter_back().next() == Some(&thread)
    }

    /// Waits for the thread's turn unless it has it.
    pub(crate) fn visible(&mut self, st: &mut State, thread: ThreadId) -> Exec {
        if st.unjoined == 0 || st.acting || in_atomic(st, thread) || self.is_watching(st, thread) {
            return Ok(());
        }
        if st.granted == Some(thread) {
            st.granted = None;
            st.acting = true;
            return Ok(());
        }
        Err(Stop::Pause)
    }

    /// Whether a thread evaluates invariants, as a part of the step that it made.
    pub(crate) fn is_watching(&self, st: &State, thread: ThreadId) -> bool {
        let Some(evaluate) = self.facts.evaluate_invariants else { return false };
        st.thread(thread).frames.iter().rev().any(|frame| frame.func == evaluate)
    }

    /// Makes an access visible if others can notice it.
    pub(crate) fn notice(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        object: ObjectId,
        range: Range<u64>,
        direction: Direction,
        sync: Sync,
    ) -> Exec {
        let Some(found) = st.memory.get(object) else { return Ok(()) };
        if st.unjoined == 0 || found.constant {
            return Ok(());
        }
        if !self.others_may_hold(found) {
            if self.facts.weak_orders_tell {
                self.note_private(st, thread, object, range, direction == Direction::Write, sync);
            }
            return self.check_own(st, thread, object);
        }
        self.visible(st, thread)?;
        self.push_access(st, thread, object, range, direction == Direction::Write, sync);
        Ok(())
    }

    /// Notes an access that nobody else can notice.
    fn note_private(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        object: ObjectId,
        range: Range<u64>,
        write: bool,
        sync: Sync,
    ) {
        let sync = self.sync_here(st, thread, write, sync);
        if sync == Sync::Observed {
            return;
        }
        let (Range { start, end }, at) = (range, self.user_entry(st, thread));
        let access = Access { object, start, end, symbolic: None, write, sync, at };
        let place = st.event.accesses.len() + st.event.fences.len();
        let private = Private { by: thread, access, place };
        if !st.event.private.contains(&private) {
            st.event.private.push(private);
        }
    }

    /// What an access means where its thread stands.
    fn sync_here(&self, st: &State, thread: ThreadId, write: bool, sync: Sync) -> Sync {
        // An ordinary access inside an atomic section is an atomic access to its cells. (Sections are not
        // one global lock: that would order, and make dependent, sections that have nothing in common.)
        match sync {
            _ if self.is_watching(st, thread) => Sync::Observed,
            Sync::Plain if in_atomic(st, thread) && write => {
                Sync::AtomicStore(Order::AcquireRelease)
            }
            Sync::Plain | Sync::Movable if in_atomic(st, thread) => {
                Sync::AtomicLoad(Order::AcquireRelease)
            }
            other => other,
        }
    }

    /// Whether other threads may know where an object is.
    pub(crate) fn others_may_hold(&self, object: &Object) -> bool {
        object.shared || self.config.all_shared
    }

    /// Whether an object that nobody was seen to share belongs to another thread.
    pub(crate) fn is_foreign(&self, thread: ThreadId, object: ObjectId) -> bool {
        self.names.owner(object).is_some_and(|owner| owner != thread)
    }

    /// An object that nobody was seen to share is used by its own thread only, unless its address reached another one in
    /// a way that is not followed (disguised by arithmetic, put together from pieces). The first such use is met
    /// in a run that is explored, because up to it nobody else has used the object: then everything has to be
    /// explored again with all objects shared.
    fn check_own(&mut self, st: &State, thread: ThreadId, object: ObjectId) -> Exec {
        if !self.is_foreign(thread, object) {
            return Ok(());
        }
        self.outbox.hidden_address = true;
        let name = self.object_name(object);
        let message = format!("how {thread} got the address of {name} was not followed");
        Err(self.cut(st, thread, CutKind::Unsupported, message))
    }

    /// Adds an access to the event of the transition at hand.
    pub(crate) fn push_access(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        object: ObjectId,
        range: Range<u64>,
        write: bool,
        sync: Sync,
    ) {
        if self.acts_outside_slice(st, thread) {
            return;
        }
        let at = self.user_entry(st, thread);
        let sync = self.sync_here(st, thread, write, sync);
        // Memory models notice races in any case, or give them a meaning.
        let heeds_races =
            self.config.properties.contains(Property::Race) || self.config.orders_matter;
        if sync == Sync::Plain && !heeds_races {
            self.outbox.assumptions.insert((Assumed::NoRaces, Loc::NONE));
        }
        let Range { start, end } = range;
        st.event.accesses.push(Access { object, start, end, symbolic: None, write, sync, at });
    }

    pub(crate) fn user_entry(&self, st: &State, thread: ThreadId) -> StackEntry {
        let here = self.here(st, thread);
        if self.is_user_location(here.loc) || st.thread(thread).frames.len() == 1 {
            return here;
        }
        let stack = self.stack(st, thread);
        stack.iter().find(|entry| self.is_user_location(entry.loc)).copied().unwrap_or(here)
    }

    /// The condition under which two accesses to one object touch the same bytes; `None` if they certainly do.
    pub fn overlap(&mut self, a: &Access, b: &Access) -> Option<TermId> {
        if a.symbolic.is_none() && b.symbolic.is_none() {
            return None;
        }
        let width = self.facts.pointer_bits;
        let mut bounds = |access: &Access| {
            let (start, size) = match access.symbolic {
                Some((offset, size)) => (offset, size),
                None => {
                    let start = self.terms.constant(width, u128::from(access.start));
                    (start, access.end - access.start)
                }
            };
            let size = self.terms.constant(width, u128::from(size));
            (start, self.terms.add(start, size))
        };
        let (a_start, a_end) = bounds(a);
        let (b_start, b_end) = bounds(b);
        let first = self.terms.ult(a_start, b_end);
        let second = self.terms.ult(b_start, a_end);
        Some(self.terms.and(first, second))
    }

    /// How an access of this memory order counts for happens-before.
    pub(crate) fn atomic_sync(
        &mut self,
        st: &State,
        thread: ThreadId,
        order: Option<Ordering>,
        atomic: impl Fn(Order) -> Sync,
    ) -> Sync {
        match order {
            None => Sync::Plain,
            Some(order) => {
                self.note_order(st, thread, order);
                atomic(Order::of(order))
            }
        }
    }

    /// What is read under orders weaker than sequential consistency is what would be read under that: an assumption.
    pub(crate) fn note_order(&mut self, st: &State, thread: ThreadId, order: Ordering) {
        if order != Ordering::SeqCst && st.unjoined > 0 && !self.config.orders_matter {
            let loc = self.here(st, thread).loc;
            self.outbox.assumptions.insert((Assumed::WeakOrders, loc));
        }
    }

    /// A fence is no access: nobody notices it but by what it orders.
    pub(crate) fn fence(&mut self, st: &mut State, thread: ThreadId, order: Ordering) {
        self.note_order(st, thread, order);
        let order = Order::of(order);
        if st.unjoined > 0 && order != Order::Relaxed {
            let after = st.event.accesses.len();
            st.event.fences.push(Fence { by: thread, after, order });
        }
    }

    /// C allows some operations to fail for no reason, and Raddle does not let them: an assumption.
    pub(crate) fn note_never_spurious(&mut self, st: &State, thread: ThreadId) {
        let loc = self.user_entry(st, thread).loc;
        self.outbox.assumptions.insert((Assumed::NeverSpurious, loc));
    }

    /// More spurious wake-ups in a row are not explored: an assumption.
    pub(crate) fn note_no_more_wakeups(&mut self, st: &State, thread: ThreadId) {
        let loc = self.user_entry(st, thread).loc;
        self.outbox.assumptions.insert((Assumed::FewWakeups, loc));
    }

    /// An access of more than a word, or the second one of an operation, is part of the same step: an assumption if
    /// nobody looks for races. `noticed`: how many accesses the step had before this one.
    pub(crate) fn note_large_step(
        &mut self,
        st: &State,
        thread: ThreadId,
        noticed: usize,
        size: u64,
    ) {
        let plain = |access: &Access| access.sync == Sync::Plain;
        let (before, new) = st.event.accesses.split_at(noticed.min(st.event.accesses.len()));
        let large = new.iter().any(plain) && (size > LARGEST_STEP || before.iter().any(plain));
        let ends_at_races = self.config.orders_matter && !self.config.plain_is_atomic;
        if large && !self.config.properties.contains(Property::Race) && !ends_at_races {
            let loc = self.user_entry(st, thread).loc;
            self.outbox.assumptions.insert((Assumed::OneStepCopies, loc));
        }
    }

    pub(crate) fn begin_atomic(&mut self, st: &mut State, thread: ThreadId) {
        st.atomic = Some(match st.atomic {
            Some((owner, depth)) => (owner, depth + 1),
            None => (thread, 1),
        });
    }

    pub(crate) fn end_atomic(&mut self, st: &mut State, thread: ThreadId) {
        st.atomic = match st.atomic {
            Some((owner, depth)) if owner == thread && depth > 1 => Some((owner, depth - 1)),
            Some((owner, _)) if owner == thread => None,
            other => other,
        };
    }

    /// Functions named `__VERIFIER_atomic_…` are atomic as a whole.
    pub(crate) fn is_atomic_function(&self, func: FuncId) -> bool {
        self.program.functions[func].name.starts_with("__VERIFIER_atomic_")
    }

    pub fn thread_object(&mut self, thread: ThreadId) -> ObjectId {
        let name = ObjectName::Thread(thread);
        self.names.object(name, control::SIZE).expect("control blocks are small")
    }

    /// The control block in a state, made when it is first needed.
    pub(crate) fn control_block(&mut self, st: &mut State, thread: ThreadId) -> ObjectId {
        let id = self.thread_object(thread);
        if st.memory.get(id).is_none() {
            let mut object =
                Object::new(id, control::SIZE, ObjectKind::Thread, Fill::Zero, Loc::NONE);
            object.shared = true;
            st.memory.insert(object);
        }
        id
    }

    /// Makes a thread look ended to who joins it, for a rehearsal.
    pub fn take_for_done(&mut self, st: &mut State, thread: ThreadId) {
        let block = self.control_block(st, thread);
        self.store_at(st, block, control::DONE, 8, Value::Word(1));
    }

    /// A new thread that is about to call `start` with the given arguments.
    pub(crate) fn create_thread(
        &mut self,
        st: &mut State,
        parent: ThreadId,
        start: FuncId,
        arguments: &[Value],
    ) -> ThreadId {
        if st.unjoined == 0 {
            st.event.anew = true;
            self.share_reachable_from_globals(st);
        }
        for &argument in arguments {
            self.share_value(st, argument);
        }
        let at = self.user_entry(st, parent);
        let owner = st.thread_mut(parent);
        let id = self.names.thread(parent, owner.created);
        owner.created += 1;
        self.control_block(st, id);
        let frame = self.new_frame(start, arguments);
        self.coverage.enter(start, frame.block);
        let thread = Thread {
            id,
            frames: vec![Rc::new(frame)],
            status: Status::Running,
            allocations: 0,
            inputs: 0,
            undefined: 0,
            created: 0,
            stack_bytes: 0,
            created_at: Some(at),
            held: SmallVec::new(),
            phase: Phase::default(),
            branches: 0,
            taken: 0,
            gate: None,
            spin: SpinLog::default(),
        };
        let position = st.threads.partition_point(|other| other.id < id);
        st.threads.insert(position, Rc::new(thread));
        st.unjoined += 1;
        self.inherit_thread_locals(st, parent, id);
        st.event.created.push(id);
        let before = st.event.accesses.len();
        st.event.created_after.push(before);
        let fences = st.event.fences.len();
        st.event.created_behind.push(fences);
        self.note_birth(st, parent, id);
        st.unsettled.insert(0, id);
        id
    }

    /// Notes that a thread was created before the first event: what its creator had done by then comes before all it does.
    fn note_birth(&self, st: &mut State, by: ThreadId, thread: ThreadId) {
        let told = self.facts.weak_orders_tell
            && (!st.event.private.is_empty() || !st.event.fences.is_empty());
        if st.in_event || !(told || st.accessed_behind_creation()) {
            return;
        }
        let event = &mut st.event;
        event.born.push(Born { thread, by, place: event.fences.len() });
        event.fences.push(Fence { by, after: event.accesses.len(), order: Order::Relaxed });
    }

    /// The thread ends with a result. This belongs to its last transition, unless somebody may ask whether it has ended: a thread that
    /// has done its last may not have ended yet. Destructors of thread-specific values run first: after each, the instruction that ends
    /// the thread is executed again.
    pub(crate) fn end_thread(&mut self, st: &mut State, thread: ThreadId, result: Value) -> Exec {
        if let Some((destructor, value)) = keys::next_destructor(self, st, thread)? {
            return self.enter_then_again(st, thread, destructor, &[value]);
        }
        if self.facts.ends_are_asked_for {
            self.visible(st, thread)?;
        }
        let block = self.control_block(st, thread);
        let result = match result {
            // A start function of C11 returns an `int`.
            Value::Term(term) if self.terms.width(term) < 64 => {
                let wide = self.terms.zext(term, 64);
                Value::of_term(&self.terms, wide)
            }
            Value::Term(_) | Value::Word(_) | Value::Undef => result,
        };
        self.store_at(st, block, control::DONE, 8, Value::Word(1));
        self.store_at(st, block, control::RESULT, 8, result);
        self.share_value(st, result);
        self.push_access(st, thread, block, 0..control::LIFE, true, Sync::Release);
        self.end_thread_locals(st, thread);
        while !st.thread(thread).frames.is_empty() {
            self.end_locals(st, thread);
            st.thread_mut(thread).frames.pop();
        }
        if in_atomic(st, thread) {
            st.atomic = None;
        }
        st.thread_mut(thread).status = Status::Done;
        Ok(())
    }

    /// Copies the variables of the run-time library that a new thread takes over from its creator, if that has changed them.
    fn inherit_thread_locals(&mut self, st: &mut State, parent: ThreadId, thread: ThreadId) {
        let is_inherited =
            |global: &GlobalId| self.program.globals[*global].name.starts_with(INHERITED_PREFIX);
        let inherited: SmallVec<[GlobalId; 1]> =
            self.facts.thread_locals.iter().copied().filter(is_inherited).collect();
        for global in inherited {
            let size = self.program.globals[global].size;
            let names = [parent, thread].map(|owner| ObjectName::ThreadLocal(global, owner));
            let [Some(from), Some(to)] = names.map(|name| self.names.object(name, size)) else {
                continue;
            };
            if st.memory.get(from).is_some() {
                self.global_address(st, thread, global);
                let value = self.load_at(st, from, 0, size);
                self.store_at(st, to, 0, size, value);
            }
        }
    }

    /// Whether a thread has variables of its own that others may know: they end when it returns.
    pub fn may_end_shared(&mut self, st: &State, thread: ThreadId) -> bool {
        let locals = st.thread(thread).frames.iter().flat_map(|frame| &frame.locals);
        let mut own: SmallVec<[ObjectId; 8]> = locals.copied().collect();
        for &global in &self.facts.thread_locals {
            let size = self.program.globals[global].size;
            own.extend(self.names.object(ObjectName::ThreadLocal(global, thread), size));
        }
        own.into_iter()
            .any(|id| st.memory.get(id).is_some_and(|object| self.others_may_hold(object)))
    }

    /// Whether an object ends, for all to notice, when a thread returns or ends.
    pub fn may_end(&mut self, st: &State, thread: ThreadId, object: ObjectId) -> bool {
        match *self.names.name(object) {
            ObjectName::Thread(other) => other == thread,
            ObjectName::ThreadLocal(_, owner) => owner == thread,
            ObjectName::Stack { thread: owner, .. } => {
                let mut frames = st.thread(thread).frames.iter();
                owner == thread && frames.any(|frame| frame.locals.contains(&object))
            }
            ObjectName::Global(_)
            | ObjectName::Function(_)
            | ObjectName::Heap { .. }
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. } => false,
        }
    }

    /// The thread's own copies of thread-local variables are gone.
    fn end_thread_locals(&mut self, st: &mut State, thread: ThreadId) {
        for index in 0..self.facts.thread_locals.len() {
            let global = self.facts.thread_locals[index];
            let size = self.program.globals[global].size;
            if let Some(id) = self.names.object(ObjectName::ThreadLocal(global, thread), size) {
                self.end_object(st, thread, id);
            }
        }
    }

    /// A local variable is gone. One that others know is kept to tell their late accesses.
    pub(crate) fn end_object(&mut self, st: &mut State, thread: ThreadId, id: ObjectId) {
        let Some(object) = st.memory.get(id) else { return };
        if st.unjoined == 0 || !self.others_may_hold(object) {
            st.memory.remove(id);
            return;
        }
        let size = object.size;
        let loc = self.here(st, thread).loc;
        if let Some(object) = st.memory.get_mut(id) {
            object.life = Life::Ended(loc);
        }
        self.name_object(st, id);
        self.push_access(st, thread, id, 0..size, true, Sync::Plain);
    }

    /// A value was stored into an object: if others see the object, they see what the value points to.
    pub(crate) fn publish(&mut self, st: &mut State, into: ObjectId, value: Value) {
        if st.unjoined > 0 && st.memory.get(into).is_some_and(|object| object.shared) {
            self.share_value(st, value);
        }
    }

    /// A part of a word was stored: it may have completed an address that was copied piece by piece.
    pub(crate) fn publish_word(&mut self, st: &mut State, place: Place, size: u64) {
        let whole = u64::from(self.facts.pointer_bits / 8);
        let Some(object) = st.memory.get(place.object) else { return };
        if st.unjoined == 0 || size >= whole || !object.shared {
            return;
        }
        let Value::Word(offset) = place.offset else { return };
        let start = offset - offset % whole;
        if let Some(word) = object.load_known(start, whole) {
            self.share_value(st, Value::Word(word));
        }
    }

    /// Bytes were copied into an object.
    pub(crate) fn publish_content(&mut self, st: &mut State, into: ObjectId) {
        if st.unjoined > 0 && st.memory.get(into).is_some_and(|object| object.shared) {
            self.share_content(st, into);
        }
    }

    fn share_reachable_from_globals(&mut self, st: &mut State) {
        let mut roots = Vec::new();
        st.memory.for_each(&mut |object| {
            if object.shared {
                roots.push(object.id);
            }
        });
        for root in roots {
            self.share_content(st, root);
        }
    }

    fn share_content(&mut self, st: &mut State, id: ObjectId) {
        let mut values = Vec::new();
        if let Some(object) = st.memory.get(id) {
            let bytes = u64::from(self.facts.pointer_bits / 8);
            object.for_each_word(bytes, self.names.lowest(), &mut |value| values.push(value));
        }
        for value in values {
            self.share_value(st, value);
        }
    }

    /// Everything reachable from a value can be accessed by other threads from now on.
    fn share_value(&mut self, st: &mut State, value: Value) {
        let value = self.pin_shared(value);
        let addresses: SmallVec<[u64; 4]> = match value {
            Value::Word(address) => SmallVec::from_slice(&[address]),
            Value::Term(term) => constants_of(&self.terms, term),
            Value::Undef => return,
        };
        for address in addresses {
            let Some((id, _)) = self.names.resolve(address) else { continue };
            if st.memory.get(id).is_some_and(|object| !object.shared) {
                if let Some(object) = st.memory.get_mut(id) {
                    object.shared = true;
                }
                self.name_object(st, id);
                self.share_content(st, id);
            }
        }
    }
}

/// Every constant in a term: whatever address the term can be computed from is among them.
pub(crate) fn constants_of(terms: &Terms, term: TermId) -> SmallVec<[u64; 4]> {
    constants_within(terms, term, usize::MAX).unwrap_or_default()
}

/// The same of a term with at most so many nodes.
pub(crate) fn constants_within(
    terms: &Terms,
    term: TermId,
    most: usize,
) -> Option<SmallVec<[u64; 4]>> {
    let mut found = SmallVec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        match terms.get(term) {
            Term::Const(_) => found.extend(terms.as_u64(term)),
            Term::Var(_) => {}
            Term::Not(a) | Term::Neg(a) => stack.push(*a),
            Term::Binary(_, a, b) => stack.extend([*a, *b]),
            Term::Extract { of, .. } | Term::ZExt { of, .. } | Term::SExt { of, .. } => {
                stack.push(*of)
            }
            Term::Ite { cond, then, otherwise } => stack.extend([*cond, *then, *otherwise]),
            Term::ConstArray { value, .. } => stack.push(*value),
            Term::Read { array, index } => stack.extend([*array, *index]),
            Term::Write { array, index, value } => stack.extend([*array, *index, *value]),
        }
    }
    Some(found)
}
