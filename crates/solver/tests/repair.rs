//! Models that are made from others, against evaluation and the backend; and a deliberate defect that this notices.

use raddle_expr::random::Random;
use raddle_expr::{TermId, Terms};
use raddle_solver::layers::{ModelReuse, Repair, RepairMistake};
use raddle_solver::random_terms::{Generator, Vocabulary};
use raddle_solver::{Answer, BitBlaster, Path, Solver, SolverConfig};

const WIDTHS: [u32; 2] = [3, 5];

/// How many queries were answered by repaired models, and how many of all answers are wrong.
fn answers(mistake: Option<RepairMistake>) -> (u64, u32) {
    let (mut repaired, mut wrong) = (0, 0);
    for seed in 0..3_000 {
        let mut terms = Terms::new();
        let vocabulary = Vocabulary::new(&mut terms, &WIDTHS, 2, 0);
        let mut random = Random::new(seed);
        let mut generator =
            Generator { terms: &mut terms, vocabulary: &vocabulary, random: &mut random };
        let conditions: Vec<TermId> = (0..6).map(|_| generator.condition(3)).collect();
        let backend = BitBlaster::new(&SolverConfig::default());
        let below = match mistake {
            None => Repair::new(backend),
            Some(mistake) => Repair::with_mistake(backend, mistake),
        };
        let mut counters = Vec::new();
        let mut solver = ModelReuse::new(below);
        wrong += walk(&mut terms, &mut solver, &conditions);
        solver.counters(&mut counters);
        let named = counters.iter().find(|(name, _)| *name == "answered by a repaired model");
        repaired += named.map_or(0, |&(_, count)| count);
    }
    (repaired, wrong)
}

/// Asks about each condition and its opposite, and goes on where the path is satisfiable: like a program at its branches.
fn walk(terms: &mut Terms, solver: &mut dyn Solver, conditions: &[TermId]) -> u32 {
    let mut wrong = 0;
    let mut path = Path::new();
    for &condition in conditions {
        for asked in [terms.not(condition), condition] {
            let expected = BitBlaster::new(&SolverConfig::default()).check(terms, &path, &[asked]);
            let answer = solver.check(terms, &path, &[asked]);
            wrong += u32::from(match (&answer, &expected) {
                (Answer::Sat(model), Answer::Sat(_)) => {
                    !path.iter().chain([asked]).all(|condition| terms.eval_bool(condition, model))
                }
                (answer, expected) => {
                    matches!(answer, Answer::Sat(_)) != matches!(expected, Answer::Sat(_))
                }
            });
            if matches!(expected, Answer::Sat(_)) && asked == condition {
                path = path.and(condition);
            }
        }
    }
    wrong
}

#[test]
fn repaired_models_are_right() {
    let (repaired, wrong) = answers(None);
    assert_eq!(wrong, 0);
    assert!(repaired > 1_000, "{repaired}");
}

#[test]
fn the_defect_is_noticed() {
    let (_, wrong) = answers(Some(RepairMistake::OnceRight));
    assert!(wrong > 0);
}
