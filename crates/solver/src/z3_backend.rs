//! Z3 as a backend (feature `z3`): for queries the built-in backend cannot finish, and as an oracle.
//!
//! Terms of width 1 become Booleans and only turn into bit-vectors where a bit-vector is needed. The
//! core of an unsatisfiable query is the whole query. A model whose arrays Z3 presents in another form
//! than stores over a constant makes the query unknown.

use std::rc::Rc;
use std::time::Duration;

use raddle_expr::{ArrayValue, BinaryOp, Bits, Model, Sort, Term, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Array, Ast, BV, Bool};
use z3::{AstKind, DeclKind, Params, SatResult};

use crate::effort::Effort;
use crate::path::Path;
use crate::{Answer, Solver, SolverConfig, UnknownReason};

/// What one query may take if nobody says otherwise: Z3 does not count its work in our units.
const QUERY_TIME: Duration = Duration::from_secs(30);

/// How paths are given to Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Z3Mode {
    /// One solver; a path is a stack of scopes, popped to the common prefix with the next query's path.
    Incremental,
    /// A new solver for each query, with Z3's tactic for bit-vectors and arrays.
    Fresh,
}

#[derive(Debug)]
pub struct Z3Backend {
    mode: Z3Mode,
    solver: z3::Solver,
    query_time: Duration,
    /// The prefixes pushed, the shortest first.
    pushed: Vec<Path>,
    nodes: FxHashMap<TermId, Node>,
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
}

#[derive(Clone, Debug)]
enum Node {
    Truth(Bool),
    Word(BV),
    Array(Array),
}

impl Z3Backend {
    pub fn new(config: &SolverConfig, mode: Z3Mode) -> Z3Backend {
        let query_time = config.query_time.unwrap_or(QUERY_TIME);
        Z3Backend {
            mode,
            solver: new_solver(query_time),
            query_time,
            pushed: Vec::new(),
            nodes: FxHashMap::default(),
            queries: 0,
            sat: 0,
            unsat: 0,
            unknown: 0,
        }
    }

    fn solve(&mut self, terms: &Terms, path: &Path, assumptions: &[TermId]) -> Answer {
        match self.mode {
            Z3Mode::Incremental => self.push_path(terms, path),
            Z3Mode::Fresh => {
                self.solver = new_solver(self.query_time);
                for condition in path.after(0) {
                    self.assert(terms, condition);
                }
            }
        }
        self.solver.push();
        for &assumption in assumptions {
            self.assert(terms, assumption);
        }
        let answer = match self.solver.check() {
            SatResult::Sat => self.model(terms, path, assumptions),
            SatResult::Unsat => {
                Answer::Unsat(path.iter().chain(assumptions.iter().copied()).collect())
            }
            SatResult::Unknown => Answer::Unknown(UnknownReason::Timeout),
        };
        self.solver.pop(1);
        // Stopped in the middle of scopes, Z3 has called satisfiable queries unsatisfiable later on.
        if matches!(answer, Answer::Unknown(_)) {
            self.solver = new_solver(self.query_time);
            self.pushed.clear();
        }
        answer
    }
    fn push_path(&mut self, terms: &Terms, path: &Path) {
        let mut prefixes: Vec<&Path> = path.prefixes().filter(|path| !path.is_empty()).collect();
        prefixes.reverse();
        let common = self
            .pushed
            .iter()
            .zip(&prefixes)
            .take_while(|(pushed, path)| pushed.same(path))
            .count();
        self.solver.pop((self.pushed.len() - common) as u32);
        self.pushed.truncate(common);
        for prefix in &prefixes[common..] {
            self.solver.push();
            if let Some((condition, _)) = prefix.split_last() {
                self.assert(terms, condition);
            }
            self.pushed.push((*prefix).clone());
        }
    }
    fn assert(&mut self, terms: &Terms, condition: TermId) {
        self.translate(terms, condition);
        self.solver.assert(self.truth(condition));
    }

