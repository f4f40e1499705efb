//! The bit-blaster against exhaustive evaluation: every operation, arrays included, at small widths.

use std::rc::Rc;

use raddle_expr::random::Random;
use raddle_expr::{ArrayValue, BinaryOp, Bits, Model, Sort, TermId, Terms};
use raddle_solver::random_terms::{Generator, Vocabulary};
use raddle_solver::{Answer, BitBlaster, Effort, Path, Solver, SolverConfig, default_solver};
use rustc_hash::FxHashMap;

/// All assignments to the variables of the vocabulary.
fn all_models(terms: &Terms, vocabulary: &Vocabulary) -> Vec<Model> {
    let mut models = vec![Model::default()];
    for &word in &vocabulary.words {
        let width = terms.width(word);
        let var = terms.vars_of(word)[0];
        models = models
            .iter()
            .flat_map(|model| {
                (0..1u128 << width).map(move |value| {
                    let mut model = model.clone();
                    model.bits.insert(var, Bits::new(width, value));
                    model
                })
            })
            .collect();
    }
    for &array in &vocabulary.arrays {
        let Sort::Array { index, element } = terms.sort(array) else { panic!("not an array") };
        let var = terms.vars_of(array)[0];
        models = models
            .iter()
            .flat_map(|model| {
                (0..1u128 << ((1 << index) * element)).map(move |content| {
                    let mut model = model.clone();
                    model.arrays.insert(var, array_value(index, element, content));
                    model
                })
            })
            .collect();
    }
    models
}

fn array_value(index: u32, element: u32, content: u128) -> ArrayValue {
    let entries: FxHashMap<Bits, Bits> = (0..1u32 << index)
        .map(|at| (Bits::new(index, u128::from(at)), Bits::new(element, content >> (at * element))))
        .collect();
    ArrayValue { default: Bits::new(element, 0), entries }
}

