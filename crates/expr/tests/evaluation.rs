//! Evaluation, substitution and variables, on terms that are deep, wide or full of sharing.

use raddle_expr::random::Random;
use raddle_expr::{ArrayValue, BinaryOp, Bits, Evaluator, Model, Sort, Term, TermId, Terms};
use rustc_hash::FxHashMap;

fn bits(terms: &Terms, t: TermId) -> raddle_expr::VarId {
    match *terms.get(t) {
        Term::Var(var) => var,
        _ => panic!("not a variable"),
    }
}

/// Grows random terms and computes each value along the way by the plain operation on constants.
struct Growth {
    terms: Terms,
    model: Model,
    random: Random,
    /// Terms with their values.
    pool: Vec<(TermId, Bits)>,
}

impl Growth {
    fn new(seed: u64, widths: &[u32]) -> Growth {
        let mut growth = Growth {
            terms: Terms::new(),
            model: Model::default(),
            random: Random::new(seed),
            pool: Vec::new(),
        };
        for (number, &width) in widths.iter().enumerate() {
            let t = growth.terms.var(&format!("v{number}"), Sort::Bits(width));
            let value = growth.bits(width);
            growth.model.bits.insert(bits(&growth.terms, t), value.clone());
            growth.pool.push((t, value));
            let value = growth.bits(width);
            let t = growth.terms.constant_bits(value.clone());
            growth.pool.push((t, value));
        }
        growth
    }

    fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.random.next_u64()).collect();
        let value = Bits::from_words(width, &words);
        match self.random.below(4) {
            0 => value.lshr_by(self.random.below(u64::from(width)) as u32),
            1 => Bits::ones(width).shl_by(self.random.below(u64::from(width)) as u32),
            _ => value,
        }
    }

    fn pick(&mut self) -> (TermId, Bits) {
        self.random.pick(&self.pool).clone()
    }

    /// Brings a term to a width.
    fn resize(&mut self, (t, value): (TermId, Bits), width: u32) -> (TermId, Bits) {
        let own = value.width();
        if own == width {
            return (t, value);
        }
        if own > width {
            let low = self.random.below(u64::from(own - width + 1)) as u32;
            let high = low + width - 1;
            return (self.terms.extract(t, high, low), value.extract(high, low));
        }
        match self.random.below(3) {
            0 => (self.terms.sext(t, width), value.sext(width)),
            1 => (self.terms.zext(t, width), value.zext(width)),
            _ => {
                let high = self.pick();
                let (high, high_value) = self.resize(high, width - own);
                (self.terms.concat(high, t), high_value.concat(&value))
            }
        }
    }

    fn step(&mut self) {
        let (a, left) = self.pick();
        let other = self.pick();
        let (b, right) = self.resize(other, left.width());
        let new = match self.random.below(19) {
            16 => (self.terms.not(a), left.not()),
            17 => (self.terms.neg(a), left.neg()),
            18 => {
                let cond = self.pick();
                let (cond, truth) = self.resize(cond, 1);
                (self.terms.ite(cond, a, b), if truth.is_zero() { right } else { left })
            }
            op => {
                let op = BinaryOp::ALL[op as usize];
                if op == BinaryOp::Concat && left.width() > 300 {
                    return;
                }
                // Shifts by small amounts are the interesting ones.
                let small = Bits::new(left.width(), u128::from(self.random.below(70)));
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
                if shift && self.random.below(2) == 0 {
                    let amount = self.terms.constant_bits(small.clone());
                    (self.terms.binary(op, a, amount), op.apply(&left, &small))
                } else {
                    (self.terms.binary(op, a, b), op.apply(&left, &right))
                }
            }
        };
        assert_eq!(self.terms.sort(new.0), Sort::Bits(new.1.width()));
        self.pool.push(new);
    }

    fn check_all(&self) {
        let mut evaluator = Evaluator::new(&self.model);
        for (t, value) in &self.pool {
            let found = evaluator.eval(&self.terms, *t);
            assert_eq!(found, *value, "{}", self.terms.display_shared(*t));
        }
    }
}

