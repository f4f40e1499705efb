//! What is known of memory where a run starts in the middle of a program.
//!
//! Variables hold anything, and so do the locals of frames that are open (which are variables here, see the crate that makes the
//! program). Pointers out of such memory are limited by where the pointer analysis of the whole program says they may
//! point: to variables that are named here, to code, or to memory that has no name (*nameless*: the heap, and locals of frames nobody
//! spoke of), of which a pointer has an object of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use raddle_ir::{Block, Callee, FuncId, GlobalId, Op, Operand, Program};
use raddle_pointsto::{Object, ObjectId as AbstractId, Offset, Place, PointsTo, Position};

/// The memory that a context starts with.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The analysis of the program that the context belongs to; nothing for a library, whose users nobody knows.
    pub points_to: Option<Arc<PointsTo>>,
    /// Variables that hold anything.
    pub unknown: BTreeSet<GlobalId>,
    /// Variables that stand for locals of frames.
    pub locals: BTreeMap<GlobalId, Option<AbstractId>>,
    /// Locals of functions that may be open elsewhere, too.
    pub elsewhere: BTreeSet<AbstractId>,
    /// Where the parameters of the entry function may point.
    pub pointees: Vec<Limit>,
    /// The names of the threads, in the order in which they are created.
    pub threads: Vec<String>,
    /// Those that somebody may have a handle of. Nobody has one of the initial thread unless it asks who it is.
    pub joinable: Vec<bool>,
    /// Memory whose cells hold handles of different threads.
    pub own_handles: BTreeMap<AbstractId, HandleOf>,
    /// Threads of handles in other memory may have been joined or detached.
    pub let_go: bool,
    /// Threads of the context may have been detached.
    pub detached: bool,
    /// Any lock may be held by any of the threads.
    pub locks_unknown: bool,
    /// Memory with locks that threads which are gone may have left locked, and whether for reading, too; `None`: any.
    pub left: Option<BTreeMap<AbstractId, bool>>,
    /// Functions that make the context: what fails there is no run of the program.
    pub preludes: Vec<FuncId>,
    /// Functions that are versions of others which begin in the middle.
    pub versions: BTreeMap<FuncId, VersionOf>,
}

/// Cells with the handles of different threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandleOf {
    /// Those at this offset, and every so many bytes from there on; `None`: all.
    pub every: Option<(u64, u64)>,
    /// The threads of the context whose handles may be there.
    pub threads: Vec<usize>,
    /// More of them may have been joined or detached than is known by their addresses.
    pub let_go: bool,
    /// It is known by their addresses which of them were written.
    pub written: bool,
    /// The others hold zeros.
    pub zeroed: bool,
}

impl HandleOf {
    /// Whether it speaks of the cell at an offset.
    pub(crate) fn has(&self, offset: u64) -> bool {
        self.every.is_none_or(|(first, stride)| offset % stride == first % stride)
    }
}

/// A version of a function has its blocks, with the same numbers, and a few more.
#[derive(Clone, Copy, Debug)]
pub struct VersionOf {
    pub of: FuncId,
    /// The block of the function in which the version begins, and the block of the version that is the rest of it.
    pub begins: Block,
    pub rest: Block,
    /// Where the first block of the function is.
    pub entry: Block,
}

/// Where a pointer may point; `None` if nothing is known of that.
pub type Limit = Option<Arc<[Place]>>;

/// The extent of nameless memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Known(u64),
    Unknown,
}

impl Surroundings {
    /// A set of places as a limit. What unknown code holds may be anything.
    pub fn limit(&self, places: Vec<Place>) -> Limit {
        let points_to = self.points_to.as_ref()?;
        let anything = |place: &Place| matches!(points_to.object(place.object), Object::Unknown);
        (!places.iter().any(anything)).then(|| Arc::from(places))
    }

    /// Where a pointer in a variable may point.
    pub(crate) fn held_by(&self, global: GlobalId, at: &Range<u64>) -> Limit {
        let object = self.abstract_object(global)?;
        self.limit(self.points_to.as_ref()?.held_at(object, at.clone()))
    }

