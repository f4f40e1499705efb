//! What is asked of the program again and again: its control flow, its threads, what may have been executed before the context, what library functions do.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_analysis::{NaturalLoop, natural_loops, successors};
use raddle_budget::Budget;
use raddle_ir::{Block, Body, Callee, Entity, EntityMap, FuncId, Op, Operand, Program};
use raddle_library::Deed;
use raddle_pointsto::{CallSite, PointsTo, Position, library_function, positions_of};
use raddle_warn::sync::{SyncOp, sync_op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::broken::Broken;

/// The control flow of a body.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Inner loops before those around them.
    pub(crate) loops: Vec<NaturalLoop>,
    /// The loop that a block is the header of.
    pub(crate) headed: EntityMap<Block, Option<usize>>,
    /// Where control comes from: a block and which of its edges.
    pub(crate) sources: EntityMap<Block, Vec<(Block, usize)>>,
    /// Blocks that can be reached, each behind its predecessors but for edges back.
    pub(crate) order: Vec<Block>,
}

impl Shape {
    fn new(body: &Body) -> Shape {
        let loops = natural_loops(body);
        let mut headed: EntityMap<Block, Option<usize>> =
            body.blocks.keys().map(|_| None).collect();
        for (index, one) in loops.iter().enumerate() {
            headed[one.header] = Some(index);
        }
        let mut sources: EntityMap<Block, Vec<(Block, usize)>> =
            body.blocks.keys().map(|_| Vec::new()).collect();
        let order = order(body);
        for &block in &order {
            for (edge, next) in successors(&body.blocks[block].terminator).into_iter().enumerate() {
                sources[next].push((block, edge));
            }
        }
        Shape { loops, headed, sources, order }
    }

    pub(crate) fn in_loop(&self, block: Block) -> bool {
        self.loops.iter().any(|one| one.contains(block))
    }

    /// The loops around a block, the innermost first.
    pub(crate) fn loops_around(&self, block: Block) -> impl Iterator<Item = &NaturalLoop> {
        self.loops.iter().filter(move |one| one.contains(block))
    }
}

