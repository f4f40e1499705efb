//! How much of the tree is explored, estimated: at each node of the run at hand, what is done there counts as much as what is left.
//!
//! (Knuth's estimate of the size of a tree, read backwards.) What is not known to be there yet is not counted, so the share may fall.

use raddle_machine::State;

use crate::interleave::Node;

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
