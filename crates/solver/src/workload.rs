//! Generated loads for tests and benchmarks: what a symbolic execution asks, without a program.
//!
//! A load is a random depth-first exploration. At each node a condition is made from the variables and
//! from terms made earlier on the path; both sides are asked, and the exploration goes on along the
//! feasible ones. All solvers are asked the same queries as long as they agree.

use std::time::{Duration, Instant};

use raddle_expr::random::Random;
use raddle_expr::{Sort, TermId, Terms};

use crate::path::Path;
use crate::recorded::{RecordedAnswer, RecordedQuery};
use crate::{Answer, Solver};

/// What conditions are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Comparisons of bytes and small sums, as in parsers: nearly all satisfiable at once.
    Easy,
    /// Products, remainders, comparisons and array reads over few words: many unsatisfiable.
    Hard,
}

/// What came out of a load.
#[derive(Clone, Copy, Default, Debug)]
pub struct Outcome {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Recorded answers that were contradicted.
    pub disagreements: u64,
    /// Time spent in the solver.
    pub time: Duration,
}

impl Outcome {
    pub fn rate(&self) -> f64 {
        self.queries as f64 / self.time.as_secs_f64().max(1e-9)
    }
    fn ask(
        &mut self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        path: &Path,
        assumptions: &[TermId],
    ) -> Answer {
        let start = Instant::now();
        let answer = solver.check(terms, path, assumptions);
        self.time += start.elapsed();
        self.queries += 1;
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }
}

/// Asks the recorded queries in their order.
pub fn replay(terms: &mut Terms, solver: &mut dyn Solver, queries: &[RecordedQuery]) -> Outcome {
    let mut outcome = Outcome::default();
    for query in queries {
        let answer = outcome.ask(terms, solver, &query.path, &query.assumptions);
        outcome.disagreements += u64::from(match (answer, query.answer) {
            (Answer::Sat(_), RecordedAnswer::Unsat) => true,
            (Answer::Unsat(_), RecordedAnswer::Sat) => true,
            (Answer::Sat(_) | Answer::Unsat(_) | Answer::Unknown(_), _) => false,
        });
    }
    outcome
}

/// Explores until about `queries` queries are asked.
pub fn explore(kind: Kind, seed: u64, queries: u64, solver: &mut dyn Solver) -> Outcome {
    let mut outcome = Outcome::default();
    let mut terms = Terms::new();
    let mut tree = 0;
    while outcome.queries < queries {
        let mut random = Random::new(seed.wrapping_mul(1000) + tree);
        let depth = match kind {
            Kind::Easy => 40,
            Kind::Hard => 16,
        };
        let limit = (outcome.queries + queries / 4 + 16).min(queries);
        let variables = Variables::new(&mut terms, &mut random, kind, tree);
        let mut stack = vec![start(&mut terms, &mut random, kind, &variables)];
        while let Some(path) = stack.pop()
            && outcome.queries < limit
        {
            if path.len() < depth {
                visit(
                    &mut terms,
                    kind,
                    &mut random,
                    &variables,
                    path,
                    solver,
                    &mut outcome,
                    &mut stack,
                );
            }
        }
        tree += 1;
    }
    outcome
}

/// Words of a hard load are bounded from the start, as sizes and counters of programs are: the products
/// of bounded words have a range, and comparisons with what is outside are unsatisfiable.
fn start(terms: &mut Terms, random: &mut Random, kind: Kind, variables: &Variables) -> Path {
    let mut path = Path::new();
    if kind == Kind::Hard {
        for &word in &variables.words {
            let bound = terms.constant(16, 8 << random.below(5));
            path = path.and(terms.ult(word, bound));
        }
    }
    path
}

#[derive(Debug)]
struct Variables {
    words: Vec<TermId>,
    /// Expensive terms over the words; none in easy loads.
    products: Vec<TermId>,
}

