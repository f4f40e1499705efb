//! From a pointer to bytes: which object, which offset, may it be touched, what is there.
//!
//! The object of a symbolic address is the one its constant part points into (`&a[i]` is an offset from
//! `a`, whatever `i` is), so an index that leaves its array is out of bounds even where it would land in
//! another object. An address without a constant part is resolved by asking the solver for a candidate and
//! splitting on "lies in that object's region".
//!
//! Which offsets there can be, the low bits of the offset say, or the size of the elements (`strides.rs`).
//! A symbolic offset reads through a tree of choices over the bits of the index, and writes by a guarded
//! update of every cell it may hit, which the object remembers for later reads ([`crate::updates`]). The number of candidates is limited by
//! `Config::max_fan_out`, and by [`LARGEST_TABLE`] at least.

use raddle_budget::Stage;
use raddle_expr::{BinaryOp, Sort, Term, TermId};
use raddle_ir::{Loc, Type};
use smallvec::SmallVec;

use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::machine::Machine;
use crate::mistakes::TableMistake;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Byte, Life, Object, ObjectKind};
use crate::place::{Access, Place, Resolved};
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::updates::{self, Grid, Remembered, Update};
use crate::value::Value;

/// Addresses below this belong to the null page.
const NULL_PAGE: u64 = 4096;

/// Entries of a table that may be accessed at an index that depends on inputs.
const LARGEST_TABLE: u64 = 1 << 16;

