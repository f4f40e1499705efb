//! What one transition did that other threads can notice.

use raddle_expr::TermId;
use raddle_ir::{Loc, Ordering};
use smallvec::SmallVec;

use crate::history::StackEntry;
use crate::names::{ObjectId, ThreadId};

/// A visible access to memory. Synchronisation objects are memory too: `lock(m)` writes the owner cell
/// inside `m`, `join` reads the cell that says whether a thread is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub object: ObjectId,
    /// Bytes `start .. end` of the object; all that a symbolic offset may reach.
    pub start: u64,
    pub end: u64,
    /// The offset and size of an access whose offset depends on inputs.
    pub symbolic: Option<(TermId, u64)>,
    pub write: bool,
    pub sync: Sync,
    pub at: StackEntry,
}

/// What an access means for the happens-before order of C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sync {
    /// An ordinary access: two of them that are not ordered race.
    Plain,
    /// An ordinary load of optimised code whose value was used. The optimiser may have put it where the source reads
    /// nothing, or nothing yet: if it races, its value is undefined, but it is no error by itself.
    Movable,
    /// What others released through this cell is seen.
    Acquire,
    /// What was done so far can be seen by who acquires this cell.
    Release,
    Both,
    /// One more has come where several more are awaited, or has room: what was done so far can be seen by who acquires this cell. Who of two such came first nobody can tell
    /// (`models/barrier.rs`, `models/semaphore.rs`).
    Arrival,
    /// Atomic accesses never race with each other. What order they make depends on what they ask for. (An
    /// update that leaves the memory as it was writes nothing, and one that is refused is a load.)
    AtomicLoad(Order),
    AtomicStore(Order),
    AtomicUpdate(Order),
    /// A look that the program does not take: an invariant is evaluated, or an optimiser loads what nothing uses. Its order
    /// matters, but it neither races nor orders anything.
    Observed,
}

impl Sync {
    /// Whether an access like this races with any that conflicts with it, if nothing orders them.
    pub fn is_plain(self) -> bool {
        matches!(self, Sync::Plain | Sync::Movable)
    }
}

/// What an atomic operation or a fence asks for. For the order between threads that C11 calls happens-before, `seq_cst` is no
/// more than `acq_rel`; what can be read is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

impl Order {
    pub fn of(ordering: Ordering) -> Order {
        match ordering {
            Ordering::Unordered | Ordering::Relaxed => Order::Relaxed,
            Ordering::Acquire => Order::Acquire,
            Ordering::Release => Order::Release,
            Ordering::AcqRel => Order::AcquireRelease,
            Ordering::SeqCst => Order::SeqCst,
        }
    }
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease | Order::SeqCst)
    }
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease | Order::SeqCst)
    }
    /// How C spells it.
    pub fn name(self) -> &'static str {
        match self {
            Order::Relaxed => "memory_order_relaxed",
            Order::Acquire => "memory_order_acquire",
            Order::Release => "memory_order_release",
            Order::AcquireRelease => "memory_order_acq_rel",
            Order::SeqCst => "memory_order_seq_cst",
        }
    }
}

/// A fence between the accesses of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    /// Who made it: the thread that moves, or one that it created and that went on to its first access.
    pub by: ThreadId,
    /// How many accesses of the transition come before it.
    pub after: usize,
    pub order: Order,
}

/// An access that nobody else can notice yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Private {
    pub by: ThreadId,
    pub access: Access,
    /// How many accesses and fences of the transition come before it.
    pub place: usize,
}

/// A thread that was there before the first event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Born {
    pub thread: ThreadId,
    pub by: ThreadId,
    /// How many fences come before it. It takes a place among them, by a fence that orders nothing.
    pub place: usize,
}

