//! Waits of which it is not clear that somebody ends them. What is counted is counted only where the program says how often: no loops, no unknown numbers of
//! threads.

use raddle_findings::{Rank, WarnedPlace, Warning, WarningKind};
use raddle_pointsto::{Place, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::digest::{Event, Objects};
use crate::locks::{Name, places_overlap};
use crate::parallel::Parallel;
use crate::records::{Records, SyncRecord};
use crate::sync::Family;
use crate::threads::{Kind, Threads};
use crate::writer::Writer;

pub(crate) struct Waits<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) records: &'a Records<'a>,
    pub(crate) parallel: &'a Parallel,
    pub(crate) threads: &'a Threads,
    pub(crate) objects: &'a Objects,
    /// Reads in loops that do nothing else.
    pub(crate) spins: &'a FxHashSet<Position>,
}

impl std::fmt::Debug for Waits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Waits").finish_non_exhaustive()
    }
}

/// One kind of wait, with what it waits for and who answers.
#[derive(Default)]
struct Traffic<'r> {
    waits: Vec<&'r SyncRecord<'r>>,
    answers: Vec<&'r SyncRecord<'r>>,
}

impl<'a> Waits<'a> {
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut conditions: FxHashMap<Place, Traffic<'a>> = FxHashMap::default();
        let mut semaphores: FxHashMap<Place, Traffic<'a>> = FxHashMap::default();
        let mut barriers: FxHashMap<Place, Traffic<'a>> = FxHashMap::default();
        let mut warnings = Vec::new();
        for record in &self.records.syncs {
            match record.event {
                Event::Wait { condition, .. } => {
                    for &place in &condition.places {
                        conditions.entry(place).or_default().waits.push(record);
                    }
                }
                Event::Signal { condition, .. } => {
                    for &place in &condition.places {
                        conditions.entry(place).or_default().answers.push(record);
                    }
                }
                Event::Acquire { lock, .. } if lock.family == Family::Semaphore => {
                    for &place in &lock.places {
                        semaphores.entry(place).or_default().waits.push(record);
                    }
                }
                Event::Release { lock, .. } if lock.family == Family::Semaphore => {
                    for &place in &lock.places {
                        semaphores.entry(place).or_default().answers.push(record);
                    }
                }
                Event::Barrier { barrier, .. } => {
                    for &place in &barrier.places {
                        barriers.entry(place).or_default().waits.push(record);
                    }
                }
                // Those of the library are told by who calls it (`library_waits.rs`).
                Event::Await { at } if !self.is_of_library(*at) => {
                    warnings.push(self.awaited(record));
                }
                Event::Join { itself: true, .. } => warnings.push(self.joins_itself(record)),
                _ => {}
            }
        }
        for (place, traffic) in sorted(conditions) {
            self.condition(place, &traffic, &mut warnings);
        }
        let semaphores = sorted(semaphores);
        for (place, traffic) in &semaphores {
            self.semaphore(*place, traffic, &semaphores, &mut warnings);
        }
        for (place, traffic) in sorted(barriers) {
            self.barrier(place, &traffic, &mut warnings);
        }
        self.spinning(&mut warnings);
        warnings
    }

    fn kind(&self, record: &SyncRecord<'_>) -> Kind {
        self.writer.kind(record.site)
    }

    fn place(&self, record: &SyncRecord<'_>, what: String) -> WarnedPlace {
        let locks: Vec<_> = record.state.must.iter().map(|held| (held.name, held.mode)).collect();
        self.writer.place(record.site, what, &locks)
    }

    fn one(&self, record: &SyncRecord<'_>, rank: Rank, because: &str, subject: String) -> Warning {
        let places = vec![self.place(record, format!("wait for {subject}"))];
        let message = format!("the wait for {subject} may never end");
        self.writer.warning(WarningKind::WaitForEver, rank, because, message, subject, places)
    }

    fn is_of_library(&self, at: Position) -> bool {
        let program = self.writer.walk.program;
        program.is_of_runtime(program.functions[at.func].loc)
    }

    fn awaited(&self, record: &SyncRecord<'_>) -> Warning {
        let because = "whether the awaited condition comes true depends on values";
        self.one(record, Rank::Low, because, "an awaited condition".to_owned())
    }

    fn joins_itself(&self, record: &SyncRecord<'_>) -> Warning {
        let because = "the thread joins itself";
        self.one(record, Rank::High, because, "the end of the thread itself".to_owned())
    }

    fn condition(&self, place: Place, traffic: &Traffic<'_>, warnings: &mut Vec<Warning>) {
        let subject = self.writer.place_name(place);
        let kinds: FxHashSet<Kind> = traffic.waits.iter().map(|wait| self.kind(wait)).collect();
        let several =
            kinds.len() > 1 || kinds.iter().any(|&kind| self.parallel.overlap(kind, kind));
        let one_only = traffic
            .answers
            .iter()
            .find(|answer| matches!(answer.event, Event::Signal { all: false, .. }));
        for wait in &traffic.waits {
            let Event::Wait { mutex, .. } = wait.event else { continue };
            let others: Vec<_> = traffic
                .answers
                .iter()
                .filter(|answer| {
                    let (a, b) = (self.kind(wait), self.kind(answer));
                    a != b || self.parallel.overlap(a, b)
                })
                .collect();
            let deep = mutex.name().and_then(|name| wait.state.must_hold(name));
            let kept = wait.state.may.iter().find_map(|held| match held.name {
                Name::Place(held)
                    if !mutex.places.iter().any(|&own| places_overlap(own, held))
                        && !self.objects.semaphores.contains(&held) =>
                {
                    Some(held)
                }
                _ => None,
            });
            if others.is_empty() {
                let because = "no other thread signals it";
                warnings.push(self.one(wait, Rank::High, because, subject.clone()));
                continue;
            }
            if deep.is_some_and(|held| held.depth > 1) {
                let because = "the mutex is locked more than once, and the wait gives it back once";
                let mut warning = self.one(wait, Rank::High, because, subject.clone());
                warning.places.extend(self.takers(&mutex.places));
                warnings.push(warning);
            }
            if let Some(kept) = kept {
                let name = self.writer.place_name(kept);
                let because = format!("the waiter keeps {name}, which those who signal may need");
                let needs = others.iter().any(|answer| {
                    answer.state.may.iter().any(|held| held.name == Name::Place(kept))
                });
                let rank = if needs { Rank::High } else { Rank::Medium };
                let mut warning = self.one(wait, rank, &because, subject.clone());
                warning.places.extend(self.takers(&[kept]));
                warnings.push(warning);
            }
            if several && let Some(answer) = one_only {
                let because =
                    "a signal wakes one of several waiters, and perhaps not the one it is for";
                let mut warning = self.one(wait, Rank::Medium, because, subject.clone());
                warning.places.push(self.place(answer, format!("signal of {subject}")));
                warnings.push(warning);
            }
        }
    }

    /// Where other threads take a lock, each line once.
    fn takers(&self, wanted: &[Place]) -> Vec<WarnedPlace> {
        let mut seen = FxHashSet::default();
        let mut places = Vec::new();
        for record in &self.records.syncs {
            if let Event::Acquire { at, lock, .. } = record.event
                && lock.places.iter().any(|place| wanted.contains(place))
                && seen.insert(*at)
                && places.len() < 4
            {
                let name = lock.places.first().map(|&place| self.writer.place_name(place));
                places.push(self.place(record, format!("lock of {}", name.unwrap_or_default())));
            }
        }
        places
    }

    /// How often something happens in the whole program, if that can be told.
    fn count(&self, records: &[&SyncRecord<'_>]) -> Option<u64> {
        let mut total = 0u64;
        let mut seen = FxHashSet::default();
        for record in records {
            let kind = self.kind(record);
            if !seen.insert((kind, record.site.at)) {
                continue;
            }
            let points_to = self.writer.walk.points_to;
            if !self.threads.once_per_thread(points_to, kind, record.site.at) {
                return None;
            }
            total = total.saturating_add(self.threads.instances(kind)?);
        }
        Some(total)
    }

    fn semaphore(
        &self,
        place: Place,
        traffic: &Traffic<'_>,
        all: &[(Place, Traffic<'_>)],
        warnings: &mut Vec<Warning>,
    ) {
        let subject = self.writer.place_name(place);
        let units = self.objects.units.get(&place).copied().flatten();
        if traffic.answers.is_empty() && (units.is_none() || units == Some(0)) {
            for wait in &traffic.waits {
                let because = "nobody posts it";
                warnings.push(self.one(wait, Rank::High, because, subject.clone()));
            }
            return;
        }
        if let (Some(units), Some(posts), Some(waits)) =
            (units, self.count(&traffic.answers), self.count(&traffic.waits))
            && waits > posts.saturating_add(units)
        {
            for wait in &traffic.waits {
                let because = "there are more waits than units and posts";
                warnings.push(self.one(wait, Rank::High, because, subject.clone()));
            }
            return;
        }
        let fewer = units.is_some() && self.count(&traffic.waits).is_none();
        // Everybody who posts waits for another semaphore before, whose posts come after waits for this one.
        let crossed = all.iter().find(|(other, also)| {
            *other != place
                && self.blocked_by(traffic, *other)
                && self.blocked_by(also, place)
                && !self.has_units(place)
                && !self.has_units(*other)
        });
        if let Some((other, _)) = crossed {
            for wait in &traffic.waits {
                let name = self.writer.place_name(*other);
                let because = format!(
                    "every post comes after a wait for {name}, whose posts come after a wait for this one"
                );
                warnings.push(self.one(wait, Rank::High, &because, subject.clone()));
            }
        } else if fewer
            && traffic.answers.iter().all(|post| self.after_own_wait(post, place))
            && units == Some(0)
        {
            for wait in &traffic.waits {
                let because =
                    "every post comes after a wait for the same semaphore, which starts empty";
                warnings.push(self.one(wait, Rank::Medium, because, subject.clone()));
            }
        }
    }

    fn has_units(&self, semaphore: Place) -> bool {
        self.objects.units.get(&semaphore).copied().flatten() != Some(0)
    }

    /// Whether every post comes after a wait for another semaphore in its thread.
    fn blocked_by(&self, traffic: &Traffic<'_>, other: Place) -> bool {
        !traffic.answers.is_empty()
            && traffic.answers.iter().all(|post| self.after_own_wait(post, other))
    }

    /// A wait that was not answered by a post since is still "held".
    fn after_own_wait(&self, post: &SyncRecord<'_>, semaphore: Place) -> bool {
        post.state.must_hold(Name::Place(semaphore)).is_some()
    }

    fn barrier(&self, place: Place, traffic: &Traffic<'_>, warnings: &mut Vec<Warning>) {
        let Some(count) = self.objects.counts.get(&place).copied().flatten() else { return };
        let subject = self.writer.place_name(place);
        let kinds: FxHashSet<Kind> = traffic.waits.iter().map(|wait| self.kind(wait)).collect();
        let instances: Option<u64> = kinds.iter().map(|&kind| self.threads.instances(kind)).sum();
        let arrivals = self.count(&traffic.waits);
        let because = match (instances, arrivals) {
            (Some(threads), _) if threads < count => {
                format!("it waits for {count} threads, but only {threads} come to it")
            }
            (_, Some(arrivals)) if count > 0 && !arrivals.is_multiple_of(count) => {
                format!("it waits for {count} threads at a time, but {arrivals} arrive")
            }
            _ => return,
        };
        for wait in &traffic.waits {
            warnings.push(self.one(wait, Rank::High, &because, subject.clone()));
        }
    }

    /// Loops that read shared memory until it changes.
    fn spinning(&self, warnings: &mut Vec<Warning>) {
        let mut seen = FxHashSet::default();
        let mut objects: Vec<_> = self.records.accesses.iter().collect();
        objects.sort_unstable_by_key(|(object, _)| **object);
        for (&object, accesses) in objects {
            for access in accesses {
                if self.spins.contains(&access.site.at) && seen.insert(access.site.at) {
                    let offset = access.bytes.map_or(raddle_pointsto::Offset::Any, |(start, _)| {
                        raddle_pointsto::Offset::At(start)
                    });
                    let subject = self.writer.place_name(Place { object, offset });
                    let locks = &self.records.locks[access.locks as usize];
                    let what = format!("loop that reads {subject}");
                    let mut places = vec![self.writer.place(access.site, what, locks)];
                    // Whoever needs one of them waits as long as the loop.
                    let kept: Vec<Place> = locks
                        .iter()
                        .filter_map(|&(name, _)| match name {
                            Name::Place(place) => Some(place),
                            _ => None,
                        })
                        .collect();
                    places.extend(self.takers(&kept));
                    let message = format!("the loop ends only if another thread changes {subject}");
                    let because = "whether the loop ends depends on values";
                    let warning = self.writer.warning(
                        WarningKind::WaitForEver,
                        Rank::Low,
                        because,
                        message,
                        subject,
                        places,
                    );
                    warnings.push(warning);
                }
            }
        }
    }
}

fn sorted<'r>(traffic: FxHashMap<Place, Traffic<'r>>) -> Vec<(Place, Traffic<'r>)> {
    let mut list: Vec<(Place, Traffic<'r>)> = traffic.into_iter().collect();
    list.sort_unstable_by_key(|(place, _)| *place);
    list
}
