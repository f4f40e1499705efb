//! A small interpreter of programs with threads, for tests: concrete values, one operation at a time, any thread that can move may move. It shares no code with the
//! analyses. What it does not know ends the run.

use std::collections::BTreeMap;

use raddle_ir::{
    AtomicOp, BinaryOp, Body, Callee, CastOp, CompareOp, Entity, FuncId, GlobalId, InitPart,
    Intrinsic, Op, Operand, Program, Reg, SlotId, Terminator, Type,
};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    Mutex,
    Read,
    Write,
    Spin,
}

#[derive(Debug)]
pub struct Frame {
    /// The next operation, or the call under way.
    pub at: Position,
    pub regs: Vec<u64>,
    pub slots: FxHashMap<SlotId, u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Runs,
    /// Has arrived at a barrier, in this round of it.
    AtBarrier(u64, u64),
    /// Waits for a condition with a mutex.
    Waits(u64, u64),
    /// Was woken and wants the mutex back.
    Woken(u64),
    Ended,
}

#[derive(Debug)]
pub struct Thread {
    /// Outermost first.
    pub frames: Vec<Frame>,
    pub status: Status,
    pub held: Vec<(u64, LockKind)>,
    /// It was joined or detached.
    pub let_go: bool,
}

/// Why a run is over.
#[derive(Debug, PartialEq, Eq)]
pub enum Over {
    Finished,
    Stuck,
    Unknown(String),
}

pub struct Run<'p> {
    program: &'p Program,
    pub memory: FxHashMap<u64, u8>,
    pub globals: Vec<u64>,
    pub threads: Vec<Thread>,
    barriers: BTreeMap<u64, (u64, u64, u64)>,
    next: u64,
    random: u64,
    /// The thread in an atomic section.
    section: Option<usize>,
    /// Two accesses were not ordered by synchronisation.
    pub raced: bool,
    /// By thread: what it knows of each.
    clocks: Vec<Vec<u32>>,
    /// What is handed on with a lock, a barrier or an atomic.
    messages: FxHashMap<u64, Vec<u32>>,
    shadow: FxHashMap<u64, Shadow>,
}

/// Who accessed a byte: thread, when, atomically.
#[derive(Default)]
struct Shadow {
    write: Option<(usize, u32, bool)>,
    reads: Vec<(usize, u32, bool)>,
}

fn join(a: &mut Vec<u32>, b: &[u32]) {
    if a.len() < b.len() {
        a.resize(b.len(), 0);
    }
    a.iter_mut().zip(b).for_each(|(a, b)| *a = (*a).max(*b));
}

fn mask(bits: u32, word: u64) -> u64 {
    if bits >= 64 { word } else { word & ((1u64 << bits) - 1) }
}

fn signed(bits: u32, word: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((word << unused) as i64) >> unused
}

pub fn compare(op: CompareOp, bits: u32, a: u64, b: u64) -> bool {
    let (x, y) = (signed(bits, a), signed(bits, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => x < y,
        CompareOp::Sle => x <= y,
        CompareOp::Sgt => x > y,
        CompareOp::Sge => x >= y,
    }
}

pub fn binary(op: BinaryOp, bits: u32, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (signed(bits, a), signed(bits, b));
    Some(mask(
        bits,
        match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::UDiv => a.checked_div(b)?,
            BinaryOp::SDiv => x.checked_div(y)? as u64,
            BinaryOp::URem => a.checked_rem(b)?,
            BinaryOp::SRem => x.checked_rem(y)? as u64,
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => a.checked_shl(b.try_into().ok()?)?,
            BinaryOp::LShr => a.checked_shr(b.try_into().ok()?)?,
            BinaryOp::AShr => x.checked_shr(b.try_into().ok()?)? as u64,
        },
    ))
}

pub fn cast(op: CastOp, from: u32, to: u32, a: u64) -> Option<u64> {
    Some(match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits => mask(to, a),
        CastOp::SExt => mask(to, signed(from, a) as u64),
        _ => return None,
    })
}

/// What `pthread_once` leaves in memory while the function that it calls is under way.
const UNDER_WAY: u64 = 1;

