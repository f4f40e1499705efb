//! Loops that wait: they do nothing but read, perhaps by way of functions, and perhaps let others run. Functions may have variables of their own, and say what they have read
//! by reference.

use raddle_ir::{Block, Body, Callee, FuncId, Intrinsic, Op, Operand, Program, Reg};
use raddle_library::Deed;
use raddle_pointsto::Position;

/// How deep the calls of a loop are followed to see whether it only reads.
const MOST_CALLS: u32 = 3;

/// What the loops of a function read that wait.
pub(crate) fn spins(program: &Program, func: FuncId, body: &Body) -> Vec<Position> {
    let mut spins = Vec::new();
    for one in raddle_analysis::natural_loops(body) {
        let mut reads = Vec::new();
        if one.blocks.iter().all(|&block| only_reads(program, (func, body), block, 0, &mut reads)) {
            spins.extend(reads);
        }
    }
    spins
}

/// What loops that wait call besides functions that only read.
fn lets_others_run(function: &str) -> bool {
    matches!(raddle_library::deed(function), Deed::Idle | Deed::Sleep)
}

/// Whether a block does nothing but read; the reads are collected. `depth` is how many calls lead to it.
fn only_reads(
    program: &Program,
    (func, body): (FuncId, &Body),
    block: Block,
    depth: u32,
    reads: &mut Vec<Position>,
) -> bool {
    body.blocks[block].insts.iter().enumerate().all(|(inst, operation)| match &operation.op {
        Op::Load { .. } | Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
            reads.push(Position { func, block, inst: inst as u32 });
            true
        }
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let function = &program.functions[*callee];
            lets_others_run(&function.name)
                || function.body.as_ref().is_some_and(|called| {
                    let of = (*callee, called);
                    let mut blocks = called.blocks.keys();
                    depth < MOST_CALLS
                        && blocks.all(|block| only_reads(program, of, block, depth + 1, reads))
                })
        }
        Op::Alloca { .. } => depth > 0,
        Op::Store { ptr, value, order: None, .. } => {
            depth > 0 && is_callers_or_own(body, *ptr) && is_no_sum(body, *value)
        }
        Op::Intrinsic { intrinsic, args, .. } => {
            let to = args.first().copied();
            depth > 0
                && match intrinsic {
                    Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => true,
                    Intrinsic::MemCopy | Intrinsic::MemSet => {
                        to.is_some_and(|to| is_callers_or_own(body, to))
                    }
                    _ => false,
                }
        }
        Op::Call { .. } | Op::Store { .. } | Op::Unsupported { .. } => false,
        // A counter decides when the loop ends.
        Op::Binary { dst, a, .. } => *a != Operand::Reg(*dst),
        Op::Copy { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Fence { .. } => true,
    })
}

/// The operation that a register is assigned by.
fn assigned(body: &Body, reg: Reg) -> Option<&Op> {
    let insts = body.blocks.values().flat_map(|block| &block.insts);
    insts.map(|inst| &inst.op).find(|op| {
        let mut assigns = false;
        op.for_each_result(|&result| assigns |= result == reg);
        assigns
    })
}

/// Whether an address is that of a variable of the function, or of what one of its parameters leads to: what a loop calls says so what it has read.
fn is_callers_or_own(body: &Body, mut address: Operand) -> bool {
    // An address is computed in few steps.
    for _ in 0..8 {
        let Operand::Reg(reg) = address else { return false };
        address = match assigned(body, reg) {
            None | Some(Op::Alloca { .. }) => return true,
            Some(Op::Copy { src, .. }) => *src,
            Some(Op::Address { base, .. }) => *base,
            Some(_) => return false,
        };
    }
    false
}

/// Whether a value is not computed from others: a counter would be.
fn is_no_sum(body: &Body, value: Operand) -> bool {
    let Operand::Reg(reg) = value else { return true };
    !matches!(assigned(body, reg), Some(Op::Binary { .. } | Op::Intrinsic { .. }))
}
