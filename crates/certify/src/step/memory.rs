//! Addresses, and what is behind them.

use raddle_expr::TermId;
use raddle_ir::{GlobalId, Operand, Type};
use raddle_pointsto::{Object as Abstract, Offset};

use super::{Step, Way};
use crate::format::Object;
use crate::state::{Key, Scene, Value};

/// Elements of a constant table among which an index may choose.
const MAX_TABLE: u64 = 1024;

impl Step<'_, '_> {
    pub(super) fn address(
        &mut self,
        way: &mut Way,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Value {
        let base = self.operand(way, base, Type::Ptr);
        let mut sum = self.offset_constant(offset);
        for &(index, ty, scale) in indices {
            let index = self.number(way, index, ty);
            let pointer_bits = self.scene.program.target.pointer_bits;
            let scale = self.offset_constant(scale as i64);
            let terms = &mut self.scene.terms;
            let index = match terms.width(index) > pointer_bits {
                true => terms.extract(index, pointer_bits - 1, 0),
                false => terms.sext(index, pointer_bits),
            };
            let part = terms.mul(index, scale);
            sum = terms.add(sum, part);
        }
        match base {
            Value::Pointer(object, start) => {
                Value::Pointer(object, self.scene.terms.add(start, sum))
            }
            Value::Bits(start) => Value::Bits(self.scene.terms.add(start, sum)),
            Value::Function(_) | Value::Unknown => Value::Unknown,
        }
    }

    /// The offset as a number of the host, if it is a constant.
    pub(super) fn constant_offset(&self, offset: TermId) -> Option<i64> {
        let width = self.scene.terms.width(offset);
        let word = self.scene.terms.as_u64(offset)?;
        Some(if width == 32 { i64::from(word as u32 as i32) } else { word as i64 })
    }

    /// An access that covers all of an object is at its start: runs that are out of bounds are not considered.
    pub(super) fn in_bounds(&mut self, object: Object, offset: TermId, size: u64) -> TermId {
        match self.scene.size(object) == Some(size) {
            true => self.offset_constant(0),
            false => offset,
        }
    }

    /// `None`: anything.
    pub(super) fn load(&mut self, way: &Way, pointer: Value, ty: Type) -> Option<Value> {
        let Value::Pointer(object, offset) = pointer else { return None };
        let size = u8::try_from(ty.bytes(&self.scene.program.target)).ok()?;
        let offset = self.in_bounds(object, offset, size.into());
        let width = self.scene.bits(ty);
        let fitting = |scene: &mut Scene<'_>, value: Value| match value {
            Value::Bits(bits) if scene.terms.width(bits) == width => Some(value),
            Value::Bits(bits) if scene.terms.width(bits) > width => {
                Some(Value::Bits(scene.terms.extract(bits, width - 1, 0)))
            }
            Value::Pointer(..) | Value::Function(_) if ty == Type::Ptr => Some(value),
            _ => None,
        };
        if let Some(at) = self.constant_offset(offset) {
            let value = self.content(way, object, at, size);
            return fitting(self.scene, value);
        }
        let mut offsets: Vec<i64> = self
            .scene
            .cells_in(object)
            .into_iter()
            .filter_map(|key| match key {
                Key::Memory(_, at, length) if length == size => Some(at),
                _ => None,
            })
            .collect();
        if let Object::Global(global) = object {
            let data = &self.scene.program.globals[GlobalId(global)];
            let elements = data.size / u64::from(size.max(1));
            if data.constant && elements <= MAX_TABLE {
                offsets.extend((0..elements).map(|index| (index * u64::from(size)) as i64));
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        let mut found = self.scene.any(width);
        for at in offsets {
            let content = self.content(way, object, at, size);
            let Some(Value::Bits(bits)) = fitting(self.scene, content) else { continue };
            let here = self.offset_constant(at);
            let terms = &mut self.scene.terms;
            let equal = terms.eq(offset, here);
            found = terms.ite(equal, bits, found);
        }
        (ty != Type::Ptr).then_some(Value::Bits(found))
    }

    pub(super) fn content(&mut self, way: &Way, object: Object, at: i64, size: u8) -> Value {
        let key = Key::Memory(object, at, size);
        if self.scene.is_known(key) {
            return way.state.get(self.scene, key);
        }
        match object {
            Object::Global(global) if self.scene.program.globals[GlobalId(global)].constant => {
                self.scene.initial(global, at, size)
            }
            _ => Value::Unknown,
        }
    }

    /// `operand` is the pointer as the program writes it.
    pub(super) fn store(
        &mut self,
        way: &mut Way,
        operand: Operand,
        pointer: Value,
        size: u64,
        value: Value,
    ) {
        let Value::Pointer(object, offset) = pointer else {
            self.lose_behind(way, operand);
            return;
        };
        let offset = self.in_bounds(object, offset, size);
        let at = self.constant_offset(offset);
        for key in self.scene.cells_in(object) {
            let Key::Memory(_, start, length) = key else { continue };
            let same_size = u64::from(length) == size;
            let new = match at {
                Some(at) if at == start && same_size => value,
                Some(at) => {
                    let apart = at.saturating_add(size as i64) <= start
                        || start.saturating_add(i64::from(length)) <= at;
                    if apart {
                        continue;
                    }
                    Value::Unknown
                }
                None => self.maybe_stored(way, key, offset, (start, length), size, value),
            };
            way.state.set(key, new);
        }
    }

    /// What a cell holds after a store at an offset that may or may not be its own.
    pub(super) fn maybe_stored(
        &mut self,
        way: &Way,
        key: Key,
        offset: TermId,
        (start, length): (i64, u8),
        size: u64,
        value: Value,
    ) -> Value {
        let Value::Bits(old) = way.state.get(self.scene, key) else { return Value::Unknown };
        let width = self.scene.terms.width(old);
        let anything = self.scene.any(width);
        let (first, last) = (
            self.offset_constant(start.saturating_sub(size as i64)),
            self.offset_constant(start.saturating_add(i64::from(length))),
        );
        let here = self.offset_constant(start);
        let terms = &mut self.scene.terms;
        let (after, before) = (terms.slt(first, offset), terms.slt(offset, last));
        let touched = terms.and(after, before);
        let mut new = terms.ite(touched, anything, old);
        if let Value::Bits(value) = value
            && terms.width(value) == width
            && u64::from(length) == size
        {
            let equal = terms.eq(offset, here);
            new = terms.ite(equal, value, new);
        }
        Value::Bits(new)
    }

    /// Forgets whatever a pointer may point to.
    pub(super) fn lose_behind(&mut self, way: &mut Way, pointer: Operand) {
        let func = self.scene.function(self.stack);
        let places = self.pointers.map(|pointers| {
            let places = pointers.places(func, pointer).into_iter();
            places
                .map(|place| (pointers.object(place.object), place.offset))
                .collect::<Vec<(Abstract, Offset)>>()
        });
        let keys: Vec<Key> = self.scene.cells.clone();
        for key in keys {
            let Key::Memory(object, ..) = key else { continue };
            let may_be = match &places {
                None => true,
                Some(places) => places.iter().any(|(place, _)| match (place, object) {
                    (Abstract::Unknown | Abstract::Library, _) => true,
                    (Abstract::Global(global), Object::Global(other)) => global.0 == other,
                    (Abstract::Local(owner, slot), Object::Slot(stack, other)) => {
                        slot.0 == other && *owner == self.scene.function(stack)
                    }
                    _ => false,
                }),
            };
            if may_be {
                way.state.lose([key]);
            }
        }
    }

    pub(super) fn atomic(&mut self, way: &mut Way, pointer: Operand, ty: Type) {
        let target = self.operand(way, pointer, Type::Ptr);
        let size = ty.bytes(&self.scene.program.target);
        self.store(way, pointer, target, size, Value::Unknown);
    }

    /// A range of bytes from a pointer on holds anything.
    pub(super) fn lose_block(&mut self, way: &mut Way, operand: Operand) {
        match self.operand(way, operand, Type::Ptr) {
            Value::Pointer(object, _) => {
                let lost = self.scene.cells_in(object);
                way.state.lose(lost);
            }
            _ => self.lose_behind(way, operand),
        }
    }

    /// A block that covers the whole of an object, from its start.
    pub(super) fn covers(
        &mut self,
        way: &mut Way,
        target: Operand,
        length: Operand,
        ty: Type,
    ) -> Option<Object> {
        let Value::Pointer(object, offset) = self.operand(way, target, Type::Ptr) else {
            return None;
        };
        let length = self.number(way, length, ty);
        let length = i64::try_from(self.scene.terms.as_u64(length)?).ok()?;
        let inside = self.scene.cells_in(object).into_iter().all(|key| match key {
            Key::Memory(_, at, size) => at >= 0 && at + i64::from(size) <= length,
            Key::Register(..) | Key::Result(..) => true,
        });
        (self.constant_offset(offset) == Some(0) && inside).then_some(object)
    }

    pub(super) fn copy_block(&mut self, way: &mut Way, args: &[Operand], ty: Type) {
        let source = self.operand(way, args[1], Type::Ptr);
        let source = match source {
            Value::Pointer(Object::Global(global), offset)
                if self.constant_offset(offset) == Some(0)
                    && self.scene.program.globals[GlobalId(global)].constant =>
            {
                Some(global)
            }
            _ => None,
        };
        let (Some(object), Some(global)) = (self.covers(way, args[0], args[2], ty), source) else {
            return self.lose_block(way, args[0]);
        };
        for key in self.scene.cells_in(object) {
            if let Key::Memory(_, at, size) = key {
                let value = self.scene.initial(global, at, size);
                way.state.set(key, value);
            }
        }
    }

    pub(super) fn set_block(&mut self, way: &mut Way, args: &[Operand], ty: Type) {
        let byte = self.number(way, args[1], Type::Int(8));
        let zero = self.scene.terms.as_u64(byte) == Some(0);
        let Some(object) = self.covers(way, args[0], args[2], ty).filter(|_| zero) else {
            return self.lose_block(way, args[0]);
        };
        for key in self.scene.cells_in(object) {
            let width = self.scene.width(key);
            let value = Value::Bits(self.scene.terms.constant(width, 0));
            way.state.set(key, value);
        }
    }
}
