//! Memory models: which graphs are consistent.
//!
//! Every model here wants program order and reads-from together to have no circle, which holds by construction, and the accesses to each
//! location to be coherent. The rest is a circle that must not be there:
//!
//! - `c11` is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017): the partial order of its SC axiom, psc.
//! - `sc`: program order with reads-from, modification order and from-reads.
//! - `tso`, `pso`: the same with those pairs of program order that a store buffer (one for each location, in `pso`) keeps in order.
//!   C's operations are those of a compiler: a seq_cst store, a read-modify-write, a lock and a seq_cst fence wait for an
//!   empty buffer; for `pso` a release store or fence lets no later store overtake an earlier one.

use raddle_reduce::Broken;
use smallvec::SmallVec;

use crate::graph::{Deed, Graph, Node};

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
    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
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

/// Rows of a relation.
type Relation = Vec<Set>;

fn relation(count: usize, holds: impl Fn(usize, usize) -> bool) -> Relation {
    let row = |one: usize| {
        let mut row = Set::new(count);
        (0..count).filter(|&two| holds(one, two)).for_each(|two| row.insert(two));
        row
    };
    (0..count).map(row).collect()
}

/// Whether a relation has no circle.
fn is_acyclic(rows: &Relation) -> bool {
    // Takes away nodes without successors until none are left.
    let count = rows.len();
    let mut left = Set::new(count);
    (0..count).for_each(|at| left.insert(at));
    let mut remaining = count;
    while remaining > 0 {
        let before = remaining;
        for (at, row) in rows.iter().enumerate() {
            if left.has(at) && !row.meets(&left) {
                left.0[at / 64] &= !(1 << (at % 64));
                remaining -= 1;
            }
        }
        if remaining == before {
            return false;
        }
    }
    true
}

struct Nodes<'g> {
    nodes: Vec<&'g Node>,
    /// The place of each in the order of its location.
    ranks: Vec<usize>,
}

