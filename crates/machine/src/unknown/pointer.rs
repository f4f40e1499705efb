//! Unknown pointers: what they may be, and which they are in a replay.
//!
//! While exploring, each place a pointer may point to has an input of its own: whether it is that one. The first that is true
//! counts; if none is, the pointer has an object of its own. So all inputs zero is a heap in which nothing is shared. What is
//! recorded for a replay is whether the pointer *is* at a place, under a name that tells all that is needed to build that
//! place again: a replay need not come to pointers in the same order, nor to all of them.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use raddle_expr::{Bits, TermId};
use raddle_ir::{DebugType, DebugTypeId, Entity, FuncId, GlobalId, Loc, Param, Type};
use raddle_pointsto::{Offset, Place};

use super::types::MOST_PLACES;
use super::{Tail, UnknownObject};
use crate::fault::{Assumed, Cut, CutKind};
use crate::machine::Machine;
use crate::mistakes::UnknownMistake;
use crate::names::{ObjectId, ObjectName};
use crate::object::{Fill, Object, ObjectKind};
use crate::state::State;
use crate::surroundings::{Extent, Limit, Surroundings};
use crate::value::Value;

/// Something a pointer may point to.
#[derive(Clone, Debug)]
enum Target {
    /// Memory that was there before the start, by the path of the pointer it was made for.
    Unknown {
        path: Rc<str>,
        ty: Option<DebugTypeId>,
        offset: u64,
    },
    Global {
        id: GlobalId,
        offset: u64,
    },
    Function(FuncId),
}

/// Kinds of structs that something may be a member of, besides standing on its own.
const MOST_CONTAINERS: usize = 4;
/// Places a pointer may point to.
const MOST_TARGETS: usize = 256;

