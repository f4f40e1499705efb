//! What a thread holds at a point of the program, relative to what it held when the function was entered (relative locksets: Voung, Jhala
//! and Lerner, "RELAY", 2007).
//!
//! A lock has a *name*: a place that stands for one object, or a distance from a value of the function at hand, which callers translate. Names in
//! `must` are held on every way to the point; names in `may` on some. Sections of the verifier are one lock that nobody else has.

use raddle_pointsto::{Offset, Place};

use crate::bits::Bits;
use crate::sync::{Family, Mode};
use crate::values::Value;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Name {
    /// In `must`, the place stands for one object.
    Place(Place),
    /// A distance from a value of the function.
    Rooted(Value, i64),
    /// The control of `pthread_once`: held for writing in its function, for reading ever after.
    Once(Place),
    /// An atomic section.
    Section,
}

/// A lock as an operand says it.
#[derive(Clone, Debug)]
pub(crate) struct LockRef {
    pub(crate) family: Family,
    /// All places it may be.
    pub(crate) places: Vec<Place>,
    /// The one object it is.
    pub(crate) definite: Option<Place>,
    pub(crate) rooted: Option<(Value, i64)>,
    /// The value it is rooted at is a parameter that stays what it is.
    pub(crate) by_parameter: bool,
}

impl LockRef {
    pub(crate) fn name(&self) -> Option<Name> {
        match (self.definite, self.rooted) {
            (Some(place), _) if self.family == Family::Once => Some(Name::Once(place)),
            (Some(place), _) => Some(Name::Place(place)),
            (None, Some((value, distance))) => Some(Name::Rooted(value, distance)),
            (None, None) => None,
        }
    }

