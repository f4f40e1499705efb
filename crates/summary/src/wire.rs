//! Words that processes write to each other: events, sleep sets, wakeup trees.
//!
//! Numbers separated by spaces. Threads and objects are told by id, which means the same everywhere (`Book`). An event is written out
//! once in a text; after that its number is enough.

use std::fmt::{Display, Write};
use std::rc::Rc;
use std::str::{FromStr, SplitAsciiWhitespace};

use raddle_expr::{TermId, Terms};
use raddle_ir::{Block, FileId, FuncId, Loc};
use raddle_machine::{Access, Event, Fence, ObjectId, Order, Side, StackEntry, Sync, ThreadId};
use raddle_reduce::{SleepSet, WakeupTree};
use rustc_hash::FxHashMap;

/// Stands for a space inside of a word.
const GAP: &str = "\u{1}";

#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    /// Events and lists of accesses by where they lie. They are kept, so that no others can come to lie there.
    events: Numbered<Event>,
    lists: Numbered<Vec<Access>>,
}

/// Things that were written, by where they lie.
#[derive(Debug)]
struct Numbered<T> {
    numbers: FxHashMap<*const T, usize>,
    kept: Vec<Rc<T>>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { numbers: FxHashMap::default(), kept: Vec::new() }
    }
}

impl<T> Numbered<T> {
    /// Its number, counted from one; nothing if it is new.
    fn find_or_add(&mut self, thing: &Rc<T>) -> Option<usize> {
        let next = self.kept.len() + 1;
        let number = *self.numbers.entry(Rc::as_ptr(thing)).or_insert(next);
        if number == next {
            self.kept.push(thing.clone());
            return None;
        }
        Some(number)
    }
}

impl Writer {
    pub fn finish(self) -> String {
        self.text
    }

    pub fn put(&mut self, word: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{word} ");
    }

    /// The same for a number, of which there are most.
    pub fn number(&mut self, number: impl Into<u64>) {
        let mut rest = number.into();
        let mut digits = [b' '; 21];
        let mut at = digits.len() - 1;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let digits = digits[at..].iter().map(|&digit| char::from(digit));
        self.text.extend(digits);
    }

    pub fn flag(&mut self, flag: bool) {
        self.text.push_str(if flag { "1 " } else { "0 " });
    }

    pub fn list<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        mut put: impl FnMut(&mut Writer, T),
    ) {
        self.number(items.len() as u64);
        items.for_each(|item| put(self, item));
    }

    pub fn thread(&mut self, thread: ThreadId) {
        self.number(thread.0);
    }

    pub fn loc(&mut self, loc: Loc) {
        match loc.get() {
            None => self.put("-"),
            Some(place) => {
                self.number(place.file.0);
                self.number(place.line);
                self.number(place.column);
            }
        }
    }

    pub fn access(&mut self, access: &Access) {
        let Access { object, start, end, symbolic: _, write, sync, at } = *access;
        self.number(object.0);
        self.number(start);
        self.number(end);
        self.flag(write);
        self.number(sync_number(sync) as u64);
        self.number(at.func.0);
        self.loc(at.loc);
    }

    pub fn accesses(&mut self, accesses: &Rc<Vec<Access>>) {
        if let Some(known) = self.lists.find_or_add(accesses) {
            self.number(known as u64);
            return;
        }
        self.number(0u64);
        self.list(accesses.iter(), Writer::access);
    }

    pub fn event(&mut self, event: &Rc<Event>) {
        if let Some(known) = self.events.find_or_add(event) {
            self.number(known as u64);
            return;
        }
        self.number(0u64);
        self.list(event.accesses.iter(), Writer::access);
        self.list(event.created.iter(), |writer, &thread| writer.thread(thread));
        self.list(event.fences.iter(), |writer, fence| {
            writer.thread(fence.by);
            writer.number(fence.after as u64);
            writer.number(order_number(fence.order) as u64);
        });
        self.loc(event.loc);
        self.flag(event.obscure);
    }

    pub fn sleep(&mut self, sleep: &SleepSet) {
        let asleep: Vec<_> = sleep.iter().collect();
        self.list(asleep.into_iter(), |writer, (thread, event)| {
            writer.thread(thread);
            writer.event(event);
        });
    }

    pub fn tree(&mut self, tree: &WakeupTree) {
        self.list(tree.branches(), |writer, (thread, event, rest)| {
            writer.thread(thread);
            writer.flag(event.is_some());
            if let Some(event) = event {
                writer.event(event);
            }
            writer.tree(rest);
        });
    }

    /// One word: the text of a term has spaces.
    pub fn term(&mut self, terms: &Terms, term: TermId) {
        let text = terms.display_shared(term).to_string();
        self.put(text.replace(' ', GAP));
    }

    pub fn side(&mut self, side: &Side) {
        self.flag(side.holds);
        self.put(side.func.0);
        self.put(side.block.0);
        self.put(side.conditions);
    }
}

