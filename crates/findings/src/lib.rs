//! Verdicts, findings, traces and statistics as plain serialisable data.
//!
//! This crate does not know how a finding was produced nor how it is shown.

mod choreography;
pub mod codes;
mod heap;
mod tree;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use choreography::{Beat, BeatKind, Choreography};
pub use codes::{AssumptionKind, CodeInfo, FindingKind, ReasonKind, WarningKind};
pub use heap::{Heap, HeapCell, HeapObject};
pub use tree::{BranchEnd, ExploredTree, TreeNode};
pub use warnings::{
    Confirmation, ConfirmationStatus, Rank, WarnStats, WarnedPlace, Warning, WarningNote, Warnings,
};

/// Version of the JSON form of [`Report`]; raised when a field changes meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

/// Everything one check says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub schema_version: u32,
    pub tool_version: String,
    pub files: Vec<String>,
    pub properties: Vec<String>,
    /// What reads may see: `sc`, `tso`, `pso` or `c11`.
    #[serde(default = "sequential_consistency")]
    pub memory_model: String,
    pub verdict: Verdict,
    /// Why the verdict is `unknown`, or what keeps an `unsafe` one from being complete.
    pub reasons: Vec<Reason>,
    pub assumptions: Vec<Assumption>,
    pub findings: Vec<Finding>,
    /// Assertions that no explored path reached: a `safe` verdict says nothing of them.
    pub vacuous: Vec<Location>,
    pub coverage: Coverage,
    pub stats: Stats,
    /// Functions that the program may call although nobody knows what they do: a path that calls one ends as unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmodelled: Vec<UnmodelledFunction>,
    /// Property by property, where each was checked on its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_property: Vec<PropertyResult>,
    /// Where threads stood when the check started, if that was in the middle of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<ContextThread>,
    /// What was possible from there, until it turned out that no run from main comes to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<Finding>,
    /// The parts of the program that were explored on their own, if it was not explored as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fragments: Vec<FragmentResult>,
    /// What lies on the ways to the targets of a hunt, goal by goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abstract_systems: Vec<AbstractSystem>,
    /// The choices that were explored, if they were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ExploredTree>,
}

/// A function that is neither defined nor known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmodelledFunction {
    pub name: String,
    /// A place where it is called or its address is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// `--havoc-externals` can stand in for it.
    pub havoc: bool,
}

/// The memory model of checks that do not name one.
pub fn sequential_consistency() -> String {
    "sc".to_owned()
}

/// A thread of the context that a check started in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextThread {
    pub name: String,
    /// Innermost first.
    pub frames: Vec<Location>,
    /// It stands in a wait.
    #[serde(default, skip_serializing_if = "is_false")]
    pub waiting: bool,
    /// It was woken there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub woken: bool,
    /// It has made the call of this function on the innermost line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
    /// The same places to the operation, as function, block and number, if lines alone do not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exact: Vec<String>,
}

/// A part of a program that was explored on its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FragmentResult {
    /// Counted from 1.
    pub number: usize,
    /// Where its threads stand when it begins; nothing for the start of the program.
    pub begins: Vec<ContextThread>,
    /// `None`: it was not explored.
    pub verdict: Option<Verdict>,
    /// The program is in no state in which its threads stand like this.
    #[serde(default, skip_serializing_if = "is_false")]
    pub impossible: bool,
    pub runs: u64,
    /// Codes of findings and reasons.
    pub codes: Vec<String>,
    /// The numbers of the fragments that follow where it ends.
    pub ends: Vec<usize>,
    /// Schedules that together cover all inputs of it, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<Schedule>,
}

/// An order of synchronisation, and the inputs that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// One of these holds, each of which is a list of conditions that hold together. Conversions between types are left out.
    pub conditions: Vec<Vec<String>>,
    pub operations: Vec<ScheduleOperation>,
    /// The fragment that follows, if the program goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// An operation of a thread on a synchronisation object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleOperation {
    pub thread: String,
    pub operation: String,
    pub object: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// Whether a finding of a check that starts in the middle is one of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The program need not come to the state that it starts from.
    Possible,
    /// A run from `main` shows it.
    Confirmed,
}

