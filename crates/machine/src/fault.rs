//! What goes wrong, as data: faults of the analysed program, and reasons why something was not explored.

use std::rc::Rc;

use raddle_expr::Model;
use raddle_ir::Loc;
use raddle_solver::Path;

use crate::history::StackEntry;
use crate::history::{Decisions, InputRecord, List, View};
use crate::names::ThreadId;
use crate::property::Property;
use crate::unknown::Unknowns;

/// Kinds of faults. [`FaultKind::name`] is the kind in reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    Assertion,
    ReachError,
    Check,
    Invariant,
    Unreachable,
    Trap,
    /// What `raddle hunt` was asked for.
    Target,
    Abort,
    OutOfBounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    NullDereference,
    WildDereference,
    Uninitialised,
    StackUseAfterReturn,
    Leak,
    WriteToConstant,
    OverlappingCopy,
    LibraryMisuse,
    FunctionType,
    StackOverflow,
    SignedOverflow,
    DivisionByZero,
    ShiftOutOfRange,
    DataRace,
    Deadlock,
    SelfLock,
    LostWakeup,
    Livelock,
    UnlockNotOwner,
    DestroyLocked,
    DoubleDestroy,
    BarrierMisuse,
    UninitialisedSync,
    JoinMisuse,
    WaitWithoutMutex,
}

impl FaultKind {
    /// Whether the thread goes on as if nothing had happened.
    pub fn lets_the_run_go_on(self) -> bool {
        matches!(self, FaultKind::Check | FaultKind::Invariant)
    }

    pub const ALL: &[FaultKind] = &[
        FaultKind::Assertion,
        FaultKind::ReachError,
        FaultKind::Check,
        FaultKind::Invariant,
        FaultKind::Unreachable,
        FaultKind::Trap,
        FaultKind::Target,
        FaultKind::Abort,
        FaultKind::OutOfBounds,
        FaultKind::UseAfterFree,
        FaultKind::DoubleFree,
        FaultKind::InvalidFree,
        FaultKind::NullDereference,
        FaultKind::WildDereference,
        FaultKind::Uninitialised,
        FaultKind::StackUseAfterReturn,
        FaultKind::Leak,
        FaultKind::WriteToConstant,
        FaultKind::OverlappingCopy,
        FaultKind::LibraryMisuse,
        FaultKind::FunctionType,
        FaultKind::StackOverflow,
        FaultKind::SignedOverflow,
        FaultKind::DivisionByZero,
        FaultKind::ShiftOutOfRange,
        FaultKind::DataRace,
        FaultKind::Deadlock,
        FaultKind::SelfLock,
        FaultKind::LostWakeup,
        FaultKind::Livelock,
        FaultKind::UnlockNotOwner,
        FaultKind::DestroyLocked,
        FaultKind::DoubleDestroy,
        FaultKind::BarrierMisuse,
        FaultKind::UninitialisedSync,
        FaultKind::JoinMisuse,
        FaultKind::WaitWithoutMutex,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion",
            FaultKind::ReachError => "reach-error",
            FaultKind::Check => "check",
            FaultKind::Invariant => "invariant",
            FaultKind::Unreachable => "unreachable-executed",
            FaultKind::Trap => "trap",
            FaultKind::Target => "target",
            FaultKind::Abort => "abort",
            FaultKind::OutOfBounds => "memory-out-of-bounds",
            FaultKind::UseAfterFree => "memory-use-after-free",
            FaultKind::DoubleFree => "memory-double-free",
            FaultKind::InvalidFree => "memory-invalid-free",
            FaultKind::NullDereference => "memory-null-dereference",
            FaultKind::WildDereference => "memory-wild-dereference",
            FaultKind::Uninitialised => "memory-uninitialised",
            FaultKind::StackUseAfterReturn => "memory-stack-use-after-return",
            FaultKind::Leak => "memory-leak",
            FaultKind::WriteToConstant => "memory-write-to-constant",
            FaultKind::OverlappingCopy => "memory-overlapping-copy",
            FaultKind::LibraryMisuse => "memory-library-misuse",
            FaultKind::FunctionType => "memory-function-type",
            FaultKind::StackOverflow => "memory-stack-overflow",
            FaultKind::SignedOverflow => "overflow",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::ShiftOutOfRange => "shift-out-of-range",
            FaultKind::DataRace => "data-race",
            FaultKind::Deadlock => "deadlock",
            FaultKind::SelfLock => "self-lock",
            FaultKind::LostWakeup => "lost-wakeup",
            FaultKind::Livelock => "livelock",
            FaultKind::UnlockNotOwner => "unlock-not-owner",
            FaultKind::DestroyLocked => "destroy-locked",
            FaultKind::DoubleDestroy => "double-destroy",
            FaultKind::BarrierMisuse => "barrier-misuse",
            FaultKind::UninitialisedSync => "uninitialised-sync",
            FaultKind::JoinMisuse => "join-misuse",
            FaultKind::WaitWithoutMutex => "wait-without-mutex",
        }
    }

    pub fn property(self) -> Property {
        match self {
            FaultKind::Assertion
            | FaultKind::ReachError
            | FaultKind::Check
            | FaultKind::Invariant
            | FaultKind::Unreachable
            | FaultKind::Trap
            | FaultKind::Abort
            | FaultKind::Target => Property::Assert,
            FaultKind::OutOfBounds
            | FaultKind::UseAfterFree
            | FaultKind::DoubleFree
            | FaultKind::InvalidFree
            | FaultKind::NullDereference
            | FaultKind::WildDereference
            | FaultKind::Uninitialised
            | FaultKind::StackUseAfterReturn
            | FaultKind::WriteToConstant
            | FaultKind::OverlappingCopy
            | FaultKind::LibraryMisuse
            | FaultKind::FunctionType
            | FaultKind::StackOverflow => Property::Memory,
            FaultKind::Leak => Property::Leak,
            FaultKind::SignedOverflow | FaultKind::DivisionByZero | FaultKind::ShiftOutOfRange => {
                Property::Overflow
            }
            FaultKind::DataRace => Property::Race,
            FaultKind::Deadlock
            | FaultKind::SelfLock
            | FaultKind::LostWakeup
            | FaultKind::Livelock
            | FaultKind::UnlockNotOwner
            | FaultKind::DestroyLocked
            | FaultKind::DoubleDestroy
            | FaultKind::BarrierMisuse
            | FaultKind::UninitialisedSync
            | FaultKind::JoinMisuse
            | FaultKind::WaitWithoutMutex => Property::Deadlock,
        }
    }
}