/// Where handles begin. No number that programs here compute with is one of them.
const HANDLES: u64 = 0x7aad_0000_0000;

fn handle_of(thread: usize) -> u64 {
    HANDLES + thread as u64
}

/// The thread that a word is the handle of.
pub fn thread_of(word: u64) -> Option<usize> {
    word.checked_sub(HANDLES).filter(|&thread| thread < 1 << 16).map(|thread| thread as usize)
}

impl<'p> Run<'p> {
    pub fn new(program: &'p Program, seed: u64) -> Result<Run<'p>, Over> {
        let mut run = Run {
            program,
            memory: FxHashMap::default(),
            globals: Vec::new(),
            threads: Vec::new(),
            barriers: BTreeMap::new(),
            next: 0x100_0000,
            section: None,
            raced: false,
            clocks: Vec::new(),
            messages: FxHashMap::default(),
            shadow: FxHashMap::default(),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        if program.globals.values().any(|global| global.thread_local)
            || !program.constructors.is_empty()
        {
            return Err(Over::Unknown("thread-local globals or constructors".to_owned()));
        }
        for (_, global) in program.globals.iter() {
            let address = run.allocate(global.size);
            run.globals.push(address);
        }
        for (id, _) in program.globals.iter() {
            run.initialise(id);
        }
        let main = program.function("main").expect("every program has one");
        let argv = run.allocate(64);
        let argc = run.random() % 4 + 1;
        run.start(main, &[argc, argv])?;
        Ok(run)
    }

    pub fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 11
    }

    fn allocate(&mut self, size: u64) -> u64 {
        let address = self.next;
        self.next += (size + 47) & !15;
        address
    }

    fn tick(&mut self, thread: usize) {
        self.clocks[thread][thread] += 1;
    }

    /// Everything done so far is known to who receives this.
    fn send(&mut self, thread: usize, channel: u64) {
        let message = self.messages.entry(channel).or_default();
        join(message, &self.clocks[thread]);
        self.tick(thread);
    }

    fn receive(&mut self, thread: usize, channel: u64) {
        if let Some(message) = self.messages.get(&channel) {
            join(&mut self.clocks[thread], message);
        }
    }

    fn access(&mut self, thread: usize, address: u64, bytes: u64, write: bool, atomic: bool) {
        let clock = &self.clocks[thread];
        let before = |&(other, when, also): &(usize, u32, bool)| {
            other == thread
                || (atomic && also)
                || clock.get(other).is_some_and(|&known| known >= when)
        };
        let now = (thread, clock[thread], atomic);
        for byte in address..address + bytes {
            let shadow = self.shadow.entry(byte).or_default();
            let ordered = shadow.write.as_ref().is_none_or(before)
                && (!write || shadow.reads.iter().all(before));
            self.raced |= !ordered;
            if write {
                shadow.write = Some(now);
                shadow.reads.clear();
            } else {
                shadow.reads.retain(|read| read.0 != thread || read.2 != atomic);
                shadow.reads.push(now);
            }
        }
    }

    pub fn function_address(func: FuncId) -> u64 {
        0x1000 + u64::from(func.0) * 16
    }

    fn initialise(&mut self, id: GlobalId) {
        let start = self.globals[id.index()];
        let global = &self.program.globals[id];
        for (at, part) in global.init.iter().flat_map(|init| &init.parts) {
            match part {
                InitPart::Bytes(bytes) => {
                    for (index, &byte) in bytes.iter().enumerate() {
                        self.memory.insert(start + at + index as u64, byte);
                    }
                }
                InitPart::Global(other, by) => {
                    let value = self.globals[other.index()].wrapping_add(*by as u64);
                    self.write(start + at, 8, value);
                }
                InitPart::Func(func) => self.write(start + at, 8, Self::function_address(*func)),
                InitPart::Undef(_) => {}
            }
        }
    }

    pub fn read(&self, address: u64, bytes: u64) -> u64 {
        (0..bytes).fold(0, |word, index| {
            let byte = self.memory.get(&(address + index)).copied().unwrap_or(0);
            word | u64::from(byte) << (8 * index)
        })
    }

    fn write(&mut self, address: u64, bytes: u64, word: u64) {
        for index in 0..bytes {
            self.memory.insert(address + index, (word >> (8 * index)) as u8);
        }
    }

    fn start(&mut self, func: FuncId, args: &[u64]) -> Result<(), Over> {
        let frame = self.frame(func, args)?;
        let id = self.threads.len();
        self.clocks.push(vec![0; id + 1]);
        self.clocks[id][id] = 1;
        self.threads.push(Thread {
            frames: vec![frame],
            status: Status::Runs,
            held: Vec::new(),
            let_go: false,
        });
        Ok(())
    }

    fn frame(&self, func: FuncId, args: &[u64]) -> Result<Frame, Over> {
        let function = &self.program.functions[func];
        let Some(body) = &function.body else {
            return Err(Over::Unknown(function.name.clone()));
        };
        let mut regs = vec![0; body.regs.len()];
        for (param, &arg) in function.params.iter().zip(args) {
            regs[param.reg.index()] = arg;
        }
        let at = Position { func, block: Body::ENTRY, inst: 0 };
        Ok(Frame { at, regs, slots: FxHashMap::default() })
    }

    /// Lets a random thread make a step.
    pub fn step(&mut self) -> Result<(), Over> {
        let section = self.section.filter(|&t| self.threads[t].status != Status::Ended);
        if let Some(thread) = section {
            return self.advance(thread)?.then_some(()).ok_or(Over::Stuck);
        }
        let count = self.threads.len() as u64;
        let first = self.random() % count;
        for offset in 0..count {
            let thread = ((first + offset) % count) as usize;
            if self.threads[thread].status != Status::Ended && self.advance(thread)? {
                return Ok(());
            }
        }
        Err(Over::Stuck)
    }

    fn operand(&self, thread: usize, operand: Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => {
                self.threads[thread].frames.last().expect("it runs").regs[reg.index()]
            }
            Operand::Const(word) => word,
            Operand::Wide { low, .. } => low,
            Operand::Global(global, by) => self.globals[global.index()].wrapping_add(by as u64),
            Operand::Func(func) => Self::function_address(func),
            Operand::Undef => 0,
        }
    }