/// What is known of one property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PropertyResult {
    /// As `raddle properties` lists it.
    pub id: String,
    /// `assertion`, `reach-error`, `check`, `trap`, `memory`, `overflow`, `leak`, `race` or `deadlock`.
    pub kind: String,
    /// The asserted expression, or what else is checked.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    pub verdict: Verdict,
    /// Ids of its findings.
    pub findings: Vec<String>,
    /// Codes of what kept it from being decided.
    pub reasons: Vec<String>,
    pub states: u64,
    /// States that were explored when the first violation was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_at_first_finding: Option<u64>,
    pub runs: u64,
    /// Runs that violate it, among those explored.
    pub violating_runs: u64,
    pub seconds: f64,
    /// Bytes.
    pub peak_memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything was explored and nothing was cut.
    Safe,
    Unsafe,
    Unknown,
}

/// Why something was not explored. `code` can be given to `raddle explain`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reason {
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// How often it happened.
    pub count: u64,
}

/// Something the verdict takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumption {
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The function around it, as it is named in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// A finding kept for later: what `raddle replay` needs to run into it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindingFile {
    pub schema_version: u32,
    pub tool_version: String,
    /// The arguments of the check that found it, without the program's name.
    pub command: Vec<String>,
    pub finding: Finding,
}

/// One way in which the program misbehaves, confirmed by replay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Stable across runs and unrelated edits: derived from kind, function and source text.
    pub id: String,
    /// For `raddle explain`, e.g. `R0101`.
    pub code: String,
    /// `assertion`, `memory-out-of-bounds`, `overflow`, `data-race`, `deadlock`, …
    pub kind: String,
    /// `assert`, `memory`, `overflow`, `race` or `deadlock`.
    pub property: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Other places that belong to it: the other access of a race, where memory was freed, ….
    pub related: Vec<Related>,
    /// Call stack at the failure, innermost first.
    pub stack: Vec<Location>,
    pub inputs: Vec<Input>,
    /// The memory that a function was called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Heap>,
    /// Where threads stood when the check started, if that was in the middle of the program, and what that means for the finding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<ContextThread>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
    /// Which thread moved, transition by transition.
    pub schedule: Vec<ScheduleStep>,
    /// What the numbers of threads mean: thread 1 first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<ThreadPath>,
    pub replayed: bool,
    /// Assertions that fail on every way to it: it shows only where these are disabled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<String>,
    /// Ids of the assertions that were removed from the program when it was found, and are for its replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Why the user does not want to hear of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<String>,
    /// An earlier report, the baseline, had it already.
    #[serde(default, skip_serializing_if = "is_false")]
    pub known: bool,
    pub trace: Vec<TraceStep>,
    /// What lies on the ways to a target, with the steps of the trace that served it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<AbstractElement>,
}

/// What lies on the ways to the targets of a hunt, without a look at values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractSystem {
    /// The targets as they are named: `file.c:12`.
    pub targets: Vec<String>,
    /// The finding whose run went there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    pub elements: Vec<AbstractElement>,
    /// From an element to one that comes next, as numbers of elements.
    pub edges: Vec<(usize, usize)>,
    /// From a write elsewhere to a branch that it may turn.
    pub turns: Vec<(usize, usize)>,
    /// Ways from the start of the program to a target, those with the fewest calls.
    pub traces: Vec<AbstractTrace>,
    /// Nothing was left out for its size.
    pub complete: bool,
}

/// A way through an abstract system on which no element comes twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractTrace {
    /// The number of the target it leads to.
    pub target: usize,
    pub elements: Vec<usize>,
}

/// Something on the way to a target that a look at the program names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractElement {
    /// `start`, `target`, `call`, `creation`, `branch`, `definition`, `elsewhere` (a write in another function or thread), `acquire` or `release`.
    pub kind: String,
    /// In words: `call of put`, `a condition that has to hold`.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Index of the step of the trace that is this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The call stack there, innermost first, if it is a place where a thread was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Location>,
}

