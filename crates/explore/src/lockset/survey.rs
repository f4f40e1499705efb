//! All that threads may still do: every path of each of them, with what the others do in between left open.
//!
//! A thread is followed from where it stands with the values that its registers have. Memory that only one thread uses from now on is followed,
//! too; of memory that several use, bytes that nobody writes any more keep their value, and all others may hold anything. Who uses and writes what is not
//! known in advance: it is taken for granted that nobody does more than was seen, and everything is done
//! again until that is true.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::{
    BinaryOp, Block, Body, Callee, CompareOp, FuncId, Intrinsic, Loc, Op, Operand, Ordering,
    Program, Reg, Terminator, Type,
};
use raddle_machine::{
    Cell, Machine, ObjectId, StackEntry, State, SyncSort, ThreadId, Value, binary_words, cast_word,
    compare_words, mask, signed,
};
use raddle_reduce::Broken;
use rustc_hash::{FxHashMap, FxHashSet};

use super::path::{Content, Frame, Lock, Memory, Path, Skeleton, Who};

/// Instructions that are looked at before it is given up.
const FUEL: u32 = 30_000;
/// Calls within calls.
const DEEPEST: usize = 64;
/// Paths that differ in values only are told apart so often.
const SAME_PLACE: u32 = 24;
/// How often assumptions about who uses what are corrected.
const ROUNDS: u32 = 16;
/// Bytes that all local variables of a thread may have.
const MOST_STACK: u64 = 1 << 20;

/// A thread of the state, or one that is still to be created.
#[derive(Clone, Copy, Debug)]
pub(super) struct Somebody {
    pub real: Option<ThreadId>,
    /// Who creates it, and how many that thread created before, if it does not exist yet.
    pub birth: Option<(Who, u32)>,
}

/// Something that does not exist yet but has an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Thing {
    Local { who: Who, depth: usize, func: FuncId, reg: Reg, size: u64 },
    Handle(Who),
}

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Manner {
    Plain,
    /// Atomic, or in an atomic section.
    Synchronised,
    /// By an operation on a synchronisation object.
    Operation,
    /// The memory is gone afterwards.
    Ends,
    /// The synchronisation object is gone afterwards.
    Destroys,
}

/// An access that is still to come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Touch {
    pub who: Who,
    pub memory: Memory,
    pub start: u64,
    pub end: u64,
    pub write: bool,
    pub manner: Manner,
    pub at: StackEntry,
    pub locks: Vec<Lock>,
    pub joined: Vec<Who>,
    pub created: Vec<Who>,
}

/// Who uses a piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Users {
    One(Who),
    Several,
}

pub(super) struct Survey<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub program: &'p Program,
    pub state: &'a State,
    pub functions: &'a FxHashMap<u64, FuncId>,
    pub broken: Option<Broken>,
    pub threads: Vec<Somebody>,
    things: Vec<Thing>,
    users: FxHashMap<Memory, Users>,
    written: BTreeSet<(Memory, u64, u64)>,
    changed: bool,
    fuel: u32,
    // Of one round.
    pub touches: FxHashSet<Touch>,
    /// Synchronisation objects by place: how far they go, and what they are.
    pub sync_objects: BTreeMap<(Memory, u64), (u64, SyncSort)>,
    /// Condition variables, and the mutex they are waited on with.
    pub waits: BTreeMap<(Memory, u64), (Memory, u64)>,
    /// Who joins whom.
    pub joins: BTreeMap<Who, Who>,
    /// Locks that a thread may hold when it ends.
    pub held_at_end: BTreeSet<(Memory, u64)>,
    pub destroyed: BTreeSet<(Memory, u64)>,
    /// Cells that were read, how wide they are, and their value if that matters.
    pub pins: BTreeMap<Cell, (u32, Option<u64>)>,
    pub blocks: FxHashSet<(FuncId, Block)>,
    pub births: Vec<(Who, Path)>,
    seen: FxHashSet<(Who, Path)>,
    visits: FxHashMap<(Who, Skeleton), (u32, Option<Path>)>,
}

/// How a path goes on after an instruction.
pub(super) enum Next {
    On,
    Ended,
    /// In several ways, each of which stands where it goes on.
    Ways(Vec<Path>),
}

