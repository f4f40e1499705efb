//! Members of structs by their offsets, from debug types: what they are called, and of which type they are.

use raddle_ir::{Body, DebugType, DebugTypeId, Op, Operand, Program, Reg};

/// Registers and types that lead from an access to its variable are followed so far.
const DEEPEST: u32 = 16;

/// A part of something of a known type.
pub(crate) struct Member {
    pub(crate) ty: DebugTypeId,
    /// The way to it: `.queue.count`; elements of arrays by their numbers.
    pub(crate) path: String,
    /// Bytes of the elements of the arrays on the way.
    strides: Vec<u64>,
}

/// What begins at an offset of something of a type and is no struct or array itself.
pub(crate) fn member_at(program: &Program, ty: DebugTypeId, offset: u64) -> Option<Member> {
    let mut member = Member { ty, path: String::new(), strides: Vec::new() };
    let mut offset = offset;
    for _ in 0..DEEPEST {
        match &program.types[program.resolved_type(member.ty)] {
            DebugType::Struct { fields, union: false, .. } => {
                let begins = |start: u64| start <= offset * 8;
                let field = fields.iter().find(|field| {
                    begins(field.offset_bits) && offset * 8 < field.offset_bits + field.bits
                })?;
                if field.offset_bits % 8 != 0 || size_of(program, field.ty)? * 8 != field.bits {
                    return None;
                }
                offset -= field.offset_bits / 8;
                if !field.name.is_empty() {
                    member.path.push('.');
                    member.path.push_str(&field.name);
                }
                member.ty = field.ty;
            }
            DebugType::Array { element, .. } => {
                let stride = size_of(program, *element).filter(|&stride| stride > 0)?;
                member.path.push_str(&format!("[{}]", offset / stride));
                member.strides.push(stride);
                offset %= stride;
                member.ty = *element;
            }
            DebugType::Struct { .. } => return None,
            _ => return (offset == 0).then_some(member),
        }
    }
    None
}

/// The declared type of the pointer that an operation loads into a register.
pub(crate) fn loaded_pointer(program: &Program, body: &Body, reg: Reg) -> Option<DebugTypeId> {
    let Op::Load { ptr, .. } = definition(body, reg)? else { return None };
    let found = root(program, body, *ptr, 0)?;
    let mut offset = u64::try_from(found.offset).ok()?;
    let mut repeated = Vec::new();
    if found.behind_pointer {
        let stride = size_of(program, found.ty).filter(|&stride| stride > 0)?;
        offset %= stride;
        repeated.push(stride);
    }
    let member = member_at(program, found.ty, offset)?;
    repeated.extend(&member.strides);
    let regular = found.scales.iter().all(|scale| repeated.contains(scale));
    let is_pointer = matches!(
        program.types[program.resolved_type(member.ty)],
        DebugType::Pointer { to: Some(_), .. }
    );
    (regular && is_pointer).then_some(member.ty)
}

/// Where an address points into.
struct Root {
    ty: DebugTypeId,
    offset: i64,
    /// Indices are multiplied by these.
    scales: Vec<u64>,
    /// The type is that of one of maybe several elements.
    behind_pointer: bool,
}

fn root(program: &Program, body: &Body, address: Operand, depth: u32) -> Option<Root> {
    let at = |ty: DebugTypeId, offset: i64, behind_pointer: bool| Root {
        ty,
        offset,
        scales: Vec::new(),
        behind_pointer,
    };
    let reg = match address {
        Operand::Global(global, offset) => {
            return Some(at(program.globals[global].ty?, offset, false));
        }
        Operand::Reg(reg) if depth < DEEPEST => reg,
        _ => return None,
    };
    if let Some(declared) = body.regs[reg].debug_type {
        let DebugType::Pointer { to: Some(to), .. } =
            program.types[program.resolved_type(declared)]
        else {
            return None;
        };
        return Some(at(to, 0, true));
    }
    match definition(body, reg)? {
        Op::Alloca { slot, .. } => Some(at(body.slots[*slot].debug_type?, 0, false)),
        Op::Address { base, offset, indices, .. } => {
            let mut root = root(program, body, *base, depth + 1)?;
            root.offset = root.offset.checked_add(*offset)?;
            root.scales.extend(indices.iter().map(|(_, _, scale)| *scale));
            Some(root)
        }
        _ => None,
    }
}

/// The only operation that assigns a register.
fn definition(body: &Body, reg: Reg) -> Option<&Op> {
    let mut found = None;
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        let mut assigns = false;
        inst.op.for_each_result(|&result| assigns |= result == reg);
        if assigns && found.replace(&inst.op).is_some() {
            return None;
        }
    }
    found
}

/// Bytes of a type.
pub(crate) fn size_of(program: &Program, ty: DebugTypeId) -> Option<u64> {
    let mut times = 1u64;
    let mut ty = ty;
    for _ in 0..DEEPEST {
        let bits = match &program.types[program.resolved_type(ty)] {
            DebugType::Signed { bits, .. }
            | DebugType::Unsigned { bits, .. }
            | DebugType::Char { bits, .. }
            | DebugType::Bool { bits, .. }
            | DebugType::Float { bits, .. }
            | DebugType::Pointer { bits, .. }
            | DebugType::Enum { bits, .. } => u64::from(*bits),
            DebugType::Struct { bits, .. } => *bits,
            DebugType::Array { element, count } => {
                times = times.checked_mul((*count)?)?;
                ty = *element;
                continue;
            }
            DebugType::Typedef { .. } | DebugType::Function | DebugType::Unknown { .. } => {
                return None;
            }
        };
        return times.checked_mul(bits.div_ceil(8));
    }
    None
}
