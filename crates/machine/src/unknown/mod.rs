//! Memory that is not known when a run starts: what the parameters of a function point to.
//!
//! An *unknown pointer* is a parameter, or a pointer that is read out of unknown memory. Its value is a choice: null, an object of
//! its own, or a place in memory that was met before it, as far as types allow. Objects are made when pointers to them are met,
//! and their content when it is accessed, so a list of unknown length costs what is visited.
//!
//! This is the symbolic heap of Bergan, Grossman and Ceze, *Symbolic execution of multithreaded programs from arbitrary program
//! contexts*, section 3, with one difference. There every pointer has a copy of what it points to, and copies are kept equal
//! where pointers are. Here there is one object for each object, and pointers that alias hold the same address: that loads
//! through equal pointers are equal needs no upkeep, also after stores, frees, and accesses of several threads. It is complete
//! because whichever of two equal pointers is met first has the object of its own, and the other one may choose it.
//!
//! A choice is a term over constants: `ite(list is null, 0, ite(list->next is list, …, own))`. An access through one does not
//! fork: it goes to all objects it may go to, each under its condition (`choice.rs`).
//!
//! All names come from the way to a pointer (`list->next`), never from an order: variables mean the same in every
//! interleaving, and a replay builds the same objects whatever it comes to first (`pointer.rs`).

mod chain;
mod chains;
mod choice;
mod content;
mod context;
mod element;
mod handles;
mod outside;
mod parts;
mod pointer;
mod precondition;
mod predicates;
mod spelled;
mod types;
mod unions;
mod void;
mod ways;

use std::rc::Rc;

use raddle_ir::{DebugTypeId, Type};
use rustc_hash::FxHashMap;

use chain::Chain;
pub(crate) use handles::{Handles, Span};
pub(crate) use outside::Outside;
pub(crate) use parts::Part;
pub use precondition::required_in_source;
pub use unions::EITHER;

use crate::names::ObjectId;
use crate::surroundings::Limit;
use crate::value::Value;

/// The unknown memory that a state has met so far.
#[derive(Clone, Debug, Default)]
pub struct Unknowns {
    objects: Rc<Vec<UnknownObject>>,
    numbers: Rc<FxHashMap<ObjectId, usize>>,
    /// How many threads barriers may wait for, if nothing more is known of one.
    pub barrier_counts: Rc<[Value]>,
    pub(crate) handles: Handles,
    /// What the function was called with.
    pub arguments: Rc<[UnknownArgument]>,
    /// Chains that end, by a precondition.
    chains: Vec<Chain>,
}

/// An object that was there before the start.
#[derive(Clone, Debug)]
pub struct UnknownObject {
    pub id: ObjectId,
    /// The way to the pointer it was made for: `list->next`.
    pub path: Rc<str>,
    /// The type of one element.
    pub ty: Option<DebugTypeId>,
    /// Bytes of one element.
    pub element: u64,
    /// Elements: a value that depends on inputs where the length is unknown.
    pub count: Value,
    /// It may have several elements, which are named by their numbers, also in a run in which there is one.
    pub several: bool,
    /// What follows a struct that ends in a flexible array member, if there is anything.
    pub tail: Option<Tail>,
    /// A copy that was made for the call: nothing else points to it.
    pub private: bool,
    /// It is a variable, and the path is its name.
    pub variable: bool,
    /// The objects of the pointer analysis that it may be, where a run starts in the middle.
    pub(crate) origins: Limit,
    /// Ranges whose content was made.
    made: Vec<(u64, u64)>,
    /// What its parts were at the start, as far as they were met.
    pub parts: Vec<UnknownPart>,
}

/// A flexible array member.
#[derive(Clone, Debug)]
pub struct Tail {
    pub name: Rc<str>,
    /// Where it begins in its struct.
    pub offset: u64,
    /// The type of one element, and its bytes.
    pub ty: DebugTypeId,
    pub element: u64,
    /// Elements behind the end of the struct.
    pub count: Value,
}

/// Something in an object that was there before the start.
#[derive(Clone, Debug)]
pub struct UnknownPart {
    pub offset: u64,
    pub value: Value,
    pub bits: u32,
    /// As C calls its type; nothing for a pointer.
    pub ty: Option<&'static str>,
}

/// A parameter of the function that is checked.
#[derive(Clone, Debug)]
pub struct UnknownArgument {
    pub name: Rc<str>,
    pub value: Value,
    pub ty: Type,
    /// What the source says of it.
    pub declared: Option<DebugTypeId>,
    /// A struct that is passed by value: the value is where it lies.
    pub by_value: bool,
    /// The struct of which it is a part, with a name in which the name of this begins.
    pub part_of: Option<PartOf>,
}

/// A parameter that is a struct and is passed in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartOf {
    pub name: Rc<str>,
    pub ty: DebugTypeId,
}

impl Unknowns {
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// In the order in which they were met.
    pub fn objects(&self) -> &[UnknownObject] {
        &self.objects
    }

    pub fn get(&self, id: ObjectId) -> Option<&UnknownObject> {
        self.numbers.get(&id).map(|&number| &self.objects[number])
    }

    fn get_mut(&mut self, id: ObjectId) -> Option<&mut UnknownObject> {
        let number = *self.numbers.get(&id)?;
        Rc::make_mut(&mut self.objects).get_mut(number)
    }

    fn push(&mut self, object: UnknownObject) {
        Rc::make_mut(&mut self.numbers).insert(object.id, self.objects.len());
        Rc::make_mut(&mut self.objects).push(object);
    }
}
