//! Paths as loops make them: long, with bounds that later bounds imply.

use raddle_expr::{Sort, Terms};
use raddle_solver::layers::Validation;
use raddle_solver::{Answer, Path, Solver, SolverConfig, default_solver};

/// A loop `for (i = 0; i < n; i++)` with symbolic `n`, its exits explored afterwards from the last one.
#[test]
fn a_loop_with_a_symbolic_bound() {
    let mut terms = Terms::new();
    let mut solver = Validation::new(default_solver(&SolverConfig::default()));
    let n = terms.var("n", Sort::Bits(32));
    let other = terms.var("other", Sort::Bits(32));
    let mut path = Path::new();
    let mut exits = Vec::new();
    for count in 0..300 {
        let round = terms.constant(32, count);
        let later = terms.constant(32, count + 5);
        let inside = terms.slt(round, n);
        let outside = terms.not(inside);
        for side in [inside, outside] {
            let answer = solver.check(&mut terms, &path, &[side]);
            assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
        }
        exits.push((path.and(outside), later));
        path = path.and(inside);
    }
    while let Some((path, later)) = exits.pop() {
        let beyond = terms.slt(later, n);
        let answer = solver.check(&mut terms, &path, &[beyond]);
        assert!(matches!(&answer, Answer::Unsat(core) if core.len() == 2), "{answer:?}");
        let sum = terms.add(n, other);
        let equal = terms.eq(sum, later);
        let answer = solver.check(&mut terms, &path, &[equal]);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    }
    let mut counters = Vec::new();
    solver.counters(&mut counters);
    let value =
        |name| counters.iter().find(|(counter, _)| *counter == name).map(|&(_, value)| value);
    assert!(value("implied bounds left out") > Some(250), "{counters:?}");
    assert_eq!(value("answered by bounds"), Some(300), "one for each exit");
}
