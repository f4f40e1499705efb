//! Static warnings: possible races, deadlocks and misuse of locks in whole programs, by a look that executes nothing and takes seconds for programs that no search
//! can exhaust.
//!
//! The way there: where pointers point and who calls whom (`pointsto`); which threads there are (`threads`); what matters of each function (`digest`); what
//! each thread holds and who else may run, everywhere (`walk`, with relative locksets in `locks`); who may be where at the same time (`parallel`). Then each
//! kind of warning has a file: `races`, `deadlocks`, `misuse`, `waits`.
//!
//! A warning may be wrong: values are not looked at. What may be missing is listed in the notes of the result: unknown functions are taken to do nothing with
//! memory and locks, and so is assembly. This crate has never heard of states, solvers or search.

mod bits;
mod deadlocks;
mod digest;
mod digester;
mod hidden;
mod library_waits;
mod locks;
mod misuse;
mod naming;
mod parallel;
mod races;
mod records;
mod spins;
pub mod sync;
mod threads;
mod values;
mod waits;
mod walk;
mod writer;

use raddle_findings::{SCHEMA_VERSION, WarnStats, Warning, WarningNote, Warnings};
use raddle_ir::{FuncId, Program};
use raddle_pointsto::{Object, ObjectId, Place, PointsTo, Position, Purpose, published};
use rustc_hash::{FxHashMap, FxHashSet};

pub use crate::races::needs_failing_calls;

use crate::bits::Bits;
use crate::deadlocks::Deadlocks;
use crate::digest::{Digest, Event, Objects, Of};
use crate::digester::Digester;
use crate::library_waits::LibraryWaits;
use crate::locks::Name;
use crate::misuse::Misuse;
use crate::parallel::Parallel;
use crate::races::Races;
use crate::records::Records;
use crate::sync::Family;
use crate::threads::{Kind, Threads};
use crate::waits::Waits;
use crate::walk::Walk;
use crate::writer::Writer;

/// Unknown functions that are listed by name.
const MOST_NOTES: usize = 20;

/// A result without warnings, because there are none or because nobody had the time to look.
pub fn no_warnings(complete: bool) -> Warnings {
    Warnings {
        schema_version: SCHEMA_VERSION,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        files: Vec::new(),
        warnings: Vec::new(),
        notes: Vec::new(),
        complete,
        stats: WarnStats::default(),
    }
}

/// Looks at a program that starts in `entry`. When `expired` says so, what was found until then is the result.
pub fn warnings(program: &Program, entry: FuncId, expired: &dyn Fn() -> bool) -> Warnings {
    let mut result = no_warnings(true);
    if look(program, entry, expired, &mut result).is_none() {
        result.complete = false;
    }
    sort(&mut result.warnings);
    result
}

/// `None` if there was no time for all of it.
fn look(
    program: &Program,
    entry: FuncId,
    expired: &dyn Fn() -> bool,
    result: &mut Warnings,
) -> Option<()> {
    let points_to = PointsTo::within(program, entry, Purpose::Warnings, expired)?;
    let threads = Threads::new(program, &points_to);
    let mut digester = Digester::new(program, &points_to, threads);
    let mut digests: FxHashMap<FuncId, Digest> = FxHashMap::default();
    let mut functions: Vec<FuncId> = digester.threads.runs.keys().copied().collect();
    functions.sort_unstable();
    for func in functions {
        if expired() {
            return None;
        }
        if let Some(body) = &program.functions[func].body {
            let instructions: usize = body.blocks.values().map(|data| data.insts.len()).sum();
            result.stats.functions += 1;
            result.stats.instructions += instructions as u64;
            digests.insert(func, digester.function(func));
        }
    }
    result.notes = notes(program, &digester);
    let spins: FxHashSet<Position> =
        digests.values().flat_map(|digest| digest.spins.iter().copied()).collect();
    let shared = keep_shared(program, &points_to, &digester.threads, &spins, &mut digests);
    result.stats.shared_objects = shared as u64;
    result.stats.threads = digester.threads.kinds.len() as u64;
    keep_interesting(&points_to, &mut digests);
    let Digester { threads, objects, .. } = digester;
    let walk = Walk::new(program, &points_to, &threads, &digests, expired)?;
    result.stats.contexts = walk.contexts.len() as u64;
    let records = Records::new(&walk, expired)?;
    result.stats.accesses = records.accesses.values().map(|list| list.len() as u64).sum();
    let complete = complete_barriers(&records, &threads, &objects);
    let parallel = Parallel::new(&threads, &records.creations, complete);
    let writer = Writer { walk: &walk, semaphores: &objects.semaphores };
    result.stats.locks = lock_count(&records);
    let recursive = |place: Place| objects.is_recursive(program, &points_to, place);
    let single = |object: ObjectId| threads.is_single(program, &points_to, object);
    let like_locks = semaphores_like_locks(&records, &objects);
    let semaphores = &objects.semaphores;
    let misuse = Misuse {
        writer: &writer,
        records: &records,
        semaphores,
        recursive: &recursive,
        has_cleanup: program.function("__pthread_register_cancel").is_some(),
    };
    result.warnings.extend(misuse.warnings());
    let waits = Waits {
        writer: &writer,
        records: &records,
        parallel: &parallel,
        threads: &threads,
        objects: &objects,
        spins: &spins,
    };
    result.warnings.extend(waits.warnings());
    let library_waits = LibraryWaits { writer: &writer, records: &records };
    result.warnings.extend(library_waits.warnings());
    let deadlocks = Deadlocks {
        writer: &writer,
        records: &records,
        parallel: &parallel,
        semaphores,
        single: &single,
        recursive: &recursive,
    };
    let (found, in_time) = deadlocks.warnings(expired);
    result.warnings.extend(found);
    let mut races = Races {
        writer: &writer,
        records: &records,
        parallel: &parallel,
        like_locks: &like_locks,
        semaphores,
        interruptible: &objects.interruptible,
        unsteady: FxHashSet::default(),
    };
    let steady_in_time = races.find_unsteady(expired);
    let (found, also_in_time) = races.warnings(expired);
    result.warnings.extend(found);
    (in_time && steady_in_time && also_in_time).then_some(())
}

