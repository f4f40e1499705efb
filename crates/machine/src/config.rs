//! What the machine is asked to look for and to assume.

use std::rc::Rc;
use std::sync::Arc;

use raddle_budget::Budget;
use raddle_ir::{FuncId, GlobalId};
use raddle_properties::Guide;
use raddle_slice::SliceFacts;

use crate::fault::FaultKind;
use crate::loop_ends::LoopEnds;
use crate::mistakes::{
    AccessMistake, JoinMistake, SliceMistake, SummaryMistake, TableMistake, UnknownMistake,
};
use crate::property::{Property, PropertySet};
use crate::sized::Sized;
use crate::surroundings::Surroundings;

#[derive(Clone, Debug)]
pub struct Config {
    /// When it is spent, threads stay where they are, and the state is out of fuel.
    pub budget: Budget,
    pub properties: PropertySet,
    /// Calls that want something of the system may not get it.
    pub calls_may_fail: bool,
    /// A call of a function nobody defines returns any value instead of ending the path.
    pub havoc_externals: bool,
    /// `abort` ends a run like `exit` instead of being a fault.
    pub abort_ends_run: bool,
    /// Take each loop at most this often per activation.
    pub unwind: Option<u64>,
    /// Most jumps one transition may make.
    pub max_jumps: Option<u64>,
    /// Most threads that may be alive at once.
    pub max_threads: Option<u32>,
    /// Number of symbolic arguments and the longest length of each.
    pub symbolic_args: Option<(u32, u32)>,
    pub args: Vec<String>,
    pub symbolic_env: Option<u32>,
    /// Most characters the standard input has.
    pub input_limit: Option<u32>,
    /// Bytes of call stack a thread may use before it counts as overflowing.
    pub stack_limit: u64,
    /// Most offsets one symbolic access may have before it is given up.
    pub max_fan_out: u64,
    /// Atomic accesses to addresses that depend on inputs branch over what the inputs make of them: each is to one place.
    pub splits_atomics: bool,
    /// Every object counts as shared from its birth. Set once a thread has used an address that reached it in a way
    /// that is not followed, for instance disguised by arithmetic.
    pub all_shared: bool,
    /// Transitions that are executed over cells are generalised over the names of threads, too (`naming.rs`).
    pub generalise_names: bool,
    /// What need not be explored because it cannot matter.
    pub indifferent: Option<Rc<SliceFacts>>,
    /// Values that nothing depends on are set to zero. Then states that differ only in such values are equal.
    pub idle: Option<Rc<SliceFacts>>,
    /// Elements that an array of unknown length has at most.
    pub array_limit: u64,
    /// The memory around a run that starts in the middle of a program.
    pub surroundings: Option<Arc<Surroundings>>,
    /// Loops of unknown length end a piece of the program.
    pub loop_ends: Option<Rc<LoopEnds>>,
    /// Ways to arrays of unknown length.
    pub sized: Sized,
    /// Short sides of branches on inputs are evaluated both, and joined (`join.rs`).
    pub joins: bool,
    #[doc(hidden)]
    pub join_mistake: Option<JoinMistake>,
    #[doc(hidden)]
    pub access_mistake: Option<AccessMistake>,
    #[doc(hidden)]
    pub table_mistake: Option<TableMistake>,
    #[doc(hidden)]
    pub unknown_mistake: Option<UnknownMistake>,
    /// For tests.
    #[doc(hidden)]
    pub summary_mistake: Option<SummaryMistake>,
    pub slice_mistake: Option<SliceMistake>,
    /// The way to the property that is looked for.
    pub guide: Option<Arc<Guide>>,
    /// What cannot come to it any more is not executed. Sound where nothing depends on what other orders of later
    /// operations would have shown: with one thread, or where every interleaving is explored.
    pub only_toward_goal: bool,
    /// Of two sides of a branch the one nearer to it comes first.
    pub guide_orders: bool,
    /// Branches on inputs go the way of the state's model, and nobody asks whether there is another one. Sound for a search that may miss something.
    pub follow_model: bool,
    /// Of all misbehaviour that is looked for, only this counts.
    pub focus: Option<Focus>,
    /// Misbehaviour counts once this variable is not zero. What goes wrong before only ends a run.
    pub counts_after: Option<GlobalId>,
    /// A thread stays where it is after so many conditional branches.
    pub branches: Option<u64>,
    /// A memory model decides what reads see. So the orders that operations ask for need no assumption.
    pub orders_matter: bool,
    /// In that memory model plain accesses are as atomic as others, and do not race.
    pub plain_is_atomic: bool,
}

/// One property of several: kinds of misbehaviour, in one function or anywhere.
#[derive(Clone, Debug)]
pub struct Focus {
    pub kinds: Vec<FaultKind>,
    pub func: Option<FuncId>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            budget: Budget::default(),
            properties: PropertySet::of(&[Property::Assert, Property::Memory]),
            calls_may_fail: false,
            havoc_externals: false,
            abort_ends_run: false,
            unwind: None,
            max_jumps: None,
            max_threads: None,
            symbolic_args: None,
            args: Vec::new(),
            symbolic_env: None,
            input_limit: None,
            stack_limit: 8 << 20,
            max_fan_out: 4096,
            splits_atomics: false,
            all_shared: false,
            generalise_names: false,
            indifferent: None,
            idle: None,
            array_limit: 16,
            surroundings: None,
            loop_ends: None,
            sized: Sized::default(),
            joins: false,
            join_mistake: None,
            access_mistake: None,
            table_mistake: None,
            unknown_mistake: None,
            summary_mistake: None,
            slice_mistake: None,
            guide: None,
            only_toward_goal: false,
            guide_orders: false,
            follow_model: false,
            focus: None,
            counts_after: None,
            branches: None,
            orders_matter: false,
            plain_is_atomic: false,
        }
    }
}

impl Config {
    pub fn checks(&self, kind: FaultKind) -> bool {
        self.properties.contains(kind.property())
    }

    /// Whether misbehaviour of an active kind in this function is what is looked for.
    pub(crate) fn counts(&self, kind: FaultKind, func: Option<FuncId>) -> bool {
        let focus = self.focus.as_ref();
        focus.is_none_or(|focus| {
            focus.kinds.contains(&kind) && (focus.func.is_none() || focus.func == func)
        })
    }
}
