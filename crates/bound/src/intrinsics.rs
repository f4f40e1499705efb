//! Built-in operations: blocks of memory, extremes, absolute values; everything else computes a value that is not
//! followed.

use raddle_ir::{Intrinsic, Operand, Reg, Type};

use crate::affine::{Int, Range};
use crate::constraints::Constraint;
use crate::context::{Fill, Value};
use crate::edge::{Ending, Local, Target};
use crate::error::Stop;
use crate::execute::{Executor, Flow, Run};
use crate::world::ObjectKind;

impl Executor<'_, '_, '_> {
    pub(crate) fn intrinsic(
        &mut self,
        mut run: Run,
        dsts: &[Reg],
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Result<Flow, Stop> {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet
                if !self.world.relevance.may_touch(self.func, args[0]) => {}
            Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet => {
                let target = self.operand(&mut run, args[0], Type::Ptr);
                let length = self.operand(&mut run, args[2], ty);
                let length = self.length(&mut run, &length);
                let fill = match intrinsic {
                    Intrinsic::MemSet => {
                        let byte = self.operand(&mut run, args[1], Type::Int(8));
                        let zero = byte.value == Value::constant(0);
                        if zero { Fill::Zero } else { Fill::Unknown }
                    }
                    _ => {
                        let source = self.operand(&mut run, args[1], Type::Ptr);
                        self.copied(&source, length)
                    }
                };
                self.fill_block(&mut run, &target, length, fill);
            }
            Intrinsic::SMax | Intrinsic::SMin | Intrinsic::UMax | Intrinsic::UMin => {
                return Ok(self.extreme(run, dsts, intrinsic, ty, args));
            }
            Intrinsic::Abs => return Ok(self.absolute(run, dsts, ty, args)),
            Intrinsic::Assume => {
                let condition = self.int_operand(&mut run, args[0], Type::BOOL);
                return Ok(self.assume(run, &condition));
            }
            Intrinsic::Trap => return Ok(Flow::Leave(run, Target::End(Ending::Exit))),
            Intrinsic::VaStart | Intrinsic::VaEnd | Intrinsic::VaCopy => {
                return Err(self.stop(
                    &run,
                    "variable arguments",
                    "give the function fixed parameters",
                ));
            }
            // Everything else computes a value that is not followed.
            _ => self.assign_unknown(&mut run, dsts),
        }
        Ok(Flow::Next(run))
    }

    /// A length that is known here, which is then required.
    pub(crate) fn length(&mut self, run: &mut Run, length: &Local) -> Option<u64> {
        let (length, pins) = self.constant(run, length)?;
        run.requires.extend(pins);
        u64::try_from(length).ok()
    }

    /// What an object holds after a copy from the start of a constant.
    fn copied(&self, source: &Local, length: Option<u64>) -> Fill {
        let Value::Pointer(object, offset) = &source.value else { return Fill::Unknown };
        match self.world.object_kind(*object) {
            ObjectKind::Global(global)
                if offset.as_constant() == Some(0)
                    && self.world.program.globals[global].constant
                    && length.is_some_and(|length| {
                        length <= self.world.program.globals[global].size
                    }) =>
            {
                Fill::CopyOf(global)
            }
            _ => Fill::Unknown,
        }
    }

    fn extreme(
        &mut self,
        mut run: Run,
        dsts: &[Reg],
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
    ) -> Flow {
        let a = self.int_operand(&mut run, args[0], ty);
        let b = self.int_operand(&mut run, args[1], ty);
        let (Value::Int(x), Value::Int(y), Some(&dst)) = (&a.value, &b.value, dsts.first()) else {
            return Flow::Next(run);
        };
        if !self.wanted(dst) {
            return Flow::Next(run);
        }
        let (x_range, y_range) = (self.range(&run, &a), self.range(&run, &b));
        let unsigned = matches!(intrinsic, Intrinsic::UMax | Intrinsic::UMin);
        let Some(difference) =
            x.sub(y).filter(|_| !unsigned || (x_range.lo >= 0 && y_range.lo >= 0))
        else {
            let value = self.fresh(ty);
            self.assign(&mut run, dst, value);
            return Flow::Next(run);
        };
        let mut pins = a.pins.clone();
        pins.extend(b.pins.iter().cloned());
        if unsigned {
            pins.extend(self.keep_within(&a, Range::new(0, Int::MAX)));
            pins.extend(self.keep_within(&b, Range::new(0, Int::MAX)));
        }
        let (larger, smaller) = self.split(run, &Constraint::AtLeastZero(difference), &pins);
        let max = matches!(intrinsic, Intrinsic::SMax | Intrinsic::UMax);
        let mut runs = Vec::new();
        for (run, first) in [(larger, max), (smaller, !max)] {
            let Some(mut run) = run else { continue };
            let value = if first { a.clone() } else { b.clone() };
            self.assign(&mut run, dst, value);
            runs.push(run);
        }
        Flow::Fork(runs)
    }

    fn absolute(&mut self, mut run: Run, dsts: &[Reg], ty: Type, args: &[Operand]) -> Flow {
        let a = self.int_operand(&mut run, args[0], ty);
        let (Value::Int(x), Some(&dst)) = (&a.value, dsts.first()) else { return Flow::Next(run) };
        let (positive, negative) = self.split(run, &Constraint::AtLeastZero(x.clone()), &a.pins);
        let mut runs = Vec::new();
        if let Some(mut run) = positive {
            self.assign(&mut run, dst, a.clone());
            runs.push(run);
        }
        if let Some(mut run) = negative {
            let value = x.scale(-1).map(|x| Local { value: Value::Int(x), pins: a.pins.clone() });
            let value = value.unwrap_or_else(|| self.fresh(ty));
            let value = self.fit(&mut run, value, ty, false);
            self.assign(&mut run, dst, value);
            runs.push(run);
        }
        Flow::Fork(runs)
    }
}
