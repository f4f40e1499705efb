//! Where an access goes, and what for.

use crate::names::ObjectId;
use crate::value::Value;

/// A checked place: `size` bytes at `offset` lie inside the living object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub object: ObjectId,
    pub offset: Value,
}

/// What a symbolic address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resolved {
    Null,
    Heap(ObjectId),
    /// Neither of these. The address is one that it can have.
    Other(u64),
}

/// What an access is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Read,
    Write,
}
