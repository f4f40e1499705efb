//! Floating point. On concrete numbers, `float` and `double` use the host's IEEE arithmetic; the x87 extended format uses a software
//! implementation. Numbers that depend on inputs are terms (`float_terms.rs`, `float_math.rs`), except in remainders and in functions
//! that are not exact: there the path is *unknown*, located.

use raddle_expr::{Bits, TermId};
use raddle_ir::{CastOp, FloatBinaryOp, FloatCompareOp, Type};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::fault::CutKind;
use crate::float_math::{self, Kind, Whole};
use crate::float_terms::{self, Format};
use crate::machine::Machine;
use crate::names::ThreadId;
use crate::state::State;
use crate::stop::Exec;
use crate::value::{Value, mask, signed};

/// A floating-point number of one of the supported formats.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    F32(f32),
    F64(f64),
    F80(X87DoubleExtended),
}

impl Number {
    fn from_bits(ty: Type, bits: u128) -> Number {
        match ty {
            Type::F32 => Number::F32(f32::from_bits(bits as u32)),
            Type::F64 => Number::F64(f64::from_bits(bits as u64)),
            Type::F80 => Number::F80(X87DoubleExtended::from_bits(bits)),
            Type::Int(_) | Type::Ptr => unreachable!("only float types hold numbers"),
        }
    }
    pub(crate) fn to_bits(self) -> u128 {
        match self {
            Number::F32(x) => u128::from(x.to_bits()),
            Number::F64(x) => u128::from(x.to_bits()),
            Number::F80(x) => x.to_bits(),
        }
    }
    fn extended(self) -> X87DoubleExtended {
        let mut exact = true;
        match self {
            Number::F32(x) => Single::from_bits(u128::from(x.to_bits())).convert(&mut exact).value,
            Number::F64(x) => Double::from_bits(u128::from(x.to_bits())).convert(&mut exact).value,
            Number::F80(x) => x,
        }
    }
    pub(crate) fn convert(self, ty: Type) -> Number {
        let mut exact = true;
        match (self, ty) {
            (Number::F32(x), Type::F64) => Number::F64(f64::from(x)),
            (Number::F64(x), Type::F32) => Number::F32(x as f32),
            (Number::F80(x), Type::F32) => {
                let single: Single = x.convert(&mut exact).value;
                Number::F32(f32::from_bits(single.to_bits() as u32))
            }
            (Number::F80(x), Type::F64) => {
                let double: Double = x.convert(&mut exact).value;
                Number::F64(f64::from_bits(double.to_bits() as u64))
            }
            (number, Type::F80) => Number::F80(number.extended()),
            (number, Type::F32 | Type::F64) => number,
            (_, Type::Int(_) | Type::Ptr) => unreachable!("a float is converted to a float"),
        }
    }
    pub(crate) fn to_f64(self) -> f64 {
        match self.convert(Type::F64) {
            Number::F64(x) => x,
            Number::F32(_) | Number::F80(_) => unreachable!("converted to double"),
        }
    }
}

pub(crate) fn binary(op: FloatBinaryOp, a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::F32(a), Number::F32(b)) => Number::F32(match op {
            FloatBinaryOp::Add => a + b,
            FloatBinaryOp::Sub => a - b,
            FloatBinaryOp::Mul => a * b,
            FloatBinaryOp::Div => a / b,
            FloatBinaryOp::Rem => a % b,
        }),
        (Number::F64(a), Number::F64(b)) => Number::F64(match op {
            FloatBinaryOp::Add => a + b,
            FloatBinaryOp::Sub => a - b,
            FloatBinaryOp::Mul => a * b,
            FloatBinaryOp::Div => a / b,
            FloatBinaryOp::Rem => a % b,
        }),
        (a, b) => {
            let (a, b) = (a.extended(), b.extended());
            Number::F80(match op {
                FloatBinaryOp::Add => (a + b).value,
                FloatBinaryOp::Sub => (a - b).value,
                FloatBinaryOp::Mul => (a * b).value,
                FloatBinaryOp::Div => (a / b).value,
                FloatBinaryOp::Rem => a.c_fmod(b).value,
            })
        }
    }
}

