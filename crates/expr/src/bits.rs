//! Bit-vector constants of any width.

use smallvec::{SmallVec, smallvec};

/// A constant of `width` bits; bits at and above the width are zero. Little-endian words.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bits {
    width: u32,
    words: SmallVec<[u64; 2]>,
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(width: u32, value: u128) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        let mut words: SmallVec<[u64; 2]> = smallvec![0; width.div_ceil(64) as usize];
        words[0] = value as u64;
        if words.len() > 1 {
            words[1] = (value >> 64) as u64;
        }
        let mut bits = Bits { width, words };
        bits.mask();
        bits
    }
    pub fn width(&self) -> u32 {
        self.width
    }
    pub fn words(&self) -> &[u64] {
        &self.words
    }
    /// The value, if the width is at most 64.
    pub fn to_u64(&self) -> Option<u64> {
        (self.width <= 64).then(|| self.words[0])
    }
    /// The value, if the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        (self.width <= 128).then(|| {
            u128::from(self.words[0])
                | self.words.get(1).map_or(0, |&high| u128::from(high) << 64)
        })
    }
    fn mask(&mut self) {
        let used = self.width % 64;
        if used != 0
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << used) - 1;
        }
    }
}
