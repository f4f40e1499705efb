//! Every rule and every constructor, checked by exhaustive evaluation.
//!
//! A pool of terms over a few narrow variables is grown at random through the constructors. The value of each term under
//! *every* assignment is kept as a table, computed from its node by [`BinaryOp::apply`] and friends. A constructor is right
//! if the table of its result equals the operation applied to the operands' tables; a rule likewise. By induction over the
//! pool, each comparison needs only the tables of operands that were checked before.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{array, binary_rules, choose, extend, extract, linear, logic};
use crate::bits::Bits;
use crate::random::Random;
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId, VarId};

/// One value per assignment. An array is one number, element 0 lowest.
type Table = Rc<[u64]>;

struct World {
    terms: Terms,
    tables: FxHashMap<TermId, Table>,
    /// For each variable: its lowest bit and width in the number of the assignment.
    variables: Vec<(u32, u32)>,
    assignments: u64,
    random: Random,
}

/// Nothing in the pool is wider than this, arrays included.
const WIDEST: u32 = 12;

impl World {
    fn new(seed: u64, variables: &[(&str, Sort)]) -> World {
        let mut terms = Terms::new();
        let mut places = Vec::new();
        let mut used = 0;
        for &(name, sort) in variables {
            terms.var(name, sort);
            let width = packed_width(sort);
            places.push((used, width));
            used += width;
        }
        let tables = FxHashMap::default();
        let random = Random::new(seed);
        World { terms, tables, variables: places, assignments: 1 << used, random }
    }

    fn table(&mut self, t: TermId) -> Table {
        // Terms built by one constructor may be several levels apart from those with tables.
        let mut stack = vec![t];
        while let Some(&next) = stack.last() {
            if self.tables.contains_key(&next) {
                stack.pop();
                continue;
            }
            let node = self.terms.get(next).clone();
            let missing: Vec<TermId> =
                node.children().filter(|child| !self.tables.contains_key(child)).collect();
            if missing.is_empty() {
                let children: Vec<Table> =
                    node.children().map(|child| self.tables[&child].clone()).collect();
                let table = self.compute(next, &node, &children);
                self.tables.insert(next, table);
            } else {
                stack.extend(missing);
            }
        }
        self.tables[&t].clone()
    }

    fn compute(&self, t: TermId, node: &Term, children: &[Table]) -> Table {
        let width = |child: TermId| packed_width(self.terms.sort(child));
        let bits = |child: TermId, value: u64| Bits::new(width(child), u128::from(value));
        let value = |assignment: u64, child: usize| children[child][assignment as usize];
        (0..self.assignments)
            .map(|at| match *node {
                Term::Const(ref bits) => bits.to_u64().unwrap(),
                Term::Var(var) => {
                    let (low, width) = self.variables[var.0 as usize];
                    at >> low & ((1 << width) - 1)
                }
                Term::Not(of) => bits(of, value(at, 0)).not().to_u64().unwrap(),
                Term::Neg(of) => bits(of, value(at, 0)).neg().to_u64().unwrap(),
                Term::Binary(op, a, b) => {
                    op.apply(&bits(a, value(at, 0)), &bits(b, value(at, 1))).to_u64().unwrap()
                }
                Term::Extract { high, low, of } => {
                    bits(of, value(at, 0)).extract(high, low).to_u64().unwrap()
                }
                Term::ZExt { width, of } => bits(of, value(at, 0)).zext(width).to_u64().unwrap(),
                Term::SExt { width, of } => bits(of, value(at, 0)).sext(width).to_u64().unwrap(),
                Term::Ite { .. } => {
                    if value(at, 0) == 1 {
                        value(at, 1)
                    } else {
                        value(at, 2)
                    }
                }
                Term::ConstArray { index, value: of } => {
                    (0..1 << index).fold(0, |all, i| all | value(at, 0) << (i * width(of)))
                }
                Term::Read { .. } => {
                    let element = self.terms.width(t);
                    value(at, 0) >> (value(at, 1) * u64::from(element)) & ((1 << element) - 1)
                }
                Term::Write { value: of, .. } => {
                    let element = u64::from(width(of));
                    let mask = ((1u64 << element) - 1) << (value(at, 1) * element);
                    value(at, 0) & !mask | value(at, 2) << (value(at, 1) * element)
                }
            })
            .collect()
    }