    fn translate(&mut self, terms: &Terms, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if self.nodes.contains_key(&t) {
                continue;
            }
            if operands_done {
                let node = self.translate_node(terms, t);
                self.nodes.insert(t, node);
            } else {
                stack.push((t, true));
                stack.extend(terms.get(t).children().map(|operand| (operand, false)));
            }
        }
    }
    fn translate_node(&self, terms: &Terms, t: TermId) -> Node {
        match *terms.get(t) {
            Term::Const(ref bits) => constant(bits),
            Term::Var(var) => variable(terms, var),
            Term::Not(of) => match &self.nodes[&of] {
                Node::Truth(truth) => Node::Truth(truth.not()),
                Node::Word(_) | Node::Array(_) => Node::Word(self.word(of).bvnot()),
            },
            // Negation modulo 2 changes nothing.
            Term::Neg(of) if terms.width(of) == 1 => self.nodes[&of].clone(),
            Term::Neg(of) => Node::Word(self.word(of).bvneg()),
            Term::Binary(op, a, b) => self.binary(terms, op, a, b),
            Term::Extract { high, low, of } => narrowed(self.word(of).extract(high, low)),
            Term::ZExt { width, of } => narrowed(self.word(of).zero_ext(width - terms.width(of))),
            Term::SExt { width, of } => narrowed(self.word(of).sign_ext(width - terms.width(of))),
            Term::Ite { cond, then, otherwise } => self.ite(cond, then, otherwise),
            Term::ConstArray { index, value } => {
                let domain = z3::Sort::bitvector(index);
                Node::Array(Array::const_array(&domain, &self.word(value)))
            }
            Term::Read { array, index } => {
                let element = self.array(array).select(&self.word(index));
                element.as_bv().map(narrowed).expect("elements are bit-vectors")
            }
            Term::Write { array, index, value } => {
                Node::Array(self.array(array).store(&self.word(index), &self.word(value)))
            }
        }
    }
    fn ite(&self, cond: TermId, then: TermId, otherwise: TermId) -> Node {
        let cond = self.truth(cond);
        match &self.nodes[&then] {
            Node::Truth(then) => Node::Truth(cond.ite(then, &self.truth(otherwise))),
            Node::Word(then) => Node::Word(cond.ite(then, &self.word(otherwise))),
            Node::Array(then) => Node::Array(cond.ite(then, &self.array(otherwise))),
        }
    }
    fn binary(&self, terms: &Terms, op: BinaryOp, a: TermId, b: TermId) -> Node {
        match (&self.nodes[&a], op) {
            (Node::Array(a), _) => return Node::Truth(a.eq(self.array(b))),
            (Node::Truth(x), BinaryOp::And) => return Node::Truth(Bool::and(&[x, &self.truth(b)])),
            (Node::Truth(x), BinaryOp::Or) => return Node::Truth(Bool::or(&[x, &self.truth(b)])),
            (Node::Truth(x), BinaryOp::Xor | BinaryOp::Add) => {
                return Node::Truth(x.xor(self.truth(b)));
            }
            (Node::Truth(x), BinaryOp::Eq) => return Node::Truth(x.eq(self.truth(b))),
            (Node::Truth(_) | Node::Word(_), _) => (),
        }
        debug_assert!(matches!(terms.sort(a), Sort::Bits(_)));
        let (x, y) = (self.word(a), self.word(b));
        narrowed(match op {
            BinaryOp::And => x.bvand(&y),
            BinaryOp::Or => x.bvor(&y),
            BinaryOp::Xor => x.bvxor(&y),
            BinaryOp::Add => x.bvadd(&y),
            BinaryOp::Mul => x.bvmul(&y),
            BinaryOp::UDiv => x.bvudiv(&y),
            BinaryOp::URem => x.bvurem(&y),
            BinaryOp::SDiv => x.bvsdiv(&y),
            BinaryOp::SRem => x.bvsrem(&y),
            BinaryOp::Shl => x.bvshl(&y),
            BinaryOp::LShr => x.bvlshr(&y),
            BinaryOp::AShr => x.bvashr(&y),
            BinaryOp::Concat => x.concat(&y),
            BinaryOp::Eq => return Node::Truth(x.eq(&y)),
            BinaryOp::Ult => return Node::Truth(x.bvult(&y)),
            BinaryOp::Slt => return Node::Truth(x.bvslt(&y)),
        })
    }
    fn truth(&self, t: TermId) -> Bool {
        match &self.nodes[&t] {
            Node::Truth(truth) => truth.clone(),
            Node::Word(_) | Node::Array(_) => unreachable!("a term of width 1 is a Boolean"),
        }
    }
    fn word(&self, t: TermId) -> BV {
        match &self.nodes[&t] {
            Node::Truth(truth) => truth.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            Node::Word(word) => word.clone(),
            Node::Array(_) => unreachable!("an array is not a word"),
        }
    }
    fn array(&self, t: TermId) -> Array {
        match &self.nodes[&t] {
            Node::Array(array) => array.clone(),
            Node::Truth(_) | Node::Word(_) => unreachable!("a word is not an array"),
        }
    }

    fn model(&self, terms: &Terms, path: &Path, assumptions: &[TermId]) -> Answer {
        let Some(found) = self.solver.get_model() else {
            return Answer::Unknown(UnknownReason::Unsupported);
        };
        let conditions = path.iter().chain(assumptions.iter().copied());
        let variables: FxHashSet<VarId> = conditions.flat_map(|t| terms.vars_of(t)).collect();
        let mut model = Model::default();
        for var in variables {
            let node = variable(terms, var);
            let known = match (terms.var_sort(var), node) {
                (_, Node::Truth(truth)) => {
                    let value = found.eval(&truth, true).and_then(|truth| truth.as_bool());
                    value.map(|value| model.bits.insert(var, Bits::truth(value)))
                }
                (_, Node::Word(word)) => {
                    word_value(&found, &word).map(|value| model.bits.insert(var, value))
                }
                (_, Node::Array(array)) => found
                    .eval(&array, true)
                    .and_then(|array| array_value(&found, array))
                    .map(|value| model.arrays.insert(var, value)),
            };
            if known.is_none() {
                return Answer::Unknown(UnknownReason::Unsupported);
            }
        }
        Answer::Sat(Rc::new(model))
    }
}

