//! The table that gives equal terms equal ids.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::simplify::Effort;
use crate::term::{Sort, Term, TermId, VarId};
use crate::unique::{UniqueIndex, Vacancy};
use crate::varset::{VarSetId, VarSets};

/// The term table. Terms are never removed; ids are valid for the table's life.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Term>,
    facts: Vec<Facts>,
    unique: UniqueIndex,
    var_sets: VarSets,
    vars: Vec<Variable>,
    var_ids: FxHashMap<String, VarId>,
    pub(crate) effort: Effort,
    resized: u64,
}

/// What is known of each term besides its node, packed to twelve bytes.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Width of a bit-vector or of an array's elements.
    width: u32,
    /// Index width of an array (zero for a bit-vector), doubled, plus one if a marked variable occurs.
    index_and_mark: u32,
    vars: VarSetId,
}

impl Facts {
    fn new(sort: Sort, marked: bool, vars: VarSetId) -> Facts {
        let (width, index) = match sort {
            Sort::Bits(width) => (width, 0),
            Sort::Array { index, element } => (element, index),
        };
        Facts { width, index_and_mark: index << 1 | u32::from(marked), vars }
    }
    fn marked(self) -> bool {
        self.index_and_mark & 1 == 1
    }
    fn sort(self) -> Sort {
        match self.index_and_mark >> 1 {
            0 => Sort::Bits(self.width),
            index => Sort::Array { index, element: self.width },
        }
    }
}

