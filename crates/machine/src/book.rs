//! Names that several processes have to agree on.
//!
//! Ids of threads and objects, and so addresses, are given out in the order in which names are first met. Processes that explore parts
//! of one search tell each other of events, and of conditions on cells that hold addresses, so the same name must have the same id in all of
//! them. One *book* has all names in order; everybody's table is a beginning of it, and whoever meets a new name enters it there first.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use raddle_ir::{Block, FuncId, GlobalId, SlotId};
use rustc_hash::FxHashSet;

use crate::names::{ObjectName, Site, ThreadId};

/// An entry of the book.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NewName {
    /// The `nth` thread that a thread creates.
    Thread {
        parent: ThreadId,
        nth: u32,
    },
    Object {
        name: ObjectName,
        size: u64,
    },
}

/// Where names are entered.
pub trait Book: std::fmt::Debug {
    /// Enters a name unless it is there, and answers with all entries after the first `known` ones, in order.
    fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName>;
    /// All entries after the first `known` ones, in order.
    fn since(&mut self, known: usize) -> Vec<NewName>;
}

/// The entries of a book, in the process that has it. Sizes do not tell objects apart: with 64-bit pointers, addresses do not depend
/// on them.
#[derive(Debug, Default)]
pub struct Entries {
    list: Vec<NewName>,
    known: FxHashSet<NewName>,
}

impl Entries {
    pub fn new(list: Vec<NewName>) -> Entries {
        let known = list.iter().map(NewName::without_size).collect();
        Entries { list, known }
    }

    pub fn all(&self) -> &[NewName] {
        &self.list
    }

    /// What [`Book::enter`] does. Objects that a thread makes at one place are counted: those that come next are entered at once, as many as there are
    /// before, so that whoever makes many of them does not ask for each.
    pub fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName> {
        if self.add(name) {
            name.following().iter().for_each(|next| {
                self.add(next);
            });
        }
        self.since(known)
    }

    /// Whether it is new.
    fn add(&mut self, name: &NewName) -> bool {
        let new = self.known.insert(name.without_size());
        if new {
            self.list.push(name.clone());
        }
        new
    }

    /// What [`Book::since`] does.
    pub fn since(&self, known: usize) -> Vec<NewName> {
        self.list[known.min(self.list.len())..].to_vec()
    }
}

/// So many names are entered at once at most.
const MOST_AT_ONCE: u64 = 64;

impl NewName {
    /// The names of objects that are likely to be made after this one.
    fn following(&self) -> Vec<NewName> {
        let NewName::Object { name, size } = self else { return Vec::new() };
        let counted = |count: u64| {
            let name = match name.clone() {
                ObjectName::Stack { thread, func, slot, .. } => {
                    ObjectName::Stack { thread, func, slot, count }
                }
                ObjectName::Heap { thread, site, .. } => ObjectName::Heap { thread, site, count },
                other => other,
            };
            NewName::Object { name, size: *size }
        };
        let (ObjectName::Stack { count, .. } | ObjectName::Heap { count, .. }) = name else {
            return Vec::new();
        };
        let more = (*count).min(MOST_AT_ONCE - 1);
        (1..=more).filter_map(|more| count.checked_add(more)).map(counted).collect()
    }

    fn without_size(&self) -> NewName {
        match self {
            NewName::Thread { .. } => self.clone(),
            NewName::Object { name, .. } => NewName::Object { name: name.clone(), size: 0 },
        }
    }

    /// One line.
    pub fn text(&self) -> String {
        let (name, size) = match self {
            NewName::Thread { parent, nth } => return format!("thread {} {nth}", parent.0),
            NewName::Object { name, size } => (name, size),
        };
        match name {
            ObjectName::Global(global) => format!("global {size} {}", global.0),
            ObjectName::Function(func) => format!("function {size} {}", func.0),
            ObjectName::Thread(thread) => format!("control {size} {}", thread.0),
            ObjectName::ThreadLocal(global, thread) => {
                format!("local {size} {} {}", global.0, thread.0)
            }
            ObjectName::Stack { thread, func, slot, count } => {
                format!("stack {size} {} {} {} {count}", thread.0, func.0, slot.0)
            }
            ObjectName::Heap { thread, site, count } => {
                let Site { func, block, inst } = site;
                format!("heap {size} {} {} {} {inst} {count}", thread.0, func.0, block.0)
            }
            ObjectName::Environment { what, index } => format!("environment {size} {index} {what}"),
            ObjectName::Unknown { path, ty } => format!("unknown {size} {ty} {path}"),
        }
    }

