//! Constants: as operands of operations, and as scalars known at translation time.
//!
//! An address constant is a base (global or function) plus an offset. Expressions over addresses that
//! stay of that form are folded here; anything else is left to the caller, which emits operations for
//! it (in code) or gives up (in an initialiser).

use raddle_ir::{BinaryOp, CastOp, CompareOp, FuncId, GlobalId, Operand, Type};

use super::layout::Leaf;
use super::{Issue, ModuleContext, malformed};
use crate::ast::{CastKind, FloatBits, InstKind, SymbolId, TypeId, TypeKind, TypedValue, Value};
use crate::lexer::unescape_text;
use crate::link::Target;

/// What an address constant is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing: a plain number.
    None,
    Global(GlobalId),
    Func(FuncId),
    /// No defined value at all.
    Undef,
}

/// A scalar constant. `bits` is the number, or the offset from the base, within `width` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    pub base: Base,
    pub bits: u128,
    pub width: u32,
}

impl Scalar {
    fn number(bits: u128, width: u32) -> Scalar {
        Scalar { base: Base::None, bits: mask(bits, width), width }
    }
    /// The offset as a signed number.
    pub fn offset(self) -> i64 {
        sign_extend(self.bits, self.width) as i64
    }
}

pub fn mask(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1u128 << width) - 1) }
}

