//! What is written in a proof.
//!
//! Places, cells and objects are named by numbers of the program's own representation, which the text of the program
//! determines. Conditions are linear, over the cells before (`old`) and, for effects, after (`new`); the number in a
//! cell is the two's complement integer in its bits (0 or 1 for a truth value), or the offset of the address in
//! it where the proof says which object that is in.

use serde::{Deserialize, Serialize};

/// Increased when the meaning of anything below changes.
pub const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub version: u32,
    /// Of the program, see [`crate::fingerprint`].
    pub fingerprint: String,
    pub resource: String,
    /// The function that was asked for, and what was assumed of its arguments.
    pub function: Option<String>,
    pub assumption: Option<String>,
    /// Whether assertions about counters were used.
    pub assertions: bool,
    pub bound: i64,
    pub stacks: Vec<Stack>,
    pub objects: Vec<Object>,
    /// All cells the proof speaks of.
    pub cells: Vec<Cell>,
    /// Each relies on earlier ones; the last is about the start.
    pub claims: Vec<Claim>,
}

/// A chain of calls, by the innermost function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    pub function: u32,
    /// Behind the call; none for the function at the start, and for one that claims speak of as a whole.
    pub back: Option<Place>,
    /// It is the function at the start.
    pub start: bool,
}

/// Before an instruction of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub stack: u32,
    pub block: u32,
    pub inst: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Object {
    Global(u32),
    /// A local variable.
    Slot(u32, u32),
    /// Blocks of this many bytes at most, allocated before this place.
    Heap(Place, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cell {
    /// A register of a stack.
    Register(u32, u32),
    /// Object (a number in [`Proof::objects`]), offset and size in bytes.
    Memory(u32, i64, u8),
    /// A result of a function that claims speak of as a whole.
    Result(u32, u32),
}

/// What an address in a cell points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Base {
    Object(u32),
    Function(u32),
    /// It is no address.
    Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    AtLeastZero,
    Zero,
    NotZero,
}

/// A linear condition: `constant + Σ factor · cell` compared with zero. Cells are numbers in [`Proof::cells`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    pub is: Relation,
    pub constant: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old: Vec<(i64, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<(i64, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub at: Place,
    /// What must hold there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Linear>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<(u32, Base)>,
    pub ends: Vec<End>,
    pub by: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The program ends.
    Exit,
    /// The function that the claim is about returns.
    Return,
    At(Place),
}

/// One way in which executions go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    pub outcome: Outcome,
    /// At most this much is used up (and not given back) until then.
    pub net: i64,
    /// At most this much is held in between.
    pub high: i64,
    /// Cells that may be different afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<(u32, Base)>,
    /// Objects of which any cell may be different afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<u32>,
    /// Between cells before and changed cells after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relation: Vec<Linear>,
}

/// Why a claim holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// The block is executed up to its end or a call; then one of these earlier claims holds, or an outcome is
    /// reached. Functions that are called may be claims about whole functions.
    Step { next: Vec<u32>, called: Vec<u32> },
    /// What the first claim says, and where that ends at the place of the second, what the second says.
    Sequence { first: u32, second: u32 },
}