impl Machine<'_> {
    /// A pointer that comes from what is not known, to something of this type, or of none that is known.
    pub(crate) fn unknown_pointer(
        &mut self,
        st: &mut State,
        path: &str,
        pointee: Option<DebugTypeId>,
        limit: &Limit,
    ) -> Value {
        if st.unknowns.is_behind_chain(path) {
            self.note_unknown(st, null_key(path), "_Bool", 1, Value::Word(1), true);
            return Value::Word(0);
        }
        let pointee = pointee.map(|ty| self.of_known_length(ty));
        if self.given.inputs.is_some() {
            return self.given_pointer(st, path, pointee, limit);
        }
        let (targets, complete) = self.targets(st, path, pointee, limit);
        self.count_aliases(st, pointee, &targets);
        let own = self.own_target(path, pointee);
        let own = match self.may_be_nameless(limit) {
            true => Some(self.own_address(st, path, &own, limit)),
            false => None,
        };
        let mut choices = Vec::new();
        for (nth, target) in targets.iter().take(MOST_TARGETS).enumerate() {
            let name = target_key(path, target);
            // Without an object of its own, the last one is what is left.
            let rest = own.is_none() && nth + 1 == targets.len();
            let chosen = match rest {
                true => self.terms.truth(true),
                false => self.input_named(&name, 1).term(&mut self.terms, 1),
            };
            let chosen = self.if_there(st, path, target, chosen);
            choices.push((name, chosen, self.target_address(st, path, target)));
        }
        if targets.len() > MOST_TARGETS || !complete {
            let message = format!("`{path}` may point to more places than are looked at");
            self.outbox.cuts.push(Cut {
                kind: CutKind::FanOut,
                message,
                loc: Loc::NONE,
                func: None,
            });
        }
        let null = self.input_named(&null_key(path), 1).term(&mut self.terms, 1);
        let zero = self.terms.constant(self.facts.pointer_bits, 0);
        let mut value = own.unwrap_or(zero);
        for &(_, chosen, address) in choices.iter().rev() {
            value = self.terms.ite(chosen, address, value);
        }
        let value = self.terms.ite(null, zero, value);
        // What counts is which place it is, not which of several inputs says so.
        self.note_unknown(st, null_key(path), "_Bool", 1, Value::Term(null), true);
        let mut before = null;
        for (name, chosen, _) in choices {
            let not_before = self.terms.not(before);
            let is = self.terms.and(not_before, chosen);
            before = self.terms.or(before, chosen);
            let is = Value::of_term(&self.terms, is);
            self.note_unknown(st, name, "_Bool", 1, is, true);
        }
        Value::of_term(&self.terms, value)
    }

    /// What types and the pointer analysis leave of what a pointer to data might point to.
    fn count_aliases(&mut self, st: &State, pointee: Option<DebugTypeId>, targets: &[Target]) {
        self.counters.aliases += targets.len() as u64;
        if self.is_function_type(pointee) {
            return;
        }
        // Targets in one object stand together.
        let object = |target: &Target| match target {
            Target::Unknown { path, .. } => (Some(path.clone()), None),
            Target::Global { id, .. } => (None, Some(*id)),
            Target::Function(_) => (None, None),
        };
        let mut shared: Vec<_> = targets.iter().map(object).collect();
        shared.dedup();
        let variables = self.program.globals.values();
        let variables = variables.filter(|global| !global.constant && global.init.is_some());
        self.counters.shared_objects += shared.len() as u64;
        self.counters.all_objects += (variables.count() + st.unknowns.objects().len()) as u64;
    }

    /// Which pointer parameters to look at first: those that point to structs, so that others may point into these.
    pub(crate) fn order_of_pointers(&self, params: &[Param], names: &[String]) -> Vec<usize> {
        let pointers = params.iter().enumerate().filter(|(_, param)| param.ty == Type::Ptr);
        let mut order: Vec<usize> = pointers.map(|(index, _)| index).collect();
        order.sort_by_key(|&index| {
            let ty = params[index].debug_type.and_then(|ty| self.pointee(ty));
            // What others alias is as long as a precondition allows.
            let is_sized =
                names.get(index).is_some_and(|name| self.config.sized.contains(name, None));
            let size = ty.and_then(|ty| self.type_size(ty)).unwrap_or(0);
            let is_struct = ty.is_some_and(|ty| self.is_struct(ty));
            std::cmp::Reverse((is_struct, size, is_sized))
        });
        order
    }

    /// The argument of a function that is checked on its own.
    pub(crate) fn unknown_argument(
        &mut self,
        st: &mut State,
        name: &str,
        ty: Option<DebugTypeId>,
        limit: &Limit,
    ) -> Value {
        match ty.map(|ty| &self.program.types[self.resolved(ty)]) {
            Some(DebugType::Pointer { to, .. }) => self.unknown_pointer(st, name, *to, limit),
            Some(DebugType::Struct { .. } | DebugType::Array { .. }) => {
                self.unknown_value_of(st, name, ty)
            }
            _ => self.unknown_pointer(st, name, None, limit),
        }
    }

    /// Memory that a pointer certainly points to, and that nothing else knows: a struct that is passed by value.
    pub(crate) fn unknown_value_of(
        &mut self,
        st: &mut State,
        path: &str,
        ty: Option<DebugTypeId>,
    ) -> Value {
        let Some(id) = self.unknown_object(st, path, ty) else { return Value::Word(0) };
        if let Some(object) = st.unknowns.get_mut(id) {
            object.private = true;
        }
        Value::Word(self.names.base(id))
    }

    /// The pointer as the given inputs say.
    fn given_pointer(
        &mut self,
        st: &mut State,
        path: &str,
        pointee: Option<DebugTypeId>,
        limit: &Limit,
    ) -> Value {
        let holds = |machine: &Self, name: &str| {
            let given = machine.given.inputs.as_ref();
            given.and_then(|given| given.get(name)).is_some_and(|bits| bits.to_u64() == Some(1))
        };
        let mut target = self.own_target(path, pointee);
        let prefix = format!("{path} is ");
        let chosen = self.given.inputs.iter().flatten().find_map(|(name, bits)| {
            let text = name.strip_prefix(&prefix).filter(|_| bits.to_u64() == Some(1))?;
            parse_target(text)
        });
        if let Some(chosen) = chosen.filter(|chosen| self.exists(chosen)) {
            target = chosen;
        }
        let own = self.own_target(path, pointee);
        let nameless = self.may_be_nameless(limit);
        let mut address = self.terms.constant(self.facts.pointer_bits, 0);
        if nameless {
            address = self.own_address(st, path, &own, limit);
        }
        if !matches!(&target, Target::Unknown { path: own, .. } if **own == *path) {
            address = self.target_address(st, path, &target);
        }
        if holds(self, &null_key(path)) {
            return Value::Word(0);
        }
        Value::of_term(&self.terms, address)
    }

    /// Whether a pointer may point to memory without a name.
    fn may_be_nameless(&self, limit: &Limit) -> bool {
        match (&self.config.surroundings, limit) {
            (Some(surroundings), Some(places)) => {
                places.iter().any(|place| surroundings.is_nameless(place.object))
            }
            _ => true,
        }
    }

    /// Where a pointer points that has an object of its own. Where a run starts in the middle, that is as large as it was made, and
    /// the pointer is wherever in it the pointer analysis says.
    fn own_address(&mut self, st: &mut State, path: &str, own: &Target, limit: &Limit) -> TermId {
        let (Some(surroundings), Target::Unknown { ty, .. }) =
            (self.config.surroundings.clone(), own)
        else {
            return self.target_address(st, path, own);
        };
        // Of a library, callers are known as little as those of a function that is checked alone.
        if surroundings.points_to.is_none() {
            return self.target_address(st, path, own);
        }
        let origins = surroundings.nameless(limit);
        let element = ty.and_then(|ty| self.type_size(ty)).unwrap_or(1).max(1);
        let elements = match surroundings.extent(self.program, &origins) {
            Extent::Known(bytes) if ty.is_none() => Elements::Bytes(bytes.clamp(1, 1 << 20)),
            Extent::Known(bytes) if bytes < 2 * element => Elements::One,
            Extent::Known(bytes) => Elements::Known((bytes / element).min(1 << 16)),
            Extent::Unknown => Elements::Unknown,
        };
        if elements == Elements::Unknown {
            self.outbox.assumptions.insert((Assumed::BoundedArrays, Loc::NONE));
        }
        let at_start = origins
            .as_ref()
            .is_some_and(|places| places.iter().all(|place| place.offset == Offset::At(0)));
        let origins = origins.map(|places| begins_at(&places, at_start, elements));
        let Some(id) = self.unknown_object_of(st, path, *ty, elements, origins) else {
            return self.terms.constant(self.facts.pointer_bits, 0);
        };
        let start = self.names.base(id);
        if let Elements::Bytes(bytes) = elements {
            return self.address_in_bytes(st, path, start, bytes, limit);
        }
        let count = st.unknowns.get(id).map_or(Value::Word(1), |object| object.count);
        if at_start || count == Value::Word(1) {
            return self.terms.constant(self.facts.pointer_bits, u128::from(start));
        }
        let count = count.term(&mut self.terms, self.facts.pointer_bits);
        self.element_address(st, path, path, start, count, element)
    }

    /// A place in memory of no known type: one of those that the pointer analysis knows, or any if it knows none.
    fn address_in_bytes(
        &mut self,
        st: &mut State,
        path: &str,
        start: u64,
        bytes: u64,
        limit: &Limit,
    ) -> TermId {
        let width = self.facts.pointer_bits;
        let surroundings = self.config.surroundings.clone();
        let places = limit.iter().flat_map(|places| places.iter());
        let places = places.filter(|place| {
            surroundings.as_ref().is_none_or(|around| around.is_nameless(place.object))
        });
        let offsets: Option<BTreeSet<u64>> = places
            .map(|place| match place.offset {
                Offset::At(at) => Some(at),
                Offset::Any => None,
            })
            .collect();
        let offsets: Vec<u64> = offsets.into_iter().flatten().collect();
        let Some((&last, others)) = offsets.split_last() else {
            let count = self.terms.constant(width, u128::from(bytes));
            return self.element_address(st, path, path, start, count, 1);
        };
        let mut address = self.terms.constant(width, u128::from(start + last));
        if others.is_empty() {
            return address;
        }
        let name = own_index_key(path);
        let index = self.input_named(&name, 16);
        self.note_unknown(st, name, "unsigned short", 16, index, true);
        let index = index.term(&mut self.terms, 16);
        for (nth, offset) in others.iter().enumerate() {
            let nth = self.terms.constant(16, nth as u128);
            let is = self.terms.eq(index, nth);
            let here = self.terms.constant(width, u128::from(start + offset));
            address = self.terms.ite(is, here, address);
        }
        address
    }

    /// How many elements memory has in the run that is replayed. An input that was larger than the limit stood for it.
    fn given_elements(&self, path: &str, elements: Elements) -> Option<Elements> {
        let given = self.given.inputs.as_ref()?;
        if given.get(&empty_key(path)).is_some_and(|bits| bits.to_u64() == Some(1)) {
            return Some(Elements::Known(0));
        }
        let count = given.get(&elements_key(path))?.to_u64()? + 1;
        Some(Elements::Known(match elements {
            Elements::Unknown => count.min(self.config.array_limit.max(1)),
            Elements::One | Elements::Behind | Elements::Bytes(_) | Elements::Known(_) => count,
        }))
    }

    /// Inputs of another program may name what this one does not have.
    fn exists(&self, target: &Target) -> bool {
        match target {
            Target::Unknown { ty, .. } => ty.is_none_or(|ty| self.program.types.contains(ty)),
            Target::Global { id, .. } => self.program.globals.contains(*id),
            Target::Function(func) => self.program.functions.contains(*func),
        }
    }

    fn own_target(&self, path: &str, pointee: Option<DebugTypeId>) -> Target {
        Target::Unknown { path: Rc::from(path), ty: pointee, offset: 0 }
    }

    /// All that a pointer may point to but an object of its own, by what was met and by types; and whether that is all.
    fn targets(
        &self,
        st: &State,
        path: &str,
        pointee: Option<DebugTypeId>,
        limit: &Limit,
    ) -> (Vec<Target>, bool) {
        let surroundings = self.config.surroundings.as_deref();
        let limit = surroundings.and_then(|surroundings| Some((surroundings, limit.as_ref()?)));
        if self.is_function_type(pointee) {
            let functions = match limit {
                None => self.outside().functions.clone(),
                Some((surroundings, places)) => functions_in(surroundings, places),
            };
            return (functions.into_iter().map(Target::Function).collect(), true);
        }
        let mut complete = true;
        let mut targets = Vec::new();
        if self.config.unknown_mistake != Some(UnknownMistake::AliasDropped) {
            let apart = |object: &&UnknownObject| {
                &*object.path != path
                    && !object.private
                    && !object.variable
                    // Code is no data.
                    && !self.is_function_type(object.ty)
                    && !st.unknowns.is_before_in_chain(&object.path, path)
            };
            for object in st.unknowns.objects().iter().filter(apart) {
                let target =
                    |offset| Target::Unknown { path: object.path.clone(), ty: object.ty, offset };
                let mut places = self.offsets(object.ty, pointee);
                if let (Some((_, limit)), Some(origins)) = (limit, &object.origins) {
                    let every = (object.count != Value::Word(1)).then_some(object.element);
                    if pointee.is_none() {
                        places = offsets_in(origins, limit, object.element);
                    }
                    places.retain(|&offset| may_be_at(origins, limit, offset, every));
                }
                if let (Some(tail), Some(wanted)) = (&object.tail, pointee) {
                    let inner = self.places_of(tail.ty, wanted).into_iter();
                    places.extend(inner.map(|offset| tail.offset + offset));
                }
                complete &= places.len() <= MOST_PLACES;
                targets.extend(places.into_iter().map(target));
            }
        }
        for (id, global) in self.program.globals.iter() {
            let usable = !global.thread_local && global.init.is_some();
            let (element, count) = self.elements_of(global.ty);
            let mut places = match limit {
                None if global.ty.is_none() => continue,
                // Of constants, only structs are met as others' memory is: tables of functions, descriptions.
                None if global.constant && !pointee.is_some_and(|ty| self.is_struct(ty)) => {
                    continue;
                }
                None if !self.is_users_global(id) || !self.is_known_outside(id) => continue,
                _ if !usable => continue,
                _ => self.offsets(element, pointee),
            };
            if let Some((surroundings, limit)) = limit {
                let Some(beginning) = surroundings.beginning_of(id) else { continue };
                let size = element.and_then(|element| self.type_size(element));
                let size = size.filter(|&size| size > 0).unwrap_or(global.size.max(1));
                // The pointer analysis knows of casts, types do not.
                if places.is_empty() || pointee.is_none() {
                    places = offsets_in(&[beginning], limit, size);
                }
                let every = (count > 1).then_some(size);
                places.retain(|&offset| may_be_at(&[beginning], limit, offset, every));
            }
            complete &= places.len() <= MOST_PLACES;
            targets.extend(places.into_iter().map(|offset| Target::Global { id, offset }));
        }
        // What leads to functions only is one, whatever is known of its type.
        if let (Some((surroundings, places)), None) = (limit, pointee) {
            let functions = functions_in(surroundings, places);
            if functions.len() == places.len() {
                targets.extend(functions.into_iter().map(Target::Function));
            }
        }
        let Some(wanted) = pointee.filter(|&ty| self.is_struct(ty)) else {
            return (targets, complete);
        };
        if limit.is_some_and(|(surroundings, places)| {
            !places.iter().any(|place| surroundings.is_nameless(place.object))
        }) {
            return (targets, complete);
        }
        let containers = self.containers_of(wanted);
        complete &= containers.len() <= MOST_CONTAINERS;
        for container in containers.into_iter().take(MOST_CONTAINERS) {
            let path: Rc<str> = Rc::from(format!("({path} in {})", self.type_text(container)));
            let size = self.type_size(container).unwrap_or(1).max(1);
            // As far into one of several of its kind as the pointer analysis says.
            let may_be = |offset: &u64| {
                limit.is_none_or(|(surroundings, limit)| {
                    limit.iter().any(|place| {
                        let start = Place { offset: Offset::At(0), ..*place };
                        surroundings.is_nameless(place.object)
                            && may_be_at(&[start], &[*place], *offset, Some(size))
                    })
                })
            };
            let places = self.places_of(container, wanted).into_iter().filter(may_be);
            targets.extend(places.map(|offset| Target::Unknown {
                path: path.clone(),
                ty: Some(container),
                offset,
            }));
        }
        (targets, complete)
    }

    /// Where in something of one type a pointer to another may point. A pointer to nothing that is known may point to
    /// the start of anything.
    pub(super) fn offsets(
        &self,
        within: Option<DebugTypeId>,
        wanted: Option<DebugTypeId>,
    ) -> Vec<u64> {
        match (within, wanted) {
            (Some(within), Some(wanted)) => self.places_of(within, wanted),
            (_, None) | (None, _) => vec![0],
        }
    }

    /// What an array is made of, and how many; anything else is one of its kind.
    pub(super) fn elements_of(&self, ty: Option<DebugTypeId>) -> (Option<DebugTypeId>, u64) {
        match ty.map(|ty| &self.program.types[self.resolved(ty)]) {
            Some(DebugType::Array { element, count: Some(count) }) if *count <= 1 << 16 => {
                (Some(*element), *count)
            }
            _ => (ty, 1),
        }
    }

    fn is_users_global(&self, id: GlobalId) -> bool {
        let loc = self.program.globals[id].loc;
        loc.get().is_some_and(|place| self.facts.user_files[place.file])
    }

    /// The address of a target, which is made if need be.
    fn target_address(&mut self, st: &mut State, from: &str, target: &Target) -> TermId {
        let address = match target {
            Target::Unknown { path, ty, offset } => {
                let Some(id) = self.unknown_object(st, path, *ty) else {
                    return self.terms.constant(self.facts.pointer_bits, 0);
                };
                let start = self.names.base(id) + offset;
                if let Some(tail) = self.tail_at(st, id, *offset) {
                    let count = tail.count.term(&mut self.terms, self.facts.pointer_bits);
                    return self.element_address(st, from, path, start, count, tail.element);
                }
                // Of two arrays that overlap, either may begin first: so the first may begin within its object, too.
                let at_start = &**path == from && self.is_only_array(*ty);
                let several = st.unknowns.get(id).is_some_and(|object| object.several);
                match st.unknowns.get(id).map(|object| (object.count, object.element)) {
                    Some((Value::Term(count), element)) if !at_start => {
                        return self.element_address(st, from, path, start, count, element);
                    }
                    // Behind the last element is a place also where there is one.
                    Some((Value::Word(count), element))
                        if !at_start && (count > 1 || several && self.may_be_behind(from)) =>
                    {
                        let count = self.terms.constant(self.facts.pointer_bits, u128::from(count));
                        return self.element_address(st, from, path, start, count, element);
                    }
                    _ => start,
                }
            }
            Target::Global { id, offset } => {
                let start = self.address_of_global(*id).map_or(0, |base| base + offset);
                let (element, count) = self.elements_of(self.program.globals[*id].ty);
                let size = element.and_then(|element| self.type_size(element)).unwrap_or(0);
                if count > 1 {
                    let name = self.program.globals[*id].name.clone();
                    let count = self.terms.constant(self.facts.pointer_bits, u128::from(count));
                    return self.element_address(st, from, &name, start, count, size);
                }
                start
            }
            Target::Function(func) => self.function_address(*func),
        };
        self.terms.constant(self.facts.pointer_bits, u128::from(address))
    }

    /// The tail that an offset lies in.
    fn tail_at(&self, st: &State, id: ObjectId, offset: u64) -> Option<Tail> {
        let tail = st.unknowns.get(id)?.tail.as_ref()?;
        (tail.offset <= offset).then(|| tail.clone())
    }

    /// A condition, and that there is an element if a target lies in a tail, or in an array that may have none. What may have none itself is also where another such array
    /// would begin.
    fn if_there(&mut self, st: &mut State, from: &str, target: &Target, holds: TermId) -> TermId {
        let Target::Unknown { path, ty, offset } = target else { return holds };
        let Some(id) = self.unknown_object(st, path, *ty) else { return holds };
        let count = match self.tail_at(st, id, *offset) {
            Some(tail) => tail.count,
            None if !self.may_be_empty(path) => return holds,
            None if self.may_be_empty(from) || self.may_be_behind(from) => return holds,
            None => st.unknowns.get(id).map_or(Value::Word(1), |object| object.count),
        };
        let count = count.term(&mut self.terms, self.facts.pointer_bits);
        let none = self.terms.constant(self.facts.pointer_bits, 0);
        let some = self.terms.ult(none, count);
        self.terms.and(holds, some)
    }

    /// Whether a pointer may lead behind the last element of an array.
    fn may_be_behind(&self, path: &str) -> bool {
        self.config.sized.may_be_behind(path, self.config.unknown_mistake)
    }

    /// In the run that is replayed: a pointer that leads to the memory that was made for this one, and how many elements behind its beginning. The pointer itself may lead elsewhere.
    pub(crate) fn pointer_there(&self, path: &str) -> (String, u64) {
        let own = || (path.to_owned(), self.given_number(&index_key(path, path)));
        let Some(given) = &self.given.inputs else { return own() };
        let holds = |bits: &Bits| bits.to_u64() == Some(1);
        let elsewhere = format!("{path} is ");
        let is_elsewhere = given.iter().any(|(name, bits)| {
            holds(bits)
                && name.starts_with(&elsewhere)
                && (name.contains('|') || *name == null_key(path))
        });
        if !is_elsewhere {
            return own();
        }
        let here = format!(" is {path}|");
        let others = given.iter().filter(|&(name, bits)| holds(bits) && name.ends_with("|0"));
        let others = others.filter_map(|(name, _)| name.find(&here).map(|end| &name[..end]));
        match others.min_by_key(|other| (other.len(), *other)) {
            Some(other) => (other.to_owned(), self.given_number(&index_key(other, path))),
            None => own(),
        }
    }

    fn given_number(&self, name: &str) -> u64 {
        let given = self.given.inputs.as_ref().and_then(|given| given.get(name));
        given.and_then(|bits| bits.to_u64()).unwrap_or(0)
    }

    /// Whether a pointer may lead to an array without elements.
    fn may_be_empty(&self, path: &str) -> bool {
        self.config.sized.may_be_empty(path, self.config.unknown_mistake)
    }

    /// A place in any element of an array, or behind them if a precondition compares the pointer with others.
    fn element_address(
        &mut self,
        st: &mut State,
        from: &str,
        path: &str,
        start: u64,
        count: TermId,
        element: u64,
    ) -> TermId {
        let width = self.facts.pointer_bits;
        let name = index_key(from, path);
        let index = self.input_named(&name, 16);
        self.note_unknown(st, name, "unsigned short", 16, index, true);
        let index = index.term(&mut self.terms, 16);
        let index = self.terms.zext(index, width);
        let exists = match self.may_be_behind(from) {
            true => self.terms.ule(index, count),
            false => self.terms.ult(index, count),
        };
        let zero = self.terms.constant(width, 0);
        let index = self.terms.ite(exists, index, zero);
        let element = self.terms.constant(width, u128::from(element));
        let offset = self.terms.mul(index, element);
        let start = self.terms.constant(width, u128::from(start));
        self.terms.add(start, offset)
    }

    /// The object that a pointer has of its own. `None`, and a cut, if the address space has no room for it.
    fn unknown_object(
        &mut self,
        st: &mut State,
        path: &str,
        ty: Option<DebugTypeId>,
    ) -> Option<ObjectId> {
        let tail = ty.and_then(|ty| self.tail_of(ty));
        let tail = tail.map(|tail| format!("{path}->{}", tail.name));
        let mistake = self.config.unknown_mistake;
        let sized = |path: &str| self.config.sized.contains(path, mistake);
        let extent = match sized(path) || tail.as_deref().is_some_and(sized) {
            true if tail.is_some() => Elements::Behind,
            true => Elements::Unknown,
            false => Elements::One,
        };
        self.unknown_object_of(st, path, ty, extent, None)
    }

    /// The same with so many elements, of which the pointer analysis says so much.
    fn unknown_object_of(
        &mut self,
        st: &mut State,
        path: &str,
        ty: Option<DebugTypeId>,
        elements: Elements,
        origins: Limit,
    ) -> Option<ObjectId> {
        let elements = self.given_elements(path, elements).unwrap_or(elements);
        let element = match elements {
            Elements::Bytes(bytes) => bytes,
            _ => ty.and_then(|ty| self.type_size(ty)).unwrap_or(1).max(1),
        };
        let most = match elements {
            Elements::One | Elements::Behind | Elements::Bytes(_) => 1,
            Elements::Known(count) => count,
            Elements::Unknown => self.config.array_limit,
        };
        let mut tail = ty.filter(|_| elements == Elements::Behind).and_then(|ty| self.tail_of(ty));
        let behind = tail.as_ref().map_or(0, |tail| tail.element);
        let behind = behind.saturating_mul(self.config.array_limit);
        let capacity = element.saturating_mul(most).saturating_add(behind);
        let number = ty.map_or(0, |ty| ty.index() as u32 + 1);
        let name = ObjectName::Unknown { path: path.into(), ty: number };
        let Some(id) = self.names.object(name, capacity) else {
            let message = format!(
                "what `{path}` points to ({capacity} bytes) does not fit the address space"
            );
            self.outbox.cuts.push(Cut {
                kind: CutKind::TooLarge,
                message,
                loc: Loc::NONE,
                func: None,
            });
            return None;
        };
        if st.memory.get(id).is_some() {
            return Some(id);
        }
        let mut object = Object::new(id, capacity, ObjectKind::Unknown, Fill::Undefined, Loc::NONE);
        object.shared = true;
        let mut count = Value::Word(1);
        if let Elements::Known(known) = elements {
            count = Value::Word(known);
            let less = Value::Word(known.saturating_sub(1));
            self.note_unknown(st, elements_key(path), "unsigned short", 16, less, true);
            let none = Value::Word(u64::from(known == 0));
            self.note_unknown(st, empty_key(path), "_Bool", 1, none, true);
        }
        if elements == Elements::Unknown {
            count = self.unknown_count(st, path);
            let count = count.term(&mut self.terms, self.facts.pointer_bits);
            let element = self.terms.constant(self.facts.pointer_bits, u128::from(element));
            let length = self.terms.mul(count, element);
            object.length = Some(Value::of_term(&self.terms, length));
        }
        if let Some(tail) = &mut tail {
            tail.count = self.tail_count(st, path);
            let width = self.facts.pointer_bits;
            let count = tail.count.term(&mut self.terms, width);
            let each = self.terms.constant(width, u128::from(tail.element));
            let behind = self.terms.mul(count, each);
            let head = self.terms.constant(width, u128::from(element));
            let length = self.terms.add(head, behind);
            object.length = Some(Value::of_term(&self.terms, length));
        }
        st.memory.insert(object);
        let path = Rc::from(path);
        let (made, parts) = (Vec::new(), Vec::new());
        let (private, variable) = (false, false);
        let several = matches!(elements, Elements::Known(_) | Elements::Unknown);
        st.unknowns.push(UnknownObject {
            id,
            path,
            ty,
            element,
            count,
            several,
            tail,
            private,
            variable,
            origins,
            made,
            parts,
        });
        Some(id)
    }

    /// A number of elements of a tail, up to the limit.
    fn tail_count(&mut self, st: &mut State, path: &str) -> Value {
        let name = format!("elements behind {path}");
        let count = self.unknown_number(st, name, self.config.array_limit);
        Value::of_term(&self.terms, count)
    }

    /// An input that is not larger than a limit.
    fn unknown_number(&mut self, st: &mut State, name: String, limit: u64) -> TermId {
        let width = self.facts.pointer_bits;
        let number = self.input_named(&name, 16);
        self.note_unknown(st, name, "unsigned short", 16, number, true);
        let number = number.term(&mut self.terms, 16);
        let number = self.terms.zext(number, width);
        let limit = self.terms.constant(width, u128::from(limit));
        let fits = self.terms.ule(number, limit);
        self.terms.ite(fits, number, limit)
    }

    /// A number of elements from one to the limit, or none if a precondition speaks of the size.
    fn unknown_count(&mut self, st: &mut State, path: &str) -> Value {
        let limit = self.config.array_limit.max(1) - 1;
        let more = self.unknown_number(st, elements_key(path), limit);
        let one = self.terms.constant(self.facts.pointer_bits, 1);
        let mut count = self.terms.add(more, one);
        if self.may_be_empty(path) {
            let empty = self.input_named(&empty_key(path), 1);
            self.note_unknown(st, empty_key(path), "_Bool", 1, empty, true);
            let empty = empty.term(&mut self.terms, 1);
            let none = self.terms.constant(self.facts.pointer_bits, 0);
            count = self.terms.ite(empty, none, count);
        }
        Value::of_term(&self.terms, count)
    }
}

