//! Whether facts hold in a concrete state. Unknown values get whatever registers and memory say they are; then everything else has to fit.

use raddle_context::{Context, Facts, HeldKind, OwnHandles, Span, ValueDef, ValueId};
use raddle_ir::{BinaryOp, CastOp, Entity, FuncId, GlobalId, Op, Operand, Program, SlotId, Type};
use raddle_pointsto::{Object, PointsTo};

use crate::interpreter::{LockKind, Run, Status, binary, cast, compare, thread_of};

/// How much of the facts could be compared.
#[derive(Debug, Default, Clone, Copy)]
pub struct Compared {
    pub registers: usize,
    pub memory: usize,
    pub locks: usize,
    pub conditions: usize,
    pub unresolved: usize,
}

impl Compared {
    pub fn add(&mut self, other: Compared) {
        self.registers += other.registers;
        self.memory += other.memory;
        self.locks += other.locks;
        self.conditions += other.conditions;
        self.unresolved += other.unresolved;
    }
}

struct Check<'c> {
    program: &'c Program,
    points_to: &'c PointsTo,
    facts: &'c Facts,
    run: &'c Run<'c>,
    /// The threads of the context as threads of the run.
    threads: &'c [usize],
    words: Vec<Option<u64>>,
}

fn bits(ty: Type) -> u32 {
    match ty {
        Type::Int(bits) => u32::from(bits),
        Type::Ptr | Type::F64 => 64,
        Type::F32 => 32,
        Type::F80 => 80,
    }
}

fn mask(bits: u32, word: u64) -> u64 {
    if bits >= 64 { word } else { word & ((1u64 << bits) - 1) }
}

fn signed(bits: u32, word: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((word << unused) as i64) >> unused
}

fn type_of(facts: &Facts, value: ValueId) -> Type {
    match &facts.values[value] {
        ValueDef::Unknown { ty, .. } | ValueDef::Operand(_, ty) | ValueDef::Load { ty, .. } => *ty,
        ValueDef::Slot { .. } => Type::Ptr,
        ValueDef::Op { op, .. } => match op {
            Op::Binary { ty, .. }
            | Op::FloatBinary { ty, .. }
            | Op::FloatNeg { ty, .. }
            | Op::Select { ty, .. } => *ty,
            Op::Compare { .. } | Op::FloatCompare { .. } => Type::BOOL,
            Op::Cast { to, .. } => *to,
            _ => Type::Ptr,
        },
    }
}

/// Whether operands come first and have the types that operations want, and registers those of their values.
pub fn is_well_formed(program: &Program, context: &Context, facts: &Facts) -> Result<(), String> {
    for (id, def) in facts.values.iter() {
        let ValueDef::Op { op, args } = def else { continue };
        let wanted: Vec<Type> = match op {
            Op::Binary { ty, .. }
            | Op::Compare { ty, .. }
            | Op::FloatBinary { ty, .. }
            | Op::FloatCompare { ty, .. } => vec![*ty, *ty],
            Op::FloatNeg { ty, .. } => vec![*ty],
            Op::Cast { from, .. } => vec![*from],
            Op::Select { ty, .. } => vec![Type::BOOL, *ty, *ty],
            Op::Address { indices, .. } => {
                let mut wanted = vec![Type::Ptr];
                wanted.extend(indices.iter().map(|(_, ty, _)| *ty));
                wanted
            }
            other => return Err(format!("{other:?} is no operation of values")),
        };
        let types: Vec<Type> = args.iter().map(|&arg| type_of(facts, arg)).collect();
        if types != wanted || args.iter().any(|&arg| arg.index() >= id.index()) {
            return Err(format!("{}: {types:?}, not {wanted:?}", facts.value_text(program, id)));
        }
    }
    for &condition in &facts.conditions {
        if type_of(facts, condition) != Type::BOOL {
            return Err(format!("{} is no condition", facts.value_text(program, condition)));
        }
    }
    for known in &facts.memory {
        if type_of(facts, known.address) != Type::Ptr || type_of(facts, known.value) != known.ty {
            return Err(format!("memory at {}", facts.value_text(program, known.address)));
        }
    }
    for held in facts.threads.iter().flat_map(|thread| &thread.held) {
        if type_of(facts, held.lock) != Type::Ptr {
            return Err(format!("lock {}", facts.value_text(program, held.lock)));
        }
    }
    for (thread, known) in context.threads.iter().zip(&facts.threads) {
        for (at, frame) in thread.frames.iter().zip(&known.frames) {
            let body = program.functions[at.func].body.as_ref().expect("a body");
            for &(reg, value) in &frame.registers {
                if type_of(facts, value) != body.regs[reg].ty {
                    return Err(format!("{reg} = {}", facts.value_text(program, value)));
                }
            }
        }
    }
    Ok(())
}