    /// The result has the table of the operation on the operands. The node is never stored: rules cannot touch it.
    #[track_caller]
    fn check(&mut self, what: &str, node: &Term, result: TermId) {
        let children: Vec<Table> = node.children().map(|child| self.table(child)).collect();
        let probe = self.sort_probe(node);
        assert_eq!(
            self.terms.sort(result),
            probe,
            "{what}: sort of {}",
            self.terms.display(result)
        );
        let expected = self.compute(result, node, &children);
        let found = self.table(result);
        if let Some(at) = (0..expected.len()).find(|&at| expected[at] != found[at]) {
            let operands: Vec<String> =
                node.children().map(|child| self.terms.display(child).to_string()).collect();
            panic!(
                "{what}: {node:?} of {operands:#?}\ngave {}\nunder assignment {at:#b}: expected {}, found {}",
                self.terms.display(result),
                expected[at],
                found[at],
            );
        }
    }

    fn sort_probe(&self, node: &Term) -> Sort {
        let width = |t: TermId| self.terms.width(t);
        match *node {
            Term::Const(ref bits) => Sort::Bits(bits.width()),
            Term::Var(var) => self.terms.var_sort(var),
            Term::Not(of) | Term::Neg(of) => self.terms.sort(of),
            Term::Binary(BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt, ..) => Sort::Bits(1),
            Term::Binary(BinaryOp::Concat, a, b) => Sort::Bits(width(a) + width(b)),
            Term::Binary(_, a, _) => self.terms.sort(a),
            Term::Extract { high, low, .. } => Sort::Bits(high - low + 1),
            Term::ZExt { width, .. } | Term::SExt { width, .. } => Sort::Bits(width),
            Term::Ite { then, .. } => self.terms.sort(then),
            Term::ConstArray { index, value } => Sort::Array { index, element: width(value) },
            Term::Read { array, .. } => match self.terms.sort(array) {
                Sort::Array { element, .. } => Sort::Bits(element),
                Sort::Bits(_) => unreachable!(),
            },
            Term::Write { array, .. } => self.terms.sort(array),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }
}

fn packed_width(sort: Sort) -> u32 {
    match sort {
        Sort::Bits(width) => width,
        Sort::Array { index, element } => element << index,
    }
}

/// Growing a pool at random.
struct Pool {
    world: World,
    members: Vec<TermId>,
    /// How often each rule fired.
    fired: FxHashMap<&'static str, u32>,
}

impl Pool {
    fn new(seed: u64, start: &Start) -> Pool {
        let mut world = World::new(seed, start.variables);
        let variables = 0..start.variables.len() as u32;
        let mut members: Vec<TermId> = variables.map(|v| world.terms.var_term(VarId(v))).collect();
        members.extend(start.shapes.iter().map(|text| world.terms.parse(text).unwrap()));
        Pool { world, members, fired: FxHashMap::default() }
    }

    /// A bit-vector of any width, or of the given one; often small, sometimes constant.
    fn pick(&mut self, width: Option<u32>) -> TermId {
        if self.world.below(5) == 0 {
            let width = width.unwrap_or(1 + self.world.below(4) as u32);
            return self.constant(width);
        }
        // Half of the time from the first members, which are simple.
        let bound =
            if self.world.below(2) == 0 { self.members.len().min(40) } else { self.members.len() };
        let start = self.world.below(bound);
        let member = |t: &&TermId| match self.world.terms.sort(**t) {
            Sort::Bits(found) => width.is_none_or(|width| width == found),
            Sort::Array { .. } => false,
        };
        let found = self.members[start..].iter().chain(&self.members).find(member).copied();
        found.unwrap_or_else(|| self.constant(width.unwrap_or(1)))
    }

    fn constant(&mut self, width: u32) -> TermId {
        let value = match self.world.below(6) {
            0 => 0,
            1 => u64::MAX,
            2 => 1,
            _ => self.world.random.next_u64(),
        };
        self.world.terms.constant(width, u128::from(value))
    }

