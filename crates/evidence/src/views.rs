//! Memory that is not what the order of decisions makes it: a replay lets reads see what they saw under a weak memory model.

use raddle_machine::{Access, Machine, ObjectId, State, Value, View, Writer};
use rustc_hash::FxHashMap;

type Range = (ObjectId, u64, u64);

/// What counts as the first access to a location, before which it held what it held at the start. Under `tso` and `pso` plain accesses are accesses like any
/// other if they race somewhere in the program, which no single run tells; so both are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    Any,
    Atomic,
}

pub(crate) struct Views {
    first: First,
    views: FxHashMap<u64, View>,
    /// What decisions wrote.
    written: FxHashMap<u64, (Range, Value)>,
    /// What they changed otherwise: by plain writes of other sizes, and while there was no other thread.
    changed: FxHashMap<(u64, Range), Value>,
    /// What there was before anybody wrote.
    starts: FxHashMap<Range, Value>,
}

impl Views {
    pub(crate) fn new(views: &[View], first: First) -> Views {
        let mut by_decision: FxHashMap<u64, View> = FxHashMap::default();
        for view in views {
            let known = by_decision.entry(view.decision).or_insert(*view);
            known.saw = known.saw.or(view.saw);
            known.left = known.left.or(view.left);
        }
        Views {
            first,
            views: by_decision,
            written: FxHashMap::default(),
            changed: FxHashMap::default(),
            starts: FxHashMap::default(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.views.is_empty()
    }

    /// Puts into memory what the next decision sees.
    pub(crate) fn before(&mut self, machine: &mut Machine<'_>, state: &mut State) {
        let view = self.views.get(&state.decisions.len());
        let Some((writer, instead)) = view.and_then(|view| view.saw) else { return };
        let Some(&(range, _)) = self.written.get(&instead) else { return };
        let value = match writer {
            Writer::Start => self.starts.get(&range).copied(),
            Writer::Decision(decision) => {
                let written = self.written.get(&decision).filter(|(other, _)| *other == range);
                written.map(|(_, value)| value).or(self.changed.get(&(decision, range))).copied()
            }
        };
        if let Some(value) = value {
            put(machine, state, range, value);
        }
    }

    /// Notes what a decision wrote, and leaves in memory what is to be seen.
    pub(crate) fn after(&mut self, machine: &mut Machine<'_>, before: &State, state: &mut State) {
        if self.views.is_empty() {
            return;
        }
        let decision = state.decisions.len().saturating_sub(1);
        self.note_changes(machine, state, decision);
        let mut wrote = false;
        for access in state.event.accesses.clone() {
            let range = (access.object, access.start, access.end);
            let size = access.end - access.start;
            let plain = access.sync.is_plain() && self.first == First::Atomic;
            if size > 16 || plain && !self.starts.contains_key(&range) {
                continue;
            }
            self.starts.entry(range).or_insert_with(|| {
                let start = machine.bytes_at(before, access.object, access.start, size);
                start.unwrap_or(Value::Undef)
            });
            if access.modifies()
                && let Some(value) = machine.bytes_at(state, access.object, access.start, size)
            {
                self.written.insert(decision, (range, value));
                wrote = true;
            }
        }
        let Some(view) = self.views.get(&decision) else { return };
        let newest = match (wrote, view.left, view.saw) {
            (true, left, _) => left,
            (false, _, Some((_, instead))) => Some(instead),
            (false, _, None) => None,
        };
        if let Some(&(range, value)) = newest.and_then(|newest| self.written.get(&newest)) {
            put(machine, state, range, value);
        }
    }

    fn note_changes(&mut self, machine: &mut Machine<'_>, state: &State, decision: u64) {
        let overlaps = |access: &Access, &(object, start, end): &Range| {
            access.object == object && access.start < end && start < access.end
        };
        let plain = |access: &&Access| access.write && access.sync.is_plain();
        let event = &state.event;
        for range in self.starts.keys() {
            let mut writes = event.accesses.iter().filter(plain);
            if event.anew || writes.any(|access| overlaps(access, range)) {
                let &(object, start, end) = range;
                let value = machine.bytes_at(state, object, start, end - start);
                self.changed.extend(value.map(|value| ((decision, *range), value)));
            }
        }
    }
}

fn put(machine: &mut Machine<'_>, state: &mut State, (object, start, end): Range, value: Value) {
    machine.put_bytes(state, object, start, end - start, value);
}