/// `Err` says what does not hold.
pub fn holds(
    program: &Program,
    points_to: &PointsTo,
    context: &Context,
    facts: &Facts,
    run: &Run<'_>,
    threads: &[usize],
) -> Result<Compared, String> {
    is_well_formed(program, context, facts)?;
    let words = vec![None; facts.values.len()];
    let mut check = Check { program, points_to, facts, run, threads, words };
    let mut compared = Compared::default();
    let mut open: Vec<(ValueId, u64, String)> = Vec::new();
    for (thread, known) in facts.threads.iter().enumerate() {
        for (depth, frame) in known.frames.iter().enumerate() {
            let frames = &run.threads[threads[thread]].frames;
            let real = &frames[frames.len() - 1 - depth];
            for &(reg, value) in &frame.registers {
                let what = format!("{reg} of frame {depth} of {}", context.threads[thread].name);
                open.push((value, real.regs[reg.index()], what));
            }
        }
    }
    compared.registers = open.len();
    let mut memory: Vec<usize> = (0..facts.memory.len()).collect();
    loop {
        let before = (open.len(), memory.len());
        let mut later = Vec::new();
        for (value, word, what) in std::mem::take(&mut open) {
            match check.fit(value, word) {
                Ok(true) => {}
                Ok(false) => later.push((value, word, what)),
                Err(wrong) => return Err(format!("{what} is {word:#x}: {wrong}")),
            }
        }
        open = later;
        let mut later = Vec::new();
        for index in std::mem::take(&mut memory) {
            let known = facts.memory[index];
            let Some(address) = check.value(known.address) else {
                later.push(index);
                continue;
            };
            let width = bits(known.ty);
            let word = mask(width, run.read(address, u64::from(width.div_ceil(8))));
            open.push((known.value, word, format!("memory at {address:#x}")));
            compared.memory += 1;
        }
        memory = later;
        if (open.len(), memory.len()) == before {
            break;
        }
    }
    compared.unresolved = open.len() + memory.len();
    for &condition in &facts.conditions {
        match check.value(condition) {
            Some(1) => compared.conditions += 1,
            Some(_) => {
                let text = facts.value_text(program, condition);
                return Err(format!("condition {text} does not hold"));
            }
            None => compared.unresolved += 1,
        }
    }
    check.locks(context, &mut compared)?;
    check.handles()?;
    for &global in &facts.unwritten {
        let address = run.globals[global.index()];
        let fresh = Run::new(program, 1).map_err(|_| "no run".to_owned())?;
        for byte in 0..program.globals[global].size {
            let initial = fresh.read(fresh.globals[global.index()] + byte, 1);
            let pointers = program.globals[global].init.iter().flat_map(|init| &init.parts);
            let numbers =
                pointers.clone().all(|(_, part)| matches!(part, raddle_ir::InitPart::Bytes(_)));
            if numbers && run.read(address + byte, 1) != initial {
                return Err(format!("{} was written", program.globals[global].name));
            }
        }
    }
    Ok(compared)
}

