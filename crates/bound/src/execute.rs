//! Executing a block: from a place and a context to edges.
//!
//! Execution forks at comparisons whose outcome the context leaves open, so that every value derived from one
//! (conditions stored in variables, `&&`, `!`) is a constant afterwards and branches follow. Integers are
//! followed as mathematical ones. An operation that is undefined on overflow (`nsw`, `nuw`) is assumed not to;
//! any other result that may wrap around becomes an unknown number, and one that cannot wrap in this context
//! says so in its pins.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_ir::{
    BinaryOp, Body, CastOp, CompareOp, FuncId, Inst, Op, Operand, Reg, Terminator, Type,
};

use crate::affine::{Affine, Int, Range, Var};
use crate::constraints::{Constraint, Store};
use crate::context::{Context, Fill, Value};
use crate::cost::CostModel;
use crate::edge::{Base, Edge, Ending, Local, Pin, Target};
use crate::error::Stop;
use crate::floats;
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

    /// An unknown value of a type.
    pub(crate) fn fresh(&mut self, ty: Type) -> Local {
        match ty {
            Type::Int(bits) if bits <= 64 => {
                let range = self.world.type_range(ty);
                self.fresh_in(range)
            }
            Type::Int(_) | Type::Ptr | Type::F32 | Type::F64 | Type::F80 => Local::any(),
        }
    }
    pub(crate) fn fresh_in(&mut self, range: Range) -> Local {
        match range.value() {
            Some(value) => Local::of(Value::constant(value)),
            None => Local::of(Value::Int(Affine::var(self.world.unknown(range)))),
        }
    }

    pub(crate) fn operand(&mut self, run: &mut Run, operand: Operand, ty: Type) -> Local {
        let bits = ty.bits(&self.world.program.target);
        match operand {
            Operand::Reg(reg) => {
                let var = self.world.reg(self.stack, reg);
                self.read(run, var, ty)
            }
            Operand::Const(word) => Local::of(Value::constant(signed(word.into(), bits))),
            Operand::Wide { .. } => Local::any(),
            Operand::Global(global, offset) => {
                let object = self.world.object(ObjectKind::Global(global));
                Local::of(Value::Pointer(object, Affine::constant(offset.into())))
            }
            Operand::Func(func) => Local::of(Value::Function(func)),
            Operand::Undef => Local::any(),
        }
    }

    /// The content of a cell as of now; what is not known becomes an unknown number that stays in the cell.
    pub(crate) fn read(&mut self, run: &mut Run, var: Var, ty: Type) -> Local {
        if let Some(local) = run.assigned.get(&var) {
            return local.clone();
        }
        let refilled = crate::context::memory_object(self.world, var)
            .is_some_and(|object| run.refilled.contains_key(&object));
        let known = if refilled { None } else { run.context.lookup(self.world, var) };
        match known {
            Some(Value::Int(_)) => {
                let pins = match self.world.may_hold_address(var) {
                    true => vec![Pin::Base(var, Base::Number)],
                    false => Vec::new(),
                };
                Local { value: Value::Int(Affine::var(var)), pins }
            }
            Some(Value::Pointer(..) | Value::Function(_)) if ty != Type::Ptr => {
                // The bits of an address are not followed as a number.
                self.fresh(ty)
            }
            Some(Value::Pointer(object, _)) => Local {
                value: Value::Pointer(object, Affine::var(var)),
                pins: vec![Pin::Base(var, Base::Object(object))],
            },
            Some(Value::Function(func)) => Local {
                value: Value::Function(func),
                pins: vec![Pin::Base(var, Base::Function(func))],
            },
            Some(Value::Any) | None => {
                let local = self.fresh(ty);
                run.assigned.insert(var, local.clone());
                local
            }
        }
    }

    /// An operand as a number; an unknown one if it is none.
    pub(crate) fn int_operand(&mut self, run: &mut Run, operand: Operand, ty: Type) -> Local {
        let local = self.operand(run, operand, ty);
        self.as_int(local, ty)
    }
    pub(crate) fn as_int(&mut self, local: Local, ty: Type) -> Local {
        match local.value {
            Value::Int(_) => local,
            Value::Pointer(..) | Value::Function(_) | Value::Any => {
                let range = self.world.type_range(ty);
                self.fresh_in(range)
            }
        }
    }

    /// The number that a value certainly is here, and what that relies on.
    pub(crate) fn constant(&mut self, run: &Run, local: &Local) -> Option<(Int, Vec<Pin>)> {
        let Value::Int(affine) = &local.value else { return None };
        if let Some(value) = affine.as_constant() {
            return Some((value, local.pins.clone()));
        }
        let value = run.context.range(self.world, affine).value()?;
        let mut pins = local.pins.clone();
        pins.push(Pin::Holds(Constraint::Zero(affine.shift(-value)?)));
        Some((value, pins))
    }

    pub(crate) fn range(&mut self, run: &Run, local: &Local) -> Range {
        match &local.value {
            Value::Int(affine) => run.context.range(self.world, affine),
            Value::Pointer(..) | Value::Function(_) | Value::Any => Range::ALL,
        }
    }

    /// Pins that keep a value within a range.
    pub(crate) fn keep_within(&self, local: &Local, range: Range) -> Vec<Pin> {
        let mut pins = local.pins.clone();
        let Value::Int(affine) = &local.value else { return pins };
        let birth = Store::default().bound(&*self.world, affine);
        if range.lo > birth.lo
            && let Some(above) = affine.shift(-range.lo)
        {
            pins.push(Pin::Holds(Constraint::AtLeastZero(above)));
        }
        if range.hi < birth.hi
            && let Some(below) = affine.scale(-1).and_then(|negative| negative.shift(range.hi))
        {
            pins.push(Pin::Holds(Constraint::AtLeastZero(below)));
        }
        pins
    }

    /// The constant that an operation gives on constant words, or an unknown value.
    fn folded(
        &mut self,
        run: &Run,
        inputs: &[&Local],
        compute: impl Fn(&[u128]) -> Option<(u128, u32)>,
    ) -> Local {
        let (mut words, mut pins) = (Vec::new(), Vec::new());
        for input in inputs {
            let Some((value, relied)) = self.constant(run, input) else { return Local::any() };
            words.push(value as u128);
            pins.extend(relied);
        }
        match compute(&words) {
            Some((word, bits)) => Local { value: Value::constant(signed(word, bits)), pins },
            None => Local::any(),
        }
    }

    fn address(
        &mut self,
        run: &mut Run,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Local {
        let base = self.operand(run, base, Type::Ptr);
        let Value::Pointer(object, start) = &base.value else { return Local::any() };
        let mut pins = base.pins.clone();
        let mut sum = start.shift(offset.into());
        for &(index, ty, scale) in indices {
            let index = self.int_operand(run, index, ty);
            pins.extend(index.pins.iter().cloned());
            let Value::Int(affine) = &index.value else { return Local::any() };
            sum = sum.and_then(|sum| sum.add_scaled(affine, scale.into()));
        }
        let offset = sum.unwrap_or_else(|| Affine::var(self.world.unknown(Range::signed(64))));
        Local { value: Value::Pointer(*object, offset), pins }
    }

    fn cast(&mut self, run: &mut Run, op: CastOp, from: Type, to: Type, a: Local) -> Local {
        let target = &self.world.program.target;
        let (from_bits, to_bits) = (from.bits(target), to.bits(target));
        match op {
            CastOp::Bits => match (&a.value, to) {
                (Value::Any | Value::Pointer(..) | Value::Function(_), Type::Int(_)) => {
                    self.fresh(to)
                }
                _ => a,
            },
            CastOp::SExt => {
                let a = self.as_int(a, from);
                match (&a.value, from_bits) {
                    (Value::Int(affine), 1) => match affine.scale(-1) {
                        Some(negative) => Local { value: Value::Int(negative), pins: a.pins },
                        None => self.fresh(to),
                    },
                    _ => a,
                }
            }
            CastOp::ZExt => {
                let a = self.as_int(a, from);
                self.unsigned_view(run, a, from_bits)
            }
            CastOp::Trunc => {
                let a = self.as_int(a, from);
                let range = self.range(run, &a);
                let fits = self.world.type_range(to);
                if to_bits > 1 && fits.contains(range) {
                    let pins = self.keep_within(&a, fits);
                    return Local { value: a.value, pins };
                }
                match self.constant(run, &a) {
                    Some((value, pins)) => {
                        Local { value: Value::constant(signed(value as u128, to_bits)), pins }
                    }
                    None => self.fresh(to),
                }
            }
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => {
                let local = self.folded(run, &[&a], |words| {
                    floats::cast(op, from, to, from_bits, to_bits, words[0])
                });
                match local.value {
                    Value::Any => self.fresh(to),
                    _ => local,
                }
            }
        }
    }

    /// The number that the bits of a value mean without a sign.
    pub(crate) fn unsigned_view(&mut self, run: &Run, a: Local, bits: u32) -> Local {
        let range = self.range(run, &a);
        let Value::Int(affine) = &a.value else { return Local::any() };
        if bits == 1 || range.lo >= 0 {
            let pins = self.keep_within(&a, Range::new(0, Int::MAX));
            return Local { value: a.value.clone(), pins };
        }
        let modulus = 1i128 << bits.min(100);
        if range.hi < 0
            && let Some(shifted) = affine.shift(modulus)
        {
            let pins = self.keep_within(&a, Range::new(Int::MIN, -1));
            return Local { value: Value::Int(shifted), pins };
        }
        self.fresh_in(Range::new(0, modulus - 1))
    }

    /// A sum as a machine integer.
    pub(crate) fn fit(&mut self, run: &mut Run, local: Local, ty: Type, no_wrap: bool) -> Local {
        let Value::Int(affine) = &local.value else { return local };
        let fits = self.world.type_range(ty);
        let range = run.context.range(self.world, affine);
        if fits.contains(range) {
            let pins = if no_wrap { local.pins } else { self.keep_within(&local, fits) };
            return Local { value: local.value, pins };
        }
        if no_wrap {
            let pins = self.keep_within(&Local::of(local.value.clone()), fits);
            let conditions: Vec<Constraint> = pins
                .into_iter()
                .filter_map(|pin| match pin {
                    Pin::Holds(constraint) => Some(constraint),
                    Pin::Base(..) => None,
                })
                .collect();
            // A certain overflow is undefined here, but may not happen elsewhere: the path goes on with any value.
            let possible =
                conditions.iter().all(|c| run.context.decide(self.world, c) != Some(false));
            if !possible || !conditions.iter().all(|c| self.guard(run, c, &local.pins)) {
                return self.fresh(ty);
            }
            return local;
        }
        let modulus = 1i128 << ty.bits(&self.world.program.target).min(100);
        for shift in [-modulus, modulus] {
            if fits.contains(range.shift(shift))
                && let Some(wrapped) = affine.shift(shift)
            {
                let inside = Local { value: Value::Int(wrapped), pins: local.pins.clone() };
                let pins = self.keep_within(&inside, fits);
                return Local { value: inside.value, pins };
            }
        }
        self.fresh(ty)
    }

    /// Adds a condition of the path; `false` if it cannot hold.
    pub(crate) fn guard(&mut self, run: &mut Run, constraint: &Constraint, pins: &[Pin]) -> bool {
        if let Some(resolved) = run.context.resolve_constraint(self.world, constraint)
            && !run.context.assume(self.world, &resolved)
        {
            return false;
        }
        run.guards.push((constraint.clone(), pins.to_vec()));
        true
    }

    /// The path on which a constraint holds and the one on which it does not.
    pub(crate) fn split(
        &mut self,
        run: Run,
        constraint: &Constraint,
        pins: &[Pin],
    ) -> (Option<Run>, Option<Run>) {
        let mut run = run;
        let negated = constraint.negated();
        match run.context.decide(self.world, constraint) {
            Some(true) => {
                self.require(&mut run, constraint, pins);
                return (Some(run), None);
            }
            Some(false) => {
                if let Some(negated) = &negated {
                    self.require(&mut run, negated, pins);
                }
                return (None, Some(run));
            }
            None => {}
        }
        let mut holds = run.clone();
        let mut fails = run;
        let possible = self.guard(&mut holds, constraint, pins);
        let refutable = match &negated {
            None => true,
            Some(negated) => self.guard(&mut fails, negated, pins),
        };
        if !refutable {
            self.require(&mut holds, constraint, pins);
        }
        if let (false, Some(negated)) = (possible, &negated) {
            self.require(&mut fails, negated, pins);
        }
        (possible.then_some(holds), refutable.then_some(fails))
    }

    fn require(&mut self, run: &mut Run, constraint: &Constraint, pins: &[Pin]) {
        if constraint.expression().as_constant().is_none() {
            run.requires.push(Pin::Holds(constraint.clone()));
        }
        run.requires.extend(pins.iter().cloned());
    }

    pub(crate) fn split_nonzero(&mut self, run: Run, local: &Local) -> (Option<Run>, Option<Run>) {
        match &local.value {
            Value::Int(affine) => {
                self.split(run, &Constraint::NotZero(affine.clone()), &local.pins)
            }
            Value::Pointer(..) | Value::Function(_) => {
                let mut run = run;
                run.requires.extend(local.pins.iter().cloned());
                (Some(run), None)
            }
            Value::Any => (Some(run.clone()), Some(run)),
        }
    }

    fn split_equal(&mut self, run: Run, local: &Local, value: Int) -> (Option<Run>, Option<Run>) {
        match &local.value {
            Value::Int(affine) => match affine.shift(-value) {
                Some(difference) => self.split(run, &Constraint::Zero(difference), &local.pins),
                None => (Some(run.clone()), Some(run)),
            },
            Value::Pointer(..) | Value::Function(_) | Value::Any => (Some(run.clone()), Some(run)),
        }
    }

    /// Makes the outcome of a condition a constant on each path.
    fn truth(&mut self, run: Run, dst: Reg, condition: Local) -> Flow {
        let (holds, fails) = self.split_nonzero(run, &condition);
        self.outcomes(dst, holds, fails)
    }

    pub(crate) fn outcomes(&mut self, dst: Reg, holds: Option<Run>, fails: Option<Run>) -> Flow {
        let mut runs = Vec::new();
        for (run, value) in [(holds, 1), (fails, 0)] {
            if let Some(mut run) = run {
                self.assign(&mut run, dst, Local::of(Value::constant(value)));
                runs.push(run);
            }
        }
        Flow::Fork(runs)
    }

    fn compare(
        &mut self,
        mut run: Run,
        dst: Reg,
        op: CompareOp,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Flow {
        let a = self.operand(&mut run, a, ty);
        let b = self.operand(&mut run, b, ty);
        let mut pins = a.pins.clone();
        pins.extend(b.pins.iter().cloned());
        let (x, y) = match (&a.value, &b.value) {
            (Value::Int(x), Value::Int(y)) => (x.clone(), y.clone()),
            (Value::Pointer(p, x), Value::Pointer(q, y)) if p == q && !self.is_heap(*p) => {
                (x.clone(), y.clone())
            }
            // An address inside an object is not null.
            (Value::Pointer(..) | Value::Function(_), Value::Int(zero))
                if zero.as_constant() == Some(0) =>
            {
                (Affine::constant(1), Affine::constant(0))
            }
            (Value::Int(zero), Value::Pointer(..) | Value::Function(_))
                if zero.as_constant() == Some(0) =>
            {
                (Affine::constant(0), Affine::constant(1))
            }
            (Value::Pointer(p, _), Value::Pointer(q, _))
                if p != q
                    && matches!(op, CompareOp::Eq | CompareOp::Ne)
                    && !self.is_heap(*p)
                    && !self.is_heap(*q) =>
            {
                (Affine::constant(1), Affine::constant(0))
            }
            _ => {
                // Nothing is known of it: both outcomes, without a condition.
                return self.outcomes(dst, Some(run.clone()), Some(run));
            }
        };
        self.compare_ints(run, dst, op, (x, y), &pins)
    }

    fn is_heap(&self, object: ObjectId) -> bool {
        matches!(self.world.object_kind(object), ObjectKind::Heap(..))
    }

    fn compare_ints(
        &mut self,
        run: Run,
        dst: Reg,
        op: CompareOp,
        operands: (Affine, Affine),
        pins: &[Pin],
    ) -> Flow {
        let (x, y) = operands;
        let unsigned =
            matches!(op, CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge);
        if !unsigned {
            return self.compare_signed(run, dst, op, (&x, &y), pins);
        }
        // Without sign, negative numbers are the large ones; among numbers of one sign the order is the same.
        let mut runs = Vec::new();
        let (x_positive, x_negative) = self.split(run, &Constraint::AtLeastZero(x.clone()), pins);
        for (run, x_negative) in [(x_positive, false), (x_negative, true)] {
            let Some(run) = run else { continue };
            let (y_positive, y_negative) =
                self.split(run, &Constraint::AtLeastZero(y.clone()), pins);
            for (run, y_negative) in [(y_positive, false), (y_negative, true)] {
                let Some(mut run) = run else { continue };
                if x_negative == y_negative {
                    let signed = match op {
                        CompareOp::Ult => CompareOp::Slt,
                        CompareOp::Ule => CompareOp::Sle,
                        CompareOp::Ugt => CompareOp::Sgt,
                        CompareOp::Uge => CompareOp::Sge,
                        other => other,
                    };
                    match self.compare_signed(run, dst, signed, (&x, &y), pins) {
                        Flow::Fork(more) => runs.extend(more),
                        Flow::Next(run) => runs.push(run),
                        Flow::Leave(..) => {}
                    }
                } else {
                    let less = y_negative;
                    let value = match op {
                        CompareOp::Ult | CompareOp::Ule => less,
                        _ => !less,
                    };
                    self.assign(&mut run, dst, Local::of(Value::constant(value.into())));
                    runs.push(run);
                }
            }
        }
        Flow::Fork(runs)
    }

    fn compare_signed(
        &mut self,
        run: Run,
        dst: Reg,
        op: CompareOp,
        operands: (&Affine, &Affine),
        pins: &[Pin],
    ) -> Flow {
        let (x, y) = operands;
        let constraint = match op {
            CompareOp::Eq => x.sub(y).map(Constraint::Zero),
            CompareOp::Ne => x.sub(y).map(Constraint::NotZero),
            CompareOp::Sge | CompareOp::Uge => x.sub(y).map(Constraint::AtLeastZero),
            CompareOp::Sle | CompareOp::Ule => y.sub(x).map(Constraint::AtLeastZero),
            CompareOp::Sgt | CompareOp::Ugt => {
                x.sub(y).and_then(|d| d.shift(-1)).map(Constraint::AtLeastZero)
            }
            CompareOp::Slt | CompareOp::Ult => {
                y.sub(x).and_then(|d| d.shift(-1)).map(Constraint::AtLeastZero)
            }
        };
        match constraint {
            None => self.outcomes(dst, Some(run.clone()), Some(run)),
            Some(constraint) => {
                let (holds, fails) = self.split(run, &constraint, pins);
                self.outcomes(dst, holds, fails)
            }
        }
    }

    /// What is undefined (division by zero, overflow) gives any value: in another context it may be defined.
    pub(crate) fn binary(
        &mut self,
        run: &mut Run,
        op: BinaryOp,
        ty: Type,
        a: Local,
        b: Local,
        no_wrap: bool,
    ) -> Local {
        let (Value::Int(x), Value::Int(y)) = (&a.value, &b.value) else {
            return self.fresh(ty);
        };
        let mut pins = a.pins.clone();
        pins.extend(b.pins.iter().cloned());
        let sum = match op {
            BinaryOp::Add => x.add(y),
            BinaryOp::Sub => x.sub(y),
            BinaryOp::Xor if ty == Type::BOOL && y.as_constant() == Some(1) => {
                Affine::constant(1).sub(x)
            }
            BinaryOp::Mul => match (x.as_constant(), y.as_constant()) {
                (_, Some(factor)) => x.scale(factor),
                (Some(factor), _) => y.scale(factor),
                (None, None) => {
                    return crate::arithmetic::nonlinear(self, run, op, ty, &a, &b, no_wrap);
                }
            },
            BinaryOp::Shl => match y.as_constant() {
                Some(shift @ 0..=62) => x.scale(1 << shift),
                _ => return crate::arithmetic::nonlinear(self, run, op, ty, &a, &b, no_wrap),
            },
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                return crate::arithmetic::nonlinear(self, run, op, ty, &a, &b, no_wrap);
            }
        };
        match sum {
            Some(sum) => self.fit(run, Local { value: Value::Int(sum), pins }, ty, no_wrap),
            None => self.fresh(ty),
        }
    }
}
