//! The memory that a function was called with when it went wrong, in words.

use raddle_expr::Model;
use raddle_findings::{Heap, HeapCell, HeapObject};
use raddle_ir::{DebugTypeId, Type};
use raddle_machine::{
    EITHER, Fault, Machine, ObjectId, ObjectName, PartKind, UnknownArgument, UnknownObject,
    UnknownPart, Unknowns, Value, signed,
};

/// What a finding starts from; nothing in a run of the whole program.
pub fn start_heap(
    machine: &Machine<'_>,
    function: Option<&str>,
    fault: &Fault,
    model: &Model,
) -> Option<Heap> {
    let unknowns = &fault.unknowns;
    if unknowns.arguments.is_empty() && unknowns.objects().is_empty() {
        return None;
    }
    let mut shown = Shown { machine, unknowns, model, met: Vec::new() };
    let (arguments, mut whole) = shown.arguments();
    // Variables that were looked at before anything was stored there.
    let looked_at = unknowns.objects().iter().filter(|object| object.variable);
    for object in looked_at.filter(|object| !object.parts.is_empty()) {
        shown.met.push(object.id);
    }
    let mut objects = Vec::new();
    // Objects are met while others are described.
    while let Some(&id) = shown.met.get(objects.len()) {
        objects.push(shown.object(id));
    }
    objects.append(&mut whole);
    Some(Heap { function: function?.to_owned(), arguments, objects })
}

struct Shown<'s, 'm> {
    machine: &'s Machine<'m>,
    unknowns: &'s Unknowns,
    model: &'s Model,
    /// Objects in the order in which they are shown.
    met: Vec<ObjectId>,
}

impl Shown<'_, '_> {
    fn word(&self, value: Value) -> u64 {
        match value {
            Value::Word(word) => word,
            Value::Term(term) => self.machine.terms.eval(term, self.model).to_u64().unwrap_or(0),
            Value::Undef => 0,
        }
    }

    /// The arguments, and structs of which some are parts.
    fn arguments(&mut self) -> (Vec<HeapCell>, Vec<HeapObject>) {
        let unknowns = self.unknowns;
        let mut cells: Vec<HeapCell> = Vec::new();
        let mut whole: Vec<HeapObject> = Vec::new();
        for argument in unknowns.arguments.iter() {
            let mut cell = self.argument(argument);
            let Some(part_of) = &argument.part_of else {
                if argument.by_value {
                    cell.value.insert(0, '*');
                }
                cells.push(cell);
                continue;
            };
            let object = format!("{}#0", part_of.name);
            cell.name = cell.name[part_of.name.len()..].to_owned();
            match whole.last_mut().filter(|other| other.name == object) {
                Some(known) => known.cells.push(cell),
                None => {
                    let name = part_of.name.to_string();
                    cells.push(HeapCell { name, value: format!("*{object}"), pointer: true });
                    let ty = self.machine.type_text(part_of.ty);
                    whole.push(HeapObject {
                        name: object,
                        ty,
                        elements: 1,
                        behind: 0,
                        cells: vec![cell],
                    });
                }
            }
        }
        (cells, whole)
    }

    fn argument(&mut self, argument: &UnknownArgument) -> HeapCell {
        let (name, ty, word) = (&argument.name, argument.ty, self.word(argument.value));
        let pointee = self.machine.declared_pointee(argument.declared);
        let is_unsigned = argument
            .declared
            .is_some_and(|ty| self.machine.integer_type(ty).is_some_and(|(_, signed)| !signed));
        let (value, pointer) = match ty {
            Type::Ptr => (self.target(word, pointee), true),
            _ if is_unsigned && ty.bits(&self.machine.program.target) <= 64 => {
                (format!("{word}u"), false)
            }
            Type::F32 => (float_text(f64::from(f32::from_bits(word as u32))), false),
            Type::F64 => (float_text(f64::from_bits(word)), false),
            _ => {
                let bits = ty.bits(&self.machine.program.target);
                (integer_text(signed(bits.min(64), word)), false)
            }
        };
        HeapCell { name: name.to_string(), value, pointer }
    }

    /// Where an address points to, which a pointer to something of a type holds.
    fn target(&mut self, address: u64, pointee: Option<DebugTypeId>) -> String {
        let Some((id, offset)) = self.machine.names.resolve(address) else {
            return if address == 0 { "NULL".to_owned() } else { format!("{address:#x}") };
        };
        let offset = u64::try_from(offset).unwrap_or(0);
        match self.machine.names.name(id) {
            ObjectName::Unknown { .. } => {
                let place = match self.unknowns.get(id) {
                    Some(object) => self.part_pointed_to(object, offset, pointee),
                    None => String::new(),
                };
                format!("{}{place}", self.name(id))
            }
            ObjectName::Function(func) => self.machine.function_name(*func).to_owned(),
            // All of a struct, and not its first member.
            ObjectName::Global(global)
                if offset == 0 && self.machine.is_struct_variable(*global) =>
            {
                format!("&{}", self.machine.cell_name(id, 0).split('.').next().unwrap_or_default())
            }
            _ => format!("&{}", self.machine.cell_name(id, offset)),
        }
    }

    /// `node#1`: the kind of object, and which of those shown it is.
    fn name(&mut self, id: ObjectId) -> String {
        if let Some(variable) = self.unknowns.get(id).filter(|object| object.variable) {
            return variable.path.to_string();
        }
        let kind = |id: ObjectId| {
            let object = self.unknowns.get(id);
            let ty = object.and_then(|object| object.ty);
            let text = ty.map_or("memory".to_owned(), |ty| self.machine.type_text(ty));
            let text =
                text.trim_end_matches(" *").rsplit(' ').next().unwrap_or("memory").to_owned();
            let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if plain && !text.is_empty() { text } else { "object".to_owned() }
        };
        let own = kind(id);
        let before = self.met.iter().take_while(|&&other| other != id);
        let number = 1 + before.filter(|&&other| kind(other) == own).count();
        if !self.met.contains(&id) {
            self.met.push(id);
        }
        format!("{own}#{number}")
    }