impl Check<'_> {
    /// No two cells with handles that nobody copies have that of the same thread, and each has one of those that it may have.
    fn handles(&mut self) -> Result<(), String> {
        let mut running: Vec<usize> = Vec::new();
        for own in &self.facts.own_handles {
            let named: Vec<usize> = own.threads.iter().map(|&nth| self.threads[nth]).collect();
            for &(nth, address) in &own.cells {
                let Some(address) = self.value(address) else { continue };
                let (is, named) = (self.run.read(address, 8), self.threads[nth]);
                if thread_of(is) != Some(named) {
                    return Err(format!("the cell of thread {named} holds {is:#x}"));
                }
            }
            for cell in self.cells(own) {
                let thread = thread_of(self.run.read(cell, 8));
                self.cell(own, cell, thread)?;
                let runs = |thread: &usize| self.run.threads[*thread].status != Status::Ended;
                let Some(thread) = thread.filter(runs) else { continue };
                if self.threads.contains(&thread) && !named.contains(&thread) {
                    return Err(format!("a cell may not hold the handle of thread {thread}"));
                }
                running.push(thread);
            }
        }
        let mut others = self.run.threads.iter().skip(1);
        if !self.facts.let_go && others.any(|thread| thread.let_go) {
            return Err("a thread was joined or detached".to_owned());
        }
        running.sort_unstable();
        match running.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two cells hold the handle of thread {}", pair[0])),
            None => Ok(()),
        }
    }

    /// What is said of a cell by its address: whether it was written, and its thread joined.
    fn cell(&mut self, own: &OwnHandles, cell: u64, thread: Option<usize>) -> Result<(), String> {
        let Some(written) = &own.written else { return Ok(()) };
        let inside: Option<Vec<bool>> = written.iter().map(|span| self.has(span, cell)).collect();
        let Some(inside) = inside else { return Ok(()) };
        let is_written = inside.contains(&true);
        if is_written != thread.is_some() && (is_written || own.zeroed) {
            return Err(format!("a cell holds {thread:?}, and was written: {is_written}"));
        }
        let joined: Option<Vec<bool>> =
            own.joined.iter().map(|span| self.has(span, cell)).collect();
        let joined = joined.map(|joined| joined.contains(&true));
        let real = thread.is_some_and(|thread| self.run.threads[thread].let_go);
        match joined.filter(|_| is_written) {
            Some(joined) if joined && !real || real && !joined && !own.let_go => {
                Err(format!("thread {thread:?} was joined: {real}"))
            }
            _ => Ok(()),
        }
    }

    fn has(&mut self, span: &Span, cell: u64) -> Option<bool> {
        let (from, to) = (self.value(span.from)?, self.value(span.to)?);
        Some((from..to).contains(&cell) && (cell - from).is_multiple_of(span.stride))
    }

    fn cells(&self, own: &OwnHandles) -> Vec<u64> {
        let has = |offset: &u64| {
            own.every.is_none_or(|(first, stride)| offset % stride == first % stride)
        };
        let all = |start: u64, size: u64| {
            let offsets = (0..size / 8).map(|cell| 8 * cell).filter(has);
            offsets.map(|offset| start + offset).collect()
        };
        match own.object {
            Object::Global(global) => {
                all(self.run.globals[global.index()], self.program.globals[global].size)
            }
            Object::Local(func, slot) => {
                let frames = self.run.threads.iter().flat_map(|thread| &thread.frames);
                let mut frames = frames.filter(|frame| frame.at.func == func);
                let start = frames.find_map(|frame| frame.slots.get(&slot).copied());
                start.map_or(Vec::new(), |start| all(start, size_of(self.program, func, slot)))
            }
            _ => Vec::new(),
        }
    }

    fn value(&mut self, value: ValueId) -> Option<u64> {
        if let Some(word) = self.words[value.index()] {
            return Some(word);
        }
        let word = match &self.facts.values[value] {
            ValueDef::Unknown { .. } => None,
            ValueDef::Operand(operand, _) => Some(match *operand {
                Operand::Const(word) => word,
                Operand::Global(global, by) => {
                    self.run.globals[global.index()].wrapping_add(by as u64)
                }
                Operand::Func(func) => Run::function_address(func),
                _ => return None,
            }),
            ValueDef::Slot { thread, frame, slot } => {
                let frames = &self.run.threads[self.threads[*thread]].frames;
                frames[frames.len() - 1 - frame].slots.get(slot).copied()
            }
            &ValueDef::Load { address, ty } => {
                let address = self.value(address);
                address.map(|address| mask(bits(ty), self.run.read(address, 8)))
            }
            ValueDef::Op { op, args } => {
                let args = args.clone();
                let words: Vec<Option<u64>> = args.iter().map(|&arg| self.value(arg)).collect();
                evaluate(op, &words)
            }
        };
        self.words[value.index()] = word;
        word
    }

    /// Whether a value is this word; `false` if that cannot be told yet.
    fn fit(&mut self, value: ValueId, word: u64) -> Result<bool, String> {
        if let Some(known) = self.value(value) {
            return match known == word {
                true => Ok(true),
                false => {
                    Err(format!("{} is {known:#x}", self.facts.value_text(self.program, value)))
                }
            };
        }
        match self.facts.values[value].clone() {
            ValueDef::Unknown { .. } => {
                self.words[value.index()] = Some(word);
                Ok(true)
            }
            ValueDef::Operand(..) | ValueDef::Slot { .. } | ValueDef::Load { .. } => Ok(false),
            ValueDef::Op { op, args } => self.invert(&op, &args, word),
        }
    }

    fn invert(&mut self, op: &Op, args: &[ValueId], word: u64) -> Result<bool, String> {
        let words: Vec<Option<u64>> = args.iter().map(|&arg| self.value(arg)).collect();
        match op {
            Op::Binary { op: BinaryOp::Add, ty, .. } => match (words[0], words[1]) {
                (None, Some(b)) => self.fit(args[0], mask(bits(*ty), word.wrapping_sub(b))),
                (Some(a), None) => self.fit(args[1], mask(bits(*ty), word.wrapping_sub(a))),
                _ => Ok(false),
            },
            Op::Binary { op: BinaryOp::Mul, ty, .. } => match words[1] {
                Some(b) if b != 0 => {
                    let (x, y) = (signed(bits(*ty), word), signed(bits(*ty), b));
                    match x % y == 0 {
                        true => self.fit(args[0], mask(bits(*ty), (x / y) as u64)),
                        false => Err(format!("{x} is not a multiple of {y}")),
                    }
                }
                _ => Ok(false),
            },
            Op::Cast { op: CastOp::Trunc, .. } => match &self.facts.values[args[0]] {
                // Rounds are few.
                ValueDef::Unknown { name, .. } if name.contains("rounds of") => {
                    self.fit(args[0], word)
                }
                _ => Ok(false),
            },
            Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Bits, from, .. } => {
                self.fit(args[0], mask(bits(*from), word))
            }
            Op::Address { offset, indices, .. } => {
                let unknown: Vec<usize> = (0..args.len()).filter(|&i| words[i].is_none()).collect();
                let [missing] = unknown[..] else { return Ok(false) };
                let mut rest = word.wrapping_sub(*offset as u64);
                if missing != 0 {
                    rest = rest.wrapping_sub(words[0].unwrap_or(0));
                }
                for (index, (_, ty, scale)) in indices.iter().enumerate() {
                    if let Some(known) = words[index + 1] {
                        let step = (signed(bits(*ty), known) as u64).wrapping_mul(*scale);
                        rest = rest.wrapping_sub(step);
                    }
                }
                if missing == 0 {
                    return self.fit(args[0], rest);
                }
                let (_, ty, scale) = indices[missing - 1];
                let (rest, scale) = (rest as i64, scale as i64);
                match scale != 0 && rest % scale == 0 {
                    true => self.fit(args[missing], mask(bits(ty), (rest / scale) as u64)),
                    false => Err(format!("{rest} is no multiple of {scale}")),
                }
            }
            _ => Ok(false),
        }
    }

    /// Locks in variables that threads which are gone still hold.
    fn left_locks(&self) -> Result<(), String> {
        if self.facts.left.anything {
            return Ok(());
        }
        let ended = self.run.threads.iter().filter(|thread| thread.status == Status::Ended);
        for &(address, _) in ended.flat_map(|thread| &thread.held) {
            let inside = |global: GlobalId| {
                let start = self.run.globals[global.index()];
                (start..start + self.program.globals[global].size).contains(&address)
            };
            let Some(global) = self.program.globals.keys().find(|&global| inside(global)) else {
                continue;
            };
            let object = self.points_to.find(Object::Global(global));
            if !object.is_some_and(|object| self.facts.left.objects.contains_key(&object)) {
                let name = &self.program.globals[global].name;
                return Err(format!("a thread that has ended holds {name}"));
            }
        }
        Ok(())
    }

    fn locks(&mut self, context: &Context, compared: &mut Compared) -> Result<(), String> {
        self.left_locks()?;
        if self.facts.locks_unknown {
            return Ok(());
        }
        for (index, thread) in self.facts.threads.iter().enumerate() {
            let name = &context.threads[index].name;
            let mut real: Vec<(u64, HeldKind)> = self.run.threads[self.threads[index]]
                .held
                .iter()
                .map(|&(address, kind)| (address, kind_of(kind)))
                .collect();
            // What is said is about the moment before the wait.
            if let Status::Waits(_, mutex) | Status::Woken(mutex) =
                self.run.threads[self.threads[index]].status
            {
                real.push((mutex, HeldKind::Mutex));
            }
            compared.locks += real.len() + thread.held.len();
            // A lock may have several names; those that are certain come first.
            let mut wild = 0;
            for held in thread.held.iter().filter(|held| held.must) {
                match self.value(held.lock) {
                    None => wild += 1,
                    Some(address) => {
                        let Some(at) = real.iter().position(|&other| other == (address, held.kind))
                        else {
                            let lock = self.facts.value_text(self.program, held.lock);
                            return Err(format!("{name} does not hold {lock}"));
                        };
                        real.remove(at);
                    }
                }
            }
            if wild > real.len() {
                return Err(format!("{name} holds less than it must"));
            }
            for held in thread.held.iter().filter(|held| !held.must) {
                match self.value(held.lock) {
                    None => wild += 1,
                    Some(address) => {
                        let at = real.iter().position(|&other| other == (address, held.kind));
                        at.map(|at| real.remove(at));
                    }
                }
            }
            if real.len() > wild {
                return Err(format!("{name} holds {real:x?}, which nobody expects"));
            }
        }
        Ok(())
    }
}

