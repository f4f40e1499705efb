//! Locks taken twice, given back without being held, kept at the end; signals without the lock; waits that do not test again.

use raddle_analysis::PostDominators;
use raddle_findings::{Rank, WarnedPlace, Warning, WarningKind};
use raddle_ir::{Block, Body, FuncId, Terminator};
use raddle_pointsto::{Offset, Place, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::digest::Event;
use crate::locks::{Held, LockRef, Name, State, places_overlap};
use crate::records::{Records, Site, SyncRecord};
use crate::sync::{Family, Mode};
use crate::threads::Kind;
use crate::writer::Writer;

pub(crate) struct Misuse<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) records: &'a Records<'a>,
    pub(crate) semaphores: &'a FxHashSet<Place>,
    pub(crate) recursive: &'a dyn Fn(Place) -> bool,
    /// The program has clean-up handlers.
    pub(crate) has_cleanup: bool,
}

impl std::fmt::Debug for Misuse<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Misuse").finish_non_exhaustive()
    }
}

fn held_locks(state: &State) -> Vec<(Name, Mode)> {
    state.must.iter().map(|held| (held.name, held.mode)).collect()
}

impl Misuse<'_> {
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let waited_with = self.mutexes_of_conditions();
        let mut loops: FxHashMap<FuncId, PostDominators> = FxHashMap::default();
        for record in &self.records.syncs {
            match record.event {
                Event::Acquire { lock, mode, .. } => {
                    warnings.extend(self.double_lock(record, lock, *mode));
                }
                Event::Once { control, .. } => warnings.extend(self.reentered(record, control)),
                Event::Release { lock, .. } => warnings.extend(self.unlock(record, lock)),
                Event::Wait { at, mutex, .. } => {
                    warnings.extend(self.untested_wait(record, *at, &mut loops));
                    warnings.extend(self.unlock(record, mutex));
                    warnings.extend(self.other_mutex(record));
                }
                Event::Signal { condition, .. } => {
                    warnings.extend(self.signal(record, condition, &waited_with));
                }
                Event::ThreadEnd { .. } => {
                    warnings.extend(self.kept(record.site, &record.state, true));
                }
                Event::Try { .. }
                | Event::Barrier { .. }
                | Event::Create { .. }
                | Event::Join { .. }
                | Event::Call { .. }
                | Event::Section { .. }
                | Event::Access(_)
                | Event::Forget(_)
                | Event::Await { .. } => {}
            }
        }
        for record in &self.records.returns {
            let context = &self.writer.walk.contexts[record.context];
            let body = self.writer.walk.program.functions[context.func].body.as_ref();
            let Some(body) = body else { continue };
            let inst = body.blocks[record.block].insts.len() as u32;
            let at = Position { func: context.func, block: record.block, inst };
            let site = Site { context: record.context, at };
            // The end of main is the end of all threads.
            if context.kind != Kind::MAIN {
                warnings.extend(self.kept(site, &record.state, true));
            }
        }
        warnings.extend(self.kept_on_some_ways());
        warnings
    }

    fn double_lock(&self, record: &SyncRecord<'_>, lock: &LockRef, mode: Mode) -> Option<Warning> {
        if lock.family == Family::Semaphore {
            return None;
        }
        let name = lock.name()?;
        let waits = |held: Held| held.mode == Mode::Write || mode == Mode::Write;
        if lock.places.iter().any(|&place| (self.recursive)(place)) {
            return None;
        }
        let (rank, because) = match (record.state.must_hold(name), record.state.may_hold(name)) {
            (Some(held), _) if waits(held) => {
                (Rank::High, "the thread holds it on every way to this place")
            }
            (None, Some(held)) if waits(held) && lock.definite.is_some() => {
                (Rank::Medium, "the thread holds it on some way to this place")
            }
            _ => return None,
        };
        let subject = self.named(lock);
        let place = self.writer.place(
            record.site,
            format!("lock of {subject}"),
            &held_locks(&record.state),
        );
        let mut places = vec![place];
        places.extend(self.acquisitions(lock, record.site));
        let message = format!("{subject} is taken by a thread that holds it");
        Some(self.writer.warning(WarningKind::DoubleLock, rank, because, message, subject, places))
    }

    fn reentered(&self, record: &SyncRecord<'_>, control: &LockRef) -> Option<Warning> {
        let name = control.name()?;
        record.state.must_hold(name).filter(|held| held.mode == Mode::Write)?;
        let subject = self.named(control);
        let what = format!("pthread_once of {subject}");
        let places = vec![self.writer.place(record.site, what, &held_locks(&record.state))];
        let message = format!("the function of {subject} waits for its own end");
        let because = "the call is made by the function that the control calls";
        Some(self.writer.warning(
            WarningKind::DoubleLock,
            Rank::High,
            because,
            message,
            subject,
            places,
        ))
    }

    fn unlock(&self, record: &SyncRecord<'_>, lock: &LockRef) -> Option<Warning> {
        if lock.family == Family::Semaphore || lock.places.is_empty() {
            return None;
        }
        let name = lock.name()?;
        if record.state.must_hold(name).is_some() {
            return None;
        }
        let may = record.state.may.iter().any(|held| match held.name {
            Name::Place(held) => lock.places.iter().any(|&place| places_overlap(place, held)),
            held => held == name,
        });
        // Recursive mutexes and those that check for errors tell by their result.
        if lock.places.iter().any(|&place| (self.recursive)(place)) && may {
            return None;
        }
        let (rank, because) = match (may, lock.definite.is_some()) {
            (true, true) => (
                Rank::Medium,
                "it is held on some ways to this place only, or by a trylock that may have failed",
            ),
            (true, false) => return None,
            (false, true) => (Rank::High, "the thread holds it on no way to this place"),
            (false, false) => (Rank::Medium, "the thread holds no lock that this could be"),
        };
        let subject = self.named(lock);
        let what = match record.event {
            Event::Wait { .. } => format!("wait with {subject}"),
            _ => format!("unlock of {subject}"),
        };
        let places = vec![self.writer.place(record.site, what, &held_locks(&record.state))];
        let message = format!("{subject} is given back by a thread that may not hold it");
        Some(self.writer.warning(
            WarningKind::UnlockNotHeld,
            rank,
            because,
            message,
            subject,
            places,
        ))
    }

    /// Somebody else waits for the same condition with another mutex.
    fn other_mutex(&self, record: &SyncRecord<'_>) -> Option<Warning> {
        let Event::Wait { condition, mutex, .. } = record.event else { return None };
        let mine = mutex.definite?;
        let other = self.records.syncs.iter().find(|other| match other.event {
            Event::Wait { condition: also, mutex: with, .. } => {
                with.definite.is_some_and(|with| with != mine)
                    && condition.definite.is_some()
                    && also.definite == condition.definite
            }
            _ => false,
        })?;
        let subject = self.named(condition);
        let place = |record: &SyncRecord<'_>| {
            self.writer.place(
                record.site,
                format!("wait for {subject}"),
                &held_locks(&record.state),
            )
        };
        let message = format!("{subject} is waited for with different mutexes");
        let because = "the two places name different mutexes for one condition variable";
        let places = vec![place(record), place(other)];
        Some(self.writer.warning(
            WarningKind::WaitForEver,
            Rank::Medium,
            because,
            message,
            subject.clone(),
            places,
        ))
    }

    /// A thread ends with locks held.
    fn kept(&self, site: Site, state: &State, ends: bool) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for held in &state.may {
            let Name::Place(place) = held.name else { continue };
            if self.semaphores.contains(&place) || place.offset == Offset::Any {
                continue;
            }
            let (rank, because) = match state.must_hold(held.name) {
                _ if self.has_cleanup => (Rank::Low, "a clean-up handler may give it back"),
                Some(_) => (Rank::High, "the thread ends with the lock on every way to this place"),
                None => (Rank::Medium, "the thread ends with the lock on some way to this place"),
            };
            let subject = self.writer.place_name(place);
            let what = if ends { "the thread ends here" } else { "the function returns here" };
            let mut places = vec![self.writer.place(site, what.to_owned(), &held_locks(state))];
            places.extend(self.takers(place));
            let message =
                format!("a thread ends with {subject} held: whoever takes it next waits for ever");
            let warning =
                self.writer.warning(WarningKind::LockKept, rank, because, message, subject, places);
            warnings.push(warning);
        }
        warnings
    }

    /// Functions that return with a lock on some ways, and without on others.
    fn kept_on_some_ways(&self) -> Vec<Warning> {
        let walk = self.writer.walk;
        let mut warnings = Vec::new();
        let mut seen: FxHashSet<FuncId> = FxHashSet::default();
        for (id, context) in walk.contexts.iter() {
            if context.caller.is_none() || !seen.insert(context.func) {
                continue;
            }
            let Some(summary) = walk.summary_of(context.func) else { continue };
            for held in &summary.may {
                let Name::Place(place) = held.name else { continue };
                let certain = summary.must_hold(held.name).is_some();
                if certain || self.semaphores.contains(&place) || place.offset == Offset::Any {
                    continue;
                }
                let function = &walk.program.functions[context.func];
                let (rank, because) = if function.returns.is_empty() {
                    (Rank::Medium, "the function has no result that could tell its caller")
                } else {
                    (Rank::Low, "the result of the function may tell its caller")
                };
                let Some(at) = return_position(function.body.as_ref(), context.func) else {
                    continue;
                };
                let subject = self.writer.place_name(place);
                let site = Site { context: id, at };
                let mut places =
                    vec![self.writer.place(site, "the function returns here".to_owned(), &[])];
                places.extend(self.takers(place));
                let message = format!(
                    "the function returns with {subject} held on some ways, and without on others"
                );
                let warning = self.writer.warning(
                    WarningKind::LockKept,
                    rank,
                    because,
                    message,
                    subject,
                    places,
                );
                warnings.push(warning);
            }
        }
        warnings
    }

    /// Where a lock is taken, each line once.
    fn takers(&self, wanted: Place) -> Vec<WarnedPlace> {
        let mut seen = FxHashSet::default();
        let mut places = Vec::new();
        for record in &self.records.syncs {
            if let Event::Acquire { at, lock, .. } = record.event
                && lock.places.iter().any(|&place| places_overlap(place, wanted))
                && seen.insert(*at)
                && places.len() < 6
            {
                let what = format!("lock of {}", self.writer.place_name(wanted));
                places.push(self.writer.place(record.site, what, &held_locks(&record.state)));
            }
        }
        places
    }

    /// The first place of the same thread that takes the lock, without it.
    fn acquisitions(&self, lock: &LockRef, site: Site) -> Option<WarnedPlace> {
        let name = lock.name()?;
        let earlier = self.records.syncs.iter().find(|record| match record.event {
            Event::Acquire { lock: other, .. } => {
                record.site.at != site.at
                    && self.writer.kind(record.site) == self.writer.kind(site)
                    && record.state.may_hold(name).is_none()
                    && other.places.iter().any(|place| lock.places.contains(place))
            }
            _ => false,
        })?;
        let what = format!("first lock of {}", self.named(lock));
        Some(self.writer.place(earlier.site, what, &held_locks(&earlier.state)))
    }

    fn named(&self, lock: &LockRef) -> String {
        match lock.definite.or_else(|| lock.places.first().copied()) {
            Some(place) => self.writer.place_name(place),
            None => "a lock".to_owned(),
        }
    }

    fn mutexes_of_conditions(&self) -> FxHashMap<Place, Vec<Place>> {
        let mut mutexes: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
        for record in &self.records.syncs {
            if let Event::Wait { condition, mutex, .. } = record.event {
                for &place in &condition.places {
                    mutexes.entry(place).or_default().extend(&mutex.places);
                }
            }
        }
        mutexes
    }

    fn signal(
        &self,
        record: &SyncRecord<'_>,
        condition: &LockRef,
        waited_with: &FxHashMap<Place, Vec<Place>>,
    ) -> Option<Warning> {
        let mutexes: Vec<Place> = condition
            .places
            .iter()
            .filter_map(|place| waited_with.get(place))
            .flatten()
            .copied()
            .collect();
        let locked = record.state.may.iter().any(|held| match held.name {
            Name::Place(held) => mutexes.iter().any(|&mutex| places_overlap(mutex, held)),
            // A lock behind a parameter: not told apart here.
            Name::Rooted(..) => true,
            Name::Once(_) | Name::Section => false,
        });
        if mutexes.is_empty() || locked {
            return None;
        }
        let kind = self.writer.kind(record.site);
        let takes = self.records.syncs.iter().any(|other| match other.event {
            Event::Release { at, lock } => {
                self.writer.kind(other.site) == kind
                    && at.func == record.site.at.func
                    && lock.places.iter().any(|place| mutexes.contains(place))
            }
            _ => false,
        });
        let (rank, because) = if takes {
            (
                Rank::Low,
                "the function takes the lock before or later: the condition may be changed under it",
            )
        } else {
            (Rank::Medium, "the function never takes the lock")
        };
        let subject = self.named(condition);
        let mut places = vec![self.writer.place(
            record.site,
            format!("signal of {subject}"),
            &held_locks(&record.state),
        )];
        let waiter = self.records.syncs.iter().find(|other| match other.event {
            Event::Wait { condition: waits, .. } => {
                waits.places.iter().any(|place| condition.places.contains(place))
            }
            _ => false,
        });
        places.extend(waiter.map(|waiter| {
            self.writer.place(
                waiter.site,
                format!("wait for {subject}"),
                &held_locks(&waiter.state),
            )
        }));
        let message = format!("{subject} is signalled without the lock of those who wait for it");
        Some(self.writer.warning(
            WarningKind::SignalWithoutLock,
            rank,
            because,
            message,
            subject,
            places,
        ))
    }

    fn untested_wait(
        &self,
        record: &SyncRecord<'_>,
        at: Position,
        known: &mut FxHashMap<FuncId, PostDominators>,
    ) -> Option<Warning> {
        let Event::Wait { condition, .. } = record.event else { return None };
        let body = self.writer.walk.program.functions[at.func].body.as_ref()?;
        let dominators = known.entry(at.func).or_insert_with(|| PostDominators::new(body));
        if tested_again(body, dominators, at.block) {
            return None;
        }
        let subject = self.named(condition);
        let what = format!("wait for {subject}");
        let places = vec![self.writer.place(record.site, what, &held_locks(&record.state))];
        let message = format!("what {subject} stands for is not tested again after the wait");
        let because = "a wait may return early, and a signal before it is lost";
        Some(self.writer.warning(
            WarningKind::WaitOutsideLoop,
            Rank::Medium,
            because,
            message,
            subject,
            places,
        ))
    }
}

/// Whether the first decision behind a block is one that leads back to it.
fn tested_again(body: &Body, dominators: &PostDominators, wait: Block) -> bool {
    let mut block = wait;
    for _ in 0..body.blocks.len() {
        match &body.blocks[block].terminator {
            Terminator::Jump(next) => block = *next,
            Terminator::Branch { .. } | Terminator::Switch { .. } => {
                return dominators.controllers(wait).contains(&block);
            }
            Terminator::Return(_) | Terminator::Unreachable => return false,
        }
    }
    false
}

fn return_position(body: Option<&Body>, func: FuncId) -> Option<Position> {
    body?.blocks.iter().find_map(|(block, data)| {
        matches!(data.terminator, Terminator::Return(_)).then_some(Position {
            func,
            block,
            inst: data.insts.len() as u32,
        })
    })
}
