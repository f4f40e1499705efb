//! One step: a block is executed from a place to its end, to the call of a function, or to the end of the program.
//!
//! Every path through it is one [`Way`]. Values are bit-vectors or addresses; what is neither is unknown, and what
//! is computed from it is any value. Signed arithmetic that is undefined on overflow is assumed not to overflow, as
//! everywhere in Raddle. What this does not know makes it give up: the claim is then not accepted.

mod arithmetic;
mod calls;
mod memory;

use raddle_expr::TermId;
use raddle_ir::{Block, FuncId, Inst, Op, Operand, Reg, Terminator, Type};
use raddle_pointsto::PointsTo;

use crate::floats;
use crate::format::{Object, Place, Stack};
use crate::state::{Key, Scene, State, Value};
use crate::{Event, Question};

/// Paths through one block; more are not followed.
const MAX_WAYS: usize = 1024;
/// A cost on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charge {
    Fixed(i64),
    /// A signed number of 64 bits, at least zero, that is used up.
    Used(TermId),
    /// The same, given back.
    Returned(TermId),
}

/// Where a way leads.
#[derive(Clone, Debug)]
pub(crate) enum To {
    Place(Place),
    /// A function of the program is called from before `back`.
    Call {
        function: FuncId,
        arguments: Vec<Value>,
        back: Place,
    },
    Exit,
    /// A function that claims speak of as a whole returns.
    Return,
}

#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub conditions: Vec<TermId>,
    pub state: State,
    pub charges: Vec<Charge>,
    pub events: Vec<Event>,
    pub to: To,
}

pub(crate) struct Step<'a, 'p> {
    pub scene: &'a mut Scene<'p>,
    pub question: &'a dyn Question,
    /// Where pointers may point to that the proof does not speak of; none if the callers are not known.
    pub pointers: Option<&'a PointsTo>,
    pub stack: u32,
    pub(super) block: u32,
}

/// A path under way.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub inst: usize,
    pub way: Way,
}

pub(super) type Result<T> = std::result::Result<T, String>;

impl<'a, 'p> Step<'a, 'p> {
    pub fn new(
        scene: &'a mut Scene<'p>,
        question: &'a dyn Question,
        pointers: Option<&'a PointsTo>,
        at: Place,
    ) -> Self {
        Step { scene, question, pointers, stack: at.stack, block: at.block }
    }

    /// All ways from an instruction of the block on.
    pub fn ways(&mut self, inst: u32, state: State, conditions: Vec<TermId>) -> Result<Vec<Way>> {
        let func = self.scene.function(self.stack);
        let body = self.scene.program.functions[func].body.as_ref().ok_or("there is no code")?;
        let block = &body.blocks[Block(self.block)];
        let way = Way { conditions, state, charges: Vec::new(), events: Vec::new(), to: To::Exit };
        let (mut open, mut done) = (vec![Path { inst: inst as usize, way }], Vec::new());
        while let Some(mut path) = open.pop() {
            if open.len() + done.len() > MAX_WAYS {
                return Err("too many ways through one block".to_owned());
            }
            match block.insts.get(path.inst) {
                None => self.leave(path.way, &block.terminator, &mut done),
                Some(inst) => {
                    path.inst += 1;
                    match self.instruction(&mut path, inst)? {
                        Flow::Next => open.push(path),
                        Flow::Leave(to) => done.push(Way { to, ..path.way }),
                        Flow::Fork(other) => {
                            open.push(path);
                            open.push(other);
                        }
                    }
                }
            }
        }
        done.retain(|way| !way.conditions.iter().any(|&term| self.scene.terms.is_false(term)));
        Ok(done)
    }

    pub(super) fn leave(&mut self, mut way: Way, terminator: &Terminator, done: &mut Vec<Way>) {
        let stack = self.stack;
        let to = |block: Block| To::Place(Place { stack, block: block.0, inst: 0 });
        match terminator {
            Terminator::Jump(block) => done.push(Way { to: to(*block), ..way }),
            Terminator::Branch { cond, then, otherwise } => {
                let condition = self.number(&mut way, *cond, Type::BOOL);
                let negated = self.scene.terms.not(condition);
                let mut other = way.clone();
                way.conditions.push(condition);
                other.conditions.push(negated);
                done.push(Way { to: to(*then), ..way });
                done.push(Way { to: to(*otherwise), ..other });
            }
            Terminator::Switch { ty, value, cases, default } => {
                let value = self.number(&mut way, *value, *ty);
                let width = self.scene.bits(*ty);
                for &(case, block) in cases {
                    let case = self.scene.terms.constant(width, case.into());
                    let equal = self.scene.terms.eq(value, case);
                    let mut taken = way.clone();
                    taken.conditions.push(equal);
                    done.push(Way { to: to(block), ..taken });
                    way.conditions.push(self.scene.terms.not(equal));
                }
                done.push(Way { to: to(*default), ..way });
            }
            Terminator::Return(values) => {
                let to = self.returning(&mut way, values);
                done.push(Way { to, ..way });
            }
            Terminator::Unreachable => done.push(Way { to: To::Exit, ..way }),
        }
    }

