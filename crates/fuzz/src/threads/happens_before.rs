//! Data races by C11 happens-before, with vector clocks along one interleaving.
//!
//! What orders accesses, besides the order within a thread:
//!
//! - creating a thread before its first step; its last step before the join that waits for it;
//! - unlocking a mutex before the next locking of it (a successful try-lock counts, a failed one does not; a wait
//!   unlocks and locks);
//! - arriving at a barrier before all that leave it together;
//! - posting a semaphore before every later take from it (the counter is a read-modify-write chain);
//! - what a thread did before a release store or read-modify-write, before what another one does after an acquiring read that sees it or a
//!   later member of its release sequence: stores of the same thread and read-modify-writes of any thread that follow it without a gap.
//!   Release fences make heads of relaxed writes behind them, for what was done before the fence; acquire fences make acquiring
//!   reads of relaxed ones before them.
//!
//! A read-modify-write that stores what was there need not be what a load reads from, because C11 lets the load take the same value
//! from the write before unless something else orders the two; so it hands nothing on to loads. The next write comes after it for certain, and
//! continues its sequence.
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

use super::program::{Order, Thread};

/// How a cell is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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

/// What there is a clock of.
#[derive(Clone, Copy)]
enum Row {
    /// What happens before what a thread does next.
    Thread(usize),
    /// What happened before its last release fence.
    Fenced(usize),
    /// What its relaxed reads have seen.
    Seen(usize),
    Mutex(usize),
    Semaphore(usize),
    /// What a load of a cell sees.
    Message(usize),
    /// What the heads of a thread in the release sequence that stands in a cell have published.
    Heads(usize, usize),
    /// The last access of a kind to a cell, per thread.
    Last(usize, Kind),
}

impl Row {
    fn index(self, sizes: Sizes) -> usize {
        let threads = 3 * sizes.threads;
        let cells = threads + sizes.mutexes + sizes.semaphores;
        let cell = |cell: usize| cells + cell * (1 + sizes.threads + KINDS.len());
        match self {
            Row::Thread(thread) => thread,
            Row::Fenced(thread) => sizes.threads + thread,
            Row::Seen(thread) => 2 * sizes.threads + thread,
            Row::Mutex(mutex) => threads + mutex,
            Row::Semaphore(semaphore) => threads + sizes.mutexes + semaphore,
            Row::Message(at) => cell(at),
            Row::Heads(at, thread) => cell(at) + 1 + thread,
            Row::Last(at, kind) => cell(at) + 1 + sizes.threads + kind as usize,
        }
    }

    fn count(sizes: Sizes) -> usize {
        Row::Message(sizes.cells).index(sizes)
    }
}

/// All clocks of one state, one after the other in one allocation because states are copied at every step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HappensBefore {
    clocks: Vec<u16>,
}

impl HappensBefore {
    pub fn new(sizes: Sizes) -> HappensBefore {
        let mut clocks = vec![0; Row::count(sizes) * sizes.threads];
        for thread in 0..sizes.threads {
            clocks[thread * sizes.threads + thread] = 1;
        }
        HappensBefore { clocks }
    }

    /// Records a read, plain or of an order, and says whether it races with an earlier access. It is itself
    /// ordered behind what it acquires.
    pub fn read(
        &mut self,
        sizes: Sizes,
        thread: Thread,
        cell: usize,
        order: Option<Order>,
    ) -> bool {
        if let Some(order) = order {
            let to = if order.acquires() { Row::Thread(thread.0) } else { Row::Seen(thread.0) };
            self.join(sizes, to, Row::Message(cell));
        }
        let kind = if order.is_some() { Kind::AtomicRead } else { Kind::PlainRead };
        self.note(sizes, thread, cell, kind)
    }

    /// The same for a write that is no part of a read-modify-write.
    pub fn write(
        &mut self,
        sizes: Sizes,
        thread: Thread,
        cell: usize,
        order: Option<Order>,
    ) -> bool {
        let kind = if order.is_some() { Kind::AtomicWrite } else { Kind::PlainWrite };
        let races = self.note(sizes, thread, cell, kind);
        // It breaks the sequences of others; a plain one breaks all.
        for other in 0..sizes.threads {
            if other != thread.0 || order.is_none() {
                self.clear(sizes, Row::Heads(cell, other));
            }
        }
        if let Some(order) = order {
            self.head(sizes, thread, cell, order);
        }
        self.show(sizes, cell);
        races
    }