    fn bits(&self, ty: Type) -> Result<u32, Over> {
        match ty {
            Type::Int(bits) if bits <= 64 => Ok(u32::from(bits)),
            Type::Ptr => Ok(64),
            _ => Err(Over::Unknown(format!("values of type {ty}"))),
        }
    }

    fn assign(&mut self, thread: usize, dst: Reg, word: u64) {
        let frame = self.threads[thread].frames.last_mut().expect("it runs");
        frame.regs[dst.index()] = word;
    }

    fn go_on(&mut self, thread: usize) {
        self.threads[thread].frames.last_mut().expect("it runs").at.inst += 1;
    }

    /// One operation of a thread; `false` if it cannot move.
    fn advance(&mut self, thread: usize) -> Result<bool, Over> {
        let at = self.threads[thread].frames.last().expect("it runs").at;
        let Some(op) = at.op(self.program) else {
            return self.terminate(thread, at).map(|()| true);
        };
        match op {
            Op::Copy { dst, src, .. } => {
                let word = self.operand(thread, *src);
                self.assign(thread, *dst, word);
            }
            Op::Binary { dst, op, ty, a, b, .. } => {
                let bits = self.bits(*ty)?;
                let (a, b) = (self.operand(thread, *a), self.operand(thread, *b));
                let word = binary(*op, bits, a, b).ok_or(Over::Unknown("arithmetic".to_owned()))?;
                self.assign(thread, *dst, word);
            }
            Op::Compare { dst, op, ty, a, b } => {
                let bits = self.bits(*ty)?;
                let (a, b) = (self.operand(thread, *a), self.operand(thread, *b));
                self.assign(thread, *dst, u64::from(compare(*op, bits, a, b)));
            }
            Op::Cast { dst, op, from, to, a } => {
                let (narrow, wide) = (self.bits(*from)?, self.bits(*to)?);
                let a = self.operand(thread, *a);
                let word = cast(*op, narrow, wide, a).ok_or(Over::Unknown("casts".to_owned()))?;
                self.assign(thread, *dst, word);
            }
            Op::Select { dst, cond, a, b, .. } => {
                let chosen = if self.operand(thread, *cond) & 1 == 1 { a } else { b };
                let word = self.operand(thread, *chosen);
                self.assign(thread, *dst, word);
            }
            Op::Address { dst, base, offset, indices, .. } => {
                let mut word = self.operand(thread, *base).wrapping_add(*offset as u64);
                for (index, ty, scale) in indices {
                    let index = signed(self.bits(*ty)?, self.operand(thread, *index));
                    word = word.wrapping_add((index as u64).wrapping_mul(*scale));
                }
                self.assign(thread, *dst, word);
            }
            Op::Load { dst, ty, ptr, order, .. } => {
                let bits = self.bits(*ty)?;
                let (address, bytes) = (self.operand(thread, *ptr), u64::from(bits.div_ceil(8)));
                let word = self.read(address, bytes);
                self.access(thread, address, bytes, false, order.is_some());
                if order.is_some() {
                    self.receive(thread, address);
                }
                self.assign(thread, *dst, mask(bits, word));
            }
            Op::Store { ty, value, ptr, order, .. } => {
                let bytes = u64::from(self.bits(*ty)?.div_ceil(8));
                let (address, word) = (self.operand(thread, *ptr), self.operand(thread, *value));
                self.access(thread, address, bytes, true, order.is_some());
                if order.is_some() {
                    self.send(thread, address);
                }
                self.write(address, bytes, word);
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, .. } => {
                let bits = self.bits(*ty)?;
                let bytes = u64::from(bits.div_ceil(8));
                let (address, value) = (self.operand(thread, *ptr), self.operand(thread, *value));
                let old = self.read(address, bytes);
                self.access(thread, address, bytes, true, true);
                self.receive(thread, address);
                self.send(thread, address);
                let new = match op {
                    AtomicOp::Exchange => value,
                    AtomicOp::Add => old.wrapping_add(value),
                    AtomicOp::Sub => old.wrapping_sub(value),
                    AtomicOp::And => old & value,
                    AtomicOp::Or => old | value,
                    AtomicOp::Xor => old ^ value,
                    _ => return Err(Over::Unknown("atomics".to_owned())),
                };
                self.write(address, bytes, new);
                self.assign(thread, *dst, mask(bits, old));
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, .. } => {
                let bits = self.bits(*ty)?;
                let bytes = u64::from(bits.div_ceil(8));
                let address = self.operand(thread, *ptr);
                let (expected, new) = (self.operand(thread, *expected), self.operand(thread, *new));
                let found = mask(bits, self.read(address, bytes));
                self.access(thread, address, bytes, found == mask(bits, expected), true);
                self.receive(thread, address);
                self.send(thread, address);
                if found == mask(bits, expected) {
                    self.write(address, bytes, new);
                }
                self.assign(thread, *old, found);
                self.assign(thread, *ok, u64::from(found == mask(bits, expected)));
            }
            Op::Fence { .. } => {}
            Op::Alloca { dst, slot, size, count, .. } => {
                let address = self.allocate(size * self.operand(thread, *count));
                self.assign(thread, *dst, address);
                let frame = self.threads[thread].frames.last_mut().expect("it runs");
                frame.slots.insert(*slot, address);
            }
            Op::Intrinsic { intrinsic, args, .. } => {
                let args: Vec<u64> = args.iter().map(|&arg| self.operand(thread, arg)).collect();
                match intrinsic {
                    Intrinsic::MemCopy | Intrinsic::MemMove => {
                        self.access(thread, args[1], args[2], false, false);
                        self.access(thread, args[0], args[2], true, false);
                        let bytes: Vec<u8> =
                            (0..args[2]).map(|i| self.read(args[1] + i, 1) as u8).collect();
                        for (index, byte) in bytes.into_iter().enumerate() {
                            self.memory.insert(args[0] + index as u64, byte);
                        }
                    }
                    Intrinsic::MemSet => {
                        self.access(thread, args[0], args[2], true, false);
                        (0..args[2]).for_each(|i| self.write(args[0] + i, 1, args[1]));
                    }
                    Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {}
                    other => return Err(Over::Unknown(format!("{other:?}"))),
                }
            }
            Op::Call { .. } => return self.call(thread, op),
            Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::Unsupported { .. } => return Err(Over::Unknown("floats".to_owned())),
        }
        self.go_on(thread);
        Ok(true)
    }

