//! The ways in which a step can be added: what it reads from, where it writes, and what it revisits.

use raddle_machine::{Access, Sync, ThreadId, View, Writer};
use raddle_reduce::Broken;
use smallvec::SmallVec;

use super::{Choice, Explorer, Visitor};
use crate::build::Main;
use crate::clock::Clock;
use crate::execute::{Glance, Outcome, Range, always_writes, execute};
use crate::graph::{Deed, Graph, Loc, Name, Source, Step};

impl Explorer<'_, '_> {
    /// Adds a step in every way. Its outcomes are those with memory as it is.
    pub(super) fn add(&mut self, graph: Graph, thread: ThreadId, outcomes: Vec<Outcome>) {
        let mut locations: SmallVec<[Loc; 2]> = SmallVec::new();
        let mut operations: Vec<SmallVec<[Access; 2]>> = Vec::new();
        for outcome in &outcomes {
            let Some(access) = outcome.access().copied() else { continue };
            let Some(loc) = self.locate(&access) else { return };
            if !locations.contains(&loc) {
                locations.push(loc);
            }
        }
        if let [outcome] = &outcomes[..]
            && let Some(choice) = only_choice(&graph, outcome, locations.first())
        {
            let next = self.place(graph, thread, outcome, choice);
            self.open.extend(next);
            return;
        }
        for outcome in &outcomes {
            match outcome.access().copied() {
                None => {
                    let next = self.place(graph.clone(), thread, outcome, Choice::default());
                    if let Some(next) = next {
                        let step = next.steps.last().expect("it was added");
                        let known = operations.iter().any(|other| same(other, &step.operation));
                        if !step.operation.is_empty() && !known {
                            operations.push(step.operation.clone());
                        }
                        self.open.push(next);
                    }
                }
                Some(access) => {
                    let Some(loc) = self.locate(&access) else { return };
                    let newest = graph.newest(loc);
                    for choice in self.choices(&graph, thread, loc, &access, newest) {
                        let next = self.place(graph.clone(), thread, outcome, choice);
                        self.open.extend(next);
                    }
                }
            }
        }
        for accesses in operations {
            self.revisit_operations(&graph, thread, &accesses);
        }
        for loc in locations {
            self.add_at(&graph, thread, loc, &outcomes);
        }
    }

    /// Reads that see something older, and revisits, at one location.
    fn add_at(&mut self, graph: &Graph, thread: ThreadId, loc: Loc, outcomes: &[Outcome]) {
        let newest = graph.newest(loc);
        let mut stores = false;
        let mut updates: SmallVec<[Source; 4]> = SmallVec::new();
        let mut reads = false;
        for outcome in outcomes {
            let Some(access) = self.accessed(outcome, loc) else { continue };
            match deed_of(&access, newest) {
                Deed::Write => stores = true,
                Deed::Update(_) => {
                    updates.push(newest);
                    reads = true;
                }
                _ => reads = true,
            }
        }
        if reads {
            let oldest = self.oldest(graph, loc, &graph.standing(thread.0).hb);
            let always_writes = always_writes(self.machine, graph.state(), thread);
            let count = graph.writes(loc).len();
            for position in (oldest..count).rev() {
                let source = source_at(graph, loc, position);
                if always_writes && self.is_taken(graph, loc, position) {
                    updates.push(source);
                    continue;
                }
                let Some(glance) = self.glance(graph, loc, source) else { continue };
                let state = graph.state().clone();
                let executed = execute(self.machine, &self.events, &state, thread, Some(&glance));
                let Some(outcomes) = self.outcomes(executed, &state, thread) else { return };
                for outcome in &outcomes {
                    let Some(access) = self.accessed(outcome, loc) else { continue };
                    if matches!(deed_of(&access, source), Deed::Update(_))
                        && !updates.contains(&source)
                    {
                        updates.push(source);
                    }
                    for choice in self.choices(graph, thread, loc, &access, source) {
                        let next = self.place(graph.clone(), thread, outcome, choice);
                        self.open.extend(next);
                    }
                }
            }
        }
        if stores {
            self.revisit(graph, Visitor { thread, loc, source: None, stamp: None });
        }
        for source in updates {
            self.revisit(graph, Visitor { thread, loc, source: Some(source), stamp: None });
        }
    }

    /// The access of an outcome to a location. One that does not come to its access has been cut before, whatever it would have seen.
    pub(super) fn accessed(&mut self, outcome: &Outcome, loc: Loc) -> Option<Access> {
        let Some(access) = outcome.access().copied() else {
            outcome.told.tell_cuts(self.machine);
            return None;
        };
        (self.locate(&access) == Some(loc)).then_some(access)
    }

