//! Library functions that the table of all of them (`raddle_library`) describes: what they write becomes unknown, and so
//! does their result, unless it is a length of, or a place in, what an argument points to.
//!
//! A string ends inside its object, or the program is wrong: so `strlen(s)` is less than what is left of the object behind `s`, and what `strchr` finds
//! lies in it. How long strings really are is left to the run that confirms a bound. `errno` is memory of which nothing is known.
//!
//! Functions that call back, that have to do with threads, that do anything at all, or whose memory counts, are not followed.

use raddle_ir::{Arg, Reg};
use raddle_library::{Deed, Effect, Memory, find};

use crate::affine::{Affine, Int, Range};
use crate::calls::UNKNOWN_SIZE;
use crate::constraints::Constraint;
use crate::context::{Fill, Value};
use crate::cost::Resource;
use crate::edge::{Local, Pin};
use crate::execute::{Executor, Flow, Run};
use crate::world::{ObjectId, ObjectKind, Place};

/// Functions whose result is the length of something that ends before the end of what their first argument points to.
const LENGTHS: &[&str] = &["strlen", "strspn", "strcspn"];
/// The same for what need not end there.
const LIMITED_LENGTHS: &[&str] = &["strnlen"];
/// Functions that return their first argument.
const RETURN_FIRST: &[&str] =
    &["memcpy", "memmove", "memset", "strcpy", "strcat", "strncpy", "strncat"];
const ERRNO: &[&str] = &["__errno_location", "__error", "__errno"];
const COPIES: &[&str] = &["strdup", "strndup"];

const SIZE_OF_ERRNO: Int = 4;

/// What a library function does to memory, if that is all it does.
pub(crate) fn effects(name: &str) -> Option<&'static [Effect]> {
    let row = find(name).filter(|row| row.threads.deed == Deed::Plain)?;
    let Memory::Does(effects) = row.memory else { return None };
    let calls = |effect: &Effect| {
        matches!(effect, Effect::Starts { .. } | Effect::Calls { .. } | Effect::CallsAtEnd { .. })
    };
    (!effects.iter().any(calls)).then_some(effects)
}

/// The parameters through which memory is written.
pub(crate) fn written(effects: &'static [Effect]) -> impl Iterator<Item = usize> {
    effects.iter().filter_map(|effect| match *effect {
        Effect::Writes(to)
        | Effect::Copies { to, .. }
        | Effect::StoresFresh { to }
        | Effect::StoresInto { to, .. }
        | Effect::Stores { to, .. }
        | Effect::StoresKept { to } => Some(to),
        Effect::ReturnsFresh
        | Effect::ReturnsFilled
        | Effect::ReturnsInto(_)
        | Effect::ReturnsLibrary
        | Effect::ReturnsKept
        | Effect::Reads(_)
        | Effect::ReadsFrom(_)
        | Effect::CopiesToFresh { .. }
        | Effect::Loads { .. }
        | Effect::Keeps(_)
        | Effect::Starts { .. }
        | Effect::Calls { .. }
        | Effect::CallsAtEnd { .. } => None,
    })
}

/// The parameters that the result points into, if it points to nothing else of the program.
pub(crate) fn returned_into(name: &str) -> Option<impl Iterator<Item = usize>> {
    let effects = effects(name)?;
    let hands_on = |effect: &Effect| {
        matches!(effect, Effect::ReturnsKept | Effect::Loads { .. })
            || allocates(effect)
            || *effect == Effect::ReturnsLibrary && !ERRNO.contains(&name)
    };
    let into = effects.iter().filter_map(|effect| match *effect {
        Effect::ReturnsInto(parameter) => Some(parameter),
        _ => None,
    });
    (!effects.iter().any(hands_on)).then_some(into)
}

/// Whether the result of a function depends on what its first argument points to.
pub(crate) fn looks_at_first(name: &str) -> bool {
    [LENGTHS, LIMITED_LENGTHS, RETURN_FIRST, COPIES].iter().any(|names| names.contains(&name))
        || returned_into(name).is_some_and(|mut into| into.any(|parameter| parameter == 0))
}

fn allocates(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::ReturnsFresh
            | Effect::ReturnsFilled
            | Effect::StoresFresh { .. }
            | Effect::CopiesToFresh { .. }
    )
}

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
