//! Inputs that were made for memory that nobody wrote (`uninitialised.rs`).

use raddle_expr::{TermId, VarId};
use raddle_ir::Loc;
use rustc_hash::FxHashMap;

use crate::names::ObjectId;

/// The bytes that got a value so far.
#[derive(Debug, Default)]
pub(crate) struct Uninitialised {
    pub(crate) bytes: FxHashMap<(ObjectId, u64), TermId>,
    pub(crate) places: FxHashMap<VarId, (ObjectId, u64, Loc)>,
}
