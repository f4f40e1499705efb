//! What lies on the heap, as far as typed pointers to it tell.
//!
//! Memory that was allocated has no type of its own. When a run is recorded, the types of variables that hold its address
//! tell what its parts are called: `heap#0@main.next` says more than `heap#0@main+8`. Nothing but names depends on it.

use raddle_ir::{DebugType, DebugTypeId};

use crate::describe::field_at;
use crate::machine::Machine;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::trace::HeapType;
use crate::value::Value;

impl Machine<'_> {
    /// Learns from the variables of the function a thread is in.
    pub(crate) fn learn_from_registers(&mut self, st: &State, thread: ThreadId) {
        let Some(frame) = st.thread(thread).frames.last() else { return };
        let program = self.program;
        let Some(body) = &program.functions[frame.func].body else { return };
        for ((_, info), value) in body.regs.iter().zip(&frame.regs) {
            if let (Some(ty), Value::Word(address)) = (info.debug_type, *value) {
                self.learn_from_pointer(st, ty, address);
            }
        }
    }

    /// Learns from a pointer that is stored in memory.
    pub(crate) fn learn_from_store(
        &mut self,
        st: &State,
        (object, offset): (ObjectId, u64),
        address: u64,
    ) {
        // Where there are several of a kind, all are alike.
        let inside = self.heap_types.get(&object).map_or(offset, |known| offset % known.size);
        let pointer = self.type_of_object(object).and_then(|ty| self.type_at(ty, inside));
        if let Some(pointer) = pointer {
            self.learn_from_pointer(st, pointer, address);
        }
    }

    fn learn_from_pointer(&mut self, st: &State, pointer: DebugTypeId, address: u64) {
        let DebugType::Pointer { to: Some(ty), .. } = self.program.types[self.resolved(pointer)]
        else {
            return;
        };
        // Bytes may be anything.
        if matches!(self.program.types[self.resolved(ty)], DebugType::Char { .. }) {
            return;
        }
        let Some((id, 0)) = self.names.resolve(address) else { return };
        if !matches!(self.names.name(id), ObjectName::Heap { .. }) {
            return;
        }
        let Some(whole) = st.memory.get(id).map(|object| object.size) else { return };
        let Some(size) = self.type_size(ty).filter(|&size| 0 < size && size <= whole) else {
            return;
        };
        let known = self.heap_types.get(&id);
        // The type of the whole says more than that of its first part.
        if known.is_none_or(|known| known.size != whole && size == whole) {
            self.heap_types.insert(id, HeapType { ty, size, several: size <= whole / 2 });
        }
    }

    /// The type that the program declares for what begins at an offset of a variable.
    pub(crate) fn declared_type(&self, id: ObjectId, offset: u64) -> Option<DebugTypeId> {
        // Types on the heap are guesses that depend on what was executed before.
        if matches!(self.names.name(id), ObjectName::Heap { .. }) {
            return None;
        }
        self.type_at(self.type_of_object(id)?, offset)
    }

    /// The name of the number's type at a place, for people: types on the heap are good enough.
    pub(crate) fn shown_type_name(
        &self,
        id: ObjectId,
        offset: u64,
        size: u64,
    ) -> Option<&'static str> {
        self.type_name(self.type_at(self.type_of_object(id)?, offset), size)
    }

    /// The type of a variable, or of what is on the heap.
    fn type_of_object(&self, id: ObjectId) -> Option<DebugTypeId> {
        match self.names.name(id) {
            ObjectName::Global(global) | ObjectName::ThreadLocal(global, _) => {
                self.program.globals[*global].ty
            }
            ObjectName::Stack { func, slot, .. } => {
                self.program.functions[*func].body.as_ref()?.slots.get(*slot)?.debug_type
            }
            ObjectName::Heap { .. } => self.heap_types.get(&id).map(|known| known.ty),
            ObjectName::Unknown { .. } => self.unknown_type(id),
            ObjectName::Function(_) | ObjectName::Thread(_) | ObjectName::Environment { .. } => {
                None
            }
        }
    }

    /// The type of what begins at an offset of something.
    fn type_at(&self, ty: DebugTypeId, offset: u64) -> Option<DebugTypeId> {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Array { element, .. } => {
                let length = self.type_size(*element).filter(|&length| length > 0)?;
                self.type_at(*element, offset % length)
            }
            DebugType::Struct { fields, .. } => {
                let (field, inside) = field_at(fields, offset)?;
                self.type_at(field.ty, inside)
            }
            _ => (offset == 0).then_some(ty),
        }
    }
}
