//! Deadlocks: cycles of "keeps this while it waits for that", each step in another thread, without a lock that all hold (a gate).
//!
//! Locks of one array, or of structures that are allocated at one place, cannot be told apart by name; for them a cycle of one step is a cycle of
//! two objects. A thread that is joined keeps its end: whoever waits for it waits for what that thread waits for.

use raddle_findings::{Rank, Warning, WarningKind};
use raddle_pointsto::{ObjectId, Offset, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::digest::Event;
use crate::locks::{Name, State};
use crate::parallel::Parallel;
use crate::records::{Records, SyncRecord};
use crate::sync::{Family, Mode};
use crate::threads::Kind;
use crate::writer::Writer;

/// What a thread may wait for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Node {
    Lock(Place),
    Once(Place),
    End(Kind),
}

/// Somebody keeps one thing and waits for another.
struct Edge<'r> {
    from: Node,
    to: Node,
    /// How the first is held, and how the second is asked for.
    held: Mode,
    wanted: Mode,
    record: &'r SyncRecord<'r>,
    gates: Vec<Name>,
}

/// Cycles of more steps are not looked for.
const LONGEST: usize = 5;
/// Edges between two nodes that are tried.
const MOST_EDGES: usize = 12;
/// Cycles that are looked at.
const MOST_STEPS: usize = 200_000;

pub(crate) struct Deadlocks<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) records: &'a Records<'a>,
    pub(crate) parallel: &'a Parallel,
    pub(crate) semaphores: &'a FxHashSet<Place>,
    pub(crate) single: &'a dyn Fn(ObjectId) -> bool,
    pub(crate) recursive: &'a dyn Fn(Place) -> bool,
}

impl std::fmt::Debug for Deadlocks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deadlocks").finish_non_exhaustive()
    }
}

impl<'a> Deadlocks<'a> {
    pub(crate) fn warnings(&self, expired: &dyn Fn() -> bool) -> (Vec<Warning>, bool) {
        let edges = self.edges();
        let mut by_ends: FxHashMap<(Node, Node), Vec<usize>> = FxHashMap::default();
        let mut next: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        let mut alike = FxHashSet::default();
        for (index, edge) in edges.iter().enumerate() {
            let when = edge.record.when;
            if !alike.insert((edge.from, edge.to, edge.gates.clone(), edge.held, edge.wanted, when))
            {
                continue;
            }
            let known = by_ends.entry((edge.from, edge.to)).or_default();
            if known.len() < MOST_EDGES {
                known.push(index);
            }
            let targets = next.entry(edge.from).or_default();
            if !targets.contains(&edge.to) {
                targets.push(edge.to);
            }
        }
        next.values_mut().for_each(|targets| targets.sort_unstable());
        let mut search = Search {
            deadlocks: self,
            edges: &edges,
            by_ends: &by_ends,
            next: &next,
            steps: 0,
            warnings: Vec::new(),
            expired,
        };
        let mut starts: Vec<Node> = next.keys().copied().collect();
        starts.sort_unstable();
        let mut complete = true;
        for start in starts {
            let mut path = vec![start];
            complete &= search.extend(start, &mut path);
        }
        (search.warnings, complete)
    }

