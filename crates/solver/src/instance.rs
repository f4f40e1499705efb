//! One SAT instance for one path: the cones it needs of the gate graph, as clauses.
//!
//! The older conditions of the path are asserted, the newest ones and the query's assumptions are
//! assumed, so that a sibling path can still use the instance and failed assumptions name the part of
//! the path that matters. Base reads of one array that got equal indices but different values in a SAT
//! model are made congruent by lemmas and the instance is solved again (Ackermann's lemmas on demand). Unless an instance is
//! exact, large products and quotients are left open in the same way (`refine`).

use std::rc::Rc;

use batsat::{Lit, SolverInterface, lbool};
use raddle_budget::Stage;
use raddle_expr::{ArrayValue, Bits, Evaluator, Model, Sort, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use crate::blast::gates::{Edge, Gate, GateId};
use crate::blast::{
    BlastError, Blaster, Equality, EqualityId, Index, Lemma, OperationId, Origin, ReadId,
    written_indices,
};
use crate::config::OpenMistake;
use crate::effort::Effort;
use crate::orders::{OrderMistake, Orders};
use crate::path::Path;
use crate::query_clock::QueryClock;
use crate::refine::OpenOperations;

/// Gates loaded between two looks at the clock.
const GATES_PER_LOOK: u32 = 4096;

/// Operands of one conjunction, about.
const LARGEST_CONJUNCTION: usize = 128;

pub struct Instance {
    /// Whether no operation is left open.
    exact: bool,
    sat: batsat::Solver<QueryClock>,
    /// The conditions that hold at level 0.
    asserted: Path,
    /// The first condition of the paths this instance serves.
    family: TermId,
    literals: FxHashMap<GateId, Lit>,
    variables: FxHashSet<VarId>,
    reads: FxHashMap<VarId, Vec<ReadId>>,
    seen_reads: FxHashSet<ReadId>,
    /// Array variables whose default value is loaded.
    defaults: FxHashSet<VarId>,
    equalities: Vec<EqualityId>,
    open: OpenOperations,
    orders: Orders,
    /// The work from which on a query is told about orders.
    orders_from: Effort,
    /// The forms of the asserted conditions.
    asserted_forms: Vec<TermId>,
    /// The literal of each condition, and how many gates its loading added.
    conditions: FxHashMap<TermId, Loaded>,
    /// Gates added by the asserted conditions.
    asserted_gates: usize,
    clock: QueryClock,
    clause: Vec<Lit>,
    pub lemmas: u64,
}

#[derive(Clone, Copy, Debug)]
struct Loaded {
    edge: Edge,
    gates: usize,
}

/// A condition to assume, and the equivalent one that is loaded in its place.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    pub condition: TermId,
    pub form: TermId,
}

/// When an instance is told something beside its clauses, and what of that is wrong on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub open_mistake: Option<OpenMistake>,
    pub orders_from: Effort,
    pub order_mistake: Option<OrderMistake>,
}

/// What becomes of a model of the SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judgement {
    Right,
    /// It was wrong, and will not come again.
    Excluded,
    /// It is wrong, and it takes an exact instance to say so.
    Open,
}

/// What the SAT instance says.
#[derive(Debug)]
pub enum Outcome {
    Sat(Rc<Model>),
    /// The failed assumptions; the asserted conditions may be needed too.
    Unsat {
        failed: Vec<TermId>,
        needs_asserted: bool,
    },
    /// Satisfiable with operations left open, and nothing small to say about them.
    Open,
    Stopped,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance")
            .field("asserted", &self.asserted.len())
            .field("gates", &self.literals.len())
            .finish_non_exhaustive()
    }
}

