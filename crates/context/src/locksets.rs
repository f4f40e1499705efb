//! Locks that a thread may hold at a place, and those that it must (section 4.4; relative locksets after Voung, Jhala and Lerner, "RELAY", 2007).
//!
//! A lock is named by the value of its address. Between `least` and `most` levels of it are held. Taking adds one to both; giving back takes one from the entry of the same
//! value; if there is none that is held for certain, whatever may be the same lock is no longer held for certain, and nothing is removed. So `most` is never too
//! small and `least` never too large, whichever addresses are equal. Where ways come together the smaller `least` and the larger `most` stay.
//!
//! Values lose their meaning at headers of loops (`definitions.rs`). A lock is then named after a register that points to it, or at a constant distance from it, on every way
//! (hand over hand: `cur = next`); else it becomes *some* lock that was taken at that place: a symbol of its own, of which there may be several. Without a bound on
//! their number nothing is known about locks (`locks_lost`).
//!
//! `trylock` adds a lock that is held if the result is 0; a branch on the result says which. Waiting for a condition gives the mutex back and takes it again, so the
//! set is the same behind it. Taking a lock fails only if the thread holds it already, but for read-write locks, whose kind is unsure then, and robust mutexes.
//!
//! If no lock has the value that is given back, but only one can be meant, it is that one: who gives back a mutex holds it, unless there are mutexes that report an error instead.
//!
//! What it misses: which of several locks is meant by an address that is read again from memory that others write: they stay in the set. Semaphores and `pthread_once`
//! are no locks here.

use std::rc::Rc;

use raddle_ir::{Entity, Operand, Reg, Type};
use raddle_pointsto::{Object, ObjectId, Offset, Place, Position};
use raddle_warn::sync::{Family, Mode};
use rustc_hash::FxHashSet;

use crate::HeldKind;
use crate::broken::Broken;
use crate::flow::{Analysis, Frame, Joint, State};
use crate::values::{Node, SymbolKind, Val};

/// More levels, or more locks without a name, are not counted.
pub(crate) const MANY: u8 = 4;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Taken {
    pub(crate) lock: Val,
    pub(crate) kind: HeldKind,
    pub(crate) least: u8,
    pub(crate) most: u8,
    /// Held if this is zero.
    pub(crate) unless: Option<Val>,
    pub(crate) at: Position,
    pub(crate) places: Rc<[Place]>,
}

/// A lock that the caller may hold was given back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Returned {
    pub(crate) lock: Option<Val>,
    pub(crate) kind: HeldKind,
    pub(crate) places: Rc<[Place]>,
    /// On every way.
    pub(crate) certain: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Locks {
    pub(crate) taken: Vec<Taken>,
    /// Those of the caller may be held besides.
    pub(crate) relative: bool,
    pub(crate) returned: Vec<Returned>,
}

/// A lock as an operation names it.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) lock: Option<Val>,
    pub(crate) places: Rc<[Place]>,
}

fn overlap(a: &[Place], b: &[Place]) -> bool {
    a.iter().any(|a| {
        b.iter().any(|b| {
            a.object == b.object
                && (a.offset == b.offset || a.offset == Offset::Any || b.offset == Offset::Any)
        })
    })
}

/// Adds to a set; what has the same name is held besides.
fn add(set: &mut Vec<Taken>, taken: Taken) {
    match set.iter_mut().find(|other| other.lock == taken.lock && other.kind == taken.kind) {
        Some(other) => {
            other.least = other.least.max(taken.least);
            other.most = (other.most + taken.most).min(MANY);
            other.unless = None;
        }
        None => set.push(taken),
    }
}

/// Read-write locks are given back whichever way they were taken.
fn alike(a: HeldKind, b: HeldKind) -> bool {
    let family = |kind: HeldKind| match kind {
        HeldKind::Mutex => 0,
        HeldKind::Spin => 1,
        HeldKind::Read | HeldKind::Write => 2,
    };
    family(a) == family(b)
}

pub(crate) fn held_kind(family: Family, mode: Mode) -> HeldKind {
    match (family, mode) {
        (Family::ReadWrite, Mode::Read) => HeldKind::Read,
        (Family::ReadWrite, Mode::Write) => HeldKind::Write,
        (Family::Spin, _) => HeldKind::Spin,
        (Family::Mutex | Family::Semaphore | Family::Once, _) => HeldKind::Mutex,
    }
}