    /// What it adds to the locks that may be held.
    pub(crate) fn may_names(&self) -> Vec<Name> {
        match self.name() {
            Some(name @ (Name::Place(_) | Name::Once(_))) => vec![name],
            Some(name) if self.by_parameter => vec![name],
            _ => self.places.iter().map(|&place| Name::Place(place)).collect(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Held {
    pub(crate) name: Name,
    pub(crate) mode: Mode,
    pub(crate) depth: u8,
}

/// Deeper is not counted.
const DEEPEST: u8 = 4;
/// More barriers passed are not counted.
pub(crate) const MANY: u8 = 3;

/// How often a barrier was passed, at least and at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Passed {
    pub(crate) barrier: Place,
    pub(crate) least: u8,
    pub(crate) most: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Sorted by name, as all lists here.
    pub(crate) must: Vec<Held>,
    pub(crate) may: Vec<Held>,
    /// Locks of the caller that may have been given back.
    pub(crate) released_may: Vec<Name>,
    /// Locks of the caller that were given back on every way.
    pub(crate) released_must: Vec<Name>,
    /// Threads that may run: created since, and not joined.
    pub(crate) live: Bits,
    /// Of these, the ones of which several may run.
    pub(crate) several: Bits,
    /// Threads of the caller that were joined: one of each, all of each.
    pub(crate) joined: Bits,
    pub(crate) joined_all: Bits,
    pub(crate) passed: Vec<Passed>,
    /// The one place, or object, that each parameter points to, as far as the caller tells.
    pub(crate) bound: Vec<Option<Place>>,
}

fn find(list: &[Held], name: Name) -> Result<usize, usize> {
    list.binary_search_by(|held| held.name.cmp(&name))
}

fn add(list: &mut Vec<Held>, name: Name, mode: Mode, depth: u8) {
    match find(list, name) {
        Ok(at) => {
            list[at].depth = (list[at].depth + depth).min(DEEPEST);
            list[at].mode = list[at].mode.max(mode);
        }
        Err(at) => list.insert(at, Held { name, mode, depth }),
    }
}

/// Takes one level away; `false` if there was none.
fn take(list: &mut Vec<Held>, name: Name) -> bool {
    let Ok(at) = find(list, name) else { return false };
    if list[at].depth > 1 {
        list[at].depth -= 1;
    } else {
        list.remove(at);
    }
    true
}

fn insert_name(list: &mut Vec<Name>, name: Name) {
    if let Err(at) = list.binary_search(&name) {
        list.insert(at, name);
    }
}

pub(crate) fn places_overlap(a: Place, b: Place) -> bool {
    a.object == b.object
        && (a.offset == b.offset || a.offset == Offset::Any || b.offset == Offset::Any)
}

impl State {
    pub(crate) fn must_hold(&self, name: Name) -> Option<Held> {
        find(&self.must, name).ok().map(|at| self.must[at])
    }

    /// The place that a distance from a parameter is, as far as the caller tells.
    pub(crate) fn place_of(&self, value: Value, distance: i64) -> Option<Place> {
        let place = (*self.bound.get(value.0 as usize)?)?;
        Some(place.moved(distance))
    }

    pub(crate) fn may_hold(&self, name: Name) -> Option<Held> {
        find(&self.may, name).ok().map(|at| self.may[at])
    }

    pub(crate) fn acquire(&mut self, lock: &LockRef, mode: Mode) {
        if let Some(name) = lock.name() {
            add(&mut self.must, name, mode, 1);
        }
        self.may_acquire(lock, mode);
    }

    pub(crate) fn may_acquire(&mut self, lock: &LockRef, mode: Mode) {
        for name in lock.may_names() {
            add(&mut self.may, name, mode, 1);
        }
    }

    /// A test of the result of a trylock says whether the lock is held.
    pub(crate) fn assume(&mut self, lock: &LockRef, mode: Mode, held: bool) {
        if held {
            if let Some(name) = lock.name()
                && self.must_hold(name).is_none()
            {
                add(&mut self.must, name, mode, 1);
            }
            for name in lock.may_names() {
                if self.may_hold(name).is_none() {
                    add(&mut self.may, name, mode, 1);
                }
            }
        } else if lock.name().is_some_and(|name| self.must_hold(name).is_none()) {
            for name in lock.may_names() {
                take(&mut self.may, name);
            }
        }
    }

    pub(crate) fn acquire_name(&mut self, name: Name, mode: Mode) {
        add(&mut self.must, name, mode, 1);
        add(&mut self.may, name, mode, 1);
    }

    pub(crate) fn add_must(&mut self, name: Name, mode: Mode) {
        add(&mut self.must, name, mode, 1);
    }

    pub(crate) fn add_may(&mut self, name: Name, mode: Mode, depth: u8) {
        add(&mut self.may, name, mode, depth);
    }

    pub(crate) fn release_name(&mut self, name: Name) {
        if !take(&mut self.must, name) {
            insert_name(&mut self.released_may, name);
        }
        if !take(&mut self.may, name) {
            insert_name(&mut self.released_must, name);
        }
    }

    /// After `pthread_once` the thread is behind what its function did.
    pub(crate) fn pass_once(&mut self, name: Name) {
        for list in [&mut self.must, &mut self.may] {
            if find(list, name).is_err() {
                add(list, name, Mode::Read, 1);
            }
        }
    }

    pub(crate) fn release(&mut self, lock: &LockRef) {
        match lock.name() {
            Some(name) if self.must_hold(name).is_some() => {
                take(&mut self.must, name);
                if lock.definite.is_none() {
                    self.drop_aliases(lock, Some(name));
                }
            }
            name => {
                self.drop_aliases(lock, None);
                let names = name.map_or_else(|| lock.may_names(), |name| vec![name]);
                names.into_iter().for_each(|name| insert_name(&mut self.released_may, name));
            }
        }
        for name in lock.may_names() {
            if !take(&mut self.may, name) && lock.name() == Some(name) {
                insert_name(&mut self.released_must, name);
            }
        }
        if lock.definite.is_none() && lock.by_parameter {
            for &place in &lock.places {
                take(&mut self.may, Name::Place(place));
            }
        }
    }

    /// Forgets names that may be the lock.
    fn drop_aliases(&mut self, lock: &LockRef, except: Option<Name>) {
        self.must.retain(|held| match held.name {
            name if except == Some(name) => true,
            Name::Place(held) => !lock.places.iter().any(|&place| places_overlap(place, held)),
            Name::Rooted(..) => except.is_some(),
            Name::Once(_) | Name::Section => true,
        });
    }

    /// Forgets what is named by a value that changes.
    pub(crate) fn forget(&mut self, values: &[Value]) {
        let stays = |name: Name| !matches!(name, Name::Rooted(value, _) if values.contains(&value));
        self.must.retain(|held| stays(held.name));
    }

    pub(crate) fn pass_barrier(&mut self, barrier: Place, least: u8, most: u8) {
        match self.passed.binary_search_by(|passed| passed.barrier.cmp(&barrier)) {
            Ok(at) => {
                let passed = &mut self.passed[at];
                passed.least = (passed.least + least).min(MANY);
                passed.most = (passed.most + most).min(MANY);
            }
            Err(at) => self.passed.insert(at, Passed { barrier, least, most }),
        }
    }

    /// Both ways lead here. `true` if that says less than before.
    pub(crate) fn join(&mut self, other: &State) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        self.must.retain_mut(|held| match other.must_hold(held.name) {
            Some(also) => {
                held.depth = held.depth.min(also.depth);
                held.mode = held.mode.min(also.mode);
                true
            }
            None => false,
        });
        for held in &other.may {
            match find(&self.may, held.name) {
                Ok(at) => {
                    self.may[at].depth = self.may[at].depth.max(held.depth);
                    self.may[at].mode = self.may[at].mode.max(held.mode);
                }
                Err(at) => self.may.insert(at, *held),
            }
        }
        other.released_may.iter().for_each(|&name| insert_name(&mut self.released_may, name));
        self.released_must.retain(|name| other.released_must.binary_search(name).is_ok());
        self.live.union(&other.live);
        self.several.union(&other.several);
        self.joined.intersect(&other.joined);
        self.joined_all.intersect(&other.joined_all);
        self.join_passed(other);
        for (index, place) in self.bound.iter_mut().enumerate() {
            *place = match (*place, other.bound.get(index).copied().flatten()) {
                (Some(one), Some(two)) if one == two => Some(one),
                (Some(one), Some(two)) if one.object == two.object => {
                    Some(Place { object: one.object, offset: Offset::Any })
                }
                _ => None,
            };
        }
        *self != before
    }

    fn join_passed(&mut self, other: &State) {
        let zero = |barrier| Passed { barrier, least: 0, most: 0 };
        for passed in &mut self.passed {
            let also = other.passed.iter().find(|also| also.barrier == passed.barrier);
            let also = also.copied().unwrap_or(zero(passed.barrier));
            passed.least = passed.least.min(also.least);
            passed.most = passed.most.max(also.most);
        }
        for also in &other.passed {
            if let Err(at) =
                self.passed.binary_search_by(|passed| passed.barrier.cmp(&also.barrier))
            {
                self.passed.insert(at, Passed { least: 0, ..*also });
            }
        }
    }
}

/// Whether two threads that have passed barriers so often can be here at the same time, as far as these barriers tell.
pub(crate) fn phases_meet(a: &[Passed], b: &[Passed], counts: &dyn Fn(Place) -> bool) -> bool {
    let apart = |one: &[Passed], other: &[Passed]| {
        one.iter().any(|passed| {
            let also = other.iter().find(|also| also.barrier == passed.barrier);
            let (least, most) = also.map_or((0, 0), |also| (also.least, also.most));
            counts(passed.barrier) && (passed.most < least || most < passed.least)
        })
    };
    !apart(a, b) && !apart(b, a)
}