/// The most likely first; what says the same of the same places is said once.
fn sort(warnings: &mut Vec<Warning>) {
    let key = |warning: &Warning| {
        let places: Vec<_> = warning.places.iter().map(|place| place.location.clone()).collect();
        (warning.rank, warning.code.clone(), warning.subject.clone(), places)
    };
    warnings.sort_by_cached_key(key);
    let mut seen = FxHashSet::default();
    warnings.retain(|warning| {
        let places: Vec<_> =
            warning.places.iter().take(2).map(|place| place.location.clone()).collect();
        seen.insert((warning.code.clone(), warning.subject.clone(), places))
    });
}

/// Drops accesses to memory that one thread has for itself, or that nobody writes. The number of objects that are left.
fn keep_shared(
    program: &Program,
    points_to: &PointsTo,
    threads: &Threads,
    spins: &FxHashSet<Position>,
    digests: &mut FxHashMap<FuncId, Digest>,
) -> usize {
    #[derive(Default)]
    struct Use {
        kinds: Bits,
        written: bool,
    }
    let published = published(program, points_to);
    let mut uses: FxHashMap<ObjectId, Use> = FxHashMap::default();
    let nobody = Bits::default();
    for (func, digest) in digests.iter() {
        let kinds = threads.runs.get(func).unwrap_or(&nobody);
        for event in digest.blocks.values().flat_map(|data| &data.events) {
            let Event::Access(access) = event else { continue };
            if access.of == Of::Hidden {
                continue;
            }
            let spins = spins.contains(&access.at);
            for region in &access.regions {
                if published.get(region.object.0 as usize).copied().unwrap_or(false) {
                    let one = uses.entry(region.object).or_default();
                    one.kinds.union(kinds);
                    // A lock that is only used is nothing to race for; a loop that waits for nobody is worth a look.
                    one.written |= (access.write && access.of != Of::Use) || spins;
                    one.written |= access.atomic && access.of == Of::Data && access.write;
                }
            }
        }
    }
    let shared: FxHashSet<ObjectId> = uses
        .into_iter()
        .filter(|(object, one)| {
            let data = match points_to.object(*object) {
                Object::Global(global) => !program.globals[global].constant,
                Object::Local(..) | Object::Heap(_) => true,
                Object::Function(_)
                | Object::ByValue(..)
                | Object::Variadic(_)
                | Object::Library
                | Object::Unknown => false,
            };
            let by_others = one.kinds.iter().any(|kind| Kind(kind as u32) != Kind::MAIN);
            data && one.written && by_others
        })
        .map(|(object, _)| object)
        .collect();
    for data in digests.values_mut().flat_map(|digest| digest.blocks.values_mut()) {
        data.events.retain_mut(|event| match event {
            Event::Access(access) if access.of == Of::Hidden => true,
            Event::Access(access) => {
                access.regions.retain(|region| shared.contains(&region.object));
                !access.regions.is_empty()
            }
            _ => true,
        });
    }
    shared.len()
}

