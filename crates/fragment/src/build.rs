//! The context as code: see the crate's header.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_context::{Context, Facts, HeldKind, Span, ValueDef, ValueId, pointer_type};
use raddle_ir::{
    Arg, Block, BlockData, Body, Callee, CastOp, CompareOp, DebugType, DebugTypeId, EntityMap,
    FuncId, Function, Global, GlobalId, Initializer, Inst, Loc, Op, Operand, Param, Program, Reg,
    RegInfo, SlotId, Terminator, Type,
};
use raddle_library::Waits;
use raddle_machine::{GATES, HandleOf, Limit, Surroundings};
use raddle_pointsto::{Object, ObjectId, Place, PointsTo, Position};
use rustc_hash::FxHashSet;

use crate::frame::{Beginning, live_registers, open_slots, version};
use crate::handles::{handle_of, handle_type, handles};
use crate::successor::{Origins, Version};
use crate::{ENTRY, Fragment, Until};

/// Cells of a thread's gate: it may come to its place; it is there; all are there.
const TURN: i64 = 0;
const READY: i64 = 4;
const OPEN: i64 = 8;
const GATE: i64 = 12;

pub(crate) struct Builder<'b> {
    original: &'b Program,
    points_to: Option<&'b Arc<PointsTo>>,
    context: &'b Context,
    facts: &'b Facts,
    until: Until,
    /// Threads stop where their innermost functions return: outer frames only say what is known of these.
    calls_only: bool,
    /// A function that is called before anything else.
    before: Option<FuncId>,
    program: Program,
    gates: GlobalId,
    /// Variables that stand for locals: of each frame of each thread.
    slots: Vec<Vec<Vec<(SlotId, GlobalId)>>>,
    locals: BTreeMap<GlobalId, Option<ObjectId>>,
    entry: Code,
    /// What the parameters of the entry function are.
    unknowns: Vec<Unknown>,
    names: FxHashSet<String>,
    /// Where the entry function has the values of the facts.
    values: EntityMap<ValueId, Operand>,
    versions: BTreeMap<FuncId, Version>,
}

struct Unknown {
    reg: Reg,
    limit: Limit,
}

/// A body in the making: blocks are filled one after the other.
struct Code {
    body: Body,
    at: Block,
}

impl Code {
    fn new() -> Code {
        let mut body = Body::default();
        let at = body.blocks.push(empty_block());
        Code { body, at }
    }
    fn register(&mut self, ty: Type) -> Reg {
        self.body.regs.push(RegInfo { ty, name: None, debug_type: None })
    }
    fn push(&mut self, op: Op) {
        self.body.blocks[self.at].insts.push(Inst { op, loc: Loc::NONE });
    }
    fn finish(&mut self, terminator: Terminator) {
        self.body.blocks[self.at].terminator = terminator;
    }
    /// Executes what `inside` adds only if a value is not zero.
    fn when(&mut self, condition: Operand, ty: Type, inside: impl FnOnce(&mut Code)) {
        let truth = self.register(Type::BOOL);
        self.push(Op::Compare {
            dst: truth,
            op: CompareOp::Ne,
            ty,
            a: condition,
            b: Operand::Const(0),
        });
        let then = self.body.blocks.push(empty_block());
        let after = self.body.blocks.push(empty_block());
        self.finish(Terminator::Branch { cond: Operand::Reg(truth), then, otherwise: after });
        self.at = then;
        inside(self);
        self.finish(Terminator::Jump(after));
        self.at = after;
    }
}

fn empty_block() -> BlockData {
    BlockData { insts: Vec::new(), terminator: Terminator::Unreachable, terminator_loc: Loc::NONE }
}

/// A value that a thread gets from the entry function.
#[derive(Clone, Copy)]
struct Passed {
    value: Operand,
    ty: Type,
}

/// What a frame needs.
struct FramePlan {
    at: Position,
    registers: Vec<Reg>,
    passed: Vec<Passed>,
    known: Vec<(Reg, Operand)>,
    last: Vec<Op>,
    unsupported: Option<String>,
}

