//! Products and quotients that are left open, against exhaustive evaluation; and deliberate defects, which it notices.

use raddle_expr::{Bits, Model, Sort, TermId, Terms};
use raddle_solver::{Answer, BitBlaster, OpenMistake, Path, Solver, SolverConfig};

/// Wider than what counts as small, so that there are operands on either side.
const WIDTH: u32 = 6;

struct Battery {
    terms: Terms,
    solver: BitBlaster,
    words: [TermId; 2],
    queries: u32,
    wrong: u32,
}

impl Battery {
    fn new(mistake: Option<OpenMistake>) -> Battery {
        let mut terms = Terms::new();
        let words = ["x", "y"].map(|name| terms.var(name, Sort::Bits(WIDTH)));
        let config =
            SolverConfig { open_from: 0, open_mistake: mistake, ..SolverConfig::default() };
        Battery { terms, solver: BitBlaster::new(&config), words, queries: 0, wrong: 0 }
    }
    /// Asks whether the conditions can hold at once, and looks whether the answer is right.
    fn ask(&mut self, path: &Path, condition: TermId) {
        let all: Vec<TermId> = path.iter().chain([condition]).collect();
        let vars = self.words.map(|word| self.terms.vars_of(word)[0]);
        let holds = |x: u128, y: u128| {
            let mut model = Model::default();
            model.bits.insert(vars[0], Bits::new(WIDTH, x));
            model.bits.insert(vars[1], Bits::new(WIDTH, y));
            all.iter().all(|&condition| self.terms.eval_bool(condition, &model))
        };
        let satisfiable = (0..1 << WIDTH).any(|x| (0..1 << WIDTH).any(|y| holds(x, y)));
        self.queries += 1;
        let right = match self.solver.check(&mut self.terms, path, &[condition]) {
            Answer::Sat(model) => all.iter().all(|&it| self.terms.eval_bool(it, &model)),
            Answer::Unsat(_) => !satisfiable,
            Answer::Unknown(reason) => panic!("unknown: {reason:?}"),
        };
        self.wrong += u32::from(!right);
    }
    /// Every result of every operation, of all operands and of small ones.
    fn results(&mut self) {
        let [x, y] = self.words;
        let terms = &mut self.terms;
        let operations = [
            terms.mul(x, y),
            terms.mul(x, x),
            terms.udiv(x, y),
            terms.urem(x, y),
            terms.sdiv(y, x),
            terms.srem(y, x),
        ];
        let limit = terms.constant(WIDTH, 11);
        let small = [terms.ult(x, limit), terms.ult(y, limit)];
        let paths = [
            Path::new(),
            Path::new().and(small[0]),
            Path::new().and(small[0]).and(small[1]),
            Path::new().and(terms.not(small[0])),
        ];
        for result in operations {
            for value in 0..1 << WIDTH {
                let value = self.terms.constant(WIDTH, value);
                let equal = self.terms.eq(result, value);
                for path in &paths {
                    self.ask(path, equal);
                }
            }
        }
    }
    /// What two operations have to do with each other.
    fn pairs(&mut self) {
        let [x, y] = self.words;
        let terms = &mut self.terms;
        let (odd, even) = (terms.constant(WIDTH, 0b101011), terms.constant(WIDTH, 0b010110));
        let products = [(x, odd), (y, odd), (x, even), (y, even), (x, y)];
        let mut results: Vec<TermId> = products.map(|(a, b)| terms.mul(a, b)).to_vec();
        let sum = terms.add(x, y);
        for (a, b) in [(x, sum), (y, sum), (sum, x)] {
            results.extend([terms.udiv(a, b), terms.urem(a, b)]);
        }
        let same = terms.eq(x, y);
        let paths = [Path::new(), Path::new().and(same), Path::new().and(terms.not(same))];
        for &a in &results {
            for &b in &results {
                let (equal, less) = (self.terms.eq(a, b), self.terms.ult(a, b));
                for condition in [equal, self.terms.not(equal), less] {
                    for path in &paths {
                        self.ask(path, condition);
                    }
                }
            }
        }
    }
}

#[test]
fn open_operations_are_what_they_are() {
    let mut battery = Battery::new(None);
    battery.results();
    battery.pairs();
    assert_eq!(battery.wrong, 0, "of {}", battery.queries);
    assert!(battery.queries > 2_000, "{}", battery.queries);
    let mut counters = Vec::new();
    battery.solver.counters(&mut counters);
    let counter = |name| counters.iter().find(|(known, _)| *known == name).map_or(0, |it| it.1);
    assert!(counter("lemmas") > 50, "{counters:?}");
    assert!(counter("queries with nothing left open") > 0, "{counters:?}");
}

#[test]
fn defects_are_noticed() {
    for mistake in [OpenMistake::ModelsBelieved, OpenMistake::SmallForAll, OpenMistake::OnceEqual] {
        let mut battery = Battery::new(Some(mistake));
        battery.results();
        battery.pairs();
        assert!(battery.wrong > 0, "{mistake:?} among {} queries", battery.queries);
    }
}
