//! Library functions that the table of all of them (`raddle_library`) describes: what they write becomes unknown, and so
//! does their result, unless it is a length of, or a place in, what an argument points to.
//!
//! A string ends inside its object, or the program is wrong: so `strlen(s)` is less than what is left of the object behind `s`, and what `strchr` finds
//! lies in it. How long strings really are is left to the run that confirms a bound. `errno` is memory of which nothing is known.
//!
//! Functions that call back, that have to do with threads, that do anything at all, or whose memory counts, are not followed.

use raddle_ir::{Arg, Reg};
use raddle_library::Effect;

use crate::affine::{Affine, Int, Range};
use crate::constraints::Constraint;
use crate::context::{Fill, Value};
use crate::cost::Resource;
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Flow, Run};
use crate::library_facts::{
    COPIES, ERRNO, LENGTHS, LIMITED_LENGTHS, RETURN_FIRST, allocates, effects, written,
};
use crate::world::{ObjectId, ObjectKind, Place, UNKNOWN_SIZE};

const SIZE_OF_ERRNO: Int = 4;

impl Executor<'_, '_, '_> {
    /// What a function of the table does; `None` if it is not in there, or does more.
    pub(crate) fn table_function(
        &mut self,
        run: &Run,
        name: &str,
        args: &[Arg],
        values: &[Local],
        dsts: &[Reg],
    ) -> Option<Flow> {
        let effects = effects(name)?;
        if self.settings.costs.resource == Resource::Heap && effects.iter().any(allocates) {
            return None;
        }
        let mut run = run.clone();
        for to in written(effects) {
            let touches = |arg: &Arg| self.world.relevance.may_touch(self.func, arg.value);
            if args.get(to).is_some_and(touches) {
                self.fill_block(&mut run, &values[to], None, Fill::Unknown);
            }
        }
        let first = values.first().cloned().unwrap_or_else(Local::any);
        if LENGTHS.contains(&name) {
            if name == "strlen"
                && let Some(length) = self.constant_length(&first)
            {
                run.requires.extend(first.pins);
                return Some(self.result(run, dsts, Local::of(Value::constant(length))));
            }
            return Some(self.length_in(run, &first, 1, dsts));
        }
        if LIMITED_LENGTHS.contains(&name) {
            return Some(self.length_in(run, &first, 0, dsts));
        }
        if ERRNO.contains(&name) {
            let errno = self.unfollowed(&run, SIZE_OF_ERRNO);
            return Some(self.result(run, dsts, errno));
        }
        if RETURN_FIRST.contains(&name) {
            return Some(self.result(run, dsts, first));
        }
        if COPIES.contains(&name) {
            let size = self.known_pointer(&first).map(|(_, _, size)| size);
            let copy = size.map_or_else(Local::any, |size| self.unfollowed(&run, size));
            run.requires.extend(first.pins);
            return Some(self.result(run, dsts, copy));
        }
        if effects.contains(&Effect::ReturnsInto(0)) {
            // What is found is something; what was written may end where the object does.
            let spare = Int::from(written(effects).next().is_none());
            return Some(self.place_in(run, &first, spare, dsts));
        }
        self.assign_unknown(&mut run, dsts);
        Some(Flow::Next(run))
    }

    /// A pointer to memory of which nothing is known.
    fn unfollowed(&mut self, run: &Run, size: Int) -> Local {
        let place = Place { inst: run.inst as u32, ..self.place };
        let object = self.world.object(ObjectKind::Heap(place, size));
        Local::of(Value::Pointer(object, Affine::constant(0)))
    }

    fn known_pointer(&self, pointer: &Local) -> Option<(ObjectId, Affine, Int)> {
        let Value::Pointer(object, offset) = &pointer.value else { return None };
        let size: Int = self.world.object_size(*object)?.into();
        // The size of memory that was allocated is the most that it may be, if that is known.
        let heap = matches!(self.world.object_kind(*object), ObjectKind::Heap(..));
        let known = !heap || 0 < size && size < UNKNOWN_SIZE;
        known.then(|| (*object, offset.clone(), size))
    }

    /// A length of what begins at a pointer, with `spare` bytes of its object behind it at least.
    fn length_in(&mut self, mut run: Run, pointer: &Local, spare: Int, dsts: &[Reg]) -> Flow {
        let Some((_, offset, size)) = self.known_pointer(pointer) else {
            let any = self.fresh_in(Range::new(0, Int::from(i64::MAX)));
            return self.result(run, dsts, any);
        };
        run.requires.extend(pointer.pins.iter().cloned());
        let length = self.fresh_in(Range::new(0, (size - spare).max(0)));
        // It ends inside: `offset + length + spare <= size`.
        let inside = length.value.affine().and_then(|length| {
            let end = offset.add_scaled(length, 1)?;
            end.scale(-1)?.shift(size - spare)
        });
        self.within(run, inside, &pointer.pins, dsts, length)
    }

    /// How long a string constant is.
    fn constant_length(&self, pointer: &Local) -> Option<Int> {
        let (object, offset, _) = self.known_pointer(pointer)?;
        let ObjectKind::Global(global) = self.world.object_kind(object) else { return None };
        let start = i64::try_from(offset.as_constant()?).ok()?;
        if !self.world.program.globals[global].constant {
            return None;
        }
        let size = i64::try_from(self.world.program.globals[global].size).ok()?;
        let end = (start..size).find(|&at| self.world.initial(global, at, 1) == Some(0))?;
        let known = (start..end).all(|at| self.world.initial(global, at, 1).is_some());
        known.then_some((end - start).into())
    }

    /// NULL, or a place at or behind a pointer in the same object, with `spare` bytes of that from there on.
    fn place_in(&mut self, mut run: Run, pointer: &Local, spare: Int, dsts: &[Reg]) -> Flow {
        let Some((object, offset, size)) = self.known_pointer(pointer) else {
            return self.result(run, dsts, Local::any());
        };
        run.requires.extend(pointer.pins.iter().cloned());
        let mut runs = Vec::new();
        let null = Local::of(Value::constant(0));
        if let Flow::Next(run) = self.result(run.clone(), dsts, null) {
            runs.push(run);
        }
        let found = self.fresh_in(Range::new(0, (size - spare).max(0)));
        let Some(at) = found.value.affine().cloned() else { return Flow::Fork(runs) };
        let behind = at.sub(&offset);
        let found = Local::of(Value::Pointer(object, at));
        match self.within(run, behind, &pointer.pins, dsts, found) {
            Flow::Next(run) => runs.push(run),
            Flow::Fork(more) => runs.extend(more),
            Flow::Leave(..) => {}
        }
        Flow::Fork(runs)
    }

    /// Goes on with a result where an expression is not negative. It never is in a run of the program.
    fn within(
        &mut self,
        run: Run,
        expression: Option<Affine>,
        pins: &[Pin],
        dsts: &[Reg],
        result: Local,
    ) -> Flow {
        let Some(expression) = expression else { return self.result(run, dsts, result) };
        match self.split(run, &Constraint::AtLeastZero(expression), pins) {
            (Some(run), _) => self.result(run, dsts, result),
            (None, _) => Flow::Fork(Vec::new()),
        }
    }
}
