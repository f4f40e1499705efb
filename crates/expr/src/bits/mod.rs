//! Bit-vector constants of any width.
//!
//! Widths up to 64 live in one machine word and up to 128 in two, both without allocation; wider values are boxed.
//! The value itself is 24 bytes, so that a term holding one stays small. Arithmetic is in [`arithmetic`], everything
//! that moves bits about in [`structure`], text in [`text`].

mod arithmetic;
mod structure;
mod text;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

pub use text::ParseBitsError;

/// A constant of `width` bits; bits at and above the width are zero. Little-endian words.
#[derive(Clone, PartialEq, Eq)]
pub struct Bits(Repr);

/// The variant is determined by the width, so that derived equality is equality of values.
#[derive(Clone, PartialEq, Eq)]
enum Repr {
    /// 1 to 64 bits.
    One { width: u32, word: u64 },
    /// 65 to 128 bits.
    Two { width: u32, words: [u64; 2] },
    /// More than 128 bits.
    Many { width: u32, words: Box<[u64]> },
}

/// Scratch space for a computation on words.
type Words = SmallVec<[u64; 4]>;

/// Number of words that hold `width` bits.
fn words_for(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// The low `width` bits set, for a width of 1 to 64.
fn mask64(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The low `width` bits set, for a width of 1 to 128.
fn mask128(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(width: u32, value: u128) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        match width {
            ..=64 => Bits::narrow(width, value as u64),
            65..=128 => Bits::double(width, value),
            129.. => Bits::from_words(width, &[value as u64, (value >> 64) as u64]),
        }
    }

    /// The low `width` bits of the number whose little-endian words are given; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        match width {
            ..=64 => Bits::narrow(width, word(0)),
            65..=128 => Bits::double(width, u128::from(word(0)) | u128::from(word(1)) << 64),
            129.. => {
                let mut words: Box<[u64]> = (0..words_for(width)).map(word).collect();
                if !width.is_multiple_of(64)
                    && let Some(last) = words.last_mut()
                {
                    *last &= mask64(width % 64);
                }
                Bits(Repr::Many { width, words })
            }
        }
    }

    /// A truth value: one bit.
    pub fn truth(value: bool) -> Bits {
        Bits::narrow(1, u64::from(value))
    }
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }
    /// All bits set.
    pub fn ones(width: u32) -> Bits {
        match width {
            ..=128 => Bits::new(width, u128::MAX),
            129.. => {
                let words: Words = std::iter::repeat_n(u64::MAX, words_for(width)).collect();
                Bits::from_words(width, &words)
            }
        }
    }
    /// The least signed value: only the top bit set.
    pub fn signed_min(width: u32) -> Bits {
        Bits::one(width).shl_by(width - 1)
    }
    /// The greatest signed value: all but the top bit set.
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    pub fn width(&self) -> u32 {
        match self.0 {
            Repr::One { width, .. } | Repr::Two { width, .. } | Repr::Many { width, .. } => width,
        }
    }
    /// Little-endian words, as many as the width needs.
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Repr::One { word, .. } => std::slice::from_ref(word),
            Repr::Two { words, .. } => words,
            Repr::Many { words, .. } => words,
        }
    }
    /// The value, if the width is at most 64.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::One { word, .. } => Some(word),
            Repr::Two { .. } | Repr::Many { .. } => None,
        }
    }
    /// The value, if the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Repr::One { word, .. } => Some(u128::from(word)),
            Repr::Two { words: [low, high], .. } => Some(u128::from(low) | u128::from(high) << 64),
            Repr::Many { .. } => None,
        }
    }
    /// The value as a signed number, if the width is at most 64.
    pub fn to_i64(&self) -> Option<i64> {
        let unused = 64 - self.width().min(64);
        self.to_u64().map(|value| (value << unused) as i64 >> unused)
    }
    /// The value as a signed number, if the width is at most 128.
    pub fn to_i128(&self) -> Option<i128> {
        let unused = 128 - self.width().min(128);
        self.to_u128().map(|value| (value << unused) as i128 >> unused)
    }
    /// The value if it fits in 64 bits, whatever the width.
    pub fn small_value(&self) -> Option<u64> {
        let (low, high) = self.words().split_first()?;
        high.iter().all(|&word| word == 0).then_some(*low)
    }

    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }
    pub fn is_one(&self) -> bool {
        self.small_value() == Some(1)
    }
    /// All bits are set.
    pub fn is_ones(&self) -> bool {
        self.trailing_ones() == self.width()
    }
    /// Bit `index`, counted from the least significant; bits beyond the width are zero.
    pub fn bit(&self, index: u32) -> bool {
        self.words().get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
    /// The top bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width() - 1)
    }
    /// The number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }
    /// The number of zero bits below the lowest set bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        for (index, word) in (0u32..).zip(self.words()) {
            if *word != 0 {
                return index * 64 + word.trailing_zeros();
            }
        }
        self.width()
    }
    /// The number of set bits below the lowest zero bit.
    pub fn trailing_ones(&self) -> u32 {
        for (index, word) in (0u32..).zip(self.words()) {
            if *word != u64::MAX {
                return index * 64 + word.trailing_ones();
            }
        }
        self.width()
    }
    /// The number of zero bits above the highest set bit; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        let words = self.words();
        for (index, word) in words.iter().enumerate().rev() {
            if *word != 0 {
                return self.width() - (index as u32 * 64 + 64 - word.leading_zeros());
            }
        }
        self.width()
    }
    /// The number of set bits above the highest zero bit.
    pub fn leading_ones(&self) -> u32 {
        self.not().leading_zeros()
    }
    /// The exponent if exactly one bit is set.
    pub fn power_of_two(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// The low bits of a value of at most 64 bits.
    fn narrow(width: u32, value: u64) -> Bits {
        Bits(Repr::One { width, word: value & mask64(width) })
    }
    /// The low bits of a value of 65 to 128 bits.
    fn double(width: u32, value: u128) -> Bits {
        let value = value & mask128(width);
        Bits(Repr::Two { width, words: [value as u64, (value >> 64) as u64] })
    }
}

/// Ordered by width, then by unsigned value.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width()
            .cmp(&other.width())
            .then_with(|| self.words().iter().rev().cmp(other.words().iter().rev()))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Bits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.width());
        for &word in self.words() {
            state.write_u64(word);
        }
    }
}

#[cfg(test)]
mod tests;
