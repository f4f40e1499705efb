//! Accesses through pointers that are a choice of several: no fork for each place.
//!
//! A pointer is walked down to *leaves*: a constant address, perhaps with an offset that depends on inputs, and the condition
//! under which it is the one. A load is a choice of what lies there, a store updates every place under its condition. Whatever
//! is wrong with one of the places (null, freed, too small) is split off and reported as if the pointer were that one.
//!
//! Operations that need one place (library functions, atomic operations, `free`) fork for each leaf.

use raddle_expr::{BinaryOp, Term, TermId};
use raddle_ir::{Entity, FuncId, Type};
use raddle_solver::Answer;
use rustc_hash::FxHashMap;

use crate::access::NULL_PAGE;
use crate::event::Sync;
use crate::fault::{Assumed, FaultKind};
use crate::machine::Machine;
use crate::names::{MAX_OBJECT, ObjectId, ObjectName, ThreadId};
use crate::object::{Life, ObjectKind};
use crate::place::{Direction, Place};
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// One of the addresses a pointer may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// When it is this one.
    pub(super) guard: TermId,
    /// The sum of its constants.
    pub(super) base: u64,
    /// What else is added.
    pub(super) more: Option<TermId>,
}

/// A place that may be accessed, when the pointer is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guarded {
    pub guard: TermId,
    pub place: Place,
}

/// Leaves of one pointer; one with more is asked for a value of the solver instead.
const MOST_LEAVES: usize = 512;
/// Where an access that does not happen lies: behind everything, for each thread elsewhere.
const NOWHERE: u64 = 1 << 40;