/// Reachable blocks in reverse post-order.
fn order(body: &Body) -> Vec<Block> {
    let mut order = Vec::new();
    if body.blocks.is_empty() {
        return order;
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![(Body::ENTRY, successors(&body.blocks[Body::ENTRY].terminator), 0)];
    seen[0] = true;
    while let Some((block, targets, at)) = work.last_mut() {
        match targets.get(*at) {
            Some(&target) => {
                *at += 1;
                if !std::mem::replace(&mut seen[target.index()], true) {
                    work.push((target, successors(&body.blocks[target].terminator), 0));
                }
            }
            None => {
                order.push(*block);
                work.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Threads that are created at one place and begin in one function.
#[derive(Debug)]
pub(crate) struct Kind {
    /// `None`: the first thread.
    pub(crate) site: Option<Position>,
    pub(crate) start: FuncId,
    /// There is at most one.
    pub(crate) single: bool,
    pub(crate) runs: FxHashSet<FuncId>,
}

/// What of a function may run when there are several threads.
#[derive(Debug)]
enum Later {
    Whole,
    /// What is behind these places.
    Part {
        from: Vec<Position>,
        blocks: FxHashSet<Block>,
    },
}

impl Later {
    fn contains(&self, at: Position) -> bool {
        match self {
            Later::Whole => true,
            Later::Part { from, blocks } => {
                let behind = |from: &Position| from.block == at.block && from.inst < at.inst;
                blocks.contains(&at.block) || from.iter().any(behind)
            }
        }
    }
}

/// How a call of a library function matters to other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// What others did before may be seen from here on.
    pub(crate) acquires: bool,
    /// Others may see, and then change, what was done before.
    pub(crate) releases: bool,
}

pub(crate) struct World<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points_to: &'a PointsTo,
    pub(crate) budget: &'a Budget,
    pub(crate) broken: Option<Broken>,
    /// Functions that are executed at most once in a run.
    once: FxHashSet<FuncId>,
    /// The first thread comes first.
    pub(crate) kinds: Vec<Kind>,
    /// Functions that may run when there are several threads.
    later: FxHashMap<FuncId, Later>,
    shapes: RefCell<FxHashMap<FuncId, Rc<Shape>>>,
    /// A thread may hold a mutex several times.
    pub(crate) has_recursive_locks: bool,
}

impl std::fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("kinds", &self.kinds.len()).finish_non_exhaustive()
    }
}

impl<'a> World<'a> {
    /// `None` if the budget is spent.
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        budget: &'a Budget,
        broken: Option<Broken>,
    ) -> Option<World<'a>> {
        let mut world = World {
            program,
            points_to,
            budget,
            broken,
            once: FxHashSet::default(),
            kinds: Vec::new(),
            later: FxHashMap::default(),
            shapes: RefCell::default(),
            has_recursive_locks: has_recursive_locks(program),
        };
        world.find_once();
        world.find_kinds()?;
        world.find_later()?;
        Some(world)
    }

    /// Whether control may go back to where `setjmp` has returned already, as it does for `longjmp` and for the clean-up handlers of a thread that ends itself or is cancelled. Nothing follows it there.
    pub(crate) fn goes_back(&self) -> bool {
        let program = self.program;
        let reachable = self.points_to.calls.reachable();
        let calls = |wanted: &dyn Fn(&str) -> bool| {
            let library = reachable.iter().map(|&func| &program.functions[func]);
            library.filter(|func| func.body.is_none()).any(|func| wanted(&func.name))
        };
        let jumps = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
        let ends = |name: &str| sync_op(name) == Some(SyncOp::ThreadEnd);
        calls(&|name| jumps.contains(&name))
            || (calls(&|name| name == "__pthread_unwind_next")
                && (calls(&ends) || program.function("pthread_cancel").is_some()))
    }

    pub(crate) fn body(&self, func: FuncId) -> Option<&'a Body> {
        self.program.functions[func].body.as_ref()
    }

    /// The control flow of a function with a body.
    pub(crate) fn shape(&self, func: FuncId) -> Rc<Shape> {
        let mut shapes = self.shapes.borrow_mut();
        let made = || {
            let none = Body::default();
            Rc::new(Shape::new(self.body(func).unwrap_or(&none)))
        };
        shapes.entry(func).or_insert_with(made).clone()
    }

    /// Whether a place is executed at most once in a run.
    pub(crate) fn at_most_once(&self, func: FuncId, block: Block) -> bool {
        if self.broken == Some(Broken::OnceAssumed) {
            return true;
        }
        self.once.contains(&func) && !self.shape(func).in_loop(block)
    }

    pub(crate) fn is_once(&self, func: FuncId) -> bool {
        self.once.contains(&func)
    }

    fn find_once(&mut self) {
        let calls = &self.points_to.calls;
        let alone = |func: FuncId| calls.callers(func).is_empty();
        let mut open: Vec<FuncId> = calls.roots.iter().copied().filter(|&f| alone(f)).collect();
        while let Some(func) = open.pop() {
            if calls.by_any_thread.contains(&func) || !self.once.insert(func) {
                continue;
            }
            let started = calls.starts.iter().filter(|start| start.1.func == func);
            let next = calls.callees(func).iter().copied().chain(started.map(|start| start.0));
            for callee in next.collect::<Vec<_>>() {
                if let [site] = calls.callers(callee)
                    && site.at.func == func
                    && !self.shape(func).in_loop(site.at.block)
                    && !calls.roots.contains(&callee)
                {
                    open.push(callee);
                }
            }
        }
    }

    fn find_kinds(&mut self) -> Option<()> {
        let calls = &self.points_to.calls;
        let reachable = calls.reachable();
        let runs = |roots: Vec<FuncId>| {
            calls.reachable_from(roots.into_iter().chain(calls.by_any_thread.iter().copied()))
        };
        self.kinds.push(Kind {
            site: None,
            start: calls.entry,
            single: true,
            runs: runs(calls.roots.clone()),
        });
        for &(start, at) in calls.starts.iter().filter(|start| reachable.contains(&start.1.func)) {
            if self.budget.is_spent() {
                return None;
            }
            let single = self.at_most_once(at.func, at.block);
            self.kinds.push(Kind { site: Some(at), start, single, runs: runs(vec![start]) });
        }
        Some(())
    }

    /// Everything threads run, and what the first one may do after it created one.
    fn find_later(&mut self) -> Option<()> {
        let calls = &self.points_to.calls;
        let mut creating: FxHashSet<FuncId> = FxHashSet::default();
        let mut open: Vec<FuncId> = calls.starts.iter().map(|start| start.1.func).collect();
        while let Some(func) = open.pop() {
            if creating.insert(func) {
                let callers = calls.callers(func).iter().filter(|site| site.starts_with.is_none());
                open.extend(callers.map(|site| site.at.func));
            }
        }
        let mut later: FxHashMap<FuncId, Later> = FxHashMap::default();
        let mut whole: Vec<FuncId> = Vec::new();
        for kind in self.kinds.iter().skip(1) {
            whole.extend(&kind.runs);
        }
        // There are threads before `main` begins.
        if self.program.constructors.iter().any(|constructor| creating.contains(constructor)) {
            whole.extend(&self.kinds[0].runs);
        }
        for &func in &creating {
            if self.budget.is_spent() {
                return None;
            }
            let creates = |at: &Position| {
                calls.started_at(*at).next().is_some()
                    || calls.called_at(*at).any(|callee| creating.contains(&callee))
            };
            let from: Vec<Position> = positions_of(self.program, func).filter(creates).collect();
            let blocks = self.behind(func, from.iter().map(|at| at.block));
            let part = Later::Part { from, blocks };
            // What is called behind such a place runs whole.
            let behind: Vec<FuncId> = positions_of(self.program, func)
                .filter(|&at| part.contains(at))
                .flat_map(|at| calls.called_at(at))
                .collect();
            whole.extend(calls.reachable_from(behind));
            later.insert(func, part);
        }
        for func in whole {
            later.insert(func, Later::Whole);
        }
        self.later = later;
        Some(())
    }

    /// The blocks that control may come to from the ends of others.
    fn behind(&self, func: FuncId, from: impl Iterator<Item = Block>) -> FxHashSet<Block> {
        let Some(body) = self.body(func) else { return FxHashSet::default() };
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut open: Vec<Block> = from.collect();
        while let Some(block) = open.pop() {
            for next in successors(&body.blocks[block].terminator) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Whether a place may be executed when there may be other threads than the first.
    pub(crate) fn may_be_later(&self, at: Position) -> bool {
        self.later.get(&at.func).is_some_and(|later| later.contains(at))
    }

    /// The calls of a function in code that can be reached.
    pub(crate) fn callers(&self, func: FuncId) -> &'a [CallSite] {
        self.points_to.calls.callers(func)
    }

    /// The library function that a call enters by name.
    pub(crate) fn library_call<'p>(
        &'p self,
        op: &'p Op,
    ) -> Option<(&'a str, &'p [raddle_ir::Arg])> {
        let Op::Call { callee: Callee::Direct(func), args, .. } = op else { return None };
        let function = &self.program.functions[*func];
        function.body.is_none().then_some((function.name.as_str(), args.as_slice()))
    }

    /// What a call of a function without a body does to the order between threads.
    pub(crate) fn order_of(&self, name: &str) -> Order {
        let both = Order { acquires: true, releases: true };
        let neither = Order { acquires: false, releases: false };
        match sync_op(name) {
            Some(
                SyncOp::Lock { .. } | SyncOp::TryLock { .. } | SyncOp::Join | SyncOp::SectionBegin,
            ) => Order { acquires: true, releases: false },
            Some(
                SyncOp::Unlock { .. }
                | SyncOp::Signal { .. }
                | SyncOp::Create { .. }
                | SyncOp::ThreadEnd
                | SyncOp::SectionEnd,
            ) => Order { acquires: false, releases: true },
            Some(SyncOp::Wait | SyncOp::BarrierWait | SyncOp::Once | SyncOp::Await) => both,
            Some(
                SyncOp::MutexInit
                | SyncOp::RecursiveAttribute
                | SyncOp::C11MutexInit
                | SyncOp::SemaphoreInit
                | SyncOp::BarrierInit
                | SyncOp::Making
                | SyncOp::Nothing,
            ) => neither,
            None if name.starts_with("__atomic_") || name.starts_with("__sync_") => both,
            None if name.starts_with("pthread_") || name.starts_with("thrd_") => match name {
                "pthread_self" | "pthread_equal" | "thrd_current" | "thrd_equal" => neither,
                _ => both,
            },
            None if library_function(name).is_some() => neither,
            None => both,
        }
    }

    /// The library function that a place enters by name.
    pub(crate) fn library_call_at(&self, at: Position) -> Option<(&'a str, &'a [raddle_ir::Arg])> {
        let Op::Call { callee: Callee::Direct(func), args, .. } = at.op(self.program)? else {
            return None;
        };
        let function = &self.program.functions[*func];
        function.body.is_none().then_some((function.name.as_str(), args.as_slice()))
    }

    /// Where a creation puts the handle of its thread.
    pub(crate) fn creation_handle(&self, at: Position) -> Option<Operand> {
        let (name, args) = self.library_call(at.op(self.program)?)?;
        match sync_op(name)? {
            SyncOp::Create { handle, .. } => args.get(handle).map(|arg| arg.value),
            _ => None,
        }
    }

    /// The operand that a creation passes to its thread.
    pub(crate) fn creation_argument(&self, at: Position) -> Option<Operand> {
        let (name, args) = self.library_call(at.op(self.program)?)?;
        match sync_op(name)? {
            SyncOp::Create { function, .. } => args.get(function + 1).map(|arg| arg.value),
            _ => None,
        }
    }
}

