//! Sizes, alignments and offsets of LLVM types, from the module's data layout string; and the
//! flattening of a type into scalar *leaves*, one register each.

use std::rc::Rc;

use raddle_ir::Type;
use rustc_hash::FxHashMap;

use crate::ast::{TypeId, TypeKind, TypeTable};

/// A first-class value with more scalars than this is refused as unsupported.
pub const MAX_LEAVES: usize = 4096;
/// Named structs nest at most this deep; more only occurs in damaged files.
const MAX_DEPTH: u32 = 200;

/// The alignments of the data layout string that matter for C and Rust, in bytes.
#[derive(Clone, Debug)]
pub struct DataLayout {
    pub pointer_bits: u32,
    pointer_align: u64,
    /// (bits, alignment), ascending.
    integers: Vec<(u32, u64)>,
    f64_align: u64,
    f80_align: u64,
    f128_align: u64,
    aggregate_align: u64,
}

impl Default for DataLayout {
    /// What LLVM assumes for everything the string does not mention.
    fn default() -> Self {
        DataLayout {
            pointer_bits: 64,
            pointer_align: 8,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            f64_align: 8,
            f80_align: 16,
            f128_align: 16,
            aggregate_align: 1,
        }
    }
}

impl DataLayout {
    /// `Err` says what about the target we cannot handle.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout::default();
        for item in text.split('-') {
            if item == "E" {
                return Err("big-endian targets are not supported".to_owned());
            }
            layout.apply(item);
        }
        if !matches!(layout.pointer_bits, 32 | 64) {
            return Err(format!("{}-bit pointers are not supported", layout.pointer_bits));
        }
        Ok(layout)
    }

    /// Applies one item such as `i64:64` or `p:32:32`; others are ignored.
    fn apply(&mut self, item: &str) {
        let mut parts = item.split(':');
        let head = parts.next().unwrap_or("");
        let numbers: Vec<u64> = parts.map_while(|part| part.parse().ok()).collect();
        let bytes = |bits: u64| (bits / 8).clamp(1, 1 << 16).next_power_of_two();
        match (head, numbers.as_slice()) {
            ("p" | "p0", [size, align, ..]) => {
                self.pointer_bits = u32::try_from(*size).unwrap_or(0);
                self.pointer_align = bytes(*align);
            }
            ("f64", [align, ..]) => self.f64_align = bytes(*align),
            ("f80", [align, ..]) => self.f80_align = bytes(*align),
            ("f128", [align, ..]) => self.f128_align = bytes(*align),
            ("a", [align, ..]) => self.aggregate_align = bytes(*align),
            (integer, [align, ..]) if integer.starts_with('i') => {
                if let Ok(bits) = integer[1..].parse() {
                    self.set_integer(bits, bytes(*align));
                }
            }
            _ => {}
        }
    }

    fn set_integer(&mut self, bits: u32, align: u64) {
        match self.integers.binary_search_by_key(&bits, |&(b, _)| b) {
            Ok(index) => self.integers[index].1 = align,
            Err(index) => self.integers.insert(index, (bits, align)),
        }
    }

    /// That of the smallest listed integer at least as wide, else of the widest one.
    fn integer_align(&self, bits: u32) -> u64 {
        let listed = self.integers.iter().find(|&&(b, _)| b >= bits).or(self.integers.last());
        listed.map_or(1, |&(_, align)| align)
    }
}

/// Size (rounded up to the alignment, as in an array) and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub size: u64,
    pub align: u64,
}

/// One scalar of a first-class value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub ty: Type,
    /// Byte offset when the whole value lies in memory.
    pub offset: u64,
    /// Set for floats our IR has no type for; they are carried as integers of their width.
    pub opaque_float: bool,
}

/// Why a type has no layout or no leaves.
pub type LayoutError = String;

/// Remembers the layout of each type of one module.
#[derive(Debug)]
pub struct Layouts {
    pub target: DataLayout,
    extents: FxHashMap<TypeId, Extent>,
    leaves: FxHashMap<TypeId, Rc<[Leaf]>>,
}