impl Machine<'_> {
    /// A pointer that is a choice of several: what it is here, one state for each. Any other value stays what it is.
    pub(crate) fn one_of(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
    ) -> Exec<Value> {
        let Value::Term(term) = pointer else { return Ok(pointer) };
        let Some(leaves) = self.leaves_here(st, term) else { return Ok(pointer) };
        for leaf in &leaves[1..] {
            let guard = Value::of_term(&self.terms, leaf.guard);
            if self.decide(st, thread, guard)? {
                return Ok(self.leaf_address(leaf));
            }
        }
        Ok(self.leaf_address(&leaves[0]))
    }

    /// Where an access of `size` bytes may go, if the pointer is a choice of several places.
    pub(crate) fn guarded_places(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        size: u64,
        access: Direction,
        sync: Sync,
    ) -> Exec<Option<Vec<Guarded>>> {
        let Value::Term(term) = pointer else { return Ok(None) };
        if self.one_place_tells(sync) {
            return Ok(None);
        }
        if access == Direction::Write {
            self.assume_writable(st, thread, pointer)?;
        }
        let Some(leaves) = self.leaves_here(st, term) else { return Ok(None) };
        let mut fine = Vec::new();
        for leaf in leaves {
            match self.fine_place(st, &leaf, size, access) {
                Some(id) => fine.push((leaf, id)),
                None => {
                    let guard = Value::of_term(&self.terms, leaf.guard);
                    if self.decide(st, thread, guard)? {
                        return self.only_place(st, thread, &leaf, size, access, sync);
                    }
                }
            }
        }
        if let [(leaf, _)] = fine.as_slice() {
            return self.only_place(st, thread, leaf, size, access, sync);
        }
        let mut places = Vec::new();
        for (leaf, id) in fine {
            if let Some(place) = self.guarded_place(st, thread, &leaf, id, size, access, sync)? {
                places.push(Guarded { guard: leaf.guard, place });
            }
        }
        Ok(Some(places))
    }

    /// The place of the only leaf, with all that may be wrong with it.
    fn only_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        leaf: &Leaf,
        size: u64,
        access: Direction,
        sync: Sync,
    ) -> Exec<Option<Vec<Guarded>>> {
        match leaf.more {
            None if self.is_null(leaf) && leaf.base < MAX_OBJECT => {
                let message = match leaf.base {
                    0 => "null pointer dereferenced".to_owned(),
                    offset => format!("null pointer plus {offset} dereferenced"),
                };
                return Err(self.fail(st, thread, FaultKind::NullDereference, message));
            }
            // What is added to null may be no index but a number that was made a pointer, or one that holds addresses in parts.
            Some(_) if self.is_null(leaf) => self.demand_no_null(st, thread, leaf)?,
            None | Some(_) => {}
        }
        let address = self.leaf_address(leaf);
        let place = self.place_for(st, thread, address, size, access, sync)?;
        Ok(Some(vec![Guarded { guard: self.terms.truth(true), place }]))
    }

    /// Where the address of a leaf may lie in the first page, it is null plus an index, and nothing else is looked at.
    fn demand_no_null(&mut self, st: &mut State, thread: ThreadId, leaf: &Leaf) -> Exec {
        let width = self.facts.pointer_bits;
        let address = self.leaf_address(leaf).term(&mut self.terms, width);
        self.demand_defined_address(st, thread, address)?;
        let page = self.terms.constant(width, u128::from(NULL_PAGE));
        let below = self.terms.ult(address, page);
        if matches!(self.solver.check(&mut self.terms, &st.path, &[below]), Answer::Unsat(_)) {
            return Ok(());
        }
        let below = Value::of_term(&self.terms, below);
        self.assume(st, thread, below)?;
        let message = "null pointer plus an index dereferenced".to_owned();
        Err(self.fail(st, thread, FaultKind::NullDereference, message))
    }

    /// What is written is no constant, unless nothing else is left: types say so, with a word that debug information of pointers does not keep here.
    pub(crate) fn assume_writable(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
    ) -> Exec {
        if st.unknowns.is_empty() || !self.outside().constants {
            return Ok(());
        }
        let Value::Term(term) = pointer else { return Ok(()) };
        let Some(leaves) = self.leaves_here(st, term) else { return Ok(()) };
        let (constants, others): (Vec<Leaf>, Vec<Leaf>) =
            leaves.into_iter().partition(|leaf| self.is_chosen_constant(st, leaf));
        if constants.is_empty() || others.is_empty() {
            return Ok(());
        }
        let mut wrong = self.terms.truth(false);
        for leaf in constants {
            wrong = self.terms.or(wrong, leaf.guard);
        }
        let right = self.terms.not(wrong);
        let right = Value::of_term(&self.terms, right);
        self.assume(st, thread, right)
    }

    /// Whether a leaf leads to a constant because a pointer from outside may.
    fn is_chosen_constant(&self, st: &State, leaf: &Leaf) -> bool {
        let Some((id, _)) = self.names.resolve(leaf.base) else { return false };
        let ObjectName::Global(global) = *self.names.name(id) else { return false };
        let choice = format!(" is global|{}|", global.index());
        let inputs = self.terms.vars_of(leaf.guard).into_iter();
        let mut names = inputs.map(|input| self.terms.var_name(input));
        st.memory.get(id).is_some_and(|object| object.constant)
            && names.any(|name| name.contains(&choice))
    }

    /// Makes an access of one place of several visible, and checks its bounds where they depend on inputs.
    fn guarded_place(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        leaf: &Leaf,
        id: ObjectId,
        size: u64,
        access: Direction,
        sync: Sync,
    ) -> Exec<Option<Place>> {
        let width = self.facts.pointer_bits;
        let base = self.names.base(id);
        let start = leaf.base.wrapping_sub(base);
        let whole = st.memory.get(id).map_or(0, |object| object.size);
        let range = if leaf.more.is_some() { 0..whole } else { start..start + size };
        let noticed = st.event.accesses.len();
        self.notice(st, thread, id, range.clone(), access, sync)?;
        let start_term = self.terms.constant(width, u128::from(start));
        let offset = match leaf.more {
            Some(more) => self.terms.add(start_term, more),
            None => start_term,
        };
        // Others meet it only if the pointer is here.
        let nowhere = NOWHERE.wrapping_mul(u64::from(thread.0) + 1);
        let nowhere = self.terms.constant(width, u128::from(crate::value::mask(width, nowhere)));
        let seen = self.terms.ite(leaf.guard, offset, nowhere);
        for access in &mut st.event.accesses[noticed..] {
            access.symbolic = Some((seen, size));
        }
        if leaf.more.is_some() || st.memory.get(id).is_some_and(|object| object.length.is_some()) {
            let inside = self.inside(st, id, offset, size);
            let absent = self.terms.not(leaf.guard);
            let ok = self.terms.or(absent, inside);
            let ok = Value::of_term(&self.terms, ok);
            let text = self.out_of_bounds_message(st, id, "that depends on inputs", size, access);
            self.demand(st, thread, ok, FaultKind::OutOfBounds, |_| text)?;
        }
        if leaf.more.is_some() {
            return self.guarded_place_inside(st, thread, id, (leaf.guard, offset), size);
        }
        self.unfold(st, id, range);
        Ok(Some(Place { object: id, offset: Value::of_term(&self.terms, offset) }))
    }

    /// Whether `size` bytes at an offset lie in an object.
    pub(crate) fn inside(&mut self, st: &State, id: ObjectId, offset: TermId, size: u64) -> TermId {
        let width = self.facts.pointer_bits;
        let object = st.memory.get(id);
        let (whole, length) = object.map_or((0, None), |object| (object.size, object.length));
        let Some(last) = whole.checked_sub(size) else { return self.terms.truth(false) };
        let last = self.terms.constant(width, u128::from(last));
        let within = self.terms.ule(offset, last);
        let Some(length) = length else { return within };
        let length = length.term(&mut self.terms, width);
        let size = self.terms.constant(width, u128::from(size));
        let end = self.terms.add(offset, size);
        let fits = self.terms.ule(end, length);
        self.terms.and(within, fits)
    }

    /// Goes on only where bytes lie in an object whose length depends on inputs.
    pub(crate) fn demand_length(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        id: ObjectId,
        offset: u64,
        size: u64,
        access: Direction,
    ) -> Exec {
        if st.memory.get(id).is_none_or(|object| object.length.is_none()) {
            return Ok(());
        }
        let term = self.terms.constant(self.facts.pointer_bits, u128::from(offset));
        let inside = self.inside(st, id, term, size);
        let inside = Value::of_term(&self.terms, inside);
        let text = self.out_of_bounds_message(st, id, &offset.to_string(), size, access);
        self.demand(st, thread, inside, FaultKind::OutOfBounds, |_| text)
    }

    /// The object of a leaf, unless an access there is certainly wrong.
    fn fine_place(
        &self,
        st: &State,
        leaf: &Leaf,
        size: u64,
        access: Direction,
    ) -> Option<ObjectId> {
        let (id, offset) = self.names.resolve(leaf.base)?;
        let object = st.memory.get(id)?;
        let usable = object.life == Life::Alive
            && !object.external
            && object.kind != ObjectKind::Function
            && !(object.constant && access == Direction::Write);
        let offset = u64::try_from(offset).ok();
        let end = offset.and_then(|offset| offset.checked_add(size));
        let inside = leaf.more.is_some() || end.is_some_and(|end| end <= object.size);
        (usable && inside).then_some(id)
    }

    fn is_null(&self, leaf: &Leaf) -> bool {
        self.names.resolve(leaf.base).is_none()
    }

    fn leaf_address(&mut self, leaf: &Leaf) -> Value {
        let base = self.terms.constant(self.facts.pointer_bits, u128::from(leaf.base));
        let address = match leaf.more {
            Some(more) => self.terms.add(base, more),
            None => base,
        };
        Value::of_term(&self.terms, address)
    }

    /// What a value of several places is.
    pub(crate) fn load_guarded(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        places: &[Guarded],
        ty: Type,
    ) -> Exec<Value> {
        if let [only] = places {
            return self.load(st, thread, only.place, ty);
        }
        let bits = ty.bits(&self.program.target);
        let mut chosen: Option<TermId> = None;
        for guarded in places {
            let value = self.load(st, thread, guarded.place, ty)?;
            let value = self.defined_or_marked(st, thread, value, ty);
            let value = value.term(&mut self.terms, bits);
            chosen = Some(match chosen {
                None => value,
                Some(other) => self.terms.ite(guarded.guard, value, other),
            });
        }
        let chosen = chosen.expect("a choice has at least two places");
        Ok(Value::of_term(&self.terms, chosen))
    }

    /// Stores to several places, each if the pointer is there.
    pub(crate) fn store_guarded(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        places: &[Guarded],
        ty: Type,
        value: Value,
    ) -> Exec {
        if let [only] = places {
            self.publish(st, only.place.object, value);
            return self.store(st, thread, only.place, ty, value);
        }
        let bits = ty.bits(&self.program.target);
        let value = self.defined_or_marked(st, thread, value, ty);
        for guarded in places {
            self.publish(st, guarded.place.object, value);
            let new = value.term(&mut self.terms, bits);
            let old = self.load(st, thread, guarded.place, ty)?;
            let old = self.defined_or_marked(st, thread, old, ty).term(&mut self.terms, bits);
            let kept = self.terms.ite(guarded.guard, new, old);
            let kept = Value::of_term(&self.terms, kept);
            self.store(st, thread, guarded.place, ty, kept)?;
        }
        Ok(())
    }

    /// A function pointer that comes from what is not known is one of the program's functions that are called like this.
    pub(crate) fn assume_callable(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
        arguments: &[Type],
    ) -> Exec {
        let Value::Term(term) = pointer else { return Ok(()) };
        let Some(leaves) = self.leaves_here(st, term) else { return Ok(()) };
        let fits = |machine: &Self, leaf: &Leaf| {
            let (id, _) = machine.names.resolve(leaf.base)?;
            let &func: &FuncId = machine.facts.function_of_object.get(&id)?;
            let params = &machine.program.functions[func].params;
            let same = params.iter().map(|param| param.ty).eq(arguments.iter().copied());
            same.then_some(())
        };
        if !leaves.iter().any(|leaf| fits(self, leaf).is_some()) {
            return Ok(());
        }
        let mut other = self.terms.truth(false);
        for leaf in &leaves {
            if !self.is_null(leaf) && fits(self, leaf).is_none() {
                other = self.terms.or(other, leaf.guard);
            }
        }
        let one = self.terms.not(other);
        let one = Value::of_term(&self.terms, one);
        let loc = self.here(st, thread).loc;
        self.outbox.assumptions.insert((Assumed::KnownFunctions, loc));
        self.assume(st, thread, one)
    }

    /// What is freed was allocated: of the places that a pointer from what is not known may point to, only starts of memory that
    /// is no variable are left, if there are any.
    pub(crate) fn freed_pointer(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
    ) -> Exec<Value> {
        let Value::Term(term) = pointer else { return Ok(pointer) };
        let Some(leaves) = self.leaves_here(st, term) else { return Ok(pointer) };
        let allocated = |leaf: &Leaf| match self.names.resolve(leaf.base) {
            Some((id, 0)) if leaf.more.is_none() => st.memory.get(id).is_some_and(|object| {
                matches!(object.kind, ObjectKind::Heap | ObjectKind::Unknown)
            }),
            Some(_) => false,
            None => true,
        };
        let (allocated, other): (Vec<Leaf>, Vec<Leaf>) =
            leaves.iter().partition(|leaf| allocated(leaf));
        if !other.is_empty() && allocated.iter().any(|leaf| !self.is_null(leaf)) {
            let mut wrong = self.terms.truth(false);
            for leaf in &other {
                wrong = self.terms.or(wrong, leaf.guard);
            }
            let right = self.terms.not(wrong);
            let right = Value::of_term(&self.terms, right);
            let loc = self.here(st, thread).loc;
            self.outbox.assumptions.insert((Assumed::FreedWasAllocated, loc));
            self.assume(st, thread, right)?;
        }
        self.one_of(st, thread, pointer)
    }

    /// The leaves of a pointer that are possible here, if it is a choice of several.
    fn leaves_here(&mut self, st: &State, term: TermId) -> Option<Vec<Leaf>> {
        if st.unknowns.is_empty() || self.is_generalising() {
            return None;
        }
        let mut leaves = self.leaves(term, &mut FxHashMap::default())?;
        let known = leaves.iter().any(|leaf| self.names.resolve(leaf.base).is_some());
        if !known || leaves.len() < 2 {
            return None;
        }
        // Whether each is possible would be one question for each. That all but one are not is often so, and one question.
        let here = leaves.iter().position(|leaf| self.terms.eval_bool(leaf.guard, &st.model));
        if let Some(here) = here {
            let other = self.terms.not(leaves[here].guard);
            let only = self.solver.check(&mut self.terms, &st.path, &[other]);
            if matches!(only, Answer::Unsat(_)) {
                leaves = vec![leaves[here]];
            }
        }
        Some(leaves)
    }

    /// `None` if there are too many.
    pub(super) fn leaves(
        &mut self,
        term: TermId,
        known: &mut FxHashMap<TermId, Vec<Leaf>>,
    ) -> Option<Vec<Leaf>> {
        if let Some(found) = known.get(&term) {
            return Some(found.clone());
        }
        let found = match *self.terms.get(term) {
            Term::Ite { cond, then, otherwise } => {
                let mut merged = Vec::new();
                for leaf in self.leaves(then, known)? {
                    let guard = self.terms.and(cond, leaf.guard);
                    merged.push(Leaf { guard, ..leaf });
                }
                let not = self.terms.not(cond);
                for leaf in self.leaves(otherwise, known)? {
                    let guard = self.terms.and(not, leaf.guard);
                    self.merge(&mut merged, Leaf { guard, ..leaf });
                }
                merged
            }
            Term::Binary(BinaryOp::Add, a, b) => {
                let (left, right) = (self.leaves(a, known)?, self.leaves(b, known)?);
                let mut sums = Vec::new();
                for a in &left {
                    for b in &right {
                        let guard = self.terms.and(a.guard, b.guard);
                        if self.terms.as_u64(guard) == Some(0) {
                            continue;
                        }
                        let base = a.base.wrapping_add(b.base);
                        let base = crate::value::mask(self.facts.pointer_bits, base);
                        let more = match (a.more, b.more) {
                            (Some(a), Some(b)) => Some(self.terms.add(a, b)),
                            (more, None) | (None, more) => more,
                        };
                        self.merge(&mut sums, Leaf { guard, base, more });
                    }
                }
                sums
            }
            // Of the difference of two pointers into one object, nothing is left of where that lies.
            Term::Neg(of) => self.negative_leaves(term, of, 0, known)?,
            Term::Not(of) => self.negative_leaves(term, of, u64::MAX, known)?,
            _ => match self.constants(term) {
                Some(constants) => constants
                    .into_iter()
                    .map(|(guard, base)| Leaf { guard, base, more: None })
                    .collect(),
                None => {
                    vec![Leaf { guard: self.terms.truth(true), base: 0, more: Some(term) }]
                }
            },
        };
        if found.len() > MOST_LEAVES {
            return None;
        }
        known.insert(term, found.clone());
        Some(found)
    }

    /// The leaves of `plus - of`, which is `term`. A number that is no address is left whole.
    fn negative_leaves(
        &mut self,
        term: TermId,
        of: TermId,
        plus: u64,
        known: &mut FxHashMap<TermId, Vec<Leaf>>,
    ) -> Option<Vec<Leaf>> {
        let mut leaves = self.leaves(of, known)?;
        if !leaves.iter().any(|leaf| self.names.resolve(leaf.base).is_some()) {
            return Some(vec![Leaf { guard: self.terms.truth(true), base: 0, more: Some(term) }]);
        }
        for leaf in &mut leaves {
            let base = plus.wrapping_sub(leaf.base);
            leaf.base = crate::value::mask(self.facts.pointer_bits, base);
            leaf.more = leaf.more.map(|more| self.terms.neg(more));
        }
        Some(leaves)
    }

    /// The numbers a term can be, if it does nothing but choose among some. The simplifier takes choices of constants apart
    /// into those of their bits.
    fn constants(&mut self, term: TermId) -> Option<Vec<(TermId, u64)>> {
        let yes = self.terms.truth(true);
        if let Some(word) = self.terms.as_u64(term) {
            return Some(vec![(yes, word)]);
        }
        let width = self.terms.width(term);
        if width == 1 {
            let no = self.terms.not(term);
            return Some(vec![(term, 1), (no, 0)]);
        }
        let found = match *self.terms.get(term) {
            Term::Ite { cond, then, otherwise } => {
                let not = self.terms.not(cond);
                let mut found = Vec::new();
                for (side, condition) in [(then, cond), (otherwise, not)] {
                    for (guard, word) in self.constants(side)? {
                        found.push((self.terms.and(condition, guard), word));
                    }
                }
                found
            }
            Term::Binary(BinaryOp::Concat, high, low) if width <= 64 => {
                let shift = self.terms.width(low);
                let (above, below) = (self.constants(high)?, self.constants(low)?);
                let mut found = Vec::new();
                for &(upper, high) in &above {
                    for &(lower, low) in &below {
                        found.push((self.terms.and(upper, lower), high << shift | low));
                    }
                }
                found
            }
            Term::Not(of) if width <= 64 => {
                let found = self.constants(of)?.into_iter();
                found.map(|(guard, word)| (guard, crate::value::mask(width, !word))).collect()
            }
            Term::Neg(of) if width <= 64 => {
                let negative = |word: u64| crate::value::mask(width, word.wrapping_neg());
                let found = self.constants(of)?.into_iter();
                found.map(|(guard, word)| (guard, negative(word))).collect()
            }
            Term::ZExt { of, .. } if width <= 64 => self.constants(of)?,
            Term::SExt { of, .. } if width <= 64 => {
                let from = self.terms.width(of);
                let wide =
                    |word| crate::value::mask(width, crate::value::signed(from, word) as u64);
                let narrow = self.constants(of)?;
                narrow.into_iter().map(|(guard, word)| (guard, wide(word))).collect()
            }
            _ => return None,
        };
        let mut merged: Vec<(TermId, u64)> = Vec::new();
        for (guard, word) in found {
            if self.terms.as_u64(guard) == Some(0) {
                continue;
            }
            match merged.iter_mut().find(|(_, other)| *other == word) {
                Some((other, _)) => *other = self.terms.or(*other, guard),
                None => merged.push((guard, word)),
            }
        }
        (merged.len() <= MOST_LEAVES).then_some(merged)
    }

    /// Adds a leaf to others, of which one may be the same address.
    pub(super) fn merge(&mut self, leaves: &mut Vec<Leaf>, leaf: Leaf) {
        let same = |other: &&mut Leaf| (other.base, other.more) == (leaf.base, leaf.more);
        match leaves.iter_mut().find(same) {
            Some(other) => other.guard = self.terms.or(other.guard, leaf.guard),
            None => leaves.push(leaf),
        }
    }
}
