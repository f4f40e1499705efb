//! Records the explored tree for people to look at: a node per transition, and why branches end.
//!
//! It hears what the exploration tells its visitor anyway and keeps the way from the root to where the exploration
//! is, so that a new event is a child of the node one step up. What would not fit on any screen is counted, not kept.
//! Paths that differ in inputs only, such as all paths of a program without threads, are leaves of the node where they part.

use raddle_findings::{BranchEnd, ExploredTree, Location, TreeNode};
use raddle_machine::{CutKind, Event, Halt, Machine, State, Status, Sync};
use raddle_reduce::Trace;

use crate::assemble;

/// Nodes that are kept.
const MOST_NODES: usize = 50_000;
/// Stands for a node that was not kept.
const DROPPED: u32 = u32::MAX;
/// Inputs named in the label of a path.
const INPUTS_NAMED: usize = 4;

pub struct TreeRecorder {
    tree: ExploredTree,
    /// The nodes from the root to where the exploration is.
    way: Vec<u32>,
    /// The last finding that was met by trying a move before it is due, and after how many transitions.
    tried: Option<(u64, String)>,
}

impl TreeRecorder {
    pub fn new() -> TreeRecorder {
        let mut recorder =
            TreeRecorder { tree: ExploredTree::default(), way: Vec::new(), tried: None };
        let root = recorder.add(None, 0, "starts".to_owned(), None);
        recorder.way.push(root);
        recorder
    }

    pub fn finish(self) -> ExploredTree {
        self.tree
    }

    fn add(
        &mut self,
        parent: Option<u32>,
        thread: u32,
        label: String,
        location: Option<Location>,
    ) -> u32 {
        if parent == Some(DROPPED) || self.tree.nodes.len() >= MOST_NODES {
            self.tree.dropped += 1;
            return DROPPED;
        }
        let node = TreeNode { parent, thread, label, location, end: None, detail: String::new() };
        self.tree.push(node)
    }

    /// The newest event of the run.
    pub fn event(&mut self, machine: &Machine<'_>, trace: &Trace) {
        let Some(step) = trace.steps().last() else { return };
        self.way.truncate(trace.len());
        let parent = self.way.last().copied();
        let at = step.event.accesses.first().map(|access| access.at);
        let location = at.and_then(|at| assemble::location(machine.program, at.func, at.loc));
        let node = self.add(parent, step.thread.0, label(machine, &step.event), location);
        self.way.push(node);
    }

    /// A run came to its end; one that an assumption excludes is no run.
    pub fn run_ended(&mut self, machine: &Machine<'_>, state: &State) {
        let excluded =
            state.threads.iter().any(|thread| thread.status == Status::Halted(Halt::Assume));
        let failed =
            state.threads.iter().any(|thread| thread.status == Status::Halted(Halt::Fault));
        let tried =
            self.tried.as_ref().filter(|(transitions, _)| *transitions <= state.decisions.len());
        let (end, detail) = match tried {
            _ if excluded => (BranchEnd::Infeasible, String::new()),
            Some((_, id)) if failed => (BranchEnd::Finding, id.clone()),
            _ => (BranchEnd::Complete, String::new()),
        };
        let decided = state.decisions.len() as usize;
        let node = self.way.get(decided).or(self.way.last()).copied().unwrap_or(DROPPED);
        if decided > 0 && self.end_at(node).is_none() {
            self.mark(node, end, detail);
        } else if self.end_at(node) != Some(BranchEnd::Finding) || decided == 0 {
            let leaf = self.add(Some(node), 0, path_label(machine, state), None);
            self.mark(leaf, end, detail);
        }
    }

    /// The branch at hand ends without being explored.
    pub fn branch_cut(&mut self, end: BranchEnd) {
        let node = self.way.last().copied().unwrap_or(DROPPED);
        self.mark(node, end, String::new());
    }

    /// What could not be followed.
    pub fn cut(&mut self, kind: CutKind) {
        let node = self.way.last().copied().unwrap_or(DROPPED);
        if self.end_at(node).is_none() {
            self.mark(node, cut_end(kind), assemble::reason_kind(kind).code().to_owned());
        }
    }

    /// A finding was met after so many transitions.
    pub fn finding(&mut self, transitions: u64, id: &str) {
        let Some(&node) = self.way.get(transitions as usize) else {
            self.tried = Some((transitions, id.to_owned()));
            return;
        };
        if transitions == 0 {
            let leaf = self.add(Some(node), 0, "runs into a finding".to_owned(), None);
            self.mark(leaf, BranchEnd::Finding, id.to_owned());
        } else {
            self.mark(node, BranchEnd::Finding, id.to_owned());
        }
    }

    fn end_at(&self, node: u32) -> Option<BranchEnd> {
        self.tree.nodes.get(node as usize).and_then(|node| node.end)
    }

    fn mark(&mut self, node: u32, end: BranchEnd, detail: String) {
        if let Some(node) = self.tree.nodes.get_mut(node as usize) {
            (node.end, node.detail) = (Some(end), detail);
        }
    }
}

fn cut_end(kind: CutKind) -> BranchEnd {
    match kind {
        CutKind::Unwind
        | CutKind::Steps
        | CutKind::Threads
        | CutKind::SolverTimeout
        | CutKind::Interrupted => BranchEnd::Bound,
        CutKind::InlineAssembly
        | CutKind::Unsupported
        | CutKind::UnresolvedExternal
        | CutKind::SymbolicFloat
        | CutKind::SymbolicSize
        | CutKind::FanOut
        | CutKind::UndefinedBehaviour
        | CutKind::MovedLoad
        | CutKind::MovedOperation
        | CutKind::TooLarge => BranchEnd::Unsupported,
    }
}

/// What a transition did, by its first access.
fn label(machine: &Machine<'_>, event: &Event) -> String {
    if !event.created.is_empty() {
        let names: Vec<String> = event.created.iter().map(ToString::to_string).collect();
        return format!("creates {}", names.join(", "));
    }
    let Some(access) = event.accesses.first() else { return "moves".to_owned() };
    let verb = match (access.sync, access.write) {
        (Sync::Plain, true) => "writes",
        (Sync::Plain, false) | (Sync::Movable, _) => "reads",
        (Sync::Acquire, _) => "acquires",
        (Sync::Release, _) => "releases",
        (Sync::Both | Sync::Arrival, _) => "synchronises on",
        (Sync::AtomicLoad(_), _) => "atomically reads",
        (Sync::AtomicStore(_), _) => "atomically writes",
        (Sync::AtomicUpdate(_), _) => "atomically updates",
        (Sync::Observed, _) => "is judged by",
    };
    format!("{verb} {}", machine.lock_name(access.object, access.start))
}

/// A path by the inputs that lead along it.
fn path_label(machine: &Machine<'_>, state: &State) -> String {
    let inputs = assemble::inputs(machine, state, &state.model);
    let shown = inputs.iter().filter(|input| !input.hidden).take(INPUTS_NAMED);
    let texts: Vec<String> =
        shown.map(|input| format!("{} = {}", input.name, input.value)).collect();
    if texts.is_empty() { "ends".to_owned() } else { format!("ends with {}", texts.join(", ")) }
}
