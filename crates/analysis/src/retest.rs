//! Calls that a loop makes again and again without anything else happening in between, such as the wait in
//! `while (!ready) pthread_cond_wait(&changed, &lock);`.

use std::collections::BTreeSet;

use raddle_ir::{Block, Body, Callee, Entity, FuncId, Op, Program, Reg};

use crate::cfg::successors;
use crate::liveness::Liveness;
use crate::uses::defined_registers;

/// Whether an activation that comes from a call back to the same call, without leaving the function and without any other call
/// of the library, is where it was before: on no such way does it write to memory or change a register that it still
/// needs after the call.
pub fn comes_back_unchanged(
    program: &Program,
    func: FuncId,
    (block, inst): (Block, usize),
    liveness: &Liveness,
) -> bool {
    let Some(body) = program.functions[func].body.as_ref() else { return false };
    let ways = ways_back(program, body, (block, inst));
    let needed: BTreeSet<Reg> =
        liveness.live_at(body, block, inst + 1).into_iter().collect();
    let own = &body.blocks[block].insts[inst].op;
    let mut results = BTreeSet::new();
    defined_registers(own, &mut |reg| {
        results.insert(reg);
    });
    ways.iter().all(|&(block, from, to)| {
        body.blocks[block].insts[from..to].iter().all(|inst| {
            let mut kept = true;
            defined_registers(&inst.op, &mut |reg| {
                kept &= !needed.contains(&reg) || results.contains(&reg);
            });
            kept && only_reads(program, &inst.op, &mut BTreeSet::new())
        })
    })
}

/// The instructions between a call and itself, as parts of blocks; a way ends at calls of the library.
fn ways_back(
    program: &Program,
    body: &Body,
    (block, inst): (Block, usize),
) -> Vec<(Block, usize, usize)> {
    let ends = |block: Block, from: usize| {
        let insts = &body.blocks[block].insts;
        (from..insts.len()).find(|&at| calls_library(program, &insts[at].op))
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
    let arrives = |&(at, from): &(Block, usize)| at == block && from == 0 && ends(at, 0) == Some(inst);
    let mut back: Vec<bool> = reached.iter().map(arrives).collect();
    loop {
        let mut changed = false;
        for index in 0..reached.len() {
            let (at, from) = reached[index];
            if back[index] || ends(at, from).is_some() {
                continue;
            }
            let next = successors(&body.blocks[at].terminator);
            let leads = |other: usize| back[other] && next.contains(&reached[other].0) && reached[other].1 == 0;
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

fn calls_library(program: &Program, op: &Op) -> bool {
    match op {
        Op::Call { callee: Callee::Direct(func), .. } => program.functions[*func].body.is_none(),
        Op::Call { callee: Callee::Indirect(_), .. } => true,
        _ => false,
    }
}

/// Whether an operation computes and reads memory only. Whoever calls the library on the way is noticed when it happens.
fn only_reads(program: &Program, op: &Op, inside: &mut BTreeSet<FuncId>) -> bool {
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
        | Op::Fence { .. } => true,
        Op::Call { callee: Callee::Direct(func), .. } => {
            let Some(body) = program.functions[*func].body.as_ref() else { return true };
            !inside.insert(*func)
                || body.blocks.values().all(|block| {
                    block.insts.iter().all(|inst| only_reads(program, &inst.op, inside))
                })
        }
        Op::Call { callee: Callee::Indirect(_), .. }
        | Op::Store { .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => false,
    }
}
