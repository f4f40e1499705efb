//! State, memory, threads and `step`: what a program does, not who runs next nor why.
//!
//! The machine executes a program's instructions on values that are words or terms. It asks the solver
//! which way a symbolic branch can go, reports faults and cuts as data, and knows nothing of search,
//! pruning or output.

mod access;
mod arith;
mod book;
mod call;
mod config;
mod control;
mod coverage;
mod decide;
mod describe;
mod event;
mod exec;
mod fault;
mod float;
mod float_terms;
mod generalise;
mod guidance;
mod heap_types;
mod inputs;
mod intrinsic;
mod machine;
mod memory;
mod models;
mod names;
mod naming;
mod object;
mod pieces;
mod poison;
mod rest;
mod run;
mod signature;
mod sites;
mod slicing;
mod speculation;
mod spin;
mod state;
mod strings;
mod surroundings;
mod threads;
mod trace;
mod turns;
mod uninitialised;
mod unknown;
mod value;
mod waiting;
mod wakeups;

pub use arith::{binary_words, compare_words};
pub use book::{Book, Entries, NewName};
pub use config::{Config, Focus, Property, PropertySet};
pub use control::{ControlKey, ControlShape};
pub use coverage::{BlockCoverage, Coverage};
pub use describe::word_text;
pub use event::{Access, Born, Event, Fence, Order, Private, Sync};
pub use fault::{Assumed, Cut, CutKind, Fault, FaultKind, StackEntry};
pub use float::cast_word;
pub use generalise::{Blocking, Cell, Cells, Effect, Guard, Otherwise, SummaryMistake};
pub use guidance::Detour;
pub use machine::{Machine, Metered, RacePairs, SetupError};
pub use memory::Memory;
pub use models::{
    ALLOCATING, FALLIBLE, StandIn, SyncSort, UsableSync, is_known as is_library_function, stand_in,
};
pub use names::{Names, ObjectId, ObjectName, Site, ThreadId};
pub use naming::{Moved, Named, Renaming, Spot};
pub use object::{Life, ObjectKind};
pub use pieces::{FramePlace, LoopEnds, Rounds, Whereabouts};
pub use run::Settled;
pub use sites::{CodeSite, OperationKind, Standing};
pub use slicing::SliceMistake;
pub use state::{
    Decisions, Frame, Halt, InputRecord, List, Phase, Snapshot, State, Status, Thread,
};
pub use strings::RUNTIME_PREFIX;
pub use surroundings::{Limit, Surroundings, VersionOf};
pub use trace::{Recorder, TraceEvent, TraceKind};
pub use turns::Turn;
pub use uninitialised::{OF_MEMORY, OF_VARIABLE};
pub use unknown::{UnknownArgument, UnknownMistake, UnknownObject, UnknownPart, Unknowns};
pub use value::{Value, mask, signed};
pub use waiting::WaitInfo;
