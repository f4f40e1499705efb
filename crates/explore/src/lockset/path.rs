//! Where one thread may be on its way, and what it knows there.

use std::collections::BTreeMap;

use raddle_ir::{Block, FuncId, Reg};
use raddle_machine::ObjectId;
use smallvec::SmallVec;

/// A thread: an index of the list of those that exist or may still be created.
pub(super) type Who = u32;

/// Some bytes that are only added to.
pub(super) type TallyId = u32;

/// A piece of memory: one of the state, or a local variable of a call that is still to come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Memory {
    Old(ObjectId),
    New(u32),
}

/// What a register or some bytes hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Content {
    /// What it holds in the state that the look ahead starts from.
    Untouched,
    Word(u64),
    /// Some value.
    Any,
    /// What a tally holds now, and so much more (`tallies.rs`).
    Tally(TallyId, i64),
    /// What a tally held at some time, and so much more (`spans.rs`).
    Was(TallyId, i64),
    /// The same, read where others may change it at any time: only what is the same for all that it may hold is decided by it.
    Glimpsed(TallyId, i64),
    /// Some value that others may change at any time: nothing may be decided by it (`updates.rs`).
    Unseen,
    /// Nothing was ever stored there.
    Undefined,
}

impl Content {
    /// From now on others may add to the tally that it comes from.
    pub fn alone(self) -> Content {
        match self {
            Content::Tally(id, plus) => Content::Was(id, plus),
            other => other,
        }
    }

    /// Without what it has to do with a tally.
    pub fn forgotten(self) -> Content {
        match self {
            Content::Tally(..) | Content::Was(..) => Content::Any,
            Content::Glimpsed(..) => Content::Unseen,
            Content::Untouched
            | Content::Word(_)
            | Content::Any
            | Content::Unseen
            | Content::Undefined => self,
        }
    }

    /// The tally that it comes from, and how much more it is than that was.
    pub fn as_tally(self) -> Option<(TallyId, i64)> {
        match self {
            Content::Tally(id, plus) | Content::Was(id, plus) | Content::Glimpsed(id, plus) => {
                Some((id, plus))
            }
            Content::Untouched
            | Content::Word(_)
            | Content::Any
            | Content::Unseen
            | Content::Undefined => None,
        }
    }

    /// Whether nothing may be decided by it.
    pub fn is_unseen(self) -> bool {
        matches!(self, Content::Unseen | Content::Glimpsed(..))
    }
}

/// In the list of what is gone: not a part of the memory, but all of it.
const WHOLE: u64 = u64::MAX;

/// A lock that is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Lock {
    pub memory: Memory,
    pub offset: u64,
    /// By nobody else, not even for reading.
    pub exclusive: bool,
}

impl Lock {
    pub fn is_same(&self, other: &Lock) -> bool {
        (self.memory, self.offset) == (other.memory, other.offset)
    }

    /// Whether two threads cannot hold them at the same time.
    pub fn excludes(&self, other: &Lock) -> bool {
        self.is_same(other) && (self.exclusive || other.exclusive)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    pub func: FuncId,
    pub block: Block,
    pub inst: usize,
    pub regs: Vec<Content>,
    /// Where the caller wants the results.
    pub results: SmallVec<[Reg; 1]>,
    pub locals: Vec<Memory>,
    /// The locks held when it was called, for a deliberate defect only.
    pub held_at_call: Option<Vec<Lock>>,
}

/// Bytes that the thread, or who created it before that, has stored something in: their number, and what that was if only one thread uses the memory.
type Stored = BTreeMap<(Memory, u64), (u64, Content)>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Path {
    pub frames: Vec<Frame>,
    pub stored: Stored,
    /// In order.
    pub locks: Vec<Lock>,
    /// Threads whose end it has waited for, itself or through who created it; in order.
    pub joined: Vec<Who>,
    /// Threads that it has created since the look ahead began; in order.
    pub created: Vec<Who>,
    /// How deeply it is inside of atomic sections.
    pub sections: u32,
    /// Local variables of calls that are over, and synchronisation objects that are destroyed.
    pub gone: Vec<(Memory, u64)>,
    /// Local variables whose block was entered again: what they held before is gone.
    pub fresh: Vec<Memory>,
    /// It has looked at memory and done nothing since that others may notice: if it comes back to where it was, it waits (`updates.rs`).
    pub looks: bool,
    /// What the thread has added to tallies.
    pub added: BTreeMap<TallyId, i64>,
}

/// What paths that are merged have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Skeleton {
    places: Vec<(FuncId, Block, usize)>,
    locals: Vec<Vec<Memory>>,
    locks: Vec<Lock>,
    joined: Vec<Who>,
    created: Vec<Who>,
    sections: u32,
    gone: Vec<(Memory, u64)>,
    fresh: Vec<Memory>,
    looks: bool,
}

