//! One step of the simulation as a relation between the cells before and after it.
//!
//! Expressions of an edge speak of the cells *before* the step and of unknowns. So the edge says what happens in
//! every context in which its requirements hold, not only in the one it was made in, and summaries can be built
//! from edges and used elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::FuncId;

use crate::affine::Var;
use crate::constraints::{Constraint, Constraints};
use crate::context::{Context, Fill, Value};
use crate::weight::Weight;
use crate::world::{ObjectId, Place};

/// What a cell that can hold an address holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Object(ObjectId),
    Function(FuncId),
    /// No address: an integer, or null.
    Number,
}

impl Base {
    pub fn of(value: &Value) -> Option<Base> {
        match value {
            Value::Int(_) => Some(Base::Number),
            Value::Pointer(object, _) => Some(Base::Object(*object)),
            Value::Function(func) => Some(Base::Function(*func)),
            Value::Any => None,
        }
    }
}

/// Something that must be so before the step for the edge to be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pin {
    Holds(Constraint),
    Base(Var, Base),
}

/// A value computed during a step, and what its expression relies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub value: Value,
    pub pins: Vec<Pin>,
}

impl Local {
    pub fn of(value: Value) -> Local {
        Local { value, pins: Vec::new() }
    }
    pub fn any() -> Local {
        Local::of(Value::Any)
    }
}

/// Where a step ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    To(Place),
    /// A function that is summarised as a whole, called from before the place; control goes on there.
    Call(FuncId, Place),
    /// The program, or the function that is being summarised, is left.
    End(Ending),
    /// No run goes on here, because of an assumption that does not hold in this context; what that relies on is
    /// required of other contexts, too.
    Blocked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The program ends.
    Exit,
    /// The function that is being summarised returns.
    Return,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub target: Target,
    /// Conditions under which the step goes this way, each with what its expression relies on.
    pub guards: Vec<(Constraint, Vec<Pin>)>,
    pub requires: Vec<Pin>,
    pub assigned: BTreeMap<Var, Local>,
    /// Cells in `assigned` that were not written: an unknown content was given a name, at an index that is not a
    /// constant of the program.
    pub observed: BTreeSet<Var>,
    /// Objects with a new content; cells in `assigned` are newer.
    pub refilled: BTreeMap<ObjectId, Fill>,
    pub weight: Weight,
    /// For a step that stands for many paths: what the most expensive of them satisfies, and what those satisfy whose
    /// values were merged.
    pub witness: Constraints,
    pub merged: Vec<Constraints>,
    /// The context after the step.
    pub after: Context,
}