    fn pick_array(&mut self) -> Option<TermId> {
        let arrays: Vec<TermId> = self
            .members
            .iter()
            .copied()
            .filter(|&t| matches!(self.world.terms.sort(t), Sort::Array { .. }))
            .collect();
        (!arrays.is_empty()).then(|| arrays[self.world.below(arrays.len())])
    }

    /// One random operation: its rules on these operands, then its constructor.
    fn step(&mut self) {
        let kind = self.world.below(26);
        match kind {
            0..16 => self.random_binary(BinaryOp::ALL[kind]),
            16 => self.unary(),
            17..19 => self.extract(),
            19..21 => self.extend(),
            21..24 => self.choose(),
            _ => self.arrays(),
        }
    }

    /// Every binary operation and `ite` on all of the terms the pool starts with.
    fn all_combinations(&mut self) {
        let start: Vec<TermId> = self.members.clone();
        for &cond in &start {
            for &then in &start {
                for &otherwise in &start {
                    self.ite(cond, then, otherwise);
                }
            }
        }
        for op in BinaryOp::ALL {
            for &a in &start {
                for &b in &start {
                    self.binary(op, a, b);
                }
            }
        }
    }

    fn random_binary(&mut self, op: BinaryOp) {
        let a = self.pick(None);
        let width = (op != BinaryOp::Concat).then(|| self.world.terms.width(a));
        let b = self.pick(width);
        self.binary(op, a, b);
    }

    /// Does nothing if the operands do not suit.
    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) {
        match (op, self.world.terms.sort(a), self.world.terms.sort(b)) {
            (BinaryOp::Concat, Sort::Bits(a), Sort::Bits(b)) if a + b <= WIDEST => {}
            (BinaryOp::Eq, a, b) if a == b => {}
            (op, Sort::Bits(a), Sort::Bits(b)) if op != BinaryOp::Concat && a == b => {}
            _ => return,
        }
        let terms = &mut self.world.terms;
        if !(terms.is_const(a) && terms.is_const(b)) {
            let (a, b) = terms.ordered(op, a, b);
            let node = Term::Binary(op, a, b);
            for rule in binary_rules(op) {
                let result = (rule.apply)(&mut self.world.terms, a, b);
                self.rule(rule.name, &node, result);
            }
        }
        let result = self.world.terms.binary(op, a, b);
        self.constructed(&Term::Binary(op, a, b), result);
    }

    fn unary(&mut self) {
        let a = self.pick(None);
        if !self.world.terms.is_const(a) {
            for (node, rules) in [(Term::Not(a), logic::NOT), (Term::Neg(a), linear::NEG)] {
                for rule in rules {
                    let result = (rule.apply)(&mut self.world.terms, a);
                    self.rule(rule.name, &node, result);
                }
            }
        }
        let result = self.world.terms.not(a);
        self.constructed(&Term::Not(a), result);
        let result = self.world.terms.neg(a);
        self.constructed(&Term::Neg(a), result);
    }

    fn extract(&mut self) {
        let of = self.pick(None);
        let width = self.world.terms.width(of);
        let low = self.world.below(width as usize) as u32;
        let high = low + self.world.below((width - low) as usize) as u32;
        let node = Term::Extract { high, low, of };
        if !self.world.terms.is_const(of) && high - low + 1 < width {
            for rule in extract::EXTRACT {
                let result = (rule.apply)(&mut self.world.terms, of, high, low);
                self.rule(rule.name, &node, result);
            }
        }
        let result = self.world.terms.extract(of, high, low);
        self.constructed(&node, result);
    }

    fn extend(&mut self) {
        let of = self.pick(None);
        let narrow = self.world.terms.width(of);
        let width = (narrow + self.world.below(5) as u32).min(WIDEST);
        if !self.world.terms.is_const(of) && width > narrow {
            for (node, rules) in
                [(Term::ZExt { width, of }, extend::ZEXT), (Term::SExt { width, of }, extend::SEXT)]
            {
                for rule in rules {
                    let result = (rule.apply)(&mut self.world.terms, of, width);
                    self.rule(rule.name, &node, result);
                }
            }
        }
        let result = self.world.terms.zext(of, width);
        self.constructed(&Term::ZExt { width, of }, result);
        let result = self.world.terms.sext(of, width);
        self.constructed(&Term::SExt { width, of }, result);
    }

