//! Which summaries are worth keeping.
//!
//! Most places of a program are never met again on another way: in the middle of what a thread does while it holds a lock, whoever comes
//! there came by the same transition, and was found at its start. Keeping what was learnt there takes memory, and time.
//! So once many summaries of one control were kept and next to none was used, few more are: as many as it takes to notice that they are wanted after all.
//! Nothing depends on a summary being kept.

/// So many are kept before anybody asks.
const TRIAL: u32 = 256;
/// One in so many has to be used.
const YIELD: u32 = 256;
/// Else one in so many is kept.
const SELDOM: u32 = 16;

#[derive(Debug, Default)]
pub struct Demand {
    kept: u32,
    used: u32,
    passed_over: u32,
}

impl Demand {
    /// Whether one more should be kept.
    pub fn wants_another(&mut self) -> bool {
        let wanted = self.kept < TRIAL || self.used.saturating_mul(YIELD) >= self.kept;
        if !wanted {
            self.passed_over += 1;
            if !self.passed_over.is_multiple_of(SELDOM) {
                return false;
            }
        }
        self.kept = self.kept.saturating_add(1);
        true
    }

    /// One of them covered a state.
    pub fn was_used(&mut self) {
        self.used = self.used.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_used_is_kept_seldom() {
        let mut demand = Demand::default();
        let kept = (0..16_000).filter(|_| demand.wants_another()).count();
        assert!((500..2_000).contains(&kept), "{kept}");
    }

    #[test]
    fn what_is_used_is_kept() {
        let mut demand = Demand::default();
        let kept = (0..1_000u32).filter(|index| {
            if index % 32 == 31 {
                demand.was_used();
            }
            demand.wants_another()
        });
        assert_eq!(kept.count(), 1_000);
    }

    #[test]
    fn what_is_wanted_late_is_kept_from_then_on() {
        let mut demand = Demand::default();
        while demand.wants_another() {}
        demand.was_used();
        demand.was_used();
        assert!((0..32).all(|_| demand.wants_another()));
    }
}
