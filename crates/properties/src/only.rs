//! The program with all assertions but one removed, as `NDEBUG` would.
//!
//! The way into a failing assertion is closed, then what only the assertion needed is removed: branches both of whose sides lead
//! to the same place, and computations nobody reads, loads included. Where those loads are themselves looked at (races, memory) they
//! stay: what an asserted expression accesses is part of the program that is shipped with assertions. Calls in an asserted expression stay, because they may do more
//! than compute; this is where we keep more than `NDEBUG` does.

use raddle_analysis::{Liveness, defined_registers};
use raddle_ir::{BinaryOp, Block, Body, Op, Program, Terminator};
use raddle_pointsto::{Position, positions_of};

use crate::list::{Property, PropertyKind, property_call};

/// A copy of the program in which of all assertions, errors and checks only these are left; `expressions`: what others compute stays.
pub fn only(program: &Program, keep: &[&Property], expressions: bool) -> Program {
    let kept: Vec<Position> =
        keep.iter().flat_map(|property| property.targets.iter().copied()).collect();
    let mut result = program.clone();
    for func in program.functions.keys() {
        let removed: Vec<(Position, PropertyKind)> = positions_of(program, func)
            .filter(|at| !kept.contains(at))
            .filter_map(|at| property_call(program, at).map(|(kind, _, _)| (at, kind)))
            .collect();
        if let (false, Some(body)) = (removed.is_empty(), &mut result.functions[func].body) {
            remove(body, &removed);
            while !expressions && simplify(body) {}
        }
    }
    debug_assert_eq!(raddle_ir::verify(&result).err(), None);
    result
}

fn remove(body: &mut Body, removed: &[(Position, PropertyKind)]) {
    let mut calls: Vec<(Block, usize)> = Vec::new();
    for (at, kind) in removed {
        match kind {
            PropertyKind::Assertion if close(body, at.block) => {}
            // A call that returns, or an assertion in a function of its own: it does nothing any more.
            _ => calls.push((at.block, at.inst as usize)),
        }
    }
    calls.sort_unstable();
    for &(block, index) in calls.iter().rev() {
        let insts = &mut body.blocks[block].insts;
        // Its block may have been closed with another assertion.
        if index < insts.len() {
            insts.remove(index);
        }
    }
}

/// Lets every branch that leads to a block go the other way; whether all that leads there is such a branch.
fn close(body: &mut Body, failing: Block) -> bool {
    if failing == Body::ENTRY {
        return false;
    }
    let leads = |terminator: &Terminator| {
        let mut found = false;
        terminator.for_each_successor(|next| found |= next == failing);
        found
    };
    let closable = |terminator: &Terminator| match terminator {
        Terminator::Branch { then, otherwise, .. } => then != otherwise,
        _ => false,
    };
    if body.blocks.values().any(|data| leads(&data.terminator) && !closable(&data.terminator)) {
        return false;
    }
    for data in body.blocks.values_mut() {
        if let Terminator::Branch { then, otherwise, .. } = data.terminator
            && leads(&data.terminator)
        {
            data.terminator = Terminator::Jump(if then == failing { otherwise } else { then });
        }
    }
    // Nobody comes here any more; nothing is left to be counted as an assertion that was never reached.
    body.blocks[failing].insts.clear();
    true
}

/// One round of clearing away; whether anything changed.
fn simplify(body: &mut Body) -> bool {
    let forwards: Vec<Block> = body.blocks.keys().map(|block| destination(body, block)).collect();
    let mut changed = false;
    for data in body.blocks.values_mut() {
        if let Terminator::Branch { then, otherwise, .. } = data.terminator
            && forwards[then.0 as usize] == forwards[otherwise.0 as usize]
        {
            data.terminator = Terminator::Jump(then);
            changed = true;
        }
    }
    changed | remove_unread(body)
}

/// Where control ends up that comes to a block: empty blocks only pass it on.
fn destination(body: &Body, mut block: Block) -> Block {
    for _ in 0..body.blocks.len() {
        let data = &body.blocks[block];
        match data.terminator {
            Terminator::Jump(next) if data.insts.is_empty() && next != block => block = next,
            _ => break,
        }
    }
    block
}

/// Removes computations whose results nobody reads.
fn remove_unread(body: &mut Body) -> bool {
    let liveness = Liveness::new(body);
    let mut unread: Vec<(Block, usize)> = Vec::new();
    for (block, data) in body.blocks.iter() {
        for (index, inst) in data.insts.iter().enumerate() {
            if !only_computes(&inst.op) {
                continue;
            }
            let live = liveness.live_at(body, block, index + 1);
            let mut read = false;
            defined_registers(&inst.op, &mut |reg| read |= live.contains(&reg));
            if !read {
                unread.push((block, index));
            }
        }
    }
    for &(block, index) in unread.iter().rev() {
        body.blocks[block].insts.remove(index);
    }
    !unread.is_empty()
}

/// Whether an operation does nothing but set its registers. A division by zero in it would be the assertion's fault.
fn only_computes(op: &Op) -> bool {
    match op {
        Op::Copy { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. } => true,
        Op::Binary { op, .. } => match op {
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => true,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => false,
        },
        Op::Load { volatile, order, .. } => !volatile && order.is_none(),
        Op::Store { .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Fence { .. }
        | Op::Alloca { .. }
        | Op::Call { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => false,
    }
}
