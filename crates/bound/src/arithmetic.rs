//! Operations on machine integers: linear ones exactly, as long as nothing wraps around; others exactly on constants, and
//! otherwise as a range.

use raddle_certify::floats;
use raddle_ir::{BinaryOp, CastOp, Type};

use crate::affine::{Affine, Int, Range};
use crate::constraints::Constraint;
use crate::context::Value;
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Run};
use crate::world::signed;

impl Executor<'_, '_, '_> {
    /// What is undefined (division by zero, overflow) gives any value: in another context it may be defined.
    pub(crate) fn binary(
        &mut self,
        run: &mut Run,
        op: BinaryOp,
        ty: Type,
        a: Local,
        b: Local,
        no_wrap: bool,
    ) -> Local {
        let (Value::Int(x), Value::Int(y)) = (&a.value, &b.value) else {
            return self.fresh(ty);
        };
        let mut pins = a.pins.clone();
        pins.extend(b.pins.iter().cloned());
        let sum = match op {
            BinaryOp::Add => x.add(y),
            BinaryOp::Sub => x.sub(y),
            BinaryOp::Xor if ty == Type::BOOL && y.as_constant() == Some(1) => {
                Affine::constant(1).sub(x)
            }
            BinaryOp::Mul => match (x.as_constant(), y.as_constant()) {
                (_, Some(factor)) => x.scale(factor),
                (Some(factor), _) => y.scale(factor),
                (None, None) => {
                    return nonlinear(self, run, op, ty, &a, &b, no_wrap);
                }
            },
            BinaryOp::Shl => match y.as_constant() {
                Some(shift @ 0..=62) => x.scale(1 << shift),
                _ => return nonlinear(self, run, op, ty, &a, &b, no_wrap),
            },
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                return nonlinear(self, run, op, ty, &a, &b, no_wrap);
            }
        };
        match sum {
            Some(sum) => self.fit(run, Local { value: Value::Int(sum), pins }, ty, no_wrap),
            None => self.fresh(ty),
        }
    }

    pub(crate) fn cast(
        &mut self,
        run: &mut Run,
        op: CastOp,
        from: Type,
        to: Type,
        a: Local,
    ) -> Local {
        let target = &self.world.program.target;
        let (from_bits, to_bits) = (from.bits(target), to.bits(target));
        match op {
            CastOp::Bits => match (&a.value, to) {
                (Value::Any | Value::Pointer(..) | Value::Function(_), Type::Int(_)) => {
                    self.fresh(to)
                }
                _ => a,
            },
            CastOp::SExt => {
                let a = self.as_int(a, from);
                match (&a.value, from_bits) {
                    (Value::Int(affine), 1) => match affine.scale(-1) {
                        Some(negative) => Local { value: Value::Int(negative), pins: a.pins },
                        None => self.fresh(to),
                    },
                    _ => a,
                }
            }
            CastOp::ZExt => {
                let a = self.as_int(a, from);
                self.unsigned_view(run, a, from_bits)
            }
            CastOp::Trunc => {
                let a = self.as_int(a, from);
                let range = self.range(run, &a);
                let fits = self.world.type_range(to);
                if to_bits > 1 && fits.contains(range) {
                    let pins = self.keep_within(&a, fits);
                    return Local { value: a.value, pins };
                }
                match self.constant(run, &a) {
                    Some((value, pins)) => {
                        Local { value: Value::constant(signed(value as u128, to_bits)), pins }
                    }
                    None => self.fresh(to),
                }
            }
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => {
                let local = self.folded(run, &[&a], |words| {
                    floats::cast(op, from, to, from_bits, to_bits, words[0])
                });
                match local.value {
                    Value::Any => self.fresh(to),
                    _ => local,
                }
            }
        }
    }

    /// The number that the bits of a value mean without a sign.
    pub(crate) fn unsigned_view(&mut self, run: &Run, a: Local, bits: u32) -> Local {
        let range = self.range(run, &a);
        let Value::Int(affine) = &a.value else { return Local::any() };
        if bits == 1 || range.lo >= 0 {
            let pins = self.keep_within(&a, Range::new(0, Int::MAX));
            return Local { value: a.value.clone(), pins };
        }
        let modulus = 1i128 << bits.min(100);
        if range.hi < 0
            && let Some(shifted) = affine.shift(modulus)
        {
            let pins = self.keep_within(&a, Range::new(Int::MIN, -1));
            return Local { value: Value::Int(shifted), pins };
        }
        self.fresh_in(Range::new(0, modulus - 1))
    }

    /// A sum as a machine integer.
    pub(crate) fn fit(&mut self, run: &mut Run, local: Local, ty: Type, no_wrap: bool) -> Local {
        let Value::Int(affine) = &local.value else { return local };
        let fits = self.world.type_range(ty);
        let range = run.context.range(self.world, affine);
        if fits.contains(range) {
            let pins = if no_wrap { local.pins } else { self.keep_within(&local, fits) };
            return Local { value: local.value, pins };
        }
        if no_wrap {
            let pins = self.keep_within(&Local::of(local.value.clone()), fits);
            let conditions: Vec<Constraint> = pins
                .into_iter()
                .filter_map(|pin| match pin {
                    Pin::Holds(constraint) => Some(constraint),
                    Pin::Base(..) => None,
                })
                .collect();
            // A certain overflow is undefined here, but may not happen elsewhere: the path goes on with any value.
            let possible =
                conditions.iter().all(|c| run.context.decide(self.world, c) != Some(false));
            if !possible || !conditions.iter().all(|c| self.guard(run, c, &local.pins)) {
                return self.fresh(ty);
            }
            return local;
        }
        let modulus = 1i128 << ty.bits(&self.world.program.target).min(100);
        for shift in [-modulus, modulus] {
            if fits.contains(range.shift(shift))
                && let Some(wrapped) = affine.shift(shift)
            {
                let inside = Local { value: Value::Int(wrapped), pins: local.pins.clone() };
                let pins = self.keep_within(&inside, fits);
                return Local { value: inside.value, pins };
            }
        }
        self.fresh(ty)
    }
}