impl Layouts {
    pub fn new(target: DataLayout) -> Self {
        Layouts { target, extents: FxHashMap::default(), leaves: FxHashMap::default() }
    }

    pub fn extent(&mut self, types: &TypeTable, ty: TypeId) -> Result<Extent, LayoutError> {
        self.extent_at(types, ty, 0)
    }

    fn extent_at(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        depth: u32,
    ) -> Result<Extent, LayoutError> {
        if let Some(&extent) = self.extents.get(&ty) {
            return Ok(extent);
        }
        if depth > MAX_DEPTH {
            return Err("a type contains itself or nests too deep".to_owned());
        }
        let extent = self.compute(types, ty, depth)?;
        self.extents.insert(ty, extent);
        Ok(extent)
    }

    fn compute(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        depth: u32,
    ) -> Result<Extent, LayoutError> {
        let target = &self.target;
        let scalar = |bytes: u64, align: u64| Extent { size: bytes.next_multiple_of(align), align };
        Ok(match types.resolved(ty) {
            TypeKind::Int(bits) => scalar(u64::from(bits.div_ceil(8)), target.integer_align(*bits)),
            TypeKind::Half | TypeKind::BFloat => scalar(2, 2),
            TypeKind::Float => scalar(4, 4),
            TypeKind::Double => scalar(8, target.f64_align),
            TypeKind::X86Fp80 => scalar(10, target.f80_align),
            TypeKind::Fp128 | TypeKind::PpcFp128 => scalar(16, target.f128_align),
            TypeKind::Ptr => scalar(u64::from(target.pointer_bits / 8), target.pointer_align),
            TypeKind::Array { count, element } => {
                let element = self.extent_at(types, *element, depth + 1)?;
                let size = element.size.checked_mul(*count).filter(|&s| s < 1 << 62);
                Extent { size: size.ok_or("an array is too large")?, align: element.align }
            }
            TypeKind::Vector { scalable: true, .. } => {
                return Err("scalable vectors are not supported".to_owned());
            }
            TypeKind::Vector { count, element, .. } => {
                let bits = vector_element_bits(types, *element, target)?;
                let bytes = bits.checked_mul(*count).map(|bits| bits.div_ceil(8));
                let bytes = bytes.filter(|&b| b < 1 << 32).ok_or("a vector is too large")?;
                let align = bytes.max(1).next_power_of_two();
                scalar(bytes, align)
            }
            TypeKind::Struct { fields, packed } => {
                let (_, extent) = self.struct_layout(types, fields, *packed, depth)?;
                extent
            }
            TypeKind::Void
            | TypeKind::Named(_)
            | TypeKind::Function { .. }
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Opaque
            | TypeKind::Other => return Err("a type has no size".to_owned()),
        })
    }

    fn struct_layout(
        &mut self,
        types: &TypeTable,
        fields: &[TypeId],
        packed: bool,
        depth: u32,
    ) -> Result<(Vec<u64>, Extent), LayoutError> {
        let mut offsets = Vec::with_capacity(fields.len());
        let mut size = 0u64;
        let mut align = if packed { 1 } else { self.target.aggregate_align };
        for &field in fields {
            let extent = self.extent_at(types, field, depth + 1)?;
            let field_align = if packed { 1 } else { extent.align };
            size = size.next_multiple_of(field_align);
            offsets.push(size);
            size = size.checked_add(extent.size).filter(|&s| s < 1 << 62).ok_or("too large")?;
            align = align.max(field_align);
        }
        Ok((offsets, Extent { size: size.next_multiple_of(align), align }))
    }

    /// Byte offset of a struct field, and its type.
    pub fn field(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        index: u64,
    ) -> Result<(u64, TypeId), LayoutError> {
        let TypeKind::Struct { fields, packed } = types.resolved(ty) else {
            return Err("a struct type was expected".to_owned());
        };
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let field = *fields.get(index).ok_or("a struct has no such field")?;
        let (offsets, _) = self.struct_layout(types, &fields[..=index], *packed, 0)?;
        Ok((offsets[index], field))
    }

