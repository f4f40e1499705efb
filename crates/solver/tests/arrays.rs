//! Arrays with many indices: congruence, equality, look-up tables, long chains of writes.

use raddle_expr::{Sort, TermId, Terms};
use raddle_solver::layers::Validation;
use raddle_solver::{Answer, BitBlaster, Path, Solver, SolverConfig, default_solver};

const ARRAY: Sort = Sort::Array { index: 32, element: 8 };

/// Asks the backend and all layers; models are validated.
fn is_satisfiable(terms: &mut Terms, query: &[TermId]) -> bool {
    let config = SolverConfig::default();
    let solvers: [Box<dyn Solver>; 2] =
        [Box::new(BitBlaster::new(&config)), default_solver(&config)];
    let answers = solvers.map(|solver| {
        let mut solver = Validation::with_second(solver, default_solver(&config));
        match solver.check(terms, &Path::new(), query) {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown(reason) => panic!("unknown: {reason:?}"),
        }
    });
    assert_eq!(answers[0], answers[1], "backend and layers agree");
    answers[0]
}

fn word(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.var(name, Sort::Bits(width))
}

#[test]
fn equal_indices_have_equal_elements() {
    let mut terms = Terms::new();
    let a = terms.var("a", ARRAY);
    let (i, j, k) =
        (word(&mut terms, "i", 32), word(&mut terms, "j", 32), word(&mut terms, "k", 32));
    let reads = [i, j, k].map(|index| terms.read(a, index));
    let differ = [(0, 1), (1, 2), (0, 2)].map(|(x, y)| terms.ne(reads[x], reads[y]));
    let four = terms.constant(32, 4);
    let two = terms.constant(32, 2);
    let small = [i, j, k].map(|index| terms.ult(index, two));
    assert!(is_satisfiable(&mut terms, &differ));
    let mut query = differ.to_vec();
    query.extend(small);
    assert!(!is_satisfiable(&mut terms, &query), "three different elements at two indices");
    let wider = [i, j, k].map(|index| terms.ult(index, four));
    let mut query = differ.to_vec();
    query.extend(wider);
    assert!(is_satisfiable(&mut terms, &query));
}

#[test]
fn equality_of_arrays() {
    let mut terms = Terms::new();
    let (a, b) = (terms.var("a", ARRAY), terms.var("b", ARRAY));
    let (i, v, w) = (word(&mut terms, "i", 32), word(&mut terms, "v", 8), word(&mut terms, "w", 8));
    let same = terms.eq(a, b);
    let differ = terms.not(same);
    let (ai, bi) = (terms.read(a, i), terms.read(b, i));
    let elements_differ = terms.ne(ai, bi);
    assert!(is_satisfiable(&mut terms, &[same]));
    assert!(is_satisfiable(&mut terms, &[differ]));
    assert!(is_satisfiable(&mut terms, &[elements_differ]));
    assert!(!is_satisfiable(&mut terms, &[same, elements_differ]));

    let (av, bw) = (terms.write(a, i, v), terms.write(b, i, w));
    let written_same = terms.eq(av, bw);
    let values_differ = terms.ne(v, w);
    assert!(!is_satisfiable(&mut terms, &[written_same, values_differ]));
    assert!(is_satisfiable(&mut terms, &[written_same, elements_differ]));
    assert!(is_satisfiable(&mut terms, &[written_same, differ]));

    let seven = terms.constant(8, 7);
    let all_seven = terms.const_array(32, seven);
    let is_seven = terms.eq(a, all_seven);
    let not_seven_here = terms.ne(ai, seven);
    assert!(is_satisfiable(&mut terms, &[is_seven, differ]));
    assert!(!is_satisfiable(&mut terms, &[is_seven, not_seven_here]));
    let all_v = terms.const_array(32, v);
    let is_v = terms.eq(a, all_v);
    let v_not_seven = terms.ne(v, seven);
    assert!(!is_satisfiable(&mut terms, &[is_seven, is_v, v_not_seven]));
}

#[test]
fn a_table_is_looked_up() {
    let mut terms = Terms::new();
    let zero = terms.constant(8, 0);
    let mut table = terms.const_array(32, zero);
    for index in 0..256u32 {
        let at = terms.constant(32, u128::from(index));
        let square = terms.constant(8, u128::from(index * index % 251));
        table = terms.write(table, at, square);
    }
    let i = word(&mut terms, "i", 32);
    let limit = terms.constant(32, 256);
    let inside = terms.ult(i, limit);
    let element = terms.read(table, i);
    let squares: Vec<u32> = (0..256).map(|index| index * index % 251).collect();
    for value in [0, 1, 2, 3, 4, 100, 250, 251] {
        let constant = terms.constant(8, u128::from(value));
        let found = terms.eq(element, constant);
        assert_eq!(is_satisfiable(&mut terms, &[inside, found]), squares.contains(&value));
    }
}

#[test]
fn a_long_chain_of_writes() {
    let mut terms = Terms::new();
    let mut array = terms.var("a", ARRAY);
    let base = array;
    let indices: Vec<TermId> = (0..60).map(|n| word(&mut terms, &format!("i{n}"), 32)).collect();
    let one = terms.constant(8, 1);
    for &index in &indices {
        array = terms.write(array, index, one);
    }
    let j = word(&mut terms, "j", 32);
    let element = terms.read(array, j);
    let not_one = terms.ne(element, one);
    let mut query = vec![not_one];
    assert!(is_satisfiable(&mut terms, &query));
    let below = terms.read(base, j);
    query.push(terms.eq(below, one));
    assert!(!is_satisfiable(&mut terms, &query));
    query[1] = terms.eq(indices[30], j);
    assert!(!is_satisfiable(&mut terms, &query));
}
