//! Tallies: what several threads only ever add to, under a lock or atomically, and what it comes to when they are done.
//!
//! N threads that count k times under a lock can do so in very many orders, and even up to the names of threads there are as many states as ways to share
//! the rounds out. But sums do not depend on the order. Some bytes are a *tally* if all that any thread may still store in them is what it has found there plus a
//! number that is known. Where a thread has read a tally, it knows a number only: what the tally holds *now* plus so much ([`Content::Tally`]).
//!
//! - **Nobody comes between.** A thread reads and stores while it holds a lock for itself, all the time from the one to the other: as soon as it gives any lock
//!   back, what it has read is some value. One lock is common to all such accesses of all threads. So between a thread's read and its store nobody else stores, and after
//!   every store the tally is by that number larger than before, whatever the order is.
//! - **Atomic additions need no lock** among themselves: nobody comes between the read and the store of one. But one may come between the read and the store of a thread that
//!   adds in two steps under a lock. So what is added to in both ways, while others may add, is no tally (`updates.rs`).
//! - **Who is alone needs no lock.** A thread that has joined whoever else adds, or has not created them yet, knows the tally: what it holds in the state the look ahead starts
//!   from, and what was added by those it has joined, from their start to their end, and by itself. That is so only if each of them adds the same on each of its
//!   paths. What it stores then is a number, too.
//! - **Sums do not leave their range**: what the tally holds at any time is what it holds now, and for each thread something between the least and the most that it has added
//!   at any time. If an addition that must not overflow could, nothing is left out.
//!
//! Which bytes are tallies, who adds to them, and how much in all is not known in advance. As with all else, it is taken for granted until something else is seen, and then everything is
//! done again; so a call which says that an assertion failed counts only when there is nothing to be corrected. Whatever else is stored in a tally, by whatever operation, makes it memory like any other, for good.
//!
//! What it misses: additions of what depends on inputs, other operations that commute, loops of very many rounds that do not all do the same (`rounds.rs`, `FUEL_FOR_ROUNDS`).

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::{ObjectKind, signed};
use raddle_reduce::Broken;

use super::path::{Content, Lock, Memory, Path, TallyId, Who};
use super::spans::Span;
use super::survey::{Survey, Users};

/// Bytes that are only added to.
#[derive(Debug)]
struct Tally {
    memory: Memory,
    start: u64,
    size: u64,
    /// Somebody does something else with it.
    refuted: bool,
}

/// No operation writes more bytes.
const WIDEST: u64 = 64;

/// Least and most that a thread has added at any time.
type Extent = (i128, i128);

/// What a tally holds where a thread looks at it.
enum Number {
    Is(i128),
    /// Others may add to it.
    Changes,
    /// Others have added to it, and nobody has seen yet how much: everything is done again.
    NotKnownYet,
}

/// What is known of tallies.
#[derive(Debug, Default)]
pub(super) struct Tallies {
    all: Vec<Tally>,
    by_place: BTreeMap<(Memory, u64), TallyId>,
    adders: BTreeSet<(TallyId, Who)>,
    /// What threads that come to their end have added by then, as the round before saw it.
    totals: BTreeMap<Who, BTreeMap<TallyId, i64>>,
    // Of one round.
    ends: BTreeMap<Who, BTreeMap<TallyId, i64>>,
    extents: BTreeMap<(TallyId, Who), Extent>,
    /// The locks that all accesses have in common.
    guards: BTreeMap<TallyId, Vec<Lock>>,
    /// Added to atomically while others may add, too.
    atomic: BTreeSet<TallyId>,
    /// Additions to them must not overflow.
    bounded: BTreeSet<TallyId>,
    /// How often it was of use that somebody knows what one of them holds.
    pub numbers_used: u64,
}

impl Tallies {
    pub fn start_round(&mut self) {
        self.totals = std::mem::take(&mut self.ends);
        self.extents.clear();
        self.guards.clear();
        self.atomic.clear();
        self.bounded.clear();
    }

    /// Whether threads added in this round what was taken for granted.
    pub fn are_as_assumed(&self) -> bool {
        self.adders.is_empty() || self.totals == self.ends
    }

    /// Whether there are any, as far as anybody knows.
    pub fn exist(&self) -> bool {
        self.all.iter().any(|tally| !tally.refuted)
    }

    fn bits(&self, id: TallyId) -> u32 {
        self.all[id as usize].size as u32 * 8
    }
}

impl Survey<'_, '_> {
    /// The tally that some bytes are, as far as anybody knows.
    pub fn tally_at(&mut self, memory: Memory, start: u64, size: u64) -> Option<TallyId> {
        let shared = self.users.get(&memory) == Some(&Users::Several);
        if self.looks_for_races_only() || !shared || size > 8 || !size.is_power_of_two() {
            return None;
        }
        let near = (memory, start.saturating_sub(WIDEST), 0)..(memory, start + size, 0);
        let mut written = self.written.range(near);
        let mut found = false;
        let exactly = written.all(|&(_, from, to)| {
            let same = (from, to) == (start, start + size);
            found |= same;
            same || to <= start || start + size <= from
        });
        if !exactly || !found {
            return None;
        }
        let Tallies { all, by_place, .. } = &mut self.tallies;
        let id = *by_place.entry((memory, start)).or_insert_with(|| {
            all.push(Tally { memory, start, size, refuted: false });
            all.len() as TallyId - 1
        });
        let tally = &all[id as usize];
        let is_usable = !tally.refuted && tally.size == size;
        (is_usable && self.start_of_tally(id, false).is_some()).then_some(id)
    }