    pub(super) fn returning(&mut self, way: &mut Way, values: &[Operand]) -> To {
        let stack = self.scene.stacks.get(self.stack);
        let function = FuncId(stack.function);
        let types = self.scene.program.functions[function].returns.clone();
        let results: Vec<Value> =
            values.iter().zip(&types).map(|(&value, &ty)| self.operand(way, value, ty)).collect();
        match stack.back {
            _ if stack.start => To::Exit,
            Some(back) => {
                receive(self.scene, &mut way.state, back, &results);
                To::Place(back)
            }
            None => {
                for (index, &result) in results.iter().enumerate() {
                    way.state.set(Key::Result(function.0, index as u32), result);
                }
                To::Return
            }
        }
    }

    pub(super) fn operand(&mut self, way: &mut Way, operand: Operand, ty: Type) -> Value {
        let width = self.scene.bits(ty);
        match operand {
            Operand::Reg(reg) => match self.scene.address(self.stack, reg) {
                Some(object) => Value::Pointer(object, self.offset_constant(0)),
                None => way.state.register(self.scene, self.stack, reg, ty),
            },
            Operand::Const(word) => Value::Bits(self.scene.terms.constant(width, word.into())),
            Operand::Wide { low, high } => {
                let word = u128::from(low) | u128::from(high) << 64;
                Value::Bits(self.scene.terms.constant(width, word))
            }
            Operand::Global(global, offset) => {
                Value::Pointer(Object::Global(global.0), self.offset_constant(offset))
            }
            Operand::Func(function) => Value::Function(function.0),
            Operand::Undef => Value::Unknown,
        }
    }

    pub(super) fn offset_constant(&mut self, offset: i64) -> TermId {
        let width = self.scene.program.target.pointer_bits;
        let word = self.scene.terms.constant(64, offset as u64 as u128);
        self.scene.terms.extract(word, width - 1, 0)
    }

    /// An operand as bits: any bits if it is something else.
    pub(super) fn number(&mut self, way: &mut Way, operand: Operand, ty: Type) -> TermId {
        match self.operand(way, operand, ty) {
            Value::Bits(bits) => bits,
            Value::Pointer(..) | Value::Function(_) | Value::Unknown => {
                let width = self.scene.bits(ty);
                self.scene.any(width)
            }
        }
    }

    pub(super) fn assign(&mut self, way: &mut Way, dst: Reg, value: Value) {
        way.state.set(Key::Register(self.stack, dst.0), value);
    }

    /// The bits of an operand, if they are constant.
    fn word(&mut self, way: &mut Way, operand: Operand, ty: Type) -> Option<u128> {
        let bits = self.number(way, operand, ty);
        self.scene.terms.as_u64(bits).map(u128::from)
    }

    fn assign_word(&mut self, way: &mut Way, dst: Reg, word: Option<(u128, u32)>) {
        match word {
            None => self.assign_any(way, dst),
            Some((word, width)) => {
                let mask = u128::MAX >> (128 - width.clamp(1, 128));
                let bits = self.scene.terms.constant(width, word & mask);
                self.assign(way, dst, Value::Bits(bits));
            }
        }
    }

    pub(super) fn assign_any(&mut self, way: &mut Way, dst: Reg) {
        let func = self.scene.function(self.stack);
        let ty = self.scene.program.functions[func].body.as_ref().map(|body| body.regs[dst].ty);
        let value = match ty {
            None | Some(Type::Ptr) => Value::Unknown,
            Some(ty) => {
                let width = self.scene.bits(ty);
                Value::Bits(self.scene.any(width))
            }
        };
        self.assign(way, dst, value);
    }