fn nonlinear(
    executor: &mut Executor<'_, '_, '_>,
    run: &mut Run,
    op: BinaryOp,
    ty: Type,
    a: &Local,
    b: &Local,
    no_wrap: bool,
) -> Local {
    let bits = ty.bits(&executor.world.program.target);
    if let (Some((x, mut pins)), Some((y, more))) =
        (executor.constant(run, a), executor.constant(run, b))
    {
        pins.extend(more);
        return match fold(op, bits, x, y, no_wrap) {
            Some(value) => Local { value: Value::constant(value), pins },
            None => executor.fresh(ty),
        };
    }
    if op == BinaryOp::Mul {
        // A factor that is known here makes the product linear.
        for (constant, other) in [(a, b), (b, a)] {
            if let (Some((factor, mut pins)), Value::Int(affine)) =
                (executor.constant(run, constant), &other.value)
                && let Some(product) = affine.scale(factor)
            {
                pins.extend(other.pins.iter().cloned());
                return executor.fit(run, Local { value: Value::Int(product), pins }, ty, no_wrap);
            }
        }
    }
    let (x, y) = (executor.range(run, a), executor.range(run, b));
    let Some(Ranged { range, from_a, from_b }) = ranged(op, bits, x, y) else {
        return executor.fresh(ty);
    };
    if range.is_empty() || !Range::signed(bits).contains(range) {
        return executor.fresh(ty);
    }
    let mut pins: Vec<Pin> = Vec::new();
    if let Some(range) = from_a {
        pins.extend(executor.keep_within(a, range));
    }
    if let Some(range) = from_b {
        pins.extend(executor.keep_within(b, range));
    }
    let mut local = executor.fresh_in(range);
    local.pins = pins;
    local
}

/// A range of results, and the ranges of operands it relies on.
struct Ranged {
    range: Range,
    from_a: Option<Range>,
    from_b: Option<Range>,
}