impl Instance {
    pub fn new(family: TermId, exact: bool, told: &Told, clock: QueryClock) -> Instance {
        Instance {
            exact,
            sat: batsat::Solver::new(batsat::SolverOpts::default(), clock.clone()),
            asserted: Path::new(),
            family,
            literals: FxHashMap::default(),
            variables: FxHashSet::default(),
            reads: FxHashMap::default(),
            seen_reads: FxHashSet::default(),
            defaults: FxHashSet::default(),
            equalities: Vec::new(),
            open: OpenOperations::new(told.open_mistake),
            orders: Orders::new(told.order_mistake),
            orders_from: told.orders_from,
            asserted_forms: Vec::new(),
            conditions: FxHashMap::default(),
            asserted_gates: 0,
            clock,
            clause: Vec::new(),
            lemmas: 0,
        }
    }
    pub fn asserted(&self) -> &Path {
        &self.asserted
    }
    pub fn family(&self) -> TermId {
        self.family
    }
    pub fn is_exact(&self) -> bool {
        self.exact
    }
    pub fn gates(&self) -> usize {
        self.literals.len()
    }
    /// Gates loaded for conditions that are neither asserted nor among `tail`.
    pub fn unused_gates(&self, tail: &[TermId]) -> usize {
        let tail: usize = tail.iter().filter_map(|t| self.conditions.get(t)).map(|c| c.gates).sum();
        self.literals.len().saturating_sub(self.asserted_gates + tail)
    }
    /// Asserts the form of the condition that follows the asserted ones; `path` is the path up to it.
    pub fn assert(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        path: &Path,
        form: Option<TermId>,
    ) -> Result<(), BlastError> {
        if let Some(form) = form {
            let loaded = self.load_condition(blaster, terms, form)?;
            self.asserted_gates += loaded.gates;
            self.assert_edge(loaded.edge);
            self.asserted_forms.push(form);
        }
        self.asserted = path.clone();
        Ok(())
    }
    /// Solves under the assumptions.
    pub fn solve(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        assumptions: &[Assumption],
    ) -> Result<Outcome, BlastError> {
        let mut literals = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            let edge = self.load_condition(blaster, terms, assumption.form)?.edge;
            match edge.as_constant() {
                Some(true) => (),
                Some(false) => {
                    let failed = vec![assumption.condition];
                    return Ok(Outcome::Unsat { failed, needs_asserted: false });
                }
                None => literals.push(self.literal(edge)),
            }
        }
        self.open.begin();
        self.clock.pause_after(self.orders_from);
        loop {
            self.clock.enter(Stage::Sat);
            let answer = self.sat.solve_limited(&literals);
            if answer == lbool::TRUE {
                if self.add_congruence_lemmas(blaster)? {
                    if self.clock.look() {
                        return Ok(Outcome::Stopped);
                    }
                    continue;
                }
                let model = self.model(blaster, terms);
                if self.add_equality_lemmas(blaster, terms, &model)? {
                    if self.clock.look() {
                        return Ok(Outcome::Stopped);
                    }
                    continue;
                }
                match self.judge(blaster, terms, &model, assumptions)? {
                    Judgement::Right => return Ok(Outcome::Sat(Rc::new(model))),
                    Judgement::Open => return Ok(Outcome::Open),
                    Judgement::Excluded if self.clock.look() => return Ok(Outcome::Stopped),
                    Judgement::Excluded => continue,
                }
            }
            if answer == lbool::FALSE {
                return Ok(self.unsat(assumptions));
            }
            if self.clock.stopped().is_some() || !self.clock.is_paused() {
                return Ok(Outcome::Stopped);
            }
            self.clock.pause_after(Effort::UNLIMITED);
            self.add_order_lemmas(blaster, terms, assumptions)?;
        }
    }

    /// What comparisons in the conditions have to do with each other.
    fn add_order_lemmas(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        assumptions: &[Assumption],
    ) -> Result<(), BlastError> {
        let mut conditions = self.asserted_forms.clone();
        conditions.extend(assumptions.iter().map(|assumption| assumption.form));
        for clause in self.orders.lemmas(blaster, terms, &conditions)? {
            self.assert_clause(blaster, &clause)?;
            self.lemmas += 1;
        }
        Ok(())
    }
    /// Only a definite `FALSE` of the SAT solver comes here; an exhausted budget is `Stopped`.
    fn unsat(&self, assumptions: &[Assumption]) -> Outcome {
        let mut seen = FxHashSet::default();
        let failed = assumptions.iter().filter(|assumption| {
            let edge = self.conditions[&assumption.form].edge;
            edge.as_constant().is_none()
                && self.sat.unsat_core_contains_lit(!self.literal(edge))
                && seen.insert(edge)
        });
        let failed = failed.map(|assumption| assumption.condition).collect();
        Outcome::Unsat { failed, needs_asserted: !self.asserted.is_empty() }
    }
    fn load_condition(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        condition: TermId,
    ) -> Result<Loaded, BlastError> {
        if let Some(&loaded) = self.conditions.get(&condition) {
            return Ok(loaded);
        }
        let edge = blaster.truth(terms, condition)?;
        let before = self.literals.len();
        self.load(blaster, edge)?;
        let loaded = Loaded { edge, gates: self.literals.len() - before };
        self.conditions.insert(condition, loaded);
        Ok(loaded)
    }
    /// The edge holds wherever the guard does.
    fn assert_guarded(
        &mut self,
        blaster: &Blaster,
        guard: Edge,
        edge: Edge,
    ) -> Result<(), BlastError> {
        self.assert_clause(blaster, &[!guard, edge])
    }
    /// One of the edges holds.
    fn assert_clause(&mut self, blaster: &Blaster, edges: &[Edge]) -> Result<(), BlastError> {
        let mut clause: SmallVec<[Lit; 3]> = smallvec![];
        for &edge in edges {
            self.load(blaster, edge)?;
            match edge.as_constant() {
                Some(true) => return Ok(()),
                Some(false) => (),
                None => clause.push(self.literal(edge)),
            }
        }
        self.add_clause(&clause);
        Ok(())
    }
    fn assert_edge(&mut self, edge: Edge) {
        match edge.as_constant() {
            Some(true) => (),
            Some(false) => self.add_clause(&[]),
            None => {
                let literal = self.literal(edge);
                self.add_clause(&[literal]);
            }
        }
    }
    /// The literal of a loaded edge that is not constant.
    fn literal(&self, edge: Edge) -> Lit {
        inverted_if(self.literals[&edge.gate()], edge.is_inverted())
    }

    /// Adds the clauses of every gate in the cone of `root`, and of what defines its inputs. Stopped
    /// halfway, the instance lacks clauses and must not be used again.
    fn load(&mut self, blaster: &Blaster, root: Edge) -> Result<(), BlastError> {
        let mut stack = vec![];
        self.visit(blaster, root, &mut stack);
        let mut definitions = vec![];
        let mut loaded = 0;
        while let Some(gate) = stack.pop() {
            loaded += 1;
            let is_over = self.clock.spend(Effort::GATE);
            if is_over || (loaded % GATES_PER_LOOK == 0 && self.clock.look()) {
                return Err(BlastError::Stopped);
            }
            self.load_gate(blaster, gate, &mut stack, &mut definitions);
            if stack.is_empty() {
                for edge in definitions.drain(..) {
                    self.visit(blaster, edge, &mut stack);
                    self.assert_edge(edge);
                }
            }
        }
        Ok(())
    }
    /// The literal of an edge; a gate met for the first time gets a variable and is put on the stack.
    /// Constants have no literal. In an exact instance a bit of a product has that of its circuit, which is never such a bit.
    fn visit(&mut self, blaster: &Blaster, edge: Edge, stack: &mut Vec<GateId>) -> Option<Lit> {
        if edge.as_constant().is_some() {
            return None;
        }
        let gate = edge.gate();
        if let Some(&known) = self.literals.get(&gate) {
            return Some(inverted_if(known, edge.is_inverted()));
        }
        let circuit = if self.exact { blaster.circuit_of(gate) } else { None };
        let literal = match circuit {
            Some(circuit) => self.visit(blaster, circuit, stack)?,
            None => {
                stack.push(gate);
                Lit::new(self.sat.new_var_default(), true)
            }
        };
        self.literals.insert(gate, literal);
        Some(inverted_if(literal, edge.is_inverted()))
    }
    fn load_gate(
        &mut self,
        blaster: &Blaster,
        gate: GateId,
        stack: &mut Vec<GateId>,
        definitions: &mut Vec<Edge>,
    ) {
        let output = self.literals[&gate];
        // Gates never have constant operands, so every operand has a literal.
        let mut operand =
            |this: &mut Self, edge: Edge| this.visit(blaster, edge, stack).unwrap_or(output);
        match blaster.gates.get(gate) {
            Gate::False => (),
            Gate::Input(input) => match blaster.origin(input) {
                Origin::Variable(var) => {
                    self.variables.insert(var);
                }
                Origin::Read(read) => self.load_read(blaster, read, stack),
                Origin::Definition(definition) => {
                    let definition = blaster.definition(definition);
                    definitions.extend_from_slice(&definition.constraints);
                    match definition.operation {
                        Some(operation) if !self.exact => {
                            self.leave_open(blaster, operation, stack)
                        }
                        _ => definitions.extend_from_slice(&definition.exact),
                    }
                }
                Origin::Product(operation, _) => self.leave_open(blaster, operation, stack),
                Origin::Equality(equality) => {
                    self.equalities.push(equality);
                    definitions.extend_from_slice(&blaster.equality(equality).constraints);
                }
                Origin::Default(array) => {
                    self.defaults.insert(array);
                }
                Origin::Free => (),
            },
            Gate::And(a, b) => self.load_conjunction(blaster, output, [a, b], stack),
            Gate::Xor(a, b) => {
                let (a, b) = (operand(self, a), operand(self, b));
                self.add_clause(&[!output, a, b]);
                self.add_clause(&[!output, !a, !b]);
                self.add_clause(&[output, !a, b]);
                self.add_clause(&[output, a, !b]);
            }
            Gate::Mux { cond, then, otherwise } => {
                let cond = operand(self, cond);
                let (then, otherwise) = (operand(self, then), operand(self, otherwise));
                self.add_clause(&[!output, !cond, then]);
                self.add_clause(&[output, !cond, !then]);
                self.add_clause(&[!output, cond, otherwise]);
                self.add_clause(&[output, cond, !otherwise]);
                // Implied, but they let equal branches propagate before the condition is known.
                self.add_clause(&[!output, then, otherwise]);
                self.add_clause(&[output, !then, !otherwise]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (operand(self, a), operand(self, b), operand(self, c));
                for [p, q] in [[a, b], [a, c], [b, c]] {
                    self.add_clause(&[output, !p, !q]);
                    self.add_clause(&[!output, p, q]);
                }
            }
        }
    }
    /// A tree of and gates becomes one conjunction where the gates inside serve nothing else: comparing a
    /// word with a constant is one variable instead of one for each bit.
    fn load_conjunction(
        &mut self,
        blaster: &Blaster,
        output: Lit,
        operands: [Edge; 2],
        stack: &mut Vec<GateId>,
    ) {
        let mut open: SmallVec<[Edge; 16]> = SmallVec::from_slice(&operands);
        let mut all: SmallVec<[Lit; 16]> = smallvec![output];
        while let Some(edge) = open.pop() {
            let inside = match blaster.gates.get(edge.gate()) {
                Gate::And(a, b)
                    if !edge.is_inverted()
                        && all.len() < LARGEST_CONJUNCTION
                        && blaster.gates.is_used_once(edge.gate())
                        && !self.literals.contains_key(&edge.gate()) =>
                {
                    Some([a, b])
                }
                _ => None,
            };
            match inside {
                Some(operands) => open.extend(operands),
                None => {
                    if let Some(literal) = self.visit(blaster, edge, stack) {
                        self.add_clause(&[!output, literal]);
                        all.push(!literal);
                    }
                }
            }
        }
        self.add_clause(&all);
    }
    /// A base read brings its whole value and its index: congruence speaks of both.
    fn load_read(&mut self, blaster: &Blaster, read: ReadId, stack: &mut Vec<GateId>) {
        if !self.seen_reads.insert(read) {
            return;
        }
        let base = blaster.base_read(read);
        self.reads.entry(base.array).or_default().push(read);
        for &edge in base.index.iter().chain(&base.value) {
            self.visit(blaster, edge, stack);
        }
    }
    /// An open operation brings its operands and its results: lemmas speak of all of them.
    fn leave_open(&mut self, blaster: &Blaster, operation: OperationId, stack: &mut Vec<GateId>) {
        if self.open.insert(operation) {
            let operation = blaster.operation(operation);
            let operands = operation.operands().into_iter().flatten().copied();
            for edge in operands.chain(operation.results()) {
                self.visit(blaster, edge, stack);
            }
        }
    }
    fn add_clause(&mut self, literals: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(literals);
        self.sat.add_clause_reuse(&mut self.clause);
    }

    /// Lemmas for the pairs of reads on which the SAT model is not a function; false if there are none.
    fn add_congruence_lemmas(&mut self, blaster: &mut Blaster) -> Result<bool, BlastError> {
        let mut pairs = vec![];
        for reads in self.reads.values() {
            let mut values: FxHashMap<Bits, ReadId> = FxHashMap::default();
            for &read in reads {
                let base = blaster.base_read(read);
                let other = *values.entry(self.value_of(&base.index)).or_insert(read);
                let known = &blaster.base_read(other).value;
                if other != read && self.value_of(known) != self.value_of(&base.value) {
                    pairs.push((other, read));
                }
            }
        }
        for &(a, b) in &pairs {
            self.add_congruence_lemma(blaster, a, b)?;
        }
        self.lemmas += pairs.len() as u64;
        Ok(!pairs.is_empty())
    }
    fn add_congruence_lemma(
        &mut self,
        blaster: &mut Blaster,
        a: ReadId,
        b: ReadId,
    ) -> Result<(), BlastError> {
        let same = blaster.same_index(a, b);
        self.load(blaster, same)?;
        let differ = match same.as_constant() {
            Some(_) => None,
            None => Some(!self.literal(same)),
        };
        let (a, b) = (blaster.base_read(a).value.clone(), blaster.base_read(b).value.clone());
        for (&x, &y) in a.iter().zip(&b) {
            let (x, y) = (self.literal(x), self.literal(y));
            for mut clause in [vec![!x, y], vec![x, !y]] {
                clause.extend(differ);
                self.add_clause(&clause);
            }
        }
        Ok(())
    }

    /// Lemmas for arrays that the SAT model calls equal and that differ somewhere in the model; false if
    /// there are none.
    fn add_equality_lemmas(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        model: &Model,
    ) -> Result<bool, BlastError> {
        let mut wrong = vec![];
        for &id in &self.equalities {
            let equality = blaster.equality(id);
            if !blaster.has_default_place(equality.index_width) {
                return Err(BlastError::Unsupported);
            }
            if self.edge_value(equality.equal) {
                let left = terms.eval_array(equality.left, model);
                let right = terms.eval_array(equality.right, model);
                let index = difference(&left, &right);
                wrong
                    .extend(index.map(|at| {
                        (id, self.index_with_value(blaster, terms, model, equality, at))
                    }));
            }
        }
        let found = !wrong.is_empty();
        for (id, index) in wrong {
            let equal = self.literal(blaster.equality(id).equal);
            let here = blaster.equal_at(terms, id, &index);
            self.load(blaster, here)?;
            match here.as_constant() {
                Some(true) => (),
                Some(false) => self.add_clause(&[!equal]),
                None => {
                    let here = self.literal(here);
                    self.add_clause(&[!equal, here]);
                }
            }
            self.lemmas += 1;
        }
        Ok(found)
    }

    /// Whether a model is right about the operations that are left open, or wrong in a way that does not matter.
    fn judge(
        &mut self,
        blaster: &mut Blaster,
        terms: &Terms,
        model: &Model,
        assumptions: &[Assumption],
    ) -> Result<Judgement, BlastError> {
        let mut open = std::mem::take(&mut self.open);
        let value = |word: &[Edge]| self.value_of(word);
        let wrong = open.wrong(blaster, &value);
        if wrong.is_empty() || self.satisfies(terms, model, assumptions) {
            self.open = open;
            return Ok(Judgement::Right);
        }
        let lemmas = open.lemmas(blaster, &wrong, &value);
        self.open = open;
        self.lemmas += lemmas.len() as u64;
        for Lemma { guard, facts } in &lemmas {
            for &fact in facts {
                self.assert_guarded(blaster, *guard, fact)?;
            }
        }
        Ok(if lemmas.is_empty() { Judgement::Open } else { Judgement::Excluded })
    }
    fn satisfies(&self, terms: &Terms, model: &Model, assumptions: &[Assumption]) -> bool {
        let mut evaluator = Evaluator::new(model);
        let assumed = assumptions.iter().map(|assumption| assumption.condition);
        assumed.chain(self.asserted.iter()).all(|t| evaluator.eval_bool(terms, t))
    }

    /// An index that a read or write uses and that has this value in the model.
    fn index_with_value(
        &self,
        blaster: &Blaster,
        terms: &Terms,
        model: &Model,
        equality: &Equality,
        value: Bits,
    ) -> Index {
        let read = self.reads.values().flatten().find(|&&read| {
            let index = &blaster.base_read(read).index;
            index.len() == value.width() as usize && self.value_of(index) == value
        });
        if let Some(&read) = read {
            return Index::Read(read);
        }
        let written = [equality.left, equality.right].map(|array| written_indices(terms, array));
        let written = written.iter().flatten().find(|&&index| terms.eval(index, model) == value);
        match written {
            Some(&index) => Index::Term(index),
            None => Index::Constant(value),
        }
    }

    fn model(&self, blaster: &Blaster, terms: &Terms) -> Model {
        let mut model = Model::default();
        for &var in &self.variables {
            if let Some(bits) = blaster.variable(terms, var) {
                model.bits.insert(var, self.value_of(bits));
            }
        }
        let arrays: FxHashSet<VarId> = self.reads.keys().chain(&self.defaults).copied().collect();
        for array in arrays {
            if let Sort::Array { element, .. } = terms.var_sort(array) {
                model.arrays.insert(array, self.array_value(blaster, terms, array, element));
            }
        }
        model
    }
    fn array_value(
        &self,
        blaster: &Blaster,
        terms: &Terms,
        array: VarId,
        element: u32,
    ) -> ArrayValue {
        let default = blaster.array_default(terms, array);
        let default = default.map_or_else(|| Bits::zero(element), |word| self.value_of(word));
        let reads = self.reads.get(&array).into_iter().flatten();
        let entries = reads.map(|&read| {
            let base = blaster.base_read(read);
            (self.value_of(&base.index), self.value_of(&base.value))
        });
        ArrayValue { default, entries: entries.collect() }
    }
    /// The value of a word in the SAT model; bits that are not loaded are free, thus zero.
    fn value_of(&self, word: &[Edge]) -> Bits {
        let mut words: SmallVec<[u64; 2]> = smallvec![0; word.len().div_ceil(64)];
        for (place, &edge) in word.iter().enumerate() {
            words[place / 64] |= u64::from(self.edge_value(edge)) << (place % 64);
        }
        Bits::from_words(word.len() as u32, &words)
    }
    fn edge_value(&self, edge: Edge) -> bool {
        match (edge.as_constant(), self.literals.get(&edge.gate())) {
            (Some(value), _) => value,
            (None, Some(&literal)) => {
                (self.sat.value_lit(literal) == lbool::TRUE) != edge.is_inverted()
            }
            (None, None) => false,
        }
    }
}

fn inverted_if(literal: Lit, inverted: bool) -> Lit {
    if inverted { !literal } else { literal }
}

/// An index at which arrays with the same default differ.
fn difference(left: &ArrayValue, right: &ArrayValue) -> Option<Bits> {
    let mut mentioned = left.entries.keys().chain(right.entries.keys());
    mentioned.find(|index| left.read(index) != right.read(index)).cloned()
}
