//! Steps executed over cells, without a state: how shapes are made.

use std::rc::Rc;

use raddle_analysis::Liveness;
use raddle_expr::{Sort, TermId};
use raddle_ir::{
    AtomicOp, BinaryOp, Block, Body, Callee, CastOp, CompareOp, FuncId, GlobalId, InitPart, Loc,
    Op, Operand, Reg, Terminator, Type,
};
use raddle_machine::{Cell, Machine, ObjectName};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

use super::shape::{Check, Shape, overlap, variable};

/// Paths through one section, and instructions on one of them, that are followed.
const MOST_PATHS: usize = 16;
const MOST_INSTRUCTIONS: usize = 400;

/// All shapes that were asked for.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    known: FxHashMap<Position, Option<Rc<Shape>>>,
    liveness: FxHashMap<FuncId, Rc<Liveness>>,
    count: u32,
}

impl Shapes {
    /// The shape of the step that begins at a position.
    pub fn at(&mut self, machine: &mut Machine<'_>, at: Position) -> Option<Rc<Shape>> {
        if let Some(known) = self.known.get(&at) {
            return known.clone();
        }
        let shape = self.execute(machine, at).map(Rc::new);
        self.known.insert(at, shape.clone());
        shape
    }

    pub fn next_id(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    fn execute(&mut self, machine: &mut Machine<'_>, at: Position) -> Option<Shape> {
        let frame = Frame::new(at.func, at.block, at.inst as usize);
        let guard = machine.terms.truth(true);
        let mut open = vec![Run {
            frames: vec![frame],
            guard,
            memory: Vec::new(),
            private: FxHashMap::default(),
            fails: Vec::new(),
            depth: 0,
            begun: false,
        }];
        let mut executor = Executor { machine, registers: Vec::new() };
        let mut done = Vec::new();
        let mut instructions = 0;
        while let Some(mut run) = open.pop() {
            while !executor.is_over(&run)? {
                instructions += 1;
                if instructions > MOST_INSTRUCTIONS {
                    return None;
                }
                if let Some(other) = executor.step(&mut run)? {
                    open.push(other);
                }
            }
            done.push(run);
            if done.len() + open.len() > MOST_PATHS {
                return None;
            }
        }
        let Executor { registers, machine } = executor;
        self.merge(machine, at.func, done, registers)
    }

    /// One description of all paths.
    fn merge(
        &mut self,
        machine: &mut Machine<'_>,
        func: FuncId,
        done: Vec<Run>,
        registers: Vec<(Reg, TermId)>,
    ) -> Option<Shape> {
        let body = machine.program.functions[func].body.as_ref()?;
        let live =
            self.liveness.entry(func).or_insert_with(|| Rc::new(Liveness::new(body))).clone();
        let mut cells: Vec<(Cell, bool)> = Vec::new();
        let mut ends: Vec<(Block, usize)> = Vec::new();
        let mut assigned: Vec<Reg> = Vec::new();
        for run in &done {
            for &Held { cell, written, .. } in &run.memory {
                match cells.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, writes)) => *writes |= written,
                    None => cells.push((cell, written)),
                }
            }
            let base = &run.frames[0];
            let end = (base.block, base.inst);
            if !ends.contains(&end) {
                ends.push(end);
            }
            for reg in live.live_at(body, base.block, base.inst) {
                if base.regs.contains_key(&reg) && !assigned.contains(&reg) {
                    assigned.push(reg);
                }
            }
        }
        cells.sort_unstable();
        if cells.windows(2).any(|pair| overlap(pair[0].0, pair[1].0)) {
            return None;
        }
        let mut writes = Vec::new();
        for &(cell, _) in cells.iter().filter(|(_, written)| *written) {
            let before = variable(machine, cell)?;
            let of_run = |run: &Run| {
                let held = run.memory.iter().find(|held| held.cell == cell);
                held.map_or(before, |held| held.value)
            };
            writes.push((cell, choose(machine, &done, of_run)));
        }
        let mut outs = Vec::new();
        for reg in assigned {
            // A register that only some paths assign holds what it held before on the others.
            let values: Option<Vec<TermId>> = done
                .iter()
                .map(|run| match run.frames[0].regs.get(&reg) {
                    Some(value) => *value,
                    None => register(machine, func, reg),
                })
                .collect();
            let values = values?;
            let mut merged = *values.last()?;
            for (run, &value) in done.iter().zip(&values) {
                merged = machine.terms.ite(run.guard, value, merged);
            }
            outs.push(merged);
        }
        let places: Vec<TermId> = done
            .iter()
            .map(|run| {
                let end = (run.frames[0].block, run.frames[0].inst);
                let number = ends.iter().position(|known| *known == end).unwrap_or(0);
                machine.terms.constant(8, number as u128)
            })
            .collect();
        let mut place = *places.last()?;
        for (run, &own) in done.iter().zip(&places) {
            place = machine.terms.ite(run.guard, own, place);
        }
        outs.push(place);
        let mut fails: Vec<(Check, TermId)> = Vec::new();
        for run in &done {
            for &(check, condition) in &run.fails {
                let condition = machine.terms.and(run.guard, condition);
                match fails.iter_mut().find(|(known, _)| *known == check) {
                    Some((_, known)) => *known = machine.terms.or(*known, condition),
                    None => fails.push((check, condition)),
                }
            }
        }
        let id = self.next_id();
        let (reads, flows) = (Vec::new(), Vec::new());
        let shape = Shape { id, cells, writes, outs, fails, registers, ends, reads, flows };
        Some(shape.with_flows(machine))
    }
}

