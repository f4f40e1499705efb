//! Integer operations on values: words directly, everything else as terms.
//!
//! Where `overflow` is not checked, signed arithmetic wraps around and amounts of shifts are taken modulo the width, as processors do it; a
//! check in which that can happen assumes it, and names the places.

use raddle_expr::{BinaryOp as TermOp, Term, TermId};
use raddle_ir::{BinaryOp, CompareOp, Overflow};
use raddle_solver::Answer;

use crate::decide::Exec;
use crate::fault::{Assumed, FaultKind};
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::value::{Value, mask, signed};

/// The result of an operation on words of at most 64 bits, if it is defined.
#[inline]
pub fn binary_words(op: BinaryOp, width: u32, a: u64, b: u64, overflow: Overflow) -> Option<u64> {
    let result = match op {
        BinaryOp::Add => {
            if overflow.signed
                && !fits(width, i128::from(signed(width, a)) + i128::from(signed(width, b)))
            {
                return None;
            }
            a.wrapping_add(b)
        }
        BinaryOp::Sub => {
            if overflow.signed
                && !fits(width, i128::from(signed(width, a)) - i128::from(signed(width, b)))
            {
                return None;
            }
            a.wrapping_sub(b)
        }
        BinaryOp::Mul => {
            if overflow.signed
                && !fits(width, i128::from(signed(width, a)) * i128::from(signed(width, b)))
            {
                return None;
            }
            a.wrapping_mul(b)
        }
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv => {
            let (a, b) = (signed(width, a), signed(width, b));
            if !fits(width, i128::from(a).checked_div(i128::from(b))?) {
                return None;
            }
            a.wrapping_div(b) as u64
        }
        BinaryOp::SRem => {
            let (a, b) = (signed(width, a), signed(width, b));
            if !fits(width, i128::from(a).checked_div(i128::from(b))?) {
                return None;
            }
            a.wrapping_rem(b) as u64
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => {
            if b >= u64::from(width) {
                return None;
            }
            let shifted = mask(width, a << b);
            if overflow.signed && signed(width, shifted) >> b != signed(width, a) {
                return None;
            }
            shifted
        }
        BinaryOp::LShr => {
            if b >= u64::from(width) {
                return None;
            }
            a >> b
        }
        BinaryOp::AShr => {
            if b >= u64::from(width) {
                return None;
            }
            (signed(width, a) >> b) as u64
        }
    };
    Some(mask(width, result))
}

fn fits(width: u32, value: i128) -> bool {
    let half = 1i128 << (width - 1);
    (-half..half).contains(&value)
}

#[inline]
pub fn compare_words(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => signed(width, a) < signed(width, b),
        CompareOp::Sle => signed(width, a) <= signed(width, b),
        CompareOp::Sgt => signed(width, a) > signed(width, b),
        CompareOp::Sge => signed(width, a) >= signed(width, b),
    }
}

/// Operations within each other that are looked at to see how large a number can be.
const DEEPEST_LOOK: u32 = 6;

