//! Executing a block: from a place and a context to edges.
//!
//! Execution forks at comparisons whose outcome the context leaves open, so that every value derived from one
//! (conditions stored in variables, `&&`, `!`) is a constant afterwards and branches follow. Integers are
//! followed as mathematical ones. An operation that is undefined on overflow (`nsw`, `nuw`) is assumed not to;
//! any other result that may wrap around becomes an unknown number, and one that cannot wrap in this context
//! says so in its pins.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_certify::floats;
use raddle_ir::{Body, FuncId, Inst, Op, Operand, Reg, Terminator, Type};

use crate::affine::{Affine, Var};
use crate::constraints::{Constraint, Constraints};
use crate::context::{Context, Fill, Value};
use crate::cost::CostModel;
use crate::edge::{Edge, Ending, Local, Pin, Target};
use crate::error::Stop;
use crate::weight::Weight;
use crate::world::{ObjectId, ObjectKind, Place, StackId, World, signed};

/// Paths through one block; more are not followed.
const MAX_PATHS: usize = 4096;

/// A path through the block under way.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub inst: usize,
    /// Cells as at the start of the block; constraints as of now.
    pub context: Context,
    pub assigned: BTreeMap<Var, Local>,
    /// See [`Edge::observed`].
    pub observed: BTreeSet<Var>,
    pub refilled: BTreeMap<ObjectId, Fill>,
    pub guards: Vec<(Constraint, Vec<Pin>)>,
    pub requires: Vec<Pin>,
    pub weight: Weight,
}

/// What becomes of a path after one instruction.
pub(crate) enum Flow {
    Next(Run),
    /// The paths go on behind the instruction.
    Fork(Vec<Run>),
    Leave(Run, Target),
}

/// What the simulation knows besides the program.
#[derive(Debug)]
pub struct Settings<'c> {
    pub costs: &'c CostModel,
    /// Counters and assertions by number.
    pub counters: &'c crate::counters::Counters,
}

pub struct Executor<'w, 'p, 'c> {
    pub(crate) world: &'w mut World<'p>,
    pub(crate) settings: &'w Settings<'c>,
    pub(crate) stack: StackId,
    pub(crate) func: FuncId,
    pub(crate) place: Place,
}

/// Follows all paths from a place to the end of its block or to the next call of a function of the program.
pub fn execute(
    world: &mut World<'_>,
    settings: &Settings<'_>,
    place: Place,
    context: &Context,
) -> Result<Vec<Edge>, Stop> {
    let func = world.func_at(place);
    let mut executor = Executor { world, settings, stack: place.stack, func, place };
    let run = Run {
        inst: place.inst as usize,
        context: context.clone(),
        assigned: BTreeMap::new(),
        observed: BTreeSet::new(),
        refilled: BTreeMap::new(),
        guards: Vec::new(),
        requires: Vec::new(),
        weight: Weight::default(),
    };
    executor.all_paths(run)
}

impl<'p> Executor<'_, 'p, '_> {
    fn all_paths(&mut self, first: Run) -> Result<Vec<Edge>, Stop> {
        let Some(body) = self.world.body(self.func) else { return Ok(Vec::new()) };
        let data = &body.blocks[self.place.block];
        let (mut open, mut edges) = (vec![first], Vec::new());
        while let Some(mut run) = open.pop() {
            if edges.len() + open.len() > MAX_PATHS {
                let what = format!("more than {MAX_PATHS} ways through one block");
                return Err(self.stop(&run, what, "split the expression"));
            }
            let Some(inst) = data.insts.get(run.inst) else {
                self.leave_block(run, &data.terminator, &mut edges)?;
                continue;
            };
            self.place.inst = run.inst as u32;
            run.inst += 1;
            match self.instruction(run, inst)? {
                Flow::Next(run) => open.push(run),
                Flow::Fork(runs) => open.extend(runs.into_iter().rev()),
                Flow::Leave(run, target) => edges.push(self.edge(run, target)),
            }
        }
        Ok(edges)
    }

