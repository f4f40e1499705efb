//! How much of the tree is explored, estimated: at each node of the run at hand, what is done there counts as much as what is left.
//!
//! (Knuth's estimate of the size of a tree, read backwards.) What is not known to be there yet is not counted, so the share may fall.

use raddle_machine::State;

use crate::node::Node;

/// The share of a state among all inputs, if every condition on them halves what is left.
pub(crate) fn weight(state: &State) -> f64 {
    0.5f64.powi(i32::try_from(state.path.len()).unwrap_or(i32::MAX))
}

/// The share that is done when the search stands at these nodes.
pub(crate) fn of_stack(stack: &[Node]) -> f64 {
    let (mut done, mut part) = (0.0, 1.0);
    for node in stack {
        let left = usize::from(!node.wakeup.is_empty()) + node.children.len();
        let all = (node.done.len() + left + 1) as f64;
        done += part * node.done.len() as f64 / all;
        part /= all;
    }
    done
}

/// The share that is done of all states before anybody has a choice, and of the nodes below the one at hand.
pub(crate) fn of_search(roots: &[State], stack: &[Node]) -> f64 {
    let at_hand = stack.first().map_or(0.0, |node| weight(&node.state));
    let left: f64 = roots.iter().map(weight).sum();
    (1.0 - left - at_hand * (1.0 - of_stack(stack))).max(0.0)
}

/// So many times what it cost up to now a search will cost that seems to stand still the first time.
const STANDING_STILL: f64 = 2.0;

/// How fast a search comes to its end: what had been spent, and the share that was done, when that was asked last and before that.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    last: Option<(u64, f64)>,
    earlier: Option<(u64, f64)>,
}

impl Pace {
    /// What it will still cost when this much has been spent on this share: as on the whole way, or as since the last
    /// question if that is more. (A tree with few large branches is half done soon, and stays so for long.) If nothing seems to have been done since then, for what is not
    /// known to be there is not counted, as since the question before that one; if there was none, as on the whole way, and more. Infinite when it is asked for the first time.
    pub fn left(&mut self, cost: u64, share: f64) -> f64 {
        let (last, earlier) = (self.last, self.earlier);
        (self.earlier, self.last) = (last, Some((cost, share)));
        let Some(last) = last else { return f64::INFINITY };
        let at = |cost: u64, done: f64| {
            if done > 0.0 { cost as f64 * (1.0 - share) / done } else { f64::INFINITY }
        };
        let since = match earlier {
            _ if share > last.1 => last,
            Some(earlier) => earlier,
            None => return STANDING_STILL * at(cost, share),
        };
        at(cost, share).max(at(cost.saturating_sub(since.0), share - since.1))
    }

    /// The same of a search that learns. Of a tree that doubles with each level it explores one branch at each level and prunes the other one by what it learnt there: its share does not grow by as much
    /// for each part of the cost, but by as many times. Where the share has grown like the square of the cost or faster, it is believed to double again and again at that pace.
    pub fn left_of_learning(&mut self, cost: u64, share: f64) -> f64 {
        let last = self.last;
        let steady = self.left(cost, share);
        let Some((last_cost, last_share)) = last.filter(|last| last.1 > 0.0) else { return steady };
        let (times_dearer, times_more) = (cost as f64 / last_cost as f64, share / last_share);
        if times_dearer <= 1.0 || times_more < times_dearer * times_dearer {
            return steady;
        }
        let cost_of_doubling = (cost - last_cost) as f64 / times_more.log2();
        steady.min(cost_of_doubling * -share.log2())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_search_takes_as_long_for_each_part() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(100, 0.25), f64::INFINITY);
        assert_eq!(pace.left(200, 0.5), 200.0);
    }

    #[test]
    fn a_search_that_has_slowed_down_is_believed_to_stay_slow() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(100, 0.5), f64::INFINITY);
        assert_eq!(pace.left(300, 0.5), 600.0);
        assert_eq!(pace.left(400, 0.75), 400.0 / 3.0);
    }

    #[test]
    fn a_search_that_prunes_more_and_more_is_judged_by_how_often_its_share_doubles() {
        let mut pace = Pace::default();
        assert_eq!(pace.left_of_learning(100, 1.0 / 1024.0), f64::INFINITY);
        assert_eq!(pace.left_of_learning(200, 8.0 / 1024.0), 700.0 / 3.0);
        assert!(pace.left_of_learning(400, 24.0 / 1024.0) > 10_000.0);
        assert_eq!(Pace::default().left(200, 0.5), f64::INFINITY);
    }

    #[test]
    fn a_search_that_finds_more_to_do_is_judged_by_a_longer_time() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(100, 0.25), f64::INFINITY);
        assert_eq!(pace.left(200, 0.5), 200.0);
        assert_eq!(pace.left(300, 0.5), 400.0);
        assert_eq!(pace.left(400, 0.5), f64::INFINITY);
    }
}