    /// `None` if the line is damaged.
    pub fn from_text(line: &str) -> Option<NewName> {
        let (kind, rest) = line.split_once(' ')?;
        let numbers: Vec<u64> = rest.split(' ').map_while(|word| word.parse().ok()).collect();
        let long = |at: usize| numbers.get(at).copied();
        let short = |at: usize| long(at).and_then(|number| u32::try_from(number).ok());
        let thread = |at: usize| short(at).map(ThreadId);
        let func = |at: usize| short(at).map(FuncId);
        let global = |at: usize| short(at).map(GlobalId);
        let name = match kind {
            "thread" => return Some(NewName::Thread { parent: thread(0)?, nth: short(1)? }),
            "global" => ObjectName::Global(global(1)?),
            "function" => ObjectName::Function(func(1)?),
            "control" => ObjectName::Thread(thread(1)?),
            "local" => ObjectName::ThreadLocal(global(1)?, thread(2)?),
            "stack" => ObjectName::Stack {
                thread: thread(1)?,
                func: func(2)?,
                slot: SlotId(short(3)?),
                count: long(4)?,
            },
            "heap" => {
                let site = Site { func: func(2)?, block: Block(short(3)?), inst: short(4)? };
                ObjectName::Heap { thread: thread(1)?, site, count: long(5)? }
            }
            "environment" => {
                let what = kind_of_environment(rest.splitn(3, ' ').nth(2)?)?;
                ObjectName::Environment { what, index: long(1)? }
            }
            "unknown" => {
                let path = rest.splitn(3, ' ').nth(2)?.into();
                ObjectName::Unknown { path, ty: short(1)? }
            }
            _ => return None,
        };
        Some(NewName::Object { name, size: long(0)? })
    }
}

/// Kinds of memory that the environment provides; there are about a dozen.
const MOST_KINDS: usize = 64;
const LONGEST_KIND: usize = 64;

/// The name of a kind, which lasts as long as the process: each is kept once, and not more than a few, whoever names them.
fn kind_of_environment(name: &str) -> Option<&'static str> {
    static KINDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = kinds.get(name) {
        return Some(known);
    }
    if kinds.len() >= MOST_KINDS || name.len() > LONGEST_KIND {
        return None;
    }
    let kept: &'static str = name.to_owned().leak();
    kinds.insert(kept);
    Some(kept)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use raddle_ir::{Block, FuncId, GlobalId, SlotId};

    use super::{Book, Entries, NewName};
    use crate::names::{Names, ObjectName, Site, ThreadId};

    fn some_names() -> Vec<NewName> {
        let thread = ThreadId(2);
        let site = Site { func: FuncId(4), block: Block(5), inst: 6 };
        let objects = [
            ObjectName::Global(GlobalId(1)),
            ObjectName::Function(FuncId(2)),
            ObjectName::Thread(thread),
            ObjectName::ThreadLocal(GlobalId(7), thread),
            ObjectName::Stack { thread, func: FuncId(1), slot: SlotId(3), count: 9 },
            ObjectName::Heap { thread, site, count: u64::MAX },
            ObjectName::Environment { what: "key values", index: 1 << 40 },
            ObjectName::Unknown { path: "(list->next in struct item)".into(), ty: 7 },
        ];
        let objects = objects.into_iter().map(|name| NewName::Object { name, size: 24 });
        objects.chain([NewName::Thread { parent: thread, nth: 3 }]).collect()
    }

    #[test]
    fn names_round_trip_as_text() {
        for name in some_names() {
            assert_eq!(NewName::from_text(&name.text()), Some(name));
        }
        for damaged in ["", "heap 1 2", "thread x 1", "what 1 2"] {
            assert_eq!(NewName::from_text(damaged), None, "{damaged}");
        }
        // Nobody can make a process keep more and more of them.
        let kept =
            |number: &u32| NewName::from_text(&format!("environment 8 0 kind {number}")).is_some();
        assert!((0..1000).filter(kept).count() < 100);
    }

    #[test]
    fn objects_that_are_made_in_a_row_are_entered_in_ranges() {
        let mut book = Entries::default();
        let (mut asked, mut known) = (0, 0);
        for count in 0..1000 {
            let site = Site { func: FuncId(1), block: Block(2), inst: 3 };
            let name = ObjectName::Heap { thread: ThreadId(1), site, count };
            let name = NewName::Object { name, size: 8 };
            if !book.all()[..known].contains(&name) {
                asked += 1;
                known += book.enter(&name, known).len();
            }
        }
        assert!(asked < 30, "{asked} questions");
        assert!(known < 1100, "{known} names");
    }

    #[derive(Clone, Debug, Default)]
    struct Shared(Rc<RefCell<Entries>>);

    impl Book for Shared {
        fn enter(&mut self, name: &NewName, known: usize) -> Vec<NewName> {
            self.0.borrow_mut().enter(name, known)
        }
        fn since(&mut self, known: usize) -> Vec<NewName> {
            self.0.borrow().since(known)
        }
    }

    #[test]
    fn two_tables_agree_whoever_comes_first() {
        let book = Shared::default();
        let (mut one, mut two) = (Names::new(64), Names::new(64));
        one.use_book(Box::new(book.clone()));
        two.use_book(Box::new(book));
        let names = some_names();
        let id = |table: &mut Names, name: &NewName| match name {
            NewName::Thread { parent, nth } => u64::from(table.thread(*parent, *nth).0),
            NewName::Object { name, size } => {
                let object = table.object(name.clone(), *size).expect("there is room");
                table.base(object)
            }
        };
        let there: Vec<u64> = names.iter().map(|name| id(&mut one, name)).collect();
        let back: Vec<u64> = names.iter().rev().map(|name| id(&mut two, name)).collect();
        assert!(there.iter().eq(back.iter().rev()));
        let late = NewName::Object { name: ObjectName::Global(GlobalId(99)), size: 1 };
        let there = id(&mut two, &late);
        assert!(one.count() < two.count());
        one.catch_up_with(two.count());
        assert_eq!(one.count(), two.count());
        assert_eq!(id(&mut one, &late), there);
    }
}