pub fn sign_extend(bits: u128, width: u32) -> i128 {
    if width == 0 || width >= 128 {
        return bits as i128;
    }
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// An operand for a number of `width` bits.
pub fn number_operand(bits: u128, width: u32) -> Operand {
    let bits = mask(bits, width);
    if width <= 64 {
        Operand::Const(bits as u64)
    } else {
        Operand::Wide { low: bits as u64, high: (bits >> 64) as u64 }
    }
}

impl<'m, 'a> ModuleContext<'m, 'a> {
    pub fn bits_of(&self, ty: Type) -> u32 {
        match ty {
            Type::Ptr => self.pointer_bits(),
            Type::Int(bits) => u32::from(bits),
            Type::F32 => 32,
            Type::F64 => 64,
            Type::F80 => 80,
        }
    }

    /// Evaluates a scalar constant. `Err(Unsupported)` also stands for "not foldable".
    pub fn scalar_constant(&mut self, ty: TypeId, value: &Value<'a>) -> Result<Scalar, Issue> {
        let leaves = self.leaves(ty)?;
        let [leaf] = leaves[..] else {
            return malformed("a scalar constant was expected");
        };
        let width = self.bits_of(leaf.ty);
        match value {
            Value::Int { bits, exact: true } if width <= 128 => Ok(Scalar::number(*bits, width)),
            Value::Int { .. } => Err("integer constants of more than 128 bits".into()),
            Value::Float(float) => float_bits(*float, self.module.types.resolved(ty))
                .map(|bits| Scalar::number(bits, width))
                .ok_or_else(|| Issue::Unsupported("this floating-point constant".to_owned())),
            Value::Null | Value::Zero => Ok(Scalar::number(0, width)),
            Value::Undef | Value::Poison => Ok(Scalar { base: Base::Undef, bits: 0, width }),
            Value::Symbol(symbol) => self.symbol_address(*symbol),
            Value::BlockAddress { function, label } => {
                let number = self.block_number(*function, label)?;
                Ok(Scalar::number(u128::from(number), width))
            }
            Value::Splat(inner) => self.scalar_constant(inner.ty, &inner.value),
            Value::Expression(expression) => self.scalar_expression(leaf, expression),
            Value::Unknown(what) => Err(format!("constant '{what}'").into()),
            Value::InlineAsm(_) => Err("the address of inline assembly".into()),
            Value::Aggregate(_) | Value::Bytes(_) => malformed("a scalar constant was expected"),
            Value::Local(_)
            | Value::MetadataRef(_)
            | Value::AsMetadata(_)
            | Value::MetadataNode { .. } => malformed("a constant was expected"),
        }
    }

    /// The address a symbol stands for, through aliases.
    pub fn symbol_address(&mut self, symbol: SymbolId) -> Result<Scalar, Issue> {
        self.target_address(self.target(symbol), symbol, 0)
    }

    fn target_address(
        &mut self,
        target: Target,
        symbol: SymbolId,
        depth: u32,
    ) -> Result<Scalar, Issue> {
        let width = self.pointer_bits();
        let based = |base| Ok(Scalar { base, bits: 0, width });
        match target {
            Target::Func(id) => based(Base::Func(id)),
            Target::Global(id) => based(Base::Global(id)),
            Target::Null => Ok(Scalar::number(0, width)),
            Target::Intrinsic => Err("the address of an intrinsic".into()),
            Target::Undeclared => {
                malformed(format!("@{} is not declared", self.symbol_name(symbol)))
            }
            Target::Alias { unit, index } => self.alias_address(unit, index, depth),
        }
    }

    fn alias_address(&mut self, unit: usize, index: usize, depth: u32) -> Result<Scalar, Issue> {
        let module = &self.units[unit].module;
        let alias = &module.aliases[index];
        let name = || unescape_text(module.symbols[alias.symbol]).into_owned();
        if alias.resolver {
            return Err(format!("'{}' is chosen at load time (ifunc)", name()).into());
        }
        if depth > 32 {
            return malformed(format!("alias '{}' stands for itself", name()));
        }
        // Nearly always a symbol, at most behind a cast; offsets into other objects do occur.
        let mut value = &alias.target.value;
        while let Value::Expression(expression) = value
            && let InstKind::Cast { kind: CastKind::BitCast, value: inner, .. } = &**expression
        {
            value = &inner.value;
        }
        match value {
            Value::Symbol(symbol) => {
                let target = self.links.symbols[unit][*symbol];
                self.target_address(target, alias.symbol, depth + 1)
            }
            _ if unit == self.unit && depth == 0 => {
                let (ty, value) = (alias.target.ty, alias.target.value.clone());
                self.scalar_constant(ty, &value)
            }
            _ => Err(format!("alias '{}' of an expression", name()).into()),
        }
    }

    /// The number that stands for the address of a block: its position, counted from 1 so that no
    /// label is null. Nothing but `indirectbr` and comparisons ever looks at it.
    pub fn block_number(&self, function: SymbolId, label: &str) -> Result<u64, Issue> {
        let Target::Func(id) = self.target(function) else {
            return malformed("blockaddress of something that is no function");
        };
        let origin = self.links.functions[id];
        let definition = &self.units[origin.unit].module.functions[origin.index];
        let position =
            definition.order.iter().position(|&block| definition.blocks[block].name == label);
        match position {
            Some(position) => Ok(position as u64 + 1),
            None => malformed(format!("blockaddress of unknown label %{label}")),
        }
    }

    fn scalar_expression(&mut self, leaf: Leaf, kind: &InstKind<'a>) -> Result<Scalar, Issue> {
        let width = self.bits_of(leaf.ty);
        match kind {
            InstKind::ElementPointer { source, base, indices, .. } => {
                let start = self.scalar_constant(base.ty, &base.value)?;
                let offset = self.constant_offset(*source, indices)?;
                Ok(Scalar { bits: mask(start.bits.wrapping_add(offset as u128), width), ..start })
            }
            InstKind::Cast { kind, value, .. } => {
                let scalar = self.scalar_constant(value.ty, &value.value)?;
                cast_scalar(*kind, scalar, width)
            }
            InstKind::Binary { op, a, b, .. } => {
                let left = self.scalar_constant(a.ty, &a.value)?;
                let right = self.scalar_constant(a.ty, b)?;
                binary_scalar(*op, left, right)
            }
            InstKind::Compare { op, a, b } => {
                let left = self.scalar_constant(a.ty, &a.value)?;
                let right = self.scalar_constant(a.ty, b)?;
                compare_scalar(*op, left, right)
            }
            InstKind::Select { cond, a, b } => {
                let cond = self.scalar_constant(cond.ty, &cond.value)?;
                if cond.base != Base::None {
                    return Err("a constant choice between addresses".into());
                }
                let chosen = if cond.bits != 0 { a } else { b };
                self.scalar_constant(chosen.ty, &chosen.value)
            }
            _ => Err("this constant expression".into()),
        }
    }

    /// Byte offset of a constant index list into `source`.
    fn constant_offset(
        &mut self,
        source: TypeId,
        indices: &[TypedValue<'a>],
    ) -> Result<i64, Issue> {
        let mut offset = 0i64;
        let mut ty = source;
        for (position, index) in indices.iter().enumerate() {
            let scalar = self.scalar_constant(index.ty, &index.value)?;
            if scalar.base != Base::None {
                return Err("an address used as an index".into());
            }
            let step = if position == 0 {
                Step::Element(ty, self.extent(ty)?.size)
            } else {
                self.index_step(ty, Some(scalar.bits as u64))?
            };
            match step {
                Step::Field(next, bytes) => {
                    offset = offset.wrapping_add(bytes as i64);
                    ty = next;
                }
                Step::Element(next, stride) => {
                    let bytes = scalar.offset().wrapping_mul(stride as i64);
                    offset = offset.wrapping_add(bytes);
                    ty = next;
                }
            }
        }
        Ok(offset)
    }

    /// What indexing into `ty` selects; a struct needs the constant index.
    pub fn index_step(&mut self, ty: TypeId, constant: Option<u64>) -> Result<Step, Issue> {
        match self.module.types.resolved(ty) {
            TypeKind::Struct { .. } => {
                let Some(index) = constant else {
                    return malformed("a struct field must be selected by a constant");
                };
                let (offset, field) = self.layouts.field(&self.module.types, ty, index)?;
                Ok(Step::Field(field, offset))
            }
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => {
                let element = *element;
                Ok(Step::Element(element, self.extent(element)?.size))
            }
            _ => malformed("an index into a type that has no parts"),
        }
    }
}

/// One step of an index list.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A struct field: its type and byte offset.
    Field(TypeId, u64),
    /// An array element: its type and size.
    Element(TypeId, u64),
}

fn cast_scalar(kind: CastKind, scalar: Scalar, width: u32) -> Result<Scalar, Issue> {
    if scalar.base != Base::None {
        // An address keeps its meaning only at full width.
        let keeps = matches!(kind, CastKind::PtrToInt | CastKind::IntToPtr | CastKind::BitCast);
        return if keeps && scalar.width == width {
            Ok(scalar)
        } else {
            Err("a part of an address as a constant".into())
        };
    }
    match kind {
        CastKind::PtrToInt | CastKind::IntToPtr | CastKind::BitCast => {
            Ok(Scalar::number(scalar.bits, width))
        }
        CastKind::Plain(CastOp::Trunc | CastOp::ZExt) => Ok(Scalar::number(scalar.bits, width)),
        CastKind::Plain(CastOp::SExt) => {
            Ok(Scalar::number(sign_extend(scalar.bits, scalar.width) as u128, width))
        }
        CastKind::Plain(_) => Err("a floating-point constant expression".into()),
    }
}

fn binary_scalar(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar, Issue> {
    let width = a.width;
    if let (Base::None, Base::None) = (a.base, b.base) {
        let number = |bits| Ok(Scalar::number(bits, width));
        return match op {
            BinaryOp::Add => number(a.bits.wrapping_add(b.bits)),
            BinaryOp::Sub => number(a.bits.wrapping_sub(b.bits)),
            BinaryOp::Mul => number(a.bits.wrapping_mul(b.bits)),
            BinaryOp::And => number(a.bits & b.bits),
            BinaryOp::Or => number(a.bits | b.bits),
            BinaryOp::Xor => number(a.bits ^ b.bits),
            BinaryOp::Shl if b.bits < u128::from(width) => number(a.bits << b.bits),
            BinaryOp::LShr if b.bits < u128::from(width) => number(a.bits >> b.bits),
            BinaryOp::AShr if b.bits < u128::from(width) => {
                number((sign_extend(a.bits, width) >> b.bits) as u128)
            }
            BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem => Err("this constant expression".into()),
        };
    }
    let moved = |base, bits| Ok(Scalar { base, bits: mask(bits, width), width });
    match (op, a.base, b.base) {
        (_, Base::Undef, _) | (_, _, Base::Undef) => Err("an undefined constant".into()),
        (BinaryOp::Add, base, Base::None) | (BinaryOp::Add, Base::None, base) => {
            moved(base, a.bits.wrapping_add(b.bits))
        }
        (BinaryOp::Sub, base, Base::None) => moved(base, a.bits.wrapping_sub(b.bits)),
        (BinaryOp::Sub, left, right) if left == right => {
            moved(Base::None, a.bits.wrapping_sub(b.bits))
        }
        _ => Err("arithmetic on addresses as a constant".into()),
    }
}

fn compare_scalar(op: CompareOp, a: Scalar, b: Scalar) -> Result<Scalar, Issue> {
    if a.base != Base::None || b.base != Base::None {
        return Err("a comparison of addresses as a constant".into());
    }
    let (left, right) = (sign_extend(a.bits, a.width), sign_extend(b.bits, b.width));
    let holds = match op {
        CompareOp::Eq => a.bits == b.bits,
        CompareOp::Ne => a.bits != b.bits,
        CompareOp::Ult => a.bits < b.bits,
        CompareOp::Ule => a.bits <= b.bits,
        CompareOp::Ugt => a.bits > b.bits,
        CompareOp::Uge => a.bits >= b.bits,
        CompareOp::Slt => left < right,
        CompareOp::Sle => left <= right,
        CompareOp::Sgt => left > right,
        CompareOp::Sge => left >= right,
    };
    Ok(Scalar::number(u128::from(holds), 1))
}

/// The bit pattern of a float constant in its own type. LLVM writes floats as doubles.
fn float_bits(float: FloatBits, ty: &TypeKind) -> Option<u128> {
    match (float, ty) {
        (FloatBits::Double(bits), TypeKind::Double) => Some(u128::from(bits)),
        (FloatBits::Double(bits), TypeKind::Float) => Some(u128::from(narrow_to_float(bits))),
        (FloatBits::X87(bits), TypeKind::X86Fp80) => Some(bits),
        (FloatBits::Half(bits), TypeKind::Half | TypeKind::BFloat) => Some(u128::from(bits)),
        (FloatBits::Quad(bits), TypeKind::Fp128 | TypeKind::PpcFp128) => Some(bits),
        (FloatBits::Double(0), TypeKind::X86Fp80 | TypeKind::Half | TypeKind::BFloat) => Some(0),
        _ => None,
    }
}

/// The constant is exactly representable, so only NaN payloads need care: a conversion through the
/// host would quieten signalling ones.
fn narrow_to_float(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 32) as u32 & 0x8000_0000;
        let payload = (bits >> 29) as u32 & 0x007f_ffff;
        return sign | 0x7f80_0000 | payload;
    }
    (value as f32).to_bits()
}
