//! What a transition owes to the names of threads and to the places of objects, kept so that what was learnt of one
//! state can be asked of another in which the threads have changed roles.
//!
//! A transition that is executed over cells (`generalise.rs`) takes the same course for every thread that runs
//! the same code, up to three things: which registers are its own, which bytes its addresses lead to, and values
//! that stand for the thread itself (where its own objects lie, its handle, the mark of a lock it owns). The
//! first are cells. The second are recorded as [`Spot`]s: the address as a term, and the bytes it led to. The
//! third are variables ([`Cell::Base`], [`Cell::Owner`]) in place of numbers, so that whatever is computed from
//! them, or compared with them, stays visible in conditions and is asked of the other thread's values.
//!
//! An address may lead elsewhere only if nothing but the content of those bytes is used behind it. That is so for
//! loads, stores and atomic operations, and for library functions that use the name for an owner only ([`ThreadName`]). Where it matters which object it is (memory that is freed, or that others see
//! from now on because its address is stored where they look), the condition asks for that object of that thread, and the whole object is anchored: whether it is alive and seen by others belongs to the object, not to its bytes. Every other address has
//! to be the same number. Bytes that are accessed in any other way are *anchored*: they are a spot whose address is a
//! constant (or where an object of a thread lies). Other library functions may look at their thread in
//! ways not followed here: then the transition speaks of these names alone ([`Named::fixed`]).

use raddle_expr::{Bits, TermId};
use raddle_ir::Op;
use raddle_library::ThreadName;

use crate::cells::{Cell, Naming, Spot};
use crate::machine::Machine;
use crate::mistakes::SummaryMistake;
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::names::{owner_of, owner_word};
use crate::object::Life;
use crate::state::State;
use crate::value::Value;

/// What a library function uses the name of its thread for.
fn uses_of_name(function: &str) -> ThreadName {
    raddle_library::find(function).map_or(ThreadName::Used, |row| row.threads.name)
}