impl Path {
    pub fn new(frames: Vec<Frame>) -> Path {
        Path {
            frames,
            stored: Stored::new(),
            locks: Vec::new(),
            joined: Vec::new(),
            created: Vec::new(),
            sections: 0,
            gone: Vec::new(),
            fresh: Vec::new(),
            looks: false,
            added: BTreeMap::new(),
        }
    }

    pub fn skeleton(&self) -> Skeleton {
        Skeleton {
            places: self.frames.iter().map(|frame| (frame.func, frame.block, frame.inst)).collect(),
            locals: self.frames.iter().map(|frame| frame.locals.clone()).collect(),
            locks: self.locks.clone(),
            joined: self.joined.clone(),
            created: self.created.clone(),
            sections: self.sections,
            gone: self.gone.clone(),
            fresh: self.fresh.clone(),
            looks: self.looks,
        }
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a path that goes on has a frame")
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a path that goes on has a frame")
    }

    pub fn set(&mut self, reg: Reg, content: Content) {
        self.top_mut().regs[reg.0 as usize] = content;
    }

    pub fn holds(&self, memory: Memory, offset: u64) -> Option<&Lock> {
        self.locks.iter().find(|lock| (lock.memory, lock.offset) == (memory, offset))
    }

    pub fn take(&mut self, lock: Lock) {
        let at = self.locks.partition_point(|other| *other < lock);
        self.locks.insert(at, lock);
    }

    /// From now on others may add to tallies.
    pub fn forget_tallies(&mut self) {
        self.each_content(&mut |content| *content = content.alone());
    }

    pub fn give_back(&mut self, memory: Memory, offset: u64) {
        self.locks.retain(|lock| (lock.memory, lock.offset) != (memory, offset));
    }

    pub fn end(&mut self, memory: Memory, offset: u64) {
        let at = self.gone.partition_point(|other| *other < (memory, offset));
        if self.gone.get(at) != Some(&(memory, offset)) {
            self.gone.insert(at, (memory, offset));
        }
    }

    /// All of a piece of memory is gone.
    pub fn end_all(&mut self, memory: Memory) {
        self.stored.retain(|place, _| place.0 != memory);
        self.fresh.retain(|fresh| *fresh != memory);
        self.end(memory, WHOLE);
    }

    pub fn is_gone(&self, memory: Memory) -> bool {
        self.gone.contains(&(memory, WHOLE))
    }

    /// A piece of memory is there, and nothing was stored in it.
    pub fn renew(&mut self, memory: Memory) {
        self.stored.retain(|place, _| place.0 != memory);
        self.gone.retain(|gone| *gone != (memory, WHOLE));
        if let Err(at) = self.fresh.binary_search(&memory) {
            self.fresh.insert(at, memory);
        }
    }

    /// Takes over what somebody knows who creates the thread: what has something stored in it, and what is gone.
    pub fn know_from(&mut self, creator: &Path) {
        let stored = creator.stored.iter();
        self.stored = stored.map(|(&place, &(size, _))| (place, (size, Content::Any))).collect();
        self.gone = creator.gone.clone();
        self.fresh = creator.fresh.clone();
    }

    /// Every word that the path knows of.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let registers = self.frames.iter().flat_map(|frame| &frame.regs);
        let stored = self.stored.values().map(|(_, content)| content);
        registers.chain(stored).filter_map(|content| match content {
            Content::Word(word) => Some(*word),
            Content::Untouched
            | Content::Any
            | Content::Tally(..)
            | Content::Was(..)
            | Content::Glimpsed(..)
            | Content::Unseen
            | Content::Undefined => None,
        })
    }

    /// Changes what registers hold.
    pub fn each_content(&mut self, change: &mut dyn FnMut(&mut Content)) {
        self.frames.iter_mut().flat_map(|frame| &mut frame.regs).for_each(change);
    }
}

/// Adds to a list that is kept in order.
pub(super) fn add(list: &mut Vec<Who>, who: Who) {
    if let Err(at) = list.binary_search(&who) {
        list.insert(at, who);
    }
}