    /// The scalars of a first-class value, in memory order. Computed once per type, so that a type
    /// that repeats itself at every level costs no more than its distinct parts.
    pub fn leaves(&mut self, types: &TypeTable, ty: TypeId) -> Result<Rc<[Leaf]>, LayoutError> {
        self.leaves_at(types, ty, 0)
    }

    fn leaves_at(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        depth: u32,
    ) -> Result<Rc<[Leaf]>, LayoutError> {
        if let Some(leaves) = self.leaves.get(&ty) {
            return Ok(leaves.clone());
        }
        if depth > MAX_DEPTH {
            return Err("a type contains itself or nests too deep".to_owned());
        }
        let leaves: Rc<[Leaf]> = self.collect_leaves(types, ty, depth)?.into();
        self.leaves.insert(ty, leaves.clone());
        Ok(leaves)
    }

    fn collect_leaves(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        depth: u32,
    ) -> Result<Vec<Leaf>, LayoutError> {
        let kind = types.resolved(ty);
        if let Some((ty, opaque_float)) = scalar_type(kind) {
            return Ok(vec![Leaf { ty, offset: 0, opaque_float }]);
        }
        match kind {
            TypeKind::Void => Ok(Vec::new()),
            TypeKind::Array { count, element } => {
                let stride = self.extent(types, *element)?.size;
                let leaves = self.leaves_at(types, *element, depth + 1)?;
                repeat_leaves(&leaves, *count, stride)
            }
            TypeKind::Vector { count, element, scalable: false } => {
                let bits = vector_element_bits(types, *element, &self.target)?;
                let leaves = self.leaves_at(types, *element, depth + 1)?;
                // Vectors of bits are packed in memory; the offsets are then of no use, and loads
                // and stores of such vectors are refused elsewhere.
                repeat_leaves(&leaves, *count, bits / 8)
            }
            TypeKind::Struct { fields, packed } => {
                let (offsets, _) = self.struct_layout(types, fields, *packed, depth)?;
                let mut all = Vec::new();
                for (&field, offset) in fields.iter().zip(offsets) {
                    let leaves = self.leaves_at(types, field, depth + 1)?;
                    append_leaves(&mut all, &leaves, offset)?;
                }
                Ok(all)
            }
            TypeKind::Int(bits) => Err(format!("integers of {bits} bits are not supported")),
            _ => Err("a value of this type cannot be held in registers".to_owned()),
        }
    }

    /// Index of the first leaf and number of leaves of the part of `ty` that `path` selects.
    pub fn leaf_range(
        &mut self,
        types: &TypeTable,
        ty: TypeId,
        path: &[u64],
    ) -> Result<(usize, usize), LayoutError> {
        let mut first = 0;
        let mut part = ty;
        for &index in path {
            match types.resolved(part) {
                TypeKind::Struct { fields, .. } => {
                    let index = usize::try_from(index).unwrap_or(usize::MAX);
                    let before = fields.get(..index).ok_or("a struct has no such field")?;
                    for &field in before {
                        first += self.leaves(types, field)?.len();
                    }
                    part = *fields.get(index).ok_or("a struct has no such field")?;
                }
                TypeKind::Array { count, element } if index < *count => {
                    first += self.leaves(types, *element)?.len() * index as usize;
                    part = *element;
                }
                _ => return Err("an index selects nothing".to_owned()),
            }
        }
        Ok((first, self.leaves(types, part)?.len()))
    }
}

fn repeat_leaves(element: &[Leaf], count: u64, stride: u64) -> Result<Vec<Leaf>, LayoutError> {
    let mut all = Vec::new();
    if element.is_empty() {
        return Ok(all);
    }
    for index in 0..count {
        append_leaves(&mut all, element, index * stride)?;
    }
    Ok(all)
}