impl Machine<'_> {
    /// Checks an ordinary access of `size` bytes and says where it goes.
    pub(crate) fn place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Exec<Place> {
        self.place_for(st, thread, pointer, size, access, Sync::Plain)
    }

    /// Checks an access and says where it goes. If other threads can notice it, this pauses until it is the
    /// thread's turn, and notes the access before it is checked: that memory is gone by then depends on the
    /// order of threads as much as its content does.
    pub(crate) fn place_for(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        size: u64,
        access: Access,
        sync: Sync,
    ) -> Exec<Place> {
        let pointer = self.one_of(st, thread, pointer)?;
        match self.pin_address(st, pointer, size) {
            Value::Word(address) => self.concrete_place(st, thread, address, size, access, sync),
            Value::Term(term) => {
                self.demand_defined_address(st, thread, term)?;
                match self.split_atomic(st, thread, term, size, sync)? {
                    Some(address) => self.concrete_place(st, thread, address, size, access, sync),
                    None => self.symbolic_place(st, thread, term, size, access, sync),
                }
            }
            Value::Undef => unreachable!("undefined values are replaced when read"),
        }
    }

    fn concrete_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: u64,
        size: u64,
        access: Access,
        sync: Sync,
    ) -> Exec<Place> {
        let Some((id, offset)) = self.names.resolve(address) else {
            return Err(self.bad_address(st, thread, address));
        };
        let start = offset.max(0) as u64;
        let noticed = st.event.accesses.len();
        self.notice(st, thread, id, start..start.saturating_add(size), access, sync)?;
        self.note_large_step(st, thread, noticed, size);
        let limit = self.check_object(st, thread, id, address, access)?;
        if offset < 0 || offset as u64 > limit || limit - (offset as u64) < size {
            let message = self.out_of_bounds_message(st, id, &offset.to_string(), size, access);
            return Err(self.fail_at_object(st, thread, FaultKind::OutOfBounds, message, id));
        }
        self.demand_length(st, thread, id, offset as u64, size, access)?;
        self.unfold(st, id, start..start + size);
        Ok(Place { object: id, offset: Value::Word(offset as u64) })
    }

    fn bad_address(&mut self, st: &State, thread: ThreadId, address: u64) -> Stop {
        if address < NULL_PAGE {
            let message = if address == 0 {
                "null pointer dereferenced".to_owned()
            } else {
                format!("null pointer plus {address} dereferenced")
            };
            return self.fail(st, thread, FaultKind::NullDereference, message);
        }
        let message = format!("pointer {address:#x} points to no object");
        self.fail(st, thread, FaultKind::WildDereference, message)
    }

    /// Checks that the object may be accessed at all; returns its size.
    fn check_object(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        address: u64,
        access: Access,
    ) -> Exec<u64> {
        let Some(object) = st.memory.get(id) else {
            if self.is_stack(id) {
                let message =
                    format!("{} is used after its function returned", self.object_name(id));
                return Err(self.fail(st, thread, FaultKind::StackUseAfterReturn, message));
            }
            return Err(self.bad_address(st, thread, address));
        };
        if let Life::Ended(_) = object.life {
            let name = self.object_name(id);
            let (kind, message) = match object.kind {
                ObjectKind::Stack => {
                    let message = format!("{name} is used after its lifetime");
                    (FaultKind::StackUseAfterReturn, message)
                }
                ObjectKind::Global => {
                    let message = format!("{name} is used after its thread ended");
                    (FaultKind::StackUseAfterReturn, message)
                }
                ObjectKind::Heap
                | ObjectKind::Mapped
                | ObjectKind::Function
                | ObjectKind::Thread
                | ObjectKind::Environment
                | ObjectKind::Unknown => {
                    (FaultKind::UseAfterFree, format!("{name} is used after it was freed"))
                }
            };
            return Err(self.fail_at_object(st, thread, kind, message, id));
        }
        if object.external {
            let message = format!("{} is used but defined nowhere", self.object_name(id));
            return Err(self.cut(st, thread, CutKind::UnresolvedExternal, message));
        }
        if object.kind == ObjectKind::Function {
            let message = format!("the code of {} is accessed as data", self.object_name(id));
            return Err(self.fail(st, thread, FaultKind::WildDereference, message));
        }
        if object.constant && access == Access::Write {
            let message = format!("constant {} is written", self.object_name(id));
            return Err(self.fail_at_object(st, thread, FaultKind::WriteToConstant, message, id));
        }
        Ok(object.size)
    }

    /// A fault that shows where the object came from and where it ended.
    pub(crate) fn fail_at_object(
        &mut self,
        st: &State,
        thread: ThreadId,
        kind: FaultKind,
        message: String,
        id: ObjectId,
    ) -> Stop {
        let related = related_places(st.memory.get(id));
        self.record_fault_with(st, thread, kind, message, None, related);
        Stop::Halt(Halt::Fault)
    }

    pub(crate) fn out_of_bounds_message(
        &self,
        st: &State,
        id: ObjectId,
        offset: &str,
        size: u64,
        access: Access,
    ) -> String {
        let verb = match access {
            Access::Read => "read",
            Access::Write => "write",
        };
        let length = st
            .memory
            .get(id)
            .map_or(0, |object| object.length.and_then(Value::word).unwrap_or(object.size));
        let name = self.object_name(id);
        format!(
            "{verb} of {size} bytes at offset {offset} is outside of {name}, which has {length} bytes"
        )
    }

    /// An atomic access at a symbolic address goes to one place at a time: this picks one that inputs allow. `None` if it lies outside of the object, or if places are
    /// not looked at one by one.
    fn split_atomic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
        size: u64,
        sync: Sync,
    ) -> Exec<Option<u64>> {
        let atomic =
            matches!(sync, Sync::AtomicLoad(_) | Sync::AtomicStore(_) | Sync::AtomicUpdate(_));
        if !self.config.splits_atomics || !atomic {
            return Ok(None);
        }
        let id = self.object_of(st, thread, address)?;
        // Memory that is gone is told of where every access is checked.
        if st.memory.get(id).is_none() {
            return Ok(None);
        }
        let width = self.facts.pointer_bits;
        let base = self.names.base(id);
        let base = self.terms.constant(width, u128::from(base));
        let offset = self.terms.sub(address, base);
        let inside = self.inside(st, id, offset, size);
        let inside = Value::of_term(&self.terms, inside);
        if !self.decide(st, thread, inside)? {
            return Ok(None);
        }
        self.candidates(st, thread, id, offset, size, self.config.max_fan_out)?;
        loop {
            self.config.budget.enter(Stage::Resolve);
            let candidate = self.eval_here(st, address).to_u64().unwrap_or(0);
            let this = self.terms.constant(width, u128::from(candidate));
            let this = self.terms.eq(address, this);
            let this = Value::of_term(&self.terms, this);
            if self.decide(st, thread, this)? {
                return Ok(Some(candidate));
            }
        }
    }

    fn symbolic_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
        size: u64,
        access: Access,
        sync: Sync,
    ) -> Exec<Place> {
        let id = self.object_of(st, thread, address)?;
        let whole = st.memory.get(id).map_or(0, |object| object.size);
        let noticed = st.event.accesses.len();
        self.notice(st, thread, id, 0..whole, access, sync)?;
        self.note_large_step(st, thread, noticed, size);
        let base = self.names.base(id);
        self.check_object(st, thread, id, base, access)?;
        let width = self.facts.pointer_bits;
        let base = self.terms.constant(width, u128::from(base));
        let offset = self.terms.sub(address, base);
        for noticed in &mut st.event.accesses[noticed..] {
            noticed.symbolic = Some((offset, size));
        }
        let inside = self.inside(st, id, offset, size);
        let inside = Value::of_term(&self.terms, inside);
        let related = related_places(st.memory.get(id));
        let text = self.out_of_bounds_message(st, id, "that depends on inputs", size, access);
        let before = self.outbox.faults.len();
        let result = self.demand(st, thread, inside, FaultKind::OutOfBounds, |_| text);
        for fault in &mut self.outbox.faults[before..] {
            fault.related.clone_from(&related);
        }
        result?;
        self.unfold_all(st, id);
        Ok(Place { object: id, offset: Value::of_term(&self.terms, offset) })
    }

    /// An address must be defined. Where uninitialised memory holds arbitrary values, only the object must be: the offset may be anything.
    fn demand_defined_address(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
    ) -> Exec {
        let value = Value::Term(address);
        if self.names.resolve(self.constant_part(address)).is_some() {
            return self.demand_defined(st, thread, value, "an address");
        }
        self.demand_meaning(st, thread, value, "an address")
    }

    /// The object a symbolic address belongs to.
    pub(crate) fn object_of(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
    ) -> Exec<ObjectId> {
        let constant = self.constant_part(address);
        if let Some((id, _)) = self.names.resolve(constant) {
            return Ok(id);
        }
        loop {
            self.config.budget.enter(Stage::Resolve);
            let candidate = self.eval_here(st, address).to_u64().unwrap_or(0);
            if let Some((id, _)) = self.names.resolve(candidate)
                && (st.memory.get(id).is_some() || self.is_stack(id))
            {
                let (low, high) = self.names.region(id);
                let within = self.between(address, low, high);
                if self.decide(st, thread, within)? {
                    return Ok(id);
                }
                continue;
            }
            let (kind, message, ok) = if candidate < NULL_PAGE {
                let page = self.terms.constant(self.facts.pointer_bits, u128::from(NULL_PAGE));
                let above = self.terms.ule(page, address);
                (FaultKind::NullDereference, "null pointer dereferenced", above)
            } else {
                let elsewhere = self.is_near_something(st, address);
                (FaultKind::WildDereference, "pointer may point to no object", elsewhere)
            };
            let ok = Value::of_term(&self.terms, ok);
            self.demand(st, thread, ok, kind, |_| message.to_owned())?;
        }
    }

    /// What a symbolic address that is to be freed belongs to: NULL, each object of the heap and everything else are one case each.
    pub(crate) fn freed_by_term(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
    ) -> Exec<Resolved> {
        let is_heap = |object: &Object| object.kind == ObjectKind::Heap;
        // `p + i` is a pointer into what `p` points to, whatever `i` is.
        let constant = self.constant_part(address);
        if let Some((id, _)) = self.names.resolve(constant) {
            let heap = st.memory.get(id).is_some_and(is_heap);
            return Ok(if heap { Resolved::Heap(id) } else { Resolved::Other(constant) });
        }
        loop {
            self.config.budget.enter(Stage::Resolve);
            let candidate = self.eval_here(st, address).to_u64().unwrap_or(0);
            let (here, found) = if candidate == 0 {
                (self.between(address, 0, 0), Resolved::Null)
            } else if let Some((id, _)) = self.names.resolve(candidate)
                && st.memory.get(id).is_some_and(is_heap)
            {
                let (low, high) = self.names.region(id);
                (self.between(address, low, high), Resolved::Heap(id))
            } else {
                let regions = self.regions(st, (0, 0), is_heap);
                let known = self.is_in_one_of(&regions, address);
                let other = self.terms.not(known);
                (Value::of_term(&self.terms, other), Resolved::Other(candidate))
            };
            // The values at hand make it true: either all do, or the state is split.
            if self.decide(st, thread, here)? {
                return Ok(found);
            }
        }
    }

    /// How far an address is from the start of an object.
    pub(crate) fn offset_in(&mut self, id: ObjectId, address: TermId) -> Value {
        let base = self.terms.constant(self.facts.pointer_bits, u128::from(self.names.base(id)));
        let offset = self.terms.sub(address, base);
        Value::of_term(&self.terms, offset)
    }

    /// Goes on where an offset is 0. Elsewhere the pointer that is freed is not the one that the allocation returned.
    pub(crate) fn demand_start(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: Value,
        message: String,
    ) -> Exec {
        let offset = offset.term(&mut self.terms, self.facts.pointer_bits);
        let start = self.between(offset, 0, 0);
        let related = related_places(st.memory.get(id));
        let before = self.outbox.faults.len();
        let result = self.demand(st, thread, start, FaultKind::InvalidFree, |_| message);
        for fault in &mut self.outbox.faults[before..] {
            fault.related.clone_from(&related);
        }
        result
    }

    fn is_stack(&self, id: ObjectId) -> bool {
        matches!(self.names.name(id), ObjectName::Stack { .. })
    }

    fn between(&mut self, term: TermId, low: u64, high: u64) -> Value {
        let low = self.terms.constant(self.facts.pointer_bits, u128::from(low));
        let high = self.terms.constant(self.facts.pointer_bits, u128::from(high));
        let above = self.terms.ule(low, term);
        let below = self.terms.ule(term, high);
        let both = self.terms.and(above, below);
        Value::of_term(&self.terms, both)
    }

    /// The condition that an address lies in the null page, or in the region of an object. A region includes the gap around the object:
    /// an access there is a fault of another kind.
    fn is_near_something(&mut self, st: &State, address: TermId) -> TermId {
        let regions = self.regions(st, (0, NULL_PAGE - 1), |_| true);
        self.is_in_one_of(&regions, address)
    }

    /// The regions of some objects, and a first one below them.
    fn regions(
        &self,
        st: &State,
        first: (u64, u64),
        wanted: impl Fn(&Object) -> bool,
    ) -> Vec<(u64, u64)> {
        let mut regions = vec![first];
        st.memory.for_each(&mut |object| {
            if !wanted(object) {
                return;
            }
            let (low, high) = self.names.region(object.id);
            match regions.last_mut() {
                Some((_, end)) if *end + 1 == low => *end = high,
                _ => regions.push((low, high)),
            }
        });
        regions
    }

    fn is_in_one_of(&mut self, regions: &[(u64, u64)], address: TermId) -> TermId {
        let mut any = self.terms.truth(false);
        for &(low, high) in regions {
            let within = self.between(address, low, high).term(&mut self.terms, 1);
            any = self.terms.or(any, within);
        }
        any
    }

    /// The constant addend of a sum.
    fn constant_part(&self, term: TermId) -> u64 {
        match self.terms.get(term) {
            Term::Binary(BinaryOp::Add, a, b) => {
                self.constant_part(*a).wrapping_add(self.constant_part(*b))
            }
            _ => self.terms.as_u64(term).unwrap_or(0),
        }
    }

    /// How many low bits of a term are certainly zero.
    pub(crate) fn trailing_zeros(&self, term: TermId) -> u32 {
        let width = self.terms.width(term);
        match self.terms.get(term) {
            Term::Const(_) => {
                self.terms.as_u64(term).map_or(0, |word| word.trailing_zeros().min(width))
            }
            Term::Binary(BinaryOp::Add, a, b) => {
                self.trailing_zeros(*a).min(self.trailing_zeros(*b))
            }
            Term::Binary(BinaryOp::Mul, a, b) => {
                (self.trailing_zeros(*a) + self.trailing_zeros(*b)).min(width)
            }
            Term::Binary(BinaryOp::Shl, a, b) => match self.terms.as_u64(*b) {
                Some(shift) => {
                    (self.trailing_zeros(*a) + shift.min(u64::from(width)) as u32).min(width)
                }
                None => self.trailing_zeros(*a),
            },
            Term::Binary(BinaryOp::Concat, high, low) => {
                let zeros = self.trailing_zeros(*low);
                let low_width = self.terms.width(*low);
                if zeros == low_width { low_width + self.trailing_zeros(*high) } else { zeros }
            }
            Term::ZExt { of, .. } | Term::SExt { of, .. } => {
                let zeros = self.trailing_zeros(*of);
                if zeros == self.terms.width(*of) { width } else { zeros }
            }
            Term::Neg(of) => self.trailing_zeros(*of),
            Term::Ite { then, otherwise, .. } => {
                self.trailing_zeros(*then).min(self.trailing_zeros(*otherwise))
            }
            _ => 0,
        }
    }

    /// Reads a value of a type at a checked place.
    pub(crate) fn load(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        place: Place,
        ty: Type,
    ) -> Exec<Value> {
        let size = ty.bytes(&self.program.target);
        let bits = ty.bits(&self.program.target);
        let value = match place.offset {
            Value::Word(offset) if self.is_generalising() => {
                self.load_general(st, place.object, offset, size)
            }
            Value::Word(offset) => self.load_plain(st, place.object, offset, size),
            Value::Term(offset) => self.load_symbolic(st, thread, place.object, offset, size)?,
            Value::Undef => unreachable!("a place has a defined offset"),
        };
        Ok(self.narrow(value, size as u32 * 8, bits))
    }

    fn narrow(&mut self, value: Value, from: u32, to: u32) -> Value {
        match value {
            Value::Word(word) => Value::Word(crate::value::mask(to, word)),
            Value::Term(term) if from != to => {
                let low = self.terms.extract(term, to - 1, 0);
                Value::of_term(&self.terms, low)
            }
            Value::Term(_) | Value::Undef => value,
        }
    }

    /// Reads `size` bytes at a known offset whose content the course of an operation depends on.
    pub(crate) fn load_at(&mut self, st: &State, id: ObjectId, offset: u64, size: u64) -> Value {
        if self.is_generalising() {
            let value = self.load_general(st, id, offset, size);
            return self.pin(value);
        }
        self.load_plain(st, id, offset, size)
    }

    /// What bytes of an object hold; nothing if the object is gone, or they lie outside of it.
    pub fn bytes_at(&mut self, st: &State, id: ObjectId, offset: u64, size: u64) -> Option<Value> {
        st.memory.get(id).filter(|object| offset + size <= object.size)?;
        Some(self.load_plain(st, id, offset, size))
    }

    /// Lets bytes of an object hold something, without anybody having stored it.
    pub fn put_bytes(
        &mut self,
        st: &mut State,
        id: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        if st.memory.get(id).is_some_and(|object| offset + size <= object.size) {
            self.store_at(st, id, offset, size, value);
        }
    }

    /// The state of an object that the library owns, such as a mutex: undefined if nobody initialised it, whatever memory holds.
    pub(crate) fn load_state(&mut self, st: &State, id: ObjectId, offset: u64, size: u64) -> Value {
        if self.uninitialised_is_arbitrary() && self.is_partly_undefined(st, id, offset, size) {
            self.cannot_generalise();
            return Value::Undef;
        }
        self.load_at(st, id, offset, size)
    }

    /// Reads `size` bytes at a known offset, as one value of `8·size` bits.
    pub(crate) fn load_plain(&mut self, st: &State, id: ObjectId, offset: u64, size: u64) -> Value {
        let object = st.memory.get(id).expect("a place names a living object");
        self.load_version(object, offset, size)
    }

    fn load_version(&mut self, object: &Object, offset: u64, size: u64) -> Value {
        if size <= 8
            && let Some(word) = object.load_known(offset, size)
        {
            return Value::Word(word);
        }
        if let Some(term) = object.cell(offset, size) {
            return Value::of_term(&self.terms, term);
        }
        let (id, loc) = (object.id, object.loc);
        let bytes: SmallVec<[Byte; 16]> = (0..size).map(|i| object.byte(offset + i)).collect();
        let undefined = |&byte: &Byte| byte == Byte::Undefined;
        if bytes.iter().all(undefined) && !self.uninitialised_is_arbitrary() {
            return Value::Undef;
        }
        let mut whole: Option<TermId> = None;
        for (index, &byte) in bytes.iter().enumerate() {
            let part = self.byte_term((id, offset + index as u64), byte, loc);
            whole = Some(match whole {
                None => part,
                Some(low) => self.terms.concat(part, low),
            });
        }
        Value::of_term(&self.terms, whole.expect("a value has at least one byte"))
    }

    /// A stored byte as a term; an undefined one is a marked variable named by its place. `loc`: where the object was made.
    fn byte_term(&mut self, (id, offset): (ObjectId, u64), byte: Byte, loc: Loc) -> TermId {
        match byte {
            Byte::Known(known) => self.terms.constant(8, u128::from(known)),
            Byte::Part(term, index) => self.terms.extract(term, index * 8 + 7, index * 8),
            Byte::Undefined if self.uninitialised_is_arbitrary() => {
                self.uninitialised_byte(id, offset, loc)
            }
            Byte::Undefined => {
                self.terms.marked_var(&format!("undefined {id}+{offset}"), Sort::Bits(8))
            }
        }
    }

    /// Candidate offsets of a symbolic access: `first + k·step` for `k < count`, and the index `k` as term.
    fn candidates(
        &mut self,
        st: &State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
        most: u64,
    ) -> Exec<Candidates> {
        let limit = st.memory.get(id).expect("a place names a living object").size;
        let width = self.facts.pointer_bits;
        let constant = self.constant_part(offset);
        let constant_term = self.terms.constant(width, u128::from(constant));
        let variable = self.terms.sub(offset, constant_term);
        if let Some(last) = limit.checked_sub(size)
            && let Some(strided) = self.strided(st, (constant, variable), last)
            && strided.count <= most
        {
            return Ok(strided);
        }
        let shift = self.trailing_zeros(variable).min(12);
        let step = 1u64 << shift;
        let first = constant % step;
        let count = (limit - size).saturating_sub(first) / step + 1;
        if count > most {
            let name = self.object_name(id);
            let message =
                format!("an access that depends on inputs may go to {count} places of {name}");
            return Err(self.cut(st, thread, CutKind::FanOut, message));
        }
        let first_term = self.terms.constant(width, u128::from(first));
        let from_first = self.terms.sub(offset, first_term);
        let index = self.terms.extract(from_first, width - 1, shift);
        Ok(Candidates { first, step, count, index })
    }

    fn load_symbolic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Exec<Value> {
        let candidates = {
            let most = self.config.max_fan_out.max(LARGEST_TABLE);
            self.candidates(st, thread, id, offset, size, most)?
        };
        let object = st.memory.get(id).expect("a place names a living object").clone();
        let grid = candidates.grid(size);
        let all = object.remembered.clone();
        let updates = all.iter().flat_map(|all| all.iter()).find(|one| Some(one.grid) == grid);
        let Some(updates) = updates.filter(|_| !self.is_generalising()) else {
            let chosen = self.chosen_of(st, &object, &candidates, size);
            return Ok(Value::of_term(&self.terms, chosen));
        };
        let mut value = self.chosen_of(st, &updates.before, &candidates, size);
        let mut writes = updates.writes.clone();
        if self.config.table_mistake == Some(TableMistake::FirstWriteKept) {
            writes.reverse();
        }
        for update in &writes {
            let hit = self.terms.eq(update.offset, offset);
            value = self.terms.ite(hit, update.value, value);
        }
        Ok(Value::of_term(&self.terms, value))
    }

    /// What one of the candidates holds in a version of an object.
    fn chosen_of(
        &mut self,
        st: &State,
        object: &Object,
        candidates: &Candidates,
        size: u64,
    ) -> TermId {
        let mut leaves = Vec::with_capacity(candidates.count as usize);
        for k in 0..candidates.count {
            let at = candidates.first + k * candidates.step;
            let value = match self.is_generalising() {
                true => self.load_at(st, object.id, at, size),
                false => self.load_version(object, at, size),
            };
            leaves.push(match value {
                Value::Undef => self.undefined_term(object.id, at, size),
                value => value.term(&mut self.terms, size as u32 * 8),
            });
        }
        let height = candidates.count.next_power_of_two().trailing_zeros();
        self.choose(&leaves, candidates.index, height)
    }

    fn undefined_term(&mut self, id: ObjectId, offset: u64, size: u64) -> TermId {
        let mut whole = self.byte_term((id, offset), Byte::Undefined, Loc::NONE);
        for index in 1..size {
            let part = self.byte_term((id, offset + index), Byte::Undefined, Loc::NONE);
            whole = self.terms.concat(part, whole);
        }
        whole
    }

    /// `leaves[index]`, by the low `height` bits of the index. Missing leaves are unreachable.
    fn choose(&mut self, leaves: &[TermId], index: TermId, height: u32) -> TermId {
        if height == 0 || leaves.len() == 1 {
            return leaves[0];
        }
        let half = 1usize << (height - 1);
        if leaves.len() <= half {
            return self.choose(leaves, index, height - 1);
        }
        let (low, high) = leaves.split_at(half);
        let low = self.choose(low, index, height - 1);
        let high = self.choose(high, index, height - 1);
        let bit = self.terms.extract(index, height - 1, height - 1);
        self.terms.ite(bit, high, low)
    }

    /// Writes a value of a type at a checked place.
    pub(crate) fn store(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        place: Place,
        ty: Type,
        value: Value,
    ) -> Exec {
        let size = ty.bytes(&self.program.target);
        let bits = ty.bits(&self.program.target);
        let value = self.widen(value, bits, size as u32 * 8);
        match place.offset {
            Value::Word(offset) => {
                self.store_at(st, place.object, offset, size, value);
                Ok(())
            }
            Value::Term(offset) => {
                self.store_symbolic(st, thread, place.object, offset, size, value)
            }
            Value::Undef => unreachable!("a place has a defined offset"),
        }
    }

    fn widen(&mut self, value: Value, from: u32, to: u32) -> Value {
        match value {
            Value::Term(term) if from != to => {
                let wide = self.terms.zext(term, to);
                Value::of_term(&self.terms, wide)
            }
            Value::Word(word) if from <= 64 && to > 64 => {
                Value::Term(self.terms.constant(to, u128::from(word)))
            }
            Value::Word(_) | Value::Term(_) | Value::Undef => value,
        }
    }

    /// Writes `size` bytes at a known offset; a value wider than 64 bits is a term.
    pub(crate) fn store_at(
        &mut self,
        st: &mut State,
        id: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        self.name_bytes(id, offset, offset + size);
        let object = st.memory.get_mut(id).expect("a place names a living object");
        let remembered = match object.remembered {
            Some(_) => self.remembered_after(object, offset, size, value),
            None => None,
        };
        match value {
            Value::Word(word) => {
                if !object.store_known(&mut self.terms, offset, size, word) {
                    for index in 0..size {
                        let byte = word >> (8 * index) & 0xff;
                        object.store_known(&mut self.terms, offset + index, 1, byte);
                    }
                }
            }
            Value::Term(term) => match self.terms.as_const(term).cloned() {
                Some(bits) => {
                    for index in 0..size {
                        let word = bits.words()[index as usize / 8];
                        let byte = word >> (8 * (index % 8)) & 0xff;
                        object.store_known(&mut self.terms, offset + index, 1, byte);
                    }
                }
                None => object.store_term(&mut self.terms, offset, size, term),
            },
            Value::Undef => object.store_undefined(&mut self.terms, offset, size),
        }
        object.remembered = remembered;
    }

    fn forget_updates(&mut self, st: &mut State, id: ObjectId) {
        if st.memory.get(id).is_some_and(|object| object.remembered.is_some())
            && let Some(object) = st.memory.get_mut(id)
        {
            object.remembered = None;
        }
    }

    fn remembered_after(
        &mut self,
        object: &Object,
        offset: u64,
        size: u64,
        value: Value,
    ) -> Remembered {
        if self.config.table_mistake == Some(TableMistake::KnownWritesForgotten) {
            return object.remembered.clone();
        }
        let update = match value {
            Value::Undef => None,
            value => Some(Update {
                offset: self.terms.constant(self.facts.pointer_bits, u128::from(offset)),
                value: value.term(&mut self.terms, size as u32 * 8),
            }),
        };
        updates::after_known(object, offset, size, update)
    }

    fn store_symbolic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
        value: Value,
    ) -> Exec {
        let most = self.config.max_fan_out.max(LARGEST_TABLE);
        let candidates = self.candidates(st, thread, id, offset, size, most)?;
        let bits = size as u32 * 8;
        let value = match value {
            Value::Undef => self.undefined_term(id, candidates.first, size),
            value => value.term(&mut self.terms, bits),
        };
        let before = st.memory.get(id).expect("a place names a living object");
        let remembered = candidates
            .grid(size)
            .and_then(|grid| updates::after_symbolic(before, grid, Update { offset, value }));
        self.forget_updates(st, id);
        let index_width = self.terms.width(candidates.index);
        for k in 0..candidates.count {
            let at = candidates.first + k * candidates.step;
            let old = match self.load_at(st, id, at, size) {
                Value::Undef => self.undefined_term(id, at, size),
                value => value.term(&mut self.terms, bits),
            };
            let here = self.terms.constant(index_width, u128::from(k));
            let hit = self.terms.eq(candidates.index, here);
            let new = self.terms.ite(hit, value, old);
            let new = Value::of_term(&self.terms, new);
            self.store_at(st, id, at, size, new);
        }
        if let Some(object) = st.memory.get_mut(id).filter(|_| remembered.is_some()) {
            object.remembered = remembered;
        }
        Ok(())
    }

    /// Copies bytes between two checked places with known offsets; the ranges may overlap.
    pub(crate) fn copy_bytes(
        &mut self,
        st: &mut State,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        size: u64,
    ) {
        if self.is_generalising() {
            return self.copy_cells(st, to, from, size);
        }
        let source = st.memory.get(from.0).expect("a place names a living object");
        let loc = source.loc;
        let mut bytes: Vec<Byte> = (0..size).map(|index| source.byte(from.1 + index)).collect();
        let cells = source.cells_within(from.1, size);
        if self.uninitialised_is_arbitrary() {
            for (index, byte) in bytes.iter_mut().enumerate() {
                if *byte == Byte::Undefined {
                    let value = self.uninitialised_byte(from.0, from.1 + index as u64, loc);
                    *byte = match self.terms.as_u64(value) {
                        Some(known) => Byte::Known(known as u8),
                        None => Byte::Part(value, 0),
                    };
                }
            }
        }
        let target = st.memory.get_mut(to.0).expect("a place names a living object");
        let mut index = 0;
        let mut cells = cells.into_iter().peekable();
        while index < size {
            if let Some(&(start, length, term)) = cells.peek()
                && start - from.1 == index
            {
                target.store_term(&mut self.terms, to.1 + index, length, term);
                index += length;
                cells.next();
                continue;
            }
            target.store_byte(&mut self.terms, to.1 + index, bytes[index as usize]);
            index += 1;
        }
        self.publish_content(st, to.0);
    }

    /// Copies bytes as cells of up to eight bytes.
    fn copy_cells(
        &mut self,
        st: &mut State,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        size: u64,
    ) {
        let mut pieces: Vec<(u64, u64, Value)> = Vec::new();
        let mut index = 0;
        while index < size {
            let (at, left) = (from.1 + index, size - index);
            let fits = |&step: &u64| step <= left && at.is_multiple_of(step);
            let step = [8, 4].into_iter().find(fits).unwrap_or(1);
            pieces.push((index, step, self.load_general(st, from.0, from.1 + index, step)));
            index += step;
        }
        let shared = st.memory.get(to.0).is_some_and(|object| object.shared);
        for (index, step, value) in pieces {
            if shared {
                self.pin_shared(value);
            }
            self.store_at(st, to.0, to.1 + index, step, value);
        }
        self.publish_content(st, to.0);
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    pub first: u64,
    pub step: u64,
    pub count: u64,
    pub index: TermId,
}

impl Candidates {
    /// The candidates as places that are the same or have nothing in common.
    fn grid(&self, size: u64) -> Option<Grid> {
        let grid = Grid { first: self.first, step: self.step, size };
        (size <= self.step).then_some(grid)
    }
}

fn related_places(object: Option<&Object>) -> Vec<(String, Loc)> {
    let Some(object) = object else { return Vec::new() };
    let mut related = Vec::new();
    if let Life::Ended(loc) = object.life {
        let ended = if object.kind == ObjectKind::Stack { "left here" } else { "freed here" };
        related.push((ended.to_owned(), loc));
    }
    let made = match object.kind {
        ObjectKind::Heap | ObjectKind::Mapped => "allocated here",
        ObjectKind::Stack | ObjectKind::Global => "declared here",
        ObjectKind::Function
        | ObjectKind::Thread
        | ObjectKind::Environment
        | ObjectKind::Unknown => return related,
    };
    related.push((made.to_owned(), object.loc));
    related
}
