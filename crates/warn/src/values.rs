//! Which registers hold the same value: enough to see that `&q->lock` and `q->jobs` speak of the same `q`.
//!
//! A register that is assigned once stands for its expression; equal expressions have equal numbers. Registers that are assigned
//! several times are values of their own, and whatever is computed from them is valid until the next assignment: who keeps a number
//! has to forget it then (`depends_on`).

use raddle_ir::{Body, CastOp, EntityMap, Function, Op, Operand, Reg, Type, entity};
use rustc_hash::FxHashMap;

entity!(/// A value of one function. Parameters come first.
    Value, "v");

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Expression {
    Register(Reg),
    Constant(Operand),
    Cast(Value, Type),
    Address(Value, i64, Vec<(Value, u64)>),
    Binary(raddle_ir::BinaryOp, Value, Value),
}

#[derive(Debug)]
pub(crate) struct Values {
    numbers: FxHashMap<Expression, Value>,
    expressions: EntityMap<Value, Expression>,
    /// Per register, once it was asked for.
    known: EntityMap<Reg, Option<Value>>,
    /// The one assignment of a register, as block and instruction.
    single: EntityMap<Reg, Option<(u32, u32)>>,
    /// Registers that some instruction assigns.
    assigned: EntityMap<Reg, bool>,
}

/// Longer chains of computations are values of their own.
const DEEPEST: u32 = 24;

impl Values {
    pub(crate) fn new(function: &Function, body: &Body) -> Values {
        let mut count: EntityMap<Reg, u32> = body.regs.keys().map(|_| 0).collect();
        let mut single: EntityMap<Reg, Option<(u32, u32)>> =
            body.regs.keys().map(|_| None).collect();
        let mut assigned: EntityMap<Reg, bool> = body.regs.keys().map(|_| false).collect();
        for param in &function.params {
            count[param.reg] += 1;
        }
        for (block, data) in body.blocks.iter() {
            for (inst, operation) in data.insts.iter().enumerate() {
                operation.op.for_each_result(|&reg| {
                    count[reg] += 1;
                    assigned[reg] = true;
                    single[reg] = (count[reg] == 1).then_some((block.0, inst as u32));
                });
            }
        }
        let mut values = Values {
            numbers: FxHashMap::default(),
            expressions: EntityMap::new(),
            known: body.regs.keys().map(|_| None).collect(),
            single,
            assigned,
        };
        for param in &function.params {
            values.known[param.reg] = Some(values.number(Expression::Register(param.reg)));
        }
        values
    }

    fn number(&mut self, expression: Expression) -> Value {
        if let Some(&value) = self.numbers.get(&expression) {
            return value;
        }
        let value = self.expressions.push(expression.clone());
        self.numbers.insert(expression, value);
        value
    }

    fn of(&mut self, body: &Body, operand: Operand, depth: u32) -> Value {
        match operand {
            Operand::Reg(reg) => self.of_register(body, reg, depth),
            constant => self.number(Expression::Constant(constant)),
        }
    }

    fn of_register(&mut self, body: &Body, reg: Reg, depth: u32) -> Value {
        if let Some(value) = self.known[reg] {
            return value;
        }
        let expression = match self.single[reg] {
            Some((block, inst)) if depth < DEEPEST => {
                let op = &body.blocks[raddle_ir::Block(block)].insts[inst as usize].op;
                match op {
                    Op::Copy { src, .. } => {
                        let value = self.of(body, *src, depth + 1);
                        self.known[reg] = Some(value);
                        return value;
                    }
                    Op::Cast { op: CastOp::Bits, a, .. } => {
                        let value = self.of(body, *a, depth + 1);
                        self.known[reg] = Some(value);
                        return value;
                    }
                    Op::Cast { to, a, .. } => Expression::Cast(self.of(body, *a, depth + 1), *to),
                    Op::Address { base, offset, indices, .. } => {
                        let base = self.of(body, *base, depth + 1);
                        let indices: Vec<(Value, u64)> = indices
                            .iter()
                            .map(|&(index, _, scale)| (self.of(body, index, depth + 1), scale))
                            .collect();
                        Expression::Address(base, *offset, indices)
                    }
                    Op::Binary { op, a, b, .. } => {
                        let (a, b) = (self.of(body, *a, depth + 1), self.of(body, *b, depth + 1));
                        Expression::Binary(*op, a, b)
                    }
                    _ => Expression::Register(reg),
                }
            }
            _ => Expression::Register(reg),
        };
        let value = self.number(expression);
        self.known[reg] = Some(value);
        value
    }

    /// A pointer as a value and a constant distance from it; `None` for constants.
    pub(crate) fn pointer(&mut self, body: &Body, operand: Operand) -> Option<(Value, i64)> {
        let Operand::Reg(reg) = operand else { return None };
        let mut value = self.of_register(body, reg, 0);
        let mut distance = 0i64;
        loop {
            match &self.expressions[value] {
                Expression::Address(base, offset, indices) if indices.is_empty() => {
                    distance = distance.checked_add(*offset)?;
                    value = *base;
                }
                Expression::Constant(_) => return None,
                _ => return Some((value, distance)),
            }
        }
    }

    /// The values a pointer is computed from by adding to it, the pointer first, with the distance as far as it is constant.
    pub(crate) fn bases(&mut self, body: &Body, operand: Operand) -> Vec<Value> {
        let Operand::Reg(reg) = operand else { return Vec::new() };
        let mut value = self.of_register(body, reg, 0);
        let mut bases = vec![value];
        while let Expression::Address(base, ..) = &self.expressions[value] {
            value = *base;
            bases.push(value);
        }
        bases
    }

    /// Whether a value is a register that no instruction assigns: a parameter that stays what it is.
    pub(crate) fn is_steady(&self, body: &Body, value: Value) -> bool {
        self.register(value).is_some_and(|reg| !self.assigned[reg] && body.regs.contains(reg))
    }

    /// The register a value is, if it is no computation.
    pub(crate) fn register(&self, value: Value) -> Option<Reg> {
        match self.expressions[value] {
            Expression::Register(reg) => Some(reg),
            _ => None,
        }
    }

    /// Every register whose assignment changes the value.
    pub(crate) fn depends_on(&self, value: Value) -> Vec<Reg> {
        let mut registers = Vec::new();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &self.expressions[value] {
                Expression::Register(reg) => registers.push(*reg),
                Expression::Constant(_) => {}
                Expression::Cast(of, _) => open.push(*of),
                Expression::Address(base, _, indices) => {
                    open.push(*base);
                    open.extend(indices.iter().map(|&(index, _)| index));
                }
                Expression::Binary(_, a, b) => open.extend([*a, *b]),
            }
        }
        registers.sort_unstable();
        registers.dedup();
        registers
    }
}
