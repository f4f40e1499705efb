//! Queries that intervals answer, against exhaustive evaluation; and deliberate defects, each of which that notices.

use raddle_expr::random::Random;
use raddle_expr::{Bits, Model, Sort, TermId, Terms};
use raddle_solver::layers::Intervals;
use raddle_solver::random_terms::{Generator, Vocabulary};
use raddle_solver::{Answer, BitBlaster, IntervalMistake, Path, Solver, SolverConfig};

const WIDTHS: [u32; 2] = [3, 5];

/// How many queries intervals answered, and how many of these answers are wrong.
fn answers(mistake: Option<IntervalMistake>) -> (u64, u32) {
    let (mut answered, mut wrong) = (0, 0);
    for seed in 0..6_000 {
        let mut terms = Terms::new();
        let vocabulary = Vocabulary::new(&mut terms, &WIDTHS, 1, 0);
        let mut random = Random::new(seed);
        let mut generator =
            Generator { terms: &mut terms, vocabulary: &vocabulary, random: &mut random };
        let mut conditions: Vec<TermId> =
            vocabulary.words.iter().map(|&word| comparison(&mut generator, word)).collect();
        let parts = [0, 1].map(|_| {
            let word = generator.word(WIDTHS[1], 2);
            comparison(&mut generator, word)
        });
        conditions.push(match seed % 3 {
            0 => parts[0],
            1 => terms.or(parts[0], parts[1]),
            _ => terms.and(parts[0], parts[1]),
        });
        let words: Vec<TermId> = vocabulary.words.clone();
        let (by_intervals, right) = ask(&mut terms, &words, &conditions, mistake);
        answered += by_intervals;
        wrong += u32::from(!right);
    }
    (answered, wrong)
}

/// A word is on one side of a number, in one reading or the other.
fn comparison(generator: &mut Generator<'_>, word: TermId) -> TermId {
    let Generator { terms, random, .. } = generator;
    let width = terms.width(word);
    let number = terms.constant(width, u128::from(random.below(1 << width)));
    match random.below(4) {
        0 => terms.ult(word, number),
        1 => terms.ult(number, word),
        2 => terms.slt(word, number),
        _ => terms.slt(number, word),
    }
}

fn ask(
    terms: &mut Terms,
    words: &[TermId],
    conditions: &[TermId],
    mistake: Option<IntervalMistake>,
) -> (u64, bool) {
    let backend = BitBlaster::new(&SolverConfig::default());
    let mut solver = match mistake {
        None => Intervals::new(backend),
        Some(mistake) => Intervals::with_mistake(backend, mistake),
    };
    let path = Path::new().and(conditions[0]).and(conditions[1]);
    let answer = solver.check(terms, &path, &conditions[2..]);
    let Answer::Unsat(core) = answer else { return (0, true) };
    // What is said not to hold together holds for no values.
    let right = !(0..1u128 << (WIDTHS[0] + WIDTHS[1])).any(|values| {
        let mut model = Model::default();
        let parts = [values & ((1 << WIDTHS[0]) - 1), values >> WIDTHS[0]];
        for ((&word, width), part) in words.iter().zip(WIDTHS).zip(parts) {
            assert_eq!(terms.sort(word), Sort::Bits(width));
            model.bits.insert(terms.vars_of(word)[0], Bits::new(width, part));
        }
        core.iter().all(|&condition| terms.eval_bool(condition, &model))
    });
    (solver.answered(), right)
}

#[test]
fn intervals_are_right() {
    let (answered, wrong) = answers(None);
    assert_eq!(wrong, 0);
    assert!(answered > 100, "{answered}");
}

#[test]
fn every_defect_is_noticed() {
    let all = [
        IntervalMistake::OnePartForAll,
        IntervalMistake::PartsAssumed,
        IntervalMistake::NothingWraps,
    ];
    for mistake in all {
        assert!(answers(Some(mistake)).1 > 0, "{mistake:?}");
    }
}
