//! What is known of a program's state when its threads stand at given places: the *context*. Nothing is executed; a data-flow analysis goes from `main` and
//! from the start of each thread to the places, in the manner of "Symbolic execution of multithreaded programs from arbitrary program contexts" (sections 2.3,
//! 3.3 and 4.4).
//!
//! The answer over-approximates: every state of the program in which the threads stand like this satisfies all [`Facts`]. Facts about memory that several
//! threads use rest on the absence of data races before the context; [`Facts::assumes_no_races`] says whether any does.
//!
//! This crate has never heard of states, solvers or search.

mod assemble;
mod balances;
mod barriers;
mod beside;
mod broken;
mod cells;
mod choices;
mod conditions;
mod definitions;
mod distinct;
mod ended;
mod executed;
mod flow;
mod given;
mod handles;
mod indexed;
mod joined;
mod left;
mod locksets;
mod members;
mod memory;
mod places;
mod ranges;
mod semaphores;
mod stack;
mod summary;
mod text;
mod tickets;
mod values;
mod waits;
mod world;
mod writer;

use std::collections::BTreeMap;

use raddle_budget::Budget;
use raddle_ir::{
    DebugTypeId, EntityMap, FuncId, GlobalId, Op, Operand, Program, Reg, SlotId, Type, entity,
};
use raddle_pointsto::{Object, ObjectId, Place, PointsTo, Position};

pub use broken::Broken;
pub use writer::pointer_type;

/// One thread of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadAt {
    pub name: String,
    /// Innermost first. The first is the next operation, the others are the calls that are under way.
    pub frames: Vec<Position>,
    /// It stands in the wait that the next operation begins.
    pub waiting: bool,
    /// It was woken there and has not got its lock yet.
    pub woken: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub threads: Vec<ThreadAt>,
    /// The program has no other threads that have not ended; and creations of threads do not fail.
    pub whole: bool,
    /// Nothing but their numbers tells threads apart that stand at the same places: they are in the order of their creation, or in one of the creations.
    pub in_order: bool,
}

entity!(/// A value of a context.
    ValueId, "v");

/// What is known in every state of the program in which its threads stand as the context says.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Operands come before their users.
    pub values: EntityMap<ValueId, ValueDef>,
    /// As in the context.
    pub threads: Vec<ThreadFacts>,
    /// Memory with a known content. Addresses of different entries may be equal; then their values are.
    pub memory: Vec<Known>,
    /// Globals that are not constant and still hold their initial values.
    pub unwritten: Vec<GlobalId>,
    pub barriers: Vec<BarrierCount>,
    pub own_handles: Vec<OwnHandles>,
    /// Threads whose handles are elsewhere may have been joined or detached.
    pub let_go: bool,
    /// Threads of the context may have been detached.
    pub detached: bool,
    /// Truth values that all hold.
    pub conditions: Vec<ValueId>,
    /// Nothing is known about who holds which lock: each may be held by anybody, the threads of the context included. `held` says nothing then.
    pub locks_unknown: bool,
    /// Other locks than these are free, or held by threads of the context.
    pub left: LeftLocks,
    /// Some fact rests on the absence of data races before the context.
    pub assumes_no_races: bool,
    /// Functions in which threads begin that the program may have beside those of the context, as far as the analysis came.
    pub left_out: Vec<FuncId>,
}

/// Locks that threads which are gone may have left locked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftLocks {
    /// Memory with such locks, and whether they may be left locked for reading.
    pub objects: BTreeMap<ObjectId, bool>,
    /// Any lock may be.
    pub anything: bool,
}

/// Memory whose cells hold handles of different threads, as far as these have not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnHandles {
    pub object: Object,
    /// Only those at this offset, and every so many bytes from there on.
    pub every: Option<(u64, u64)>,
    /// The threads of the context whose handles may be there.
    pub threads: Vec<usize>,
    /// At which address the handle of a thread is.
    pub cells: Vec<(usize, ValueId)>,
    /// The threads of these were joined.
    pub joined: Vec<Span>,
    /// Others of them may have been joined or detached as well.
    pub let_go: bool,
    /// Those to which a handle was written; `None`: some of them.
    pub written: Option<Vec<Span>>,
    /// The others hold zeros.
    pub zeroed: bool,
}

