//! What is known in every state of a program in which its threads stand at given places.
//!
//! A *context* says where threads stand, each with a stack of places. [`facts`] says what holds in every state that looks like
//! this, wherever the program came from: an over-approximation, of which nothing at all is the coarsest ([`Facts::naive`]).

use raddle_budget::Budget;
use raddle_ir::{
    DebugTypeId, EntityMap, FuncId, GlobalId, Op, Operand, Program, Reg, SlotId, Type, entity,
};
use raddle_pointsto::{ObjectId, PointsTo, Position};

entity!(/// A value of a state that is described.
    ValueId, "v");

/// One thread of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadAt {
    pub name: String,
    /// Innermost first: the operation that comes next, then the calls that have not returned.
    pub frames: Vec<Position>,
    /// It stands in the wait that its innermost frame begins with.
    pub waiting: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub threads: Vec<ThreadAt>,
}

/// What is known in every state of the program in which its threads stand like this.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Operands before users.
    pub values: EntityMap<ValueId, ValueDef>,
    /// As in the context.
    pub threads: Vec<ThreadFacts>,
    /// Memory with a known content.
    pub memory: Vec<Known>,
    /// Variables that still hold their initial values.
    pub unwritten: Vec<GlobalId>,
    /// How many threads barriers wait for.
    pub barriers: Vec<BarrierCount>,
    /// Truth values that are all true.
    pub conditions: Vec<ValueId>,
    /// Nothing is known of who holds which lock: any of them may be held by any thread of the context.
    pub locks_unknown: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueDef {
    /// Nothing is known; the same wherever it occurs.
    Unknown {
        ty: Type,
        debug_type: Option<DebugTypeId>,
        name: String,
        /// Where it may point to, if it is a pointer.
        pointees: Option<Vec<ObjectId>>,
    },
    /// A constant or an address; never a register.
    Operand(Operand, Type),
    /// The address of a local of a frame of the context.
    Slot { thread: usize, frame: usize, slot: SlotId },
    /// A pure operation. Registers among its operands are indices into `args`; its result register means nothing.
    Op { op: Op, args: Vec<ValueId> },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadFacts {
    /// The function the thread was started with, if it is known for sure.
    pub start: Option<FuncId>,
    pub frames: Vec<FrameFacts>,
    pub held: Vec<Held>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameFacts {
    /// Registers with a known value. Live ones that are missing hold anything.
    pub registers: Vec<(Reg, ValueId)>,
}

/// A lock that a thread holds, or may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub lock: ValueId,
    pub kind: HeldKind,
    pub must: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldKind {
    Mutex,
    Read,
    Write,
    Spin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub address: ValueId,
    pub ty: Type,
    pub value: ValueId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierCount {
    /// `None`: any barrier.
    pub barrier: Option<ValueId>,
    pub counts: Vec<ValueId>,
}

/// Which analyses are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Precision {
    #[default]
    Full,
    NoDefinitions,
    NoInvariants,
    Naive,
}

/// Why a context cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContextError {
    #[error("{thread}: nothing that main starts comes to {place}: the code is dead")]
    Dead { thread: String, place: String },
    #[error("{thread}: the frame at {place} does not call {callee}")]
    NoSuchCall { thread: String, place: String, callee: String },
}

impl Facts {
    /// Nothing is known.
    pub fn naive(context: &Context) -> Facts {
        let threads = context.threads.iter().map(|thread| ThreadFacts {
            start: None,
            frames: vec![FrameFacts::default(); thread.frames.len()],
            held: Vec::new(),
        });
        Facts { threads: threads.collect(), locks_unknown: true, ..Facts::default() }
    }
}

/// What holds in every state in which the threads of a program stand as the context says.
pub fn facts(
    _program: &Program,
    _points_to: &PointsTo,
    context: &Context,
    _precision: Precision,
    _budget: &Budget,
) -> Result<Facts, ContextError> {
    Ok(Facts::naive(context))
}
