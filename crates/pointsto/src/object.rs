//! Abstract memory: one object per place of creation, and places inside of objects.

use raddle_ir::{FuncId, GlobalId, SlotId, entity};

use crate::position::Position;

entity!(/// An abstract object.
    ObjectId, "object");

/// What an abstract object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Object {
    Global(GlobalId),
    Function(FuncId),
    /// A local variable, of every call of its function.
    Local(FuncId, SlotId),
    /// The private copy of a struct that is passed by value as this parameter.
    ByValue(FuncId, u32),
    /// Where a function's variable arguments lie.
    Variadic(FuncId),
    /// Everything that a call of a library function allocates.
    Heap(Position),
    /// What the C library and the environment own: `errno`, streams, `argv`, ….
    Library,
    /// All that unknown code may hold.
    Unknown,
}

/// A byte offset, or any offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Offset {
    At(u64),
    Any,
}

/// Where a pointer may point to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub object: ObjectId,
    pub offset: Offset,
}

impl Place {
    /// So many bytes further on.
    pub fn moved(self, distance: i64) -> Place {
        let offset = match self.offset {
            Offset::At(at) => at.checked_add_signed(distance).map_or(Offset::Any, Offset::At),
            Offset::Any => Offset::Any,
        };
        Place { object: self.object, offset }
    }
}
