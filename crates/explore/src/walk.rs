//! Random runs: wherever a search would have to try several ways, one is drawn and the others are dropped.
//!
//! A search that goes through all inputs in order changes its last decisions first. Where a loop draws numbers, `from = rand() % 3` say, the first round of that loop
//! comes to its second value after all combinations of the later rounds, and a defect that needs different values early is out of reach of any bound on preemptions.
//! Random runs meet it soon. A thread mostly goes on where it can: few preemptions are enough for most defects (Burckhardt and others, *A randomized
//! scheduler with probabilistic guarantees of finding bugs*, 2010), and long stretches bring threads further. In every other run the initial thread goes on for as long as it can, whatever is drawn: where it
//! creates many threads first, they meet all of them at the start, and short stretches are enough for what goes wrong among them.
//!
//! What is drawn depends on the number of the run alone, so that the same program is explored in the same way everywhere. A random run proves nothing but that something can happen: its end is never taken
//! for the end of a search, and what it finds is replayed as all findings are.

use raddle_machine::{Names, ThreadId};

use crate::node::Node;

/// Of so many choices, a thread is interrupted in one. Runs take turns.
const STRETCHES: [usize; 3] = [4, 16, 64];
/// The same where the initial thread is not: what needs many threads to be there at once mostly needs few operations of each.
const STRETCHES_BEHIND_MAIN: [usize; 3] = [1, 4, 16];

#[derive(Debug)]
pub(crate) struct Walk {
    drawn: u64,
    stretch: usize,
    /// The initial thread is not interrupted.
    main_first: bool,
}

impl Walk {
    /// The run with this number.
    pub(crate) fn new(number: u64) -> Walk {
        let main_first = number % 2 == 1;
        let stretches = if main_first { STRETCHES_BEHIND_MAIN } else { STRETCHES };
        Walk {
            drawn: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            stretch: stretches[(number / 2 % 3) as usize],
            main_first,
        }
    }

    /// A number below `count`, which is not 0 (Vigna's splitmix64).
    fn below(&mut self, count: usize) -> usize {
        self.drawn = self.drawn.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.drawn ^ (self.drawn >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }

    /// Drops all but one of several ways.
    pub(crate) fn keep_one<T>(&mut self, ways: &mut Vec<T>) {
        if ways.len() > 1 {
            let kept = self.below(ways.len());
            ways.swap(0, kept);
            ways.truncate(1);
        }
    }

    /// Who moves in a node in which somebody can.
    pub(crate) fn thread(&mut self, node: &Node) -> ThreadId {
        match node.moving {
            Some(Names::MAIN) if self.main_first => Names::MAIN,
            Some(thread) if self.below(self.stretch) > 0 => thread,
            _ => node.enabled[self.below(node.enabled.len())],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Walk;

    #[test]
    fn every_way_is_kept_by_some_run() {
        let mut kept: Vec<u8> = (0..64)
            .flat_map(|number| {
                let mut ways = vec![0, 1, 2];
                Walk::new(number).keep_one(&mut ways);
                ways
            })
            .collect();
        kept.sort_unstable();
        kept.dedup();
        assert_eq!(kept, [0, 1, 2]);
    }
}
