//! The order between the steps of different threads in one run, for people to look at.
//!
//! Two kinds of edges: synchronisation, the happens-before of C11 (creation, join, a release and who acquires it, atomics), and conflicts,
//! pairs of accesses that could have come the other way round. Only direct edges are kept: one that follows from others
//! and from the order within each thread is left out, so that what is drawn can be read. Between an edge and
//! the rows of a trace stand transitions: an edge ends at the first visible row of its transition.

use std::rc::Rc;

use raddle_findings::{After, OrderKind};
use raddle_machine::{Access, Event, ObjectId, ThreadId, TraceEvent};
use raddle_reduce::{Clock, Trace};
use rustc_hash::FxHashMap;

/// Edges as pairs of a row and what it comes after.
pub fn between_rows(events: &[(ThreadId, Rc<Event>)], rows: &[TraceEvent]) -> Vec<(usize, After)> {
    let places = Places::new(events, rows);
    let mut edges = early_creations(rows);
    for edge in Order::default().edges(events) {
        let (Some(from), Some(to)) = (places.of(edge.from), places.of(edge.to)) else { continue };
        let after = After { step: from as u32, because: edge.because };
        // Some operations take two transitions; both have the same row.
        if from < to && rows[from].thread != rows[to].thread && !edges.contains(&(to, after)) {
            edges.push((to, after));
        }
    }
    edges
}

/// Threads that were created before the first transition, while nobody else was there to take turns with.
fn early_creations(rows: &[TraceEvent]) -> Vec<(usize, After)> {
    let early = rows.iter().enumerate().take_while(|(_, row)| row.transition == 0);
    let created = early.filter_map(|(from, row)| {
        let child = row.text.strip_prefix("creates ")?.split(' ').next()?;
        let to = rows.iter().position(|row| row.thread.to_string() == child)?;
        Some((to, After { step: from as u32, because: OrderKind::Synchronises }))
    });
    created.collect()
}

/// Which row shows a transition.
struct Places {
    rows: Vec<Option<usize>>,
}

impl Places {
    fn new(events: &[(ThreadId, Rc<Event>)], rows: &[TraceEvent]) -> Places {
        let mut places = vec![None; events.len()];
        let mut visible = vec![false; events.len()];
        for (index, row) in rows.iter().enumerate() {
            let Some(at) = (row.transition as usize).checked_sub(1) else { continue };
            if at < places.len() && (places[at].is_none() || (row.visible && !visible[at])) {
                places[at] = Some(index);
                visible[at] = row.visible;
            }
        }
        // A transition without a row, such as the end of a thread, is shown by what its thread did last.
        for at in 0..places.len() {
            if places[at].is_none() {
                let thread = events[at].0;
                let before = (0..at).rev().find(|&earlier| events[earlier].0 == thread);
                places[at] = before.and_then(|earlier| places[earlier]);
            }
        }
        Places { rows: places }
    }

    fn of(&self, transition: usize) -> Option<usize> {
        self.rows.get(transition).copied().flatten()
    }
}

/// An edge between transitions.
struct Edge {
    from: usize,
    to: usize,
    because: OrderKind,
}

/// What is known of the transitions so far.
#[derive(Default)]
struct Order {
    /// Per transition, what happened before it by synchronisation, and by any edge.
    synchronised: Vec<Clock>,
    ordered: Vec<Clock>,
    last_of: FxHashMap<ThreadId, usize>,
    created_by: FxHashMap<ThreadId, usize>,
    touching: FxHashMap<ObjectId, Vec<usize>>,
    trace: Trace,
}

impl Order {
    fn edges(mut self, events: &[(ThreadId, Rc<Event>)]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (index, (thread, event)) in events.iter().enumerate() {
            self.trace.push(*thread, event.clone());
            self.add(events, index, *thread, event, &mut edges);
        }
        edges
    }

    fn add(
        &mut self,
        events: &[(ThreadId, Rc<Event>)],
        index: usize,
        thread: ThreadId,
        event: &Event,
        edges: &mut Vec<Edge>,
    ) {
        let own = self.last_of.get(&thread).copied();
        let mut synchronised = own.map(|last| self.synchronised[last].clone()).unwrap_or_default();
        let mut ordered = own.map(|last| self.ordered[last].clone()).unwrap_or_default();
        let creator = if own.is_none() { self.created_by.get(&thread).copied() } else { None };
        let mut sources: Vec<usize> = creator.into_iter().collect();
        sources.extend(self.trace.synchronises_with(index));
        sources.sort_unstable_by(|a, b| b.cmp(a));
        for from in sources {
            if synchronised.get(events[from].0) <= from as u32 {
                edges.push(Edge { from, to: index, because: OrderKind::Synchronises });
                synchronised.join(&self.synchronised[from]);
                ordered.join(&self.ordered[from]);
            }
        }
        let conflicts = event.accesses.iter().flat_map(|access| self.conflicts(events, access));
        let mut conflicts: Vec<usize> = conflicts.collect();
        conflicts.sort_unstable_by(|a, b| b.cmp(a));
        for from in conflicts {
            if ordered.get(events[from].0) <= from as u32 {
                edges.push(Edge { from, to: index, because: OrderKind::Conflicts });
                ordered.join(&self.ordered[from]);
            }
        }
        synchronised.set(thread, index as u32 + 1);
        ordered.set(thread, index as u32 + 1);
        self.synchronised.push(synchronised);
        self.ordered.push(ordered);
        self.last_of.insert(thread, index);
        self.created_by.extend(event.created.iter().map(|&child| (child, index)));
        for access in &event.accesses {
            self.touching.entry(access.object).or_default().push(index);
        }
    }

    /// Earlier transitions that conflict with an access, back to a write that covers it.
    fn conflicts(&self, events: &[(ThreadId, Rc<Event>)], access: &Access) -> Vec<usize> {
        let mut found = Vec::new();
        for &index in self.touching.get(&access.object).into_iter().flatten().rev() {
            for earlier in
                events[index].1.accesses.iter().filter(|earlier| earlier.conflicts(access))
            {
                found.push(index);
                if earlier.stands_for(access) {
                    return found;
                }
            }
        }
        found
    }
}
