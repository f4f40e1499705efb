//! The machine: a program made ready to run (`setup.rs`), and what belongs to all runs of it.

use std::rc::Rc;

use raddle_expr::{Bits, Model, TermId, Terms};
use raddle_ir::{EntityMap, FileId, FuncId, GlobalId, Loc, Program, Type};
use raddle_solver::Solver;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::branching::{Detour, Turn};
use crate::cells::{Cells, Generalising};
use crate::config::Config;
use crate::coverage::Coverage;
use crate::facts::{LoopFacts, Merges, WaitSites};
use crate::fault::{Assumed, Cut, Fault, FaultKind};
use crate::inputs_made::Uninitialised;
use crate::library_call::Model as LibraryModel;
use crate::names::{Names, ObjectId};
use crate::trace::{HeapType, Recorder};
use crate::waits::Explanation;

/// Pairs of places, the smaller one first.
pub type RacePairs = FxHashSet<(Loc, Loc)>;

/// Executes one program. It does not know who is scheduled next, nor why.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub config: Config,
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    pub names: Names,
    pub coverage: Coverage,
    /// Branches of which one side was enough.
    pub free_branches: u64,
    /// Sides to take before anything else is explored.
    pub given_turns: Vec<Turn>,
    /// A state came to another question than the one whose answer was given.
    pub way_lost: bool,
    /// Sides of branches that were not taken because they do not lead to the property.
    pub skipped: u64,
    /// Executed instructions, all runs together.
    pub instructions: u64,
    /// Faults and cuts met since they were last taken.
    pub faults: Vec<Fault>,
    pub cuts: Vec<Cut>,
    /// Weak points of the verdict that do not end a path, and where.
    pub assumptions: std::collections::BTreeSet<(Assumed, Loc)>,
    /// What will have to be assumed if a state is left out because of what was learnt.
    pub(crate) unseen: std::collections::BTreeSet<(Assumed, Loc)>,
    /// That is all there is.
    pub(crate) blind: bool,
    /// Races are looked for, and some atomic operation asks for less than sequential consistency.
    pub(crate) weak_orders_tell: bool,
    /// Places of `raddle_check` that some run has come to.
    pub checked: FxHashSet<Loc>,
    /// Given input values: set when replaying.
    pub given_inputs: Option<FxHashMap<String, Bits>>,
    pub recorder: Option<Recorder>,
    pub(crate) uninitialised: Uninitialised,
    /// What is on the heap, as far as it was told while recording.
    pub(crate) heap_types: FxHashMap<ObjectId, HeapType>,
    /// A thread used an object of another one that nobody was seen to share: what was explored so far may be too little.
    pub hidden_address: bool,
    /// Faults that somebody was told of, and where they are.
    pub(crate) told: FxHashSet<(FaultKind, Loc)>,
    /// Places of data races that were reported.
    pub reported_races: Rc<RacePairs>,
    /// Told of costs while running on given inputs.
    pub meter: Option<Meter>,
    /// Asked for by `blocked_on`: the next operation that cannot go on says why.
    pub(crate) explanation: Explanation,
    pub(crate) pointer_bits: u32,
    pub(crate) global_objects: EntityMap<GlobalId, Option<ObjectId>>,
    /// Variables of which every thread has its own.
    /// The function that evaluates the program's invariants.
    pub(crate) evaluate_invariants: Option<FuncId>,
    pub(crate) thread_locals: Vec<GlobalId>,
    pub(crate) function_objects: EntityMap<FuncId, ObjectId>,
    pub(crate) function_of_object: FxHashMap<ObjectId, FuncId>,
    pub(crate) models: EntityMap<FuncId, Option<LibraryModel>>,
    /// Which files are the user's, not the run-time library's.
    pub(crate) user_files: EntityMap<FileId, bool>,
    pub(crate) loops: LoopFacts,
    /// Branches that went away from where the guide leads, if somebody wants to know.
    pub detours: Option<Vec<Detour>>,
    /// Branches that went the way of the model without a look at the other one.
    pub followed_model: u64,
    /// What terms are under the model that is followed.
    pub(crate) followed_values: Option<(Rc<Model>, FxHashMap<TermId, Bits>)>,
    pub(crate) waits: WaitSites,
    pub cells: Cells,
    pub(crate) merges: Merges,
    /// Set while a transition is executed over cells.
    pub(crate) generalising: Option<Box<Generalising>>,
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
                "the program creates threads, which only `--strategy dfs` explores with races and deadlocks",
            ),
            SetupError::Precondition(error) => write!(f, "--where: {error}"),
            SetupError::NothingSatisfies(text) => write!(
                f,
                "no arguments satisfy --where `{text}` (together with what stands before it): nothing would be checked"
            ),
            SetupError::NotWithUnknownMemory(what) => write!(
                f,
                "{what} cannot be used with a function whose parameters point to unknown memory; leave it out"
            ),
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