    /// The same for a read-modify-write. `changes`: it stores another value than it found.
    pub fn update(
        &mut self,
        sizes: Sizes,
        thread: Thread,
        cell: usize,
        order: Order,
        changes: bool,
    ) -> bool {
        let to = if order.acquires() { Row::Thread(thread.0) } else { Row::Seen(thread.0) };
        if changes {
            for other in 0..sizes.threads {
                self.join(sizes, to, Row::Heads(cell, other));
            }
        } else {
            self.join(sizes, to, Row::Message(cell));
        }
        let read = self.note(sizes, thread, cell, Kind::AtomicRead);
        let written = self.note(sizes, thread, cell, Kind::AtomicWrite);
        self.head(sizes, thread, cell, order);
        if changes {
            self.show(sizes, cell);
        }
        read || written
    }

    pub fn fence(&mut self, sizes: Sizes, thread: Thread, order: Order) {
        if order.acquires() {
            self.join(sizes, Row::Thread(thread.0), Row::Seen(thread.0));
        }
        if order.releases() {
            self.clear(sizes, Row::Fenced(thread.0));
            self.join(sizes, Row::Fenced(thread.0), Row::Thread(thread.0));
            self.next_epoch(sizes, thread);
        }
    }

    /// A write heads a release sequence: for all that its thread has done, or for what it did before its last release fence.
    fn head(&mut self, sizes: Sizes, thread: Thread, cell: usize, order: Order) {
        if order.releases() {
            self.join(sizes, Row::Heads(cell, thread.0), Row::Thread(thread.0));
            self.next_epoch(sizes, thread);
        } else {
            self.join(sizes, Row::Heads(cell, thread.0), Row::Fenced(thread.0));
        }
    }

    /// Loads see what all heads of the sequence have published.
    fn show(&mut self, sizes: Sizes, cell: usize) {
        self.clear(sizes, Row::Message(cell));
        for thread in 0..sizes.threads {
            self.join(sizes, Row::Message(cell), Row::Heads(cell, thread));
        }
    }

    /// Notes an access; whether it races with an earlier one.
    fn note(&mut self, sizes: Sizes, thread: Thread, cell: usize, kind: Kind) -> bool {
        let races = KINDS
            .iter()
            .filter(|&&earlier| conflict(earlier, kind))
            .any(|&earlier| !self.ordered(sizes, Row::Last(cell, earlier), thread));
        let own = thread.0 * sizes.threads + thread.0;
        let last = Row::Last(cell, kind).index(sizes);
        self.clocks[last * sizes.threads + thread.0] = self.clocks[own];
        races
    }

    /// What the carrier holds happens before what the thread does from now on.
    pub fn acquire(&mut self, sizes: Sizes, thread: Thread, from: Carrier) {
        self.join(sizes, Row::Thread(thread.0), from.row());
    }

    /// The carrier holds what the thread knows, and nothing else.
    pub fn publish(&mut self, sizes: Sizes, thread: Thread, to: Carrier) {
        self.clear(sizes, to.row());
        self.publish_more(sizes, thread, to);
    }

    /// The carrier holds what the thread knows beside what it held.
    pub fn publish_more(&mut self, sizes: Sizes, thread: Thread, to: Carrier) {
        self.join(sizes, to.row(), Row::Thread(thread.0));
        self.next_epoch(sizes, thread);
    }

    /// What `before` has done happens before what `after` does from now on.
    pub fn order(&mut self, sizes: Sizes, before: Thread, after: Thread) {
        self.join(sizes, Row::Thread(after.0), Row::Thread(before.0));
        self.next_epoch(sizes, before);
    }

    fn next_epoch(&mut self, sizes: Sizes, thread: Thread) {
        self.clocks[thread.0 * sizes.threads + thread.0] += 1;
    }

    fn ordered(&self, sizes: Sizes, row: Row, thread: Thread) -> bool {
        let row = row.index(sizes);
        (0..sizes.threads).filter(|&other| other != thread.0).all(|other| {
            self.clocks[row * sizes.threads + other]
                <= self.clocks[thread.0 * sizes.threads + other]
        })
    }

    fn clear(&mut self, sizes: Sizes, row: Row) {
        let start = row.index(sizes) * sizes.threads;
        self.clocks[start..start + sizes.threads].fill(0);
    }

    fn join(&mut self, sizes: Sizes, target: Row, source: Row) {
        let (target, source) = (target.index(sizes), source.index(sizes));
        for component in 0..sizes.threads {
            let theirs = self.clocks[source * sizes.threads + component];
            let ours = &mut self.clocks[target * sizes.threads + component];
            *ours = theirs.max(*ours);
        }
    }
}

impl Carrier {
    fn row(self) -> Row {
        match self {
            Carrier::Mutex(index) => Row::Mutex(index),
            Carrier::Semaphore(index) => Row::Semaphore(index),
        }
    }
}

fn conflict(earlier: Kind, later: Kind) -> bool {
    let writes = |kind| matches!(kind, Kind::PlainWrite | Kind::AtomicWrite);
    let plain = |kind| matches!(kind, Kind::PlainRead | Kind::PlainWrite);
    (writes(earlier) || writes(later)) && (plain(earlier) || plain(later))
}
