//! State, memory, threads and `step`: what a program does, not who runs next nor why.
//!
//! The machine executes a program's instructions on values that are words or terms. It asks the solver
//! which way a symbolic branch can go, reports faults and cuts as data, and knows nothing of search,
//! pruning or output.
//!
//! Modules are in layers, each of which imports only those before it:
//!
//! 1. data: `value`, `names`, `object`, `memory`, `place`, `event`, `fault`, `history`, `state`, `cells`, `branching`, `trace`, `waits`, …;
//! 2. the machine and what belongs to all runs: `machine`, `facts` (what the program is, found out once), `outbox` (what there is to tell), `config`;
//! 3. what operations do: `decide`, `access`, `arith`, `threads`, `unknown`, …;
//! 4. library functions: `models`;
//! 5. what puts them together: `call`, `exec`, `run`, `generalise`, `setup`.

mod access;
mod arith;
mod book;
mod branching;
mod call;
mod candidates;
mod cells;
mod config;
mod content;
mod control;
mod coverage;
mod decide;
mod describe;
mod event;
mod exec;
mod facts;
mod fault;
mod float;
mod float_math;
mod float_terms;
mod generalise;
mod guidance;
mod heap_types;
mod history;
mod inputs;
mod inputs_made;
mod intrinsic;
mod join;
mod library_call;
mod loop_ends;
mod machine;
mod memory;
mod mistakes;
mod models;
mod names;
mod naming;
mod object;
mod optimised;
mod outbox;
mod pieces;
mod place;
mod poison;
mod property;
mod renamed;
mod rest;
mod run;
mod setup;
mod sides;
mod signature;
mod sites;
mod sized;
mod slicing;
mod speculation;
mod spin;
mod spin_log;
mod state;
mod stop;
mod strides;
mod strings;
mod surroundings;
mod threads;
mod trace;
mod uninitialised;
mod unknown;
mod updates;
mod value;
mod waiting;
mod waits;
mod wakeups;

pub use access::GATES;
pub use arith::{binary_words, compare_words};
pub use book::{Book, Entries, NewName};
pub use branching::{Detour, Side};
pub use cells::{Blocking, Cell, Cells, Effect, Guard, Named, Otherwise, Spot};
pub use config::{Config, Focus};
pub use control::{ControlKey, ControlShape};
pub use coverage::{BlockCoverage, Coverage};
pub use describe::{CHARACTER, PartKind, word_text};
pub use event::{Access, Born, Event, Fence, Order, Private, Sync};
pub use fault::{Assumed, Cut, CutKind, Fault, FaultKind};
pub use float::cast_word;
pub use history::{Decisions, InputRecord, List, StackEntry, View, Writer};
pub use loop_ends::{LoopEnds, Rounds};
pub use machine::{Counters, Machine, Metered, SetupError};
pub use memory::Memory;
pub use mistakes::{
    AccessMistake, JoinMistake, SliceMistake, SummaryMistake, TableMistake, UnknownMistake,
};
pub use models::{SyncSort, UsableSync, is_known as is_library_function, stand_in};
pub use names::{Names, ObjectId, ObjectName, Site, ThreadId};
pub use naming::{Moved, Renaming};
pub use object::{Life, ObjectKind};
pub use outbox::{Mark, Outbox};
pub use pieces::{FramePlace, Whereabouts};
pub use property::{Property, PropertySet};
pub use renamed::Counterparts;
pub use setup::{has_weak_orders, looks_without_order};
pub use spin::LONGEST_CYCLE;
pub use state::{Frame, Halt, Lap, Phase, Snapshot, State, Status, Thread};
pub use stop::Settled;
pub use surroundings::{HandleOf, Limit, Surroundings, VersionOf};
pub use trace::{CodeSite, OperationKind, Recorder, Standing, TraceEvent, TraceKind};
pub use uninitialised::{OF_MEMORY, OF_VARIABLE};
pub use unknown::{
    EITHER, Tail, UnknownArgument, UnknownObject, UnknownPart, Unknowns, required_in_source,
};
pub use value::{Value, mask, signed};
pub use waits::WaitInfo;
