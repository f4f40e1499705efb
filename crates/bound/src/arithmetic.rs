//! Operations that are not linear: exact on constants, otherwise a range.

use raddle_ir::{BinaryOp, Type};

use crate::affine::{Int, Range};
use crate::context::Value;
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Run};
use crate::world::signed;

pub(crate) fn nonlinear(
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