    fn edges(&self) -> Vec<Edge<'a>> {
        // Objects some of whose locks are named by unknown offsets: all their locks are one.
        let mut blurred: FxHashSet<ObjectId> = FxHashSet::default();
        for record in &self.records.syncs {
            let Event::Acquire { lock, .. } = record.event else { continue };
            let given = lock.rooted.and_then(|(value, at)| record.state.place_of(value, at));
            let any = lock.places.iter().chain(&given).filter(|place| place.offset == Offset::Any);
            blurred.extend(any.map(|place| place.object));
        }
        let node = |place: Place| {
            let offset = if blurred.contains(&place.object) { Offset::Any } else { place.offset };
            Node::Lock(Place { object: place.object, offset })
        };
        let joined_by_threads: FxHashSet<Kind> = self
            .records
            .syncs
            .iter()
            .filter_map(|record| match record.event {
                Event::Join { joined, .. } => {
                    let interesting =
                        !record.state.may.is_empty() || self.writer.kind(record.site) != Kind::MAIN;
                    interesting.then_some(joined.kinds.clone())
                }
                _ => None,
            })
            .flatten()
            .collect();
        let mut edges = Vec::new();
        for record in &self.records.syncs {
            let (wanted, mode): (Vec<Node>, Mode) = match record.event {
                Event::Acquire { lock, mode, .. } if lock.family != Family::Semaphore => {
                    let given = lock
                        .rooted
                        .filter(|_| lock.by_parameter)
                        .and_then(|(value, distance)| record.state.place_of(value, distance));
                    let nodes: Vec<Node> = match given {
                        Some(place) => vec![node(place)],
                        None => lock.places.iter().copied().map(node).collect(),
                    };
                    (nodes, *mode)
                }
                Event::Once { control, .. } => {
                    (control.places.iter().map(|&place| Node::Once(place)).collect(), Mode::Write)
                }
                Event::Join { joined, .. } => {
                    (joined.kinds.iter().map(|&kind| Node::End(kind)).collect(), Mode::Write)
                }
                _ => continue,
            };
            let mut kept: Vec<(Node, Mode)> = held_nodes(&record.state, &node, self.semaphores);
            let kind = self.writer.kind(record.site);
            if joined_by_threads.contains(&kind) {
                kept.push((Node::End(kind), Mode::Write));
            }
            kept.sort_unstable();
            kept.dedup();
            for &(from, held) in &kept {
                for &to in &wanted {
                    if from == to && !self.several(from, record) {
                        continue;
                    }
                    let gates = gates(&record.state, from, &node, self.semaphores);
                    edges.push(Edge { from, to, held, wanted: mode, record, gates });
                }
            }
        }
        edges
    }

    /// Whether a node stands for several locks, so that one may be kept and another one be waited for.
    fn several(&self, node: Node, record: &SyncRecord<'_>) -> bool {
        let Node::Lock(place) = node else { return false };
        let Event::Acquire { lock, .. } = record.event else { return false };
        if (self.recursive)(place) {
            return false;
        }
        // The same pointer names the same lock.
        if lock.name().is_some_and(|name| record.state.must_hold(name).is_some()) {
            return false;
        }
        place.offset == Offset::Any || !(self.single)(place.object)
    }

    fn compatible(&self, a: &Edge<'_>, b: &Edge<'_>) -> bool {
        let whens = &self.records.whens;
        let (one, other) = (&whens[a.record.when as usize], &whens[b.record.when as usize]);
        (one.kind != other.kind || self.parallel.overlap(one.kind, one.kind))
            && self.parallel.meet(one, other)
            && !a.gates.iter().any(|gate| b.gates.contains(gate))
    }

    fn warning(&self, cycle: &[&Edge<'_>]) -> Warning {
        let name = |node: Node| match node {
            Node::Lock(place) => self.writer.place_name(place),
            Node::Once(place) => format!("once control {}", self.writer.place_name(place)),
            Node::End(kind) => format!("the end of {}", self.writer.thread_name(kind)),
        };
        let mut names: Vec<String> = cycle.iter().map(|edge| name(edge.from)).collect();
        let subject = names.join(" -> ");
        names.push(names[0].clone());
        let places = cycle
            .iter()
            .map(|edge| {
                let what = format!("waits for {} with {} kept", name(edge.to), name(edge.from));
                let locks: Vec<(Name, Mode)> =
                    edge.record.state.must.iter().map(|held| (held.name, held.mode)).collect();
                self.writer.place(edge.record.site, what, &locks)
            })
            .collect();
        let sure = cycle.iter().all(|edge| match edge.from {
            Node::Lock(place) => {
                place.offset != Offset::Any
                    && (self.single)(place.object)
                    && surely_holds(&edge.record.state, place)
            }
            Node::Once(_) | Node::End(_) => true,
        });
        let (rank, because) = if cycle.len() == 1 {
            (
                Rank::Medium,
                "these are several locks that cannot be told apart here: the order may always be the same",
            )
        } else if sure {
            (
                Rank::High,
                "each thread surely keeps the one while it waits for the other, and they may run at the same time",
            )
        } else {
            (
                Rank::Medium,
                "the locks are kept on some ways only, or cannot be told apart from others",
            )
        };
        let message = match cycle {
            [_] => format!(
                "two threads may each keep one of {} and wait for that of the other",
                names[0]
            ),
            _ => format!("threads may wait for each other: {}", names.join(" -> ")),
        };
        self.writer.warning(WarningKind::LockCycle, rank, because, message, subject, places)
    }
}

fn surely_holds(state: &State, place: Place) -> bool {
    state.must.iter().any(|held| match held.name {
        Name::Place(own) => own == place,
        Name::Rooted(value, distance) => state.place_of(value, distance) == Some(place),
        Name::Once(_) | Name::Section => false,
    })
}

