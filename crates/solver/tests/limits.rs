//! What runs out of time is unknown, promptly, and the solver is usable afterwards.

use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_expr::{Sort, TermId, Terms};
use raddle_solver::{Answer, Effort, Path, SolverConfig, UnknownReason, default_solver};

/// `a * b = product` for 32-bit primes, neither factor 1, without overflow: hard for bit-blasting.
fn factoring(terms: &mut Terms) -> Vec<TermId> {
    let (a, b) = (terms.var("a", Sort::Bits(64)), terms.var("b", Sort::Bits(64)));
    let limit = terms.constant(64, 1 << 32);
    let one = terms.constant(64, 1);
    let product = terms.mul(a, b);
    let semiprime = terms.constant(64, 2_654_435_761 * 3_037_000_493);
    vec![
        terms.ult(a, limit),
        terms.ult(b, limit),
        terms.ult(one, a),
        terms.ult(one, b),
        terms.eq(product, semiprime),
    ]
}

#[test]
fn a_query_over_its_time_is_unknown() {
    let time = Some(Duration::from_millis(100));
    let config = SolverConfig { query_time: time, ..SolverConfig::default() };
    let mut solver = default_solver(&config);
    let mut terms = Terms::new();
    let query = factoring(&mut terms);
    let start = Instant::now();
    let answer = solver.check(&mut terms, &Path::new(), &query);
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Timeout)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());

    let easy = solver.check(&mut terms, &Path::new(), &query[..4]);
    assert!(matches!(easy, Answer::Sat(_)), "{easy:?}");
}

#[test]
fn blasting_and_loading_stop_too() {
    let time = Some(Duration::from_millis(50));
    let config = SolverConfig { query_time: time, ..SolverConfig::default() };
    let mut solver = default_solver(&config);
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bits(128));
    let mut power = x;
    for number in 0..2000 {
        let y = terms.var(&format!("y{number}"), Sort::Bits(128));
        let square = terms.mul(power, power);
        power = terms.xor(square, y);
    }
    let zero = terms.constant(128, 0);
    let condition = terms.ult(zero, power);
    let start = Instant::now();
    let answer = solver.check(&mut terms, &Path::new(), &[condition]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    match answer {
        Answer::Sat(_) | Answer::Unknown(UnknownReason::Timeout) => (),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn an_interrupted_query_is_unknown() {
    let budget = Budget::default();
    let config = SolverConfig { budget: budget.clone(), ..SolverConfig::default() };
    let mut solver = default_solver(&config);
    let mut terms = Terms::new();
    let query = factoring(&mut terms);
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        budget.interrupt();
    });
    let start = Instant::now();
    let answer = solver.check(&mut terms, &Path::new(), &query);
    raiser.join().expect("the thread ends");
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Interrupted)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_query_ends_with_the_time_for_everything() {
    let config = SolverConfig {
        budget: Budget::new(Some(Duration::from_millis(100)), None),
        ..SolverConfig::default()
    };
    let mut solver = default_solver(&config);
    let mut terms = Terms::new();
    let query = factoring(&mut terms);
    let start = Instant::now();
    let answer = solver.check(&mut terms, &Path::new(), &query);
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Interrupted)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// The work of a query does not depend on the machine, and neither does where it is given up.
#[test]
fn a_query_over_its_work_is_unknown_at_the_same_point_each_time() {
    let limit = Effort(300_000);
    let given_up_after = || {
        let mut solver = default_solver(&SolverConfig::default());
        let mut terms = Terms::new();
        let query = factoring(&mut terms);
        let answer = solver.check_within(&mut terms, &Path::new(), &query, limit);
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Timeout)), "{answer:?}");
        let spent = solver.spent();

        // The limit was that of one call.
        let easy = solver.check(&mut terms, &Path::new(), &query[..4]);
        assert!(matches!(easy, Answer::Sat(_)), "{easy:?}");
        spent
    };
    let spent = given_up_after();
    assert!(spent > limit && spent < limit.times(2), "{spent:?}");
    assert_eq!(spent, given_up_after());
}

#[test]
fn the_configuration_limits_every_query() {
    let config = SolverConfig { query_effort: Effort(300_000), ..SolverConfig::default() };
    let mut solver = default_solver(&config);
    let mut terms = Terms::new();
    let query = factoring(&mut terms);
    let answer = solver.check_within(&mut terms, &Path::new(), &query, Effort::UNLIMITED);
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Timeout)), "{answer:?}");
}