impl<'b> Builder<'b> {
    pub fn new(
        original: &'b Program,
        points_to: Option<&'b Arc<PointsTo>>,
        context: &'b Context,
        facts: &'b Facts,
        until: Until,
    ) -> Builder<'b> {
        let mut program = original.clone();
        let size = GATE as u64 * context.threads.len() as u64;
        let gates = program.globals.push(variable(GATES.to_owned(), size, 4));
        Builder {
            original,
            points_to,
            context,
            facts,
            until,
            calls_only: false,
            before: None,
            program,
            gates,
            slots: Vec::new(),
            locals: BTreeMap::new(),
            entry: Code::new(),
            unknowns: Vec::new(),
            names: FxHashSet::default(),
            values: EntityMap::new(),
            versions: BTreeMap::new(),
        }
    }

    /// The same after a call of a function.
    pub fn after(mut self, before: Option<FuncId>) -> Builder<'b> {
        self.before = before;
        self
    }

    /// The same with nothing of outer frames.
    pub fn calls_only(mut self) -> Builder<'b> {
        self.calls_only = true;
        self
    }

    pub fn build(mut self) -> Fragment {
        let forgotten = self.forgotten();
        self.call_before();
        self.make_slots();
        self.make_values();
        self.make_memory();
        let mut preludes = Vec::new();
        for thread in 0..self.context.threads.len() {
            let (start, arguments) = self.make_thread(thread);
            preludes.push(start);
            self.start_thread(start, &arguments);
        }
        self.bring_to_places();
        preludes.push(self.finish_entry());
        let unknown = forgotten.into_iter().chain(self.locals.keys().copied()).collect();
        let branches = match self.until {
            Until::Branches(most) => Some(most),
            Until::Return | Until::BackEdge | Until::Piece => None,
        };
        let main = self.original.function("main");
        let asks = self.original.function("pthread_self").is_some();
        let joinable = (0..self.context.threads.len())
            .map(|thread| asks || main.is_none() || self.start_of(thread) != main)
            .collect();
        let surroundings = Surroundings {
            joinable,
            points_to: self.points_to.cloned(),
            unknown,
            elsewhere: self.elsewhere(),
            own_handles: self.own_handles(),
            locals: self.locals,
            let_go: self.facts.let_go,
            detached: self.facts.detached,
            pointees: self.unknowns.into_iter().map(|unknown| unknown.limit).collect(),
            threads: self.context.threads.iter().map(|thread| thread.name.clone()).collect(),
            locks_unknown: self.facts.locks_unknown,
            left: (!self.facts.left.anything).then(|| self.facts.left.objects.clone()),
            preludes,
            versions: self.versions.iter().map(|(&func, one)| (func, one.shape)).collect(),
        };
        let origins = Origins {
            versions: self.versions,
            entry: surroundings.preludes.last().copied(),
            starts: surroundings.preludes[..self.context.threads.len()].to_vec(),
        };
        let fragment = Fragment { program: self.program, branches, surroundings, origins };
        debug_assert_eq!(raddle_ir::verify(&fragment.program).err(), None);
        fragment
    }

    /// Variables of the program that hold anything.
    fn forgotten(&self) -> BTreeSet<GlobalId> {
        let globals = self.original.globals.iter();
        let globals = globals.filter(|(id, global)| {
            let kept = global.constant || global.thread_local || global.init.is_none();
            !kept && !self.facts.unwritten.contains(id)
        });
        globals.map(|(id, _)| id).collect()
    }

    fn call_before(&mut self) {
        let Some(func) = self.before else { return };
        let function = &self.original.functions[func];
        let mut args = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let name = function.body.as_ref().and_then(|body| body.regs[param.reg].name.clone());
            let name = name.unwrap_or_else(|| format!("argument{index}"));
            let name = format!("{}:{name}", function.name);
            let value = self.unknown(name, param.ty, param.debug_type, None);
            args.push(argument(value, param.ty));
        }
        let dsts = function.returns.iter().map(|&ty| self.entry.register(ty)).collect();
        self.entry.push(Op::Call { dsts, callee: Callee::Direct(func), args });
    }

    fn make_slots(&mut self) {
        for thread in &self.context.threads {
            let mut of_thread = Vec::new();
            for (depth, &at) in thread.frames.iter().enumerate() {
                let Some(body) = &self.original.functions[at.func].body else { continue };
                let live = live_registers(body, at, depth == 0);
                let mut of_frame = Vec::new();
                for open in open_slots(body, at, &live) {
                    let Some(size) = open.size else { continue };
                    let slot = &body.slots[open.slot];
                    let name = slot.name.clone().unwrap_or_else(|| format!("{:?}", open.slot));
                    let name = unique(&mut self.names, format!("{}:{name}", thread.name));
                    let mut global = variable(name, size, open.align);
                    global.source_name.clone_from(&slot.name);
                    global.ty = slot.debug_type;
                    global.loc = slot.loc;
                    let id = self.program.globals.push(global);
                    let object = Object::Local(at.func, open.slot);
                    let object = self.points_to.and_then(|points_to| points_to.find(object));
                    self.locals.insert(id, object);
                    of_frame.push((open.slot, id));
                }
                of_thread.push(of_frame);
            }
            self.slots.push(of_thread);
        }
    }

    /// Locals that may be those of frames that nobody named: none if all stacks are known as a whole. The initial thread is easily
    /// left out: its frames are there all the same.
    fn elsewhere(&self) -> BTreeSet<ObjectId> {
        let Some(points_to) = self.points_to else { return BTreeSet::new() };
        let main = self.original.function("main");
        let starts: Vec<Option<FuncId>> =
            (0..self.context.threads.len()).map(|thread| self.start_of(thread)).collect();
        let main_is_open = main.is_some() && starts.contains(&main);
        if main_is_open && starts.iter().all(Option::is_some) {
            return BTreeSet::new();
        }
        let may = |object: &ObjectId| match points_to.object(*object) {
            Object::Local(func, _) => !(main_is_open && Some(func) == main),
            _ => false,
        };
        points_to.objects().filter(may).collect()
    }

    fn own_handles(&self) -> BTreeMap<ObjectId, HandleOf> {
        let all = self.facts.own_handles.iter();
        all.filter_map(|own| Some((self.points_to?.find(own.object)?, handle_of(own)))).collect()
    }

    fn make_values(&mut self) {
        let handles = handles(self.original, self.context, self.facts);
        let mut announced = false;
        for (value, definition) in self.facts.values.iter() {
            let operand = match definition {
                ValueDef::Unknown { ty, debug_type, name, pointees, counts } => {
                    let debug_type = debug_type.or_else(|| handles.get(&value).copied());
                    let debug_type = debug_type.or_else(|| self.count_type(*ty, *counts));
                    let places = pointees.clone();
                    let anything = self.unknown(name.clone(), *ty, debug_type, places);
                    self.or_numbers(anything, *ty, name, value)
                }
                ValueDef::Operand(operand, _) => *operand,
                ValueDef::Slot { thread, frame, slot } => self
                    .slot_variable(*thread, *frame, *slot)
                    .map_or(Operand::Const(0), |global| Operand::Global(global, 0)),
                ValueDef::Op { op, args } => self.operation(op, args),
                ValueDef::Load { address, ty } => {
                    // Handles are read where it was said what they are.
                    if !std::mem::replace(&mut announced, true) {
                        self.announce_handles();
                    }
                    self.load(*address, *ty)
                }
            };
            self.values.push(operand);
        }
        if !announced {
            self.announce_handles();
        }
    }

    /// A pointer may also hold a number that it is compared with, such as `MAP_FAILED`, though that points nowhere.
    fn or_numbers(&mut self, pointer: Operand, ty: Type, name: &str, value: ValueId) -> Operand {
        let mut chosen = pointer;
        let numbers = if ty == Type::Ptr { self.compared_with(value) } else { BTreeSet::new() };
        for number in numbers {
            let name = format!("{name} is {}", number as i64);
            let is_it = self.unknown(name, Type::Int(8), None, None);
            let cond = self.entry.register(Type::BOOL);
            let (op, zero) = (CompareOp::Ne, Operand::Const(0));
            self.entry.push(Op::Compare { dst: cond, op, ty: Type::Int(8), a: is_it, b: zero });
            let dst = self.entry.register(ty);
            let (a, b) = (Operand::Const(number), chosen);
            self.entry.push(Op::Select { dst, ty, cond: Operand::Reg(cond), a, b });
            chosen = Operand::Reg(dst);
        }
        chosen
    }

    /// The numbers but zero that a pointer is compared with.
    fn compared_with(&self, pointer: ValueId) -> BTreeSet<u64> {
        let values = &self.facts.values;
        let is_it = |value: ValueId| match &values[value] {
            ValueDef::Op { op: Op::Cast { op: CastOp::Bits, .. }, args } => args[0] == pointer,
            _ => value == pointer,
        };
        let number = |value: ValueId| match values[value] {
            ValueDef::Operand(Operand::Const(number), _) => Some(number).filter(|&n| n != 0),
            _ => None,
        };
        let compared = values.values().filter_map(|definition| match definition {
            ValueDef::Op { op: Op::Compare { .. }, args } if is_it(args[0]) => number(args[1]),
            ValueDef::Op { op: Op::Compare { .. }, args } if is_it(args[1]) => number(args[0]),
            _ => None,
        });
        compared.collect()
    }

    /// The type by which a number of times is shown.
    fn count_type(&mut self, ty: Type, counts: bool) -> Option<DebugTypeId> {
        let bits = counts.then(|| ty.bits(&self.program.target))?;
        let name = "number of times".to_owned();
        let count = DebugType::Unsigned { name, bits };
        let known = self.program.types.iter().find(|(_, known)| **known == count);
        let known = known.map(|(id, _)| id);
        Some(known.unwrap_or_else(|| self.program.types.push(count)))
    }

    fn load(&mut self, address: ValueId, ty: Type) -> Operand {
        let dst = self.entry.register(ty);
        let ptr = self.values[address];
        self.entry.push(Op::Load { dst, ty, ptr, align: 1, volatile: false, order: None });
        Operand::Reg(dst)
    }

    /// Says what is known of handles by their addresses.
    fn announce_handles(&mut self) {
        let facts = self.facts;
        for own in &facts.own_handles {
            for &(thread, address) in &own.cells {
                let func = self.declared("raddle.handle");
                let address = argument(self.values[address], Type::Ptr);
                let nth = argument(Operand::Const(thread as u64), Type::Int(32));
                self.entry.push(call_with(func, vec![address, nth]));
            }
            for span in own.written.iter().flatten() {
                self.announce("raddle.written", span);
            }
            for span in own.joined.iter() {
                self.announce("raddle.joined", span);
            }
        }
    }

    fn announce(&mut self, name: &str, span: &Span) {
        let func = self.declared(name);
        let [from, to] = [span.from, span.to].map(|end| argument(self.values[end], Type::Ptr));
        let stride = argument(Operand::Const(span.stride), Type::Int(64));
        self.entry.push(call_with(func, vec![from, to, stride]));
    }

    fn slot_variable(&self, thread: usize, frame: usize, slot: SlotId) -> Option<GlobalId> {
        let slots = self.slots.get(thread)?.get(frame)?;
        slots.iter().find(|(own, _)| *own == slot).map(|&(_, global)| global)
    }

    fn operation(&mut self, op: &Op, args: &[ValueId]) -> Operand {
        let mut op = op.clone();
        op.for_each_operand_mut(|operand| {
            if let Operand::Reg(reg) = operand {
                *operand = args
                    .get(reg.0 as usize)
                    .and_then(|&value| self.values.get(value).copied())
                    .unwrap_or(Operand::Undef);
            }
        });
        let dst = self.entry.register(result_type(&op));
        op.for_each_result_mut(|result| *result = dst);
        self.entry.push(op);
        Operand::Reg(dst)
    }

    /// Something that nothing is known of: a parameter of the entry function.
    fn unknown(
        &mut self,
        name: String,
        ty: Type,
        debug_type: Option<DebugTypeId>,
        places: Option<Vec<Place>>,
    ) -> Operand {
        let name = unique(&mut self.names, name);
        let info = RegInfo { ty, name: Some(name), debug_type };
        let reg = self.entry.body.regs.push(info);
        let limit = places.and_then(|places| self.limit(places));
        self.unknowns.push(Unknown { reg, limit });
        Operand::Reg(reg)
    }

    /// What unknown code holds may be anything.
    fn limit(&self, places: Vec<Place>) -> Limit {
        let points_to = self.points_to?;
        let anything = |place: &Place| matches!(points_to.object(place.object), Object::Unknown);
        (!places.iter().any(anything)).then(|| Arc::from(places))
    }

    fn make_memory(&mut self) {
        // First what may not hold: then a context that cannot be has no runs at all.
        for condition in &self.facts.conditions {
            let condition = self.values[*condition];
            let assume = self.declared("raddle_assume");
            assume_truth(&mut self.entry, assume, condition);
        }
        for known in &self.facts.memory {
            let (ty, value, ptr) = (known.ty, self.values[known.value], self.values[known.address]);
            if self.may_be_constant(known.address) {
                // Nobody may write there.
                if !ty.is_float() {
                    let held = self.load(known.address, ty);
                    self.assume_equal(ty, held, value);
                }
                continue;
            }
            let align = 1;
            self.entry.push(Op::Store { ty, value, ptr, align, volatile: false, order: None });
        }
        for count in &self.facts.barriers {
            let counts = count.counts.iter().map(|&count| self.values[count]);
            let mut args: Vec<Arg> = counts.map(|value| argument(value, Type::Int(32))).collect();
            let name = match count.barrier {
                Some(barrier) => {
                    args.insert(0, argument(self.values[barrier], Type::Ptr));
                    "raddle.barrier"
                }
                None => "raddle.barriers",
            };
            let func = self.declared(name);
            self.entry.push(call_with(func, args));
        }
    }

    /// Whether an address may be one of a constant.
    fn may_be_constant(&self, address: ValueId) -> bool {
        let part = |operand: &Operand, args: &[ValueId]| match operand {
            Operand::Reg(reg) => self.may_be_constant(args[reg.0 as usize]),
            other => self.is_in_constant(other),
        };
        match &self.facts.values[address] {
            ValueDef::Unknown { pointees: Some(places), .. } => {
                places.iter().any(|place| self.has_constants(place.object))
            }
            ValueDef::Operand(operand, _) => self.is_in_constant(operand),
            ValueDef::Slot { .. } => false,
            ValueDef::Op { op: Op::Address { base, .. }, args } => part(base, args),
            ValueDef::Op { op: Op::Select { a, b, .. }, args } => part(a, args) || part(b, args),
            ValueDef::Unknown { .. } | ValueDef::Op { .. } | ValueDef::Load { .. } => true,
        }
    }

    fn is_in_constant(&self, address: &Operand) -> bool {
        matches!(address, Operand::Global(global, _) if self.program.globals[*global].constant)
    }

    fn has_constants(&self, object: ObjectId) -> bool {
        match self.points_to.map(|points_to| points_to.object(object)) {
            Some(Object::Global(global)) => self.program.globals[global].constant,
            Some(Object::Unknown) | None => true,
            Some(_) => false,
        }
    }

    fn assume_equal(&mut self, ty: Type, a: Operand, b: Operand) {
        let assume = self.declared("raddle_assume");
        let truth = self.entry.register(Type::BOOL);
        self.entry.push(Op::Compare { dst: truth, op: CompareOp::Eq, ty, a, b });
        assume_truth(&mut self.entry, assume, Operand::Reg(truth));
    }

    /// The function that a thread of the context starts in, and what the entry function gives it.
    fn make_thread(&mut self, thread: usize) -> (FuncId, Vec<Passed>) {
        let spec = &self.context.threads[thread];
        let followed = if self.calls_only { 1 } else { spec.frames.len() };
        let plans: Vec<FramePlan> =
            (0..followed).map(|depth| self.plan_frame(thread, depth)).collect();
        let unsupported = (followed..spec.frames.len())
            .find_map(|depth| self.unknown_length(spec.frames[depth], depth));
        let waits = spec.waiting && self.begins_with_wait(spec.frames[0]);
        let mut inner: Option<FuncId> = None;
        let mut through: Vec<Passed> = Vec::new();
        for (depth, plan) in plans.iter().enumerate() {
            let mut first: Vec<Op> = Vec::new();
            if let Some(what) = plan.unsupported.as_ref().or(unsupported.as_ref()) {
                first.push(Op::Unsupported { what: what.clone() });
            }
            if depth == 0 && waits {
                let gates = [READY, OPEN].map(|cell| argument(self.gate(thread, cell), Type::Ptr));
                let woken = Operand::Const(u64::from(spec.woken));
                let mut args = gates.to_vec();
                args.push(argument(woken, Type::Int(32)));
                let stands = self.declared("raddle.stands");
                first.push(call_with(stands, args));
            }
            let end = (self.until == Until::BackEdge).then(|| self.end_operation());
            let beginning = Beginning {
                at: plan.at,
                passed: &plan.registers,
                through: &through.iter().map(|passed| passed.ty).collect::<Vec<Type>>(),
                known: &plan.known,
                inner,
                first: &first,
                last: &plan.last,
                end,
            };
            let name = &self.original.functions[plan.at.func].name;
            let name = format!("raddle.{}.{depth}.{name}", spec.name);
            let (function, shape) = version(self.original, name, &beginning);
            let calls_inner = inner.is_some();
            let made = self.add_function(function);
            self.versions.insert(made, Version { at: plan.at, calls_inner, shape });
            inner = Some(made);
            through.splice(0..0, plan.passed.iter().copied());
        }
        let outermost = inner.expect("a thread has a frame");
        self.make_start(thread, outermost, through, waits)
    }

    /// The values of a frame's registers and what else there is to do for it.
    fn plan_frame(&mut self, thread: usize, depth: usize) -> FramePlan {
        let spec = &self.context.threads[thread];
        let at = spec.frames[depth];
        let function = &self.original.functions[at.func];
        let mut plan = FramePlan {
            at,
            registers: Vec::new(),
            passed: Vec::new(),
            known: Vec::new(),
            last: Vec::new(),
            unsupported: None,
        };
        let Some(body) = &function.body else { return plan };
        let live = live_registers(body, at, depth == 0);
        let slots = open_slots(body, at, &live);
        plan.unsupported = self.unknown_length(at, depth).or_else(|| {
            let what =
                || format!("`{}`, which takes variable arguments, in a context", function.name);
            function.varargs.then(what)
        });
        let gone = self.declared("raddle.gone");
        for open in &slots {
            let Some(global) = self.slot_variable(thread, depth, open.slot) else { continue };
            let address = Operand::Global(global, 0);
            plan.known.push((open.reg, address));
            plan.last.push(call_with(gone, vec![argument(address, Type::Ptr)]));
        }
        for reg in live {
            if slots.iter().any(|slot| slot.reg == reg) {
                continue;
            }
            let info = &body.regs[reg];
            let value = match self.known_register(thread, depth, reg) {
                Some(value) => value,
                None => {
                    let own = match &info.name {
                        Some(name) => format!("{}:{name}", spec.name),
                        None => format!("{}:{}.{reg:?}", spec.name, function.name),
                    };
                    let places = self
                        .points_to
                        .filter(|_| info.ty == Type::Ptr)
                        .map(|points_to| points_to.places(at.func, Operand::Reg(reg)));
                    let declared = info.debug_type.or_else(|| param_type(function, reg));
                    let declared = declared
                        .or_else(|| handle_type(self.original, body, reg))
                        .or_else(|| pointer_type(self.original, body, reg));
                    self.unknown(own, info.ty, declared, places)
                }
            };
            match value {
                Operand::Reg(_) => {
                    plan.registers.push(reg);
                    plan.passed.push(Passed { value, ty: info.ty });
                }
                known => plan.known.push((reg, known)),
            }
        }
        plan
    }

    /// Local variables of a frame that cannot be made.
    fn unknown_length(&self, at: Position, depth: usize) -> Option<String> {
        let function = &self.original.functions[at.func];
        let body = function.body.as_ref()?;
        let live = live_registers(body, at, depth == 0);
        let mut slots = open_slots(body, at, &live).into_iter();
        slots
            .any(|slot| slot.size.is_none())
            .then(|| format!("an array of unknown length in a frame of `{}`", function.name))
    }

    fn known_register(&self, thread: usize, depth: usize, reg: Reg) -> Option<Operand> {
        let frame = self.facts.threads.get(thread)?.frames.get(depth)?;
        let (_, value) = frame.registers.iter().find(|(own, _)| *own == reg)?;
        self.values.get(*value).copied()
    }

    /// Whether an operation is a wait with a first step of its own. At the others, a thread that waits stands before them.
    fn begins_with_wait(&self, at: Position) -> bool {
        let Some(Op::Call { callee: Callee::Direct(func), .. }) = at.op(self.original) else {
            return false;
        };
        let row = raddle_library::find(&self.original.functions[*func].name);
        row.is_some_and(|row| row.threads.waits == Waits::InTwoSteps)
    }

    /// The function that a thread was started with, if that is its outermost frame for sure.
    fn start_of(&self, thread: usize) -> Option<FuncId> {
        let outermost = self.context.threads[thread].frames.last()?.func;
        let known = self.facts.threads.get(thread).and_then(|facts| facts.start);
        let whole = self.until == Until::Piece;
        if whole || known == Some(outermost) || self.original.function("main") == Some(outermost) {
            return Some(outermost);
        }
        let calls = &self.points_to?.calls;
        let mut callers = calls.callers(outermost).iter();
        let started = callers.len() > 0 && callers.all(|site| site.starts_with.is_some());
        started.then_some(outermost)
    }

    fn make_start(
        &mut self,
        thread: usize,
        outermost: FuncId,
        values: Vec<Passed>,
        waits: bool,
    ) -> (FuncId, Vec<Passed>) {
        let mut code = Code::new();
        let mut params = Vec::new();
        let mut arguments = values.clone();
        let mut parameter = |code: &mut Code, ty| {
            let reg = code.register(ty);
            params.push(Param { ty, reg, debug_type: None, by_value: None });
            reg
        };
        let forwarded: Vec<(Reg, Type)> =
            values.iter().map(|passed| (parameter(&mut code, passed.ty), passed.ty)).collect();
        let gate = |cell| argument(self.gate(thread, cell), Type::Ptr);
        let (turn, ready, open) = (gate(TURN), gate(READY), gate(OPEN));
        let wait = self.declared("raddle.wait");
        code.push(call_with(wait, vec![turn]));
        let assume = self.declared("raddle_assume");
        let held = self.facts.threads.get(thread).map_or(&[][..], |facts| &facts.held);
        for (nth, held) in held.iter().enumerate() {
            let lock = match self.values[held.lock] {
                value @ Operand::Reg(_) => {
                    arguments.push(Passed { value, ty: Type::Ptr });
                    Operand::Reg(parameter(&mut code, Type::Ptr))
                }
                known => known,
            };
            let name = match held.kind {
                HeldKind::Mutex => "pthread_mutex_trylock",
                HeldKind::Read => "pthread_rwlock_tryrdlock",
                HeldKind::Write => "pthread_rwlock_trywrlock",
                HeldKind::Spin => "pthread_spin_trylock",
            };
            let func = declared(&mut self.program, name, vec![Type::Int(32)]);
            let take = |code: &mut Code| {
                let refused = code.register(Type::Int(32));
                let args = vec![argument(lock, Type::Ptr)];
                code.push(Op::Call { dsts: vec![refused], callee: Callee::Direct(func), args });
                let free = code.register(Type::BOOL);
                code.push(Op::Compare {
                    dst: free,
                    op: CompareOp::Eq,
                    ty: Type::Int(32),
                    a: Operand::Reg(refused),
                    b: Operand::Const(0),
                });
                assume_truth(code, assume, Operand::Reg(free));
            };
            if held.must {
                take(&mut code);
                continue;
            }
            let name = format!("{} holds lock {nth}", self.context.threads[thread].name);
            let value = self.unknown(name, Type::Int(8), None, None);
            arguments.push(Passed { value, ty: Type::Int(8) });
            let holds = parameter(&mut code, Type::Int(8));
            code.when(Operand::Reg(holds), Type::Int(8), take);
        }
        if !waits {
            let func = self.declared("raddle.ready");
            code.push(call_with(func, vec![ready]));
            code.push(call_with(wait, vec![open]));
        }
        let returns = self.program.functions[outermost].returns.clone();
        let results: Vec<Reg> = returns.iter().map(|&ty| code.register(ty)).collect();
        code.push(call(outermost, results.clone(), &forwarded));
        let results: Vec<Operand> = results.into_iter().map(Operand::Reg).collect();
        let cut = self.calls_only && self.context.threads[thread].frames.len() > 1;
        let start = self.start_of(thread).filter(|_| !cut);
        if start.is_none() {
            code.push(self.end_operation());
        } else if start == self.original.function("main") {
            let exit = self.declared("exit");
            let status = results.first().copied().unwrap_or(Operand::Const(0));
            code.push(call_with(exit, vec![argument(status, Type::Int(32))]));
        }
        code.finish(Terminator::Return(results));
        let function = Function {
            name: format!("raddle.thread.{}", thread + 1),
            source_name: Some(self.context.threads[thread].name.clone()),
            params,
            varargs: false,
            returns,
            body: Some(code.body),
            optimised: false,
            loc: Loc::NONE,
        };
        (self.add_function(function), arguments)
    }

    /// A thread stays where it is for good.
    fn end_operation(&mut self) -> Op {
        let end = self.declared("raddle.end");
        call_with(end, Vec::new())
    }

    fn start_thread(&mut self, start: FuncId, arguments: &[Passed]) {
        let func = self.declared("raddle.start");
        let mut args = vec![argument(Operand::Func(start), Type::Ptr)];
        args.extend(arguments.iter().map(|passed| argument(passed.value, passed.ty)));
        self.entry.push(call_with(func, args));
    }

    /// Lets the threads come to their places, those that stand in waits first: they do not hold what they wait with.
    fn bring_to_places(&mut self) {
        let (ready, wait) = (self.declared("raddle.ready"), self.declared("raddle.wait"));
        let mut order: Vec<usize> = (0..self.context.threads.len()).collect();
        order.sort_by_key(|&thread| !self.context.threads[thread].waiting);
        for &thread in &order {
            let gate = |cell| vec![argument(self.gate(thread, cell), Type::Ptr)];
            let (turn, there) = (gate(TURN), gate(READY));
            self.entry.push(call_with(ready, turn));
            self.entry.push(call_with(wait, there));
        }
        let (begin, end) =
            (self.declared("raddle_atomic_begin"), self.declared("raddle_atomic_end"));
        self.entry.push(call_with(begin, vec![]));
        for thread in order {
            let open = argument(self.gate(thread, OPEN), Type::Ptr);
            self.entry.push(call_with(ready, vec![open]));
        }
        self.entry.push(call_with(end, vec![]));
        let exit = self.declared("pthread_exit");
        self.entry.push(call_with(exit, vec![argument(Operand::Const(0), Type::Ptr)]));
        self.entry.finish(Terminator::Return(Vec::new()));
    }

    fn gate(&self, thread: usize, cell: i64) -> Operand {
        Operand::Global(self.gates, thread as i64 * GATE + cell)
    }

    fn finish_entry(&mut self) -> FuncId {
        let code = std::mem::replace(&mut self.entry, Code::new());
        let params = self.unknowns.iter().map(|unknown| {
            let RegInfo { ty, debug_type, .. } = code.body.regs[unknown.reg];
            Param { ty, reg: unknown.reg, debug_type, by_value: None }
        });
        let function = Function {
            name: ENTRY.to_owned(),
            source_name: Some("the context".to_owned()),
            params: params.collect(),
            varargs: false,
            returns: Vec::new(),
            body: Some(code.body),
            optimised: false,
            loc: Loc::NONE,
        };
        self.add_function(function)
    }

    fn add_function(&mut self, function: Function) -> FuncId {
        let name = function.name.clone();
        let id = self.program.functions.push(function);
        self.program.function_names.insert(name, id);
        id
    }

    fn declared(&mut self, name: &str) -> FuncId {
        declared(&mut self.program, name, Vec::new())
    }
}