    fn terminate(&mut self, thread: usize, at: Position) -> Result<(), Over> {
        let terminator = at.terminator(self.program).expect("the end of a block");
        let target = match terminator {
            Terminator::Jump(target) => *target,
            Terminator::Branch { cond, then, otherwise } => {
                if self.operand(thread, *cond) & 1 == 1 { *then } else { *otherwise }
            }
            Terminator::Switch { value, cases, default, .. } => {
                let word = self.operand(thread, *value);
                cases.iter().find(|case| case.0 == word).map_or(*default, |case| case.1)
            }
            Terminator::Return(values) => {
                let words: Vec<u64> = values.iter().map(|&v| self.operand(thread, v)).collect();
                self.threads[thread].frames.pop();
                if self.threads[thread].frames.is_empty() {
                    self.threads[thread].status = Status::Ended;
                    return if thread == 0 { Err(Over::Finished) } else { Ok(()) };
                }
                if let Some(control) = self.once_under_way(thread) {
                    self.write(control, 4, UNDER_WAY + 1);
                    self.send(thread, control);
                    self.results(thread, &[0]);
                    return Ok(());
                }
                self.results(thread, &words);
                return Ok(());
            }
            Terminator::Unreachable => return Err(Over::Finished),
        };
        let frame = self.threads[thread].frames.last_mut().expect("it runs");
        frame.at = Position { block: target, inst: 0, ..at };
        Ok(())
    }