fn compare(op: FloatCompareOp, a: Number, b: Number) -> bool {
    let order = match (a, b) {
        (Number::F32(a), Number::F32(b)) => a.partial_cmp(&b),
        (Number::F64(a), Number::F64(b)) => a.partial_cmp(&b),
        (a, b) => a.extended().partial_cmp(&b.extended()),
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    match op {
        FloatCompareOp::False => false,
        FloatCompareOp::True => true,
        FloatCompareOp::Ord => order.is_some(),
        FloatCompareOp::Uno => order.is_none(),
        FloatCompareOp::Oeq => order == Some(Equal),
        FloatCompareOp::Ogt => order == Some(Greater),
        FloatCompareOp::Oge => matches!(order, Some(Greater | Equal)),
        FloatCompareOp::Olt => order == Some(Less),
        FloatCompareOp::Ole => matches!(order, Some(Less | Equal)),
        FloatCompareOp::One => matches!(order, Some(Less | Greater)),
        FloatCompareOp::Ueq => matches!(order, None | Some(Equal)),
        FloatCompareOp::Ugt => matches!(order, None | Some(Greater)),
        FloatCompareOp::Uge => matches!(order, None | Some(Greater | Equal)),
        FloatCompareOp::Ult => matches!(order, None | Some(Less)),
        FloatCompareOp::Ule => matches!(order, None | Some(Less | Equal)),
        FloatCompareOp::Une => order != Some(Equal),
    }
}

impl Machine<'_> {
    /// The bits of a value, if it is known.
    fn known_bits(&self, value: Value) -> Option<u128> {
        match value {
            Value::Word(word) => Some(u128::from(word)),
            Value::Term(term) => self.terms.as_const(term).and_then(Bits::to_u128),
            Value::Undef => None,
        }
    }

    /// The number a value stands for, where a symbolic one will not do.
    pub(crate) fn number(
        &mut self,
        st: &State,
        thread: ThreadId,
        ty: Type,
        value: Value,
    ) -> Exec<Number> {
        let value = self.pin(value);
        match self.known_bits(value) {
            Some(bits) => Ok(Number::from_bits(ty, bits)),
            None => {
                let message = "floating-point arithmetic on a value that depends on inputs";
                Err(self.cut(st, thread, CutKind::SymbolicFloat, message.to_owned()))
            }
        }
    }

    /// Operands of which at least one depends on inputs, as terms, and their format. [`Machine::float_value`] is the way back.
    pub(crate) fn symbolic_numbers<const N: usize>(
        &mut self,
        ty: Type,
        values: [Value; N],
    ) -> Option<(Format, [TermId; N])> {
        let format = Format::of(ty)?;
        let values = values.map(|value| self.pin(value));
        let undefined = values.contains(&Value::Undef);
        if undefined || values.iter().all(|&value| self.known_bits(value).is_some()) {
            return None;
        }
        let bits = ty.bits(&self.program.target);
        let numbers = values.map(|value| {
            let term = value.term(&mut self.terms, bits);
            match ty {
                Type::F80 => float_terms::from_extended(&mut self.terms, format, term),
                _ => term,
            }
        });
        Some((format, numbers))
    }

    /// A number as a value of its type.
    pub(crate) fn float_value(&mut self, ty: Type, number: TermId) -> Value {
        let bits = match (ty, Format::of(ty)) {
            (Type::F80, Some(format)) => float_terms::to_extended(&mut self.terms, format, number),
            _ => number,
        };
        Value::of_term(&self.terms, bits)
    }

    pub(crate) fn number_value(&mut self, ty: Type, number: Number) -> Value {
        let bits = ty.bits(&self.program.target);
        Value::of_bits(&mut self.terms, Bits::new(bits, number.to_bits()))
    }

    pub(crate) fn float_binary(
        &mut self,
        st: &State,
        thread: ThreadId,
        op: FloatBinaryOp,
        ty: Type,
        a: Value,
        b: Value,
    ) -> Exec<Value> {
        if let Some((format, [x, y])) = self.symbolic_numbers(ty, [a, b])
            && let Some(result) = float_terms::binary(&mut self.terms, format, op, x, y)
        {
            return Ok(self.float_value(ty, result));
        }
        let a = self.number(st, thread, ty, a)?;
        let b = self.number(st, thread, ty, b)?;
        Ok(self.number_value(ty, binary(op, a, b)))
    }

    /// The absolute value has no sign bit, whatever the number is.
    pub(crate) fn float_abs(&mut self, ty: Type, a: Value) -> Value {
        let bits = ty.bits(&self.program.target);
        let rest = self.terms.constant(bits, (1 << (bits - 1)) - 1);
        let a = a.term(&mut self.terms, bits);
        let positive = self.terms.and(a, rest);
        Value::of_term(&self.terms, positive)
    }

    /// Negation flips the sign bit, whatever the number is.
    pub(crate) fn float_neg(&mut self, ty: Type, a: Value) -> Value {
        let bits = ty.bits(&self.program.target);
        let sign = self.terms.constant(bits, 1 << (bits - 1));
        let a = a.term(&mut self.terms, bits);
        let negated = self.terms.xor(a, sign);
        Value::of_term(&self.terms, negated)
    }

    pub(crate) fn float_compare(
        &mut self,
        st: &State,
        thread: ThreadId,
        op: FloatCompareOp,
        ty: Type,
        a: Value,
        b: Value,
    ) -> Exec<Value> {
        if let Some((format, [x, y])) = self.symbolic_numbers(ty, [a, b]) {
            let result = float_terms::compare(&mut self.terms, format, op, x, y);
            return Ok(Value::of_term(&self.terms, result));
        }
        let a = self.number(st, thread, ty, a)?;
        let b = self.number(st, thread, ty, b)?;
        Ok(Value::truth(compare(op, a, b)))
    }

    /// The functions of `float_math.rs`, of numbers that depend on inputs.
    pub(crate) fn symbolic_whole(&mut self, ty: Type, way: Whole, a: Value) -> Option<Value> {
        let (format, [a]) = self.symbolic_numbers(ty, [a])?;
        let result = float_math::whole(&mut self.terms, format, way, a);
        Some(self.float_value(ty, result))
    }

    pub(crate) fn symbolic_root(&mut self, ty: Type, a: Value) -> Option<Value> {
        let (format, [a]) = self.symbolic_numbers(ty, [a])?;
        let result = float_math::square_root(&mut self.terms, format, a);
        Some(self.float_value(ty, result))
    }

    pub(crate) fn symbolic_extreme(
        &mut self,
        ty: Type,
        op: FloatCompareOp,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        let (format, [a, b]) = self.symbolic_numbers(ty, [a, b])?;
        let result = float_math::extreme(&mut self.terms, format, op, a, b);
        Some(self.float_value(ty, result))
    }

    pub(crate) fn symbolic_copy_sign(&mut self, ty: Type, a: Value, b: Value) -> Option<Value> {
        let (format, [a, b]) = self.symbolic_numbers(ty, [a, b])?;
        let result = float_math::copy_sign(&mut self.terms, format, a, b);
        Some(self.float_value(ty, result))
    }

    pub(crate) fn symbolic_kind(&mut self, ty: Type, a: Value) -> Option<Kind> {
        let (format, [a]) = self.symbolic_numbers(ty, [a])?;
        Some(float_math::kind(&mut self.terms, format, a))
    }

    /// Conversions from or to a floating-point type.
    pub(crate) fn float_cast(
        &mut self,
        st: &State,
        thread: ThreadId,
        op: CastOp,
        from: Type,
        to: Type,
        a: Value,
    ) -> Exec<Value> {
        match op {
            CastOp::FpTrunc | CastOp::FpExt => {
                if let (Some((format, [x])), Some(target)) =
                    (self.symbolic_numbers(from, [a]), Format::of(to))
                {
                    let result = float_terms::convert(&mut self.terms, format, target, x);
                    return Ok(self.float_value(to, result));
                }
                let number = self.number(st, thread, from, a)?;
                Ok(self.number_value(to, number.convert(to)))
            }
            CastOp::FpToSi | CastOp::FpToUi => {
                if let Some((format, [x])) = self.symbolic_numbers(from, [a]) {
                    let (width, signed) = (to.bits(&self.program.target), op == CastOp::FpToSi);
                    let result = float_terms::to_integer(&mut self.terms, format, signed, width, x);
                    return Ok(Value::of_term(&self.terms, result));
                }
                let number = self.number(st, thread, from, a)?.extended();
                let width = to.bits(&self.program.target);
                let mut exact = true;
                // Out of range is undefined; like x86 hardware, give the smallest signed value.
                let bits = if op == CastOp::FpToSi {
                    let got = number.to_i128_r(width as usize, Round::TowardZero, &mut exact);
                    if got.status.contains(rustc_apfloat::Status::INVALID_OP) {
                        1u128 << (width - 1)
                    } else {
                        got.value as u128
                    }
                } else {
                    let got = number.to_u128_r(width as usize, Round::TowardZero, &mut exact);
                    if got.status.contains(rustc_apfloat::Status::INVALID_OP) {
                        1u128 << (width - 1)
                    } else {
                        got.value
                    }
                };
                Ok(Value::of_bits(&mut self.terms, Bits::new(width, bits)))
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                let width = from.bits(&self.program.target);
                let bits = self.known_bits(a);
                if let (None, Some(format), Value::Term(term)) = (bits, Format::of(to), a) {
                    let signed = op == CastOp::SiToFp;
                    let result = float_terms::from_integer(&mut self.terms, format, signed, term);
                    return Ok(self.float_value(to, result));
                }
                let Some(bits) = bits else {
                    let message =
                        "an integer that depends on inputs is converted to floating point";
                    return Err(self.cut(st, thread, CutKind::SymbolicFloat, message.to_owned()));
                };
                Ok(self.number_value(to, integer_to_float(op, width, bits, to)))
            }
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits => {
                unreachable!("integer casts are handled elsewhere")
            }
        }
    }
}

fn integer_to_float(op: CastOp, width: u32, bits: u128, to: Type) -> Number {
    let signed_bits = || ((bits << (128 - width)) as i128) >> (128 - width);
    let negative = op == CastOp::SiToFp;
    match to {
        Type::F32 if negative => Number::F32(signed_bits() as f32),
        Type::F32 => Number::F32(bits as f32),
        Type::F64 if negative => Number::F64(signed_bits() as f64),
        Type::F64 => Number::F64(bits as f64),
        Type::F80 if negative => Number::F80(X87DoubleExtended::from_i128(signed_bits()).value),
        Type::F80 => Number::F80(X87DoubleExtended::from_u128(bits).value),
        Type::Int(_) | Type::Ptr => unreachable!("the target is a float type"),
    }
}

/// Integer casts on words of at most 64 bits.
#[inline]
pub fn cast_word(op: CastOp, from: u32, to: u32, word: u64) -> Option<u64> {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits => Some(mask(to, word)),
        CastOp::SExt => Some(mask(to, signed(from, word) as u64)),
        CastOp::FpTrunc
        | CastOp::FpExt
        | CastOp::FpToUi
        | CastOp::FpToSi
        | CastOp::UiToFp
        | CastOp::SiToFp => None,
    }
}
