//! Abstract traces (equation 7): ways through an abstract system to a target on which no element comes twice.
//!
//! There may be very many. As in the paper, those with the fewest calls are taken, and of these the shortest first.

use std::collections::VecDeque;

use crate::system::{ElementKind, System};

/// Traces that are told for one target.
const MOST_TRACES: usize = 8;
/// Elements that are tried for them.
const MOST_STEPS: usize = 20_000;

/// How far it is to a target: calls first, then elements.
type Distance = (u32, u32);

/// Traces from one element to the nearest of several.
pub(crate) fn traces(system: &System, start: usize, ends: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search {
        next: vec![Vec::new(); system.elements.len()],
        calls: (0..system.elements.len()).map(|index| calls(system, index)).collect(),
        distances: distances(system, ends),
        ends,
        on_way: vec![false; system.elements.len()],
        way: Vec::new(),
        found: Vec::new(),
        steps: 0,
    };
    for &(from, to) in &system.edges {
        search.next[from].push(to);
    }
    for next in &mut search.next {
        next.sort_by_key(|&to| search.distances[to]);
    }
    search.go(start);
    search.found.sort_by_key(Vec::len);
    search.found
}

struct Search<'s> {
    /// The nearest to a target first.
    next: Vec<Vec<usize>>,
    /// How many calls it takes to go to an element from the one in front of it.
    calls: Vec<u32>,
    distances: Vec<Option<Distance>>,
    ends: &'s [usize],
    on_way: Vec<bool>,
    way: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps: usize,
}

impl Search<'_> {
    /// Goes on only where no call is wasted. Recursion is as deep as a trace is long, which the size of a system bounds.
    fn go(&mut self, at: usize) {
        let Some((calls, _)) = self.distances[at] else { return };
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() >= MOST_TRACES {
            return;
        }
        self.way.push(at);
        if self.ends.contains(&at) {
            self.found.push(self.way.clone());
        } else {
            self.on_way[at] = true;
            for next in self.next[at].clone() {
                let fits =
                    self.distances[next].is_some_and(|(rest, _)| rest + self.calls[next] == calls);
                if fits && !self.on_way[next] {
                    self.go(next);
                }
            }
            self.on_way[at] = false;
        }
        self.way.pop();
    }
}

/// A function is entered at its start, and there only.
fn calls(system: &System, to: usize) -> u32 {
    u32::from(system.elements[to].kind == ElementKind::Start)
}

/// From every element to the nearest end.
fn distances(system: &System, ends: &[usize]) -> Vec<Option<Distance>> {
    let mut before = vec![Vec::new(); system.elements.len()];
    for &(from, to) in &system.edges {
        before[to].push(from);
    }
    let mut distances: Vec<Option<Distance>> = vec![None; system.elements.len()];
    let mut open: VecDeque<usize> = ends.iter().copied().collect();
    for &end in ends {
        distances[end] = Some((0, 0));
    }
    while let Some(at) = open.pop_front() {
        let Some((count, length)) = distances[at] else { continue };
        for &from in &before[at] {
            let new = (count + calls(system, at), length + 1);
            if distances[from].is_none_or(|known| new < known) {
                distances[from] = Some(new);
                open.push_back(from);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use raddle_ir::{Block, FuncId};
    use raddle_pointsto::Position;

    use super::traces;
    use crate::system::{Element, ElementKind, System};

    fn system(kinds: &[ElementKind], edges: &[(usize, usize)]) -> System {
        let element = |(inst, &kind): (usize, &ElementKind)| Element {
            at: Position { func: FuncId(0), block: Block(0), inst: inst as u32 },
            kind,
        };
        System {
            elements: kinds.iter().enumerate().map(element).collect(),
            edges: edges.to_vec(),
            ..System::default()
        }
    }

    const BRANCH: ElementKind = ElementKind::Branch(None);

    #[test]
    fn the_fewest_calls_win_and_shorter_traces_come_first() {
        // 0 starts; 1 calls 2, from where 3 calls 4, which leads to the target 5; 6 leads there directly, and by way of 7.
        let call = ElementKind::Call(FuncId(0));
        let kinds = [
            ElementKind::Start,
            call,
            ElementKind::Start,
            call,
            ElementKind::Start,
            ElementKind::Target,
            BRANCH,
            BRANCH,
        ];
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 6), (6, 5), (6, 7), (7, 5)];
        let system = system(&kinds, &edges);
        assert_eq!(traces(&system, 0, &[5]), [vec![0, 6, 5], vec![0, 6, 7, 5]]);
    }

    #[test]
    fn no_element_comes_twice() {
        // A loop between 1 and 2, left from either.
        let kinds = [ElementKind::Start, BRANCH, BRANCH, ElementKind::Target];
        let system = system(&kinds, &[(0, 1), (1, 2), (2, 1), (1, 3), (2, 3)]);
        assert_eq!(traces(&system, 0, &[3]), [vec![0, 1, 3], vec![0, 1, 2, 3]]);
    }

    #[test]
    fn there_may_be_none() {
        let kinds = [ElementKind::Start, BRANCH, ElementKind::Target];
        assert!(traces(&system(&kinds, &[(0, 1)]), 0, &[2]).is_empty());
    }

    #[test]
    fn a_few_of_very_many_are_told() {
        // 60 diamonds in a row have more ways than anybody could count.
        let mut edges = Vec::new();
        for at in (0..180).step_by(3) {
            edges.extend([(at, at + 1), (at, at + 2), (at + 1, at + 3), (at + 2, at + 3)]);
        }
        let mut kinds = vec![BRANCH; 181];
        kinds[180] = ElementKind::Target;
        let found = traces(&system(&kinds, &edges), 0, &[180]);
        assert_eq!(found.len(), super::MOST_TRACES);
    }
}