/// Checks the answer to path and assumptions, given what exhaustive evaluation says.
fn check_answer(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    path: &Path,
    assumptions: &[TermId],
    satisfiable: bool,
) {
    let conditions: Vec<TermId> = path.iter().chain(assumptions.iter().copied()).collect();
    // What was stopped halfway must not show later.
    for limit in [20, 200, 2_000] {
        let limited = solver.check_within(terms, path, assumptions, Effort(limit));
        match limited {
            Answer::Sat(model) => check_model(terms, &model, &conditions),
            Answer::Unsat(_) => assert!(!satisfiable, "unsat, but it is satisfiable"),
            Answer::Unknown(_) => (),
        }
    }
    match solver.check(terms, path, assumptions) {
        Answer::Sat(model) => {
            assert!(satisfiable, "sat, but no assignment satisfies it");
            check_model(terms, &model, &conditions);
        }
        Answer::Unsat(core) => {
            assert!(!satisfiable, "unsat, but it is satisfiable");
            check_core(terms, &core, &conditions);
        }
        Answer::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

fn check_model(terms: &Terms, model: &Rc<Model>, conditions: &[TermId]) {
    for &condition in conditions {
        assert!(terms.eval_bool(condition, model), "the model violates {:?}", terms.get(condition));
    }
}

/// A core is a subset of the query and unsatisfiable on its own.
fn check_core(terms: &mut Terms, core: &[TermId], conditions: &[TermId]) {
    assert!(core.iter().all(|condition| conditions.contains(condition)), "a subset");
    let mut fresh = BitBlaster::new(&SolverConfig::default());
    let answer = fresh.check(terms, &Path::new(), core);
    assert!(matches!(answer, Answer::Unsat(_)), "the core alone is unsatisfiable");
}

/// For each operation, each constant result: is `a op b = c` satisfiable, with `a` possibly constant?
#[test]
fn each_operation_at_small_widths() {
    const OPERATIONS: [BinaryOp; 12] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Add,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
    ];
    for width in [1, 2, 3, 4] {
        let mut terms = Terms::new();
        let vocabulary = Vocabulary::new(&mut terms, &[width], 2, 0);
        let (x, y) = (vocabulary.words[0], vocabulary.words[1]);
        let models = all_models(&terms, &vocabulary);
        let mut solvers = [
            BitBlaster::new(&SolverConfig::default()),
            BitBlaster::new(&SolverConfig { open_from: 0, ..SolverConfig::default() }),
        ];
        let mut operands = vec![(x, y), (x, x)];
        for value in 0..1u128 << width {
            let constant = terms.constant(width, value);
            operands.extend([(x, constant), (constant, y)]);
        }
        for op in OPERATIONS {
            for &(a, b) in &operands {
                let term = terms.binary(op, a, b);
                for value in 0..1u128 << width {
                    let value = terms.constant(width, value);
                    let condition = terms.eq(term, value);
                    let satisfiable = models.iter().any(|m| terms.eval_bool(condition, m));
                    let path = Path::new();
                    for solver in &mut solvers {
                        check_answer(&mut terms, solver, &path, &[condition], satisfiable);
                    }
                }
            }
        }
    }
}

/// Random queries along growing paths that branch off each other, against all assignments.
fn random_queries(
    make_solver: fn() -> Box<dyn Solver>,
    widths: &[u32],
    words: u32,
    arrays: u32,
    array_equality: bool,
    rounds: u64,
) {
    for seed in 0..rounds {
        let mut random = Random::new(seed * 7919 + u64::from(widths[0]));
        let mut terms = Terms::new();
        let mut vocabulary = Vocabulary::new(&mut terms, widths, words, arrays);
        vocabulary.array_equality = array_equality;
        let models = all_models(&terms, &vocabulary);
        let mut solver = make_solver();
        // Paths with the assignments that satisfy them.
        let everything: Vec<usize> = (0..models.len()).collect();
        let mut paths = vec![(Path::new(), everything)];
        for _ in 0..12 {
            let depth = 1 + random.below(4) as u32;
            let mut generator =
                Generator { terms: &mut terms, vocabulary: &vocabulary, random: &mut random };
            let condition = generator.condition(depth);
            let (path, remaining) = random.pick(&paths).clone();
            let (yes, no): (Vec<usize>, Vec<usize>) =
                remaining.into_iter().partition(|&m| terms.eval_bool(condition, &models[m]));
            let negated = terms.not(condition);
            check_answer(&mut terms, solver.as_mut(), &path, &[condition], !yes.is_empty());
            check_answer(&mut terms, solver.as_mut(), &path, &[negated], !no.is_empty());
            paths.push((path.and(condition), yes));
            paths.push((path.and(negated), no));
        }
    }
}

fn backend() -> Box<dyn Solver> {
    Box::new(BitBlaster::new(&SolverConfig::default()))
}

/// Every product and quotient is left open at first.
fn all_open() -> Box<dyn Solver> {
    Box::new(BitBlaster::new(&SolverConfig { open_from: 0, ..SolverConfig::default() }))
}

fn all_layers() -> Box<dyn Solver> {
    default_solver(&SolverConfig::default())
}

#[test]
fn random_queries_over_words() {
    for solver in [backend, all_open, all_layers] {
        random_queries(solver, &[1, 2, 3], 1, 0, false, 150);
        random_queries(solver, &[3], 3, 0, false, 100);
        random_queries(solver, &[4], 2, 0, false, 100);
        random_queries(solver, &[2, 5], 1, 0, false, 100);
        random_queries(solver, &[1], 8, 0, false, 100);
    }
}

#[test]
fn random_queries_over_arrays() {
    for solver in [backend, all_open, all_layers] {
        random_queries(solver, &[1, 2], 1, 1, false, 100);
        random_queries(solver, &[2, 1], 1, 2, false, 60);
        random_queries(solver, &[2], 1, 1, false, 60);
        random_queries(solver, &[2, 1], 1, 2, true, 100);
    }
}