impl Machine<'_> {
    /// The general form of a binary operation, with its checks.
    pub(crate) fn binary(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: BinaryOp,
        width: u32,
        a: Value,
        b: Value,
        overflow: Overflow,
    ) -> Exec<Value> {
        let (x, mut y) = (a.term(&mut self.terms, width), b.term(&mut self.terms, width));
        self.check_binary(st, thread, op, width, x, y, overflow)?;
        if !self.config.checks(FaultKind::SignedOverflow) {
            if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
                y = self.shift_amount(st, thread, width, y)?;
            }
            if overflow.signed {
                self.note_wrapping(st, thread, op, width, x, y);
            }
        }
        let result = self.binary_term(op, x, y);
        Ok(Value::of_term(&self.terms, result))
    }

    /// The amount by which a processor shifts. One that is out of range has a plain meaning for the widths that processors know.
    fn shift_amount(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        width: u32,
        y: TermId,
    ) -> Exec<TermId> {
        let in_range = self.shift_in_range(width, y);
        if self.terms.is_true(in_range) {
            return Ok(y);
        }
        if !matches!(width, 32 | 64 | 128) {
            let ok = Value::of_term(&self.terms, in_range);
            self.demand(st, thread, ok, FaultKind::ShiftOutOfRange, |_| {
                format!("shift amount may be negative or at least {width}")
            })?;
            return Ok(y);
        }
        let plain = if self.is_generalising() {
            self.follow(in_range)
        } else {
            !self.can_fail(st, thread, Assumed::MaskedShifts, in_range)
        };
        if plain {
            return Ok(y);
        }
        let mask = self.terms.constant(width, u128::from(width) - 1);
        Ok(self.terms.and(y, mask))
    }

    /// Names a place where a signed operation may leave its range.
    fn note_wrapping(
        &mut self,
        st: &State,
        thread: ThreadId,
        op: BinaryOp,
        width: u32,
        x: TermId,
        y: TermId,
    ) {
        if self.is_generalising() {
            return;
        }
        let (x_bits, y_bits) = (self.signed_bits(x), self.signed_bits(y));
        let fits = match op {
            BinaryOp::Add | BinaryOp::Sub if x_bits.max(y_bits) < width => return,
            BinaryOp::Mul if x_bits + y_bits <= width => return,
            // Whether a product of two inputs fits is more than should be asked for the sake of a name.
            BinaryOp::Mul if width > 16 && !self.terms.is_closed(x) && !self.terms.is_closed(y) => {
                self.terms.truth(false)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.signed_fits(op, width, x, y).term(&mut self.terms, 1)
            }
            BinaryOp::Shl => self.shift_fits(x, y),
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::LShr
            | BinaryOp::AShr => return,
        };
        self.can_fail(st, thread, Assumed::Wrapping, fits);
    }

    /// Whether a condition may fail here; if so, that is an assumption with a place.
    fn can_fail(&mut self, st: &State, thread: ThreadId, assumption: Assumed, ok: TermId) -> bool {
        if self.terms.is_true(ok) {
            return false;
        }
        let assumption = (assumption, self.here(st, thread).loc);
        if self.assumptions.contains(&assumption) {
            return true;
        }
        let bad = self.terms.not(ok);
        // Where the model is followed, nothing else happens.
        let fails = if self.config.follow_model {
            self.model_says(bad, &st.model)
        } else {
            self.terms.eval_bool(bad, &st.model)
                || !matches!(self.solver.check(&mut self.terms, &st.path, &[bad]), Answer::Unsat(_))
        };
        if fails {
            self.assumptions.insert(assumption);
        }
        fails
    }

    /// So many bits are enough for a term as a signed number.
    fn signed_bits(&self, term: TermId) -> u32 {
        self.signed_bits_within(term, DEEPEST_LOOK)
    }

    fn signed_bits_within(&self, term: TermId, depth: u32) -> u32 {
        let width = self.terms.width(term);
        let Some(depth) = depth.checked_sub(1) else { return width };
        let bits = |term: TermId| self.signed_bits_within(term, depth);
        let enough = match *self.terms.get(term) {
            Term::Const(_) => self.terms.as_u64(term).map_or(width, |word| {
                let number = signed(width, word);
                65 - if number < 0 { number.leading_ones() } else { number.leading_zeros() }
            }),
            Term::ZExt { of, .. } => self.terms.width(of) + 1,
            Term::SExt { of, .. } => bits(of),
            Term::Ite { then, otherwise, .. } => bits(then).max(bits(otherwise)),
            Term::Binary(TermOp::Add, x, y) => bits(x).max(bits(y)) + 1,
            Term::Binary(TermOp::Mul, x, y) => bits(x) + bits(y),
            _ => width,
        };
        enough.min(width)
    }

    fn binary_term(&mut self, op: BinaryOp, x: TermId, y: TermId) -> TermId {
        let terms = &mut self.terms;
        match op {
            BinaryOp::Add => terms.add(x, y),
            BinaryOp::Sub => terms.sub(x, y),
            BinaryOp::Mul => terms.mul(x, y),
            BinaryOp::UDiv => terms.udiv(x, y),
            BinaryOp::SDiv => terms.sdiv(x, y),
            BinaryOp::URem => terms.urem(x, y),
            BinaryOp::SRem => terms.srem(x, y),
            BinaryOp::And => terms.and(x, y),
            BinaryOp::Or => terms.or(x, y),
            BinaryOp::Xor => terms.xor(x, y),
            BinaryOp::Shl => terms.shl(x, y),
            BinaryOp::LShr => terms.lshr(x, y),
            BinaryOp::AShr => terms.ashr(x, y),
        }
    }

    fn check_binary(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: BinaryOp,
        width: u32,
        x: TermId,
        y: TermId,
        overflow: Overflow,
    ) -> Exec {
        let checked = self.config.checks(FaultKind::SignedOverflow);
        match op {
            BinaryOp::UDiv | BinaryOp::URem => self.check_divisor(st, thread, width, y),
            BinaryOp::SDiv | BinaryOp::SRem => {
                self.check_divisor(st, thread, width, y)?;
                self.check_quotient(st, thread, width, x, y)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if checked => {
                self.check_shift(st, thread, op, width, x, y, overflow)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if checked && overflow.signed => {
                let fits = self.signed_fits(op, width, x, y);
                let verb = match op {
                    BinaryOp::Add => "addition",
                    BinaryOp::Sub => "subtraction",
                    _ => "multiplication",
                };
                self.demand(st, thread, fits, FaultKind::SignedOverflow, |_| {
                    format!("signed {verb} may overflow {width} bits")
                })
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => Ok(()),
        }
    }

    fn check_divisor(&mut self, st: &mut State, thread: ThreadId, width: u32, y: TermId) -> Exec {
        let zero = self.terms.constant(width, 0);
        let ok = self.terms.ne(y, zero);
        let ok = Value::of_term(&self.terms, ok);
        self.demand_defined(st, thread, ok, "a divisor")?;
        self.demand(st, thread, ok, FaultKind::DivisionByZero, |_| "division by zero".to_owned())
    }

    /// `MIN / -1` does not fit; the hardware traps, so it ends the path like a division by zero.
    fn check_quotient(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        width: u32,
        x: TermId,
        y: TermId,
    ) -> Exec {
        let one = self.terms.constant(width, 1);
        let minus_one = self.terms.neg(one);
        let top = self.terms.constant(width, u128::from(width) - 1);
        let minimum = self.terms.shl(one, top);
        let a = self.terms.ne(x, minimum);
        let b = self.terms.ne(y, minus_one);
        let ok = self.terms.or(a, b);
        let ok = Value::of_term(&self.terms, ok);
        self.demand(st, thread, ok, FaultKind::SignedOverflow, |_| {
            format!("signed division may overflow {width} bits")
        })
    }

    fn check_shift(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        op: BinaryOp,
        width: u32,
        x: TermId,
        y: TermId,
        overflow: Overflow,
    ) -> Exec {
        let ok = self.shift_in_range(width, y);
        let ok = Value::of_term(&self.terms, ok);
        self.demand(st, thread, ok, FaultKind::ShiftOutOfRange, |_| {
            format!("shift amount may be negative or at least {width}")
        })?;
        if op == BinaryOp::Shl && overflow.signed {
            let ok = self.shift_fits(x, y);
            let ok = Value::of_term(&self.terms, ok);
            self.demand(st, thread, ok, FaultKind::SignedOverflow, |_| {
                format!("signed left shift may overflow {width} bits")
            })?;
        }
        Ok(())
    }

    fn shift_in_range(&mut self, width: u32, y: TermId) -> TermId {
        // With fewer bits than the number `width` needs, every amount is below it.
        if u128::from(width) >> width.min(127) == 0 {
            let limit = self.terms.constant(width, u128::from(width));
            self.terms.ult(y, limit)
        } else {
            self.terms.truth(true)
        }
    }

    /// Whether a left shift loses nothing of a signed number.
    fn shift_fits(&mut self, x: TermId, y: TermId) -> TermId {
        let shifted = self.terms.shl(x, y);
        let back = self.terms.ashr(shifted, y);
        self.terms.eq(back, x)
    }

    /// Whether the exact result fits `width` bits, computed with as many bits as it can need.
    pub(crate) fn signed_fits(&mut self, op: BinaryOp, width: u32, x: TermId, y: TermId) -> Value {
        let wide = if op == BinaryOp::Mul { 2 * width } else { width + 1 };
        self.fits_when_widened(op, width, wide, true, x, y)
    }

    pub(crate) fn unsigned_fits(
        &mut self,
        op: BinaryOp,
        width: u32,
        x: TermId,
        y: TermId,
    ) -> Value {
        if op == BinaryOp::Sub {
            let ok = self.terms.ule(y, x);
            return Value::of_term(&self.terms, ok);
        }
        let wide = if op == BinaryOp::Mul { 2 * width } else { width + 1 };
        self.fits_when_widened(op, width, wide, false, x, y)
    }

    fn fits_when_widened(
        &mut self,
        op: BinaryOp,
        width: u32,
        wide: u32,
        is_signed: bool,
        x: TermId,
        y: TermId,
    ) -> Value {
        let extend = |machine: &mut Self, term| {
            if is_signed { machine.terms.sext(term, wide) } else { machine.terms.zext(term, wide) }
        };
        let (wide_x, wide_y) = (extend(self, x), extend(self, y));
        let exact = self.binary_term(op, wide_x, wide_y);
        let result = self.terms.extract(exact, width - 1, 0);
        let back = extend(self, result);
        let ok = self.terms.eq(exact, back);
        Value::of_term(&self.terms, ok)
    }

    pub(crate) fn compare(&mut self, op: CompareOp, width: u32, a: Value, b: Value) -> Value {
        if let (Value::Word(a), Value::Word(b)) = (a, b) {
            return Value::truth(compare_words(op, width, a, b));
        }
        let (x, y) = (a.term(&mut self.terms, width), b.term(&mut self.terms, width));
        let terms = &mut self.terms;
        let result = match op {
            CompareOp::Eq => terms.eq(x, y),
            CompareOp::Ne => terms.ne(x, y),
            CompareOp::Ult => terms.ult(x, y),
            CompareOp::Ule => terms.ule(x, y),
            CompareOp::Ugt => terms.ult(y, x),
            CompareOp::Uge => terms.ule(y, x),
            CompareOp::Slt => terms.slt(x, y),
            CompareOp::Sle => terms.sle(x, y),
            CompareOp::Sgt => terms.slt(y, x),
            CompareOp::Sge => terms.sle(y, x),
        };
        Value::of_term(terms, result)
    }
}
