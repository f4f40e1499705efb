//! From records to warnings in words.

use raddle_findings::{Location, Rank, WarnedPlace, Warning, WarningKind};
use raddle_ir::RUNTIME;
use raddle_pointsto::{Object, ObjectId, Place};
use rustc_hash::FxHashSet;

use crate::hidden;
use crate::locks::Name;
use crate::naming::{describe, function_name, location};
use crate::records::Site;
use crate::sync::Mode;
use crate::threads::Kind;
use crate::walk::Walk;

pub(crate) struct Writer<'a> {
    pub(crate) walk: &'a Walk<'a>,
    /// They are no locks.
    pub(crate) semaphores: &'a FxHashSet<Place>,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer<'_> {
    pub(crate) fn place_name(&self, place: Place) -> String {
        describe(self.walk.program, self.walk.points_to, place)
    }

    /// It belongs to a library function that is told of by itself.
    pub(crate) fn is_hidden(&self, object: ObjectId) -> bool {
        let object = self.walk.points_to.object(object);
        matches!(object, Object::Global(global) if hidden::is_inside(self.walk.program, global))
    }

    pub(crate) fn lock_name(&self, name: Name) -> String {
        match name {
            Name::Place(place) => self.place_name(place),
            Name::Once(place) => format!("once control {}", self.place_name(place)),
            Name::Section => "an atomic section".to_owned(),
            Name::Rooted(..) => "a lock behind a pointer".to_owned(),
        }
    }

    pub(crate) fn thread_name(&self, kind: Kind) -> String {
        let data = &self.walk.threads.kinds[kind];
        let start = data.starts.first().map(|&start| function_name(self.walk.program, start));
        let start = start.unwrap_or_default();
        match data.created_at {
            None => "main thread".to_owned(),
            Some(at) => {
                let line = location(self.walk.program, at).map_or(0, |place| place.line);
                format!("{start}, created in line {line}")
            }
        }
    }

    pub(crate) fn kind(&self, site: Site) -> Kind {
        self.walk.contexts[site.context].kind
    }

    pub(crate) fn place(&self, site: Site, what: String, locks: &[(Name, Mode)]) -> WarnedPlace {
        let mut names: Vec<String> = locks
            .iter()
            .filter(
                |(name, _)| !matches!(name, Name::Place(place) if self.semaphores.contains(place)),
            )
            .map(|&(name, mode)| match mode {
                Mode::Read if !matches!(name, Name::Once(_)) => {
                    format!("{} (for reading)", self.lock_name(name))
                }
                _ => self.lock_name(name),
            })
            .collect();
        names.dedup();
        let mut stack: Vec<Location> = Vec::new();
        let own = std::iter::once(site.at);
        for at in own.chain(self.walk.stack(site.context)) {
            stack.extend(location(self.walk.program, at));
        }
        // What happens in the run-time library is shown where it is called.
        let shown = stack.iter().position(|place| !is_runtime(place)).unwrap_or(0);
        WarnedPlace {
            what,
            location: stack.get(shown).cloned(),
            thread: self.thread_name(self.kind(site)),
            locks: names,
            stack: stack.split_off(shown.min(stack.len())),
        }
    }

    pub(crate) fn warning(
        &self,
        kind: WarningKind,
        rank: Rank,
        because: &str,
        message: String,
        subject: String,
        places: Vec<WarnedPlace>,
    ) -> Warning {
        let info = kind.info();
        Warning {
            code: info.code.to_owned(),
            kind: info.kind.to_owned(),
            property: info.property.to_owned(),
            rank,
            because: because.to_owned(),
            message,
            subject,
            places,
            more: 0,
            decided_by: String::new(),
            hunted_by: String::new(),
            confirmation: None,
        }
    }
}

fn is_runtime(place: &Location) -> bool {
    place.file.contains(RUNTIME)
}