#[test]
fn random_terms_of_all_widths_keep_their_value() {
    let shapes: [&[u32]; 5] = [
        &[1, 8, 8, 16, 32],
        &[32, 32, 64, 8, 1],
        &[64, 65, 127, 128, 1],
        &[129, 200, 256, 8],
        &[3, 5, 7, 11, 13],
    ];
    for seed in 0..150 {
        let mut growth = Growth::new(seed, shapes[seed as usize % shapes.len()]);
        for _ in 0..150 {
            growth.step();
        }
        growth.check_all();
    }
}

/// Writes terms to text, reads them into another table and compares values; in the same table, ids.
#[test]
fn random_terms_survive_text() {
    for seed in 0..60 {
        let mut growth = Growth::new(1000 + seed, &[8, 32, 64, 100, 1]);
        for _ in 0..60 {
            growth.step();
        }
        let mut other = Terms::new();
        for (t, value) in growth.pool.clone() {
            let text = growth.terms.display_shared(t).to_string();
            assert_eq!(growth.terms.parse(&text), Ok(t), "{text}");
            let again = other.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut model = Model::default();
            for var in (0..other.var_count() as u32).map(raddle_expr::VarId) {
                let original = growth.terms.find_var(other.var_name(var)).unwrap();
                model.bits.insert(var, growth.model.bits.get(&original).cloned().unwrap());
            }
            assert_eq!(other.eval(again, &model), value, "{text}");
        }
    }
}

/// Replacing variables by terms is the same as evaluating under the values of those terms.
#[test]
fn substitution_commutes_with_evaluation() {
    for seed in 0..60 {
        let mut growth = Growth::new(2000 + seed, &[8, 32, 16, 1]);
        for _ in 0..100 {
            growth.step();
        }
        let mut replacements = FxHashMap::default();
        let mut model = Model::default();
        for var in (0..growth.terms.var_count() as u32).map(raddle_expr::VarId) {
            let t = growth.terms.var_term(var);
            let same_width: Vec<(TermId, Bits)> = growth
                .pool
                .iter()
                .filter(|(_, value)| Sort::Bits(value.width()) == growth.terms.sort(t))
                .cloned()
                .collect();
            let (replacement, value) = growth.random.pick(&same_width).clone();
            replacements.insert(t, replacement);
            model.bits.insert(var, value);
        }
        for (t, _) in growth.pool.clone() {
            let replaced = growth.terms.substitute(t, &replacements);
            let expected = growth.terms.eval(t, &model);
            assert_eq!(growth.terms.eval(replaced, &growth.model), expected);
        }
    }
}

#[test]
fn substitution_replaces_inner_terms_once() {
    let mut terms = Terms::new();
    let t = terms.parse("(udiv (mul x:8 y:8) (add (mul x:8 y:8) z:8))").unwrap();
    let product = terms.parse("(mul x:8 y:8)").unwrap();
    let by = terms.parse("(udiv x:8 (mul x:8 y:8))").unwrap();
    let result = terms.substitute(t, &FxHashMap::from_iter([(product, by)]));
    let expected =
        terms.parse("(let ((%a (udiv x:8 (mul x:8 y:8)))) (udiv %a (add %a z:8)))").unwrap();
    assert_eq!(result, expected);
    let (five, six) = (terms.constant(8, 5), terms.constant(8, 6));
    let t = terms.parse("(add x:8 #x05)").unwrap();
    let result = terms.substitute(t, &FxHashMap::from_iter([(five, six)]));
    assert_eq!(terms.display(result).to_string(), "(add x:8 #x06)");
    assert_eq!(terms.substitute(t, &FxHashMap::default()), t);
}

#[test]
fn variables_and_marks_are_known() {
    let mut terms = Terms::new();
    let t = terms.parse("(ite p:1 (add x:8 ?u:8) (read m:8->8 y:8))").unwrap();
    let names: Vec<&str> = terms.vars_of(t).iter().map(|&var| terms.var_name(var)).collect();
    assert_eq!(names, ["p", "x", "u", "m", "y"]);
    assert!(terms.has_marked(t));
    let without = terms.parse("(sub (add x:8 ?u:8) ?u:8)").unwrap();
    assert!(!terms.has_marked(without));
    assert_eq!(terms.display(without).to_string(), "x:8");
    let other = terms.parse("(eq z:8 #x01)").unwrap();
    assert!(!terms.share_variable(t, other));
    assert!(terms.share_variable(t, without));
}

