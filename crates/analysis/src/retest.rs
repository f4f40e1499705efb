//! Calls that a loop makes again and again without anything else happening in between, such as the wait in
//! `while (!ready) pthread_cond_wait(&changed, &lock);`.

use std::collections::BTreeSet;

use raddle_ir::{Block, Body, Callee, Entity, FuncId, Op, Program, Reg};

use crate::cfg::successors;
use crate::liveness::Liveness;
use crate::uses::defined_registers;

/// Whether an operation does more than to compute and to read memory. Functions of the program are looked into when they are executed.
pub fn has_effect(program: &Program, op: &Op) -> bool {
    match op {
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
        | Op::Fence { .. } => false,
        Op::Call { callee: Callee::Direct(func), .. } => program.functions[*func].body.is_none(),
        Op::Call { callee: Callee::Indirect(_), .. }
        | Op::Store { .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => true,
    }
}

/// Whether an activation that comes from a call back to the same call, without an effect on the way, is where it was
/// before: no register that it still needs after the call is assigned on such a way.
pub fn comes_back_unchanged(
    program: &Program,
    func: FuncId,
    (block, inst): (Block, usize),
) -> bool {
    let Some(body) = program.functions[func].body.as_ref() else { return false };
    let mut needed: BTreeSet<Reg> =
        Liveness::new(body).live_at(body, block, inst + 1).into_iter().collect();
    // The call itself assigns its result anew.
    defined_registers(&body.blocks[block].insts[inst].op, &mut |reg| {
        needed.remove(&reg);
    });
    ways_back(program, body, (block, inst)).into_iter().all(|(block, from, to)| {
        body.blocks[block].insts[from..to].iter().all(|inst| {
            let mut kept = true;
            defined_registers(&inst.op, &mut |reg| kept &= !needed.contains(&reg));
            kept
        })
    })
}

/// The instructions between a call and itself, as parts of blocks; a way ends where something has an effect.
fn ways_back(
    program: &Program,
    body: &Body,
    (block, inst): (Block, usize),
) -> Vec<(Block, usize, usize)> {
    let ends = |block: Block, from: usize| {
        let insts = &body.blocks[block].insts;
        (from..insts.len()).find(|&at| has_effect(program, &insts[at].op))
    };
    // Forward: parts of blocks that are reached.
    let mut reached: Vec<(Block, usize)> = Vec::new();
    let mut seen = vec![false; body.blocks.len()];
    let mut open = vec![(block, inst + 1)];
    while let Some((at, from)) = open.pop() {
        reached.push((at, from));
        if ends(at, from).is_none() {
            for next in successors(&body.blocks[at].terminator) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push((next, 0));
                }
            }
        }
    }
    // Backward: those among them from which the call is reached again.
    let arrives =
        |&(at, from): &(Block, usize)| at == block && from == 0 && ends(at, 0) == Some(inst);
    let mut back: Vec<bool> = reached.iter().map(arrives).collect();
    loop {
        let mut changed = false;
        for index in 0..reached.len() {
            let (at, from) = reached[index];
            if back[index] || ends(at, from).is_some() {
                continue;
            }
            let next = successors(&body.blocks[at].terminator);
            let leads = |other: usize| {
                back[other] && next.contains(&reached[other].0) && reached[other].1 == 0
            };
            if (0..reached.len()).any(leads) {
                back[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let part = |&(at, from): &(Block, usize)| {
        (at, from, ends(at, from).unwrap_or(body.blocks[at].insts.len()))
    };
    reached.iter().zip(&back).filter(|(_, back)| **back).map(|(reached, _)| part(reached)).collect()
}
