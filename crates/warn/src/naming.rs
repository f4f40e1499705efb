//! Places of memory and of the source in the user's words.

use raddle_findings::Location;
use raddle_ir::{DebugType, DebugTypeId, FuncId, Loc, Program};
use raddle_pointsto::{Object, Offset, Place, PointsTo, Position};

/// Nested members and elements are spelled out so deep.
const DEEPEST: u32 = 6;

pub(crate) fn function_name(program: &Program, func: FuncId) -> String {
    let function = &program.functions[func];
    function.source_name.clone().unwrap_or_else(|| function.name.clone())
}

pub(crate) fn loc_of(program: &Program, at: Position) -> Loc {
    let data = at.data(program);
    data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc)
}

pub(crate) fn location(program: &Program, at: Position) -> Option<Location> {
    let place = loc_of(program, at).get()?;
    Some(Location {
        file: program.files.get(place.file)?.path.clone(),
        line: place.line,
        column: place.column,
        function: Some(function_name(program, at.func)),
    })
}

/// `queue.lock`, `counter`, `a[…]`, `memory of line 12 + 8`.
pub(crate) fn describe(program: &Program, points_to: &PointsTo, place: Place) -> String {
    match points_to.object(place.object) {
        Object::Global(global) => {
            let data = &program.globals[global];
            let name = data.source_name.clone().unwrap_or_else(|| data.name.clone());
            name + &member(program, data.ty, place.offset)
        }
        Object::Local(func, slot) => {
            let body = program.functions[func].body.as_ref();
            let slot = body.and_then(|body| body.slots.get(slot));
            let name = slot.and_then(|slot| slot.name.clone()).unwrap_or("a local".to_owned());
            let ty = slot.and_then(|slot| slot.debug_type);
            format!(
                "{name}{} of {}",
                member(program, ty, place.offset),
                function_name(program, func)
            )
        }
        Object::Heap(at) => {
            let line = loc_of(program, at).get().map_or(0, |place| place.line);
            let part = match place.offset {
                Offset::At(0) | Offset::Any => String::new(),
                Offset::At(offset) => format!(" + {offset}"),
            };
            match pointed_type(program, at) {
                Some((name, ty)) => {
                    format!(
                        "{}{} allocated in line {line}",
                        name,
                        member(program, Some(ty), place.offset)
                    )
                }
                None => format!("memory allocated in line {line}{part}"),
            }
        }
        Object::ByValue(func, _) | Object::Variadic(func) => {
            format!("an argument of {}", function_name(program, func))
        }
        Object::Function(func) => function_name(program, func),
        Object::Library | Object::Unknown => "memory of the library".to_owned(),
    }
}

/// The type that an allocation gets, told by the variable it is assigned to.
fn pointed_type(program: &Program, at: Position) -> Option<(String, DebugTypeId)> {
    let Some(raddle_ir::Op::Call { dsts, .. }) = at.op(program) else { return None };
    let body = program.functions[at.func].body.as_ref()?;
    let info = body.regs.get(*dsts.first()?)?;
    let mut ty = info.debug_type?;
    for _ in 0..DEEPEST {
        match program.types.get(ty)? {
            DebugType::Pointer { to, .. } => {
                return Some((format!("*{}", info.name.clone()?), (*to)?));
            }
            DebugType::Typedef { of, .. } => ty = (*of)?,
            _ => return None,
        }
    }
    None
}

fn member(program: &Program, ty: Option<DebugTypeId>, offset: Offset) -> String {
    let Offset::At(mut offset) = offset else {
        return match ty.and_then(|ty| stripped(program, ty)) {
            Some(DebugType::Array { .. }) => "[…]".to_owned(),
            _ => String::new(),
        };
    };
    let mut text = String::new();
    let mut current = ty;
    for _ in 0..DEEPEST {
        match current.and_then(|ty| stripped(program, ty)) {
            Some(DebugType::Struct { fields, union: false, .. }) => {
                let inside = fields.iter().find(|field| {
                    field.offset_bits / 8 <= offset
                        && offset < (field.offset_bits + field.bits.max(8)) / 8
                });
                let Some(field) = inside else { return text };
                // What a library's structure looks like inside is nobody's business.
                if field.name.starts_with("__") {
                    return text;
                }
                text += &format!(".{}", field.name);
                offset -= field.offset_bits / 8;
                current = Some(field.ty);
            }
            Some(DebugType::Array { element, .. }) => {
                let Some(size) = bytes(program, *element).filter(|&size| size > 0) else {
                    return text;
                };
                text += &format!("[{}]", offset / size);
                offset %= size;
                current = Some(*element);
            }
            _ => return text,
        }
    }
    text
}

fn stripped(program: &Program, mut ty: DebugTypeId) -> Option<&DebugType> {
    for _ in 0..16 {
        match program.types.get(ty)? {
            DebugType::Typedef { of, .. } => ty = (*of)?,
            other => return Some(other),
        }
    }
    None
}

fn bytes(program: &Program, ty: DebugTypeId) -> Option<u64> {
    match stripped(program, ty)? {
        DebugType::Signed { bits, .. }
        | DebugType::Unsigned { bits, .. }
        | DebugType::Char { bits, .. }
        | DebugType::Bool { bits, .. }
        | DebugType::Float { bits, .. }
        | DebugType::Pointer { bits, .. }
        | DebugType::Enum { bits, .. } => Some(u64::from(*bits) / 8),
        DebugType::Struct { bits, .. } => Some(bits / 8),
        DebugType::Array { element, count } => {
            Some(bytes(program, *element)?.saturating_mul((*count)?))
        }
        DebugType::Typedef { .. } | DebugType::Function | DebugType::Unknown { .. } => None,
    }
}