/// What cells of a run hold, as one term.
fn choose(machine: &mut Machine<'_>, done: &[Run], value: impl Fn(&Run) -> TermId) -> TermId {
    let mut merged = value(done.last().expect("there is a path"));
    for run in done {
        merged = machine.terms.ite(run.guard, value(run), merged);
    }
    merged
}

/// What stands for a register of the function that the step begins in.
fn register(machine: &mut Machine<'_>, func: FuncId, reg: Reg) -> Option<TermId> {
    let body = machine.program.functions[func].body.as_ref()?;
    let Type::Int(bits) = body.regs[reg].ty else { return None };
    Some(machine.terms.var(&format!("step {func} {reg}"), Sort::Bits(u32::from(bits))))
}

struct Frame {
    func: FuncId,
    block: Block,
    inst: usize,
    /// Registers assigned so far; `None` if it is not known with what.
    regs: FxHashMap<Reg, Option<TermId>>,
    dsts: Vec<Reg>,
    atomic: bool,
}

impl Frame {
    fn new(func: FuncId, block: Block, inst: usize) -> Frame {
        let (regs, dsts) = (FxHashMap::default(), Vec::new());
        Frame { func, block, inst, regs, dsts, atomic: false }
    }
}

impl Clone for Frame {
    fn clone(&self) -> Frame {
        let Frame { func, block, inst, regs, dsts, atomic } = self;
        let (func, block, inst, atomic) = (*func, *block, *inst, *atomic);
        Frame { func, block, inst, regs: regs.clone(), dsts: dsts.clone(), atomic }
    }
}

#[derive(Clone, Copy)]
struct Held {
    cell: Cell,
    value: TermId,
    written: bool,
}

/// One path so far.
#[derive(Clone)]
struct Run {
    frames: Vec<Frame>,
    guard: TermId,
    memory: Vec<Held>,
    /// Thread-local variables of invariants.
    private: FxHashMap<GlobalId, TermId>,
    fails: Vec<(Check, TermId)>,
    depth: u32,
    begun: bool,
}

/// Functions that evaluate invariants, as a part of the step before them.
const WATCHES: [&str; 3] = ["raddle.watch", "raddle.watch_at", "raddle.watch_end"];

struct Executor<'m, 'p> {
    machine: &'m mut Machine<'p>,
    registers: Vec<(Reg, TermId)>,
}

