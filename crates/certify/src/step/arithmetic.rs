//! Computing: integers as bit-vectors, comparisons, conversions, choices.

use raddle_expr::{TermId, Terms};
use raddle_ir::{BinaryOp, CastOp, CompareOp, Overflow, Reg, Type};

use super::{Flow, Path, Step, Way};
use crate::floats;
use crate::format::Object;
use crate::state::Value;

impl Step<'_, '_> {
    pub(super) fn binary(
        &mut self,
        way: &mut Way,
        op: BinaryOp,
        overflow: Overflow,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let terms = &mut self.scene.terms;
        if overflow.signed
            && let Some(fits) = no_overflow(terms, op, a, b)
        {
            way.conditions.push(fits);
        }
        match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::UDiv => terms.udiv(a, b),
            BinaryOp::SDiv => terms.sdiv(a, b),
            BinaryOp::URem => terms.urem(a, b),
            BinaryOp::SRem => terms.srem(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            BinaryOp::Shl => terms.shl(a, b),
            BinaryOp::LShr => terms.lshr(a, b),
            BinaryOp::AShr => terms.ashr(a, b),
        }
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> TermId {
        let (a, b) = match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => (a, b),
            (Value::Pointer(x, a), Value::Pointer(y, b)) if x == y && !is_heap(x) => (a, b),
            (Value::Pointer(x, _), Value::Pointer(y, _)) if !is_heap(x) && !is_heap(y) => {
                match op {
                    CompareOp::Eq => return self.scene.terms.truth(false),
                    CompareOp::Ne => return self.scene.terms.truth(true),
                    _ => return self.scene.any(1),
                }
            }
            // An address inside an object is not null.
            (Value::Pointer(..) | Value::Function(_), Value::Bits(zero))
            | (Value::Bits(zero), Value::Pointer(..) | Value::Function(_))
                if self.scene.terms.as_u64(zero) == Some(0) =>
            {
                match op {
                    CompareOp::Eq => return self.scene.terms.truth(false),
                    CompareOp::Ne => return self.scene.terms.truth(true),
                    _ => return self.scene.any(1),
                }
            }
            _ => return self.scene.any(1),
        };
        let terms = &mut self.scene.terms;
        match op {
            CompareOp::Eq => terms.eq(a, b),
            CompareOp::Ne => terms.ne(a, b),
            CompareOp::Ult => terms.ult(a, b),
            CompareOp::Ule => terms.ule(a, b),
            CompareOp::Ugt => terms.ult(b, a),
            CompareOp::Uge => terms.ule(b, a),
            CompareOp::Slt => terms.slt(a, b),
            CompareOp::Sle => terms.sle(a, b),
            CompareOp::Sgt => terms.slt(b, a),
            CompareOp::Sge => terms.sle(b, a),
        }
    }

    /// `None`: any value.
    pub(super) fn cast(&mut self, op: CastOp, from: Type, to: Type, a: Value) -> Option<Value> {
        let width = self.scene.bits(to);
        if op == CastOp::Bits && (from == Type::Ptr) == (to == Type::Ptr) {
            return (a != Value::Unknown).then_some(a);
        }
        let Value::Bits(bits) = a else { return None };
        let terms = &mut self.scene.terms;
        match op {
            CastOp::Trunc => Some(Value::Bits(terms.extract(bits, width - 1, 0))),
            CastOp::ZExt => Some(Value::Bits(terms.zext(bits, width))),
            CastOp::SExt => Some(Value::Bits(terms.sext(bits, width))),
            CastOp::Bits => Some(a),
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => {
                let word = terms.as_u64(bits)?;
                let own = terms.width(bits);
                let (word, width) = floats::cast(op, from, to, own, width, word.into())?;
                let mask = u128::MAX >> (128 - width.clamp(1, 128));
                Some(Value::Bits(terms.constant(width, word & mask)))
            }
        }
    }

    pub(super) fn select(
        &mut self,
        path: &mut Path,
        dst: Reg,
        cond: TermId,
        a: Value,
        b: Value,
    ) -> Flow {
        let terms = &mut self.scene.terms;
        let either = match (a, b) {
            _ if a == b => Some(a),
            (Value::Bits(a), Value::Bits(b)) => Some(Value::Bits(terms.ite(cond, a, b))),
            (Value::Pointer(x, a), Value::Pointer(y, b)) if x == y => {
                Some(Value::Pointer(x, terms.ite(cond, a, b)))
            }
            _ => None,
        };
        if let Some(value) = either {
            self.assign(&mut path.way, dst, value);
            return Flow::Next;
        }
        let negated = terms.not(cond);
        let mut other = path.clone();
        path.way.conditions.push(cond);
        other.way.conditions.push(negated);
        self.assign(&mut path.way, dst, a);
        self.assign(&mut other.way, dst, b);
        Flow::Fork(other)
    }
}

fn is_heap(object: Object) -> bool {
    matches!(object, Object::Heap(..))
}

/// That a sum, difference or product by a constant does not overflow. Other products are left alone: to say it costs
/// more than it helps.
fn no_overflow(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a);
    let constant = terms.as_const(a).is_some() || terms.as_const(b).is_some();
    let wide = match op {
        BinaryOp::Add | BinaryOp::Sub => width + 1,
        BinaryOp::Mul if constant => 2 * width,
        _ => return None,
    };
    let (a, b) = (terms.sext(a, wide), terms.sext(b, wide));
    let exact = match op {
        BinaryOp::Add => terms.add(a, b),
        BinaryOp::Sub => terms.sub(a, b),
        _ => terms.mul(a, b),
    };
    let low = terms.extract(exact, width - 1, 0);
    let back = terms.sext(low, wide);
    Some(terms.eq(exact, back))
}