    pub(crate) fn stop(
        &self,
        run: &Run,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> Stop {
        let inst = run.inst.saturating_sub(1) as u32;
        Stop::new(self.world.loc(Place { inst, ..self.place }), what, advice)
    }

    fn edge(&mut self, run: Run, target: Target) -> Edge {
        let mut after = run.context.clone();
        for (&object, &fill) in &run.refilled {
            after.refill(self.world, object, fill);
        }
        let values: Vec<(Var, Value)> = run
            .assigned
            .iter()
            .map(|(&cell, local)| (cell, self.resolved(&run.context, &local.value)))
            .collect();
        for (cell, value) in values {
            after.set(self.world, cell, value);
        }
        let mut edge = Edge {
            target,
            guards: run.guards,
            requires: run.requires,
            assigned: run.assigned,
            observed: run.observed,
            refilled: run.refilled,
            weight: run.weight,
            witness: Constraints::default(),
            merged: Vec::new(),
            after,
        };
        match target {
            Target::To(place) => {
                self.forget_dead(&mut edge, place);
                edge.weight = edge.weight.then(&Weight::step(place));
            }
            // Arguments are all that matters inside; what the caller keeps is put back after the call.
            Target::Call(..) | Target::End(_) | Target::Blocked => {}
        }
        edge.after.tidy();
        edge
    }

    pub(crate) fn resolved(&mut self, context: &Context, value: &Value) -> Value {
        match value.affine() {
            None => value.clone(),
            Some(affine) => match context.resolve(self.world, affine) {
                Some(resolved) => value.with(resolved),
                None => Value::Any,
            },
        }
    }

    /// Registers that nobody reads any more, and those of functions that have returned.
    fn forget_dead(&mut self, edge: &mut Edge, place: Place) {
        let live = self.world.live(place);
        let entered_or_left = place.stack != self.stack;
        let stack = self.stack;
        let world = &*self.world;
        let depth_of_target = place.stack;
        let is_live = |var: &Var| match world.cell_of(*var) {
            Some(crate::world::Cell::Reg(owner, reg)) => {
                if owner == depth_of_target {
                    live.contains(&reg)
                } else {
                    // A frame below stays as it is; one that was left is gone.
                    !(entered_or_left
                        && owner == stack
                        && world.called_from(stack, depth_of_target))
                }
            }
            Some(crate::world::Cell::Memory(object, ..)) => match world.object_kind(object) {
                ObjectKind::Slot(owner, _) => {
                    owner == depth_of_target || !world.called_from(owner, depth_of_target)
                }
                ObjectKind::Global(_) | ObjectKind::Heap(..) => true,
            },
            _ => true,
        };
        edge.assigned.retain(|var, _| is_live(var));
        Rc::make_mut(&mut edge.after.cells).retain(|var, _| is_live(var));
        Rc::make_mut(&mut edge.after.fills).retain(|&object, _| match world.object_kind(object) {
            ObjectKind::Slot(owner, _) => {
                owner == depth_of_target || !world.called_from(owner, depth_of_target)
            }
            ObjectKind::Global(_) | ObjectKind::Heap(..) => true,
        });
    }

    fn leave_block(
        &mut self,
        mut run: Run,
        terminator: &Terminator,
        edges: &mut Vec<Edge>,
    ) -> Result<(), Stop> {
        let stack = self.stack;
        let to = |block| Target::To(Place { stack, block, inst: 0 });
        match terminator {
            Terminator::Jump(block) => {
                let target = to(*block);
                edges.push(self.edge(run, target));
            }
            Terminator::Branch { cond, then, otherwise } => {
                let (then, otherwise) = (to(*then), to(*otherwise));
                let local = self.int_operand(&mut run, *cond, Type::BOOL);
                let (holds, fails) = self.split_nonzero(run, &local);
                edges.extend(holds.map(|run| self.edge(run, then)));
                edges.extend(fails.map(|run| self.edge(run, otherwise)));
            }
            Terminator::Switch { ty, value, cases, default } => {
                let local = self.int_operand(&mut run, *value, *ty);
                let bits = ty.bits(&self.world.program.target);
                let mut rest = Some(run);
                for &(case, block) in cases {
                    let Some(run) = rest.take() else { break };
                    let case = signed(case.into(), bits);
                    let target = to(block);
                    let (holds, fails) = self.split_equal(run, &local, case);
                    edges.extend(holds.map(|run| self.edge(run, target)));
                    rest = fails;
                }
                let target = to(*default);
                edges.extend(rest.map(|run| self.edge(run, target)));
            }
            Terminator::Return(values) => {
                let target = self.returning(&mut run, values);
                edges.push(self.edge(run, target));
            }
            Terminator::Unreachable => edges.push(self.edge(run, Target::End(Ending::Exit))),
        }
        Ok(())
    }

    fn returning(&mut self, run: &mut Run, values: &[Operand]) -> Target {
        let function = &self.world.program.functions[self.func];
        let results: Vec<Local> = values
            .iter()
            .zip(&function.returns)
            .map(|(&value, &ty)| self.operand(run, value, ty))
            .collect();
        let stack = self.world.stack_of(self.stack);
        match stack.back {
            None if stack.root => Target::End(Ending::Exit),
            Some(back) => {
                self.receive(run, back, results);
                Target::To(back)
            }
            None => {
                for (index, (result, &ty)) in results.into_iter().zip(&function.returns).enumerate()
                {
                    let cell = crate::world::Cell::Result(self.func, index as u32);
                    let var = self.world.cell(cell, ty);
                    run.assigned.insert(var, result);
                }
                Target::End(Ending::Return)
            }
        }
    }

    /// Gives the results of a call to the registers of the caller; `back` is the place behind the call.
    fn receive(&mut self, run: &mut Run, back: Place, results: Vec<Local>) {
        let caller = self.world.stack_of(back.stack).func;
        let Some(body) = self.world.body(caller) else { return };
        let call = &body.blocks[back.block].insts[back.inst as usize - 1];
        let Op::Call { dsts, .. } = &call.op else { return };
        for (&dst, result) in dsts.iter().zip(results) {
            if self.world.relevance.reg(caller, dst) {
                let var = self.world.reg(back.stack, dst);
                run.assigned.insert(var, result);
            }
        }
    }

    fn instruction(&mut self, mut run: Run, inst: &'p Inst) -> Result<Flow, Stop> {
        match &inst.op {
            Op::Copy { dst, ty, src } => {
                if self.wanted(*dst) {
                    let local = self.operand(&mut run, *src, *ty);
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::Binary { dst, op, ty, a, b, overflow } => {
                if self.wanted(*dst) {
                    let no_wrap = overflow.signed;
                    let a = self.int_operand(&mut run, *a, *ty);
                    let b = self.int_operand(&mut run, *b, *ty);
                    let local = self.binary(&mut run, *op, *ty, a, b, no_wrap);
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::Compare { dst, op, ty, a, b } => {
                if self.wanted(*dst) {
                    return Ok(self.compare(run, *dst, *op, *ty, *a, *b));
                }
            }
            Op::FloatBinary { dst, op, ty, a, b } => {
                if self.wanted(*dst) {
                    let a = self.operand(&mut run, *a, *ty);
                    let b = self.operand(&mut run, *b, *ty);
                    let local = self.folded(&run, &[&a, &b], |words| {
                        floats::binary(*op, *ty, words[0], words[1])
                    });
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::FloatNeg { dst, ty, a } => {
                if self.wanted(*dst) {
                    let a = self.operand(&mut run, *a, *ty);
                    let local = self.folded(&run, &[&a], |words| floats::negate(*ty, words[0]));
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::FloatCompare { dst, op, ty, a, b } => {
                if self.wanted(*dst) {
                    let a = self.operand(&mut run, *a, *ty);
                    let b = self.operand(&mut run, *b, *ty);
                    let local = self.folded(&run, &[&a, &b], |words| {
                        floats::compare(*op, *ty, words[0], words[1])
                    });
                    return Ok(self.truth(run, *dst, local));
                }
            }
            Op::Cast { dst, op, from, to, a } => {
                if self.wanted(*dst) {
                    let a = self.operand(&mut run, *a, *from);
                    let local = self.cast(&mut run, *op, *from, *to, a);
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::Select { dst, ty, cond, a, b } => {
                if self.wanted(*dst) {
                    let cond = self.int_operand(&mut run, *cond, Type::BOOL);
                    let a = self.operand(&mut run, *a, *ty);
                    let b = self.operand(&mut run, *b, *ty);
                    let (holds, fails) = self.split_nonzero(run, &cond);
                    let with = |executor: &mut Self, run: Option<Run>, local: Local| {
                        run.map(|mut run| {
                            executor.assign(&mut run, *dst, local);
                            run
                        })
                    };
                    let holds = with(self, holds, a);
                    let fails = with(self, fails, b);
                    return Ok(Flow::Fork(holds.into_iter().chain(fails).collect()));
                }
            }
            Op::Address { dst, base, offset, indices, .. } => {
                if self.wanted(*dst) {
                    let local = self.address(&mut run, *base, *offset, indices);
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::Load { dst, ty, ptr, volatile, .. } => {
                if self.wanted(*dst) {
                    let pointer = self.operand(&mut run, *ptr, Type::Ptr);
                    let local =
                        if *volatile { self.fresh(*ty) } else { self.load(&mut run, pointer, *ty) };
                    self.assign(&mut run, *dst, local);
                }
            }
            Op::Store { ty, value, ptr, .. } => {
                if self.world.relevance.may_touch(self.func, *ptr) {
                    let value = self.operand(&mut run, *value, *ty);
                    let pointer = self.operand(&mut run, *ptr, Type::Ptr);
                    self.store(&mut run, pointer, *ty, value);
                }
            }
            Op::AtomicUpdate { dst, ty, ptr, .. } => {
                let pointer = self.operand(&mut run, *ptr, Type::Ptr);
                let old = self.load(&mut run, pointer.clone(), *ty);
                self.assign(&mut run, *dst, old);
                let new = self.fresh(*ty);
                self.store(&mut run, pointer, *ty, new);
            }
            Op::CompareExchange { old, ok, ty, ptr, .. } => {
                let pointer = self.operand(&mut run, *ptr, Type::Ptr);
                let (found, swapped, new) =
                    (self.fresh(*ty), self.fresh(Type::BOOL), self.fresh(*ty));
                self.assign(&mut run, *old, found);
                self.assign(&mut run, *ok, swapped);
                self.store(&mut run, pointer, *ty, new);
            }
            Op::Fence { .. } => {}
            Op::Alloca { dst, slot, .. } => {
                // Outside of the first block it may be executed again while the first object lives.
                let object = match self.place.block == Body::ENTRY {
                    true => self.world.object(ObjectKind::Slot(self.stack, *slot)),
                    false => self.world.object(ObjectKind::Heap(self.place, 0)),
                };
                self.refill(&mut run, object, Fill::Unknown);
                let local = Local::of(Value::Pointer(object, Affine::constant(0)));
                self.assign(&mut run, *dst, local);
            }
            Op::Call { callee, args, dsts } => return self.call(run, *callee, args, dsts),
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                return self.intrinsic(run, dsts, *intrinsic, *ty, args);
            }
            Op::Unsupported { what } => {
                return Err(self.stop(&run, format!("unsupported: {what}"), "rewrite this line"));
            }
        }
        Ok(Flow::Next(run))
    }

    pub(crate) fn wanted(&self, reg: Reg) -> bool {
        self.world.relevance.reg(self.func, reg)
    }

    pub(crate) fn assign(&mut self, run: &mut Run, dst: Reg, local: Local) {
        if self.wanted(dst) {
            let var = self.world.reg(self.stack, dst);
            run.assigned.insert(var, local);
        }
    }
}
