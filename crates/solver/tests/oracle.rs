//! The built-in backend, alone and under all layers, against Z3 on random queries. Feature `z3`.
#![cfg(feature = "z3")]

use std::time::Duration;

use raddle_expr::random::Random;
use raddle_expr::{TermId, Terms};
use raddle_solver::layers::Validation;
use raddle_solver::random_terms::{Generator, Vocabulary};
use raddle_solver::{
    Answer, BitBlaster, Effort, Path, Solver, SolverConfig, Z3Backend, Z3Mode, default_solver,
    recorded, workload,
};

/// Both answers, as far as they are known, agree.
fn compare(
    terms: &mut Terms,
    solvers: &mut [Box<dyn Solver>],
    path: &Path,
    assumptions: &[TermId],
) -> Tally {
    let mut tally = Tally { queries: 1, ..Tally::default() };
    let mut answers = Vec::new();
    for (number, solver) in solvers.iter_mut().enumerate() {
        // What was stopped halfway must not show later. Z3 does not count its work.
        if number < 2 {
            for limit in [100, 3_000, 30_000] {
                solver.check_within(terms, path, assumptions, Effort(limit));
            }
        }
        let answer = solver.check(terms, path, assumptions);
        answers.push(match &answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        });
        match answer {
            Answer::Sat(_) => tally.sat += 1,
            Answer::Unsat(_) => tally.unsat += 1,
            Answer::Unknown(_) if number == 0 => tally.unknown += 1,
            Answer::Unknown(_) => tally.unknown_elsewhere += 1,
        }
    }
    assert!(tally.sat == 0 || tally.unsat == 0, "the solvers disagree: {answers:?}");
    tally
}

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    queries: u64,
    sat: u64,
    unsat: u64,
    /// Not decided by the built-in backend.
    unknown: u64,
    unknown_elsewhere: u64,
}

fn run(widths: &[u32], words: u32, arrays: u32, depth: u64, array_equality: bool, rounds: u64) {
    let config =
        SolverConfig { query_time: Some(Duration::from_millis(300)), ..SolverConfig::default() };
    let mut total = Tally::default();
    for seed in 0..rounds {
        let mut random = Random::new(seed << 8 | u64::from(widths[0]));
        let mut terms = Terms::new();
        let mut vocabulary = Vocabulary::new(&mut terms, widths, words, arrays);
        vocabulary.array_equality = array_equality;
        let second = Box::new(Z3Backend::new(&config, Z3Mode::Fresh));
        let open = SolverConfig { open_from: 0, ..config.clone() };
        let third = Box::new(Z3Backend::new(&config, Z3Mode::Fresh));
        let mut solvers: Vec<Box<dyn Solver>> = vec![
            Box::new(Validation::with_second(BitBlaster::new(&config), second)),
            Box::new(Validation::with_second(BitBlaster::new(&open), third)),
            Box::new(Validation::new(default_solver(&config))),
            Box::new(Z3Backend::new(&config, Z3Mode::Incremental)),
        ];
        let mut paths = vec![Path::new()];
        for _ in 0..16 {
            let depth = 1 + random.below(depth) as u32;
            let mut generator =
                Generator { terms: &mut terms, vocabulary: &vocabulary, random: &mut random };
            let condition = generator.condition(depth);
            let path = random.pick(&paths).clone();
            let negated = terms.not(condition);
            for side in [condition, negated] {
                let tally = compare(&mut terms, &mut solvers, &path, &[side]);
                if tally.sat > 0 {
                    paths.push(path.and(side));
                }
                total.queries += tally.queries;
                total.sat += tally.sat;
                total.unsat += tally.unsat;
                total.unknown += tally.unknown;
                total.unknown_elsewhere += tally.unknown_elsewhere;
            }
        }
    }
    eprintln!("widths {widths:?}, arrays {arrays}: {total:?}");
    // Divisions of wide words may take too long; a machine under load makes more of them do so.
    assert!(total.unknown * 4 < total.queries, "few queries are unknown: {total:?}");
}

/// One of so many rounds runs with the tests; all of them take minutes.
const QUICK: u64 = 4;

#[test]
fn words() {
    all_kinds_of_words(QUICK);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn words_in_all_rounds() {
    all_kinds_of_words(1);
}

#[test]
fn arrays() {
    all_kinds_of_arrays(QUICK);
}

#[test]
#[ignore = "long: cargo xtask test --all"]
fn arrays_in_all_rounds() {
    all_kinds_of_arrays(1);
}

fn all_kinds_of_words(one_of: u64) {
    run(&[8], 3, 0, 4, false, 40 / one_of);
    run(&[1, 3, 8, 16], 2, 0, 4, false, 40 / one_of);
    run(&[32], 3, 0, 3, false, 16 / one_of);
    run(&[7, 64], 2, 0, 2, false, 16 / one_of);
    run(&[100, 130], 2, 0, 1, false, 8 / one_of);
}

fn all_kinds_of_arrays(one_of: u64) {
    run(&[3, 8], 2, 2, 4, false, 40 / one_of);
    run(&[8], 2, 2, 4, false, 40 / one_of);
    run(&[32, 8], 2, 1, 3, false, 16 / one_of);
    run(&[8], 2, 2, 3, true, 40 / one_of);
    run(&[16, 8], 2, 2, 3, true, 20 / one_of);
}

/// The recorded queries of the benchmark have the answers they were recorded with, from both backends.
#[test]
fn recorded() {
    let config =
        SolverConfig { query_time: Some(Duration::from_millis(200)), ..SolverConfig::default() };
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/bench/recorded");
    for file in std::fs::read_dir(directory).expect("the recordings are there") {
        let path = file.expect("the directory can be read").path();
        let text = std::fs::read_to_string(&path).expect("a recording can be read");
        for make in [default_solver, z3_incremental] {
            let mut terms = Terms::new();
            let queries = recorded::load(&mut terms, &text).expect("a recording is well formed");
            // Z3 needs seconds for some of them; a part of each recording is enough here.
            let queries = &queries[..queries.len().min(150)];
            let outcome = workload::replay(&mut terms, make(&config).as_mut(), queries);
            assert_eq!(outcome.disagreements, 0, "{}", path.display());
        }
    }
}

fn z3_incremental(config: &SolverConfig) -> Box<dyn Solver> {
    Box::new(Z3Backend::new(config, Z3Mode::Incremental))
}
