//! Operations on constants that move or combine single bits: logic, shifts, concatenation, extraction, extension.

use super::{Bits, Repr, Words, words_for};

impl Bits {
    #[must_use]
    pub fn not(&self) -> Bits {
        self.map_words(|word| !word)
    }
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip_words(other, |left, right| left & right)
    }
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip_words(other, |left, right| left | right)
    }
    #[must_use]
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip_words(other, |left, right| left ^ right)
    }

    /// Shifts by the unsigned value of `amount`; zero if that is the width or more.
    #[must_use]
    pub fn shl(&self, amount: &Bits) -> Bits {
        self.shl_by(self.clamped(amount))
    }
    /// Logical shift right; zero if the amount is the width or more.
    #[must_use]
    pub fn lshr(&self, amount: &Bits) -> Bits {
        self.lshr_by(self.clamped(amount))
    }
    /// Arithmetic shift right; copies of the top bit if the amount is the width or more.
    #[must_use]
    pub fn ashr(&self, amount: &Bits) -> Bits {
        self.ashr_by(self.clamped(amount))
    }
    #[must_use]
    pub fn shl_by(&self, amount: u32) -> Bits {
        let width = self.width();
        if amount >= width {
            return Bits::zero(width);
        }
        match self.to_u128() {
            Some(value) => Bits::new(width, value << amount),
            None => Bits::from_words(width, &shift_left(self.words(), amount)),
        }
    }
    #[must_use]
    pub fn lshr_by(&self, amount: u32) -> Bits {
        let width = self.width();
        if amount >= width {
            return Bits::zero(width);
        }
        match self.to_u128() {
            Some(value) => Bits::new(width, value >> amount),
            None => Bits::from_words(width, &shift_right(self.words(), amount)),
        }
    }
    #[must_use]
    pub fn ashr_by(&self, amount: u32) -> Bits {
        if self.sign() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }

    /// `self` is the high part.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width() + low.width();
        self.zext(width).shl_by(low.width()).or(&low.zext(width))
    }
    /// Bits `low ..= high`.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        assert!(low <= high && high < self.width(), "extraction out of range");
        let width = high - low + 1;
        match self.to_u128() {
            Some(value) => Bits::new(width, value >> low),
            None => Bits::from_words(width, &shift_right(self.words(), low)),
        }
    }
    /// The same unsigned value with at least as many bits.
    #[must_use]
    pub fn zext(&self, width: u32) -> Bits {
        assert!(width >= self.width(), "an extension does not narrow");
        Bits::from_words(width, self.words())
    }
    /// The same signed value with at least as many bits.
    #[must_use]
    pub fn sext(&self, width: u32) -> Bits {
        assert!(width >= self.width(), "an extension does not narrow");
        if self.sign() { self.not().zext(width).not() } else { self.zext(width) }
    }

    /// The low `count` bits set, the others zero.
    #[must_use]
    pub fn low_mask(width: u32, count: u32) -> Bits {
        if count == 0 { Bits::zero(width) } else { Bits::ones(count).zext(width) }
    }

    /// The shift amount, or the width if it is larger.
    fn clamped(&self, amount: &Bits) -> u32 {
        let width = self.width();
        amount.small_value().map_or(width, |amount| amount.min(u64::from(width)) as u32)
    }
    fn map_words(&self, operation: impl Fn(u64) -> u64) -> Bits {
        match &self.0 {
            Repr::One { width, word } => Bits::narrow(*width, operation(*word)),
            Repr::Two { width, words } => Bits::from_words(*width, &words.map(operation)),
            Repr::Many { width, words } => {
                let words: Words = words.iter().map(|&word| operation(word)).collect();
                Bits::from_words(*width, &words)
            }
        }
    }
    fn zip_words(&self, other: &Bits, operation: impl Fn(u64, u64) -> u64) -> Bits {
        self.same_width(other);
        if let (Some(left), Some(right)) = (self.to_u64(), other.to_u64()) {
            return Bits::narrow(self.width(), operation(left, right));
        }
        let pairs = self.words().iter().zip(other.words());
        let words: Words = pairs.map(|(&left, &right)| operation(left, right)).collect();
        Bits::from_words(self.width(), &words)
    }
}

fn shift_left(words: &[u64], amount: u32) -> Words {
    let (whole, part) = (amount as usize / 64, amount % 64);
    (0..words.len())
        .map(|index| {
            let word = |below: usize| index.checked_sub(whole + below).map_or(0, |at| words[at]);
            match part {
                0 => word(0),
                _ => word(0) << part | word(1) >> (64 - part),
            }
        })
        .collect()
}

fn shift_right(words: &[u64], amount: u32) -> Words {
    let (whole, part) = (amount as usize / 64, amount % 64);
    let word = |index: usize| words.get(index + whole).copied().unwrap_or(0);
    (0..words_for(words.len() as u32 * 64))
        .map(|index| match part {
            0 => word(index),
            _ => word(index) >> part | word(index + 1) << (64 - part),
        })
        .collect()
}
