//! The names of things: cells, objects, call stacks and places, and facts about functions.
//!
//! A function is analysed anew for each chain of calls that leads to it, so a *stack* is such a chain, and
//! registers and local variables belong to a stack. A *cell* is a register of a stack or a piece of an object;
//! each cell is a variable of linear expressions.

use std::rc::Rc;

use raddle_analysis::{Liveness, defined_registers, successors};
use raddle_ir::{
    Block, Body, Entity, EntityMap, FuncId, GlobalId, InitPart, Loc, Op, Program, Reg, SlotId,
    Type, entity,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::{Int, Range, Var};
use crate::constraints::Births;
use crate::relevance::Relevance;

/// What counts as the size of memory of which nobody knows how large it is. (Smaller ones are the most that it may be.)
pub(crate) const UNKNOWN_SIZE: Int = u32::MAX as Int;

entity!(/// A chain of calls.
    StackId, "stack");
entity!(/// A piece of memory with an identity of its own.
    ObjectId, "object");

/// A place in the program: before instruction `inst` of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub stack: StackId,
    pub block: Block,
    pub inst: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    pub func: FuncId,
    /// Where control goes on after the return; `None` for the function the analysis starts in, and for one that is
    /// summarised as a whole.
    pub back: Option<Place>,
    /// The analysis starts in it: its end is the end of the program.
    pub root: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Reg(StackId, Reg),
    Memory(ObjectId, i64, u8),
    /// An argument for, and a result of, a function that is summarised as a whole.
    Argument(FuncId, u32),
    Result(FuncId, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Global(GlobalId),
    Slot(StackId, SlotId),
    /// All objects of one size made at one place of the heap: nothing is known of their content.
    Heap(Place, Int),
}

#[derive(Clone, Copy, Debug)]
pub enum VarKind {
    Cell(Cell, Type),
    Unknown,
}

/// What is known about one function.
#[derive(Debug)]
pub struct FunctionFacts {
    pub liveness: Liveness,
    /// Blocks of each loop, by its head.
    pub loops: FxHashMap<Block, FxHashSet<Block>>,
    pub recursive: bool,
    /// Registers that hold the address of a local variable, and never anything else.
    pub addresses: FxHashMap<Reg, SlotId>,
}

#[derive(Debug)]
pub struct World<'p> {
    pub program: &'p Program,
    pub relevance: Relevance,
    pub facts: EntityMap<FuncId, Option<Rc<FunctionFacts>>>,
    stacks: EntityMap<StackId, Stack>,
    stack_ids: FxHashMap<Stack, StackId>,
    objects: EntityMap<ObjectId, ObjectKind>,
    object_ids: FxHashMap<ObjectKind, ObjectId>,
    vars: EntityMap<Var, (VarKind, Range)>,
    cell_ids: FxHashMap<Cell, Var>,
    live: FxHashMap<(FuncId, Block, u32), Rc<FxHashSet<Reg>>>,
    /// Objects that were accessed at an index that is not a constant of the program.
    pub indexed: FxHashSet<ObjectId>,
}

impl Births for World<'_> {
    fn range_at_birth(&self, var: Var) -> Range {
        self.vars[var].1
    }
}

