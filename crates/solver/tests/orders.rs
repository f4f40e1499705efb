//! What an instance is told about orders, against exhaustive evaluation; and deliberate defects, which it notices.

use raddle_expr::{Bits, Model, Sort, TermId, Terms};
use raddle_solver::{Answer, BitBlaster, Effort, OrderMistake, Path, Solver, SolverConfig};

const WIDTH: u32 = 2;
const WORDS: usize = 4;

/// A number below the bound, from a small generator.
fn draw(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

/// A comparison of two words or choices, or its negation.
fn comparison(terms: &mut Terms, seed: &mut u64, words: &[TermId]) -> TermId {
    let mut operand = |terms: &mut Terms| {
        let [a, b] = [0; 2].map(|_| words[draw(seed, WORDS)]);
        let condition = match draw(seed, 3) {
            0 => return a,
            1 => terms.ult(a, b),
            _ => terms.slt(a, b),
        };
        let (first, second) = (words[draw(seed, WORDS)], words[draw(seed, WORDS)]);
        terms.ite(condition, first, second)
    };
    let (a, b) = (operand(terms), operand(terms));
    let compared = match draw(seed, 3) {
        0 => terms.ult(a, b),
        1 => terms.slt(a, b),
        _ => terms.eq(a, b),
    };
    if draw(seed, 2) == 0 { compared } else { terms.not(compared) }
}

fn is_satisfiable(terms: &Terms, words: &[TermId], conditions: &[TermId]) -> bool {
    let vars: Vec<_> = words.iter().map(|&word| terms.vars_of(word)[0]).collect();
    (0..1u128 << (WIDTH * WORDS as u32)).any(|values| {
        let mut model = Model::default();
        for (place, &var) in vars.iter().enumerate() {
            let value = values >> (place as u32 * WIDTH) & ((1 << WIDTH) - 1);
            model.bits.insert(var, Bits::new(WIDTH, value));
        }
        conditions.iter().all(|&condition| terms.eval_bool(condition, &model))
    })
}

/// Wrong answers to random conjunctions of comparisons; all lemmas are said in each.
fn wrong_answers(mistake: Option<OrderMistake>) -> (u32, u64) {
    let mut terms = Terms::new();
    let words: Vec<TermId> =
        (0..WORDS).map(|at| terms.var(&format!("x{at}"), Sort::Bits(WIDTH))).collect();
    let (mut seed, mut wrong, mut lemmas) = (7, 0, 0);
    for _ in 0..400 {
        let config = SolverConfig {
            orders_from: Effort::default(),
            order_mistake: mistake,
            ..SolverConfig::default()
        };
        let mut solver = BitBlaster::new(&config);
        let count = 3 + draw(&mut seed, 5);
        let conditions: Vec<TermId> =
            (0..count).map(|_| comparison(&mut terms, &mut seed, &words)).collect();
        let right = match solver.check(&mut terms, &Path::new(), &conditions) {
            Answer::Sat(model) => conditions.iter().all(|&it| terms.eval_bool(it, &model)),
            Answer::Unsat(core) => !is_satisfiable(&terms, &words, &core),
            Answer::Unknown(reason) => panic!("unknown: {reason:?}"),
        };
        wrong += u32::from(!right);
        let mut counters = Vec::new();
        solver.counters(&mut counters);
        lemmas +=
            counters.iter().filter(|(name, _)| *name == "lemmas").map(|(_, n)| n).sum::<u64>();
    }
    (wrong, lemmas)
}

#[test]
fn lemmas_change_no_answer() {
    let (wrong, lemmas) = wrong_answers(None);
    assert_eq!(wrong, 0);
    assert!(lemmas > 10_000, "{lemmas}");
}

#[test]
fn mistakes_are_noticed() {
    for mistake in
        [OrderMistake::NothingEqual, OrderMistake::ReadingsMixed, OrderMistake::FirstArmTaken]
    {
        let (wrong, _) = wrong_answers(Some(mistake));
        assert!(wrong > 0, "{mistake:?}");
    }
}

/// Sorted numbers: the first is not greater than the last. Sixty of 32 bits are no matter of bits.
#[test]
fn long_chains_are_decided() {
    let mut terms = Terms::new();
    let words: Vec<TermId> =
        (0..60).map(|at| terms.var(&format!("x{at}"), Sort::Bits(32))).collect();
    let mut solver = BitBlaster::new(&SolverConfig::default());
    let mut path = Path::new();
    for pair in words.windows(2) {
        path = path.and(terms.sle(pair[0], pair[1]));
    }
    let mut greatest = words[0];
    for &word in &words[1..] {
        let greater = terms.slt(greatest, word);
        greatest = terms.ite(greater, word, greatest);
    }
    let wrong = terms.slt(words[59], greatest);
    let answer = solver.check_within(&mut terms, &path, &[wrong], Effort(20_000_000));
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
}