    /// Ends the call under way.
    fn results(&mut self, thread: usize, words: &[u64]) {
        let at = self.threads[thread].frames.last().expect("it runs").at;
        if let Some(Op::Call { dsts, .. }) = at.op(self.program) {
            for (&dst, &word) in dsts.iter().zip(words) {
                self.assign(thread, dst, word);
            }
        }
        self.go_on(thread);
    }

    fn call(&mut self, thread: usize, op: &Op) -> Result<bool, Over> {
        let Op::Call { callee, args, .. } = op else { return Ok(false) };
        if args.iter().any(|arg| arg.by_value.is_some()) {
            return Err(Over::Unknown("structs by value".to_owned()));
        }
        let words: Vec<u64> = args.iter().map(|arg| self.operand(thread, arg.value)).collect();
        let func = match callee {
            Callee::Direct(func) => *func,
            Callee::Indirect(pointer) => {
                let address = self.operand(thread, *pointer);
                let id = address.wrapping_sub(0x1000) / 16;
                if !address.is_multiple_of(16) || id >= self.program.functions.len() as u64 {
                    return Err(Over::Unknown("wild calls".to_owned()));
                }
                FuncId(id as u32)
            }
        };
        let function = &self.program.functions[func];
        if function.varargs && function.body.is_some() {
            return Err(Over::Unknown("variable arguments".to_owned()));
        }
        if function.body.is_some() {
            let frame = self.frame(func, &words)?;
            self.threads[thread].frames.push(frame);
            return Ok(true);
        }
        self.library(thread, &function.name, &words)
    }

