//! Memory models: which graphs are consistent.
//!
//! Every model here wants program order and reads-from together to have no circle, which holds by construction, and the accesses to each
//! location to be coherent. The rest is a circle that must not be there:
//!
//! - `c11` is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017): the partial order of its SC axiom, psc.
//! - `sc`: program order with reads-from, modification order and from-reads.
//! - `tso`, `pso`: the same with those pairs of program order that a store buffer (one for each location, in `pso`) keeps in order.
//!   C's operations are those of a compiler: a seq_cst store, a read-modify-write, a lock and a seq_cst fence wait for an
//!   empty buffer, and a look whether the thread was cancelled does not; for `pso` a release store or fence lets no later store overtake an earlier one.

use raddle_reduce::Broken;
use smallvec::SmallVec;

use crate::build::concern;
use crate::clock::Clock;
use crate::graph::{Deed, Graph, Name, Node, Source};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    Sc,
    Tso,
    Pso,
    C11,
}

impl Model {
    pub fn name(self) -> &'static str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::C11 => "c11",
        }
    }

    /// Whether ordinary accesses have values of their own, and so are events like any other.
    pub fn has_plain_events(self) -> bool {
        self != Model::C11
    }

    /// Whether a graph whose locations are coherent is consistent.
    pub fn allows(self, graph: &Graph, broken: Option<Broken>) -> bool {
        match self {
            Model::C11 => {
                broken == Some(Broken::SeqCstUnordered) || has_no_psc_circle(graph, broken)
            }
            Model::Sc | Model::Tso | Model::Pso => has_memory_order(graph, self, broken),
        }
    }
}

/// A set of nodes by number.
#[derive(Clone, Debug)]
struct Set(SmallVec<[u64; 2]>);

