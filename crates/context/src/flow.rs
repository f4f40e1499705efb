//! The engine that all analyses share: follows one function from its entry, with what is known at each block, until nothing changes.
//!
//! A [`State`] has a part for each analysis (`definitions.rs`, `memory.rs`, `locksets.rs`, `barriers.rs`, `conditions.rs`). Where ways come together each part keeps
//! what holds on all of them. Calls that come back before the place are replaced by summaries (`summary.rs`); those that are under way in the context are followed
//! with the state at the call (`stack.rs`), so that whatever is known there is known inside.
//!
//! A function is followed twice: the first time shows which registers grow by a constant in every round of a loop; the second time they are expressed by the
//! number of rounds (`definitions.rs`).

use std::rc::Rc;

use raddle_ir::{Block, Body, Entity, EntityMap, FuncId, Op, Operand, Reg, Type};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

use crate::cells::{Balances, Beside, Rows};
use crate::definitions::Induction;
use crate::locksets::Locks;
use crate::memory::{Memory, Sharing};
use crate::summary::Summary;
use crate::values::{Instance, Symbol, SymbolKind, Val, Values};
use crate::world::{Shape, World};

/// Visits of one block after which every register counts as changing there.
const MOST_VISITS: u32 = 40;

/// What is known at a point of a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// By register.
    pub(crate) regs: Vec<Val>,
    pub(crate) memory: Memory,
    pub(crate) locks: Locks,
    /// How often each barrier was passed, by address; what is missing was not passed. Also what was added to variables (`balances.rs`), and how often threads were created (`ended.rs`).
    /// `None`: nothing is known.
    pub(crate) passes: Option<Vec<(Val, Val)>>,
    /// Truth values that hold, in order.
    pub(crate) conditions: Vec<Val>,
}

/// A function that is followed.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    pub(crate) instance: Instance,
    /// The kind of thread that executes it, if that is certain.
    pub(crate) kind: Option<usize>,
}

/// What is known at the beginning of every block that can be reached.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) frame: Frame,
    ins: EntityMap<Block, Option<Rc<State>>>,
}

/// All analyses of one program and context.
#[derive(Debug)]
pub(crate) struct Analysis<'a> {
    pub(crate) world: World<'a>,
    pub(crate) values: Values,
    pub(crate) sharing: Sharing,
    pub(crate) summaries: FxHashMap<FuncId, Option<Rc<Summary>>>,
    /// Made while summaries were under way that they need: good for what is known inside of the function.
    pub(crate) drafts: FxHashMap<FuncId, Option<Rc<Summary>>>,
    pub(crate) balances: Balances,
    pub(crate) beside: Beside,
    pub(crate) rows: Rows,
    /// What is given to new threads is being looked at.
    pub(crate) giving: bool,
    /// Functions whose summaries are being made.
    pub(crate) under_way: Vec<FuncId>,
    /// Kinds of which the program may have had other threads than those of the context.
    pub(crate) left_out: Vec<usize>,
    /// Some fact rests on the absence of data races.
    pub(crate) assumes_no_races: bool,
    /// Something was met that locks cannot be followed through.
    pub(crate) locks_lost: bool,
}

/// One run over a body.
struct Run<'r> {
    frame: &'r Frame,
    body: &'r Body,
    shape: &'r Shape,
    inductions: FxHashMap<(Block, Reg), Induction>,
    pass_steps: FxHashMap<(Block, Val), u64>,
    outs: EntityMap<Block, Vec<Option<Rc<State>>>>,
    ins: EntityMap<Block, Option<Rc<State>>>,
    visits: EntityMap<Block, u32>,
    /// By header: what was known on the edges into its loop.
    entered: FxHashMap<Block, Vec<Option<Rc<State>>>>,
}