/// How many elements memory has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    One,
    Known(u64),
    /// One of so many bytes, of which no type is known.
    Bytes(u64),
    /// From one to a limit, or from none where that is possible.
    Unknown,
    /// One, and behind it elements of a flexible array member, up to a limit.
    Behind,
}

pub(super) fn elements_key(path: &str) -> String {
    format!("elements of {path}, less one")
}

/// Where memory begins that a pointer to these places points into. The pointer is at the start of it, unless the memory is as long as what was allocated, or has an
/// unknown length and begins anywhere before the pointer.
fn begins_at(places: &[Place], at_start: bool, elements: Elements) -> Arc<[Place]> {
    let begins = |place: &Place| match elements {
        _ if at_start => *place,
        Elements::One | Elements::Behind => *place,
        Elements::Known(_) | Elements::Bytes(_) => Place { offset: Offset::At(0), ..*place },
        Elements::Unknown => Place { offset: Offset::Any, ..*place },
    };
    let mut begins: Vec<Place> = places.iter().map(begins).collect();
    begins.dedup();
    Arc::from(begins)
}

/// Whether a pointer to one of the places of a limit may point so far into memory that begins at one of `origins`, or as far into another of its elements.
fn may_be_at(origins: &[Place], limit: &[Place], offset: u64, every: Option<u64>) -> bool {
    let matches = |origin: &Place, place: &Place| match (origin.offset, place.offset) {
        _ if origin.object != place.object => false,
        (Offset::At(begin), Offset::At(at)) => match at.checked_sub(begin.saturating_add(offset)) {
            Some(0) => true,
            Some(distance) => every.is_some_and(|every| distance % every == 0),
            None => false,
        },
        (Offset::Any, _) | (_, Offset::Any) => true,
    };
    origins.iter().any(|origin| limit.iter().any(|place| matches(origin, place)))
}