fn held_nodes(
    state: &State,
    node: &dyn Fn(Place) -> Node,
    semaphores: &FxHashSet<Place>,
) -> Vec<(Node, Mode)> {
    let mut nodes: Vec<(Node, Mode)> = Vec::new();
    for held in &state.may {
        match held.name {
            Name::Place(place) if !semaphores.contains(&place) => {
                nodes.push((node(place), held.mode))
            }
            Name::Once(place) if held.mode == Mode::Write => {
                nodes.push((Node::Once(place), Mode::Write));
            }
            // A lock behind a parameter is whatever this caller gave.
            Name::Rooted(value, distance) => {
                let place = state.place_of(value, distance).filter(|at| !semaphores.contains(at));
                nodes.extend(place.map(|place| (node(place), held.mode)));
            }
            Name::Place(_) | Name::Once(_) | Name::Section => {}
        }
    }
    nodes
}

/// Locks that keep two places apart: those surely held, but for the one that is kept.
fn gates(
    state: &State,
    from: Node,
    node: &dyn Fn(Place) -> Node,
    semaphores: &FxHashSet<Place>,
) -> Vec<Name> {
    let mut gates: Vec<Name> = state
        .must
        .iter()
        .filter(|held| match held.name {
            Name::Place(place) => {
                node(place) != from && held.mode == Mode::Write && !semaphores.contains(&place)
            }
            Name::Section => false,
            Name::Once(_) => held.mode == Mode::Write && matches!(from, Node::Lock(_)),
            Name::Rooted(..) => false,
        })
        .map(|held| held.name)
        .collect();
    gates.sort_unstable();
    gates
}

struct Search<'s, 'a> {
    deadlocks: &'s Deadlocks<'a>,
    edges: &'s [Edge<'a>],
    by_ends: &'s FxHashMap<(Node, Node), Vec<usize>>,
    next: &'s FxHashMap<Node, Vec<Node>>,
    steps: usize,
    warnings: Vec<Warning>,
    expired: &'s dyn Fn() -> bool,
}

impl Search<'_, '_> {
    /// Follows paths from the last node back to the first; only cycles whose first node is their smallest are looked for, so
    /// that each is found once. `false` if there was no time.
    fn extend(&mut self, start: Node, path: &mut Vec<Node>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || (self.steps.is_multiple_of(256) && (self.expired)()) {
            return false;
        }
        let Some(&last) = path.last() else { return true };
        let next = self.next;
        let mut complete = true;
        for &target in next.get(&last).map_or(&[][..], Vec::as_slice) {
            if target == start {
                self.close(path);
            } else if target > start && path.len() < LONGEST && !path.contains(&target) {
                path.push(target);
                complete &= self.extend(start, path);
                path.pop();
            }
        }
        complete
    }

    /// Picks edges along a cycle that fit together.
    fn close(&mut self, path: &[Node]) {
        let mut chosen: Vec<usize> = Vec::new();
        if self.pick(path, &mut chosen) {
            let cycle: Vec<&Edge<'_>> = chosen.iter().map(|&index| &self.edges[index]).collect();
            self.warnings.push(self.deadlocks.warning(&cycle));
        }
    }

    fn pick(&self, path: &[Node], chosen: &mut Vec<usize>) -> bool {
        let at = chosen.len();
        if at == path.len() {
            return self.fits_itself(chosen) && self.modes_conflict(chosen);
        }
        let to = path[(at + 1) % path.len()];
        for &index in self.by_ends.get(&(path[at], to)).map_or(&[][..], Vec::as_slice) {
            let edge = &self.edges[index];
            if chosen.iter().all(|&other| self.deadlocks.compatible(&self.edges[other], edge)) {
                chosen.push(index);
                if self.pick(path, chosen) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }

    /// A cycle of one step needs a second thread that does the same.
    fn fits_itself(&self, chosen: &[usize]) -> bool {
        let [only] = chosen else { return true };
        let edge = &self.edges[*only];
        let ends = self.by_ends.get(&(edge.from, edge.to)).map_or(&[][..], Vec::as_slice);
        ends.iter().any(|&other| self.deadlocks.compatible(edge, &self.edges[other]))
    }

    /// Readers do not wait for readers.
    fn modes_conflict(&self, chosen: &[usize]) -> bool {
        (0..chosen.len()).all(|at| {
            let edge = &self.edges[chosen[at]];
            let next = &self.edges[chosen[(at + 1) % chosen.len()]];
            edge.wanted == Mode::Write || next.held == Mode::Write
        })
    }
}