/// Reads what a [`Writer`] wrote; `None` wherever the text is damaged.
#[derive(Debug)]
pub struct Reader<'a> {
    words: SplitAsciiWhitespace<'a>,
    events: Vec<Rc<Event>>,
    lists: Vec<Rc<Vec<Access>>>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_ascii_whitespace(), events: Vec::new(), lists: Vec::new() }
    }

    pub fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// All words that are left.
    pub fn rest(&mut self) -> String {
        self.words.by_ref().collect::<Vec<_>>().join(" ")
    }

    pub fn get<T: FromStr>(&mut self) -> Option<T> {
        self.words.next()?.parse().ok()
    }

    pub fn flag(&mut self) -> Option<bool> {
        match self.words.next()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }

    pub fn list<T>(&mut self, mut get: impl FnMut(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
        let length: usize = self.get()?;
        (0..length).map(|_| get(self)).collect()
    }

    pub fn thread(&mut self) -> Option<ThreadId> {
        self.get().map(ThreadId)
    }

    pub fn loc(&mut self) -> Option<Loc> {
        match self.words.next()? {
            "-" => Some(Loc::NONE),
            file => Some(Loc::new(FileId(file.parse().ok()?), self.get()?, self.get()?)),
        }
    }

    pub fn access(&mut self) -> Option<Access> {
        Some(Access {
            object: ObjectId(self.get()?),
            start: self.get()?,
            end: self.get()?,
            symbolic: None,
            write: self.flag()?,
            sync: sync_of_number(self.get()?)?,
            at: StackEntry { func: FuncId(self.get()?), loc: self.loc()? },
        })
    }

    pub fn accesses(&mut self) -> Option<Rc<Vec<Access>>> {
        match self.get::<usize>()? {
            0 => {}
            known => return self.lists.get(known - 1).cloned(),
        }
        let list = Rc::new(self.list(Reader::access)?);
        self.lists.push(list.clone());
        Some(list)
    }

    pub fn event(&mut self) -> Option<Rc<Event>> {
        match self.get::<usize>()? {
            0 => {}
            known => return self.events.get(known - 1).cloned(),
        }
        let event = Rc::new(Event {
            accesses: self.list(Reader::access)?.into(),
            created: self.list(Reader::thread)?.into(),
            fences: self.list(Reader::fence)?,
            // They are for races of the run with what comes later, and are read from the run only. That is never sent: a helper makes
            // its path anew. What is sent says which steps depend on each other, and private accesses make none dependent.
            private: Vec::new(),
            created_after: Default::default(),
            created_behind: Default::default(),
            anew: false,
            born: Vec::new(),
            loc: self.loc()?,
            obscure: self.flag()?,
        });
        self.events.push(event.clone());
        Some(event)
    }

    fn fence(&mut self) -> Option<Fence> {
        let (by, after) = (self.thread()?, self.get()?);
        Some(Fence { by, after, order: ORDERS.get(self.get::<usize>()?).copied()? })
    }

    pub fn sleep(&mut self) -> Option<SleepSet> {
        let asleep = self.list(|reader| Some((reader.thread()?, reader.event()?)))?;
        let mut sleep = SleepSet::default();
        asleep.into_iter().for_each(|(thread, event)| sleep.insert(thread, event));
        Some(sleep)
    }

    pub fn tree(&mut self) -> Option<WakeupTree> {
        let branches = self.list(|reader| {
            let thread = reader.thread()?;
            let event = if reader.flag()? { Some(reader.event()?) } else { None };
            Some((thread, event, reader.tree()?))
        })?;
        Some(WakeupTree::of_branches(branches))
    }

    pub fn term(&mut self, terms: &mut Terms) -> Option<TermId> {
        terms.parse(&self.words.next()?.replace(GAP, " ")).ok()
    }

    pub fn side(&mut self) -> Option<Side> {
        Some(Side {
            holds: self.flag()?,
            func: FuncId(self.get()?),
            block: Block(self.get()?),
            conditions: self.get()?,
        })
    }
}

const ORDERS: [Order; 5] =
    [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];

fn order_number(order: Order) -> usize {
    match order {
        Order::Relaxed => 0,
        Order::Acquire => 1,
        Order::Release => 2,
        Order::AcquireRelease => 3,
        Order::SeqCst => 4,
    }
}

