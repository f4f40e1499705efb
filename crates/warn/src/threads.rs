//! The threads of a program, told apart by their start function and the place that creates them.
//!
//! Where a function only passes its parameter on to the creation (`start(worker)`), the calls of that function are the places.

use raddle_analysis::{NaturalLoop, PostDominators, natural_loops};
use raddle_ir::{
    BinaryOp, Body, Callee, CompareOp, EntityMap, FuncId, Op, Operand, Program, Reg, Terminator,
    entity,
};
use raddle_pointsto::{Object, ObjectId, Offset, Place, PointsTo, Position, positions_of};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::sync::{SyncOp, sync_op};
use crate::values::Values;

entity!(/// Threads that start in one function and are created at one place; 0 is the first thread.
    Kind, "t");

impl Kind {
    pub(crate) const MAIN: Kind = Kind(0);
}

#[derive(Clone, Debug)]
pub(crate) struct KindData {
    /// Where its threads begin.
    pub(crate) starts: Vec<FuncId>,
    /// The creation, or the call that leads to it; `None` for the first thread.
    pub(crate) created_at: Option<Position>,
    /// Where its handle is stored.
    handles: Vec<Place>,
    /// How the loop runs that creates it.
    shape: Option<LoopShape>,
}

/// `for (i = init; i OP bound; i += step)`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LoopShape {
    init: u64,
    step: u64,
    op: CompareOp,
    bound: Bound,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Bound {
    Constant(u64),
    Global(Operand),
    /// A register that is assigned once.
    Register(FuncId, Reg),
}

#[derive(Debug)]
pub(crate) struct Threads {
    pub(crate) kinds: EntityMap<Kind, KindData>,
    /// Threads that are created at a place.
    pub(crate) created_at: FxHashMap<Position, Vec<Kind>>,
    /// Functions that run at most once.
    once: FxHashSet<FuncId>,
    loops: FxHashMap<FuncId, Vec<NaturalLoop>>,
    /// The kinds that may execute a function.
    pub(crate) runs: FxHashMap<FuncId, Bits>,
    /// Functions that join the thread whose handle is this parameter, whatever way they take.
    joining: FxHashMap<FuncId, usize>,
}

/// What a join waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Joined {
    /// Threads that may be meant.
    pub(crate) kinds: Vec<Kind>,
    /// The loop around it ends when all of them are joined; the block is the loop's header.
    pub(crate) all_by: Option<raddle_ir::Block>,
}

impl LoopShape {
    /// How often the loop runs, if that is a constant.
    fn rounds(&self) -> Option<u64> {
        let (Bound::Constant(bound), 1) = (&self.bound, self.step) else { return None };
        match self.op {
            CompareOp::Slt | CompareOp::Ult | CompareOp::Ne => bound.checked_sub(self.init),
            CompareOp::Sle | CompareOp::Ule => bound.checked_add(1)?.checked_sub(self.init),
            _ => None,
        }
    }
}

impl Threads {
    pub(crate) fn new(program: &Program, points_to: &PointsTo) -> Threads {
        let mut threads = Threads {
            kinds: EntityMap::new(),
            created_at: FxHashMap::default(),
            once: FxHashSet::default(),
            loops: FxHashMap::default(),
            runs: FxHashMap::default(),
            joining: FxHashMap::default(),
        };
        for func in points_to.calls.reachable() {
            if let Some(body) = &program.functions[func].body {
                threads.loops.insert(func, natural_loops(body));
            }
        }
        threads.find_once(points_to);
        threads.find_joining(program, points_to);
        let calls = &points_to.calls;
        let mut roots = calls.roots.clone();
        roots.retain(|root| !calls.by_any_thread.contains(root));
        threads.kinds.push(KindData {
            starts: roots,
            created_at: None,
            handles: Vec::new(),
            shape: None,
        });
        threads.find_created(program, points_to);
        // What every thread runs at its end. The first one may end before the program does.
        if threads.kinds.len() > 1 {
            for data in threads.kinds.values_mut() {
                data.starts.extend(&calls.by_any_thread);
            }
        }
        for kind in threads.kinds.keys() {
            for func in calls.reachable_from(threads.kinds[kind].starts.iter().copied()) {
                threads.runs.entry(func).or_default().insert(kind.0 as usize);
            }
        }
        threads
    }

