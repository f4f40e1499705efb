//! Natural loops: a header, and the blocks from which control comes back to it. Nested loops are told apart, unlike in
//! [`Loops`](crate::Loops). In code with jumps into loops, edges back to a block that is being visited stand for back edges.

use raddle_ir::{Block, Body, Entity, EntityMap};

use crate::cfg::successors;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    pub header: Block,
    /// The header included, in order.
    pub blocks: Vec<Block>,
}

impl NaturalLoop {
    pub fn contains(&self, block: Block) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// The loops of a body, inner ones before those around them.
pub fn natural_loops(body: &Body) -> Vec<NaturalLoop> {
    let mut before: EntityMap<Block, Vec<Block>> = body.blocks.keys().map(|_| Vec::new()).collect();
    for (block, data) in body.blocks.iter() {
        for next in successors(&data.terminator) {
            before[next].push(block);
        }
    }
    let mut loops: Vec<NaturalLoop> = Vec::new();
    for (header, sources) in back_edges(body) {
        let mut inside = vec![false; body.blocks.len()];
        inside[header.index()] = true;
        let mut open = sources;
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut inside[block.index()], true) {
                open.extend(&before[block]);
            }
        }
        let blocks = body.blocks.keys().filter(|block| inside[block.index()]).collect();
        loops.push(NaturalLoop { header, blocks });
    }
    loops.sort_by_key(|one| (one.blocks.len(), one.header));
    loops
}

/// Headers with the sources of the edges back to them.
fn back_edges(body: &Body) -> Vec<(Block, Vec<Block>)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Not,
        Open,
        Done,
    }
    let mut visits = vec![Visit::Not; body.blocks.len()];
    let mut found: EntityMap<Block, Vec<Block>> = body.blocks.keys().map(|_| Vec::new()).collect();
    if body.blocks.is_empty() {
        return Vec::new();
    }
    let mut work = vec![(Body::ENTRY, successors(&body.blocks[Body::ENTRY].terminator), 0)];
    visits[Body::ENTRY.index()] = Visit::Open;
    while let Some((block, targets, at)) = work.last_mut() {
        let block = *block;
        let Some(&target) = targets.get(*at) else {
            visits[block.index()] = Visit::Done;
            work.pop();
            continue;
        };
        *at += 1;
        match visits[target.index()] {
            Visit::Not => {
                visits[target.index()] = Visit::Open;
                work.push((target, successors(&body.blocks[target].terminator), 0));
            }
            Visit::Open => found[target].push(block),
            Visit::Done => {}
        }
    }
    found
        .iter()
        .filter(|(_, sources)| !sources.is_empty())
        .map(|(header, sources)| (header, sources.clone()))
        .collect()
}
