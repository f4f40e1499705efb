//! Rates of the term table: `cargo run --release -p raddle-expr --example term_rates`.
//!
//! Each line says how many operations of a kind were done per second of processor time, so that other programs on the
//! machine do not spoil the figures.

#![expect(clippy::print_stdout, reason = "the rates are this program's output")]

use std::hint::black_box;
use std::time::Instant;

use raddle_expr::random::Random;
use raddle_expr::{BinaryOp, Bits, Evaluator, Model, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

const COUNT: usize = 1_000_000;

fn main() {
    new_terms();
    known_terms();
    mixed_terms();
    loop_counter();
    byte_stores();
    evaluation();
    small_conditions();
    substitution();
}

struct Clock {
    wall: Instant,
    processor: Option<u64>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_nanoseconds() }
    }
    fn seconds(&self) -> f64 {
        match (self.processor, processor_nanoseconds()) {
            (Some(start), Some(now)) => (now - start) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// What Linux accounts to this process; elsewhere wall time must do.
fn processor_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn report(what: &str, count: usize, start: Clock) {
    let seconds = start.seconds();
    println!("{what:<44} {:>8.2} million/s", count as f64 / seconds / 1e6);
}

fn variables(terms: &mut Terms, count: usize, width: u32) -> Vec<TermId> {
    (0..count).map(|i| terms.var(&format!("v{i}"), Sort::Bits(width))).collect()
}

/// Terms to which no rule applies, each new.
fn new_terms() {
    let mut terms = Terms::new();
    let few = variables(&mut terms, 3, 32);
    let mut t = few[0];
    let start = Clock::start();
    for i in 0..COUNT {
        t = terms.udiv(t, few[i % 3]);
    }
    report("new irreducible terms, few variables (udiv)", COUNT, start);
    let mut terms = Terms::new();
    let vars = variables(&mut terms, 1000, 32);
    let start = Clock::start();
    for a in 0..1000 {
        for b in 0..1000 {
            black_box(terms.udiv(vars[a], vars[b]));
        }
    }
    report("new irreducible terms, all pairs (udiv)", COUNT, start);
    let start = Clock::start();
    for a in 0..1000 {
        for b in 0..1000 {
            black_box(terms.and(vars[a], vars[b]));
        }
    }
    report("new and repeated irreducible terms (and)", COUNT, start);
}

/// The same terms again.
fn known_terms() {
    let mut terms = Terms::new();
    let vars = variables(&mut terms, 100, 32);
    for _ in 0..2 {
        let start = Clock::start();
        for _ in 0..100 {
            for a in 0..100 {
                for b in 0..100 {
                    black_box(terms.ult(vars[a], vars[b]));
                }
            }
        }
        report("known terms (ult)", COUNT, start);
    }
}

/// Random operations on random earlier terms.
fn mixed_terms() {
    let mut terms = Terms::new();
    let mut pool = variables(&mut terms, 8, 32);
    let mut random = Random::new(1);
    for _ in 0..8 {
        let value = u128::from(random.next_u64());
        pool.push(terms.constant(32, value));
    }
    let ops = &BinaryOp::ALL[..12];
    let start = Clock::start();
    for _ in 0..COUNT {
        let (a, b) = (*random.pick(&pool), *random.pick(&pool));
        let t = terms.binary(*random.pick(ops), a, b);
        if pool.len() < 100_000 {
            pool.push(t);
        }
    }
    report("random operations", COUNT, start);
    println!("{:<44} {:>8} cut short", "", terms.exhausted_rewrites());
}

/// What a symbolic loop makes: `i + 1`, a comparison with a bound, an address.
fn loop_counter() {
    let mut terms = Terms::new();
    let (mut i, bound) = (terms.var("i", Sort::Bits(32)), terms.var("n", Sort::Bits(32)));
    let base = terms.constant(64, 0x1000);
    let (one, four) = (terms.constant(32, 1), terms.constant(64, 4));
    let start = Clock::start();
    for _ in 0..COUNT / 5 {
        i = terms.add(i, one);
        black_box(terms.slt(i, bound));
        let index = terms.sext(i, 64);
        let offset = terms.mul(index, four);
        black_box(terms.add(base, offset));
    }
    report("operations of a counting loop", COUNT, start);
}

/// Words taken apart to bytes and put together again.
fn byte_stores() {
    let mut terms = Terms::new();
    let words = variables(&mut terms, COUNT / 7, 32);
    let start = Clock::start();
    for &word in &words {
        let bytes: [TermId; 4] =
            std::array::from_fn(|i| terms.extract(word, 8 * i as u32 + 7, 8 * i as u32));
        let again = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
        assert_eq!(again, word);
    }
    report("extracts and concats of bytes", COUNT, start);
}

fn random_dag(terms: &mut Terms, size: usize) -> TermId {
    let mut random = Random::new(3);
    let mut pool = variables(terms, 16, 32);
    let ops = [BinaryOp::UDiv, BinaryOp::Xor, BinaryOp::Add, BinaryOp::LShr];
    while pool.len() < size {
        let recent = pool.len().saturating_sub(32);
        let (a, b) = (*random.pick(&pool[recent..]), *random.pick(&pool[recent..]));
        pool.push(terms.binary(*random.pick(&ops), a, b));
    }
    pool[size - 32..].iter().copied().fold(pool[0], |all, t| terms.xor(all, t))
}

fn model(terms: &Terms) -> Model {
    let mut random = Random::new(5);
    let mut model = Model::default();
    for var in (0..terms.var_count() as u32).map(raddle_expr::VarId) {
        if let Sort::Bits(width) = terms.var_sort(var) {
            model.bits.insert(var, Bits::new(width, u128::from(random.next_u64())));
        }
    }
    model
}

fn evaluation() {
    let mut terms = Terms::new();
    let t = random_dag(&mut terms, 300_000);
    let model = model(&terms);
    let start = Clock::start();
    black_box(terms.eval(t, &model));
    report("evaluation of a large term, nodes", 300_000, start);
    let mut terms = Terms::new();
    let t = random_dag(&mut terms, 60);
    let model = self::model(&terms);
    let size = terms.len();
    let start = Clock::start();
    for _ in 0..COUNT / size {
        black_box(Evaluator::new(&model).eval(&terms, t));
    }
    report("evaluation of a small term, nodes", COUNT, start);
}

/// What model reuse does with each branch condition.
fn small_conditions() {
    let mut terms = Terms::new();
    let text = "(and (ult (add x:32 #x00000005) y:32) (not (eq (zext 32 b:8) (and y:32 z:32))))";
    let Ok(condition) = terms.parse(text) else { return };
    let model = model(&terms);
    let start = Clock::start();
    for _ in 0..COUNT {
        black_box(terms.eval_bool(condition, &model));
    }
    report("evaluation of a branch condition", COUNT, start);
}

fn substitution() {
    let mut terms = Terms::new();
    let t = random_dag(&mut terms, 300_000);
    let (x, y) = (terms.var("v0", Sort::Bits(32)), terms.var("v1", Sort::Bits(32)));
    let start = Clock::start();
    black_box(terms.substitute(t, &FxHashMap::from_iter([(x, y)])));
    report("substitution in a large term, nodes", 300_000, start);
}
