//! Products and quotients that are left open: their results are inputs, and what makes them right is said on demand.
//!
//! Most queries with a product in them do not depend on what it is: that it is the same for equal factors is enough where a table is looked up by a
//! hash, and a few of its bits where the factors are small. An *exact* instance has the whole circuit, as if nothing had been left open. Any other has
//! lemmas, one for each way in which a model was wrong:
//!
//! - *Equal operands*: two operations of a kind with equal operands have equal results.
//! - *Small operands*: operands below a power of two multiply, or divide, as narrow words do.
//!
//! Every lemma follows from what the operation is, so what is unsatisfiable with lemmas alone is unsatisfiable. A model is believed only if each
//! operation is right in it, or if the conditions hold in it by evaluation.

use raddle_expr::Bits;

use super::circuits::{self, Word};
use super::gates::{Edge, Gates};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OperationId(pub(super) u32);

/// An operation whose results are inputs. All words of one have the same width.
#[derive(Clone, Debug)]
pub enum Operation {
    Product {
        factors: [Word; 2],
        product: Word,
    },
    /// Unsigned. The results are those of a divisor that is not zero.
    Division {
        dividend: Word,
        divisor: Word,
        quotient: Word,
        remainder: Word,
    },
}

/// Facts that hold if the guard does.
#[derive(Debug)]
pub struct Lemma {
    pub guard: Edge,
    pub facts: Vec<Edge>,
}

/// Below how many bits both operands are taken for small.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Small {
    /// Bits of the first factor, or of the quotient.
    pub first: usize,
    /// Bits of the second factor, or of the divisor.
    pub second: usize,
}

/// Widths of small operands are multiples of this, so that one lemma serves many values.
const STEP: usize = 4;
/// A circuit of more partial products than this is not for small operands.
const MOST_PARTIAL_PRODUCTS: usize = 256;

impl Small {
    /// Both at once.
    pub fn and(self, other: Small) -> Small {
        Small { first: self.first.max(other.first), second: self.second.max(other.second) }
    }
    pub fn is_small(self) -> bool {
        self.first * self.second <= MOST_PARTIAL_PRODUCTS
    }
}

impl Operation {
    pub fn operands(&self) -> [&Word; 2] {
        match self {
            Operation::Product { factors: [a, b], .. } => [a, b],
            Operation::Division { dividend, divisor, .. } => [dividend, divisor],
        }
    }
    /// The product, or quotient and remainder.
    pub fn results(&self) -> Word {
        match self {
            Operation::Product { product, .. } => product.clone(),
            Operation::Division { quotient, remainder, .. } => [&quotient[..], remainder].concat(),
        }
    }
    /// Whether the results are right if the words have these values.
    pub fn is_right(&self, value: impl Fn(&[Edge]) -> Bits) -> bool {
        match self {
            Operation::Product { factors: [a, b], product } => {
                value(a).mul(&value(b)) == value(product)
            }
            Operation::Division { dividend, divisor, quotient, remainder } => {
                let (n, d) = (value(dividend), value(divisor));
                d.is_zero() || (n.udiv(&d) == value(quotient) && n.urem(&d) == value(remainder))
            }
        }
    }
    /// What two operations have in common if their operands are equal: kind, and values. Factors can change places.
    pub fn key(&self, value: impl Fn(&[Edge]) -> Bits) -> (bool, Bits, Bits) {
        let [a, b] = self.operands().map(|word| value(word));
        match self {
            Operation::Product { .. } if b.ult(&a) => (false, b, a),
            Operation::Product { .. } => (false, a, b),
            Operation::Division { .. } => (true, a, b),
        }
    }
    /// The lemma on small operands that is needed for these values; `None` if nothing is small enough.
    pub fn small(&self, value: impl Fn(&[Edge]) -> Bits) -> Option<Small> {
        let used = |bits: &Bits| (bits.width() - bits.leading_zeros()) as usize;
        let small = match self {
            // What a number times a constant is, is no matter of how small the number is: it would be asked for again with a larger one.
            Operation::Product { factors, .. } if factors.iter().any(is_constant) => return None,
            Operation::Product { factors: [a, b], .. } => {
                Small { first: used(&value(a)), second: used(&value(b)) }
            }
            Operation::Division { dividend, divisor, .. } => {
                let (n, d) = (value(dividend), value(divisor));
                Small { first: used(&n.udiv(&d)), second: used(&d) }
            }
        };
        let Small { first, second } = small;
        let small =
            Small { first: first.next_multiple_of(STEP), second: second.next_multiple_of(STEP) };
        small.is_small().then_some(small)
    }

    /// Operations of one kind with equal operands have equal results. `swapped`: the first factor of one equals the second one of the other.
    pub fn same(&self, other: &Operation, swapped: bool, gates: &mut Gates) -> Lemma {
        let [a, b] = self.operands();
        let [mut x, mut y] = other.operands();
        if swapped {
            std::mem::swap(&mut x, &mut y);
        }
        let first = circuits::equal(gates, a, x);
        let second = circuits::equal(gates, b, y);
        let results = self.results().into_iter().zip(other.results());
        let facts = results.map(|(p, q)| gates.equal(p, q)).collect();
        Lemma { guard: gates.and(first, second), facts }
    }
    /// What the results are if the operands are small.
    pub fn of_small(&self, small: Small, gates: &mut Gates) -> Lemma {
        match self {
            Operation::Product { factors: [a, b], product } => {
                small_product(gates, a, b, product, small)
            }
            Operation::Division { dividend, divisor, quotient, remainder } => {
                let by_what = (divisor.as_slice(), small);
                small_division(gates, dividend, by_what, quotient, remainder)
            }
        }
    }
}

