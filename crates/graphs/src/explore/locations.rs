//! Which bytes are a location, and which locations a transition changes although it is no access to them.

use raddle_machine::{Access, Event, Order, State, Sync, Value};
use raddle_reduce::Broken;
use raddle_solver::Answer;
use smallvec::SmallVec;

use super::{Explorer, Refusal};
use crate::build::Changed;
use crate::execute::{Outcome, Range};
use crate::graph::{Graph, Loc};

const MIXED: &str = "the same bytes are accessed in an atomic section and by an atomic operation";

impl Explorer<'_, '_> {
    /// The location of an access.
    pub(super) fn locate(&mut self, access: &Access) -> Option<Loc> {
        if access.symbolic.is_some() {
            self.cut("an access to an address that depends on inputs", Some(access.at));
            return None;
        }
        let range = Range::of(access);
        if let Some(&loc) = self.known.get(&range) {
            return Some(loc);
        }
        if self.ranges.iter().any(|other| other.overlaps(&range)) {
            self.cut("atomic accesses of different sizes to the same bytes", Some(access.at));
            return None;
        }
        if self.sections.iter().any(|other| other.overlaps(&range)) {
            self.cut(MIXED, Some(access.at));
            return None;
        }
        let loc = Loc(self.ranges.len() as u32);
        self.ranges.push(range);
        self.known.insert(range, loc);
        self.located.entry(range.object).or_default().push(loc);
        Some(loc)
    }

    /// Takes note of what a section accesses. `false`: it cannot be followed, or not with an order of operations for each object.
    pub(super) fn note_section(&mut self, access: &Access) -> bool {
        let range = Range::of(access);
        if self.ranges.iter().any(|other| other.overlaps(&range)) {
            self.cut(MIXED, Some(access.at));
            return false;
        }
        if !self.sections.contains(&range) {
            self.sections.push(range);
        }
        // What a section accesses may depend on what it reads.
        self.too_fine |= !self.coarse;
        self.coarse
    }

    /// The locations that a transition changes by plain writes, or before it creates the first thread beside its own. Refused if inputs decide which.
    pub(super) fn changed(
        &mut self,
        graph: &Graph,
        outcome: &Outcome,
        event: &Event,
    ) -> Result<Changed, Refusal> {
        let mut changed = Changed::default();
        for (nth, access) in event.accesses.iter().enumerate() {
            let is_local = access.sync.is_plain() && !self.events.is_event(access);
            if !access.write || !is_local {
                continue;
            }
            let Some(known) = self.located.get(&access.object) else { continue };
            let range = Range::of(access);
            let exact = self.broken == Some(Broken::OtherSizesForgotten);
            let overlaps = |loc: &Loc| {
                let other = self.ranges[loc.0 as usize];
                other == range || !exact && other.overlaps(&range)
            };
            let locations: SmallVec<[Loc; 2]> = known.iter().copied().filter(overlaps).collect();
            for loc in locations.into_iter().filter(|&loc| graph.is_accessed(loc)) {
                if access.symbolic.is_some() && !self.may_change(&outcome.state, access, loc)? {
                    continue;
                }
                let value = self.held(&outcome.state, loc);
                changed.plain.extend(value.map(|value| (nth, (loc, value))));
            }
        }
        if event.anew && self.broken != Some(Broken::WrittenAloneForgotten) {
            for loc in (0..graph.accesses.len() as u32).map(Loc) {
                if !graph.is_accessed(loc) {
                    continue;
                }
                let before = graph.value(loc, graph.newest(loc));
                let value = self.held(&outcome.state, loc).filter(|&value| value != before);
                changed.alone.extend(value.map(|value| (loc, value)));
            }
        }
        Ok(changed)
    }

    /// What a location holds in a state.
    pub(super) fn held(&mut self, state: &State, loc: Loc) -> Option<Value> {
        let range = self.ranges[loc.0 as usize];
        self.machine.bytes_at(state, range.object, range.start, range.size())
    }

    /// Whether a plain write to an address that depends on inputs may be one to a location: if so, that is not followed.
    fn may_change(&mut self, state: &State, access: &Access, loc: Loc) -> Result<bool, Refusal> {
        let range = self.ranges[loc.0 as usize];
        let there = Access { start: range.start, end: range.end, symbolic: None, ..*access };
        let Some(condition) = self.machine.overlap(access, &there) else { return Ok(true) };
        if matches!(self.answer(state, condition), Answer::Unsat(_)) {
            return Ok(false);
        }
        let message = "a plain write to an address that depends on inputs, which may be that of an atomic variable";
        Err(Refusal { message, at: access.at })
    }
}

pub(super) fn order_of(access: &Access) -> Option<Order> {
    match access.sync {
        Sync::AtomicStore(order) | Sync::AtomicUpdate(order) | Sync::AtomicLoad(order) => {
            Some(order)
        }
        _ => None,
    }
}