    /// What a tally holds in the state that the look ahead starts from; whether that number matters.
    fn start_of_tally(&mut self, id: TallyId, used: bool) -> Option<i128> {
        let &Tally { memory: Memory::Old(object), start, size, .. } =
            &self.tallies.all[id as usize]
        else {
            return None;
        };
        match self.state.memory.get(object)?.kind {
            ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap => {}
            ObjectKind::Mapped
            | ObjectKind::Function
            | ObjectKind::Thread
            | ObjectKind::Environment
            | ObjectKind::Unknown => return None,
        }
        let word = self.initial_word(object, start, size, used)?;
        Some(i128::from(signed(self.tallies.bits(id), word)))
    }

    /// It is memory like any other.
    fn refute(&mut self, id: TallyId) {
        self.changed |= !std::mem::replace(&mut self.tallies.all[id as usize].refuted, true);
    }

    /// Some memory begins anew.
    pub fn refute_tallies_in(&mut self, memory: Memory) {
        for id in 0..self.tallies.all.len() {
            if self.tallies.all[id].memory == memory {
                self.refute(id as TallyId);
            }
        }
    }

    /// What a thread knows when it reads a tally.
    pub fn read_tally(&mut self, who: Who, path: &Path, id: TallyId) -> Content {
        match self.known_tally(who, path, id) {
            Content::Was(..) if self.is_guarded(path, id) => Content::Tally(id, 0),
            known => known,
        }
    }

    /// What a thread knows of a tally whatever locks it holds.
    pub fn known_tally(&mut self, who: Who, path: &Path, id: TallyId) -> Content {
        match self.number_in(who, path, id) {
            Number::Is(number) => {
                let bits = self.tallies.bits(id);
                Content::Word(raddle_machine::mask(bits, number as u64))
            }
            Number::Changes | Number::NotKnownYet => Content::Was(id, 0),
        }
    }

    /// Adds to a tally in one step.
    pub fn add_atomically(&mut self, who: Who, path: &mut Path, id: TallyId, more: Option<i64>) {
        match self.number_in(who, path, id) {
            Number::NotKnownYet => return,
            Number::Is(_) => {}
            Number::Changes => {
                self.tallies.atomic.insert(id);
                if self.is_mixed(id) {
                    self.refute(id);
                }
            }
        }
        self.note_addition(who, path, id, more);
    }

    /// Whether it is added to in one step, and in two under a lock.
    fn is_mixed(&self, id: TallyId) -> bool {
        let mixed = self.tallies.atomic.contains(&id) && self.tallies.guards.contains_key(&id);
        mixed && !self.is_broken(Broken::AtomicsBesideLocks)
    }

    /// Stores in a tally. Afterwards it is one no longer unless that adds a number.
    pub fn store_in_tally(&mut self, who: Who, path: &mut Path, id: TallyId, value: Content) {
        let bits = self.tallies.bits(id);
        let more = match (value, self.number_in(who, path, id)) {
            (_, Number::NotKnownYet) => return,
            // Who remembers a variable that is gone is noticed only where words are kept as words.
            (Content::Word(word), _)
                if self.is_new(word) && !self.is_broken(Broken::AddressesTallied) =>
            {
                None
            }
            (Content::Word(word), Number::Is(number)) => {
                i64::try_from(i128::from(signed(bits, word)) - number).ok()
            }
            (Content::Tally(from, more), Number::Changes)
                if from == id && self.is_guarded(path, id) =>
            {
                Some(more)
            }
            _ => None,
        };
        self.note_addition(who, path, id, more);
    }

    /// A thread has added to a tally, or done something else with it.
    fn note_addition(&mut self, who: Who, path: &mut Path, id: TallyId, more: Option<i64>) {
        let so_far = path.added.get(&id).copied().unwrap_or(0);
        let Some((more, sum)) = more.and_then(|more| Some((more, so_far.checked_add(more)?)))
        else {
            self.refute(id);
            return;
        };
        self.changed |= self.tallies.adders.insert((id, who));
        path.added.insert(id, sum);
        // What was read before is by so much less than what is there now.
        path.each_content(&mut |content| {
            if let Content::Tally(from, plus) = content
                && *from == id
            {
                *content =
                    plus.checked_sub(more).map_or(Content::Any, |plus| Content::Tally(id, plus));
            }
        });
        self.note_extent(who, path, id, 0);
    }