/// How far into elements of memory that begins at one of `origins` pointers to the places of a limit point, by the pointer analysis alone.
fn offsets_in(origins: &[Place], limit: &[Place], element: u64) -> Vec<u64> {
    let mut offsets: Vec<u64> = Vec::new();
    for origin in origins {
        for place in limit.iter().filter(|place| place.object == origin.object) {
            offsets.push(match (origin.offset, place.offset) {
                (Offset::At(begin), Offset::At(at)) => match at.checked_sub(begin) {
                    Some(distance) => distance % element,
                    None => continue,
                },
                (Offset::Any, _) | (_, Offset::Any) => 0,
            });
        }
    }
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

fn functions_in(surroundings: &Surroundings, places: &[Place]) -> Vec<FuncId> {
    let Some(points_to) = &surroundings.points_to else { return Vec::new() };
    let functions = places.iter().filter_map(|place| match points_to.object(place.object) {
        raddle_pointsto::Object::Function(func) => Some(func),
        _ => None,
    });
    let mut functions: Vec<FuncId> = functions.collect();
    functions.sort_unstable();
    functions.dedup();
    functions
}

/// How many elements behind the first one of some memory a pointer leads.
fn index_key(from: &str, path: &str) -> String {
    format!("{from} is behind {path}")
}

/// The same for the memory that was made for the pointer.
fn own_index_key(path: &str) -> String {
    index_key(path, path)
}

fn empty_key(path: &str) -> String {
    format!("{path} has no elements")
}

fn null_key(path: &str) -> String {
    format!("{path} is null")
}

fn target_key(path: &str, target: &Target) -> String {
    match target {
        Target::Unknown { path: to, ty, offset } => {
            let ty = ty.map_or(0, |ty| ty.index() + 1);
            format!("{path} is {to}|{ty}|{offset}")
        }
        Target::Global { id, offset } => format!("{path} is global|{}|{offset}", id.index()),
        Target::Function(func) => format!("{path} is function|{}|0", func.index()),
    }
}

fn parse_target(text: &str) -> Option<Target> {
    let mut parts = text.rsplitn(3, '|');
    let offset: u64 = parts.next()?.parse().ok()?;
    let number: usize = parts.next()?.parse().ok()?;
    Some(match parts.next()? {
        "global" => Target::Global { id: GlobalId::new(number), offset },
        "function" => Target::Function(FuncId::new(number)),
        path => {
            let ty = number.checked_sub(1).map(DebugTypeId::new);
            Target::Unknown { path: Rc::from(path), ty, offset }
        }
    })
}