/// Whether some mutex may be recursive: made so by an attribute, or by an initialiser with anything but zeros.
fn has_recursive_locks(program: &Program) -> bool {
    let is_maker = |row: &raddle_library::Row| {
        matches!(row.threads.deed, Deed::MutexKind | Deed::InitWithKind)
    };
    let filled = |init: &raddle_ir::Initializer| {
        init.parts.iter().any(|(_, part)| match part {
            raddle_ir::InitPart::Bytes(bytes) => bytes.iter().any(|&byte| byte != 0),
            _ => true,
        })
    };
    raddle_library::names(is_maker).any(|name| program.function(name).is_some())
        || program.globals.values().any(|global| {
            let may_be = global
                .ty
                .map_or(global.name.starts_with("__const"), |ty| contains_mutex(program, ty, 0));
            may_be && global.init.as_ref().is_some_and(filled)
        })
}

fn contains_mutex(program: &Program, ty: raddle_ir::DebugTypeId, depth: u32) -> bool {
    use raddle_ir::DebugType;
    if depth > 12 {
        return true;
    }
    match program.types.get(ty) {
        Some(DebugType::Struct { name, fields, .. }) => {
            name == "__pthread_mutex_s"
                || fields.iter().any(|field| contains_mutex(program, field.ty, depth + 1))
        }
        Some(DebugType::Array { element, .. }) => contains_mutex(program, *element, depth + 1),
        Some(DebugType::Typedef { name, of: Some(of) }) => {
            name == "pthread_mutex_t" || contains_mutex(program, *of, depth + 1)
        }
        Some(DebugType::Typedef { of: None, .. } | DebugType::Unknown { .. }) | None => true,
        Some(_) => false,
    }
}
