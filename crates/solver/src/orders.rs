//! What orders are like: lemmas about terms that are compared with each other.
//!
//! `a < b`, `b < c` and `c < a` cannot hold together. A SAT solver that sees three comparators of 32 bits has to find that out bit by bit, and for a chain
//! of a dozen comparisons, as sorting and searching make them, it does not come to an end. So an instance that takes long is told, of the terms that its
//! conditions compare:
//!
//! - *asymmetry*: not both `x < y` and `y < x`;
//! - *equality*: `x = y` if and only if neither, where the conditions ask for it;
//! - *negative transitivity*: `x < y` implies `x < z` or `z < y`, for all orders of a triangle;
//! - *choices*: where `cond` holds, `ite(cond, x, y)` is neither less than `x` nor greater, and else not than `y`. So joined branches that keep the greater
//!   of two numbers, or swap them, are compared like the numbers they choose from.
//!
//! These hold for all numbers, so lemmas never change an answer. With triangles for a chordal graph of comparisons they are also all that propositional reasoning needs
//! (Bryant and Velev, Boolean satisfiability with transitivity constraints, 2002): whatever set of comparisons contradicts itself does so by the lemmas
//! alone. Nodes are eliminated by least degree; neighbours of a node that were not compared yet are compared then.
//! All of it is bounded: beyond the limits lemmas are missing, and the bits decide as before.

use raddle_expr::{BinaryOp, Sort, Term, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blast::gates::Edge;
use crate::blast::{BlastError, Blaster};

/// Terms that are looked through for comparisons.
const MOST_TERMS: usize = 20_000;
/// Terms that are compared with each other.
const MOST_NODES: usize = 400;
/// A node with more neighbours than this is not eliminated.
const MOST_NEIGHBOURS: usize = 24;
/// Triangles of one call.
const MOST_TRIANGLES: usize = 4_000;

/// At least one of the edges holds.
pub type Clause = Vec<Edge>;

/// Deliberate defects, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderMistake {
    /// One of two numbers is always less than the other.
    NothingEqual,
    /// Of three comparisons, one is of signed numbers and two are of unsigned ones, or the other way round.
    ReadingsMixed,
    /// A choice is always its first arm.
    FirstArmTaken,
}

/// What was said of orders.
#[derive(Debug, Default)]
pub struct Orders {
    said: FxHashSet<(bool, Said)>,
    mistake: Option<OrderMistake>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Said {
    Asymmetry(TermId, TermId),
    Equality(TermId, TermId),
    Triangle([TermId; 3]),
    Choice(TermId),
}

/// Who is compared with whom in one reading of the bits.
#[derive(Debug, Default)]
struct Graph {
    nodes: Vec<TermId>,
    places: FxHashMap<TermId, usize>,
    neighbours: Vec<FxHashSet<usize>>,
}

/// Lemmas in one reading of the bits.
struct Lemmas<'a> {
    signed: bool,
    orders: &'a mut Orders,
    blaster: &'a mut Blaster,
    clauses: Vec<Clause>,
}

impl Orders {
    pub fn new(mistake: Option<OrderMistake>) -> Orders {
        Orders { mistake, ..Orders::default() }
    }
    /// What was not said yet about the comparisons in these conditions, all of which have been blasted.
    pub fn lemmas(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        conditions: &[TermId],
    ) -> Result<Vec<Clause>, BlastError> {
        let found = comparisons(terms, conditions);
        let mut all = Vec::new();
        for signed in [false, true] {
            let order = if signed { BinaryOp::Slt } else { BinaryOp::Ult };
            let mut graph = Graph::default();
            for &(_, a, b) in found.iter().filter(|(op, ..)| *op == order) {
                graph.connect(a, b);
            }
            let is_equality = |&&(op, a, b): &&(BinaryOp, TermId, TermId)| {
                op == BinaryOp::Eq && graph.has(a) && graph.has(b)
            };
            let equalities: Vec<_> = found.iter().filter(is_equality).collect();
            let mut lemmas = Lemmas { signed, orders: self, blaster, clauses: Vec::new() };
            for &&(_, a, b) in &equalities {
                graph.connect(a, b);
                lemmas.say_equality(a, b);
            }
            for choice in graph.connect_choices(terms) {
                lemmas.say_choice(terms, choice)?;
            }
            for triangle in graph.triangles() {
                lemmas.say_triangle(triangle);
            }
            all.append(&mut lemmas.clauses);
        }
        Ok(all)
    }
}

