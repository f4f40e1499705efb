//! Loops that wait: they do nothing but read, perhaps by way of functions, and perhaps let others run.

use raddle_ir::{Block, Body, Callee, FuncId, Op, Operand, Program};
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
        Op::Call { .. }
        | Op::Store { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => false,
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
