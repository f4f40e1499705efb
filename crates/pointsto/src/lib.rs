//! Where pointers may point: a field-sensitive, inclusion-based (Andersen) analysis of a whole program, and
//! what follows from it: who calls whom, who starts which threads, what an instruction may read and write,
//! and which memory several threads may touch.
//!
//! The analysis is insensitive to the order of statements and to calling contexts, so its answers hold in
//! every interleaving. Memory is abstracted to one object per place of creation; inside an object, places are
//! told apart by constant byte offsets. Integers are followed like pointers, because a program may keep one
//! in the other; the remainder of a division is the one operation that is taken to destroy an address.
//!
//! This crate knows the C library only by the table of the crate `library`. A function that is neither defined nor
//! in the table is taken to do anything with whatever it can get hold of.

mod access;
mod calls;
mod generate;
mod library;
mod object;
mod position;
mod sharing;
mod solve;
mod wrappers;

pub use access::{Accesses, Region};
pub use calls::{CallGraph, CallSite};
pub use library::{Control, Effect, LibraryFunction, library_function};
pub use object::{Object, ObjectId, Offset, Place};
pub use position::{Position, Positions, positions_of};
pub use sharing::{Reach, Sharing, published};

use raddle_ir::{FuncId, Operand, Program};

use solve::Solver;

/// What the answers are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Functions that are neither defined nor in the table may do anything with whatever they can get hold of. Memory is named by the call of the library that allocates it,
    /// as searches name it.
    Proofs,
    /// Such functions keep and change nothing that they get, and return memory of their own. This is not sound; it is for analyses that say so, where the alternative is that
    /// everything may be everywhere. What a function returns that only allocates is named by who calls it (`wrappers.rs`).
    Warnings,
}

/// Says whether there is no time any more. Analyses ask now and then, and have no result (`None`) when it is so: half of one would
/// claim what is not true.
pub type Expired<'a> = &'a dyn Fn() -> bool;

/// The result of the analysis.
#[derive(Debug)]
pub struct PointsTo {
    solver: Solver,
    pub calls: CallGraph,
}

impl PointsTo {
    /// Analyses a program that starts in `entry` (and in its constructors), where undefined functions may do anything.
    pub fn new(program: &Program, entry: FuncId, expired: Expired<'_>) -> Option<PointsTo> {
        PointsTo::within(program, entry, Purpose::Proofs, expired)
    }

    /// The same for another purpose.
    pub fn within(
        program: &Program,
        entry: FuncId,
        purpose: Purpose,
        expired: Expired<'_>,
    ) -> Option<PointsTo> {
        let (solver, calls) = generate::analyse(program, entry, purpose, expired)?;
        Some(PointsTo { solver, calls })
    }

    pub fn object(&self, object: ObjectId) -> Object {
        self.solver.objects[object].object
    }

    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.solver.objects.keys()
    }

    /// Where an operand of a function may point to, in no particular order.
    pub fn places(&self, func: FuncId, operand: Operand) -> Vec<Place> {
        self.solver.places_of(func, operand)
    }

    /// The objects whose addresses an object may hold.
    pub fn held_by(&self, object: ObjectId) -> Vec<ObjectId> {
        self.solver.held_by(object)
    }

    /// Where pointers that lie in a range of an object's bytes may point to.
    pub fn held_at(&self, object: ObjectId, range: std::ops::Range<u64>) -> Vec<Place> {
        self.solver.held_at(object, range)
    }

    /// Where pointers that lie anywhere in an object may point to.
    pub fn held_anywhere(&self, object: ObjectId) -> Vec<Place> {
        self.solver.held_anywhere(object)
    }

    /// The abstract object that stands for something, if the program uses any.
    pub fn find(&self, object: Object) -> Option<ObjectId> {
        self.solver.find(object)
    }

    /// How many constraints were solved: for statistics.
    pub fn size(&self) -> usize {
        self.solver.size()
    }
}
