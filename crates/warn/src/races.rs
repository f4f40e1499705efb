//! Data races: two accesses to the same memory by threads that may be there at the same time, without a lock in common.

use std::hash::Hash;

use raddle_findings::{Rank, Warning, WarningKind};
use raddle_ir::Loc;
use raddle_pointsto::{ObjectId, Offset, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::digest::{Event, Of};
use crate::hidden;
use crate::locks::Name;
use crate::naming::loc_of;
use crate::parallel::Parallel;
use crate::records::{AccessRecord, Lockset, Records};
use crate::sync::{Family, Mode};
use crate::threads::Kind;
use crate::writer::Writer;

/// Pairs of lines that are listed for one object; more are counted.
const MOST_PAIRS: usize = 60;
/// Pairs that are counted.
const MOST_COUNTED: usize = 100_000;
/// A pointer into more objects than this is imprecise.
const MANY: usize = 4;

/// The reason of a race that needs a call to fail.
const INTERRUPTED: &str = "a signal may end the wait for the semaphore that keeps them apart, and nobody looks at its result";

/// Whether a warning comes true only if calls fail that need not (`--calls-may-fail`).
pub fn needs_failing_calls(warning: &Warning) -> bool {
    warning.because == INTERRUPTED
}

pub(crate) struct Races<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) records: &'a Records<'a>,
    pub(crate) parallel: &'a Parallel,
    /// Semaphores that are taken and given back like locks.
    pub(crate) like_locks: &'a FxHashSet<Place>,
    pub(crate) semaphores: &'a FxHashSet<Place>,
    /// Semaphores whose waits may end without a unit, and nobody would notice.
    pub(crate) interruptible: &'a FxHashSet<Place>,
    /// Locks that may be made anew, destroyed or written over while somebody uses them.
    pub(crate) unsteady: FxHashSet<Place>,
}

impl std::fmt::Debug for Races<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Races").finish_non_exhaustive()
    }
}

/// Accesses to an object that are alike, with one for each place.
struct Class<'r> {
    first: &'r AccessRecord,
    sites: Vec<(Loc, &'r AccessRecord)>,
}

/// Two classes that race, by number.
struct Pair {
    rank: Rank,
    because: &'static str,
    one: usize,
    other: usize,
}

struct Found<'r> {
    rank: Rank,
    because: &'static str,
    one: &'r AccessRecord,
    other: &'r AccessRecord,
}

