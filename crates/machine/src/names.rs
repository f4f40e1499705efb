//! Canonical names of threads and objects, and the addresses that belong to them.
//!
//! A thread is named by its creation path, an object by who created it where, and how many its creator
//! made before: never by a global order. So states reached through different interleavings or branches
//! can be compared cell by cell. The tables live as long as the exploration: one name, one id, one
//! address, in every state.
//!
//! With 64-bit pointers every object owns a region of 2^36 bytes and starts in its middle, so that the
//! object an address was computed from is `address >> 36`, and indexing any object of elements up to
//! 16 bytes with any 32-bit integer never lands in a neighbour. With 32-bit pointers there is no such
//! room: objects are laid out one after another with a gap.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_ir::{Block, Entity, EntityMap, FuncId, GlobalId, SlotId, entity};
use rustc_hash::FxHashMap;

use crate::book::{Book, NewName};

entity!(/// A memory object, by canonical name.
    ObjectId, "o");
/// A thread, by creation path. Thread 0 is the initial one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl Entity for ThreadId {
    fn new(index: usize) -> Self {
        ThreadId(u32::try_from(index).expect("there are fewer threads than 32 bits count"))
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// As people call it.
impl std::fmt::Display for ThreadId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("main"),
            number => write!(f, "T{number}"),
        }
    }
}

impl std::fmt::Debug for ThreadId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Where in the program something was created.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    pub func: FuncId,
    pub block: Block,
    pub inst: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    Global(GlobalId),
    Function(FuncId),
    /// The control block of a thread: its cells say whether it is done, what it waits for, ….
    Thread(ThreadId),
    ThreadLocal(GlobalId, ThreadId),
    /// A local variable: the `count`-th object its thread made.
    Stack {
        thread: ThreadId,
        func: FuncId,
        slot: SlotId,
        count: u64,
    },
    Heap {
        thread: ThreadId,
        site: Site,
        count: u64,
    },
    /// Memory the environment provides: `argv`, `errno`, standard streams, ….
    Environment {
        what: &'static str,
        index: u64,
    },
    /// Memory that was there before the start: the way to the pointer it was made for, and the number of its type.
    Unknown {
        path: Arc<str>,
        ty: u32,
    },
}

const REGION_BITS: u32 = 36;
const REGION_MIDDLE: u64 = 1 << (REGION_BITS - 1);
/// Objects are at most this large with 64-bit pointers.
pub const MAX_OBJECT: u64 = REGION_MIDDLE;
const GAP_32: u64 = 64;
/// Where the first object lies with 32-bit pointers.
const FIRST_32: u64 = 0x1000;

#[derive(Debug)]
pub struct Names {
    pointer_bits: u32,
    objects: EntityMap<ObjectId, Named>,
    object_ids: FxHashMap<(ObjectName, u64), ObjectId>,
    by_base: BTreeMap<u64, ObjectId>,
    next_base: u64,
    threads: EntityMap<ThreadId, Option<(ThreadId, u32)>>,
    thread_ids: FxHashMap<(ThreadId, u32), ThreadId>,
    /// Where new names are entered first, if others have to know them.
    book: Option<Box<dyn Book>>,
}

#[derive(Debug)]
struct Named {
    name: ObjectName,
    base: u64,
    /// As it was asked for first.
    size: u64,
}

impl Names {
    pub const MAIN: ThreadId = ThreadId(0);

    pub fn new(pointer_bits: u32) -> Names {
        let mut threads = EntityMap::new();
        threads.push(None);
        Names {
            pointer_bits,
            objects: EntityMap::new(),
            object_ids: FxHashMap::default(),
            by_base: BTreeMap::new(),
            next_base: FIRST_32,
            threads,
            thread_ids: FxHashMap::default(),
            book: None,
        }
    }

    /// Whether an object is a local variable of a thread.
    pub fn is_local_of(&self, object: ObjectId, thread: ThreadId) -> bool {
        matches!(self.name(object), ObjectName::Stack { thread: of, .. } if *of == thread)
    }

    /// All names so far, as the beginning of a book.
    pub fn entries(&self) -> Vec<NewName> {
        let threads = self.thread_paths().into_iter();
        let threads = threads.map(|(parent, nth)| NewName::Thread { parent, nth });
        let objects = self.objects.values();
        let objects =
            objects.map(|named| NewName::Object { name: named.name.clone(), size: named.size });
        threads.chain(objects).collect()
    }

    /// From now on new names are entered in a book, which begins with the names that are known here.
    pub fn use_book(&mut self, book: Box<dyn Book>) {
        self.book = Some(book);
    }

    pub fn has_book(&self) -> bool {
        self.book.is_some()
    }

    /// Gives names the ids that they have in a book. Those that are known already must come first there.
    pub fn adopt(&mut self, entries: &[NewName]) {
        for entry in entries {
            match entry {
                NewName::Thread { parent, nth } => {
                    self.own_thread(*parent, *nth);
                }
                NewName::Object { name, size } => {
                    self.own_object(name.clone(), *size);
                }
            }
        }
    }

    /// How many names there are here.
    pub fn count(&self) -> usize {
        self.objects.len() + self.threads.len() - 1
    }

    /// Takes over what others entered, if somebody has this many names.
    pub fn catch_up_with(&mut self, count: usize) {
        let known = self.count();
        if let Some(book) = self.book.as_mut().filter(|_| known < count) {
            let news = book.since(known);
            self.adopt(&news);
        }
    }

    /// Enters a name in the book and takes over what others entered.
    fn enter(&mut self, name: &NewName) {
        let known = self.count();
        let Some(book) = &mut self.book else { return };
        let news = book.enter(name, known);
        self.adopt(&news);
    }

