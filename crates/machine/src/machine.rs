//! The machine: a program made ready to run (`setup.rs`), and what belongs to all runs of it.

use std::rc::Rc;

use raddle_expr::{Bits, Model, TermId, Terms};
use raddle_ir::{Block, FuncId, Loc, Program, Type};
use raddle_solver::Solver;
use rustc_hash::FxHashMap;

use crate::branching::{Detour, Side};
use crate::cells::{Cells, Generalising};
use crate::config::Config;
use crate::coverage::Coverage;
use crate::facts::Facts;
use crate::inputs_made::Uninitialised;
use crate::names::{Names, ObjectId};
use crate::outbox::Outbox;
use crate::trace::{HeapType, Recorder};
use crate::waits::Explanation;

/// Executes one program. It does not know who is scheduled next, nor why.
///
/// What belongs to all runs is here: the program with what is known about it, the context of terms and solver, what there is to tell. What
/// belongs to one run is in the [`State`](crate::State) that every operation is given.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub config: Config,
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    pub names: Names,
    pub cells: Cells,
    pub outbox: Outbox,
    pub(crate) facts: Facts,
    pub(crate) counters: Counters,
    pub(crate) coverage: Coverage,
    pub(crate) given: Given,
    pub(crate) recorder: Option<Recorder>,
    pub(crate) uninitialised: Uninitialised,
    /// What is on the heap, as far as it was told while recording.
    pub(crate) heap_types: FxHashMap<ObjectId, HeapType>,
    /// Told of costs while running on given inputs.
    pub(crate) meter: Option<Meter>,
    /// Asked for by `blocked_on`: the next operation that cannot go on says why.
    pub(crate) explanation: Explanation,
    /// Branches that went away from where the guide leads, if somebody wants to know.
    pub(crate) detours: Option<Vec<Detour>>,
    /// What terms are under the model that is followed.
    pub(crate) followed_values: Option<(Rc<Model>, FxHashMap<TermId, Bits>)>,
    /// Set while a transition is executed over cells.
    pub(crate) generalising: Option<Box<Generalising>>,
    /// The address of memory of one thread may be kept in disguise (`renamed.rs`).
    pub(crate) hidden_address: bool,
    /// Where two states that were compared up to names differed last.
    pub(crate) last_difference: Option<ObjectId>,
}

/// What is decided before a run, by whoever goes the way of another one.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// Values of inputs.
    pub inputs: Option<FxHashMap<String, Bits>>,
    /// Sides to take before anything else is explored.
    pub sides: Vec<Side>,
    /// A state came to another question than the one whose answer was given.
    pub lost: bool,
}

/// Numbers of what was done, all runs together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    pub instructions: u64,
    /// Branches of which one side was enough.
    pub free_branches: u64,
    /// Sides of branches that were not taken because they do not lead to the property.
    pub skipped: u64,
    /// Branches whose sides were joined.
    pub joined: u64,
    /// Branches that went the way of the model without a look at the other one.
    pub followed_model: u64,
    /// Places that unknown pointers might point to besides objects of their own.
    pub aliases: u64,
    /// In how many objects these are, and how many objects there were.
    pub shared_objects: u64,
    pub all_objects: u64,
}