    /// A number added to what was read from a tally, if nothing is known against it.
    pub fn add_to_tally(
        &mut self,
        who: Who,
        path: &Path,
        (id, plus): (TallyId, i64),
        number: i64,
        must_not_overflow: bool,
    ) -> Option<Content> {
        let plus = plus.checked_add(number)?;
        if must_not_overflow {
            self.note_extent(who, path, id, plus);
            self.tallies.bounded.insert(id);
        }
        Some(Content::Tally(id, plus))
    }

    /// The width of a tally.
    pub fn bits_of_tally(&self, id: TallyId) -> u32 {
        self.tallies.bits(id)
    }

    fn note_extent(&mut self, who: Who, path: &Path, id: TallyId, plus: i64) {
        let so_far = path.added.get(&id).copied().unwrap_or(0);
        let number = i128::from(so_far) + i128::from(plus);
        let extent = self.tallies.extents.entry((id, who)).or_insert((0, 0));
        *extent = (extent.0.min(number), extent.1.max(number));
    }

    /// Whether the thread holds a lock that all others hold when they read and store.
    fn is_guarded(&mut self, path: &Path, id: TallyId) -> bool {
        let held: Vec<Lock> = path.locks.iter().copied().filter(|lock| lock.exclusive).collect();
        if held.is_empty() || self.is_broken(Broken::TalliesUnguarded) {
            return !held.is_empty();
        }
        let guards = self.tallies.guards.entry(id).or_insert_with(|| held.clone());
        guards.retain(|lock| held.contains(lock));
        let guarded = !guards.is_empty() && !self.is_mixed(id);
        if !guarded {
            self.refute(id);
        }
        guarded
    }

    /// What a tally holds where nobody else can add to it.
    fn number_in(&mut self, who: Who, path: &Path, id: TallyId) -> Number {
        let mut number = i128::from(path.added.get(&id).copied().unwrap_or(0));
        let adders = self.tallies.adders.range((id, 0)..=(id, Who::MAX));
        let others: Vec<Who> = adders.map(|&(_, who)| who).filter(|other| *other != who).collect();
        for other in others {
            if path.joined.contains(&other) || self.is_broken(Broken::AddersNotAwaited) {
                match self.tallies.totals.get(&other) {
                    Some(added) => number += i128::from(added.get(&id).copied().unwrap_or(0)),
                    None => {
                        self.changed = true;
                        return Number::NotKnownYet;
                    }
                }
            } else if !self.is_not_there_yet(who, path, other) {
                return Number::Changes;
            }
        }
        self.tallies.numbers_used += 1;
        self.start_of_tally(id, true).map_or(Number::Changes, |start| Number::Is(start + number))
    }

    /// Whether another thread exists only if this one creates it, or somebody who does not exist, from here on.
    fn is_not_there_yet(&self, who: Who, path: &Path, mut other: Who) -> bool {
        while let Some((parent, _)) = self.threads[other as usize].birth {
            if parent == who {
                return !path.created.contains(&other);
            }
            other = parent;
        }
        false
    }

    /// What a thread has added when it is at its end. It must be the same on all its paths.
    pub fn note_total(&mut self, who: Who, path: &Path) {
        let Some(known) = self.tallies.ends.get(&who) else {
            self.tallies.ends.insert(who, path.added.clone());
            return;
        };
        let differing = differing(known, &path.added);
        if !self.is_broken(Broken::TotalsOfOnePath) {
            differing.into_iter().for_each(|id| self.refute(id));
        }
    }

    /// Paths that are taken together must have added the same.
    pub fn merge_added(&mut self, known: &Path, new: &Path) {
        differing(&known.added, &new.added).into_iter().for_each(|id| self.refute(id));
    }

    /// Whether no addition that must not overflow can.
    pub fn tallies_stay_in_range(&mut self) -> bool {
        let bounded: Vec<TallyId> = self.tallies.bounded.iter().copied().collect();
        bounded.into_iter().all(|id| {
            let Some((low, high)) = self.span_of_tally(id) else { return false };
            let limit = 1i128 << (self.tallies.bits(id) - 1);
            -limit <= low && high < limit
        })
    }

    /// The least and the most that a tally holds at any time, as far as this round has seen.
    pub fn span_of_tally(&mut self, id: TallyId) -> Option<Span> {
        let start = self.start_of_tally(id, true)?;
        let counted = if self.is_broken(Broken::SpansOfOneAdder) { 1 } else { usize::MAX };
        let of_tally = self.tallies.extents.range((id, 0)..=(id, Who::MAX)).take(counted);
        Some(
            of_tally.fold((start, start), |(low, high), (_, &(least, most))| {
                (low + least, high + most)
            }),
        )
    }
}

/// The tallies to which two paths have not added the same.
fn differing(a: &BTreeMap<TallyId, i64>, b: &BTreeMap<TallyId, i64>) -> Vec<TallyId> {
    let ids: BTreeSet<TallyId> = a.keys().chain(b.keys()).copied().collect();
    let of = |added: &BTreeMap<TallyId, i64>, id: &TallyId| added.get(id).copied().unwrap_or(0);
    ids.into_iter().filter(|id| of(a, id) != of(b, id)).collect()
}
