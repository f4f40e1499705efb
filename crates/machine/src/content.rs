//! What is at a checked place: bytes that are read, written and copied.
//!
//! A symbolic offset reads through a tree of choices over the bits of the index, and writes by a guarded
//! update of every cell it may hit, which the object remembers for later reads ([`crate::updates`]). The number of candidates is limited by
//! `Config::max_fan_out`, and by [`LARGEST_TABLE`] at least.

use raddle_expr::{Sort, TermId};
use raddle_ir::{Loc, Type};
use smallvec::SmallVec;

use crate::candidates::Candidates;
use crate::machine::Machine;
use crate::mistakes::TableMistake;
use crate::names::{ObjectId, ThreadId};
use crate::object::{Byte, Object};
use crate::place::Place;
use crate::state::State;
use crate::stop::Exec;
use crate::updates::{self, Remembered, Update};
use crate::value::Value;

/// Entries of a table that may be accessed at an index that depends on inputs.
const LARGEST_TABLE: u64 = 1 << 16;

impl Machine<'_> {
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

    fn load_symbolic(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Exec<Value> {
        let candidates = self.table_candidates(st, thread, id, offset, size)?;
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

    /// The candidates of an access to an element.
    pub(crate) fn table_candidates(
        &mut self,
        st: &State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Exec<Candidates> {
        let most = self.config.max_fan_out.max(LARGEST_TABLE);
        self.candidates(st, thread, id, offset, size, most)
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
        let candidates = self.table_candidates(st, thread, id, offset, size)?;
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