    fn choose(&mut self) {
        let cond = self.pick(Some(1));
        let then = self.pick(None);
        let otherwise = self.pick(Some(self.world.terms.width(then)));
        self.ite(cond, then, otherwise);
    }

    /// Does nothing if the operands do not suit.
    fn ite(&mut self, cond: TermId, then: TermId, otherwise: TermId) {
        let terms = &self.world.terms;
        if terms.sort(cond) != Sort::Bits(1) || terms.sort(then) != terms.sort(otherwise) {
            return;
        }
        let node = Term::Ite { cond, then, otherwise };
        if !self.world.terms.is_const(cond) && then != otherwise {
            for rule in choose::ITE {
                let result = (rule.apply)(&mut self.world.terms, cond, then, otherwise);
                self.rule(rule.name, &node, result);
            }
        }
        let result = self.world.terms.ite(cond, then, otherwise);
        self.constructed(&node, result);
    }

    fn arrays(&mut self) {
        let Some(array) = self.pick_array() else { return };
        let Sort::Array { index: index_width, element } = self.world.terms.sort(array) else {
            return;
        };
        let index = self.pick(Some(index_width));
        let value = self.pick(Some(element));
        for rule in array::READ {
            let result = (rule.apply)(&mut self.world.terms, array, index);
            self.rule(rule.name, &Term::Read { array, index }, result);
        }
        let read = self.world.terms.read(array, index);
        self.constructed(&Term::Read { array, index }, read);
        let value = if self.world.below(8) == 0 { read } else { value };
        let node = Term::Write { array, index, value };
        for rule in array::WRITE {
            let result = (rule.apply)(&mut self.world.terms, array, index, value);
            self.rule(rule.name, &node, result);
        }
        let written = self.world.terms.write(array, index, value);
        self.constructed(&node, written);
        let other = self.pick_array().unwrap_or(array);
        if self.world.below(4) == 0 && self.world.terms.sort(other) == self.world.terms.sort(array)
        {
            let result = self.world.terms.eq(array, other);
            self.constructed(&Term::Binary(BinaryOp::Eq, array, other), result);
        }
        if self.world.below(8) == 0 {
            let result = self.world.terms.const_array(index_width, value);
            self.constructed(&Term::ConstArray { index: index_width, value }, result);
        }
    }

    fn rule(&mut self, name: &'static str, node: &Term, result: Option<TermId>) {
        if let Some(result) = result {
            *self.fired.entry(name).or_default() += 1;
            self.world.check(name, node, result);
        }
    }

    fn constructed(&mut self, node: &Term, result: TermId) {
        self.world.check("constructor", node, result);
        if !self.world.terms.is_const(result)
            && self.members.len() < 4000
            && !self.members.contains(&result)
        {
            self.members.push(result);
        }
    }
}

fn all_rule_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for op in BinaryOp::ALL {
        names.extend(binary_rules(op).iter().map(|rule| rule.name));
    }
    names.extend(logic::NOT.iter().chain(linear::NEG).map(|rule| rule.name));
    names.extend(extract::EXTRACT.iter().map(|rule| rule.name));
    names.extend(extend::ZEXT.iter().chain(extend::SEXT).map(|rule| rule.name));
    names.extend(choose::ITE.iter().chain(array::WRITE).map(|rule| rule.name));
    names.extend(array::READ.iter().map(|rule| rule.name));
    names
}

/// Variables, and terms of shapes that chance alone seldom makes.
struct Start {
    variables: &'static [(&'static str, Sort)],
    shapes: &'static [&'static str],
}