fn is_constant(word: &Word) -> bool {
    word.iter().all(|bit| bit.as_constant().is_some())
}

/// `a < 2^first` and `b < 2^second`: the product has no more bits than both together.
fn small_product(
    gates: &mut Gates,
    a: &[Edge],
    b: &[Edge],
    product: &[Edge],
    small: Small,
) -> Lemma {
    let width = product.len();
    let (first, second) = (small.first.min(width), small.second.min(width));
    let narrow = (first + second).min(width);
    let fits = [circuits::is_zero(gates, &a[first..]), circuits::is_zero(gates, &b[second..])];
    let circuit = circuits::multiply(
        gates,
        &circuits::widened(&a[..first], narrow),
        &circuits::widened(&b[..second], narrow),
    );
    let low = circuit.iter().zip(product).map(|(&is, &said)| gates.equal(is, said));
    let mut facts: Vec<Edge> = low.collect();
    facts.extend(product[narrow..].iter().map(|&bit| !bit));
    Lemma { guard: gates.and(fits[0], fits[1]), facts }
}

/// `n < d·2^first`, so that the quotient has `first` bits, and `d < 2^second`: `q·d + r = n` in narrow words.
fn small_division(
    gates: &mut Gates,
    dividend: &[Edge],
    (divisor, small): (&[Edge], Small),
    quotient: &[Edge],
    remainder: &[Edge],
) -> Lemma {
    let width = dividend.len();
    let (first, second) = (small.first.min(width), small.second.min(width));
    let narrow = (first + second).min(width);
    let shifted = circuits::widened(&dividend[first..], width);
    let few_times = circuits::less(gates, &shifted, divisor);
    let fits = circuits::is_zero(gates, &divisor[second..]);
    let (sum, overflow) = circuits::multiply_add_overflow(
        gates,
        &quotient[..first],
        &divisor[..second],
        &circuits::widened(&remainder[..second], narrow),
    );
    let mut facts = vec![!overflow];
    facts.extend(quotient[first..].iter().chain(&remainder[second..]).map(|&bit| !bit));
    facts.extend(sum.iter().zip(dividend).map(|(&is, &said)| gates.equal(is, said)));
    Lemma { guard: gates.and(few_times, fits), facts }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of an edge under values of the inputs.
    fn holds(gates: &Gates, edge: Edge, inputs: &[bool]) -> bool {
        gates.evaluate(inputs)[edge.gate().index()] != edge.is_inverted()
    }

    fn word(gates: &mut Gates, width: usize) -> Word {
        (0..width).map(|_| gates.input().1).collect()
    }

    /// All values of four words of three bits, the results right: every lemma holds, and whatever the lemma on small operands lets pass is right.
    #[test]
    fn lemmas_hold_and_determine_small_results() {
        const WIDTH: usize = 3;
        for division in [false, true] {
            let mut gates = Gates::new();
            let words: Vec<Word> = (0..4).map(|_| word(&mut gates, WIDTH)).collect();
            let [a, b, c, d] = [0, 1, 2, 3].map(|at: usize| words[at].clone());
            let operation = match division {
                false => Operation::Product { factors: [a, b], product: c },
                true => Operation::Division { dividend: a, divisor: b, quotient: c, remainder: d },
            };
            for (first, second) in (0..=WIDTH).flat_map(|a| (0..=WIDTH).map(move |b| (a, b))) {
                let lemma = operation.of_small(Small { first, second }, &mut gates);
                let mut guarded = 0;
                for values in 0..1u32 << (4 * WIDTH) {
                    let inputs: Vec<bool> =
                        (0..4 * WIDTH).map(|place| values >> place & 1 == 1).collect();
                    let all = gates.evaluate(&inputs);
                    let is = |edge: Edge| all[edge.gate().index()] != edge.is_inverted();
                    let value = |word: &[Edge]| {
                        let bits = word.iter().enumerate();
                        let number = bits.map(|(place, &bit)| u128::from(is(bit)) << place).sum();
                        Bits::new(WIDTH as u32, number)
                    };
                    if !is(lemma.guard) {
                        continue;
                    }
                    guarded += 1;
                    let right = operation.is_right(value);
                    let remainder_small = match &operation {
                        Operation::Product { .. } => true,
                        Operation::Division { divisor, remainder, .. } => {
                            value(remainder).ult(&value(divisor))
                        }
                    };
                    let facts = lemma.facts.iter().all(|&fact| is(fact));
                    assert_eq!(facts && remainder_small, right, "{first} {second} {inputs:?}");
                }
                assert!(guarded > 0 || second == 0, "{first} {second}");
            }
        }
    }

    #[test]
    fn equal_operands_have_equal_results() {
        const WIDTH: usize = 2;
        let mut gates = Gates::new();
        let words: Vec<Word> = (0..4).map(|_| word(&mut gates, WIDTH)).collect();
        let product = |gates: &mut Gates, a: usize, b: usize| {
            let product = circuits::multiply(gates, &words[a], &words[b]);
            Operation::Product { factors: [words[a].clone(), words[b].clone()], product }
        };
        let (one, other) = (product(&mut gates, 0, 1), product(&mut gates, 2, 3));
        for swapped in [false, true] {
            let lemma = one.same(&other, swapped, &mut gates);
            let mut guarded = 0;
            for values in 0..1u32 << (4 * WIDTH) {
                let inputs: Vec<bool> =
                    (0..4 * WIDTH).map(|place| values >> place & 1 == 1).collect();
                if holds(&gates, lemma.guard, &inputs) {
                    guarded += 1;
                    assert!(lemma.facts.iter().all(|&fact| holds(&gates, fact, &inputs)));
                }
            }
            assert_eq!(guarded, 1 << (2 * WIDTH));
        }
    }
}