/// A library function, declared if the program does not know it.
fn declared(program: &mut Program, name: &str, returns: Vec<Type>) -> FuncId {
    if let Some(known) = program.function(name) {
        return known;
    }
    let func = program.functions.push(Function {
        name: name.to_owned(),
        source_name: None,
        params: Vec::new(),
        varargs: true,
        returns,
        body: None,
        optimised: false,
        loc: Loc::NONE,
    });
    program.function_names.insert(name.to_owned(), func);
    func
}

fn assume_truth(code: &mut Code, assume: FuncId, truth: Operand) {
    let wide = code.register(Type::Int(32));
    code.push(Op::Cast {
        dst: wide,
        op: CastOp::ZExt,
        from: Type::BOOL,
        to: Type::Int(32),
        a: truth,
    });
    code.push(call_with(assume, vec![argument(Operand::Reg(wide), Type::Int(32))]));
}

fn argument(value: Operand, ty: Type) -> Arg {
    Arg { value, ty, by_value: None, unannounced: false }
}

fn call_with(func: FuncId, args: Vec<Arg>) -> Op {
    Op::Call { dsts: Vec::new(), callee: Callee::Direct(func), args }
}

pub(crate) fn call(func: FuncId, dsts: Vec<Reg>, arguments: &[(Reg, Type)]) -> Op {
    let args = arguments.iter().map(|&(reg, ty)| argument(Operand::Reg(reg), ty)).collect();
    Op::Call { dsts, callee: Callee::Direct(func), args }
}

