//! Constructors of terms, which simplify as they build.

use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId};

impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Const(ref bits) => {
                let bits = bits.not();
                self.constant_bits(bits)
            }
            Term::Not(of) => of,
            _ => self.intern(Term::Not(a)),
        }
    }
    pub fn neg(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Const(ref bits) => {
                let bits = bits.neg();
                self.constant_bits(bits)
            }
            Term::Neg(of) => of,
            _ => self.intern(Term::Neg(a)),
        }
    }
    /// Any binary operation.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        if op == BinaryOp::Eq {
            assert_eq!(self.sort(a), self.sort(b), "operands differ in sort");
        } else if op != BinaryOp::Concat {
            assert_eq!(self.width(a), self.width(b), "operands differ in width");
        }
        if let (Some(left), Some(right)) = (self.as_const(a), self.as_const(b)) {
            let bits = op.apply(left, right);
            return self.constant_bits(bits);
        }
        let (a, b) = if op.is_commutative() && (self.as_const(a).is_some() || a > b) {
            if self.as_const(b).is_some() { (a, b) } else { (b, a) }
        } else {
            (a, b)
        };
        if let Some(simple) = self.identity(op, a, b) {
            return simple;
        }
        self.intern(Term::Binary(op, a, b))
    }
    fn identity(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let right = self.as_const(b).cloned();
        let zero = right.as_ref().is_some_and(Bits::is_zero);
        let one = right.as_ref().is_some_and(Bits::is_one);
        let ones = right.as_ref().is_some_and(Bits::is_ones);
        match op {
            BinaryOp::And if zero => Some(b),
            BinaryOp::And if ones || a == b => Some(a),
            BinaryOp::Or if ones => Some(b),
            BinaryOp::Or if zero || a == b => Some(a),
            BinaryOp::Xor | BinaryOp::Add if zero => Some(a),
            BinaryOp::Xor if a == b => Some(self.constant(self.width(a), 0)),
            BinaryOp::Xor if ones => Some(self.not(a)),
            BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv
                if one && !(ones && op == BinaryOp::SDiv) =>
            {
                Some(a)
            }
            BinaryOp::Mul if zero => Some(b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if zero => Some(a),
            BinaryOp::Eq if a == b => Some(self.truth(true)),
            BinaryOp::Eq if self.sort(a) == Sort::Bits(1) && zero => Some(self.not(a)),
            BinaryOp::Eq if self.sort(a) == Sort::Bits(1) && one => Some(a),
            BinaryOp::Ult | BinaryOp::Slt if a == b => Some(self.truth(false)),
            BinaryOp::Ult if zero => Some(self.truth(false)),
            _ => None,
        }
    }
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::And, a, b)
    }
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Or, a, b)
    }
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Xor, a, b)
    }
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Add, a, b)
    }
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let negated = self.neg(b);
        self.add(a, negated)
    }
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Mul, a, b)
    }
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::UDiv, a, b)
    }
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::URem, a, b)
    }
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::SDiv, a, b)
    }
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::SRem, a, b)
    }
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Shl, a, b)
    }
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::LShr, a, b)
    }
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::AShr, a, b)
    }
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Eq, a, b)
    }
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Ult, a, b)
    }
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Slt, a, b)
    }
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.binary(BinaryOp::Concat, high, low)
    }
    /// Bits `low ..= high` of the term.
    pub fn extract(&mut self, t: TermId, high: u32, low: u32) -> TermId {
        let width = self.width(t);
        assert!(low <= high && high < width, "extraction out of range");
        if high - low + 1 == width {
            return t;
        }
        match *self.get(t) {
            Term::Const(ref bits) => {
                let bits = bits.extract(high, low);
                self.constant_bits(bits)
            }
            Term::Extract { low: offset, of, .. } => self.extract(of, high + offset, low + offset),
            Term::Binary(BinaryOp::Concat, _, right) if high < self.width(right) => {
                self.extract(right, high, low)
            }
            Term::Binary(BinaryOp::Concat, left, right) if low >= self.width(right) => {
                let offset = self.width(right);
                self.extract(left, high - offset, low - offset)
            }
            Term::ZExt { of, .. } | Term::SExt { of, .. } if high < self.width(of) => {
                self.extract(of, high, low)
            }
            _ => self.intern(Term::Extract { high, low, of: t }),
        }
    }
    pub fn zext(&mut self, t: TermId, width: u32) -> TermId {
        assert!(width >= self.width(t), "an extension does not narrow");
        if width == self.width(t) {
            return t;
        }
        if let Some(bits) = self.as_const(t) {
            let bits = bits.zext(width);
            return self.constant_bits(bits);
        }
        self.intern(Term::ZExt { width, of: t })
    }
    pub fn sext(&mut self, t: TermId, width: u32) -> TermId {
        assert!(width >= self.width(t), "an extension does not narrow");
        if width == self.width(t) {
            return t;
        }
        if let Some(bits) = self.as_const(t) {
            let bits = bits.sext(width);
            return self.constant_bits(bits);
        }
        self.intern(Term::SExt { width, of: t })
    }
    pub fn ite(&mut self, cond: TermId, then: TermId, otherwise: TermId) -> TermId {
        assert_eq!(self.sort(then), self.sort(otherwise), "arms differ in sort");
        assert_eq!(self.width(cond), 1, "a condition is one bit");
        match self.as_truth(cond) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => self.intern(Term::Ite { cond, then, otherwise }),
        }
    }
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }
    /// The conjunction of one-bit terms; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(true);
        terms.into_iter().fold(start, |all, term| self.and(all, term))
    }
    /// The disjunction of one-bit terms; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(false);
        terms.into_iter().fold(start, |any, term| self.or(any, term))
    }
    pub fn const_array(&mut self, index_width: u32, value: TermId) -> TermId {
        assert!(index_width > 0, "an array index has at least one bit");
        self.intern(Term::ConstArray { index: index_width, value })
    }
    pub fn read(&mut self, array: TermId, index: TermId) -> TermId {
        self.check_index(array, index);
        let mut array = array;
        loop {
            match *self.get(array) {
                Term::ConstArray { value, .. } => return value,
                Term::Write { index: at, value, .. } if at == index => return value,
                Term::Write { array: below, index: at, .. }
                    if self.as_const(at).is_some() && self.as_const(index).is_some() =>
                {
                    array = below;
                }
                _ => return self.intern(Term::Read { array, index }),
            }
        }
    }
    pub fn write(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let element = self.check_index(array, index);
        assert_eq!(self.width(value), element, "value and array elements differ in width");
        match *self.get(array) {
            Term::Write { array: below, index: at, .. } if at == index => {
                self.intern(Term::Write { array: below, index, value })
            }
            _ => self.intern(Term::Write { array, index, value }),
        }
    }
    fn check_index(&self, array: TermId, index: TermId) -> u32 {
        match self.sort(array) {
            Sort::Array { index: expected, element } => {
                assert_eq!(self.width(index), expected, "index and array differ in width");
                element
            }
            Sort::Bits(_) => panic!("only arrays are read and written"),
        }
    }

    /// The term with its operands replaced, built by the constructors.
    pub(crate) fn rebuild(&mut self, t: TermId, new: impl Fn(TermId) -> TermId) -> TermId {
        match *self.get(t) {
            Term::Const(_) | Term::Var(_) => t,
            Term::Not(of) => self.not(new(of)),
            Term::Neg(of) => self.neg(new(of)),
            Term::Binary(op, left, right) => self.binary(op, new(left), new(right)),
            Term::Extract { high, low, of } => self.extract(new(of), high, low),
            Term::ZExt { width, of } => self.zext(new(of), width),
            Term::SExt { width, of } => self.sext(new(of), width),
            Term::Ite { cond, then, otherwise } => self.ite(new(cond), new(then), new(otherwise)),
            Term::ConstArray { index, value } => self.const_array(index, new(value)),
            Term::Read { array, index } => self.read(new(array), new(index)),
            Term::Write { array, index, value } => self.write(new(array), new(index), new(value)),
        }
    }
}
