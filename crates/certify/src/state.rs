//! The state before and during a step: what cells hold, over variables for what they held at its start.
//!
//! A cell that the proof does not speak of holds anything, except that a register keeps what the step itself put
//! into it. Cells are compared by what they are, so that two names of one cell in a proof are one cell.

use std::rc::Rc;

use raddle_analysis::{Liveness, defined_registers};
use raddle_expr::{Sort, TermId, Terms};
use raddle_ir::{Block, Body, EntityMap, FuncId, InitPart, Op, Operand, Program, Reg, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::format::{Base, Cell, Linear, Object, Outcome, Place, Proof, Relation};
use crate::names::Stacks;

/// A cell by what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Register(u32, u32),
    Memory(Object, i64, u8),
    Result(u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Bits(TermId),
    /// An address: object and offset.
    Pointer(Object, TermId),
    Function(u32),
    Unknown,
}

/// Everything a check shares: the program, the cells of the proof, and the table of terms.
pub(crate) struct Scene<'p> {
    pub program: &'p Program,
    pub stacks: Stacks,
    pub terms: Terms,
    /// The cells of the proof.
    pub cells: Vec<Key>,
    pub objects: Vec<Object>,
    known: FxHashSet<Key>,
    in_object: FxHashMap<Object, Vec<Key>>,
    liveness: EntityMap<FuncId, Option<Liveness>>,
    live: FxHashMap<Place, FxHashSet<Reg>>,
    /// What cells hold at the start of a step: as bits, and as the offset of an address.
    symbols: FxHashMap<Key, (TermId, TermId)>,
    /// Registers that hold the address of a local variable, and never anything else.
    addresses: EntityMap<FuncId, FxHashMap<Reg, u32>>,
    fresh: u64,
}