impl<'a> Analysis<'a> {
    /// Follows a function; `None` if the budget is spent.
    pub(crate) fn follow(&mut self, frame: &Frame, entry: State) -> Option<Solved> {
        let none = Body::default();
        let body = self.world.body(frame.func).unwrap_or(&none);
        let shape = self.world.shape(frame.func);
        let entry = Rc::new(entry);
        let mut run = Run::new(frame, body, &shape);
        self.iterate(&mut run, &entry)?;
        if !shape.loops.is_empty() {
            let inductions = self.inductions(&run.ins, &run.outs, frame, body, &shape);
            let pass_steps = self.pass_steps(&run.ins, &run.outs, frame, &shape);
            if !inductions.is_empty() || !pass_steps.is_empty() {
                run = Run::new(frame, body, &shape);
                run.inductions = inductions;
                run.pass_steps = pass_steps;
                self.iterate(&mut run, &entry)?;
            }
        }
        Some(Solved { frame: frame.clone(), ins: run.ins })
    }

    fn iterate(&mut self, run: &mut Run<'_>, entry: &Rc<State>) -> Option<()> {
        if run.body.blocks.is_empty() {
            return Some(());
        }
        let mut rank: EntityMap<Block, usize> = run.body.blocks.keys().map(|_| 0).collect();
        for (index, &block) in run.shape.order.iter().enumerate() {
            rank[block] = index;
        }
        let mut open = std::collections::BTreeSet::from([0usize]);
        while let Some(next) = open.pop_first() {
            if self.world.budget.is_spent() {
                return None;
            }
            let block = run.shape.order[next];
            run.begin_loop_again(block);
            let targets = raddle_analysis::successors(&run.body.blocks[block].terminator);
            let Some(state) = self.enter(run, block, entry) else {
                if run.ins[block].take().is_some() {
                    run.outs[block].fill(None);
                    open.extend(targets.iter().map(|&target| rank[target]));
                }
                continue;
            };
            let state = Rc::new(state);
            if run.ins[block].as_ref() == Some(&state) {
                continue;
            }
            run.visits[block] += 1;
            run.ins[block] = Some(state.clone());
            let count = run.body.blocks[block].insts.len() as u32;
            let mut state = Some((*state).clone());
            for inst in 0..count {
                let at = Position { func: run.frame.func, block, inst };
                state = state.and_then(|state| self.step(run.frame, state, at));
            }
            let outs = match state {
                Some(state) => self.leave(run, block, state),
                None => vec![None; run.outs[block].len()],
            };
            for ((edge, out), target) in outs.into_iter().enumerate().zip(targets) {
                let out = out.map(Rc::new);
                if run.outs[block][edge] != out {
                    run.outs[block][edge] = out;
                    open.insert(rank[target]);
                }
            }
        }
        Some(())
    }

    /// What is known at the beginning of a block; `None` if control does not come there.
    fn enter(&mut self, run: &Run<'_>, block: Block, entry: &Rc<State>) -> Option<State> {
        // Which edge comes from inside the loop that the block is the header of.
        let around = run.shape.headed[block].map(|index| &run.shape.loops[index]);
        let mut incoming: Vec<(Rc<State>, bool)> = Vec::new();
        if block == Body::ENTRY {
            incoming.push((entry.clone(), false));
        }
        for &(source, edge) in &run.shape.sources[block] {
            if let Some(state) = &run.outs[source][edge] {
                let back = around.is_some_and(|around| around.contains(source));
                incoming.push((state.clone(), back));
            }
        }
        if incoming.is_empty() {
            return None;
        }
        if incoming.len() == 1 && around.is_none() {
            return Some((*incoming[0].0).clone());
        }
        let forced = run.visits[block] > MOST_VISITS;
        let joint = Joint { frame: run.frame, block, around, incoming: &incoming, forced };
        let before = run.ins[block].as_deref();
        let ways = self.ways(&joint);
        let regs = self.join_registers(&joint, before, &run.inductions, ways.as_ref());
        let locks = self.join_locks(&joint, &regs);
        let mut state = State {
            memory: self.join_memory(&joint, ways.as_ref()),
            passes: self.join_passes(&joint, before, &run.pass_steps),
            conditions: self.join_conditions(&joint),
            locks,
            regs,
        };
        self.header_conditions(run.body, &joint, &mut state, &run.inductions);
        Some(state)
    }

    /// What is known on each edge out of a block.
    fn leave(&mut self, run: &Run<'_>, block: Block, state: State) -> Vec<Option<State>> {
        let mut outs = self.branch(run.frame, run.body, block, state);
        let targets = raddle_analysis::successors(&run.body.blocks[block].terminator);
        for (out, target) in outs.iter_mut().zip(targets) {
            if let Some(state) = out {
                self.leave_loop(
                    run.frame,
                    run.body,
                    run.shape,
                    (block, target),
                    state,
                    &run.inductions,
                );
            }
        }
        outs
    }