    pub(super) fn instruction(&mut self, path: &mut Path, inst: &Inst) -> Result<Flow> {
        let way = &mut path.way;
        match &inst.op {
            Op::Copy { dst, ty, src } => {
                let value = self.operand(way, *src, *ty);
                self.assign(way, *dst, value);
            }
            Op::Binary { dst, op, ty, a, b, overflow } => {
                let (a, b) = (self.number(way, *a, *ty), self.number(way, *b, *ty));
                let value = self.binary(way, *op, *overflow, a, b);
                self.assign(way, *dst, Value::Bits(value));
            }
            Op::Compare { dst, op, ty, a, b } => {
                let (a, b) = (self.operand(way, *a, *ty), self.operand(way, *b, *ty));
                let value = self.compare(*op, a, b);
                self.assign(way, *dst, Value::Bits(value));
            }
            Op::Cast { dst, op, from, to, a } => {
                let a = self.operand(way, *a, *from);
                match self.cast(*op, *from, *to, a) {
                    Some(value) => self.assign(way, *dst, value),
                    None => self.assign_any(way, *dst),
                }
            }
            Op::Select { dst, ty, cond, a, b } => {
                let cond = self.number(way, *cond, Type::BOOL);
                let (a, b) = (self.operand(way, *a, *ty), self.operand(way, *b, *ty));
                return Ok(self.select(path, *dst, cond, a, b));
            }
            Op::Address { dst, base, offset, indices, .. } => {
                let value = self.address(way, *base, *offset, indices);
                self.assign(way, *dst, value);
            }
            Op::Load { dst, ty, ptr, volatile, .. } => {
                let pointer = self.operand(way, *ptr, Type::Ptr);
                match if *volatile { None } else { self.load(way, pointer, *ty) } {
                    Some(value) => self.assign(way, *dst, value),
                    None => self.assign_any(way, *dst),
                }
            }
            Op::Store { ty, value, ptr, .. } => {
                let value = self.operand(way, *value, *ty);
                let pointer = self.operand(way, *ptr, Type::Ptr);
                let size = ty.bytes(&self.scene.program.target);
                self.store(way, *ptr, pointer, size, value);
            }
            Op::AtomicUpdate { dst, ty, ptr, .. } => {
                self.atomic(way, *ptr, *ty);
                self.assign_any(way, *dst);
            }
            Op::CompareExchange { old, ok, ty, ptr, .. } => {
                self.atomic(way, *ptr, *ty);
                self.assign_any(way, *old);
                self.assign_any(way, *ok);
            }
            Op::FloatBinary { dst, op, ty, a, b } => {
                let (a, b) = (self.word(way, *a, *ty), self.word(way, *b, *ty));
                let found = a.zip(b).and_then(|(a, b)| floats::binary(*op, *ty, a, b));
                self.assign_word(way, *dst, found);
            }
            Op::FloatNeg { dst, ty, a } => {
                let found = self.word(way, *a, *ty).and_then(|a| floats::negate(*ty, a));
                self.assign_word(way, *dst, found);
            }
            Op::FloatCompare { dst, op, ty, a, b } => {
                let (a, b) = (self.word(way, *a, *ty), self.word(way, *b, *ty));
                let found = a.zip(b).and_then(|(a, b)| floats::compare(*op, *ty, a, b));
                self.assign_word(way, *dst, found);
            }
            Op::Fence { .. } => {}
            Op::Alloca { dst, slot, .. } => {
                // Elsewhere it may be executed again while the first object lives.
                let object = match self.block == 0 {
                    true => Object::Slot(self.stack, slot.0),
                    false => {
                        let inst = path.inst as u32 - 1;
                        Object::Heap(Place { stack: self.stack, block: self.block, inst }, 0)
                    }
                };
                let lost = self.scene.cells_in(object);
                way.state.lose(lost);
                let zero = self.offset_constant(0);
                self.assign(way, *dst, Value::Pointer(object, zero));
            }
            Op::Call { callee, args, dsts } => {
                return self.call(path, *callee, args, dsts, inst);
            }
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                return self.intrinsic(way, *intrinsic, *ty, args, dsts);
            }
            Op::Unsupported { what } => return Err(format!("unsupported: {what}")),
        }
        Ok(Flow::Next)
    }
}

pub(super) enum Flow {
    Next,
    /// The path goes on, and so does another one.
    Fork(Path),
    Leave(To),
}

/// Gives results of a call to the registers of the caller; `back` is the place behind the call.
pub(crate) fn receive(scene: &Scene<'_>, state: &mut State, back: Place, results: &[Value]) {
    let caller = scene.function(back.stack);
    let Some(body) = scene.program.functions[caller].body.as_ref() else { return };
    let Some(before) = (back.inst as usize).checked_sub(1) else { return };
    if let Some(Inst { op: Op::Call { dsts, .. }, .. }) =
        body.blocks[Block(back.block)].insts.get(before)
    {
        for (index, &dst) in dsts.iter().enumerate() {
            let result = results.get(index).copied().unwrap_or(Value::Unknown);
            state.set(Key::Register(back.stack, dst.0), result);
        }
    }
}

/// The stack of a function that is called, and its start.
pub(crate) fn entry(scene: &mut Scene<'_>, function: FuncId, back: Option<Place>) -> Place {
    let stack = scene.stacks.number(Stack { function: function.0, back, start: false });
    Place { stack, block: 0, inst: 0 }
}