impl<'p> Scene<'p> {
    pub fn new(program: &'p Program, proof: &Proof) -> Scene<'p> {
        let key = |cell: &Cell| match *cell {
            Cell::Register(stack, reg) => Key::Register(stack, reg),
            Cell::Memory(object, offset, size) => {
                Key::Memory(proof.objects[object as usize], offset, size)
            }
            Cell::Result(function, index) => Key::Result(function, index),
        };
        let cells: Vec<Key> = proof.cells.iter().map(key).collect();
        let mut in_object: FxHashMap<Object, Vec<Key>> = FxHashMap::default();
        let known: FxHashSet<Key> = cells.iter().copied().collect();
        for &cell in &known {
            if let Key::Memory(object, ..) = cell {
                in_object.entry(object).or_default().push(cell);
            }
        }
        let bodies = program.functions.values().map(|function| function.body.as_ref());
        let mut scene = Scene {
            program,
            stacks: Stacks::new(&proof.stacks),
            terms: Terms::new(),
            cells,
            objects: proof.objects.clone(),
            known,
            in_object,
            liveness: bodies.clone().map(|body| body.map(Liveness::new)).collect(),
            live: FxHashMap::default(),
            symbols: FxHashMap::default(),
            addresses: bodies.clone().map(|body| body.map(addresses).unwrap_or_default()).collect(),
            fresh: 0,
        };
        for index in 0..scene.cells.len() {
            let key = scene.cells[index];
            let (bits, offset) = (scene.width(key), program.target.pointer_bits);
            let bits = scene.terms.var(&format!("cell{index}"), Sort::Bits(bits));
            let offset = scene.terms.var(&format!("offset{index}"), Sort::Bits(offset));
            scene.symbols.insert(key, (bits, offset));
        }
        scene
    }

    pub fn function(&self, stack: u32) -> FuncId {
        FuncId(self.stacks.get(stack).function)
    }

    /// The local variable whose address the register always holds.
    pub fn address(&self, stack: u32, reg: Reg) -> Option<Object> {
        let slot = self.addresses[self.function(stack)].get(&reg)?;
        Some(Object::Slot(stack, *slot))
    }

    /// Bits of a value of the type.
    pub fn bits(&self, ty: Type) -> u32 {
        ty.bits(&self.program.target)
    }

    /// Any bits.
    pub fn any(&mut self, width: u32) -> TermId {
        self.fresh += 1;
        self.terms.var(&format!("any{}", self.fresh), Sort::Bits(width))
    }

    pub fn width(&self, key: Key) -> u32 {
        match key {
            Key::Register(stack, reg) => {
                let body = self.program.functions[self.function(stack)].body.as_ref();
                body.map_or(64, |body| self.bits(body.regs[Reg(reg)].ty))
            }
            Key::Memory(_, _, size) => u32::from(size) * 8,
            Key::Result(function, index) => {
                let returns = &self.program.functions[FuncId(function)].returns;
                returns.get(index as usize).map_or(64, |&ty| self.bits(ty))
            }
        }
    }

    fn may_be_address(&self, key: Key) -> bool {
        match key {
            Key::Register(stack, reg) => {
                let body = self.program.functions[self.function(stack)].body.as_ref();
                body.is_some_and(|body| body.regs[Reg(reg)].ty == Type::Ptr)
            }
            Key::Memory(..) => false,
            Key::Result(function, index) => {
                let returns = &self.program.functions[FuncId(function)].returns;
                returns.get(index as usize) == Some(&Type::Ptr)
            }
        }
    }

    /// A new value for a cell of which the proof says what kind it is.
    pub fn named(&mut self, key: Key, base: Option<Base>) -> Value {
        match base {
            Some(Base::Object(object)) => {
                let offset = self.any(self.program.target.pointer_bits);
                Value::Pointer(self.objects[object as usize], offset)
            }
            Some(Base::Function(function)) => Value::Function(function),
            Some(Base::Number) => Value::Bits(self.any(self.width(key))),
            None if self.may_be_address(key) => Value::Unknown,
            None => Value::Bits(self.any(self.width(key))),
        }
    }

    /// Bytes of an object, where the program says how many.
    pub fn size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(global) => Some(self.program.globals[raddle_ir::GlobalId(global)].size),
            Object::Slot(stack, wanted) => {
                let body = self.program.functions[self.function(stack)].body.as_ref()?;
                let mut insts = body.blocks.values().flat_map(|block| &block.insts);
                insts.find_map(|inst| match inst.op {
                    Op::Alloca { slot, size, count: Operand::Const(count), .. }
                        if slot.0 == wanted =>
                    {
                        size.checked_mul(count)
                    }
                    _ => None,
                })
            }
            Object::Heap(..) => None,
        }
    }

    /// Cells of the proof in an object.
    pub fn cells_in(&self, object: Object) -> Vec<Key> {
        self.in_object.get(&object).cloned().unwrap_or_default()
    }

    fn is_live(&mut self, place: Place, reg: Reg) -> bool {
        let func = self.function(place.stack);
        if !self.live.contains_key(&place) {
            let body = self.program.functions[func].body.as_ref();
            let found = match (body, &self.liveness[func]) {
                (Some(body), Some(liveness)) => {
                    let live = liveness.live_at(body, Block(place.block), place.inst as usize);
                    live.into_iter().collect()
                }
                _ => FxHashSet::default(),
            };
            self.live.insert(place, found);
        }
        self.live.get(&place).is_some_and(|live| live.contains(&reg))
    }

    /// Whether nobody can tell what the cell holds after this outcome of a claim about `from`.
    pub fn is_over(&mut self, from: u32, outcome: Outcome, key: Key) -> bool {
        match (outcome, key) {
            (Outcome::Exit, _) => true,
            (Outcome::At(place), Key::Register(stack, reg)) if stack == place.stack => {
                !self.is_live(place, Reg(reg))
            }
            (
                Outcome::At(place),
                Key::Register(stack, _) | Key::Memory(Object::Slot(stack, _), ..),
            ) => stack != place.stack && self.stacks.is_within(stack, place.stack),
            (
                Outcome::Return,
                Key::Register(stack, _) | Key::Memory(Object::Slot(stack, _), ..),
            ) => self.stacks.is_within(stack, from),
            (Outcome::At(_) | Outcome::Return, Key::Memory(Object::Heap(..), ..)) => true,
            (Outcome::At(_), Key::Result(..)) => true,
            (Outcome::At(_) | Outcome::Return, Key::Memory(Object::Global(_), ..)) => false,
            (Outcome::Return, Key::Result(..)) => false,
        }
    }

    /// What a global initially holds.
    pub fn initial(&mut self, global: u32, offset: i64, size: u8) -> Value {
        let data = &self.program.globals[raddle_ir::GlobalId(global)];
        let (Some(init), Ok(start)) = (&data.init, u64::try_from(offset)) else {
            return Value::Unknown;
        };
        let end = start + u64::from(size);
        if end > data.size {
            return Value::Unknown;
        }
        let pointer_bytes = u64::from(self.program.target.pointer_bits / 8);
        let mut word: u128 = 0;
        for (at, part) in &init.parts {
            let length = match part {
                InitPart::Bytes(bytes) => bytes.len() as u64,
                InitPart::Undef(length) => *length,
                InitPart::Global(..) | InitPart::Func(_) => pointer_bytes,
            };
            if *at >= end || at + length <= start {
                continue;
            }
            let whole = *at == start && u64::from(size) == pointer_bytes;
            match part {
                InitPart::Bytes(bytes) => {
                    for position in start.max(*at)..end.min(at + length) {
                        let byte = u128::from(bytes[(position - at) as usize]);
                        word |= byte << (8 * (position - start));
                    }
                }
                InitPart::Global(target, at) if whole => {
                    let offset =
                        self.terms.constant(self.program.target.pointer_bits, *at as u64 as u128);
                    return Value::Pointer(Object::Global(target.0), offset);
                }
                InitPart::Func(function) if whole => return Value::Function(function.0),
                InitPart::Undef(_) | InitPart::Global(..) | InitPart::Func(_) => {
                    return Value::Unknown;
                }
            }
        }
        Value::Bits(self.terms.constant(u32::from(size) * 8, word))
    }

    pub fn is_known(&self, key: Key) -> bool {
        self.known.contains(&key)
    }
}