const STARTS: &[Start] = &[
    Start {
        variables: &[
            ("x", Sort::Bits(4)),
            ("y", Sort::Bits(4)),
            ("p", Sort::Bits(1)),
            ("q", Sort::Bits(1)),
        ],
        shapes: &[
            "(eq x:4 #x3)",
            "(eq x:4 #x5)",
            "(ne x:4 #x5)",
            "(ne x:4 #x6)",
            "(xor x:4 #x5)",
            "(xor y:4 #x3)",
            "(extract 3 2 x:4)",
            "(extract 1 0 x:4)",
            "(extract 2 1 x:4)",
            "(and x:4 y:4)",
            "(or x:4 y:4)",
            "(udiv x:4 #x3)",
            "(mul x:4 #x3)",
            "(not p:1)",
            "(add (zext 4 p:1) (sext 4 q:1))",
            "(add (zext 4 p:1) (zext 4 q:1) #x5)",
            "(add (zext 4 (extract 1 0 x:4)) #xf)",
            "(add (sext 4 (extract 1 0 x:4)) #x2)",
            "#x2",
            "(mul y:4 #x6)",
            "(eq x:4 y:4)",
            "(not x:4)",
            "(and y:4 (not x:4))",
            "(ite p:1 #x6 #x9)",
            "#x3",
            "#x5",
        ],
    },
    Start {
        variables: &[
            ("u", Sort::Bits(1)),
            ("v", Sort::Bits(2)),
            ("w", Sort::Bits(3)),
            ("z", Sort::Bits(3)),
        ],
        shapes: &[],
    },
    Start {
        variables: &[
            ("m", Sort::Array { index: 2, element: 2 }),
            ("i", Sort::Bits(2)),
            ("j", Sort::Bits(2)),
        ],
        shapes: &[],
    },
    // Digits that are kept in fewer bits than they were computed in.
    Start {
        variables: &[("a", Sort::Bits(6))],
        shapes: &[
            "(extract 2 0 (srem a:6 #b000011))",
            "(extract 2 0 (add (srem a:6 #b000011) #b000010))",
            "(extract 3 0 (add (srem a:6 #b111011) #b000011))",
            "(extract 2 0 (neg (srem a:6 #b000101)))",
            "(add (extract 3 0 (srem a:6 #b000011)) #b0101)",
            "(add (extract 3 0 (srem a:6 #b000011)) #b0010)",
            "(add (extract 3 0 (urem a:6 #b000011)) #b1100)",
            "(add (extract 3 0 (urem a:6 #b000011)) #b1000)",
            "#b100",
            "#b011",
        ],
    },
    // Products that fit, and quotients of what was widened.
    Start {
        variables: &[("w", Sort::Bits(3)), ("z", Sort::Bits(3))],
        shapes: &[
            "(mul (zext 6 w:3) (zext 6 z:3))",
            "(udiv (zext 6 w:3) (zext 6 z:3))",
            "(zext 6 (udiv w:3 z:3))",
            "(sext 6 (sdiv w:3 z:3))",
            "(sext 6 z:3)",
            "(sext 6 w:3)",
            "(sdiv (sext 6 w:3) (sext 6 z:3))",
            "(zext 6 w:3)",
            "(zext 6 z:3)",
            "(udiv w:3 z:3)",
            "(sdiv w:3 z:3)",
        ],
    },
    // Masks with so many runs that they stay masks.
    Start {
        variables: &[("a", Sort::Bits(10)), ("p", Sort::Bits(1))],
        shapes: &[
            "(and a:10 #b0101010101)",
            "(and a:10 #b1101010101)",
            "(or a:10 #b0101010101)",
            "(or a:10 #b1101010101)",
            "(xor a:10 #b0101010101)",
            "(add a:10 #b0000000001)",
        ],
    },
];

#[test]
fn every_rule_is_right_and_fires() {
    let mut fired: FxHashMap<&str, u32> = FxHashMap::default();
    let mut count = |pool: Pool| {
        assert_eq!(pool.world.terms.exhausted_rewrites(), 0, "some rules undo each other");
        for (name, count) in pool.fired {
            *fired.entry(name).or_default() += count;
        }
    };
    for start in STARTS {
        let mut pool = Pool::new(0, start);
        pool.all_combinations();
        count(pool);
    }
    for (round, start) in STARTS.iter().cycle().take(20).enumerate() {
        let mut pool = Pool::new(round as u64, start);
        for _ in 0..2500 {
            pool.step();
        }
        count(pool);
    }
    let silent: Vec<&str> =
        all_rule_names().into_iter().filter(|name| !fired.contains_key(name)).collect();
    assert!(silent.is_empty(), "never fired: {silent:?}");
}