    fn find_once(&mut self, points_to: &PointsTo) {
        let calls = &points_to.calls;
        let mut open: Vec<FuncId> =
            calls.roots.iter().copied().filter(|&root| calls.callers(root).is_empty()).collect();
        while let Some(func) = open.pop() {
            if !self.once.insert(func) {
                continue;
            }
            let started = calls.starts.iter().filter(|start| start.1.func == func);
            let next: Vec<FuncId> =
                calls.callees(func).iter().copied().chain(started.map(|start| start.0)).collect();
            for callee in next {
                if let [site] = calls.callers(callee)
                    && site.at.func == func
                    && !self.in_loop(site.at)
                    && !calls.roots.contains(&callee)
                {
                    open.push(callee);
                }
            }
        }
    }

    fn find_joining(&mut self, program: &Program, points_to: &PointsTo) {
        for func in points_to.calls.reachable() {
            let Some(body) = &program.functions[func].body else { continue };
            for at in positions_of(program, func) {
                let Some(Op::Call { callee: Callee::Direct(callee), args, .. }) = at.op(program)
                else {
                    continue;
                };
                let joins = sync_op(&program.functions[*callee].name) == Some(SyncOp::Join);
                if let (true, Some(handle)) = (joins, args.first())
                    && let Some(parameter) = handle_argument(program, at, handle.value)
                    && is_always_executed(body, at.block)
                {
                    self.joining.insert(func, parameter);
                }
            }
        }
    }

    /// The parameter whose thread a function joins.
    pub(crate) fn joins_its(&self, func: FuncId) -> Option<usize> {
        self.joining.get(&func).copied()
    }

    /// The loops around a position, the innermost first.
    fn loops_around(&self, at: Position) -> impl Iterator<Item = &NaturalLoop> {
        let loops = self.loops.get(&at.func).map_or(&[][..], Vec::as_slice);
        loops.iter().filter(move |one| one.contains(at.block))
    }

    pub(crate) fn in_loop(&self, at: Position) -> bool {
        self.loops_around(at).next().is_some()
    }

    /// How many threads of a kind there are, if that can be told.
    pub(crate) fn instances(&self, kind: Kind) -> Option<u64> {
        let Some(at) = self.kinds[kind].created_at else {
            return Some(1);
        };
        if !self.once.contains(&at.func) {
            return None;
        }
        match (self.loops_around(at).count(), &self.kinds[kind].shape) {
            (0, _) => Some(1),
            (1, Some(shape)) => shape.rounds(),
            _ => None,
        }
    }

    /// Whether a thread of a kind comes by a place at most once.
    pub(crate) fn once_per_thread(&self, points_to: &PointsTo, kind: Kind, at: Position) -> bool {
        let mut at = at;
        for _ in 0..64 {
            if self.in_loop(at) {
                return false;
            }
            match points_to.calls.callers(at.func) {
                _ if self.kinds[kind].starts.contains(&at.func) => {
                    return points_to
                        .calls
                        .callers(at.func)
                        .iter()
                        .all(|c| c.starts_with.is_some());
                }
                [site] => at = site.at,
                _ => return false,
            }
        }
        false
    }

    /// Whether a place of the program is executed at most once.
    pub(crate) fn at_most_once(&self, at: Position) -> bool {
        self.once.contains(&at.func) && !self.in_loop(at)
    }

    /// Whether an abstract object stands for one object only.
    pub(crate) fn is_single(
        &self,
        program: &Program,
        points_to: &PointsTo,
        object: ObjectId,
    ) -> bool {
        match points_to.object(object) {
            Object::Global(global) => !program.globals[global].thread_local,
            Object::Local(func, _) => self.once.contains(&func),
            Object::Heap(at) => self.at_most_once(at),
            Object::Function(_)
            | Object::ByValue(..)
            | Object::Variadic(_)
            | Object::Library
            | Object::Unknown => false,
        }
    }

