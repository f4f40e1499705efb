//! Makes the nodes of a step from what the machine says its transitions did, with their places in happens-before.
//!
//! Happens-before is that of RC11: program order and synchronizes-with, through release sequences (later writes of the same thread to
//! the location, and chains of read-modify-writes) and fences on either side. Creating and joining threads and operations
//! of the library order threads as the library says.

use std::rc::Rc;

use raddle_machine::{Access, Event, ObjectName, Order, Sync, ThreadId, Value};
use raddle_reduce::Broken;
use smallvec::SmallVec;

use crate::clock::Clock;
use crate::graph::{Deed, Graph, Loc, Name, Node, Source, Standing, Step, Touch};

/// The bytes of a thread's control block that tell of its life; operations on objects of the library use the others.
pub const LIFE: u64 = 24;

/// The access to a location that a step begins with.
#[derive(Clone, Copy, Debug)]
pub struct Main {
    /// Its number among the accesses of the first transition.
    pub access: usize,
    pub loc: Loc,
    pub deed: Deed,
    pub order: Option<Order>,
    pub locked: bool,
    pub value: Value,
}

/// Locations that hold something else after a transition, not by the access that it begins with.
#[derive(Debug, Default)]
pub struct Changed {
    /// By plain writes, with the number of the access. One may be of many bytes, or of a part of a location.
    pub plain: SmallVec<[(usize, (Loc, Value)); 1]>,
    /// While there was no other thread. Nobody notices accesses then, and all that comes later knows them.
    pub alone: SmallVec<[(Loc, Value); 1]>,
}

/// Whether two operations on objects of the library have an order. Coarsely, all of them have.
pub fn concern(one: &[Access], two: &[Access], coarse: bool) -> bool {
    if coarse {
        return !one.is_empty() && !two.is_empty();
    }
    one.iter().any(|a| two.iter().any(|b| a.overlaps(b)))
}

/// Whether an operation of the library orders nothing but itself: a lock that is not got, a signal.
pub fn is_relaxed(access: &Access) -> bool {
    use Sync::{AtomicLoad, AtomicStore, AtomicUpdate};
    matches!(access.sync, AtomicLoad(order) | AtomicStore(order) | AtomicUpdate(order) if order == Order::Relaxed)
}

/// What a step begins with that accesses no location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A call of the library.
    Call,
    /// An atomic section, or nothing of the kind.
    Section,
    /// An atomic section of the run-time library that only looks.
    Look,
}

pub struct Builder<'g> {
    graph: &'g Graph,
    thread: u32,
    standing: SmallVec<[(u32, Standing); 1]>,
    nodes: SmallVec<[Node; 2]>,
    touches: Vec<Touch>,
    operation: SmallVec<[Access; 2]>,
    /// The node of the operation.
    operates: Option<usize>,
    offset: u32,
    kind: Kind,
    coarse: bool,
    broken: Option<Broken>,
}