impl Races<'_> {
    /// `false` at the end if there was no time for all.
    pub(crate) fn warnings(&self, expired: &dyn Fn() -> bool) -> (Vec<Warning>, bool) {
        let meeting = meeting_points(self.records);
        let mut objects: Vec<ObjectId> = self.records.accesses.keys().copied().collect();
        objects.sort_unstable();
        let mut warnings = Vec::new();
        for object in objects {
            if expired() {
                return (warnings, false);
            }
            if !self.object(object, &meeting, expired, &mut warnings) {
                return (warnings, false);
            }
        }
        (warnings, true)
    }

    /// Finds locks that protect nothing because they do not stay what they are. `false` if there was no time.
    pub(crate) fn find_unsteady(&mut self, expired: &dyn Fn() -> bool) -> bool {
        let mut unsteady = FxHashSet::default();
        for (&object, all) in &self.records.accesses {
            let disturbs = |one: &&AccessRecord| {
                one.of == Of::Making || (one.of == Of::Data && one.write && one.bytes.is_some())
            };
            // Thousands of accesses are the same as far as this goes.
            let same = |one: &AccessRecord| (one.bytes, one.when);
            let disturbing = distinct(all.iter().filter(disturbs), same);
            let used = distinct(all.iter().filter(|used| used.of == Of::Use), same);
            for one in disturbing {
                if expired() {
                    return false;
                }
                for &used in &used {
                    if let Some((start, _)) = used.bytes
                        && self.overlap_in_time_and_space(one, used)
                    {
                        unsteady.insert(Place { object, offset: Offset::At(start) });
                    }
                }
            }
        }
        self.unsteady = unsteady;
        true
    }

    fn object(
        &self,
        object: ObjectId,
        meeting: &FxHashMap<Kind, FxHashSet<u64>>,
        expired: &dyn Fn() -> bool,
        warnings: &mut Vec<Warning>,
    ) -> bool {
        if self.writer.is_hidden(object) {
            return true;
        }
        let Some(all) = self.records.accesses.get(&object) else { return true };
        let classes = self.classes(all);
        let Some(mut pairs) = self.conflicts(&classes, meeting, expired) else { return false };
        // The most likely are listed.
        pairs.sort_by_key(|pair| pair.rank);
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        'all: for Pair { rank, because, one, other } in pairs {
            if expired() {
                return false;
            }
            for &(loc, one) in &classes[one].sites {
                for &(other_loc, other) in &classes[other].sites {
                    if !seen.insert((loc.min(other_loc), loc.max(other_loc))) {
                        continue;
                    }
                    if seen.len() <= MOST_PAIRS {
                        found.push(Found { rank, because, one, other });
                    } else if seen.len() > MOST_COUNTED {
                        break 'all;
                    }
                }
            }
        }
        let more = (seen.len() - found.len()) as u64;
        let count = found.len();
        for (index, pair) in found.iter().enumerate() {
            let mut warning = self.warning(object, pair);
            if index + 1 == count {
                warning.more = more;
            }
            warnings.push(warning);
        }
        true
    }

    /// Accesses that nothing but their places tells apart.
    fn classes<'r>(&self, all: &'r [AccessRecord]) -> Vec<Class<'r>> {
        let mut numbers = FxHashMap::default();
        let mut classes: Vec<Class<'r>> = Vec::new();
        let mut seen = FxHashSet::default();
        for one in all {
            let how = (one.write, one.atomic, one.of, one.fresh, one.aliases.min(MANY + 1));
            let key = (one.bytes, how, one.locks, one.may, one.when);
            let number = *numbers.entry(key).or_insert(classes.len());
            if number == classes.len() {
                classes.push(Class { first: one, sites: Vec::new() });
            }
            let loc = self.loc(one);
            if seen.insert((number, loc)) {
                classes[number].sites.push((loc, one));
            }
        }
        classes
    }

    /// Classes that race with each other, the one that writes first; `None` if there was no time.
    fn conflicts(
        &self,
        classes: &[Class<'_>],
        meeting: &FxHashMap<Kind, FxHashSet<u64>>,
        expired: &dyn Fn() -> bool,
    ) -> Option<Vec<Pair>> {
        // Elements of an array beside a lock are not the lock.
        let beside = |lock: &AccessRecord, data: &AccessRecord| {
            lock.of == Of::Use && data.of == Of::Data && data.bytes.is_none()
        };
        let mut pairs = Vec::new();
        for (index, Class { first: one, .. }) in classes.iter().enumerate() {
            if expired() {
                return None;
            }
            for (beyond, Class { first: other, .. }) in classes.iter().enumerate() {
                // Of two accesses that race, one is not atomic.
                let twice = !other.atomic && beyond < index;
                if one.atomic
                    || twice
                    || beside(one, other)
                    || beside(other, one)
                    || !(one.write || other.write)
                    || !self.conflict(one, other)
                {
                    continue;
                }
                let (first, second) = if one.write { (index, beyond) } else { (beyond, index) };
                let (rank, because) =
                    self.rank(classes[first].first, classes[second].first, meeting);
                pairs.push(Pair { rank, because, one: first, other: second });
            }
        }
        Some(pairs)
    }

    fn loc(&self, record: &AccessRecord) -> Loc {
        loc_of(self.writer.walk.program, record.site.at)
    }

    fn conflict(&self, one: &AccessRecord, other: &AccessRecord) -> bool {
        let always = |name| self.counts(name) && !self.is_interruptible(name);
        !self.common(one, other, &always) && self.overlap_in_time_and_space(one, other)
    }

    fn overlap_in_time_and_space(&self, one: &AccessRecord, other: &AccessRecord) -> bool {
        let overlap = match (one.bytes, other.bytes) {
            (Some((a, a_end)), Some((b, b_end))) => a < b_end && b < a_end,
            (None, _) | (_, None) => true,
        };
        overlap
            && self.parallel.meet(
                &self.records.whens[one.when as usize],
                &self.records.whens[other.when as usize],
            )
    }

    fn common(
        &self,
        one: &AccessRecord,
        other: &AccessRecord,
        counts: &dyn Fn(Name) -> bool,
    ) -> bool {
        let locks = |record: &AccessRecord| &self.records.locks[record.locks as usize];
        let (one, other) = (locks(one), locks(other));
        one.iter().any(|&(name, mode)| {
            counts(name)
                && other.iter().any(|&(also, also_mode)| {
                    name == also && (mode == Mode::Write || also_mode == Mode::Write)
                })
        })
    }

    fn is_interruptible(&self, name: Name) -> bool {
        matches!(name, Name::Place(place) if self.interruptible.contains(&place))
    }

    fn counts(&self, name: Name) -> bool {
        match name {
            Name::Place(place) => {
                (!self.semaphores.contains(&place) || self.like_locks.contains(&place))
                    && !self.unsteady.contains(&place)
            }
            Name::Once(_) | Name::Section => true,
            Name::Rooted(..) => false,
        }
    }

    fn rank(
        &self,
        one: &AccessRecord,
        other: &AccessRecord,
        meeting: &FxHashMap<Kind, FxHashSet<u64>>,
    ) -> (Rank, &'static str) {
        let kinds = (self.writer.kind(one.site), self.writer.kind(other.site));
        let may = |id: u32| &self.records.locks[id as usize];
        let perhaps_common = may(one.may).iter().any(|(name, _)| {
            !matches!(name, Name::Section) && may(other.may).iter().any(|(also, _)| name == also)
        });
        let meet = match (meeting.get(&kinds.0), meeting.get(&kinds.1)) {
            (Some(a), Some(b)) => a.iter().any(|place| b.contains(place)),
            _ => false,
        };
        if self.common(one, other, &|name| self.counts(name)) {
            (Rank::Low, INTERRUPTED)
        } else if perhaps_common {
            (Rank::Low, "both may hold the same lock here, but that is not certain")
        } else if one.aliases > MANY || other.aliases > MANY {
            (Rank::Low, "where the pointers point is not known exactly")
        } else if one.bytes.is_none() && other.bytes.is_none() && one.of != Of::End {
            (Rank::Low, "they may access different elements")
        } else if one.fresh || other.fresh {
            (Rank::Low, "one side allocated the memory: it may not be known to the other yet")
        } else if meet {
            (
                Rank::Medium,
                "the threads also synchronise in another way, which may order the accesses",
            )
        } else if (one.bytes.is_none() && one.of != Of::End)
            || other.bytes.is_none()
            || one.aliases > 1
            || other.aliases > 1
        {
            (Rank::Medium, "they may access different objects or elements")
        } else {
            (
                Rank::High,
                "the threads may run at the same time, and there is no lock that both hold",
            )
        }
    }

    fn warning(&self, object: ObjectId, pair: &Found<'_>) -> Warning {
        let start = pair.one.bytes.or(pair.other.bytes).map(|(start, _)| start);
        let place = Place { object, offset: start.map_or(Offset::Any, Offset::At) };
        let name = match (pair.one.of, start) {
            (Of::Hidden, Some(memory)) => {
                format!("what {} keeps for all threads", hidden::name_of(memory))
            }
            _ => self.writer.place_name(place),
        };
        let what = |record: &AccessRecord| {
            let access = match (record.of, record.write, record.atomic) {
                (Of::Use | Of::Hidden, ..) => "use",
                (Of::Making, ..) => "initialisation or destruction",
                (Of::End, ..) => "end of the life",
                (Of::Free, ..) => "free",
                (Of::Handle | Of::Data, true, false) => "write",
                (Of::Handle | Of::Data, true, true) => "atomic write",
                (Of::Handle | Of::Data, false, false) => "read",
                (Of::Handle | Of::Data, false, true) => "atomic read",
            };
            format!("{access} of {name}")
        };
        let locks = |record: &AccessRecord| -> Lockset {
            self.records.locks[record.locks as usize].clone()
        };
        let places = vec![
            self.writer.place(pair.one.site, what(pair.one), &locks(pair.one)),
            self.writer.place(pair.other.site, what(pair.other), &locks(pair.other)),
        ];
        let message =
            format!("{} and {} may happen at the same time", what(pair.one), what(pair.other));
        let mut warning = self.writer.warning(
            WarningKind::PossibleRace,
            pair.rank,
            pair.because,
            message,
            name.clone(),
            places,
        );
        // Using a lock that is being destroyed is misuse of it.
        if matches!((pair.one.of, pair.other.of), (Of::Making, Of::Use) | (Of::Use, Of::Making)) {
            warning.property = "deadlock".to_owned();
        }
        warning
    }
}

