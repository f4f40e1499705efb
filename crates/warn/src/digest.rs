//! What matters of each function, as data: locks, threads, calls of functions in which something matters, and accesses to memory that threads share.
//! `digester.rs` makes it.

use raddle_ir::{Block, EntityMap, FuncId, InitPart, Program};
use raddle_pointsto::{Object, Offset, Place, PointsTo, Position, Region};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locks::LockRef;
use crate::sync::Mode;
use crate::threads::{Joined, Kind};
use crate::values::Value;

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Acquire {
        at: Position,
        lock: LockRef,
        mode: Mode,
    },
    /// Whether it is taken is told by the result.
    Try {
        at: Position,
        lock: LockRef,
        mode: Mode,
        tested: bool,
    },
    Release {
        at: Position,
        lock: LockRef,
    },
    Wait {
        at: Position,
        condition: LockRef,
        mutex: LockRef,
    },
    Signal {
        at: Position,
        condition: LockRef,
        all: bool,
    },
    Barrier {
        at: Position,
        barrier: LockRef,
    },
    Create {
        at: Position,
        kinds: Vec<Kind>,
    },
    Join {
        at: Position,
        joined: Joined,
        itself: bool,
    },
    Call {
        at: Position,
        callees: Vec<FuncId>,
        args: Vec<Passing>,
    },
    Once {
        at: Position,
        control: LockRef,
        callees: Vec<FuncId>,
    },
    Section {
        begins: bool,
    },
    Access(Access),
    /// Values that change here, as far as locks are named by them.
    Forget(Vec<Value>),
    ThreadEnd {
        at: Position,
    },
    Await {
        at: Position,
    },
}

/// What a call passes as one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Passing {
    pub(crate) value: Option<(Value, i64)>,
    pub(crate) places: Vec<Place>,
    /// The one object it points to.
    pub(crate) definite: Option<Place>,
    /// The value is a parameter that stays what it is.
    pub(crate) steady: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) at: Position,
    pub(crate) write: bool,
    pub(crate) atomic: bool,
    pub(crate) regions: Vec<Region>,
    /// The values the address is computed from, with where they may point.
    pub(crate) roots: Vec<(Value, Vec<Place>)>,
    /// The memory was allocated in this function: it may not be known to others yet.
    pub(crate) fresh: bool,
    /// Into how many objects the address may point, shared or not.
    pub(crate) aliases: usize,
    pub(crate) of: Of,
    /// Those of the roots that are parameters and stay what they are.
    pub(crate) parameters: Vec<Value>,
}

/// What an access is part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Of {
    Data,
    /// A lock or the like is used.
    Use,
    /// A lock or the like is made or destroyed.
    Making,
    /// A local variable ceases to exist.
    End,
    /// The handle of a thread is stored.
    Handle,
    /// Memory is freed.
    Free,
    /// A library function that is not thread-safe uses memory of its own (`hidden.rs`).
    Hidden,
}

/// What an edge of the control-flow graph says.
#[derive(Clone, Debug)]
pub(crate) enum EdgeEvent {
    /// The lock of a trylock is held, or not.
    Assume { lock: LockRef, mode: Mode, held: bool },
    /// Every thread of these kinds is joined.
    JoinedAll(Vec<Kind>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Digest {
    pub(crate) blocks: EntityMap<Block, BlockDigest>,
    /// What happens on the edge between two blocks.
    pub(crate) edges: FxHashMap<(Block, Block), Vec<EdgeEvent>>,
    pub(crate) parameters: usize,
    /// Loops that only read memory which threads share: where they read it.
    pub(crate) spins: Vec<Position>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct BlockDigest {
    pub(crate) events: Vec<Event>,
    pub(crate) next: Vec<Block>,
    pub(crate) returns: bool,
}

/// Facts about synchronisation objects, collected on the way.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    pub(crate) recursive: FxHashSet<Place>,
    pub(crate) recursive_attributes: FxHashSet<Place>,
    /// Mutexes with the attributes they are initialised with.
    pub(crate) attributed: Vec<(Vec<Place>, Vec<Place>)>,
    /// Initial units of semaphores; `None`: not known or initialised in several ways.
    pub(crate) units: FxHashMap<Place, Option<u64>>,
    /// Counts of barriers, likewise.
    pub(crate) counts: FxHashMap<Place, Option<u64>>,
    pub(crate) semaphores: FxHashSet<Place>,
    /// Semaphores with a wait whose result nobody looks at: if a signal interrupts it, no unit was taken.
    pub(crate) interruptible: FxHashSet<Place>,
}

impl Event {
    pub(crate) fn position(&self) -> Option<Position> {
        match self {
            Event::Acquire { at, .. }
            | Event::Try { at, .. }
            | Event::Release { at, .. }
            | Event::Wait { at, .. }
            | Event::Signal { at, .. }
            | Event::Barrier { at, .. }
            | Event::Create { at, .. }
            | Event::Join { at, .. }
            | Event::Call { at, .. }
            | Event::Once { at, .. }
            | Event::ThreadEnd { at }
            | Event::Await { at } => Some(*at),
            Event::Access(access) => Some(access.at),
            Event::Section { .. } | Event::Forget(_) => None,
        }
    }
}

impl Objects {
    /// Whether the owner of a mutex may lock it again.
    pub(crate) fn is_recursive(
        &self,
        program: &Program,
        points_to: &PointsTo,
        lock: Place,
    ) -> bool {
        let by_attribute = self.attributed.iter().any(|(mutexes, attributes)| {
            mutexes.contains(&lock)
                && attributes.iter().any(|place| self.recursive_attributes.contains(place))
        });
        by_attribute
            || self.recursive.contains(&lock)
            || initialised_recursive(program, points_to, lock)
    }
}

/// Static initialisers keep the kind of a mutex at a fixed place (glibc: 16 bytes into it with 64-bit pointers, 12 with 32-bit ones).
fn initialised_recursive(program: &Program, points_to: &PointsTo, lock: Place) -> bool {
    let (Object::Global(global), Offset::At(offset)) = (points_to.object(lock.object), lock.offset)
    else {
        return false;
    };
    let at = offset + if program.target.pointer_bits == 64 { 16 } else { 12 };
    let parts = program.globals[global].init.iter().flat_map(|init| &init.parts);
    parts.into_iter().any(|(start, part)| match part {
        InitPart::Bytes(bytes) => at
            .checked_sub(*start)
            .and_then(|index| bytes.get(usize::try_from(index).ok()?))
            .is_some_and(|&kind| matches!(kind, 1 | 2)),
        InitPart::Global(..) | InitPart::Func(_) | InitPart::Undef(_) => false,
    })
}