impl Machine<'_> {
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Executes what is no part of a run: nothing of it is told, recorded or counted as executed.
    pub fn try_out<T>(&mut self, trial: impl FnOnce(&mut Self) -> T) -> T {
        let (mark, notes) = (self.outbox.mark(), self.outbox.notes());
        let recorder = self.recorder.take();
        let paused = std::mem::replace(&mut self.coverage.paused, true);
        let result = trial(self);
        self.coverage.paused = paused;
        self.recorder = recorder;
        self.outbox.return_to(mark);
        self.outbox.return_to_notes(notes);
        result
    }

    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// What another machine has executed of the program counts as executed here.
    pub fn adopt_coverage(&mut self, other: &Machine<'_>) {
        self.coverage.add(&other.coverage);
        self.outbox.checked.extend(&other.outbox.checked);
    }

    /// A block is taken to be executed, because somebody looked ahead at it.
    pub fn note_entered(&mut self, func: FuncId, block: Block) {
        self.coverage.enter(func, block);
    }

    /// The same for a side of a branch.
    pub fn note_taken(&mut self, func: FuncId, block: Block, side: usize) {
        self.coverage.take(func, block, side);
    }

    /// From now on inputs have these values.
    pub fn give_inputs(&mut self, inputs: FxHashMap<String, Bits>) {
        self.given.inputs = Some(inputs);
    }

    /// From now on the first branches take these sides; none: whatever is possible.
    pub fn give_sides(&mut self, sides: Vec<Side>) {
        self.given.sides = sides;
    }

    pub fn given_sides(&self) -> &[Side] {
        &self.given.sides
    }

    /// Whether a state came to another question than the one whose answer was given.
    pub fn is_lost(&self) -> bool {
        self.given.lost
    }

    /// A new way begins.
    pub fn forget_being_lost(&mut self) {
        self.given.lost = false;
    }

    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    pub fn recorder_mut(&mut self) -> Option<&mut Recorder> {
        self.recorder.as_mut()
    }

    /// Records what happens from now on, or nothing.
    pub fn record_with(&mut self, recorder: Option<Recorder>) {
        self.recorder = recorder;
    }

    /// What was recorded. Nothing is recorded from now on.
    pub fn take_recorder(&mut self) -> Option<Recorder> {
        self.recorder.take()
    }

    /// Who is told of costs from now on.
    pub fn set_meter(&mut self, meter: Option<Meter>) {
        self.meter = meter;
    }

    /// Detours are kept from now on.
    pub fn collect_detours(&mut self) {
        self.detours = Some(Vec::new());
    }

    /// The detours since they were last taken.
    pub fn take_detours(&mut self) -> Vec<Detour> {
        self.detours.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Who is told of costs.
pub type Meter = Box<dyn FnMut(&Metered)>;

/// Something with a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metered {
    /// A function of `<raddle.h>` that tells costs, or a mark; with its first argument as a word and as a string.
    Called {
        callee: FuncId,
        within: FuncId,
        loc: Loc,
        amount: Option<u64>,
        text: Option<String>,
    },
    /// Bytes of heap taken or given back.
    Allocated(u64),
    Freed(u64),
}

/// Why a program cannot be started at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    NoSuchFunction(String),
    /// A `main` that is not called as the C standard says.
    StrangeMain,
    /// An order of exploration that does not keep track of threads.
    OrderWithThreads,
    /// A precondition that cannot be understood.
    Precondition(raddle_condition::ConditionError),
    /// A precondition that no arguments satisfy, alone or with those before it.
    NothingSatisfies(String),
    /// What cannot be asked of a function with pointer parameters.
    NotWithUnknownMemory(&'static str),
    /// A memory model, and what was asked for that means something in one order of all operations only.
    NotWithMemoryModel(&'static str, &'static str),
    /// A global variable that does not fit the address space.
    GlobalTooLarge {
        name: String,
        size: u64,
    },
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SetupError::NoSuchFunction(name) => {
                write!(f, "the program defines no function `{name}`")
            }
            SetupError::StrangeMain => f.write_str(
                "`main` has parameters or a result of other types than `int main(int, char **, char **)`",
            ),
            SetupError::OrderWithThreads => f.write_str(
                "the program creates threads, which only a depth-first search explores with races and deadlocks",
            ),
            SetupError::Precondition(error) => write!(f, "precondition: {error}"),
            SetupError::NothingSatisfies(text) => write!(
                f,
                "no arguments satisfy the precondition `{text}` (together with what stands before it): nothing would be checked"
            ),
            SetupError::NotWithUnknownMemory(what) => write!(
                f,
                "{what} cannot be used with a function whose parameters point to unknown memory; leave it out"
            ),
            SetupError::NotWithMemoryModel(model, why) => {
                write!(f, "--memory-model {model} has no one order of all operations: {why}")
            }
            SetupError::GlobalTooLarge { name, size } => {
                write!(f, "global variable `{name}` of {size} bytes does not fit the address space")
            }
        }
    }
}

impl std::error::Error for SetupError {}

/// How C calls an integer of this width.
pub(crate) fn c_name(ty: Type) -> &'static str {
    match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long",
        Type::Int(128) => "__int128",
        Type::Int(_) => "bits",
        Type::Ptr => "pointer",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::F80 => "long double",
    }
}
