//! Who may call whom, and who may start which threads.

use raddle_ir::{EntityMap, FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::position::Position;

/// A call of a function at a place of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallSite {
    pub at: Position,
    /// The parameters come from the call's own arguments; else the library passes what it was given.
    pub passes_arguments: bool,
    /// Its first parameter is this argument of the call, which starts a thread.
    pub starts_with: Option<usize>,
}

/// The call graph of a program, as far as it can be reached from its entry.
#[derive(Clone, Debug)]
pub struct CallGraph {
    pub entry: FuncId,
    /// Functions that run without being called by the program: the entry, constructors.
    pub roots: Vec<FuncId>,
    /// Calls of each function.
    callers: EntityMap<FuncId, Vec<CallSite>>,
    /// What each function may call, threads it starts not included.
    callees: EntityMap<FuncId, Vec<FuncId>>,
    /// Start functions of threads and where they are started.
    pub starts: Vec<(FuncId, Position)>,
    /// Functions that any thread may come to run, as destructors or called by unknown code.
    pub by_any_thread: Vec<FuncId>,
    known: FxHashSet<(FuncId, CallSite)>,
    /// What each call may enter: a function may have many callers, and a caller many callees.
    called: FxHashMap<Position, Vec<FuncId>>,
    /// Pairs that `callees` holds.
    pairs: FxHashSet<(FuncId, FuncId)>,
}

impl CallGraph {
    pub(crate) fn new(program: &Program, entry: FuncId) -> CallGraph {
        let mut roots = vec![entry];
        roots.extend(program.constructors.iter().copied());
        // What runs after `main` has returned.
        let exit = program.function("exit");
        roots.extend(exit.filter(|&exit| program.functions[exit].body.is_some()));
        CallGraph {
            entry,
            roots,
            callers: program.functions.keys().map(|_| Vec::new()).collect(),
            callees: program.functions.keys().map(|_| Vec::new()).collect(),
            starts: Vec::new(),
            by_any_thread: Vec::new(),
            known: FxHashSet::default(),
            called: FxHashMap::default(),
            pairs: FxHashSet::default(),
        }
    }

    /// Adds a call; `false` if it was known.
    pub(crate) fn add(&mut self, caller: FuncId, callee: FuncId, site: CallSite) -> bool {
        if !self.known.insert((callee, site)) {
            return false;
        }
        self.callers[callee].push(site);
        if site.starts_with.is_some() {
            self.starts.push((callee, site.at));
            return true;
        }
        let called = self.called.entry(site.at).or_default();
        if !called.contains(&callee) {
            called.push(callee);
        }
        if self.pairs.insert((caller, callee)) {
            self.callees[caller].push(callee);
        }
        true
    }

    pub fn callers(&self, func: FuncId) -> &[CallSite] {
        &self.callers[func]
    }

    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func]
    }

    /// The functions that a call at this place may enter.
    pub fn called_at(&self, at: Position) -> impl Iterator<Item = FuncId> + '_ {
        self.called.get(&at).into_iter().flatten().copied()
    }

    /// The functions in which a thread may be started at this place.
    pub fn started_at(&self, at: Position) -> impl Iterator<Item = FuncId> + '_ {
        self.starts.iter().filter(move |start| start.1 == at).map(|start| start.0)
    }

    /// What one thread may execute that starts in these functions.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = FuncId>) -> FxHashSet<FuncId> {
        let mut reached = FxHashSet::default();
        let mut open: Vec<FuncId> = roots.into_iter().collect();
        while let Some(func) = open.pop() {
            if reached.insert(func) {
                open.extend(&self.callees[func]);
            }
        }
        reached
    }

    /// What any thread of the program may execute.
    pub fn reachable(&self) -> FxHashSet<FuncId> {
        let mut roots = self.roots.clone();
        loop {
            let reached = self.reachable_from(roots.iter().copied());
            let started = self.starts.iter().filter(|start| reached.contains(&start.1.func));
            let before = roots.len();
            for &(func, _) in started {
                if !roots.contains(&func) {
                    roots.push(func);
                }
            }
            if roots.len() == before {
                return reached;
            }
        }
    }

    /// Whether a call of the function may lead to another call of it.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.reachable_from(self.callees[func].iter().copied()).contains(&func)
    }
}
