//! Which unexplored state comes next: the strategies.

use std::collections::VecDeque;

use raddle_machine::{Machine, State};
use raddle_plan::Strategy;

/// States waiting to be explored. The contract: whatever is pushed is popped exactly once, in any order.
pub(crate) trait Frontier {
    fn push(&mut self, state: State);
    fn pop(&mut self, machine: &Machine<'_>) -> Option<State>;
    fn len(&self) -> usize;
}

/// `None` for a search that goes depth first: its frontier is a stack of nodes.
pub(crate) fn new(strategy: Strategy, seed: u64) -> Option<Box<dyn Frontier>> {
    match strategy {
        Strategy::Dfs | Strategy::Distance => None,
        Strategy::Bfs => Some(Box::new(BreadthFirst::default())),
        Strategy::Random => {
            Some(Box::new(Random { states: Vec::new(), seed: seed ^ 0x9e37_79b9_7f4a_7c15 }))
        }
        Strategy::Coverage => Some(Box::new(Coverage::default())),
    }
}

#[derive(Default)]
struct BreadthFirst(VecDeque<State>);

impl Frontier for BreadthFirst {
    fn push(&mut self, state: State) {
        self.0.push_back(state);
    }
    fn pop(&mut self, _machine: &Machine<'_>) -> Option<State> {
        self.0.pop_front()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

struct Random {
    states: Vec<State>,
    seed: u64,
}

impl Frontier for Random {
    fn push(&mut self, state: State) {
        self.states.push(state);
    }
    fn pop(&mut self, _machine: &Machine<'_>) -> Option<State> {
        if self.states.is_empty() {
            return None;
        }
        // Xorshift: good enough to choose, and the same everywhere for one seed.
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        let at = (self.seed % self.states.len() as u64) as usize;
        Some(self.states.swap_remove(at))
    }
    fn len(&self) -> usize {
        self.states.len()
    }
}

/// States that stand before code no run has executed come first, the newest of them.
#[derive(Default)]
struct Coverage(Vec<State>);

/// How many states are looked at before the newest is taken.
const LOOK: usize = 64;

impl Frontier for Coverage {
    fn push(&mut self, state: State) {
        self.0.push(state);
    }
    fn pop(&mut self, machine: &Machine<'_>) -> Option<State> {
        let fresh =
            self.0.iter().rev().take(LOOK).position(|state| stands_before_new_code(machine, state));
        match fresh {
            Some(from_end) => Some(self.0.remove(self.0.len() - 1 - from_end)),
            None => self.0.pop(),
        }
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// A forked state stands before a branch whose direction its newest condition has fixed; whether one of
/// the branch's edges is untaken tells whether it may see something new.
fn stands_before_new_code(machine: &Machine<'_>, state: &State) -> bool {
    let Some(&thread) = state.unsettled.last() else { return false };
    let frame = state.thread(thread).top();
    machine.coverage().block(frame.func, frame.block).edges.iter().any(|&taken| !taken)
}
