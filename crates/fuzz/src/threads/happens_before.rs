//! Data races by C11 happens-before, with vector clocks along one interleaving.
//!
//! What orders accesses, besides the order within a thread:
//!
//! - creating a thread before its first step; its last step before the join that waits for it;
//! - unlocking a mutex before the next locking of it (a successful try-lock counts, a failed one does not; a wait
//!   unlocks and locks);
//! - signalling or broadcasting before the return of the waits it woke;
//! - posting a semaphore before every later take from it (the counter is a read-modify-write chain);
//! - an atomic store or read-modify-write before the atomic reads that see it. A store begins a new release
//!   sequence: what earlier stores of other threads had published is not handed on by it, what a
//!   read-modify-write saw is.
//!
//! An access inside an atomic section is an atomic access to that cell, whatever the declaration of the variable
//! says: it races with plain accesses, not with other sections, and orders exactly like an atomic read or store.
//! Sections that touch different cells do not order each other. (One global lock around all sections was
//! rejected: the order of independent sections would then decide about races, and a reduction that explores
//! only one of these orders could not see them.)
//!
//! Two accesses to one cell race if at least one writes, at least one is plain, and neither happens before the
//! other. For each cell and thread only the last access of each kind is kept: if that one is ordered, the
//! earlier ones are too.
//!
//! A thread's own component grows only after something was published; steps that publish nothing share one
//! epoch, so that a spinning thread comes back to an equal state.

use super::program::Thread;

/// How a cell is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    PlainRead,
    PlainWrite,
    AtomicRead,
    AtomicWrite,
}

/// Something whose clock carries order from one thread to another.
#[derive(Clone, Copy, Debug)]
pub enum Carrier {
    Mutex(usize),
    Semaphore(usize),
    Cell(usize),
}

/// How many of each the program has.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub threads: usize,
    pub mutexes: usize,
    pub semaphores: usize,
    pub cells: usize,
}

const KINDS: [Kind; 4] = [Kind::PlainRead, Kind::PlainWrite, Kind::AtomicRead, Kind::AtomicWrite];
/// Clocks per cell: what was published through it, and the last access of each kind.
const PER_CELL: usize = 1 + KINDS.len();

/// All clocks of one state, one after the other in one allocation because states are copied at every step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HappensBefore {
    clocks: Vec<u16>,
}

impl HappensBefore {
    pub fn new(sizes: Sizes) -> HappensBefore {
        let count = sizes.threads + sizes.mutexes + sizes.semaphores + sizes.cells * PER_CELL;
        let mut clocks = vec![0; count * sizes.threads];
        for thread in 0..sizes.threads {
            clocks[thread * sizes.threads + thread] = 1;
        }
        HappensBefore { clocks }
    }

    /// Records an access and says whether it races with an earlier one. Atomic accesses also order; a read is itself
    /// ordered behind what was published by the store it sees.
    pub fn access(&mut self, sizes: Sizes, thread: Thread, cell: usize, kind: Kind) -> bool {
        if kind == Kind::AtomicRead {
            self.acquire(sizes, thread, Carrier::Cell(cell));
        }
        let races = KINDS
            .iter()
            .enumerate()
            .filter(|&(_, &earlier)| conflict(earlier, kind))
            .any(|(row, _)| !self.ordered(sizes, row_of(sizes, cell, row), thread));
        let row = KINDS.iter().position(|&other| other == kind).unwrap_or(0);
        let own = thread.0 * sizes.threads + thread.0;
        self.clocks[row_of(sizes, cell, row) * sizes.threads + thread.0] = self.clocks[own];
        match kind {
            Kind::PlainRead | Kind::AtomicRead => {}
            // Who reads what it wrote is ordered behind nobody.
            Kind::PlainWrite => self.clear(sizes, Carrier::Cell(cell)),
            Kind::AtomicWrite => self.publish(sizes, thread, Carrier::Cell(cell)),
        }
        races
    }

    /// What the carrier holds happens before what the thread does from now on.
    pub fn acquire(&mut self, sizes: Sizes, thread: Thread, from: Carrier) {
        self.join_clock(sizes, thread.0, index_of(sizes, from));
    }

    /// The carrier holds what the thread knows, and nothing else.
    pub fn publish(&mut self, sizes: Sizes, thread: Thread, to: Carrier) {
        let (source, target) = (thread.0 * sizes.threads, index_of(sizes, to) * sizes.threads);
        self.clocks.copy_within(source..source + sizes.threads, target);
        self.next_epoch(sizes, thread);
    }

    fn clear(&mut self, sizes: Sizes, carrier: Carrier) {
        let start = index_of(sizes, carrier) * sizes.threads;
        self.clocks[start..start + sizes.threads].fill(0);
    }

    /// The carrier holds what the thread knows beside what it held.
    pub fn publish_more(&mut self, sizes: Sizes, thread: Thread, to: Carrier) {
        self.join_clock(sizes, index_of(sizes, to), thread.0);
        self.next_epoch(sizes, thread);
    }

    /// What `before` has done happens before what `after` does from now on.
    pub fn order(&mut self, sizes: Sizes, before: Thread, after: Thread) {
        self.join_clock(sizes, after.0, before.0);
        self.next_epoch(sizes, before);
    }

    fn next_epoch(&mut self, sizes: Sizes, thread: Thread) {
        self.clocks[thread.0 * sizes.threads + thread.0] += 1;
    }

    fn ordered(&self, sizes: Sizes, row: usize, thread: Thread) -> bool {
        (0..sizes.threads).filter(|&other| other != thread.0).all(|other| {
            self.clocks[row * sizes.threads + other]
                <= self.clocks[thread.0 * sizes.threads + other]
        })
    }

    fn join_clock(&mut self, sizes: Sizes, target: usize, source: usize) {
        for component in 0..sizes.threads {
            let theirs = self.clocks[source * sizes.threads + component];
            let ours = &mut self.clocks[target * sizes.threads + component];
            *ours = theirs.max(*ours);
        }
    }
}

fn conflict(earlier: Kind, later: Kind) -> bool {
    let writes = |kind| matches!(kind, Kind::PlainWrite | Kind::AtomicWrite);
    let plain = |kind| matches!(kind, Kind::PlainRead | Kind::PlainWrite);
    (writes(earlier) || writes(later)) && (plain(earlier) || plain(later))
}

fn index_of(sizes: Sizes, carrier: Carrier) -> usize {
    match carrier {
        Carrier::Mutex(index) => sizes.threads + index,
        Carrier::Semaphore(index) => sizes.threads + sizes.mutexes + index,
        Carrier::Cell(index) => sizes.threads + sizes.mutexes + sizes.semaphores + index * PER_CELL,
    }
}

fn row_of(sizes: Sizes, cell: usize, row: usize) -> usize {
    index_of(sizes, Carrier::Cell(cell)) + 1 + row
}