fn append_leaves(all: &mut Vec<Leaf>, leaves: &[Leaf], offset: u64) -> Result<(), LayoutError> {
    if all.len() + leaves.len() > MAX_LEAVES {
        return Err("a value has too many parts".to_owned());
    }
    all.extend(leaves.iter().map(|leaf| Leaf { offset: leaf.offset + offset, ..*leaf }));
    Ok(())
}

/// The register type of a scalar, and whether it is a float carried as an integer.
fn scalar_type(kind: &TypeKind) -> Option<(Type, bool)> {
    Some(match kind {
        TypeKind::Int(bits) => (Type::Int(u16::try_from(*bits).ok()?), false),
        TypeKind::Half | TypeKind::BFloat => (Type::Int(16), true),
        TypeKind::Float => (Type::F32, false),
        TypeKind::Double => (Type::F64, false),
        TypeKind::X86Fp80 => (Type::F80, false),
        TypeKind::Fp128 | TypeKind::PpcFp128 => (Type::Int(128), true),
        TypeKind::Ptr => (Type::Ptr, false),
        _ => return None,
    })
}

fn vector_element_bits(
    types: &TypeTable,
    element: TypeId,
    target: &DataLayout,
) -> Result<u64, LayoutError> {
    match scalar_type(types.resolved(element)) {
        Some((Type::Int(bits), _)) => Ok(u64::from(bits)),
        Some((Type::Ptr, _)) => Ok(u64::from(target.pointer_bits)),
        Some((Type::F32, _)) => Ok(32),
        Some((Type::F64, _)) => Ok(64),
        Some((Type::F80, _)) => Ok(80),
        None => Err("a vector of this type is not supported".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{DataLayout, Extent, Layouts};
    use crate::ast::TypeTable;
    use crate::parse::parse_module;

    const X86_64: &str = "e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    const X86_32: &str = "e-m:e-p:32:32-p270:32:32-f64:32:64-f80:32-n8:16:32-S128";

    fn extent(layout: &str, ty: &str) -> Extent {
        let text = format!("@g = external global {ty}");
        let module = parse_module(&text).expect("parses");
        let types: &TypeTable = &module.types;
        let mut layouts = Layouts::new(DataLayout::parse(layout).expect("layout"));
        layouts.extent(types, module.globals[0].ty).expect("has a layout")
    }

    #[test]
    fn sizes_follow_the_data_layout() {
        let cases = [
            ("{ i8, i64 }", (16, 8), (12, 4)),
            ("<{ i8, i64 }>", (9, 1), (9, 1)),
            ("x86_fp80", (16, 16), (12, 4)),
            ("double", (8, 8), (8, 4)),
            ("[3 x { i16, i8 }]", (12, 2), (12, 2)),
            ("i128", (16, 16), (16, 4)),
            ("ptr", (8, 8), (4, 4)),
            ("<3 x float>", (16, 16), (16, 16)),
            ("i24", (4, 4), (4, 4)),
            ("{}", (0, 1), (0, 1)),
        ];
        for (ty, (size64, align64), (size32, align32)) in cases {
            assert_eq!(extent(X86_64, ty), Extent { size: size64, align: align64 }, "{ty}");
            assert_eq!(extent(X86_32, ty), Extent { size: size32, align: align32 }, "{ty}");
        }
    }

    #[test]
    fn recursive_and_huge_types_are_refused() {
        let text = "%a = type { %a }\n@g = external global %a\n@h = external global [99999999999999999 x [99999 x i64]]";
        let module = parse_module(text).expect("parses");
        let mut layouts = Layouts::new(DataLayout::default());
        for global in &module.globals {
            assert!(layouts.extent(&module.types, global.ty).is_err());
        }
    }

    #[test]
    fn foreign_targets_are_refused() {
        assert!(DataLayout::parse("E-m:e").is_err());
        assert!(DataLayout::parse("e-p:16:16").is_err());
    }
}