fn new_solver(query_time: Duration) -> z3::Solver {
    let solver = z3::Solver::new_for_logic("QF_ABV").unwrap_or_default();
    let mut params = Params::new();
    params.set_u32("timeout", u32::try_from(query_time.as_millis()).unwrap_or(u32::MAX));
    solver.set_params(&params);
    solver
}

fn constant(bits: &Bits) -> Node {
    if bits.width() == 1 {
        return Node::Truth(Bool::from_bool(!bits.is_zero()));
    }
    Node::Word(word_constant(bits))
}

fn word_constant(bits: &Bits) -> BV {
    let values: Vec<bool> = (0..bits.width()).map(|place| bits.bit(place)).collect();
    BV::from_bits(&values).expect("a constant has bits")
}

fn variable(terms: &Terms, var: VarId) -> Node {
    let name = terms.var_name(var);
    match terms.var_sort(var) {
        Sort::Bits(1) => Node::Truth(Bool::new_const(name)),
        Sort::Bits(width) => Node::Word(BV::new_const(name, width)),
        Sort::Array { index, element } => {
            let (domain, range) = (z3::Sort::bitvector(index), z3::Sort::bitvector(element));
            Node::Array(Array::new_const(name, &domain, &range))
        }
    }
}

fn narrowed(word: BV) -> Node {
    match word.get_size() {
        1 => Node::Truth(word.eq(BV::from_u64(1, 1))),
        _ => Node::Word(word),
    }
}

fn word_value(found: &z3::Model, word: &BV) -> Option<Bits> {
    let width = word.get_size();
    let mut words = Vec::new();
    for low in (0..width).step_by(64) {
        let part = word.extract((low + 63).min(width - 1), low);
        words.push(found.eval(&part, true)?.as_u64()?);
    }
    Some(Bits::from_words(width, &words))
}

/// Reads stores over a constant array.
fn array_value(found: &z3::Model, array: Array) -> Option<ArrayValue> {
    let mut at = array;
    let mut entries = FxHashMap::default();
    loop {
        if at.kind() != AstKind::App {
            return None;
        }
        match at.decl().kind() {
            DeclKind::Store => {
                let index = word_value(found, &at.nth_child(1)?.as_bv()?)?;
                let value = word_value(found, &at.nth_child(2)?.as_bv()?)?;
                entries.entry(index).or_insert(value);
                at = at.nth_child(0)?.as_array()?;
            }
            DeclKind::ConstArray => {
                let default = word_value(found, &at.nth_child(0)?.as_bv()?)?;
                return Some(ArrayValue { default, entries });
            }
            _ => return None,
        }
    }
}

impl Solver for Z3Backend {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        self.queries += 1;
        let answer = if limit < Effort::UNLIMITED {
            // Whoever sets a limit has nothing left for a second try.
            Answer::Unknown(UnknownReason::Timeout)
        } else {
            self.solve(terms, path, assumptions)
        };
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }
    /// Z3's own work is not counted.
    fn spent(&self) -> Effort {
        Effort::default()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("z3 queries", self.queries),
            ("z3 sat", self.sat),
            ("z3 unsat", self.unsat),
            ("z3 unknown", self.unknown),
        ]);
    }
}