    fn find_created(&mut self, program: &Program, points_to: &PointsTo) {
        let calls = &points_to.calls;
        let reachable = calls.reachable();
        let mut sites: Vec<Position> = calls.starts.iter().map(|start| start.1).collect();
        sites.sort_unstable();
        sites.dedup();
        for at in sites.into_iter().filter(|at| reachable.contains(&at.func)) {
            let starts: Vec<FuncId> = calls.started_at(at).collect();
            let Some((handle, function, argument_operand)) = creation(program, at) else {
                continue;
            };
            // A start function that does nothing but call its argument is not worth a name.
            let trampoline = starts.len() == 1 && only_calls_on(program, starts[0]);
            let told_by = if trampoline { argument_operand } else { function };
            match self.passed_on(program, points_to, at, told_by) {
                Some(callers) => {
                    for (caller, start) in callers {
                        let handles = handle_argument(program, at, handle)
                            .and_then(|index| argument(program, caller, index))
                            .map_or_else(
                                || points_to.places(at.func, handle),
                                |operand| points_to.places(caller.func, operand),
                            );
                        self.add_kind(program, start, caller, handles);
                    }
                }
                None => {
                    for start in starts {
                        self.add_kind(program, start, at, points_to.places(at.func, handle));
                    }
                }
            }
        }
    }

    fn add_kind(&mut self, program: &Program, start: FuncId, at: Position, handles: Vec<Place>) {
        let shape = self.innermost_shape(program, at).map(|(_, shape)| shape);
        let kind =
            self.kinds.push(KindData { starts: vec![start], created_at: Some(at), handles, shape });
        self.created_at.entry(at).or_default().push(kind);
    }

    /// If the start function is a parameter and every call passes a function by name: these calls.
    fn passed_on(
        &self,
        program: &Program,
        points_to: &PointsTo,
        at: Position,
        function: Operand,
    ) -> Option<Vec<(Position, FuncId)>> {
        let index = handle_argument(program, at, function)?;
        let mut callers = Vec::new();
        for site in points_to.calls.callers(at.func) {
            let Some(Operand::Func(start)) = argument(program, site.at, index) else { return None };
            if !site.passes_arguments {
                return None;
            }
            callers.push((site.at, start));
        }
        (!callers.is_empty()).then_some(callers)
    }

    fn innermost_shape(&self, program: &Program, at: Position) -> Option<(NaturalLoop, LoopShape)> {
        let inner = self.loops_around(at).next()?.clone();
        let body = program.functions[at.func].body.as_ref()?;
        let shape = loop_shape(at.func, body, &inner)?;
        Some((inner, shape))
    }

    /// What the join at a position waits for.
    pub(crate) fn joined(
        &self,
        program: &Program,
        points_to: &PointsTo,
        at: Position,
        handle: Operand,
    ) -> Joined {
        let places = handle_places(program, points_to, at.func, handle, 0);
        let overlaps = |a: &Place, b: &Place| {
            a.object == b.object
                && (a.offset == b.offset || a.offset == Offset::Any || b.offset == Offset::Any)
        };
        let kinds: Vec<Kind> = self
            .kinds
            .iter()
            .filter(|(_, data)| data.handles.iter().any(|a| places.iter().any(|b| overlaps(a, b))))
            .map(|(kind, _)| kind)
            .collect();
        let exact = matches!(places.as_slice(), [place] if place.offset != Offset::Any);
        if exact {
            return Joined { kinds, all_by: None };
        }
        let Some((inner, shape)) = self.innermost_shape(program, at) else {
            return Joined { kinds, all_by: None };
        };
        let counted = shape.rounds().filter(|_| shape.init == 0);
        let handle_bytes = u64::from(program.target.pointer_bits / 8);
        let all = kinds.iter().all(|&kind| {
            let data = &self.kinds[kind];
            let alike = data.shape.as_ref() == Some(&shape);
            alike
                || matches!((data.handles.as_slice(), counted),
                    ([Place { offset: Offset::At(offset), .. }], Some(count))
                        if *offset < count.saturating_mul(handle_bytes))
        });
        Joined { kinds, all_by: all.then_some(inner.header) }
    }
}

/// Whether a function touches no memory and calls nothing but a pointer.
fn only_calls_on(program: &Program, func: FuncId) -> bool {
    let Some(body) = &program.functions[func].body else { return false };
    let mut insts = body.blocks.values().flat_map(|data| &data.insts);
    let mut calls = 0;
    insts.all(|inst| match &inst.op {
        Op::Call { callee: Callee::Indirect(_), .. } => {
            calls += 1;
            calls == 1
        }
        Op::Copy { .. } | Op::Cast { .. } | Op::Compare { .. } => true,
        _ => false,
    }) && calls == 1
}