impl Variables {
    fn new(terms: &mut Terms, random: &mut Random, kind: Kind, tree: u64) -> Variables {
        let (count, width, products_count) = match kind {
            Kind::Easy => (24, 8, 0),
            Kind::Hard => (4, 16, 9),
        };
        let words: Vec<TermId> = (0..count)
            .map(|number| terms.var(&format!("in{tree}_{number}"), Sort::Bits(width)))
            .collect();
        let array = terms.var(&format!("table{tree}"), Sort::Array { index: 16, element: 16 });
        let products = products(terms, random, &words, array, products_count);
        Variables { words, products }
    }
}

fn visit(
    terms: &mut Terms,
    kind: Kind,
    random: &mut Random,
    variables: &Variables,
    path: Path,
    solver: &mut dyn Solver,
    outcome: &mut Outcome,
    stack: &mut Vec<Path>,
) {
    let condition = match kind {
        Kind::Easy => easy_condition(terms, random, variables),
        Kind::Hard => hard_condition(terms, random, variables),
    };
    let negated = terms.not(condition);
    for side in [condition, negated] {
        if terms.as_const(side).is_some() {
            continue;
        }
        if let Answer::Sat(_) = outcome.ask(terms, solver, &path, &[side]) {
            stack.push(path.and(side));
        }
    }
    // Depth-first along a random side.
    let length = stack.len();
    if length >= 2 && random.below(2) == 0 {
        stack.swap(length - 1, length - 2);
    }
}

/// A byte compared with a constant, or a sum of two bytes as words.
fn easy_condition(terms: &mut Terms, random: &mut Random, variables: &Variables) -> TermId {
    let byte = *random.pick(&variables.words);
    let constant = u128::from(random.below(256));
    match random.below(5) {
        0 => {
            let constant = terms.constant(8, constant);
            terms.eq(byte, constant)
        }
        1 | 2 => {
            let constant = terms.constant(8, constant);
            terms.ult(byte, constant)
        }
        3 => {
            let wide = terms.sext(byte, 32);
            let constant = terms.constant(32, constant);
            terms.slt(wide, constant)
        }
        _ => {
            let other = *random.pick(&variables.words);
            let (a, b) = (terms.zext(byte, 32), terms.zext(other, 32));
            let sum = terms.add(a, b);
            let constant = terms.constant(32, constant * 2);
            terms.ult(sum, constant)
        }
    }
}

/// Compares one of a few expensive terms of the tree with a constant, a word or another one: the more of
/// them are on the path, the more of the rest is decided.
fn hard_condition(terms: &mut Terms, random: &mut Random, variables: &Variables) -> TermId {
    let words = &variables.words;
    let term = match random.below(4) {
        0 => *random.pick(words),
        _ => *random.pick(&variables.products),
    };
    let other = match random.below(3) {
        0 => *random.pick(words),
        1 => *random.pick(&variables.products),
        _ => {
            let magnitude = random.below(16);
            terms.constant(16, u128::from(random.below(2 << magnitude)))
        }
    };
    match random.below(5) {
        0 => terms.eq(term, other),
        1 | 2 => terms.ult(term, other),
        3 => terms.ult(other, term),
        _ => terms.slt(term, other),
    }
}

/// Products, remainders and array reads over the words.
fn products(
    terms: &mut Terms,
    random: &mut Random,
    words: &[TermId],
    array: TermId,
    count: u32,
) -> Vec<TermId> {
    let mut made: Vec<TermId> = Vec::new();
    for number in 0..count {
        let from = if made.is_empty() || random.below(4) != 0 { words } else { &made };
        let a = *random.pick(from);
        let (b, c) = (*random.pick(words), *random.pick(words));
        let small = terms.constant(16, u128::from(3 + random.below(97)));
        let term = match number % 6 {
            0 => terms.mul(a, b),
            1 => {
                let index = terms.add(a, b);
                terms.read(array, index)
            }
            2 => {
                let product = terms.mul(a, b);
                terms.add(product, c)
            }
            3 => terms.urem(a, small),
            4 => {
                let scaled = terms.mul(a, small);
                terms.sub(scaled, b)
            }
            _ => {
                let array = terms.write(array, a, b);
                terms.read(array, c)
            }
        };
        made.push(term);
    }
    made
}