impl<'a, 'p> Survey<'a, 'p> {
    pub fn new(
        machine: &'a mut Machine<'p>,
        state: &'a State,
        functions: &'a FxHashMap<u64, FuncId>,
        broken: Option<Broken>,
    ) -> Survey<'a, 'p> {
        let threads = state.threads.iter();
        let threads = threads.map(|thread| Somebody { real: Some(thread.id), birth: None });
        Survey {
            program: machine.program,
            machine,
            functions,
            broken,
            threads: threads.collect(),
            state,
            things: Vec::new(),
            users: FxHashMap::default(),
            written: BTreeSet::new(),
            changed: false,
            fuel: FUEL,
            touches: FxHashSet::default(),
            sync_objects: BTreeMap::new(),
            waits: BTreeMap::new(),
            joins: BTreeMap::new(),
            held_at_end: BTreeSet::new(),
            destroyed: BTreeSet::new(),
            pins: BTreeMap::new(),
            blocks: FxHashSet::default(),
            births: Vec::new(),
            seen: FxHashSet::default(),
            visits: FxHashMap::default(),
        }
    }

    /// Follows everybody to the end; `None` if something is met that is not followed.
    pub fn run(&mut self) -> Option<()> {
        for _ in 0..ROUNDS {
            self.start_round();
            let running = self.state.threads.iter().enumerate();
            for (who, thread) in running.filter(|(_, thread)| thread.is_running()) {
                let path = self.start_of(who as Who, thread)?;
                self.births.push((who as Who, path));
            }
            while let Some((who, path)) = self.births.pop() {
                self.follow(who, path)?;
            }
            if !self.changed {
                return Some(());
            }
        }
        None
    }

    fn start_round(&mut self) {
        self.changed = false;
        self.touches.clear();
        self.sync_objects.clear();
        self.waits.clear();
        self.joins.clear();
        self.held_at_end.clear();
        self.destroyed.clear();
        self.pins.clear();
        self.blocks.clear();
        self.seen.clear();
        self.visits.clear();
    }

    /// A thread where it stands.
    fn start_of(&mut self, who: Who, thread: &raddle_machine::Thread) -> Option<Path> {
        let again = thread.frames.iter().any(|frame| frame.again);
        if thread.frames.len() > DEEPEST || thread.stack_bytes > MOST_STACK || again {
            return None;
        }
        let frames = thread.frames.iter().map(|frame| Frame {
            func: frame.func,
            block: frame.block,
            inst: frame.inst,
            regs: vec![Content::Untouched; frame.regs.len()],
            results: frame.results.clone(),
            locals: frame.locals.iter().map(|&local| Memory::Old(local)).collect(),
            held_at_call: None,
        });
        let mut path = Path::new(frames.collect());
        for &(object, offset, _) in &thread.held {
            let exclusive = self.is_held_alone(thread.id, object, offset)?;
            let exclusive = exclusive || self.is_broken(Broken::ReadLocksExclude);
            let lock = Lock { memory: Memory::Old(object), offset, exclusive };
            if path.holds(lock.memory, offset).is_some() {
                return None;
            }
            path.take(lock);
        }
        if thread.phase.step != 0 {
            self.finish_wait(who, &mut path)?;
        }
        Some(path)
    }

    /// Whether a thread has a lock for itself, or for reading. `None` if the lock knows nothing of that: somebody has written over it.
    fn is_held_alone(&mut self, thread: ThreadId, object: ObjectId, offset: u64) -> Option<bool> {
        let owner = self.initial_word(object, offset, 4, true)?;
        if owner == Machine::word_of_owner(thread) {
            return Some(true);
        }
        let threads = self.state.threads.iter();
        let held = threads.flat_map(|thread| &thread.held);
        let readers = held.filter(|held| (held.0, held.1) == (object, offset)).count() as u64;
        let known = self.initial_word(object, offset + Machine::offset_of_readers(), 4, true)?;
        (owner == 0 && known == readers).then_some(false)
    }

    pub fn is_broken(&self, how: Broken) -> bool {
        self.broken == Some(how)
    }

    fn follow(&mut self, who: Who, start: Path) -> Option<()> {
        let mut open = vec![start];
        while let Some(path) = open.pop() {
            if let Some(path) = self.merged(who, path)? {
                self.walk(who, path, &mut open)?;
            }
        }
        Some(())
    }

    /// A path that was not followed yet. Where too many differ in values only, they are taken together.
    fn merged(&mut self, who: Who, path: Path) -> Option<Option<Path>> {
        if !self.seen.insert((who, path.clone())) {
            return Some(None);
        }
        let key = (who, path.skeleton());
        let (count, known) = self.visits.remove(&key).unwrap_or((0, None));
        if count < SAME_PLACE {
            self.visits.insert(key, (count + 1, None));
            return Some(Some(path));
        }
        let merged = match &known {
            None => path,
            Some(known) => self.merge(who, known, &path)?,
        };
        let is_new = known.as_ref() != Some(&merged);
        self.visits.insert(key, (count, Some(merged.clone())));
        Some(is_new.then_some(merged))
    }