const SYNCS: [Sync; 7] = [
    Sync::Plain,
    Sync::Acquire,
    Sync::Release,
    Sync::Both,
    Sync::Observed,
    Sync::Movable,
    Sync::Arrival,
];
const ATOMICS: [fn(Order) -> Sync; 3] = [Sync::AtomicLoad, Sync::AtomicStore, Sync::AtomicUpdate];

/// Those without an order come first, then for each kind of atomic access all orders.
fn sync_number(sync: Sync) -> usize {
    let atomic = |kind, order| SYNCS.len() + kind * ORDERS.len() + order_number(order);
    match sync {
        Sync::Plain => 0,
        Sync::Acquire => 1,
        Sync::Release => 2,
        Sync::Both => 3,
        Sync::Observed => 4,
        Sync::Movable => 5,
        Sync::Arrival => 6,
        Sync::AtomicLoad(order) => atomic(0, order),
        Sync::AtomicStore(order) => atomic(1, order),
        Sync::AtomicUpdate(order) => atomic(2, order),
    }
}

fn sync_of_number(number: usize) -> Option<Sync> {
    let Some(atomic) = number.checked_sub(SYNCS.len()) else { return Some(SYNCS[number]) };
    let kind = ATOMICS.get(atomic / ORDERS.len())?;
    Some(kind(ORDERS[atomic % ORDERS.len()]))
}

#[cfg(test)]
pub mod tests {
    use std::rc::Rc;

    use raddle_ir::{Block, FileId, FuncId, Loc};
    use raddle_machine::{Access, Event, Fence, ObjectId, Order, Side, StackEntry, Sync, ThreadId};
    use raddle_reduce::{SleepSet, WakeupTree};

    use super::{ATOMICS, ORDERS, Reader, SYNCS, Writer, sync_number};

    fn syncs() -> impl Iterator<Item = Sync> {
        let atomics = ATOMICS.iter().flat_map(|kind| ORDERS.map(kind));
        SYNCS.into_iter().chain(atomics)
    }

    pub fn event(object: u32, write: bool) -> Rc<Event> {
        let at = StackEntry { func: FuncId(3), loc: Loc::new(FileId(1), 20, 7) };
        let access = |(index, sync)| Access {
            object: ObjectId(object),
            start: index as u64,
            end: u64::MAX,
            symbolic: None,
            write,
            sync,
            at,
        };
        Rc::new(Event {
            private: Default::default(),
            created_behind: Default::default(),
            anew: false,
            created_after: Default::default(),
            born: Vec::new(),
            accesses: syncs().enumerate().map(access).collect(),
            fences: vec![Fence { by: ThreadId(1), after: 2, order: Order::Release }],
            created: [ThreadId(object)].into_iter().collect(),
            loc: if write { Loc::NONE } else { at.loc },
            obscure: write,
        })
    }

    #[test]
    fn sets_and_trees_round_trip_as_text() {
        let (one, two) = (event(1, false), event(2, true));
        let mut sleep = SleepSet::default();
        sleep.insert(ThreadId(4), one.clone());
        sleep.insert(ThreadId(5), two.clone());
        let leaf = |thread, event| (ThreadId(thread), event, WakeupTree::default());
        let inner = WakeupTree::of_branches([leaf(1, Some(two)), leaf(2, None)]);
        let tree = WakeupTree::of_branches([(ThreadId(0), Some(one), inner), leaf(9, None)]);
        let side = Side { holds: true, func: FuncId(1), block: Block(2), conditions: 3 };
        let mut writer = Writer::default();
        writer.sleep(&sleep);
        writer.tree(&tree);
        writer.side(&side);
        let list = Rc::new(event(3, true).accesses.to_vec());
        writer.accesses(&list);
        writer.accesses(&list);
        writer.number(u64::MAX);
        let text = writer.finish();
        let mut reader = Reader::new(&text);
        assert_eq!(format!("{:?}", reader.sleep()), format!("{:?}", Some(sleep)));
        assert_eq!(format!("{:?}", reader.tree()), format!("{:?}", Some(tree)));
        assert_eq!(reader.side(), Some(side));
        assert_eq!(reader.accesses().as_ref(), Some(&list));
        assert_eq!(reader.accesses().as_ref(), Some(&list));
        assert_eq!(reader.get(), Some(u64::MAX));
        assert_eq!(reader.word(), None);
        assert!(Reader::new(&text[..text.len() / 3]).sleep().is_none(), "it is cut short");
    }

    #[test]
    fn numbers_of_synchronisation_are_places_in_the_list() {
        for (number, sync) in syncs().enumerate() {
            assert_eq!(sync_number(sync), number);
        }
    }
}