/// Registers that are assigned once, by the first block, to the address of a local variable: whoever reads them comes
/// after that.
fn addresses(body: &Body) -> FxHashMap<Reg, u32> {
    let mut assigned: Vec<Reg> = Vec::new();
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        defined_registers(&inst.op, &mut |reg| assigned.push(reg));
    }
    let once = |reg: Reg| assigned.iter().filter(|&&other| other == reg).count() == 1;
    let first = body.blocks[Body::ENTRY].insts.iter();
    first
        .filter_map(|inst| match inst.op {
            Op::Alloca { dst, slot, .. } if once(dst) => Some((dst, slot.0)),
            _ => None,
        })
        .collect()
}

/// Cells as of now.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// What kind of thing cells held at the start.
    bases: Rc<FxHashMap<Key, Base>>,
    /// Cells that held a certain number at the start.
    fixed: Rc<FxHashMap<Key, TermId>>,
    now: FxHashMap<Key, Value>,
}

impl State {
    /// Any state, of which a claim says what kinds some cells are.
    pub fn any(scene: &mut Scene<'_>, bases: &[(u32, Base)], requires: &[Linear]) -> State {
        let bases: FxHashMap<Key, Base> =
            bases.iter().map(|&(cell, base)| (scene.cells[cell as usize], base)).collect();
        let mut fixed = FxHashMap::default();
        for linear in requires {
            // What has only one value is that value: then much can be computed instead of asked.
            if let (Relation::Zero, &[(1, cell)]) = (linear.is, &linear.old[..]) {
                let key = scene.cells[cell as usize];
                let width = match bases.get(&key) {
                    Some(Base::Object(_)) => scene.program.target.pointer_bits,
                    _ => scene.width(key),
                };
                if (2..=64).contains(&width) {
                    let number = linear.constant.wrapping_neg() as u64;
                    let mask = u64::MAX >> (64 - width);
                    let constant = scene.terms.constant(width, (number & mask).into());
                    fixed.insert(key, constant);
                }
            }
        }
        State { bases: Rc::new(bases), fixed: Rc::new(fixed), now: FxHashMap::default() }
    }

    pub fn set(&mut self, key: Key, value: Value) {
        self.now.insert(key, value);
    }

    pub fn get(&self, scene: &Scene<'_>, key: Key) -> Value {
        self.now.get(&key).copied().unwrap_or_else(|| self.at_start(scene, key))
    }

    pub fn at_start(&self, scene: &Scene<'_>, key: Key) -> Value {
        let Some(&(bits, offset)) = scene.symbols.get(&key) else { return Value::Unknown };
        let (bits, offset) = match self.fixed.get(&key) {
            Some(&number) => (number, number),
            None => (bits, offset),
        };
        match self.bases.get(&key) {
            Some(Base::Object(object)) => Value::Pointer(scene.objects[*object as usize], offset),
            Some(Base::Function(function)) => Value::Function(*function),
            Some(Base::Number) => Value::Bits(bits),
            None if scene.may_be_address(key) => Value::Unknown,
            None => Value::Bits(bits),
        }
    }

    /// Cells of the proof that may hold something else than at the start.
    pub fn changed(&self, scene: &Scene<'_>) -> Vec<Key> {
        let differs = |(&key, &value): (&Key, &Value)| {
            let same = value != Value::Unknown && value == self.at_start(scene, key);
            (scene.is_known(key) && !same).then_some(key)
        };
        self.now.iter().filter_map(differs).collect()
    }

    /// The content of a register; what is not known is some bits, and the same ones when it is read again.
    pub fn register(&mut self, scene: &mut Scene<'_>, stack: u32, reg: Reg, ty: Type) -> Value {
        let key = Key::Register(stack, reg.0);
        match self.get(scene, key) {
            Value::Unknown if ty != Type::Ptr => {
                let width = scene.bits(ty);
                let value = Value::Bits(scene.any(width));
                self.set(key, value);
                value
            }
            value => value,
        }
    }

    /// From now on the cells hold anything.
    pub fn lose(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            self.now.insert(key, Value::Unknown);
        }
    }

    /// A function is entered: its registers hold nothing yet.
    pub fn enter(&mut self, scene: &Scene<'_>, stack: u32) {
        self.now.retain(|key, _| !matches!(key, Key::Register(owner, _) if *owner == stack));
        let own = |key: &&Key| matches!(key, Key::Register(owner, _) if *owner == stack);
        self.lose(scene.cells.iter().filter(own).copied());
    }

    /// A function that claims speak of as a whole is entered: of registers, it can only see its own.
    pub fn enter_whole(&self, scene: &Scene<'_>) -> State {
        let mut inside = self.clone();
        inside.now.retain(|key, _| matches!(key, Key::Memory(..)));
        let other = |key: &&Key| !matches!(key, Key::Memory(..));
        inside.lose(scene.cells.iter().filter(other).copied());
        inside
    }
}
