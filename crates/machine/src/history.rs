//! What a state remembers of the way to it: lists that are shared by all states behind them.

use std::rc::Rc;

use raddle_ir::{FuncId, Loc};

use crate::names::ThreadId;
use crate::value::Value;

/// A call-stack entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StackEntry {
    pub func: FuncId,
    pub loc: Loc,
}

/// A choice of who moves next.
pub type Decisions = List<ThreadId>;

/// A decision that saw or left something else in memory than the order of decisions makes it: under a weak memory model it read
/// something old, or wrote what others take for older than what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The number of the decision, counted from zero.
    pub decision: u64,
    /// Who wrote what it saw, and the decision that wrote what it did not see.
    pub saw: Option<(Writer, u64)>,
    /// If it wrote: the decision that wrote what memory holds afterwards.
    pub left: Option<u64>,
}

/// Who wrote bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writer {
    /// Whoever did before any decision wrote them.
    Start,
    Decision(u64),
}

/// A persistent list that grows at its end.
#[derive(Debug)]
pub struct List<T> {
    last: Option<Rc<Link<T>>>,
}

#[derive(Debug)]
pub(crate) struct Link<T> {
    value: T,
    length: u64,
    before: List<T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List { last: self.last.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { last: None }
    }
}

impl<T> List<T> {
    pub fn push(&mut self, value: T) {
        let length = self.len() + 1;
        let before = List { last: self.last.take() };
        self.last = Some(Rc::new(Link { value, length, before }));
    }
    pub fn len(&self) -> u64 {
        self.last.as_ref().map_or(0, |link| link.length)
    }
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }
    /// From the newest to the oldest.
    pub fn iter_back(&self) -> impl Iterator<Item = &T> + '_ {
        let mut at = self.last.as_deref();
        std::iter::from_fn(move || {
            let link = at?;
            at = link.before.last.as_deref();
            Some(&link.value)
        })
    }
    /// From the oldest to the newest.
    pub fn to_vec(&self) -> Vec<&T> {
        let mut values: Vec<&T> = self.iter_back().collect();
        values.reverse();
        values
    }
}

impl<T> Drop for Link<T> {
    /// Unlinks in a loop: the derived drop would recurse once per element.
    fn drop(&mut self) {
        let mut next = self.before.last.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.before.last.take(),
                Err(_) => break,
            }
        }
    }
}

/// An input the program asked for.
#[derive(Clone, Debug)]
pub struct InputRecord {
    pub name: Rc<str>,
    pub ty: &'static str,
    /// The value as the program sees it (a variable, or a given value when replaying).
    pub value: Value,
    pub bits: u32,
    pub loc: Loc,
    /// An input that the user did not ask for by name: a time-out, the choice of a waiter, ….
    pub hidden: bool,
}