fn variable(name: String, size: u64, align: u64) -> Global {
    Global {
        name,
        source_name: None,
        size,
        align,
        constant: false,
        thread_local: false,
        local: true,
        init: Some(Initializer::default()),
        ty: None,
        loc: Loc::NONE,
    }
}

fn param_type(function: &Function, reg: Reg) -> Option<DebugTypeId> {
    function.params.iter().find(|param| param.reg == reg)?.debug_type
}

fn unique(names: &mut FxHashSet<String>, name: String) -> String {
    let mut candidate = name.clone();
    let mut number = 2;
    while !names.insert(candidate.clone()) {
        candidate = format!("{name}'{number}");
        number += 1;
    }
    candidate
}

fn result_type(op: &Op) -> Type {
    match op {
        Op::Copy { ty, .. }
        | Op::Binary { ty, .. }
        | Op::FloatBinary { ty, .. }
        | Op::FloatNeg { ty, .. }
        | Op::Select { ty, .. }
        | Op::Load { ty, .. }
        | Op::AtomicUpdate { ty, .. }
        | Op::CompareExchange { ty, .. }
        | Op::Store { ty, .. }
        | Op::Intrinsic { ty, .. } => *ty,
        Op::Compare { .. } | Op::FloatCompare { .. } => Type::BOOL,
        Op::Cast { to, .. } => *to,
        Op::Address { .. } | Op::Alloca { .. } => Type::Ptr,
        Op::Fence { .. } | Op::Call { .. } | Op::Unsupported { .. } => Type::Int(32),
    }
}