fn kind_of(kind: LockKind) -> HeldKind {
    match kind {
        LockKind::Mutex => HeldKind::Mutex,
        LockKind::Read => HeldKind::Read,
        LockKind::Write => HeldKind::Write,
        LockKind::Spin => HeldKind::Spin,
    }
}

fn evaluate(op: &Op, words: &[Option<u64>]) -> Option<u64> {
    match op {
        Op::Binary { op, ty, .. } => binary(*op, bits(*ty), words[0]?, words[1]?),
        Op::Compare { op, ty, .. } => {
            Some(u64::from(compare(*op, bits(*ty), words[0]?, words[1]?)))
        }
        Op::Cast { op, from, to, .. } => cast(*op, bits(*from), bits(*to), words[0]?),
        Op::Select { .. } => {
            if words[0]? & 1 == 1 {
                words[1]
            } else {
                words[2]
            }
        }
        Op::Address { offset, indices, .. } => {
            let mut word = words[0]?.wrapping_add(*offset as u64);
            for ((_, ty, scale), index) in indices.iter().zip(&words[1..]) {
                let index = signed(bits(*ty), (*index)?);
                word = word.wrapping_add((index as u64).wrapping_mul(*scale));
            }
            Some(word)
        }
        _ => None,
    }
}

fn size_of(program: &Program, func: FuncId, wanted: SlotId) -> u64 {
    let blocks = program.functions[func].body.iter().flat_map(|body| body.blocks.values());
    let sizes = blocks.flat_map(|block| &block.insts).filter_map(|inst| match inst.op {
        Op::Alloca { slot, size, count: Operand::Const(count), .. } if slot == wanted => {
            Some(size * count)
        }
        _ => None,
    });
    sizes.max().unwrap_or(0)
}