impl<'p> World<'p> {
    pub fn new(program: &'p Program, entry: FuncId) -> World<'p> {
        let recursive = recursive_functions(program);
        let facts = program.functions.iter().map(|(id, function)| {
            let body = function.body.as_ref()?;
            Some(Rc::new(FunctionFacts {
                liveness: Liveness::new(body),
                loops: loops(body),
                recursive: recursive.contains(&id),
                addresses: addresses(body),
            }))
        });
        World {
            program,
            relevance: Relevance::new(program, entry),
            facts: facts.collect(),
            stacks: EntityMap::new(),
            stack_ids: FxHashMap::default(),
            objects: EntityMap::new(),
            object_ids: FxHashMap::default(),
            vars: EntityMap::new(),
            cell_ids: FxHashMap::default(),
            live: FxHashMap::default(),
            indexed: FxHashSet::default(),
        }
    }

    pub fn stack(&mut self, stack: Stack) -> StackId {
        *self.stack_ids.entry(stack).or_insert_with(|| self.stacks.push(stack))
    }
    pub fn stack_of(&self, id: StackId) -> Stack {
        self.stacks[id]
    }
    pub fn stacks(&self) -> impl Iterator<Item = (StackId, Stack)> + '_ {
        self.stacks.iter().map(|(id, &stack)| (id, stack))
    }
    /// Whether `stack` was called, directly or not, from `root`.
    pub fn called_from(&self, stack: StackId, root: StackId) -> bool {
        let mut at = stack;
        while let Some(back) = self.stacks[at].back {
            if back.stack == root {
                return true;
            }
            at = back.stack;
        }
        false
    }
    pub fn object(&mut self, kind: ObjectKind) -> ObjectId {
        *self.object_ids.entry(kind).or_insert_with(|| self.objects.push(kind))
    }
    pub fn object_kind(&self, id: ObjectId) -> ObjectKind {
        self.objects[id]
    }
    pub fn body(&self, func: FuncId) -> Option<&'p Body> {
        self.program.functions[func].body.as_ref()
    }
    pub fn func_at(&self, place: Place) -> FuncId {
        self.stacks[place.stack].func
    }

    /// A new unknown number.
    pub fn unknown(&mut self, range: Range) -> Var {
        self.vars.push((VarKind::Unknown, range))
    }
    pub fn cell(&mut self, cell: Cell, ty: Type) -> Var {
        if let Some(&var) = self.cell_ids.get(&cell) {
            return var;
        }
        let range = self.cell_range(ty);
        let var = self.vars.push((VarKind::Cell(cell, ty), range));
        self.cell_ids.insert(cell, var);
        var
    }
    /// All cells of memory that have a name.
    pub fn memory_cells(&self) -> impl Iterator<Item = Var> + '_ {
        let of_memory =
            |(cell, &var): (&Cell, &Var)| matches!(cell, Cell::Memory(..)).then_some(var);
        self.cell_ids.iter().filter_map(of_memory)
    }
    pub fn reg(&mut self, stack: StackId, reg: Reg) -> Var {
        let func = self.stacks[stack].func;
        let ty = self.body(func).map_or(Type::Int(64), |body| body.regs[reg].ty);
        self.cell(Cell::Reg(stack, reg), ty)
    }
    pub fn var_kind(&self, var: Var) -> VarKind {
        self.vars[var].0
    }
    pub fn is_cell(&self, var: Var) -> bool {
        matches!(self.vars[var].0, VarKind::Cell(..))
    }
    /// Whether a cell can hold an address; registers of integer type cannot.
    pub fn may_hold_address(&self, var: Var) -> bool {
        match self.vars[var].0 {
            VarKind::Cell(Cell::Memory(_, _, size), _) => {
                u32::from(size) * 8 >= self.program.target.pointer_bits
            }
            VarKind::Cell(Cell::Reg(..) | Cell::Argument(..) | Cell::Result(..), ty) => {
                ty == Type::Ptr
            }
            VarKind::Unknown => false,
        }
    }
    /// Whether two different cells share bytes.
    pub fn overlap(&self, a: Var, b: Var) -> bool {
        match (self.cell_of(a), self.cell_of(b)) {
            (Some(Cell::Memory(x, at, size)), Some(Cell::Memory(y, start, length))) => {
                a != b && x == y && at < start + i64::from(length) && start < at + i64::from(size)
            }
            _ => false,
        }
    }
    pub fn cell_of(&self, var: Var) -> Option<Cell> {
        match self.vars[var].0 {
            VarKind::Cell(cell, _) => Some(cell),
            VarKind::Unknown => None,
        }
    }
    /// Numbers that a value of this type can be; for a pointer, its offset in the object.
    pub fn type_range(&self, ty: Type) -> Range {
        Range::signed(ty.bits(&self.program.target))
    }
    fn cell_range(&self, ty: Type) -> Range {
        match ty {
            Type::Ptr => Range::signed(64),
            _ => self.type_range(ty),
        }
    }

    /// Registers that may still be read at a place of the innermost function.
    pub fn live(&mut self, place: Place) -> Rc<FxHashSet<Reg>> {
        let func = self.func_at(place);
        let key = (func, place.block, place.inst);
        if let Some(found) = self.live.get(&key) {
            return found.clone();
        }
        let live: FxHashSet<Reg> = match (self.body(func), &self.facts[func]) {
            (Some(body), Some(facts)) => {
                let all = facts.liveness.live_at(body, place.block, place.inst as usize);
                all.into_iter().filter(|&reg| self.relevance.reg(func, reg)).collect()
            }
            _ => FxHashSet::default(),
        };
        let live = Rc::new(live);
        self.live.insert(key, live.clone());
        live
    }

    pub fn loops_of(&self, func: FuncId) -> Option<&FunctionFacts> {
        self.facts[func].as_deref()
    }

    /// The initial content of a global as a number, if it is one.
    pub fn initial(&self, global: GlobalId, offset: i64, size: u8) -> Option<Int> {
        let data = &self.program.globals[global];
        let init = data.init.as_ref()?;
        let (start, end) =
            (u64::try_from(offset).ok()?, u64::try_from(offset).ok()? + u64::from(size));
        if end > data.size {
            return None;
        }
        let mut bytes = vec![0u8; usize::from(size)];
        for (at, part) in &init.parts {
            let length = match part {
                InitPart::Bytes(bytes) => bytes.len() as u64,
                InitPart::Undef(length) => *length,
                InitPart::Global(..) | InitPart::Func(_) => {
                    u64::from(self.program.target.pointer_bits / 8)
                }
            };
            if *at >= end || at + length <= start {
                continue;
            }
            let InitPart::Bytes(content) = part else { return None };
            for (index, byte) in bytes.iter_mut().enumerate() {
                let position = start + index as u64;
                if position >= *at && position < at + length {
                    *byte = content[(position - at) as usize];
                }
            }
        }
        let mut word = [0u8; 16];
        word[..bytes.len()].copy_from_slice(&bytes);
        Some(signed(u128::from_le_bytes(word), u32::from(size) * 8))
    }

    /// The pointer that a global initially holds at an offset.
    pub fn initial_pointer(&self, global: GlobalId, offset: i64) -> Option<InitPart> {
        let init = self.program.globals[global].init.as_ref()?;
        let found = init.parts.iter().find(|(at, _)| i64::try_from(*at) == Ok(offset));
        found
            .map(|(_, part)| part.clone())
            .filter(|part| matches!(part, InitPart::Global(..) | InitPart::Func(_)))
    }

    pub fn object_size(&self, id: ObjectId) -> Option<u64> {
        match self.objects[id] {
            ObjectKind::Global(global) => Some(self.program.globals[global].size),
            ObjectKind::Slot(stack, slot) => self.slot_size(self.stacks[stack].func, slot),
            ObjectKind::Heap(_, size) => u64::try_from(size).ok(),
        }
    }
    fn slot_size(&self, func: FuncId, wanted: SlotId) -> Option<u64> {
        let body = self.body(func)?;
        let insts = body.blocks.values().flat_map(|block| &block.insts);
        insts.into_iter().find_map(|inst| match inst.op {
            Op::Alloca { slot, size, count: raddle_ir::Operand::Const(count), .. }
                if slot == wanted =>
            {
                size.checked_mul(count)
            }
            _ => None,
        })
    }

    pub fn loc(&self, place: Place) -> Loc {
        let func = self.func_at(place);
        let Some(body) = self.body(func) else { return Loc::NONE };
        let block = &body.blocks[place.block];
        let loc =
            block.insts.get(place.inst as usize).map_or(block.terminator_loc, |inst| inst.loc);
        if loc.is_none() { self.program.functions[func].loc } else { loc }
    }

    /// The name under which the source knows a cell.
    pub fn cell_name(&self, var: Var) -> String {
        match self.vars[var].0 {
            VarKind::Cell(Cell::Reg(stack, reg), _) => {
                let func = self.stacks[stack].func;
                let name = self.body(func).and_then(|body| body.regs[reg].name.clone());
                name.unwrap_or_else(|| "a temporary value".to_owned())
            }
            VarKind::Cell(Cell::Memory(object, offset, _), _) => {
                let name = self.object_name(object);
                if offset == 0 { name } else { format!("{name}+{offset}") }
            }
            VarKind::Cell(Cell::Argument(func, _), _) => {
                format!("an argument of {}", self.program.functions[func].name)
            }
            VarKind::Cell(Cell::Result(func, _), _) => {
                format!("the result of {}", self.program.functions[func].name)
            }
            VarKind::Unknown => format!("{var}"),
        }
    }
    pub fn object_name(&self, object: ObjectId) -> String {
        match self.objects[object] {
            ObjectKind::Global(global) => {
                let data = &self.program.globals[global];
                data.source_name.clone().unwrap_or_else(|| data.name.clone())
            }
            ObjectKind::Slot(stack, slot) => {
                let func = self.stacks[stack].func;
                let name = self.body(func).and_then(|body| body.slots[slot].name.clone());
                name.unwrap_or_else(|| "a local variable".to_owned())
            }
            ObjectKind::Heap(..) => "the heap".to_owned(),
        }
    }
}