    /// Which part of an object lies at an offset.
    fn part(&self, object: &UnknownObject, offset: u64) -> String {
        if let Some(tail) = object.tail.as_ref().filter(|tail| tail.offset <= offset) {
            let (index, inside) =
                ((offset - tail.offset) / tail.element, (offset - tail.offset) % tail.element);
            return format!(".{}[{index}]{}", tail.name, self.machine.selector(tail.ty, inside));
        }
        let (index, inside) = (offset / object.element, offset % object.element);
        let inner = object.ty.map_or(String::new(), |ty| self.machine.selector(ty, inside));
        match is_indexed(object, &inner) {
            true => format!("[{index}]{inner}"),
            false => inner,
        }
    }

    /// The same for a pointer that leads there: to all of a struct, and not to its first member.
    fn part_pointed_to(
        &self,
        object: &UnknownObject,
        offset: u64,
        pointee: Option<DebugTypeId>,
    ) -> String {
        let in_tail = object.tail.as_ref().is_some_and(|tail| tail.offset <= offset);
        let (index, inside) = (offset / object.element, offset % object.element);
        let wanted = object.ty.zip(pointee).filter(|_| !in_tail);
        let inner = wanted.and_then(|(ty, to)| self.machine.selector_to(ty, inside, to));
        match inner {
            Some(inner) if offset > 0 && is_indexed(object, &inner) => format!("[{index}]{inner}"),
            Some(inner) => inner,
            None if offset == 0 => String::new(),
            None => self.part(object, offset),
        }
    }

    /// The same where members of a union lie there: the one that is a pointer to such a type, or a number.
    fn part_of_type(
        &self,
        object: &UnknownObject,
        part: &UnknownPart,
        pointer: bool,
        to: Option<DebugTypeId>,
    ) -> String {
        let leaf = if pointer {
            PartKind::Pointer(to)
        } else {
            PartKind::Number(u64::from(part.bits / 8))
        };
        let (index, inside) = (part.offset / object.element, part.offset % object.element);
        let in_tail = object.tail.as_ref().is_some_and(|tail| tail.offset <= part.offset);
        let inner = object
            .ty
            .filter(|_| !in_tail)
            .and_then(|ty| self.machine.selector_of(ty, inside, leaf));
        match inner {
            Some(inner) if is_indexed(object, &inner) => format!("[{index}]{inner}"),
            Some(inner) => inner,
            None => self.part(object, part.offset),
        }
    }

    fn object(&mut self, id: ObjectId) -> HeapObject {
        let name = self.name(id);
        let Some(object) = self.unknowns.get(id) else {
            let (ty, cells) = (String::new(), Vec::new());
            return HeapObject { name, ty, elements: 1, behind: 0, cells };
        };
        let elements = self.word(object.count);
        let tail = object.tail.as_ref();
        let behind = tail.map_or(0, |tail| self.word(tail.count) * tail.element);
        let mut parts = object.parts.clone();
        parts.sort_by_key(|part| part.offset);
        let mut cells = Vec::new();
        for part in parts.iter().filter(|part| part.ty != Some("byte") || object.ty.is_none()) {
            let end = part.offset + u64::from(part.bits / 8);
            if end > elements * object.element + behind {
                continue;
            }
            let word = self.word(part.value);
            let object_there = self.machine.names.resolve(word).map(|(id, _)| id);
            let pointer = part.ty.is_none() || part.ty == Some(EITHER) && object_there.is_some();
            let value = match part.ty {
                _ if pointer => self.target(word, self.machine.pointee_at(object, part.offset)),
                Some(EITHER) => format!("{word}u"),
                None => self.target(word, None),
                Some("float") => float_text(f64::from(f32::from_bits(word as u32))),
                Some("double") => float_text(f64::from_bits(word)),
                Some(ty) if ty.starts_with("unsigned") => format!("{word}u"),
                Some("byte" | "_Bool") => word.to_string(),
                Some(_) => integer_text(signed(part.bits.min(64), word)),
            };
            let to = object_there.and_then(|id| self.unknowns.get(id)).and_then(|object| object.ty);
            let name = self.part_of_type(object, part, pointer, to);
            cells.push(HeapCell { name, value, pointer });
        }
        let ty = object.ty.map_or(String::new(), |ty| self.machine.type_text(ty));
        HeapObject { name, ty, elements, behind, cells }
    }
}

/// Whether a part is named by the number of its element: of several, and where an element is an array itself, as C wants it.
fn is_indexed(object: &UnknownObject, inner: &str) -> bool {
    object.count != Value::Word(1) || inner.starts_with('[')
}

/// C has no negative literals: the least number is a difference.
fn integer_text(number: i64) -> String {
    match number {
        i64::MIN => format!("({} - 1)", i64::MIN + 1),
        number if i64::from(number as i32) == number && number as i32 == i32::MIN => {
            format!("({} - 1)", i32::MIN + 1)
        }
        number => number.to_string(),
    }
}

fn float_text(number: f64) -> String {
    match number {
        number if number.is_nan() => "(0.0 / 0.0)".to_owned(),
        number if number.is_infinite() => {
            format!("({}1.0 / 0.0)", if number < 0.0 { "-" } else { "" })
        }
        number => format!("{number:?}"),
    }
}