    /// What is known just before an operation; `None` if control does not come there.
    pub(crate) fn state_at(&mut self, solved: &Solved, at: Position) -> Option<State> {
        let mut state = (**solved.ins.get(at.block)?.as_ref()?).clone();
        for inst in 0..at.inst {
            state = self.step(&solved.frame, state, Position { inst, ..at })?;
        }
        Some(state)
    }

    /// Calls `visit` with every operation that can be reached and what is known before it.
    pub(crate) fn for_each(
        &mut self,
        solved: &Solved,
        visit: &mut dyn FnMut(&mut Self, Position, &State),
    ) {
        let func = solved.frame.func;
        let Some(body) = self.world.body(func) else { return };
        for (block, data) in body.blocks.iter() {
            let Some(start) = solved.ins.get(block).and_then(|state| state.as_deref()) else {
                continue;
            };
            let mut state = Some(start.clone());
            for inst in 0..=data.insts.len() as u32 {
                let Some(known) = state else { break };
                let at = Position { func, block, inst };
                visit(self, at, &known);
                state = match (inst as usize) < data.insts.len() {
                    true => self.step(&solved.frame, known, at),
                    false => None,
                };
            }
        }
    }

    /// One operation. `None` if control does not come behind it.
    pub(crate) fn step(&mut self, frame: &Frame, mut state: State, at: Position) -> Option<State> {
        let op = at.op(self.world.program)?;
        match op {
            Op::Copy { .. }
            | Op::Binary { .. }
            | Op::Compare { .. }
            | Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Address { .. } => self.compute(frame, &mut state, at, op),
            Op::Alloca { dst, slot, .. } => {
                let value = self.slot(frame, at, *slot);
                state.regs[dst.index()] = value;
            }
            Op::Load { .. } => self.load(frame, &mut state, at, op),
            Op::Store { .. } => self.store(frame, &mut state, at, op),
            Op::AtomicUpdate { .. } | Op::CompareExchange { .. } | Op::Fence { .. } => {
                self.forget_written(frame, &mut state, at);
                self.acquire_and_release(frame, &mut state, None);
                self.assign_unknown(frame, &mut state, at, op);
            }
            Op::Intrinsic { .. } => {
                self.forget_written(frame, &mut state, at);
                self.assign_unknown(frame, &mut state, at, op);
            }
            Op::Call { .. } => return self.call(frame, state, at, op),
            Op::Unsupported { .. } => return None,
        }
        Some(state)
    }

    /// The value of an operand, `None` if it has none that stays.
    pub(crate) fn eval(&mut self, state: &State, operand: Operand, ty: Type) -> Option<Val> {
        match operand {
            Operand::Reg(reg) => state.regs.get(reg.index()).copied(),
            // Every thread has its own.
            Operand::Global(global, _) if self.world.program.globals[global].thread_local => None,
            constant => self.values.operand(constant, ty),
        }
    }

    /// A symbol of a frame. What is assigned at most once in a run is the same for everybody.
    pub(crate) fn symbol(
        &mut self,
        frame: &Frame,
        block: Block,
        kind: SymbolKind,
        ty: Type,
    ) -> Val {
        let once = self.world.at_most_once(frame.func, block);
        let instance = if once { Instance::ONCE } else { frame.instance };
        self.values.symbol(Symbol { instance, kind, ty })
    }

    /// The state at the entry of a function of which nothing is known but its parameters.
    pub(crate) fn entry_state(&mut self, frame: &Frame, params: &[Option<Val>]) -> State {
        let function = &self.world.program.functions[frame.func];
        let none = Body::default();
        let body = self.world.body(frame.func).unwrap_or(&none);
        let mut regs = Vec::with_capacity(body.regs.len());
        for (reg, info) in body.regs.iter() {
            let kind = SymbolKind::Unassigned(frame.func, reg);
            regs.push(self.symbol(frame, Body::ENTRY, kind, info.ty));
        }
        for (index, param) in function.params.iter().enumerate() {
            let kind = SymbolKind::Param(frame.func, index as u32);
            let ty = body.regs.get(param.reg).map_or(Type::Ptr, |info| info.ty);
            let value = params.get(index).copied().flatten();
            let value = value.and_then(|value| self.values.converted(value, ty));
            let value = value.unwrap_or_else(|| self.symbol(frame, Body::ENTRY, kind, ty));
            if let Some(reg) = regs.get_mut(param.reg.index()) {
                *reg = value;
            }
        }
        State {
            regs,
            memory: Memory::default(),
            locks: Locks::default(),
            passes: Some(Vec::new()),
            conditions: Vec::new(),
        }
    }
}