    fn holders(&self, address: u64) -> impl Iterator<Item = (usize, LockKind)> + '_ {
        self.threads.iter().enumerate().flat_map(move |(index, thread)| {
            let held = thread.held.iter().filter(move |(lock, _)| *lock == address);
            held.map(move |(_, kind)| (index, *kind))
        })
    }

    fn library(&mut self, thread: usize, name: &str, args: &[u64]) -> Result<bool, Over> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let lock = |kind: LockKind| (arg(0), kind);
        let mut result = 0;
        match name {
            "malloc" => result = self.allocate(arg(0)),
            "calloc" => result = self.allocate(arg(0) * arg(1)),
            "free"
            | "printf"
            | "puts"
            | "sched_yield"
            | "usleep"
            | "sleep"
            | "pthread_attr_init"
            | "pthread_mutex_init"
            | "pthread_mutex_destroy"
            | "pthread_rwlock_init"
            | "pthread_rwlock_destroy"
            | "pthread_spin_init"
            | "pthread_spin_destroy"
            | "pthread_barrier_destroy"
            | "pthread_cond_init"
            | "pthread_cond_destroy" => {}
            "pthread_detach" => {
                if let Some(other) = thread_of(arg(0)) {
                    self.threads[other].let_go = true;
                }
            }
            "pthread_create" => {
                let id = self.threads.len() as u64;
                let func = FuncId((arg(2).wrapping_sub(0x1000) / 16) as u32);
                self.start(func, &[arg(3)])?;
                let known = self.clocks[thread].clone();
                join(&mut self.clocks[id as usize], &known);
                self.tick(thread);
                self.access(thread, arg(0), 8, true, false);
                self.write(arg(0), 8, handle_of(id as usize));
            }
            "pthread_join" => {
                let other = thread_of(arg(0)).filter(|&other| !self.threads[other].let_go);
                let Some(other) = other else {
                    // C gives no meaning to what follows.
                    return Err(Over::Finished);
                };
                if self.threads[other].status != Status::Ended {
                    return Ok(false);
                }
                let known = self.clocks[other].clone();
                join(&mut self.clocks[thread], &known);
                self.threads[other].let_go = true;
            }
            "pthread_mutex_lock" | "pthread_spin_lock" | "pthread_rwlock_wrlock" => {
                if self.holders(arg(0)).next().is_some() {
                    return Ok(false);
                }
                let kind = match name {
                    "pthread_mutex_lock" => LockKind::Mutex,
                    "pthread_spin_lock" => LockKind::Spin,
                    _ => LockKind::Write,
                };
                self.threads[thread].held.push(lock(kind));
                self.receive(thread, arg(0));
            }
            "pthread_mutex_trylock" | "pthread_spin_trylock" => {
                result = 16;
                if self.holders(arg(0)).next().is_none() {
                    let mutex = name == "pthread_mutex_trylock";
                    let kind = if mutex { LockKind::Mutex } else { LockKind::Spin };
                    self.threads[thread].held.push(lock(kind));
                    self.receive(thread, arg(0));
                    result = 0;
                }
            }
            "pthread_rwlock_rdlock" => {
                if self.holders(arg(0)).any(|(_, kind)| kind != LockKind::Read) {
                    return Ok(false);
                }
                self.threads[thread].held.push(lock(LockKind::Read));
                self.receive(thread, arg(0));
            }
            "pthread_mutex_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" => {
                let held = &mut self.threads[thread].held;
                let Some(at) = held.iter().position(|(address, _)| *address == arg(0)) else {
                    return Err(Over::Finished);
                };
                held.remove(at);
                self.send(thread, arg(0));
            }
            "pthread_barrier_init" => {
                self.barriers.insert(arg(0), (arg(2) & 0xffff_ffff, 0, 0));
            }
            "raddle_atomic_begin" | "__VERIFIER_atomic_begin" => {
                self.receive(thread, 1);
                self.section = Some(thread);
            }
            "raddle_atomic_end" | "__VERIFIER_atomic_end" => {
                self.send(thread, 1);
                self.section = None;
            }
            "pthread_once" => return self.once(thread, arg(0), arg(1)),
            "pthread_self" => result = handle_of(thread),
            "pthread_equal" => result = u64::from(arg(0) == arg(1)),
            "pthread_cond_wait" => return self.wait(thread, arg(0), arg(1)),
            "pthread_cond_signal" | "pthread_cond_broadcast" => {
                let waiting: Vec<usize> = (0..self.threads.len())
                    .filter(
                        |&t| matches!(self.threads[t].status, Status::Waits(c, _) if c == arg(0)),
                    )
                    .collect();
                let first = self.random() as usize % waiting.len().max(1);
                for (index, &one) in waiting.iter().enumerate() {
                    if let Status::Waits(_, mutex) = self.threads[one].status
                        && (index == first || name == "pthread_cond_broadcast")
                    {
                        self.threads[one].status = Status::Woken(mutex);
                    }
                }
            }
            "sem_init" => self.write(arg(0), 4, arg(2)),
            "sem_destroy" => {}
            "sem_post" => {
                let units = self.read(arg(0), 4);
                self.send(thread, arg(0));
                self.write(arg(0), 4, units + 1);
            }
            "sem_wait" => {
                let units = self.read(arg(0), 4);
                if units == 0 {
                    return Ok(false);
                }
                self.receive(thread, arg(0));
                self.write(arg(0), 4, units - 1);
            }
            "pthread_barrier_wait" => return self.barrier(thread, arg(0)),
            "exit" | "abort" | "__assert_fail" | "reach_error" | "__raddle_exit" => {
                return Err(Over::Finished);
            }
            "pthread_exit" => {
                self.threads[thread].frames.clear();
                self.threads[thread].status = Status::Ended;
                return Ok(true);
            }
            "raddle_make_symbolic" => {
                let word = self.random() % 4;
                self.access(thread, arg(0), arg(1), true, false);
                self.write(arg(0), arg(1).min(8), word);
            }
            "raddle_assume" | "__VERIFIER_assume" | "raddle_check" => {
                if arg(0) & 0xffff_ffff == 0 {
                    return Err(Over::Finished);
                }
            }
            _ if name.starts_with("__VERIFIER_nondet") => result = self.random() % 5,
            _ => return Err(Over::Unknown(name.to_owned())),
        }
        self.results(thread, &[result]);
        Ok(true)
    }

    /// Calls a function unless that was done before. Whoever comes in between waits.
    fn once(&mut self, thread: usize, control: u64, routine: u64) -> Result<bool, Over> {
        match self.read(control, 4) {
            0 => {
                self.write(control, 4, UNDER_WAY);
                let frame = self.frame(FuncId((routine.wrapping_sub(0x1000) / 16) as u32), &[])?;
                self.threads[thread].frames.push(frame);
                Ok(true)
            }
            UNDER_WAY => Ok(false),
            _ => {
                self.receive(thread, control);
                self.results(thread, &[0]);
                Ok(true)
            }
        }
    }

    /// What says whether it was done, if the frame is in the middle of that.
    fn once_under_way(&self, thread: usize) -> Option<u64> {
        let at = self.threads[thread].frames.last()?.at;
        let Op::Call { callee: Callee::Direct(func), args, .. } = at.op(self.program)? else {
            return None;
        };
        let is_once = self.program.functions[*func].name == "pthread_once";
        is_once.then(|| self.operand(thread, args[0].value))
    }

    fn wait(&mut self, thread: usize, condition: u64, mutex: u64) -> Result<bool, Over> {
        match self.threads[thread].status {
            Status::Waits(_, mutex) => {
                // Nobody has to have woken it.
                if self.random().is_multiple_of(40) {
                    self.threads[thread].status = Status::Woken(mutex);
                    return Ok(true);
                }
                Ok(false)
            }
            Status::Woken(_) => {
                if self.holders(mutex).next().is_some() {
                    return Ok(false);
                }
                self.threads[thread].held.push((mutex, LockKind::Mutex));
                self.receive(thread, mutex);
                self.threads[thread].status = Status::Runs;
                self.results(thread, &[0]);
                Ok(true)
            }
            _ => {
                let held = &mut self.threads[thread].held;
                let Some(at) = held.iter().position(|(address, _)| *address == mutex) else {
                    return Err(Over::Finished);
                };
                held.remove(at);
                self.send(thread, mutex);
                self.threads[thread].status = Status::Waits(condition, mutex);
                Ok(true)
            }
        }
    }

    fn barrier(&mut self, thread: usize, address: u64) -> Result<bool, Over> {
        let Some((count, arrived, round)) = self.barriers.get(&address).copied() else {
            return Err(Over::Unknown("a barrier that was not made".to_owned()));
        };
        match self.threads[thread].status {
            Status::AtBarrier(_, mine) if mine == round => Ok(false),
            Status::AtBarrier(..) => {
                self.receive(thread, address);
                self.threads[thread].status = Status::Runs;
                self.results(thread, &[0]);
                Ok(true)
            }
            _ => {
                let full = arrived + 1 == count;
                let next = if full { (count, 0, round + 1) } else { (count, arrived + 1, round) };
                self.barriers.insert(address, next);
                self.send(thread, address);
                self.threads[thread].status = Status::AtBarrier(address, round);
                Ok(true)
            }
        }
    }
}
