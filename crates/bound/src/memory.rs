//! Loads and stores.
//!
//! A cell at a constant address of the program is followed exactly. An index that merely happens to be known in
//! this context (an array walked by a loop) is followed only where that pays: a value read there relies on
//! the index through its pins, so that it costs nothing unless something infeasible depends on it; a constant
//! stored there is kept if the rest of the array is known too, and fixes the index. Every other store through
//! an index makes the whole object unknown: this keeps iterations over symbolic data alike.

use raddle_ir::Type;

use crate::affine::{Affine, Int};
use crate::constraints::Constraint;
use crate::context::{Fill, Value};
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Run};
use crate::relevance::Region;
use crate::world::{Cell, ObjectId, ObjectKind};

/// A constant offset and what it relies on.
struct Offset {
    at: i64,
    pins: Vec<Pin>,
    /// It is a constant of the program.
    literal: bool,
}

impl Executor<'_, '_, '_> {
    pub(crate) fn refill(&mut self, run: &mut Run, object: ObjectId, fill: Fill) {
        let world = &*self.world;
        run.assigned.retain(|&var, _| crate::context::memory_object(world, var) != Some(object));
        run.refilled.insert(object, fill);
    }

    pub(crate) fn is_followed(&self, object: ObjectId) -> bool {
        match self.world.object_kind(object) {
            ObjectKind::Global(global) => self.world.relevance.region(Region::Global(global)),
            ObjectKind::Slot(stack, slot) => {
                let func = self.world.stack_of(stack).func;
                self.world.relevance.region(Region::Slot(func, slot))
            }
            ObjectKind::Heap(..) => false,
        }
    }

    fn offset(&mut self, run: &Run, pins: &[Pin], offset: &Affine) -> Option<Offset> {
        if let Some(at) = offset.as_constant() {
            return Some(Offset {
                at: i64::try_from(at).ok()?,
                pins: pins.to_vec(),
                literal: true,
            });
        }
        let at = run.context.range(self.world, offset).value()?;
        let mut pins = pins.to_vec();
        pins.push(Pin::Holds(Constraint::Zero(offset.shift(-at)?)));
        Some(Offset { at: i64::try_from(at).ok()?, pins, literal: false })
    }

    /// An access that covers all of an object is at its start: anywhere else it would be out of bounds.
    fn in_bounds(&self, object: ObjectId, offset: &Affine, size: u64) -> Affine {
        match self.world.object_size(object) == Some(size) {
            true => Affine::constant(0),
            false => offset.clone(),
        }
    }

    fn is_unknown(&self, run: &Run, object: ObjectId) -> bool {
        let fill = run.refilled.get(&object).or_else(|| run.context.fills.get(&object));
        match (fill, self.world.object_kind(object)) {
            (Some(Fill::Unknown), _) => true,
            (Some(Fill::Zero | Fill::CopyOf(_)), _) => false,
            (None, ObjectKind::Global(global)) => self.world.program.globals[global].init.is_none(),
            (None, ObjectKind::Slot(..) | ObjectKind::Heap(..)) => true,
        }
    }

    pub(crate) fn load(&mut self, run: &mut Run, pointer: Local, ty: Type) -> Local {
        let Value::Pointer(object, offset) = &pointer.value else { return self.fresh(ty) };
        let object = *object;
        let size = ty.bytes(&self.world.program.target);
        if !self.is_followed(object) || size > 16 {
            return self.fresh(ty);
        }
        let offset = &self.in_bounds(object, offset, size);
        if offset.as_constant().is_none() {
            self.world.indexed.insert(object);
        }
        let Some(Offset { at, pins, literal }) = self.offset(run, &pointer.pins, offset) else {
            return self.fresh(ty);
        };
        let var = self.world.cell(Cell::Memory(object, at, size as u8), ty);
        if let Some(&fill) = run.refilled.get(&object)
            && !run.assigned.contains_key(&var)
        {
            return self.read_new_content(run, object, fill, (at, size as u8), ty, pins);
        }
        let was_assigned = run.assigned.contains_key(&var);
        let mut local = self.read(run, var, ty);
        local.pins.extend(pins);
        if !was_assigned && let Some(named) = run.assigned.get_mut(&var) {
            // An unknown content was given a name.
            named.pins = local.pins.clone();
            if !literal {
                run.observed.insert(var);
            }
        }
        local
    }

    fn read_new_content(
        &mut self,
        run: &mut Run,
        object: ObjectId,
        fill: Fill,
        (at, size): (i64, u8),
        ty: Type,
        pins: Vec<Pin>,
    ) -> Local {
        let covered = run.assigned.keys().any(|&var| match self.world.cell_of(var) {
            Some(Cell::Memory(other, start, length)) => {
                other == object && start < at + i64::from(size) && at < start + i64::from(length)
            }
            _ => false,
        });
        let value = match fill {
            _ if covered => None,
            Fill::Unknown => None,
            Fill::Zero => Some(0),
            Fill::CopyOf(global) => self.world.initial(global, at, size),
        };
        match value {
            Some(value) => Local { value: Value::constant(value), pins },
            None => {
                let local = self.fresh(ty);
                let var = self.world.cell(Cell::Memory(object, at, size), ty);
                if !covered {
                    run.assigned.insert(var, Local { value: local.value.clone(), pins });
                    run.observed.insert(var);
                }
                local
            }
        }
    }

    pub(crate) fn store(&mut self, run: &mut Run, pointer: Local, ty: Type, value: Local) {
        let Value::Pointer(object, offset) = &pointer.value else {
            run.requires.extend(pointer.pins);
            if let Value::Any = pointer.value {
                self.lose_memory(run);
            }
            return;
        };
        let object = *object;
        if !self.is_followed(object) {
            // In another context the pointer may point to something that is.
            run.requires.extend(pointer.pins);
            return;
        }
        let size = ty.bytes(&self.world.program.target);
        let offset = &self.in_bounds(object, offset, size);
        if offset.as_constant().is_none() {
            self.world.indexed.insert(object);
        }
        let Some(offset) = self.offset(run, &pointer.pins, offset).filter(|_| size <= 16) else {
            run.requires.extend(pointer.pins);
            self.refill(run, object, Fill::Unknown);
            return;
        };
        let constant = self.constant(run, &value);
        let worthwhile = offset.literal || (constant.is_some() && !self.is_unknown(run, object));
        if !worthwhile {
            run.requires.extend(pointer.pins);
            self.refill(run, object, Fill::Unknown);
            return;
        }
        run.requires.extend(offset.pins);
        self.overwrite(run, object, offset.at, size as i64);
        let var = self.world.cell(Cell::Memory(object, offset.at, size as u8), ty);
        let local = if offset.literal { value } else { self.as_constant(value, constant) };
        run.observed.remove(&var);
        run.assigned.insert(var, local);
    }

    fn as_constant(&self, value: Local, constant: Option<(Int, Vec<Pin>)>) -> Local {
        match constant {
            Some((number, pins)) => Local { value: Value::constant(number), pins },
            None => value,
        }
    }

    /// Other cells that share bytes with the one written are no longer known.
    pub(crate) fn overwrite(&mut self, run: &mut Run, object: ObjectId, at: i64, size: i64) {
        let world = &*self.world;
        let overlaps = |var| match world.cell_of(var) {
            Some(Cell::Memory(other, start, length)) => {
                other == object && start < at + size && at < start + i64::from(length)
            }
            _ => false,
        };
        let known: Vec<_> = run.context.cells.keys().chain(run.assigned.keys()).copied().collect();
        for var in known.into_iter().filter(|&var| overlaps(var)) {
            run.observed.remove(&var);
            run.assigned.insert(var, Local::any());
        }
    }

    /// A store that may go anywhere: nothing is known of any object that is followed.
    pub(crate) fn lose_memory(&mut self, run: &mut Run) {
        let world = &*self.world;
        let mut objects: Vec<ObjectId> = run.context.fills.keys().copied().collect();
        let cells = run.context.cells.keys().chain(run.assigned.keys());
        objects.extend(cells.filter_map(|&var| crate::context::memory_object(world, var)));
        for global in self.world.program.globals.keys() {
            if self.world.relevance.region(Region::Global(global))
                && !self.world.program.globals[global].constant
            {
                objects.push(self.world.object(ObjectKind::Global(global)));
            }
        }
        objects.sort();
        objects.dedup();
        for object in objects {
            self.refill(run, object, Fill::Unknown);
        }
    }

    /// A block of memory gets a new content.
    pub(crate) fn fill_block(
        &mut self,
        run: &mut Run,
        pointer: &Local,
        length: Option<u64>,
        fill: Fill,
    ) {
        run.requires.extend(pointer.pins.iter().cloned());
        let Value::Pointer(object, offset) = &pointer.value else {
            if let Value::Any = pointer.value {
                self.lose_memory(run);
            }
            return;
        };
        if !self.is_followed(*object) {
            return;
        }
        let whole = offset.as_constant() == Some(0)
            && length.is_some()
            && length == self.world.object_size(*object);
        self.refill(run, *object, if whole { fill } else { Fill::Unknown });
    }
}