impl Executor<'_, '_> {
    fn body(&self, func: FuncId) -> Option<&'_ Body> {
        self.machine.program.functions[func].body.as_ref()
    }

    /// Whether the step has ended.
    fn is_over(&self, run: &Run) -> Option<bool> {
        if !run.begun || run.depth > 0 || run.frames.len() > 1 {
            return Some(false);
        }
        let frame = &run.frames[0];
        let inst = self.body(frame.func)?.blocks[frame.block].insts.get(frame.inst);
        Some(match inst.map(|inst| &inst.op) {
            Some(Op::Call { callee: Callee::Direct(callee), .. }) => {
                !WATCHES.contains(&self.machine.program.functions[*callee].name.as_str())
            }
            _ => true,
        })
    }

    /// Executes one instruction; another path, if there are two ways to go on. `None`: it is not followed.
    fn step(&mut self, run: &mut Run) -> Option<Option<Run>> {
        let frame = run.frames.last()?;
        let program = self.machine.program;
        let body = program.functions[frame.func].body.as_ref()?;
        let data = &body.blocks[frame.block];
        let Some(inst) = data.insts.get(frame.inst) else {
            return self.terminate(run, &data.terminator);
        };
        run.frames.last_mut()?.inst += 1;
        match &inst.op {
            Op::Copy { dst, src, ty } => {
                let value = self.read(run, *src, *ty);
                assign(run, *dst, value)?;
            }
            Op::Binary { dst, op, ty, a, b, .. } => {
                let (a, b) = (self.read(run, *a, *ty), self.read(run, *b, *ty));
                let value = a.zip(b).and_then(|(a, b)| self.binary(*op, a, b));
                assign(run, *dst, value)?;
            }
            Op::Compare { dst, op, ty, a, b } => {
                let (a, b) = (self.read(run, *a, *ty), self.read(run, *b, *ty));
                let value = a.zip(b).map(|(a, b)| self.compare(*op, a, b));
                assign(run, *dst, value)?;
            }
            Op::Cast { dst, op, from, to, a } => {
                let value = self.read(run, *a, *from).and_then(|a| self.cast(*op, *to, a));
                assign(run, *dst, value)?;
            }
            Op::Select { dst, ty, cond, a, b } => {
                let cond = self.read(run, *cond, Type::BOOL);
                let (a, b) = (self.read(run, *a, *ty), self.read(run, *b, *ty));
                let value = cond.zip(a.zip(b)).map(|(c, (a, b))| self.machine.terms.ite(c, a, b));
                assign(run, *dst, value)?;
            }
            Op::Address { dst, base, offset, indices, .. } => {
                let value = self.address(run, *base, *offset, indices);
                assign(run, *dst, value)?;
            }
            Op::Load { dst, ty, ptr, .. } => {
                let value = self.load(run, *ptr, *ty)?;
                assign(run, *dst, Some(value))?;
                run.begun = true;
            }
            Op::Store { ty, value, ptr, .. } => {
                let value = self.read(run, *value, *ty)?;
                self.store(run, *ptr, *ty, value)?;
                run.begun = true;
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, .. } => {
                let value = self.read(run, *value, *ty)?;
                let old = self.load(run, *ptr, *ty)?;
                let new = self.update(*op, old, value)?;
                self.store(run, *ptr, *ty, new)?;
                assign(run, *dst, Some(old))?;
                run.begun = true;
            }
            Op::Call { dsts, callee: Callee::Direct(callee), args } => {
                self.call(run, dsts, *callee, args, inst.loc)?;
            }
            Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::CompareExchange { .. }
            | Op::Fence { .. }
            | Op::Alloca { .. }
            | Op::Call { .. }
            | Op::Intrinsic { .. }
            | Op::Unsupported { .. } => return None,
        }
        Some(None)
    }

    fn terminate(&mut self, run: &mut Run, terminator: &Terminator) -> Option<Option<Run>> {
        match terminator {
            Terminator::Jump(next) => jump(run, *next)?,
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.read(run, *cond, Type::BOOL)?;
                if let Some(holds) = self.machine.terms.as_truth(cond) {
                    jump(run, if holds { *then } else { *otherwise })?;
                    return Some(None);
                }
                let mut other = run.clone();
                let fails = self.machine.terms.not(cond);
                run.guard = self.machine.terms.and(run.guard, cond);
                other.guard = self.machine.terms.and(other.guard, fails);
                jump(run, *then)?;
                jump(&mut other, *otherwise)?;
                return Some(Some(other));
            }
            Terminator::Return(values) => self.return_from(run, values)?,
            Terminator::Switch { .. } | Terminator::Unreachable => return None,
        }
        Some(None)
    }

    fn return_from(&mut self, run: &mut Run, values: &[Operand]) -> Option<()> {
        if run.frames.len() == 1 {
            return None;
        }
        let func = run.frames.last()?.func;
        let types = self.machine.program.functions[func].returns.clone();
        let results: Vec<Option<TermId>> =
            values.iter().zip(types).map(|(&value, ty)| self.read(run, value, ty)).collect();
        let frame = run.frames.pop()?;
        run.depth -= u32::from(frame.atomic);
        for (reg, value) in frame.dsts.iter().zip(results) {
            assign(run, *reg, value)?;
        }
        Some(())
    }

    fn call(
        &mut self,
        run: &mut Run,
        dsts: &[Reg],
        callee: FuncId,
        args: &[raddle_ir::Arg],
        loc: Loc,
    ) -> Option<()> {
        let program = self.machine.program;
        let function = &program.functions[callee];
        if let Some(body) = &function.body {
            let atomic = function.name.starts_with("__VERIFIER_atomic_");
            let watches = WATCHES.contains(&function.name.as_str());
            // Local work comes before the step, not at its beginning.
            if (!run.begun && !atomic)
                || (run.depth == 0 && run.frames.len() == 1 && !atomic && !watches)
            {
                return None;
            }
            if !function.takes_plainly(args) {
                return None;
            }
            let mut frame = Frame::new(callee, Body::ENTRY, 0);
            for (param, arg) in function.params.iter().zip(args) {
                frame.regs.insert(param.reg, self.read(run, arg.value, arg.ty));
            }
            if body.blocks.is_empty() {
                return None;
            }
            frame.dsts = dsts.to_vec();
            frame.atomic = atomic;
            run.depth += u32::from(atomic);
            run.begun = true;
            run.frames.push(frame);
            return Some(());
        }
        match function.name.as_str() {
            "raddle_atomic_begin" | "__VERIFIER_atomic_begin" => {
                if run.begun && run.depth == 0 {
                    return None;
                }
                run.depth += 1;
                run.begun = true;
            }
            "raddle_atomic_end" | "__VERIFIER_atomic_end" => {
                run.depth = run.depth.checked_sub(1)?;
            }
            "raddle_check" | "raddle.holds" => {
                let arg = args.first()?;
                let value = self.read(run, arg.value, arg.ty)?;
                let zero = self.machine.terms.constant(arg.ty.bits(&program.target), 0);
                let fails = self.machine.terms.eq(value, zero);
                run.fails.push(((callee, loc), fails));
            }
            "raddle.section_depth" => {
                let depth = self.machine.terms.constant(32, u128::from(run.depth));
                assign(run, *dsts.first()?, Some(depth))?;
            }
            _ => return None,
        }
        Some(())
    }

    /// An operand; `None` if it is not known what it holds.
    fn read(&mut self, run: &Run, operand: Operand, ty: Type) -> Option<TermId> {
        let bits = ty.bits(&self.machine.program.target);
        match operand {
            Operand::Const(word) => Some(self.machine.terms.constant(bits, u128::from(word))),
            Operand::Global(global, addend) => {
                let variable = &self.machine.program.globals[global];
                if variable.thread_local {
                    return None;
                }
                let object =
                    self.machine.names.object(ObjectName::Global(global), variable.size)?;
                let address = self.machine.names.base(object).wrapping_add_signed(addend);
                Some(self.machine.terms.constant(bits, u128::from(address)))
            }
            Operand::Reg(reg) => {
                let frame = run.frames.last()?;
                if let Some(value) = frame.regs.get(&reg) {
                    return *value;
                }
                if run.frames.len() > 1 {
                    return None;
                }
                let value = register(self.machine, frame.func, reg)?;
                if !self.registers.iter().any(|(known, _)| *known == reg) {
                    self.registers.push((reg, value));
                }
                Some(value)
            }
            Operand::Wide { .. } | Operand::Func(_) | Operand::Undef => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let terms = &mut self.machine.terms;
        Some(match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            BinaryOp::Shl if terms.as_u64(b).is_some_and(|by| by < u64::from(terms.width(a))) => {
                terms.shl(a, b)
            }
            BinaryOp::Shl
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr => return None,
        })
    }

    fn update(&mut self, op: AtomicOp, old: TermId, value: TermId) -> Option<TermId> {
        Some(match op {
            AtomicOp::Exchange => value,
            AtomicOp::Add => self.machine.terms.add(old, value),
            AtomicOp::Sub => self.machine.terms.sub(old, value),
            AtomicOp::And => self.machine.terms.and(old, value),
            AtomicOp::Or => self.machine.terms.or(old, value),
            AtomicOp::Xor => self.machine.terms.xor(old, value),
            AtomicOp::Nand
            | AtomicOp::Max
            | AtomicOp::Min
            | AtomicOp::UMax
            | AtomicOp::UMin
            | AtomicOp::FAdd
            | AtomicOp::FSub => return None,
        })
    }

    fn compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.machine.terms;
        match op {
            CompareOp::Eq => terms.eq(a, b),
            CompareOp::Ne => terms.ne(a, b),
            CompareOp::Ult => terms.ult(a, b),
            CompareOp::Ule => terms.ule(a, b),
            CompareOp::Ugt => terms.ult(b, a),
            CompareOp::Uge => terms.ule(b, a),
            CompareOp::Slt => terms.slt(a, b),
            CompareOp::Sle => terms.sle(a, b),
            CompareOp::Sgt => terms.slt(b, a),
            CompareOp::Sge => terms.sle(b, a),
        }
    }

    fn cast(&mut self, op: CastOp, to: Type, a: TermId) -> Option<TermId> {
        let width = to.bits(&self.machine.program.target);
        let terms = &mut self.machine.terms;
        Some(match op {
            CastOp::Trunc => terms.extract(a, width - 1, 0),
            CastOp::ZExt => terms.zext(a, width),
            CastOp::SExt => terms.sext(a, width),
            CastOp::Bits if terms.width(a) == width && !to.is_float() => a,
            CastOp::Bits
            | CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => return None,
        })
    }

    fn address(
        &mut self,
        run: &Run,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Option<TermId> {
        let base = self.read(run, base, Type::Ptr)?;
        let mut address = self.machine.terms.as_u64(base)?.wrapping_add_signed(offset);
        for &(index, ty, scale) in indices {
            let bits = ty.bits(&self.machine.program.target);
            let index = self.read(run, index, ty)?;
            let word = self.machine.terms.as_u64(index)?;
            let index = (word << (64 - bits)) as i64 >> (64 - bits);
            address = address.wrapping_add_signed(index.wrapping_mul(scale as i64));
        }
        Some(
            self.machine
                .terms
                .constant(self.machine.program.target.pointer_bits, u128::from(address)),
        )
    }

    /// The memory behind a pointer, if it is a number in a global variable of the program.
    fn cell(&mut self, run: &Run, pointer: Operand, ty: Type) -> Option<Cell> {
        let Type::Int(bits) = ty else { return None };
        let bytes = ty.bytes(&self.machine.program.target);
        if u64::from(bits) != bytes * 8 || bytes > 8 {
            return None;
        }
        let address = self.read(run, pointer, Type::Ptr)?;
        let address = self.machine.terms.as_u64(address)?;
        let (object, offset) = self.machine.names.resolve(address)?;
        let offset = u64::try_from(offset).ok()?;
        let ObjectName::Global(global) = *self.machine.names.name(object) else { return None };
        let variable = &self.machine.program.globals[global];
        let undefined = |(_, part): &(u64, InitPart)| matches!(part, InitPart::Undef(_));
        let defined = variable.init.as_ref().is_some_and(|init| !init.parts.iter().any(undefined));
        let usable = !variable.constant
            && defined
            && offset.checked_add(bytes).is_some_and(|end| end <= variable.size);
        usable.then_some(Cell::Memory { object, offset, size: bytes as u32 })
    }

    fn private(&self, pointer: Operand) -> Option<GlobalId> {
        let Operand::Global(global, 0) = pointer else { return None };
        let variable = &self.machine.program.globals[global];
        (variable.thread_local && variable.name.starts_with("raddle.pending")).then_some(global)
    }

    fn load(&mut self, run: &mut Run, pointer: Operand, ty: Type) -> Option<TermId> {
        if let Some(global) = self.private(pointer) {
            // Outside of sections nothing is pending.
            let nothing = self.machine.terms.constant(8, 0);
            return Some(run.private.get(&global).copied().unwrap_or(nothing));
        }
        let cell = self.cell(run, pointer, ty)?;
        if let Some(held) = run.memory.iter().find(|held| held.cell == cell) {
            return Some(held.value);
        }
        if run.memory.iter().any(|held| overlap(held.cell, cell)) {
            return None;
        }
        let value = variable(self.machine, cell)?;
        run.memory.push(Held { cell, value, written: false });
        Some(value)
    }

    fn store(&mut self, run: &mut Run, pointer: Operand, ty: Type, value: TermId) -> Option<()> {
        if let Some(global) = self.private(pointer) {
            run.private.insert(global, value);
            return Some(());
        }
        let cell = self.cell(run, pointer, ty)?;
        if run.memory.iter().any(|held| overlap(held.cell, cell)) {
            return None;
        }
        match run.memory.iter_mut().find(|held| held.cell == cell) {
            Some(held) => (held.value, held.written) = (value, true),
            None => run.memory.push(Held { cell, value, written: true }),
        }
        Some(())
    }
}

fn assign(run: &mut Run, reg: Reg, value: Option<TermId>) -> Option<()> {
    run.frames.last_mut()?.regs.insert(reg, value);
    Some(())
}

fn jump(run: &mut Run, next: Block) -> Option<()> {
    let frame = run.frames.last_mut()?;
    frame.block = next;
    frame.inst = 0;
    Some(())
}
