//! Integer operations on values: words directly, everything else as terms.
//!
//! Where `overflow` is not checked, signed arithmetic wraps around and amounts of shifts are taken modulo the width, as processors do it; a
//! check in which that can happen assumes it, and names the places.

use raddle_expr::{BinaryOp as TermOp, Term, TermId};
use raddle_ir::{BinaryOp, CompareOp, Op, Operand, Overflow};
use raddle_solver::Answer;

use crate::fault::{Assumed, FaultKind};
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::stop::Exec;
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

/// Whether a signed operation on numbers of these ranges cannot leave its own.
fn stays_within(op: BinaryOp, width: u32, x: (i128, i128), y: (i128, i128)) -> bool {
    let both = |low: Option<i128>, high: Option<i128>| {
        low.zip(high).is_some_and(|(low, high)| fits(width, low) && fits(width, high))
    };
    match op {
        BinaryOp::Add => both(x.0.checked_add(y.0), x.1.checked_add(y.1)),
        BinaryOp::Sub => both(x.0.checked_sub(y.1), x.1.checked_sub(y.0)),
        BinaryOp::Mul => {
            let products = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
            let mut products = products.into_iter().map(|(a, b)| a.checked_mul(b));
            products.all(|product| product.is_some_and(|product| fits(width, product)))
        }
        _ => false,
    }
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

fn verb(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "addition",
        BinaryOp::Sub => "subtraction",
        _ => "multiplication",
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
        let place = (Assumed::Wrapping, self.here(st, thread).loc);
        if self.outbox.assumptions.contains(&place) {
            return;
        }
        if self.is_generalising() {
            let closed = self.terms.is_closed(x) && self.terms.is_closed(y);
            let stays = closed
                || (width <= 64 && {
                    let ranges = (self.guarded_range(width, x), self.guarded_range(width, y));
                    stays_within(op, width, ranges.0, ranges.1)
                });
            if !stays {
                self.outbox.unseen.insert(place);
            }
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

    /// The least and the largest signed number that a term may be, as far as single conditions of the transition tell that is being
    /// generalised.
    fn guarded_range(&self, width: u32, term: TermId) -> (i128, i128) {
        let half = 1i128 << (width - 1);
        let constant = |term: TermId| self.terms.as_u64(term).map(|word| signed(width, word));
        if let Some(number) = constant(term) {
            return (number.into(), number.into());
        }
        let (mut low, mut high) = (-half, half - 1);
        let guards = self.generalising.iter().flat_map(|general| &general.guards);
        for guard in guards {
            let (condition, holds) = match *self.terms.get(guard.condition) {
                Term::Not(inner) => (inner, false),
                _ => (guard.condition, true),
            };
            let Term::Binary(op, a, b) = *self.terms.get(condition) else { continue };
            let number = |other: TermId| constant(other).map(i128::from);
            match op {
                TermOp::Slt if a == term => {
                    let Some(limit) = number(b) else { continue };
                    if holds { high = high.min(limit - 1) } else { low = low.max(limit) }
                }
                TermOp::Slt if b == term => {
                    let Some(limit) = number(a) else { continue };
                    if holds { low = low.max(limit + 1) } else { high = high.min(limit) }
                }
                TermOp::Eq if holds && (a == term || b == term) => {
                    let Some(limit) = number(if a == term { b } else { a }) else { continue };
                    (low, high) = (low.max(limit), high.min(limit));
                }
                _ => {}
            }
        }
        (low, high)
    }

    /// States are left out that others like them were explored for. In those, no operation left its range where nobody has named the
    /// place; in these one may.
    pub fn assume_unseen(&mut self) {
        self.outbox.assumptions.append(&mut self.outbox.unseen);
    }

    /// Somebody else has learnt what is used here, or code is left out of the exploration: every signed operation may leave its
    /// range in what is not seen, and every shift may be by too much.
    pub fn see_nothing(&mut self) {
        if self.config.checks(FaultKind::SignedOverflow)
            || std::mem::replace(&mut self.outbox.blind, true)
        {
            return;
        }
        let bodies = self.program.functions.values().filter_map(|function| function.body.as_ref());
        for inst in bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts) {
            let Op::Binary { op, b, overflow, .. } = &inst.op else { continue };
            let shifts = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
            if overflow.signed {
                self.outbox.unseen.insert((Assumed::Wrapping, inst.loc));
            }
            if shifts && !matches!(b, Operand::Const(_)) {
                self.outbox.unseen.insert((Assumed::MaskedShifts, inst.loc));
            }
        }
    }

    /// Whether a condition may fail here; if so, that is an assumption with a place.
    fn can_fail(&mut self, st: &State, thread: ThreadId, assumption: Assumed, ok: TermId) -> bool {
        if self.terms.is_true(ok) {
            return false;
        }
        let assumption = (assumption, self.here(st, thread).loc);
        if self.outbox.assumptions.contains(&assumption) {
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
            self.outbox.assumptions.insert(assumption);
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

    pub(crate) fn binary_term(&mut self, op: BinaryOp, x: TermId, y: TermId) -> TermId {
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

    /// What has to hold for an operation to stay in its range, with the error that it is otherwise.
    pub(crate) fn range_checks(
        &mut self,
        op: BinaryOp,
        width: u32,
        x: TermId,
        y: TermId,
        overflow: Overflow,
    ) -> Vec<(TermId, FaultKind, String)> {
        let mut checks = Vec::new();
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if overflow.signed => {
                let fits = self.signed_fits(op, width, x, y).term(&mut self.terms, 1);
                let message = format!("signed {} may overflow {width} bits", verb(op));
                checks.push((fits, FaultKind::SignedOverflow, message));
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let message = format!("shift amount may be negative or at least {width}");
                checks.push((self.shift_in_range(width, y), FaultKind::ShiftOutOfRange, message));
                if op == BinaryOp::Shl && overflow.signed {
                    let message = format!("signed left shift may overflow {width} bits");
                    checks.push((self.shift_fits(x, y), FaultKind::SignedOverflow, message));
                }
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => {}
        }
        checks
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
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                if checked {
                    for (ok, kind, message) in self.range_checks(op, width, x, y, overflow) {
                        let ok = Value::of_term(&self.terms, ok);
                        self.demand(st, thread, ok, kind, |_| message)?;
                    }
                }
                Ok(())
            }
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