/// Drops functions in which nothing happens, and calls of them.
fn keep_interesting(points_to: &PointsTo, digests: &mut FxHashMap<FuncId, Digest>) {
    let mut interesting: FxHashSet<FuncId> = FxHashSet::default();
    let mut open: Vec<FuncId> = digests
        .iter()
        .filter(|(_, digest)| {
            let mut events = digest.blocks.values().flat_map(|data| &data.events);
            events.any(|event| !matches!(event, Event::Call { .. } | Event::Forget(_)))
        })
        .map(|(&func, _)| func)
        .collect();
    while let Some(func) = open.pop() {
        if interesting.insert(func) {
            let callers = points_to.calls.callers(func).iter();
            open.extend(callers.filter(|c| c.starts_with.is_none()).map(|caller| caller.at.func));
        }
    }
    digests.retain(|func, _| interesting.contains(func));
    for data in digests.values_mut().flat_map(|digest| digest.blocks.values_mut()) {
        data.events.retain(|event| match event {
            Event::Call { callees, .. } => {
                callees.iter().any(|callee| interesting.contains(callee))
            }
            _ => true,
        });
    }
}

/// Barriers with a constant count that is not below the number of threads that come.
fn complete_barriers(
    records: &Records<'_>,
    threads: &Threads,
    objects: &Objects,
) -> FxHashMap<Place, bool> {
    let mut users: FxHashMap<Place, FxHashSet<Kind>> = FxHashMap::default();
    for record in &records.syncs {
        if let Event::Barrier { barrier, .. } = record.event {
            for &place in &barrier.places {
                let kind = records.whens[record.when as usize].kind;
                users.entry(place).or_default().insert(kind);
            }
        }
    }
    users
        .into_iter()
        .map(|(place, kinds)| {
            let count = objects.counts.get(&place).copied().flatten();
            let threads: Option<u64> = kinds.iter().map(|&kind| threads.instances(kind)).sum();
            (place, count.is_some_and(|count| threads.is_none_or(|threads| threads <= count)))
        })
        .collect()
}

/// Semaphores that start with one unit, and are posted only by who waited for them.
fn semaphores_like_locks(records: &Records<'_>, objects: &Objects) -> FxHashSet<Place> {
    let mut like_locks: FxHashSet<Place> = objects
        .units
        .iter()
        .filter(|(_, units)| **units == Some(1))
        .map(|(&place, _)| place)
        .collect();
    for record in &records.syncs {
        if let Event::Release { lock, .. } = record.event
            && lock.family == Family::Semaphore
        {
            for place in &lock.places {
                if record.state.must_hold(Name::Place(*place)).is_none() {
                    like_locks.remove(place);
                }
            }
        }
    }
    like_locks
}

fn lock_count(records: &Records<'_>) -> u64 {
    let mut places: FxHashSet<Place> = FxHashSet::default();
    for record in &records.syncs {
        if let Event::Acquire { lock, .. } | Event::Try { lock, .. } = record.event {
            places.extend(&lock.places);
        }
    }
    places.len() as u64
}

/// What was taken for granted.
fn notes(program: &Program, digester: &Digester<'_>) -> Vec<WarningNote> {
    let mut notes = Vec::new();
    let mut unknown: Vec<_> = digester.unknown.iter().collect();
    unknown.sort_unstable_by_key(|(func, _)| **func);
    for &(&func, &(at, count)) in unknown.iter().take(MOST_NOTES) {
        notes.push(WarningNote {
            message: format!(
                "`{}` is not defined and not known: it is taken to touch no shared memory, no locks and to call nothing back",
                program.functions[func].name
            ),
            location: naming::location(program, at),
            count,
        });
    }
    if unknown.len() > MOST_NOTES {
        let count = (unknown.len() - MOST_NOTES) as u64;
        notes.push(WarningNote {
            message: "more functions that are not known are taken likewise".to_owned(),
            location: None,
            count,
        });
    }
    if let Some(&at) = digester.unsupported.first() {
        notes.push(WarningNote {
            message:
                "constructs that cannot be translated, such as assembly, are taken to do nothing"
                    .to_owned(),
            location: naming::location(program, at),
            count: digester.unsupported.len() as u64,
        });
    }
    if let Some((what, _)) = program.unsupported.first() {
        notes.push(WarningNote {
            message: format!("{what}: taken to do nothing"),
            location: None,
            count: program.unsupported.len() as u64,
        });
    }
    notes
}