/// A million levels: nothing here may recurse over the depth of a term.
#[test]
fn deep_terms_do_not_overflow_the_stack() {
    const DEPTH: usize = 1_000_000;
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::Bits(32)), terms.var("y", Sort::Bits(32)));
    let mut model = Model::default();
    model.bits.insert(bits(&terms, x), Bits::new(32, 12345));
    model.bits.insert(bits(&terms, y), Bits::new(32, 7));
    let mut expected: u32 = 12345;
    let mut t = x;
    for level in 0..DEPTH {
        if level % 2 == 0 {
            t = terms.mul(t, y);
            t = terms.xor(t, x);
            expected = expected.wrapping_mul(7) ^ 12345;
        } else {
            t = terms.urem(t, y);
            t = terms.add(t, x);
            expected = (expected % 7).wrapping_add(12345);
        }
    }
    assert_eq!(terms.eval(t, &model).to_u64(), Some(u64::from(expected)));
    let five = terms.constant(32, 5);
    let replaced = terms.substitute(t, &FxHashMap::from_iter([(x, five), (y, five)]));
    assert!(terms.as_const(replaced).is_some());
    let low = terms.extract(t, 7, 0);
    let equal = terms.eq(low, low);
    assert!(terms.is_true(equal));
    assert_eq!(terms.vars_of(t).len(), 2);
}

#[test]
fn deep_choices_and_conjunctions() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bits(32));
    let mut chain = terms.var("y", Sort::Bits(32));
    let mut all = terms.truth(true);
    for value in 0..100_000u128 {
        let constant = terms.constant(32, value);
        let matches = terms.eq(x, constant);
        let image = terms.constant(32, value * 3 + 1);
        chain = terms.ite(matches, image, chain);
        let differs = terms.not(matches);
        all = terms.and(all, differs);
    }
    let mut model = Model::default();
    model.bits.insert(bits(&terms, x), Bits::new(32, 50_000));
    assert_eq!(terms.eval(chain, &model).to_u64(), Some(150_001));
    assert!(!terms.eval_bool(all, &model));
    model.bits.insert(bits(&terms, x), Bits::new(32, 100_001));
    assert!(terms.eval_bool(all, &model));
    let seven = terms.constant(32, 7);
    let equal = terms.eq(chain, seven);
    assert!(!terms.eval_bool(equal, &model));
    let byte = terms.extract(chain, 7, 0);
    assert_eq!(terms.eval(byte, &model).to_u64(), Some(0));
}

#[test]
fn arrays_evaluate() {
    let mut terms = Terms::new();
    let t = terms.parse("(read (write (write m:8->8 i:8 #x11) j:8 #x22) k:8)").unwrap();
    let mut model = Model::default();
    let set = |model: &mut Model, terms: &Terms, name: &str, value: u128| {
        model.bits.insert(terms.find_var(name).unwrap(), Bits::new(8, value));
    };
    let mut contents = ArrayValue::constant(Bits::new(8, 0x33));
    contents.entries.insert(Bits::new(8, 5), Bits::new(8, 0x44));
    model.arrays.insert(terms.find_var("m").unwrap(), contents);
    set(&mut model, &terms, "i", 1);
    set(&mut model, &terms, "j", 2);
    for (k, expected) in [(1, 0x11), (2, 0x22), (3, 0x33), (5, 0x44)] {
        set(&mut model, &terms, "k", k);
        assert_eq!(terms.eval(t, &model).to_u64(), Some(expected));
    }
    set(&mut model, &terms, "j", 1);
    set(&mut model, &terms, "k", 1);
    assert_eq!(terms.eval(t, &model).to_u64(), Some(0x22));
    let chosen = terms
        .parse("(read (ite (eq i:8 j:8) (write m:8->8 i:8 #x55) (const-array 8 #x66)) k:8)")
        .unwrap();
    assert_eq!(terms.eval(chosen, &model).to_u64(), Some(0x55));
    set(&mut model, &terms, "j", 9);
    assert_eq!(terms.eval(chosen, &model).to_u64(), Some(0x66));
    let same = terms.parse("(eq (write m:8->8 i:8 #x01) (write m:8->8 j:8 #x01))").unwrap();
    assert!(!terms.eval_bool(same, &model));
    set(&mut model, &terms, "j", 1);
    assert!(terms.eval_bool(same, &model));
}