/// A value the program got from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Unique within the run, e.g. `nondet_int#0`; `raddle replay` matches inputs by it.
    pub name: String,
    /// C type or `bytes`.
    pub ty: String,
    /// As a C programmer would write it.
    pub value: String,
    /// The bits, little-endian, as hexadecimal digits.
    pub bits: String,
    /// A choice that is no value of the program's own: which waiter a signal wakes, whether time runs out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// A thread by who created it: the `nth` creation (from zero) of thread `parent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadPath {
    pub parent: u32,
    pub nth: u32,
}

/// One choice of the run: the thread that makes the next transition, and which of its alternatives
/// (a woken waiter, a time-out) it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleStep {
    pub thread: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub choice: u32,
    /// Its read saw something old.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saw: Option<Saw>,
    /// Its write counts as older than that of this step, counted from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

impl ScheduleStep {
    /// One that sees and leaves what the order of steps makes it see and leave.
    pub fn of(thread: u32) -> ScheduleStep {
        ScheduleStep { thread, choice: 0, saw: None, left: None }
    }
}

/// What a read saw that did not see what was newest. Steps are counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saw {
    /// Who wrote it; nothing if that was before the first step that wrote there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// Who wrote what it did not see.
    pub instead_of: u64,
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// One row of the counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceStep {
    pub thread: u32,
    /// `call`, `return`, `branch`, `input`, `read`, `write`, `lock`, `unlock`, `create`, `join`, `output`, `fault`, ….
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// What happened in the source's words: `counter = 1 (was 0)`.
    pub text: String,
    /// Whether other threads can observe it (these rows make the short trace).
    pub visible: bool,
    /// How many transitions of the schedule had begun: the step belongs to the last of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub transition: u32,
    /// What was read, written, locked or unlocked, and its value after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellValue>,
    /// Of a branch, until its text is known: the comparison that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Steps of other threads that it directly comes after; what follows from these and from the order within each
    /// thread is not repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<After>,
}

/// A comparison in the source, and whether it is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    pub location: Location,
    pub holds: bool,
}

/// A variable, or a part of one, and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellValue {
    /// In the source's words: `counter`, `a[3]`, `p.next`.
    pub name: String,
    /// As a C programmer would write it.
    pub value: String,
}

/// One edge of the order between steps of different threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// Index of the earlier step in the trace.
    pub step: u32,
    pub because: OrderKind,
}

/// Why one step comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderKind {
    /// Creation, join, a lock released and taken, atomics: happens-before of C11.
    Synchronises,
    /// Both access one cell and one of them writes: they could have come in the other order.
    Conflicts,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    pub lines_covered: u64,
    pub lines_total: u64,
    pub branches_covered: u64,
    pub branches_total: u64,
    /// Per file: lines that no path executed.
    pub missed: BTreeMap<String, Vec<u32>>,
}

/// Counting is defined once: `runs` = `full_runs` + `partial_runs` (ended by a summary) + `blocked_runs`
/// (ended by a sleep set).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    pub runs: u64,
    pub full_runs: u64,
    pub partial_runs: u64,
    pub blocked_runs: u64,
    /// Complete execution graphs, if that is what was explored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graphs: Option<u64>,
    /// Graphs in which a thread waits for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_graphs: Option<u64>,
    /// Nodes created, subsumed ones included.
    pub states: u64,
    pub subsumed: u64,
    pub queries: u64,
    pub instructions: u64,
    pub seconds: f64,
    /// Bytes.
    pub peak_memory: u64,
    /// Of runs that are bounded by branches: the sides that each thread took, once for each combination.
    #[serde(skip)]
    pub paths: BTreeSet<Vec<u64>>,
    /// Named counters of the layers, passes and reductions that took part.
    pub counters: BTreeMap<String, u64>,
    /// Which techniques were used, and why others were not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<PlannedTechnique>,
    /// Of a search that was not finished in time: where most of its states are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hot: Vec<HotPlace>,
    /// Bounded searches beside the one that the other counts are of.
    #[serde(default, skip_serializing_if = "Probes::is_none")]
    pub probes: Probes,
}