impl<'g> Nodes<'g> {
    fn of(graph: &'g Graph) -> Nodes<'g> {
        let nodes: Vec<&Node> = graph.nodes().collect();
        let rank = |node: &&Node| node.loc.map_or(0, |_| graph.rank(node));
        let ranks = nodes.iter().map(rank).collect();
        Nodes { nodes, ranks }
    }
    fn same_loc(&self, one: usize, two: usize) -> bool {
        self.nodes[one].loc.is_some() && self.nodes[one].loc == self.nodes[two].loc
    }
    fn sb(&self, one: usize, two: usize) -> bool {
        let (one, two) = (self.nodes[one].name, self.nodes[two].name);
        one.thread == two.thread && one.index < two.index
    }
    fn hb(&self, one: usize, two: usize) -> bool {
        one != two && Graph::knows(&self.nodes[two].hb, self.nodes[one].name)
    }
    /// Modification order and from-reads.
    fn before(&self, one: usize, two: usize) -> bool {
        self.nodes[two].writes() && self.same_loc(one, two) && self.ranks[one] < self.ranks[two]
    }
    /// Modification order, reads-from, from-reads and what follows from them.
    fn eco(&self, one: usize, two: usize) -> bool {
        let strictly = self.ranks[one] < self.ranks[two];
        let reads = self.nodes[one].writes() && !self.nodes[two].writes();
        one != two
            && self.same_loc(one, two)
            && (strictly || reads && self.ranks[one] == self.ranks[two])
    }
}

/// psc has no circle; the names are those of the paper.
fn has_no_psc_circle(graph: &Graph, broken: Option<Broken>) -> bool {
    let is_weak =
        |node: &Node| broken == Some(Broken::FullFencesWeakened) && node.deed == Deed::Fence;
    let is_sc = |node: &Node| node.is_sc() && !is_weak(node);
    if graph.nodes().filter(|node| is_sc(node)).count() < 2 {
        return true;
    }
    let nodes = Nodes::of(graph);
    let count = nodes.nodes.len();
    let hb = relation(count, |one, two| nodes.hb(one, two));
    let elsewhere = relation(count, |one, two| nodes.sb(one, two) && !nodes.same_loc(one, two));
    let through = |start: &Set| {
        let mut reached = Set::new(count);
        start.for_each(|at| reached.add(&hb[at]));
        let mut end = Set::new(count);
        reached.for_each(|at| end.add(&elsewhere[at]));
        end
    };
    let mut scb = relation(count, |one, two| {
        nodes.sb(one, two)
            || nodes.same_loc(one, two) && nodes.hb(one, two)
            || nodes.before(one, two)
    });
    for at in 0..count {
        let far = through(&elsewhere[at]);
        scb[at].add(&far);
    }
    let sc: Vec<usize> = (0..count).filter(|&at| is_sc(nodes.nodes[at])).collect();
    let is_fence = |at: usize| nodes.nodes[at].deed == Deed::Fence;
    let after: Vec<Set> = sc
        .iter()
        .map(|&two| {
            let mut set = Set::new(count);
            set.insert(two);
            if is_fence(two) {
                (0..count).filter(|&at| nodes.hb(at, two)).for_each(|at| set.insert(at));
            }
            set
        })
        .collect();
    let mut psc: Relation = vec![Set::new(sc.len()); sc.len()];
    for (row, &one) in sc.iter().enumerate() {
        let mut reached = scb[one].clone();
        if is_fence(one) {
            hb[one].for_each(|at| reached.add(&scb[at]));
        }
        for (column, after) in after.iter().enumerate() {
            if reached.meets(after) {
                psc[row].insert(column);
            }
        }
        if !is_fence(one) {
            continue;
        }
        // psc_F: fences by hb, or by hb; eco; hb.
        let mut between = hb[one].clone();
        let mut eco = Set::new(count);
        hb[one].for_each(|at| {
            (0..count).filter(|&to| nodes.eco(at, to)).for_each(|to| eco.insert(to));
        });
        eco.for_each(|at| between.add(&hb[at]));
        for (column, &two) in sc.iter().enumerate() {
            if is_fence(two) && between.has(two) {
                psc[row].insert(column);
            }
        }
    }
    is_acyclic(&psc)
}

/// Whether there is one order of memory.
fn has_memory_order(graph: &Graph, model: Model, broken: Option<Broken>) -> bool {
    let nodes = Nodes::of(graph);
    let count = nodes.nodes.len();
    let drains = |at: usize| {
        let node = nodes.nodes[at];
        let reads = matches!(node.deed, Deed::Read(_));
        let locked = node.locked && broken != Some(Broken::UpdatesLeaveBuffers);
        locked || node.deed == Deed::Other || node.is_sc() && !reads
    };
    let divides = |at: usize| {
        let node = nodes.nodes[at];
        let stores = matches!(node.deed, Deed::Fence | Deed::Write);
        let divides = broken != Some(Broken::ReleaseLetsPass);
        divides && stores && node.order.is_some_and(|order| order.releases())
    };
    let between = |one: usize, two: usize, holds: &dyn Fn(usize) -> bool| {
        let (first, last) = (nodes.nodes[one].name, nodes.nodes[two].name);
        (0..count).any(|at| {
            let name = nodes.nodes[at].name;
            let inside = name.index > first.index && name.index < last.index;
            name.thread == first.thread && inside && holds(at)
        })
    };
    let kept = |one: usize, two: usize| {
        if model == Model::Sc {
            return nodes.sb(one, two);
        }
        let (first, second) = (nodes.nodes[one], nodes.nodes[two]);
        let drained = || drains(one) || drains(two) || between(one, two, &|at| drains(at));
        match (first.deed, second.deed) {
            (Deed::Fence, _) | (_, Deed::Fence) => false,
            (Deed::Read(_) | Deed::Update(_) | Deed::Other, _) => nodes.sb(one, two),
            (Deed::Write, Deed::Read(_) | Deed::Update(_) | Deed::Other) => {
                nodes.sb(one, two) && drained()
            }
            (Deed::Write, Deed::Write) => {
                nodes.sb(one, two)
                    && (model == Model::Tso && broken != Some(Broken::FlushesOutOfOrder)
                        || nodes.same_loc(one, two)
                        || divides(two)
                        || between(one, two, &|at| divides(at))
                        || drained())
            }
        }
    };
    let external = |one: usize, two: usize| {
        let reads = nodes.nodes[two].source();
        let from = reads == Some(crate::graph::Source::Node(nodes.nodes[one].name));
        let own = model == Model::Sc || broken == Some(Broken::OwnStoresUnseen);
        from && (own || nodes.nodes[one].name.thread != nodes.nodes[two].name.thread)
    };
    // Creation, join and operations of the library order what their threads do.
    let ordered = |one: usize, two: usize| {
        nodes.nodes[one].deed == Deed::Other
            && nodes.nodes[two].deed == Deed::Other
            && nodes.hb(one, two)
    };
    let rows = relation(count, |one, two| {
        kept(one, two) || nodes.before(one, two) || external(one, two) || ordered(one, two)
    });
    is_acyclic(&rows)
}