/// A misbehaviour of the analysed program, with what is needed to run into it again.
#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
    pub thread: ThreadId,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
    /// Other places that belong to it.
    pub related: Vec<(String, Loc)>,
    /// Condition under which it happens, and values that satisfy it.
    pub path: Path,
    pub model: Rc<Model>,
    /// What the program had asked for until then.
    pub inputs: List<InputRecord>,
    pub decisions: Decisions,
    pub views: List<View>,
    /// The memory that the run started from, as far as it was met.
    pub unknowns: Unknowns,
}

/// What a verdict stands on that nobody has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumed {
    /// Memory is read as if all operations had one order, although this one asks for less.
    WeakOrders,
    /// The same, where threads share memory by plain accesses and races are not looked for.
    NoRaces,
    /// Copies of shared memory are one step.
    OneStepCopies,
    /// Operations that may fail for no reason do not.
    NeverSpurious,
    /// A thread that counts its spurious wake-ups has no more of them than were explored.
    FewWakeups,
    /// Signed arithmetic wraps.
    Wrapping,
    /// Shifts take the low bits of their distance.
    MaskedShifts,
    /// Memory that nobody wrote holds some value.
    ArbitraryMemory,
    /// Function pointers that come from callers point to functions of the program.
    KnownFunctions,
    /// Memory of callers that is freed came from `malloc`.
    FreedWasAllocated,
    /// Nobody holds the locks in memory of callers.
    FreeLocks,
    /// Arrays of unknown length have at most as many elements as were asked for.
    BoundedArrays,
    /// What the processor does not do ends the process.
    MistakesEndRuns,
    /// What threads do behind the end of a fragment is not looked at.
    FragmentOnly,
    /// A loop that some run never leaves is meant to be like that.
    NeverEnds,
}

/// Why part of the program's behaviour was not explored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CutKind {
    Unwind,
    Steps,
    Threads,
    SolverTimeout,
    Interrupted,
    Unsupported,
    InlineAssembly,
    UnresolvedExternal,
    SymbolicFloat,
    SymbolicSize,
    FanOut,
    UndefinedBehaviour,
    /// A load of optimised code races.
    MovedLoad,
    /// An operation of optimised code leaves its range.
    MovedOperation,
    TooLarge,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cut {
    pub kind: CutKind,
    pub message: String,
    pub loc: Loc,
    pub func: Option<u32>,
}