    fn merge(&mut self, who: Who, known: &Path, new: &Path) -> Option<Path> {
        let mut merged = known.clone();
        for (depth, frame) in merged.frames.iter_mut().enumerate() {
            for (reg, content) in frame.regs.iter_mut().enumerate() {
                let other = new.frames[depth].regs[reg];
                if *content == other {
                    continue;
                }
                let reg = Reg(reg as u32);
                let resolved = [*content, other].map(|content| match content {
                    Content::Untouched => self.initial_register(who, depth, reg),
                    other => Some(other),
                });
                let [a, b] = [resolved[0]?, resolved[1]?];
                *content = match (a, b) {
                    (Content::Undefined, _) | (_, Content::Undefined) => Content::Undefined,
                    (a, b) if a == b => a,
                    _ => Content::Any,
                };
            }
        }
        let places: BTreeSet<(Memory, u64)> =
            known.stored.keys().chain(new.stored.keys()).copied().collect();
        for place in places {
            let (a, b) = (known.stored.get(&place), new.stored.get(&place));
            if a == b {
                continue;
            }
            let size = a.or(b)?.0;
            if let (Some(a), Some(b)) = (a, b)
                && a.0 != b.0
            {
                return None;
            }
            if a.is_none() || b.is_none() {
                // Where nothing was stored, there is what was there at first.
                let Memory::Old(object) = place.0 else { return None };
                if known.fresh.contains(&place.0) {
                    return None;
                }
                self.initial_content(object, place.1, size, false)?;
            }
            merged.stored.insert(place, (size, Content::Any));
        }
        Some(merged)
    }

    /// Follows a path up to where it parts or jumps.
    fn walk(&mut self, who: Who, mut path: Path, open: &mut Vec<Path>) -> Option<()> {
        loop {
            self.fuel = self.fuel.checked_sub(1)?;
            let frame = path.top();
            self.blocks.insert((frame.func, frame.block));
            let body = self.program.functions[frame.func].body.as_ref()?;
            let block = &body.blocks[frame.block];
            match block.insts.get(frame.inst) {
                Some(inst) => match self.step(who, &mut path, &inst.op)? {
                    Next::On => {}
                    Next::Ended => return Some(()),
                    Next::Ways(ways) => {
                        open.extend(ways);
                        return Some(());
                    }
                },
                None => {
                    if self.terminate(who, &mut path, &block.terminator, open)? {
                        return Some(());
                    }
                }
            }
        }
    }

