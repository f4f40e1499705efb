//! Accesses at an index that depends on inputs, in memory that is not known.
//!
//! A pointer that is read there for the first time may be equal to all that was met before. If all elements that the index may choose were made at once, each of them could be each
//! of the others, and what they lead to all the same again: a search in a skip list would have more objects with every step than any solver can take. So the index is decided
//! first, one state for each element, and only that one is made. Numbers are made together: they are equal to nothing that matters.

use raddle_expr::TermId;
use raddle_ir::{DebugType, DebugTypeId};
use raddle_solver::Answer;

use crate::candidates::Candidates;
use crate::machine::Machine;
use crate::mistakes::UnknownMistake;
use crate::names::{ObjectId, ThreadId};
use crate::place::Place;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;
use raddle_budget::Stage;

impl Machine<'_> {
    /// Where an access goes that lies inside of an object, with what is there made.
    pub(crate) fn place_inside(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Exec<Place> {
        let symbolic = Place { object: id, offset: Value::of_term(&self.terms, offset) };
        if st.unknowns.get(id).is_none() {
            return Ok(symbolic);
        }
        let all = self.table_candidates(st, thread, id, offset, size)?;
        if self.unmade_pointers(st, id, &all, size) < 2 {
            self.unfold_all(st, id);
            return Ok(symbolic);
        }
        let at = self.decided_offset(st, thread, offset)?;
        self.unfold(st, id, at..at + size);
        Ok(Place { object: id, offset: Value::Word(at) })
    }

    /// The same for one of several objects, which it goes to under a condition. `None` where it does not.
    pub(super) fn guarded_place_inside(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        (guard, offset): (TermId, TermId),
        size: u64,
    ) -> Exec<Option<Place>> {
        if st.unknowns.get(id).is_some() {
            let all = self.table_candidates(st, thread, id, offset, size)?;
            if self.unmade_pointers(st, id, &all, size) >= 2 {
                if let Some(at) = self.only_offset(st, guard, offset) {
                    self.unfold(st, id, at..at + size);
                    return Ok(Some(Place { object: id, offset: Value::Word(at) }));
                }
                let here = Value::of_term(&self.terms, guard);
                if !self.decide(st, thread, here)? {
                    return Ok(None);
                }
            }
        }
        self.place_inside(st, thread, id, offset, size).map(Some)
    }

    /// The offset that an access to an object always has, if there is but one. That is so where what leads to the object was decided at the same index.
    fn only_offset(&mut self, st: &State, guard: TermId, offset: TermId) -> Option<u64> {
        if self.is_generalising() {
            return None;
        }
        let model = match self.terms.eval_bool(guard, &st.model) {
            true => st.model.clone(),
            false => match self.solver.check(&mut self.terms, &st.path, &[guard]) {
                Answer::Sat(model) => model,
                Answer::Unsat(_) | Answer::Unknown(_) => return None,
            },
        };
        let at = self.terms.eval(offset, &model).to_u64()?;
        let here = self.terms.constant(self.facts.pointer_bits, u128::from(at));
        let elsewhere = self.terms.ne(offset, here);
        if self.config.unknown_mistake == Some(UnknownMistake::FirstElementTaken) {
            return Some(at);
        }
        let other = self.solver.check(&mut self.terms, &st.path, &[guard, elsewhere]);
        matches!(other, Answer::Unsat(_)).then_some(at)
    }

    /// What an offset is: one state for each of its values.
    fn decided_offset(&mut self, st: &mut State, thread: ThreadId, offset: TermId) -> Exec<u64> {
        loop {
            self.config.budget.enter(Stage::Resolve);
            let candidate = self.eval_here(st, offset).to_u64().unwrap_or(0);
            let this = self.terms.constant(self.facts.pointer_bits, u128::from(candidate));
            let this = self.terms.eq(offset, this);
            let this = Value::of_term(&self.terms, this);
            if self.decide(st, thread, this)? {
                return Ok(candidate);
            }
        }
    }

    /// How many pointers among the candidates nobody has looked at; not counted further than two.
    fn unmade_pointers(&self, st: &State, id: ObjectId, all: &Candidates, size: u64) -> usize {
        if size * 8 != u64::from(self.facts.pointer_bits) {
            return 0;
        }
        let places = (0..all.count).map(|k| all.first + k * all.step);
        let unmade = places.filter(|&at| {
            !self.is_made(st, id, &(at..at + size)) && self.is_pointer_at(st, id, at)
        });
        unmade.take(2).count()
    }

    /// Whether the type of an object says that a pointer begins at an offset.
    fn is_pointer_at(&self, st: &State, id: ObjectId, at: u64) -> bool {
        let Some(object) = st.unknowns.get(id) else { return false };
        match &object.tail {
            Some(tail) if at >= tail.offset => {
                self.begins_pointer(tail.ty, (at - tail.offset) % tail.element)
            }
            _ => object.ty.is_some_and(|ty| self.begins_pointer(ty, at % object.element)),
        }
    }

    fn begins_pointer(&self, ty: DebugTypeId, at: u64) -> bool {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Pointer { .. } => at == 0,
            DebugType::Array { element, .. } => {
                let size = self.type_size(*element).filter(|&size| size > 0);
                size.is_some_and(|size| self.begins_pointer(*element, at % size))
            }
            DebugType::Struct { fields, union: false, .. } => fields.iter().any(|field| {
                let start = field.offset_bits / 8;
                let end = start + field.bits / 8;
                (start..end).contains(&at) && self.begins_pointer(field.ty, at - start)
            }),
            _ => false,
        }
    }
}