/// Of records that are the same in what counts, the first.
fn distinct<'r, K: Eq + Hash>(
    records: impl Iterator<Item = &'r AccessRecord>,
    same: impl Fn(&AccessRecord) -> K,
) -> Vec<&'r AccessRecord> {
    let mut seen = FxHashSet::default();
    records.filter(|one| seen.insert(same(one))).collect()
}

/// By kind of thread: the objects through which it may wait for or be noticed by others, other than locks.
fn meeting_points(records: &Records<'_>) -> FxHashMap<Kind, FxHashSet<u64>> {
    let mut meeting: FxHashMap<Kind, FxHashSet<u64>> = FxHashMap::default();
    for record in &records.syncs {
        let place = match record.event {
            Event::Wait { condition, .. } | Event::Signal { condition, .. } => &condition.places,
            Event::Barrier { barrier, .. } => &barrier.places,
            Event::Acquire { lock, .. } | Event::Release { lock, .. }
                if lock.family == Family::Semaphore =>
            {
                &lock.places
            }
            _ => continue,
        };
        let kind = records.whens[record.when as usize].kind;
        let objects = place.iter().map(|place| u64::from(place.object.0));
        meeting.entry(kind).or_default().extend(objects);
    }
    let mut atomic: FxHashMap<ObjectId, Bits> = FxHashMap::default();
    for (&object, accesses) in &records.accesses {
        let in_section = |access: &&AccessRecord| {
            let locks = &records.locks[access.locks as usize];
            locks.iter().any(|(name, _)| *name == Name::Section)
        };
        let meets =
            |access: &&AccessRecord| (access.atomic && access.of == Of::Data) || in_section(access);
        for access in accesses.iter().filter(meets) {
            let kind = records.whens[access.when as usize].kind;
            atomic.entry(object).or_default().insert(kind.0 as usize);
        }
    }
    for (object, kinds) in atomic {
        for kind in kinds.iter() {
            meeting.entry(Kind(kind as u32)).or_default().insert(u64::from(object.0));
        }
    }
    meeting
}
