//! Modular arithmetic and comparison of constants.
//!
//! Both operands have one width. Division follows SMT-LIB: `udiv` by zero gives all ones, `urem` by zero the dividend,
//! and the signed forms are defined through the unsigned ones on magnitudes, with the sign put back afterwards.

use std::cmp::Ordering;

use super::{Bits, Repr, Words};

impl Bits {
    #[must_use]
    pub fn add(&self, other: &Bits) -> Bits {
        self.arithmetic(other, u64::wrapping_add, u128::wrapping_add, add_words)
    }
    #[must_use]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.arithmetic(other, u64::wrapping_sub, u128::wrapping_sub, |left, right| {
            let complement: Words = right.iter().map(|word| !word).collect();
            add_words_with_carry(left, &complement, true)
        })
    }
    #[must_use]
    pub fn neg(&self) -> Bits {
        Bits::zero(self.width()).sub(self)
    }
    #[must_use]
    pub fn mul(&self, other: &Bits) -> Bits {
        self.arithmetic(other, u64::wrapping_mul, u128::wrapping_mul, mul_words)
    }
    #[must_use]
    pub fn udiv(&self, other: &Bits) -> Bits {
        self.arithmetic(
            other,
            |left, right| left.checked_div(right).unwrap_or(u64::MAX),
            |left, right| left.checked_div(right).unwrap_or(u128::MAX),
            |left, right| divide_words(left, right).0,
        )
    }
    #[must_use]
    pub fn urem(&self, other: &Bits) -> Bits {
        self.arithmetic(
            other,
            |left, right| left.checked_rem(right).unwrap_or(left),
            |left, right| left.checked_rem(right).unwrap_or(left),
            |left, right| divide_words(left, right).1,
        )
    }
    /// Rounds towards zero; by zero: 1 for a negative dividend, otherwise all ones.
    #[must_use]
    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }
    /// The sign follows the dividend; by zero: the dividend.
    #[must_use]
    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign() { remainder.neg() } else { remainder }
    }
    /// The absolute value, read as an unsigned number.
    #[must_use]
    pub fn magnitude(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// The inverse of an odd number modulo 2^width.
    #[must_use]
    pub fn inverse(&self) -> Bits {
        assert!(self.bit(0), "only odd numbers have an inverse");
        let two = Bits::new(self.width(), 2);
        // x is its own inverse modulo 8, and each step doubles the number of correct bits.
        let mut inverse = self.clone();
        let mut correct = 3;
        while correct < self.width() {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        inverse
    }

    pub fn ult(&self, other: &Bits) -> bool {
        self.compare_unsigned(other) == Ordering::Less
    }
    pub fn ule(&self, other: &Bits) -> bool {
        self.compare_unsigned(other) != Ordering::Greater
    }
    pub fn slt(&self, other: &Bits) -> bool {
        self.compare_signed(other) == Ordering::Less
    }
    pub fn sle(&self, other: &Bits) -> bool {
        self.compare_signed(other) != Ordering::Greater
    }
    pub fn compare_unsigned(&self, other: &Bits) -> Ordering {
        self.same_width(other);
        self.words().iter().rev().cmp(other.words().iter().rev())
    }
    pub fn compare_signed(&self, other: &Bits) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.compare_unsigned(other))
    }

    /// Picks the operation that suits the width; its result is cut to the width.
    fn arithmetic(
        &self,
        other: &Bits,
        one: impl Fn(u64, u64) -> u64,
        two: impl Fn(u128, u128) -> u128,
        many: impl Fn(&[u64], &[u64]) -> Words,
    ) -> Bits {
        self.same_width(other);
        match (&self.0, &other.0) {
            (Repr::One { width, word: left }, Repr::One { word: right, .. }) => {
                Bits::narrow(*width, one(*left, *right))
            }
            (Repr::Two { width, words: left }, Repr::Two { words: right, .. }) => {
                Bits::double(*width, two(join(*left), join(*right)))
            }
            (left, _) => {
                let (Repr::One { width, .. } | Repr::Two { width, .. } | Repr::Many { width, .. }) =
                    left;
                Bits::from_words(*width, &many(self.words(), other.words()))
            }
        }
    }

    pub(super) fn same_width(&self, other: &Bits) {
        assert_eq!(self.width(), other.width(), "operands differ in width");
    }
}

fn join([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

fn add_words(left: &[u64], right: &[u64]) -> Words {
    add_words_with_carry(left, right, false)
}

fn add_words_with_carry(left: &[u64], right: &[u64], carry: bool) -> Words {
    let mut carry = carry;
    left.iter()
        .zip(right)
        .map(|(&left, &right)| {
            let (sum, first) = left.overflowing_add(right);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        })
        .collect()
}

/// Schoolbook product, cut to the number of words of the operands.
fn mul_words(left: &[u64], right: &[u64]) -> Words {
    let mut product: Words = std::iter::repeat_n(0, left.len()).collect();
    for (shift, &factor) in left.iter().enumerate() {
        let mut carry = 0u128;
        for (slot, &word) in product[shift..].iter_mut().zip(right) {
            let sum = u128::from(factor) * u128::from(word) + u128::from(*slot) + carry;
            *slot = sum as u64;
            carry = sum >> 64;
        }
    }
    product
}

/// Quotient and remainder by binary long division. Wide divisions of constants are rare; simplicity wins.
fn divide_words(dividend: &[u64], divisor: &[u64]) -> (Words, Words) {
    if divisor.iter().all(|&word| word == 0) {
        return (std::iter::repeat_n(u64::MAX, dividend.len()).collect(), dividend.into());
    }
    let mut quotient: Words = std::iter::repeat_n(0, dividend.len()).collect();
    // One word more than the divisor, as doubling the remainder may overflow its width.
    let mut remainder: Words = std::iter::repeat_n(0, dividend.len() + 1).collect();
    let highest = dividend.iter().rposition(|&word| word != 0).map_or(0, |index| index + 1);
    for position in (0..highest * 64).rev() {
        let incoming = dividend[position / 64] >> (position % 64) & 1;
        shift_in(&mut remainder, incoming);
        if at_least(&remainder, divisor) {
            subtract_in_place(&mut remainder, divisor);
            quotient[position / 64] |= 1 << (position % 64);
        }
    }
    remainder.pop();
    (quotient, remainder)
}

/// Doubles the number and adds `bit`.
fn shift_in(words: &mut [u64], bit: u64) {
    let mut carry = bit;
    for word in words {
        let next = *word >> 63;
        *word = *word << 1 | carry;
        carry = next;
    }
}

/// `words >= other`, where `other` has one word fewer.
fn at_least(words: &[u64], other: &[u64]) -> bool {
    words[other.len()] != 0 || words[..other.len()].iter().rev().ge(other.iter().rev())
}

fn subtract_in_place(words: &mut [u64], other: &[u64]) {
    let mut borrow = false;
    for (index, word) in words.iter_mut().enumerate() {
        let subtrahend = other.get(index).copied().unwrap_or(0);
        let (difference, first) = word.overflowing_sub(subtrahend);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        *word = difference;
        borrow = first || second;
    }
}