fn ranged(op: BinaryOp, bits: u32, x: Range, y: Range) -> Option<Ranged> {
    let relies = |range, from_a, from_b| Some(Ranged { range, from_a, from_b });
    let positive = Range::new(0, Int::MAX);
    match op {
        BinaryOp::Mul => {
            let products = [x.times(y.lo), x.times(y.hi)];
            relies(products[0].hull(products[1]), Some(x), Some(y))
        }
        BinaryOp::And => match (x.lo >= 0, y.lo >= 0) {
            (true, true) => relies(Range::new(0, x.hi.min(y.hi)), Some(x), Some(y)),
            (true, false) => relies(Range::new(0, x.hi), Some(x), None),
            (false, true) => relies(Range::new(0, y.hi), None, Some(y)),
            (false, false) => None,
        },
        BinaryOp::Or | BinaryOp::Xor => {
            if bits == 1 {
                return relies(Range::new(0, 1), None, None);
            }
            if x.lo < 0 || y.lo < 0 {
                return None;
            }
            let mut mask: Int = 1;
            while mask <= x.hi.max(y.hi) {
                mask = mask.checked_mul(2)?;
            }
            relies(Range::new(0, mask - 1), Some(x), Some(y))
        }
        BinaryOp::SRem => {
            let largest = y.lo.abs().max(y.hi.abs()).checked_sub(1)?;
            if y.lo <= 0 && y.hi >= 0 {
                return None;
            }
            if x.lo >= 0 {
                return relies(Range::new(0, largest.min(x.hi)), Some(x), Some(y));
            }
            relies(Range::new(-largest, largest), None, Some(y))
        }
        BinaryOp::URem => {
            if y.lo <= 0 {
                return None;
            }
            relies(Range::new(0, y.hi - 1), None, Some(y))
        }
        BinaryOp::SDiv | BinaryOp::UDiv => {
            if y.lo <= 0 || (op == BinaryOp::UDiv && x.lo < 0) {
                return None;
            }
            let ends = [x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi];
            let range = Range::new(*ends.iter().min()?, *ends.iter().max()?);
            relies(range, Some(x), Some(y))
        }
        BinaryOp::AShr | BinaryOp::LShr => {
            if op == BinaryOp::LShr && x.lo < 0 {
                return None;
            }
            let shift = y.value().filter(|shift| (0..64).contains(shift))?;
            let from_a =
                if op == BinaryOp::LShr && x == Range::signed(bits) { positive } else { x };
            relies(Range::new(x.lo >> shift, x.hi >> shift), Some(from_a), Some(y))
        }
        BinaryOp::Shl | BinaryOp::Add | BinaryOp::Sub => None,
    }
}

/// The result on constants, as a machine integer. `None`: undefined.
pub(crate) fn fold(op: BinaryOp, bits: u32, x: Int, y: Int, no_wrap: bool) -> Option<Int> {
    let mask = if bits >= 127 { u128::MAX } else { (1u128 << bits) - 1 };
    let (ux, uy) = (x as u128 & mask, y as u128 & mask);
    let exact = match op {
        BinaryOp::Add => x.checked_add(y)?,
        BinaryOp::Sub => x.checked_sub(y)?,
        BinaryOp::Mul => x.checked_mul(y)?,
        BinaryOp::SDiv => x.checked_div(y)?,
        BinaryOp::SRem => x.checked_rem(y)?,
        BinaryOp::UDiv => ux.checked_div(uy)? as Int,
        BinaryOp::URem => ux.checked_rem(uy)? as Int,
        BinaryOp::And => (ux & uy) as Int,
        BinaryOp::Or => (ux | uy) as Int,
        BinaryOp::Xor => (ux ^ uy) as Int,
        BinaryOp::Shl if uy < u128::from(bits) => (ux << uy) as Int,
        BinaryOp::LShr if uy < u128::from(bits) => (ux >> uy) as Int,
        BinaryOp::AShr if uy < u128::from(bits) => x >> uy,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
    };
    let wrapped = signed(exact as u128 & mask, bits);
    let linear = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
    if no_wrap && linear && wrapped != exact {
        return None;
    }
    Some(wrapped)
}