/// A loop or a place in which many states were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HotPlace {
    /// It is a loop, and the place is where that begins.
    #[serde(rename = "loop")]
    pub is_loop: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    pub states: u64,
    /// Of so many states.
    pub of: u64,
    /// Which flag would help there; empty if none is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

/// What bounded searches have done before, or while, everything was explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probes {
    pub searches: u64,
    pub runs: u64,
    pub states: u64,
    /// Findings that a probe was the first to meet.
    pub findings: u64,
}

impl Probes {
    pub fn is_none(&self) -> bool {
        self.searches == 0
    }
}

/// What was decided about a technique before the exploration began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTechnique {
    pub technique: String,
    pub used: bool,
    /// Why it was not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// A flag asked for it.
    pub asked: bool,
}

impl Report {
    /// Renames every source file the report speaks of.
    pub fn rename_files(&mut self, rename: impl Fn(&str) -> Option<String>) {
        for location in self.locations_mut() {
            if let Some(name) = rename(&location.file) {
                location.file = name;
            }
        }
        let missed = std::mem::take(&mut self.coverage.missed);
        let renamed =
            missed.into_iter().map(|(file, lines)| (rename(&file).unwrap_or(file), lines));
        self.coverage.missed = renamed.collect();
    }

    fn locations_mut(&mut self) -> impl Iterator<Item = &mut Location> {
        let reasons = self.reasons.iter_mut().filter_map(|reason| reason.location.as_mut());
        let assumptions = self.assumptions.iter_mut().filter_map(|item| item.location.as_mut());
        let findings = self.findings.iter_mut().chain(&mut self.refuted);
        let findings = findings.flat_map(Finding::locations_mut);
        let nodes = self.tree.iter_mut().flat_map(|tree| &mut tree.nodes);
        let nodes = nodes.filter_map(|node| node.location.as_mut());
        let properties = self.by_property.iter_mut().filter_map(|one| one.location.as_mut());
        let context = self.context.iter_mut().flat_map(|thread| &mut thread.frames);
        let fragments = self.fragments.iter_mut().flat_map(FragmentResult::locations_mut);
        let hot = self.stats.hot.iter_mut().filter_map(|place| place.location.as_mut());
        let reasons = reasons.chain(properties).chain(context).chain(fragments).chain(hot);
        reasons.chain(assumptions).chain(findings).chain(&mut self.vacuous).chain(nodes)
    }
}

impl FragmentResult {
    fn locations_mut(&mut self) -> impl Iterator<Item = &mut Location> {
        let begins = self.begins.iter_mut().flat_map(|thread| &mut thread.frames);
        let operations = self.schedules.iter_mut().flat_map(|one| &mut one.operations);
        begins.chain(operations.filter_map(|one| one.location.as_mut()))
    }
}

impl Finding {
    /// What a thread is called, by its number: where a run starts in the middle of the program, also what the context calls it.
    pub fn thread_name(&self, thread: u32) -> String {
        let starts_in_context =
            self.certainty == Some(Certainty::Possible) && !self.context.is_empty();
        if !starts_in_context {
            return if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        }
        let Some(nth) = thread.checked_sub(1) else { return "start".to_owned() };
        let number = format!("T{thread}");
        match self.context.get(nth as usize) {
            Some(known) if known.name != number => format!("{number} ({})", known.name),
            _ => number,
        }
    }

    fn locations_mut(&mut self) -> impl Iterator<Item = &mut Location> {
        let related = self
            .related
            .iter_mut()
            .flat_map(|related| related.location.iter_mut().chain(&mut related.stack));
        let inputs = self.inputs.iter_mut().filter_map(|input| input.location.as_mut());
        let steps = self.trace.iter_mut().filter_map(|step| step.location.as_mut());
        let context = self.context.iter_mut().flat_map(|thread| &mut thread.frames);
        self.location
            .iter_mut()
            .chain(context)
            .chain(related)
            .chain(&mut self.stack)
            .chain(inputs)
            .chain(steps)
    }
}