impl<'g> Builder<'g> {
    pub fn new(
        graph: &'g Graph,
        thread: ThreadId,
        kind: Kind,
        coarse: bool,
        broken: Option<Broken>,
    ) -> Builder<'g> {
        let mut standing = (*graph.standing(thread.0)).clone();
        standing.past.set(thread.0, standing.steps + 1);
        standing.steps += 1;
        Builder {
            graph,
            thread: thread.0,
            standing: SmallVec::from_iter([(thread.0, standing)]),
            nodes: SmallVec::new(),
            touches: Vec::new(),
            operation: SmallVec::new(),
            operates: None,
            offset: 0,
            kind,
            coarse,
            broken,
        }
    }

    /// One transition. `atomic`: what its access to a location is; `names`: what an object is called; `changed`: the locations that it
    /// changes otherwise.
    pub fn transition<'n>(
        &mut self,
        event: &Event,
        atomic: Option<Main>,
        names: impl Fn(raddle_machine::ObjectId) -> &'n ObjectName,
        changed: &Changed,
    ) {
        let (mut fence, mut child) = (0, 0);
        for at in 0..=event.accesses.len() {
            loop {
                let created = event.created_after.get(child).is_some_and(|&after| after <= at);
                let fenced = event.fences.get(fence).is_some_and(|fence| fence.after <= at);
                let behind = event.created_behind.get(child).copied().unwrap_or(0);
                if created && (!fenced || behind <= fence) {
                    if child == 0 {
                        changed.alone.iter().for_each(|&change| self.overwrites(change));
                    }
                    self.creates(event.created[child].0);
                    child += 1;
                } else if fenced {
                    self.fence(event.fences[fence].by.0, event.fences[fence].order);
                    fence += 1;
                } else {
                    break;
                }
            }
            let Some(access) = event.accesses.get(at) else { break };
            if let Some(main) = atomic.filter(|main| main.access == at) {
                self.access(main, access);
                continue;
            }
            match (names(access.object), access.sync) {
                (_, Sync::Observed) => {}
                (_, Sync::Plain | Sync::Movable) => {
                    self.touch(access);
                    let changes = changed.plain.iter().filter(|(by, _)| *by == at);
                    changes.for_each(|&(_, change)| self.overwrites(change));
                }
                (ObjectName::Thread(other), sync) if access.start < LIFE => {
                    if matches!(sync, Sync::Acquire) {
                        self.joins(other.0);
                    } else {
                        self.other();
                    }
                }
                _ if self.kind == Kind::Call && is_relaxed(access) => self.operation(access),
                (_, Sync::AtomicLoad(_)) => self.section(access, Sync::Acquire),
                (_, Sync::AtomicStore(_) | Sync::AtomicUpdate(_)) => {
                    self.section(access, Sync::Both);
                }
                _ => self.operation(access),
            }
        }
        self.offset += 1;
    }

    fn standing(&mut self, thread: u32) -> &mut Standing {
        if !self.standing.iter().any(|(other, _)| *other == thread) {
            self.standing.push((thread, (*self.graph.standing(thread)).clone()));
        }
        let found = self.standing.iter_mut().find(|(other, _)| *other == thread);
        &mut found.expect("it was put there").1
    }

    /// A new node of a thread.
    fn node(&mut self, thread: u32, deed: Deed) -> usize {
        let standing = self.standing(thread);
        let name = Name { thread, index: standing.nodes };
        standing.nodes += 1;
        standing.hb.set(thread, standing.nodes);
        let hb = standing.hb.clone();
        self.nodes.push(Node {
            name,
            deed,
            loc: None,
            order: None,
            locked: false,
            value: Value::Undef,
            hb,
            release: Clock::default(),
            sequence: Clock::default(),
            offset: self.offset,
        });
        self.nodes.len() - 1
    }

    fn other(&mut self) {
        self.node(self.thread, Deed::Other);
    }

    fn fence(&mut self, thread: u32, order: Order) {
        let orders = self.broken != Some(Broken::FencesIgnored);
        if orders && order.acquires() {
            let standing = self.standing(thread);
            let pending = standing.pending.clone();
            standing.hb.join(&pending);
        }
        let at = self.node(thread, Deed::Fence);
        self.nodes[at].order = Some(order);
        if orders && order.releases() {
            let hb = self.nodes[at].hb.clone();
            self.standing(thread).fenced = hb;
        }
    }

    fn creates(&mut self, child: u32) {
        self.other();
        let parent = self.standing(self.thread).clone();
        let (hb, born) = (parent.hb.clone(), parent.hb);
        let standing = Standing { hb, born, past: parent.past, ..Standing::default() };
        self.standing.push((child, standing));
    }

    fn joins(&mut self, other: u32) {
        let ended = self.standing(other).clone();
        let standing = self.standing(self.thread);
        standing.hb.join(&ended.hb);
        standing.past.join(&ended.past);
        self.other();
    }

    fn touch(&mut self, access: &Access) {
        let standing = self.standing(self.thread);
        let (place, hb) = (standing.nodes, standing.hb.clone());
        self.touches.push(Touch { thread: self.thread, place, access: *access, hb });
    }

    /// A location holds something else by a plain write.
    fn overwrites(&mut self, (loc, value): (Loc, Value)) {
        let (deed, order, locked) = (Deed::Write, None, false);
        self.node_at(Main { access: 0, loc, deed, order, locked, value });
    }

    fn access(&mut self, main: Main, access: &Access) {
        let at = self.node_at(main);
        let (place, hb) = (self.nodes[at].name.index, self.nodes[at].hb.clone());
        self.touches.push(Touch { thread: self.thread, place, access: *access, hb });
    }

    /// The node of an access to a location.
    fn node_at(&mut self, main: Main) -> usize {
        let thread = self.thread;
        let message = match main.deed {
            Deed::Read(source) | Deed::Update(source) => {
                if let Source::Node(name) = source {
                    let past = self.graph.step_of(name).past.clone();
                    self.standing(thread).past.join(&past);
                }
                match source {
                    Source::Start => Clock::default(),
                    Source::Node(name) => self.graph.node(name).release.clone(),
                }
            }
            Deed::Write | Deed::Fence | Deed::Look | Deed::Other => Clock::default(),
        };
        let standing = self.standing(thread);
        standing.pending.join(&message);
        if main.order.is_some_and(Order::acquires) {
            standing.hb.join(&message);
        }
        let at = self.node(thread, main.deed);
        let node = &mut self.nodes[at];
        (node.loc, node.order, node.locked) = (Some(main.loc), main.order, main.locked);
        node.value = main.value;
        let hb = node.hb.clone();
        if self.nodes[at].writes() {
            let sequence = self.sequence(main, &hb);
            let node = &mut self.nodes[at];
            if main.order.is_some() {
                node.release = sequence.clone();
                let hands_on = self.broken != Some(Broken::ReleaseSequencesForgotten);
                if hands_on && matches!(main.deed, Deed::Update(_)) {
                    node.release.join(&message);
                }
            }
            node.sequence = sequence;
        }
        at
    }

    /// What the thread itself releases by a write: what it had released by earlier writes to the location, too.
    fn sequence(&mut self, main: Main, hb: &Clock) -> Clock {
        let thread = self.thread;
        let own = |node: &&Node| {
            node.name.thread == thread && node.loc == Some(main.loc) && node.writes()
        };
        let before = self.nodes.len() - 1;
        let earlier = self.nodes[..before].iter().rev().find(own);
        let earlier = earlier.or_else(|| {
            let writes = self.graph.writes(main.loc).iter();
            let newest = writes.filter(|name| name.thread == thread).max_by_key(|name| name.index);
            newest.map(|&name| self.graph.node(name))
        });
        let earlier = earlier.filter(|_| self.broken != Some(Broken::ReleaseSequencesForgotten));
        let mut sequence = earlier.map(|node| node.sequence.clone()).unwrap_or_default();
        if main.order.is_some_and(Order::releases) {
            sequence.join(hb);
        }
        if main.order.is_some() {
            let fenced = self.standing(thread).fenced.clone();
            sequence.join(&fenced);
        }
        sequence
    }

    /// An operation on an object of the library: it comes after all operations in the graph that it conflicts with, and acquires what was
    /// released through the same bytes.
    fn operation(&mut self, access: &Access) {
        let thread = self.thread;
        let mut hb = Clock::default();
        let mut past = Clock::default();
        for step in &self.graph.steps {
            if concern(&step.operation, std::slice::from_ref(access), self.coarse) {
                past.join(&step.past);
            }
            let releases = |other: &&Access| {
                matches!(other.sync, Sync::Release | Sync::Both | Sync::Arrival)
                    && other.overlaps(access)
            };
            if matches!(access.sync, Sync::Acquire | Sync::Both)
                && step.operation.iter().any(|other| releases(&other))
                && let Some(node) = step.operates()
            {
                hb.join(&node.hb);
            }
        }
        let standing = self.standing(thread);
        standing.hb.join(&hb);
        standing.past.join(&past);
        let hb = standing.hb.clone();
        self.operation.push(*access);
        match self.operates.filter(|at| self.is_newest(*at)) {
            Some(at) => self.nodes[at].hb.join(&hb),
            None => {
                let looks = self.kind == Kind::Look && self.broken != Some(Broken::LooksDrain);
                self.node(thread, if looks { Deed::Look } else { Deed::Other });
                self.operates = Some(self.nodes.len() - 1);
            }
        }
    }

    /// Whether nothing came behind a node in this step. Where something did (a section fences, creates or joins a thread), its operation goes on with another
    /// node: one that knew what comes behind it would come after itself.
    fn is_newest(&self, at: usize) -> bool {
        if self.broken == Some(Broken::SectionsAfterThemselves) {
            return true;
        }
        let known = self.nodes[at].name.index;
        at + 1 == self.nodes.len() && self.touches.last().is_none_or(|last| last.place <= known)
    }

    /// An access of an atomic section: the section is one operation on all that it accesses. Ordinary accesses elsewhere may race with it, unless they know
    /// the operation.
    fn section(&mut self, access: &Access, sync: Sync) {
        if self.broken != Some(Broken::SectionsForgotten) {
            self.operation(&Access { sync, ..*access });
        }
        self.touch(access);
        if let (Some(at), Some(touch)) = (self.operates, self.touches.last_mut()) {
            touch.place = self.nodes[at].name.index;
        }
    }

    pub fn finish(mut self, stuck: bool) -> Step {
        let thread = ThreadId(self.thread);
        let offset = self.offset;
        let accesses = |node: &Node| node.deed != Deed::Other;
        let has_turn = !self.operation.is_empty() || self.nodes.iter().any(accesses);
        let standing = self.standing(thread.0);
        standing.stuck = stuck;
        standing.turns += u32::from(has_turn);
        let (index, past) = (standing.steps - 1, standing.past.clone());
        Step {
            thread,
            index,
            stamp: 0,
            written: 0,
            nodes: self.nodes,
            touches: self.touches,
            operation: self.operation,
            operates: self.operates,
            transitions: offset,
            past,
            forks: SmallVec::new(),
            after: self.standing.into_iter().map(|(thread, s)| (thread, Rc::new(s))).collect(),
        }
    }
}
