//! How an operation, a step and a run of steps end.

use std::rc::Rc;

use raddle_expr::{Model, TermId};

use crate::event::Event;
use crate::state::{Halt, State};

/// Why an operation did not complete.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// The condition may be true and may be false: go on in both states.
    Fork { condition: TermId, if_true: Rc<Model>, if_false: Rc<Model> },
    /// The thread stays where it is for good.
    Halt(Halt),
    /// A visible operation that was not granted: the thread stands before it.
    Pause,
    /// Branches come together here.
    Rest,
    /// The operation cannot be executed in this state: a held lock, a false `await`, ….
    Blocked,
}

pub(crate) type Exec<T = ()> = Result<T, Stop>;

/// What `settle` did.
#[derive(Debug)]
pub enum Settled {
    /// Nothing local is left to do in this state.
    Done(State),
    /// The fuel is used up, or the budget is spent; call again unless it is.
    OutOfFuel(State),
    /// Inputs decide how it goes on: the state to look at first, and the other one.
    Forked(State, State),
    /// The granted operation cannot be executed; it looked at these cells.
    Blocked(Event),
}