#[derive(Debug)]
struct Variable {
    name: String,
    marked: bool,
    term: TermId,
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }
    /// Number of distinct terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    pub fn get(&self, t: TermId) -> &Term {
        &self.nodes[t.index()]
    }
    pub fn sort(&self, t: TermId) -> Sort {
        self.facts[t.index()].sort()
    }
    /// Width of a bit-vector term.
    pub fn width(&self, t: TermId) -> u32 {
        let facts = self.facts[t.index()];
        assert!(facts.index_and_mark >> 1 == 0, "an array has no width");
        facts.width
    }

    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.constant_bits(Bits::new(width, value))
    }
    pub fn constant_bits(&mut self, bits: Bits) -> TermId {
        self.intern(Term::Const(bits))
    }
    pub fn truth(&mut self, value: bool) -> TermId {
        self.constant_bits(Bits::truth(value))
    }
    pub fn as_const(&self, t: TermId) -> Option<&Bits> {
        match self.get(t) {
            Term::Const(bits) => Some(bits),
            _ => None,
        }
    }
    /// The value of a constant of at most 64 bits.
    pub fn as_u64(&self, t: TermId) -> Option<u64> {
        self.as_const(t).and_then(Bits::to_u64)
    }
    /// The truth value of a constant of one bit.
    pub fn as_truth(&self, t: TermId) -> Option<bool> {
        self.as_const(t).filter(|bits| bits.width() == 1).map(|bits| !bits.is_zero())
    }
    pub fn is_true(&self, t: TermId) -> bool {
        self.as_truth(t) == Some(true)
    }
    pub fn is_false(&self, t: TermId) -> bool {
        self.as_truth(t) == Some(false)
    }

    /// The variable of this name; asking again with the same sort gives the same term.
    ///
    /// # Panics
    /// If the name already belongs to a variable of another sort or class.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        self.variable(name, sort, false)
    }
    /// A variable of the marked class, see [`Terms::has_marked`].
    ///
    /// # Panics
    /// If the name already belongs to a variable of another sort or class.
    pub fn marked_var(&mut self, name: &str, sort: Sort) -> TermId {
        self.variable(name, sort, true)
    }
    /// The variable of this name, if there is one.
    pub fn find_var(&self, name: &str) -> Option<VarId> {
        self.var_ids.get(name).copied()
    }
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }
    pub fn var_name(&self, v: VarId) -> &str {
        &self.vars[v.0 as usize].name
    }
    pub fn var_sort(&self, v: VarId) -> Sort {
        self.sort(self.var_term(v))
    }
    pub fn var_term(&self, v: VarId) -> TermId {
        self.vars[v.0 as usize].term
    }
    pub fn is_marked(&self, v: VarId) -> bool {
        self.vars[v.0 as usize].marked
    }
    /// Some marked variable occurs in the term.
    pub fn has_marked(&self, t: TermId) -> bool {
        self.facts[t.index()].marked()
    }
    /// The variables that occur in the term, in ascending order.
    pub fn vars_of(&self, t: TermId) -> Vec<VarId> {
        self.var_sets.members(self.facts[t.index()].vars)
    }
    /// No variable occurs in the term.
    pub fn is_closed(&self, t: TermId) -> bool {
        self.facts[t.index()].vars == VarSetId::EMPTY
    }
    /// Some variable occurs in both terms.
    pub fn share_variable(&self, a: TermId, b: TermId) -> bool {
        self.var_sets.intersects(self.facts[a.index()].vars, self.facts[b.index()].vars)
    }

    /// The term with `width` bits: itself, or its low bits, or extended by zeros. Changes are counted.
    pub fn resized(&mut self, t: TermId, width: u32) -> TermId {
        let own = self.width(t);
        if own == width {
            return t;
        }
        self.resized += 1;
        if own < width { self.zext(t, width) } else { self.extract(t, width - 1, 0) }
    }
    /// How often [`Terms::resized`] changed a term.
    pub fn resizings(&self) -> u64 {
        self.resized
    }

    pub(crate) fn var_set(&self, t: TermId) -> VarSetId {
        self.facts[t.index()].vars
    }
    pub(crate) fn var_sets(&mut self) -> &mut VarSets {
        &mut self.var_sets
    }

    fn variable(&mut self, name: &str, sort: Sort, marked: bool) -> TermId {
        if let Some(&id) = self.var_ids.get(name) {
            assert_eq!(self.var_sort(id), sort, "variable `{name}` has another sort");
            assert_eq!(self.is_marked(id), marked, "variable `{name}` has another class");
            return self.var_term(id);
        }
        let id = VarId(self.vars.len() as u32);
        let vars = self.var_sets.singleton(id);
        let node = Term::Var(id);
        let hash = hash_of(&node);
        let term = match self.find_hashed(&node, hash) {
            Ok(known) => known,
            Err(vacancy) => self.push(node, vacancy, hash, Facts::new(sort, marked, vars)),
        };
        self.vars.push(Variable { name: name.to_owned(), marked, term });
        self.var_ids.insert(name.to_owned(), id);
        term
    }

    /// The id of exactly this node, without rewriting. Operands are checked by the constructors.
    pub(crate) fn intern(&mut self, node: Term) -> TermId {
        let hash = hash_of(&node);
        match self.find_hashed(&node, hash) {
            Ok(known) => known,
            Err(vacancy) => self.insert_hashed(node, vacancy, hash),
        }
    }
    pub(crate) fn find_hashed(&self, node: &Term, hash: u32) -> Result<TermId, Vacancy> {
        self.unique.find(hash, |id| self.get(id) == node)
    }
    /// Adds a node that [`Terms::find_hashed`] did not find; nothing was added in between.
    pub(crate) fn insert_hashed(&mut self, node: Term, vacancy: Vacancy, hash: u32) -> TermId {
        let facts = self.facts_of(&node);
        self.push(node, vacancy, hash, facts)
    }

    fn push(&mut self, node: Term, vacancy: Vacancy, hash: u32, facts: Facts) -> TermId {
        let id = TermId::from_index(self.nodes.len());
        self.nodes.push(node);
        self.facts.push(facts);
        self.unique.insert(vacancy, hash, id);
        id
    }

    fn facts_of(&mut self, node: &Term) -> Facts {
        let mut vars = VarSetId::EMPTY;
        let mut marked = false;
        for child in node.children() {
            let facts = self.facts[child.index()];
            marked |= facts.marked();
            vars = self.var_sets.union(vars, facts.vars);
        }
        Facts::new(self.sort_of(node), marked, vars)
    }

    fn sort_of(&self, node: &Term) -> Sort {
        match *node {
            Term::Const(ref bits) => Sort::Bits(bits.width()),
            Term::Var(var) => self.var_sort(var),
            Term::Not(of) | Term::Neg(of) => self.sort(of),
            Term::Binary(op, left, right) => match (self.sort(left), self.sort(right)) {
                (Sort::Bits(left), Sort::Bits(right)) => Sort::Bits(op.result_width(left, right)),
                (Sort::Array { .. }, _) | (_, Sort::Array { .. }) => Sort::Bits(1),
            },
            Term::Extract { high, low, .. } => Sort::Bits(high - low + 1),
            Term::ZExt { width, .. } | Term::SExt { width, .. } => Sort::Bits(width),
            Term::Ite { then, .. } => self.sort(then),
            Term::ConstArray { index, value } => Sort::Array { index, element: self.width(value) },
            Term::Read { array, .. } => Sort::Bits(self.facts[array.index()].width),
            Term::Write { array, .. } => self.sort(array),
        }
    }
}

/// The hash under which a node is stored.
pub(crate) fn hash_of(node: &Term) -> u32 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}