impl Machine<'_> {
    fn naming(&mut self) -> Option<&mut Naming> {
        self.generalising.as_mut().and_then(|general| general.naming.as_mut())
    }

    /// An instruction, or the end of a block, is about to be executed.
    pub(crate) fn name_operation(&mut self, op: Option<&Op>) {
        if let Some(naming) = self.naming() {
            naming.plain = matches!(
                op,
                Some(
                    Op::Load { .. }
                        | Op::Store { .. }
                        | Op::AtomicUpdate { .. }
                        | Op::CompareExchange { .. }
                )
            );
            naming.current = None;
        }
    }

    /// The transition looks at the name of its thread in a way that is not followed.
    pub(crate) fn name_fixed(&mut self) {
        if let Some(naming) = self.naming() {
            naming.named.fixed = true;
        }
    }

    /// A library function is about to be executed.
    pub(crate) fn name_call(&mut self, function: &str) {
        if let Some(naming) = self.naming() {
            let uses = uses_of_name(function);
            naming.plain = uses == ThreadName::Owner;
            naming.current = None;
            naming.named.fixed |= uses == ThreadName::Used;
        }
    }

    /// An address that has to be known: the bytes behind it are a spot, or the address is pinned.
    pub(crate) fn pin_address(&mut self, st: &State, pointer: Value, size: u64) -> Value {
        let Value::Term(term) = pointer else { return pointer };
        if !self.naming().is_some_and(|naming| naming.plain) {
            return self.pin(pointer);
        }
        let address = self.eval_here(st, term).to_u64().unwrap_or(0);
        let Some((object, start, end)) = self.living_bytes(st, address, size) else {
            return self.pin(pointer);
        };
        let naming = self.naming().expect("it was asked above");
        naming.named.spots.push(Spot { address: term, object, start, end });
        naming.current = Some((object, start, end));
        Value::Word(address)
    }

    /// The bytes of a living object at an address.
    fn living_bytes(&self, st: &State, address: u64, size: u64) -> Option<(ObjectId, u64, u64)> {
        let (object, offset) = self.names.resolve(address)?;
        let found = st.memory.get(object).filter(|found| {
            // What a constant holds depends on where one looks.
            found.life == Life::Alive && !found.constant
        })?;
        let start = u64::try_from(offset).ok()?;
        let end = start.checked_add(size).filter(|&end| end <= found.size)?;
        Some((object, start, end))
    }

    /// Bytes are read or written.
    pub(crate) fn name_bytes(&mut self, object: ObjectId, start: u64, end: u64) {
        let Some(naming) = self.naming() else { return };
        if !naming.covers(object, start, end) {
            let anchor = self.anchor(object, start, end);
            if let Some(naming) = self.naming()
                && !naming.named.spots.contains(&anchor)
            {
                naming.named.spots.push(anchor);
            }
        }
    }

    /// An object comes to its end, or is seen by others from now on: no other one can take its part, whatever is accessed of it.
    pub(crate) fn name_object(&mut self, st: &State, object: ObjectId) {
        if self.naming().is_some()
            && let Some(size) = st.memory.get(object).map(|found| found.size)
            && self.config.summary_mistake != Some(SummaryMistake::ObjectsNotAskedFor)
        {
            self.name_bytes(object, 0, size);
        }
    }

    /// Bytes that are where they are whoever accesses them, or in an object of a certain thread.
    pub fn anchor(&mut self, object: ObjectId, start: u64, end: u64) -> Spot {
        let base = self.base_term(object);
        let offset = self.terms.constant(self.facts.pointer_bits, u128::from(start));
        let address = self.terms.add(base, offset);
        Spot { address, object, start, end }
    }

    fn base_term(&mut self, object: ObjectId) -> TermId {
        if self.named_after(object).is_some_and(|thread| thread != Names::MAIN) {
            return self.cell_variable(Cell::Base { object }, self.facts.pointer_bits);
        }
        self.terms.constant(self.facts.pointer_bits, u128::from(self.names.base(object)))
    }

    /// Where an object lies, as the program sees it.
    pub(crate) fn address_value(&mut self, object: ObjectId) -> Value {
        let base = self.names.base(object);
        if self.naming().is_none()
            || self.named_after(object).is_none_or(|thread| thread == Names::MAIN)
        {
            return Value::Word(base);
        }
        let cell = Cell::Base { object };
        self.identity(cell, self.facts.pointer_bits, base)
    }

    /// A thread in an owner cell.
    pub(crate) fn owner_value(&mut self, thread: ThreadId) -> Value {
        let word = owner_word(thread);
        if self.naming().is_none() || !self.renames_owners() {
            return Value::Word(word);
        }
        self.identity(Cell::Owner { thread }, 32, word)
    }

    fn renames_owners(&self) -> bool {
        self.config.summary_mistake != Some(SummaryMistake::OwnersNotRenamed)
    }

    /// Reads who holds a lock, and asks that it be that thread. `None` if that cannot be told apart from other content.
    pub(crate) fn pin_owner(&mut self, st: &State, object: ObjectId, offset: u64) -> Option<u64> {
        self.naming()?;
        if !self.renames_owners() {
            return None;
        }
        let value = self.load_general(st, object, offset, 4);
        let word = match value {
            Value::Word(word) => word,
            Value::Term(term) if !self.terms.has_marked(term) => {
                self.eval_here(st, term).to_u64()?
            }
            Value::Term(_) | Value::Undef => return None,
        };
        if word == 0 || st.position(owner_of(word)).is_none() {
            // Nobody, or a mark of the lock itself.
            return self.pin(value).word();
        }
        let owner = self.owner_value(owner_of(word));
        let (value, owner) = (value.term(&mut self.terms, 32), owner.term(&mut self.terms, 32));
        let equal = self.terms.eq(value, owner);
        self.follow(equal);
        Some(word)
    }

    /// An argument of a library function that takes numbers.
    pub(crate) fn pin_argument(
        &mut self,
        st: &State,
        function: &str,
        index: usize,
        value: Value,
    ) -> Value {
        let Value::Term(term) = value else { return value };
        if self.naming().is_none() {
            return self.pin(value);
        }
        let is_asked_for = match uses_of_name(function) {
            // Its address is looked at when it is used.
            ThreadName::Owner if index == 0 => return value,
            ThreadName::Handle => |name: &ObjectName| matches!(name, ObjectName::Thread(_)),
            ThreadName::Heap => |name: &ObjectName| matches!(name, ObjectName::Heap { .. }),
            ThreadName::Owner | ThreadName::Used | ThreadName::Unused => return self.pin(value),
        };
        let address = self.eval_here(st, term).to_u64().unwrap_or(0);
        let begins = self
            .names
            .resolve(address)
            .filter(|&(object, offset)| offset == 0 && is_asked_for(self.names.name(object)));
        let pinned = begins.and_then(|_| self.pin_to_object(term, address));
        pinned.unwrap_or_else(|| self.pin(value))
    }

    /// Asks for an address in an object of a thread: which object it is in, and where. `None` if it is none.
    pub(crate) fn pin_to_object(&mut self, term: TermId, address: u64) -> Option<Value> {
        self.naming()?;
        if self.terms.width(term) != self.facts.pointer_bits {
            return None;
        }
        let (object, offset) = self.names.resolve(address)?;
        let Value::Term(base) = self.address_value(object) else { return None };
        if self.config.summary_mistake != Some(SummaryMistake::ObjectsNotAskedFor) {
            let bits = self.terms.width(base);
            let offset = self.terms.constant(bits, offset as u128 & (u128::MAX >> (128 - bits)));
            let place = self.terms.add(base, offset);
            let equal = self.terms.eq(term, place);
            self.follow(equal);
        }
        Some(Value::Word(address))
    }

    /// The number behind what is no storage place.
    pub fn identity_word(&self, cell: Cell) -> Option<u64> {
        match cell {
            Cell::Base { object } => Some(self.names.base(object)),
            Cell::Owner { thread } => Some(owner_word(thread)),
            Cell::Register { .. } | Cell::Memory { .. } => None,
        }
    }

    /// A variable that stands for a thread or where an object of it lies.
    fn identity(&mut self, cell: Cell, bits: u32, word: u64) -> Value {
        let variable = self.cell_variable(cell, bits);
        let id = self.terms.vars_of(variable)[0];
        if let Some(general) = &mut self.generalising {
            general.model.bits.insert(id, Bits::new(bits, u128::from(word)));
        }
        Value::Term(variable)
    }

    /// The thread in whose name an object appears.
    pub fn named_after(&self, object: ObjectId) -> Option<ThreadId> {
        match *self.names.name(object) {
            ObjectName::Thread(thread)
            | ObjectName::ThreadLocal(_, thread)
            | ObjectName::Stack { thread, .. }
            | ObjectName::Heap { thread, .. } => Some(thread),
            ObjectName::Global(_)
            | ObjectName::Function(_)
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. } => None,
        }
    }

    /// Whether nothing but content and place tells two objects apart.
    pub fn are_alike(&self, st: &State, a: ObjectId, b: ObjectId) -> bool {
        if a == b {
            return true;
        }
        let (Some(a), Some(b)) = (st.memory.get(a), st.memory.get(b)) else { return false };
        (a.size, a.kind, a.shared, a.constant, a.external)
            == (b.size, b.kind, b.shared, b.constant, b.external)
            && a.life == Life::Alive
            && b.life == Life::Alive
    }
}