    /// The first place in the order of writes that someone with this knowledge may still read from.
    pub(super) fn oldest(&self, graph: &Graph, loc: Loc, hb: &Clock) -> usize {
        let is_known = |name: &&Name| Graph::knows(hb, **name);
        let writes = graph.writes(loc);
        let written = writes.iter().rposition(|name| is_known(&name)).map_or(0, |at| at + 1);
        if written == writes.len() || self.broken == Some(Broken::ReadsNotCoherent) {
            return written;
        }
        // A read of something older than what is known to be written says nothing more.
        let readers = graph.readers(loc).iter().filter(is_known).map(|&name| graph.node(name).deed);
        let read: SmallVec<[Name; 16]> = readers
            .filter_map(|deed| match deed {
                Deed::Read(Source::Node(name)) => Some(name),
                Deed::Read(Source::Start)
                | Deed::Write
                | Deed::Update(_)
                | Deed::Fence
                | Deed::Look
                | Deed::Other => None,
            })
            .collect();
        let newest_read = writes[written..].iter().rposition(|name| read.contains(name));
        newest_read.map_or(written, |at| written + at + 1)
    }

    /// Whether what comes behind so many writes is a read-modify-write, which nothing may come before.
    pub(super) fn is_taken(&self, graph: &Graph, loc: Loc, position: usize) -> bool {
        let next = graph.writes(loc).get(position).map(|&name| graph.node(name).deed);
        match next {
            Some(Deed::Update(source)) => {
                self.broken != Some(Broken::UpdatesTorn) && graph.position(loc, source) == position
            }
            _ => false,
        }
    }

    /// The ways in which an access can be placed that reads from `source` if it reads.
    pub(super) fn choices(
        &self,
        graph: &Graph,
        thread: ThreadId,
        loc: Loc,
        access: &Access,
        source: Source,
    ) -> SmallVec<[Choice; 4]> {
        let count = graph.writes(loc).len();
        match deed_of(access, source) {
            Deed::Write => (self.oldest(graph, loc, &graph.standing(thread.0).hb)..=count)
                .filter(|&position| !self.is_taken(graph, loc, position))
                .map(|position| Choice { position: Some(position), ..Choice::default() })
                .collect(),
            Deed::Update(source) => {
                let position = Some(graph.position(loc, source));
                SmallVec::from_iter([Choice { source: Some(source), position, stamp: None }])
            }
            _ => SmallVec::from_iter([Choice { source: Some(source), ..Choice::default() }]),
        }
    }

    /// What a read has to be shown so that it sees a source; `None` if the location is not in memory any more.
    pub(super) fn glance(&mut self, graph: &Graph, loc: Loc, source: Source) -> Option<Glance> {
        let range = self.ranges[loc.0 as usize];
        let newest = graph.newest(loc);
        let Source::Node(newest_name) = newest else { return None };
        let saw = match source {
            Source::Start => Writer::Start,
            Source::Node(name) => Writer::Decision(graph.decision(name)),
        };
        let instead = graph.decision(newest_name);
        let decision = graph.state().decisions.len();
        let view = View { decision, saw: Some((saw, instead)), left: Some(instead) };
        let (value, newest) = (graph.value(loc, source), graph.value(loc, newest));
        Some(Glance { range, value, newest, view })
    }

    /// Coherence and atomicity of a new access, which nothing comes after yet.
    pub(super) fn is_coherent(
        &self,
        graph: &Graph,
        step: &Step,
        main: Main,
        choice: Choice,
    ) -> bool {
        let Some(node) = step.main() else { return true };
        let oldest = self.oldest(graph, main.loc, &node.hb);
        if let Some(source) = node.source()
            && graph.position(main.loc, source) < oldest
        {
            return false;
        }
        let Some(position) = choice.position.filter(|_| node.writes()) else { return true };
        if position < oldest {
            return false;
        }
        // Nothing comes between a read-modify-write and what it reads from.
        !self.is_taken(graph, main.loc, position)
    }
}

/// Whether two operations are about the same bytes.
fn same(one: &[Access], two: &[Access]) -> bool {
    let ranges = |operation: &[Access]| -> Vec<Range> { operation.iter().map(Range::of).collect() };
    ranges(one) == ranges(two)
}

/// The choice of a step that can be added in one way only, and revisits nothing.
fn only_choice(graph: &Graph, outcome: &Outcome, loc: Option<&Loc>) -> Option<Choice> {
    let (Some(&loc), Some(access)) = (loc, outcome.access()) else {
        return outcome.only_threads.then(Choice::default);
    };
    if !graph.writes(loc).is_empty() || !graph.readers(loc).is_empty() {
        return None;
    }
    Some(match deed_of(access, Source::Start) {
        Deed::Write => Choice { position: Some(0), ..Choice::default() },
        Deed::Update(source) => Choice { source: Some(source), position: Some(0), stamp: None },
        _ => Choice { source: Some(Source::Start), ..Choice::default() },
    })
}

fn source_at(graph: &Graph, loc: Loc, position: usize) -> Source {
    match position {
        0 => Source::Start,
        at => Source::Node(graph.writes(loc)[at - 1]),
    }
}

/// What an access is that reads from `source` if it reads.
pub(super) fn deed_of(access: &Access, source: Source) -> Deed {
    match access.sync {
        Sync::AtomicStore(_) => Deed::Write,
        Sync::AtomicUpdate(_) => Deed::Update(source),
        Sync::AtomicLoad(_) => Deed::Read(source),
        _ if access.write => Deed::Write,
        _ => Deed::Read(source),
    }
}
