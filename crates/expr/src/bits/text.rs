//! Constants as text: `#xff` when the width is a multiple of four, otherwise `#b101`, as in SMT-LIB.

use std::fmt;

use super::{Bits, Words};

/// Why a text is not a constant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBitsError {
    #[error("a constant starts with `#x` or `#b`")]
    Prefix,
    #[error("a constant has at least one digit")]
    Empty,
    #[error("`{0}` is not a digit of this constant")]
    Digit(char),
}

impl Bits {
    /// Unsigned decimal digits.
    pub fn unsigned_decimal(&self) -> String {
        if let Some(value) = self.to_u128() {
            return value.to_string();
        }
        // Nineteen digits at a time: the largest power of ten in a word.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut rest: Words = self.words().into();
        let mut chunks = Vec::new();
        while rest.iter().any(|&word| word != 0) {
            chunks.push(divide_in_place(&mut rest, CHUNK));
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:019}"));
        }
        text
    }
    /// Decimal digits of the value read as two's complement.
    pub fn signed_decimal(&self) -> String {
        let digits = self.magnitude().unsigned_decimal();
        if self.sign() { format!("-{digits}") } else { digits }
    }
    /// Hexadecimal digits, as many as the width needs, without prefix.
    pub fn hexadecimal(&self) -> String {
        let digits = self.width().div_ceil(4);
        (0..digits)
            .rev()
            .map(|digit| {
                let position = digit * 4;
                let word = self.words()[position as usize / 64];
                char::from_digit((word >> (position % 64) & 15) as u32, 16).unwrap_or('?')
            })
            .collect()
    }
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Result<Bits, ParseBitsError> {
        if let Some(digits) = text.strip_prefix("#x") {
            parse_digits(digits, 4)
        } else if let Some(digits) = text.strip_prefix("#b") {
            parse_digits(digits, 1)
        } else {
            Err(ParseBitsError::Prefix)
        }
    }
}

/// `bits` is the number of bits per digit.
fn parse_digits(digits: &str, bits: u32) -> Result<Bits, ParseBitsError> {
    if digits.is_empty() {
        return Err(ParseBitsError::Empty);
    }
    let mut words: Words = Words::new();
    let mut width = 0;
    for digit in digits.chars().rev() {
        let value = digit.to_digit(1 << bits).ok_or(ParseBitsError::Digit(digit))?;
        if width % 64 == 0 {
            words.push(0);
        }
        words[width as usize / 64] |= u64::from(value) << (width % 64);
        width += bits;
    }
    Ok(Bits::from_words(width, &words))
}

/// Divides the number by `divisor` and returns the remainder.
fn divide_in_place(words: &mut [u64], divisor: u64) -> u64 {
    let mut remainder = 0u64;
    for word in words.iter_mut().rev() {
        let dividend = u128::from(remainder) << 64 | u128::from(*word);
        *word = (dividend / u128::from(divisor)) as u64;
        remainder = (dividend % u128::from(divisor)) as u64;
    }
    remainder
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width().is_multiple_of(4) {
            return write!(f, "#x{}", self.hexadecimal());
        }
        f.write_str("#b")?;
        (0..self.width())
            .rev()
            .try_for_each(|index| f.write_str(if self.bit(index) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