impl Analysis<'_> {
    /// The lock that an operand points to. A pointer to one global only has that address: it was used.
    pub(crate) fn named(&mut self, state: &State, at: Position, operand: Operand) -> Named {
        let places: Rc<[Place]> = self.world.points_to.places(at.func, operand).into();
        let lock = match *places {
            [Place { object, offset: Offset::At(offset) }] => {
                match self.world.points_to.object(object) {
                    Object::Global(global) if !self.world.program.globals[global].thread_local => {
                        self.values.operand(Operand::Global(global, offset as i64), Type::Ptr)
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let lock = lock.or_else(|| self.eval(state, operand, Type::Ptr));
        Named { lock, places }
    }

    pub(crate) fn take(
        &mut self,
        state: &mut State,
        at: Position,
        named: Named,
        kind: HeldKind,
        unless: Option<Val>,
    ) -> Val {
        let held_already = state
            .locks
            .taken
            .iter()
            .any(|t| alike(t.kind, kind) && overlap(&t.places, &named.places));
        let unsure = unless.is_some()
            || self.locks_are_robust()
            || (matches!(kind, HeldKind::Read | HeldKind::Write) && held_already);
        let least = u8::from(!unsure);
        let lock = match named.lock {
            Some(lock) => lock,
            None => self.some_lock(at),
        };
        let alone = named.lock.is_some() && self.is_exclusive(kind);
        let locks = &mut state.locks.taken;
        match locks.iter_mut().find(|t| t.lock == lock && t.kind == kind) {
            Some(known) => {
                known.least = (known.least + least).min(MANY);
                known.most = (known.most + 1).min(MANY);
                known.unless = None;
                if alone {
                    (known.least, known.most) = (known.least.min(1), 1);
                }
            }
            None => {
                locks.push(Taken { lock, kind, least, most: 1, unless, at, places: named.places })
            }
        }
        lock
    }

    /// Whether nobody holds such a lock twice.
    fn is_exclusive(&self, kind: HeldKind) -> bool {
        kind != HeldKind::Read && !self.world.has_recursive_locks
    }

    fn locks_are_robust(&self) -> bool {
        let names = ["pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np"];
        names.iter().any(|name| self.world.program.function(name).is_some())
    }

    /// A lock of which only the place where it was taken is known.
    fn some_lock(&mut self, at: Position) -> Val {
        let instance = crate::values::Instance::ONCE;
        let kind = SymbolKind::Lock(at);
        self.values.symbol(crate::values::Symbol { instance, kind, ty: Type::Ptr })
    }

    pub(crate) fn is_some_lock(&self, lock: Val) -> bool {
        matches!(self.values.symbol_of(lock), Some(symbol) if matches!(symbol.kind, SymbolKind::Lock(_)))
    }

    /// A lock is given back.
    pub(crate) fn give_back(&mut self, state: &mut State, named: &Named, kind: HeldKind) {
        let exact = state.locks.taken.iter().position(|t| {
            Some(t.lock) == named.lock && alike(t.kind, kind) && !self.is_some_lock(t.lock)
        });
        let exact = exact.or_else(|| self.only_candidate(state, named, kind));
        let mut certain = false;
        if let Some(index) = exact {
            let known = &mut state.locks.taken[index];
            certain = known.least > 0;
            known.least = known.least.saturating_sub(1);
            // A count that stopped counting may be larger.
            known.most -= u8::from(known.most < MANY);
            known.unless = None;
            if known.most == 0 {
                state.locks.taken.remove(index);
            }
        }
        if !certain {
            self.doubt(state, named, kind);
            let lock = named.lock.filter(|_| exact.is_none());
            self.note_returned(
                state,
                Returned {
                    lock,
                    kind,
                    places: named.places.clone(),
                    certain: exact.is_none() && named.lock.is_some(),
                },
            );
        }
    }

    /// The only lock that can be meant: who gives back a lock of the usual kind holds it.
    fn only_candidate(&self, state: &State, named: &Named, kind: HeldKind) -> Option<usize> {
        if state.locks.relative || self.world.has_recursive_locks || named.places.is_empty() {
            return None;
        }
        let may_be =
            |taken: &Taken| alike(taken.kind, kind) && overlap(&taken.places, &named.places);
        let taken = state.locks.taken.iter().enumerate();
        let mut candidates = taken.filter(|(_, taken)| may_be(taken));
        match (candidates.next(), candidates.next()) {
            (Some((index, taken)), None) if taken.most == 1 => Some(index),
            _ => None,
        }
    }

    /// A lock may be given back: what may be the same is not held for certain any more.
    pub(crate) fn doubt(&mut self, state: &mut State, named: &Named, kind: HeldKind) {
        for other in &mut state.locks.taken {
            if alike(other.kind, kind)
                && (Some(other.lock) == named.lock || overlap(&other.places, &named.places))
            {
                other.least = 0;
            }
        }
    }

    pub(crate) fn note_returned(&mut self, state: &mut State, returned: Returned) {
        if !state.locks.returned.contains(&returned) {
            state.locks.returned.push(returned);
        }
    }

    /// A condition may tell whether a lock was taken.
    pub(crate) fn learn_try(&mut self, state: &mut State, condition: Val) {
        let &Node::Compare(op, _, result, zero) = self.values.node(condition) else { return };
        if self.values.word(zero) != Some(0) {
            return;
        }
        let taken = match op {
            raddle_ir::CompareOp::Eq => true,
            raddle_ir::CompareOp::Ne => false,
            _ => return,
        };
        state.locks.taken.retain_mut(|entry| {
            if entry.unless != Some(result) {
                return true;
            }
            entry.unless = None;
            entry.least = u8::from(taken);
            taken
        });
    }

    /// Locks that mean the same to everybody and are held for certain; not those that may be given back meanwhile.
    pub(crate) fn certain_locks(
        &mut self,
        state: &State,
        lost: Option<&FxHashSet<ObjectId>>,
    ) -> Vec<Val> {
        let kept = |taken: &&Taken| {
            taken.least > 0
                && taken.kind != HeldKind::Read
                && self.is_steady(taken.lock)
                && lost.is_none_or(|lost| !taken.places.iter().any(|p| lost.contains(&p.object)))
        };
        state.locks.taken.iter().filter(kept).map(|taken| taken.lock).collect()
    }

    pub(crate) fn join_locks(&mut self, joint: &Joint<'_>, regs: &[Val]) -> Locks {
        let mut sides: Vec<Vec<Taken>> =
            joint.incoming.iter().map(|(state, _)| state.locks.taken.clone()).collect();
        let mut joined = self.renamed(joint, regs, &mut sides);
        for (index, side) in sides.iter_mut().enumerate() {
            for mut taken in std::mem::take(side) {
                // The result that tells is another one in the next round.
                taken.unless = taken.unless.filter(|&result| !joint.is_stale(&self.values, result));
                if !self.is_some_lock(taken.lock) && joint.is_stale(&self.values, taken.lock) {
                    let name = self.names(joint, regs, index, taken.lock).into_iter().next();
                    taken.lock = name.map_or_else(|| self.some_lock(taken.at), |(_, _, lock)| lock);
                    taken.unless = None;
                }
                add(side, taken);
            }
        }
        let mut all: Vec<Taken> = Vec::new();
        for taken in sides.iter().flatten() {
            if all.iter().any(|other| other.lock == taken.lock && other.kind == taken.kind) {
                continue;
            }
            let (mut least, mut most, mut unless) = (u8::MAX, 0, taken.unless);
            for side in &sides {
                let other = side.iter().find(|o| o.lock == taken.lock && o.kind == taken.kind);
                least = least.min(other.map_or(0, |other| other.least));
                most = most.max(other.map_or(0, |other| other.most));
                if other.map(|other| other.unless) != Some(unless) {
                    unless = None;
                }
            }
            if self.world.broken == Some(Broken::LocksOfSomeWaysForgotten) && least == 0 {
                continue;
            }
            all.push(Taken { least, most, unless, ..taken.clone() });
        }
        for taken in all {
            add(&mut joined, taken);
        }
        joined.sort_by_key(|taken| (taken.lock, taken.kind));
        let relative = joint.incoming.iter().any(|(state, _)| state.locks.relative);
        Locks { taken: joined, relative, returned: self.join_returned(joint) }
    }

    fn join_returned(&mut self, joint: &Joint<'_>) -> Vec<Returned> {
        let mut all: Vec<Returned> = Vec::new();
        for (state, _) in joint.incoming {
            for returned in &state.locks.returned {
                let stale = returned.lock.is_some_and(|lock| joint.is_stale(&self.values, lock));
                let everywhere =
                    joint.incoming.iter().all(|(other, _)| other.locks.returned.contains(returned));
                let mut returned = returned.clone();
                returned.certain &= everywhere && !stale;
                returned.lock = returned.lock.filter(|_| !stale);
                let same = |other: &Returned| {
                    other.lock == returned.lock
                        && other.kind == returned.kind
                        && other.places == returned.places
                };
                match all.iter_mut().find(|other| same(other)) {
                    Some(other) => other.certain &= returned.certain,
                    None => all.push(returned),
                }
            }
        }
        all
    }

    /// Locks that every way holds, each under the name of the same register: taken out of the sides.
    fn renamed(&mut self, joint: &Joint<'_>, regs: &[Val], sides: &mut [Vec<Taken>]) -> Vec<Taken> {
        let mut joined: Vec<Taken> = Vec::new();
        let candidates = sides[0].clone();
        for taken in candidates {
            let agreed = sides
                .iter()
                .all(|side| side.iter().any(|o| o.lock == taken.lock && o.kind == taken.kind));
            if self.is_some_lock(taken.lock)
                || (agreed && !joint.is_stale(&self.values, taken.lock))
            {
                continue;
            }
            for (reg, distance, lock) in self.names(joint, regs, 0, taken.lock) {
                let mut found: Vec<usize> = Vec::new();
                for (index, side) in sides.iter().enumerate() {
                    let value = joint.incoming[index].0.regs[reg.index()];
                    let wanted = self.values.address(value, distance, &[]);
                    let same = |o: &Taken| {
                        Some(o.lock) == wanted && o.kind == taken.kind && o.unless.is_none()
                    };
                    found.extend(side.iter().position(same));
                }
                if found.len() < sides.len() || joined.iter().any(|other| other.lock == lock) {
                    continue;
                }
                let mut merged = Taken { lock, least: u8::MAX, most: 0, ..taken.clone() };
                let mut places: Vec<Place> = Vec::new();
                for (side, index) in sides.iter_mut().zip(found) {
                    let one = side.remove(index);
                    merged.least = merged.least.min(one.least);
                    merged.most = merged.most.max(one.most);
                    places.extend(one.places.iter());
                }
                places.sort_unstable();
                places.dedup();
                merged.places = places.into();
                joined.push(merged);
                break;
            }
        }
        joined
    }

    /// Registers that a lock on one of the ways is at a constant distance from, with its name where they come together.
    fn names(
        &mut self,
        joint: &Joint<'_>,
        regs: &[Val],
        side: usize,
        lock: Val,
    ) -> Vec<(Reg, i64, Val)> {
        let (root, at) = self.values.distance(lock);
        let mut found = Vec::new();
        for (index, &joined) in regs.iter().enumerate() {
            let value = joint.incoming[side].0.regs[index];
            let (other_root, other) = self.values.distance(value);
            let distance = at.wrapping_sub(other);
            if root == other_root
                && let Some(name) = self.values.address(joined, distance, &[])
            {
                found.push((Reg::new(index), distance, name));
            }
        }
        found
    }

    /// Whether a place is executed only while a lock is held that means the same to everybody.
    pub(crate) fn held_for_certain(&mut self, at: Position, lock: Val) -> bool {
        self.held_within(at, lock, 0)
    }

    fn held_within(&mut self, at: Position, lock: Val, depth: u32) -> bool {
        let Some(summary) = self.draft(at.func) else { return false };
        let (held, unchanged) = match summary.certain.get(&at) {
            Some((held, unchanged)) => (held.contains(&lock), *unchanged),
            None => (false, false),
        };
        if held {
            return true;
        }
        let calls = &self.world.points_to.calls;
        if !unchanged
            || depth > 6
            || calls.roots.contains(&at.func)
            || calls.by_any_thread.contains(&at.func)
        {
            return false;
        }
        let callers = self.world.callers(at.func);
        !callers.is_empty()
            && callers.iter().all(|site| {
                site.starts_with.is_none() && self.held_within(site.at, lock, depth + 1)
            })
    }

    /// Everything that may be held when a function is entered, from all its callers.
    pub(crate) fn taken_at_entry(&mut self, frame: &Frame) -> Vec<Taken> {
        let mut all: Vec<Taken> = Vec::new();
        let mut seen: FxHashSet<raddle_ir::FuncId> = FxHashSet::default();
        let mut open = vec![frame.func];
        while let Some(func) = open.pop() {
            if !seen.insert(func) {
                continue;
            }
            let calls = &self.world.points_to.calls;
            if calls.by_any_thread.contains(&func)
                || (calls.roots.contains(&func)
                    && func != calls.entry
                    && !self.world.program.constructors.contains(&func))
            {
                self.locks_lost = true;
            }
            for site in self.world.callers(func) {
                if site.starts_with.is_some() {
                    continue;
                }
                // Round a cycle of calls there may be any number.
                let Some(summary) = self.summary(site.at.func) else {
                    self.locks_lost = true;
                    continue;
                };
                let recursive = calls.is_recursive(site.at.func);
                for taken in summary.taken_at.get(&site.at).into_iter().flatten() {
                    let closed = self.values.mentions(taken.lock).is_empty();
                    let lock = if closed { taken.lock } else { self.some_lock(taken.at) };
                    let most = if recursive && !closed { MANY } else { taken.most };
                    match all.iter_mut().find(|o| o.lock == lock && o.kind == taken.kind) {
                        // They may be of different activations.
                        Some(other) => other.most = (other.most + most).min(MANY),
                        None => {
                            all.push(Taken { lock, least: 0, most, unless: None, ..taken.clone() })
                        }
                    }
                }
                open.push(site.at.func);
            }
        }
        all.sort_by_key(|taken| (taken.lock, taken.kind));
        all
    }
}