/// The number that the low `bits` bits of a word mean as a two's complement integer (0 or 1 for one bit).
pub fn signed(word: u128, bits: u32) -> Int {
    match bits {
        0 | 1 => (word & 1) as Int,
        2..=127 => {
            let shift = 128 - bits;
            ((word << shift) as i128) >> shift
        }
        _ => word as i128,
    }
}

/// Registers that are assigned once, in the first block, to the address of a local variable.
fn addresses(body: &Body) -> FxHashMap<Reg, SlotId> {
    let mut assigned: FxHashMap<Reg, u32> = FxHashMap::default();
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        defined_registers(&inst.op, &mut |reg| *assigned.entry(reg).or_insert(0) += 1);
    }
    let first = body.blocks[Body::ENTRY].insts.iter();
    first
        .filter_map(|inst| match inst.op {
            Op::Alloca { dst, slot, .. } if assigned.get(&dst) == Some(&1) => Some((dst, slot)),
            _ => None,
        })
        .collect()
}

/// Loops of a body: an edge that goes back in a depth-first search ends at the head of one. Every cycle contains
/// such an edge, reducible or not.
fn loops(body: &Body) -> FxHashMap<Block, FxHashSet<Block>> {
    let mut found: FxHashMap<Block, FxHashSet<Block>> = FxHashMap::default();
    let mut predecessors: EntityMap<Block, Vec<Block>> =
        body.blocks.keys().map(|_| Vec::new()).collect();
    for (block, data) in body.blocks.iter() {
        for next in successors(&data.terminator) {
            predecessors[next].push(block);
        }
    }
    for (latch, head) in retreating_edges(body) {
        let members = found.entry(head).or_default();
        members.insert(head);
        let mut open = vec![latch];
        while let Some(block) = open.pop() {
            if members.insert(block) {
                open.extend(&predecessors[block]);
            }
        }
    }
    found
}

