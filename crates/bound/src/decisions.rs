//! Decisions: conditions that hold, do not, or may do either.
//!
//! A path goes both ways where the context leaves the outcome open. Where it does not, the path that cannot be taken
//! leaves a requirement behind: wherever the summary is used, that way must be as impossible as here.

use raddle_ir::{CompareOp, Operand, Reg, Type};

use crate::affine::{Affine, Int};
use crate::constraints::Constraint;
use crate::context::Value;
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Flow, Run};
use crate::world::{ObjectId, ObjectKind};

impl Executor<'_, '_, '_> {
    /// Adds a condition of the path; `false` if it cannot hold.
    pub(crate) fn guard(&mut self, run: &mut Run, constraint: &Constraint, pins: &[Pin]) -> bool {
        if let Some(resolved) = run.context.resolve_constraint(self.world, constraint)
            && !run.context.assume(self.world, &resolved)
        {
            return false;
        }
        run.guards.push((constraint.clone(), pins.to_vec()));
        true
    }

    /// The path on which a constraint holds and the one on which it does not.
    pub(crate) fn split(
        &mut self,
        run: Run,
        constraint: &Constraint,
        pins: &[Pin],
    ) -> (Option<Run>, Option<Run>) {
        let mut run = run;
        let negated = constraint.negated();
        match run.context.decide(self.world, constraint) {
            Some(true) => {
                self.require(&mut run, constraint, pins);
                return (Some(run), None);
            }
            Some(false) => {
                if let Some(negated) = &negated {
                    self.require(&mut run, negated, pins);
                }
                return (None, Some(run));
            }
            None => {}
        }
        let mut holds = run.clone();
        let mut fails = run;
        let possible = self.guard(&mut holds, constraint, pins);
        let refutable = match &negated {
            None => true,
            Some(negated) => self.guard(&mut fails, negated, pins),
        };
        if !refutable {
            self.require(&mut holds, constraint, pins);
        }
        if let (false, Some(negated)) = (possible, &negated) {
            self.require(&mut fails, negated, pins);
        }
        (possible.then_some(holds), refutable.then_some(fails))
    }

    fn require(&mut self, run: &mut Run, constraint: &Constraint, pins: &[Pin]) {
        if constraint.expression().as_constant().is_none() {
            run.requires.push(Pin::Holds(constraint.clone()));
        }
        run.requires.extend(pins.iter().cloned());
    }

    pub(crate) fn split_nonzero(&mut self, run: Run, local: &Local) -> (Option<Run>, Option<Run>) {
        match &local.value {
            Value::Int(affine) => {
                self.split(run, &Constraint::NotZero(affine.clone()), &local.pins)
            }
            Value::Pointer(..) | Value::Function(_) => {
                let mut run = run;
                run.requires.extend(local.pins.iter().cloned());
                (Some(run), None)
            }
            Value::Any => (Some(run.clone()), Some(run)),
        }
    }

    pub(crate) fn split_equal(
        &mut self,
        run: Run,
        local: &Local,
        value: Int,
    ) -> (Option<Run>, Option<Run>) {
        match &local.value {
            Value::Int(affine) => match affine.shift(-value) {
                Some(difference) => self.split(run, &Constraint::Zero(difference), &local.pins),
                None => (Some(run.clone()), Some(run)),
            },
            Value::Pointer(..) | Value::Function(_) | Value::Any => (Some(run.clone()), Some(run)),
        }
    }

    /// Makes the outcome of a condition a constant on each path.
    pub(crate) fn truth(&mut self, run: Run, dst: Reg, condition: Local) -> Flow {
        let (holds, fails) = self.split_nonzero(run, &condition);
        self.outcomes(dst, holds, fails)
    }

    pub(crate) fn outcomes(&mut self, dst: Reg, holds: Option<Run>, fails: Option<Run>) -> Flow {
        let mut runs = Vec::new();
        for (run, value) in [(holds, 1), (fails, 0)] {
            if let Some(mut run) = run {
                self.assign(&mut run, dst, Local::of(Value::constant(value)));
                runs.push(run);
            }
        }
        Flow::Fork(runs)
    }

    pub(crate) fn compare(
        &mut self,
        mut run: Run,
        dst: Reg,
        op: CompareOp,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Flow {
        let a = self.operand(&mut run, a, ty);
        let b = self.operand(&mut run, b, ty);
        let mut pins = a.pins.clone();
        pins.extend(b.pins.iter().cloned());
        let (x, y) = match (&a.value, &b.value) {
            (Value::Int(x), Value::Int(y)) => (x.clone(), y.clone()),
            (Value::Pointer(p, x), Value::Pointer(q, y)) if p == q && !self.is_heap(*p) => {
                (x.clone(), y.clone())
            }
            // An address inside an object is not null.
            (Value::Pointer(..) | Value::Function(_), Value::Int(zero))
                if zero.as_constant() == Some(0) =>
            {
                (Affine::constant(1), Affine::constant(0))
            }
            (Value::Int(zero), Value::Pointer(..) | Value::Function(_))
                if zero.as_constant() == Some(0) =>
            {
                (Affine::constant(0), Affine::constant(1))
            }
            (Value::Pointer(p, _), Value::Pointer(q, _))
                if p != q
                    && matches!(op, CompareOp::Eq | CompareOp::Ne)
                    && !self.is_heap(*p)
                    && !self.is_heap(*q) =>
            {
                (Affine::constant(1), Affine::constant(0))
            }
            _ => {
                // Nothing is known of it: both outcomes, without a condition.
                return self.outcomes(dst, Some(run.clone()), Some(run));
            }
        };
        self.compare_ints(run, dst, op, (x, y), &pins)
    }

    fn is_heap(&self, object: ObjectId) -> bool {
        matches!(self.world.object_kind(object), ObjectKind::Heap(..))
    }

    fn compare_ints(
        &mut self,
        run: Run,
        dst: Reg,
        op: CompareOp,
        operands: (Affine, Affine),
        pins: &[Pin],
    ) -> Flow {
        let (x, y) = operands;
        let unsigned =
            matches!(op, CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge);
        if !unsigned {
            return self.compare_signed(run, dst, op, (&x, &y), pins);
        }
        // Without sign, negative numbers are the large ones; among numbers of one sign the order is the same.
        let mut runs = Vec::new();
        let (x_positive, x_negative) = self.split(run, &Constraint::AtLeastZero(x.clone()), pins);
        for (run, x_negative) in [(x_positive, false), (x_negative, true)] {
            let Some(run) = run else { continue };
            let (y_positive, y_negative) =
                self.split(run, &Constraint::AtLeastZero(y.clone()), pins);
            for (run, y_negative) in [(y_positive, false), (y_negative, true)] {
                let Some(mut run) = run else { continue };
                if x_negative == y_negative {
                    let signed = match op {
                        CompareOp::Ult => CompareOp::Slt,
                        CompareOp::Ule => CompareOp::Sle,
                        CompareOp::Ugt => CompareOp::Sgt,
                        CompareOp::Uge => CompareOp::Sge,
                        other => other,
                    };
                    match self.compare_signed(run, dst, signed, (&x, &y), pins) {
                        Flow::Fork(more) => runs.extend(more),
                        Flow::Next(run) => runs.push(run),
                        Flow::Leave(..) => {}
                    }
                } else {
                    let less = y_negative;
                    let value = match op {
                        CompareOp::Ult | CompareOp::Ule => less,
                        _ => !less,
                    };
                    self.assign(&mut run, dst, Local::of(Value::constant(value.into())));
                    runs.push(run);
                }
            }
        }
        Flow::Fork(runs)
    }

    fn compare_signed(
        &mut self,
        run: Run,
        dst: Reg,
        op: CompareOp,
        operands: (&Affine, &Affine),
        pins: &[Pin],
    ) -> Flow {
        let (x, y) = operands;
        let constraint = match op {
            CompareOp::Eq => x.sub(y).map(Constraint::Zero),
            CompareOp::Ne => x.sub(y).map(Constraint::NotZero),
            CompareOp::Sge | CompareOp::Uge => x.sub(y).map(Constraint::AtLeastZero),
            CompareOp::Sle | CompareOp::Ule => y.sub(x).map(Constraint::AtLeastZero),
            CompareOp::Sgt | CompareOp::Ugt => {
                x.sub(y).and_then(|d| d.shift(-1)).map(Constraint::AtLeastZero)
            }
            CompareOp::Slt | CompareOp::Ult => {
                y.sub(x).and_then(|d| d.shift(-1)).map(Constraint::AtLeastZero)
            }
        };
        match constraint {
            None => self.outcomes(dst, Some(run.clone()), Some(run)),
            Some(constraint) => {
                let (holds, fails) = self.split(run, &constraint, pins);
                self.outcomes(dst, holds, fails)
            }
        }
    }
}
