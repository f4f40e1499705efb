//! What a caller can ask of an exploration.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use raddle_ir::GlobalId;
use raddle_machine::Surroundings;
pub use raddle_machine::{Focus, Property, SliceMistake, UnknownMistake};
use raddle_properties::Guide;
#[doc(hidden)]
pub use raddle_reduce::Broken;

use crate::technique::Technique;

/// In which order unexplored states are taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    #[default]
    Dfs,
    Bfs,
    Random,
    Coverage,
    /// Depth first, what is nearer to the property first.
    Distance,
}

/// Which interleavings are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Reduce {
    /// All of them.
    None,
    /// One of every set that differ only in the order of independent transitions.
    #[default]
    Dpor,
    /// The same as far as it can be told in advance: static persistent sets.
    Persistent,
    /// Static persistent sets that leave out orders, too, in which nothing fails that does not fail in one explored, and what
    /// cannot race any more where races are all that is looked for.
    Pdpor,
}

impl Reduce {
    /// Whether who is tried in a state is decided before anything is tried.
    pub fn is_static(self) -> bool {
        match self {
            Reduce::Persistent | Reduce::Pdpor => true,
            Reduce::None | Reduce::Dpor => false,
        }
    }
}

/// What reads may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MemoryModel {
    /// Sequential consistency if that is what the program is entitled to, else what C11 allows, if that can be explored.
    #[default]
    Auto,
    /// Sequential consistency.
    Sc,
    /// A store buffer for each thread, as on x86.
    Tso,
    /// A store buffer for each thread and location.
    Pso,
    /// What C11 allows, without values out of thin air (RC11).
    C11,
}

impl MemoryModel {
    pub fn name(self) -> &'static str {
        match self {
            MemoryModel::Auto => "auto",
            MemoryModel::Sc => "sc",
            MemoryModel::Tso => "tso",
            MemoryModel::Pso => "pso",
            MemoryModel::C11 => "c11",
        }
    }

    /// Whether programs are explored by execution graphs.
    pub fn has_graphs(self) -> bool {
        match self {
            MemoryModel::Tso | MemoryModel::Pso | MemoryModel::C11 => true,
            MemoryModel::Auto | MemoryModel::Sc => false,
        }
    }
}

/// A property to look for, and the way there.
#[derive(Clone, Debug)]
pub struct Aim {
    pub focus: Focus,
    /// `None` where every operation can violate it.
    pub guide: Option<Arc<Guide>>,
    /// Do not follow what cannot come there, wherever that is sound.
    pub skip: bool,
}

/// When threads may change roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    On,
    /// If a look at the program says that threads may run the same code.
    Auto,
    Off,
}

/// Bounds on what is kept of summaries.
#[derive(Clone, Copy, Debug)]
pub struct SummaryLimits {
    /// Summaries of all nodes together.
    pub entries: usize,
    /// About the bytes that they take.
    pub bytes: usize,
    /// Nodes of the terms of one summary; beyond, it is replaced by intervals.
    pub size: usize,
}

impl Default for SummaryLimits {
    fn default() -> Self {
        SummaryLimits { entries: 1_000_000, bytes: 1 << 30, size: 48 }
    }
}

/// Whether to leave out what cannot matter to the properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slicing {
    Off,
    /// If failed assertions are all that is looked for, and the whole program takes long.
    Auto,
    On,
}

