//! Library functions that the machine itself understands, one file per family.
//!
//! A model reads its arguments, may ask the solver, and returns a value. It must reach every question
//! (`decide`, `known_size`, …) before its first lasting effect on anything but the state: after a fork it is
//! called again from the start with the state as it was. Functions that are easier to say in C live in the
//! run-time library that the front end links when the program needs them.
//!
//! To add a function: write it in the file of its family and add a line to that family's `TABLE`. To add a
//! family: one file, one line in `FAMILIES`.

mod alloc;
mod atomic;
mod attributes;
mod barrier;
mod c11threads;
pub(crate) mod cleanup;
mod condvar;
pub(crate) mod context;
mod cost;
mod ctype;
mod environment;
mod errno;
pub(crate) mod failures;
mod float_text;
mod format;
mod hidden;
mod integer;
pub(crate) mod keys;
mod mapping;
mod math;
mod memory;
mod mutex;
mod once;
mod output;
mod printf;
mod process;
mod pthread;
mod random;
mod rwlock;
mod semaphore;
mod spinlock;
mod stream;
mod string;
mod sync;
mod text;
mod times;
mod unmodelled;
mod usable;
mod verifier;

pub(crate) use condvar::waits;
pub use failures::{ALLOCATING, FALLIBLE};
pub(crate) use sync::{finish as forget_wait, owner_of, owner_word};
pub use unmodelled::{StandIn, stand_in};
pub use usable::{SyncSort, UsableSync};

use raddle_ir::{FuncId, Function, Loc, Type};
use smallvec::SmallVec;

use crate::decide::Exec;
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::value::Value;

/// A call of a library function.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub thread: ThreadId,
    pub func: FuncId,
    pub loc: Loc,
    pub args: SmallVec<[(Value, Type); 6]>,
}

impl Call {
    /// An argument; a missing one is zero, as a wrong declaration may pass too few.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value::Word(0), |&(value, _)| value)
    }
    pub fn arg_type(&self, index: usize) -> Type {
        self.args.get(index).map_or(Type::Int(32), |&(_, ty)| ty)
    }
}

/// How a model ended.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Return(Option<Value>),
    /// Call this function of the program, then this model again.
    EnterThenAgain(FuncId, Vec<Value>),
    /// One step of several is done. The thread stays before the call, and this model is called again when
    /// it is its turn.
    Again,
}

pub(crate) type Model = fn(&mut Machine<'_>, &mut State, &Call) -> Exec<Outcome>;

type Table = &'static [(&'static str, Model)];

/// All families, in the order in which they are searched.
const FAMILIES: &[Table] = &[
    pthread::TABLE,
    attributes::TABLE,
    mutex::TABLE,
    condvar::TABLE,
    context::TABLE,
    cost::TABLE,
    rwlock::TABLE,
    barrier::TABLE,
    semaphore::TABLE,
    spinlock::TABLE,
    once::TABLE,
    keys::TABLE,
    cleanup::TABLE,
    c11threads::TABLE,
    atomic::TABLE,
    verifier::TABLE,
    alloc::TABLE,
    mapping::TABLE,
    process::TABLE,
    memory::TABLE,
    string::TABLE,
    ctype::TABLE,
    errno::TABLE,
    output::TABLE,
    stream::TABLE,
    integer::TABLE,
    random::TABLE,
    environment::TABLE,
    hidden::TABLE,
    math::TABLE,
    float_text::TABLE,
];

/// Gives variables of the C library that the program declares their values.
pub(crate) fn provide_globals(machine: &mut Machine<'_>, st: &mut State) {
    stream::provide_globals(machine, st);
    if machine.config.havoc_externals {
        environment::fill_external_variables(machine, st);
    }
}

/// The model of a function without a body.
pub(crate) fn lookup(function: &Function) -> Option<Model> {
    if function.body.is_some() {
        return None;
    }
    let name = own_name(&function.name);
    FAMILIES
        .iter()
        .find_map(|table| table.iter().find(|(known, _)| *known == name).map(|&(_, model)| model))
        .or_else(|| unmodelled::lookup(name))
        .or_else(|| cost::mark(name))
}

/// The run-time library has functions of its own in place of some of the machine's, and calls these by another name.
fn own_name(name: &str) -> &str {
    name.strip_prefix("__raddle_standard_").unwrap_or(name)
}

/// Functions whose models take arguments for what they are, known or not. For the others a transition that is
/// executed over cells has its arguments pinned.
pub(crate) fn takes_values(name: &str) -> bool {
    const OUTPUT: &[&str] = &["printf", "fprintf", "puts", "putchar", "fputs", "fputc", "putc"];
    OUTPUT.contains(&name)
        || name == "raddle_await"
        || verifier::TABLE.iter().any(|(known, _)| *known == name)
}

/// Whether a name is a library function that the machine has heard of.
pub fn is_known(name: &str) -> bool {
    let name = own_name(name);
    unmodelled::lookup(name).is_some()
        || FAMILIES.iter().any(|table| table.iter().any(|(known, _)| *known == name))
}

pub(crate) fn nothing() -> Exec<Outcome> {
    Ok(Outcome::Return(None))
}

pub(crate) fn value(value: Value) -> Exec<Outcome> {
    Ok(Outcome::Return(Some(value)))
}