/// Cells from one address up to another one, so many bytes from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: ValueId,
    pub to: ValueId,
    pub stride: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueDef {
    /// Nothing is known; the same wherever it occurs.
    Unknown {
        ty: Type,
        debug_type: Option<DebugTypeId>,
        name: String,
        /// Where it may point to, if it is a pointer and that is known.
        pointees: Option<Vec<Place>>,
        /// It is a number of times.
        counts: bool,
    },
    /// Never a register.
    Operand(Operand, Type),
    /// The address of a local variable of a frame of the context.
    Slot { thread: usize, frame: usize, slot: SlotId },
    /// An operation without effects: `Binary`, `Compare`, `Cast`, `Select`, `Address` or one on floats. Its register operands are indices into `args`; its result
    /// register means nothing. It wraps around where the program's operation would have been undefined.
    Op { op: Op, args: Vec<ValueId> },
    /// What memory holds. Only where it has the handle of a thread.
    Load { address: ValueId, ty: Type },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadFacts {
    /// The function in which the thread began, if that is certain.
    pub start: Option<FuncId>,
    /// As in the context.
    pub frames: Vec<FrameFacts>,
    /// Every lock the thread may hold; those before the wait, if it stands in one that gives a lock back. Several entries may be the same lock.
    pub held: Vec<Held>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameFacts {
    /// Live registers with a known value, in order. The others are unknown.
    pub registers: Vec<(Reg, ValueId)>,
}

/// A lock that a thread may hold. One that it holds several times occurs several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub lock: ValueId,
    pub kind: HeldKind,
    /// It holds the lock for certain.
    pub must: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldKind {
    Mutex,
    Read,
    Write,
    Spin,
}

/// Memory at an address holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub address: ValueId,
    pub ty: Type,
    pub value: ValueId,
}

/// How many threads a barrier may wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierCount {
    /// `None`: any barrier, besides what is said of it by name.
    pub barrier: Option<ValueId>,
    pub counts: Vec<ValueId>,
}

/// How much is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    #[default]
    Full,
    /// Without values of registers and memory, and without conditions of branches.
    NoDefinitions,
    /// Without locks and barriers.
    NoInvariants,
    Naive,
}

/// Why there is no such context. Each is said only if it is certain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContextError {
    #[error("the context has no thread; name one with a place")]
    NoThreads,
    #[error("thread {thread} has no place")]
    NoPlace { thread: String },
    #[error("thread {thread}: there is no operation at this place of {function}")]
    NoOperation { thread: String, function: String },
    #[error("thread {thread}: {caller} does not call {callee} at {place}")]
    NotCalled { thread: String, caller: String, callee: String, place: String },
    #[error("thread {thread} cannot stand at {place}: no run of the program calls {function}")]
    NeverCalled { thread: String, place: String, function: String },
    #[error("thread {thread} cannot stand at {place}: control does not come there")]
    Unreachable { thread: String, place: String },
    #[error(
        "thread {thread} cannot stand at {place} yet: threads that execute it are created later than where the others stand"
    )]
    NotCreatedYet { thread: String, place: String },
    #[error(
        "threads {threads} cannot stand at their places together: the program has not that many threads that come there"
    )]
    TooManyThreads { threads: String },
}

impl ContextError {
    /// The program cannot be in such a state; the others are of what is no context at all.
    pub fn is_impossible(&self) -> bool {
        match self {
            ContextError::NeverCalled { .. }
            | ContextError::Unreachable { .. }
            | ContextError::NotCreatedYet { .. }
            | ContextError::TooManyThreads { .. } => true,
            ContextError::NoThreads
            | ContextError::NoPlace { .. }
            | ContextError::NoOperation { .. }
            | ContextError::NotCalled { .. } => false,
        }
    }
}

impl Facts {
    /// Knows nothing, which is right of every state.
    pub fn naive(context: &Context) -> Facts {
        let thread = |thread: &ThreadAt| ThreadFacts {
            frames: thread.frames.iter().map(|_| FrameFacts::default()).collect(),
            ..ThreadFacts::default()
        };
        Facts {
            threads: context.threads.iter().map(thread).collect(),
            locks_unknown: true,
            let_go: true,
            detached: true,
            left: LeftLocks { anything: true, ..LeftLocks::default() },
            ..Facts::default()
        }
    }
}

/// What is known where the threads stand as the context says. When the budget is spent, the answer is naive.
pub fn facts(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    precision: Precision,
    budget: &Budget,
) -> Result<Facts, ContextError> {
    assemble::facts(program, points_to, context, precision, budget, None)
}

/// Whether the threads can stand as the context says, as far as their places alone tell: how many threads come there, and when they are created. It takes
/// much less time than [`facts`], and says no only where that does.
pub fn may_stand(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    budget: &Budget,
) -> Result<(), ContextError> {
    assemble::may_stand(program, points_to, context, budget)
}

/// The same with something done wrong on purpose.
#[doc(hidden)]
pub fn broken_facts(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    budget: &Budget,
    broken: Broken,
) -> Result<Facts, ContextError> {
    assemble::facts(program, points_to, context, Precision::Full, budget, Some(broken))
}