/// The request, as a value: nothing below reads flags or the environment.
#[derive(Clone, Debug)]
pub struct Options {
    /// `None`: assert and memory, and race and deadlock too if the program creates threads.
    pub properties: Option<Vec<Property>>,
    /// Techniques that were asked for by name: if they are not used, somebody wants to know.
    pub asked: Vec<Technique>,
    pub memory_model: MemoryModel,
    pub strategy: Strategy,
    pub reduce: Reduce,
    /// Prune states that a summary of what was explored covers.
    pub summaries: Option<SummaryLimits>,
    /// Use summaries for states in which threads of the same code have changed roles, too.
    pub symmetry: Symmetry,
    /// Evaluate both sides of a branch on inputs and join them, where they are short and only compute.
    pub joins: bool,
    /// Leave out what cannot matter to the properties.
    pub slice: Slicing,
    /// One property of several, if it is checked on its own.
    pub aim: Option<Aim>,
    /// For tests: mistakes to make on purpose.
    pub slice_mistake: Option<SliceMistake>,
    pub unknown_mistake: Option<UnknownMistake>,
    pub seed: u64,
    /// Check this function with symbolic arguments instead of `main`.
    pub function: Option<String>,
    /// What its arguments satisfy, in the words of C.
    pub preconditions: Vec<String>,
    /// The memory around a program that starts in the middle; [`Options::function`] is where it does.
    pub surroundings: Option<Arc<Surroundings>>,
    /// Misbehaviour counts once this variable is not zero.
    pub counts_after: Option<GlobalId>,
    /// A thread stays where it is after so many conditional branches.
    pub branches: Option<u64>,
    /// Threads stay where loops of unknown length start over, and the observer is told where what follows begins.
    /// The number is how often a thread goes round a loop of known length before it stays there, too.
    pub pieces: Option<u32>,
    /// Of all orders of threads only one is explored for each way that inputs decide, and the observer is told. What else may go wrong is not
    /// looked for: such a search says nothing of safety.
    pub one_schedule: bool,
    /// Elements that an array has at most if preconditions do not say how many.
    pub array_limit: u64,
    /// Stop at the first finding.
    pub first: bool,
    /// Take each loop at most this often per activation.
    pub unwind: Option<u64>,
    /// Transitions of one run.
    pub max_steps: Option<u64>,
    /// How often a run may interrupt a thread that could go on.
    pub preemptions: Option<u32>,
    /// Threads that may be alive at once, the initial one included.
    pub max_threads: Option<u32>,
    /// Of several threads to try first, take the newest and not the oldest. The answer is the same; for measurements.
    pub descending: bool,
    /// Searches with and without summaries take turns after a few states, and states are compared up to names of memory from the start: for tests.
    #[doc(hidden)]
    pub eager_turns: bool,
    /// A deliberate defect, to show that tests notice it.
    #[doc(hidden)]
    pub broken: Option<Broken>,
    /// What one query may take; without it, a fixed amount of work.
    pub query_time: Option<Duration>,
    /// Calls that want something of the system may not get it.
    pub calls_may_fail: bool,
    pub havoc_externals: bool,
    /// `abort` ends a run like `exit` instead of being a finding.
    pub abort_ends_run: bool,
    /// Number of symbolic command-line arguments (besides the program name) and their longest length.
    pub symbolic_args: Option<(u32, u32)>,
    /// Concrete command-line arguments.
    pub args: Vec<String>,
    /// `getenv` returns symbolic strings up to this length; otherwise it returns NULL.
    pub symbolic_env: Option<u32>,
    /// Most characters the standard input has; otherwise it may go on for ever.
    pub input_limit: Option<u32>,
    /// Hand one input set per completed path to the observer.
    pub emit_tests: bool,
    /// Keep the explored tree for the report.
    pub record_tree: bool,
    /// Write every query that reaches the backend here as SMT-LIB.
    pub log_queries: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            properties: None,
            asked: Vec::new(),
            memory_model: MemoryModel::Auto,
            strategy: Strategy::Dfs,
            reduce: Reduce::Dpor,
            summaries: Some(SummaryLimits::default()),
            symmetry: Symmetry::Auto,
            joins: true,
            slice: Slicing::Auto,
            aim: None,
            slice_mistake: None,
            unknown_mistake: None,
            seed: 0,
            function: None,
            preconditions: Vec::new(),
            surroundings: None,
            counts_after: None,
            branches: None,
            pieces: None,
            one_schedule: false,
            array_limit: 16,
            first: false,
            unwind: None,
            max_steps: None,
            preemptions: None,
            max_threads: None,
            descending: false,
            eager_turns: false,
            broken: None,
            query_time: None,
            calls_may_fail: false,
            havoc_externals: false,
            abort_ends_run: false,
            symbolic_args: None,
            args: Vec::new(),
            symbolic_env: None,
            input_limit: None,
            emit_tests: false,
            record_tree: false,
            log_queries: None,
        }
    }
}
