//! Assignments of values to variables.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::table::VarId;

/// Values for variables; a variable that is not mentioned is zero (an array: zero everywhere).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub bits: FxHashMap<VarId, Bits>,
    pub arrays: FxHashMap<VarId, ArrayValue>,
}

/// An array: explicit entries over a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayValue {
    pub default: Bits,
    pub entries: FxHashMap<Bits, Bits>,
}