impl Set {
    fn new(count: usize) -> Set {
        Set(SmallVec::from_elem(0, count.div_ceil(64)))
    }
    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }
    fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }
    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
    fn insert_range(&mut self, from: usize, to: usize) {
        for (index, word) in self.0.iter_mut().enumerate() {
            let (low, high) = (from.max(index * 64), to.min(index * 64 + 64));
            if low < high {
                let ones = u64::MAX >> (64 - (high - low));
                *word |= ones << (low - index * 64);
            }
        }
    }
    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
    fn add_both(&mut self, one: &Set, two: &Set) {
        let both = one.0.iter().zip(&two.0);
        self.0.iter_mut().zip(both).for_each(|(mine, (one, two))| *mine |= one & two);
    }
    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }
    fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (index, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(index * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// A relation by what comes before each node.
type Relation = Vec<Set>;

/// Whether a relation has no circle.
fn is_acyclic(before: &Relation) -> bool {
    // Takes away nodes that nothing comes before until none are left.
    let count = before.len();
    let mut left = Set::new(count);
    left.insert_range(0, count);
    let mut remaining = count;
    while remaining > 0 {
        let earlier = remaining;
        for (at, row) in before.iter().enumerate() {
            if left.has(at) && !row.meets(&left) {
                left.remove(at);
                remaining -= 1;
            }
        }
        if remaining == earlier {
            return false;
        }
    }
    true
}

/// The nodes of a graph, numbered by thread, and by program order in each.
struct Nodes<'g> {
    nodes: Vec<&'g Node>,
    /// The number of each thread's first node, and of what comes behind the last thread.
    starts: Vec<usize>,
    /// The nodes that access each location.
    at_loc: Vec<Set>,
    /// For a write what comes before it by modification order and from-reads.
    overwritten: Vec<Option<Set>>,
    /// For a read the number of the write that it reads from.
    sources: Vec<Option<usize>>,
    /// What happened before each thread was created.
    born: Vec<Clock>,
}

impl<'g> Nodes<'g> {
    fn of(graph: &'g Graph) -> Nodes<'g> {
        let mut starts = vec![0];
        let mut nodes: Vec<&Node> = Vec::new();
        for thread in 0..graph.thread_count() {
            nodes.extend(graph.nodes_of(thread));
            starts.push(nodes.len());
        }
        let count = nodes.len();
        let number = |name: Name| starts[name.thread as usize] + name.index as usize;
        let mut at_loc = vec![Set::new(count); graph.accesses.len()];
        let mut readers: Vec<Set> = vec![Set::new(count); graph.accesses.len()];
        let mut sources = vec![None; count];
        let mut reads: Vec<Option<Set>> = vec![None; count];
        for (at, node) in nodes.iter().enumerate() {
            let Some(loc) = node.loc else { continue };
            at_loc[loc.0 as usize].insert(at);
            match node.source() {
                None => {}
                Some(Source::Start) => readers[loc.0 as usize].insert(at),
                Some(Source::Node(name)) => {
                    let from = number(name);
                    sources[at] = Some(from);
                    reads[from].get_or_insert_with(|| Set::new(count)).insert(at);
                }
            }
        }
        let mut overwritten = vec![None; count];
        for (loc, accesses) in graph.accesses.iter().enumerate() {
            let mut before = std::mem::replace(&mut readers[loc], Set::new(0));
            for &name in &accesses.order {
                let at = number(name);
                let mut own = before.clone();
                // A read-modify-write reads from what it comes behind.
                own.remove(at);
                overwritten[at] = Some(own);
                before.insert(at);
                if let Some(reads) = &reads[at] {
                    before.add(reads);
                }
            }
        }
        let born =
            (0..graph.thread_count() as u32).map(|thread| graph.standing(thread).born.clone());
        let born = born.collect();
        Nodes { nodes, starts, at_loc, overwritten, sources, born }
    }

    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn start(&self, at: usize) -> usize {
        self.starts[self.nodes[at].name.thread as usize]
    }

    /// What happens before a node, and not the node.
    fn hb(&self, at: usize) -> Set {
        let mut before = Set::new(self.count());
        for (thread, bounds) in self.starts.windows(2).enumerate() {
            let known = self.nodes[at].hb.get(thread as u32) as usize;
            before.insert_range(bounds[0], (bounds[0] + known).min(bounds[1]));
        }
        before.remove(at);
        before
    }

    /// Whether nothing of its thread comes before a node in memory for certain: there are but stores in front of it, which it may overtake.
    fn may_be_first(&self, at: usize) -> bool {
        let stays_behind = |node: &&Node| matches!(node.deed, Deed::Write | Deed::Fence);
        self.nodes[self.start(at)..at].iter().all(stays_behind)
    }

    fn same_loc(&self, at: usize) -> Option<&Set> {
        self.nodes[at].loc.map(|loc| &self.at_loc[loc.0 as usize])
    }
}

/// psc has no circle; the names are those of the paper. All relations are kept by what comes before a node: then happens-before and
/// program order are ranges of each thread's nodes.
fn has_no_psc_circle(graph: &Graph, broken: Option<Broken>) -> bool {
    let is_weak =
        |node: &Node| broken == Some(Broken::FullFencesWeakened) && node.deed == Deed::Fence;
    let is_sc = |node: &Node| node.is_sc() && !is_weak(node);
    if graph.nodes().filter(|node| is_sc(node)).nth(1).is_none() {
        return true;
    }
    let nodes = Nodes::of(graph);
    let count = nodes.count();
    let sc: Vec<usize> = (0..count).filter(|&at| is_sc(nodes.nodes[at])).collect();
    let mut fences = Set::new(count);
    let is_fence = |at: usize| nodes.nodes[at].deed == Deed::Fence;
    sc.iter().filter(|&&at| is_fence(at)).for_each(|&at| fences.insert(at));
    let has_fences = sc.iter().any(|&at| is_fence(at));
    // Without fences nothing is asked of nodes that are not sc.
    let asked = |at: usize| has_fences || is_sc(nodes.nodes[at]);
    let hb: Relation =
        (0..count).map(|at| if asked(at) { nodes.hb(at) } else { Set::new(0) }).collect();
    let runs = nodes.runs();
    let scb: Relation = (0..count)
        .map(|at| if asked(at) { nodes.scb(at, &hb[at], &runs) } else { Set::new(0) })
        .collect();
    let mut psc: Relation = Vec::with_capacity(sc.len());
    for &two in &sc {
        let mut reached = scb[two].clone();
        if is_fence(two) {
            hb[two].for_each(|at| reached.add(&scb[at]));
            // psc_F: fences by hb, or by hb; eco; hb.
            let mut eco = Set::new(count);
            hb[two].for_each(|at| nodes.add_eco(at, &mut eco));
            let mut before = hb[two].clone();
            eco.for_each(|at| before.add(&hb[at]));
            reached.add_both(&before, &fences);
        }
        if has_fences {
            let mut before = Set::new(count);
            reached.for_each(|at| before.add(&hb[at]));
            reached.add_both(&before, &fences);
        }
        let mut row = Set::new(sc.len());
        for (column, &one) in sc.iter().enumerate() {
            if reached.has(one) {
                row.insert(column);
            }
        }
        psc.push(row);
    }
    is_acyclic(&psc)
}

impl Nodes<'_> {
    /// For each node the first one of those up to it in its thread that access what it accesses, without another access in between.
    fn runs(&self) -> Vec<usize> {
        let mut runs = Vec::with_capacity(self.count());
        for at in 0..self.count() {
            let loc = self.nodes[at].loc;
            let goes_on = at > self.start(at) && loc.is_some() && self.nodes[at - 1].loc == loc;
            runs.push(if goes_on { runs[at - 1] } else { at });
        }
        runs
    }

    /// What comes before a node by scb: program order, happens-before at one location, modification order, from-reads, and program
    /// order to another location, happens-before, program order to another location.
    fn scb(&self, at: usize, hb: &Set, runs: &[usize]) -> Set {
        let start = self.start(at);
        let mut row = Set::new(self.count());
        row.insert_range(start, at);
        if let Some(same) = self.same_loc(at) {
            row.add_both(hb, same);
        }
        if let Some(overwritten) = &self.overwritten[at] {
            row.add(overwritten);
        }
        // The last node of the thread that may come before the last of the three knows what the others know.
        let loc = self.nodes[at].loc;
        let elsewhere = |&before: &usize| loc.is_none() || self.nodes[before].loc != loc;
        let last = (start..at).rev().find(elsewhere).map(|last| self.nodes[last]);
        // The begin of a thread accesses nothing, and comes before all that it does.
        let of_thread = self.nodes[at].name.thread as usize;
        let hb = last.map_or(&self.born[of_thread], |last| &last.hb);
        for (thread, bounds) in self.starts.windows(2).enumerate() {
            let known = hb.get(thread as u32) as usize;
            // A node does not happen before itself.
            let own = usize::from(last.is_some() && of_thread == thread);
            let end = (bounds[0] + known).min(bounds[1]) - own;
            if end > bounds[0] {
                // All nodes up to there come before one of them elsewhere, but for the last ones at one location.
                row.insert_range(bounds[0], runs[end - 1]);
            }
        }
        row
    }

    /// What comes before a node by modification order, reads-from, from-reads and what follows from them.
    fn add_eco(&self, at: usize, found: &mut Set) {
        if let Some(overwritten) = &self.overwritten[at] {
            found.add(overwritten);
        }
        if let Some(source) = self.sources[at] {
            found.insert(source);
            if let Some(overwritten) = &self.overwritten[source] {
                found.add(overwritten);
            }
        }
    }
}

/// Whether there is one order of memory.
fn has_memory_order(graph: &Graph, model: Model, broken: Option<Broken>) -> bool {
    let nodes = Nodes::of(graph);
    let count = nodes.count();
    let mut before: Relation = Vec::with_capacity(count);
    let mut others = Set::new(count);
    for at in 0..count {
        let node = nodes.nodes[at];
        if at == nodes.start(at) {
            before.extend(kept(&nodes, node.name.thread as usize, model, broken));
        }
        if matches!(node.deed, Deed::Look | Deed::Other) {
            others.insert(at);
        }
    }
    for (at, before) in before.iter_mut().enumerate() {
        let node = nodes.nodes[at];
        if let Some(overwritten) = &nodes.overwritten[at] {
            before.add(overwritten);
        }
        if let Some(source) = nodes.sources[at] {
            let own = model == Model::Sc || broken == Some(Broken::OwnStoresUnseen);
            if own || nodes.nodes[source].name.thread != node.name.thread {
                before.insert(source);
            }
        }
        // Creation, join and operations of the library order what their threads do. A thread that was created comes after its creation with all it does.
        let is_created = broken != Some(Broken::CreationForgotten) && nodes.may_be_first(at);
        let operates = matches!(node.deed, Deed::Look | Deed::Other);
        if operates || is_created {
            before.add_both(&nodes.hb(at), &others);
        }
        if operates {
            others.for_each(|other| {
                if operates_after(graph, node.name, nodes.nodes[other].name) {
                    before.insert(other);
                }
            });
        }
    }
    is_acyclic(&before)
}

/// Whether a node is an operation of the library on the same object as an earlier one. Some of these synchronise nothing, and have an order all the same.
fn operates_after(graph: &Graph, node: Name, earlier: Name) -> bool {
    let ((step, at), (earlier, earlier_at)) = (graph.place(node), graph.place(earlier));
    let (step, earlier) = (&graph.steps[step], &graph.steps[earlier]);
    step.operates == Some(at)
        && earlier.operates == Some(earlier_at)
        && step.thread != earlier.thread
        && Graph::contains(&step.past, earlier)
        && concern(&step.operation, &earlier.operation, false)
}

/// What store buffers keep of the program order of a thread.
fn kept(nodes: &Nodes<'_>, thread: usize, model: Model, broken: Option<Broken>) -> Relation {
    let count = nodes.count();
    let (start, end) = (nodes.starts[thread], nodes.starts[thread + 1]);
    let drains = |node: &Node| {
        let reads = matches!(node.deed, Deed::Read(_));
        let locked = node.locked && broken != Some(Broken::UpdatesLeaveBuffers);
        locked || node.deed == Deed::Other || node.is_sc() && !reads
    };
    let divides = |node: &Node| {
        let stores = matches!(node.deed, Deed::Fence | Deed::Write);
        let divides = broken != Some(Broken::ReleaseLetsPass);
        divides && stores && node.order.is_some_and(|order| order.releases())
    };
    let in_order = model == Model::Tso && broken != Some(Broken::FlushesOutOfOrder);
    // Of the nodes so far: what nothing overtakes, all stores, those that have left the buffer, and those that no later store overtakes.
    let mut firm = Set::new(count);
    let mut stores = Set::new(count);
    let mut drained = Set::new(count);
    let mut divided = Set::new(count);
    let mut rows = Vec::with_capacity(end - start);
    for at in start..end {
        let node = nodes.nodes[at];
        if divides(node) {
            divided = stores.clone();
        }
        if drains(node) {
            drained = stores.clone();
            if node.deed == Deed::Write {
                // A later load waits for the store itself, too.
                drained.insert(at);
            }
        }
        let mut row = Set::new(count);
        if model == Model::Sc {
            row.insert_range(start, at);
        } else if node.deed != Deed::Fence {
            row.add(&firm);
            row.add(&drained);
            if node.deed == Deed::Write {
                row.add(if in_order { &stores } else { &divided });
                if let Some(same) = nodes.same_loc(at) {
                    row.add_both(&stores, same);
                }
            }
        }
        row.remove(at);
        rows.push(row);
        match node.deed {
            Deed::Write => stores.insert(at),
            Deed::Read(_) | Deed::Update(_) | Deed::Look | Deed::Other => firm.insert(at),
            Deed::Fence => {}
        }
    }
    rows
}
