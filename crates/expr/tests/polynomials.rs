//! Polynomial identities become syntactic, and nothing changes its value.

use raddle_expr::random::Random;
use raddle_expr::{
    BinaryOp, Bits, Model, PolynomialLimits, Sort, TermId, Terms, VarId, normalise_polynomials,
    normalise_polynomials_within,
};

#[track_caller]
fn becomes(text: &str, expected: &str) {
    let mut terms = Terms::new();
    let t = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let result = normalise_polynomials(&mut terms, t);
    assert_eq!(terms.display(result).to_string(), expected, "from {text}");
}

#[test]
fn identities_become_true() {
    for text in [
        "(eq (mul (add x:32 y:32) z:32) (add (mul x:32 z:32) (mul y:32 z:32)))",
        "(eq (mul (add x:32 y:32) (sub x:32 y:32)) (sub (mul x:32 x:32) (mul y:32 y:32)))",
        "(eq (mul (add x:32 y:32) (add x:32 y:32)) (add (mul x:32 x:32) (mul y:32 y:32) (mul #x00000002 x:32 y:32)))",
        "(eq (mul x:32 (not y:32)) (sub (neg (mul x:32 y:32)) x:32))",
        "(eq (mul (shl x:32 #x00000003) y:32) (mul #x00000008 (mul y:32 x:32)))",
        // Coefficients that are zero divisors.
        "(eq (mul #x80000000 (mul x:32 (add x:32 y:32))) (mul #x80000000 (add (mul x:32 x:32) (mul y:32 x:32))))",
        // Below other operations, and with other operations as atoms.
        "(eq (udiv (mul (add x:32 y:32) z:32) w:32) (udiv (add (mul z:32 x:32) (mul y:32 z:32)) w:32))",
        "(eq (mul (add (udiv x:32 y:32) z:32) w:32) (add (mul w:32 (udiv x:32 y:32)) (mul z:32 w:32)))",
        "(not (ult (mul (add x:8 y:8) z:8) (add (mul x:8 z:8) (mul y:8 z:8))))",
    ] {
        becomes(text, "#b1");
    }
}

/// A product of 64 bits by halves of its factors.
#[test]
fn halves_are_put_together() {
    let mut terms = Terms::new();
    let half = |name: &str, at: &str| format!("(zext 64 (extract {at} {name}:32))");
    let (al, ah) = (half("a", "15 0"), half("a", "31 16"));
    let (bl, bh) = (half("b", "15 0"), half("b", "31 16"));
    let text = format!(
        "(eq (mul (zext 64 a:32) (zext 64 b:32)) (add (mul {al} {bl})
            (shl (add (mul {al} {bh}) (mul {ah} {bl})) #x0000000000000010)
            (shl (mul {ah} {bh}) #x0000000000000020)))"
    );
    let t = terms.parse(&text).unwrap();
    let limits = PolynomialLimits { pieces: true, ..PolynomialLimits::default() };
    let result = normalise_polynomials_within(&mut terms, t, limits);
    assert_eq!(terms.display(result).to_string(), "#b1");
}

#[test]
fn contradictions_become_false() {
    becomes(
        "(eq (mul (add x:32 y:32) z:32) (add (mul x:32 z:32) (mul y:32 z:32) #x00000001))",
        "#b0",
    );
}

#[test]
fn common_parts_cancel() {
    becomes(
        "(eq (mul (add x:32 y:32) z:32) (add (mul x:32 z:32) w:32))",
        "(eq w:32 (mul y:32 z:32))",
    );
}

#[test]
fn large_products_are_left_alone() {
    let mut terms = Terms::new();
    let sum = |terms: &mut Terms, prefix: &str| {
        let zero = terms.constant(32, 0);
        (0..40).fold(zero, |sum, i| {
            let x = terms.var(&format!("{prefix}{i}"), Sort::Bits(32));
            terms.add(sum, x)
        })
    };
    let (a, b) = (sum(&mut terms, "a"), sum(&mut terms, "b"));
    let product = terms.mul(a, b);
    let before = terms.len();
    let result = normalise_polynomials(&mut terms, product);
    assert!(terms.len() < before + 200, "{} new terms", terms.len() - before);
    let again = normalise_polynomials(&mut terms, result);
    assert_eq!(again, result);
}

#[test]
fn deep_chains_do_not_overflow_the_stack() {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::Bits(32)), terms.var("y", Sort::Bits(32)));
    let mut t = x;
    for level in 0..100_000 {
        t = if level % 3 == 0 { terms.mul(t, y) } else { terms.urem(t, y) };
        t = terms.add(t, x);
    }
    normalise_polynomials(&mut terms, t);
}

#[test]
fn values_are_kept() {
    let mut random = Random::new(11);
    for round in 0..600 {
        let mut terms = Terms::new();
        let mut pool: Vec<TermId> =
            (0..4).map(|i| terms.var(&format!("v{i}"), Sort::Bits(8))).collect();
        pool.push(terms.constant(8, u128::from(random.next_u64())));
        let ops = [
            BinaryOp::Add,
            BinaryOp::Mul,
            BinaryOp::Add,
            BinaryOp::Mul,
            BinaryOp::Xor,
            BinaryOp::Shl,
            BinaryOp::URem,
            BinaryOp::SRem,
            BinaryOp::UDiv,
        ];
        for _ in 0..20 {
            let (a, b) = (*random.pick(&pool), *random.pick(&pool));
            let t = match random.below(7) {
                0 => terms.neg(a),
                // Some bits of a number, times others.
                3 => {
                    let (low, count) = (random.below(8) as u32, random.below(8) as u32);
                    let piece = terms.extract(a, (low + count).min(7), low);
                    let other = terms.extract(b, 7, 4);
                    let (piece, other) = (terms.zext(piece, 12), terms.zext(other, 12));
                    let product = terms.mul(piece, other);
                    let zeros = terms.constant(4, 0);
                    let wide = terms.concat(product, zeros);
                    let part = terms.extract(wide, 7, 0);
                    let rest = terms.extract(wide, 15, 8);
                    terms.add(part, rest)
                }
                // A part of a wider sum.
                2 => {
                    let (wide, other) = (terms.sext(a, 12), terms.zext(b, 12));
                    let sum = terms.add(wide, other);
                    terms.extract(sum, 7, 0)
                }
                1 => terms.sub(a, b),
                _ => terms.binary(*random.pick(&ops), a, b),
            };
            pool.push(t);
        }
        let (a, b) = (pool[pool.len() - 1], pool[pool.len() - 2]);
        let t = if round % 2 == 0 { terms.eq(a, b) } else { terms.concat(a, b) };
        let limits = PolynomialLimits {
            monomials: 1 + round % 40,
            degree: 1 + round % 7,
            remainders: round % 3 != 0,
            pieces: round % 5 != 0,
        };
        let result = normalise_polynomials_within(&mut terms, t, limits);
        for _ in 0..20 {
            let mut model = Model::default();
            for var in 0..4 {
                model.bits.insert(VarId(var), Bits::new(8, u128::from(random.next_u64())));
            }
            assert_eq!(terms.eval(t, &model), terms.eval(result, &model));
        }
    }
}
