//! The rows, one file per section of `docs/supported.md`.

mod atomics;
mod c11;
mod checking;
mod locks;
mod mathematics;
mod memory;
mod process;
mod streams;
mod text;
mod threads;
mod unmodelled;
mod waiting;

use crate::Row;
use crate::facts::Effect::{Reads, Writes};
use crate::facts::Memory;

/// Operations on mutexes, condition variables and the like: they touch what their parameters point to, and store no
/// addresses there.
const OPERATES: Memory =
    Memory::Does(&[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Writes(2)]);

/// A section of the page.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    pub title: &'static str,
    pub rows: &'static [Row],
}

/// All sections, in the order of the page.
pub const SECTIONS: &[Section] = &[
    Section { title: "Threads", rows: threads::ROWS },
    Section { title: "Locks", rows: locks::ROWS },
    Section { title: "Condition variables, barriers and semaphores", rows: waiting::ROWS },
    Section { title: "C11 threads", rows: c11::ROWS },
    Section { title: "Atomic operations", rows: atomics::ROWS },
    Section { title: "Memory", rows: memory::ROWS },
    Section { title: "Text and numbers", rows: text::ROWS },
    Section { title: "Input and output", rows: streams::ROWS },
    Section { title: "The process and its surroundings", rows: process::ROWS },
    Section { title: "Mathematics", rows: mathematics::ROWS },
    Section { title: "For checkers", rows: checking::ROWS },
    Section { title: "Known by name only", rows: unmodelled::ROWS },
];