/// A store that is executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storing<'s> {
    pub(crate) frame: &'s Frame,
    pub(crate) at: Position,
    pub(crate) address: Val,
    pub(crate) bytes: u64,
}

/// What tells the ways apart that come together.
#[derive(Debug)]
pub(crate) enum Ways {
    One(usize),
    Either(Val, Box<Ways>, Box<Ways>),
}

/// Ways that come together at the beginning of a block.
pub(crate) struct Joint<'j> {
    pub(crate) frame: &'j Frame,
    pub(crate) block: Block,
    /// The loop that the block is the header of.
    pub(crate) around: Option<&'j raddle_analysis::NaturalLoop>,
    /// With whether control comes from inside of that loop.
    pub(crate) incoming: &'j [(Rc<State>, bool)],
    /// It does not seem to end: nothing stays as it is.
    pub(crate) forced: bool,
}

impl Joint<'_> {
    /// Whether a value may change its meaning here, because a symbol in it is assigned in the loop.
    pub(crate) fn is_stale(&self, values: &Values, value: Val) -> bool {
        let Some(around) = self.around else { return false };
        values.mentions(value).iter().any(|&symbol| {
            let symbol = values.symbols[symbol];
            let inside =
                |func: FuncId, block: Block| func == self.frame.func && around.contains(block);
            symbol.instance == self.frame.instance
                && match symbol.kind {
                    SymbolKind::Result(at, _) => inside(at.func, at.block),
                    SymbolKind::Merge(func, block, _)
                    | SymbolKind::Trip(func, block)
                    | SymbolKind::Passes(func, block, _) => inside(func, block),
                    SymbolKind::Lock(_)
                    | SymbolKind::Param(..)
                    | SymbolKind::Unassigned(..)
                    | SymbolKind::Slot(..)
                    | SymbolKind::Frozen(..)
                    | SymbolKind::Now(..)
                    | SymbolKind::Creation
                    | SymbolKind::Times(_) => false,
                }
        })
    }
}

impl<'r> Run<'r> {
    fn new(frame: &'r Frame, body: &'r Body, shape: &'r Shape) -> Run<'r> {
        let count = |data: &raddle_ir::BlockData| {
            vec![None; raddle_analysis::successors(&data.terminator).len()]
        };
        Run {
            frame,
            body,
            shape,
            inductions: FxHashMap::default(),
            pass_steps: FxHashMap::default(),
            outs: body.blocks.values().map(count).collect(),
            ins: body.blocks.keys().map(|_| None).collect(),
            visits: body.blocks.keys().map(|_| 0).collect(),
            entered: FxHashMap::default(),
        }
    }

    /// If a loop is entered with something else than before, what was found inside says nothing any more: it would count as another way, and make registers change that do not.
    fn begin_loop_again(&mut self, header: Block) {
        let shape = self.shape;
        let Some(around) = shape.headed[header].map(|index| &shape.loops[index]) else { return };
        // Where control also jumps into a loop, its blocks reach back to the beginning of the function.
        if header != Body::ENTRY && around.contains(Body::ENTRY) {
            return;
        }
        let sources = shape.sources[header].iter().filter(|(source, _)| !around.contains(*source));
        let entered: Vec<Option<Rc<State>>> =
            sources.map(|&(source, edge)| self.outs[source][edge].clone()).collect();
        let before = self.entered.insert(header, entered);
        // In code with jumps into loops this might go on for ever.
        if before.is_some_and(|before| before != self.entered[&header])
            && self.visits[header] < MOST_VISITS / 2
        {
            for &block in &around.blocks {
                self.outs[block].fill(None);
                self.ins[block] = None;
            }
        }
    }
}