/// New names for the threads of a state and for bytes of its memory.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// Every thread of the state and its new name.
    pub threads: Vec<(ThreadId, ThreadId)>,
    pub bytes: Vec<Moved>,
}

/// Bytes, and where they are now.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    pub object: ObjectId,
    pub start: u64,
    pub end: u64,
    pub to: ObjectId,
    pub to_start: u64,
}

impl Renaming {
    /// Adds bytes and where they are now. `false` if that contradicts what was there before: what was the same would not be
    /// any more, or what was different would be the same.
    pub fn add(&mut self, new: Moved) -> bool {
        let meet =
            |a: (ObjectId, u64, u64), b: (ObjectId, u64, u64)| a.0 == b.0 && a.1 < b.2 && b.1 < a.2;
        let from = |moved: &Moved| (moved.object, moved.start, moved.end);
        let to =
            |moved: &Moved| (moved.to, moved.to_start, moved.to_start + (moved.end - moved.start));
        let shift = |moved: &Moved| moved.to_start.wrapping_sub(moved.start);
        let mut known = false;
        for old in &self.bytes {
            if meet(from(old), from(&new)) {
                if old.to != new.to || shift(old) != shift(&new) {
                    return false;
                }
                known |= old.start <= new.start && new.end <= old.end;
            } else if meet(to(old), to(&new)) {
                return false;
            }
        }
        if !known {
            self.bytes.push(new);
        }
        true
    }
}

