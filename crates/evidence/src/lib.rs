//! What an exploration has found ([`Ledger`]), and that it happens again: whatever is reported as a finding was run into a second time, on concrete
//! inputs and a schedule (`replay.rs`), after both were made as small as possible (`shrink.rs`).
//!
//! It knows machines and runs, but not how an exploration chooses what to try next.

mod asked;
mod assemble;
mod assumptions;
mod choreography;
mod concrete;
mod coverage;
mod ending;
mod hot;
mod ledger;
mod misuse;
mod observer;
mod order;
mod pace;
mod recorded_tree;
mod replay;
mod results;
mod rows;
mod schedules;
mod shorten;
mod shrink;
mod start_heap;
mod successors;
mod views;
mod visitor;

pub use asked::{asked, class, empty_report, fault_kinds, located, property_names};
pub use assemble::finding_kind;
pub use choreography::choreography;
pub use concrete::{ConcreteRun, run_concrete};
pub use ledger::{Ledger, spent_reason};
pub use misuse::{report_deadlock, report_race};
pub use observer::{Observer, Progress, TestCase};
pub use replay::{Entry, Replayed, replay_finding, replay_towards};
pub use rows::trace_steps;
pub use schedules::{InputCondition, ScheduledRun};
pub use visitor::{Notice, Visitor};
