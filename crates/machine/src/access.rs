//! From a pointer to a place: which object, which offset, may it be touched. What is there is in `content.rs`.
//!
//! The object of a symbolic address is the one its constant part points into (`&a[i]` is an offset from
//! `a`, whatever `i` is), so an index that leaves its array is out of bounds even where it would land in
//! another object. An address without a constant part is resolved by asking the solver for a candidate and
//! splitting on "lies in that object's region".

use raddle_budget::Stage;
use raddle_expr::TermId;
use raddle_ir::Loc;
use raddle_solver::Answer;

use crate::event::Sync;
use crate::fault::{CutKind, Fault, FaultKind};
use crate::machine::Machine;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Life, Object, ObjectKind};
use crate::place::{Direction, Place, Resolved};
use crate::property::Property;
use crate::state::{Halt, State};
use crate::stop::{Exec, Stop};
use crate::value::Value;

/// Addresses below this belong to the null page.
pub(crate) const NULL_PAGE: u64 = 4096;
/// The variable by which threads come to the places of a context.
pub const GATES: &str = "raddle.gates";

impl Machine<'_> {
    /// Checks an ordinary access of `size` bytes and says where it goes.
    pub(crate) fn place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        size: u64,
        access: Direction,
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
        access: Direction,
        sync: Sync,
    ) -> Exec<Place> {
        if access == Direction::Write {
            self.assume_writable(st, thread, pointer)?;
        }
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
        access: Direction,
        sync: Sync,
    ) -> Exec<Place> {
        match self.names.resolve(address).filter(|&(id, _)| !self.is_out_of_reach(id)) {
            Some(at) => self.place_at(st, thread, at, (address, size), access, sync),
            None => Err(self.bad_address(st, thread, address)),
        }
    }

    /// Where the operation of a prelude goes: to what no pointer of the program leads to, too.
    pub(crate) fn own_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        size: u64,
        sync: Sync,
    ) -> Exec<Place> {
        let address = self.pin(pointer).word().expect("preludes have addresses that are known");
        let at = self.names.resolve(address).expect("preludes have what they access");
        self.place_at(st, thread, at, (address, size), Direction::Write, sync)
    }

    /// Whether an object is none of the program's, where a run starts in the middle of it: no pointer leads there, whatever number it holds.
    pub(crate) fn is_out_of_reach(&self, id: ObjectId) -> bool {
        match self.names.name(id) {
            ObjectName::Global(global) => self.program.globals[*global].name == GATES,
            ObjectName::Function(func) => self.is_generated(*func),
            _ => false,
        }
    }

    fn place_at(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        (id, offset): (ObjectId, i64),
        (address, size): (u64, u64),
        access: Direction,
        sync: Sync,
    ) -> Exec<Place> {
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
        access: Direction,
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
        if object.constant && access == Direction::Write {
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
        access: Direction,
    ) -> String {
        let verb = match access {
            Direction::Read => "read",
            Direction::Write => "write",
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
        if !self.one_place_tells(sync) {
            return Ok(None);
        }
        let id = self.data_of(st, thread, address)?;
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

    /// Whether an access is atomic and something depends on which place it goes to: it orders what others do there, and nothing else. Where all of them are ordered anyway,
    /// or nobody looks, what may be any place is taken for all of them, and a race that they hide is found in another order.
    pub(crate) fn one_place_tells(&self, sync: Sync) -> bool {
        let atomic =
            matches!(sync, Sync::AtomicLoad(_) | Sync::AtomicStore(_) | Sync::AtomicUpdate(_));
        let races = self.config.properties.contains(Property::Race)
            && (self.facts.weak_orders_tell || self.config.surroundings.is_some());
        atomic && (self.config.splits_atomics || races)
    }

    fn symbolic_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
        size: u64,
        access: Direction,
        sync: Sync,
    ) -> Exec<Place> {
        let id = self.data_of(st, thread, address)?;
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
        let mut found = self.outbox.faults.split_off(before);
        for fault in &mut found {
            fault.related.clone_from(&related);
            self.tell_from_afar(fault, id, address);
        }
        self.outbox.faults.extend(found);
        result?;
        self.place_inside(st, thread, id, offset, size)
    }

    /// An offset that wraps around leads far away from its object. If none goes wrong near it, then what a run comes to is a pointer to nothing.
    fn tell_from_afar(&mut self, fault: &mut Fault, id: ObjectId, address: TermId) {
        let reached = self.terms.eval(address, &fault.model).to_u64().unwrap_or(0);
        let there = self.names.resolve(reached).map(|(there, _)| there);
        let there = there.filter(|&there| !self.is_out_of_reach(there));
        if there == Some(id) {
            return;
        }
        let (low, high) = self.names.region(id);
        let near = self.between(address, low, high);
        let near = near.term(&mut self.terms, 1);
        if let Answer::Sat(model) = self.solver.check(&mut self.terms, &fault.path, &[near]) {
            fault.path = fault.path.and(near);
            fault.model = model;
        } else if there.is_none() && reached >= NULL_PAGE {
            fault.kind = FaultKind::WildDereference;
            fault.message = "pointer may point to no object".to_owned();
        }
    }

    /// An address must be defined. Where uninitialised memory holds arbitrary values, only the object must be: the offset may be anything.
    pub(crate) fn demand_defined_address(
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
        self.one_object_of(st, thread, address, |machine, id| !machine.is_out_of_reach(id))
    }

    /// The same for an access to what lies there. What is no data is no object to it, however many functions there are.
    fn data_of(&mut self, st: &mut State, thread: ThreadId, address: TermId) -> Exec<ObjectId> {
        self.one_object_of(st, thread, address, |machine, id| {
            !machine.is_code(id) && !machine.is_out_of_reach(id)
        })
    }

    /// The same for a call of what lies there.
    pub(crate) fn code_of(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
    ) -> Exec<ObjectId> {
        self.one_object_of(st, thread, address, |machine, id| {
            let unknown = matches!(machine.names.name(id), ObjectName::Unknown { .. });
            (machine.is_code(id) || unknown) && !machine.is_out_of_reach(id)
        })
    }

    fn is_code(&self, id: ObjectId) -> bool {
        matches!(self.names.name(id), ObjectName::Function(_))
    }

    /// The object among those that such an address may belong to.
    fn one_object_of(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        address: TermId,
        may_be: fn(&Self, ObjectId) -> bool,
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
                && may_be(self, id)
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
                let elsewhere = self.is_near_something(st, address, may_be);
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

    /// The condition that an address lies in the null page, or in the region of an object that it may belong to. A region includes the gap around the object:
    /// an access there is a fault of another kind.
    fn is_near_something(
        &mut self,
        st: &State,
        address: TermId,
        may_be: fn(&Self, ObjectId) -> bool,
    ) -> TermId {
        let regions = self.regions(st, (0, NULL_PAGE - 1), |object| may_be(self, object.id));
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