impl Machine<'_> {
    pub fn renamed_thread(&mut self, renaming: &Renaming, thread: ThreadId) -> ThreadId {
        if let Some(&(_, new)) = renaming.threads.iter().find(|(old, _)| *old == thread) {
            return new;
        }
        // Not born yet: named after its creator.
        let Some((parent, nth)) = self.names.creation(thread) else { return thread };
        let parent = self.renamed_thread(renaming, parent);
        self.names.thread(parent, nth)
    }

    /// An object of a thread becomes that of the other one; the others are what they are.
    pub fn renamed_object(&mut self, renaming: &Renaming, object: ObjectId) -> Option<ObjectId> {
        let Some(thread) = self.named_after(object) else { return Some(object) };
        let new = self.renamed_thread(renaming, thread);
        if new == thread {
            return Some(object);
        }
        let name = match self.names.name(object).clone() {
            ObjectName::Thread(_) => ObjectName::Thread(new),
            ObjectName::ThreadLocal(global, _) => ObjectName::ThreadLocal(global, new),
            ObjectName::Stack { func, slot, count, .. } => {
                ObjectName::Stack { thread: new, func, slot, count }
            }
            ObjectName::Heap { site, count, .. } => ObjectName::Heap { thread: new, site, count },
            name @ (ObjectName::Global(_)
            | ObjectName::Function(_)
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. }) => name,
        };
        // Only with 64-bit pointers, where names do not depend on sizes.
        self.names.object(name, 0)
    }

    /// Where bytes are now; `None` if nothing is known of them.
    pub fn renamed_bytes(
        &self,
        renaming: &Renaming,
        object: ObjectId,
        start: u64,
        end: u64,
    ) -> Option<(ObjectId, u64)> {
        let inside =
            |moved: &&Moved| moved.object == object && moved.start <= start && end <= moved.end;
        let moved = renaming.bytes.iter().find(inside)?;
        Some((moved.to, moved.to_start + (start - moved.start)))
    }

    pub fn renamed_cell(&mut self, renaming: &Renaming, cell: Cell) -> Option<Cell> {
        Some(match cell {
            Cell::Register { thread, depth, reg } => {
                Cell::Register { thread: self.renamed_thread(renaming, thread), depth, reg }
            }
            Cell::Memory { object, offset, size } => {
                let end = offset + u64::from(size);
                let (object, offset) = self.renamed_bytes(renaming, object, offset, end)?;
                Cell::Memory { object, offset, size }
            }
            Cell::Base { object } => Cell::Base { object: self.renamed_object(renaming, object)? },
            Cell::Owner { thread } => Cell::Owner { thread: self.renamed_thread(renaming, thread) },
        })
    }

    /// A term over cells with the cells renamed.
    pub fn renamed_term(&mut self, renaming: &Renaming, term: TermId) -> Option<TermId> {
        let mut replacements = rustc_hash::FxHashMap::default();
        for variable in self.terms.vars_of(term) {
            let Some(cell) = self.cells.cell(variable) else { continue };
            let new = self.renamed_cell(renaming, cell)?;
            if new != cell {
                let own = self.terms.var_term(variable);
                let bits = self.terms.width(own);
                let new = self.cell_variable(new, bits);
                replacements.insert(own, new);
            }
        }
        Some(self.terms.substitute(term, &replacements))
    }
}
