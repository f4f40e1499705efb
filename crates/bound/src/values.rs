//! Values during a step: operands, contents of cells, constants and ranges, addresses.
//!
//! What is read from a cell is an expression over the cells *before* the step; that it is a number or an address of a
//! certain object is said in its pins.

use raddle_ir::{Operand, Type};

use crate::affine::{Affine, Int, Range, Var};
use crate::constraints::{Constraint, Store};
use crate::context::Value;
use crate::edge::{Base, Local, Pin};
use crate::execute::{Executor, Run};
use crate::world::{ObjectKind, signed};

impl Executor<'_, '_, '_> {
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
                let facts = self.world.loops_of(self.func);
                if let Some(&slot) = facts.and_then(|facts| facts.addresses.get(&reg)) {
                    let object = self.world.object(ObjectKind::Slot(self.stack, slot));
                    return Local::of(Value::Pointer(object, Affine::constant(0)));
                }
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
    pub(crate) fn folded(
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

    pub(crate) fn address(
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
}
