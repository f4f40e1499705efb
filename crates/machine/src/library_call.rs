//! A call of a library function, and how its model ends.

use raddle_ir::{FuncId, Loc, Type};
use smallvec::SmallVec;

use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// A call of a library function.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub thread: ThreadId,
    pub func: FuncId,
    pub loc: Loc,
    pub args: SmallVec<[(Value, Type); 6]>,
}

impl Call {
    /// An argument; a missing one is zero, as a wrong declaration may pass too few.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value::Word(0), |&(value, _)| value)
    }
    pub fn arg_type(&self, index: usize) -> Type {
        self.args.get(index).map_or(Type::Int(32), |&(_, ty)| ty)
    }
}

/// How a model ended.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Return(Option<Value>),
    /// Call this function of the program, then this model again.
    EnterThenAgain(FuncId, Vec<Value>),
    /// One step of several is done. The thread stays before the call, and this model is called again when
    /// it is its turn.
    Again,
}

/// What executes a library function.
pub(crate) type Model = fn(&mut Machine<'_>, &mut State, &Call) -> Exec<Outcome>;