/// The operands of a creation: where the handle goes, the function, and its argument.
fn creation(program: &Program, at: Position) -> Option<(Operand, Operand, Operand)> {
    let Some(Op::Call { callee: Callee::Direct(callee), args, .. }) = at.op(program) else {
        return None;
    };
    let Some(SyncOp::Create { handle, function }) = sync_op(&program.functions[*callee].name)
    else {
        return None;
    };
    let value = |index: usize| args.get(index).map(|arg| arg.value);
    Some((value(handle)?, value(function)?, value(function + 1)?))
}

/// Whether every way through a function leads through a block.
fn is_always_executed(body: &Body, block: raddle_ir::Block) -> bool {
    let joins = PostDominators::new(body);
    let mut at = Some(Body::ENTRY);
    while let Some(here) = at {
        if here == block {
            return true;
        }
        at = joins.immediate(here);
    }
    false
}

fn argument(program: &Program, at: Position, index: usize) -> Option<Operand> {
    match at.op(program) {
        Some(Op::Call { args, .. }) => args.get(index).map(|arg| arg.value),
        _ => None,
    }
}

/// The parameter that an operand is.
fn handle_argument(program: &Program, at: Position, operand: Operand) -> Option<usize> {
    let function = &program.functions[at.func];
    let body = function.body.as_ref()?;
    let mut values = Values::new(function, body);
    let (value, distance) = values.pointer(body, operand)?;
    let reg = values.register(value)?;
    (distance == 0).then(|| function.params.iter().position(|param| param.reg == reg)).flatten()
}

/// Where a handle was read from.
fn handle_places(
    program: &Program,
    points_to: &PointsTo,
    func: FuncId,
    handle: Operand,
    depth: u32,
) -> Vec<Place> {
    let Operand::Reg(reg) = handle else { return Vec::new() };
    let mut places = Vec::new();
    if depth > 8 {
        return places;
    }
    for at in positions_of(program, func) {
        match at.op(program) {
            Some(Op::Load { dst, ptr, .. }) if *dst == reg => {
                places.extend(points_to.places(func, *ptr));
            }
            Some(Op::Copy { dst, src, .. } | Op::Cast { dst, a: src, .. })
                if *dst == reg && *src != handle =>
            {
                places.extend(handle_places(program, points_to, func, *src, depth + 1));
            }
            _ => {}
        }
    }
    places
}

fn loop_shape(func: FuncId, body: &Body, around: &NaturalLoop) -> Option<LoopShape> {
    let header = &body.blocks[around.header];
    let Terminator::Branch { cond: Operand::Reg(cond), then, .. } = &header.terminator else {
        return None;
    };
    if !around.contains(*then) {
        return None;
    }
    let (op, counter, bound) = header.insts.iter().find_map(|inst| match &inst.op {
        Op::Compare { dst, op, a: Operand::Reg(a), b, .. } if dst == cond => Some((*op, *a, *b)),
        _ => None,
    })?;
    let mut init = None;
    let mut step = None;
    let mut others = 0;
    let mut bound_sources = Vec::new();
    for (block, data) in body.blocks.iter() {
        for inst in &data.insts {
            match &inst.op {
                Op::Copy { dst, src: Operand::Const(value), .. }
                    if *dst == counter && !around.contains(block) =>
                {
                    others += u32::from(init.is_some());
                    init = Some(*value);
                }
                Op::Binary { dst, op: BinaryOp::Add, a, b: Operand::Const(by), .. }
                    if *dst == counter && *a == Operand::Reg(counter) && around.contains(block) =>
                {
                    others += u32::from(step.is_some());
                    step = Some(*by);
                }
                op => op.for_each_result(|&reg| {
                    others += u32::from(reg == counter);
                    if Operand::Reg(reg) == bound {
                        bound_sources.push(op.clone());
                    }
                }),
            }
        }
    }
    let bound = match (bound, bound_sources.as_slice()) {
        (Operand::Const(value), _) => Bound::Constant(value),
        (Operand::Reg(_), [Op::Load { ptr: Operand::Global(global, offset), .. }]) => {
            Bound::Global(Operand::Global(*global, *offset))
        }
        (Operand::Reg(reg), [] | [_]) => Bound::Register(func, reg),
        _ => return None,
    };
    (others == 0).then_some(LoopShape { init: init?, step: step?, op, bound })
}