    fn abstract_object(&self, global: GlobalId) -> Option<AbstractId> {
        match self.locals.get(&global) {
            Some(local) => *local,
            None => self.points_to.as_ref()?.find(Object::Global(global)),
        }
    }

    /// Where a pointer in these bytes of nameless memory may point, which begins at these places.
    pub(crate) fn held_by_nameless(&self, origins: &Limit, at: &Range<u64>) -> Limit {
        let origins = origins.as_ref()?;
        let points_to = self.points_to.as_ref()?;
        let held = origins.iter().flat_map(|place| match place.offset {
            Offset::At(start) => {
                let range = start.saturating_add(at.start)..start.saturating_add(at.end);
                points_to.held_at(place.object, range)
            }
            Offset::Any => points_to.held_anywhere(place.object),
        });
        let mut held: Vec<Place> = held.collect();
        held.sort_unstable();
        held.dedup();
        self.limit(held)
    }

    /// Whether an abstract object may be memory without a name.
    pub(crate) fn is_nameless(&self, object: AbstractId) -> bool {
        let Some(points_to) = &self.points_to else { return true };
        match points_to.object(object) {
            Object::Heap(_)
            | Object::ByValue(..)
            | Object::Variadic(_)
            | Object::Library
            | Object::Unknown => true,
            Object::Local(..) => self.elsewhere.contains(&object),
            Object::Global(_) | Object::Function(_) => false,
        }
    }

    /// The part of a limit that is memory without a name.
    pub(crate) fn nameless(&self, limit: &Limit) -> Limit {
        let limit = limit.as_ref()?;
        Some(limit.iter().copied().filter(|place| self.is_nameless(place.object)).collect())
    }

    /// The beginning of a variable.
    pub(crate) fn beginning_of(&self, global: GlobalId) -> Option<Place> {
        let object = self.abstract_object(global)?;
        Some(Place { object, offset: Offset::At(0) })
    }

    /// Whether locks in memory that begins at these places may have been left locked by threads that are gone, and whether for reading.
    pub(crate) fn left_locked(&self, begins: &Limit) -> Option<bool> {
        let Some(left) = &self.left else { return Some(true) };
        if left.is_empty() {
            return None;
        }
        let Some(begins) = begins else { return Some(true) };
        let mut found = begins.iter().filter_map(|place| left.get(&place.object)).peekable();
        found.peek()?;
        Some(found.any(|&reads| reads))
    }

    /// How large nameless memory is, if all of it was made alike.
    pub(crate) fn extent(&self, program: &Program, nameless: &Limit) -> Extent {
        let Some(nameless) = nameless else { return Extent::Unknown };
        let mut sizes = nameless.iter().map(|place| self.size_of(program, place.object));
        match sizes.next() {
            Some(Some(size)) if sizes.all(|other| other == Some(size)) => Extent::Known(size),
            _ => Extent::Unknown,
        }
    }

    fn size_of(&self, program: &Program, object: AbstractId) -> Option<u64> {
        match self.points_to.as_ref()?.object(object) {
            Object::Heap(at) => allocated(program, at),
            Object::Local(func, slot) => {
                let body = program.functions[func].body.as_ref()?;
                let mut insts = body.blocks.values().flat_map(|block| &block.insts);
                insts.find_map(|inst| match inst.op {
                    Op::Alloca { slot: own, size, count: Operand::Const(count), .. }
                        if own == slot =>
                    {
                        size.checked_mul(count)
                    }
                    _ => None,
                })
            }
            Object::Global(_)
            | Object::Function(_)
            | Object::ByValue(..)
            | Object::Variadic(_)
            | Object::Library
            | Object::Unknown => None,
        }
    }
}

/// How many bytes a call allocates, if it says so.
fn allocated(program: &Program, at: Position) -> Option<u64> {
    let Some(Op::Call { callee: Callee::Direct(func), args, .. }) = at.op(program) else {
        return None;
    };
    let word = |index: usize| match args.get(index)?.value {
        Operand::Const(word) => Some(word),
        _ => None,
    };
    match program.functions[*func].name.as_str() {
        "malloc" => word(0),
        "calloc" => word(0)?.checked_mul(word(1)?),
        _ => None,
    }
}