    /// Whether the path ends or goes on elsewhere.
    fn terminate(
        &mut self,
        who: Who,
        path: &mut Path,
        terminator: &Terminator,
        open: &mut Vec<Path>,
    ) -> Option<bool> {
        let mut targets: Vec<Block> = match terminator {
            Terminator::Jump(next) => vec![*next],
            Terminator::Branch { cond, then, otherwise } => {
                match self.value(who, path, *cond, Type::BOOL)? {
                    Content::Word(word) if word & 1 == 1 => vec![*then],
                    Content::Word(_) => vec![*otherwise],
                    _ => vec![*then, *otherwise],
                }
            }
            Terminator::Switch { ty, value, cases, default } => {
                match self.value(who, path, *value, *ty)? {
                    Content::Word(word) if !self.is_new(word) => {
                        let case = cases.iter().find(|(case, _)| *case == word);
                        vec![case.map_or(*default, |(_, block)| *block)]
                    }
                    _ => cases.iter().map(|(_, block)| *block).chain([*default]).collect(),
                }
            }
            Terminator::Return(values) => return self.return_from(who, path, values),
            // Not what is looked for here, and the run is over.
            Terminator::Unreachable => return Some(true),
        };
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let mut next = path.clone();
            let frame = next.top_mut();
            (frame.block, frame.inst) = (target, 0);
            open.push(next);
        }
        Some(true)
    }

    fn return_from(&mut self, who: Who, path: &mut Path, values: &[Operand]) -> Option<bool> {
        let func = path.top().func;
        let function = &self.program.functions[func];
        let mut results = Vec::new();
        for (&value, &ty) in values.iter().zip(&function.returns) {
            results.push(self.read(who, path, value, ty)?);
        }
        if path.frames.len() == 1 {
            let is_main = self.threads[who as usize].real == Some(raddle_machine::Names::MAIN);
            if is_main {
                // What is registered to be run then is not followed.
                let exit = self.program.function("exit");
                let registered =
                    exit.is_some_and(|exit| self.program.functions[exit].body.is_some());
                return (!registered).then_some(true);
            }
            if results.contains(&Content::Undefined) {
                return None;
            }
            self.end_thread(who, path);
            return Some(true);
        }
        if is_atomic_function(self.program, func) {
            path.sections = path.sections.saturating_sub(1);
        }
        self.end_locals(who, path)?;
        let frame = path.frames.pop()?;
        for (&reg, content) in frame.results.iter().zip(results) {
            path.set(reg, content);
        }
        if let Some(held) = frame.held_at_call {
            path.locks = held;
        }
        Some(false)
    }

    /// The local variables of the top frame are gone.
    fn end_locals(&mut self, who: Who, path: &mut Path) -> Option<()> {
        for memory in path.top().locals.clone() {
            self.note_end(who, path, memory);
            path.end_all(memory);
            match memory {
                Memory::Old(_) => {}
                Memory::New(thing) => {
                    path.renew(memory);
                    path.fresh.retain(|fresh| *fresh != memory);
                    // The next call has a variable in the same place: nobody may remember this one.
                    path.top_mut().locals.retain(|local| *local != memory);
                    let frame = path.frames.pop()?;
                    let kept = path
                        .words()
                        .any(|word| self.thing_at(word).is_some_and(|(at, _)| at == thing));
                    path.frames.push(frame);
                    if kept {
                        return None;
                    }
                }
            }
        }
        Some(())
    }

    fn note_end(&mut self, who: Who, path: &Path, memory: Memory) {
        let size = self.size_of(memory);
        self.note(who, path, memory, (0, size), true, Manner::Ends);
    }

    fn size_of(&self, memory: Memory) -> u64 {
        match memory {
            Memory::Old(object) => self.state.memory.get(object).map_or(0, |object| object.size),
            Memory::New(thing) => match self.things[thing as usize] {
                Thing::Local { size, .. } => size,
                Thing::Handle(_) => 0,
            },
        }
    }

    /// The thread is over, with all its local variables.
    pub fn end_thread(&mut self, who: Who, path: &Path) {
        let locals: Vec<Memory> =
            path.frames.iter().flat_map(|frame| frame.locals.clone()).collect();
        for memory in locals {
            self.note_end(who, path, memory);
        }
        let held = path.locks.iter().map(|lock| (lock.memory, lock.offset));
        self.held_at_end.extend(held);
    }

    fn step(&mut self, who: Who, path: &mut Path, op: &Op) -> Option<Next> {
        let target = &self.program.target;
        let (dst, content) = match op {
            Op::Copy { dst, ty, src } => (*dst, self.read(who, path, *src, *ty)?),
            Op::Binary { dst, op, ty, a, b, overflow } => {
                let width = narrow(ty.bits(target))?;
                let (a, b) = (self.value(who, path, *a, *ty)?, self.value(who, path, *b, *ty)?);
                let divides =
                    matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem);
                if divides {
                    // Neither by zero nor by minus one, whatever is divided.
                    let Content::Word(divisor) = b else { return None };
                    if divisor == 0 || divisor == mask(width, u64::MAX) {
                        return None;
                    }
                }
                let result = match (a, b) {
                    (Content::Word(a), Content::Word(b)) if !self.is_new(a) && !self.is_new(b) => {
                        binary_words(*op, width, a, b, *overflow, false)
                    }
                    _ => None,
                };
                (*dst, result.map_or(Content::Any, Content::Word))
            }
            Op::Compare { dst, op, ty, a, b } => {
                let width = narrow(ty.bits(target))?;
                let (a, b) = (self.value(who, path, *a, *ty)?, self.value(who, path, *b, *ty)?);
                (*dst, self.compare(*op, width, a, b))
            }
            Op::Cast { dst, op, from, to, a } => {
                if from.is_float() || to.is_float() {
                    return None;
                }
                let (from_bits, to_bits) = (narrow(from.bits(target))?, narrow(to.bits(target))?);
                let a = self.value(who, path, *a, *from)?;
                let result = match a {
                    Content::Word(word) if to_bits < from_bits && self.is_new(word) => Content::Any,
                    Content::Word(word) => Content::Word(cast_word(*op, from_bits, to_bits, word)?),
                    other => other,
                };
                (*dst, result)
            }
            Op::Select { dst, ty, cond, a, b } => {
                let cond = self.value(who, path, *cond, Type::BOOL)?;
                let result = match cond {
                    Content::Word(word) => {
                        self.read(who, path, if word & 1 == 1 { *a } else { *b }, *ty)?
                    }
                    _ => {
                        let (a, b) =
                            (self.value(who, path, *a, *ty)?, self.value(who, path, *b, *ty)?);
                        if a == b { a } else { Content::Any }
                    }
                };
                (*dst, result)
            }
            Op::Address { dst, base, offset, indices, .. } => {
                (*dst, self.address(who, path, *base, *offset, indices)?)
            }
            Op::Load { dst, ty, ptr, order, .. } => {
                let manner = manner_of(*order)?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                (*dst, self.load(who, path, pointer, *ty, manner)?)
            }
            Op::Store { ty, value, ptr, order, .. } => {
                let manner = manner_of(*order)?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                let value = self.value(who, path, *value, *ty)?;
                self.store(who, path, pointer, *ty, value, manner)?;
                path.top_mut().inst += 1;
                return Some(Next::On);
            }
            Op::AtomicUpdate { dst, ty, ptr, value, order, .. } => {
                let manner = manner_of(Some(*order))?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                self.value(who, path, *value, *ty)?;
                if ty.is_float() {
                    return None;
                }
                let old = self.load(who, path, pointer, *ty, manner)?;
                self.store(who, path, pointer, *ty, Content::Any, manner)?;
                (*dst, old)
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure } => {
                let manner = manner_of(Some(*success))?;
                manner_of(Some(*failure))?;
                if *weak {
                    return None;
                }
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                self.value(who, path, *expected, *ty)?;
                self.value(who, path, *new, *ty)?;
                let found = self.load(who, path, pointer, *ty, manner)?;
                self.store(who, path, pointer, *ty, Content::Any, manner)?;
                path.set(*old, found);
                (*ok, Content::Any)
            }
            Op::Alloca { dst, size, count, .. } => {
                let Content::Word(1) = self.value(who, path, *count, Type::Int(64))? else {
                    return None;
                };
                (*dst, self.local(who, path, *dst, *size)?)
            }
            Op::Call { dsts, callee, args } => {
                let func = match callee {
                    Callee::Direct(func) => *func,
                    Callee::Indirect(pointer) => {
                        let Content::Word(address) = self.value(who, path, *pointer, Type::Ptr)?
                        else {
                            return None;
                        };
                        *self.functions.get(&address)?
                    }
                };
                return self.call(who, path, dsts, func, args);
            }
            Op::Intrinsic {
                intrinsic: intrinsic @ (Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd),
                args,
                ..
            } => {
                self.change_life(who, path, *intrinsic, args)?;
                return Some(Next::On);
            }
            Op::Fence { .. }
            | Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::Intrinsic { .. }
            | Op::Unsupported { .. } => return None,
        };
        path.set(dst, content);
        path.top_mut().inst += 1;
        Some(Next::On)
    }

    fn compare(&self, op: CompareOp, width: u32, a: Content, b: Content) -> Content {
        let (Content::Word(a), Content::Word(b)) = (a, b) else { return Content::Any };
        let told_apart = match op {
            CompareOp::Eq | CompareOp::Ne => a == b || a == 0 || b == 0,
            _ => false,
        };
        if (self.is_new(a) || self.is_new(b)) && !told_apart {
            return Content::Any;
        }
        Content::Word(u64::from(compare_words(op, width, a, b)))
    }

    fn address(
        &mut self,
        who: Who,
        path: &Path,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Option<Content> {
        let base = self.value(who, path, base, Type::Ptr)?;
        let mut known = true;
        let mut sum = match base {
            Content::Word(word) => word.wrapping_add_signed(offset),
            _ => {
                known = false;
                0
            }
        };
        for &(index, ty, scale) in indices {
            let bits = narrow(ty.bits(&self.program.target))?;
            match self.value(who, path, index, ty)? {
                Content::Word(word) if !self.is_new(word) => {
                    let index = signed(bits, word) as u64;
                    sum = sum.wrapping_add(index.wrapping_mul(scale));
                }
                _ => known = false,
            }
        }
        Some(if known { Content::Word(sum) } else { Content::Any })
    }

    /// Makes a local variable, which must not exist yet.
    fn local(&mut self, who: Who, path: &mut Path, reg: Reg, size: u64) -> Option<Content> {
        let locals = path.frames.iter().flat_map(|frame| &frame.locals);
        let used: u64 = locals.map(|&local| self.size_of(local)).sum();
        if used.saturating_add(size) > MOST_STACK {
            return None;
        }
        let (depth, func) = (path.frames.len(), path.top().func);
        let thing = self.thing(Thing::Local { who, depth, func, reg, size });
        let memory = Memory::New(thing);
        if path.top().locals.contains(&memory) {
            return None;
        }
        path.top_mut().locals.push(memory);
        Some(Content::Word(address_of_thing(thing)))
    }

    fn thing(&mut self, thing: Thing) -> u32 {
        match self.things.iter().position(|known| *known == thing) {
            Some(at) => at as u32,
            None => {
                self.things.push(thing);
                self.things.len() as u32 - 1
            }
        }
    }

    /// The handle of a thread that does not exist yet.
    pub fn handle(&mut self, who: Who) -> u64 {
        address_of_thing(self.thing(Thing::Handle(who)))
    }

    /// The thread whose handle a word is, if that does not exist yet.
    pub fn behind_handle(&self, word: u64) -> Option<Who> {
        let (thing, offset) = self.thing_at(word)?;
        match self.things[thing as usize] {
            Thing::Handle(who) if offset == 0 => Some(who),
            Thing::Handle(_) | Thing::Local { .. } => None,
        }
    }

    /// What lies at an address of something that does not exist yet.
    fn thing_at(&self, word: u64) -> Option<(u32, i64)> {
        if word >> 63 == 0 {
            return None;
        }
        let thing = (word << 1 >> (REGION_BITS + 1)) as u32;
        let offset = (word & ((1 << REGION_BITS) - 1)) as i64 - REGION_MIDDLE as i64;
        let known =
            (thing as usize) < self.things.len() && offset.unsigned_abs() < REGION_MIDDLE / 2;
        known.then_some((thing, offset))
    }

    fn is_new(&self, word: u64) -> bool {
        self.thing_at(word).is_some()
    }

    /// An operand; it may be undefined.
    pub fn read(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<Content> {
        let bits = narrow(ty.bits(&self.program.target))?;
        Some(match operand {
            Operand::Reg(reg) => match path.top().regs[reg.0 as usize] {
                Content::Untouched => self.initial_register(who, path.frames.len() - 1, reg)?,
                content => content,
            },
            Operand::Const(word) => Content::Word(mask(bits, word)),
            Operand::Global(global, addend) => {
                Content::Word(self.machine.address_of_global(global)?.wrapping_add_signed(addend))
            }
            Operand::Func(func) => Content::Word(self.machine.function_address(func)),
            Operand::Wide { .. } => return None,
            Operand::Undef => Content::Undefined,
        })
    }

    /// An operand that is computed with: `None` if it is undefined.
    pub fn value(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<Content> {
        self.read(who, path, operand, ty).filter(|content| *content != Content::Undefined)
    }

    /// What a register holds in the state.
    fn initial_register(&mut self, who: Who, depth: usize, reg: Reg) -> Option<Content> {
        let thread = self.threads[who as usize].real?;
        let frame = &self.state.thread(thread).frames[depth];
        let body = self.program.functions[frame.func].body.as_ref()?;
        let bits = narrow(body.regs[reg].ty.bits(&self.program.target))?;
        let cell = Cell::Register { thread, depth: depth as u32, reg };
        Some(match frame.regs[reg.0 as usize] {
            Value::Word(word) => {
                self.pins.insert(cell, (bits, Some(word)));
                Content::Word(word)
            }
            Value::Term(term) if !self.machine.terms.has_marked(term) => {
                self.pins.entry(cell).or_insert((bits, None));
                Content::Any
            }
            Value::Term(_) | Value::Undef => Content::Undefined,
        })
    }

    /// What bytes of an object hold in the state: a word if it does not depend on inputs, and its value matters if that is used.
    fn initial_content(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        used: bool,
    ) -> Option<Content> {
        if size > 8 {
            return None;
        }
        let constant = self.state.memory.get(object)?.constant;
        let cell = Cell::Memory { object, offset, size: size as u32 };
        let content = self.machine.cell_content(self.state, cell)?;
        let bits = size as u32 * 8;
        match content {
            Value::Word(word) if used => {
                if !constant {
                    self.pins.insert(cell, (bits, Some(word)));
                }
                Some(Content::Word(word))
            }
            Value::Word(_) | Value::Term(_) => {
                if !constant {
                    self.pins.entry(cell).or_insert((bits, None));
                }
                Some(Content::Any)
            }
            Value::Undef => None,
        }
    }

    /// A word of the state that has to be known; its value matters if it is used.
    pub fn initial_word(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        used: bool,
    ) -> Option<u64> {
        let known = self.state.memory.get(object)?.load_known(offset, size)?;
        self.initial_content(object, offset, size, used)?;
        Some(known)
    }

    /// Where a pointer points to, if some bytes there may be accessed.
    pub fn place(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        size: u64,
        write: bool,
    ) -> Option<(Memory, u64)> {
        use raddle_machine::{Life, ObjectKind};
        let Content::Word(address) = pointer else { return None };
        if let Some((thing, offset)) = self.thing_at(address) {
            let Thing::Local { who: owner, size: whole, .. } = self.things[thing as usize] else {
                return None;
            };
            let memory = Memory::New(thing);
            let alive =
                owner != who || path.frames.iter().any(|frame| frame.locals.contains(&memory));
            let inside = offset >= 0 && (offset as u64).saturating_add(size) <= whole;
            let alive = alive && !path.is_gone(memory);
            return (alive && inside).then_some((memory, offset as u64));
        }
        let (id, offset) = self.machine.names.resolve(address)?;
        let object = self.state.memory.get(id)?;
        let memory = Memory::Old(id);
        let kept = match object.kind {
            ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap => true,
            ObjectKind::Function | ObjectKind::Thread | ObjectKind::Environment => false,
        };
        let foreign =
            self.machine.names.owner(id).is_some_and(|owner| {
                self.threads[who as usize].real != Some(owner) && !object.shared
            });
        let inside = offset >= 0 && (offset as u64).saturating_add(size) <= object.size;
        let usable = kept
            && !foreign
            && inside
            && (object.life == Life::Alive || path.fresh.contains(&memory))
            && !object.external
            && !(object.constant && write)
            && !path.is_gone(memory);
        usable.then_some((memory, offset as u64))
    }

    pub fn load(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        ty: Type,
        manner: Manner,
    ) -> Option<Content> {
        let bits = narrow(ty.bits(&self.program.target))?;
        let size = ty.bytes(&self.program.target);
        let (memory, offset) = self.place(who, path, pointer, size, false)?;
        let content = self.content(who, path, memory, offset, size)?;
        let constant = match memory {
            Memory::Old(object) => self.state.memory.get(object)?.constant,
            Memory::New(_) => false,
        };
        if !constant {
            self.note(who, path, memory, (offset, offset + size), false, manner);
        }
        Some(match content {
            Content::Word(word) => Content::Word(mask(bits, word)),
            other => other,
        })
    }

    /// What some bytes hold, which must be defined.
    fn content(
        &mut self,
        who: Who,
        path: &Path,
        memory: Memory,
        offset: u64,
        size: u64,
    ) -> Option<Content> {
        let stored = path.stored.get(&(memory, offset)).filter(|(stored, _)| *stored == size);
        if let Some(&(_, content)) = stored {
            return Some(content);
        }
        let mut covered = 0;
        for (&(_, start), &(length, _)) in path.stored.range((memory, 0)..=(memory, u64::MAX)) {
            let (from, to) = (start.max(offset), (start + length).min(offset + size));
            covered += to.saturating_sub(from);
        }
        if covered == size {
            return Some(Content::Any);
        }
        let Memory::Old(object) = memory else { return None };
        if path.fresh.contains(&memory) {
            return None;
        }
        let by_others = self.is_used_by_several(memory, who) && {
            let range = (memory, 0, 0)..=(memory, u64::MAX, u64::MAX);
            let mut written = self.written.range(range);
            written.any(|&(_, start, end)| start < offset + size && offset < end)
        };
        self.initial_content(object, offset, size, covered == 0 && !by_others)
    }

    /// The block of a local variable is entered or left.
    fn change_life(
        &mut self,
        who: Who,
        path: &mut Path,
        intrinsic: Intrinsic,
        args: &[Operand],
    ) -> Option<()> {
        let Content::Word(address) = self.value(who, path, *args.last()?, Type::Ptr)? else {
            return None;
        };
        let memory = match self.thing_at(address) {
            Some((thing, 0)) => Memory::New(thing),
            Some(_) => return None,
            None => match self.machine.names.resolve(address)? {
                (object, 0) => Memory::Old(object),
                _ => return None,
            },
        };
        if !path.frames.iter().any(|frame| frame.locals.contains(&memory)) {
            return None;
        }
        if intrinsic == Intrinsic::LifetimeStart {
            path.renew(memory);
        } else {
            self.note_end(who, path, memory);
            path.end_all(memory);
        }
        path.top_mut().inst += 1;
        Some(())
    }

    fn is_used_by_several(&self, memory: Memory, who: Who) -> bool {
        match self.users.get(&memory) {
            None => false,
            Some(Users::One(one)) => *one != who,
            Some(Users::Several) => true,
        }
    }

    pub fn store(
        &mut self,
        who: Who,
        path: &mut Path,
        pointer: Content,
        ty: Type,
        value: Content,
        manner: Manner,
    ) -> Option<()> {
        narrow(ty.bits(&self.program.target))?;
        let size = ty.bytes(&self.program.target);
        let (memory, offset) = self.place(who, path, pointer, size, true)?;
        self.note(who, path, memory, (offset, offset + size), true, manner);
        // Of memory that others use, too, it is known only that something was stored there.
        let value = if self.is_used_by_several(memory, who) { Content::Any } else { value };
        // What is stored in part keeps some value.
        let overlapping: Vec<(Memory, u64)> = path
            .stored
            .range((memory, 0)..=(memory, u64::MAX))
            .filter(|&(&(_, start), &(length, _))| start < offset + size && offset < start + length)
            .map(|(&place, _)| place)
            .collect();
        for place in overlapping {
            let (length, _) = path.stored[&place];
            let (start, end) = (place.1, place.1 + length);
            path.stored.remove(&place);
            // The parts before and behind it.
            if start < offset {
                path.stored.insert((memory, start), (offset - start, Content::Any));
            }
            if end > offset + size {
                path.stored.insert((memory, offset + size), (end - offset - size, Content::Any));
            }
        }
        path.stored.insert((memory, offset), (size, value));
        Some(())
    }

    /// Notes an access.
    pub fn note(
        &mut self,
        who: Who,
        path: &Path,
        memory: Memory,
        (start, end): (u64, u64),
        write: bool,
        manner: Manner,
    ) {
        let manner = match manner {
            Manner::Plain if path.sections > 0 => Manner::Synchronised,
            other => other,
        };
        match self.users.get(&memory) {
            None => {
                self.users.insert(memory, Users::One(who));
            }
            Some(Users::One(one)) if *one != who => {
                self.users.insert(memory, Users::Several);
                self.changed = true;
            }
            Some(Users::One(_) | Users::Several) => {}
        }
        let stores =
            write && matches!(manner, Manner::Plain | Manner::Synchronised | Manner::Operation);
        if stores && self.written.insert((memory, start, end)) {
            self.changed = true;
        }
        let (locks, joined, created) =
            (path.locks.clone(), path.joined.clone(), path.created.clone());
        let at = self.entry(path);
        self.touches.insert(Touch {
            who,
            memory,
            start,
            end,
            write,
            manner,
            at,
            locks,
            joined,
            created,
        });
    }

    /// Where a path stands, as the user sees it.
    fn entry(&self, path: &Path) -> StackEntry {
        let mut first = None;
        for (depth, frame) in path.frames.iter().rev().enumerate() {
            // A caller stands behind its call already.
            let inst = if depth == 0 { frame.inst } else { frame.inst.saturating_sub(1) };
            let loc = self.program.functions[frame.func].body.as_ref().map_or(Loc::NONE, |body| {
                let block = &body.blocks[frame.block];
                block.insts.get(inst).map_or(block.terminator_loc, |inst| inst.loc)
            });
            let entry = StackEntry { func: frame.func, loc };
            if self.machine.is_user_location(loc) {
                return entry;
            }
            first = first.or(Some(entry));
        }
        first.expect("a path has a frame")
    }

    /// A frame of a function that is called with some values.
    pub fn frame(&self, func: FuncId, values: &[Content]) -> Option<Frame> {
        let function = &self.program.functions[func];
        let body = function.body.as_ref()?;
        let mut regs = vec![Content::Undefined; body.regs.len()];
        for (param, &value) in function.params.iter().zip(values) {
            regs[param.reg.0 as usize] = value;
        }
        Some(Frame {
            func,
            block: Body::ENTRY,
            inst: 0,
            regs,
            results: Default::default(),
            locals: Vec::new(),
            held_at_call: None,
        })
    }

    pub fn is_too_deep(path: &Path) -> bool {
        path.frames.len() >= DEEPEST
    }
}

const REGION_BITS: u32 = 36;
const REGION_MIDDLE: u64 = 1 << (REGION_BITS - 1);

/// Above all addresses of objects that exist.
fn address_of_thing(thing: u32) -> u64 {
    1 << 63 | u64::from(thing) << REGION_BITS | REGION_MIDDLE
}

/// Values wider than a word are not followed.
fn narrow(bits: u32) -> Option<u32> {
    (1..=64).contains(&bits).then_some(bits)
}

/// Orders weaker than sequential consistency are run as if they were not, which has to be reported where they are met.
fn manner_of(order: Option<Ordering>) -> Option<Manner> {
    match order {
        None => Some(Manner::Plain),
        Some(Ordering::SeqCst) => Some(Manner::Synchronised),
        Some(_) => None,
    }
}

pub(super) fn is_atomic_function(program: &Program, func: FuncId) -> bool {
    program.functions[func].name.starts_with("__VERIFIER_atomic_")
}
