//! Data races in a graph: two accesses of different threads to the same bytes, at least one of which writes and one of which is plain,
//! that happens-before does not order.

use raddle_reduce::{DataRace, RacyAccess};

use crate::graph::{Graph, Touch};

/// Races between the newest step and earlier ones.
pub fn of_newest(graph: &Graph) -> Vec<DataRace> {
    let mut found = Vec::new();
    let Some((newest, earlier)) = graph.steps.split_last() else { return found };
    for later in &newest.touches {
        // Two accesses of which none is plain do not race.
        let any: &mut dyn Iterator<Item = usize> = match later.access.sync.is_plain() {
            true => &mut (0..earlier.len()),
            false => &mut graph.plain.iter().map(|&at| at as usize),
        };
        for at in any.take_while(|&at| at < earlier.len()) {
            let step = &earlier[at];
            // The last of its accesses happens before this one, and so do the others.
            if step.touches.last().is_none_or(|last| !is_unordered(last, later)) {
                continue;
            }
            for touch in &step.touches {
                if race(touch, later) {
                    let decision = |at: usize| graph.states[at].decisions.len() as usize;
                    let racy = |touch: &Touch, at: usize| RacyAccess {
                        thread: raddle_machine::ThreadId(touch.thread),
                        access: touch.access,
                        step: decision(at),
                    };
                    found.push(DataRace {
                        earlier: racy(touch, at),
                        later: racy(later, earlier.len()),
                    });
                }
            }
        }
    }
    found
}

fn race(earlier: &Touch, later: &Touch) -> bool {
    is_unordered(earlier, later) && earlier.access.races_with(&later.access)
}

fn is_unordered(earlier: &Touch, later: &Touch) -> bool {
    earlier.thread != later.thread && later.hb.get(earlier.thread) <= earlier.place
}
