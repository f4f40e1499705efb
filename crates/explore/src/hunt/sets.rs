//! What a guided search begins with (the abstract trace sets of the paper), shared out among several searches.
//!
//! A set is an order in which targets are reached, together with the way inputs are treated. Sets are independent of each other, and so is what is learnt on
//! the way: it stays with the search whose set it came from, because states and terms cannot leave the thread that made them.

use raddle_target::Goal;

/// Orders of targets that are tried.
const MOST_ORDERS: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceSet {
    /// The targets, the first one first.
    pub order: Vec<usize>,
    /// Both sides of branches on inputs are followed from the start. Otherwise inputs are taken as they come, and this is tried later.
    pub all_inputs: bool,
}

/// The sets for each of so many searches, or for fewer if there are not enough of them.
pub(crate) fn trace_sets(goal: &Goal, searches: usize) -> Vec<Vec<TraceSet>> {
    let orders = orders(goal.arrivals.len());
    let sets = |all_inputs: bool| {
        let orders = orders.iter().take(MOST_ORDERS).cloned();
        orders.map(move |order| TraceSet { order, all_inputs })
    };
    let mut all: Vec<TraceSet> = sets(false).collect();
    // Who has a set with inputs as they come goes on to the other one by itself.
    if searches > all.len() {
        all.extend(sets(true));
    }
    let searches = searches.min(all.len());
    let mut parts = vec![Vec::new(); searches];
    for (index, set) in all.into_iter().enumerate().filter(|_| searches > 0) {
        parts[index % searches].push(set);
    }
    parts
}

/// All orders of `count` things, those that leave the first ones first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    // More than four targets have too many orders to try them all.
    if count > 4 {
        return vec![(0..count).collect(), (0..count).rev().collect()];
    }
    let mut all = Vec::new();
    for rest in orders(count - 1) {
        for at in (0..=rest.len()).rev() {
            let mut order = rest.clone();
            order.insert(at, count - 1);
            all.push(order);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{TraceSet, trace_sets};
    use raddle_ir::Program;
    use raddle_target::Goal;

    fn goal(targets: usize) -> Goal {
        let arrivals = vec![Vec::new(); targets];
        Goal { program: Program::default(), reached: Vec::new(), arrivals, conditional: false }
    }

    #[test]
    fn sets_are_shared_out() {
        let order = |order: &[usize], all_inputs| TraceSet { order: order.to_vec(), all_inputs };
        assert_eq!(trace_sets(&goal(1), 0), Vec::<Vec<TraceSet>>::new());
        assert_eq!(trace_sets(&goal(1), 1), [[order(&[0], false)]]);
        assert_eq!(trace_sets(&goal(1), 5), [[order(&[0], false)], [order(&[0], true)]]);
        let both = vec![order(&[0, 1], false), order(&[1, 0], false)];
        assert_eq!(trace_sets(&goal(2), 1), std::slice::from_ref(&both));
        assert_eq!(trace_sets(&goal(2), 2), [vec![both[0].clone()], vec![both[1].clone()]]);
        let four = trace_sets(&goal(2), 9);
        assert_eq!(four.len(), 4);
        assert_eq!(four[3], [order(&[1, 0], true)]);
    }
}