impl Lemmas<'_> {
    fn is_new(&mut self, said: Said) -> bool {
        self.orders.said.insert((self.signed, said))
    }
    fn less(&mut self, a: TermId, b: TermId) -> Edge {
        self.blaster.less(self.signed, a, b)
    }
    fn say_triangle(&mut self, mut triangle: [TermId; 3]) {
        triangle.sort_unstable();
        if !self.is_new(Said::Triangle(triangle)) {
            return;
        }
        let mixed = self.orders.mistake == Some(OrderMistake::ReadingsMixed);
        let [a, b, c] = triangle;
        for [x, y, z] in [[a, b, c], [a, c, b], [b, c, a]] {
            self.say_asymmetry(x, y);
            for (x, y) in [(x, y), (y, x)] {
                let (less, below) = (self.less(x, y), self.less(x, z));
                let above = self.blaster.less(self.signed != mixed, z, y);
                self.clauses.push(vec![!less, below, above]);
            }
        }
    }
    fn say_asymmetry(&mut self, x: TermId, y: TermId) {
        if self.is_new(Said::Asymmetry(x, y)) {
            let (less, greater) = (self.less(x, y), self.less(y, x));
            self.clauses.push(vec![!less, !greater]);
            if self.orders.mistake == Some(OrderMistake::NothingEqual) {
                self.clauses.push(vec![less, greater]);
            }
        }
    }
    fn say_equality(&mut self, x: TermId, y: TermId) {
        if self.is_new(Said::Equality(x, y)) {
            let (less, greater) = (self.less(x, y), self.less(y, x));
            let equal = self.blaster.equal(x, y);
            self.clauses.extend([vec![!equal, !less], vec![!equal, !greater]]);
            self.clauses.push(vec![equal, less, greater]);
        }
    }
    fn say_choice(&mut self, terms: &Terms, choice: Choice) -> Result<(), BlastError> {
        if !self.is_new(Said::Choice(choice.whole)) {
            return Ok(());
        }
        let cond = self.blaster.truth(terms, choice.cond)?;
        for (guard, arm) in [(cond, choice.arms[0]), (!cond, choice.arms[1])] {
            for (a, b) in [(choice.whole, arm), (arm, choice.whole)] {
                let less = self.less(a, b);
                self.clauses.push(match self.orders.mistake {
                    Some(OrderMistake::FirstArmTaken) if guard == cond => vec![!less],
                    _ => vec![!guard, !less],
                });
            }
        }
        Ok(())
    }
}

/// `ite(cond, x, y)`, neither `x` nor `y` constant.
#[derive(Clone, Copy, Debug)]
struct Choice {
    whole: TermId,
    cond: TermId,
    arms: [TermId; 2],
}

fn choice(terms: &Terms, whole: TermId) -> Option<Choice> {
    match *terms.get(whole) {
        Term::Ite { cond, then, otherwise }
            if terms.as_const(then).is_none() && terms.as_const(otherwise).is_none() =>
        {
            Some(Choice { whole, cond, arms: [then, otherwise] })
        }
        _ => None,
    }
}

impl Graph {
    fn has(&self, t: TermId) -> bool {
        self.places.contains_key(&t)
    }
    fn place(&mut self, t: TermId) -> usize {
        *self.places.entry(t).or_insert_with(|| {
            self.nodes.push(t);
            self.neighbours.push(FxHashSet::default());
            self.nodes.len() - 1
        })
    }
    fn connect(&mut self, a: TermId, b: TermId) {
        if self.nodes.len() + 2 <= MOST_NODES || (self.has(a) && self.has(b)) {
            let (a, b) = (self.place(a), self.place(b));
            self.neighbours[a].insert(b);
            self.neighbours[b].insert(a);
        }
    }
    /// Compares choices with what they choose from, and so on, as far as there is room.
    fn connect_choices(&mut self, terms: &Terms) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            next += 1;
            let Some(choice) = choice(terms, node) else { continue };
            if self.nodes.len() + 2 > MOST_NODES {
                break;
            }
            for arm in choice.arms {
                self.connect(node, arm);
            }
            choices.push(choice);
        }
        choices
    }
    /// The triangles of a chordal graph with these edges, and more where that needs them.
    fn triangles(mut self) -> Vec<[TermId; 3]> {
        let mut left: Vec<usize> = (0..self.nodes.len()).collect();
        let mut triangles = Vec::new();
        while let Some(at) = (0..left.len()).min_by_key(|&at| self.neighbours[left[at]].len()) {
            let node = left.remove(at);
            let mut neighbours: Vec<usize> = self.neighbours[node].iter().copied().collect();
            if neighbours.len() > MOST_NEIGHBOURS || triangles.len() > MOST_TRIANGLES {
                break;
            }
            neighbours.sort_unstable();
            for (index, &a) in neighbours.iter().enumerate() {
                self.neighbours[a].remove(&node);
                for &b in &neighbours[index + 1..] {
                    self.neighbours[a].insert(b);
                    self.neighbours[b].insert(a);
                    triangles.push([node, a, b].map(|place| self.nodes[place]));
                }
            }
        }
        triangles
    }
}

/// Numbers that are computed from others are less and greater by more than an order knows: lemmas about them cost, and decide little.
fn is_computed(terms: &Terms, t: TermId) -> bool {
    match *terms.get(t) {
        Term::Neg(_) => true,
        Term::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Mul),
        Term::ZExt { of, .. } | Term::SExt { of, .. } => is_computed(terms, of),
        _ => false,
    }
}

/// The comparisons of numbers in these conditions, those with constants and computed numbers left out.
fn comparisons(terms: &Terms, conditions: &[TermId]) -> Vec<(BinaryOp, TermId, TermId)> {
    let mut seen = FxHashSet::default();
    let mut stack = conditions.to_vec();
    let mut found = Vec::new();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > MOST_TERMS {
            continue;
        }
        if let Term::Binary(op @ (BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt), a, b) =
            *terms.get(t)
            && matches!(terms.sort(a), Sort::Bits(width) if width > 1)
            && terms.as_const(a).is_none()
            && terms.as_const(b).is_none()
            && !is_computed(terms, a)
            && !is_computed(terms, b)
        {
            found.push((op, a, b));
        }
        stack.extend(terms.get(t).children());
    }
    found
}
