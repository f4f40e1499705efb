//! Which blocks lie on cycles, and which cycles change nothing but registers.

use raddle_ir::{Block, Body, Entity, EntityMap, Op};

use crate::cfg::successors;

#[derive(Clone, Debug)]
pub struct Loops {
    /// The cycle a block lies on, if any.
    component: EntityMap<Block, Option<u32>>,
    /// Per cycle: it only computes, reads memory and branches.
    read_only: Vec<bool>,
}

impl Loops {
    pub fn new(body: &Body) -> Loops {
        let mut component: EntityMap<Block, Option<u32>> =
            body.blocks.keys().map(|_| None).collect();
        let mut read_only = Vec::new();
        for members in strongly_connected(body) {
            let first = members[0];
            let cyclic =
                members.len() > 1 || successors(&body.blocks[first].terminator).contains(&first);
            if !cyclic {
                continue;
            }
            let id = read_only.len() as u32;
            read_only.push(members.iter().all(|&block| only_reads(body, block)));
            members.iter().for_each(|&block| component[block] = Some(id));
        }
        Loops { component, read_only }
    }

    pub fn in_loop(&self, block: Block) -> bool {
        self.component[block].is_some()
    }

    /// Whether the block lies on a cycle without stores, calls and other effects.
    pub fn in_read_only_loop(&self, block: Block) -> bool {
        self.component[block].is_some_and(|id| self.read_only[id as usize])
    }
}

fn only_reads(body: &Body, block: Block) -> bool {
    body.blocks[block].insts.iter().all(|inst| match &inst.op {
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Load { .. }
        | Op::Fence { .. } => true,
        // A compare-and-swap that fails changes nothing; one that succeeds changes memory, so the
        // thread's transition is not a repetition and is seen as such.
        Op::CompareExchange { .. } | Op::AtomicUpdate { .. } => true,
        // Calls of functions that yield or pause are decided when they happen.
        Op::Call { .. } => true,
        Op::Store { .. } | Op::Alloca { .. } | Op::Intrinsic { .. } | Op::Unsupported { .. } => {
            false
        }
    })
}

/// Strongly connected components of the control-flow graph (Tarjan's algorithm, without recursion).
pub fn strongly_connected(body: &Body) -> Vec<Vec<Block>> {
    const UNSEEN: u32 = u32::MAX;
    let count = body.blocks.len();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<Block> = Vec::new();
    let mut next = 0u32;
    let mut components = Vec::new();
    for root in body.blocks.keys() {
        if index[root.index()] != UNSEEN {
            continue;
        }
        let mut work: Vec<(Block, Vec<Block>, usize)> = Vec::new();
        let enter = |block: Block,
                     work: &mut Vec<(Block, Vec<Block>, usize)>,
                     index: &mut Vec<u32>,
                     low: &mut Vec<u32>,
                     on_stack: &mut Vec<bool>,
                     stack: &mut Vec<Block>,
                     next: &mut u32| {
            index[block.index()] = *next;
            low[block.index()] = *next;
            *next += 1;
            on_stack[block.index()] = true;
            stack.push(block);
            work.push((block, successors(&body.blocks[block].terminator), 0));
        };
        enter(root, &mut work, &mut index, &mut low, &mut on_stack, &mut stack, &mut next);
        while let Some((block, targets, at)) = work.last_mut() {
            let block = *block;
            if let Some(&target) = targets.get(*at) {
                *at += 1;
                if index[target.index()] == UNSEEN {
                    enter(
                        target,
                        &mut work,
                        &mut index,
                        &mut low,
                        &mut on_stack,
                        &mut stack,
                        &mut next,
                    );
                } else if on_stack[target.index()] {
                    low[block.index()] = low[block.index()].min(index[target.index()]);
                }
                continue;
            }
            work.pop();
            if let Some((parent, ..)) = work.last() {
                low[parent.index()] = low[parent.index()].min(low[block.index()]);
            }
            if low[block.index()] == index[block.index()] {
                let mut members = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member.index()] = false;
                    members.push(member);
                    if member == block {
                        break;
                    }
                }
                components.push(members);
            }
        }
    }
    components
}