fn retreating_edges(body: &Body) -> Vec<(Block, Block)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; body.blocks.len()];
    let mut edges = Vec::new();
    let mut work = vec![(Body::ENTRY, successors(&body.blocks[Body::ENTRY].terminator), 0)];
    marks[Body::ENTRY.index()] = Mark::Open;
    while let Some((block, targets, at)) = work.last_mut() {
        let block = *block;
        let Some(&target) = targets.get(*at) else {
            marks[block.index()] = Mark::Done;
            work.pop();
            continue;
        };
        *at += 1;
        match marks[target.index()] {
            Mark::Open => edges.push((block, target)),
            Mark::Done => {}
            Mark::New => {
                marks[target.index()] = Mark::Open;
                work.push((target, successors(&body.blocks[target].terminator), 0));
            }
        }
    }
    edges
}

/// Functions that can call themselves, directly or not.
fn recursive_functions(program: &Program) -> FxHashSet<FuncId> {
    let calls: EntityMap<FuncId, Vec<FuncId>> =
        program.functions.values().map(|function| callees(function.body.as_ref())).collect();
    let reaches_itself = |start: FuncId| {
        let (mut seen, mut open) = (FxHashSet::default(), calls[start].clone());
        while let Some(func) = open.pop() {
            if func == start {
                return true;
            }
            if seen.insert(func) {
                open.extend(&calls[func]);
            }
        }
        false
    };
    program.functions.keys().filter(|&func| reaches_itself(func)).collect()
}

fn callees(body: Option<&Body>) -> Vec<FuncId> {
    let insts =
        body.into_iter().flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts);
    let direct = insts.filter_map(|inst| match inst.op {
        Op::Call { callee: raddle_ir::Callee::Direct(func), .. } => Some(func),
        _ => None,
    });
    direct.collect()
}
