//! A small deterministic random source (SplitMix64).
//!
//! The same seed gives the same programs on every machine and in every version of the standard library, so
//! that "seed 4711 fails" stays true in a bug report.

/// A stream of pseudo-random choices.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// A number of the inclusive range.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.word() % (high - low + 1) as u64) as i64
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.word() % 100 < u64::from(percent)
    }

    /// One element of a slice that is not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// An index chosen with probability proportional to its weight; some weight must be positive.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut rest = (self.word() % u64::from(total)) as u32;
        for (index, &weight) in weights.iter().enumerate() {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        weights.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_stream() {
        let (mut a, mut b) = (Random::new(7), Random::new(7));
        assert!((0..100).all(|_| a.word() == b.word()));
    }

    #[test]
    fn a_weight_of_zero_is_never_chosen() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.weighted(&[0, 3, 0, 1]) % 2 == 1));
    }

    #[test]
    fn ranges_are_inclusive() {
        let mut random = Random::new(3);
        let seen: std::collections::BTreeSet<i64> =
            (0..200).map(|_| random.between(-1, 1)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-1, 0, 1]);
    }
}