    /// The id of a name. `None` if the address space has no room for an object of that size.
    pub fn object(&mut self, name: ObjectName, size: u64) -> Option<ObjectId> {
        // With 64-bit pointers the address does not depend on the size; with 32-bit ones it may.
        let key = (name, if self.pointer_bits == 64 { 0 } else { size });
        if let Some(&id) = self.object_ids.get(&key) {
            return Some(id);
        }
        if self.book.is_some() && size <= MAX_OBJECT {
            self.enter(&NewName::Object { name: key.0.clone(), size });
        }
        self.own_object(key.0, size)
    }

    /// The same without a look at the book.
    fn own_object(&mut self, name: ObjectName, size: u64) -> Option<ObjectId> {
        let key = (name, if self.pointer_bits == 64 { 0 } else { size });
        if let Some(&id) = self.object_ids.get(&key) {
            return Some(id);
        }
        let id = self.objects.next_key();
        let base = self.place(id, size)?;
        self.objects.push(Named { name: key.0.clone(), base, size });
        self.object_ids.insert(key, id);
        Some(id)
    }

    fn place(&mut self, id: ObjectId, size: u64) -> Option<u64> {
        if self.pointer_bits == 64 {
            let fits = size <= MAX_OBJECT && id.0 < (1 << (63 - REGION_BITS)) - 1;
            return fits.then(|| (u64::from(id.0) + 1) << REGION_BITS | REGION_MIDDLE);
        }
        let base = self.next_base;
        let end = base.checked_add(size)?.checked_add(GAP_32)?.next_multiple_of(64);
        if end >= 1 << self.pointer_bits {
            return None;
        }
        self.next_base = end;
        self.by_base.insert(base, id);
        Some(base)
    }

    #[inline]
    pub fn base(&self, object: ObjectId) -> u64 {
        self.objects[object].base
    }
    pub fn name(&self, object: ObjectId) -> &ObjectName {
        &self.objects[object].name
    }

    /// No object lies below this address.
    pub fn lowest(&self) -> u64 {
        if self.pointer_bits == 64 { 1 << REGION_BITS } else { FIRST_32 - GAP_32 / 2 }
    }

    /// The thread that made an object, if a thread did.
    pub fn owner(&self, object: ObjectId) -> Option<ThreadId> {
        match self.objects[object].name {
            ObjectName::Stack { thread, .. }
            | ObjectName::Heap { thread, .. }
            | ObjectName::ThreadLocal(_, thread) => Some(thread),
            ObjectName::Global(_)
            | ObjectName::Function(_)
            | ObjectName::Thread(_)
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. } => None,
        }
    }

    /// The object whose region an address lies in, with the (possibly negative) offset.
    #[inline]
    pub fn resolve(&self, address: u64) -> Option<(ObjectId, i64)> {
        if self.pointer_bits == 64 {
            let id = (address >> REGION_BITS).checked_sub(1)?;
            let id = ObjectId(u32::try_from(id).ok()?);
            let known = self.objects.contains(id);
            return known
                .then(|| (id, (address & ((1 << REGION_BITS) - 1)) as i64 - REGION_MIDDLE as i64));
        }
        // The half of the gap before an object belongs to it, so that `a[-1]` names `a`.
        let (&base, &id) = self.by_base.range(..=address + GAP_32 / 2).next_back()?;
        Some((id, address as i64 - base as i64))
    }

    /// Bounds of the addresses that [`Names::resolve`] gives to this object.
    pub fn region(&self, object: ObjectId) -> (u64, u64) {
        let base = self.base(object);
        if self.pointer_bits == 64 {
            return (base - REGION_MIDDLE, base - REGION_MIDDLE + ((1 << REGION_BITS) - 1));
        }
        let next = self.by_base.range(base + 1..).next().map(|(&base, _)| base);
        (base - GAP_32 / 2, next.map_or((1 << self.pointer_bits) - 1, |next| next - GAP_32 / 2 - 1))
    }

    /// The `nth` thread that `parent` creates.
    pub fn thread(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        if self.book.is_some() && !self.thread_ids.contains_key(&(parent, nth)) {
            self.enter(&NewName::Thread { parent, nth });
        }
        self.own_thread(parent, nth)
    }

    fn own_thread(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        *self
            .thread_ids
            .entry((parent, nth))
            .or_insert_with(|| self.threads.push(Some((parent, nth))))
    }
    /// Gives threads the same ids as another table does, so that a schedule means the same with both. Must
    /// be called before any thread was created.
    pub fn adopt_threads(&mut self, paths: &[(ThreadId, u32)]) {
        for &(parent, nth) in paths {
            self.thread(parent, nth);
        }
    }
    /// Creator and number of creation of every thread but the first, in the order of ids.
    pub fn thread_paths(&self) -> Vec<(ThreadId, u32)> {
        self.threads.values().filter_map(|&path| path).collect()
    }
    /// The creator of a thread and which of its creations this is.
    pub fn creation(&self, thread: ThreadId) -> Option<(ThreadId, u32)> {
        self.threads.get(thread).copied().flatten()
    }
    /// Whether there is such a thread; what is read from memory that was overwritten may be none.
    pub(crate) fn is_thread(&self, thread: ThreadId) -> bool {
        self.threads.get(thread).is_some()
    }
}

/// A thread in an owner cell: zero is nobody.
pub(crate) fn owner_word(thread: ThreadId) -> u64 {
    u64::from(thread.0) + 1
}

pub(crate) fn owner_of(word: u64) -> ThreadId {
    ThreadId(word.saturating_sub(1) as u32)
}