impl Access {
    pub fn overlaps(&self, other: &Access) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
    /// Whether it changes memory as C means it, be it to what was there: an update that adds nothing is a read for who asks for its order, but races with ordinary reads.
    pub fn modifies(&self) -> bool {
        self.write || matches!(self.sync, Sync::AtomicUpdate(_))
    }
    /// Whether two accesses race if nothing orders them.
    pub fn races_with(&self, other: &Access) -> bool {
        let observed = self.sync == Sync::Observed || other.sync == Sync::Observed;
        !observed
            && (self.sync.is_plain() || other.sync.is_plain())
            && (self.modifies() || other.modifies())
            && self.overlaps(other)
    }
    /// Two accesses whose order matters.
    pub fn conflicts(&self, other: &Access) -> bool {
        let arrive = self.sync == Sync::Arrival && other.sync == Sync::Arrival;
        (self.write || other.write) && !arrive && self.overlaps(other)
    }
    /// Whether the order of another access with others matters as that of this one does.
    pub fn is_like(&self, other: &Access) -> bool {
        let key = |access: &Access| {
            let Access { object, start, end, write, sync, .. } = *access;
            (object, start, end, write, access.modifies(), sync == Sync::Arrival)
        };
        key(self) == key(other)
    }
    /// Whether whatever conflicts with another access conflicts with this one, too, where that one touches nothing else.
    pub fn stands_for(&self, other: &Access) -> bool {
        let conflicts = self.write && (self.sync != Sync::Arrival || other.sync == Sync::Arrival);
        conflicts
            && self.object == other.object
            && self.start <= other.start
            && other.end <= self.end
    }
}

/// One transition of one thread.
#[derive(Clone, Debug, Default)]
pub struct Event {
    pub accesses: SmallVec<[Access; 2]>,
    /// Threads it created.
    pub created: SmallVec<[ThreadId; 1]>,
    /// How many of its accesses come before each creation. Like `private`, it is for the run itself only.
    pub created_after: SmallVec<[usize; 1]>,
    /// How many of its fences come before each creation.
    pub created_behind: SmallVec<[usize; 1]>,
    /// It created a thread when there was no other one: what its thread did until then nobody noticed.
    pub anew: bool,
    /// In the order in which they were made.
    pub fences: Vec<Fence>,
    /// Accesses to memory whose address nobody else held yet: nobody noticed them. Only where weak orders tell, for who gets
    /// the address later need not be ordered after them.
    pub private: Vec<Private>,
    /// Threads that were created before the first event of the run, in that event, if somebody had noted something by then.
    pub born: Vec<Born>,
    /// Where the visible operation stands.
    pub loc: Loc,
    /// It is an operation that waits, and may access more than is known here once it does not.
    pub obscure: bool,
}

impl Event {
    /// How many accesses and fences come before one of its accesses.
    pub fn place_of(&self, access: usize) -> usize {
        access + self.fences.iter().take_while(|fence| fence.after <= access).count()
    }
    /// How many of its accesses come before it creates a thread; `None` if it does not.
    pub fn creation_of(&self, thread: ThreadId) -> Option<usize> {
        let nth = self.created.iter().position(|&child| child == thread)?;
        Some(self.created_after.get(nth).copied().unwrap_or(0))
    }
    /// The last access that belongs to a creation, which begins with this one: the handle is stored by then.
    pub fn last_of_creation(&self, begin: usize) -> usize {
        let own = |access: &&Access| access.at == self.accesses[begin].at;
        let accesses = self.accesses.get(begin..).unwrap_or_default();
        begin + accesses.iter().take_while(own).count().saturating_sub(1)
    }
    /// Whether one of its accesses comes behind its first creation: who was created need not come after it.
    pub fn is_behind_creation(&self, access: usize) -> bool {
        let begin = self.created_after.first();
        begin.is_some_and(|&begin| access > self.last_of_creation(begin))
    }
    /// What an atomic section accesses behind its first creation. (Ordinary accesses there are ends of local variables.)
    pub fn section_behind_creation(&self) -> impl Iterator<Item = usize> + '_ {
        let counts =
            |&at: &usize| self.is_behind_creation(at) && !self.accesses[at].sync.is_plain();
        (0..self.accesses.len()).filter(counts)
    }
    /// Whether two transitions access the same memory in the same way.
    pub fn touches_same(&self, other: &Event) -> bool {
        let covers = |a: &Event, b: &Event| {
            b.accesses.iter().all(|access| a.accesses.iter().any(|known| known.is_like(access)))
        };
        self.created == other.created && covers(self, other) && covers(other, self)
    }
    /// Whether the order of two events of different threads matters.
    pub fn conflicts(&self, other: &Event) -> bool {
        self.obscure
            || other.obscure
            || self.accesses.iter().any(|a| other.accesses.iter().any(|b| a.conflicts(b)))
    }
}
